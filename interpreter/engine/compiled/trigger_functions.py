"""Triggers and free actions: one function for each op that has to do with them, as in engine/triggers.py; and the functions of
their tests, of whom a free action is open to, and of the members of a `for each`.

In:  an op, and the Way on which it is written.
Out: its text. What is due and what is held is kept by runtime/reactions.py.
"""

from collections.abc import Callable
from typing import Any

from interpreter import ir
from interpreter.core.frame import LOCALS, TO_EVENT
from interpreter.engine.compiled.memory_layout import DUES, HANDLE, HOLDINGS, holds_triggers, NIL, RESOLVING
from interpreter.engine.compiled.question_functions import asks
from interpreter.engine.compiled.routine_functions import ANEW, Way
from interpreter.engine.compiled.writer import Compiler, const, Context, depth, Function, get, narrow, put, when, worth
from interpreter.ir.form import Op
from interpreter.ir.kinds import Timing, Window
from interpreter.ir.model import Offer, Routine, Trigger

EVENT_WINDOWS = (Window.BEFORE, Window.AFTER, Window.INSTEAD)


# ------------------------------------------------------------------ tests and members


def trigger_functions(k: Compiler) -> None:
    """For each trigger its test and its members; and the two functions that find them by number."""
    tests, members = "", ""
    for trigger in k.spec.triggers:
        holds = test_function(k, f"trigger_{trigger.number}", trigger, arguments_of(k, trigger))
        tests += when(f"(i32.eq (local.get $number) (i32.const {trigger.number}))",
                      f"(return (call ${holds} (local.get $me) (local.get $args)))")
        if trigger.each is not None:
            fn = Function(f"members_{trigger.number}", [("$me", "i64")])
            text = k.context(fn, 0, LOCALS, "(local.get $me)").value(trigger.each)
            if trigger.in_seat_order:
                text = f"(call $in_seat_order {text} (local.get $me))"
            k.functions[fn.name] = fn.text(text)
            members += when(f"(i32.eq (local.get $number) (i32.const {trigger.number}))",
                            f"(return (call ${fn.name} (local.get $me)))")
    k.functions["trigger_holds"] = Function(
        "trigger_holds", [("$number", "i32"), ("$me", "i64"), ("$args", "i32")], "i32").text(f"{tests}(i32.const 1)")
    k.functions["trigger_members"] = Function(
        "trigger_members", [("$number", "i32"), ("$me", "i64")]).text(f"{members}(i64.const 0)")


def arguments_of(k: Compiler, trigger: Trigger) -> int:
    """How many arguments its test is worked out with: as many as its routine takes."""
    return len(k.spec.routines[trigger.routine].params)


def event_of(k: Compiler, trigger: Trigger) -> Routine | None:
    """The routine of the event that it listens to; None of an `as soon as`."""
    for op in k.spec.plan:
        if isinstance(op, ir.Fire) and op.trigger == trigger.number:
            return k.spec.routine_at(op.number)
    return None


def test_function(k: Compiler, name: str, one: Trigger | Offer, args: int) -> str:
    """The function of a test, whose arguments lie at an address."""
    fn = Function(name, [("$me", "i64"), ("$args", "i32")], "i32", about=one.name)
    if one.test is None:
        text = "(i32.const 1)"
    else:
        slots, text = {}, ""
        for n in range(args):
            local = fn.local()
            slots[LOCALS + n] = local
            text += put(local, f"(i64.load offset={8 * n} (local.get $args))")
        context = k.context(fn, 0, LOCALS, "(local.get $me)")
        for slot, local in slots.items():
            context = context.bind(slot, local)
        text += context.truth(one.test)
    k.functions[name] = fn.text(text)
    return name


# ------------------------------------------------------------------ before, when, instead of


def _here(w: Way) -> str:
    """Where the arguments of the event lie: behind the head of its frame."""
    return f"(i32.add (local.get $fp) (i32.const {w.k.numbers['HEAD']}))"


def _holds(w: Way, trigger: Trigger) -> str:
    if trigger.test is None:
        return "(i32.const 1)"
    w.c.fn.allocates = w.c.fn.unsettles = True
    return f"(call $trigger_{trigger.number} (local.get $me) {_here(w)})"


def _arguments(w: Way, count: int) -> list[tuple[str, int]]:
    params = w.k.spec.routines[w.routine.number]
    return [(w.slot(LOCALS + n), depth(params.types[n]) if n < len(params.types) else 0) for n in range(count)]


