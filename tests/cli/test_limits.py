"""A command is held to its limits, and what the machine refuses is told in words."""

import subprocess
import sys
from pathlib import Path

import pytest

from interpreter.limits import Limits, limits, Misspelt, read
from tests.cli.running import environment, ROOT, run
from tests.cli.test_exit_codes import STANDING

GAME = 'game g "G" for 2..3 players\nplay\n  {line}\nwinner shared\n'


def called(tmp_path: Path, *words: str, **how) -> subprocess.CompletedProcess:
    """The command in a process of its own."""
    line = [sys.executable, "-m", "interpreter", *words]
    how = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE} | how
    return subprocess.run(line, env=environment(tmp_path), cwd=ROOT, text=True, stderr=subprocess.PIPE, **how)


@pytest.fixture
def game(tmp_path):
    def made(line: str) -> str:
        path = tmp_path / "g.rules"
        path.write_text(GAME.format(line=line), encoding="utf-8")
        return str(path)

    return made


def test_a_limit_is_read_by_its_name():
    assert read("") == Limits() and read("values=5,work=7") == Limits(values=5, work=7)
    for wrong in ("value=5", "values", "values=-1", "values=0", "values=x", "values=1e5", "values=²"):
        with pytest.raises(Misspelt):
            read(wrong)


def test_a_limit_is_raised_and_lowered(game, monkeypatch):
    monkeypatch.setenv("RULEWRIGHT_LIMIT", "")
    path = game("require count(list of k for k in 1..200000) > 1, \"x\"")
    assert run("check", path).exit_code == 1
    assert run("check", path, "--limit", "values=200000").exit_code == 0
    monkeypatch.setenv("RULEWRIGHT_LIMIT", "")
    assert limits() == Limits()
    assert run("check", game("end game"), "--limit", "people=2").exit_code == 1


def test_a_limit_that_there_is_not(game):
    found = run("check", game("end game"), "--limit", "peple=9")
    assert found.exit_code == 2 and "there is no limit `peple`" in found.output


def test_time_and_memory_are_bounded(game, tmp_path):
    line = "let y = sum of (sum of a for a in 1..90000) for b in 1..90000\n  if y > 1\n    end game"
    slow = called(tmp_path, "simulate", game(line), "--games", "1", "--limit", "seconds=4", "--limit", "work=999999999999")
    assert (slow.returncode, slow.stderr.split(" of")[0]) == (1, "stopped: this takes more than 4 seconds")
    line = "let y = list of a for a in 1..90000000\n  if y is empty\n    end game"
    large = called(tmp_path, "simulate", game(line), "--games", "1", "--limit", "values=90000000,work=99999999999,memory=400")
    assert (large.returncode, large.stderr.split(";")[0]) == (1, "stopped: this takes more than 400 megabytes of memory")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_an_output_that_is_full(game, tmp_path):
    with open("/dev/full", "w", encoding="utf-8") as full:
        found = called(tmp_path, "check", game("end game"), stdout=full)
    assert found.returncode == 1 and found.stderr == "a file or the output cannot be used: no space left on device\n"


@pytest.mark.parametrize("streams", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_streams_that_are_closed(streams, game, tmp_path):
    command = f'"{sys.executable}" -m interpreter referee "{game("end game")}" --seed 1 {streams}'
    found = subprocess.run(command, shell=True, env=environment(tmp_path), cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert found.returncode == 0 and "Traceback" not in found.stderr and "fault of Rulewright" not in found.stderr


@pytest.mark.parametrize("words", [("check", "{}"), ("referee", "nim", "--record", "{}"), ("replay", "{}"), ("explain", "{}"),
                                   ("new", "variant", "{}", "--of", "nim"), ("check", "nim", "--with", "{}.rules")])
def test_names_that_are_too_long(words, tmp_path):
    found = called(tmp_path, *(word.format("x" * 5000) for word in words))
    assert found.returncode in (1, 2) and "Traceback" not in found.stderr and "fault of Rulewright" not in found.stderr


@pytest.mark.parametrize("where", ["/dev/zero", "/etc/hostname", "../up.csv"])
def test_data_lie_beside_or_below_the_rules(where, tmp_path):
    folder = tmp_path / "game"
    folder.mkdir()
    (tmp_path / "up.csv").write_text("id\na\n", encoding="utf-8")
    (folder / "link.csv").symlink_to(where)
    for name in (where, "link.csv"):
        path = folder / "g.rules"
        path.write_text(f'game g "G" for 2..2 players\ncard C\ncomponents cs: C from "{name}"\nplay\n  end game\n'
                        "winner shared\n", encoding="utf-8")
        found = run("check", str(path))
        assert found.exit_code == 1 and "it does not lie beside or below the rules" in " ".join(found.output.split())
    found = run("check", str(folder / "g.rules"), "--data", f"cs={tmp_path / 'up.csv'}")
    assert "E0701" not in found.output
    found = run("check", str(folder / "g.rules"), "--data", "cs=/dev/zero")
    assert found.exit_code in (1, 2) and "traceback" not in found.output.lower()


@pytest.mark.parametrize(("command", "held"), [("check", True), ("rulebook", True), *((one, False) for one in STANDING)])
def test_what_stands_until_it_is_stopped_has_no_limit_of_time(command, held):
    """A table that is served, or an editor that is answered, uses up a minute of a processor in an evening."""
    held_to = f"import resource; from interpreter.cli.process_limits import begin; begin([{command!r}]); " \
        "print(resource.getrlimit(resource.RLIMIT_CPU)[0] == resource.RLIM_INFINITY)"
    told = subprocess.run([sys.executable, "-c", held_to], cwd=ROOT, text=True, stdout=subprocess.PIPE, check=True).stdout
    assert told.strip() == str(not held)
