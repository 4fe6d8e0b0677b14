"""Intervals that stay true however often one looks: confidence sequences.

In:  values play by play, taken in batch by batch as (how many, their sum, the sum of their squares); an error rate.
Out: where the mean lies: at every moment, and so also at the one at which somebody stops because it looks good, the interval
     holds the true mean but for the error rate.

Three sorts, for three sorts of values:

`MeanSequence`, for points and decisions, of which nobody can say how large they get: the asymptotic confidence sequence of
Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and asymptotic confidence sequences"
(Annals of Statistics 52, 2024; arXiv 2103.06476), theorem 2.2. What the central limit theorem is to a fixed number of plays,
it is to all numbers of plays at once; it is as narrow as can be had, and holds from some hundred plays on.

`ShareSequence`, for values that lie between two known ends, such as wins: the predictable plug-in empirical Bernstein sequence
of Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting" (Journal of the Royal Statistical Society
B 86, 2024; arXiv 2010.09686), theorem 2, which goes back to Howard, Ramdas, McAuliffe and Sekhon, "Time-uniform,
nonparametric, nonasymptotic confidence sequences" (Annals of Statistics 49, 2021). It holds from the first play on, also for
what happens once in a thousand plays, where the other would take "never so far" for "never".

Both have one number to choose beforehand: the number of plays at which they are to be narrowest (`aimed`).

`share_interval`, for shares from 0 to 1 of which nothing else is known: for each q the product of (q/p)^x ((1-q)/(1-p))^(1-x)
over the plays is a martingale under a mean of p for outcomes x = 0, 1, and a supermartingale for any x between, since it is
convex in x; mixed over q with a beta distribution it is B(a + S, b + n - S) / B(a, b) / (p^S (1-p)^(n-S)), and exceeds 1/error
at any time with at most that chance (Ville). Robbins, "Statistical methods related to the law of the iterated logarithm", 1970;
Howard and others, as above. It is aimed at no number of plays, and hangs on their number and sum alone, however they came in.
"""

from math import inf, lgamma, log, sqrt

from attrs import define, field

MOST_STAKE = 0.95                         # of a play, in a ShareSequence: more would make a single rare value count too much
FEWEST = 20                               # values of which a MeanSequence says something
HALVINGS = 20                             # until a stake is known to a millionth
FLAT = 1.0                                # both parameters of the beta distribution: any share is as likely as any other
STEPS = 60                                # halvings of the edge of a share: closer than a float tells apart
PRIOR = 0.25                              # the variance of values between 0 and 1 that is assumed before the first play


@define
class Sums:
    """How many values there were, their sum and the sum of their squares.

    >>> Sums.of([1, 2, 3])
    Sums(count=3, total=6, squares=14)
    >>> Sums.of([1, 2, 3]).mean, Sums.of([1, 2, 3]).deviation
    (2.0, 1.0)
    """

    count: int = 0
    total: float = 0
    squares: float = 0

    @classmethod
    def of(cls, values) -> "Sums":
        """Of these values."""
        return cls(len(values), sum(values), sum([value * value for value in values]))

    def add(self, more: "Sums") -> None:
        """Takes in more values."""
        self.count += more.count
        self.total += more.total
        self.squares += more.squares

    @property
    def mean(self) -> float:
        """Their mean; 0 of none."""
        return self.total / self.count if self.count else 0.0

    @property
    def variance(self) -> float:
        """The variance of what they are a sample of; 0 of fewer than two."""
        if self.count < 2:
            return 0.0
        return max(0.0, (self.squares - self.total * self.total / self.count) / (self.count - 1))

    @property
    def deviation(self) -> float:
        """Its root."""
        return sqrt(self.variance)


@define
class MeanSequence:
    """The mean of values of any size; `error` is how often, in the long run, it may be wrong at any moment at all.

    >>> points = MeanSequence(0.05, aimed=100)
    >>> points.add(Sums.of([1, -1] * 50))
    >>> [round(end, 3) for end in points.interval()]
    [-0.305, 0.305]
    """

    error: float
    aimed: int
    sums: Sums = field(factory=Sums)

    def add(self, batch: Sums) -> None:
        """Takes a batch in."""
        self.sums.add(batch)

    def interval(self) -> tuple[float, float]:
        """Where the mean lies now; of few plays it may lie anywhere, since their deviation is not known well enough."""
        count = self.sums.count
        if count < FEWEST:
            return -inf, inf
        half = self.sums.deviation * widening(count, self.error, self.aimed)
        return self.sums.mean - half, self.sums.mean + half


