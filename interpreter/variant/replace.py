"""remove, set and replace: a thing less; another value for an option, a cell or the number of players; another whole thing.

In:  an edit, and the Ground.
Out: the Ground changed; what does not fit, or changes nothing, is in the report.

Whether a value fits its range, and what a replaced rule names, is looked at with the merged game.
"""

from collections.abc import Iterable

from interpreter.syntax import ast
from interpreter.syntax.formatter import expression
from interpreter.text import codes
from interpreter.text.diagnostic import no_case, Report, suggestion
from interpreter.variant.edits import Edit, files_of, WRAP
from interpreter.variant.targets import alike, exchanged, Found, Ground, word_of

Called = ast.Effect | ast.Event                   # what has parameters that a replacement must keep


def remove(edit: Edit, ground: Ground, report: Report) -> None:
    """A declaration, a step, a rule, an `always` line."""
    place = target(edit, ground, report)
    if place is not None:
        ground.remove(place, edit.name, edit.by.name, edit.span)
        if edit.key[0] == "trigger":
            _out_of_order(edit.name, ground)


def _out_of_order(name: str, ground: Ground) -> None:
    """`order` lines say the order of those that are left."""
    for place in list(ground.named("order")):
        order = place.node
        left = tuple(trigger for trigger in order.names if trigger.text != name) if isinstance(order, ast.Order) else ()
        if isinstance(order, ast.Order) and len(left) < len(order.names):
            ground.exchange(place, *([ast.changed(order, names=left)] if len(left) > 1 else []))


def target(edit: Edit, ground: Ground, report: Report) -> Found[ast.Node] | None:
    """What an edit names by its key; reported if there is none."""
    family, *outer, name = edit.key
    within = outer[0] if outer else ""
    if family == "rule":
        return rule(edit, within, ground, report)
    if family == "phase" and outer:
        return step(edit, within, ground, report)
    place = ground.find(family, name if family not in ("setup", "play", "winner", "limit nesting") else "", within)
    if place is None:
        missing(edit, family, name, ground.names(family, within), ground, report)
    return place


def step(edit: Edit, phase: str, ground: Ground, report: Report) -> Found[ast.Step] | None:
    """A step of a phase or turn."""
    if phase and ground.find("phase", phase) is None:
        missing(edit, "phase", phase, ground.names("phase"), ground, report)
        return None
    phases = [phase] if phase else ground.names("phase")
    steps = [there for place in phases for there in ground.steps(place)]
    meant = next((place for place in steps if place.node.name.text == edit.key[-1]), None)
    if meant is None:
        missing(edit, "step", edit.key[-1], [place.node.name.text for place in steps], ground, report)
    return meant


def rule(edit: Edit, within: str, ground: Ground, report: Report) -> Found[ast.Rule] | None:
    """A named piece of set-up, a step or an effect; where two have the name, the edit has to say which."""
    every = list(ground.inside(ast.Rule, within=within))
    named = [place for place in every if place.node.name.text == edit.key[-1]]
    if not named:
        help_ = suggestion(edit.key[-1], [place.node.name.text for place in every])
        if told_removed(edit, edit.key[-1], ground, report):
            return None
        report.add(codes.NO_SUCH_RULE, edit.span, name=edit.key[-1], where=within or edit.by.variant.base.text, help=help_)
        return None
    if len(named) > 1:
        places = " and ".join(str(place.node.span) for place in named)
        what = f"the name of {len(named)} rules ({places})"
        report.add(codes.EDIT_KIND, edit.span, name=edit.key[-1], what=what, edit=edit.verb,
                   help="say with `in` where it stands")
        return None
    return named[0]


def missing(edit: Edit, kind: str, name: str, names: Iterable[str], ground: Ground, report: Report) -> None:
    """Says that there is no such target: it was removed, is something else, or has a name that is nearly it."""
    if told_removed(edit, name, ground, report):
        return
    other = ground.anything(name)
    help_ = f"`{name}` is a {word_of(other)}" if other is not None else suggestion(name, names)
    said = name if name != edit.by.variant.base.text else kind
    verb = f"put lines {edit.verb}" if edit.stage == WRAP else edit.verb
    report.add(codes.EDIT_NO_TARGET, edit.span, base=edit.by.variant.base.text, kind=kind, name=said, edit=verb, help=help_)


def told_removed(edit: Edit, name: str, ground: Ground, report: Report) -> bool:
    """Was it a variant that took the target away?"""
    if name not in ground.removed:
        return False
    by, span = ground.removed[name]
    report.add(codes.PLACED_TWICE, edit.span, name=name, variant=by, notes=(f"it is removed in {span}",))
    return True


# ------------------------------------------------------------------ set and replace


def change(edit: Edit, ground: Ground, report: Report) -> None:
    """One edit of these sorts."""
    match edit.node:
        case ast.EditSet(name, None, value) if name.text == "players":
            _players(edit, value, ground, report)
        case ast.EditSet(keys=None) as node:
            _option(edit, node, ground, report)
        case ast.EditSet() as node:
            _cell(edit, node, ground, report)
        case ast.EditStep() as node:
            _step(edit, node, ground, report)
        case ast.EditRule() as node:
            _rule(edit, node, ground, report)
        case ast.EditReplace(declaration):
            _declaration(edit, declaration, ground, report)
        case _:
            raise no_case(edit.node)


