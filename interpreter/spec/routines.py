"""Routines: set-up, play, phases, steps, effects, events, triggers and offers, each written with a frame of its own.

In:  a Context in which every routine, trigger and offer has been entered by spec/lower.py.
Out: the ops of each, at the end of the plan.

An effect that something listens to has two routines: its body, and the event around it, which offers, fires and goes on in
the order of language.md 2.9. The event is what calls lead to.
"""

from interpreter.core import types as t
from interpreter.core.frame import LOCALS
from interpreter.spec import operators, plan, questions, statements, values
from interpreter.spec.model import Routine
from interpreter.spec.plan import Const, Local
from interpreter.spec.scope import Bound, Context, Frame, Scope
from interpreter.spec.writer import Writer, block, bounds
from interpreter.syntax import ast

WRITE = statements.WRITE | questions.WRITE


def open_scope(ctx: Context, routine: Routine, cites=None, me: bool = True) -> Scope:
    """A fresh frame with the routine's parameters in its first slots."""
    scope = Scope(Frame(), me=me, routine=routine)
    scope.clauses = operators.clauses_of(ctx, cites)
    routine.clauses = scope.clauses
    for name, type_ in zip(routine.params, routine.types, strict=True):
        scope.bind(name, type_, "param", routine.span)
    return scope


def close(w: Writer, scope: Scope) -> None:
    """The end of a routine."""
    w.emit(plan.Return(span=w.routine.span))
    w.routine.slots, w.routine.size = tuple(scope.frame.types), scope.frame.size


def begin(ctx: Context, routine: Routine) -> Writer:
    """The writer of a routine whose first op comes next."""
    w = Writer(ctx, routine, WRITE)
    routine.entry = w.here()
    return w


def body(ctx: Context, routine: Routine, node, cites, me: bool = True) -> None:
    """Statements from the first to the last."""
    w, scope = begin(ctx, routine), open_scope(ctx, routine, cites, me)
    block(w, node, scope)
    routine.exit = w.here()
    close(w, scope)


def main(ctx: Context, routine: Routine) -> None:
    """First values, set-up, arming, play."""
    w, scope = begin(ctx, routine), open_scope(ctx, routine, me=False)
    first_values(w, scope)
    if ctx.spec.setup >= 0:
        w.emit(plan.Run(ctx.spec.setup, None, span=routine.span))
    w.emit(plan.Arm(span=routine.span))
    if ctx.spec.play >= 0:
        w.emit(plan.Run(ctx.spec.play, None, span=routine.span))
    close(w, scope)
    w.emit(plan.Rest(span=routine.span))


def first_values(w: Writer, scope: Scope) -> None:
    """The first value of every counter and state: at once where it is known, else by an op."""
    layout = w.ctx.layout
    tables = (layout.shared_cells, layout.player_cells, layout.kind_cells)
    for family in [f for table in tables for f in table.values()]:
        node = family.declaration.first
        total = _size(layout, family)
        found = values.value(w.ctx, node, scope, family.type)
        limits = bounds(w.ctx, family.type, found, family.declaration.name.text)
        for number in range(family.base, family.base + total):
            if isinstance(found, Const | plan.Option) and limits is None:
                object.__setattr__(w.ctx.spec.cells[number], "first", found.value)
            else:
                cell = plan.Cell(number, (), None, family.name, type=family.type, span=node.span)
                w.emit(plan.SetCell(cell, found, limits, span=node.span))


def _size(layout, family) -> int:
    total = 1
    for _, type_, _, _ in family.keys:
        total *= max(1, len(layout.values_of(type_)))
    return total


# ------------------------------------------------------------------ phases and steps


def phase(ctx: Context, routine: Routine, node: ast.Phase) -> None:
    """The steps in order; a turn begins and ends with an event."""
    w, scope = begin(ctx, routine), open_scope(ctx, routine, node.cites, me=True)
    limit = next((k for k in ctx.spec.limits if k.routine == routine.name), None)
    if limit is not None:
        w.emit(plan.Tick(limit.number, span=node.name.span))
    if routine.sort == "turn":
        _turn_event(w, "turn_begins", node)
    for k, (_, step) in enumerate(ast.documented(node.steps)):
        if k:
            questions.moment(w, "between_steps", scope, step.name.span, routine.name)
        _step_call(w, step, routine, scope)
    routine.exit = w.here()
    if routine.sort == "turn":
        _turn_event(w, "turn_ended", node)
    close(w, scope)


def _turn_event(w: Writer, name: str, node) -> None:
    event = w.ctx.routine(name, "event")
    me = plan.Me(type=t.SEAT, span=node.name.span)
    w.emit(plan.Call(event.number, (me,), (None,), -1, span=node.name.span))


def _step_call(w: Writer, step: ast.Step, routine: Routine, scope: Scope) -> None:
    made = w.ctx.routines["step", f"{routine.name}.{step.name.text}"]
    branch = None
    if isinstance(step.how, ast.OnlyIf):
        test = operators.condition(w.ctx, step.how.test, scope)
        branch = w.emit(plan.Branch(test, span=step.how.span))
    if made.together:
        w.emit(plan.Together(made.number, span=step.name.span))
    else:
        w.emit(plan.Run(made.number, None, span=step.name.span))
    if branch is not None:
        branch.otherwise = w.here()


