"""Statements: each becomes a numbered op; blocks, loops and branches know where they go on.

In:  one statement, the Scope it stands in, and the Writer of its routine.
Out: ops at the end of the plan. Asking and chance are in lower/decisions.py.
"""

from interpreter import ir
from interpreter.core import types as t
from interpreter.ir import Expr
from interpreter.ir.kinds import Sort, Timing
from interpreter.ir.model import Routine
from interpreter.lower import operators, values
from interpreter.lower.emitter import bind, block, bounds, Limits, proceed, statement, wrapper, Write, Writer
from interpreter.lower.scope import Scope
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.diagnostic import suggestion
from interpreter.text.source import Span
from interpreter.variant.edits import Wrapper

# ------------------------------------------------------------------ names and numbers


def rule(w: Writer, node: ast.Rule, scope: Scope, span: Span) -> None:
    for _, inner in ast.documented(node.body):
        statement(w, inner, scope)


def let(w: Writer, node: ast.Let, scope: Scope, span: Span) -> None:
    value = values.value(w.ctx, node.value, scope)
    w.emit(ir.Let(bind(w, node.name, value.type, scope, "let"), value, span=span))


def set_(w: Writer, node: ast.Set, scope: Scope, span: Span) -> None:
    target = values.place_or_value(w.ctx, node.target, scope)
    value = values.value(w.ctx, node.value, scope, target.type)
    thing = node.target.span.text
    match target:
        case ir.Cell():
            w.emit(ir.SetCell(target, value, bounds(w.ctx, target.type, value, thing), span=span))
        case ir.Local(slot=slot) if _changeable(node.target, scope):
            w.emit(ir.Let(slot, value, bounds(w.ctx, target.type, value, thing), span=span))
        case _:
            _not_changeable(w, node.target, target, scope)


def _changeable(node: ast.Node, scope: Scope) -> bool:
    """A `let` can be set anew; a parameter only in a `before` trigger."""
    how = scope.names[node.text].how if isinstance(node, ast.Name) and node.text in scope.names else ""
    before = scope.routine is not None and scope.routine.sort == Sort.BEFORE
    return how == "let" or (how == "param" and before)


def _not_changeable(w: Writer, node: ast.Node, target: Expr, scope: Scope) -> None:
    if isinstance(target, ir.Local) and isinstance(node, ast.Name) and scope.names[node.text].how == "param":
        w.ctx.report.add(codes.SET_ARGUMENT, node.span, name=node.text)
    elif not isinstance(target.type, t.Unknown):
        w.ctx.report.add(codes.NOT_CHANGEABLE, node.span, name=node.span.text, what=str(target.type))


def adjust(w: Writer, node: ast.Raise | ast.Lower, scope: Scope, span: Span) -> None:
    sign, verb = (1, "raise") if isinstance(node, ast.Raise) else (-1, "lower")
    target = values.place_or_value(w.ctx, node.target, scope)
    amount = w.ctx.expect(t.NUMBER, values.value(w.ctx, node.by, scope))
    bound = w.ctx.expect(t.NUMBER, values.value(w.ctx, node.bound, scope)) if node.bound is not None else None
    match target:
        case ir.Cell(type=t.Int(int(low), int(high))):
            if bound is None:
                _too_far(w, node, amount, high - low)
            w.emit(ir.Adjust(target, amount, sign, bound, low, high, span=span))
        case ir.Local(slot=slot) if _changeable(node.target, scope):
            w.emit(ir.AdjustLocal(slot, amount, sign, bound, span=span))
        case ir.Cell(type=t.Unknown()):
            pass
        case ir.Cell():
            w.ctx.report.add(codes.NOT_A_NUMBER, node.target.span, got=target.type, help=f"`{verb}` changes a counter")
        case _:
            _not_changeable(w, node.target, target, scope)


def _too_far(w: Writer, node: ast.Raise | ast.Lower, amount: Expr, most: int) -> None:
    """More at once than the counter's whole range."""
    if isinstance(amount.type, t.Int) and amount.type.low is not None and amount.type.low > most:
        w.ctx.report.add(codes.OUT_OF_RANGE, node.by.span, thing="the change", low=0, high=most, got=amount.type)


