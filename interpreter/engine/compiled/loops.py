"""Collections that are only looked through: loops over what they hold, without a list where none is needed.

In:  an expression that gives a collection, its Context, and what is to be done with each member.
Out: the text of the loop; lists that are needed as such, built in one go.

A filter or mapping inside is gone through together with what stands around it where it can neither fail nor need an order: so
what is left out when a loop ends early has had nothing to say.
"""

from collections.abc import Callable

from interpreter import ir
from interpreter.core.frame import Value
from interpreter.engine.compiled import addresses, sight
from interpreter.engine.compiled.memory_layout import HANDLE
from interpreter.engine.compiled.writer import const, Context, depth, either, get, narrow, put, when, worth
from interpreter.engine.evaluate import COLUMN
from interpreter.ir import Expr
from interpreter.ir.dependencies import every

Body = Callable[[str], str]               # the local with a member -> statements

SURE = (ir.Local, ir.Const, ir.Option, ir.Me, ir.Cell, ir.ZoneAt, ir.FieldOf, ir.Same, ir.Compared, ir.And, ir.Or, ir.Not,
        ir.LiesIn,
        ir.PlaceOf, ir.InRange, ir.Size, ir.Choice, ir.In, ir.Use, ir.Cases, ir.Negative)


def sure(c: Context, e: Expr) -> bool:
    """Has it a value whatever lies on the table, and without an order that nature may have to give?"""
    key = ("sure", id(e), c.eyes, c.tags)
    if key not in c.k.notes:
        c.k.notes[key] = all(_is_sure(c, one) for one in every(e)) and not sight.needs_look(c, e)
    return bool(c.k.notes[key])


def _is_sure(c: Context, e: Expr) -> bool:
    if isinstance(e, ir.Use):
        return e.define.value is not None and sure(c, e.define.value)
    if isinstance(e, ir.Contents):
        return not addresses.facts(c, e.zone).loose
    if isinstance(e, ir.Arithmetic):
        return e.sign in "+-"
    return isinstance(e, SURE)


# ------------------------------------------------------------------ going through


def each(c: Context, source: Expr, body: Body) -> str:
    """Does something with each member, in order; `body` may leave by a label of its own around the loop."""
    known = c.constant(source)
    if isinstance(known, tuple):
        return _each_known(c, known, body)
    match source:
        case ir.Contents(zone=zone):
            found = addresses.facts(c, zone)
            if addresses.is_heap(found) and found.words is not None and found.low is not None:
                return sight.at_contents(c, zone) + _each_bit(c, zone, found.words, found.low, body)
            if found.shape is not None and not addresses.is_heap(found) and found.words == 0:
                return sight.at_contents(c, zone) + _each_in_order(c, zone, found, body)
        case ir.Interval(low=low, high=high):
            return _each_number(c, low, high, body)
        case ir.Those(source=inner, slot=slot, test=wanted) if sure(c, wanted):
            return each(c, inner, lambda m: when(c.bind(slot, m).truth(wanted), body(m)))
        case ir.Aggregate(how="list", value=value, slot=slot, source=inner, test=test) if sure(c, value) and (
                test is None or sure(c, test)):
            def mapped(m: str) -> str:
                inside = c.bind(slot, m)
                to = c.local()
                done = put(to, inside.value(value)) + body(to)
                return done if test is None else when(inside.truth(test), done)

            return each(c, inner, mapped)
        case ir.Joined(left=left, right=right, one=False, as_set=False) if _is_plain(c, left) and _is_plain(c, right):
            return each(c, left, body) + each(c, right, body)
        case ir.Items(items=items, as_set=False) if len(items) == 1:
            member = c.local()
            return put(member, c.value(items[0])) + body(member)
    return each_of(c, c.value(source), body)


def _is_plain(c: Context, e: Expr) -> bool:
    """What lies in a zone whose order is known."""
    return isinstance(e, ir.Contents) and not addresses.facts(c, e.zone).loose and addresses.facts(c, e.zone).shape is not None


def _each_known(c: Context, known: tuple[Value, ...], body: Body) -> str:
    if not known:
        return ""
    if len(known) == 1 and not isinstance(known[0], tuple):
        member = c.local()
        return put(member, const(int(known[0]))) + body(member)
    if all(isinstance(one, int) for one in known) and list(known) == list(range(known[0], known[0] + len(known))):
        member, on, out = c.local(), c.fn.label("next"), c.fn.label("done")
        step = put(member, f"(i64.add {get(member)} (i64.const 1))")
        inside = c.fn.label("body")
        return (f"{_looked(f'(i32.const {len(known)})')}{put(member, const(int(known[0])))}(block {out} (loop {on}\n"
                f"(block {inside} {body(member)})\n{step}(br_if {on} (i64.le_s {get(member)} (i64.const {int(known[-1])})))))")
    return each_of(c, const(c.k.data.plain(known)), body)


