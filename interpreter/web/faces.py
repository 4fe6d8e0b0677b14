"""What a card shows on a page: its title, its corner, its colour and its lines.

In:  the Context of a game, whose layout has the printed fields, and `faces.csv` beside its rules, if there is one.
Out: `Faces`, which gives the face of every component; what a hint names that is not there, in the report.

`faces.csv` has a row for each part of a face: `kind,part,field`. The parts are title, corner, colour and line (several). A
field is one that the rules declare, or a column of the data such as `title`. Of a kind without hints the title is that of its
row, and the line what the rules write on it. A colour is a number for each word of its field: which colour that is, the page
says, and the word stands beside it.
"""

from pathlib import Path

from attrs import define, field, frozen

from interpreter.core.types import Bool, Enum, NONE, OrNone, Type
from interpreter.display.things import thing_name
from interpreter.ir.model import Spec
from interpreter.lower.scope import Context
from interpreter.project.sheets import read_sheet, SheetRow
from interpreter.text import codes
from interpreter.text.diagnostic import Report
from interpreter.text.source import NOWHERE

FILE = "faces.csv"
PARTS = ("title", "corner", "colour", "line")
COLOURS = 8                                      # that the page tells apart


@frozen
class Face:
    """What stands on one card; `colour` is a number below COLOURS, or -1."""

    title: str
    corner: str = ""
    colour: int = -1
    lines: tuple[str, ...] = ()


@define(eq=False)
class Faces:
    """The faces of all components of a game."""

    spec: Spec
    made: dict[int, Face] = field(factory=dict)

    def of(self, thing: int) -> Face:
        """The face of one; where nothing is said of it, its title or its name, and what the rules write on it."""
        if thing not in self.made:
            self.made[thing] = _plain(self.spec, thing, "")
        return self.made[thing]


def _plain(spec: Spec, thing: int, title: str) -> Face:
    one = spec.components[thing]
    written = one.written if one.written and one.written != one.id else ""
    said = [words for words in (written, spec.printed.get(thing, "")) if words]
    if title or not said:
        return Face(title or thing_name(spec, thing).replace("_", " "), lines=tuple(said))
    return Face(thing_name(spec, thing).replace("_", " "), lines=tuple(said))


def faces_of(ctx: Context, report: Report, folder: Path) -> Faces:
    """Every component's face, as the hints beside the rules say; a hint that names nothing goes into the report."""
    made, path, columns = Faces(ctx.spec), folder / FILE, _columns(ctx)
    sheet = read_sheet(path, report, NOWHERE) if path.exists() else None
    hints: dict[str, list[tuple[str, str]]] = {}
    for row in sheet.rows if sheet is not None else ():
        said = {name: cell.text for name in ("kind", "part", "field") if (cell := row.get(name)) is not None}
        kind, part, name = (said.get(one, "").strip() for one in ("kind", "part", "field"))
        if _fits(ctx, row, kind, part, name, report):
            hints.setdefault(kind, []).append((part, name))
    for one in ctx.spec.components:
        own = columns.get(one.number, {})
        if one.kind in hints:
            made.made[one.number] = _face(ctx, own, one.number, hints[one.kind])
        else:
            made.made[one.number] = _plain(ctx.spec, one.number, own.get("title", ""))
    return made


def _fits(ctx: Context, row: SheetRow, kind: str, part: str, name: str, report: Report) -> bool:
    """Does a hint name what is there?"""
    kinds = {one.kind for one in ctx.spec.components}
    columns = {column for rows in ctx.layout.rows.values() if rows.sheet is not None for column in rows.sheet.names}
    for column, value, wanted, fine in (
        ("kind", kind, "a kind of component", kind in kinds),
        ("part", part, f"a part of a face: {', '.join(PARTS)}", part in PARTS),
        ("field", name, f"a field of {kind}", (kind, name) in ctx.layout.fields or name in columns),
    ):
        if not fine:
            cell = row.get(column)
            report.add(codes.DATA_VALUE, cell.span if cell is not None else row.span, file=FILE, row=row.number, column=column,
                       value=value, wanted=wanted, help=None)
            return False
    return True


def _columns(ctx: Context) -> dict[int, dict[str, str]]:
    """By component, what its row of the data says in the columns that the rules do not declare."""
    found: dict[int, dict[str, str]] = {}
    for name, numbers in ctx.layout.sets.items():
        rows = ctx.layout.rows.get(name)
        if rows is None or rows.sheet is None:
            continue
        by_number = {row.number: row for row in rows.sheet.rows}
        for number, row in zip(numbers, rows.rows, strict=True):
            written = by_number.get(row.number)
            if written is not None:
                found[number] = {column: written[column].text.strip() for column in written.columns}
    return found


def _face(ctx: Context, columns: dict[str, str], number: int, hints: list[tuple[str, str]]) -> Face:
    kind = ctx.spec.components[number].kind
    said: dict[str, list[str]] = {part: [] for part in PARTS}
    colour = -1
    for part, name in hints:
        found = ctx.layout.fields.get((kind, name))
        if found is None:
            words = columns.get(name, "")
        else:
            base, values, type_ = found
            value = values[number - base]
            words = _words(ctx.spec, name, value, type_, part)
            inner = type_.of if isinstance(type_, OrNone) else type_
            if part == "colour" and isinstance(inner, Enum | Bool) and isinstance(value, int) and value != NONE:
                colour = value % COLOURS
        if words:
            said[part].append(words)
    one = ctx.spec.components[number]
    title = " ".join(said["title"]) or one.written or one.id
    lines = (*said["colour"], *said["line"])                  # a colour is always said in words, too
    return Face(title, " ".join(said["corner"]), colour, lines)


def _words(spec: Spec, name: str, value, type_: Type, part: str) -> str:
    if value is None or isinstance(type_, OrNone) and value == NONE:
        return ""
    if isinstance(type_, Bool):
        return name.replace("_", " ") if value else ""
    words = spec.words(value, type_).replace("_", " ").strip("{}[]")
    return f"{name.replace('_', ' ')} {words}".strip() if part == "line" else words


__all__ = ["COLOURS", "Face", "Faces", "faces_of"]
