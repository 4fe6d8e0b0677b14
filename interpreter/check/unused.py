"""What is declared and never used, what can never happen, and zones into which things go and out of which no rule takes them.

In:  the Plan, the Context (which names were looked up) and the Rules (what was written in the game's own file).
Out: warnings; nothing else.

Only what the game's own file declares is looked at: a library is there to be used in part. What a scenario, strategy or
variant of the same file names counts as used.
"""

from collections.abc import Iterator

from interpreter import ir
from interpreter.check.control_flow import Plan
from interpreter.core import types as t
from interpreter.ir import Expr
from interpreter.ir.dependencies import every, read_by, reads, there, touches, values_of, writes
from interpreter.ir.kinds import Sort, Timing
from interpreter.lower.scope import Context
from interpreter.lower.symbols import Held, Named
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.diagnostic import listed, Report, suggestion
from interpreter.text.source import Source
from interpreter.variant.rules import Rules

CALLED = ("effect", "event", "phase", "turn")


def check_unused(plan: Plan, ctx: Context, rules: Rules, report: Report) -> None:
    """Routines, triggers and free actions, declarations, local names."""
    alive = plan.within([0])
    spoken = _spoken_of(rules)
    own = rules.own
    _routines(plan, ctx, alive, spoken, own, report)
    _triggers(plan, alive, own, report)
    _offers(plan, ctx, alive, own, report)
    _holds(plan, alive, report)
    for name, node in _declared(ctx):
        if node.span.source in own and node not in ctx.used and name not in spoken:
            report.add(codes.NEVER_USED, node.name.span, name=name)
    _lets(plan, ctx, own, report)


def _spoken_of(rules: Rules) -> set[str]:
    """Every name in a scenario, position, strategy or variant of the game's files."""
    nodes = [declaration for file, _ in rules.parts for declaration in file.declarations
             if isinstance(declaration, ast.Position | ast.Scenario | ast.Strategy | ast.Variant)]
    return {name.text for node in nodes for name in ast.walk(node) if isinstance(name, ast.Ident | ast.Name)}


def _routines(plan: Plan, ctx: Context, alive: set[int], spoken: set[str], own: set[Source], report: Report) -> None:
    for routine in plan.spec.routines:
        if routine.sort not in CALLED or routine.number in alive or routine.name in spoken:
            continue
        wrapped = ctx.routines.get(("event", routine.name))
        if routine.sort == Sort.EFFECT and wrapped is not None and wrapped.number in alive:
            continue                             # what stands in its place may never let it through
        if routine.span.source in own and not _core(ctx, routine):
            report.add(codes.NEVER_USED, routine.span, name=routine.name)


def _core(ctx: Context, routine) -> bool:
    return routine.sort == Sort.EVENT and routine.name not in ctx.world.events


def _triggers(plan: Plan, alive: set[int], own: set[Source], report: Report) -> None:
    """A trigger whose event nothing causes."""
    for trigger in plan.spec.triggers:
        event = plan.spec.routine(trigger.event, "event") if trigger.event else None
        if event is not None and event.number not in alive and trigger.span.source in own:
            report.add(codes.TRIGGER_NEVER, trigger.span, event=trigger.event)


# ------------------------------------------------------------------ free actions


def _offers(plan: Plan, ctx: Context, alive: set[int], own: set[Source], report: Report) -> None:
    """Decisions that do not exist, and windows that never open."""
    asked = {op.name: op for op in plan.spec.plan if isinstance(op, ir.Ask)}
    for offer in plan.spec.offers:
        window = ctx.world.offers[offer.name].window
        if isinstance(window, ast.Beside):
            for name in window.decisions:
                if name.text not in asked:
                    report.add(codes.NO_SUCH_DECISION, name.span, name=name.text, help=suggestion(name.text, asked))
        why = _closed(plan, offer, alive)
        if why and offer.span.source in own:
            report.add(codes.OFFER_WINDOW, offer.span, name=offer.name, window=why)


def _closed(plan: Plan, offer, alive: set[int]) -> str:
    """Why a window never opens; empty if it may."""
    ops = [op for op in plan.spec.plan if plan.spec.plan_routine[op.number] in alive]
    match offer.window:
        case "beside":
            asked = {op.name for op in plan.spec.plan if isinstance(op, ir.Ask)}
            if offer.target and set(offer.target) <= asked:
                known = {op.name for op in ops if isinstance(op, ir.Ask)}
                return "" if known & set(offer.target) else f"nothing asks {listed(offer.target, 'or')}"
        case "during" | "during_step":
            inside = [r for r in plan.spec.routines if _named(r, offer.target) and r.number in alive]
            around = plan.within([r.number for r in inside])
            asks = any(isinstance(op, ir.Ask) and not isinstance(op, ir.Moment) for n in around for op in plan.ops(n))
            return "" if asks else f"nobody is asked anything during `{offer.target[-1]}`"
        case "before_roll" | "after_roll":
            return "" if any(isinstance(op, ir.Roll) for op in ops) else "nothing is rolled"
        case _:
            offered = any(isinstance(op, ir.Moment) and offer.number in op.offers for op in ops)
            return "" if offered or not offer.target else f"`{offer.target[-1]}` never comes to that moment"
    return ""


def _named(routine, target: tuple[str, ...]) -> bool:
    if len(target) == 2:
        return routine.sort == Sort.STEP and (routine.parent, routine.name) == target
    return routine.sort in (Sort.PHASE, Sort.TURN) and (routine.name,) == target


