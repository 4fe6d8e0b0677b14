"""Rules with one small mistake in them: what somebody might have written instead, one change at a time.

In:  the parsed files of a game.
Out: Mutants: which node, what stands there instead, and in words what was changed; `mutated`, a file with one of them in it.

No file on disk is changed. The sorts of mistake:

    limit       a number of the rules is one more, or one less
    zone        things go to, or come from, another zone of the same sort; the other end of a pile, the other face
    direction   the other neighbour, the first for the last, highest for lowest, raise for lower
    trigger     a trigger, a free action or a leg of a route is not there
    step        a step, a rule of set-up, or one statement is not there
    condition   an `if`, a `where`, a guard or one half of an `and` or `or` is not there
    comparison  `<` for `<=`, `is` for `is not`, `in` for `not in`, `some` for `no`

What data and counters may hold (ranges: a value outside is a fault, whatever the rules do) and the limits of a play are
promises to the checks, not rules; they are left alone. So is the neighbour's side where no more than two ever sit at the
table, since left and right are then the same seat. After DeMillo, Lipton and Sayward, Hints on test data selection
(Computer 11(4), 1978).
"""

from collections.abc import Iterator
from hashlib import sha256
from random import Random

import attrs
from attrs import define, field, frozen

from interpreter.check.citations import TESTS
from interpreter.lower.lower import WRITE
from interpreter.syntax import ast
from interpreter.variant.edits import GivenAfter, Wrapper

SORTS = ("limit", "zone", "direction", "trigger", "step", "condition", "comparison")
LEGS = (ast.LegStep, ast.LegHop, ast.LegMustStop, ast.LegMayStop, ast.LegMayNotEnd)
# statements that are not left out: others stand in them, or go on from what they give
KEPT = {ast.Rule, ast.Let, ast.If, ast.Depending, ast.ForEach, ast.RepeatTimes, ast.RepeatUntil, ast.While, ast.Give, ast.Hold,
        ast.Require, ast.Roll, ast.Pick, *ast.ASKING, Wrapper, GivenAfter}
DOING = tuple(form for form in WRITE if form not in KEPT)
PROMISES = (ast.RangeType, ast.Limit, ast.LimitNesting, ast.Game, ast.Components)
OTHER_SIDE = {
    "left_of": "right_of", "seats_after": "counterclockwise_after", "counterclockwise_from": "counterclockwise_after",
    "first": "last", "highest": "lowest", "max": "min",
}
SIDES = {"left_of", "right_of", "seats_after"}      # with two seats the same as their other side
OTHER_SIDE |= {other: one for one, other in OTHER_SIDE.items() if other not in OTHER_SIDE}
BOUND = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
TURNED = {ast.Same: ast.Differs, ast.Differs: ast.Same, ast.Member: ast.Outside, ast.Outside: ast.Member}
OTHER_HOW = {"some": "no", "no": "some"}
OTHER_BEST = {"highest": "lowest", "lowest": "highest"}
TESTED = (ast.ThoseWhere, ast.ThoseBest, ast.Filtered, ast.Quantified, ast.Aggregate, ast.Mapped, ast.Alternative, ast.When,
          ast.Before, ast.InsteadOf, ast.Offer, ast.AtOnce, ast.LegStep)


@frozen(eq=False)
class Mutant:
    """One change. `new` stands in the place of `old`; None means that nothing does."""

    sort: str
    old: ast.Node = field(repr=False)
    new: ast.Node | None = field(repr=False)
    change: str                                    # `<` becomes `<=`
    top: ast.Node = field(repr=False)              # the declaration that it is in
    number: int = 0                                # of those that read alike in the same declaration

    @property
    def where(self) -> str:
        """The file and the line."""
        return f"{self.old.span.source.name}:{self.old.span.line}"

    @property
    def inside(self) -> str:
        """The declaration that it is in: `effect place`."""
        return _named(self.top)

    @property
    def line(self) -> str:
        """The line as the author wrote it, without what it cites."""
        return _line_of(self.old)

    @property
    def name(self) -> str:
        """The same as long as what is changed, and what it stands in, is written as it is; lines may move."""
        folder_free = self.old.span.source.name.rsplit("/", 1)[-1]
        told = "|".join((folder_free, self.inside, self.line, self.sort, self.change, str(self.number)))
        return sha256(told.encode()).hexdigest()[:10]


