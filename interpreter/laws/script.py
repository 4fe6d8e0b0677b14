"""Plays as few numbers: what a drawn play is made of, and how it is carried out.

In:  a Spec and a Script: a seed for chance, and the first decisions as small numbers (0 is the first option); or a tape: what
     is answered otherwise than by default.
Out: the play carried to its end; a function that is given is called at every pause. A Broken if it does not end.

What a seat answers depends on the script, the seat, and how often it has been asked, never on who was asked before it:
so the same script can be played with simultaneous answers in another order. Beyond the script's numbers a seat draws from
a stream of its own; nature's answers come from named streams, too.
"""

import re
from collections.abc import Callable, Iterator
from time import monotonic

from attrs import define, field, frozen

from interpreter import ir
from interpreter.core.derived import derived
from interpreter.core.question import Over, Pause, Question
from interpreter.core.state import State
from interpreter.engine.machine import Machine, start
from interpreter.ir.model import Spec
from interpreter.observation.masks import Eyes
from interpreter.scenario.terms import listed_order
from interpreter.session.answers import declines
from interpreter.session.bots import Random, Take
from interpreter.session.streams import source_of, Streams
from interpreter.text.source import NOWHERE, Span

MOST_PAUSES = 50_000                      # a play that pauses more often is taken not to end
RANDOM = "random"


class Broken(AssertionError):
    """A law that is broken. `key` is what two failures of the same sort have in common (if it is not given: the words before
    the first number or list); `span` is the place in the rules, `then` a line for a scenario that says what is so now."""

    def __init__(self, words: str, key: tuple = (), span: Span = NOWHERE, then: str = ""):
        super().__init__(words)
        self.key = key or (re.split(r"[:\[(\d]", words, maxsplit=1)[0],)
        self.span, self.then = span, then


@derived
def _players(spec: Spec) -> dict:
    """The strategies that scripts for this Spec may name."""
    return {}


def sit_down(spec: Spec, players: dict) -> None:
    """Makes strategies (session/strategies.py) known, so that scripts for this Spec may name them."""
    _players(spec).clear()
    _players(spec).update(players)


def players_of(spec: Spec) -> tuple[str, ...]:
    """Who may be named by a script for this Spec."""
    return (RANDOM, *_players(spec))


@frozen
class Script:
    """A play as a few numbers: `choices` are the first decisions of the seats in turn, the rest comes from the seed. `player`
    is who decides from then on: anybody, or a strategy of the game that has been made ready for the Spec (`sit_down`).

    With a `tape` nothing comes from a seed: its entries (source, number of the question to it, reply) are given where they can
    be, anything else is answered by `default`. After `most` replies the play is left where it is: a Cut. `until` is the time
    (time.monotonic(), seconds) after which it is left as Late.
    """

    seed: int = 0
    choices: tuple[int, ...] = ()
    player: str = RANDOM
    tape: tuple[tuple, ...] | None = None
    most: int | None = None
    until: float | None = field(default=None, eq=False, repr=False)

    def __str__(self) -> str:
        """As an author would write it."""
        if self.tape is not None:
            return f"a play with {len(self.tape)} answers of its own"
        return f"Script({self.seed}, {self.choices})"


class Cut(Exception):
    """A play has been left after as many replies as its script allows."""


class Late(Cut):
    """A play has been left because there is no more time."""


@define(eq=False)
class Cast:
    """Answers for all seats and for nature, as a script says. `notes`, if it is a list, gets every reply that is not the
    default, as an entry of a tape."""

    spec: Spec
    script: Script
    notes: list | None = None
    streams: Streams = field(init=False)
    asked: list[int] = field(init=False)
    heard: dict[str, int] = field(init=False, factory=dict)
    given: int = field(init=False, default=0)
    bots: dict = field(init=False, factory=dict)
    tape: dict = field(init=False)

    def __attrs_post_init__(self):
        self.streams = Streams(self.script.seed)
        self.asked = [0] * len(self.spec.seats)
        self.tape = {(source, number): reply for source, number, reply in self.script.tape or ()}

    def copy(self) -> "Cast":
        """The same answers from here on, given apart."""
        apart = Cast(self.spec, self.script)
        apart.streams, apart.asked = self.streams.copy(), self.asked[:]
        apart.heard, apart.given = dict(self.heard), self.given
        return apart

    def reply(self, machine: Machine, question: Question):
        """An option of the question, or a Take."""
        if self.script.most is not None and self.given >= self.script.most:
            raise Cut
        if self.script.until is not None and monotonic() > self.script.until:
            raise Late
        self.given += 1
        if self.script.tape is None and self.notes is None:
            return self._drawn(machine, question)
        return self._taped(machine, question)

    def _drawn(self, machine: Machine, question: Question):
        if question.of_nature:
            return self.streams.nature(question, source_of(self.spec, question, machine.branch))
        number = self._scripted(question.seat)
        if number is None:
            return self._chosen(machine, question)
        number %= len(question.options) + len(question.offers)
        options = len(question.options)
        return question.options[number] if number < options else Take(question.offers[number - options])

    def _chosen(self, machine: Machine, question: Question):
        strategy = _players(self.spec).get(self.script.player)
        if strategy is None:
            return Random(self.streams, question.seat).choose(question)
        if question.seat not in self.bots:
            self.bots[question.seat] = strategy.seated(self.streams, question.seat)
        return self.bots[question.seat].choose(question, Eyes(machine, question))

    def _taped(self, machine: Machine, question: Question):
        source = source_of(self.spec, question, machine.branch) if question.of_nature else f"seat {question.seat}"
        number = self.heard.get(source, 0)
        self.heard[source] = number + 1
        usual = default(machine, question)
        if self.script.tape is None:
            reply = self._drawn(machine, question)
        else:
            reply = self.tape.get((source, number), usual)
            reply = reply if possible(question, reply) else usual
        if self.notes is not None and reply != usual:
            self.notes.append((source, number, reply))
        return reply

    def _scripted(self, seat: int) -> int | None:
        at = self.asked[seat] * len(self.asked) + seat
        self.asked[seat] += 1
        return self.script.choices[at] if at < len(self.script.choices) else None


