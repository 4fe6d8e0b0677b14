"""What the rules say about how things are shown: columns whose cards join, counters on squares, maps, options in words.

In:  a Context whose tables and defines are lowered.
Out: spec.joins, spec.tracks and spec.maps, which no rule reads; cli/terminal/drawing.py and cli/terminal/map.py draw from them.
     `told`: the words of a question's options, for session/wording.py.

`joined by NAME` is a define of two cards, the upper and the lower, that says yes or no from what is printed on them;
`on NAME` is a table of one number, or a define that gives a number or none; `drawn at X, Y` names two number fields of a
board's spaces, and `marking` the fields by which spaces are told apart. Next door: layout.py numbers zones and counters.
"""

from collections.abc import Iterator, Sequence

from interpreter import ir
from interpreter.core import types as t
from interpreter.ir.dependencies import timeless
from interpreter.ir.model import Joining, Map, Track
from interpreter.lower import calls, operators, values
from interpreter.lower.components import Printed, Rows
from interpreter.lower.constants import Encoded
from interpreter.lower.layout import Family
from interpreter.lower.scope import Bound, Context, Frame, Scope
from interpreter.project.sheets import Cell
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.diagnostic import suggestion
from interpreter.text.source import Span

Marks = tuple[tuple[str, frozenset[int]], ...]            # sorts of spaces in words, and the spaces of each


def drawn(ctx: Context) -> None:
    """Everything that is said about drawing."""
    for family in _families(ctx):
        match family.declaration:
            case ast.Zone(words=words):
                for word in words:
                    if isinstance(word, ast.JoinedBy) and (joining := _joining(ctx, family.declaration, word)):
                        ctx.spec.joins[family.name] = joining
            case ast.Counter(on=ast.Ident() as on):
                if track := _track(ctx, on, family.type):
                    ctx.spec.tracks[family.name] = track
    _printed(ctx)
    for name, board in ctx.world.boards.items():
        if board.drawn is not None and (drawn_map := _map(ctx, board, board.drawn)):
            ctx.spec.maps[name] = drawn_map
        if isinstance(board.spaces, ast.Grid) and (drawn_map := _grid(ctx, board, board.spaces)):
            ctx.spec.maps[name] = drawn_map


def _families(ctx: Context) -> Iterator[Family]:
    layout = ctx.layout
    for table in (layout.shared_zones, layout.player_zones, layout.kind_zones):
        yield from table.values()
    for table in (layout.shared_cells, layout.player_cells, layout.kind_cells):
        yield from table.values()


def _joining(ctx: Context, zone: ast.Zone, word: ast.JoinedBy) -> Joining | None:
    """The define, applied to two cards of the zone's kind."""
    name, span = word.test.text, word.test.span
    if name not in ctx.world.defines:
        ctx.report.add(codes.NO_SUCH_NAME, span, name=name, help=suggestion(name, ctx.world.defines))
        return None
    if zone.shape == "heap":
        ctx.report.add(codes.WRONG_ORDER, span, what=f"`{zone.name.text}`, a heap,")
    scope = Scope(Frame(), me=False)
    slots = [scope.bind(which, t.Kind(zone.kind.text), "param", span) for which in ("upper", "lower")]
    args = tuple(ast.Name(which, span=span) for which in ("upper", "lower"))
    test = ctx.expect(t.BOOL, calls.use(ctx, name, args, scope, span))
    if not timeless(test):
        ctx.report.add(codes.DRAWN_BY_MORE, span, name=name)
        return None
    return Joining(test, scope.frame.size, *slots)


