"""Small mistakes put into the compiler, each of which the law of equality notices within some plays: in
a quick run a third of them.

The runtime is read from its files, so a mistake is put into a copy of one; a mistake in what is written for a game is put
into the text of its module.
"""

import shutil
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from interpreter.engine.compiled import compiled_play, instance, module, sight, strategy_functions
from interpreter.engine.compiled.results import plays, told
from interpreter.simulate.engines import players, sitting_at
from interpreter.simulate.playout import play_once
from interpreter.text.diagnostic import Fault, InternalError
from tests.bench.equal import spec_of
from tests.engine.compiled.side_by_side import Different, same_play
from tests.engine.compiled.test_strategies import CASES, CROWD, crowd, MANY, MIXED, OTHERS, SECRETS, SENTS, THEM
from tests.engine.scripted import spec_of as small_spec
from tests.profile import one_in
from tests.session.test_strategies import hut

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
    (ALONE, "turns", "copy(at.BLOCK, saved + 64, table)", "copy(at.BLOCK, saved + 64, 64)"),
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
    return parts(monkeypatch, ready(*where), made)


def parts(monkeypatch, spec, made, seats=(), most=MOST_PLAYS) -> bool:
    """The same, with somebody in each seat."""
    monkeypatch.setattr(compiled_play, "compiled", lambda spec, players: made)
    try:
        for seed in range(most):
            made.resident = None
            same_play(spec, seed, most=200, seats=seats)
    except (Different, InternalError, ValueError, KeyError, IndexError, StopIteration):
        return True
    except Fault:
        return False                                          # both engines have met it
    return False


def with_mistake(monkeypatch, folder, name: str, old: str, new: str, spec, seats=()):
    """The module of a game, written with a mistake in a file of the runtime."""
    shutil.copytree(module.HERE, folder)
    path = folder / f"{name}.py"
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, text.count(old)
    path.write_text(text.replace(old, new), encoding="utf-8")
    monkeypatch.setattr(module, "HERE", folder)
    module._runtime.cache_clear()
    try:
        return instance.instance_of(module.write(spec, players(seats)))
    finally:
        module._runtime.cache_clear()


@pytest.mark.parametrize("mutant", one_in(3, IN_RUNTIME), ids=lambda one: f"{one[1]}: {' '.join(one[3].split())[:50]}")
def test_a_mistake_in_the_runtime_is_noticed(mutant, tmp_path, monkeypatch):
    where, name, old, new = mutant
    made = with_mistake(monkeypatch, tmp_path / "runtime", name, old, new, ready(*where))
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


# ------------------------------------------------------------------ strategies


HAND = "another's hand"
MORE = CASES | {name: (THEM, wish, MIXED) for name, wish in SECRETS.items()} | {
    "whose place it is": (MANY, "at c, prefer it.place is me.hand, then prefer lowest it.value", ""),
    "a secret through a define": (THEM, SECRETS["through a define"], MIXED),
    "through a define": CASES["through a define"],
}

# who notices, the file of the runtime, what stands there, and what stands in its place
IN_EYES = [
    ("of a thing that is not known", "eyes", "return value + at.TAG\n    if value", "return value\n    if value"),
    ("of a thing that is not known", "eyes", "        unknown()\n        return value - at.TAG",
     "        return value - at.TAG"),
    ("that it is not", "eyes", "known(thing) >> unsigned(g.eyes - 1)) & 1", "known(thing) >> unsigned(0)) & 1"),
    (HAND, "eyes", "    elif not open_now(z):\n        secret()\n\n\ndef see_all", "\n\ndef see_all"),
    (HAND, "eyes", "if narrow(known(low + k * 64 + narrow(ctz(bits))) >> seat) & 1 == 0:", "if 0:"),
    ("an order that is not known", "eyes", "if loose_seen(z) > 1:", "if loose_seen(z) > 99:"),
    ("what is known by now", "eyes", "if loose_seen(z) > 1:", "if loose_seen(z) > 0 - 1:"),
    ("a free action without an end", "choosers", "load32(at.TAKES + seat * 4) < at.MOST_TAKEN",
     "load32(at.TAKES + seat * 4) < 19"),
    ("a free action for somebody", "choosers", "if narrow(at_index(offers, k) >> 32) == number:",
     "if narrow(at_index(offers, k) >> 32) != number:"),
    ("once in so many", "choosers", "return below(seat, narrow(times)) != 0", "return below(seat, narrow(times)) == 0"),
    ("once in a number that changes", "choosers", "        times = 1\n", "        times = 2\n"),
    ("a number", "choosers", "    g.answer = policy(who - 2, op, seat, options)", "    g.answer = at_index(options, 0)"),
    ("none, of which nothing can be asked", "lists", "        if g.mild:", "        if 0:"),
    ("a supposed effect", "turns", "copy(at.BLOCK, saved + 64, table)", "copy(at.BLOCK, saved + 64, 64)"),
    ("the table", "apart", "copy(at.CELLS, at.BEFORE_COPY, at.TABLE_SIZE)", "copy(at.CELLS, at.BEFORE_COPY, 0)"),
    ("the table", "eyes", "            copy(at.CELLS, at.SIDE, at.BEFORE_COPY - at.CELLS)", "            g.apart = 0"),
    ("the table", "apart", "        copy(address, live + address, length)", "        copy(address, live + address, 0)"),
    ("the table", "apart", "            store32(cell, load32(live + cell))", "            store32(cell, load32(cell))"),
    ("the top of a deck", "apart", "    if changed_hands():", "    if 0:"),
    ("the top of a deck", "apart", "            if load8(at.MARKS + thing) & 1 != 0:", "            if 0:"),
    ("another branch", "turns", "if decided(load32(given + 4), load32(given + 24),", "if decided(load32(given + 4), seat,"),
    ("where it may end now", "journeys", "(narrow(key >> 32) & 65535) - 1) != narrow(key >> 63):\n            return 0",
     "(narrow(key >> 32) & 65535) - 1) != narrow(key >> 63):\n            return 1"),
]

