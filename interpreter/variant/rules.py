"""A game as it is written: its file, the files it uses, and the variants merged into them.

In:  a game's name or the path of its rules file (or of a variant), the variants asked for, and a Report.
Out: Rules, or None with the reasons in the report.
"""

from collections.abc import Iterator
from pathlib import Path

from attrs import define, evolve, field

from interpreter.limits import limits
from interpreter.project.clauses import read_rulebook, Rulebook
from interpreter.project.files import (
    find_game,
    find_library,
    find_variant,
    find_variant_of_any,
    games,
    libraries,
    read_source,
    variants,
)
from interpreter.syntax import ast
from interpreter.syntax.parser import parse
from interpreter.text import codes
from interpreter.text.diagnostic import Code, listed, Report, suggestion
from interpreter.text.source import NOWHERE, Source
from interpreter.variant.edits import Applied
from interpreter.variant.merge import merge
from interpreter.variant.stack import Asked, base_of, Stack
from interpreter.variant.targets import Removed

Seen = dict[Path, ast.File | None]               # the files read so far
BY_PATH = "a game is named as in `rulewright list`, or by the path of its .rules file"
OWN = (ast.Setup, ast.Play, ast.Winner, ast.Game, ast.Scenario, ast.Bound)      # what a game `based on` another states itself


@define(eq=False)
class Rules:
    """A game as written: its file, the files it uses, and its rulebook's ledger."""

    path: Path
    game: ast.Game
    parts: list[tuple[ast.File, bool]] = field(factory=list)         # a file, and whether it is taken whole
    sources: list[Source] = field(factory=list)
    paths: list[Path] = field(factory=list)
    rulebook: Rulebook | None = None
    asked: Asked = field(factory=lambda: Asked(""))
    stack: list[Applied] = field(factory=list)                       # the variants that are merged in, errata among them
    variant_files: dict[Path, ast.File] = field(factory=dict)        # the files of those that stand apart from the game
    removed: Removed = field(factory=dict)                           # what a variant took away: name -> (variant, place)

    @property
    def name(self) -> str:
        return self.game.name.text

    @property
    def called(self) -> str:
        """The game and the variants that are applied: `orchard with long_year`."""
        return f"{self.name} with {listed(self.variants)}" if self.variants else self.name

    @property
    def variants(self) -> tuple[str, ...]:
        """The variants that are applied, bases first, without the errata."""
        return tuple(applied.name for applied in self.stack if not applied.erratum)

    @property
    def own(self) -> set[Source]:
        """The files in which whatever nothing uses is told: the game's own; or those of its variants, since what these leave
        over of the game is no mistake of theirs."""
        return {applied.variant.span.source for applied in self.stack} or {self.game.span.source}

    def named_variants(self) -> tuple[str, ...]:
        """The variants asked for, as they can be asked for again from anywhere: by name, or by the path of a file apart."""
        paths = ((applied, find_variant(applied.name, self.path)) for applied in self.stack if not applied.erratum)
        inside = {path.resolve() for path in self.paths}
        return tuple(each.name if each.path.resolve() in {*inside, path and path.resolve()} else str(each.path.resolve())
                     for each, path in paths)

    def people(self) -> range:
        """How many people can play."""
        low, high = self.game.players.low, self.game.players.high
        fewest, most = (end.value if isinstance(end, ast.Number) else 1 for end in (low, high))
        first = min(max(1, fewest), limits().people)
        return range(first, min(max(first, most), limits().people) + 1)

    def said_people(self) -> str:
        """`1 player`, `3 players`, `2 to 4 players`."""
        few, many = self.people().start, self.people().stop - 1
        count = str(few) if few == many else f"{few} to {many}"
        return f"{count} player{'' if many == 1 else 's'}"


def read_rules(where: str | Path | Asked, report: Report, people: int | None = None) -> Rules | None:
    """Reads and parses a game and all it uses, and merges the variants asked for; None with the reasons in `report`.

    Where so many people cannot play it, but a game `based on` it in the same folder is for them, it is that one. In place of
    a game a variant may be named: that is its base with it.
    """
    asked = where if isinstance(where, Asked) else Asked(str(where))
    rules = _read_one(asked, report)
    if rules is None or people is None or people in rules.people():
        return rules
    return _based_on(rules, people) or rules


