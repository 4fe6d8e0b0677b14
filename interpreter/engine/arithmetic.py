"""Numbers: what is calculated and compared, and how many ways there are to divide things into parts.

In:  an expression, the Machine and the frame; or how many things there are and how many each part takes.
Out: the value; or the ways, each as the indices of the things in each part. A division by nought, or one that does not come
     out even and says nothing of rounding, is a Fault.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from math import comb

from interpreter import ir
from interpreter.core.frame import Frame, Value
from interpreter.engine.faults import fault, too_large
from interpreter.engine.interface import Engine
from interpreter.limits import limits
from interpreter.text import codes

SMALL = 1_000_000                                       # numbers nearer to 0 need no comparison with the limit
Sizes = tuple[tuple[int, int], ...]                     # for each part, the fewest and the most things that it takes


def arithmetic(e: ir.Arithmetic, m: Engine, f: Frame) -> Value:
    left = f[e.left.slot] if e.left.__class__ is ir.Local else m.value_of[e.left.__class__](e.left, m, f)
    right = m.value_of[e.right.__class__](e.right, m, f)
    sign = e.sign
    if sign == "+":
        value = left + right
    elif sign == "-":
        value = left - right
    elif sign == "*":
        value = left * right
    else:
        return _divided(e, sign, left, right)
    if -SMALL < value < SMALL:                     # nearly always; what is beyond may still be allowed
        return value
    return _large(e, value)


def _large(e: ir.Arithmetic, value: int) -> int:
    most = limits().number
    if not -most <= value <= most:
        raise too_large(e, f"`{' '.join(e.span.text.split())}` is", "beyond that" if value > 0 else "below that", most)
    return value


def _divided(e: ir.Arithmetic, sign: str, left: int, right: int) -> int:
    if right == 0:
        raise fault(codes.FAULT_DIVISION, e.span, left=left, right=right)
    if sign == "mod":
        return left % right
    if e.rounding == "up":
        return -(-left // right)
    if not e.rounding and left % right:
        raise fault(codes.FAULT_DIVISION, e.span, left=left, right=right)
    return left // right


def negative(e: ir.Negative, m: Engine, f: Frame) -> Value:
    return -m.value_of[e.value.__class__](e.value, m, f)


def compared(e: ir.Compared, m: Engine, f: Frame) -> Value:
    left = f[e.left.slot] if e.left.__class__ is ir.Local else m.value_of[e.left.__class__](e.left, m, f)
    right = m.value_of[e.right.__class__](e.right, m, f)
    sign = e.sign
    if sign == "<":
        return left < right
    if sign == "<=":
        return left <= right
    if sign == ">":
        return left > right
    return left >= right


def in_range(e: ir.InRange, m: Engine, f: Frame) -> Value:
    value = m.value_of[e.value.__class__](e.value, m, f)
    low = m.value_of[e.low.__class__](e.low, m, f)
    high = m.value_of[e.high.__class__](e.high, m, f)
    return (low <= value <= high) is not e.negated


# ------------------------------------------------------------------ ways to divide things into parts


@lru_cache
def how_many_divisions(count: int, sizes: Sizes) -> int:
    """How many ways there are to divide so many things."""
    if not sizes:
        return int(count == 0)
    (least, most), *others = sizes
    rest = tuple(others)
    sizes_of_first = range(max(0, least), min(most, count) + 1)
    return sum(comb(count, n) * how_many_divisions(count - n, rest) for n in sizes_of_first)


@lru_cache
def divisions(count: int, sizes: Sizes) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Every way to divide 0 .. count - 1 into parts of these sizes."""
    return tuple(_split_into(tuple(range(count)), sizes))


def _split_into(things: tuple[int, ...], sizes: Sizes) -> Iterator[tuple[tuple[int, ...], ...]]:
    if not sizes:
        if not things:
            yield ()
        return
    (least, most), *others = sizes
    rest = tuple(others)
    for size in range(least, min(most, len(things)) + 1):
        for part in combinations(things, size):
            left = tuple(c for c in things if c not in part)
            for parts in _split_into(left, rest):
                yield (part, *parts)
