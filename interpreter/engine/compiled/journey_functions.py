"""Journeys: a piece goes along a route, space by space, as in engine/travel.py.

In:  a Travel op, or a route.
Out: its text; the functions of a route's tests. The search itself is runtime/journeys.py.
"""

from collections.abc import Callable
from itertools import chain
from typing import Any

from interpreter import ir
from interpreter.core.frame import LOCALS
from interpreter.engine.compiled.memory_layout import HANDLE, NIL
from interpreter.engine.compiled.question_functions import Answer, asks, decider
from interpreter.engine.compiled.routine_functions import Way
from interpreter.engine.compiled.writer import all_of, Compiler, const, Context, Function, get, narrow, put, when, worth
from interpreter.ir import Expr
from interpreter.ir.dependencies import parts, timeless
from interpreter.ir.form import Op
from interpreter.ir.model import Route

WHATS = ("steps", "hops", "must_stop", "may_stop", "may_not_end")
MEMORY = 8192                             # journeys of one search
LASTING = 1 << 16                         # journeys of which something is known whatever lies on the table
KEPT = 1 << 17                            # bytes for the legs that are known
COUNTS = 16                               # a journey of fewer moves than that is remembered with all its ends,
FOUND = 1 << 20                           # in so many bytes,
MOST_NOTED = 64                           # if it has asked no more than that of the table


def travel(w: Way, op: ir.Travel) -> str:
    """A journey asks for one space after another; free actions may be open beside each."""
    from interpreter.engine.compiled.trigger_functions import open_offers
    c = w.c
    c.fn.allocates = c.fn.unsettles = True
    seat, spaces, count = w.local("i32", "seat"), w.local(), w.local("i32", "n")
    again = c.fn.label("again")
    text = w.room() + _begin(op, "(local.get $me)")
    piece = w.local()
    set_out = put(piece, c.value(op.piece)) + when(f"(i64.lt_s {get(piece)} (i64.const 0))", "(call $no_value)")
    start = f"(call $sets_out (call $place {narrow(get(piece))}) {c.value(op.count)})"
    made = w.local()
    set_out += put(made, start) + w.settled() + w.fill(op.left, get(made), 1)
    text += when(f"(i64.eq {w.slot(op.left)} {const(NIL)})", set_out)
    loop = put(spaces, f"(call $onward {w.slot(op.left)})") + w.settled()
    loop += put(count, f"(i32.wrap_i64 (i64.shr_u {get(spaces)} (i64.const {HANDLE})))")
    first = f"(i64.load {narrow(get(spaces))})"
    stays = f"(i32.and (i32.eq {get(count)} (i32.const 1)) (i64.eq {first} (i64.const -1)))"
    stays = f"(if (result i32) {get(count)} (then {stays}) (else (i32.const 1)))"
    loop += when(stays, arrive(c, op, w.fill) + w.to(op.next))
    loop += decider(w, op, seat)
    offers = open_offers(w, op, seat)
    held, several = const(0), f"(i32.gt_u {get(count)} (i32.const 1))"
    if offers:
        kept = w.local()
        loop += put(kept, offers) + w.settled()
        held = get(kept)
        several = f"(i32.or {several} (i64.ne (i64.shr_u {held} (i64.const {HANDLE})) (i64.const 0)))"
    automatic = sum(1 << one for one in w.k.spec.automatic)
    put_anyway = "(i32.and (global.get $forced) (i32.eqz (global.get $supposing)))"
    is_automatic = f"(i32.wrap_i64 (i64.and (i64.shr_u (i64.const {automatic}) (i64.extend_i32_u {get(seat)})) (i64.const 1)))"
    if automatic:
        put_anyway = f"(i32.and {put_anyway} (i32.eqz {is_automatic}))"
    question = when("(global.get $supposing)", "unreachable")
    if automatic:
        question += when(is_automatic, "unreachable")
    question += asks(w, op, get(seat), get(spaces), held)
    loop += when(f"(i32.or {several} {put_anyway})", question)
    loop += w.fill(op.left, f"(call $gone {w.slot(op.left)} {first})", 1)
    return text + f"(loop {again} {loop}(br {again}))(unreachable)"


