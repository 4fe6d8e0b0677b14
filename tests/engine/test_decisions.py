"""Decisions, free actions, chance, supposing: language.md 2.12, 2.15, 2.18 and 2.20 read to the letter."""

import pytest

from interpreter.text.diagnostic import Fault
from tests.engine.scripted import Sitting, spec_of

HEAD = """game small "Small" for 2..3 players
use seats, dice
enum Way = north | south | west
card Card
  rank: 1..8
die d6 = 1, 2, 3, 4, 5, 6
components cards: Card from "cards.csv"
zone pile: pile of Card, face down
zone heap: heap of Card, face up
counter n: -60..60 = 0
state chosen: Way or none = none
each player has
  zone hand: heap of Card, seen by owner
  counter k: 0..60 = 0
"""


def sit(folder, rules, people=2, checked=True, **files):
    return Sitting(spec_of(folder, HEAD + rules, people, checked, **files))


def fault(folder, rules) -> str:
    with pytest.raises(Fault) as found:
        sit(folder, rules, checked=False).play()
    return found.value.code.id


def test_options_come_in_their_order(tmp_path):
    s = sit(tmp_path, """
setup
  move cards where it.rank <= 3 to heap
play
  choose some_of from heap, up to 2 by first(players)
  choose pair from heap, exactly 2 by first(players)
  choose few from heap, at least 2 by first(players)
  choose any from heap, any number by first(players)
""").play()
    assert s.options() == ["nothing", "{a}", "{a, b}", "{a, c}", "{b}", "{b, c}", "{c}"]
    s.play("{b}")
    assert s.options() == ["{a, b}", "{a, c}", "{b, c}"]
    s.play("{a, c}")
    assert s.options() == ["{a, b}", "{a, b, c}", "{a, c}", "{b, c}"]


def test_forced_decisions_are_taken_and_logged_no_option_is_a_fault(tmp_path):
    s = sit(tmp_path, """
play
  choose a from 4..4 by first(players)
  may choose b from heap by first(players)
    set n to 9
  set n to n + a
""").play()
    assert s.said("forced") == ["a 4"] and s.cell("n") == 4
    assert fault(tmp_path, "play\n  choose a from heap by first(players)\n") == "E0903"


def test_a_may_with_one_option_is_put(tmp_path):
    s = sit(tmp_path, """
play
  may choose b from 1..1 by first(players)
    set n to 9
  otherwise
    set n to 7
""").play()
    assert s.options() == ["1", "nothing"]
    assert s.play("nothing").cell("n") == 7


def test_a_forced_decision_with_a_free_action_beside_it_is_put(tmp_path):
    s = sit(tmp_path, """
play
  run t for first(players)
turn t
  step one
    choose a from me.k..2
    set n to a
offer up "Up" beside a if me.k < 2
  raise me.k by 1
""").play("+up")
    assert s.options() == ["1", "2"]
    s.play("+up")
    assert s.over and s.cell("n") == 2 and s.said("forced") == ["a 2"]


def test_alternatives_guards_and_otherwise(tmp_path):
    s = sit(tmp_path, """
play
  choose one way by first(players) "Where?"
    to go_north "North" if n > 0
      set n to 1
    to go_south "South" if n > 0
      set n to 2
    otherwise
      set n to 3
  choose m from 1..6 by first(players)
    must it mod 2 is 0
    must it > n - 1
""").play()
    assert s.cell("n") == 3 and s.options() == ["4", "6"]


def test_splitting_and_arranging(tmp_path):
    s = sit(tmp_path, """
setup
  move cards where it.rank <= 3 to heap
play
  split heap into two_of of 2, one_of of 1 by first(players)
  move one_of to pile
  arrange heap as order by first(players)
  set n to first(order).rank
""").play()
    assert s.options() == ["[{a, b}, {c}]", "[{a, c}, {b}]", "[{b, c}, {a}]"]
    s.play("[{a, c}, {b}]")
    assert s.options() == ["[a, c]", "[c, a]"]
    assert s.play("[c, a]").cell("n") == 3


