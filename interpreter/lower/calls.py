"""Things with brackets: tables, defines, core words and `suppose`, applied to their arguments.

In:  a node with a name and arguments, and the Scope it stands in.
Out: a plan Expr. A define is lowered once for each combination of argument types (language.md 2.3).
"""

from interpreter import ir
from interpreter.core import types as t
from interpreter.core.builtins import MOST_ARRANGED, Word, WORDS
from interpreter.core.frame import LOCALS
from interpreter.ir import Const, Expr
from interpreter.lower import operators, values
from interpreter.lower.scope import a_number, Context, DefinitionKey, Frame, Scope
from interpreter.lower.symbols import Defined
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.diagnostic import no_case, suggestion
from interpreter.text.source import Span


def apply(ctx: Context, node: ast.Apply, scope: Scope, span: Span) -> Expr:
    """A table, a define, or a core word."""
    text, args = node.name.text, node.args or ()
    if text in ctx.world.tables:
        return table(ctx, text, args, scope, span)
    if text in ctx.world.defines:
        return use(ctx, text, args, scope, span)
    if text == "reachable":
        return _reachable(ctx, args, scope, span)
    if text in ("count", "every_place", "seats_after", "keys"):
        return _special_word(ctx, text, args, scope, span)
    if text in WORDS:
        return _core_word(ctx, WORDS[text], args, scope, span)
    if text in ctx.world.effects or text in ctx.world.events:
        return ctx.wrong(codes.EFFECT_IN_EXPRESSION, span, name=text, help=f"write `{text}(...) as x` on a line of its own")
    known = [*ctx.world.tables, *ctx.world.defines, *WORDS, "every_place", "seats_after", "keys", "reachable"]
    return ctx.wrong(codes.NO_SUCH_NAME, node.name.span, name=text, help=suggestion(text, known))


def _special_word(ctx: Context, text: str, args: tuple[ast.Node, ...], scope: Scope, span: Span) -> Expr:
    if len(args) != 1:
        return ctx.wrong(codes.ARGUMENT_COUNT, span, name=text, wanted=1, got=len(args))
    if text == "every_place":
        return _every_place(ctx, args[0], span)
    if text == "keys":
        return _keys(ctx, args[0], span)
    of = values.place_or_value(ctx, args[0], scope)
    if text == "seats_after":
        if not t.fits(of.type, t.SEAT):
            return ctx.wrong(codes.WRONG_TYPE, of.span, wanted=t.SEAT, got=of.type)
        return ir.Apply(text, (of, Const(len(ctx.spec.seats), type=t.NUMBER, span=span)), type=t.List(t.SEAT), span=span)
    if isinstance(of, ir.ZoneAt) and isinstance(of.type, t.Zone):
        return ir.Size(of, type=t.Int(0, _most(ctx, of.type.kind)), span=span)
    if t.element(of.type) is None:
        help_ = operators.one_of_several(of, scope)
        return ctx.wrong(codes.NOT_A_COLLECTION, args[0].span, got=of.type, help=help_)
    return ir.Apply("count", (of,), type=t.Int(0, _most_of(ctx, of)), span=span)


def _most(ctx: Context, kind: str) -> int:
    return len(ctx.layout.members.get(kind, []))


def _most_of(ctx: Context, of: Expr) -> int | None:
    if isinstance(of, Const) and isinstance(of.value, tuple):
        return len(of.value)
    inner = t.element(of.type)
    if isinstance(of.type, t.Set | t.Zone) and isinstance(inner, t.Kind | t.Seat | t.Enum):
        return len(ctx.layout.values_of(inner))
    return None


def _every_place(ctx: Context, node: ast.Node, span: Span) -> Expr:
    kind = node.text if isinstance(node, ast.Name) else ""
    if kind not in ctx.world.kinds:
        return ctx.wrong(codes.NO_SUCH_TYPE, node.span, name=kind, help=suggestion(kind, ctx.world.kinds))
    return ir.EveryPlace(frozenset(ctx.layout.members.get(kind, ())), type=t.Set(t.Kind(kind)), span=span)


