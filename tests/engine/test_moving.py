"""Moving things, and who knows their faces afterwards: language.md 2.1, 2.2, 2.14 and 2.15 read to the letter."""

import pytest

from interpreter.observation.view import HIDDEN, Unseen, view_data
from interpreter.text.diagnostic import Fault
from tests.engine.scripted import Sitting, spec_of

HEAD = """game small "Small" for 2..3 players
use seats
card Card
  rank: 1..8
components cards: Card from "cards.csv"
zone pile: pile of Card, face down, refilled from used
zone used: pile of Card, face up
zone row: column of Card, face up
zone heap: heap of Card, face down
zone shown: heap of Card, face up
zone slot: heap of Card, face up, up to 2
counter n: 0..60 = 0
each player has
  zone hand: heap of Card, seen by owner
  zone deck: pile of Card, face down
"""


def sit(folder, rules, people=2, head=HEAD):
    return Sitting(spec_of(folder, head + rules, people))


def fault(folder, rules) -> str:
    with pytest.raises(Fault) as found:
        sit(folder, rules).play()
    return found.value.code.id


# ------------------------------------------------------------------ order of zones


def test_ends_of_piles_and_columns(tmp_path):
    s = sit(tmp_path, """
play
  move cards where it.rank <= 3 to pile
  move cards where it.rank in 4..5 to bottom of pile
  move cards where it.rank >= 6 to row
  draw 2 from pile to row
  draw 1 from row to used
  move cards where it.rank is 5 to top of row
""").play()
    assert s.zone("pile") == "a d" and s.zone("row") == "e g h c b" and s.zone("used") == "f"


def test_a_whole_pile_moved_is_moved_from_the_top(tmp_path):
    s = sit(tmp_path, """
play
  move cards where it.rank <= 3 to used
  move used to row
  move row to pile
""").play()
    assert s.zone("pile") == "a b c"


def test_the_order_after_a_shuffle_is_natures_and_is_asked_for_late(tmp_path):
    s = sit(tmp_path, """
play
  move cards where it.rank <= 4 to pile
  shuffle pile
  move cards where it.rank is 5 to pile
  set n to count(pile)
  draw 1 from pile to used
  draw 1 from pile to used
  draw 3 from pile to used
""").play()
    assert s.cell("n") == 5 and s.zone("used") == "e"
    assert s.question().name == "shuffle" and sorted(s.options()) == ["a", "b", "c", "d"]
    s.play("c")
    assert s.zone("used") == "c e" and s.question().count == 3
    s.play("d a b")
    assert s.zone("used") == "b a d c e"


def test_a_card_taken_out_of_a_shuffled_pile_leaves_the_known_order_above(tmp_path):
    s = sit(tmp_path, """
play
  move cards where it.rank <= 4 to pile
  shuffle pile
  move cards where it.rank in 5..6 to pile
  move cards where it.rank is 2 to shown
  move cards where it.rank is 6 to shown
  draw 2 from pile to used
""").play()
    assert s.question().name == "shuffle" and sorted(s.options()) == ["a", "c", "d"]


def test_putting_below_what_has_no_order_asks_for_the_order(tmp_path):
    s = sit(tmp_path, """
play
  move cards where it.rank <= 3 to pile
  shuffle pile
  move cards where it.rank is 8 to bottom of pile
  draw 4 from pile to used
""").play()
    assert sorted(s.options()) == ["a", "b", "c"]
    s.play("b a c")
    assert s.zone("used") == "h c a b"


def test_a_shuffled_column_is_drawn_from_the_top(tmp_path):
    s = sit(tmp_path, """
play
  move cards where it.rank <= 3 to row
  shuffle row
  move cards where it.rank is 4 to row
  draw 1 from row to used
  move cards where it.rank is 5 to top of row
""").play()
    assert sorted(s.options()) == ["a", "b", "c"]
    s.play("c a b")
    assert s.zone("used") == "c" and s.zone("row") == "e a b d"


def test_swap_keeps_orders_and_what_has_none(tmp_path):
    s = sit(tmp_path, """
play
  move cards where it.rank <= 3 to pile
  shuffle pile
  move cards where it.rank is 4 to pile
  move cards where it.rank in 5..6 to used
  swap pile with used
  draw 1 from used to shown
  draw 1 from pile to shown
  draw 1 from used to heap
""")
    s.play()
    assert s.zone("shown") == "d f" and s.zone("pile") == "e"
    assert sorted(s.options()) == ["a", "b", "c"]


def test_swap_of_a_pile_and_a_column_runs_from_the_top_in_both(tmp_path):
    s = sit(tmp_path, """
play
  move cards where it.rank <= 3 to used
  move cards where it.rank in 4..5 to row
  swap used with row
""").play()
    assert s.zone("row") == "c b a" and s.zone("used") == "d e"


