"""The referee at a pipe: whole plays, refusals, taking back, keeping and going on."""

import re
import signal
from random import Random

import pytest

from interpreter.session.recorder import Recorder
from tests.cli.running import process, ROOT, run, start
from tests.cli.terminal import at_terminal, without_codes

KUHN = ("referee", "kuhn", "--names", "Ann,Bo", "--seed", "1")
PIG = ("referee", "pig", "--names", "Ann,Bo", "--seat", "Bo=random", "--set", "goal=20", "--seed", "3")


def wide(text: str) -> list[str]:
    """Lines that are too long; paths are as long as they are."""
    return [line for line in text.split("\n") if len(line) > 80 and "/" not in line]


def test_bots_play_to_the_result_and_tell_the_story(tmp_path):
    found = process(
        tmp_path, "referee", "kuhn", "--seat", "Ann=random", "--seat", "Bo=random", "--names", "Ann,Bo", "--seed", "1"
    )
    assert found.returncode == 0 and "Ann chooses" in found.stdout and "The play is over." in found.stdout
    assert re.search(r"^  Ann +-?\d", found.stdout, re.M) and not wide(found.stdout)


def test_letters_values_and_words_are_all_answers():
    by_letter = run(*KUHN, typed="a\nb\nb\n")
    by_word = run(*KUHN, typed="pass\nbet\nbet\n")
    assert by_letter.exit_code == by_word.exit_code == 0
    assert by_letter.output.split("\n")[-5:] == by_word.output.split("\n")[-5:]
    assert "The play is over. Ann wins." in by_letter.output and not wide(by_letter.output)


def test_a_hand_is_shown_to_its_owner_only():
    asked = run(*KUHN, typed="a\n").output
    first, second = asked.split("Ann> a")
    assert (
        "hand  Q" in first
        and "hand  1 Card, face down" in first
        and "J" not in first.split("Kuhn poker")[1].replace("Bo", "")
    )
    assert "hand  J" in second and "Q" not in second


def test_menu_words_are_answers():
    found = run(*PIG, typed="Roll\nhold\n")
    assert found.output.count("Ann chooses “Roll”") >= 1 and "Ann chooses “Hold”" in found.output


def test_a_refused_answer_says_why_and_asks_again():
    found = run(
        "referee", "nim", "--names", "Ann,Bo", "--seed", "1", typed="middle\n7\nwhy not 9\n3\nupper\n3\nupper\n"
    )
    text = " ".join(found.output.split())
    assert "refused: 7 is not one of 1, 2, 3" in text and "would be accepted: 1, 2, 3" in text
    assert "refused: 9" in text
    assert "refused: upper does not pass `must row[it] is not empty`" in text.replace("`row[it]", "`must row[it]")
    assert "rules/nim/nim.rules:" in found.output and not wide(found.output)


def test_the_words_of_the_referee():
    found = run(*KUHN, typed="?\nhelp\nstate\nlog\nscore\nwhy not bet\nnonsense\n\n:state\nquit\n")
    assert found.exit_code == 1
    for words in (
        "asked by effect act, rules/kuhn/kuhn.rules",
        "undo!",
        "Ann (you)",
        "phase betting",
        "would be accepted",
        "not understood",
        "type a letter",
    ):
        assert words in found.output
    assert re.search(r"^  Bo +0$", found.output, re.M)  # it rests on an open counter, whatever the hands hide


def test_undo_only_where_nobody_learned_anything():
    found = run(*KUHN, typed="a\nundo\nb\nb\n")
    assert "1 answer taken back" in found.output and found.exit_code == 0
    rolled = run(*PIG, typed="a\nundo\nundo!\nb\nlog\nquit\n")
    assert "chance has fallen" in rolled.output and "taken back" in rolled.output and "(taken back)" in rolled.output


