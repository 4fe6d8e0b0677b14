"""Triggers, holding and unwinding, read against language.md 2.8 to 2.11 as a hostile lawyer would."""

import pytest

from interpreter.text.diagnostic import Fault
from tests.engine.scripted import Sitting, spec_of

HEAD = """game small "Small" for 2..3 players
use seats
counter n: -20..60 = 0
counter k: 0..60 = 0
each player has
  counter hp: 0..9 = 3
  state alive: yes/no = yes
"""


def sit(folder, rules, people=2):
    return Sitting(spec_of(folder, HEAD + rules, people))


def test_the_order_of_one_event(tmp_path):
    s = sit(tmp_path, """
play
  hit(2)
effect hit(a: 0..9)
  raise n by a
trigger w2, when hit(x)
  raise k by 1
trigger b1, before hit(x)
  raise k by 1
trigger i, instead of hit(x) if x > 1
  proceed
trigger b2, before hit(x)
  set x to x + 1
trigger s, as soon as n >= 3
  raise k by 1
trigger w1, when hit(x) if x is 3
  raise k by 1
""").play()
    assert s.said("trigger") == ["b1(2)", "b2(2)", "i(3)", "s()", "w2(3)", "w1(3)"]
    assert s.cell("n") == 3 and s.cell("k") == 4


def test_two_instead_of_triggers_the_later_is_outermost(tmp_path):
    s = sit(tmp_path, """
play
  hit(1)
  hit(2)
effect hit(a: 0..9)
  raise n by a
trigger inner, instead of hit(x)
  raise k by 1
  proceed
  raise k by 10
trigger outer, instead of hit(x) if x is 1
  proceed
""").play()
    assert s.said("trigger") == ["outer(1)", "inner(1)", "inner(2)"]
    assert s.cell("n") == 3 and s.cell("k") == 22


def test_instead_of_without_proceed_leaves_the_body_out_but_when_still_comes(tmp_path):
    s = sit(tmp_path, """
play
  hit(1)
effect hit(a: 0..9)
  raise n by a
trigger never_mind, instead of hit(x)
  raise k by 5
trigger after, when hit(x)
  raise k by 1
""").play()
    assert s.cell("n") == 0 and s.cell("k") == 6


def test_what_an_effect_gives_comes_through_wrappers(tmp_path):
    s = sit(tmp_path, """
play
  twice(4) as x
  raise n by x
  twice(5) as y
  raise k by y
effect twice(a: 0..9) gives 0..18
  give 2 * a
trigger odd, instead of twice(a) if a is 5
  proceed as got
  give got + 1
trigger even, instead of twice(a) if a is 4
  proceed
""").play()
    assert s.cell("n") == 8 and s.cell("k") == 11


def test_a_changed_argument_must_stay_in_its_range(tmp_path):
    rules = """
play
  hit(1)
effect hit(a: 1..5)
  raise n by a
trigger less, before hit(x)
  lower x by 1
"""
    with pytest.raises(Fault) as found:
        sit(tmp_path, rules).play()
    assert found.value.code.id == "E0916"


def test_the_test_of_a_later_trigger_is_made_when_its_turn_comes(tmp_path):
    s = sit(tmp_path, """
event bell(a: 0..9)
play
  announce bell(1)
trigger first_one, when bell(x) if n is 0
  raise n by 1
trigger second_one, when bell(x) if n is 0
  raise k by 1
trigger third_one, when bell(x) if n is 1
  raise k by 10
""").play()
    assert s.said("trigger") == ["first_one(1)", "third_one(1)"]


def test_a_trigger_resolves_with_all_it_causes_before_the_rule_goes_on(tmp_path):
    s = sit(tmp_path, """
event bell(a: 0..9)
play
  announce bell(2)
  set n to 50
trigger again, when bell(x) if x > 0
  raise n by x
  announce bell(x - 1)
  raise k by 1
""").play()
    assert s.said("set") == ["n 2", "n 3", "k 1", "k 2", "n 50"]


