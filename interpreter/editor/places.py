"""Places as editors count them, and as we do.

In:  a Source and offsets into it, or a line and a column in UTF-16 units, both from 0.
Out: the one as the other; an address of a file as a path, and back.
"""

import os
from pathlib import Path

from lsprotocol.types import Location, Position, Range
from pygls.uris import from_fs_path, to_fs_path

from interpreter.project.files import shipped
from interpreter.text.source import Source, Span


def units(text: str) -> int:
    """How long a piece of text is for an editor."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2


def position(source: Source, offset: int) -> Position:
    """A place as an editor counts."""
    line, column = source.line_and_column(offset)
    return Position(line - 1, units(source.lines[line - 1][:column - 1]))


def offset(source: Source, at: Position) -> int:
    """A place as we count; what lies outside the text is its nearest end."""
    line = min(max(at.line, 0), len(source.lines) - 1)
    if at.line > line:
        return len(source.text)
    row, start = source.lines[line], source.line_span(line + 1)
    begin = start.start - (len(row) - len(row.lstrip()))
    column = at.character if row.isascii() else _column(row, at.character)
    return begin + min(max(column, 0), len(row))


def _column(row: str, wanted: int) -> int:
    seen = 0
    for k, char in enumerate(row):
        if seen >= wanted:
            return k
        seen += 2 if ord(char) > 0xFFFF else 1
    return len(row)


def stretch(source: Source, start: int, end: int) -> Range:
    """From one offset to another."""
    return Range(position(source, start), position(source, max(start, end)))


def range_of(span: Span) -> Range:
    """Where a span stands."""
    return stretch(span.source, span.start, span.end)


def location(span: Span) -> Location | None:
    """Where a span stands, with its file; nothing for what stands in none."""
    path = path_of(span.source.name)
    return Location(address(path), range_of(span)) if path is not None else None


def path_of(name: str) -> Path | None:
    """The file that messages call so."""
    if not name:
        return None
    for start in (Path.cwd(), shipped()):
        path = Path(os.path.abspath(start / name))
        if path.is_file():
            return path
    return Path(os.path.abspath(name))


def address(path: Path) -> str:
    """A path as editors write it."""
    return from_fs_path(str(path)) or ""


def path_at(uri: str) -> Path | None:
    """The file at an address; None for what is no file, such as an editor's own pages."""
    path = to_fs_path(uri) if uri.startswith("file:") else None
    return Path(os.path.abspath(path)) if path else None
