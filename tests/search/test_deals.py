"""What a seat does not know is dealt anew: what it sees stays as it is, and what it may not know changes no deal."""

from random import Random

import pytest

from interpreter.core.question import Over
from interpreter.engine.machine import Machine, start
from interpreter.laws.lookalike import look_alike
from interpreter.observation.deals import deals, whereabouts
from interpreter.observation.view import view
from interpreter.search.player import dealer
from interpreter.session.streams import source_of, Streams
from tests.engine.scripted import spec_of as small
from tests.session.tables import FAIR, spec_of, TOWN

GAMES = [("kuhn", 2), ("nim", 2), ("moths", 3), ("mixtape", 2), ("mixtape", 4), (FAIR, 3), (TOWN, 3), ("tall_oaks", 3)]


def met(spec, seed: int, every: int, most: int = 120):
    """(state, question) at every so many questions of a play in which everybody takes any option."""
    machine, streams, random, count = Machine(spec, start(spec)), Streams(seed), Random(seed), 0
    while count < most and not isinstance(stop := machine.advance(), Over):
        for question in stop.questions:
            if question.of_nature:
                branch = machine.branch if machine.state.strands else -1
                machine.answer(question, streams.nature(question, source_of(spec, question, branch)))
                continue
            count += 1
            if (count - 1) % every == 0:
                yield machine.state, question
            machine.answer(question, question.options[random.randrange(len(question.options))])


@pytest.mark.parametrize(("game", "people"), GAMES)
def test_a_deal_looks_to_the_seat_as_the_table_does(game, people):
    spec, looked = spec_of(game, people), 0
    for state, question in met(spec, 1, 4):
        dealt = deals(spec, state, question.seat).state(dealer(looked))
        seen, again = (view(spec, one, question.seat) for one in (state, dealt))
        assert again == seen, f"{question.name} of {spec.seats[question.seat]}"
        looked += 1
    assert looked


@pytest.mark.parametrize(("game", "people"), GAMES)
def test_what_the_seat_may_not_know_changes_no_deal(game, people):
    spec, random = spec_of(game, people), Random(2)
    for state, question in met(spec, 2, 4):
        other = look_alike(spec, state, question.seat, random)
        mine, theirs = (deals(spec, one, question.seat).state(dealer(7)) for one in (state, other))
        assert mine.key() == theirs.key(), f"{question.name} of {spec.seats[question.seat]}"


def test_deals_differ_where_something_is_hidden():
    spec = spec_of("kuhn", 2)
    state, question = next(met(spec, 1, 1))
    dealt = deals(spec, state, question.seat)
    assert len({dealt.state(dealer(k)).key() for k in range(20)}) == 2           # the other two cards, either way round
    assert not dealt.certain


def test_nothing_is_dealt_where_everybody_sees_everything():
    spec = spec_of("nim", 2)
    state, question = next(met(spec, 1, 1))
    assert deals(spec, state, question.seat).certain


def test_what_set_up_puts_aside_comes_into_no_deck():
    """In a game for two, the cards that need three players lie in the box, and the other deck in its store."""
    spec = spec_of("mixtape", 2)
    state, question = next(met(spec, 1, 1))
    before = {z.label: set(things) for z, things in zip(spec.zones, state.zones, strict=True)}
    away = {c.number for c in spec.components if c.set == "generated"} | {
        thing for thing in before["box"] if whereabouts(spec).zones.get(whereabouts(spec).sort.get(thing, -1)) == {"box"}}
    assert len(away) == 78 + 24
    for seed in range(10):
        dealt = deals(spec, state, question.seat).state(dealer(seed))
        lying = {z.label: set(things) for z, things in zip(spec.zones, dealt.zones, strict=True)}
        assert lying["library"].isdisjoint(away) and lying["Bo.hand"].isdisjoint(away)
        assert {c.number for c in spec.components if c.set == "generated"} <= lying["generated"]


HIDDEN = """game small "Small" for 2..2 players
use seats
each player has
  counter secret: 1..6 = 1, seen by owner
play
  for each p in players
    choose mine from 1..6 by p
    set p.secret to mine
  for each p in players
    choose guess from 1..6 by p
score points = me.secret
"""


def test_a_counter_that_is_hidden_has_any_of_its_values(tmp_path):
    spec = small(tmp_path, HIDDEN)
    states = [(state.copy(), question) for state, question in met(spec, 3, 1)]
    state, question = states[-1]
    dealt = deals(spec, state, question.seat)
    other = next(k for k, info in enumerate(spec.cells) if info.name == "secret" and info.owner != question.seat)
    own = next(k for k, info in enumerate(spec.cells) if info.name == "secret" and info.owner == question.seat)
    made = [dealt.state(dealer(k)) for k in range(60)]
    assert {one.cells[other] for one in made} == {1, 2, 3, 4, 5, 6}
    assert {one.cells[own] for one in made} == {state.cells[own]}
