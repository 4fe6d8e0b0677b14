"""What is in the box and on the table: components, dice, tables, zones, counters.

In:  the declarations that are left, how many components of each set there are, and the folder of the data files.
Out: Pages for two sections of the rulebook; `zone` and `counted`, what one line of them says.
"""

from pathlib import Path

from interpreter.project.sheets import read_data, read_sheet
from interpreter.prose.page import Page
from interpreter.prose.phrases import listed_words, sentence
from interpreter.prose.vocabulary import Documented, many, Nodes, one_of, remark, Voice, words
from interpreter.syntax import ast
from interpreter.syntax.formatter import expression
from interpreter.text.diagnostic import no_case, Report
from interpreter.text.source import NOWHERE
from interpreter.variant.edits import files_of

MOST_ROWS = 60
UNSHOWN = ("id", "copies", "source")             # columns of a data file that are on no card
SHAPES = {"pile": "a pile", "column": "a column", "heap": "in no order", "stack": "a stack"}
Counts = dict[str, tuple[int, int]]              # how many there are, and how many of these are stand-ins


def box(documented: Documented, voice: Voice, counts: Counts, folder: Path, used: set[str]) -> Page:
    """Components with their number, boards, dice, and printed tables."""
    page, tables = Page(), Page()
    for doc, declaration in documented:
        match declaration:
            case ast.Components():
                if _is_used(declaration, voice, used):
                    page.item(_components(declaration, doc, voice, counts), 0, f"{words(declaration.name.text)}:")
            case ast.Board(ast.Ident(name), ast.Ident(kind)):
                page.item(sentence(f"a board of {_counted(name, counts, one_of(kind))}"), 0, f"{words(name)}:")
            case ast.Die(ast.Ident(name), _, faces) if name in used:
                shown = listed_words([words(expression(face)) for face in faces])
                page.item(sentence(f"a die with the faces {shown}"), 0, f"{words(name)}:")
            case ast.Table() | ast.TableFile() if declaration.name.text in used:
                _table(tables, declaration, doc, voice, folder)
    page.blocks += tables.blocks
    return page


MOST_CARDS = 40


def kind_said(kind: ast.Kind) -> str:
    """What a card or another kind shows: `shows colour and weight`."""
    fields = [words(line.name.text) for line in kind.lines or () if isinstance(line, ast.Field)]
    return f"each {one_of(kind.name.text)} shows {listed_words(fields)}" if fields else ""


def cards(page: Page, path: Path, level: int) -> int:
    """The rows of a data file, one an item, without the columns that only the program reads; gives how many there are."""
    sheet = read_sheet(path, Report(), NOWHERE)
    if sheet is None:
        return 0
    for row in sheet.rows[:MOST_CARDS]:
        values = [f"{words(name)} {row[name].text}" for name in sheet.names if name not in UNSHOWN and row[name].text]
        copies = row.get("copies")
        page.item(", ".join(values) + (f" ({copies.text} of these)" if copies and copies.text not in ("", "1") else ""), level)
    return len(sheet.rows)


def _is_used(components: ast.Components, voice: Voice, used: set[str]) -> bool:
    return components.name.text in used or isinstance(components.how, ast.OneEach | ast.CopiesEach)


def _counted(name: str, counts: Counts, kind: str) -> str:
    number, assumed = counts.get(name, (0, 0))
    said = f"{number} {kind if number == 1 else many(kind)}" if number else many(kind)
    if not assumed:
        return said
    return f"{said}, of which {'all' if assumed == number else assumed} are stand-ins until the printed ones are put in"


def _components(components: ast.Components, doc: str, voice: Voice, counts: Counts) -> str:
    kind = components.kind.text
    match components.how:
        case ast.OneEach():
            said = f"one {one_of(kind)} for each player"
        case ast.CopiesEach(count):
            said = f"{voice.value(count)} {many(one_of(kind))} for each player"
        case _:
            said = _counted(components.name.text, counts, one_of(kind))
    declared = voice.lexicon.kinds.get(kind)
    fields = [words(line.name.text) for line in (declared.lines if declared else None) or () if isinstance(line, ast.Field)]
    shown = f" Each shows: {', '.join(fields)}." if fields else ""
    return " ".join([sentence(said) + shown, *([sentence(doc)] if doc else [])])


def _table(page: Page, node: ast.Table | ast.TableFile, doc: str, voice: Voice, folder: Path) -> None:
    rows = _file_rows(node, folder) if isinstance(node, ast.TableFile) else _rows(node, voice)
    keys = listed_words([words(param.name.text) for param in node.params])
    head = f"{doc.splitlines()[0].rstrip('.')}; " if doc else ""
    page.item(sentence(f"{head}by {keys}: {'; '.join(rows[:MOST_ROWS])}"), 0, f"Table “{words(node.name.text)}”:")


