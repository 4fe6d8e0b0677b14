"""Positions with things in each other's places, everywhere: in zones, in what seats know, in counters and states, in the locals
of rules that wait.

In:  a Spec, a State at a pause, and which thing takes which thing's place.
Out: `relabelled`, the other State; `renamed`, a value in which things are exchanged; `unknown_things`, those that a seat cannot
     tell apart; `things_named`, those that rules refer to; `all_values` of a type.

A frame holds bare numbers; what a slot means is the type that its routine has for it. Who has to exchange hidden things uses
these: the laws (laws/lookalike.py), real cards that are named later (session/physical_cards.py), and whoever deals what a seat
does not know anew (observation/deals.py).
"""

from collections.abc import Sequence
from typing import Any

from interpreter.core import types as t
from interpreter.core.derived import derived
from interpreter.core.frame import LOCALS, ROUTINE
from interpreter.core.state import IN_TRANSIT, State
from interpreter.engine.evaluate import HEAP
from interpreter.ir.model import Spec
from interpreter.observation.view import Table

BEYOND = 20                               # so many numbers of a range without an end are tried
Into = dict[int, int]                     # a thing -> the thing whose place it takes


# ------------------------------------------------------------------ what can be exchanged


def unknown_things(spec: Spec, state: State, seat: int) -> dict[str, list[int]]:
    """By kind, the things whose faces the seat knows neither now nor, in a simultaneous step, knew when it began."""
    table = Table(spec, state, seat)
    unknown: dict[str, list[int]] = {}
    for component in spec.components:
        if not table.known(component.number) and not state.known[component.number] & table.bit:
            unknown.setdefault(component.kind, []).append(component.number)
    return {kind: things for kind, things in unknown.items() if len(things) > 1}


def all_values(spec: Spec, type_: t.Type) -> list:
    """Every value of the type, in the order of language.md 2.6; collections of up to two members."""
    match type_:
        case t.Bool():
            return [0, 1]
        case t.Int(low, high):
            low = (0 if high is None or high >= 0 else high - BEYOND) if low is None else low
            return list(range(low, (low + BEYOND if high is None else high) + 1))
        case t.Enum(members=members):
            return list(range(len(members)))
        case t.Seat():
            return list(range(len(spec.seats)))
        case t.OrNone(of):
            return [*all_values(spec, of), t.NONE]
        case t.Kind(name) if name in spec.space_kinds():
            return [s for b in spec.boards.values() if b.kind == name for s in range(b.first, b.last + 1)]
        case t.Kind(name):
            return [c.number for c in spec.components if c.kind == name]
        case t.Place():
            return list(range(len(spec.zones)))
        case t.Nothing():
            return [t.NONE]
        case t.List(of) | t.Set(of):
            inner = all_values(spec, of)
            pairs = [(a, b) for a in inner[:5] for b in inner[:5] if a != b or isinstance(type_, t.List)]
            return [(), *[(value,) for value in inner], *pairs]
    return [0]


def names_things(spec: Spec, type_: t.Type) -> bool:
    """Are values of the type components, places, or lists of them?"""
    match type_:
        case t.OrNone(of) | t.List(of) | t.Set(of):
            return names_things(spec, of)
        case t.Kind() | t.Zone() | t.Place():
            return True
    return False


# ------------------------------------------------------------------ exchanging


def relabelled(spec: Spec, state: State, into: dict[int, int]) -> State:
    """The position with things exchanged everywhere."""
    other = state.copy()
    for zone in {state.places[thing] for thing in into} - {IN_TRANSIT}:
        other.zones[zone] = lying(spec, zone, state.zones[zone], state.cells, into)
    for thing, place_of in into.items():
        other.places[place_of], other.known[place_of] = state.places[thing], state.known[thing]
    other.cells = _cells(spec, state.cells, into)
    other.frames = _frames(spec, state.frames, into)
    other.strands = [_frames(spec, frames, into) for frames in state.strands]
    other.pending = [(branch, into.get(thing, thing), z, end, face) for branch, thing, z, end, face in state.pending]
    other.holding = [_held(spec, held, into) for held in state.holding]
    other.due = sorted((later, number, _args(spec, number, args, into), me) for later, number, args, me in state.due)
    if state.before is not None:
        other.before = _before(spec, state.before, into)
    return other


