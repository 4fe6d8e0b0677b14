"""A game against changes of it, on the same seeds: every figure of each side, the paired differences, and how sure they are.

In:  Sides with their Shapes, the first of them the game as it stands; a Wish: how many plays, from which seed, how narrow.
Out: a Comparison, filled step by step, so that what is there when it is stopped can be told.

The same seed deals the same cards to all sides, so most of the luck is common to both and cancels in the difference, play by
play. Each difference has an interval that stays true at whatever moment one stops (intervals.py): the stopping rule looks at
them. Who looks at many figures finds one that is off by chance; so the error of five in a hundred is that of the whole
output, shared out evenly among its lines (Bonferroni, since it needs nothing of how figures hang together): three parts
to the figures of how plays ended, one to what each seat has of the wins, one to what only the course of a play shows. So in
ninety-five of a hundred comparisons nothing at all is said to differ that does not.
"""

from collections.abc import Callable, Sequence
from contextlib import closing
from math import inf
from typing import Any

from attrs import define, evolve, field, frozen

from interpreter.simulate.intervals import MeanSequence, Sequence as Confidence, ShareSequence, Sums
from interpreter.study.courses import Course
from interpreter.study.figures import (
    advantages,
    deal_share,
    Figure,
    LUCK,
    of_contest,
    of_courses,
    of_ends,
    of_rules,
    quantiles,
    results_of,
    Shape,
    SHARE,
)
from interpreter.study.plays import batches, contests, COURSE, End, ENDS, in_order, Side, Work
from interpreter.workers import Carrier

ERROR = 0.05                              # of the whole output
PARTS = {"ends": 0.6, "fair": 0.2, "course": 0.1, "rules": 0.1}
FEWEST = 500                              # plays before `precise` may stop
SOON = 5_000                              # where the intervals are narrowest if nobody says how many plays there will be
DIFFERENT, SAME, OPEN = "different", "same", "open"


@frozen
class Wish:
    """What is wanted: `games` plays at most; fewer once every interval reaches no further than `precise` to either side
    (points, decisions, plays in a hundred); `looked_at` plays of which the course is looked at; `skill`: the stronger and the
    weaker strategy, and how many plays they have."""

    games: int
    seed: int = 1
    precise: float | None = None
    looked_at: int = 0
    skill: tuple[str, str] | None = None
    skill_games: int = 0


@frozen
class Line:
    """One figure of both sides. `verdict`: the interval leaves zero out; every play had the same; it is open."""

    figure: Figure
    base: float | None
    other: float | None
    difference: float | None = None
    low: float | None = None
    high: float | None = None
    verdict: str = OPEN
    plays: int = 0

    def to_json(self) -> dict:
        """For programs; shares from 0 to 1."""
        numbers = {name: _rounded(getattr(self, name)) for name in ("base", "other", "difference", "low", "high")}
        figure = self.figure
        seat = {"seat": figure.seat} if figure.seat else {}
        return {"figure": figure.key, "words": figure.words, "unit": figure.unit, **seat, **numbers, "verdict": self.verdict,
                "plays": self.plays}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 6)


@define
class Table:
    """The figures of all sides, and the difference of each other side to the first. `error` is that of the whole table."""

    figures: list[list[Figure]]
    error: float
    aimed: int
    sums: list[dict[str, Sums]] = field(init=False)
    pairs: list[dict[str, Confidence]] = field(init=False)
    plays: int = 0

    def __attrs_post_init__(self) -> None:
        self.sums = [{figure.key: Sums() for figure in figures} for figures in self.figures]
        others = self.figures[1:]
        both = [[figure for figure in figures if figure.key in self.sums[0]] for figures in others]
        count = max(1, sum(map(len, both)))
        self.pairs = [{figure.key: sequence_for(figure, self.error / count, self.aimed, True) for figure in figures}
                      for figures in both]

    def add(self, rows: Sequence[Sequence[Any]]) -> None:
        """A step: the same plays of each side."""
        self.plays += len(rows[0])
        values = [{figure.key: [figure.value(row) for row in own] for figure in figures}
                  for figures, own in zip(self.figures, rows, strict=True)]
        for side, found in zip(self.sums, values, strict=True):
            for key, column in found.items():
                side[key].add(Sums.of([value for value in column if value is not None]))
        for pairs, found in zip(self.pairs, values[1:], strict=True):
            for key, sequence in pairs.items():
                both = zip(values[0][key], found[key], strict=True)
                sequence.add(Sums.of([b - a for a, b in both if a is not None and b is not None]))

    def lines(self, other: int = 0) -> list[Line]:
        """The lines of the other side of this number: all figures of both, those that only one has without a difference."""
        theirs = {figure.key: figure for figure in self.figures[other + 1]} if len(self.figures) > 1 else {}
        found = [self._line(figure, other, figure.key in theirs) for figure in self.figures[0]]
        own = {figure.key for figure in self.figures[0]}
        for figure in (figure for key, figure in theirs.items() if key not in own):
            found.append(Line(figure, None, self._value(other + 1, figure.key), plays=self.plays))
        return found

    def _line(self, figure: Figure, other: int, both: bool) -> Line:
        base = self._value(0, figure.key)
        if not both:
            return Line(figure, base, None, plays=self.plays)
        return line_of(figure, base, self._value(other + 1, figure.key), self.pairs[other][figure.key])

    def _value(self, side: int, key: str) -> float | None:
        sums = self.sums[side][key]
        return sums.mean if sums.count else None

    @property
    def sequences(self) -> list[Confidence]:
        """All intervals."""
        return [sequence for pairs in self.pairs for sequence in pairs.values()]


