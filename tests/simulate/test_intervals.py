"""Confidence sequences: they hold at every moment at once, they are narrow, and batches of any size come to the same."""

import doctest
import random
from math import inf

import pytest

from interpreter.simulate import intervals
from interpreter.simulate.intervals import MeanSequence, ShareSequence, Sums
from interpreter.study import figures

RUNS, PLAYS, BATCH = 200, 1000, 50


def misses(make, draw, mean: float) -> int:
    """In how many runs the interval leaves the true mean out at any moment."""
    missed = 0
    for run in range(RUNS):
        chance, sequence = random.Random(run), make()
        for _ in range(PLAYS // BATCH):
            sequence.add(Sums.of([draw(chance) for _ in range(BATCH)]))
            low, high = sequence.interval()
            if not low <= mean <= high:
                missed += 1
                break
    return missed


@pytest.mark.parametrize("draw, mean", [
    (lambda chance: chance.gauss(3, 10), 3.0), (lambda chance: chance.expovariate(0.1), 10.0),
    (lambda chance: chance.randrange(-5, 6), 0.0)], ids=["normal", "skewed", "whole"])
def test_a_mean_is_left_out_in_five_of_a_hundred_runs_at_most(draw, mean):
    assert misses(lambda: MeanSequence(0.05, PLAYS), draw, mean) <= 0.05 * RUNS


@pytest.mark.parametrize("share", [0.5, 0.1, 0.003])
def test_a_share_likewise_also_a_small_one(share):
    assert misses(lambda: ShareSequence(0.05, PLAYS), lambda chance: float(chance.random() < share), share) <= 0.05 * RUNS


def test_differences_of_wins_lie_between_minus_one_and_one():
    def draw(chance):
        return float(chance.random() < 0.3) - float(chance.random() < 0.3)

    assert misses(lambda: ShareSequence(0.05, PLAYS, -1.0, 1.0), draw, 0.0) <= 0.05 * RUNS


def test_an_interval_that_looked_at_every_moment_as_if_it_were_the_only_one_would_not_do():
    """What the sequences are for: the usual 95 % interval, looked at thirty times, leaves the mean out far too often."""
    missed = 0
    for run in range(RUNS):
        chance, sums = random.Random(run), Sums()
        for _ in range(PLAYS // BATCH):
            sums.add(Sums.of([chance.gauss(3, 10) for _ in range(BATCH)]))
            if abs(sums.mean - 3) > 1.96 * sums.deviation / sums.count**0.5:
                missed += 1
                break
    assert missed > 0.15 * RUNS


def test_what_never_came_is_not_said_to_be_impossible():
    never = ShareSequence(0.05, 1000)
    for _ in range(10):
        never.add(Sums.of([0.0] * 100))
    low, high = never.interval()
    assert low == 0.0 and 0.003 < high < 0.02


def test_of_nothing_nothing_is_known():
    assert MeanSequence(0.05, 100).interval() == (-inf, inf)
    assert ShareSequence(0.05, 100, -1.0, 1.0).interval() == (-1.0, 1.0)
    empty = ShareSequence(0.05, 100)
    empty.add(Sums())
    assert empty.interval() == (0.0, 1.0)


def test_narrow_as_the_paper_says():
    """At the number of plays it is aimed at, half again as wide as an interval for one look."""
    assert 1.5 < intervals.widening(1000, 0.05, 1000) * 1000**0.5 / 1.96 < 1.6


def test_a_real_difference_is_found():
    chance, sequence = random.Random(1), MeanSequence(0.05, 2000)
    sequence.add(Sums.of([chance.gauss(1, 10) for _ in range(2000)]))
    assert sequence.interval()[0] > 0


@pytest.mark.parametrize("module", [intervals, figures], ids=lambda module: module.__name__)
def test_the_examples_in_the_module(module):
    failed, tried = doctest.testmod(module)
    assert tried and not failed
