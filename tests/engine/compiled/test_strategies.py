"""Strategies in the second engine answer as at the table: to every kind of question, and through the eyes of their seat."""

from functools import cache
from pathlib import Path

import pytest

from interpreter.engine.compiled.instance import compiled
from interpreter.engine.compiled.results import plays, told
from interpreter.pipeline import load, prepare
from interpreter.session.strategies import portfolio, prepared
from interpreter.simulate.engines import players, sitting_at
from interpreter.simulate.playout import play_once
from interpreter.text.diagnostic import Fault, Report
from tests.engine.compiled.side_by_side import same_play
from tests.profile import one_in
from tests.session.test_strategies import EFFECTS, hut, KINDS

WALK = "route walk for p on field\n  step from a to b if b is not previous\n"
REST = 'offer rest "Rest?" beside n if tide < 9\n  raise tide by 3\n'
HELP = 'offer help "Help?" by me beside n, for each p in players if tide < 2\n  raise tide by 1\n  set chosen to p\n'
LEND = 'offer lend "Lend?" beside n, for each c in me.hand + me.blind\n  move c to row\n'
TAKEN = "effect taken(c: Card)\n  move c to row\n  raise tide by 1\n"
LOOKED = "effect looked(c: Card)\n  if tide is 0\n    raise tide by 1\n  otherwise\n    move c to row\n"
ALL = """shuffle deck
for each q in players
  repeat 3 times
    choose c from q.hand%s by q
    set q.points to (q.points * 3 + c.value) mod 21
    move c to row
    draw 1 from deck to q.hand"""
MANY = ALL % " + q.blind"
SEEN = """for each q in players
  choose c from q.hand by q
  move c to row
reveal first(players).blind
reveal last(players).blind
for each q in players
  choose d from q.hand + q.blind by q"""
DRY = "route walk for p on field\n  step from a to b if b is not previous and (tide mod 2 is 0 or not b.dear)\n"

# name -> the statements of a turn, the lines of a strategy, and what else the game has
CASES = {name: (body, strategy, EFFECTS) for name, (body, strategy, _) in KINDS.items()} | {
    "a journey": ("travel me.pawn along walk, up to 3",
                  "at walk, prefer (it is none) is here.dear, then prefer it.dear, then prefer moves_left is 3", WALK),
    "where a journey may end": (
        "travel me.pawn along walk, up to 3\ntravel me.pawn along walk, up to 2",
        "at walk, prefer highest (sum of distance(e, field[\"a\"], field) for e in reachable(me, it, walk, moves_left - 1))",
        WALK),
    "where it may end now": (
        "repeat 6 times\n  choose n from 0..5\n  raise tide by 1",
        "at n, prefer it is count(reachable(me, field[\"b\"], walk, 1))", DRY),
    "until the last move": ("travel me.pawn along walk, up to 3", "at walk, prefer (it is none) is (moves_left <= 1)", WALK),
    "the least, of which none has nothing": (
        "may choose c from me.hand\n  move c to row", "at c, prefer lowest it.value, then first", ""),
    "one of a hand": (ALL % "", "at c, prefer highest (it.value * 5 mod 7)", ""),
    "what is known by now": (
        SEEN, "at c, prefer seen > 0, then prefer highest it.value\nat d, prefer seen > 0, then prefer highest it.value\n"
        "define seen = if count(row) > 1 then (sum of x.value for x in me.blind) otherwise 1", ""),
    "a free action": ("choose n from 0..5", "at rest, prefer tide < 6\notherwise first", REST),
    "a free action, at random": ("choose n from 0..5", "at rest, at random once in 3\notherwise at random", REST),
    "a free action that nobody takes": ("choose n from 0..5", "otherwise first", REST),
    "a free action for one of several": (
        "choose n from 0..5", "at help, prefer it is not me, then prefer p is me\notherwise first", HELP),
    "a free action for somebody": ("choose n from 0..5", "at help, prefer it is not me\notherwise first", HELP),
    "a free action for things that are not known": (
        "repeat 4 times\n  choose n from 0..5", "at lend, prefer it.value > 2\notherwise at random", LEND),
    "a free action without an end": (
        "choose n from 0..5", "at rest, first\notherwise first", 'offer rest "Rest?" beside n\n  set tide to 3\n'),
    "once in so many": ("repeat 30 times\n  choose n from 0..5\n  set tide to n",
                        "at n, at random once in 3, then prefer highest it", ""),
    "once in a number that changes": ("repeat 30 times\n  choose n from 0..5\n  set tide to n",
                                      "at n, at random once in tide - 1, then prefer lowest it", ""),
    "the first of those that are left": ("repeat 9 times\n  choose n from 0..5", "at n, prefer it > 2, then first", ""),
    "at random among those that are left": ("repeat 9 times\n  choose n from 0..5", "at n, prefer it > 2, then at random", ""),
    "of a thing that is not known": (MANY, "at c, prefer it.value > 4, then prefer highest it.value", ""),
    "that it is not": (MANY, "at c, prefer not (it.value > 4)", ""),
    "which suit, if anything": (MANY, "at c, prefer lowest (if me.points > 3 then it.value otherwise 7)", ""),
    "where it lies": (MANY, "at c, prefer it in me.hand, then prefer lowest it.value", ""),
    "whether it is a certain one": (
        "choose b from me.hand\nmove b to row\n" + MANY,
        "at c, prefer it is first(me.hand), then prefer it in [last(me.hand), first(row)]\notherwise at random", ""),
    "through a define": (MANY, "at c, prefer liked(it)\ndefine liked(c: Card) = c.value < 6", ""),
    "through a define that asks nothing of it": (
        MANY, "at c, prefer liked(it, me.points)\ndefine liked(c: Card, n) = if n is 0 then yes otherwise c.value > 2", ""),
    "a supposed effect with a thing": (MANY, "at c, prefer highest (suppose taken(it): tide + count(row))", TAKEN),
    "what all share": (MANY, "at c, prefer lowest abs(it.value - (sum of x.value for x in row))", ""),
    "none of what it may not ask": (
        "repeat 3 times\n  may choose c from me.hand + me.blind\n    move c to row",
        "at c, prefer highest it.value, then prefer it is none", ""),
    "several": ("choose some from me.hand + me.blind, exactly 2\nmove some to row",
                "at some, prefer highest (sum of c.value for c in it)", ""),
    "in an order": ("let both = me.hand + me.blind\narrange both as order",
                    "at order, prefer highest first(it).value, then prefer it[2].value > 6", ""),
    "what others have": (MANY, "at c, prefer (count(left_of(me).hand) > 2) is (it in me.hand)", ""),
}


