"""test --bounds: does a game keep the bounds that its rules set, as many plays show it?

In:  a GAME, how many plays and seconds, from which seed; options and data.
Out: for each bound: held, broken (with a play that shows it, and the command that replays it) or not decided, as lines or JSON.
     0 only if every bound is held; Ctrl-C tells what was found so far.
"""

import json
from math import isinf

import click

from interpreter.cli.arguments import chosen_data, chosen_options, complain, goes_on, INTERRUPTED, opened, to_watch, WRONG
from interpreter.cli.terminal.screen import open_screen, progress, Screen
from interpreter.session.bound_players import proofread_bounds
from interpreter.simulate.bound_trial import BROKEN, Figure, HELD, OPEN, Trial
from interpreter.simulate.sequential import Group, groups_of, Met, Plan, Tested, try_bounds
from interpreter.text.diagnostic import plural, Report
from interpreter.variant.rules import Rules
from interpreter.workers import Carrier

SECONDS = 60.0                            # how long is played if nobody says
MARKS = {HELD: ("held       ", "yes"), BROKEN: ("BROKEN     ", "no"), OPEN: ("not decided", "small")}
ONCE = "a verdict is wrong in at most one case in a hundred, however long it took"


def bounds_of_game(game, only: str | None, games: int, seconds: float | None, people: tuple, seed: int, carrier: Carrier,
                   pairs: tuple, data: tuple, as_json: bool) -> int:
    """Tests every bound, at each number of players that it is for."""
    rules, report = opened(game), Report()
    plan = Plan(games, seconds or SECONDS, seed, carrier, people, only or "",
                chosen_options(rules, pairs), chosen_data(rules, data))
    with progress(1, "bounds") as bar:
        groups = groups_of(rules, plan, report)
        wrong = report.errors + [one for group in groups[:1] for one in proofread_bounds(rules, group.ctx)]
        if wrong:
            complain(wrong)
            return WRONG
        bar.show_eta = False                                     # how long it takes to decide is not known
        bar.length = max(1, plan.games * len(groups))
        tested = try_bounds(groups, plan, bar.update)
    flags = (("--with", game.variants), ("--without", game.without), ("--set", pairs), ("--data", data))
    asked = [word for flag, said in flags for one in said for word in (flag, one)]
    words = [str(game), *asked]
    if as_json:
        click.echo(json.dumps(_plain(rules, plan, tested, words), ensure_ascii=False, indent=2))
    else:
        _tell(open_screen(), rules, plan, tested, words)
    if tested.stopped and carrier.far:
        click.echo(f"stopped; {goes_on()}", err=True)
    good = bool(groups) and not tested.met and all(trial.verdict == HELD for _, trial in tested.trials)
    return INTERRUPTED if tested.stopped else 0 if good else WRONG


def _command(group: Group, seats: tuple[str, ...], seed: int, words: list[str]) -> str:
    """The whole command that plays it once more."""
    return to_watch(words[0], group.ctx.spec, seats, seed, words[1:])


# ------------------------------------------------------------------ for people


def _tell(screen: Screen, rules: Rules, plan: Plan, tested: Tested, words: list[str]) -> None:
    trials = list(tested.trials)
    if not trials:
        why = f"no bound has `{plan.only}` in its line" if plan.only else "these rules have no bound with so many players"
        screen.say(f"{rules.called}: {why}, so none was tested", "no")
        return
    screen.say(f"{rules.game.title.text}: {plural(len(trials), 'bound')}, seeds from {plan.seed}; {ONCE}", "title")
    for group, trial in trials:
        mark, style = MARKS[trial.verdict]
        screen.say(f"{mark}  {_about(group, trial)}", style, then=" " * 13)
        found = "; ".join(_figure(trial, figure) for figure in trial.figures) if trial.plays else "nothing is known"
        screen.say(f"{found}, in {plural(trial.plays, 'play')}", first=" " * 13, then=" " * 13)
        if (seed := trial.telling()) is not None and trial.verdict == BROKEN:
            screen.say("a play that shows it:", first=" " * 13)
            screen.say(_command(group, group.seatings[0], seed, words), first=" " * 15, then=" " * 17)
    for met in tested.met:
        _tell_fault(screen, tested, met, words)
    counts = [(sum(trial.verdict == verdict for _, trial in trials), verdict) for verdict in (HELD, BROKEN, OPEN)]
    said = ", ".join(f"{count} {verdict}" for count, verdict in counts if count)
    good = counts[0][0] == len(trials) and not tested.met
    more = "; stopped" if tested.stopped else ""
    hint = ". Whether more plays decide it is seen with a larger --seconds or --games" if counts[2][0] and not more else ""
    screen.say(f"{rules.called}: of {plural(len(trials), 'bound')} {said}{more}{hint}", "yes" if good else "no")


def _tell_fault(screen: Screen, tested: Tested, met: Met, words: list[str]) -> None:
    complain([met.wrong], err=False)
    group = next(one for one in tested.groups if one.people == met.people)
    screen.say(f"the play with seed {met.seed} met this; watch it with:", "no")
    screen.say(_command(group, met.seats, met.seed, words), first="  ", then="    ")


def _about(group: Group, trial: Trial) -> str:
    """The bound in the words of its line, with how many play."""
    line = " ".join(trial.bound.span.text.split()).removeprefix("bound ").split("  cites ")[0].split(" cites ")[0]
    return f"{line} ({plural(group.people, 'player')})"


def _figure(trial: Trial, figure: Figure) -> str:
    share = trial.series[0].share and trial.bound.figure != "quantile"
    number = (lambda value: f"{value * 100:.1f} %") if share else (lambda value: f"{value:.2f}")
    if isinf(figure.low) or isinf(figure.high):
        return f"{figure.label} {number(figure.mean)}"
    ends = f"{figure.low * 100:.1f} to {figure.high * 100:.1f}" if share else f"{figure.low:.2f} to {figure.high:.2f}"
    return f"{figure.label} {number(figure.mean)} ({ends})"


# ------------------------------------------------------------------ for programs


def _plain(rules: Rules, plan: Plan, tested: Tested, words: list[str]) -> dict:
    return {
        "game": rules.called, "seed": plan.seed, "stopped": tested.stopped,
        "bounds": [_bound(group, trial, words) for group, trial in tested.trials],
        "faults": [{"seed": met.seed, "players": met.people, "seats": list(met.seats), "message": met.wrong.message}
                   for met in tested.met],
    }


def _bound(group: Group, trial: Trial, words: list[str]) -> dict:
    bound, seed = trial.bound, trial.telling() if trial.verdict == BROKEN else None
    figures = [{"of": one.label, "value": round(one.mean, 6), "low": None if isinf(one.low) else round(one.low, 6),
                "high": None if isinf(one.high) else round(one.high, 6)} for one in trial.figures]
    shown = None if seed is None else {"seed": seed, "command": _command(group, group.seatings[0], seed, words)}
    return {
        "bound": bound.name, "at": str(bound.span), "players": group.people, "by": list(bound.players), "low": bound.low,
        "high": bound.high, "verdict": trial.verdict, "plays": trial.plays, "engine": group.recipe.engine, "figures": figures,
        "telling": shown,
    }
