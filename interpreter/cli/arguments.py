"""Arguments of commands: the rules, options, data and players that the words of a command line ask for. Who decides for each is
in seats.py.

In:  a GAME, `NAME=VALUE` pairs, a number of players.
Out: Rules and Specs; or what is wrong is said and the command ends, with exit code 1 (the rules are wrong) or 2
     (the command was used wrongly).
"""

import shlex
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import click

from interpreter import cache
from interpreter.cli.terminal.screen import folded, MOST
from interpreter.ir.model import Spec
from interpreter.lower.constants import Constants
from interpreter.lower.scope import Context
from interpreter.lower.symbols import declared
from interpreter.pipeline import load, prepare_to_play
from interpreter.project.clauses import option_name
from interpreter.session.notation import fold
from interpreter.syntax import ast
from interpreter.text.diagnostic import as_json, Diagnostic, draw, listed, Report, suggestion
from interpreter.variant.rules import Rules
from interpreter.variant.stack import Asked

WRONG, INTERRUPTED = 1, 130
FEW = 4                                          # so many options can be named in full


def opened(where: Asked | str, people: int | None = None) -> Rules:
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
    ctx = prepare_to_play(rules, len(names), options, report, data, names=names)
    if not report.ok:
        complain([diagnostic for diagnostic in report.sorted() if diagnostic.severity == "error"])
        raise click.exceptions.Exit(WRONG)
    return ctx


def goes_on() -> str:
    """What becomes of what was done before somebody stopped it."""
    return "the same command goes on from here" if cache.folder() is not None else "nothing of it is kept"


def seat_names(count: int, named: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Those who have no name are called Seat1, Seat2 ..., as far as nobody else is."""
    taken = {fold(name) for name in named}
    free = (f"Seat{k}" for k in range(len(named) + 1, 2 * count + 2) if fold(f"Seat{k}") not in taken)
    return (*named, *islice(free, count - len(named)))


def to_watch(game: str, spec: Spec, seats: Sequence[str], seed: int, asked: Sequence[str]) -> str:
    """The command with which a play of bots can be watched: `asked` are its variants, options and data as words, `seats` who
    decides, by seat."""
    who = {spec.seats[seat]: seats[seat] for seat in spec.people}
    if len(set(who.values())) == 1:
        who = {"all": next(iter(who.values()))}
    sitting = [word for name, how in who.items() for word in ("--seat", f"{name}={how}")]
    words = ["rulewright", "referee", game, "--players", str(len(spec.people)), "--seed", str(seed)]
    return shlex.join([*words, *asked, *sitting])


def complain(diagnostics: list[Diagnostic], err: bool = True) -> None:
    """Draws diagnostics, one below the other."""
    for diagnostic in diagnostics:
        click.echo(drawn(diagnostic) + "\n", err=err)


def drawn(diagnostic: Diagnostic) -> str:
    """A diagnostic in lines that fit; its first one, the message, may take several."""
    head, *rest = draw(diagnostic).split("\n")
    return "\n".join([*folded(head, MOST, then="  "), *rest])


def as_lines(diagnostics: list[Diagnostic]) -> list[dict]:
    """Diagnostics for other programs."""
    return [as_json(diagnostic) for diagnostic in diagnostics]


def people_of(rules: Rules, wanted: int | None) -> int:
    """How many people play: the number asked for, else the fewest."""
    allowed = rules.people()
    people = wanted or allowed.start
    if people not in allowed:
        raise click.UsageError(f"{rules.name} is for {rules.said_people()}, not {people}")
    return people


def chosen_options(rules: Rules, pairs: tuple[str, ...]) -> dict:
    """`NAME=VALUE` pairs as options; a ruling's key or id names the option that carries it out."""
    world = declared(rules, Report())
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
    world = declared(rules, Report())
    known = [*(name for name, component in world.components.items() if isinstance(component.how, ast.Text)), *world.tables]
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
    first = Constants(declared(rules, Report()), len(spec.seats), {})
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
