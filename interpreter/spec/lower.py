"""The way from declarations to a Spec: what is numbered when, and what leads where.

In:  a World, the folder of its data, how many people play, and what was chosen for options and data.
Out: a Spec, or None with the reasons in the report; and the Context, for the checks.

First everything gets its number (seats, options, zones, cells, components, dice, tables, routines, triggers, offers), then
every body is written, then gotos are led around and the places where `as soon as` triggers are looked at are put in.
"""

from pathlib import Path

from interpreter.core import types as t
from interpreter.core.state import LOCALS
from interpreter.spec import operators, plan, routines, values
from interpreter.spec.constants import Constants
from interpreter.spec.data import read_table
from interpreter.spec.layout import Layout
from interpreter.spec.model import EVERYBODY, Always, CellInfo, Criterion, Die, Limit, Offer, Route, Routine, Score, Spec, Trigger
from interpreter.spec.reads import reads, timeless, touches, writes
from interpreter.spec.scope import Context, Frame, Scope
from interpreter.spec.world import World
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.render import suggestion

MOMENTS = {ast.When: "when", ast.Before: "before", ast.InsteadOf: "instead", ast.AsSoonAs: "soon"}
WINDOWS = {
    ast.During: "during", ast.DuringStep: "during_step", ast.BetweenSteps: "between_steps", ast.Beside: "beside",
    ast.BeforeRoll: "before_roll", ast.AfterRoll: "after_roll", ast.OfferBefore: "before", ast.OfferAfter: "after",
    ast.OfferInstead: "instead",
}
PAUSING = (plan.Ask, plan.Roll, plan.Pick, plan.Draw, plan.Shuffle)
SHARED_EVENTS = ("turn_begins", "turn_ended")
CORE_EVENTS = {"turn_begins": 1, "turn_ended": 1, "step_begins": 0, "step_ended": 0, "moved": 3, "rolled": 2}


def lower(world: World, folder: Path, people: int, chosen: dict, data: dict) -> Context:
    """Numbers and writes everything; whether it went well is in the world's report."""
    spec = Spec(world.game.name.text, world.game.title.text, _seats(world, people))
    spec.automatic = frozenset(spec.seats.index(s.name.text) for s in world.seat_names if s.automatic)
    spec.everyone = (1 << len(spec.seats)) - 1
    constants = Constants(world, len(spec.seats), chosen)
    constants.settle_options()
    spec.options = {name: value for name, (value, _) in constants.options.items()}
    spec.option_words = {name: spec.words(value, type_) for name, (value, type_) in constants.options.items()}
    layout = Layout(world, constants, spec, folder, data)
    ctx = Context(world, constants, layout, spec, world.report)
    _dice(ctx)
    layout.lay()
    _routines(ctx)
    _tables(ctx)
    _bodies(ctx)
    _results(ctx)
    _lead_around(spec)
    _look(spec)
    _count_returning(spec)
    _timeless(spec)
    spec.tabulate()
    spec.stores = [layout.store_of(c.number) for c in spec.components]
    spec.faceless = [world.kinds[c.kind].sort != "card" if c.kind in world.kinds else True for c in spec.components]
    return ctx


def _seats(world: World, people: int) -> tuple[str, ...]:
    """The names of the seats: those the game names, else Seat 1, Seat 2 ..."""
    named = [s.name.text for s in world.seat_names]
    others = max(0, people - sum(1 for s in world.seat_names if not s.automatic))
    return tuple([f"Seat{k}" for k in range(1, others + 1)] + named) if others else tuple(named)


# ------------------------------------------------------------------ numbers


def _dice(ctx: Context) -> None:
    for number, (name, one) in enumerate(ctx.world.dice.items()):
        type_ = ctx.constants.type_of(one.type) if one.type is not None else None
        faces = tuple(ctx.constants.value(f, type_) for f in one.faces)
        for node, face in zip(one.faces, faces, strict=True):
            if face is None:
                ctx.report.add(codes.NO_SUCH_VALUE, node.span, name=node.span.text, thing=type_ or "a number")
        known = [f for f in faces if f is not None] or [0]
        ctx.spec.dice.append(Die(number, name, type_ or t.Int(min(known), max(known)), tuple(f or 0 for f in faces)))


