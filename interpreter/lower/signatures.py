"""Numbers before bodies: dice, routines, triggers, offers, routes and limits with their signatures; and tables with their rows.

In:  a Context whose World is gathered and whose options are settled.
Out: the lists of the Spec filled with what has no body yet, so that any body may name any of them; `ctx.tables`.
"""

from collections.abc import Iterator, Sequence

from attrs import evolve

from interpreter import ir
from interpreter.core import types as t
from interpreter.core.frame import LOCALS
from interpreter.ir import Expr
from interpreter.ir.kinds import Timing, Window
from interpreter.ir.model import CellInfo, Die, EVERYBODY, Limit, Offer, Route, Routine, Trigger
from interpreter.lower import operators, values
from interpreter.lower.components import read_table
from interpreter.lower.constants import Encoded, ends, TableRows
from interpreter.lower.scope import Context, Frame, Scope, TableParts
from interpreter.lower.symbols import documented, in_order, Tabled
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.diagnostic import suggestion
from interpreter.variant.edits import Files

MOMENTS = {ast.When: Timing.WHEN, ast.Before: Timing.BEFORE, ast.InsteadOf: Timing.INSTEAD, ast.AsSoonAs: Timing.SOON}
WINDOWS = {
    ast.During: Window.DURING, ast.DuringStep: Window.DURING_STEP, ast.BetweenSteps: Window.BETWEEN_STEPS,
    ast.Beside: Window.BESIDE, ast.BeforeRoll: Window.BEFORE_ROLL, ast.AfterRoll: Window.AFTER_ROLL,
    ast.OfferBefore: Window.BEFORE, ast.OfferAfter: Window.AFTER, ast.OfferInstead: Window.INSTEAD,
}
SHARED_EVENTS = ("turn_begins", "turn_ended")
CORE_EVENTS = {"turn_begins": 1, "turn_ended": 1, "step_begins": 0, "step_ended": 0, "moved": 3, "rolled": 2}

Heard = tuple[tuple[str, ...], tuple[t.Type, ...], t.Type | None, str]          # names, types, what is given, the event


def dice(ctx: Context) -> None:
    for number, (name, die) in enumerate(ctx.world.dice.items()):
        type_ = ctx.constants.type_of(die.type) if die.type is not None else None
        faces = tuple(ctx.constants.value(f) if type_ is None else ctx.constants.typed(f, type_) for f in die.faces)
        for node, face in zip(die.faces, faces, strict=True):
            if face is None:
                ctx.report.add(codes.NO_SUCH_VALUE, node.span, name=node.span.text, thing=type_ or "a number")
        known = [f for f in faces if isinstance(f, int)] or [0]
        encoded = tuple(f if isinstance(f, int) else 0 for f in faces)
        ctx.spec.dice.append(Die(number, name, type_ or t.Int(min(known), max(known)), encoded))


def _enter(
    ctx: Context, name: str, sort: str, params: tuple[str, ...] = (), types: tuple[t.Type, ...] = (),
    gives: t.Type | None = None, node: ast.Node | None = None, key: str = "",
) -> Routine:
    """A routine gets its number."""
    span = getattr(node, "name", node).span if node is not None else ctx.world.game.span
    routine = Routine(len(ctx.spec.routines), name, sort, tuple(params), tuple(types), gives, span=span)
    routine.doc = ctx.world.docs.get(node, "") if node is not None else ""
    ctx.spec.routines.append(routine)
    ctx.routines[sort, key or name] = routine
    return routine


def _signature(ctx: Context, node: ast.Effect | ast.Event) -> tuple[tuple[str, ...], tuple[t.Type, ...]]:
    params = node.params or ()
    for k, param in enumerate(params):
        if any(param.name.text == earlier.name.text for earlier in params[:k]):
            ctx.report.add(codes.DECLARED_TWICE, param.span, name=param.name.text, where=f"`{node.name.text}`")
    types = tuple(ctx.constants.type_of(p.type) if p.type is not None else untyped(ctx, p) for p in params)
    return tuple(p.name.text for p in params), types


