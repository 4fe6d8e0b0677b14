"""Arguments of commands: the rules, options, data, players and seats that the words of a command line ask for.

In:  a GAME, `NAME=VALUE` pairs, a number of players, their names, who decides for each seat.
Out: Rules and Specs, a Company; or what is wrong is said and the command ends, with exit code 1 (the rules are wrong) or 2
     (the command was used wrongly).
"""

import re
import shlex
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import click
from attrs import frozen

from interpreter import cache
from interpreter.cli.terminal.screen import folded, MOST
from interpreter.core.state import State
from interpreter.ir.model import Spec
from interpreter.lower.constants import Constants
from interpreter.lower.scope import Context
from interpreter.lower.symbols import declared
from interpreter.pipeline import load, prepare_to_play, rules_digest
from interpreter.project.clauses import option_name
from interpreter.scenario.opening import NoOpening, Opening, opening, recorded_opening
from interpreter.scenario.runner import game_of_scenarios
from interpreter.search.player import effort, is_search, Nonsense
from interpreter.search.seating import seated
from interpreter.session.bots import CHOOSERS, Decider, SEARCH
from interpreter.session.notation import fold, no_name
from interpreter.session.strategies import CALLED, strategies_of
from interpreter.session.transcript import Record
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


@frozen
class Begun:
    """What a recorded play is carried out with: its rules made for its people, and the position it began at, if that is a
    scenario's."""

    rules: Rules
    context: Context
    begins: State | None = None
    digest: str = ""


def recorded(record: Record, rules: Rules, options: dict, data: dict | None = None) -> Begun:
    """The rules of a recorded play made for its people; or what is wrong, and the end of the command."""
    report = Report()
    try:
        at = recorded_opening(record.heading, rules, report)
    except NoOpening as error:
        raise click.UsageError(f"the play began at a scenario that is not there any more: {error}") from None
    if not report.ok:
        complain(report.errors)
        raise click.exceptions.Exit(WRONG)
    if at is not None:
        return Begun(at.rules, at.context, at.state, at.named())
    ctx = lowered(rules, recorded_people(record, rules), options, data)
    return Begun(rules, ctx, None, rules_digest(rules, ctx))


def rules_and_file(where: Asked) -> tuple[Rules, Path | None]:
    """The rules of a game, or those that a file of scenarios is about, with that file."""
    path, report = Path(where.where), Report()
    found = game_of_scenarios(path, report) if path.suffix == ".rules" and path.is_file() else None
    return (found, path) if found is not None else (opened(where), None)


def opening_of(rules: Rules, file: Path | None, words: str) -> Opening:
    """The position of the scenario with these words in its title; or what is wrong, and the end of the command."""
    report = Report()
    try:
        found = opening(rules, words, report, [file] if file is not None else None)
    except NoOpening as error:
        raise click.UsageError(str(error)) from None
    if found is None:
        complain(report.errors)
        raise click.exceptions.Exit(WRONG)
    return found


def goes_on() -> str:
    """What becomes of what was done before somebody stopped it."""
    return "the same command goes on from here" if cache.folder() is not None else "nothing of it is kept"


