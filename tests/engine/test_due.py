"""`as soon as`: what is due is carried out to its end, one after the other, in the order that docs/language.md promises."""

import json

import pytest

from interpreter.core.state import State
from interpreter.session.session import Session
from tests.engine.scripted import Sitting, spec_of

HEAD = """game small "Small" for 2..3 players
use seats
card Card
  rank: 1..8
components cards: Card from "cards.csv"
zone heap: heap of Card, face up
zone gone: heap of Card, face up
zone line: column of Card, face up
counter n: -20..60 = 0
counter k: 0..60 = 0
state bell: yes/no = no
state x: yes/no = no
state y: yes/no = no
state said: list of 0..9 = []
each player has
  state served: yes/no = no
"""


def sit(folder, rules, people=2):
    return Sitting(spec_of(folder, HEAD + rules, people))


def said(folder, rules, people=2):
    return sit(folder, rules, people).play().cell("said")


A = """trigger a, as soon as bell is yes
  set x to yes
  set said to said + [1]
"""


def test_what_falls_due_inside_a_trigger_comes_after_it(tmp_path):
    rules = """trigger b, as soon as x is yes
  set said to said + [2]
"""
    play = """play
  set bell to yes
  set said to said + [9]
"""
    assert said(tmp_path, A + rules + play) == (1, 2, 9)
    assert said(tmp_path, rules + A + play) == (1, 2, 9)


LINE_UP = """trigger line_up, as soon as bell is yes and not p.served, for each p in players
  set p.served to yes
  set said to said + [1 + count(players where it.served)]
  set said to said + [if p is first(players) then 0 otherwise if p is last(players) then 9 otherwise 5]
"""


def test_each_member_is_done_before_the_next_in_the_order_of_the_seats(tmp_path):
    play = """play
  set bell to yes
"""
    assert said(tmp_path, LINE_UP + play, 3) == (2, 0, 3, 5, 4, 9)


def test_members_that_are_players_begin_with_the_current_one(tmp_path):
    play = """play
  run visit for last(players)
turn visit
  step ring
    set bell to yes
"""
    assert said(tmp_path, LINE_UP + play, 3) == (2, 9, 3, 0, 4, 5)


def test_a_list_of_players_that_the_rules_put_in_an_order_keeps_it(tmp_path):
    rules = LINE_UP.replace("for each p in players", "for each p in [last(players), first(players)]") + """play
  run visit for first(players)
turn visit
  step ring
    set bell to yes
"""
    assert said(tmp_path, rules, 3) == (2, 9, 3, 0)


def test_an_order_line_holds_to_the_end_of_each(tmp_path):
    rules = """trigger first_one, as soon as bell is yes
  set y to yes
  set said to said + [1]
trigger next_one, as soon as bell is yes and (y is yes or y is no)
  set said to said + [2]
play
  set bell to yes
"""
    assert said(tmp_path, rules + "order first_one, then next_one\n") == (1, 2)
    assert said(tmp_path, rules + "order next_one, then first_one\n") == (2, 1)


def test_what_is_due_later_comes_after_all_that_was_due_before(tmp_path):
    rules = A + """trigger b, as soon as x is yes
  set said to said + [2]
trigger c, as soon as bell is yes
  set said to said + [3]
play
  set bell to yes
"""
    assert said(tmp_path, rules) == (1, 3, 2)


def test_what_falls_due_during_one_trigger_comes_in_the_order_of_the_lines(tmp_path):
    rules = """trigger a, as soon as bell is yes
  set y to yes
  set x to yes
trigger b, as soon as x is yes
  set said to said + [2]
trigger c, as soon as y is yes
  set said to said + [3]
play
  set bell to yes
"""
    assert said(tmp_path, rules) == (2, 3)
    assert said(tmp_path, rules + "order c, then b\n") == (3, 2)


def test_what_has_ceased_to_hold_is_not_carried_out_and_counts_again(tmp_path):
    rules = """trigger a, as soon as bell is yes
  set x to no
trigger b, as soon as x is yes
  set said to said + [2]
play
  both()
  set said to said + [9]
  set x to yes
effect both()
  hold a, b
    set bell to yes
    set x to yes
"""
    assert said(tmp_path, rules) == (9, 2)


def test_a_trigger_that_is_due_anew_because_of_itself_comes_again_and_never_inside_itself(tmp_path):
    rules = """trigger again, as soon as n > 0
  set n to 0
  raise k by 1
  if k < 3
    set n to 1
  set said to said + [k]
play
  set n to 1
"""
    assert said(tmp_path, rules) == (1, 2, 3)


def test_a_trigger_noted_once_is_carried_out_once(tmp_path):
    rules = """trigger a, as soon as bell is yes
  set x to yes
  set x to no
  set x to yes
  set said to said + [1]
trigger b, as soon as x is yes
  set said to said + [2]
play
  set bell to yes
"""
    assert said(tmp_path, rules) == (1, 2)


def test_a_member_that_is_gone_is_left_out_and_due_when_it_is_back(tmp_path):
    rules = """setup
  move cards where it.rank <= 3 to heap
trigger a, as soon as bell is yes, for each c in heap
  set said to said + [c.rank]
  if c.rank is 1
    move cards where it.rank is 2 to gone
play
  set bell to yes
  set said to said + [9]
  move gone to heap
"""
    assert said(tmp_path, rules) == (1, 3, 9, 2)