def _track(ctx: Context, name: ast.Ident, reach: t.Type) -> Track | None:
    """A table of one number, or a define of one: squares are the table's keys, or all that the counter may reach."""
    world, span = ctx.world, name.span
    if name.text not in world.tables and name.text not in world.defines:
        help_ = suggestion(name.text, [*world.tables, *world.defines])
        ctx.report.add(codes.NO_SUCH_NAME, span, name=name.text, help=help_)
        return None
    scope = Scope(Frame(), me=False)
    slot = scope.bind("square", reach, "param", span)
    use = calls.table if name.text in world.tables else calls.use
    value = use(ctx, name.text, (ast.Name("square", span=span),), scope, span)
    worth = value.type.of if isinstance(value.type, t.OrNone) else value.type
    if not isinstance(worth, t.Int | t.Unknown):
        ctx.report.add(codes.WRONG_TYPE, span, wanted=t.NUMBER, got=value.type)
        return None
    if not timeless(value):
        ctx.report.add(codes.DRAWN_BY_MORE, span, name=name.text)
        return None
    rows = ctx.tables[name.text].rows if name.text in world.tables else ()
    squares = tuple(key for key, in rows if isinstance(key, int)) or tuple(ctx.layout.values_of(reach))
    return Track(value, squares, scope.frame.size, slot, isinstance(value.type, t.OrNone))


# ------------------------------------------------------------------ maps


def _map(ctx: Context, board: ast.Board, drawn: ast.DrawnAt) -> Map | None:
    """Where each space is drawn, what it is called, and which sorts of spaces are told apart."""
    rows = ctx.layout.rows[board.name.text]
    across, down = (_field(ctx, board, name, t.Int) for name in (drawn.x, drawn.y))
    sorts = _marked(ctx, board, drawn.marks)
    if across is None or down is None or sorts is None:
        return None
    spaces = _spaces(ctx, board)
    places = tuple(zip(_said(across, spaces), _said(down, spaces), strict=True))
    _apart(ctx, rows, drawn.x.text, places)
    titles = {row.number: row.get("title") for row in rows.sheet.rows} if rows.sheet else {}
    names = tuple(_called(row.id, titles.get(row.number)) for row in rows.rows)
    return Map(places, names, sorts)


