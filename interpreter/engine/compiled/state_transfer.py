"""A position between the two engines: a State as it lies in a module's memory, and back.

In:  an Instance, and for `bring` a State at a pause.
Out: the same State; the memory of the instance. What comes back has an equal `State.key()`. NoRoom where a position does not
fit.
"""

import struct
from typing import Any

from interpreter import ir
from interpreter.core import types as t
from interpreter.core.frame import Frame, LOCALS, ME, PC, RESULT, ROUTINE, Value
from interpreter.core.state import State
from interpreter.engine.compiled import memory_layout as lay
from interpreter.engine.compiled.changes import ENDS, FACES
from interpreter.engine.compiled.instance import Instance
from interpreter.engine.compiled.memory_layout import HANDLE, NIL
from interpreter.engine.compiled.writer import depth
from interpreter.text.diagnostic import InternalError


class NoRoom(Exception):
    """A position that the module cannot hold: more lists or frames than it has room for, or things in no order where the rules
    never shuffle."""


END_WORDS = {number: word for word, number in ENDS.items()}
FACE_WORDS = {number: word for word, number in FACES.items()}
HOW = {1: "finished", 2: "won", 3: "limit"}


# ------------------------------------------------------------------ values


def value_at(instance: Instance, value: int, inside: int) -> Value:
    """A value as Python has it; `inside` says how many lists lie inside one another."""
    if value == NIL:
        return None
    if inside == 0 or value < 0:
        return value
    return tuple([value_at(instance, member, inside - 1) for member in members(instance, value)])


def members(instance: Instance, handle: int) -> tuple[int, ...]:
    """The members of a list, as they are in memory."""
    count = handle >> HANDLE
    return struct.unpack(f"<{count}q", instance.read(handle & 0xFFFFFFFF, 8 * count)) if count else ()


class Room:
    """Where lists are written, one behind the other."""

    def __init__(self, instance: Instance, address: int, end: int):
        self.instance, self.address, self.end = instance, address, end

    def put(self, value: Value) -> int:
        """A value as it is in memory."""
        if value is None:
            return NIL
        if not isinstance(value, tuple):
            return int(value)
        plain = [self.put(member) for member in value]
        if not plain:
            return 0
        address = self.address
        self.address += 8 * len(plain)
        if self.address > self.end:
            raise NoRoom("lists")
        self.instance.write(address, struct.pack(f"<{len(plain)}q", *plain))
        return len(plain) << HANDLE | address


def scratch(instance: Instance) -> Room:
    """Room for an answer, where nothing else is written."""
    start = instance.module.numbers["OUTSIDE"]
    return Room(instance, start, start + 65536)


# ------------------------------------------------------------------ from the module


def state_of(instance: Instance) -> State:
    """The position in memory, as the reference engine has it."""
    module = instance.module
    spec, layout = module.spec, module.layout
    number = instance.number
    state = State(_cells(instance, layout.cells), _zones(instance, 0), _places(instance), _known(instance, layout.known))
    state.frames = _frames(instance, number(layout.tops))
    strands = number(lay.STRANDS)
    state.strands = [_frames(instance, number(layout.tops + 4 * (1 + seat))) for seat in range(strands)]
    for k in range(number(lay.PENDINGS)):
        row = instance.read(layout.pending + k * lay.PENDING_ROW, lay.PENDING_ROW)
        seat, end, face, thing, zone = struct.unpack("<BBBxHH", row)
        state.pending.append((seat, thing, zone, END_WORDS[end], FACE_WORDS[face]))
    for k in range(number(lay.HOLDINGS)):
        row = instance.read(layout.holding + k * lay.HOLDING_ROW, lay.HOLDING_ROW)
        deep, branch, trigger, args = struct.unpack("<iiixxxxq", row)
        state.holding.append((deep, branch, trigger, _remembered(instance, trigger, args)))
    for k in range(number(lay.DUES)):
        later, trigger, arg, me = struct.unpack("<iiqi", instance.read(layout.due + k * lay.DUE_ROW, 20))
        state.due.append((later, trigger, () if arg == NIL else (arg,), me))
    count = number(lay.HISTORY_COUNT)
    state.history = struct.unpack(f"<{count}q", instance.read(layout.history, 8 * count))
    state.resolving, state.serving = number(lay.RESOLVING), number(lay.SERVING)
    if number(lay.BEFORE):
        shift = layout.before - layout.cells
        zones = tuple(map(tuple, _zones(instance, shift)))
        state.before = tuple(_cells(instance, layout.before)), zones, tuple(_known(instance, layout.known + shift))
    state.ended = ended(instance)
    assert spec is module.spec
    return state


def ended(instance: Instance) -> tuple[Value, ...] | None:
    """How the play ended, as a State has it."""
    how = instance.number(lay.ENDED)
    if how == 2:
        return ("won", *[instance.number(lay.WINNERS + 4 * k) for k in range(instance.number(lay.WON))])
    if how == 3:
        return ("limit", instance.number(lay.LIMIT))
    return (HOW[how],) if how else None


