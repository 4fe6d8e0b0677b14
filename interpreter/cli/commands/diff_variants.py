"""diff: what variants change in a game, rule by rule, in words.

In:  a game or a variant, and the variants that are laid upon it.
Out: the differences on the standard output. `two` serves the handout.
"""

import json
from pathlib import Path

import attrs
import click

from interpreter.cli.arguments import opened
from interpreter.cli.commands.rulebook_page import draw_page, game_of
from interpreter.cli.terminal.screen import open_screen, Screen
from interpreter.prose.diff import Change, changes_between, Follows, follows
from interpreter.prose.handout import sentences
from interpreter.prose.page import Page
from interpreter.prose.rulebook import Told, told
from interpreter.prose.vocabulary import capital
from interpreter.text.diagnostic import listed, plural
from interpreter.variant.rules import Rules
from interpreter.variant.stack import Asked

FEW = 12                                         # so many clauses are named; of more the number is said
SHOWN = {"+": "yes", "-": "no"}


def compare(base: Asked, variants: tuple[str, ...], as_json: bool) -> int:
    """Prints the differences."""
    before, after = two(base, variants)
    changed, comes = _found(before, after)
    if as_json:
        click.echo(json.dumps(_plain(before, after, changed, comes), indent=2, ensure_ascii=False))
    else:
        _tell(open_screen(), before, after, changed, comes)
    return 0


def _found(before: Rules, after: Rules) -> tuple[list[Change], Follows]:
    old, new = ([file for file, _ in rules.parts] for rules in (before, after))
    book = after.rulebook
    ids = [*(id for id, clause in book.clauses.items() if clause.binds), *book.rulings] if book is not None else []
    return changes_between(before, after), follows(old, new, ids)


def _tell(screen: Screen, before: Rules, after: Rules, changed: list[Change], comes: Follows) -> None:
    screen.say(f"{after.game.title.text}: what is otherwise than in {before.game.title.text}", "title")
    now = told(game_of(after, {}))
    for change in changed:
        screen.line()
        screen.say(f"{capital(change.said)}.", "who")
        draw_page(screen, _below(change, now), 1, "* ")
        for line in change.lines:
            screen.line(f"    {line}", SHOWN.get(line[0], ""))
        screen.say(f"{change.edit.by.name}, {change.place}", "small", "    ")
    screen.line()
    if before.people() != after.people():
        screen.say(f"It is for {after.said_people()}; the game without it is for {before.said_people()}.")
    for ids, what in ((comes.lost, "no longer carried out"), (comes.gained, "carried out by the variant, and not before")):
        if ids:
            shown = listed(ids) if len(ids) <= FEW else f"{', '.join(ids[:FEW])} and {len(ids) - FEW} more"
            screen.say(f"{plural(len(ids), 'clause or ruling', 'clauses and rulings')} {what}: {shown}")
    for name, missing in comes.tests:
        screen.say(f"The {name} no longer makes sense: {listed(f'`{gone}`' for gone in missing)} is gone.")
    screen.say(f"{plural(len(changed), 'change')} by {listed(dict.fromkeys(c.edit.by.name for c in changed)) or 'nobody'}.")


def _below(change: Change, now: Told) -> Page:
    """A rule that is more than a line, in sentences."""
    page = sentences(change, now)
    if not page.blocks or not change.lines or change.edit.verb == "remove":
        return Page()
    first, *rest = page.blocks
    return Page([*([attrs.evolve(first, name="", level=1)] if first.text else []), *rest])


def _plain(before: Rules, after: Rules, changed: list[Change], comes: Follows) -> dict:
    rows = [{"variant": change.edit.by.name, "at": change.place, "does": change.verb, "what": change.what, "words": change.said,
             "lines": list(change.lines)} for change in changed]
    return {"base": before.called, "with": after.called, "changes": rows,
            "players": {"before": list(before.people()), "after": list(after.people())},
            "no_longer_carried_out": list(comes.lost), "carried_out_now": list(comes.gained),
            "no_longer_make_sense": [{"what": name, "names": list(missing)} for name, missing in comes.tests]}


# ------------------------------------------------------------------ the game without them, and with them


def two(base: Asked, variants: tuple[str, ...]) -> tuple[Rules, Rules]:
    """The rules before and after. A variant without anything else is compared with what it is a variant of, an erratum and a
    game with errata with the game as it is without them."""
    more = (*variants, *base.variants)
    plain = attrs.evolve(base, variants=())
    before = opened(plain)
    errata = [applied.name for applied in before.stack if applied.erratum]
    left_out = tuple(erratum for erratum in errata if not more or erratum in {Path(name).stem for name in more})
    if left_out and (more or not before.variants):
        without = opened(attrs.evolve(plain, without=(*plain.without, *left_out)))
        rest = tuple(name for name in more if Path(name).stem not in left_out)
        return without, opened(attrs.evolve(plain, where=str(before.path), variants=(*before.named_variants(), *rest)))
    if more:
        return before, opened(attrs.evolve(plain, where=str(before.path), variants=(*before.named_variants(), *more)))
    if not before.variants:
        how = f"`diff {before.name} VARIANT`; `rulewright list` has their names"
        raise click.UsageError(f"name a variant of {before.name}: {how}")
    return opened(Asked(str(before.path), before.named_variants()[:-1], base.without)), before
