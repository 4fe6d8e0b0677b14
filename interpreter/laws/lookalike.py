"""Positions that look the same to a seat: what it may not know is exchanged or changed, and nothing that it meets may differ.

In:  a Spec, a State at a pause, a seat, and a source of chance.
Out: `look_alike`, a State in which things that the seat does not know lie in each other's places, everywhere: in zones, in what
     others know, in the locals of rules that wait; and hidden counters have other values. `Ears` and `nothing_recalled` raise a
     Broken.

Three things are compared with the help of such a position: view and question of the seat (`view_law` in laws/laws.py), what the
log tells it (`Ears`), and what it is asked at the next pause, when rules have worked something out from hidden things before
they ask (`nothing_recalled`). A frame holds bare numbers; what a slot means is the type that its routine has for it.
"""

from collections.abc import Sequence
from random import Random

from attrs import define, field

from interpreter import ir
from interpreter.core import types as t
from interpreter.core.question import Over, Pause, Question
from interpreter.core.state import State
from interpreter.engine.machine import Machine
from interpreter.ir.model import Spec
from interpreter.laws.generators import some_value
from interpreter.laws.script import Broken, possible
from interpreter.observation.relabelling import Into, relabelled, renamed, unknown_things
from interpreter.observation.view import view
from interpreter.session.bots import Take
from interpreter.session.log import in_words, Logbook
from interpreter.text.diagnostic import Fault

# ------------------------------------------------------------------ exchanging


def exchanged(spec: Spec, state: State, seat: int, chance: Random) -> dict[int, int]:
    """Which thing takes which thing's place: two of them, or many."""
    into: dict[int, int] = {}
    for things in unknown_things(spec, state, seat).values():
        chosen = chance.sample(things, 2 if chance.random() < 0.5 else len(things))
        into |= dict(zip(chosen, chosen[1:] + chosen[:1], strict=True))
    return into


def look_alike(spec: Spec, state: State, seat: int, chance: Random) -> State:
    """A position that the seat cannot tell from this one."""
    other = relabelled(spec, state, exchanged(spec, state, seat, chance))
    other.cells = _hidden_changed(spec, other.cells, seat, chance)
    if other.before is not None and state.before is not None:
        other.before = (tuple(_hidden_changed(spec, other.before[0], seat, chance)), *other.before[1:])
    return other


def _hidden_changed(spec: Spec, before: Sequence, seat: int, chance: Random) -> list:
    """The counters with other values where the seat may not see them."""
    cells = list(before)
    for number, info in enumerate(spec.cells):
        if info.name and not info.sees >> seat & 1:
            cells[number] = some_value(spec, info.type, cells[number], chance)
    return cells


def told_again(spec: Spec, what: str, op, facts: tuple, into: Into) -> tuple:
    """What the observer would have been told, had the things been exchanged."""
    match what, facts:
        case "move", (moved, deferred):
            return renamed(spec, moved, t.MOVED, into), deferred
        case "reveal", (things, seats):
            return tuple(into.get(c, c) for c in things), seats
        case "answer", (question, value):
            return question, renamed(spec, value, question.type, into)
        case "forced", (seat, value):
            return seat, renamed(spec, value, op.type, into)
        case "pick", (value, seats):
            return renamed(spec, value, _picked(spec, op, value), into), seats
        case "stays", (piece,):
            return (into.get(piece, piece),)
    return facts


def _picked(spec: Spec, op, value) -> t.Type | None:
    """The type of what was picked, or of what an answer with unseen cards came to mean."""
    if isinstance(op, ir.Blind):
        asking = spec.plan[op.asks]
        return asking.type if isinstance(asking, ir.Ask) else t.element(op.source.type)
    return op.source.type if isinstance(value, tuple) else t.element(op.source.type)


# ------------------------------------------------------------------ what a seat hears


RENEWED = 0.1                                      # of the pauses at which somebody else is listened to from then on