@pytest.mark.parametrize("case", one_in(2, CASES))
def test_every_answer_is_the_same(case, tmp_path):
    spec, made = hut(tmp_path, *CASES[case])
    for seed in one_in(3, (1, 2, 3)):
        assert same_play(spec, seed, seats=(made, made), carried=seed) > 0
        assert same_play(spec, seed, seats=("random", made)) > 0
    same_ends(spec, (made, "first"), 1, 12)


def test_of_very_many_options_some_are_looked_at(tmp_path):
    spec, made = hut(tmp_path, "choose five from 1..14, exactly 5", "at five, prefer highest (sum of n for n in it)")
    same_ends(spec, (made, "first"), 1, 3)


def same_ends(spec, seats, seed: int, count: int, left: int = 0) -> None:
    """Whole plays end as by the reference engine, and the module leaves no more than so many alone."""
    alone = 0
    for one, record in zip(range(seed, seed + count), plays(compiled(spec, players(seats)), seed, count, sitting_at(seats)),
                           strict=True):
        wanted = play_once(spec, one, seats)
        alone += record is None
        if record is not None:
            assert (told(spec, record), record.decisions, record.lying) == (wanted.over, wanted.decisions, wanted.lying), one
    assert alone <= left


# ------------------------------------------------------------------ what may not be seen


MIXED = "zone mixed: pile of Card, face up\n"
THEM = "draw 3 from deck to mixed\nshuffle mixed\nlet them = [left_of(me)]\nchoose c from me.hand"
SECRETS = {
    "another's hand": "at c, prefer highest (sum of x.value for x in first(them).hand)",
    "another's hand, if at all": "at c, prefer it.value > 3 and (some x in first(them).hand where x.value > 1)",
    "the top of a pile": "at c, prefer top(first([deck])).value > 3",
    "through a define": "at c, prefer best(first(them)) > 3\ndefine best(p: Player) = highest of x.value for x in p.hand",
    "an order that is not known": "at c, prefer top(mixed).value > 3",
    "where an unknown thing lies": "at c, prefer first(them).blind is empty, then prefer only(first(them).blind).value > 3",
}


@pytest.mark.parametrize("secret", SECRETS)
def test_what_lies_hidden_is_left_to_the_reference_engine(secret, tmp_path):
    spec, made = hut(tmp_path, THEM, SECRETS[secret], MIXED)
    with pytest.raises(Fault) as found:
        same_play(spec, 1, seats=(made, made))
    assert found.value.code.id == "E0929"
    assert list(plays(compiled(spec, players((made,))), 1, 2, sitting_at((made, made)))) == [None, None]


