"""test and simulate: what comes of a game's scenarios, and of many plays by bots.

In:  a GAME; how many plays, of how many players, from which seed.
Out: what failed, line by line; means and deviations; JSON in the names of the hand-written programs.
"""

import json
import shlex

import click

from interpreter.cli.opening import (
    WRONG,
    as_lines,
    chosen_data,
    chosen_options,
    complain,
    drawn,
    lowered,
    opened,
    people_of,
    seat_names,
    shown_options,
)
from interpreter.cli.screen import Screen, columns, open_screen, plural
from interpreter.play.simulate import Result, play_once, simulate
from interpreter.spec.model import Spec
from interpreter.text.render import listed
from interpreter.text.report import Fault, Report

# ------------------------------------------------------------------ simulate


def simulate_game(game: str, games: int, players: int | None, seed: int, pairs: tuple, data: tuple, as_json: bool) -> int:
    """Lets random seats play."""
    rules = opened(game, players)
    made = chosen_options(rules, pairs), chosen_data(rules, data)
    spec = lowered(rules, seat_names(people_of(rules, players)), *made).spec
    try:
        found = simulate(spec, games, seed)
    except Fault as fault:
        click.echo(drawn(fault.diagnostic) + "\n", err=True)
        asked = [word for pair in pairs for word in ("--set", pair)] + [word for pair in data for word in ("--data", pair)]
        click.echo(_which(spec, games, seed, game, asked), err=True)
        return WRONG
    if as_json:
        click.echo(json.dumps(found.to_json(), ensure_ascii=False))
    else:
        _show(open_screen(), found, shown_options(rules, spec))
    return 0


def _which(spec: Spec, games: int, seed: int, game: str, asked: list[str]) -> str:
    """The play that met a fault, and the whole command that shows it: the game as it was named, its options and data."""
    for number in range(seed, seed + games):
        try:
            play_once(spec, number)
        except Fault:
            break
    people = [name for k, name in enumerate(spec.seats) if k not in spec.automatic]
    words = ["rulewright", "referee", game, "--players", str(len(people)), "--seed", str(number), *asked]
    words += [word for name in people for word in ("--seat", f"{name}=random")]
    return f"the play with seed {number} met this; watch it with:\n  {shlex.join(words)}"


def _show(screen: Screen, found: Result, options: str) -> None:
    spec = found.spec
    screen.say(
        f"{spec.title}: {plural(found.games, 'play')} of {plural(len(spec.seats), 'random seat')}, "
        f"seeds {found.seed} to {found.seed + found.games - 1}",
        "title",
    )
    if options:
        screen.say(options, "small")
    data = found.to_json()
    rows = [["", "mean", "deviation"]]
    rows += [
        [one.name.replace("_", " "), f"{data[f'mean_{one.name}']:.2f}", f"{data[f'sd_{one.name}']:.2f}"]
        for one in spec.scores
    ]
    if len(spec.scores) != 1:
        everything = [total for totals in found.totals for total in totals]
        rows.append(["total", f"{sum(everything) / max(1, len(everything)):.2f}", f"{found.sd_score:.2f}"])
    for line in columns(rows, screen.width):
        screen.line(line)
    seats = [["", "mean total", "share of wins"]]
    seats += [
        [name, f"{mean:.2f}", f"{share:.1%}"]
        for name, mean, share in zip(spec.seats, found.mean_scores, found.win_share, strict=True)
    ]
    for line in columns(seats, screen.width):
        screen.line(line)
    lengths = found.lengths
    screen.say(
        f"decisions a play: {lengths['mean']:.1f} (from {lengths['least']} to {lengths['most']}, "
        f"median {lengths['median']:g})"
    )
    screen.say("ended: " + listed(f"{plural(count, 'play')} {how}" for how, count in found.endings.items()))
    screen.say(f"{found.decisions} decisions in {found.seconds:.2f} s, {data['decisions_per_s']:.0f} a second", "small")


# ------------------------------------------------------------------ test


def test_game(game: str, only: str | None, data: tuple[str, ...], as_json: bool) -> int:
    """Plays the scenarios of a game; 1 if one comes out otherwise, or cannot be read."""
    from interpreter.play.scenario import run_scenarios

    rules, report = opened(game), Report()
    every = run_scenarios(rules, report, data=chosen_data(rules, data))
    found = [one for one in every if only is None or only.lower() in one.title.lower()]
    good = all(one.passed for one in found) and report.ok
    if as_json:
        click.echo(
            json.dumps(
                {
                    "game": rules.name,
                    "ok": good,
                    "diagnostics": as_lines(report.sorted()),
                    "scenarios": [_scenario(one) for one in found],
                },
                indent=2,
                ensure_ascii=False,
            )
        )
    else:
        _tell(open_screen(), rules.name, found, report)
    return 0 if good else WRONG


def _tell(screen: Screen, name: str, found: list, report: Report) -> None:
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
    screen.say(f"{name}: {said}", "no" if failed else "yes")


def _scenario(one) -> dict:
    runs = [{"title": run.title, "passed": run.passed, "diagnostics": as_lines(run.found)} for run in one.runs]
    return {"title": one.title, "at": str(one.span), "passed": one.passed, "clauses": list(one.clauses), "runs": runs}
