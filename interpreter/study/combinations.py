"""A sweep: a game with its options at several values, every combination of them on the same seeds.

In:  Factors (an option and its values), the sides made of the combinations, a Wish, the figures that are wanted.
Out: `design`, the combinations to be played; a Sweep, filled step by step: each figure at each combination, and the main
     effect of each value: what it changes against the first value of its option, averaged over all other options.

Too many combinations are not all played: a part of them is drawn in which every value of every option stands equally often
(as far as that comes out even), in an order drawn for each option of its own, as in a Latin hypercube (McKay, Beckman and
Conover, Technometrics 21, 1979). Main effects are then means over different combinations of the other options, which differ
little as long as there are many.

The values of one seed belong together, so an effect is worked out seed by seed, and its interval stays true whenever one stops
(intervals.py). The error of five in a hundred is that of all effects together, shared out evenly.
"""

from collections.abc import Callable, Sequence
from contextlib import closing
from itertools import product
from math import prod

from attrs import define, field, frozen

from interpreter.session.streams import Streams
from interpreter.simulate.intervals import Sequence as Confidence, Sums
from interpreter.study.comparison import ERROR, Line, line_of, sequence_for, Wish
from interpreter.study.figures import Figure, of_ends, Shape
from interpreter.study.plays import batches, End, ENDS, in_order, Side, Work
from interpreter.workers import Carrier

MOST = 64                                 # combinations that are played, if nothing is said


@frozen
class Factor:
    """An option and the values it is to have, in the order said."""

    option: str
    values: tuple[str, ...]


@frozen
class Design:
    """The combinations to be played, each with a value for every factor; `of`, how many there are in all."""

    factors: tuple[Factor, ...]
    combinations: tuple[tuple[str, ...], ...]
    of: int

    @property
    def whole(self) -> bool:
        """Are these all of them?"""
        return len(self.combinations) == self.of


def design(factors: Sequence[Factor], most: int = MOST, seed: int = 1) -> Design:
    """Every combination, or so many of them drawn from a seed with every value equally often.

    >>> design([Factor("a", ("1", "2")), Factor("b", ("x", "y"))]).combinations
    (('1', 'x'), ('1', 'y'), ('2', 'x'), ('2', 'y'))
    """
    count = prod(len(factor.values) for factor in factors)
    if count <= most:
        return Design(tuple(factors), tuple(product(*(factor.values for factor in factors))), count)
    streams = Streams(seed)
    columns = []
    for factor in factors:
        times = -(-most // len(factor.values))
        columns.append(streams.shuffled(f"option {factor.option}", (factor.values * times)[:most]))
    drawn = sorted(dict.fromkeys(zip(*columns, strict=True)), key=lambda one: _place(factors, one))
    return Design(tuple(factors), tuple(drawn), count)


def _place(factors: Sequence[Factor], combination: Sequence[str]) -> list[int]:
    return [factor.values.index(value) for factor, value in zip(factors, combination, strict=True)]


@frozen
class Effect:
    """What a value of an option changes against the option's first value."""

    option: str
    value: str
    first: str
    line: Line

    def to_json(self) -> dict:
        """For programs."""
        return {"option": self.option, "value": self.value, "against": self.first, **self.line.to_json()}


@define
class Sweep:
    """Everything that is found out, as far as it has come."""

    design: Design
    sides: list[Side]
    shapes: list[Shape]
    wish: Wish
    figures: list[Figure]
    ends: list[list[End]] = field(init=False)
    sums: dict[tuple[str, int], Sums] = field(init=False)                         # (figure, combination)
    effects: dict[tuple[str, str, str], Confidence] = field(init=False)           # (figure, option, value)
    levels: dict[tuple[str, str, str], Sums] = field(init=False)
    plays: int = 0

    def __attrs_post_init__(self) -> None:
        self.ends = [[] for _ in self.sides]
        self.sums = {(figure.key, k): Sums() for figure in self.figures for k in range(len(self.sides))}
        every = [(figure, factor.option, value) for figure in self.figures for factor in self.design.factors
                 for value in factor.values]
        self.levels = {(figure.key, option, value): Sums() for figure, option, value in every}
        count = len(self.figures) * sum(len(factor.values) - 1 for factor in self.design.factors)
        self.effects = {(figure.key, option, value): sequence_for(figure, ERROR / max(1, count), self.wish.games, True)
                        for figure, option, value in every}

    def work(self) -> list[Work]:
        """All there is to do."""
        return batches(self.sides, ENDS, self.wish.seed, self.wish.games)

    def run(self, carrier: Carrier, tell: Callable[[Work], None] = lambda work: None) -> None:
        """Plays them all. What has been taken in stays if this is interrupted."""
        with closing(in_order(self.work(), carrier, tell)) as steps:
            for step in steps:
                self.take([[End.from_data(row) for row in rows] for _, rows in step])

    def take(self, ends: list[list[End]]) -> None:
        """Takes in the same plays of each combination."""
        self.plays += len(ends[0])
        for kept, more in zip(self.ends, ends, strict=True):
            kept += more
        for figure in self.figures:
            values = [[figure.value(end) or 0 for end in more] for more in ends]
            for k, column in enumerate(values):
                self.sums[figure.key, k].add(Sums.of(column))
            for place, factor in enumerate(self.design.factors):
                self._effects(figure, place, factor, values)

    def _effects(self, figure: Figure, place: int, factor: Factor, values: list[list[float]]) -> None:
        """Seed by seed: the mean of all combinations with a value, against that of those with the first one."""
        means = {}
        for value in factor.values:
            with_it = [values[k] for k, one in enumerate(self.design.combinations) if one[place] == value]
            means[value] = [sum(column) / len(with_it) for column in zip(*with_it, strict=True)]
            self.levels[figure.key, factor.option, value].add(Sums.of(means[value]))
        first = means[factor.values[0]]
        for value in factor.values[1:]:
            differences = [b - a for a, b in zip(first, means[value], strict=True)]
            self.effects[figure.key, factor.option, value].add(Sums.of(differences))

    # ---------------------------------------------------------------- what it came to

    def mean(self, figure: Figure, combination: int) -> float:
        """A figure at a combination."""
        return self.sums[figure.key, combination].mean

    def main_effects(self, figure: Figure) -> list[Effect]:
        """What each value changes, option by option."""
        found = []
        for factor in self.design.factors:
            first = factor.values[0]
            base = self.levels[figure.key, factor.option, first].mean
            for value in factor.values[1:]:
                other = self.levels[figure.key, factor.option, value].mean
                line = line_of(figure, base, other, self.effects[figure.key, factor.option, value])
                found.append(Effect(factor.option, value, first, line))
        return found

    def heat(self, figure: Figure, down: int, across: int) -> list[list[float | None]]:
        """The figure at each value of one factor with each of another, averaged over the others; None where none was drawn."""
        rows = []
        for value in self.design.factors[down].values:
            row = []
            for other in self.design.factors[across].values:
                with_them = [self.mean(figure, k) for k, one in enumerate(self.design.combinations)
                             if one[down] == value and one[across] == other]
                row.append(sum(with_them) / len(with_them) if with_them else None)
            rows.append(row)
        return rows


def figures_of(shapes: Sequence[Shape]) -> list[Figure]:
    """The figures that every combination has."""
    keys = [{figure.key for figure in of_ends(shape)} for shape in shapes]
    return [figure for figure in of_ends(shapes[0]) if all(figure.key in own for own in keys)]
