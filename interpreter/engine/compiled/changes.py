"""Changes and control flow: one function for each op that neither asks anybody nor has to do with triggers, as in
engine/effects.py, which says what each does.

In:  an op, and the Way on which it is written.
Out: its text. It works out all its values before it changes anything, so that it can begin anew when nature has been asked.
"""

from collections.abc import Callable, Iterable
from typing import Any

from interpreter import ir
from interpreter.core import types as t
from interpreter.core.frame import LOCALS, TO_EVENT
from interpreter.engine.compiled import addresses
from interpreter.engine.compiled.loops import zone_empty
from interpreter.engine.compiled.memory_layout import (
    BEFORE,
    BELOW,
    DUES,
    ENDED,
    HANDLE,
    HOLDINGS,
    holds_triggers,
    LIMIT,
    NIL,
    RESOLVING,
    RESULT,
    ROUTINE,
    SERVING,
    STRANDS,
    WINNERS,
    WON,
)
from interpreter.engine.compiled.routine_functions import ANEW, head, order_of, SERVED, TOGETHER, WAITS, Way
from interpreter.engine.compiled.writer import const, depth, get, narrow, put, when
from interpreter.ir import Expr
from interpreter.ir.form import Bounds, Op
from interpreter.ir.kinds import Sort
from interpreter.ir.model import EVERYBODY

ENDS = {"": 0, "top": 1, "bottom": 2}
FACES = {"": 0, "up": 1, "down": 2}


def checked(value: str, bounds: Bounds | None) -> str:
    """Leaves the reference engine to say that a value is out of its bounds; `value` is a local."""
    low, high = bounds or (None, None)
    text = "" if low is None else when(f"(i64.lt_s {get(value)} {const(low)})", "(call $no_value)")
    return text + ("" if high is None else when(f"(i64.gt_s {get(value)} {const(high)})", "(call $no_value)"))


# ------------------------------------------------------------------ numbers and names


def let(w: Way, op: ir.Let) -> str:
    inside = w.inside(op.slot, op.value)
    it = w.local()
    text = put(it, w.c.value(op.value)) + checked(it, op.bounds) + w.settled() + w.fill(op.slot, get(it), inside)
    return (w.room() if inside else "") + text + w.on(op.next)


def set_cell(w: Way, op: ir.SetCell) -> str:
    it = w.local()
    text = put(it, w.c.value(op.value))
    operand, offset = _cell(w, op.cell)
    inside = depth(w.k.spec.cells[op.cell.base].type)
    text += checked(it, op.bounds) + w.settled()
    value = f"(call $keep {get(it)} (i32.const {inside}))" if inside else get(it)
    return (w.room() if inside else "") + text + _store(w, operand, offset, value) + w.on(op.next)


def _cell(w: Way, cell: ir.Cell) -> tuple[str, int]:
    return addresses.cell(w.c, cell)


def _store(w: Way, operand: str, offset: int, value: str) -> str:
    if w.k.layout.cell_width == 4:
        return f"(i32.store offset={offset} {operand} {narrow(value)})"
    return f"(i64.store offset={offset} {operand} {value})"


def adjust(w: Way, op: ir.Adjust) -> str:
    at, it = w.local("i32", "at"), w.local()
    operand, offset = _cell(w, op.cell)
    load = "i64.load32_s" if w.k.layout.cell_width == 4 else "i64.load"
    text = put(at, operand) + _adjusted(w, op, f"({load} offset={offset} {get(at)})", it)
    return text + checked(it, (op.low, op.high)) + w.settled() + _store(w, get(at), offset, get(it)) + w.on(op.next)


def _adjusted(w: Way, op: ir.Adjust | ir.AdjustLocal, now: str, it: str) -> str:
    before = w.local()
    word = "i64.add" if op.sign > 0 else "i64.sub"
    text = put(before, now) + put(it, f"({word} {get(before)} {w.c.value(op.amount)})")
    if op.bound is None:
        return text
    bound = w.local()
    beyond, nearer = ("gt_s", "lt_s") if op.sign > 0 else ("lt_s", "gt_s")
    text += put(bound, w.c.value(op.bound))
    text += when(f"(i64.{nearer} {get(bound)} {get(before)})", put(bound, get(before)))
    return text + when(f"(i64.{beyond} {get(it)} {get(bound)})", put(it, get(bound)))


def adjust_local(w: Way, op: ir.AdjustLocal) -> str:
    it = w.local()
    return _adjusted(w, op, w.slot(op.slot), it) + w.settled() + w.fill(op.slot, get(it)) + w.on(op.next)


