"""Small mistakes put into the compiler, each of which the law of equality notices within some plays.

The runtime is read from its files, so a mistake is put into a copy of one; a mistake in what is written for a game is put
into the
text of its module.
"""

import shutil
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from interpreter.engine.compiled import instance, module, play
from interpreter.text.diagnostic import InternalError
from tests.bench.equal import spec_of
from tests.engine.compiled.side_by_side import Different, same_play
from tests.engine.scripted import spec_of as small_spec

TOWN, TAPE, ALONE = ("tests/probe/town.rules", 3), ("mixtape", 3), ("rules/mixtape/solo.rules", 1)
MOTHS, PIG = ("moths", 4), ("pig", 2)
HIDDEN = ("hidden", 3)
MOST_PLAYS = 30

# cards are taken unseen, and nobody can follow them afterwards
THIEVES = """game small "Thieves" for 3..3 players
use cards, seats
card Card
  rank: 1..8
components cards: Card from "cards.csv"
zone deck: pile of Card, face down
each player has
  zone hand: heap of Card, seen by owner
winner shared
setup
  move cards to deck
  shuffle deck
  for each p in players
    draw 2 from deck to p.hand
turn go
  step take
    choose stolen from left_of(me).hand
    move stolen to me.hand
    choose given from me.hand
    move given to right_of(me).hand
play
  repeat 3 times
    for each p in players
      run go for p
"""

# the game that notices, the file of the runtime, what stands there, and what stands in its place
IN_RUNTIME = [
    (TAPE, "zones", "at_end = end != 1 if load32(of + 16) == 1 else end != 2",
     "at_end = end != 2 if load32(of + 16) == 1 else end != 1"),
    (HIDDEN, "zones", "set_known(thing, known(thing) & ~blind)", "set_known(thing, known(thing))"),
    (TOWN, "zones", "set_known(narrow(at_index(things, k)), seen)", "set_known(narrow(at_index(things, k)), known(0))"),
    (TAPE, "zones", "set_known(thing, known(thing) | shown)\n\n\ndef lose", "set_known(thing, known(thing))\n\n\ndef lose"),
    (TAPE, "zones", "named - 1 - k if load32(of + 16) == 0 else k", "k"),
    (TAPE, "zones", "store8(to, g.branch)", "store8(to, 0)"),
    (TOWN, "zones", "if other < 0 or size(other) == 0:", "if other < 0 or size(other) < 2:"),
    (TAPE, "turns", "store32(at.BEFORE, 0)\n    frame", "store32(at.BEFORE, 1)\n    frame"),
    (TOWN, "turns", "store64(frame + narrow(at_index(dead, k)), at.NIL)", "store64(at.FOUND, at.NIL)"),
    (TOWN, "turns", "if load32(of + 20) < 0 or load32(g.top) != load32(of + 20):", "if load32(of + 20) < 0:"),
    (TAPE, "turns", "store32(at.SERVING, -1)\n    return at.ANEW", "store32(at.SERVING, 0)\n    return at.ANEW"),
    (TAPE, "turns", "        if load32(at.TOPS + seat * 4 + 4) != 0:\n            if load32(at.OPEN",
     "        if seat != 1:\n            if load32(at.OPEN"),
    (TOWN, "reactions", "set_cell(cell, 1)\n        remove_dues(number, value)", "remove_dues(number, value)"),
    (TOWN, "reactions", "        set_cell(cell, 0)\n        count", "        count"),
    (TOWN, "reactions", "store32(at.RESOLVING, frame_count())", "store32(at.RESOLVING, frame_count() - 1)"),
    (ALONE, "lists", "while k >= 0 and load32(indices + k * 4) == count - size + k:",
     "while k >= 0 and load32(indices + k * 4) == count - size:"),
    (ALONE, "lists", "return load64(narrow(things))\n\n\ndef last", "return at_index(things, count_of(things) - 1)"
                                                                    "\n\n\ndef last"),
    (ALONE, "turns", "copy(at.BLOCK, saved, table)", "copy(at.BLOCK, saved, 64)"),
    (TAPE, "choices", "left = binomial(count, size)\n        indices = identity(count)\n        while left > 0:\n     "
                      "       store64(to, chosen",
     "left = binomial(count, size) - 1\n        indices = identity(count)\n        while left > 0:\n            "
     "store64(to, chosen"),
    (TOWN, "journeys", "store64(to, packed(space, here, left - 1, 5 | stops_at(leg)))",
     "store64(to, packed(space, here, left, 5 | stops_at(leg)))"),
    (TOWN, "journeys", "return not holds_at(4, here)", "return 1"),
    (TOWN, "journeys", "if narrow(journey >> 48) & 2 == 0:\n        after = ways",
     "if left_of_it(journey) != 0:\n        after = ways"),
    (HIDDEN, "choices", "return narrow(known(narrow(thing)) >> unsigned(seat)) & 1 == 0", "return 0"),
]

