"""What is raised while a value is worked out, and where a fault inside a `define` comes from.

In:  a code and its facts; or a Fault on its way out, the expression it passes through, the Machine and that expression's frame.
Out: Unsettled; a Fault. It stands at the innermost line outside the library, names the defines it came through and what was
     empty.

Nothing here runs while all goes well. Next door: evaluate.py raises, machine.py adds the routines that led there.

Also: Values that are numbers, and what compares them.

Also: Ways to divide things into parts: how many there are, and all of them.
"""

from functools import lru_cache
from itertools import combinations
from math import comb
from pathlib import PurePosixPath

from interpreter import ir
from interpreter.core.frame import LOCALS
from interpreter.limits import limits
from interpreter.text import codes
from interpreter.text.diagnostic import Code, Fault
from interpreter.text.source import Span

MOST_USES = 8
SMALL = 1_000_000
LIBRARY = "stdlib"


class Unsettled(Exception):
    """The order of a zone is needed, and nature has not given it yet."""

    def __init__(self, zone: int):
        super().__init__(zone)
        self.zone = zone


def fault(code: Code, span: Span, **facts) -> Fault:
    """A fault with the words of the catalogue."""
    return Fault(code, span, code.says(**facts))


def through(found: Fault, use: ir.Use, m, f) -> None:
    """The fault leaves a define that was used here."""
    if len(found.uses) < MOST_USES:
        found.uses += (f"{use.define.name} ({_place(use.span)})",)
    if found.empty >= LOCALS:
        at = found.empty - LOCALS
        found.empty = -1
        if at < len(use.args):
            nothing_in(found, use.args[at], m, f)
    if found.span is not None and _of_library(found.span) and not _of_library(use.span):
        found.notes += (f"in `{use.define.name}`, {_place(found.span)}",)
        found.span = use.span


def nothing_in(found: Fault, expr: ir.Expr, m, f) -> Fault:
    """Says what is empty: the zone, or the author's words for the collection; an argument is left to its caller."""
    if isinstance(expr, ir.Local) and expr.slot >= LOCALS and _of_library(expr.span):
        found.empty = expr.slot
        return found
    where = m.spec.zones[m.value(expr.zone, f)].label if isinstance(expr, ir.Contents) else " ".join(expr.span.text.split())
    found.notes += (f"`{where}` is empty",)
    return found


def _of_library(span: Span) -> bool:
    return PurePosixPath(span.source.name).parent.name == LIBRARY


def _place(span: Span) -> str:
    return f"{span.source.name}:{span.line}"


def looked_at(e, m, things):
    """The things, which are about to be looked at one by one: counted, so that nested looks come to an end."""
    m.work -= len(things)
    if m.work < 0:
        raise spent(e)
    return things


def spent(e) -> Fault:
    """More was looked at than anything on a table needs."""
    return fault(codes.FAULT_WORK, e.span, limit=limits().work)


def too_large(e, what: str, got: str, most: int) -> Fault:
    """A list, a range or a number that is larger than anything on a table."""
    return fault(codes.FAULT_TOO_LARGE, e.span, what=what, got=got, limit=most)


# ------------------------------------------------------------------ numbers


def arithmetic(e, m, f):
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


def _large(e, value):
    most = limits().number
    if not -most <= value <= most:
        raise too_large(e, f"`{' '.join(e.span.text.split())}` is", "beyond that" if value > 0 else "below that", most)
    return value


def _divided(e, sign, left, right):
    if right == 0:
        raise fault(codes.FAULT_DIVISION, e.span, left=left, right=right)
    if sign == "mod":
        return left % right
    if e.rounding == "up":
        return -(-left // right)
    if not e.rounding and left % right:
        raise fault(codes.FAULT_DIVISION, e.span, left=left, right=right)
    return left // right


def negative(e, m, f):
    return -m.value_of[e.value.__class__](e.value, m, f)


def compared(e, m, f):
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


def in_range(e, m, f):
    value = m.value_of[e.value.__class__](e.value, m, f)
    low = m.value_of[e.low.__class__](e.low, m, f)
    high = m.value_of[e.high.__class__](e.high, m, f)
    return (low <= value <= high) is not e.negated


# ------------------------------------------------------------------ ways to divide things into parts


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
    return tuple(_split_into(tuple(range(count)), sizes))


def _split_into(things: tuple, sizes):
    if not sizes:
        if not things:
            yield ()
        return
    (least, most), *rest = sizes
    for size in range(least, min(most, len(things)) + 1):
        for part in combinations(things, size):
            left = tuple(c for c in things if c not in part)
            for others in _split_into(left, rest):
                yield (part, *others)
