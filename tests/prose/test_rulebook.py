"""The games that come with us as rulebooks: whole, in order, and in words."""

import re

import pytest

from interpreter.cli.commands.rulebook_page import game_of
from interpreter.pipeline import load
from interpreter.prose.page import as_markdown, Page
from interpreter.prose.rulebook import Game, rulebook, told as told_with
from interpreter.syntax import ast
from interpreter.syntax.parser import parse
from interpreter.text.diagnostic import Report
from interpreter.text.source import Source
from tests.blocks import blocks, EXAMPLES, HEADING, ROOT, whole

WHOLE = [block for block in blocks() if block.sort == "rules" and HEADING.search(whole(block))]
NOT_RULES = (ast.Scenario, ast.Strategy, ast.Variant, ast.Position)
GAMES = ("pig", "nim", "kuhn", "moths", "mixtape", "rules/mixtape/solo.rules", "tall_oaks")
CALLED = re.compile(r"\b[Dd]o “([^”]+)”")
PLAYED = re.compile(r"(?:[Cc]arry out|plays?) “([^”]+)”")
HOLDS = re.compile(r"“([^”]+)” (?:holds|does not hold) for")


@pytest.fixture(scope="module", params=GAMES)
def book(request):
    where = request.param if "/" not in request.param else str(ROOT / request.param)
    return rulebook(game_of(load(where, Report()), {}))


def text(page: Page) -> str:
    return "\n".join(f"{one.name} {one.text}" for one in page.blocks)


def told(page: Page) -> list[str]:
    """The part that is put into words by us: without the options and the rulings."""
    titles = [k for k, one in enumerate(page.blocks) if one.sort == "heading" and one.text == "Options"]
    return [f"{one.name} {one.text}" for one in page.blocks[:titles[0] if titles else None]]


def test_sections_stand_in_the_order_of_play(book):
    order = ["In the box", "On the table", "Set-up", "The course of play", "What happens", "Moving", "Whenever",
             "What you may do beside", "The end, and who wins", "What the words mean", "Options",
             "What the printed rules leave open", "What the design keeps"]
    found = [one.text for one in book.blocks if one.sort == "heading" and one.level == 2]
    assert found == [title for title in order if title in found]
    assert {"The course of play", "The end, and who wins"} <= set(found)


def test_whatever_one_is_told_to_do_is_explained(book):
    """Every effect that is called, every phase that is played and every condition with a name has an entry."""
    entries = {one.name.split(" (")[0].rstrip(".:").lower() for one in book.blocks if one.sort == "item"}
    phases = {one.text.split(": ")[1].lower() for one in book.blocks if one.sort == "heading" and one.level == 3}
    words = text(book)
    assert {name.lower() for name in CALLED.findall(words)} - entries == set()
    assert {name.lower() for name in PLAYED.findall(words)} - phases == set()
    mentioned = {name.lower() for name in HOLDS.findall(" ".join(told(book)))}
    assert mentioned - entries == set()


@pytest.mark.parametrize("where", GAMES)
def test_no_name_is_left_of_what_was_put_in_its_place(where):
    game = game_of(load(where if "/" not in where else str(ROOT / where), Report()), {})
    names = {one.name.text for _, one in game.documented if isinstance(one, ast.Define | ast.DefineCases)}
    left = told_with(game).documented
    kept = {one.name.text for _, one in left if isinstance(one, ast.Define | ast.DefineCases)}
    rules = [one for _, one in left if not isinstance(one, NOT_RULES)]
    named = {node.name.text for one in rules for node in ast.walk(one) if isinstance(node, ast.Apply)}
    assert (named & names) - kept == set()


def test_it_is_in_words(book):
    """No name with a line below, no sign of a comparison, nothing that can never be."""
    lines = [re.sub(r"“[^”]*”|`[^`]*`", "", line) for line in told(book)]
    assert [line for line in lines if re.search(r"\w_\w|<=|>=|None|\bnever for which|for which (never|always)\b", line)] == []


def test_every_line_of_a_list_is_a_sentence(book):
    ends = [one.text for one in book.blocks if one.sort == "item" and one.text and not one.text.endswith((".", ":", "?", "”"))]
    titles = [one for one in book.blocks if one.text == "What the printed rules leave open"]
    assert ends == [] or titles


@pytest.mark.parametrize("block", WHOLE, ids=str)
def test_every_line_that_the_language_has_can_be_said(block):
    """The examples of the pages have every statement and every value there is."""
    report = Report()
    file = parse(Source(str(block), whole(block)), report)
    if file is None or not report.ok:
        return                                   # a mistake on purpose
    documented = list(ast.documented(file.declarations))
    game = Game("Tried", "", "2 players", documented, {}, {}, EXAMPLES / block.of)
    sentences = [one.text for one in rulebook(game).blocks if one.sort == "item"]
    assert sentences and not [one for one in sentences if "None" in one or "<interpreter" in one]


def test_nothing_of_markdown_in_the_rules_is_taken_for_markdown():
    page = Page()
    page.item("a_b *c* [d]", 0, "1. <e>")
    page.say("1. first")
    assert as_markdown(page) == "- **1. \\<e\\>** a\\_b \\*c\\* \\[d\\]\n\n1\\. first\n"


def test_a_section_without_anything_is_left_out():
    page = Page()
    page.section("Empty", Page())
    assert page.blocks == []


def test_options_that_are_chosen_change_what_is_told():
    rules = load("moths", Report())
    one = text(rulebook(game_of(rules, {"nights": "1"})))
    assert "A number from 0 to 1, at first 0." in one and "How many nights are played — 1; or another from 1 to 6." in one
