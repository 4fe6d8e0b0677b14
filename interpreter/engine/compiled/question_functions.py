"""Decisions and chance: one function for each op that asks a seat or nature, as in engine/questions.py and engine/chance.py.

In:  an op, and the Way on which it is written.
Out: its text; for each op that asks also a function `done_N` that carries an answer out, N being its place among those that
ask.

A decision is first worked out, then put: runtime/turns.py answers it at once if bots play, or stops. What is asked stands in
memory as a list of options, whose depth `option_depth` says.
"""

from collections.abc import Callable
from typing import Any

from interpreter import ir
from interpreter.core import types as t
from interpreter.engine.arithmetic import divisions as known_divisions, how_many_divisions
from interpreter.engine.compiled import addresses, loops
from interpreter.engine.compiled.memory_layout import HANDLE, NIL
from interpreter.engine.compiled.routine_functions import order_of, RESTS, Way
from interpreter.engine.compiled.writer import all_of, Compiler, const, Context, depth, Function, get, narrow, put, when, worth
from interpreter.engine.questions import tested
from interpreter.ir import Expr
from interpreter.ir.form import Op
from interpreter.limits import limits

DECLINED = -1
Answered = Callable[[Context, str, str], str]     # where it is written, the local with the frame, that with the value


def option_depth(op: Op) -> int:
    """How many lists lie inside one another in an answer."""
    match op:
        case ir.Choose(source=source, least=None, most=None) | ir.Pick(source=source, least=None, most=None):
            return max(0, depth(source.type) - 1)
        case ir.Choose(source=source) | ir.Pick(source=source) | ir.Arrange(source=source):
            return depth(source.type)
        case ir.Split(source=source):
            return depth(source.type) + 1
        case ir.Roll():
            return 1
    return 0


def ask_number(k: Compiler, op: Op) -> int:
    """The place of an op among those that ask."""
    numbers: dict[int, int] = k.notes.setdefault("asks", {})
    return numbers.setdefault(op.number, len(numbers))


# ------------------------------------------------------------------ asking


def ask(w: Way, op: ir.Ask) -> str:
    """Puts a decision, or takes it where there is nothing to choose."""
    from interpreter.engine.compiled.trigger_functions import open_offers
    w.c.fn.allocates = True
    seat, options = w.local("i32", "seat"), w.local()
    text = w.room() if option_depth(op) else ""
    text += decider(w, op, seat)
    offers = open_offers(w, op, seat)
    if not offers:
        text += at_once(w, op, seat)
    text += put(options, OPTIONS[type(op)](w, op, seat))
    text += w.settled() + _forgotten(w, op)
    count = f"(i32.wrap_i64 (i64.shr_u {get(options)} (i64.const {HANDLE})))"
    text += when(f"(i32.eqz {count})", w.to(op.otherwise) if op.otherwise >= 0 else "unreachable")
    first = f"(i64.load {narrow(get(options))})"
    held, before = const(0), ""
    only = f"(i32.eq {count} (i32.const 1))"
    if offers:
        kept = w.local()
        before, held = put(kept, offers) + w.settled(), get(kept)
        only = f"(i32.and {only} (i64.eqz (i64.shr_u {held} (i64.const {HANDLE}))))"
    put_anyway = "(i32.and (global.get $forced) (i32.eqz (global.get $supposing)))"
    automatic = sum(1 << one for one in w.k.spec.automatic)
    is_automatic = f"(i32.wrap_i64 (i64.and (i64.shr_u (i64.const {automatic}) (i64.extend_i32_u {get(seat)})) (i64.const 1)))"
    if automatic:
        put_anyway = f"(i32.and {put_anyway} (i32.eqz {is_automatic}))"
    text += before + when(f"(i32.and {only} (i32.eqz {put_anyway}))", answered(w, op, first))
    if isinstance(op, ir.May | ir.Choose) and op.otherwise >= 0:
        text += when("(global.get $supposing)", answered(w, op, const(0) if isinstance(op, ir.May) else declines(op)))
    else:
        text += when("(global.get $supposing)", "unreachable")
    if automatic:
        text += when(is_automatic, "unreachable")
    return text + asks(w, op, get(seat), get(options), held)


