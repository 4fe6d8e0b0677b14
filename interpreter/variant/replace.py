"""set and replace: another value for an option, a cell of a table or the number of players; another whole thing.

In:  an edit, and the Ground.
Out: the Ground changed; what does not fit, or changes nothing, is in the report.

Whether a value fits its range, and what a replaced rule names, is looked at with the merged game.

Also: remove: takes a named thing away.
"""

import attrs

from interpreter.syntax import ast
from interpreter.syntax.formatter import expression
from interpreter.text import codes
from interpreter.text.diagnostic import no_case, Report, suggestion
from interpreter.variant.edits import Edit, Files, WRAP
from interpreter.variant.targets import alike, exchanged, Found, Ground, word_of


def remove(edit: Edit, ground: Ground, report: Report) -> None:
    """A declaration, a step, a rule, an `always` line."""
    found = target(edit, ground, report)
    if found is not None:
        ground.remove(found, edit.name, edit.by.name, edit.span)
        if edit.key[0] == "trigger":
            _out_of_order(edit.name, ground)


def _out_of_order(name: str, ground: Ground) -> None:
    """`order` lines say the order of those that are left."""
    for found in list(ground.named("order")):
        left = tuple(one for one in found.node.names if one.text != name)
        if len(left) < len(found.node.names):
            ground.exchange(found, *([attrs.evolve(found.node, names=left)] if len(left) > 1 else []))


def target(edit: Edit, ground: Ground, report: Report) -> Found | None:
    """What an edit names by its key; reported if there is none."""
    family, *outer, name = edit.key
    within = outer[0] if outer else ""
    if family == "rule":
        return rule(edit, within, ground, report)
    if family == "phase" and outer:
        return step(edit, within, ground, report)
    found = ground.find(family, name if family not in ("setup", "play", "winner", "limit nesting") else "", within)
    if found is None:
        missing(edit, family, name, ground.names(family, within), ground, report)
    return found


def step(edit: Edit, phase: str, ground: Ground, report: Report) -> Found | None:
    """A step of a phase or turn."""
    if phase and ground.find("phase", phase) is None:
        missing(edit, "phase", phase, ground.names("phase"), ground, report)
        return None
    phases = [phase] if phase else ground.names("phase")
    steps = [found for one in phases for found in ground.steps(one)]
    found = next((one for one in steps if one.node.name.text == edit.key[-1]), None)
    if found is None:
        missing(edit, "step", edit.key[-1], [one.node.name.text for one in steps], ground, report)
    return found


def rule(edit: Edit, within: str, ground: Ground, report: Report) -> Found | None:
    """A named piece of set-up, a step or an effect; where two have the name, the edit has to say which."""
    every = list(ground.inside(ast.Rule, within=within))
    found = [one for one in every if one.node.name.text == edit.key[-1]]
    if not found:
        help_ = suggestion(edit.key[-1], [one.node.name.text for one in every])
        if told_removed(edit, edit.key[-1], ground, report):
            return None
        report.add(codes.NO_SUCH_RULE, edit.span, name=edit.key[-1], where=within or edit.by.variant.base.text, help=help_)
        return None
    if len(found) > 1:
        places = " and ".join(str(one.node.span) for one in found)
        what = f"the name of {len(found)} rules ({places})"
        report.add(codes.EDIT_KIND, edit.span, name=edit.key[-1], what=what, edit=edit.verb,
                   help="say with `in` where it stands")
        return None
    return found[0]


def missing(edit: Edit, kind: str, name: str, names, ground: Ground, report: Report) -> None:
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
        case ast.EditSet(name, None) if name.text == "players":
            _players(edit, ground, report)
        case ast.EditSet(keys=None):
            _option(edit, ground, report)
        case ast.EditSet():
            _cell(edit, ground, report)
        case ast.EditStep():
            _step(edit, ground, report)
        case ast.EditRule():
            _rule(edit, ground, report)
        case ast.EditReplace(declaration):
            _declaration(edit, declaration, ground, report)
        case _:
            raise no_case(edit.node)


# ------------------------------------------------------------------ set


def _players(edit: Edit, ground: Ground, report: Report) -> None:
    found, value = ground.game(), edit.node.value
    players = value if isinstance(value, ast.SpanOf) else ast.SpanOf(value, value, span=value.span)
    _exchange(edit, found, attrs.evolve(found.node, players=players), ground, report)


