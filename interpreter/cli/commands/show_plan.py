"""show tree, facts, plan, flow: what becomes of rules, shape by shape.

In:  Rules, or the Spec and Context made of them.
Out: the tree as it was read; what each name means; routines with their numbered statements and successors; routines with
     what they run, call, ask and set off.
"""

from collections.abc import Iterator, Sequence

import attrs
from attrs import frozen

from interpreter import ir
from interpreter.cli.terminal.screen import plural, Screen
from interpreter.ir.kinds import Sort
from interpreter.ir.model import Routine, Spec
from interpreter.lower.scope import Context
from interpreter.syntax import ast
from interpreter.syntax.formatter import expression
from interpreter.variant.rules import Rules

SORTS = {
    "main": "the game", "setup": "set-up", "play": "play", "soon": "trigger", "when": "trigger", "before": "trigger",
    "instead": "trigger", "offer": "offer",
}
MOMENTS = {"soon": "as soon as", "when": "when", "before": "before", "instead": "instead of"}
MADE = {
    ir.Return: "end", ir.Arm: "triggers are armed", ir.Tick: "counted against its limit",
    ir.EachMoved: "moved(thing, from, to), for each",
}


def named(spec: Spec, number: int) -> str:
    """A routine in words: `step bets of phase betting`, `trigger restock`."""
    routine = spec.routines[number]
    sort = SORTS.get(routine.sort, routine.sort)
    if routine.sort in (Sort.MAIN, Sort.SETUP, Sort.PLAY):
        return sort
    parent = f" of {routine.parent}" if routine.parent else ""
    return f"{sort} {routine.name}{parent}"


def place(span) -> str:
    """A line of a file, with what it cites."""
    if span is None or span.is_nowhere:
        return ""
    cited = f" [{', '.join(span.clauses)}]" if span.clauses else ""
    return f"{span.source.name}:{span.line}{cited}"


# ------------------------------------------------------------------ plan


def ops_of(spec: Spec, routine: Routine) -> list:
    """The statements of a routine that are ever carried out, in order."""
    ops = [op for op in spec.plan if spec.plan_routine[op.number] == routine.number and not isinstance(op, ir.Goto)]
    looks = {op.number: op for op in ops if isinstance(op, ir.Look)}
    ordered: list = []
    for op in ops:                               # a Look is numbered last, and comes after the op that leads to it
        if op.number not in looks:
            ordered += [op, *([looks.pop(op.next)] if op.next in looks else [])]
    return ordered + list(looks.values())


def show_plan(screen: Screen, spec: Spec) -> None:
    """Every routine with its statements: number, words, and what comes next where that is not the next line."""
    for routine in spec.routines:
        ops = ops_of(spec, routine)
        together = ", everyone at once" if routine.together else ""
        screen.line(f"{named(spec, routine.number)}{together}   {place(routine.span)}".rstrip(), "who")
        for here, op in enumerate(ops):
            after = ops[here + 1].number if here + 1 < len(ops) else -1
            screen.rows([(f"{op.number:>4}", _words(spec, op) + _next(spec, op, after))], indent="")
        screen.line()


def plan_data(spec: Spec) -> list[dict]:
    """The plan for programs."""
    return [
        {"routine": named(spec, routine.number), "at": place(routine.span),
         "statements": [_op_data(spec, op) for op in ops_of(spec, routine)]}
        for routine in spec.routines
    ]


def _op_data(spec: Spec, op) -> dict:
    after = [{"number": number, "if": why} for number, why in ways(spec, op)]
    return {
        "number": op.number, "does": type(op).__name__, "words": _words(spec, op), "at": place(op.span), "leads_to": after,
    }


