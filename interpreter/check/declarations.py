"""Does each file say what it is, does each declaration fit what it names, and does every option make a difference?

In:  the Rules as written, and the Context.
Out: reports; nothing else.

What a value or a statement names is checked while lowering. Here stands what belongs to no value: headings, the kinds of
zones, boards and components, `refilled from`, `written` templates, spaces that no link leads to, files that use one another,
options that nothing reads and values of options that no rule tells apart (language.md 2.16).
"""

from collections import Counter
from functools import lru_cache

from attrs import define, field

from interpreter.check.control_flow import Plan
from interpreter.limits import limits
from interpreter.lower.components import PART
from interpreter.lower.scope import Context
from interpreter.lower.symbols import World
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.diagnostic import listed, Report, suggestion
from interpreter.variant.rules import Rules

HOW_TO_BEGIN = "a game begins with `game NAME \"Title\" for 2..4 players`, what several games share with `library NAME`"
HEADINGS = ast.Game | ast.Library | ast.Variant
OWN = {ast.Setup: "setup", ast.Play: "play", ast.Winner: "winner"}


def check_declarations(plan: Plan, ctx: Context, rules: Rules, report: Report) -> None:
    """File by file, then declaration by declaration."""
    for file, _ in rules.parts:
        if file.declarations:
            check_heading(file, report)
    _circles(rules, report)
    _people(ctx.world.game, report)
    for declared in (*ctx.world.components.values(), *ctx.world.boards.values()):
        _kind(ctx.world, declared, isinstance(declared, ast.Board), report)
    for zone in _zones(ctx.world):
        _zone(ctx.world, zone, report)
    for kind in ctx.world.kinds:
        _written(ctx.world, kind, report)
    _alone(plan, ctx, report)


# ------------------------------------------------------------------ files


def check_heading(file: ast.File, report: Report) -> None:
    """A file says once, and first of all, what it is; a library holds nothing that only a game has."""
    headings = [declaration for declaration in file.declarations if isinstance(declaration, HEADINGS)]
    if not headings:
        first = file.declarations[0].span if file.declarations else file.span
        report.add(codes.HEADING_MISSING, first, help=HOW_TO_BEGIN)
    alone = [heading for heading in headings if not isinstance(heading, ast.Variant)]  # variants may stand beside a game
    for other in alone[1:]:
        report.add(codes.HEADING_TWICE, other.name.span, line=alone[0].span.line)
    if headings and isinstance(headings[0], ast.Library):
        for line in file.declarations:
            if type(line) in OWN:
                what, start = OWN[type(line)], line.span.start
                at = line.span.source.span(start, start + len(what))
                report.add(codes.DECLARATION_ELSEWHERE, at, what=what, where="library")


def _circles(rules: Rules, report: Report) -> None:
    """Files that use one another."""
    uses = {}
    for (file, _), path in zip(rules.parts, rules.paths, strict=True):
        uses[path.stem] = [name for node in file.declarations if isinstance(node, ast.Use) for name in node.names]
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
    chain: list[str] = []
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
    elif high.value > limits().people:
        report.add(codes.TOO_LARGE, high.span, what="this is for", got=f"{high.value} people", limit=limits().people)
    elif low.value > high.value:
        report.add(codes.NO_RANGE, game.players.span, name=game.players.span.text, low=low.value, high=high.value)


# ------------------------------------------------------------------ kinds


def _kind(world: World, declared, board: bool, report: Report) -> None:
    """Components are cards, pieces or tokens; a board has spaces."""
    name = declared.kind.text
    if name not in world.kinds:
        report.add(codes.NO_SUCH_TYPE, declared.kind.span, name=name, help=suggestion(name, world.kinds))
    elif world.is_space(name) is not board:
        sort = world.kinds[name].sort
        wanted = "a kind of space" if board else "a card, piece or token"
        report.add(codes.WRONG_TYPE, declared.kind.span, wanted=wanted, got=f"a {sort}")


