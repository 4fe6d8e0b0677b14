"""A game tried out by playing it: every law at every number of players and in every mode.

In:  Rules, how many plays a law, how many seconds in all, in how many processes.
Out: `Trial`s, one for each law, number of players and mode, as they are done; `findings`, those that broke a law.

Modes are the games that are `based on` this one in its folder. The time is shared out evenly; a law that has nothing to look at
(no step in which everyone acts at once, no triggers that may come together) is left out. A failure is kept in a folder and
tried first the next time.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

from attrs import define, evolve, frozen

from interpreter import ir
from interpreter.coverage.clause_coverage import games_of
from interpreter.ir.model import Spec
from interpreter.laws.confluence import members_of, rivals
from interpreter.laws.script import sit_down
from interpreter.laws.search import Law, LAWS, search, Searched, TRIGGERS
from interpreter.lower.scope import Context
from interpreter.pipeline import load, prepare
from interpreter.session.strategies import portfolio
from interpreter.text.diagnostic import InternalError, Report
from interpreter.variant.rules import Rules
from interpreter.variant.stack import Asked
from interpreter.workers import shared_out

NAMES = ("Ann", "Bob", "Cora", "Dan", "Eve", "Fay", "Gus", "Hal")
RESERVE = 0.04                                     # of the time: for laws whose first play takes longer than there is time
GRACE = 0.05                                       # of the time: so much more there is to make a failure small
MOST_READY = 24                                    # games made ready that are kept at hand


@frozen
class Profile:
    """How much is tried: plays for each law and number of players, seconds in all, and after how many replies a costly law
    leaves a play (None: it plays it to the end); `seed` is what plays are drawn from unless another is asked for (None:
    another one each time)."""

    plays: int
    seconds: float
    replies: int | None = None
    seed: int | None = 1


PROFILES = {"quick": Profile(40, 20.0, 100), "deep": Profile(2000, 900.0, seed=None)}


@frozen
class Task:
    """One law of one game for so many people, with the options that differ from the recommended ones. `kept` is the folder of
    failures. Times are as time.monotonic() tells them: `until` is when the next law should begin, `end` when there is no more
    time for any law, but for `grace` seconds to make a failure small; without them the law has its `seconds`, whenever it
    begins."""

    asked: Asked
    people: int
    law: str
    plays: int
    seconds: float
    seed: int = 1
    options: tuple[tuple[str, str], ...] = ()
    kept: str = ""
    replies: int | None = None
    until: float | None = None
    end: float | None = None
    grace: float = 0.0


@define(eq=False)
class Trial:
    """What came of a task. `mode` names a game based on the one that is tried; `errors` say why it cannot be made ready."""

    task: Task
    mode: str
    searched: Searched | None
    errors: tuple[str, ...] = ()

    @property
    def untried(self) -> bool:
        """Was there no time for this law?"""
        return not self.errors and (self.searched is None or self.searched.untried)


def names_for(count: int) -> tuple[str, ...]:
    """Names for so many people."""
    return NAMES[:count] + tuple(f"Seat{k}" for k in range(len(NAMES) + 1, count + 1))


def made_ready(rules: Rules, people: int, options: dict) -> tuple[Context, Report]:
    """The game for so many named people, with its strategies; made once for all that this process does with these rules."""
    key = tuple(file for file, _ in rules.parts), people, tuple(options.items())
    if key not in _ready:
        if len(_ready) >= MOST_READY:
            _ready.clear()
        report = Report()
        ctx = prepare(rules, people, options, report, names=names_for(people))
        if report.ok:
            sit_down(ctx.spec, portfolio(rules, ctx, Report()))
        _ready[key] = ctx, report
    return _ready[key]


_ready: dict[tuple, tuple[Context, Report]] = {}   # what is at hand: trees, people, options


# ------------------------------------------------------------------ sharing out


def tasks(rules: Rules, profile: Profile, people: tuple[int, ...] = (), seed: int = 1, options: dict | None = None,
          jobs: int = 1, kept: str = "") -> list[Task]:
    """One for each law, number of players and mode; the time shared out evenly."""
    todo, words = [], tuple((options or {}).items())
    for game in games_of(rules):
        if game is not rules and options:
            continue                               # a mode has options of its own
        asked = evolve(rules.asked, where=str(game.path))
        _read[asked] = game
        for count in [number for number in game.people() if not people or number in people]:
            ctx, report = made_ready(game, count, options or {})
            for law in LAWS if report.ok else LAWS[:1]:
                if not report.ok or applies(law, ctx.spec):
                    replies = profile.replies if law.costly else None
                    todo.append(Task(asked, count, law.name, profile.plays, 0.0, seed, words, kept, replies))
    share = profile.seconds * jobs / max(1, len(todo))
    return [evolve(task, seconds=share) for task in todo]


def applies(law: Law, spec: Spec) -> bool:
    """Has the law something to look at in this game?"""
    if law.name == "together":
        return acts_at_once(spec)
    return law.name != TRIGGERS or bool(rivals(spec) or members_of(spec))


def by_the_clock(wanted: list[Task], seconds: float, end: float, jobs: int) -> list[Task]:
    """The same tasks, with times such that all are done at the `end` of so many seconds: a law that is done early leaves the
    rest of its time to the next."""
    now, rounds = monotonic(), max(1, -(-len(wanted) // jobs))
    each = max(0.0, end - seconds * RESERVE - now) / rounds
    return [evolve(task, until=now + each * (number // jobs + 1), end=end, grace=seconds * GRACE)
            for number, task in enumerate(wanted)]


def acts_at_once(spec: Spec) -> bool:
    """Is there a step in which everyone acts at the same time?"""
    return any(isinstance(op, ir.Together) for op in spec.plan)


def trials(rules: Rules, wanted: list[Task], jobs: int | None = None) -> Iterator[tuple[int, Trial]]:
    """Carries the tasks out, several processes sharing the work; gives each Trial with its task's number, as it is done."""
    pieces = [(task, rules.name) for task in wanted]
    yield from shared_out(_carry_out, pieces, jobs or os.cpu_count() or 1)


