"""Cards of a real table: which of them the program has been told, and which are to be named now.

In:  what the machine tells of shuffles; the State, to see who has come to know a face.
Out: `Untold`, raised before anything is done with a face that somebody sees, or the rules look at, and nobody has named;
     the Naming to be put; the State with the right card in its place once it is named.

Until they are named, cards that were shuffled together stand for each other: any of a Group may be any other, so rules that
look at no face go on as usual. See docs/decisions/0007. When one is named, `exchange` and `rename_lines` put it in the place
of its stand-in, everywhere in the State and in the log.
"""

from collections.abc import Iterator

from attrs import define, field

from interpreter import ir
from interpreter.core import types as t
from interpreter.core.derived import derived
from interpreter.core.frame import blank, LOCALS, ROUTINE
from interpreter.core.question import Naming, NATURE
from interpreter.core.state import State
from interpreter.engine.evaluate import PILE
from interpreter.ir.kinds import Timing
from interpreter.ir.model import Spec
from interpreter.observation.relabelling import lying, renamed
from interpreter.session.log import Line, Logbook, picked_type, unknown

THINGS = t.List(t.Kind("thing"))


def exchange(spec: Spec, state: State, a: int, b: int) -> None:
    """Each stands where the other stood; what lies on a card or is counted on it stays where it is."""
    swap, places, known = {a: b, b: a}, state.places, state.known
    for z in {places[a], places[b]} - {-1}:
        state.zones[z] = lying(spec, z, state.zones[z], state.cells, swap)
    places[a], places[b] = places[b], places[a]
    known[a], known[b] = known[b], known[a]
    _cells(spec, state.cells, a, b)
    state.pending = [(branch, swap.get(c, c), z, end, face) for branch, c, z, end, face in state.pending]
    state.holding = [(*at, number, _arguments(spec, number, args, swap)) for *at, number, args in state.holding]
    state.due = sorted((later, number, _arguments(spec, number, args, swap), me) for later, number, args, me in state.due)
    for frames in (state.frames, *state.strands):
        for frame in frames:
            _frame(spec, frame, swap)
    if state.before is not None:
        state.before = _before(spec, state.before, a, b)


def _before(spec: Spec, before: tuple, a: int, b: int) -> tuple:
    cells, zones, known = list(before[0]), before[1], list(before[2])
    _cells(spec, cells, a, b)
    known[a], known[b] = known[b], known[a]
    swap = {a: b, b: a}
    return tuple(cells), tuple(tuple(lying(spec, z, things, cells, swap)) for z, things in enumerate(zones)), tuple(known)


def _arguments(spec: Spec, trigger: int, args, swap: dict):
    if args is None:
        return None
    types = spec.routines[spec.triggers[trigger].routine].types
    return tuple(renamed(spec, arg, type_, swap) for arg, type_ in zip(args, types, strict=False))


def _cells(spec: Spec, cells: list, a: int, b: int) -> None:
    swap = {a: b, b: a}
    for number in _cells_of_things(spec):
        cells[number] = renamed(spec, cells[number], spec.cells[number].type, swap)
    for first, second in _own_cells(spec, a, b):
        cells[first], cells[second] = cells[second], cells[first]


def _frame(spec: Spec, frame: list, swap: dict) -> None:
    for slot, type_ in enumerate(spec.routines[frame[ROUTINE]].slots, LOCALS):
        frame[slot] = renamed(spec, frame[slot], type_, swap)


# ------------------------------------------------------------------ where components can stand


def _holds_things(spec: Spec, type_) -> bool:
    while (inner := getattr(type_, "of", None)) is not None:
        type_ = inner
    return isinstance(type_, t.Kind) and type_.name not in spec.space_kinds()


@derived
def _cells_of_things(spec: Spec) -> tuple[int, ...]:
    return tuple(k for k, info in enumerate(spec.cells) if _holds_things(spec, info.type))


def _own_cells(spec: Spec, a: int, b: int) -> Iterator[tuple[int, int]]:
    """Pairs of cells that belong to the two: their counters and states, and what arms a trigger for each of them."""
    kind = spec.components[a].kind
    if kind != spec.components[b].kind:
        return
    members = [component.number for component in spec.components if component.kind == kind]
    for numbers in _families(spec, kind):
        block = len(numbers) // len(members)
        for k in range(block):
            yield numbers[members.index(a) * block + k], numbers[members.index(b) * block + k]
    for trigger in spec.triggers:
        types = spec.routines[trigger.routine].types
        if trigger.moment == Timing.SOON and types and types[0] == t.Kind(kind):
            yield trigger.armed + a - trigger.low, trigger.armed + b - trigger.low


