"""Scenarios shared out and kept: the same results, whoever plays them and whether they are played at all."""

import os
import re

import pytest

from interpreter import cache, pipeline
from interpreter.pipeline import load
from interpreter.scenario import given, suite
from interpreter.scenario.suite import run_suite
from interpreter.text.diagnostic import Report

GAME = """game heap "A heap" for 2..2 players
card Coin
  worth: 1..9
components coins: Coin from "coins.csv"
zone pot: pile of Coin, face up
setup
  move coins to pot
play
  end game
winner highest count(pot)
"""
SCENARIO = """scenario "number {n}"
  given players Ann, Bob
  start at setup
  then count(pot) is {size}
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A game with more scenarios than one piece takes, and an empty folder for what is kept."""
    monkeypatch.setenv(cache.SETTING, str(tmp_path / "kept"))
    home = tmp_path / "heap"
    home.mkdir()
    (home / "heap.rules").write_text(GAME)
    (home / "coins.csv").write_text("id,worth\na,1\nb,2\n")
    assert load(str(home / "heap.rules"), Report()) is not None
    scenarios = "".join(SCENARIO.format(n=n, size=2) for n in range(30))
    (home / "scenarios.rules").write_text(f"library heap_scenarios\nuse heap\n\n{scenarios}")
    return home


def played(folder, monkeypatch, jobs=1, **how):
    """The suite, and the titles of the scenarios that were carried out in this process."""
    made, real = [], suite.run_scenario

    def noting(scenario, *rest):
        made.append(scenario.title.text)
        return real(scenario, *rest)

    monkeypatch.setattr(suite, "run_scenario", noting)
    report = Report()
    found = run_suite(load(str(folder / "heap.rules"), report), report, jobs, **how)
    monkeypatch.setattr(suite, "run_scenario", real)
    assert report.ok, [one.message for one in report.errors]
    return found, made


def outcome(found):
    """What is told of a suite."""
    return [(one.title, one.passed, [run.title for run in one.runs], one.clauses) for one in found.results]


def test_what_has_passed_is_not_played_again(folder, monkeypatch):
    first, made = played(folder, monkeypatch)
    assert len(made) == 30 and all(one.passed for one in first.results)
    again, made = played(folder, monkeypatch)
    assert made == [] and outcome(again) == outcome(first)


def checked(folder, monkeypatch, **how):
    """How many Specs the suite made with the checks, and how many without."""
    prepared, looked = [], []
    with monkeypatch.context() as within:
        within.setattr(given, "prepare", noted(given.prepare, prepared))
        within.setattr(pipeline, "check", noted(pipeline.check, looked))
        found = run_suite(load(str(folder / "heap.rules"), Report()), Report(), 1, **how)
    return len(looked), len(prepared) - len(looked), found


def noted(function, calls):
    """The function, which leaves a mark in `calls` each time."""
    def noting(*rest, **more):
        calls.append(function)
        return function(*rest, **more)

    return noting


def test_rules_without_a_mistake_are_checked_once_for_the_same_people_and_options(folder, monkeypatch):
    assert checked(folder, monkeypatch)[:2] == (1, 0)
    scenarios = folder / "scenarios.rules"
    scenarios.write_text(scenarios.read_text().replace("number 3", "another"))
    assert checked(folder, monkeypatch)[:2] == (0, 1)
    rules = folder / "heap.rules"
    rules.write_text(rules.read_text().replace("winner highest", "winner lowest"))
    assert checked(folder, monkeypatch)[:2] == (1, 0)


def test_rules_with_a_mistake_are_checked_each_time(folder, monkeypatch):
    rules = folder / "heap.rules"
    rules.write_text(rules.read_text().replace("  end game", "  while yes\n    move top(pot) to pot"))
    for _ in range(2):
        with_checks, without, found = checked(folder, monkeypatch)
        assert with_checks and not without and not any(one.passed for one in found.results)


def test_rules_that_other_data_were_played_with_are_checked_with_their_own(folder, monkeypatch):
    (folder / "more.csv").write_text("id,worth\na,1\nb,2\nc,3\n")
    other = {"coins": folder / "more.csv"}
    assert checked(folder, monkeypatch, data=other)[:2] == (1, 0)
    assert checked(folder, monkeypatch)[:2] == (1, 0)


def test_processes_give_the_results_in_the_order_written(folder, monkeypatch):
    told = []
    found, made = played(folder, monkeypatch, jobs=2, tell=lambda done, count: told.append((done, count)))
    assert [one.title for one in found.results] == [f"number {n}" for n in range(30)]
    assert made == [] and sum(done for done, _ in told) == 30 and {count for _, count in told} == {30}


