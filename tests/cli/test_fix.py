"""`fix LINE = VALUE` at the prompt and on a file, numbers in the log, and `why N`."""

import re

import pytest

from tests.cli.running import ROOT, run

HARBOUR = str(ROOT / "tests/cli/harbour/harbour.rules")
BEGIN = "a\na\na\na\na\n0\n"                       # both begin at 1,1; Ann walks 2,1 - 3,1 - 4,1 and spends nothing


def play(path, typed: str, *more: str):
    return run("referee", HARBOUR, "--names", "Ann,Bo", "--seed", "4", "--record", str(path), *more, typed=typed)


def number_of(output: str, words: str) -> int:
    """The number of the line of the log that says this."""
    found = re.findall(rf"^ *(\d+)  {re.escape(words)}", output, re.MULTILINE)
    assert found, output
    return int(found[-1])


@pytest.fixture
def logged(tmp_path) -> str:
    """The log of the first steps."""
    return play(tmp_path / "log.play", BEGIN + "log\nquit\n").output


def test_the_log_is_numbered_and_why_tells_the_rule_of_a_line(logged, tmp_path):
    line = number_of(logged, "d6: [6]   (go)")
    found = play(tmp_path / "a.play", BEGIN + f"why {line}\nwhy 4711\nquit\n").output
    assert "came of step go of stroll" in found and "roll d6 as moves" in found
    assert "the log you may see has no line 4711" in found


def test_where_numbers_are_answers_why_and_a_number_asks_about_the_answer(tmp_path):
    found = play(tmp_path / "a.play", "a\na\na\na\na\nwhy 0\nwhy #1\nquit\n").output
    assert "nothing speaks against 0" in found and "came of main" in found


def test_a_roll_is_put_right_and_the_old_play_stays(logged, tmp_path):
    path = tmp_path / "a.play"
    line = number_of(logged, "d6: [6]   (go)")
    before = play(path, BEGIN + "quit\n")
    assert before.exit_code == 1
    typed = path.read_text()
    found = run("referee", HARBOUR, "--resume", str(path), typed=f"fix {line} = 5\nquit\n").output
    assert f"line {line} is put right" in found and "still hold" in found and "given d6: 5" in path.read_text()
    assert path.read_text().startswith(typed.rstrip("\n"))
    copy = tmp_path / "a.before1.play"
    assert copy.read_text() == typed and "a.before1.play" in found
    assert "agree with the rules" in run("replay", str(path)).output and run("replay", str(copy)).exit_code == 0


def test_what_no_longer_holds_is_told_line_by_line_and_waits_for_what_is_asked_now(logged, tmp_path):
    line = number_of(logged, "Ann chooses 1,1 (home)")
    found = play(tmp_path / "a.play", BEGIN + f"fix {line} = 4,1\ndrop\ndrop\nquit\n").output
    assert "no longer holds:" in found and "Ann goes to 3,1: " in found and "is not open" in found
    assert found.count("no longer holds:") == 1 and "the first" in found
    assert "what waited is left out" in found and "nothing waits" in found


def test_the_wrong_line_the_wrong_value_and_no_value_change_nothing(logged, tmp_path):
    path, line = tmp_path / "a.play", number_of(logged, "Ann chooses 1,1 (home)")
    play(path, BEGIN + "quit\n")
    typed = path.read_text()
    words = f"fix 1 = 3\nfix {line} = 3,3\nfix {line}\nfix 999 = 1\nquit\n"
    found = run("referee", HARBOUR, "--resume", str(path), typed=words).output
    assert found.count("not put right: ") == 4 and "is no answer and no roll" in found and "no line 999" in found
    assert path.read_text() == typed and not list(tmp_path.glob("*before*"))


def test_waiting_lines_of_others_secrets_are_not_told(tmp_path):
    """What lies in the pile, and what another drew, stands in the record and never on the screen."""
    found = play(tmp_path / "a.play", BEGIN + "fix 7 = 4,1\nquit\n").output
    told = found.split("is put right")[1]
    assert not any(sack in told.split("drop")[0] for sack in ("salt", "rope", "flour"))


def test_a_line_of_a_file_is_put_right(tmp_path):
    path = tmp_path / "a.play"
    play(path, BEGIN + "quit\n")
    rows = path.read_text().split("\n")
    line = next(k for k, one in enumerate(rows, 1) if one.startswith("chance weather"))
    found = run("fix", str(path), f"{line} = rain rain")
    assert found.exit_code == 0 and f"line {line} is put right" in found.output
    assert "given weather: rain rain" in path.read_text() and path.read_text().startswith("\n".join(rows[:line]))
    assert run("replay", str(path)).exit_code == 0 and (tmp_path / "a.before1.play").read_text() == "\n".join(rows)


def test_a_line_of_a_file_that_is_none_or_cannot_be_is_refused(tmp_path):
    path = tmp_path / "a.play"
    play(path, BEGIN + "quit\n")
    typed = path.read_text()
    line = next(k for k, one in enumerate(typed.split("\n"), 1) if one.startswith("chance weather"))
    assert run("fix", str(path), "1 = 3").exit_code == 1 and run("fix", str(path), f"{line} = snow").exit_code == 1
    assert run("fix", str(path), "nonsense").exit_code == 2 and path.read_text() == typed


def test_dice_of_a_real_table_are_put_right_as_they_were_given(tmp_path):
    path = tmp_path / "a.play"
    found = run("referee", "pig", "--names", "Ann,Bo", "--chance", "d6=table", "--record", str(path),
                typed="roll\n5\nlog\nroll\n6\nhold\nquit\n")
    line = number_of(found.output, "d6: [5]")
    again = run("referee", "pig", "--resume", str(path), typed=f"fix {line} = 4\nfix {line} = 9\nquit\n")
    assert f"line {line} is put right; 3 lines behind it still hold" in again.output
    assert "chance d6: 4" in path.read_text() and "given" not in path.read_text()


def test_a_journey_is_told_in_one_line(tmp_path):
    found = play(tmp_path / "a.play", BEGIN + "quit\n").output
    assert "Ann goes to 3,1" in found and "Bo" in found