def _enter(ctx: Context, name: str, sort: str, params=(), types=(), gives=None, node=None, key: str = "") -> Routine:
    """A routine gets its number."""
    span = getattr(node, "name", node).span if node is not None else ctx.world.game.span
    made = Routine(len(ctx.spec.routines), name, sort, tuple(params), tuple(types), gives, span=span)
    made.doc = ctx.world.docs.get(node, "")
    ctx.spec.routines.append(made)
    ctx.routines[sort, key or name] = made
    return made


def _signature(ctx: Context, node) -> tuple[tuple, tuple]:
    params = node.params or ()
    types = tuple(ctx.constants.type_of(p.type) if p.type is not None else _untyped(ctx, p) for p in params)
    return tuple(p.name.text for p in params), types


def _untyped(ctx, param) -> t.Type:
    ctx.report.add(codes.UNKNOWN_TYPE, param.span, name=param.name.text)
    return t.UNKNOWN


def _routines(ctx: Context) -> None:
    world, spec = ctx.world, ctx.spec
    _enter(ctx, "main", "main")
    if world.setup is not None:
        spec.setup = _enter(ctx, "setup", "setup", node=world.setup).number
    if world.play is not None:
        spec.play = _enter(ctx, "play", "play", node=world.play).number
    else:
        ctx.report.add(codes.NO_PLAY, world.game.name.span)
    for node in world.phases.values():
        _phase(ctx, node)
    for node in world.effects.values():
        gives = ctx.constants.type_of(node.gives) if node.gives is not None else None
        _enter(ctx, node.name.text, "effect", *_signature(ctx, node), gives, node)
    for node in world.events.values():
        _enter(ctx, node.name.text, "event", *_signature(ctx, node), None, node)
    _listened(ctx)
    _triggers(ctx)
    _offers(ctx)
    _routes_and_limits(ctx)


def _phase(ctx, node: ast.Phase) -> None:
    _enter(ctx, node.name.text, node.sort, node=node)
    for doc, step in ast.documented(node.steps):
        key = f"{node.name.text}.{step.name.text}"
        if ("step", key) in ctx.routines:
            ctx.report.add(codes.DECLARED_TWICE, step.name.span, name=step.name.text, where=node.name.text)
        made = _enter(ctx, step.name.text, "step", node=step, key=key)
        made.parent, made.doc = node.name.text, doc
        made.together = isinstance(step.how, ast.AtOnce)


def _listened(ctx: Context) -> None:
    """An event around every effect and core event that a trigger or offer names."""
    for name in SHARED_EVENTS:
        _core_event(ctx, name)
    moments = [g.moment for g in ctx.world.triggers.values()] + [o.window for o in ctx.world.offers.values()]
    for one in moments:
        occurrence = getattr(one, "event", None)
        if occurrence is not None:
            _listen(ctx, occurrence)


def _listen(ctx, occurrence: ast.Occurrence) -> None:
    name = occurrence.name.text
    if ("event", name) in ctx.routines:
        return
    effect = ctx.routines.get(("effect", name))
    if effect is not None:
        _enter(ctx, name, "event", effect.params, effect.types, effect.gives, ctx.world.effects[name])
    elif name in CORE_EVENTS:
        _core_event(ctx, name)
    else:
        help_ = suggestion(name, [*ctx.world.effects, *ctx.world.events, *CORE_EVENTS])
        ctx.report.add(codes.NO_SUCH_EFFECT, occurrence.name.span, name=name, help=help_)


