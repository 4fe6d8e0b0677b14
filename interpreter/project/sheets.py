"""Tables a person keeps in a spreadsheet, or writes between bars: every value with its place.

In:  the path of a CSV file and where the rules name it; or headings and rows with their spans.
Out: a Sheet of cells, or None; what does not fit goes into the report with file, row and column.

Rows are counted as a spreadsheet counts them: the heading is row 1 unless something stands above it,
and lines we pass over (blank ones, and notes that begin with `#`) count too. What the values mean is
for whoever declares the table; here are only the three columns that every table may have: `id`,
`copies` and `source`. The scanner is ours because the csv module does not say where a value stands.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from attrs import field, frozen

from interpreter.project.files import lies_within, read_text, short_name, Trouble
from interpreter.syntax import ast
from interpreter.text.codes import DATA_COLUMN, DATA_DUPLICATE, DATA_FILE, DATA_ROW, DATA_VALUE
from interpreter.text.diagnostic import Report
from interpreter.text.source import Source, Span

SEPARATORS = ",;\t"
SOURCES = ("printed", "inferred", "assumed")
MOST_COPIES = 9999
MOST_READ = 128                                    # sheets that are kept at hand

_NOTE = re.compile(r" *#[^\r\n]*")
_WHOLE = re.compile(r"[0-9]+")


@frozen(eq=False)
class Cell:
    """A value as it was written, without the spaces and quotes around it."""

    text: str
    span: Span = field(repr=False)


@frozen(eq=False)
class SheetRow:
    """One row; `number` is what a spreadsheet shows at its left."""

    number: int
    cells: tuple[Cell, ...]
    columns: dict[str, int] = field(repr=False)

    def __getitem__(self, name: str) -> Cell:
        return self.cells[self.columns[name]]

    def get(self, name: str) -> Cell | None:
        return self.cells[self.columns[name]] if name in self.columns else None

    @property
    def span(self) -> Span:
        return _across(self.cells)


@frozen(eq=False)
class Sheet:
    """A heading and the rows that fit it."""

    source: Source
    header: tuple[Cell, ...]
    rows: tuple[SheetRow, ...]

    def column(self, name: str) -> int | None:
        return _columns(self.header).get(name)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(_columns(self.header))


# ------------------------------------------------------------------ from a file, or from between bars


def read_sheet(path: Path, report: Report, span: Span) -> Sheet | None:
    text = read_text(path)
    if isinstance(text, Trouble):
        report.add(DATA_FILE, span, file=short_name(path), what=text.what, help=text.help)
        return None
    return sheet_of_text(Source(short_name(path), text), report, span)


def read_data(folder: Path, file: ast.Text, report: Report) -> Sheet | None:
    """The data file that rules name: it lies beside or below them, since whoever reads rules from elsewhere opens no files of
    theirs that they did not mean to."""
    path, written = folder / file.text, file.span.text.strip('"')
    if not lies_within(path, written or file.text, Path(file.span.source.name)):
        report.add(DATA_FILE, file.span, file=file.text, what="it does not lie beside or below the rules",
                   help="put a copy there, or name any file with `--data NAME=FILE`")
        return None
    return read_sheet(path, report, file.span)


def sheet_of_text(source: Source, report: Report, span: Span) -> Sheet | None:
    """The table that a text holds. One without mistakes is read once, however often it is asked for: it never changes."""
    key = source.name, source.text
    if key in _read:
        return _read[key]
    before = len(report.diagnostics)
    sheet = _read_anew(source, report, span)
    if sheet is not None and len(report.diagnostics) == before:
        while len(_read) >= MOST_READ:
            del _read[next(iter(_read))]
        _read[key] = sheet
    return sheet


_read: dict[tuple[str, str], Sheet] = {}           # what this process has read without mistakes, by name and text


def _read_anew(source: Source, report: Report, span: Span) -> Sheet | None:
    scanned = enumerate(scan(source.text, separator_of(source.text)), 1)
    rows = [(number, pieces) for number, pieces in scanned if _says_something(pieces)]
    if not rows:
        report.add(DATA_FILE, span, file=source.name, what="it is empty", help="its first row names the columns")
        return None
    if any([_unclosed(source, number, pieces, report) for number, pieces in rows]):
        return None
    return _fitted(source, [(number, _cells(source, pieces)) for number, pieces in rows], report)


def sheet_of_rows(
    header: Iterable[tuple[str, Span]], rows: Iterable[Iterable[tuple[str, Span]]], report: Report
) -> Sheet:
    """The same from a table between bars; its heading is row 1."""
    lines = [tuple(Cell(text.strip(), span) for text, span in line) for line in (header, *rows)]
    return _fitted(lines[0][0].span.source, list(enumerate(lines, 1)), report)


def _fitted(source: Source, lines: list[tuple[int, tuple[Cell, ...]]], report: Report) -> Sheet:
    header = _without_empty_end(lines[0][1], 0)
    columns = _columns(header)
    _check_header(source, header, report)
    rows = [SheetRow(number, _without_empty_end(cells, len(header)), columns) for number, cells in lines[1:]]
    return Sheet(source, header, tuple(row for row in rows if _fits(source, row, len(header), report)))


def _columns(header: Sequence[Cell]) -> dict[str, int]:
    """Where each name stands; of two alike the first counts, and the second has been reported."""
    columns: dict[str, int] = {}
    for at, cell in enumerate(header):
        columns.setdefault(cell.text, at)
    return columns


def _without_empty_end(cells: tuple[Cell, ...], least: int) -> tuple[Cell, ...]:
    """Spreadsheets pad every row to the longest one there ever was."""
    while len(cells) > least and not cells[-1].text:
        cells = cells[:-1]
    return cells


def _check_header(source: Source, header: Sequence[Cell], report: Report) -> None:
    seen: set[str] = set()
    for at, cell in enumerate(header, 1):
        if not cell.text:
            report.add(DATA_COLUMN, cell.span, file=source.name, column=at, what="it has no name")
        elif cell.text in seen:
            report.add(DATA_COLUMN, cell.span, file=source.name, column=cell.text, what="two columns have this name")
        seen.add(cell.text)


def _fits(source: Source, row: SheetRow, width: int, report: Report) -> bool:
    got = len(row.cells)
    if got == width:
        return True
    what = f"it has {_count(got, 'value')}, and the heading has {_count(width, 'column')}"
    span, help = row.span, None
    if got > width:
        span, help = _across(row.cells[width:]), "a value with the separator in it stands between double quotes"
    report.add(DATA_ROW, span, file=source.name, row=row.number, what=what, help=help)
    return False


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _across(cells: Sequence[Cell]) -> Span:
    return cells[0].span.source.span(cells[0].span.start, cells[-1].span.end)


# ------------------------------------------------------------------ the columns every table may have


def check_rows(sheet: Sheet, report: Report) -> None:
    """`id`, `copies` and `source`, where the table has them."""
    check_ids(sheet, report)
    for row in sheet.rows:
        copies(row, report)
        if (cell := row.get("source")) and cell.text not in SOURCES:
            wrong_value(row, "source", "one of printed, inferred, assumed", report)


def check_ids(sheet: Sheet, report: Report) -> None:
    """An `id` names one row, so none is empty and no two are alike."""
    seen: dict[str, int] = {}
    for row in sheet.rows if sheet.column("id") is not None else ():
        name = row["id"].text
        if not name:
            wrong_value(row, "id", "a name for the row", report)
        elif name in seen:
            report.add(DATA_DUPLICATE, row["id"].span, file=sheet.source.name, row=row.number, value=name, other=seen[name])
        seen.setdefault(name, row.number)


def copies(row: SheetRow, report: Report) -> int:
    """How many components the row stands for: 1 unless its column `copies` says otherwise."""
    cell = row.get("copies")
    if cell is None:
        return 1
    if _WHOLE.fullmatch(cell.text) and len(cell.text) <= len(str(MOST_COPIES)):
        return int(cell.text)
    wrong_value(row, "copies", f"a whole number from 0 to {MOST_COPIES}", report)
    return 1


def assumed_count(sheet: Sheet) -> int:
    """How many rows are stand-ins."""
    return sum(1 for row in sheet.rows if (cell := row.get("source")) and cell.text == "assumed")


def wrong_value(row: SheetRow, name: str, wanted: str, report: Report, help: str | None = None) -> None:
    """The complaint about a cell: `wanted` completes the sentence "... is not"."""
    cell = row[name]
    facts = {"file": cell.span.source.name, "row": row.number, "column": name, "value": cell.text, "wanted": wanted}
    report.add(DATA_VALUE, cell.span, help=help, **facts)


# ------------------------------------------------------------------ the scanner


@frozen
class Piece:
    """What one cell says and where it stands, its quotes included; `closed` unless a quote is left open."""

    text: str
    start: int
    end: int
    closed: bool = True


def separator_of(text: str) -> str:
    """What divides the columns of the first line that says something: comma, semicolon or tab."""
    lines = (line for line in text.splitlines() if line.strip() and not _NOTE.match(line))
    bare = re.sub(r'"[^"]*"', "", next(lines, ""))
    return max(SEPARATORS, key=bare.count)


def scan(text: str, separator: str) -> Iterator[tuple[Piece, ...]]:
    """The rows, read as the csv module does with `skipinitialspace`; a blank line or a note is an empty row."""
    at = 0
    while at < len(text):
        pieces: tuple[Piece, ...] = ()
        if note := _NOTE.match(text, at):
            at = note.end()
        else:
            pieces, at = _row(text, at, separator)
        yield pieces
        at += 2 if text.startswith("\r\n", at) else 1


def _row(text: str, at: int, separator: str) -> tuple[tuple[Piece, ...], int]:
    """The cells of a row, and where its line ends."""
    pieces: list[Piece] = []
    if at < len(text) and text[at] in "\r\n":
        return (), at
    while True:
        pieces.append(_piece(text, at, separator))
        at = pieces[-1].end
        if text[at : at + 1] != separator:
            return tuple(pieces), at
        at += 1


def _piece(text: str, at: int, separator: str) -> Piece:
    """One cell. A quote opens one only at its start; what follows a closing quote belongs to the cell as it is."""
    while text[at : at + 1] == " ":
        at += 1
    start, said, closed = at, "", True
    if text[at : at + 1] == '"':
        said, at, closed = _quoted(text, at + 1)
    rest = at
    while at < len(text) and text[at] != separator and text[at] not in "\r\n":
        at += 1
    return Piece(said + text[rest:at], start, at, closed)


def _quoted(text: str, at: int) -> tuple[str, int, bool]:
    """What stands between quotes, where it is over, and whether the closing quote was found; `""` is a quote."""
    first = at
    while (at := text.find('"', at)) >= 0:
        if text[at + 1 : at + 2] != '"':
            return text[first:at].replace('""', '"'), at + 1, True
        at += 2
    return text[first:].replace('""', '"'), len(text), False


def _says_something(pieces: Sequence[Piece]) -> bool:
    """Spreadsheets write a blank row as commas, and put a note with a comma in it between quotes."""
    return any(piece.text.strip() for piece in pieces) and not pieces[0].text.lstrip().startswith("#")


def _unclosed(source: Source, number: int, pieces: Sequence[Piece], report: Report) -> bool:
    last = pieces[-1]
    if not last.closed:
        span = source.span(last.start, last.start + 1)
        report.add(DATA_ROW, span, file=source.name, row=number, what="the quote that opens here is never closed")
    return not last.closed


def _cells(source: Source, pieces: Sequence[Piece]) -> tuple[Cell, ...]:
    return tuple(_cell(source, piece) for piece in pieces)


def _cell(source: Source, piece: Piece) -> Cell:
    raw = source.text[piece.start : piece.end]
    start = piece.start + len(raw) - len(raw.lstrip())
    return Cell(piece.text.strip(), source.span(start, start + len(raw.strip())))
