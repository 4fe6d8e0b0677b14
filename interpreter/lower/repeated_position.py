"""`repeated position`: a counter of the machine, which says how often the position has been there in which the turn began.

In:  a Context; the condition as it is written.
Out: the condition, a comparison with that counter; and `note_turns`, which puts a Remember at the beginning of every turn.

What counts as the same position stands in engine/repetition.py.
"""

from interpreter import ir
from interpreter.core import types as t
from interpreter.ir import Const, Expr
from interpreter.ir.kinds import Sort
from interpreter.ir.model import CellInfo, EVERYBODY
from interpreter.lower.scope import Context, MOST
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.source import Span

FAMILY = "repeated position"
TWICE = 2


def repeated(ctx: Context, times: ast.Number | None, span: Span) -> Expr:
    """repeated position, repeated position 3 times"""
    if not any(routine.sort == Sort.TURN for routine in ctx.spec.routines):
        return ctx.wrong(codes.NO_TURN, span)
    if times is not None and times.value < TWICE:
        thing = "how often a position is there"
        return ctx.wrong(codes.OUT_OF_RANGE, times.span, thing=thing, low=TWICE, high=MOST, got=times.value)
    if ctx.repeats < 0:
        ctx.repeats = len(ctx.spec.cells)
        ctx.spec.cells.append(CellInfo("", "", t.NUMBER, 0, -1, EVERYBODY, FAMILY))
    often = Const(TWICE if times is None else times.value, type=t.NUMBER, span=span)
    return ir.Compared(">=", _cell(ctx, span), often, type=t.BOOL, span=span)


def _cell(ctx: Context, span: Span) -> ir.Cell:
    return ir.Cell(ctx.repeats, (), None, FAMILY, type=t.NUMBER, span=span)


def note_turns(ctx: Context) -> None:
    """A Remember before everything else that a turn does, if some rule asks."""
    if ctx.repeats < 0:
        return
    spec = ctx.spec
    alike, marks = _alike(ctx), _marks(ctx)
    on_things = {cell for own in marks for cell in own}
    cells = tuple(k for k, info in enumerate(spec.cells) if info.name and info.sees == EVERYBODY and k not in on_things)
    things = frozenset(k for k, info in enumerate(spec.cells) if _holds_things(ctx, info.type))
    for routine in spec.routines:
        if routine.sort == Sort.TURN:
            noted = ir.Remember(_cell(ctx, routine.span), alike, marks, cells, things, span=routine.span)
            noted.number, noted.next = len(spec.plan), routine.entry
            routine.entry = noted.number
            spec.plan.append(noted)
            spec.plan_routine.append(routine.number)


def _alike(ctx: Context) -> tuple[int, ...]:
    """For each component the first of its set that has the same owner and the same printed on it; one that holds zones is like
    no other."""
    first: dict[tuple[object, ...], int] = {}
    holding = {kind for kind, _ in ctx.layout.kind_zones}
    made: list[int] = []
    for one in ctx.spec.components:
        printed = tuple((name, values[one.number - base]) for (kind, name), (base, values, _) in ctx.layout.fields.items()
                        if kind == one.kind)
        apart = one.number if one.kind in holding else -1
        made.append(first.setdefault((one.set, one.owner, printed, apart), one.number))
    return tuple(made)


def _marks(ctx: Context) -> tuple[tuple[int, ...], ...]:
    """The open counters and states that stand on each component."""
    on: list[list[int]] = [[] for _ in ctx.spec.components]
    for (kind, _), family in ctx.layout.kind_cells.items():
        if ctx.world.is_space(kind) or family.sees != "public":
            continue
        stride, low = family.keys[0][3], family.keys[0][2]
        for thing in ctx.layout.members.get(kind, ()):
            start = family.base + (thing - low) * stride
            on[thing] += range(start, start + stride)
    return tuple(map(tuple, on))


def _holds_things(ctx: Context, type_: t.Type) -> bool:
    inner = t.element(type_) or type_
    inner = inner.of if isinstance(inner, t.OrNone) else inner
    return isinstance(inner, t.Kind) and not ctx.world.is_space(inner.name)
