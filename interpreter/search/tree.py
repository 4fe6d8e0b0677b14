"""Information-set Monte Carlo tree search on the reference engine: playouts that grow a tree of what each seat has seen.

In:  a Spec, the seat that thinks, positions that fit what it knows (observation/deals.py), a seed for each.
Out: for each answer to the question that is thought about how often it was tried, and what came of it.

The algorithm is the MO-ISMCTS of Cowling, Powley and Whitehouse (Information Set Monte Carlo Tree Search, IEEE Transactions on
Computational Intelligence and AI in Games 4(2), 2012): every seat has a tree of its own, whose nodes are what it sees at its
questions, so nobody's moves depend on what they do not see. Moves of a simultaneous step are hidden moves: each branch sees
the table as it was when the step began. In its own tree a seat takes the answer that promises most, those that were tried
seldom with a bonus (UCB1, in whole numbers so that every machine says the same). At a question that its tree does not know it
adds a node, and answers from there on at random, or as a strategy of the rules says.

What a playout is worth to a seat: half for the win (a tie is shared), half for how far its total is ahead of the best of the
others, between the least and the most that any playout came to. In a game without scores the win alone counts, in one without
a winner the scores, in one for a single player its total.

engine/compiled/runtime/thinking.py does the same in a module, some hundred times as fast; both say the same to the last digit.
"""

from collections.abc import Callable, Sequence
from math import isqrt

from attrs import define, field

from interpreter.core.frame import LOCALS, ME, PC, ROUTINE, Value
from interpreter.core.question import Over, Question
from interpreter.core.state import State
from interpreter.core.types import Type
from interpreter.engine.compiled.playouts import Tried
from interpreter.engine.compiled.searching import held_in, MOST_STEPS, stakes
from interpreter.engine.evaluate import HEAP
from interpreter.engine.machine import Machine
from interpreter.ir.model import Spec
from interpreter.ir.sources import seat_source
from interpreter.observation.masks import Eyes
from interpreter.session.bots import Chooser, Random, Take
from interpreter.session.streams import source_of, Streams
from interpreter.text.diagnostic import Fault

WHOLE = 1 << 16                           # what is counted in parts of a whole
Strategy = Callable[[Streams, int], Chooser]


@define(eq=False)
class Node:
    """What a seat sees at a question of its own: for each answer visits, wins, margins; and visits in all."""

    seat: int
    rows: list[list[int]]
    visits: int = 0