def test_the_windows_of_free_actions(tmp_path):
    s = sit(tmp_path, """
play
  run t for first(players)
turn t
  step one
    roll d6 as f
    raise n by f
  step two
    choose b from 1..2
offer reroll "Add one after a roll" after roll if me.k < 1
  raise me.k by 1
  raise n by 1
offer pray "Before a roll" before roll if n is 0
  raise n by 10
offer rest "Between steps" between steps of t if n > 0 and me.k < 9
  set me.k to 9
offer hum "In step two" during step two in t if n < 50
  set n to 50
""")
    s.play()
    assert s.question().name == "before_roll"
    s.play("+pray")
    assert s.question().name == "roll"
    s.play("3")
    assert s.question().name == "after_roll"
    s.play("+reroll")
    assert s.question().name == "between_steps" and s.cell("n") == 14
    s.play("+rest")
    assert s.question().name == "b" and [s.spec.offers[o].name for o, _ in s.question().offers] == ["hum"]
    s.play("+hum")
    assert s.question().offers == ()


def test_going_on_is_asked_once_of_each_seat(tmp_path):
    s = sit(tmp_path, """
play
  hit(2)
  set n to 9
effect hit(a: 0..9)
  raise n by a
offer ward "Ward it off" by p before hit(a), for each p in players if p.k < 2
  raise p.k by 1
""")
    s.play("+ward", 0)
    assert s.question().seat == 1 and s.cell("Seat1.k") == 1
    s.play(0)
    assert s.over and s.cell("n") == 9


def test_instead_of_as_a_free_action(tmp_path):
    rules = """
play
  hit(2)
  set n to n + 10
effect hit(a: 0..9)
  raise n by a
trigger after_it, when hit(a)
  raise n by 20
offer dodge "Dodge" by p instead of hit(a), for each p in players if p.k < 1
  raise p.k by 1
"""
    s = sit(tmp_path, rules).play("+dodge")
    assert s.over and s.cell("n") == 10 and s.said("trigger") == []
    s = sit(tmp_path, rules).play(0, 0)
    assert s.cell("n") == 32


def test_a_free_action_during_a_turn_also_inside_what_the_turn_calls(tmp_path):
    s = sit(tmp_path, """
play
  run t for first(players)
turn t
  step one
    deep()
effect deep()
  choose a from 1..2
  choose b from 1..2 by left_of(me)
offer bite "Bite" during t if me.k < 1
  raise me.k by 1
""")
    s.play()
    assert s.question().offers
    s.play("1")
    assert s.question().name == "b" and not s.question().offers        # open to `me`, not to who is asked


def test_a_roll_of_one_die_and_of_more(tmp_path):
    s = sit(tmp_path, """
play
  roll d6 as one
  set n to one
  roll 3 d6 as three
  raise n by pips(three)
trigger seen, when rolled(die, faces)
  raise n by 10
""").play("2", "1 1 4")
    assert s.cell("n") == 18


def test_a_pick_is_natures(tmp_path):
    s = sit(tmp_path, """
setup
  move cards where it.rank <= 3 to heap
play
  pick c at random from heap
  set n to c.rank
  pick two at random from heap, exactly 2
  move two to pile
""").play("b", "{a, c}")
    assert s.cell("n") == 2 and s.zone("heap") == "b"


def test_suppose_leaves_nothing(tmp_path):
    s = sit(tmp_path, """
setup
  move cards where it.rank <= 3 to heap
play
  set n to (suppose lay(first(heap)): count(heap) * 10 + n)
  set n to n + count(heap)
effect lay(c: Card)
  move c to pile
  may more "More?" by first(players)
    move heap to pile
  raise n by 1
trigger extra, when lay(c)
  raise n by 5
""").play()
    assert s.over and s.cell("n") == 29 and s.said("trigger") == [] and s.zone("heap") == "a b c"


