"""From declarations to a Spec: what is numbered when, and how routines, triggers, free actions and results are written.

In:  a World, the folder of its data, how many people play, and what was chosen for options and data.
Out: the Context, whose `spec` is complete if the World's report has no errors.

First everything gets its number (seats, options, zones, cells, components, dice, tables, routines, triggers, offers), then
every body is written in a frame of its own, then gotos are led around and the places where `as soon as` triggers are looked
at are put in.
"""

from collections.abc import Mapping
from pathlib import Path

from interpreter import ir
from interpreter.core import types as t
from interpreter.core.frame import LOCALS
from interpreter.ir import Const, Local
from interpreter.ir.kinds import Sort, Timing
from interpreter.ir.model import Always, Criterion, Offer, Route, Routine, Score, Spec, Trigger
from interpreter.lower import (
    appearance,
    bound_data,
    calls,
    decisions,
    link,
    operators,
    repeated_position,
    signatures,
    statements,
    values,
)
from interpreter.lower.components import Given, NEW
from interpreter.lower.constants import Constants
from interpreter.lower.emitter import block, bounds, Writer
from interpreter.lower.layout import Layout
from interpreter.lower.scope import Bound, Context, Frame, Scope
from interpreter.lower.signatures import tables
from interpreter.lower.symbols import documented, Held, World
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.diagnostic import no_case

Leg = ast.LegStep | ast.LegHop | ast.LegMustStop | ast.LegMayStop | ast.LegMayNotEnd
WRITE = statements.WRITE | decisions.WRITE


def open_scope(ctx: Context, routine: Routine, cites: ast.Cites = None, me: bool = True) -> Scope:
    """A fresh frame with the routine's parameters in its first slots."""
    scope = Scope(Frame(), me=me, routine=routine)
    scope.clauses = operators.clauses_of(ctx, cites)
    routine.clauses = scope.clauses
    for name, type_ in zip(routine.params, routine.types, strict=True):
        scope.bind(name, type_, "param", routine.span)
    return scope


def close(w: Writer, scope: Scope) -> None:
    """The end of a routine."""
    w.emit(ir.Return(span=w.routine.span))
    w.routine.slots, w.routine.size = tuple(scope.frame.types), scope.frame.size


def begin(ctx: Context, routine: Routine) -> Writer:
    """The writer of a routine whose first op comes next."""
    w = Writer(ctx, routine, WRITE)
    routine.entry = w.here()
    return w


def write_body(ctx: Context, routine: Routine, node: tuple[ast.Node, ...], cites: ast.Cites, me: bool = True) -> None:
    """Statements from the first to the last."""
    w, scope = begin(ctx, routine), open_scope(ctx, routine, cites, me)
    block(w, node, scope)
    routine.exit = w.here()
    close(w, scope)


def write_main(ctx: Context, routine: Routine) -> None:
    """First values, set-up, arming, play."""
    w, scope = begin(ctx, routine), open_scope(ctx, routine, me=False)
    first_values(w, scope)
    if ctx.spec.setup >= 0:
        w.emit(ir.Run(ctx.spec.setup, None, span=routine.span))
    w.emit(ir.Arm(span=routine.span))
    if ctx.spec.play >= 0:
        w.emit(ir.Run(ctx.spec.play, None, span=routine.span))
    close(w, scope)
    w.emit(ir.Rest(span=routine.span))


def first_values(w: Writer, scope: Scope) -> None:
    """The first value of every counter and state: at once where it is known, else by an op."""
    layout = w.ctx.layout
    tables = (layout.shared_cells, layout.player_cells, layout.kind_cells)
    for family in [f for table in tables for f in table.values()]:
        declared = family.declaration
        if not isinstance(declared, Held):
            continue
        node = declared.first
        value = values.value(w.ctx, node, scope, family.type)
        limits = bounds(w.ctx, family.type, value, declared.name.text)
        for number in range(family.base, family.base + family.total):
            if isinstance(value, Const | ir.Option) and limits is None:
                object.__setattr__(w.ctx.spec.cells[number], "first", value.value)
            else:
                cell = ir.Cell(number, (), None, family.name, type=family.type, span=node.span)
                w.emit(ir.SetCell(cell, value, limits, span=node.span))


# ------------------------------------------------------------------ phases and steps