def untyped(ctx: Context, param: ast.Param) -> t.Type:
    ctx.report.add(codes.UNKNOWN_TYPE, param.span, name=param.name.text)
    return t.UNKNOWN


def routines(ctx: Context) -> None:
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
    for effect in world.effects.values():
        gives = ctx.constants.type_of(effect.gives) if effect.gives is not None else None
        _enter(ctx, effect.name.text, "effect", *_signature(ctx, effect), gives, effect)
    for event in world.events.values():
        _enter(ctx, event.name.text, "event", *_signature(ctx, event), None, event)
    _listened(ctx)
    _triggers(ctx)
    _offers(ctx)
    _routes_and_limits(ctx)


def _phase(ctx: Context, node: ast.Phase) -> None:
    _enter(ctx, node.name.text, node.sort, node=node)
    for doc, step in documented(node.steps, ast.Step):
        key = f"{node.name.text}.{step.name.text}"
        if ("step", key) in ctx.routines:
            ctx.report.add(codes.DECLARED_TWICE, step.name.span, name=step.name.text, where=node.name.text)
        routine = _enter(ctx, step.name.text, "step", node=step, key=key)
        routine.parent, routine.doc = node.name.text, doc
        routine.together = isinstance(step.how, ast.AtOnce)


def _listened(ctx: Context) -> None:
    """An event around every effect and core event that a trigger or offer names."""
    for name in SHARED_EVENTS:
        _core_event(ctx, name)
    moments = [g.moment for g in ctx.world.triggers.values()] + [o.window for o in ctx.world.offers.values()]
    for moment in moments:
        occurrence = getattr(moment, "event", None)
        if occurrence is not None:
            _listen(ctx, occurrence)


def _listen(ctx: Context, occurrence: ast.Occurrence) -> None:
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


def _core_event(ctx: Context, name: str) -> None:
    params: tuple[str, ...] = ()
    types: tuple[t.Type, ...] = ()
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
    _enter(ctx, name, "event", params, types)


def _triggers(ctx: Context) -> None:
    nodes, pairs = in_order(ctx.world)
    for node in nodes:
        moment = MOMENTS[type(node.moment)]
        params, types, gives, event = _heard(ctx, getattr(node.moment, "event", None))
        each = getattr(node.moment, "each", None)
        if each is not None:
            params, types = (each.name.text,), (_element_of(ctx, each),)
        routine = _enter(ctx, node.name.text, moment, params, types, gives, node)
        span = node.name.span.with_clauses(operators.clauses_of(ctx, node.cites))
        trigger = Trigger(len(ctx.spec.triggers), node.name.text, moment, event, routine.number, span=span)
        if moment == "soon":
            each_values = ctx.layout.values_of(types[0]) if types else [0]
            if not ctx.layout.places(len(each_values), node.name.text, node.span):
                each_values = each_values[:1]
            trigger.armed, trigger.low = _hidden_cells(ctx, len(each_values)), each_values[0] if each_values else 0
            trigger.slot = LOCALS if types else -1
        ctx.spec.triggers.append(trigger)
    ctx.spec.places = tuple(range(len(ctx.spec.triggers)))
    numbers = {declared.name: declared.number for declared in ctx.spec.triggers}
    ctx.spec.ordered = frozenset(frozenset((numbers[a], numbers[b])) for a, b in pairs)


def _element_of(ctx: Context, each: ast.ForEachIn) -> t.Type:
    collection = operators.members(ctx, each.name, each.source, Scope(Frame()))
    return t.element(collection.type) or t.UNKNOWN


def _hidden_cells(ctx: Context, count: int) -> int:
    first = len(ctx.spec.cells)
    for _ in range(count):
        ctx.spec.cells.append(CellInfo("", "", t.NUMBER, 0, -1, EVERYBODY, "machine"))
    return first


def _heard(ctx: Context, occurrence: ast.Occurrence | None) -> Heard:
    """The parameters of the event a trigger or offer names, under the names it gives them."""
    if occurrence is None:
        return (), (), None, ""
    routine = ctx.routines.get(("event", occurrence.name.text))
    names = tuple(p.text for p in occurrence.params or ())
    if routine is None:
        return names, tuple(t.UNKNOWN for _ in names), None, ""
    if len(names) != len(routine.types):
        ctx.report.add(
            codes.EVENT_PARAMETERS, occurrence.span, name=routine.name, wanted=len(routine.types), got=len(names)
        )
        names = routine.params
    return names, routine.types, routine.gives, routine.name


