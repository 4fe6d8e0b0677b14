"""What stands on the screen when somebody is asked: the heading, what they choose from, how far they may still go."""

from tests.cli.running import ROOT, run
from tests.cli.terminal import at_terminal, without_codes
from tests.cli.test_secrets import MIXTAPE

HARBOUR = str(ROOT / "tests/cli/harbour/harbour.rules")
ROLLED = '''game rolled "Rolled" for 2..2 players
die d6 = 1, 2, 3, 4, 5, 6
counter first: 0..6 = 0
each player has
  counter points: 0..9 = 0
setup
  roll d6 as start
  set first to start
play
  choose n from 1..2 by first(players)
score s = me.points
winner highest total, then shared
'''


def test_the_heading_is_there_after_the_first_hand_over_and_not_after_the_next(tmp_path):
    typed = [("pass the keyboard to Ann", "\r"), ("Ann>", "ab c\r"), ("pass the keyboard to Bo", "\r"), ("Bo>", "quit\r")]
    seen, _ = at_terminal(tmp_path, *MIXTAPE, "--record", str(tmp_path / "a.play"), typed=typed)
    for name in ("Ann", "Bo"):
        begun = without_codes(seen).partition(f"pass the keyboard to {name}")[2].partition(f"{name}>")[0]
        assert "seed 4; the play is kept in" in begun and "type ? at any question for help" in begun


def test_the_columns_of_a_terminal_are_used(tmp_path):
    for columns in (80, 120):
        words = ("referee", "tall_oaks", "--seed", "4")
        seen, _ = at_terminal(tmp_path, *words, typed=[("Seat1>", "quit\r")], COLUMNS=str(columns))
        longest = max(len(line.rstrip()) for line in without_codes(seen).split("\n") if ".play" not in line)
        assert columns - 25 < longest <= columns


def test_what_one_chooses_from_stands_with_the_question(tmp_path):
    found = run(*MIXTAPE, "--record", str(tmp_path / "a.play"), typed="ab c\nab c\nab c\nquit\n")
    assert "  a  pair: t29 (punk A1 R>R), t51 (hiphop A2 C>R)\n  b  single: t62 (rock A2 LR>C)\n" in found.output


def test_a_journey_says_how_many_moves_are_left(tmp_path):
    words = ("referee", HARBOUR, "--names", "Ann,Bo", "--seed", "4", "--record", str(tmp_path / "a.play"))
    found = run(*words, typed="a\na\na\na\n")
    told = [int(line.split()[0]) for line in found.output.split("\n") if line.endswith((" moves left", " move left"))]
    assert told == [3, 2, 1]


def test_a_roll_of_set_up_is_told(tmp_path):
    (tmp_path / "rolled.rules").write_text(ROLLED)
    found = run("referee", str(tmp_path / "rolled.rules"), "--seed", "1", "--record", str(tmp_path / "a.play"), typed="quit\n")
    assert "d6: [" in found.output.partition("Seat1>")[0]
