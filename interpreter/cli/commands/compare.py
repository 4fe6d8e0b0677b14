"""compare: a game as it stands against changes of it, on the same seeds.

In:  a GAME and changes (variants, options at other values); how many plays, or how narrow the intervals are to be; who decides.
Out: every figure of both sides, the differences with intervals, and what that means in words; JSON; a report as a page with
     the plays beside it. Exit code 130 where it was stopped from the keyboard; what was played is kept.
"""

import json
import shlex
from collections.abc import Sequence
from itertools import chain

import click

from interpreter.cli.arguments import INTERRUPTED, lowered
from interpreter.cli.seats import sitting_down
from interpreter.cli.sides import (
    Change,
    change_of,
    made_ready,
    played,
    Setting,
    sitting,
    stopped_after,
    Table,
    tables,
    told,
    Wanted,
)
from interpreter.cli.terminal.charts import aligned, interval_bar
from interpreter.cli.terminal.screen import open_screen, Screen
from interpreter.study.comparison import Comparison, DIFFERENT, evened, Line, Wish
from interpreter.study.figures import SHARE
from interpreter.study.plays import Unfinished
from interpreter.study.verdicts import about_errors, fairness, news, sentence, summary
from interpreter.text.diagnostic import plural

BARS = 21                                 # columns of a bar, at most
FEWEST_COLUMNS = 9                        # of a bar
NAME = 12                                 # columns of the name of a change, at the head of a table
MANY = 100_000                            # plays at most, if only `--precise` says how many


def compare_game(setting: Setting, changes: Sequence[str], wish: Wish, wanted: Wanted) -> int:
    """Compares; 130 if it was stopped."""
    if not changes:
        raise click.UsageError("name what is changed: --with VARIANT, or --set OPTION=VALUE")
    if wanted.report is not None:
        made_ready(wanted.report)
    found = tables(setting, [Change(), *map(change_of, changes)])
    wish = _contest(found, wish)
    comparison = Comparison([table.side for table in found], [table.shape for table in found], wish)
    try:
        stopped = played(comparison.run, chain.from_iterable(comparison.work()), wanted.carrier)
    except Unfinished as error:
        return told(error.trouble, found, [word for pair in setting.data for word in ("--data", pair)])
    if wanted.as_json:
        click.echo(json.dumps(plain(comparison, found, wanted.command, stopped), ensure_ascii=False))
    else:
        _show(open_screen(), comparison, found)
    if wanted.report is not None:
        from interpreter.study.report import write_comparison

        page = write_comparison(wanted.report, comparison, _about(found), shlex.join(wanted.command))
        click.echo(f"the report is {page}", err=True)
    if stopped:
        stopped_after(comparison.plays, "side")
    return INTERRUPTED if stopped else 0


def _contest(found: list[Table], wish: Wish) -> Wish:
    """The wish with what `--skill` names, known to be strategies of every side."""
    if wish.skill is None:
        return wish
    for table in found:
        recipe = table.side.recipe
        ctx = lowered(table.rules, recipe.names, dict(recipe.choices), dict(recipe.data))
        for who in wish.skill:
            sitting_down(table.rules, ctx, {table.spec.seats[table.shape.people[0]]: who})
    return evened(wish, len(found[0].shape.people))


# ------------------------------------------------------------------ for programs


def plain(comparison: Comparison, found: Sequence[Table], command: Sequence[str], stopped: bool) -> dict:
    """Everything, as JSON."""
    first, wish = found[0], comparison.wish
    sides = [{"name": table.side.name, "title": table.side.title, "options": dict(table.spec.option_words),
              "variants": list(table.spec.variants), "seats": list(table.side.recipe.seats), "engine": table.engine.name,
              "wins": [seat.to_json() for seat in comparison.seats(k)],
              "spread": comparison.spread(k)} for k, table in enumerate(found)]
    return {
        "game": first.spec.name, "players": len(first.shape.people), "seed": wish.seed, "games": comparison.plays,
        "looked_at": comparison.course.plays, "skill_games": comparison.skill.plays, "precise": wish.precise,
        "enough": comparison.enough, "stopped": stopped, "error": 0.05, "sides": sides,
        "comparisons": [_plain(comparison, k, table) for k, table in enumerate(found[1:])], "command": shlex.join(command),
    }


