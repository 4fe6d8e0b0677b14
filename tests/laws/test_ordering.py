"""The law of triggers: both orders of two that come together are played, and told only where they come to something else."""

import pytest

from interpreter.laws.confluence import either_order, members_of, rivals
from interpreter.laws.counterexample import retell, scenario_block
from interpreter.laws.laws import Broken
from interpreter.laws.script import Script
from interpreter.laws.search import LAWS, search
from interpreter.laws.trials import names_for, Profile, tasks
from interpreter.pipeline import load, prepare
from interpreter.scenario.runner import run_scenarios
from interpreter.text.diagnostic import Report

GAME = """game bells "Bells" for 2..3 players

token Bell
components bells: Bell, 6
zone tower: heap of Bell, face up
zone yard: heap of Bell, face up
counter strokes: 0..99 = 0
counter echo: 0..99 = 0
state last: Player or none = none
event ring(p: Player)
each player has
  counter heard: 0..99 = 0
  zone own: heap of Bell, face up

setup
  move bells to tower

play
  repeat 3 times
    for each p in players
      run pull for p

turn pull
  step pulling
    choose strength from 1..3  "How hard do you pull?"
    raise strokes by strength
    announce ring(me)

{triggers}
score ears = me.heard
winner highest total, then shared
"""
LAW = LAWS[-1]


def rules_of(folder, triggers):
    path = folder / "bells.rules"
    path.write_text(GAME.format(triggers=triggers), encoding="utf-8")
    report = Report()
    rules = load(path, report)
    assert report.ok, report.errors
    return rules


def spec_of(rules):
    report = Report()
    made = prepare(rules, 2, {}, report, names=names_for(2)).spec
    assert report.ok, report.errors
    return made


SAME = [
    # both read and set the same counter, and come to the same
    "trigger one, when ring(p)\n  set echo to strokes + echo - echo\ntrigger two, when ring(p)\n  set echo to strokes\n",
    # both ask: the same answers are given to the same questions
    'trigger one, when ring(p)\n  choose a from 0..3 by p  "A?"\n  set p.heard to max(p.heard, a)\n'
    'trigger two, when ring(p)\n  choose b from 0..3 by p  "B?"\n  set p.heard to max(p.heard, b)\n',
    # never at once
    "trigger one, when ring(p) if echo is 1\n  set echo to 1\ntrigger two, when ring(p) if echo is 0\n  set echo to 0\n",
]
OTHER = [
    ("trigger one, when ring(p)\n  set echo to strokes * 2\ntrigger two, when ring(p)\n  set echo to strokes\n", "echo is"),
    # the first to come keeps the second away
    ("trigger one, when ring(p) if echo is 0\n  set echo to 1\n"
     "trigger two, when ring(p) if echo is 0\n  set echo to 2\n", "echo is"),
    # what an argument is set to
    ("effect hit(n: 0..9)\n  set echo to n\ntrigger always_hit, when ring(p)\n  hit(3)\n"
     "trigger one, before hit(n)\n  set n to n + 1\ntrigger two, before hit(n)\n  set n to n * 2\n", "echo is"),
    # as soon as
    ("trigger one, as soon as strokes > 4\n  set echo to 5\ntrigger two, as soon as strokes > 3\n  set echo to 7\n", "echo is"),
    # what a hold lets go
    ("event gone(p: Player)\ntrigger rest, before ring(p)\n  hold one, two\n    announce gone(p)\n    raise strokes by 1\n"
     "trigger one, when gone(p)\n  set echo to 4\ntrigger two, as soon as strokes > 3\n  set echo to 7\n", "echo is"),
    # who is asked what
    ('trigger one, when ring(p) if last is none\n  set last to p\ntrigger two, when ring(p) if last is none\n'
     '  choose a from 1..3 by p  "A?"\n  set p.heard to a\n  set last to first(players)\n', "heard is"),
    # things
    ("trigger one, when ring(p)\n  move tower to p.own\ntrigger two, when ring(p)\n  move tower to yard\n", "holds"),
    # one of them ends the turn
    ("trigger one, when ring(p)\n  end turn\ntrigger two, when ring(p)\n  raise echo by 1\n", "echo is"),
]