@pytest.mark.parametrize("change", [
    lambda home: (home / "coins.csv").write_text("id,worth\na,1\nb,3\n"),
    lambda home: (home / "heap.rules").write_text((home / "heap.rules").read_text() + "## and more\nenum Mood = good | bad\n"),
])
def test_another_word_in_rules_or_data_and_all_are_played(folder, monkeypatch, change):
    played(folder, monkeypatch)
    change(folder)
    assert len(played(folder, monkeypatch)[1]) == 30


def test_another_word_in_a_scenario_and_it_alone_is_played(folder, monkeypatch):
    played(folder, monkeypatch)
    path = folder / "scenarios.rules"
    path.write_text(path.read_text().replace('"number 7"', '"the seventh"'))
    assert played(folder, monkeypatch)[1] == ["the seventh"]


def test_another_program_and_all_are_played(folder, monkeypatch):
    played(folder, monkeypatch)
    monkeypatch.setattr(cache, "program", lambda: "of tomorrow")
    assert len(played(folder, monkeypatch)[1]) == 30


def test_what_fails_is_played_each_time(folder, monkeypatch):
    path = folder / "scenarios.rules"
    path.write_text(path.read_text().replace("is 2", "is 3", 1))
    for _ in range(2):
        found, made = played(folder, monkeypatch)
        assert "number 0" in made and [one.title for one in found.results if not one.passed] == ["number 0"]


def test_what_a_watch_saw_is_kept_with_it(folder, monkeypatch):
    first, made = played(folder, monkeypatch, watch=True)
    again, none = played(folder, monkeypatch, watch=True)
    assert len(made) == 30 and none == []
    for one, other in zip(first.results, again.results, strict=True):
        assert [run.seen for run in one.runs] == [run.seen for run in other.runs]
        assert one.runs[0].seen.executed


def test_who_does_not_want_to_wait_is_told_what_there_is(folder, monkeypatch):
    real, made = suite.run_scenario, []

    def impatient(scenario, *rest):
        made.append(scenario)
        if len(made) > 15:
            raise KeyboardInterrupt
        return real(scenario, *rest)

    monkeypatch.setattr(suite, "run_scenario", impatient)
    found = run_suite(load(str(folder / "heap.rules"), Report()), Report(), 1)
    assert found.stopped and found.count == 30 and len(found.results) == 15


# ------------------------------------------------------------------ the folder


def test_what_is_kept_comes_back(folder):
    assert cache.kept("sort", "key") is None
    cache.keep("sort", "key", [1, {"a": "ü"}])
    assert cache.kept("sort", "key") == [1, {"a": "ü"}]
    assert cache.kept("other", "key") is None


@pytest.mark.parametrize("damage", [
    lambda data: data[:-1], lambda data: b"", lambda data: data + b" ", lambda data: re.sub(rb"1", b"2", data),
    lambda data: b"\xff" + data, lambda data: data.replace(b"\n", b" "),
])
def test_what_is_damaged_counts_as_not_there(folder, damage):
    cache.keep("sort", "key", {"answer": 1})
    path = cache.folder() / "sort" / "key.json"
    path.write_bytes(damage(path.read_bytes()))
    assert cache.kept("sort", "key") is None
    cache.keep("sort", "key", {"answer": 1})
    assert cache.kept("sort", "key") == {"answer": 1}


def test_a_verdict_under_the_name_of_another_counts_as_not_there(folder):
    cache.keep("sort", "key", True)
    where = cache.folder() / "sort"
    os.rename(where / "key.json", where / "yek.json")
    assert cache.kept("sort", "yek") is None


def test_nothing_is_kept_where_nobody_may_write_or_it_is_off(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(cache.SETTING, str(tmp_path / "file"))
    cache.keep("sort", "key", True)
    assert cache.kept("sort", "key") is None
    monkeypatch.setenv(cache.SETTING, "off")
    cache.keep("sort", "key", True)
    assert cache.folder() is None and cache.kept("sort", "key") is None


def test_nothing_is_left_half_written(folder):
    for k in range(3):
        cache.keep("sort", "key", k)
    assert [path.name for path in (cache.folder() / "sort").iterdir()] == ["key.json"]


def test_what_nobody_has_looked_at_for_long_is_taken_away(folder):
    cache.keep("sort", "old", True)
    cache.keep("sort", "new", True)
    os.utime(cache.folder() / "sort" / "old.json", (0, 0))
    cache.forget_old()
    assert cache.kept("sort", "old") is None and cache.kept("sort", "new")
