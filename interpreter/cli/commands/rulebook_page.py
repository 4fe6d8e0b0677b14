"""rulebook: the whole game as a page, on the terminal or as Markdown.

In:  a GAME with its variants and options.
Out: the page on the standard output. `game_of` and `show_page` serve the other commands that print what rules say.
"""

import click

from interpreter.cli.arguments import chosen_options, lowered, opened, people_of, seat_names
from interpreter.cli.terminal.screen import open_screen, Screen
from interpreter.prose.page import as_markdown, Page
from interpreter.prose.rulebook import Game, game_to_tell, rulebook
from interpreter.variant.rules import Rules
from interpreter.variant.stack import Asked


def print_rulebook(where: Asked, pairs: tuple[str, ...], markdown: bool) -> int:
    """The whole game."""
    rules = opened(where)
    show_page(rulebook(game_of(rules, chosen_options(rules, pairs))), markdown)
    return 0


def game_of(rules: Rules, chosen: dict[str, str]) -> Game:
    """A game as the pages are made of it."""
    ctx = lowered(rules, seat_names(people_of(rules, None)), chosen)
    return game_to_tell(rules, ctx, chosen)


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
    for block in page.blocks:
        if block.sort == "heading" or (before and block.sort != before):
            screen.line() if before else None
        if block.sort == "heading":
            screen.say(block.text.upper() if block.level == 2 else block.text, "title" if block.level < 3 else "who")
        elif block.sort == "paragraph":
            screen.say(block.text)
        else:
            indent = "  " * (block.level + margin)
            screen.say(f"{block.name} {block.text}".strip(), first=f"{indent}{bullet}", then=f"{indent}  ")
        before = block.sort
