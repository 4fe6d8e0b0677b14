"""Driving a play with few numbers: what a drawn play is made of.

In:  a Spec and a Script: a seed for chance, and the first decisions as small numbers (0 is the first option).
Out: the play carried to its end, with whoever wants to look called at every pause.

What a seat answers depends on the script, the seat, and how often it has been asked, never on who was asked before it:
so the same script can be played with simultaneous answers in another order. Beyond the script's numbers a seat draws from
a stream of its own; nature's answers come from named streams, too.
"""

from collections.abc import Callable

from attrs import define, field, frozen

from interpreter.core.pause import Over, Pause, Question
from interpreter.core.state import State
from interpreter.play.choosers import Random, Take
from interpreter.play.streams import Streams, source_of
from interpreter.run.machine import Machine, start
from interpreter.spec.model import Spec

MOST_PAUSES = 50_000                      # a play that pauses more often is taken not to end


@frozen
class Script:
    """A play as a few numbers: `choices` are the first decisions of the seats in turn, the rest comes from the seed."""

    seed: int = 0
    choices: tuple[int, ...] = ()


@define(eq=False)
class Cast:
    """Answers for all seats and for nature, as a script says."""

    spec: Spec
    script: Script
    streams: Streams = field(init=False)
    asked: list[int] = field(init=False)

    def __attrs_post_init__(self):
        self.streams = Streams(self.script.seed)
        self.asked = [0] * len(self.spec.seats)

    def copy(self) -> "Cast":
        """The same answers from here on, given apart."""
        made = Cast(self.spec, self.script)
        made.streams, made.asked = self.streams.copy(), self.asked[:]
        return made

    def reply(self, machine: Machine, question: Question):
        """An option of the question, or a Take."""
        if question.of_nature:
            return self.streams.nature(question, source_of(self.spec, question, machine.branch))
        number = self._scripted(question.seat)
        if number is None:
            return Random(self.streams, question.seat).choose(question)
        number %= len(question.options) + len(question.offers)
        options = len(question.options)
        return question.options[number] if number < options else Take(question.offers[number - options])

    def _scripted(self, seat: int) -> int | None:
        at = self.asked[seat] * len(self.asked) + seat
        self.asked[seat] += 1
        return self.script.choices[at] if at < len(self.script.choices) else None


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
        assert pauses <= MOST_PAUSES, f"the play has paused {MOST_PAUSES} times and has not ended ({script})"
        if look is not None:
            look(machine, stop)
        answer(machine, stop, cast, order)


def answer(machine: Machine, pause: Pause, cast: Cast, order: Callable | None = None) -> None:
    """Answers all open questions, or the one that `order` picks."""
    for question in pause.questions if order is None else (order(pause.questions),):
        give(machine, question, cast.reply(machine, question))


def pauses(spec: Spec, script: Script):
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
    return f"{what} {getattr(op, 'number', '-')} {branch} {' '.join(_fact(one) for one in facts)}"


def _fact(one) -> str:
    return f"{one.seat}.{one.name}" if isinstance(one, Question) else repr(one)