def _option(edit: Edit, ground: Ground, report: Report) -> None:
    name = edit.node.name.text
    found = ground.find("option", name)
    if found is not None:
        cites = edit.node.cites or found.node.cites
        _exchange(edit, found, attrs.evolve(found.node, first=edit.node.value, cites=cites), ground, report)
        return
    other = ground.anything(name)
    if other is None:
        missing(edit, "option", name, [*ground.names("option"), "players"], ground, report)
    else:
        table = word_of(other) == "table"
        help_ = f"write `set {name}(KEY) = VALUE`" if table else "use `replace`, or write it as an option"
        _kind(edit, other, report, help_)


def _cell(edit: Edit, ground: Ground, report: Report) -> None:
    """One cell of a table: written in the rules, or read from a file."""
    found = ground.find("table", edit.node.name.text)
    if found is None:
        missing(edit, "table", edit.node.name.text, ground.names("table"), ground, report)
        return
    table = found.node
    if len(edit.node.keys) != len(table.params):
        report.add(codes.TABLE_KEYS, edit.span, name=edit.node.name.text, wanted=len(table.params), got=len(edit.node.keys))
    elif isinstance(table, ast.TableFile):
        file = table.file if isinstance(table.file, Files) else Files(table.file, (), (), span=table.file.span)
        file = attrs.evolve(file, rows=(*file.rows, _new_row(edit)))
        ground.exchange(found, attrs.evolve(table, file=file))
    else:
        _exchange(edit, found, _with_cell(table, edit), ground, report)


def _new_row(edit: Edit) -> ast.Row:
    node = edit.node
    return ast.Row((ast.Entry(node.keys, node.value, span=node.span),), node.cites, span=node.span)


def _with_cell(table: ast.Table, edit: Edit) -> ast.Table:
    keys = [expression(key) for key in edit.node.keys]
    for row in table.rows:
        for entry in row.entries if isinstance(row, ast.Row) else ():
            if [expression(key) for key in entry.keys] == keys:
                return exchanged(table, entry, (attrs.evolve(entry, value=edit.node.value),))
    return attrs.evolve(table, rows=(_new_row(edit), *table.rows))


# ------------------------------------------------------------------ replace


def _step(edit: Edit, ground: Ground, report: Report) -> None:
    node, found = edit.node, step(edit, edit.node.phase.text, ground, report)
    if found is not None:
        made = ast.Step(node.step, node.how, node.cites, node.body, span=node.span)
        _exchange(edit, found, made, ground, report)


def _rule(edit: Edit, ground: Ground, report: Report) -> None:
    node = edit.node
    found = rule(edit, node.within.text if node.within else "", ground, report)
    if found is not None:
        _exchange(edit, found, ast.Rule(node.rule, node.cites, node.body, span=node.span), ground, report)


def _declaration(edit: Edit, new: ast.Node, ground: Ground, report: Report) -> None:
    found = target(edit, ground, report)
    if found is None:
        return
    if isinstance(new, ast.Effect | ast.Event) and not _same_parameters(found.node, new):
        wanted, got = (f"({', '.join(expression(p) for p in one.params or ())})" for one in (found.node, new))
        report.add(codes.EDIT_PARAMETERS, edit.span, name=edit.name, wanted=wanted, got=got,
                   notes=(f"`{edit.name}` is declared in {found.node.span}",))
        return
    _exchange(edit, found, new, ground, report)


def _same_parameters(old: ast.Node, new: ast.Node) -> bool:
    """As many, of the same types; they may have other names."""
    before, after = ([one.type for one in node.params or ()] for node in (old, new))
    gives = alike(getattr(old, "gives", None), getattr(new, "gives", None))
    return gives and len(before) == len(after) and all(map(alike, before, after))


def _exchange(edit: Edit, found: Found, new: ast.Node, ground: Ground, report: Report) -> None:
    if alike(found.node, new):
        report.add(codes.EDIT_NOTHING, edit.span, name=edit.name, notes=(f"it stands in {found.node.span}",))
    ground.exchange(found, *edit.docs, new)


def _kind(edit: Edit, other: ast.Node, report: Report, help_: str) -> None:
    word = word_of(other)
    what = "a row of components" if word == "components" else f"a {word}"
    report.add(codes.EDIT_KIND, edit.span, name=edit.node.name.text, what=what, edit=edit.verb, help=help_)