@pytest.mark.parametrize("triggers", SAME)
def test_where_both_orders_come_to_the_same_nothing_is_told(tmp_path, triggers):
    spec = spec_of(rules_of(tmp_path, triggers))
    for seed in range(15):
        either_order(spec, Script(seed))


@pytest.mark.parametrize(("triggers", "what"), OTHER)
def test_where_they_do_not_it_is_told(tmp_path, triggers, what):
    spec = spec_of(rules_of(tmp_path, triggers))
    assert ("one", "two") in [(pair.first.name, pair.second.name) for pair, _ in rivals(spec)]
    with pytest.raises(Broken, match=f"`one` and `two` comes first.*{what}"):
        for seed in range(15):
            either_order(spec, Script(seed))


@pytest.mark.parametrize(("triggers", "what"), OTHER)
def test_an_order_ends_it(tmp_path, triggers, what):
    for line in ("order one, then two", "order two, then one"):
        rules = rules_of(tmp_path, f"{triggers}{line}\n")
        assert not [pair for pair, _ in rivals(spec_of(rules)) if {pair.first.name, pair.second.name} == {"one", "two"}]


OWN = [
    ("trigger one, as soon as strokes > 3, for each q in players\n"
     "  set echo to q.heard + (if q is first(players) then 0 otherwise 1)\n", "echo is"),
    ("trigger one, as soon as strokes > 3, for each q in players\n  end game, won by q\n", "the end is"),
    ("trigger one, as soon as strokes > 3, for each b in tower\n  move tower where it is not b to yard\n", "holds"),
]


@pytest.mark.parametrize(("triggers", "what"), OWN)
def test_the_members_of_one_are_tried_both_ways_round(tmp_path, triggers, what):
    spec = spec_of(rules_of(tmp_path, triggers))
    assert [one.name for one in members_of(spec)] == ["one"]
    with pytest.raises(Broken, match=f"`one` is due for several at once.*{what}"):
        for seed in range(15):
            either_order(spec, Script(seed))
    assert LAW.name in {task.law for task in tasks(rules_of(tmp_path, triggers), Profile(5, 1.0))}


def test_members_that_come_to_the_same_or_that_the_rules_put_in_an_order_are_left_alone(tmp_path):
    same = "trigger one, as soon as strokes > 3, for each q in players\n  raise q.heard by 1\n"
    for seed in range(15):
        either_order(spec_of(rules_of(tmp_path, same)), Script(seed))
    said = OWN[1][0].replace("in players", "in [last(players), first(players)]")
    assert members_of(spec_of(rules_of(tmp_path, "use seats\n" + said))) == []


def test_the_law_is_left_out_where_nothing_comes_together(tmp_path):
    assert LAW.name in {task.law for task in tasks(rules_of(tmp_path, OTHER[0][0]), Profile(5, 1.0))}
    assert LAW.name not in {task.law for task in tasks(rules_of(tmp_path, ""), Profile(5, 1.0))}


def test_the_scenario_says_how_it_is_and_fails_the_other_way_round(tmp_path):
    triggers = OTHER[0][0]
    rules = rules_of(tmp_path, triggers)
    spec = spec_of(rules)
    found = search(spec, LAW, 20, 10.0).finding
    assert found.wrong.span.text == "two" and len(found.least.tape) <= 1
    block = scenario_block(retell(spec, found.least), "found", then=found.wrong.then)
    assert "if `two` came first" in block
    path = tmp_path / "found.rules"
    path.write_text(f"library found\nuse bells\n\n{block}", encoding="utf-8")
    assert run_scenarios(rules, Report(), [path])[0].passed
    assert run_scenarios(rules_of(tmp_path, f"{triggers}order one, then two\n"), Report(), [path])[0].passed
    assert not run_scenarios(rules_of(tmp_path, f"{triggers}order two, then one\n"), Report(), [path])[0].passed