# ------------------------------------------------------------------ moving things


def zone(w: Writer, node: ast.Node, scope: Scope, verb: str = "move things to") -> Expr:
    """A place to move to or draw from; `verb` is what is done with it."""
    place = values.place_or_value(w.ctx, node, scope)
    if isinstance(place, ir.ZoneAt | ir.PlaceOf) or isinstance(place.type, t.Unknown | t.Place):
        return place
    if isinstance(place.type, t.Kind) and w.ctx.world.is_space(place.type.name):
        return place
    of_set = isinstance(node, ast.Name) and node.text in w.ctx.layout.sets
    help_ = f"`{node.span.text}` is a component set; move it into a zone first" if of_set else None
    return w.ctx.wrong(codes.NOT_A_ZONE, node.span, got=place.type, verb=verb, help=help_)


def things(w: Writer, node: ast.Node, scope: Scope) -> Expr:
    """What is moved or revealed: one component, a collection of them, or all that lies in a zone."""
    moved = values.value(w.ctx, node, scope)
    inner = t.element(moved.type) or moved.type
    if _is_space(w, inner):
        return w.ctx.wrong(codes.NOT_MOVABLE, node.span, what=f"`{node.span.text}`", got=inner)
    if not isinstance(inner, t.Kind | t.Unknown | t.OrNone):
        return w.ctx.wrong(codes.WRONG_TYPE, node.span, wanted="things to move", got=moved.type)
    return moved


def _is_space(w: Writer, type_: t.Type) -> bool:
    return isinstance(type_, t.Kind) and w.ctx.world.is_space(type_.name)


def _same_kind(w: Writer, moved: Expr, to: Expr, node: ast.Node) -> None:
    inner = t.element(moved.type) or moved.type
    if isinstance(inner, t.Kind) and isinstance(to.type, t.Zone) and to.type.kind != inner.name:
        w.ctx.report.add(codes.WRONG_TYPE, node.span, wanted=f"something for a zone of {to.type.kind}", got=inner)


def move(w: Writer, node: ast.Move, scope: Scope, span: Span) -> None:
    moved, to = things(w, node.things, scope), zone(w, node.to, scope)
    _same_kind(w, moved, to, node.things)
    end = (node.end or "").removesuffix(" of")
    if end and isinstance(to.type, t.Zone) and not to.type.ordered:
        w.ctx.report.add(codes.WRONG_ORDER, node.to.span, what=f"`{node.to.span.text}`, a heap,")
    face = (node.face or "").removeprefix("face ")
    slot = _moved_slot(w, scope)
    w.emit(ir.Move(moved, to, end, face, node.if_possible is not None, slot, span=span))
    _each_moved(w, slot, span)


def draw(w: Writer, node: ast.Draw, scope: Scope, span: Span) -> None:
    single = isinstance(node.count, ast.One)
    count = ir.Const(1, type=t.NUMBER, span=span) if single else values.value(w.ctx, node.count, scope, t.NUMBER)
    w.ctx.expect(t.NUMBER, count)
    source, to = zone(w, node.source, scope, "draw from"), zone(w, node.to, scope)
    kind = t.Kind(source.type.kind) if isinstance(source.type, t.Zone) else t.UNKNOWN
    _same_kind(w, source, to, node.source)
    progress = scope.frame.slot(t.DRAWING)
    perhaps = t.OrNone(kind) if node.if_possible is not None and isinstance(kind, t.Kind) else kind
    name = bind(w, node.name, perhaps if single else t.List(kind), scope) if node.name else -1
    w.emit(ir.Draw(count, source, to, progress, name, single, node.if_possible is not None, span=span))
    _each_moved(w, progress, span)


def shuffle(w: Writer, node: ast.Shuffle, scope: Scope, span: Span) -> None:
    shuffled = zone(w, node.zone, scope, "shuffle")
    into = zone(w, node.into, scope) if node.into is not None else None
    if into is not None:
        _same_kind(w, shuffled, into, node.zone)
    slot = _moved_slot(w, scope) if into is not None else -1
    w.emit(ir.Shuffle(shuffled, into, slot, span=span))
    _each_moved(w, slot, span)