def _line_of(node: ast.Node) -> str:
    text, start = node.span.source.text, node.span.start
    begin, end = text.rfind("\n", 0, start) + 1, text.find("\n", start)
    return " ".join(text[begin:end if end >= 0 else None].split(" cites ")[0].split())


# ------------------------------------------------------------------ all of them


def mutants(files: list[ast.File]) -> list[Mutant]:
    """Every mutant of these files, in the order written."""
    zones = _Zones.of(files)
    every: list[Mutant] = []
    for file in files:
        spared = SIDES if _two_at_most(file, files) else set()
        for declaration in file.declarations:
            if not isinstance(declaration, TESTS | ast.Doc | ast.Always | ast.Unencoded):
                every += _numbered(mutant for mutant in _inside(declaration, (), zones) if _word(mutant.old) not in spared)
    return every


def _two_at_most(file: ast.File, files: list[ast.File]) -> bool:
    """Do never more than two sit at the table of the file's game (of any of the games, if it has none of its own)?"""
    games = [declaration for declaration in file.declarations if isinstance(declaration, ast.Game)]
    games = games or [declaration for other in files for declaration in other.declarations if isinstance(declaration, ast.Game)]
    return bool(games) and all(_most_seats(game) <= 2 for game in games)


def _most_seats(game: ast.Game) -> int:
    """The people and the seats that nobody sits in."""
    most = game.players.high.value if isinstance(game.players.high, ast.Number) else 0
    return most + sum(isinstance(line, ast.Seat) and line.automatic is not None for line in game.lines or ())


def _word(node: ast.Node) -> str | None:
    return node.name.text if isinstance(node, ast.Apply) else None


def _numbered(mutants: Iterator[Mutant]) -> Iterator[Mutant]:
    seen: dict[str, int] = {}
    for mutant in mutants:
        seen[mutant.name] = number = seen.get(mutant.name, -1) + 1
        yield attrs.evolve(mutant, number=number)


def sample(every: list[Mutant], size: int, seed: int = 1) -> list[Mutant]:
    """So many of them, drawn evenly over sorts and files; in the order written. Which are drawn from one file does not depend
    on what another holds."""
    groups: dict[tuple[str, str], list[Mutant]] = {}
    for mutant in every:
        groups.setdefault((mutant.sort, mutant.old.span.source.name), []).append(mutant)
    for (sort, file), group in groups.items():
        Random(f"{seed} {sort} {file.rsplit('/', 1)[-1]}").shuffle(group)
    drawn: set[int] = set()
    while len(drawn) < min(size, len(every)):
        for group in groups.values():
            if group and len(drawn) < size:
                drawn.add(id(group.pop()))
    return [mutant for mutant in every if id(mutant) in drawn]


def _inside(node: ast.Node, above: tuple[ast.Node, ...], zones: "_Zones") -> Iterator[Mutant]:
    """The mutants of a node and of what is in it."""
    if isinstance(node, PROMISES) or (isinstance(node, ast.Param) and above):
        return
    for sort, new, change in _changes(node, above, zones):
        yield Mutant(sort, node, new, change, above[0] if above else node)
    for child in ast.children(node):
        if child is not _promise(node):
            yield from _inside(child, (*above, node), zones)


def _promise(node: ast.Node) -> ast.Node | None:
    """The part of a declaration that says what may lie in it."""
    match node:
        case ast.Option(type=type_) | ast.Field(type=type_) | ast.State(type=type_) | ast.Counter(range=type_):
            return type_
    return None


def _named(declaration: ast.Node) -> str:
    name = getattr(declaration, "name", None)
    sort = type(declaration).__name__.removesuffix("Cases").removesuffix("File").lower()
    return f"{sort} {name.text}" if isinstance(name, ast.Ident) else sort


# ------------------------------------------------------------------ the changes of one node

Change = tuple[str, ast.Node | None, str]          # sort, what stands there instead, in words


def _changes(node: ast.Node, above: tuple[ast.Node, ...], zones: "_Zones") -> Iterator[Change]:
    parent = above[-1] if above else None
    yield from _number(node, parent)
    yield from _zone(node, zones)
    yield from _direction(node)
    yield from _gone(node)
    yield from _condition(node)
    yield from _comparison(node)


