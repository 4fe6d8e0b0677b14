"""handout: what variants change, as one page to lay on the table, on the terminal or as Markdown.

In:  a variant, or a GAME with variants.
Out: the page on the standard output.
"""

import attrs

from interpreter.cli.commands.diff_variants import applied_between, changes_between, two
from interpreter.cli.commands.rulebook_page import game_of, show_page
from interpreter.prose.diff import Change
from interpreter.prose.handout import handout, Sheet
from interpreter.prose.rulebook import Game, Told, told
from interpreter.syntax import ast
from interpreter.syntax.formatter import expression
from interpreter.syntax.parser import parse
from interpreter.text.diagnostic import Report
from interpreter.variant.edits import Applied
from interpreter.variant.rules import Rules
from interpreter.variant.stack import Asked


def print_handout(where: Asked, markdown: bool) -> int:
    """What its variants change."""
    before, after = two(where, ())
    game = game_of(after, {})
    applied = applied_between(before, after)
    changes = changes_between(before, after)
    title = " and ".join(each.variant.title.text for each in applied)
    sheet = Sheet(title, before.game.title.text, after.said_people(), tuple(filter(None, map(_about, applied))),
                  changes, told(game), _clauses(after), _then(game, changes))
    show_page(handout(sheet), markdown)
    return 0


def _then(game: Game, changes: list[Change]) -> Told | None:
    """The game with the words that its options had before, if variants set any; a number is told where it is set."""
    words = {c.old.name.text: expression(c.old.first) for c in changes
             if c.edit.key[0] == "option" and isinstance(c.old, ast.Option) and not isinstance(c.old.type, ast.RangeType)}
    return told(attrs.evolve(game, chosen=words)) if words else None


def _about(applied: Applied) -> str:
    """What stands above a variant in its file."""
    source = applied.variant.span.source
    file = parse(source, Report())
    return "" if file is None else next((doc for doc, node in ast.documented(file.declarations)
                 if isinstance(node, ast.Variant) and node.name.text == applied.name), "")


def _clauses(rules: Rules) -> tuple[str, ...]:
    return tuple(rules.rulebook.clauses) if rules.rulebook is not None else ()
