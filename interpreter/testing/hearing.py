"""What a seat hears: its log must say the same, had the things that it does not know been others.

In:  a Machine, whose every event is passed on, and a source of chance.
Out: an AssertionError that names the seat, the line it is told and the one it would be told.

Two logs are kept for one seat: what happened, and what would have happened with some things it does not know in each other's
places. They are compared line by line as it happens, and as wholes at every pause: a line may be told later than it happens (what
others did in a simultaneous step), or be told because of what it caused. As soon as the seat gets to know one of the exchanged
things, two new logs are begun, for another seat.
"""

from attrs import define, field

from interpreter.core.state import State
from interpreter.play.log import Logbook, in_words
from interpreter.run.machine import Machine
from interpreter.spec.model import Spec
from interpreter.testing.swapping import (
    exchanged,
    relabelled,
    told_again,
    unknown_things,
)

RENEWED = 0.1                                      # of the pauses at which somebody else is listened to from then on


@define(eq=False)
class Ears:
    """One seat after the other; `into` says which thing takes which thing's place."""

    spec: Spec
    machine: Machine
    chance: object
    seat: int = 0
    into: dict[int, int] = field(factory=dict)
    real: Logbook = field(init=False, default=None)
    other: Logbook = field(init=False, default=None)

    def begin(self, state: State) -> None:
        """Two empty logs, for anybody."""
        self.seat = self.chance.randrange(len(self.spec.seats))
        self.into = exchanged(self.spec, state, self.seat, self.chance)
        self.real, self.other = Logbook(self.spec, self.machine), Logbook(self.spec)

    def hear(self, what: str, op, branch: int, *facts) -> None:
        """The machine's observer."""
        state = self.machine.state
        if self.real is None or not self._still_unknown(state):
            self.begin(state)
        self.other.machine = Machine(self.spec, relabelled(self.spec, state, self.into))
        self.other.machine.frames = self.machine.frames
        count = len(self.real.lines)
        self.real.tell(what, op, branch, *facts)
        self.other.tell(what, op, branch, *told_again(self.spec, what, op, facts, self.into))
        if branch in (-1, self.seat):
            self._compare(*(_told_now(book, self.seat, count) for book in (self.real, self.other)), op)

    def _still_unknown(self, state: State) -> bool:
        unknown = {thing for things in unknown_things(self.spec, state, self.seat).values() for thing in things}
        return unknown.issuperset(self.into)

    def compare(self) -> None:
        """At a pause: the logs as they would be read now."""
        if self.real is not None:
            mine, theirs = ([one.text for one in book.told_to(self.seat)] for book in (self.real, self.other))
            self._compare(mine, theirs, None)
            if self.chance.random() < RENEWED:
                self.real = None

    def _compare(self, mine: list[str], theirs: list[str], op) -> None:
        if mine != theirs:
            k = next((k for k, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), min(len(mine), len(theirs)))
            said, otherwise = (", ".join(f"`{one}`" for one in lines[k:k + 1]) or "nothing" for lines in (mine, theirs))
            where = f" ({op.span})" if op is not None and op.span is not None else ""
            raise AssertionError(f"{self.spec.seats[self.seat]} is told what it may not know{where}: {said}, and {otherwise} had "
                                 "the things it does not know been others")


def _told_now(book: Logbook, seat: int, since: int) -> list[str]:
    return [in_words(book.spec, line, seat) for line in book.lines[since:] if line.sees >> seat & 1]


__all__ = ["Ears"]
