"""The rulings of the games: each alternative is an option, a short ruling variant, or has a reason; the scenarios that show an
alternative fail without it."""

import re
import shutil
from itertools import pairwise

import pytest

from interpreter.pipeline import load
from interpreter.project.files import find_game
from interpreter.scenario.runner import run_scenarios
from interpreter.text.diagnostic import Report
from tests.make_rulings import (
    declared,
    folder,
    GAMES,
    KINDS,
    reasons,
    rulebook,
    ruling_variants,
    switches,
)
from tests.make_variants import written
from tests.profile import one_in

MOST_LINES = 12
RULINGS = {"mixtape": 89, "tall_oaks": 139}
FEWEST_KEYS = {"mixtape": 100, "tall_oaks": 139}
# the rulings of Tall Oaks whose alternatives have to be shown by scenarios
SHOWN = [f"R-T{n:02}" for n in (
    1, 2, 3, 4, 5, 23, 34, 43, 46, 53, 67, 68, 78, 79, 80, 81, 91, 92, 97, 104, 119, 120, 124, 125, 127, 128, 139,
)]


@pytest.mark.parametrize("game", GAMES)
def test_every_alternative_is_switched_or_has_a_reason(game):
    assert [f"{one.ruling.id} {one.text}" for one in switches(game) if not one.how] == []


@pytest.mark.parametrize("game", GAMES)
def test_no_ruling_and_no_key_is_left_out(game):
    found = rulebook(game).rulings
    keys = {key.key for one in found.values() for key in (*one.options, *one.others)}
    assert len(found) == RULINGS[game] and len(keys) >= FEWEST_KEYS[game]
    assert [one.id for one in found.values() if not one.options and not one.others] == []


@pytest.mark.parametrize("game", GAMES)
def test_an_option_that_is_named_is_there_with_its_values(game):
    options = declared(game)
    for ruling in rulebook(game).rulings.values():
        for key in ruling.options:
            assert key.name in options, f"{ruling.id} names the option {key.name}"
            assert all(" " in word or options[key.name].has(word) for word in key.words), f"{ruling.id}: {key.words}"


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_variant_is_short_and_carries_out_an_alternative(game):
    used = {one.how.split("--with ")[1].rstrip("`"): one.ruling.id for one in switches(game) if "--with" in one.how}
    rows = {row.path.stem: row for row in written() if "rulings" in row.path.parts and folder(game) in row.path.parents}
    assert used.keys() == rows.keys() == ruling_variants(game).keys()
    assert [name for name, row in rows.items() if not 0 < row.lines <= MOST_LINES] == []
    assert [name for name, row in rows.items() if row.idea != used[name]] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_is_needed_and_says_why(game):
    needed = {(one.ruling.id, f"{one.key} = {one.value}") for one in switches(game) if "--" not in one.how.partition(" ")[0]}
    assert reasons(game).keys() <= needed
    assert all(kind in KINDS and len(reason.split()) > 4 for kind, reason in reasons(game).values())


def test_the_rulings_that_have_to_be_shown_are():
    found = [one for one in switches("tall_oaks") if one.ruling.id in SHOWN and "--set" in one.how]
    assert {one.ruling.id for one in found} == set(SHOWN)
    assert [f"{one.ruling.id} {one.text}" for one in found if not one.shown] == []


@pytest.mark.parametrize("name", one_in(3, ["other_readings", "other_triples", "switched"]))
def test_what_shows_an_option_fails_without_it(name, tmp_path):
    """Blocks under `with OPTION = VALUE`, played under the first value of that option instead."""
    options, scenarios = declared("tall_oaks"), folder("tall_oaks") / "scenarios"
    text = (scenarios / f"{name}.rules").read_text(encoding="utf-8")
    flipped = re.sub(r"(?m)^  with (\w+) = [\w-]+", lambda found: f"  with {found[1]} = {options[found[1]].first}", text)
    (tmp_path / f"{name}.rules").write_text(flipped, encoding="utf-8")
    shutil.copy(scenarios / "usual.rules", tmp_path)
    found = run_scenarios(load(find_game("tall_oaks"), Report()), Report(), [tmp_path / f"{name}.rules"])
    failed = {one.span.line for result in found for one in result.found}
    before, after = text.split("\n"), flipped.split("\n")
    blocks = [number for number, line in enumerate(after, 1) if re.match(r"  (?:with|case) |\S", line)] + [len(after) + 1]
    held = [before[first - 1] for first, end in pairwise(blocks) if before[first - 1] != after[first - 1]
            and not failed & set(range(first, end))]
    assert failed and held == []