def _carry_out(piece: tuple[Task, str]) -> Trial:
    return carry_out(*piece)


_read: dict[Asked, Rules] = {}                     # what this process has read already, or the one that it was forked from


def rules_read(asked: Asked) -> Rules:
    """The rules, read once in a process. InternalError if they cannot be read: they could, when the work was shared out."""
    if asked not in _read:
        rules = load(asked, Report())
        if rules is None:
            raise InternalError(f"{asked.where} could be read a moment ago, and cannot be read now")
        _read[asked] = rules
    return _read[asked]


def carry_out(task: Task, name: str) -> Trial:
    """Tries one law. `name` is the game that is tried: another game is a mode of it."""
    rules = rules_read(task.asked)
    mode = "" if rules.name == name else rules.name
    if task.end is not None and monotonic() > task.end:
        return Trial(task, mode, None)
    ctx, report = made_ready(rules, task.people, dict(task.options))
    if not report.ok:
        return Trial(task, mode, None, tuple(f"{error.message} ({error.span})" for error in report.errors))
    kept = Path(task.kept) / f"{rules.called}-{task.people}-{task.law}.json".replace(" ", "-") if task.kept else None
    seconds = task.seconds if task.until is None else max(0.0, task.until - monotonic())
    searched = search(ctx.spec, law_named(task.law), task.plays, seconds, task.seed, kept, task.replies, task.end, task.grace)
    return Trial(task, mode, searched)


def law_named(name: str) -> Law:
    """A law by its name."""
    return next(law for law in LAWS if law.name == name)


# ------------------------------------------------------------------ what it comes to


def in_order(trials: list[Trial]) -> list[Trial]:
    """The trials by mode, number of players and law, whichever was done first."""
    names = [law.name for law in LAWS]
    return sorted(trials, key=lambda trial: (bool(trial.mode), trial.mode, trial.task.people, names.index(trial.task.law)))


def findings(trials: list[Trial]) -> list[Trial]:
    """The trials that found something, each thing once: with the fewest players that show it."""
    first: dict[tuple, Trial] = {}
    for trial in in_order(trials):
        finding = trial.searched.finding if trial.searched is not None else None
        if finding is not None:
            first.setdefault((trial.mode, finding.wrong.key), trial)
    return list(first.values())


__all__ = [
    "PROFILES", "Profile", "Task", "Trial", "by_the_clock", "carry_out", "findings", "in_order", "law_named", "made_ready",
    "names_for", "rules_read", "tasks", "trials",
]
