"""`kill -9` at random instants loses nothing that was acknowledged."""

import pytest

from tests.web.killing import killed


@pytest.mark.parametrize("game", ["mixtape", "nim"])
def test_every_answer_that_was_told_is_there(tmp_path, game):
    answers, plays = killed(tmp_path, game, 6)
    assert plays >= 1
    assert answers >= 1
