"""Changes and control flow: one function for each op that neither asks anybody nor has to do with triggers.

In:  the op, the frame on top, and the Machine.
Out: None to go on; WAIT or TOGETHER, or a Question of nature, to stop. Whatever can fail is looked at before anything
     is changed, so that an op can be carried out again after nature has answered. What cannot be done is a Fault.

The file is as long as there are ops.
"""

from collections.abc import Sequence
from typing import NoReturn

from interpreter import ir
from interpreter.core.frame import activation, Frame, LOCALS, ME, PC, RESULT, ROUTINE, TO_EVENT, Value
from interpreter.core.question import Stop, TOGETHER, WAIT
from interpreter.core.types import Type
from interpreter.engine import questions
from interpreter.engine.evaluate import HEAP, PILE
from interpreter.engine.faults import fault, Unsettled
from interpreter.engine.interface import CarriesOut, Engine
from interpreter.engine.movement import (
    exchange,
    forget,
    is_foreign,
    loosen,
    lose_track,
    needs_order,
    pour,
    put_in,
    relocate,
    room_in,
    take_out,
)
from interpreter.engine.repetition import remember
from interpreter.engine.triggers import drop_holds, left_by, settle_due, unwind
from interpreter.ir.kinds import Sort
from interpreter.ir.model import Routine
from interpreter.text import codes
from interpreter.text.diagnostic import Unplayable
from interpreter.text.source import Span


def checked(value: Value, bounds: ir.Bounds, op: ir.Op, m: Engine, thing: str) -> Value:
    """The value, if it lies within the bounds that the checker could not vouch for."""
    low, high = bounds
    if (low is not None and value < low) or (high is not None and value > high):
        raise fault(codes.FAULT_RANGE, op.span, thing=thing, low=low, high=high, got=value)
    return value


# ------------------------------------------------------------------ numbers and names


def let(op: ir.Let, f: Frame, m: Engine) -> None:
    value = m.value_of[op.value.__class__](op.value, m, f)
    if op.bounds is not None:
        checked(value, op.bounds, op, m, "the name")
    f[op.slot] = value
    f[PC] = op.next


def set_cell(op: ir.SetCell, f: Frame, m: Engine) -> None:
    value = m.value_of[op.value.__class__](op.value, m, f)
    number = _cell(op.cell, f, m)
    if op.bounds is not None:
        checked(value, op.bounds, op, m, m.spec.cells[number].label)
    m.state.cells[number] = value
    if m.tell is not None:
        m.told("set", op, number, value)
    f[PC] = op.next


def _cell(cell: ir.Cell, f: Frame, m: Engine) -> Value:
    """The number of the cell."""
    if cell.mine and f[ME] >= 0:
        return cell.base + f[ME] * cell.mine
    number: int = cell.base
    for key, low, stride in cell.keys:
        number += (m.value_of[key.__class__](key, m, f) - low) * stride
    return number


def adjust(op: ir.Adjust, f: Frame, m: Engine) -> None:
    number = _cell(op.cell, f, m)
    value = _adjusted(op, f, m, m.state.cells[number])
    checked(value, (op.low, op.high), op, m, m.spec.cells[number].label)
    m.state.cells[number] = value
    if m.tell is not None:
        m.told("set", op, number, value)
    f[PC] = op.next


def _adjusted(op: ir.Adjust | ir.AdjustLocal, f: Frame, m: Engine, now: int) -> Value:
    value = now + op.sign * m.value_of[op.amount.__class__](op.amount, m, f)
    if op.bound is None:
        return value
    bound = m.value_of[op.bound.__class__](op.bound, m, f)
    return min(value, max(bound, now)) if op.sign > 0 else max(value, min(bound, now))


def adjust_local(op: ir.AdjustLocal, f: Frame, m: Engine) -> None:
    f[op.slot] = _adjusted(op, f, m, f[op.slot])
    f[PC] = op.next


# ------------------------------------------------------------------ things