def _moved_slot(w: Writer, scope: Scope) -> int:
    """Where what has moved is kept for `moved`, if anything listens to it."""
    return scope.frame.slot(t.MOVED) if w.ctx.routine("moved", "event") else -1


def _each_moved(w: Writer, slot: int, span: Span) -> None:
    event = w.ctx.routine("moved", "event")
    if event is not None and slot >= 0:
        w.emit(ir.EachMoved(slot, event.number, span=span))


def swap(w: Writer, node: ast.Swap, scope: Scope, span: Span) -> None:
    slot = _moved_slot(w, scope)
    first, second = zone(w, node.first, scope, "swap"), zone(w, node.second, scope, "swap")
    _same_kind(w, first, second, node.first)
    w.emit(ir.Swap(first, second, slot, span=span))
    _each_moved(w, slot, span)


def reveal(w: Writer, node: ast.Reveal, scope: Scope, span: Span) -> None:
    to = w.ctx.expect(t.SEAT, values.value(w.ctx, node.to, scope)) if node.to is not None else None
    w.emit(ir.Reveal(things(w, node.things, scope), to, span=span))


# ------------------------------------------------------------------ ways


def if_(w: Writer, node: ast.If, scope: Scope, span: Span) -> None:
    ends: list[ir.Goto] = []
    for test, body in node.branches:
        branch = w.emit(ir.Branch(operators.condition(w.ctx, test, scope), span=test.span.with_clauses(scope.clauses)))
        block(w, body, scope)
        ends.append(w.goto(span))
        branch.otherwise = w.here()
    block(w, node.otherwise, scope)
    _meet(w, ends)


def _meet(w: Writer, ends: list[ir.Goto]) -> None:
    for op in ends:
        op.next = w.here()


def depending(w: Writer, node: ast.Depending, scope: Scope, span: Span) -> None:
    subject = values.value(w.ctx, node.value, scope)
    select = w.emit(ir.Select(subject, [], span=span))
    ends: list[ir.Goto] = []
    seen: list[object] = []
    for branch in node.branches:
        clauses = operators.clauses_of(w.ctx, branch.cites) or scope.clauses
        cases = tuple(w.ctx.expect(subject.type, values.value(w.ctx, v, scope, subject.type)) for v in branch.values)
        for case in cases:
            if isinstance(case, ir.Const) and case.value in seen:
                w.ctx.report.add(codes.TABLE_ROW_TWICE, case.span, name="depending on", key=case.span.text)
        seen += [c.value for c in cases if isinstance(c, ir.Const)]
        select.branches.append((cases, w.here()))
        block(w, branch.body, scope.inner(clauses=clauses))
        ends.append(w.goto(span))
    if node.otherwise is not None:
        select.otherwise = w.here()
        block(w, node.otherwise, scope)
    else:
        _covered(w, node, subject, seen)
    _meet(w, ends)


def _covered(w: Writer, node: ast.Depending, subject: Expr, seen: list[object]) -> None:
    if isinstance(subject.type, t.Unknown):
        return
    few = isinstance(subject.type, t.Enum | t.Bool) or (isinstance(subject.type, t.Int) and _few(subject.type))
    wanted = w.ctx.layout.values_of(subject.type) if few else None
    missing = [w.ctx.spec.words(v, subject.type) for v in wanted if v not in seen] if wanted else ["otherwise"]
    if missing:
        w.ctx.report.add(codes.DEPENDING_NOT_COVERED, node.value.span, missing=", ".join(missing))


def _few(type_: t.Int) -> bool:
    """A range short enough to be written out branch by branch."""
    return type_.low is not None and type_.high is not None and type_.high - type_.low < 30


def for_each(w: Writer, node: ast.ForEach, scope: Scope, span: Span) -> None:
    source = operators.members(w.ctx, node.name, node.source, scope)
    if t.element(source.type) is None:
        w.ctx.report.add(codes.NOT_A_COLLECTION, node.source.span, got=source.type)
    _loop(w, source, node.name, t.element(source.type) or t.UNKNOWN, node.body, scope, span)


