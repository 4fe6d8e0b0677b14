"""Which variants are applied: found by name and by path, errata, bases, `based on`; and what a play remembers of them."""

import json
import os
import subprocess
import sys

import pytest

from interpreter.pipeline import load, prepare, rules_digest
from interpreter.play import load_game
from interpreter.scenario.runner import run_scenarios
from interpreter.text.diagnostic import Report
from interpreter.variant.rules import variants_of
from interpreter.variant.stack import Asked
from tests.cli.running import run
from tests.variant.merged import failed, HERE, laid_out, merged

ROOT = HERE.parents[1]
WAGE = 'variant five "Five" of quay\n  set wage = 5\nvariant six "Six" of five\n  set wage = 6\n'
ERRATUM = 'variant fixed "Fixed" of quay\n  set wage = 7\n'
ALONE = """game alone "Alone on the quay" for 1..1 players
  based on quay
setup
  move crates to deck
play
  for each p in players
    run day for p
winner highest total, then shared
"""


def options(where, *variants, without=(), people=2):
    """The wage with these variants, and the names of those that are applied."""
    report = Report()
    rules = load(Asked(str(where), variants, without), report)
    assert rules is not None and report.ok, [str(one) for one in report.diagnostics]
    ctx = prepare(rules, people, {}, report)
    assert report.ok, [str(one) for one in report.errors]
    return ctx.spec.options["wage"], [one.name for one in rules.stack]


# ------------------------------------------------------------------ finding


def test_a_variant_is_found_by_name_and_by_path(tmp_path):
    game = laid_out(WAGE, tmp_path)
    path = game.parent / "variants" / "tried.rules"
    assert options(game, "five") == (5, ["five"])
    assert options(game, str(path)) == (5, ["five"])
    assert options(path) == (5, ["five"])


def test_a_variant_of_a_variant_brings_its_base(tmp_path):
    assert options(laid_out(WAGE, tmp_path), "six") == (6, ["five", "six"])


def test_a_file_of_a_variant_of_a_variant_is_the_game_with_both(tmp_path):
    game = laid_out(WAGE, tmp_path)
    path = game.parent / "variants" / "seven.rules"
    path.write_text('variant seven "Seven" of six\n  set wage = 7\n', encoding="utf-8")
    assert options(path) == (7, ["five", "six", "seven"])


def test_the_base_may_be_the_file_of_its_name_next_to_it(tmp_path):
    folder = laid_out("", tmp_path).parent / "variants"
    (folder / "five.rules").write_text('variant five "Five" of quay\n  set wage = 5\n', encoding="utf-8")
    (folder / "eight.rules").write_text('variant eight "Eight" of five\n  set wage = 8\n', encoding="utf-8")
    assert options(folder / "eight.rules") == (8, ["five", "eight"])


def test_the_scenarios_of_a_variant_below_are_about_it_alone(tmp_path):
    folder = laid_out("", tmp_path).parent / "variants"
    scenario = 'scenario "{0}"\n  given players Ann, Bob\n  then wage is {0}\n'
    five, eight = 'variant five "Five" of quay\n  set wage = 5\n', 'variant eight "Eight" of five\n  set wage = 8\n'
    (folder / "five.rules").write_text(five + scenario.format(5), encoding="utf-8")
    (folder / "eight.rules").write_text(eight + scenario.format(8), encoding="utf-8")
    found = run_scenarios(load(folder / "eight.rules", Report()), Report())
    assert [(one.passed, len(one.found)) for one in found] == [(True, 0)]
    assert all(one.passed for one in run_scenarios(load(folder / "five.rules", Report()), Report()))


def test_a_variant_in_the_games_own_file_is_found(tmp_path):
    game = laid_out(WAGE, tmp_path)
    game.write_text(game.read_text(encoding="utf-8") + '\nvariant own "Own" of quay\n  set wage = 9\n', encoding="utf-8")
    assert options(game) == (2, [])
    assert options(game, "own") == (9, ["own"])


def test_no_such_variant_is_told_with_the_nearest(tmp_path):
    report = Report()
    load(Asked(str(laid_out(WAGE, tmp_path)), ("fife",)), report)
    assert [(one.code.id, one.help) for one in report.errors] == [("E1007", "did you mean `five`?")]


