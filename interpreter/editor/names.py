"""What the names of files mean: where each is declared, and where it is used.

In:  files as they are written, and the game as it is known.
Out: Symbols: `symbol_at` a place; `declarations` and `uses` of one, in every file of its game, data files among them.

A name is one of a declaration, a part (what stands behind a dot: a field, a player's zone), a member of an enum, a step, or a
local one, which only its own declaration knows. Where two things have parts of one name, the type of what stands before the dot
tells which is meant.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import define, frozen

from interpreter.core import types as t
from interpreter.editor.blocks import Placed, Written
from interpreter.editor.known_game import Heard, KnownGame
from interpreter.editor.studio import Studio
from interpreter.lower.symbols import Declared, FAMILIES
from interpreter.project.files import read_text
from interpreter.project.sheets import Cell, Sheet, sheet_of_text
from interpreter.syntax import ast
from interpreter.syntax.tokens import Word, words
from interpreter.text.diagnostic import Report
from interpreter.text.source import Source, Span

PLAYER = "Player"
WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@frozen
class Symbol:
    """What a name means. `sort`: a family of declarations, part, member, step, position, local. `owner`: the kind, enum or
    phase it is of; for a local name its declaration."""

    sort: str
    owner: str
    name: str


@frozen(eq=False)
class Declaration:
    """Where a name is declared, within its block."""

    symbol: Symbol
    ident: ast.Ident
    node: ast.Node
    doc: str = ""


@define(eq=False)
class Use:
    """A place where a name stands. `sure` is False where it may be another of the same name."""

    path: Path
    span: Span
    declares: bool = False
    sure: bool = True


# ------------------------------------------------------------------ declarations


def declared_by(nodes: tuple[ast.Node, ...]) -> Iterator[Declaration]:
    """Every name that these declarations declare for others to use."""
    for doc, one in ast.documented(nodes):
        match one:
            case ast.EditAdd(declaration=inner):
                yield from declared_by((inner,))
            case ast.Variant(edits=edits):
                yield Declaration(Symbol("variants", "", one.name.text), one.name, one, doc)
                yield from declared_by(edits)
            case ast.EachPlayer(lines):
                yield from _parts(PLAYER, lines)
            case ast.EditAddTo(part, kind):
                yield from _parts(kind.text, (part,))
            case ast.EditAddField(name=name, kind=kind):
                yield Declaration(Symbol("part", kind.text, name.text), name, one, doc)
            case ast.EditAddMember(member, enum):
                yield Declaration(Symbol("member", enum.text, member.text), member, one, doc)
            case ast.Game(name=name, lines=lines):
                yield Declaration(Symbol("games", "", name.text), name, one, doc)
                for seat in lines or ():
                    if isinstance(seat, ast.Seat):
                        yield Declaration(Symbol("seats", "", seat.name.text), seat.name, seat)
            case ast.Position(name=name):
                yield Declaration(Symbol("positions", "", name.text), name, one, doc)
            case _ if isinstance(one, Declared):
                yield Declaration(Symbol(FAMILIES[type(one)], "", one.name.text), one.name, one, doc)
                yield from _inside(one)


def _inside(one: ast.Node) -> Iterator[Declaration]:
    match one:
        case ast.Kind(name=name, lines=lines):
            yield from _parts(name.text, lines or ())
        case ast.Enum(name, members) | ast.Option(name, ast.OneOfType(members)):
            for ident in members:
                yield Declaration(Symbol("member", name.text, ident.text), ident, one)
        case ast.Phase(name=name, steps=steps):
            for doc, step in ast.documented(steps):
                if isinstance(step, ast.Step):
                    yield Declaration(Symbol("step", name.text, step.name.text), step.name, step, doc)


def _parts(owner: str, lines: tuple[ast.Node, ...]) -> Iterator[Declaration]:
    for doc, line in ast.documented(lines):
        if isinstance(line, ast.Zone | ast.Counter | ast.State | ast.Field):
            yield Declaration(Symbol("part", owner, line.name.text), line.name, line, doc)


def all_declarations(studio: Studio, path: Path, name: str = "") -> Iterator[tuple[Path, Placed, Declaration]]:
    """Of the files of a game: those of this name, or all."""
    for file in studio.files_of(path):
        written = studio.written(file) if not name or _has(file, name, studio) else None
        for place in written.places if written is not None else ():
            if not place.block.is_scenario and (not name or name in place.block.text):
                for one in declared_by(place.block.nodes):
                    if not name or one.symbol.name == name:
                        yield file, place, one


def _has(path: Path, name: str, studio: Studio) -> bool:
    source = studio.files[path].source.text if path in studio.files else read_text(path)
    return isinstance(source, str) and name in source


def place_span(written: Written, place: Placed, span: Span) -> Span:
    """A place within a block as one of the whole file."""
    return written.source.span(span.start + place.start, span.end + place.start)


# ------------------------------------------------------------------ what is meant at a place


def word_at(source: Source, offset: int) -> Word | None:
    """The name that a place stands in or directly behind."""
    start = source.text.rfind("\n", 0, offset) + 1
    end = source.text.find("\n", offset)
    for found in words(source.text, start, end if end >= 0 else len(source.text)):
        if found.start <= offset <= found.end and WORD.fullmatch(found.text):
            return found
    return None


def heard_in(game: KnownGame | None, place: Placed, offset: int) -> list[Heard]:
    """What lowering says of the declaration that holds an offset of its block."""
    if game is None or place.block.is_scenario or not place.block.sound:
        return []
    for node in place.block.nodes:
        if node.span.start <= offset <= node.span.end and game.can_look(node):
            return game.look(node)[1]
    return []


def symbol_at(studio: Studio, path: Path, offset: int) -> Symbol | None:
    """What the name at a place means; None for a word that is none, or means nothing."""
    written = studio.written(path)
    place = written.at(offset) if written is not None else None
    word = word_at(written.source, offset) if written is not None else None
    if written is None or place is None or word is None:
        return None
    for one in declared_by(place.block.nodes if not place.block.is_scenario else ()):
        if one.ident.span.start + place.start == word.start:
            return one.symbol
    game, inner = studio.game(path), word.start - place.start
    heard = heard_in(game, place, inner)
    if written.source.text[:word.start].endswith("."):
        return _part(studio, path, word.text, heard, inner)
    if _is_local(heard, word.text, inner):
        return Symbol("local", f"{path}:{_head(place)}", word.text)
    return _shared(studio, path, place, word, inner)


def _head(place: Placed) -> str:
    return place.block.text.split("\n", 1)[0]


def _is_local(heard: list[Heard], name: str, at: int) -> bool:
    for one in heard:
        bound = one.names.get(name)
        if bound is not None and bound.span is not None and bound.span.start == at:
            return True
        if isinstance(one.node, ast.Name) and one.node.span.start == at and one.node.text == name and bound is not None:
            return not isinstance(one.type, t.Enum) or name not in one.type.members or t.fits(bound.type, one.type)
    return False


def owner_of(type_: t.Type | None, studio: Studio, path: Path, name: str) -> str:
    """Whose part stands behind the dot of a value of this type."""
    match type_:
        case t.Seat() | t.OrNone(of=t.Seat()):
            return PLAYER
        case t.Kind(kind) | t.OrNone(of=t.Kind(kind)):
            return kind
    return ""


def _part(studio: Studio, path: Path, name: str, heard: list[Heard], at: int) -> Symbol | None:
    owners = {one.symbol.owner for _, _, one in all_declarations(studio, path, name) if one.symbol.sort == "part"}
    owner = _owner_heard(heard, at, studio, path, name)
    if owner and (owner in owners or not owners):
        return Symbol("part", owner, name) if owner in owners else _of_player(studio, path, name)
    if len(owners) == 1 and not owner:
        return Symbol("part", owners.pop(), name)
    if PLAYER in owners and not owner:
        return Symbol("part", PLAYER, name)
    return _of_player(studio, path, name)


def _of_player(studio: Studio, path: Path, name: str) -> Symbol | None:
    """A score, or a thing each player has one of: what is declared apart and stands behind a dot."""
    found = (one.symbol for _, _, one in all_declarations(studio, path, name) if one.symbol.sort in ("scores", "components"))
    return next(found, None)


def _owner_heard(heard: list[Heard], at: int, studio: Studio, path: Path, name: str) -> str:
    types = {one.node: one.type for one in heard if one.type is not None}
    for one in heard:
        for node in ast.walk(one.node) if one.type is None else (one.node,):
            if isinstance(node, ast.Dot) and node.name.span.start == at:
                return owner_of(types.get(node.of), studio, path, name)
    return ""


MEANT_BY: dict[type[ast.Node], tuple[str, ...]] = {
    ast.Call: ("effects", "events"), ast.Announce: ("events",), ast.Occurrence: ("effects", "events"), ast.Run: ("phases",),
    ast.Roll: ("dice",), ast.NamedType: ("enums", "kinds"), ast.OrNoneType: ("enums", "kinds"), ast.Hold: ("triggers",),
    ast.Order: ("triggers",), ast.Travel: ("routes",), ast.TargetStep: ("step", "phases"), ast.TargetEffect: ("effects",),
    ast.DuringStep: ("step", "phases"), ast.During: ("phases",), ast.BetweenSteps: ("phases",), ast.AtStep: ("step", "phases"),
    ast.ComesTo: ("step", "phases"), ast.EditStep: ("step", "phases"), ast.AtPhase: ("phases",), ast.Takes: ("offers",),
    ast.GivenOption: ("options",), ast.Setting: ("options",), ast.GivenPosition: ("positions",),
    ast.Occurs: ("effects", "events"), ast.AtCall: ("effects", "events"), ast.Limit: ("phases",),
    ast.Suppose: ("effects", "events"), ast.TargetPhase: ("phases",), ast.Middle: ("scores",), ast.Quantile: ("scores",),
    ast.Player: ("strategies",),
}


def _shared(studio: Studio, path: Path, place: Placed, word: Word, at: int) -> Symbol | None:
    found = [one.symbol for _, _, one in all_declarations(studio, path, word.text)]
    if not found:
        return None
    form = _form_at(place, at)
    wanted = MEANT_BY.get(form, ()) if form is not None else ()
    bare = [one for one in found if one.sort not in ("part", "step")]
    return ([one for one in found if one.sort in wanted] or bare or found)[0]


def _form_at(place: Placed, at: int) -> type[ast.Node] | None:
    """The form whose own name stands there."""
    found: type[ast.Node] | None = None
    for node in (inner for one in place.block.nodes for inner in ast.walk(one)):
        if any(isinstance(child, ast.Ident) and child.span.start == at for child in ast.children(node)):
            found = type(node)
    return found


# ------------------------------------------------------------------ where it is used


def uses(studio: Studio, path: Path, symbol: Symbol) -> list[Use]:
    """Every place where this is meant, its declarations among them."""
    found: list[Use] = []
    rivals = _rivals(studio, path, symbol)
    for file in studio.files_of(path):
        if symbol.sort == "local" and file != path or not _has(file, symbol.name, studio):
            continue
        written = studio.written(file)
        for place in written.places if written is not None else ():
            if symbol.name in place.block.text and (symbol.sort != "local" or symbol.owner == f"{path}:{_head(place)}"):
                found += _in_block(studio, path, file, written, place, symbol, rivals)  # type: ignore[arg-type]
    if symbol.sort in ("part", "member"):
        found += _in_data(studio, path, symbol)
    return found


def _rivals(studio: Studio, path: Path, symbol: Symbol) -> bool:
    """Is there another thing of this name and sort?"""
    others = {one.symbol for _, _, one in all_declarations(studio, path, symbol.name)}
    return any(one.sort == symbol.sort and one != symbol for one in others)


def _in_block(
    studio: Studio, path: Path, file: Path, written: Written, place: Placed, symbol: Symbol, rivals: bool,
) -> Iterator[Use]:
    text, name = place.block.text, symbol.name
    if place.block.is_scenario:
        yield from _in_scenario(studio.game(path), file, written, place, symbol, rivals)
        return
    own = {one.ident.span.start: one.symbol for one in declared_by(place.block.nodes)}
    heard: list[Heard] | None = None
    for word in words(text):
        if word.text.startswith('"') and symbol.sort == "part" and f"{{{name}}}" in word.text:
            at = word.start + word.text.index(f"{{{name}}}") + 1
            yield Use(file, place_span(written, place, Span(place.block.source, at, at + len(name))))
        if word.text != name:
            continue
        if word.start in own:
            if own[word.start] == symbol:
                yield Use(file, place_span(written, place, Span(place.block.source, word.start, word.end)), True)
            continue
        heard = heard_in(studio.game(path), place, word.start) if heard is None else heard
        means, sure = _means(studio, path, place, word, symbol, heard, rivals)
        if means:
            yield Use(file, place_span(written, place, Span(place.block.source, word.start, word.end)), False, sure)


def _in_scenario(
    game: KnownGame | None, file: Path, written: Written, place: Placed, symbol: Symbol, rivals: bool,
) -> Iterator[Use]:
    """A scenario has no names of its own that could hide one; the words around a name say what it is."""
    text = place.block.text
    for word in words(text):
        if word.text == symbol.name:
            dotted = text[:word.start].endswith(".") and not text[:word.start].endswith("..")
            named = text[word.end:word.end + 1] == ":" or text[:word.start].rstrip(" ").endswith("|")
            part = symbol.sort == "part" and (dotted or named) or symbol.sort in ("scores", "components") and dotted
            owner = _owner_named(game, text[:word.start]) if part and symbol.sort == "part" else ""
            if owner and owner != symbol.owner:
                continue
            if part or not dotted and symbol.sort not in ("part", "local"):
                sure = not rivals or bool(owner)
                yield Use(file, place_span(written, place, Span(place.block.source, word.start, word.end)), False, sure)


def _owner_named(game: KnownGame | None, before: str) -> str:
    """Whose part stands behind the dot: `Ann.` is a player, `supplies["axe"].` what the set holds."""
    found = re.search(r"(\w+)(\[[^\[\]]*\])?\.$", before)
    if found is None or game is None:
        return ""
    world = game.ctx.world
    holds = world.components.get(found[1]) or world.boards.get(found[1])
    if found[2] and holds is not None:
        return holds.kind.text
    of_player = rf"\b{found[1]} in (?:players|others|seats_after|clockwise\w*|counterclockwise\w*)\b|\b{found[1]}: Player\b"
    named = found[1] == "me" or found[1][0].isupper() or re.search(of_player, before) is not None
    return PLAYER if not found[2] and named else ""


def _means(
    studio: Studio, path: Path, place: Placed, word: Word, symbol: Symbol, heard: list[Heard], rivals: bool,
) -> tuple[bool, bool]:
    """Is it meant here, and are we sure?"""
    text, at = place.block.text, word.start
    behind_dot = text[:at].endswith(".") and not text[:at].endswith("..")
    named = re.match(r"\s*:", text[word.end:]) is not None
    local = _is_local(heard, word.text, at)
    match symbol.sort:
        case "local":
            return local, True
        case "part":
            if not behind_dot:
                form = _form_at(place, at)
                listed = form in (ast.DrawnAt, ast.NamedArg, ast.GivenRows) or form is not None and "Edit" in form.__name__
                return listed and (not named or form is not ast.Field), not rivals
            owner = _owner_heard(heard, at, studio, path, word.text) or _owner_named(studio.game(path), text[:at])
            return (owner == symbol.owner, True) if owner else (True, not rivals)
        case "scores" | "components":
            return not local, True
        case "step":
            return _form_at(place, at) in MEANT_BY and not behind_dot, not rivals
    if behind_dot or local:
        return False, True
    form = _form_at(place, at)
    wanted = MEANT_BY.get(form) if form is not None else None
    if wanted is not None and symbol.sort not in wanted:
        return False, True
    return form is not ast.Field, not rivals or wanted is not None


# ------------------------------------------------------------------ data files


def _in_data(studio: Studio, path: Path, symbol: Symbol) -> Iterator[Use]:
    """The headings of the columns that a field is read from, and the cells that name a member."""
    game = studio.game(path)
    if game is None:
        return
    for kind, file in _data_files(game):
        for sheet in filter(None, [_sheet(studio, file)]):
            if symbol.sort == "part" and symbol.owner == kind:
                yield from (Use(file, cell.span) for cell in sheet.header if cell.text == symbol.name)
            if symbol.sort == "member":
                cells = _typed_cells(game, kind, sheet, symbol)
                yield from (Use(file, cell.span) for cell in cells if cell.text == symbol.name)


def _data_files(game: KnownGame) -> Iterator[tuple[str, Path]]:
    folder = game.rules.path.resolve().parent
    for one in game.ctx.world.components.values():
        if isinstance(one.how, ast.Text):
            yield one.kind.text, folder / one.how.text
    for board in game.ctx.world.boards.values():
        if isinstance(board.spaces, ast.Text):
            yield board.kind.text, folder / board.spaces.text


def _sheet(studio: Studio, path: Path) -> Sheet | None:
    source = studio.source(path)
    return sheet_of_text(source, Report(), source.span(0, 0)) if source is not None else None


def _typed_cells(game: KnownGame, kind: str, sheet: Sheet, symbol: Symbol) -> Iterator[Cell]:
    for line in game.ctx.world.lines_of(kind, ast.Field):
        inner = line.type
        named = inner.name.text if isinstance(inner, ast.NamedType | ast.OrNoneType) else ""
        column = sheet.column(line.name.text)
        if named == symbol.owner and column is not None:
            yield from (row.cells[column] for row in sheet.rows if column < len(row.cells))
