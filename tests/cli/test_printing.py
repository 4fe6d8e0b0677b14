"""rulebook, handout, diff: pages made of rules, and what a variant changes."""

import json
import re

import pytest

from tests.blocks import blocks, HEADING, lay_out, whole
from tests.cli.running import ROOT, run
from tests.profile import one_in
from tests.variant.merged import laid_out

ALL = list(blocks())
EXAMPLES = [one for one in ALL if one.sort == "rules" and "\nvariant " in f"\n{one.text}" and HEADING.search(whole(one))]
LONGEST = 60                                     # lines that fit on a page
WRITTEN = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("rules/*/variants/*.rules"))
SHUT = '''## Nothing is sold, and a day pays three.
variant shut "Shut" of quay
  set market = shut
  set wage = 3
  set players = 3..3
  set price(red) = 4
  add each player has
    ## Kept at home.
    zone shed: heap of Crate, face down
  replace step take in day                                            cites Q-1
    draw 2 from deck to me.hold, if possible
    earn(me, 1)
  before effect earn(who, coins)
    if coins > 1
      raise who.days by 1
  around step sell in day
    proceed
    raise me.coins by 1
  add step rest in day after sell
    may nap "Take a nap?"
      set me.days to 0
  add guard to crate in sell
    must not it.colour is red  "red is out of fashion"
  replace guard Q-2 of crate in sell
    must it.weight <= 6
  remove trigger bonus
  remove score cargo
  remove always "nothing is lost"
'''


def quay(text, tmp_path):
    return str(laid_out(text, tmp_path))


def test_a_handout_has_what_is_otherwise_and_nothing_else(tmp_path):
    done = run("handout", quay(SHUT, tmp_path), "--with", "shut")
    assert done.exit_code == 0, done.output
    assert done.output == """Shut

A variant of The quay, for 3 players. Only what is otherwise stands here.
Nothing is sold, and a day pays three.

WHAT YOU NEED

- The number of players is 3; it was 2 to 3.
- What a day pays (the option “wage”): 3; it was 2.
- Is anything sold? (the option “market”): shut; it was open.
- The table “price”, red is 4; it was 3.
- New, for each player, “shed”: Crates, in no order, face down. Kept at home.

WHAT IS OTHERWISE

- The step “take” of “day” is now this:
  - Draw 2 Crates from the deck to your hold, as far as possible.
  - Do “earn”, with amount: 1.
- In place of the step “sell” of “day”, do this:
  - It goes on as in the rules.
  - Raise your coins by 1.
- New step in “day”, after “sell”: rest.
  - You may decide: “Take a nap?”
    - If so: Set your days to 0.
- What is allowed at “crate”:
  - Not if the crate's colour is red (otherwise: “red is out of fashion”).
- What is allowed at “crate” (Q-2):
  - Only if the crate's weight is at most 6.
- Before the effect “earn”:
  - If the amount is more than 1, raise the player's days by 1.
- The trigger “bonus” is left out.

AT THE END

- The score “cargo” is left out.
"""


def test_a_handout_has_new_things_with_what_is_on_them_and_every_comment(tmp_path):
    text = """## For long evenings.
variant long "Long" of quay
  ## A sort of its own.
  add card Barrel
    litres: 1..9
  add components barrels: Barrel, 4
  add components rare: Crate from "more.csv"
  ## Where they stand.
  add zone cellar: heap of Barrel, face up
  add trigger more, when dusk(p)
    raise p.coins by 1
  ## The larger comes first.
  add order bonus, then more
  add always "nobody is in debt": every p in players has p.coins >= 0
  ## One takes what one wants.
  before step take in day
    raise me.coins by 1
"""
    said = run("handout", quay(text, tmp_path), "--with", "long").output
    for line in ("- New. Card “Barrel”: Each Barrel shows litres. A sort of its own.", "- New. Barrels: 4 Barrels.",
                 "- New. Rare: These are Crates.", "  - weight 7, colour red",
                 "- New. Cellar: Barrels, in no order, face up. Where they stand.",
                 "Before the step “take” of “day”: One takes what one wants.",
                 "Whenever “dusk” is done for a player, raise that player's coins by 1.",
                 "it is first “bonus” then “more”. The larger comes first.", "- It is always so: Nobody is in debt."):
        assert line in " ".join(said.split()) or line in said, line


def test_a_handout_as_markdown(tmp_path):
    lines = run("handout", quay(SHUT, tmp_path), "--with", "shut", "--markdown").output.split("\n")
    assert lines[0] == "# Shut" and "## What is otherwise" in lines
    assert "- **The step “take” of “day” is now this:**" in lines
    assert "    - **If so:** Set your days to 0." in lines


