"""Strategies at the table: what they answer to every kind of question, what they see, and many plays with them."""

from itertools import combinations
from pathlib import Path

import pytest

from interpreter.core.question import Over
from interpreter.engine.machine import Machine, start
from interpreter.laws.script import drive, Script, sit_down
from interpreter.observation.masks import Eyes, Unknown
from interpreter.pipeline import load, prepare
from interpreter.play import load_game, NotPlayable
from interpreter.session.bots import chooser, Take
from interpreter.session.strategies import MOST_LOOKED_AT, portfolio, prepared, proofread_file, strategies_of
from interpreter.session.streams import Streams
from interpreter.simulate.playout import share_of
from interpreter.simulate.tournament import play_bouts, Recipe, seatings
from interpreter.text.diagnostic import Fault, Report
from interpreter.variant.stack import Asked
from interpreter.workers import Processes

GAME = """game hut "Hut" for 2..3 players
use seats, cards
enum Suit = red | blue
card Card
  suit: Suit
  value: 1..9
space Spot
  dear: yes/no
components cards: Card from "cards.csv"
piece Pawn
components pawn: Pawn, one each
board field of Spot from "spots.csv", links from "paths.csv"
zone deck: pile of Card, face down
zone row: heap of Card, face up
zone left: heap of Card, face up
counter tide: 0..9 = 0
state chosen: Player or none = none
each player has
  zone hand: heap of Card, seen by owner
  zone blind: heap of Card, face down
  counter points: 0..20 = 0
setup
  move cards to deck
  for each p in players
    move p.pawn to field["a"]
    draw 3 from deck to p.hand
    draw 1 from deck to p.blind
play
  run t for first(players)
turn t
  step s
%s
winner highest total, then shared
score result = me.points
"""
CARDS = "id,suit,value\n" + "".join(f"{suit}{k},{suit},{k}\n" for k in range(1, 8) for suit in ("red", "blue"))
SPOTS = "id,dear\na,no\nb,no\nc,yes\nd,no\n"
PATHS = "from,to\na,b\nb,c\nb,d\nc,d\n"


def hut(folder: Path, body: str, strategy: str, more: str = "") -> tuple:
    """A game with one turn of these statements and one strategy, ready to sit down."""
    text = GAME % "\n".join("    " + line for line in body.strip("\n").split("\n")) + more
    text += 'strategy able "Able" for hut\n' + "\n".join("  " + line for line in strategy.strip("\n").split("\n")) + "\n"
    for name, said in (("hut.rules", text), ("cards.csv", CARDS), ("spots.csv", SPOTS), ("paths.csv", PATHS)):
        (folder / name).write_text(said)
    report = Report()
    rules = load(folder / "hut.rules", report)
    ctx = prepare(rules, 2, {}, report)
    made = prepared(rules, ctx, "able", report)
    assert report.ok, [str(one) for one in report.errors]
    return ctx.spec, made


def answers(folder: Path, body: str, strategy: str, more: str = "", seed: int = 1) -> dict:
    """What the strategy answered in a play, by decision, as an author would write it; piles lie as in the file."""
    spec, made = hut(folder, body, strategy, more)
    machine, streams, found = Machine(spec, start(spec)), Streams(seed), {}
    bots = [chooser(made, streams, seat) for seat in range(2)]
    while not isinstance(stop := machine.advance(), Over):
        for question in stop.questions:
            if question.of_nature:
                machine.answer(question, question.options[:1] if question.name == "roll" else question.options)
                continue
            choice = bots[question.seat].choose(question, Eyes(machine, question))
            if isinstance(choice, Take):
                found.setdefault(spec.offers[choice.offer[0]].name, []).append(choice.offer[1])
                machine.take(question, choice.offer)
            else:
                found.setdefault(question.name, []).append(spec.words(choice, question.type))
                machine.answer(question, choice)
    return found


