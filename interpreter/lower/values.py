"""Values: an expression as written becomes a pure expression of the plan, resolved and typed.

In:  a node, the Scope it stands in, and the type that is wanted there, if one is.
Out: a plan Expr. What could not be resolved has been reported and is UNKNOWN.

A zone stays a place until a collection is wanted: `place_or_value` leaves it, `value` wraps it in its Contents. Operators
and collections are in lower/operators.py; statements in lower/statements.py.
"""

from interpreter import ir
from interpreter.core import types as t
from interpreter.ir import Const, Expr
from interpreter.ir.model import Board
from interpreter.lower import calls, operators, repeated_position
from interpreter.lower.constants import ends
from interpreter.lower.layout import Family
from interpreter.lower.scope import Context, Scope
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.diagnostic import suggestion
from interpreter.text.source import Span


def value(ctx: Context, node: ast.Node, scope: Scope, wanted: t.Type | None = None) -> Expr:
    """The value of an expression; a zone's is what lies in it."""
    return contents(place_or_value(ctx, node, scope, wanted))


def contents(expr: Expr) -> Expr:
    """A zone as the collection of what lies in it."""
    if not isinstance(expr.type, t.Zone) or isinstance(expr, ir.Contents):
        return expr
    inner = t.Kind(expr.type.kind)
    return ir.Contents(expr, type=t.List(inner) if expr.type.ordered else t.Set(inner), span=expr.span)


def place_or_value(ctx: Context, node: ast.Node, scope: Scope, wanted: t.Type | None = None) -> Expr:
    """Like `value`, but a zone stays a place."""
    found = _found(ctx, node, scope, wanted)
    if ctx.watch is not None:
        ctx.watch(node, found, scope)
    return found


def _found(ctx: Context, node: ast.Node, scope: Scope, wanted: t.Type | None) -> Expr:
    span = node.span.with_clauses(scope.clauses)
    match node:
        case ast.Name(text):
            return name(ctx, node, text, scope, wanted, span)
        case ast.Number(number):
            return Const(number, type=t.Int(number, number), span=span)
        case ast.Yes() | ast.No():
            return Const(int(isinstance(node, ast.Yes)), type=t.BOOL, span=span)
        case ast.Text(text):
            return Const(text, type=t.TEXT, span=span)
        case ast.Bracketed(inner):
            return place_or_value(ctx, inner, scope, wanted)
        case ast.Dot():
            return dot(ctx, node, scope, span)
        case ast.At():
            return at(ctx, node, scope, span)
        case ast.Apply():
            return calls.apply(ctx, node, scope, span)
        case ast.Suppose():
            return calls.suppose(ctx, node, scope, span)
        case ast.Repeated(times):
            return repeated_position.repeated(ctx, times, span)
        case ast.NamedArg(value=inner):
            return place_or_value(ctx, inner, scope, wanted)
    return operators.operator(ctx, node, scope, wanted, span)


# ------------------------------------------------------------------ names


def name(ctx: Context, node: ast.Name, text: str, scope: Scope, wanted: t.Type | None, span: Span) -> Expr:
    """A bare word: innermost first, then what is wanted, then the game, then the core."""
    member = _wanted_member(text, wanted, span)
    if text in scope.names and (member is None or wanted is None or t.fits(scope.names[text].type, wanted)):
        bound = scope.names[text]
        return ir.Local(bound.slot, type=bound.type, span=span)
    meant = member or _core_name(ctx, text, scope, span) or _shared(ctx, text, scope, span) or _member(ctx, text, span)
    return meant or _seat(ctx, text, span) or _unknown_name(ctx, text, scope, span)


def _wanted_member(text: str, wanted: t.Type | None, span: Span) -> Expr | None:
    inner = wanted.of if isinstance(wanted, t.OrNone | t.Set | t.List) else wanted
    if isinstance(inner, t.Enum) and text in inner.members:
        return Const(inner.members.index(text), type=inner, span=span)
    return None


