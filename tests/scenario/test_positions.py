"""Positions: what a name stands for, where it is found, and what is said of one that means nothing."""

from pathlib import Path

import pytest

from interpreter.pipeline import load
from interpreter.scenario.proofread import proofread_file
from interpreter.scenario.runner import run_scenarios
from interpreter.text.diagnostic import Report

RAFFLE = Path(__file__).parent / "raffle" / "raffle.rules"
HOUSE = '''library house
use raffle
position opening "two people"
  given players Ann, Bob
  given Ann.coins is 7
  given booth holds tickets["t1"], tickets["t2"]
'''


def played(folder: Path, text: str, **libraries: str) -> tuple[list, list]:
    """Which scenarios of the file passed, with what they found; and what was said before."""
    for name, part in libraries.items():
        (folder / f"{name}.rules").write_text(part, encoding="utf-8")
    path = folder / "own.rules"
    path.write_text(text, encoding="utf-8")
    report = Report()
    found = run_scenarios(load(RAFFLE, report), report, [path])
    told = [(one.code.id, one.message, one.help) for one in report.sorted()]
    return [(one.title, [str(d) for d in one.found]) for one in found], told


def test_a_position_of_a_library_and_what_is_given_after_it(tmp_path):
    made, told = played(tmp_path, '''library own
use raffle, house
scenario "as it is"
  given position opening
  then Ann.coins is 7
  then booth holds tickets["t1"], tickets["t2"]
scenario "changed"
  given position opening
  given Ann.hand holds tickets["t1"]
  case "the counter"
    given Ann.coins is 3
    then Ann.coins is 3
    then booth holds tickets["t2"]
    then Ann.hand holds tickets["t1"]
  case "in a case"
    given position opening
    then Ann.hand is empty
''', house=HOUSE)
    assert told == []
    assert made == [("as it is", []), ("changed", [])]


def test_what_fails_counts(tmp_path):
    made, _ = played(tmp_path, HOUSE + 'scenario "x"\n  given position opening\n  then Ann.coins is 8\n')
    assert len(made) == 1 and "`Ann.coins` is 7" in made[0][1][0]


def test_one_position_begins_with_another_from_a_library_of_its_library(tmp_path):
    late = 'library late\nuse house\nposition closing "later"\n  given position opening\n  given Ann.coins is 0\n'
    text = 'use raffle, late\nscenario "x"\n  given position closing\n  then Ann.coins is 0\n  then count(booth) is 2\n'
    assert played(tmp_path, text, house=HOUSE, late=late) == ([("x", [])], [])


@pytest.mark.parametrize("lines, said", [
    ("given position openign", ("E0812", "there is no position named `openign`", "did you mean `opening`?")),
    ("given position round",
     ("E0807", "this position cannot be given: the position `round` would be given within itself", None)),
])  # fmt: skip
def test_names_that_mean_nothing(lines, said, tmp_path):
    text = (HOUSE + 'position around "a"\n  given position round\nposition round "b"\n  given position around\n'
            f'scenario "x"\n  {lines}\n  then Ann.coins is 7\nscenario "y"\n  given position opening\n  then Ann.coins is 7\n')
    made, told = played(tmp_path, text)
    assert made == [("y", [])]
    assert told == [said]


def test_two_of_one_name_and_a_library_that_is_not_there(tmp_path):
    text = HOUSE.replace("use raffle", "use raffle, hose") + 'position opening "again"\n  given players Ann, Bob\n'
    _, told = played(tmp_path, text, house=HOUSE)
    assert [(code, help_) for code, _, help_ in told] == [("E0210", "did you mean `house`?"), ("E0209", None)]
    assert told[1][1].startswith("`opening` is declared already")


def test_a_slip_in_a_position_is_found_by_reading(tmp_path):
    text = HOUSE.replace("Ann.coins", "Ann.conis") + 'scenario "x"\n  given position opening\n  then Ann.coins is 7\n'
    for one in RAFFLE.parent.iterdir():
        if one.is_file():
            (tmp_path / one.name).write_bytes(one.read_bytes())
    (tmp_path / "slip.rules").write_text(text, encoding="utf-8")
    assert [one.span.text for one in proofread_file(tmp_path / "slip.rules")] == ["conis"]
