"""A bound in an editor: what it says, what can stand in it, and that it follows when a score or a strategy is renamed."""

import pytest

from interpreter.editor.completion import complete
from interpreter.editor.explanation import explain
from interpreter.editor.names import symbol_at, uses
from interpreter.editor.outline import outline
from interpreter.editor.studio import Studio

RACE = """game race "Race" for 2..2 players
each player has
  counter way: 0..99 = 0
play
  for each p in players
    choose pace from 1..2 by p
    raise p.way by pace
score far = me.way
winner highest total, then shared

strategy runner "Runs"
  at pace, prefer 2

bound "far enough" mean of far in 1..2 by runner
"""


@pytest.fixture
def opened(tmp_path):
    def made(text: str = RACE):
        path, studio = tmp_path / "race.rules", Studio()
        path.write_text(text, encoding="utf-8")
        studio.put(path, text)
        where = studio.projects[path].game
        studio.made(where, studio.making(where)())
        return path, studio

    return made


def test_it_is_told_and_stands_in_the_outline(opened):
    path, studio = opened()
    said = explain(studio, path, RACE.index("bound") + 2)
    assert "Far enough: in many plays by players with the strategy runner, the mean of “far” is between 1 and 2." in said
    assert "far enough" in [one.name for one in outline(studio.written(path))]


@pytest.mark.parametrize("begun, wanted", [
    ("bound ", "win share of"), ("bound mean of ", "far"), ("bound mean of ", "total"), ("bound length above 3 by ", "runner"),
    ("bound skill of ", "random"), ("bound length ", "below"), ("bound win share of ", "each seat"),
])
def test_what_can_stand_in_it(opened, begun, wanted):
    path, studio = opened()
    text = RACE + "\n" + begun
    studio.put(path, text)
    assert wanted in [one.name for one in complete(studio, path, len(text))]


@pytest.mark.parametrize("words, behind, count", [("score far", 7, 2), ("strategy runner", 10, 2)])
def test_a_new_name_reaches_it(opened, words, behind, count):
    path, studio = opened()
    found = uses(studio, path, symbol_at(studio, path, RACE.index(words) + behind))
    assert len([one for one in found if one.sure]) == count
    in_bound = RACE.index("bound")
    assert any(one.span.start > in_bound for one in found)
