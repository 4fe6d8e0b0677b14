"""`referee --chance`: dice and cards that fall on a real table; and the sums of one that has been played."""

import json

import pytest

from tests.cli.running import process, ROOT, run
from tests.cli.terminal import at_terminal, without_codes

KUHN = ("referee", "kuhn", "--names", "Ann,Bo", "--seed", "1")
PIG = ("referee", "pig", "--names", "Ann,Bo", "--set", "goal=10")


def test_cards_are_asked_of_who_sees_them(tmp_path):
    kept = tmp_path / "real.play"
    found = run(*KUHN, "--chance", "table", "--record", str(kept), typed="K\nK\nQ\nbet\nbet\n")
    assert found.exit_code == 0 and "The play is over. Ann wins." in found.output
    assert "Ann: which Card is this, from deck, now in Ann.hand?\nAnn> K" in found.output
    assert "that cannot be: K is not one of the unseen cards of deck\nBo> Q" in found.output
    assert "table *" in kept.read_text() and "chance deck: K\nchance deck: Q" in kept.read_text()
    assert run("replay", str(kept)).exit_code == 0


def test_hands_are_told_what_to_do_first_and_nobody_s_cards():
    found = run("referee", "mixtape", "--names", "Ann,Bo", "--chance", "table", typed="t01\nt02\nt03 t04 t05\nt06\nquit\n")
    before, last = found.output.split("Ann> t03 t04 t05")
    assert "  library is shuffled\nwhich Track is this, from library, now in aside?" in before
    assert "  4 Tracks from library to box\nAnn: which 3 Tracks are these" in before
    assert "t03" not in last and "that cannot be: 1 named, and there are 3" in last


def test_it_is_left_and_gone_on_with(tmp_path):
    kept = tmp_path / "real.play"
    assert run(*KUHN, "--chance", "table", "--record", str(kept), typed="K\n").exit_code == 1
    on = run("referee", "kuhn", "--resume", str(kept), typed="J\nbet\nbet\n")
    assert on.exit_code == 0 and "Bo> J" in on.output and run("replay", str(kept)).exit_code == 0


def test_a_bot_s_card_is_looked_up_by_somebody():
    found = run(*KUHN, "--seat", "Bo=first", "--chance", "table", typed="K\nQ\nbet\n")
    assert found.exit_code == 0 and "table> Q" in found.output
    assert "only Bo may see it, for whom nobody sits here" in found.output


def test_the_keyboard_is_handed_to_who_sees_the_card(tmp_path):
    typed = [("pass the keyboard to Ann", "\r"), ("Ann>", "K\r"), ("pass the keyboard to Bo", "\r"), ("Bo>", "Q\r"),
             ("pass the keyboard to Ann", "\r"), ("Ann>", "quit\r")]
    seen, code = at_terminal(tmp_path, *KUHN, "--chance", "table", typed=typed)
    assert code == 1 and "\x1b[3J" in seen
    before, after = without_codes(seen).split("which Card is this")[1:3]
    assert "Ann.hand" in before and "Bo.hand" in after and "Q" not in before


def test_dice_are_asked_and_undone():
    found = run(*PIG, "--chance", "d6=table", typed="roll\n7\n5\nundo\nundo!\n6\nhold\nroll\n1\nroll\n6\nhold\nquit\n")
    assert "`7` cannot come of `d6`" in found.output and "not taken back: since that answer" in found.output
    assert "table> 6" in found.output


def test_answers_of_a_file_and_its_end(tmp_path):
    fell = tmp_path / "fell.txt"
    fell.write_text("deck: K\n")
    found = process(tmp_path, *KUHN, "--chance", f"deck={fell}", typed="bet\nbet\n")
    assert found.returncode == 1 and "is at its end: one more of `deck` is needed" in found.stderr
    assert "--resume" in found.stdout and "Traceback" not in found.stderr
    fell.write_text("chance deck: K Q\n")
    assert process(tmp_path, *KUHN, "--chance", str(fell), typed="bet\nbet\n").returncode == 0


@pytest.mark.parametrize(("word", "code", "said"), [
    ("dekc=table", 2, "did you mean `deck`?"),
    ("dice", 2, "there is no file `dice`"),
    ("=table", 2, "write SOURCE=seed"),
])
def test_words_that_say_nothing_of_chance(word, code, said):
    found = run(*KUHN, "--chance", word)
    assert found.exit_code == code and said in " ".join(found.output.split())


def test_a_line_of_the_file_is_named(tmp_path):
    fell = tmp_path / "fell.txt"
    fell.write_text("deck: K\ndekc: Q\n")
    found = run(*KUHN, "--chance", str(fell))
    assert found.exit_code == 1 and "fell.txt:2: nothing called `dekc`" in found.output