KINDS = {
    "one of": ("choose c from me.hand", "at c, prefer highest it.value, then prefer it.suit is red", {"c": ["red7"]}),
    "the best, then the first": (
        "choose c from me.hand", "at c, prefer it.suit is blue, then prefer lowest it.value", {"c": ["blue6"]}),
    "nobody meets it, so it keeps nobody out": (
        "choose c from me.hand", "at c, prefer it.value > 8, then prefer it.suit is blue, then first", {"c": ["blue6"]}),
    "one of or none": ("may choose c from me.hand\n  move c to row", "at c, prefer none", {"c": ["none"]}),
    "none, of which nothing can be asked": (
        "may choose c from me.hand\n  move c to row", "at c, prefer highest it.value, then first", {"c": ["red7"]}),
    "some of": (
        "choose two from me.hand, exactly 2", "at two, prefer highest (sum of c.value for c in it)",
        {"two": ["{red7, blue7}"]}),
    "yes": ("may double \"Twice?\"\n  set tide to 2", "at double, prefer me.points is 0", {"double": ["yes"]}),
    "no": ("may double \"Twice?\"\n  set tide to 2", "at double, prefer me.points > 0", {"double": ["no"]}),
    "yes, said of it": ("may double \"Twice?\"\n  set tide to 2", "at double, prefer it is (tide is 0)", {"double": ["yes"]}),
    "an alternative": (
        'choose one way "Where?"\n  to left "Left"\n    set tide to 1\n  to right "Right"\n    set tide to 2',
        "at way, prefer it is right", {"way": ["right"]}),
    "an alternative by its name alone": (
        'choose one way "Where?"\n  to left "Left"\n    set tide to 1\n  to right "Right"\n    set tide to 2',
        "at way, prefer right", {"way": ["right"]}),
    "a number": ("choose n from 0..5", "at n, prefer highest it", {"n": ["5"]}),
    "a player": ("choose who from players", "at who, prefer it is not me", {"who": ["Seat2"]}),
    "a split": (
        "split me.hand into pair of 2, single of 1",
        "at pair, prefer lowest (sum of c.value for c in pair), then prefer only(single).suit is blue",
        {"pair": ["[{blue6, red7}, {blue7}]"]}),
    "a split as a whole": (
        "split me.hand into pair of 2, single of 1", "at pair, prefer count(it[1]) is 2 and only(it[2]).value is 6",
        {"pair": ["[{red7, blue7}, {blue6}]"]}),
    "an order": ("arrange me.hand as order", "at order, prefer lowest first(it).value, then prefer it[2].suit is blue",
                 {"order": ["[blue6, blue7, red7]"]}),
    "the names of the rule that asks": (
        "let most = tide + 2\nchoose n from 0..5", "at n, prefer it <= most, then prefer highest it", {"n": ["2"]}),
    "the parameters of an effect": (
        "give_away(first(players), 3)", "at m, prefer it is limit - 1 and p is me", {"m": ["2"]}),
    "a supposed effect": ("choose n from 0..5", "at n, prefer highest (suppose rise(it): tide * (4 - tide))", {"n": ["2"]}),
}
EFFECTS = """effect give_away(p: Player, limit: 1..5)
  choose m from 0..limit by p
effect rise(n: 0..9)
  set tide to n
"""


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_question(kind, tmp_path):
    body, strategy, wanted = KINDS[kind]
    assert answers(tmp_path, body, strategy, EFFECTS) == wanted


def test_a_journey_goes_to_where_it_wants_to_and_stops_there(tmp_path):
    body = "travel me.pawn along walk, up to 3"
    more = "route walk for p on field\n  step from a to b if b is not previous\n"
    wish = "at walk, prefer (it is none) is here.dear, then prefer it.dear, then prefer moves_left is 3"
    assert answers(tmp_path, body, wish, more) == {"walk": ["c", "none"]}      # to b there is no other way: nobody is asked


def test_a_free_action_is_taken_when_it_says_so_and_else_not(tmp_path):
    body, more = "choose n from 0..5", 'offer rest "Rest?" beside n if tide < 9\n  raise tide by 3\n'
    assert answers(tmp_path, body, "at rest, prefer tide < 6\notherwise first", more) == {"rest": [-1, -1], "n": ["0"]}
    assert answers(tmp_path, body, "otherwise first", more) == {"n": ["0"]}


