"""What an expression consists of and reads, and what an op consists of, reads and writes; from what their classes say.

In:  a plan Expr, or an Op.
Out: the expressions inside; and sets of keys ("cell", family), ("zone", family), ("kind", kind name), used to know which
     `as soon as` triggers an op can wake, and by the checks of simultaneity and hidden information.
"""

from collections.abc import Iterator
from typing import Any, assert_never

from attrs import fields

from interpreter import ir
from interpreter.core import types as t
from interpreter.core.frame import Value
from interpreter.ir import Definition, Expr, Reads
from interpreter.ir.form import per_class

Key = tuple[str, str]                      # ("cell", family), ("zone", family) or ("kind", name of a kind)


def parts(expr: Expr) -> Iterator[Expr]:
    """The expressions directly inside one."""
    for name in _inside(type(expr)):
        yield from _exprs(getattr(expr, name))


@per_class
def _inside(form: type) -> tuple[str, ...]:
    """The fields that can hold expressions; printed values and constants are long and hold none."""
    return () if form is ir.Const else tuple(f.name for f in fields(form) if f.name not in ("type", "span", "values"))


def _exprs(value: Value) -> Iterator[Expr]:
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


def _gather(value: Value, found: list[Expr]) -> None:
    if isinstance(value, Expr):
        found.append(value)
        for name in _inside(type(value)):
            _gather(getattr(value, name), found)
    elif isinstance(value, tuple):
        for one in value:
            _gather(one, found)


def reads(expr: Expr, seen: frozenset[Definition] = frozenset()) -> set[Key]:
    """Everything an expression may read, through defines too."""
    found: set[Key] = set()
    for one in every(expr):
        if one.reads is not Reads.NOTHING:
            found |= _itself(one)
        elif isinstance(one, ir.Use) and one.define not in seen:
            found |= _of_define(one.define, seen | {one.define})
    return found


def _itself(one: Any) -> set[Key]:            # `reads` says which class it is, and so which fields it has
    """What an expression reads, its parts apart."""
    match one.reads:
        case Reads.NOTHING | Reads.NAME | Reads.ME:
            return set()
        case Reads.CELL:
            return {("cell", one.family)}
        case Reads.ZONE:
            return {("zone", one.family), ("kind", one.type.kind)}
        case Reads.PLACE:
            return {("kind", one.of.type.name if isinstance(one.of.type, t.Kind) else "*")}
        case Reads.KIND:
            inside = t.element(one.type)
            return {("kind", inside.name if isinstance(inside, t.Kind) else "*")}
        case Reads.TABLE:
            return {("kind", "*"), ("cell", "*")}
        case _:
            assert_never(one.reads)


def timeless(expr: Expr) -> bool:
    """Does the value depend on its names alone, whatever lies on the table and whosever turn it is?"""
    for one in every(expr):
        if one.reads is Reads.ME or (isinstance(one, ir.Use) and not timeless(one.define.value)):
            return False
    return not reads(expr)


def _of_define(define: Definition, seen: frozenset[Definition]) -> set[Key]:
    return reads(define.value, seen) if define.value is not None else set()


# ------------------------------------------------------------------ ops


def values_of(op: ir.Op) -> Iterator[Expr]:
    """The expressions that stand directly in an op, in its guards and alternatives."""
    for name in _names(type(op)):
        yield from within(getattr(op, name))


def read_by(op: ir.Op) -> Iterator[Expr]:
    """The expressions whose value an op works out; of a place that it changes only the keys."""
    places = op.does.places
    for name in _names(type(op)):
        value = getattr(op, name)
        if name in places:
            for key in getattr(value, "keys", ()):
                yield key[0]
        else:
            yield from within(value)


@per_class
def _names(form: type) -> tuple[str, ...]:
    return tuple(one.name for one in fields(form) if one.name not in ("span", "type", "number", "next", "slot", "prompt"))


def within(value: Value) -> Iterator[Expr]:
    """The expressions of a field: itself, those of a tuple or list, the tests of guards and alternatives."""
    match value:
        case Expr():
            yield value
        case tuple() | list():
            for one in value:
                yield from within(one)
        case ir.Guard(test=test) | ir.Alternative(test=test):
            if test is not None:
                yield test


def there(op: ir.Op, names: tuple[str, ...]) -> Iterator[Any]:      # a Cell or another Expr, as the field says
    """What stands in these fields of an op, as far as it is there: `there(op, op.does.puts)`."""
    for name in names:
        value = getattr(op, name)
        if value is not None:
            yield value


def writes(op: ir.Op) -> set[Key]:
    """What an op may change, in the keys of `reads`."""
    does = op.does
    found: set[Key] = set()
    for cell in there(op, does.cells):
        found |= {("cell", cell.family), ("cell", "*")}
    for place in there(op, does.leaving + does.puts):
        found |= _kinds(place)
    return found


def _kinds(expr: Expr) -> set[Key]:
    inner = t.element(expr.type) or expr.type
    while isinstance(inner, t.OrNone):
        inner = inner.of
    if isinstance(inner, t.Kind):
        return {("kind", inner.name), ("kind", "*")}
    return {("kind", "*")} if isinstance(inner, t.Place | t.Unknown) else set()


def touches(read: set[Key], written: set[Key]) -> bool:
    """Can a change of `written` make a difference to what reads `read`?"""
    if read & written:
        return True
    any_kind = ("kind", "*") in read and any(key[0] == "kind" for key in written)
    any_cell = ("cell", "*") in read and any(key[0] == "cell" for key in written)
    return any_kind or any_cell
