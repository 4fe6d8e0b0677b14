"""All positions of a game in which nothing is hidden, each once, with what can follow.

In:  a Spec; how many positions at most.
Out: Graph. Raises TooMany (analysis/enumeration.py) where there are more.

Two positions are the same if their keys are, so a game that comes back to a position has a circle here. Pieces and tokens of
which there are so many count as one another, unless a rule that waits has one of them in mind. What counts how often a rule
has run, for a `limit`, is left out: no play is stopped at a limit.
"""

import re
from collections.abc import Callable, Iterator
from fractions import Fraction

from attrs import define, field

from interpreter.analysis.enumeration import outcomes, TooMany
from interpreter.core.derived import derived
from interpreter.core.frame import Value
from interpreter.core.question import Over, Pause, Question
from interpreter.core.state import State
from interpreter.engine.evaluate import HEAP
from interpreter.engine.machine import Machine, start
from interpreter.ir.model import Spec
from interpreter.observation.relabelling import things_named
from interpreter.session.bots import Take

Tell = Callable[[int], None]
COUNTED = re.compile(r"(\w+\.)?\w+\[\d+\]")  # what a thing is called of which there are so many
STEP = 200                                # positions between two words about how far it is


@define(eq=False)
class Position:
    """One position. `seat` decides, -1 is chance; `ways` are what can be answered, with the probability of what chance gives,
    and the number of the position that follows; `over` says how the play has ended."""

    seat: int = -1
    question: str = ""
    ways: list[tuple[Value, Fraction | None, int]] = field(factory=list)
    over: Over | None = None


@define(eq=False)
class Graph:
    """The positions; the first is where the game begins."""

    spec: Spec
    positions: list[Position]

    @property
    def decisions(self) -> int:
        """In how many of them a seat decides."""
        return sum(1 for one in self.positions if one.seat >= 0)

    @property
    def ends(self) -> list[Over]:
        """How plays can end."""
        return [one.over for one in self.positions if one.over is not None]


def graph(spec: Spec, most: int, tell: Tell = lambda more: None) -> Graph:
    """The positions of a game in which nothing is hidden; `tell` hears how many more have been found."""
    numbers: dict[tuple[int, int], int] = {}                  # by two hashes of 64 bits: keys would fill the memory
    made: list[Position] = []
    waiting: list[tuple[int, State, Pause | Over]] = []

    def number_of(state: State) -> int:
        stop = Machine(spec, state).advance()
        for limit in spec.limits:
            state.cells[limit.cell] = 0
        whole = key_of(spec, state)
        key = hash(whole), hash((1, *whole))
        if key not in numbers:
            if len(made) >= most:
                raise TooMany(f"there are more than {most} positions")
            numbers[key] = len(made)
            made.append(Position())
            waiting.append((numbers[key], state, stop))
            if not len(made) % STEP:
                tell(STEP)
        return numbers[key]

    number_of(start(spec))
    while waiting:
        number, state, stop = waiting.pop()
        position = made[number]
        if isinstance(stop, Over):
            position.over = stop
            continue
        question = stop.questions[0]
        position.seat, position.question = question.seat, question.name
        position.ways = [(answer, chance, number_of(_after(spec, state, question, answer)))
                         for answer, chance in _answers(question)]
    tell(len(made) % STEP)
    return Graph(spec, made)


def key_of(spec: Spec, state: State) -> tuple[Value, ...]:
    """The position as one value that can be hashed, those alike that differ only in which of several equal things lies
    where."""
    alike = equal_things(spec)
    cells, known, zones, *rest = state.key()
    if not alike:
        return cells, known, zones, *rest
    named = set(things_named(spec, state))
    stands_for = {thing: first for thing, first in alike.items() if thing not in named}
    lying = tuple(_lying(spec, z, things, stands_for) for z, things in enumerate(zones))
    return cells, tuple(seats for thing, seats in enumerate(known) if thing not in stands_for), lying, *rest


def _lying(spec: Spec, z: int, things: tuple[int, ...], stands_for: dict[int, int]) -> tuple[int, ...]:
    lies = [stands_for.get(thing, thing) for thing in things]
    return tuple(sorted(lies) if spec.zone_shape[z] == HEAP else lies)


@derived
def equal_things(spec: Spec) -> dict[int, int]:
    """Pieces and tokens that nothing can tell from others but where they lie -> the first of those that are equal."""
    first: dict[tuple[str, str, int], int] = {}
    with_cells = {info.label.partition(".")[0] for info in spec.cells}
    found = {}
    for c in spec.components:
        if spec.faceless[c.number] and COUNTED.fullmatch(c.id) and c.id not in with_cells and c.written in ("", c.id):
            found[c.number] = first.setdefault((c.kind, c.set, c.owner), c.number)
    return found if len(set(found.values())) < len(found) else {}


def _answers(question: Question) -> Iterator[tuple[Value, Fraction | None]]:
    """What can be answered; of chance with its probability."""
    if question.of_nature:
        yield from outcomes(question)
        return
    for option in question.options:
        yield option, None
    for offer in question.offers:
        yield Take(offer), None


def _after(spec: Spec, state: State, question: Question, answer: Value) -> State:
    copied = state.copy()
    machine = Machine(spec, copied)
    if isinstance(answer, Take):
        machine.take(question, answer.offer)
    else:
        machine.answer(question, answer)
    return copied
