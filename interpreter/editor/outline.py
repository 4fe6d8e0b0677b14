"""A file seen from above: what is in it, what can be folded, what its words are, what stands at its lines.

In:  a file as it is written, and the game as it is known.
Out: an outline; folds; colours of words; hints for the types of names; lenses over scenarios and a variant's edits.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from interpreter.core import types as t
from interpreter.editor.blocks import Placed, Written
from interpreter.editor.known_game import KnownGame
from interpreter.editor.names import all_declarations, declared_by, place_span
from interpreter.editor.studio import Studio
from interpreter.syntax import ast
from interpreter.syntax.terminals import keywords, parser, spellings
from interpreter.syntax.tokens import WORD
from interpreter.text.source import Source, Span
from interpreter.variant.targets import word_of

# ------------------------------------------------------------------ outline


@frozen
class Entry:
    """A declaration, and what is declared in it."""

    name: str
    sort: str
    span: Span
    head: Span
    inner: tuple["Entry", ...] = ()


def outline(written: Written) -> list[Entry]:
    """Every declaration, from the top."""
    found: list[Entry] = []
    for place in written.places:
        for node in place.block.nodes:
            entry = _entry(written, place.start, node)
            if entry is not None:
                found.append(entry)
    return found


def _entry(written: Written, start: int, node: ast.Node) -> Entry | None:
    span = written.source.span(node.span.start + start, node.span.end + start)
    name = getattr(node, "name", None)
    title = getattr(node, "title", None)
    if isinstance(node, ast.Scenario):
        return Entry(node.title.text, "scenario", span, _at(written, start, node.title))
    if isinstance(name, ast.Ident):
        lines = [*(getattr(node, "lines", None) or ()), *getattr(node, "steps", ()), *getattr(node, "edits", ())]
        inner = tuple(filter(None, (_entry(written, start, one) for one in lines if isinstance(one, ast.Node))))
        return Entry(name.text, word_of(node) or type(node).__name__.lower(), span, _at(written, start, name), inner)
    if isinstance(node, ast.EachPlayer):
        inner = tuple(filter(None, (_entry(written, start, one) for one in node.lines)))
        return Entry("each player", "player", span, span, inner)
    if isinstance(node, ast.EditAdd | ast.EditReplace):
        return _entry(written, start, node.declaration)
    if isinstance(node, ast.Setup | ast.Play | ast.Winner):
        return Entry(type(node).__name__.lower(), "phase", span, span)
    if isinstance(node, ast.Always):
        return Entry(node.about.text, "always", span, _at(written, start, node.about))
    if isinstance(node, ast.Bound):
        return Entry(node.said, "always", span, _at(written, start, node.about or node.figure))
    return Entry(title.text, "always", span, _at(written, start, title)) if isinstance(title, ast.Text) else None


def _at(written: Written, start: int, node: ast.Node) -> Span:
    return written.source.span(node.span.start + start, node.span.end + start)


def folds(source: Source) -> list[tuple[int, int]]:
    """Rows (from 0) of what can be folded: a line with what is indented below it; comments of several rows."""
    rows = source.lines
    found: list[tuple[int, int]] = []
    stack: list[tuple[int, int]] = []
    last = -1
    for k, row in enumerate(rows):
        if not row.strip():
            continue
        wide = len(row) - len(row.lstrip())
        while stack and stack[-1][1] >= wide:
            begin, _ = stack.pop()
            if last > begin:
                found.append((begin, last))
        stack.append((k, wide))
        last = k
    found += [(begin, last) for begin, _ in stack if last > begin]
    return sorted(found)


# ------------------------------------------------------------------ colours

COLOURS = ("keyword", "comment", "string", "number", "type", "variable", "property", "function", "enumMember", "event",
           "macro", "parameter", "operator")
SIGNS = re.compile(r"^[^\w\s\"#]+$")
OF_SORT = {
    "enums": "type", "kinds": "type", "effects": "function", "events": "event", "defines": "function", "tables": "function",
    "zones": "variable", "cells": "variable", "options": "variable", "components": "variable", "boards": "variable",
    "triggers": "event", "phases": "function", "routes": "function", "dice": "type", "scores": "function", "offers": "function",
    "part": "property", "member": "enumMember", "step": "function",
}


def colours(written: Written, game: KnownGame | None) -> Iterator[tuple[int, int, str]]:
    """(from, to, colour) of every word that has one."""
    text, known, words_ = written.source.text, _sorts(written, game), all_keywords()
    for found in WORD.finditer(text):
        word = found.group()
        if word.startswith("#"):
            yield found.start(), found.end(), "comment"
        elif word.startswith('"'):
            yield found.start(), found.end(), "string"
        elif word.isdigit():
            yield found.start(), found.end(), "number"
        elif text[:found.start()].endswith(".") and not text[:found.start()].endswith(".."):
            yield found.start(), found.end(), "property"
        elif word in known:
            yield found.start(), found.end(), known[word]
        elif word in words_:
            yield found.start(), found.end(), "keyword"
        elif re.fullmatch(r"[A-Z]+(?:-[A-Z]+)?", word) and text[found.end():found.end() + 1] == "-":
            yield found.start(), found.end(), "macro"


def all_keywords() -> frozenset[str]:
    """Every word of the language, one by one."""
    every = [*keywords(), *(word for one in parser().terminals for word in spellings(one.name))]
    return frozenset(part for word in every for part in word.split() if part.isalpha())


def _sorts(written: Written, game: KnownGame | None) -> dict[str, str]:
    known: dict[str, str] = {}
    if game is not None:
        world = game.ctx.world
        for sort, colour in OF_SORT.items():
            known |= dict.fromkeys(getattr(world, sort, ()), colour)
        known |= {name: "enumMember" for name in world.members if name not in known}
    for place in written.places:
        if not place.block.is_scenario:
            known |= {one.symbol.name: OF_SORT.get(one.symbol.sort, "variable") for one in declared_by(place.block.nodes)
                      if one.symbol.sort != "part"}
    return known


# ------------------------------------------------------------------ hints


def hints(written: Written, game: KnownGame | None, start: int, end: int) -> Iterator[tuple[int, str]]:
    """Behind the name of each `let` between two places its type."""
    for place in written.places if game is not None else ():
        if place.start > end or place.start + len(place.block.text) < start or place.block.is_scenario:
            continue
        for node in place.block.nodes if place.block.sound else ():
            if "let " in node.span.text and game.can_look(node):                # type: ignore[union-attr]
                yield from _lets(game, node, place.start)                       # type: ignore[arg-type]


def _lets(game: KnownGame, node: ast.Node, start: int) -> Iterator[tuple[int, str]]:
    known: dict[int, t.Type] = {}
    for one in game.look(node)[1]:
        known |= {bound.span.start: bound.type for bound in one.names.values() if bound.span is not None and bound.how == "let"}
        if one.type is not None:
            known[-one.node.span.start - 1] = one.type
    for inner in ast.walk(node):
        if isinstance(inner, ast.Let | ast.CaseLet):
            type_ = known.get(-inner.value.span.start - 1) or known.get(inner.name.span.start)
            if type_ is not None and not isinstance(type_, t.Unknown):
                yield inner.name.span.end + start, f": {type_}"


# ------------------------------------------------------------------ lenses


@frozen
class Lens:
    """Words over a line, and the command they stand for."""

    span: Span
    title: str
    command: str
    arguments: tuple[str, ...] = ()


def lenses(studio: Studio, path: Path, written: Written) -> Iterator[Lens]:
    """Over a scenario what came of it, and to run it; over a variant's edit what it was."""
    came = studio.scenarios.get(path, {})
    for place in written.places:
        if place.block.is_scenario or "variant " in place.block.text[:400]:
            for node in place.block.nodes:
                yield from _lens(written, place, node, path, came)


