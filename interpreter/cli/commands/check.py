"""check, format, list: rules files as their author sees them.

In:  games and files by name.
Out: every diagnostic of every number of players, drawn or as JSON; files in canonical form; exit codes.
"""

import json
import os
import sys
from pathlib import Path

import click
from attrs import define, evolve, field

from interpreter.check.declarations import check_heading
from interpreter.cli.arguments import as_lines, chosen_data, chosen_options, complain, people_of
from interpreter.cli.storage import nothing_collected
from interpreter.cli.terminal.screen import open_screen, plural
from interpreter.pipeline import load, prepare
from interpreter.project.files import read_source, short_name
from interpreter.scenario.proofread import proofread, proofread_file
from interpreter.session.strategies import proofread_file as proofread_strategy_file, proofread_strategies
from interpreter.syntax.formatter import format_text
from interpreter.syntax.parser import parse
from interpreter.text import codes
from interpreter.text.diagnostic import Diagnostic, listed, Report
from interpreter.text.source import Source
from interpreter.variant.rules import Rules

FINE, WRONG = 0, 1


# ------------------------------------------------------------------ check


@define
class _Verdict:
    """What was found in one of the arguments."""

    name: str
    found: list[Diagnostic]
    what: str = ""                               # what it is, in words
    assumed: dict = field(factory=dict)

    @property
    def ok(self) -> bool:
        """No error?"""
        return not any(diagnostic.severity == "error" for diagnostic in self.found)


def check_all(where: tuple, players: int | None, pairs: tuple, data: tuple, as_json: bool) -> int:
    """Checks each argument; 1 if an error was found in any."""
    with nothing_collected():
        verdicts = [_check(argument, players, pairs, data) for argument in where]
    if as_json:
        click.echo(json.dumps([_plain(verdict) for verdict in verdicts], indent=2, ensure_ascii=False))
    else:
        for verdict in verdicts:
            _tell(verdict)
    return FINE if all(verdict.ok for verdict in verdicts) else WRONG


def _plain(verdict: _Verdict) -> dict:
    assumed = {name: {"assumed": few, "rows": rows} for name, (few, rows) in verdict.assumed.items()}
    return {"name": verdict.name, "ok": verdict.ok, "diagnostics": as_lines(verdict.found), "assumed": assumed}


def _check(where: str, players: int | None, pairs: tuple[str, ...], data: tuple[str, ...]) -> _Verdict:
    report = Report()
    rules = load(where, report)
    if rules is None:
        return _part(str(where), report)
    if not report.ok:
        return _Verdict(rules.called, report.sorted(), "nothing further was checked")
    wanted = [people_of(rules, players)] if players else list(rules.people())
    options = chosen_options(rules, pairs)
    runs, lowered = _runs(rules, wanted, options, chosen_data(rules, data))
    diagnostics = [*report.sorted(), *_merged(runs)]
    if not data and not any(diagnostic.severity == "error" for diagnostic in diagnostics):
        diagnostics += proofread(rules, lowered={} if options else lowered)  # with other data they need not make sense
        diagnostics += proofread_strategies(rules, lowered[wanted[0]])
    assumed = {name: counted for ctx in lowered.values() for name, counted in ctx.spec.assumed.items()}
    if rules.variants:                                 # what is noted of the base is told where the base is checked
        diagnostics, assumed = [diagnostic for diagnostic in diagnostics if not _of_base(rules, diagnostic)], {}
    return _Verdict(rules.called, diagnostics, _ways(wanted), assumed)


def _of_base(rules: Rules, note: Diagnostic) -> bool:
    """Is it no mistake, and about a file that the variants only build on?"""
    return note.severity == "note" and note.span.source in {file.span.source for file, _ in rules.parts} - rules.own


def _part(where: str, report: Report) -> _Verdict:
    """A file that is no game: scenarios, read with the game they use, or a library, of which only the writing counts."""
    diagnostics = [each for each in report.sorted() if each.code is not codes.NOT_A_GAME or not each.span.is_nowhere]
    scenarios = None if diagnostics else proofread_file(Path(where))
    if scenarios is not None:
        return _Verdict(where, scenarios, "read with the game they are of; `test` plays them")
    strategies = None if diagnostics else proofread_strategy_file(Path(where))
    if strategies is not None:
        seated = "a seat is given one with `--seat NAME=STRATEGY`"
        return _Verdict(where, strategies, f"read with the game they are for; {seated}")
    diagnostics = diagnostics or _without_heading(Path(where))
    return _Verdict(where, diagnostics, "" if diagnostics else "read; its rules are checked with the games that use it")


