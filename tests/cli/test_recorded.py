"""`test` also carries out the plays that are kept beside a game, in `plays/`: they have to agree with its rules."""

import shutil

import pytest

from tests.cli.running import ROOT, run


@pytest.fixture
def pig(tmp_path):
    """A game with one play kept beside it, in a folder of the test."""
    folder = shutil.copytree(ROOT / "rules" / "pig", tmp_path / "pig")
    (folder / "plays").mkdir()
    kept = folder / "plays" / "evening.play"
    bots = ("--names", "Ann,Bo", "--seat", "Ann=random", "--seat", "Bo=random")
    done = run("referee", str(folder / "pig.rules"), *bots, "--seed",
               "3", "--record", str(kept))
    assert done.exit_code == 0 and kept.is_file(), done.output
    return folder


def test_a_play_that_agrees(pig):
    done = run("test", str(pig / "pig.rules"), "--plays", "0")
    assert done.exit_code == 0, done.output
    assert "agrees  evening.play" in done.output and "1 recorded play agrees" in done.output


def test_a_play_that_departs(pig):
    rules = pig / "pig.rules"
    rules.write_text(rules.read_text(encoding="utf-8").replace("goal: 10..500 = 100", "goal: 10..500 = 60"), encoding="utf-8")
    done = run("test", str(rules), "--plays", "0")
    assert done.exit_code == 1
    assert "DEPARTS  evening.play" in done.output and "1 of 1 recorded play departs" in done.output
