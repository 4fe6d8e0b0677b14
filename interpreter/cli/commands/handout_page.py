"""handout: what variants change, as one page to lay on the table, on the terminal or as Markdown.

In:  a variant, or a GAME with variants.
Out: the page on the standard output.
"""

from interpreter.cli.commands.diff_variants import two
from interpreter.cli.commands.rulebook_page import game_of, show_page
from interpreter.prose.handout import handout, sheet_between
from interpreter.variant.stack import Asked


def print_handout(where: Asked, markdown: bool) -> int:
    """What its variants change."""
    before, after = two(where, ())
    show_page(handout(sheet_between(before, after, game_of(after, {}))), markdown)
    return 0