def _words(spec: Spec, op) -> str:
    """The statement as its author wrote it, or what the machine does where nobody wrote anything."""
    match op:
        case ir.Fire(trigger=number):
            return f"trigger {spec.triggers[number].name}, if it applies"
        case ir.Look(triggers=numbers):
            return f"as soon as: {', '.join(spec.triggers[n].name for n in numbers)}"
        case ir.Released(triggers=numbers):
            return f"end of hold {', '.join(spec.triggers[n].name for n in numbers)}"
        case ir.Held(triggers=numbers):
            return f"hold {', '.join(spec.triggers[n].name for n in numbers)}"
        case ir.Body(effect=effect):
            return named(spec, effect) if effect >= 0 else "nothing happens by itself"
        case ir.Run(routine=number) | ir.Together(routine=number):
            return f"run {named(spec, number)}"
        case ir.Moment(offers=numbers):
            return f"a moment for {', '.join(spec.offers[n].name for n in numbers)}"
        case ir.Call(routine=number) if spec.routines[number].name in ("turn_begins", "turn_ended"):
            return f"{spec.routines[number].name} happens"
        case ir.Branch():
            return f"if {_line(op)}"
        case ir.Each():
            return "the next of these, if any is left"
    return MADE.get(type(op)) or _line(op)


def _line(op) -> str:
    """The first line of what stands in the file, without its citation and comment."""
    text = " ".join(op.span.text.split("\n")[0].split("#")[0].split()) if op.span is not None else ""
    return text.split(" cites ")[0]


def ways(spec: Spec, op) -> list[tuple[int, str]]:
    """Where an op leads: (number, in which case)."""
    return [(number, case if isinstance(case, str) else f"is {', '.join(value.span.text for value in case)}")
            for number, case in op.leads()]


def _next(spec: Spec, op, after: int) -> str:
    """Only what is no matter of course is said."""
    leads = ways(spec, op)
    if len(leads) == 1:
        return "" if leads[0][0] == after else f"  → {leads[0][0]}"
    return f"  → {', '.join(f'{why}: {number}' for number, why in leads)}" if leads else ""


# ------------------------------------------------------------------ flow


@frozen
class Link:
    """What one routine leads to: runs, calls, asks, sets off."""

    how: str
    what: str
    number: int = -1


def links(spec: Spec, routine: Routine) -> list[Link]:
    """What a routine leads to, in the order of its statements, each once."""
    leads: list[Link] = []
    for op in ops_of(spec, routine):
        leads += _links(spec, op)
    return list(dict.fromkeys(leads))


def _links(spec: Spec, op) -> list[Link]:
    match op:
        case ir.Run(routine=number) | ir.Together(routine=number) | ir.Call(routine=number):
            return [Link("runs" if not isinstance(op, ir.Call) else "calls", named(spec, number), number)]
        case ir.Body(effect=effect) if effect >= 0:
            return [Link("carries out", named(spec, effect), effect)]
        case ir.Proceed(effect=effect) if effect >= 0:
            return [Link("proceeds to", named(spec, effect), effect)]
        case ir.EachMoved(routine=number):
            return [Link("sets off", named(spec, number), number)]
        case ir.Fire(trigger=trigger):
            return [_trigger(spec, trigger)]
        case ir.Look(triggers=triggers) | ir.Released(triggers=triggers):
            return [_trigger(spec, woken) for woken in triggers]
        case ir.Moment(offers=offers):
            return [Link("offers", spec.offers[n].name, spec.offers[n].routine) for n in offers]
        case ir.Ask():
            return [Link("asks", op.name)]
        case ir.Roll(die=die):
            return [Link("rolls", spec.dice[die].name)]
        case ir.Shuffle():
            return [Link("shuffles", _line(op).removeprefix("shuffle "))]
        case ir.Pick():
            return [Link("picks at random", op.name)]
        case ir.End(what=what):
            return [Link("may end", what)]
        case ir.Body() | ir.Proceed():
            return []                                # what stands instead of an event is told with the triggers
    if op.does.asks is ir.Asks.CHANCE:
        return [Link("asks chance", op.does.chance)]
    return [Link("enters", named(spec, number), number) for number in sorted(op.entered(spec.triggers))]


def _trigger(spec: Spec, number: int) -> Link:
    trigger = spec.triggers[number]
    return Link("sets off", named(spec, trigger.routine), trigger.routine)


