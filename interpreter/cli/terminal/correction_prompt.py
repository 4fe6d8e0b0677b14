"""`fix LINE = VALUE`: an earlier answer or roll put right, at the referee's prompt.

In:  what was typed; a Referee and its Session.
Out: the play as it is then, and line by line what no longer holds. The play as it was before is kept in a file beside.

What is kept and what is not is decided in session/correction.py. commands/fix_play.py does the same to a file.
"""

import os
import re
from pathlib import Path
from typing import Protocol

from interpreter.cli.terminal.consent import first_against
from interpreter.cli.terminal.log_lines import sentence
from interpreter.cli.terminal.screen import plural, Screen
from interpreter.core.question import Pause
from interpreter.session.correction import entry_at, fix, Keeper, places_of, Waiting, who_must_agree
from interpreter.session.notation import Trouble
from interpreter.session.recorder import CannotRecord, WHY
from interpreter.session.session import Session
from interpreter.session.transcript import FIX_BEGINS, FIX_DONE
from interpreter.text.diagnostic import Fault

FIX = re.compile(r"(?:line\s+)?(?P<line>\d{1,7})\s*(?:=|is|to)\s*(?P<value>.+)", re.IGNORECASE)
HOW = "write the number of a line and what it should say, as in `fix 12 = 3 4`"


def parsed(text: str) -> tuple[int, str] | Trouble:
    """`12 = 3 4`: the line and the value."""
    parts = FIX.fullmatch(text.strip())
    if parts is None:
        return Trouble(HOW, "`log` numbers the lines")
    return int(parts["line"]), parts["value"].strip()


def begin_fix(session: Session, path: Path | None) -> Path | None:
    """Keeps the play as it is in a file of its own beside it, and says so in its own; CannotRecord where that cannot be.
    None for a play that is not kept."""
    if path is None or session.journal is None:
        return None
    copy = keep_copy(path)
    session.journal.remark(f"{FIX_BEGINS}{copy.name}")
    session.journal.settle()
    return copy


def end_fix(session: Session) -> None:
    """Says in the file that nothing was cut off."""
    if session.journal is not None:
        session.journal.remark(FIX_DONE)


def keep_copy(path: Path) -> Path:
    """The play as it is, in a file of its own beside it; CannotRecord where that cannot be."""
    for number in range(1, 1000):
        copy = path.with_name(f"{path.stem}.before{number}{path.suffix}")
        try:
            with copy.open("xb") as file:
                file.write(path.read_bytes())
                file.flush()
                os.fsync(file.fileno())
        except FileExistsError:
            continue
        except OSError as error:
            copy.unlink(missing_ok=True)
            why = WHY.get(error.errno or 0) or error.strerror
            raise CannotRecord(f"no copy of the play as it was can be kept beside it: {why}") from None
        return copy
    raise CannotRecord("there are 999 copies of this play beside it already: put some of them elsewhere")


# ------------------------------------------------------------------ at the prompt


def fix_line(referee, text: str) -> bool:
    """`fix 12 = 3 4` at the prompt; yes if the play stands elsewhere now."""
    session, screen, seat = referee.session, referee.screen, referee.asker()
    if seat is None:
        return False
    wanted = parsed(text)
    if isinstance(wanted, Trouble):
        return _not_right(screen, wanted)
    number, value = wanted
    at = entry_at(session, number, seat)
    agreeing = at if isinstance(at, Trouble) else who_must_agree(session, at, seat)
    if isinstance(at, Trouble) or isinstance(agreeing, Trouble):
        return _not_right(screen, agreeing)
    told = next(sentence(session, line) for line in session.log_for(seat) if line.number == number)
    name = session.spec.seats[seat]
    against = first_against(referee, agreeing, f"{name} wants `{value}` in place of: {told}. Is that right?")
    if against is not None:
        return _not_right(screen, Trouble(f"{against} does not agree"))
    copies: list[Path | None] = []
    places = [place + 1 for place in places_of(session)]
    try:
        keeper = fix(session, at, value, places, lambda: copies.append(begin_fix(session, path_of(session))), number)
    except CannotRecord as error:
        if copies:                               # it was begun: then nothing more can be written
            raise
        return _not_right(screen, error)
    except Fault as fault:
        if copies:
            raise
        return _not_right(screen, f"then {fault.diagnostic.message}")
    if isinstance(keeper, Trouble):
        return _not_right(screen, keeper)
    end_fix(session)
    say_fixed(screen, keeper, number, copies[0], AsTold(referee))
    referee.keeper = keeper
    referee.again()
    return True


