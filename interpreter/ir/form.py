"""What every expression and op says about itself: the bases, and the facts that checks, printers and the engine ask for.

In:  nothing.
Out: Expr with Reads (what working it out looks at), Op with Does (what carrying it out does), and the words in which Does is
     written: Asks, Goes, Holds, Binding. A class that does not state its facts raises InternalError when Python reads it.

The forms themselves: ir/expressions.py, ir/ops.py, ir/question_ops.py.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import cache
from typing import ClassVar, dataclass_transform, Protocol, TypeVar

from attrs import define, field, frozen

from interpreter.core.types import Type
from interpreter.ir.kinds import Timing
from interpreter.text.diagnostic import InternalError
from interpreter.text.source import record_text, Span

F = TypeVar("F")
R = TypeVar("R")
Bounds = tuple[int | None, int | None]                  # the lowest and the highest value that is taken, None: any


def per_class(work_out: Callable[[type], R]) -> Callable[[type], R]:
    """Works a result out once for each class."""
    return cache(work_out)


class Listens(Protocol):
    """What an op has to know of a trigger (ir/model.py's Trigger)."""

    number: int
    moment: Timing
    event: str
    routine: int


# ------------------------------------------------------------------ expressions


@dataclass_transform(eq_default=False, frozen_default=True, field_specifiers=(field,))
def expression(form: type[F]) -> type[F]:
    """A class of expressions: a frozen record, compared by identity."""
    return frozen(eq=False, repr=False)(form)


class Reads(Enum):
    """What working out an expression looks at, its parts apart."""

    NOTHING = "nothing"
    NAME = "a name in the frame"
    ME = "whose turn it is"
    CELL = "the counter or state of `family`"
    ZONE = "the zone of `family`"
    PLACE = "where the components of the type of `of` lie"
    KIND = "where all components of the type that it holds lie"
    TABLE = "anything on the table"


@expression
class Expr:
    """A pure value: its type, and where it stands.

    reads      what it looks at itself
    binds      the fields with the slots to which it gives values while it is worked out
    elsewhere  the fields whose expressions are worked out in another frame
    on_copy    the fields whose expressions are worked out on another table
    """

    reads: ClassVar[Reads]
    binds: ClassVar[tuple[str, ...]] = ()
    elsewhere: ClassVar[tuple[str, ...]] = ()
    on_copy: ClassVar[tuple[str, ...]] = ()

    type: Type = field(kw_only=True)
    span: Span = field(repr=False, kw_only=True)

    __repr__ = record_text

    def __init_subclass__(cls) -> None:
        if "reads" not in vars(cls):
            raise InternalError(f"{cls.__name__} does not say what it reads")


# ------------------------------------------------------------------ ops


@dataclass_transform(eq_default=False, field_specifiers=(field,))
def op(form: type[F]) -> type[F]:
    """A class of ops: a record, compared by identity; links are put in once all ops are written."""
    return define(eq=False, repr=False)(form)


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


# numbers of ops, each with its case: in words, or the values for which it is taken
Ways = list[tuple[int, str | tuple[Expr, ...]]]


@frozen
class Binding:
    """A slot to which an op gives something: what, and the expression (of NEXT: the slot) that it comes from."""

    slot: int
    holds: Holds
    of: Expr | int | None = None


@frozen
class Does:
    """What carrying out an op does, most of it by the names of the op's fields. Checks, printers and the engine ask this.

    sets      counters and states that get another value
    adds      those whose value is raised or lowered, so that it depends on the value before
    moves     things that leave where they lie
    takes     zones from which things are taken, or in which all lies otherwise afterwards
    draws     zones from whose top things are taken
    mixes     zones that are shuffled with what comes
    puts      zones or places in which things come to lie
    anywhere  things come to lie where no field says
    shows     things that somebody sees
    moved     the slot that keeps each thing that has moved, from where and to where
    binds     (slot, what it holds, the field that it comes from or none)
    keeps     slots whose value from before it looks at: where it is under way, or what it changes
    options   values by which a question can be answered in one way or another
    asks      whom
    chance    what chance does, in a word
    runs      numbers of routines that are entered, -1 for none
    fires     numbers of triggers whose routines may be entered
    hands_on  whether what it enters is given the arguments of the routine
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
    keeps: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    asks: Asks = Asks.NOBODY
    chance: str = ""
    runs: tuple[str, ...] = ()
    fires: tuple[str, ...] = ()
    hands_on: bool = False
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
    """A statement: its number, what comes after it, where it stands, and in `does` what carrying it out does."""

    does: ClassVar[Does]

    span: Span = field(repr=False, kw_only=True)
    number: int = field(default=-1, kw_only=True)
    next: int = field(default=-1, kw_only=True)

    __repr__ = record_text

    def __init_subclass__(cls) -> None:
        if "does" not in vars(cls):
            raise InternalError(f"{cls.__name__} does not say what it does")

    def leads(self) -> Ways:
        """The ops that may come next in the same routine, each with its case."""
        return [(self.next, "")] if self.does.goes is Goes.ON else []

    def redirect(self, end: Callable[[int], int], begins: bool = True) -> None:
        """Whatever led to `n` leads to `end(n)`; without `begins` the ways into blocks below it stay as they are."""
        self.next = end(self.next)

    def entered(self, triggers: Sequence[Listens]) -> set[int]:
        """The routines that it may enter; free actions apart."""
        routines = {number for name in self.does.runs if (number := getattr(self, name)) >= 0}
        return routines | {triggers[number].routine for name in self.does.fires for number in _several(getattr(self, name))}

    def surely(self, triggers: Sequence[Listens]) -> set[int]:
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


def instead_of(event: str, triggers: Sequence[Listens]) -> set[int]:
    """The numbers of the `instead of` triggers of an event."""
    return {trigger.number for trigger in triggers if trigger.event == event and trigger.moment == Timing.INSTEAD}
