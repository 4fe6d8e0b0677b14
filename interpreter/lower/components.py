"""Component files, boards and tables as rows: what the sheets say, copies multiplied, ids made, `written` forms filled in.

In:  the Inputs (folder, report, the data given in place of files) and the declaration that names a sheet.
Out: Rows, links, or the rows of a table; `filled`, a component as its kind's `written` template writes it, and
     `read_written`, the fields of one that a scenario writes so. What does not fit is reported with file, row and column.

A column `copies` multiplies a row, `id` names it for rules, `title` for people, `source` says printed, inferred or assumed.
All other columns must be fields of the kind.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from attrs import define, evolve, field, frozen

from interpreter.core import types as t
from interpreter.ir.model import Spec
from interpreter.limits import limits
from interpreter.lower.constants import Constants, Encoded, TableRows
from interpreter.lower.symbols import Tabled, World
from interpreter.project.sheets import (
    assumed_count,
    Cell,
    check_rows,
    copies,
    read_data,
    read_sheet,
    Sheet,
    sheet_of_text,
    SheetRow,
)
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.diagnostic import nearest, no_case, suggestion
from interpreter.text.source import Source, Span
from interpreter.variant.edits import Files

Given = Sheet | str | Path                         # a sheet, the text of one, or where one lies
Link = tuple[str, str, bool]                       # from, to, one way
Printed = tuple[int, tuple[Encoded, ...], t.Type]    # the first thing of the kind; for each what is printed on it; its type
Fields = Mapping[tuple[str, str], Printed]          # by kind and field

COMMON = ("id", "title", "copies", "source")


@frozen(eq=False)
class Row:
    """One component or space: its id, its cells by column, its row in the file, and whether it is a stand-in."""

    id: str
    cells: dict[str, Cell]
    number: int
    assumed: bool


@frozen(eq=False)
class Rows:
    """All rows of one sheet, copies multiplied."""

    rows: tuple[Row, ...] = ()
    sheet: Sheet | None = field(default=None, repr=False)


@define(eq=False)
class Inputs:
    """What sheets are read with. `given` holds what stands in place of files, by the name of the declaration; `new` the
    components that a scenario makes; `sources` the files that were read, by the name of the declaration."""

    world: World
    constants: Constants
    spec: Spec
    folder: Path
    given: Mapping[str, Given]
    new: tuple[ast.GivenNew, ...]
    sources: dict[str, Source] = field(factory=dict)

    def room(self, limit: str, got: int, span: Span, what: str, of: str = "") -> bool:
        """Is there room for so many? If not, it is reported."""
        most = getattr(limits(), limit)
        if got > most:
            self.world.report.add(codes.TOO_LARGE, span, what=what, got=f"{got} {of}".strip(), limit=most,
                                  help=f"`--limit {limit}={got}` allows it")
        return bool(got <= most)


def read_components(inputs: Inputs, components: ast.Components) -> Rows:
    """The members of a component set."""
    name = components.name.text
    match components.how:
        case ast.OneEach():
            return Rows(tuple(Row(f"{seat}.{name}", {}, k, False) for k, seat in enumerate(inputs.spec.seats)))
        case ast.CopiesEach(count):
            each = range(1, _copies(inputs, components, count, len(inputs.spec.seats)) + 1)
            ids = [f"{seat}.{name}[{k}]" for seat in inputs.spec.seats for k in each]
            return Rows(tuple(Row(one_id, {}, k, False) for k, one_id in enumerate(ids, 1)))
        case ast.Copies(count) if name not in inputs.given:
            total = _copies(inputs, components, count)
            return Rows(tuple(Row(f"{name}[{k}]", {}, k, False) for k in range(1, total + 1)))
    sheet = sheet_for(inputs, name, components.how)
    return Rows() if sheet is None else _rows_of(inputs, sheet, name, components.kind.text)


def _copies(inputs: Inputs, components: ast.Components, count: ast.Node, times: int = 1) -> int:
    """How many there are to be, so many times over; none where fewer than none or too many are asked for, which is reported."""
    name, total = components.name.text, inputs.constants.number(count) or 0
    if total < 0:
        inputs.world.report.add(codes.OUT_OF_RANGE, count.span, thing=name, low=0, high=limits().components, got=total)
        return 0
    return total if _room(inputs, name, total * times, components.span) else 0


def _room(inputs: Inputs, name: str, more: int, span: Span) -> bool:
    total = len(inputs.spec.components) + more
    return inputs.room("components", total, span, f"with `{name}` there are", "components")


def sheet_for(inputs: Inputs, name: str, file: ast.Node) -> Sheet | None:
    """The sheet of a declaration: the one given in its place, or the file it names."""
    given = inputs.given.get(name)
    if isinstance(given, Sheet):
        return given
    if isinstance(file, Files):
        return _joined(inputs, name, file)
    report = inputs.world.report
    if isinstance(given, str):
        return sheet_of_text(Source(f"{name} (given)", given), report, file.span)
    if given is not None:
        sheet = read_sheet(given, report, file.span)
    elif isinstance(file, ast.Text):
        sheet = read_data(inputs.folder, file, report)
    else:
        raise no_case(file)
    if sheet is not None:
        inputs.sources[name] = sheet.source
    return sheet


def _joined(inputs: Inputs, name: str, files: Files) -> Sheet | None:
    """The rows of a file, and of those that variants add: they have the same columns, in any order."""
    first = sheet_for(inputs, name, files.first)
    more = [(file, sheet_for(inputs, f"{name} of {file.text}", file)) for file in files.more]
    if first is None:
        return None
    rows = list(first.rows)
    for file, sheet in more:
        if sheet is not None and set(sheet.names) != set(first.names):
            what = f"has other columns than {first.source.name}, which has {', '.join(first.names)}"
            inputs.world.report.add(codes.DATA_COLUMN, sheet.header[0].span, file=file.text, column="heading", what=what)
        elif sheet is not None:
            rows += [SheetRow(row.number, tuple(row[head] for head in first.names), first.rows[0].columns if first.rows else {})
                     for row in sheet.rows]
    return evolve(first, rows=tuple(rows))


def _rows_of(inputs: Inputs, sheet: Sheet, name: str, kind: str) -> Rows:
    _check_columns(inputs, sheet, kind)
    check_rows(sheet, inputs.world.report)
    inputs.spec.assumed[name] = (assumed_count(sheet), len(sheet.rows))
    rows: list[Row] = []
    total = sum(copies(row, inputs.world.report) for row in sheet.rows)
    if not _room(inputs, name, total, sheet.header[0].span):
        return Rows((), sheet)
    for row in sheet.rows:
        cells = {column: row[column] for column in sheet.names if column not in COMMON}
        assumed = row.get("source") is not None and row["source"].text == "assumed"
        for copy in range(copies(row, inputs.world.report)):
            rows.append(Row(_id_of(row, name, len(rows), copy), cells, row.number, assumed))
    return Rows(tuple(rows), sheet)


def _id_of(row: SheetRow, name: str, place: int, copy: int) -> str:
    given = row.get("id")
    if given is None or not given.text:
        return f"{name}[{place + 1}]"
    return given.text if copy == 0 else f"{given.text}_{copy + 1}"


def _check_columns(inputs: Inputs, sheet: Sheet, kind: str) -> None:
    fields = {line.name.text: line for line in inputs.world.lines_of(kind, ast.Field)}
    left = {name for name in fields if sheet.column(name) is None}
    for cell in sheet.header:
        if cell.text not in fields and cell.text not in COMMON:
            meant = nearest(cell.text, left)
            left -= {meant}                              # misspelt and missing is one mistake
            inputs.world.report.add(
                codes.DATA_COLUMN, cell.span, file=sheet.source.name, column=cell.text, what=f"is not something a {kind} has",
                help=f"did you mean `{meant}`?" if meant else suggestion(cell.text, fields),
            )
    for name, line in fields.items():
        if name in left and line.first is None:
            inputs.world.report.add(
                codes.DATA_COLUMN, sheet.header[0].span, file=sheet.source.name, column=name, what="is missing"
            )


def read_board(inputs: Inputs, board: ast.Board) -> tuple[Rows, list[Link]]:
    """The spaces of a board and its links: (from, to, one way)."""
    name = board.name.text
    spaces = sheet_for(inputs, name, board.spaces)
    links = sheet_for(inputs, f"{name}_links", board.links)
    rows = Rows() if spaces is None else _rows_of(inputs, spaces, name, board.kind.text)
    ids = {row.id for row in rows.rows}
    joined = [] if links is None else [_link(inputs, links, row, ids) for row in links.rows]
    return rows, [link for link in joined if link]


def _link(inputs: Inputs, sheet: Sheet, row: SheetRow, ids: set[str]) -> Link | None:
    start, end = row.get("from"), row.get("to")
    if start is None or end is None:
        inputs.world.report.add(
            codes.DATA_COLUMN, sheet.header[0].span, file=sheet.source.name, column="from, to", what="are needed"
        )
        return None
    for cell in (start, end):
        if cell.text not in ids:
            inputs.world.report.add(
                codes.DATA_LINK, cell.span, file=sheet.source.name, row=row.number, value=cell.text,
                help=suggestion(cell.text, ids),
            )
            return None
    one_way = row.get("one_way")
    return start.text, end.text, one_way is not None and one_way.text == "yes"


def read_table(inputs: Inputs, table: Tabled, keys: tuple[t.Type, ...], value: t.Type) -> TableRows:
    """The rows of a table from its file: keys, encoded, to value."""
    name = table.name.text
    sheet = sheet_for(inputs, name, table.file if isinstance(table, ast.TableFile) else table.name)
    if sheet is None:
        return {}
    inputs.spec.assumed[name] = (assumed_count(sheet), len(sheet.rows))
    params = [p.name.text for p in table.params]
    values = [c.text for c in sheet.header if c.text not in params and c.text not in COMMON]
    missing = [p for p in params if sheet.column(p) is None] + ([] if values else [name])
    for column in missing:
        what = f"is missing; the keys of `{name}` are {', '.join(params)}"
        inputs.world.report.add(codes.DATA_COLUMN, sheet.header[0].span, file=sheet.source.name, column=column, what=what)
    return {} if missing else _table_rows(inputs, sheet, list(zip(params, keys, strict=True)), (values[0], value))


def _table_rows(inputs: Inputs, sheet: Sheet, keys: list[tuple[str, t.Type]], value: tuple[str, t.Type]) -> TableRows:
    rows: TableRows = {}
    seen: dict[tuple[Encoded, ...], int] = {}
    for row in sheet.rows:
        key = tuple(cell_value(inputs, sheet, row, column, type_) for column, type_ in keys)
        if key in rows:
            inputs.world.report.add(
                codes.DATA_DUPLICATE, row[keys[0][0]].span, file=sheet.source.name, row=row.number,
                value=row[keys[0][0]].text, other=seen[key],
            )
        seen.setdefault(key, row.number)
        rows[key] = cell_value(inputs, sheet, row, *value)
    return rows


def cell_value(inputs: Inputs, sheet: Sheet, row: SheetRow, column: str, type_: t.Type) -> Encoded:
    """One cell as a value of its type, reported if it is none."""
    cell = row[column]
    value = inputs.constants.parse(cell.text, type_)
    if value is None or not inputs.constants.within(value, type_):
        inputs.world.report.add(
            codes.DATA_VALUE, cell.span, file=sheet.source.name, row=row.number, column=column, value=cell.text,
            wanted=inputs.constants.allowed(type_),
        )
        return 0
    return value


# ------------------------------------------------------------------ how components are written


PART = re.compile(r"\{(\w+)\}")
NEW = "new"                                       # the key of the data under which a scenario gives new components


def template_of(inputs: Inputs, kind: str) -> str | None:
    """The template of a kind, if it declares one."""
    return next((line.form.text for line in inputs.world.lines_of(kind, ast.Written)), None)


def filled(spec: Spec, fields: Fields, kind: str, template: str, component: int) -> str:
    """The template with the fields of one component."""

    def said(match: re.Match[str]) -> str:
        base, values, type_ = fields.get((kind, match[1]), (0, (), t.TEXT))
        place = component - base
        return _word(spec, values[place], type_) if 0 <= place < len(values) else match[0]

    return PART.sub(said, template)


def _word(spec: Spec, value: Encoded, type_: t.Type) -> str:
    inner = t.element(type_)
    if inner is None:
        return spec.words(value, type_)
    words = [spec.words(v, inner) for v in value] if isinstance(value, tuple) else []
    return ("" if all(len(w) == 1 for w in words) else "+").join(words) or "0"


# ------------------------------------------------------------------ reading


def new_rows(inputs: Inputs, kind: str) -> Rows:
    """The components of a kind that a scenario makes."""
    given = [new for new in inputs.new if kind_named(new.value) == kind]
    return Rows(tuple(_row(inputs, kind, new) for new in given))


def kind_named(node: ast.Node) -> str:
    """The kind of which `given new` makes one."""
    return node.name.text if isinstance(node, ast.Apply) else getattr(node, "text", "")


def _row(inputs: Inputs, kind: str, new: ast.GivenNew) -> Row:
    cells: dict[str, Cell] = {}
    for arg in getattr(new.value, "args", None) or ():
        match arg:
            case ast.Text(text):
                cells |= read_written(inputs, kind, text, arg.span)
            case ast.NamedArg(name, value):
                cells[name.text] = Cell(cell_text(value), value.span)
                _known_field(inputs, kind, name)
            case _:
                _misshapen(inputs, kind, arg.span.text, arg.span)
    return Row(new.name.text, cells, 0, False)


def cell_text(node: ast.Node) -> str:
    """A value as a sheet would say it: sets without braces, rows by their id."""
    match node:
        case ast.Text(text) | ast.At(key=ast.Text(text)):
            return text
        case ast.SetValue(items) | ast.ListValue(items):
            return " ".join(cell_text(item) for item in items or ())
    return node.span.text


def _known_field(inputs: Inputs, kind: str, name: ast.Ident) -> None:
    fields = [line.name.text for line in inputs.world.lines_of(kind, ast.Field)]
    if name.text not in fields:
        notes = (f"a {kind} has: {', '.join(fields)}",)
        inputs.world.report.add(
            codes.NOT_A_MEMBER, name.span, name=name.text, thing=kind, help=suggestion(name.text, fields), notes=notes
        )


def read_written(inputs: Inputs, kind: str, text: str, span: Span) -> dict[str, Cell]:
    """The cells that a written form stands for; none, and reported, if it does not follow the template."""
    template = template_of(inputs, kind)
    match = template and re.fullmatch(_pattern(inputs, kind, template), text.strip())
    if not match:
        _misshapen(inputs, kind, text, span)
        return {}
    return {name: Cell(value.strip(), span) for name, value in match.groupdict().items()}


def _misshapen(inputs: Inputs, kind: str, text: str, span: Span) -> None:
    template = template_of(inputs, kind)
    wanted = f"it is written like `{template}`" if template else "it declares no `written` form, so name its fields"
    inputs.world.report.add(codes.BAD_WRITTEN, span, text=text, thing=kind, wanted=wanted)


def _pattern(inputs: Inputs, kind: str, template: str) -> str:
    types = {line.name.text: inputs.constants.type_of(line.type) for line in inputs.world.lines_of(kind, ast.Field)}
    pattern, at = "", 0
    for part in PART.finditer(template):
        pattern += re.escape(template[at:part.start()]) + f"(?P<{part[1]}>{_shape(types.get(part[1]))})"
        at = part.end()
    return pattern + re.escape(template[at:])


def _shape(type_: t.Type | None) -> str:
    """What a value of this type may look like, wrong words of an enum included: they are reported as such."""
    match type_:
        case t.Int():
            return r"[+-]?\d+"
        case t.Set() | t.List():
            return ".*?"
    return ".+?"