def _begin(op: ir.Travel, me: str) -> str:
    return f"(call $begin_search (i32.const {op.route}) {me} (i32.const {int(op.up_to)}))"


def arrive(c: Context, op: ir.Travel, fill: Callable[[int, str, int], str]) -> str:
    """The piece lies where the journey has come to."""
    piece, start, here, kept = c.local(), c.local("i32", "start"), c.local("i32", "here"), c.local()
    follows = isinstance(c.k.spec.plan[op.next], ir.EachMoved)
    offset = c.frame[op.left]
    text = put(kept, f"(i64.load offset={offset} (local.get $fp))") + put(piece, c.value(op.piece))
    text += put(start, f"(call $place {narrow(get(piece))})") + put(here, f"(i32.wrap_i64 (i64.load {narrow(get(kept))}))")
    moved = f"(call $moved_row {narrow(get(piece))} {get(start)} {get(here)})"
    text += fill(op.slot, f"(call $path_of {get(kept)})", 1) if op.slot >= 0 else ""
    text += fill(op.left, const(0) if follows else const(NIL), 0)
    away = f"(call $relocate {narrow(get(piece))} {get(here)} (i32.const 0) (i32.const 0))"
    away += fill(op.left, f"(call $one {moved})", 1) if follows else ""
    return text + when(f"(i32.ne {get(here)} {get(start)})", away)


def travel_done(a: Answer, op: ir.Travel) -> str:
    """The piece goes on to a space, or stops where it is, as was answered."""
    c = Context(a.k, a.fn, {}, a.offsets, "(i64.load32_s offset=8 (local.get $fp))")
    stops = arrive(c, op, a.fill) + a.goes(op.next)
    left = f"(i64.load offset={a.offsets[op.left]} (local.get $fp))"
    on = a.fill(op.left, f"(call $gone {left} (local.get $value))", 1)
    return _begin(op, c.me) + when("(i64.eq (local.get $value) (i64.const -1))", stops, on)


def search_function(k: Compiler, route: int) -> str:
    """The function of `reachable` along a route."""
    name = f"route_{route}_ends"
    if name not in k.functions:
        fn = Function(name, [("$who", "i64"), ("$start", "i64"), ("$count", "i64")])
        k.functions[name] = ""
        k.functions[name] = fn.text(f"(call $ends (i32.const {route}) (local.get $who) (local.get $start) (local.get $count))")
    return f"route_{route}"


def route_functions(k: Compiler) -> None:
    """The tests of all routes, found by number."""
    _by_number(k, "route_holds", _test_function, [("$who", "i64")])
    _by_number(k, "route_lasting", _lasting_function, [])


def _by_number(k: Compiler, name: str, write: Callable[[Compiler, Route, str], str], first: list[tuple[str, str]]) -> None:
    """One function for all routes and lists of lines, which calls the one that is `write`n for each."""
    given = "".join(f"(local.get {slot}) " for slot, _ in first)
    text = ""
    for route in k.spec.routes:
        for n, what in enumerate(WHATS):
            this = (f"(i32.and (i32.eq (local.get $route) (i32.const {route.number})) (i32.eq (local.get $what) "
                    f"(i32.const {n})))")
            text += when(this, f"(return (call ${write(k, route, what)} {given}(i64.extend_i32_s (local.get $a)) "
                               "(i64.extend_i32_s (local.get $b)) (i64.extend_i32_s (local.get $previous))))")
    spaces = [("$a", "i32"), ("$b", "i32"), ("$previous", "i32")]
    fn = Function(name, [("$route", "i32"), ("$what", "i32"), *first, *spaces], "i32")
    k.functions[name] = fn.text(f"{text}(i32.const 0)")


