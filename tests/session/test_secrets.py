"""What one seat is told in secret: answers, rolls and picks that come to stand in hidden counters, by whatever way."""

import pytest

from interpreter.core.question import Over
from interpreter.session.bots import Scripted
from interpreter.session.seal import MARK
from interpreter.session.session import Session
from interpreter.session.transcript import text_of
from tests.engine.scripted import spec_of

HEAD = """game small "Small" for 2..2 players
each player has
  counter secret: 0..5 = 0, seen by owner
  counter vote[1..5]: 0..1 = 0, seen by owner
  counter open: 0..9 = 0
  state suspect: Player = first(players), seen by owner
play
  let ann = first(players)
  let bob = last(players)
"""
TAIL = """
  choose n from 1..2 by ann
score s = me.open
winner highest total, then shared
"""
CHOICE = '  choose b from 1..5 by bob "Secret?"\n'
WAYS = {
    "set": CHOICE + "  set bob.secret to b",
    "let": CHOICE + "  let m = b\n  let k = m + 0\n  set bob.secret to min(k, 5)",
    "raise": CHOICE + "  raise bob.secret by b",
    "index": CHOICE + "  set bob.vote[b] to 1",
    "loop": CHOICE + "  for each k in 1..b\n    raise bob.secret by k mod 2",
    "repeat": CHOICE + "  repeat b times\n    raise bob.secret by 1",
    "effect": CHOICE + "  keep(bob, b)",
    "given": CHOICE + "  twice(b) as m\n  set bob.secret to m",
    "if": CHOICE + "  if b > 3\n    set bob.secret to 1",
    "depending": CHOICE + "  depending on b\n    is 1, 2\n      set bob.secret to 1\n    otherwise\n      keep(bob, 2)",
    "if, let": CHOICE + "  let m = 1\n  if b > 3\n    set m to 2\n  set bob.secret to m",
    "may": '  may b "Traitor?" by bob\n    set bob.secret to 1\n  otherwise\n    set bob.secret to 2',
    "choose one": '  choose one b by bob "Role?"\n    to rob "Rob"\n      set bob.secret to 1\n'
                  '    to cop "Cop"\n      set bob.secret to 2',
    "player": '  choose b from players by bob "Whom do you suspect?"\n  suspects(bob, b)',
}
EFFECTS = """
effect keep(p: Player, k: 1..5)
  set p.secret to k
effect twice(k: 1..5) gives 1..5
  give min(2 * k, 5)
effect suspects(p: Player, q: Player)
  set p.suspect to q
  raise first(players).open by 1
"""


def session_of(tmp_path, rules: str, *answers, checked: bool = True) -> Session:
    """A play of two, its scripts for Ann and Bob, played to its end."""
    spec = spec_of(tmp_path, rules, checked=checked)
    session = Session(spec, 1, dict(enumerate(map(Scripted, answers))))
    assert isinstance(session.play(), Over)
    return session


def told(session: Session, seat: int | None) -> list[str]:
    return [line.text for line in session.log_for(seat)]


@pytest.mark.parametrize("way", WAYS)
def test_a_secret_answer_is_told_to_nobody_else_by_whatever_way_it_is_kept(tmp_path, way):
    answers = [1], [1 if "choose b from 1" in WAYS[way] or way == "may" else 0]
    session = session_of(tmp_path, HEAD + WAYS[way] + TAIL + EFFECTS, *answers)
    answered = next(text for text in told(session, None) if "answers b with" in text)
    assert answered in told(session, 1) and "Seat2 answers b" in told(session, 0)
    others = "\n".join(told(session, 0))
    assert answered not in others and "secret" not in others and "vote" not in others
    if way == "player":
        assert "effect suspects(Seat2, Seat1)" in told(session, None) and "effect suspects(Seat2)" in told(session, 0)


PUBLIC = {
    "set": CHOICE + "  set bob.open to b",
    "may": '  may b "Attack?" by bob\n    set bob.secret to 1\n    raise ann.open by 1',
    "choose one": '  choose one b by bob "Do what?"\n    to rob "Rob"\n      set bob.open to 1\n'
                  '    to cop "Cop"\n      set bob.secret to 2',
    "whose": '  choose b from players by bob "Who is poisoned?"\n  raise b.secret by 1',
}


@pytest.mark.parametrize("way", PUBLIC)
def test_an_answer_that_everybody_sees_the_outcome_of_is_told(tmp_path, way):
    session = session_of(tmp_path, HEAD + PUBLIC[way] + TAIL, [1], [1 if way in ("set", "may") else 0])
    assert any(text.startswith("Seat2 answers b with") for text in told(session, 0))


# ------------------------------------------------------------------ rolls and picks

DICE = HEAD.replace("each player has", "die d6 = 1, 2, 3, 4, 5, 6\neach player has", 1)
SPY = "\n  set bob.suspect to spy"
CHANCE = {
    "roll": ("roll 2 d6 as faces, seen by bob\n  set bob.secret to min(first(faces), 5)", "d6 falls", "2 d6 in secret"),
    "one": ("roll d6 as face, seen by [bob]\n  set bob.secret to min(face, 5)", "d6 falls", "1 d6 in secret"),
    "pick": ("pick spy at random from players, seen by bob" + SPY, "spy at random: Seat", "spy at random, in secret"),
    "forced pick": ("pick spy at random from [bob], seen by bob" + SPY, "spy at random: Seat2", "spy at random, in secret"),
}


