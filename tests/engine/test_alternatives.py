"""Guards under an alternative of `choose one`: it is open only if they hold, and a refusal cites the first that failed."""

from interpreter.engine.machine import Machine, start
from interpreter.session.refusals import attempt
from tests.engine.scripted import spec_of

RULES = """game inn "An inn" for 1..2 players
each player has
  counter coins: 0..9 = 1
play
  for each p in players
    run evening for p
turn evening
  step spend
    choose one treat  "What will it be?"
      to soup "A soup" if me.coins > 0
        lower me.coins by 1
      to feast "A feast"
        must me.coins >= 3 "a feast is three coins"
        lower me.coins by 3
      to nothing "Nothing"
        raise me.coins by 1
score saved = me.coins
winner highest total, then shared
"""


def asked(folder, coins: int):
    spec = spec_of(folder, RULES.replace("0..9 = 1", f"0..9 = {coins}"), 1)
    machine = Machine(spec, start(spec))
    return spec, machine, machine.advance().questions[0]


def test_an_alternative_whose_guard_fails_is_not_open(tmp_path):
    _, _, question = asked(tmp_path, 1)
    assert question.options == (0, 2)


def test_it_is_open_when_the_guard_holds(tmp_path):
    spec, machine, question = asked(tmp_path, 4)
    assert question.options == (0, 1, 2)
    machine.answer(question, 1)
    machine.advance()
    assert machine.state.cells[next(k for k, c in enumerate(spec.cells) if c.name == "coins")] == 1


def test_the_refusal_says_the_guards_own_words(tmp_path):
    _, machine, question = asked(tmp_path, 1)
    refusal = attempt(machine, question, 1)
    assert refusal is not None and "a feast is three coins" in refusal.reason
