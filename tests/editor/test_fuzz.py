"""A few edits at random, in the quick run; `python -m tests.editor.fuzz 20000` is the long one."""

import random

from tests.editor.fuzz import FILES, one_file, Tally


def test_nothing_that_is_typed_brings_it_down():
    tally, small = Tally(), [path for path in FILES if path.stat().st_size < 3000 and "mixtape" not in str(path)]
    for path in random.Random(3).sample(small, 4):
        one_file(path, 30, random.Random(path.stem), {}, tally)
    assert tally.asked > 1500 and tally.wrong == 0
