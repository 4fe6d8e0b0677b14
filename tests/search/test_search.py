"""A player that thinks: both engines say the same, what it may not know changes nothing it chooses, and it plays well."""

from random import Random

import pytest

from interpreter.engine.compiled import instance, playouts
from interpreter.engine.compiled.instance import compiled, Missing
from interpreter.engine.compiled.state_transfer import bring
from interpreter.engine.machine import Machine
from interpreter.laws.lookalike import look_alike
from interpreter.observation.deals import deals
from interpreter.observation.masks import Eyes
from interpreter.pipeline import load, prepare
from interpreter.search import player
from interpreter.search.player import dealer, Effort, effort, Nonsense, Search
from interpreter.search.seating import said_once, seated
from interpreter.search.tree import logarithm, margin, Tree, win
from interpreter.session.bots import Take
from interpreter.session.strategies import prepared
from interpreter.session.streams import Streams
from interpreter.simulate.playout import play_once
from interpreter.text.diagnostic import Report
from tests.engine.scripted import spec_of as small
from tests.search.test_deals import met
from tests.session.tables import FAIR, spec_of, TOWN

ENGINES = [("kuhn", 2, 60), ("nim", 2, 40), ("pig", 2, 12), ("moths", 3, 10), ("mixtape", 2, 10), ("mixtape", 3, 6),
           (FAIR, 3, 12), (TOWN, 3, 4), ("tall_oaks", 2, 2)]
LAW = [("kuhn", 2), ("moths", 3), ("mixtape", 2), (FAIR, 3), ("tall_oaks", 2)]


def searching(spec, words: str, **how) -> Search:
    """A player that thinks and counts nothing out."""
    return Search(spec, words, effort(words), **({"solves": False} | how))


def answer_of(search: Search, state, question, number: int = 1):
    """What it answers at a question."""
    machine = Machine(search.spec, state.copy())
    asked = next(q for q in machine.advance().questions if (q.seat, q.op) == (question.seat, question.op))
    return search.seated(Streams(number), question.seat).choose(asked, Eyes(machine, asked)), asked


@pytest.mark.parametrize(("game", "people", "count"), ENGINES)
def test_both_engines_think_the_same(game, people, count):
    spec, compared = spec_of(game, people), 0
    module = compiled(spec)
    for state, question in met(spec, 3, 15, 40):
        dealt = deals(spec, state, question.seat)
        states = [dealt.state(dealer(500 + k)) for k in range(count)]
        tree = Tree(spec, question.seat)
        ended = sum(tree.playout(one.copy(), 500 + k) for k, one in enumerate(states))
        blocks = []
        for one in states:
            bring(module, one)
            blocks.append(module.position())
        playouts.begin(module, question.seat)
        assert playouts.think(module, 500, blocks, count) == ended
        found = playouts.answers_at_root(module)
        assert found == tree.answers() and sum(one.visits for one in found) == ended
        assert playouts.bounds(module, question.seat) == (tree.low[question.seat], tree.high[question.seat])
        compared += 1
    assert compared


@pytest.mark.parametrize(("game", "people"), [*LAW, ("mixtape", 4)])
def test_the_module_deals_as_the_reference_engine_does(game, people):
    spec = spec_of(game, people)
    here, there = (searching(spec, "search:5") for _ in range(2))
    there.missing = "a test"
    for state, question in met(spec, 4, 25, 60):
        of = deals(spec, state, question.seat)
        assert here.considered(question, of, 5) == there.considered(question, of, 5)


@pytest.mark.parametrize(("game", "people", "name", "count"), [
    ("mixtape", 2, "good", 8), ("mixtape", 3, "beginner", 5), ("tall_oaks", 2, "sensible", 2)])
def test_both_engines_think_the_same_by_a_strategy(game, people, name, count):
    rules = load(game, Report())
    ctx = prepare(rules, people, {}, Report(), checks=False)
    strategy = prepared(rules, ctx, name, Report())
    here, there = (Search(ctx.spec, name, Effort(count), strategy, solves=False) for _ in range(2))
    there.missing, compared = "a test", 0
    for state, question in met(ctx.spec, 2 if people == 2 else 1, 25, 60):
        of = deals(ctx.spec, state, question.seat)
        mine = here.considered(question, of, 5)
        assert mine == there.considered(question, of, 5)
        compared += mine.playouts
    assert compared


