"""What an expression reads: the families of zones and cells, and the kinds whose places it looks at.

In:  a plan Expr.
Out: a set of keys: ("cell", family), ("zone", family), ("kind", kind name), ("loose",) … used to know which `as soon as`
     triggers an op can wake, and by the checks of simultaneity and hidden information.
"""

from functools import cache

from attrs import fields

from interpreter.core import types as t
from interpreter.spec import plan
from interpreter.spec.plan import Definition, Expr


def parts(expr: Expr):
    """The expressions directly inside one."""
    for name in _inside(type(expr)):
        yield from _exprs(getattr(expr, name))


@cache
def _inside(form: type) -> tuple[str, ...]:
    """The fields that can hold expressions; printed values and constants are long and hold none."""
    return () if form is plan.Const else tuple(f.name for f in fields(form) if f.name not in ("type", "span", "values"))


def _exprs(value):
    if isinstance(value, Expr):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from _exprs(one)


def every(expr: Expr) -> list[Expr]:
    """An expression and all inside it, the outermost first; not what its defines read."""
    found: list[Expr] = []
    _gather(expr, found)
    return found


def _gather(value, found: list[Expr]) -> None:
    if isinstance(value, Expr):
        found.append(value)
        for name in _inside(type(value)):
            _gather(getattr(value, name), found)
    elif isinstance(value, tuple):
        for one in value:
            _gather(one, found)


def reads(expr: Expr, seen: frozenset = frozenset()) -> set:
    """Everything an expression may read, through defines too."""
    found: set = set()
    for one in every(expr):
        match one:
            case plan.Cell(family=family):
                found.add(("cell", family))
            case plan.ZoneAt(family=family):
                found |= {("zone", family), ("kind", one.type.kind)}
            case plan.PlaceOf(of=of):
                found.add(("kind", of.type.name if isinstance(of.type, t.Kind) else "*"))
            case plan.EveryPlace():
                found.add(("kind", t.element(one.type).name))
            case plan.PointsOf() | plan.Supposed() | plan.Reachable():
                found.add(("kind", "*"))
                found.add(("cell", "*"))
            case plan.Use(define=define) if define not in seen:
                found |= _of_define(define, seen | {define})
    return found


def timeless(expr: Expr) -> bool:
    """Does the value depend on its names alone, whatever lies on the table and whosever turn it is?"""
    for one in every(expr):
        if isinstance(one, plan.Me) or (isinstance(one, plan.Use) and not timeless(one.define.value)):
            return False
    return not reads(expr)


def _of_define(define: Definition, seen) -> set:
    return reads(define.value, seen) if define.value is not None else set()


def writes(op: plan.Op) -> set:
    """What an op may change, in the same keys."""
    match op:
        case plan.SetCell(cell=cell) | plan.Adjust(cell=cell):
            return {("cell", cell.family), ("cell", "*")}
        case plan.Move(things=things, to=to):
            return _kinds(things) | _kinds(to)
        case plan.Draw(source=source, to=to):
            return _kinds(source) | _kinds(to)
        case plan.Shuffle(zone=zone, into=into):
            return _kinds(zone) | (_kinds(into) if into is not None else set())
        case plan.Swap(first=first, second=second):
            return _kinds(first) | _kinds(second)
        case plan.Travel(piece=piece):
            return _kinds(piece)
    return set()


def _kinds(expr: Expr) -> set:
    inner = t.element(expr.type) or expr.type
    while isinstance(inner, t.OrNone):
        inner = inner.of
    if isinstance(inner, t.Kind):
        return {("kind", inner.name), ("kind", "*")}
    return {("kind", "*")} if isinstance(inner, t.Place | t.Unknown) else set()


def touches(read: set, written: set) -> bool:
    """Can a change of `written` make a difference to what reads `read`?"""
    if read & written:
        return True
    any_kind = ("kind", "*") in read and any(key[0] == "kind" for key in written)
    any_cell = ("cell", "*") in read and any(key[0] == "cell" for key in written)
    return any_kind or any_cell