def _keys(ctx: Context, node: ast.Node, span: Span) -> Expr:
    """The keys for which a table has a row, in the order of its rows."""
    text = node.text if isinstance(node, ast.Name) else ""
    if text not in ctx.tables:
        return ctx.wrong(codes.NO_SUCH_BOARD, node.span, name=text, help=suggestion(text, ctx.world.tables))
    parts = ctx.tables[text]
    if len(parts.keys) != 1:
        return ctx.wrong(codes.TABLE_KEYS, node.span, name=text, wanted=1, got=len(parts.keys))
    ctx.used.add(ctx.world.tables[text])
    return Const(tuple(key for key, in parts.rows), type=t.List(parts.keys[0]), span=span)


def _core_word(ctx: Context, word: Word, args: tuple[ast.Node, ...], scope: Scope, span: Span) -> Expr:
    given = tuple(values.value(ctx, a, scope) for a in args)
    open_ended = word.takes[-1] == "..."
    if len(given) < len(word.takes) or (len(given) > len(word.takes) and not open_ended):
        return ctx.wrong(codes.ARGUMENT_COUNT, span, name=word.name, wanted=len(word.takes), got=len(given))
    given = tuple(_as_space(ctx, v) if word.board and t.element(v.type) is None else v for v in given)
    unfit = next((arg for arg, wanted in zip(given, word.takes, strict=False) if not _takes(wanted, arg.type)), None)
    if unfit is not None:
        wanted = word.takes[given.index(unfit)]
        return ctx.wrong(codes.WRONG_TYPE, unfit.span, wanted=wanted, got=unfit.type)
    given = tuple(a_number(one) if word.takes[min(k, len(word.takes) - 1)] in ("a number", "...") else one
                  for k, one in enumerate(given))
    _in_order(ctx, word.name, given, span)
    if word.grid and (none := _no_grid(ctx, given[0])):
        return ctx.wrong(codes.NOT_A_GRID, given[0].span, name=word.name, board=none)
    type_ = word.gives(*(v.type for v in given))
    if type_ is None:
        help_ = operators.one_of_several(given[0], scope)
        return ctx.wrong(codes.WRONG_TYPE, given[0].span, wanted=word.takes[0], got=given[0].type, help=help_)
    form = ir.BoardWord if word.board else ir.Apply
    return form(word.name, given, type=type_, span=span)


def _no_grid(ctx: Context, of: Expr) -> str:
    """The board that a space, or some spaces, lie on and that is no grid; empty if it is one."""
    kind = t.element(of.type) or of.type
    kind = kind.of if isinstance(kind, t.OrNone) else kind
    boards = [board for board in ctx.spec.boards.values() if isinstance(kind, t.Kind) and board.kind == kind.name]
    if isinstance(kind, t.Unknown):
        return ""
    return next((board.name for board in boards if not board.columns), "" if boards else str(kind))


def _takes(wanted: str, got: t.Type) -> bool:
    """Does a core word take a value of this type where it says `a number`, `a space` or `spaces between`?"""
    if wanted == "a number":
        return isinstance(got, t.Int | t.Unknown) or isinstance(got, t.OrNone) and isinstance(got.of, t.Int)
    if wanted == "spaces":
        return t.element(got) is not None
    if wanted == "a space":
        return not isinstance(got, t.Int | t.Bool | t.Enum | t.Seat | t.List | t.Set | t.Text | t.Nothing)
    return wanted != "spaces between" or t.element(got) is not None