def _core_event(ctx, name: str) -> None:
    match name:
        case "moved":
            kinds = {c.kind.text for c in ctx.world.components.values()}
            thing = t.Kind(kinds.pop()) if len(kinds) == 1 else t.Kind("thing")
            params, types = ("thing", "from", "to"), (thing, t.PLACE, t.PLACE)
        case "rolled":
            dice = t.Enum("die", tuple(d.name for d in ctx.spec.dice))
            for member in dice.members:
                ctx.world.members.setdefault(member, []).append(dice)
            faces = {d.type for d in ctx.spec.dice}
            params, types = ("die", "faces"), (dice, t.List(faces.pop() if len(faces) == 1 else t.UNKNOWN))
        case "turn_begins" | "turn_ended":
            params, types = ("p",), (t.SEAT,)
        case _:
            params, types = (), ()
    _enter(ctx, name, "event", params, types)


def _triggers(ctx: Context) -> None:
    for node in ctx.world.triggers.values():
        moment = MOMENTS[type(node.moment)]
        params, types, gives, event = _heard(ctx, getattr(node.moment, "event", None))
        each = getattr(node.moment, "each", None)
        if each is not None:
            params, types = (each.name.text,), (_element_of(ctx, each.source),)
        routine = _enter(ctx, node.name.text, moment, params, types, gives, node)
        span = node.name.span.with_clauses(operators.clauses_of(ctx, node.cites))
        made = Trigger(len(ctx.spec.triggers), node.name.text, moment, event, routine.number, span=span)
        if moment == "soon":
            each_values = ctx.layout.values_of(types[0]) if types else [0]
            made.armed, made.low = _hidden_cells(ctx, len(each_values)), each_values[0] if each_values else 0
            made.slot = LOCALS if types else -1
        ctx.spec.triggers.append(made)


def _element_of(ctx, node) -> t.Type:
    found = values.value(ctx, node, Scope(Frame()))
    return t.element(found.type) or t.UNKNOWN


def _hidden_cells(ctx, count: int) -> int:
    first = len(ctx.spec.cells)
    for _ in range(count):
        ctx.spec.cells.append(CellInfo("", "", t.NUMBER, 0, -1, EVERYBODY, "machine"))
    return first


def _heard(ctx, occurrence) -> tuple:
    """The parameters of the event a trigger or offer names, under the names it gives them."""
    if occurrence is None:
        return (), (), None, ""
    routine = ctx.routines.get(("event", occurrence.name.text))
    names = tuple(p.text for p in occurrence.params or ())
    if routine is None:
        return names, tuple(t.UNKNOWN for _ in names), None, ""
    if len(names) != len(routine.types):
        ctx.report.add(
            codes.ARGUMENT_COUNT, occurrence.span, name=routine.name, wanted=len(routine.types), got=len(names)
        )
        names = routine.params
    return names, routine.types, routine.gives, routine.name


def _offers(ctx: Context) -> None:
    for node in ctx.world.offers.values():
        window = WINDOWS[type(node.window)]
        params, types, _, event = _heard(ctx, getattr(node.window, "event", None))
        if node.each is not None:
            params, types = (*params, node.each.name.text), (*types, _element_of(ctx, node.each.source))
        routine = _enter(ctx, node.name.text, "offer", params, types, None, node)
        target = (event,) if event else _target(ctx, node.window)
        span = node.name.span.with_clauses(operators.clauses_of(ctx, node.cites))
        ctx.spec.offers.append(
            Offer(len(ctx.spec.offers), node.name.text, node.prompt.text, window, target, routine.number, span=span)
        )


def _target(ctx, window) -> tuple[str, ...]:
    match window:
        case ast.Beside(decisions):
            return tuple(d.text for d in decisions)
        case ast.During(phase) | ast.BetweenSteps(phase):
            _known_phase(ctx, phase)
            return (phase.text,)
        case ast.DuringStep(step, phase):
            if ("step", f"{phase.text}.{step.text}") not in ctx.routines:
                ctx.report.add(codes.NO_SUCH_STEP, step.span, name=step.text, where=phase.text)
            return (phase.text, step.text)
    return ()


def _known_phase(ctx, phase) -> None:
    if phase.text not in ctx.world.phases:
        help_ = suggestion(phase.text, ctx.world.phases)
        ctx.report.add(codes.NO_SUCH_PHASE, phase.span, name=phase.text, help=help_)


