"""Printed lines and the author's text brought together: what the tree does not know is kept.

In:  a text, and the lines its tree is printed as, documentation comments left out.
Out: `kept`, the printed lines with the comments, blank lines and breaks of the text.

Printing changes neither the words nor their order, so the words of both are the same. What stands between two words of the
text (a comment, a blank line, a break) is put between the same two words of the print. If the words differ, that is a bug of
ours, and nothing is lost by it.
"""

import re

from attrs import define, field, frozen

from interpreter.syntax.layout import Word, words
from interpreter.text.report import InternalError

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
    found = words(text)
    gaps = _gaps(text, found)
    out = _Lines([], [(0, 0)])
    at = 0
    for line in printed:
        mine = words(line.body + " " + line.cites)
        _agree(found[at : at + len(mine)], mine)
        out.comments(gaps[at], line.depth * STEP)
        out.line(line, gaps[at + 1 : at + len(mine)])
        at += len(mine)
        out.behind(gaps[at])
    if at != len(found):
        raise InternalError(f"{len(found) - at} words were not printed")
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


def _gaps(text: str, found: list[Word]) -> list[_Gap]:
    """What stands before each word, and after the last."""
    ends = [0, *(word.end for word in found)]
    starts = [*(word.start for word in found), len(text)]
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