def _forgotten(w: Way, op: ir.Ask) -> str:
    """The slot of an answer holds nothing after guards have tried values in it, not even the answer of the time before."""
    if isinstance(op, ir.Choose | ir.Arrange):
        return w.fill(op.slot, const(NIL)) if op.slot >= 0 and tested(op, True) else ""
    if not isinstance(op, ir.Menu) or op.slot < 0:
        return ""
    tried = [one.test for one in op.alternatives if one.guards]
    if not tried or None in tried:
        return w.fill(op.slot, const(NIL)) if tried else ""
    return "".join(when(w.c.truth(test), w.fill(op.slot, const(NIL))) for test in tried if test is not None)


def at_once(w: Way, op: ir.Ask, seat: str) -> str:
    """Where a bot answers at once and the options are known by their number, only the one that is taken is made."""
    by_number = BY_NUMBER.get(type(op))
    found = by_number(w, op, seat) if by_number is not None and not w.k.spec.automatic else None
    if found is None:
        return ""
    before, count, value = found
    it = w.local()
    chosen = w.local("i32", "n")
    text = before + w.settled()
    pick = put(chosen, f"(call $below {get(seat)} {get(count)})") + put(it, value(get(chosen)))
    text += when(f"(i32.gt_s {get(count)} (i32.const 1))",
                 "(global.set $decisions (i32.add (global.get $decisions) (i32.const 1)))(call $afresh)"
                 f"{pick}{answered(w, op, get(it))}")
    only = put(it, value("(i32.const 0)")) + answered(w, op, get(it))
    text += when(f"(i32.eq {get(count)} (i32.const 1))", only)
    from interpreter.engine.compiled.strategy_functions import who_draws
    return when(f"(call $draws_now {get(seat)} (i32.const {who_draws(w.k, op)}))", text)


Numbered = tuple[str, str, Callable[[str], str]]        # text before, the local with how many options, the text of the k-th


def split_by_number(w: Way, op: ir.Split, seat: str) -> Numbered | None:
    """Parts of fixed sizes: the ways to divide so many things are known before play."""
    c = w.c
    ends = [(c.number(least), c.number(most)) for _, _, least, most in op.parts]
    if is_blind(w, op) or tested(op, False) or any(low is None or high is None for low, high in ends):
        return None
    sizes = tuple((int(low or 0), int(high or 0)) for low, high in ends)
    total = sum(high for _, high in sizes)
    if total > 6 or how_many_divisions(total, sizes) > 200 or any(low < 0 for low, _ in sizes):
        return None
    ways = w.k.data.plain(tuple(known_divisions(n, sizes) for n in range(total + 1)))
    things, count, number = w.local(), w.local("i32", "n"), w.local("i32", "n")
    inner = t.element(t.element(op.type) or t.NOTHING) if op.type is not None else None
    text = put(things, unseen_last(w, c.value(op.source), seat, inner)) + put(number,
                                            f"(i32.wrap_i64 (i64.shr_u {get(things)} (i64.const {HANDLE})))")
    table = f"(i32.add (i32.const {ways & 0xFFFFFFFF}) (i32.shl {get(number)} (i32.const 3)))"
    known = f"(i32.wrap_i64 (i64.shr_u (i64.load {table}) (i64.const {HANDLE})))"
    text += put(count, f"(if (result i32) (i32.le_u {get(number)} (i32.const {total})) (then {known}) (else (i32.const 0)))")
    return text, count, lambda k: f"(call $parts_by {get(things)} (call $at_index (i64.load {table}) {k}))"


def choose_by_number(w: Way, op: ir.Choose, seat: str) -> Numbered | None:
    """One of the things of an unordered zone."""
    c = w.c
    if op.may or op.least is not None or op.most is not None or is_blind(w, op) or tested(op, False) or tested(op, True):
        return None
    if not isinstance(op.source, ir.Contents):
        return None
    found = addresses.facts(c, op.source.zone)
    if not addresses.is_heap(found):
        return None
    z, count = w.local("i32", "z"), w.local("i32", "n")
    text = put(z, addresses.zone_number(c, op.source.zone)) + put(count, loops.size(c, op.source.zone))
    return text, count, lambda k: f"(call $nth_of {get(z)} {k})"


