"""A game as a Hypothesis state machine: answers, saving, copies and new plays in any order.

In:  a Spec.
Out: `machine_of(spec)`, a RuleBasedStateMachine; its `.TestCase` is a test. A step raises a Broken where a law is broken.

Hypothesis looks for the shortest series of steps that breaks a law; every step is a small number.
"""

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule, RuleBasedStateMachine

from interpreter.core.question import Over
from interpreter.core.state import State
from interpreter.engine.machine import Machine, start
from interpreter.engine.scoring import broken
from interpreter.ir.model import Spec
from interpreter.laws.laws import always, in_order, loaded
from interpreter.laws.script import Broken, Cast, give, Script
from interpreter.observation.view import View, view
from interpreter.session.bots import Take
from interpreter.session.streams import source_of


class Table(RuleBasedStateMachine):
    """One play: a seat answers, or the position is saved and loaded, or a copy of it is played on with."""

    spec: Spec

    @initialize(seed=st.integers(0, 1 << 16))
    def begin(self, seed):
        """Set-up, to the first question."""
        self.cast = Cast(self.spec, Script(seed))
        self._sit_down(start(self.spec))

    def _sit_down(self, state: State) -> None:
        self.machine = Machine(self.spec, state)
        self.stop = self.machine.advance()
        self._nature()

    def _nature(self) -> None:
        while not isinstance(self.stop, Over) and self.stop.questions[0].of_nature:
            question = self.stop.questions[0]
            source = source_of(self.spec, question, self.machine.branch)
            self.machine.answer(question, self.cast.streams.nature(question, source))
            self.stop = self.machine.advance()

    @precondition(lambda self: not isinstance(self.stop, Over))
    @rule(who=st.integers(0, 7), what=st.integers(0, 11))
    def answer(self, who, what):
        """One of the open questions is answered, or a free action beside it is taken."""
        question = self.stop.questions[who % len(self.stop.questions)]
        replies = [*question.options, *[Take(offer) for offer in question.offers]]
        give(self.machine, question, replies[what % len(replies)])
        self.stop = self.machine.advance()
        self._nature()

    @rule()
    def save_and_load(self):
        """The position goes through JSON text; no seat sees a difference."""
        before = self._views()
        self._sit_down(loaded(self.machine.state))
        _same(before, self._views(), "after saving and loading a seat sees something else")

    def _views(self) -> list[View]:
        return [view(self.spec, self.machine.state, seat) for seat in range(len(self.spec.seats))]

    @precondition(lambda self: not isinstance(self.stop, Over))
    @rule(what=st.integers(0, 11))
    def play_on_with_a_copy(self, what):
        """What happens on a copy does not happen here."""
        kept = self.machine.state.copy()
        fork = Machine(self.spec, self.machine.state.copy())
        stop = fork.advance()
        _same(False, isinstance(stop, Over), "a copy is over where the play goes on")
        question = stop.questions[0]
        fork.answer(question, question.options[what % len(question.options)])
        fork.advance()
        _same(kept, self.machine.state, "what was done to a copy has changed the play itself")

    @precondition(lambda self: isinstance(self.stop, Over))
    @rule()
    def once_more(self):
        """A play that is over stays over; a new one begins."""
        _same(self.stop, self.machine.advance(), "a play that was over goes on, or is over otherwise")
        self._sit_down(start(self.spec))

    @invariant()
    def everything_in_order(self):
        """Nothing is lost, every bound holds."""
        if hasattr(self, "machine"):
            in_order(self.spec, self.machine.state)
            if not isinstance(self.stop, Over):
                always(broken(self.machine))


def _same(before, now, words: str) -> None:
    if before != now:
        raise Broken(words)


def machine_of(spec: Spec) -> type[Table]:
    """The state machine of a game."""
    return type(f"Table of {spec.title}", (Table,), {"spec": spec})
