"""The commands that look at rules: what they print, and their exit codes."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time

import pytest

from tests.cli.running import process, ROOT, run, to_the_end

COMMANDS = [
    "check", "format", "show", "explain", "rulebook", "diff", "handout", "test", "coverage", "mutate", "simulate", "compare",
    "sweep", "solve", "build", "referee", "serve", "replay", "fix", "score", "new", "list", "edit", "lsp", "debug",
]


def test_help_lists_every_command(tmp_path):
    found = process(tmp_path, "--help")
    assert found.returncode == 0
    listed = [
        line.split()[0]
        for line in found.stdout.split("Commands:")[1].split("\n")
        if line.startswith("  ") and line.strip()
    ]
    assert listed[: len(COMMANDS)] == COMMANDS


def test_format_takes_folders(tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "odd.rules").write_text("library   odd\n")
    found = process(tmp_path, "format", "--check", str(tmp_path))
    assert found.returncode == 1 and "odd.rules is not in its canonical form" in found.stdout
    assert process(tmp_path, "format", str(tmp_path)).returncode == 0
    assert process(tmp_path, "format", "--check", str(tmp_path)).returncode == 0


def test_help_imports_no_parser_and_nothing_of_the_terminal():
    import subprocess
    import sys

    heavy = ("lark", "rich", "prompt_toolkit", "hypothesis")
    code = f"import sys, interpreter.cli.main; print([m for m in {heavy} if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True).stdout.strip() == "[]"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_within_eighty_columns(command):
    found = run(command, "--help")
    assert found.exit_code == 0 and all(len(line) <= 80 for line in found.output.split("\n"))


@pytest.mark.parametrize(
    "words",
    [
        ["nosuch"],
        ["check"],
        ["show", "leaves", "kuhn"],
        ["referee", "kuhn", "--players", "7"],
        ["referee", "kuhn", "--names", "A:b"],
        ["referee", "kuhn", "--names", "Ann,ann"],
        ["referee", "kuhn", "--seat", "Ann=robot"],
        ["referee", "kuhn", "--seat", "Ann"],
        ["referee", "pig", "--set", "goal"],
        ["referee", "pig", "--set", "gaol=20"],
        ["referee", "kuhn", "--record", "/nowhere/at/all"],
        ["referee", "kuhn", "--names", "Ann,Bo", "--seat", "Cy=random"],
        ["show", "state", "kuhn", "--seat", "Dora"],
    ],
)
def test_wrong_use_is_exit_code_2_and_a_sentence(words):
    found = run(*words)
    assert found.exit_code == 2 and "Traceback" not in found.output and "Error: " in found.output


# ------------------------------------------------------------------ check


def test_check_of_every_game_says_how_it_was_checked():
    found = run("check", "kuhn", "pig", "nim")
    assert found.exit_code == 0
    assert "pig: nothing is wrong (checked for 2 to 6 players)" in found.output


def test_check_gathers_many_mistakes_and_leaves_with_1(tmp_path):
    text = (
        (ROOT / "rules/pig/pig.rules")
        .read_text()
        .replace("me.banked by pot", "me.bankd by pot")
        .replace("roll d6", "roll d7")
    )
    (tmp_path / "pig.rules").write_text(text)
    found = run("check", str(tmp_path / "pig.rules"))
    assert found.exit_code == 1 and found.output.count("error[") == 2 and "2 errors" in found.output


def test_a_mistake_that_only_some_numbers_of_players_meet_says_so(tmp_path):
    text = (ROOT / "rules/pig/pig.rules").read_text().replace("d6 = 1, 2", "d6 = count(players), 2")
    (tmp_path / "pig.rules").write_text(text)
    assert run("check", str(tmp_path / "pig.rules")).exit_code in (0, 1)


def test_check_as_json(tmp_path):
    (tmp_path / "bad.rules").write_text('game bad "Bad" for 2..2 players\nplay\n  rnu round\n')
    found = run("check", "--json", "kuhn", str(tmp_path / "bad.rules"))
    good, bad = json.loads(found.output)
    assert found.exit_code == 1 and good["ok"] and not bad["ok"] and bad["diagnostics"][0]["line"] == 3


def test_check_of_what_is_not_there_names_the_nearest():
    found = run("check", "khun")
    assert found.exit_code == 1 and "E0215" in found.output and "kuhn" in found.output


def test_check_of_a_library_reads_it():
    found = run("check", "stdlib/cards.rules")
    assert found.exit_code == 0 and "its rules are checked with the games that use it" in " ".join(found.output.split())


def test_check_of_a_game_whose_game_line_is_missing_says_so(tmp_path):
    rules = (ROOT / "rules/pig/pig.rules").read_text()
    (tmp_path / "pig.rules").write_text("".join(line for line in rules.splitlines(True) if not line.startswith("game ")))
    (tmp_path / "empty.rules").write_text("# nothing yet\n")
    for name in ("pig.rules", "empty.rules"):
        found = run("check", str(tmp_path / name))
        said = " ".join(found.output.split())
        wanted = ("E0116", "a game begins with `game NAME")
        if name == "pig.rules":
            wanted = ("E0122", "the first line of a game is `game pig ")
        assert found.exit_code == 1 and all(words in said for words in wanted)


def test_check_of_a_bad_data_file_names_row_and_column(tmp_path):
    shutil.copytree(ROOT / "rules/kuhn", tmp_path / "kuhn")
    (tmp_path / "kuhn/cards.csv").write_text("id,rank\nJ,1\nQ,two\nK,9\n")
    found = run("check", str(tmp_path / "kuhn/kuhn.rules"))
    assert found.exit_code == 1 and "row 3" in found.output and "`rank`" in found.output and "row 4" in found.output


# ------------------------------------------------------------------ format


def test_format_writes_the_canonical_form_once(tmp_path):
    path = tmp_path / "pig.rules"
    path.write_text((ROOT / "rules/pig/pig.rules").read_text().replace("set pot to 0", "set   pot  to 0"))
    assert run("format", "--check", str(path)).exit_code == 1
    assert run("format", str(path)).exit_code == 0
    assert run("format", "--check", str(path)).exit_code == 0
    assert "set pot to 0" in path.read_text()


def test_format_of_what_cannot_be_read_changes_nothing(tmp_path):
    path = tmp_path / "bad.rules"
    path.write_text("game (\n")
    assert run("format", str(path)).exit_code == 1 and path.read_text() == "game (\n"
    assert run("format", str(tmp_path / "none.rules")).exit_code == 1


# ------------------------------------------------------------------ show, explain


@pytest.mark.parametrize("what", ["tree", "facts", "plan", "state", "flow"])
@pytest.mark.parametrize("game", ["kuhn", "tests/probe/town.rules"])
def test_every_shape_is_shown_in_eighty_columns_and_as_json(what, game):
    found = run("show", what, game)
    assert found.exit_code == 0 and all(len(line) <= 80 for line in found.output.split("\n"))
    assert json.loads(run("show", what, game, "--json").output)


def test_the_plan_speaks_of_phases_steps_effects_and_triggers():
    found = run("show", "plan", "tests/probe/town.rules").output
    for words in (
        "run turn town_turn",
        "run step go of town_turn",
        "trigger clear_away",
        "as soon as: restock",
        "effect fight",
    ):
        assert words in found


def test_the_state_is_as_a_seat_sees_it():
    everything, one = (
        run("show", "state", "kuhn", "--seed", "1").output,
        run("show", "state", "kuhn", "--seed", "1", "--seat", "1").output,
    )
    assert "face down" not in everything and one.count("1 Card, face down") == 2


def test_explain_a_code_and_a_rule():
    assert "CSV" in run("explain", "E0701").output or "comma-separated" in run("explain", "e0701").output
    found = run("explain", "act", "--game", "kuhn")
    assert "effect act, rules/kuhn/kuhn.rules" in found.output and "raise p.staked by 1" in found.output


def test_explain_a_clause_and_a_ruling(tmp_path):
    folder = tmp_path / "pig"
    shutil.copytree(ROOT / "rules/pig", folder)
    text = (folder / "pig.rules").read_text()
    text = text.replace("for 2..6 players\n", 'for 2..6 players\n  rulebook "pig"\n')
    text = text.replace("raise me.banked by pot", "raise me.banked by pot                            cites P-002")
    text = text.replace('"how many points win"', '"how many points win"   cites R-P01')
    (folder / "pig.rules").write_text(text)
    (folder / "clauses.tsv").write_text(
        "id\tsection\tkind\tclause\tnotes\nP-001\tAim\tflavour\tPigs are fun.\t\n"
        "P-002\tTurn\trule\tWhoever holds keeps the points.\t\n"
    )
    (folder / "rulings.md").write_text(
        "## R-P01 How many points win?\n\n- Clauses: P-002\n- Readings: (a) A hundred. (b) Fifty.\n"
        "- Ruling: (a)\n- Why: it is usual\n- Option: `goal` = `100` | 50\n"
    )
    game = str(folder / "pig.rules")
    clause = run("explain", "P-002", "--game", game).output
    assert "Whoever holds keeps the points." in clause and "raise me.banked by pot" in clause and "R-P01" in clause
    ruling = run("explain", "R-P01", "--game", game).output
    assert "(a)  A hundred." in ruling and "it is usual" in ruling and "option goal" in ruling


def test_explain_of_nothing_known_offers_the_nearest():
    found = run("explain", "atc", "--game", "kuhn")
    assert found.exit_code == 1 and "did you mean `act`?" in found.output


def test_list_names_the_games():
    found = run("list")
    assert (
        "kuhn" in found.output
        and "Kuhn poker" in found.output
        and {"pig", "nim"} <= {one["name"] for one in json.loads(run("list", "--json").output)}
    )


# ------------------------------------------------------------------ test


def test_the_scenarios_of_a_game_pass():
    found = run("test", "kuhn", "--plays", "10")
    assert found.exit_code == 0 and re.search(r"kuhn: \d+ scenarios passed", found.output)
    assert "kuhn: fine for 2 players" in found.output
    made = json.loads(run("test", "pig", "--plays", "10", "--json").stdout)
    assert made["ok"] and {one["players"] for one in made["laws"]} == {2, 3, 4, 5, 6} and made["found"] == []


def test_a_scenario_that_fails_is_drawn_at_its_line(tmp_path):
    shutil.copytree(ROOT / "rules/pig", tmp_path / "pig")
    path = tmp_path / "pig/scenarios.rules"
    path.write_text(path.read_text().replace("then Ann.banked is 20", "then Ann.banked is 21"))
    found = run("test", str(tmp_path / "pig/pig.rules"), "--plays", "0")
    assert found.exit_code == 1 and "FAILS" in found.output and "E0801" in found.output
    assert re.search(r"1 of \d+ scenarios failed", found.output)
    assert run("test", str(tmp_path / "pig/pig.rules"), "--only", "goal").exit_code == 0


def test_a_file_of_rules_without_a_game_line_is_told_that_line(tmp_path):
    text = (ROOT / "rules/pig/pig.rules").read_text()
    (tmp_path / "pig.rules").write_text(re.sub(r"(?m)^game .*\n(  .*\n)*", "", text))
    found = run("check", str(tmp_path / "pig.rules"))
    assert found.exit_code == 1 and "E0122" in found.output and "`game pig " in " ".join(found.output.split())


def test_the_variant_that_was_meant_is_offered():
    found = run("handout", "stalkr")
    assert found.exit_code == 1 and "did you mean `stalker`?" in found.output


def test_a_kind_of_mistake_is_explained_without_braces():
    assert "there is no game named `NAME`" in run("explain", "E0215").output


def test_a_file_of_scenarios_is_played_wherever_it_lies(tmp_path):
    path = tmp_path / "mine.rules"
    path.write_text('library mine\nuse pig\nscenario "x"\n  given players Ann, Bob\n  then not over\n')
    found = run("test", str(path))
    assert found.exit_code == 0 and "pig: 1 scenario passed" in found.output and "players" not in found.output
    path.write_text('library mine\nscenario "x"\n  given players Ann, Bob\n  then not over\n')
    found = run("test", str(path))
    assert found.exit_code == 1 and "E0814" in found.output


def test_where_nothing_was_played_nothing_is_fine(tmp_path):
    found = run("test", "pig", "--only", "zzz")
    assert found.exit_code == 1 and "no scenario has `zzz` in its title, so none was played" in found.output
    shutil.copytree(ROOT / "rules/pig", tmp_path / "pig")
    path = tmp_path / "pig/scenarios.rules"
    path.write_text(path.read_text() + '\nscenario "broken"\n  then ((\n')
    found = run("test", str(tmp_path / "pig/pig.rules"), "--plays", "0")
    assert found.exit_code == 1 and "what stands there was not played" in found.output


def test_a_variant_whose_own_lines_never_came_up_is_told(tmp_path):
    shutil.copytree(ROOT / "rules/pig", tmp_path / "pig")
    (tmp_path / "pig/variants").mkdir()
    text = 'variant idle "Idle" of pig\n  add effect never_called()\n    for each p in players\n      set p.banked to 0\n'
    (tmp_path / "pig/variants/idle.rules").write_text(text)
    found = run("test", str(tmp_path / "pig/variants/idle.rules"), "--plays", "0")
    assert found.exit_code == 1 and "idle: none of its own lines came up" in found.output


# ------------------------------------------------------------------ simulate, and our own faults


def test_simulate_gives_means_and_is_the_same_again():
    once, again = (
        json.loads(run("simulate", "kuhn", "--games", "50", "--seed", "7", "--json").output) for _ in range(2)
    )
    same = ("games", "decisions", "mean_scores", "sd_score", "lengths", "endings", "win_share")
    assert {name: once[name] for name in same} == {name: again[name] for name in same} and once["games"] == 50
    assert "share of wins" in run("simulate", "pig", "--games", "5", "--players", "3").output


def test_a_fault_in_a_play_is_drawn_with_its_rule(tmp_path):
    text = (ROOT / "rules/pig/pig.rules").read_text().replace("counter pot: 0..goal + 5", "counter pot: 0..9")
    (tmp_path / "pig.rules").write_text(text)
    found = run("simulate", str(tmp_path / "pig.rules"), "--games", "20")
    assert found.exit_code == 1 and "E0901" in found.output and "watch it with" in found.output


def test_our_own_fault_is_exit_code_3_and_a_file(tmp_path, monkeypatch):
    from interpreter.cli.commands import list_games

    def broken(*words):
        raise KeyError("a bug of ours")

    monkeypatch.setattr(list_games, "list_games", broken)
    found = run("list")
    assert found.exit_code == 3 and "Traceback" not in found.output
    written = next((tmp_path / "state").rglob("fault-*.txt")).read_text()
    assert "a bug of ours" in written and "Python 3" in written and str(tmp_path) in found.output.replace("\n", "")


def test_no_folder_to_write_to_is_no_reason_to_fail(tmp_path):
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where a folder should be")
    found = process(
        tmp_path,
        "referee",
        "kuhn",
        "--seat",
        "Ann=random",
        "--seat",
        "Bo=random",
        XDG_STATE_HOME=str(blocked),
        TMPDIR=str(blocked),
    )
    assert found.returncode == 0 and "wins" in found.stdout


SMALL = """game small "Small" for 2..2 players
each player has
  counter n: 0..3 = 0
