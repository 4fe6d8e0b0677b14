"""The log of a play in plain sentences, for the terminal and for pages.

In:  lines of the log as a seat may see them (session/log.py), and the session they are of.
Out: sentences. What is decided by words of the rules (`answers go_on with hold_now`) is told in the words of the question
     (`chooses “Hold”`). Who may know what is decided in the log.
"""

import re

from interpreter import ir
from interpreter.core.question import Question
from interpreter.ir.kinds import Sort
from interpreter.ir.model import Spec
from interpreter.project.clauses import Rulebook
from interpreter.session.log import IN_SECRET
from interpreter.session.session import Session
from interpreter.text.diagnostic import does
from interpreter.text.source import Span

BY_ITSELF = ("effect", "trigger", "route")       # what moves things without anybody's answer
UNTOLD = ("happens", "barrier")                  # what only the whole log shows
HEADINGS = ("phase ", "turn ")
ENDS = ("end step", "end turn", "end phase")       # the next heading says as much
ALIKE = re.compile(r"(?P<set>\w+)\[\d+\](?:, (?P=set)\[\d+\])+")     # things that only a number tells apart
QUOTED = re.compile(r'"([^"]*)"')                # an id that is written in quotes because it has a comma or a blank
ANSWERED = re.compile(r"(?P<who>.+?) answers (?P<name>\S+)(?: with (?P<value>.*?))?(?P<forced>, the only answer)?")


def story(session: Session, told: list, whole: bool = False):
    """The lines that are told, each with its sentence; `whole` also tells steps, effects and what was taken back."""
    if not whole:
        same = unchanged(session, {one.at for one in told if one.what == "set"})
        told = [one for one in told if not (one.what in UNTOLD or one.undone or one.text in ENDS or one.at in same)]
    for one, words in _journeys(session, told, whole):
        if one.what == "run":
            if whole or one.text.startswith(HEADINGS):
                yield one, one.text.replace("_", " ")
        elif one.text:
            yield one, words


def _journeys(session: Session, told: list, whole: bool):
    """Each line with its sentence; in the story a journey, asked space by space, is one."""
    at = 0
    while at < len(told):
        one, end = told[at], at + 1
        if not whole and travels(session, one):
            while end < len(told) and travels(session, told[end]) == travels(session, one):
                end += 1
        words = sentence(session, one)
        yield one, ", ".join([words, *(goal(session, further) for further in told[at + 1:end])])
        at = end


def cited(session: Session, told, whole: bool = False) -> tuple[str, ...]:
    """The clauses of the line that did it: in the whole log always, in the story for what an effect or a trigger moved."""
    by = session.spec.routine_at(session.log.lines[told.at].op).sort
    shown = told.span.clauses and (whole or told.what == "move" and by in BY_ITSELF)
    return told.span.clauses if shown else ()


def unchanged(session: Session, places: set[int]) -> set[int]:
    """Of the lines at these places those that set a counter or state to what it was."""
    values: dict[int, object] = {}
    found: set[int] = set()
    for at, line in enumerate(session.log.lines if places else ()):
        if line.what == "set" and not line.undone:
            cell, value = line.facts[:2]
            if at in places and values.get(cell, session.spec.cells[cell].first) == value:
                found.add(at)
            values[cell] = value
    return found


def travels(session: Session, one) -> tuple | None:
    """Who goes on by which question; None if this is no step of a journey."""
    line = session.log.lines[one.at]
    travelling = one.what in ("answer", "forced") and isinstance(session.spec.plan[line.op], ir.Travel)
    return (line.facts[0], line.op) if travelling and line.facts[-1] >= 0 else None


def goal(session: Session, one) -> str:
    return session.spec.space_of[session.log.lines[one.at].facts[-1]]


def sentence(session: Session, told) -> str:
    """An answer in the words of its question; anything else as the log has it."""
    found = ANSWERED.fullmatch(told.text) if told.what in ("answer", "forced") else None
    if found is not None and found["value"] is None:
        return does(found["who"], f"answers {found['name']}")
    if told.what == "roll" and not told.text.endswith(IN_SECRET):
        return _roll(session, session.log.lines[told.at])
    if found is None:
        return ALIKE.sub(lambda some: f"{some.group().count(',') + 1} {some['set']}", told.text)
    line = session.log.lines[told.at]
    op = session.spec.plan[line.op]
    forced = ": there is nothing else to do" if found["forced"] else ""
    return does(found["who"], _deed(op, found["name"], found["value"], line.facts[-1])) + forced


def _roll(session: Session, line) -> str:
    """The dice as they lie, and what they were thrown for: `2 d6: [3] [5]   (noise)`."""
    spec, (die, faces, _) = session.spec, line.facts
    rolled, routine = spec.dice[die], spec.routine_at(line.op)
    icons = " ".join(f"[{spec.words(face, rolled.type).replace('_', ' ')}]" for face in faces)
    count = f"{len(faces)} " if len(faces) > 1 else ""
    name = routine.name.replace("_", " ")
    what = f"   ({name})" if routine.sort in (Sort.EFFECT, Sort.STEP, Sort.OFFER) else ""
    return f"{count}{rolled.name.replace('_', ' ')}: {icons}{what}"


def rule_of(spec: Spec, question: Question) -> tuple[str, list[str], list[str]]:
    """The rule that asks a question: what it belongs to and where it stands, its lines, the ids of its clauses."""
    op = spec.plan[question.op]
    routine, guards = spec.routine_at(question.op), getattr(op, "guards", ())
    parent = f" of {routine.parent}" if routine.parent else ""
    first = op.span.source.lines[op.span.line - 1].strip().split("  cites ")[0]
    lines = dict.fromkeys(" ".join(one.split()) for one in (first, *(guard.span.text for guard in guards)))
    clauses = dict.fromkeys(id for span in (op.span, *(guard.span for guard in guards)) for id in span.clauses)
    return f"asked by {routine.sort} {routine.name}{parent}, {place_of(op.span)}", list(lines), list(clauses)


def place_of(span: Span) -> str:
    """`pig.rules:12 [P-3]`"""
    by = f" [{', '.join(span.clauses)}]" if span.clauses else ""
    return f"{span.source.name}:{span.line}{by}"


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
