"""The map: links, who and what stands where, letters of what can be chosen, what is not shown."""

import pytest

from interpreter.cli.terminal.map import Canvas, chart
from interpreter.cli.terminal.option_letters import about_spaces, letters_of, show_maps
from interpreter.cli.terminal.screen import Paper
from interpreter.cli.terminal.table import show_table
from interpreter.display.things import initials, table_of, WATCHER
from interpreter.engine.travel import under_way
from interpreter.session.session import Session
from interpreter.text.diagnostic import plural
from tests.cli.running import ROOT, run
from tests.session.tables import spec_of

HARBOUR = "tests/cli/harbour/harbour.rules"
PLAY = ("referee", str(ROOT / HARBOUR), "--names", "Ann,Bo", "--seed", "4")


def at_first(people: int = 2) -> tuple:
    spec = spec_of(HARBOUR, people)
    session = Session(spec, 4)
    return spec, session, session.play().questions[0]


def drawn(session, question, width: int = 80, seat: int = 0) -> list[str]:
    paper = Paper(width)
    show_maps(paper, session, seat, question)
    return [text for text, _ in paper.lines]


def test_the_map_has_links_names_things_sorts_and_letters():
    spec, session, question = at_first()
    assert drawn(session, question) == [
        "",
        "      1       2       3       4       6",
        " 1   a*-------=-------!-------b",
        "      |       |   /           |",
        " 2    |       ?               ^",
        "      |       | The Inn       |      far",
        " 3    .-------=-------.-------c--->---%",
        "   a..c what you can choose   * Crate   ! Gull   ? face down   = quay north",
        "   % quay south",
        "   also linked: far > 1,3",
    ]
    assert about_spaces(spec, question) and list(letters_of(spec, question).values()) == ["a", "b", "c"]


def test_what_a_seat_may_not_see_is_not_named_and_the_watcher_sees_it():
    spec, session, question = at_first()
    assert "flour" not in "\n".join(drawn(session, question))
    made = chart(table_of(spec, session.state, WATCHER), spec.boards["town"], 80)
    assert "flour" in [words for _, words in made.legend]
    rows = Paper(80)
    show_table(rows, spec, session.state, 0)
    assert not any("flour" in text for text, _ in rows.lines)


@pytest.mark.parametrize("width", [24, 30, 40, 80, 200])
def test_every_line_is_as_wide_as_the_screen_at_most(width):
    _, session, question = at_first()
    lines = drawn(session, question, width)
    assert all(len(line) <= width for line in lines) and any("=" in line for line in lines)


def test_without_room_the_map_says_so():
    _, session, question = at_first()
    assert "there is no room to draw the town in 12 columns" in " ".join(drawn(session, question, 12))


def test_a_journey_has_letters_where_it_has_come_to_and_where_it_can_end():
    found = run(*PLAY, typed="a\na\na\nquit\n")
    last = found.output.split("Ann goes to 2,1")[-1]
    assert " 1  °AB*------@------a!-------°" in last and "c---" not in last.split("\n")[2]
    assert "@ where it has come to   ° where the journey can end: `go`" in last
    assert "a..c where you can go   A Ann   B Bo" in last


def test_where_one_may_stop_the_letter_is_on_the_space_itself():
    _, session, question = at_first()
    for _ in range(2):
        session.answer(question, question.options[0])
        question = session.play().questions[0]
    while -1 not in question.options:
        session.answer(question, question.options[0])
        question = session.play().questions[0]
    letter = "abcdefgh"[question.options.index(-1)]
    assert any(line.lstrip("0123456789 ").startswith(letter) or letter in line for line in drawn(session, question)[2:])
    assert f"{letter} " not in drawn(session, None)[2]


def test_the_map_comes_by_itself_only_with_questions_about_spaces_and_whenever_it_is_asked_for():
    found = run(*PLAY, typed="a\na\na\na\na\n0\nmap\nquit\n")
    asked = found.output.split("How many coins do you spend?")[1]
    assert "a..c" not in asked.split("Ann>")[0] and found.output.count("The Inn") >= 4
    assert "this game has no map" in run("referee", "pig", "--seed", "1", typed="map\nquit\n").output


def test_more_than_a_cell_holds_is_told_below():
    _, session, question = at_first(3)
    for _ in range(3):
        session.answer(question, question.options[0])
        question = session.play().questions[0]
    lines = drawn(session, question, 30)
    assert any(line.strip().startswith("1,1: Ann, Bo, Cy, Crate") for line in lines)


