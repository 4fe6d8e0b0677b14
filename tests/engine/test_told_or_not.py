"""Whether anybody listens makes no difference: the same answers lead to the same positions."""

import pytest

from interpreter.core.question import Over
from interpreter.engine.machine import Machine, start
from interpreter.play import load_game
from interpreter.session.streams import source_of, Streams

GAMES = [("mixtape", 3), ("tests/bench/round.rules", 4), ("tests/probe/town.rules", 3), ("kuhn", 2)]


def positions(spec, seed, tell):
    """Every position at which somebody was asked, as it was then."""
    machine, streams, found = Machine(spec, start(spec), tell), Streams(seed), []
    while not isinstance(pause := machine.advance(), Over):
        found.append(machine.state.copy())
        for question in pause.questions:
            source = source_of(spec, question) if question.of_nature else f"seat {question.seat}"
            options = question.options
            answer = streams.nature(question, source) if question.of_nature else options[streams.below(source, len(options))]
            machine.answer(question, answer)
    return [*found, machine.state]


@pytest.mark.parametrize("game, players", GAMES)
def test_a_play_that_is_told_is_the_play_that_is_not(game, players):
    spec = load_game(game, players).spec
    for seed in range(3):
        assert positions(spec, seed, None) == positions(spec, seed, lambda *facts: None)
