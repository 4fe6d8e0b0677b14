"""`new game`: whatever is answered, the game checks, tests and plays as it stands."""

import itertools
import subprocess
import sys

import pytest

from interpreter.cli.commands.new_game import Wish, written
from interpreter.pipeline import load, play_spec
from interpreter.scenario.runner import run_scenarios
from interpreter.session.session import Session
from interpreter.syntax.formatter import format_text
from interpreter.text.diagnostic import Report
from interpreter.text.source import Source
from interpreter.verdict import verdict_on
from tests.cli.running import environment


def process(folder, *words, typed=""):
    return subprocess.run([sys.executable, "-m", "interpreter", *words], env=environment(folder), text=True, cwd=folder,
                          input=typed, capture_output=True, encoding="utf-8", timeout=60)


WISHES = list(itertools.product(("cards", "dice", "board"), ("turns", "at_once"), ("open", "secret"), ("points", "goal")))


@pytest.mark.parametrize("table, order, sight, wins", WISHES)
def test_every_answer_gives_a_game_that_plays(tmp_path, table, order, sight, wins):
    files = written("fresh", "Fresh", Wish(table, "2..3", order, sight, wins))
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    path = tmp_path / "fresh.rules"
    assert verdict_on(path).found == []
    assert format_text(Source("fresh", files["fresh.rules"]), Report()) == files["fresh.rules"]
    report = Report()
    rules = load(path, report)
    results = run_scenarios(rules, report)
    assert len(results) == 1 and results[0].passed
    session = Session(play_spec(rules, 3, {}, report), 5, dict.fromkeys(range(3), "random"))
    session.play()
    assert session.over is not None and session.over.winners


def test_the_five_things_are_asked(tmp_path):
    done = process(tmp_path, "new", "game", "hens", typed="dice\n3\nturns\nopen\npoints\n")
    assert done.returncode == 0, done.stderr
    assert 'game hens "Hens" for 3..3 players' in (tmp_path / "hens/hens.rules").read_text()
    assert done.stdout.count("?") >= 5 and "rulewright check hens/hens.rules" in done.stdout
    assert process(tmp_path, "check", "hens").returncode == 0
    again = process(tmp_path, "new", "game", "hens")
    assert again.returncode == 1 and "there is a hens already" in again.stderr


def test_what_is_said_is_not_asked(tmp_path):
    done = process(tmp_path, "new", "game", "ducks", "--table", "cards", "--players", "2..4", "--order", "turns",
                   "--sight", "open", "--wins", "goal")
    assert done.returncode == 0 and "?" not in done.stdout
    assert {path.name for path in (tmp_path / "ducks").iterdir()} == {"ducks.rules", "cards.csv"}
    assert process(tmp_path, "new", "game", "Ducks").returncode == 2
