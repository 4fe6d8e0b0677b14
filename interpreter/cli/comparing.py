"""diff: what a variant changes in a game, rule by rule, in words.

In:  a game (or a variant, as a base), and the variants that come on top of it.
Out: what changes, with the lines of rules that show it; clauses, players and tests that are touched; in lines or as JSON.
"""

import json

import attrs
import click

from interpreter.cli.printing import draw_page
from interpreter.cli.screen import Screen, open_screen, plural
from interpreter.cli.versions import changes_between, game_of, two
from interpreter.generate.differing import Change, Follows, follows
from interpreter.generate.handout import sentences
from interpreter.generate.lexicon import capital
from interpreter.generate.pages import Page
from interpreter.generate.rulebook import Told, told
from interpreter.load import Rules
from interpreter.text.render import listed
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
