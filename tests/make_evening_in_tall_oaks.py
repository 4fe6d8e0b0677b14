"""An evening with a map at the terminal, written down for docs/guide/an-evening-in-tall-oaks.md; `python -m tests.make_docs`.

In:  the game, the seed, and the strategy whose answers the two give.
Out: `tall_oaks_page`, the page. Every line between ```console and ``` was printed by the command; what is left out between
     the blocks is said.

The answers are worked out with a Session beside the command. Which of them are shown is looked up in its log: the first
journey, the first rescue, the first time the slasher comes.
"""

import re
import tempfile
from pathlib import Path

from attrs import define, field

from interpreter.cli.terminal.option_letters import about_spaces, option_rows
from interpreter.core.question import Over
from interpreter.pipeline import load, prepare
from interpreter.session.answers import letter, parse_offer, parse_value
from interpreter.session.correction import numbers_of
from interpreter.session.session import Session
from interpreter.session.strategies import seated
from interpreter.text.diagnostic import InternalError, Report
from tests.make_evening import exchanges, plain, process

GAME, SEED, PLAYERS, BOT = "tall_oaks", 12, ("Ann", "Bo"), "sensible"
COMMAND = f"rulewright referee {GAME} --names Ann,Bo --seed {SEED} --record town.play"
MOST = 120                                       # answers; by then all that is shown has to have happened
LOG_SHOWN = 14                                   # lines of the log above the one that is put right

HEAD = """<!-- Made by `python -m tests.make_docs` with tests/make_evening_in_tall_oaks.py; change what it is made from. -->

# An evening in Tall Oaks

Ann and Bo play *Escape From Tall Oaks* at one terminal. Everything below is what the screen showed; a script typed what the
two say, and what lies between the blocks is left out.

How the map is drawn: a dot is a space, `o` a location, and the line below says what the other signs are. A space called
`4,8` is the one in column 4 and row 8. Small letters are those of the list below the map: `a` goes where `a` stands.

## Where to begin

"""
JOURNEY = """
## On the way

A circle is a space at which the journey can come to its end with the moves that are left. Ann first names a space that is
too far off, and is told by which clause that is refused; then she asks about another, and goes where a letter stands. With
`go 4,8` all the steps to that space would be made at once.

"""
RESCUE = """
## A rescue

The dice lie in brackets, with what they were thrown for. What came of them stands below, each line with the clauses that
it carries out.

"""
SLASHER = """
## Somebody was too loud

A noise moves the meter, and when it is full he comes.

"""
WHY = """
## A line put right

`log` numbers what has happened (only its end is shown here), and `why` tells the rule of a line. Then Ann finds that the dice
of her first journey were read wrong. `fix` puts the one line right: what still holds is kept, what does not is named with the
rule that speaks against it, and the play as it was stays in a file beside. [Putting a line
right](putting-right.md) says more.

"""
FOOT = """
The record can be verified like any other, with the line that was put right in it: `rulewright replay town.play`.
"""


@define
class Evening:
    """What is typed at each question, and at which question that which is shown begins."""

    typed: list[list[str]] = field(factory=list)
    journey: int = -1
    rescue: int = -1
    slasher: int = -1
    line: int = 0
    roll: str = ""


def evening() -> Evening:
    """The answers of two strategies up to where the slasher has come, as people would type them."""
    report = Report()
    rules = load(GAME, report)
    ctx = prepare(rules, len(PLAYERS), {}, report, names=PLAYERS)
    bots = Session(ctx.spec, SEED, seated(rules, ctx, dict.fromkeys(range(len(PLAYERS)), BOT), report))
    bots.play()
    said = [entry for entry in bots.entries if entry.kind in ("answer", "takes")]
    session, made = Session(ctx.spec, SEED), Evening()
    while not isinstance(stop := session.play(), Over) and len(made.typed) < MOST:
        _look(session, made)
        if made.slasher >= 0 and made.rescue >= 0:
            return _with_asides(session, made)
        question, entry = stop.questions[0], said[len(made.typed)]
        if made.journey < 0 and len(question.options) > 1 and about_spaces(ctx.spec, question) and session.state.frames[1:]:
            made.journey = len(made.typed) if "on_foot" in question.name else -1
        made.typed.append([_typed(session, question, entry)])
        if entry.kind == "takes":
            session.take(question, parse_offer(ctx.spec, question, entry.name))
        else:
            session.answer(question, parse_value(ctx.spec, question, entry.text, session.state))
    raise InternalError(f"seed {SEED} shows no rescue and no slasher in {MOST} answers; take another")


def _typed(session: Session, question, entry) -> str:
    """A letter where the options have some, else the words."""
    if entry.kind == "takes":
        return entry.name
    value = parse_value(session.spec, question, entry.text, session.state)
    lettered = value in question.options and len(option_rows(session.spec, session.state, question)) == len(question.options)
    return letter(question.options.index(value)) if lettered else entry.text


def _look(session: Session, made: Evening) -> None:
    """Has something happened since the last question that is to be shown?"""
    told = [one.text for one in session.log_for(None)]
    last = len(made.typed) - 1
    if made.rescue < 0 and any(re.search(r"to (Ann|Bo)\.rescues$", text) for text in told):
        made.rescue = last
    if made.slasher < 0 and "slasher_active is yes" in told:
        made.slasher = last


def _with_asides(session: Session, made: Evening) -> Evening:
    """A refused step at the first journey; at the end the log, a reason, and the roll of that journey put right."""
    made.typed[made.journey][:0] = ["8,8", "why not farm"]
    asker = session.play().questions[0].seat     # who types `log`, and sees these numbers
    rolls = [(number, entry) for number, entry in zip(numbers_of(session, asker), session.entries, strict=True)
             if entry.of_nature and entry.name == "d6"]
    made.line, made.roll = rolls[len(PLAYERS)][0], "1 1"
    made.typed.append(["log", f"why {made.line}", f"fix {made.line} = {made.roll}", "quit"])
    return made


def tall_oaks_page() -> str:
    """The page."""
    made = evening()
    lines = [one for some in made.typed for one in some]
    with tempfile.TemporaryDirectory() as folder:
        playing = process(Path(folder), COMMAND)
        shown = exchanges(playing.communicate("".join(f"{one}\n" for one in lines), timeout=120)[0])
    first = made.journey
    blocks = [
        (HEAD, f"$ {COMMAND}\n{shown[0]}"),
        (JOURNEY, _from_question(shown[first]) + "".join(shown[first + 1:first + 4])),
        (RESCUE, shown[made.rescue + 3]),
        (SLASHER, shown[made.slasher + 3]),
        (WHY, _log_end(shown[-4], made.line) + shown[-3] + shown[-2] + shown[-1]),
    ]
    return "".join(f"{words}```console\n{plain(block)}```\n" for words, block in blocks) + FOOT


def _from_question(block: str) -> str:
    """What stands before a question is shown without what was typed above it."""
    return block.partition("\n")[2]


def _log_end(block: str, line: int) -> str:
    """The log from a little before the line that is put right to a little behind it."""
    head, *rows = block.rstrip("\n").split("\n")
    at = next(k for k, row in enumerate(rows) if row.strip().startswith(f"{line} "))
    return "\n".join([head, "  ...", *rows[max(0, at - LOG_SHOWN // 2):at + LOG_SHOWN // 2], "  ...", ""])
