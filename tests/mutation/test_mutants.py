"""Mutants: what is changed and what is not, and that a change notices or does not as it should."""

import json
from collections import Counter

import click
import pytest

from interpreter.cli.command_line import MISTAKES
from interpreter.cli.commands.mutate import mutate_game, Wanted
from interpreter.coverage.clause_coverage import rule_files
from interpreter.mutation import kills
from interpreter.mutation.kills import CHECKS, equivalents, Fate, fates, PLAYS, SCENARIOS, state_of, TABLE
from interpreter.mutation.mutants import mutants, mutated, sample, SORTS
from interpreter.pipeline import load
from interpreter.syntax.parser import parse
from interpreter.text.diagnostic import Report
from interpreter.text.source import Source
from interpreter.workers import Processes

GAME = '''game coins "Coins" for 2..2 players

use seats

piece Coin
components coins: Coin, 5
zone table: heap of Coin, face up
zone purse: heap of Coin, face up
each player has
  zone held: heap of Coin, face up

setup
  rule lay_out
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

score coins_held = count(me.held)
winner highest total, then shared
'''

SCENARIO = '''
scenario "a coin is taken"
  given players Ann, Bob
  given table holds coins[1], coins[2], coins[3]
  start at turn take for Ann
  when Ann answers c with coins[2]
  then count(Ann.held) is 1
  then count(table) is 2
'''


@pytest.fixture
def coins(tmp_path):
    """The game in a folder of its own, with its scenario or without."""

    def made(*more: str):
        path = tmp_path / "coins.rules"
        path.write_text(GAME + "".join(more), encoding="utf-8")
        report = Report()
        rules = load(path, report)
        assert report.ok
        return rules

    return made


def changes(text):
    return [(one.sort, one.change) for one in mutants([parse(Source("t.rules", text), Report())])]


def test_each_change_stands_in_the_tree(coins):
    rules = coins()
    file, = rule_files(rules)
    every = mutants([file])
    assert len({one.name for one in every}) == len(every) >= 10
    for one in every:
        made = mutated(file, one.old, one.new)
        assert made is not file
        assert mutated(made, one.old, one.new) is not file
        others = [d for d in made.declarations if d in file.declarations]
        assert len(others) >= len(file.declarations) - 1, f"{one.change} changed more than one declaration"


@pytest.mark.parametrize("line, sort, change", [
    ("define a(x) = x < 3", "comparison", "< becomes <= in x < 3"),
    ("define a(x) = x < 3", "limit", "3 becomes 4"),
    ("define a(x) = x < 3", "limit", "3 becomes 2"),
    ("define a(x, y) = x is 1 and y is 2", "condition", "x is 1 is not asked"),
    ("define a(x) = x is not none", "comparison", "x is not none is turned round"),
    ("define a(p) = left_of(p)", "direction", "left_of becomes right_of"),
    ("define a(z) = first(z)", "direction", "first becomes last"),
    ("define a(z) = some c in z where c > 1", "condition", "c > 1 is not asked"),
    ("define a(z) = those c in z with lowest c", "direction", "lowest becomes highest"),
])
def test_expressions(line, sort, change):
    assert (sort, change) in changes(line + "\n")


@pytest.mark.parametrize("line", [
    "limit take to 20 \"words\"", "card C\n  worth: 1..9", "option o: 1..9 = first_value", "always \"words\": 1 < 2",
    "scenario \"words\"\n  then 1 < 2",
])
def test_promises_and_tests_are_left_alone(line):
    assert changes(line + "\n") == []


def test_a_zone_for_another_of_the_same_sort(coins):
    found = [one.change for one in mutants(rule_files(coins())) if one.sort == "zone"]
    assert "table becomes purse" in found
    assert not any("held becomes" in change for change in found), "a player has only one zone of coins"


