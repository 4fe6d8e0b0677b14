"""Who sits where: names and who decides for them, from the words of a command line.

In:  Rules, `--players`, `--names`, `--seat NAME=WHO`.
Out: a Company: how many, their names in order, who decides for each; or a word about what is wrong with the command.
"""

import re

import click
from attrs import frozen

from interpreter.cli.opening import people_of, seat_names
from interpreter.load import Rules
from interpreter.play.choosers import CHOOSERS
from interpreter.play.notation import RESERVED, fold
from interpreter.text.render import listed, suggestion
from interpreter.text.report import Report

NAME = re.compile(r"[^\W\d][\w-]{0,23}")


@frozen
class Company:
    """The people at the table, in the order they sit. `who` is a name of CHOOSERS for each that somebody spoke of."""

    count: int
    names: tuple[str, ...]
    who: dict[str, str]


def company(rules: Rules, players: int | None, names: str | None, seats: tuple[str, ...]) -> Company:
    """Names are those of `--names`; without it, those that `--seat` speaks of. Seats that the game names keep their names."""
    own = rules.world(Report()).seat_names
    theirs = tuple(one.name.text for one in own if not one.automatic)
    who = dict(_seated(one) for one in seats)
    _none_automatic(who, [one.name.text for one in own if one.automatic])
    called = [name.strip() for name in names.split(",")] if names is not None else []
    if names is None and not any(re.fullmatch(r"Seat\d+", name) for name in who):
        called = [name for name in who if name not in theirs]
    for name in called:
        _fit_for_a_name(name, called)
    count = people_of(rules, players or max(len(called) + len(theirs), rules.people().start))
    if own and len(called) > count - len(theirs):
        whose = f"{rules.name} names {listed(one.name.text for one in own)} itself"
        raise click.UsageError(f"{whose}, so there is no seat for {listed(called[count - len(theirs):])}")
    if len(called) > count:
        raise click.UsageError(f"{len(called)} are named, and {count} play")
    sitting = (*seat_names(count - len(theirs), tuple(called)), *theirs)
    _all_known(who, sitting)
    return Company(count, sitting, who)


def _none_automatic(who: dict[str, str], automatic: list[str]) -> None:
    for name in who:
        for one in automatic:
            if fold(one) == fold(name):
                other = "" if one == name else f"there is no seat {name}; "
                raise click.UsageError(f"{other}{one} is an automatic seat: nobody decides for it, what it does is rules")


def _seated(pair: str) -> tuple[str, str]:
    name, sign, who = (part.strip() for part in pair.partition("="))
    if not sign or not name:
        raise click.UsageError(f"`{pair}` seats nobody: write NAME=WHO, where WHO is {listed(CHOOSERS, 'or')}")
    if who not in CHOOSERS:
        raise click.UsageError(f"`{who}` cannot decide for {name}: it is {listed(CHOOSERS, 'or')}")
    return name, who


def _fit_for_a_name(name: str, called: list[str]) -> None:
    if not NAME.fullmatch(name) or name.lower() in RESERVED:
        raise click.UsageError(f"`{name}` cannot be a name here: a word of letters, digits and hyphens, up to 24")
    if sum(fold(one) == fold(name) for one in called) > 1:
        raise click.UsageError(f"two players are called {name}")


def _all_known(who: dict[str, str], called: tuple[str, ...]) -> None:
    for name in who:
        if name not in called:
            help_ = suggestion(name, called) or f"there are {listed(called)}"
            raise click.UsageError(f"nobody is called {name}; {help_}")