def test_a_free_action_for_one_of_several(tmp_path):
    more = 'offer help "Help?" by me beside n, for each p in players if tide < 2\n  raise tide by 1\n  set chosen to p\n'
    found = answers(tmp_path, "choose n from 0..5", "at help, prefer it is not me, then prefer p is me\notherwise first", more)
    assert found == {"n": ["0"]}                              # of a free action every `prefer` has to be met
    assert answers(tmp_path, "choose n from 0..5", "at help, prefer it is not me\notherwise first", more)["help"] == [1, 1]


def test_a_free_action_without_an_end_is_left_after_a_while(tmp_path):
    more = 'offer rest "Rest?" beside n\n  set tide to 3\n'
    found = answers(tmp_path, "choose n from 0..5", "at rest, first\notherwise first", more)
    assert len(found["rest"]) == 20 and found["n"] == ["0"]


def test_once_in_so_many(tmp_path):
    body = "repeat 300 times\n  choose n from 0..5\n  set tide to n"
    found = answers(tmp_path, body, "at n, at random once in 3, then prefer highest it")["n"]
    assert 60 <= sum(one != "5" for one in found) <= 110       # 300 / 3 * 5 / 6, give or take


def test_two_questions_of_one_name(tmp_path):
    body, more = "choose n from 0..5\nother()", "effect other()\n  choose n from 0..5\n"
    assert answers(tmp_path, body, "at n in other, prefer 4\nat n, prefer 3", more) == {"n": ["3", "4"]}


def test_what_the_seat_does_not_know_is_not_preferred_and_can_still_be_chosen(tmp_path):
    spec, made = hut(tmp_path, "choose c from me.hand + me.blind", "at c, prefer it.value > 0, then prefer highest it.value")
    machine = Machine(spec, start(spec))
    question = machine.advance().questions[0]
    eyes = Eyes(machine, question)
    hidden = [one for one in question.options if isinstance(eyes.masked(one), Unknown)]
    assert len(hidden) == 1 and chooser(made, Streams(1), 0).choose(question, eyes) not in hidden


def test_what_lies_hidden_on_the_table_stops_the_play(tmp_path):
    body = "let them = [left_of(me)]\nchoose c from me.hand"
    with pytest.raises(Fault) as found:                        # which hand it is, is not known before play
        answers(tmp_path, body, "at c, prefer highest (sum of x.value for x in first(them).hand)")
    assert found.value.code.id == "E0929"


def test_the_same_view_the_same_answer(tmp_path):
    """What the seat may not see is laid otherwise, and nothing changes in what is answered."""
    wish = "at c, prefer highest it.value, then prefer count(left_of(me).hand) > 1, then prefer count(deck) > 2, then first"
    spec, made = hut(tmp_path, "choose c from me.hand", wish)
    said = set()
    for turned in (False, True):
        machine = Machine(spec, start(spec))
        question = machine.advance().questions[0]
        if turned:
            a, b = (next(k for k, z in enumerate(spec.zones) if z.label == label) for label in ("Seat2.hand", "Seat1.blind"))
            machine.state.zones[a][0], machine.state.zones[b][0] = machine.state.zones[b][0], machine.state.zones[a][0]
        said.add(chooser(made, Streams(1), 0).choose(question, Eyes(machine, question)))
    assert len(said) == 1