def move(op: ir.Move, f: Frame, m: Engine) -> Stop | None:
    z = m.value_of[op.to.__class__](op.to, m, f)
    if op.things.__class__ is ir.Contents and op.slot < 0 and m.tell is None and m.shape[z] == HEAP and m.most[z] is None:
        source = m.value_of[op.things.zone.__class__](op.things.zone, m, f)
        if source != z and m.shape[source] == HEAP:        # all of one heap into another: every other move of a card game
            pour(m, source, z, op.face)
            f[PC] = op.next
            return None
    moved: Sequence[int] = _moved(op, f, m, z)
    if m.branch >= 0 and _must_wait(m, z, moved):
        return WAIT
    if m.loose[z] >= 0 and needs_order(m, z, op.end):
        raise Unsettled(z)
    if moved:
        moved = _fitting(m, op, moved, z)
        places = m.state.places
        came = tuple([(thing, places[thing], z) for thing in moved]) if op.slot >= 0 or m.tell is not None else ()
        if moved:
            _move_all(m, op, moved, z)
        if came and m.tell is not None:
            m.told("move", op, came, is_foreign(m, z))
    if op.slot >= 0:
        f[op.slot] = came if moved else ()
    f[PC] = op.next
    return None


def _fitting(m: Engine, op: ir.Move, moved: Sequence[int], z: int) -> Sequence[int]:
    """What will move: all of it, unless the zone holds less and the rule says `if possible`."""
    places = m.state.places
    for thing in moved:
        if thing < 0 or places[thing] < 0:
            _cannot_move(m, thing, op)
    if m.most[z] is None:
        return moved
    kept: list[int] = []
    for thing in moved:
        if places[thing] != z and not room_in(m, z, op, len(kept)):
            break
        kept.append(thing)
    return tuple(kept)


def _must_wait(m: Engine, z: int, moved: Sequence[int]) -> bool:
    if m.permitted:
        return False
    if m.shared[z]:
        return True
    shared, places = m.shared, m.state.places
    for thing in moved:
        if places[thing] >= 0 and shared[places[thing]]:
            return True
    return False


def _moved(op: ir.Move, f: Frame, m: Engine, z: int) -> tuple[int, ...]:
    """What is to be moved; a whole zone needs no order unless it goes to an ordered one."""
    things = op.things
    if things.__class__ is ir.Contents and m.shape[z] == HEAP:
        return tuple(m.state.zones[m.value_of[things.zone.__class__](things.zone, m, f)])
    moved = m.value_of[things.__class__](things, m, f)
    return moved if moved.__class__ is tuple else (moved,)


def _cannot_move(m: Engine, thing: int, op: ir.Move) -> NoReturn:
    if thing < 0:
        raise fault(codes.FAULT_NONE, op.span, name=op.things.span.text)
    raise fault(codes.FAULT_NOT_THERE, op.span, thing=m.spec.components[thing].id, zone="a zone")


def _move_all(m: Engine, op: ir.Move, moved: Sequence[int], z: int) -> None:
    """Who can follow which card is settled before the first one moves."""
    places, zones = m.state.places, m.state.zones
    if len(moved) == 1:
        source = places[moved[0]]
        if m.shape[source] == HEAP and len(zones[source]) > 1:
            lose_track(m, source, moved, z, op.face)
        relocate(m, moved[0], z, op.end, op.face)
        return
    sources = {places[thing] for thing in moved}
    if len(sources) > 1 or len(moved) < len(zones[places[moved[0]]]):
        for source in sources:
            if m.shape[source] == HEAP:
                lose_track(m, source, [c for c in moved if places[c] == source], z, op.face)
    for thing in moved:
        relocate(m, thing, z, op.end, op.face)


def draw(op: ir.Draw, f: Frame, m: Engine) -> Stop | None:
    source = m.value_of[op.source.__class__](op.source, m, f)
    to = m.value_of[op.to.__class__](op.to, m, f)
    if m.branch >= 0 and not m.permitted and (m.shared[source] or m.shared[to]):
        return WAIT
    total, drawn = f[op.slot] or (m.value_of[op.count.__class__](op.count, m, f), ())
    while len(drawn) < total:
        if not m.state.zones[source] and not _refill(m, source):
            if not op.if_possible:
                _nothing_left(m, op, source, total, len(drawn))
            break
        if not room_in(m, to, op):
            break
        if _top_is_loose(m, source):
            f[op.slot] = (total, drawn)
            return questions.order_of(m, source, f, total - len(drawn) if m.shape[source] == PILE else 0)
        drawn += (_draw_one(m, source, to),)
    _drawn(op, f, m, drawn)
    return None


def _draw_one(m: Engine, source: int, to: int) -> tuple[int, int, int]:
    things = m.state.zones[source]
    thing = things[-1] if m.shape[source] == PILE else things[0]
    if m.shape[source] == HEAP:
        lose_track(m, source, [thing], to, "")
    relocate(m, thing, to, "", "")
    return thing, source, to


