"""sweep: a game with its options at several values, every combination of them on the same seeds.

In:  a GAME, options with their values, variants that hold for all; which figures; how many plays; who decides.
Out: a table of all combinations, a map of the first figure, what each value changes; JSON; a report. Exit code 130 where it was
     stopped from the keyboard; what was played is kept.
"""

import json
import shlex
from collections.abc import Sequence

import click

from interpreter.cli.arguments import INTERRUPTED
from interpreter.cli.commands.compare import BARS, FEWEST_COLUMNS
from interpreter.cli.sides import Change, made_ready, played, Setting, sitting, stopped_after, Table, tables, told, Wanted
from interpreter.cli.terminal.charts import aligned, shade
from interpreter.cli.terminal.screen import open_screen, Screen
from interpreter.study.combinations import Design, design, Effect, Factor, figures_of, Sweep
from interpreter.study.comparison import DIFFERENT, Wish
from interpreter.study.figures import Figure
from interpreter.study.plays import Unfinished
from interpreter.study.verdicts import about_errors
from interpreter.text.diagnostic import listed, plural, suggestion

MOST_VALUES = 100                         # of one option
MOST_ROWS = 40                            # combinations told at the terminal; the report has all


def sweep_game(setting: Setting, variants: Sequence[str], pairs: Sequence[str], keys: Sequence[str], most: int,
               wanted: Wanted) -> int:
    """Plays every combination; 130 if it was stopped."""
    if not pairs:
        raise click.UsageError("name what is to vary: --set OPTION=A,B,C or --set OPTION=1..4")
    if wanted.report is not None:
        made_ready(wanted.report)
    factors = [factor_of(pair) for pair in pairs]
    fewest = max(len(factor.values) for factor in factors)
    if most < fewest:
        raise click.UsageError(f"an option has {fewest} values, and each is to be played, so --most is at least {fewest}")
    plan = design(factors, most, setting.seed)
    found = _tables(setting, plan, tuple(variants))
    shapes = [table.shape for table in found]
    wish = Wish(setting.games, setting.seed)
    sweep = Sweep(plan, [table.side for table in found], shapes, wish, _figures(figures_of(shapes), keys))
    try:
        stopped = played(sweep.run, sweep.work(), wanted.carrier)
    except Unfinished as error:
        return told(error.trouble, found, [word for pair in setting.data for word in ("--data", pair)])
    if wanted.as_json:
        click.echo(json.dumps(_plain(sweep, found, wanted.command, stopped), ensure_ascii=False))
    else:
        _show(open_screen(), sweep, found)
    if wanted.report is not None and sweep.plays:
        from interpreter.study.report import write_sweep

        about = f"{sitting(found[0])}, {found[0].engine}"
        click.echo(f"the report is {write_sweep(wanted.report, sweep, about, shlex.join(wanted.command))}", err=True)
    if stopped:
        stopped_after(sweep.plays, "combination")
    return INTERRUPTED if stopped else 0


def factor_of(pair: str) -> Factor:
    """`goal=50,80,100` or `goal=1..4` as a factor.

    >>> factor_of("goal=1..3,9")
    Factor(option='goal', values=('1', '2', '3', '9'))
    """
    option, equals, said = pair.partition("=")
    values: list[str] = []
    for piece in said.split(","):
        low, dots, high = (part.strip() for part in piece.partition(".."))
        if dots and low.lstrip("-").isdigit() and high.lstrip("-").isdigit() and 0 <= int(high) - int(low) < MOST_VALUES:
            values += map(str, range(int(low), int(high) + 1))
        else:
            values.append(piece.strip())
    values = list(dict.fromkeys(values))
    if not equals or not option.strip() or not all(values) or len(values) < 2 or len(values) > MOST_VALUES:
        raise click.UsageError(f"`{pair}` is nothing that varies: write OPTION=A,B,C or OPTION=1..4, two values at least")
    return Factor(option.strip(), tuple(values))


def _tables(setting: Setting, plan: Design, variants: tuple[str, ...]) -> list[Table]:
    """All combinations, made ready."""
    names = [factor.option for factor in plan.factors]
    if len(set(names)) < len(names):
        raise click.UsageError(f"`{next(name for name in names if names.count(name) > 1)}` is named twice: "
                               "write all its values into one --set")
    pairs = [tuple(f"{name}={value}" for name, value in zip(names, values, strict=True)) for values in plan.combinations]
    return tables(setting, [Change(", ".join(settings), variants, settings) for settings in pairs])


def _figures(every: list[Figure], keys: Sequence[str]) -> list[Figure]:
    known = {figure.key: figure for figure in every}
    for key in keys:
        if key not in known:
            raise click.UsageError(f"there is no figure `{key}`; {suggestion(key, known) or f'there are {listed(known)}'}")
    first = "total" if "total" in known else "decisions"
    return [known[key] for key in dict.fromkeys(keys or (first, "decisions"))]


