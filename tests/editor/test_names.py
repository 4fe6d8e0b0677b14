"""Renaming in a game with variants and a second game based on it: all of them can be read afterwards."""

import shutil

import pytest

from interpreter.editor.names import symbol_at, uses
from interpreter.editor.studio import Studio
from interpreter.pipeline import load, prepare
from interpreter.text.diagnostic import Report
from tests.editor.client import ROOT

NAMED = [("zone half[Half]", 5, "piles"), ("  side: Side", 3, "flank")]


@pytest.mark.parametrize("words, behind, new", NAMED, ids=["zone", "field"])
def test_variants_and_what_is_based_on_a_game_follow(tmp_path, words, behind, new):
    shutil.copytree(ROOT / "rules/mixtape", tmp_path / "mixtape")
    path = tmp_path / "mixtape/mixtape.rules"
    text, studio = path.read_text(encoding="utf-8"), Studio()
    studio.put(path, text)
    where = studio.projects[path].game
    studio.made(where, studio.making(where)())
    symbol = symbol_at(studio, path, text.index(words) + behind)
    found = uses(studio, path, symbol)
    studio.close(path)
    assert all(one.sure for one in found) and len({one.path for one in found}) > 5
    for file in {one.path for one in found}:
        made = file.read_text(encoding="utf-8")
        for one in sorted((one for one in found if one.path == file), key=lambda one: -one.span.start):
            assert made[one.span.start:one.span.end] == symbol.name
            made = made[:one.span.start] + new + made[one.span.end:]
        file.write_text(made, encoding="utf-8")
    for file in (path, path.with_name("solo.rules"), *sorted((path.parent / "variants").glob("*.rules"))[:4]):
        report = Report()
        rules = load(str(file), report)
        assert rules is not None and report.ok
        prepare(rules, rules.people().start, {}, report, checks=False)
        assert report.errors == [], file.name


def test_what_stands_before_the_dot_tells_whose_part_is_meant():
    path = ROOT / "rules/tall_oaks/tall_oaks.rules"
    text, studio = path.read_text(encoding="utf-8"), Studio()
    studio.put(path, text)
    where = studio.projects[path].game
    studio.made(where, studio.making(where)())
    of_player = uses(studio, path, symbol_at(studio, path, text.index("counter health:") + 9))
    of_supply = uses(studio, path, symbol_at(studio, path, text.index("  health: 0..4") + 3))
    studio.close(path)
    sure, also = ({(one.path, one.span.start) for one in found if one.sure} for found in (of_player, of_supply))
    assert len(sure) > 100 > len(also) > 1 and not sure & also
