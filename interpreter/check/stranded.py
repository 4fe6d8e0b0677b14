"""Are things put where no rule finds them again?

In:  the Plan.
Out: warnings; nothing else.

A thing is found where a rule takes from a zone, looks into it, counts it or shows it; and everywhere, where rules of play gather
all things of its kind. What a player can see lying there is not lost, nor is what is `out of play`. That an `always` line
counts things wherever they lie does not bring any of them back.
"""

from collections.abc import Iterator

from interpreter.check.ways import Plan
from interpreter.core import types as t
from interpreter.spec import plan
from interpreter.spec.plan import Expr
from interpreter.spec.reads import every, there, values_of
from interpreter.text import codes
from interpreter.text.report import Report

LEGS = ("steps", "hops", "must_stop", "may_stop", "may_not_end")


def check_stranded(made: Plan, report: Report) -> None:
    """The first line that puts something into each such zone."""
    alive = made.within([0])
    ops = [op for number in sorted(alive) for op in made.ops(number)]
    found, kinds = _found(made, ops), _gathered(made, ops)
    closed = {one.family for one in made.spec.zones if not one.out and not one.sees and one.kind not in kinds}
    for op in sorted(ops, key=lambda op: op.span.start):
        for family in _into(op):
            if family in closed - found:
                closed.discard(family)
                report.add(codes.STRANDED, op.span, zone=family.removeprefix("player."))


def _into(op: plan.Op) -> list[str]:
    """The zones that an op puts things into."""
    return [one.family for to in there(op, op.does.filled) for one in every(to) if isinstance(one, plan.ZoneAt)]


def _found(made: Plan, ops: list[plan.Op]) -> set[str]:
    """The zones that any rule looks at otherwise; what another is refilled from is looked at, too."""
    looked = {one.family for op in ops for value in _looked_at(op) for one in made.every(value) if isinstance(one, plan.ZoneAt)}
    looked |= {one.family for value in _standing(made) for one in made.every(value) if isinstance(one, plan.ZoneAt)}
    return looked | {made.spec.zones[one.refill].family for one in made.spec.zones if one.refill >= 0}


def _looked_at(op: plan.Op) -> Iterator[Expr]:
    """The values of an op without the place that things go to."""
    filled = list(there(op, op.does.filled))
    for value in values_of(op):
        if value not in filled:
            yield value


def _standing(made: Plan) -> Iterator[Expr]:
    """The values that stand in no statement: tests of triggers and free actions, legs of routes, scores, who wins."""
    spec = made.spec
    found = [value for one in (*spec.triggers, *spec.offers) for value in (one.test, one.each)]
    found += [leg.test for route in spec.routes for name in LEGS for leg in getattr(route, name)]
    found += [one.value for one in (*spec.scores, *spec.winner)]
    return (one for one in found if one is not None)


def _gathered(made: Plan, ops: list[plan.Op]) -> set[str]:
    """The kinds of which rules of play, not of set-up, take all there are, wherever they lie."""
    found = set()
    for op in ops:
        if made.routine_of(op).sort == "setup":
            continue
        for value in _looked_at(op):
            for one in made.every(value):
                kind = t.element(one.type)
                if isinstance(one, plan.Const | plan.EveryPlace) and isinstance(kind, t.Kind):
                    found.add(kind.name)
    return found
