"""Edits that cannot be made, each told on its very line of the variant's file."""

from pathlib import Path

import pytest

from interpreter.pipeline import load
from interpreter.scenario.runner import run_scenarios
from interpreter.syntax.parser import parse
from interpreter.text.diagnostic import Report
from interpreter.text.source import Source
from tests.cases import complaints, read_cases
from tests.variant.merged import failed, merged

CASES = read_cases(Path(__file__).with_name("errors.case"))
OPEN = {"E0505", "E0507", "E0510", "E0515", "E0611"}             # what the game leaves open once something is taken away


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_an_edit_that_cannot_be_made(case, tmp_path):
    _, report = merged(case.text, tmp_path)
    found = [(one.span.line, one.code.id, one.message) for one in report.sorted() if one.code.id not in OPEN]
    assert list(complaints(case, found)) == []
    assert {one.span.source.name.rsplit("/", 1)[-1] for one in report.errors} <= {"tried.rules"}


def said(report, code):
    """The mistakes of this sort: the file, the words on which each stands, and what is noted."""
    found = [one for one in report.diagnostics if one.code.id == code]
    return [(one.span.source.name.rsplit("/", 1)[-1], one.span.text, one.notes) for one in found]


def test_what_still_names_a_removed_thing_is_told_at_both_places(tmp_path):
    _, report = merged('variant v "V" of quay\n  remove effect earn\n', tmp_path)
    (file, text, notes), = said(report, "E0204")
    assert (file, text) == ("quay.rules", "earn")
    assert "removed by the variant `v` in" in notes[0] and notes[0].endswith("tried.rules:2:3")


def test_a_name_that_only_looks_like_the_removed_one_is_no_matter_of_the_variant(tmp_path):
    _, report = merged('variant v "V" of quay\n  remove offer rest\n  replace score cargo = me.rested\n', tmp_path)
    assert [notes for _, _, notes in said(report, "E0312") if "removed" in str(notes)] == []


def test_a_conflict_names_both_places_and_the_line_that_settles_it(tmp_path):
    text = 'variant a "A" of quay\n  set wage = 3\nvariant b "B" of quay\n  set wage = 4\n'
    _, report = merged(text, tmp_path)
    found, = report.errors
    assert found.span.line == 4 and "tried.rules:2:3" in found.notes[0] and "`rank b over a`" in found.help


def test_an_added_member_has_to_be_covered_where_the_base_lists_them(tmp_path):
    _, report = merged('variant v "V" of quay\n  add green to Colour\n', tmp_path)
    assert [text for _, text, _ in said(report, "E0310")] == ["price"]


def test_rows_with_other_columns_are_refused_in_their_file(tmp_path):
    folder = tmp_path / "quay" / "variants"
    folder.mkdir(parents=True)
    (folder / "odd.csv").write_text("id,colour\nc9,red\n", encoding="utf-8")
    _, report = merged('variant v "V" of quay\n  add rows to crates from "odd.csv"\n', tmp_path)
    (file, _, _), = said(report, "E0702")
    assert file == "odd.csv"


def test_a_fault_in_play_stands_in_the_variants_file(tmp_path):
    text = """variant v "V" of quay
  after effect earn(p, amount)
    lower p.coins by 9
  scenario "too poor"
    given players Ann, Bob
    given deck holds crates["c1"]
    start at step take in day for Ann
    then fault E0901
"""
    rules, report = merged(text, tmp_path)
    assert report.ok and failed(rules) == []
    broken = text.replace("    then fault E0901\n", "    then Ann.coins is 0\n")
    assert any("tried.rules:3:5" in str(one.notes) + one.message for one in found_in(broken, tmp_path))


def found_in(text, folder):
    """What goes wrong in the scenarios of a variant."""
    rules, _ = merged(text, folder)
    return [one for result in run_scenarios(rules, Report()) for one in result.found]


def helps(report, code):
    """What is offered with each mistake of this sort."""
    return [one.help for one in report.diagnostics if one.code.id == code]


def test_a_name_of_a_block_that_is_over_is_told_with_its_place(tmp_path):
    text = 'variant v "V" of quay\n  before step take in day\n    if wage > 1\n      let more = 2\n    raise me.coins by more\n'
    _, report = merged(text, tmp_path)
    (help_,) = helps(report, "E0201")
    assert help_.startswith("the `more` of ") and "tried.rules:4 is known only in its own block" in help_


def test_an_edit_that_lacks_its_set_is_told_so():
    report = Report()
    parse(Source("v.rules", 'variant v "V" of quay\n  wage = 3  # dear\n'), report)
    assert helps(report, "E0101") == ["did you mean `set wage = 3`?"]


def test_two_keys_in_a_row_of_a_table_by_one_key_are_told_so(tmp_path):
    text = 'variant v "V" of quay\n  add table fee(colour: Colour): 0..9\n    red, blue -> 1\n'
    _, report = merged(text, tmp_path)
    assert set(helps(report, "E0324")) == {"each key has a row of its own"}


def test_a_base_that_is_not_there_is_told_with_the_nearest(tmp_path):
    path = tmp_path / "v.rules"
    path.write_text('variant v "V" of mohts\n  set nights = 2\n', encoding="utf-8")
    report = Report()
    assert load(path, report) is None
    assert helps(report, "E0215") == ["did you mean `moths`?"]