def _offers(ctx: Context) -> None:
    for node in ctx.world.offers.values():
        window = WINDOWS[type(node.window)]
        params, types, _, event = _heard(ctx, getattr(node.window, "event", None))
        if node.each is not None:
            params, types = (*params, node.each.name.text), (*types, _element_of(ctx, node.each))
        routine = _enter(ctx, node.name.text, "offer", params, types, None, node)
        target = (event,) if event else _target(ctx, node.window)
        span = node.name.span.with_clauses(operators.clauses_of(ctx, node.cites))
        ctx.spec.offers.append(
            Offer(len(ctx.spec.offers), node.name.text, node.prompt.text, window, target, routine.number, span=span)
        )


def _target(ctx: Context, window: ast.Node) -> tuple[str, ...]:
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


def _known_phase(ctx: Context, phase: ast.Ident) -> None:
    if phase.text not in ctx.world.phases:
        help_ = suggestion(phase.text, ctx.world.phases)
        ctx.report.add(codes.NO_SUCH_PHASE, phase.span, name=phase.text, help=help_)


def _routes_and_limits(ctx: Context) -> None:
    for node in ctx.world.routes.values():
        if node.board.text not in ctx.spec.boards:
            help_ = suggestion(node.board.text, ctx.spec.boards)
            ctx.report.add(codes.NO_SUCH_BOARD, node.board.span, name=node.board.text, help=help_)
        route = Route(len(ctx.spec.routes), node.name.text, node.board.text, 0, -1, -1, -1, -1,
                     span=node.name.span.with_clauses(operators.clauses_of(ctx, node.cites)))
        ctx.spec.routes.append(route)
    for line in ctx.world.limits.values():
        _known_phase(ctx, line.name)
        cell = _hidden_cells(ctx, 1)
        ctx.spec.limits.append(Limit(len(ctx.spec.limits), line.name.text, line.count.value, line.about.text, cell, line.span))
    if ctx.world.nesting is not None:
        ctx.spec.nesting = ctx.world.nesting.count.value
        ctx.layout.room("nesting", ctx.spec.nesting, ctx.world.nesting.count.span, "an effect may be open in itself", "times")


# ------------------------------------------------------------------ tables


def tables(ctx: Context) -> None:
    """Every table has its signature before any row is worked out, since a row may name a table."""
    for name, node in ctx.world.tables.items():
        keys = tuple(ctx.constants.type_of(p.type) if p.type is not None else untyped(ctx, p) for p in node.params)
        slots = tuple(range(LOCALS, LOCALS + len(keys)))
        for param, type_ in zip(node.params, keys, strict=True):
            if isinstance(type_, t.Set | t.List):
                ctx.report.add(codes.NOT_A_KEY, param.span, name=name, got=t.bare(type_))
        keys = tuple(t.UNKNOWN if isinstance(type_, t.Set | t.List) else type_ for type_ in keys)
        ctx.tables[name] = TableParts(keys, ctx.constants.type_of(node.type), {}, None, slots)
    for name, node in ctx.world.tables.items():
        parts = ctx.tables[name]
        if isinstance(node, ast.TableFile) or name in ctx.layout.given:
            parts.rows.update(read_table(ctx.layout, node, parts.keys, parts.result))
            _set_rows(ctx, node, parts.keys, parts.result, parts.rows)
        else:
            otherwise = _rows(ctx, node, parts.keys, parts.result, parts.rows)
            ctx.tables[name] = evolve(parts, otherwise=otherwise)


def _rows(ctx: Context, node: ast.Table, keys: tuple[t.Type, ...], result: t.Type, rows: TableRows) -> Expr | None:
    otherwise = None
    for _, row in documented(node.rows, ast.Row):
        for entry in row.entries:
            if not entry.keys:
                otherwise = _otherwise(ctx, node, keys, result, entry)
                continue
            _row(ctx, node, keys, result, rows, entry, operators.clauses_of(ctx, row.cites or node.cites))
    if otherwise is None:
        _complete(ctx, node, keys, rows)
    return otherwise