def _looked(count: str) -> str:
    """So many values are looked at; more than anything needs are left to the reference engine."""
    return (f"(global.set $work (i32.sub (global.get $work) {count}))(if (i32.lt_s (global.get $work) (i32.const 0)) "
            "(then unreachable))")


def each_of(c: Context, things: str, body: Body) -> str:
    """Does something with each member of a list."""
    whole, at, end, member = c.local(), c.local("i32", "at"), c.local("i32", "end"), c.local()
    on, out, inside = c.fn.label("next"), c.fn.label("done"), c.fn.label("body")
    count = f"(i32.wrap_i64 (i64.shr_u {get(whole)} (i64.const {HANDLE})))"
    return (
        f"{put(whole, things)}{put(at, narrow(get(whole)))}{_looked(count)}"
        f"{put(end, f'(i32.add {get(at)} (i32.shl {count} (i32.const 3)))')}\n"
        f"(block {out} (loop {on} (br_if {out} (i32.ge_u {get(at)} {get(end)}))\n{put(member, f'(i64.load {get(at)})')}"
        f"{put(at, f'(i32.add {get(at)} (i32.const 8))')}\n(block {inside} {body(member)})\n(br {on})))"
    )


def _each_bit(c: Context, zone: Expr, words: int, low: int, body: Body) -> str:
    operand, offset = addresses.zone(c, zone)
    bits, member = c.local("i64", "bits"), c.local()
    on, out, inside = c.fn.label("next"), c.fn.label("done"), c.fn.label("body")
    load = f"(i64.load offset={offset} {operand})"
    add, base = low, ""
    before, after = "", ""
    if words > 1:
        address, word = c.local("i32", "word"), c.local("i32", "word")
        outer, ended = c.fn.label("words"), c.fn.label("ended")
        base = f"(i64.extend_i32_u (i32.shl {get(word)} (i32.const 6)))"
        before = f"{put(address, operand)}{put(word, '(i32.const 0)')}(block {ended} (loop {outer}\n"
        after = (f"{put(address, f'(i32.add {get(address)} (i32.const 8))')}{put(word, f'(i32.add {get(word)} (i32.const 1))')}"
                 f"(br_if {outer} (i32.lt_u {get(word)} (i32.const {words})))))")
        load = f"(i64.load offset={offset} {get(address)})"
    found = f"(i64.ctz {get(bits)})"
    found = f"(i64.add {found} (i64.const {add}))" if add else found
    found = f"(i64.add {found} {base})" if base else found
    return (
        f"{before}{put(bits, load)}{_looked(f'(i32.wrap_i64 (i64.popcnt {get(bits)}))')}(block {out} (loop {on} "
        f"(br_if {out} (i64.eqz {get(bits)}))\n"
        f"{put(member, found)}{put(bits, f'(i64.and {get(bits)} (i64.sub {get(bits)} (i64.const 1)))')}\n"
        f"(block {inside} {body(member)})\n(br {on})))\n{after}"
    )


def _each_in_order(c: Context, zone: Expr, found: addresses.Facts, body: Body) -> str:
    """What lies in a pile or column, from the top; nothing if its order is not known yet."""
    operand, offset = addresses.zone(c, zone)
    at, end, member = c.local("i32", "at"), c.local("i32", "end"), c.local()
    on, out, inside = c.fn.label("next"), c.fn.label("done"), c.fn.label("body")
    number = c.local("i32", "zone")
    settled = ""
    if found.loose:
        c.fn.unsettles = True
        settled = when(f"(i32.and (i32.gt_s (call $loose {get(number)}) (i32.const 1)) (i32.eqz (global.get $lenient)))",
                       f"(call $unsettle {get(number)}){put(end, get(at))}")
    start = c.local("i32", "zone")
    count = f"(i32.shl (i32.load16_u {get(start)}) (i32.const 1))"
    down = found.shape != COLUMN
    if down:
        first = f"{put(end, f'(i32.add {get(start)} (i32.const 2))')}{put(at, f'(i32.add {get(end)} {count})')}"
        settled = settled.replace(put(end, get(at)), put(at, get(end)))
        load = f"{put(at, f'(i32.sub {get(at)} (i32.const 2))')}{put(member, f'(i64.load16_u {get(at)})')}"
        step = ""
    else:
        first = f"{put(at, f'(i32.add {get(start)} (i32.const 2))')}{put(end, f'(i32.add {get(at)} {count})')}"
        load, step = put(member, f"(i64.load16_u {get(at)})"), put(at, f"(i32.add {get(at)} (i32.const 2))")
    named = put(number, addresses.zone_number(c, zone)) if found.loose else ""
    where = f"(i32.add {operand} (i32.const {offset}))"
    return (
        f"{named}{put(start, where)}{first}{settled}{_looked(f'(i32.load16_u {get(start)})')}"
        f"(block {out} (loop {on} (br_if {out} (i32.eq {get(at)} {get(end)}))\n{load}{step}\n(block {inside} "
        f"{body(member)})\n(br {on})))"
    )