BY_NUMBER: dict[type[Op], Callable[[Way, Any, str], Numbered | None]] = {ir.Split: split_by_number, ir.Choose: choose_by_number}


def asks(w: Way, op: Op, seat: str, options: str, offers: str) -> str:
    """Puts a question to a seat."""
    status = w.local("i32", "status")
    number = ask_number(w.k, op)
    put_ = f"(call $asked (i32.const {number}) {seat} {options} {offers} (i32.const {option_depth(op)}))"
    text = w.stays() + put(status, put_)
    return text + when(f"(i32.eqz {get(status)})", answered(w, op, "(global.get $answer)")) + f"(return {get(status)})"


def answered(w: Way, op: Op, value: str) -> str:
    """Carries an answer out and goes on."""
    text = f"(call $done_{ask_number(w.k, op)} (local.get $fp) {value})"
    if isinstance(op, ir.Menu | ir.May | ir.Travel | ir.Moment) or isinstance(op, ir.Choose) and op.may:
        return text + w.by_frame()
    return text + w.to(op.next)


def decider(w: Way, op: ir.Ask | ir.Blind, seat: str) -> str:
    """Who is asked."""
    text = put(seat, narrow(w.c.me) if op.by is None else w.c.small(op.by))
    return text + when(f"(i32.lt_s {get(seat)} (i32.const 0))", "(call $no_value)")


def declines(op: ir.Choose) -> str:
    """The answer that declines."""
    return const(DECLINED) if op.least is None and op.most is None else const(0)


# ------------------------------------------------------------------ what can be answered


def is_blind(w: Way, op: ir.Ask) -> bool:
    """Does chance say afterwards which of the cards that look the same was meant?"""
    return isinstance(w.k.spec.plan[op.next], ir.Blind)


def unordered(type_: t.Type | None, inside: int) -> int:
    """For each depth a bit: whether the order there means nothing."""
    bits = 0
    for k in range(inside):
        while isinstance(type_, t.OrNone):
            type_ = type_.of
        bits |= 0 if type_ is not None and t.ordered(type_) else 1 << k
        type_ = t.element(type_) if type_ is not None else None
    return bits


def told_apart(w: Way, op: ir.Ask, seat: str, values: str) -> str:
    """One of those that look the same."""
    if not is_blind(w, op):
        return values
    inside = option_depth(op)
    written = isinstance(op, ir.Choose) and op.least is None and op.most is None
    return (f"(call $told_apart {values} {get(seat)} (i32.const {inside}) (i32.const {unordered(op.type, inside)}) "
            f"(i32.const {int(written)}))")


def passes(c: Context, op: ir.Ask, it: str, whole: bool) -> str:
    """Does a value pass the guards? Of 32 bits."""
    slot = op.it if isinstance(op, ir.Choose | ir.Split | ir.Arrange) else op.slot
    inside = c.bind(slot, it)
    if whole:
        inside = inside.bind(op.slot, it)
    return all_of([inside.truth(test) for test in tested(op, whole)])


def kept_if(c: Context, values: str, test: Callable[[str], str], scalar: bool) -> str:
    """The members of a list for which a test holds."""
    c.fn.allocates = True
    whole, start, at = c.local(), c.local("i32", "list"), c.local("i32", "to")
    step = put(at, f"(i32.add {get(at)} (i32.const 8))")
    loop = loops.each_of(c, get(whole), lambda m: when(test(m), f"(i64.store {get(at)} {get(m)}){step}"))
    count = f"(i32.wrap_i64 (i64.shr_u {get(whole)} (i64.const {HANDLE})))"
    text = f"{put(whole, values)}{put(start, f'(call $reserve {count})')}{put(at, get(start))}{loop}"
    return worth(text, f"(call $handle {get(start)} (i32.shr_u (i32.sub {get(at)} {get(start)}) (i32.const 3)))")


def unique(e: Expr) -> bool:
    """Does a collection certainly hold nothing twice?"""
    match e:
        case ir.Those(source=source) | ir.ThoseBest(source=source):
            return unique(source)
        case ir.Contents() | ir.Interval() | ir.EveryPlace():
            return True
        case ir.Const(value=tuple() as values):
            return len(set(values)) == len(values)
    return isinstance(e.type, t.Set)