def _cells(instance: Instance, address: int) -> list[Value]:
    layout = instance.module.layout
    count, width = len(layout.spec.cells), layout.cell_width
    found: list[Value] = list(struct.unpack(f"<{count}{'i' if width == 4 else 'q'}", instance.read(address, count * width)))
    for n in layout.list_cells:
        found[n] = value_at(instance, found[n], depth(layout.spec.cells[n].type))
    return found


def _known(instance: Instance, address: int) -> list[int]:
    layout = instance.module.layout
    count, width = len(layout.spec.components), layout.known_width
    letter = {1: "B", 2: "H", 4: "I", 8: "Q"}[width]
    return list(struct.unpack(f"<{count}{letter}", instance.read(address, count * width)))


def _places(instance: Instance) -> list[int]:
    layout = instance.module.layout
    count = len(layout.spec.components)
    return list(struct.unpack(f"<{count}h", instance.read(layout.places, 2 * count)))


def _zones(instance: Instance, shift: int) -> list[list[int]]:
    layout = instance.module.layout
    block, found = instance.read(layout.cells + shift, layout.known - layout.cells), []
    for place in layout.zones:
        at = place.address - layout.cells
        if place.words:
            bits, things = int.from_bytes(block[at:at + 8 * place.words], "little"), []
            while bits:
                lowest = bits & -bits
                things.append(place.low + lowest.bit_length() - 1)
                bits ^= lowest
            found.append(things)
        else:
            count = int.from_bytes(block[at:at + 2], "little")
            found.append(list(struct.unpack_from(f"<{count}H", block, at + 2)))
    return found


def _frames(instance: Instance, top: int) -> list[Frame]:
    frames = []
    while top:
        frames.append(_frame(instance, top))
        top = instance.number(top + lay.BELOW)
    return frames[::-1]


def _frame(instance: Instance, at: int) -> Frame:
    module = instance.module
    pc, routine, me, result, below = struct.unpack("<5i", instance.read(at, 20))
    made = module.spec.routines[routine]
    frame: Frame = [None] * made.size
    op = module.spec.plan[module.orders[routine][pc]]
    frame[PC], frame[ROUTINE], frame[ME], frame[RESULT] = op.number, routine, me, result
    if result > 0:
        slots = module.layout.slots[instance.number(below + lay.ROUTINE)]
        frame[RESULT] = next(slot for slot, offset in slots.items() if offset == result)
    for slot, offset in module.layout.slots[routine].items():
        frame[slot] = _slot(instance, op, slot, made.slots[slot - LOCALS] if slot - LOCALS < len(made.slots) else None,
                            instance.long(at + offset))
    return frame


def _slot(instance: Instance, op: ir.Op, slot: int, type_: t.Type | None, value: int) -> Value:
    if value == NIL or not isinstance(type_, t.Moved | t.Drawing | t.Journey):
        return value_at(instance, value, depth(type_))
    if isinstance(op, ir.Travel) and op.left == slot:
        here, previous, left, stepped, stopped, moved, *path = members(instance, value)
        return (here, previous, left, bool(stepped), bool(stopped), bool(moved), tuple(path))
    rows = members(instance, value)
    if isinstance(op, ir.Draw) and op.slot == slot:
        return (rows[0], tuple(map(_moved, rows[1:])))
    return tuple(map(_moved, rows))


def _moved(row: int) -> tuple[int, int, int]:
    return row & 0xFFFF, row >> 16 & 0xFFFF, row >> 32


def _remembered(instance: Instance, trigger: int, args: int) -> tuple[Value, ...] | None:
    if args == NIL:
        return None
    spec = instance.module.spec
    types = spec.routines[spec.triggers[trigger].routine].types
    found = members(instance, args)
    return tuple(value_at(instance, value, depth(type_)) for value, type_ in zip(found, types, strict=False))


# ------------------------------------------------------------------ into the module