# ------------------------------------------------------------------ for programs


def _plain(sweep: Sweep, found: Sequence[Table], command: Sequence[str], stopped: bool) -> dict:
    names = [factor.option for factor in sweep.design.factors]
    rows = [{"options": dict(zip(names, values, strict=True)), "engine": found[k].engine.name,
             "figures": {figure.key: round(sweep.mean(figure, k), 6) for figure in sweep.figures}}
            for k, values in enumerate(sweep.design.combinations)]
    effects = [effect.to_json() for figure in sweep.figures for effect in sweep.main_effects(figure)]
    return {"game": found[0].spec.name, "players": len(found[0].shape.people), "seed": sweep.wish.seed, "games": sweep.plays,
            "of": sweep.design.of, "whole": sweep.design.whole, "stopped": stopped, "error": 0.05, "combinations": rows,
            "main_effects": effects, "command": shlex.join(command)}


# ------------------------------------------------------------------ for people


def drawn(plan: Design) -> str:
    """How many combinations, and of how many."""
    count = plural(len(plan.combinations), "combination")
    return f"all {count}" if plan.whole else f"{count} of {plan.of}, drawn so that each value of an option stands equally often"


def _show(screen: Screen, sweep: Sweep, found: list[Table]) -> None:
    first, wish, plan = found[0], sweep.wish, sweep.design
    screen.say(f"{first.side.title}: {listed(factor.option for factor in plan.factors)}", "title")
    if not sweep.plays:
        screen.say("no play was finished")
        return
    screen.say(f"{drawn(plan)}; {plural(sweep.plays, 'play')} of each by {sitting(first)}, seeds {wish.seed} to "
               f"{wish.seed + sweep.plays - 1}, the same for all")
    screen.say(f"{first.engine}", "small")
    screen.line()
    _combinations(screen, sweep)
    if len(plan.factors) > 1:
        screen.line()
        _map(screen, sweep, sweep.figures[0])
    for figure in sweep.figures:
        screen.line()
        _effects(screen, figure, sweep.main_effects(figure), len(plan.factors) > 1)
    screen.line()
    screen.say(about_errors(0), "small")


def _combinations(screen: Screen, sweep: Sweep) -> None:
    names = [factor.option for factor in sweep.design.factors]
    first = sweep.figures[0]
    means = [sweep.mean(first, k) for k in range(len(sweep.sides))]
    rows = [[*names, *(figure.words for figure in sweep.figures)]]
    for k, values in enumerate(sweep.design.combinations[:MOST_ROWS]):
        rows.append([*values, *(figure.said(sweep.mean(figure, k)) for figure in sweep.figures)])
    head, *texts = aligned(rows, screen.width - FEWEST_COLUMNS - 1, len(names))
    wide = max(map(len, texts))
    room = min(BARS, screen.width - wide - 1)
    low, high = min(means), max(means)
    screen.line(head)
    for text, mean in zip(texts, means, strict=False):
        screen.line(f"{text.ljust(wide)} {'█' * round(1 + (room - 1) * (mean - low) / ((high - low) or 1))}")
    if len(sweep.sides) > MOST_ROWS:
        screen.say(f"and {len(sweep.sides) - MOST_ROWS} more (--report and --json have them all)", "small")


def _map(screen: Screen, sweep: Sweep, figure: Figure) -> None:
    """The first two options against one another."""
    down, across = sweep.design.factors[:2]
    others = ", averaged over the others" if len(sweep.design.factors) > 2 else ""
    screen.say(f"{figure.words}: {down.option} down, {across.option} across{others}")
    cells = sweep.heat(figure, 0, 1)
    known = [value for row in cells for value in row if value is not None]
    rows = [["", *across.values]]
    for value, row in zip(down.values, cells, strict=True):
        rows.append([value, *(_field(figure, one, min(known), max(known)) for one in row)])
    for line in aligned(rows, screen.width):
        screen.line(line)


def _field(figure: Figure, value: float | None, low: float, high: float) -> str:
    return "-" if value is None else f"{figure.said(value)} {shade(value, low, high) * 2}"


def _effects(screen: Screen, figure: Figure, effects: Sequence[Effect], averaged: bool) -> None:
    also = ", averaged over all other options" if averaged else ""
    screen.say(f"What each value changes in {figure.words}{also}", "title")
    rows = [["option", "value", "against", "change", "95 % interval", ""]]
    for effect in effects:
        line, said = effect.line, figure.said
        between = "" if line.low is None else f"{said(line.low, True)} to {said(line.high, True)}"
        verdict = "real" if line.verdict == DIFFERENT else ""
        rows.append([effect.option, effect.value, effect.first, said(line.difference, True), between, verdict])
    for text in aligned(rows, screen.width, 3):
        screen.line(text)
