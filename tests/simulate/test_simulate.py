"""Many plays: the numbers are those of the plays, each of them is the play a Session would play, and names are as
documented."""

from statistics import fmean

import pytest

from interpreter.session.session import Session
from interpreter.simulate.playout import play_once, simulate
from tests.session.tables import GAMES, spec_of, TOWN

BENCH = "games decisions mean_scores sd_score win_share seed players timings".split()
TIMINGS = {"seconds", "cpu_seconds", "games_per_s", "decisions_per_s"}


@pytest.mark.parametrize("game", GAMES, ids=[game for game, _ in GAMES])
def test_a_simulated_play_is_the_play_at_the_table(game):
    spec = spec_of(*game)
    for seed in range(5):
        session = Session(spec, seed, {seat: "random" for seat in range(len(spec.seats))})
        assert play_once(spec, seed).over == session.play()


def test_the_numbers():
    result = simulate(spec_of(TOWN, 3), 12, seed=5)
    data = result.to_json()
    assert set(BENCH) <= set(data) and {"mean_purse", "sd_purse", "mean_errands", "lengths", "endings"} <= set(data)
    totals = [play_once(spec_of(TOWN, 3), 5 + k) for k in range(12)]
    assert data["mean_scores"] == [round(fmean(one.over.totals[seat] for one in totals), 4) for seat in range(3)]
    assert data["decisions"] == sum(one.decisions for one in totals) and sum(data["endings"].values()) == 12
    lengths = data["lengths"]
    assert abs(sum(data["win_share"]) - 1) < 1e-3 and lengths["least"] <= lengths["median"] <= lengths["most"]
    assert data["timings"].keys() == TIMINGS and all(value > 0 for value in data["timings"].values())


def test_but_for_the_timings_the_same_seed_gives_the_same_numbers():
    first, second = (simulate(spec_of("pig", 2), 5, seed=5).to_json() for _ in range(2))
    assert first.pop("timings") and second.pop("timings") and first == second
    assert not TIMINGS & first.keys()


def test_who_sits_where_makes_a_difference():
    first = simulate(spec_of("nim", 2), 10, seats=("first", "first"))
    assert len(set(first.totals)) == 1 and simulate(spec_of("nim", 2), 10).totals != first.totals


def test_forced_and_nature_are_not_counted():
    played = play_once(spec_of("kuhn", 2), 1)
    assert 2 <= played.decisions <= 3


def test_no_games_are_no_trouble():
    data = simulate(spec_of("kuhn", 2), 0).to_json()
    assert data["games"] == 0 and data["mean_scores"] == [0.0, 0.0] and data["timings"]["decisions_per_s"] == 0.0