def test_suppose_may_not_ask_nor_roll_nor_end(tmp_path):
    base = "play\n  set n to (suppose bad(): n)\neffect bad()\n  raise n by 1\n"
    assert fault(tmp_path, base + "  choose a from 1..2 by first(players)\n") == "E0912"
    assert fault(tmp_path, base + "  roll d6 as f\n") == "E0912"
    assert fault(tmp_path, base + "  end game\n") == "E0912"
    shuffled = "setup\n  move cards to pile\n  shuffle pile\n" + base
    assert fault(tmp_path, shuffled + "  draw 1 from pile to heap\n") == "E0912"
    assert fault(tmp_path, shuffled + "  set n to first(pile).rank\n") == "E0912"


def test_the_order_of_a_pile_is_asked_of_nature_when_a_test_needs_it(tmp_path):
    s = sit(tmp_path, """
event bell(a: 0..9)
setup
  move cards where it.rank <= 3 to pile
  shuffle pile
play
  announce bell(1)
  set n to n + 50
trigger ring, when bell(x) if first(pile).rank > 1
  raise n by first(pile).rank
""").play()
    assert s.question().name == "shuffle"
    s.play("b a c")
    assert s.said("trigger") == ["ring(1)"] and s.cell("n") == 52


def test_faults_of_values(tmp_path):
    assert fault(tmp_path, "play\n  set n to first(heap).rank\n") == "E0904"
    assert fault(tmp_path, "play\n  raise n by 61\n") == "E0901"
    assert fault(tmp_path, "play\n  set n to (n + 1) / 2\n") == "E0907"
    rows = "table f(x: 0..9): 0..9\n  0 -> 1; 1 -> 2; 2..9 -> 3\n"
    assert fault(tmp_path, rows + "play\n  set n to f(n + 20)\n") in ("E0905", "E0916")
    assert fault(tmp_path, "state who: Player or none = none\nplay\n  raise who.k by 1\n") == "E0906"
    assert fault(tmp_path, "play\n  while n < 1\n    set n to 0\n") == "E0918"


def test_a_tie_without_an_end_of_the_list_is_a_fault(tmp_path):
    assert fault(tmp_path, "play\n  set n to 1\nscore s = me.k\nwinner highest total\n") == "E0910"
    s = sit(tmp_path, "play\n  set n to 1\nscore s = me.k\nwinner highest total, then nobody\n").play()
    assert s.over.winners == ()
    s = sit(tmp_path, "play\n  raise last(players).k by 1\nscore s = me.k\nwinner lowest total, then shared\n", 3).play()
    assert s.over.winners == (0, 1)


BOARD = """
space Spot
  stop: yes/no
board lane of Spot from "spots.csv", links from "ways.csv"
piece Pawn
components pawn: Pawn, one each
setup
  for each p in players
    move p.pawn to lane["s1"]
play
  run t for first(players)
turn t
  step one
    travel me.pawn along walk, exactly 3
    set n to 1
"""
SPOTS = "id,stop\ns1,no\ns2,no\ns3,no\ns4,yes\ns5,no\n"
WAYS = "from,to\ns1,s2\ns2,s3\ns3,s4\ns4,s5\ns2,s5\n"


def lane(folder, route):
    return sit(folder, BOARD + route, spots=SPOTS, ways=WAYS)


def test_a_journey_offers_only_what_can_be_completed(tmp_path):
    s = lane(tmp_path, "route walk for p on lane\n  step from a to b if b is not previous\n").play()
    assert s.options() == ["s3", "s5"] and s.said("forced") == ["walk s2"]
    s.play("s5")
    assert s.over and s.zone("s4") == "Seat1.pawn" and s.said("forced") == ["walk s2", "walk s4"]


