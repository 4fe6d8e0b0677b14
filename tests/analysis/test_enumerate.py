"""Kuhn poker gone through in full: its value, an equilibrium, and best replies (the public API of analysis/enumeration.py)."""

import doctest
from fractions import Fraction

import pytest

from interpreter.analysis import enumeration as enumeration
from interpreter.analysis.enumeration import best_reply, Decision, information_sets, outcomes, tree, value, walk
from interpreter.core.question import NATURE, Question
from interpreter.pipeline import load, play_spec
from interpreter.text.diagnostic import Report

PASS, BET = 0, 1
THIRD = Fraction(1, 3)


@pytest.fixture(scope="module")
def game():
    report = Report()
    spec = play_spec(load("kuhn", report), 2, {}, report)
    assert spec is not None, report.sorted()
    return spec, tree(spec)


def strategy(spec, node, seat, chance_of_bet):
    """Betting with a probability that depends on the card, and on whether somebody has bet."""
    made = {}
    for information, decisions in information_sets(node, seat).items():
        first = not information[0]
        card = held(spec, information[1], seat)
        staked = [k for k, c in enumerate(spec.cells) if c.name == "staked"]
        bet_before = 2 in [information[1][2][k] for k in staked]
        p = chance_of_bet(card, first, bet_before)
        made[information] = {BET: p, PASS: 1 - p}
        assert len({tuple(d.ways[k][0] for k in range(2)) for d in decisions}) == 1
    return made


def held(spec, now, seat):
    hand = next(k for k, z in enumerate(spec.zones) if z.name == "hand" and z.owner == seat)
    return spec.components[now[3][hand].things[0]].id


def first_player(alpha):
    def bets(card, first, bet_before):
        if first:
            return {"J": alpha, "Q": Fraction(0), "K": 3 * alpha}[card]
        return {"J": Fraction(0), "Q": alpha + THIRD, "K": Fraction(1)}[card]
    return bets


def second_player(card, first, bet_before):
    if bet_before:
        return {"J": Fraction(0), "Q": THIRD, "K": Fraction(1)}[card]
    return {"J": THIRD, "Q": Fraction(0), "K": Fraction(1)}[card]


def test_each_player_has_twelve_things_to_know(game):
    _, node = game
    assert len(information_sets(node, 0)) == len(information_sets(node, 1)) == 6
    assert sum(isinstance(one, Decision) for one in walk(node)) == 24


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 5), THIRD])
def test_the_value_is_one_eighteenth_and_nobody_can_do_better(game, alpha):
    spec, node = game
    both = {0: strategy(spec, node, 0, first_player(alpha)), 1: strategy(spec, node, 1, second_player)}
    assert value(node, 0, both) == Fraction(-1, 18)
    assert value(node, 1, both) == Fraction(1, 18)
    assert best_reply(node, 0, both)[0] == Fraction(-1, 18)
    assert best_reply(node, 1, both)[0] == Fraction(1, 18)


def test_a_careless_strategy_is_punished(game):
    spec, node = game
    careless = {0: strategy(spec, node, 0, lambda *_: Fraction(1))}
    most, answers = best_reply(node, 1, careless)
    assert most > Fraction(1, 18)
    assert value(node, 1, careless | {1: answers}) == most


def test_dice_and_piles():
    dice = Question(NATURE, "roll", (1, 1, 2), 0, count=2)
    assert dict(outcomes(dice)) == {
        (1, 1): Fraction(4, 9), (1, 2): Fraction(2, 9), (2, 1): Fraction(2, 9), (2, 2): Fraction(1, 9)
    }
    pile = Question(NATURE, "shuffle", (4, 7, 9), 0, count=2)
    assert outcomes(pile) == [((4,), THIRD), ((7,), THIRD), ((9,), THIRD)]


def test_the_examples_run():
    assert doctest.testmod(enumeration).failed == 0
