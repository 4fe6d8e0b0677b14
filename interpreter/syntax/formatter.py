"""Trees into text: the canonical form of a file, and of a value in a message.

In:  nodes, or a Source.
Out: `print_tree`, the rules of a tree; `format_text`, a file in canonical form with the author's comments, blank lines and
breaks of long lines; `expression`, one node on one line.

A node's own line comes from FORMS, what stands below it from its remaining fields. Printing and parsing again gives the same
tree; brackets stand where the author put them and nowhere else.

`kept` brings printed lines and an author's text together: what the tree does not know (comments, breaks) stays where it was.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from re import finditer

from attrs import define, evolve, field, fields, frozen

from interpreter.syntax import ast
from interpreter.syntax.parser import parse
from interpreter.syntax.templates import FORMS
from interpreter.syntax.tokens import readable, TAB_INDENT, Word, words
from interpreter.text.diagnostic import InternalError, Report
from interpreter.text.source import Source

# stands in a body where a column begins: space to a reader of words, and nothing an author's text can hold
COLUMN = "\x1f"
CITES_AT = 70
CASE_AT = 44
STEP = 2
GOING_ON = 4


@frozen
class Printed:
    """One line of the canonical form: its depth, its words with their spacing, its citation."""

    depth: int
    body: str
    cites: str = ""
    is_doc: bool = False


@define
class _Gap:
    """What stands between two words: a comment behind the first, rows of their own, whether there was a break."""

    behind: str = ""
    column: int = 0                       # of the comment behind
    rows: list[tuple[bool, int, str]] = field(factory=list)    # blank before it, its column, the comment
    broken: bool = False
    blank: bool = False                   # a blank row directly before the second word
    indent: int = 0                       # of the second word's row


def assemble(line: Printed) -> str:
    """A line without an author's text to look at."""
    text = _tabbed(" " * (line.depth * STEP) + line.body)
    return _cited(text, line.cites) if line.cites else text.rstrip()


def kept(text: str, printed: list[Printed]) -> str:
    text_words = words(text)
    gaps = _gaps(text, text_words)
    out = _Lines([], [(0, 0)])
    at = 0
    for line in printed:
        mine = words(line.body + " " + line.cites)
        _agree(text_words[at : at + len(mine)], mine)
        out.comments(gaps[at], line.depth * STEP)
        out.line(line, gaps[at + 1 : at + len(mine)])
        at += len(mine)
        out.behind(gaps[at])
    if at != len(text_words):
        raise InternalError(f"{len(text_words) - at} words were not printed")
    out.comments(gaps[at], 0)
    return "".join(f"{row}\n" for row in out.rows)


def _agree(text: list[Word], printed: list[Word]) -> None:
    for theirs, ours in zip(text, printed, strict=True):
        if theirs.text != ours.text and theirs.text.lstrip("0") != ours.text.lstrip("0"):
            raise InternalError(f"`{theirs.text}` was printed as `{ours.text}`")


@define
class _Lines:
    """The rows written so far, and the indentations that are open: (in the text, in print)."""

    rows: list[str]
    open: list[tuple[int, int]]

    def comments(self, gap: _Gap, indent: int) -> None:
        """The rows before a line that is printed with this indentation."""
        deeper = bool(self.rows) and indent > self.open[-1][1] or not self.rows
        for blank, column, comment in gap.rows:
            self.blank(blank and not deeper)
            self.rows.append(" " * self._stands(column, gap.indent, indent) + comment)
            deeper = False
        self.blank(gap.blank and not deeper)
        while self.open and self.open[-1][1] >= indent:
            self.open.pop()
        self.open.append((gap.indent, indent))

    def _stands(self, column: int, next_column: int, indent: int) -> int:
        """A comment that is further in than the line below it belongs to the block above."""
        if column <= next_column:
            return indent
        levels = [mine for theirs, mine in self.open if theirs <= column and mine > indent]
        return max(levels, default=indent)

    def blank(self, wanted: bool) -> None:
        if wanted:
            self.rows.append("")

    def line(self, line: Printed, gaps: list[_Gap]) -> None:
        """One line, broken where the author broke it."""
        margin = line.depth * STEP
        row, body = " " * margin, line.body + (f"\n{line.cites}" if line.cites else "")
        before = 0
        for gap, word in zip([None, *gaps], words(body), strict=True):
            spacing, before = body[before : word.start], word.end
            if gap and gap.broken:
                self.rows.append(row.rstrip())
                self.behind(gap)
                self.rows += [" " * (margin + GOING_ON) + comment for _, _, comment in gap.rows]
                row, spacing = " " * (margin + GOING_ON), ""
            row = _spaced(row, spacing) + word.text
        self.rows.append(row)

    def behind(self, gap: _Gap) -> None:
        """A comment behind the row just written, where it stood if there is room."""
        if gap.behind:
            row = self.rows[-1]
            self.rows[-1] = row.ljust(max(gap.column, len(row) + 2)) + gap.behind


