"""Is it ever so? Conditions are looked for in plays by random seats and the game's strategies."""

import pytest

from interpreter.laws.reachability import look_for, Looked, pieces, understood
from interpreter.pipeline import load
from interpreter.text.diagnostic import Report

GAME = '''game stairs "Stairs" for 1..2 players
use seats
each player has
  counter rung: 0..9 = 0
play
  repeat 9 times
    for each p in players
      run climb for p
turn climb
  step go
    may up "Climb?"
      raise me.rung by 1
    otherwise
      fall()
effect fall()
  set me.rung to 0
score height = me.rung
winner highest total, then shared
'''
STRATEGIES = '''library stairs_strategies
use stairs
strategy climber "Always climbs" for stairs
  at up, prefer yes
'''


@pytest.fixture
def stairs(tmp_path):
    (tmp_path / "stairs.rules").write_text(GAME, encoding="utf-8")
    (tmp_path / "strategies.rules").write_text(STRATEGIES, encoding="utf-8")
    return load(tmp_path / "stairs.rules", Report())


def looked(rules, *goals, plays=6, people=(1,)):
    found = Looked(goals)
    for piece in pieces(rules, people, plays, 1, goals, {}):
        found.add(look_for(piece))
    return found


def test_what_only_a_strategy_comes_to(stairs):
    top, fall, never = "some p in players where p.rung is 9", "happens fall()", "some p in players where p.rung < 0"
    found = looked(stairs, top, fall, never)
    assert found.plays == 6 and found.stopped == 0
    assert found.first(top).player == "climber" and len(found.hits[top]) == 3
    assert found.first(fall).player == "random"
    assert found.missed == (never,)


def test_every_number_of_players_plays_as_often(stairs):
    assert looked(stairs, "over", plays=7, people=()).plays == 14


@pytest.mark.parametrize("words, code", [
    ("count(nothing) is 3", "E0201"), ("happens nothing()", "E0204"), ("asked up by Ann", "E0101"), ("1 + 1", "E0301"),
])
def test_what_means_nothing_is_told(stairs, words, code):
    report = Report()
    understood(stairs, 1, {}, (words,), report)
    assert [one.code.id for one in report.errors] == [code]
