"""Backward induction: what a game in which nothing is hidden is worth to each seat, if all play as well as they can.

In:  a Graph (positions.py), and what the seats play for.
Out: Worth: for each seat bounds between which its value lies; they are one fraction where the game never comes back to a
     position.

Positions are taken in an order in which what follows comes first, those of a circle together. In a circle values are worked out
again and again, from below and from above, until they meet; so what lies between them is certain. With more than two seats, or
where both can gain, everybody takes what is best for themselves, of equals the first, and circles are worked out from below
only.
"""

from collections.abc import Iterator
from fractions import Fraction
from operator import itemgetter

from attrs import frozen

from interpreter.solve.payoffs import Stake
from interpreter.solve.positions import Graph, Position

CLOSE = 1e-9                              # bounds that are as near as this have met
SWEEPS = 20_000

Number = Fraction | float
Values = list[tuple[Number, ...]]


@frozen
class Worth:
    """Bounds of each seat's value, in seat order; `settled`: have they met?"""

    low: tuple[Number, ...]
    high: tuple[Number, ...]

    @property
    def settled(self) -> bool:
        """Have the bounds met?"""
        return all(float(high) - float(low) <= 1e-6 for low, high in zip(self.low, self.high, strict=True))


def backward(graph: Graph, stake: Stake) -> Worth:
    """The value of the game for each seat."""
    people = len(graph.spec.seats)
    payoffs = {id(one): tuple(stake.payoff(one.over, seat) for seat in range(people))
               for one in graph.positions if one.over is not None}
    every = [pay for pays in payoffs.values() for pay in pays] or [Fraction(0)]
    against = people == 1 or people == 2 and stake.constant is not None
    found = []
    for first in (min(every), max(every)) if against else (min(every),):
        values: Values = [(first,) * people] * len(graph.positions)
        if against and people == 2 and stake.constant is not None:
            values = [(first, stake.constant - first)] * len(graph.positions)
        for circle in circles(graph.positions):
            _settle(graph.positions, circle, values, payoffs)
        found.append(values[0])
    low, high = found[0], found[-1]
    return Worth(tuple(map(min, low, high)), tuple(map(max, low, high)))


def _settle(positions: list[Position], circle: list[int], values: Values, payoffs: dict[int, tuple[Fraction, ...]]) -> None:
    """Works out the values of one circle, or of the single position in it."""
    if len(circle) == 1 and all(to != circle[0] for _, _, to in positions[circle[0]].ways):
        values[circle[0]] = _worth(positions[circle[0]], values, payoffs)
        return
    rows = [_row(positions[number], number) for number in circle]
    now = {number: tuple(map(float, values[number])) for _, number, _, ways in rows for number in [number, *ways]}
    people = range(len(values[0]))
    for _ in range(SWEEPS):
        change = 0.0
        for seat, number, chances, ways in rows:
            before = now[number]
            if seat < 0:
                weighed = list(zip(chances, ways, strict=True))
                after = tuple([sum([chance * now[to][one] for chance, to in weighed]) for one in people])
            else:
                after = max([now[to] for to in ways], key=itemgetter(seat))
            now[number] = after
            change = max(change, abs(after[0] - before[0]), abs(after[-1] - before[-1]))
        if change < CLOSE / 1000:
            break
    for number in circle:
        values[number] = now[number]


def _row(position: Position, number: int) -> tuple[int, int, list[float], list[int]]:
    chances = [float(chance) for _, chance, _ in position.ways if chance is not None]
    return position.seat, number, chances, [to for _, _, to in position.ways]


def _worth(position: Position, values: Values, payoffs: dict[int, tuple[Fraction, ...]]) -> tuple[Number, ...]:
    if position.over is not None:
        return payoffs[id(position)]
    if position.seat < 0:
        parts = [(chance, values[to]) for _, chance, to in position.ways if chance is not None]
        people = range(len(parts[0][1]))
        return tuple(sum(_part(chance, value[seat]) for chance, value in parts) for seat in people)
    return max((values[to] for _, _, to in position.ways), key=lambda value: value[position.seat])


def _part(chance: Fraction, value: Number) -> Number:
    return chance * value if isinstance(value, Fraction) else float(chance) * value


# ------------------------------------------------------------------ circles


def circles(positions: list[Position]) -> Iterator[list[int]]:
    """Positions that lead back to each other, each circle after all that it leads to (Tarjan 1972)."""
    order: dict[int, int] = {}
    lowest: dict[int, int] = {}
    on_stack: set[int] = set()
    stack: list[int] = []
    walk: list[tuple[int, Iterator[int]]] = []

    def open_(number: int) -> None:
        order[number] = lowest[number] = len(order)
        stack.append(number)
        on_stack.add(number)
        walk.append((number, iter([to for _, _, to in positions[number].ways])))

    open_(0)
    while walk:
        number, ways = walk[-1]
        to = next(ways, None)
        if to is None:
            walk.pop()
            if walk:
                below = walk[-1][0]
                lowest[below] = min(lowest[below], lowest[number])
            if lowest[number] == order[number]:
                at = stack.index(number) if stack[-1] != number else len(stack) - 1
                circle = stack[at:]
                del stack[at:]
                on_stack.difference_update(circle)
                yield circle[::-1]
        elif to not in order:
            open_(to)
        elif to in on_stack:
            lowest[number] = min(lowest[number], order[to])
