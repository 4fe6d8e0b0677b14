"""Everyone at once: language.md 2.13 read to the letter."""

import pytest

from interpreter.text.diagnostic import Fault
from tests.engine.scripted import Sitting, spec_of

HEAD = """game small "Small" for 2..3 players
use seats
card Card
  rank: 1..8
die coin = 0, 1
components cards: Card from "cards.csv"
zone pile: pile of Card, face down, refilled from used
zone used: pile of Card, face up
zone heap: heap of Card, face up
zone slot: heap of Card, face up, up to 1
counter n: 0..60 = 0
each player has
  zone hand: heap of Card, seen by owner
  zone stack: pile of Card, face up
  counter k: 0..60 = 0

setup
  move cards where it.rank <= 6 to pile
play
  run round
"""


def sit(folder, rules, people=2):
    return Sitting(spec_of(folder, HEAD + rules, people, checked=False))


def test_secret_until_all_are_in(tmp_path):
    s = sit(tmp_path, """
phase round
  step bid, everyone at once
    choose a from 1..3
    raise me.k by a
    choose b from 1..3
    raise me.k by b
  step after
    choose c from 1..3 by first(players)
""").play(("Seat2", "3"))
    k = next(k for k, one in enumerate(s.spec.cells) if one.label == "Seat2.k")
    assert s.cell("Seat2.k") == 3 and s.view("Seat1").cells[k] == 0 and s.view("Seat2").cells[k] == 3
    s.play(("Seat2", "2"), ("Seat1", "1"), ("Seat1", "1"))
    assert s.view("Seat1").cells[k] == 5 and s.question().name == "c"


def test_what_is_sent_to_others_arrives_at_the_end_in_seat_order(tmp_path):
    s = sit(tmp_path, """
phase round
  step deal, everyone at once
    draw 1 from pile to me.hand
    draw 1 from pile to me.hand
    choose given from me.hand
    move given to right_of(me).stack
    move me.hand to right_of(me).stack
    choose wait from 1..2
""", 3).play(("Seat3", "d"), ("Seat2", "e"), ("Seat1", "f"), ("Seat3", "1"))
    assert s.zone("Seat2.stack") == "" and s.zone("Seat3.hand") == ""
    s.play(("Seat1", "1"), ("Seat2", "1"))
    assert (s.zone("Seat3.stack"), s.zone("Seat1.stack"), s.zone("Seat2.stack")) == ("c f", "b e", "a d")


def test_shared_piles_are_served_access_by_access_in_seat_order(tmp_path):
    s = sit(tmp_path, """
phase round
  step take, everyone at once
    choose many from 1..2
    draw many from pile to me.hand
    draw 1 from pile to me.hand
""").play(("Seat2", "2"))
    assert s.zone("pile") == "f e d c b a"
    s.play(("Seat1", "1"))
    assert s.zone("Seat1.hand") == "c f" and s.zone("Seat2.hand") == "b d e"


def test_who_does_not_draw_does_not_keep_the_others_waiting(tmp_path):
    s = sit(tmp_path, """
phase round
  step take, everyone at once
    if me is first(players)
      choose idle from 1..2
    otherwise
      draw 1 from pile to me.hand
      choose again from 1..2
      draw again from pile to me.hand
""", 3)
    s.play()
    assert s.zone("Seat2.hand") == "" and [q.name for q in s.pause.questions] == ["idle"]
    s.play("1")
    assert (s.zone("Seat2.hand"), s.zone("Seat3.hand")) == ("f", "e")
    s.play(("Seat3", "1"), ("Seat2", "2"))
    assert (s.zone("Seat2.hand"), s.zone("Seat3.hand")) == ("c d f", "b e")


def test_a_refill_in_the_middle_of_the_service(tmp_path):
    s = sit(tmp_path, """
phase round
  step lay, everyone at once
    draw 2 from pile to me.hand
    draw 1 from pile to me.hand
    move me.hand to used
    draw 2 from pile to me.hand
""")
    s.play()
    assert s.question().name == "shuffle" and sorted(s.options()) == ["a", "b", "c", "d", "e", "f"]
    s.play("a b c d e f")
    assert (s.zone("Seat1.hand"), s.zone("Seat2.hand")) == ("a b", "c d")


