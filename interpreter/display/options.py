"""What an option is called, for the terminal and for pages; which things an answer is put together from.

In:  a Spec, a State, a Question, one of its values.
Out: words, as the decider may know them. A thing whose face the decider does not know is told by the place where it lies.
"""

from collections import Counter

from interpreter import ir
from interpreter.core import types as t
from interpreter.core.question import Question
from interpreter.core.state import State
from interpreter.display.things import card_words, contents, table_of
from interpreter.ir.model import Spec
from interpreter.observation.view import option_words as option_words_unseen, Table, Unseen
from interpreter.session.answers import answer_type, flat, unseen
from interpreter.session.session import Session
from interpreter.session.wording import told_apart, worded


def together(spec: Spec, question: Question) -> tuple | None:
    """The things whose letters are put together to an answer; None if an answer is one thing."""
    op = spec.plan[question.op]
    options = question.options
    match op:
        case ir.Split():
            return tuple(one for part in options[0] for one in part)
        case ir.Arrange():
            return tuple(options[0])
        case ir.Choose() if op.least is not None or op.most is not None:
            most: Counter = Counter()
            for option in options:
                most |= Counter(option)
            first = dict.fromkeys(one for option in options for one in option)
            return tuple(one for value in first for one in [value] * most[value])
    return None


def innermost(type_: t.Type) -> t.Type:
    """The type of what is lettered, however deep it lies."""
    while (inner := t.element(type_)) is not None and inner is not type_ and not isinstance(type_, t.Zone):
        type_ = inner
    return t.element(type_) or type_


def option_words(spec: Spec, state: State, question: Question, value) -> str:
    """One whole answer in words, as its seat may know it."""
    op = spec.plan[question.op]
    match op:
        case ir.Moment():
            return "go on"
        case ir.Travel() if value == t.NONE:
            return "stop here"
        case ir.Choose() if op.may and value in (t.NONE, ()):
            return "none of these"
        case ir.Menu():
            alternative = op.alternatives[value]
            return alternative.words or alternative.name
        case ir.Choose(told=None) if isinstance(question.type, t.Enum):
            return _with_contents(spec, state, question, question.type.members[value])
        case ir.Split():
            said = [f"{name} {_all(spec, state, question, part)}" for (name, *_), part in zip(op.parts, value, strict=True)]
            return "; ".join(said)
    if (words := worded(spec, op, value)) and not any(one in unseen(spec, question, state) for one in flat(value)):
        return words if told_apart(spec, question, value) else f"{words}: {_plain(spec, state, question, value)}"
    return _plain(spec, state, question, value)


def _plain(spec: Spec, state: State, question: Question, value) -> str:
    """An option by what it is."""
    if isinstance(value, tuple):
        return _all(spec, state, question, value)
    return value_words(spec, state, question.seat, value, answer_type(question))


def _with_contents(spec: Spec, state: State, question: Question, word: str) -> str:
    """A word that names one of some zones with what lies in that zone, if there is one such zone of the decider, or one of
    nobody, in which something lies: `pair: t29, t51`."""
    table = Table(spec, state, question.seat)
    for owner in (question.seat, -1):
        named = [number for number, zone in enumerate(spec.zones)
                 if zone.owner == owner and zone.label.endswith(f"{zone.name}[{word}]") and table.lying(number).count]
        if named:
            return f"{word}: {contents(table_of(spec, state, question.seat), named[0])}" if len(named) == 1 else word
    return word


def _all(spec, state, question, values) -> str:
    inner = innermost(answer_type(question))
    return ", ".join(value_words(spec, state, question.seat, one, inner) for one in values) or "nothing"


def value_words(spec: Spec, state: State, seat: int, value, type_: t.Type) -> str:
    """One value; a card whose face this seat does not know by its place."""
    if isinstance(type_, t.OrNone):
        return "none" if value == t.NONE else value_words(spec, state, seat, value, type_.of)
    if isinstance(type_, t.Kind) and type_.name not in spec.space_kinds():
        shown = Table(spec, state, seat).seen(value, type_)
        return option_words_unseen(spec, shown, type_) if isinstance(shown, Unseen) else card_words(
            spec, value, Table(spec, state, seat))
    return spec.described(value, type_)


def moves_left(session: Session, question: Question) -> int | None:
    """How many moves a journey has left; None if nobody is asked for one, or it is not known."""
    op = session.spec.plan[question.op]
    if not isinstance(op, ir.Travel):
        return None
    frames, _ = session.machine.asked(question)
    journey = frames[-1][op.left]
    return journey[2] if isinstance(journey[2], int) and journey[2] >= 0 else None
