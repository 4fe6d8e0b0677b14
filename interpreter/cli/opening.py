"""From what stands on the command line to rules, options and a Spec, with everything that is wrong said on the way.

In:  a GAME, `NAME=VALUE` pairs, a number of players.
Out: Rules and Specs; or the command ends with exit code 1 (the rules) or 2 (how the command was used).
"""

from pathlib import Path

import click

from interpreter.cli.screen import MOST, folded
from interpreter.load import Rules, load, prepare
from interpreter.spec.constants import Constants
from interpreter.spec.model import Spec
from interpreter.spec.scope import Context
from interpreter.syntax import ast
from interpreter.syntax.rulebook import option_name
from interpreter.text.render import as_json, draw, listed, suggestion
from interpreter.text.report import Diagnostic, Report

WRONG, INTERRUPTED = 1, 130
FEW = 4                                          # so many options can be named in full


def opened(where: str, people: int | None = None) -> Rules:
    """The rules of a game (for so many people), parsed; or the reasons why not, and the end of the command."""
    report = Report()
    rules = load(where, report, people)
    if rules is None or not report.ok:
        complain(report.sorted())
        raise click.exceptions.Exit(WRONG)
    return rules


def lowered(rules: Rules, names: tuple[str, ...], options: dict, data: dict | None = None) -> Context:
    """A game made for these people, options and data, its seats named; or what is wrong, and the end of the command."""
    report = Report()
    ctx = prepare(rules, len(names), options, report, data, names=names)
    if not report.ok:
        complain([one for one in report.sorted() if one.severity == "error"])
        raise click.exceptions.Exit(WRONG)
    return ctx


def seat_names(count: int, named: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Those who have no name are called Seat1, Seat2 ..."""
    return (*named, *(f"Seat{k}" for k in range(len(named) + 1, count + 1)))


def recorded_people(record, rules: Rules) -> tuple[str, ...]:
    """The people of a recorded play; automatic seats are not among them."""
    own = {one.name.text for one in rules.world(Report()).seat_names if one.automatic}
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
        raise click.UsageError(f"{rules.name} is for {rules.said_people()}, not {people}")
    return people


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


def chosen_data(rules: Rules, pairs: tuple[str, ...]) -> dict[str, Path]:
    """`NAME=FILE` pairs: files in place of those that tables and components are read from."""
    world = rules.world(Report())
    known = [*(name for name, one in world.components.items() if isinstance(one.how, ast.Text)), *world.tables]
    chosen: dict[str, Path] = {}
    for pair in pairs:
        name, equals, file = (part.strip() for part in pair.partition("="))
        if not equals or not file:
            raise click.UsageError(f"`{pair}` is no data: write NAME=FILE")
        if name not in known:
            raise click.UsageError(f"{rules.name} has no data `{name}`; {suggestion(name, known) or _those(known)}")
        if not Path(file).is_file():
            raise click.UsageError(f"there is no file {file}")
        chosen[name] = Path(file)
    return chosen


def shown_options(rules: Rules, spec: Spec) -> str:
    """The options of a play in a line: all of a few, of many those that are not as at first."""
    if len(spec.option_words) <= FEW:
        return ", ".join(f"{name} = {words}" for name, words in spec.option_words.items())
    first = Constants(rules.world(Report()), len(spec.seats), {})
    first.settle_options()
    other = [name for name, value in spec.options.items() if value != first.options[name][0]]
    said = [f"{name} = {spec.option_words[name]}" for name in other]
    return ", ".join([*said, f"all {'other ' if said else ''}{len(spec.options) - len(said)} options as they are at first"])


def _option(rules: Rules, options: dict, name: str) -> str | None:
    by_key = option_name(name)
    if by_key in options:
        return by_key
    ruling = rules.rulebook.ruling(name) if rules.rulebook else None
    return next((key.name for key in ruling.options if key.name in options), None) if ruling else None


def _those(options) -> str:
    return f"it has {listed(sorted(options))}" if options else "it has none"