# ------------------------------------------------------------------ drawing, refilling, holding


def test_an_empty_pile_is_refilled_when_a_card_is_needed_not_before(tmp_path):
    s = sit(tmp_path, """
play
  move cards where it.rank <= 2 to pile
  move cards where it.rank in 3..5 to used
  draw 2 from pile to heap
  set n to count(used)
  draw 2 from pile to heap
""").play()
    assert s.cell("n") == 3 and sorted(s.options()) == ["c", "d", "e"]
    assert s.zone("heap") == "a b" and s.question().count == 2


def test_a_reshuffle_in_the_middle_of_a_draw(tmp_path):
    s = sit(tmp_path, """
play
  move cards where it.rank <= 2 to pile
  move cards where it.rank in 3..5 to used
  draw 4 from pile to heap
""").play()
    assert s.zone("heap") == "a b" and s.zone("used") == ""
    s.play("e c")
    assert s.zone("heap") == "a b c e" and s.zone("pile") == "d"


def test_faults_of_drawing_and_moving(tmp_path):
    assert fault(tmp_path, "play\n  draw 1 from pile to heap\n") == "E0902"
    assert fault(tmp_path, "play\n  move cards where it.rank <= 3 to slot\n") == "E0908"
    s = sit(tmp_path, """
play
  draw 1 from pile to heap, if possible
  move cards where it.rank <= 3 to slot, if possible
""").play()
    assert s.zone("slot") == "a b"


def test_moving_to_where_it_is_does_nothing_in_a_heap(tmp_path):
    s = sit(tmp_path, """
play
  move cards where it.rank <= 2 to slot
  move slot to slot
  set n to count(slot)
""").play()
    assert s.zone("slot") == "a b" and s.cell("n") == 2


def test_moved_happens_for_each_thing_after_all_have_moved(tmp_path):
    s = sit(tmp_path, """
play
  move cards where it.rank <= 2 to pile
  draw 2 from pile to heap
trigger note, when moved(c, from, to) if to is heap
  raise n by 10 * c.rank + count(heap)
""").play()
    assert s.said("set") == ["n 22", "n 34"]


# ------------------------------------------------------------------ who knows


DEAL = """
setup
  move cards where it.rank <= 4 to pile
  shuffle pile
  draw 1 from pile to first(players).hand
  draw 1 from pile to first(players).hand
  draw 2 from pile to last(players).hand
"""


def dealt(folder, rules, people=2):
    return sit(folder, DEAL + rules, people).play("a", "b", "c d")


def test_a_hand_is_known_to_its_owner_and_counted_by_all(tmp_path):
    s = dealt(tmp_path, 'play\n  choose stop from 1..2 by first(players)\n')
    assert s.knows("Seat1").startswith("a b") and "c" not in s.knows("Seat1").split()
    mine, theirs = s.view("Seat1"), s.view("Seat2")
    hand = next(k for k, z in enumerate(s.spec.zones) if z.label == "Seat1.hand")
    assert mine.zones[hand].things == (0, 1) and theirs.zones[hand].things == (HIDDEN, HIDDEN)
    assert theirs.zones[hand].count == 2 and mine != theirs and mine.asked.options == (1, 2) and theirs.asked is None
    assert view_data(theirs)["zones"]["Seat1.hand"] == {"things": [None, None], "count": 2}
    assert "Seat1.hand: 2 face down" in str(theirs)


def test_a_card_that_is_passed_on_stays_known_until_it_may_be_another(tmp_path):
    s = dealt(tmp_path, """
play
  choose given from first(players).hand by first(players)
  move given to last(players).hand
  choose pause_one from 1..2 by first(players)
  choose played from last(players).hand by last(players)
  move played to heap
  choose pause_two from 1..2 by first(players)
""").play("b")
    assert s.knows("Seat1").split()[:2] == ["a", "b"]                  # watched into the other's hand
    s.play("1")
    s.play("c")
    assert "b" not in s.knows("Seat1").split()                         # one of three went face down: which, nobody saw
    assert set(s.knows("Seat2").split()) >= {"b", "c", "d"}


def test_a_card_played_face_up_leaves_the_rest_known(tmp_path):
    s = dealt(tmp_path, """
play
  choose given from first(players).hand by first(players)
  move given to last(players).hand
  choose played from last(players).hand by last(players)
  move played to shown
  choose pause from 1..2 by first(players)
""").play("b").play("c")
    assert {"a", "b", "c"} <= set(s.knows("Seat1").split())


