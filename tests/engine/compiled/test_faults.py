"""Where the module has nothing to say, the reference engine says it: faults, limits and large numbers are told in its words,
with its line and its chain, and the play before them is the same."""

import pytest

from interpreter.core.question import Over
from interpreter.engine.compiled.compiled_play import compiled_play
from interpreter.engine.compiled.instance import compiled
from interpreter.engine.compiled.results import plays
from interpreter.engine.machine import Machine, start
from interpreter.text.diagnostic import Fault
from tests.engine.compiled.side_by_side import same_play
from tests.engine.scripted import spec_of

GAME = """game small "Small" for 2..2 players
use cards
card Card
  rank: 1..8
components cards: Card from "cards.csv"
zone deck: pile of Card, face down
each player has
  zone hand: heap of Card, face up
counter n: 0..99 = 0
counter big: 0..900000000000000 = 1
state marked: yes/no = no
winner shared
score points = n
setup
  move cards to deck
  shuffle deck
effect loop_for(times)
  repeat times times
    raise n by 1, at most 90
    lower n by 1
play
  choose chosen from 1..3 by first(players)
"""


def told(machine) -> str:
    """What comes of a play in which everybody takes the first option."""
    try:
        while not isinstance(stop := machine.advance(), Over):
            for question in stop.questions:
                machine.answer(question, question.options if question.name == "shuffle" else question.options[0])
    except Fault as found:
        return f"{found.code.id} {found.message} {found.span} {found.notes} {found.chain} {found.uses}"
    return str(stop)


@pytest.mark.parametrize("lines", [
    "  set n to 7 / (chosen - 1) rounded down",
    "  set n to first(first(players).hand).rank",
    "  set n to chosen + 120",
    "  loop_for(20000)",
    "  draw 9 from deck to first(players).hand",
    "  set big to big * 800000000000000 * (chosen + 1)",
    "  while n < 50\n    set marked to yes",
])
def test_a_fault_is_told_as_by_the_reference(tmp_path, lines):
    spec = spec_of(tmp_path, GAME + lines + "\n", checked=False)
    wanted = told(Machine(spec, start(spec)))
    assert wanted.startswith("E") and wanted == told(compiled_play(spec))
    if "chosen" not in lines:                                 # every play comes to it, and the module plays none to its end
        assert list(plays(compiled(spec), 1, 2)) == [None, None]


@pytest.mark.parametrize("lines", [
    "  set big to big * 700000 * 900000\n  set n to big mod 97\n",
    "  set n to (0 - 7) / 2 rounded up + 10\n  raise n by (0 - 7) mod 3\n  raise n by 7 / 2 rounded down\n",
    "  raise n by 200, at most 60\n  lower n by 90, at least 3\n",
    "  loop_for(300)\n",
    "  draw chosen from deck to first(players).hand\n  set n to first(deck).rank\n",
    "  draw 2 from deck to first(players).hand\n  if first(first(players).hand).place is deck\n    set n to 3\n"
    "  if first(first(players).hand).place is first(players).hand\n    raise n by 4\n",
])
def test_what_is_allowed_is_carried_out_alike(tmp_path, lines):
    spec = spec_of(tmp_path, GAME + lines, checked=False)
    for seed in (1, 2, 3):
        assert same_play(spec, seed) > 0
    assert None not in list(plays(compiled(spec), 1, 5))
