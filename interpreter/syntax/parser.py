"""A file's text into a tree, or every reason why it is none.

In:  a Source.
Out: an ast.File, or None with the mistakes in the report: all of them, not only the first, as far as they stand in different
     lines; each with its place and in the language's own terms. No error of Lark leaves this folder.

Byte order marks, CRLF and a missing last newline are accepted. Next come the checks, which may rely on the grammar.
"""

from collections.abc import Iterator

from attrs import define, evolve, field
from lark import Tree

from interpreter.syntax import ast, terminals
from interpreter.syntax.builder import Build
from interpreter.syntax.kept_trees import keep_tree, kept_tree
from interpreter.syntax.syntax_errors import explain, line_of, Mistake, taken
from interpreter.syntax.terminals import attempt, Trouble, trouble, UNREADABLE
from interpreter.syntax.tokens import (
    chunks,
    CONTROL,
    indent,
    Line,
    logical_lines,
    LONG_NUMBER,
    readable,
    TAB_INDENT,
    visible,
    words,
)
from interpreter.text import codes
from interpreter.text.codes import KEYWORD_AS_NAME, STRAY_CHARACTER, SYNTAX, TAB_INDENT as TABS, UNEXPECTED_END
from interpreter.text.diagnostic import Report
from interpreter.text.source import Source

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
    names: set[str] = field(factory=set)                # that have letters no name has: each is told once

    def is_new(self, mistake: Mistake, rows: list[str]) -> bool:
        name = rows[mistake.row][mistake.column : mistake.end]
        if mistake.code is not codes.STRAY_CHARACTER or not name[:-1]:
            return True
        known, self.names = name in self.names, self.names | {name}
        return not known

    def attempt(self, rows: list[str]) -> Trouble | None:
        self.tries += 1
        return attempt(rows)

    @property
    def over(self) -> bool:
        return self.found >= MOST_MISTAKES or self.tries >= MOST_TRIES


def mistakes(rows: list[str]) -> list[Mistake]:
    search, every = Search(), []
    for chunk in chunks(rows):
        for mistake in _in_declaration([rows[row] for row in chunk], search):
            every.append(evolve(mistake, row=mistake.row + chunk.start))
        if search.over:
            break
    if not every and (whole := attempt(rows)):
        every.append(explain(rows, whole))
    return every


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
        if (stray or line.last > behind[0]) and search.is_new(mistake, rows):
            search.found += 1
            yield mistake
        behind = (mistake.row, mistake.column) if stray else (line.last, len(rows[line.last]))
        misfits |= {mistake.column} if mistake.code is codes.BAD_INDENT else set()
        rows, trouble = _mended(rows, mistake, line, trouble, search)


def _mended(
    rows: list[str], mistake: Mistake, line: Line, trouble: Trouble, search: Search
) -> tuple[list[str], Trouble | None]:
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
            wide = mistake.end - mistake.column
            yield _with(rows, mistake.row, [row[: mistake.column] + (" " if wide == 1 else "z" * wide) + row[mistake.end :]])
        case codes.KEYWORD_AS_NAME:
            yield _with(rows, mistake.row, [row[: mistake.column] + "z" * (mistake.end - mistake.column) + row[mistake.end :]])
        case codes.BAD_INDENT if line.indent % 2:
            yield _with(rows, line.first, [" " + row for row in rows[line.first : line.last + 1]])
            yield from _moved(rows, line)
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
    above = {other.indent for other in logical_lines(rows[: line.first]) if other.indent < line.indent}
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


# ------------------------------------------------------------------ a whole file


# a tree this deep is no rule a person wrote, and every pass over it would need as deep a stack
DEEPEST = 120
MOST_READ = 256                                    # trees that are kept at hand


def parse(source: Source, report: Report) -> ast.File | None:
    """The tree of one rules file; None if anything in it is wrong, which the report then says.

    A file without mistakes is read once, however often it is asked for: its tree never changes.
    """
    key = source.name, source.text
    if key in _read:
        return _read[key]
    file = kept_tree(source)
    if file is not None:
        keep(source, file)
        return file
    before = len(report.diagnostics)
    file = _parsed(source, report)
    if file is not None and len(report.diagnostics) == before:
        keep(source, file)
        keep_tree(source, file)
    return file


_read: dict[tuple[str, str], ast.File] = {}        # what this process has read without mistakes, by name and text


def keep(source: Source, file: ast.File) -> None:
    """From now on `parse` gives this tree for such a file: an editor reads a file block by block, and may have a tree of one
    that is half written."""
    while len(_read) >= MOST_READ:
        del _read[next(iter(_read))]
    _read[source.name, source.text] = file


def parse_part(source: Source, report: Report) -> ast.File | None:
    """Some declarations of a file, read anew each time; like `parse` otherwise."""
    return _parsed(source, report)


def parse_at_once(source: Source) -> ast.File | None:
    """The same, for who does not ask what is wrong: that takes far longer than reading."""
    try:
        return Build(source).transform(terminals.parser().parse(readable(source.text), start="start"))
    except UNREADABLE:
        return None


