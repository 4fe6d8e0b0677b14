"""Positions that scenarios share: the `given` lines that a name stands for (language.md 2.23).

In:  a file of scenarios, where it lies, the game it is about, and a Report.
Out: a Positions; its `spelled_out` gives a scenario with the lines of each position where it names one, so that whoever
     carries scenarios out never meets a name; None with the reason in the report if a name means nothing.

A position is found in the file itself, in the game's files, or in a library that one of them uses. It may name others.
"""

import re
from pathlib import Path

import attrs
from attrs import define, field

from interpreter.load import Rules
from interpreter.syntax import ast
from interpreter.syntax.files import find_library, read_source, read_text, scenario_files, short_name
from interpreter.syntax.parse import parse
from interpreter.text import codes
from interpreter.text.render import suggestion
from interpreter.text.report import Report

BRANCHES = (ast.ScenarioCase, ast.ScenarioWith, ast.ScenarioRows)


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
        for name in [name for one in file.declarations if isinstance(one, ast.Use) for name in one.names]:
            found = find_library(name.text, path)
            if found is None and name.text != game.name:
                self.report.add(codes.NO_SUCH_LIBRARY, name.span, name=name.text, help=suggestion(name.text, _beside(path)))
            known = {*seen, *(one.resolve() for one in game.paths)}
            if found is None or found.resolve() in known:
                continue
            seen.add(found.resolve())
            part = self._read(found)
            if part is not None and not any(isinstance(one, ast.Game) for one in part.declarations):
                self._follow(part, found, game, seen)

    def _read(self, path: Path) -> ast.File | None:
        if path.resolve() not in self.read:
            source = read_source(path, self.report)
            self.read[path.resolve()] = parse(source, self.report) if source is not None else None
        return self.read[path.resolve()]

    def _take(self, file: ast.File) -> None:
        for one in file.declarations:
            if isinstance(one, ast.Position):
                earlier = self.named.setdefault(one.name.text, one)
                if earlier is not one:
                    facts = {"name": one.name.text, "where": str(earlier.name.span)}
                    self.report.add(codes.DECLARED_TWICE, one.name.span, **facts)

    # ---------------------------------------------------------------- in place of the names

    def spelled_out(self, scenario: ast.Scenario) -> ast.Scenario | None:
        """The scenario with the lines of the positions it names."""
        lines = self._lines(scenario.lines, ())
        return None if lines is None else attrs.evolve(scenario, lines=lines)

    def _lines(self, lines: tuple, within: tuple[str, ...]) -> tuple | None:
        made: list[ast.Node] = []
        for line in lines:
            if isinstance(line, ast.GivenPosition):
                put = self._position(line, within)
            elif isinstance(line, BRANCHES):
                inner = self._lines(line.lines, within)
                put = None if inner is None else (attrs.evolve(line, lines=inner),)
            else:
                put = (line,)
            if put is None:
                return None
            made += put
        return tuple(made)

    def _position(self, line: ast.GivenPosition, within: tuple[str, ...]) -> tuple | None:
        name = line.name.text
        found = self.named.get(name)
        if found is None:
            help_ = suggestion(name, self.named) or self._elsewhere(name)
            self.report.add(codes.NO_SUCH_POSITION, line.name.span, name=name, help=help_)
            return None
        if name in within:
            self.report.add(codes.SCENARIO_GIVEN, line.name.span, why=f"the position `{name}` would be given within itself")
            return None
        return self._lines(found.lines, (*within, name))


    def _elsewhere(self, name: str) -> str | None:
        """The file of the game's scenarios that declares it, which nobody has named with `use`."""
        heading = re.compile(rf"^position {re.escape(name)}\b", re.MULTILINE)
        for path in scenario_files(self.game):
            text = read_text(path)
            if isinstance(text, str) and heading.search(text):
                return f"it is declared in {short_name(path)}: write `use {path.stem}` at the top of this file"
        return None


def _beside(path: Path) -> list[str]:
    return [one.stem for one in path.parent.glob("*.rules") if one != path]


__all__ = ["Positions"]
