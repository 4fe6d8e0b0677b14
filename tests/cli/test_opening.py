"""A play that begins at the position of a scenario: recorded, gone on with, carried out again, looked at line by line."""

import shutil

import pytest

from tests.cli.running import ROOT, run

LAST = "the last stone wins, or loses"
BOTS = ("--seat", "all=first", "--seed", "3")


@pytest.fixture
def nim(tmp_path):
    """A game with its scenarios, in a folder of the test."""
    return shutil.copytree(ROOT / "rules" / "nim", tmp_path / "nim")


def test_it_begins_where_the_scenario_does_and_is_recorded(nim, tmp_path):
    kept = tmp_path / "a.play"
    done = run("referee", str(nim / "nim.rules"), "--scenario", "last stone", *BOTS, "--record", str(kept))
    assert done.exit_code == 0 and "Ann wins" in done.output, done.output
    assert f"it begins at the position of “{LAST}, as" in " ".join(done.output.split())
    text = kept.read_text(encoding="utf-8")
    assert f'scenario "{LAST}, ' in text and ' in "scenarios.rules"\n' in text
    answers = [line for line in text.split("\n") if " answers " in line]
    assert answers and answers[0].startswith("Bob ")                  # whose turn the scenario says it is
    again = run("replay", str(kept))
    assert again.exit_code == 0 and "agree with the rules, and the play is over" in again.output


def test_it_is_gone_on_with_and_looked_at(nim, tmp_path):
    kept = tmp_path / "a.play"
    begun = run("referee", str(nim / "nim.rules"), "--scenario", "one to three", "--record", str(kept), typed="a\n")
    assert "the play is kept; go on with:" in begun.output
    on = run("referee", str(nim / "nim.rules"), "--resume", str(kept), typed="a\n")
    assert "goes on from where it was left" in on.output, on.output
    looked = run("debug", str(kept), typed="quit\n")
    assert looked.exit_code == 0 and "nim" in looked.output, looked.output


def test_what_begins_in_the_middle_rests_when_it_is_done(nim):
    with (nim / "nim.rules").open("a", encoding="utf-8") as file:
        file.write("\neffect clear(r: Row)\n  move row[r] to pool\n")
    scenarios = nim / "scenarios.rules"
    with scenarios.open("a", encoding="utf-8") as file:
        file.write('\nscenario "cleared"\n  given row[upper] holds stones[1]\n  start at clear(upper)\n'
                   "  then row[upper] is empty\n")
    done = run("referee", str(nim / "nim.rules"), "--scenario", "cleared", *BOTS)
    assert done.exit_code == 0 and "the play rests there" in done.output, done.output


def test_a_turn_is_followed_by_the_next_and_a_file_of_scenarios_names_its_game(nim):
    done = run("referee", str(nim / "scenarios.rules"), "--scenario", "one to three stones", *BOTS)
    assert done.exit_code == 0 and "turn take for Bob" in done.output and "Bob wins" in done.output, done.output


def test_a_scenario_that_begins_with_setup_is_played_to_the_end(nim):
    done = run("referee", str(nim / "nim.rules"), "--scenario", "three, four and five", *BOTS)
    assert done.exit_code == 0 and "wins" in done.output, done.output


def test_a_scenario_that_is_changed_is_told(nim, tmp_path):
    kept = tmp_path / "a.play"
    run("referee", str(nim / "nim.rules"), "--scenario", LAST, *BOTS, "--record", str(kept))
    scenarios = nim / "scenarios.rules"
    scenarios.write_text(scenarios.read_text(encoding="utf-8").replace("for Bob", "for Ann"), encoding="utf-8")
    changed = run("replay", str(kept))
    assert changed.exit_code == 1 and "E0804" in changed.output, changed.output
    scenarios.write_text(scenarios.read_text(encoding="utf-8").replace(LAST, "another title"), encoding="utf-8")
    gone = run("replay", str(kept))
    assert gone.exit_code == 2 and "a scenario that is not there any more" in gone.output


def test_the_command_says_what_does_not_go_together(nim, tmp_path):
    path = str(nim / "nim.rules")
    for words, said in (
        (("--scenario", "nobody knows it"), "no scenario of nim has `nobody knows it` in its title"),
        (("--scenario", LAST, "--players", "2"), "a scenario says who plays"),
        (("--scenario", LAST, "--seat", "Zoe=first"), "nobody is called Zoe"),
    ):
        made = run("referee", path, *words)
        assert made.exit_code == 2 and said in made.output, made.output
    scenarios = nim / "scenarios.rules"
    with scenarios.open("a", encoding="utf-8") as file:
        file.write('\nscenario "begins nothing"\n  given players Ann, Bob\n  then row[A].cubes is empty\n')
    made = run("referee", path, "--scenario", "begins nothing")
    assert made.exit_code == 1 and "no `start at` says where the rules begin" in made.output, made.output
