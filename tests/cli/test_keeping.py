"""What can go wrong with files while people play: nothing that was answered is lost, and the exit code says so."""

import errno
import os
import shutil

import pytest

from interpreter.session import transcript
from tests.cli.running import ROOT, run

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

    monkeypatch.setattr(transcript.os, "write", write)


@pytest.mark.parametrize("number", [errno.EROFS, errno.EACCES])
def test_a_folder_nobody_may_write_in(kept, monkeypatch, number):
    def refused(*words):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(transcript.os, "open", refused)
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
    assert "3 lines of the play are done" in run("referee", "pig", "--resume", str(kept), typed="hold\nquit\n").output


def test_a_play_cut_in_the_middle_of_a_line(kept):
    run(*PIG, "--record", str(kept), typed="roll\nroll\nhold\n")
    whole = kept.read_bytes()
    kept.write_bytes(whole[:-5])
    assert run("replay", str(kept)).exit_code == 0
    found = run("referee", "pig", "--resume", str(kept), typed="quit\n")
    assert found.exit_code == 1 and "of the play are done" in found.output
    assert whole.startswith(kept.read_bytes()) and kept.read_bytes().endswith(b"\n")


def test_a_play_written_under_other_rules(tmp_path, kept):
    shutil.copytree(ROOT / "rules/pig", tmp_path / "pig")
    rules = tmp_path / "pig" / "pig.rules"
    run("referee", str(rules), *PIG[2:], "--record", str(kept), typed="roll\nroll\nhold\n")
    before = kept.read_bytes()
    rules.write_text(rules.read_text() + "\n# a house rule\n")
    for words in (("replay", str(kept)), ("referee", str(rules), "--resume", str(kept))):
        found = run(*words)
        assert found.exit_code == 1 and "E0804" in found.output and kept.read_bytes() == before


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
