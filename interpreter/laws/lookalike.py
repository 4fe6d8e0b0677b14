"""Another position that looks the same: what a seat may not know is exchanged or changed.

In:  a Spec, a State at a pause, a seat, and a source of chance.
Out: a State in which things that the seat does not know lie in each other's places, everywhere: in zones, in what others
     know, in what rules that wait have in mind; and hidden counters have other values. To the seat both are the same.

A frame holds bare numbers; what a slot means is the type that its routine has for it.

Also: What a seat hears: its log must say the same, had the things that it does not know been others.

Also: What a rule has in mind: a number worked out from hidden things before a question, and let out by its options.
"""

from attrs import define, field

from interpreter import ir
from interpreter.core import types as t
from interpreter.core.frame import LOCALS, ROUTINE
from interpreter.core.question import Over, Pause, Question
from interpreter.core.state import State
from interpreter.engine.machine import Machine
from interpreter.ir.model import Spec
from interpreter.laws.generators import some_value
from interpreter.laws.script import possible
from interpreter.observation.view import Table, view
from interpreter.session.bots import Take
from interpreter.session.log import in_words, Logbook
from interpreter.session.physical_cards import lying, renamed
from interpreter.text.diagnostic import Fault

# ------------------------------------------------------------------ exchanging


def unknown_things(spec: Spec, state: State, seat: int) -> dict[str, list[int]]:
    """By kind, the things whose faces the seat knows neither now nor, in a simultaneous step, knew when it began."""
    table, found = Table(spec, state, seat), {}
    for one in spec.components:
        if not table.known(one.number) and not state.known[one.number] & table.bit:
            found.setdefault(one.kind, []).append(one.number)
    return {kind: things for kind, things in found.items() if len(things) > 1}


def exchanged(spec: Spec, state: State, seat: int, chance) -> dict[int, int]:
    """Which thing takes which thing's place: two of them, or many."""
    into: dict[int, int] = {}
    for things in unknown_things(spec, state, seat).values():
        chosen = chance.sample(things, 2 if chance.random() < 0.5 else len(things))
        into |= dict(zip(chosen, chosen[1:] + chosen[:1], strict=True))
    return into


def look_alike(spec: Spec, state: State, seat: int, chance) -> State:
    """A position that the seat cannot tell from this one."""
    made = relabelled(spec, state, exchanged(spec, state, seat, chance))
    for number, info in enumerate(spec.cells):
        if info.name and not info.sees >> seat & 1:
            made.cells[number] = some_value(spec, info.type, made.cells[number], chance)
    if made.before is not None and state.before is not None:
        made.before = (_hidden_then(spec, made, seat, chance), *made.before[1:])
    return made


def _hidden_then(spec, made, seat, chance) -> tuple:
    cells = list(made.before[0])
    for number, info in enumerate(spec.cells):
        if info.name and not info.sees >> seat & 1:
            cells[number] = some_value(spec, info.type, cells[number], chance)
    return tuple(cells)


def relabelled(spec: Spec, state: State, into: dict[int, int]) -> State:
    """The position with things exchanged everywhere."""
    made = state.copy()
    made.zones = [lying(spec, z, things, state.cells, into) if things else [] for z, things in enumerate(state.zones)]
    for c, other in into.items():
        made.places[other], made.known[other] = state.places[c], state.known[c]
    made.cells = _cells(spec, state.cells, into)
    made.frames = _frames(spec, state.frames, into)
    made.strands = [_frames(spec, frames, into) for frames in state.strands]
    made.pending = [(branch, into.get(c, c), *rest) for branch, c, *rest in state.pending]
    made.holding = [_held(spec, one, into) for one in state.holding]
    if state.before is not None:
        made.before = _before(spec, state.before, into)
    return made


def _before(spec, before, into) -> tuple:
    cells, zones, known = before
    then = list(known)
    for c, other in into.items():
        then[other] = known[c]
    moved = tuple(tuple(lying(spec, z, things, cells, into)) for z, things in enumerate(zones))
    return tuple(_cells(spec, cells, into)), moved, tuple(then)