def choose_options(w: Way, op: ir.Choose, seat: str) -> str:
    values = choices(w, op, seat)
    values = told_apart(w, op, seat, values)
    if not op.may:
        return values
    it = w.local()
    some = f"(i64.ne (i64.shr_u {get(it)} (i64.const {HANDLE})) (i64.const 0))"
    more = when(some, put(it, f"(call $with_last {get(it)} {declines(op)})"))
    return worth(put(it, values) + more, get(it))


def choices(w: Way, op: ir.Choose, seat: str) -> str:
    """Everything that can be chosen, whatever looks the same included."""
    c, inside = w.c, max(0, depth(op.source.type) - 1)
    several = op.least is not None or op.most is not None
    repeats = not unique(op.source) and op.least is None
    guarded = bool(tested(op, False))
    if guarded and not repeats:
        def kept(m: str, add: Callable[[str], str]) -> str:
            return when(passes(c, op, m, False), add(m))
        values = loops.gathered(c, op.source, kept, inside == 0)
    else:
        values = c.value(op.source)
        if repeats:
            values = f"(call $distinct {values} (i32.const {inside}))"
        if guarded:
            values = kept_if(c, values, lambda m: passes(c, op, m, False), inside == 0)
    if several:
        values = _groups(w, op, values, seat)
    if tested(op, True):
        values = kept_if(c, values, lambda m: passes(c, op, m, True), False)
    return values


def unseen_last(w: Way, things: str, seat: str, inner: t.Type | None) -> str:
    """Those first that the seat knows, where they are things that somebody may not know."""
    while isinstance(inner, t.OrNone):
        inner = None
    if not isinstance(inner, t.Kind) or inner.name in w.k.spec.space_kinds():
        return things
    return f"(call $unseen_last {things} {get(seat)})"


def _groups(w: Way, op: ir.Choose, values: str, seat: str) -> str:
    c, things = w.c, w.local()
    text = put(things, unseen_last(w, values, seat, t.element(op.type) if op.type is not None else None))
    least = const(0) if op.least is None else c.value(op.least)
    most = f"(i64.shr_u {get(things)} (i64.const {HANDLE}))" if op.most is None else c.value(op.most)
    if op.may:
        low = w.local()
        text += put(low, least) + when(f"(i64.lt_s {get(low)} (i64.const 1))", put(low, const(1)))
        least = get(low)
    return worth(text, f"(call $some_of {get(things)} {least} {most})")


def menu_options(w: Way, op: ir.Menu, seat: str) -> str:
    c = w.c
    start, at = w.local("i32", "list"), w.local("i32", "to")
    text = put(start, f"(call $reserve (i32.const {len(op.alternatives)}))") + put(at, get(start))
    for k, one in enumerate(op.alternatives):
        chosen = w.local()
        inside = c.bind(op.slot, chosen)
        tests = [c.truth(one.test)] if one.test is not None else []
        tests += [inside.truth(guard.test) for guard in one.guards if guard.test is not None]
        add = f"(i64.store {get(at)} {const(k)}){put(at, f'(i32.add {get(at)} (i32.const 8))')}"
        text += put(chosen, const(k)) + (when(all_of(tests), add) if tests else add)
    return worth(text, f"(call $handle {get(start)} (i32.shr_u (i32.sub {get(at)} {get(start)}) (i32.const 3)))")


def may_options(w: Way, op: ir.May, seat: str) -> str:
    return const(w.k.data.plain((1, 0)))


def split_options(w: Way, op: ir.Split, seat: str) -> str:
    return told_apart(w, op, seat, divisions(w, op, seat))