def write_phase(ctx: Context, routine: Routine, node: ast.Phase) -> None:
    """The steps in order; a turn begins and ends with an event."""
    w, scope = begin(ctx, routine), open_scope(ctx, routine, node.cites, me=True)
    limit = next((k for k in ctx.spec.limits if k.routine == routine.name), None)
    if limit is not None:
        w.emit(ir.Tick(limit.number, span=node.name.span))
    if routine.sort == Sort.TURN:
        _turn_event(w, "turn_begins", node)
    for k, (_, step) in enumerate(documented(node.steps, ast.Step)):
        if k:
            decisions.moment(w, "between_steps", scope, step.name.span, routine.name)
        _step_call(w, step, routine, scope)
    routine.exit = w.here()
    if routine.sort == Sort.TURN:
        _turn_event(w, "turn_ended", node)
    close(w, scope)


def _turn_event(w: Writer, name: str, node: ast.Phase) -> None:
    event = w.ctx.routines["event", name]
    me = ir.Me(type=t.SEAT, span=node.name.span)
    w.emit(ir.Call(event.number, (me,), (None,), -1, span=node.name.span))


def _step_call(w: Writer, step: ast.Step, routine: Routine, scope: Scope) -> None:
    inner = w.ctx.routines["step", f"{routine.name}.{step.name.text}"]
    branch = None
    if step.how is not None and step.how.test is not None:
        test = operators.condition(w.ctx, step.how.test, scope)
        branch = w.emit(ir.Branch(test, span=step.how.span))
    if inner.together:
        w.emit(ir.Together(inner.number, span=step.name.span))
    else:
        w.emit(ir.Run(inner.number, None, span=step.name.span))
    if branch is not None:
        branch.otherwise = w.here()


def write_step(ctx: Context, routine: Routine, node: ast.Step, me: bool) -> None:
    """One step; what it binds is its own."""
    w = begin(ctx, routine)
    scope = open_scope(ctx, routine, node.cites, me or routine.together)
    _step_event(w, "step_begins", node)
    block(w, node.body, scope)
    routine.exit = w.here()
    _step_event(w, "step_ended", node)
    close(w, scope)


def _step_event(w: Writer, name: str, node: ast.Step) -> None:
    event = w.ctx.routine(name, "event")
    if event is not None:
        w.emit(ir.Call(event.number, (), (), -1, span=node.name.span))


# ------------------------------------------------------------------ events, triggers, offers


def write_event(ctx: Context, routine: Routine, effect: Routine | None) -> None:
    """Before, body or what stands instead of it, after: in the order of language.md 2.9."""
    w, scope = begin(ctx, routine), open_scope(ctx, routine)
    routine.clauses = effect.clauses if effect else ()
    result = scope.frame.slot(routine.gives or t.NOTHING)
    decisions.moment(w, "before", scope, routine.span, routine.name)
    _fire(w, "before", routine)
    _instead_offers(w, scope, routine)
    w.emit(ir.Body(routine.name, effect.number if effect else -1, result, span=routine.span))
    _fire(w, "when", routine)
    decisions.moment(w, "after", scope, routine.span, routine.name)
    if routine.gives is not None:
        w.emit(ir.Give(Local(result, type=routine.gives, span=routine.span), span=routine.span))
    routine.exit = w.here()
    close(w, scope)


def _fire(w: Writer, moment: str, routine: Routine) -> None:
    for trigger in w.ctx.spec.triggers:
        if trigger.moment == moment and trigger.event == routine.name:
            w.emit(ir.Fire(trigger.number, span=trigger.span))


def _instead_offers(w: Writer, scope: Scope, routine: Routine) -> None:
    decisions.moment(w, "instead", scope, routine.span, routine.name)


def write_trigger(ctx: Context, trigger: Trigger, node: ast.Trigger) -> None:
    """A trigger's body; its parameters are the event's, under the names it gives them."""
    routine = ctx.spec.routines[trigger.routine]
    w, scope = begin(ctx, routine), open_scope(ctx, routine, node.cites)
    gives = routine.gives if trigger.moment == Timing.INSTEAD else None
    passed = scope.frame.slot(gives) if gives is not None else -1
    block(w, node.body, scope)
    if gives is not None:
        w.emit(ir.Give(Local(passed, type=gives, span=node.span), span=node.span))
    close(w, scope)


def write_trigger_test(ctx: Context, trigger: Trigger, node: ast.Trigger) -> None:
    """The test of a trigger, worked out in a frame that begins like its routine's."""
    routine = ctx.spec.routines[trigger.routine]
    scope = open_scope(ctx, routine, node.cites)
    each = getattr(node.moment, "each", None)
    if each is not None:
        trigger.each = _several(ctx, each, scope)
        trigger.in_seat_order = _all_players(trigger.each)
    if node.moment.test is not None:
        trigger.test = operators.condition(ctx, node.moment.test, scope)
    trigger.size = scope.frame.size


