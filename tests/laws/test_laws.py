"""The laws over every game there is: all that are shipped, the round that is timed, the probe.

A short profile for each run, which draws the same plays each time; the long one with RULEWRIGHT_PROFILE=deep draws others, from
a seed that tests/conftest.py tells.
"""

import os
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given, HealthCheck, seed, settings, strategies as st

from interpreter.core.question import Over
from interpreter.laws import laws
from interpreter.laws.script import Cut, Script
from interpreter.observation.view import view, view_data
from interpreter.pipeline import load, play_spec
from interpreter.project.files import games
from interpreter.testing import machine_of, plays, scripts, states_at_a_pause, values_of, views
from interpreter.text.diagnostic import Report
from tests.profile import both_ends, DEEP

HERE = Path(__file__).resolve().parents[1]
OTHERS = (str(HERE / "probe" / "town.rules"), str(HERE / "bench" / "round.rules"))

settings.register_profile("short", max_examples=6, deadline=None, derandomize=True,
                          suppress_health_check=list(HealthCheck))
settings.register_profile("deep", max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile("deep" if DEEP else "short")


def drawn(test):
    """Draws from the seed of this run, if it is a deep one."""
    return seed(int(os.environ["RULEWRIGHT_SEED"]))(test) if DEEP else test


@cache
def spec_of(game: str, people: int):
    """A game for so many people, with its recommended rulings."""
    report = Report()
    rules = load(game, report)
    spec = rules and play_spec(rules, people, {}, report)
    assert spec is not None, [str(found) for found in report.errors]
    return spec


def tables() -> list[tuple[str, int]]:
    """Every game with the fewest and the most people; in a deep run with every number it declares."""
    return [(game, people) for game in (*games(), *OTHERS) for people in both_ends(load(game, Report()).people())]


ALL = [pytest.param(game, people, id=f"{Path(game).stem}-{people}") for game, people in tables()]


@pytest.fixture(params=[(game, people) for game, people in tables()], ids=lambda one: f"{Path(one[0]).stem}-{one[1]}")
def spec(request):
    return spec_of(*request.param)


LONG = {"tall_oaks"}                                 # games whose plays take hundreds of answers
COSTLY = (laws.copies_apart, laws.nothing_hidden)      # what they hold, they hold at each pause
REPLIES = 120                                        # with these, and after any op, a long play is looked at that far
LAWS = [laws.plays_in_order, laws.same_again, laws.copies_apart, laws.saved, laws.nothing_hidden]


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_law_holds(spec, law):
    long = spec.name in LONG and not DEEP

    @drawn
    @settings(max_examples=2 if long else settings().max_examples)
    @given(scripts())
    def holds(script):
        with suppress(Cut):
            law(spec, evolve(script, most=REPLIES) if long and law in COSTLY else script)

    holds()


NAMED = [("Ann", "Bob", "Cora", "Dan", "Eve", "Fay"), ("Zoë", "Émile", "b", "Ann", "zz", "Al")]


@pytest.mark.parametrize("game", [*games(), *OTHERS], ids=lambda game: Path(game).stem)
def test_names_and_who_sits_where_make_no_difference(game):
    """Names that sort the other way round, and the same names one seat further on, at the fewest and the most players."""
    rules = load(game, Report())
    for people in sorted({rules.people()[0], rules.people()[-1]}):
        named = [names[:people] for names in NAMED]
        first, *others = (play_spec(rules, people, {}, Report(), names=names)
                          for names in (*named, named[0][1:] + named[0][:1]))
        assert [spec.seats == first.seats for spec in others] == [False] * 2 or people == 1
        for other in others:
            for script in [Script(k) for k in range(20 if DEEP else 1)]:
                laws.named_otherwise(first, other, script)


def test_the_order_of_simultaneous_answers_is_of_no_account(spec):
    @drawn
    @settings(max_examples=300 if DEEP else 5)
    @given(scripts())
    def holds(script):
        laws.any_order(spec, script, share=1 if DEEP else 0.1)

    holds()


def test_nothing_is_lost_after_any_op(spec):
    @drawn
    @settings(max_examples=50 if DEEP else 1 if spec.name in LONG else 2)
    @given(scripts())
    def holds(script):
        with suppress(Cut):
            laws.plays_in_order(spec, evolve(script, most=REPLIES) if spec.name in LONG and not DEEP else script, deep=True)

    holds()


def test_a_play_can_be_mixed_with_saving_and_copying(spec):
    table = machine_of(spec).TestCase
    table.settings = settings(max_examples=5 if not DEEP else 100, stateful_step_count=30 if not DEEP else 200)
    table().runTest()


def test_plays_end_and_positions_can_be_looked_at(spec):
    @drawn
    @settings(max_examples=4)
    @given(plays(spec), states_at_a_pause(spec), views(spec), st.data())
    def holds(played, position, seen, data):
        assert isinstance(played.over, Over)
        state, pause = position
        for seat in range(len(spec.seats)):
            one = view(spec, state, seat, pause.questions)
            assert one == view(spec, state.copy(), seat) and hash(one) == hash(view(spec, state, seat))
            assert view_data(one)["seat"] == spec.seats[seat] and str(one)
            laws.in_order(spec, state)
        assert len(seen.state().cells) == len(spec.cells)
        for info in spec.cells[:5]:
            data.draw(values_of(info.type, spec))

    holds()