def test_people_are_told_apart():
    assert initials(("Ann", "Bo")) == ["A", "B"] and initials(("Seat1", "Seat2")) == ["1", "2"]
    assert initials(("Ann", "Alf", "Bo")) == ["1", "2", "3"]


@pytest.mark.parametrize("a, b, taken, ways", [
    ((0, 0), (2, 0), {(1, 0)}, False), ((0, 0), (2, 0), set(), True), ((0, 0), (0, 2), {(0, 1)}, False),
    ((0, 0), (1, 1), set(), True), ((0, 0), (2, 1), set(), False)])
def test_a_link_never_runs_across_another_space(a, b, taken, ways):
    assert Canvas(3, 3, 4).link(a, b, taken, True) is ways


def test_pegs_and_what_lies_on_the_board_stand_in_the_table():
    _, session, question = at_first(3)
    for _ in range(3):
        session.answer(question, question.options[0])
        question = session.play().questions[0]
    paper = Paper(80)
    show_table(paper, session.spec, session.state, 0)
    rows = [text for text, _ in paper.lines]
    assert any("Walker     Ann 1,1; Bo 1,1; Cy 1,1" in row for row in rows)
    assert any("steps ###### 6" in row for row in rows)
    assert any("  bag oil" in row or "bag  oil (weight 2)" in row for row in rows)
    assert any(row.startswith("  bag 1 Sack, face down") for row in rows)          # of the others in a line of their own


def test_plurals_of_words_in_y():
    assert (plural(2, "Supply"), plural(2, "day"), plural(1, "Supply")) == ("2 Supplies", "2 days", "1 Supply")


def test_a_title_that_does_not_fit_gives_way_to_the_id():
    spec, session, question = at_first()
    plan = spec.maps["town"]
    inn = spec.boards["town"].ids.index("inn")
    assert plan.names[inn] == ("The Inn", "inn") and plan.names[0] == ()
    assert not any("The Inn" in line for line in drawn(session, question, 26))
    assert any("inn" in line for line in drawn(session, question, 26))


def test_what_is_set_to_what_it_was_is_not_told():
    found = run(*PLAY, typed="a\na\na\na\na\n0\nquit\n").output
    assert found.count("Ann.coins is 1") == 2                # told to Ann and to Bo; that she spends 0 is told to neither


def test_a_whole_journey_is_made_at_once_and_only_to_where_it_can_end():
    spec, session, question = at_first()
    for _ in range(2):
        session.answer(question, question.options[0])
        question = session.play().questions[0]
    ends = under_way(session.machine, question)[1]
    nowhere = next(spec.space_of[s] for s in spec.space_of if s not in ends)
    found = run(*PLAY, typed=f"a\na\ngo 9,9\ngo {nowhere}\ngo 3,3\nquit\n").output
    assert "not gone: `9,9` is not a Place" in found and f"not gone: the journey cannot end at {nowhere}" in found
    gone = found.split("go 3,3")[1]
    assert "Ann goes to 1,3, 2,3, 3,3" in gone and "Ann.walker from 1,1 to 3,3" in gone
    assert "How many coins do you spend?" in gone and "Where to?" not in gone.split("How many coins")[0]


def test_go_is_an_answer_like_any_other_where_nobody_travels():
    found = run(*PLAY, typed="go 1,1\na\nquit\n").output
    assert "not understood" in found.split("go 1,1")[1]


def test_a_grid_is_drawn_with_the_table(tmp_path):
    """Where nobody is asked about spaces the grid stands in the table; else once, with the letters on it."""
    games = ROOT / "tests" / "games"
    drawn = run("referee", str(games / "connect_four.rules"), "--names", "Ann,Bob", "--seed", "1", typed="c\nc\nquit\n",
                env={"XDG_STATE_HOME": str(tmp_path)}).output
    last = drawn[drawn.rindex("The grid"):]
    assert " 5    .-------.-------B-------.-------.-------.-------." in last
    assert " 6    .-------.-------A-------.-------.-------.-------." in last and "A Ann   B Bob" in last
    asked = run("referee", str(games / "tic_tac_toe.rules"), "--names", "Ann,Bob", "--seed", "1", typed="e\nquit\n",
                env={"XDG_STATE_HOME": str(tmp_path)}).output
    assert " 2    d-------A-------e" in asked
    assert asked.count("\n 2    ") == 2
