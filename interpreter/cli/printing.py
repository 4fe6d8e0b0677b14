"""rulebook and handout: pages made of rules, on the terminal or as Markdown.

In:  a GAME with its variants and options.
Out: the page on the standard output.
"""

import attrs
import click

from interpreter.cli.opening import chosen_options, opened
from interpreter.cli.screen import Screen, open_screen
from interpreter.cli.versions import applied_between, changes_between, game_of, two
from interpreter.generate.differing import Change
from interpreter.generate.handout import Sheet, handout
from interpreter.generate.pages import Page, as_markdown
from interpreter.generate.rulebook import Game, Told, rulebook, told
from interpreter.load import Rules
from interpreter.syntax import ast
from interpreter.syntax.parse import parse
from interpreter.syntax.print import expression
from interpreter.text.report import Report
from interpreter.variant.edits import Applied
from interpreter.variant.stack import Asked


def print_rulebook(where, pairs: tuple[str, ...], markdown: bool) -> int:
    """The whole game."""
    rules = opened(where)
    show_page(rulebook(game_of(rules, chosen_options(rules, pairs))), markdown)
    return 0


def print_handout(where: Asked, markdown: bool) -> int:
    """What its variants change."""
    before, after = two(where, ())
    game = game_of(after, {})
    applied = applied_between(before, after)
    found = changes_between(before, after)
    title = " and ".join(one.variant.title.text for one in applied)
    sheet = Sheet(title, before.game.title.text, after.said_people(), tuple(filter(None, map(_about, applied))),
                  found, told(game), _clauses(after), _then(game, found))
    show_page(handout(sheet), markdown)
    return 0


def _then(game: Game, found: list[Change]) -> Told | None:
    """The game with the words that its options had before, if variants set any; a number is told where it is set."""
    words = {one.old.name.text: expression(one.old.first) for one in found
             if one.edit.key[0] == "option" and isinstance(one.old, ast.Option) and not isinstance(one.old.type, ast.RangeType)}
    return told(attrs.evolve(game, chosen=words)) if words else None


def _about(one: Applied) -> str:
    """What stands above a variant in its file."""
    source = one.variant.span.source
    file = parse(source, Report())
    return next((doc for doc, node in ast.documented(file.declarations)
                 if isinstance(node, ast.Variant) and node.name.text == one.name), "")


def _clauses(rules: Rules) -> tuple[str, ...]:
    return tuple(rules.rulebook.clauses) if rules.rulebook is not None else ()


def show_page(page: Page, markdown: bool) -> None:
    """On the terminal, or as Markdown."""
    if markdown:
        click.echo(as_markdown(page), nl=False)
    else:
        draw_page(open_screen(), page)


def draw_page(screen: Screen, page: Page, margin: int = 0, bullet: str = "- ") -> None:
    """A page on the terminal, so far in."""
    before = ""
    for one in page.blocks:
        if one.sort == "heading" or (before and one.sort != before):
            screen.line() if before else None
        if one.sort == "heading":
            screen.say(one.text.upper() if one.level == 2 else one.text, "title" if one.level < 3 else "who")
        elif one.sort == "paragraph":
            screen.say(one.text)
        else:
            indent = "  " * (one.level + margin)
            screen.say(f"{one.name} {one.text}".strip(), first=f"{indent}{bullet}", then=f"{indent}  ")
        before = one.sort