def _cells(spec, cells, into) -> list:
    return [value if not info.name else renamed(spec, value, info.type, into)
            for info, value in zip(spec.cells, cells, strict=True)]


def _frames(spec, frames, into) -> list[list]:
    made = []
    for frame in frames:
        types = spec.routines[frame[ROUTINE]].slots
        made.append(frame[:LOCALS] + [renamed(spec, value, type_, into) for value, type_ in zip(frame[LOCALS:], types, strict=True)])
    return made


def _held(spec, one, into) -> tuple:
    depth, branch, trigger, args = one
    if args is None:
        return one
    types = spec.routines[spec.triggers[trigger].routine].types
    return depth, branch, trigger, tuple(renamed(spec, a, type_, into) for a, type_ in zip(args, types, strict=True))


def told_again(spec: Spec, what: str, op, facts: tuple, into: dict[int, int]) -> tuple:
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
        return spec.plan[op.asks].type
    return op.source.type if isinstance(value, tuple) else t.element(op.source.type)


# ------------------------------------------------------------------ what a seat hears


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


# ------------------------------------------------------------------ what a rule has in mind


@define(eq=False)
class Before:
    """The pause before: how the table lay, and what was answered."""

    state: State
    replies: list[tuple[Question, object]]


def nothing_recalled(spec: Spec, before: Before, state: State, pause: Pause, chance) -> None:
    """For one of the seats that are asked something."""
    asked = [one for one in pause.questions if not one.of_nature]
    if not asked or any(isinstance(reply, Take) for _, reply in before.replies):
        return
    question = chance.choice(asked)
    into = _exchange(spec, before.state, state, question.seat, chance)
    other = Machine(spec, relabelled(spec, before.state, into)) if into else None
    again = _asked(spec, other, before, question, into) if other is not None else None
    if again is None or view(spec, state, question.seat, []) != view(spec, other.state, question.seat, []):
        return
    mine, theirs = (view(spec, one, question.seat, [put]).asked for one, put in ((state, question), (other.state, again)))
    said = f"{spec.seats[question.seat]} can tell what it may not know from the question {question.name} ({question.span})"
    assert mine == theirs, f"{said}: had hidden things been others when it was prepared, it would be\n  {theirs}\ninstead of\n  {mine}"


def _exchange(spec: Spec, before: State, now: State, seat: int, chance) -> dict[int, int]:
    """Things that the seat knew neither then nor now, each in another's place."""
    into: dict[int, int] = {}
    then = unknown_things(spec, before, seat)
    for kind, things in unknown_things(spec, now, seat).items():
        both = [thing for thing in things if thing in then.get(kind, ())]
        if len(both) > 1:
            chosen = chance.sample(both, 2 if chance.random() < 0.5 else len(both))
            into |= dict(zip(chosen, chosen[1:] + chosen[:1], strict=True))
    return into


def _asked(spec: Spec, other: Machine, before: Before, question: Question, into: dict[int, int]) -> Question | None:
    """The same question put to the same seat after the same answers; None if it is not."""
    try:
        stop = other.advance()
        if isinstance(stop, Over) or [(one.seat, one.op) for one in stop.questions] != [(one.seat, one.op) for one, _ in before.replies]:
            return None
        for put, (_, reply) in zip(stop.questions, before.replies, strict=True):
            reply = renamed(spec, reply, put.type, into)
            if not possible(put, reply):
                return None
            other.answer(put, reply)
        stop = other.advance()
    except Fault:
        return None
    found = [] if isinstance(stop, Over) else [one for one in stop.questions if (one.seat, one.op) == (question.seat, question.op)]
    return found[0] if found else None


__all__ = ["Before", "Ears", "exchanged", "look_alike", "nothing_recalled", "relabelled", "told_again", "unknown_things"]
