"""The laws: what must hold for the rules of any game.

In:  a Spec and a Script (a play as a few numbers; see laws/script.py), or a position.
Out: nothing, or a Broken that says what is broken, where and by which play. No law uses `assert`, so that `python -O` leaves
     them as they are; tests/laws/test_catching.py has for each comparison something that only this comparison catches.

    in_order        every thing lies in one place, zones hold what they may, counters are in their ranges
    plays_in_order  in_order and the game's own `always` lines at every pause of a play; `deep`: after every op, too
    same_again      the same answers give the same play, byte for byte
    named_otherwise  the play does not depend on what the players are called, nor on who of them sits where
    copies_apart    a copy has a future of its own
    saved           saved as JSON and loaded at every pause, the play is the same
    any_order       simultaneous answers may be given in any order
    nothing_hidden  the view law: what a seat may not know changes nothing that it sees, hears or may choose
"""

import json
from collections.abc import Iterable, Sequence
from itertools import permutations
from random import Random

from interpreter.core.derived import derived
from interpreter.core.question import Over, Pause, Question
from interpreter.core.state import IN_TRANSIT, State
from interpreter.core.types import Int
from interpreter.engine.evaluate import HEAP
from interpreter.engine.machine import Machine, start
from interpreter.engine.scoring import broken
from interpreter.ir.model import Always, CellInfo, Spec
from interpreter.laws.generators import all_values
from interpreter.laws.lookalike import Before, Ears, look_alike, nothing_recalled
from interpreter.laws.script import answer, as_text, Broken, Cast, drive, finish, give, pauses, Script
from interpreter.observation.view import View, view
from interpreter.session.log import Logbook
from interpreter.simulate.playout import Watch
from interpreter.text.diagnostic import Fault

MOST_ORDERS = 4                           # orders of simultaneous answers tried at one pause
RECALLED = 0.5                            # of the pauses looked at with what was hidden one pause before
MOST_LOOKS = 400                          # pauses of one play at which the costlier laws look


# ------------------------------------------------------------------ every thing in one place


def in_order(spec: Spec, state: State, before: State | None = None) -> None:
    """Every component lies in exactly one zone or is on its way; zones and counters are within their bounds. `before` is a
    position that was in order: then only what is not as it was there is looked at."""
    zones = _changed(state.zones, None if before is None else before.zones)
    things = list(range(len(spec.components))) if before is None else _lying(before, zones)
    if _lying(state, zones) != things:
        raise Broken(f"things lost or doubled: {_odd(spec, _lying(state, range(len(state.zones))))}")
    cells = _changed(state.cells, None if before is None else before.cells)
    for zone in zones if before is None else _touched(spec, state, before, zones, cells):
        _zone_in_order(spec, state, zone, state.zones[zone])
    for _, thing, *_ in state.pending:
        if state.places[thing] != IN_TRANSIT:
            raise Broken(f"{spec.components[thing].id} is on its way and in a zone")
    for number in cells:
        _cell_in_order(spec, state.cells[number], spec.cells[number])
    for thing in _changed(state.known, None if before is None else before.known):
        if state.known[thing] & ~spec.everyone:
            raise Broken(f"{spec.components[thing].id} is known to seats that do not exist")


def _changed(now: list, then: list | None) -> Sequence[int]:
    """The numbers of the entries that are not the same; of all, if there was nothing then."""
    if then is None:
        return range(len(now))
    return [] if now == then else [k for k, (value, was) in enumerate(zip(now, then, strict=True)) if value != was]


def _lying(state: State, zones: Iterable[int]) -> list[int]:
    """What lies in these zones or is on its way."""
    return sorted([thing for zone in zones for thing in state.zones[zone]] + [thing for _, thing, *_ in state.pending])


def _touched(spec: Spec, state: State, before: State, zones: Iterable[int], cells: Iterable[int]) -> list[int]:
    """The zones that hold something else, that a thing has been said to lie in, or whose order has changed."""
    things = _changed(state.places, before.places)
    said = {places[thing] for thing in things for places in (state.places, before.places)} - {IN_TRANSIT}
    return sorted({*zones, *said, *(zone for cell in cells for zone in _loose(spec).get(cell, ()))})


@derived
def _loose(spec: Spec) -> dict[int, list[int]]:
    """For each cell that says how many cards have no order yet, the zones that it says it of."""
    zones: dict[int, list[int]] = {}
    for zone, info in enumerate(spec.zones):
        zones.setdefault(info.loose, []).append(zone)
    return zones