def test_the_title_says_what_is_played(tmp_path):
    rules, _ = merged(WAGE, tmp_path)
    assert rules.game.title.text == "The quay, with Five and Six"


def test_a_variant_may_use_a_library_that_the_game_does_not(tmp_path):
    text = """use dice
variant lucky "Lucky" of quay
  set wage = 3
  add score luck = pips([1, 2])
  scenario "three pips"
    given players Ann, Bob
    then Ann.luck is 3
"""
    assert options(laid_out(text, tmp_path), "lucky") == (3, ["lucky"])
    rules, _ = merged(text, tmp_path)
    assert failed(rules) == []


# ------------------------------------------------------------------ errata


@pytest.fixture
def with_errata(tmp_path):
    game = laid_out(ERRATUM + WAGE.replace("wage = 5", "wage = 7"), tmp_path)
    heading = '  rulebook "quay"\n'
    game.write_text(game.read_text(encoding="utf-8").replace(heading, heading + "  errata fixed\n"), encoding="utf-8")
    return game


def test_errata_are_applied_unless_left_out(with_errata):
    assert options(with_errata) == (7, ["fixed"])
    assert options(with_errata, without=("fixed",)) == (2, [])


def test_errata_come_before_variants_and_agree_with_them(with_errata):
    assert options(with_errata, "five") == (7, ["fixed", "five"])


def test_only_errata_can_be_left_out(with_errata):
    report = Report()
    load(Asked(str(with_errata), (), ("five",)), report)
    assert [(one.code.id, one.help) for one in report.errors] == [("E1007", "did you mean `fixed`?")]


def test_a_games_own_scenarios_run_with_its_errata(with_errata):
    rules = load(with_errata, Report())
    assert [one.title for one in run_scenarios(rules, Report())] == ["a day pays two"]


# ------------------------------------------------------------------ based on


def test_a_variant_is_merged_into_a_base_before_another_game_takes_it_over(tmp_path):
    game = laid_out(WAGE, tmp_path)
    alone = game.with_name("alone.rules")
    alone.write_text(ALONE, encoding="utf-8")
    assert options(alone, "five", people=1) == (5, ["five"])
    rules = load(Asked(str(game), ("five",)), Report(), 1)
    assert (rules.name, [one.name for one in rules.stack]) == ("alone", ["five"])


def test_a_variant_of_the_game_that_takes_over_edits_what_it_took(tmp_path):
    lone = 'variant lone "Lone" of alone\n  set wage = 8\n  after effect earn(p, n)\n    set p.days to 9\n'
    game = laid_out(WAGE + lone, tmp_path)
    alone = game.with_name("alone.rules")
    alone.write_text(ALONE, encoding="utf-8")
    assert options(alone, "lone", people=1) == (8, ["lone"])


# ------------------------------------------------------------------ digests and plays


def digest(game, *variants):
    report = Report()
    rules = load(Asked(str(game), variants), report)
    return rules_digest(rules, prepare(rules, 2, {}, report))


def test_a_digest_names_the_variants_and_their_order(tmp_path):
    game = laid_out('variant a "A" of quay\n  set wage = 5\nvariant b "B" of quay\n  set tide(1) = 1\n', tmp_path)
    found = [digest(game), digest(game, "a"), digest(game, "b"), digest(game, "a", "b"), digest(game, "b", "a")]
    assert len(set(found)) == 5


def rulewright(*words):
    """In this process: the way in from a shell has tests of its own (tests/cli)."""
    done = run(*map(str, words))
    return done.exit_code, done.stdout + done.stderr


def played(game, play, *more):
    bots = ("--seat", "Seat1=first", "--seat", "Seat2=first", "--seed", "1")
    code, said = rulewright("referee", game, *bots, "--record", play, *more)
    assert code == 0, said


def test_a_play_is_replayed_with_the_variants_it_names(tmp_path):
    game, play = laid_out(WAGE, tmp_path), tmp_path / "a.play"
    played(game, play, "--with", "six")
    assert "variant five\nvariant six\n" in play.read_text(encoding="utf-8")
    code, said = rulewright("replay", play)
    assert code == 0, said


