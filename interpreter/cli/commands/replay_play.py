"""replay: a recorded play carried out again, every line verified.

In:  a `.play` file; a GAME, if other rules than those it names are to be tried.
Out: how many lines agree and how the play stands; the first line that departs, and exit code 1.
"""

import json
from pathlib import Path

import click
from attrs import evolve

from interpreter.cli.arguments import as_lines, chosen_data, complain, drawn, WRONG
from interpreter.cli.commands.show_plan import place
from interpreter.cli.openings import recorded
from interpreter.cli.terminal.score_sheet import show_result
from interpreter.cli.terminal.screen import open_screen, Screen
from interpreter.core.question import Over
from interpreter.display.sheet import numbered, result_sentence
from interpreter.ir.model import Spec
from interpreter.lower.symbols import declared
from interpreter.project.files import find_game
from interpreter.prose.diff import changes
from interpreter.search.seating import seated, to_verify
from interpreter.session.replay import Departure, find_rules, load_recorded, replay, Replayed
from interpreter.session.transcript import read_file, Record, seal_of
from interpreter.syntax.formatter import expression
from interpreter.text import codes
from interpreter.text.diagnostic import listed, plural, Report, suggestion
from interpreter.text.source import NOWHERE
from interpreter.variant.rules import Rules
from interpreter.variant.stack import Asked


def replay_file(file: str, game: Asked | None, data: tuple[str, ...], seal: bool, as_json: bool) -> int:
    """Carries a play out again; 1 if it departs, or cannot be read, or `seal` is asked for and does not hold."""
    report = Report()
    played = replayed(Path(file), game, data, report)
    against = against_seal(Path(file)) if seal and played is not None and played.agrees else []
    if as_json:
        told = _plain(played, report) | ({"against seal": against} if seal else {})
        click.echo(json.dumps(told, indent=2, ensure_ascii=False))
    else:
        _tell(file, played, report)
        if seal and played is not None and played.agrees:
            _tell_seal(Path(file), against)
    return 0 if played is not None and played.agrees and played.fault is None and report.ok and not against else WRONG


def against_seal(path: Path) -> list[str]:
    """What speaks against it that all chance of a play whose lines agree was fixed by its seal; nothing if it was."""
    record = read_file(path, Report())
    if record is None or not record.heading.seal or record.heading.seed is None:
        return ["it has no seal: only plays that were begun with `serve` have one"]
    heading, found = record.heading, []
    if seal_of(record.heading.seed, heading.salt) != heading.seal:
        found.append("the seal is not that of its seed and salt")
    if heading.asked:
        found.append(f"the chance of {listed(heading.asked)} fell on a real table, which no seal can fix")
    found += [f"line {row.number} is chance that was put right by hand" for row in record.rows if row.kind == "given"]
    return found


def _tell_seal(path: Path, against: list[str]) -> None:
    screen, record = open_screen(), read_file(path, Report())
    for one in against:
        screen.say(one, "no")
    if not against and record is not None:
        screen.say("all chance was fixed before the first card: it came of the seed, and this is the seal of seed and salt; "
                   "compare it with the one that the table showed", "yes")
        screen.line(f"  {record.heading.seal}")


def replayed(path: Path, game: Asked | None, data: tuple[str, ...], report: Report) -> Replayed | None:
    """A play in a file carried out again; None with the reasons in the report."""
    record = read_file(path, report)
    if record is None:
        return None
    named = game.where if game is not None else ""
    where = find_game(named) if named else find_rules(record, path)
    if where is None:
        name = named or record.heading.game
        report.add(codes.NO_SUCH_GAME, NOWHERE, name=name, help=suggestion(name, [record.heading.game]))
        return None
    rules = load_recorded(record, where, report, game)
    if rules is None or not report.ok:
        return None
    options = record.heading.options if game is None else _options(record, rules, where)
    begun = recorded(record, rules, options, chosen_data(rules, data))
    rules, ctx = begun.rules, begun.context
    seats = to_verify(seated(rules, ctx, record.heading.planned, report))
    if game is None:
        return replay(record, ctx.spec, report, begun.digest, seats, begins=begun.begins)
    played = replay(_answered(record), ctx.spec, report, begun.digest, begins=begun.begins)
    played.differs = _differences(rules, record, where, report)
    return played


def _answered(record: Record) -> Record:
    """Under other rules every answer is the one that was given: a bot that would choose otherwise is no departure."""
    return evolve(record, heading=evolve(record.heading, seats=("human",) * len(record.heading.players)))


