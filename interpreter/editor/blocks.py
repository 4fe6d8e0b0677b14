"""A file that is being written, read block by block: what has not changed since the last keystroke is not read again.

In:  the text of a rules file, as often as it changes.
Out: Written: its blocks (a declaration each, from a line at the left edge to before the next), each with its tree and its
     mistakes; the tree of the whole file, in which a block that cannot be read is as it was when it last could be.

Places within a block are counted from its beginning, so that a block that moves stays as it is.
"""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import cached_property

from attrs import define, evolve, field, frozen

from interpreter.syntax import ast
from interpreter.syntax.parser import keep, parse_part
from interpreter.syntax.tokens import chunks, readable
from interpreter.text import codes
from interpreter.text.diagnostic import Diagnostic, Report
from interpreter.text.source import Source, Span

SCENARIO = re.compile(r"(?:[ ]*#[^\n]*\n|[ ]*\n)*scenario ")         # what declares nothing that others use

_new, _put = object.__new__, object.__setattr__


@define(eq=False, slots=False)
class Block:
    """Some rows of a file, and what they say. They are read when somebody asks for the first time."""

    source: Source                                # of these rows alone
    ancestor: "Block | None" = None               # what stood in its place
    said: list[tuple[int, Diagnostic]] = field(factory=list)  # what has been found in it as it is now, and in which stage
    _placed: tuple[Source | None, tuple[ast.Node, ...]] = (None, ())

    @property
    def text(self) -> str:
        """Its rows."""
        return self.source.text

    @cached_property
    def _read(self) -> tuple[tuple[ast.Node, ...], list[Diagnostic]]:
        report, ancestor = Report(), self.ancestor
        self.ancestor = None
        file = parse_part(self.source, report)
        if file is not None:
            return file.declarations, report.diagnostics
        return ancestor.nodes if ancestor is not None else (), report.diagnostics

    @property
    def nodes(self) -> tuple[ast.Node, ...]:
        """Its tree, as it is, or as it was when it could last be read."""
        return self._read[0]

    @property
    def mistakes(self) -> list[Diagnostic]:
        """What is wrong with how it is written."""
        return self._read[1]

    @property
    def sound(self) -> bool:
        """Can it be read as it is?"""
        return not any(one.severity == "error" for one in self.mistakes)

    @property
    def is_scenario(self) -> bool:
        """Does it declare nothing that others use?"""
        return SCENARIO.match(self.text) is not None

    def placed(self, whole: Source, start: int) -> tuple[ast.Node, ...]:
        """Its tree, with places counted in the whole file."""
        if self._placed[0] is not whole:
            self._placed = whole, tuple(moved(one, whole, start) for one in self.nodes)
        return self._placed[1]


def moved(node: ast.Node, source: Source, by: int) -> ast.Node:
    """The same tree further down, in another file."""
    form = type(node)
    copy = _new(form)
    for name in ast.parts_of(node):
        _put(copy, name, _moved_part(getattr(node, name), source, by))
    span = node.span
    _put(copy, "span", Span(source, span.start + by, span.end + by, span.clauses))
    return copy


def _moved_part(part: object, source: Source, by: int) -> object:
    if isinstance(part, ast.Node):
        return moved(part, source, by)
    if part.__class__ is tuple:
        return tuple([_moved_part(one, source, by) for one in part])
    return part


@frozen(eq=False)
class Placed:
    """A block and where it begins."""

    block: Block
    start: int
    row: int


@define(eq=False)
class Written:
    """One file as it is now. `name` is what messages call it."""

    name: str
    source: Source = field(init=False)
    places: list[Placed] = field(factory=list, init=False)
    _tree: ast.File | None = field(default=None, init=False)

    def __attrs_post_init__(self) -> None:
        self.source = Source(self.name, "")

    def update(self, text: str) -> list[Block]:
        """Takes in the text as it is now; gives the blocks that are new."""
        if self.places and text == self.source.text:
            return []
        before = self.places
        self.source, self._tree = Source(self.name, text), None
        pieces = list(_pieces(text))
        known: dict[str, list[Block]] = {}
        for one in before:
            known.setdefault(one.block.text, []).append(one.block)
        kept = [known[piece].pop(0) if known.get(piece) else None for piece in pieces]
        ancestors = _ancestors([one.block for one in before], pieces, kept)
        blocks = [block or Block(Source(self.name, piece), ancestors.get(k))
                  for k, (piece, block) in enumerate(zip(pieces, kept, strict=True))]
        self.places, start, row = [], 0, 0
        for block in blocks:
            self.places.append(Placed(block, start, row))
            start += len(block.text) + 1
            row += block.text.count("\n") + 1
        return [block for block, old in zip(blocks, kept, strict=True) if old is None]

    @property
    def blocks(self) -> list[Block]:
        """All of them, from the top."""
        return [one.block for one in self.places]

    def tree(self) -> ast.File:
        """The whole file, broken blocks as they last were."""
        if self._tree is None:
            nodes = tuple(node for one in self.places for node in one.block.placed(self.source, one.start))
            self._tree = ast.File(nodes, span=Span(self.source, 0, len(self.source.text)))
        return self._tree

    def hand_over(self) -> None:
        """From now on whoever reads a file of this name and text is given this tree, even if it is half written."""
        keep(self.source, self.tree())

    def at(self, offset: int) -> Placed | None:
        """The block that holds this place."""
        found = [one for one in self.places if one.start <= offset]
        return found[-1] if found else None

    def all_mistakes(self) -> Iterator[Diagnostic]:
        """Everything found so far, with places in the whole file."""
        tabs = False
        for one in self.places:
            for mistake in (*one.block.mistakes, *(found for _, found in one.block.said)):
                if mistake.code is codes.TAB_INDENT and tabs:
                    continue                                           # one for a file: the editor is set up so
                tabs = tabs or mistake.code is codes.TAB_INDENT
                span = mistake.span
                yield evolve(mistake, span=Span(self.source, span.start + one.start, span.end + one.start, span.clauses))


def _pieces(text: str) -> Iterator[str]:
    """The rows of each block, as they are written; comments belong to what stands below them."""
    rows = text.split("\n")
    plain = readable(text).removesuffix("\n").split("\n")
    stretches = chunks(plain)
    first = 0
    for k, rows_of in enumerate(stretches):
        last = k == len(stretches) - 1
        if last or any(not _says_nothing(plain[row]) for row in rows_of):
            yield "\n".join(rows[first:len(rows) if last else rows_of.stop])
            first = rows_of.stop


def _says_nothing(row: str) -> bool:
    return not row.strip() or row.startswith("#")


def _ancestors(before: list[Block], pieces: list[str], kept: list[Block | None]) -> dict[int, Block]:
    """For each new piece the block that stood in its place."""
    found: dict[int, Block] = {}
    old, new = [one.text for one in before], pieces
    first = 0
    while first < min(len(old), len(new)) and old[first] == new[first]:
        first += 1
    last = 0
    while last < min(len(old), len(new)) - first and old[-1 - last] == new[-1 - last]:
        last += 1
    middle = before[first:len(old) - last]
    for k in range(first, len(new) - last):
        if kept[k] is None and middle:
            head = new[k].split("\n", 1)[0]
            found[k] = max(middle, key=lambda one: SequenceMatcher(None, head, one.text.split("\n", 1)[0]).quick_ratio())
    return found