def test_a_difference_in_words_and_lines(tmp_path):
    said = run("diff", quay(SHUT, tmp_path), "shut").output
    assert "What a day pays (the option “wage”): 3; it was 2." in said
    assert "The table “price”, red is 4; it was 3." in said
    taken = said.split("The step “take” of “day” is replaced.")[1].split("\n\n")[0]
    lines = [line.strip().split("  ")[0] for line in taken.split("\n")[1:10]]
    assert lines == ["* Draw 2 Crates from the deck to your hold, as far as possible.", "* Do “earn”, with amount: 1.",
                     "step take",
                     "-", "-", "-", "-", "+", "+"]
    assert "-   pay_of(me) as pay" in taken and "+   draw 2 from deck to me.hold, if possible" in taken
    assert "It is for 3 players; the game without it is for 2 to 3 players." in said
    assert said.endswith("14 changes by shut.\n")


def test_changes_stand_in_the_order_of_the_rules_and_what_is_new_comes_last(tmp_path):
    made = json.loads(run("diff", quay(SHUT, tmp_path), "shut", "--json").output)
    what = [row["what"] for row in made["changes"]]
    assert what.index("the option “wage”") < what.index("the step “take” of “day”") < what.index("the effect “earn”")
    assert what[-1] == "the heap “shed”"
    assert made["players"] == {"before": [2, 3], "after": [3]}


def test_clauses_and_tests_that_fall_away(tmp_path):
    text = 'variant bare "Bare" of quay\n  remove score wealth\n  replace step sell in day\n    end turn\n'
    path = laid_out(text, tmp_path)
    more = '\nstrategy heavy "Heavy ones" for quay\n  at crate, prefer it.weight > 3\n  otherwise first\n'
    path.write_text(path.read_text(encoding="utf-8") + more, encoding="utf-8")
    made = json.loads(run("diff", str(path), "bare", "--json").output)
    assert made["no_longer_carried_out"] == ["Q-2", "Q-3", "Q-4"]
    assert made["no_longer_make_sense"] == [{"what": "strategy “Heavy ones”", "names": ["crate"]}]
    said = run("diff", str(path), "bare").output
    assert "The strategy “Heavy ones” no longer makes sense: `crate` is gone." in said


def test_two_variants_on_one_game_and_one_on_the_other(tmp_path):
    text = 'variant five "Five" of quay\n  set wage = 5\nvariant six "Six" of quay\n  set market = shut\n'
    path = quay(text, tmp_path)
    both = json.loads(run("diff", path, "--with", "five", "--with", "six", "--json").output)
    assert [row["variant"] for row in both["changes"]] == ["five", "six"]
    one = json.loads(run("diff", path, "six", "--json").output)
    assert [row["variant"] for row in one["changes"]] == ["six"]


def test_what_an_earlier_variant_brought_is_compared_with_that(tmp_path):
    text = ('variant one "One" of quay\n  add score extra = 1\nvariant two "Two" of one\n  replace score extra = 2\n')
    made = json.loads(run("diff", quay(text, tmp_path), "two", "--json").output)
    lines = next(row["lines"] for row in made["changes"] if row["does"] == "replaced")
    assert lines == ["- score extra = 1", "+ score extra = 2"]


def test_a_game_without_a_variant_is_compared_with_nothing():
    done = run("diff", "pig")
    assert done.exit_code == 2 and "name a variant of pig" in done.output


def test_a_rulebook_is_printed_and_is_markdown_where_that_is_wanted():
    plain, marked = (run("rulebook", "pig", *more) for more in ((), ("--markdown",)))
    assert plain.exit_code == marked.exit_code == 0
    assert plain.output.startswith("Pig\n") and marked.output.startswith("# Pig\n")
    assert max(map(len, plain.output.split("\n"))) <= 80


@pytest.mark.parametrize("block", EXAMPLES, ids=str)
def test_every_sort_of_edit_in_the_docs_is_told(block, tmp_path):
    path = str(lay_out(block, tmp_path, ALL))
    names = re.findall(r"^variant (\w+)", block.text, re.MULTILINE)
    with_ = [word for name in names for word in ("--with", name)]
    page, difference = run("handout", path, *with_), run("diff", path, *with_)
    assert page.exit_code == difference.exit_code == 0, page.output + difference.output
    edits = re.findall(r"^  (\w+ \w+)", block.text.partition("variant ")[2], re.MULTILINE)
    bots_only = bool(edits) and all(edit in ("add strategy", "add to") and "strategy" in block.text for edit in edits)
    assert bots_only or ("\n- " in page.output and "0 changes" not in difference.output)      # no table needs a page about bots