def _reachable(ctx: Context, args: tuple[ast.Node, ...], scope: Scope, span: Span) -> Expr:
    """Where a player's journey from a space may end, along a route, which has no value of its own."""
    if len(args) != 4:
        return ctx.wrong(codes.ARGUMENT_COUNT, span, name="reachable", wanted=4, got=len(args))
    named = args[2].text if isinstance(args[2], ast.Name) else ""
    route = next((r for r in ctx.spec.routes if r.name == named), None)
    if route is None:
        return ctx.wrong(codes.NO_SUCH_ROUTE, args[2].span, name=args[2].span.text, help=suggestion(named, ctx.world.routes))
    who = ctx.expect(t.SEAT, values.value(ctx, args[0], scope, t.SEAT))
    start = _as_space(ctx, values.place_or_value(ctx, args[1], scope))
    count = ctx.expect(t.NUMBER, values.value(ctx, args[3], scope))
    space = t.Kind(ctx.spec.boards[route.board].kind)
    if not t.fits(start.type, space):
        return ctx.wrong(codes.WRONG_TYPE, start.span, wanted=space, got=start.type)
    return ir.Reachable(who, start, route.number, count, type=t.Set(space), span=span)


def _in_order(ctx: Context, name: str, given: tuple[Expr, ...], span: Span) -> None:
    """`top` and `bottom` of what has no order; `orders` and `groups` of too many."""
    first = given[0]
    heap = isinstance(first, ir.Contents) and isinstance(first.zone.type, t.Zone) and not first.zone.type.ordered
    if name in ("top", "bottom") and heap:
        ctx.report.add(codes.WRONG_ORDER, span, what=f"`{first.span.text}`, a heap,")
    listed = len(first.value) if isinstance(first, Const) and isinstance(first.value, tuple) else 0
    if name in ("orders", "groups") and listed > MOST_ARRANGED:
        ctx.report.add(codes.TOO_MANY_TO_ORDER, span, name=name, limit=MOST_ARRANGED, got=listed)


def _as_space(ctx: Context, place: Expr) -> Expr:
    """A place asked about on a board is one of its spaces."""
    if isinstance(place.type, t.Place) and ctx.spec.boards:
        kind = next(iter(ctx.spec.boards.values())).kind
        return ir.Apply("space", (place,), type=t.Kind(kind), span=place.span)
    return place


def table(ctx: Context, text: str, args: tuple[ast.Node, ...], scope: Scope, span: Span) -> Expr:
    """A row of a table."""
    parts = ctx.tables[text]
    if len(args) != len(parts.keys):
        return ctx.wrong(codes.ARGUMENT_COUNT, span, name=text, wanted=len(parts.keys), got=len(args))
    keys = tuple(ctx.in_range(w, ctx.expect(w, values.value(ctx, a, scope, w)), text)
                 for a, w in zip(args, parts.keys, strict=True))
    ctx.used.add(ctx.world.tables[text])
    return ir.TableAt(text, keys, parts.rows, parts.otherwise, parts.slots, type=parts.result, span=span)


def use(ctx: Context, text: str, args: tuple[ast.Node, ...], scope: Scope, span: Span) -> Expr:
    """A define, worked out for these arguments."""
    declared = ctx.world.defines[text]
    params = declared.params or ()
    ctx.used.add(declared)
    if len(args) != len(params):
        return ctx.wrong(codes.ARGUMENT_COUNT, span, name=text, wanted=len(params), got=len(args))
    wanted = [ctx.constants.type_of(param.type) if param.type is not None else None for param in params]
    given = tuple(_argument(ctx, p, w, a, scope) for p, w, a in zip(params, wanted, args, strict=True))
    define = definition(ctx, declared, tuple(v.type for v in given), scope.me, span)
    if define is None:
        return Const(0, type=t.UNKNOWN, span=span)
    fit = all(type_ is None or t.fits(v.type, type_) for type_, v in zip(wanted, given, strict=True))
    type_ = define.value.type if define.value is not None and fit else t.UNKNOWN
    return ir.Use(define, given, type=type_, span=span)


def _argument(ctx: Context, param: ast.Param, wanted: t.Type | None, node: ast.Node, scope: Scope) -> Expr:
    given = values.value(ctx, node, scope, wanted)
    return ctx.in_range(wanted, ctx.expect(wanted, given), param.name.text) if wanted else given