# who notices, and what is wrong in the compiler: a name in one of its files, and what it is instead
IN_COMPILER = [
    ("until the last move", strategy_functions, "JOURNEY", {"here": 0, "moves_left": 0}),
    ("a number", strategy_functions, "NARROW", strategy_functions.NARROW | {"highest": strategy_functions.Answering._first}),
    ("a player", strategy_functions, "NARROW", strategy_functions.NARROW | {
        "prefer": lambda one, preference: "(local.set $n (i32.const 1))"}),
    ("one of a hand", strategy_functions, "who_draws", lambda k, op: -1),
    ("of a thing that is not known", strategy_functions, "has_faces", lambda spec, type_: False),
    ("the least, of which none has nothing", strategy_functions.Answering, "_after", lambda one, none: ""),
    ("what all share", strategy_functions.Answering, "_begin", lambda one: ""),
    (HAND, sight, "at_contents", lambda c, zone: ""),
    ("a secret through a define", sight, "define_looks", lambda c, define: False),
    ("of a thing that is not known", sight, "thing", lambda c, e: c.value(e)),
    ("a supposed effect with a thing", sight, "uses_at_once", lambda k, routine, slot: False),
    ("whose place it is", sight, "at_place", lambda c, e, it: ""),
    ("through a define", sight, "unknown_type", lambda c, type_: False),
]


def seated(case: str, folder: Path):
    """A game with its strategy, and who sits at its table."""
    if case in ("the table", "the top of a deck", "another branch"):
        text = CROWD.replace("SENT", SENTS["the top of a pile" if case == "the top of a deck" else "the table"])
        if case != "another branch":
            text = text.replace(OTHERS, "others_shown = left.shown")
        else:
            text = text.replace("choose more from 0..3", "choose more from 0..3 by left_neighbour")
            text = text.replace(OTHERS, "others_shown = me.shown") + "define left_neighbour = first(seats_after(me))\n"
        spec, made = crowd(folder, text)
        return spec, (made,) * 3
    spec, made = hut(folder, *MORE[case])
    return spec, (made, made)


@pytest.mark.parametrize("mutant", one_in(3, IN_EYES), ids=lambda one: f"{one[1]}: {' '.join(one[3].split())[:50]}")
def test_a_mistake_in_how_a_seat_looks_is_noticed(mutant, tmp_path, monkeypatch):
    case, *mistake = mutant
    spec, seats = seated(case, tmp_path)
    made = with_mistake(monkeypatch, tmp_path / "runtime", *mistake, spec, seats)
    assert parts(monkeypatch, spec, made, seats, 12) or ends_otherwise(spec, made, seats)


def ends_otherwise(spec, made, seats) -> bool:
    """Does a whole play in the module end otherwise than by the reference engine, or not at all?"""
    for seed, record in enumerate(plays(made, 1, 12, sitting_at(seats)), start=1):
        wanted = play_once(spec, seed, seats)
        mine = None if record is None else (told(spec, record), record.decisions, record.lying)
        if mine != (wanted.over, wanted.decisions, wanted.lying):
            return True
    return False


@pytest.mark.parametrize("mutant", one_in(3, IN_COMPILER), ids=lambda one: f"{one[2]}: {one[0]}")
def test_a_mistake_in_what_is_written_for_a_strategy_is_noticed(mutant, tmp_path, monkeypatch):
    case, where, name, instead = mutant
    spec, seats = seated(case, tmp_path)
    monkeypatch.setattr(where, name, instead)
    made = instance.instance_of(module.write(spec, players(seats)))
    assert parts(monkeypatch, spec, made, seats, 12) or ends_otherwise(spec, made, seats)
