"""Another position that looks the same: what a seat may not know is exchanged or changed.

In:  a Spec, a State at a pause, a seat, and a source of chance.
Out: a State in which things that the seat does not know lie in each other's places, everywhere: in zones, in what others
     know, in what rules that wait have in mind; and hidden counters have other values. To the seat both are the same.

A frame holds bare numbers, so what a slot means is read off the plan: from the names the rules use it by.
"""

from attrs import fields

from interpreter.core import types as t
from interpreter.core.state import LOCALS, ROUTINE, State
from interpreter.run.evaluate import HEAP
from interpreter.run.view import Table
from interpreter.spec import plan
from interpreter.spec.model import Spec
from interpreter.spec.reads import every
from interpreter.testing.values import some_value

MOVED = t.List(t.NOTHING)                 # stands for a list of (thing, from, to)


# ------------------------------------------------------------------ what slots mean


def slots(spec: Spec) -> list[dict[int, t.Type]]:
    """For each routine, the type of what its slots hold, as far as something reads it."""
    found: list[dict] = [dict(enumerate(routine.types, LOCALS)) for routine in spec.routines]
    for op in spec.plan:
        here = found[spec.plan_routine[op.number]]
        for one in _inside(op):
            for local in every(one):
                if isinstance(local, plan.Local):
                    here.setdefault(local.slot, local.type)
        here |= _progress(op)
    return found


def _inside(value):
    """All expressions in an op, in its guards and alternatives too."""
    if isinstance(value, plan.Expr):
        yield value
    elif isinstance(value, tuple | list):
        for one in value:
            yield from _inside(one)
    elif isinstance(value, plan.Op | plan.Guard | plan.Alternative):
        for one in fields(type(value)):
            yield from _inside(getattr(value, one.name))


def _progress(op) -> dict[int, t.Type]:
    """Slots in which an op keeps how far it has come, or its answer."""
    found: dict[int, t.Type] = {}
    if op.does.moved and (slot := getattr(op, op.does.moved)) >= 0:
        found[slot] = MOVED
    for one in op.bindings():
        if one.holds is plan.Holds.ALL:
            found[one.slot] = t.List(t.element(one.of.type) or t.UNKNOWN)
        elif isinstance(op, plan.Choose | plan.Arrange):              # of other answers what reads them has told
            single = isinstance(op, plan.Choose) and one.slot == op.it and op.least is not None
            found[one.slot] = t.element(op.type) if single else op.type
    return found


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


def look_alike(spec: Spec, state: State, seat: int, chance, meaning: list | None = None) -> State:
    """A position that the seat cannot tell from this one."""
    made = relabelled(spec, state, exchanged(spec, state, seat, chance), meaning or slots(spec))
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


def relabelled(spec: Spec, state: State, into: dict[int, int], meaning: list) -> State:
    """The position with things exchanged everywhere."""
    made = state.copy()
    made.zones = [_zone(spec, z, things, into) if things else [] for z, things in enumerate(state.zones)]
    for c, other in into.items():
        made.places[other], made.known[other] = state.places[c], state.known[c]
    made.cells = _cells(spec, state.cells, into)
    made.frames = _frames(spec, state.frames, into, meaning)
    made.strands = [_frames(spec, frames, into, meaning) for frames in state.strands]
    made.pending = [(branch, into.get(c, c), *rest) for branch, c, *rest in state.pending]
    made.holding = [_held(spec, one, into) for one in state.holding]
    if state.before is not None:
        made.before = _before(spec, state.before, into)
    return made


def _zone(spec, z, things, into) -> list[int]:
    moved = [into.get(c, c) for c in things]
    return sorted(moved) if spec.zone_shape[z] == HEAP else moved


def _before(spec, before, into) -> tuple:
    cells, zones, known = before
    then = list(known)
    for c, other in into.items():
        then[other] = known[c]
    moved = tuple(tuple(_zone(spec, z, things, into)) for z, things in enumerate(zones))
    return tuple(_cells(spec, cells, into)), moved, tuple(then)


def _cells(spec, cells, into) -> list:
    return [value if not info.name else swapped(spec, value, info.type, into)
            for info, value in zip(spec.cells, cells, strict=True)]


def _frames(spec, frames, into, meaning) -> list[list]:
    made = []
    for frame in frames:
        types = meaning[frame[ROUTINE]]
        made.append([swapped(spec, value, types.get(k), into) if k >= LOCALS else value for k, value in enumerate(frame)])
    return made


def _held(spec, one, into) -> tuple:
    depth, branch, trigger, args = one
    if args is None:
        return one
    types = spec.routines[spec.triggers[trigger].routine].types
    return depth, branch, trigger, tuple(swapped(spec, a, type_, into) for a, type_ in zip(args, types, strict=True))


def swapped(spec: Spec, value, type_: t.Type | None, into: dict[int, int]):
    """A value of this type with things exchanged."""
    if value is None or type_ is None:
        return value
    match type_:
        case t.OrNone(of):
            return swapped(spec, value, of, into)
        case t.Kind(kind) if kind not in spec.space_kinds():
            return into.get(value, value)
        case t.List() | t.Set() | t.Zone() if isinstance(value, tuple):
            if type_ is MOVED:
                return _moved(value, into)
            return tuple(swapped(spec, one, t.element(type_), into) for one in value)
    return value


def _moved(value: tuple, into) -> tuple:
    """(thing, from, to) for each; while a draw goes on, how many are wanted and what has come."""
    if value and isinstance(value[0], int):
        return value[0], _moved(value[1], into)
    return tuple((into.get(c, c), source, to) for c, source, to in value)


def told_again(spec: Spec, what: str, op, facts: tuple, into: dict[int, int]) -> tuple:
    """What the observer would have been told, had the things been exchanged."""
    match what, facts:
        case "move", (moved, deferred):
            return _moved(moved, into), deferred
        case "reveal", (things, seats):
            return tuple(into.get(c, c) for c in things), seats
        case "answer", (question, value):
            return question, swapped(spec, value, question.type, into)
        case "forced", (seat, value):
            return seat, swapped(spec, value, op.type, into)
        case "pick", (value,):
            type_ = op.source.type
            return (swapped(spec, value, type_ if isinstance(value, tuple) else t.element(type_), into),)
        case "stays", (piece,):
            return (into.get(piece, piece),)
    return facts


__all__ = ["exchanged", "look_alike", "relabelled", "slots", "swapped", "told_again", "unknown_things"]
