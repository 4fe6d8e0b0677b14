"""What can go wrong with files while people play: nothing that was answered is lost, and the exit code says so."""

import errno
import os
import shutil
import time
from pathlib import Path

import pytest

from interpreter.session import recorder
from tests.cli.running import ROOT, run, start

PIG = ("referee", "pig", "--names", "Ann,Bo", "--set", "goal=20", "--seed", "3")


@pytest.fixture
def kept(tmp_path):
    return tmp_path / "mine.play"


def full_after(monkeypatch, count: int) -> None:
    """A disk on which there is room for so many writes."""
    real, left = os.write, [count]

    def write(file, data):
        left[0] -= 1
        if left[0] < 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(file, data)

    monkeypatch.setattr(recorder.os, "write", write)


@pytest.mark.parametrize("number", [errno.EROFS, errno.EACCES])
def test_a_folder_nobody_may_write_in(kept, monkeypatch, number):
    def refused(*words):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(recorder.os, "open", refused)
    found = run(*PIG, "--record", str(kept), typed="roll\n")
    assert found.exit_code == 2 and "cannot be written: nobody may write there" in " ".join(found.output.split())
    found = run(*PIG, typed="roll\nhold\nquit\n")                # nobody asked to keep it, so it is played all the same
    assert found.exit_code == 1 and "this play is not kept" in found.output and "Ann chooses" in found.output


def test_a_folder_that_is_not_there(tmp_path):
    found = run(*PIG, "--record", str(tmp_path / "no" / "mine.play"))
    assert found.exit_code == 2 and "there is no such folder" in " ".join(found.output.split())


@pytest.mark.parametrize("chance", [(), ("--chance", "table")])
def test_a_disk_that_gets_full_stops_the_play_and_keeps_it(kept, monkeypatch, chance):
    typed = "roll\n2\nroll\n3\nhold\nroll\n4\n" if chance else "roll\nroll\nhold\nroll\n"
    full_after(monkeypatch, 4)
    found = run(*PIG, *chance, "--record", str(kept), typed=typed)
    assert found.exit_code == 1 and "the disk is full" in found.output and f"--resume {kept}" in found.output
    monkeypatch.undo()
    lines = kept.read_text().splitlines()
    assert kept.read_text().endswith("\n") and len(lines[lines.index("") + 1:]) == 3
    assert run("replay", str(kept)).exit_code == 0
    found = run("referee", "pig", "--resume", str(kept), typed="hold\nquit\n")
    assert "the play goes on from where it was left" in found.output


def test_a_play_cut_in_the_middle_of_a_line(kept):
    run(*PIG, "--record", str(kept), typed="roll\nroll\nhold\n")
    whole = kept.read_bytes()
    kept.write_bytes(whole[:-5])
    assert run("replay", str(kept)).exit_code == 0
    found = run("referee", "pig", "--resume", str(kept), typed="quit\n")
    assert found.exit_code == 1 and "from where it was left" in found.output
    assert whole.startswith(kept.read_bytes()) and kept.read_bytes().endswith(b"\n")


@pytest.fixture
def own_pig(tmp_path, kept):
    """Pig in a folder of the test, and a play of it that was left."""
    shutil.copytree(ROOT / "rules/pig", tmp_path / "pig")
    rules = tmp_path / "pig" / "pig.rules"
    run("referee", str(rules), *PIG[2:], "--record", str(kept), typed="roll\nroll\nhold\nquit\n")
    return rules


def test_a_play_goes_on_under_edited_rules_where_every_line_agrees(kept, own_pig):
    before = kept.read_bytes()
    own_pig.write_text(own_pig.read_text() + "\n# a house rule\n")
    found = run("replay", str(kept))
    assert found.exit_code == 1 and "E0804" in found.output and kept.read_bytes() == before
    found = run("referee", str(own_pig), "--resume", str(kept), typed="roll\nquit\n")
    told = " ".join(found.output.split())
    assert "every line still agrees" in told and "pig.rules changed since" in told and kept.read_bytes().startswith(before)
    assert len(kept.read_bytes()) > len(before)


def test_where_a_line_parts_the_lines_before_it_can_be_gone_on_with(kept, own_pig):
    before = kept.read_text()
    own_pig.write_text(own_pig.read_text().replace("hold_now", "bank_it"))
    found = run("referee", str(own_pig), "--resume", str(kept), typed="")
    line = 1 + next(k for k, one in enumerate(before.split("\n")) if "with hold_now" in one)
    assert found.exit_code == 1 and f"the play departs from the rules at line {line}" in " ".join(found.output.split())
    assert "hold_now" not in found.output and kept.read_text() == before
    copy = kept.with_name(f"mine.upto{line - 1}.play")
    again = run("referee", str(own_pig), "--resume", str(copy), typed="bank_it\nquit\n")
    assert f"--resume {copy}" in found.output and again.exit_code == 1 and "bank_it" in copy.read_text()


@pytest.mark.parametrize("seed", ["-5", "0", "1" * 40, "-" + "9" * 300])
def test_every_seed_that_is_taken_can_be_read_back(kept, seed):
    run("referee", "pig", "--names", "Ann,Bo", "--seed", seed, "--record", str(kept), typed="roll\nquit\n")
    assert f"seed {seed}\n" in kept.read_text()
    assert run("replay", str(kept)).exit_code == 0
    assert "from where it was left" in run("referee", "pig", "--resume", str(kept), typed="quit\n").output


