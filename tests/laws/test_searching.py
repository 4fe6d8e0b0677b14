"""Looking for plays that break a law: what is found, made small, told, and written down to be replayed and pasted."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from attrs import evolve

from interpreter.cli.commands.test import test_game as try_game
from interpreter.laws.counterexample import as_tape, reduced, retell, scenario_block
from interpreter.laws.script import Script
from interpreter.laws.search import LAWS, search, wrong_with
from interpreter.laws.trials import carry_out, findings, names_for, Profile, PROFILES, tasks
from interpreter.pipeline import load, prepare
from interpreter.project.files import games
from interpreter.scenario.given import Shelf
from interpreter.scenario.runner import find_scenarios, run_scenario, run_scenarios
from interpreter.text.diagnostic import Report

ORDER = LAWS[0]
COINS = '''game coins "Coins" for 2..3 players

piece Coin
components coins: Coin, 5
zone table: heap of Coin, face up
die d6 = 1, 2, 3, 4, 5, 6
each player has
  zone held: heap of Coin, face up
  counter luck: 0..9 = 0

setup
  move coins to table

play
  repeat until table is empty
    for each p in players
      run take for p
limit take to 20 "coins lie about"

turn take
  step pick
    if table is not empty
      choose c from table  "Which coin?"
      move c to me.held
  step throw
    may throw_it "Throw the die?"
      roll d6 as face
      {luck}

{always}
score coins_held = count(me.held)
winner highest total, then shared
'''
HOARD = 'always "nobody hoards": count(coins) is 5 and (every p in players has count(p.held) <= 2)'


def rules_of(folder: Path, luck="set me.luck to face", always=""):
    path = folder / "coins.rules"
    path.write_text(COINS.format(luck=luck, always=always), encoding="utf-8")
    report = Report()
    rules = load(path, report)
    assert rules is not None and report.ok, report.errors
    return rules


def spec_of(rules, people=2):
    report = Report()
    spec = prepare(rules, people, {}, report, names=names_for(people)).spec
    assert report.ok, report.errors
    return spec


# ------------------------------------------------------------------ found, and made small


def test_what_always_holds_is_looked_at_to_the_end(tmp_path):
    found = search(spec_of(rules_of(tmp_path, always=HOARD)), ORDER, 30, 10.0)
    assert found.finding is not None
    words = found.finding.wrong.words
    assert "nobody hoards" in words
    assert "for Ann" in words and "`count(p.held)` is 3" in words, "the part that is broken, and for whom"
    assert found.finding.least.tape == (), "five coins are taken whatever anybody chooses"


def test_three_play_it_without_fault(tmp_path):
    found = search(spec_of(rules_of(tmp_path, always=HOARD), 3), ORDER, 30, 10.0)
    assert found.finding is None and found.plays >= 30 and found.states > 30
    assert found.endings["finished"] == found.plays


def test_a_fault_in_play_is_made_small(tmp_path):
    spec = spec_of(rules_of(tmp_path, luck="raise me.luck by face"))
    found = search(spec, ORDER, 60, 20.0)
    assert found.finding is not None and "luck" in found.finding.wrong.words
    least = found.finding.least
    thrown = [entry for entry in least.tape if entry[0].startswith("seat")]
    assert 2 <= len(thrown) <= 4, f"a die or two thrown, and nothing else: {least.tape}"
    assert wrong_with(spec, ORDER, least).key == found.finding.wrong.key


def test_what_hardly_ever_happens_is_found_by_many_more_plays_if_there_is_time(tmp_path):
    """Three sixes of one seat, which one play in 1,728 has."""
    spec = spec_of(rules_of(tmp_path, luck="if face is 6\n        raise me.luck by 4"))
    soon = search(spec, ORDER, 60, 9.0)
    assert soon.finding is None and soon.by_module == 0
    found = search(spec, ORDER, 60, 300.0)
    assert found.by_module and "luck" in found.finding.wrong.words
    thrown = [entry for entry in found.finding.least.tape if entry[2] == (6,)]
    assert len(thrown) == 3, found.finding.least.tape


def test_a_tape_is_the_play(tmp_path):
    spec = spec_of(rules_of(tmp_path))
    for seed in range(5):
        whole = retell(spec, Script(seed))
        taped = retell(spec, as_tape(spec, Script(seed)))
        assert [e for e in whole.session.entries] == [e for e in taped.session.entries]


def test_what_is_not_broken_stays_as_it_is(tmp_path):
    spec = spec_of(rules_of(tmp_path))
    script = Script(3)
    assert reduced(spec, script, lambda other: False, 1.0) is script


# ------------------------------------------------------------------ told again


@pytest.mark.parametrize("game", games())
def test_any_play_can_be_pasted_as_a_scenario(game, tmp_path):
    rules, report = load(game, Report()), Report()
    lowered = {people: prepare(rules, people, {}, report, names=names_for(people)) for people in rules.people()}
    shelf = Shelf(rules, lowered=lowered)
    for people, ctx in lowered.items():
        block = scenario_block(retell(ctx.spec, Script(people, most=60)), f"a play of {people}")
        path = tmp_path / f"of{people}.rules"
        path.write_text(f"library found\nuse {rules.name}\n\n{block}", encoding="utf-8")
        (scenario, _, folder), = find_scenarios(rules, report, [path])
        found = run_scenario(scenario, shelf, folder)
        assert found.passed and report.ok, [str(one) for one in (*found.found, *report.sorted())]


def test_the_block_fails_as_long_as_the_rules_do(tmp_path):
    rules = rules_of(tmp_path, always=HOARD)
    spec = spec_of(rules)
    found = search(spec, ORDER, 30, 10.0).finding
    block = scenario_block(retell(spec, found.least), "found", spec.always[0])
    path = tmp_path / "found.rules"
    path.write_text(f"library found\nuse coins\n\n{block}", encoding="utf-8")
    assert not run_scenarios(rules, Report(), [path])[0].passed
    mended = rules_of(tmp_path, always=HOARD.replace("<= 2", "<= 3"))
    path.write_text(path.read_text(encoding="utf-8").replace("<= 2", "<= 3"), encoding="utf-8")
    assert run_scenarios(mended, Report(), [path])[0].passed


# ------------------------------------------------------------------ all laws, all numbers of players


def test_every_number_of_players_is_tried(tmp_path):
    rules = rules_of(tmp_path, always=HOARD)
    todo = tasks(rules, Profile(20, 2.0))
    assert {one.people for one in todo} == {2, 3}
    assert {one.law for one in todo} == {law.name for law in LAWS} - {"together", "order of triggers"}, "nothing to look at"
    made = [carry_out(one, "coins") for one in todo]
    assert [(one.task.people, one.task.law) for one in findings(made)] == [(2, "order")]
    assert set(PROFILES) == {"quick", "deep"}


def test_a_search_ends_when_its_time_is_over_whatever_number_of_plays_is_asked_for(tmp_path):
    found = search(spec_of(rules_of(tmp_path)), ORDER, 1_000_000, 0.5)
    assert 0 < found.plays < 1_000_000


@pytest.mark.parametrize("profile, seeds", [("quick", 1), ("deep", 3)])
def test_the_deep_profile_draws_other_plays_each_time_and_says_from_which_seed(tmp_path, capsys, profile, seeds):
    path, drawn = str(rules_of(tmp_path).path), []
    for as_json in (True, True, False):
        try_game(path, None, evolve(PROFILES[profile], plays=1, seconds=1.0), (2,), None, 1, (), (), as_json)
        said = capsys.readouterr().out
        told = re.findall(r"`--seed (\d+)` draws them again", said) or ["1"]
        drawn.append(str(json.loads(said)["seed"]) if as_json else told[0])
    assert len(set(drawn)) == seeds and (profile == "deep" or drawn[0] == "1")


IDLE = """
effect lose_all(p: Player)
  set p.luck to 0
