"""Goes through every way a play can go: exact probabilities, values of strategies, best replies; never a sample.

In:  a Spec (or a position), and for the seats that decide a strategy: information -> {answer: probability}.
Out: `outcomes`: the answers to one question of chance with their probabilities (fractions). `tree`: the whole game; `value`,
     `best_reply` and `information_sets` on it. Raises TooMany where there are more positions than `most`.

An unseen pile is gone through by its next card, so that only what is drawn is told apart. Two positions are the same if
their keys are (core/state.py).

    >>> from interpreter.pipeline import load, play_spec
    >>> from interpreter.text.diagnostic import Report
    >>> report = Report()
    >>> kuhn = tree(play_spec(load("kuhn", report), 2, {}, report))
    >>> value(kuhn, 0, {})                                   # both answer at random
    Fraction(1, 8)
    >>> best_reply(kuhn, 0, {})[0]
    Fraction(1, 2)
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product

from attrs import define, field, frozen

from interpreter.core.question import Over, Pause, Question
from interpreter.core.state import State
from interpreter.engine.machine import Machine, start
from interpreter.ir.model import Spec
from interpreter.observation.view import view

MOST_NODES = 200_000


class TooMany(Exception):
    """There are more ways than can be gone through."""


# ------------------------------------------------------------------ chance


def outcomes(question: Question) -> list[tuple[object, Fraction]]:
    """What can come of a question of nature, each once, with its probability. A shuffle: the next card."""
    match question.name:
        case "roll":
            faces = dict.fromkeys(question.options)
            chances = {face: Fraction(question.options.count(face), len(question.options)) for face in faces}
            return [(roll, _product(chances[face] for face in roll)) for roll in product(faces, repeat=question.count)]
        case "shuffle":
            return [((card,), Fraction(1, len(question.options))) for card in question.options]
    return [(option, Fraction(1, len(question.options))) for option in question.options]


def _product(factors: Iterable[Fraction]) -> Fraction:
    chance = Fraction(1)
    for factor in factors:
        chance *= factor
    return chance


# ------------------------------------------------------------------ the tree


@frozen(eq=False)
class Chance:
    """Nature answers: (what, its probability, and what follows)."""

    ways: tuple[tuple[object, Fraction, "Node"], ...]


@define(eq=False)
class Decision:
    """A seat answers. Two decisions are in one information set if the seat cannot tell them apart: what it has seen at its
    own decisions so far, what it answered there, and what it sees now."""

    seat: int
    name: str
    information: tuple
    ways: tuple[tuple[object, "Node"], ...] = ()


@frozen(eq=False)
class End:
    """How the play ended."""

    over: Over


Node = Chance | Decision | End
Payoff = Callable[[Over, int], Fraction]


def total(over: Over, seat: int) -> Fraction:
    """A payoff: the seat's total score."""
    return Fraction(over.totals[seat])


def share(over: Over, seat: int) -> Fraction:
    """A payoff: the seat's share of a victory."""
    return Fraction(seat in over.winners, len(over.winners)) if over.winners else Fraction(0)


def tree(
    spec: Spec, state: State | None = None, most: int = MOST_NODES, memory: bool = True,
    tell: Callable[[int], None] = lambda more: None,
) -> Node:
    """The whole game from a position (from the beginning, if none is given), decisions one at a time.

    Where nothing is hidden, `memory` may be left out: what a seat sees says it all, and more positions are the same. `tell`
    hears how many more positions there are.
    """
    return _Growing(spec, most, memory, tell).grow(start(spec) if state is None else state.copy(), ((),) * len(spec.seats))


def seen_at(spec: Spec, state: State, question: Question, questions: tuple[Question, ...]) -> tuple:
    """What a seat sees at its question, one of those that are open; the last part of its information."""
    seen = view(spec, state, question.seat, questions)
    return question.name, question.options, seen.cells, seen.zones, seen.sent


@define(eq=False)
class _Growing:
    """Grows a tree; positions that are the same and are reached with the same memories share one node."""

    spec: Spec
    most: int
    memory: bool
    tell: Callable[[int], None]
    made: dict = field(factory=dict)

    def grow(self, state: State, memories: tuple) -> Node:
        machine = Machine(self.spec, state)
        pause = machine.advance()
        if isinstance(pause, Over):
            return End(pause)
        key = (state.key(), memories)
        if key not in self.made:
            if len(self.made) >= self.most:
                raise TooMany(f"there are more than {self.most} positions")
            self.made[key] = self._node(state, pause, memories)
            self.tell(1)
        return self.made[key]

    def _node(self, state: State, pause: Pause, memories: tuple) -> Chance | Decision:
        question = pause.questions[0]
        if question.of_nature:
            return Chance(tuple(
                (value, chance, self._after(state, question, value, memories)) for value, chance in outcomes(question)
            ))
        now = seen_at(self.spec, state, question, pause.questions)
        decision = Decision(question.seat, question.name, (memories[question.seat], now))
        ways = []
        for value in question.options:
            own = (*memories[question.seat], now, value) if self.memory else ()
            after = (*memories[:question.seat], own, *memories[question.seat + 1:])
            ways.append((value, self._after(state, question, value, after)))
        decision.ways = tuple(ways)
        return decision

    def _after(self, state: State, question: Question, value: object, memories: tuple) -> Node:
        copied = state.copy()
        machine = Machine(self.spec, copied)
        pause = machine.advance()
        assert isinstance(pause, Pause), "the copy waits where the position waited"
        same = next(q for q in pause.questions if (q.seat, q.op) == (question.seat, question.op))
        machine.answer(same, value)
        return self.grow(copied, memories)


