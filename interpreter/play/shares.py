"""How sure a share of many plays is: a count out of a total as a share, and the interval it lies in with 95 %.

In:  how often something came about, and in how many plays.
Out: a Share.

The interval is Wilson's score interval (E. B. Wilson, "Probable inference, the law of succession, and statistical
inference", Journal of the American Statistical Association 22, 1927, pages 209-212): it never leaves 0 to 1, and holds for
few plays and for shares near the ends too. A win that two share counts one half to each. The share of such a count varies
less than that of a plain yes or no, so the interval is then too wide rather than too narrow; the same goes for plays of the
same seeds with the seats exchanged.
"""

from math import sqrt
from statistics import NormalDist

from attrs import frozen

SURE = 0.95
Z = NormalDist().inv_cdf(0.5 + SURE / 2)


@frozen
class Share:
    """`count` of `total`, as a share from 0 to 1, and where it lies with 95 %."""

    count: float
    total: int
    share: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.share:.1%} (95 %: {self.low * 100:.1f} to {self.high * 100:.1f})"

    def to_json(self) -> dict:
        """For programs."""
        return {name: round(getattr(self, name), 4) for name in ("count", "share", "low", "high")}


def share_of(count: float, total: int) -> Share:
    """The share and its interval; of no plays nothing is known.

    >>> share_of(560, 1000)
    Share(count=560, total=1000, share=0.56, low=0.529, high=0.5905)
    """
    if total == 0:
        return Share(count, 0, 0.0, 0.0, 1.0)
    p, spread = count / total, Z * Z / total
    middle = (p + spread / 2) / (1 + spread)
    half = Z * sqrt(p * (1 - p) / total + spread / (4 * total)) / (1 + spread)
    return Share(count, total, p, round(max(0.0, middle - half), 4), round(min(1.0, middle + half), 4))
