"""Expressions: one function for each form, as in engine/evaluate.py, which says what each comes to.

In:  an expression and its Context.
Out: text that leaves its value, of 64 bits (VALUE); or for what is yes or no, of 32 (TRUTH).

Where there is no value the text calls `no_value`, and the reference engine carries the op out and says why; where an order is
needed that nature has not given, `unsettle` notes the zone, and whatever comes out is not used.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from attrs import evolve

from interpreter import ir
from interpreter.core import types as t
from interpreter.core.frame import LOCALS, Value
from interpreter.engine.compiled import addresses, loops, sight
from interpreter.engine.compiled.data import LOADS
from interpreter.engine.compiled.memory_layout import HANDLE, NIL
from interpreter.engine.compiled.writer import (
    const,
    Context,
    define_value,
    depth,
    either,
    Function,
    get,
    narrow,
    no_value,
    put,
    when,
    wide,
    worth,
)
from interpreter.ir import Expr
from interpreter.limits import limits
from interpreter.text.diagnostic import InternalError

MOST_TABLED = 1024                        # results of a define that are worked out before play
MOST_REMEMBERED = 1 << 17                 # results of a define that are remembered when they have been worked out
MOST_ROWS = 1 << 20
SAFE = 1 << 31                            # factors below this cannot leave 64 bits


# ------------------------------------------------------------------ names and what they hold


def constant(c: Context, e: ir.Const | ir.Option) -> str:
    return const(c.k.data.plain(e.value))


def local(c: Context, e: ir.Local) -> str:
    if e.slot in c.slots:
        return get(c.slots[e.slot])
    if e.slot in c.frame:
        return f"(i64.load offset={c.frame[e.slot]} (local.get $fp))"
    raise InternalError(f"{e.span}: slot {e.slot} is nowhere")


def once(c: Context, e: ir.Once) -> str:
    kept = c.slots.get(e.slot)
    if kept is None:
        return c.value(e.value)
    stays = "(local.set $kept (i32.const 1))" if depth(e.type) else ""          # a list has to outlast what is looked at next
    return either(f"(i64.eq {get(kept)} {const(NIL)})", worth(put(kept, c.value(e.value)) + stays, get(kept)), get(kept))


def me(c: Context, e: ir.Me) -> str:
    return either(f"(i64.lt_s {c.me} (i64.const 0))", no_value(), c.me)


def cell(c: Context, e: ir.Cell) -> str:
    operand, offset = addresses.cell(c, e)
    load = "i64.load32_s" if c.k.layout.cell_width == 4 else "i64.load"
    text = f"({load} offset={offset} {operand})"
    number = sight.cell_number(c, e)
    return text if number is None else either(f"(call $see_cell {number})", text, "(i64.const 0)")


def zone_at(c: Context, e: ir.ZoneAt) -> str:
    return wide(addresses.zone_number(c, e))


def contents(c: Context, e: ir.Contents) -> str:
    found = addresses.facts(c, e.zone)
    if found.loose or found.shape is None:
        text = c.call("listed", addresses.zone_number(c, e.zone), unsettles=found.loose)
        look = sight.at_contents(c, e.zone)
        return worth(look, text) if look else text
    return loops.gathered(c, e, lambda m, add: add(m), True)


def size(c: Context, e: ir.Size) -> str:
    text, look = f"(i64.extend_i32_u {loops.size(c, e.zone)})", sight.at_count(c, e.zone)
    return worth(look, text) if look else text


def field_of(c: Context, e: ir.FieldOf) -> str:
    table = c.k.data.table(e.values)
    return looked_up(table.address, table.width, narrow(sight.thing(c, e.of)) if c.tags else c.small(e.of), e.base)


def looked_up(address: int, width: int, index: str, base: int = 0) -> str:
    """A number of a table, by its index, counted from `base`."""
    operand = index if width == 1 else f"(i32.shl {index} (i32.const {width.bit_length() - 1}))"
    return f"({LOADS[width]} offset={address - base * width} {operand})"


def some(c: Context, e: ir.Some) -> str:
    it = c.local()
    outside = f"(i64.ge_u (i64.sub {get(it)} {const(e.base)}) {const(e.size)})"
    return worth(f"{put(it, sight.thing(c, e.of))}{when(outside, f'(call $no_value){put(it, const(e.base))}')}", get(it))


def place_of(c: Context, e: ir.PlaceOf) -> str:
    if not sight.at_place(c, e.of, ""):
        return f"(i64.load16_s offset={c.k.layout.places} (i32.shl {c.small(e.of)} (i32.const 1)))"
    it = c.local()
    load = f"(i64.load16_s offset={c.k.layout.places} (i32.shl (i32.wrap_i64 {get(it)}) (i32.const 1)))"
    return worth(put(it, sight.thing(c, e.of)) + sight.at_place(c, e.of, get(it)), load)


def table_at(c: Context, e: ir.TableAt) -> str:
    keys = [c.local() for _ in e.keys]
    given = "".join(put(key, c.value(part)) for key, part in zip(keys, e.keys, strict=True))
    if e.otherwise is not None:
        slots = {LOCALS + k: key for k, key in enumerate(keys)}
        inside = Context(c.k, c.fn, slots, {}, "(i64.const -1)", min(c.eyes * 2, sight.ANYBODY), c.tags)
        missing = inside.value(e.otherwise)
    else:
        missing = no_value()
    if not e.rows:
        return worth(given, missing)
    lows = [min(int(row[k]) for row in e.rows) for k in range(len(keys))]
    sizes = [max(int(row[k]) for row in e.rows) - low + 1 for k, low in enumerate(lows)]
    total = 1
    for one in sizes:
        total *= one
    if total > MOST_ROWS:
        raise InternalError(f"{e.span}: a table of {total} places")
    dense: list[Value] = [None] * total
    for row, value in e.rows.items():
        at = 0
        for key, low, wide_ in zip(row, lows, sizes, strict=True):
            at = at * wide_ + int(key) - low
        dense[at] = value
    index, inside_ = "", []
    for key, low, wide_ in zip(keys, lows, sizes, strict=True):
        off = f"(i64.sub {get(key)} {const(low)})" if low else get(key)
        inside_.append(f"(i64.lt_u {off} {const(wide_)})")
        index = f"(i64.add (i64.mul {index} {const(wide_)}) {off})" if index else off
    fits = inside_[0]
    for one_more in inside_[1:]:
        fits = f"(i32.and {fits} {one_more})"
    table = c.k.data.table(tuple(dense))
    load = looked_up(table.address, table.width, narrow(index))
    if None not in dense:
        return worth(given, either(fits, load, missing))
    it = c.local()
    return worth(f"{given}{put(it, either(fits, load, const(NIL)))}", either(f"(i64.eq {get(it)} {const(NIL)})"
                                                                             "", missing, get(it)))


def points_of(c: Context, e: ir.PointsOf) -> str:
    c.fn.allocates = True
    names = [scored(c, k, sight.points_eyes(c, e)) for k in range(len(c.k.spec.scores)) if e.index in (k, -1)]
    seat = c.local()
    whole = "(i64.const 0)"
    for name in names:
        whole = f"(i64.add {whole} (call ${name} {get(seat)}))"
    c.fn.unsettles = True
    return worth(put(seat, c.value(e.seat)), whole)


def scored(c: Context, number: int, eyes: int) -> str:
    """The function of a score, or of what a seat sees of it."""
    k, value = c.k, c.k.spec.scores[number].value
    looking = Context(k, c.fn, {}, {}, c.me, eyes)
    if not sight.needs_look(looking, value):
        return f"points_{number}"
    name = f"points_{number}_seen_{eyes}"
    if name not in k.functions:
        k.functions[name] = ""
        fn = Function(name, [("$me", "i64")])
        k.functions[name] = fn.text(Context(k, fn, {}, {}, "(local.get $me)", eyes).value(value))
    return name


# ------------------------------------------------------------------ numbers


def arithmetic(c: Context, e: ir.Arithmetic) -> str:
    if e.sign in "+-":
        word = "i64.add" if e.sign == "+" else "i64.sub"
        whole = f"({word} {c.value(e.left)} {c.value(e.right)})"
        return whole if _is_small(e.type) else _limited(c, whole)
    left, right = c.local(), c.local()
    given = put(left, c.value(e.left)) + put(right, c.value(e.right))
    if e.sign == "*":
        if not (_is_small(e.left.type) and _is_small(e.right.type)):
            large = "".join(
                when(f"(i64.gt_u (i64.add {get(one)} {const(SAFE)}) {const(2 * SAFE)})",
                     f"(call $no_value){put(one, const(0))}")
                for one in (left, right))
            given += large
        whole = f"(i64.mul {get(left)} {get(right)})"
        return worth(given, whole if _is_small(e.type) else _limited(c, whole))
    given += when(f"(i64.eqz {get(right)})", f"(call $no_value){put(right, const(1))}")
    if e.sign == "mod":
        return worth(given, f"(call $modulo {get(left)} {get(right)})")
    if e.rounding == "up":
        return worth(given, f"(i64.sub (i64.const 0) (call $quotient (i64.sub (i64.const 0) {get(left)}) {get(right)}))")
    if not e.rounding:
        given += when(f"(i64.ne (i64.rem_s {get(left)} {get(right)}) (i64.const 0))", "(call $no_value)")
    return worth(given, f"(call $quotient {get(left)} {get(right)})")


def _is_small(type_: t.Type) -> bool:
    """Are both ends known, and near to 0?"""
    if not isinstance(type_, t.Int) or type_.low is None or type_.high is None:
        return False
    return -SAFE < type_.low and type_.high < SAFE


def _limited(c: Context, text: str) -> str:
    """A number that may be beyond what is allowed, which the reference engine says."""
    most, it = limits().number, c.local()
    beyond = f"(i64.gt_u (i64.add {get(it)} {const(most)}) {const(2 * most)})"
    return worth(f"{put(it, text)}{when(beyond, f'(call $no_value){put(it, const(0))}')}", get(it))


def negative(c: Context, e: ir.Negative) -> str:
    number = c.number(e)
    return const(number) if number is not None else f"(i64.sub (i64.const 0) {c.value(e.value)})"


SIGNS = {"<": "lt_s", "<=": "le_s", ">": "gt_s", ">=": "ge_s"}


def compared(c: Context, e: ir.Compared) -> str:
    return f"(i64.{SIGNS[e.sign]} {c.value(e.left)} {c.value(e.right)})"


def in_range(c: Context, e: ir.InRange) -> str:
    it, low, high = c.local(), c.local(), c.local()
    given = put(it, c.value(e.value)) + put(low, c.value(e.low)) + put(high, c.value(e.high))
    inside = f"(i32.and (i64.le_s {get(low)} {get(it)}) (i64.le_s {get(it)} {get(high)}))"
    return worth(given, _negated(inside, e.negated), "i32")


def _negated(text: str, negated: bool) -> str:
    return f"(i32.eqz {text})" if negated else text


# ------------------------------------------------------------------ same, in, empty


def same(c: Context, e: ir.Same) -> str:
    inside = 0 if _is_place(e.left) or _is_place(e.right) else max(depth(e.left.type), depth(e.right.type))
    left, right = c.value(e.left), c.value(e.right)
    if e.as_sets:
        return _negated(f"(call $same_set {left} {right} (i32.const {max(0, inside - 1)}))", e.negated)
    if inside == 0:
        return f"(i64.{'ne' if e.negated else 'eq'} {left} {right})"
    return _negated(f"(call $same {left} {right} (i32.const {inside}))", e.negated)


def _is_place(e: Expr) -> bool:
    """Is it the number of a zone, and not what lies there?"""
    type_ = e.type
    while isinstance(type_, t.OrNone):
        type_ = type_.of
    return isinstance(e, ir.ZoneAt) or isinstance(type_, t.Place)


def empty(c: Context, e: ir.Empty) -> str:
    return _negated(loops.is_empty(c, e.of), e.negated)


def member(c: Context, e: ir.In) -> str:
    return _negated(loops.contains(c, e.left, e.right), e.negated)


def lies_in(c: Context, e: ir.LiesIn) -> str:
    it = c.local()
    place = f"(i32.load16_s offset={c.k.layout.places} (i32.shl (i32.wrap_i64 {get(it)}) (i32.const 1)))"
    there = either(f"(i64.lt_s {get(it)} (i64.const 0))", "(i32.const 0)",
                   f"(i32.eq {place} {addresses.zone_number(c, e.zone)})", "i32")
    given = put(it, sight.thing(c, e.thing)) + sight.at_place(c, e.thing, get(it))
    return worth(given, _negated(there, e.negated), "i32")


# ------------------------------------------------------------------ yes and no, this or that


def not_(c: Context, e: ir.Not) -> str:
    return f"(i32.eqz {c.truth(e.value)})"


def and_(c: Context, e: ir.And) -> str:
    return either(c.truth(e.left), c.truth(e.right), "(i32.const 0)", "i32")


def or_(c: Context, e: ir.Or) -> str:
    return either(c.truth(e.left), "(i32.const 1)", c.truth(e.right), "i32")


def choice(c: Context, e: ir.Choice) -> str:
    known = c.number(e.test)
    if known is not None:
        return c.value(e.then if known else e.otherwise)
    return either(c.truth(e.test), c.value(e.then), c.value(e.otherwise))


def cases(c: Context, e: ir.Cases) -> str:
    return _cases(c, list(e.lines), e.otherwise)


def _cases(c: Context, lines: list[tuple[Any, Expr]], otherwise: Expr) -> str:
    if not lines:
        return c.value(otherwise)
    (test, value), *others = lines
    if isinstance(test, int):
        bound = c.local()
        return worth(put(bound, c.value(value)), _cases(c.bind(test, bound), others, otherwise))
    known = c.number(test)
    if known is not None:
        return c.value(value) if known else _cases(c, others, otherwise)
    return either(c.truth(test), c.value(value), _cases(c, others, otherwise))


def use(c: Context, e: ir.Use) -> str:
    define = e.define
    known = c.constant(e)
    if known is not None:
        return const(c.k.data.plain(known))
    args = [c.value(arg) for arg in e.args]
    fn = defined(c, define)
    c.fn.allocates |= fn.allocates
    c.fn.unsettles |= fn.unsettles
    plain = f"(call ${fn.name} {c.me} {' '.join(args)})"
    if not define.lasting or not args:
        return plain
    if (usual := defined(evolve(c, eyes=0, tags=False), define)) is not fn:
        return _of_unknown(c, e, fn.name, args)
    assert usual is fn
    table = _tabled(c, define)
    if table is not None:
        lows, sizes, address, width = table
        given, index, fits = _index(c, lows, sizes)
        anew = f"(call ${fn.name} {c.me} {' '.join(map(get, given))})"
        settled = "".join(put(one, text) for one, text in zip(given, args, strict=True))
        return worth(settled, either(fits, looked_up(address, width, narrow(index)), anew))
    memo = _remembered(c, define)
    return plain if memo is None else f"(call ${memo} {c.me} {' '.join(args)})"


def _of_unknown(c: Context, e: ir.Use, name: str, args: list[str]) -> str:
    """A lasting define that is given things: what is known of it, unless the seat does not know one of them."""
    given = [c.local() for _ in args]
    tags = "(i32.const 0)"
    for one, arg in zip(given, e.args, strict=True):
        if sight.unknown_type(c, arg.type):
            tags = f"(i32.or {tags} (call $has_tag {get(one)}))"
    slots = {-1 - n: one for n, one in enumerate(given)}
    usual = evolve(c, eyes=0, tags=False, slots=c.slots | slots)
    again = ir.Use(e.define, tuple(ir.Local(-1 - n, type=arg.type, span=arg.span) for n, arg in enumerate(e.args)),
                   type=e.type, span=e.span)
    settled = "".join(put(one, text) for one, text in zip(given, args, strict=True))
    return worth(settled, either(tags, f"(call ${name} {c.me} {' '.join(map(get, given))})", use(usual, again)))


def _index(c: Context, lows: list[int], sizes: list[int]) -> tuple[list[str], str, str]:
    """Locals for arguments; the place of their values among all there are, and whether they are among them."""
    given = [c.local() for _ in lows]
    index, fits = "", ""
    for one, low, size_ in zip(given, lows, sizes, strict=True):
        off = f"(i64.sub {get(one)} {const(low)})" if low else get(one)
        index = f"(i64.add (i64.mul {index} {const(size_)}) {off})" if index else off
        inside = f"(i64.lt_u {off} {const(size_)})"
        fits = f"(i32.and {fits} {inside})" if fits else inside
    return given, index, fits


KEPT = 1 << 30                            # what is added to a result that is remembered, so that 0 says that none is


def _remembered(c: Context, define: ir.Definition) -> str | None:
    """The function that remembers each result of a lasting define; None where there are too many, or they are lists."""
    k, key = c.k, ("remembered", id(define))
    if key not in k.notes:
        k.notes[key] = _remembering(c, define)
    found: str | None = k.notes[key]
    return found


def _remembering(c: Context, define: ir.Definition) -> str | None:
    k, total = c.k, 1
    ranges = [domain_of(c, type_) for type_ in define.types]
    for one in ranges:
        total *= MOST_REMEMBERED + 1 if one is None else len(one)
    if total > MOST_REMEMBERED or depth(define.value.type):
        return None
    plain = defined(c, define)
    fn = Function(f"{plain.name}_kept", [("$me", "i64"), *[(f"$a{n}", "i64") for n in range(len(ranges))]],
                  about=f"{define.name}, remembered")
    inside = k.context(fn, 0, LOCALS, "(local.get $me)")
    given, index, fits = _index(inside, [one.start for one in ranges if one is not None],
                                [len(one) for one in ranges if one is not None])
    at, kept, value = fn.local("i32", "at"), fn.local("i32", "kept"), fn.local()
    anew = f"(call ${plain.name} (local.get $me) {' '.join(map(get, given))})"
    memo = k.memo(4 * total)
    text = "".join(put(local, f"(local.get $a{n})") for n, local in enumerate(given))
    text += when(f"(i32.eqz {fits})", f"(return {anew})")
    text += put(at, f"(i32.add (i32.shl {narrow(index)} (i32.const 2)) (i32.const {memo}))") + put(kept,
                                            f"(i32.load {get(at)})")
    text += when(get(kept), f"(return (i64.extend_i32_s (i32.sub {get(kept)} (i32.const {KEPT}))))") + put(value, anew)
    small = f"(i64.lt_u (i64.add {get(value)} (i64.const {KEPT // 2})) (i64.const {KEPT}))"
    text += when(f"(i32.and {small} (i32.eqz (global.get $unsettled)))",
                 f"(i32.store {get(at)} (i32.add (i32.wrap_i64 {get(value)}) (i32.const {KEPT})))")
    k.functions[fn.name] = fn.text(f"{text}{get(value)}")
    return fn.name


def defined(c: Context, define: ir.Definition) -> Function:
    """The function of a define, written when it is first used; for a seat that looks one of its own, if it has to look."""
    k = c.k
    tags = c.tags and any(map(partial(sight.holds_unknown, c), define.types))
    looking = evolve(c, tags=tags)
    key = (id(define), c.eyes, tags) if sight.define_looks(looking, define) else id(define)
    if key not in k.defines:
        fn = Function(f"define_{len(k.defines)}_{''.join(ch if ch.isalnum() else '_' for ch in define.name)}",
                      about=define.name)
        k.defines[key] = fn
        fn.params = [("$me", "i64"), *[(f"$a{n}", "i64") for n in range(len(define.types))]]
        inside = k.context(fn, len(define.types), LOCALS, "(local.get $me)")
        if key != id(define):
            inside = evolve(inside, eyes=c.eyes, tags=tags)
        k.functions[fn.name] = fn.text("(global.set $work (i32.sub (global.get $work) (i32.const 1)))"
                                       f"\n{inside.value(define.value)}")
    return k.defines[key]


def _tabled(c: Context, define: ir.Definition) -> tuple[list[int], list[int], int, int] | None:
    """The results of a lasting define for all its arguments, if they are few and each has one."""
    key = ("tabled", id(define))
    if key not in c.k.notes:
        c.k.notes[key] = _table_of(c, define)
    found: tuple[list[int], list[int], int, int] | None = c.k.notes[key]
    return found


def _table_of(c: Context, define: ir.Definition) -> tuple[list[int], list[int], int, int] | None:
    ranges = [domain_of(c, type_) for type_ in define.types]
    total, lows, sizes = 1, [], []
    for one in ranges:
        if one is None:
            return None
        total *= len(one)
        lows.append(one.start)
        sizes.append(len(one))
    if total > MOST_TABLED:
        return None
    values = []
    for number in range(total):
        args: list[int] = []
        for low, size_ in zip(reversed(lows), reversed(sizes), strict=True):
            args.append(low + number % size_)
            number //= size_
        values.append(define_value(c.k, define, tuple(reversed(args))))
    if None in values:
        return None
    table = c.k.data.table(tuple(values))
    return lows, sizes, table.address, table.width


def domain_of(c: Context, type_: t.Type) -> range | None:
    """The values of a type, if they are known and one behind the other."""
    spec = c.k.spec
    match type_:
        case t.Seat():
            return range(len(spec.seats))
        case t.Bool():
            return range(2)
        case t.Enum(members=members):
            return range(len(members))
        case t.Int(low=int() as low, high=int() as high):
            return range(low, high + 1)
        case t.OrNone(of):
            inner = domain_of(c, of)
            return None if inner is None or inner.start > MOST_TABLED else range(-1, inner.stop)
        case t.Kind(name=name) if name in spec.space_kinds():
            boards = [board for board in spec.boards.values() if board.kind == name]
            return range(boards[0].first, boards[0].last + 1) if len(boards) == 1 else None
        case t.Kind(name=name):
            numbers = [one.number for one in spec.components if one.kind == name]
            return range(min(numbers), max(numbers) + 1) if numbers else None
    return None


# ------------------------------------------------------------------ collections


def joined(c: Context, e: ir.Joined) -> str:
    right = c.value(e.right)
    both = c.call("joined", c.value(e.left), c.call("one", right) if e.one else right)
    return c.call("distinct", both, f"(i32.const {max(0, depth(e.type) - 1)})") if e.as_set else both


def without(c: Context, e: ir.Without) -> str:
    inside = max(0, depth(e.left.type) - 1)
    name = "without_one" if e.one else "without_all"
    return c.call(name, c.value(e.left), c.value(e.right), f"(i32.const {inside})")


def items(c: Context, e: ir.Items) -> str:
    if not e.items:
        return const(0)
    c.fn.allocates = True
    kept = [c.local() for _ in e.items]
    start = c.local("i32", "list")
    text = "".join(put(one, c.value(part)) for one, part in zip(kept, e.items, strict=True))
    text += put(start, f"(call $reserve (i32.const {len(kept)}))")
    text += "".join(f"(i64.store offset={8 * k} {get(start)} {get(one)})" for k, one in enumerate(kept))
    made = f"(call $handle {get(start)} (i32.const {len(kept)}))"
    if e.as_set:
        made = c.call("distinct", made, f"(i32.const {max(0, depth(e.type) - 1)})")
    return worth(text, made)


def interval(c: Context, e: ir.Interval) -> str:
    return c.call("interval", c.value(e.low), c.value(e.high))


def item_at(c: Context, e: ir.ItemAt) -> str:
    return c.call("item_of", c.value(e.of), c.value(e.index), allocates=False)


def those(c: Context, e: ir.Those) -> str:
    def kept(m: str, add: Callable[[str], str]) -> str:
        return when(c.bind(e.slot, m).truth(e.test), add(m))

    return loops.gathered(c, e.source, kept, depth(e.type) <= 1)


def those_best(c: Context, e: ir.ThoseBest) -> str:
    """The list is begun anew where a better one is found."""
    best, any_ = c.local(), c.local("i32", "any")
    key, count = c.local(), c.local("i32", "n")
    whole, start = c.local(), c.local("i32", "list")
    c.fn.allocates = True
    sign = "gt_s" if e.highest else "lt_s"

    def look(m: str) -> str:
        inside = c.bind(e.slot, m)
        better = f"(i32.or (i32.eqz {get(any_)}) (i64.{sign} {get(key)} {get(best)}))"
        store = f"(i64.store (i32.add {get(start)} (i32.shl {get(count)} (i32.const 3))) {get(m)})"
        add = f"{store}{put(count, f'(i32.add {get(count)} (i32.const 1))')}"
        begin = f"{put(best, get(key))}{put(any_, '(i32.const 1)')}{put(count, '(i32.const 0)')}{add}"
        text = put(key, inside.value(e.key)) + when(better, begin, when(f"(i64.eq {get(key)} {get(best)})", add))
        return text if e.test is None else when(inside.truth(e.test), text)

    most = f"(i32.wrap_i64 (i64.shr_u {get(whole)} (i64.const {HANDLE})))"
    before = (f"{put(whole, c.value(e.source))}{put(start, f'(call $reserve {most})')}{put(any_, '(i32.const 0)')}"
              f"{put(count, '(i32.const 0)')}")
    return worth(before + loops.each_of(c, get(whole), look), f"(call $handle {get(start)} {get(count)})")


def quantified(c: Context, e: ir.Quantified) -> str:
    found, out = c.local("i32", "any"), c.fn.label("found")

    def look(m: str) -> str:
        test = c.bind(e.slot, m).truth(e.test)
        return when(_negated(test, e.how == "every"), f"{put(found, '(i32.const 1)')}(br {out})")

    text = f"{put(found, '(i32.const 0)')}(block {out} {loops.each(c, e.source, look)})"
    return worth(text, _negated(get(found), e.how != "some"), "i32")


def aggregate(c: Context, e: ir.Aggregate) -> str:
    scalar = depth(e.type) <= 1

    def passed(m: str, add: Callable[[str], str]) -> str:
        inside = c.bind(e.slot, m)
        it = c.local()
        text = put(it, inside.value(e.value)) + add(it)
        return text if e.test is None else when(inside.truth(e.test), text)

    if e.how in ("list", "set"):
        return loops.gathered(c, e.source, passed, scalar, max(0, depth(e.type) - 1) if e.how == "set" else -1)
    total = c.local()
    if e.how == "sum":
        loop = loops.each(c, e.source, lambda m: passed(m, lambda it: put(total, f"(i64.add {get(total)} {get(it)})")))
        return worth(put(total, const(0)) + loop, get(total))
    any_ = c.local("i32", "any")
    sign = "gt_s" if e.how == "highest" else "lt_s"

    def best(it: str) -> str:
        better = f"(i32.or (i32.eqz {get(any_)}) (i64.{sign} {get(it)} {get(total)}))"
        return when(better, put(total, get(it)) + put(any_, "(i32.const 1)"))

    loop = loops.each(c, e.source, lambda m: passed(m, best))
    none = when(f"(i32.eqz {get(any_)})", "(call $no_value)")
    return worth(f"{put(any_, '(i32.const 0)')}{put(total, const(0))}{loop}{none}", get(total))


def running(c: Context, e: ir.Running) -> str:
    value = c.local()
    loop = loops.each(c, e.source, lambda m: put(value, c.bind(e.slot, value).bind(e.item, m).value(e.becomes)))
    return worth(put(value, c.value(e.first)) + loop, get(value))


# ------------------------------------------------------------------ words of the core


def apply(c: Context, e: ir.Apply) -> str:
    args = e.args
    match e.name:
        case "count":
            return loops.count(c, args[0])
        case "first" | "top":
            return loops.first(c, args[0])
        case "last" | "bottom":
            return c.call("last_of", c.value(args[0]), allocates=False)
        case "reversed":
            return c.call("reversed_list", c.value(args[0]))
        case "sorted":
            things = c.value(args[0])
            things = f"(call $untagged {things})" if c.tags and sight.holds_unknown(c, args[0].type) else things
            return c.call("sorted_list", things, f"(i32.const {max(0, depth(args[0].type) - 1)})")
        case "orders":
            return c.call("orders", c.call("few", c.value(args[0])))
        case "groups":
            return c.call("groups", c.call("few", c.value(args[0])), c.value(args[1]))
        case "min" | "max":
            return _extreme(c, args, "lt_s" if e.name == "min" else "gt_s")
        case "abs":
            it = c.local()
            below = f"(i64.lt_s {get(it)} (i64.const 0))"
            return worth(put(it, c.value(args[0])), either(below, f"(i64.sub (i64.const 0) {get(it)})", get(it)))
        case "seats_after":
            return c.call("seats_after", c.value(args[0]))
        case "space":
            return c.value(args[0])
    raise InternalError(f"the core word `{e.name}` is not compiled")


def _extreme(c: Context, args: tuple[Expr, ...], sign: str) -> str:
    best, text = c.local(), ""
    for k, arg in enumerate(args):
        it = c.local() if k else best
        text += put(it, c.value(arg))
        text += when(f"(i64.{sign} {get(it)} {get(best)})", put(best, get(it))) if k else ""
    return worth(text, get(best))


def board_word(c: Context, e: ir.BoardWord) -> str:
    args = [c.value(arg) for arg in e.args]
    if e.name == "links":
        it = c.local()
        address, first, count = links_table(c)
        fits = f"(i64.lt_u (i64.sub {get(it)} {const(first)}) {const(count)})"
        load = f"(i64.load offset={address - first * 8} (i32.shl (i32.wrap_i64 {get(it)}) (i32.const 3)))"
        return worth(put(it, args[0]), either(fits, load, no_value()))
    if e.name in ("distance", "shifted", "ray", "lines", "lines_through"):
        links_table(c)
        return c.call("row_lines" if e.name == "lines" else e.name, *args)
    raise InternalError(f"the core word `{e.name}` is not compiled")


def links_table(c: Context) -> tuple[int, int, int]:
    """Where the neighbours of each space stand, as handles; the first space, and how many there are."""
    numbers = c.k.numbers
    return numbers["LINKS"], numbers["FIRST_SPACE"], numbers["SPACES"]


def every_place(c: Context, e: ir.EveryPlace) -> str:
    members = const(c.k.data.plain(tuple(sorted(e.members))))
    return worth("(call $see_all)", c.call("lying", members)) if c.eyes else members


def supposed(c: Context, e: ir.Supposed) -> str:
    """The effect is carried out on the position itself, which is put back when the value is worked out."""
    c.fn.allocates = True
    c.fn.unsettles = True
    args = [c.local() for _ in e.args]
    given = "".join(put(one, c.value(part)) for one, part in zip(args, e.args, strict=True)) + _seen_before(c, e, args)
    saved, it = c.local("i32", "saved"), c.local()
    slots = c.k.layout.slots[e.routine]
    stored = "".join(f"(i64.store offset={slots[LOCALS + k]} (global.get $top) {get(one)})" for k, one in enumerate(args))
    begin = (f"{put(saved, '(call $suppose_begins)')}(drop (call $enter (i32.const {e.routine}) {narrow(c.me)} (i32.const -1)))"
             f"{stored}(call $suppose_runs)")
    value = put(it, c.value(e.value))
    kept = depth(e.type)
    end = f"(call $suppose_ends {get(saved)} {get(it)} (i32.const {kept}))"
    if c.eyes:
        return worth(given, either("(i32.eqz (global.get $unsettled))", worth(f"{begin}{value}", end), "(i64.const 0)"))
    return worth(f"{given}{begin}{value}", end)


def _seen_before(c: Context, e: ir.Supposed, args: list[str]) -> str:
    """Before a seat supposes something: what is hidden is settled, and what the effect touches has to lie open."""
    if not c.eyes:
        return ""
    zones, cells = sight.of_effect(c, e)
    text = ""
    for n, (it, arg) in enumerate(zip(args, e.args, strict=True)):
        if c.tags and sight.unknown_type(c, arg.type):
            known = sight.uses_at_once(c.k, e.routine, LOCALS + n)
            text += when(f"(call $has_tag {get(it)})", f"(call $unknown){put(it, '(i64.const 0)')}" if known else "unreachable")
        elif c.tags and sight.holds_unknown(c, arg.type):
            text += put(it, f"(call $only_known {get(it)} (i32.const {depth(arg.type)}))")
        look = sight.at_places(c, arg, get(it))
        text += when("(i32.eqz (global.get $unsettled))", look) if look else ""
    if sight.needs_look(c, e.value) or zones or cells:
        text += "(call $settle_sight)"
    if zones or cells:
        plain = c.k.data.plain
        text += when("(i32.eqz (global.get $unsettled))", f"(call $see_effect {const(plain(zones))} {const(plain(cells))})")
    return text


def reachable(c: Context, e: ir.Reachable) -> str:
    """Where a journey may end, by the search of its route (travel.py)."""
    from interpreter.engine.compiled.journey_functions import search_function
    name = search_function(c.k, e.route)
    found = c.call(f"{name}_ends", sight.thing(c, e.who), c.value(e.start), c.value(e.count), unsettles=True)
    look = sight.at_route(c, e)
    return worth(look, found) if look else found


def _wide(write: Callable[[Context, Any], str]) -> Callable[[Context, Any], str]:
    return lambda c, e: wide(write(c, e))


TRUTH: dict[type[Expr], Callable[[Context, Any], str]] = {
    ir.Compared: compared, ir.InRange: in_range, ir.Same: same, ir.Empty: empty, ir.In: member, ir.LiesIn: lies_in,
    ir.Not: not_,
    ir.And: and_, ir.Or: or_, ir.Quantified: quantified,
}
VALUE: dict[type[Expr], Callable[[Context, Any], str]] = {
    ir.Const: constant, ir.Option: constant, ir.Local: local, ir.Once: once, ir.Me: me, ir.Cell: cell, ir.ZoneAt: zone_at,
    ir.Contents: contents, ir.Size: size, ir.FieldOf: field_of, ir.Some: some, ir.PlaceOf: place_of, ir.TableAt: table_at,
    ir.PointsOf: points_of, ir.Arithmetic: arithmetic, ir.Negative: negative, ir.Choice: choice, ir.Cases: cases, ir.Use: use,
    ir.Joined: joined, ir.Without: without, ir.Items: items, ir.Interval: interval, ir.ItemAt: item_at, ir.Those: those,
    ir.ThoseBest: those_best, ir.Aggregate: aggregate, ir.Running: running, ir.Apply: apply, ir.BoardWord: board_word,
    ir.EveryPlace: every_place, ir.Supposed: supposed, ir.Reachable: reachable,
}
VALUE |= {form: _wide(write) for form, write in TRUTH.items()}