def divisions(w: Way, op: ir.Split, seat: str) -> str:
    c = w.c
    things, sizes = w.local(), w.local("i32", "sizes")
    inner = t.element(t.element(op.type) or t.NOTHING) if op.type is not None else None
    text = put(things, unseen_last(w, c.value(op.source), seat, inner))
    text += put(sizes, f"(call $reserve (i32.const {len(op.parts)}))")
    for k, (_, _, least, most) in enumerate(op.parts):
        text += (f"(i32.store offset={8 * k} {get(sizes)} {c.small(least)})(i32.store offset={8 * k + 4} {get(sizes)} "
                 f"{c.small(most)})")
    ways = worth(text, f"(call $divisions {get(things)} {get(sizes)} (i32.const {len(op.parts)}))")
    if not tested(op, False):
        return ways

    def holds(way: str) -> str:
        good, out = w.local("i32", "good"), c.fn.label("out")
        inside = loops.each_of(c, get(way), lambda part: loops.each_of(c, get(part), lambda one: when(
            f"(i32.eqz {passes(c, op, one, False)})", f"{put(good, '(i32.const 0)')}(br {out})")))
        return worth(f"{put(good, '(i32.const 1)')}(block {out} {inside})", get(good), "i32")

    return kept_if(c, ways, holds, False)


def arrange_options(w: Way, op: ir.Arrange, seat: str) -> str:
    return told_apart(w, op, seat, all_orders(w, op, seat))


def all_orders(w: Way, op: ir.Arrange, seat: str) -> str:
    things = unseen_last(w, w.c.value(op.source), seat, t.element(op.type) if op.type is not None else None)
    orders = f"(call $orders {things})"
    if not op.guards:
        return orders
    return kept_if(w.c, orders, lambda o: all_of([passes(w.c, op, o, False), passes(w.c, op, o, True)]), False)


OPTIONS: dict[type[Op], Callable[[Way, Any, str], str]] = {
    ir.Choose: choose_options, ir.May: may_options, ir.Menu: menu_options, ir.Split: split_options, ir.Arrange: arrange_options,
}
EVERY: dict[type[Op], Callable[[Way, Any, str], str]] = {ir.Choose: choices, ir.Split: divisions, ir.Arrange: all_orders}


# ------------------------------------------------------------------ what happens with the answer


class Answer:
    """Where the function that carries an answer out is written: the places of ops and the slots of its routine."""

    def __init__(self, k: Compiler, op: Op):
        self.k, self.op = k, op
        self.routine = k.spec.plan_routine[op.number]
        self.place = order_of(k, self.routine)[1]
        self.offsets = k.layout.slots[self.routine]
        self.fn = Function(f"done_{ask_number(k, op)}", [("$fp", "i32"), ("$value", "i64")], "",
                           about=f"{op.number} {type(op).__name__}")

    def fill(self, slot: int, value: str, inside: int) -> str:
        """Puts a value into a slot."""
        kept = f"(call $keep {value} (i32.const {inside}))" if inside else value
        return f"(i64.store offset={self.offsets[slot]} (local.get $fp) {kept})"

    def goes(self, number: int) -> str:
        """Which op is next."""
        return f"(i32.store (local.get $fp) (i32.const {self.place[number]}))"


def choose_done(a: Answer, op: ir.Choose) -> str:
    text = a.fill(op.slot, "(local.get $value)", option_depth(op)) if op.slot >= 0 else ""
    if not op.may:
        return text + a.goes(op.next)
    single = op.least is None and op.most is None
    declined = (f"(i64.eq (local.get $value) {const(DECLINED)})" if single else "(i64.eqz (i64.shr_u (local.get "
                f"$value) (i64.const {HANDLE})))")
    return text + when(declined, a.goes(op.otherwise), a.goes(op.next))


def may_done(a: Answer, op: ir.May) -> str:
    text = a.fill(op.slot, "(local.get $value)", 0) if op.slot >= 0 else ""
    return text + when("(i64.ne (local.get $value) (i64.const 0))", a.goes(op.next), a.goes(op.otherwise))


def menu_done(a: Answer, op: ir.Menu) -> str:
    text = a.fill(op.slot, "(local.get $value)", 0) if op.slot >= 0 else ""
    for k, one in enumerate(op.alternatives):
        text += when(f"(i64.eq (local.get $value) {const(k)})", a.goes(one.start))
    return text


def split_done(a: Answer, op: ir.Split) -> str:
    text = ""
    for k, (_, slot, _, _) in enumerate(op.parts):
        text += a.fill(slot, f"(i64.load offset={8 * k} (i32.wrap_i64 (local.get $value)))", option_depth(op) - 1)
    return text + a.goes(op.next)


def arrange_done(a: Answer, op: ir.Arrange) -> str:
    return a.fill(op.slot, "(local.get $value)", option_depth(op)) + a.goes(op.next)


