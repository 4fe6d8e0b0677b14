"""What somebody has learned since an answer: what makes `undo` ask for more than itself."""

from interpreter.core.question import Over
from interpreter.play import load_game
from interpreter.session.notation import Trouble
from interpreter.session.session import Session
from tests.session.tables import spec_of

GUESS = '''game guess "Guess" for 2..2 players
each player has
  counter secret: 0..5 = 0, seen by owner
  counter points: 0..9 = 0
play
  let ann = first(players)
  let bob = last(players)
  choose number from 1..5 by bob "Secret?"
  set bob.secret to number
  raise bob.secret by 0
  repeat 2 times
    choose guess from 1..5 by ann "Your guess?"
    {told}
score s = me.points
winner highest total, then shared
'''
COMPARED = "if guess is bob.secret\n      raise ann.points by 1"
NAMED = "let hit = guess is bob.secret\n    if hit\n      raise ann.points by 1"
UNCOMPARED = "set ann.points to guess"


def at_the_second_guess(tmp_path, told: str) -> Session:
    path = tmp_path / "guess.rules"
    path.write_text(GUESS.format(told=told))
    session = load_game(path, 2).session(1)
    for value in (3, 1):
        question = session.play().questions[0]
        assert session.answer(question, value) is None
    assert session.play().questions[0].name == "guess"
    return session


def test_a_result_that_depends_on_a_secret_counter_was_learned(tmp_path):
    for told in (COMPARED, NAMED):
        session = at_the_second_guess(tmp_path, told)
        assert "the rules have acted on what not everybody may see" in str(session.undo())
        assert session.undo(further=True) == 1 and session.play().questions[0].name == "guess"
        assert session.undo() == 1                           # Bob's own answer: nothing has come of it yet


def test_what_does_not_depend_on_it_is_taken_back_freely(tmp_path):
    session = at_the_second_guess(tmp_path, UNCOMPARED)
    assert session.undo() == 1 and session.undo() == 1


def test_in_a_simultaneous_step_nobody_has_seen_what_was_not_shown():
    """A card goes face up to a tape: the others see it when all are done, and not before."""
    session = Session(spec_of("mixtape", 3), 4, {})
    while (stop := session.play()).questions[0].name != "card":
        assert not isinstance(stop, Over)
        session.answer(stop.questions[0], stop.questions[0].options[0])
    question = stop.questions[0]
    assert session.answer(question, question.options[0]) is None
    session.play()
    assert "card" in session.entries[-1].name and not isinstance(session.undo(), Trouble)
