"""Whole plays of Escape From Tall Oaks: in every state of them every `always` line holds and nothing is lost."""

import pytest

from interpreter.core.question import Over
from interpreter.laws.trials import made_ready
from interpreter.pipeline import load
from interpreter.session.strategies import portfolio
from interpreter.simulate.playout import play_once, Watch
from interpreter.text.diagnostic import Report

SEED = 5


@pytest.fixture(scope="module", params=(2, 5), ids=lambda people: f"{people} players")
def table(request):
    """The game for so many, with its strategies."""
    rules, report = load("tall_oaks", Report()), Report()
    ctx, made = made_ready(rules, request.param, {})
    assert made.ok
    return ctx.spec, portfolio(rules, ctx, report)


@pytest.mark.parametrize("who", ["random", "beginner", "sensible"])
def test_what_always_holds_does(table, who):
    spec, strategies = table
    watch = Watch(spec)
    played = play_once(spec, SEED, (strategies.get(who, who),) * len(spec.seats), watch)
    assert isinstance(played.over, Over)
    assert len(spec.always) > 15 and watch.states > played.decisions > 20