def _core_name(ctx: Context, text: str, scope: Scope, span: Span) -> Expr | None:
    match text:
        case "me":
            if not scope.me:
                return ctx.wrong(codes.NO_ME, span)
            return ir.Me(type=t.SEAT, span=span)
        case "it":
            if scope.it is None:
                return ctx.wrong(codes.NO_IT, span)
            return ir.Local(scope.it.slot, type=scope.it.type, span=span)
        case "players":
            return Const(tuple(range(len(ctx.spec.seats))), type=t.List(t.SEAT), span=span)
        case "none":
            return Const(t.NONE, type=t.NOTHING, span=span)
        case "nobody":
            return Const(t.NONE, type=t.OrNone(t.SEAT), span=span)
        case "empty":
            return Const((), type=t.Set(t.UNKNOWN), span=span)
        case "total" if scope.me:
            return ir.PointsOf(ir.Me(type=t.SEAT, span=span), -1, type=t.NUMBER, span=span)
    return None


def _shared(ctx: Context, text: str, scope: Scope, span: Span) -> Expr | None:
    """A name declared by the game: zone, cell, option, set, board, define, score, type."""
    layout = ctx.layout
    if text in layout.shared_zones:
        return family_at(ctx, layout.shared_zones[text], None, (), span)
    if text in layout.shared_cells:
        return family_at(ctx, layout.shared_cells[text], None, (), span)
    if text in ctx.constants.options:
        ctx.read_options.add(text)
        chosen, type_ = ctx.constants.options[text]
        if isinstance(type_, t.Int) and isinstance(chosen, int):
            type_ = t.Int(chosen, chosen)
        return ir.Option(text, chosen, type=type_, span=span)
    if text in layout.sets:
        return Const(layout.sets[text], type=t.Set(t.Kind(ctx.world.components[text].kind.text)), span=span)
    if text in ctx.spec.boards:
        board = ctx.spec.boards[text]
        return Const(tuple(range(board.first, board.last + 1)), type=t.Set(t.Kind(board.kind)), span=span)
    if text in ctx.world.defines:
        return calls.use(ctx, text, (), scope, span)
    return _score_or_type(ctx, text, scope, span)


def _score_or_type(ctx: Context, text: str, scope: Scope, span: Span) -> Expr | None:
    if text in ctx.world.scores:
        if not scope.me:
            return ctx.wrong(codes.NO_ME, span)
        return points(ctx, ir.Me(type=t.SEAT, span=span), text, span)
    if text in ctx.world.types or text in ctx.world.kinds or text == "Player":
        type_ = t.SEAT if text == "Player" else ctx.world.types.get(text) or t.Kind(text)
        return Const(tuple(ctx.layout.values_of(type_)), type=t.List(type_), span=span)
    return None


def _seat(ctx: Context, text: str, span: Span) -> Expr | None:
    """Last of all: a player may be called what the game calls something else, and the rules mean that."""
    return Const(ctx.spec.seats.index(text), type=t.SEAT, span=span) if text in ctx.spec.seats else None


def _member(ctx: Context, text: str, span: Span) -> Expr | None:
    """A member of an enum that nothing asked for by type: it has to be the only one of this name."""
    enums = ctx.world.members.get(text, []) + [e for e in ctx.words_of.values() if text in e.members]
    if len({e.name for e in enums}) > 1:
        meanings = " or ".join(f"{text} of {e.name}" for e in enums)
        return ctx.wrong(codes.AMBIGUOUS, span, name=text, meanings=meanings)
    return Const(enums[0].members.index(text), type=enums[0], span=span) if enums else None


# words of other languages, and what is written in their place
ELSEWHERE = {"nothing": "none", "null": "none", "None": "none", "nil": "none", "true": "yes", "True": "yes", "false": "no",
             "False": "no", "self": "me", "this": "it"}


