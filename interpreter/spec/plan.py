"""The plan: statements as numbered ops, values as pure expressions, names resolved to places in the State.

In:  nothing.
Out: one record a form. An op *is* a statement of the rules with its number, its successor and where it stands; the only
ops that no author wrote are loops' ends, returns, barriers, events' moments and the places where triggers are looked at.

Expressions are evaluated by run/evaluate.py, ops carried out by run/machine.py and its neighbours. Both are written by
spec/lower.py and never changed after it is done. Slots are places in a frame, see core/state.py.
"""

from attrs import define, field, frozen

from interpreter.core.types import Type
from interpreter.text.source import Span

expression = frozen(eq=False)
op = define(eq=False)


@frozen(eq=False, kw_only=True)
class Expr:
    """A pure value: its type, and where it stands."""

    type: Type
    span: Span = field(repr=False)


@expression
class Const(Expr):
    """A value known before play."""

    value: object


@expression
class Local(Expr):
    """A name bound in the frame."""

    slot: int


@expression
class Me(Expr):
    """The player whose turn or branch it is."""


@expression
class Cell(Expr):
    """A counter or state: cells[base + Σ (key - low) * stride]; `keys` holds (expression, low, stride)."""

    base: int
    keys: tuple[tuple[Expr, int, int], ...]
    owner: Expr | None = None
    family: str = ""


@expression
class ZoneAt(Expr):
    """A zone's number, worked out like a cell's."""

    base: int
    keys: tuple[tuple[Expr, int, int], ...]
    owner: Expr | None = None
    family: str = ""


@expression
class Contents(Expr):
    """What lies in a zone, listed from the top."""

    zone: Expr


@expression
class Size(Expr):
    """How many lie in a zone; needs no order."""

    zone: Expr


@expression
class Some(Expr):
    """A value that may be none or somewhere else where a thing is needed: base .. base + size - 1, or a fault."""

    of: Expr
    base: int
    size: int
    what: str


@expression
class FieldOf(Expr):
    """What is printed on a component or space: values[entity - base]."""

    of: Expr
    base: int
    values: tuple
    name: str


@expression
class PlaceOf(Expr):
    """Where a component lies."""

    of: Expr


@expression
class TableAt(Expr):
    """A row of a table."""

    name: str
    keys: tuple[Expr, ...]
    rows: dict
    otherwise: Expr | None
    slots: tuple[int, ...]


@expression
class Arithmetic(Expr):
    """left `sign` right; sign is one of + - * / mod, `rounding` up, down or empty."""

    sign: str
    left: Expr
    right: Expr
    rounding: str = ""


@expression
class Negative(Expr):
    """-value"""

    value: Expr


@expression
class Joined(Expr):
    """left + right where they are collections; `one` says that right is a single thing; `as_set` drops repeats."""

    left: Expr
    right: Expr
    one: bool
    as_set: bool


@expression
class Without(Expr):
    """left - right: a collection without one thing, or without all of another."""

    left: Expr
    right: Expr
    one: bool


@expression
class Compared(Expr):
    """left `sign` right, two numbers."""

    sign: str
    left: Expr
    right: Expr


@expression
class Same(Expr):
    """left is right; `as_sets` when order means nothing."""

    left: Expr
    right: Expr
    as_sets: bool
    negated: bool


@expression
class Empty(Expr):
    """A zone or collection is (not) empty."""

    of: Expr
    negated: bool


@expression
class In(Expr):
    """left in right: a collection."""

    left: Expr
    right: Expr
    negated: bool


@expression
class LiesIn(Expr):
    """A component lies in a zone."""

    thing: Expr
    zone: Expr
    negated: bool


@expression
class InRange(Expr):
    """A number between two others, ends included."""

    value: Expr
    low: Expr
    high: Expr
    negated: bool


@expression
class Not(Expr):
    """not value"""

    value: Expr


@expression
class And(Expr):
    """left and right; right is looked at only if left holds."""

    left: Expr
    right: Expr


@expression
class Or(Expr):
    """left or right; right is looked at only if left does not hold."""

    left: Expr
    right: Expr


@expression
class Choice(Expr):
    """if test then one otherwise the other"""

    test: Expr
    then: Expr
    otherwise: Expr


@expression
class Cases(Expr):
    """Lines of a `define` read from the top: (slot, value) of a let, or (test, value); then `otherwise`."""

    lines: tuple[tuple, ...]
    otherwise: Expr | None


@expression
class Those(Expr):
    """The members of `source`, one after the other in `slot`, for which `test` holds."""

    source: Expr
    slot: int
    test: Expr


