"""Ops: statements with their number, their successor, and where they stand.

In:  nothing.
Out: one record a statement. The only ops that no author wrote are loops' heads, returns, barriers, events' moments and the
     places where triggers are looked at. Written by lower/, carried out by engine/, never changed once lower/lower.py is done.

Each class says in `does` what carrying it out does (ir/form.py). Those that ask somebody are in ir/question_ops.py.
"""

from collections.abc import Callable, Sequence

from interpreter.ir.expressions import Cell
from interpreter.ir.form import (
    Asks,
    Bounds,
    Does,
    Expr,
    Goes,
    Holds,
    if_there,
    instead_of,
    Listens,
    NOTHING,
    Op,
    op,
    Ways,
)


@op
class Goto(Op):
    """Left behind by lowering where two ways meet; never carried out."""

    does = Does(authored=False)


@op
class Let(Op):
    """let name = value        set name to value, where name is a `let`"""

    does = Does(binds=(("slot", Holds.VALUE, "value"),))

    slot: int
    value: Expr
    bounds: Bounds | None = None


@op
class SetCell(Op):
    """set counter to value; `bounds` (low, high) where the checker could not see that it fits."""

    does = Does(sets=("cell",))

    cell: Cell
    value: Expr
    bounds: Bounds | None


@op
class Adjust(Op):
    """raise (sign 1) or lower (sign -1) by an amount, stopping at `bound` if there is one."""

    does = Does(adds=("cell",))

    cell: Cell
    amount: Expr
    sign: int
    bound: Expr | None
    low: int
    high: int


@op
class AdjustLocal(Op):
    """raise or lower a `let`."""

    does = Does(binds=(("slot", Holds.RESULT, ""),), keeps=("slot",))

    slot: int
    amount: Expr
    sign: int
    bound: Expr | None


@op
class Move(Op):
    """move things to zone; `end` is top, bottom or empty; `face` down, up or empty; moved things are kept in `slot`."""

    does = Does(moves=("things",), puts=("to",), moved="slot")

    things: Expr
    to: Expr
    end: str
    face: str
    if_possible: bool
    slot: int = -1


@op
class Draw(Op):
    """draw n from pile to zone; what is drawn so far is kept in `slot`, and bound to `name` (`one`: as a single thing)."""

    does = Does(draws=("source",), puts=("to",), moved="slot", binds=(("name", Holds.MEMBER, "to"),), keeps=("slot",),
                asks=Asks.UNSEEN)

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

    does = Does(takes=("zone",), mixes=("into",), puts=("into",), moved="slot", asks=Asks.CHANCE, chance="shuffle")

    zone: Expr
    into: Expr | None
    slot: int = -1


@op
class Swap(Op):
    """swap the contents of two zones; moved things are kept in `slot`, as those of a Move."""

    does = Does(takes=("first", "second"), puts=("first", "second"), moved="slot")

    first: Expr
    second: Expr
    slot: int = -1


@op
class Reveal(Op):
    """reveal things to all or to one seat."""

    does = Does(shows=("things",))

    things: Expr
    to: Expr | None


@op
class Branch(Op):
    """if test: next, otherwise `otherwise`."""

    does = NOTHING

    test: Expr
    otherwise: int = -1

    def leads(self) -> Ways:
        return [(self.next, "yes"), (self.otherwise, "no")]

    def redirect(self, end: Callable[[int], int], begins: bool = True) -> None:
        self.next, self.otherwise = end(self.next), end(self.otherwise)


@op
class Select(Op):
    """depending on value: branches are (values, as op numbers); `otherwise` where none fits, -1 if all are covered."""

    does = NOTHING

    value: Expr
    branches: list[tuple[tuple[Expr, ...], int]]
    otherwise: int = -1

    def leads(self) -> Ways:
        return [(start, values) for values, start in self.branches] + if_there(self.otherwise, "otherwise")

    def redirect(self, end: Callable[[int], int], begins: bool = True) -> None:
        self.next, self.otherwise = end(self.next), end(self.otherwise)
        if begins:
            self.branches = [(values, end(start)) for values, start in self.branches]


@op
class Begin(Op):
    """for each / repeat n times: fixes the collection in `slot` and starts at its first member."""

    does = Does(binds=(("slot", Holds.ALL, "source"),))

    source: Expr
    slot: int


@op
class Each(Op):
    """The head of a loop: the next member into `name`, or on to `otherwise`. The rest waits in `slot`."""

    does = Does(binds=(("name", Holds.NEXT, "slot"),), keeps=("slot",))

    slot: int
    name: int
    otherwise: int = -1

    def leads(self) -> Ways:
        return [(self.next, "another"), (self.otherwise, "no more")]

    def redirect(self, end: Callable[[int], int], begins: bool = True) -> None:
        self.next, self.otherwise = end(self.next), end(self.otherwise)