def test_errata_are_compared_with_the_game_without_them(tmp_path):
    path = laid_out('variant fixed "Fixed" of quay\n  set wage = 7\n', tmp_path)
    text = path.read_text(encoding="utf-8").replace('  rulebook "quay"\n', '  rulebook "quay"\n  errata fixed\n')
    path.write_text(text, encoding="utf-8")
    for words in ((str(path),), (str(path), "fixed")):
        made = json.loads(run("diff", *words, "--json").output)
        assert [row["words"] for row in made["changes"]] == ["what a day pays (the option “wage”): 7; it was 2"]


@pytest.mark.parametrize("path", one_in(3, WRITTEN))
def test_every_variant_of_ours_fits_on_a_page(path):
    done = run("handout", str(ROOT / path))
    assert done.exit_code == 0, done.output
    assert len(done.output.rstrip("\n").split("\n")) <= LONGEST


def test_a_word_that_is_worked_out_otherwise(tmp_path):
    text = """## Red is out.
variant pale "Pale" of quay
  ## Nobody wants red.
  around define wanted(what) = proceed and what is not red
"""
    said = run("handout", quay(text, tmp_path), "--with", "pale").output
    told = "- Now: Wanted (the what): Nobody wants red. Holds if what the rules say holds and the what is not red."
    assert told in " ".join(said.split())
    lines = run("diff", quay(text, tmp_path), "--with", "pale").output
    assert "+ define wanted(what) = proceed and what is not red" in lines
    assert "`proceed` is what it was" in " ".join(lines.split())


ONE_COLOUR = """variant grey "Grey" of quay
  set market = shut
  replace step sell in day
    raise me.coins by count(me.hold)
  replace define wanted(colour: Colour) = price(colour) > 1
  ## Never asked for.
  add define dear(colour: Colour) = dearer(colour)
  add define dearer(colour: Colour) = price(colour) > 4
  add effect unload(p: Player)
    swap p.hold with p.hold
  before effect unload(p)
    raise p.coins by 1
  add event never()
  add trigger late, when never()
    unload(first(players))
"""


def test_a_handout_has_nothing_that_no_rule_comes_to(tmp_path):
    said = run("handout", quay(ONE_COLOUR, tmp_path), "--with", "grey").output
    assert "The step “sell” of “day” is now this:" in said
    assert not any(word in said for word in ("Dear", "dear", "nload", "Late", "anted", "market", "anything sold"))


def test_an_option_that_a_variant_sets_and_another_leaves_without_effect(tmp_path):
    said = run("check", quay(ONE_COLOUR, tmp_path), "--with", "grey").output
    place = said.partition("no rule reads the option `market`")[2].partition("\n\n")[0]
    assert "tried.rules:2:3" in place
    assert all(f"`{name}` is never used" in said for name in ("dear", "dearer"))


def test_a_handout_gathers_what_is_only_to_be_kept_in_mind(tmp_path):
    text = """variant marks "Marks" of quay
  add each player has
    state slept: yes/no = no
    ## Turned over when it rains.
    state wet: yes/no = no
  add state lit[Colour]: yes/no = yes
  add piece Bell
  add components bells: Bell, 2
  add trigger wake, when turn_begins(p)
    set p.slept to no
  add trigger soak, when rolled(which, faces)
    set lit[red] to no
  before step take in day
    set me.slept to yes
    set me.wet to yes
"""
    said = " ".join(run("handout", quay(text, tmp_path), "--with", "marks").output.split())
    assert "- To keep in mind, yes or no: “slept”, for each player; “lit”, for each Colour (yes at first)." in said
    assert "New, for each player, “wet”" in said and "Turned over when it rains." in said
    assert said.count("slept”") == 1 + said.split("WHAT IS OTHERWISE")[1].count("slept”") and "Piece “Bell”" not in said
    assert "Whenever a player's turn begins" in said and "Whenever a die is rolled" in said


def test_an_effect_for_another_and_one_that_something_follows(tmp_path):
    text = """variant nap "Nap" of quay
  add effect rest_a_day(bonus: 0..9) gives 0..9
    raise me.coins by bonus
    give me.coins
  replace step sell in day
    rest_a_day(3) for left_of(me) as got
    rest_a_day(2) for me as more
    raise me.coins by got + more
  after effect pay_of(p)
    raise p.days by wage
  add trigger hush, when earn(p, amount), not in suppose
    raise p.days by 1
"""
    said = " ".join(run("rulebook", quay(text, tmp_path), "--with", "nap").output.split())
    assert "Your left-hand neighbour does “rest a day”, with bonus: 3; what comes of it is the got." in said
    assert "- Do “rest a day”, with bonus: 2; what comes of it is the more." in said
    assert ("- The outcome is 2. - After that, whatever the outcome, and before it is used: - Raise the player's days by 2."
            in said)
    assert "raise that player's days by 1. Where it is worked out what would be, this does not count." in said