def test_a_pile_passed_whole_and_given_back_stays_known(tmp_path):
    s = dealt(tmp_path, """
play
  move first(players).hand to last(players).hand
  choose pause_one from 1..2 by first(players)
  move those c in last(players).hand where c.rank <= 2 to first(players).hand
  choose pause_two from 1..2 by first(players)
""")
    assert {"a", "b"} <= set(s.knows("Seat1").split()) and {"a", "b", "c", "d"} <= set(s.knows("Seat2").split())
    s.play("1")
    assert {"a", "b"} <= set(s.knows("Seat1").split())


def test_a_shuffle_forgets_its_zone_and_only_that(tmp_path):
    s = dealt(tmp_path, """
play
  move first(players).hand to pile
  choose pause_one from 1..2 by first(players)
  shuffle pile
  choose pause_two from 1..2 by first(players)
""")
    assert {"a", "b"} <= set(s.knows("Seat1").split())
    s.play("1")
    assert not {"a", "b"} & set(s.knows("Seat1").split()) and {"c", "d"} <= set(s.knows("Seat2").split())


def test_face_down_overrides_while_it_lies_there(tmp_path):
    s = dealt(tmp_path, """
play
  choose hidden from first(players).hand by first(players)
  move hidden to shown, face down
  choose pause_one from 1..2 by last(players)
  move hidden to slot
  choose pause_two from 1..2 by last(players)
""").play("a")
    assert "a" not in s.knows("Seat2").split() and "a" in s.knows("Seat1").split()
    s.play("1")
    assert "a" in s.knows("Seat2").split()


def test_face_up_in_a_hidden_zone_is_followed(tmp_path):
    s = dealt(tmp_path, """
play
  choose open_one from first(players).hand by first(players)
  move open_one to pile, face up
  choose pause from 1..2 by last(players)
""").play("a")
    pile = next(k for k, z in enumerate(s.spec.zones) if z.label == "pile")
    assert s.view("Seat2").zones[pile].things == (0,)


def test_reveal_shows_to_all_or_to_one(tmp_path):
    s = dealt(tmp_path, """
play
  reveal first(players).hand to last(players)
  choose pause_one from 1..2 by last(players)
  reveal last(players).hand
  choose pause_two from 1..2 by last(players)
""", 3)
    assert {"a", "b"} <= set(s.knows("Seat3").split()) and "a" not in s.knows("Seat2").split()
    s.play("1")
    assert {"c", "d"} <= set(s.knows("Seat2").split())


def test_what_lies_in_a_known_place_of_a_pile_is_known_by_place(tmp_path):
    s = dealt(tmp_path, """
play
  choose back from first(players).hand by first(players)
  move cards where it.rank in 5..6 to pile
  move back to pile
  choose pause_one from 1..2 by first(players)
  move cards where it.rank is 7 to pile
  draw 1 from pile to heap
  draw 1 from pile to heap
  choose pause_two from 1..2 by first(players)
""").play("a")
    pile = next(k for k, z in enumerate(s.spec.zones) if z.label == "pile")
    assert s.view("Seat1").zones[pile].things == (0, HIDDEN, HIDDEN)
    assert s.view("Seat2").zones[pile].things == (HIDDEN, HIDDEN, HIDDEN)
    s.play("1")
    assert "a" in s.knows("Seat1").split()                             # followed into the heap, where it joined one unknown


def test_an_order_that_is_not_given_yet_is_in_no_view(tmp_path):
    s = sit(tmp_path, """
play
  move cards where it.rank <= 3 to used
  shuffle used
  choose pause from 1..2 by first(players)
""").play()
    used = next(k for k, z in enumerate(s.spec.zones) if z.label == "used")
    lying = s.view("Seat1").zones[used]
    assert lying.things == (HIDDEN,) * 3 and lying.loose == (0, 1, 2)
    assert sorted(s.view("Seat1").state().zones[used]) == [0, 1, 2]


def test_cards_that_look_the_same_in_an_unordered_zone_are_one_option(tmp_path):
    s = dealt(tmp_path, """
play
  move cards where it.rank in 7..8 to first(players).hand, face up
  choose stolen from first(players).hand by last(players)
  move stolen to last(players).hand
""")
    assert s.options() == ["g", "h", "a"]                              # those it knows, then one for all it does not
    assert s.view("Seat2").asked.options[:2] == (6, 7) and isinstance(s.view("Seat2").asked.options[2], Unseen)
    s.play("a")
    assert s.question().of_nature and sorted(s.options()) == ["a", "b"]


def test_cards_face_down_in_a_pile_are_told_apart_by_their_place(tmp_path):
    s = sit(tmp_path, """
setup
  move cards where it.rank <= 3 to pile
play
  choose turned from pile by first(players)
  move turned to shown
""").play()
    assert s.options() == ["c", "b", "a"]
    assert [option.place for option in s.view("Seat1").asked.options] == [0, 1, 2]


