"""The second engine plays as the reference does: pause by pause, from positions carried across, and whole plays from seeds."""

from functools import cache

import pytest

from interpreter.engine.compiled.compiled_play import compiled_play
from interpreter.engine.compiled.instance import compiled
from interpreter.engine.machine import Machine, start
from interpreter.session.bots import Random, Take
from interpreter.session.streams import source_of, Streams
from tests.bench.equal import same_ends, spec_of
from tests.engine.compiled.side_by_side import same_play

PROBE = "tests/probe/town.rules"
SPARE = "rules/mixtape/variants/spare_pile.rules"
GAMES = [(SPARE, 4),
         ("nim", 2), ("kuhn", 2), ("pig", 2), ("moths", 3), ("moths", 4), ("mixtape", 2), ("mixtape", 4), (PROBE, 3)]


@cache
def ready(game: str, people: int):
    """The Spec of a game, and with it its module."""
    return spec_of(game, people)


@pytest.mark.parametrize(("game", "people"), GAMES)
def test_every_pause_is_the_same(game, people):
    assert sum(same_play(ready(game, people), seed, most=400) for seed in (1, 2, 3)) > 8


@pytest.mark.parametrize(("game", "people"), [("mixtape", 3), (PROBE, 3), ("moths", 3)])
def test_a_position_goes_to_the_other_engine_and_back_at_any_pause(game, people):
    assert same_play(ready(game, people), 3, most=150, carried=1) > 4


@pytest.mark.parametrize(("game", "people"), GAMES)
def test_whole_plays_end_alike(game, people):
    assert same_ends(ready(game, people), 1, 12) == 12


def test_tall_oaks_pause_by_pause():
    assert same_play(ready("tall_oaks", 4), 1, most=220) == 220


def test_tall_oaks_from_end_to_end():
    assert same_ends(ready("tall_oaks", 4), 1, 3) == 3


def test_options_that_change_what_branches_do():
    for options in ({"setup_short_deck": "partial_draw"}, {"add_balance_timing": "per_hand"}, {"add_order": "column_blocks"}):
        assert same_play(spec_of("mixtape", 3, options), 1) > 20


def test_an_unfinished_play_changes_engines():
    """What the reference has begun the module ends as the reference would."""
    spec = ready("mixtape", 4)
    machine, streams = Machine(spec, start(spec)), Streams(5)
    for _ in range(12):
        _answer(machine, machine.advance(), streams)
    machine.advance()
    assert same_play(spec, 5, state=machine.state) > 10


def _answer(machine, stop, streams):
    for question in stop.questions:
        if question.of_nature:
            branch = machine.branch if machine.state.strands else -1
            machine.answer(question, streams.nature(question, source_of(machine.spec, question, branch)))
        else:
            choice = Random(streams, question.seat).choose(question)
            machine.take(question, choice.offer) if isinstance(choice, Take) else machine.answer(question, choice)


def test_a_copy_has_a_future_of_its_own():
    spec = ready("mixtape", 2)
    play = compiled_play(spec)
    for question in play.advance().questions:
        play.answer(question, question.options)
    before = play.state.key()
    other = play.copy()
    stop = other.advance()
    for question in stop.questions:
        other.answer(question, question.options if question.of_nature else question.options[0])
    assert play.state.key() == before and other.state.key() != before


def test_the_streams_are_those_of_the_decision_record():
    spec = spec_of("nim", 2)
    instance = compiled(spec)
    for seed in (0, 7, 123456789, 2**40):
        streams = Streams(seed)
        instance.call("begin_streams", seed)
        for seat in range(2):
            mine = [instance.call("below", seat, n) for n in (2, 3, 10, 1000, 6, 6)]
            assert mine == [streams.below(f"seat {seat + 1}", n) for n in (2, 3, 10, 1000, 6, 6)]


def test_a_position_that_the_module_cannot_hold_is_played_on_by_the_reference():
    """A tape is never shuffled, so there is no room for an order that nature has still to give; a position may say so."""
    spec = ready("mixtape", 2)
    machine, streams = Machine(spec, start(spec)), Streams(1)
    for _ in range(20):
        _answer(machine, machine.advance(), streams)
    machine.advance()
    state = machine.state.copy()
    tape = next(k for k, zone in enumerate(spec.zones) if zone.name == "tape" and len(state.zones[k]) > 1)
    state.cells[spec.zones[tape].loose] = 2
    play = compiled_play(spec, state)
    assert play.reference is not None and play.state.key() == state.key()
    stop = play.advance()
    assert [question.name for question in stop.questions] == [q.name for q in Machine(spec, state.copy()).advance().questions]
    other = play.copy()
    other.advance()
    assert other.state.key() == play.state.key()