def _test_function(k: Compiler, route: Route, what: str) -> str:
    fn = Function(f"route_{route.number}_{what}", [("$who", "i64"), ("$a", "i64"), ("$b", "i64"), ("$previous", "i64")], "i32",
                  about=f"{route.name}: {what}")
    c = Context(k, fn, {route.who: "$who", route.a: "$a", route.b: "$b", route.previous: "$previous"}, {}, "(local.get $who)")
    lines = [all_of([c.truth(test) for test in chain(*line)]) for line in route.tests.get(what, [])]
    text = "".join(when(line, "(return (i32.const 1))") for line in lines)
    k.functions[fn.name] = fn.text(f"{text}(i32.const 0)")
    return fn.name


def _lasting_function(k: Compiler, route: Route, what: str) -> str:
    """What tests of spaces alone say: no, yes, or that it depends on more."""
    fn = Function(f"route_{route.number}_{what}_alone", [("$a", "i64"), ("$b", "i64"), ("$previous", "i64")], "i32",
                  about=f"{route.name}: {what}, as far as spaces say")
    nobody = fn.local()                       # handed on to defines that do not look at it
    c = Context(k, fn, {route.who: nobody, route.a: "$a", route.b: "$b", route.previous: "$previous"}, {}, "(i64.const -1)")
    found = fn.local("i32", "found")
    text = put(found, "(i32.const 0)")
    for lasting, moment, others in route.tests.get(what, []):
        rest = (*moment, *others)
        more = [test for test in rest if _of_spaces_alone(test, route)]
        then = put(found, "(i32.const 2)") if len(more) < len(rest) else "(return (i32.const 1))"
        text += when(all_of([c.truth(test) for test in (*lasting, *more)]), then)
    k.functions[fn.name] = fn.text(f"{text}{get(found)}")
    return fn.name


def _of_spaces_alone(test: Expr, route: Route) -> bool:
    """Does a test read neither the table nor who travels, unless a define is given them that does not look at them?"""
    return timeless(test) and not _looks_at(test, route.who)


def _looks_at(e: Expr, slot: int) -> bool:
    """Can what a slot holds make a difference to a value?"""
    if isinstance(e, ir.Local):
        return e.slot == slot
    if isinstance(e, ir.Use):
        value = e.define.value
        return any(_looks_at(arg, slot) and _looks_at(value, LOCALS + n) for n, arg in enumerate(e.args))
    if isinstance(e, ir.TableAt):
        return any(_looks_at(key, slot) for key in e.keys)
    return any(_looks_at(part, slot) for part in parts(e))


def areas(k: Compiler) -> None:
    """Memory for searches, and what they have to know of each route."""
    rows = b"".join(int(bool(route.hops)).to_bytes(4, "little") + int(route.hops_look_back).to_bytes(4, "little")
                    for route in k.spec.routes)
    k.numbers["ROUTES"] = k.data.raw(rows)
    firsts = b"".join(k.spec.boards[route.board].first.to_bytes(4, "little") for route in k.spec.routes)
    k.numbers["ROUTE_BOARDS"] = k.data.raw(firsts)
    spaces, routes, at = k.numbers["SPACES"], len(k.spec.routes), k.data.end
    for name, size in (("MEMORY", MEMORY * 16), ("LEGS", routes * 2 * spaces * (spaces + 1) * 8), ("KEPT_LEGS", KEPT),
                       ("SPOTS", routes * 5 * spaces), ("LASTING", LASTING * 16), ("FOUND_ENDS", routes * spaces * COUNTS * 4),
                       ("KEPT_ENDS", FOUND if _searches(k) else 0)):
        k.numbers[name] = at
        at += -(-size // 16) * 16 if routes else 0
    k.numbers |= {"KEPT_END": k.numbers["KEPT_LEGS"] + KEPT, "MEMORY_END": at, "COUNTS": COUNTS if _searches(k) else 0,
                  "FOUND_ENDS_END": at, "MOST_NOTED": MOST_NOTED, "MOST_ENTRY": 16 + 8 * (MOST_NOTED + spaces)}


def _searches(k: Compiler) -> bool:
    """Does anything ask for all ends of a journey?"""
    return any(name.startswith("route_") and name.endswith("_ends") for name in k.functions)


OPS: dict[type[Op], Callable[[Way, Any], str]] = {ir.Travel: travel}
__all__ = ["OPS", "areas", "route_functions", "search_function", "travel_done", "worth"]