def widening(count: int, error: float, aimed: int) -> float:
    """Half the width, for values with the deviation 1: theorem 2.2, its free number chosen for `aimed`."""
    share = -2 * log(error)
    spread = (share + log(share + 1)) / max(1, aimed)
    known = count * spread + 1
    return sqrt(2 * known / (count * count * spread) * log(sqrt(known) / error))


@define
class ShareSequence:
    """The mean of values between `low` and `high`. The stake of each batch is chosen from what came before it.

    >>> wins = ShareSequence(0.05, aimed=1000)
    >>> wins.add(Sums.of([0, 1] * 500))
    >>> [round(end, 3) for end in wins.interval()]
    [0.455, 0.545]
    >>> never = ShareSequence(0.05, aimed=1000)
    >>> for _ in range(10):
    ...     never.add(Sums.of([0] * 100))
    >>> [round(end, 3) for end in never.interval()]
    [0.0, 0.005]
    """

    error: float
    aimed: int
    low: float = 0.0
    high: float = 1.0
    sums: Sums = field(factory=Sums)
    staked: float = 0.0                   # the stakes of all plays
    won: float = 0.0                      # stake by stake, what the plays came to
    wide: float = 0.0                     # what widens the interval

    def add(self, batch: Sums) -> None:
        """Takes a batch in."""
        if not batch.count:
            return
        span, seen = self.high - self.low, self.sums
        guess = ((seen.total - self.low * seen.count) / span + 0.5) / (seen.count + 1)
        stake = self._stake(span)
        total = (batch.total - self.low * batch.count) / span
        squares = (batch.squares - 2 * self.low * batch.total + self.low * self.low * batch.count) / (span * span)
        self.staked += stake * batch.count
        self.won += stake * total
        self.wide += max(0.0, squares - 2 * guess * total + guess * guess * batch.count) * (-log(1 - stake) - stake)
        seen.add(batch)

    def _stake(self, span: float) -> float:
        """For values between 0 and 1: the stake that makes the interval narrowest after `aimed` plays, as far as is known."""
        seen = self.sums
        variance = (PRIOR + seen.variance / (span * span) * seen.count) / (seen.count + 1)
        return best_stake(log(2 / self.error) / (variance * max(1, self.aimed)))

    def interval(self) -> tuple[float, float]:
        """Where the mean lies now."""
        if not self.staked:
            return self.low, self.high
        span, middle = self.high - self.low, self.won / self.staked
        half = (log(2 / self.error) + self.wide) / self.staked
        return self.low + span * max(0.0, middle - half), self.low + span * min(1.0, middle + half)


def best_stake(worth: float) -> float:
    """The stake x that makes (worth - log(1 - x) - x) / x least: what half the width is, but for a factor, where `worth` is
    what the error rate costs, for each unit of the variance of all plays. Found by halving, since its slope is zero once only.

    >>> round(best_stake(0.005), 3), round(best_stake(5.0), 3)
    (0.094, 0.876)
    """
    low, high = 0.0, MOST_STAKE
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        rises = middle * middle / (1 - middle) + log(1 - middle) + middle > worth
        low, high = (low, middle) if rises else (middle, high)
    return (low + high) / 2


Sequence = MeanSequence | ShareSequence


# ------------------------------------------------------------------ shares of which nothing else is known


def share_interval(total: float, count: int, error: float) -> tuple[float, float]:
    """Where a share lies of which `count` plays had `total`, parts of a play included.

    >>> [round(end, 3) for end in share_interval(500, 1000, 0.05)]
    [0.444, 0.556]
    """
    if count == 0:
        return 0.0, 1.0
    total = min(max(total, 0.0), float(count))
    fixed = _log_beta(FLAT + total, FLAT + count - total) - _log_beta(FLAT, FLAT) + log(error)

    def excluded(share: float) -> bool:
        likelihood = (total * log(share) if total else 0.0) + ((count - total) * log(1 - share) if count > total else 0.0)
        return fixed > likelihood

    middle = total / count
    low = _edge(excluded, 0.0, middle) if total else 0.0
    high = _edge(excluded, 1.0, middle) if count > total else 1.0
    return low, high


def _log_beta(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)


def _edge(excluded, outside: float, inside: float) -> float:
    """Where what is excluded begins, on the way from what is not; a hair outside, so that the interval is never too narrow."""
    for _ in range(STEPS):
        between = (outside + inside) / 2
        if between in (outside, inside) or not 0 < between < 1:
            break
        if excluded(between):
            outside = between
        else:
            inside = between
    return outside
