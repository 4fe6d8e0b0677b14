"""test: what comes of a game's scenarios, and of playing it at every number of players.

In:  a GAME, words of the scenarios that are wanted, how much is to be played.
Out: what failed, line by line, or as JSON.

Also: test --reach: is it ever so? How many plays come to what is asked for, and which is the first.
"""

import json
import os
import shlex
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from time import perf_counter

import click

from interpreter import cache
from interpreter.cli.arguments import as_lines, chosen_data, chosen_options, complain, INTERRUPTED, opened, WRONG
from interpreter.cli.commands.recorded import replayed
from interpreter.cli.storage import nothing_collected
from interpreter.cli.terminal.findings import as_data, show, try_out
from interpreter.cli.terminal.screen import columns, counting, open_screen, plural, progress, Screen
from interpreter.laws.reachability import Hit, look_for, Looked, Piece, pieces, understood
from interpreter.laws.trials import Profile
from interpreter.scenario.suite import run_suite, Suite
from interpreter.scenario.trace import Place
from interpreter.session.session import fresh_seed
from interpreter.text.diagnostic import Report
from interpreter.variant.rules import Rules


def test_game(game, only: str | None, profile: Profile, people: tuple, seed: int | None, jobs: int | None, pairs: tuple,
              data: tuple, as_json: bool) -> int:
    """Plays the scenarios of a game, then the game itself; 1 if something comes out otherwise, or cannot be read."""
    rules, report = opened(game), Report()
    options, jobs = chosen_options(rules, pairs), jobs or os.cpu_count() or 1
    seed = next((number for number in (seed, profile.seed) if number is not None), None)
    seed = fresh_seed() if seed is None else seed
    suite = _scenarios(rules, report, chosen_data(rules, data), only, jobs)
    found, stopped = suite.results, suite.stopped
    plays = _recorded(rules) if only is None and not rules.stack and not data and not stopped else []
    good = all(one.passed for one in found) and report.ok and all(agrees for _, agrees, _ in plays)
    if not as_json:
        _tell(open_screen(), rules.called, suite, report)
        _tell_plays(open_screen(), rules.called, plays)
    playing = only is None and profile.plays and not stopped
    tried = try_out(rules, profile, people, seed, options, jobs) if playing else None
    if tried is not None and tried.firing is not None and not data and not rules.stack:
        tried.unshown = tried.firing.unshown(_carried_out(suite))
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
    cache.forget_old()
    with nothing_collected(), counting("scenarios") as tell:
        return run_suite(rules, report, jobs, watch=only is None and not data, data=data, only=only, tell=tell)


def _carried_out(suite: Suite) -> set[Place]:
    """The places that scenarios carried out or worked out."""
    seen = [run.seen for result in suite.results for run in result.runs if run.seen is not None]
    return {place for one in seen for place in one.executed | one.worked}


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


# ------------------------------------------------------------------ test --reach


def reach_in_game(game, goals: tuple[str, ...], profile: Profile, people: tuple, seed: int, jobs: int | None, pairs: tuple,
                  as_json: bool) -> int:
    """Plays, and says which of the conditions plays come to; 1 if there is one that none comes to."""
    rules, report = opened(game), Report()
    options = chosen_options(rules, pairs)
    todo = pieces(rules, people, profile.plays, seed, goals, options)
    for count in dict.fromkeys(one.people for one in todo):
        understood(rules, count, options, goals, report)
        if not report.ok:
            complain(report.sorted())
            return WRONG
    found, until = Looked(goals), perf_counter() + profile.seconds
    with progress(len(todo), "plays") as bar:
        for made in _looked(todo, jobs or os.cpu_count() or 1, until):
            found.add(made)
            bar.update(1)
    if as_json:
        click.echo(json.dumps(_plain(rules.called, found), indent=2, ensure_ascii=False))
    else:
        _tell_reached(open_screen(), rules.called, str(game), found)
    return WRONG if found.missed else 0


def _looked(todo: list[Piece], jobs: int, until: float) -> Iterator[Looked]:
    """Piece by piece, until the time is over; several processes share the work."""
    if jobs == 1 or len(todo) < 2:
        for one in todo:
            yield look_for(one)
            if perf_counter() > until:
                return
        return
    with ProcessPoolExecutor(min(jobs, len(todo))) as pool:
        waiting = [pool.submit(look_for, one) for one in todo]
        try:
            for one in waiting:
                yield one.result()
                if perf_counter() > until:
                    return
        finally:
            pool.shutdown(cancel_futures=True)


# ------------------------------------------------------------------ in words


def _tell_reached(screen: Screen, name: str, game: str, found: Looked) -> None:
    rows = [["plays", "", "first", "condition"]]
    for goal in found.goals:
        hits, first = len(found.hits.get(goal, ())), found.first(goal)
        rows.append([str(hits), _share(hits, found.plays), _where(first), goal])
    for line in columns(rows, screen.width):
        screen.line(line)
    if found.stopped:
        screen.say(f"{plural(found.stopped, 'play')} stopped at a fault: `rulewright test` says which", "no")
    came = len(found.goals) - len(found.missed)
    screen.say(f"{name}: {came} of {plural(len(found.goals), 'condition')} reached in {plural(found.plays, 'play')}",
               "no" if found.missed else "yes")
    first = next((found.first(goal) for goal in found.goals if found.first(goal)), None)
    if first is not None:
        screen.say(f"to see the first of these plays: {_command(game, first)}", "small", then="  ")


def _share(hits: int, plays: int) -> str:
    return f"{100 * hits / max(1, plays):.1f} %"


def _where(first: Hit | None) -> str:
    return "never" if first is None else f"seed {first.seed}, {plural(first.people, 'player')}, {first.player}"


def _command(game: str, first: Hit) -> str:
    return f"rulewright referee {shlex.quote(game)} --players {first.people} --seat all={first.player} --seed {first.seed}"


def _plain(name: str, found: Looked) -> dict:
    return {
        "game": name, "plays": found.plays, "stopped": found.stopped,
        "conditions": [
            {"condition": goal, "plays": len(found.hits.get(goal, ())), "first": _hit(found.first(goal))} for goal in found.goals
        ],
    }


def _hit(first: Hit | None) -> dict | None:
    return None if first is None else {"seed": first.seed, "players": first.people, "player": first.player}