@define(eq=False)
class Tree:
    """The trees of all seats, grown for one decision of the seat that thinks. `strategy` makes who answers outside of them."""

    spec: Spec
    thinker: int
    strategy: Strategy | None = None
    nodes: dict[tuple[Value, ...], Node] = field(factory=dict)
    root: Node | None = None
    low: list[int] = field(factory=list)
    high: list[int] = field(factory=list)

    def playout(self, state: State, seed: int) -> bool:
        """One playout from a position, which is changed; False if a fault stopped it, and then it teaches nothing."""
        run = Playout(self, Machine(self.spec, state), Streams(seed))
        try:
            over = run.to_the_end()
        except Fault:
            return False
        self._learn(over, run.steps)
        return True

    def answers(self) -> list[Tried]:
        """What the playouts say of each answer, options before free actions."""
        return [] if self.root is None else [Tried(*row) for row in self.root.rows]

    def _learn(self, over: Over, steps: list[tuple[Node, int]]) -> None:
        people = range(len(self.spec.seats))
        margins = [margin(self.spec, over, seat) for seat in people]
        self.low = [min(pair) for pair in zip(margins, self.low or margins, strict=True)]
        self.high = [max(pair) for pair in zip(margins, self.high or margins, strict=True)]
        wins = [win(over, seat) for seat in people]
        for node, chosen in steps:
            row = node.rows[chosen]
            node.visits += 1
            row[0] += 1
            row[1] += wins[node.seat]
            row[2] += margins[node.seat]

    def best(self, node: Node, below: Callable[[int], int]) -> int:
        """The answer that promises most; among equals by chance."""
        log, best, chosen, equals = logarithm(node.visits), -1, 0, 0
        wins, margins = (sum(row[k] for row in node.rows) for k in (1, 2))
        untried = self._worth(wins, margins, node.visits, node.seat) + isqrt(log // 2 << 16)
        for k, (visits, won, ahead) in enumerate(node.rows):
            promise = self._worth(won, ahead, visits, node.seat) + isqrt(log // (2 * visits) << 16) if visits else untried
            if promise > best:
                best, chosen, equals = promise, k, 1
            elif promise == best:
                equals += 1
                if below(equals) == 0:
                    chosen = k
        return chosen

    def _worth(self, wins: int, margins: int, visits: int, seat: int) -> int:
        return worth(self.spec, Tried(visits, wins, margins), self.low[seat], self.high[seat])


@define(eq=False)
class Playout:
    """One playout: in the trees of the seats, and behind them."""

    tree: Tree
    machine: Machine
    streams: Streams
    steps: list[tuple[Node, int]] = field(factory=list)
    out: set[int] = field(factory=set)
    by_strategy: dict[int, Chooser] = field(factory=dict)

    def to_the_end(self) -> Over:
        """How the play ends."""
        machine, spec = self.machine, self.tree.spec
        while True:
            stop = machine.advance()
            if isinstance(stop, Over):
                return stop
            for question in stop.questions:
                if question.of_nature:
                    branch = machine.branch if machine.state.strands else -1
                    machine.answer(question, self.streams.nature(question, source_of(spec, question, branch)))
                    continue
                choice = self._choice(question)
                if isinstance(choice, Take):
                    machine.take(question, choice.offer)
                else:
                    machine.answer(question, choice)

    def _choice(self, question: Question) -> Value:
        """An option, or a Take."""
        tree, seat = self.tree, question.seat
        answers = [*question.options, *map(Take, question.offers)]
        if len(answers) < 2:
            return answers[0]
        if seat in self.out or len(self.steps) >= MOST_STEPS:
            return self._outside(question)
        key = seen_by(tree.spec, self.machine, question)
        node = tree.nodes.get(key)
        if node is None:
            chosen = answers.index(self._at_random(question))
            node = tree.nodes[key] = Node(seat, [[0, 0, 0] for _ in answers])
            if seat == tree.thinker and tree.root is None:
                tree.root = node
            self.out.add(seat)
        else:
            chosen = tree.best(node, lambda n: self.streams.below(seat_source(seat), n))
        self.steps.append((node, chosen))
        return answers[chosen]

    def _outside(self, question: Question) -> Value:
        """Outside of its tree a seat plays at random, or as the strategy says."""
        seat = question.seat
        if self.tree.strategy is None:
            return self._at_random(question)
        if seat not in self.by_strategy:
            self.by_strategy[seat] = self.tree.strategy(self.streams, seat)
        return self.by_strategy[seat].choose(question, Eyes(self.machine, question))


    def _at_random(self, question: Question) -> Value:
        return Random(self.streams, question.seat).choose(question)


# ------------------------------------------------------------------ what a playout is worth


def win(over: Over, seat: int) -> int:
    """A win in 65536ths: one with others by the rules is a whole one, a tie is shared."""
    if seat not in over.winners:
        return 0
    return WHOLE if over.how == "won" else WHOLE // len(over.winners)


def margin(spec: Spec, over: Over, seat: int) -> int:
    """How far a seat is ahead of the best of the others; alone, its total."""
    how = stakes(spec)
    if not how.scores:
        return 0
    others = [how.better * total for other, total in enumerate(over.totals) if other != seat]
    return how.better * over.totals[seat] - max(others, default=0)


def worth(spec: Spec, tried: Tried, low: int, high: int) -> int:
    """What an answer has come to on average, from 0 to 65536; `low` and `high` are the margins between which all lie."""
    how = stakes(spec)
    won = tried.wins // tried.visits
    if not how.scores:
        return won
    ahead = (tried.margins - low * tried.visits << 16) // ((high - low) * tried.visits) if high > low else WHOLE // 2
    return (won + ahead) // 2 if how.winners else ahead


def logarithm(number: int) -> int:
    """The natural logarithm, in 65536ths."""
    whole = number.bit_length() - 1
    x, part = (number << 16) >> whole, 0
    for _ in range(16):
        x, part = x * x >> 16, part << 1
        if x >= 2 * WHOLE:
            x, part = x >> 1, part + 1
    return ((whole << 16) + part) * 45426 >> 16


# ------------------------------------------------------------------ what a seat sees


def seen_by(spec: Spec, machine: Machine, question: Question) -> tuple[Value, ...]:
    """All that a seat sees at its question, as a key: its own part of a simultaneous step as it is, and the rest as when that
    began."""
    state, seat = machine.state, question.seat
    frames, branch = machine.asked(question)
    now = state.cells, state.zones, state.known
    cells, zones, known = state.before if state.strands and state.before is not None else now
    knows = Knows(spec, seat, state.known)
    return (
        seat, question.op, len(question.options), len(question.offers),
        tuple(_value(knows, (state.cells if info.owner == seat else cells)[k], info.type)
              for k, info in enumerate(spec.cells) if info.name and info.sees >> seat & 1),
        tuple(_zone(spec, z, seat, *(now if owner == seat else (cells, zones, known)))
              for z, owner in enumerate(spec.zone_owner)),
        tuple((thing, z) for sender, thing, z, *_ in state.pending if sender == seat),
        _frames(knows, frames), _frames(knows, state.frames) if branch >= 0 else (),
    )


@define(eq=False)
class Knows:
    """Which faces a seat knows."""

    spec: Spec
    seat: int
    known: list[int]

    def face(self, thing: int) -> Value:
        """The thing, or None if its face is not known."""
        return thing if self.known[thing] >> self.seat & 1 else None


def _zone(
    spec: Spec, z: int, seat: int, cells: Sequence[int], zones: Sequence[Sequence[int]], known: Sequence[int]
) -> tuple[Value, ...]:
    """What a seat sees of a zone: known things, with their places where they have some, and how many others."""
    things = zones[z]
    counted = bool(spec.zones[z].counts >> seat & 1)
    loose = cells[spec.zone_loose[z]] if spec.zone_loose[z] >= 0 else 0
    free = len(things) if spec.zone_shape[z] == HEAP or not counted else loose
    met = [(thing, k if k >= free else -1) for k, thing in enumerate(things) if known[thing] >> seat & 1]
    return (*sorted(met), len(things) - len(met) if counted else 0)


def _frames(knows: Knows, frames: list[list]) -> tuple[Value, ...]:
    """Where the rules stand and what they hold, of things that the seat does not know nothing."""
    return tuple((frame[PC], frame[ROUTINE], frame[ME], *(
        _value(knows, value, type_)
        for value, type_ in zip(frame[LOCALS:], knows.spec.routines[frame[ROUTINE]].slots, strict=True)
    )) for frame in frames)


def _value(knows: Knows, value: Value, type_: Type) -> Value:
    held = held_in(knows.spec, type_)
    if held is None:
        return None
    return _masked(knows, value) if held[1] else value


def _masked(knows: Knows, value: Value) -> Value:
    if isinstance(value, tuple):
        return tuple(sorted(map(repr, (_masked(knows, member) for member in value))))
    return value if value is None or value < 0 else knows.face(value)


__all__ = ["Node", "Tree", "Tried", "margin", "seen_by", "win", "worth"]