def _based_on(rules: Rules, people: int) -> Rules | None:
    """The game beside this one that takes it for its base and is for so many."""
    return next((other for other in _all_based_on(rules) if people in other.people()), None)


def _all_based_on(rules: Rules) -> Iterator[Rules]:
    for path in sorted(rules.path.parent.glob("*.rules")):
        other = _read_one(evolve(rules.asked, where=str(path)), Report()) if path != rules.path else None
        if other is not None:
            if any(isinstance(line, ast.BasedOn) and line.name.text == rules.name for line in other.game.lines or ()):
                yield other


def numbers_of_people(rules: Rules) -> tuple[int, ...]:
    """How many people can play it, or a game beside it that takes it for its base, fewest first."""
    return tuple(sorted({*rules.people(), *(people for other in _all_based_on(rules) for people in other.people())}))


def _read_one(asked: Asked, report: Report) -> Rules | None:
    asked = _its_base(asked, report)
    path = find_game(asked.where)
    if path is None and report.ok:
        help_ = suggestion(asked.where, [*games(), *variants()]) or BY_PATH
        report.add(codes.NO_SUCH_GAME, NOWHERE, name=asked.where, help=help_)
    if path is None:
        return None
    seen: Seen = {}
    first = _read(path, report, seen)
    if first is None:
        return None
    game = next((declaration for declaration in first.declarations if isinstance(declaration, ast.Game)), None)
    if game is None:
        _no_game(path, first, report)
        return None
    rules = Rules(path, game, asked=asked)
    _gather(rules, path, first, True, report, seen)
    _merged(rules, report)
    rules.rulebook = _rulebook(rules, report)
    return rules


def _no_game(path: Path, file: ast.File, report: Report) -> None:
    """Says so; where the file has what only a game has, it is its first line that is missing."""
    own = next((line for line in file.declarations if isinstance(line, ast.Setup | ast.Play | ast.Winner)), None)
    if own is None:
        report.add(codes.NOT_A_GAME, NOWHERE, name=path.name)
        return
    help_ = f'the first line of a game is `game {path.stem} "Its title" for 2..4 players`'
    report.add(codes.NOT_A_GAME, own.span.source.line_span(own.span.line), name=path.name, help=help_)


def _its_base(asked: Asked, report: Report) -> Asked:
    """A variant in place of a game is its base with it; so is the first of the variants, where no game is named."""
    if not asked.where and asked.variants:
        asked = evolve(asked, where=asked.variants[0], variants=asked.variants[1:])
    path = find_game(asked.where)
    if path is None:
        file = find_variant_of_any(asked.where)
        base = base_of(file, report) if file is not None else None
        return evolve(asked, where=str(base), variants=(asked.where, *asked.variants)) if base is not None else asked
    source = read_source(path, Report())
    if source is None or "\nvariant " not in f"\n{source.text}" or "\ngame " in f"\n{source.text}":
        return asked
    base = base_of(path, report)
    return evolve(asked, where=str(base), variants=(str(path), *asked.variants)) if base is not None else asked


def _merged(rules: Rules, report: Report) -> None:
    """The variants asked for, and the errata, merged into the game's files."""
    stack = Stack([file for file, _ in rules.parts], rules.paths, report)
    stack.gather(rules.asked)
    used = {applied.path for applied in stack.applied}
    rules.stack = stack.applied
    rules.variant_files = {path: file for path, file in stack.files.items() if file is not None and path in used}
    more = _libraries(rules, report)
    stack.parts, stack.bases = [file for file, _ in rules.parts], [base + more for base in stack.bases]
    if stack.applied and report.ok:
        _take_over(rules, *merge(stack.parts, stack.bases, stack.applied, rules.path.parent, report))


def _libraries(rules: Rules, report: Report) -> int:
    """Takes in the libraries that the files of variants use and the game does not; gives how many files they are."""
    extra, known = Rules(rules.path, rules.game), {path.resolve() for path in rules.paths}
    for path, file in rules.variant_files.items():
        for name, missing in _used(file):
            library = find_library(name.text, path)
            if library is None:
                report.add(missing, name.span, name=name.text, help=suggestion(name.text, _near(path, missing)))
            elif library.resolve() not in known and (part := _read(library, report, {})) is not None:
                _gather(extra, library, part, False, report, dict.fromkeys(rules.paths))
                known |= {other.resolve() for other in extra.paths}
    rules.parts[:0], rules.paths[:0], rules.sources[:0] = extra.parts, extra.paths, extra.sources
    return len(extra.parts)