def _stands(place: Placed, node: ast.Node) -> int | None:
    """Where a node begins in its file. What a block that cannot be read holds is as it last was: there its first line is looked
    for, and None is where that is gone."""
    if place.block.sound:
        return place.start + node.span.start
    head = node.span.text.split("\n", 1)[0]
    found = place.block.text.find(head)
    return place.start + found if found >= 0 else None


def _lens(
    written: Written, place: Placed, node: ast.Node, path: Path, came: dict[str, tuple[bool, str]],
) -> Iterator[Lens]:
    start = _stands(place, node)
    if start is None:
        return
    at = written.source.span(start, start)
    if isinstance(node, ast.Scenario):
        passed, why = came.get(node.title.text, (None, ""))
        mark = "run" if passed is None else "passed: run again" if passed else f"failed: {why}"
        yield Lens(at, mark, "rulewright.run", (str(path), node.title.text))
        if any(isinstance(inner, ast.StartAt) for inner in ast.walk(node)):
            yield Lens(at, "play from here", "rulewright.play", (str(path), node.title.text))
    if isinstance(node, ast.Variant):
        yield Lens(at, "what it changes", "rulewright.diff", (str(path),))
        for edit in node.edits:
            spot = _stands(place, edit)
            if isinstance(edit, WAS) and spot is not None:
                yield Lens(written.source.span(spot, spot), "what it was", "rulewright.was", (str(path), str(spot)))
            elif isinstance(edit, ast.Scenario):
                yield from _lens(written, place, edit, path, came)


WAS = (ast.EditReplace, ast.EditStep, ast.EditRule, ast.EditRemove, ast.EditBefore, ast.EditAfter, ast.EditAround, ast.EditSet)


def what_it_was(studio: Studio, path: Path, offset: int) -> tuple[Path, Span] | None:
    """Where the thing stands that an edit of a variant changes."""
    written = studio.written(path)
    place = written.at(offset) if written is not None else None
    if written is None or place is None:
        return None
    for node in place.block.nodes:
        for edit in node.edits if isinstance(node, ast.Variant) else ():
            if edit.span.start + place.start <= offset <= edit.span.end + place.start:
                for name, owner in _named(edit):
                    for file, other, one in all_declarations(studio, path, name):
                        home = studio.written(file)
                        if home is not None and one.symbol.sort != "variants" and not (file == path) and \
                                (not owner or one.symbol.owner in ("", owner)):
                            return file, place_span(home, other, one.node.span)
    return None


def _named(edit: ast.Node) -> Iterator[tuple[str, str]]:
    """The names that an edit gives its target, the one that is meant first, with the phase it is in."""
    target = getattr(edit, "declaration", None) or getattr(edit, "target", None) or edit
    phase = getattr(target, "phase", None)
    for part in ("step", "name", "phase"):
        found = getattr(target, part, None)
        if isinstance(found, ast.Ident):
            yield found.text, phase.text if isinstance(phase, ast.Ident) and part != "phase" else ""
    for inner in ast.children(target):
        if isinstance(inner, ast.Ident):
            yield inner.text, ""