def fire(w: Way, op: ir.Fire) -> str:
    trigger = w.k.spec.triggers[op.trigger]
    fires, hold = w.local("i32", "if"), w.local("i32", "hold")
    count = len(w.routine.params)
    text = put(fires, _holds(w, trigger)) + w.settled()
    result = TO_EVENT if trigger.moment == Timing.BEFORE else -1
    starts = w.enters(trigger.routine, _arguments(w, count), narrow(w.c.me), result, pc=w.stays(op.next))
    start = w.local("i32", "list")
    listed = put(start, f"(call $reserve (i32.const {count}))")
    listed += "".join(f"(i64.store offset={8 * n} {get(start)} {w.slot(LOCALS + n)})" for n in range(count))
    inside = 1 + max([depth(type_) for type_ in w.routine.types], default=0)
    w.c.fn.allocates = True
    # nothing remembered is told from an event without arguments, so that one is kept as a list of one
    length = max(1, count)
    remembers = (listed + f"(call $remember {get(hold)} (call $keep (call $handle {get(start)} (i32.const {length})) "
                 f"(i32.const {inside})))")
    if not count:
        remembers = f"(call $remember {get(hold)} (call $keep (call $one (i64.const 0)) (i32.const 1)))"
    held = put(hold, f"(call $held (i32.const {trigger.number}))")
    go = held + when(get(hold), remembers, starts)
    if not holds_triggers(w.k.spec):
        go = starts
    return (w.room() if count else "") + text + when(get(fires), go) + w.on(op.next)


def _inward(w: Way, event: str, below: int) -> list[Trigger]:
    """The `instead of` triggers of an event, later declared ones first."""
    triggers = w.k.spec.triggers[:below]
    return [one for one in reversed(triggers) if one.moment == Timing.INSTEAD and one.event == event]


def _go_inward(w: Way, found: list[Trigger], effect: int, count: int, result: int, goes_on: int) -> str:
    """Enters the first that applies, or the body."""
    text, chosen = "", w.local("i32", "chosen")
    text += put(chosen, "(i32.const -1)")
    for trigger in found:
        looked_at = when(_holds(w, trigger), put(chosen, f"(i32.const {trigger.number})"))
        if trigger.apart:
            looked_at = when("(i32.eqz (global.get $supposing))", looked_at)
        text += when(f"(i32.lt_s {get(chosen)} (i32.const 0))", looked_at)
    text += w.settled()
    pc = w.stays(goes_on)
    for trigger in found:
        made = w.enters(trigger.routine, _arguments(w, count), narrow(w.c.me), result, pc=pc)
        text += when(f"(i32.eq {get(chosen)} (i32.const {trigger.number}))", made + w.to(goes_on))
    if effect >= 0:
        text += w.enters(effect, _arguments(w, count), narrow(w.c.me), result, pc=pc)
    return text + w.on(goes_on)


def body(w: Way, op: ir.Body) -> str:
    found = _inward(w, op.event, len(w.k.spec.triggers))
    return _go_inward(w, found, op.effect, len(w.routine.params), op.result, op.next)


def proceed(w: Way, op: ir.Proceed) -> str:
    trigger = w.k.spec.triggers[op.trigger]
    count = len(w.routine.params)
    gives = w.k.spec.routines[trigger.routine].gives is not None
    passed = LOCALS + count if gives and op.result < 0 else op.result
    return _go_inward(w, _inward(w, trigger.event, op.trigger), op.effect, count, passed, op.next)


def each_moved(w: Way, op: ir.EachMoved) -> str:
    it, row = w.local(), w.local()
    text = put(it, w.slot(op.slot))
    none = f"(i32.or (i64.eq {get(it)} {const(NIL)}) (i64.eqz (i64.shr_u {get(it)} (i64.const {HANDLE}))))"
    text += when(none, w.fill(op.slot, const(NIL)) + w.to(op.next))
    text += put(row, f"(i64.load {narrow(get(it))})")
    text += w.fill(op.slot, f"(i64.sub (i64.add {get(it)} (i64.const 8)) (i64.const {1 << HANDLE}))")
    thing = f"(i64.and {get(row)} (i64.const 65535))"
    source = f"(i64.and (i64.shr_u {get(row)} (i64.const 16)) (i64.const 65535))"
    to = f"(i64.shr_u {get(row)} (i64.const 32))"
    args = [(thing, 0), (source, 0), (to, 0)]
    return text + w.enters(op.routine, args, narrow(w.c.me), pc=w.stays()) + w.to(w.at)


# ------------------------------------------------------------------ holding, and as soon as