def _without_heading(path: Path) -> list[Diagnostic]:
    """What is wrong with the heading of a file that no game names."""
    report = Report()
    source = read_source(path, report)
    file = parse(source, Report()) if source is not None else None
    if file is not None:
        check_heading(file, report)
    return report.sorted()


def _runs(rules: Rules, wanted: list[int], options: dict, data: dict) -> tuple[dict[int, list[Diagnostic]], dict]:
    """What is said with each number of people, and the game as it was lowered for them."""
    runs, lowered = {}, {}
    for people in wanted:
        report = Report()
        lowered[people] = prepare(rules, people, options, report, data)
        runs[people] = report.sorted()
    return runs, lowered


def _merged(runs: dict[int, list[Diagnostic]]) -> list[Diagnostic]:
    """Each diagnostic once; one that not every number of players meets says with how many it does."""
    met: dict[tuple, list[int]] = {}
    first: dict[tuple, Diagnostic] = {}
    for people, diagnostics in runs.items():
        for diagnostic in diagnostics:
            key = (diagnostic.code.id, *diagnostic.place, diagnostic.message if diagnostic.span.is_nowhere else "")
            first.setdefault(key, diagnostic)
            met.setdefault(key, []).append(people)
    merged = []
    for key, diagnostic in first.items():
        some = met[key]
        note = () if len(some) == len(runs) else (f"with {listed(map(str, some), 'or')} players",)
        merged.append(evolve(diagnostic, notes=diagnostic.notes + note))
    return sorted(merged, key=lambda diagnostic: diagnostic.place)


def _ways(wanted: list[int]) -> str:
    if len(wanted) == 1:
        return f"checked for {plural(wanted[0], 'player')}"
    return f"checked for {wanted[0]} to {wanted[-1]} players"


def _tell(verdict: _Verdict) -> None:
    screen = open_screen()
    complain(verdict.found, err=False)
    for name, (few, rows) in verdict.assumed.items():
        if few:
            screen.say(f"{few} of {plural(rows, 'row')} of {name} are assumed, not taken from the rulebook", "small")
    counted = [(sum(d.severity == s for d in verdict.found), s) for s in ("error", "warning", "note")]
    said = listed(plural(count, severity) for count, severity in counted if count) if verdict.found else "nothing is wrong"
    screen.say(f"{verdict.name}: {said}" + (f" ({verdict.what})" if verdict.what else ""), "yes" if verdict.ok else "no")


# ------------------------------------------------------------------ format


def format_all(files: tuple[str, ...], only_check: bool) -> int:
    """Formats each file, and every rules file in a folder; 1 if one cannot be read, or with `only_check` would change."""
    return max((_format(name, only_check) for named in files for name in _rules_files(named)), default=FINE)


def _rules_files(named: str) -> list[str]:
    folder = Path(named)
    return sorted(str(path) for path in folder.rglob("*.rules")) if folder.is_dir() else [named]


def _format(name: str, only_check: bool) -> int:
    report = Report()
    source = Source("<stdin>", sys.stdin.read()) if name == "-" else read_source(Path(name), report)
    text = format_text(source, report) if source is not None else None
    if source is None or text is None:
        complain(report.sorted())
        return WRONG
    if name == "-" and not only_check:
        click.echo(text, nl=False)
        return FINE
    if text == source.text:
        return FINE
    if only_check:
        click.echo(f"{name} is not in its canonical form{_first_change(source.text, text)}")
        return WRONG
    return _written(Path(name), text)


def _first_change(old: str, new: str) -> str:
    """The first line that differs, as it is and as it should be; nothing where only the ends of lines do."""
    before, after = old.split("\n"), new.split("\n")
    at = next((k for k, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), min(len(before), len(after)))
    now, wanted = (lines[at] if at < len(lines) else "(the end of the file)" for lines in (before, after))
    return f": line {at + 1}\n- {now}\n+ {wanted}"


def _written(path: Path, text: str) -> int:
    """Beside the file first, so that a full disk leaves the author's file as it was."""
    beside = path.with_name(f".{path.name}.new")
    try:
        beside.write_text(text, encoding="utf-8", newline="\n")
        beside.chmod(path.stat().st_mode)
        os.replace(beside, os.path.realpath(path))
    except OSError as error:
        beside.unlink(missing_ok=True)
        click.echo(f"{path} cannot be written: {error.strerror}", err=True)
        return WRONG
    click.echo(f"{short_name(path)} is in its canonical form now")
    return FINE