def _routes_and_limits(ctx: Context) -> None:
    for node in ctx.world.routes.values():
        if node.board.text not in ctx.spec.boards:
            help_ = suggestion(node.board.text, ctx.spec.boards)
            ctx.report.add(codes.NO_SUCH_BOARD, node.board.span, name=node.board.text, help=help_)
        made = Route(len(ctx.spec.routes), node.name.text, node.board.text, 0, -1, -1, -1, -1, span=node.name.span)
        ctx.spec.routes.append(made)
    for node in ctx.world.limits.values():
        _known_phase(ctx, node.name)
        made = Limit(
            len(ctx.spec.limits), node.name.text, node.count.value, node.about.text, _hidden_cells(ctx, 1), node.span
        )
        ctx.spec.limits.append(made)
    if ctx.world.nesting is not None:
        ctx.spec.nesting = ctx.world.nesting.count.value


# ------------------------------------------------------------------ tables


def _tables(ctx: Context) -> None:
    """Every table has its signature before any row is worked out, since a row may name a table."""
    for name, node in ctx.world.tables.items():
        keys = tuple(ctx.constants.type_of(p.type) if p.type is not None else _untyped(ctx, p) for p in node.params)
        slots = tuple(range(LOCALS, LOCALS + len(keys)))
        ctx.tables[name] = (keys, ctx.constants.type_of(node.type), {}, None, slots)
    for name, node in ctx.world.tables.items():
        keys, result, rows, _, slots = ctx.tables[name]
        otherwise = None
        if isinstance(node, ast.TableFile):
            rows.update(read_table(ctx.layout, node, keys, result))
        else:
            otherwise = _rows(ctx, node, keys, result, rows)
        ctx.tables[name] = (keys, result, rows, otherwise, slots)


def _rows(ctx, node: ast.Table, keys, result, rows):
    otherwise = None
    for _, row in ast.documented(node.rows):
        for entry in row.entries:
            if not entry.keys:
                otherwise = _otherwise(ctx, node, keys, result, entry)
                continue
            _row(ctx, node, keys, result, rows, entry)
    if otherwise is None:
        _complete(ctx, node, keys, rows)
    return otherwise


def _row(ctx, node, keys, result, rows, entry) -> None:
    if len(entry.keys) != len(keys):
        ctx.report.add(codes.TABLE_KEYS, entry.span, name=node.name.text, wanted=len(keys), got=len(entry.keys))
        return
    key = tuple(ctx.constants.value(k, type_) for k, type_ in zip(entry.keys, keys, strict=True))
    value = ctx.constants.value(entry.value, result)
    if None in key or value is None:
        node_ = entry.value if value is None else entry.keys[key.index(None)]
        ctx.report.add(codes.NO_SUCH_VALUE, node_.span, name=node_.span.text, thing=result if value is None else node.name.text)
        return
    if key in rows:
        ctx.report.add(codes.TABLE_ROW_TWICE, entry.span, name=node.name.text, key=entry.span.text)
    rows[key] = value


def _otherwise(ctx, node, keys, result, entry):
    scope = Scope(Frame(), me=False)
    for param, type_ in zip(node.params, keys, strict=True):
        scope.bind(param.name.text, type_, "param", param.span)
    found = ctx.expect(result, values.value(ctx, entry.value, scope, result))
    return found if scope.frame.size == LOCALS + len(keys) else plan.Choice(
        plan.Const(1, type=t.BOOL, span=found.span), found, found, type=found.type, span=found.span
    )


def _complete(ctx, node, keys, rows) -> None:
    combos = [()]
    for type_ in keys:
        combos = [c + (v,) for c in combos for v in ctx.layout.values_of(type_)]
    missing = [c for c in combos if c not in rows]
    if missing:
        shown = ", ".join(ctx.spec.words(v, k) for v, k in zip(missing[0], keys, strict=True))
        ctx.report.add(codes.TABLE_NOT_COVERED, node.name.span, name=node.name.text, missing=shown)


