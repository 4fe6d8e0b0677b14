"""Positions that come again: what counts as the same position, and how often it has been there.

In:  a Remember op, carried out as a turn begins.
Out: the position's fingerprint in `state.history`, and in the op's cell how often it stands there.

The position is what lies open to everybody: whose turn it is, what lies in every zone that all may count (in its order,
where it has one; what not everybody knows only by its number), and every counter and state that all may see. Things that no
field, owner or counter tells apart are the same. A fingerprint is worked out from numbers alone, one after the other, so it is
the same on every machine and in the second engine (engine/compiled/runtime/repeated.py), and so is a play that is gone on
with there.
"""

from interpreter import ir
from interpreter.core.frame import Frame, ME, PC, Value
from interpreter.core.types import NONE
from interpreter.engine.faults import too_large
from interpreter.engine.interface import Engine
from interpreter.ir.model import EVERYBODY

BITS = (1 << 64) - 1
FACTOR = 0x9E3779B97F4A7C15                        # odd, so that nothing is lost in 64 bits
KEPT = 8                                           # bits left out: one chance in 10^16 that two positions share the other 56
UNKNOWN = -2                                       # a card whose face not everybody knows


def remember(op: ir.Remember, f: Frame, m: Engine) -> None:
    """Notes the position and counts it."""
    state = m.state
    if len(state.history) >= m.most_values:
        raise too_large(op, "this play has", f"{len(state.history) + 1} turns to remember", m.most_values)
    mark = _zones(op, m, mixed(0, f[ME]))
    for k in op.cells:
        mark = mixed(mark, _held(op, m, k))
    mark >>= KEPT
    state.history = tuple(sorted((*state.history, mark)))
    state.cells[op.cell.base] = state.history.count(mark)
    f[PC] = op.next


def mixed(mark: int, value: Value) -> int:
    """A mark of 64 bits that depends on the one before and on a number, or on how many members there are and each of them."""
    if isinstance(value, tuple):
        mark = mixed(mark, len(value))
        for member in value:
            mark = mixed(mark, member)
        return mark
    mark = (mark ^ value & BITS) * FACTOR & BITS
    return mark ^ mark >> 29


def _zones(op: ir.Remember, m: Engine, mark: int) -> int:
    """With what lies in each zone that everybody may count; what has no order, or none yet, as a sum."""
    for z, things in enumerate(m.state.zones):
        info = m.spec.zones[z]
        if info.counts != EVERYBODY:
            continue
        said = [_thing(op, m, one) for one in things]
        loose = m.state.cells[info.loose] if info.loose >= 0 else 0
        unsorted = loose if info.ordered else len(said)
        mark = mixed(mixed(mark, len(said)), sum(said[:unsorted]) & BITS)
        for one in said[unsorted:]:
            mark = mixed(mark, one)
    return mark


def _thing(op: ir.Remember, m: Engine, thing: int) -> int:
    """What everybody knows of a component, with what stands on it."""
    known = m.spec.faceless[thing] or m.state.known[thing] & m.spec.everyone == m.spec.everyone
    mark = mixed(0, op.alike[thing] if known else UNKNOWN)
    for k in op.marks[thing]:
        mark = mixed(mark, _held(op, m, k))
    return mark


def _held(op: ir.Remember, m: Engine, cell: int) -> Value:
    """What a counter or state holds, a component by the first that is no different."""
    value = m.state.cells[cell]
    if cell not in op.things:
        return value
    if isinstance(value, tuple):
        return tuple(op.alike[one] for one in value)
    return value if value == NONE else op.alike[value]
