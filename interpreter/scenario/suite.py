"""All scenarios of a game: shared out among processes, and played only if anything has changed since they last passed.

In:  Rules, a Report for what keeps a file from being read, the files, how many processes; a Watch or none.
Out: a Suite: the results in the order of the files. A scenario that is known to pass is not played again; its result is the one
     of when it was played.

Whether a scenario passes depends on its lines, on the game's files and data, and on the program: a result is kept under a
digest of them (cache.py). One that fails is played each time, so that what is told of it is true now.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from attrs import define, field, frozen

from interpreter import cache
from interpreter.pipeline import load
from interpreter.project.files import read_text, variant_files
from interpreter.scenario.given import Shelf
from interpreter.scenario.runner import find_scenarios, own_files, run_scenario, RunResult, ScenarioResult
from interpreter.scenario.trace import place, Seen, Watch
from interpreter.syntax import ast
from interpreter.text.diagnostic import Diagnostic, Report
from interpreter.text.source import Source, Span
from interpreter.variant.rules import Rules
from interpreter.variant.stack import Asked
from interpreter.workers import shared_out

PIECE = 4                                          # scenarios that one process plays before it tells of them
FEW = 12                                           # scenarios that are not worth another process
_GAME = re.compile(r"^game +\w", re.MULTILINE)
_SCENARIO = re.compile(r"^ *(?:add +)?scenario\b", re.MULTILINE)


@frozen
class Piece:
    """One of `parts` parts of a file, the `part`-th. Without a `path` it is the game's own file of this `number`."""

    number: int
    path: Path | None
    part: int
    parts: int

    def of(self, things: list) -> list:
        """The part of these things."""
        return things[len(things) * self.part // self.parts:len(things) * (self.part + 1) // self.parts]


@define(eq=False)
class Suite:
    """What came of the scenarios of so many; `stopped`: somebody did not want to wait for the rest."""

    count: int
    results: list[ScenarioResult] = field(factory=list)
    stopped: bool = False


def run_suite(
    rules: Rules, report: Report, jobs: int, files: list[Path] | None = None, watch: bool = False, data: dict | None = None,
    only: str | None = None, tell: Callable[[int, int], None] = lambda done, count: None,
) -> Suite:
    """Plays them, or takes what is known. `tell` hears how many are done, and of how many. Ctrl-C ends it with what there
    is."""
    pieces = list(_pieces(own_files(rules) if files is None else files, files is not None))
    suite = Suite(sum(count for _, count in pieces))
    jobs = jobs if suite.count > FEW else 1
    by_piece: dict[int, tuple] = {}
    tell(0, suite.count)
    HERE.update({"rules": rules, "asked": rules.asked})
    given = (rules.asked, watch, data or {}, only, jobs > 1)
    try:
        for number, came in shared_out(_played, [piece for piece, _ in pieces], jobs, _begin, given):
            by_piece[number] = came
            tell(pieces[number][1], suite.count)
    except KeyboardInterrupt:
        suite.stopped = True
    finally:
        HERE.clear()
    _put_together(suite, report, pieces, by_piece)
    return suite


def _pieces(files: list[Path], by_path: bool) -> Iterator[tuple[Piece, int]]:
    """The pieces, each with the number of its scenarios."""
    for number, path in enumerate(files):
        text = read_text(path)
        count = len(_SCENARIO.findall(text)) if isinstance(text, str) else 0
        parts = max(1, -(-count // PIECE))
        for piece in (Piece(number, path if by_path else None, part, parts) for part in range(parts)):
            yield piece, len(piece.of([None] * count))


def _put_together(suite: Suite, report: Report, pieces: list[tuple[Piece, int]], by_piece: dict[int, tuple]) -> None:
    """In the order of the files; what cannot be read is told once, by the first piece of a file."""
    for number, (results, said) in sorted(by_piece.items()):
        suite.results += results
        report.diagnostics += said if pieces[number][0].part == 0 else ()


# ------------------------------------------------------------------ in a process

HERE: dict[str, Any] = {}                          # what this process plays, by the names that `_begin` gives


def _begin(asked: Asked, watch: bool, data: dict, only: str | None, shared: bool) -> None:
    """Makes ready; a process that was forked has the rules already."""
    if HERE.get("asked") != asked:
        HERE.update({"asked": asked, "rules": load(asked, Report())})
    HERE.update({"watch": watch, "data": data, "only": only, "shared": shared, "shelves": {}, "bases": {}, "read": {}})


def _played(piece: Piece) -> tuple[list[ScenarioResult], list[Diagnostic]]:
    """What came of a piece, and what is wrong with its file."""
    scenarios, said = _read(piece.number, piece.path)
    wanted = [row for row in piece.of(scenarios) if HERE["only"] is None or HERE["only"].lower() in row[0].title.text.lower()]
    for shelf in HERE["shelves"].values() if HERE["shared"] else ():
        shelf.told.clear()                         # what another process has told is not told above
    watch = Watch() if HERE["watch"] else None
    return [_result(scenario, game, folder, watch) for scenario, game, folder in wanted], said


def _read(number: int, path: Path | None) -> tuple[list[tuple[ast.Scenario, Rules, Path]], list[Diagnostic]]:
    """The scenarios of a file, and what is wrong with it."""
    if (number, path) not in HERE["read"]:
        report = Report()
        scenarios = find_scenarios(HERE["rules"], report, None if path is None else [path], number if path is None else None)
        HERE["read"][number, path] = list(scenarios), report.diagnostics
    return HERE["read"][number, path]


def _result(scenario: ast.Scenario, game: Rules, folder: Path, watch: Watch | None) -> ScenarioResult:
    """What is known of it, or what comes of it now."""
    if game.path not in HERE["bases"]:
        HERE["bases"][game.path] = _of_game(game, HERE["data"])
    key = cache.digest(HERE["bases"][game.path], *_of_scenario(scenario, game, folder))
    sort = "scenarios" if watch is None else "scenarios-watched"
    known = cache.kept(sort, key)
    if known is not None:
        return _from_data(scenario, known)
    shelf = HERE["shelves"].setdefault(game.path, Shelf(game, data=HERE["data"]))
    result = run_scenario(scenario, shelf, folder, watch)
    if result.passed:
        cache.keep(sort, key, _as_data(result))
    return result


# ------------------------------------------------------------------ what a result hangs on


def _of_game(game: Rules, data: dict) -> str:
    """A digest of the game's tree, of all files that it is made of, and of games and data that lie beside them."""
    folders = dict.fromkeys(path.resolve().parent for path in game.paths)
    beside = [path for folder in folders for path in sorted(folder.iterdir()) if _matters(path)]
    named = [path for file, _ in game.parts for path in _files_named(file, game.path.parent)]
    parts = [text for applied in game.stack for text in (applied.name, applied.variant.span.source.text)]
    parts += [str(game.path.resolve()), repr(game.asked), *(source.text for source in game.sources)]
    parts += [words for file, _ in game.parts for words in _words(file)]
    parts += [text for name, path in sorted(data.items()) for text in (name, _text(path))]
    return cache.digest(*parts, *(text for path in dict.fromkeys([*beside, *named]) for text in (path.name, _text(path))))


def _matters(path: Path) -> bool:
    """Of rules files only other games matter, which may be based on this one; what this one uses is read already."""
    return path.is_file() and (path.suffix != ".rules" or _GAME.search(_text(path)) is not None)


def _of_scenario(scenario: ast.Scenario, game: Rules, folder: Path) -> Iterator[str]:
    """Its words, those of the positions that it names, the files that it gives, and where it names variants, theirs."""
    yield from (scenario.span.source.name, scenario.span.text)
    yield from _words(scenario)
    yield from (_text(path) for path in _files_named(scenario, folder))
    if any(isinstance(node, ast.ScenarioVariant) for node in ast.walk(scenario)):
        yield from (_text(path) for path in variant_files(game.path))


def _words(tree: ast.Node) -> Iterator[str]:
    """What a tree is made of: the sorts of its nodes, and the words of those that have none inside them."""
    for node in ast.walk(tree):
        yield type(node).__name__
        if next(ast.children(node), None) is None:
            yield node.span.text


def _files_named(node: ast.Node, folder: Path) -> Iterator[Path]:
    """The files that words in quotes may name."""
    for word in ast.walk(node):
        if isinstance(word, ast.Text) and "." in word.text and "\n" not in word.text and len(word.text) < 200:
            path = folder / word.text
            if path.is_file():
                yield path


def _text(path: Path) -> str:
    text = read_text(Path(path))
    return text if isinstance(text, str) else text.what


# ------------------------------------------------------------------ as plain data


def _as_data(result: ScenarioResult) -> list:
    return [_run_as_data(run) for run in result.runs]


def _run_as_data(run: RunResult) -> dict:
    data = {"title": run.title, "clauses": run.clauses, "seconds": run.seconds}
    if run.seen is not None:
        data |= {"refused": [place(span) for span in run.refused], "faults": [place(span) for span in run.faults]}
        data["seen"] = {name: list(getattr(run.seen, name)) for name in SEEN}
    return data


SEEN = ("executed", "worked", "used", "looked", "touched", "limits")


def _from_data(scenario: ast.Scenario, known: list) -> ScenarioResult:
    return ScenarioResult(scenario.title.text, scenario.title.span, tuple(_run_from_data(scenario, run) for run in known))


def _run_from_data(scenario: ast.Scenario, known: dict) -> RunResult:
    result = RunResult(known["title"], scenario.title.span, clauses=tuple(known["clauses"]), seconds=known["seconds"])
    if "seen" in known:
        result.seen = Seen(**{name: frozenset(map(tuple, known["seen"][name])) for name in SEEN})
        result.refused, result.faults = ([_span(*stored) for stored in known[name]] for name in ("refused", "faults"))
    return result


def _span(name: str, start: int, end: int) -> Span:
    """A place that is only compared with others."""
    return Source(name, "").span(start, end)