# ------------------------------------------------------------------ bodies and results


def _bodies(ctx: Context) -> None:
    world, spec = ctx.world, ctx.spec
    by_name = {g.name: g for g in spec.triggers}
    for name, node in world.triggers.items():
        routines.trigger_test(ctx, by_name[name], node)
    for made, node in zip(spec.routes, world.routes.values(), strict=True):
        routines.route(ctx, made, node)
    routines.main(ctx, ctx.routines["main", "main"])
    for sort, node in (("setup", world.setup), ("play", world.play)):
        if node is not None:
            routines.body(ctx, ctx.routines[sort, sort], node.body, node.cites, me=False)
    for node in world.phases.values():
        made = ctx.routines[node.sort, node.name.text]
        routines.phase(ctx, made, node)
        for _, step in ast.documented(node.steps):
            routines.step(ctx, ctx.routines["step", f"{node.name.text}.{step.name.text}"], step, True)
    for node in world.effects.values():
        routines.body(ctx, ctx.routines["effect", node.name.text], node.body, node.cites)
    for (sort, name), made in list(ctx.routines.items()):
        if sort == "event":
            routines.event(ctx, made, ctx.routines.get(("effect", name)))
    for name, node in world.triggers.items():
        routines.trigger(ctx, by_name[name], node)
    for made, node in zip(spec.offers, world.offers.values(), strict=True):
        routines.offer(ctx, made, node)


def _results(ctx: Context) -> None:
    for name, node in ctx.world.scores.items():
        scope = Scope(Frame(), clauses=operators.clauses_of(ctx, node.cites))
        found = ctx.expect(t.NUMBER, values.value(ctx, node.value, scope))
        ctx.spec.scores.append(Score(name, found, scope.frame.size, node.span.with_clauses(scope.clauses)))
    for node in ctx.world.always:
        scope = Scope(Frame(), me=False, clauses=operators.clauses_of(ctx, node.cites))
        test = operators.condition(ctx, node.test, scope)
        ctx.spec.always.append(Always(node.about.text, test, scope.frame.size, node.span.with_clauses(scope.clauses)))
    for node in ctx.world.winner.criteria if ctx.world.winner is not None else ():
        ctx.spec.winner.append(_criterion(ctx, node))
    for name, node in ctx.world.defines.items():
        if not node.params:
            values.use(ctx, name, (), Scope(Frame()), node.span)


def _criterion(ctx: Context, node) -> Criterion:
    span = node.span.with_clauses(operators.clauses_of(ctx, ctx.world.winner.cites))
    if not isinstance(node, ast.Best):
        return Criterion("shared" if isinstance(node, ast.Shared) else "nobody", None, 0, span)
    scope = Scope(Frame())
    found = ctx.expect(t.NUMBER, values.value(ctx, node.value, scope))
    return Criterion(node.which, found, scope.frame.size, span)


# ------------------------------------------------------------------ links between ops


def _lead_around(spec: Spec) -> None:
    """No way leads to a Goto any more."""
    def end(number: int) -> int:
        while 0 <= number < len(spec.plan) and isinstance(spec.plan[number], plan.Goto):
            number = spec.plan[number].next
        return number

    for op in spec.plan:
        op.next = end(op.next)
        if isinstance(op, plan.Branch | plan.Each | plan.Select | plan.Ask):
            op.otherwise = end(op.otherwise)
        if isinstance(op, plan.Select):
            op.branches = [(cases, end(start)) for cases, start in op.branches]
        if isinstance(op, plan.Menu):
            op.alternatives = [plan.Alternative(a.name, a.words, a.test, a.span, end(a.start)) for a in op.alternatives]
    for routine in spec.routines:
        routine.entry, routine.exit = end(routine.entry), end(routine.exit)


