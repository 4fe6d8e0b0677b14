"""coverage --plays: which lines of the rules plays come to, those that no play came to first.

In:  a GAME, how many plays at each number of players, the share that is asked for.
Out: what never fired, then how much did, sort by sort; exit code 1 below the share asked for.
"""

import json
import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed

import click

from interpreter.cli.opening import WRONG, opened
from interpreter.cli.screen import Screen, columns, open_screen, plural, progress
from interpreter.load import Rules, load
from interpreter.play.coverage import games_of
from interpreter.testing.firing import Firing, Part, fire, parts
from interpreter.text.report import Report
from interpreter.variant.stack import Asked

SELDOM = 5                                         # so many of the parts that fired least are named


def fire_game(game, plays: int, people: tuple, seed: int, switched: bool, at_least: float | None, jobs: int | None,
              as_json: bool) -> int:
    """Plays, and says what never came up."""
    rules = opened(game)
    firing = Firing(parts(rules))
    todo = [(one, count) for one in games_of(rules) for count in one.people() if not people or count in people]
    with progress(len(todo), "plays") as bar:
        for made in _fired(rules, todo, plays, seed, switched, jobs or os.cpu_count() or 1):
            firing.add(made)
            bar.update(1)
    if as_json:
        click.echo(json.dumps(_plain(rules.called, firing), indent=2, ensure_ascii=False))
    else:
        _tell(open_screen(), rules.called, firing)
    return WRONG if at_least is not None and firing.percent < at_least else 0


def _fired(rules: Rules, todo: list, plays: int, seed: int, switched: bool, jobs: int):
    if jobs == 1 or len(todo) == 1:
        yield from (fire(one, count, plays, seed, switched) for one, count in todo)
        return
    with ProcessPoolExecutor(min(jobs, len(todo))) as pool:
        waiting = [pool.submit(_fire, Asked(str(one.path), rules.asked.variants, rules.asked.without), count, plays, seed, switched)
                   for one, count in todo]
        yield from (one.result() for one in as_completed(waiting))


def _fire(asked: Asked, count: int, plays: int, seed: int, switched: bool) -> Firing:
    return fire(load(asked, Report()), count, plays, seed, switched)


# ------------------------------------------------------------------ in words


def _tell(screen: Screen, name: str, firing: Firing) -> None:
    if firing.never:
        screen.say("No play came to these", "title")
    for one in firing.never:
        screen.say(f"{one.where}  {one.line}", first=f"  {one.sort:<12}", then=" " * 16)
    lying = sorted(firing.cards - firing.moved)
    if lying:
        screen.say(f"never moved: {', '.join(lying)}", then="  ")
    screen.say("Seldom", "title")
    for one in _seldom(firing):
        screen.say(f"{one.where}  {one.line} ({plural(firing.fired[one], 'play')})", first=f"  {one.sort:<12}", then=" " * 16)
    for line in columns(_rows(firing), screen.width):
        screen.line(line)
    cards = len(firing.cards) - len(lying)
    screen.say(f"{name}: {firing.percent:.1f} % of {plural(len(firing.parts), 'part')} came up in {plural(firing.plays, 'play')}; "
               f"{cards} of {plural(len(firing.cards), 'thing')} were moved", "no" if firing.never else "yes")


def _seldom(firing: Firing) -> list[Part]:
    fired = [one for one in firing.parts if firing.fired[one]]
    return sorted(fired, key=lambda one: firing.fired[one])[:SELDOM]


def _rows(firing: Firing) -> list[list[str]]:
    every, came = Counter(one.sort for one in firing.parts), Counter(one.sort for one in firing.parts if firing.fired[one])
    return [["", "there are", "came up"], *([sort, str(count), str(came[sort])] for sort, count in every.items())]


def _plain(name: str, firing: Firing) -> dict:
    return {
        "game": name, "plays": firing.plays, "percent": round(firing.percent, 2),
        "parts": [{"sort": one.sort, "at": one.where, "line": one.line, "plays": firing.fired[one]} for one in firing.parts],
        "never_moved": sorted(firing.cards - firing.moved),
    }
