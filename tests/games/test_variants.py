"""The variants in rules/: nothing is wrong with them, their scenarios hold with them and not without, and the laws hold in a
quick play with the fewest and with the most players (in a deep run with every number). Each says what it carries out, and what
is listed as missing is missing.

The game below a variant is read and lowered once for all of them, and a variant once for each number of players.
"""

from contextlib import suppress
from functools import cache
from pathlib import Path
from statistics import median

import pytest

from interpreter.laws.script import Cut, Script
from interpreter.laws.search import in_order
from interpreter.pipeline import load, prepare
from interpreter.project.files import find_game
from interpreter.scenario.given import Shelf
from interpreter.scenario.runner import find_scenarios, run_scenario
from interpreter.text.diagnostic import Report, Unplayable
from tests.make_variants import unwritten, variant_files, written
from tests.profile import both_ends

FEW_REPLIES = 120                            # a play is left after so many, so that the whole takes less than a minute


@cache
def below(path: Path):
    """The game without the variant, lowered for every number of players, and shelves with it on one."""
    rules = load(path, Report())
    lowered = {people: prepare(rules, people, {}, Report()) for people in rules.people()}
    return rules, {rules.path: Shelf(rules, lowered=lowered)}


def results(rules, shelves: dict, report: Report, files=None) -> list:
    """What comes of the scenarios: those of the rules themselves, or those in the files."""
    return [run_scenario(scenario, shelves.setdefault(game.path, Shelf(game)), folder)
            for scenario, game, folder in find_scenarios(rules, report, files)]


@pytest.mark.parametrize("path", variant_files(), ids=lambda path: path.stem)
def test_a_variant(path: Path):
    report = Report()
    rules = load(path, report)
    assert rules is not None, [str(one) for one in report.diagnostics]
    lowered = {people: prepare(rules, people, {}, report) for people in both_ends(rules.people())}
    assert [str(one) for one in report.diagnostics if one.severity != "note"] == []
    found = results(rules, {rules.path: Shelf(rules, lowered=lowered)}, report)
    assert found and [str(one) for result in found for one in result.found] == []
    game, shelves = below(find_game(str(rules.path)))
    assert not all(one.passed for one in results(game, shelves, Report(), [path]))
    for ctx in lowered.values():
        with suppress(Cut, Unplayable):          # the second: with these rules the cards at hand do not do
            in_order(ctx.spec, Script(len(path.stem), most=FEW_REPLIES))


def test_each_says_what_it_carries_out_in_its_first_line():
    assert [row.path.name for row in written() if not row.idea or not row.about] == []


def test_what_is_listed_as_not_written_is_not_written_and_says_what_is_missing():
    ideas = {row.idea for row in written()}
    assert [row for row in unwritten() if row.idea in ideas or not row.missing] == []


def test_half_of_the_ideas_take_eight_lines_or_fewer():
    assert median(row.lines for row in written() if row.idea.startswith("V")) <= 8
