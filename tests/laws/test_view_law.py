"""The view law finds what it is there for: rules that ask somebody about what they should not see."""

import pytest

from interpreter.laws import laws
from interpreter.testing import Script
from tests.engine.scripted import spec_of
from tests.laws.breaks import WOLF

PASSING = """game passing "Pass and keep" for 2..3 players
use seats
card Card
  rank: 1..8
components cards: Card from "cards.csv"
zone deck: pile of Card, face down
zone away: heap of Card, face down
each player has
  zone hand: heap of Card, seen by owner
  zone offered: heap of Card, seen by owner
  counter gained: 0..99 = 0
  counter purse: 0..9 = 3, seen by owner

setup
  move cards to deck
  shuffle deck
  for each p in players
    draw 1 from deck to p.hand
play
  repeat 2 times
    run round
phase round
  step pass, everyone at once
    draw 1 from deck to me.hand, if possible
    choose passed from me.hand  "Which card do you pass?"
    move passed to left_of(me).offered
  step take, everyone at once
    may choose kept from me.offered where it.rank >= 4  "Do you show it for points?"
      raise me.gained by kept.rank
    choose paid from 0..me.purse  "What do you pay?"
    set me.purse to paid
    move me.offered to me.hand
  step give_back
    for each p in players
      if count(p.hand) > 1
        may choose gone from p.hand by p  "Do you lay a card away?"
          move gone to away
    shuffle away into deck
score points = me.gained
winner highest total, then shared
"""
BROKEN = {
    "nobody sees what is offered": (
        "zone offered: heap of Card, seen by owner", "zone offered: heap of Card, seen by nobody"),
    "the passed card lies face down": (
        "move passed to left_of(me).offered", "move passed to left_of(me).offered, face down"),
    "another's purse": ("choose paid from 0..me.purse", "choose paid from 0..left_of(me).purse"),
    "another's hand": ("choose gone from p.hand by p", "choose gone from left_of(p).hand where it.rank > 3 by p"),
}


def caught(spec, plays: int = 200) -> str:
    """What the view law says within so many plays."""
    for number in range(plays):
        try:
            laws.nothing_hidden(spec, Script(number))
        except AssertionError as found:
            return str(found)
    return ""


def test_the_passing_game_keeps_the_law(tmp_path):
    for people in (2, 3):
        assert caught(spec_of(tmp_path, PASSING, people), 100) == ""


@pytest.mark.parametrize("about", BROKEN)
def test_a_broken_passing_game_is_caught(about, tmp_path):
    right, wrong = BROKEN[about]
    assert right in PASSING
    spec = spec_of(tmp_path, PASSING.replace(right, wrong), checked=False)
    said = caught(spec)
    assert "may not know" in said and "Seat" in said


def test_a_rule_may_act_on_what_is_hidden(tmp_path):
    """No list of options reads the top of the deck here, so the law has nothing to say."""
    acting = PASSING.replace("if count(p.hand) > 1", "if deck is not empty and p.hand is not empty and first(deck).rank > 2")
    assert acting != PASSING and caught(spec_of(tmp_path, acting, checked=False), 100) == ""


# ------------------------------------------------------------------ across directions, free actions, lines told later

TURNING = PASSING.replace("move passed to left_of(me).offered", """if turned is yes
      move passed to right_of(me).offered
    otherwise
      move passed to left_of(me).offered""").replace("  step give_back\n", """  step turn_round
    set turned to yes
  step give_back
""").replace("setup\n", """state turned: yes/no = no
offer boast "Say that you have more" beside paid, for each p in others(me) if me.gained > 3
  raise me.gained by 1, at most 99

setup
""", 1)
LEAKS = {
    "only when it is passed to the right": (
        "where it.rank >= 4", "where it.rank >= 4 and (turned is no or (some c in right_of(me).hand where c.rank > it.rank))"),
    "only when it is passed to the left": (
        "where it.rank >= 4", "where it.rank >= 4 and (turned is yes or (some c in left_of(me).hand where c.rank > it.rank))"),
    "a free action": ("if me.gained > 3", "if some c in p.hand where c.rank > 4"),
    "a `let` on the way": (
        "    choose paid from 0..me.purse", "    let most = min(me.purse, sum of c.rank for c in left_of(me).hand)\n"
        "    choose paid from 0..most"),
    "a condition on the way": (
        "    choose paid from 0..me.purse", "    let most = 0\n    if some c in left_of(me).hand where c.rank > 4\n"
        "      set most to 1\n    choose paid from most..3"),
    "another's hand, counted": ("0..me.purse", "0..min(me.purse, count(left_of(me).hand where it.rank > 3))"),
}


def turning(folder, right="", wrong=""):
    """Cards go to the left in the first round, to the right in the second."""
    assert right in TURNING
    return spec_of(folder, TURNING.replace(right, wrong) if right else TURNING, 3, checked=False)


def test_a_game_that_passes_both_ways_keeps_the_law(tmp_path):
    assert caught(turning(tmp_path), 100) == ""


@pytest.mark.parametrize("about", LEAKS)
def test_a_leak_is_caught_whichever_way_cards_go(about, tmp_path):
    assert "may not know" in caught(turning(tmp_path, *LEAKS[about]))


def test_what_is_told_after_a_step_for_everyone_is_listened_to(tmp_path, monkeypatch):
    """Had the log named to all, when the step is over, what each has passed."""
    spec = turning(tmp_path)
    plain = laws.Ears.compare

    def loud(ears):
        for book in (ears.real, ears.other) if ears.real is not None else ():
            for line in book.lines:
                if not line.inside and line.what == "move":
                    line.faces = {thing: spec.everyone for thing in line.faces}
                    line.sees = spec.everyone
        plain(ears)

    monkeypatch.setattr(laws.Ears, "compare", loud)
    assert "is told what it may not know" in caught(spec, 50)


def test_who_is_asked_tells_nothing_that_is_hidden(tmp_path):
    assert "can tell what it may not know from who is asked for tipped" in caught(spec_of(tmp_path, WOLF, 3))
    assert caught(spec_of(tmp_path, WOLF.replace("by the_wolf()", "by first(players)"), 3), 50) == ""