def test_under_other_rules_it_is_said_what_differs_and_where_the_play_departs(tmp_path):
    text = WAGE + 'variant idle "Idle" of quay\n  replace step sell in day\n    raise me.coins by 1\n'
    game, play = laid_out(text, tmp_path), tmp_path / "a.play"
    played(game, play)
    code, said = rulewright("replay", play, "--with", "idle")
    assert code == 1
    assert "recorded with no variant" in said and "idle" in said
    assert "departs from the rules at line" in said


def test_a_play_is_not_gone_on_with_under_another_stack(tmp_path):
    game, play = laid_out(WAGE, tmp_path), tmp_path / "a.play"
    played(game, play, "--with", "five")
    code, said = rulewright("referee", game, "--resume", play, "--with", "six")
    assert code == 1 and "E0804" in said


# ------------------------------------------------------------------ commands


def test_commands_take_variants(tmp_path):
    seen = 'variant seen "Seen" of quay\n  add score more = 3\n  scenario "three more"\n    given players Ann, Bob\n'
    text = f"{WAGE}{seen}    then Ann.more is 3\n"
    game = laid_out(text, tmp_path)
    assert rulewright("check", game, "--with", "five")[0] == 0
    assert "seen" in rulewright("test", game, "--with", "seen")[1]
    assert "more" in rulewright("simulate", game, "--with", "seen", "--games", "3")[1]
    assert "5" in rulewright("show", "facts", game, "--with", "five")[1]
    assert rulewright("coverage", game, "--with", "seen", "--json")[0] in (0, 1)


def test_a_replaced_rule_carries_out_no_clause_that_it_does_not_cite(tmp_path):
    text = 'variant v "V" of quay\n  replace score wealth = me.coins\n'
    _, report = merged(text, tmp_path)
    assert "Q-4" in {one.message.split("`")[1] for one in report.diagnostics if one.code.id == "E0607"} \
        or any("Q-4" in one.message for one in report.diagnostics)
    code, said = rulewright("explain", "Q-4", "--game", laid_out(text, tmp_path), "--with", "v")
    assert code == 0 and "no rule" in said


def test_a_new_variant_checks_and_tests_clean_and_says_what_there_is_to_change(tmp_path):
    game = laid_out("", tmp_path)
    (game.parent / "variants" / "tried.rules").unlink()
    words = [sys.executable, "-m", "interpreter"]
    begun = subprocess.run([*words, "new", "variant", "long_days", "--of", "quay/quay.rules"], cwd=tmp_path, text=True,
                           capture_output=True, check=False, env=os.environ | {"PYTHONPATH": str(ROOT)})
    assert begun.returncode == 0, begun.stdout + begun.stderr
    path = game.parent / "variants" / "long_days.rules"
    text = path.read_text(encoding="utf-8")
    assert "set wage = 2" in text and "around effect earn(p, amount)" in text
    assert rulewright("check", path)[0] == 0
    assert rulewright("test", path, "--plays", "0")[0] == 0
    assert rulewright("format", "--check", path)[0] == 0
    again = rulewright("new", "variant", "long_days", "--of", game)
    assert again[0] == 1 and "already" in again[1]
    named = rulewright("new", "variant", "quay", "--of", game)
    assert named[0] == 2 and "the name of the game" in named[1]


def test_a_variant_far_from_our_game_uses_the_positions_of_its_scenarios(tmp_path):
    path = tmp_path / "calm.rules"
    path.write_text('use usual\nvariant calm "Calm" of tall_oaks\n  set health_max = 7\n\n'
                    '  scenario "the usual evening"\n    given position usual_evening\n    then count(players) is 3\n',
                    encoding="utf-8")
    code, said = rulewright("test", path, "--plays", "0")
    assert code == 0, said
    path.write_text(path.read_text(encoding="utf-8").removeprefix("use usual\n"), encoding="utf-8")
    code, said = rulewright("test", path, "--plays", "0")
    assert code == 1 and "write `use usual`" in " ".join(said.split())


def test_list_names_variants():
    code, said = rulewright("list", "--json")
    rows = {one["name"]: one for one in json.loads(said)}
    assert code == 0
    assert {"open_pile", "keep_or_eat"} <= {one["name"] for one in rows["mixtape"]["variants"]}
    assert rows["nim"]["variants"] == [] and rows["nim"]["errata"] == []


