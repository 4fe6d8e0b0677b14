"""replay: a recorded play carried out again, every line verified.

In:  a `.play` file; a GAME, if other rules than those it names are to be tried.
Out: how many lines agree and how the play stands; the first line that departs, and exit code 1.
"""

import json
from pathlib import Path

import click

from interpreter.cli.ending import result_sentence, show_result
from interpreter.cli.opening import WRONG, as_lines, chosen_data, complain, drawn, lowered, recorded_people
from interpreter.cli.screen import open_screen, plural
from interpreter.core.pause import Over
from interpreter.load import load, rules_digest
from interpreter.play.replay import Replayed, find_rules, replay
from interpreter.play.transcript import read_file
from interpreter.syntax.files import find_game
from interpreter.text import codes
from interpreter.text.render import suggestion
from interpreter.text.report import Report
from interpreter.text.source import NOWHERE


def replay_file(file: str, game: str | None, data: tuple[str, ...], as_json: bool) -> int:
    """Carries a play out again; 1 if it departs, or cannot be read."""
    report = Report()
    found = _replayed(Path(file), game, data, report)
    if as_json:
        click.echo(json.dumps(_plain(found, report), indent=2, ensure_ascii=False))
    else:
        _tell(file, found, report)
    return 0 if found is not None and found.agrees and found.fault is None and report.ok else WRONG


def _replayed(path: Path, game: str | None, data: tuple[str, ...], report: Report) -> Replayed | None:
    record = read_file(path, report)
    if record is None:
        return None
    where = find_game(game) if game is not None else find_rules(record, path)
    if where is None:
        name = game or record.heading.game
        report.add(codes.NO_SUCH_GAME, NOWHERE, name=name, help=suggestion(name, [record.heading.game]))
        return None
    rules = load(where, report)
    if rules is None or not report.ok:
        return None
    ctx = lowered(rules, recorded_people(record, rules), record.heading.options, chosen_data(rules, data))
    return replay(record, ctx.spec, report, rules_digest(rules, ctx))


def _tell(file: str, found: Replayed | None, report: Report) -> None:
    screen = open_screen()
    complain(report.sorted(), err=False)
    if found is None:
        return
    if found.fault is not None:
        click.echo(drawn(found.fault.diagnostic))
    if isinstance(found.stop, Over):
        show_result(screen, found.session.spec, found.stop)
    lines = plural(found.verified, "line")
    if not found.agrees:
        screen.say(f"{file}: {lines} agree with the rules, and then the play departs from them", "no")
    elif found.fault is not None:
        screen.say(f"{file}: all {lines} agree, and the play ends with the fault above")
    else:
        over = "and the play is over" if isinstance(found.stop, Over) else "and the play is not over"
        screen.say(f"{file}: all {lines} agree with the rules, {over}", "yes")


def _plain(found: Replayed | None, report: Report) -> dict:
    made = {"agrees": found is not None and found.agrees and report.ok, "lines": found.verified if found else 0,
            "diagnostics": as_lines(report.sorted())}
    if found is not None and isinstance(found.stop, Over):
        over = found.stop
        spec = found.session.spec
        made |= {"result": result_sentence(spec, over), "how": over.how, "winners": [spec.seats[k] for k in over.winners],
                 "scores": {name: dict(zip(spec.seats, values, strict=True)) for name, values in over.scores.items()}}
    if found is not None and found.fault is not None:
        made["fault"] = as_lines([found.fault.diagnostic])[0]
    return made
