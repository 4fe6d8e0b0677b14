"""Some of the planted mistakes, in the quick run; `python -m tests.editor.planted` takes all hundred."""

import pytest

from tests.editor.planted import rows, tried

IN_BODIES = (4, 28, 41, 44, 47)                    # of Mixtape, which is lowered the faster


def test_there_are_a_hundred():
    every = rows()
    assert len(every) == 100 and len({one.after for one in every}) == 100
    assert {one.path.parent.name for one in every} == {"mixtape", "tall_oaks"}


@pytest.mark.parametrize("number", IN_BODIES)
def test_a_planted_mistake_is_marked_and_mended(number):
    marked, fix = tried(rows()[number - 1])
    assert marked and fix
