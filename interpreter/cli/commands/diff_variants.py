"""diff: what variants change in a game, rule by rule, in words.

In:  a game or a variant, and the variants that are laid upon it.
Out: the differences on the standard output. `two` and `changes_between` serve the handout.
"""

import json
from pathlib import Path

import attrs
import click

from interpreter.cli.arguments import opened
from interpreter.cli.commands.rulebook_page import draw_page, game_of
from interpreter.cli.terminal.screen import open_screen, Screen
from interpreter.prose.diff import Change, changes, Follows, follows
from interpreter.prose.handout import sentences
from interpreter.prose.page import Page
from interpreter.prose.rulebook import Told, told
from interpreter.prose.vocabulary import capital
from interpreter.text.diagnostic import listed, plural
from interpreter.variant.edits import Applied
from interpreter.variant.rules import Rules
from interpreter.variant.stack import Asked

FEW = 12                                         # so many clauses are named; of more the number is said
SHOWN = {"+": "yes", "-": "no"}


def compare(base: Asked, variants: tuple[str, ...], as_json: bool) -> int:
    """Prints the differences."""
    before, after = two(base, variants)
    found, comes = _found(before, after)
    if as_json:
        click.echo(json.dumps(_plain(before, after, found, comes), indent=2, ensure_ascii=False))
    else:
        _tell(open_screen(), before, after, found, comes)
    return 0


def _found(before: Rules, after: Rules) -> tuple[list[Change], Follows]:
    old, new = ([file for file, _ in rules.parts] for rules in (before, after))
    book = after.rulebook
    ids = [*(id for id, one in book.clauses.items() if one.binds), *book.rulings] if book is not None else []
    return changes_between(before, after), follows(old, new, ids)


def _tell(screen: Screen, before: Rules, after: Rules, found: list[Change], comes: Follows) -> None:
    screen.say(f"{after.game.title.text}: what is otherwise than in {before.game.title.text}", "title")
    now = told(game_of(after, {}))
    for one in found:
        screen.line()
        screen.say(f"{capital(one.said)}.", "who")
        draw_page(screen, _below(one, now), 1, "* ")
        for line in one.lines:
            screen.line(f"    {line}", SHOWN.get(line[0], ""))
        screen.say(f"{one.edit.by.name}, {one.place}", "small", "    ")
    screen.line()
    if before.people() != after.people():
        screen.say(f"It is for {after.said_people()}; the game without it is for {before.said_people()}.")
    for ids, what in ((comes.lost, "no longer carried out"), (comes.gained, "carried out by the variant, and not before")):
        if ids:
            shown = listed(ids) if len(ids) <= FEW else f"{', '.join(ids[:FEW])} and {len(ids) - FEW} more"
            screen.say(f"{plural(len(ids), 'clause or ruling', 'clauses and rulings')} {what}: {shown}")
    for name, missing in comes.tests:
        screen.say(f"The {name} no longer makes sense: {listed(f'`{one}`' for one in missing)} is gone.")
    screen.say(f"{plural(len(found), 'change')} by {listed(dict.fromkeys(one.edit.by.name for one in found)) or 'nobody'}.")


def _below(one: Change, now: Told) -> Page:
    """A rule that is more than a line, in sentences."""
    made = sentences(one, now)
    if not made.blocks or not one.lines or one.edit.verb == "remove":
        return Page()
    first, *rest = made.blocks
    return Page([*([attrs.evolve(first, name="", level=1)] if first.text else []), *rest])


def _plain(before: Rules, after: Rules, found: list[Change], comes: Follows) -> dict:
    rows = [{"variant": one.edit.by.name, "at": one.place, "does": one.verb, "what": one.what, "words": one.said,
             "lines": list(one.lines)} for one in found]
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
    errata = [one.name for one in before.stack if one.erratum]
    left_out = tuple(one for one in errata if not more or one in {Path(name).stem for name in more})
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


def applied_between(before: Rules, after: Rules) -> list[Applied]:
    """The variants that make the one of the other."""
    known = {one.name for one in before.stack}
    return [one for one in after.stack if one.name not in known]


def changes_between(before: Rules, after: Rules) -> list[Change]:
    """What they change."""
    return changes([file for file, _ in before.parts], applied_between(before, after))
