"""Strategies under a variant: its own, lines for those of its base, and what is left of these where the rules have changed."""

import pytest

from interpreter.pipeline import load, prepare
from interpreter.play import load_game
from interpreter.session.strategies import prepared, proofread_strategies, strategies_of
from interpreter.text.diagnostic import Report
from interpreter.variant.stack import Asked
from tests.variant.merged import laid_out

BASE = """strategy steady "Sells red"
  at crate, prefer it.colour is red, then first
"""
BID = """variant bidding "Bidding" of quay
  add step bid in day
    choose amount from 1..9  "How much?"
    raise me.coins by amount
"""


def read(text, folder, *variants, beside=BASE):
    """The quay for two with these variants, and a file of strategies beside it."""
    path = laid_out(text, folder)
    (path.parent / "strategies.rules").write_text(beside, encoding="utf-8")
    report = Report()
    rules = load(Asked(str(path), variants), report)
    ctx = prepare(rules, 2, {}, report)
    assert report.ok, report.sorted()
    return rules, ctx


def made(rules, ctx, name):
    """The strategy, ready to sit down."""
    report = Report()
    found = prepared(rules, ctx, name, report)
    assert report.ok, report.sorted()
    return found


def spoken(ctx, strategy):
    """The decisions that it speaks of."""
    return {op.name for op in ctx.spec.plan if op.number in strategy.strategy.by_op}


def test_a_strategy_in_the_file_of_a_variant_is_one_of_the_game(tmp_path):
    rules, ctx = read(BID + 'strategy high "High"\n  at amount, prefer highest it\n', tmp_path, "bidding")
    assert [*strategies_of(rules, Report())] == ["steady", "high"]
    assert spoken(ctx, made(rules, ctx, "high")) == {"amount"}


def test_a_variant_that_is_not_applied_brings_none(tmp_path):
    rules, _ = read(BID + 'strategy high "High"\n  at amount, prefer highest it\n', tmp_path)
    assert [*strategies_of(rules, Report())] == ["steady"]


def test_what_is_wrong_in_it_is_told_at_its_line(tmp_path):
    rules, ctx = read(BID + 'strategy high "High"\n  at amuont, prefer highest it\n', tmp_path, "bidding")
    found = [one for one in proofread_strategies(rules, ctx) if one.severity == "error"]
    assert [(one.code.id, one.span.text, one.help) for one in found] == [("E0208", "amuont", "did you mean `amount`?")]


def test_a_variant_adds_a_strategy(tmp_path):
    rules, ctx = read(BID + '  add strategy high "High"\n    at amount, prefer highest it\n', tmp_path, "bidding")
    assert spoken(ctx, made(rules, ctx, "high")) == {"amount"}
    assert not [one for one in proofread_strategies(rules, ctx) if one.severity == "error"]


def test_a_variant_adds_lines_to_a_strategy_of_its_base(tmp_path):
    more = "  add to strategy steady\n    at amount, prefer highest it\n    at crate, prefer it is none\n"
    rules, ctx = read(BID + more, tmp_path, "bidding")
    steady = made(rules, ctx, "steady")
    assert spoken(ctx, steady) == {"amount", "crate"}


def test_the_lines_that_a_variant_adds_are_played(tmp_path):
    read(BID + "  add to strategy steady\n    at amount, prefer highest it\n", tmp_path, "bidding")
    game = load_game(str(tmp_path / "quay" / "quay.rules"), 2, variants=("bidding",))
    high, random = (game.simulate(20, 1, (name, name)).mean_scores[0] for name in ("steady", "random"))
    assert high > random + 4                      # 9 instead of 5 in each of two days


def test_lines_for_a_strategy_that_is_none(tmp_path):
    rules, _ = read(BID + "  add to strategy staedy\n    at amount, first\n", tmp_path, "bidding")
    report = Report()
    strategies_of(rules, report)
    assert [(one.code.id, one.span.text, one.help) for one in report.diagnostics] == \
        [("E0222", "staedy", "did you mean `steady`?")]


@pytest.mark.parametrize("text", ["  remove step sell in day\n", "  replace step sell in day\n    raise me.coins by 1\n"])
def test_a_question_that_is_gone_costs_the_strategy_its_line(text, tmp_path):
    beside = BASE + "  at amount, prefer highest it\n"
    rules, ctx = read(BID + text, tmp_path, "bidding", beside=beside)
    assert spoken(ctx, made(rules, ctx, "steady")) == {"amount"}
    note, = [one for one in proofread_strategies(rules, ctx) if one.code.id == "E1011"]
    assert note.severity == "note" and note.span.source.name.endswith("tried.rules") and note.span.text == "bidding"
    assert "strategies.rules:2:6: there is no decision named `crate`" in note.notes[0]


def test_a_line_on_a_define_that_is_gone_is_left_out_each_time(tmp_path):
    beside = """strategy steady "Sells what is wanted"
  define liked(c: Crate) = wanted(c.colour)
  at crate, prefer liked(it)
  at amount, prefer (some c in crates where liked(c))
"""
    text = """  replace step sell in day
    may choose crate from me.hold
      move crate to sea
  remove define wanted
"""
    rules, ctx = read(BID + text, tmp_path, "bidding", beside=beside)
    assert spoken(ctx, made(rules, ctx, "steady")) == set()
