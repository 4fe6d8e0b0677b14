"""A position has no leftovers, and a Spec is plain data."""

import json
import pickle
from enum import Enum
from random import Random

import pytest
from attrs import fields, has

from interpreter.core.frame import LOCALS, PC, ROUTINE
from interpreter.core.question import Over
from interpreter.core.state import State
from interpreter.engine.machine import Machine, start
from interpreter.ir.liveness import dead_slots
from interpreter.observation.masks import Eyes
from interpreter.observation.view import view
from interpreter.pipeline import load, play_spec
from interpreter.session.refusals import attempt
from interpreter.session.streams import source_of, Streams
from interpreter.text.diagnostic import Report
from tests.engine import scripted
from tests.session.tables import NAMES, path_of, questions, spec_of, TOWN

SHIPPED = (("kuhn", 2), ("moths", 2), ("nim", 2), ("pig", 3), ("mixtape", 3), ("tall_oaks", 3))
GAMES = (*SHIPPED, (TOWN, 3))
PAUSES = 220


def pauses(game: str, people: int, seed: int = 1):
    """(machine, the first question open) at so many pauses, of as many plays as that takes."""
    count = 0
    while count < PAUSES:
        asked: tuple = ()
        for machine, question in questions(game, people, seed):
            if question in asked:                             # another has been answered since the play went on
                asked = tuple(one for one in asked if one is not question)
                continue
            asked = tuple(machine.open.values())
            yield machine, question
            count += 1
            if count == PAUSES:
                return
        seed += 1


def frames_of(state: State):
    """All of them, those of branches too."""
    return [frame for frames in (state.frames, *state.strands) for frame in frames]


def played_on(spec, state: State, seed: int, most: int = 60) -> tuple:
    """What comes of a position within so many answers, by chance."""
    machine, streams, random, told = Machine(spec, state), Streams(seed), Random(seed), []
    machine.tell = lambda what, op, branch, *facts: told.append((what, branch, str(facts[:1])))
    for _ in range(most):
        stop = machine.advance()
        if isinstance(stop, Over):
            return told, stop.scores, stop.winners, state.key()
        question = stop.questions[0]
        if question.of_nature:
            machine.answer(question, streams.nature(question, source_of(spec, question, -1)))
        else:
            machine.answer(question, random.choice(question.options))
    return told, machine.state.key()


# ------------------------------------------------------------------ no leftovers


@pytest.mark.parametrize(("game", "people"), GAMES)
def test_no_frame_holds_a_dead_value(game, people):
    spec, dead = spec_of(game, people), {}
    for number in range(len(spec.routines)):
        dead |= dead_slots(spec, number)
    for machine, _ in pauses(game, people):
        for frame in frames_of(machine.state):
            assert len(frame) == spec.routines[frame[ROUTINE]].size == LOCALS + len(spec.routines[frame[ROUTINE]].slots)
            assert all(frame[slot] is None for slot in dead[frame[PC]])


@pytest.mark.parametrize(("game", "people"), GAMES)
def test_what_is_called_dead_is_never_read(game, people):
    spec, dead = spec_of(game, people), {}
    for number in range(len(spec.routines)):
        dead |= dead_slots(spec, number)
    for k, (machine, _) in enumerate(pauses(game, people, 5)):
        if k % 11 == 0 and not machine.state.strands:
            plain, scribbled = machine.state.copy(), machine.state.copy()
            for frame in frames_of(scribbled):
                for slot in dead[frame[PC]]:
                    frame[slot] = "leftover"
            assert played_on(spec, scribbled, k) == played_on(spec, plain, k)


@pytest.mark.parametrize(("game", "people"), GAMES)
def test_looking_at_a_position_leaves_it_as_it_is(game, people):
    spec = spec_of(game, people)
    for k, (machine, question) in enumerate(pauses(game, people, 3)):
        if k % 5 or question.of_nature:
            continue
        before = machine.state.key()
        view(spec, machine.state, question.seat, (question,))
        Eyes(machine, question).sees.points(-1, question.seat) if spec.scores and spec.name in ("pig", "nim") else None
        for value in (*question.options[:3], 99):
            attempt(machine, question, value)
        machine._run(machine.asked(question)[0], machine.asked(question)[1])
        assert machine.state.key() == before


WAYS = """game ways "Ways" for 2..2 players
use seats
card Card
  rank: 1..8
components cards: Card from "cards.csv"
zone bag: heap of Card, face up
counter red: 0..9 = 0
counter blue: 0..9 = 0
setup
  move cards to bag
play
  repeat 2 times
    choose one step by first(players) "Which?"
      to redden "Red"
        let high = count(bag where it.rank > red)
        set red to high
      to bluen "Blue"
        for each c in bag where it.rank > 5
          set blue to c.rank - 5
  choose n from 1..3 by first(players)
  set blue to n
winner shared
"""


def test_two_ways_to_a_position_are_one(tmp_path):
    spec = scripted.spec_of(tmp_path, WAYS)
    ends = [scripted.Sitting(spec).play(*way).machine.state for way in (("redden", "bluen"), ("bluen", "redden"))]
    assert ends[0].key() == ends[1].key() and ends[0] == ends[1]
    other = scripted.Sitting(spec).play("redden", "redden").machine.state
    assert other.key() != ends[0].key()


@pytest.mark.parametrize(("game", "people"), GAMES)
def test_a_position_comes_back_from_json(game, people):
    for machine, _ in pauses(game, people, 9):
        back = State.from_data(json.loads(json.dumps(machine.state.to_data())))
        assert back == machine.state and back.key() == machine.state.key() == machine.state.copy().key()


# ------------------------------------------------------------------ a Spec is plain data


def parts(value, met: set):
    """Everything inside, each object once."""
    if id(value) in met:
        return
    met.add(id(value))
    yield value
    if isinstance(value, dict):
        inside = [*value.keys(), *value.values()]
    elif isinstance(value, tuple | list | set | frozenset):
        inside = list(value)
    else:
        inside = [getattr(value, one.name) for one in fields(type(value))] if has(type(value)) else []
    for one in inside:
        yield from parts(one, met)


PLAIN = int | float | str | tuple | list | dict | set | frozenset | Enum


@pytest.mark.parametrize(("game", "people"), GAMES)
def test_a_spec_is_plain_data(game, people):
    report = Report()
    spec = spec_of(game, people)
    again = play_spec(load(path_of(game), report), people, {}, report, names=NAMES[:people])
    back = pickle.loads(pickle.dumps(again))
    assert spec is not again and spec == again == back and hash(spec) == hash(again) == hash(back)
    for one in parts(again, set()):
        assert one is None or isinstance(one, PLAIN) or has(type(one)), one
        assert not callable(one)
    for seed in range(2):
        assert played_on(back, start(back), seed) == played_on(spec, start(spec), seed)
    assert spec == again, "playing leaves something in the Spec"
    back.cells[0] = None
    assert back != spec