def test_a_play_that_is_left_says_how_to_go_on(tmp_path):
    kept = tmp_path / "mine.play"
    left = run(*PIG, "--record", str(kept), typed="a\n")
    assert left.exit_code == 1 and f"--resume {kept}" in left.output
    on = run("referee", "pig", "--resume", str(kept), typed="b\n" * 30)
    assert on.exit_code == 0 and "The play is over." in on.output
    assert run("replay", str(kept)).exit_code == 0


def test_a_play_nobody_asked_to_keep_is_kept_all_the_same(tmp_path):
    left = run(*KUHN, typed="a\n")
    kept = next((tmp_path / "state").rglob("kuhn-*.play"))
    assert left.exit_code == 1 and "Ann answers action with pass" in kept.read_text()


def test_kill_loses_nothing(tmp_path):
    kept = tmp_path / "killed.play"
    playing = start(tmp_path, *KUHN, "--record", str(kept))
    playing.stdin.write("bet\n")
    playing.stdin.flush()
    for line in playing.stdout:
        if line.startswith("Bo: Bet or pass?"):
            break
    playing.send_signal(signal.SIGKILL)
    playing.wait()
    for pipe in (playing.stdin, playing.stdout, playing.stderr):
        pipe.close()
    found = process(tmp_path, "referee", "kuhn", "--resume", str(kept), typed="bet\n")
    assert found.returncode == 0 and "The play is over." in found.stdout and "Ann> " not in found.stdout


def test_interrupted_is_130_and_kept(tmp_path):
    playing = start(tmp_path, *KUHN)
    for line in playing.stdout:
        if line.startswith("Ann: Bet or pass?"):
            break
    playing.send_signal(signal.SIGINT)
    out, err = playing.communicate(timeout=120)
    assert playing.returncode == 130 and "--resume" in out + err


def test_a_record_is_never_written_over(tmp_path):
    kept = tmp_path / "mine.play"
    kept.write_text("precious\n")
    assert run(*KUHN, "--record", str(kept)).exit_code == 2 and kept.read_text() == "precious\n"


def test_resume_refuses_what_is_no_play(tmp_path):
    (tmp_path / "no.play").write_text("hello\n")
    found = run("referee", "kuhn", "--resume", str(tmp_path / "no.play"))
    assert found.exit_code == 1 and "E0803" in found.output
    assert run("referee", "kuhn", "--resume", str(tmp_path / "no.play"), "--seed", "3").exit_code == 2


def test_replay_names_the_first_line_that_departs(tmp_path):
    kept = tmp_path / "mine.play"
    run(*KUHN, "--record", str(kept), typed="pass\nbet\nbet\n")
    assert run("replay", str(kept)).exit_code == 0
    kept.write_text(kept.read_text().replace("Bo answers action with bet", "Bo answers action with pass"))
    found = run("replay", str(kept))
    assert found.exit_code == 1 and "E0802" in found.output


def test_a_fault_in_play_is_drawn_and_the_play_is_kept(tmp_path):
    text = (ROOT / "rules/pig/pig.rules").read_text().replace("counter pot: 0..goal + 5", "counter pot: 0..9")
    (tmp_path / "pig.rules").write_text(text)
    found = run("referee", str(tmp_path / "pig.rules"), "--seat", "Ann=random", "--seat", "Bo=random", "--seed", "1")
    assert found.exit_code == 1 and "E0901" in found.output and ".play" in found.output


# ------------------------------------------------------------------ the probe: every form of question


def test_the_probe_is_played_by_first_letters(tmp_path):
    words = (
        "referee",
        "tests/probe/town.rules",
        "--names",
        "Ann,Bo",
        "--seed",
        "4",
        "--record",
        str(tmp_path / "town.play"),
    )
    found = run(*words, typed="a\n" * 600)
    assert found.exit_code == 0 and "The play is over." in found.output and not wide(found.output)
    assert run("replay", str(tmp_path / "town.play")).exit_code == 0


def test_free_actions_have_letters_of_their_own():
    found = run(
        "referee",
        "tests/probe/town.rules",
        "--names",
        "Ann,Bo",
        "--seat",
        "Bo=first",
        "--seed",
        "2",
        typed="a\n" * 14 + "+a\n" * 3 + "bun\n+b\nquit\n",
    )
    assert found.exit_code == 1 and "Traceback" not in found.output


