"""rulebook: the whole game as a page, on the terminal or as Markdown.

In:  a GAME with its variants and options.
Out: the page on the standard output. `game_of` and `show_page` serve the other commands that print what rules say.
"""

import click

from interpreter.cli.arguments import chosen_options, lowered, opened, people_of, seat_names
from interpreter.cli.terminal.screen import open_screen, Screen
from interpreter.prose.page import as_markdown, Page
from interpreter.prose.rulebook import Game, rulebook
from interpreter.syntax import ast
from interpreter.variant.rules import OWN, Rules
from interpreter.variant.stack import Asked


def print_rulebook(where: Asked, pairs: tuple[str, ...], markdown: bool) -> int:
    """The whole game."""
    rules = opened(where)
    show_page(rulebook(game_of(rules, chosen_options(rules, pairs))), markdown)
    return 0


def game_of(rules: Rules, chosen: dict[str, str]) -> Game:
    """A game as the pages are made of it."""
    ctx = lowered(rules, seat_names(people_of(rules, None)), chosen)
    counts = {name: (len(rows.rows), sum(row.assumed for row in rows.rows)) for name, rows in ctx.layout.rows.items()}
    documented = [(doc, one) for file, whole in rules.parts for doc, one in ast.documented(file.declarations)
                  if whole or not isinstance(one, OWN)]
    about = next((doc for doc, one in documented if isinstance(one, ast.Game)), "")
    people, folder = rules.said_people(), rules.path.parent
    return Game(rules.game.title.text, about, people, documented, chosen, counts, folder, rules.rulebook)


# ------------------------------------------------------------------ pages


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
