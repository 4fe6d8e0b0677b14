"""explain: what a code, a clause, a ruling or a rule means.

In:  a name; the game it is looked up in, or every game that comes with us.
Out: the page of a code; a clause and the rules that cite it; a ruling with its readings; a rule with its lines and clauses.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import attrs
import click

from interpreter.cli.arguments import opened, WRONG
from interpreter.cli.terminal.kept_page import Page, show_pages, SORTS
from interpreter.pipeline import load
from interpreter.project.clauses import Clause, expand, option_name, Ruling, value_name
from interpreter.project.files import find_game, games, shipped, shipped_text, variant_files
from interpreter.syntax import ast
from interpreter.text.codes import CODES
from interpreter.text.diagnostic import nearest, Report
from interpreter.variant.rules import Rules

CODE = re.compile(r"[Ee]\d{4}")
MOST_LINES = 40


def explain_one(name: str, game: str | None, as_json: bool) -> int:
    """Prints every page found under a name."""
    pages = found_pages(name, game)
    if not pages:
        where = f" in {game}" if game else ""
        click.echo(f"there is nothing called `{name}`{where}{_perhaps(name, game)}", err=True)
        return WRONG
    show_pages(pages, as_json)
    return 0


def found_pages(name: str, game: str | None) -> list[Page]:
    """Every page under a name, in one game or in all of ours."""
    return list(_pages(name.strip(), game))


def _pages(name: str, game: str | None) -> Iterator[Page]:
    if CODE.fullmatch(name):
        code = CODES.get(name.upper())
        if code is not None:
            yield Page(f"{code.severity} {code.id}: {code.form}", code.about)
        return
    for family in _families(game, name):
        if any(_mentions(rules, name) for rules in family):
            yield from _in_family(family, name)


def _families(game: str | None, name: str = "") -> Iterator[list[Rules]]:
    """The game asked for, or all of ours that may speak of the name: those of one folder that carry out the same rulebook
    together."""
    seen: set[Path] = set()
    ours = (load(candidate, Report()) for candidate in games() if _may_mention(candidate, name)) if game is None else ()
    for first in (opened(game),) if game is not None else filter(None, ours):
        if first.path not in seen:
            family = [first, *_beside(first)]
            seen |= {rules.path for rules in family}
            yield family


def _beside(first: Rules) -> Iterator[Rules]:
    if first.rulebook is None:
        return
    for path in sorted(first.path.parent.glob("*.rules")):
        other = load(attrs.evolve(first.asked, where=str(path)), Report()) if path != first.path else None
        if other is not None and other.rulebook is not None and other.rulebook.name == first.rulebook.name:
            yield other


def _may_mention(game: str, name: str) -> bool:
    """Does the name stand anywhere in the game's folder, or in a library?"""
    rules, home = shipped() / "rules", find_game(game)
    return any(name in text for path, text in _texts()
               if not path.is_relative_to(rules) or home is not None and path.is_relative_to(home.parent))


@cache
def _texts() -> list[tuple[Path, str]]:
    texts = list(shipped_text(*SORTS))
    return [(Path(path), text) for path, text in zip(texts[::2], texts[1::2], strict=True)]


def _mentions(rules: Rules, name: str) -> bool:
    sources = [*rules.sources, *(applied.variant.span.source for applied in rules.stack)]
    return any(name in source.text for source in sources) or (rules.rulebook is not None and rules.rulebook.has(name))


def _perhaps(name: str, game: str | None) -> str:
    known: dict[str, None] = {}
    for rules in (member for family in _families(game) for member in family):
        known |= dict.fromkeys([*rules.rulebook.clauses, *rules.rulebook.rulings] if rules.rulebook else ())
        known |= dict.fromkeys(text for text, _ in _named(rules))
    alike = (candidate for candidate in known if candidate.casefold() == name.casefold())
    guess = next(alike, None) or nearest(name, {*known, *CODES})
    return f"; did you mean `{guess}`?" if guess else ""


def _in_family(family: list[Rules], name: str) -> Iterator[Page]:
    """Games of one rulebook have its clauses, and the files they share, in common: each is shown once."""
    book = family[0].rulebook
    if book is not None and (clause := book.clause(name)):
        yield _clause(family, clause)
    if book is not None and (ruling := book.ruling(name)):
        yield _ruling(family, ruling)
    key, shown = option_name(name), set()
    for rules in family:
        for text, node in _named(rules):
            place = node.span.source.name, node.span.line
            if text in (name, key) and place not in shown:
                shown.add(place)
                yield _rule(rules, text, node)


# ------------------------------------------------------------------ clauses and rulings


def _clause(family: list[Rules], clause: Clause) -> Page:
    page = Page(f"{clause.id} ({clause.kind}), {clause.section}", clause.text)
    page.add("notes", clause.notes)
    page.add("carried out by", _citing(family, clause.id) or "no rule")
    book = family[0].rulebook
    rulings = [(r.id, r.title) for r in book.rulings.values() if clause.id in r.clauses] if book is not None else []
    page.add("rulings", rulings)
    return page


