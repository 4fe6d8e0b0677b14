"""Component files, boards and tables as rows: what the sheets say, with copies multiplied and ids made.

In:  a Layout (for its folder, its report and the data given in place of files) and the declaration that names a sheet.
Out: Rows, links, or the rows of a table; everything that does not fit is reported with file, row and column.

A column `copies` multiplies a row, `id` names it for rules, `title` for people, `source` says printed, inferred or assumed. All other columns must be
fields of the kind.

Also: How components are written: a kind's `written` template filled in, and read back where a scenario makes a component.
"""

import re

from attrs import evolve, field, frozen

from interpreter.core import types as t
from interpreter.limits import limits
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
from interpreter.text.diagnostic import suggestion
from interpreter.text.source import Source
from interpreter.variant.edits import Files

COMMON = ("id", "title", "copies", "source")


@frozen(eq=False)
class Row:
    """One component or space: its id, its cells by column, its row in the file, and whether it is a stand-in."""

    id: str
    cells: dict
    number: int
    assumed: bool


@frozen(eq=False)
class Rows:
    """All rows of one sheet, copies multiplied."""

    rows: tuple[Row, ...] = ()
    sheet: Sheet | None = field(default=None, repr=False)


def read_components(layout, one: ast.Components) -> Rows:
    """The members of a component set."""
    name = one.name.text
    match one.how:
        case ast.OneEach():
            return Rows(tuple(Row(f"{seat}.{name}", {}, k, False) for k, seat in enumerate(layout.spec.seats)))
        case ast.Copies(count) if name not in layout.data:
            total = layout.constants.number(count) or 0
            if total < 0:
                layout.world.report.add(codes.OUT_OF_RANGE, count.span, thing=name, low=0, high=limits().components, got=total)
            total = total if _room(layout, name, total, one.span) else 0
            return Rows(tuple(Row(f"{name}[{k}]", {}, k, False) for k in range(1, total + 1)))
    sheet = sheet_for(layout, name, one.how)
    return Rows() if sheet is None else _rows_of(layout, sheet, name, one.kind.text)


def _room(layout, name: str, more: int, span) -> bool:
    total = len(layout.spec.components) + more
    return layout.room("components", total, span, f"with `{name}` there are", "components")


def sheet_for(layout, name: str, file) -> Sheet | None:
    """The sheet of a declaration: the one given in its place, or the file it names."""
    given = layout.data.get(name)
    if isinstance(given, Sheet):
        return given
    if isinstance(file, Files):
        return _joined(layout, name, file)
    report = layout.world.report
    if isinstance(given, str):
        return sheet_of_text(Source(f"{name} (given)", given), report, file.span)
    sheet = read_sheet(given, report, file.span) if given else read_data(layout.folder, file, report)
    if sheet is not None:
        layout.sources[name] = sheet.source
    return sheet


def _joined(layout, name: str, files: Files) -> Sheet | None:
    """The rows of a file, and of those that variants add: they have the same columns, in any order."""
    first = sheet_for(layout, name, files.first)
    more = [(file, sheet_for(layout, f"{name} of {file.text}", file)) for file in files.more]
    rows = list(first.rows) if first is not None else []
    for file, sheet in more if first is not None else ():
        if sheet is not None and set(sheet.names) != set(first.names):
            what = f"has other columns than {first.source.name}, which has {', '.join(first.names)}"
            layout.world.report.add(codes.DATA_COLUMN, sheet.header[0].span, file=file.text, column="heading", what=what)
        elif sheet is not None:
            rows += [SheetRow(row.number, tuple(row[one] for one in first.names), first.rows[0].columns if first.rows else {})
                     for row in sheet.rows]
    return evolve(first, rows=tuple(rows)) if first is not None else None


def _rows_of(layout, sheet: Sheet, name: str, kind: str) -> Rows:
    _check_columns(layout, sheet, kind)
    check_rows(sheet, layout.world.report)
    layout.spec.assumed[name] = (assumed_count(sheet), len(sheet.rows))
    rows, total = [], sum(copies(row, layout.world.report) for row in sheet.rows)
    if not _room(layout, name, total, sheet.header[0].span):
        return Rows((), sheet)
    for row in sheet.rows:
        cells = {column: row[column] for column in sheet.names if column not in COMMON}
        assumed = row.get("source") is not None and row["source"].text == "assumed"
        for copy in range(copies(row, layout.world.report)):
            rows.append(Row(_id_of(row, name, len(rows), copy), cells, row.number, assumed))
    return Rows(tuple(rows), sheet)


