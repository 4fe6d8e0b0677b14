"""What is known of a name or a line, for whoever points at it.

In:  a file and an offset in it.
Out: Markdown: what the name is, its type and range, its documentation; the line in the rulebook's words; what the clauses say
     that it cites; the ruling behind an option; what a variant's edit changes. And the parameters of what is being called.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from interpreter.core.builtins import WORDS
from interpreter.editor.blocks import Placed
from interpreter.editor.completion import said
from interpreter.editor.known_game import KnownGame
from interpreter.editor.names import all_declarations, Declaration, heard_in, Symbol, symbol_at, word_at
from interpreter.editor.outline import what_it_was
from interpreter.editor.studio import Studio
from interpreter.project.clauses import Rulebook
from interpreter.prose.page import as_markdown, Page
from interpreter.prose.phrases import sentence
from interpreter.prose.sections import bound_said
from interpreter.prose.sentences import tell, voice_of
from interpreter.prose.vocabulary import parameters, Voice
from interpreter.syntax import ast
from interpreter.syntax.formatter import expression
from interpreter.syntax.terminals import forms
from interpreter.text.diagnostic import InternalError

CLAUSE = re.compile(r"[A-Z]+(?:-[A-Z]+)?-?[0-9]+")
SHOWN = 1500                                       # letters of the rule that an edit stands in place of
CALLING = re.compile(r"([A-Za-z_]\w*)\(([^()]*(?:\([^()]*\)[^()]*)*)$")


def explain(studio: Studio, path: Path, offset: int) -> str:
    """Everything there is to say, as Markdown; nothing where there is nothing."""
    written = studio.written(path) if path.suffix == ".rules" else None
    place = written.at(offset) if written is not None else None
    if written is None or place is None:
        return ""
    game, text = studio.game(path), written.source.text
    clause = next((one.group() for one in CLAUSE.finditer(text, max(0, offset - 12), offset + 12)
                   if one.start() <= offset <= one.end()), None)
    book = game.rules.rulebook if game is not None else None
    if clause is not None and book is not None and book.has(clause):
        return _of_clause(book, clause)
    word = word_at(written.source, offset)
    symbol = symbol_at(studio, path, offset) if word is not None else None
    parts: list[str] = []
    if symbol is not None and word is not None:
        parts += _of_symbol(studio, path, symbol, game, place, word.start - place.start)
    elif word is not None and word.text in WORDS:
        parts.append(f"```rulewright\n{word.text}({', '.join(WORDS[word.text].takes)})\n```\n{WORDS[word.text].doc.strip()}")
    elif word is not None and (known := forms(word.text)):
        parts.append("```rulewright\n" + "\n".join(known[:4]) + "\n```")
    parts += _line_told(game, place, offset - place.start)
    was = what_it_was(studio, path, offset) if symbol is None or symbol.sort != "local" else None
    if was is not None and _on_head(place, offset - place.start):
        parts.append(f"it was, in {was[1].source.name}:{was[1].line}:\n```rulewright\n{was[1].text[:SHOWN]}\n```")
    return "\n\n---\n\n".join(filter(None, parts))


def _on_head(place: Placed, at: int) -> bool:
    """Is it the first line of an edit of a variant?"""
    row = place.block.text.count("\n", 0, at)
    edits = [edit for node in place.block.nodes if isinstance(node, ast.Variant) for edit in node.edits]
    return any(place.block.text.count("\n", 0, edit.span.start) == row for edit in edits)


# ------------------------------------------------------------------ clauses, rulings


def _of_clause(book: Rulebook, id: str) -> str:
    clause, ruling = book.clause(id), book.ruling(id)
    if clause is not None:
        notes = f"\n\n*{clause.notes}*" if clause.notes else ""
        return f"**{clause.id}** ({clause.kind}), {clause.section}\n\n{clause.text}{notes}"
    if ruling is None:
        return ""
    readings = "\n".join(f"- ({chr(97 + k)}) {text}" for k, text in enumerate(ruling.readings))
    question = ruling.question if ruling.question != ruling.title else ""
    return f"**{ruling.id}**: {ruling.title}\n\n{question}\n\n{readings}\n\n**Ruling:** {ruling.choice}\n\n{ruling.why}"


def _cited(game: KnownGame | None, node: ast.Node) -> str:
    book = game.rules.rulebook if game is not None else None
    cites = getattr(node, "cites", None)
    if book is None or not cites:
        return ""
    ids = [id for one in cites for id in (book.expand(one.first.text, one.last.text) if one.last else (one.first.text,))]
    lines = [f"- **{id}** ({clause.kind}): {clause.text}" for id in ids[:8] if (clause := book.clause(id))]
    return "\n".join(lines)


# ------------------------------------------------------------------ names


def _of_symbol(
    studio: Studio, path: Path, symbol: Symbol, game: KnownGame | None, place: Placed, at: int,
) -> Iterator[str]:
    if symbol.sort == "local":
        types = (one.names[symbol.name] for one in heard_in(game, place, at) if symbol.name in one.names)
        bound = next(types, None)
        yield f"```rulewright\n{symbol.name}: {bound.type}\n```" if bound is not None else ""
        return
    for _, _, one in _declared(studio, path, symbol):
        owner = f"  # of {symbol.owner}" if symbol.owner else ""
        yield f"```rulewright\n{_head(one)}{owner}\n```" + (f"\n{one.doc}" if one.doc else "")
        yield _cited(game, one.node)
        if isinstance(one.node, ast.Option) and game is not None and game.rules.rulebook is not None:
            ruling = game.rules.rulebook.ruling_for(symbol.name)
            yield _of_clause(game.rules.rulebook, ruling.id) if ruling is not None else ""
        return


def _declared(studio: Studio, path: Path, symbol: Symbol) -> Iterator[tuple[Path, Placed, Declaration]]:
    return (found for found in all_declarations(studio, path, symbol.name) if found[2].symbol == symbol)


def _head(one: Declaration) -> str:
    if isinstance(one.node, ast.Step):
        return f"step {one.node.name.text}"
    if isinstance(one.node, ast.Variant | ast.Position | ast.Strategy | ast.Seat | ast.Game):
        return one.node.span.text.split("\n")[0]
    return said(one.node)


# ------------------------------------------------------------------ lines, in the rulebook's words


def _line_told(game: KnownGame | None, place: Placed, at: int) -> list[str]:
    """The statement that the line is, told."""
    if game is None or not place.block.sound:
        return []
    for node in place.block.nodes:
        if isinstance(node, ast.Bound):
            return [f"*{sentence(bound_said(node))}*"]
        body = getattr(node, "body", None)
        steps = [step for step in getattr(node, "steps", ()) if isinstance(step, ast.Step)]
        bodies = [body] if body is not None else [step.body for step in steps]
        for one in bodies:
            voice = parameters(voice_of(game.lexicon), getattr(node, "params", None))
            told = _told(one, voice, at, place.block.text)
            if told:
                return [f"*{told}*"]
    return []


def _told(body: tuple[ast.Node, ...], voice: Voice, at: int, text: str) -> str:
    """The innermost statement that begins on this line, after what those before it gave names to."""
    line_start, line_end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
    for k, one in enumerate(body):
        if not one.span.start <= max(at, line_start) <= max(one.span.end, line_end if line_end >= 0 else len(text)):
            continue
        if line_start <= one.span.start:
            page = Page()
            try:
                tell(page, tell(Page(), voice, body[:k]), (one,))
            except InternalError:
                return ""
            return as_markdown(Page(page.blocks[:6])).strip().removeprefix("- ")
        for inner in _blocks(one):
            told = _told(inner, voice, at, text)
            if told:
                return told
    return ""


def _blocks(one: ast.Node) -> Iterator[tuple[ast.Node, ...]]:
    """The blocks directly in a statement."""
    for name in ast.parts_of(one):
        part = getattr(one, name)
        if isinstance(part, tuple) and part and all(isinstance(inner, ast.Node) for inner in part) and name in BODIES:
            yield part
        elif isinstance(part, tuple):
            for inner in part:
                if isinstance(inner, tuple):
                    yield from (row for row in inner if isinstance(row, tuple) and row)
                elif isinstance(inner, ast.Node) and not isinstance(inner, ast.Ident):
                    yield from _blocks(inner)


BODIES = ("body", "otherwise", "block")


# ------------------------------------------------------------------ what is being called


@frozen
class Signature:
    """`shift(card: Crate, steps: 1..3)` with its parameters, and which of them is being written."""

    label: str
    parameters: tuple[str, ...]
    active: int
    doc: str = ""


def signature(studio: Studio, path: Path, offset: int) -> Signature | None:
    """What is being called at a place."""
    source = studio.source(path)
    line = source.text[source.text.rfind("\n", 0, offset) + 1:offset] if source is not None else ""
    found = CALLING.search(line)
    if found is None:
        return None
    name, active = found[1], re.sub(r"\([^()]*\)", "", found[2]).count(",")
    for _, _, one in all_declarations(studio, path, name):
        params = getattr(one.node, "params", None)
        if params is not None:
            shown = tuple(expression(param) for param in params)
            gives = getattr(one.node, "gives", None)
            result = f" gives {expression(gives)}" if gives is not None else ""
            return Signature(f"{name}({', '.join(shown)}){result}", shown, active, one.doc)
    if name in WORDS:
        takes = WORDS[name].takes
        return Signature(f"{name}({', '.join(takes)})", takes, min(active, len(takes) - 1), WORDS[name].doc.strip())
    return None
