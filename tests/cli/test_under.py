"""A recorded play under other rules: what differs, and the first line that does not fit."""

import json

import pytest

from tests.cli.running import run
from tests.variant.merged import laid_out

VARIANTS = '''variant asked "Asked first" of quay
  before step sell in day
    choose colour from Colour  "Which colour do you like?"
variant light "Fives stay" of quay
  replace step sell in day
    if some c in me.hold where c.weight <= 5
      choose crate from crates  "Which of all?"
        must it.weight is not 5  "fives stay here"
variant rich "Rich" of quay
  set wage = 9
variant long_score "Another sum" of quay
  replace score cargo = 2 * count(me.hold)
'''


@pytest.fixture
def played(tmp_path):
    """A play of two people who answered with the first that could be answered."""
    path = laid_out(VARIANTS, tmp_path)
    play = tmp_path / "evening.play"
    done = run("referee", str(path), "--seat", "all=first", "--seed", "1", "--record", str(play))
    assert done.exit_code == 0, done.output
    return play


def under(play, *variants):
    """What it says with these variants, and the same for programs."""
    more = [word for one in variants for word in ("--with", one)]
    plain = run("replay", str(play), *more)
    return plain, json.loads(run("replay", str(play), *more, "--json").output)


def test_the_first_question_that_is_another_is_named_with_its_rule(played):
    plain, made = under(played, "asked")
    assert plain.exit_code == 1
    assert "with asked: at the start of the step “sell” of “day” comes more" in plain.output
    assert "`colour` “Which colour do you like?”, by" in " ".join(plain.output.split())
    assert made["departs"]["asked"][0]["name"] == "colour" and made["departs"]["refused"] == ""
    first = next(k for k, line in enumerate(played.read_text(encoding="utf-8").split("\n"), 1) if " answers " in line)
    assert made["departs"]["line"] == first and made["lines"] == made["departs"]["line"] - first


def test_the_first_answer_that_is_refused_is_told_with_the_guard(played):
    plain, made = under(played, "light")
    said = " ".join(plain.output.split())
    assert plain.exit_code == 1
    assert "The answer is refused: c5 is not allowed: fives stay here, by" in said
    assert made["departs"]["refused"] == "c5 is not allowed: fives stay here"
    assert made["departs"]["rule"].endswith("tried.rules:8")


def test_an_option_that_the_variant_sets_is_set(played):
    """The play was recorded with the first value of the option; under the variant its own holds."""
    plain, made = under(played, "rich")
    assert "Every answer fits; only the end is another: over finished" in " ".join(plain.output.split())
    assert "wealth 27 28" in made["departs"]["ended"]
    assert any("what a day pays" in line for line in made["differs"])


def test_rules_that_change_no_question_change_only_the_result(played):
    plain, made = under(played, "long_score")
    assert plain.exit_code == 1
    assert made["departs"]["stands"].endswith("cargo 1 0") and made["departs"]["ended"].endswith("cargo 2 0")
    assert made["departs"]["asked"] == []


def test_a_variant_that_is_left_out_is_told_too(tmp_path):
    path = laid_out(VARIANTS, tmp_path)
    play = tmp_path / "evening.play"
    words = ("--seat", "all=first", "--seed", "1", "--record", str(play), "--with", "rich")
    assert run("referee", str(path), *words).exit_code == 0
    made = json.loads(run("replay", str(play), "--with", "long_score", "--json").output)
    assert any(line.startswith("without rich, in which what a day pays") for line in made["differs"])
    assert any(line.startswith("with long_score: the score “cargo” is replaced") for line in made["differs"])


def test_without_other_rules_nothing_is_said_to_differ(played):
    made = json.loads(run("replay", str(played), "--json").output)
    assert made["agrees"] and "differs" not in made and "departs" not in made
