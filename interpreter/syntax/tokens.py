"""A rules file as a row of words, and its lines: what stays the same however it is laid out.

In:  text.
Out: `readable` text that the parser can take, with what had to be mended; `words`; `logical_lines`.

The parser has its own lexer. This one is coarser and never fails, which is what the formatter (which moves words about) and
the search for mistakes (which has to do with text that is no rules) need.
"""

import re
import unicodedata
from typing import NamedTuple

WORD = re.compile(r'(#[^\n]*)|"[^"\n]*"|[A-Za-z_][A-Za-z0-9_]*|[0-9]+|\.\.|->|<=|>=|[^\s]')
# what a line may end with to go on in the next
GOES_ON = frozenset([",", "=", "+", "and", "or", "then", "where", "becomes"])
OPENING, CLOSING = "([{", ")]}"
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x85\u2028\u2029]|\r(?!\n)")
TAB_INDENT = re.compile(r"^ *\t[ \t]*(?=[^\s])", re.MULTILINE)
MOST_DIGITS = 18
LONG_NUMBER = re.compile(rf"(?<![A-Za-z0-9_])[0-9]{{{MOST_DIGITS + 1},}}")


class Word(NamedTuple):
    """A word, number, sign or quoted words, and where it stands."""

    text: str
    start: int
    end: int


class Line(NamedTuple):
    """What one author would call a line: it may go on over several rows of the file. `last` is its last row."""

    first: int
    last: int
    indent: int


def readable(text: str, tab: str = " ") -> str:
    """The same text, letter for letter in the same places, with nothing in it that the parser should not see; a tab at the
    beginning of a line becomes `tab`."""
    text = text.replace("\r\n", " \n")
    if text.startswith("\ufeff"):
        text = " " + text[1:]
    text = CONTROL.sub(" ", text)
    text = TAB_INDENT.sub(lambda tabs: tabs.group().replace("\t", tab), text)
    return text if text.endswith("\n") else text + "\n"


def words(text: str, start: int = 0, end: int | None = None) -> list[Word]:
    """The words between two places, comments left out."""
    matches = WORD.finditer(text, start, len(text) if end is None else end)
    return [Word(word.group(), word.start(), word.end()) for word in matches if word.lastindex is None]


def visible(char: str) -> str:
    """A character as a message can show it."""
    if char.isprintable() and not char.isspace():
        return char
    return unicodedata.name(char, f"character {ord(char)}").lower()


def indent(row: str) -> int:
    return len(row) - len(row.lstrip(" "))


def logical_lines(rows: list[str]) -> list[Line]:
    """The lines among the rows; rows that are blank or only a comment belong to none.

    A bracket that is never closed must not swallow the rest of the file here, so a row that is indented no further than
    the line it would go on, and does not close a bracket, begins a line of its own.
    """
    lines: list[Line] = []
    depth, goes_on = 0, False
    for number, row in enumerate(rows):
        in_row = words(row)
        # a comment for the thing below is a line too
        if not in_row and not row.lstrip(" ").startswith("##"):
            continue
        here = indent(row)
        inside = depth > 0 and (here > lines[-1].indent or in_row[:1] and in_row[0].text in CLOSING)
        if lines and in_row and (goes_on or inside):
            lines[-1] = lines[-1]._replace(last=number)
        else:
            lines.append(Line(number, number, here))
            depth = 0
        depth += sum((word.text in OPENING) - (word.text in CLOSING) for word in in_row)
        goes_on = bool(in_row) and in_row[-1].text in GOES_ON
    return lines


def open_bracket(rows: list[str], line: Line) -> tuple[int, Word] | None:
    """The outermost bracket of this line that is never closed, with its row."""
    opened: list[tuple[int, Word]] = []
    for number in range(line.first, line.last + 1):
        for word in words(rows[number]):
            if word.text in OPENING:
                opened.append((number, word))
            elif word.text in CLOSING and opened:
                opened.pop()
    return opened[0] if opened else None


def chunks(rows: list[str]) -> list[range]:
    """The rows of each declaration: from a line at the left edge to before the next; the first may begin with others."""
    starts = [line.first for line in logical_lines(rows) if line.indent == 0 and line.first > 0]
    return [range(a, b) for a, b in zip([0, *starts], [*starts, len(rows)], strict=True) if a < b]
