"""What a seat may see, for strategies: what it certainly sees is read as it is; of the rest the module looks first, as
observation/masks.py does (docs/decisions/0009).

In:  an expression and its Context, whose `eyes` say that somebody is looking.
Out: the text of a look (runtime/eyes.py), empty where none is needed; whether an expression needs any.

Of a zone something is certain if its faces are open to the seat, nothing is laid there face down, no order is left open there,
and the components do not begin there unseen: then everything in it is known to the seat, whatever has been played.
"""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from attrs import define, field

from interpreter import ir
from interpreter.core import types as t
from interpreter.core.frame import LOCALS
from interpreter.engine.compiled import addresses
from interpreter.engine.compiled.memory_layout import enters
from interpreter.engine.compiled.writer import Compiler, const, Context, depth, Function, known_value
from interpreter.ir import Definition, Expr
from interpreter.ir.dependencies import every, values_of
from interpreter.ir.form import Op

OWN, ANYBODY = 1, 2                       # the `eyes` of a Context: is `me` the seat that looks?
TAG = 1 << 24                             # what is added to the number of a thing that the seat does not know


@define(eq=False)
class Sight:
    """What is certain of a Spec: `zones`, `counted` and `cells` are masks of seats; `kinds` are those of which everything is
    known to everybody."""

    everyone: int
    zones: list[int] = field(factory=list)
    counted: list[int] = field(factory=list)
    cells: list[int] = field(factory=list)
    kinds: set[str] = field(factory=set)


def sight(k: Compiler) -> Sight:
    """What is certain of the Spec that is compiled."""
    if "sight" not in k.notes:
        k.notes["sight"] = _sight(k)
    found: Sight = k.notes["sight"]
    return found


def _sight(k: Compiler) -> Sight:
    spec = k.spec
    made = Sight(spec.everyone)
    nowhere = Context(k, Function("nowhere"), {}, {}, "(i64.const -1)")
    moves = [op for op in spec.plan if isinstance(op, ir.Move) and op.face == "down"]
    down = {n for op in moves for n in addresses.facts(nowhere, op.to).numbers}
    unseen = {z for thing, z in enumerate(spec.stores) if not spec.faceless[thing]}
    for n, zone in enumerate(spec.zones):
        made.counted.append(zone.counts & spec.everyone)
        hidden = n in down or n in unseen or k.layout.loose[n]
        made.zones.append(0 if hidden else zone.sees & zone.counts & spec.everyone)
    made.cells = [cell.sees & spec.everyone if cell.name else 0 for cell in spec.cells]
    kinds = {one.kind for one in spec.components}
    for kind in kinds:
        held_in = [n for n, zone in enumerate(spec.zones) if zone.kind == kind or zone.kind not in kinds]
        if all(made.zones[n] == spec.everyone for n in held_in):
            made.kinds.add(kind)
    return made


# ------------------------------------------------------------------ what needs a look


def _to_all(c: Context, e: ir.Cell | ir.ZoneAt, masks: list[int], numbers: Iterator[int]) -> bool:
    """Is everything that may be named open to the seat that looks?"""
    if c.eyes == OWN and e.mine:
        return all(masks[e.base + seat * e.mine] >> seat & 1 for seat in range(len(c.k.spec.seats)))
    return all(masks[n] == c.k.spec.everyone for n in numbers)


def _zone_is_open(c: Context, e: Expr, masks: list[int]) -> bool:
    numbers = addresses.facts(c, e).numbers
    if isinstance(e, ir.ZoneAt):
        return _to_all(c, e, masks, iter(numbers))
    return all(masks[n] == c.k.spec.everyone for n in numbers)


def _cell_is_open(c: Context, e: ir.Cell) -> bool:
    cells = c.k.spec.cells
    return _to_all(c, e, sight(c.k).cells, (n for n, cell in enumerate(cells) if cell.family == e.family))