@define(eq=False)
class Ears:
    """The log of one seat after the other, as it is (`real`) and as it would be (`other`) had things that the seat does not
    know been others: `into` says which thing takes which thing's place."""

    spec: Spec
    machine: Machine
    chance: Random
    seat: int = 0
    into: Into = field(factory=dict)
    real: Logbook | None = field(init=False, default=None)
    other: Logbook | None = field(init=False, default=None)

    def begin(self, state: State) -> tuple[Logbook, Logbook]:
        """Two empty logs, for any seat."""
        self.seat = self.chance.randrange(len(self.spec.seats))
        self.into = exchanged(self.spec, state, self.seat, self.chance)
        self.real, self.other = Logbook(self.spec, self.machine), Logbook(self.spec)
        return self.real, self.other

    def hear(self, what: str, op, branch: int, *facts) -> None:
        """The machine's observer."""
        state, real, other = self.machine.state, self.real, self.other
        if real is None or other is None or not self._still_unknown(state):
            real, other = self.begin(state)
        other.machine = Machine(self.spec, relabelled(self.spec, state, self.into))
        other.machine.frames = self.machine.frames
        count = len(real.lines)
        real.tell(what, op, branch, *facts)
        other.tell(what, op, branch, *told_again(self.spec, what, op, facts, self.into))
        if branch in (-1, self.seat):
            self._compare(_told_now(real, self.seat, count), _told_now(other, self.seat, count), op)

    def _still_unknown(self, state: State) -> bool:
        unknown = {thing for things in unknown_things(self.spec, state, self.seat).values() for thing in things}
        return unknown.issuperset(self.into)

    def compare(self) -> None:
        """At a pause: the logs as they would be read now."""
        if self.real is not None and self.other is not None:
            mine, theirs = ([line.text for line in book.told_to(self.seat)] for book in (self.real, self.other))
            self._compare(mine, theirs, None)
            if self.chance.random() < RENEWED:
                self.real = None

    def _compare(self, mine: list[str], theirs: list[str], op) -> None:
        if mine != theirs:
            k = next((k for k, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), min(len(mine), len(theirs)))
            said, otherwise = (", ".join(f"`{line}`" for line in lines[k:k + 1]) or "nothing" for lines in (mine, theirs))
            where = f" ({op.span})" if op is not None and op.span is not None else ""
            raise Broken(f"{self.spec.seats[self.seat]} is told what it may not know{where}: {said}, and {otherwise} had "
                         "the things it does not know been others")


def _told_now(book: Logbook, seat: int, since: int) -> list[str]:
    return [in_words(book.spec, line, seat) for line in book.lines[since:] if line.sees >> seat & 1]


# ------------------------------------------------------------------ what a rule has in mind


@define(eq=False)
class Before:
    """The pause before: how the table lay, and what was answered."""

    state: State
    replies: list[tuple[Question, object]]


def nothing_recalled(spec: Spec, before: Before, state: State, pause: Pause, chance: Random) -> None:
    """For one of the seats that are asked something: had hidden things been others at the pause before, it is asked the
    same."""
    asked = [question for question in pause.questions if not question.of_nature]
    if not asked or any(isinstance(reply, Take) for _, reply in before.replies):
        return
    question = chance.choice(asked)
    into = _exchange(spec, before.state, state, question.seat, chance)
    if not into:
        return
    other = Machine(spec, relabelled(spec, before.state, into))
    again = _asked(other, before, question, into)
    if again is None or view(spec, state, question.seat, []) != view(spec, other.state, question.seat, []):
        return
    mine = view(spec, state, question.seat, [question]).asked
    theirs = view(spec, other.state, question.seat, [again]).asked
    if mine != theirs:
        raise Broken(f"{spec.seats[question.seat]} can tell what it may not know from the question {question.name} "
                     f"({question.span}): had hidden things been others when it was prepared, it would be\n  {theirs}\n"
                     f"instead of\n  {mine}")


def _exchange(spec: Spec, before: State, now: State, seat: int, chance: Random) -> Into:
    """Things that the seat knew neither then nor now, each in another's place."""
    into: Into = {}
    then = unknown_things(spec, before, seat)
    for kind, things in unknown_things(spec, now, seat).items():
        both = [thing for thing in things if thing in then.get(kind, ())]
        if len(both) > 1:
            chosen = chance.sample(both, 2 if chance.random() < 0.5 else len(both))
            into |= dict(zip(chosen, chosen[1:] + chosen[:1], strict=True))
    return into


def _asked(other: Machine, before: Before, question: Question, into: Into) -> Question | None:
    """The same question put to the same seat after the same answers; None if it is not."""
    try:
        stop = other.advance()
        then = [(put.seat, put.op) for put, _ in before.replies]
        if isinstance(stop, Over) or [(put.seat, put.op) for put in stop.questions] != then:
            return None
        for put, (_, reply) in zip(stop.questions, before.replies, strict=True):
            reply = renamed(other.spec, reply, put.type, into)
            if not possible(put, reply):
                return None
            other.answer(put, reply)
        stop = other.advance()
    except Fault:
        return None
    if isinstance(stop, Over):
        return None
    return next((put for put in stop.questions if (put.seat, put.op) == (question.seat, question.op)), None)


__all__ = ["Before", "Ears", "exchanged", "look_alike", "nothing_recalled", "relabelled", "told_again", "unknown_things"]