def _odd(spec: Spec, everywhere: list[int]) -> str:
    lost = [component.id for component in spec.components if component.number not in everywhere]
    doubled = [spec.components[thing].id for thing in set(everywhere) if everywhere.count(thing) > 1]
    return f"lost {lost}, doubled {doubled}"


def _zone_in_order(spec: Spec, state: State, zone: int, things: list[int]) -> None:
    info = spec.zones[zone]
    for thing in things:
        if state.places[thing] != zone:
            raise Broken(f"{spec.components[thing].id} lies in {info.label} and is said to lie elsewhere")
        if info.kind and spec.components[thing].kind != info.kind:
            raise Broken(f"{spec.components[thing].id} lies in {info.label}, a zone of {info.kind}")
    if info.most is not None and len(things) > info.most:
        raise Broken(f"{info.label} holds {len(things)}, and takes {info.most}")
    if spec.zone_shape[zone] == HEAP and things != sorted(things):
        raise Broken(f"{info.label} is not in the order of the files")
    loose = state.cells[info.loose] if info.loose >= 0 else 0
    if loose < 0 or loose > len(things):
        raise Broken(f"{info.label} has more without an order than it holds")


def _cell_in_order(spec: Spec, value, info: CellInfo) -> None:
    if not info.name:
        return
    if isinstance(info.type, Int):
        low, high = info.type.low, info.type.high
        if (low is not None and value < low) or (high is not None and value > high):
            raise Broken(f"{info.label} is {value}, and goes from {low} to {high}")
    elif not isinstance(value, tuple) and int(value) not in all_values(spec, info.type):
        raise Broken(f"{info.label} is {value}, which is no {info.type}")


class Order:
    """What must hold at every pause of a play and at the end; what is as it was when it looked last is not looked at again."""

    def __init__(self, spec: Spec):
        self.spec, self.watch = spec, _watch(spec)
        self.before: State | None = None
        self.watch.begin()

    def look(self, machine: Machine) -> list[Always]:
        """The `always` lines that do not hold. Raises a Broken for what is not in order."""
        self.look_at_table(machine.state)
        lines = self.watch.touched(machine.state)
        return broken(machine, lines) if lines else []

    def look_at_table(self, state: State) -> None:
        """The same without the `always` lines, which hold only where the rules pause."""
        in_order(self.spec, state, self.before)
        self.before = state.copy()


@derived
def _watch(spec: Spec) -> Watch:
    """Which `always` lines read what; worked out once for all plays of a Spec."""
    return Watch(spec)


def always(lines: Iterable[Always]) -> None:
    """The `always` lines of the game hold: there are none of these."""
    for line in lines:
        raise Broken(f'always "{line.about}" does not hold ({line.span})')


class Watched(list):
    """A plan that looks at the state before every op."""

    def __init__(self, machine: Machine):
        super().__init__(machine.plan)
        self.machine, self.order = machine, Order(machine.spec)

    def __getitem__(self, number):
        self.order.look_at_table(self.machine.state)
        return super().__getitem__(number)


def _watched(spec: Spec, state: State, tell) -> Machine:
    machine = Machine(spec, state, tell)
    machine.plan = Watched(machine)
    return machine


def plays_in_order(spec: Spec, script: Script, deep: bool = False) -> None:
    """A play in which nothing is lost, no bound is broken, and which ends."""
    order = Order(spec)
    played = drive(spec, script, lambda machine, pause: always(order.look(machine)), make=_watched if deep else Machine)
    always(order.look(played.machine))


# ------------------------------------------------------------------ the same again; copies; saved


def same_again(spec: Spec, script: Script) -> None:
    """The same answers give the same play."""
    first, second = drive(spec, script), drive(spec, script)
    if first.log != second.log:
        raise Broken(f"{script}: {_parting(first.told, second.told)}")
    if first.machine.state != second.machine.state or first.over != second.over:
        raise Broken(f"{script}: other ends")


def named_otherwise(spec: Spec, other: Spec, script: Script) -> None:
    """The play is the same, whatever the players are called: `other` is the same game with other names, or with the same names
    in other seats."""
    played, again = drive(spec, script), drive(other, script)
    if played.told != again.told:
        raise Broken(f"{script}: with the names {', '.join(other.seats)} {_parting(played.told, again.told)}")
    if played.machine.state != again.machine.state or played.over != again.over:
        raise Broken(f"{script}: with the names {', '.join(other.seats)} the play ends otherwise")


