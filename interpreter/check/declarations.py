"""Does each file say what it is, and does each declaration fit what it names?

In:  the Rules as written, and the Context.
Out: reports; nothing else.

What a value or a statement names is looked at while lowering. Here stands what belongs to no value: headings, the kinds of
zones, boards and components, `refilled from`, `written` templates, spaces that no link leads to, files that use one another.
"""

from collections import Counter

from interpreter.check.ways import Plan
from interpreter.spec.written import PART
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.render import suggestion
from interpreter.text.report import Report

HEADINGS = ast.Game | ast.Library | ast.Variant
OWN = {ast.Setup: "setup", ast.Play: "play", ast.Winner: "winner"}


def check_declarations(made: Plan, ctx, rules, report: Report) -> None:
    """File by file, then declaration by declaration."""
    for file, _ in rules.parts:
        _heading(file, report)
    _circles(rules, report)
    _people(ctx.world.game, report)
    for one in (*ctx.world.components.values(), *ctx.world.boards.values()):
        _kind(ctx.world, one, isinstance(one, ast.Board), report)
    for one in _zones(ctx.world):
        _zone(ctx.world, one, report)
    for kind in ctx.world.kinds:
        _written(ctx.world, kind, report)
    _alone(made, ctx, report)


# ------------------------------------------------------------------ files


def _heading(file: ast.File, report: Report) -> None:
    found = [one for one in file.declarations if isinstance(one, HEADINGS)]
    if not found and file.declarations:
        report.add(codes.HEADING_MISSING, file.declarations[0].span)
    alone = [one for one in found if not isinstance(one, ast.Variant)]         # variants may stand beside a game
    for one in alone[1:]:
        report.add(codes.HEADING_TWICE, one.name.span, line=alone[0].span.line)
    if found and isinstance(found[0], ast.Library):
        for one in file.declarations:
            if type(one) in OWN:
                what = OWN[type(one)]
                report.add(codes.DECLARATION_ELSEWHERE, one.span.source.span(one.span.start, one.span.start + len(what)),
                           what=what, where="library")


def _circles(rules, report: Report) -> None:
    """Files that use one another."""
    uses = {}
    for (file, _), path in zip(rules.parts, rules.paths, strict=True):
        uses[path.stem] = [name for one in file.declarations if isinstance(one, ast.Use) for name in one.names]
    for start in uses:
        edge, came = [start], {start: ""}
        while edge:
            here = edge.pop(0)
            for name in uses.get(here, ()):
                if name.text == start and start == min(came):
                    report.add(codes.USE_CIRCLE, name.span, chain=" > ".join(_back(came, here) + [start]))
                elif name.text not in came:
                    came[name.text] = here
                    edge.append(name.text)


def _back(came: dict, here: str) -> list[str]:
    chain = []
    while here:
        chain.insert(0, here)
        here = came[here]
    return chain


def _people(game: ast.Game, report: Report) -> None:
    low, high = game.players.low, game.players.high
    if not (isinstance(low, ast.Number) and isinstance(high, ast.Number)):
        what = "not a number" if not isinstance(low, ast.Number) else "neither"
        report.add(codes.RANGE_NOT_CONSTANT, game.players.span, name=game.players.span.text, what=what)
    elif low.value < 1:
        report.add(codes.OUT_OF_RANGE, low.span, thing="the number of players", low=1, high=high.value, got=low.value)
    elif low.value > high.value:
        report.add(codes.NO_RANGE, game.players.span, name=game.players.span.text, low=low.value, high=high.value)


# ------------------------------------------------------------------ kinds


def _kind(world, one, board: bool, report: Report) -> None:
    """Components are cards, pieces or tokens; a board has spaces."""
    name = one.kind.text
    if name not in world.kinds:
        report.add(codes.NO_SUCH_TYPE, one.kind.span, name=name, help=suggestion(name, world.kinds))
    elif world.is_space(name) is not board:
        sort = world.kinds[name].sort
        wanted = "a kind of space" if board else "a card, piece or token"
        report.add(codes.WRONG_TYPE, one.kind.span, wanted=wanted, got=f"a {sort}")


def _zones(world):
    yield from world.zones.values()
    yield from world.player_zones.values()
    for kind in world.kinds:
        yield from world.lines_of(kind, ast.Zone)


def _zone(world, one: ast.Zone, report: Report) -> None:
    if world.is_space(one.kind.text) or one.kind.text in world.types or one.kind.text == "Player":
        got = "a space" if world.is_space(one.kind.text) else one.kind.text
        report.add(codes.WRONG_TYPE, one.kind.span, wanted="a card, piece or token", got=got)
    words = Counter(type(word) for word in one.words)
    for word in one.words:
        if words[type(word)] > 1:
            report.add(codes.DECLARED_TWICE, word.span, name=word.span.text, where="this line")
        if isinstance(word, ast.Refilled):
            source = world.zones.get(word.source.text) or world.player_zones.get(word.source.text)
            if source is not None and source.kind.text != one.kind.text:
                wanted = f"a zone of {one.kind.text}"
                report.add(codes.WRONG_TYPE, word.source.span, wanted=wanted, got=f"a zone of {source.kind.text}")


def _written(world, kind: str, report: Report) -> None:
    """A template names fields of its kind."""
    fields = [one.name.text for one in world.lines_of(kind, ast.Field)]
    for line in world.lines_of(kind, ast.Written):
        for name in PART.findall(line.form.text):
            if name not in fields:
                report.add(codes.NOT_A_MEMBER, line.form.span, name=name, thing=kind, help=suggestion(name, fields),
                           notes=(f"a {kind} has: {', '.join(fields)}",) if fields else ())


def _alone(made: Plan, ctx, report: Report) -> None:
    """Spaces that no link leads to."""
    for board in made.spec.boards.values():
        reached = {space for links in board.links for space in links}
        rows = ctx.layout.rows[board.name]
        for space, row in zip(range(board.first, board.last + 1), rows.rows, strict=False):
            if space not in reached and rows.sheet is not None and len(board.ids) > 1:
                span = rows.sheet.source.line_span(row.number)
                report.add(codes.DATA_ALONE, span, file=rows.sheet.source.name, row=row.number, value=row.id)
