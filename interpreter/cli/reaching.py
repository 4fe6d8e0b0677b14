"""test --reach: is it ever so? How many plays come to what is asked for, and which is the first.

In:  a GAME, conditions in the words of a scenario's `then` lines, how much is to be played.
Out: a row for each condition; exit code 1 if no play comes to one of them.
"""

import json
import os
import shlex
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from time import perf_counter

import click

from interpreter.cli.opening import WRONG, chosen_options, complain, opened
from interpreter.cli.screen import Screen, columns, open_screen, plural, progress
from interpreter.testing.reaching import (
    Hit,
    Looked,
    Piece,
    look_for,
    pieces,
    understood,
)
from interpreter.testing.trying import Profile
from interpreter.text.report import Report


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
        _tell(open_screen(), rules.called, str(game), found)
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


def _tell(screen: Screen, name: str, game: str, found: Looked) -> None:
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