def _several(ctx: Context, each: ast.ForEachIn, scope: Scope) -> ir.Expr:
    """What a `for each` of a trigger or an offer goes through."""
    collection = operators.members(ctx, each.name, each.source, _without(scope, each.name))
    if t.element(collection.type) is None:
        return ctx.wrong(codes.NOT_A_COLLECTION, each.source.span, got=collection.type)
    return collection


def _all_players(each: ir.Expr) -> bool:
    """`players`, or some of them: no order is meant. Any other list has an order of its own."""
    while isinstance(each, ir.Those | ir.ThoseBest):
        each = each.source
    return isinstance(each, Const) and t.element(each.type) == t.SEAT


def _without(scope: Scope, name: ast.Ident) -> Scope:
    """The names that the collection of a `for each` can use: those around it, without the one that it binds."""
    inner = scope.inner()
    inner.names.pop(name.text, None)
    return inner


def write_offer(ctx: Context, offer: Offer, node: ast.Offer) -> None:
    """A free action: who may take it, when, and what it does."""
    routine = ctx.spec.routines[offer.routine]
    scope = open_scope(ctx, routine, node.cites)
    if node.each is not None:
        offer.each = _several(ctx, node.each, scope)
        offer.slot = LOCALS + len(routine.params) - 1
    if node.by is not None:
        offer.by = ctx.expect(t.SEAT, values.value(ctx, node.by.seat, scope))
    if node.test is not None:
        offer.test = operators.condition(ctx, node.test, scope)
    offer.size = scope.frame.size
    w = begin(ctx, routine)
    decisions.blind_offer(w, offer, offer.span)
    block(w, node.body, scope)
    close(w, scope)


def write_route(ctx: Context, route: Route, node: ast.Route) -> None:
    """The tests of a route's legs, all in one frame: the traveller, from, to, previous."""
    scope = Scope(Frame())
    board = ctx.spec.boards.get(node.board.text)
    space = t.Kind(board.kind) if board else t.UNKNOWN
    route.who = scope.bind(node.traveller.text, t.SEAT)
    route.a, route.b = scope.frame.slot(space), scope.frame.slot(space)
    route.previous = scope.bind("previous", t.OrNone(space))
    for _, leg in ast.documented(node.legs):
        if not isinstance(leg, Leg):
            raise no_case(leg)
        inner = scope.inner(clauses=operators.clauses_of(ctx, leg.cites) or operators.clauses_of(ctx, node.cites))
        _leg(ctx, route, leg, inner, space)
    route.size = scope.frame.size


def _leg(ctx: Context, route: Route, leg: Leg, scope: Scope, space: t.Type) -> None:
    if isinstance(leg, ast.LegStep | ast.LegHop):
        scope.names[leg.start.text] = Bound(route.a, space)
        scope.names[leg.end.text] = Bound(route.b, space)
    else:
        scope.names[leg.at.text] = Bound(route.b, space)
    test = operators.condition(ctx, leg.test, scope) if leg.test is not None else None
    guard = ir.Guard(test, "", leg.span.with_clauses(scope.clauses))
    kinds = {ast.LegStep: "steps", ast.LegHop: "hops", ast.LegMustStop: "must_stop", ast.LegMayStop: "may_stop"}
    getattr(route, kinds.get(type(leg), "may_not_end")).append(guard)


# ------------------------------------------------------------------ the whole way


def lower(
    world: World, folder: Path, people: int, chosen: Mapping[str, object], data: Mapping[str, Given | tuple[ast.GivenNew, ...]],
    names: tuple[str, ...] = (),
) -> Context:
    """Numbers and writes everything; whether it went well is in the world's report."""
    spec = Spec(world.game.name.text, world.game.title.text, _seats(world, people, names))
    spec.automatic = frozenset(spec.seats.index(s.name.text) for s in world.seat_names if s.automatic)
    spec.everyone = (1 << len(spec.seats)) - 1
    constants = Constants(world, len(spec.seats), chosen)
    constants.settle_options()
    spec.options = {name: value for name, (value, _) in constants.options.items()}
    spec.option_words = {name: spec.words(value, type_) for name, (value, type_) in constants.options.items()}
    given, new = {name: entry for name, entry in data.items() if not isinstance(entry, tuple)}, data.get(NEW)
    layout = Layout(world, constants, spec, folder, given, new if isinstance(new, tuple) else ())
    ctx = Context(world, constants, layout, spec, world.report)
    signatures.dice(ctx)
    layout.lay()
    signatures.routines(ctx)
    parts = "effects, events, triggers and steps"
    if not layout.room("routines", len(spec.routines), world.game.name.span, "this game has", parts):
        return ctx
    tables(ctx)
    _bodies(ctx)
    if not layout.room("plan", len(spec.plan), world.game.name.span, "this game has", "statements"):
        return ctx
    _results(ctx)
    appearance.drawn(ctx)
    repeated_position.note_turns(ctx)
    link.lead_around(spec)
    link.look(spec)
    link.count_returning(spec)
    link.keep_timeless(spec)
    spec.tabulate()
    spec.stores = [layout.store_of(c.number) for c in spec.components]
    spec.faceless = [world.kinds[c.kind].sort != "card" if c.kind in world.kinds else True for c in spec.components]
    return ctx


