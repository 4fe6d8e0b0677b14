"""A wrong `seen by` on one zone of I Made You a Mixtape is found by the view law, without the checker's help.

A house rule makes the options depend on faces: a single Wild may not be kept. (In the game as printed nothing a
seat is asked depends on a face it does not know, and cards nobody can tell apart are one option: there a wrong `seen by` is
odd, but gives nothing away.)
"""

import shutil
from pathlib import Path

import pytest

from interpreter.laws import laws
from interpreter.pipeline import load, prepare
from interpreter.project.files import find_game
from interpreter.testing import Script
from interpreter.text.diagnostic import Report

PLAYS = 200
RIGHT = "zone offered[Half]: heap of Track, seen by owner"
KEEP = '      choose kept from received(me)  "Which pile do you keep?"'
HOUSE_RULE = "\n        must it is pair or (no c in me.offered[it] where c.genre is wild)"


def mixtape(folder: Path, wrong: str = RIGHT):
    """The game with the house rule and one line changed, lowered without being checked: the law alone has to notice."""
    source = find_game("mixtape").parent
    shutil.copytree(source, folder / "mixtape", ignore=shutil.ignore_patterns("scenarios", "solo.rules"))
    path = folder / "mixtape" / "mixtape.rules"
    text = path.read_text()
    assert RIGHT in text
    assert KEEP in text
    lines = [line + HOUSE_RULE if line.startswith(KEEP) else line for line in text.split("\n")]
    path.write_text("\n".join(lines).replace(RIGHT, wrong))
    report = Report()
    ctx = prepare(load(path, report), 2, {}, report, checks=False)
    assert report.ok, [str(found) for found in report.errors]
    return ctx.spec


def first_leak(spec, plays: int) -> str:
    """What the law says first, and in which play."""
    for number in range(plays):
        try:
            laws.nothing_hidden(spec, Script(number))
        except AssertionError as found:
            return f"play {number}: {found}"
    return ""


def test_the_game_as_it_is_hides_what_it_should(tmp_path):
    assert first_leak(mixtape(tmp_path), 3) == ""


@pytest.mark.parametrize("wrong", ["zone offered[Half]: heap of Track, face down",
                                   "zone offered[Half]: heap of Track, seen by nobody"])
def test_a_pile_its_receiver_does_not_see_is_caught(tmp_path, wrong):
    assert first_leak(mixtape(tmp_path, wrong), PLAYS)