def _parsed(source: Source, report: Report) -> ast.File | None:
    text = readable(source.text)
    sound = _spelling(source, report)
    try:
        tree = terminals.parser().parse(text, start="start")
    except UNREADABLE:
        rows = text.removesuffix("\n").split("\n")
        _say(_with_tabs(source.text) if TAB_INDENT.search(source.text) else mistakes(rows), rows, source, report)
        return None
    if not _shallow(tree, source, report):
        return None
    file = Build(source).transform(tree)
    return file if _names_free(file, report) and sound else None


def _with_tabs(text: str) -> list[Mistake]:
    """What is wrong besides, where tabs indent: each counts for as many spaces as makes the fewest mistakes, and what is wrong
    with the indentation is told already."""
    rows, *wider = (readable(text, " " * wide).removesuffix("\n").split("\n") for wide in (1, 2, 4, 8))
    wide, fewest = min(((candidate, mistakes(candidate)) for candidate in wider), key=lambda pair: len(pair[1]))
    more = [len(there) - len(here) for here, there in zip(rows, wide, strict=True)]
    return [evolve(mistake, column=max(0, mistake.column - more[mistake.row]), end=mistake.end - more[mistake.row])
            for mistake in fewest if mistake.code not in (*MISPLACED, codes.BLOCK_MISSING)]


def parse_answer(text: str, report: Report) -> tuple[ast.Node, ...] | None:
    """What a person types for an answer or an option: values, with commas between them."""
    source = Source("answer", text)
    if not _spelling(source, report):
        return None
    try:
        tree = terminals.parser().parse(readable(text), start="answer")
    except UNREADABLE as error:
        rows = readable(text).removesuffix("\n").split("\n")
        mistake = explain(rows, trouble(error, rows))
        if mistake.code is UNEXPECTED_END:
            mistake = evolve(mistake, code=SYNTAX, facts={"what": "there is more to come"})
        _say([mistake], rows, source, report)
        return None
    return Build(source).transform(tree) if _shallow(tree, source, report) else None


def keywords() -> list[str]:
    """The words that can begin a line, and so cannot be names there; in alphabetical order."""
    return list(terminals.keywords())


def _say(said: list[Mistake], rows: list[str], source: Source, report: Report) -> None:
    starts = [0]
    for row in rows:
        starts.append(starts[-1] + len(row) + 1)
    for mistake in said:
        start = min(starts[mistake.row] + mistake.column, len(source.text))
        end = min(max(start, starts[mistake.row] + mistake.end), len(source.text))
        report.add(mistake.code, source.span(start, end), help=mistake.help, notes=mistake.notes, **mistake.facts)


# ------------------------------------------------------------------ what the grammar does not say


def _spelling(source: Source, report: Report) -> bool:
    """Characters, tabs and numbers no rules file has; the parser sees a text without the first two."""
    before = len(report.diagnostics)
    tab = TAB_INDENT.search(source.text)
    if tab:
        # one mistake, however many lines: the editor is set up so
        report.add(TABS, source.span(tab.start(), tab.end()), help="two spaces a block")
    for stray in CONTROL.finditer(source.text):
        report.add(STRAY_CHARACTER, source.span(stray.start(), stray.end()), char=visible(stray.group()))
    if LONG_NUMBER.search(source.text):
        for word in words(source.text):
            if LONG_NUMBER.fullmatch(word.text):
                report.add(SYNTAX, source.span(word.start, word.end), what="this number is longer than any game needs")
    return len(report.diagnostics) == before


def _shallow(tree: Tree, source: Source, report: Report) -> bool:
    """Whether nothing is nested deeper than a pass over the tree can follow."""
    level, depth = [tree], 0
    while level:
        deep, level = level, [part for inner in level for part in inner.children if isinstance(part, Tree)]
        depth += 1
        if depth > DEEPEST:
            first = min(inner.meta.start_pos for inner in deep if not inner.meta.empty)
            report.add(SYNTAX, source.span(first, first + 1), what="this is nested too deeply; give the parts names")
            return False
    return True


def _names_free(file: ast.File, report: Report) -> bool:
    """Effects are called at the beginning of a line, so there they need names of their own."""
    free = True
    for effect in _effects(file.declarations):
        if effect.name.text in terminals.statements():
            free = False
            word = effect.name.text
            report.add(KEYWORD_AS_NAME, effect.name.span, help=f"try another name, such as `my_{word}`", **taken(word))
    return free


def _effects(nodes: tuple[ast.Node, ...]) -> Iterator[ast.Effect | ast.Event]:
    for line in nodes:
        match line:
            case ast.Effect() | ast.Event():
                yield line
            case ast.Variant(edits=edits):
                yield from _effects(edits)
            case ast.EditAdd(declaration=declaration) | ast.EditReplace(declaration=declaration):
                yield from _effects((declaration,))