@pytest.mark.parametrize("way", CHANCE)
def test_what_chance_gives_is_told_to_those_who_see_it(tmp_path, way):
    rules, said, unsaid = CHANCE[way]
    session = session_of(tmp_path, DICE + "  " + rules + TAIL, [1], [])
    assert any(text.startswith(said) for text in told(session, 1))
    assert unsaid in told(session, 0) and not any(text.startswith(said) for text in told(session, 0))
    assert any(text.startswith(said) for text in told(session, None))


def test_without_such_a_word_it_is_told_to_all(tmp_path):
    session = session_of(tmp_path, DICE + "  roll 2 d6 as faces\n  raise ann.open by 1" + TAIL, [1], [])
    assert all(any(text.startswith("d6 falls") for text in told(session, seat)) for seat in (0, 1))


# ------------------------------------------------------------------ who is asked

WOLF = """game wolf "Wolf" for 3..3 players
each player has
  state wolf: yes/no = no, seen by owner
  counter bitten: 0..9 = 0
setup
  set last(players).wolf to yes
play
  choose victim from players by the_wolf(), everyone asked
  may howl "Howl?" by the_wolf(), everyone asked
    raise the_wolf().bitten by 5
  otherwise
    raise victim.bitten by 1
define the_wolf() = first(those p in players where p.wolf)
score points = me.bitten
winner highest total, then shared
"""


@pytest.mark.parametrize(("howls", "bitten"), [(1, [0, 0, 5]), (0, [0, 1, 0])])
def test_everyone_is_asked_and_the_answer_of_one_counts(tmp_path, howls, bitten):
    spec = spec_of(tmp_path, WOLF, 3)
    session = Session(spec, 1, dict(enumerate(map(Scripted, ([0, 1 - howls], [2, 1 - howls], [1, howls])))))
    assert list(session.play().totals) == bitten
    asked = ["Seat1 answers victim", "Seat2 answers victim", "Seat3 answers victim"]
    assert [text[:20] for text in told(session, None) if "victim" in text] == asked
    assert told(session, 1).count("Seat3 answers victim") == 1 and "Seat1 answers howl" in told(session, 1)
    assert "Seat3 answers victim with Seat2" in told(session, 2) and "Seat2 answers victim with Seat3" in told(session, 1)


def test_the_numbers_of_lines_say_nothing_of_who_the_wolf_is(tmp_path):
    """Whoever is asked in earnest: the lines that another seat sees are as many, and are counted without a gap."""
    seen = set()
    for wolf in ("players[2]", "players[3]"):
        spec = spec_of(tmp_path, WOLF.replace("last(players).wolf", f"{wolf}.wolf"), 3)
        session = Session(spec, 1, dict(enumerate(map(Scripted, ([0, 0], [0, 0], [0, 0])))))
        session.play()
        lines = session.log_for(0)
        assert [one.number for one in lines] == list(range(1, len(lines) + 1)) and all(one.text for one in lines)
        seen.add(tuple(one.text for one in lines))
    assert len(seen) == 1


# ------------------------------------------------------------------ the file, and `fix`


def _sealed(tmp_path, rules: str, *answers) -> list[int]:
    lines = text_of(session_of(tmp_path, rules, *answers), "", "0123456789abcdef").split("\n")
    return [len(line) for line in lines if line.startswith(MARK)]


@pytest.mark.parametrize(("way", "one", "other"), [("set", [1], [5]), ("may", [0], [1]), ("choose one", [0], [1])])
def test_a_sealed_line_is_as_long_whatever_was_answered(tmp_path, way, one, other):
    rules = (HEAD + WAYS[way] + TAIL + EFFECTS).replace("1..5 by bob", "[1, 5] by bob").replace("to cop", "to constable")
    assert _sealed(tmp_path, rules, [1], one) == _sealed(tmp_path, rules, [1], other)


def test_a_sealed_card_says_nothing_by_the_length_of_its_name(tmp_path):
    rules = """game small "Small" for 2..2 players
card Card
  rank: 1..9
components cards: Card from "cards.csv"
zone table: heap of Card, face down
each player has
  zone hand: heap of Card, seen by owner
play
  for each c in cards
    move c to last(players).hand
  choose thrown from last(players).hand by last(players)
  move thrown to table
score s = 1
winner highest total, then shared
"""
    made = []
    for card in (0, 1):
        folder = tmp_path / str(card)
        folder.mkdir()
        spec = spec_of(folder, rules, cards="id,rank\na,1\na_card_with_a_long_name,2\n")
        session = Session(spec, 1, {0: Scripted([]), 1: Scripted([card])})
        assert isinstance(session.play(), Over)
        made.append([len(line) for line in text_of(session, "", "0123456789abcdef").split("\n") if line.startswith(MARK)])
    assert made[0] == made[1] and len(made[0]) == 2
