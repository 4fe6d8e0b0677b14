"""Small forms: components in place, states for two ranges, ways there are not, scores in lines, grids, repeated positions."""

import json

import pytest

from interpreter.core.question import Over
from interpreter.core.state import State
from interpreter.core.types import NONE
from interpreter.engine.machine import Machine, start
from interpreter.text.diagnostic import Fault
from tests.engine.scripted import Sitting, spec_of

CHESSMEN = """game camp "Camp" for 2..2 players
enum Sort = king | rook | pawn
piece Man
  sort: Sort
  worth: 0..9 = 1
components men: Man, 11 each
  | id   | sort | worth | copies |
  | king | king | 0     | 1      |
  | rook | rook | 5     | 2      |
  | pawn | pawn | 1     | 8      |
components beads: Man, 3 each
  | sort | worth |
  | pawn | 7     |
components towers: Man
  | id    | sort |
  | tower | rook |
components crowns: Man, one each
  | sort |
  | king |
zone field: heap of Man, face up
setup
  move men to field
  move towers["tower"] to field
play
  end game
score worth_of = sum of m.worth for m in me.men
score beads_of = sum of m.worth for m in me.beads
score crown = if me.crowns.sort is king then 100 otherwise 0
winner highest total, then shared
"""


def test_components_stand_in_the_rules(tmp_path):
    spec = spec_of(tmp_path, CHESSMEN)
    ids = [one.id for one in spec.components if one.owner == 0]
    assert ids == ["Seat1.king", "Seat1.rook", "Seat1.rook_2", "Seat1.pawn", *(f"Seat1.pawn_{k}" for k in range(2, 9)),
                   *(f"Seat1.beads[{k}]" for k in range(1, 4)), "Seat1.crowns"]
    assert [one.id for one in spec.components if one.owner < 0] == ["tower"]
    over = Sitting(spec).play().over
    assert over.totals == (18 + 21 + 100,) * 2


GRIDS = """game steps "Steps" for 2..2 players
use grid
space Cell
  column: 1..4
  row: 1..3
  wet: yes/no = no
board grid of Cell, 4 by 3
state mark[1..4, 1..3]: 0..99 = 0
counter seen: 0..999 = 0
piece Man
components men: Man, one each
setup
  for each p in players
    move p.men to grid[1, 1]
effect go(right: 0..9, down: 0..9)
  let there = shifted(grid[1, 1], right, down)
  if there is none
    do nothing
  otherwise
    move first(players).men to there
    set mark[there.column, there.row] to there.column * 10 + there.row
play
  go(2, 1)
  go(4, 0)
  go(0, 3)
  for each c in 1..4
    for each r in 1..3
      raise seen by mark[c, r]
      require grid[c, r].column is c and grid[c, r].row is r, "spaces are counted across, then down"
  require first(players).men.place is grid[3, 2], "three across, two down"
  require distance(grid[1, 1], grid[4, 3], grid) is 5, "links run across and down"
  require links(grid[2, 2]) is {grid[2, 1], grid[1, 2], grid[3, 2], grid[2, 3]}, "four of them"
  require next_to(grid[4, 1], right) is none and next_to(grid[4, 1], down_left) is grid[3, 2], "by name"
  require along(grid[2, 1], down) is [grid[2, 2], grid[2, 3]], "to the edge"
  require count(lines(grid, 3)) is 6 + 4 + 4, "across, down, slanting"
  require lines_through(grid[4, 3], 3) is [[grid[2, 1], grid[3, 2], grid[4, 3]], [grid[4, 1], grid[4, 2], grid[4, 3]],
      [grid[2, 3], grid[3, 3], grid[4, 3]]], "three"
score points
  let doubled = 2 * seen
  0                if seen is 0
  doubled + 1      if count(me.men.place.column..4) > 2
  otherwise doubled
winner highest total, then shared
"""


def test_grids_states_and_scores_in_lines(tmp_path):
    over = Sitting(spec_of(tmp_path, GRIDS)).play().over
    assert over.totals == (64, 65)


def test_a_place_beyond_the_grid_is_a_fault(tmp_path):
    beyond = "  let far = 3 + count(players)\n  if grid[far, 1].wet\n    go(1, 1)\n"
    text = GRIDS.replace("play\n", f"play\n{beyond}")
    with pytest.raises(Fault) as raised:
        Sitting(spec_of(tmp_path, text)).play()
    assert raised.value.code.id == "E0920"


WAYS = """game ways "Ways" for 2..2 players
space Spot
board green of Spot from "spots.csv", links from "paths.csv"
counter far: 0..9 = 0
counter steps: 0..9 = 9
setup
  require distance(green["a"], green["c"], green) is none, "nothing leads there"
  require distance(green["a"], green["b"], green) is 1, "one link"
  if distance(green["a"], green["c"], green) is not none
    set far to 1
play
  FURTHER
winner shared
"""


WAY = 'distance(green["a"], green["c"], green)'