def _grid(ctx: Context, board: ast.Board, grid: ast.Grid) -> Map | None:
    """A grid is drawn as it is counted, and its spaces are named by the edge of the map."""
    sorts, spaces, columns = _marked(ctx, board, grid.marks), _spaces(ctx, board), ctx.spec.boards[board.name.text].columns
    if sorts is None or not spaces:
        return None
    places = tuple((k % columns + 1, k // columns + 1) for k in range(len(spaces)))
    return Map(places, ((),) * len(spaces), sorts)


def _spaces(ctx: Context, board: ast.Board) -> range:
    """The numbers of a board's spaces."""
    first = ctx.spec.boards[board.name.text].first
    return range(first, first + len(ctx.layout.rows[board.name.text].rows))


def _marked(ctx: Context, board: ast.Board, names: tuple[ast.Ident, ...] | None) -> Marks | None:
    """The sorts of spaces that these fields tell apart; None if one is no such field, which has been reported."""
    marks = [(name, _field(ctx, board, name, t.Bool, t.Enum, t.Int)) for name in names or ()]
    if any(found is None for _, found in marks):
        return None
    spaces = _spaces(ctx, board)
    return tuple(sort for name, found in marks if found is not None for sort in _sorts(ctx, name, found, spaces))


def _field(ctx: Context, board: ast.Board, name: ast.Ident, *wanted: type[t.Type]) -> Printed | None:
    """The printed values of a field of the board's spaces, if it is of one of these sorts: (base, values, type)."""
    fields = {field: printed for (kind, field), printed in ctx.layout.fields.items() if kind == board.kind.text}
    if name.text not in fields:
        ctx.report.add(codes.NO_SUCH_NAME, name.span, name=name.text, help=suggestion(name.text, fields))
        return None
    type_ = fields[name.text][2]
    if not isinstance(type_.of if isinstance(type_, t.OrNone) else type_, wanted):
        allowed = t.NUMBER if wanted == (t.Int,) else "yes/no, a word or a number"
        ctx.report.add(codes.WRONG_TYPE, name.span, wanted=allowed, got=type_)
        return None
    return fields[name.text]


def _said(field: Printed, spaces: range) -> list[int]:
    """What a field that `_field` allows says of each space: a number, or the number of a word."""
    base, values, _ = field
    return [value for s in spaces if isinstance(value := values[s - base], int)]


def _apart(ctx: Context, rows: Rows, column: str, places: tuple[tuple[int, int], ...]) -> None:
    """No two spaces can be drawn in one place."""
    taken: set[tuple[int, int]] = set()
    for row, place in zip(rows.rows, places, strict=True):
        cell = row.cells.get(column)
        if place in taken and cell is not None:
            ctx.report.add(codes.DATA_VALUE, cell.span, file=cell.span.source.name, row=row.number, column=column,
                           value=cell.text, wanted="a place where no other space is drawn", help=None)
        taken.add(place)


def _called(id: str, title: Cell | None) -> tuple[str, ...]:
    """The names that can stand beside a space: its title, else its id, unless that is only numbers, which the edge of the
    map says."""
    titled = (title.text.strip(),) if title is not None and title.text.strip() else ()
    return titled + ((id,) if any(sign.isalpha() for sign in id) else ())


def _sorts(ctx: Context, name: ast.Ident, printed: Printed, spaces: range) -> Iterator[tuple[str, frozenset[int]]]:
    """The spaces that a field tells apart: those where it says yes, or those of each word."""
    type_, said = printed[2], name.text.replace("_", " ")
    by_value: dict[int, list[int]] = {}
    for space, value in zip(spaces, _said(printed, spaces), strict=True):
        by_value.setdefault(value, []).append(space)
    for value in sorted(by_value):
        if isinstance(type_, t.Bool) and not value or isinstance(type_, t.OrNone) and value == t.NONE:
            continue
        yield said if isinstance(type_, t.Bool) else f"{said} {ctx.spec.words(value, type_)}", frozenset(by_value[value])


# ------------------------------------------------------------------ what is printed


def _printed(ctx: Context) -> None:
    """Of every component that no `written` form writes, the fields that say something: not 0, not no, not none."""
    fields: dict[str, list[tuple[str, int, tuple[Encoded, ...], t.Type]]] = {}
    for (kind, name), printed in ctx.layout.fields.items():
        fields.setdefault(kind, []).append((name.replace("_", " "), *printed))
    for c in ctx.spec.components:
        if c.written == c.id and c.kind in fields:
            said = [_field_words(ctx, name, values[c.number - base], type_) for name, base, values, type_ in fields[c.kind]
                    if 0 <= c.number - base < len(values)]
            said = [words for words in said if words and words not in c.id]
            if said:
                ctx.spec.printed[c.number] = ", ".join(said)


def _field_words(ctx: Context, name: str, value: Encoded, type_: t.Type) -> str:
    match type_:
        case t.Bool():
            return name if value else ""
        case t.Int():
            return f"{name} {value}" if value else ""
        case t.OrNone() if value == t.NONE:
            return ""
        case t.Enum():
            return ctx.spec.words(value, type_).replace("_", " ")
    words = ctx.spec.words(value, type_)
    return f"{name} {words}" if value != () else ""


# ------------------------------------------------------------------ options in words


def told(ctx: Context, guards: Sequence[ast.Node] | None, type_: t.Type, name: str, span: Span) -> ir.Told | None:
    """The words of the options, from what each of them is: it stands alone in a frame, so that nothing else is looked at."""
    nodes = [node for node in guards or () if isinstance(node, ast.Told)]
    if not nodes:
        return None
    scope = Scope(Frame(), me=False)
    it = scope.bind(name, type_, "param", span)
    scope.it = Bound(it, type_)
    lines = tuple(_telling(ctx, node, scope) for node in nodes)
    for node, line in zip(nodes, lines, strict=True):
        if not all(timeless(part) for part in (*line.words, line.test) if isinstance(part, ir.Expr)):
            ctx.report.add(codes.TOLD_BY_MORE, node.span, name=name)
    return ir.Told(lines, scope.frame.size, it)


def _telling(ctx: Context, node: ast.Told, scope: Scope) -> ir.Telling:
    test = operators.condition(ctx, node.test, scope) if node.test is not None else None
    words = (word.text if isinstance(word, ast.Text) else values.value(ctx, word, scope) for word in node.words)
    return ir.Telling(tuple(words), test)
