"""All that can be found out about a game by playing it: every law at every number of players and in every mode.

In:  Rules, how many plays a law, how many seconds in all, in how many processes.
Out: `Trial`s, one for each law, number of players and mode, as they are done; `verdict`, what they come to for each number.

Modes are the games that are `based on` this one in its folder. The time is shared out evenly; a law that has nothing to look at
(no step in which everyone acts at once, no triggers that may come together) is left out. A failure is kept in a folder and tried first the next time.
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
from interpreter.text.diagnostic import Report
from interpreter.variant.rules import Rules
from interpreter.variant.stack import Asked
from interpreter.workers import shared_out

NAMES = ("Ann", "Bob", "Cora", "Dan", "Eve", "Fay", "Gus", "Hal")
RESERVE = 0.1                                      # of the time: for laws whose first play takes longer than there is time
GRACE = 0.05                                       # of the time: so much more there is to make a failure small
MOST_MADE = 24                                     # games made ready that are kept at hand


@frozen
class Profile:
    """How much is tried: plays a law and number of players, seconds in all, and how many replies of a play a costly law looks
    at (None: the whole)."""

    plays: int
    seconds: float
    replies: int | None = None


PROFILES = {"quick": Profile(40, 20.0, 100), "deep": Profile(2000, 900.0)}


@frozen
class Task:
    """One law of one game for so many people, with the options that differ from the recommended ones. Times are as
    time.monotonic() tells them: `until` is when the next law should begin, `end` when there is no more time for any law, but
    for `grace` seconds to make a failure small; without them the law has its `seconds`, whenever it begins."""

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
    """What came of a task. `mode` names a game based on the one that is tried; `errors`: it cannot be made ready at all."""

    task: Task
    mode: str
    searched: Searched | None
    errors: tuple[str, ...] = ()

    @property
    def untried(self) -> bool:
        """Was there no time for this law?"""
        return not self.errors and (self.searched is None or self.searched.untried)


def names_for(count: int) -> tuple[str, ...]:
    """People have names in what is told of plays."""
    return NAMES[:count] + tuple(f"Seat{k}" for k in range(len(NAMES) + 1, count + 1))


def made_ready(rules: Rules, people: int, options: dict) -> tuple[Context, Report]:
    """The game for so many named people, with its strategies; made once for all that this process does with these rules."""
    key = tuple(file for file, _ in rules.parts), people, tuple(options.items())
    if key not in _made:
        if len(_made) >= MOST_MADE:
            _made.clear()
        report = Report()
        ctx = prepare(rules, people, options, report, names=names_for(people))
        if report.ok:
            sit_down(ctx.spec, portfolio(rules, ctx, Report()))
        _made[key] = ctx, report
    return _made[key]


_made: dict[tuple, tuple[Context, Report]] = {}    # what is at hand: trees, people, options


# ------------------------------------------------------------------ sharing out


def tasks(rules: Rules, profile: Profile, people: tuple[int, ...] = (), seed: int = 1, options: dict | None = None,
          jobs: int = 1, kept: str = "") -> list[Task]:
    """One for each law, number of players and mode; the time shared out evenly."""
    made = []
    for game in games_of(rules):
        if game is not rules and options:
            continue                               # a mode has options of its own
        for count in [one for one in game.people() if not people or one in people]:
            ctx, report = made_ready(game, count, options or {})
            _read[evolve(rules.asked, where=str(game.path))] = game
            for law in LAWS if report.ok else LAWS[:1]:
                if (law.name != "together" or acts_at_once(ctx.spec)) and (law.name != TRIGGERS or rivals(ctx.spec) or members_of(ctx.spec)):
                    asked = evolve(rules.asked, where=str(game.path))
                    replies = profile.replies if law.costly else None
                    words = tuple((options or {}).items())
                    made.append(Task(asked, count, law.name, profile.plays, 0.0, seed, words, kept, replies))
    share = profile.seconds * jobs / max(1, len(made))
    return [evolve(one, seconds=share) for one in made]


def by_the_clock(wanted: list[Task], seconds: float, end: float, jobs: int) -> list[Task]:
    """The same tasks, with times such that all are done at the `end` of so many seconds: who is done early leaves the rest of
    its time to the next."""
    now, rounds = monotonic(), max(1, -(-len(wanted) // jobs))
    each = max(0.0, end - seconds * RESERVE - now) / rounds
    return [evolve(one, until=now + each * (number // jobs + 1), end=end, grace=seconds * GRACE)
            for number, one in enumerate(wanted)]


def acts_at_once(spec: Spec) -> bool:
    """Is there a step in which everyone acts at the same time?"""
    return any(isinstance(op, ir.Together) for op in spec.plan)


def trials(rules: Rules, wanted: list[Task], jobs: int | None = None) -> Iterator[tuple[int, Trial]]:
    """Carries the tasks out; several processes share the work. Each with its number as it is done."""
    pieces = [(one, rules.name) for one in wanted]
    yield from shared_out(_carry_out, pieces, jobs or os.cpu_count() or 1)


def _carry_out(piece: tuple[Task, str]) -> Trial:
    return carry_out(*piece)


_read: dict[Asked, Rules] = {}                     # what this process has read already, or the one that it was forked from


def carry_out(task: Task, name: str) -> Trial:
    """One law."""
    if task.asked not in _read:
        _read[task.asked] = load(task.asked, Report())
    rules = _read[task.asked]
    mode = "" if rules.name == name else rules.name
    if task.end is not None and monotonic() > task.end:
        return Trial(task, mode, None)
    ctx, report = made_ready(rules, task.people, dict(task.options))
    if not report.ok:
        return Trial(task, mode, None, tuple(f"{one.message} ({one.span})" for one in report.errors))
    kept = Path(task.kept) / f"{rules.called}-{task.people}-{task.law}.json".replace(" ", "-") if task.kept else None
    seconds = task.seconds if task.until is None else max(0.0, task.until - monotonic())
    found = search(ctx.spec, law_named(task.law), task.plays, seconds, task.seed, kept, task.replies, task.end, task.grace)
    return Trial(task, mode, found)


def law_named(name: str) -> Law:
    """A law by its name."""
    return next(one for one in LAWS if one.name == name)


# ------------------------------------------------------------------ what it comes to


def in_order(made: list[Trial]) -> list[Trial]:
    """However they came in: by mode, number of players, law."""
    names = [law.name for law in LAWS]
    return sorted(made, key=lambda one: (bool(one.mode), one.mode, one.task.people, names.index(one.task.law)))


def findings(made: list[Trial]) -> list[Trial]:
    """The trials that found something, each thing once: with the fewest players that show it."""
    found: dict[tuple, Trial] = {}
    for one in in_order(made):
        finding = one.searched.finding if one.searched is not None else None
        if finding is not None:
            found.setdefault((one.mode, finding.wrong.key), one)
    return list(found.values())


__all__ = ["PROFILES", "Profile", "Task", "Trial", "by_the_clock", "carry_out", "findings", "in_order", "law_named", "made_ready", "names_for", "tasks", "trials"]
