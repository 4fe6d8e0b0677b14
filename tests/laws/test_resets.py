"""The law of resets: a flag that is set and never cleared and a counter that only grows are named; what is set back is not."""

import pytest

from interpreter.laws.resets import for_good
from interpreter.pipeline import load, prepare
from interpreter.project.files import games
from interpreter.text.diagnostic import Report

GAME = """game shed "Shed" for 2..3 players
use seats
each player has
  state used: yes/no = no
  counter noise: 0..99 = 0
  counter points: 0..99 = 0
state over_soon: yes/no = no
play
  repeat 3 times
    for each p in players
      run go for p
turn go
  step begin
    {begin}
  step ability
    if me.used is no and me.noise < 3
      may use_it "Do you use it?"
        set me.used to yes
        raise me.noise by 1
        raise me.points by 1
{more}
score sum = me.points
winner highest total, then shared
"""
OFF, DOWN = "set me.used to no", "set me.noise to 0"


def named(folder, begin, more=""):
    path = folder / "shed.rules"
    path.write_text(GAME.format(begin=begin, more=more), encoding="utf-8")
    report = Report()
    spec = prepare(load(path, report), 2, {}, report).spec
    assert report.ok, report.errors
    return [(one.name.rsplit(".", 1)[-1], one.done) for one in for_good(spec)]


@pytest.mark.parametrize("begin, expected", [
    (f"{OFF}\n    {DOWN}", []),
    (DOWN, [("used", "set to yes")]),                                     # the line that clears it is missing
    (OFF, [("noise", "raised")]),
    (f"{DOWN}\n    set me.used to yes", [("used", "set to yes")]),        # it sets it the wrong way
    (f"{DOWN}\n    set me.used to me.noise > 1", []),                     # it may set it back
    (f"{OFF}\n    lower me.noise by 1, at least 0", []),
    ("raise me.points by 1", [("used", "set to yes"), ("noise", "raised")]),
])
def test_what_no_rule_sets_back_is_named(tmp_path, begin, expected):
    assert named(tmp_path, begin) == expected


def test_what_only_a_free_action_or_a_trigger_looks_at_is_named(tmp_path):
    for condition in ('offer shout "Shout?" beside use_it if me.hoarse is no\n  set me.hoarse to yes\n',
                      "trigger late, as soon as p.hoarse is yes, for each p in players\n  set over_soon to yes\n"
                      "effect shout(p: Player)\n  set p.hoarse to yes\n"):
        more = "each player has\n  state hoarse: yes/no = no\n" + condition
        assert named(tmp_path, f"{OFF}\n    {DOWN}", more) == [("hoarse", "set to yes")]


def test_what_no_rule_looks_at_is_left_to_the_checks(tmp_path):
    assert named(tmp_path, f"{OFF}\n    {DOWN}\n    set over_soon to yes") == []


def test_in_the_games_that_are_shipped_it_names_what_is_meant_so():
    found = {}
    for game in games():
        rules = load(game, Report())
        spec = prepare(rules, rules.people()[-1], {}, Report(), checks=False).spec
        found |= {game: [one.name for one in for_good(spec)]}
    assert {game: names for game, names in found.items() if names} == {
        "tall_oaks": ["player.alive", "player.revealed", "player.ability_spent"],
    }