@pytest.mark.parametrize("answers", ["ab c\n", "[t01, t02], [t03]\n"])
def test_parts_are_put_together_from_letters(answers):
    found = run("referee", "tests/bench/round.rules", "--players", "3", "--seed", "1", typed=answers)
    assert "Traceback" not in found.output and found.exit_code == 1


# ------------------------------------------------------------------ what is shown where


def test_no_escape_codes_in_a_pipe(tmp_path):
    plain = process(tmp_path, *KUHN, typed="a\nb\nb\n")
    assert "\x1b" not in plain.stdout and plain.returncode == 0


def test_at_a_terminal_no_color_is_honoured(tmp_path):
    words = ("referee", "kuhn", "--seat", "Ann=random", "--seat", "Bo=random", "--seed", "1")
    coloured, plain = at_terminal(tmp_path, *words)[0], at_terminal(tmp_path, *words, NO_COLOR="1")[0]
    assert "\x1b[1m" in coloured and "\x1b" not in plain
    assert all("The play is over" in without_codes(text) and "Ann chooses" in text for text in (coloured, plain))


def test_at_one_keyboard_the_screen_is_cleared_between_seats(tmp_path):
    typed = [
        ("press Enter", "\r"),
        ("Ann>", "a\r"),
        ("pass the keyboard to Bo", "\r"),
        ("Bo>", "\x1b[A\r"),
        ("type a letter", ""),
        ("Bo>", "\x04"),
    ]
    seen, code = at_terminal(tmp_path, *KUHN, typed=typed)
    first = seen.index("Ann: Bet or pass?")
    assert code == 1 and "\x1b[2J\x1b[3J" in seen[first : seen.index("Bo: Bet or pass?")]
    assert "Bo> a" not in without_codes(seen)  # the arrow up brings back nothing of Ann's


def test_a_game_without_secrets_needs_no_handing_over(tmp_path):
    typed = [("Ann>", "middle\r"), ("Ann>", "1\r"), ("Bo>", "quit\r")]
    seen, code = at_terminal(tmp_path, "referee", "nim", "--names", "Ann,Bo", "--seed", "1", typed=typed)
    assert code == 1 and "pass the keyboard" not in seen


# ------------------------------------------------------------------ clauses, soup, our own faults


def cited_nim(folder):
    """Nim with a rulebook of one clause, which its guard cites."""
    text = (ROOT / "rules/nim/nim.rules").read_text()
    text = text.replace('"Nim" for 2..2 players\n', '"Nim" for 2..2 players\n  rulebook "nim"\n')
    text = text.replace("must row[it] is not empty", "must row[it] is not empty        cites N-001")
    (folder / "nim.rules").write_text(text)
    (folder / "clauses.tsv").write_text(
        "id\tsection\tkind\tclause\tnotes\nN-001\tTaking\trule\tOnly a row with stones can be named.\t\n"
    )
    return str(folder / "nim.rules")


def test_a_refusal_cites_its_clause_in_words(tmp_path):
    game = cited_nim(tmp_path)
    found = run(
        "referee", game, "--names", "Ann,Bo", "--seed", "1", typed="upper\n3\nupper\nwhy not upper\n?\nwhy not lower\n"
    )
    assert found.output.count("refused: upper") == 2
    assert found.output.count("N-001: Only a row with stones can be named.") == 4
    assert "nim.rules:35 [N-001]" in found.output and "would be accepted: middle, lower" in found.output


