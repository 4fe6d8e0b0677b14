"""Where a play begins that is no new one: at the position of a scenario, or as a recorded play did.

In:  the words of a scenario's title, the heading of a recorded play.
Out: an Opening, a Begun; or what is wrong is said and the command ends, with exit code 1 or 2.
"""

from pathlib import Path

import click
from attrs import frozen

from interpreter.cli.arguments import complain, lowered, opened, WRONG
from interpreter.core.state import State
from interpreter.lower.scope import Context
from interpreter.lower.symbols import declared
from interpreter.pipeline import rules_digest
from interpreter.scenario.opening import NoOpening, Opening, opening, recorded_opening
from interpreter.scenario.runner import game_of_scenarios
from interpreter.session.transcript import Record
from interpreter.text.diagnostic import Report
from interpreter.variant.rules import Rules
from interpreter.variant.stack import Asked


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


def recorded_people(record, rules: Rules) -> tuple[str, ...]:
    """The people of a recorded play; automatic seats are not among them."""
    own = {seat.name.text for seat in declared(rules, Report()).seat_names if seat.automatic}
    return tuple(name for name in record.heading.players if name not in own)
