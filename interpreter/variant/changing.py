"""set and replace: another value for an option, a cell of a table or the number of players; another whole thing.

In:  an edit, and the Ground.
Out: the Ground changed; what does not fit, or changes nothing, is in the report.

Whether a value fits its range, and what a replaced rule names, is looked at with the merged game.
"""

import attrs

from interpreter.syntax import ast
from interpreter.syntax.print import expression
from interpreter.text import codes
from interpreter.text.report import Report
from interpreter.variant.edits import Edit
from interpreter.variant.ground import Found, Ground, alike, exchanged, word_of
from interpreter.variant.made import Files
from interpreter.variant.taking import missing, rule, step, target


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
