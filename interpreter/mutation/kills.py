"""Mutation testing of rules: for each small mistake in the rules, does anything notice it?

In:  Rules, and Mutants of the files of their folder (mutation/mutants.py).
Out: a Fate for each: what noticed it (the checks, a scenario, a random play), or that nothing did. `equivalents`, the mutants
     of which a table says why no play can tell them from the rules. A fate is kept on disk as soon as it is there (workers.py).

A game's scenarios are played once with the rules as they are, to see which lines each of them carries out. With a mistake in,
the scenarios that carry out its line come first, the shortest before the others, then those that reach the declaration it is
in; if none of either does, or a `define` is changed, all of them. What they miss, random plays at every number of players may
notice: by a fault, an `always` line that does not hold, a thing lost or doubled, or by not ending.
"""

import csv
import gc
import os
import signal as signals
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from time import perf_counter

import attrs
from attrs import asdict, define, field, frozen

from interpreter import cache
from interpreter.cache import program
from interpreter.core.question import Over
from interpreter.coverage.clause_coverage import files_of, games_of, rule_files, watched_scenarios
from interpreter.coverage.knock_out import Bench, NOT_LOADED
from interpreter.engine.machine import Machine, start
from interpreter.ir.model import Spec
from interpreter.laws.laws import Order
from interpreter.laws.script import answer, Broken, Cast, Script
from interpreter.laws.search import look_at
from interpreter.mutation.mutants import Mutant, mutants, mutated
from interpreter.pipeline import load, prepare
from interpreter.project.files import digest
from interpreter.scenario.given import wanted as given
from interpreter.scenario.trace import Seen
from interpreter.syntax import ast
from interpreter.text.diagnostic import Fault, InternalError, Report, Unplayable
from interpreter.text.source import Source
from interpreter.variant.rules import Rules
from interpreter.variant.stack import Asked
from interpreter.workers import carried_out, Carrier, Processes, Sort

CHECKS, SCENARIOS, PLAYS = "the checks", "a scenario", "a random play"
LONGEST = 60                                       # seconds of a processor for one mutant: one that needs more does not end
LONGER = 20                                        # times as many questions as the longest play of the rules: it does not end


@frozen
class Fate:
    """What became of one mutant: `by` is the sort of thing that noticed it, empty if nothing did; `how` says more."""

    name: str
    by: str = ""
    how: str = ""
    seconds: float = 0.0

    @property
    def survived(self) -> bool:
        """Did nothing notice it?"""
        return not self.by


@frozen
class Named:
    """A mutant as a piece of work: its name, and the state of the rules (`state_of`) of which it is a change."""

    name: str
    state: str

    @property
    def key(self) -> str:
        """What names its fate on disk."""
        return f"{self.state}-{self.name}"


KEPT: Sort[Named, Fate] = Sort("fates", lambda named: named.key, asdict, lambda data: Fate(**data))


def fates(rules: Rules, chosen: Sequence[Mutant], plays: int = 12, carrier: Carrier | None = None, people: int | None = None,
          afresh: bool = False) -> Generator[Fate, None, None]:
    """The fate of each, as soon as it is known; `afresh`: of none it is known from an earlier run. With a number of `people`,
    only scenarios and plays of so many may notice."""
    state, carrier = state_of(rules, plays, people), carrier or Processes(os.cpu_count() or 1)
    pieces, known = [Named(mutant.name, state) for mutant in chosen], tuple[object, ...]()
    if afresh or any(cache.kept(KEPT.folder, piece.key) is None for piece in pieces):
        trial = Trial.of(rules, plays, people)
        _own[:] = [state, trial, {mutant.name: mutant for mutant in chosen}]
        known = (state, rules.asked, trial.bench.passed, trial.lines, plays, trial.longest, people)
    with closing(carried_out(KEPT, _fate, pieces, carrier, _set_up, known, afresh)) as found:
        yield from (fate for _, fate in found)


_own: list = []                                    # of a process that shares the work: state, trial, mutants by name


def _set_up(state: str, asked: Asked, passed: frozenset, *known) -> None:
    """Makes ready; the process that shares the work out is, and so are those that are forked from it."""
    if not _own or _own[0] != state:
        rules = load(asked.here(), Report())
        if rules is None:
            raise InternalError(f"{asked.where} could be read a moment ago, and cannot be read now")
        by_name = {mutant.name: mutant for mutant in mutants(rule_files(rules))}
        _own[:] = [state, Trial(rules, Bench(rules, passed), *known), by_name]
    _settle_memory()