def _ruling(family: list[Rules], ruling: Ruling) -> Page:
    page = Page(f"{ruling.id}: {ruling.title}", ruling.question if ruling.question != ruling.title else "")
    page.add("readings", [(f"({chr(97 + k)})", text) for k, text in enumerate(ruling.readings)])
    page.add("we take", ruling.choice)
    page.add("because", ruling.why)
    page.add("the other way", ruling.flip)
    page.add("options", [(key.name, " | ".join(key.values)) for key in ruling.options])
    page.add("switch it with", _ways(family, ruling))
    page.add("clauses", [(id, _text_of(family[0], id)) for id in ruling.clauses])
    page.add("carried out by", _citing(family, ruling.id) or "no rule")
    return page


def _ways(family: list[Rules], ruling: Ruling) -> list[tuple[str, str]]:
    """How each other reading is switched on: by an option, or by a variant that is named after the key and the value."""
    variants = {path.stem for path in variant_files(family[0].path)}
    options = {text: node for rules in family for text, node in _named(rules) if isinstance(node, ast.Option)}
    ways = [(f"--set {key.name}={value_name(value)}", "") for key in ruling.options for value in key.values[1:]]
    for key in ruling.others:
        words = options[key.name].type.span.text.split(" | ") if key.name in options else []
        for value in map(value_name, key.values[1:]):
            name = f"{key.name}_{value}"
            how = f"--with {name}" if name in variants else f"--set {key.name}={value}" if value in words else ""
            ways.append((how, "") if how else (f"{key.name} = {value}", "nothing switches it; the table of rulings says why"))
    return ways


def _text_of(rules: Rules, id: str) -> str:
    clause = rules.rulebook.clause(id) if rules.rulebook else None
    ruling = rules.rulebook.ruling(id) if rules.rulebook and clause is None else None
    return clause.text if clause else ruling.choice if ruling else "is not in the rulebook's list"


def _citing(family: list[Rules], id: str) -> list[tuple[str, str]]:
    """Where a clause is cited: place, and the line."""
    places: dict[tuple[str, str], None] = {}
    for file, _ in (part for rules in family for part in rules.parts):
        for node in ast.walk(file):
            if id in _cited(node):
                line = node.span.source.lines[node.span.line - 1].strip().split("  cites ")[0]
                places[f"{node.span.source.name}:{node.span.line}", line] = None
    return list(places)


def _cited(node: ast.Node) -> list[str]:
    ids: list[str] = []
    for cite in getattr(node, "cites", None) or ():
        ids += [cite.first.text] if cite.last is None else expand(cite.first.text, cite.last.text)
    return ids


# ------------------------------------------------------------------ rules


def _named(rules: Rules) -> Iterator[tuple[str, ast.Node]]:
    """Everything with a name of its own that a rules file declares, by that name."""
    for file, _ in rules.parts:
        for node in ast.walk(file):
            name = getattr(node, "name", None)
            if isinstance(name, ast.Ident) and isinstance(node, DECLARED):
                yield name.text, node


DECLARED = (
    ast.Enum, ast.Kind, ast.Field, ast.Die, ast.Components, ast.Board, ast.TableFile, ast.Table, ast.Option, ast.Zone,
    ast.Counter, ast.State, ast.Phase, ast.Step, ast.Effect, ast.Event, ast.Define, ast.DefineCases, ast.Trigger,
    ast.Offer, ast.Route, ast.Score, ast.Rule, ast.Choose, ast.MayChoose, ast.May, ast.Menu,
)


def _rule(rules: Rules, name: str, node: ast.Node) -> Page:
    sort = getattr(node, "sort", None)
    word = sort if isinstance(sort, str) else type(node).__name__.lower()
    page = Page(f"{word} {name}, {node.span.source.name}:{node.span.line}", _doc(rules, node))
    text = node.span.source.lines[node.span.line - 1:_last_line(node)]
    page.add("", "\n".join(_dedented(text)[:MOST_LINES]))
    ids = dict.fromkeys(id for inner in ast.walk(node) for id in _cited(inner))
    page.add("clauses", [(id, _text_of(rules, id)) for id in ids])
    return page


def _doc(rules: Rules, node: ast.Node) -> str:
    for file, _ in rules.parts:
        for parent in ast.walk(file):
            form: type = type(parent)
            for value in (getattr(parent, field.name) for field in attrs.fields(form)):
                if isinstance(value, tuple) and node in value:
                    return next((doc for doc, member in ast.documented(value) if member is node), "")
    return ""


def _last_line(node: ast.Node) -> int:
    return max(inner.span.source.line_and_column(max(inner.span.end - 1, inner.span.start))[0] for inner in ast.walk(node))


def _dedented(lines) -> list[str]:
    margin = len(lines[0]) - len(lines[0].lstrip())
    return [line[margin:] if not line[:margin].strip() else line for line in lines]