def step(ctx: Context, routine: Routine, node: ast.Step, me: bool) -> None:
    """One step; what it binds is its own."""
    w = begin(ctx, routine)
    scope = open_scope(ctx, routine, node.cites, me or routine.together)
    _step_event(w, "step_begins", node)
    block(w, node.body, scope)
    routine.exit = w.here()
    _step_event(w, "step_ended", node)
    close(w, scope)


def _step_event(w, name, node) -> None:
    event = w.ctx.routine(name, "event")
    if event is not None:
        w.emit(plan.Call(event.number, (), (), -1, span=node.name.span))


# ------------------------------------------------------------------ events, triggers, offers


def event(ctx: Context, routine: Routine, effect: Routine | None) -> None:
    """Before, body or what stands instead of it, after: in the order of language.md 2.9."""
    w, scope = begin(ctx, routine), open_scope(ctx, routine)
    routine.clauses = effect.clauses if effect else ()
    result = scope.frame.slot(routine.gives or t.NOTHING)
    questions.moment(w, "before", scope, routine.span, routine.name)
    _fire(w, "before", routine)
    _instead_offers(w, scope, routine)
    w.emit(plan.Body(routine.name, effect.number if effect else -1, result, span=routine.span))
    _fire(w, "when", routine)
    questions.moment(w, "after", scope, routine.span, routine.name)
    if routine.gives is not None:
        w.emit(plan.Give(Local(result, type=routine.gives, span=routine.span), span=routine.span))
    routine.exit = w.here()
    close(w, scope)


def _fire(w: Writer, moment: str, routine: Routine) -> None:
    for trigger in w.ctx.spec.triggers:
        if trigger.moment == moment and trigger.event == routine.name:
            w.emit(plan.Fire(trigger.number, span=trigger.span))


def _instead_offers(w: Writer, scope: Scope, routine: Routine) -> None:
    questions.moment(w, "instead", scope, routine.span, routine.name)


def trigger(ctx: Context, made, node: ast.Trigger) -> None:
    """A trigger's body; its parameters are the event's, under the names it gives them."""
    routine = ctx.spec.routines[made.routine]
    w, scope = begin(ctx, routine), open_scope(ctx, routine, node.cites)
    gives = routine.gives if made.moment == "instead" else None
    passed = scope.frame.slot(gives) if gives is not None else -1
    block(w, node.body, scope)
    if gives is not None:
        w.emit(plan.Give(Local(passed, type=gives, span=node.span), span=node.span))
    close(w, scope)


def trigger_test(ctx: Context, made, node: ast.Trigger) -> None:
    """The test of a trigger, worked out in a frame that begins like its routine's."""
    routine = ctx.spec.routines[made.routine]
    scope = open_scope(ctx, routine, node.cites)
    each = getattr(node.moment, "each", None)
    if each is not None:
        made.each = values.value(ctx, each.source, scope)
    if node.moment.test is not None:
        made.test = operators.condition(ctx, node.moment.test, scope)
    made.size = scope.frame.size


def offer(ctx: Context, made, node: ast.Offer) -> None:
    """A free action: who may take it, when, and what it does."""
    routine = ctx.spec.routines[made.routine]
    scope = open_scope(ctx, routine, node.cites)
    if node.each is not None:
        made.each = values.value(ctx, node.each.source, scope)
        made.slot = LOCALS + len(routine.params) - 1
    if node.by is not None:
        made.by = ctx.expect(t.SEAT, values.value(ctx, node.by.seat, scope))
    if node.test is not None:
        made.test = operators.condition(ctx, node.test, scope)
    made.size = scope.frame.size
    w = begin(ctx, routine)
    block(w, node.body, scope)
    close(w, scope)


def route(ctx: Context, made, node: ast.Route) -> None:
    """The tests of a route's legs, all in one frame: the traveller, from, to, previous."""
    scope = Scope(Frame())
    board = ctx.spec.boards.get(node.board.text)
    space = t.Kind(board.kind) if board else t.UNKNOWN
    made.who = scope.bind(node.traveller.text, t.SEAT)
    made.a, made.b = scope.frame.slot(space), scope.frame.slot(space)
    made.previous = scope.bind("previous", t.OrNone(space))
    for _, leg in ast.documented(node.legs):
        inner = scope.inner(clauses=operators.clauses_of(ctx, leg.cites) or operators.clauses_of(ctx, node.cites))
        _leg(ctx, made, leg, inner, space)
    made.size = scope.frame.size


def _leg(ctx, made, leg, scope, space) -> None:
    if isinstance(leg, ast.LegStep | ast.LegHop):
        scope.names[leg.start.text] = Bound(made.a, space)
        scope.names[leg.end.text] = Bound(made.b, space)
    else:
        scope.names[leg.at.text] = Bound(made.b, space)
    test = operators.condition(ctx, leg.test, scope) if leg.test is not None else None
    guard = plan.Guard(test, "", leg.span.with_clauses(scope.clauses))
    kinds = {ast.LegStep: "steps", ast.LegHop: "hops", ast.LegMustStop: "must_stop", ast.LegMayStop: "may_stop"}
    getattr(made, kinds.get(type(leg), "may_not_end")).append(guard)