def test_as_soon_as_is_armed_at_the_end_of_set_up(tmp_path):
    s = sit(tmp_path, """
setup
  set n to 5
play
  raise n by 1
  set n to 0
  raise n by 5
trigger high, as soon as n >= 5
  raise k by 1
""").play()
    assert s.said("trigger") == ["high()"] and s.said("set")[-1] == "k 1"


def test_as_soon_as_runs_once_more_after_itself_and_never_inside(tmp_path):
    s = sit(tmp_path, """
play
  raise n by 1
trigger one, as soon as n is 1
  set n to 0
  raise k by 1
  if k < 3
    set n to 1
  raise k by 10
""").play()
    assert s.said("trigger") == ["one()", "one()"]
    assert s.said("set") == ["n 1", "n 0", "k 1", "n 1", "k 11", "n 0", "k 12", "k 22"]


def test_as_soon_as_for_each_in_its_order_each_on_its_own(tmp_path):
    s = sit(tmp_path, """
play
  for each p in players
    lower p.hp by 1
  set k to 1
trigger low, as soon as k > 0 and p.hp < 3, for each p in reversed(players)
  raise p.hp by 5
  raise n by 1
""").play()
    assert s.said("trigger") == ["low(Seat2)", "low(Seat1)"]


def test_as_soon_as_sees_every_statement_not_the_end_of_a_block(tmp_path):
    s = sit(tmp_path, """
play
  raise n by 5
  lower n by 5
trigger high, as soon as n is 5
  raise k by 1
""").play()
    assert s.cell("k") == 1


def test_a_held_trigger_remembers_the_last_true_event_and_is_tested_again(tmp_path):
    s = sit(tmp_path, """
event bell(a: 0..9)
play
  hold ring
    announce bell(1)
    announce bell(2)
    announce bell(7)
    set n to 1
  raise k by 10
trigger ring, when bell(x) if x < 5
  raise k by x
""").play()
    assert s.said("trigger") == ["ring(2)"] and s.said("set") == ["n 1", "k 2", "k 12"]


def test_a_held_trigger_whose_test_has_become_false_does_not_run(tmp_path):
    s = sit(tmp_path, """
event bell(a: 0..9)
play
  hold ring
    announce bell(1)
    set n to 1
trigger ring, when bell(x) if n is 0
  raise k by x
""").play()
    assert s.said("trigger") == []


def test_in_nested_holds_the_outermost_counts(tmp_path):
    s = sit(tmp_path, """
event bell(a: 0..9)
play
  hold ring
    hold ring
      announce bell(1)
    raise n by 1
    announce bell(2)
  raise n by 1
trigger ring, when bell(x)
  raise k by x
""").play()
    assert s.said("set") == ["n 1", "k 2", "n 2"]


def test_a_hold_holds_in_what_is_called(tmp_path):
    s = sit(tmp_path, """
event bell(a: 0..9)
play
  hold ring
    deep()
    set n to 1
effect deep()
  hold ring
    announce bell(3)
  set n to 2
trigger ring, when bell(x)
  raise k by x
""").play()
    assert s.said("set") == ["n 2", "n 1", "k 3"]


def test_a_trigger_set_off_by_another_held_one_runs_at_once(tmp_path):
    s = sit(tmp_path, """
event bell(a: 0..9)
event gong(a: 0..9)
play
  hold ring
    announce bell(1)
trigger ring, when bell(x)
  announce gong(1)
  raise k by 1
trigger dong, when gong(x)
  raise n by 1
""").play()
    assert s.said("set") == ["n 1", "k 1"]


def test_held_as_soon_as_is_looked_at_when_the_block_ends(tmp_path):
    s = sit(tmp_path, """
play
  hold high
    raise n by 5
    lower n by 5
  hold high
    raise n by 7
    set k to 20
trigger high, as soon as n >= 5
  raise k by 1
""").play()
    assert s.said("trigger") == ["high()"] and s.cell("k") == 21


def test_held_as_soon_as_for_each_lets_all_of_them_go(tmp_path):
    s = sit(tmp_path, """
play
  hold low
    for each p in players
      set p.hp to 1
  set n to 9
trigger low, as soon as p.hp < 3, for each p in players
  raise k by 1
""").play()
    assert s.said("trigger") == ["low(Seat1)", "low(Seat2)"] and s.said("set")[-1] == "n 9"