# ------------------------------------------------------------------ things


def move(w: Way, op: ir.Move) -> str:
    c, to = w.c, addresses.facts(w.c, op.to)
    end, face = ENDS[op.end], FACES[op.face]
    z = w.local("i32", "z")
    text = put(z, addresses.zone_number(c, op.to))
    whole = isinstance(op.things, ir.Contents)
    if whole and op.slot < 0 and addresses.is_heap(to) and not to.bounded:
        assert isinstance(op.things, ir.Contents)
        source = addresses.facts(c, op.things.zone)
        if addresses.is_heap(source):
            it = w.local("i32", "z")
            text += put(it, addresses.zone_number(c, op.things.zone)) + w.settled()
            pours = when(f"(i32.ne {get(it)} {get(z)})", f"(call $pour {get(it)} {get(z)} (i32.const {face}))")
            return text + when(f"(i32.eqz {zone_empty(c, op.things.zone)})", pours) + w.on(op.next)
    ending = _served(w, op.next)
    if depth(op.things.type) == 0 and op.slot < 0 and not to.bounded:
        it = w.local()
        text += put(it, c.value(op.things))
        if w.branching:
            text += when(f"(call $one_must_wait {get(it)} {get(z)})", w.stop(WAITS))
        text += _ordered(w, to, get(z), end) + w.settled()
        return text + f"(call $move_one {get(it)} {get(z)} (i32.const {end}) (i32.const {face}))" + ending
    moved, came = w.local(), w.local()
    c.fn.allocates = True
    if whole and to.shape == 2:
        assert isinstance(op.things, ir.Contents)
        text += put(moved, f"(call $raw {addresses.zone_number(c, op.things.zone)} (i32.const 0))")
    else:
        value = c.value(op.things)
        text += put(moved, value if depth(op.things.type) else f"(call $one {value})")
    if w.branching:
        waits = f"(i32.and (i32.ge_s (global.get $branch) (i32.const 0)) (call $must_wait {get(moved)} {get(z)}))"
        text += when(waits, w.stop(WAITS))
    text += _ordered(w, to, get(z), end) + w.settled() + put(came, const(0))
    inside = put(moved, f"(call $fitting {get(moved)} {get(z)} (i32.const {int(op.if_possible)}))")
    inside += put(came, f"(call $came_from {get(moved)} {get(z)})") if op.slot >= 0 else ""
    inside += when(f"(i64.ne (i64.shr_u {get(moved)} (i64.const {HANDLE})) (i64.const 0))",
                   f"(call $move_all {get(moved)} {get(z)} (i32.const {end}) (i32.const {face}))")
    text += when(f"(i64.ne (i64.shr_u {get(moved)} (i64.const {HANDLE})) (i64.const 0))", inside)
    if op.slot >= 0:
        text = w.room() + text + w.fill(op.slot, get(came), 1)
    return text + ending


def _ordered(w: Way, to: addresses.Facts, z: str, end: int) -> str:
    """Lying beyond cards that have no order yet needs their order."""
    if not to.loose or end == 0:
        return ""
    w.c.fn.unsettles = True
    return when(f"(call $needs_order {z} (i32.const {end}))", f"(call $unsettle {z})")


def _served(w: Way, number: int) -> str:
    """Where a branch has had its turn at a shared pile it stops, and the others have theirs."""
    if not w.branching:
        return w.on(number)
    stop = f"{w.stays(number)}(return (i32.const {SERVED}))"
    return when("(global.get $permitted)", stop) + w.on(number)


def _waits(w: Way, *zones: str) -> str:
    """In a branch a shared pile is waited for."""
    if not w.branching:
        return ""
    shared = f"(call $is_shared {get(zones[0])})"
    for z in zones[1:]:
        shared = f"(i32.or {shared} (call $is_shared {get(z)}))"
    away = "(i32.and (i32.ge_s (global.get $branch) (i32.const 0)) (i32.eqz (global.get $permitted)))"
    return when(f"(i32.and {away} {shared})", w.stop(WAITS))


