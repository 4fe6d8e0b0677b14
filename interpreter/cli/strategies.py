"""show strategies: who can decide for a seat of a game.

In:  Rules.
Out: each strategy with what it is about, its parameters and the decisions it speaks of, in lines or as JSON.
"""

import json

import click

from interpreter.cli.opening import complain
from interpreter.cli.screen import Screen, open_screen
from interpreter.load import Rules
from interpreter.play.choosers import CHOOSERS
from interpreter.play.strategies import Written, strategies_of
from interpreter.syntax import ast
from interpreter.text.render import listed
from interpreter.text.report import Report


def show_strategies(rules: Rules, as_json: bool) -> int:
    """Every strategy of a game; 1 if a file of them cannot be read."""
    report = Report()
    found = strategies_of(rules, report)
    complain(report.errors)
    if as_json:
        click.echo(json.dumps([_plain(one) for one in found.values()], indent=1, ensure_ascii=False))
    else:
        screen = open_screen()
        for one in found.values():
            _show(screen, one)
        screen.say(f"and for every game: {listed(CHOOSERS)}", "small")
    return 0 if report.ok else 1


def _show(screen: Screen, one: Written) -> None:
    screen.say(f"{one.name}: {one.node.title.text}", "title")
    if one.doc:
        screen.say(one.doc, first="  ", then="  ")
    for option in one.options:
        about = f": {option.about.text}" if option.about is not None else ""
        screen.say(f"{option.name.text} = {option.first.span.text}, {option.type.span.text}{about}", first="  ", then="    ")
    screen.say(f"speaks of {listed(_spoken_of(one))}", first="  ", then="    ")


def _spoken_of(one: Written) -> list[str]:
    """The decisions and free actions, in the order of its lines."""
    names = [line.where.decision.text for line in one.node.lines if isinstance(line, ast.PlanAt)]
    rest = any(isinstance(line, ast.PlanOtherwise) for line in one.node.lines)
    return [*dict.fromkeys(names), *(["everything else"] if rest else [])]


def _plain(one: Written) -> dict:
    options = {option.name.text: {"first": option.first.span.text, "type": option.type.span.text} for option in one.options}
    return {"name": one.name, "title": one.node.title.text, "about": one.doc, "parameters": options, "decisions": _spoken_of(one)}