def _parting(events: list[str], others: list[str]) -> str:
    k = next((k for k, (a, b) in enumerate(zip(events, others, strict=False)) if a != b), min(len(events), len(others)))
    return f"plays part at event {k}: {events[k:k + 1]} and {others[k:k + 1]}"


def copies_apart(spec: Spec, script: Script) -> None:
    """Playing on with a copy changes nothing here, and the copy can be played to its end."""
    chance, ends = Random(script.seed), 0
    for k, (machine, pause) in enumerate(pauses(spec, script)):
        before = machine.state.key()
        fork = Machine(spec, machine.state.copy())
        stop = fork.advance()
        if isinstance(stop, Over):
            raise Broken(f"{script}: a copy is over at pause {k}: {pause}")
        answer(fork, stop, Cast(spec, Script(script.seed + k + 1, until=script.until)))
        if ends < 3 and chance.random() < 0.1:
            finish(spec, fork.state, Cast(spec, Script(script.seed + k, until=script.until)))
            ends += 1
        if machine.state.key() != before:
            raise Broken(f"{script}: a copy reached back at pause {k}: {pause}")


def saved(spec: Spec, script: Script) -> None:
    """Saved as JSON, loaded and continued at every pause, the play is the same."""
    straight, told = drive(spec, script), []
    state, cast, k = start(spec), Cast(spec, script), 0
    while True:
        machine = Machine(spec, state, lambda *event: told.append(as_text(*event)))
        stop = machine.advance()
        if isinstance(stop, Over):
            break
        question = stop.questions[0]
        give(machine, question, cast.reply(machine, question))
        state = loaded(machine.state)
        if state != machine.state:
            raise Broken(f"{script}: pause {k} comes back from JSON changed")
        k += 1
    if stop != straight.over:
        raise Broken(f"{script}: the saved play ends otherwise")
    for branch in {_branch(line) for line in (*straight.told, *told)}:
        events, others = ([line for line in lines if _branch(line) == branch] for lines in (straight.told, told))
        if events != others:
            raise Broken(f"{script}: {_parting(events, others)}")


def _branch(line: str) -> str:
    """The branch of an event: answers given one by one or all at once tell each branch the same, in another mixture."""
    return line.split(" ")[2]


def loaded(state: State) -> State:
    """The state as it comes back from JSON text."""
    return State.from_data(json.loads(json.dumps(state.to_data())))


# ------------------------------------------------------------------ together means in any order


def any_order(spec: Spec, script: Script, share: float = 1.0) -> None:
    """At each simultaneous step (or a share of them): answered in any order, the table, and what seats see and hear, are the
    same."""
    machine, cast = Machine(spec, start(spec)), Cast(spec, script)
    chance, barriers, tried = Random(script.seed), [], -1

    def count(what, *rest):
        if what == "barrier":
            barriers.append(what)

    machine.tell = count
    while isinstance(stop := machine.advance(), Pause):
        if len(stop.questions) > 1 and tried < len(barriers):
            tried = len(barriers)
            if chance.random() < share:
                _in_all_orders(spec, machine.state, cast, chance, script)
        answer(machine, stop, cast)


def _in_all_orders(spec: Spec, state: State, cast: Cast, chance: Random, script: Script) -> None:
    seats = [*range(len(spec.seats))]
    few = len(seats) <= 3
    orders = [*permutations(seats)] if few else [tuple(chance.sample(seats, len(seats))) for _ in range(MOST_ORDERS)]
    first = None
    for order in orders:
        outcome = _step(spec, state.copy(), cast.copy(), order)
        first = first or outcome
        for what, usual, other in zip(("the table", "what seats hear", "what seats are asked"), first, outcome, strict=True):
            if usual != other:
                parted = f"{script}: {what} depends on the order of answers: {orders[0]} and {order}"
                raise Broken(f"{parted}:\n{usual}\n{other}")


