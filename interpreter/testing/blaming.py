"""Which part of a condition does not hold: of `P and Q` the one that fails, of `every c in S has P` the first c that fails it.

In:  a machine on the position, and an `always` line that does not hold there.
Out: sentences, the largest part first.
"""

from collections.abc import Iterator

from interpreter.core import types as t
from interpreter.core.frame import blank
from interpreter.run.evaluate import evaluate
from interpreter.run.machine import Machine
from interpreter.spec import plan
from interpreter.spec.model import Always

MOST_PARTS = 4


def blamed(machine: Machine, one: Always) -> tuple[str, ...]:
    """Why it does not hold, as notes; nothing more is said where the whole is the smallest part."""
    lenient, machine.lenient = machine.lenient, True
    try:
        return tuple(_parts(machine, one.test, blank(one.size)))[:MOST_PARTS]
    finally:
        machine.lenient = lenient


def _parts(machine: Machine, test: plan.Expr, frame: list) -> Iterator[str]:
    match test:
        case plan.And(left=left, right=right):
            bad = right if evaluate(left, machine, frame) else left
            yield f"`{_said(bad)}` does not hold"
            yield from _parts(machine, bad, frame)
        case plan.Quantified(how="every", source=source, slot=slot, test=inner):
            for member in evaluate(source, machine, frame):
                frame[slot] = member
                if not evaluate(inner, machine, frame):
                    word = machine.spec.words(member, t.element(source.type) or t.UNKNOWN)
                    yield f"for {word} `{_said(inner)}` does not hold"
                    yield from _parts(machine, inner, frame)
                    return
        case plan.Compared(left=left, right=right) | plan.Same(left=left, right=right):
            yield from _values(machine, (left, right), frame)


def _values(machine: Machine, sides, frame: list) -> Iterator[str]:
    for side in sides:
        if not isinstance(side, plan.Const):
            yield f"`{_said(side)}` is {machine.spec.words(evaluate(side, machine, frame), side.type)}"


def _said(expr: plan.Expr) -> str:
    return " ".join(expr.span.text.split())


__all__ = ["blamed"]
