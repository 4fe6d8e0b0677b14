"""All the mistakes of a file that cannot be read, not only the first.

In:  the rows of the file.
Out: Mistakes, each in a line of its own, in the order of the file.

Declarations are looked at one by one, since a mistake in one says nothing about the next. Inside one, a line with a mistake is
put out of the way (made a comment, or, if it opens a block, a line that opens the same block) and reading is tried again. Of
the ways to do that the one that brings reading furthest is taken: a bad way would make mistakes of its own.
"""

from collections.abc import Iterator

from attrs import define, evolve

from interpreter.syntax.attempt import Trouble, attempt
from interpreter.syntax.layout import Line, chunks, indent, logical_lines, words
from interpreter.syntax.mistakes import Mistake, explain, line_of
from interpreter.text import codes

MOST_MISTAKES = 25
# a broken line costs up to thirty tries; a file of nothing but nonsense is not worth more than this
MOST_TRIES = 400

MISPLACED = (codes.BLOCK_UNWANTED, codes.BAD_INDENT)
# lines that open a block, of each sort of block
HEADS = (
    "if z", "step z", "rule z", 'to z "z"', "is z", "otherwise", 'may z "z"', 'choose one z "z"', "choose z from z",
    "depending on z", 'case "z"', "with z = z", "each player has", "add each player has", "before setup",
    "add effect z()", "replace effect z()", "effect z()", "phase z", "card z", "define z", "table z(z): z",
    "route z for z on z", 'scenario "z"', 'strategy z "z"', 'variant z "z" of z', 'game z "z" for 1..2 players',
)  # fmt: skip


@define
class Search:
    """How much has been found and tried."""

    tries: int = 0
    found: int = 0

    def attempt(self, rows: list[str]) -> Trouble | None:
        self.tries += 1
        return attempt(rows)

    @property
    def over(self) -> bool:
        return self.found >= MOST_MISTAKES or self.tries >= MOST_TRIES


def mistakes(rows: list[str]) -> list[Mistake]:
    search, found = Search(), []
    for chunk in chunks(rows):
        for mistake in _in_declaration([rows[row] for row in chunk], search):
            found.append(evolve(mistake, row=mistake.row + chunk.start))
        if search.over:
            break
    if not found and (whole := attempt(rows)):
        found.append(explain(rows, whole))
    return found


def _in_declaration(rows: list[str], search: Search) -> Iterator[Mistake]:
    trouble, behind = search.attempt(rows), (-1, -1)
    misfits: set[int] = set()
    while trouble and not search.over:
        mistake = explain(rows, trouble)
        line = line_of(rows, mistake.row)
        # a mistake in a line that was put out of the way was made by doing so, and so was a second line as far out of place
        if (mistake.row, mistake.column) <= behind or mistake.code is codes.BAD_INDENT and mistake.column in misfits:
            return
        stray = mistake.code is codes.STRAY_CHARACTER
        # what is left of a line without its stray characters is no better a guide
        if stray or line.last > behind[0]:
            search.found += 1
            yield mistake
        behind = (mistake.row, mistake.column) if stray else (line.last, len(rows[line.last]))
        misfits |= {mistake.column} if mistake.code is codes.BAD_INDENT else set()
        rows, trouble = _mended(rows, mistake, line, trouble, search)


def _mended(rows, mistake: Mistake, line: Line, trouble: Trouble, search: Search) -> tuple[list[str], Trouble | None]:
    """The rows with the mistake put out of the way as well as can be, and the next trouble in them."""
    below = line.last + 1
    block = _as_far(rows, line) if mistake.code in MISPLACED else _inner(rows, line)
    # a wrong way to open the block fails at its first word, and then it is better left out
    inside = (below, indent(rows[below])) if block > below else trouble.place
    for ways, passed in ((_ways(rows, mistake, line), inside), (_left_out(rows, line, block), trouble.place)):
        best, furthest = rows, None
        for candidate in ways:
            if search.over:
                break
            left = search.attempt(candidate)
            if left is None:
                return candidate, None
            if left.place > (furthest.place if furthest else max(passed, trouble.place)):
                best, furthest = candidate, left
        if furthest:
            return best, furthest
    return rows, trouble


def _ways(rows: list[str], mistake: Mistake, line: Line) -> Iterator[list[str]]:
    """Rows to try instead, the likeliest first. Their number stays the same, so that places do."""
    row = rows[mistake.row]
    match mistake.code:
        case codes.STRAY_CHARACTER:
            yield _with(rows, mistake.row, [row[: mistake.column] + " " + row[mistake.end :]])
        case codes.KEYWORD_AS_NAME:
            yield _with(rows, mistake.row, [row[: mistake.column] + "z" * (mistake.end - mistake.column) + row[mistake.end :]])
        case codes.BLOCK_MISSING:
            filled = _with(rows, line.last, [f"{rows[line.last]}\n{' ' * line.indent}  ##"])
            yield _without_otherwise(filled, line)
        case code if code in MISPLACED:
            yield from _moved(rows, line)
    if _inner(rows, line) > line.last + 1:
        first = words(rows[line.first])[:1]
        margin, rest = " " * line.indent, [""] * (line.last - line.first)
        for head in sorted(HEADS, key=lambda head: not first or head.split()[0] != first[0].text):
            yield _with(rows, line.first, [margin + head, *rest])


def _left_out(rows: list[str], line: Line, end: int) -> Iterator[list[str]]:
    """Without the line and the block below it; a block that would be empty then is given a comment."""
    nothing = [""] * (end - line.first - 1)
    yield _with(rows, line.first, [" " * line.indent + "##", *nothing])
    yield _with(rows, line.first, ["", *nothing])


def _without_otherwise(rows: list[str], line: Line) -> list[str]:
    """The rows with a new beginning for the `otherwise` of a line whose block was not indented."""
    margin = " " * line.indent
    for row in range(line.last + 1, len(rows)):
        if rows[row].startswith(f"{margin}otherwise"):
            return _with(rows, row, [f"{margin}if z"])
    return rows


def _moved(rows: list[str], line: Line) -> Iterator[list[str]]:
    """The line and what is indented as far, moved left to each indentation there is above it."""
    end = _as_far(rows, line)
    above = {one.indent for one in logical_lines(rows[: line.first]) if one.indent < line.indent}
    for wanted in sorted(above, reverse=True):
        yield _with(rows, line.first, [row[line.indent - wanted :] for row in rows[line.first : end]])


def _as_far(rows: list[str], line: Line) -> int:
    """The row behind what is indented at least as far as a line."""
    end = line.last + 1
    while end < len(rows) and (not rows[end].strip() or indent(rows[end]) >= line.indent):
        end += 1
    return end


def _with(rows: list[str], start: int, instead: list[str]) -> list[str]:
    return [*rows[:start], *instead, *rows[start + len(instead) :]]


def _inner(rows: list[str], line: Line) -> int:
    """The row behind the block below a line, or behind the line itself."""
    end = line.last + 1
    for row in range(line.last + 1, len(rows)):
        if words(rows[row]) or rows[row].lstrip(" ").startswith("##"):
            if indent(rows[row]) <= line.indent:
                break
            end = row + 1
    return end