def moment_done(a: Answer, op: ir.Moment) -> str:
    offset = a.offsets[op.slot]
    held = f"(i64.load offset={offset} (local.get $fp))"
    now = f"(select (i64.const 0) {held} (i64.eq {held} {const(NIL)}))"
    return f"(i64.store offset={offset} (local.get $fp) (i64.add {now} (i64.const 1)))"


def roll_done(a: Answer, op: ir.Roll) -> str:
    single = op.count is None
    value = "(i64.load (i32.wrap_i64 (local.get $value)))" if single else "(local.get $value)"
    return a.fill(op.slot, value, 0 if single else 1) + a.goes(op.next)


def pick_done(a: Answer, op: ir.Pick) -> str:
    return a.fill(op.slot, "(local.get $value)", option_depth(op)) + a.goes(op.next)


def blind_done(a: Answer, op: ir.Blind) -> str:
    return keep_answer(a, op, "(local.get $value)") + a.goes(op.next)


def keep_answer(a: Answer, op: ir.Blind, value: str) -> str:
    """Puts an answer where the choice has put it."""
    asking = a.k.spec.plan[op.asks]
    if isinstance(asking, ir.Split):
        return "".join(a.fill(slot, f"(i64.load offset={8 * k} {narrow(value)})", option_depth(asking) - 1)
                       for k, (_, slot, _, _) in enumerate(asking.parts))
    return a.fill(op.slot, value, option_depth(asking))


def done_functions(k: Compiler) -> None:
    """Writes the function of each op that asks."""
    from interpreter.engine.compiled.journey_functions import travel_done
    done: dict[type[Op], Callable[[Answer, Any], str]] = {
        ir.Choose: choose_done, ir.May: may_done, ir.Menu: menu_done, ir.Split: split_done, ir.Arrange: arrange_done,
        ir.Moment: moment_done, ir.Roll: roll_done, ir.Pick: pick_done, ir.Blind: blind_done, ir.Travel: travel_done,
    }
    for number in list(k.notes.get("asks", {})):
        op = k.spec.plan[number]
        a = Answer(k, op)
        k.functions[a.fn.name] = a.fn.text(done[type(op)](a, op))


# ------------------------------------------------------------------ chance


def stream(k: Compiler, name: str) -> int:
    """The stream of a die or pick; those of its branches stand behind it."""
    number = k.source(name)
    for seat in range(len(k.spec.seats)):
        k.source(f"{name} at seat {seat + 1}")
    return number


def roll(w: Way, op: ir.Roll) -> str:
    c = w.c
    c.fn.allocates = True
    die, count, status = c.k.spec.dice[op.die], w.local("i32", "n"), w.local("i32", "status")
    held = w.local()
    text = w.room() if op.count is not None else ""
    text += put(held, const(1) if op.count is None else c.value(op.count)) + w.settled()
    text += when(f"(i64.gt_s {get(held)} {const(min(limits().values, 100_000))})", "unreachable")
    text += when(f"(i64.lt_s {get(held)} (i64.const 0))", put(held, const(0))) + put(count, narrow(get(held)))
    source = stream(c.k, f"die {die.name}")
    faces = const(c.k.data.plain(tuple(die.faces)))
    asked = f"(call $by_chance (i32.const 1) (i32.const {ask_number(c.k, op)}) (i32.const {source}) {faces} {get(count)})"
    text += w.stays() + put(status, asked)
    return text + when(f"(i32.eqz {get(status)})", answered(w, op, "(global.get $answer)")) + f"(return {get(status)})"


