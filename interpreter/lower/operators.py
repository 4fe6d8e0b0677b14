"""Operators and collections: comparing, counting, choosing and gathering values.

In:  a node that is no name, dot or application, the Scope it stands in, and the type wanted there, if one is.
Out: a plan Expr; the ranges of sums, differences and products are worked out here.

Everything that binds a name for the length of an expression gives it a slot of the frame that the expression stands in.
"""

from collections.abc import Sequence

from interpreter import ir
from interpreter.core import types as t
from interpreter.ir import Const, Expr
from interpreter.lower import values
from interpreter.lower.scope import Bound, Context, Scope
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.diagnostic import no_case
from interpreter.text.source import Span

Arithmetic = ast.Plus | ast.Minus | ast.Times | ast.Divided | ast.Remainder


def operator(ctx: Context, node: ast.Node, scope: Scope, wanted: t.Type | None, span: Span) -> Expr:
    """The value of an operator or collection."""
    match node:
        case ast.Plus(left, right) | ast.Minus(left, right) | ast.Times(left, right) | ast.Remainder(left, right):
            return arithmetic(ctx, node, left, right, scope, span)
        case ast.Divided(left, right, rounded):
            return arithmetic(ctx, node, left, right, scope, span, (rounded or "").removeprefix("rounded "))
        case ast.Negative(inner):
            return _negative(ctx, values.value(ctx, inner, scope), span)
        case ast.Compare() | ast.Same() | ast.Differs() | ast.Member() | ast.Outside():
            return comparison(ctx, node, scope, span)
        case ast.Negated() | ast.Both() | ast.Either() | ast.Conditional():
            return logic(ctx, node, scope, wanted, span)
        case ast.ListValue(items) | ast.SetValue(items):
            return _items(ctx, items or (), isinstance(node, ast.SetValue), scope, wanted, span)
        case ast.SpanOf(low, high):
            ends = [_number(ctx, low, scope), _number(ctx, high, scope)]
            _upward(ctx, ends, span)
            short_enough(ctx, ends, span)
            type_ = t.Int(getattr(ends[0].type, "low", None), getattr(ends[1].type, "high", None))
            return ir.Interval(*ends, type=t.List(type_), span=span)
    return gathering(ctx, node, scope, wanted, span)


def condition(ctx: Context, node: ast.Node, scope: Scope) -> Expr:
    """A value that is yes or no."""
    return ctx.expect(t.BOOL, values.value(ctx, node, scope, t.BOOL))


def _number(ctx: Context, node: ast.Node, scope: Scope) -> Expr:
    number = values.value(ctx, node, scope, t.NUMBER)
    if not isinstance(number.type, t.Int | t.Unknown):
        return ctx.wrong(codes.NOT_A_NUMBER, node.span, got=number.type)
    return number


# ------------------------------------------------------------------ numbers, and joining collections


def arithmetic(
    ctx: Context, node: Arithmetic, left: ast.Node, right: ast.Node, scope: Scope, span: Span, rounding: str = ""
) -> Expr:
    """left sign right; + and - also join and take away."""
    a = values.value(ctx, left, scope)
    b = values.value(ctx, right, scope, a.type if isinstance(node, ast.Plus | ast.Minus) else None)
    if isinstance(node, ast.Plus | ast.Minus) and t.element(a.type) is not None and not isinstance(a.type, t.Unknown):
        return _joined(ctx, node, a, b, span)
    for side, operand in ((left, a), (right, b)):
        if not isinstance(operand.type, t.Int | t.Unknown):
            return ctx.wrong(codes.NOT_A_NUMBER, side.span, got=operand.type)
    sign = {ast.Plus: "+", ast.Minus: "-", ast.Times: "*", ast.Divided: "/", ast.Remainder: "mod"}[type(node)]
    _division(ctx, sign, a, b, rounding, span)
    return ir.Arithmetic(sign, a, b, rounding, type=_range(sign, a.type, b.type), span=span)