def unknown_type(c: Context, type_: t.Type) -> bool:
    """Can a value of this type be a thing that somebody does not know?"""
    while isinstance(type_, t.OrNone):
        type_ = type_.of
    if isinstance(type_, t.Kind):
        return type_.name not in c.k.spec.space_kinds() and type_.name not in sight(c.k).kinds
    return isinstance(type_, t.Unknown)


def holds_unknown(c: Context, type_: t.Type) -> bool:
    """The same of a value, or of those in a list."""
    return unknown_type(c, t.innermost(type_))


def _looks(c: Context, e: Expr) -> bool:
    """Does this form, its parts apart, need a look?"""
    match e:
        case ir.Contents(zone=zone):
            return not _zone_is_open(c, zone, sight(c.k).zones)
        case ir.Size(zone=zone):
            return not _zone_is_open(c, zone, sight(c.k).counted)
        case ir.Cell():
            return not _cell_is_open(c, e) or c.tags and _keyed_by_things(c, e)
        case ir.ZoneAt():
            return c.tags and _keyed_by_things(c, e)
        case ir.PlaceOf(of=of) | ir.LiesIn(thing=of):
            return unknown_type(c, of.type)
        case ir.FieldOf(of=of) | ir.Some(of=of):
            return c.tags and unknown_type(c, of.type)
        case ir.PointsOf():
            eyes = points_eyes(c, e)
            scores = [one for n, one in enumerate(c.k.spec.scores) if e.index in (n, -1)]
            return any(needs_look(Context(c.k, c.fn, {}, {}, c.me, eyes), one.value) for one in scores)
        case ir.Supposed():
            return any(of_effect(c, e)) or any(holds_unknown(c, arg.type) for arg in e.args)
        case ir.Reachable():
            return any(of_route(c, e)) or c.tags and unknown_type(c, e.who.type)
        case ir.EveryPlace():
            return True
        case ir.Apply(name="sorted"):
            return c.tags
    return False


def _keyed_by_things(c: Context, e: ir.Cell | ir.ZoneAt) -> bool:
    return any(unknown_type(c, key.type) for key, _, _ in e.keys)


def needs_look(c: Context, e: Expr) -> bool:
    """Does an expression need a look anywhere, through defines too?"""
    if not c.eyes:
        return False
    return any(_looks(c, one) or isinstance(one, ir.Use) and define_looks(c, one.define) for one in every(e))


def define_looks(c: Context, define: Definition) -> bool:
    """The same of what a define says; of one that comes back to itself, what the rest of it says."""
    key = ("looks", id(define), c.eyes, c.tags)
    if key not in c.k.notes:
        c.k.notes[key] = False
        c.k.notes[key] = define.value is not None and needs_look(c, define.value)
    return bool(c.k.notes[key])


# ------------------------------------------------------------------ looks


def at_contents(c: Context, zone: Expr) -> str:
    """Before the things in a zone are looked at."""
    if not c.eyes or _zone_is_open(c, zone, sight(c.k).zones):
        return ""
    return f"(call $see_zone {addresses.zone_number(c, zone)})"


def at_count(c: Context, zone: Expr) -> str:
    """Before the things in a zone are counted."""
    if not c.eyes or _zone_is_open(c, zone, sight(c.k).counted):
        return ""
    return f"(call $see_count {addresses.zone_number(c, zone)})"


def cell_number(c: Context, e: ir.Cell) -> str | None:
    """The number of a counter that has to be looked at first; None where that is not needed."""
    if not c.eyes or _cell_is_open(c, e):
        return None
    operand, known = addresses.scaled(c, e.keys, 1)
    return f"(i32.add {operand} (i32.const {e.base + known}))"


def thing(c: Context, e: Expr) -> str:
    """The value of an expression of which something is asked: a thing that the seat does not know cannot be."""
    text = c.value(e)
    if c.eyes and c.tags and unknown_type(c, e.type):
        return f"(call $asked_of {text})"
    return text