def _unknown_name(ctx: Context, text: str, scope: Scope, span: Span) -> Expr:
    if text == "previous":
        return ctx.wrong(codes.NO_PREVIOUS, span)
    if text in scope.closed:
        return ctx.wrong(codes.OUTSIDE_MAY, span, name=text)
    if text in ctx.world.effects:
        return ctx.wrong(codes.EFFECT_IN_EXPRESSION, span, name=text)
    known = [*scope.names, *ctx.layout.shared_zones, *ctx.layout.shared_cells, *ctx.constants.options, *ctx.layout.sets,
             *ctx.world.defines, *ctx.world.scores, *ctx.world.members, *ctx.spec.seats, *ctx.spec.boards,
             *ctx.world.types, *ctx.world.kinds, "me", "players"]
    if text in ELSEWHERE and ELSEWHERE[text] != text:
        return ctx.wrong(codes.NO_SUCH_NAME, span, name=text, help=f"write `{ELSEWHERE[text]}`")
    own = text in ctx.layout.player_zones or text in ctx.layout.player_cells
    help_ = f"every player has one: write `me.{text}`" if own else suggestion(text, known)
    if not own and text in scope.frame.bound:            # no other name was meant
        there = scope.frame.bound[text]
        help_ = f"the `{text}` of {there.source.name}:{there.line} is known only in its own block, below it"
    return ctx.wrong(codes.NO_SUCH_NAME, span, name=text, help=help_)


def points(ctx: Context, seat: Expr, text: str, span: Span) -> Expr:
    """A score of a seat."""
    index = -1 if text == "total" else list(ctx.world.scores).index(text)
    return ir.PointsOf(sure(ctx, seat, t.SEAT, text), index, type=t.NUMBER, span=span)


# ------------------------------------------------------------------ zones and cells


def family_at(ctx: Context, family: Family, owner: Expr | None, index: tuple[Expr, ...], span: Span) -> Expr:
    """The zone or cell of a family for an owner and an index, which may be several values."""
    given: dict[str, list[Expr | None]] = {"owner": [owner], "index": [*index]}
    wanted = [type_ for label, type_, *_ in family.keys if label == "index"]
    if len(index) != len(wanted):
        return ctx.wrong(codes.INDEX_MISSING, span, name=family.name, wanted=" and ".join(str(type_) for type_ in wanted))
    base, open_keys = family.base, []
    for label, type_, low, stride in family.keys:
        key = given[label].pop(0)
        if key is None:
            return ctx.wrong(codes.INDEX_MISSING, span, name=family.name, wanted=type_)
        key = sure(ctx, key, type_, family.name)
        if isinstance(key, Const) and isinstance(key.value, int):
            base += (key.value - low) * stride
        else:
            open_keys.append((key, low, stride))
    ctx.used.add(family.declaration)
    mine = open_keys[0][2] if len(open_keys) == 1 and isinstance(open_keys[0][0], ir.Me) else 0
    place = ir.ZoneAt if isinstance(family.type, t.Zone) and not isinstance(family.declaration, ast.State) else ir.Cell
    return place(base, tuple(open_keys), owner, family.name, mine, type=family.type, span=span)


def sure(ctx: Context, expr: Expr, type_: t.Type, what: str) -> Expr:
    """A value that may be none, or a place that may be no space, is looked at before it is used as a thing."""
    number = isinstance(type_, t.Int) and not _lies_within(expr.type, type_)
    if not number and not isinstance(expr.type, t.OrNone | t.Place | t.Nothing):
        return expr
    values = ctx.layout.values_of(type_)
    low, size = (values[0], values[-1] - values[0] + 1) if values else (0, 0)
    return ir.Some(expr, low, size, what, number, type=type_, span=expr.span)


def _lies_within(got: t.Type, wanted: t.Int) -> bool:
    limits = ends(wanted)
    if not isinstance(got, t.Int) or limits is None:
        return True
    return got.low is not None and got.high is not None and limits[0] <= got.low and got.high <= limits[1]