def draw(w: Way, op: ir.Draw) -> str:
    """What is drawn so far is kept in the slot while nature is asked: how many in all, then what has moved."""
    c = w.c
    c.fn.allocates = True
    source, to, total, drawn = w.local("i32", "z"), w.local("i32", "z"), w.local("i32", "n"), w.local("i32", "n")
    list_, held = w.local("i32", "list"), w.local()
    on, out = c.fn.label("next"), c.fn.label("done")
    from_, into = addresses.facts(c, op.source), addresses.facts(c, op.to)
    text = w.room() + put(source, addresses.zone_number(c, op.source)) + put(to, addresses.zone_number(c, op.to)) + w.settled()
    text += _waits(w, source, to)
    text += put(held, w.slot(op.slot)) + put(drawn, "(i32.const 0)")
    count = put(held, c.value(op.count)) + w.settled()
    count += when(f"(i64.gt_s {get(held)} (i64.const {c.k.numbers['THINGS']}))",
                  put(held, f"(i64.const {c.k.numbers['THINGS'] + 1})"))
    begin = count + put(total, narrow(get(held))) + put(list_, "(call $reserve_behind (i32.const "
                                                               f"{c.k.numbers['THINGS'] + 1}))")
    again = put(total, f"(i32.wrap_i64 (i64.load {narrow(get(held))}))")
    again += put(drawn, f"(i32.sub (call $count_of {get(held)}) (i32.const 1))")
    again += put(list_, f"(call $reserve_behind (i32.const {c.k.numbers['THINGS'] + 1}))")
    again += (f"(memory.copy {get(list_)} (i32.add {narrow(get(held))} (i32.const 8)) (i32.shl {get(drawn)} (i32.const 3)))")
    text += when(f"(i64.eq {get(held)} {const(NIL)})", begin, again)
    empty = f"(i32.eqz (call $size {get(source)}))"
    none = f"(br {out})" if op.if_possible else "unreachable"
    refilled = any(c.k.spec.zones[n].refill >= 0 for n in from_.numbers)
    loop = when(empty, when(f"(i32.eqz (call $refill {get(source)}))", none) if refilled else none)
    if into.bounded:
        loop += when(f"(i32.eqz (call $room_in {get(to)}))", none)
    if from_.loose:
        keeps = (f"(i64.store (i32.sub {get(list_)} (i32.const 8)) (i64.extend_i32_s {get(total)}))"
                 + w.fill(op.slot, f"(call $handle (i32.sub {get(list_)} (i32.const 8)) (i32.add {get(drawn)} "
                                   "(i32.const 1)))", 1))
        asks = f"(call $asks_order {get(source)} (i32.sub {get(total)} {get(drawn)}))"
        loop += when(f"(call $top_is_loose {get(source)})",
                     keeps + w.stays() + when("(global.get $bots)", f"(call $order_by_chance {get(source)})" + w.to(w.at))
                     + f"(return {asks})")
    loop += (f"(i64.store (i32.add {get(list_)} (i32.shl {get(drawn)} (i32.const 3))) (call $draw_one {get(source)} {get(to)}))"
             + put(drawn, f"(i32.add {get(drawn)} (i32.const 1))"))
    text += f"(block {out} (loop {on} (br_if {out} (i32.ge_s {get(drawn)} {get(total)}))\n{loop}\n(br {on})))"
    moved = f"(call $handle {get(list_)} {get(drawn)})"
    if op.name >= 0:
        first = f"(i64.and (i64.load {get(list_)}) (i64.const 65535))"
        if op.one:
            text += w.fill(op.name, f"(if (result i64) {get(drawn)} (then {first}) (else (i64.const -1)))")
        else:
            text += w.fill(op.name, f"(call $things_of {moved})", 1)
    follows = isinstance(c.k.spec.plan[op.next], ir.EachMoved)
    text += w.fill(op.slot, moved, 1) if follows else w.fill(op.slot, const(NIL))
    return text + _served(w, op.next)


def shuffle(w: Way, op: ir.Shuffle) -> str:
    c = w.c
    c.fn.allocates = True
    z, into, moved = w.local("i32", "z"), w.local("i32", "z"), w.local()
    text = put(z, addresses.zone_number(c, op.zone))
    text += put(into, get(z) if op.into is None else addresses.zone_number(c, op.into))
    text += w.settled() + _waits(w, z, into) + put(moved, f"(call $shuffle_into {get(z)} {get(into)})")
    if op.slot >= 0:
        text = w.room() + text + w.fill(op.slot, get(moved), 1)
    return text + _served(w, op.next)


