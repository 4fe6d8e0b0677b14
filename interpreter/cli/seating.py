"""Who sits where: names and who decides for them, from the words of a command line.

In:  Rules, `--players`, `--names`, `--seat NAME=WHO`; WHO is a name of CHOOSERS or a strategy of the game.
Out: a Company: how many, their names in order, who decides for each; or a word about what is wrong with the command.
"""

import re

import click
from attrs import frozen

from interpreter.cli.opening import WRONG, complain, people_of, seat_names
from interpreter.load import Rules
from interpreter.play.choosers import CHOOSERS
from interpreter.play.notation import RESERVED, fold
from interpreter.play.strategies import CALLED, seated, strategies_of
from interpreter.spec.scope import Context
from interpreter.text.render import listed, suggestion
from interpreter.text.report import Report

NAME = re.compile(r"[^\W\d][\w-]{0,23}")
EVERYBODY = "all"                                # as the NAME of --seat: whoever is not named


@frozen
class Company:
    """The people at the table, in the order they sit. `who` says who decides for each that somebody spoke of."""

    count: int
    names: tuple[str, ...]
    who: dict[str, str]


def company(rules: Rules, players: int | None, names: str | None, seats: tuple[str, ...]) -> Company:
    """Names are those of `--names`, else those that `--seat` speaks of. Seats that the game names keep their names."""
    own = rules.world(Report()).seat_names
    theirs = tuple(one.name.text for one in own if not one.automatic)
    who = dict(_seated(rules, one) for one in seats)
    rest = who.pop(EVERYBODY, None)
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
    if rest is not None:
        who = dict.fromkeys(sitting, rest) | who
    return Company(count, sitting, who)


def sitting_down(rules: Rules, ctx: Context, who: dict[str, str]) -> dict[int, object]:
    """Who decides, by seat, with strategies made ready; or what is wrong with one, and the end of the command."""
    report = Report()
    made = seated(rules, ctx, {ctx.spec.seats.index(name): one for name, one in who.items()}, report)
    if not report.ok:
        complain(report.errors)
        raise click.exceptions.Exit(WRONG)
    return made


def _none_automatic(who: dict[str, str], automatic: list[str]) -> None:
    for name in who:
        for one in automatic:
            if fold(one) == fold(name):
                other = "" if one == name else f"there is no seat {name}; "
                raise click.UsageError(f"{other}{one} is an automatic seat: nobody decides for it, what it does is rules")


def _seated(rules: Rules, pair: str) -> tuple[str, str]:
    name, sign, who = (part.strip() for part in pair.partition("="))
    if sign and name and who in CHOOSERS:
        return name, who
    known = [*CHOOSERS, *strategies_of(rules, Report())]
    if not sign or not name:
        raise click.UsageError(f"`{pair}` seats nobody: write NAME=WHO, where WHO is {listed(known, 'or')}")
    called = CALLED.fullmatch(who.replace(" ", ""))
    if called is None or called["name"] not in known:
        help_ = suggestion(called["name"] if called else who, known) or f"it is {listed(known, 'or')}"
        raise click.UsageError(f"`{who}` cannot decide for {name}: {help_}")
    return name, who.replace(" ", "")


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
