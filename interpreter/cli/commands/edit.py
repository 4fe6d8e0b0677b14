"""edit: a page in which rules are written, for this machine alone.

In:  a GAME, a variant or a file of scenarios; a port.
Out: an exit code, when it is interrupted: 0. Plays at the tables of the page are kept as those of `serve` are.
"""

import os
import webbrowser
from contextlib import suppress
from functools import partial
from pathlib import Path

import click

from interpreter.cli.commands.serve import lay_table, path_of_table
from interpreter.cli.openings import opening_of, rules_and_file
from interpreter.cli.seats import company
from interpreter.editor.folder import CannotOpen, opened_folder, placed
from interpreter.pipeline import load
from interpreter.text.diagnostic import Report
from interpreter.variant.stack import Asked
from interpreter.web.editing import end, routes, Workroom
from interpreter.web.hosted import CannotBegin, Hosted
from interpreter.web.server import CannotServe, listening, names_of, run
from interpreter.web.tables import Tables

HERE = "127.0.0.1"


def edit_game(where: str, port: int | None, opens: bool) -> int:
    """The command `edit`."""
    try:
        folder = opened_folder(where, Path.cwd())
        sock = listening(HERE, port)
    except (CannotOpen, CannotServe) as error:
        raise click.UsageError(str(error)) from None
    with suppress(OSError):
        folder.keep_as_it_is()
    room = Workroom(folder, lay, Path.cwd())
    hosts = names_of(HERE, sock.getsockname()[1], ())
    link = f"http://{hosts[0]}/edit/#{room.role.link}"
    click.echo(f"{folder.title}: open this page. Only this machine can reach it, and only by this link.\n\n  {link}\n")
    click.echo("What you write is in the files as you write it. Ctrl-C ends it.")
    if opens and has_screen():
        with suppress(webbrowser.Error):
            webbrowser.open(link)
    try:
        run(Tables({}), sock, hosts, routes(room), partial(end, room))
    finally:
        folder.close()
    return 0


def has_screen() -> bool:
    """Is there somewhere for a browser to show a page?"""
    return os.name == "nt" or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "TERM_PROGRAM"))


def lay(path: Path, scenario: str, number: int) -> Hosted:
    """A table of a game or a variant on which the play has begun, at the position of a scenario, if one is named."""
    report = Report()
    asked = Asked(str(path))
    try:
        if scenario:
            rules, file = rules_and_file(asked)
            at = opening_of(rules, file, scenario)
            who = company(at.rules, len(at.people), ",".join(at.people), ())
            kept = path_of_table(at.rules, None, number)
            table = lay_table(at.rules, asked, who, number, None, (), ({}, {}), kept, begins=at)
        else:
            loaded = load(asked, report)
            if loaded is None or not report.ok:
                raise CannotBegin("; ".join(placed(one) for one in report.errors[:3]))
            who = company(loaded, None, None, ())
            table = lay_table(loaded, asked, who, number, None, (), ({}, {}), path_of_table(loaded, None, number))
    except click.exceptions.Exit:
        raise CannotBegin("the rules have mistakes; the list below the text has them") from None
    except click.UsageError as error:
        raise CannotBegin(error.message) from None
    status, told = table.start()
    if status != 200:
        raise CannotBegin(str(told.get("error", "the play cannot begin")))
    return table