class _Names(dict[int, int]):
    """Exchanges nothing, and keeps what would have been asked."""

    def __init__(self) -> None:
        super().__init__()
        self.met: dict[int, None] = {}

    def get(self, thing: int, other: Any = None) -> Any:
        """The other, whatever the thing."""
        self.met[thing] = None
        return other


def things_named(spec: Spec, state: State) -> list[int]:
    """The things that counters, states or waiting rules name, or that are on their way, in the order in which they do."""
    names = _Names()
    relabelled(spec, state, names)
    return list(names.met)


def _before(spec: Spec, before: tuple, into: Into) -> tuple:
    cells, zones, known = before
    then = list(known)
    for thing, other in into.items():
        then[other] = known[thing]
    moved = tuple(things if into.keys().isdisjoint(things) else tuple(lying(spec, z, things, cells, into))
                  for z, things in enumerate(zones))
    return tuple(_cells(spec, cells, into)), moved, tuple(then)


def _cells(spec: Spec, before: Sequence, into: Into) -> list:
    cells = list(before)
    for number in _telling(spec):
        cells[number] = renamed(spec, cells[number], spec.cells[number].type, into)
    return cells


@derived
def _telling(spec: Spec) -> list[int]:
    """The cells that an author has declared and whose values name things."""
    return [number for number, info in enumerate(spec.cells) if info.name and names_things(spec, info.type)]


def _frames(spec: Spec, frames: list[list], into: Into) -> list[list]:
    others = []
    for frame in frames:
        typed = zip(frame[LOCALS:], spec.routines[frame[ROUTINE]].slots, strict=True)
        others.append(frame[:LOCALS] + [renamed(spec, value, type_, into) for value, type_ in typed])
    return others


def _held(spec: Spec, held: tuple, into: Into) -> tuple:
    depth, branch, trigger, args = held
    return held if args is None else (depth, branch, trigger, _args(spec, trigger, args, into))


def _args(spec: Spec, trigger: int, args: tuple, into: Into) -> tuple:
    types = spec.routines[spec.triggers[trigger].routine].types
    return tuple(renamed(spec, value, type_, into) for value, type_ in zip(args, types, strict=True))


def renamed(spec: Spec, value, type_, swap: dict):
    """A value of this type with the two exchanged; an empty slot stays empty."""
    if value is None:
        return None
    match type_:
        case t.Moved():
            return tuple((swap.get(c, c), source, to) for c, source, to in value)
        case t.Drawing() if value and isinstance(value[0], int):
            return value[0], renamed(spec, value[1], t.MOVED, swap)
        case t.Journey() if value and isinstance(value[0], int):
            return value
        case t.Drawing() | t.Journey():
            return renamed(spec, value, t.MOVED, swap)
        case t.OrNone(of):
            return renamed(spec, value, of, swap)
        case t.List() | t.Set() | t.Zone() if isinstance(value, tuple):
            return tuple(renamed(spec, member, t.element(type_), swap) for member in value)
        case t.Kind(name) if isinstance(value, int) and name not in spec.space_kinds():
            return swap.get(value, value)
    return value


def lying(spec: Spec, z: int, things, cells, swap: dict) -> list:
    """What lies in a zone, renamed; what has no order stays in the order of its numbers."""
    lies = [swap.get(c, c) for c in things]
    if spec.zone_shape[z] == HEAP:
        return sorted(lies)
    loose = cells[spec.zone_loose[z]] if spec.zone_loose[z] >= 0 else 0
    return sorted(lies[:loose]) + lies[loose:]
