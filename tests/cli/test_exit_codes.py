"""Exit codes are alike for every command that is stopped, as docs/README.md has them in a table."""

import re
import shutil

import click
import pytest

from tests.cli.running import ROOT, run

# of every command words with which it says something
WORDS = {
    "check": ("pig",), "format": ("--check", "odd.rules"), "show": ("plan", "pig"), "explain": ("E0201",), "rulebook": ("pig",),
    "diff": ("stalker",), "handout": ("stalker",), "test": ("pig", "--plays", "2"), "coverage": ("pig",),
    "mutate": ("pig", "--plays", "1", "--sample", "2"), "simulate": ("pig", "--games", "3"), "referee": ("pig",),
    "solve": ("kuhn",), "replay": ("kept.play",), "fix": ("kept.play", "1 = 3"), "score": ("pig", "table.csv"),
    "compare": ("pig", "--set", "goal=50", "--games", "10", "--course", "2", "--jobs", "1"),
    "sweep": ("pig", "--set", "goal=20,30", "--games", "10", "--jobs", "1"),
    "new": ("variant", "mine", "--of", "pig"), "list": (), "build": ("pig", "-o", "pig.wasm"),
}
# these stand until they are stopped, and say nothing before: tests/web, tests/editor and tests/debugger stop them
STANDING = ["debug", "edit", "lsp", "serve"]
STOPPED = {KeyboardInterrupt: 130, click.Abort: 130, BrokenPipeError: 1, OSError: 1}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a play that was left, a table, and a file that is not in its canonical form."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "odd.rules").write_text("library   odd\n")
    (tmp_path / "table.csv").write_text("seat,counter,value\nAnn,points,3\n")
    assert run("referee", "pig", "--names", "Ann,Bob", "--seed", "1", "--record", "kept.play").exit_code == 1
    return tmp_path


def stopping(monkeypatch, error):
    """The first thing that is said to anybody is what it is stopped at."""
    say, asked = click.echo, []

    def echo(*words, **how):
        asked.append(words)
        if len(asked) == 1:
            raise error
        say(*words, **how)

    monkeypatch.setattr(click, "echo", echo)
    return asked


@pytest.mark.parametrize("command", WORDS)
@pytest.mark.parametrize("error", STOPPED, ids=lambda error: error.__name__)
def test_every_command_that_is_stopped(command, error, folder, monkeypatch):
    asked = stopping(monkeypatch, error())
    found = run(command, *WORDS[command])
    assert asked, f"`{command}` says nothing"
    assert found.exit_code == STOPPED[error], found.output
    assert "Traceback" not in found.output


def test_these_are_all_commands():
    from interpreter.cli.main import rulewright

    assert sorted([*WORDS, *STANDING]) == sorted(rulewright.commands)


@pytest.mark.parametrize("command", [one for one in WORDS if WORDS[one]])
def test_every_command_that_is_used_wrongly(command, folder):
    assert run(command, *WORDS[command], "--no-such-option").exit_code == 2


def test_a_play_that_is_left_or_whose_input_ends(folder):
    assert run("referee", "pig", "--names", "Ann,Bob", typed="quit\n").exit_code == 1
    assert run("referee", "pig", "--names", "Ann,Bob", typed="").exit_code == 1


def test_mutants_that_are_stopped_from_the_keyboard(folder, monkeypatch):
    import interpreter.cli.commands.mutate as command

    def stop(*_):
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(command, "fates", stop)
    shutil.copytree(ROOT / "rules" / "pig", folder / "pig")
    found = run("mutate", str(folder / "pig" / "pig.rules"), "--plays", "1", "--sample", "2")
    assert found.exit_code == 130 and "not tried yet" in found.output


def test_the_page_has_every_code():
    text = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| (\d+) \|", text, re.MULTILINE) == ["0", "1", "2", "3", "130"]
