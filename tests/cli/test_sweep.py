"""`sweep`: what it says to people and to programs, how it is stopped and goes on, and what it refuses."""

import json

import pytest

from interpreter.study import combinations, report
from tests.cli.running import run
from tests.cli.test_compare import STUDY

GAME = ("sweep", "pig", "--set", "goal=20,30,40", "--games", "60", "--jobs", "1")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    return tmp_path


def test_what_it_says_to_people():
    found = run(*GAME)
    assert found.exit_code == 0, found.output
    text = " ".join(found.output.split())
    assert "all 3 combinations; 60 plays of each by 2 random players, seeds 1 to 60, the same for all" in text
    assert "What each value changes in total, all seats" in text and "goal 40 20 +" in text and "real" in text
    assert max(map(len, found.output.splitlines())) <= 80


def test_two_options_have_a_map():
    found = run("sweep", "mixtape", "--set", "genre_wild=no_set,joker_largest", "--set", "genre_scope=both_columns,per_column",
                "--games", "20", "--jobs", "1", "--figure", "total")
    assert found.exit_code == 0 and "genre_wild down, genre_scope across" in found.output and "██" in found.output


def test_for_programs_and_the_same_as_compare():
    data = json.loads(run(*GAME, "--json").stdout)
    assert data["whole"] and data["of"] == 3 and [row["options"] for row in data["combinations"]] == [
        {"goal": "20"}, {"goal": "30"}, {"goal": "40"}]
    compared = json.loads(run("compare", "pig", "--both", "goal=20", "--set", "goal=40", "--games", "60", "--course", "0",
                              "--json").stdout)
    assert data["combinations"][0]["figures"]["decisions"] == next(
        line["base"] for line in compared["comparisons"][0]["figures"] if line["figure"] == "decisions")


def test_stopped_it_tells_what_it_has_and_the_same_command_goes_on(monkeypatch, folder):
    usual = combinations.in_order

    def stopping(work, *rest):
        for k, step in enumerate(usual(work, *rest)):
            if k == 1:
                raise KeyboardInterrupt
            yield step

    monkeypatch.setattr(combinations, "in_order", stopping)
    words = [*GAME[:5], "700", *GAME[6:], "--json"]
    stopped = run(*words)
    assert stopped.exit_code == 130 and json.loads(stopped.stdout)["games"] == 500 and "goes on from here" in stopped.stderr
    monkeypatch.setattr(combinations, "in_order", usual)
    whole = json.loads(run(*words).stdout)
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(folder / "other"))
    assert whole["games"] == 700 and whole == json.loads(run(*words).stdout)


WRONG = [
    (("sweep", "pig"), "name what is to vary"),
    (("sweep", "pig", "--set", "goal=20"), "two values at least"),
    (("sweep", "pig", "--set", "goal=4..1"), "two values at least"),
    (("sweep", "pig", "--set", "gaol=20,30"), "did you mean `goal`"),
    (("sweep", "pig", "--set", "goal=20,30", "--set", "goal=40,50"), "named twice"),
    (("sweep", "pig", "--set", "goal=20..60", "--most", "5"), "--most is at least 41"),
    (("sweep", "pig", "--set", "goal=20,30", "--figure", "totla"), "did you mean `total`"),
    (("sweep", "pig", "--set", "goal=20,many"), "many"),
]


@pytest.mark.parametrize("words, said", WRONG, ids=[said for _, said in WRONG])
def test_what_is_refused(words, said):
    found = run(*words)
    assert found.exit_code in (1, 2) and said in " ".join(found.output.split()), found.output


@STUDY
def test_the_page(folder):
    assert run(*GAME, "--report", "page").exit_code == 0
    page = (folder / "page" / report.PAGE).read_text(encoding="utf-8")
    assert page.count("<svg") == 2 and "goal = 40" in page and (folder / "page" / report.PLAYS).exists()
