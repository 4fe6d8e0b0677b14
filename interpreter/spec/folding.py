"""Conditions on options are settled once: an option is a constant of one play (language.md 2.16).

In:  a Spec that has been checked.
Out: the same Spec, in which `add_order is free` and what follows from it alone is yes or no.

Only yes/no parts without a rule of their own are settled: lines of defines, branches, guards, and defines that cite a clause
stay where they are, so that what a play shows, cites and counts is the same.
"""

from attrs import evolve, fields

from interpreter.core import types as t
from interpreter.spec import plan
from interpreter.spec.links import LEGS, keep_timeless
from interpreter.spec.model import Spec
from interpreter.spec.plan import Const, Expr

KNOWN = (Const, plan.Option)
LOOKS = (plan.PlaceOf, plan.Cell, plan.FieldOf, plan.ZoneAt)


def fold(spec: Spec) -> None:
    """Settles the conditions of every op, define, guard and test; then more is timeless than before."""
    for define in spec.definitions:                       # one that is used by another stands before it
        define.value = _folded_part(define.value)
    for op in spec.plan:
        for one in fields(type(op)):
            setattr(op, one.name, _folded_part(getattr(op, one.name)))
    for one in (*spec.triggers, *spec.offers):
        one.test = _folded_part(one.test)
    for route in spec.routes:
        for name in LEGS:
            setattr(route, name, [_folded_part(leg) for leg in getattr(route, name)])
    spec.always = [evolve(one, test=_folded_part(one.test)) for one in spec.always]
    spec.seat_offers([one for one in spec.offers if not (isinstance(one.test, Const) and not one.test.value)])
    keep_timeless(spec)
    _lead_past(spec)


def _lead_past(spec: Spec) -> None:
    """Whatever leads to an `if` whose condition is settled leads to where that leads. The `if` stays for whoever begins there."""

    def beyond(number: int) -> int:
        passed: set[int] = set()
        while 0 <= number < len(spec.plan) and number not in passed:
            one = spec.plan[number]
            if not (isinstance(one, plan.Branch) and isinstance(one.test, Const)):
                break
            passed.add(number)
            number = one.next if one.test.value else one.otherwise
        return number

    for op in spec.plan:
        op.redirect(beyond, begins=False)


def _folded_part(value):
    """An expression, a guard or alternative, or a tuple or list of such."""
    match value:
        case Expr():
            return folded(value)
        case plan.Guard() | plan.Alternative():
            return evolve(value, test=_folded_part(value.test))
        case tuple() if value and any(isinstance(v, Expr | plan.Guard | plan.Alternative | tuple) for v in value):
            return tuple(_folded_part(v) for v in value)
        case list() if value and any(isinstance(v, plan.Alternative | tuple) for v in value):
            return [_folded_part(v) for v in value]
    return value


def folded(expr: Expr) -> Expr:
    """The expression with its parts settled, and settled itself if they say enough."""
    changed = {}
    for one in fields(type(expr)):
        if one.name not in ("type", "span"):
            before = getattr(expr, one.name)
            after = _folded_part(before)
            if after is not before and after != before:
                changed[one.name] = after
    made = evolve(expr, **changed) if changed else expr
    settled = _settled(made)
    return _simpler(made) if settled is None else Const(settled, type=t.BOOL, span=made.span)


def _simpler(expr: Expr) -> Expr:
    """What is left of `and` and `or` when one side is settled and does not decide; and in place of a name for one look at the
    table, such as where my piece stands, the look itself."""
    if isinstance(expr, plan.Use) and not expr.args and not expr.define.clauses and isinstance(expr.define.value, LOOKS):
        return expr.define.value
    if isinstance(expr, plan.And | plan.Or):
        for one, other in ((expr.left, expr.right), (expr.right, expr.left)):
            if isinstance(one, Const) and isinstance(other.type, t.Bool) and bool(one.value) is isinstance(expr, plan.And):
                return other
    return expr


def _settled(expr: Expr) -> bool | None:
    """Yes or no, if the parts that are known say so."""
    match expr:
        case plan.Same(left=plan.Const() | plan.Option() as a, right=plan.Const() | plan.Option() as b, as_sets=False):
            return (a.value == b.value) is not expr.negated
        case plan.Not(value=Const(value=value)):
            return not value
        case plan.And(left=Const(value=value), right=right):
            return False if not value else _truth(right)
        case plan.Or(left=Const(value=value), right=right):
            return True if value else _truth(right)
        case plan.Use(define=define, args=()) if not define.clauses:
            return _truth(define.value) if isinstance(define.value.type, t.Bool) else None
    return None


def _truth(expr: Expr) -> bool | None:
    return bool(expr.value) if isinstance(expr, KNOWN) else None