def repeat_times(w: Writer, node: ast.RepeatTimes, scope: Scope, span: Span) -> None:
    count = w.ctx.expect(t.NUMBER, values.value(w.ctx, node.count, scope))
    first = ir.Const(1, type=t.NUMBER, span=span)
    operators.short_enough(w.ctx, (first, count), node.count.span)
    _loop(w, ir.Interval(first, count, type=t.List(t.NUMBER), span=span), None, t.NUMBER, node.body, scope, span)


def _loop(
    w: Writer, source: Expr, name: ast.Ident | None, type_: t.Type, body: tuple[ast.Node, ...], scope: Scope, span: Span
) -> None:
    """The body once for each member of `source`, under this name if there is one."""
    slot, inner = scope.frame.slot(t.List(type_)), scope.inner()
    w.emit(ir.Begin(source, slot, span=span))
    member = bind(w, name, type_, inner, "each") if name else scope.frame.slot(type_)
    head = w.emit(ir.Each(slot, member, span=span))
    block(w, body, inner)
    w.goto(span, head.number)
    head.otherwise = w.here()


def repeat_until(w: Writer, node: ast.RepeatUntil, scope: Scope, span: Span) -> None:
    """The test is made before the first time, too: nothing is done that need not be."""
    test = operators.condition(w.ctx, node.test, scope)
    negated = ir.Not(test, type=t.BOOL, span=test.span)
    _while(w, negated, node.body, scope, span)


def while_(w: Writer, node: ast.While, scope: Scope, span: Span) -> None:
    _while(w, operators.condition(w.ctx, node.test, scope), node.body, scope, span)


def _while(w: Writer, test: Expr, body: tuple[ast.Node, ...], scope: Scope, span: Span) -> None:
    head = w.emit(ir.Branch(test, span=span))
    block(w, body, scope)
    w.goto(span, head.number)
    head.otherwise = w.here()


def run(w: Writer, node: ast.Run, scope: Scope, span: Span) -> None:
    routine = w.ctx.routine(node.name.text, "phase", "turn")
    if routine is None:
        help_ = suggestion(node.name.text, w.ctx.world.phases)
        w.ctx.report.add(codes.NO_SUCH_PHASE, node.name.span, name=node.name.text, help=help_)
        return
    seat = w.ctx.expect(t.SEAT, values.value(w.ctx, node.seat, scope)) if node.seat is not None else None
    w.ctx.used.add(w.ctx.world.phases[node.name.text])
    w.emit(ir.Run(routine.number, seat, span=span))


def end(w: Writer, node: ast.End, scope: Scope, span: Span) -> None:
    winner = None
    if node.winner is not None and node.what != "game":
        w.ctx.report.add(codes.WRONG_TYPE, node.winner.span, wanted="`end game`", got=f"`end {node.what}`")
    elif node.winner is not None:
        winner = values.value(w.ctx, node.winner, scope, t.OrNone(t.SEAT))
        several = t.element(winner.type) is not None
        w.ctx.expect(t.Set(t.SEAT) if several else t.OrNone(t.SEAT), winner)
    w.emit(ir.End(node.what, winner, span=span))


def give(w: Writer, node: ast.Give, scope: Scope, span: Span) -> None:
    routine = scope.routine
    wanted = routine.gives if routine is not None and routine.sort in (Sort.EFFECT, Sort.INSTEAD) else None
    given = values.value(w.ctx, node.value, scope, wanted)
    if wanted is None:
        w.ctx.report.add(codes.GIVES_NOTHING, node.span, name=routine.name if routine else "this")
        return
    limits = bounds(w.ctx, wanted, given, "what is given")
    if w.holds:
        slot = scope.frame.slot(given.type)
        w.emit(ir.Let(slot, given, limits, span=span))
        given, limits = ir.Local(slot, type=given.type, span=span), None
        for numbers in reversed(w.holds):                     # giving ends the blocks, and what they hold is looked at
            w.emit(ir.Released(numbers, span=span))
    w.emit(ir.Give(given, limits, span=span))