def show_flow(screen: Screen, spec: Spec) -> None:
    """Every routine that is reached from the beginning, after the one that leads to it; then what nothing leads to."""
    seen: set[int] = set()
    order = [0]
    while order:
        number = order.pop(0)
        if number in seen:
            continue
        seen.add(number)
        order = _show_links(screen, spec, spec.routines[number]) + order
    rest = [routine for routine in spec.routines if routine.number not in seen and links(spec, routine)]
    if rest:
        screen.line("set off by events, or offered beside questions", "title")
        screen.line()
    for routine in rest:
        _show_links(screen, spec, routine)


def _show_links(screen: Screen, spec: Spec, routine: Routine) -> list[int]:
    leads = links(spec, routine)
    screen.line(_heading(spec, routine), "who")
    if leads:
        screen.rows([(link.how, link.what) for link in leads])
    screen.line()
    return [link.number for link in leads if link.number >= 0]


def _heading(spec: Spec, routine: Routine) -> str:
    moment = next((f", {MOMENTS[trigger.moment]} {trigger.event}".rstrip() for trigger in spec.triggers
                   if trigger.routine == routine.number), "")
    together = ", everyone at once" if routine.together else ""
    return f"{named(spec, routine.number)}{moment}{together}   {place(routine.span)}".rstrip()


def flow_data(spec: Spec) -> list[dict]:
    """The flow for programs."""
    return [{"routine": named(spec, routine.number), "at": place(routine.span), "together": routine.together,
             "leads_to": [{"how": link.how, "what": link.what} for link in links(spec, routine)]} for routine in spec.routines]


# ------------------------------------------------------------------ show tree


def show_tree(screen: Screen, rules: Rules) -> None:
    """The nodes of every file of a game, those inside further in."""
    for (file, whole), source in zip(rules.parts, rules.sources, strict=True):
        screen.line(source.name + ("" if whole else "   (used)"), "who")
        for line, depth, text in _rows(file, 0):
            screen.line(f"{line:>4}  {'  ' * depth}{text}"[: max(screen.width, 40)])


def _rows(node: ast.Node, depth: int) -> Iterator[tuple[int, int, str]]:
    """One row a node; names, words in quotes and citations stand in the row of what they belong to."""
    for child in ast.children(node):
        if isinstance(child, ast.Ident | ast.Text | ast.Cite):
            continue
        yield child.span.line, depth, f"{type(child).__name__}{_own(child)}"
        yield from _rows(child, depth + 1)


def _own(node: ast.Node) -> str:
    """What a node says itself."""
    said: list[str] = []
    form: type = type(node)
    for field in attrs.fields(form):
        value = getattr(node, field.name)
        if field.name != "span":
            said += _leaf(value)
    return f" {' '.join(said)}" if said else ""


def _leaf(value) -> list[str]:
    match value:
        case ast.Ident(text):
            return [text]
        case ast.Text(text):
            return [f'"{text}"']
        case ast.Cite():
            return [f"cites {expression(value)}"]
        case str() | int():
            return [str(value)]
        case tuple() if value and all(isinstance(part, ast.Ident | ast.Text | ast.Cite | str | int) for part in value):
            return [word for part in value for word in _leaf(part)]
    return []


def tree_data(node) -> object:
    """A tree for programs: the name of each node's form, its line, its fields."""
    match node:
        case ast.Node():
            form: type = type(node)
            fields = {field.name: tree_data(getattr(node, field.name)) for field in attrs.fields(form) if field.name != "span"}
            return {"form": form.__name__, "line": node.span.line, "column": node.span.column, **fields}
        case tuple() | list():
            return [tree_data(child) for child in node]
    return node


# ------------------------------------------------------------------ show facts


