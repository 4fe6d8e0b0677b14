"""simulate: what comes of many plays by bots, and who of them wins.

In:  a GAME; how many plays, of how many players, from which seed; who decides for which seat.
Out: means and deviations, how plays end and who wins with 95 % intervals; JSON in the names of the hand-written programs.
"""

import json
from collections.abc import Callable

import click

from interpreter.cli.arguments import (
    chosen_data,
    chosen_options,
    drawn,
    goes_on,
    INTERRUPTED,
    lowered,
    opened,
    shown_options,
    to_watch,
    WRONG,
)
from interpreter.cli.seats import company, sitting_down
from interpreter.cli.terminal.screen import columns, open_screen, progress, Screen
from interpreter.ir.model import Spec
from interpreter.lower.scope import Context
from interpreter.search.seating import said_once
from interpreter.session.bots import CHOOSERS
from interpreter.simulate.engines import Engine, engine_for
from interpreter.simulate.playout import first_fault, Result, Share, share_of
from interpreter.simulate.tournament import Bouts, makers, play_bouts, Recipe, seatings
from interpreter.text.diagnostic import Fault, listed, plural
from interpreter.variant.rules import Rules
from interpreter.variant.stack import Asked
from interpreter.workers import Carrier

NOBODY = "human"


def simulate_game(game, games, players, seats, swap, seed, always, carrier, engine, pairs, data, as_json) -> int:
    """Lets bots play, for each number of people in turn; seats of which nobody speaks are random."""
    runs = []
    for people in players:
        rules = opened(game, people)
        chosen = chosen_options(rules, pairs), chosen_data(rules, data)
        who = company(rules, people, None, seats)
        ctx = lowered(rules, who.names, *chosen)
        sitting = sitting_down(rules, ctx, who.who)     # says what is wrong with a strategy, before anything is played
        for line in said_once(sitting.values()):
            click.echo(line, err=True)
        seating = _seating(ctx.spec, who.who, swap, games)
        where = Asked(str(rules.path), rules.named_variants(), rules.asked.without)
        choices, data_files = (tuple(mapping.items()) for mapping in chosen)
        ready = makers(rules, ctx, seating)
        chosen_engine = engine_for(ctx.spec, games, seed, [ready[name] for name in seating], engine or "")
        recipe = Recipe(where, len(who.names), who.names, choices, data_files, seating, always, chosen_engine.name)
        try:
            with progress(games, plural(len(who.names), "player")) as bar:
                bouts = play_bouts(rules, ctx, recipe, games, seed, swap, carrier, _teller(bar), ready)
        except KeyboardInterrupt:
            return _stopped(bar.pos, games, carrier)
        except Fault as fault:
            click.echo(drawn(fault.diagnostic) + "\n", err=True)
            asked = [("--with", variant) for variant in game.variants] + [("--without", erratum) for erratum in game.without]
            asked += [("--set", pair) for pair in pairs] + [("--data", pair) for pair in data]
            click.echo(_which(rules, ctx, recipe, (games, seed, swap), [str(game), *sum(asked, ())]), err=True)
            return WRONG
        if as_json:
            runs.append(_plain(bouts, swap))
        else:
            _show(open_screen(), bouts, shown_options(rules, ctx.spec), swap, chosen_engine)
    if as_json:
        click.echo(json.dumps(runs[0] if len(players) == 1 else {"runs": runs}, ensure_ascii=False))
    return 0


def _stopped(done: int, games: int, carrier: Carrier) -> int:
    """Says how far it has come; what other machines have played is kept."""
    if carrier.far:
        click.echo(f"stopped after {done} of {plural(games, 'play')}; {goes_on()}", err=True)
    else:
        click.echo("stopped", err=True)
    return INTERRUPTED


def _teller(bar) -> Callable[[int], None]:
    """Says how many plays are done, to a bar that wants to know how many more."""
    return lambda done: bar.update(done - bar.pos)


def _seating(spec: Spec, who: dict[str, str], swap: bool, games: int) -> tuple[str, ...]:
    """Who decides, seat by seat."""
    people = next((name for name, how in who.items() if how == NOBODY), None)
    if people is not None:
        raise click.UsageError(f"nobody sits at the keyboard here, so {people} cannot be human")
    seating = tuple(who.get(name, "random") for name in spec.seats)
    count = len(seatings(seating, spec.automatic, swap))
    if games % count:
        raise click.UsageError(f"with --swap there are {count} seatings, so --games is a multiple of {count}")
    return seating


