"""Two cards change names: everywhere in a position, and in the log, one stands where the other stood.

In:  a Spec, a State, two components.
Out: the State in which they are exchanged; `rename_lines` does the same to lines of a log.

Where a component can stand is known from types: counters and states of such a type, slots of a frame by the expressions that
read them, what belongs to a card itself. Slots are never used twice in one frame, so each has one type.
"""

from collections.abc import Iterator
from functools import lru_cache

from attrs import fields

from interpreter.core import types as t
from interpreter.core.state import LOCALS, ROUTINE, State
from interpreter.play.log import Line, Logbook
from interpreter.run.evaluate import HEAP
from interpreter.spec import plan
from interpreter.spec.model import Spec
from interpreter.spec.reads import parts

MOVED = "moved"                               # as a type: some (thing, from, to); a Draw keeps (total, some) as well
THINGS = t.List(t.Kind("thing"))


def exchange(spec: Spec, state: State, a: int, b: int) -> None:
    """Each stands where the other stood; what lies on a card or is counted on it stays where it is."""
    swap, places, known = {a: b, b: a}, state.places, state.known
    for z in {places[a], places[b]} - {-1}:
        state.zones[z] = _lying(spec, z, state.zones[z], swap)
    places[a], places[b] = places[b], places[a]
    known[a], known[b] = known[b], known[a]
    _cells(spec, state.cells, a, b)
    state.pending = [(branch, swap.get(c, c), *rest) for branch, c, *rest in state.pending]
    state.holding = [(*at, number, _arguments(spec, number, args, swap)) for *at, number, args in state.holding]
    for frames in (state.frames, *state.strands):
        for frame in frames:
            _frame(spec, frame, swap)
    if state.before is not None:
        state.before = _before(spec, state.before, a, b)


def _lying(spec: Spec, z: int, things, swap: dict) -> list:
    made = [swap.get(c, c) for c in things]
    return sorted(made) if spec.zone_shape[z] == HEAP else made


def _before(spec: Spec, before: tuple, a: int, b: int) -> tuple:
    cells, zones, known = list(before[0]), before[1], list(before[2])
    _cells(spec, cells, a, b)
    known[a], known[b] = known[b], known[a]
    swap = {a: b, b: a}
    return tuple(cells), tuple(tuple(_lying(spec, z, one, swap)) for z, one in enumerate(zones)), tuple(known)


def _arguments(spec: Spec, trigger: int, args, swap: dict):
    if args is None:
        return None
    types = spec.routines[spec.triggers[trigger].routine].types
    return tuple(renamed(spec, one, type_, swap) for one, type_ in zip(args, types, strict=False))


def _cells(spec: Spec, cells: list, a: int, b: int) -> None:
    swap = {a: b, b: a}
    for number in _cells_of_things(spec):
        cells[number] = renamed(spec, cells[number], spec.cells[number].type, swap)
    for first, second in _own_cells(spec, a, b):
        cells[first], cells[second] = cells[second], cells[first]


def _frame(spec: Spec, frame: list, swap: dict) -> None:
    for slot, type_ in _slots(spec)[frame[ROUTINE]].items():
        if slot < len(frame) and frame[slot] is not None:
            frame[slot] = _moved(frame[slot], swap) if type_ == MOVED else renamed(spec, frame[slot], type_, swap)


def _moved(value: tuple, swap: dict) -> tuple:
    if value and isinstance(value[0], int):                   # a draw that is not done: how many in all, and those so far
        return value[0], _moved(value[1], swap)
    return tuple((swap.get(c, c), source, to) for c, source, to in value)


def renamed(spec: Spec, value, type_, swap: dict):
    """A value of this type with the two exchanged."""
    match type_:
        case t.OrNone(of):
            return renamed(spec, value, of, swap)
        case t.List() | t.Set() | t.Zone() if isinstance(value, tuple):
            return tuple(renamed(spec, one, t.element(type_), swap) for one in value)
        case t.Kind(name) if isinstance(value, int) and name not in spec.space_kinds():
            return swap.get(value, value)
    return value


# ------------------------------------------------------------------ where components can stand


def _holds_things(spec: Spec, type_) -> bool:
    while (inner := getattr(type_, "of", None)) is not None:
        type_ = inner
    return isinstance(type_, t.Kind) and type_.name not in spec.space_kinds()