@pytest.mark.parametrize("line", [
    f"raise far by {WAY}", f"set steps to {WAY}", f"set far to max(0, {WAY})", f"set far to 3 - {WAY}",
    f'require {WAY} < 3, "near"',
])
def test_no_way_is_none_and_no_number(tmp_path, line):
    spec = spec_of(tmp_path, WAYS.replace("FURTHER", line), spots="id\na\nb\nc\n", paths="from,to\na,b\n")
    with pytest.raises(Fault):
        Sitting(spec).play()


# ------------------------------------------------------------------ repeated positions


SHUTTLE = """game shuttle "Shuttle" for 2..2 players
space Cell
board grid of Cell, 3 by 1
piece Man
components men: Man, 2 each
counter twice: 0..99 = 0, seen by nobody
counter moves: 0..99 = 0, seen by nobody
setup
  for each p in players
    if p is first(players)
      move p.men to grid[1, 1]
    otherwise
      move p.men to grid[3, 1]
turn go
  step move_one
    choose man from me.men
    choose goal from links(man.place)
    move man to goal
    raise moves by 1
play
  repeat 20 times
    for each p in players
      run go for p
trigger draw, as soon as repeated position 3 times
  end game
trigger again, as soon as repeated position
  set twice to moves
winner highest twice, then shared
"""


def shuttle(folder):
    return spec_of(folder, SHUTTLE.replace(", seen by nobody", ""), checked=False), spec_of(folder, SHUTTLE)


FORTH_AND_BACK = ["grid[2, 1]", "grid[2, 1]", "grid[1, 1]", "grid[3, 1]"]


def moved(sitting, rounds, man="{}.men[1]"):
    """So many times forth and back, each player with one man."""
    for _ in range(rounds):
        for k, goal in enumerate(FORTH_AND_BACK):
            sitting.play(man.format(sitting.spec.seats[k % 2]))
            if sitting.pause is not None and sitting.pause.questions[0].name == "goal":
                sitting.play(goal)
    return sitting


def test_a_position_comes_again(tmp_path):
    """Forth and back, twice: the first position is there the third time, whichever of two men alike has moved; the play ends as
    the turn begins."""
    _, spec = shuttle(tmp_path)
    sitting = Sitting(spec)
    sitting.play()
    moved(sitting, 1)
    cell = next(k for k, info in enumerate(spec.cells) if info.name == "twice")
    assert sitting.machine.state.cells[cell] == 4
    assert len(sitting.machine.state.history) == 5
    assert sitting.over is None
    moved(sitting, 1, "{}.men[2]")
    assert len(sitting.machine.state.history) == 9
    assert isinstance(sitting.over, Over) and sitting.over.totals == (0, 0)


def test_an_open_counter_that_goes_on_makes_positions_different(tmp_path):
    counting, _ = shuttle(tmp_path)
    sitting = moved(Sitting(counting).play(), 3)
    assert sitting.over is None and len(set(sitting.machine.state.history)) == 13


def test_what_has_been_is_copied_and_saved(tmp_path):
    _, spec = shuttle(tmp_path)
    sitting = moved(Sitting(spec).play(), 1)
    state = sitting.machine.state
    again = State.from_data(json.loads(json.dumps(state.to_data())))
    assert again == state and again.key() == state.key() and state.copy().history == state.history
    other = Machine(spec, start(spec)).state
    assert other.key() != state.key() and other.history == ()


def test_the_history_of_a_play_with_another_order_is_the_same(tmp_path):
    """What has been is kept in no order: the same positions, the same future."""
    _, spec = shuttle(tmp_path)
    state = moved(Sitting(spec).play(), 1).machine.state
    assert list(state.history) == sorted(state.history)
    assert NONE not in state.history


# ------------------------------------------------------------------ free actions for cards that nobody knows


BLIND = """game blind "Blind" for 2..2 players
card Card
  rank: 1..9
components cards: Card from "cards.csv"
zone covered: heap of Card, face down
zone spare: heap of Card, face down
zone shown: heap of Card, face up
counter n: 0..9 = 0
setup
  move cards where it.rank <= 4 to covered
  move cards where it.rank in 5..6 to spare
  move cards where it.rank > 6 to shown
turn go
  step ask_it
    choose number from 1..2
    raise n by number
play
  for each p in players
    run go for p
offer turn_up "Turn one up" beside number, for each c in covered + spare + shown
  move c to shown
winner shared
"""


def test_a_free_action_for_cards_that_look_the_same_is_offered_once_and_chance_says_which(tmp_path):
    spec = spec_of(tmp_path, BLIND)
    sitting = Sitting(spec).play()
    machine, question = sitting.machine, sitting.pause.questions[0]
    ids = {one.id: one.number for one in spec.components}
    assert [value for _, value in question.offers] == [ids[name] for name in "ghae"]      # those known, one of each heap
    machine.take(question, question.offers[2])
    (chance,) = machine.advance().questions
    assert chance.of_nature and list(chance.options) == [ids[name] for name in "abcd"]
    machine.answer(chance, ids["c"])
    (again,) = machine.advance().questions
    assert again.name == "number" and ids["c"] in machine.state.zones[machine.state.places[ids["h"]]]
    assert [value for _, value in again.offers] == [ids[name] for name in "cghae"]
    machine.take(again, again.offers[0])                                                  # a known card is itself
    (stands,) = machine.advance().questions
    assert stands.name == "number"