def _seats(world: World, people: int, names: tuple[str, ...]) -> tuple[str, ...]:
    """The names of the seats: people by the names given, else Seat1, Seat2 ...; then those the game names."""
    named = [s.name.text for s in world.seat_names]
    others = max(0, people - sum(1 for s in world.seat_names if not s.automatic))
    return tuple([*names[:others], *(f"Seat{k}" for k in range(len(names) + 1, others + 1)), *named])


# ------------------------------------------------------------------ bodies and results


def _bodies(ctx: Context) -> None:
    world, spec = ctx.world, ctx.spec
    by_name = {g.name: g for g in spec.triggers}
    for name, node in world.triggers.items():
        write_trigger_test(ctx, by_name[name], node)
    for route, declared in zip(spec.routes, world.routes.values(), strict=True):
        write_route(ctx, route, declared)
    write_main(ctx, ctx.routines["main", "main"])
    for sort, body in (("setup", world.setup), ("play", world.play)):
        if body is not None:
            write_body(ctx, ctx.routines[sort, sort], body.body, body.cites, me=False)
    for phase in world.phases.values():
        write_phase(ctx, ctx.routines[phase.sort, phase.name.text], phase)
        for _, step in documented(phase.steps, ast.Step):
            write_step(ctx, ctx.routines["step", f"{phase.name.text}.{step.name.text}"], step, True)
    for effect in world.effects.values():
        write_body(ctx, ctx.routines["effect", effect.name.text], effect.body, effect.cites)
    for (sort, name), event in list(ctx.routines.items()):
        if sort == "event":
            write_event(ctx, event, ctx.routines.get(("effect", name)))
    for name, node in world.triggers.items():
        write_trigger(ctx, by_name[name], node)
    for offer, action in zip(spec.offers, world.offers.values(), strict=True):
        write_offer(ctx, offer, action)


def _results(ctx: Context) -> None:
    for name, node in ctx.world.scores.items():
        scope = Scope(Frame(), clauses=operators.clauses_of(ctx, node.cites))
        lines = node.value.lines if isinstance(node.value, ast.CaseLines) else None
        value = calls.cases(ctx, lines, node.name, node.value.span, scope) if lines else values.value(ctx, node.value, scope)
        value = ctx.expect(t.NUMBER, value)
        ctx.spec.scores.append(Score(name, value, scope.frame.size, node.span.with_clauses(scope.clauses)))
    ctx.spec.always += [_always(ctx, line) for line in ctx.world.always]
    bound_data.note_bounds(ctx)
    ctx.spec.required += [_always(ctx, line) for line in ctx.world.required]
    if ctx.world.winner is not None:
        ctx.spec.winner += [_criterion(ctx, criterion, ctx.world.winner.cites) for criterion in ctx.world.winner.criteria]
    for define in ctx.world.defines.values():
        if define not in ctx.used:                        # looked at all the same, with whatever its parameters are
            calls.definition(ctx, define, tuple(_of_param(ctx, p) for p in define.params or ()), True, define.span)


def _always(ctx: Context, line: ast.Always | ast.Require) -> Always:
    scope = Scope(Frame(), me=False, clauses=operators.clauses_of(ctx, line.cites))
    test = operators.condition(ctx, line.test, scope)
    return Always(line.about.text, test, scope.frame.size, line.span.with_clauses(scope.clauses))


def _of_param(ctx: Context, param: ast.Param) -> t.Type:
    return ctx.constants.type_of(param.type) if param.type is not None else t.UNKNOWN


def _criterion(ctx: Context, node: ast.Node, cites: ast.Cites) -> Criterion:
    span = node.span.with_clauses(operators.clauses_of(ctx, cites))
    if not isinstance(node, ast.Best):
        return Criterion("shared" if isinstance(node, ast.Shared) else "nobody", None, 0, span)
    scope = Scope(Frame())
    value = ctx.expect(t.NUMBER, values.value(ctx, node.value, scope))
    return Criterion(node.which, value, scope.frame.size, span)
