"""From a scenario as written to its runs: named positions written out, then one run for each case, option and row.

In:  `Positions`: a file of scenarios, where it lies, the game it is about, and a Report. `runs`: a scenario.
Out: `Positions.spelled_out`: the scenario with the lines of each position where it names one; None with the reason in the
     report if a name means nothing. `runs`: a Run for each way through it, each from the beginning.

A position is found in the file itself, in the game's files, or in a library that one of them uses. It may name others. After
this file nobody meets the name of a position or a branch of a scenario.
"""

import re
from itertools import zip_longest
from pathlib import Path
from typing import assert_never

from attrs import define, evolve, field, frozen

from interpreter.project.files import find_library, read_source, read_text, scenario_files, short_name
from interpreter.syntax import ast
from interpreter.syntax.parser import parse
from interpreter.text import codes
from interpreter.text.diagnostic import Diagnostic, Report, suggestion
from interpreter.text.source import Span
from interpreter.variant.rules import Rules

Branch = ast.ScenarioCase | ast.ScenarioWith | ast.ScenarioVariant | ast.ScenarioRows
BRANCHES = (ast.ScenarioCase, ast.ScenarioWith, ast.ScenarioVariant, ast.ScenarioRows)


@define(eq=False)
class Positions:
    """What the positions of one file's scenarios are called."""

    report: Report
    read: dict[Path, ast.File | None]              # libraries of positions that were read already
    named: dict[str, ast.Position] = field(factory=dict)
    game: Path = Path()                            # the file of the game that the scenarios are about

    def gather(self, file: ast.File, path: Path, game: Rules) -> "Positions":
        """Takes in those of the game, of this file, and of the libraries that this file uses."""
        self.game = game.path
        for part, _ in game.parts:
            self._take(part)
        if file.span.source.name not in {source.name for source in game.sources}:
            self._follow(file, path, game, {path.resolve()})
        return self

    def _follow(self, file: ast.File, path: Path, game: Rules, seen: set[Path]) -> None:
        self._take(file)
        for name in [name for node in file.declarations if isinstance(node, ast.Use) for name in node.names]:
            library = find_library(name.text, path)
            if library is None and name.text != game.name:
                self.report.add(codes.NO_SUCH_LIBRARY, name.span, name=name.text, help=suggestion(name.text, _beside(path)))
            known = {*seen, *(other.resolve() for other in game.paths)}
            if library is None or library.resolve() in known:
                continue
            seen.add(library.resolve())
            part = self._read(library)
            if part is not None and not any(isinstance(declaration, ast.Game) for declaration in part.declarations):
                self._follow(part, library, game, seen)

    def _read(self, path: Path) -> ast.File | None:
        if path.resolve() not in self.read:
            source = read_source(path, self.report)
            self.read[path.resolve()] = parse(source, self.report) if source is not None else None
        return self.read[path.resolve()]

    def _take(self, file: ast.File) -> None:
        for declaration in file.declarations:
            if isinstance(declaration, ast.Position):
                earlier = self.named.setdefault(declaration.name.text, declaration)
                if earlier is not declaration:
                    facts = {"name": declaration.name.text, "where": str(earlier.name.span)}
                    self.report.add(codes.DECLARED_TWICE, declaration.name.span, **facts)

    # ---------------------------------------------------------------- in place of the names

    def spelled_out(self, scenario: ast.Scenario) -> ast.Scenario | None:
        """The scenario with the lines of the positions it names."""
        lines = self._lines(scenario.lines, ())
        return None if lines is None else ast.changed(scenario, lines=lines)

    def _lines(self, lines: tuple[ast.Node, ...], within: tuple[str, ...]) -> tuple[ast.Node, ...] | None:
        expanded: list[ast.Node] = []
        for line in lines:
            if isinstance(line, ast.GivenPosition):
                put = self._position(line, within)
            elif isinstance(line, BRANCHES):
                inner = self._lines(line.lines, within)
                put = None if inner is None else (ast.changed(line, lines=inner),)
            else:
                put = (line,)
            if put is None:
                return None
            expanded += put
        return tuple(expanded)

    def _position(self, line: ast.GivenPosition, within: tuple[str, ...]) -> tuple[ast.Node, ...] | None:
        name = line.name.text
        position = self.named.get(name)
        if position is None:
            help_ = suggestion(name, self.named) or self._elsewhere(name)
            self.report.add(codes.NO_SUCH_POSITION, line.name.span, name=name, help=help_)
            return None
        if name in within:
            self.report.add(codes.SCENARIO_GIVEN, line.name.span, why=f"the position `{name}` would be given within itself")
            return None
        return self._lines(position.lines, (*within, name))

    def _elsewhere(self, name: str) -> str | None:
        """The file of the game's scenarios that declares it, which nobody has named with `use`."""
        heading = re.compile(rf"^position {re.escape(name)}\b", re.MULTILINE)
        for path in scenario_files(self.game):
            text = read_text(path)
            if isinstance(text, str) and heading.search(text):
                return f"it is declared in {short_name(path)}: write `use {path.stem}` at the top of this file"
        return None


def _beside(path: Path) -> list[str]:
    return [other.stem for other in path.parent.glob("*.rules") if other != path]


# ------------------------------------------------------------------ the runs of a scenario