def _zones(world: World):
    yield from world.zones.values()
    yield from world.player_zones.values()
    for kind in world.kinds:
        yield from world.lines_of(kind, ast.Zone)


def _zone(world: World, zone: ast.Zone, report: Report) -> None:
    if world.is_space(zone.kind.text) or zone.kind.text in world.types or zone.kind.text == "Player":
        got = "a space" if world.is_space(zone.kind.text) else zone.kind.text
        report.add(codes.WRONG_TYPE, zone.kind.span, wanted="a card, piece or token", got=got)
    words = Counter(type(word) for word in zone.words)
    for word in zone.words:
        if words[type(word)] > 1:
            report.add(codes.DECLARED_TWICE, word.span, name=word.span.text, where="this line")
        if isinstance(word, ast.Refilled):
            source = world.zones.get(word.source.text) or world.player_zones.get(word.source.text)
            if source is not None and source.kind.text != zone.kind.text:
                wanted = f"a zone of {zone.kind.text}"
                report.add(codes.WRONG_TYPE, word.source.span, wanted=wanted, got=f"a zone of {source.kind.text}")


def _written(world: World, kind: str, report: Report) -> None:
    """A template names fields of its kind."""
    fields = [each.name.text for each in world.lines_of(kind, ast.Field)]
    for line in world.lines_of(kind, ast.Written):
        for name in PART.findall(line.form.text):
            if name not in fields:
                report.add(codes.NOT_A_MEMBER, line.form.span, name=name, thing=kind, help=suggestion(name, fields),
                           notes=(f"a {kind} has: {', '.join(fields)}",) if fields else ())


def _alone(plan: Plan, ctx: Context, report: Report) -> None:
    """Spaces that no link leads to."""
    for board in plan.spec.boards.values():
        reached = {space for links in board.links for space in links}
        rows = ctx.layout.rows[board.name]
        for space, row in zip(range(board.first, board.last + 1), rows.rows, strict=False):
            if space not in reached and rows.sheet is not None and len(board.ids) > 1:
                span = rows.sheet.source.line_span(row.number)
                report.add(codes.DATA_ALONE, span, file=rows.sheet.source.name, row=row.number, value=row.id)


# ------------------------------------------------------------------ options and their values


TESTS = ast.Position | ast.Scenario | ast.Strategy | ast.Variant


def check_options(rules: Rules, ctx: Context, report: Report) -> None:
    """Everything that is written, then what is left over."""
    names = {name: _values(option) for name, option in ctx.world.options.items()}
    if not names:
        return
    reader = _read(tuple(file for file, _ in rules.parts), tuple(names.items()))
    for name, option in ctx.world.options.items():
        _tell(reader, name, option, report)


@lru_cache(maxsize=4)
def _read(files: tuple[ast.File, ...], names: tuple[tuple[str, tuple[str, ...]], ...]) -> "Reader":
    """What the files say of these options; the same whatever is chosen for them."""
    reader = Reader(dict(names))
    for file in files:
        for declaration in file.declarations:
            if not isinstance(declaration, TESTS):
                reader.declaration(declaration)
    return reader


def _values(option: ast.Option) -> tuple[str, ...]:
    match option.type:
        case ast.OneOfType(values):
            return tuple(value.text for value in values)
        case ast.YesNoType():
            return "yes", "no"
    return ()


def _tell(reader: "Reader", name: str, option: ast.Option, report: Report) -> None:
    under = reader.under.get(name)
    if under is None:
        report.add(codes.OPTION_UNREAD, option.name.span, name=name)
        return
    for block in reader.blocks[name]:
        if len(block) > 1:
            value, *others = sorted(block, key=reader.names[name].index)
            report.add(codes.VALUE_UNDISTINGUISHED, option.span, value=value, name=name, others=listed(others))
    always = frozenset.intersection(*under)
    for other, value in sorted(always):
        report.add(codes.OPTION_DEPENDS, option.name.span, name=name, other=other, value=value)
        return


