"""Ways to divide things into parts: how many there are, and all of them.

In:  how many things there are, and for each part the least and the most it takes.
Out: parts as places 0 .. count - 1; the first part's in their order. Counting comes first, since there can be too many.
"""

from functools import lru_cache
from itertools import combinations
from math import comb


@lru_cache
def how_many_divisions(count: int, sizes: tuple) -> int:
    """How many ways there are to divide so many things."""
    if not sizes:
        return int(count == 0)
    (least, most), *rest = sizes
    sizes_of_first = range(max(0, least), min(most, count) + 1)
    return sum(comb(count, n) * how_many_divisions(count - n, tuple(rest)) for n in sizes_of_first)


@lru_cache
def divisions(count: int, sizes: tuple) -> tuple:
    """Every way to divide 0 .. count - 1 into parts of these sizes."""
    return tuple(_divided(tuple(range(count)), sizes))


def _divided(things: tuple, sizes):
    if not sizes:
        if not things:
            yield ()
        return
    (least, most), *rest = sizes
    for size in range(least, min(most, len(things)) + 1):
        for part in combinations(things, size):
            left = tuple(c for c in things if c not in part)
            for others in _divided(left, rest):
                yield (part, *others)
