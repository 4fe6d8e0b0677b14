"""A game counted out: how large it is, and what it is worth.

In:  a Spec; how many positions at most, and how near the bounds of a value have to come.
Out: Solution. Raises TooLarge, which says how large the game looks.

Where nothing is hidden the value comes by backward induction (backward.py); where something is, for two seats of which one
gains what the other loses, by CFR+ (cfr.py). Of other games positions and information sets are counted and no value is told:
with more seats, or where both can gain, there need not be one.
"""

from collections.abc import Callable
from itertools import islice, repeat
from math import comb, log10, perm

from attrs import define

from interpreter.analysis.enumeration import Decision, End, TooMany, tree, walk
from interpreter.core.question import Over, Question
from interpreter.engine.machine import Machine, start
from interpreter.ir.model import Spec
from interpreter.session.history import secret
from interpreter.session.streams import source_of, Streams
from interpreter.solve.backward import backward, Worth
from interpreter.solve.cfr import Equilibrium, equilibrium
from interpreter.solve.payoffs import Stake, stake_of
from interpreter.solve.positions import graph, Tell
from interpreter.text.diagnostic import Fault

MOST_POSITIONS = 200_000
PRECISE = 0.001
MOST_ROUNDS = 20_000
FEW_HIDDEN, FEW_OPEN = 9.0, 40.0          # a game that can go in more ways, as powers of ten, is not begun: where something is
                                          # hidden few ways lead to one position
TRIED = 50                                # plays from which it is estimated how large a game is
ENOUGH, HUGE = 5, 25.0                    # plays that are enough where each of them has so many digits
MOST_ANSWERS = 5000                       # of one of these plays


class TooLarge(Exception):
    """There are more positions than were to be counted, or it looks as if; `ways` is the decimal logarithm of how many ways the
    game can go."""

    def __init__(self, most: int, ways: float):
        super().__init__(most, ways)
        self.most, self.ways = most, ways


@define(eq=False)
class Solution:
    """How large a game is and what it is worth; `worth` for what is solved exactly or by bounds, `equilibrium` by CFR+."""

    spec: Spec
    stake: Stake
    positions: int
    information_sets: int
    hidden: bool
    worth: Worth | None = None
    equilibrium: Equilibrium | None = None


def solved(spec: Spec, most: int | None = None, tell: Tell = lambda more: None) -> Solution:
    """Counts a game out. CFR+ is only begun: `refined` goes on with it. If nobody says how many positions at most, a game
    that can go in very many ways is not begun."""
    hidden = secret(spec)
    if most is None:
        most = MOST_POSITIONS
        ways = ways_to_go(spec)
        if ways > (FEW_HIDDEN if hidden else FEW_OPEN):
            raise TooLarge(most, ways)
    try:
        return _hidden(spec, most, tell) if hidden else _open(spec, most, tell)
    except TooMany:
        raise TooLarge(most, ways_to_go(spec)) from None


def refined(solution: Solution, precise: float, tell: Callable[[float], None] = lambda gap: None) -> None:
    """Goes on with CFR+ until the bounds are that near; `tell` hears how far they are from each other."""
    found = solution.equilibrium
    if found is not None:
        while found.high - found.low > precise and found.rounds < MOST_ROUNDS:
            found.go_on()
            tell(found.high - found.low)


def _open(spec: Spec, most: int, tell: Tell) -> Solution:
    found = graph(spec, most, tell)
    stake = stake_of(spec, found.ends)
    return Solution(spec, stake, len(found.positions), found.decisions, False, backward(found, stake))


def _hidden(spec: Spec, most: int, tell: Tell) -> Solution:
    root = tree(spec, most=most, tell=tell)
    nodes = list(walk(root))
    stake = stake_of(spec, (node.over for node in nodes if isinstance(node, End)))
    sets = {(node.seat, node.information) for node in nodes if isinstance(node, Decision)}
    made = Solution(spec, stake, len(nodes), len(sets), True)
    if len(spec.seats) == 2 and stake.constant is not None:
        made.equilibrium = equilibrium(root, stake)
    return made


# ------------------------------------------------------------------ how large it looks


def ways_to_go(spec: Spec, plays: int = TRIED) -> float:
    """The decimal logarithm of how many ways a game can go, estimated from random plays: in each the numbers of answers are
    multiplied, and the mean of that is what is estimated (Knuth, Estimating the Efficiency of Backtrack Programs, 1975)."""
    found: list[float] = []
    for seed in range(plays):
        ways = _ways_of_one(spec, seed)
        if ways is not None:
            found.append(ways)
        if len(found) == ENOUGH and min(found) > HUGE:
            break
    if not found:
        return 0.0
    most = max(found)
    return most + log10(sum(10 ** (ways - most) for ways in found) / len(found))


def _ways_of_one(spec: Spec, seed: int) -> float | None:
    machine, streams, ways = Machine(spec, start(spec)), Streams(seed), 0.0
    try:
        for _ in islice(repeat(None), MOST_ANSWERS):
            stop = machine.advance()
            if isinstance(stop, Over):
                return ways
            for question in stop.questions:
                ways += log10(how_many(question))
                if question.of_nature:
                    branch = machine.branch if machine.state.strands else -1
                    given = streams.nature(question, source_of(spec, question, branch))
                    machine.answer(question, given[:question.count] if question.name == "shuffle" else given)
                else:
                    machine.answer(question, question.options[streams.below("answer", len(question.options))])
    except Fault:
        return None
    return ways


def how_many(question: Question) -> int:
    """In how many ways a question can be answered; of dice that fall together the order counts for nothing."""
    count = len(question.options)
    if question.of_nature and question.name == "roll":
        return comb(len(set(question.options)) + question.count - 1, question.count)
    if question.of_nature and question.name == "shuffle":
        return perm(count, question.count)                    # as many cards as are needed, in their order
    return count + len(question.offers)


__all__ = ["MOST_POSITIONS", "PRECISE", "Solution", "TooLarge", "refined", "solved", "ways_to_go"]
