"""test: what comes of a game's scenarios, and of playing it at every number of players.

In:  a GAME, words of the scenarios that are wanted, how much is to be played; with `--reach` conditions.
Out: what failed, line by line, or as JSON. With `--reach` how many plays come to each condition, and which is the first.
"""

import json
import os
import shlex
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from time import perf_counter

import click

from interpreter import cache
from interpreter.cli.arguments import as_lines, chosen_data, chosen_options, complain, INTERRUPTED, opened, WRONG
from interpreter.cli.commands.replay_play import replayed
from interpreter.cli.storage import nothing_collected
from interpreter.cli.terminal.findings import as_data, show, Tried, try_out
from interpreter.cli.terminal.screen import columns, counting, open_screen, progress, Screen
from interpreter.coverage.clause_coverage import games_of
from interpreter.coverage.variant_lines import silent as silent_variants
from interpreter.laws.reachability import Hit, look_for, Looked, Piece, pieces, understood
from interpreter.laws.trials import Profile, rules_read
from interpreter.scenario.runner import game_of_scenarios
from interpreter.scenario.suite import run_suite, Suite
from interpreter.scenario.trace import Place
from interpreter.session.streams import fresh_seed
from interpreter.text.diagnostic import plural, Report
from interpreter.variant.rules import Rules
from interpreter.workers import in_order, shared_out


def test_game(game, only: str | None, profile: Profile, people: tuple, seed: int | None, jobs: int | None, pairs: tuple,
              data: tuple, as_json: bool) -> int:
    """Plays the scenarios of a game, then the game itself; or the scenarios of one file, wherever it lies, with the game that
    it uses. 1 if something comes out otherwise, cannot be read, or nothing was played."""
    rules, files, report = *_opened(game), Report()
    options, jobs = chosen_options(rules, pairs), jobs or os.cpu_count() or 1
    seed = next((number for number in (seed, profile.seed) if number is not None), None)
    seed = fresh_seed() if seed is None else seed
    suite = _scenarios(rules, report, files, chosen_data(rules, data), only, jobs, people)
    results, stopped = suite.results, suite.stopped
    silent = _silent(rules, suite, people, options, seed) if only is None and files is None else []
    plays = _recorded(rules) if only is None and files is None and not (rules.stack or data or stopped) else []
    good = all(result.passed for result in results) and report.ok and all(agrees for _, agrees, _ in plays)
    good = good and not silent and (bool(results) or (only is None and files is None))
    if not as_json:
        _tell(open_screen(), rules.called, suite, report, only)
        _tell_plays(open_screen(), rules.called, plays)
        for name in silent:
            open_screen().say(f"{name}: none of its own lines came up in its scenarios, or in plays by random seats", "no")
    playing = only is None and files is None and profile.plays and not stopped
    tried = try_out(rules, profile, people, seed, options, jobs) if playing else None
    if tried is not None and rules.stack and not silent:
        tried.silent = _silent_modes(rules, tried, seed)
    if tried is not None and tried.firing is not None and not data and not rules.stack:
        tried.unshown = tried.firing.unshown(_carried_out(suite))
    good, stopped = good and (tried is None or tried.good), stopped or (tried is not None and tried.stopped)
    if as_json:
        output = {"game": rules.called, "ok": good and not stopped, "diagnostics": as_lines(report.sorted()),
                  "scenarios": [_scenario(result) for result in results],
                  "recorded": [{"play": name, "agrees": agrees, "diagnostics": as_lines(said)} for name, agrees, said in plays]}
        output |= ({"stopped": True} if stopped else {}) | ({"silent": silent} if silent else {})
        click.echo(json.dumps(output | (as_data(tried) if tried is not None else {}), indent=2, ensure_ascii=False))
    elif tried is not None:
        show(open_screen(), rules.called, tried)
    return INTERRUPTED if stopped else 0 if good else WRONG


def _opened(where) -> tuple[Rules, list[Path] | None]:
    """A game; or the game of a file of scenarios, and that file."""
    report, path = Report(), Path(str(where))
    rules = game_of_scenarios(path, report)
    if not report.ok:
        complain(report.sorted())
        raise click.exceptions.Exit(WRONG)
    return (opened(where), None) if rules is None else (rules, [path])


def _scenarios(rules: Rules, report: Report, files: list[Path] | None, data: dict, only: str | None, jobs: int,
               people: tuple) -> Suite:
    """What comes of the scenarios, with a bar. What cannot be read is in the report."""
    cache.forget_old()
    watch = bool(rules.stack) or (only is None and not data)
    with nothing_collected(), counting("scenarios") as tell:
        return run_suite(rules, report, jobs, files, watch=watch, data=data, only=only, tell=tell, people=people)


def _silent(rules: Rules, suite: Suite, people: tuple, options: dict, seed: int) -> list[str]:
    """The variants of which nothing came up, with the fewest people that are wanted; in a game based on this one, where it is
    for others only."""
    few = next((count for count in rules.people() if not people or count in people), None)
    if not rules.stack or suite.stopped:
        return []
    if few is not None:
        return silent_variants(rules, suite.results, few, options, seed)
    silent = [silent_variants(mode, suite.results, count, {}, seed, rules) for mode in games_of(rules) if mode is not rules
              for count in mode.people() if count in people]
    return silent[0] if silent else []


def _silent_modes(rules: Rules, tried: Tried, seed: int) -> dict[str, list[str]]:
    """For each game based on this one that was tried, the variants of which nothing comes up there."""
    tried_modes = {one.mode: one.task for one in tried.made if one.mode and one.searched is not None}
    found = ((mode, silent_variants(rules_read(task.asked), (), task.people, {}, seed, rules))
             for mode, task in tried_modes.items())
    return {mode: names for mode, names in found if names}


