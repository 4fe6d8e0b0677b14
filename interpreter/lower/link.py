"""Links between ops, put in when all of them are written.

In:  a Spec whose plan is complete.
Out: no way leads to a Goto; `as soon as` triggers are looked at where they may wake; routines that may come back to
     themselves, or may pause, and defines whose results can be kept, are marked.
"""

from collections.abc import Iterator
from typing import Any, TypeVar

from attrs import evolve

from interpreter import ir
from interpreter.core import types as t
from interpreter.core.frame import LOCALS
from interpreter.ir import dependencies, Expr
from interpreter.ir.dependencies import every, reads, timeless, touches, writes
from interpreter.ir.kinds import Sort, Timing, Window
from interpreter.ir.model import Definition, EVERYBODY, Parted, Route, Spec

E = TypeVar("E", bound=Expr)
LEGS = ("steps", "hops", "must_stop", "may_stop", "may_not_end")


def lead_around(spec: Spec) -> None:
    """No way leads to a Goto any more."""
    def end(number: int) -> int:
        while 0 <= number < len(spec.plan) and isinstance(spec.plan[number], ir.Goto):
            number = spec.plan[number].next
        return number

    for op in spec.plan:
        op.redirect(end)
    for routine in spec.routines:
        routine.entry, routine.exit = end(routine.entry), end(routine.exit)


def look(spec: Spec) -> None:
    """After every op that may change what an `as soon as` trigger reads, the trigger is looked at."""
    soon = [(g.number, reads(g.test) | (reads(g.each) if g.each is not None else set())) for g in spec.triggers
            if g.moment == Timing.SOON and g.test is not None]
    for op in list(spec.plan) if soon else ():
        written = writes(op)
        woken = tuple(number for number, read in soon if written and touches(read, written))
        if isinstance(op, ir.Together):
            woken = tuple(number for number, _ in soon)
        if woken:
            _look_after(spec, op, woken)


def _look_after(spec: Spec, op: ir.Op, woken: tuple[int, ...]) -> None:
    """A Look between an op (and the `moved` that belongs to it) and what comes next."""
    last = spec.plan[op.next] if isinstance(spec.plan[op.next], ir.EachMoved) else op
    if isinstance(spec.plan[last.next], ir.Look):
        return
    look = ir.Look(woken, span=op.span)
    look.number, look.next = len(spec.plan), last.next
    last.next = look.number
    spec.plan.append(look)
    spec.plan_routine.append(spec.plan_routine[op.number])


def count_returning(spec: Spec) -> None:
    """Effects that may come back to themselves have their open activations counted."""
    calls = called(spec)
    pausing = {spec.plan_routine[op.number] for op in spec.plan if op.does.asks is not ir.Asks.NOBODY}
    for routine in spec.routines:
        routine.pauses = routine.number in pausing or any(reaches(calls, routine.number, other) for other in pausing)
        routine.counted = routine.sort in (Sort.EFFECT, Sort.WHEN, Sort.BEFORE, Sort.INSTEAD, Sort.OFFER) and reaches(
            calls, routine.number, routine.number
        )


def keep_timeless(spec: Spec) -> None:
    """Defines of single things and legs of routes that read nothing on the table: their results are kept by the engine."""
    known: dict[ir.Definition, bool] = {}
    for define in spec.definitions:
        keep(define, known)
    for route in spec.routes:
        inside = [expr for leg in route.hops if leg.test is not None for expr in every(leg.test)]
        route.hops_look_back = any(isinstance(expr, ir.Local) and expr.slot == route.previous for expr in inside)
        route.tests = {name: [_parted(leg.test, route, spec) for leg in getattr(route, name)] for name in LEGS}


def keep(define: ir.Definition, known: dict[ir.Definition, bool] | None = None) -> None:
    """Marks one of them, if it is one; `known` is what `timeless` has found out."""
    if define.value is not None and all(_single(x) for x in define.types) and timeless(define.value, known):
        define.lasting = True


def _parted(test: Expr | None, route: Route, spec: Spec) -> Parted:
    """The parts of a test that depend on spaces alone; those that read the table, but no space; and the rest. A part is taken
    before another only where neither can be a fault: from the first that may be one on, all stays in its order. What stands
    in front in a define that is used there counts, too, and is looked at once more with the rest."""
    parts, first = list(_conjuncts(test)), 0
    while first < len(parts) and _of_spaces_alone(parts[first], route):
        first += 1
    alone, moment, rest = parts[:first], [], parts[first:]
    front = [_front(one, route) for one in rest[:1] if isinstance(one, ir.Use)]
    at = 0
    while at < len(rest) and _faultless(rest[at]):
        if _of_spaces_alone(rest[at], route):
            alone.append(rest.pop(at))
        elif _of_no_space(rest[at], route, spec):
            moment.append(rest.pop(at))
        else:
            at += 1
    return (*alone, *(one for one in front if one is not None and one not in alone)), tuple(moment), tuple(rest)


