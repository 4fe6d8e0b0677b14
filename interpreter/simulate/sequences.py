"""Intervals for a mean that stay valid however often they are looked at: confidence sequences.

In:  what came of independent plays: how many, their sum, their spread; the error that is allowed, once and for all looks.
Out: where the mean lies, low and high. The chance that any interval of the whole sequence misses the mean is at most the error:
     exactly for values from 0 to 1, in the limit of many plays for any other.

Shares: for each q the product of (q/p)^x ((1-q)/(1-p))^(1-x) over the plays is a martingale under a mean of p for outcomes
x = 0, 1, and a supermartingale for any x between, since it is convex in x; mixed over q with a beta distribution it is
B(a + S, b + n - S) / B(a, b) / (p^S (1-p)^(n-S)), and exceeds 1/error at any time with at most that chance (Ville). Robbins,
"Statistical methods related to the law of the iterated logarithm", 1970; Howard, Ramdas, McAuliffe and Sekhon, "Time-uniform,
nonparametric, nonasymptotic confidence sequences", 2021.

Means: the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory
and asymptotic confidence sequences", 2024 (first 2021), with the mixture that is tightest after about TIGHTEST plays.
"""

from math import inf, lgamma, log, sqrt

FLAT = 1.0                                # both parameters of the beta distribution: any share is as likely as any other
TIGHTEST = 1000                           # plays after which the interval of a mean is narrowest for its time
STEPS = 60                                # halvings: closer than a float tells apart
LEAST = 200                               # plays before anything is said of a mean

Interval = tuple[float, float]
NOTHING_KNOWN: Interval = (-inf, inf)


def share_interval(total: float, count: int, error: float) -> Interval:
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


def mean_interval(count: int, mean: float, variance: float, error: float) -> Interval:
    """Where a mean lies; of too few plays nothing is known, and where none has differed from the others, it is taken as it is.

    >>> [round(end, 3) for end in mean_interval(1000, 10.0, 4.0, 0.05)]
    [9.808, 10.192]
    """
    if count < LEAST:
        return NOTHING_KNOWN
    spread = _tuning(error)
    ahead = count * spread + 1
    half = sqrt(variance * 2 * ahead / (count * count * spread) * log(sqrt(ahead) / error))
    return mean - half, mean + half


def _tuning(error: float) -> float:
    """The square of the mixture's parameter."""
    twice = -2 * log(error)
    return (twice + log(twice) + 1) / TIGHTEST
