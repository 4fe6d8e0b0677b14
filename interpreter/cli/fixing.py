"""fix: an earlier answer or roll of a recorded play put right in its file.

In:  a `.play` file; `LINE = VALUE`, where LINE is a line of the file.
Out: the file, gone on with: what was taken back stays in it; the play as it was in a file beside; what no longer holds.

Next door: mending.py does the same at the referee's prompt.
"""

from pathlib import Path

import click

from interpreter.cli.mending import HOW, keep_copy, of_people, parsed, say_fixed
from interpreter.cli.opening import WRONG
from interpreter.cli.playing import resumed
from interpreter.cli.screen import open_screen
from interpreter.play.fixing import fix
from interpreter.play.notation import Trouble
from interpreter.play.session import Session
from interpreter.play.transcript import CannotRecord, entry_line


def fix_file(file: str, text: str, game, data: tuple[str, ...]) -> int:
    """The command `fix`."""
    wanted = parsed(text)
    if isinstance(wanted, Trouble):
        raise click.UsageError(f"`{text}` says nothing to put right: {HOW}")
    path = Path(file)
    session = resumed(game, path, data).session
    try:
        return _fixed(session, path, *wanted)
    except CannotRecord as error:
        click.echo(str(error), err=True)
        return WRONG
    finally:
        session.journal.close()


def _fixed(session: Session, path: Path, line: int, value: str) -> int:
    screen, numbers = open_screen(), session.journal.lines
    if line not in numbers:
        screen.say(f"not put right: line {line} of {path} is no answer and no roll that counts", "no")
        return WRONG
    copies: list[Path | None] = []
    found = fix(session, numbers.index(line), value, list(numbers), lambda: copies.append(keep_copy(path)))
    if isinstance(found, Trouble):
        screen.say(f"not put right: {found}", "no")
        return WRONG
    session.corrector = None
    session.play()                               # to the next question, or the end
    left, found.waiting = of_people(found), []
    say_fixed(screen, found, line, copies[0], lambda one: entry_line(session.spec, one.entry))
    if left:
        screen.line("not carried over, since something else is asked before:", "who")
        screen.rows([(str(one.number), entry_line(session.spec, one.entry)) for one in left])
    return 0