def definition(ctx: Context, declared: Defined, types: tuple[t.Type, ...], me: bool, span: Span) -> ir.Definition | None:
    """The definition of a define for these argument types, lowered once for each combination."""
    text = declared.name.text
    if text in ctx.open_defines:
        chain = " > ".join([*ctx.open_defines[ctx.open_defines.index(text):], text])
        ctx.report.add(codes.DEFINE_CIRCLE, span, name=text, chain=chain)
        return None
    key: DefinitionKey = (text, tuple(t.coarse(x) for x in types), me)
    deep = max(len(ctx.open_defines) + 1, *(t.depth(x) for x in types), 0)
    if not ctx.layout.room("depth", deep, span, f"with `{text}` there are", "defines or lists inside one another"):
        return None
    if key not in ctx.definitions:
        ctx.open_defines.append(text)
        ctx.definitions[key] = _define(ctx, declared, [t.coarse(x) for x in types], me)
        ctx.open_defines.pop()
    return ctx.definitions[key]


def _define(ctx: Context, declared: Defined, types: list[t.Type], me: bool) -> ir.Definition:
    clauses = operators.clauses_of(ctx, declared.cites) or ()
    define = ir.Definition(declared.name.text, declared.span.with_clauses(clauses), clauses=clauses)
    scope = Scope(Frame(), me=me, clauses=clauses)
    for param, type_ in zip(declared.params or (), types, strict=True):
        declared_type = ctx.constants.type_of(param.type) if param.type is not None else type_
        scope.bind(param.name.text, declared_type, "param", param.span)
    if isinstance(declared, ast.Define):
        define.value = values.value(ctx, declared.value, scope)
    else:
        define.value = cases(ctx, declared.lines, declared.name, declared.span, scope)
    define.size, define.types = scope.frame.size, tuple(types)
    define.spare = define.size - LOCALS - len(types)
    ctx.spec.definitions.append(define)
    return define


def cases(ctx: Context, written: tuple[ast.Node, ...], name: ast.Ident, span: Span, scope: Scope) -> Expr:
    """The lines of a `define` or score, read from the top."""
    lines: list[tuple[int | Expr, Expr]] = []
    results: list[Expr] = []
    last = None
    for _, line in ast.documented(written):
        inner = scope.inner(clauses=operators.clauses_of(ctx, getattr(line, "cites", None)) or scope.clauses)
        wanted = results[0].type if results else None
        match line:
            case ast.CaseLet(ident, node):
                value = values.value(ctx, node, inner)
                lines.append((scope.bind(ident.text, value.type, "let", ident.span), value))
            case ast.CaseIf(node, test):
                tested = operators.condition(ctx, test, inner)
                results.append(values.value(ctx, node, inner, wanted))
                lines.append((tested, results[-1]))
            case ast.CaseOtherwise(node):
                last = values.value(ctx, node, inner, wanted)
                results.append(last)
            case _:
                raise no_case(line)
    if last is None:
        ctx.report.add(codes.DEFINE_NO_OTHERWISE, name.span, name=name.text)
        last = ir.Const(0, type=t.UNKNOWN, span=span)
    type_ = operators.joined_type(ctx, *results) if results else t.UNKNOWN
    return ir.Cases(tuple(lines), last, type=type_, span=span)


def suppose(ctx: Context, node: ast.Suppose, scope: Scope, span: Span) -> Expr:
    """suppose place(me, c): me.flow"""
    routine = ctx.routine(node.effect.text, "event", "effect")
    if routine is None:
        help_ = suggestion(node.effect.text, ctx.world.effects)
        return ctx.wrong(codes.NO_SUCH_EFFECT, node.effect.span, name=node.effect.text, help=help_)
    args = tuple(ctx.in_range(w, ctx.expect(w, values.value(ctx, a, scope, w)), routine.name)
                 for a, w in zip(node.args or (), routine.types, strict=False))
    if len(node.args or ()) != len(routine.types):
        return ctx.wrong(codes.ARGUMENT_COUNT, span, name=routine.name, wanted=len(routine.types), got=len(node.args or ()))
    then = values.value(ctx, node.value, scope)
    return ir.Supposed(routine.number, args, then, type=then.type, span=span)
