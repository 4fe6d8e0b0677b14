"""The laws: what must hold for the rules of any game whatever.

In:  a Spec and a Script (a play as a few numbers; see laws/script.py), or a position.
Out: nothing, or an AssertionError that says what was broken, where and by which play.

    in_order        every thing lies in one place, zones hold what they may, counters are in their ranges
    plays_in_order  in_order and the game's own `always` lines at every pause of a play; `deep`: after every op, too
    same_again      the same answers give the same play, byte for byte
    copies_apart    a copy has a future of its own
    saved           saved as JSON and loaded at every pause, the play is the same
    any_order       the order of simultaneous answers is of no account
    nothing_hidden  the view law: what a seat may not know changes nothing that it sees, hears or may choose
"""

import json
from itertools import permutations
from random import Random

from interpreter.core.question import Over, Pause
from interpreter.core.state import IN_TRANSIT, State
from interpreter.core.types import Int
from interpreter.engine.evaluate import HEAP
from interpreter.engine.machine import Machine, start
from interpreter.engine.scoring import broken
from interpreter.ir.model import Spec
from interpreter.laws.generators import all_values
from interpreter.laws.lookalike import Before, Ears, look_alike, nothing_recalled
from interpreter.laws.script import answer, as_text, Cast, drive, finish, give, pauses, Script
from interpreter.observation.view import view
from interpreter.session.log import Logbook
from interpreter.text.diagnostic import Fault
from interpreter.text.source import Span

MOST_ORDERS = 4                           # orders of simultaneous answers tried at one pause
RECALLED = 0.5                            # of the pauses looked at with what was hidden one pause before
MOST_LOOKS = 400                          # pauses of one play at which the costlier laws look


class Broken(AssertionError):
    """A law that is broken at a place in the rules. `key` is what two failures of the same sort have in common; `then`, a line
    for the scenario, says what is so as the rules stand."""

    def __init__(self, words: str, key: tuple, span: Span, then: str = ""):
        super().__init__(words)
        self.key, self.span, self.then = key, span, then


# ------------------------------------------------------------------ every thing in one place


def in_order(spec: Spec, state: State) -> None:
    """Every component lies in exactly one zone or is on its way; zones and counters are within their bounds."""
    everywhere = sorted([c for things in state.zones for c in things] + [c for _, c, *_ in state.pending])
    assert everywhere == list(range(len(spec.components))), f"things lost or doubled: {_odd(spec, everywhere)}"
    for z, things in enumerate(state.zones):
        _zone_in_order(spec, state, z, things)
    for _, thing, *_ in state.pending:
        assert state.places[thing] == IN_TRANSIT, f"{spec.components[thing].id} is on its way and in a zone"
    for value, info in zip(state.cells, spec.cells, strict=True):
        _cell_in_order(spec, value, info)
    for one, bits in zip(spec.components, state.known, strict=True):
        assert bits & ~spec.everyone == 0, f"{one.id} is known to seats that do not exist"


def _odd(spec, everywhere) -> str:
    lost = [one.id for one in spec.components if one.number not in everywhere]
    doubled = [spec.components[c].id for c in set(everywhere) if everywhere.count(c) > 1]
    return f"lost {lost}, doubled {doubled}"


def _zone_in_order(spec, state, z: int, things) -> None:
    info = spec.zones[z]
    for thing in things:
        assert state.places[thing] == z, f"{spec.components[thing].id} lies in {info.label} and is said to lie elsewhere"
        fits = not info.kind or spec.components[thing].kind == info.kind
        assert fits, f"{spec.components[thing].id} lies in {info.label}, a zone of {info.kind}"
    assert info.most is None or len(things) <= info.most, f"{info.label} holds {len(things)}, and takes {info.most}"
    assert spec.zone_shape[z] != HEAP or things == sorted(things), f"{info.label} is not in the order of the files"
    if info.loose >= 0:
        assert 0 <= state.cells[info.loose] <= len(things), f"{info.label} has more without an order than it holds"


def _cell_in_order(spec, value, info) -> None:
    if not info.name:
        return
    if isinstance(info.type, Int):
        low, high = info.type.low, info.type.high
        inside = (low is None or value >= low) and (high is None or value <= high)
        assert inside, f"{info.label} is {value}, and goes from {low} to {high}"
    else:
        fits = isinstance(value, tuple) or int(value) in all_values(spec, info.type)
        assert fits, f"{info.label} is {value}, which is no {info.type}"


def always(machine: Machine) -> None:
    """The `always` lines of the game hold."""
    for one in broken(machine):
        raise AssertionError(f'always "{one.about}" does not hold ({one.span})')


class Watched(list):
    """A plan that looks at the state before every op."""

    def __init__(self, machine: Machine):
        super().__init__(machine.plan)
        self.machine = machine

    def __getitem__(self, number):
        in_order(self.machine.spec, self.machine.state)
        return super().__getitem__(number)


def _watched(spec, state, tell) -> Machine:
    machine = Machine(spec, state, tell)
    machine.plan = Watched(machine)
    return machine


def plays_in_order(spec: Spec, script: Script, deep: bool = False) -> None:
    """A play in which nothing is lost, no bound is broken, and which ends."""

    def look(machine, pause):
        in_order(spec, machine.state)
        always(machine)

    played = drive(spec, script, look, make=_watched if deep else Machine)
    in_order(spec, played.machine.state)


# ------------------------------------------------------------------ the same again; copies; saved


def same_again(spec: Spec, script: Script) -> None:
    """The same answers give the same play."""
    first, second = drive(spec, script), drive(spec, script)
    assert first.log == second.log, f"{script}: {_parting(first.told, second.told)}"
    assert first.machine.state == second.machine.state and first.over == second.over, f"{script}: other ends"


