"""Small games for forms that no shipped game has: both engines play them alike, at every pause and carried across."""

import pytest

from interpreter.engine.compiled.compiled_play import compiled_play
from interpreter.engine.machine import Machine, start
from tests.bench.equal import same_ends, spec_of as shipped
from tests.engine.compiled.side_by_side import same_play
from tests.engine.scripted import spec_of
from tests.engine.test_small_forms import BLIND, GRIDS, SHUTTLE

APART = """game gossip "Gossip" for 2..3 players
card Card
  rank: 1..9
components cards: Card from "cards.csv"
die d6 = 1, 2, 3, 4, 5, 6
zone store: heap of Card, face up
each player has
  zone hand: heap of Card, face up
  counter fame: 0..99 = 0
  counter luck: 0..99 = 0
counter looks: 0..99 = 0
setup
  move cards to store
effect show(p: Player, c: Card)
  move c to p.hand
  raise p.fame by c.rank
trigger talk, when show(p, c), not in suppose
  roll d6 as luck
  raise p.luck by luck
trigger high, as soon as p.fame > 8, for each p in players, not in suppose
  raise p.luck by 10
trigger twice, instead of show(p, c) if c.rank is 3, not in suppose
  raise p.luck by 1
  move c to p.hand
effect count_me()
  raise me.luck by 1
turn go
  step one
    choose shown from store
      must (suppose show(me, it): me.fame + me.luck) < 60
    show(me, shown)
    count_me() for next_player
play
  repeat 2 times
    for each p in players
      run go for p
define next_player = last(players)
score fame_of = me.fame + me.luck
winner highest fame_of, then shared
"""

SLIDES = """game slides "Slides" for 2..2 players
space Cell
  column: 1..5
  row: 1..4
board grid of Cell, 5 by 4
piece Man
components men: Man, 2 each
counter far: -1..99 = 0
counter seen: 0..9999 = 0
setup
  for each p in players
    move first(p.men) to grid[1, 1]
    move last(p.men) to grid[5, 4]
turn go
  step slide
    choose man from me.men
    choose right from -1..1
    choose down from -1..1
    let on = along_it(man, right, down)
    if count(on) > 0
      choose goal from on
      move man to goal
    let there = shifted(man.place, right * 2, down * 2)
    if there is not none
      raise seen by 1
    choose size from 0..5
    raise seen by count(lines(grid, size)) + count(lines_through(man.place, size))
    raise seen by count(lines(grid where it.column <= size, 3))
    let steps = distance(man.place, grid[5, 4], grid where it.row > 1)
    set far to -1
    if steps is not none
      set far to steps
play
  repeat 3 times
    for each p in players
      run go for p
define along_it(man: Man, right: -1..1, down: -1..1) = ray(man.place, right, down)
winner shared
"""

SMALL = {"apart": (APART, 3), "blind": (BLIND, 2), "grids": (GRIDS, 2), "shuttle": (SHUTTLE, 2), "slides": (SLIDES, 2)}


@pytest.mark.parametrize("name", SMALL)
def test_small_games_are_played_alike(name, tmp_path):
    text, people = SMALL[name]
    spec = spec_of(tmp_path, text, people, checked=False)
    pauses = sum(same_play(spec, seed, most=300, carried=carried) for seed in range(1, 9) for carried in (0, 1))
    assert pauses > 0 or name == "grids"
    assert same_ends(spec, 1, 40) == 40


@pytest.mark.parametrize("game", ["tests/games/tic_tac_toe.rules", "tests/games/connect_four.rules"])
def test_games_on_a_grid(game):
    spec = shipped(game, 2)
    assert sum(same_play(spec, seed, carried=3) for seed in range(5)) > 20
    assert same_ends(spec, 1, 40) == 40


def test_the_module_plays_them_itself(tmp_path):
    """Nothing here is left to the reference engine."""
    for text, people in SMALL.values():
        spec = spec_of(tmp_path, text, people, checked=False)
        play, machine = compiled_play(spec), Machine(spec, start(spec))
        for _ in range(30):
            stop = play.advance()
            other = machine.advance()
            if not getattr(stop, "questions", ()):
                break
            for question, same in zip(stop.questions, other.questions, strict=True):
                value = question.options if question.name == "shuffle" else question.options[0]
                value = (value,) * question.count if question.name == "roll" else value
                play.answer(question, value)
                machine.answer(same, value)
        assert play.handed_over == 0 and play.state.key() == machine.state.key()
