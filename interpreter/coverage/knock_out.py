"""Tests the scenarios: if a line of the rules is left out, some scenario must fail.

In:  Rules with a rulebook, and what its scenarios showed with the rules as they are.
Out: for each cited guard, `if` of an alternative, leg of a route, trigger, score and scoring line of the game's own file, how
     it was noticed: by a scenario that failed, by rules that can no longer be loaded, or not at all.

A line is dropped from the tree in memory, never from a file. Scenarios that name its clauses are played first, and the first
run that fails though it passed before ends the search. A run that failed before tells nothing.
"""

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from attrs import define, evolve, field, frozen

from interpreter.coverage.clause_coverage import citations_of, Coverage, files_of, games_of, rule_files
from interpreter.coverage.exercised import Citation
from interpreter.lower.symbols import declared
from interpreter.pipeline import load, prepare
from interpreter.scenario.expansion import Run, runs
from interpreter.scenario.given import Shelf
from interpreter.scenario.runner import carry_out_run, find_scenarios
from interpreter.scenario.trace import Place, place
from interpreter.syntax import ast
from interpreter.text.diagnostic import Report
from interpreter.variant.rules import Rules
from interpreter.variant.stack import Asked
from interpreter.workers import shared_out

N = TypeVar("N", bound=ast.Node)
LEGS = (ast.LegStep, ast.LegHop, ast.LegMustStop, ast.LegMayStop, ast.LegMayNotEnd)
WHOLE = (*ast.NARROWING, *LEGS, ast.Trigger, ast.Score)              # dropped as they are
SCORING = (ast.CaseIf, ast.Row)                                   # dropped where a score or the winner is worked out from them


@frozen
class Knocked:
    """One line that was not there: `by` is the scenario that noticed, empty if none did."""

    where: str
    line: str
    ids: tuple[str, ...]
    by: str = ""

    @property
    def survived(self) -> bool:
        """Did nothing notice?"""
        return not self.by


NOT_LOADED = "the rules cannot be loaded without it"


def knock_outs(rules: Rules, before: Coverage, jobs: int | None = None) -> list[Knocked]:
    """Drops each line in turn; several processes share the work."""
    citations = targets(rules)
    passed = frozenset((result.title, run.title) for result in before.results for run in result.runs if run.passed)
    jobs = min(jobs or os.cpu_count() or 1, len(citations))
    if jobs <= 1:
        bench = Bench(rules, passed)
        return [bench.without(citation) for citation in citations]
    keys = [place(citation.node.span) for citation in citations]
    found = dict(shared_out(_without, keys, jobs, _set_up, (rules.asked, passed)))
    return [found[number] for number in range(len(keys))]


_own: list["Bench"] = []                                    # the bench of a process that shares the work


def _set_up(asked: Asked, passed: frozenset[tuple[str, str]]) -> None:
    rules = load(asked, Report())
    if rules is None:
        raise RuntimeError(f"{asked} has changed while it was looked at")
    _own[:] = [Bench(rules, passed)]


def _without(key: Place) -> Knocked:
    bench = _own[0]
    return bench.without(next(citation for citation in targets(bench.rules) if place(citation.node.span) == key))


# ------------------------------------------------------------------ what can be dropped


def targets(rules: Rules) -> list[Citation]:
    """The cited lines of the game's own file that can be dropped one by one."""
    own = {file.span.source.name for file in rule_files(rules)} & {source.name for source in rules.sources}
    scoring = _scoring(rules)
    return [
        citation for citation in citations_of([rules])[0] if citation.node.span.source.name in own
        and (isinstance(citation.node, WHOLE) or (isinstance(citation.node, ast.Alternative) and citation.node.test is not None)
             or citation.node in scoring)
    ]