def _upward(ctx: Context, ends: Sequence[Expr], span: Span) -> None:
    """A range both of whose ends are written, and in the wrong order."""
    low, high = (known_number(end) for end in ends)
    if low is not None and high is not None and low > high:
        ctx.report.add(codes.EMPTY_RANGE, span, low=low, high=high)


def known_number(value: Expr) -> int | None:
    """The number that a constant is; None of anything else."""
    return value.value if isinstance(value, Const) and isinstance(value.value, int) else None


def short_enough(ctx: Context, ends: Sequence[Expr], span: Span) -> None:
    """A range both of whose ends are known, and that nobody can go through."""
    low, high = (end.value if isinstance(end, Const | ir.Option) else None for end in ends)
    if isinstance(low, int) and isinstance(high, int):
        ctx.layout.room("values", high - low + 1, span, f"`{' '.join(span.text.split())}` has", "values")


def _division(ctx: Context, sign: str, a: Expr, b: Expr, rounding: str, span: Span) -> None:
    """A division that can be seen to fail."""
    if sign not in ("/", "mod") or not (isinstance(b, Const) and isinstance(b.value, int)):
        return
    if b.value == 0:
        ctx.report.add(codes.DIVISION, span, by="0")
    elif sign == "/" and not rounding and isinstance(a, Const) and isinstance(a.value, int) and a.value % b.value:
        ctx.report.add(codes.DIVISION, span, by=f"{b.value}, which leaves a remainder")


def _joined(ctx: Context, node: ast.Node, a: Expr, b: Expr, span: Span) -> Expr:
    """A collection with more, or without some: `a` is a collection, `b` another or a single thing."""
    own, others = t.element(a.type) or t.UNKNOWN, t.element(b.type)
    single = others is None or not t.comparable(others, own)
    inner = b.type if single or others is None else others
    if not t.comparable(inner, own):
        return ctx.wrong(codes.NOT_COMPARABLE, span, left=a.type, right=b.type)
    if isinstance(node, ast.Minus):
        return ir.Without(a, b, single, type=a.type, span=span)
    as_set = not t.ordered(a.type) and (single or not t.ordered(b.type))
    member = t.join(own, inner) or own
    return ir.Joined(a, b, single, as_set, type=t.Set(member) if as_set else t.List(member), span=span)


