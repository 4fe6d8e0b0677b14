"""A game with variants and without them, and a game as the pages in generate/ want it.

In:  a GAME with its variants, options.
Out: two Rules that are compared; a Game with its declarations, components and documentation.
"""

from pathlib import Path

import attrs
import click

from interpreter.cli.opening import lowered, opened, people_of, seat_names
from interpreter.generate.differing import Change, changes
from interpreter.generate.rulebook import Game
from interpreter.load import OWN, Rules
from interpreter.syntax import ast
from interpreter.variant.edits import Applied
from interpreter.variant.stack import Asked


def two(base: Asked, variants: tuple[str, ...]) -> tuple[Rules, Rules]:
    """The rules before and after. A variant without anything else is compared with what it is a variant of, an erratum and a game
    with errata with the game as it is without them."""
    more = (*variants, *base.variants)
    plain = attrs.evolve(base, variants=())
    before = opened(plain)
    errata = [one.name for one in before.stack if one.erratum]
    left_out = tuple(one for one in errata if not more or one in {Path(name).stem for name in more})
    if left_out and (more or not before.variants):
        without = opened(attrs.evolve(plain, without=(*plain.without, *left_out)))
        rest = tuple(name for name in more if Path(name).stem not in left_out)
        return without, opened(attrs.evolve(plain, where=str(before.path), variants=(*before.named_variants(), *rest)))
    if more:
        return before, opened(attrs.evolve(plain, where=str(before.path), variants=(*before.named_variants(), *more)))
    if not before.variants:
        raise click.UsageError(f"name a variant of {before.name}: `diff {before.name} VARIANT`; `rulewright list` has their names")
    return opened(Asked(str(before.path), before.named_variants()[:-1], base.without)), before


def applied_between(before: Rules, after: Rules) -> list[Applied]:
    """The variants that make the one of the other."""
    known = {one.name for one in before.stack}
    return [one for one in after.stack if one.name not in known]


def changes_between(before: Rules, after: Rules) -> list[Change]:
    """What they change."""
    return changes([file for file, _ in before.parts], applied_between(before, after))


def game_of(rules: Rules, chosen: dict[str, str]) -> Game:
    """A game as the pages are made of it."""
    ctx = lowered(rules, seat_names(people_of(rules, None)), chosen)
    counts = {name: (len(rows.rows), sum(row.assumed for row in rows.rows)) for name, rows in ctx.layout.rows.items()}
    documented = [(doc, one) for file, whole in rules.parts for doc, one in ast.documented(file.declarations)
                  if whole or not isinstance(one, OWN)]
    about = next((doc for doc, one in documented if isinstance(one, ast.Game)), "")
    return Game(rules.game.title.text, about, rules.said_people(), documented, chosen, counts, rules.path.parent, rules.rulebook)
