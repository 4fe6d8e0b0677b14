"""solve: a game counted out: how large it is, and what it is worth to each seat if all play as well as they can.

In:  a GAME; how many people, options; how many positions at most, how near the bounds of a value have to come.
Out: positions, information sets, values with their bounds; exit code 1 where the game is too large, 130 where it was stopped
     from the keyboard: then what is known so far is told.
"""

import json
from fractions import Fraction

import click

from interpreter.cli.arguments import (
    chosen_data,
    chosen_options,
    INTERRUPTED,
    lowered,
    opened,
    people_of,
    seat_names,
    shown_options,
)
from interpreter.cli.terminal.screen import columns, folded, MOST, open_screen, progress, Screen
from interpreter.ir.model import Spec
from interpreter.solve.solution import MOST_POSITIONS, refined, Solution, solved, TooLarge
from interpreter.text.diagnostic import plural

WRONG, FINE = 1, 0
HOW_NEAR = 1000                           # steps of the bar while bounds come nearer


def solve_game(game, players, pairs, data, most: int | None, precise: float, as_json: bool) -> int:
    """Counts a game out."""
    rules = opened(game, players)
    ctx = lowered(rules, seat_names(people_of(rules, players)), chosen_options(rules, pairs), chosen_data(rules, data))
    spec = ctx.spec
    try:
        with progress(most or MOST_POSITIONS, "positions") as bar:
            solution = solved(spec, most, bar.update)
    except TooLarge as found:
        _say_too_large(spec, found, as_json)
        return WRONG
    code = FINE if _refined(solution, precise) else INTERRUPTED
    if as_json:
        click.echo(json.dumps(_plain(solution), ensure_ascii=False))
    else:
        _show(open_screen(), solution, shown_options(rules, spec))
    return code


def _refined(solution: Solution, precise: float) -> bool:
    """Goes on until the bounds are near enough; no if it was stopped from the keyboard."""
    found = solution.equilibrium
    if found is None:
        return True
    found.go_on()
    wide = found.high - found.low
    try:
        with progress(HOW_NEAR if wide > precise else 0, "bounds") as bar:
            refined(solution, precise, lambda gap: bar.update(int(HOW_NEAR * (wide - gap) / (wide - precise)) - bar.pos))
    except KeyboardInterrupt:
        return False
    return True


# ------------------------------------------------------------------ for programs


def _plain(solution: Solution) -> dict:
    spec = solution.spec
    data = {
        "game": spec.name, "players": len(spec.seats), "options": dict(spec.option_words), "hidden": solution.hidden,
        "positions": solution.positions, "information_sets": solution.information_sets, "payoff": solution.stake.name,
        "values": [_value(*pair) | {"seat": seat} for seat, pair in zip(spec.seats, _bounds(solution), strict=False)],
    }
    found = solution.equilibrium
    return data | ({"rounds": found.rounds, "exploitability": found.exploitability} if found is not None else {})


def _value(low, high) -> dict:
    exact = str(low) if isinstance(low, Fraction) and low == high else None
    return {"low": float(low), "high": float(high), "exact": exact}


def _bounds(solution: Solution) -> list[tuple]:
    """For each seat between which numbers its value lies; empty where there is none."""
    if solution.worth is not None:
        return list(zip(solution.worth.low, solution.worth.high, strict=True))
    found = solution.equilibrium
    return [] if found is None else [(found.low, found.high), (found.constant - found.high, found.constant - found.low)]


# ------------------------------------------------------------------ for people


def _show(screen: Screen, solution: Solution, options: str) -> None:
    spec = solution.spec
    screen.say(f"{spec.title}: {plural(len(spec.seats), 'player')}", "title")
    if options:
        screen.say(options, "small")
    known = "everybody sees everything" if not solution.hidden else "not everybody sees everything"
    screen.say(f"{plural(solution.positions, 'position')}, {plural(solution.information_sets, 'information set')}; {known}")
    bounds = _bounds(solution)
    if not bounds:
        screen.say("no value: something is hidden, and it is no game for two of whom one gains what the other loses", "no")
        return
    rows = [["", solution.stake.name, "between"]]
    for seat, (low, high) in zip(spec.seats, bounds, strict=True):
        rows.append([seat, _words(low, high), "exactly" if low == high else f"{float(low):.6f} and {float(high):.6f}"])
    for line in columns(rows, screen.width):
        screen.line(line)
    found = solution.equilibrium
    if found is not None:
        screen.say(f"by CFR+ in {plural(found.rounds, 'round')}: who plays like this loses {found.exploitability:.6f} to the "
                   "best reply, on average over both seats", "small")
    elif solution.worth is not None and not solution.worth.settled:
        screen.say("the bounds do not meet: somebody can go on for ever", "no")
    else:
        screen.say("by backward induction", "small")


def _words(low, high) -> str:
    if isinstance(low, Fraction) and low == high:
        return str(low)
    return f"{(float(low) + float(high)) / 2:.4f}"


def _say_too_large(spec: Spec, found: TooLarge, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps({"game": spec.name, "players": len(spec.seats), "too_large": True, "most": found.most,
                               "ways_log10": round(found.ways, 1)}))
        return
    ways = f"about 10^{found.ways:.0f}" if found.ways >= 6 else f"about {10 ** found.ways:.0f}"
    told = (f"{spec.title} is too large to be counted out: it can go in {ways} ways, as random plays have it, and "
            f"{found.most} positions are counted at most (--most)")
    click.echo("\n".join(folded(told, MOST)), err=True)
