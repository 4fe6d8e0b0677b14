"""A player is called by a label: it means nothing to the rules, to chance or to the referee. What means two things is asked."""

import pytest

from tests.cli.running import run

ODD = ["A,B", "deck,hand", "upper,Row", "library,current", "quit,undo", "a,b", "none,nobody", "Ann Marie,O'Neil",
       "Zoë,Łukasz", "李雷,محمد", "chance,over", "Seat2,Seat1", "yes,stop", "public,owner", "1,2", 'the "Boss",x#y']


def played(game: str, names: str, path, typed: str):
    return run("referee", game, "--names", names, "--seed", "7", "--record", str(path), typed=typed)


def without_names(text: str) -> list[str]:
    """The lines of a play that say what fell and what was answered, and not by whom."""
    lines = [line for line in text.partition("\n\n")[2].split("\n")]
    return [line.partition(" answers ")[2] or line for line in lines if not line.startswith("over")]


@pytest.mark.parametrize("names", ODD)
def test_a_play_is_the_same_whatever_the_players_are_called(names, tmp_path):
    for game, typed in (("nim", "a\n1\n" * 12), ("kuhn", "a\na\n" * 20)):
        plain, odd = tmp_path / f"{game}1.play", tmp_path / f"{game}2.play"
        assert played(game, "Ann,Bo", plain, typed).exit_code == 0
        found = played(game, names, odd, typed)
        assert found.exit_code == 0, found.output
        assert without_names(odd.read_text()) == without_names(plain.read_text())
        assert run("replay", str(odd)).exit_code == 0, run("replay", str(odd)).output


def test_a_play_of_people_with_odd_names_is_gone_on_with(tmp_path):
    kept = tmp_path / "a.play"
    played("nim", 'Ann Marie,the "Boss"', kept, "a\n1\nquit\n")
    assert '"Ann Marie" answers from_row with upper' in kept.read_text()
    assert run("referee", "nim", "--resume", str(kept), typed="b\n1\n" + "a\n1\n" * 12).exit_code == 0


@pytest.mark.parametrize("names, words", [
    ("Ann,ann", "two players"), ("!,Bo", "cannot be a name"), ("Ann,", "cannot be a name"), ("a\tb,Bo", "cannot be a name"),
    ("x" * 25 + ",Bo", "cannot be a name"), ("A:B,Bo", "cannot be a name")])
def test_what_is_no_name_is_refused(names, words, tmp_path):
    found = played("nim", names, tmp_path / "a.play", "")
    assert found.exit_code == 2 and words in found.output


WHOM = '''game whom "Whom" for 3..3 players
each player has
  counter points: 0..9 = 0
play
  choose whom from players by first(players) "Who?"
  raise whom.points by 1
score s = me.points
winner highest total, then shared
'''


def asked_whom(tmp_path, names: str, typed: str) -> str:
    (tmp_path / "whom.rules").write_text(WHOM)
    return played(str(tmp_path / "whom.rules"), names, tmp_path / "a.play", typed).output


def test_a_letter_that_is_also_a_name_is_asked_about(tmp_path):
    """Letters: a Cy, b a, c Bo."""
    found = asked_whom(tmp_path, "Cy,a,Bo", 'a\na)\n')
    assert "`a` is a letter of the list, and an answer by its name" in found and "with Cy" in (tmp_path / "a.play").read_text()
    (tmp_path / "a.play").unlink()
    asked_whom(tmp_path, "Cy,a,Bo", '"a"\n')
    assert "with a\n" in (tmp_path / "a.play").read_text()


def test_letters_and_numbers_of_a_list_of_numbers(tmp_path):
    """`b` is the second of the numbers; a number is itself, and no place in the list."""
    played("nim", "Ann,Bo", tmp_path / "a.play", "c\nb\nc\n1\nquit\n")
    told = (tmp_path / "a.play").read_text()
    assert "Ann answers stones_taken with 2" in told and "Bo answers stones_taken with 1" in told


def test_a_letter_that_is_the_same_thing_by_name_is_no_question(tmp_path):
    asked_whom(tmp_path, "a,B,Cy", "b\n")
    assert "with B\n" in (tmp_path / "a.play").read_text()


def test_a_word_of_the_referee_that_is_also_an_answer_is_asked_about(tmp_path):
    found = asked_whom(tmp_path, "quit,log,Cy", 'log\n:log\n"log"\n')
    assert "`log` is an answer here, and a word of the referee" in found and "    1  play" in found
    assert "with log\n" in (tmp_path / "a.play").read_text()


def test_words_that_want_something_behind_them_say_so(tmp_path):
    found = asked_whom(tmp_path, "Ann,Bo,Cy", "why\nfix\nlog x\nlog 1\nquit\n")
    for words in ("why what? write `why not`", "fix what? write the number", "log what? write `log`", "    1  play"):
        assert words in found