def _options(record: Record, rules: Rules, where: Path) -> dict:
    """The options that were chosen. One that stood at its first value then stands at the first value of the other rules now."""
    before = load_recorded(record, where, Report())
    old, new = (declared(version, Report()).options if version is not None else {} for version in (before, rules))
    return {name: said for name, said in record.heading.options.items()
            if name in new and (name not in old or said != expression(old[name].first))}


def _differences(rules: Rules, record: Record, where: Path, report: Report) -> tuple[str, ...]:
    """Under other rules it is no mistake that they are others; it is said in words what differs."""
    told = [diagnostic.message for diagnostic in report.diagnostics if diagnostic.code is codes.PLAY_RULES]
    report.diagnostics[:] = [diagnostic for diagnostic in report.diagnostics if diagnostic.code is not codes.PLAY_RULES]
    before = load_recorded(record, where, Report())
    if before is None or before.name != rules.name:
        return tuple(told)
    old, new = ([file for file, _ in version.parts] for version in (before, rules))
    names = [{applied.name for applied in each.stack} for each in (before, rules)]
    with_ = changes(old, [applied for applied in rules.stack if applied.name not in names[0]])
    without = changes(new, [applied for applied in before.stack if applied.name not in names[1]])
    return (*told, *(f"with {change.edit.by.name}: {change.said}" for change in with_),
            *(f"without {change.edit.by.name}, in which {change.said}" for change in without))


def _tell(file: str, played: Replayed | None, report: Report) -> None:
    screen = open_screen()
    complain(report.sorted(), err=False)
    if played is None:
        return
    for difference in played.differs:
        screen.say(difference, "small")
    if played.fault is not None:
        click.echo(drawn(played.fault.diagnostic))
    if isinstance(played.stop, Over):
        show_result(screen, played.session.spec, played.stop)
    lines = plural(played.verified, "line")
    if played.differs and played.left is not None:
        _tell_departure(screen, played.left, played.session.spec)
    if not played.agrees:
        screen.say(f"{file}: {lines} agree with the rules, and then the play departs from them", "no")
    elif played.fault is not None:
        screen.say(f"{file}: all {lines} agree, and the play ends with the fault above")
    else:
        over = "and the play is over" if isinstance(played.stop, Over) else "and the play is not over"
        screen.say(f"{file}: all {lines} agree with the rules, {over}", "yes")


def _tell_departure(screen: Screen, left: Departure, spec: Spec) -> None:
    """The first line that does not fit under these rules: what is asked there, or why it is refused."""
    if left.ended:
        early = f"It is over before line {left.row.number}"
        fits = "Every answer fits; only the end is another" if left.row.kind == "over" else early
        screen.say(f"{fits}: {left.ended}", "who")
        return
    screen.say(f"Line {left.row.number} is the first that does not fit: {left.row.line}", "who")
    if left.refused:
        screen.say(f"The answer is refused: {left.refused}{_by(left.span)}")
        return
    asked: dict[str, list[str]] = {}
    for q in left.asked:
        prompt = f" “{q.prompt}”" if q.prompt else ""
        what = f"for {q.source}{_by(q.span)}" if q.of_nature else f"`{q.name}`{prompt}{_by(q.span)}"
        asked.setdefault(what, []).append("chance" if q.of_nature else spec.seats[q.seat])
    for what, who in asked.items():
        screen.say(f"There {listed(who)} {'is' if len(who) == 1 else 'are'} asked {what}")


def _by(span) -> str:
    return f", by {place(span)}" if place(span) else ""


def _plain(played: Replayed | None, report: Report) -> dict:
    data = {"agrees": played is not None and played.agrees and report.ok, "lines": played.verified if played else 0,
            "diagnostics": as_lines(report.sorted())}
    if played is not None and isinstance(played.stop, Over):
        over = played.stop
        spec = played.session.spec
        data |= {"result": result_sentence(spec, over), "how": over.how, "winners": [spec.seats[k] for k in over.winners],
                 "places": {spec.seats[seat]: number for seat, number in numbered(over.places).items()},
                 "scores": {name: dict(zip(spec.seats, values, strict=True)) for name, values in over.scores.items()}}
    if played is not None and played.differs:
        data["differs"] = list(played.differs)
    if played is not None and played.left is not None:
        left = played.left
        data["departs"] = {"line": left.row.number, "stands": left.row.line, "refused": left.refused, "ended": left.ended,
                           "rule": place(left.span),
                           "asked": [{"name": q.name or q.source, "rule": place(q.span)} for q in left.asked]}
    if played is not None and played.fault is not None:
        data["fault"] = as_lines([played.fault.diagnostic])[0]
    return data