def default(machine: Machine, question: Question):
    """The reply to a question that a tape says nothing of: a pile is left as it lies, dice show their first face, what may be
    declined is declined, and otherwise the first option is taken."""
    if question.of_nature:
        if question.name == "shuffle":
            return listed_order(machine, question)
        return (question.options[0],) * question.count if question.name == "roll" else question.options[0]
    op = machine.plan[question.op]
    if isinstance(op, ir.May):
        return 0
    if isinstance(op, ir.Choose) and op.may:
        return next((option for option in question.options if declines(op, option)), question.options[0])
    return question.options[0]


def possible(question: Question, reply) -> bool:
    """Can this be replied here? Of a pile the cards must be those that lie in it."""
    if isinstance(reply, Take):
        return reply.offer in question.offers
    if question.name == "shuffle" and question.of_nature:
        return isinstance(reply, tuple) and set(reply) == set(question.options)
    if question.of_nature and question.name == "roll":
        return isinstance(reply, tuple) and len(reply) == question.count and set(reply) <= set(question.options)
    return reply in question.options


def give(machine: Machine, question: Question, reply) -> None:
    """Hands an answer, or the free action that is taken, to the machine."""
    if isinstance(reply, Take):
        machine.take(question, reply.offer)
    else:
        machine.answer(question, reply)


@define(eq=False)
class Played:
    """A play that came to its end: the machine at the end, how it ended, what was told, and the number of pauses."""

    machine: Machine = field(repr=False)
    over: Over
    told: list = field(repr=False)
    pauses: int

    @property
    def log(self) -> str:
        """Everything that was told, as text: the same for the same play, byte for byte."""
        return "\n".join(self.told)


def drive(spec: Spec, script: Script, look: Callable | None = None, order: Callable | None = None,
          make: Callable = Machine) -> Played:
    """Plays to the end. `look(machine, pause)` is called at every pause; `order(questions)` picks the one answered next."""
    told: list[str] = []
    machine = make(spec, start(spec), lambda *event: told.append(as_text(*event)))
    cast, pauses = Cast(spec, script), 0
    while True:
        stop = machine.advance()
        if isinstance(stop, Over):
            return Played(machine, stop, told, pauses)
        pauses += 1
        if pauses > MOST_PAUSES:
            raise Broken(f"the play has paused {MOST_PAUSES} times and has not ended ({script})")
        if look is not None:
            look(machine, stop)
        answer(machine, stop, cast, order)


def answer(machine: Machine, pause: Pause, cast: Cast, order: Callable | None = None) -> None:
    """Answers all open questions, or the one that `order` picks."""
    for question in pause.questions if order is None else (order(pause.questions),):
        give(machine, question, cast.reply(machine, question))


def pauses(spec: Spec, script: Script) -> Iterator[tuple[Machine, Pause]]:
    """Each pause of a play, as (machine, pause); what is done to a copy of the state does not matter."""
    machine, cast = Machine(spec, start(spec)), Cast(spec, script)
    for _ in range(MOST_PAUSES):
        stop = machine.advance()
        if isinstance(stop, Over):
            return
        yield machine, stop
        answer(machine, stop, cast)


def finish(spec: Spec, state: State, cast: Cast) -> Machine:
    """Plays from a position at a pause to the end."""
    machine = Machine(spec, state)
    while isinstance(stop := machine.advance(), Pause):
        answer(machine, stop, cast)
    return machine


def as_text(what: str, op, branch: int, *facts) -> str:
    """One event of the observer as a line."""
    return f"{what} {getattr(op, 'number', '-')} {branch} {' '.join(_fact(fact) for fact in facts)}"


def _fact(fact) -> str:
    return f"{fact.seat}.{fact.name}" if isinstance(fact, Question) else repr(fact)