def test_end_turn_from_deep_drops_what_is_held_and_the_turn_ends(tmp_path):
    s = sit(tmp_path, """
event bell(a: 0..9)
play
  run t for first(players)
  raise k by 10
turn t
  step one
    hold ring
      deep(2)
    raise n by 7
  step two
    raise n by 7
effect deep(d: 0..5)
  if d is 0
    announce bell(1)
    end turn
  otherwise
    deep(d - 1)
  raise n by 7
trigger ring, when bell(x)
  raise n by 1
trigger over, when turn_ended(p)
  raise k by 1
""").play()
    assert s.said("trigger") == ["over(Seat1)"] and s.cell("n") == 0 and s.cell("k") == 11


def test_the_change_just_made_is_looked_at_before_the_end(tmp_path):
    s = sit(tmp_path, """
play
  run t for first(players)
turn t
  step one
    raise n by 5
    end turn
trigger high, as soon as n is 5
  raise k by 1
trigger over, when turn_ended(p)
  raise k by 10
""").play()
    assert s.said("trigger") == ["high()", "over(Seat1)"]


def test_end_turn_while_the_turn_ends_does_not_end_it_anew(tmp_path):
    s = sit(tmp_path, """
play
  run t for first(players)
turn t
  step one
    set n to 1
trigger over, when turn_ended(p)
  raise k by 1
  end turn
  raise k by 10
trigger over_too, when turn_ended(p)
  raise n by 10
""").play()
    assert s.over and s.cell("k") == 1


def test_end_step_end_phase_and_the_innermost_of_nested_ones(tmp_path):
    s = sit(tmp_path, """
play
  run outer
phase outer
  step a
    run inner
    raise k by 1
  step b
    raise k by 1
phase inner
  step c
    if n is 0
      raise n by 1
      end step
    raise n by 5
  step d
    end phase
    raise n by 5
  step e
    raise n by 5
""").play()
    assert s.cell("n") == 1 and s.cell("k") == 2


@pytest.mark.parametrize("who, seats", [
    ("players", (0, 1)), ("[last(players), first(players), last(players)]", (0, 1)), ("{first(players)}", (0,)),
    ("players where it.hp > 99", ()), ("nobody_at_all", ()),
])
def test_the_end_of_a_game_names_one_several_or_no_winners(tmp_path, who, seats):
    s = sit(tmp_path, f"""
state nobody_at_all: Player or none = none
define winning = {who}
play
  end game, won by winning
""").play()
    assert s.over.how == "won" and s.over.winners == seats


def test_end_game_in_a_turn_is_no_end_of_the_turn(tmp_path):
    s = sit(tmp_path, """
play
  run t for first(players)
turn t
  step one
    end game, won by last(players)
trigger over, when turn_ended(p)
  raise k by 1
score s = me.hp
winner highest total, then shared
""").play()
    assert s.over.how == "won" and s.over.winners == (1,) and s.said("trigger") == []


def test_me_is_inherited_by_effects_and_triggers(tmp_path):
    s = sit(tmp_path, """
play
  run t for last(players)
turn t
  step one
    hurt(first(players))
effect hurt(p: Player)
  lower p.hp by 1
  lower me.hp by 2
trigger poor, as soon as (some p in players where p.hp is 2)
  lower me.hp by 1
""").play()
    assert (s.cell("Seat1.hp"), s.cell("Seat2.hp")) == (2, 0)


def test_an_effect_comes_back_to_itself_with_its_own_names(tmp_path):
    s = sit(tmp_path, """
play
  down(3) as got
  set k to got
effect down(d: 0..9) gives 0..60
  let mine = d * 10
  if d is 0
    give 0
  down(d - 1) as below
  give mine + below - below + d
limit nesting 4
""").play()
    assert s.cell("k") == 33


def test_one_activation_too_many_is_a_fault_with_its_chain(tmp_path):
    rules = """
play
  down(4)
effect down(d: 0..9)
  if d > 0
    down(d - 1)
limit nesting 4
"""
    with pytest.raises(Fault) as found:
        sit(tmp_path, rules).play()
    assert found.value.code.id == "E0909" and found.value.chain.count("down") >= 4