def _number(node: ast.Node, parent: ast.Node | None) -> Iterator[Change]:
    if not isinstance(node, ast.Number):
        return
    for value in (node.value + 1, node.value - 1):
        below = ast.changed(node, value=-value)
        new = ast.changed(node, value=value) if value >= 0 else ast.Negative(below, span=node.span)
        if value >= 0 or not isinstance(parent, ast.SpanOf | ast.Entry):
            yield "limit", new, f"{node.value} becomes {value}"


def _zone(node: ast.Node, zones: "_Zones") -> Iterator[Change]:
    if isinstance(node, ast.Move) and node.end is not None:
        other_end = "bottom" if node.end == "top" else "top"
        yield "zone", ast.changed(node, end=other_end), f"{node.end} becomes {other_end}"
    if isinstance(node, ast.Move | ast.Draw):
        for part in ("to", "source") if isinstance(node, ast.Draw) else ("to",):
            place = getattr(node, part)
            other = zones.other(place)
            if other is not None:
                yield "zone", ast.changed(node, **{part: other[0]}), f"{_said(place)} becomes {other[1]}"


def _direction(node: ast.Node) -> Iterator[Change]:
    match node:
        case ast.Apply(name=name) if name.text in OTHER_SIDE:
            other = OTHER_SIDE[name.text]
            yield "direction", ast.changed(node, name=ast.changed(name, text=other)), f"{name.text} becomes {other}"
        case ast.ThoseBest(which=which) | ast.Best(which=which) if which in OTHER_BEST:
            yield "direction", ast.changed(node, which=OTHER_BEST[which]), f"{which} becomes {OTHER_BEST[which]}"
        case ast.Aggregate(how=how) if how in OTHER_BEST:
            yield "direction", ast.changed(node, how=OTHER_BEST[how]), f"{how} becomes {OTHER_BEST[how]}"
        case ast.Raise() | ast.Lower():
            turned = ast.Lower if isinstance(node, ast.Raise) else ast.Raise
            new = turned(node.target, node.by, None, node.cites, span=node.span)
            yield "direction", new, f"{type(node).__name__.lower()} becomes {turned.__name__.lower()}"


def _gone(node: ast.Node) -> Iterator[Change]:
    """What can be left out as a whole."""
    if isinstance(node, (ast.Trigger, ast.Offer, *LEGS)):
        yield "trigger", None, f"{_short(node)} is not there"
    elif isinstance(node, ast.Step | ast.Rule):
        yield "step", ast.changed(node, body=()), f"{_short(node)} does nothing"
    elif isinstance(node, DOING):
        yield "step", None, f"{_short(node)} is not there"


def _condition(node: ast.Node) -> Iterator[Change]:
    if isinstance(node, (ast.CaseIf, *ast.NARROWING, ast.OnlyIf, ast.Require)):
        yield "condition", None, f"{_short(node)} is not there"
    if isinstance(node, ast.Both | ast.Either):
        for gone, left in ((node.left, node.right), (node.right, node.left)):
            yield "condition", left, f"{_said(gone)} is not asked"
    if isinstance(node, TESTED) and node.test is not None:
        needed = isinstance(node, ast.Quantified | ast.ThoseWhere | ast.Filtered)
        new = ast.changed(node, test=ast.Yes(span=node.test.span) if needed else None)
        yield "condition", new, f"{_said(node.test)} is not asked"
    if isinstance(node, ast.If):
        for k, (test, body) in enumerate(node.branches):
            branches = list(node.branches)
            branches[k] = (ast.Yes(span=test.span), body)
            yield "condition", ast.changed(node, branches=tuple(branches)), f"{_said(test)} is not asked"