def pick(w: Way, op: ir.Pick) -> str:
    c = w.c
    c.fn.allocates = True
    options, status = w.local(), w.local("i32", "status")
    text = w.room() if option_depth(op) else ""
    values = c.value(op.source)
    if op.least is not None or op.most is not None:
        things = w.local()
        least = const(0) if op.least is None else c.value(op.least)
        most = f"(i64.shr_u {get(things)} (i64.const {HANDLE}))" if op.most is None else c.value(op.most)
        values = worth(put(things, values), f"(call $sized_groups {get(things)} {least} {most})")
    text += put(options, values) + w.settled()
    count = f"(i32.wrap_i64 (i64.shr_u {get(options)} (i64.const {HANDLE})))"
    text += when(f"(i32.eqz {count})", "unreachable")
    text += when(f"(i32.eq {count} (i32.const 1))", answered(w, op, f"(i64.load {narrow(get(options))})"))
    source = stream(c.k, f"pick {op.name}")
    asked = (f"(call $by_chance (i32.const 2) (i32.const {ask_number(c.k, op)}) (i32.const {source}) {get(options)} "
             "(i32.const 1))")
    text += w.stays() + put(status, asked)
    return text + when(f"(i32.eqz {get(status)})", answered(w, op, "(global.get $answer)")) + f"(return {get(status)})"


def blind(w: Way, op: ir.Blind) -> str:
    """Chance says which of the cards, or of the answers with several, that looked the same was meant."""
    if op.offer >= 0:
        return meant_by_offer(w, op)
    c, asking = w.c, w.k.spec.plan[op.asks]
    assert isinstance(asking, ir.Choose | ir.Split | ir.Arrange)
    c.fn.allocates = True
    inside = option_depth(asking)
    value, seat, alike = w.local(), w.local("i32", "seat"), w.local()
    text = w.room()
    if isinstance(asking, ir.Split):
        start = w.local("i32", "list")
        text += put(start, f"(call $reserve (i32.const {len(asking.parts)}))")
        text += "".join(f"(i64.store offset={8 * k} {get(start)} {w.slot(slot)})" for k,
                        (_, slot, _, _) in enumerate(asking.parts))
        text += put(value, f"(call $handle {get(start)} (i32.const {len(asking.parts)}))")
    else:
        text += put(value, w.slot(op.slot))
    text += decider(w, asking, seat)
    text += when(f"(i32.eqz (call $any_unseen {get(value)} {get(seat)} (i32.const {inside})))", w.to(op.next))
    values = EVERY[type(asking)](w, asking, seat)
    bits = unordered(asking.type, inside)
    like = f"(call $looking_like {values} {get(value)} {get(seat)} (i32.const {inside}) (i32.const {bits}))"
    text += put(alike, like) + w.settled()
    return text + one_by_chance(w, op, alike)


def meant_by_offer(w: Way, op: ir.Blind) -> str:
    """The same of the card that a free action was taken for."""
    c, value, seat, alike = w.c, w.local(), w.local("i32", "seat"), w.local()
    c.fn.allocates = c.fn.unsettles = True
    text = put(value, w.slot(op.slot)) + decider(w, op, seat)
    text += when(f"(i32.eqz (call $unseen {get(value)} {get(seat)}))", w.to(op.next))
    args = f"(i32.add (local.get $fp) (i32.const {w.k.numbers['HEAD']}))"
    every = f"(call $offer_{op.offer}_all {get(seat)} (local.get $me) {args} (i64.const 0))"
    like = f"(call $looking_like (call $members_of {every}) {get(value)} {get(seat)} (i32.const 0) (i32.const 0))"
    return text + put(alike, like) + w.settled() + one_by_chance(w, op, alike)


def one_by_chance(w: Way, op: ir.Blind, alike: str) -> str:
    """Chance picks one of several that look the same."""
    c, status = w.c, w.local("i32", "status")
    count = f"(i64.shr_u {get(alike)} (i64.const {HANDLE}))"
    text = when(f"(i64.lt_u {count} (i64.const 2))", w.to(op.next))
    source = stream(c.k, "pick unseen card")
    asked = f"(call $by_chance (i32.const 2) (i32.const {ask_number(c.k, op)}) (i32.const {source}) {get(alike)} (i32.const 1))"
    text += w.stays() + put(status, asked)
    return text + when(f"(i32.eqz {get(status)})", answered(w, op, "(global.get $answer)")) + f"(return {get(status)})"


def rest(w: Way, op: ir.Rest) -> str:
    return w.stop(RESTS)


OPS: dict[type[Op], Callable[[Way, Any], str]] = {
    ir.Choose: ask, ir.May: ask, ir.Menu: ask, ir.Split: ask, ir.Arrange: ask, ir.Roll: roll, ir.Pick: pick, ir.Blind: blind,
    ir.Rest: rest,
}
