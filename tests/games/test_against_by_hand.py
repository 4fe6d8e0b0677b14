"""Random plays of the game in the language against the figures of a program of the same game written by hand.

The figures are those of 100,000 games at each number of players (seed 11); `python -m tests.bench.agree` makes the
comparison anew with more plays. Here 150 plays, and bounds of five standard errors of so few.
"""

import math
from statistics import fmean, pvariance

import pytest

from interpreter.play import load_game
from interpreter.simulate.playout import simulate
from tests.bench.agree import per_play

PLAYS, BOUND = 150, 5.0
BY_HAND = {
    2: {"score": 99.3793, "balance": 15.9307, "flow": 32.1390, "sets": 51.3095, "discards": 3.3351},
    3: {"score": 85.5337, "balance": 15.4774, "flow": 26.4709, "sets": 43.5854, "discards": 4.4463},
    4: {"score": 71.2205, "balance": 15.1916, "flow": 20.7906, "sets": 35.2383, "discards": 5.2040},
}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_means_agree_with_the_program_written_by_hand(players):
    spec = load_game("mixtape", players).spec
    plays = simulate(spec, PLAYS, 4000).plays
    for name, values in per_play(spec, plays).items():
        error = math.sqrt(pvariance(values) / PLAYS)
        assert abs(fmean(values) - BY_HAND[players][name]) < BOUND * error, name