def _family_of(ctx: Context, node: ast.Node, scope: Scope) -> tuple[Family | None, Expr | None]:
    """The indexed family that a name or dot means, with its owner; None if it means none."""
    layout = ctx.layout
    match node:
        case ast.Name(text) if text not in scope.names:
            return layout.shared_zones.get(text) or layout.shared_cells.get(text), None
        case ast.Dot(of, ident):
            owner = value(ctx, of, scope)
            return _parts_of(ctx, owner.type, ident.text), owner
    return None, None


def _parts_of(ctx: Context, type_: t.Type, text: str) -> Family | None:
    """The family named `text` of a seat, component or space."""
    layout = ctx.layout
    match type_:
        case t.Seat() | t.OrNone(of=t.Seat()):
            return layout.player_zones.get(text) or layout.player_cells.get(text)
        case t.Kind(kind) | t.OrNone(of=t.Kind(kind)):
            return layout.kind_zones.get((kind, text)) or layout.kind_cells.get((kind, text))
        case t.Place():
            kinds = [b.kind for b in ctx.spec.boards.values()]
            families = [layout.kind_zones.get((k, text)) or layout.kind_cells.get((k, text)) for k in kinds]
            return next((f for f in families if f), None)
    return None


def at(ctx: Context, node: ast.At, scope: Scope, span: Span) -> Expr:
    """me.row[A], crates["C-07"], markers[3], column[i], grid[3, 4]"""
    family, owner = _family_of(ctx, node.of, scope)
    wanted = [type_ for label, type_, *_ in family.keys if label == "index"] if family else []
    if family and wanted:
        keys = tuple(ctx.in_range(type_, ctx.expect(type_, value(ctx, key, scope, type_)), family.name)
                     for key, type_ in zip(node.keys, wanted, strict=False))
        return family_at(ctx, family, owner, keys if len(node.keys) == len(wanted) else (), span)
    named = _row_named(ctx, node, scope, span)
    if named:
        return named
    whole = value(ctx, node.of, scope)
    inner = t.element(whole.type)
    if isinstance(whole.type, t.Unknown):                 # then nobody knows what its key should be
        for key in node.keys:
            value(ctx, key, scope)
        return Const(0, type=t.UNKNOWN, span=span)
    if inner is None:
        help_ = operators.one_of_several(whole, scope)
        return ctx.wrong(codes.NOT_A_COLLECTION, node.of.span, got=whole.type, help=help_)
    if len(node.keys) > 1:
        return ctx.wrong(codes.ARGUMENT_COUNT, span, name=node.of.span.text, wanted=1, got=len(node.keys))
    index = ctx.expect(t.NUMBER, value(ctx, node.keys[0], scope))
    return ir.ItemAt(whole, index, type=inner, span=span)


def _row_named(ctx: Context, node: ast.At, scope: Scope, span: Span) -> Expr | None:
    """A row of a component set or board by its id, or a space of a grid by its column and row."""
    if not isinstance(node.of, ast.Name):
        return None
    text = node.of.text
    kind = ctx.world.components.get(text) or ctx.world.boards.get(text)
    if kind is None:
        return None
    board = ctx.spec.boards.get(text)
    if board is not None and board.columns and len(node.keys) == 2:
        return _grid_at(ctx, board, node, scope, span)
    match node.keys:
        case (ast.Text(id_),):
            ids = ctx.constants.ids.get(kind.kind.text, {})
            if id_ in ids:
                return Const(ids[id_], type=t.Kind(kind.kind.text), span=span)
            return ctx.wrong(codes.NO_SUCH_ROW, node.keys[0].span, name=id_, table=text, help=suggestion(id_, ids))
    return None