@define(eq=False)
class Reader:
    """`blocks`: the values of each option that nothing tells apart so far; `under`: for each place that reads an option, the
    (option, value) pairs that hold there."""

    names: dict
    blocks: dict = field(init=False)
    under: dict = field(factory=dict)

    def __attrs_post_init__(self):
        self.blocks = {name: [frozenset(values)] if values else [] for name, values in self.names.items()}

    def declaration(self, declaration: ast.Node) -> None:
        """A declaration with all that is in it."""
        self._read(declaration, frozenset())

    # ---------------------------------------------------------------- where an option's name stands

    def _read(self, node: ast.Node, under: frozenset) -> None:
        match node:
            case ast.Same(ast.Name(name), value) | ast.Differs(ast.Name(name), value) if name in self.names:
                self._compared(name, [value], under)
            case ast.Member(ast.Name(name), ast.SetValue(items)) | ast.Outside(ast.Name(name), ast.SetValue(items)) \
                    if name in self.names:
                self._compared(name, list(items or ()), under)
            case ast.Depending(ast.Name(name), branches) if name in self.names:
                self._depending(node, name, branches, under)
            case ast.If(branches, otherwise):
                self._if(branches, otherwise, under)
            case ast.Conditional(test, then, otherwise):
                self._all((test, otherwise), under)
                self._read(then, under | self._holding(test))
            case ast.Both(left, right):
                self._read(left, under)
                self._read(right, under | self._holding(left))
            case ast.CaseIf(value, test):
                self._read(test, under)
                self._read(value, under | self._holding(test))
            case ast.Name(name) if name in self.names:
                self._used(name, under)
            case _:
                self._all(ast.children(node), under)

    def _all(self, nodes, under: frozenset) -> None:
        for node in nodes or ():
            self._read(node, under)

    def _if(self, branches, otherwise, under: frozenset) -> None:
        for test, body in branches:
            self._read(test, under)
            self._all(body, under | self._holding(test))
        self._all(otherwise, under)

    def _depending(self, node, name: str, branches, under: frozenset) -> None:
        self._mark(name, under)
        parts = [frozenset(v.text for v in branch.values if isinstance(v, ast.Name)) for branch in branches]
        yes_no = [frozenset({"yes": "yes"}.get(type(v).__name__.lower(), "no") for v in branch.values
                            if isinstance(v, ast.Yes | ast.No)) for branch in branches]
        for branch, part in zip(branches, (a | b for a, b in zip(parts, yes_no, strict=True)), strict=True):
            self._split(name, part)
            pair = {(name, next(iter(part)))} if len(part) == 1 else set()
            self._all(branch.body, under | pair)
        self._all(node.otherwise, under)

    def _compared(self, name: str, values: list, under: frozenset) -> None:
        self._mark(name, under)
        words = [_word(value) for value in values]
        if None in words:
            self._all(values, under)
            self.blocks[name] = []
            return
        self._split(name, frozenset(words))

    def _used(self, name: str, under: frozenset) -> None:
        """Read as a value: whoever gets it may tell everything apart."""
        self._mark(name, under)
        self.blocks[name] = []

    def _mark(self, name: str, under: frozenset) -> None:
        self.under.setdefault(name, []).append(frozenset(pair for pair in under if pair[0] != name))

    def _split(self, name: str, part: frozenset) -> None:
        both = [half for block in self.blocks[name] for half in (block & part, block - part)]
        self.blocks[name] = [block for block in both if block]

    def _holding(self, test: ast.Node) -> frozenset:
        """What a condition says of options, where it holds."""
        match test:
            case ast.Bracketed(inner):
                return self._holding(inner)
            case ast.Both(left, right):
                return self._holding(left) | self._holding(right)
            case ast.Same(ast.Name(name), value) if name in self.names and _word(value):
                return frozenset({(name, _word(value))})
        return frozenset()


def _word(value: ast.Node) -> str | None:
    match value:
        case ast.Name(text):
            return text
        case ast.Yes():
            return "yes"
        case ast.No():
            return "no"
    return None