@derived
def _families(spec: Spec, kind: str) -> tuple[tuple[int, ...], ...]:
    families: dict[str, list[int]] = {}
    for number, info in enumerate(spec.cells):
        if info.name and info.family.startswith(f"{kind}."):
            families.setdefault(info.family, []).append(number)
    return tuple(map(tuple, families.values()))


# ------------------------------------------------------------------ the log


def rename_lines(log: Logbook, since: int, a: int, b: int) -> None:
    """What has been told since a line was about the other of the two."""
    swap = {a: b, b: a}
    for line in log.lines[since:]:
        line.facts = _facts(log.spec, line, swap)
        line.faces = {swap.get(c, c): seats for c, seats in line.faces.items()}
        line.words = {}


def _facts(spec: Spec, line: Line, swap: dict) -> tuple:
    facts, op = line.facts, spec.plan[line.op]
    match line.what:
        case "move":
            return renamed(spec, facts[0], t.MOVED, swap), *facts[1:]
        case "reveal" | "stays":
            return renamed(spec, facts[0], THINGS if line.what == "reveal" else THINGS.of, swap), *facts[1:]
        case "answer" | "forced":
            return *facts[:-1], renamed(spec, facts[-1], getattr(op, "type", None) or THINGS, swap)
        case "pick":
            picked = picked_type(op)
            return renamed(spec, facts[0], t.List(picked) if isinstance(facts[0], tuple) else picked, swap), *facts[1:]
        case "set":
            return facts[0], renamed(spec, facts[1], spec.cells[facts[0]].type, swap)
        case "happens" | "trigger" | "dropped":
            routine = facts[0] if line.what == "happens" else spec.triggers[facts[0]].routine
            types = spec.routines[routine].types
            return facts[0], tuple(renamed(spec, v, type_, swap) for v, type_ in zip(facts[1], types, strict=False))
        case "shuffle" | "swap" | "roll" | "run" | "takes" | "end" | "barrier" | "undo":
            return facts
    raise unknown(line)


# ------------------------------------------------------------------ which cards have been named


class Untold(Exception):
    """These cards have to be named before the play can go on; `looked`: by the rules, and no seat has seen them."""

    def __init__(self, things: tuple, looked: bool = False):
        super().__init__(things)
        self.things, self.looked = things, looked


@define(eq=False)
class Group:
    """Cards shuffled together and not named since; `label` is the pile they come from, `since` the lines of the log then."""

    label: str
    cards: set[int]
    since: int