def test_a_supposed_effect_that_may_not_touch_what_it_is_given(tmp_path):
    """The reference engine is asked what comes of it; nothing is answered otherwise."""
    spec, made = hut(tmp_path, MANY, "at c, prefer highest (suppose looked(it): tide)", LOOKED)
    assert same_ends(spec, (made, made), 1, 3, left=3) is None


def test_where_a_variant_hides_things_a_lenient_strategy_takes_anything():
    report = Report()
    rules = load(Path(__file__).parents[3] / "rules/mixtape/variants/open_pile.rules", report)
    ctx = prepare(rules, 3, {}, report)
    lenient = portfolio(rules, ctx, report)["beginner"]
    assert same_play(ctx.spec, 1, seats=(lenient,) * 3) > 20
    same_ends(ctx.spec, (lenient,) * 3, 1, 5)


# ------------------------------------------------------------------ everyone at once


CROWD = """game crowd "Crowd" for 3..3 players
card Card
  rank: 1..9
components cards: Card from "cards.csv"
zone deck: pile of Card, face down
zone table: heap of Card, face up
zone heap: heap of Card, face down
each player has
  zone hand: heap of Card, seen by owner
  zone shown: column of Card, face up
  counter fame: 0..99 = 0
  counter luck: 0..99 = 0
setup
  move cards to deck
  shuffle deck
  for each p in players
    draw 2 from deck to p.hand
    draw 1 from deck to p.shown
turn go
  step one, everyone at once
    choose kept from me.hand
    move kept to me.shown
    raise me.fame by kept.rank
    choose more from 0..3
    raise me.luck by more
    choose sent from me.shown
    move sent to SENT
    choose again from me.hand + me.shown
    raise me.luck by again.rank
play
  repeat 2 times
    run go for first(players)
    for each p in players
      while count(p.hand) < 2
        if deck is empty
          move table to deck
          move heap to deck
          shuffle deck
        draw 1 from deck to p.hand
winner shared
score all_of_it = me.fame + me.luck
strategy able "Able" for crowd
  at kept, prefer highest ((it.rank * 3 + (sum of p.fame for p in players)) mod 7)
  at more, prefer it is (sum of c.rank for c in others_shown) mod 4, then prefer highest it
  at sent, prefer (some p in players where p is not me and it in p.shown) is no, then
      prefer lowest ((it.rank * 5 + me.fame * 3 + left.fame + count(me.shown)) mod 7)
  at again, prefer highest ((it.rank * 4 + me.luck + 3 * count(me.shown) + 5 * count(table) + 7 * count(left.hand) +
      count(deck) + (if it.place is me.hand then 2 otherwise 0) + (sum of c.rank for c in me.hand)) mod 11)
  define others_shown = (list of c for p in players where p is not me, c in p.shown)
  define left = first(those p in players where p is not me)
"""
OTHERS = "others_shown = (list of c for p in players where p is not me, c in p.shown)"
SENTS = {"the table": "table", "a heap": "heap", "somebody else": "first(those p in players where p is not me).hand",
         "the top of a pile": "top of deck"}


@cache
def crowd(folder: Path, text: str):
    """A game in which everybody decides at once, with its strategy."""
    cards = "id,rank\n" + "".join(f"c{k},{1 + k % 9}\n" for k in range(30))
    (folder / "cards.csv").write_text(cards)
    (folder / "crowd.rules").write_text(text)
    report = Report()
    rules = load(folder / "crowd.rules", report)
    assert rules is not None and report.ok, [str(one) for one in report.errors]
    ctx = prepare(rules, 3, {}, report)
    made = prepared(rules, ctx, "able", report)
    assert report.ok, [str(one) for one in report.errors]
    return ctx.spec, made


@pytest.mark.parametrize("sent", SENTS)
def test_in_a_simultaneous_step_others_are_as_when_it_began(sent, tmp_path):
    spec, made = crowd(tmp_path, CROWD.replace("SENT", SENTS[sent]).replace(OTHERS, "others_shown = left.shown"))
    for seed in (1, 2, 3):
        assert same_play(spec, seed, seats=(made,) * 3, carried=seed - 1) > 7
        assert same_play(spec, seed, seats=("random", made, made)) > 7
    same_ends(spec, (made, made, "random"), 1, 30)


def test_somebody_who_is_asked_in_anothers_branch_sees_what_all_have_done_so_far(tmp_path):
    text = CROWD.replace("SENT", "table").replace("choose more from 0..3", "choose more from 0..3 by left_neighbour")
    text += "define left_neighbour = first(seats_after(me))\n"
    text = text.replace(OTHERS, "others_shown = me.shown")
    spec, made = crowd(tmp_path, text)
    for seed in (1, 2, 3):
        assert same_play(spec, seed, seats=(made,) * 3) > 7
    same_ends(spec, (made,) * 3, 1, 30)
