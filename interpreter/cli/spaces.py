"""Questions about spaces: the map on the screen, with the letters of the list of options on it.

In:  a Screen, a Session, who looks, the question that is open.
Out: `show_maps` draws every board that the rules want drawn; `about_spaces` says whether a question is about one; `go_to`
     makes a whole journey.

What is drawn how is decided in mapping.py.
"""

from interpreter.cli.lettering import together
from interpreter.cli.mapping import Chart, chart
from interpreter.cli.screen import KEPT, Screen, folded
from interpreter.cli.table import table_of
from interpreter.core import types as t
from interpreter.core.pause import Pause, Question
from interpreter.play.answers import letter, parse_value
from interpreter.play.notation import Trouble
from interpreter.play.session import Session
from interpreter.run.travelling import under_way, way_to
from interpreter.spec import plan
from interpreter.spec.model import Spec


def letters_of(spec: Spec, question: Question | None) -> dict[int, str]:
    """The spaces among the options, or among the things that an answer is put together from, with their letters."""
    if question is None or question.of_nature:
        return {}
    things = together(spec, question)
    type_ = question.type.of if isinstance(question.type, t.OrNone) else question.type
    while things is not None and t.element(type_) is not None:
        type_ = t.element(type_)
    if not isinstance(type_, t.Kind) or type_.name not in spec.space_kinds():
        return {}
    shown = question.options if things is None else things
    return {space: letter(k) for k, space in enumerate(shown) if isinstance(space, int) and space >= 0}


def about_spaces(spec: Spec, question: Question) -> bool:
    """Is this question about spaces of a board that is drawn?"""
    asked = letters_of(spec, question)
    return any(board.first <= space <= board.last for board in _drawn(spec) for space in asked)


def _drawn(spec: Spec) -> list:
    return [spec.boards[name] for name in spec.maps]


def show_maps(screen: Screen, session: Session, seat: int, question: Question | None = None) -> None:
    """Every board that is drawn; of a journey also where it has come to, and where it can end."""
    spec = session.spec
    letters = letters_of(spec, question)
    here, ends = under_way(session.machine, question) if question is not None and not question.of_nature else (t.NONE, ())
    if here >= 0 and t.NONE in question.options:
        letters[here] = letter(question.options.index(t.NONE))
    for board in _drawn(spec):
        made = chart(table_of(spec, session.state, seat), board, screen.width, letters, frozenset(ends), here)
        if made.lines:
            _show(screen, made, _key(spec, question, letters))
        else:
            screen.say(f"there is no room to draw the {board.name} in {screen.width} columns", "small")
    if not spec.maps:
        screen.line("this game has no map: see `state`", "small")


def _key(spec: Spec, question: Question | None, letters: dict[int, str]) -> list[tuple[str, str]]:
    """What the letters on the map are."""
    if not letters:
        return []
    known = list(letters.values())
    said = " ".join(known) if len(known) < 3 else f"{known[0]}..{known[-1]}"
    return [(said, "where you can go" if isinstance(spec.plan[question.op], plan.Travel) else "what you can choose")]


def _show(screen: Screen, made: Chart, key: list[tuple[str, str]]) -> None:
    screen.line()
    for text, spots in made.lines:
        screen.line(text, "", spots)
    legend = "   ".join(f"{sign}{KEPT}{words}" for sign, words in [*key, *made.legend])
    for line in folded(legend, screen.width, "   ") if legend else ():
        screen.line(line.replace(KEPT, " "), "small")
    for one in made.told:
        screen.say(one, "small", first="   ")



# ------------------------------------------------------------------ a whole journey at once


def go_to(screen: Screen, session: Session, question: Question, text: str) -> bool:
    """`go 4,0`: all the steps of a journey that ends there; yes if it was made. Each step is an answer like any other."""
    spec = session.spec
    op = spec.plan[question.op]
    if not isinstance(op, plan.Travel):
        screen.say("`go` is for a journey along a map; nobody is asked for one now", "no")
        return False
    goal = parse_value(spec, question, text, session.state)
    way = None if isinstance(goal, Trouble) else way_to(session.machine, question, goal)
    if way is None:
        why = str(goal) if isinstance(goal, Trouble) else f"the journey cannot end at {text}: see the map for where it can"
        screen.say(f"not gone: {why}", "no")
        return False
    while way is not None and session.answer(question, way[1] if len(way) > 1 else t.NONE) is None:
        stop = session.play()
        question = stop.questions[0] if isinstance(stop, Pause) else question
        same = isinstance(stop, Pause) and spec.plan[question.op] is op and len(way) > 1
        way = way_to(session.machine, question, goal) if same else None
    return True