@pytest.mark.parametrize("game", ["kuhn", "pig", "nim", "tests/probe/town.rules", "tests/bench/round.rules"])
def test_no_soup_is_a_fault_of_ours(game):
    words = [
        "a",
        "b",
        "c",
        "ab c",
        "+a",
        "+",
        "-",
        "why not a",
        "why not",
        "why",
        "why not +a",
        ":a",
        ":",
        "undo",
        "undo!",
        "[",
        "[a",
        "a, b",
        "yes",
        "no",
        "none",
        "nothing",
        "stop",
        "go on",
        "99999999999999",
        "-1",
        '"',
        "\x00",
        "😀",
        "state",
        "score",
        "log",
        "?",
        "help",
        "zz",
        "a/b",
        "ab/c",
        "why not nothing",
        "take",
        "'",
        "{}",
        "()",
        "bun(",
        "1",
        "2",
        "0",
    ]
    chance = Random(5)
    typed = "".join(f"{chance.choice(words)}\n" for _ in range(250))
    found = run("referee", game, "--seed", "2", typed=typed)
    assert found.exit_code in (0, 1), found.output[-2000:]


def test_our_own_fault_at_the_table_keeps_the_play(tmp_path, monkeypatch):
    from interpreter.cli.terminal import prompt

    def broken(*words):
        raise ZeroDivisionError("a bug of ours")

    monkeypatch.setattr(prompt, "show_scores", broken)
    found = run(*KUHN, typed="a\nscore\n")
    assert found.exit_code == 3 and "Traceback" not in found.output
    written = next((tmp_path / "state").rglob("fault-*.txt")).read_text()
    assert "a bug of ours" in written and "Ann answers action with pass" in written


def test_undo_says_whose_secret_answer_it_takes_back(tmp_path):
    path = tmp_path / "und.rules"
    path.write_text("""game und "Und" for 2..3 players
each player has
  counter n: 0..3 = 0
play
  run one
phase one
  step a, everyone at once
    choose x from 0..2  "What?"
    set me.n to x
score n_of = me.n
winner highest total, then shared
""")
    found = run("referee", str(path), "--names", "Ann,Bo,Cy", typed="a\nb\nundo\nno\nundo\nyes\nquit\n")
    assert "not taken back: Bo does not agree" in found.output and "1 answer taken back, of Bo\n" in found.output


@pytest.mark.parametrize("words, said", [
    (("--seat", "Otto=random"), "there is no seat Otto; otto is an automatic seat"),
    (("--seat", "otto=first"), "otto is an automatic seat: nobody decides for it, what it does is rules"),
    (("--names", "Ann"), "solo names you and otto itself, so there is no seat for Ann"),
    (("--seat", "Ann=random"), "so there is no seat for Ann"),
])
def test_a_game_that_names_its_seats(words, said):
    found = run("referee", "mixtape", "--players", "1", "--seed", "5", *words)
    assert found.exit_code == 2 and said in found.stderr


def test_the_story_says_what_was_announced_why_things_moved_and_speaks_to_you(tmp_path):
    found = run("referee", "mixtape", "--players", "1", "--seat", "you=random", "--seed", "5",
                env={"XDG_STATE_HOME": str(tmp_path)})
    assert "otto goes on: by balance, several are as near" in found.output and "otto decides: by" in found.output
    assert "from you.hand to you.tape[A]  [M-044" in found.output
    assert "you choose" in found.output and "you chooses" not in found.output


def test_you_are_spoken_to(tmp_path):
    found = run("referee", "solo", "--seed", "5", typed="a\nlog\nquit\n", env={"XDG_STATE_HOME": str(tmp_path)})
    assert "your turn" in found.output and "you's" not in found.output and "you (you)" not in found.output
    assert "is for 1 player, not 3" in run("referee", "solo", "--players", "3").stderr


def test_two_cannot_write_to_one_play(tmp_path):
    kept = tmp_path / "kept.play"
    run("referee", "nim", "--seed", "3", "--record", str(kept), typed="quit\n")
    other = Recorder.go_on(kept, len(kept.read_bytes()))
    found = run("referee", "nim", "--resume", str(kept), typed="quit\n")
    assert found.exit_code == 1 and "is being played in another window" in found.stderr
    other.close()
    assert "go on with" in run("referee", "nim", "--resume", str(kept), typed="quit\n").output