def swap(w: Way, op: ir.Swap) -> str:
    c = w.c
    c.fn.allocates = True
    first, second, moved = w.local("i32", "z"), w.local("i32", "z"), w.local()
    text = put(first, addresses.zone_number(c, op.first)) + put(second, addresses.zone_number(c, op.second)) + w.settled()
    c.fn.unsettles = True
    text += _waits(w, first, second) + put(moved, const(0))
    text += when(f"(i32.ne {get(first)} {get(second)})", put(moved, f"(call $exchange {get(first)} {get(second)})"
                                                                    "")) + w.settled()
    if op.slot >= 0:
        text = w.room() + text + w.fill(op.slot, get(moved), 1)
    return text + _served(w, op.next)


def reveal(w: Way, op: ir.Reveal) -> str:
    c = w.c
    it, seats = w.local(), w.local()
    value = c.value(op.things)
    if not depth(op.things.type):
        value = c.call("one", value)
    text = put(it, value)
    text += put(seats, const(c.k.spec.everyone) if op.to is None else f"(i64.shl (i64.const 1) {c.value(op.to)})")
    return text + w.settled() + f"(call $reveal {get(it)} {get(seats)})" + w.on(op.next)


# ------------------------------------------------------------------ control flow


def branch(w: Way, op: ir.Branch) -> str:
    known = w.c.number(op.test)
    if known is not None:
        return w.on(op.next if known else op.otherwise)
    if not loops_sure(w, op.test):
        it = w.local("i32", "if")
        return (put(it, w.c.truth(op.test)) + w.settled() + when(f"(i32.eqz {get(it)})", w.to(op.otherwise)) + w.on(op.next))
    return when(f"(i32.eqz {w.c.truth(op.test)})", w.to(op.otherwise)) + w.on(op.next)


def loops_sure(w: Way, e: Expr) -> bool:
    """Can the value be used at once?"""
    from interpreter.engine.compiled.loops import sure
    return sure(w.c, e)


def select(w: Way, op: ir.Select) -> str:
    it, text = w.local(), ""
    inside = depth(op.value.type)
    tests = ""
    for cases, start in op.branches:
        for case in cases:
            equal = (f"(call $same {get(it)} {w.c.value(case)} (i32.const {inside}))" if inside else "(i64.eq "
                     f"{get(it)} {w.c.value(case)})")
            tests += when(equal, w.settled() + w.to(start))
    text = put(it, w.c.value(op.value)) + w.settled() + tests + w.settled()
    return text + (w.on(op.otherwise) if op.otherwise >= 0 else "(unreachable)")


def begin(w: Way, op: ir.Begin) -> str:
    it = w.local()
    inside = w.inside(op.slot, op.source)
    return w.room() + put(it, w.c.value(op.source)) + w.settled() + w.fill(op.slot, get(it), inside) + w.on(op.next)


def each(w: Way, op: ir.Each) -> str:
    it = w.local()
    text = put(it, w.slot(op.slot)) + when(f"(i64.eqz (i64.shr_u {get(it)} (i64.const {HANDLE})))", w.to(op.otherwise))
    text += w.fill(op.name, f"(i64.load {narrow(get(it))})")
    rest = f"(i64.sub (i64.add {get(it)} (i64.const 8)) (i64.const {1 << HANDLE}))"
    return text + w.fill(op.slot, rest) + w.on(op.next)


def run(w: Way, op: ir.Run) -> str:
    seat = w.local("i32", "seat")
    text = put(seat, narrow(w.c.me) if op.seat is None else w.c.small(op.seat)) + w.settled()
    return text + w.enters(op.routine, [], get(seat), pc=w.stays(op.next)) + w.on(op.next)


def call(w: Way, op: ir.Call) -> str:
    made, text = w.k.spec.routines[op.routine], ""
    given: list[tuple[str, int]] = []
    lists = False
    for k, arg in enumerate(op.args):
        it = w.local()
        text += put(it, w.c.value(arg))
        if k < len(op.bounds):
            text += checked(it, op.bounds[k])
        inside = max(depth(arg.type), depth(made.types[k]) if k < len(made.types) else 0)
        lists = lists or inside > 0
        given.append((get(it), inside))
    me = w.local("i32", "seat")
    text += put(me, narrow(w.c.me) if op.seat is None else w.c.small(op.seat)) + w.settled()
    text += w.enters(op.routine, given, get(me), op.result, pc=w.stays(op.next))
    return (w.room() if lists else "") + text + w.on(op.next)


