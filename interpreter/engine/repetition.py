"""Positions that come again: what counts as the same position, and how often it has been there.

In:  a Remember op, carried out as a turn begins.
Out: the position's fingerprint in `state.history`, and in the op's cell how often it stands there.

The position is what lies open to everybody: whose turn it is, what lies in every zone that all may count (in its order,
where it has one; what not everybody knows only by its number), and every counter and state that all may see. Things that no
field, owner or counter tells apart are the same. A fingerprint is the same on every machine, and so is a play that is gone on
with there.
"""

from collections.abc import Iterator
from hashlib import blake2b

from interpreter import ir
from interpreter.core.frame import Frame, ME, PC, Value
from interpreter.core.types import NONE
from interpreter.engine.faults import too_large
from interpreter.engine.interface import Engine
from interpreter.ir.model import EVERYBODY

BYTES = 7                                          # of a fingerprint: one chance in 10^16 that two positions share one
UNKNOWN = -2                                       # a card whose face not everybody knows


def remember(op: ir.Remember, f: Frame, m: Engine) -> None:
    """Notes the position and counts it."""
    state = m.state
    if len(state.history) >= m.most_values:
        raise too_large(op, "this play has", f"{len(state.history) + 1} turns to remember", m.most_values)
    position = (f[ME], *_zones(op, m), *(_held(op, m, k) for k in op.cells))
    mark = int.from_bytes(blake2b(repr(position).encode(), digest_size=BYTES).digest(), "big")
    state.history = tuple(sorted((*state.history, mark)))
    state.cells[op.cell.base] = state.history.count(mark)
    f[PC] = op.next


def _zones(op: ir.Remember, m: Engine) -> Iterator[tuple[Value, ...]]:
    """What lies in each zone that everybody may count; what has no order, or none yet, sorted."""
    for z, things in enumerate(m.state.zones):
        info = m.spec.zones[z]
        if info.counts != EVERYBODY:
            continue
        said = [_thing(op, m, one) for one in things]
        loose = m.state.cells[info.loose] if info.loose >= 0 else 0
        unsorted = loose if info.ordered else len(said)
        yield (*sorted(said[:unsorted], key=repr), *said[unsorted:])


def _thing(op: ir.Remember, m: Engine, thing: int) -> tuple[Value, ...]:
    """What everybody knows of a component, with what stands on it."""
    known = m.spec.faceless[thing] or m.state.known[thing] & m.spec.everyone == m.spec.everyone
    return (op.alike[thing] if known else UNKNOWN, *(_held(op, m, k) for k in op.marks[thing]))


def _held(op: ir.Remember, m: Engine, cell: int) -> Value:
    """What a counter or state holds, a component by the first that is no different."""
    value = m.state.cells[cell]
    if cell not in op.things:
        return tuple(map(int, value)) if isinstance(value, tuple) else int(value)
    if isinstance(value, tuple):
        return tuple(op.alike[one] for one in value)
    return value if value == NONE else op.alike[value]
