"""Trees into text: the canonical form of a file, and of a value in a message.

In:  nodes, or a Source.
Out: `print_tree`, the rules of a tree; `format_text`, a file in canonical form with the author's comments, blank lines and
breaks of long lines; `expression`, one node on one line.

A node's own line comes from FORMS, what stands below it from its remaining fields. Printing and parsing again gives the same
tree; brackets stand where the author put them and nowhere else.
"""

from collections.abc import Callable, Iterator
from functools import cache
from re import finditer

import attrs
from attrs import frozen

from interpreter.syntax import ast
from interpreter.syntax.forms import FORMS
from interpreter.syntax.keep import COLUMN, Printed, assemble, kept
from interpreter.syntax.layout import TAB_INDENT, readable
from interpreter.syntax.parse import parse
from interpreter.text.report import Report
from interpreter.text.source import Source

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
        text = TAB_INDENT.sub(lambda found: found.group().replace("\t", TAB), source.text)
        source = Source(source.name, text)
    file = parse(source, report)
    if file is None:
        return None
    printed = [line for one in file.declarations for line in _lines(one, 0) if not line.is_doc]
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
def _form(cls: type[ast.Node]) -> tuple[_Piece, ...]:
    pieces = []
    for found in finditer(r"<([^>]*)>|([^<]+)", FORMS[cls]):
        inner, outer = found.groups()
        pieces += [_Piece(group=_fields(inner))] if inner is not None else _fields(outer)
    return tuple(pieces)


def _fields(form: str) -> tuple[_Piece, ...]:
    pieces = []
    for found in finditer(r"\{\{|\}\}|\{(\w+)(?:/([^}]*))?\}|[^{}]+", form):
        name, joiner = found.groups()
        pieces.append(_Piece(name=name, joiner=", " if joiner is None else joiner) if name else _Piece(found.group()[:1]
                      if found.group() in ("{{", "}}") else found.group()))
    return tuple(pieces)


@cache
def fields_of(cls: type[ast.Node]) -> tuple[str, ...]:
    """The fields a class's form mentions."""
    pieces = [part for piece in _form(cls) for part in (piece.group or (piece,))]
    return tuple(piece.name for piece in pieces if piece.name)


def _text(node: ast.Node) -> str:
    special = SPECIAL.get(type(node))
    return special(node) if special else "".join(_filled(node, piece) for piece in _form(type(node)))


def _filled(node: ast.Node, piece: _Piece) -> str:
    if piece.group:
        parts = [getattr(node, part.name) for part in piece.group if part.name]
        return "" if None in parts else "".join(_filled(node, part) for part in piece.group)
    return _value(getattr(node, piece.name), piece.joiner) if piece.name else piece.plain


def _value(value, joiner: str) -> str:
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
    for name in _below(type(node)):
        block = getattr(node, name)
        if name == "otherwise" and block is not None:
            yield Printed(depth, "otherwise")
        yield from _block(block, depth + 1)


@cache
def _below(cls: type[ast.Node]) -> tuple[str, ...]:
    """The fields that are blocks."""
    mentioned = {*fields_of(cls), "cites", "span"}
    return tuple(one.name for one in attrs.fields(cls) if one.name not in mentioned)


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
    yield attrs.evolve(first, body=FORMS[type(node)] + first.body)
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