def give(w: Way, op: ir.Give) -> str:
    it = w.local()
    inside = depth(op.value.type)
    if w.routine.gives is not None:
        inside = max(inside, depth(w.routine.gives))
    text = put(it, w.c.value(op.value)) + when(f"(i64.eq {get(it)} {const(NIL)})", "(call $no_value)")
    text += checked(it, op.bounds) + w.settled()
    if holds_triggers(w.k.spec):
        w.c.fn.unsettles = True
        text += w.stays() + when(f"(i32.load (i32.const {HOLDINGS}))", "(call $drop_holds (i32.sub (call $frame_count)"
                                                                       " (i32.const 1)))" + w.settled())
    below, slot = w.local("i32", "below"), w.local("i32", "slot")
    text += put(below, f"(i32.load offset={BELOW} (local.get $fp))") + put(slot, f"(i32.load offset={RESULT} (local.get $fp))")
    value = f"(call $keep {get(it)} (i32.const {inside}))" if inside else get(it)
    text += when(f"(i32.and (i32.gt_s {get(slot)} (i32.const 0)) (i32.ne {get(below)} (i32.const 0)))",
                 f"(i64.store (i32.add {get(below)} {get(slot)}) {value})")
    return (w.room() if inside else "") + text + w.leave()


def return_(w: Way, op: ir.Return) -> str:
    if w.routine.sort != Sort.BEFORE:
        return w.leave()
    from interpreter.engine.compiled.trigger_functions import event_of
    events = [one for one in w.k.spec.triggers if one.routine == w.routine.number]
    text, below = "", w.local("i32", "below")
    event = event_of(w.k, events[0]) if events else None
    if event is not None:
        slots = w.k.layout.slots[event.number]
        text += put(below, f"(i32.load offset={BELOW} (local.get $fp))")
        for k, type_ in enumerate(event.types):
            it = w.local()
            bounds = (type_.low, type_.high) if isinstance(type_, t.Int) else None
            text += put(it, w.slot(LOCALS + k)) + checked(it, bounds)
        for k in range(len(event.params)):
            text += f"(i64.store offset={slots[LOCALS + k]} {get(below)} {w.slot(LOCALS + k)})"
    to_event = f"(i32.eq (i32.load offset={RESULT} (local.get $fp)) (i32.const {TO_EVENT}))"
    return when(to_event, text) + w.leave()


def end(w: Way, op: ir.End) -> str:
    if op.what == "game":
        text = ""
        if op.winner is None:
            done = f"(i32.store (i32.const {ENDED}) (i32.const 1))"
        else:
            it = w.local()
            text = put(it, w.c.value(op.winner)) + w.settled()
            value = get(it) if depth(op.winner.type) else f"(call $one {get(it)})"
            w.c.fn.allocates = True
            done = f"(i32.store (i32.const {ENDED}) (i32.const 2))(call $won {value})"
        return text + done + _cleared()
    w.c.fn.unsettles = True
    sorts = [r.number for r in w.k.spec.routines if r.sort == op.what]
    mask = ("ends", op.what)
    if mask not in w.k.notes:
        w.k.notes[mask] = w.k.data.raw(bytes(int(n in sorts) for n in range(len(w.k.spec.routines))))
    table = w.k.notes[mask]
    return (f"{w.stays()}(if (call $settle_due (i32.const {table}) (local.get $fp)) (then (return (i32.const {ANEW})))"
            ")" + w.settled()
            + f"(call $leaves (i32.const {table}))" + w.settled()
            + f"(call $unwind (i32.const {table}))(return (i32.const {ANEW}))")


def _cleared() -> str:
    """Nothing stands any more on this stack, and nothing is due."""
    return (f"(global.set $top (i32.const 0))(i32.store (i32.const {DUES}) (i32.const 0))"
            f"(i32.store (i32.const {RESOLVING}) (i32.const -1))(return (i32.const {ANEW}))")


