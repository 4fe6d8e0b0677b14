"""The law of triggers: where two triggers, or two members of one, come at the same moment and no line says which is first,
both orders come to the same.

In:  a Spec and a Script.
Out: nothing, or a Broken that names the triggers and says what differs.

The pairs are those of check/trigger_order.py; so are the `as soon as` triggers whose own members may matter to one another,
which are carried out from the last to the first instead. A play is cut into parts wherever no rule is in the middle of one of
their events. A part in which one of a pair has run is played once more from where it began, with the declarations of the two
exchanged and with the same answers to the same questions; then the tables are compared, and what is asked next.
"""

from collections import deque
from collections.abc import Iterator
from copy import copy

from attrs import define, field

from interpreter import ir
from interpreter.check.control_flow import Plan
from interpreter.check.trigger_order import divided, Pair, unordered
from interpreter.core import types as t
from interpreter.core.derived import derived
from interpreter.core.frame import ROUTINE
from interpreter.core.question import Over, Pause, Question
from interpreter.core.state import State
from interpreter.engine.machine import Machine, start
from interpreter.ir.model import Spec, Trigger, ZoneInfo
from interpreter.laws.counterexample import in_rules, thing_words
from interpreter.laws.script import Broken, Cast, default, give, MOST_PAUSES, possible, Script
from interpreter.session.bots import Take
from interpreter.session.streams import source_of
from interpreter.text.diagnostic import Fault, Unplayable

Replies = list[tuple[tuple, object]]               # (seat or source, name of the question) and the reply


@derived
def rivals(spec: Spec) -> list[tuple[Pair, Spec]]:
    """The pairs that nothing orders, and the rules with the two exchanged."""
    return [(pair, exchanged(spec, pair)) for pair in unordered(Plan(spec))]


@derived
def members_of(spec: Spec) -> list[Trigger]:
    """The triggers whose `for each` members matter to one another, and of whose order nothing is said."""
    return [trigger for trigger in divided(Plan(spec))
            if trigger.in_seat_order or trigger.each is not None and not t.ordered(trigger.each.type)]


def exchanged(spec: Spec, pair: Pair) -> Spec:
    """The same rules, had each of the two triggers been written in the other's place."""
    other = {pair.first.number: pair.second.number, pair.second.number: pair.first.number}
    turned = copy(spec)
    turned.plan = [_with(op, other) for op in spec.plan]
    turned.places = tuple(spec.places[other.get(number, number)] for number in range(len(spec.places)))
    return turned


def _with(op: ir.Op, other: dict[int, int]) -> ir.Op:
    """The op with the numbers of the two triggers exchanged."""
    changes: dict[str, int | tuple[int, ...]] = {}
    for name in op.does.fires + op.does.waits:
        numbers = getattr(op, name)
        if isinstance(numbers, int):
            changes[name] = other.get(numbers, numbers)
        elif other.keys() <= set(numbers):
            changes[name] = tuple(other.get(number, number) for number in numbers)
    if not changes:
        return op
    turned = copy(op)
    for name, numbers in changes.items():
        setattr(turned, name, numbers)
    return turned


# ------------------------------------------------------------------ one play


@define(eq=False)
class Stretch:
    """A part of a play: the table where it began, the replies since, and the triggers that have run."""

    began: State
    at_start: bool                                 # before set-up
    replies: Replies = field(factory=list)
    ran: list[tuple] = field(factory=list)         # (trigger, arguments)


def either_order(spec: Spec, script: Script) -> None:
    """Plays, and looks at every part in which one of a pair has run."""
    pairs, members = rivals(spec), members_of(spec)
    if not pairs and not members:
        return
    inside = _routines(spec, [*(trigger for pair, _ in pairs for trigger in (pair.first, pair.second)), *members])
    machine, cast = Machine(spec, start(spec)), Cast(spec, script)
    part = Stretch(machine.state.copy(), True)
    machine.tell = lambda what, op, branch, *facts: part.ran.append(facts) if what == "trigger" else None
    for _ in range(MOST_PAUSES):
        try:
            stop = machine.advance()
        except (Fault, Unplayable):
            return                                 # the law that plays come to their end tells it
        if _rests(machine, stop, inside):
            ran = [number for number, _ in part.ran]
            for pair, other in pairs:
                if pair.first.number in ran or pair.second.number in ran:
                    _compare(machine, stop, pair, _replayed(other, part, inside))
            for trigger in members:
                if trigger.number in ran:
                    _compare_members(machine, stop, trigger, _replayed(spec, part, inside, trigger.number))
            part = Stretch(machine.state.copy(), False)
        if isinstance(stop, Over):
            return
        for question in stop.questions:
            reply = cast.reply(machine, question)
            part.replies.append((_key(machine, question), reply))
            give(machine, question, reply)


def _routines(spec: Spec, triggers: list[Trigger]) -> frozenset[int]:
    """The routines of the triggers and of their events."""
    events = [spec.routine(trigger.event, "event") for trigger in triggers if trigger.event]
    return frozenset([trigger.routine for trigger in triggers] + [event.number for event in events if event is not None])


def _rests(machine: Machine, stop: Pause | Over, inside: frozenset[int]) -> bool:
    """Is no rule in the middle of one of these routines, or of a step for everyone at once?"""
    state = machine.state
    return isinstance(stop, Over) or not state.strands and not any(frame[ROUTINE] in inside for frame in state.frames)


def _key(machine: Machine, question: Question) -> tuple:
    if question.of_nature:
        return source_of(machine.spec, question, machine.branch), question.name
    return question.seat, question.name


@define(eq=False)
class Replayed:
    """Where a part came to in the other order: the machine, and a pause, the end, or a fault."""

    machine: Machine
    stop: Pause | Over | Fault