def _grid_at(ctx: Context, board: Board, node: ast.At, scope: Scope, span: Span) -> Expr:
    """The space in a column and a row, both counted from 1."""
    space, rows = t.Kind(board.kind), (board.last - board.first + 1) // board.columns
    wanted = t.Int(1, board.columns), t.Int(1, rows)
    given = [ctx.in_range(type_, ctx.expect(type_, value(ctx, key, scope, type_)), board.name)
             for key, type_ in zip(node.keys, wanted, strict=True)]
    column, row = (sure(ctx, key, type_, board.name) for key, type_ in zip(given, wanted, strict=True))
    if isinstance(column, Const) and isinstance(row, Const) and isinstance(column.value, int) and isinstance(row.value, int):
        return Const(board.first + (row.value - 1) * board.columns + column.value - 1, type=space, span=span)
    across = Const(board.columns, type=t.NUMBER, span=span)
    down = ir.Arithmetic("*", row, across, type=t.NUMBER, span=span)
    start = Const(board.first - board.columns - 1, type=t.NUMBER, span=span)
    place = ir.Arithmetic("+", ir.Arithmetic("+", down, column, type=t.NUMBER, span=span), start, type=t.NUMBER, span=span)
    return ir.Apply("space", (place,), type=space, span=span)


def dot(ctx: Context, node: ast.Dot, scope: Scope, span: Span) -> Expr:
    """p.hand, card.side, pawn.place, p.flow"""
    of, text = value(ctx, node.of, scope), node.name.text
    if isinstance(of.type, t.Unknown):
        return Const(0, type=t.UNKNOWN, span=span)
    family = _parts_of(ctx, of.type, text)
    if family:
        return family_at(ctx, family, of, (), span)
    match of.type:
        case t.Seat() | t.OrNone(of=t.Seat()):
            part = _of_seat(ctx, of, text, span)
        case t.Kind(kind) | t.OrNone(of=t.Kind(kind)):
            part = _of_thing(ctx, of, kind, text, span)
        case t.Place():
            kinds = [b.kind for b in ctx.spec.boards.values()]
            part = next((f for k in kinds if (f := _of_thing(ctx, of, k, text, span))), None)
        case _:
            part = None
    return part or _no_such_part(ctx, of.type, node.name, span)


def _of_seat(ctx: Context, of: Expr, text: str, span: Span) -> Expr | None:
    if text in ctx.world.scores or text == "total":
        return points(ctx, of, text, span)
    if text in ctx.layout.each:
        kind = ctx.world.components[text].kind.text
        single = all(isinstance(one, int) for one in ctx.layout.each[text])
        type_ = t.Kind(kind) if single else t.Set(t.Kind(kind))
        return ir.FieldOf(sure(ctx, of, t.SEAT, text), 0, ctx.layout.each[text], text, type=type_, span=span)
    return None


def _of_thing(ctx: Context, of: Expr, kind: str, text: str, span: Span) -> Expr | None:
    if (kind, text) in ctx.layout.fields:
        base, values, type_ = ctx.layout.fields[kind, text]
        return ir.FieldOf(sure(ctx, of, t.Kind(kind), text), base, values, text, type=type_, span=span)
    if text == "place" and not ctx.world.is_space(kind):
        return ir.PlaceOf(sure(ctx, of, t.Kind(kind), text), type=t.PLACE, span=span)
    return None


def _no_such_part(ctx: Context, type_: t.Type, ident: ast.Ident, span: Span) -> Expr:
    parts = parts_named(ctx, type_)
    thing = "player" if isinstance(type_, t.Seat) else t.bare(type_)
    help_ = suggestion(ident.text, parts)
    notes = (f"a {thing} has: {', '.join(parts)}",) if parts else ()
    return ctx.wrong(codes.NOT_A_MEMBER, ident.span, name=ident.text, thing=thing, help=help_, notes=notes)


def parts_named(ctx: Context, type_: t.Type) -> list[str]:
    """What can stand behind the dot of a value of this type."""
    layout = ctx.layout
    if isinstance(type_, t.OrNone):
        return parts_named(ctx, type_.of)
    if isinstance(type_, t.Seat):
        return [*layout.player_zones, *layout.player_cells, *layout.each, *ctx.world.scores, "total"]
    kinds = [type_.name] if isinstance(type_, t.Kind) else [b.kind for b in ctx.spec.boards.values()]
    tables = (layout.fields, layout.kind_zones, layout.kind_cells)
    return [text for kind in kinds for table in tables for k, text in table if k == kind]