def _drawn(op: ir.Draw, f: Frame, m: Engine, drawn: Sequence[tuple[int, int, int]]) -> None:
    f[op.slot] = drawn
    if op.name >= 0:
        things = tuple(c for c, _, _ in drawn)
        f[op.name] = (things[0] if things else -1) if op.one else things
    follows = m.plan[op.next]
    if follows.__class__ is not ir.EachMoved:
        f[op.slot] = None
    if drawn and m.tell is not None:
        m.told("move", op, drawn, is_foreign(m, drawn[0][2]))
    f[PC] = op.next


def _nothing_left(m: Engine, op: ir.Op, source: int, total: int, got: int) -> NoReturn:
    raise fault(codes.FAULT_EMPTY_PILE, op.span, wanted=total, zone=m.spec.zones[source].label, got=got)


def _refill(m: Engine, z: int) -> bool:
    """An empty pile that is refilled takes all of the other zone, shuffled."""
    other = m.spec.zones[z].refill
    if other < 0 or not m.state.zones[other]:
        return False
    for thing in list(m.state.zones[other]):
        take_out(m, thing)
        put_in(m, thing, z)
    forget(m, z)
    loosen(m, z)
    m.told("shuffle", m.plan[m.frames[-1][PC]], z)
    return True


def _top_is_loose(m: Engine, z: int) -> bool:
    loose = m.loose[z]
    return loose >= 0 and m.state.cells[loose] > 1 and (m.shape[z] != PILE or m.state.cells[loose] == len(m.state.zones[z]))


def shuffle(op: ir.Shuffle, f: Frame, m: Engine) -> Stop | None:
    z = m.value_of[op.zone.__class__](op.zone, m, f)
    into = z if op.into is None else m.value_of[op.into.__class__](op.into, m, f)
    if m.branch >= 0 and not m.permitted and (m.shared[z] or m.shared[into]):
        return WAIT
    things = tuple(m.state.zones[z]) if into != z else ()
    for thing in things:
        take_out(m, thing)
        put_in(m, thing, into)
    if op.slot >= 0:
        f[op.slot] = tuple((thing, z, into) for thing in things)
    forget(m, into)
    loosen(m, into)
    m.told("shuffle", op, into)
    f[PC] = op.next
    return None


def swap(op: ir.Swap, f: Frame, m: Engine) -> Stop | None:
    first = m.value_of[op.first.__class__](op.first, m, f)
    second = m.value_of[op.second.__class__](op.second, m, f)
    if m.branch >= 0 and not m.permitted and (m.shared[first] or m.shared[second]):
        return WAIT
    went = exchange(m, op, first, second) if first != second else ()
    if op.slot >= 0:
        f[op.slot] = went
    m.told("swap", op, first, second)
    f[PC] = op.next
    return None


def reveal(op: ir.Reveal, f: Frame, m: Engine) -> None:
    shown = m.value_of[op.things.__class__](op.things, m, f)
    things = shown if shown.__class__ is tuple else (shown,)
    seats = m.everyone if op.to is None else 1 << m.value_of[op.to.__class__](op.to, m, f)
    for thing in things:
        m.state.known[thing] |= seats
    m.told("reveal", op, things, seats)
    f[PC] = op.next


# ------------------------------------------------------------------ control flow


def branch(op: ir.Branch, f: Frame, m: Engine) -> None:
    f[PC] = op.next if m.value_of[op.test.__class__](op.test, m, f) else op.otherwise


def select(op: ir.Select, f: Frame, m: Engine) -> None:
    value = m.value_of[op.value.__class__](op.value, m, f)
    for cases, start in op.branches:
        for case in cases:
            if m.value_of[case.__class__](case, m, f) == value:
                f[PC] = start
                return
    if op.otherwise < 0:
        raise fault(codes.FAULT_NO_ROW, op.span, table="depending on", key=m.spec.words(value, op.value.type))
    f[PC] = op.otherwise


def begin(op: ir.Begin, f: Frame, m: Engine) -> None:
    f[op.slot] = m.value_of[op.source.__class__](op.source, m, f)
    f[PC] = op.next


def each(op: ir.Each, f: Frame, m: Engine) -> None:
    left = f[op.slot]
    if left:
        f[op.name], f[op.slot] = left[0], left[1:]
        f[PC] = op.next
    else:
        f[PC] = op.otherwise


def run(op: ir.Run, f: Frame, m: Engine) -> None:
    seat = f[ME] if op.seat is None else m.value_of[op.seat.__class__](op.seat, m, f)
    f[PC] = op.next
    if m.tell is not None:
        m.told("run", op, op.routine, seat)
    m.enter(op.routine, (), seat)


