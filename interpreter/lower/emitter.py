"""The writer of a routine: numbers ops, opens blocks, binds names, checks ranges; and `proceed`, which needs all of these.

In:  a Context, the Routine that is written, and the table that says how each statement is written.
Out: ops at the end of the plan.

Ops are written one after the other, so the successor of an op is the next number unless it is set otherwise. Where two ways
meet a Goto is left behind; lower/link.py leads around all of them at the end. What a variant puts around statements is a
Wrapper; `proceed` inside it writes the statements themselves.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from attrs import define, field

from interpreter import ir
from interpreter.core import types as t
from interpreter.ir import Expr
from interpreter.ir.kinds import Timing
from interpreter.ir.model import Routine
from interpreter.lower import operators
from interpreter.lower.scope import Context, Scope
from interpreter.lower.symbols import CORE_NAMES
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.source import Span
from interpreter.variant.edits import Wrapper

AnyOp = TypeVar("AnyOp", bound=ir.Op)
Write = Callable[["Writer", Any, Scope, Span], None]          # the node is of the class under which WRITE lists the function
Limits = tuple[int | None, int | None] | None          # the range to look at in play


@define(eq=False)
class Writer:
    """Writes the ops of one routine."""

    ctx: Context
    routine: Routine
    write: Mapping[type[ast.Node], Write] = field(repr=False)
    holds: list[tuple[int, ...]] = field(factory=list)   # the triggers of the `hold` blocks that are open, outermost first
    around: list[tuple[tuple[ast.Node, ...] | None, Scope]] = field(factory=list)
    """What `proceed` does in a variant's statements, and the names it may use."""

    def emit(self, op: AnyOp) -> AnyOp:
        """Numbers an op and puts it at the end of the plan."""
        op.number = len(self.ctx.spec.plan)
        op.next = op.number + 1
        self.ctx.spec.plan.append(op)
        self.ctx.spec.plan_routine.append(self.routine.number)
        return op

    def here(self) -> int:
        """The number of the op that is written next."""
        return len(self.ctx.spec.plan)

    def goto(self, span: Span, target: int = -1) -> ir.Goto:
        """A way from here to `target`, or to what is filled in later."""
        op = self.emit(ir.Goto(span=span))
        op.next = target
        return op


def block(w: Writer, nodes: Sequence[ast.Node] | None, scope: Scope) -> None:
    """Statements one after the other, in a scope of their own."""
    inner = scope.inner()
    for _, node in ast.documented(tuple(nodes or ())):
        statement(w, node, inner)


def statement(w: Writer, node: ast.Node, scope: Scope) -> None:
    """One statement."""
    clauses = operators.clauses_of(w.ctx, getattr(node, "cites", None)) or scope.clauses
    outer, scope.clauses = scope.clauses, clauses
    start, names = w.here(), dict(scope.names) if isinstance(node, ast.ASKING) else None
    w.write[type(node)](w, node, scope, node.span.with_clauses(clauses))
    scope.clauses = outer
    asked = w.ctx.spec.plan[start] if names and len(w.ctx.spec.plan) > start else None
    if names and isinstance(asked, ir.Ask):
        asked.facts = {name: (bound.slot, bound.type, bound.how) for name, bound in names.items()}


def bounds(ctx: Context, wanted: t.Type, value: Expr, thing: str) -> Limits:
    """None if the value is known to fit, else the range to look at in play; reported if it can never fit."""
    ctx.expect(wanted, value)
    if isinstance(wanted, t.Int) and isinstance(value.type, t.Int):
        low, high = value.type.low, value.type.high
        ctx.in_range(wanted, value, thing)
        inside = low is not None and high is not None and _within(low, wanted) and _within(high, wanted)
        return None if inside else (wanted.low, wanted.high)
    if isinstance(value.type, t.OrNone | t.Nothing) and not isinstance(wanted, t.OrNone):
        return (0, None)
    return None


def _within(number: int, wanted: t.Int) -> bool:
    return (wanted.low is None or wanted.low <= number) and (wanted.high is None or number <= wanted.high)


def hidden(ctx: Context, name: ast.Ident, scope: Scope) -> None:
    """Reports a local name that would hide another: of this routine, of the game, of the core words."""
    text = name.text
    if text in scope.names:
        ctx.report.add(codes.NAME_TAKEN, name.span, name=text, where=str(scope.names[text].span))
    elif text in CORE_NAMES:
        ctx.report.add(codes.NAME_TAKEN, name.span, name=text, where="the core words")
    elif (declared := ctx.world.shared(text)) is not None:
        ctx.report.add(codes.NAME_TAKEN, name.span, name=text, where=str(declared.name.span))


def bind(w: Writer, name: ast.Ident, type_: t.Type, scope: Scope, how: str = "as") -> int:
    """A slot for a name; reported if the name is taken."""
    hidden(w.ctx, name, scope)
    scope.frame.bound[name.text] = name.span
    return scope.bind(name.text, t.coarse(type_) if how == "let" else type_, how, name.span)


# ------------------------------------------------------------------ proceed


def wrapper(w: Writer, node: Wrapper, scope: Scope, span: Span) -> None:
    """What a variant puts in; names of its own, and those of what comes before it."""
    w.around.append((node.inner, scope))
    block(w, node.body, scope)
    w.around.pop()


def _inner(w: Writer) -> None:
    """What a variant stands around, with none of the variant's names."""
    inner, outer = w.around.pop()
    block(w, inner, outer)
    w.around.append((inner, outer))


def proceed(w: Writer, node: ast.Proceed, scope: Scope, span: Span) -> None:
    if w.around and w.around[-1][0] is not None:
        _inner(w)
        return
    routine = scope.routine
    trigger = next((g for g in w.ctx.spec.triggers if routine and g.routine == routine.number), None)
    if trigger is None or trigger.moment != Timing.INSTEAD:
        w.ctx.report.add(codes.PROCEED_HERE, span)
        return
    effect = w.ctx.routine(trigger.event, "effect")
    gives = effect.gives if effect else None
    result = bind(w, node.result, gives or t.UNKNOWN, scope) if node.result is not None else -1
    w.emit(ir.Proceed(trigger.number, effect.number if effect else -1, result, span=span))