@pytest.mark.parametrize("players, seats, sides", [
    ("2..2", "", 0), ("1..1", "  seat you\n  seat robot, automatic\n", 0),
    ("2..3", "", 1), ("2..2", "  seat robot, automatic\n", 1),
])
def test_left_is_right_where_two_sit(players, seats, sides):
    found = changes(f'game pairs "Pairs" for {players} players\n{seats}define next_to(p) = left_of(p)\n')
    assert found.count(("direction", "left_of becomes right_of")) == sides
    assert ("direction", "first becomes last") in changes('game g "G" for 2..2 players\ndefine a(z) = first(z)\n')


def test_a_sample_is_even(coins):
    every = mutants(rule_files(coins()))
    drawn = sample(every, 8, 3)
    assert len(drawn) == 8 and drawn == sample(every, 8, 3)
    counts = Counter(one.sort for one in drawn)
    assert set(counts) == {one.sort for one in every} <= set(SORTS)
    assert len(sample(every, 1000)) == len(every)


# ------------------------------------------------------------------ whether it is noticed


def fate_of(rules, change, plays=0):
    chosen = [one for one in mutants(rule_files(rules)) if one.change == change]
    assert len(chosen) == 1, change
    return next(fates(rules, chosen, plays, Processes(), afresh=True))


def test_a_scenario_notices(coins):
    gone = "move c to me.held is not there"
    assert fate_of(coins(), gone).survived
    found = fate_of(coins(SCENARIO), gone)
    assert (found.by, found.how) == (SCENARIOS, "a coin is taken")


def test_the_checks_notice(coins):
    assert fate_of(coins(), "highest becomes lowest").survived
    rules = coins("effect worth(c: Coin) gives 1..2\n  give 1\n")
    assert fate_of(rules, "move c to me.held is not there").by == ""
    assert fate_of(rules, "1 becomes 2").by == ""
    rules = coins("table prices(n: 1..2): 1..9\n  1 -> 5; 2 -> 9\nscore dear = prices(2)\n")
    assert fate_of(rules, "9 becomes 10").by == CHECKS


def test_random_plays_notice(coins):
    rules = coins('always "nobody hoards": every p in players has count(p.held) <= 3\n')
    found = fate_of(rules, "table is not empty is not asked", plays=4)
    assert found.by == PLAYS and "no options" in found.how


def test_what_is_said_to_be_equivalent(coins, tmp_path):
    rules = coins()
    every = mutants(rule_files(rules))
    one = every[0]
    rows = ["mutant\tline\tchange\twhy", f"{one.name}\t{one.line}\t{one.change}\tnothing can tell",
            f"{every[1].name}\t{every[1].line}\t{every[1].change}\t", "0123456789\tsome line\tsome change\tgone"]
    (tmp_path / TABLE).write_text("\n".join(rows) + "\n", encoding="utf-8")
    found = equivalents(rules, every)
    assert found.why == {one.name: "nothing can tell"}
    assert len(found.stale) == 2


OPTION = """
option wide: yes/no = no  "is it wide?"
option high: yes/no = no  "is it high?"
define big = wide and high
define size
  2                                         if big
  otherwise 1

scenario "as it is"
  then size is 1
scenario "only wide"
  given option wide is yes
  then size is 1
"""


def test_what_is_worked_out_before_play_is_noticed_by_any_scenario(coins):
    found = fate_of(coins(OPTION), "high is not asked")
    assert (found.by, found.how) == (SCENARIOS, "only wide")


def test_only_some(coins):
    every = mutants(rule_files(coins()))
    assert {one.sort for one in Wanted(sorts=("step", "zone")).of(every)} == {"step", "zone"}
    assert Wanted(files=("coins.rules",)).of(every) == Wanted(files=("coins",)).of(every) == every
    assert Wanted(files=("other",)).of(every) == []
    assert len(Wanted(size=3, sorts=("step",)).of(every)) == 3
    assert MISTAKES == SORTS


