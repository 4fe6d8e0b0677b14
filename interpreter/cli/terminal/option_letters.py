"""A question on the screen: its options with their letters, and what somebody means who types letters.

In:  a Spec, a State, a Question; a typed line.
Out: rows of letter and words; the value that is meant, or a Trouble.

A question for one thing letters its options. One for some things, an order or parts letters the things, and letters are put
together: `bd`, `cab`, `ab c`. Words of the game itself come before letters, letters before the beginnings of words.
A thing whose face the decider does not know is shown without it. A question about spaces shows the map with these letters.
"""


from interpreter import ir
from interpreter.cli.terminal.map import chart, show_chart
from interpreter.cli.terminal.screen import Screen
from interpreter.core import types as t
from interpreter.core.question import Pause, Question
from interpreter.core.state import State
from interpreter.display.options import innermost, option_words, together, value_words
from interpreter.display.things import table_of
from interpreter.engine.travel import under_way, way_to
from interpreter.ir.model import Spec
from interpreter.session.answers import answer_type, by_letter, letter, parse_value, settled, told_so, write_value
from interpreter.session.notation import blanks, fold, names, Trouble
from interpreter.session.session import Session

SINGLE = 26
NOTHING = ("-", "none", "nothing")


# ------------------------------------------------------------------ shown


def option_rows(spec: Spec, state: State, question: Question) -> list[tuple[str, str]]:
    """The letters with what they stand for."""
    things = together(spec, question)
    if things is not None:
        inner = innermost(answer_type(question))
        return [(letter(k), value_words(spec, state, question.seat, thing, inner)) for k, thing in enumerate(things)]
    return [(letter(k), option_words(spec, state, question, option)) for k, option in enumerate(question.options)]


def how_to_answer(spec: Spec, question: Question) -> str:
    """What to type, where letters alone would not say it."""
    op = spec.plan[question.op]
    things = together(spec, question)
    gap = " " if things and len(things) > SINGLE else ""
    shown = [letter(k) for k in range(min(3, len(things or ())))]
    match op:
        case ir.Split():
            names_ = ", then ".join(name for name, *_ in op.parts)
            return f"type the letters of {names_}, with a blank between: `{_split_example(question)}`"
        case ir.Arrange():
            return f"type all the letters in your order, as in `{gap.join(reversed(shown))}`"
        case ir.Choose() if things is not None:
            sizes = sorted({len(option) for option in question.options})
            often = f"{sizes[0]} to {sizes[-1]}" if len(sizes) > 1 else f"{sizes[0]}"
            return f"type the letters of {often}, as in `{gap.join(letter(k) for k in range(max(1, sizes[-1])))[:7]}`" + (
                ", or `none`" if () in question.options else "")
    return ""


def _split_example(question: Question) -> str:
    things = [thing for part in question.options[0] for thing in part]
    at, parts = 0, []
    for part in question.options[0]:
        parts.append("".join(letter(at + k) for k in range(len(part))) or "-")
        at += len(part)
    return " ".join(parts) if len(things) <= SINGLE else "a b / c"


# ------------------------------------------------------------------ read


def read_answer(spec: Spec, question: Question, text: str, state: State | None = None):
    """The value that is meant, or a Trouble. It need not be one of the options."""
    things = together(spec, question)
    sure = text.strip().endswith(")") and not text.strip().startswith("(")       # `a)` is the letter, `"a"` the word
    lettered = text.strip().removesuffix(")") if sure else text
    if things is not None:
        value = _put_together(spec, question, things, lettered)
    else:
        value = None if _is_number(question, lettered) and not sure else by_letter(question, lettered)
    if value is None:
        return parse_value(spec, question, text, state)
    other = None if sure or not _is_word(spec, question, text) else parse_value(spec, question, text, state)
    if other is None or isinstance(other, Trouble) or settled(question, other) == value:
        return value
    word = text.strip()
    meant = f'`{word})` is the letter, `"{word}"` the name'
    return Trouble(f"`{word}` is a letter of the list, and an answer by its name", meant)


def _is_number(question: Question, text: str) -> bool:
    """Is a number answered, and this one, so that it is no place in the list?"""
    type_ = answer_type(question)
    return text.strip().lstrip("+-").isdigit() and isinstance(type_.of if isinstance(type_, t.OrNone) else type_, t.Int)


