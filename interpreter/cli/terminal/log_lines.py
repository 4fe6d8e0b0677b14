"""The log of a play on the screen: plain sentences, a turn or phase as a heading over what happens in it.

In:  lines of the log as a seat may see them (session/log.py), and the session they are of.
Out: lines on the screen.

Only the form is decided here; who may know what is decided in the log. What is decided by words of the rules (`answers go_on
with hold_now`) is told in the words of the question (`chooses “Hold”`).
"""


from interpreter.cli.terminal.screen import Screen
from interpreter.display.story import clause_words, goal, sentence, travels, unchanged
from interpreter.project.clauses import Rulebook
from interpreter.session.session import Session

BY_ITSELF = ("effect", "trigger", "route")       # what moves things without anybody's answer
UNTOLD = ("happens", "barrier")                  # what only the whole log shows
HEADINGS = ("phase ", "turn ")
ENDS = ("end step", "end turn", "end phase")       # the next heading says as much
SMALL = ("set", "move", "shuffle", "trigger", "happens", "end", "barrier")


def tell(screen: Screen, session: Session, told: list, whole: bool = False) -> None:
    """The lines, one below the other; `whole` shows steps, effects and what was taken back, too, and numbers them."""
    if not whole:
        same = unchanged(session, {one.at for one in told if one.what == "set"})
        told = [one for one in told if not (one.what in UNTOLD or one.undone or one.text in ENDS or one.at in same)]
    for one, words in _journeys(session, told, whole):
        back = "   (taken back)" if one.undone else ""
        head = f"{one.number:>5}  " if whole else "  "
        if one.what == "run":
            if whole or one.text.startswith(HEADINGS):
                screen.line(f"{head if whole else ''}{one.text.replace('_', ' ')}{back}", "who")
        elif one.text:
            style = "small" if one.what in SMALL else ""
            screen.say(words + _why(session, one, whole) + back, style, first=head, then=" " * (len(head) + 2))


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


def _why(session: Session, told, whole: bool) -> str:
    """The clauses of the line that did it: in the whole log always, in the story for what an effect or a trigger moved."""
    by = session.spec.routine_at(session.log.lines[told.at].op).sort
    shown = told.span.clauses and (whole or told.what == "move" and by in BY_ITSELF)
    return f"  [{', '.join(told.span.clauses)}]" if shown else ""


def show_rule(screen: Screen, session: Session, told: list, number: int, rulebook: Rulebook | None) -> None:
    """The rule that a line of the log came of: what it belongs to, its words, its clauses."""
    one = next((line for line in told if line.number == number), None)
    if one is None:
        screen.say(f"the log you may see has no line {number}; `log` numbers them", "no")
        return
    spec, line = session.spec, session.log.lines[one.at]
    routine = spec.routine_at(line.op)
    screen.say(f"{number}  {sentence(session, one)}", then="    ")
    parent = f" of {routine.parent}" if routine.parent else ""
    name = routine.name if routine.sort == routine.name else f"{routine.sort} {routine.name}"
    screen.say(f"came of {name}{parent}, {one.span.source.name}:{one.span.line}", first="  ")
    text = one.span.source.lines[one.span.line - 1].strip().split("  cites ")[0] if one.span.line else ""
    if text:
        screen.say(" ".join(text.split()), first="    ", then="      ")
    for id in one.span.clauses or routine.clauses:
        screen.say(clause_words(rulebook, id), "small", first="  ", then="    ")


