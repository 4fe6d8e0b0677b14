"""`order`: which trigger comes first, whatever the files say; what cannot be ordered; what a variant changes of it."""

import pytest

from interpreter.pipeline import load, prepare
from interpreter.text.diagnostic import Report
from interpreter.variant.stack import Asked
from tests.engine.scripted import Sitting, spec_of

HEAD = """game small "Small" for 2..3 players
use seats
counter n: -20..60 = 0
counter k: 0..60 = 0
state said: list of 0..9 = []
event ring()
"""
THREE = """trigger one, when ring()
  set said to said + [1]
trigger two, when ring()
  set said to said + [2]
trigger three, when ring()
  set said to said + [3]
"""


def end_of(spec):
    """What `said` holds when everything has happened."""
    return Sitting(spec).play().cell("said")


def said(folder, rules, play="announce ring()"):
    made = spec_of(folder, HEAD + rules + f"play\n  {play}\n", 2)
    return end_of(made)


def told(folder, text, *variants):
    path = folder / "small.rules"
    path.write_text(text, encoding="utf-8")
    report = Report()
    rules = load(Asked(str(path), variants), report)
    if report.ok:
        prepare(rules, 2, {}, report)
    return {one.code.id: one for one in report.diagnostics}


@pytest.mark.parametrize(("lines", "wanted"), [
    ("", (1, 2, 3)),
    ("order three, then one", (3, 1, 2)),
    ("order three, then two, then one", (3, 2, 1)),
    ("order two, then one\norder three, then two", (3, 2, 1)),
    ("order one, then three", (1, 2, 3)),
])
def test_triggers_come_as_the_lines_say(tmp_path, lines, wanted):
    assert said(tmp_path, f"{THREE}{lines}\n") == wanted


def test_what_comes_before_and_as_soon_as(tmp_path):
    rules = """trigger b1, before hit(x)
  set x to x + 1
trigger b2, before hit(x)
  set x to x * 2
effect hit(x: 0..9)
  set n to x
trigger s1, as soon as n > 3
  set said to said + [1]
trigger s2, as soon as n > 3
  set said to said + [2]
order b2, then b1
order s2, then s1
"""
    assert said(tmp_path, rules, "hit(3)") == (2, 1)


def test_of_two_instead_the_one_named_first_is_asked_first(tmp_path):
    rules = """effect hit()
  set said to said + [0]
trigger i1, instead of hit()
  set said to said + [1]
  proceed
trigger i2, instead of hit()
  set said to said + [2]
"""
    assert said(tmp_path, rules, "hit()") == (2,)
    assert said(tmp_path, f"{rules}order i1, then i2\n", "hit()") == (1, 2)


def test_what_one_hold_lets_go(tmp_path):
    rules = """event rung()
trigger one, when ring()
  set said to said + [1]
trigger two, when rung()
  set said to said + [2]
order two, then one
turn t
  step s
    hold one, two
      announce ring()
      announce rung()
"""
    assert said(tmp_path, rules, "run t for first(players)") == (2, 1)


# ------------------------------------------------------------------ what is wrong


@pytest.mark.parametrize(("lines", "code", "note"), [
    ("order one, then tow", "E0207", ""),
    ("order one, then one", "E0433", ""),
    ("order one, then two\norder two, then three\norder three, then one", "E0433", ""),
    ("trigger four, before ring()\n  raise k by 1\norder four, then one", "E0432", "the same moment"),
    ("event rung()\ntrigger four, when rung()\n  raise k by 1\norder four, then one", "E0432", "`rung`"),
])
def test_what_cannot_be_ordered(tmp_path, lines, code, note):
    found = told(tmp_path, f"{HEAD}{THREE}{lines}\nplay\n  announce ring()\nwinner highest k, then shared\n")
    assert code in found and note in found[code].message


def test_a_contradiction_names_both_lines(tmp_path):
    found = told(tmp_path, f"{HEAD}{THREE}order one, then two\norder two, then one\nplay\n  announce ring()\n")
    assert found["E0433"].span.line == 14 and ":13:" in found["E0433"].notes[0]


# ------------------------------------------------------------------ what check says of those that nothing orders


def test_a_pair_that_nothing_orders_is_told_once_and_an_order_ends_it(tmp_path):
    two = THREE.split("trigger three")[0]
    play = "play\n  announce ring()\nwinner highest n, then shared\n"
    assert "E0434" in told(tmp_path, HEAD + two + play)
    assert "E0434" not in told(tmp_path, f"{HEAD}{two}order two, then one\n{play}")


@pytest.mark.parametrize(("one", "two"), [
    ("when ring()\n  raise n by 1", "when ring()\n  raise n by 2"),                    # both only add
    ("when ring()\n  raise n by 1", "when ring()\n  raise k by 2"),                    # nothing in common
    ("when ring() if k < 3\n  set n to 1", "when ring() if k >= 3\n  set n to 2"),     # never both
    ("when ring()\n  set n to 1", "before ring()\n  set n to 2"),                      # not at the same moment
])
def test_where_the_order_cannot_matter_nothing_is_said(tmp_path, one, two):
    assert "E0434" not in told(tmp_path, f"{HEAD}trigger one, {one}\ntrigger two, {two}\nplay\n  announce ring()\n")


def test_tests_that_exclude_one_another_do_not_help_if_one_changes_what_the_other_asks(tmp_path):
    rules = "trigger one, when ring() if k < 3\n  set k to 4\ntrigger two, when ring() if k >= 3\n  set k to 0\n"
    assert "E0434" in told(tmp_path, f"{HEAD}{rules}play\n  announce ring()\n")


# ------------------------------------------------------------------ variants

BASE = f"{HEAD}{THREE}order one, then two\nplay\n  announce ring()\nwinner highest n, then shared\n\n"
NEW = """variant loud "Loud" of small
  add trigger zero, when ring()
    set said to said + [0]
  add order zero, then one
"""


def of_variant(folder, variant):
    path = folder / "small.rules"
    path.write_text(BASE + variant, encoding="utf-8")
    report = Report()
    spec = prepare(load(Asked(str(path), ("loud",)), report), 2, {}, report).spec
    assert report.ok, report.errors
    return end_of(spec)


@pytest.mark.parametrize(("variant", "wanted"), [
    (NEW, (0, 1, 2, 3)),
    ('variant loud "Loud" of small\n  remove order one, then two\n  add order two, then one\n', (2, 1, 3)),
    ('variant loud "Loud" of small\n  remove trigger one\n', (2, 3)),
])
def test_a_variant_puts_its_trigger_where_it_wants(tmp_path, variant, wanted):
    assert of_variant(tmp_path, variant) == wanted


def test_a_variant_cannot_turn_a_line_of_the_base_round_without_taking_it_away(tmp_path):
    found = told(tmp_path, f'{BASE}variant loud "Loud" of small\n  add order two, then one\n', "loud")
    assert "E0433" in found
    found = told(tmp_path, f'{BASE}variant loud "Loud" of small\n  remove order two, then one\n', "loud")
    assert "E1001" in found or any(code.startswith("E10") for code in found)