@define(eq=False)
class Faces:
    """What nobody has named yet: card -> its Group. A group of one card needs no name."""

    spec: Spec
    groups: dict[int, Group] = field(factory=dict)

    # ---------------------------------------------------------------- what becomes unknown

    def mixed(self, cards, label: str, since: int) -> None:
        """These cards, and whatever they may be, can be any of each other from now on."""
        every = set(cards)
        for card in cards:
            every |= self.groups[card].cards if card in self.groups else set()
        if len(every) > 1:
            self.groups |= dict.fromkeys(every, Group(label, every, since))

    def named(self, session, question: Naming, value: tuple) -> None:
        """The cards are these: wherever a stand-in stood, the real one stands."""
        machine, things = session.machine, list(question.things)
        group = self.groups[things[0]]                        # see `question`: they are all of one
        for k, real in enumerate(value):
            if things[k] != real:
                exchange(self.spec, machine.state, things[k], real)
                rename_lines(session.log, group.since, things[k], real)
                things[k + 1:] = [things[k] if thing == real else thing for thing in things[k + 1:]]
            group.cards.discard(real)
            del self.groups[real]
        if len(group.cards) == 1:
            del self.groups[group.cards.pop()]
        machine.open.clear()                                  # questions that are open are put anew, with the right cards

    # ---------------------------------------------------------------- what has to be named

    def seen(self, state: State) -> tuple:
        """The cards that somebody sees and nobody has named. Where the order is still open, no single card is seen."""
        known = state.known
        return tuple(c for c in self.groups if known[c] and not self._loose(state, c))

    def _loose(self, state: State, card: int) -> bool:
        z = state.places[card]
        cell = self.spec.zone_loose[z] if z >= 0 else -1
        return cell >= 0 and state.cells[cell] > 1 and state.zones[z].index(card) < state.cells[cell]

    def question(self, state: State, untold: Untold, span) -> Naming:
        """Those that lie in one zone, seen by the same seats, are asked for together, from the top."""
        first = untold.things[0]
        z, seats, group = state.places[first], state.known[first], self.groups[first]
        alike = [c for c in untold.things if (state.places[c], state.known[c], self.groups[c]) == (z, seats, group)]
        if z >= 0:
            order = state.zones[z][::-1] if self.spec.zone_shape[z] == PILE else state.zones[z]
            alike = [c for c in order if c in alike]
        kind = t.Kind(self.spec.components[first].kind)
        return Naming(
            NATURE, "shuffle", tuple(sorted(group.cards)), self.spec.routines[0].entry, kind, span=span,
            source=group.label, count=len(alike), things=tuple(alike), seats=seats, zone=z,
            elsewhere=self._elsewhere(state, group, seats or self.spec.everyone),
        )

    def _elsewhere(self, state: State, group: Group, seats: int) -> dict[int, str]:
        """Why other cards cannot be meant; where they lie only if those who are asked know it."""
        spec, reasons, free = self.spec, {}, f"is not one of the unseen cards of {group.label}"
        for component in spec.components:
            c, z = component.number, state.places[component.number]
            if c not in group.cards:
                seen = z >= 0 and state.known[c] & seats == seats
                reasons[c] = f"already lies in {spec.zones[z].label}" if seen else free
        return reasons

    # ---------------------------------------------------------------- keeping

    def to_data(self) -> list:
        """The groups, ready for JSON."""
        each = {id(group): group for group in self.groups.values()}
        return [[group.label, sorted(group.cards), group.since] for group in each.values()]

    def restore(self, data: list) -> None:
        """Goes back to where `to_data` was called."""
        self.groups = {}
        for label, cards, since in data:
            self.groups |= dict.fromkeys(cards, Group(label, set(cards), since))


# ------------------------------------------------------------------ rules that look at a face


def guarding(faces: Faces, usual: dict) -> dict:
    """A table for a Machine by which a rule that looks at the face of a card without a name raises Untold."""
    return usual | {
        ir.FieldOf: _before_field(faces, usual[ir.FieldOf]), ir.TableAt: _before_row(faces, usual[ir.TableAt]),
        ir.Same: _before_same(faces, usual[ir.Same]), ir.Use: _anew(usual[ir.Use]),
    }


def _look(faces: Faces, expr, m, f, tells) -> None:
    """The rules are about to look at this thing; `tells(thing, other)`: would they see a difference?"""
    type_ = expr.type.of if isinstance(expr.type, t.OrNone) else expr.type
    if isinstance(type_, t.Kind) and type_.name not in m.spec.space_kinds() and not (m.lenient and m.state.ended is None):
        thing = m.value(expr, f)
        if thing in faces.groups and any(tells(thing, other) for other in faces.groups[thing].cards):
            raise Untold((thing,), True)


def _before_field(faces: Faces, usual):
    """What is printed there; if it is the same on all cards that this may be, nobody has to look."""
    def looking(e, m, f):
        _look(faces, e.of, m, f, lambda thing, other: e.values[thing - e.base:][:1] != e.values[other - e.base:][:1])
        return usual(e, m, f)

    return looking


def _before_row(faces: Faces, usual):
    def looking(e, m, f):
        for key in e.keys:
            _look(faces, key, m, f, lambda thing, other: thing != other)
        return usual(e, m, f)

    return looking


def _before_same(faces: Faces, usual):
    """Is it this very card? Whether two places are the same can be told without a name."""
    def looking(e, m, f):
        for this, named in ((e.left, e.right), (e.right, e.left)):
            if isinstance(named, ir.Const) and not isinstance(this, ir.Const):
                _look(faces, this, m, f, lambda thing, other, named=named: named.value in (thing, other))
        return usual(e, m, f)

    return looking


def _anew(usual):
    """What a define has come to before is no use: it is told whether the face is looked at."""
    def worked_out(e, m, f):
        define = e.define
        if not define.lasting:
            return usual(e, m, f)
        return m.value(define.value, blank(define.size, args=[m.value(arg, f) for arg in e.args]))

    return worked_out