def test_end_step_ends_the_own_branch_only(tmp_path):
    s = sit(tmp_path, """
phase round
  step one, everyone at once
    if me is first(players)
      end step
    raise me.k by 1
  step two
    set n to 1
""").play()
    assert (s.cell("Seat1.k"), s.cell("Seat2.k"), s.cell("n")) == (0, 1, 1)


def test_as_soon_as_is_looked_at_when_all_are_done(tmp_path):
    s = sit(tmp_path, """
phase round
  step one, everyone at once
    raise me.k by 5
    choose a from 1..2
    if a is 1
      lower me.k by 5
  step two
    set n to 1
trigger rich, as soon as p.k >= 5, for each p in players
  raise p.k by 1
""").play(("Seat2", "2"), ("Seat1", "1"))
    assert s.said("trigger") == ["rich(Seat2)"] and s.said("set")[-1] == "n 1"


def test_when_triggers_run_in_their_branch(tmp_path):
    s = sit(tmp_path, """
phase round
  step one, everyone at once
    up(2)
    choose a from 1..2
effect up(a: 0..9)
  raise me.k by a
trigger more, when up(a)
  raise me.k by 1
""").play(("Seat2", "2"), ("Seat1", "1"))
    assert s.said("trigger") == ["more(2) by Seat1", "more(2) by Seat2"]


def test_two_things_do_not_arrive_where_one_has_room(tmp_path):
    with pytest.raises(Fault) as found:
        sit(tmp_path, """
phase round
  step one, everyone at once
    draw 1 from pile to me.hand
    move me.hand to slot
""").play()
    assert found.value.code.id == "E0908"


def test_a_roll_in_a_branch_and_a_private_pile(tmp_path):
    s = sit(tmp_path, """
phase round
  step one
    for each p in players
      draw 2 from pile to p.stack
      shuffle p.stack
  step two, everyone at once
    choose a from 1..2
    roll coin as c
    draw 1 from me.stack to me.hand
    raise me.k by c + 1
""").play(("Seat2", "2"))
    assert s.question().name == "roll"
    s.play("1")
    assert s.question().name == "shuffle" and sorted(s.options()) == ["c", "d"]
    s.play("c d", ("Seat1", "1"), "0", "f e")
    assert (s.cell("Seat1.k"), s.cell("Seat2.k")) == (1, 2) and s.zone("Seat1.hand") == "f"


def test_swapping_with_a_shared_pile_waits_its_turn(tmp_path):
    s = sit(tmp_path, """
phase round
  step one, everyone at once
    draw 1 from pile to me.stack
    choose a from 1..2
    swap me.stack with used
""").play(("Seat2", "1"), ("Seat1", "1"))
    assert (s.zone("Seat1.stack"), s.zone("Seat2.stack"), s.zone("used")) == ("", "f", "e")


def test_free_actions_in_a_branch_are_its_own(tmp_path):
    s = sit(tmp_path, """
phase round
  step one, everyone at once
    choose a from 1..2
    raise me.k by a
offer boost "More" beside a if me.k < 2
  raise me.k by 1
""").play(("Seat1", "+boost"), ("Seat2", "1"), ("Seat1", "+boost"))
    assert s.question("Seat1").offers == ()
    s.play("1")
    assert (s.cell("Seat1.k"), s.cell("Seat2.k")) == (3, 1)


@pytest.mark.parametrize(("first", "rounds"), [(0, 1), (5, 0)])
def test_a_step_for_everyone_may_be_left_out_by_a_condition(tmp_path, first, rounds):
    s = sit(tmp_path, f"""
phase round
  step ready
    set n to {first}
  step bid, everyone at once, if n is 0
    choose a from 1..3
    raise me.k by a
  step after
    choose c from 1..3 by first(players)
""")
    s.play(*[("Seat2", "3"), ("Seat1", "2")][:2 * rounds])
    assert s.question().name == "c" and (s.cell("Seat1.k"), s.cell("Seat2.k")) == ((2, 3) if rounds else (0, 0))
