"""`proceed`, and the statements of a variant: what stands in the place of something, and how that is carried out after all.

In:  the node, the Scope it stands in, and the Writer of its routine.
Out: ops at the end of the plan.

In an `instead of` trigger `proceed` is an op of its own, since the effect has a frame of its own. What a variant puts around
a step, a rule or an effect is written into the same routine: `proceed` there is the statements of the target, written where
it stands, with the names that were known outside the variant.
"""

from interpreter.core import types as t
from interpreter.spec import plan
from interpreter.spec.writer import bind, block
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.variant.made import Wrapper


def wrapper(w, node: Wrapper, scope, span) -> None:
    """What a variant puts in; names of its own, and those of what comes before it."""
    w.around.append((node.inner, scope))
    block(w, node.body, scope)
    w.around.pop()


def _inner(w) -> None:
    """What a variant stands around, with none of the variant's names."""
    inner, outer = w.around.pop()
    block(w, inner, outer)
    w.around.append((inner, outer))


def proceed(w, node: ast.Proceed, scope, span) -> None:
    if w.around and w.around[-1][0] is not None:
        _inner(w)
        return
    routine = scope.routine
    trigger = next((g for g in w.ctx.spec.triggers if routine and g.routine == routine.number), None)
    if trigger is None or trigger.moment != "instead":
        w.ctx.report.add(codes.PROCEED_HERE, span)
        return
    effect = w.ctx.routine(trigger.event, "effect")
    gives = effect.gives if effect else None
    result = bind(w, node.result, gives or t.UNKNOWN, scope) if node.result is not None else -1
    w.emit(plan.Proceed(trigger.number, effect.number if effect else -1, result, span=span))