def call(w: Writer, node: ast.Call | ast.Announce, scope: Scope, span: Span) -> None:
    text = node.name.text
    routine = w.ctx.routine(text, "event", "effect")
    if routine is None:
        _no_such_effect(w, node.name)
        for arg in node.args or ():
            values.value(w.ctx, arg, scope)
        return
    declared = w.ctx.world.effects.get(text) or w.ctx.world.events.get(text)
    if declared is not None:
        w.ctx.used.add(declared)
    args, limits = arguments(w, node.args or (), routine, scope, span)
    result = getattr(node, "result", None)
    if result is not None and routine.gives is None:
        w.ctx.report.add(codes.GIVES_NOTHING, result.span, name=text)
    slot = bind(w, result, routine.gives or t.UNKNOWN, scope) if result is not None else -1
    w.emit(ir.Call(routine.number, args, limits, slot, span=span))


def _no_such_effect(w: Writer, name: ast.Ident) -> None:
    help_ = suggestion(name.text, [*w.ctx.world.effects, *w.ctx.world.events])
    if name.text in w.ctx.world.phases:
        help_ = f"to carry out a phase write `run {name.text}`"
    w.ctx.report.add(codes.NO_SUCH_EFFECT, name.span, name=name.text, help=help_)


def arguments(
    w: Writer, nodes: tuple[ast.Node, ...], routine: Routine, scope: Scope, span: Span
) -> tuple[tuple[Expr, ...], tuple[Limits, ...]]:
    """The values for a routine's parameters, and the ranges to look at in play."""
    if len(nodes) != len(routine.types):
        w.ctx.report.add(codes.ARGUMENT_COUNT, span, name=routine.name, wanted=len(routine.types), got=len(nodes))
        return (), ()
    given = tuple(values.value(w.ctx, a, scope, type_) for a, type_ in zip(nodes, routine.types, strict=True))
    named = zip(routine.types, given, routine.params, strict=True)
    return given, tuple(bounds(w.ctx, type_, f, name) for type_, f, name in named)


def hold(w: Writer, node: ast.Hold, scope: Scope, span: Span) -> None:
    held = {n for outer in w.holds for n in outer}            # what an outer block holds is let go by that one
    numbers = tuple(sorted(n for name in node.names if (n := _holdable(w, name)) is not None and n not in held))
    w.emit(ir.Held(numbers, span=span))
    w.holds.append(numbers)
    block(w, node.body, scope)
    w.holds.pop()
    w.emit(ir.Released(numbers, span=span))


def _holdable(w: Writer, name: ast.Ident) -> int | None:
    trigger = next((g for g in w.ctx.spec.triggers if g.name == name.text), None)
    if trigger is None:
        help_ = suggestion(name.text, w.ctx.world.triggers)
        w.ctx.report.add(codes.NO_SUCH_TRIGGER, name.span, name=name.text, help=help_)
        return None
    if trigger.moment not in (Timing.WHEN, Timing.SOON):
        w.ctx.report.add(codes.CANNOT_HOLD, name.span, name=name.text, what=f"a `{trigger.moment}` trigger")
        return None
    return trigger.number


def require(w: Writer, node: ast.Require, scope: Scope, span: Span) -> None:
    w.emit(ir.Require(operators.condition(w.ctx, node.test, scope), node.about.text, span=span))


WRITE: dict[type, Write] = {
    ast.Rule: rule, ast.Let: let, ast.Set: set_, ast.Raise: adjust, ast.Lower: adjust, ast.Move: move, ast.Draw: draw,
    ast.Shuffle: shuffle, ast.Swap: swap, ast.Reveal: reveal, ast.If: if_, ast.Depending: depending,
    ast.ForEach: for_each, ast.RepeatTimes: repeat_times, ast.RepeatUntil: repeat_until, ast.While: while_, ast.Run: run,
    ast.End: end, ast.Give: give, ast.Call: call, ast.Announce: call, ast.Hold: hold, ast.Proceed: proceed,
    ast.Require: require, Wrapper: wrapper,
}
