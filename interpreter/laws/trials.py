"""All that can be found out about a game by playing it: every law at every number of players and in every mode.

In:  Rules, how many plays a law, how many seconds in all, in how many processes.
Out: `Trial`s, one for each law, number of players and mode, as they are done; `verdict`, what they come to for each number.

Modes are the games that are `based on` this one in its folder. The time is shared out evenly; a law that has nothing to look at
(no step in which everyone acts at once, no triggers that may come together) is left out. A failure is kept in a folder and tried first the next time.
"""

import os
from collections.abc import Iterator
from concurrent.futures import as_completed, ProcessPoolExecutor
from pathlib import Path

from attrs import define, evolve, frozen

from interpreter import ir
from interpreter.coverage.clause_coverage import games_of
from interpreter.ir.model import Spec
from interpreter.laws.confluence import rivals
from interpreter.laws.script import sit_down
from interpreter.laws.search import Law, LAWS, search, Searched, TRIGGERS
from interpreter.lower.scope import Context
from interpreter.pipeline import load, prepare
from interpreter.session.strategies import portfolio
from interpreter.text.diagnostic import Report
from interpreter.variant.rules import Rules
from interpreter.variant.stack import Asked

NAMES = ("Ann", "Bob", "Cora", "Dan", "Eve", "Fay", "Gus", "Hal")
SHORTEST = 0.3                                     # seconds a law gets at least


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
    """One law of one game for so many people, with the options that differ from the recommended ones."""

    asked: Asked
    people: int
    law: str
    plays: int
    seconds: float
    seed: int = 1
    options: tuple[tuple[str, str], ...] = ()
    kept: str = ""
    replies: int | None = None


@define(eq=False)
class Trial:
    """What came of a task. `mode` names a game based on the one that is tried; `errors`: it cannot be made ready at all."""

    task: Task
    mode: str
    searched: Searched | None
    errors: tuple[str, ...] = ()


def names_for(count: int) -> tuple[str, ...]:
    """People have names in what is told of plays."""
    return NAMES[:count] + tuple(f"Seat{k}" for k in range(len(NAMES) + 1, count + 1))


def made_ready(rules: Rules, people: int, options: dict) -> tuple[Context, Report]:
    """The game for so many named people."""
    report = Report()
    return prepare(rules, people, options, report, names=names_for(people)), report


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
            for law in LAWS if report.ok else LAWS[:1]:
                if (law.name != "together" or acts_at_once(ctx.spec)) and (law.name != TRIGGERS or rivals(ctx.spec)):
                    asked = evolve(rules.asked, where=str(game.path))
                    replies = profile.replies if law.costly else None
                    words = tuple((options or {}).items())
                    made.append(Task(asked, count, law.name, profile.plays, 0.0, seed, words, kept, replies))
    share = max(SHORTEST, profile.seconds * jobs / max(1, len(made)))
    return [evolve(one, seconds=share) for one in made]


def acts_at_once(spec: Spec) -> bool:
    """Is there a step in which everyone acts at the same time?"""
    return any(isinstance(op, ir.Together) for op in spec.plan)


def trials(rules: Rules, wanted: list[Task], jobs: int | None = None) -> Iterator[Trial]:
    """Carries the tasks out; several processes share the work. Each as it is done."""
    jobs = min(jobs or os.cpu_count() or 1, max(1, len(wanted)))
    if jobs == 1:
        yield from (carry_out(one, rules.name) for one in wanted)
        return
    with ProcessPoolExecutor(jobs) as pool:
        waiting = [pool.submit(carry_out, one, rules.name) for one in wanted]
        try:
            yield from (one.result() for one in as_completed(waiting))
        finally:
            pool.shutdown(cancel_futures=True)


_read: dict[Asked, Rules] = {}                     # what this process has read already
_made: dict[tuple, tuple[Context, Report]] = {}    # and made ready: game, people, options


def carry_out(task: Task, name: str) -> Trial:
    """One law."""
    if task.asked not in _read:
        _read[task.asked] = load(task.asked, Report())
    rules = _read[task.asked]
    mode = "" if rules.name == name else rules.name
    ctx, report = _at_hand(rules, task)
    if not report.ok:
        return Trial(task, mode, None, tuple(f"{one.message} ({one.span})" for one in report.errors))
    kept = Path(task.kept) / f"{rules.called}-{task.people}-{task.law}.json".replace(" ", "-") if task.kept else None
    found = search(ctx.spec, law_named(task.law), task.plays, task.seconds, task.seed, kept, task.replies)
    return Trial(task, mode, found)


def _at_hand(rules: Rules, task: Task) -> tuple[Context, Report]:
    """The game for so many, with its strategies; made once for all laws that this process tries on it."""
    key = task.asked, task.people, task.options
    if key not in _made:
        _made[key] = made_ready(rules, task.people, dict(task.options))
        ctx, report = _made[key]
        if report.ok:
            sit_down(ctx.spec, portfolio(rules, ctx, Report()))
    return _made[key]


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


__all__ = ["PROFILES", "Profile", "Task", "Trial", "carry_out", "findings", "in_order", "law_named", "made_ready", "names_for", "tasks", "trials"]