# the game that notices, what stands in its module, and what stands there instead: its first occurrence in a routine
IN_MODULE = [
    (PIG, "i64.add", "i64.sub"),
    (PIG, "i64.ge_s", "i64.gt_s"),
    (MOTHS, "i64.lt_s", "i64.ge_s"),
    (TAPE, "i32.eqz", "i32.popcnt"),
    (TOWN, "i64.eq ", "i64.ne "),
]


@cache
def ready(game: str, people: int):
    """The Spec of a game, or of the one above."""
    if game == "hidden":
        with TemporaryDirectory() as folder:
            return small_spec(Path(folder), THIEVES, people)
    return spec_of(game, people)


def noticed(monkeypatch, where, made) -> bool:
    """Do plays of a game part?"""
    monkeypatch.setattr(play, "compiled", lambda spec: made)
    try:
        for seed in range(MOST_PLAYS):
            made.resident = None
            same_play(ready(*where), seed, most=200)
    except (Different, InternalError, ValueError, KeyError, IndexError, StopIteration):
        return True
    return False


@pytest.mark.parametrize("mutant", IN_RUNTIME, ids=lambda one: f"{one[1]}: {' '.join(one[3].split())[:50]}")
def test_a_mistake_in_the_runtime_is_noticed(mutant, tmp_path, monkeypatch):
    where, name, old, new = mutant
    folder = tmp_path / "runtime"
    shutil.copytree(module.HERE, folder)
    path = folder / f"{name}.py"
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, text.count(old)
    path.write_text(text.replace(old, new), encoding="utf-8")
    monkeypatch.setattr(module, "HERE", folder)
    module._runtime.cache_clear()
    try:
        made = instance.instance_of(module.write(ready(*where)))
    finally:
        module._runtime.cache_clear()
    assert noticed(monkeypatch, where, made)


@pytest.mark.parametrize("mutant", IN_MODULE, ids=lambda one: f"{one[1]} {one[2]}")
def test_a_mistake_in_what_is_written_for_a_game_is_noticed(mutant, monkeypatch):
    where, old, new = mutant
    made = module.write(ready(*where))
    parts = made.text.split("\n;; ")
    at = next(k for k, part in enumerate(parts[1:], start=1) if f"({old}" in part
              and part.split()[1] in ("Adjust", "SetCell", "Branch"))
    parts[at] = parts[at].replace(f"({old}", f"({new}", 1)
    made.text = "\n;; ".join(parts)
    assert noticed(monkeypatch, where, instance.instance_of(made))


@pytest.mark.parametrize("where", [HIDDEN, PIG, MOTHS, ALONE], ids=lambda one: one[0].rpartition("/")[2])
def test_without_a_mistake_nothing_is_noticed(where, monkeypatch):
    assert not noticed(monkeypatch, where, instance.instance_of(module.write(ready(*where))))