def _scoring(rules: Rules) -> set[ast.Node]:
    """The lines with an `if` and the rows from which scores and the winner are worked out, through whatever they name."""
    world = declared(rules, Report())
    known = world.defines | world.tables
    edge = [*world.scores.values(), *([world.winner] if world.winner is not None else [])]
    reached: set[ast.Node] = set()
    while edge:
        inside = list(ast.walk(edge.pop()))
        names = {node.text for node in inside if isinstance(node, ast.Name)}
        names |= {node.name.text for node in inside if isinstance(node, ast.Apply)}
        new = [known[name] for name in names if name in known and known[name] not in reached]
        reached.update(new)
        edge += new
    return {node for declared in reached for node in ast.walk(declared) if isinstance(node, SCORING)}


def without(node: N, key: Place) -> N:
    """The same tree without the node that stands there; an alternative only loses its `if`."""
    if isinstance(node, ast.Alternative) and place(node.span) == key:
        return ast.changed(node, test=None)
    changes = {}
    for name in ast.parts_of(node):
        old = getattr(node, name)
        new = _part_without(old, key)
        if new is not old:
            changes[name] = new
    return ast.changed(node, **changes) if changes else node


def _part_without(part: object, key: Place) -> object:
    """The same for a field of a node, which may hold nodes in tuples, or none."""
    if isinstance(part, tuple):
        kept = tuple(_part_without(inner, key) for inner in part if not _dropped(inner, key))
        same = len(kept) == len(part) and all(a is b for a, b in zip(kept, part, strict=True))
        return part if same else kept
    return without(part, key) if isinstance(part, ast.Node) else part


def _dropped(node: object, key: Place) -> bool:
    return isinstance(node, (*WHOLE, *SCORING)) and place(node.span) == key


# ------------------------------------------------------------------ whether it is noticed


Entry = tuple[str, Run, Path, Path, frozenset[str]]      # title, run, the game's file, folder of the data, clauses it names


@define(eq=False)
class Bench:
    """A game with its scenarios, read once, on which one line after the other is left out."""

    rules: Rules
    passed: frozenset[tuple[str, str]]           # title of the scenario, and of the run
    family: list[Rules] = field(init=False)
    runs: list[Entry] = field(init=False)

    def __attrs_post_init__(self):
        self.family = games_of(self.rules)
        scenarios = find_scenarios(self.rules, Report(), files_of(self.rules))
        self.runs = [
            (scenario.title.text, run, game.path.resolve(), folder, _named(run))
            for scenario, game, folder in scenarios for run in runs(scenario)
            if (scenario.title.text, run.title) in self.passed
        ]

    def without(self, citation: Citation) -> Knocked:
        """Who notices that this line is not there?"""
        first = sorted(self.runs, key=lambda entry: not entry[4] & set(citation.ids))
        by = self.noticed(lambda game: _reduced(game, place(citation.node.span)), first)
        return Knocked(citation.where, citation.line, citation.ids, by)

    def noticed(self, changed: Callable[[Rules], Rules], entries: Iterable[Entry]) -> str:
        """The first of these runs that does not pass with the rules changed; empty if all pass."""
        games = {game.path.resolve(): changed(game) for game in self.family}
        if not _loads(games[self.rules.path.resolve()]):
            return NOT_LOADED
        shelves = {path: Shelf(game, others=_based_on(game, games)) for path, game in games.items()}
        for title, run, path, folder, _ in entries:
            if not carry_out_run(run, shelves[path], folder).passed:
                return f"{title}, {run.title}" if run.title else title
        return ""


def _named(run: Run) -> frozenset[str]:
    """The clauses that the run and its lines cite one by one."""
    cites = (*run.cites, *(cite for line in run.lines for cite in getattr(line, "cites", None) or ()))
    return frozenset(cite.first.text for cite in cites)


def _reduced(game: Rules, key: Place) -> Rules:
    return evolve(game, parts=[(without(file, key), whole) for file, whole in game.parts])


def _based_on(game: Rules, games: dict[Path, Rules]) -> dict[Path, Rules]:
    """The games based on this one, under the paths by which a shelf looks for them."""
    own = game.path.resolve()
    based = {path: other for path, other in games.items() if path != own and own in {file.resolve() for file in other.paths}}
    return {game.path.parent / path.name: other for path, other in based.items()}


def _loads(game: Rules) -> bool:
    report = Report()
    prepare(game, game.people().start, {}, report)
    return report.ok

