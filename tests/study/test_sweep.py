"""Sweeps: which combinations are played, what each value changes, and that nothing hangs on processes."""

import doctest
from statistics import fmean

import pytest

from interpreter.cli.commands import sweep as command
from interpreter.cli.terminal import charts
from interpreter.simulate.playout import simulate
from interpreter.study import combinations as module, plays
from interpreter.study.combinations import design, Factor, figures_of, Sweep
from interpreter.study.comparison import DIFFERENT, SAME, Wish
from interpreter.workers import Processes
from tests.study.test_comparison import own_cache, side, small_batches

__all__ = ["own_cache", "small_batches"]
GOALS = Factor("goal", ("20", "40", "60"))
PAIRS = Factor("pairs", ("no", "yes"))


def test_of_few_combinations_all_are_played():
    plan = design([GOALS, PAIRS], 6)
    assert plan.whole and len(plan.combinations) == 6 and plan.combinations[0] == ("20", "no")


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_of_many_a_part_is_drawn_in_which_every_value_stands_equally_often(seed):
    factors = [Factor("a", tuple("0123")), Factor("b", tuple("01234567")), Factor("c", tuple("01"))]
    plan = design(factors, 32, seed)
    assert not plan.whole and plan.of == 64 and len(set(plan.combinations)) == len(plan.combinations) <= 32
    assert design(factors, 32, seed) == plan
    for place, factor in enumerate(factors):
        counts = [sum(one[place] == value for one in plan.combinations) for value in factor.values]
        assert min(counts) >= 1 and max(counts) <= 32 // len(factor.values)


def swept(games: int = 30, jobs: int = 1) -> Sweep:
    found = [side("pig", goal=value) for value in GOALS.values]
    shapes = [one[1] for one in found]
    wanted = [figure for figure in figures_of(shapes) if figure.key in ("total", "decisions", "nobody")]
    sweep = Sweep(design([GOALS]), [one[0] for one in found], shapes, Wish(games), wanted)
    sweep.run(Processes(jobs))
    return sweep


def test_figures_and_effects_are_those_of_the_plays():
    sweep = swept()
    total = sweep.figures[0]
    means = [fmean(sum(totals) / 2 for totals in simulate(side("pig", goal=value)[2], 30, 1).totals) for value in GOALS.values]
    assert [sweep.mean(total, k) for k in range(3)] == pytest.approx(means)
    effects = sweep.main_effects(total)
    assert [(effect.value, effect.first) for effect in effects] == [("40", "20"), ("60", "20")]
    assert [effect.line.difference for effect in effects] == pytest.approx([means[1] - means[0], means[2] - means[0]])
    assert {effect.line.verdict for effect in effects} == {DIFFERENT}
    nobody = next(figure for figure in sweep.figures if figure.key == "nobody")
    assert {effect.line.verdict for effect in sweep.main_effects(nobody)} == {SAME}


def test_effects_are_averaged_over_the_other_options():
    found = [side("pig", goal=value) for value in ("20", "20", "40", "40")]
    plan = design([Factor("goal", ("20", "40")), Factor("other", ("x", "y"))])
    shapes = [one[1] for one in found]
    sweep = Sweep(plan, [one[0] for one in found], shapes, Wish(20), figures_of(shapes)[:1])
    sweep.run(Processes())
    total = sweep.figures[0]
    goal, other = sweep.main_effects(total)
    assert goal.line.difference == pytest.approx(sweep.mean(total, 2) - sweep.mean(total, 0))
    assert other.line.difference == 0 and other.line.verdict == SAME
    means = [sweep.mean(total, k) for k in range(4)]
    assert sweep.heat(total, 0, 1) == [means[:2], means[2:]]


def test_processes_change_no_digit(tmp_path, monkeypatch):
    one = swept()
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "other"))
    two = swept(jobs=2)
    for figure in one.figures:
        told = [[effect.to_json() for effect in each.main_effects(figure)] for each in (one, two)]
        assert told[0] == told[1]


def test_what_is_kept_is_not_played_again(monkeypatch):
    swept()
    monkeypatch.setattr(plays, "play", lambda work: pytest.fail("played again"))
    assert swept().plays == 30


@pytest.mark.parametrize("one", [module, command, charts], ids=lambda one: one.__name__)
def test_the_examples_in_the_module(one):
    failed, tried = doctest.testmod(one)
    assert tried and not failed