def at_place(c: Context, e: Expr, it: str) -> str:
    """Before it is asked where a thing lies; `it` is the text of its value."""
    return f"(call $see_place {it})" if c.eyes and unknown_type(c, e.type) else ""


def at_places(c: Context, e: Expr, it: str) -> str:
    """The same of a thing or several."""
    return f"(call $see_places {it} (i32.const {depth(e.type)}))" if c.eyes and holds_unknown(c, e.type) else ""


# ------------------------------------------------------------------ what an effect looks at


def of_effect(c: Context, e: ir.Supposed) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The zones and counters that an effect may touch, of which it is not certain that the seat sees them."""
    mine = frozenset(LOCALS + n for n, arg in enumerate(e.args) if isinstance(arg, ir.Me) and c.eyes == OWN)
    key = ("effect", e.routine, mine, c.eyes)
    if key not in c.k.notes:
        zones: set[int] = set()
        cells: set[int] = set()
        _touched(c, e.routine, mine, c.eyes == OWN, zones, cells, set())
        c.k.notes[key] = tuple(sorted(zones)), tuple(sorted(cells))
    found: tuple[tuple[int, ...], tuple[int, ...]] = c.k.notes[key]
    return found


def _touched(c: Context, routine: int, mine: frozenset[int], me: bool, zones: set[int], cells: set[int], met: set[Any]) -> None:
    if (routine, mine, me) in met:
        return
    met.add((routine, mine, me))
    spec = c.k.spec
    for op in _carried_out(c.k, routine):
        for value in values_of(op):
            _read(c, value, mine, me, zones, cells, set())
        for entered in enters(spec, op):
            _touched(c, entered, _handed_on(c.k, op, mine, me), me and getattr(op, "seat", None) is None, zones, cells, met)


def _carried_out(k: Compiler, routine: int) -> list[Op]:
    """The ops of a routine that can be carried out from its beginning on; conditions on options are settled."""
    plan, made = k.spec.plan, k.spec.routines[routine]
    found: dict[int, Op] = {}
    todo = [made.entry, made.exit]
    while todo:
        number = todo.pop()
        if number < 0 or number in found:
            continue
        op = found[number] = plan[number]
        todo += _ways(k, op)
    return list(found.values())


def _ways(k: Compiler, op: Op) -> list[int]:
    match op:
        case ir.Branch(test=test) if (known := _settled(k, test)) is not None:
            return [op.next if known else op.otherwise]
        case ir.Select(value=value) if (known := known_value(k, value)) is not None:
            cases = [(known_value(k, case), start) for cases, start in op.branches for case in cases]
            if all(case is not None for case, _ in cases):
                return [next((start for case, start in cases if case == known), op.otherwise)]
    return [way for way, _ in op.leads()]


def _settled(k: Compiler, e: Expr) -> bool | None:
    """Does a condition hold, if that is known before play?"""
    match e:
        case ir.Not(value=value):
            known = _settled(k, value)
            return None if known is None else not known
        case ir.And(left=left, right=right) | ir.Or(left=left, right=right):
            ends = [_settled(k, left), _settled(k, right)]
            decides = isinstance(e, ir.Or)
            return decides if decides in ends else None if None in ends else not decides
    found = known_value(k, e)
    return None if found is None else bool(found)


def _handed_on(k: Compiler, op: Op, mine: frozenset[int], me: bool) -> frozenset[int]:
    """The names of an entered routine that certainly are the seat that looks."""
    if isinstance(op, ir.Body) and all(one.event != op.event for one in k.spec.triggers):
        return mine
    if not isinstance(op, ir.Call):
        return frozenset()
    return frozenset(LOCALS + n for n, arg in enumerate(op.args) if _is_mine(arg, mine, me))


def _is_mine(e: Expr, mine: frozenset[int], me: bool) -> bool:
    return isinstance(e, ir.Me) and me or isinstance(e, ir.Local) and e.slot in mine


def _read(c: Context, e: Expr, mine: frozenset[int], me: bool, zones: set[int], cells: set[int], met: set[Any]) -> None:
    """Adds what an expression may look at and is not certain."""
    spec, certain = c.k.spec, sight(c.k)
    for one in every(e):
        match one:
            case ir.Cell() | ir.ZoneAt():
                if isinstance(one, ir.Cell) and holds_unknown(c, one.type):
                    zones.update(n for n, mask in enumerate(certain.zones) if mask != spec.everyone)
                masks = certain.cells if isinstance(one, ir.Cell) else certain.zones
                if len(one.keys) == 1 and _is_mine(one.keys[0][0], mine, me):
                    _, low, stride = one.keys[0]
                    own = [(seat, one.base + (seat - low) * stride) for seat in range(len(spec.seats))]
                    found = [n for seat, n in own if not masks[n] >> seat & 1]
                elif isinstance(one, ir.Cell):
                    found = [n for n, cell in enumerate(spec.cells) if cell.family == one.family and masks[n] != spec.everyone]
                else:
                    found = [n for n in addresses.facts(c, one).numbers if masks[n] != spec.everyone]
                (cells if isinstance(one, ir.Cell) else zones).update(found)
            case ir.Const() | ir.Option() if holds_unknown(c, one.type) and one.value != t.NONE:
                zones.update(n for n, mask in enumerate(certain.zones) if mask != spec.everyone)      # a thing by its name
            case ir.EveryPlace() | ir.PointsOf() | ir.Reachable() | ir.Supposed():
                zones.update(n for n, mask in enumerate(certain.zones) if mask != spec.everyone)
                cells.update(n for n, mask in enumerate(certain.cells) if mask != spec.everyone)
            case ir.Use(define=define) if (id(define), me) not in met and define.value is not None:
                met.add((id(define), me))
                _read(c, define.value, frozenset(), me, zones, cells, met)


def points_eyes(c: Context, e: ir.PointsOf) -> int:
    """The eyes with which a score is looked at: is its `me` the seat that looks?"""
    return OWN if c.eyes == OWN and isinstance(e.seat, ir.Me) else min(c.eyes * 2, ANYBODY)


def of_route(c: Context, e: ir.Reachable) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The zones and counters that the lines of a route may look at, of which it is not certain that the seat sees them."""
    key = ("route", e.route)
    if key not in c.k.notes:
        zones: set[int] = set()
        cells: set[int] = set()
        for line in (line for lines in c.k.spec.routes[e.route].tests.values() for line in lines):
            for test in chain(*line):
                _read(c, test, frozenset(), False, zones, cells, set())
        c.k.notes[key] = tuple(sorted(zones)), tuple(sorted(cells))
    found: tuple[tuple[int, ...], tuple[int, ...]] = c.k.notes[key]
    return found


def at_route(c: Context, e: ir.Reachable) -> str:
    """Before a route is searched: what its lines look at has to lie open."""
    zones, cells = of_route(c, e) if c.eyes else ((), ())
    plain = c.k.data.plain
    return f"(call $see_effect {const(plain(zones))} {const(plain(cells))})" if zones or cells else ""


def uses_at_once(k: Compiler, routine: int, slot: int) -> bool:
    """Is the first thing that an effect does to move what this slot holds, so that who does not know it cannot suppose it?"""
    op = k.spec.plan[k.spec.routines[routine].entry]
    while isinstance(op, ir.Goto | ir.Body):
        if isinstance(op, ir.Body) and (op.effect < 0 or any(one.event == op.event for one in k.spec.triggers)):
            return False
        op = k.spec.plan[k.spec.routines[op.effect].entry] if isinstance(op, ir.Body) else k.spec.plan[op.next]
    return isinstance(op, ir.Move) and isinstance(op.things, ir.Local) and op.things.slot == slot
