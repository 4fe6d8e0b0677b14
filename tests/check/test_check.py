"""Mistakes that are found before play, each on its very line; and that the games and libraries of ours have none."""

from pathlib import Path

import pytest

from interpreter import ir
from interpreter.check.answerable import levels
from interpreter.check.control_flow import Plan
from interpreter.check.information_flow import SCAN
from interpreter.pipeline import load, prepare
from interpreter.text.codes import CODES
from interpreter.text.diagnostic import Report
from tests.cases import complaints, read_cases
from tests.check.table import checked, laid_out

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
CASES = [case for path in sorted(HERE.glob("*.case")) if path.stem != "faults" for case in read_cases(path)]
GAMES = sorted(path for path in ROOT.glob("rules/*/*.rules") if "\ngame " in "\n" + path.read_text(encoding="utf-8"))
GAMES += [ROOT / "tests/probe/town.rules", ROOT / "tests/bench/round.rules"]

# what a chunk of a few lines leaves open, and is looked at only where it is marked: no winner, no setup, names nobody uses,
# a pile nobody draws from
OPEN = {"E0505", "E0507", "E0510", "E0515", "E0518"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_check(case, tmp_path):
    found, _ = checked(case.text, tmp_path)
    assert list(complaints(case, [one for one in found if _counts(case, *one)])) == []


def _counts(case, line: int, code: str, _) -> bool:
    """Notes and what a chunk leaves open count where they are marked, and never below the chunk."""
    marked = code in {one for _, one, _ in case.marks} and line <= case.text.count("\n")
    return marked or (code not in OPEN and CODES[code].severity != "note")


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_our_own_games_are_in_order(path):
    report = Report()
    rules = load(path, report)
    for people in rules.people():
        prepare(rules, people, {}, report)
    assert [str(one) for one in report.diagnostics if one.severity != "note"] == []


# ------------------------------------------------------------------ the examples of docs/errors

PAGES = [case for path in sorted(HERE.glob("pages/*.case")) for case in read_cases(path)]


@pytest.mark.parametrize("case", PAGES, ids=lambda case: case.text.split("\n")[0].strip("# "))
def test_the_wrong_example_is_wrong(case, tmp_path):
    code = case.text.split("\n")[0].strip("# ")
    found, _ = checked(case.text, tmp_path)
    said = [one for one in found if one[1] == code and one[0] <= case.text.count("\n")]
    assert list(complaints(case, said)) == []
    assert {one[1] for one in found if CODES[one[1]].severity == "error"} <= {code}


@pytest.mark.parametrize("case", PAGES, ids=lambda case: case.text.split("\n")[0].strip("# "))
def test_the_right_example_is_right(case, tmp_path):
    code = case.text.split("\n")[0].strip("# ")
    found, _ = checked(case.output, tmp_path)
    last = case.output.count("\n") + 1
    assert [one for one in found if CODES[one[1]].severity == "error" or (one[1] == code and one[0] <= last)] == []


def test_the_four_levels():
    report = Report()
    rules = load(ROOT / "tests/probe/town.rules", report)
    found = levels(Plan(prepare(rules, 2, {}, report).spec))
    assert (found["drop"], found["make_room"], found["fight"], found["clear_away"]) == ("writes", "asks", "asks", "writes")


def test_a_component_set_is_no_zone_and_the_help_says_so(tmp_path):
    path = tmp_path / "a.rules"
    path.write_text('game a "A" for 2..2 players\ncard C\n  n: 1..3 = 1\ncomponents cs: C, 5\nzone row: heap of C, face up\n'
                    "play\n  draw 2 from cs to row\nwinner shared\n")
    report = Report()
    prepare(load(path, report), 2, {}, report)
    found = next(one for one in report.errors if one.code.id == "E0304")
    assert "`draw from` needs a zone" in found.message and found.help == "`cs` is a component set; move it into a zone first"


def test_every_value_says_what_it_looks_at():
    """`choose c from every_place(Crate)` and the like: what reads the table is known to those who look for what is hidden."""
    plain = (ir.Reads.NOTHING, ir.Reads.NAME)
    forms = [one for one in vars(ir).values() if isinstance(one, type) and issubclass(one, ir.Expr) and one is not ir.Expr]
    reading = [one for one in forms if one.reads not in plain or one.elsewhere or one.on_copy]
    assert len(reading) > 8 and [one for one in reading if one not in SCAN] == []


WHOLE = ["count(it) < 4", "(sum of c.value for c in it) > 3", "first(it).suit is red", "it is not empty"]


@pytest.mark.parametrize("guard", WHOLE)
def test_a_guard_that_takes_one_of_several_for_all_of_them_is_told_their_name(tmp_path, guard):
    text = f"turn t\n  step s\n    choose shown from me.hand, at least 2\n      must {guard}\n    move shown to row\n"
    assert any("all of them together are `shown`" in help_ for help_ in _helps(text, tmp_path))
    alone = text.replace(", at least 2", "")
    assert not any("together" in help_ for help_ in _helps(alone, tmp_path))


def _helps(text: str, folder) -> list[str]:
    laid_out(text, folder)
    report = Report()
    prepare(load(folder / "case.rules", report), 2, {}, report)
    return [one.help or "" for one in report.diagnostics]
