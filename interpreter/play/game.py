"""The public way in: a game by its name or path, and its positions to be played, copied and enumerated from Python.

In:  a game's name or the path of its rules, how many play, options.
Out: a Game; from it States, the questions they wait at, what can be answered, what a seat may see; whole plays as Sessions.

States are plain data: `state.copy()` has a future of its own, `state.to_data()` goes into JSON. A Game never changes, so
one Game serves any number of states, in any order.
"""

from pathlib import Path

from attrs import define

from interpreter.core.pause import NATURE, Over, Pause, Question, Refusal
from interpreter.core.state import State
from interpreter.load import Rules, load, prepare, rules_digest
from interpreter.play.answers import parse_value, write_value
from interpreter.play.chance import Chance
from interpreter.play.choosers import CHOOSERS, Chooser, chooser
from interpreter.play.notation import Trouble
from interpreter.play.refusals import attempt
from interpreter.play.session import Session
from interpreter.play.simulate import Result, simulate
from interpreter.play.strategies import Prepared, portfolio, prepared
from interpreter.play.streams import Streams
from interpreter.run.machine import Machine, start
from interpreter.run.view import View, view
from interpreter.spec.model import Spec
from interpreter.spec.scope import Context
from interpreter.text.render import draw
from interpreter.text.report import Report
from interpreter.variant.stack import Asked


class NotPlayable(Exception):
    """The rules have mistakes, or the game is not for these people or options; the message shows each as a terminal
    would."""


@define(eq=False)
class Game:
    """A game for so many people and such options, ready to be played."""

    rules: Rules
    spec: Spec
    digest: str
    ctx: Context

    @property
    def seats(self) -> tuple[str, ...]:
        """Who sits at the table, in order; also the automatic ones."""
        return self.spec.seats

    # ---------------------------------------------------------------- positions

    def start(self) -> State:
        """The position before set-up."""
        return start(self.spec)

    def advance(self, state: State) -> Pause | Over:
        """Goes on to the next pause, changing the state; a pause's `questions` are those now open."""
        return Machine(self.spec, state).advance()

    def answer(self, state: State, question: Question, value) -> None:
        """Takes one of the question's options, or what nature gives: for a roll a tuple of faces, for a shuffle one of
        cards."""
        self._machine(state, question).answer(question, value)

    def take(self, state: State, question: Question, offer: tuple) -> None:
        """Takes one of the free actions in `question.offers`; the question stands again when it is done."""
        self._machine(state, question).take(question, offer)

    def legal(self, question: Question) -> tuple:
        """What can be answered to a question of a seat, or come of a pick or of one die."""
        return question.options

    def refusal(self, state: State, question: Question, value) -> Refusal | None:
        """Why a value cannot be answered, by which rule and clause; None if it can. The state is not changed."""
        return attempt(self._machine(state, question), question, value)

    def view(self, state: State, seat: int) -> View:
        """What a seat may know of a position at a pause: views can be compared, hashed and printed."""
        return view(self.spec, state, seat)

    def words(self, question: Question, value) -> str:
        """An answer as it is written in plays and at prompts."""
        return write_value(self.spec, question, value)

    def value(self, question: Question, text: str):
        """The answer that a text means; ValueError if it means none."""
        found = parse_value(self.spec, question, text)
        if isinstance(found, Trouble):
            raise ValueError(str(found))
        return found

    def _machine(self, state: State, question: Question) -> Machine:
        """A machine that stands at the question: nature's questions inside a branch have to be come to again."""
        machine = Machine(self.spec, state)
        if state.strands and question.seat == NATURE:
            machine.advance()
        return machine

    # ---------------------------------------------------------------- strategies

    def strategy(self, name: str) -> Prepared:
        """A strategy of the game, `good` or with parameters `good(risk=3)`, ready for any seat of any session or simulation;
        raises NotPlayable if there is none, or it makes no sense."""
        report = Report()
        found = prepared(self.rules, self.ctx, name, report)
        if found is None or not report.ok:
            raise NotPlayable(_said(report))
        return found

    def strategies(self) -> dict[str, Prepared]:
        """All of them, by name, with their first parameters."""
        return portfolio(self.rules, self.ctx, Report())

    def chooser(self, name: str, seat: int, streams: Streams) -> Chooser | None:
        """Who answers for a seat, by the name of a strategy or one of CHOOSERS; None for a person."""
        return chooser(self._decides(name), streams, seat)

    def _decides(self, who: object) -> object:
        """A name of CHOOSERS, or a strategy made ready."""
        return self.strategy(who) if isinstance(who, str) and who not in CHOOSERS else who

    # ---------------------------------------------------------------- whole plays

    def session(self, seed: int | None = None, seats: dict | None = None, journal=None, asked: tuple[str, ...] = ()) -> Session:
        """A play at a table; see play/session.py. Without a seed nature is asked, too; `asked` are sources of chance (or `*`)
        that fall on a real table, where a card is asked for when somebody sees it, see play/chance.py."""
        chance = Chance(self.spec, frozenset(asked)) if asked else None
        sitting = {seat: self._decides(who) for seat, who in (seats or {}).items()}
        return Session(self.spec, seed, sitting, journal, self.digest, chance)

    def simulate(self, games: int, seed: int = 1, seats: tuple[str, ...] = ()) -> Result:
        """Many plays with bots."""
        return simulate(self.spec, games, seed, tuple(self._decides(who) for who in seats))


def load_game(
    name: str | Path, players: int | None = None, options: dict | None = None, names: tuple[str, ...] = (),
    variants: tuple[str, ...] = (), without: tuple[str, ...] = (),
) -> Game:
    """A game by its name or the path of its rules; raises NotPlayable with all there is to say.

    `players` is how many people play: as many as there are names, or the fewest that can. Options are given as they are
    written. Variants are merged in, in their order; `without` are errata of the game that are left out.
    """
    report = Report()
    rules = load(Asked(str(name), tuple(variants), tuple(without)), report, players or len(names) or None)
    if rules is None or not report.ok:
        raise NotPlayable(_said(report))
    people = players or len(names) or rules.people().start
    if people not in rules.people() or len(names) > people:
        raise NotPlayable(f"{rules.name} is for {rules.said_people()}, and {max(people, len(names))} are given")
    ctx = prepare(rules, people, options or {}, report, names=tuple(names))
    if not report.ok:
        raise NotPlayable(_said(report))
    return Game(rules, ctx.spec, rules_digest(rules, ctx), ctx)


def _said(report: Report) -> str:
    return "\n\n".join(draw(found) for found in report.errors)
