"""The runs of a scenario: each case, each choice of options and each row of a table goes the whole way from the beginning.

In:  the lines of a scenario.
Out: Run records: a title, and the lines of the run in order, values of rows in place of the names that head the columns.

What stands before a branch belongs to each of its runs. What stands after the last branch belongs to a run without them.
"""

import attrs
from attrs import field, frozen

from interpreter.syntax import ast
from interpreter.text.source import Span

BRANCHES = (ast.ScenarioCase, ast.ScenarioWith, ast.ScenarioRows)
NAMED = {                                          # the words of a line that a row may give
    ast.Answers: ("seat", "decision"), ast.Asks: ("seat", "decision"), ast.Takes: ("seat", "offer"),
    ast.ThenAsked: ("decision",), ast.GivenOption: ("option",),
}


@frozen(eq=False)
class Run:
    """One way through a scenario. `title` is empty for a scenario without branches."""

    title: str
    span: Span = field(repr=False)
    lines: tuple[ast.Node, ...]
    cites: tuple = ()


def runs(scenario: ast.Scenario) -> list[Run]:
    """Every run of a scenario."""
    return _runs(scenario.lines, Run("", scenario.title.span, (), tuple(scenario.cites or ())))


def _runs(lines, before: Run) -> list[Run]:
    made, trunk, after = [], [], False
    for _, line in ast.documented(lines):
        if isinstance(line, BRANCHES):
            made += _branch(line, attrs.evolve(before, lines=before.lines + tuple(trunk)))
            after = False
        else:
            trunk.append(line)
            after = True
    if after or not made:
        made.append(attrs.evolve(before, lines=before.lines + tuple(trunk)))
    return made


def _branch(line: ast.Node, before: Run) -> list[Run]:
    match line:
        case ast.ScenarioCase(title, cites, lines):
            return _runs(lines, _titled(before, title.text, title.span, before.lines, cites))
        case ast.ScenarioWith(settings, cites, lines):
            title = ", ".join(" ".join(one.span.text.split()) for one in settings)
            return _runs(lines, _titled(before, f"with {title}", settings[0].span, before.lines + settings, cites))
    return [run for k, row in enumerate(line.rows, start=1) for run in _row(line, row, k, before)]


def _titled(before: Run, title: str, span: Span, lines: tuple, cites=()) -> Run:
    both = f"{before.title}, {title}" if before.title else title
    return Run(both, span, lines, before.cites + tuple(cites or ()))


def _row(table: ast.ScenarioRows, row: ast.Cells, number: int, before: Run) -> list[Run]:
    said = " | ".join(" ".join(value.span.text.split()) for value in row.values)
    values = dict(zip((one.text for one in table.header), row.values, strict=False))
    span = row.values[0].span if row.values else table.span
    lines = tuple(put_in(line, values) for line in table.lines)
    given = tuple(put_in(line, values) for line in before.lines)
    return _runs(lines, _titled(before, f"row {number}: {said}", span, given))


def put_in(node, values: dict):
    """The same node with the values of a row in place of the names that head its columns."""
    if isinstance(node, tuple):
        made = tuple(put_in(one, values) for one in node)
        return node if all(a is b for a, b in zip(made, node, strict=True)) else made
    if not isinstance(node, ast.Node):
        return node
    if isinstance(node, ast.Name):
        return values.get(node.text, node)
    named = NAMED.get(type(node), ())
    changes = {}
    for part in attrs.fields(type(node)):
        old = getattr(node, part.name)
        new = _word(old, values) if part.name in named else put_in(old, values)
        if new is not old:
            changes[part.name] = new
    return attrs.evolve(node, **changes) if changes else node


def _word(ident: ast.Ident, values: dict) -> ast.Ident:
    given = values.get(ident.text)
    return ast.Ident(given.text, span=given.span) if isinstance(given, ast.Name) else ident
