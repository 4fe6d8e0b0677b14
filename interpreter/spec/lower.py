"""The way from declarations to a Spec: what is numbered when, and what leads where.

In:  a World, the folder of its data, how many people play, and what was chosen for options and data.
Out: a Spec, or None with the reasons in the report; and the Context, for the checks.

First everything gets its number (seats, options, zones, cells, components, dice, tables, routines, triggers, offers), then
every body is written, then gotos are led around and the places where `as soon as` triggers are looked at are put in.
"""

from pathlib import Path

from interpreter.core import types as t
from interpreter.spec import applying, drawing, entering, links, operators, routines, values
from interpreter.spec.constants import Constants
from interpreter.spec.layout import Layout
from interpreter.spec.model import Always, Criterion, Score, Spec
from interpreter.spec.scope import Context, Frame, Scope
from interpreter.spec.tables import tables
from interpreter.spec.world import World
from interpreter.syntax import ast


def lower(world: World, folder: Path, people: int, chosen: dict, data: dict, names: tuple[str, ...] = ()) -> Context:
    """Numbers and writes everything; whether it went well is in the world's report."""
    spec = Spec(world.game.name.text, world.game.title.text, _seats(world, people, names))
    spec.automatic = frozenset(spec.seats.index(s.name.text) for s in world.seat_names if s.automatic)
    spec.everyone = (1 << len(spec.seats)) - 1
    constants = Constants(world, len(spec.seats), chosen)
    constants.settle_options()
    spec.options = {name: value for name, (value, _) in constants.options.items()}
    spec.option_words = {name: spec.words(value, type_) for name, (value, type_) in constants.options.items()}
    layout = Layout(world, constants, spec, folder, data)
    ctx = Context(world, constants, layout, spec, world.report)
    entering.dice(ctx)
    layout.lay()
    entering.routines(ctx)
    tables(ctx)
    _bodies(ctx)
    _results(ctx)
    drawing.drawn(ctx)
    links.lead_around(spec)
    links.look(spec)
    links.count_returning(spec)
    links.keep_timeless(spec)
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
    for lines, found in (ctx.world.always, ctx.spec.always), (ctx.world.required, ctx.spec.required):
        for node in lines:
            scope = Scope(Frame(), me=False, clauses=operators.clauses_of(ctx, node.cites))
            test = operators.condition(ctx, node.test, scope)
            found.append(Always(node.about.text, test, scope.frame.size, node.span.with_clauses(scope.clauses)))
    for node in ctx.world.winner.criteria if ctx.world.winner is not None else ():
        ctx.spec.winner.append(_criterion(ctx, node))
    for node in ctx.world.defines.values():
        if node not in ctx.used:                          # looked at all the same, with whatever its parameters are
            applying.definition(ctx, node, tuple(_of_param(ctx, p) for p in node.params or ()), True, node.span)


def _of_param(ctx: Context, param) -> t.Type:
    return ctx.constants.type_of(param.type) if param.type is not None else t.UNKNOWN


def _criterion(ctx: Context, node) -> Criterion:
    span = node.span.with_clauses(operators.clauses_of(ctx, ctx.world.winner.cites))
    if not isinstance(node, ast.Best):
        return Criterion("shared" if isinstance(node, ast.Shared) else "nobody", None, 0, span)
    scope = Scope(Frame())
    found = ctx.expect(t.NUMBER, values.value(ctx, node.value, scope))
    return Criterion(node.which, found, scope.frame.size, span)
