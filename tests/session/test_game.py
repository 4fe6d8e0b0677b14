"""The public way in: what its pages show runs, and a game's tree can be enumerated from outside."""

import doctest
import json
from fractions import Fraction
from itertools import permutations

import pytest

import interpreter.play
from interpreter.play import load_game, NATURE, NotPlayable, Over, play_many, State
from interpreter.session import streams
from interpreter.simulate.playout import play_once
from tests.session.tables import FAIR, path_of, TOWN


@pytest.mark.parametrize("module", [interpreter.play, streams], ids=["play", "streams"])
def test_the_examples_run(module):
    failed, tried = doctest.testmod(module)
    assert tried and not failed


def test_kuhn_from_outside():
    kuhn = load_game("kuhn")

    def value(state):
        """The first player's expected chips when everybody answers at random."""
        pause = kuhn.advance(state)
        if isinstance(pause, Over):
            return Fraction(pause.scores["chips"][0])
        question = pause.questions[0]
        answers = list(permutations(question.options)) if question.seat == NATURE else kuhn.legal(question)
        total = Fraction(0)
        for answer in answers:
            fork = state.copy()
            kuhn.answer(fork, question, answer)
            total += value(fork)
        return total / len(answers)

    assert value(kuhn.start()) == Fraction(1, 8)


@pytest.mark.parametrize("game", [FAIR, TOWN])
def test_states_alone_are_enough_to_go_on(game):
    game = load_game(path_of(game), 3)
    state = game.start()
    for _ in range(60):
        pause = game.advance(state)
        if isinstance(pause, Over):
            return
        question = pause.questions[-1]
        match question.name if question.seat == NATURE else "":
            case "roll":
                value = (question.options[0],) * question.count
            case "shuffle":
                value = question.options
            case _:
                value = question.options[0]
        assert question.seat == NATURE or game.refusal(state, question, value) is None
        game.answer(state, question, value)
        state = State.from_data(json.loads(json.dumps(state.to_data())))


def test_what_a_seat_may_see():
    kuhn = load_game("kuhn", names=("Ann", "Bo"))
    state = kuhn.start()
    kuhn.answer(state, kuhn.advance(state).questions[0], (0, 1, 2))
    kuhn.advance(state)
    assert kuhn.view(state, 0) != kuhn.view(state, 1) and "Ann" in str(kuhn.view(state, 0))


def test_what_cannot_be_played_says_why(tmp_path):
    for bad in (lambda: load_game("chess"), lambda: load_game("kuhn", 5), lambda: load_game("nim", options={"most": "many"}),
                lambda: load_game("nim", options={"least": 1}), lambda: load_game(tmp_path),
                 lambda: load_game("kuhn", names="ABC")):
        with pytest.raises(NotPlayable) as found:
            bad()
        assert len(str(found.value)) > 10


def test_words_and_values():
    nim = load_game("nim")
    question = nim.advance(nim.start()).questions[0]
    assert nim.value(question, "low") == 2 and nim.words(question, 2) == "lower"
    with pytest.raises(ValueError, match="is not one of upper, "):
        nim.value(question, "attic")


def test_many_plays_are_those_of_the_reference_engine():
    nim = load_game("nim")
    seeds = (4, 5, 6, 11, 2)
    assert list(play_many(nim.spec, seeds)) == [play_once(nim.spec, seed) for seed in seeds]
    assert list(play_many(nim.spec, (1, 2), ("first", "random"))) == [
        play_once(nim.spec, seed, ("first", "random")) for seed in (1, 2)]
    assert list(play_many(nim.spec, ())) == []
    assert nim.simulate(30, engine="compiled").engine == "compiled" and nim.simulate(30).engine == "reference"


def test_a_play_changes_engines_in_the_middle():
    nim = load_game("nim")
    state = nim.start()
    nim.answer(state, nim.advance(state).questions[0], 1)
    play = nim.compiled(state)
    while not isinstance(stop := nim.advance(state), Over):
        (mine,) = play.advance().questions
        (question,) = stop.questions
        same = [(one.name, one.seat, one.options, one.offers) for one in (mine, question)]
        assert same[0] == same[1]
        nim.answer(state, question, question.options[-1])
        play.answer(mine, mine.options[-1])
    assert play.advance() == stop and play.state.key() == state.key()
