"""Who sits where: people with their names, and who decides for each.

In:  a number of players, `--names`, `NAME=WHO` pairs.
Out: a Company, deciders by seat; or what is wrong is said and the command ends, with exit code 1 or 2.
"""

import re
from collections.abc import Sequence

import click
from attrs import frozen

from interpreter.cli.arguments import complain, people_of, seat_names, WRONG
from interpreter.lower.scope import Context
from interpreter.lower.symbols import declared
from interpreter.search.player import effort, is_search, Nonsense
from interpreter.search.seating import seated
from interpreter.session.bots import CHOOSERS, Decider, SEARCH
from interpreter.session.notation import fold, no_name
from interpreter.session.strategies import CALLED, strategies_of
from interpreter.text.diagnostic import listed, Report, suggestion
from interpreter.variant.rules import Rules

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