def _range(sign: str, left: t.Type, right: t.Type) -> t.Type:
    """The range of a sum, difference or product; of a quotient or remainder as far as it is easy."""
    if not (isinstance(left, t.Int) and isinstance(right, t.Int)):
        return t.NUMBER
    a, b, c, d = left.low, left.high, right.low, right.high
    if sign == "mod" and c is not None and c > 0 and d is not None:
        return t.Int(0, d - 1)
    if a is None or b is None or c is None or d is None:
        return _half_known(sign, a, b, c, d)
    match sign:
        case "+":
            return t.Int(a + c, b + d)
        case "-":
            return t.Int(a - d, b - c)
        case "*":
            products = (a * c, a * d, b * c, b * d)
            return t.Int(min(products), max(products))
        case "/" if c > 0:
            return t.Int(min(a, a // d), max(b, -(-b // c)))
    return t.NUMBER


def _half_known(sign: str, a: int | None, b: int | None, c: int | None, d: int | None) -> t.Int:
    if sign == "+":
        return t.Int(_both(a, c, 1), _both(b, d, 1))
    if sign == "-":
        return t.Int(_both(a, d, -1), _both(b, c, -1))
    return t.Int(0, None) if sign in "*/" and (a or -1) >= 0 and (c or -1) >= 0 else t.NUMBER


def _both(x: int | None, y: int | None, sign: int) -> int | None:
    return None if x is None or y is None else x + sign * y


def _negative(ctx: Context, number: Expr, span: Span) -> Expr:
    if not isinstance(number.type, t.Int | t.Unknown):
        return ctx.wrong(codes.NOT_A_NUMBER, number.span, got=number.type)
    low, high = getattr(number.type, "low", None), getattr(number.type, "high", None)
    type_ = t.Int(None if high is None else -high, None if low is None else -low)
    if isinstance(number, Const) and isinstance(number.value, int):
        return Const(-number.value, type=type_, span=span)
    return ir.Negative(number, type=type_, span=span)


# ------------------------------------------------------------------ comparing


def comparison(ctx: Context, node: ast.Node, scope: Scope, span: Span) -> Expr:
    """<, is, in and their opposites."""
    match node:
        case ast.Compare(left, sign, right):
            return ir.Compared(sign, _number(ctx, left, scope), _number(ctx, right, scope), type=t.BOOL, span=span)
        case ast.Member(left, right) | ast.Outside(left, right):
            return _member(ctx, left, right, isinstance(node, ast.Outside), scope, span)
        case ast.Same(left, right) | ast.Differs(left, right):
            return _same(ctx, left, right, isinstance(node, ast.Differs), scope, span)
    raise no_case(node)


def _same(ctx: Context, left: ast.Node, right: ast.Node, negated: bool, scope: Scope, span: Span) -> Expr:
    a = values.place_or_value(ctx, left, scope)
    if isinstance(right, ast.Name) and right.text == "empty":
        return _empty(ctx, a, negated, scope, span)
    b = values.place_or_value(ctx, right, scope, a.type)
    if isinstance(a, Const) and isinstance(b.type, t.Enum) and a.type != b.type:
        a = values.place_or_value(ctx, left, scope, b.type)
    if not (_is_place(a) and _is_place(b)):
        a, b = values.contents(a), values.contents(b)
    if not t.comparable(a.type, b.type):
        return ctx.wrong(codes.NOT_COMPARABLE, span, left=a.type, right=b.type)
    single = t.element(a.type) is None or t.element(b.type) is None
    unordered = not single and not (t.ordered(a.type) and t.ordered(b.type))
    return ir.Same(a, b, unordered and not _is_place(a), negated, type=t.BOOL, span=span)


def _is_place(value: Expr) -> bool:
    """Is it compared as a place? Two zones are; a zone and a list of things are compared by what lies in them."""
    return isinstance(value.type, t.Place) or isinstance(value, ir.ZoneAt) or (isinstance(value.type, t.Kind))


def _empty(ctx: Context, collection: Expr, negated: bool, scope: Scope, span: Span) -> Expr:
    if t.element(collection.type) is None:
        return ctx.wrong(codes.NOT_A_COLLECTION, collection.span, got=collection.type, help=one_of_several(collection, scope))
    inner = ir.Size(collection, type=t.NUMBER, span=span) if isinstance(collection, ir.ZoneAt) else collection
    return ir.Empty(inner, negated, type=t.BOOL, span=span)


def _member(ctx: Context, left: ast.Node, right: ast.Node, negated: bool, scope: Scope, span: Span) -> Expr:
    if isinstance(right, ast.SpanOf):
        low, high = _number(ctx, right.low, scope), _number(ctx, right.high, scope)
        _upward(ctx, (low, high), right.span)
        return ir.InRange(_number(ctx, left, scope), low, high, negated, type=t.BOOL, span=span)
    b = values.place_or_value(ctx, right, scope)
    inner = t.element(b.type)
    if inner is None:
        return ctx.wrong(codes.NOT_A_COLLECTION, right.span, got=b.type, help=one_of_several(b, scope))
    a = values.value(ctx, left, scope, inner)
    if not t.comparable(a.type, inner):
        return ctx.wrong(codes.NOT_COMPARABLE, span, left=a.type, right=b.type)
    if isinstance(b, ir.ZoneAt) and t.element(a.type) is None:
        return ir.LiesIn(a, b, negated, type=t.BOOL, span=span)
    return ir.In(a, values.contents(b), negated, type=t.BOOL, span=span)


# ------------------------------------------------------------------ yes and no, this or that


def logic(ctx: Context, node: ast.Node, scope: Scope, wanted: t.Type | None, span: Span) -> Expr:
    """not, and, or, if then otherwise"""
    match node:
        case ast.Negated(inner):
            return ir.Not(condition(ctx, inner, scope), type=t.BOOL, span=span)
        case ast.Both(left, right):
            return ir.And(condition(ctx, left, scope), condition(ctx, right, scope), type=t.BOOL, span=span)
        case ast.Either(left, right):
            return ir.Or(condition(ctx, left, scope), condition(ctx, right, scope), type=t.BOOL, span=span)
        case ast.Conditional():
            test = condition(ctx, node.test, scope)
            then = values.value(ctx, node.then, scope, wanted)
            otherwise = values.value(ctx, node.otherwise, scope, wanted or then.type)
            return ir.Choice(test, then, otherwise, type=joined_type(ctx, then, otherwise), span=span)
    raise no_case(node)


def joined_type(ctx: Context, *exprs: Expr) -> t.Type:
    """The type of a value that is one of these; reported if they do not go together."""
    type_ = exprs[0].type
    for expr in exprs[1:]:
        both = t.join(type_, expr.type)
        if both is None:
            ctx.report.add(codes.WRONG_TYPE, expr.span, wanted=type_, got=expr.type)
            return t.UNKNOWN
        type_ = both
    return type_


# ------------------------------------------------------------------ collections


def _items(ctx: Context, nodes: tuple[ast.Node, ...], as_set: bool, scope: Scope, wanted: t.Type | None, span: Span) -> Expr:
    inner = t.element(wanted) if wanted else None
    items: list[Expr] = []
    for node in nodes:
        items.append(values.value(ctx, node, scope, inner or (items[0].type if items else None)))
    type_ = joined_type(ctx, *items) if items else inner or t.UNKNOWN
    constant = tuple(item.value for item in items if isinstance(item, Const))
    if len(constant) == len(items):
        constant = tuple(dict.fromkeys(constant)) if as_set else constant
        return Const(constant, type=t.Set(type_) if as_set else t.List(type_), span=span)
    return ir.Items(tuple(items), as_set, type=t.Set(type_) if as_set else t.List(type_), span=span)


def one_of_several(value: Expr, scope: Scope) -> str | None:
    """The way out where a guard takes `it`, one of those chosen, for all of them; None of anything else."""
    it = scope.it
    if it is None or not it.whole or not isinstance(value, ir.Local) or value.slot != it.slot:
        return None
    return f"`it` is one of those chosen, looked at one by one; all of them together are `{it.whole}`"


def _source(ctx: Context, node: ast.Node, scope: Scope) -> Expr:
    source = values.value(ctx, node, scope)
    if t.element(source.type) is None:
        return ctx.wrong(codes.NOT_A_COLLECTION, node.span, got=source.type, help=one_of_several(source, scope))
    return source


def gathering(ctx: Context, node: ast.Node, scope: Scope, wanted: t.Type | None, span: Span) -> Expr:
    """where, those, some, every, sum of, list of, running"""
    match node:
        case ast.Filtered(source, test):
            return _filtered(ctx, source, test, scope, span)
        case ast.ThoseWhere(name, source, test):
            collection, inner, slot = _over(ctx, name, source, scope)
            return ir.Those(collection, slot, condition(ctx, test, inner), type=_kept(collection.type), span=span)
        case ast.ThoseBest():
            return _best(ctx, node, scope, span)
        case ast.Quantified(how, name, source, test):
            collection, inner, slot = _over(ctx, name, source, scope)
            return ir.Quantified(how, collection, slot, condition(ctx, test, inner), type=t.BOOL, span=span)
        case ast.Every(name, source, test):
            collection, inner, slot = _over(ctx, name, source, scope)
            return ir.Quantified("every", collection, slot, condition(ctx, test, inner), type=t.BOOL, span=span)
        case ast.Aggregate() | ast.Mapped():
            return _aggregate(ctx, node, scope, span)
        case ast.Running():
            return _running(ctx, node, scope, span)
    return ctx.wrong(codes.WRONG_TYPE, span, wanted="a value", got="something else")


def members(ctx: Context, name: ast.Ident, source: ast.Node, scope: Scope) -> Expr:
    """The collection of a `for each p in S where P`: in P the member may be called `p` as well as `it`."""
    while isinstance(source, ast.Bracketed):
        source = source.value
    if not isinstance(source, ast.Filtered):
        return values.value(ctx, source, scope)
    span = source.span.with_clauses(scope.clauses)
    return _filtered(ctx, source.source, source.test, scope, span, name)


def _over(ctx: Context, name: ast.Ident, source: ast.Node, scope: Scope) -> tuple[Expr, Scope, int]:
    """A collection, and a scope in which one of its members has a name."""
    collection, inner = _source(ctx, source, scope), scope.inner()
    slot = inner.bind(name.text, t.element(collection.type) or t.UNKNOWN, "each", name.span)
    return collection, inner, slot


def _filtered(
    ctx: Context, source: ast.Node, test: ast.Node, scope: Scope, span: Span, name: ast.Ident | None = None
) -> Expr:
    collection = _source(ctx, source, scope) if name is None else members(ctx, name, source, scope)
    member = t.element(collection.type) or t.UNKNOWN
    slot = scope.frame.slot(member)
    inner = scope.inner(it=Bound(slot, member))
    if name is not None:
        inner.names[name.text] = Bound(slot, member, "each", name.span)
    return ir.Those(collection, slot, condition(ctx, test, inner), type=_kept(collection.type), span=span)


def _kept(type_: t.Type) -> t.Type:
    """The type of some of a collection's members."""
    if isinstance(type_, t.Zone):
        return t.List(t.Kind(type_.kind)) if type_.ordered else t.Set(t.Kind(type_.kind))
    return type_


def _best(ctx: Context, node: ast.ThoseBest, scope: Scope, span: Span) -> Expr:
    collection, inner, slot = _over(ctx, node.name, node.source, scope)
    test = condition(ctx, node.test, inner) if node.test is not None else None
    key = _number(ctx, node.key, inner)
    return ir.ThoseBest(collection, slot, test, key, node.which == "highest", type=_kept(collection.type), span=span)


def _aggregate(ctx: Context, node: ast.Aggregate | ast.Mapped, scope: Scope, span: Span) -> Expr:
    collection, inner, slot = _over(ctx, node.name, node.source, scope)
    test = condition(ctx, node.test, inner) if node.test is not None else None
    how = node.how.removesuffix(" of")
    value = _number(ctx, node.value, inner) if isinstance(node, ast.Aggregate) else values.value(ctx, node.value, inner)
    type_: t.Type
    match how:
        case "sum":
            low = 0 if isinstance(value.type, t.Int) and (value.type.low or -1) >= 0 else None
            type_ = t.Int(0 if isinstance(value.type, t.Int) and value.type.low == 0 else low, None)
        case "set" | "list":
            type_ = t.Set(value.type) if how == "set" else t.List(value.type)
        case _:
            type_ = value.type
    return ir.Aggregate(how, value, slot, collection, test, type=type_, span=span)


def _running(ctx: Context, node: ast.Running, scope: Scope, span: Span) -> Expr:
    first = values.value(ctx, node.first, scope)
    collection, inner, item = _over(ctx, node.item, node.source, scope)
    slot = inner.bind(node.name.text, first.type, "each", node.name.span)
    becomes = values.value(ctx, node.becomes, inner, first.type)
    return ir.Running(slot, first, item, collection, becomes, type=joined_type(ctx, first, becomes), span=span)


# ------------------------------------------------------------------ citations


def clauses_of(ctx: Context, cites: ast.Cites) -> tuple[str, ...]:
    """The clause and ruling ids of a citation, ranges written out."""
    ids: list[str] = []
    for cite in cites or ():
        ids += [cite.first.text] if cite.last is None else _between(cite.first.text, cite.last.text)
    return tuple(ids)


def _between(first: str, last: str) -> list[str]:
    """M-050..M-052 as three ids."""
    prefix = first.rstrip("0123456789")
    low, high, width = first[len(prefix):], last[len(last.rstrip("0123456789")):], len(first) - len(prefix)
    if not (low.isdigit() and high.isdigit()):
        return [first, last]
    return [f"{prefix}{n:0{width}}" for n in range(int(low), int(high) + 1)]