def _carried_out(suite: Suite) -> set[Place]:
    """The places that scenarios carried out or worked out."""
    seen = [run.seen for result in suite.results for run in result.runs if run.seen is not None]
    return {place for trace in seen for place in trace.executed | trace.worked}


def _recorded(rules) -> list[tuple[str, bool, list]]:
    """The plays kept in `plays/` beside the game, carried out again: its name, whether all lines agree, what is said of it."""
    plays = []
    for path in sorted((rules.path.parent / "plays").glob("*.play")):
        report = Report()
        played = replayed(path, None, (), report)
        plays.append((path.name, played is not None and played.agrees and played.fault is None and report.ok, report.sorted()))
    return plays


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


def _tell(screen: Screen, name: str, suite: Suite, report: Report, only: str | None) -> None:
    results = suite.results
    complain(report.sorted(), err=False)
    for tried in results:
        runs = f" ({len(tried.runs)} runs)" if len(tried.runs) > 1 else ""
        screen.say(
            f"{'passes' if tried.passed else 'FAILS '}  {tried.title}{runs}", "yes" if tried.passed else "no", then="        "
        )
        for run in tried.runs:
            if not run.passed and len(tried.runs) > 1:
                screen.say(run.title, first="        in: ")
            complain(run.found, err=False)
    failed = sum(not result.passed for result in results)
    said = (
        f"{failed} of {plural(len(results), 'scenario')} failed" if failed else f"{plural(len(results), 'scenario')} passed"
    )
    if not results and only is not None:
        said = f"no scenario has `{only}` in its title, so none was played"
    elif not results:
        said = "no scenario was played"
    if not report.ok:
        said += f"; {plural(len(report.errors), 'mistake')} above: what stands there was not played"
    if suite.stopped:
        said += f"; stopped before {suite.count - len(results)} more"
    screen.say(f"{name}: {said}", "no" if failed or suite.stopped or not report.ok or (not results and only) else "yes")


def _scenario(tried) -> dict:
    runs = [{"title": run.title, "passed": run.passed, "diagnostics": as_lines(run.found)} for run in tried.runs]
    return {"title": tried.title, "at": str(tried.span), "passed": tried.passed, "clauses": list(tried.clauses), "runs": runs}


# ------------------------------------------------------------------ test --reach


def reach_in_game(game, goals: tuple[str, ...], profile: Profile, people: tuple, seed: int, jobs: int | None, pairs: tuple,
                  as_json: bool) -> int:
    """Plays, and says which of the conditions plays come to; 1 if there is one that none comes to."""
    rules, report = opened(game), Report()
    options = chosen_options(rules, pairs)
    todo = pieces(rules, people, profile.plays, seed, goals, options)
    for count in dict.fromkeys(piece.people for piece in todo):
        understood(rules, count, options, goals, report)
        if not report.ok:
            complain(report.sorted())
            return WRONG
    looked, until = Looked(goals), perf_counter() + profile.seconds
    with progress(len(todo), "plays") as bar:
        for more in _looked(todo, jobs or os.cpu_count() or 1, until):
            looked.add(more)
            bar.update(1)
    if as_json:
        click.echo(json.dumps(_plain(rules.called, looked), indent=2, ensure_ascii=False))
    else:
        _tell_reached(open_screen(), rules.called, str(game), looked)
    return WRONG if looked.missed else 0


def _looked(todo: list[Piece], jobs: int, until: float) -> Iterator[Looked]:
    """Piece by piece, until the time is over; several processes share the work."""
    with closing(shared_out(look_for, todo, jobs)) as done:
        for ready in in_order(done):
            yield from (found for _, found in ready)
            if perf_counter() > until:
                return


# ------------------------------------------------------------------ in words


def _tell_reached(screen: Screen, name: str, game: str, looked: Looked) -> None:
    rows = [["plays", "", "first", "condition"]]
    for goal in looked.goals:
        hits, first = len(looked.hits.get(goal, ())), looked.first(goal)
        rows.append([str(hits), _share(hits, looked.plays), _where(first), goal])
    for line in columns(rows, screen.width):
        screen.line(line)
    if looked.stopped:
        screen.say(f"{plural(looked.stopped, 'play')} stopped at a fault: `rulewright test` says which", "no")
    came = len(looked.goals) - len(looked.missed)
    screen.say(f"{name}: {came} of {plural(len(looked.goals), 'condition')} reached in {plural(looked.plays, 'play')}",
               "no" if looked.missed else "yes")
    first = next((looked.first(goal) for goal in looked.goals if looked.first(goal)), None)
    if first is not None:
        screen.say(f"to see the first of these plays: {_command(game, first)}", "small", then="  ")


def _share(hits: int, plays: int) -> str:
    return f"{100 * hits / max(1, plays):.1f} %"


def _where(first: Hit | None) -> str:
    return "never" if first is None else f"seed {first.seed}, {plural(first.people, 'player')}, {first.player}"


def _command(game: str, first: Hit) -> str:
    return f"rulewright referee {shlex.quote(game)} --players {first.people} --seat all={first.player} --seed {first.seed}"


def _plain(name: str, looked: Looked) -> dict:
    return {
        "game": name, "plays": looked.plays, "stopped": looked.stopped,
        "conditions": [
            {"condition": goal, "plays": len(looked.hits.get(goal, ())), "first": _hit(looked.first(goal))}
            for goal in looked.goals
        ],
    }


def _hit(first: Hit | None) -> dict | None:
    return None if first is None else {"seed": first.seed, "players": first.people, "player": first.player}