def _spaced(row: str, spacing: str) -> str:
    """The row with what comes before the next word: a case's `if` and a citation have columns of their own."""
    if "\n" in spacing:
        return row.ljust(max(CITES_AT, len(row) + 2))
    if COLUMN in spacing:
        return row.ljust(max(CASE_AT, len(row) + 2))
    return row + spacing


def _tabbed(text: str) -> str:
    before, tab, after = text.partition(COLUMN)
    return _spaced(before, tab) + after if tab else text


def _cited(text: str, cites: str) -> str:
    return _spaced(text, "\n") + cites


def _gaps(text: str, there: list[Word]) -> list[_Gap]:
    """What stands before each word, and after the last."""
    ends = [0, *(word.end for word in there)]
    starts = [*(word.start for word in there), len(text)]
    return [_gap(text, end, start) for end, start in zip(ends, starts, strict=True)]


def _gap(text: str, start: int, end: int) -> _Gap:
    if "\n" not in text[start:end] and start > 0:
        return _Gap()
    first, *rows = text[start:end].split("\n")
    if start == 0:
        first, rows = "", [first, *rows]
    column = start - (text.rfind("\n", 0, start) + 1) + len(first) - len(first.lstrip())
    gap = _Gap(behind=first.strip(), column=column, broken=True)
    last = "" if end == len(text) else rows.pop()
    gap.indent = len(last)
    for row in rows:
        comment = row.strip()
        if comment:
            gap.rows.append((gap.blank, len(row) - len(row.lstrip()), _comment(comment)))
        gap.blank = not comment
    gap.blank = gap.blank and end < len(text)
    return gap


def _comment(text: str) -> str:
    return re.sub(r"^##(?=[^#\s])", "## ", text)


# ------------------------------------------------------------------ trees into text


TAB = "  "


def print_tree(file: ast.File) -> str:
    """The rules of a tree, each line as long as it is; a blank line round what has a block, and between sorts."""
    rows: list[str] = []
    before, block = None, False
    for declaration in file.declarations:
        printed = [assemble(line) for line in _lines(declaration, 0)]
        block = block or len(printed) > 1 or type(before) is not type(declaration)
        if before and block and not isinstance(before, ast.Doc):
            rows.append("")
        rows += printed
        before, block = declaration, len(printed) > 1
    return "".join(f"{row}\n" for row in rows)


def format_text(source: Source, report: Report) -> str | None:
    """The file in canonical form, everything the tree does not know about kept; None if it cannot be read."""
    if TAB_INDENT.search(source.text):
        text = TAB_INDENT.sub(lambda tabs: tabs.group().replace("\t", TAB), source.text)
        source = Source(source.name, text)
    file = parse(source, report)
    if file is None:
        return None
    printed = [line for declaration in file.declarations for line in _lines(declaration, 0) if not line.is_doc]
    return kept(readable(source.text), printed)


def expression(node: ast.Node) -> str:
    """One node on one line, without the blocks below it: for messages."""
    return _text(node).replace(COLUMN, TAB)


# ------------------------------------------------------------------ one node, one line


@frozen
class _Piece:
    """Part of a form: plain text, a field with what joins its members, or a group that may be left out."""

    plain: str = ""
    name: str = ""
    joiner: str = ", "
    group: tuple["_Piece", ...] = ()


@cache
def _form(cls: type) -> tuple[_Piece, ...]:
    pieces: list[_Piece] = []
    for part in finditer(r"<([^>]*)>|([^<]+)", FORMS[cls]):
        inner, outer = part.groups()
        pieces += [_Piece(group=_fields(inner))] if inner is not None else _fields(outer)
    return tuple(pieces)


def _fields(form: str) -> tuple[_Piece, ...]:
    pieces = []
    for match in finditer(r"\{\{|\}\}|\{(\w+)(?:/([^}]*))?\}|[^{}]+", form):
        name, joiner = match.groups()
        pieces.append(_Piece(name=name, joiner=", " if joiner is None else joiner) if name else _Piece(match.group()[:1]
                      if match.group() in ("{{", "}}") else match.group()))
    return tuple(pieces)


@cache
def fields_of(cls: type) -> tuple[str, ...]:
    """The fields a class's form mentions."""
    pieces = [part for piece in _form(cls) for part in (piece.group or (piece,))]
    return tuple(piece.name for piece in pieces if piece.name)


def _text(node: ast.Node) -> str:
    form: type = type(node)
    special = SPECIAL.get(form)
    return special(node) if special else "".join(_filled(node, piece) for piece in _form(form))


