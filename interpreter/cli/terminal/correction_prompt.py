"""`fix LINE = VALUE`: an earlier answer or roll put right, at the referee's prompt.

In:  what was typed; a Referee and its Session.
Out: the play as it is then, and line by line what no longer holds. The play as it was before is kept in a file beside.

What is kept and what is not is decided in session/correction.py. commands/fix_play.py does the same to a file.
"""

import re
import shutil
from pathlib import Path

from interpreter.cli.terminal.log_lines import sentence
from interpreter.cli.terminal.screen import plural, Screen
from interpreter.core.question import Pause
from interpreter.session.correction import entry_at, fix, Keeper, numbers_of
from interpreter.session.notation import Trouble

FIX = re.compile(r"(?:line\s+)?(?P<line>\d{1,7})\s*(?:=|is|to)\s*(?P<value>.+)", re.IGNORECASE)
HOW = "write the number of a line and what it should say, as in `fix 12 = 3 4`"


def parsed(text: str) -> tuple[int, str] | Trouble:
    """`12 = 3 4`: the line and the value."""
    found = FIX.fullmatch(text.strip())
    if found is None:
        return Trouble(HOW, "`log` numbers the lines")
    return int(found["line"]), found["value"].strip()


def keep_copy(path: Path | None) -> Path | None:
    """The play as it is, in a file of its own beside it; None where that cannot be."""
    if path is None:
        return None
    for number in range(1, 1000):
        made = path.with_name(f"{path.stem}.before{number}{path.suffix}")
        if not made.exists():
            try:
                shutil.copyfile(path, made)
            except OSError:
                return None
            return made
    return None


# ------------------------------------------------------------------ at the prompt


def fix_line(referee, text: str) -> bool:
    """`fix 12 = 3 4` at the prompt; yes if the play stands elsewhere now."""
    session, screen = referee.session, referee.screen
    wanted = parsed(text)
    if isinstance(wanted, Trouble):
        screen.say(f"not put right: {wanted}", "no")
        return False
    number, value = wanted
    at = entry_at(session, number)
    copies: list[Path | None] = []
    found = at if isinstance(at, Trouble) else fix(
        session, at, value, numbers_of(session), lambda: copies.append(keep_copy(_path(session))))
    if isinstance(found, Trouble):
        screen.say(f"not put right: {found}", "no")
        return False
    say_fixed(screen, found, number, copies[0], _as_told(referee))
    referee.keeper = found
    referee.shown.clear()
    referee.heard = {seat: len(session.log.lines) for seat in referee.heard}
    return True


def _path(session) -> Path | None:
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
    if answered:
        keeper.go_on()
        referee.screen.line(f"{plural(keeper.kept - kept, 'line')} of the play before `fix` kept", "small")
    words = _as_told(referee)
    _say_gone(referee.screen, keeper.gone[gone:], words)
    if answered:
        _say_waiting(referee.screen, keeper, words)
    return answered


def _as_told(referee):
    """A line of the old play as whoever sits at the keyboard may know it: it may be another's secret, or an unseen card."""
    seat = referee.at if referee.at >= 0 or not referee.people else referee.people[0]
    told = {one.number: one for one in referee.session.log_for(seat)}

    def words(one) -> str:
        line = told.get(one.number)
        if line is None:
            return f"what came of {one.entry.name}" if one.entry.of_nature else "an answer that you may not see"
        return sentence(referee.session, line)

    return words


def let_go(referee) -> None:
    """What still waits is left out."""
    if referee.keeper is not None:
        referee.keeper.waiting.clear()
        referee.session.corrector = referee.keeper = None


def say_fixed(screen: Screen, keeper: Keeper, line: int, copy: Path | None, words) -> None:
    """What came of it; `words` says a line of the old play."""
    hold = f"; {plural(keeper.kept, 'line')} behind it still hold{'s' if keeper.kept == 1 else ''}" if keeper.kept else ""
    screen.say(f"line {line} is put right{hold}", "yes")
    _say_gone(screen, keeper.gone, words)
    _say_waiting(screen, keeper, words)
    if copy is not None:
        screen.say(f"the play as it was is in {copy}", "small")


def _say_gone(screen: Screen, gone, words) -> None:
    if gone:
        screen.line("no longer holds:", "who")
    for one, why in gone:
        screen.say(f"{one.number:>4}  {words(one)}: {why}", "no", then=" " * 6)


def _say_waiting(screen: Screen, keeper: Keeper, words) -> None:
    people = of_people(keeper)
    if people:
        said = f"{plural(len(people), 'answer')} wait for what is asked now, and go on as soon as they fit"
        screen.say(f"{said}; the first is line {people[0].number}: {words(people[0])}", "small", then="  ")
        screen.line("  `drop` leaves them out", "small")


def of_people(keeper: Keeper) -> list:
    """What people have said of what still waits."""
    return [one for one in keeper.waiting if one.entry.seat >= 0 and one.entry.seat not in keeper.session.choosers]