def test_of_very_many_options_some_are_looked_at(tmp_path):
    ways = list(combinations(range(1, 15), 5))
    looked_at = [ways[k * len(ways) // MOST_LOOKED_AT] for k in range(MOST_LOOKED_AT)]
    body = "choose five from 1..14, exactly 5"
    found = answers(tmp_path, body, "at five, prefer highest (sum of n for n in it)")["five"]
    assert len(ways) == 2002 and sum(int(n) for n in found[0].strip("{}").split(", ")) == max(map(sum, looked_at))


# ------------------------------------------------------------------ seats, sessions, many plays


def test_parameters_make_a_difference_and_are_part_of_the_name(tmp_path):
    hut(tmp_path, "choose n from 0..5", "option most: 0..5 = 2\nat n, prefer it is most")
    game = load_game(tmp_path / "hut.rules")
    for called, wanted in (("able", "2"), ("able(most=4)", "4")):
        session = game.session(1, {0: called, 1: "first"})
        session.play()
        assert [entry.text for entry in session.entries if entry.name == "n"] == [wanted]
        assert session.words_of(0) == called
    for wrong in ("able(most=9)", "able(least=1)", "abel", "able(most"):
        with pytest.raises(NotPlayable):
            game.strategy(wrong)


def test_a_simulated_play_is_the_play_at_the_table():
    game = load_game("mixtape", 2)
    session = game.session(5, {0: "good", 1: "beginner"})
    over = session.play()
    assert game.simulate(1, 5, ("good", "beginner")).plays[0].over == over
    assert session.save()["seats"] == ["good", "beginner"]
    assert list(game.strategies()) == ["beginner", "good"] and game.chooser("good", 0, Streams(1)).name == "good"


def test_everybody_sits_everywhere():
    assert seatings(("a", "b", "c"), frozenset(), True) == [("a", "b", "c"), ("c", "a", "b"), ("b", "c", "a")]
    assert seatings(("a", "x", "b"), frozenset({1}), True) == [("a", "x", "b"), ("b", "x", "a")]
    assert seatings(("a", "b"), frozenset(), False) == [("a", "b")]


def test_the_plays_are_the_same_in_two_processes():
    report = Report()
    rules = load("mixtape", report)
    ctx = prepare(rules, 2, {}, report, names=("Ann", "Bob"))
    recipe = Recipe(Asked(str(rules.path)), 2, ("Ann", "Bob"), seats=("good", "beginner"))
    one, two = (play_bouts(rules, ctx, recipe, 24, 1, True, Processes(jobs)) for jobs in (1, 2))
    assert [result.totals for _, result in one.parts] == [result.totals for _, result in two.parts]
    won = one.won("good")
    assert one.games == 24 and won.low < won.share < won.high and won.count + one.won("beginner").count + one.unwon == 24


@pytest.mark.parametrize("count, total, low, high", [
    (0, 20, 0.0, 0.1611), (10, 20, 0.2993, 0.7007), (560, 1000, 0.529, 0.5905)])
def test_the_interval_is_wilsons(count, total, low, high):
    """Compared with the table in R. G. Newcombe, Statistics in Medicine 17 (1998), and R's prop.test(correct=FALSE)."""
    found = share_of(count, total)
    assert (found.low, found.high) == pytest.approx((low, high), abs=2e-4)


def test_the_strategies_of_our_games_are_in_order():
    for name in ("mixtape", "tall_oaks"):
        rules = load(name, Report())
        report = Report()
        assert strategies_of(rules, report) and report.ok
        said = proofread_file(rules.path.parent / "strategies.rules")
        assert [str(one) for one in said if one.severity != "note"] == []


def test_good_beats_beginner_beats_random_in_a_few_plays():
    game = load_game("mixtape", 2)
    assert sum(play.over.winners == (0,) for play in game.simulate(40, 1, ("good", "beginner")).plays) > 22
    first, second = game.simulate(60, 1, ("beginner", "random")), game.simulate(60, 1, ("random", "beginner"))
    assert first.mean_scores[0] > second.mean_scores[0]


def test_in_the_tests_of_a_variant_a_strategy_takes_anything_where_it_may_not_look():
    report = Report()
    rules = load(Path(__file__).parents[2] / "rules/mixtape/variants/open_pile.rules", report)
    ctx = prepare(rules, 3, {}, report)
    strict = prepared(rules, ctx, "beginner", report)
    for found, ends in ((portfolio(rules, ctx, report), True), ({"beginner": strict}, False)):
        sit_down(ctx.spec, found)
        if ends:
            assert isinstance(drive(ctx.spec, Script(1, player="beginner")).over, Over)
        else:
            with pytest.raises(Fault, match="may not see"):
                drive(ctx.spec, Script(1, player="beginner"))
