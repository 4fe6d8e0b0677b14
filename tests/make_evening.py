"""One evening at the terminal, written down for docs/guide/an-evening.md; `python -m tests.make_docs` makes the page.

In:  the game, the seed and the words below. What the two say beside their answers (`why not`, `undo`, ...) stands in ASIDES.
Out: `evening_page`, the page. Every line between ```console and ``` was printed by the command, which was really killed and
     really gone on with; only the middle of the play is left out, and the page says so.

The answers are worked out with a Session beside the command: a card is added where it gives most, other questions are
answered by the seed.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

from interpreter.core.question import Over
from interpreter.engine.machine import Machine
from interpreter.engine.scoring import points
from interpreter.pipeline import load, prepare
from interpreter.session.answers import letter, write_value
from interpreter.session.session import Session
from interpreter.text.diagnostic import Report
from tests.blocks import ROOT, shared

GAME, SEED, PLAYERS = "mixtape", 11, ("Ann", "Bo")
BEGIN = f"rulewright referee {GAME} --players 2 --names Ann,Bo --seed {SEED} --record evening.play"
RESUME = f"rulewright referee {GAME} --resume evening.play"
PROMPT = re.compile(r"(?:Ann|Bo)> ")
# what is typed before the answer to the question of this number
ASIDES = {
    0: ["a bc", "why not all three in one pile"],
    5: ["undo", None],                           # None: the answer that was taken back is given again
    6: ["score"],
    29: ["sheet"],
}
KILLED_AT, SHOWN, LAST = 20, 8, 2                # questions: where the cable is pulled, the first and last that are shown

HEAD = """<!-- Made by `python -m tests.make_docs` with tests/make_evening.py; change what it is made from. -->

# An evening

Ann and Bo play *I Made You a Mixtape* at one terminal. Rulewright deals, asks, refuses what the rules forbid, and
counts. Everything below is what the screen showed; a script typed what the two say. At a real terminal the screen is
wiped before the keyboard changes hands; here it is not, and so both hands can be read.

How the table is drawn: a tape is two columns, and the sign before a card says whether its ribbon joins that of the card
above (`|`) or not (`x`). `t54 hiphop B3 C>L` is the card t54: hip hop, B side, Balance 3, ribbon in at the centre and
out at the left. The row of numbers is the Equalizer with what each square is worth, and `^` the cube.

## The first round

Ann tries a split that the rules do not know, and is told why; then she asks about another. Later she takes an answer
back, which she may as long as nobody has learned anything from it, and Bo looks at the score.

"""
MIDDLE = """
## The cable

Some questions later somebody pulls the cable (here: the process is killed with signal 9, in the middle of a
question). Each answer was on the disk before the next question was asked, so nothing is lost:

"""
SHEET = """
## The sheet, half way

`sheet` takes the score apart: each line says what it gives, by which rule, and by which clause of the rulebook. `t20`
in brackets is the card that earned the points, and behind it stands which neighbours it joins. A clause is named where
it first counts. Of Bo's tape nothing is told now: both are adding cards, and what he does in this step is his secret
until both are done.

"""
END = """
## The end

The last questions, and the score sheet. Nothing in it was counted by hand.

"""
FOOT = """
Anybody can check the evening: `rulewright replay evening.play` carries every line out again.
"""


# ------------------------------------------------------------------ what is answered


def answers() -> tuple[list[list[str]], str]:
    """For each question what is typed at it, the answer last; and the last option's letter where the cable is pulled."""
    report = Report()
    spec = prepare(load(GAME, report), len(PLAYERS), {}, report, names=PLAYERS).spec
    session, chance, made, last = Session(spec, SEED), Random(SEED), [], ""
    while not isinstance(stop := session.play(), Over):
        question = stop.questions[0]
        value = max(question.options, key=lambda one: (_worth(session, question, one), chance.random()))
        last = letter(len(question.options) - 1) if len(made) == KILLED_AT else last
        made.append([write_value(spec, question, value, session.state)])
        session.answer(question, value)
    for number, before in ASIDES.items():
        again = made[number - 1][-1:]
        made[number] = [word for one in before for word in (again if one is None else [one])] + made[number]
    return made, last


def _worth(session: Session, question, value) -> int:
    """What the decider would have if the play ended after this answer; 0 where that says nothing."""
    if question.name != "card":
        return 0
    machine = Machine(session.spec, session.state.copy(), lenient=True)
    machine.advance()
    machine.answer(question, value)
    machine.advance()
    machine.lenient = True
    return points(machine, -1, question.seat)


# ------------------------------------------------------------------ at the terminal


def process(folder: Path, command: str) -> subprocess.Popen:
    plain = {"PATH": os.environ["PATH"], "HOME": str(folder), "PYTHONPATH": str(ROOT), "COLUMNS": "80", "NO_COLOR": "1",
             "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8", **shared()}
    words = [sys.executable, "-m", "interpreter", *command.split()[1:]]
    return subprocess.Popen(words, cwd=folder, env=plain, text=True, encoding="utf-8",
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def until_killed(folder: Path, typed: list[str], last: str) -> str:
    """The command up to the question after what is typed; there it is killed, when its last option is shown."""
    playing, rows, asked = process(folder, BEGIN), [], 0
    playing.stdin.write("".join(f"{one}\n" for one in typed))
    playing.stdin.flush()
    for row in playing.stdout:
        rows.append(row)
        asked += bool(PROMPT.match(row))
        if asked == len(typed) and row.startswith(f"  {last}  "):
            break
    playing.send_signal(signal.SIGKILL)
    playing.wait()
    playing.stdin.close()
    playing.stdout.close()
    return "".join(rows)


def gone_on(folder: Path, typed: list[str]) -> str:
    """The rest of the evening."""
    playing = process(folder, RESUME)
    return playing.communicate("".join(f"{one}\n" for one in typed), timeout=120)[0]


# ------------------------------------------------------------------ the page


def evening_page() -> str:
    """The page."""
    typed, last = answers()
    with tempfile.TemporaryDirectory() as folder:
        first = until_killed(Path(folder), flat(typed[:KILLED_AT]), last)
        rest = gone_on(Path(folder), flat(typed[KILLED_AT:]))
    head, tail = exchanges(first), exchanges(rest)
    sheet = next(k for k, one in enumerate(tail) if "> sheet\n" in one)
    blocks = [
        (HEAD, f"$ {BEGIN}\n" + "".join(head[:len(flat(typed[:SHOWN]))])),
        (MIDDLE, head[-1] + f"Killed\n$ {RESUME}\n" + "".join(tail[:1])),
        (SHEET, tail[sheet]),
        (END, "".join(tail[-1 - LAST:])),
    ]
    return "".join(f"{words}```console\n{plain(shown)}```\n" for words, shown in blocks) + FOOT


def flat(lists: list[list[str]]) -> list[str]:
    return [one for some in lists for one in some]


def exchanges(text: str) -> list[str]:
    """What was shown, cut behind every line that was typed; the line typed stands at the head of what came of it."""
    return re.split(r"^(?=(?:Ann|Bo)> )", text, flags=re.MULTILINE)


def plain(text: str) -> str:
    return "".join(f"{row.rstrip()}\n" for row in text.strip("\n").split("\n"))
