"""fix: an earlier answer or roll of a recorded play put right in its file.

In:  a `.play` file, and what is to be put right: `LINE = VALUE`, LINE a line of the file.
Out: the file with what was taken back and what was carried over written behind; a copy of it as it was; exit code 1 where
     nothing could be put right.

What is kept and what is not is decided in session/correction.py.
"""

from pathlib import Path

import click
from attrs import frozen

from interpreter.cli.arguments import WRONG
from interpreter.cli.commands.referee import resumed
from interpreter.cli.terminal.correction_prompt import begin_fix, end_fix, HOW, of_people, parsed, say_fixed
from interpreter.cli.terminal.screen import open_screen
from interpreter.ir.model import Spec
from interpreter.session.correction import fix, Waiting
from interpreter.session.notation import Trouble
from interpreter.session.recorder import CannotRecord
from interpreter.session.session import Session
from interpreter.session.transcript import entry_line
from interpreter.text.diagnostic import InternalError
from interpreter.variant.stack import Asked


def fix_file(file: str, text: str, game: Asked | None, data: tuple[str, ...]) -> int:
    """The command `fix`."""
    wanted = parsed(text)
    if isinstance(wanted, Trouble):
        raise click.UsageError(f"`{text}` says nothing to put right: {HOW}")
    path = Path(file)
    setting = resumed(game, path, data, as_it_stands=True)
    if setting.verifier is None:
        raise InternalError("a play that was gone on with has no lines")
    try:
        return _fixed(setting.session, setting.verifier.lines, path, *wanted)
    except CannotRecord as error:
        click.echo(str(error), err=True)
        return WRONG
    finally:
        setting.verifier.close()


def _fixed(session: Session, numbers: list[int], path: Path, line: int, value: str) -> int:
    screen = open_screen()
    if line not in numbers:
        screen.say(f"not put right: line {line} of {path} is no answer and no roll that counts", "no")
        return WRONG
    copies: list[Path | None] = []
    keeper = fix(session, numbers.index(line), value, list(numbers), lambda: copies.append(begin_fix(session, path)))
    if isinstance(keeper, Trouble):
        screen.say(f"not put right: {keeper}", "no")
        return WRONG
    session.corrector = None
    session.play()                               # to the next question, or the end
    end_fix(session)
    left, keeper.waiting = of_people(keeper), []
    lines = _OfFile(session.spec)
    say_fixed(screen, keeper, line, copies[0], lines)
    if left:
        screen.line("not carried over, since something else is asked before:", "who")
        screen.rows([(str(lines.number(waiting)), lines.words(waiting)) for waiting in left])
    return 0


@frozen
class _OfFile:
    """Lines of a file, which hides nothing from who owns it."""

    spec: Spec

    def number(self, waiting: Waiting) -> int:
        """The number of the line in the file."""
        return waiting.number

    def words(self, waiting: Waiting) -> str:
        """The line as it stands there."""
        return entry_line(self.spec, waiting.entry)
