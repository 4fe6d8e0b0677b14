"""Everything that can be known to be wrong before play with what somebody names: a game, a variant, scenarios, strategies.

In:  a game's name or a path; what is asked of a game: numbers of people, options, data.
Out: a Verdict. `stages` gives it bit by bit, what is quickest first, so that an editor need not wait for the rest: names and
     types, the checks with the fewest people, every other number of people, the scenarios.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

from attrs import define, evolve, field, frozen

from interpreter.check.declarations import check_heading
from interpreter.lower.scope import Context
from interpreter.pipeline import load, prepare
from interpreter.project.files import read_source
from interpreter.scenario.proofread import proofread, proofread_file
from interpreter.session.bound_players import proofread_bounds
from interpreter.session.strategies import proofread_file as proofread_strategy_file, proofread_strategies
from interpreter.syntax.parser import parse
from interpreter.text import codes
from interpreter.text.diagnostic import Diagnostic, listed, Report
from interpreter.variant.rules import Rules
from interpreter.variant.stack import Asked

Where = str | Path | Asked
Lowered = dict[int, Context]                       # the game as it was made for so many people


@frozen
class Wish:
    """How a game is to be checked; without data of one's own its scenarios are read as well."""

    people: tuple[int, ...]
    options: dict = field(factory=dict)
    data: dict = field(factory=dict)


@define
class Verdict:
    """What was found in what was named."""

    name: str
    found: list[Diagnostic]
    what: str = ""                               # what it is, in words
    assumed: dict = field(factory=dict)

    @property
    def ok(self) -> bool:
        """No error?"""
        return not any(one.severity == "error" for one in self.found)


def everybody(rules: Rules) -> Wish:
    """Every number of people that can play it, its options as they are at first."""
    return Wish(tuple(rules.people()))


def verdict_on(where: Where, wish: Callable[[Rules], Wish] = everybody) -> Verdict:
    """The whole of it."""
    report = Report()
    rules = load(where, report)
    if rules is None:
        return _part(str(where), report)
    if not report.ok:
        return Verdict(rules.called, report.sorted(), "nothing further was checked")
    wanted = wish(rules)
    runs, lowered = _runs(rules, wanted)
    found = [*report.sorted(), *merged(runs)]
    if not wanted.data and not any(one.severity == "error" for one in found):
        found += proofread(rules, lowered={} if wanted.options else lowered)      # with other data they need not make sense
        found += proofread_strategies(rules, lowered[wanted.people[0]])
        found += proofread_bounds(rules, lowered[wanted.people[0]])
    assumed = {name: counted for ctx in lowered.values() for name, counted in ctx.spec.assumed.items()}
    if rules.variants:                                 # what is noted of the base is told where the base is checked
        found, assumed = [one for one in found if not _of_base(rules, one)], {}
    return Verdict(rules.called, found, _ways(list(wanted.people)), assumed)


@frozen
class Stage:
    """What is known so far. `last`: there is no more to come."""

    name: str
    found: list[Diagnostic]
    last: bool = False


def stages(where: Where, scenarios: bool = True) -> Iterator[Stage]:
    """The same as `verdict_on`, bit by bit: each stage holds what those before it held."""
    report = Report()
    rules = load(where, report)
    if rules is None or not report.ok:
        yield Stage("read", verdict_on(where).found, True)
        return
    people, said = tuple(rules.people()), report.sorted()
    first = Report()
    prepare(rules, people[0], {}, first, checks=False)
    yield Stage("names and types", [*said, *first.sorted()])
    lowered: Lowered = {}
    runs: dict[int, list[Diagnostic]] = {}
    for number in people:
        more, made = _runs(rules, Wish((number,)))
        runs, lowered = runs | more, lowered | made
        if number == people[0]:
            yield Stage("checks", _told(rules, [*said, *runs[number]]))
    found = [*said, *merged(runs)]
    wrong = any(one.severity == "error" for one in found)
    yield Stage("every number of people", _told(rules, found), wrong or not scenarios)
    if scenarios and not wrong:
        found += [*proofread(rules, lowered=lowered), *proofread_strategies(rules, lowered[people[0]])]
        found += proofread_bounds(rules, lowered[people[0]])
        yield Stage("scenarios", _told(rules, found), True)


def _told(rules: Rules, found: list[Diagnostic]) -> list[Diagnostic]:
    return [one for one in found if not _of_base(rules, one)] if rules.variants else found


def _of_base(rules: Rules, note: Diagnostic) -> bool:
    """Is it no mistake, and about a file that the variants only build on?"""
    return note.severity == "note" and note.span.source in {file.span.source for file, _ in rules.parts} - rules.own


def _part(where: str, report: Report) -> Verdict:
    """A file that is no game: scenarios, read with the game they use, or a library, of which only the writing counts."""
    found = [one for one in report.sorted() if one.code is not codes.NOT_A_GAME or not one.span.is_nowhere]
    scenarios = None if found else proofread_file(Path(where))
    if scenarios is not None:
        return Verdict(where, scenarios, "read with the game they are of; `test` plays them")
    strategies = None if found else proofread_strategy_file(Path(where))
    if strategies is not None:
        seated = "a seat is given one with `--seat NAME=STRATEGY`"
        return Verdict(where, strategies, f"read with the game they are for; {seated}")
    found = found or _without_heading(Path(where))
    return Verdict(where, found, "" if found else "read; its rules are checked with the games that use it")


def _without_heading(path: Path) -> list[Diagnostic]:
    """What is wrong with the heading of a file that no game names."""
    report = Report()
    source = read_source(path, report)
    file = parse(source, Report()) if source is not None else None
    if file is not None:
        check_heading(file, report)
    return report.sorted()


def _runs(rules: Rules, wanted: Wish) -> tuple[dict[int, list[Diagnostic]], Lowered]:
    """What is said with each number of people, and the game as it was lowered for them."""
    runs, lowered = {}, {}
    for people in wanted.people:
        report = Report()
        lowered[people] = prepare(rules, people, wanted.options, report, wanted.data)
        runs[people] = report.sorted()
    return runs, lowered


def merged(runs: dict[int, list[Diagnostic]]) -> list[Diagnostic]:
    """Each diagnostic once; one that not every number of players meets says with how many it does."""
    met: dict[tuple, list[int]] = {}
    first: dict[tuple, Diagnostic] = {}
    for people, found in runs.items():
        for one in found:
            key = (one.code.id, *one.place, one.message if one.span.is_nowhere else "")
            first.setdefault(key, one)
            met.setdefault(key, []).append(people)
    made = []
    for key, one in first.items():
        some = met[key]
        note = () if len(some) == len(runs) else (f"with {listed(map(str, some), 'or')} players",)
        made.append(evolve(one, notes=one.notes + note))
    return sorted(made, key=lambda one: one.place)


def _ways(wanted: list[int]) -> str:
    if len(wanted) == 1:
        return f"checked for {wanted[0]} player{'' if wanted[0] == 1 else 's'}"
    return f"checked for {wanted[0]} to {wanted[-1]} players"