def _each_number(c: Context, low: Expr, high: Expr, body: Body) -> str:
    member, end = c.local(), c.local()
    on, out, inside = c.fn.label("next"), c.fn.label("done"), c.fn.label("body")
    span = f"(i64.sub {get(end)} {get(member)})"
    check = (when(f"(i64.ge_s {span} (i64.const {c.k.numbers['MOST_VALUES']}))", f"(call $no_value){put(end, get(member))}")
             + when(f"(i64.ge_s {span} (i64.const 0))", _looked(f"(i32.add (i32.wrap_i64 {span}) (i32.const 1))")))
    return (
        f"{put(member, c.value(low))}{put(end, c.value(high))}{check}(block {out} (loop {on} (br_if {out} (i64.gt_s "
        f"{get(member)} {get(end)}))\n"
        f"(block {inside} {body(member)})\n{put(member, f'(i64.add {get(member)} (i64.const 1))')}(br {on})))"
    )


# ------------------------------------------------------------------ lists


def bound(c: Context, e: Expr) -> str | None:
    """How many members there are at most, of 32 bits; None if that is not known without looking."""
    known = c.constant(e)
    if isinstance(known, tuple):
        return f"(i32.const {len(known)})"
    match e:
        case ir.Contents(zone=zone):
            return size(c, zone)
        case ir.Those(source=source) | ir.Aggregate(how="list", source=source):
            return bound(c, source)
        case ir.Items(items=items):
            return f"(i32.const {len(items)})"
        case ir.Joined(left=left, right=right, one=False, as_set=False) if _is_plain(c, left) and _is_plain(c, right):
            return f"(i32.add {bound(c, left)} {bound(c, right)})"
    return None


def size(c: Context, zone: Expr) -> str:
    """How many lie in a zone, of 32 bits."""
    found = addresses.facts(c, zone)
    operand, offset = addresses.zone(c, zone)
    if addresses.is_heap(found) and found.words == 1:
        return f"(i32.wrap_i64 (i64.popcnt (i64.load offset={offset} {operand})))"
    if addresses.is_heap(found) and found.words is not None and found.words <= 4:
        at = c.local("i32", "at")
        words = [f"(i64.popcnt (i64.load offset={offset + 8 * k} {get(at)}))" for k in range(found.words)]
        whole = words[0]
        for word in words[1:]:
            whole = f"(i64.add {whole} {word})"
        return worth(put(at, operand), f"(i32.wrap_i64 {whole})", "i32")
    if found.words == 0:
        return f"(i32.load16_u offset={offset} {operand})"
    return f"(call $size {addresses.zone_number(c, zone)})"


def gathered(c: Context, source: Expr, what: Callable[[str, Body], str], scalar: bool, distinct: int = -1) -> str:
    """A list of what `what` passes on of each member: it is given the member and what to do with a value. With `distinct`, the
    depth of a value, only of those that are not in it yet."""
    c.fn.allocates = True
    at, start = c.local("i32", "to"), c.local("i32", "list")
    most = bound(c, source)
    before = ""
    if most is None:
        whole = c.local()
        before = put(whole, c.value(source))
        most = f"(i32.wrap_i64 (i64.shr_u {get(whole)} (i64.const {HANDLE})))"

    def add(value: str) -> str:
        text = f"(i64.store {get(at)} {get(value)}){put(at, f'(i32.add {get(at)} (i32.const 8))')}"
        if distinct < 0:
            return text
        so_far = f"(call $handle {get(start)} (i32.shr_u (i32.sub {get(at)} {get(start)}) (i32.const 3)))"
        return when(f"(i32.eqz (call $has {so_far} {get(value)} (i32.const {distinct})))", text)

    def body(member: str) -> str:
        return what(member, add)

    reserved = f"{put(start, f'(call $reserve {most})')}{put(at, get(start))}"
    loop = each_of(c, get(whole), body) if before else each(c, source, body)
    freed = f"(global.set $arena {get(at)})" if scalar else ""
    count = f"(i64.extend_i32_u (i32.sub {get(at)} {get(start)}))"
    made = f"(i64.or (i64.shl {count} (i64.const {HANDLE - 3})) (i64.extend_i32_u {get(start)}))"
    return worth(f"{before}{reserved}{loop}{freed}", made)


