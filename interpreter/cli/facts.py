"""show tree, show facts: rules as they were read, and what each name in them means.

In:  Rules; a Spec and the Context it was made in.
Out: the nodes, one a line; tables of seats, options, zones, counters, components, boards, dice, rules, scores.
"""

from collections.abc import Iterator

import attrs

from interpreter.cli.plans import MOMENTS, place
from interpreter.cli.screen import Screen, plural
from interpreter.load import Rules
from interpreter.spec.model import Spec
from interpreter.syntax import ast
from interpreter.syntax.print import expression

LONGEST = 60

# ------------------------------------------------------------------ tree


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
    said = []
    for one in attrs.fields(type(node)):
        value = getattr(node, one.name)
        if one.name != "span":
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
        case tuple() if value and all(isinstance(one, ast.Ident | ast.Text | ast.Cite | str | int) for one in value):
            return [word for one in value for word in _leaf(one)]
    return []


def tree_data(node) -> object:
    """A tree for programs: the name of each node's form, its line, its fields."""
    match node:
        case ast.Node():
            fields = {one.name: tree_data(getattr(node, one.name)) for one in attrs.fields(type(node)) if one.name != "span"}
            return {"form": type(node).__name__, "line": node.span.line, "column": node.span.column, **fields}
        case tuple() | list():
            return [tree_data(one) for one in node]
    return node


# ------------------------------------------------------------------ facts


def facts_of(spec: Spec, ctx) -> dict[str, list[tuple[str, ...]]]:
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
                                   if r.sort in ("phase", "turn", "step", "effect", "event")],
        "triggers": [(one.name, f"{MOMENTS[one.moment]} {one.event}".strip() + f"   {place(one.span)}")
                     for one in spec.triggers],
        "offers": [(one.name, f"{one.prompt}   {place(one.span)}") for one in spec.offers],
        "routes": [(one.name, f"on {one.board}   {place(one.span)}") for one in spec.routes],
        "scores": [(one.name, place(one.span)) for one in spec.scores],
        "always": [(one.about, place(one.span)) for one in spec.always],
        "limits": [(one.routine, f"to {one.count}: {one.about}") for one in spec.limits],
    }


def _about(ctx, name: str) -> str:
    about = getattr(ctx.world.options[name], "about", None)
    return f": {about.text}" if isinstance(about, ast.Text) else ""


def _components(spec: Spec) -> list[tuple[str, str]]:
    sets: dict[str, list] = {}
    for one in spec.components:
        sets.setdefault(one.set, []).append(one)
    return [(name, f"{len(members)} of {members[0].kind}{_assumed(members)}: {_first_ids(members)}")
            for name, members in sets.items()]


def _assumed(members) -> str:
    count = sum(one.assumed for one in members)
    return f", {count} assumed" if count else ""


def _first_ids(members) -> str:
    ids = [one.id for one in members]
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


def _routine(one) -> str:
    inside = f"of {one.parent}, " if one.parent else ""
    params = ", ".join(f"{name}: {type_}" for name, type_ in zip(one.params, one.types, strict=True))
    given = f" gives {one.gives}" if one.gives is not None else ""
    together = "everyone at once, " if one.together else ""
    return f"{inside}{together}({params}){given}   {place(one.span)}" if params or given else \
        f"{inside}{together}{place(one.span)}"


def _defined(ctx) -> list[tuple[str, str]]:
    return [(name, place(one.name.span)) for name, one in [*ctx.world.tables.items(), *ctx.world.defines.items()]]


def show_facts(screen: Screen, spec: Spec, ctx) -> None:
    """The facts in lines, section by section."""
    screen.line(f"{spec.title}, for {plural(len(spec.seats), 'player')}", "title")
    for title, rows in facts_of(spec, ctx).items():
        if rows:
            screen.line()
            screen.line(title, "who")
            screen.rows(rows)
