"""Ops: statements with their number, their successor, and where they stand.

In:  nothing.
Out: one record a statement. The only ops that no author wrote are loops' heads, returns, barriers, events' moments and the
     places where triggers are looked at. Written by spec/, carried out by run/, never changed once spec/lower.py is done.
"""

from attrs import define, field

from interpreter.spec.plan.expressions import Cell, Expr
from interpreter.text.source import Span

op = define(eq=False)


@define(eq=False, kw_only=True)
class Op:
    """A statement: its number, what comes after it, and where it stands. `look` names triggers to look at afterwards."""

    span: Span = field(repr=False)
    number: int = -1
    next: int = -1


@op
class Goto(Op):
    """Left behind by lowering where two ways meet; never carried out."""


@op
class Let(Op):
    """let name = value        set name to value, where name is a `let`"""

    slot: int
    value: Expr
    bounds: tuple | None = None


@op
class SetCell(Op):
    """set counter to value; `bounds` (low, high) where the checker could not see that it fits."""

    cell: Cell
    value: Expr
    bounds: tuple | None


@op
class Adjust(Op):
    """raise (sign 1) or lower (sign -1) by an amount, stopping at `bound` if there is one."""

    cell: Cell
    amount: Expr
    sign: int
    bound: Expr | None
    low: int
    high: int


@op
class AdjustLocal(Op):
    """raise or lower a `let`."""

    slot: int
    amount: Expr
    sign: int
    bound: Expr | None


@op
class Move(Op):
    """move things to zone; `end` is top, bottom or empty; `face` down, up or empty; moved things are kept in `slot`."""

    things: Expr
    to: Expr
    end: str
    face: str
    if_possible: bool
    slot: int = -1


@op
class Draw(Op):
    """draw n from pile to zone; what is drawn so far is kept in `slot`, and bound to `name` (`one`: as a single thing)."""

    count: Expr
    source: Expr
    to: Expr
    slot: int
    name: int
    one: bool
    if_possible: bool


@op
class Shuffle(Op):
    """shuffle zone, or shuffle zone into another."""

    zone: Expr
    into: Expr | None
    slot: int = -1


@op
class Swap(Op):
    """swap the contents of two zones; moved things are kept in `slot`, as those of a Move."""

    first: Expr
    second: Expr
    slot: int = -1


@op
class Reveal(Op):
    """reveal things to all or to one seat."""

    things: Expr
    to: Expr | None


@op
class Branch(Op):
    """if test: next, otherwise `otherwise`."""

    test: Expr
    otherwise: int = -1


@op
class Select(Op):
    """depending on value: branches are (values, as op numbers); `otherwise` where none fits, -1 if all are covered."""

    value: Expr
    branches: list
    otherwise: int = -1


@op
class Begin(Op):
    """for each / repeat n times: fixes the collection in `slot` and starts at its first member."""

    source: Expr
    slot: int


@op
class Each(Op):
    """The head of a loop: the next member into `name`, or on to `otherwise`. The rest waits in `slot`."""

    slot: int
    name: int
    otherwise: int = -1


@op
class Run(Op):
    """run phase, or run turn for seat."""

    routine: int
    seat: Expr | None


@op
class Call(Op):
    """effect(args) as name"""

    routine: int
    args: tuple[Expr, ...]
    bounds: tuple
    result: int


@op
class EachMoved(Op):
    """moved(thing, from, to) for each thing in `slot`."""

    slot: int
    routine: int


@op
class Give(Op):
    """give value"""

    value: Expr
    bounds: tuple | None = None


@op
class Return(Op):
    """The end of a routine."""


@op
class Rest(Op):
    """Below a routine that was started alone: when it is done the play rests, and nobody is asked."""


@op
class End(Op):
    """end turn, phase, step or game."""

    what: str
    winner: Expr | None


@op
class Together(Op):
    """A step for everyone at once: one strand a seat, then the barrier."""

    routine: int


@op
class Held(Op):
    """hold: the triggers wait from here on."""

    triggers: tuple[int, ...]


@op
class Released(Op):
    """The end of a hold: what was remembered is looked at again."""

    triggers: tuple[int, ...]


@op
class Fire(Op):
    """A `before` or `when` trigger of the event whose routine this is, if its test holds."""

    trigger: int


@op
class Body(Op):
    """The body of an event (effect -1: it has none), or the outermost `instead of` trigger that applies."""

    event: str
    effect: int
    result: int


@op
class Proceed(Op):
    """proceed: what this `instead of` trigger stands in place of."""

    trigger: int
    effect: int
    result: int


@op
class Look(Op):
    """`as soon as` triggers whose condition may have changed."""

    triggers: tuple[int, ...]


@op
class Arm(Op):
    """The end of set-up: `as soon as` triggers are armed where their condition does not hold."""


@op
class Require(Op):
    """require test, "words" """

    test: Expr
    words: str


@op
class Tick(Op):
    """One more run of a limited routine."""

    limit: int