def _filled(node: ast.Node, piece: _Piece) -> str:
    if piece.group:
        parts = [getattr(node, part.name) for part in piece.group if part.name]
        return "" if None in parts else "".join(_filled(node, part) for part in piece.group)
    return _value(getattr(node, piece.name), piece.joiner) if piece.name else piece.plain


def _value(value: object, joiner: str) -> str:
    match value:
        case None:
            return ""
        case ast.Node():
            return _text(value)
        case tuple():
            return joiner.join(_value(part, joiner) for part in value)
        case _:
            return str(value)


def _components(node: ast.Components) -> str:
    how = f" from {_text(node.how)}" if isinstance(node.how, ast.Text) else _text(node.how)
    return f"components {node.name.text}: {node.kind.text}{how}"


def _entry(node: ast.Entry) -> str:
    return f"{_value(node.keys, ', ') or 'otherwise'} -> {_text(node.value)}"


def _with_probability(node: ast.ThenWithProbability) -> str:
    """A chance is written as people write one: `1/3`."""
    return f"then with probability {_text(node.chance).replace(' / ', '/')}, {_text(node.test)}"


SPECIAL: dict[type[ast.Node], Callable] = {
    ast.Components: _components,
    ast.Entry: _entry,
    ast.ThenWithProbability: _with_probability,
    ast.Doc: lambda node: f"## {node.text}".rstrip(),
}


# ------------------------------------------------------------------ one node, all its lines


def _lines(node: ast.Node, depth: int) -> Iterator[Printed]:
    special = BLOCKS.get(type(node))
    yield from special(node, depth) if special else _plain(node, depth)


def _head(node: ast.Node, depth: int) -> Printed:
    cites = getattr(node, "cites", None)
    return Printed(depth, _text(node), f"cites {_value(cites, ', ')}" if cites else "", isinstance(node, ast.Doc))


def _plain(node: ast.Node, depth: int) -> Iterator[Printed]:
    yield _head(node, depth)
    form: type = type(node)
    for name in _below(form):
        block = getattr(node, name)
        if name == "otherwise" and block is not None:
            yield Printed(depth, "otherwise")
        yield from _block(block, depth + 1)


@cache
def _below(cls: type) -> tuple[str, ...]:
    """The fields that are blocks."""
    mentioned = {*fields_of(cls), "cites", "span"}
    return tuple(part.name for part in fields(cls) if part.name not in mentioned)


def _block(nodes: tuple[ast.Node, ...] | None, depth: int) -> Iterator[Printed]:
    for node in nodes or ():
        yield from _lines(node, depth)


def _otherwise(block: tuple[ast.Node, ...] | None, depth: int) -> Iterator[Printed]:
    if block is not None:
        yield Printed(depth, "otherwise")
        yield from _block(block, depth + 1)


def _if(node: ast.If, depth: int) -> Iterator[Printed]:
    word = "if"
    for test, body in node.branches:
        yield Printed(depth, f"{word} {_text(test)}")
        yield from _block(body, depth + 1)
        word = "otherwise if"
    yield from _otherwise(node.otherwise, depth)


def _choices(node: ast.Depending | ast.Menu, depth: int) -> Iterator[Printed]:
    """The branches, `otherwise` among them."""
    yield _head(node, depth)
    yield from _block(node.branches if isinstance(node, ast.Depending) else node.alternatives, depth + 1)
    yield from _otherwise(node.otherwise, depth + 1)


def _table(node: ast.GivenRows | ast.ScenarioRows, depth: int) -> Iterator[Printed]:
    yield _head(node, depth)
    rows = [[name.text for name in node.header], *([_text(cell) for cell in row.values] for row in node.rows)]
    wide = [max((len(row[at]) for row in rows if at < len(row)), default=0) for at in range(max(map(len, rows)))]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, wide, strict=False))
        yield Printed(depth + 1, f"| {' | '.join(cells)} |")
    yield from _block(getattr(node, "lines", None), depth + 1)


def _edit(node: ast.EditAdd | ast.EditReplace, depth: int) -> Iterator[Printed]:
    """`add` or `replace`, and the declaration as it would stand alone."""
    first, *rest = _lines(node.declaration, depth)
    yield evolve(first, body=FORMS[type(node)] + first.body)
    yield from rest


BLOCKS: dict[type[ast.Node], Callable[..., Iterator[Printed]]] = {
    ast.If: _if,
    ast.Depending: _choices,
    ast.Menu: _choices,
    ast.GivenRows: _table,
    ast.ScenarioRows: _table,
    ast.EditAdd: _edit,
    ast.EditReplace: _edit,
    ast.File: lambda node, depth: _block(node.declarations, depth),
}
