"""The log of a play on the screen: plain sentences, a turn or phase as a heading over what happens in it.

In:  lines of the log as a seat may see them (session/log.py), and the session they are of.
Out: lines on the screen.

Only the form is decided here; who may know what is decided in the log. What is decided by words of the rules (`answers go_on
with hold_now`) is told in the words of the question (`chooses “Hold”`).
"""

import re

from interpreter import ir
from interpreter.cli.terminal.screen import Screen
from interpreter.ir.kinds import Sort
from interpreter.project.clauses import Rulebook
from interpreter.session.log import IN_SECRET
from interpreter.session.session import Session
from interpreter.text.diagnostic import does

BY_ITSELF = ("effect", "trigger", "route")       # what moves things without anybody's answer
UNTOLD = ("happens", "barrier")                  # what only the whole log shows
HEADINGS = ("phase ", "turn ")
ENDS = ("end step", "end turn", "end phase")       # the next heading says as much
SMALL = ("set", "move", "shuffle", "trigger", "happens", "end", "barrier")
ALIKE = re.compile(r"(?P<set>\w+)\[\d+\](?:, (?P=set)\[\d+\])+")     # things that only a number tells apart
QUOTED = re.compile(r'"([^"]*)"')                # an id that is written in quotes because it has a comma or a blank
ANSWERED = re.compile(r"(?P<who>.+?) answers (?P<name>\S+)(?: with (?P<value>.*?))?(?P<forced>, the only answer)?")


def tell(screen: Screen, session: Session, told: list, whole: bool = False) -> None:
    """The lines, one below the other; `whole` shows steps, effects and what was taken back, too, and numbers them."""
    if not whole:
        same = unchanged(session, {line.at for line in told if line.what == "set"})
        told = [line for line in told if not (line.what in UNTOLD or line.undone or line.text in ENDS or line.at in same)]
    for line, words in _journeys(session, told, whole):
        back = "   (taken back)" if line.undone else ""
        head = f"{line.number:>5}  " if whole else "  "
        if line.what == "run":
            if whole or line.text.startswith(HEADINGS):
                screen.line(f"{head if whole else ''}{line.text.replace('_', ' ')}{back}", "who")
        elif line.text:
            style = "small" if line.what in SMALL else ""
            screen.say(words + _why(session, line, whole) + back, style, first=head, then=" " * (len(head) + 2))


def unchanged(session: Session, places: set[int]) -> set[int]:
    """Of the lines at these places those that set a counter or state to what it was."""
    values: dict[int, object] = {}
    same: set[int] = set()
    for at, line in enumerate(session.log.lines if places else ()):
        if line.what == "set" and not line.undone:
            cell, value = line.facts[:2]
            if at in places and values.get(cell, session.spec.cells[cell].first) == value:
                same.add(at)
            values[cell] = value
    return same


def _journeys(session: Session, told: list, whole: bool):
    """Each line with its sentence; in the story a journey, asked space by space, is one."""
    at = 0
    while at < len(told):
        entry, end = told[at], at + 1
        if not whole and _steps(session, entry):
            while end < len(told) and _steps(session, told[end]) == _steps(session, entry):
                end += 1
        words = sentence(session, entry)
        yield entry, ", ".join([words, *(_goal(session, further) for further in told[at + 1:end])])
        at = end


def _steps(session: Session, entry) -> tuple | None:
    """Who goes on by which question; None if this is no step of a journey."""
    line = session.log.lines[entry.at]
    travelling = entry.what in ("answer", "forced") and isinstance(session.spec.plan[line.op], ir.Travel)
    return (line.facts[0], line.op) if travelling and line.facts[-1] >= 0 else None


def _goal(session: Session, entry) -> str:
    return session.spec.space_of[session.log.lines[entry.at].facts[-1]]