# ------------------------------------------------------------------ set


def _players(edit: Edit, value: ast.Node, ground: Ground, report: Report) -> None:
    place = ground.game()
    players = value if isinstance(value, ast.SpanOf) else ast.SpanOf(value, value, span=value.span)
    _exchange(edit, place, ast.changed(place.node, players=players), ground, report)


def _option(edit: Edit, node: ast.EditSet, ground: Ground, report: Report) -> None:
    name = node.name.text
    place = ground.find_form(ast.Option, name)
    if place is not None:
        cites = node.cites or place.node.cites
        _exchange(edit, place, ast.changed(place.node, first=node.value, cites=cites), ground, report)
        return
    other = ground.anything(name)
    if other is None:
        missing(edit, "option", name, [*ground.names("option"), "players"], ground, report)
    else:
        table = word_of(other) == "table"
        help_ = f"write `set {name}(KEY) = VALUE`" if table else "use `replace`, or write it as an option"
        _kind(edit, name, other, report, help_)


def _cell(edit: Edit, node: ast.EditSet, ground: Ground, report: Report) -> None:
    """One cell of a table: written in the rules, or read from a file."""
    name, keys = node.name.text, node.keys or ()
    place: Found[ast.Table | ast.TableFile] | None = ground.find_form(ast.Table, name) or ground.find_form(ast.TableFile, name)
    if place is None:
        missing(edit, "table", name, ground.names("table"), ground, report)
        return
    table = place.node
    if len(keys) != len(table.params):
        report.add(codes.TABLE_KEYS, edit.span, name=name, wanted=len(table.params), got=len(keys))
    elif isinstance(table, ast.TableFile):
        files = files_of(table.file)
        ground.exchange(place, ast.changed(table, file=ast.changed(files, rows=(*files.rows, _new_row(node)))))
    else:
        _exchange(edit, place, _with_cell(table, node), ground, report)


def _new_row(node: ast.EditSet) -> ast.Row:
    return ast.Row((ast.Entry(node.keys or (), node.value, span=node.span),), node.cites, span=node.span)


def _with_cell(table: ast.Table, node: ast.EditSet) -> ast.Table:
    keys = [expression(key) for key in node.keys or ()]
    for row in table.rows:
        for entry in row.entries if isinstance(row, ast.Row) else ():
            if [expression(key) for key in entry.keys] == keys:
                return exchanged(table, entry, (ast.changed(entry, value=node.value),))
    return ast.changed(table, rows=(_new_row(node), *table.rows))


# ------------------------------------------------------------------ replace


def _step(edit: Edit, node: ast.EditStep, ground: Ground, report: Report) -> None:
    place = step(edit, node.phase.text, ground, report)
    if place is not None:
        new = ast.Step(node.step, node.how, node.cites, node.body, span=node.span)
        _exchange(edit, place, new, ground, report)


def _rule(edit: Edit, node: ast.EditRule, ground: Ground, report: Report) -> None:
    place = rule(edit, node.within.text if node.within else "", ground, report)
    if place is not None:
        _exchange(edit, place, ast.Rule(node.rule, node.cites, node.body, span=node.span), ground, report)


def _declaration(edit: Edit, new: ast.Node, ground: Ground, report: Report) -> None:
    place = target(edit, ground, report)
    if place is None:
        return
    old = place.node
    if isinstance(new, Called) and isinstance(old, Called) and not _same_parameters(old, new):
        wanted, got = (f"({', '.join(expression(param) for param in node.params or ())})" for node in (old, new))
        report.add(codes.EDIT_PARAMETERS, edit.span, name=edit.name, wanted=wanted, got=got,
                   notes=(f"`{edit.name}` is declared in {place.node.span}",))
        return
    _exchange(edit, place, new, ground, report)


def _same_parameters(old: Called, new: Called) -> bool:
    """As many, of the same types; they may have other names."""
    before, after = ([param.type for param in node.params or ()] for node in (old, new))
    gives = alike(getattr(old, "gives", None), getattr(new, "gives", None))
    return gives and len(before) == len(after) and all(map(alike, before, after))


def _exchange(edit: Edit, place: Found[ast.Node], new: ast.Node, ground: Ground, report: Report) -> None:
    if alike(place.node, new):
        report.add(codes.EDIT_NOTHING, edit.span, name=edit.name, notes=(f"it stands in {place.node.span}",))
    ground.exchange(place, *edit.docs, new)


def _kind(edit: Edit, name: str, other: ast.Node, report: Report, help_: str) -> None:
    word = word_of(other)
    what = "a row of components" if word == "components" else f"a {word}"
    report.add(codes.EDIT_KIND, edit.span, name=name, what=what, edit=edit.verb, help=help_)
