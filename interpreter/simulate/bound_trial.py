"""A bound looked at in more and more plays: held, broken, or not decided yet.

In:  a Bound, the Spec it is of, plays in the order of their seeds.
Out: a Trial: `add` takes plays and looks; `verdict`, `figures`, `telling` (the seed of a play that shows what is wrong).

What a bound speaks of becomes one or several Series: a value of each play, and where its mean has to lie. A bound is held
once every interval lies inside, broken once one lies outside; each is wrong in at most one case in a hundred (ERROR), however
often it is looked at (intervals.py). Several series share the error of "broken"; "held" needs all of them, so it does not.

    win share of each seat    a series a seat: 1 for a play that it has won, its part of a win that is shared
    any seat                  1 for a play that somebody has won
    mean of a score           the mean over the seats of a play, or that of one seat, or a series a seat
    quantile q in A..B        the share of values below A is q at most; the share of values up to B is q at least
    length, margin            decisions; points between the best total and the next
    ties                      1 for a play with several winners
    skill                     the part of the win that falls to the seats of the stronger one, in two plays with the same seed
                              in which both change places; a half of a play that nobody wins
"""

from collections.abc import Callable, Iterator, Sequence
from math import inf, isinf

from attrs import define, field, frozen

from interpreter.core.question import part_of_win
from interpreter.ir.kinds import Rank
from interpreter.ir.model import Bound, Spec
from interpreter.simulate.intervals import share_interval, Sums, widening
from interpreter.simulate.playout import Played

ERROR = 0.01                              # of `held` and of `broken`, each
LEAST = 200                               # plays before anything is said of a mean
TIGHTEST = 1000                           # plays after which the interval of a mean is narrowest for its time
HELD, BROKEN, OPEN = "held", "broken", "not decided"
TOTAL = "total"
HALF = 0.5
Value = Callable[[Played], float]
Interval = tuple[float, float]


@define(eq=False)
class Series:
    """One value of each play; `low` and `high`: where its mean has to lie."""

    label: str
    value: Value
    low: float
    high: float
    share: bool
    values: list[float] = field(factory=list)
    sums: Sums = field(factory=Sums)      # of the distances from the first value, so that nothing is lost of large ones

    def add(self, value: float) -> None:
        """One play more."""
        self.values.append(value)
        apart = value - self.values[0]
        self.sums.add(Sums(1, apart, apart * apart))

    @property
    def mean(self) -> float:
        """Of all plays so far."""
        return self.values[0] + self.sums.mean if self.values else 0.0

    def interval(self, error: float) -> Interval:
        """Where the mean lies."""
        sums = self.sums
        if self.share:
            return share_interval(self.mean * sums.count, sums.count, error)
        if sums.count < LEAST:
            return -inf, inf
        half = sums.deviation * widening(sums.count, error, TIGHTEST)
        return self.mean - half, self.mean + half


@frozen
class Figure:
    """What was found of one series: its label, the mean so far, where it lies."""

    label: str
    mean: float
    low: float
    high: float


@define(eq=False)
class Trial:
    """One bound, with one number of people, and the plays that it has seen. `seeds` are theirs."""

    bound: Bound
    spec: Spec
    series: list[Series]
    seeds: list[int] = field(factory=list)
    verdict: str = OPEN
    seen: list[Figure] = field(factory=list)

    @property
    def plays(self) -> int:
        """How many plays it has looked at, those with exchanged seats counted once."""
        return len(self.seeds)

    def add(self, first: int, plays: Sequence[tuple[Played, ...]]) -> None:
        """Plays of the seeds FIRST, FIRST + 1 ...: one each, of `skill` one for each way to sit; then looks."""
        for number, together in enumerate(plays, start=first):
            self.seeds.append(number)
            for series in self.series:
                worth = [series.value(play) for play in together]
                if self.bound.figure == "skill":                   # the second way to sit is the other way round
                    worth = [value if k == 0 else 1 - value for k, value in enumerate(worth)]
                series.add(sum(worth) / len(worth))
        self._look()

    def _look(self) -> None:
        inside = all(_within(one.interval(ERROR), one) for one in self.series)
        outside = any(_apart(one.interval(ERROR / len(self.series)), one) for one in self.series)
        self.verdict = BROKEN if outside else HELD if inside else OPEN

    @property
    def figures(self) -> list[Figure]:
        """What was found so far. The quantile of a bound on quantiles is told as it came out."""
        if self.bound.figure == "quantile":
            once = {one.label: one for one in self.series if isinstance(one, Ranked)}
            return [Figure(label, _quantile(one.raw, self.bound.part), -inf, inf) for label, one in once.items()]
        return [Figure(one.label, one.mean, *one.interval(ERROR / len(self.series))) for one in self.series]

    def telling(self) -> int | None:
        """The seed of a play that shows it: of those on the wrong side the one that is least far out of the usual."""
        wrong = next((one for one in self.series if _apart(one.interval(ERROR / len(self.series)), one)), None)
        if wrong is None:
            return None
        above = wrong.mean > wrong.high
        limit = wrong.high if above else wrong.low
        shows = [k for k, value in enumerate(wrong.values) if (value > limit if above else value < limit)]
        among = shows or range(len(wrong.values))
        return self.seeds[min(among, key=lambda k: (abs(wrong.values[k] - wrong.mean), k))]