def _rows(node: ast.Table, voice: Voice) -> list[str]:
    entries = [entry for row in node.rows if isinstance(row, ast.Row) for entry in row.entries]
    keys = (", ".join(voice.value(key) for key in entry.keys) or "anything else" for entry in entries)
    return [f"{key} is {voice.value(entry.value)}" for key, entry in zip(keys, entries, strict=True)]


def _file_rows(node: ast.TableFile, folder: Path) -> list[str]:
    files = files_of(node.file)
    keys, value = [param.name.text for param in node.params], node.name.text
    own = {tuple(expression(key) for key in entry.keys): expression(entry.value) for row in files.rows for entry in row.entries}
    rows: list[str] = []
    for file in (files.first, *files.more):
        sheet = read_data(folder, file, Report())
        if sheet is None:
            continue
        for row in sheet.rows:
            last = value if row.get(value) is not None else next(name for name in sheet.names if name not in (*keys, "source"))
            key = tuple(row[name].text for name in keys)
            rows.append(f"{', '.join(key)} is {own.get(key, row[last].text)}")
    return rows


# ------------------------------------------------------------------ the table


def table(documented: Documented, voice: Voice, used: set[str]) -> Page:
    """Zones, counters and states: at the table, of each player, on a kind of thing."""
    page, own, kinds = Page(), Page(), Page()
    for doc, declaration in documented:
        if isinstance(declaration, ast.EachPlayer):
            _lines(own, declaration.lines, voice, used, 1)
        elif isinstance(declaration, ast.Kind):
            inside = Page()
            _lines(inside, declaration.lines or (), voice, used, 1)
            if inside.blocks:
                kinds.item("", 0, f"On each {one_of(declaration.name.text)}:")
                kinds.blocks += inside.blocks
        else:
            _lines(page, (declaration,), voice, used, 0, doc)
    if own.blocks:
        page.item("", 0, "Each player has:")
        page.blocks += own.blocks
    page.blocks += kinds.blocks
    return page


def _lines(page: Page, lines: Nodes, voice: Voice, used: set[str], level: int, doc: str = "") -> None:
    for about, line in ast.documented(lines):
        if isinstance(line, ast.Zone | ast.Counter | ast.State) and line.name.text in used:
            told = " ".join((about or doc or remark(line)).split())
            said = zone(line, voice) if isinstance(line, ast.Zone) else counted(line, voice)
            page.item(f"{sentence(said)} {sentence(told) if told else ''}".rstrip(), level, f"{words(line.name.text)}:")


def zone(node: ast.Zone, voice: Voice) -> str:
    """What lies in a zone, and who sees it."""
    seen = [_word(word, voice) for word in node.words if not isinstance(word, ast.JoinedBy)]
    said = ", ".join([f"{many(one_of(node.kind.text))}, {SHAPES.get(node.shape, node.shape)}", *filter(None, seen)])
    return f"{said}; one for each {_index(node.index, voice)}" if node.index is not None else said


def _index(index: ast.Node, voice: Voice) -> str:
    if isinstance(index, ast.RangeType):
        return f"number from {voice.value(index.range)}"
    name = index.name.text if isinstance(index, ast.NamedType) else getattr(index, "text", "")
    said = voice.value(ast.Name(name, span=index.span))
    return f"{one_of(name)} ({said})" if name in voice.lexicon.enums else said


def _word(word: ast.Node, voice: Voice) -> str:
    match word:
        case ast.Face(face):
            return face
        case ast.Seen(by):
            who = by.text if isinstance(by, ast.Ident) else by
            return {"owner": "seen only by its owner", "everyone": "seen by all"}.get(who, f"seen by {who}")
        case ast.OutOfPlay():
            return "out of play"
        case ast.Refilled(ast.Ident(source)):
            return f"made anew from the {words(source)} when it runs out"
        case ast.Holds(most):
            return f"at most {voice.value(most)}"
        case ast.Counted() | ast.JoinedBy():
            return ""                                 # of no use to who has the things in hand
    raise no_case(word)


def counted(node: ast.Counter | ast.State, voice: Voice) -> str:
    """What a counter or a state can be, and what it is at first."""
    each = f"; one for each {_index(node.index, voice)}" if node.index is not None else ""
    first = "nothing" if isinstance(node.first, ast.Name) and node.first.text == "none" else voice.value(node.first)
    if isinstance(node, ast.Counter):
        return f"a number from {voice.value(node.range)}, at first {first}{each}"
    if isinstance(node.type, ast.YesNoType):
        return f"a mark, {'set' if isinstance(node.first, ast.Yes) else 'not set'} at first{each}"
    return f"at first {first}{each}"
