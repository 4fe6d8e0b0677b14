"""What a scenario says of time and of chance: a `then` changes nothing, going on is said, chance is counted exactly."""

import shutil
from pathlib import Path

import pytest

from interpreter.pipeline import load
from interpreter.scenario.given import Shelf
from interpreter.scenario.proofread import proofread, proofread_file
from interpreter.scenario.runner import game_of_scenarios, run_scenario, run_scenarios
from interpreter.syntax import ast
from interpreter.syntax.parser import parse
from interpreter.text.diagnostic import Report
from interpreter.text.source import Source

RAFFLE = Path(__file__).parent / "raffle" / "raffle.rules"
DECK = """game readings "Readings" for 2..4 players
card Card
  mark: 1..3
components a: Card from "cards.csv"
zone deck: pile of Card, face down
zone table: pile of Card, face up
each player has
  counter points: 0..9 = 0
  counter early: 0..9 = 0
setup
  move a to deck
play
  mix()
effect mix()
  shuffle deck
effect mix_and_turn()
  shuffle deck
  move top(deck) to table
score result = me.points
winner highest total, then lowest me.early, then shared
"""


@pytest.fixture(scope="module")
def shelf():
    return Shelf(load(RAFFLE, Report()))


def found_in(shelf, lines: str) -> list[tuple[int, str]]:
    """What a scenario of these lines finds: the line, counted from the first of them, and the message."""
    text = 'scenario "x"\n' + "".join(f"  {line}\n" for line in lines.strip("\n").split("\n"))
    report = Report()
    file = parse(Source("case", text), report)
    assert file is not None, report.sorted()
    one = next(one for one in file.declarations if isinstance(one, ast.Scenario))
    return [(d.span.line - 1, d.message) for d in run_scenario(one, shelf, RAFFLE.parent).found]


@pytest.fixture
def deck(tmp_path):
    """Scenarios over a deck of so many cards, three marks in turn."""
    def played(count: int, lines: str) -> list[tuple[int, str]]:
        (tmp_path / "readings.rules").write_text(DECK)
        (tmp_path / "cards.csv").write_text("id,mark\n" + "".join(f"c{k},{k % 3 + 1}\n" for k in range(count)))
        return found_in(Shelf(load(tmp_path / "readings.rules", Report())), lines)

    return played


# ------------------------------------------------------------------ chance


def test_a_pile_nobody_has_drawn_from_lies_in_no_order_yet(deck):
    assert deck(3, """
given deck holds a
start at mix()
then with probability 1/3, top(deck) is a["c0"]
then equally likely top(deck) is a["c0"], top(deck) is a["c1"], top(deck) is a["c2"]
then with probability 1/6, deck is [a["c2"], a["c0"], a["c1"]]
then with probability 1, a["c1"] in deck and count(deck) is 3
""") == []


def test_only_the_cards_that_are_looked_at_are_told_apart(deck):
    assert deck(30, """
given deck holds a
start at mix()
then with probability 1/30, top(deck) is a["c0"]
then with probability 1/3, deck[2].mark is 1
then with probability 1/87, deck[1].mark is 1 and deck[2] is a["c0"]
""") == [(5, "the probability is 3/290, not 1/87")]


def test_what_lines_give_is_as_given_and_the_rest_is_weighed(deck):
    assert deck(4, """
given deck holds a
start at mix_and_turn()
then with probability 1/4, top(table) is a["c3"]
when chance gives [a["c3"]]
then top(table) is a["c3"]
then with probability 1/3, top(deck) is a["c0"]
""") == []


# ------------------------------------------------------------------ time


OPTIONAL = """
given players Ann, Bob
given Ann.hand holds tickets["t1"]
start at turn visit for Ann
when Ann answers deed with try_luck
when chance gives 1, 2
"""


@pytest.mark.parametrize("line, passes", [
    ("then happens turn_ended(Ann)", False), ("then never turn_ended(Ann)", True),
    ("then Ann.thanks is 1", False), ("then Ann.thanks is 0", True),
])  # fmt: skip
def test_a_then_does_not_decline_and_its_contrary_says_the_contrary(shelf, line, passes):
    assert (found_in(shelf, OPTIONAL + line) == []) is passes
    assert (found_in(shelf, f"{OPTIONAL}when nothing else\n{line}") == []) is not passes


@pytest.mark.parametrize("start, later, end", [
    ("start at deal_all()", 'when chance gives [tickets["t7"], tickets["t6"]]', 'then Ann.hand is {tickets["t7"]}'),
    ('given Ann.hand holds tickets["t1"]\nstart at gift(Ann, Bob)', 'when Ann answers present with tickets["t1"]',
     "then Ann.hand is empty"),
])  # fmt: skip
def test_a_then_above_what_a_later_line_answers_changes_nothing(shelf, start, later, end):
    given = f"given players Ann, Bob\n{start}\n"
    assert found_in(shelf, f"{given}{later}\n{end}") == []
    assert found_in(shelf, f"{given}then count(Ann.hand) <= 1\n{later}\n{end}") == []