def test_an_effect_comes_back_through_a_trigger(tmp_path):
    s = sit(tmp_path, """
play
  hit(3)
effect hit(a: 0..9)
  raise n by a
trigger echo, when hit(a) if a > 1
  hit(a - 1)
""").play()
    assert s.cell("n") == 6


def test_a_for_each_fixes_its_collection_when_it_starts(tmp_path):
    s = sit(tmp_path, """
play
  for each p in those q in players where q.alive
    raise n by 1
    for each q in players
      set q.alive to no
""", 3).play()
    assert s.cell("n") == 3


def test_a_limit_stops_before_one_run_too_many(tmp_path):
    s = sit(tmp_path, """
play
  while n < 60
    run t for first(players)
turn t
  step one
    raise n by 1
limit t to 5 "five are enough"
score s = 1
winner highest total, then shared
""").play()
    assert s.over.how == "stopped at the limit" and s.cell("n") == 5


def test_step_events(tmp_path):
    s = sit(tmp_path, """
play
  run t for first(players)
turn t
  step one
    set n to 1
    end step
  step two
    set n to 2
trigger a, when turn_begins(p)
  raise k by 1
trigger b, when step_begins()
  raise k by 1
trigger c, when step_ended()
  raise k by 1
""").play()
    assert s.said("trigger") == ["a(Seat1)", "b()", "c()", "b()", "c()"]


def test_giving_inside_a_hold_ends_it_and_lets_the_trigger_go(tmp_path):
    s = sit(tmp_path, """
event bell(a: 0..9)
play
  find(1) as got
  raise k by got
effect find(a: 0..9) gives 0..60
  hold ring
    hold ring
      announce bell(a)
      if a > 0
        set n to 3
        give n
  give 0
trigger ring, when bell(x)
  raise n by x
""").play()
    assert s.said("set") == ["n 3", "n 4", "k 3"]


def test_a_hold_that_is_left_by_end_step_drops_what_it_holds(tmp_path):
    s = sit(tmp_path, """
event bell(a: 0..9)
play
  run ph
phase ph
  step one
    hold ring
      announce bell(1)
      end step
  step two
    announce bell(2)
trigger ring, when bell(x)
  raise n by x
""").play()
    assert s.said("trigger") == ["ring(2)"]


def test_supposing_while_a_trigger_is_held_holds_it_there_too(tmp_path):
    s = sit(tmp_path, """
event bell(a: 0..9)
play
  hold ring
    set k to (suppose strike(): n)
    strike()
  set k to k + (suppose strike(): n)
effect strike()
  announce bell(2)
trigger ring, when bell(x)
  raise n by x
""").play()
    assert s.said("set") == ["k 0", "n 2", "k 4"]


def test_before_triggers_of_a_trigger_that_causes_its_own_event(tmp_path):
    s = sit(tmp_path, """
play
  hit(1)
effect hit(a: 0..9)
  raise n by a
trigger double, before hit(x) if x < 3
  set x to x + 1
trigger echo, when hit(x) if n < 8
  hit(x)
""").play()
    assert s.said("trigger") == ["double(1)", "echo(2)", "double(2)", "echo(3)"] and s.cell("n") == 8


def test_what_is_set_off_in_an_inner_block_waits_for_the_outer_one(tmp_path):
    s = sit(tmp_path, """
event bell(a: 0..9)
play
  hold ring
    hold ring
      announce bell(2)
    raise n by 1
  raise n by 10
trigger ring, when bell(x)
  raise k by x
""").play()
    assert s.said("set") == ["n 1", "k 2", "n 11"]


def test_several_held_triggers_are_let_go_in_declared_order(tmp_path):
    s = sit(tmp_path, """
event bell(a: 0..9)
play
  hold b_one, a_one
    announce bell(2)
trigger a_one, when bell(x)
  raise k by 1
trigger b_one, when bell(x)
  raise n by 1
""").play()
    assert s.said("trigger") == ["a_one(2)", "b_one(2)"]