def test_a_number_that_is_not_seen(tmp_path):
    s = sit(tmp_path, 'setup\n  set first(players).secret to 4\nplay\n  choose pause from 1..2 by first(players)\n',
            head=HEAD + "  counter secret: 0..9 = 0, seen by owner\n"
            "  zone purse: heap of Card, seen by owner, counted by owner\n")
    s.play()
    secret = next(k for k, one in enumerate(s.spec.cells) if one.label == "Seat1.secret")
    purse = next(k for k, one in enumerate(s.spec.zones) if one.label == "Seat1.purse")
    assert s.view("Seat1").cells[secret] == 4 and s.view("Seat2").cells[secret] is None
    assert s.view("Seat1").zones[purse].count == 0 and s.view("Seat2").zones[purse].count is None
    assert "Seat1.secret" not in view_data(s.view("Seat2"))["counters"]


def test_moved_happens_for_a_swap_and_for_what_is_shuffled_into_another_zone(tmp_path):
    s = sit(tmp_path, """
play
  move cards where it.rank <= 2 to used
  move cards where it.rank is 3 to row
  swap used with row
  shuffle row into heap
trigger note, when moved(c, from, to)
  raise n by 10 if to is used
trigger note_heap, when moved(c, from, to) if to is heap
  raise n by 1
""".replace("  raise n by 10 if to is used\n", "  if to is used and from is row\n    raise n by 10\n")).play()
    assert s.cell("n") == 12


def test_some_of_several_unseen_cards_tell_nothing_by_their_order(tmp_path):
    s = dealt(tmp_path, """
play
  move cards where it.rank in 7..8 to first(players).hand, face up
  choose stolen from first(players).hand, exactly 2 by last(players)
  move stolen to last(players).hand
""")
    hand = next(k for k, z in enumerate(s.spec.zones) if z.label == "Seat1.hand")
    one = Unseen(hand, None)
    assert s.view("Seat2").asked.options == ((6, 7), (6, one), (7, one), (one, one))
    s.machine.answer(s.pause.questions[0], s.pause.questions[0].options[1])
    meant = s.machine.advance().questions[0]
    assert meant.of_nature and meant.source == "unseen card" and {6} == set.intersection(*map(set, meant.options))


ONE_OPTION = {
    "exactly": ("choose some from ann.hand, exactly 2 by bob", 6),
    "at least": ("choose some from ann.hand, at least 3 by bob\n    must count(some) is 3", 4),
    "split": ("split ann.hand into few of 1, some of 3 by bob", 4),
    "arrange": ("arrange ann.hand as some by bob", 24),
    "one of several": ("choose some from groups(ann.hand, 2) by bob", 6),
}


@pytest.mark.parametrize("way", ONE_OPTION)
def test_answers_with_unseen_cards_that_look_the_same_are_one_and_chance_says_which(tmp_path, way):
    words, ways = ONE_OPTION[way]
    s = sit(tmp_path, f"""
play
  move cards where it.rank <= 4 to first(players).hand
  let ann = first(players)
  let bob = last(players)
  {words}
  move some to bob.hand
""").play()
    asked = s.pause.questions[0]
    assert asked.of_nature and asked.source == "unseen card" and len(asked.options) == ways
    s.machine.answer(asked, asked.options[-1])
    assert s.machine.advance().how
    moved = [thing for value in asked.options[-1:] for thing in (value[-1] if way == "split" else value)]
    hand = next(k for k, z in enumerate(s.spec.zones) if z.label == "Seat2.hand")
    assert set(moved) <= set(s.machine.state.zones[hand])


MEN = """game men "Men" for 2..3 players
piece Man
components men: Man, 1 + 2 each
zone bar: heap of Man, face up
zone rest: heap of Man, face up
counter n: 0..9 = 0
each player has
  zone home: heap of Man, face up
setup
  for each p in players
    move p.men to p.home
  move first(last(players).men) to bar
  set n to count(men)
  if some m in first(players).men where m in last(players).home
    move men to rest
play
  end game
score s = count(me.home)
winner highest s, then shared
"""


@pytest.mark.parametrize("people", [2, 3])
def test_of_a_set_of_so_many_each_every_player_has_their_own(tmp_path, people):
    sitting = Sitting(spec_of(tmp_path, MEN, people)).play()
    last = f"Seat{people}"
    assert sitting.zone("Seat1.home").split() == ["Seat1.men[1]", "Seat1.men[2]", "Seat1.men[3]"]
    assert sitting.zone(f"{last}.home").split() == [f"{last}.men[2]", f"{last}.men[3]"]
    assert sitting.zone("bar") == f"{last}.men[1]" and sitting.zone("rest") == "" and sitting.cell("n") == 3 * people
