"""`compare`: what it says to people and to programs, how it is stopped and goes on, its report, and what it refuses."""

import json
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from interpreter.study import comparison, report
from tests.cli.running import run

GAME = ("compare", "pig", "--set", "goal=50", "--course", "4", "--jobs", "1")
STUDY = pytest.mark.skipif(any(find_spec(name) is None for name in report.NEEDS),
                           reason="pictures need the extra `study`: pip install 'rulewright[study]'")
VARIANT = """
## A shorter game.
variant short_pig "Short Pig" of pig
  set goal = 50
"""
BROKEN = """
game broken "Broken" for 2..3 players
each player has
  counter got: 0..2 = 0
option most: 1..9 = 1
play
  repeat 2 times
    for each p in players
      run taking for p
turn taking
  step take
    choose much from 1..most  "How much?"
    raise me.got by much
score points = me.got
winner highest total, then shared
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    (tmp_path / "short_pig.rules").write_text(VARIANT)
    (tmp_path / "broken.rules").write_text(BROKEN)
    return tmp_path


def told(*words: str) -> dict:
    found = run(*GAME, "--json", *words)
    assert found.exit_code == 0, found.output
    return json.loads(found.stdout)


def test_what_it_says_to_people():
    found = run(*GAME, "--games", "200")
    assert found.exit_code == 0, found.output
    text = " ".join(found.output.split())
    assert "Pig: as it stands, against goal=50" in text and "200 plays of each by 2 random players, seeds 1 to 200" in text
    assert re.search(r"total, all seats +\d+\.\d+ +\d+\.\d+ -\d+\.\d+ -\d+\.\d+ to -\d+\.\d+", text)
    assert "- decisions a play: 26." in text and "a real difference" in text
    assert "Is anybody better off by the seat?" in text and "Bonferroni" in text
    assert max(map(len, found.output.splitlines())) <= 80


def test_a_variant_is_the_option_it_sets():
    data = told("--with", "short_pig.rules", "--games", "60")
    assert [one["with"] for one in data["comparisons"]] == ["short_pig", "goal=50"]
    first, second = data["comparisons"]
    assert [line["difference"] for line in first["figures"]] == [line["difference"] for line in second["figures"]]
    assert data["sides"][1]["variants"] == [str(Path("short_pig.rules").resolve())]
    assert data["sides"][1]["options"] == data["sides"][2]["options"] == {"goal": "50"}


def test_processes_change_no_digit(monkeypatch, folder):
    one = told("--games", "1100")
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(folder / "other"))
    two = told("--games", "1100", "--jobs", "2")
    assert one.pop("command") != two.pop("command") and one == two


def test_both_engines_give_the_same(monkeypatch, folder):
    compiled, kept = told("--games", "40", "--engine", "compiled"), folder / "other"
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(kept))
    reference = told("--games", "40", "--engine", "reference")
    assert [side["engine"] for side in compiled["sides"]] == ["compiled"] * 2
    assert [side["engine"] for side in reference["sides"]] == ["reference"] * 2
    assert compiled["comparisons"] == reference["comparisons"]


def test_stopped_it_tells_what_it_has_and_the_same_command_goes_on(monkeypatch, folder):
    usual = comparison.in_order

    def stopping(work, *rest):
        for k, step in enumerate(usual(work, *rest)):
            if k == 2:
                raise KeyboardInterrupt
            yield step

    monkeypatch.setattr(comparison, "in_order", stopping)
    stopped = run(*GAME, "--games", "2500")
    assert stopped.exit_code == 130 and "1000 plays of each" in stopped.output
    assert "stopped after 1000 plays of each side; the same command goes on from here" in stopped.stderr
    monkeypatch.setattr(comparison, "in_order", usual)
    goes_on = told("--games", "2500")
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(folder / "other"))
    assert goes_on == told("--games", "2500")


def test_it_stops_when_it_is_precise_enough():
    data = told("--precise", "6", "--games", "20000")
    assert data["enough"] and 500 <= data["games"] < 20000
    for line in data["comparisons"][0]["figures"]:
        scale = 100 if line["unit"] == "share" else 1
        assert scale * (line["high"] - line["low"]) / 2 <= 6
    assert "not as narrow yet as was wished" in run(*GAME, "--precise", "0.1", "--games", "20").output


def test_the_same_plays_as_simulate():
    data = told("--games", "50", "--seed", "7")
    simulated = json.loads(run("simulate", "pig", "--games", "50", "--seed", "7", "--set", "goal=50", "--json").stdout)
    assert data["sides"][1]["spread"][0]["mean"] == pytest.approx(sum(simulated["mean_scores"]) / 2, abs=1e-3)
    assert [seat["share"] for seat in data["sides"][1]["wins"]] == pytest.approx(simulated["win_share"], abs=1e-4)


def test_strategies_sit_down_and_skill_is_told():
    data = told("--games", "4", "--by", "first", "--skill", "first:random")
    assert [side["seats"] for side in data["sides"]] == [["first", "first"]] * 2
    skill = next(line for line in data["comparisons"][0]["course"] if line["figure"] == "skill")
    assert data["skill_games"] == 4 and 0 <= skill["base"] <= 1


def test_a_player_that_thinks_sits_down_too():
    """As itself: at random it would win half of them."""
    who = ("--seat", "Seat1=search:100", "--seat", "Seat2=random")
    words = ("nim", "--set", "last_stone=loses", "--games", "20", "--course", "0", *who, "--json")
    data = json.loads(run("compare", *words).stdout)
    assert data["sides"][0]["seats"] == ["search:100", "random"] and data["sides"][0]["wins"][0]["share"] >= 0.8


def test_changes_can_be_joined_and_hold_for_both():
    data = told("--set", "goal=60+goal=70", "--games", "4")
    assert data["comparisons"][1]["with"] == "goal=60+goal=70" and data["sides"][2]["options"] == {"goal": "70"}
    both = json.loads(run("compare", "pig", "--both", "goal=20", "--set", "goal=50", "--games", "4", "--course", "0",
                          "--json").stdout)
    assert [side["options"]["goal"] for side in both["sides"]] == ["20", "50"]
    both = json.loads(run("compare", "pig", "--both", "short_pig.rules", "--set", "goal=30", "--games", "4", "--course", "0",
                          "--json").stdout)
    assert [side["options"]["goal"] for side in both["sides"]] == ["50", "30"]


def test_a_play_that_meets_a_fault_is_named(folder):
    found = run("compare", "broken.rules", "--set", "most=9", "--games", "20", "--jobs", "1")
    assert found.exit_code == 1 and "goes from" in found.stderr
    command = found.stderr.split("watch it with:")[1].split()
    assert command[:2] == ["rulewright", "referee"] and "most=9" in command
    watched = run(*command[1:])
    assert watched.exit_code == 1 and "goes from" in watched.output


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_side_that_cannot_be_played_is_named(folder, jobs):
    rules = BROKEN.replace("option most", 'setup\n  require most < 5, "at most four"\noption most')
    (folder / "strict.rules").write_text(rules)
    found = run("compare", "strict.rules", "--set", "most=7", "--games", "1500", "--jobs", jobs)
    assert found.exit_code == 1 and "“most=7” cannot be played: at most four" in found.stderr


WRONG = [
    (("compare", "pig"), "name what is changed"),
    (("compare", "pig", "--set", "gaol=50"), "did you mean `goal`"),
    (("compare", "pig", "--set", "goal"), "no variant"),
    (("compare", "pig", "--with", "a++b"), "names no change"),
    (("compare", "pig", "--set", "goal=50", "--players", "9"), "is for 2 to 6 players, not 9"),
    (("compare", "pig", "--set", "goal=50", "--skill", "first"), "STRONGER:WEAKER"),
    (("compare", "pig", "--set", "goal=50", "--by", "human"), "cannot be human"),
    (("compare", "pig", "--set", "goal=50", "--skill", "frist:random"), "frist"),
    (("compare", "pig", "--set", "goal=50", "--precise", "0"), "not in the range"),
]


@pytest.mark.parametrize("words, said", WRONG, ids=[said for _, said in WRONG])
def test_what_is_refused(words, said):
    found = run(*words)
    assert found.exit_code in (1, 2) and said in " ".join(found.output.split()), found.output


# ------------------------------------------------------------------ the report


def test_without_the_extra_it_says_how_to_have_it(monkeypatch, folder):
    monkeypatch.setattr(report, "find_spec", lambda name: None)
    found = run(*GAME, "--games", "100000", "--report", "page")
    assert found.exit_code == 1 and "pip install 'rulewright[study]'" in found.output
    assert not (folder / "cache" / "plays").exists() and not (folder / "page").exists()


@STUDY
def test_the_page_stands_alone_and_the_plays_are_beside_it(folder):
    found = run(*GAME, "--games", "30", "--report", "page")
    assert found.exit_code == 0 and "the report is page/report.html" in found.stderr
    page = (folder / "page" / "report.html").read_text(encoding="utf-8")
    assert page.count("<svg") >= 4 and "currentColor" in page and "var(--one)" in page
    assert not re.search(r"(src|href)=\"(?!data:|#)", page.replace("xlink:href", "href")), "nothing is fetched from elsewhere"
    assert "rulewright compare pig --set goal=50" in page
    from pyarrow import parquet

    table = parquet.read_table(folder / "page" / "plays.parquet").to_pylist()
    assert len(table) == 2 * 30 * 2 and set(table[0]) >= {"rules", "seed", "seat", "name", "who", "total", "won", "decisions"}
    simulated = json.loads(run("simulate", "pig", "--games", "30", "--json").stdout)
    own = [row["total"] for row in table if row["rules"] == "as it stands" and row["seat"] == 1]
    assert sum(own) / 30 == pytest.approx(simulated["mean_scores"][0], abs=1e-3)


@STUDY
def test_the_same_command_writes_the_same_page(folder):
    pages = []
    for _ in range(2):
        assert run(*GAME, "--games", "30", "--report", "page").exit_code == 0
        pages.append((folder / "page" / "report.html").read_bytes())
    assert pages[0] == pages[1]
