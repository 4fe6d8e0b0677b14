"""Which scores a seat may be told: judged by what working them out looks at."""

import pytest

from interpreter.observation.masks import visible_points
from interpreter.observation.view import Table
from tests.engine.scripted import Sitting, spec_of

RULES = """game small "Small" for 2..2 players
use seats
card Card
  rank: 1..8
components cards: Card from "cards.csv"
zone deck: pile of Card, face down
each player has
  zone hand: heap of Card, seen by owner
  zone shelf: heap of Card, face up
  zone bag: heap of Card, seen by owner, counted by owner
  counter fame: 0..9 = 3
  counter debt: 0..9 = 2, seen by owner
setup
  move cards to deck
  for each p in players
    draw 2 from deck to p.hand
    draw 1 from deck to p.shelf
play
  choose n from 1..2 by first(players)
define worth(p) = sum of c.rank for c in p.hand
score x = VALUE
winner highest total, then shared
"""


@pytest.mark.parametrize("value, own, other", [
    ("me.fame", 3, 3),
    ("me.debt", 2, None),
    ("left_of(me).debt", None, 2),
    ("count(me.hand)", 2, 2),
    ("count(me.bag)", 0, None),
    ("sum of 1 for c in me.shelf", 1, 1),
    ("if me.fame > 2 then 7 otherwise worth(me)", 7, 7),
    ("if worth(me) > 0 then 1 otherwise 0", 1, None),
    ("count(those c in cards where c.place is left_of(me).hand)", None, None),
])  # fmt: skip
def test_a_score_is_told_to_who_sees_what_it_rests_on(tmp_path, value, own, other):
    s = Sitting(spec_of(tmp_path, RULES.replace("VALUE", value))).play()
    while s.pause.questions[0].of_nature:
        q = s.pause.questions[0]
        s.machine.answer(q, q.options[: q.count])
        s._advance()
    told = [visible_points(s.machine, Table(s.spec, s.machine.state, seat), 0, 0) for seat in (0, 1)]
    assert told == [own, other]
