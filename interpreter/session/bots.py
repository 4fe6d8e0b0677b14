"""Who answers when nobody sits at the keyboard.

In:  an open question, and what its seat may see: a View (observation/view.py) for a chooser with `looks`, Eyes
     (observation/masks.py) for one with `eyes`.
Out: one of the question's options, or a Take: one of the free actions open beside it.

A chooser is anything with `choose(question, view)` and a `name`, the word for it on a command line and in a play. A
chooser sees what its seat may see, never the State. A person is no chooser: a seat without one is asked outside. Nature is
answered by `Streams.nature`, exhausting all answers is analysis/enumeration.py, and strategies are session/strategies.py.
"""

from collections.abc import Callable, Iterable
from typing import Any, Protocol, runtime_checkable

from attrs import define, frozen

from interpreter.core.question import Question
from interpreter.ir.sources import seat_source
from interpreter.session.streams import Streams

FREE_ACTION_ONCE_IN = 10


@frozen
class Take:
    """Instead of an answer: a free action, (number of the offer, member of its `for each` or -1)."""

    offer: tuple[int, int]


class Chooser(Protocol):
    """Answers the questions of one seat."""

    name: str

    def choose(self, question: Question, seen: Any, /) -> Any:
        """One of the question's options, or a Take. `seen` is Eyes, a View or None, as it has `eyes`, `looks` or neither."""
        ...


@runtime_checkable
class Resumable(Chooser, Protocol):
    """A chooser that goes through its answers in order: `at` is how many it has given."""

    at: int


@runtime_checkable
class Seatable(Protocol):
    """Who can be put into any seat: a strategy made ready."""

    def seated(self, streams: Streams, seat: int) -> Chooser:
        """The chooser of this seat."""
        ...


Decider = str | Seatable | Chooser                          # who answers for a seat, as it is asked for


@define(eq=False)
class Random:
    """Any option is as likely as any other; an open free action is taken once in ten questions, so that plays end."""

    streams: Streams
    seat: int
    name: str = "random"
    source: str = ""

    def __attrs_post_init__(self):
        self.source = seat_source(self.seat)

    def choose(self, question: Question, view: object = None):
        """Draws from the stream of its seat: for a free action, if there is one, then among the options, if several."""
        below, options, offers = self.streams.below, question.options, question.offers
        if offers and below(self.source, FREE_ACTION_ONCE_IN) == 0:
            return Take(offers[below(self.source, len(offers))] if len(offers) > 1 else offers[0])
        return options[below(self.source, len(options))] if len(options) > 1 else options[0]


@define(eq=False)
class First:
    """Always the first option, never a free action."""

    name: str = "first"

    def choose(self, question: Question, view: object = None):
        """The first option."""
        return question.options[0]


class OutOfScript(Exception):
    """The script has no answer left, or its next one cannot be given here."""

    def __init__(self, question: Question, wanted: object = None):
        super().__init__(question, wanted)
        self.question, self.wanted = question, wanted


@define(eq=False)
class Scripted:
    """Answers in a given order; anything it cannot say raises OutOfScript."""

    answers: list
    at: int = 0
    name: str = "scripted"

    def choose(self, question: Question, view: object = None):
        """The next answer of the script."""
        if self.at >= len(self.answers):
            raise OutOfScript(question)
        answer = self.answers[self.at]
        possible = answer.offer in question.offers if isinstance(answer, Take) else answer in question.options
        if not possible:
            raise OutOfScript(question, answer)
        self.at += 1
        return answer


@define(eq=False)
class Told:
    """Asks a function: for tests, and for programs that bring a player of their own."""

    ask: Callable
    name: str = "told"
    looks: bool = True

    def choose(self, question: Question, view: object = None):
        """What the function says."""
        return self.ask(question, view)


CHOOSERS = ("human", "random", "first")
SEARCH = "search"                         # a player that thinks, see search/player.py


def chooser(who: Decider, streams: Streams, seat: int) -> Chooser | None:
    """The chooser for a seat: of this name (one of CHOOSERS), of a prepared strategy, or `who` itself; None for a person."""
    if not isinstance(who, str):
        return who.seated(streams, seat) if isinstance(who, Seatable) else who
    match who:
        case "random":
            return Random(streams, seat)
        case "first":
            return First()
        case "human":
            return None
    raise KeyError(who)


def choosers(names: Iterable[str], streams: Streams) -> dict[int, Chooser]:
    """A chooser for each seat, in seat order; people are left out."""
    by_seat = {seat: chooser(name, streams, seat) for seat, name in enumerate(names)}
    return {seat: who for seat, who in by_seat.items() if who is not None}