@lru_cache(maxsize=16)
def _cells_of_things(spec: Spec) -> tuple[int, ...]:
    return tuple(k for k, info in enumerate(spec.cells) if _holds_things(spec, info.type))


def _own_cells(spec: Spec, a: int, b: int) -> Iterator[tuple[int, int]]:
    """Pairs of cells that belong to the two: their counters and states, and what arms a trigger for each of them."""
    kind = spec.components[a].kind
    if kind != spec.components[b].kind:
        return
    members = [one.number for one in spec.components if one.kind == kind]
    for numbers in _families(spec, kind):
        block = len(numbers) // len(members)
        for k in range(block):
            yield numbers[members.index(a) * block + k], numbers[members.index(b) * block + k]
    for trigger in spec.triggers:
        types = spec.routines[trigger.routine].types
        if trigger.moment == "soon" and types and types[0] == t.Kind(kind):
            yield trigger.armed + a - trigger.low, trigger.armed + b - trigger.low


@lru_cache(maxsize=64)
def _families(spec: Spec, kind: str) -> tuple[tuple[int, ...], ...]:
    found: dict[str, list[int]] = {}
    for number, info in enumerate(spec.cells):
        if info.name and info.family.startswith(f"{kind}."):
            found.setdefault(info.family, []).append(number)
    return tuple(map(tuple, found.values()))


@lru_cache(maxsize=16)
def _slots(spec: Spec) -> tuple[dict, ...]:
    """For each routine: the slots of its frame that can hold components, with their types."""
    found = [dict(enumerate(one.types, LOCALS)) for one in spec.routines]
    for op in spec.plan:
        mine = found[spec.plan_routine[op.number]] if op.number >= 0 else {}
        if op.does.moved and (slot := getattr(op, op.does.moved)) >= 0:
            mine[slot] = MOVED
        for one in op.bindings():
            if one.holds is plan.Holds.ALL:
                mine.setdefault(one.slot, one.of.type)
        for expr in _expressions(op):
            if isinstance(expr, plan.Local):
                mine.setdefault(expr.slot, expr.type)
    return tuple({slot: type_ for slot, type_ in one.items() if type_ == MOVED or _may_hold(spec, type_)} for one in found)


def _may_hold(spec: Spec, type_) -> bool:
    return isinstance(type_, t.Zone) or _holds_things(spec, type_)


def _expressions(part) -> Iterator[plan.Expr]:
    """Every expression of an op that is worked out in its frame."""
    if isinstance(part, plan.Expr):
        yield part
        elsewhere = {id(getattr(part, name)) for name in part.elsewhere}
        for one in parts(part):
            if id(one) not in elsewhere:
                yield from _expressions(one)
    elif isinstance(part, tuple | list):
        for one in part:
            yield from _expressions(one)
    elif isinstance(part, plan.Op | plan.Guard | plan.Alternative):
        for one in fields(type(part)):
            yield from _expressions(getattr(part, one.name))


# ------------------------------------------------------------------ the log


def rename_lines(log: Logbook, since: int, a: int, b: int) -> None:
    """What has been told since a line was about the other of the two."""
    swap = {a: b, b: a}
    for line in log.lines[since:]:
        line.facts = _facts(log.spec, line, swap)
        line.faces = {swap.get(c, c): seats for c, seats in line.faces.items()}


def _facts(spec: Spec, line: Line, swap: dict) -> tuple:
    facts, op = line.facts, spec.plan[line.op]
    match line.what:
        case "move":
            return _moved(facts[0], swap), *facts[1:]
        case "reveal" | "stays":
            return renamed(spec, facts[0], THINGS if line.what == "reveal" else THINGS.of, swap), *facts[1:]
        case "answer" | "forced":
            return *facts[:-1], renamed(spec, facts[-1], getattr(op, "type", None) or THINGS, swap)
        case "pick":
            one = t.element(op.source.type) or t.UNKNOWN
            return (renamed(spec, facts[0], t.List(one) if isinstance(facts[0], tuple) else one, swap),)
        case "set":
            return facts[0], renamed(spec, facts[1], spec.cells[facts[0]].type, swap)
        case "happens" | "trigger":
            routine = facts[0] if line.what == "happens" else spec.triggers[facts[0]].routine
            types = spec.routines[routine].types
            return facts[0], tuple(renamed(spec, v, one, swap) for v, one in zip(facts[1], types, strict=False))
    return facts
