"""The command `coverage`: what it prints, what it gives to programs, and its exit codes."""

import json
import shutil

import pytest

from tests.cli.running import ROOT, run


@pytest.fixture
def stall(tmp_path):
    """The path of a copy of the stall."""
    return shutil.copytree(ROOT / "tests" / "coverage" / "stall", tmp_path / "stall") / "stall.rules"


def test_all_is_covered(stall):
    found = run("coverage", str(stall), "--knock-out", "--jobs", "1")
    assert found.exit_code == 0, found.output
    assert "36 clauses that bind: 35 carried out and exercised, 1 left out" in found.output
    assert "5 lines left out one by one, and each was noticed" in found.output


def test_what_is_missing_is_told_with_its_place(stall):
    scenarios = stall.parent / "scenarios.rules"
    scenarios.write_text(scenarios.read_text().replace(" and winners is {Ann}", ""))
    found = run("coverage", str(stall))
    assert found.exit_code == 1
    assert "X-030  Clause 30 of the stall." in found.output and "winner highest total, then shared" in found.output
    assert "named by, but not carried out there in: a sale" in " ".join(found.output.split())


def test_json(stall):
    scenarios = stall.parent / "scenarios.rules"
    scenarios.write_text(scenarios.read_text().replace("  then noise is 0\n", "  then yes\n"))
    found = run("coverage", str(stall), "--json", "--knock-out", "--jobs", "1")
    data = json.loads(found.output)
    assert found.exit_code == 1 and data["ok"] is False
    assert data["counts"] == {"binding": 36, "exercised": 34, "unencoded": 1, "unexercised": 1, "uncited": 0}
    nine = next(one for one in data["clauses"] if one["id"] == "X-009")
    assert nine["status"] == "unexercised" and nine["cited"][0]["at"].endswith("stall.rules:16")
    assert [one["clauses"] for one in data["knocked_out"] if one["noticed_by"] is None] == [["X-020"]]


def test_a_game_without_a_rulebook():
    found = run("coverage", "kuhn")
    assert found.exit_code == 0 and "no rulebook" in found.output
    assert json.loads(run("coverage", "kuhn", "--json").output) == {"game": "kuhn", "ok": True, "rulebook": None}


def test_wrong_use():
    assert run("coverage").exit_code == 2
    assert run("coverage", "nosuchgame").exit_code == 1
