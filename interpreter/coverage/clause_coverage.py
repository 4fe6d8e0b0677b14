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
        return [one for one in self.cited if not one.by]


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
        return [one for one in self.entries if one.status == status]

    @property
    def failed(self) -> list[ScenarioResult]:
        """The scenarios that do not pass; what they would exercise does not count."""
        return [one for one in self.results if not one.passed]

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
    runs = [run for one in results for run in one.runs if run.passed and run.seen is not None]
    titles = {id(run): f"{one.title}, {run.title}" if run.title else one.title for one in results for run in one.runs}
    entries = {c.id: _entry(c, citations, runs, titles) for c in rulebook.binding()}
    for one in unencoded:
        for entry in [entries[name] for name in one.ids if name in entries and not entries[name].cited]:
            entry.status, entry.reason = UNENCODED, one.reason
            entry.cited = [Cited(one)]
    _follow(entries, rulebook)
    wide = tuple(one for one in citations if len(one.ids) > MOST_CITED)
    errors = tuple(one for one in report.sorted() if one.severity == "error")
    unplayed = suite.count - len(results) if suite.stopped else 0
    return Coverage(rulebook, tuple(entries.values()), tuple(citations), tuple(results), wide, errors, unplayed)


def watched_scenarios(rules: Rules, report: Report, jobs: int = 1, tell: Tell = lambda done, count: None) -> Suite:
    """The scenarios of all games of the folder, each run with what was seen of it."""
    return run_suite(rules, report, jobs, files_of(rules), watch=True, tell=tell)


# ------------------------------------------------------------------ what is looked at


def games_of(rules: Rules) -> list[Rules]:
    """The game, and those beside it that share a file of their folder with it."""
    folder, found = rules.path.resolve().parent, [rules]
    own = {path.resolve() for path in rules.paths if path.resolve().parent == folder}
    for path in sorted(folder.glob("*.rules")):
        other = load(evolve(rules.asked, where=str(path)), Report()) if path != rules.path.resolve() else None
        if other is not None and other.rulebook is not None and own & {one.resolve() for one in other.paths}:
            found.append(other)
    return found


def rule_files(rules: Rules) -> list[ast.File]:
    """The files of the game's folder that hold its rules, those of games that share it included; no library of ours."""
    home = rules.path.resolve().parent
    found: dict[str, ast.File] = {}                # by name
    for game in games_of(rules):
        for (file, _), path in zip(game.parts, game.paths, strict=True):
            if path.resolve().parent == home:
                found.setdefault(file.span.source.name, file)
    return list(found.values())


def files_of(rules: Rules) -> list[Path]:
    """The files that hold scenarios of these games."""
    found = [path for one in games_of(rules) for path in scenario_files(one.path)] + [one.path for one in rules.stack]
    return list({path.resolve(): path for path in found}.values())


def citations_of(family: list[Rules]) -> tuple[list[Citation], list[Citation]]:
    """Every citation of the games' files, each file once; those of `unencoded` apart. Scenarios carry nothing out."""
    files = {file.span.source.name: file for rules in family for file, _ in rules.parts}
    found: list[Citation] = []
    unencoded: list[Citation] = []
    for file in files.values():
        for one in file.declarations:
            for citation in _citing(one, None) if not isinstance(one, TESTS) else ():
                (unencoded if isinstance(citation.node, ast.Unencoded) else found).append(citation)
    return found, unencoded


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
    made = Entry(clause, named=_distinct(titles[id(run)] for run in naming))
    for citation in _innermost([one for one in citations if clause.id in one.ids]):
        made.cited.append(Cited(citation, _distinct(titles[id(run)] for run in naming if exercised(citation, run))))
    if made.cited:
        made.status = EXERCISED if any(one.by for one in made.cited) else UNEXERCISED
    return made


def _distinct(titles: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(titles))


def _innermost(found: list[Citation]) -> list[Citation]:
    """Inner beats outer: a block that cites what a line inside it cites, too, is not what carries it out."""
    return [one for one in found if not any(_within(other, one) for other in found if other is not one)]


def _within(inner: Citation, outer: Citation) -> bool:
    name, start, end = place(inner.node.span)
    return name == outer.span.source.name and outer.node.span.start <= start and end <= outer.node.span.end


# ------------------------------------------------------------------ clauses that repeat others


def repeated(clause: Clause, rulebook: Rulebook) -> tuple[str, ...]:
    """The clauses that a clause of kind `repeat` says again, by its words or notes."""
    found: list[str] = []
    for text in (clause.text, clause.notes) if clause.kind == "repeat" else ():
        for listed in _REPEATS.findall(text):
            for first, last in _RANGE.findall(listed):
                found += expand(first, last) if last else (first,)
    return tuple(dict.fromkeys(name for name in found if name in rulebook.clauses and name != clause.id))


def _follow(entries: dict[str, Entry], rulebook: Rulebook) -> None:
    """A repetition is as the worst of what it repeats; what does not bind asks nothing of it."""
    for entry in entries.values():
        entry.follows = repeated(entry.clause, rulebook)
    for entry in [one for one in entries.values() if one.follows and one.status != UNENCODED]:
        entry.status = _status(entry, entries, frozenset())


def _status(entry: Entry, entries: dict[str, Entry], seen: frozenset) -> str:
    if not entry.follows or entry.clause.id in seen:
        return entry.status
    seen |= {entry.clause.id}
    found = {_status(entries[name], entries, seen) for name in entry.follows if name in entries}
    return next((one for one in (UNCITED, UNEXERCISED, UNENCODED) if one in found), EXERCISED)