def _settle_memory() -> None:
    """Keeps the garbage collector from going through the rules again for each mutant."""
    gc.collect()
    gc.freeze()


def _fate(named: Named) -> Fate:
    return _own[1].fate(_own[2][named.name])


# ------------------------------------------------------------------ one mutant


@define(eq=False)
class Trial:
    """A game with its scenarios, and what each of them carries out."""

    rules: Rules
    bench: Bench
    lines: dict[tuple, frozenset]                  # title and run -> the lines it carries out, as (file, line)
    plays: int
    longest: dict[int, int] = field(factory=dict)  # people -> pauses of the longest play of the rules as they are
    people: int | None = None                      # only what so many play may notice

    @property
    def counts(self) -> list[int]:
        """The numbers of players of random plays."""
        return [*self.rules.people()] if self.people is None else [self.people]

    @classmethod
    def of(cls, rules: Rules, plays: int, people: int | None = None) -> "Trial":
        """Plays the scenarios and some random plays with the rules as they are."""
        results = watched_scenarios(rules, Report()).results
        runs = [((result.title, run.title), run) for result in results for run in result.runs]
        passed = frozenset(key for key, run in runs if run.passed)
        sources = {file.span.source.name: file.span.source for file in rule_files(rules)}
        lines = {key: _lines(run.seen, sources) for key, run in runs if run.seen is not None}
        trial = cls(rules, Bench(rules, passed), lines, plays, people=people)
        for count in trial.counts:
            spec = prepare(rules, count, {}, Report()).spec
            seeds = range(count, plays + count, len(trial.counts))
            trial.longest[count] = max([_length(spec, seed) for seed in seeds], default=0)
        _settle_memory()
        return trial

    def fate(self, mutant: Mutant) -> Fate:
        """What notices it first: the checks, a scenario or a play?"""
        began = perf_counter()
        try:
            with _at_most(LONGEST):
                by, how = self._noticed(mutant)
        except (_TooLong, MemoryError):
            by, how = PLAYS, f"it has not come to an end after {LONGEST} seconds, or needs more memory than a game can"
        return Fate(mutant.name, by, how, round(perf_counter() - began, 2))

    def _noticed(self, mutant: Mutant) -> tuple[str, str]:
        changed = _changed(mutant)
        how = self.bench.noticed(changed, self._order(mutant))
        if how:
            return (CHECKS, how) if how == NOT_LOADED else (SCENARIOS, how)
        how = self._in_plays(changed(self.rules))
        return (PLAYS, how) if how else ("", "")

    def _order(self, mutant: Mutant) -> Iterator:
        """The runs worth playing: those that carry out the line, first those that carry out few, then those that reach its
        declaration. How long they took does not count: it is another time each time, and then another scenario notices first.

        A `define` that depends on nothing but options is worked out before play, so that no run is seen to carry it out: there
        the others come last.
        """
        line = (mutant.old.span.source.name, mutant.old.span.line)
        around = _lines_of(mutant.top)
        runs = sorted(filter(self._of_so_many, self.bench.runs), key=lambda entry: len(self.lines.get(_key(entry), ())))
        first = [entry for entry in runs if line in self.lines.get(_key(entry), ())]
        then = [entry for entry in runs if entry not in first and around & self.lines.get(_key(entry), frozenset())]
        wanted = first + then
        if not wanted or isinstance(mutant.top, ast.Define | ast.DefineCases):
            wanted += [entry for entry in runs if entry not in wanted]
        yield from wanted

    def _of_so_many(self, entry: tuple) -> bool:
        """Is it a run with the number of players that is looked at?"""
        _, run, _, folder, _ = entry
        return self.people is None or self.people == (len(given(run.lines, folder).players) or self.rules.people().start)

    def _in_plays(self, rules: Rules) -> str:
        """What goes wrong in random plays, in words."""
        counts = self.counts
        specs: dict[int, Spec] = {}
        for k in range(self.plays):
            count, report = counts[k % len(counts)], Report()
            if count not in specs:
                specs[count] = prepare(rules, count, {}, report).spec
            if not report.ok:
                return f"with {count} players: {report.errors[0].message}"
            spec = specs[count]
            wrong = _goes_wrong(spec, k + counts[0], LONGER * self.longest[count])
            if wrong:
                return f"a play of {count}: {wrong}"
        return ""