PLAIN = (ir.Const, ir.Option, ir.Me, ir.Local, ir.Cell, ir.ZoneAt, ir.FieldOf, ir.Same, ir.Compared, ir.InRange, ir.Not, ir.And,
         ir.Or, ir.Empty, ir.Size)


def _faultless(test: Expr, known: dict[Definition, bool] | None = None) -> bool:
    """Can working it out never be a fault, and never ask chance? `known` is what has been found out about defines."""
    known = {} if known is None else known
    if not isinstance(test, ir.Use):
        return isinstance(test, PLAIN) and all(_faultless(part, known) for part in dependencies.parts(test))
    if test.define not in known:
        known[test.define] = test.define.value is not None and _faultless(test.define.value, known)
    return known[test.define] and all(_faultless(arg, known) for arg in test.args)


def _of_no_space(test: Expr, route: Route, spec: Spec) -> bool:
    """Is it the same for every leg at one moment, and may everybody know it?"""
    if isinstance(test, ir.Use):
        return False
    inside = every(test)
    open_to_all = all(spec.cells[one.base].sees == EVERYBODY if isinstance(one, ir.Cell) else
                      spec.zones[one.base].counts == EVERYBODY for one in inside if isinstance(one, ir.Cell | ir.ZoneAt))
    return open_to_all and not any(isinstance(one, ir.Local) and one.slot != route.who for one in inside)


def _front(use: ir.Use, route: Route) -> ir.Use | None:
    """The use of a define cut down to what in front depends on spaces alone."""
    given = {LOCALS + k for k, arg in enumerate(use.args) if not _of_spaces_alone(arg, route)}
    for part in _conjuncts(use.define.value):
        if not timeless(part) or any(isinstance(e, ir.Local) and e.slot in given for e in every(part)):
            return None
        return like(use, define=evolve(use.define, value=part, lasting=False))
    return None


def like(expr: E, **changes: Any) -> E:
    """The same expression with other values in some of its fields."""
    return evolve(expr, **changes)  # type: ignore[misc]  # attrs' plugin knows only classes that it decorated itself


def _conjuncts(test: Expr | None) -> Iterator[Expr]:
    if isinstance(test, ir.And):
        yield from _conjuncts(test.left)
        yield from _conjuncts(test.right)
    elif test is not None:
        yield test


def _of_spaces_alone(test: Expr, route: Route) -> bool:
    """Does a test read neither the table nor who travels?"""
    return timeless(test) and not any(isinstance(e, ir.Local) and e.slot == route.who for e in every(test))


def _single(type_: t.Type) -> bool:
    inner = type_.of if isinstance(type_, t.OrNone) else type_
    return isinstance(inner, t.Int | t.Bool | t.Enum | t.Kind | t.Seat)


def called(spec: Spec) -> dict[int, set[int]]:
    """Which routines each routine may enter directly, triggers included."""
    entered: dict[int, set[int]] = {r.number: set() for r in spec.routines}
    for op in spec.plan:
        entered[spec.plan_routine[op.number]] |= op.entered(spec.triggers)
    asks: dict[int, list[ir.Ask]] = {}
    for op in spec.plan if spec.offers else ():
        if isinstance(op, ir.Ask):
            asks.setdefault(spec.plan_routine[op.number], []).append(op)
    for number, some in asks.items():
        entered[number] |= _offers_beside(spec, some)
    return entered


def _offers_beside(spec: Spec, asks: list[ir.Ask]) -> set[int]:
    """The free actions that may be taken beside the questions of one routine."""
    names = {op.name for op in asks}
    numbers = {n for op in asks for n in op.offers}
    numbers |= {o.number for o in spec.offers if o.window == Window.BESIDE and names & set(o.target)}
    numbers |= {o.number for o in spec.offers if o.window in (Window.DURING, Window.DURING_STEP) and asks}
    return {spec.offers[n].routine for n in numbers}


def reaches(calls: dict[int, set[int]], start: int, goal: int) -> bool:
    """Is there a way of one or more calls from one routine to another?"""
    seen, edge = set(), set(calls[start])
    while edge:
        if goal in edge:
            return True
        seen |= edge
        edge = {n for r in edge for n in calls[r]} - seen
    return False