def _half(sequence: Confidence) -> float:
    low, high = sequence.interval()
    return (high - low) / 2 * (100 if isinstance(sequence, ShareSequence) else 1)


def sequence_for(figure: Figure, error: float, aimed: int, paired: bool = False) -> Confidence:
    """The sort of interval that fits a figure, or its differences."""
    if figure.bounds is None:
        return MeanSequence(error, aimed)
    low, high = figure.bounds
    return ShareSequence(error, aimed, low - high, high - low) if paired else ShareSequence(error, aimed, low, high)


def line_of(figure: Figure, base: float | None, other: float | None, sequence: Confidence) -> Line:
    """A line with its verdict; of too few plays without an interval."""
    sums = sequence.sums
    low, high = sequence.interval()
    if not sums.count or low == -inf:
        return Line(figure, base, other, sums.mean if sums.count else None, plays=sums.count)
    always = not sums.total and not sums.squares
    verdict = SAME if always else DIFFERENT if low > 0 or high < 0 else OPEN
    return Line(figure, base, other, sums.mean, low, high, verdict, sums.count)


# ------------------------------------------------------------------ who has what of the wins


@frozen
class Seat:
    """A seat's part of the wins: `share`, what it would be if all had alike (`even`), and by how much it lies off that, from
    `low` to `high`."""

    name: str
    share: float
    even: float
    low: float
    high: float

    @property
    def verdict(self) -> str:
        """Does it win more than its part, or less? Empty where that is open."""
        return "more" if self.low > 0 else "less" if self.high < 0 else ""

    def to_json(self) -> dict:
        """For programs."""
        numbers = {name: _rounded(getattr(self, name)) for name in ("share", "even", "low", "high")}
        return {"seat": self.name, **numbers, "verdict": self.verdict or OPEN}


@define
class Fairness:
    """Of one side: how much more of the wins each seat has than an even part."""

    figures: list[Figure]
    error: float
    aimed: int
    wins: list[Sums] = field(init=False)
    off: list[Confidence] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.wins = [Sums() for _ in self.figures]
        self.off = [sequence_for(figure, self.error / max(1, len(self.figures)), self.aimed) for figure in self.figures]

    def add(self, ends: Sequence[End]) -> None:
        """More plays."""
        for figure, off in zip(self.figures, self.off, strict=True):
            off.add(Sums.of([figure.value(end) for end in ends]))

    def seats(self, wins: dict[str, Sums]) -> list[Seat]:
        """Seat by seat; `wins` has the wins of each."""
        found = []
        for figure, off in zip(self.figures, self.off, strict=True):
            share = wins[f"wins:{figure.seat}"].mean
            found.append(Seat(figure.seat, share, share - off.sums.mean, *off.interval()))
        return found


# ------------------------------------------------------------------ the comparison