def together(w: Way, op: ir.Together) -> str:
    k, layout = w.k, w.k.layout
    made = k.spec.routines[op.routine]
    text = w.stays() + f"(i32.store offset=20 (local.get $fp) (i32.const {w.place[op.next]}))"
    if made.pauses:
        size = k.numbers["TABLE_SIZE"]
        text += (f"(memory.copy (i32.const {layout.before}) (i32.const {layout.cells}) (i32.const {size}))"
                 f"(i32.store (i32.const {BEFORE}) (i32.const 1))")
    for seat in range(len(k.spec.seats)):
        frame = f"(i32.const {layout.strands + seat * layout.strand_size})"
        text += head(k, op.routine, frame, f"(i32.const {seat})", "(i32.const -1)", "(i32.const 0)")
        text += "".join(f"(i64.store offset={offset} {frame} {const(NIL)})" for offset in layout.slots[op.routine].values())
        text += f"(i32.store (i32.const {layout.tops + 4 * (1 + seat)}) {frame})"
    order_of(k, op.routine)
    text += f"(i32.store (i32.const {STRANDS}) (i32.const {len(k.spec.seats)}))"
    ended = w.local("i32", "ended")
    status, waits = w.local("i32", "status"), w.local("i32", "waits")
    at_once = put(ended, "(i32.const 1)") + put(waits, "(i32.const 1)")
    for seat in range(len(k.spec.seats)):
        frame = f"(i32.const {layout.strands + seat * layout.strand_size})"
        run_ = f"(call $routine_{op.routine} {frame})"
        stopped = put(ended, "(i32.const 0)") + when(f"(i32.ne {get(status)} (i32.const {WAITS}))", put(waits, "(i32.const 0)"))
        at_once += f"(call $ready_branch (i32.const {seat}) {frame})" + put(status, run_) + when(get(status), stopped)
        at_once += f"(i32.store (i32.const {layout.tops + 4 * (1 + seat)}) (global.get $top))"
    passes = f"(call $passes_barrier){w.to(op.next)}"
    at_once += "(call $ready_main (local.get $fp))" + when(get(ended), when("(call $deliver)", passes) + "(global.set "
                                                                                                         "$unsettled "
                                                                                                         "(i32.const 0))",
        when(get(waits), f"(i32.store (i32.const {SERVING}) (i32.const 0))"))
    text += when("(i32.and (global.get $bots) (global.get $eager))", at_once)
    return text + f"(return (i32.const {TOGETHER}))"


def require(w: Way, op: ir.Require) -> str:
    it = w.local("i32", "if")
    return put(it, w.c.truth(op.test)) + w.settled() + when(f"(i32.eqz {get(it)})", "(call $no_value)") + w.on(op.next)


def tick(w: Way, op: ir.Tick) -> str:
    limit = w.k.spec.limits[op.limit]
    address, width = w.k.layout.cell(limit.cell), w.k.layout.cell_width
    load = f"(i32.add (i32.load (i32.const {address})) (i32.const 1))"
    text = f"(i32.store (i32.const {address}) {load})"
    assert width in (4, 8)                                    # of 64 bits the upper half stays 0
    ended = f"(i32.store (i32.const {ENDED}) (i32.const 3))(i32.store (i32.const {LIMIT}) (i32.const {op.limit}))" + _cleared()
    return text + when(f"(i32.gt_s (i32.load (i32.const {address})) (i32.const {limit.count}))", ended) + w.on(op.next)


def remember(w: Way, op: ir.Remember) -> str:
    """Notes the position and counts it; the tables of runtime/repeated.py."""
    k, layout, data = w.k, w.k.layout, w.k.data
    w.c.fn.allocates = True

    def packed(cell: int) -> int:
        return layout.cell(cell) | depth(k.spec.cells[cell].type) << 32 | int(cell in op.things) << 40

    def raw(numbers: Iterable[int], width: int) -> int:
        return data.raw(b"".join(number.to_bytes(width, "little") for number in numbers))

    marks = raw([data.plain(tuple(map(packed, own))) for own in op.marks], 8)
    cells = raw([data.plain(tuple(map(packed, op.cells)))], 8)
    counted = [n | int(zone.ordered) << 32 for n, zone in enumerate(k.spec.zones) if zone.counts == EVERYBODY]
    table = raw([raw(op.alike, 4), marks, cells, raw([data.plain(tuple(counted))], 8), raw(map(int, k.spec.faceless), 1)], 4)
    operand, offset = _cell(w, op.cell)
    found = f"(i64.extend_i32_u (call $remember_position (i32.const {table}) (local.get $me)))"
    return _store(w, operand, offset, found) + w.on(op.next)


OPS: dict[type[Op], Callable[[Way, Any], str]] = {
    ir.Let: let, ir.SetCell: set_cell, ir.Adjust: adjust, ir.AdjustLocal: adjust_local, ir.Move: move, ir.Draw: draw,
    ir.Shuffle: shuffle, ir.Swap: swap, ir.Reveal: reveal, ir.Branch: branch, ir.Select: select, ir.Begin: begin, ir.Each: each,
    ir.Run: run, ir.Call: call, ir.Give: give, ir.Return: return_, ir.End: end, ir.Together: together, ir.Require: require,
    ir.Tick: tick, ir.Remember: remember,
}
__all__ = ["OPS", "ROUTINE", "WINNERS", "WON"]