@pytest.mark.parametrize(("game", "people"), LAW)
def test_what_it_may_not_know_changes_nothing_it_chooses(game, people):
    spec, random = spec_of(game, people), Random(3)
    search, changed = searching(spec, "search:30"), 0
    for state, question in met(spec, 5, 9, 60):
        other = look_alike(spec, state, question.seat, random)
        changed += other.key() != state.key()
        (mine, asked), (theirs, asked_too) = (answer_of(search, one, question) for one in (state, other))
        assert asked.options.index(mine) == asked_too.options.index(theirs) if not isinstance(mine, Take) else mine == theirs
    assert changed


CHOICES = """game small "Small" for 2..2 players
use cards, seats
card Card
  rank: 1..8
components cards: Card from "cards.csv"
zone deck: pile of Card, face down
each player has
  zone hand: heap of Card, seen by owner
  zone shown: heap of Card, face up
setup
  move cards to deck
  shuffle deck
  for each p in players
    draw 3 from deck to p.hand
play
  run bout
phase bout
  step both, everyone at once
    choose played from me.hand
    move played to me.shown
  step one
    for each p in players
      choose kept from p.hand by p
      move p.hand to p.shown
      move kept to p.hand
score points = (sum of c.rank for c in me.shown)
winner highest total, then shared
"""


def test_the_law_in_a_game_with_a_simultaneous_step(tmp_path):
    spec, random, changed = small(tmp_path, CHOICES), Random(4), 0
    search = searching(spec, "search:60")
    for seed in range(6):
        for state, question in met(spec, seed, 1):
            other = look_alike(spec, state, question.seat, random)
            changed += other.key() != state.key()
            assert answer_of(search, state, question)[0] == answer_of(search, other, question)[0]
    assert changed


def test_what_others_have_done_in_a_step_changes_nothing(tmp_path):
    """The second seat is asked after the first has answered, and chooses as if it had not."""
    spec = small(tmp_path, CHOICES)
    state, _ = next(met(spec, 1, 1))
    search, chosen = searching(spec, "search:60"), set()
    for k in range(3):
        machine = Machine(spec, state.copy())
        first, second = machine.advance().questions
        machine.answer(first, first.options[k])
        chosen.add(search.seated(Streams(1), second.seat).choose(second, Eyes(machine, second)))
    assert len(chosen) == 1


def test_the_same_seed_and_playouts_give_the_same_play():
    spec = spec_of("mixtape", 2)
    search = searching(spec, "search:20")
    plays = [play_once(spec, 3, [search, "random"]).over for _ in range(2)]
    assert plays[0] == plays[1]


def test_it_wins_nim_from_a_position_that_is_won():
    """Whoever leaves rows that nobody can win from, wins: the search finds it against any bot."""
    spec = spec_of("nim", 2)
    search = searching(spec, "search:400")
    won = sum(0 in play_once(spec, seed, [search, "random"]).over.winners for seed in range(12))
    assert won >= 11


def test_it_beats_the_best_strategy_of_mixtape():
    from tests.bench.thinking import match

    assert match("mixtape", "search:200", "good", 6).won >= 9


ALONE = """game alone "Alone" for 1..1 players
use seats
die d6 = 1, 2, 3, 4, 5, 6
each player has
  counter points: 0..60 = 0
  counter rolled: 0..6 = 0
play
  for each k in 1..3
    roll d6 as face
    for each p in players
      set p.rolled to face
      choose one go_on by p "Take it?"
        to take "Take it"
          raise p.points by face
        to leave "Three for sure"
          raise p.points by 3
score total_points = me.points
"""


def test_alone_it_plays_for_its_total(tmp_path):
    spec = small(tmp_path, ALONE, people=1)
    search, seen = searching(spec, "search:200"), set()
    for seed in range(8):
        for state, question in met(spec, seed, 1):
            rolled = next(state.cells[k] for k, info in enumerate(spec.cells) if info.name == "rolled")
            choice, asked = answer_of(search, state, question)
            if rolled in (1, 6):
                assert asked.options.index(choice) == (0 if rolled == 6 else 1), rolled
                seen.add(rolled)
    assert seen == {1, 6}