def test_a_game_can_be_loaded_with_variants_from_python(tmp_path):
    game = load_game(laid_out(WAGE, tmp_path), 2, variants=("six",))
    assert game.spec.options["wage"] == 6 and game.spec.variants == ("five", "six")


def test_a_variant_far_from_its_game_is_remembered_by_its_path(tmp_path):
    game = laid_out(WAGE, tmp_path)
    far = tmp_path / "quay" / "variants" / "deep" / "far.rules"
    far.parent.mkdir()
    far.write_text('variant far "Far" of quay\n  set wage = 8\n', encoding="utf-8")
    apart = tmp_path / "quay" / "apart"
    apart.mkdir()
    other = apart / "other.rules"
    other.write_text('variant other "Other" of quay\n  set wage = 9\n', encoding="utf-8")
    assert load_game(game, 2, variants=(str(far),)).spec.variants == ("far",)
    assert load_game(other, 2).spec.variants == (str(other.resolve()),)


# ------------------------------------------------------------------ variants of variants


def test_a_variant_of_a_variant_of_ours_lies_anywhere(tmp_path):
    mine = tmp_path / "mine.rules"
    mine.write_text('variant mine "Mine" of open_pile\n  set players = 2..3\n', encoding="utf-8")
    report = Report()
    rules = load(mine, report)
    assert report.ok and rules.name == "mixtape" and rules.variants == ("open_pile", "mine")


def test_the_variants_of_a_game_are_also_those_of_its_variants(tmp_path):
    path = laid_out(WAGE + 'variant other "Other" of elsewhere\n  set wage = 3\n', tmp_path)
    assert [(one.name.text, one.base.text) for one in variants_of(load(path, Report()))] == [("five", "quay"), ("six", "five")]


def test_notes_of_the_base_are_told_where_the_base_is_checked(tmp_path):
    game = laid_out(WAGE, tmp_path)
    more = "\noption extra: 1..3 = 1\nscore spare = if market is open then extra otherwise 0\n"
    game.write_text(game.read_text() + more, encoding="utf-8")
    (alone, said), (under, less) = rulewright("check", game), rulewright("check", game.parent / "variants/tried.rules")
    assert alone == under == 0 and "E0511" in said and "E0511" not in less


FOR_TWO = """variant more "More" of quay
  {0}
    for each p in players
      raise p.coins by 1

scenario "two of them"
  given players Ann, Bob
  start at {1}
  then Ann.coins is 1

scenario "one of them"
  given players Ann
  start at {1}
  then Ann.coins is 1
"""


def _alone(folder, first, start):
    game = laid_out(FOR_TWO.format(first, start), folder)
    (game.parent / "alone.rules").write_text(ALONE, encoding="utf-8")
    return game, game.parent / "alone.rules"


def test_scenarios_for_others_are_left_out_where_a_game_based_on_the_base_is_played(tmp_path):
    game, alone = _alone(tmp_path, "before step sell in day", "step sell in day for Ann")
    code, said = rulewright("test", alone, "--with", "more", "--plays", "0")
    assert code == 0 and "passes  one of them" in said and "two of them" not in said and "1 scenario passed" in said
    code, said = rulewright("check", alone, "--with", "more")
    assert code == 0, said
    code, said = rulewright("test", game, "--with", "more", "--plays", "0", "--players", "1")
    assert "two of them" not in said, said
    code, said = rulewright("test", game, "--with", "more", "--plays", "0", "--players", "2", "--only", "two")
    assert code == 0 and "passes  two of them" in said


@pytest.mark.parametrize("first, start, comes", [("before step sell in day", "step sell in day for Ann", True),
                                                 ("after setup", "setup", False)])
def test_fine_alone_only_where_the_rules_of_the_variant_run(first, start, comes, tmp_path):
    """A game that states set-up of its own does nothing of what a variant puts into that of its base."""
    game, _ = _alone(tmp_path, first, start)
    few = ("--with", "more", "--plays", "2", "--jobs", "1", "--seed", "1")
    _, said = rulewright("test", game, *few)
    assert ("fine for 1 player (alone)" in said) is comes
    assert ("none of the lines of more comes up with 1 player (alone)" in " ".join(said.split())) is not comes
    code, said = rulewright("test", game, *few, "--players", "1")
    assert ("none of its own lines came up" in " ".join(said.split())) is not comes and (code == 0) is comes, said
