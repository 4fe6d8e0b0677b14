"""Every check on board and cards of Escape From Tall Oaks: a table with one mistake is refused, and the row is named.

In:  the game's own tables, one cell of them changed at a time.
Out: for each line of data.rules one table that it refuses, and nothing to refuse in the tables as they are.
"""

import csv
import io
from functools import cache
from pathlib import Path

import pytest

from interpreter.pipeline import load, prepare
from interpreter.text.diagnostic import Report

FOLDER = Path(__file__).parents[2] / "rules" / "tall_oaks"
FILES = {
    "town": "spaces.csv", "scenes": "killer-scenes.csv", "supplies": "supplies.csv", "slashers": "slashers.csv",
    "final_scenes": "final-scenes.csv", "task_cards": "tasks.csv", "bonus_tracks": "bonus-tracks.csv",
    "survivors": "survivors.csv",
}
MISTAKES = [
    ("scenes", "KS-01", {"actions": "0"}, "column `actions`: a rescue asks for Actions"),
    ("scenes", "KS-01", {"tokens": "0"}, "column `tokens`: a rescue gives a Rescue token"),
    ("scenes", "KS-24", {"shields": "0"}, "column `shields`: who may defend needs a number of Shields"),
    ("scenes", "KS-33", {"shields": "1"}, "column `shields`: who is too late has no Shields to roll for"),
    ("scenes", "KS-40", {"actions": "0"}, "column `actions`: the Invaders ask for Actions"),
    ("supplies", "shotgun", {"uses": "0"}, "column `uses`: a supply has a use, or is infinite"),
    ("supplies", "knife", {"uses": "1"}, "column `uses`: an infinite supply has no number of uses"),
    ("supplies", "traitor", {"noise": "1"}, "column `uses`: noise comes from a use"),
    ("supplies", "bat", {"copies": "5"}, "there is a Baseball Bat for each player"),
    ("supplies", "soda", {"copies": "2"}, "the box has 56 Supply cards"),
    ("supplies", "soda", {"in_54": "no"}, "the smaller Supply deck has 54 cards"),
    ("bonus_tracks", "BT-01", {"copies": "2"}, "the box has 30 Bonus Tracks cards"),
    ("scenes", "KS-01", {"copies": "2"}, "the box has 40 Killer Scenes cards"),
    ("slashers", "sarah", {"slot": "1"}, "column `slot`: no two Slashers have one turn"),
    ("slashers", "sarah", {"copies": "2"}, "three Slashers are used in a game"),
    ("slashers", None, {"supplies_loss": "0"}, "some Slasher takes supplies"),
    ("slashers", None, {"rescues_loss": "0"}, "some Slasher takes Rescue tokens"),
    ("final_scenes", "FS-1", {"location": "rec"},
     "column `location`: a Final Rescue happens in a location with a Scene Marker"),
    ("task_cards", "task1", {"location": "0,0"}, "column `location`: a task is in a location with a Scene Marker"),
    ("task_cards", "task1", {"location": "gas"}, "column `location`: no two tasks are in one location"),
    ("task_cards", "task1", {"number": "2"}, "column `number`: no two tasks have one number"),
    ("task_cards", "task1", {"copies": "2"}, "there are four tasks"),
    ("task_cards", "task2", {"final_battle": "no"}, "each Slasher but the last falls in a final battle"),
    ("town", "school", {"sort": "road"}, "there are eleven locations"),
    ("town", "school", {"hub": "yes"}, "one location is the Rec Center"),
    ("town", "school", {"hub": "yes"}, "a location has an entrance; the Rec Center and Johnson's Farm have several"),
    ("town", "4,3", {"hub": "yes"}, "column `sort`: the Rec Center is a location"),
    ("town", "3,10", {"sort": "road"}, "a location is joined to its entrances only"),
    ("town", "4,3", {"sort": "entrance"}, "column `sort`: an entrance joins one location and one street space"),
    ("town", "0,2", {"sort": "location"}, "a way to every space that leads through no location"),
    ("town", "0,0", {"start": "no"}, "there are six starting points at least"),
    ("town", "0,0", {"bonus": "yes"}, "a space is only one of starting point, Bonus Tracks, sewer, entrance and location"),
    ("town", "0,4", {"sewer": "orange"}, None),
]


def table(name: str, row: str | None, changes: dict[str, str]) -> tuple[str, int]:
    """The table with this change in one row, or in all, and the number of that row as a spreadsheet counts."""
    rows = list(csv.DictReader((FOLDER / FILES[name]).open(encoding="utf-8")))
    number = 0
    for place, one in enumerate(rows, 2):
        one |= {"copies": one.get("copies", "1")} if "copies" in changes else {}
        if row in (None, one["id"]):
            one |= changes
            number = place
    out = io.StringIO()
    made = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    made.writeheader()
    made.writerows(rows)
    return out.getvalue(), number


@cache
def read():
    """The rules, read once."""
    return load(FOLDER / "tall_oaks.rules", Report())


def errors(data: dict[str, str]) -> list[str]:
    """What six people would be told who want to play with these tables."""
    report = Report()
    prepare(read(), 6, {}, report, data)
    return [one.message for one in report.diagnostics if one.severity == "error"]


@pytest.mark.parametrize(("name", "row", "changes", "words"), MISTAKES)
def test_a_table_with_a_mistake_is_refused_by_its_row(name, row, changes, words):
    text, number = table(name, row, changes)
    found = errors({name: text})
    if words is None:                                    # two sewers of one colour are enough
        assert found == []
        return
    assert any(words in one for one in found), found
    if "column" in words:
        assert any(f"row {number}, {words}" in one for one in found), found


def test_one_sewer_of_a_colour_leads_nowhere():
    text, _ = table("town", "0,4", {"sewer": ""})
    text = text.replace("\"8,2\",,road,no,no,blue", "\"8,2\",,road,no,no,")
    assert "the data do not fit: a sewer leads to another of its colour" in errors({"town": text})


@pytest.mark.parametrize(("name", "words"), [("final_scenes", "a Final Scenes card"), ("survivors", "a survivor")])
def test_each_player_needs_one(name, words):
    text, _ = table(name, None, {})
    found = errors({name: "\n".join(text.splitlines()[:6]) + "\n"})
    assert f"the data do not fit: there is {words} for each player" in found


def test_a_space_that_no_link_leads_to():
    text, _ = table("town", "school", {})
    found = errors({"town": text + "far away,,road,no,no,,no,1,1,assumed\n"})
    assert any(f"row {len(text.splitlines()) + 1}" in one and "there is a way to every space" in one for one in found), found


def test_the_tables_as_they_are():
    assert errors({}) == []
