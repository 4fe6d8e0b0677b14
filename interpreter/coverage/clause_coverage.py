"""Which clauses of a rulebook the rules carry out, and which of them the scenarios show.

In:  Rules with a rulebook beside them; every game of the same folder that shares it is looked at, too.
Out: a Coverage: for each clause that binds an Entry, which says where it is cited and which scenarios exercise it there.
     Raises ValueError for a game without a rulebook.

coverage/exercised.py says when a line that cites a clause counts as carried out; scenario/trace.py notes what the runs do.
See language.md 2.22 and docs/decisions/0006-coverage.md.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from attrs import define, evolve, field, frozen

from interpreter.check.citations import MOST_CITED, TESTS
from interpreter.coverage.exercised import Citation, exercised, Owner
from interpreter.pipeline import load
from interpreter.project.clauses import Clause, expand, Rulebook
from interpreter.project.files import scenario_files
from interpreter.scenario.runner import RunResult, ScenarioResult
from interpreter.scenario.suite import run_suite, Suite
from interpreter.scenario.trace import place
from interpreter.syntax import ast
from interpreter.text.diagnostic import Diagnostic, Report
from interpreter.variant.rules import Rules

MOST_UNENCODED = 12
EXERCISED, UNEXERCISED, UNCITED, UNENCODED = "exercised", "unexercised", "uncited", "unencoded"
Tell = Callable[[int, int], None]

_ID = r"[A-Z]+(?:-[A-Z]+)?-?\d+"
_JOINT = r"\s*(?:,|/|-|\.\.|and)\s*"
_REPEATS = re.compile(rf"\bRepeats\s+({_ID}(?:{_JOINT}{_ID})*)")
_RANGE = re.compile(rf"({_ID})(?:\s*(?:-|\.\.)\s*({_ID}))?")


@define(eq=False)
class Cited:
    """One place that cites a clause: `by` are the scenarios that exercise it there, `named` those that name the clause."""

    citation: Citation
    by: list[str] = field(factory=list)


@define(eq=False)
class Entry:
    """One clause that binds. A clause that repeats others (`follows`) is as they are."""

    clause: Clause
    status: str = UNCITED
    cited: list[Cited] = field(factory=list)
    named: list[str] = field(factory=list)         # scenarios that pass and name it
    reason: str = ""
    follows: tuple[str, ...] = ()

    @property
    def missed(self) -> list[Cited]:
        """The places that no scenario exercises."""
        return [cited for cited in self.cited if not cited.by]


@frozen(eq=False)
class Coverage:
    """All there is to say. `wide` are the citations of more than four clauses, `failed` the scenarios that do not pass."""

    rulebook: Rulebook
    entries: tuple[Entry, ...]
    citations: tuple[Citation, ...]
    results: tuple[ScenarioResult, ...]
    wide: tuple[Citation, ...] = ()
    found: tuple[Diagnostic, ...] = ()
    unplayed: int = 0                              # scenarios that somebody did not want to wait for

    def of(self, status: str) -> list[Entry]:
        """The entries that have come to this."""
        return [entry for entry in self.entries if entry.status == status]

    @property
    def failed(self) -> list[ScenarioResult]:
        """The scenarios that do not pass; what they would exercise does not count."""
        return [result for result in self.results if not result.passed]

    @property
    def too_many(self) -> bool:
        """Are more clauses left to people's hands than a rulebook can have?"""
        return len(self.of(UNENCODED)) > MOST_UNENCODED

    @property
    def ok(self) -> bool:
        """Is every clause that binds cited, and exercised where it has to be?"""
        open_ = self.of(UNCITED) or self.of(UNEXERCISED)
        return not (open_ or self.wide or self.failed or self.found or self.too_many or self.unplayed)


def coverage(rules: Rules, jobs: int = 1, tell: Tell = lambda done, count: None) -> Coverage:
    """Looks at a game that has a rulebook, and plays its scenarios; `tell` hears how many are played, and of how many."""
    rulebook, report = rules.rulebook, Report()
    if rulebook is None:
        raise ValueError(f"{rules.name} has no rulebook beside it")
    family = games_of(rules)
    suite = watched_scenarios(rules, report, jobs, tell)
    results = suite.results
    citations, unencoded = citations_of(family)
    runs = [run for result in results for run in result.runs if run.passed and run.seen is not None]
    titles = {id(run): f"{r.title}, {run.title}" if run.title else r.title for r in results for run in r.runs}
    entries = {c.id: _entry(c, citations, runs, titles) for c in rulebook.binding()}
    for citation in unencoded:
        for entry in [entries[name] for name in citation.ids if name in entries and not entries[name].cited]:
            entry.status, entry.reason = UNENCODED, citation.reason
            entry.cited = [Cited(citation)]
    _follow(entries, rulebook)
    wide = tuple(citation for citation in citations if len(citation.ids) > MOST_CITED)
    errors = tuple(diagnostic for diagnostic in report.sorted() if diagnostic.severity == "error")
    unplayed = suite.count - len(results) if suite.stopped else 0
    return Coverage(rulebook, tuple(entries.values()), tuple(citations), tuple(results), wide, errors, unplayed)