def facts_of(spec: Spec, ctx: Context) -> dict[str, Sequence[tuple[str, ...]]]:
    """Section by section what a name means: rows of name and words."""
    return {
        "seats": [(name, "automatic" if k in spec.automatic else "asked") for k, name in enumerate(spec.seats)],
        "options": [(name, f"{spec.option_words[name]}, of {ctx.constants.allowed(type_)}{_about(ctx, name)}")
                    for name, (_, type_) in ctx.constants.options.items()],
        "enums": [(name, " | ".join(enum.members)) for name, enum in ctx.world.types.items()],
        "components": _components(spec),
        "boards": [(b.name, f"{plural(len(b.ids), 'space')} of {b.kind}: {', '.join(b.ids)}") for b in spec.boards.values()],
        "dice": [(d.name, ", ".join(spec.words(face, d.type) for face in d.faces)) for d in spec.dice],
        "zones": [(z.label, _zone(spec, z)) for z in spec.zones if z.shape != "space"],
        "counters and states": [(c.label, f"{c.type}, at first {spec.words(c.first, c.type)}{_seen(spec, c.sees)}")
                                for c in spec.cells if c.name],
        "tables and defines": _defined(ctx),
        "phases, steps, effects": [(f"{r.sort} {r.name}", _routine(r)) for r in spec.routines
                                   if r.sort in (Sort.PHASE, Sort.TURN, Sort.STEP, Sort.EFFECT, Sort.EVENT)],
        "triggers": [(trigger.name, f"{MOMENTS[trigger.moment]} {trigger.event}".strip() + f"   {place(trigger.span)}")
                     for trigger in spec.triggers],
        "offers": [(offer.name, f"{offer.prompt}   {place(offer.span)}") for offer in spec.offers],
        "routes": [(route.name, f"on {route.board}   {place(route.span)}") for route in spec.routes],
        "scores": [(score.name, place(score.span)) for score in spec.scores],
        "always": [(line.about, place(line.span)) for line in spec.always],
        "limits": [(limit.routine, f"to {limit.count}: {limit.about}") for limit in spec.limits],
    }


def _about(ctx, name: str) -> str:
    about = getattr(ctx.world.options[name], "about", None)
    return f": {about.text}" if isinstance(about, ast.Text) else ""


def _components(spec: Spec) -> list[tuple[str, str]]:
    sets: dict[str, list] = {}
    for component in spec.components:
        sets.setdefault(component.set, []).append(component)
    return [(name, f"{len(members)} of {members[0].kind}{_assumed(members)}: {_first_ids(members)}")
            for name, members in sets.items()]


def _assumed(members) -> str:
    count = sum(member.assumed for member in members)
    return f", {count} assumed" if count else ""


def _first_ids(members) -> str:
    ids = [member.id for member in members]
    return ", ".join(ids) if len(ids) <= 8 else f"{', '.join(ids[:6])} … {ids[-1]}"


def _zone(spec: Spec, zone) -> str:
    words = f"{zone.shape} of {zone.kind}{_seen(spec, zone.sees) or ', face up'}"
    if zone.most is not None:
        words += f", up to {zone.most}"
    if zone.refill >= 0:
        words += f", refilled from {spec.zones[zone.refill].label}"
    return words + (", out of play" if zone.out else "")


def _seen(spec: Spec, mask: int) -> str:
    mask &= spec.everyone
    if mask == spec.everyone:
        return ""
    who = [name for k, name in enumerate(spec.seats) if mask >> k & 1]
    return f", seen by {' and '.join(who)}" if who else ", face down"


def _routine(routine) -> str:
    inside = f"of {routine.parent}, " if routine.parent else ""
    params = ", ".join(f"{name}: {type_}" for name, type_ in zip(routine.params, routine.types, strict=True))
    given = f" gives {routine.gives}" if routine.gives is not None else ""
    together = "everyone at once, " if routine.together else ""
    return f"{inside}{together}({params}){given}   {place(routine.span)}" if params or given else \
        f"{inside}{together}{place(routine.span)}"


def _defined(ctx) -> list[tuple[str, str]]:
    return [(name, place(node.name.span)) for name, node in [*ctx.world.tables.items(), *ctx.world.defines.items()]]


def show_facts(screen: Screen, spec: Spec, ctx) -> None:
    """The facts in lines, section by section."""
    screen.line(f"{spec.title}, for {plural(len(spec.seats), 'player')}", "title")
    for title, rows in facts_of(spec, ctx).items():
        if rows:
            screen.line()
            screen.line(title, "who")
            screen.rows(rows)
