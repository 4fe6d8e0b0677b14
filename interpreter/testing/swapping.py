"""Another position that looks the same: what a seat may not know is exchanged or changed.

In:  a Spec, a State at a pause, a seat, and a source of chance.
Out: a State in which things that the seat does not know lie in each other's places, everywhere: in zones, in what others
     know, in what rules that wait have in mind; and hidden counters have other values. To the seat both are the same.

A frame holds bare numbers; what a slot means is the type that its routine has for it.
"""

from interpreter.core import types as t
from interpreter.core.frame import LOCALS, ROUTINE
from interpreter.core.state import State
from interpreter.play.renaming import lying, renamed
from interpreter.run.view import Table
from interpreter.spec.model import Spec
from interpreter.testing.values import some_value

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
        case "pick", (value,):
            type_ = op.source.type
            return (renamed(spec, value, type_ if isinstance(value, tuple) else t.element(type_), into),)
        case "stays", (piece,):
            return (into.get(piece, piece),)
    return facts


__all__ = ["exchanged", "look_alike", "relabelled", "told_again", "unknown_things"]
