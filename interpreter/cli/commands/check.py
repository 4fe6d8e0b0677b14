"""check, format, list: rules files as their author sees them.

In:  games and files by name.
Out: every diagnostic of every number of players, drawn or as JSON; files in canonical form; exit codes.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import click

from interpreter.cli.arguments import as_lines, chosen_data, chosen_options, complain, people_of
from interpreter.cli.storage import nothing_collected
from interpreter.cli.terminal.screen import open_screen, progress
from interpreter.project.files import put_whole, read_source, short_name
from interpreter.syntax.formatter import format_text
from interpreter.text.diagnostic import listed, plural, Report
from interpreter.text.source import Source
from interpreter.variant.rules import Rules
from interpreter.verdict import Verdict, verdict_on, Wish

FINE, WRONG = 0, 1


# ------------------------------------------------------------------ check


def check_all(where: tuple, players: int | None, pairs: tuple, data: tuple, as_json: bool) -> int:
    """Checks each argument; 1 if an error was found in any."""
    with nothing_collected():
        verdicts = [verdict_on(argument, _wish(players, pairs, data)) for argument in where]
    if as_json:
        click.echo(json.dumps([_plain(verdict) for verdict in verdicts], indent=2, ensure_ascii=False))
    else:
        for verdict in verdicts:
            _tell(verdict)
    return FINE if all(verdict.ok for verdict in verdicts) else WRONG


def _plain(verdict: Verdict) -> dict:
    assumed = {name: {"assumed": few, "rows": rows} for name, (few, rows) in verdict.assumed.items()}
    return {"name": verdict.name, "ok": verdict.ok, "diagnostics": as_lines(verdict.found), "assumed": assumed}


def _wish(players: int | None, pairs: tuple[str, ...], data: tuple[str, ...]) -> Callable[[Rules], Wish]:
    """What the words of the command line ask for."""
    def of(rules: Rules) -> Wish:
        people = (people_of(rules, players),) if players else tuple(rules.people())
        return Wish(people, chosen_options(rules, pairs), chosen_data(rules, data))

    return of


def _tell(verdict: Verdict) -> None:
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
    names = [name for named in files for name in _rules_files(named)]
    worst = FINE
    with progress(len(names), "files") as bar:
        for name in names:
            worst = max(worst, _format(name, only_check))
            bar.update(1)
    return worst


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
    """All or nothing, so that a full disk leaves the author's file as it was."""
    try:
        put_whole(path, text.encode("utf-8"))
    except OSError as error:
        click.echo(f"{path} cannot be written: {error.strerror}", err=True)
        return WRONG
    click.echo(f"{short_name(path)} is in its canonical form now")
    return FINE
