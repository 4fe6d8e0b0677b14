"""The table as people see it, the score sheet taken apart, and data of one's own."""

import pytest

from interpreter.cli.terminal.drawing import squares
from interpreter.cli.terminal.score_sheet import show_decision
from interpreter.cli.terminal.screen import Paper
from interpreter.cli.terminal.table import show_table
from interpreter.core.state import State
from interpreter.display.things import APART, JOINED, table_of, WATCHER
from interpreter.session.session import Session
from tests.cli.running import run
from tests.session.tables import ROOT, spec_of

BEADS = "tests/analysis/beads/beads.rules"
BEADS_CSV = ROOT / "tests/analysis/beads/beads.csv"
PLAY = ("referee", str(ROOT / BEADS), "--names", "Ann,Bo", "--seed", "1")


def session() -> Session:
    """Beads, where Ann is asked."""
    made = Session(spec_of(BEADS, 2), 1)
    made.play()
    return made


def shown(state: State, seat: int = WATCHER, width: int = 80) -> list[str]:
    paper = Paper(width)
    show_table(paper, spec_of(BEADS, 2), state, seat)
    return [text for text, _ in paper.lines]


def test_columns_stand_side_by_side_and_say_what_joins():
    rows = shown(session().state, 0)
    at = rows.index("  thread[upper]                          thread[lower]")
    assert [row.rstrip() for row in rows[at + 1:at + 4]] == [
        "    b8 blue3                               empty", f"  {APART} b7 red1", f"  {APART} b6 blue2"]
    assert any(f"  {JOINED} " in row for row in rows) and any("joins the one above" in row for row in rows)


def test_without_room_columns_are_listed_with_the_same_signs():
    rows = " ".join(shown(session().state, 0, 28)).split()
    assert "thread[lower]" not in rows[:8] and "x" in rows and "(blue3)" in rows


def test_a_peg_stands_on_its_square():
    values, marker = squares(table_of(spec_of(BEADS, 2), session().state, 0), peg(0), 80)
    assert values.split() == ["peg", "0", "2", "10", "5", "0"] and marker.split() == ["0", "^", "2", "4"]
    assert marker.index("^") == values.index("10") + 1


@pytest.mark.parametrize("at", range(5))
@pytest.mark.parametrize("width", [16, 40])
def test_a_peg_is_shown_wherever_it_stands(at, width):
    state = session().state.copy()
    state.cells[peg(0)] = at
    values, marker = squares(table_of(spec_of(BEADS, 2), state, 0), peg(0), width)
    worth = ["0", "2", "10", "5", "0"][at]
    place = marker.index("^")
    assert values[:place + 1].endswith(worth) and f"{at}" in marker and max(len(values), len(marker)) <= width


def peg(seat: int) -> int:
    return next(k for k, info in enumerate(spec_of(BEADS, 2).cells) if info.name == "peg" and info.owner == seat)


def test_a_palm_is_its_owners():
    mine, theirs = shown(session().state, 0), shown(session().state, 1)
    assert any("palm" in row and "b5 (red3)" in row for row in mine)
    assert not any("b5" in row for row in theirs) and any("1 Bead, face down" in row for row in theirs)


def test_the_heading_says_whose_turn_and_which():
    found = run(*PLAY, typed="upper\n")
    assert "The table, visit 1, Ann's turn" in found.output and "The table, visit 2, Bo's turn" in found.output


def test_the_sheet_is_taken_apart_at_the_end_and_in_between():
    found = run(*PLAY, typed="sheet\nscore full\nupper\nlower\n")
    first = found.output.split("Ann> sheet")[1].split("Ann> score full")[0]
    assert "square: worth(peg 2)" in first and "at(b3)   held: alike(b4, b3)" in first
    last = found.output.split("Where the points come from")[1]
    assert "Ann: 5" in last and "worth(peg 3)" in last and "chain(thread[upper])" in last and "The play is over" in last


def test_assumed_data_are_named_once_and_can_be_replaced(tmp_path):
    found = run(*PLAY, typed="upper\nupper\n").output
    assert " ".join(found.split()).count("Played with assumed data, not taken from the rulebook: beads (2 of 8 rows)") == 1
    mine = tmp_path / "mine.csv"
    mine.write_text(BEADS_CSV.read_text().replace("assumed", "printed").replace("b8", "mine8"))
    found = run(*PLAY, "--data", f"beads={mine}", typed="upper\nupper\n").output
    assert "with assumed data" not in " ".join(found.split()) and "mine8 blue3" in found


def test_a_play_with_data_of_ones_own_is_gone_on_with(tmp_path):
    mine, kept = tmp_path / "mine.csv", tmp_path / "mine.play"
    mine.write_text(BEADS_CSV.read_text().replace("b8", "mine8"))
    left = run(*PLAY, "--data", f"beads={mine}", "--record", str(kept), typed="upper\nquit\n")
    assert f"--data beads={mine}" in left.output
    again = run("referee", str(ROOT / BEADS), "--resume", str(kept), "--data", f"beads={mine}", typed="upper\n")
    assert again.exit_code == 0 and "mine8" in again.output
    other = run("referee", str(ROOT / BEADS), "--resume", str(kept))
    assert "the rules or their data are others" in " ".join(other.output.split())
    assert run("replay", str(kept), "--data", f"beads={mine}").exit_code == 0 and run("replay", str(kept)).exit_code == 1


@pytest.mark.parametrize(("pair", "words"), [
    ("beads", "write NAME=FILE"), ("bead=x.csv", "has no data `bead`"), ("beads=no.csv", "there is no file no.csv")])
def test_data_that_cannot_be(pair, words):
    for command in (PLAY, ("check", str(ROOT / BEADS)), ("simulate", str(ROOT / BEADS), "--games", "1")):
        found = run(*command, "--data", pair)
        assert found.exit_code == 2 and words in " ".join(found.output.split())


def test_a_tie_names_the_criterion_that_decided():
    made, paper = session(), Paper()
    made.state.cells[peg(0)], made.state.cells[peg(1)] = 3, 1
    show_decision(paper, made.machine)
    assert [text for text, _ in paper.lines] == [
        "  highest total: Ann 5, Bo 5; Ann and Bo are level", "  lowest me.peg: Ann 3, Bo 1; Bo is ahead"]


def test_squares_of_a_define_are_those_that_are_there(tmp_path):
    text = (ROOT / BEADS).read_text().replace("on worth", "on there")
    there = "\ndefine there(square)\n  none if square is 4\n  otherwise worth(square) + 20\n"
    (tmp_path / "beads.rules").write_text(text + there)
    (tmp_path / "beads.csv").write_text(BEADS_CSV.read_text())
    found = run("referee", str(tmp_path / "beads.rules"), "--seed", "1", typed="upper\nquit\n").output
    assert "  peg  20 22 30 25\n" in found
