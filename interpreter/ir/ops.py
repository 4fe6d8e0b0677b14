"""Ops: statements with their number, their successor, and where they stand.

In:  nothing.
Out: one record a statement. The only ops that no author wrote are loops' heads, returns, barriers, events' moments and the
     places where triggers are looked at. Written by spec/, carried out by run/, never changed once lower/lower.py is done.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import ClassVar, dataclass_transform, TypeVar

from attrs import define, field, frozen

from interpreter.ir.expressions import Cell, Expr
from interpreter.text.diagnostic import InternalError
from interpreter.text.source import Span

F = TypeVar("F")


@dataclass_transform(eq_default=False, field_specifiers=(field,))
def op(form: type[F]) -> type[F]:
    """A class of ops: a record, compared by identity; links are put in once all ops are written."""
    return define(eq=False)(form)


class Asks(Enum):
    """Whom carrying out an op asks."""

    NOBODY = "nobody"
    SEAT = "a seat"
    CHANCE = "chance"
    UNSEEN = "chance, if a card matters that nobody knows"


class Goes(Enum):
    """Where the play goes on after an op."""

    ON = "with one of the ops that it leads to"
    BACK = "where the routine was called"
    OUT = "outside of something that it ends"


class Holds(Enum):
    """What an op puts into a slot."""

    VALUE = "a value"
    MEMBER = "one or some of what a value holds"
    ALL = "what is left of all that a value holds"
    NEXT = "the next of what is left in another slot"
    RESULT = "what is known in play only"


Ways = list[tuple[int, str | tuple[Expr, ...]]]       # numbers of ops, each with its case: in words, or the values for which it is


@frozen
class Binding:
    """A slot to which an op gives something: what, and the expression (of NEXT: the slot) that it comes from."""

    slot: int
    holds: Holds
    of: Expr | int | None = None


@frozen
class Does:
    """What carrying out an op does, most of it by the names of the op's fields. Whoever asks what an op does asks this.

    sets      counters and states that get another value
    adds      those whose value is raised or lowered, so that it hangs on the value before
    moves     things that leave where they lie
    takes     zones from which things are taken, or in which all lies otherwise afterwards
    draws     zones from whose top things are taken
    mixes     zones that are shuffled with what comes
    puts      zones or places in which things come to lie
    anywhere  things come to lie where no field says
    shows     things that somebody sees
    moved     the slot that keeps each thing that has moved, from where and to where
    binds     (slot, what it holds, the field that it comes from or none)
    options   values by which a question can be answered in one way or another
    asks      whom
    chance    what chance does, in a word
    runs      numbers of routines that are entered, -1 for none
    fires     numbers of triggers whose routines may be entered
    waits     numbers of triggers that wait from here on
    goes      where the play goes on
    authored  whether an author wrote it, or only the machine knows of it
    """

    sets: tuple[str, ...] = ()
    adds: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()
    draws: tuple[str, ...] = ()
    mixes: tuple[str, ...] = ()
    puts: tuple[str, ...] = ()
    anywhere: bool = False
    shows: tuple[str, ...] = ()
    moved: str = ""
    binds: tuple[tuple[str, Holds, str], ...] = ()
    options: tuple[str, ...] = ()
    asks: Asks = Asks.NOBODY
    chance: str = ""
    runs: tuple[str, ...] = ()
    fires: tuple[str, ...] = ()
    waits: tuple[str, ...] = ()
    goes: Goes = Goes.ON
    authored: bool = True

    @property
    def cells(self) -> tuple[str, ...]:
        """The counters and states that change."""
        return self.sets + self.adds

    @property
    def leaving(self) -> tuple[str, ...]:
        """What things leave, or are stirred in."""
        return self.moves + self.takes + self.draws + self.mixes

    @property
    def filled(self) -> tuple[str, ...]:
        """Where things only come to lie."""
        return tuple(name for name in self.puts if name not in self.takes)

    @property
    def places(self) -> tuple[str, ...]:
        """The fields that say where, and whose value is not looked at."""
        return tuple(dict.fromkeys((*self.cells, *self.takes, *self.draws, *self.mixes, *self.puts)))

    @property
    def relocates(self) -> bool:
        """Does anything lie elsewhere, or otherwise, afterwards?"""
        return bool(self.leaving or self.puts or self.anywhere)


NOTHING = Does()


@op
class Op:
    """A statement: its number, what comes after it, and where it stands. `does` says what carrying it out does; a class that
    does not say so itself is refused."""

    does: ClassVar[Does]

    span: Span = field(repr=False, kw_only=True)
    number: int = field(default=-1, kw_only=True)
    next: int = field(default=-1, kw_only=True)

    def __init_subclass__(cls) -> None:
        if "does" not in vars(cls):
            raise InternalError(f"{cls.__name__} does not say what it does")

    def leads(self) -> Ways:
        """The ops that may come next in the same routine, each with its case."""
        return [(self.next, "")] if self.does.goes is Goes.ON else []

    def redirect(self, end: Callable[[int], int], begins: bool = True) -> None:
        """Whatever led to `n` leads to `end(n)`; without `begins` the ways into blocks below it stay as they are."""
        self.next = end(self.next)

    def entered(self, triggers: Sequence) -> set[int]:
        """The routines that it may enter; free actions apart."""
        found = {number for name in self.does.runs if (number := getattr(self, name)) >= 0}
        return found | {triggers[number].routine for name in self.does.fires for number in _several(getattr(self, name))}

    def surely(self, triggers: Sequence) -> set[int]:
        """The routines that it enters whatever happens, where it is one that always comes back."""
        return set()

    def bindings(self) -> Iterator[Binding]:
        """The slots to which it gives something."""
        for name, holds, source in self.does.binds:
            slot = getattr(self, name)
            if slot >= 0:
                yield Binding(slot, holds, getattr(self, source) if source else None)


def _several(numbers: int | tuple[int, ...]) -> tuple[int, ...]:
    return (numbers,) if isinstance(numbers, int) else numbers


def if_there(number: int, case: str) -> Ways:
    """The way to an op, if there is one."""
    return [(number, case)] if number >= 0 else []


def instead_of(event: str, triggers: Sequence) -> set[int]:
    """The numbers of the `instead of` triggers of an event."""
    return {one.number for one in triggers if one.event == event and one.moment == "instead"}


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
    bounds: tuple | None = None


@op
class SetCell(Op):
    """set counter to value; `bounds` (low, high) where the checker could not see that it fits."""

    does = Does(sets=("cell",))

    cell: Cell
    value: Expr
    bounds: tuple | None


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

    does = Does(binds=(("slot", Holds.RESULT, ""),))

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

    does = Does(draws=("source",), puts=("to",), moved="slot", binds=(("name", Holds.MEMBER, "to"),), asks=Asks.UNSEEN)

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
    branches: list
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

    does = Does(binds=(("name", Holds.NEXT, "slot"),))

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

    def surely(self, triggers: Sequence) -> set[int]:
        return {self.routine}


@op
class Call(Op):
    """effect(args) as name"""

    does = Does(runs=("routine",), binds=(("result", Holds.RESULT, ""),))

    routine: int
    args: tuple[Expr, ...]
    bounds: tuple
    result: int

    def surely(self, triggers: Sequence) -> set[int]:
        return {self.routine}


@op
class EachMoved(Op):
    """moved(thing, from, to) for each thing in `slot`."""

    does = Does(runs=("routine",), moved="slot", authored=False)

    slot: int
    routine: int


@op
class Give(Op):
    """give value"""

    does = Does(goes=Goes.BACK)

    value: Expr
    bounds: tuple | None = None


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

    does = Does(fires=("trigger",), authored=False)

    trigger: int


@op
class Body(Op):
    """The body of an event (effect -1: it has none), or the outermost `instead of` trigger that applies."""

    does = Does(runs=("effect",), binds=(("result", Holds.RESULT, ""),), authored=False)

    event: str
    effect: int
    result: int

    def entered(self, triggers: Sequence) -> set[int]:
        return super().entered(triggers) | {triggers[n].routine for n in instead_of(self.event, triggers)}

    def surely(self, triggers: Sequence) -> set[int]:
        return {self.effect} if self.effect >= 0 and not instead_of(self.event, triggers) else set()


@op
class Proceed(Op):
    """proceed: what this `instead of` trigger stands in place of."""

    does = Does(runs=("effect",), binds=(("result", Holds.RESULT, ""),))

    trigger: int
    effect: int
    result: int

    def entered(self, triggers: Sequence) -> set[int]:
        return super().entered(triggers) | {triggers[n].routine for n in self._others(triggers) if n < self.trigger}

    def surely(self, triggers: Sequence) -> set[int]:
        return {self.effect} if self.effect >= 0 and not self._others(triggers) else set()

    def _others(self, triggers: Sequence) -> set[int]:
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
class Tick(Op):
    """One more run of a limited routine."""

    does = NOTHING

    limit: int