# ------------------------------------------------------------------ holding what cannot wake


def _holds(plan: Plan, alive: set[int], report: Report) -> None:
    for op in plan.spec.plan:
        if not isinstance(op, ir.Held) or plan.spec.plan_routine[op.number] not in alive:
            continue
        released = {later.number for later in plan.ops(plan.routine_of(op))
                    if isinstance(later, ir.Released) and later.triggers == op.triggers}
        block = [plan.spec.plan[n] for n in plan.reached(op.next, stop=released)]
        inside = block + [entered for n in _entered(plan, op, block) for entered in plan.ops(n)]
        for number in op.triggers:
            if not _wakes(plan, plan.spec.triggers[number], inside):
                report.add(codes.HOLD_NOTHING, op.span, name=plan.spec.triggers[number].name)


def _entered(plan: Plan, op, block) -> set[int]:
    calls = plan.calls[plan.spec.plan_routine[op.number]]
    return plan.within([target for caller, target in calls if caller in block])


def _wakes(plan: Plan, trigger, ops) -> bool:
    if trigger.moment == Timing.SOON:
        read = reads(trigger.test)
        return any(touches(read, writes(op)) for op in ops)
    return any(isinstance(op, ir.Fire) and op.trigger == trigger.number for op in ops)


# ------------------------------------------------------------------ names


def _declared(ctx: Context) -> Iterator[tuple[str, Named]]:
    """Zones, counters, tables, defines, dice and routes, by name."""
    world = ctx.world
    for table in (world.zones, world.cells, world.player_zones, world.player_cells, world.tables, world.defines, world.dice):
        yield from table.items()
    for kind in world.kinds:
        for line in world.lines_of(kind, ast.Node):
            if isinstance(line, ast.Zone | Held):
                yield line.name.text, line


def _lets(plan: Plan, ctx: Context, own: set[Source], report: Report) -> None:
    """A `let` that no later line of its effect reads."""
    for routine in plan.spec.routines:
        ops = plan.ops(routine)
        read = {e.slot for op in ops for value in read_by(op) for e in every(value) if isinstance(e, ir.Local)}
        told = set()
        for op in ops:
            if not (isinstance(op, ir.Let) and op.span.text.startswith("let ") and op.span.source in own):
                continue
            if op.slot not in read and op.slot not in told:
                told.add(op.slot)
                report.add(codes.NEVER_USED, op.span, name=op.span.text[4:].split("=")[0].strip())


# ------------------------------------------------------------------ components that no rule finds again


LEGS = ("steps", "hops", "must_stop", "may_stop", "may_not_end")


def check_stranded(plan: Plan, report: Report) -> None:
    """The first line that puts something into each such zone."""
    alive = plan.within([0])
    ops = [op for number in sorted(alive) for op in plan.ops(number)]
    seen, kinds = _found(plan, ops), _gathered(plan, ops)
    closed = {zone.family for zone in plan.spec.zones if not zone.out and not zone.sees and zone.kind not in kinds}
    for op in sorted(ops, key=lambda op: op.span.start):
        for family in _into(op):
            if family in closed - seen:
                closed.discard(family)
                report.add(codes.STRANDED, op.span, zone=family.removeprefix("player."))


def _into(op: ir.Op) -> list[str]:
    """The zones that an op puts things into."""
    return [expr.family for to in there(op, op.does.filled) for expr in every(to) if isinstance(expr, ir.ZoneAt)]


def _found(plan: Plan, ops: list[ir.Op]) -> set[str]:
    """The zones that any rule looks at otherwise; what another is refilled from is looked at, too."""
    looked = {e.family for op in ops for value in _looked_at(op) for e in plan.every(value) if isinstance(e, ir.ZoneAt)}
    looked |= {e.family for value in _standing(plan) for e in plan.every(value) if isinstance(e, ir.ZoneAt)}
    return looked | {plan.spec.zones[zone.refill].family for zone in plan.spec.zones if zone.refill >= 0}


def _looked_at(op: ir.Op) -> Iterator[Expr]:
    """The values of an op without the place that things go to."""
    filled = list(there(op, op.does.filled))
    for value in values_of(op):
        if value not in filled:
            yield value


def _standing(plan: Plan) -> Iterator[Expr]:
    """The values that stand in no statement: tests of triggers and free actions, legs of routes, scores, who wins."""
    spec = plan.spec
    values = [value for trigger in spec.triggers for value in (trigger.test, trigger.each)]
    values += [value for offer in spec.offers for value in (offer.test, offer.each)]
    values += [leg.test for route in spec.routes for name in LEGS for leg in getattr(route, name)]
    values += [score.value for score in spec.scores] + [criterion.value for criterion in spec.winner]
    return (value for value in values if value is not None)


def _gathered(plan: Plan, ops: list[ir.Op]) -> set[str]:
    """The kinds of which rules of play, not of set-up, take all there are, wherever they lie."""
    kinds = set()
    for op in ops:
        if plan.routine_of(op).sort == Sort.SETUP:
            continue
        for value in _looked_at(op):
            for expr in plan.every(value):
                kind = t.element(expr.type)
                if isinstance(expr, ir.Const | ir.EveryPlace) and isinstance(kind, t.Kind):
                    kinds.add(kind.name)
    return kinds