def call(op: ir.Call, f: Frame, m: Engine) -> None:
    args = [m.value_of[a.__class__](a, m, f) for a in op.args]
    for k, bounds in enumerate(op.bounds):
        if bounds is not None:
            checked(args[k], bounds, op, m, m.spec.routines[op.routine].params[k])
    seat = f[ME] if op.seat is None else m.value_of[op.seat.__class__](op.seat, m, f)
    f[PC] = op.next
    if m.tell is not None and m.spec.routines[op.routine].sort == Sort.EFFECT:
        m.told("happens", op, op.routine, tuple(args))
    m.enter(op.routine, args, seat, op.result)


def give(op: ir.Give, f: Frame, m: Engine) -> None:
    value = m.value_of[op.value.__class__](op.value, m, f)
    if value is None:
        raise fault(codes.FAULT_NO_GIVE, op.span, name=m.spec.routine_at(op.number).name, wanted="a value")
    if op.bounds is not None:
        checked(value, op.bounds, op, m, "what is given")
    if m.state.holding:
        drop_holds(m, len(m.frames) - 1, op)
    m.leave(value)


def return_(op: ir.Return, f: Frame, m: Engine) -> None:
    if f[RESULT] == TO_EVENT:
        event = m.spec.routines[m.frames[-2][ROUTINE]]
        args = f[LOCALS:LOCALS + len(event.params)]
        for value, type_, name in zip(args, event.types, event.params, strict=True):
            _argument(value, type_, name, event, m.spec.routines[f[ROUTINE]].span)
        m.frames[-2][LOCALS:LOCALS + len(args)] = args
    m.frames.pop()


def _argument(value: Value, type_: Type, name: str, event: Routine, span: Span) -> None:
    """An argument that a `before` trigger may have set must stay in its range."""
    low, high = getattr(type_, "low", None), getattr(type_, "high", None)
    if (low is not None and value < low) or (high is not None and value > high):
        raise fault(codes.FAULT_ARGUMENT, span, name=name, effect=event.name, low=low, high=high, got=value)


def end(op: ir.End, f: Frame, m: Engine) -> Stop | None:
    if op.what == "game":
        won = m.value_of[op.winner.__class__](op.winner, m, f) if op.winner is not None else None
        m.state.ended = ("finished",) if op.winner is None else ("won", *(won if won.__class__ is tuple else (won,)))
        m.told("end", op, op.what)
        m.frames.clear()
        m.state.due, m.state.resolving = [], -1
        return None
    if settle_due(op, f, m):
        return None
    depth = left_by(m, op)
    if m.state.holding:
        drop_holds(m, depth, op)                              # before anything is told: nature may have to be asked first
    m.told("end", op, op.what)
    unwind(m, depth)
    return None


def together(op: ir.Together, f: Frame, m: Engine) -> Stop | None:
    """One strand a seat; siblings see each other as they were at this moment."""
    state = m.state
    routine = m.spec.routines[op.routine]
    if routine.pauses:
        state.before = (tuple(state.cells), tuple(map(tuple, state.zones)), tuple(state.known))
    state.strands = [[activation(routine, seat)] for seat in range(len(m.spec.seats))]
    m.told("run", op, op.routine, -1)
    return TOGETHER


def require(op: ir.Require, f: Frame, m: Engine) -> None:
    if not m.value_of[op.test.__class__](op.test, m, f):
        raise Unplayable(op.words, op.span)
    f[PC] = op.next


def tick(op: ir.Tick, f: Frame, m: Engine) -> None:
    limit = m.spec.limits[op.limit]
    m.state.cells[limit.cell] += 1
    if m.state.cells[limit.cell] > limit.count:
        m.state.ended = ("limit", op.limit)
        m.frames.clear()
        m.state.due, m.state.resolving = [], -1
        return
    f[PC] = op.next


CARRY_OUT: dict[type[ir.Op], CarriesOut] = {
    ir.Let: let, ir.SetCell: set_cell, ir.Adjust: adjust, ir.AdjustLocal: adjust_local, ir.Move: move,
    ir.Draw: draw, ir.Shuffle: shuffle, ir.Swap: swap, ir.Reveal: reveal, ir.Branch: branch,
    ir.Select: select, ir.Begin: begin, ir.Each: each, ir.Run: run, ir.Call: call, ir.Give: give,
    ir.Return: return_, ir.End: end, ir.Together: together, ir.Require: require, ir.Tick: tick,
    ir.Remember: remember,
}