def bring(instance: Instance, state: State) -> None:
    """Puts a State into memory."""
    module = instance.module
    spec, layout, put = module.spec, module.layout, instance.put
    if any(zone.loose >= 0 and not layout.loose[n] and state.cells[zone.loose] > 1 for n, zone in enumerate(spec.zones)):
        raise NoRoom("order")
    instance.write(lay.BLOCK, bytes(layout.before - lay.BLOCK))
    room = Room(instance, layout.lists, layout.end)
    _put_table(instance, room, 0, tuple(state.cells), tuple(map(tuple, state.zones)), tuple(state.known))
    instance.write(layout.places, struct.pack(f"<{len(state.places)}h", *state.places))
    put(layout.tops, _put_frames(instance, room, layout.stack, layout.strands, state.frames))
    put(lay.STRANDS, len(state.strands))
    for seat, frames in enumerate(state.strands):
        start = layout.strands + seat * layout.strand_size
        put(layout.tops + 4 * (1 + seat), _put_frames(instance, room, start, start + layout.strand_size, frames))
    put(lay.PENDINGS, len(state.pending))
    for k, (seat, thing, zone, end, face) in enumerate(state.pending):
        instance.write(layout.pending + k * lay.PENDING_ROW, struct.pack("<BBBxHH", seat, ENDS[end], FACES[face], thing, zone))
    put(lay.HOLDINGS, len(state.holding))
    for k, (deep, branch, trigger, args) in enumerate(state.holding):
        kept = NIL if args is None else room.put(args or (0,))
        instance.write(layout.holding + k * lay.HOLDING_ROW, struct.pack("<iiixxxxq", deep, branch, trigger, kept))
    put(lay.DUES, len(state.due))
    for k, (later, trigger, due, me) in enumerate(state.due):
        instance.write(layout.due + k * lay.DUE_ROW, struct.pack("<iiqi", later, trigger, due[0] if due else NIL, me))
    if len(state.history) > layout.history_rows:
        raise InternalError("a position remembers more turns than a module has room for")
    put(lay.HISTORY_COUNT, len(state.history))
    instance.write(layout.history, struct.pack(f"<{len(state.history)}q", *state.history))
    put(lay.RESOLVING, state.resolving)
    put(lay.SERVING, state.serving)
    put(lay.BEFORE, int(state.before is not None))
    if state.before is not None:
        _put_table(instance, room, layout.before - layout.cells, *state.before)
    if state.ended is not None:
        how, *what = state.ended
        put(lay.ENDED, next(number for number, word in HOW.items() if word == how))
        if how == "limit":
            put(lay.LIMIT, what[0])
        else:
            put(lay.WON, len(what))
            for k, seat in enumerate(what):
                put(lay.WINNERS + 4 * k, seat)
    put(lay.LISTS_TOP, room.address)
    assert spec is module.spec


def _put_table(instance: Instance, room: Room, shift: int, cells: tuple[Value, ...], zones: tuple[tuple[int, ...], ...],
               known: tuple[int, ...]) -> None:
    layout = instance.module.layout
    letter = "i" if layout.cell_width == 4 else "q"
    instance.write(layout.cells + shift, struct.pack(f"<{len(cells)}{letter}", *map(room.put, cells)))
    letter = {1: "B", 2: "H", 4: "I", 8: "Q"}[layout.known_width]
    mask = (1 << 8 * layout.known_width) - 1
    instance.write(layout.known + shift, struct.pack(f"<{len(known)}{letter}", *[one & mask for one in known]))
    for place, things in zip(layout.zones, zones, strict=True):
        if place.words:
            bits = sum(1 << (thing - place.low) for thing in things)
            instance.write(place.address + shift, bits.to_bytes(8 * place.words, "little"))
        else:
            instance.write(place.address + shift, struct.pack(f"<{1 + len(things)}H", len(things), *things))


def _put_frames(instance: Instance, room: Room, start: int, end: int, frames: list[Frame]) -> int:
    """Puts a stack of frames from `start` on; the address of the last."""
    module, below, at = instance.module, 0, start
    for frame in frames:
        routine = frame[ROUTINE]
        layout, op = module.layout, module.spec.plan[frame[PC]]
        if at + layout.sizes[routine] > end:
            raise NoRoom("frames")
        place = module.orders[routine].index(frame[PC])
        result = frame[RESULT]
        if result > 0:
            result = layout.slots[instance.number(below + lay.ROUTINE)][result]
        after = module.orders[routine].index(op.next) if isinstance(op, ir.Together) else 0
        instance.write(at, struct.pack("<6i", place, routine, frame[ME], result, below, after))
        for slot, offset in layout.slots[routine].items():
            instance.put(at + offset, room.put(_plain_slot(op, slot, module.spec.routines[routine].slots, frame[slot])), 8)
        below, at = at, at + layout.sizes[routine]
    return below


def _plain_slot(op: ir.Op, slot: int, types: tuple[t.Type, ...], value: Value) -> Value:
    """A slot's value, with what has moved in one number each."""
    type_: Any = types[slot - LOCALS] if slot - LOCALS < len(types) else None
    if value is None or not isinstance(type_, t.Moved | t.Drawing | t.Journey):
        return value
    if isinstance(op, ir.Travel) and op.left == slot:
        *head, path = value
        return (*map(int, head), *path)
    if isinstance(op, ir.Draw) and op.slot == slot:
        total, drawn = value
        return (total, *map(_packed, drawn))
    return tuple(map(_packed, value))


def _packed(row: tuple[int, int, int]) -> int:
    thing, source, to = row
    return thing | source << 16 | to << 32
