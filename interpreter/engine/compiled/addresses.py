"""Where counters and zones lie that an expression names: addresses that are known when a game is compiled, as far as they are.

In:  a Cell or ZoneAt, or whatever gives the number of a zone, and its Context.
Out: the text of an address in two parts, one worked out in play and one that is known; and Facts, what is the same of all zones
     that may be meant.
"""

from attrs import frozen

from interpreter import ir
from interpreter.core import types as t
from interpreter.engine.compiled.memory_layout import ROW
from interpreter.engine.compiled.writer import Compiler, Context, narrow
from interpreter.engine.evaluate import HEAP
from interpreter.ir import Expr

Address = tuple[str, int]                 # text of 32 bits, and what is to be added to it

SHAPE, LOOSE, OWNER, SHARED, MOST, REFILL, SEES, LOW, SIZE, WORDS = 16, 20, 24, 28, 32, 36, 40, 4, 8, 12


@frozen
class Facts:
    """What is known of the zones that an expression may name; None where they differ. `numbers` are theirs, `loose` says that
    the order of one may not be known, `bounded` that one holds only so many."""

    numbers: tuple[int, ...]
    shape: int | None
    words: int | None
    low: int | None
    loose: bool
    bounded: bool
    shared: bool | None
    owned: bool                            # by somebody, all of them


def facts(c: Context, e: Expr) -> Facts:
    """What is known of the zones that an expression may name."""
    k = c.k
    number = c.number(e)
    key = ("facts", e.family if isinstance(e, ir.ZoneAt) else number if number is not None else str(e.type))
    if key not in k.notes:
        k.notes[key] = _facts(k, _numbers(k, e, number))
    found: Facts = k.notes[key]
    return found


def _numbers(k: Compiler, e: Expr, number: int | None) -> tuple[int, ...]:
    if number is not None:
        return (number,)
    if isinstance(e, ir.ZoneAt):
        return tuple(n for n, zone in enumerate(k.spec.zones) if zone.family == e.family)
    if isinstance(e.type, t.Kind) and e.type.name in k.spec.space_kinds():
        boards = [board for board in k.spec.boards.values() if board.kind == e.type.name]
        return tuple(n for board in boards for n in range(board.first, board.last + 1))
    return tuple(range(len(k.spec.zones)))


def _facts(k: Compiler, numbers: tuple[int, ...]) -> Facts:
    spec, zones = k.spec, k.layout.zones
    shapes, words = {spec.zone_shape[n] for n in numbers}, {zones[n].words for n in numbers}
    lows, shared = {zones[n].low for n in numbers}, {spec.zone_shared[n] for n in numbers}
    return Facts(
        numbers, _only(shapes), _only(words), _only(lows), any(k.layout.loose[n] for n in numbers),
        any(spec.zone_most[n] is not None for n in numbers), shared.pop() if len(shared) == 1 else None,
        all(spec.zone_owner[n] >= 0 for n in numbers),
    )


def _only(found: set[int]) -> int | None:
    return next(iter(found)) if len(found) == 1 else None


def is_heap(found: Facts) -> bool:
    """Are all of them sets of bits?"""
    return found.shape == HEAP and not found.loose and found.words != 0


def scaled(c: Context, keys: tuple[tuple[Expr, int, int], ...], scale: int) -> Address:
    """Σ (key - low) * stride * scale."""
    from interpreter.engine.compiled.sight import thing
    known, texts = 0, []
    for key, low, stride in keys:
        number = c.number(key)
        if number is not None:
            known += (number - low) * stride * scale
            continue
        text = narrow(thing(c, key)) if c.tags else c.small(key)
        if low < 0:
            text = f"(i32.add {text} (i32.const {-low}))"
        else:
            known -= low * stride * scale
        texts.append(f"(i32.mul {text} (i32.const {stride * scale}))" if stride * scale != 1 else text)
    if not texts:
        return "(i32.const 0)", known
    whole = texts[0]
    for text in texts[1:]:
        whole = f"(i32.add {whole} {text})"
    return whole, known


def cell(c: Context, e: ir.Cell) -> Address:
    """The address of a counter."""
    layout = c.k.layout
    operand, known = scaled(c, e.keys, layout.cell_width)
    return positive(operand, layout.cell(e.base) + known)


def positive(operand: str, offset: int) -> Address:
    """An address whose known part is not below 0, as WebAssembly wants it."""
    if operand == "(i32.const 0)" or offset >= 0:
        return operand, offset
    return f"(i32.sub {operand} (i32.const {-offset}))", 0


def zone_number(c: Context, e: Expr) -> str:
    """The number of a zone, of 32 bits."""
    number = c.number(e)
    if number is not None:
        return f"(i32.const {number})"
    if isinstance(e, ir.ZoneAt):
        operand, known = scaled(c, e.keys, 1)
        known += e.base
        return f"(i32.const {known})" if operand == "(i32.const 0)" else f"(i32.add {operand} (i32.const {known}))"
    return c.small(e)


def row(c: Context, e: Expr) -> Address:
    """Where it stands what is known of a zone and never changes."""
    rows = c.k.numbers["ROWS"]
    number = c.number(e)
    if number is not None:
        return "(i32.const 0)", rows + number * ROW
    if isinstance(e, ir.ZoneAt):
        operand, known = scaled(c, e.keys, ROW)
        return positive(operand, rows + e.base * ROW + known)
    return f"(i32.mul {c.small(e)} (i32.const {ROW}))", rows


def zone(c: Context, e: Expr) -> Address:
    """Where a zone lies."""
    zones = c.k.layout.zones
    number = c.number(e)
    if number is None and isinstance(e, ir.ZoneAt) and not e.keys:
        number = e.base
    if number is not None:
        return "(i32.const 0)", zones[number].address
    if isinstance(e, ir.ZoneAt) and len(e.keys) == 1:
        (_, low, stride), = e.keys
        members = [n for n in facts(c, e).numbers if n >= e.base and (n - e.base) % stride == 0]
        step = zones[members[1]].address - zones[e.base].address if len(members) > 1 else 0
        whole = members[1] - e.base if len(members) > 1 else 1
        turns = whole // stride
        if turns == 1 and all((zones[n].address - zones[e.base].address) * stride == step * (n - e.base) for n in members):
            operand, known = scaled(c, ((e.keys[0][0], low, 1),), step)
            return positive(operand, zones[e.base].address + known)
    operand, offset = row(c, e)
    return f"(i32.load offset={offset} {operand})", 0