def test_a_forced_answer_beside_a_free_action_waits(shelf):
    lines = """
given players Ann, Bob
given Ann.coins is 2
given Ann.friend is Bob
start at turn visit for Ann
"""
    assert found_in(shelf, f"{lines}then asked deed by Ann\nthen never win(n)") == []


def test_nothing_else_stops_at_what_a_later_line_answers(shelf):
    assert found_in(shelf, f"""{OPTIONAL}
when nothing else
then crowd is 0
when Ann answers call_out with yes
then crowd is 1
""".replace("\n\n", "\n")) == []


def test_up_to_a_step_and_on_from_there(shelf):
    assert found_in(shelf, f"""{OPTIONAL}
when step thank in visit is next
then Ann.thanks is 0
then with probability 1, Ann.thanks is 0
then never turn_ended(Ann)
when nothing else
then Ann.thanks is 1
then win(3) happens before turn_ended(Ann)
""".replace("\n\n", "\n")) == []


def test_what_moved_from_where_to_where(shelf):
    assert found_in(shelf, """
given players Ann, Bob
given booth holds tickets["t1"], tickets["t2"]
start at turn visit for Ann
when Ann answers deed with buy
then happens moved(tickets["t1"], booth, Ann.hand)
then happens moved(card, booth, Ann.hand)
then never moved(tickets["t2"], booth, Ann.hand)
then never moved(tickets["t1"], booth, Bob.hand)
then never moved(card, bin, there)
""") == []


# ------------------------------------------------------------------ places


def test_places_below_the_winner_share_where_nothing_tells_them_apart(deck):
    lines = """
given players Ann, Bob, Cora, Dan
given Ann.points is 3
given Bob.points is 5
given Cora.points is 3
given Dan.points is 3
given Dan.early is 1
"""
    assert deck(3, lines + """then winners is {Bob}
then count(places) is 3
then places[2] is {Cora, Ann}
then places[3] is {Dan}
""") == []
    assert deck(3, lines + "start at play\nthen over\nthen places is [{Bob}, {Ann, Cora}, {Dan}]") == []


# ------------------------------------------------------------------ variants, and files anywhere


def test_with_a_variant_the_block_is_played_with_it(tmp_path):
    shutil.copytree(RAFFLE.parent, tmp_path / "raffle")
    (tmp_path / "raffle" / "variants").mkdir()
    (tmp_path / "raffle" / "variants" / "poor.rules").write_text('variant poor "At most four coins" of raffle\n  set top = 4\n')
    own = Shelf(load(tmp_path / "raffle" / "raffle.rules", Report()))
    lines = 'given players Ann, Bob\nthen top is {}\nwith variant {}\n  then top is 4'
    assert found_in(own, lines.format(10, "poor")) == [(2, "`top` is 4")]
    assert found_in(own, 'given players Ann, Bob\ncase "as it is"\n  then top is 10\nwith variant poor\n  then top is 4') == []
    missing = found_in(own, "given players Ann, Bob\nwith variant rich\n  then top is 4")
    assert [line for line, _ in missing] == [2] and "rich" in missing[0][1]


def test_a_file_of_scenarios_is_played_wherever_it_lies(tmp_path):
    path = tmp_path / "mine.rules"
    path.write_text('library mine\nuse kuhn\nscenario "x"\n  given players Ann, Bob\n  then not over\n')
    report = Report()
    game = game_of_scenarios(path, report)
    assert report.ok and [one.passed for one in run_scenarios(game, report, [path])] == [True]
    assert proofread_file(path) == []


def test_a_file_of_scenarios_that_names_no_game_is_told_so(tmp_path):
    path = tmp_path / "mine.rules"
    path.write_text('library mine\nscenario "x"\n  given players Ann, Bob\n  then not over\n')
    report = Report()
    assert game_of_scenarios(path, report) is None
    assert [(one.code.id, one.span.line) for one in report.errors] == [("E0814", 2)]
    assert [one.code.id for one in proofread_file(path)] == ["E0814"]


def test_rules_in_a_file_of_scenarios_are_refused_in_words(tmp_path):
    path = tmp_path / "mine.rules"
    path.write_text('library mine\nuse raffle\neffect more()\n  raise crowd by 1\nscenario "x"\n  then crowd is 0\n')
    found = proofread(load(RAFFLE, Report()), [path])
    assert [(one.code.id, one.span.line) for one in found] == [("E0814", 3)]
    assert "`effect` is no part of raffle" in found[0].message


@pytest.mark.parametrize("lines, line", [
    ('given players Ann, Bob\nstart at turn visit for Ann', 0),
    ('given players Ann, Bob\nstart at turn visit for Ann\nwhen Ann asks deed with try_luck\nthen Ann.coins is 3', 3),
    ('given players Ann, Bob\nthen Ann knows tickets["t1"], tickets["t2"], tickets["t1"]', 2),
])  # fmt: skip
def test_check_finds_what_tests_nothing(tmp_path, lines, line):
    path = tmp_path / "mine.rules"
    text = "".join(f"  {one}\n" for one in lines.split("\n"))
    path.write_text(f'library mine\nuse raffle\nscenario "x"\n{text}')
    found = proofread(load(RAFFLE, Report()), [path])
    assert [(one.code.id, one.span.line - 3) for one in found] == [("E0813", line)]
