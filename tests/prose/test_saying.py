"""Statements, conditions and values in words: a row a form."""

import pytest

from tests.prose.told import condition, said, value

VALUES = {
    "me.hand": "your hand",
    "p.hand": "the player's hand",
    "left_of(me).hand": "your left-hand neighbour's hand",
    "p.bin[half_full]": "the player's bin (half full)",
    "barn": "the barn",
    "spent": "the “spent”",
    "count(barn)": "the number of Sacks in the barn",
    "count(players)": "the number of players",
    "count(p.hand where it.sort is hay)": "the number of Sacks in the player's hand whose sort is hay",
    "count(p.hand where it.torn)": "the number of Sacks in the player's hand marked “torn”",
    "first(players)": "the first player",
    "current": "the current player",
    "sack.weight + 2": "the sack's weight plus 2",
    "day / 2 rounded up": "the day divided by 2, rounded up",
    "worth(sack.sort)": "the value of the table “worth” for the sack's sort",
    "dear(sack)": "the sack's dear",
    "if dry then 1 otherwise 2": "1 (if “dry” holds; otherwise 2)",
    "those q in players where q.tired": "those players marked “tired”",
    "those s in p.hand with highest s.weight": "those Sacks in the player's hand with the highest weight",
    "sum of s.weight for s in p.hand": "the total of that Sack's weight, for every Sack in the player's hand",
    "p.cart.place": "the place of the player's cart",
    "sacks[3]": "the one at place 3 of all sacks",
    "-sack.weight": "minus the sack's weight",
}
CONDITIONS = {
    "day is 3": "the day is 3",
    "day <= 3": "the day is at most 3",
    "count(barn) >= 3": "there are at least 3 Sacks in the barn",
    "count(barn) >= 3 * count(players)": "the number of Sacks in the barn is at least 3 times the number of players",
    "barn is empty": "there is nothing in the barn",
    "p.hand is not empty": "there is something in the player's hand",
    "p.tired": "the player is marked “tired”",
    "not p.tired": "the player is not marked “tired”",
    "me.tired is no": "you are not marked “tired”",
    "dry is yes": "“dry” holds",
    "not dry": "“dry” does not hold",
    "chosen is none": "there is no “chosen”",
    "light(sack)": "“light” holds for the sack",
    "not light(sack)": "“light” does not hold for the sack",
    "not (dry or p.tired)": "“dry” does not hold and the player is not marked “tired”",
    "not (dry and p.tired)": "“dry” does not hold, or the player is not marked “tired”",
    "sack in p.hand": "the sack is in the player's hand",
    "sack.weight in 2..4": "the sack's weight is from 2 to 4",
    "some s in p.hand where s.sort is oats": "there is a Sack in the player's hand whose sort is oats",
    "no s in p.hand where light(s)": "there is no Sack in the player's hand for which “light” holds for it",
    "every s in p.hand has s.torn": "for every Sack in the player's hand, it is marked “torn”",
    "dry and (p.tired or day > 2)": "“dry” holds and (the player is marked “tired”, or the day is more than 2)",
}
STATEMENTS = [
    ("raise p.coins by 2, at most 50", ["Raise the player's coins by 2, but to no more than 50."]),
    ("set opener to left_of(opener)", ["The opener is now the opener's left-hand neighbour."]),
    ("set p.tired to yes", ["The player is now marked “tired”."]),
    ("set p.tired to light(sack)", ["The player is now marked “tired” if “light” holds for the sack, and not otherwise."]),
    ("set chosen to none", ["The “chosen” is now nothing."]),
    ("draw 1 from barn to p.hand", ["Draw one Sack from the barn to the player's hand."]),
    ("draw count(players) + 1 from barn to spent, if possible",
     ["Draw as many Sacks as the number of players plus 1 from the barn to the “spent”, as far as possible."]),
    ("move p.hand to bottom of barn, face down",
     ["Move everything in the player's hand to the bottom of the barn, face down."]),
    ("move sack to spent", ["Move the sack to the “spent”."]),
    ("shuffle spent into barn", ["Shuffle the “spent” into the barn."]),
    ("reveal p.hand to me", ["Show the player's hand to you."]),
    ("roll 2 d6 as dice\nlet best = highest of d for d in dice\nraise p.coins by best",
     ["Roll 2 d6: this is the dice.", "The “best” is the highest of the dice.", "Raise the player's coins by the “best”."]),
    ("sell(p, sack)", ["Do “sell” for the player, with the sack."]),
    ("count_up(me, 3)", ["Do “count up”, with many: 3."]),
    ("drawn_again() as again", ["Do “drawn again”; what comes of it is the again."]),
    ("run week", ["Carry out “week”."]),
    ("end game, won by p", ["The game ends here, and the player wins."]),
    ("if dry\n  end turn\notherwise\n  set day to 2\n  set day to 3",
     ["If “dry” holds, the turn ends here.", "Otherwise:", "  Set the day to 2.", "  Set the day to 3."]),
    ("for each q in players\n  raise q.coins by 1",
     ["For each player, in the order of the seats, raise that player's coins by 1."]),
    ("for each s in p.hand\n  sell(p, s)", ["For each Sack in the player's hand, do “sell” for the player, with that Sack."]),
    ("repeat 3 times\n  raise day by 1", ["3 times, raise the day by 1."]),
    ("while barn is not empty\n  run week", ["As long as there is something in the barn, carry out “week”."]),
    ("depending on sack.sort\n  is hay\n    end turn\n  otherwise\n    end game",
     ["It depends on the sack's sort:", "  hay: The turn ends here.", "  anything else: The game ends here."]),
    ("hold sell\n  end turn", ["“sell” waits until all of this is done:", "  The turn ends here."]),
    ('choose gone from p.hand by p  "Which one?"\n  must it.weight > 2  "too light"\n  never "two"\nmove gone to spent',
     ["The player chooses the gone Sack: one of the Sacks in the player's hand. “Which one?”",
      "  Only if the gone Sack's weight is more than 2 (otherwise: “too light”).", "  Not allowed: “two”.",
      "Move the gone Sack to the “spent”."]),
    ('choose many from 1..3  "How many?"', ["Choose the many: a number from 1 to 3. “How many?”"]),
    ('choose gone from me.hand, up to 2', ["Choose the gone Sacks: up to 2 of the Sacks in your hand."]),
    ('may stop_here "Stop here?"\n  end turn\notherwise\n  run week',
     ["You may decide: “Stop here?”", "  If so: The turn ends here.", "  If not: Carry out “week”."]),
    ('choose one outing  "What now?"\n  to rest "Rest" if dry\n    end turn\n  to work "Work"\n    run week',
     ["Choose one of these: “What now?”", "  Rest. Only if “dry” holds.", "    The turn ends here.", "  Work.",
      "    Carry out “week”."]),
    ("split me.hand into full of 2, half_full of 1\nmove full to me.bin[full]",
     ["Divide what is in your hand into the full (2) and the half full (1).", "Move the full to your bin (full)."]),
]


@pytest.mark.parametrize("text", VALUES)
def test_a_value(text):
    assert value(text) == VALUES[text]


@pytest.mark.parametrize("text", CONDITIONS)
def test_a_condition(text):
    assert condition(text) == CONDITIONS[text]


@pytest.mark.parametrize(("lines", "wanted"), STATEMENTS, ids=[lines.split("\n")[0] for lines, _ in STATEMENTS])
def test_a_statement(lines, wanted):
    assert said(lines) == wanted


def test_what_is_too_long_for_a_sentence_is_quoted():
    text = " + ".join(f"(if light(sack) then {k} otherwise {k + 1})" for k in range(1, 9))
    assert value(text) == f"“{text}”"
