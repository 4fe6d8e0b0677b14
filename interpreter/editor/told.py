"""What rules mean, in words: the rulebook of a game or a variant, and the handout of a variant, as pages.

In:  the path of a file that is a game or a variant, as it is on disk.
Out: a Page, or what keeps the rules from being told.
"""

from pathlib import Path

from interpreter.pipeline import load, prepare
from interpreter.prose.handout import handout, sheet_between
from interpreter.prose.page import Page
from interpreter.prose.rulebook import Game, game_to_tell, rulebook
from interpreter.text.diagnostic import Diagnostic, Report
from interpreter.variant.rules import Rules
from interpreter.variant.stack import Asked


def rulebook_of(path: Path) -> Page | list[Diagnostic]:
    """The whole game."""
    report = Report()
    found = _made(Asked(str(path)), report)
    return rulebook(found[1]) if found is not None else report.errors


def handout_of(path: Path) -> Page | list[Diagnostic]:
    """What a variant changes in what it is a variant of; an empty page for a file that is none."""
    report = Report()
    found = _made(Asked(str(path)), report)
    if found is None:
        return report.errors
    after, game = found
    if not after.variants:
        return Page()
    before = load(Asked(str(after.path), after.named_variants()[:-1]), report)
    return handout(sheet_between(before, after, game)) if before is not None else report.errors


def _made(asked: Asked, report: Report) -> tuple[Rules, Game] | None:
    rules = load(asked, report)
    if rules is None or not report.ok:
        return None
    ctx = prepare(rules, rules.people().start, {}, report, checks=False)
    return (rules, game_to_tell(rules, ctx, {})) if report.ok else None
