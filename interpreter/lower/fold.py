"""What is known before play is worked out before play: conditions on options, and in a strategy what all options share.

In:  a Spec that has been checked, or a Policy.
Out: `fold` changes the Spec: `add_order is free` and what follows from it alone is yes or no (language.md 2.16). `once` gives
     the Policy with everything that does not depend on the option marked, so that it is worked out once a question.

Only yes/no parts that cite nothing are settled: lines of defines, branches, guards, and defines that cite a clause stay where
they are, so that what a play shows, cites and counts is the same.
"""

from typing import Any

from attrs import evolve, fields

from interpreter import ir
from interpreter.core import types as t
from interpreter.ir import Const, Expr
from interpreter.ir.dependencies import every
from interpreter.ir.form import per_class
from interpreter.ir.model import Spec
from interpreter.ir.policy import Policy
from interpreter.lower.link import keep_timeless, LEGS, like

KNOWN = (Const, ir.Option)
LOOKS = (ir.PlaceOf, ir.Cell, ir.FieldOf, ir.ZoneAt)


def fold(spec: Spec) -> None:
    """Settles the conditions of every op, define, guard and test; then more is timeless than before."""
    for define in spec.definitions:                       # one that is used by another stands before it
        define.value = _folded_part(define.value)
    for op in spec.plan:
        for name in _names(type(op)):
            setattr(op, name, _folded_part(getattr(op, name)))
    for trigger in spec.triggers:
        trigger.test = _folded_part(trigger.test)
    for offer in spec.offers:
        offer.test = _folded_part(offer.test)
    for route in spec.routes:
        for name in LEGS:
            setattr(route, name, [_folded_part(leg) for leg in getattr(route, name)])
    spec.always = [evolve(line, test=_folded_part(line.test)) for line in spec.always]
    spec.seat_offers([each for each in spec.offers if not (isinstance(each.test, Const) and not each.test.value)])
    keep_timeless(spec)
    _lead_past(spec)


def _lead_past(spec: Spec) -> None:
    """Whatever leads to an `if` whose condition is settled leads to where that leads; the `if` stays for what begins there."""

    def beyond(number: int) -> int:
        passed: set[int] = set()
        while 0 <= number < len(spec.plan) and number not in passed:
            branch = spec.plan[number]
            if not (isinstance(branch, ir.Branch) and isinstance(branch.test, Const)):
                break
            passed.add(number)
            number = branch.next if branch.test.value else branch.otherwise
        return number

    for op in spec.plan:
        op.redirect(beyond, begins=False)


def _folded_part(value: Any) -> Any:          # whatever stands in a field; the same sort of thing comes back
    """An expression, a guard or alternative, or a tuple or list of such, with its conditions settled."""
    match value:
        case Expr():
            return folded(value)
        case ir.Guard() | ir.Alternative():
            return evolve(value, test=_folded_part(value.test))
        case tuple() if value and any(isinstance(v, Expr | ir.Guard | ir.Alternative | tuple) for v in value):
            return tuple(_folded_part(v) for v in value)
        case list() if value and any(isinstance(v, ir.Alternative | tuple) for v in value):
            return [_folded_part(v) for v in value]
    return value


def folded(expr: Expr) -> Expr:
    """The expression with its parts settled, and settled itself if they say enough."""
    changed = {}
    for name in _inside(type(expr)):
        before = getattr(expr, name)
        after = _folded_part(before)
        if after is not before and after != before:
            changed[name] = after
    inner = like(expr, **changed) if changed else expr
    settled = _settled(inner)
    return _simpler(inner) if settled is None else Const(settled, type=t.BOOL, span=inner.span)


@per_class
def _names(form: type) -> tuple[str, ...]:
    """The names of the fields of a class."""
    return tuple(field.name for field in fields(form))


@per_class
def _inside(form: type) -> tuple[str, ...]:
    """Those in which something can be settled."""
    return tuple(part.name for part in fields(form) if part.type not in (int, str, bool) and part.name not in ("type", "span"))


def _simpler(expr: Expr) -> Expr:
    """What is left of `and` and `or` when one side is settled and does not decide; and in place of a name for one look at the
    table, such as where my piece stands, the look itself."""
    if isinstance(expr, ir.Use) and not expr.args and not expr.define.clauses and isinstance(expr.define.value, LOOKS):
        return expr.define.value
    if isinstance(expr, ir.And | ir.Or):
        for side, other in ((expr.left, expr.right), (expr.right, expr.left)):
            if isinstance(side, Const) and isinstance(other.type, t.Bool) and bool(side.value) is isinstance(expr, ir.And):
                return other
    return expr


def _settled(expr: Expr) -> bool | None:
    """Yes or no, if the parts that are known say so."""
    match expr:
        case ir.Same(left=ir.Const() | ir.Option() as a, right=ir.Const() | ir.Option() as b, as_sets=False):
            return (a.value == b.value) is not expr.negated
        case ir.Not(value=Const(value=value)):
            return not value
        case ir.And(left=Const(value=value), right=right):
            return False if not value else _truth(right)
        case ir.Or(left=Const(value=value), right=right):
            return True if value else _truth(right)
        case ir.Use(define=ir.Definition(value=Expr(type=t.Bool()) as value, clauses=()), args=()):
            return _truth(value)
    return None


def _truth(expr: Expr) -> bool | None:
    return bool(expr.value) if isinstance(expr, KNOWN) else None


# ------------------------------------------------------------------ worked out once a question


PLAIN = (ir.Const, ir.Option, ir.Local, ir.Me, ir.Once)


def once(policy: Policy) -> Policy:
    """The policy with everything that is the same for all options marked."""
    preferences, size = [], policy.size
    for preference in policy.preferences:
        if preference.value is not None:
            marking = _Marking({policy.it, *policy.parts} | _bound(preference.value), size)
            preference, size = evolve(preference, value=marking.marked(preference.value)), marking.size
        preferences.append(preference)
    return evolve(policy, preferences=tuple(preferences), size=size)


def _bound(value: Expr) -> set[int]:
    """The slots that the value itself binds while it is worked out."""
    return {getattr(inner, name) for inner in every(value) for name in inner.binds}


class _Marking:
    """Goes through one value; `varying` are the slots that are not the same throughout."""

    def __init__(self, varying: set[int], size: int) -> None:
        self.varying, self.size = varying, size

    def marked(self, value: Any) -> Any:      # as of _folded_part
        """An expression, or a tuple of such, with its lasting parts marked."""
        if isinstance(value, tuple) and any(isinstance(part, Expr | tuple) for part in value):
            return tuple(self.marked(part) for part in value)
        if not isinstance(value, Expr) or isinstance(value, PLAIN):
            return value
        if not any(isinstance(part, ir.Local) and part.slot in self.varying for part in every(value)):
            self.size += 1
            return ir.Once(self.size - 1, value, type=value.type, span=value.span)
        names = [name for name in _names(type(value)) if name not in ("type", "span", "values")]
        changed = {name: self.marked(getattr(value, name)) for name in names if name not in value.on_copy}
        return like(value, **{name: new for name, new in changed.items() if new is not getattr(value, name)})