def test_the_spaces_gone_to_have_a_name(tmp_path):
    counted = 'set n to count(way) + (if lane["s1"] in way then 4 otherwise 0)'
    board = BOARD.replace("exactly 3", "up to 3 as way").replace("set n to 1", counted)
    route = "route walk for p on lane\n  step from a to b if b is not previous\n"
    s = sit(tmp_path, board + route, spots=SPOTS, ways=WAYS).play("s5", "nothing")
    assert s.over and s.cell("n") == 2


def test_must_stop_may_stop_and_may_not_end(tmp_path):
    s = lane(tmp_path, """route walk for p on lane
  step from a to b if b is not previous
  must stop at s if s.stop
  may stop at s if s is lane["s3"]
  may not end at s if s is lane["s5"]
""").play()
    assert s.options() == ["s3", "s5"]
    s.play("s3")
    assert s.options() == ["s4", "nothing"]
    s.play("s4")
    assert s.over and s.zone("s4") == "Seat1.pawn"


def test_if_no_journey_can_be_completed_the_piece_stays(tmp_path):
    s = lane(tmp_path, """route walk for p on lane
  step from a to b if b is not previous
  may not end at s if s is s
trigger came, when moved(c, from, to)
  set n to 5
""").play()
    assert s.over and s.cell("n") == 1 and [line for line in s.log if line.startswith("stays")]


def test_a_hop_is_free_only_after_a_step_and_resets_previous(tmp_path):
    s = lane(tmp_path, """route walk for p on lane
  step from a to b if b is not previous
  hop from a to b if a is lane["s2"] and b is lane["s4"]
""").play()
    assert s.options() == ["s3", "s5", "s4"]
    s.play("s4")
    assert s.options() == ["s3", "s5"]


def test_a_fault_says_why_nothing_can_be_chosen(tmp_path):
    deal = "setup\n  move cards where it.rank <= 2 to heap\nplay\n"
    assert fault(tmp_path, deal + "  choose three from heap, exactly 3 by first(players)\n") == "E0917"
    assert fault(tmp_path, deal + "  choose high from heap by first(players)\n    must it.rank > 5\n") == "E0914"
    assert fault(tmp_path, deal + "  split heap into a of 2, b of 1 by first(players)\n") == "E0926"


def test_more_answers_than_anybody_can_look_through_are_a_fault(tmp_path):
    many = "setup\n  move cards to heap\nplay\n"
    cards = "id,rank,copies\na,1,40\n"
    for line in ("choose some_of from heap, any number by first(players)", "arrange heap as o by first(players)",
                 "split heap into a of 20, b of 20 by first(players)", "pick some_of at random from heap, any number"):
        with pytest.raises(Fault) as found:
            sit(tmp_path, many + f"  {line}\n", checked=False, cards=cards).play()
        assert found.value.code.id == "E0922", line


def test_of_things_that_are_divided_or_ordered_the_unseen_come_last(tmp_path):
    s = sit(tmp_path, """
setup
  move cards where it.rank in 2..3 to heap
  move cards where it.rank is 1 to heap, face down
play
  split heap into upper of 1, lower of 2 by first(players)
  arrange heap as order by first(players)
""").play()
    assert s.options()[-1].startswith("[{a}") and s.play(s.options()[0]).options()[0] == "[b, c, a]"


def test_a_name_that_was_rolled_is_rolled_again_and_is_what_was_rolled_last(tmp_path):
    spec = spec_of(tmp_path, """game small "Small" for 1..1 players
die d6 = 1, 2, 3, 4, 5, 6
counter n: 0..99 = 0
counter sum_of: 0..99 = 0
setup
  roll d6 as face
  set n to face
  while face < 5
    roll d6 as face
    raise sum_of by face
  set n to n * 10 + face
  if sorted([face, 3, 1]) is [1, 3, face] and sorted(players) is players
    raise sum_of by 50
play
  end game
winner shared
""", 1)
    sitting = Sitting(spec).play("2", "1", "6")
    assert (sitting.cell("n"), sitting.cell("sum_of")) == (26, 57)
