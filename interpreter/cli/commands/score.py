"""score: the sheet of a finished table that somebody has written down, for people who only want the sums.

In:  a GAME, a file (lines or CSV), options and data.
Out: where each point comes from, who has won, and the criterion that decided; exit code 1 where the table is none of this
     game.
"""

import json
from pathlib import Path
from typing import NoReturn

import click

from interpreter.analysis.score_breakdown import as_lines, deciding, derive
from interpreter.cli.arguments import chosen_data, chosen_options, complain, lowered, opened, seat_names, shown_options, WRONG
from interpreter.cli.terminal.score_sheet import numbered, result_sentence, show_decision, show_full, show_result
from interpreter.cli.terminal.screen import open_screen
from interpreter.core.question import Over
from interpreter.engine import scoring
from interpreter.engine.machine import Machine
from interpreter.lower.symbols import declared
from interpreter.pipeline import load
from interpreter.project.files import read_source
from interpreter.scenario.finished_table import how_many, lay_table, Line, people_named, read_table, untold, wrong
from interpreter.session.notation import fold
from interpreter.text.diagnostic import listed, Report
from interpreter.variant.rules import Rules

MOST_UNTOLD = 8


def score_file(game: str, file: str, pairs: tuple[str, ...], data: tuple[str, ...], as_json: bool) -> int:
    """The command `score`."""
    report = Report()
    source = read_source(Path(file), report)
    lines = read_table(source, report) if source is not None else []
    if source is None or not report.ok:
        _stop(report)
    rules, people = _game_of(game, lines)
    said = how_many(rules.people(), people)
    if said is not None:
        wrong(report, source.line_span(lines[0].span.line if lines else 1), f"{rules.name}: {said}")
    _stop_if_wrong(report)
    spec = lowered(rules, people, chosen_options(rules, pairs), chosen_data(rules, data)).spec
    machine = lay_table(lines, spec, report)
    _stop_if_wrong(report)
    over = scoring.over(machine)
    if as_json:
        click.echo(json.dumps(_plain(machine, over), indent=2, ensure_ascii=False))
    else:
        _show(rules, machine, over, lines)
    return 0


def _game_of(game: str, lines: list[Line]) -> tuple[Rules, tuple[str, ...]]:
    """The rules for those who are named. A seat may be one that the rules name, perhaps those of a game for fewer people."""
    rules = opened(game)
    named = people_named(lines, lowered(rules, seat_names(rules.people().start), {}).spec)
    people = _with_own(rules, named)
    for count in range(1, len(named)):
        other = load(game, Report(), count) if count not in rules.people() else None
        if other is not None and count in other.people() and len(_with_own(other, named)) == count:
            return other, _with_own(other, named)
    return rules, people


def _with_own(rules: Rules, named: tuple[str, ...]) -> tuple[str, ...]:
    """The people: those who are named, but for seats of the rules' own; of these the ones that people sit on come last."""
    own = declared(rules, Report()).seat_names
    theirs = {fold(seat.name.text) for seat in own}
    return (*(name for name in named if fold(name) not in theirs), *(seat.name.text for seat in own if not seat.automatic))


def _stop_if_wrong(report: Report) -> None:
    if not report.ok:
        _stop(report)


def _stop(report: Report) -> NoReturn:
    complain(report.sorted())
    raise click.exceptions.Exit(WRONG)


def _show(rules: Rules, machine: Machine, over: Over, lines: list[Line]) -> None:
    screen, spec = open_screen(), machine.spec
    screen.say(f"{spec.title}: {listed(spec.seats)}", "title")
    shown, rest = shown_options(rules, spec), untold(lines, spec)
    if shown:
        screen.say(shown, "small")
    if rest:
        more = f" and {len(rest) - MOST_UNTOLD} more" if len(rest) > MOST_UNTOLD else ""
        screen.say(f"not mentioned, so as at first: {', '.join(rest[:MOST_UNTOLD])}{more}", "small", then="  ")
    screen.line()
    show_full(screen, machine)
    show_result(screen, spec, over)
    show_decision(screen, machine)


def _plain(machine: Machine, over: Over) -> dict:
    spec = machine.spec
    named = {name: dict(zip(spec.seats, values, strict=True)) for name, values in over.scores.items()}
    return {
        "game": spec.name, "players": list(spec.seats), "result": result_sentence(spec, over), "scores": named,
        "totals": dict(zip(spec.seats, over.totals, strict=True)), "winners": [spec.seats[p] for p in over.winners],
        "places": {spec.seats[seat]: number for seat, number in numbered(over.places).items()},
        "decided": [{"by": stage.words, "left": [spec.seats[p] for p in stage.left]} for stage in deciding(machine)],
        "derivation": {name: as_lines(derive(machine, k)) for k, name in enumerate(spec.seats)},
    }
