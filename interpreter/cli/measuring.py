"""test: what comes of a game's scenarios, and of playing it at every number of players.

In:  a GAME, words of the scenarios that are wanted, how much is to be played.
Out: what failed, line by line, or as JSON.
"""

import json
import os

import click

from interpreter.cli.collecting import nothing_collected
from interpreter.cli.opening import (
    INTERRUPTED,
    WRONG,
    as_lines,
    chosen_data,
    chosen_options,
    complain,
    opened,
)
from interpreter.cli.replaying import replayed
from interpreter.cli.screen import Screen, counting, open_screen, plural
from interpreter.cli.trying import Tried, as_data, show, try_out
from interpreter.load import Rules
from interpreter.play.suite import Suite, run_suite
from interpreter.testing.trying import Profile
from interpreter.text.report import Report


def test_game(game, only: str | None, profile: Profile, people: tuple, seed: int, jobs: int | None, pairs: tuple, data: tuple,
              as_json: bool) -> int:
    """Plays the scenarios of a game, then the game itself; 1 if something comes out otherwise, or cannot be read."""
    rules, report = opened(game), Report()
    options, jobs = chosen_options(rules, pairs), jobs or os.cpu_count() or 1
    suite = _scenarios(rules, report, chosen_data(rules, data), only, jobs)
    found, stopped = suite.results, suite.stopped
    plays = _recorded(rules) if only is None and not rules.stack and not data and not stopped else []
    good = all(one.passed for one in found) and report.ok and all(agrees for _, agrees, _ in plays)
    if not as_json:
        _tell(open_screen(), rules.called, suite, report)
        _tell_plays(open_screen(), rules.called, plays)
    playing = only is None and profile.plays and not stopped
    tried = try_out(rules, profile, people, seed, options, jobs) if playing else None
    good, stopped = good and (tried is None or tried.good), stopped or (tried is not None and tried.stopped)
    if as_json:
        made = {"game": rules.called, "ok": good and not stopped, "diagnostics": as_lines(report.sorted()),
                "scenarios": [_scenario(one) for one in found],
                "recorded": [{"play": name, "agrees": agrees, "diagnostics": as_lines(said)} for name, agrees, said in plays]}
        made |= {"stopped": True} if stopped else {}
        click.echo(json.dumps(made | (as_data(tried) if tried is not None else {}), indent=2, ensure_ascii=False))
    elif tried is not None:
        show(open_screen(), rules.called, tried)
    return INTERRUPTED if stopped else 0 if good else WRONG


def _scenarios(rules: Rules, report: Report, data: dict, only: str | None, jobs: int) -> Suite:
    """What comes of the scenarios, with a bar. What cannot be read is in the report."""
    with nothing_collected(), counting("scenarios") as tell:
        return run_suite(rules, report, jobs, data=data, only=only, tell=tell)


def _recorded(rules) -> list[tuple[str, bool, list]]:
    """The plays kept in `plays/` beside the game, carried out again: its name, whether all lines agree, what is said of it."""
    made = []
    for path in sorted((rules.path.parent / "plays").glob("*.play")):
        report = Report()
        found = replayed(path, None, (), report)
        made.append((path.name, found is not None and found.agrees and found.fault is None and report.ok, report.sorted()))
    return made


def _tell_plays(screen: Screen, name: str, plays: list) -> None:
    for play, agrees, said in plays:
        screen.say(f"{'agrees' if agrees else 'DEPARTS'}  {play}", "yes" if agrees else "no")
        complain(said, err=False)
    if plays:
        departs = sum(not agrees for _, agrees, _ in plays)
        said = f"{departs} of {plural(len(plays), 'recorded play')} departs" if departs else \
            f"{plural(len(plays), 'recorded play')} agrees with the rules" if len(plays) == 1 else \
            f"{plural(len(plays), 'recorded play')} agree with the rules"
        screen.say(f"{name}: {said}", "no" if departs else "yes")


def _tell(screen: Screen, name: str, suite: Suite, report: Report) -> None:
    found = suite.results
    complain(report.sorted(), err=False)
    for one in found:
        runs = f" ({len(one.runs)} runs)" if len(one.runs) > 1 else ""
        screen.say(
            f"{'passes' if one.passed else 'FAILS '}  {one.title}{runs}", "yes" if one.passed else "no", then="        "
        )
        for run in one.runs:
            if not run.passed and len(one.runs) > 1:
                screen.say(run.title, first="        in: ")
            complain(run.found, err=False)
    failed = sum(not one.passed for one in found)
    said = (
        f"{failed} of {plural(len(found), 'scenario')} failed" if failed else f"{plural(len(found), 'scenario')} passed"
    )
    if suite.stopped:
        said += f"; stopped before {suite.count - len(found)} more"
    screen.say(f"{name}: {said}", "no" if failed or suite.stopped else "yes")


def _scenario(one) -> dict:
    runs = [{"title": run.title, "passed": run.passed, "diagnostics": as_lines(run.found)} for run in one.runs]
    return {"title": one.title, "at": str(one.span), "passed": one.passed, "clauses": list(one.clauses), "runs": runs}
