"""Options told in the words of the rules: shown, written, read back; those told alike, and those with a card nobody knows."""

import pytest

from interpreter.core.question import Over
from interpreter.display.options import option_words
from interpreter.pipeline import load
from interpreter.scenario.runner import run_scenarios
from interpreter.session.answers import parse_value, write_value
from interpreter.session.notation import Trouble
from interpreter.session.replay import replay
from interpreter.session.session import Session
from interpreter.session.transcript import read, text_of
from interpreter.text.diagnostic import Report
from tests.engine.scripted import spec_of

LINES = """game marks "Marks" for 2..2 players
use grid, seats
space Cell
  column: 1..3
  row: 1..3
board grid of Cell, 3 by 3
state taken: list of Cell = []
card Card
  rank: 1..9
components cards: Card from "cards.csv"
zone deck: pile of Card, face down
each player has
  zone hand: heap of Card, seen by owner
setup
  move cards to deck
  for each p in players
    draw 3 from deck to p.hand
turn take
  step one_line
    may choose line from lines(grid, 3)  "Which line?"
      written "column", first(it).column if first(it).column is last(it).column
      written "row", first(it).row if first(it).row is last(it).row
      written "from corner to corner"
      set taken to line
    choose meld from groups(me.hand, 2)
      must sum_of(it) > 2
      written "two worth", sum_of(it)
    choose blind from groups(left_of(me).hand, 2)
      written "two worth", sum_of(it)
define sum_of(some_cards) = sum of c.rank for c in some_cards
play
  for each p in players
    run take for p
winner shared

scenario "a row by its words, and by what it is"
  given players Ann, Bob
  given Ann.hand holds cards["a"], cards["b"], cards["c"]
  given Bob.hand holds cards["d"], cards["e"]
  start at turn take for Ann
  when Ann answers line with "row 2"
  then taken is [grid[1, 2], grid[2, 2], grid[3, 2]]
  case "words in another spelling, and cards"
    when Ann answers meld with "Two_worth 5"
    then count(Ann.hand) is 3
"""


@pytest.fixture
def session(tmp_path):
    return Session(spec_of(tmp_path, LINES), 3)


def test_scenarios_answer_in_words(tmp_path):
    spec_of(tmp_path, LINES)
    report = Report()
    found = run_scenarios(load(tmp_path / "small.rules", report), report, [tmp_path / "small.rules"])
    assert [(one.title, one.found) for one in found] == [("a row by its words, and by what it is", [])] and report.ok


def texts(session, question):
    return [write_value(session.spec, question, option, session.state) for option in question.options]


def test_shown_written_and_read_back(session):
    question = session.play().questions[0]
    shown = [option_words(session.spec, session.state, question, option) for option in question.options]
    corner = "from corner to corner: {}, grid[2, 2], {}"
    assert shown == ["row 1", "column 1", corner.format("grid[1, 1]", "grid[3, 3]"), "column 2", "column 3",
                     corner.format("grid[3, 1]", "grid[1, 3]"), "row 2", "row 3",
                     "none of these"]
    written = texts(session, question)
    assert '"row 1"' in written and '["grid[1, 1]", "grid[2, 2]", "grid[3, 3]"]' in written and "nothing" in written
    assert len(set(written)) == len(written)
    for option, text in zip(question.options, written, strict=True):
        assert parse_value(session.spec, question, text, session.state) == option


@pytest.mark.parametrize("typed, row", [("row 2", 2), ("ROW_2", 2), ('"row 2"', 2), ("row 3", 3)])
def test_what_is_typed_is_forgiven(session, typed, row):
    question = session.play().questions[0]
    value = parse_value(session.spec, question, typed, session.state)
    assert write_value(session.spec, question, value, session.state) == f'"row {row}"'


@pytest.mark.parametrize("typed, said", [
    ("row", '`row` is the beginning of several options; say "row 1", "row 2", "row 3"'), ("row 9", "`row 9` is not among"),
    ("from corner to corner", "`from corner to corner` is the beginning of several"),
])
def test_what_fits_several_or_none_is_said(session, typed, said):
    question = session.play().questions[0]
    found = parse_value(session.spec, question, typed, session.state)
    assert isinstance(found, Trouble) and str(found).startswith(said)


def test_cards_that_one_does_not_know_are_not_told_in_words(session):
    question = session.play().questions[0]
    session.answer(question, question.options[0])
    question = session.play().questions[0]
    assert question.name == "meld" and all(text.startswith('"two worth') for text in texts(session, question))
    session.answer(question, question.options[0])
    session.play()
    blind = next(line for line in session.log_for(0) if "blind" in line.text)
    assert "two worth" not in blind.text and "[a Card, a Card]" in blind.text


def test_a_record_of_words_is_replayed(session):
    while not isinstance(stop := session.play(), Over):
        question = stop.questions[0]
        session.answer(question, question.options[-2] if question.name == "line" else question.options[-1])
    text, report = text_of(session), Report()
    assert 'answers line with "row 3"' in text and 'answers meld with "two worth' in text
    found = replay(read(text, report), session.spec, report, "")
    assert report.ok and found.agrees and found.session.state == session.state