class _TooLong(Exception):
    """A mutant takes all the time there is."""


@contextmanager
def _at_most(seconds: int) -> Iterator[None]:
    """Raises _TooLong in what takes more seconds of a processor; where a system has no such alarm, nothing is ended."""
    if not hasattr(signals, "setitimer"):
        yield
        return

    def ring(*_):
        raise _TooLong

    before = signals.signal(signals.SIGVTALRM, ring)
    signals.setitimer(signals.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signals.setitimer(signals.ITIMER_VIRTUAL, 0)
        signals.signal(signals.SIGVTALRM, before)


def _key(entry) -> tuple:
    return entry[0], entry[1].title


def _changed(mutant: Mutant) -> Callable[[Rules], Rules]:
    """A function that gives rules with the mistake in."""
    name = mutant.old.span.source.name

    def changed(game: Rules) -> Rules:
        apart = not game.stack                     # nothing of one file stands in another's declarations
        parts = [(file if apart and file.span.source.name != name else mutated(file, mutant.old, mutant.new), whole)
                 for file, whole in game.parts]
        return attrs.evolve(game, parts=parts)

    return changed


# ------------------------------------------------------------------ lines


def _lines(seen: Seen, sources: dict[str, Source]) -> frozenset:
    places = [place for place in seen.executed | seen.worked if place[0] in sources]
    return frozenset((name, sources[name].line_and_column(start)[0]) for name, start, _ in places)


def _lines_of(node: ast.Node) -> frozenset:
    name, first = node.span.source.name, node.span.line
    return frozenset((name, first + k) for k in range(node.span.text.count("\n") + 1))


# ------------------------------------------------------------------ plays


def _length(spec: Spec, seed: int) -> int:
    return sum(1 for _ in _pauses(spec, seed, None))


def _goes_wrong(spec: Spec, seed: int, most: int) -> str:
    """What is wrong in a play, or nothing."""
    try:
        order = Order(spec)
        for pauses, machine in enumerate(_pauses(spec, seed, most)):
            look_at(order, machine)
            if pauses >= most:
                return f"it has not ended after {most} questions"
    except (Fault, Unplayable, Broken) as wrong:
        return str(wrong).split("\n")[0]
    return ""


def _pauses(spec: Spec, seed: int, most: int | None) -> Iterator[Machine]:
    machine, cast = Machine(spec, start(spec)), Cast(spec, Script(seed))
    while not isinstance(stop := machine.advance(), Over):
        yield machine
        answer(machine, stop, cast)


# ------------------------------------------------------------------ mutants that change nothing


TABLE = "equivalents.tsv"
COLUMNS = ["mutant", "line", "change", "why"]


@frozen
class Equivalents:
    """The reasons by the mutant's name; `stale`, the rows that name no mutant or give no reason."""

    why: dict[str, str]
    stale: tuple[str, ...] = ()


def equivalents(rules: Rules, every: list[Mutant]) -> Equivalents:
    """What the table beside the game says; nothing, if there is none."""
    path = rules.path.resolve().parent / TABLE
    if not path.is_file():
        return Equivalents({})
    by_name, why, stale = {mutant.name: mutant for mutant in every}, {}, []
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            mutant = by_name.get(row.get("mutant") or "")
            reason = (row.get("why") or "").strip()
            if mutant is None or not reason or (row.get("line"), row.get("change")) != (mutant.line, mutant.change):
                stale.append(f"{row.get('mutant')}: {row.get('line')}")
            else:
                why[mutant.name] = reason
    return Equivalents(why, tuple(stale))


# ------------------------------------------------------------------ what a fate depends on


def state_of(rules: Rules, plays: int, people: int | None = None) -> str:
    """A digest of what a fate depends on: the program, rules, variants, tables and scenarios, how many plays are tried, and of
    how many people (None: any number)."""
    folder = rules.path.resolve().parent
    games = games_of(rules)
    read = {path.resolve() for game in games for path in game.paths} | {Path(file).resolve() for file in files_of(rules)}
    read |= set(folder.rglob("*.csv"))
    files = (part for path in sorted(read) for part in (path.name, path))
    return digest(program(), f"{plays} {people}", *rules.variants, *files)[:16]


__all__ = [
    "CHECKS", "COLUMNS", "Equivalents", "Fate", "PLAYS", "SCENARIOS", "TABLE", "equivalents", "fates", "state_of",
]