def _parting(one: list, other: list) -> str:
    k = next((k for k, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"plays part at event {k}: {one[k:k + 1]} and {other[k:k + 1]}"


def copies_apart(spec: Spec, script: Script) -> None:
    """Playing on with a copy changes nothing here, and the copy can be played to its end."""
    chance, ends = Random(script.seed), 0
    for k, (machine, pause) in enumerate(pauses(spec, script)):
        before = machine.state.key()
        fork = Machine(spec, machine.state.copy())
        answer(fork, fork.advance(), Cast(spec, Script(script.seed + k + 1, until=script.until)))
        if ends < 3 and chance.random() < 0.1:
            finish(spec, fork.state, Cast(spec, Script(script.seed + k, until=script.until)))
            ends += 1
        assert machine.state.key() == before, f"{script}: a copy reached back at pause {k}: {pause}"


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
        assert state == machine.state, f"{script}: pause {k} comes back from JSON changed"
        k += 1
    assert stop == straight.over, f"{script}: the saved play ends otherwise"
    for branch in {_branch(line) for line in straight.told}:
        one, other = ([line for line in lines if _branch(line) == branch] for lines in (straight.told, told))
        assert one == other, f"{script}: {_parting(one, other)}"


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


def _in_all_orders(spec, state, cast, chance, script) -> None:
    seats = [*range(len(spec.seats))]
    few = len(seats) <= 3
    orders = [*permutations(seats)] if few else [tuple(chance.sample(seats, len(seats))) for _ in range(MOST_ORDERS)]
    first = None
    for order in orders:
        found = _step(spec, state.copy(), cast.copy(), order)
        first = first or found
        for what, one, other in zip(("the table", "what seats hear", "what seats are asked"), first, found, strict=True):
            parted = f"{script}: {what} depends on the order of answers: {orders[0]} and {order}"
            assert one == other, f"{parted}:\n{one}\n{other}"


def _step(spec, state, cast, order) -> tuple:
    """To the first pause after the step, the seats answering in this order of precedence."""
    machine, asked = Machine(spec, state), {}
    book = Logbook(spec, machine)
    machine.tell = book.tell
    while isinstance(stop := machine.advance(), Pause) and machine.state.strands:
        question = min(stop.questions, key=lambda q: order.index(q.seat) if q.seat >= 0 else -1)
        if not question.of_nature:
            asked.setdefault(question.seat, []).append(view(spec, machine.state, question.seat, stop.questions))
        give(machine, question, cast.reply(machine, question))
    return machine.state.to_data(), {seat: _log_of(book, seat) for seat in sorted(order)}, dict(sorted(asked.items()))


def _log_of(book: Logbook, seat: int) -> dict:
    """What a seat has been told, branch by branch: how branches mix is no matter."""
    found: dict = {}
    for told in book.told_to(seat):
        found.setdefault(book.lines[told.number - 1].branch, []).append(told.text)
    return found


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
        before = Before(machine.state.copy(), [(one, cast.reply(machine, one)) for one in stop.questions])
        for question, reply in before.replies:
            give(machine, question, reply)


def view_law(spec: Spec, state: State, questions, chance) -> None:
    """At one position: for each seat another position that looks the same to it; view and question must be the same."""
    for seat in range(len(spec.seats)):
        other = look_alike(spec, state, seat, chance)
        own = [q for q in questions if q.seat == seat]
        again = [_asked_again(spec, other, own[0])] if own else []
        mine, theirs = view(spec, state, seat, own), view(spec, other, seat, again)
        if mine != theirs:
            raise AssertionError(_differing(spec, seat, own, mine, theirs))
        _same_asked(spec, other, seat, questions)


def _same_asked(spec: Spec, other: State, seat: int, questions) -> None:
    """Who is asked is seen by all: the same question must not go to somebody else because of what the seat may not know."""
    people = [question for question in questions if not question.of_nature]
    if len(people) != 1 or other.strands:
        return
    try:
        stop = Machine(spec, other.copy()).advance()
    except Fault:
        return
    asked = [question for question in getattr(stop, "questions", ()) if question.op == people[0].op]
    if asked and asked[0].seat != people[0].seat:
        raise AssertionError(f"{spec.seats[seat]} can tell what it may not know from who is asked for {people[0].name} "
                             f"({people[0].span}): {spec.seats[people[0].seat]}, and {spec.seats[asked[0].seat]} with other "
                             "hidden things")


def _asked_again(spec, state, question):
    try:
        found = Machine(spec, state.copy()).ask_again(question.seat)
    except Fault as fault:
        raise AssertionError(_leak(spec, question, f"with other hidden things it faults: {fault.message}")) from fault
    if found is None or found.op != question.op:
        raise AssertionError(_leak(spec, question, "with other hidden things it is not asked"))
    return found


def _differing(spec, seat, own, mine, theirs) -> str:
    if mine.asked != theirs.asked:
        return _leak(spec, own[0], f"with other hidden things it is\n  {theirs.asked}\ninstead of\n  {mine.asked}")
    rows, others = str(mine).split("\n"), str(theirs).split("\n")
    lines = [f"  {a}  /  {b}" for a, b in zip(rows, others, strict=False) if a != b]
    return f"{spec.seats[seat]} sees what it may not know:\n" + "\n".join(lines)


def _leak(spec, question, what: str) -> str:
    who = spec.seats[question.seat]
    return f"{who} can tell what it may not know from the question {question.name} ({question.span}): {what}"