def held(w: Way, op: ir.Held) -> str:
    deep = w.local("i32", "deep")
    text = put(deep, "(i32.sub (call $frame_count) (i32.const 1))")
    return text + "".join(f"(call $hold (i32.const {trigger}) {get(deep)})" for trigger in op.triggers) + w.on(op.next)


def released(w: Way, op: ir.Released) -> str:
    w.c.fn.allocates = w.c.fn.unsettles = True
    numbers = const(w.k.data.plain(op.triggers))
    started = f"(call $released {numbers} {narrow(w.c.me)})"
    return w.stays() + when(started, f"(return (i32.const {ANEW}))") + w.settled() + w.on(op.next)


def look(w: Way, op: ir.Look) -> str:
    """Notes the triggers whose conditions have become true. They are carried out here, one by one, unless one already is."""
    w.c.fn.allocates = w.c.fn.unsettles = True
    numbers, me = const(w.k.data.plain(op.triggers)), narrow(w.c.me)
    free, it = w.local(), w.local("i32", "list")
    text = put(free, numbers)
    if holds_triggers(w.k.spec):
        kept = put(it, f"(call $reserve (i32.const {len(op.triggers)}))") + put(free, f"(i64.extend_i32_u {get(it)})")
        for trigger in op.triggers:
            at = f"(i32.add {get(it)} (i32.shl (i32.wrap_i64 (i64.shr_u {get(free)} (i64.const {HANDLE}))) (i32.const 3)))"
            kept += when(f"(i32.eqz (call $held (i32.const {trigger})))",
                         f"(i64.store {at} {const(trigger)}){put(free, f'(i64.add {get(free)} (i64.const {1 << HANDLE}))')}")
        text += when(f"(i32.load (i32.const {HOLDINGS}))", kept)
    text += f"(call $note {get(free)} {me})" + w.settled()
    waiting = f"(i32.or (i32.load (i32.const {DUES})) (i32.ge_s (i32.load (i32.const {RESOLVING})) (i32.const 0)))"
    next_ = w.stays() + when("(call $next_due)", f"(return (i32.const {ANEW}))") + w.settled()
    text += when(waiting, next_)
    if w.branching:
        text = when("(i32.lt_s (global.get $branch) (i32.const 0))", text)
    return text + w.on(op.next)


def arm(w: Way, op: ir.Arm) -> str:
    w.c.fn.allocates = w.c.fn.unsettles = True
    soon = [one.number for one in w.k.spec.triggers if one.moment == Timing.SOON]
    text = "".join(f"(call $arm (i32.const {number}) {narrow(w.c.me)})" + w.settled() for number in soon)
    return text + w.on(op.next)


# ------------------------------------------------------------------ free actions


def offer_functions(k: Compiler) -> None:
    """For each free action: adds it to a list where it is open to a seat, whose turn `me` is; arguments lie at an address."""
    for offer in k.spec.offers:
        count = offer_arguments(k, offer)
        name = f"offer_{offer.number}"
        params = [("$seat", "i32"), ("$me", "i64"), ("$args", "i32"), ("$list", "i64")]
        fn = Function(f"{name}_all" if is_blind_offer(k, offer) else name, params, "i64", about=offer.name)
        context = k.context(fn, 0, LOCALS, "(local.get $me)")
        text = ""
        for n in range(count):
            local = fn.local()
            text += put(local, f"(i64.load offset={8 * n} (local.get $args))")
            context = context.bind(LOCALS + n, local)

        def found(value: str, inside: Context, offer: Offer = offer) -> str:
            by = "(local.get $me)" if offer.by is None else inside.value(offer.by)
            packed = f"(i64.or (i64.shl (i64.const {offer.number}) (i64.const 32)) (i64.and {value} (i64.const 4294967295)))"
            add = f"(local.set $list (call $with_last (local.get $list) {packed}))"
            test = "(i32.const 1)" if offer.test is None else inside.truth(offer.test)
            return when(f"(i64.eq {by} (i64.extend_i32_s (local.get $seat)))", when(test, add))

        if offer.each is None:
            text += found(const(-1), context)
        else:
            from interpreter.engine.compiled.loops import each_of
            values = context.value(offer.each)
            slot, outside = LOCALS + count, context

            def each_member(m: str, slot: int = slot, outside: Context = outside) -> str:
                return found(get(m), outside.bind(slot, m))

            text += each_of(context, values, each_member)
        k.functions[fn.name] = fn.text(f"{text}(local.get $list)")
        if is_blind_offer(k, offer):
            apart = Function(name, fn.params, "i64", about=f"{offer.name}, of cards that look the same one")
            every = f"(call ${fn.name} (local.get $seat) (local.get $me) (local.get $args) (i64.const 0))"
            k.functions[name] = apart.text(f"(call $offers_apart (local.get $list) {every} (local.get $seat))")