@define
class Comparison:
    """Everything that is found out, as far as it has come. `ends`, `courses` are the rows of each side, in the order of the
    seeds."""

    sides: list[Side]
    shapes: list[Shape]
    wish: Wish
    own_seeds: tuple[int, ...] = ()
    ends: list[list[End]] = field(init=False)
    courses: list[list[tuple[Course, list, list]]] = field(init=False)
    table: Table = field(init=False)
    fairness: list[Fairness] = field(init=False)
    course: Table = field(init=False)
    rules: Table = field(init=False)
    skill: Table = field(init=False)
    enough: bool = False                  # are all intervals as narrow as was wished?

    def __attrs_post_init__(self) -> None:
        wish, shapes = self.wish, self.shapes
        aimed = wish.games if wish.precise is None else min(wish.games, SOON)
        self.ends, self.courses = [[] for _ in shapes], [[] for _ in shapes]
        self.table = Table([of_ends(shape) for shape in shapes], ERROR * PARTS["ends"], aimed)
        self.fairness = [Fairness(advantages(shape), ERROR * PARTS["fair"] / len(shapes), aimed) for shape in shapes]
        self.course = Table([of_courses(shape) for shape in shapes], ERROR * PARTS["course"] / 2, wish.looked_at)
        self.rules = Table([of_rules(shape) for shape in shapes], ERROR * PARTS["rules"], wish.looked_at)
        self.skill = Table([of_contest() for _ in shapes], ERROR * PARTS["course"] / 4, wish.skill_games)

    @property
    def plays(self) -> int:
        """How many plays of each side are over."""
        return self.table.plays

    def work(self) -> tuple[list[Work], list[Work], list[Work]]:
        """All there is to do."""
        wish, sides = self.wish, self.sides
        main = batches(sides, ENDS, wish.seed, wish.games, self.own_seeds)
        looked = batches(sides, COURSE, wish.seed, wish.looked_at, self.own_seeds)
        contest = contests(sides, *wish.skill, wish.seed, wish.skill_games) if wish.skill else []
        return main, looked, contest

    def run(self, carrier: Carrier, tell: Callable[[Work], None] = lambda work: None) -> None:
        """Plays until enough is known. What has been taken in stays if this is interrupted."""
        main, looked, contest = self.work()
        with closing(in_order(main, carrier, tell)) as steps:
            for step in steps:
                self.take([[End.from_data(row) for row in rows] for _, rows in step])
                if self.enough:
                    break
        with closing(in_order(looked, carrier, tell)) as steps:
            for step in steps:
                self.look([[(Course(**row[0]), row[1], row[2]) for row in rows] for _, rows in step])
        with closing(in_order(contest, carrier, tell)) as steps:
            for step in steps:
                self.skill.add([[(End.from_data(row), side.people[work.step % len(side.people)]) for row in rows]
                                for (work, rows), side in zip(step, self.sides, strict=True)])

    def take(self, ends: list[list[End]]) -> None:
        """Takes in the same plays of each side, as they ended."""
        self.table.add(ends)
        for kept, fair, more in zip(self.ends, self.fairness, ends, strict=True):
            kept += more
            fair.add(more)
        precise = self.wish.precise
        self.enough = precise is not None and self.plays >= FEWEST and self.widest <= precise

    @property
    def widest(self) -> float:
        """How far the widest interval of what the ends of plays say reaches to either side, in points, decisions and plays in a
        hundred."""
        return max(map(_half, [*self.table.sequences, *(off for fair in self.fairness for off in fair.off)]), default=0.0)

    def look(self, courses: list[list[tuple[Course, list, list]]]) -> None:
        """Takes in the courses of the same plays of each side."""
        for kept, more in zip(self.courses, courses, strict=True):
            kept += more
        rows = [[course for course, _, _ in more] for more in courses]
        self.course.add(rows)
        self.rules.add(rows)

    # ---------------------------------------------------------------- what it came to

    def seats(self, side: int) -> list[Seat]:
        """What each seat has of the wins."""
        return self.fairness[side].seats(self.table.sums[side])

    def spread(self, side: int) -> list[dict]:
        """How the values of the figures lie that are no shares: mean, deviation, quantiles (5, 25, 50, 75, 95 of a hundred)."""
        found = []
        for figure in self.table.figures[side]:
            if figure.unit != SHARE and self.ends[side]:
                sums = self.table.sums[side][figure.key]
                found.append({"figure": figure.key, "words": figure.words, "mean": _rounded(sums.mean),
                              "deviation": _rounded(sums.deviation),
                              "quantiles": quantiles([figure.value(end) or 0 for end in self.ends[side]])})
        return found

    def course_lines(self, other: int = 0) -> list[Line]:
        """What the course of play shows, with luck and, where it was asked for, skill."""
        found = self.course.lines(other) if self.course.plays else []
        luck = self.luck(other)
        return [*found, *([luck] if luck else []), *(self.skill.lines(other) if self.skill.plays else [])]

    def luck(self, other: int = 0) -> Line | None:
        """How much of what the results differ by comes with the deal."""
        found = [self._deal(0)]
        if len(self.sides) > 1:
            found.append(self._deal(other + 1))
        if all(one is None for one in found):
            return None
        figure = LUCK_OF_DEAL
        shares = [None if one is None else one.share for one in found]
        if len(found) < 2 or found[0] is None or found[1] is None:
            return Line(figure, shares[0], shares[1] if len(shares) > 1 else None, plays=self.course.plays)
        sequence = MeanSequence(ERROR * PARTS["course"] / 4 / (len(self.sides) - 1), self.wish.looked_at)
        sequence.add(Sums.of([b - a for a, b in zip(found[0].parts, found[1].parts, strict=True)]))
        return line_of(figure, shares[0], shares[1], sequence)

    def _deal(self, side: int):
        shape, rows = self.shapes[side], self.courses[side]
        scored = any(any(course.totals) for course, _, _ in rows)
        pairs = [(results_of(course, scored), totals if scored else won) for course, totals, won in rows]
        return deal_share([([one[p] for p in shape.people], [two[p] for p in shape.people]) for one, two in pairs])

    def rule_lines(self, other: int = 0) -> list[Line]:
        """In how many plays each rule comes up."""
        return self.rules.lines(other) if self.rules.plays else []

    def different(self, other: int = 0) -> list[Line]:
        """All lines that differ, whatever table they stand in."""
        every = [*self.table.lines(other), *self.course_lines(other), *self.rule_lines(other)]
        return [line for line in every if line.verdict == DIFFERENT]


LUCK_OF_DEAL = Figure("luck", "luck of the deal, %", SHARE, LUCK, lambda row: None)


def evened(wish: Wish, people: int) -> Wish:
    """The wish with plays of a contest that every seat has equally many of."""
    return evolve(wish, skill_games=-(-wish.skill_games // people) * people)
