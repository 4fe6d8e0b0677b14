"""Every sort of edit, shown by a scenario that only holds with it."""

from pathlib import Path

import pytest

from interpreter.pipeline import load, prepare
from interpreter.scenario.runner import find_scenarios
from interpreter.text.diagnostic import Report
from interpreter.variant.stack import Asked
from tests.cases import read_cases
from tests.variant.merged import failed, merged

CASES = read_cases(Path(__file__).with_name("edits.case"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_an_edit_does_what_it_says(case, tmp_path):
    rules, report = merged(case.text, tmp_path)
    assert [str(one) for one in report.errors] == []
    assert list(find_scenarios(rules, Report())) != []
    assert failed(rules) == []


@pytest.mark.parametrize("case", [case for case in CASES if "given edit" not in case.text], ids=lambda case: case.name)
def test_without_the_edits_its_scenarios_fail(case, tmp_path):
    """A scenario that holds without the variant shows nothing of it."""
    rules, _ = merged(case.text, tmp_path)
    scenarios = "\n".join(_alone(case.text))
    bare, _ = merged(f'variant v "V" of quay\n{scenarios}\n', tmp_path)
    assert failed(rules) == [] and failed(bare) != []


def _alone(text: str):
    """The lines of the scenarios inside variants."""
    inside = False
    for line in text.split("\n"):
        inside = line.startswith("  scenario ") or (inside and line.startswith("    "))
        if inside:
            yield line


TOWN = Path(__file__).parents[1] / "probe" / "town.rules"


def test_lines_are_added_to_a_route(tmp_path):
    (tmp_path / "mud.rules").write_text('variant mud "Mud" of town\n  ## Mud holds one.\n  add to route on_foot\n'
                                        "    must stop at s if s.narrow\n", encoding="utf-8")
    report = Report()
    spec = prepare(load(Asked(str(TOWN), (str(tmp_path / "mud.rules"),)), report), 2, {}, report).spec
    assert report.ok and len(spec.routes[0].must_stop) == 3


def test_lines_for_a_route_that_is_none(tmp_path):
    _, report = merged('variant v "V" of quay\n  add to route on_foot\n    must stop at s if yes\n', tmp_path)
    assert [(one.code.id, one.span.line) for one in report.errors] == [("E1001", 2)]
