"""A file's text into a tree, or every reason why it is none.

In:  a Source.
Out: an ast.File, or None with the mistakes in the report: as many as stand in different lines, each with its place and in
the language's own terms. No error of Lark leaves this folder.

Byte order marks, CRLF and a missing last newline are accepted. Next come the checks, which may rely on the grammar.
"""

from collections.abc import Iterator

from attrs import evolve
from lark import Tree

from interpreter.syntax import ast, terms
from interpreter.syntax.attempt import UNREADABLE, trouble
from interpreter.syntax.build import Build
from interpreter.syntax.layout import CONTROL, LONG_NUMBER, TAB_INDENT, readable, visible, words
from interpreter.syntax.mistakes import Mistake, explain, taken
from interpreter.syntax.recover import mistakes
from interpreter.text.codes import KEYWORD_AS_NAME, STRAY_CHARACTER, SYNTAX, UNEXPECTED_END
from interpreter.text.codes import TAB_INDENT as TABS
from interpreter.text.report import Report
from interpreter.text.source import Source

# a tree this deep is no rule a person wrote, and every pass over it would need as deep a stack
DEEPEST = 120


def parse(source: Source, report: Report) -> ast.File | None:
    """The tree of one rules file; None if anything in it is wrong, which the report then says."""
    text = readable(source.text)
    sound = _spelling(source, report)
    try:
        tree = terms.parser().parse(text, start="start")
    except UNREADABLE:
        rows = text.removesuffix("\n").split("\n")
        _say(mistakes(rows), rows, source, report)
        return None
    if not _shallow(tree, source, report):
        return None
    file = Build(source).transform(tree)
    return file if _names_free(file, report) and sound else None


def parse_answer(text: str, report: Report) -> tuple[ast.Node, ...] | None:
    """What a person types for an answer or an option: values, with commas between them."""
    source = Source("answer", text)
    if not _spelling(source, report):
        return None
    try:
        tree = terms.parser().parse(readable(text), start="answer")
    except UNREADABLE as error:
        rows = readable(text).removesuffix("\n").split("\n")
        found = explain(rows, trouble(error, rows))
        if found.code is UNEXPECTED_END:
            found = evolve(found, code=SYNTAX, facts={"what": "there is more to come"})
        _say([found], rows, source, report)
        return None
    return Build(source).transform(tree) if _shallow(tree, source, report) else None


def keywords() -> list[str]:
    """The words that can begin a line, and so cannot be names there; in alphabetical order."""
    return list(terms.keywords())


def _say(found: list[Mistake], rows: list[str], source: Source, report: Report) -> None:
    starts = [0]
    for row in rows:
        starts.append(starts[-1] + len(row) + 1)
    for one in found:
        start = min(starts[one.row] + one.column, len(source.text))
        end = min(max(start, starts[one.row] + one.end), len(source.text))
        report.add(one.code, source.span(start, end), help=one.help, notes=one.notes, **one.facts)


# ------------------------------------------------------------------ what the grammar does not say


def _spelling(source: Source, report: Report) -> bool:
    """Characters, tabs and numbers no rules file has; the parser sees a text without the first two."""
    before = len(report.diagnostics)
    tab = TAB_INDENT.search(source.text)
    if tab:
        # one mistake, however many lines: the editor is set up so
        report.add(TABS, source.span(tab.start(), tab.end()), help="two spaces a block")
    for found in CONTROL.finditer(source.text):
        report.add(STRAY_CHARACTER, source.span(found.start(), found.end()), char=visible(found.group()))
    if LONG_NUMBER.search(source.text):
        for word in words(source.text):
            if LONG_NUMBER.fullmatch(word.text):
                report.add(SYNTAX, source.span(word.start, word.end), what="this number is longer than any game needs")
    return len(report.diagnostics) == before


def _shallow(tree: Tree, source: Source, report: Report) -> bool:
    """Whether nothing is nested deeper than a pass over the tree can follow."""
    level, depth = [tree], 0
    while level:
        deep, level = level, [part for one in level for part in one.children if isinstance(part, Tree)]
        depth += 1
        if depth > DEEPEST:
            first = min(one.meta.start_pos for one in deep if not one.meta.empty)
            report.add(SYNTAX, source.span(first, first + 1), what="this is nested too deeply; give the parts names")
            return False
    return True


def _names_free(file: ast.File, report: Report) -> bool:
    """Effects are called at the beginning of a line, so there they need names of their own."""
    free = True
    for effect in _effects(file.declarations):
        if effect.name.text in terms.statements():
            free = False
            word = effect.name.text
            report.add(KEYWORD_AS_NAME, effect.name.span, help=f"try another name, such as `my_{word}`", **taken(word))
    return free


def _effects(nodes: tuple[ast.Node, ...]) -> Iterator[ast.Effect | ast.Event]:
    for one in nodes:
        match one:
            case ast.Effect() | ast.Event():
                yield one
            case ast.Variant(edits=edits):
                yield from _effects(edits)
            case ast.EditAdd(declaration=declaration) | ast.EditReplace(declaration=declaration):
                yield from _effects((declaration,))
