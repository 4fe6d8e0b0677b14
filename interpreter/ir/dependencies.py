"""What an expression consists of and reads, and what an op consists of, reads and writes; from what their classes say.

In:  an Expr or an Op.
Out: the expressions inside it; and the sets of keys that it reads or writes: ("cell", family), ("zone", family),
     ("kind", kind name). They say which `as soon as` triggers an op can wake; the checks of simultaneity and of hidden
     information ask for them too.
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
    named = [f.name for f in fields(form) if f.name not in ("type", "span", "values") and f.type not in (int, str, bool)]
    return () if form is ir.Const else tuple(named)


def _exprs(value: Value) -> Iterator[Expr]:
    if isinstance(value, Expr):
        yield value
    elif isinstance(value, tuple):
        for member in value:
            yield from _exprs(member)


def every(expr: Expr) -> list[Expr]:
    """An expression and all inside it, the outermost first; not what its defines read."""
    inside: list[Expr] = []
    _gather(expr, inside)
    return inside


def _gather(value: Value, inside: list[Expr]) -> None:
    if isinstance(value, Expr):
        inside.append(value)
        for name in _inside(type(value)):
            _gather(getattr(value, name), inside)
    elif isinstance(value, tuple):
        for member in value:
            _gather(member, inside)


def reads(expr: Expr, seen: set[Definition] | None = None) -> set[Key]:
    """Everything an expression may read, through defines too; not what `seen` ones read."""
    keys: set[Key] = set()
    seen = set() if seen is None else seen
    for inside in every(expr):
        if inside.reads is not Reads.NOTHING:
            keys |= _itself(inside)
        elif isinstance(inside, ir.Use) and inside.define not in seen:
            seen.add(inside.define)
            keys |= reads(inside.define.value, seen) if inside.define.value is not None else set()
    return keys


def _itself(expr: Any) -> set[Key]:            # `reads` says which class it is, and so which fields it has
    """What an expression reads, its parts apart."""
    match expr.reads:
        case Reads.NOTHING | Reads.NAME | Reads.ME:
            return set()
        case Reads.CELL:
            return {("cell", expr.family)}
        case Reads.ZONE:
            return {("zone", expr.family), ("kind", expr.type.kind)}
        case Reads.PLACE:
            return {("kind", expr.of.type.name if isinstance(expr.of.type, t.Kind) else "*")}
        case Reads.KIND:
            inside = t.element(expr.type)
            return {("kind", inside.name if isinstance(inside, t.Kind) else "*")}
        case Reads.TABLE:
            return {("kind", "*"), ("cell", "*")}
        case _:
            assert_never(expr.reads)


def timeless(expr: Expr, known: dict[Definition, bool] | None = None) -> bool:
    """Does the value depend on its names alone, whatever lies on the table and whoever's turn it is? `known` is what has been
    found out about defines since the rules were last changed."""
    known = {} if known is None else known
    for inside in every(expr):
        if isinstance(inside, ir.Use):
            if inside.define not in known:
                known[inside.define] = inside.define.value is None or timeless(inside.define.value, known)
            if not known[inside.define]:
                return False
        elif inside.reads is Reads.ME or _itself(inside):
            return False
    return True


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
    return tuple(field.name for field in fields(form) if field.name not in ("span", "type", "number", "next", "slot", "prompt"))


def within(value: Value) -> Iterator[Expr]:
    """The expressions of a field: itself, those of a tuple or list, the tests of guards and alternatives."""
    match value:
        case Expr():
            yield value
        case tuple() | list():
            for member in value:
                yield from within(member)
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
    keys: set[Key] = set()
    for cell in there(op, does.cells):
        keys |= {("cell", cell.family), ("cell", "*")}
    for place in there(op, does.leaving + does.puts):
        keys |= _kinds(place)
    return keys


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
