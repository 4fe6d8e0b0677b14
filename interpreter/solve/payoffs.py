"""What seats play for, and what kind of game that makes.

In:  a Spec, and how its plays can end.
Out: Stake: what each seat gets at an end; whether what one gains another loses.
"""

from collections.abc import Iterable
from fractions import Fraction

from attrs import define

from interpreter.analysis.enumeration import Payoff, share, total
from interpreter.core.question import Over
from interpreter.ir.model import Spec


@define(eq=False)
class Stake:
    """`name` says in words what counts, `payoff` how much a seat gets at an end; `constant` is what all get together, if that
    is the same at every end."""

    name: str
    payoff: Payoff
    constant: Fraction | None


def stake_of(spec: Spec, ends: Iterable[Over]) -> Stake:
    """Totals, where they add up to the same at every end or nobody can win; else the share of the win."""
    ends = list(ends)
    people = range(len(spec.seats))
    wins = any(over.winners for over in ends)
    totals = {sum((total(over, seat) for seat in people), Fraction(0)) for over in ends}
    if spec.scores and (len(totals) == 1 and len(spec.seats) > 1 or not wins or len(spec.seats) == 1):
        return Stake("total", total, totals.pop() if len(totals) == 1 else None)
    shares = {sum((share(over, seat) for seat in people), Fraction(0)) for over in ends}
    return Stake("share of the win", share, shares.pop() if len(shares) == 1 else None)
