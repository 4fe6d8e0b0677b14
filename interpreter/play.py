"""Playing a game from Python: a game by its name or path; its positions, played, copied and enumerated; saved plays.

In:  the name of a game, or the path of its rules; how many play, their names, options, variants.
Out: a Game (`load_game`; NotPlayable says what is wrong); a Session that goes on from saved data (`resume`; CannotResume).

A game is loaded by its name or the path of its rules. Its positions are states that can be copied, advanced to the next
pause, and answered; nature (dice, shuffles, picks) is a seat like any other, numbered NATURE. This walks through a game of
Nim, always taking the first option, and then once through the whole of what could follow the first question:

>>> from interpreter.play import Over, load_game
>>> nim = load_game("nim", names=("Ann", "Bo"))
>>> state = nim.start()
>>> pause = nim.advance(state)
>>> question = pause.questions[0]
>>> nim.seats[question.seat], question.name, [nim.words(question, v) for v in nim.legal(question)]
('Ann', 'from_row', ['upper', 'middle', 'lower'])
>>> print(nim.refusal(state, question, 7).accepted)
upper, middle, lower
>>> def ways(state):
...     "How many plays there are from a position on."
...     pause = nim.advance(state)
...     if isinstance(pause, Over):
...         return 1
...     question, found = pause.questions[0], 0
...     for value in nim.legal(question):
...         fork = state.copy()
...         nim.answer(fork, question, value)
...         found += ways(fork)
...     return found
>>> few = load_game("nim", options={"most": 12})
>>> while not isinstance(pause, Over):
...     question = pause.questions[0]
...     nim.answer(state, question, nim.value(question, "3" if question.name == "stones_taken" and 3 in question.options else
...                                           nim.words(question, question.options[-1])))
...     pause = nim.advance(state)
>>> pause.how, [nim.seats[seat] for seat in pause.winners]
('finished', ['Ann'])

A whole play with bots, and many of them:

>>> session = nim.session(seed=7, seats={0: "random", 1: "first"})
>>> session.play().how
'finished'
>>> nim.simulate(20, seed=1).games
20

The game compiled to WebAssembly, which plays the same much faster (wasmtime is needed); `play_many` and `simulate` play whole
plays:

>>> from interpreter.play import play_many
>>> play = nim.compiled()
>>> question = play.advance().questions[0]
>>> play.answer(question, question.options[0])
>>> nim.answer(state := nim.start(), nim.advance(state).questions[0], question.options[0])
>>> play.copy().advance() and play.state.key() == play.copy().state.key() == state.key()
True
>>> [one.over.how for one in play_many(nim.spec, (3, 4, 9))]
['finished', 'finished', 'finished']
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from attrs import define

from interpreter.core.question import NATURE, Over, Pause, Question, Refusal
from interpreter.core.state import State
from interpreter.engine.compiled.compiled_play import Compiled, compiled_play
from interpreter.engine.compiled.instance import Missing
from interpreter.engine.machine import Machine, start
from interpreter.ir.model import Spec
from interpreter.lower.scope import Context
from interpreter.observation.view import View, view
from interpreter.pipeline import load, prepare_to_play, rules_digest
from interpreter.search.player import is_search, Search
from interpreter.search.seating import thinker
from interpreter.session.answers import parse_value, write_value
from interpreter.session.bots import Chooser, chooser, CHOOSERS, Decider, First, Random, Scripted, Take, Told
from interpreter.session.log import tuples
from interpreter.session.notation import Trouble
from interpreter.session.physical_chance import Chance, from_data
from interpreter.session.refusals import attempt
from interpreter.session.session import Entry, FORMAT, Journal, Session
from interpreter.session.strategies import portfolio, Prepared, prepared
from interpreter.session.streams import fresh_seed, Streams
from interpreter.simulate.engines import COMPILED, engine_for, REFERENCE
from interpreter.simulate.playout import Played, Result, simulate
from interpreter.text.diagnostic import draw, Report
from interpreter.variant.rules import Rules
from interpreter.variant.stack import Asked

MOST_AT_ONCE = 1000                       # plays of `play_many`


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
        value = parse_value(self.spec, question, text)
        if isinstance(value, Trouble):
            raise ValueError(str(value))
        return value

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
        strategy = prepared(self.rules, self.ctx, name, report)
        if strategy is None or not report.ok:
            raise NotPlayable(_said(report))
        return strategy

    def thinker(self, who: str) -> Search:
        """A player that thinks, `search:500` (playouts), `search:0.5s` or `search:500:good` (a strategy's playouts), ready
        for any seat; raises NotPlayable if that is no way to think."""
        report = Report()
        found = thinker(self.rules, self.ctx, who, report)
        if found is None:
            raise NotPlayable(_said(report))
        return found

    def strategies(self) -> dict[str, Prepared]:
        """All of them, by name, with their first parameters."""
        return portfolio(self.rules, self.ctx, Report())

    def chooser(self, name: str, seat: int, streams: Streams) -> Chooser | None:
        """Who answers for a seat, by the name of a strategy or one of CHOOSERS; None for a person."""
        return chooser(self._decides(name), streams, seat)

    def _decides(self, who: Decider) -> Decider:
        """A name of CHOOSERS, or a strategy made ready."""
        if not isinstance(who, str) or who in CHOOSERS:
            return who
        return self.thinker(who) if is_search(who) else self.strategy(who)

    # ---------------------------------------------------------------- whole plays

    def session(
        self, seed: int | None = None, seats: Mapping[int, Decider] | None = None, journal: Journal | None = None,
        asked: tuple[str, ...] = (),
    ) -> Session:
        """A play at a table; see session/session.py. Without a seed nature is asked, too; `asked` are sources of chance (or
        `*`) that fall on a real table, where a card is asked for when somebody sees it, see session/physical_chance.py."""
        chance = Chance(self.spec, frozenset(asked)) if asked else None
        sitting = {seat: self._decides(who) for seat, who in (seats or {}).items()}
        return Session(self.spec, seed, sitting, journal, self.digest, chance)

    def simulate(self, games: int, seed: int = 1, seats: Sequence[Decider] = (), engine: str = REFERENCE) -> Result:
        """Many plays with bots; `engine` "compiled" plays them compiled where that is possible (`Result.engine` says which)."""
        who = tuple(self._decides(one) for one in seats)
        return simulate(self.spec, games, seed, who, engine=engine_for(self.spec, games, seed, who, asked=engine).name)

    def compiled(self, state: State | None = None) -> Compiled:
        """A play by the second engine, from the beginning or from a position at a pause, with the calls of a Machine: advance,
        answer, take, copy, state. Raises Missing where there is no wasmtime."""
        return compiled_play(self.spec, state)


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
    ctx = prepare_to_play(rules, people, options or {}, report, names=tuple(names))
    if not report.ok:
        raise NotPlayable(_said(report))
    return Game(rules, ctx.spec, rules_digest(rules, ctx), ctx)


def _said(report: Report) -> str:
    return "\n\n".join(draw(error) for error in report.errors)


def play_many(spec: Spec, seeds: Iterable[int], seats: Sequence[Decider] = ()) -> Iterator[Played]:
    """The plays of these seeds, compiled where that is possible; the same as the reference engine's."""
    for first, count in _runs(seeds):
        engine = engine_for(spec, count, first, seats, asked=COMPILED).name
        yield from simulate(spec, count, first, seats, engine=engine).plays


def _runs(seeds: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Seeds that follow one another are one call: (the first, how many), no more at once than can be waited for."""
    first, count = 0, 0
    for seed in seeds:
        if count and (seed != first + count or count == MOST_AT_ONCE):
            yield first, count
            count = 0
        first, count = (first, count + 1) if count else (seed, 1)
    if count:
        yield first, count


# ------------------------------------------------------------------ saved plays


class CannotResume(Exception):
    """Saved data that is not of this game, or is no saved play at all."""


def resume(spec: Spec, data: dict, seats: dict | None = None, journal: Journal | None = None, digest: str = "") -> Session:
    """A session that goes on from saved data. Choosers of one's own are given in `seats`; the others come back by name.

    Raises CannotResume where the data is no play of this game.
    """
    try:
        _of_this_game(spec, data, digest)
        names = {seat: name for seat, name in enumerate(data["seats"]) if name in CHOOSERS}
        session = Session(spec, data["seed"], {}, journal, digest, from_data(spec, data.get("chance")))
        session.streams.restore(data["streams"])
        session._seat(names | (seats or {}))
        session._rewind_scripts({int(seat): at for seat, at in data["scripts"].items()})
        session.entries = [
            Entry(kind, seat, name, text, tuple(clauses), *rest) for kind, seat, name, text, clauses, *rest in data["entries"]
        ]
        session.log.read_data(data["log"])
        session._sit(State.from_data(data["state"]))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise CannotResume(f"this is no saved play: {type(error).__name__} in its data") from None
    return session


def _of_this_game(spec: Spec, data: dict, digest: str) -> None:
    if data["format"] != FORMAT:
        raise CannotResume(f"the play was saved in format {data['format']}, and this version reads {FORMAT}")
    for what, got, wanted in (("game", data["game"], spec.name), ("players", tuples(data["players"]), spec.seats),
                              ("options", data["options"], spec.option_words)):
        if got != wanted:
            raise CannotResume(f"the play was saved with other {what}: {got}")
    if digest and data["digest"] and digest != data["digest"]:
        raise CannotResume("the play was saved under other rules or data")


__all__ = [
    "CHOOSERS", "COMPILED", "CannotResume", "Chooser", "Compiled", "First", "Game", "Missing", "NATURE", "NotPlayable", "Over",
    "Pause", "Played", "Question", "REFERENCE", "Random", "Refusal", "Result", "Scripted", "Session", "State", "Streams",
    "Take", "Told", "Trouble", "fresh_seed", "load_game", "play_many", "resume", "simulate",
]
