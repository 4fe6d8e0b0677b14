"""Scenarios: those of every game pass; a raffle shows every form; those that fail say at their line what was found instead."""

from functools import cache
from pathlib import Path

import pytest

from interpreter.pipeline import load
from interpreter.project.files import shipped
from interpreter.scenario.given import Shelf
from interpreter.scenario.runner import own_files, run_scenario, run_scenarios
from interpreter.scenario.suite import run_suite
from interpreter.syntax import ast
from interpreter.syntax.parser import parse
from interpreter.text.diagnostic import Report
from interpreter.text.source import Source
from tests.cases import complaints, read_cases

HERE = Path(__file__).parent
SCENARIO = "\nscenario "
RAFFLE = HERE / "raffle" / "raffle.rules"
GAMES = [*sorted((shipped() / "rules").glob("*/*.rules")), HERE.parent / "probe" / "town.rules", RAFFLE]


def files():
    """(game, file with scenarios of it) for every game there is."""
    for path in GAMES:
        if path.stem == path.parent.name or path in (GAMES[-2], GAMES[-1]):
            rules = load(path, Report())
            yield from (pytest.param(path, file, id=f"{path.stem}: {file.stem}") for file in own_files(rules))


@cache
def read(path):
    return load(path, Report())


@pytest.mark.parametrize("game, file", list(files()))
def test_scenarios_pass(game, file):
    """What is found out here, other tests of this run take over: pages and commands that play the same scenarios."""
    report = Report()
    found = run_suite(read(game), report, 1, [file], watch=True).results
    assert report.ok, report.sorted()
    assert found or SCENARIO not in file.read_text(encoding="utf-8")
    wrong = [f"{one.title}: {no}" for one in found for no in one.found]
    assert wrong == []


@pytest.fixture(scope="module")
def shelf():
    return Shelf(load(RAFFLE, Report()))


@pytest.mark.parametrize("case", read_cases(HERE / "failing.case"), ids=lambda case: case.name)
def test_what_fails_is_told_at_its_line(case, shelf):
    report = Report()
    file = parse(Source("case", case.text), report)
    assert file is not None, report.sorted()
    found = []
    for _, one in ast.documented(file.declarations):
        result = run_scenario(one, shelf, RAFFLE.parent)
        assert not result.passed
        found += [(d.span.line, d.code.id, d.message) for d in result.found if d.span.source.name == "case"]
    assert list(complaints(case, found)) == []


@pytest.mark.parametrize("lines, standing", [
    ("", "the rules have not begun: no `start at` stands above this line"),
    ("start at setup", "set-up is done, and play comes next"),
    ("start at turn visit for Ann", "next question: deed by Ann"),
    ("start at win(0)", "what was started is done; the play rests there"),
    ("given crowd is 9\n  start at play", "the play has ended"),
])  # fmt: skip
def test_what_fails_says_where_the_play_stands(lines, standing, shelf):
    text = f'scenario "x"\n  given players Ann, Bob\n  {lines or "given crowd is 0"}\n  then Ann.coins is 20\n'
    one = parse(Source("case", text), Report()).declarations[0]
    found = run_scenario(one, shelf, RAFFLE.parent).found
    assert [d.notes[-1] for d in found] == [standing]


def test_what_was_carried_out_is_told():
    report = Report()
    rules = load(RAFFLE, report)
    found = {one.title: one for one in run_scenarios(rules, report)}
    attempt = found["an attempt leaves everything as it was"].runs[0]
    assert [span.text.split("  ")[0] for span in attempt.refused][:2] == ["me.coins > 0", "must it.worth < 9"]
    assert attempt.clauses == ("F-006", "F-008")
    assert attempt.executed and all(name.endswith(".rules") for name, _, _ in attempt.places)
    fault = found["a fault, with its clause"].runs[0]
    assert fault.faults[0].clauses == ("F-006",)


def test_lowering_happens_once_for_what_is_alike(shelf):
    text = 'scenario "x"\n  given players Ann, Bob\n' + "".join(f'  case "{k}"\n    then crowd is 0\n' for k in range(5))
    one = next(n for n in parse(Source("case", text), Report()).declarations if isinstance(n, ast.Scenario))
    fresh = Shelf(shelf.rules)
    assert run_scenario(one, fresh, RAFFLE.parent).passed
    assert len(fresh.made) == 1


def test_citations_of_scenarios_are_looked_up(tmp_path):
    path = tmp_path / "more.rules"
    path.write_text('library more\nuse raffle\nscenario "x" cites F-001, F-099\n  then crowd is 0\n')
    report = Report()
    assert [one.passed for one in run_scenarios(load(RAFFLE, report), report, [path])] == [True]
    assert [(one.code.id, one.span.text) for one in report.errors] == [("E0601", "F-099")]