def _which(rules: Rules, ctx: Context, recipe: Recipe, run: tuple, asked: list[str]) -> str:
    """The play that met a fault, and the whole command that shows it: the game, its variants, options and data."""
    spec, (games, seed, swap) = ctx.spec, run
    sitting, seeds = makers(rules, ctx, recipe.seats), range(seed, seed + games)
    orders = seatings(recipe.seats, spec.automatic, swap)
    for order in orders:
        met = first_fault(spec, seeds[:games // len(orders)], [sitting[name] for name in order], recipe.always)
        if met is not None:
            seed = met[0]
            break
    else:
        order = recipe.seats
    return f"the play with seed {seed} met this; watch it with:\n  {to_watch(asked[0], spec, order, seed, asked[1:])}"


# ------------------------------------------------------------------ for programs


def _plain(bouts: Bouts, swap: bool) -> dict:
    """One seating: everything a Result says. Several: who won, and each seating's Result."""
    results = [_result(result, seating) for seating, result in bouts.parts]
    if not swap:
        return results[0]
    said = {"game": bouts.spec.name, "seed": bouts.parts[0][1].seed, "engine": bouts.parts[0][1].engine}
    return bouts.to_json() | said | {"results": results}


def _result(result: Result, seating: tuple[str, ...]) -> dict:
    games = result.games
    wins = [share_of(count, games) for count in result.wins]
    return result.to_json() | {"seats": list(seating), "win_intervals": [[won.low, won.high] for won in wins]}


# ------------------------------------------------------------------ for people


def _show(screen: Screen, bouts: Bouts, options: str, swap: bool, engine: Engine) -> None:
    spec, first = bouts.spec, bouts.parts[0][1]
    screen.say(f"{spec.title}: {plural(bouts.games, 'play')} of {_sitting(spec, bouts.parts[0][0])}, "
               f"seeds {first.seed} to {first.seed + first.games - 1}", "title")
    screen.say(f"{engine}", "small")
    if swap:
        screen.say(f"each seed {len(bouts.parts)} times, with the seats exchanged: everybody sits in every seat")
    if options:
        screen.say(options, "small")
    if swap:
        _players(screen, bouts)
    else:
        _scores(screen, first)
        _seats(screen, first, bouts.parts[0][0])
    _ends(screen, bouts, swap)


def _sitting(spec: Spec, seating: tuple[str, ...]) -> str:
    people = [seating[k] for k in spec.people]
    if set(people) <= set(CHOOSERS) and len(set(people)) == 1:
        return plural(len(seating), f"{people[0]} seat")
    kinds = list(dict.fromkeys(people))
    return listed(f"{people.count(kind)} {kind}" for kind in kinds)


def _scores(screen: Screen, result: Result) -> None:
    data = result.to_json()
    rows = [["", "mean", "deviation"]]
    rows += [[score.name.replace("_", " "), f"{data[f'mean_{score.name}']:.2f}", f"{data[f'sd_{score.name}']:.2f}"]
             for score in result.spec.scores]
    if len(result.spec.scores) != 1:
        everything = [total for totals in result.totals for total in totals]
        rows.append(["total", f"{sum(everything) / max(1, len(everything)):.2f}", f"{result.sd_score:.2f}"])
    _columns(screen, rows)


def _seats(screen: Screen, result: Result, seating: tuple[str, ...]) -> None:
    alike = len(set(seating)) == 1
    rows = [["", *([] if alike else ["by"]), "mean total", "share of wins", "95 % interval"]]
    for k, (name, mean, count) in enumerate(zip(result.spec.seats, result.mean_scores, result.wins, strict=True)):
        won = share_of(count, result.games)
        who = [] if alike else ["rules" if k in result.spec.automatic else seating[k]]
        rows.append([name, *who, f"{mean:.2f}", *_interval(won)])
    _columns(screen, rows)


def _players(screen: Screen, bouts: Bouts) -> None:
    automatic = {bouts.parts[0][0][k] for k in bouts.spec.automatic}
    rows = [["", "mean total", "share of wins", "95 % interval"]]
    for name in bouts.players:
        if name not in automatic or any(seating.count(name) > len(automatic) for seating, _ in bouts.parts):
            won = bouts.won(name)
            rows.append([name, f"{bouts.mean(name):.2f}", *_interval(won)])
    _columns(screen, rows)


def _ends(screen: Screen, bouts: Bouts, swap: bool) -> None:
    shared, unwon = bouts.shared, bouts.unwon
    if shared or unwon:
        said = [f"{plural(shared, 'play')} shared, a part of a win for each who shares it"] if shared else []
        said += [f"{plural(unwon, 'play')} won by nobody, and counted as lost"] if unwon else []
        screen.say("draws: " + listed(said))
    results = [result for _, result in bouts.parts]
    ends = bouts.endings
    rows = [[how, str(count), *_interval(share_of(count, bouts.games))] for how, count in ends]
    _columns(screen, [["ended", "plays", "share", "95 % interval"], *rows])
    states = sum(result.states for result in results)
    if states:
        lines = plural(len(bouts.spec.always), "`always` line")
        kept = f"the {lines} held, and nothing was lost" if bouts.spec.always else "nothing was lost"
        screen.say(f"{kept}, in each of {states} states", "yes")
    lengths = [play.decisions for result in results for play in result.plays]
    if not swap:
        of = results[0].lengths
        screen.say(f"decisions a play: {of['mean']:.1f} (from {of['least']} to {of['most']}, median {of['median']:g})")
    seconds = sum(result.seconds for result in results)
    screen.say(f"{sum(lengths)} decisions in {seconds:.2f} s, {sum(lengths) / max(seconds, 1e-9):.0f} a second", "small")


def _interval(share: Share) -> list[str]:
    return [f"{share.share:.1%}", f"{share.low * 100:.1f} to {share.high * 100:.1f} %"]


def _columns(screen: Screen, rows: list[list[str]]) -> None:
    for line in columns(rows, screen.width):
        screen.line(line)