def _within(interval: Interval, series: Series) -> bool:
    return series.low <= interval[0] and interval[1] <= series.high


def _apart(interval: Interval, series: Series) -> bool:
    return interval[1] < series.low or interval[0] > series.high


def _quantile(found: Sequence[float], part: float) -> float:
    """As it came out."""
    values = sorted(found)
    return values[min(len(values) - 1, int(part * len(values)))] if values else 0.0


# ------------------------------------------------------------------ what a bound speaks of


@define(eq=False)
class Ranked(Series):
    """A share of values on one side of a limit, with the values themselves."""

    raw: list[float] = field(factory=list)


def trial_of(bound: Bound, spec: Spec) -> Trial:
    """A bound before the first play."""
    return Trial(bound, spec, list(SERIES[bound.figure](bound, spec)))


def _region(bound: Bound) -> tuple[float, float]:
    return (-inf if bound.low is None else bound.low), (inf if bound.high is None else bound.high)


def _seats(bound: Bound, spec: Spec) -> tuple[int, ...]:
    """The seats that are looked at one by one; none: all together."""
    people = spec.people
    if bound.whose == "each seat":
        return people
    return (people[bound.whose],) if isinstance(bound.whose, int) else ()


def _won(seat: int) -> Value:
    return lambda play: part_of_win(play.over.winners, seat)


def _win_share(bound: Bound, spec: Spec) -> Iterator[Series]:
    low, high = _region(bound)
    if not _seats(bound, spec):
        yield Series("any seat", lambda play: float(bool(play.over.winners)), low, high, True)
    for seat in _seats(bound, spec):
        yield Series(spec.seats[seat], _won(seat), low, high, True)


def _points(score: str, seat: int) -> Value:
    if score == TOTAL:
        return lambda play: float(play.over.totals[seat])
    return lambda play: float(play.over.scores[score][seat])


def _together(values: Sequence[Value]) -> Value:
    return lambda play: sum(value(play) for value in values) / len(values)


def _mean(bound: Bound, spec: Spec) -> Iterator[Series]:
    low, high = _region(bound)
    name = f"mean {bound.score}".replace("_", " ")
    seats = _seats(bound, spec)
    if not seats:
        yield Series(name, _together([_points(bound.score, seat) for seat in spec.people]), low, high, False)
    for seat in seats:
        yield Series(f"{name} of {spec.seats[seat]}", _points(bound.score, seat), low, high, False)


def _quantiles(bound: Bound, spec: Spec) -> Iterator[Series]:
    """For each seat, or for all together: the share below the lower end, and that up to the upper end."""
    low, high = _region(bound)
    seats = _seats(bound, spec)
    groups: list[tuple[int, ...]] = [(seat,) for seat in seats] or [spec.people]
    for group in groups:
        of = f" of {spec.seats[group[0]]}" if seats else ""
        label = f"{bound.part * 100:g} % of {bound.score}".replace("_", " ") + of
        values = [_points(bound.score, seat) for seat in group]
        if not isinf(low):
            yield _ranked(label, values, lambda value: value < low, -inf, bound.part)
        if not isinf(high):
            yield _ranked(label, values, lambda value: value <= high, bound.part, inf)


def _ranked(label: str, values: Sequence[Value], counts: Callable[[float], bool], low: float, high: float) -> Ranked:
    made = Ranked(label, lambda play: 0.0, low, high, True)

    def value(play: Played) -> float:
        found = [one(play) for one in values]
        made.raw += found
        return sum(map(counts, found)) / len(found)

    made.value = value
    return made


def _length(bound: Bound, spec: Spec) -> Iterator[Series]:
    yield Series("decisions", lambda play: float(play.decisions), *_region(bound), False)


def _ties(bound: Bound, spec: Spec) -> Iterator[Series]:
    yield Series("ties", lambda play: float(len(play.over.winners) > 1), *_region(bound), True)


def _margin(bound: Bound, spec: Spec) -> Iterator[Series]:
    people = spec.people
    lowest = bool(spec.winner) and spec.winner[0].sort is Rank.LOWEST

    def margin(play: Played) -> float:
        best, following, *_ = sorted((play.over.totals[seat] for seat in people), reverse=not lowest)
        return float(abs(best - following))

    yield Series("margin", margin, *_region(bound), False)


def _skill(bound: Bound, spec: Spec) -> Iterator[Series]:
    strong = frozenset(spec.people[::2])

    def part(play: Played) -> float:
        won = play.over.winners
        return sum(seat in strong for seat in won) / len(won) if won else HALF

    yield Series(f"{bound.players[0]} over {bound.players[1]}", part, *_region(bound), True)


SERIES: dict[str, Callable[[Bound, Spec], Iterator[Series]]] = {
    "win share": _win_share, "mean": _mean, "quantile": _quantiles, "length": _length, "ties": _ties, "margin": _margin,
    "skill": _skill,
}


def seatings_of(bound: Bound, spec: Spec) -> tuple[tuple[str, ...], ...]:
    """Who sits where, one way to sit or two: of `skill` both sit by turns, and change places. Automatic seats have nobody."""
    people, orders = spec.people, []
    for swapped in (0, 1) if bound.figure == "skill" else (0,):
        order = ["random"] * len(spec.seats)
        for k, seat in enumerate(people):
            order[seat] = bound.players[(k + swapped) % len(bound.players)]
        orders.append(tuple(order))
    return tuple(orders)