def _take_over(rules: Rules, files: list[ast.File], removed: Removed) -> None:
    """The merged files in place of those that were read; the title says what is played."""
    rules.parts = [(file, whole) for file, (_, whole) in zip(files, rules.parts, strict=True)]
    rules.removed = rules.removed | removed
    game = next(declaration for declaration in files[-1].declarations if isinstance(declaration, ast.Game))
    rules.game = ast.changed(game, title=ast.changed(game.title, text=_title(game.title.text, rules.stack)))


def _title(title: str, stack: list[Applied]) -> str:
    own = [applied.variant.title.text for applied in stack if not applied.erratum]
    return f"{title}, with {' and '.join(own)}" if own else title


def edited(rules: Rules, edits: tuple[ast.Node, ...], report: Report) -> Rules:
    """The same rules with the edits of a scenario made on top of whatever is merged in already."""
    name = ast.Ident("this scenario", span=edits[0].span)
    variant = ast.Variant(name, ast.Text("", span=name.span), rules.game.name, None, edits, span=edits[0].span)
    applied = Applied(variant, rules.path, frozenset(other.name for other in rules.stack))
    rules_ = evolve(rules, removed=dict(rules.removed))
    files, last = [file for file, _ in rules.parts], len(rules.parts) - 1
    _take_over(rules_, *merge(files, [last], [applied], rules.path.parent, report))
    return rules_


def _read(path: Path, report: Report, seen: Seen) -> ast.File | None:
    source = read_source(path, report)
    if source is None:
        return None
    seen[path] = parse(source, report)
    return seen[path]


def _gather(rules: Rules, path: Path, file: ast.File, whole: bool, report: Report, seen: Seen) -> None:
    """A file after the files it uses, each once."""
    for name, missing in _used(file):
        library = find_library(name.text, path)
        if library is None:
            report.add(missing, name.span, name=name.text, help=suggestion(name.text, _near(path, missing)))
        elif library not in seen and (part := _read(library, report, seen)) is not None:
            _gather(rules, library, part, False, report, seen)
    rules.parts.append((file, whole))
    rules.paths.append(path)
    rules.sources.append(file.span.source)


def _used(file: ast.File) -> Iterator[tuple[ast.Ident, Code]]:
    """The names of the files that a file takes in, each with the mistake it is if there is no such file."""
    for declaration in file.declarations:
        match declaration:
            case ast.Use(names):
                yield from ((name, codes.NO_SUCH_LIBRARY) for name in names)
            case ast.Game(lines=lines):
                yield from ((line.name, codes.NO_SUCH_GAME) for line in lines or () if isinstance(line, ast.BasedOn))


def _near(path: Path, missing: Code) -> list[str]:
    """The names that may have been meant: files beside this one, and our library or our games."""
    beside = [other.stem for other in path.parent.glob("*.rules") if other != path]
    return beside + (games() if missing is codes.NO_SUCH_GAME else libraries())


def _rulebook(rules: Rules, report: Report) -> Rulebook | None:
    for (file, _), path in zip(reversed(rules.parts), reversed(rules.paths), strict=True):
        for declaration in file.declarations:
            for line in getattr(declaration, "lines", None) or () if isinstance(declaration, ast.Game) else ():
                if isinstance(line, ast.Rulebook):
                    return read_rulebook(path.parent, line.name.text, report, line.span)
    return None


def all_variants(rules: Rules) -> list[ast.Variant]:
    """Every variant there is of the game and of those it is based on, whether it is applied or not: in their own files, and in
    their folders."""
    return Stack([file for file, _ in rules.parts], rules.paths, Report()).every()


def variants_of(rules: Rules) -> list[ast.Variant]:
    """Those of this game itself, not of one it is based on, and those of them in turn."""
    every = all_variants(rules)
    known = {rules.name}
    while more := {variant.name.text for variant in every if variant.base.text in known} - known:
        known |= more
    return [variant for variant in every if variant.base.text in known]