def _not_right(screen: Screen, why) -> bool:
    screen.say(f"not put right: {why}", "no")
    return False


def path_of(session: Session) -> Path | None:
    """The file that the play is written to."""
    journal = session.journal
    return getattr(journal, "path", None) or getattr(getattr(journal, "after", None), "path", None)


def kept_on(referee, stop: Pause) -> bool:
    """After `fix`: does a line of the old play answer what is asked now?"""
    keeper = referee.keeper
    if keeper is None or not keeper.waiting:
        return False
    gone, kept = len(keeper.gone), keeper.kept
    answered = keeper.answer(stop)
    lines = AsTold(referee)
    if answered:
        keeper.go_on()
        count = sum(lines.number(waiting) > 0 for waiting in keeper.kept_lines[kept:])
        referee.screen.line(f"{plural(count, 'line')} of the play before `fix` kept", "small")
    _say_gone(referee.screen, keeper.gone[gone:], lines)
    if answered:
        _say_waiting(referee.screen, keeper, lines)
    return answered


class Lines(Protocol):
    """How lines of the old play are called: by a number, 0 for one that may not be seen, and in words."""

    def number(self, waiting: Waiting) -> int:
        """What stands before it."""
        ...

    def words(self, waiting: Waiting) -> str:
        """What it says."""
        ...


class AsTold:
    """Lines as whoever sits at the keyboard may know them: one may be another's secret, or an unseen card."""

    def __init__(self, referee):
        self.session = referee.session
        seat = referee.at if referee.at >= 0 or not referee.people else referee.people[0]
        self.told = {line.at + 1: line for line in self.session.log_for(seat)}

    def number(self, waiting: Waiting) -> int:
        """The number of the line in the log as they see it."""
        return self.told[waiting.number].number if waiting.number in self.told else 0

    def words(self, waiting: Waiting) -> str:
        """The line as they see it."""
        if waiting.number not in self.told:
            return "what fell to chance unseen" if waiting.entry.of_nature else "an answer that you may not see"
        return sentence(self.session, self.told[waiting.number])


def let_go(referee) -> None:
    """What still waits is left out."""
    if referee.keeper is not None:
        referee.keeper.waiting.clear()
        referee.session.corrector = referee.keeper = None


def say_fixed(screen: Screen, keeper: Keeper, line: int, copy: Path | None, lines: Lines) -> None:
    """What came of it."""
    kept = sum(lines.number(waiting) > 0 for waiting in keeper.kept_lines)
    hold = f"; {plural(kept, 'line')} behind it still hold{'s' if kept == 1 else ''}" if kept else ""
    screen.say(f"line {line} is put right{hold}", "yes")
    _say_gone(screen, keeper.gone, lines)
    _say_waiting(screen, keeper, lines)
    if copy is not None:
        screen.say(f"the play as it was is in {copy}", "small")


def _say_gone(screen: Screen, gone: list[tuple[Waiting, str]], lines: Lines) -> None:
    """What no longer holds, and why; of what may not be seen only how often."""
    shown = [(waiting, why) for waiting, why in gone if lines.number(waiting) and not waiting.entry.sealed]
    hidden = [lines.words(waiting) for waiting, _ in gone if lines.number(waiting) and waiting.entry.sealed]
    if shown or hidden:
        screen.line("no longer holds:", "who")
    for waiting, why in shown:
        screen.say(f"{lines.number(waiting):>4}  {lines.words(waiting)}: {why}", "no", then=" " * 6)
    for words in hidden:
        screen.say(words, "no", first=" " * 6, then=" " * 6)


def _say_waiting(screen: Screen, keeper: Keeper, lines: Lines) -> None:
    people = [waiting for waiting in of_people(keeper) if lines.number(waiting)]
    if people:
        said = f"{plural(len(people), 'answer')} wait for what is asked now, and go on as soon as they fit"
        screen.say(f"{said}; the first is line {lines.number(people[0])}: {lines.words(people[0])}", "small", then="  ")
        screen.line("  `drop` leaves them out", "small")


def of_people(keeper: Keeper) -> list[Waiting]:
    """What people have said of what still waits."""
    return [line for line in keeper.waiting if line.entry.seat >= 0 and line.entry.seat not in keeper.session.choosers]