def _replayed(spec: Spec, part: Stretch, inside: frozenset[int], turned: int = -1) -> Replayed:
    """The part once more: the same question gets the same reply, a new one what it gets by default; with the members of a
    trigger from the last to the first, if one is given."""
    machine = Machine(spec, part.began.copy(), turned=turned)
    left: dict[tuple, deque] = {}
    for key, reply in part.replies:
        left.setdefault(key, deque()).append(reply)
    answered = part.at_start
    try:
        for _ in range(MOST_PAUSES):
            stop = machine.advance()
            if answered and _rests(machine, stop, inside) or isinstance(stop, Over):
                break
            answered = True
            for question in stop.questions:
                give(machine, question, _reply(machine, question, left.get(_key(machine, question))))
    except Fault as fault:
        return Replayed(machine, fault)
    return Replayed(machine, stop)


def _reply(machine: Machine, question: Question, left: deque | None):
    if left and (isinstance(left[0], Take) or possible(question, left[0])):
        reply = left.popleft()
        if possible(question, reply):
            return reply
    return default(machine, question)


# ------------------------------------------------------------------ what differs


def _compare(machine: Machine, stop: Pause | Over, pair: Pair, other: Replayed) -> None:
    """Raises a Broken if the two came to different ends."""
    said = next(_differences(machine, stop, other), None)
    if said is None:
        return
    first, second = pair.first.name, pair.second.name
    what, so, otherwise, then = said
    words = f"no `order` says which of `{first}` and `{second}` comes first, and it matters; " \
            f"with `{first}` first, {what} {so}; with `{second}` first, {otherwise}"
    note = f"{then}  # {otherwise} if `{second}` came first" if then else ""
    raise Broken(words, (first, second), pair.second.span, note)


def _compare_members(machine: Machine, stop: Pause | Over, trigger: Trigger, other: Replayed) -> None:
    """Raises a Broken if it makes a difference which member of a trigger comes first."""
    said = next(_differences(machine, stop, other), None)
    if said is None:
        return
    what, so, otherwise, then = said
    words = f"`{trigger.name}` is due for several at once, and it matters which comes first; from the first to the last, " \
            f"{what} {so}; from the last to the first, {otherwise}"
    note = f"{then}  # {otherwise} from the last to the first" if then else ""
    raise Broken(words, (trigger.name,), trigger.span, note)


Difference = tuple[str, str, str, str]             # what, how it is, how it would be, a `then` line that says how it is


def _differences(machine: Machine, stop: Pause | Over, other: Replayed) -> Iterator[Difference]:
    """What is not the same, the most telling first."""
    spec = machine.spec
    if isinstance(other.stop, Fault):
        yield "the rules", "go on", f"they do not: {other.stop.message}", ""
        return
    if isinstance(stop, Over) and isinstance(other.stop, Over):
        if stop != other.stop:
            yield "the end is", _end(spec, stop), _end(spec, other.stop), ""
        return
    yield from _cells(spec, machine.state, other.machine.state)
    yield from _zones(spec, machine.state, other.machine.state)
    if _next(stop) != _next(other.stop):
        yield "what comes next is", _asked(spec, stop), _asked(spec, other.stop), ""
    known, others = machine.state.known, other.machine.state.known
    for component in spec.components:
        if known[component.number] != others[component.number]:
            so, otherwise = (_seats(spec, masks[component.number]) for masks in (known, others))
            yield f"{component.id} is known to", so, otherwise, ""


def _cells(spec: Spec, state: State, other: State) -> Iterator[Difference]:
    for number, info in enumerate(spec.cells):
        if info.name and state.cells[number] != other.cells[number]:
            so, otherwise = (spec.words(position.cells[number], info.type) for position in (state, other))
            written = in_rules(spec, state.cells[number], info.type)
            yield f"{info.label} is", so, otherwise, f"then {info.label} is {written}" if _plain(info.label) else ""


def _zones(spec: Spec, state: State, other: State) -> Iterator[Difference]:
    for number, info in enumerate(spec.zones):
        if state.zones[number] != other.zones[number]:
            so, otherwise = (", ".join(spec.components[c].id for c in _listed(info, position.zones[number])) or "nothing"
                             for position in (state, other))
            written = ", ".join(thing_words(spec, c) for c in _listed(info, state.zones[number]))
            then = f"then {info.label} holds {written}" if written else f"then {info.label} is empty"
            yield f"{info.label} holds", so, otherwise, then if _plain(info.label) else ""


def _listed(info: ZoneInfo, things: list[int]) -> list[int]:
    """From the top, as scenarios list them."""
    return things[::-1] if info.shape in ("pile", "stack") else things


def _plain(label: str) -> bool:
    """Is the label one that an author can write in a scenario?"""
    return all(part.isidentifier() for part in label.split("."))


def _end(spec: Spec, over: Over) -> str:
    won = ", ".join(spec.seats[seat] for seat in over.winners) or "nobody"
    return f"{over.how}, won by {won} ({', '.join(map(str, over.totals))} points)"


def _next(stop: Pause | Over) -> list:
    if isinstance(stop, Over):
        return [stop.how]
    return [(question.seat, question.name, question.options, question.offers) for question in stop.questions]


def _asked(spec: Spec, stop: Pause | Over) -> str:
    if isinstance(stop, Over):
        return "the end of the game"
    return ", ".join(question.name if question.of_nature else f"{spec.seats[question.seat]}'s {question.name}"
                     for question in stop.questions)


def _seats(spec: Spec, mask: int) -> str:
    return ", ".join(name for k, name in enumerate(spec.seats) if mask >> k & 1) or "nobody"


__all__ = ["either_order", "exchanged", "members_of", "rivals"]