def _id_of(row, name: str, place: int, copy: int) -> str:
    given = row.get("id")
    if given is None or not given.text:
        return f"{name}[{place + 1}]"
    return given.text if copy == 0 else f"{given.text}_{copy + 1}"


def _check_columns(layout, sheet: Sheet, kind: str) -> None:
    fields = {one.name.text: one for one in layout.world.lines_of(kind, ast.Field)}
    for cell in sheet.header:
        if cell.text not in fields and cell.text not in COMMON:
            layout.world.report.add(
                codes.DATA_COLUMN, cell.span, file=sheet.source.name, column=cell.text,
                what=f"is not something a {kind} has", help=suggestion(cell.text, fields),
            )
    for name, one in fields.items():
        if sheet.column(name) is None and one.first is None:
            layout.world.report.add(
                codes.DATA_COLUMN, sheet.header[0].span, file=sheet.source.name, column=name, what="is missing"
            )


def read_board(layout, board: ast.Board) -> tuple[Rows, list[tuple[str, str, bool]]]:
    """The spaces of a board and its links: (from, to, one way)."""
    name = board.name.text
    spaces = sheet_for(layout, name, board.spaces)
    links = sheet_for(layout, f"{name}_links", board.links)
    rows = Rows() if spaces is None else _rows_of(layout, spaces, name, board.kind.text)
    ids = {row.id for row in rows.rows}
    found = [] if links is None else [_link(layout, links, row, ids) for row in links.rows]
    return rows, [link for link in found if link]


def _link(layout, sheet, row, ids):
    start, end = row.get("from"), row.get("to")
    if start is None or end is None:
        layout.world.report.add(
            codes.DATA_COLUMN, sheet.header[0].span, file=sheet.source.name, column="from, to", what="are needed"
        )
        return None
    for cell in (start, end):
        if cell.text not in ids:
            layout.world.report.add(
                codes.DATA_LINK, cell.span, file=sheet.source.name, row=row.number, value=cell.text,
                help=suggestion(cell.text, ids),
            )
            return None
    one_way = row.get("one_way")
    return start.text, end.text, one_way is not None and one_way.text == "yes"


def read_table(layout, table: ast.TableFile, keys: tuple[t.Type, ...], value: t.Type) -> dict:
    """The rows of a table from its file: keys, encoded, to value."""
    name = table.name.text
    sheet = sheet_for(layout, name, getattr(table, "file", table.name))
    if sheet is None:
        return {}
    layout.spec.assumed[name] = (assumed_count(sheet), len(sheet.rows))
    params = [p.name.text for p in table.params]
    values = [c.text for c in sheet.header if c.text not in params and c.text not in COMMON]
    missing = [p for p in params if sheet.column(p) is None] + ([] if values else [name])
    for column in missing:
        what = f"is missing; the keys of `{name}` are {', '.join(params)}"
        layout.world.report.add(codes.DATA_COLUMN, sheet.header[0].span, file=sheet.source.name, column=column, what=what)
    return {} if missing else _table_rows(layout, sheet, list(zip(params, keys, strict=True)), (values[0], value))


def _table_rows(layout, sheet, keys, value) -> dict:
    rows, seen = {}, {}
    for row in sheet.rows:
        key = tuple(cell_value(layout, sheet, row, column, type_) for column, type_ in keys)
        if key in rows:
            layout.world.report.add(
                codes.DATA_DUPLICATE, row[keys[0][0]].span, file=sheet.source.name, row=row.number,
                value=row[keys[0][0]].text, other=seen[key],
            )
        seen.setdefault(key, row.number)
        rows[key] = cell_value(layout, sheet, row, *value)
    return rows


def cell_value(layout, sheet, row, column: str, type_: t.Type):
    """One cell as a value of its type, reported if it is none."""
    cell = row[column]
    value = layout.constants.parse(cell.text, type_)
    if value is None or (isinstance(type_, t.Int) and not _inside(value, type_)):
        layout.world.report.add(
            codes.DATA_VALUE, cell.span, file=sheet.source.name, row=row.number, column=column, value=cell.text,
            wanted=layout.constants.allowed(type_),
        )
        return 0
    return value


