"""Which slots of a frame hold a value that nothing will read any more.

In:  a Spec and the number of a routine.
Out: for each op of the routine, the slots that are dead when it is next. The machine empties them at a pause, so that
     positions from which the same can come are equal.

Backwards over the ways from op to op until nothing changes (liveness, as in any compiler); slots are bits of a number. What an
expression binds while it is worked out never stays in a frame, see engine/evaluate.py, so such slots are left out.
"""

from collections.abc import Iterable, Iterator

from attrs import fields

from interpreter import ir
from interpreter.core.derived import derived
from interpreter.core.frame import LOCALS, Value
from interpreter.ir.dependencies import parts
from interpreter.ir.form import Goes, per_class
from interpreter.ir.kinds import Sort
from interpreter.ir.model import Routine, Spec


def dead_slots(spec: Spec, number: int) -> dict[int, tuple[int, ...]]:
    """For each op of the routine, the slots whose values are not read from there on."""
    return {k: tuple(slot for slot, needed in slots if not needed) for k, slots in _slots(spec, number).items()}


def needed_slots(spec: Spec, number: int, at: int) -> tuple[int, ...]:
    """The slots whose values are still read where this op of the routine is next."""
    return tuple(slot for slot, needed in _slots(spec, number).get(at, ()) if needed)


def _slots(spec: Spec, number: int) -> dict[int, list[tuple[int, bool]]]:
    """For each op of the routine all slots that anything is kept in, and whether that is read from there on."""
    routine, ops = spec.routines[number], [spec.plan[k] for k in ops_of(spec)[number]]
    read = {op.number: _reads(spec, routine, op) for op in ops}
    ways = {op.number: _ways(routine, op) for op in ops}
    kept = {op.number: ~_writes(op) for op in ops}
    live = dict.fromkeys(read, 0)
    changed = True
    while changed:
        changed = False
        for k in reversed(ways):
            after = 0
            for way in ways[k]:
                after |= live.get(way, 0)
            needed = read[k] | after & kept[k]
            if needed != live[k]:
                live[k], changed = needed, True
    filled = _bits(range(LOCALS, LOCALS + len(routine.params)))
    for op in ops:
        filled |= _bits(_filled(op) | _kept(op))
    slots = [slot for slot in range(LOCALS, routine.size) if filled >> slot & 1]
    return {k: [(slot, bool(needed >> slot & 1)) for slot in slots] for k, needed in live.items()}


@derived
def ops_of(spec: Spec) -> list[list[int]]:
    """The numbers of each routine's ops."""
    ops: list[list[int]] = [[] for _ in spec.routines]
    for number, routine in enumerate(spec.plan_routine):
        ops[routine].append(number)
    return ops


def _bits(slots: Iterable[int]) -> int:
    bits = 0
    for slot in slots:
        if slot >= 0:
            bits |= 1 << slot
    return bits


def _ways(routine: Routine, op: ir.Op) -> tuple[int, ...]:
    """The ops that may come next; a part of play can be ended at any of its ops."""
    return () if op.does.goes is Goes.BACK else (*[number for number, _ in op.leads()], routine.exit)


def _filled(op: ir.Op) -> set[int]:
    """The slots that it gives something to."""
    return {binding.slot for binding in op.bindings()} | ({getattr(op, op.does.moved)} if op.does.moved else set())


def _kept(op: ir.Op) -> set[int]:
    return {getattr(op, name) for name in op.does.keeps}


def _writes(op: ir.Op) -> int:
    """The slots that it fills without looking at them, so that what they held before is not needed."""
    return _bits(_filled(op) - _kept(op))


def _reads(spec: Spec, routine: Routine, op: ir.Op) -> int:
    """The slots that it looks at, or that a question there shows to whoever answers."""
    slots = {local.slot for local in names_in(op)} | _kept(op)
    if isinstance(op, ir.Ask):
        slots |= {slot for slot, *_ in op.facts.values()}
    if isinstance(op, ir.Blind):                       # the guards of its question say which cards may be meant
        asking = spec.plan[op.asks]
        slots |= {local.slot for local in names_in(asking)} | {binding.slot for binding in asking.bindings()}
    if op.does.hands_on or (isinstance(op, ir.Return) and routine.sort == Sort.BEFORE):
        slots |= set(range(LOCALS, LOCALS + len(routine.params)))
    return _bits(slots)


def names_in(part: Value) -> Iterator[ir.Local]:
    """The names used in an op; what stands behind the `otherwise` of a table has a frame of its own."""
    if isinstance(part, ir.Local):
        yield part
    elif isinstance(part, ir.TableAt):
        yield from names_in(part.keys)
    elif isinstance(part, ir.Expr):
        for member in parts(part):
            yield from names_in(member)
    elif isinstance(part, tuple | list):
        for member in part:
            yield from names_in(member)
    elif isinstance(part, ir.Op | ir.Guard | ir.Alternative):
        for name in _inside(type(part)):
            yield from names_in(getattr(part, name))


@per_class
def _inside(form: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(form) if field.name not in ("span", "type", "facts", "prompt"))