def _comparison(node: ast.Node) -> Iterator[Change]:
    match node:
        case ast.Compare(sign=sign) if sign in BOUND:
            yield "comparison", ast.changed(node, sign=BOUND[sign]), f"{sign} becomes {BOUND[sign]} in {_said(node)}"
        case ast.Same() | ast.Differs() | ast.Member() | ast.Outside():
            new = TURNED[type(node)](node.left, node.right, span=node.span)
            yield "comparison", new, f"{_said(node)} is turned round"
        case ast.Quantified(how=how) if how in OTHER_HOW:
            yield "comparison", ast.changed(node, how=OTHER_HOW[how]), f"{how} becomes {OTHER_HOW[how]}"
        case ast.Negated(value=value):
            yield "comparison", value, f"{_said(node)} is turned round"


def _said(node: ast.Node) -> str:
    return " ".join(node.span.text.split())


def _short(node: ast.Node) -> str:
    return _line_of(node) if not isinstance(node, ast.Rule | ast.Step | ast.Trigger | ast.Offer) else \
        f"{type(node).__name__.lower()} {node.name.text}"


# ------------------------------------------------------------------ other zones


@define(eq=False)
class _Zones:
    """The zones of a game by what owns them and what they hold, in the order written."""

    families: dict[tuple, list[ast.Zone]]
    homes: dict[str, tuple]

    @classmethod
    def of(cls, files: list[ast.File]) -> "_Zones":
        families: dict[tuple, list[ast.Zone]] = {}
        homes: dict[str, tuple] = {}
        for owner, zone in _declared(files):
            key = owner, zone.kind.text, zone.index is not None
            families.setdefault(key, []).append(zone)
            homes[zone.name.text] = key
        return cls(families, homes)

    def other(self, place: ast.Node) -> tuple[ast.Node, str] | None:
        """The expression with the next zone of the family in place of the zone it names."""
        match place:
            case ast.Name(text=text) | ast.Dot(name=ast.Ident(text=text)):
                name = self._next(text)
                if name is None:
                    return None
                if isinstance(place, ast.Name):
                    return ast.changed(place, text=name), name
                return ast.changed(place, name=ast.changed(place.name, text=name)), f"{_said(place.of)}.{name}"
            case ast.At(of=of):
                inner = self.other(of)
                return inner and (ast.changed(place, of=inner[0]), f"{inner[1]}[{', '.join(map(_said, place.keys))}]")
        return None

    def _next(self, name: str) -> str | None:
        family = [zone.name.text for zone in self.families.get(self.homes.get(name, ()), ())]
        return family[(family.index(name) + 1) % len(family)] if len(family) > 1 else None


def _declared(files: list[ast.File]) -> Iterator[tuple[str, ast.Zone]]:
    """Every zone with the word for what owns it."""
    for file in files:
        for declaration in file.declarations:
            if isinstance(declaration, ast.Zone):
                yield "", declaration
            elif isinstance(declaration, ast.EachPlayer | ast.Kind):
                owner = declaration.name.text if isinstance(declaration, ast.Kind) else "each player"
                yield from ((owner, line) for line in declaration.lines or () if isinstance(line, ast.Zone))


# ------------------------------------------------------------------ a file with a mistake in it


def mutated(tree, old: ast.Node, new: ast.Node | None):
    """The same tree with `new` in the place of `old`, which is found by where it stands and by what it is."""
    if isinstance(tree, tuple):
        parts = tuple(mutated(part, old, new) for part in tree)
        kept = tuple(part for part in parts if part is not _GONE)
        return tree if len(kept) == len(tree) and all(a is b for a, b in zip(kept, tree, strict=True)) else kept
    if not isinstance(tree, ast.Node) or not _around(tree, old):
        return tree
    if type(tree) is type(old) and _place(tree) == _place(old):
        return _GONE if new is None else new
    changes = {}
    for part in type(tree).__attrs_attrs__:
        was = getattr(tree, part.name)
        now = mutated(was, old, new)
        if now is not was:
            changes[part.name] = None if now is _GONE else now
    return ast.changed(tree, **changes) if changes else tree


_GONE = object()


def _place(node: ast.Node) -> tuple:
    return node.span.source.name, node.span.start, node.span.end


def _around(tree: ast.Node, node: ast.Node) -> bool:
    """Might it be inside? What a variant has put into another file's declaration is looked for everywhere."""
    if tree.span.source.name != node.span.source.name:
        return True
    return tree.span.start <= node.span.start and node.span.end <= tree.span.end


__all__ = ["SORTS", "Mutant", "mutants", "mutated", "sample"]