def _step(spec: Spec, state: State, cast: Cast, order: tuple[int, ...]) -> tuple:
    """To the first pause after the step, the seats answering in this order of precedence."""
    machine = Machine(spec, state)
    asked: dict[int, list[View]] = {}
    book = Logbook(spec, machine)
    machine.tell = book.tell
    while isinstance(stop := machine.advance(), Pause) and machine.state.strands:
        question = min(stop.questions, key=lambda q: order.index(q.seat) if q.seat >= 0 else -1)
        if not question.of_nature:
            asked.setdefault(question.seat, []).append(view(spec, machine.state, question.seat, stop.questions))
        give(machine, question, cast.reply(machine, question))
    return machine.state.to_data(), {seat: _log_of(book, seat) for seat in sorted(order)}, dict(sorted(asked.items()))


def _log_of(book: Logbook, seat: int) -> dict[int, list[str]]:
    """What a seat has been told, branch by branch: how branches mix does not matter."""
    lines: dict[int, list[str]] = {}
    for told in book.told_to(seat):
        lines.setdefault(book.lines[told.at].branch, []).append(told.text)
    return lines


# ------------------------------------------------------------------ the view law


def nothing_hidden(spec: Spec, script: Script) -> None:
    """The view law, at the pauses of a play and for what is told between them."""
    chance = Random(script.seed)
    machine, cast = Machine(spec, start(spec)), Cast(spec, script)
    ears, before = Ears(spec, machine, chance), None
    machine.tell = ears.hear
    for _ in range(MOST_LOOKS):
        stop = machine.advance()
        ears.compare()
        if isinstance(stop, Over):
            return
        position = loaded(machine.state) if chance.random() < 0.2 else machine.state
        view_law(spec, position, stop.questions, chance)
        if before is not None and chance.random() < RECALLED:
            nothing_recalled(spec, before, machine.state, stop, chance)
        before = Before(machine.state.copy(), [(question, cast.reply(machine, question)) for question in stop.questions])
        for question, reply in before.replies:
            give(machine, question, reply)


def view_law(spec: Spec, state: State, questions: tuple[Question, ...], chance: Random) -> None:
    """At one position: for each seat another position that looks the same to it; view and question must be the same."""
    for seat in range(len(spec.seats)):
        other = look_alike(spec, state, seat, chance)
        own = [q for q in questions if q.seat == seat]
        again = [_asked_again(spec, other, own[0])] if own else []
        mine, theirs = view(spec, state, seat, own), view(spec, other, seat, again)
        if mine != theirs:
            raise Broken(_differing(spec, seat, own, mine, theirs))
        _same_asked(spec, other, seat, questions)


def _same_asked(spec: Spec, other: State, seat: int, questions: Sequence[Question]) -> None:
    """Who is asked is seen by all: the same question must not go to somebody else because of what the seat may not know."""
    people = [question for question in questions if not question.of_nature]
    if len(people) != 1 or other.strands:
        return
    try:
        stop = Machine(spec, other.copy(), puts_forced=True).advance()
    except Fault:
        return
    asked = [question for question in getattr(stop, "questions", ()) if question.op == people[0].op]
    if asked and asked[0].seat != people[0].seat:
        raise Broken(f"{spec.seats[seat]} can tell what it may not know from who is asked for {people[0].name} "
                             f"({people[0].span}): {spec.seats[people[0].seat]}, and {spec.seats[asked[0].seat]} with other "
                             "hidden things")


def _asked_again(spec: Spec, state: State, question: Question) -> Question:
    try:
        again = Machine(spec, state.copy()).ask_again(question.seat)
    except Fault as fault:
        raise Broken(_leak(spec, question, f"with other hidden things it faults: {fault.message}")) from fault
    if again is None or again.op != question.op:
        raise Broken(_leak(spec, question, "with other hidden things it is not asked"))
    return again


def _differing(spec: Spec, seat: int, own: list[Question], mine: View, theirs: View) -> str:
    if mine.asked != theirs.asked:
        return _leak(spec, own[0], f"with other hidden things it is\n  {theirs.asked}\ninstead of\n  {mine.asked}")
    rows, others = str(mine).split("\n"), str(theirs).split("\n")
    lines = [f"  {a}  /  {b}" for a, b in zip(rows, others, strict=False) if a != b]
    return f"{spec.seats[seat]} sees what it may not know:\n" + "\n".join(lines)


def _leak(spec: Spec, question: Question, what: str) -> str:
    who = spec.seats[question.seat]
    return f"{who} can tell what it may not know from the question {question.name} ({question.span}): {what}"


__all__ = [
    "Broken", "Order", "always", "any_order", "copies_apart", "in_order", "loaded", "named_otherwise", "nothing_hidden",
    "plays_in_order", "same_again", "saved", "view_law",
]