@op
class Run(Op):
    """run phase, or run turn for seat."""

    does = Does(runs=("routine",))

    routine: int
    seat: Expr | None

    def surely(self, triggers: Sequence[Listens]) -> set[int]:
        return {self.routine}


@op
class Call(Op):
    """effect(args) for seat as name; without a seat whoever is `me` here is so there."""

    does = Does(runs=("routine",), binds=(("result", Holds.RESULT, ""),))

    routine: int
    args: tuple[Expr, ...]
    bounds: tuple[Bounds | None, ...]
    result: int
    seat: Expr | None = None

    def surely(self, triggers: Sequence[Listens]) -> set[int]:
        return {self.routine}


@op
class EachMoved(Op):
    """moved(thing, from, to) for each thing in `slot`."""

    does = Does(runs=("routine",), moved="slot", keeps=("slot",), authored=False)

    slot: int
    routine: int


@op
class Give(Op):
    """give value"""

    does = Does(goes=Goes.BACK)

    value: Expr
    bounds: Bounds | None = None


@op
class Return(Op):
    """The end of a routine."""

    does = Does(goes=Goes.BACK, authored=False)


@op
class Rest(Op):
    """Below a routine that was started alone: when it is done the play rests, and nobody is asked."""

    does = Does(authored=False)


@op
class End(Op):
    """end turn, phase, step or game."""

    does = Does(goes=Goes.OUT)

    what: str
    winner: Expr | None


@op
class Together(Op):
    """A step for everyone at once: one strand a seat, then the barrier."""

    does = Does(runs=("routine",))

    routine: int


@op
class Held(Op):
    """hold: the triggers wait from here on."""

    does = Does(waits=("triggers",))

    triggers: tuple[int, ...]


@op
class Released(Op):
    """The end of a hold: what was remembered is looked at again."""

    does = Does(fires=("triggers",), authored=False)

    triggers: tuple[int, ...]


@op
class Fire(Op):
    """A `before` or `when` trigger of the event whose routine this is, if its test holds."""

    does = Does(fires=("trigger",), hands_on=True, authored=False)

    trigger: int


@op
class Body(Op):
    """The body of an event (effect -1: it has none), or the outermost `instead of` trigger that applies."""

    does = Does(runs=("effect",), binds=(("result", Holds.RESULT, ""),), hands_on=True, authored=False)

    event: str
    effect: int
    result: int

    def entered(self, triggers: Sequence[Listens]) -> set[int]:
        return super().entered(triggers) | {triggers[n].routine for n in instead_of(self.event, triggers)}

    def surely(self, triggers: Sequence[Listens]) -> set[int]:
        return {self.effect} if self.effect >= 0 and not instead_of(self.event, triggers) else set()


@op
class Proceed(Op):
    """proceed: what this `instead of` trigger stands in place of."""

    does = Does(runs=("effect",), binds=(("result", Holds.RESULT, ""),), hands_on=True)

    trigger: int
    effect: int
    result: int

    def entered(self, triggers: Sequence[Listens]) -> set[int]:
        return super().entered(triggers) | {triggers[n].routine for n in self._others(triggers) if n < self.trigger}

    def surely(self, triggers: Sequence[Listens]) -> set[int]:
        return {self.effect} if self.effect >= 0 and not self._others(triggers) else set()

    def _others(self, triggers: Sequence[Listens]) -> set[int]:
        """Those that stand in the same place as its own trigger."""
        return instead_of(triggers[self.trigger].event, triggers) - {self.trigger}


@op
class Look(Op):
    """`as soon as` triggers whose condition may have changed."""

    does = Does(fires=("triggers",), authored=False)

    triggers: tuple[int, ...]


@op
class Arm(Op):
    """The end of set-up: `as soon as` triggers are armed where their condition does not hold."""

    does = NOTHING


@op
class Require(Op):
    """require test, "words" """

    does = NOTHING

    test: Expr
    words: str


@op
class Remember(Op):
    """The beginning of a turn, where a rule asks whether a position is repeated: it is noted, and `cell` says how often it has
    been there.

    `alike` has for each component the first that is no different from it; `marks` the open counters and states on each;
    `cells` the other open ones, those that hold a component apart in `things`.
    """

    does = Does(sets=("cell",), authored=False)

    cell: Cell
    alike: tuple[int, ...]
    marks: tuple[tuple[int, ...], ...]
    cells: tuple[int, ...]
    things: frozenset[int]


@op
class Tick(Op):
    """One more run of a limited routine."""

    does = NOTHING

    limit: int