def test_ending_a_turn_inside_a_trigger_lets_the_others_come_first(tmp_path):
    rules = """trigger a, as soon as bell is yes
  set said to said + [1]
  leave()
  set said to said + [7]
trigger b, as soon as bell is yes
  set said to said + [2]
effect leave()
  end turn
turn visit
  step ring
    set bell to yes
    set said to said + [8]
play
  run visit for first(players)
  set said to said + [9]
"""
    s = sit(tmp_path, rules).play()
    assert s.cell("said") == (1, 2, 9) and s.machine.state.due == [] and s.machine.state.resolving == -1


def test_ending_what_the_trigger_has_begun_itself_leaves_the_trigger_going(tmp_path):
    rules = """trigger a, as soon as bell is yes
  run visit for first(players)
  set said to said + [1]
trigger b, as soon as bell is yes
  set said to said + [2]
turn visit
  step only
    end turn
play
  set bell to yes
  set said to said + [9]
"""
    assert said(tmp_path, rules) == (1, 2, 9)


def test_the_end_of_the_game_ends_what_is_due(tmp_path):
    rules = """trigger out, as soon as p.served, for each p in players
  set said to said + [1]
  end game, won by p
play
  hold out
    for each p in players
      set p.served to yes
"""
    s = sit(tmp_path, rules).play()
    assert s.cell("said") == (1,) and s.over.winners == (0,) and s.machine.state.due == []


def test_effects_and_their_triggers_are_carried_out_inside_at_once(tmp_path):
    rules = """effect shout()
  set x to yes
  set said to said + [4]
trigger a, as soon as bell is yes
  shout()
  set said to said + [1]
trigger answer, when shout()
  set said to said + [5]
trigger b, as soon as x is yes
  set said to said + [2]
play
  set bell to yes
"""
    assert said(tmp_path, rules) == (4, 5, 1, 2)


def test_what_a_hold_inside_a_trigger_keeps_back_comes_after_the_trigger(tmp_path):
    rules = """trigger a, as soon as bell is yes
  hold b
    set x to yes
    set said to said + [3]
  set said to said + [1]
trigger b, as soon as x is yes
  set said to said + [2]
play
  set bell to yes
"""
    assert said(tmp_path, rules) == (3, 1, 2)


def test_after_a_step_for_all_at_once(tmp_path):
    rules = """phase meeting
  step bow, everyone at once
    set me.served to yes
trigger a, as soon as p.served, for each p in players
  set said to said + [if p is first(players) then 1 otherwise 2]
  set x to yes
trigger b, as soon as x is yes
  set said to said + [3]
play
  run meeting
"""
    assert said(tmp_path, rules) == (1, 2, 3)


def test_supposing_carries_out_what_it_causes_and_nothing_that_waits_outside(tmp_path):
    rules = """effect try_it()
  set y to yes
trigger a, as soon as bell is yes
  set x to yes
  set n to suppose try_it(): count(said)
  set said to said + [1]
trigger b, as soon as x is yes
  set said to said + [2]
trigger c, as soon as y is yes
  set said to said + [3]
play
  set bell to yes
"""
    s = sit(tmp_path, rules).play()
    assert (s.cell("n"), s.cell("said")) == (1, (1, 2))


ASKED = """trigger a, as soon as bell is yes and not p.served, for each p in players
  set x to yes
  may nod "Nod?" by p
    set said to said + [1]
  set p.served to yes
trigger b, as soon as x is yes
  set said to said + [2]
play
  set bell to yes
  set said to said + [9]
"""


def test_what_waits_is_part_of_the_position(tmp_path):
    spec = spec_of(tmp_path, HEAD + ASKED, 2)
    first = Sitting(spec).play()
    state = first.machine.state
    assert [one[1:3] for one in state.due] == [(0, (1,)), (1, ())]
    back = State.from_data(json.loads(json.dumps(state.to_data())))
    assert back == state and back.key() == state.key()
    copied = state.copy()
    copied.due.pop()
    assert state.key() != copied.key()
    ends = [Sitting(spec, one).play("yes", "no").machine.state for one in (state.copy(), back)]
    assert ends[0] == ends[1] == first.play("yes", "no").machine.state
    assert first.cell("said") == (1, 2, 9)


@pytest.mark.parametrize(("moment", "told"), [
    ("when shout(q)", "told"), ("as soon as x is yes", "told"), ("as soon as x is yes and y is yes", ""),
])
def test_a_held_trigger_that_an_ended_turn_drops_is_told(tmp_path, moment, told):
    rules = f"""effect shout(q: Player)
  set x to yes
trigger late, {moment}
  set said to said + [1]
turn visit
  step ring
    hold late
      shout(me)
      end turn
play
  run visit for first(players)
  set x to yes
  set said to said + [9]
"""
    session = Session(spec_of(tmp_path, HEAD + rules, 2, checked=False), 1)
    session.play()
    lines = [one.text for one in session.log.told_to(0) if "no longer comes" in one.text]
    of = "(Seat1)" if "when" in moment else ""
    assert lines == ([f"late{of} no longer comes: the `hold` was left by `end turn`"] if told else [])
    assert session.state.cells[[one.name for one in session.spec.cells].index("said")] == (9,)
