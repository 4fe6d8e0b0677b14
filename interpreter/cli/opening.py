"""From what stands on the command line to rules, options and a Spec, with everything that is wrong said on the way.

In:  a GAME, `NAME=VALUE` pairs, a number of players.
Out: Rules and Specs; or the command ends with exit code 1 (the rules) or 2 (how the command was used).
"""

import click

from interpreter.cli.screen import MOST, folded
from interpreter.load import Rules, load, prepare
from interpreter.spec.scope import Context
from interpreter.syntax import ast
from interpreter.syntax.rulebook import option_name
from interpreter.text.render import as_json, draw, listed, suggestion
from interpreter.text.report import Diagnostic, Report

WRONG = 1


def opened(where: str) -> Rules:
    """The rules of a game, parsed; or the reasons why not, and the end of the command."""
    report = Report()
    rules = load(where, report)
    if rules is None or not report.ok:
        complain(report.sorted())
        raise click.exceptions.Exit(WRONG)
    return rules


def lowered(rules: Rules, names: tuple[str, ...], options: dict) -> Context:
    """A game made for these people and options, its seats named; or what is wrong, and the end of the command."""
    report = Report()
    ctx = prepare(rules, len(names), options, report, names=names)
    if not report.ok:
        complain([one for one in report.sorted() if one.severity == "error"])
        raise click.exceptions.Exit(WRONG)
    return ctx


def seat_names(count: int, named: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Those who have no name are called Seat1, Seat2 ..."""
    return (*named, *(f"Seat{k}" for k in range(len(named) + 1, count + 1)))


def recorded_people(record, rules: Rules) -> tuple[str, ...]:
    """The people of a recorded play; seats that the rules name are not among them."""
    own = {line.name.text for line in rules.game.lines or () if isinstance(line, ast.Seat)}
    return tuple(name for name in record.heading.players if name not in own)


def complain(found: list[Diagnostic], err: bool = True) -> None:
    """Draws diagnostics, one below the other."""
    for one in found:
        click.echo(drawn(one) + "\n", err=err)


def drawn(one: Diagnostic) -> str:
    """A diagnostic in lines that fit; its first one, the message, may take several."""
    head, *rest = draw(one).split("\n")
    return "\n".join([*folded(head, MOST, then="  "), *rest])


def as_lines(found: list[Diagnostic]) -> list[dict]:
    """Diagnostics for other programs."""
    return [as_json(one) for one in found]


def people_of(rules: Rules, wanted: int | None) -> int:
    """How many people play: the number asked for, else the fewest."""
    allowed = rules.people()
    people = wanted or allowed.start
    if people not in allowed:
        raise click.UsageError(f"{rules.name} is for {_span(allowed)} players, not {people}")
    return people


def _span(allowed: range) -> str:
    last = allowed.stop - 1
    return str(last) if allowed.start == last else f"{allowed.start} to {last}"


def chosen_options(rules: Rules, pairs: tuple[str, ...]) -> dict:
    """`NAME=VALUE` pairs as options; a ruling's key or id names the option that carries it out."""
    world = rules.world(Report())
    chosen: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise click.UsageError(f"`{pair}` is no setting: write OPTION=VALUE")
        option = _option(rules, world.options, name.strip())
        if option is None:
            help_ = suggestion(name, world.options) or _those(world.options)
            raise click.UsageError(f"{rules.name} has no option `{name.strip()}`; {help_}")
        chosen[option] = value.strip()
    return chosen


def _option(rules: Rules, options: dict, name: str) -> str | None:
    by_key = option_name(name)
    if by_key in options:
        return by_key
    ruling = rules.rulebook.ruling(name) if rules.rulebook else None
    return next((key.name for key in ruling.options if key.name in options), None) if ruling else None


def _those(options: dict) -> str:
    return f"it has {listed(sorted(options))}" if options else "it has none"