STOPPED = """game small "Small" for 2..2 players
use seats
each player has
  counter points: 0..900 = 0
play
  repeat until some p in players where p.points > 800
    for each p in players
      run turn_of for p
turn turn_of
  step only
    choose raised from 0..2 by me
    raise me.points by raised
limit turn_of to 6 "enough"
score total_points = me.points
winner highest total, then shared
"""


def test_in_plays_that_are_stopped_totals_count(tmp_path):
    spec = small(tmp_path, STOPPED)
    state, question = next(met(spec, 1, 1))
    assert answer_of(searching(spec, "search:300"), state, question)[0] == 2


def test_free_actions_are_among_what_is_considered():
    spec, met_some = spec_of(TOWN, 3), False
    search = searching(spec, "search:12")
    for state, question in met(spec, 6, 1, 40):
        if question.offers and not met_some:
            found = search.considered(question, deals(spec, state, question.seat), 1)
            assert [one.answer for one in found.considered] == [*question.options, *map(Take, question.offers)]
            met_some = True
    assert met_some


def test_a_strategy_of_the_rules_can_be_its_playouts():
    report = Report()
    rules = load("mixtape", report, 2)
    ctx = prepare(rules, 2, {}, report)
    found = seated(rules, ctx, {0: "search:4:good", 1: "random"}, report)
    assert report.ok and found[1] == "random"
    assert found[0].strategy.name == "good" and not said_once(found.values())
    state, question = next(met(ctx.spec, 1, 1))
    found[0].solves = False
    assert answer_of(found[0], state, question)[0] in question.options


def test_without_wasmtime_it_thinks_on_the_reference_engine(monkeypatch):
    def missing():
        raise Missing("No module named 'wasmtime'")

    spec = spec_of("moths", 3)
    state, question = next(met(spec, 1, 1))
    here = answer_of(searching(spec, "search:25"), state, question)[0]
    monkeypatch.setattr(player, "runtime", missing)
    without = searching(spec, "search:25")
    assert "wasmtime does not run here" in without.missing
    assert answer_of(without, state, question)[0] == here
    assert instance.runtime is not missing


def test_by_the_clock():
    spec = spec_of("nim", 2)
    search = searching(spec, "search:0.05s")
    state, question = next(met(spec, 1, 1))
    found = search.considered(question, deals(spec, state, question.seat), 1)
    assert found.playouts > 100 and sum(one.visits for one in found.considered) == found.playouts


@pytest.mark.parametrize(("words", "wanted"), [
    ("search", Effort()), ("search:500", Effort(500)), ("search:0.5s", Effort(0, 0.5)),
    ("search:2s:good", Effort(0, 2.0, "good")), ("search:50:good(risk=3)", Effort(50, 0.0, "good(risk=3)")),
])
def test_how_long_to_think(words, wanted):
    assert effort(words) == wanted


@pytest.mark.parametrize("words", ["search:", "search:x", "search:0", "search:0s", "search:-3", "search:9999999", "searching"])
def test_no_way_to_think(words):
    with pytest.raises(Nonsense):
        effort(words)


def test_what_a_playout_is_worth():
    from interpreter.core.question import Over

    spec = spec_of("nim", 2)
    assert win(Over("won", (0, 1), {}, (0, 0)), 0) == 65536 and win(Over("finished", (0, 1), {}, (0, 0)), 0) == 32768
    assert win(Over("finished", (1,), {}, (0, 0)), 0) == 0
    assert margin(spec, Over("finished", (0,), {"win": (1, 0)}, (1, 0)), 0) == 1


def test_the_logarithm_is_that_of_the_books():
    from math import log

    for number in (1, 2, 3, 10, 1000, 123456):
        assert abs(logarithm(number) / 65536 - log(number)) < 0.001


def test_in_kuhn_it_plays_the_solution():
    spec = spec_of("kuhn", 2)
    search = Search(spec, "search", effort("search"))
    state, question = next(met(spec, 1, 1))
    chosen = [answer_of(search, state, question, number)[0] for number in range(40)]
    assert set(chosen) <= set(question.options)
    thinker = search.seated(Streams(1), question.seat)
    machine = Machine(spec, state.copy())
    asked = machine.advance().questions[0]
    thinker.choose(asked, Eyes(machine, asked))
    assert thinker.thought is not None and thinker.thought.solved
