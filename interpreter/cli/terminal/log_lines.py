"""The log of a play on the screen: plain sentences, a turn or phase as a heading over what happens in it.

In:  lines of the log as a seat may see them (session/log.py), and the session they are of.
Out: lines on the screen.

Only the form is decided here; who may know what is decided in the log. What is decided by words of the rules (`answers go_on
with hold_now`) is told in the words of the question (`chooses “Hold”`).
"""


from interpreter.cli.terminal.screen import Screen
from interpreter.display.story import cited, clause_words, sentence, story
from interpreter.project.clauses import Rulebook
from interpreter.session.session import Session

SMALL = ("set", "move", "shuffle", "trigger", "happens", "end", "barrier")


def tell(screen: Screen, session: Session, told: list, whole: bool = False) -> None:
    """The lines, one below the other; `whole` shows steps, effects and what was taken back, too, and numbers them."""
    for line, words in story(session, told, whole):
        back = "   (taken back)" if line.undone else ""
        head = f"{line.number:>5}  " if whole else "  "
        if line.what == "run":
            screen.line(f"{head if whole else ''}{words}{back}", "who")
        else:
            style, by = "small" if line.what in SMALL else "", cited(session, line, whole)
            said = f"{words}  [{', '.join(by)}]" if by else words
            screen.say(said + back, style, first=head, then=" " * (len(head) + 2))


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