def _plain(comparison: Comparison, k: int, table: Table) -> dict:
    ends, course, rules = comparison.table.lines(k), comparison.course_lines(k), comparison.rule_lines(k)
    tables = {"figures": ends, "course": course, "rules": rules}
    return {"with": table.side.name, **{name: [line.to_json() for line in lines] for name, lines in tables.items()},
            "in_words": [summary([*ends, *course, *rules], comparison.plays),
                         *(sentence(line, table.side.name) for line in comparison.different(k))]}


# ------------------------------------------------------------------ for people


def _about(found: Sequence[Table]) -> str:
    return f"{sitting(found[0])}, {found[0].engine}"


def _show(screen: Screen, comparison: Comparison, found: list[Table]) -> None:
    first, wish = found[0], comparison.wish
    changes = " and ".join(table.side.name for table in found[1:])
    screen.say(f"{first.side.title}: as it stands, against {changes}", "title")
    if not comparison.plays:
        screen.say("no play was finished")
        return
    screen.say(f"{plural(comparison.plays, 'play')} of each by {sitting(first)}, seeds {wish.seed} to "
               f"{wish.seed + comparison.plays - 1}, the same for all")
    screen.say(f"{first.engine}", "small")
    if wish.precise is not None:
        widest = comparison.widest
        screen.say(f"every interval reaches no further than {widest:.2g} to either side" if comparison.enough else
                   f"not as narrow yet as was wished: the widest interval reaches {widest:.2g} to either side", "small")
    for k, table in enumerate(found[1:]):
        _against(screen, comparison, k, table)
    screen.line()
    screen.say("Is anybody better off by the seat?", "title")
    for k, table in enumerate(found):
        screen.say(f"{table.side.name}: {fairness(comparison.seats(k))}", then="  ")
    screen.line()
    screen.say(about_errors(len(found)), "small")


def _against(screen: Screen, comparison: Comparison, k: int, table: Table) -> None:
    name = table.side.name
    ends, course, rules = comparison.table.lines(k), comparison.course_lines(k), comparison.rule_lines(k)
    screen.line()
    told = news(ends)
    _rows(screen, [line for line in ends if line in told or _is_shown(line)], name)
    if course:
        screen.line()
        screen.say(f"seen on the way, in {plural(comparison.course.plays, 'play')} of each by the reference engine:", "small")
        _rows(screen, course, name)
    screen.line()
    screen.say(summary([*ends, *course, *rules], comparison.plays), "title")
    for line in news([*ends, *course]):
        screen.say(sentence(line, name), first="- ", then="  ")
    _told_rules(screen, rules, name)


def _is_shown(line: Line) -> bool:
    """Without what nobody asked for, and without what never happens."""
    return line.figure.plain and not (line.figure.unit == SHARE and not line.base and not line.other)


def _rows(screen: Screen, lines: Sequence[Line], name: str) -> None:
    rows = [["", "now", name[:NAME], "change", "95 % interval"], *([*_row(line)] for line in lines)]
    head, *texts = aligned(rows, screen.width - FEWEST_COLUMNS - 1)
    wide = max(map(len, texts), default=0)
    room = min(BARS, screen.width - wide - 1)
    room -= 1 - room % 2
    reach: dict[str, float] = {}
    for line in lines:
        if line.low is not None and line.high is not None:
            reach[line.figure.unit] = max(reach.get(line.figure.unit, 0.0), -line.low, line.high)
    screen.line(head)
    for text, line in zip(texts, lines, strict=True):
        if line.low is not None and line.high is not None:
            bar = interval_bar(line.low, line.difference or 0, line.high, reach[line.figure.unit], room)
            text = f"{text.ljust(wide)} {bar}"
        screen.line(text, "who" if line.verdict == DIFFERENT else "")


def _row(line: Line) -> list[str]:
    said = line.figure.said
    row = [line.figure.words, said(line.base), said(line.other)]
    if line.low is None or line.high is None:
        return [*row, said(line.difference, True) if line.difference is not None else "", ""]
    return [*row, said(line.difference, True), f"{said(line.low, True)} to {said(line.high, True)}"]


MOST_RULES = 6                            # told one by one at the terminal; the report has all


def _told_rules(screen: Screen, rules: Sequence[Line], name: str) -> None:
    """Rules that come up in one of the two only, and those that come up more often for certain."""
    real = [line for line in rules if line.verdict == DIFFERENT]
    only = [line for line in rules if (line.base is None and line.other) or (line.other is None and line.base)]
    for line in [*real, *only][:MOST_RULES]:
        screen.say(sentence(line, name), first="- ", then="  ")
    left = len(real) + len(only) - MOST_RULES
    if left > 0:
        screen.say(f"- and {plural(left, 'more rule')} (--report has them all)")