def watched_scenarios(rules: Rules, report: Report, jobs: int = 1, tell: Tell = lambda done, count: None) -> Suite:
    """The scenarios of all games of the folder, each run with what was seen of it."""
    return run_suite(rules, report, jobs, files_of(rules), watch=True, tell=tell)


# ------------------------------------------------------------------ what is looked at


def games_of(rules: Rules) -> list[Rules]:
    """The game, and those beside it that share a file of their folder with it."""
    folder, games = rules.path.resolve().parent, [rules]
    own = {path.resolve() for path in rules.paths if path.resolve().parent == folder}
    for path in sorted(folder.glob("*.rules")):
        other = load(evolve(rules.asked, where=str(path)), Report()) if path != rules.path.resolve() else None
        if other is not None and other.rulebook is not None and own & {file.resolve() for file in other.paths}:
            games.append(other)
    return games


def rule_files(rules: Rules) -> list[ast.File]:
    """The files of the game's folder that hold its rules, those of games that share it included; no library of ours."""
    home = rules.path.resolve().parent
    files: dict[str, ast.File] = {}                # by name
    for game in games_of(rules):
        for (file, _), path in zip(game.parts, game.paths, strict=True):
            if path.resolve().parent == home:
                files.setdefault(file.span.source.name, file)
    return list(files.values())


def files_of(rules: Rules) -> list[Path]:
    """The files that hold scenarios of these games."""
    paths = [path for game in games_of(rules) for path in scenario_files(game.path)] + [applied.path for applied in rules.stack]
    return list({path.resolve(): path for path in paths}.values())


def citations_of(family: list[Rules]) -> tuple[list[Citation], list[Citation]]:
    """Every citation of the games' files, each file once; those of `unencoded` apart. Scenarios carry nothing out."""
    files = {file.span.source.name: file for rules in family for file, _ in rules.parts}
    citations: list[Citation] = []
    unencoded: list[Citation] = []
    for file in files.values():
        for declaration in file.declarations:
            for citation in _citing(declaration, None) if not isinstance(declaration, TESTS) else ():
                (unencoded if isinstance(citation.node, ast.Unencoded) else citations).append(citation)
    return citations, unencoded


def _citing(node: ast.Node, owner: Owner | None) -> Iterator[Citation]:
    cites = getattr(node, "cites", None)
    if cites:
        ids = [name for cite in cites for name in _ids(cite)]
        yield Citation(node, tuple(ids), owner, span=cites[0].span)
    for child in ast.children(node):
        yield from _citing(child, node if isinstance(node, Owner) else owner)


def _ids(cite: ast.Cite) -> tuple[str, ...]:
    return (cite.first.text,) if cite.last is None else expand(cite.first.text, cite.last.text)


# ------------------------------------------------------------------ one clause


def _entry(clause: Clause, citations: list[Citation], runs: list[RunResult], titles: dict[int, str]) -> Entry:
    naming = [run for run in runs if clause.id in run.clauses]
    entry = Entry(clause, named=_distinct(titles[id(run)] for run in naming))
    for citation in _innermost([c for c in citations if clause.id in c.ids]):
        entry.cited.append(Cited(citation, _distinct(titles[id(run)] for run in naming if exercised(citation, run))))
    if entry.cited:
        entry.status = EXERCISED if any(cited.by for cited in entry.cited) else UNEXERCISED
    return entry


def _distinct(titles: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(titles))


def _innermost(citations: list[Citation]) -> list[Citation]:
    """Inner beats outer: a block that cites what a line inside it cites, too, is not what carries it out."""
    return [inner for inner in citations if not any(_within(other, inner) for other in citations if other is not inner)]


def _within(inner: Citation, outer: Citation) -> bool:
    name, start, end = place(inner.node.span)
    return name == outer.span.source.name and outer.node.span.start <= start and end <= outer.node.span.end


# ------------------------------------------------------------------ clauses that repeat others


def repeated(clause: Clause, rulebook: Rulebook) -> tuple[str, ...]:
    """The clauses that a clause of kind `repeat` says again, by its words or notes."""
    names: list[str] = []
    for text in (clause.text, clause.notes) if clause.kind == "repeat" else ():
        for listed in _REPEATS.findall(text):
            for first, last in _RANGE.findall(listed):
                names += expand(first, last) if last else (first,)
    return tuple(dict.fromkeys(name for name in names if name in rulebook.clauses and name != clause.id))


def _follow(entries: dict[str, Entry], rulebook: Rulebook) -> None:
    """A repetition is as the worst of what it repeats; what does not bind asks nothing of it."""
    for entry in entries.values():
        entry.follows = repeated(entry.clause, rulebook)
    for entry in [candidate for candidate in entries.values() if candidate.follows and candidate.status != UNENCODED]:
        entry.status = _status(entry, entries, frozenset())


def _status(entry: Entry, entries: dict[str, Entry], seen: frozenset) -> str:
    if not entry.follows or entry.clause.id in seen:
        return entry.status
    seen |= {entry.clause.id}
    statuses = {_status(entries[name], entries, seen) for name in entry.follows if name in entries}
    return next((status for status in (UNCITED, UNEXERCISED, UNENCODED) if status in statuses), EXERCISED)