NAMED = {                                          # the words of a line that a row may give
    ast.Answers: ("seat", "decision"), ast.Asks: ("seat", "decision"), ast.Takes: ("seat", "offer"),
    ast.ThenAsked: ("decision",), ast.GivenOption: ("option",),
}


@frozen(eq=False)
class Run:
    """One way through a scenario. `title` is empty for a scenario without branches."""

    title: str
    span: Span = field(repr=False)
    lines: tuple[ast.Node, ...]
    cites: tuple = ()


def runs(scenario: ast.Scenario) -> list[Run]:
    """Every run of a scenario."""
    return _runs(scenario.lines, Run("", scenario.title.span, (), tuple(scenario.cites or ())))


def _runs(lines: tuple[ast.Node, ...], before: Run) -> list[Run]:
    ways: list[Run] = []
    trunk: list[ast.Node] = []
    after = False
    for _, line in ast.documented(lines):
        if isinstance(line, BRANCHES):
            ways += _branch(line, evolve(before, lines=before.lines + tuple(trunk)))
            after = False
        else:
            trunk.append(line)
            after = True
    if after or not ways:
        ways.append(evolve(before, lines=before.lines + tuple(trunk)))
    return ways


def _branch(line: Branch, before: Run) -> list[Run]:
    match line:
        case ast.ScenarioCase(title, cites, lines):
            return _runs(lines, _titled(before, title.text, title.span, before.lines, cites))
        case ast.ScenarioWith(settings, cites, lines):
            words = ", ".join(" ".join(setting.span.text.split()) for setting in settings)
            return _runs(lines, _titled(before, f"with {words}", settings[0].span, before.lines + settings, cites))
        case ast.ScenarioVariant(names, cites, lines):
            words = ", ".join(name.text for name in names)
            return _runs(lines, _titled(before, f"with variant {words}", names[0].span, (*before.lines, line), cites))
        case ast.ScenarioRows(rows=rows):
            return [run for k, row in enumerate(rows, start=1) for run in _row(line, row, k, before)]
        case _:
            assert_never(line)


def _titled(before: Run, title: str, span: Span, lines: tuple[ast.Node, ...], cites: ast.Cites = ()) -> Run:
    both = f"{before.title}, {title}" if before.title else title
    return Run(both, span, lines, before.cites + tuple(cites or ()))


def _row(table: ast.ScenarioRows, row: ast.Cells, number: int, before: Run) -> list[Run]:
    said = " | ".join(" ".join(value.span.text.split()) for value in row.values)
    values = dict(zip((cell.text for cell in table.header), row.values, strict=False))
    span = row.values[0].span if row.values else table.span
    lines = tuple(put_in(line, values) for line in table.lines)
    given = tuple(put_in(line, values) for line in before.lines)
    return _runs(lines, _titled(before, f"row {number}: {said}", span, given))


# ------------------------------------------------------------------ runs that test nothing


NAMING = (ast.GivenHolds, ast.GivenKnows, ast.ThenZoneHolds, ast.ThenKnows, ast.ThenDoesNotKnow)


def is_expectation(line: ast.Node) -> bool:
    """Is it a `then` line?"""
    return type(line).__name__.startswith("Then")


def slips(run: Run) -> list[Diagnostic]:
    """Mistakes in the form of a run, whatever the game: no `then`, an attempt that nothing expects to be refused, the same
    thing named twice in one line."""
    mistakes = []
    if not any(map(is_expectation, run.lines)):
        mistakes.append(_no_test(run.span, "no `then` says what is expected"))
    for line, following in zip_longest(run.lines, run.lines[1:]):
        if isinstance(line, ast.Asks) and not isinstance(following, ast.ThenRefused):
            why = "`asks` is an attempt, and no `then refused` stands below it; for an answer that is taken write `answers`"
            mistakes.append(_no_test(line.span, why))
        if isinstance(line, NAMING):
            said = [" ".join(item.span.text.split()) for item in line.items]
            twice = next((item for k, item in enumerate(line.items) if said[k] in said[:k]), None)
            if twice is not None:
                mistakes.append(_no_test(twice.span, f"`{twice.span.text}` is named twice"))
    return mistakes


def _no_test(span: Span, why: str) -> Diagnostic:
    return Diagnostic(codes.SCENARIO_NO_TEST, span, codes.SCENARIO_NO_TEST.says(why=why))


def put_in(node: ast.Node, values: dict[str, ast.Node]) -> ast.Node:
    """The same node with the values of a row in place of the names that head its columns."""
    if isinstance(node, ast.Name):
        return values.get(node.text, node)
    form: type = type(node)
    named, changes = NAMED.get(form, ()), {}
    for name in ast.parts_of(node):
        old = getattr(node, name)
        new = _word(old, values) if name in named else _put_in_part(old, values)
        if new is not old:
            changes[name] = new
    return ast.changed(node, **changes) if changes else node


def _put_in_part(part: object, values: dict[str, ast.Node]) -> object:
    """The same for a field of a node, which may hold nodes in tuples, or none."""
    if isinstance(part, tuple):
        filled = tuple(_put_in_part(inner, values) for inner in part)
        return part if all(a is b for a, b in zip(filled, part, strict=True)) else filled
    return put_in(part, values) if isinstance(part, ast.Node) else part


def _word(ident: ast.Ident, values: dict[str, ast.Node]) -> ast.Ident:
    given = values.get(ident.text)
    return ast.Ident(given.text, span=given.span) if isinstance(given, ast.Name) else ident