trigger unlucky, when lose_all(p)
  move p.held to table
"""
SHOWN = """
scenario "all is lost"
  given players Ann, Bob
  given table holds coins[1]
  start at lose_all(Ann)
  then Ann.luck is 0
"""


@pytest.mark.parametrize("more, missing", [("", ["trigger unlucky, when lose_all(p)"]), (SHOWN, [])])
def test_what_no_play_and_no_scenario_comes_to_nobody_would_miss(tmp_path, capsys, more, missing):
    path = str(rules_of(tmp_path, always=IDLE + more).path)
    try_game(path, None, evolve(PROFILES["quick"], plays=1, seconds=5.0), (2,), None, 1, (), (), True)
    unshown = [one["line"] for one in json.loads(capsys.readouterr().out)["unshown"]]
    assert [line for line in unshown if line.startswith("trigger")] == missing
    try_game(path, None, evolve(PROFILES["quick"], plays=1, seconds=5.0), (2,), None, 1, (), (), False)
    assert ("so nobody would miss" in capsys.readouterr().out) == bool(unshown)


def test_a_failure_is_kept_and_tried_first(tmp_path):
    spec = spec_of(rules_of(tmp_path, luck="raise me.luck by face"))
    kept = tmp_path / "kept" / "coins.json"
    first = search(spec, ORDER, 60, 20.0, 1, kept)
    assert first.finding is not None and kept.is_file()
    again = search(spec, ORDER, 1, 20.0, 99, kept)
    assert again.finding is not None and again.plays < 20, "one play is enough the second time"
    search(spec_of(rules_of(tmp_path)), ORDER, 20, 5.0, 1, kept)
    assert not kept.exists(), "what does not fail any more is forgotten"


def test_pytest_collects_rules_files(tmp_path):
    rules_of(tmp_path, always=HOARD)
    words = [sys.executable, "-m", "pytest", "-p", "interpreter.laws.pytest_plugin", "-p", "no:rulewright",
             "-p", "no:cacheprovider", "-c", str(tmp_path / "none.ini"), str(tmp_path), "-v"]
    (tmp_path / "none.ini").write_text("[pytest]\n", encoding="utf-8")
    (tmp_path / "firestore.rules").write_text("rules_version = '2';\nservice cloud.firestore {\n  match /game/{id} {\n"
                                              "    allow read: if true;\n  }\n}\n", encoding="utf-8")
    (tmp_path / "spoilt.rules").write_text('game spoilt "Spoilt" for 2..2 players\nplay\n  dance\n', encoding="utf-8")
    done = subprocess.run(words, capture_output=True, text=True, cwd=Path(__file__).resolve().parents[2])
    assert "order with 2 FAILED" in done.stdout and "order with 3 PASSED" in done.stdout, done.stdout + done.stderr
    assert "nobody hoards" in done.stdout and "Traceback" not in done.stdout
    assert "firestore" not in done.stdout, "a file of another program"
    assert "spoilt.rules::can be read FAILED" in done.stdout, "rules with a mistake are told of, not passed over"
