"""What can stand at a place.

In:  a file and an offset in it; the game as it is known.
Out: Offers, the likeliest first: the words that the grammar takes there, and the names that mean something there, with their
     types; what stands behind a dot; clauses after `cites`; zones after `to`.

The line that is being written is put out of the way, and the rest of its declaration is lowered: what can be used at that line
comes from there.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from interpreter import ir
from interpreter.core import types as t
from interpreter.core.builtins import WORDS
from interpreter.editor.blocks import Placed, Written
from interpreter.editor.known_game import Heard, KnownGame
from interpreter.editor.studio import Studio
from interpreter.lower.scope import Bound
from interpreter.lower.symbols import CORE_WORDS, FAMILIES
from interpreter.lower.values import parts_named
from interpreter.project.files import libraries
from interpreter.session.bots import CHOOSERS
from interpreter.session.bound_players import PERSON
from interpreter.session.strategies import strategies_of
from interpreter.syntax import ast
from interpreter.syntax.formatter import expression
from interpreter.syntax.parser import parse_answer, parse_at_once
from interpreter.syntax.terminals import accepted_after, first, spellings
from interpreter.syntax.tokens import indent, logical_lines
from interpreter.text.diagnostic import Report
from interpreter.text.source import Source
from interpreter.variant.targets import name_of

PREFIX = re.compile(r"[A-Za-z_][A-Za-z0-9_]*$")
CITING = re.compile(r"\bcites\s+[A-Z0-9\-., ]*$")
DOTTED = re.compile(r"(?<![\w.])([A-Za-z_]\w*(?:\([^()]*\)|\[[^\[\]]*\])?(?:\.\w+(?:\([^()]*\)|\[[^\[\]]*\])?)*)\.\w*$")
BOUND_HERE = re.compile(r"\b(\w+) in ([^,:]+?)\s+(?:where|has|becomes)\b")
COMPARED = re.compile(r"([A-Za-z_][\w.\[\]]*) (?:is|is not|to) (?:\w*)$")
MARKERS = ('require yes, "?"', "if yes", "must yes", "z  if yes", "otherwise z", "##")
SHOWN = 300


@frozen
class Offer:
    """`sort` is what it is: keyword, or a family, part, member, local, clause. `rank`: the lower, the likelier."""

    name: str
    sort: str
    detail: str = ""
    rank: int = 5
    put: str = ""                                   # what is written, if it is more than the name


def complete(studio: Studio, path: Path, offset: int) -> list[Offer]:
    """What can stand there."""
    written = studio.files.get(path)
    place = written.at(offset) if written is not None else None
    if written is None or place is None:
        return []
    text = written.source.text
    line = text[text.rfind("\n", 0, offset) + 1:offset]
    game = studio.game(path)
    if _in_words(line):
        return []
    if CITING.search(line):
        return _clauses(game)
    prefix = PREFIX.search(line)
    start = offset - (len(prefix.group()) if prefix else 0)
    dotted = DOTTED.search(line)
    if dotted and not line.rstrip().endswith(".."):
        return list(_parts(game, place, offset, dotted[1], line)) if game is not None else []
    every = [*_names(studio, game, path, written, place, start, line), *_words(place, start)]
    found = {one.name: one for one in reversed(every)}
    made = sorted(found.values(), key=lambda one: (one.rank, one.name))
    word = prefix.group().lower() if prefix else ""
    return [one for one in made if not word or word[0] in one.name.lower()][:SHOWN]


def _in_words(line: str) -> bool:
    """Within quotes or behind a `#`?"""
    return line.count('"') % 2 == 1 or "#" in re.sub(r'"[^"]*"', "", line)


def _clauses(game: KnownGame | None) -> list[Offer]:
    book = game.rules.rulebook if game is not None else None
    if book is None:
        return []
    clauses = [Offer(one.id, "clause", f"{one.kind}, {one.section}: {one.text}") for one in book.clauses.values()]
    return clauses + [Offer(one.id, "clause", f"ruling: {one.title}") for one in book.rulings.values()]


# ------------------------------------------------------------------ words of the language


def _words(place: Placed, start: int) -> Iterator[Offer]:
    terminals = accepted(place, start) or first("_stmt") | first("expr")           # what stands before cannot be read
    for word in sorted({one for terminal in terminals for one in spellings(terminal)}):
        if word[:1].isalpha():
            yield Offer(word, "keyword", "", 4)


def accepted(place: Placed, start: int) -> frozenset[str]:
    """The terminals that the grammar takes there."""
    return accepted_after(place.block.text[:max(0, start - place.start)])


# ------------------------------------------------------------------ behind a dot


def _parts(game: KnownGame, place: Placed, offset: int, before: str, line: str) -> Iterator[Offer]:
    type_ = type_before(game, place, offset, before, line)
    if type_ is None:
        return
    world = game.ctx.world
    for name in parts_named(game.ctx, type_):
        yield Offer(name, "part", _part_detail(game, type_, name), 0)
    if isinstance(type_, t.Kind) and not world.is_space(type_.name):
        yield Offer("place", "part", "where it lies", 1)


def type_before(game: KnownGame, place: Placed, offset: int, before: str, line: str = "") -> t.Type | None:
    """The type of what stands before a dot; None where that cannot be known."""
    node = _value(before)
    if node is None:
        return None
    names, me = names_at(game, place, offset)
    for name, of in BOUND_HERE.findall(line):
        inner = _value(of)
        element = t.element(game.type_of(inner, names, me)) if inner is not None else None
        if element is not None:
            names = names | {name: Bound(2, element)}
    found = game.type_of(node, names, me, Bound(3, t.UNKNOWN))
    return found if not isinstance(found, t.Unknown) else _seat_named(game, before)


def _seat_named(game: KnownGame, before: str) -> t.Type | None:
    """In scenarios a player is called by a name that only they know."""
    return t.SEAT if before[:1].isupper() and before.isalpha() else None


def _value(text: str) -> ast.Node | None:
    found = parse_answer(text, Report())
    return found[0] if found else None


def _part_detail(game: KnownGame, type_: t.Type, name: str) -> str:
    owner = type_.of if isinstance(type_, t.OrNone) else type_
    world = game.ctx.world
    if isinstance(owner, t.Seat):
        line = world.player_zones.get(name) or world.player_cells.get(name) or world.scores.get(name)
        return said(line) if line is not None else ""
    lines = world.kinds[owner.name].lines or () if isinstance(owner, t.Kind) and owner.name in world.kinds else ()
    return next((said(one) for one in lines if name_of(one) == name), "")


def said(node: ast.Node) -> str:
    """The first line of a declaration, as it is printed."""
    match node:
        case ast.Define(name, params, _) | ast.DefineCases(name, params):
            args = f"({', '.join(expression(one) for one in params)})" if params is not None else ""
            return f"define {name.text}{args}"
        case ast.Score(name):
            return f"score {name.text}"
    return expression(node).split("\n")[0]


# ------------------------------------------------------------------ names


def names_at(game: KnownGame, place: Placed, offset: int) -> tuple[dict[str, Bound], bool]:
    """The local names that can be used at a line, and whether there is a `me`."""
    heard = _heard_at(game, place, offset)
    return (heard.names, heard.me) if heard is not None else (_params(place), True)


def _heard_at(game: KnownGame, place: Placed, offset: int) -> Heard | None:
    """What is heard where the line stands: with a line in its place that can always be read."""
    rows = place.block.text.split("\n")
    row = place.block.text.count("\n", 0, max(0, offset - place.start))
    line = next((one for one in logical_lines(rows) if one.first <= row <= one.last), None)
    first, last = (line.first, line.last) if line is not None else (row, row)
    margin = indent(rows[first]) if rows[first].strip() else len(rows[first])
    deeper = last + 1 < len(rows) and rows[last + 1].strip() and indent(rows[last + 1]) > margin
    for marker in sorted(MARKERS, key=lambda one: (one == "if yes") != bool(deeper)):
        changed = [*rows[:first], " " * margin + marker, *[""] * (last - first), *rows[last + 1:]]
        file = parse_at_once(Source("", "\n".join(changed))) if first else None
        at = sum(len(one) + 1 for one in changed[:first]) + margin
        for node in file.declarations if file is not None else ():
            if game.can_look(node):
                heard = [one for one in game.look(node)[1] if one.node.span.start <= at <= one.node.span.end]
                if heard:
                    return heard[-1]
        if file is not None:
            return None
    return None


def _params(place: Placed) -> dict[str, Bound]:
    """The parameters of a declaration that cannot be looked at."""
    heads = (params for one in place.block.nodes for params in [getattr(one, "params", None)] if params)
    return {one.name.text: Bound(1, t.UNKNOWN, "param") for params in heads for one in params if isinstance(one, ast.Param)}


BEHIND: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"^\s*(?:(?:add|replace) )?bound\b.*\b(?:mean|median|quantile \S+) of $", ("scores", "points")),
    (r"^\s*(?:(?:add|replace) )?bound\b.*\b(?:by|skill of|over) $", ("players",)),
    (r"\brun $", ("phases",)),
    (r"\b(?:during|between steps of|turn|phase|limit) $", ("phases",)),
    (r"\balong $", ("routes",)),
    (r"\broll (?:\d+ |\([^)]*\) )?$", ("dice",)),
    (r"\b(?:hold|order|remove trigger|replace trigger)\b[\w, ]* $", ("triggers",)),
    (r"\b(?:suppose|when|before|instead of|causes|happens) $", ("effects", "events")),
    (r"\b(?:heap|pile|stack|column) of $", ("kinds",)),
    (r"^\s*(?:effect|define|table) .*: $|^\s*\w+: $|: $|\b(?:set|list) of $|gives $", ("enums", "kinds", "types")),
    (r"\bgiven option $|^\s*with $", ("options",)), (r"\bgiven position $", ("positions",)), (r"\bboard \w+ of $", ("kinds",)),
    (r"\buse (?:\w+, )*$", ("libraries",)), (r"\btakes $", ("offers",)), (r"\b(?:answers|asks|then asked) $", ("decisions",)),
    (r"\bstep $", ("steps",)), (r"\b(?:step|rule) \w+ in $", ("phases",)), (r"\bset $", ("cells", "options", "locals")),
    (r"\b(?:raise|lower) $", ("cells", "locals")), (r"\b(?:replace|remove|around|before|after) effect $", ("effects",)),
    (r"\b(?:replace|remove) define $", ("defines",)), (r"\b(?:replace|remove) score $", ("scores",)),
    (r"\b(?:replace|remove) (?:zone) $", ("zones",)), (r"\b(?:replace|remove) (?:counter|state) $", ("cells",)),
    (r"\b(?:move|draw|swap|shuffle)\b.*\b(?:to|from|with|into)(?: (?:top|bottom) of)? $|\bshuffle $", ("zones", "places")),
)


def _names(
    studio: Studio, game: KnownGame | None, path: Path, written: Written, place: Placed, start: int, line: str,
) -> Iterator[Offer]:
    """The names that mean something there."""
    terminals = accepted(place, start)
    ahead = PREFIX.sub("", line)
    wanted = next((families for pattern, families in BEHIND if re.search(pattern, ahead)), None)
    if game is None or (terminals and "NAME" not in terminals and "FIELD_NAME" not in terminals):
        return
    if wanted is not None:
        yield from _of_families(studio, game, path, place, start, wanted)
        return
    if not ahead.strip():
        yield from _of_families(studio, game, path, place, start, ("effects",), 3)
        if "DOT" not in terminals and "LET" in terminals:
            return
    if place.block.is_scenario and re.search(r"^\s*when $", ahead):
        yield from (Offer(name, "seat", "a player", 1) for name in _seats(place))
        return
    yield from _compared(game, place, start, ahead)
    yield from _of_families(studio, game, path, place, start, VALUES)
    if place.block.is_scenario:
        yield from (Offer(name, "seat", "a player", 2) for name in _seats(place))


VALUES = ("locals", "zones", "cells", "options", "defines", "tables", "components", "boards", "scores", "members", "core")


def _seats(place: Placed) -> list[str]:
    found = re.search(r"given players ([\w, ]+)", place.block.text)
    return [name.strip() for name in found[1].split(",")] if found else []


def _compared(game: KnownGame, place: Placed, start: int, ahead: str) -> Iterator[Offer]:
    """What `x is` can be followed by, where x is one of a closed list of words."""
    found = COMPARED.search(ahead)
    type_ = type_before(game, place, start, found[1], ahead) if found else None
    inner = type_.of if isinstance(type_, t.OrNone) else type_
    if isinstance(inner, t.Enum):
        yield from (Offer(name, "member", f"one of {inner.name}", 0) for name in inner.members)
    if isinstance(inner, t.Bool):
        yield from (Offer(name, "member", "yes/no", 0) for name in ("yes", "no"))


def _of_families(
    studio: Studio, game: KnownGame, path: Path, place: Placed, start: int, families: tuple[str, ...], rank: int = 2,
) -> Iterator[Offer]:
    for family in families:
        yield from _of_family(studio, game, path, place, start, family, rank)


def _of_family(
    studio: Studio, game: KnownGame, path: Path, place: Placed, start: int, family: str, rank: int,
) -> Iterator[Offer]:
    world = game.ctx.world
    match family:
        case "locals":
            names, me = names_at(game, place, start)
            yield from (Offer(name, "local", str(one.type), 1) for name, one in names.items())
            if me:
                yield Offer("me", "local", "the player whose turn it is", 2)
        case "places":
            yield from (Offer(f"me.{name}", "zones", said(one), 2) for name, one in world.player_zones.items())
            names, _ = names_at(game, place, start)
            yield from (Offer(name, "local", str(one.type), 1) for name, one in names.items() if _is_place(game, one.type))
        case "types":
            yield Offer("Player", "types", "a player", 2)
        case "members":
            for name, enums in world.members.items():
                yield Offer(name, "member", f"one of {' or '.join(one.name for one in enums)}", 6)
        case "core":
            yield from (Offer(name, "core", _first(WORDS[name].doc) if name in WORDS else "", 7) for name in CORE_WORDS)
            yield from (Offer(name, "core", "", 6) for name in ("players", "none", "empty", "nobody", "yes", "no", "total"))
        case "points":
            yield Offer("total", "core", "the sum of all scores", rank)
        case "players":
            known = strategies_of(game.rules, Report())
            yield from (Offer(name, "strategies", one.node.title.text, rank) for name, one in known.items())
            yield from (Offer(name, "strategies", "every game has it", rank + 1) for name in CHOOSERS if name != PERSON)
        case "libraries":
            beside = [one.stem for one in path.parent.glob("*.rules") if one != path]
            yield from (Offer(name, "libraries", "", rank) for name in [*beside, *libraries()])
        case "decisions":
            asked = dict.fromkeys(op.name for op in game.ctx.spec.plan if isinstance(op, ir.Ask))
            yield from (Offer(name, "decisions", "", rank) for name in asked)
        case "steps":
            for phase in world.phases.values():
                named = [one.name.text for one in phase.steps if isinstance(one, ast.Step)]
                within = f"in {phase.name.text}"
                yield from (Offer(one, "steps", within, rank, f"{one} {within}") for one in named)
        case "positions":
            for file in studio.files_of(path):
                source = studio.source(file)
                found = re.findall(r"^position (\w+)", source.text if source is not None else "", re.MULTILINE)
                yield from (Offer(name, "positions", "", rank) for name in found)
        case _ if family in FAMILIES.values():
            docs = world.docs
            for name, one in getattr(world, family).items():
                detail = said(one) + (f"  {docs[one]}" if one in docs else "")
                call = family in ("effects", "events", "tables") or getattr(one, "params", None)
                yield Offer(name, family, detail, rank, f"{name}($0)" if call and family != "events" else "")


def _is_place(game: KnownGame, type_: t.Type) -> bool:
    return isinstance(type_, t.Zone | t.Place) or isinstance(type_, t.Kind) and game.ctx.world.is_space(type_.name)


def _first(doc: str) -> str:
    return doc.strip().split("\n")[0]
