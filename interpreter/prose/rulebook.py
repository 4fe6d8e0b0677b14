"""The whole game as a rulebook to read: what is in the box, set-up, the course of play, what happens, scoring, options.

In:  the declarations of a game with its variants merged in, the values of its options, its rulebook's rulings.
Out: a Page. The rules are told as they are with these values; what else the options allow stands in a section of its own.

`require` lines and `always` lines are checks on the files, which people at a table have no use for, and are left out.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from attrs import frozen

from interpreter.check.living_names import live_names, set_off, used_names
from interpreter.lower.scope import Context
from interpreter.project.clauses import Rulebook, Ruling
from interpreter.prose import sections
from interpreter.prose.conditions import ALIKE
from interpreter.prose.inventory import box, Counts, table
from interpreter.prose.page import Block, Page
from interpreter.prose.phrases import listed_words, SAID, sentence
from interpreter.prose.sentences import tell, voice_of
from interpreter.prose.simplify import option_values, settled, Values
from interpreter.prose.vocabulary import capital, lexicon_of, Voice, words
from interpreter.syntax import ast
from interpreter.syntax.formatter import expression
from interpreter.variant.rules import OWN, Rules
from interpreter.variant.targets import name_of

N = TypeVar("N", bound=ast.Node)

FIRST = {
    "table": "Where things lie, what is counted, and what has to be remembered. A mark is set or not set: put a token there, "
             "or keep it in mind.",
    "effects": "Whatever these rules tell you to “do” is explained here.",
    "triggers": "These come in between, whenever what they wait for happens.",
    "words": "From A to Z. Where several lines stand below a word, the first that applies counts.",
}
LETTER = re.compile(r"\(([a-z])\)\.?\s*")


@frozen
class Game:
    """A game, ready to be told: who plays, all declarations with their documentation, and how many components there are."""

    title: str
    about: str
    people: str
    documented: list[tuple[str, ast.Node]]
    chosen: dict[str, str]
    counts: Counts
    folder: Path
    rulebook: Rulebook | None = None


def game_to_tell(rules: Rules, ctx: Context, chosen: dict[str, str]) -> Game:
    """A game as the pages are made of it: as it was read, and as it was lowered with these options."""
    counts = {name: (len(rows.rows), sum(row.assumed for row in rows.rows)) for name, rows in ctx.layout.rows.items()}
    documented = [(doc, declaration) for file, whole in rules.parts for doc, declaration in ast.documented(file.declarations)
                  if whole or not isinstance(declaration, OWN)]
    about = next((doc for doc, declaration in documented if isinstance(declaration, ast.Game)), "")
    people, folder = rules.said_people(), rules.path.parent
    return Game(rules.game.title.text, about, people, documented, chosen, counts, folder, rules.rulebook)


@frozen
class Told:
    """A game with its options settled: what is left, and how it is said; `read`, all that is named before they are settled."""

    documented: list[tuple[str, ast.Node]]
    voice: Voice
    used: set[str]
    values: Values
    read: set[str]


def told(game: Game) -> Told:
    """The rules that apply with these options."""
    options = {node.name.text: node for _, node in game.documented if isinstance(node, ast.Option)}
    left, values = settled(game.documented, option_values(options, game.chosen))
    nodes = [node for _, node in left]
    return Told(left, voice_of(lexicon_of(nodes)), used_names(nodes), values, live_names(node for _, node in game.documented))


def rulebook(game: Game) -> Page:
    """All of it."""
    now, page = told(game), Page()
    page.heading(game.title)
    page.say(f"For {game.people}.")
    page.say(" ".join(game.about.split()))
    page.say(_seats(now))
    page.section("In the box", box(now.documented, now.voice, game.counts, game.folder, now.used))
    page.section("On the table", _led("table", table(now.documented, now.voice, now.used)))
    page.section("Set-up", _bodies(now, ast.Setup))
    page.section("The course of play", _course(now))
    page.section("What happens", _led("effects", _each(now, ast.Effect, sections.effect)))
    page.section("Moving", _each(now, ast.Route, sections.route))
    page.section("Whenever", _led("triggers", _triggers(now)))
    page.section("What you may do beside", _each(now, ast.Offer, sections.offer))
    page.section("The end, and who wins", _end(now))
    page.section("What the words mean", _led("words", _words(now)))
    page.section("Options", _options(game))
    page.section("What the printed rules leave open", _rulings(game.rulebook))
    page.section("What the design keeps", _bounds(now))
    return page


def _led(what: str, page: Page) -> Page:
    """A section with what its reader has to know first; still nothing if it has nothing."""
    return Page([Block("paragraph", 0, FIRST[what]), *page.blocks]) if page.blocks else page


def _seats(now: Told) -> str:
    """Seats that nobody sits in."""
    lines = [line for _, node in now.documented if isinstance(node, ast.Game) for line in node.lines or ()]
    empty = [capital(words(line.name.text)) for line in lines if isinstance(line, ast.Seat) and line.automatic]
    return sentence(f"nobody sits in the seat of {listed_words(empty)}: the rules say what happens there") if empty else ""


def _bodies(now: Told, sort: type[ast.Setup | ast.Play]) -> Page:
    page = Page()
    for doc, rule in now.documented:
        if isinstance(rule, sort):
            sections.about(page, doc)
            tell(page, now.voice, rule.body)
    return page


def _course(now: Told) -> Page:
    page = _bodies(now, ast.Play)
    for doc, node in now.documented:
        if isinstance(node, ast.Phase) and node.name.text in now.used:
            sections.phase(page, doc, node, now.voice)
    return page


def _each(now: Told, sort: type[N], say: Callable[[Page, str, N, Voice], None]) -> Page:
    page = Page()
    for doc, node in now.documented:
        if isinstance(node, sort) and (name_of(node) in now.used or isinstance(node, ast.Offer)):
            say(page, doc, node, now.voice)
    return page


def _bounds(now: Told) -> Page:
    """What many plays have to show, each with its reason."""
    page = Page()
    for doc, node in now.documented:
        if isinstance(node, ast.Bound):
            page.item(f"{sentence(sections.bound_said(node))} {sentence(doc) if doc else ''}".rstrip(), 0)
    return page


def _triggers(now: Told) -> Page:
    page = Page()
    for doc, node in now.documented:
        if isinstance(node, ast.Trigger) and set_off(node, now.used):
            sections.trigger(page, doc, node, now.voice)
    return page


def _end(now: Told) -> Page:
    page = _scores(now)
    for _, node in now.documented:
        if isinstance(node, ast.Winner):
            sections.winner(page, node, now.voice)
    if not page.blocks:
        page.say("The game ends where one of these rules says so, and it says who wins.")
    return page


def _scores(now: Told) -> Page:
    page = Page()
    scores = [(doc, score) for doc, score in now.documented if isinstance(score, ast.Score)]
    if scores:
        page.say("When the game is over, each player counts these together:")
    for doc, score in scores:
        sections.score(page, doc, score, now.voice)
    return page


def _words(now: Told) -> Page:
    """The names that the rules above use, in the order of the alphabet."""
    page = Page()
    defines = [(doc, word) for doc, word in now.documented if isinstance(word, ast.Define | ast.DefineCases)]
    for doc, word in sorted(defines, key=lambda pair: pair[1].name.text):
        if word.name.text in now.used and word.name.text not in SAID and word.name.text not in ALIKE:
            sections.define(page, doc, word, now.voice)
    return page


def _options(game: Game) -> Page:
    page = Page()
    options = [choice for _, choice in game.documented if isinstance(choice, ast.Option)]
    if options:
        page.say("The rules above are told with the values named first.")
    for choice in options:
        page.item(option(choice, game.chosen), 0, f"{capital(words(choice.name.text))}:")
    return page


def option(node: ast.Option, chosen: dict[str, str]) -> str:
    """What an option is about, the value that holds, and the others."""
    now = chosen.get(node.name.text) or expression(node.first)
    others = [words(text) for text in _values(node) if text != now]
    about = f"{node.about.text} " if node.about is not None else ""
    said = f"{about}{'—' if about else ''} {words(now)}".strip()
    return sentence(f"{said}; or {', or '.join(others)}" if others else said)


def _values(node: ast.Option) -> list[str]:
    match node.type:
        case ast.OneOfType(values):
            return [value.text for value in values]
        case ast.YesNoType():
            return ["yes", "no"]
        case ast.RangeType(range_):
            return [f"another from {expression(range_.low)} to {expression(range_.high)}"]
    return []


def _rulings(book: Rulebook | None) -> Page:
    page = Page()
    for ruling in book.rulings.values() if book is not None else ():
        page.item(f"{ruling.title}: {reading(ruling)}", 0, f"{ruling.id}.")
    return page


def reading(ruling: Ruling) -> str:
    """How it is read: in place of the letter of a reading, what that says."""
    said = " ".join(ruling.choice.split())
    letter = LETTER.match(said)
    number = ord(letter[1]) - ord("a") if letter else len(ruling.readings)
    return f"{ruling.readings[number]} {said[letter.end():]}".strip() if letter and number < len(ruling.readings) else said