def test_mixtape_with_cards_of_ones_own(tmp_path):
    fell = tmp_path / "cards.txt"
    rows = [line.split(",")[0] for line in (ROOT / "rules/mixtape/tracks.csv").read_text().splitlines()[1:]]
    fell.write_text("".join(f"library: {name}\n" for name in rows))
    kept = tmp_path / "mine.play"
    words = ("referee", "mixtape", "--seat", "Ann=random", "--seat", "Bo=first", "--seed", "4", "--record", str(kept))
    found = run(*words, "--chance", f"library={fell}")
    assert found.exit_code in (0, 1) and "Traceback" not in found.output
    assert run("replay", str(kept)).exit_code == 0 and "chance library: t01" in kept.read_text()


# ------------------------------------------------------------------ score


def score(folder, text, name="table.txt", game="mixtape", *more):
    (folder / name).write_text(text)
    return run("score", game, str(folder / name), *more)


LINES = "Ann.tape[A]: t01, t05   # from the top\nAnn.tape[B]: t02\nAnn.cube: -3\nBo.tape[A]: t07, t09\nBo.cube: 2\n"
ROWS = ("seat,zone,card,counter,value\nAnn,tape[A],t01,,\nAnn,tape[A],t05,,\nAnn,tape[B],t02,,\nAnn,,,cube,-3\n"
        "Bo,tape[A],t07,,\nBo,tape[A],t09,,\nBo,,,cube,2\n")


def test_lines_and_rows_give_the_same_sheet(tmp_path):
    lines, rows = score(tmp_path, LINES), score(tmp_path, ROWS, "table.csv")
    assert lines.exit_code == rows.exit_code == 0 and lines.output == rows.output
    assert "Bo wins" in lines.output and "M-178" in lines.output and "joined" in lines.output
    assert score(tmp_path, ROWS.replace(",", ";"), "semicolons.csv").output == lines.output
    plain = json.loads(score(tmp_path, LINES, "table.txt", "mixtape", "--json").output)
    assert plain["totals"] == {"Ann": 27, "Bo": 29} and plain["winners"] == ["Bo"]


def test_the_criterion_that_decided_is_told(tmp_path):
    found = score(tmp_path, "Ann.cube: 3\nBo.cube: -3\n")
    assert found.exit_code == 0 and "Ann and Bo share the win" in found.output and "are level" in found.output


def test_what_was_not_told_is_said(tmp_path):
    assert "not mentioned, so as at first: Ann.cube" in score(tmp_path, "Ann.tape[A]: t01\nBo.cube: 1\n").output


def test_the_solo_game(tmp_path):
    found = score(tmp_path, "otto.cube: 1\nyou.tape[A]: t01\n")
    assert found.exit_code == 0 and "You win." in found.output


@pytest.mark.parametrize(("text", "line", "said"), [
    ("Ann.cube: 1\nBo.cbue: 1\n", 2, "did you mean `Bo.cube`?"),
    ("Ann.cube: 99\nBo.cube: 1\n", 1, "goes from -30 to 30, and this is 99"),
    ("Ann.tape[A]: t01\nBo.tape[A]: t02, t01\n", 2, "t01 lies in `Ann.tape[A]` already, in line 1"),
    ("Ann.tape[A]: t01\nBo.cube: 1\nAnn.tape[A]: t02\n", 3, "`Ann.tape[A]` has been told already, in line 1"),
    ("Ann.tape[A]: t0x\nBo.cube: 1\n", 1, "`t0x` is not a Track"),
    ("Ann.cube: 1\nhello\n", 2, "`hello` says nothing"),
    ("Ann.cube: 1\n", 1, "2 to 4 play, and Ann is named"),
    ("", 1, "nobody is named"),
])
def test_a_wrong_line_is_named(tmp_path, text, line, said):
    found = score(tmp_path, text)
    assert found.exit_code == 1 and f"table.txt:{line}:" in found.output and said in " ".join(found.output.split())


@pytest.mark.parametrize(("text", "line", "said"), [
    ("seat,zone\nAnn,tape[A]\n", 1, "names no columns"),
    ("seat,zone,card\nAnn,tape[A],t01\nBo,tape[A],t01\n", 3, "t01 lies in `Ann.tape[A]` already"),
    ("seat,counter,value\nAnn,cube,1\nBo,cube,two\n", 3, "`two` is not a number"),
    ("seat,counter,value\nAnn,cube,1\nBo,cube,\n", 3, "has no value in this row"),
    ("seat,counter,value\nAnn,cube,1\nBo,cube,1\nBo,cube,2\n", 4, "has a value already, in line 3"),
])
def test_a_wrong_row_is_named(tmp_path, text, line, said):
    found = score(tmp_path, text, "table.csv")
    assert found.exit_code == 1 and f"table.csv:{line}:" in found.output and said in " ".join(found.output.split())


def test_log_and_state_can_be_looked_at_while_dice_are_asked(tmp_path):
    found = run(*PIG, "--chance", "d6=table", typed="roll\nlog\nstate\nmap\n5\nquit\n")
    assert "    1  play" in found.output and "this game has no map" in found.output and "pot 0" in found.output