# ------------------------------------------------------------------ what a strategy is worth


Strategy = Mapping[tuple, Mapping[object, Fraction]]


def information_sets(node: Node, seat: int) -> dict[tuple, list[Decision]]:
    """The decisions of a seat, those it cannot tell apart together."""
    sets: dict[tuple, list[Decision]] = {}
    for below in walk(node):
        if isinstance(below, Decision) and below.seat == seat:
            sets.setdefault(below.information, []).append(below)
    return sets


def walk(node: Node) -> Iterator[Node]:
    """Every node once, from the top."""
    seen: set[int] = set()
    stack = [node]
    while stack:
        current = stack.pop()
        if id(current) not in seen:
            seen.add(id(current))
            yield current
            stack += [way[-1] for way in reversed(getattr(current, "ways", ()))]


def value(node: Node, seat: int, strategies: Mapping[int, Strategy], payoff: Payoff = total) -> Fraction:
    """What a seat gets on average when every seat plays its strategy; one without answers alike to all."""
    known: dict[int, Fraction] = {}

    def worth(position: Node) -> Fraction:
        if id(position) not in known:
            known[id(position)] = _worth(position)
        return known[id(position)]

    def _worth(position: Node) -> Fraction:
        if isinstance(position, End):
            return payoff(position.over, seat)
        return sum((chance * worth(child) for chance, child in _weighed(position, strategies) if chance), Fraction(0))

    return worth(node)


def _weighed(node: Chance | Decision, strategies: Mapping[int, Strategy]) -> list[tuple[Fraction, Node]]:
    if isinstance(node, Chance):
        return [(chance, child) for _, chance, child in node.ways]
    says = strategies.get(node.seat, {}).get(node.information)
    alike = Fraction(1, len(node.ways))
    return [(alike if says is None else Fraction(says.get(answer, 0)), child) for answer, child in node.ways]


def best_reply(
    node: Node, seat: int, strategies: Mapping[int, Strategy], payoff: Payoff = total
) -> tuple[Fraction, Strategy]:
    """The most that a seat can get against the others' strategies, and answers that get it."""
    return _Replying(seat, strategies, payoff).reply(node)


@define(eq=False)
class _Replying:
    """A seat forgets nothing, so each of its information sets can be settled when what lies below is."""

    seat: int
    strategies: Mapping[int, Strategy]
    payoff: Payoff
    reach: dict[int, Fraction] = field(factory=dict)       # by node: the weight with which chance and the others lead there
    sets: dict[tuple, list[Decision]] = field(factory=dict)
    chosen: dict[tuple, object] = field(factory=dict)
    known: dict[int, Fraction] = field(factory=dict)

    def reply(self, node: Node) -> tuple[Fraction, Strategy]:
        self.sets = information_sets(node, self.seat)
        self._lead(node)
        return self._worth(node), {info: {answer: Fraction(1)} for info, answer in self.chosen.items()}

    def _lead(self, node: Node) -> None:
        """Weights from the top down, parents before children."""
        self.reach[id(node)] = Fraction(1)
        for parent in parents_first(node):
            for chance, child in self._ways(parent):
                self.reach[id(child)] = self.reach.get(id(child), Fraction(0)) + self.reach[id(parent)] * chance

    def _ways(self, node: Node) -> list[tuple[Fraction, Node]]:
        if isinstance(node, End):
            return []
        if isinstance(node, Decision) and node.seat == self.seat:
            return [(Fraction(1), child) for _, child in node.ways]
        return _weighed(node, self.strategies)

    def _worth(self, node: Node) -> Fraction:
        if id(node) not in self.known:
            self.known[id(node)] = self._worked_out(node)
        return self.known[id(node)]

    def _worked_out(self, node: Node) -> Fraction:
        if isinstance(node, End):
            return self.payoff(node.over, self.seat)
        if isinstance(node, Decision) and node.seat == self.seat:
            best = self._best(node.information)
            return next(self._worth(child) for answer, child in node.ways if answer == best)
        return sum((chance * self._worth(child) for chance, child in self._ways(node) if chance), Fraction(0))

    def _best(self, information: tuple) -> object:
        if information not in self.chosen:
            sums: dict[object, Fraction] = {}
            for decision in self.sets[information]:
                for answer, child in decision.ways:
                    sums[answer] = sums.get(answer, Fraction(0)) + self.reach[id(decision)] * self._worth(child)
            self.chosen[information] = max(sums, key=sums.__getitem__)
        return self.chosen[information]


def parents_first(node: Node) -> list[Node]:
    """An order in which every node comes after all that lead to it."""
    order: list[Node] = []
    seen: set[int] = set()
    stack: list[tuple[Node, bool]] = [(node, False)]
    while stack:
        current, done = stack.pop()
        if done:
            order.append(current)
        elif id(current) not in seen:
            seen.add(id(current))
            stack.append((current, True))
            stack += [(way[-1], False) for way in getattr(current, "ways", ())]
    return order[::-1]
