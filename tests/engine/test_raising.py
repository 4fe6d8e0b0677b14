"""A fault inside a word of the library stands at the author's own line, and says what was empty."""

import pytest

from interpreter.text.diagnostic import draw, Fault
from tests.engine.scripted import Sitting, spec_of

RULES = """game small "Small" for 2..2 players
use cards
card Card
  rank: 1..8
components cards: Card from "cards.csv"
each player has
  zone hand: heap of Card, face up
counter n: 0..9 = 0
define best_of(p) = only(p.hand).rank
define dear(p) = only(p.hand where it.rank > 5).rank
define highest_rank(p) = highest of c.rank for c in p.hand
winner shared
turn one
  step a
"""


def fault(folder, line: str) -> Fault:
    spec = spec_of(folder, f"{RULES}    {line}\nplay\n  run one for first(players)\n")
    with pytest.raises(Fault) as found:
        Sitting(spec).play()
    return found.value


@pytest.mark.parametrize("line, where, empty", [
    ("set n to only(me.hand).rank", 15, "`Seat1.hand` is empty"),
    ("set n to best_of(me)", 9, "`Seat1.hand` is empty"),
    ("set n to dear(me)", 10, "`p.hand where it.rank > 5` is empty"),
    ("set n to highest_rank(me)", 11, "`Seat1.hand` is empty"),
    ("set n to first(me.hand).rank", 15, "`Seat1.hand` is empty"),
])  # fmt: skip
def test_the_author_s_line_and_what_was_empty(tmp_path, line, where, empty):
    found = fault(tmp_path, line)
    assert found.span.source.name.endswith("small.rules") and found.span.line == where
    assert empty in found.notes


def test_the_defines_it_came_through_are_named_with_their_places(tmp_path):
    found = fault(tmp_path, "set n to best_of(me)")
    assert [use.split(" (")[0] for use in found.uses] == ["only", "best_of"]
    drawn = draw(found.diagnostic, 200)
    assert "in `only`, stdlib/cards.rules:8" in drawn
    assert "small.rules:15)" in drawn.split("reached through best_of")[1].split("\n")[0]
    assert drawn.index("reached through main") < drawn.index("reached through best_of") < drawn.index("reached through only")