def _is_word(spec: Spec, question: Question, text: str) -> bool:
    """Is this, just as it is typed, a word of the game, or several?"""
    if told_so(spec, question, text):
        return True
    type_ = innermost(answer_type(question)) if together(spec, question) is not None else answer_type(question)
    known = names(spec, type_.of if isinstance(type_, t.OrNone) else type_)
    words = [text.strip(), *blanks(text)] if together(spec, question) is not None else [text.strip()]
    return any(word in known.words or fold(word) in known.folded for word in words)


def _put_together(spec: Spec, question: Question, things: tuple, text: str):
    """Letters put together; None if these are not letters of the list."""
    if fold(text) in NOTHING and () in question.options:
        return ()
    op = spec.plan[question.op]
    if isinstance(op, ir.Split):
        return _parts(op, question, things, text)
    chosen = _letters(things, text)
    return None if chosen is None else settled(question, tuple(chosen))


def _letters(things: tuple, text: str) -> list | None:
    """`bd`, `b d`, `b, d`; with more than 26 things blanks between them."""
    words = text.lower().replace(",", " ").replace("/", " ").split()
    if len(things) <= SINGLE:
        words = list("".join(words))
    places = {letter(k): k for k in range(len(things))}
    if not words or any(word not in places for word in words):
        return None
    chosen = [places[word] for word in words]
    return [things[k] for k in chosen] if len(set(chosen)) == len(chosen) else None


def _parts(op: ir.Split, question: Question, things: tuple, text: str):
    separator = "/" if "/" in text else "," if "," in text else None
    groups = [part.strip() for part in text.split(separator)]
    if separator is None and len(things) > SINGLE:
        return None
    lettered = [[] if group == "-" else _letters(things, group) for group in groups]
    parts = [part for part in lettered if part is not None]
    if len(parts) < len(lettered):
        return None
    if len(parts) == len(op.parts) - 1:          # the last part is what is left
        parts.append([thing for thing in things if not any(thing in part for part in parts)])
    if len(parts) != len(op.parts):
        return None
    return settled(question, tuple(tuple(part) for part in parts))


def words_for(spec: Spec, question: Question, state: State | None = None) -> list[str]:
    """Words that are answers just as they are typed: to complete, and to tell from the words of the referee."""
    op = spec.plan[question.op]
    if together(spec, question) is not None:
        return []
    words = [write_value(spec, question, option, state) for option in question.options]
    if isinstance(op, ir.Menu):
        words += [op.alternatives[k].words for k in question.options if op.alternatives[k].words]
    return words


# ------------------------------------------------------------------ questions about spaces


def letters_of(spec: Spec, question: Question | None) -> dict[int, str]:
    """The spaces among the options, or among the things that an answer is put together from, with their letters."""
    if question is None or question.of_nature:
        return {}
    things = together(spec, question)
    type_ = answer_type(question)
    type_ = type_.of if isinstance(type_, t.OrNone) else type_
    while things is not None and (inner := t.element(type_)) is not None and inner is not type_:
        type_ = inner
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
    here: int = t.NONE
    ends: tuple[int, ...] = ()
    if question is not None and not question.of_nature:
        here, ends = under_way(session.machine, question)
        if here >= 0 and t.NONE in question.options:
            letters[here] = letter(question.options.index(t.NONE))
    for board in _drawn(spec):
        drawing = chart(table_of(spec, session.state, seat), board, screen.width, letters, frozenset(ends), here)
        if drawing.lines:
            screen.line()
            show_chart(screen, drawing, _key(spec, question, letters))
        else:
            screen.say(f"there is no room to draw the {board.name} in {screen.width} columns", "small")
    if not spec.maps:
        screen.line("this game has no map: see `state`", "small")


def _key(spec: Spec, question: Question | None, letters: dict[int, str]) -> list[tuple[str, str]]:
    """What the letters on the map are."""
    if not letters or question is None:
        return []
    known = list(letters.values())
    said = " ".join(known) if len(known) < 3 else f"{known[0]}..{known[-1]}"
    return [(said, "where you can go" if isinstance(spec.plan[question.op], ir.Travel) else "what you can choose")]


# ------------------------------------------------------------------ a whole journey at once


def go_to(screen: Screen, session: Session, question: Question, text: str) -> bool:
    """`go 4,0`: all the steps of a journey that ends there; yes if it was made. Each step is an answer like any other."""
    spec = session.spec
    op = spec.plan[question.op]
    if not isinstance(op, ir.Travel):
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