def test_rules_that_cannot_be_played_are_told(coins, capsys):
    path = coins("define nonsense = no_such_word\n").path
    with pytest.raises(click.exceptions.Exit):
        mutate_game(str(path), Wanted(), Processes(), 0, None, True, False, False)
    assert "no_such_word" in capsys.readouterr().err


def test_a_run_that_is_stopped_keeps_what_is_known(coins, capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path))
    path = str(coins(SCENARIO).path)

    seen: list[str] = []

    def fate(trial, mutant):
        if seen:
            raise KeyboardInterrupt
        seen.append(mutant.name)
        return Fate(mutant.name, SCENARIOS, "a coin is taken")

    monkeypatch.setattr(kills.Trial, "fate", fate)
    assert mutate_game(path, Wanted(), Processes(), 0, None, False, False, True) == 130
    told = capsys.readouterr()
    assert json.loads(told.out)["mutants"] == 1 and "the same command goes on" in told.err
    monkeypatch.setattr(kills.Trial, "fate", lambda trial, mutant: Fate(mutant.name))
    mutate_game(path, Wanted(), Processes(), 0, None, False, False, True)
    counts = json.loads(capsys.readouterr().out)["counts"]
    assert counts[SCENARIOS] == 1 and counts["not noticed"] >= 9


TAX = """
define tax(p) = if count(players) is 2 then 1 otherwise 2
"""
OF_TWO = SCENARIO.replace("  then count(table)", "  then tax(Ann) is 1\n  then count(table)")
OF_THREE = OF_TWO.replace("Bob", "Bob, Cora").replace("a coin is taken", "of three").replace("tax(Ann) is 1", "tax(Ann) is 2")


def test_by_the_number_of_players(coins, capsys, monkeypatch, tmp_path):
    """A mistake that three notice may be one that two do not."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    rules = coins(TAX, OF_TWO, OF_THREE)
    path = rules.path
    path.write_text(path.read_text(encoding="utf-8").replace("2..2 players", "2..3 players"), encoding="utf-8")
    rules = load(path, Report())
    change = [one for one in mutants(rule_files(rules)) if one.change == "2 becomes 3" and one.inside == "define tax"][-1]
    found = {people: next(fates(rules, [change], 0, Processes(), people)).how for people in (2, 3, None)}
    assert found == {2: "", 3: "of three", None: "of three"}
    wanted = Wanted(sorts=("limit",))
    assert mutate_game(str(path), wanted, Processes(), 0, 100.0, True, False, True, (2, 3)) == 1
    runs = json.loads(capsys.readouterr().out)["runs"]
    assert [run["players"] for run in runs] == [2, 3]
    by = [{one["mutant"]: one["by"] for one in run["fates"]}[change.name] for run in runs]
    assert by == ["", SCENARIOS]
    with pytest.raises(click.UsageError, match="2 to 3|2 or 3|2..3"):
        mutate_game(str(path), wanted, Processes(), 0, None, True, False, True, (5,))


def test_another_version_of_the_program_finds_its_own_fates(coins, monkeypatch):
    rules = coins(SCENARIO)
    state = state_of(rules, 4)
    assert state_of(rules, 4) == state != state_of(rules, 5)
    monkeypatch.setattr(kills, "program", lambda: "another version")
    assert state_of(rules, 4) != state


def test_fates_are_kept_and_found_out_afresh_if_that_is_wanted(coins, monkeypatch):
    rules = coins(SCENARIO)
    chosen = mutants(rule_files(rules))[:3]
    monkeypatch.setattr(kills.Trial, "fate", lambda trial, mutant: Fate(mutant.name, SCENARIOS, "a coin is taken", 0.1))
    made = list(fates(rules, chosen, 1, Processes()))
    monkeypatch.setattr(kills.Trial, "fate", lambda trial, mutant: Fate(mutant.name))
    assert list(fates(rules, chosen, 1, Processes())) == made
    assert [fate.by for fate in fates(rules, chosen, 1, Processes(), afresh=True)] == ["", "", ""]