play
  choose x from 0..2 by first(players)  "What?"
  set first(players).n to x
score n_of = me.n
winner highest total, then shared
"""


def small(folder, scenarios: str):
    (folder / "small.rules").write_text(SMALL)
    (folder / "scenarios.rules").write_text(f'library some\nuse small\nscenario "x"\n  given players Ann, Bob\n{scenarios}')
    return folder / "small.rules", folder / "scenarios.rules"


def test_check_reads_the_scenarios_of_a_game(tmp_path):
    game, scenarios = small(tmp_path, """  given Ann.n is 1
  start at play
  when Ann answers y with 2
  then Ann.m is 2
  then red9 is 3
""")
    for path in (game, scenarios):
        found = run("check", str(path), "--json")
        told = [(one["code"], one["line"]) for one in json.loads(found.output)[0]["diagnostics"]]
        assert found.exit_code == 1 and told == [("E0208", 7), ("E0312", 8), ("E0201", 9)]


def test_scenarios_that_only_come_out_wrong_are_for_test(tmp_path):
    game, scenarios = small(tmp_path, "  given Ann.n is 1\n  then Ann.n is 2\n")
    assert run("check", str(game)).exit_code == 0
    assert "`test` plays them" in run("check", str(scenarios)).output
    assert run("test", str(game)).exit_code == 1


def test_a_game_that_is_not_found_may_be_named_by_its_path(tmp_path):
    assert "by the path of its .rules file" in run("check", "qqqqq").output


def test_format_check_names_the_first_line_that_differs(tmp_path):
    path = tmp_path / "small.rules"
    path.write_text(SMALL.replace("  counter n: 0..3 = 0", "  counter  n: 0..3=0"))
    found = run("format", "--check", str(path))
    assert found.exit_code == 1
    assert "line 3\n-   counter  n: 0..3=0\n+   counter n: 0..3 = 0" in found.output


def test_games_of_one_rulebook_are_explained_together():
    for name in ("M-131", "R-M63"):
        found = run("explain", name).output
        assert found.count("carried out by") == 1 and "no rule" not in found and "solo.rules" in found
    assert run("explain", "set_points").output.count("table set_points,") == 1
    assert "did you mean `M-081`?" in run("explain", "m-081").output


def test_a_fault_in_a_simulation_gives_the_command_that_shows_it(tmp_path):
    where = tmp_path / "pig.rules"
    text = (ROOT / "rules/pig/pig.rules").read_text().replace("counter pot: 0..goal + 5", "counter pot: 0..9")
    where.write_text(text)
    asked = ("--players", "3", "--seed", "4", "--set", "goal=60")
    found = run("simulate", str(where), "--games", "20", *asked)
    words = shlex.split(found.stderr.strip().split("\n")[-1])
    assert words[:3] == ["rulewright", "referee", str(where)] and "goal=60" in words and "3" in words
    assert "E0901" in run(*words[1:], env={"XDG_STATE_HOME": str(tmp_path)}).stderr


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is a signal to a group of processes")
def test_ctrl_c_tells_what_was_found_so_far(tmp_path):
    env = os.environ | {"XDG_STATE_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "interpreter", "test", "pig", "--plays", "100000", "--seconds", "90", "--jobs", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env, cwd=ROOT,
                          start_new_session=True) as running:
        while "scenarios passed" not in running.stdout.readline():
            assert running.poll() is None
        time.sleep(3)                                            # the laws have begun
        os.killpg(running.pid, signal.SIGINT)
        out, err = to_the_end(running, 240)
    assert running.returncode == 130 and "Traceback" not in err
    assert "stopped before: hidden with 2 to 6 players" in out and "\npig: " in out


def test_a_law_without_time_is_named():
    found = run("test", "pig", "--plays", "2", "--seconds", "0.1", "--jobs", "1")
    assert "there was no time to try: " in found.output and found.exit_code == 0


def test_places_are_numbered_as_after_a_race():
    from interpreter.display.sheet import numbered, ordinal

    assert numbered(((1,), (0, 2), (3,))) == {1: 1, 0: 2, 2: 2, 3: 4}
    assert [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 22)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd"]