def _set_rows(ctx: Context, node: Tabled, keys: tuple[t.Type, ...], result: t.Type, rows: TableRows) -> None:
    """The cells of a file that a variant sets."""
    files: ast.Node | None = node.file if isinstance(node, ast.TableFile) else None
    for _, row in documented(files.rows if isinstance(files, Files) else (), ast.Row):
        own: TableRows = {}
        for entry in row.entries:
            _row(ctx, node, keys, result, own, entry, operators.clauses_of(ctx, row.cites or node.cites))
        rows.update(own)


def _row(
    ctx: Context, node: Tabled, keys: tuple[t.Type, ...], result: t.Type, rows: TableRows, entry: ast.Entry,
    clauses: tuple[str, ...],
) -> None:
    """Puts one row among `rows`, or reports what does not fit."""
    if len(entry.keys) != len(keys):
        help_ = "each key has a row of its own" if len(keys) == 1 else None
        ctx.report.add(codes.TABLE_KEYS, entry.span, name=node.name.text, wanted=len(keys), got=len(entry.keys), help=help_)
        return
    encoded = [ctx.constants.typed(k, type_) for k, type_ in zip(entry.keys, keys, strict=True)]
    value, key = ctx.constants.typed(entry.value, result), tuple(code for code in encoded if code is not None)
    if len(key) < len(encoded) or value is None:
        written = entry.value if value is None else entry.keys[encoded.index(None)]
        thing = result if value is None else node.name.text
        ctx.report.add(codes.NO_SUCH_VALUE, written.span, name=written.span.text, thing=thing)
        return
    for written, code, type_ in (*zip(entry.keys, key, keys, strict=True), (entry.value, value, result)):
        _within(ctx, written, code, type_, node.name.text)
    if key in rows:
        ctx.report.add(codes.TABLE_ROW_TWICE, entry.span, name=node.name.text, key=entry.span.text)
    rows[key] = value
    ctx.spec.row_spans[node.name.text, key] = entry.span.with_clauses(clauses)


def _within(ctx: Context, written: ast.Node, value: Encoded, type_: t.Type, name: str) -> None:
    """A key or value outside its range."""
    limits = ends(type_)
    if limits is not None and not ctx.constants.within(value, type_):
        ctx.report.add(codes.OUT_OF_RANGE, written.span, thing=name, low=limits[0], high=limits[1], got=value)


def _otherwise(ctx: Context, node: ast.Table, keys: tuple[t.Type, ...], result: t.Type, entry: ast.Entry) -> Expr:
    scope = Scope(Frame(), me=False)
    for param, type_ in zip(node.params, keys, strict=True):
        scope.bind(param.name.text, type_, "param", param.span)
    value = ctx.expect(result, values.value(ctx, entry.value, scope, result))
    ctx.in_range(result, value, node.name.text)
    return value if scope.frame.size == LOCALS + len(keys) else ir.Choice(
        ir.Const(1, type=t.BOOL, span=value.span), value, value, type=value.type, span=value.span
    )


def _every(ranges: Sequence[Sequence[int]]) -> Iterator[tuple[int, ...]]:
    """Every combination of values, one at a time."""
    if not ranges:
        yield ()
        return
    for value in ranges[0]:
        yield from ((value, *others) for others in _every(ranges[1:]))


def _complete(ctx: Context, node: Tabled, keys: tuple[t.Type, ...], rows: TableRows) -> None:
    missing = next((c for c in _every([ctx.layout.values_of(k) for k in keys]) if c not in rows), None)
    if missing is not None:
        shown = ", ".join(ctx.spec.words(v, k) for v, k in zip(missing, keys, strict=True))
        rows_here = isinstance(node, ast.Table)
        help_ = f"add a row `{shown} -> ...`, or `otherwise -> ...` for all that are left" if rows_here else None
        ctx.report.add(codes.TABLE_NOT_COVERED, node.name.span, name=node.name.text, missing=shown, help=help_)