@expression
class ThoseBest(Expr):
    """The members for which `key` is highest (or lowest), all that are equal."""

    source: Expr
    slot: int
    test: Expr | None
    key: Expr
    highest: bool


@expression
class Quantified(Expr):
    """`how` is some, no or every."""

    how: str
    source: Expr
    slot: int
    test: Expr


@expression
class Aggregate(Expr):
    """`how` is sum, highest, lowest, list or set."""

    how: str
    value: Expr
    slot: int
    source: Expr
    test: Expr | None


@expression
class Running(Expr):
    """A walk along a list with a running value in `slot`, the member in `item`."""

    slot: int
    first: Expr
    item: int
    source: Expr
    becomes: Expr


@expression
class Items(Expr):
    """[a, b] or, with `as_set`, {a, b}"""

    items: tuple[Expr, ...]
    as_set: bool


@expression
class Interval(Expr):
    """low..high as a list, upward; empty if high is below low."""

    low: Expr
    high: Expr


@expression
class Apply(Expr):
    """A core word applied: `run` is its behaviour on plain values."""

    name: str
    run: object
    args: tuple[Expr, ...]


@expression
class Use(Expr):
    """A `define` worked out in a frame of its own."""

    define: "Definition"
    args: tuple[Expr, ...]


@expression
class PointsOf(Expr):
    """A score of a seat; index -1 is the total of all."""

    seat: Expr
    index: int


@expression
class ItemAt(Expr):
    """column[i], counted from 1."""

    of: Expr
    index: Expr


@expression
class BoardWord(Expr):
    """links(s), distance(a, b, through) and the like: a core word that also gets the board."""

    name: str
    run: object
    args: tuple[Expr, ...]


@expression
class EveryPlace(Expr):
    """All components of a kind, wherever they are."""

    first: int
    last: int


@expression
class Supposed(Expr):
    """suppose effect(args): value, on a copy of the table."""

    routine: int
    args: tuple[Expr, ...]
    value: Expr


@expression
class Option(Expr):
    """An option's value: known before play, but remembered by name."""

    name: str
    value: object


@define(eq=False)
class Definition:
    """A `define` for one set of argument types: `size` is the length of its frame."""

    name: str
    span: Span
    size: int = 0
    value: Expr | None = None
    types: tuple = ()
    blank: tuple = ()                      # the slots of its frame behind the arguments, empty
    known: dict | None = None              # results by arguments, where nothing on the table can change them
    clauses: tuple[str, ...] = ()


# ------------------------------------------------------------------ ops


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


@op
class Swap(Op):
    """swap the contents of two zones."""

    first: Expr
    second: Expr


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


@frozen(eq=False)
class Guard:
    """must P (with `it` in the ask's slot), or a wish that no value can express (`test` is None)."""

    test: Expr | None
    wish: str
    span: Span
    whole: bool = False


@define(eq=False, kw_only=True)
class Ask(Op):
    """A decision: its name, who decides (None: me), its prompt, the free actions beside it, the slot of its answer.

    `otherwise` is where a decision goes on that was declined or passed over; -1 where there is none.
    """

    name: str
    by: Expr | None
    prompt: str
    slot: int = -1
    otherwise: int = -1
    guards: tuple[Guard, ...] = ()
    offers: tuple[int, ...] = ()
    type: Type | None = None


@op
class Choose(Ask):
    """choose x from S; `least` and `most` are None for one of; `may` when it can be declined."""

    source: Expr
    it: int
    least: Expr | None = None
    most: Expr | None = None
    may: bool = False


@op
class May(Ask):
    """may name "words": yes or no"""


@frozen(eq=False)
class Alternative:
    """to name "words" if test, with its guards and where it goes on."""

    name: str
    words: str
    test: Expr | None
    span: Span
    start: int


@op
class Menu(Ask):
    """choose one name: alternatives"""

    alternatives: list


@op
class Split(Ask):
    """split S into parts: (name, slot, least, most)"""

    source: Expr
    parts: tuple


@op
class Arrange(Ask):
    """arrange S as name"""

    source: Expr


@op
class Travel(Ask):
    """travel piece along route, exactly or up to n; `left` holds the moves that are left, `previous` the last space."""

    piece: Expr
    route: int
    count: Expr
    up_to: bool
    left: int
    previous: int


@op
class Moment(Ask):
    """A moment at which free actions may be taken: "go on" or one of `offers`."""


@op
class Roll(Op):
    """roll n dice as name; `count` None binds one face."""

    die: int
    count: Expr | None
    slot: int


@op
class Pick(Op):
    """pick name at random from S"""

    name: str
    source: Expr
    least: Expr | None
    most: Expr | None
    slot: int