def test_a_path_with_a_sign_for_comments_in_it_is_read_back(tmp_path, kept):
    folder = tmp_path / "my #1 games"
    shutil.copytree(ROOT / "rules/pig", folder)
    run("referee", str(folder / "pig.rules"), *PIG[2:], "--record", str(kept), typed="roll\nquit\n")
    assert run("replay", str(kept)).exit_code == 0, run("replay", str(kept)).output
    assert run("referee", str(folder / "pig.rules"), "--resume", str(kept), typed="quit\n").exit_code == 1


def test_an_empty_file_is_no_play_and_blocks_no_name(kept):
    kept.touch()
    assert "it is empty" in " ".join(run("referee", "pig", "--resume", str(kept)).output.split())
    found = run(*PIG, "--record", str(kept), typed="roll\nquit\n")
    assert "the play is kept" in found.output and "Ann answers" in kept.read_text()
    assert "is there already" in " ".join(run(*PIG, "--record", str(kept), typed="quit\n").output.split())


def test_a_file_that_is_deleted_during_play_is_missed_and_the_play_kept_elsewhere(tmp_path, kept):
    going = start(tmp_path, *PIG, "--record", str(kept))
    going.stdin.write("roll\n")
    going.stdin.flush()
    while "Ann answers" not in (kept.read_text() if kept.exists() else ""):
        assert going.poll() is None, going.communicate(timeout=60)
        time.sleep(0.01)
    kept.unlink()
    out, err = going.communicate("roll\nhold\nroll\n", timeout=120)
    assert "somebody has deleted or moved it" in " ".join(err.split()) and going.returncode == 1
    other = next((tmp_path / "rulewright").glob("pig-*.play"))
    assert f"--resume {other}" in out and "Ann answers" in other.read_text() and run("replay", str(other)).exit_code == 0


def test_without_room_for_its_copy_nothing_is_put_right(kept, monkeypatch):
    run(*PIG, "--record", str(kept), typed="roll\nquit\n")
    before = kept.read_text()
    number, real = 1 + next(k for k, one in enumerate(before.split("\n")) if "chance d6" in one), Path.open

    def full(path, *words, **named):
        if ".before" in path.name:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(path, *words, **named)

    monkeypatch.setattr(Path, "open", full)
    found = run("fix", str(kept), f"{number} = 2")
    monkeypatch.undo()
    assert found.exit_code == 1 and "no copy of the play as it was" in " ".join(found.output.split())
    assert kept.read_text() == before


def test_a_fix_that_was_cut_off_is_offered_its_copy(kept):
    run(*PIG, "--record", str(kept), typed="roll\nquit\n")
    number = 1 + next(k for k, one in enumerate(kept.read_text().split("\n")) if "chance d6" in one)
    assert run("fix", str(kept), f"{number} = 2").exit_code == 0
    whole = kept.read_text()
    assert "cut off" not in run("referee", "pig", "--resume", str(kept), typed="quit\n").output
    kept.write_text(whole[: whole.index("given d6")])
    found = run("referee", "pig", "--resume", str(kept), typed="quit\n")
    assert "`fix` of this play was cut off" in " ".join(found.output.split()) and "mine.before1.play" in found.output


def test_sealed_lines_are_opened_at_the_end(kept):
    """Neither the deck nor a hand nor the seed stands in the file before the play is over; then all of it does."""
    words = ("referee", "kuhn", "--names", "Ann,Bo", "--seed", "4711", "--sealed", "--record", str(kept))
    left = run(*words, typed="quit\n")
    text = kept.read_text()
    assert "4711" not in text + left.output and "chance deck" not in text and "\n~" in text
    over = run("referee", "kuhn", "--resume", str(kept), typed="pass\npass\n" * 20)
    assert over.exit_code == 0 and kept.read_text().startswith(text)
    opened = kept.read_text().partition("# what was sealed")[2]
    assert "chance deck: " in opened and "seed 4711" in opened and run("replay", str(kept)).exit_code == 0


def test_an_edited_play_is_refused_without_a_hand(kept):
    """What stands in lines that do not fit is another's hand, or the deck."""
    run("referee", "kuhn", "--names", "Ann,Bo", "--seed", "3", "--record", str(kept), typed="pass\nquit\n")
    text = kept.read_text()
    order = next(one for one in text.split("\n") if one.startswith("chance deck"))
    cards = order.partition(": ")[2].split("#")[0].split()
    for changed in (text.replace(order, f"chance deck: {' '.join(reversed(cards))}"), text.replace("chance deck", "chanc deck"),
                    text.replace("answers", "answrs")):
        kept.write_text(changed)
        found = run("referee", "kuhn", "--resume", str(kept), typed="quit\n")
        assert found.exit_code == 1 and "error" in found.output
        said = found.output.replace(str(kept.parent), "")
        assert not any(f" {card}" in said or f"`{card}" in said for card in cards) and "pass" not in said, said


def test_a_wrong_cell_of_a_table_is_named(tmp_path):
    folder = tmp_path / "mixtape"
    shutil.copytree(ROOT / "rules/mixtape", folder)
    sheet = folder / "tracks.csv"
    lines = sheet.read_text().splitlines()
    lines[4] = lines[4].replace(",B,", ",Q,", 1)
    sheet.write_text("\n".join(lines) + "\n")
    for words in (("check",), ("referee", "--seat", "Ann=random", "--seat", "Bo=random")):
        found = run(words[0], str(folder / "mixtape.rules"), *words[1:])
        assert found.exit_code == 1 and "tracks.csv:5:" in found.output and "Q" in found.output