def _why(session: Session, told, whole: bool) -> str:
    """The clauses of the line that did it: in the whole log always, in the story for what an effect or a trigger moved."""
    by = session.spec.routine_at(session.log.lines[told.at].op).sort
    shown = told.span.clauses and (whole or told.what == "move" and by in BY_ITSELF)
    return f"  [{', '.join(told.span.clauses)}]" if shown else ""


def sentence(session: Session, told) -> str:
    """An answer in the words of its question; anything else as the log has it."""
    answer = ANSWERED.fullmatch(told.text) if told.what in ("answer", "forced") else None
    if answer is not None and answer["value"] is None:
        return does(answer["who"], f"answers {answer['name']}")
    if told.what == "roll" and not told.text.endswith(IN_SECRET):
        return _roll(session, session.log.lines[told.at])
    if answer is None:
        return ALIKE.sub(lambda some: f"{some.group().count(',') + 1} {some['set']}", told.text)
    line = session.log.lines[told.at]
    op = session.spec.plan[line.op]
    forced = ": there is nothing else to do" if answer["forced"] else ""
    return does(answer["who"], _deed(op, answer["name"], answer["value"], line.facts[-1])) + forced


def _roll(session: Session, line) -> str:
    """The dice as they lie, and what they were thrown for: `2 d6: [3] [5]   (noise)`."""
    spec, (die, faces, _) = session.spec, line.facts
    rolled, routine = spec.dice[die], spec.routine_at(line.op)
    icons = " ".join(f"[{spec.words(face, rolled.type).replace('_', ' ')}]" for face in faces)
    count = f"{len(faces)} " if len(faces) > 1 else ""
    name = routine.name.replace("_", " ")
    what = f"   ({name})" if routine.sort in (Sort.EFFECT, Sort.STEP, Sort.OFFER) else ""
    return f"{count}{rolled.name.replace('_', ' ')}: {icons}{what}"


def show_rule(screen: Screen, session: Session, told: list, number: int, rulebook: Rulebook | None) -> None:
    """The rule that a line of the log came of: what it belongs to, its words, its clauses."""
    entry = next((line for line in told if line.number == number), None)
    if entry is None:
        screen.say(f"the log you may see has no line {number}; `log` numbers them", "no")
        return
    spec, line = session.spec, session.log.lines[entry.at]
    routine = spec.routine_at(line.op)
    screen.say(f"{number}  {sentence(session, entry)}", then="    ")
    parent = f" of {routine.parent}" if routine.parent else ""
    name = routine.name if routine.sort == routine.name else f"{routine.sort} {routine.name}"
    screen.say(f"came of {name}{parent}, {entry.span.source.name}:{entry.span.line}", first="  ")
    text = entry.span.source.lines[entry.span.line - 1].strip().split("  cites ")[0] if entry.span.line else ""
    if text:
        screen.say(" ".join(text.split()), first="    ", then="      ")
    for id in entry.span.clauses or routine.clauses:
        screen.say(clause_words(rulebook, id), "small", first="  ", then="    ")


def clause_words(rulebook: Rulebook | None, id: str) -> str:
    """A clause or ruling with its text."""
    clause = rulebook.clause(id) if rulebook else None
    ruling = rulebook.ruling(id) if rulebook and clause is None else None
    text = clause.text if clause else ruling.choice if ruling else ""
    return f"{id}: {text}" if text else id


def _deed(op, name: str, value: str, answer) -> str:
    decision = name.replace("_", " ")
    match op:
        case ir.Menu(alternatives=alternatives) if alternatives[answer].words:
            return f"chooses “{alternatives[answer].words}”"
        case ir.May():
            return f"says {value} to “{op.prompt}”" if op.prompt else f"says {value} to {decision}"
        case ir.Travel():
            return "stops" if value == "stop" else f"goes to {value.strip(chr(34))}"
        case ir.Split():
            return f"splits {value} ({', '.join(part for part, *_ in op.parts)})"
        case ir.Arrange():
            return f"puts in order {value}"
        case ir.Moment():
            return "goes on"
    return f"chooses {QUOTED.sub(lambda id: id[1], value)} ({decision})"
