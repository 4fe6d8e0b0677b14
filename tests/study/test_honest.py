"""A small part of tests/bench/honest.py: a game against itself says nothing, a point that is put in is found."""

import pytest

from interpreter.study import plays
from tests.bench import honest
from tests.study.test_comparison import own_cache

__all__ = ["own_cache"]


@pytest.mark.parametrize("game, people", [("pig", 2), ("moths", 3)])
def test_a_game_against_itself_with_other_seeds_says_nothing(game, people, monkeypatch, capsys):
    monkeypatch.setitem(plays.BATCH, True, 50)
    assert honest.itself(game, people, range(20), 200, 0), capsys.readouterr().out


def test_nor_does_the_course_of_play(capsys):
    assert honest.itself("kuhn", 2, range(20), 20, 40), capsys.readouterr().out


def test_a_point_that_is_put_in_is_found(monkeypatch):
    monkeypatch.setitem(plays.BATCH, True, 250)
    found = honest.sides("pig", 2, ("goal=99",), 5000)
    assert honest.differs(found, 5000, (1, 1), "total")[0], "the same seeds"
    far = honest.sides("pig", 2, ("goal=90",), 5000)
    assert honest.differs(far, 5000, (1, 5001), "total")[0], "other seeds"
    assert not honest.differs([found[0], found[0]], 1000, (1, 1))[0]