def count(c: Context, e: Expr) -> str:
    """How many members a collection has, of 64 bits."""
    known = c.constant(e)
    if isinstance(known, tuple):
        return const(len(known))
    match e:
        case ir.Contents(zone=zone) if not addresses.facts(c, zone).loose:
            text, look = f"(i64.extend_i32_u {size(c, zone)})", sight.at_contents(c, zone)
            return worth(look, text) if look else text
        case ir.Those(test=test) if sure(c, test):
            total = c.local()
            loop = each(c, e, lambda _: put(total, f"(i64.add {get(total)} (i64.const 1))"))
            return worth(put(total, const(0)) + loop, get(total))
    return f"(i64.shr_u {c.value(e)} (i64.const {HANDLE}))"


def is_empty(c: Context, e: Expr) -> str:
    """Has a collection no members? Of 32 bits."""
    if isinstance(e, ir.Size) or isinstance(e, ir.Contents) and not addresses.facts(c, e.zone).loose:
        look = sight.at_count(c, e.zone) if isinstance(e, ir.Size) else sight.at_contents(c, e.zone)
        text = zone_empty(c, e.zone)
        return worth(look, text, "i32") if look else text
    if not depth(e.type):
        return f"(i64.eqz {c.value(e)})"
    match e:
        case ir.Those(test=test) if sure(c, test):
            out, found_one = c.fn.label("found"), c.local("i32", "any")
            loop = each(c, e, lambda _: f"{put(found_one, '(i32.const 1)')}(br {out})")
            begin = put(found_one, "(i32.const 0)")
            return f"(i32.eqz {worth(f'{begin}(block {out} {loop})', get(found_one), 'i32')})"
    return f"(i64.eqz (i64.shr_u {c.value(e)} (i64.const {HANDLE})))"


def zone_empty(c: Context, zone: Expr) -> str:
    """Does nothing lie in a zone? Of 32 bits."""
    found = addresses.facts(c, zone)
    operand, offset = addresses.zone(c, zone)
    if addresses.is_heap(found) and found.words == 1:
        return f"(i64.eqz (i64.load offset={offset} {operand}))"
    if addresses.is_heap(found) and found.words is not None and found.words <= 4:
        at = c.local("i32", "at")
        whole = f"(i64.load offset={offset} {get(at)})"
        for k in range(1, found.words):
            whole = f"(i64.or {whole} (i64.load offset={offset + 8 * k} {get(at)}))"
        return worth(put(at, operand), f"(i64.eqz {whole})", "i32")
    return f"(i32.eqz {size(c, zone)})"


def first(c: Context, e: Expr) -> str:
    """The first member, of 64 bits, without a list where one is enough to look at."""
    if isinstance(c.constant(e), tuple):
        return c.call("first_of", c.value(e), allocates=False)
    match e:
        case ir.Contents(zone=zone) if addresses.facts(c, zone).shape is not None:
            pass
        case ir.Those(test=test) if sure(c, test):
            pass
        case _:
            return c.call("first_of", c.value(e), allocates=False)
    out, found, value = c.fn.label("found"), c.local("i32", "any"), c.local()
    loop = each(c, e, lambda m: f"{put(found, '(i32.const 1)')}{put(value, get(m))}(br {out})")
    start = put(found, "(i32.const 0)") + put(value, const(0))
    return worth(f"{start}(block {out} {loop}){when(f'(i32.eqz {get(found)})', '(call $no_value)')}", get(value))


def contains(c: Context, value: Expr, things: Expr) -> str:
    """Is a value a member? Of 32 bits."""
    inside = depth(value.type)
    known = c.constant(things)
    if isinstance(known, tuple) and inside == 0 and len(known) <= 4 and all(isinstance(one, int) for one in known):
        it = c.local()
        tests = [f"(i64.eq {get(it)} {const(int(one))})" for one in known]
        text = tests[0] if tests else "(i32.const 0)"
        for test in tests[1:]:
            text = f"(i32.or {text} {test})"
        return worth(put(it, c.value(value)), text, "i32")
    lazy = isinstance(things, ir.Contents | ir.Interval) or isinstance(things, ir.Those | ir.Aggregate) and sure(c, things)
    if inside == 0 and lazy and sure(c, value):
        it, found, out = c.local(), c.local("i32", "any"), c.fn.label("found")
        loop = each(c, things, lambda m: when(f"(i64.eq {get(m)} {get(it)})", f"{put(found, '(i32.const 1)')}(br {out})"))
        return worth(f"{put(it, c.value(value))}{put(found, '(i32.const 0)')}(block {out} {loop})", get(found), "i32")
    it = c.local()
    return worth(put(it, c.value(value)), f"(call $has {c.value(things)} {get(it)} (i32.const {inside}))", "i32")


__all__ = ["bound", "contains", "count", "each", "each_of", "either", "first", "gathered", "is_empty", "size", "sure"]
