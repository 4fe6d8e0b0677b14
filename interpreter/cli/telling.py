"""The log of a play on the screen: plain sentences, a turn or phase as a heading over what happens in it.

In:  lines of the log as a seat may see them (play/log.py), and the session they are of.
Out: lines on the screen.

Only the form is decided here; who may know what is decided in the log. What is decided by words of the rules (`answers go_on
with hold_now`) is told in the words of the question (`chooses “Hold”`).
"""

import re

from interpreter.cli.screen import Screen
from interpreter.play.session import Session
from interpreter.spec import plan
from interpreter.text.render import does

BY_ITSELF = ("effect", "trigger", "route")       # what moves things without anybody's answer
UNTOLD = ("happens", "barrier")                  # what only the whole log shows
HEADINGS = ("phase ", "turn ")
SMALL = ("set", "move", "shuffle", "trigger", "happens", "end", "barrier")
ALIKE = re.compile(r"(?P<set>\w+)\[\d+\](?:, (?P=set)\[\d+\])+")     # things that only a number tells apart
ANSWERED = re.compile(r"(?P<who>.+?) answers (?P<name>\S+)(?: with (?P<value>.*?))?(?P<forced>, the only answer)?")


def tell(screen: Screen, session: Session, told: list, whole: bool = False) -> None:
    """The lines, one below the other; `whole` shows steps, effects and what was taken back, too."""
    for one in told:
        if not whole and (one.what in UNTOLD or one.undone or one.text == "end step"):
            continue
        back = "   (taken back)" if one.undone else ""
        if one.what == "run":
            if whole or one.text.startswith(HEADINGS):
                screen.line(f"{one.text.replace('_', ' ')}{back}", "who")
        elif one.text:
            style = "small" if one.what in SMALL else ""
            screen.say(sentence(session, one) + _why(session, one, whole) + back, style, first="  ", then="    ")


def _why(session: Session, told, whole: bool) -> str:
    """The clauses of the line that did it: in the whole log always, in the story for what an effect or a trigger moved."""
    by = session.spec.routine_at(session.log.lines[told.number - 1].op).sort
    shown = told.span.clauses and (whole or told.what == "move" and by in BY_ITSELF)
    return f"  [{', '.join(told.span.clauses)}]" if shown else ""


def sentence(session: Session, told) -> str:
    """An answer in the words of its question; anything else as the log has it."""
    found = ANSWERED.fullmatch(told.text) if told.what in ("answer", "forced") else None
    if found is not None and found["value"] is None:
        return does(found["who"], f"answers {found['name']}")
    if found is None:
        return ALIKE.sub(lambda some: f"{some.group().count(',') + 1} {some['set']}", told.text)
    line = session.log.lines[told.number - 1]
    op = session.spec.plan[line.op]
    forced = ": there is nothing else to do" if found["forced"] else ""
    return does(found["who"], _deed(op, found["name"], found["value"], line.facts[-1])) + forced


def _deed(op, name: str, value: str, answer) -> str:
    decision = name.replace("_", " ")
    match op:
        case plan.Menu(alternatives=alternatives) if alternatives[answer].words:
            return f"chooses “{alternatives[answer].words}”"
        case plan.May():
            return f"says {value} to “{op.prompt}”" if op.prompt else f"says {value} to {decision}"
        case plan.Travel():
            return "stops" if value == "stop" else f"goes to {value}"
        case plan.Split():
            return f"splits {value} ({', '.join(part for part, *_ in op.parts)})"
        case plan.Arrange():
            return f"puts in order {value}"
        case plan.Moment():
            return "goes on"
    return f"chooses {value} ({decision})"
