"""Moving things, and who knows their faces afterwards (language.md 2.1, 2.2 and 2.14).

In:  the Machine, a component, and where it goes.
Out: the state changed: zones, places, and the bits of `known`.

A seat knows a face once it has seen it, and as long as it can follow the card. A shuffle ends that for the whole zone. So does
taking some but not all of an unordered zone to another, for a seat that can look into neither.
"""

from bisect import insort
from collections.abc import Sequence

from interpreter import ir
from interpreter.core.state import IN_TRANSIT
from interpreter.engine.evaluate import COLUMN, HEAP
from interpreter.engine.faults import fault, Unsettled
from interpreter.engine.interface import Engine
from interpreter.text import codes

Moving = tuple[int, int, int]              # a component, from where, and to where


def take_out(m: Engine, thing: int) -> int:
    """Removes a component from where it lies; gives back the zone."""
    state = m.state
    z = state.places[thing]
    things, loose = state.zones[z], m.loose[z]
    if loose >= 0 and state.cells[loose] and things.index(thing) < state.cells[loose]:
        left = state.cells[loose] - 1
        state.cells[loose] = left if left > 1 else 0
    things.remove(thing)
    state.places[thing] = IN_TRANSIT
    return z


def put_in(m: Engine, thing: int, z: int, end: str = "", face: str = "") -> None:
    """Lays a component into a zone, and shows it to those who see its face there."""
    state, shape = m.state, m.shape[z]
    things = state.zones[z]
    if shape == HEAP:
        insort(things, thing)
    elif (end == "bottom" or not end) if shape == COLUMN else end != "bottom":
        things.append(thing)
    else:
        things.insert(0, thing)
    state.places[thing] = z
    if face != "down":
        state.known[thing] |= m.everyone if face == "up" else m.sees[z] & m.everyone


def lose_track(m: Engine, z: int, moved: Sequence[int], to: int, face: str) -> None:
    """Some of an unordered zone have been taken: who saw neither end no longer knows which."""
    before = len(m.state.zones[z])
    if len(moved) >= before:
        return
    there = 0 if face == "down" else m.everyone if face == "up" else m.sees[to]
    blind = m.everyone & ~(m.sees[z] | there)
    if blind:
        for thing in m.state.zones[z]:
            m.state.known[thing] &= ~blind


def forget(m: Engine, z: int) -> None:
    """A shuffle: nobody knows which card is which, except in a zone whose faces they see."""
    seen = m.sees[z] & m.everyone
    for thing in m.state.zones[z]:
        m.state.known[thing] = seen


def needs_order(m: Engine, z: int, end: str) -> bool:
    """Does something laid at this end come to lie beyond cards that have no order yet?"""
    loose = m.loose[z]
    return loose >= 0 and m.state.cells[loose] > 1 and end == ("top" if m.shape[z] == COLUMN else "bottom")


def loosen(m: Engine, z: int) -> None:
    """Nature gives the order of a pile when it is needed; until then its cards are kept in the order of their numbers."""
    if m.loose[z] >= 0:
        things = m.state.zones[z]
        things.sort()
        m.state.cells[m.loose[z]] = len(things) if len(things) > 1 else 0


def room_in(m: Engine, z: int, op: ir.Move | ir.Draw, coming: int = 0) -> bool:
    """Is there room for one more beside what is coming? A full zone is a fault unless the rule says `if possible`."""
    most = m.most[z]
    if most is None or len(m.state.zones[z]) + coming < most:
        return True
    if op.if_possible:
        return False
    raise fault(codes.FAULT_ZONE_FULL, op.span, zone=m.spec.zones[z].label, limit=most, got=most + 1)


def is_foreign(m: Engine, z: int) -> bool:
    """Does what a branch moves there arrive only at the barrier?"""
    return m.branch >= 0 and m.owner[z] != m.branch and not m.shared[z]


def relocate(m: Engine, thing: int, z: int, end: str, face: str) -> None:
    """From where it lies to a zone, at once or, out of a branch, when all branches are done."""
    state, branch = m.state, m.branch
    source = state.places[thing]
    if source == z and m.shape[z] == HEAP:
        return
    if m.shape[source] == HEAP:
        state.zones[source].remove(thing)                  # what take_out does where there is no order: half of all moves
        state.places[thing] = IN_TRANSIT
    else:
        take_out(m, thing)
    if branch >= 0 and branch != m.owner[z] and not m.shared[z]:
        state.pending.append((branch, thing, z, end, face))
    else:
        put_in(m, thing, z, end, face)


def pour(m: Engine, source: int, z: int, face: str) -> None:
    """Everything in one unordered zone goes to another, as one by one with `relocate`; nobody loses track of any."""
    state, branch = m.state, m.branch
    things = state.zones[source]
    if branch >= 0 and branch != m.owner[z]:
        for thing in things:
            state.places[thing] = IN_TRANSIT
            state.pending.append((branch, thing, z, "", face))
    else:
        seen = 0 if face == "down" else m.everyone if face == "up" else m.sees[z] & m.everyone
        for thing in things:
            state.places[thing] = z
            state.known[thing] |= seen
        state.zones[z] = sorted(state.zones[z] + things)
    state.zones[source] = []


def deliver(m: Engine, op: ir.Op) -> None:
    """What branches have sent arrives, in seat order."""
    for _, _, z, end, _ in m.state.pending:
        if needs_order(m, z, end):
            raise Unsettled(z)
    for _, thing, z, end, face in sorted(m.state.pending, key=lambda sent: sent[0]):
        most = m.spec.zones[z].most
        if most is not None and len(m.state.zones[z]) >= most:
            raise fault(codes.FAULT_ZONE_FULL, op.span, zone=m.spec.zones[z].label, limit=most, got=most + 1)
        put_in(m, thing, z, end, face)
    m.state.pending.clear()


def exchange(m: Engine, op: ir.Op, first: int, second: int) -> tuple[Moving, ...]:
    """Each zone's things keep their order from the top; what has no order yet has none in the other zone either."""
    going = []
    for z, to in ((first, second), (second, first)):
        things, turned = m.state.zones[z][:], m.shape[z] != m.shape[to]
        loose = m.state.cells[m.loose[z]] if m.loose[z] >= 0 else 0
        if loose > 1 and turned and m.shape[to] != HEAP:
            raise Unsettled(z)
        most = m.spec.zones[to].most
        if most is not None and len(things) > most:
            raise fault(codes.FAULT_ZONE_FULL, op.span, zone=m.spec.zones[to].label, limit=most, got=len(things))
        going.append((to, things[::-1] if turned and m.shape[z] != HEAP else things, loose))
    for _, things, _ in going:
        for thing in things:
            take_out(m, thing)
    for z, things, loose in going:
        for thing in things:
            put_in(m, thing, z)
        if m.loose[z] >= 0:
            m.state.cells[m.loose[z]] = loose
    return tuple((thing, first if z == second else second, z) for z, things, _ in going for thing in things)