def seat_names(count: int, named: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Those who have no name are called Seat1, Seat2 ..., as far as nobody else is."""
    taken = {fold(name) for name in named}
    free = (f"Seat{k}" for k in range(len(named) + 1, 2 * count + 2) if fold(f"Seat{k}") not in taken)
    return (*named, *islice(free, count - len(named)))


def recorded_people(record, rules: Rules) -> tuple[str, ...]:
    """The people of a recorded play; automatic seats are not among them."""
    own = {seat.name.text for seat in declared(rules, Report()).seat_names if seat.automatic}
    return tuple(name for name in record.heading.players if name not in own)


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


# ------------------------------------------------------------------ who sits where


EVERYBODY = "all"                                # as the NAME of --seat: whoever is not named


@frozen
class Company:
    """The people at the table, in the order they sit. `who` says who decides for each that somebody spoke of."""

    count: int
    names: tuple[str, ...]
    who: dict[str, str]


def company(rules: Rules, players: int | None, names: str | None, seats: tuple[str, ...]) -> Company:
    """Names are those of `--names`, else those that `--seat` speaks of. Seats that the game names keep their names."""
    own = declared(rules, Report()).seat_names
    theirs = tuple(seat.name.text for seat in own if not seat.automatic)
    who = dict(_seated(rules, pair) for pair in seats)
    rest = who.pop(EVERYBODY, None)
    _none_automatic(who, [seat.name.text for seat in own if seat.automatic])
    called = [name.strip() for name in names.split(",")] if names is not None else []
    if names is None and not any(re.fullmatch(r"Seat\d+", name) for name in who):
        called = [name for name in who if name not in theirs]
    for name in called:
        _fit_for_a_name(name, [*called, *(seat.name.text for seat in own)])
    count = people_of(rules, players or max(len(called) + len(theirs), rules.people().start))
    if own and len(called) > count - len(theirs):
        whose = f"{rules.name} names {listed(seat.name.text for seat in own)} itself"
        raise click.UsageError(f"{whose}, so there is no seat for {listed(called[count - len(theirs):])}")
    if len(called) > count:
        raise click.UsageError(f"{len(called)} are named, and {count} play")
    sitting = (*seat_names(count - len(theirs), tuple(called)), *theirs)
    _all_known(who, sitting)
    if rest is not None:
        who = dict.fromkeys(sitting, rest) | who
    return Company(count, sitting, who)


def seats_of(rules: Rules, pairs: Sequence[str], people: tuple[str, ...]) -> dict[str, str]:
    """Who decides for people whose names are settled already."""
    who = dict(_seated(rules, pair) for pair in pairs)
    rest = who.pop(EVERYBODY, None)
    _all_known(who, people)
    return (dict.fromkeys(people, rest) if rest is not None else {}) | who


def sitting_down(rules: Rules, ctx: Context, who: dict[str, str]) -> dict[int, Decider]:
    """Who decides, by seat, with strategies made ready; or what is wrong with one, and the end of the command."""
    report = Report()
    deciders = seated(rules, ctx, {ctx.spec.seats.index(name): how for name, how in who.items()}, report)
    if not report.ok:
        complain(report.errors)
        raise click.exceptions.Exit(WRONG)
    return {seat: decider for seat, decider in deciders.items() if decider is not None}


def _none_automatic(who: dict[str, str], automatic: list[str]) -> None:
    for name in who:
        for own in automatic:
            if fold(own) == fold(name):
                other = "" if own == name else f"there is no seat {name}; "
                raise click.UsageError(f"{other}{own} is an automatic seat: nobody decides for it, what it does is rules")


def _seated(rules: Rules, pair: str) -> tuple[str, str]:
    name, sign, who = (part.strip() for part in pair.partition("="))
    if sign and name and who in CHOOSERS:
        return name, who
    own = [*strategies_of(rules, Report())]
    known = [*CHOOSERS, SEARCH, *own]
    if sign and name and is_search(who):
        return name, _search(who, own)
    if not sign or not name:
        raise click.UsageError(f"`{pair}` seats nobody: write NAME=WHO, where WHO is {listed(known, 'or')}")
    called = CALLED.fullmatch(who.replace(" ", ""))
    if called is None or called["name"] not in known:
        help_ = suggestion(called["name"] if called else who, known) or f"it is {listed(known, 'or')}"
        raise click.UsageError(f"`{who}` cannot decide for {name}: {help_}")
    return name, who.replace(" ", "")


def _search(who: str, strategies: list[str]) -> str:
    """A player that thinks, if that is how one is asked for."""
    try:
        strategy = effort(who.replace(" ", "")).strategy
    except Nonsense as wrong:
        raise click.UsageError(f"`{who}` cannot decide: {wrong}") from None
    called = CALLED.fullmatch(strategy)
    if strategy and (called is None or called["name"] not in strategies):
        help_ = suggestion(called["name"] if called else strategy, strategies) or f"it is {listed(strategies, 'or') or 'none'}"
        raise click.UsageError(f"`{who}` cannot decide: there is no strategy `{strategy}`; {help_}")
    return who.replace(" ", "")


def _fit_for_a_name(name: str, called: list[str]) -> None:
    trouble = no_name(name)
    if trouble:
        raise click.UsageError(f"`{name}` cannot be a name here: {trouble}")
    if sum(fold(other) == fold(name) for other in called) > 1:
        raise click.UsageError(f"two players are called {name}")


def _all_known(who: dict[str, str], called: tuple[str, ...]) -> None:
    for name in who:
        if name not in called:
            help_ = suggestion(name, called) or f"there are {listed(called)}"
            raise click.UsageError(f"nobody is called {name}; {help_}")