def is_blind_offer(k: Compiler, offer: Offer) -> bool:
    """Does chance say for which of the cards that look the same a free action was taken?"""
    return isinstance(k.spec.plan[k.spec.routines[offer.routine].entry], ir.Blind)


def offer_arguments(k: Compiler, offer: Offer) -> int:
    """How many arguments of an event a free action has."""
    if offer.window not in EVENT_WINDOWS:
        return 0
    routine = k.spec.routines[offer.routine]
    return len(routine.params) - (1 if offer.each is not None else 0)


def open_offers(w: Way, op: ir.Ask, seat: str) -> str:
    """The free actions open beside a question, as a list; nothing where none can be."""
    beside = w.k.spec.beside.get(op.name, ())
    fitting = [offer for offer in beside if offer.window in (Window.BESIDE, Window.DURING, Window.DURING_STEP)
               and (offer.window != Window.BESIDE or op.name in offer.target)]
    if not fitting:
        return ""
    w.c.fn.allocates = w.c.fn.unsettles = True
    it = w.local()
    text = ""
    for offer in fitting:
        add = put(it, f"(call $offer_{offer.number} {get(seat)} (local.get $me) (i32.const 0) {get(it)})")
        text += add if offer.window == Window.BESIDE else when(_in_window(w.k, offer), add)
    return worth(put(it, const(0)) + when("(i32.eqz (global.get $supposing))", text), get(it))


def _in_window(k: Compiler, offer: Offer) -> str:
    """Is the part of play being carried out in which it is open?"""
    tests = [_standing(k, ("phase", "turn"), offer.target[0])]
    if len(offer.target) > 1:
        tests.append(_standing(k, ("step",), offer.target[1]))
    return tests[0] if len(tests) == 1 else f"(i32.and {tests[0]} {tests[1]})"


def _standing(k: Compiler, sorts: tuple[str, ...], name: str) -> str:
    key = ("standing", sorts, name)
    if key not in k.notes:
        k.notes[key] = k.data.raw(bytes(int(r.sort in sorts and r.name == name) for r in k.spec.routines))
    return f"(call $standing (i32.const {k.notes[key]}))"


def moment(w: Way, op: ir.Moment) -> str:
    """Asks each seat to whom something is open, once, for "go on" or one of the free actions; until it goes on."""
    w.c.fn.allocates = w.c.fn.unsettles = True
    seat, offers = w.local("i32", "seat"), w.local()
    on, out, inside = w.c.fn.label("next"), w.c.fn.label("done"), w.c.fn.label("body")
    held = w.slot(op.slot)
    text = put(seat, f"(i32.wrap_i64 (select (i64.const 0) {held} (i64.eq {held} {const(NIL)})))")
    skips = [f"(i32.and (i32.ge_s (global.get $branch) (i32.const 0)) (i32.ne (global.get $branch) {get(seat)}))"]
    automatic = sum(1 << one for one in w.k.spec.automatic)
    if automatic:
        skips.append(f"(i32.wrap_i64 (i64.and (i64.shr_u (i64.const {automatic}) (i64.extend_i32_u {get(seat)})) "
                     "(i64.const 1)))")
    loop = "".join(f"(br_if {inside} {skip})" for skip in skips)
    loop += w.fill(op.slot, f"(i64.extend_i32_u {get(seat)})") + put(offers, const(0))
    for number in op.offers:
        loop += put(offers, f"(call $offer_{number} {get(seat)} (local.get $me) {_here(w)} {get(offers)})")
    loop += w.settled()
    some = f"(i64.ne (i64.shr_u {get(offers)} (i64.const {HANDLE})) (i64.const 0))"
    question = asks(w, op, get(seat), const(w.k.data.plain((0,))), get(offers))
    loop += when(f"(i32.and {some} (i32.eqz (global.get $supposing)))", question)
    count = len(w.k.spec.seats)
    text += (f"(block {out} (loop {on} (br_if {out} (i32.ge_s {get(seat)} (i32.const {count})))\n(block {inside} {loop})\n"
             f"{put(seat, f'(i32.add {get(seat)} (i32.const 1))')}(br {on})))")
    return text + w.fill(op.slot, const(NIL)) + w.on(op.next)


OPS: dict[type[Op], Callable[[Way, Any], str]] = {
    ir.Fire: fire, ir.Body: body, ir.Proceed: proceed, ir.EachMoved: each_moved, ir.Held: held, ir.Released: released,
    ir.Look: look, ir.Arm: arm, ir.Moment: moment,
}