def _inside(value: int, type_: t.Int) -> bool:
    return (type_.low is None or type_.low <= value) and (type_.high is None or value <= type_.high)


# ------------------------------------------------------------------ how components are written


PART = re.compile(r"\{(\w+)\}")
NEW = "new"                                       # the key of the data under which a scenario gives new components


def template_of(layout, kind: str) -> str | None:
    """The template of a kind, if it declares one."""
    return next((line.form.text for line in layout.world.lines_of(kind, ast.Written)), None)


def filled(layout, kind: str, template: str, component: int) -> str:
    """The template with the fields of one component."""

    def said(found) -> str:
        base, values, type_ = layout.fields.get((kind, found[1]), (0, (), t.TEXT))
        place = component - base
        return _word(layout.spec, values[place], type_) if 0 <= place < len(values) else found[0]

    return PART.sub(said, template)


def _word(spec, value, type_) -> str:
    inner = t.element(type_)
    if inner is None:
        return spec.words(value, type_)
    words = [spec.words(v, inner) for v in value]
    return ("" if all(len(w) == 1 for w in words) else "+").join(words) or "0"


# ------------------------------------------------------------------ reading


def new_rows(layout, kind: str) -> Rows:
    """The components of a kind that a scenario makes."""
    given = [one for one in layout.data.get(NEW, ()) if kind_named(one.value) == kind]
    return Rows(tuple(_row(layout, kind, one) for one in given))


def kind_named(node) -> str:
    """The kind of which `given new` makes one."""
    return node.name.text if isinstance(node, ast.Apply) else getattr(node, "text", "")


def _row(layout, kind: str, one: ast.GivenNew) -> Row:
    cells: dict[str, Cell] = {}
    for arg in getattr(one.value, "args", None) or ():
        match arg:
            case ast.Text(text):
                cells |= read_written(layout, kind, text, arg.span)
            case ast.NamedArg(name, value):
                cells[name.text] = Cell(cell_text(value), value.span)
                _known_field(layout, kind, name)
            case _:
                _misshapen(layout, kind, arg.span.text, arg.span)
    return Row(one.name.text, cells, 0, False)


def cell_text(node: ast.Node) -> str:
    """A value as a sheet would say it: sets without braces, rows by their id."""
    match node:
        case ast.Text(text) | ast.At(key=ast.Text(text)):
            return text
        case ast.SetValue(items) | ast.ListValue(items):
            return " ".join(cell_text(item) for item in items or ())
    return node.span.text


def _known_field(layout, kind: str, name: ast.Ident) -> None:
    fields = [one.name.text for one in layout.world.lines_of(kind, ast.Field)]
    if name.text not in fields:
        notes = (f"a {kind} has: {', '.join(fields)}",)
        layout.world.report.add(
            codes.NOT_A_MEMBER, name.span, name=name.text, thing=kind, help=suggestion(name.text, fields), notes=notes
        )


def read_written(layout, kind: str, text: str, span) -> dict[str, Cell]:
    """The cells that a written form stands for; none, and reported, if it does not follow the template."""
    template = template_of(layout, kind)
    found = template and re.fullmatch(_pattern(layout, kind, template), text.strip())
    if not found:
        _misshapen(layout, kind, text, span)
        return {}
    return {name: Cell(value.strip(), span) for name, value in found.groupdict().items()}


def _misshapen(layout, kind: str, text: str, span) -> None:
    template = template_of(layout, kind)
    wanted = f"it is written like `{template}`" if template else "it declares no `written` form, so name its fields"
    layout.world.report.add(codes.BAD_WRITTEN, span, text=text, thing=kind, wanted=wanted)


def _pattern(layout, kind: str, template: str) -> str:
    types = {one.name.text: layout.constants.type_of(one.type) for one in layout.world.lines_of(kind, ast.Field)}
    made, at = "", 0
    for part in PART.finditer(template):
        made += re.escape(template[at:part.start()]) + f"(?P<{part[1]}>{_shape(types.get(part[1]))})"
        at = part.end()
    return made + re.escape(template[at:])


def _shape(type_) -> str:
    """What a value of this type may look like, wrong words of an enum included: they are reported as such."""
    match type_:
        case t.Int():
            return r"[+-]?\d+"
        case t.Set() | t.List():
            return ".*?"
    return ".+?"
