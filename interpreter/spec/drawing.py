"""What the rules say about how the table is drawn: columns whose cards join, counters on a row of squares.

In:  a Context whose tables and defines are lowered.
Out: spec.joins and spec.tracks, which no rule reads and cli/drawing.py draws from.

`joined by NAME` is a define of two cards, the upper and the lower, that says yes or no from what is printed on them;
`on NAME` is a table of one number, or a define that gives a number or none. Next door: layout.py numbers zones and counters.
"""

from collections.abc import Iterator

from interpreter.core import types as t
from interpreter.spec import applying
from interpreter.spec.reads import timeless
from interpreter.spec.model import Joining, Track
from interpreter.spec.scope import Context, Frame, Scope
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.render import suggestion


def drawn(ctx: Context) -> None:
    """Everything that is said about drawing."""
    for family in _families(ctx):
        match family.declaration:
            case ast.Zone(words=words):
                for word in words:
                    if isinstance(word, ast.JoinedBy) and (made := _joining(ctx, family.declaration, word)):
                        ctx.spec.joins[family.name] = made
            case ast.Counter(on=ast.Ident() as name):
                if made := _track(ctx, name, family.type):
                    ctx.spec.tracks[family.name] = made


def _families(ctx: Context) -> Iterator:
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
    slots = [scope.bind(one, t.Kind(zone.kind.text), "param", span) for one in ("upper", "lower")]
    args = tuple(ast.Name(one, span=span) for one in ("upper", "lower"))
    found = ctx.expect(t.BOOL, applying.use(ctx, name, args, scope, span))
    if not timeless(found):
        ctx.report.add(codes.DRAWN_BY_MORE, span, name=name)
        return None
    return Joining(found, scope.frame.size, *slots)


def _track(ctx: Context, name: ast.Ident, reach: t.Type) -> Track | None:
    """A table of one number, or a define of one: squares are the table's keys, or all that the counter may reach."""
    world, span = ctx.world, name.span
    if name.text not in world.tables and name.text not in world.defines:
        help_ = suggestion(name.text, [*world.tables, *world.defines])
        ctx.report.add(codes.NO_SUCH_NAME, span, name=name.text, help=help_)
        return None
    scope = Scope(Frame(), me=False)
    slot = scope.bind("square", reach, "param", span)
    made = applying.table if name.text in world.tables else applying.use
    found = made(ctx, name.text, (ast.Name("square", span=span),), scope, span)
    worth = found.type.of if isinstance(found.type, t.OrNone) else found.type
    if not isinstance(worth, t.Int | t.Unknown):
        ctx.report.add(codes.WRONG_TYPE, span, wanted=t.NUMBER, got=found.type)
        return None
    if not timeless(found):
        ctx.report.add(codes.DRAWN_BY_MORE, span, name=name.text)
        return None
    rows = ctx.tables[name.text][2] if name.text in world.tables else ()
    squares = tuple(key for key, in rows) or tuple(ctx.layout.values_of(reach))
    return Track(found, squares, scope.frame.size, slot, isinstance(found.type, t.OrNone))
