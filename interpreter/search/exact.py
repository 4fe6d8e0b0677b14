"""Where a game is small, a player that thinks plays its solution.

In:  a Spec; at a question what the seat sees, and what it has seen and answered before.
Out: how often each answer is given in equilibrium (solve/cfr.py); nothing for a game that is not small.

Playouts from positions that all fit equally well do not see that what the others have done says something of what they hold:
who always bets on a good card only is found out. In a game for two that can be counted out in a moment, and in which one
loses what the other gains, CFR+ does see it; its answers come by chance, as often as the equilibrium has them.
"""

from collections.abc import Mapping

from interpreter.analysis.enumeration import TooMany
from interpreter.core.derived import derived
from interpreter.core.frame import Value
from interpreter.ir.model import Spec
from interpreter.session.history import secret
from interpreter.solve.solution import refined, solved, TooLarge, ways_to_go

SMALL = 1000                              # positions of a game that is solved before it is played
FEW_WAYS = 4.0                            # and the decimal logarithm of how many ways it can go
PRECISE = 0.002                           # how near the bounds of its value come
PLAYS = 5

Seen = tuple[Value, ...]
Strategy = Mapping[tuple[Value, ...], Mapping[Value, float]]


@derived
def equilibrium_of(spec: Spec) -> Strategy | None:
    """Information -> answer -> how often; None for a game that is not small, or of another sort."""
    if len(spec.seats) != 2 or spec.automatic or not secret(spec) or ways_to_go(spec, PLAYS) > FEW_WAYS:
        return None
    try:
        solution = solved(spec, SMALL)
    except (TooLarge, TooMany):
        return None
    refined(solution, PRECISE)
    return solution.equilibrium.strategy() if solution.equilibrium is not None else None


def drawn(often: Mapping[Value, float], number: int, of: int) -> Value:
    """An answer, as often as it is to be given: `number` is one of 0 .. of - 1."""
    left = number / of
    for answer, share in often.items():
        left -= share
        if left < 0:
            return answer
    return next(reversed(list(often)))