def _look(spec: Spec) -> None:
    """After every op that may change what an `as soon as` trigger reads, the trigger is looked at."""
    soon = [(g.number, reads(g.test) | (reads(g.each) if g.each is not None else set())) for g in spec.triggers
            if g.moment == "soon" and g.test is not None]
    for op in list(spec.plan) if soon else ():
        written = writes(op)
        woken = tuple(number for number, read in soon if written and touches(read, written))
        if isinstance(op, plan.Together):
            woken = tuple(number for number, _ in soon)
        if woken:
            _look_after(spec, op, woken)


def _look_after(spec: Spec, op, woken) -> None:
    """A Look between an op (and the `moved` that belongs to it) and what comes next."""
    last = spec.plan[op.next] if isinstance(spec.plan[op.next], plan.EachMoved) else op
    if isinstance(spec.plan[last.next], plan.Look):
        return
    look = plan.Look(woken, span=op.span)
    look.number, look.next = len(spec.plan), last.next
    last.next = look.number
    spec.plan.append(look)
    spec.plan_routine.append(spec.plan_routine[op.number])


def _count_returning(spec: Spec) -> None:
    """Effects that may come back to themselves have their open activations counted."""
    calls = called(spec)
    pausing = {spec.plan_routine[op.number] for op in spec.plan if isinstance(op, PAUSING)}
    for routine in spec.routines:
        routine.pauses = routine.number in pausing or any(reaches(calls, routine.number, other) for other in pausing)
        routine.counted = routine.sort in ("effect", "when", "before", "instead", "offer") and reaches(
            calls, routine.number, routine.number
        )


def _timeless(spec: Spec) -> None:
    """Defines of single things that read nothing on the table: their results are kept by the engine."""
    for define in spec.definitions:
        if define.value is not None and all(_single(x) for x in define.types) and timeless(define.value):
            define.known = {}


def _single(type_: t.Type) -> bool:
    inner = type_.of if isinstance(type_, t.OrNone) else type_
    return isinstance(inner, t.Int | t.Bool | t.Enum | t.Kind | t.Seat)


def called(spec: Spec) -> dict[int, set[int]]:
    """Which routines each routine may enter directly, triggers included."""
    found: dict[int, set[int]] = {r.number: set() for r in spec.routines}
    by_event: dict[str, set[int]] = {}
    soon = {g.number: g.routine for g in spec.triggers}
    for trigger in spec.triggers:
        by_event.setdefault(trigger.event, set()).add(trigger.routine)
    for op in spec.plan:
        here = found[spec.plan_routine[op.number]]
        match op:
            case plan.Call(routine=target) | plan.Run(routine=target) | plan.Together(routine=target):
                here.add(target)
            case plan.EachMoved(routine=target):
                here.add(target)
            case plan.Body(event=event, effect=effect):
                here |= by_event.get(event, set()) | ({effect} if effect >= 0 else set())
            case plan.Proceed(effect=effect) if effect >= 0:
                here.add(effect)
            case plan.Fire(trigger=number):
                here.add(soon[number])
            case plan.Look(triggers=numbers) | plan.Released(triggers=numbers):
                here |= {soon[n] for n in numbers}
    for routine in spec.routines:
        found[routine.number] |= _offers_beside(spec, routine)
    return found


def _offers_beside(spec: Spec, routine: Routine) -> set[int]:
    """The free actions that may be taken beside this routine's questions."""
    asks = [op for op in spec.plan if isinstance(op, plan.Ask) and spec.plan_routine[op.number] == routine.number]
    names = {op.name for op in asks}
    found = {n for op in asks for n in op.offers}
    found |= {o.number for o in spec.offers if o.window == "beside" and names & set(o.target)}
    found |= {o.number for o in spec.offers if o.window in ("during", "during_step") and asks}
    return {spec.offers[n].routine for n in found}


def reaches(calls: dict[int, set[int]], start: int, goal: int) -> bool:
    """Is there a way of one or more calls from one routine to another?"""
    seen, edge = set(), set(calls[start])
    while edge:
        if goal in edge:
            return True
        seen |= edge
        edge = {n for r in edge for n in calls[r]} - seen
    return False
