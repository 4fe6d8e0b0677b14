"""Faults of a value: how one is raised, and how it is told on its way out.

In:  a code and its facts; or a Fault on its way out, the expression that it passes through, the Machine and that
     expression's frame.
Out: a Fault, which stands at the innermost line outside the library and names the defines that it came through and what was
     empty; or Unsettled, where nature has to be asked before the value can be worked out.

Nothing here runs while all goes well. Next door: evaluate.py raises, machine.py adds the routines that led there.
"""

from pathlib import PurePosixPath

from interpreter import ir
from interpreter.core.frame import Frame, LOCALS, Value
from interpreter.engine.interface import Engine
from interpreter.limits import limits
from interpreter.text import codes
from interpreter.text.diagnostic import Code, Fault
from interpreter.text.source import Span

MOST_USES = 8
LIBRARY = "stdlib"


class Unsettled(Exception):
    """The order of a zone is needed, and nature has not given it yet."""

    def __init__(self, zone: int) -> None:
        super().__init__(zone)
        self.zone = zone


def fault(code: Code, span: Span, **facts: object) -> Fault:
    """A fault with the words of the catalogue."""
    return Fault(code, span, code.says(**facts))


def looked_at(e: ir.Expr, m: Engine, things: Value) -> Value:
    """The things, which are about to be looked at one by one: counted, so that nested looks come to an end."""
    m.work -= len(things)
    if m.work < 0:
        raise spent(e)
    return things


def spent(e: ir.Expr) -> Fault:
    """More was looked at than anything on a table needs."""
    return fault(codes.FAULT_WORK, e.span, limit=limits().work)


def too_large(e: ir.Expr | ir.Op, what: str, got: str, most: int) -> Fault:
    """A list, a range or a number that is larger than anything on a table."""
    return fault(codes.FAULT_TOO_LARGE, e.span, what=what, got=got, limit=most)


def through(raised: Fault, use: ir.Use, m: Engine, f: Frame) -> None:
    """The fault leaves a define that was used here."""
    if len(raised.uses) < MOST_USES:
        raised.uses += (f"{use.define.name} ({_place(use.span)})",)
    if raised.empty >= LOCALS:
        at = raised.empty - LOCALS
        raised.empty = -1
        if at < len(use.args):
            nothing_in(raised, use.args[at], m, f)
    if raised.span is not None and _of_library(raised.span) and not _of_library(use.span):
        raised.notes += (f"in `{use.define.name}`, {_place(raised.span)}",)
        raised.span = use.span


def nothing_in(raised: Fault, expr: ir.Expr, m: Engine, f: Frame) -> Fault:
    """Says what is empty: the zone, or the author's words for the collection; an argument is left to its caller."""
    if isinstance(expr, ir.Local) and expr.slot >= LOCALS and _of_library(expr.span):
        raised.empty = expr.slot
        return raised
    where = m.spec.zones[m.value(expr.zone, f)].label if isinstance(expr, ir.Contents) else " ".join(expr.span.text.split())
    raised.notes += (f"`{where}` is empty",)
    return raised


def _of_library(span: Span) -> bool:
    return PurePosixPath(span.source.name).parent.name == LIBRARY


def _place(span: Span) -> str:
    return f"{span.source.name}:{span.line}"
