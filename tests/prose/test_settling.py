"""Options at their values: what goes, and what is left."""

import pytest

from interpreter.prose.simplify import option_values, settled
from interpreter.syntax import ast
from interpreter.syntax.formatter import print_tree
from interpreter.variant.targets import name_of
from tests.prose.told import parsed, YARD


def left(rules: str, **chosen: str) -> str:
    """What is left of declarations that stand in the yard."""
    file = parsed(YARD + rules)
    options = {one.name.text: one for one in file.declarations if isinstance(one, ast.Option)}
    made, _ = settled(list(ast.documented(file.declarations)), option_values(options, chosen))
    known = {"", *(name_of(one) for one in parsed(YARD).declarations)}
    own = tuple(one for _, one in made if name_of(one) not in known)
    return print_tree(ast.File(own, span=file.span))


TRIED = "effect tried(p: Player)\n"
CASES = [
    ("  if market is open\n    end turn\n", {}, "  end turn\n"),
    ("  if market is shut\n    end turn\n  end game\n", {}, "  end game\n"),
    ("  if market is shut\n    end turn\n  end game\n", {"market": "shut"}, "  end turn\n"),
    ("  if market is shut\n    end turn\n  otherwise if dry\n    end step\n", {}, "  if dry\n    end step\n"),
    ("  if dry and market is open\n    end turn\n", {}, "  if dry\n    end turn\n"),
    ("  if dry or market is open\n    end turn\n", {}, "  end turn\n"),
    ("  raise p.coins by pay\n", {"pay": "7"}, "  raise p.coins by 7\n"),
    ("  depending on market\n    is open\n      end turn\n    is shut\n      end game\n", {"market": "shut"}, "  end game\n"),
    ("  end turn\n  end game\n", {}, "  end turn\n"),
    ('  require dry, "wet"\n  end turn\n', {}, "  end turn\n"),
    ("  move p.hand where market is shut to spent\n  end turn\n", {}, "  end turn\n"),
    ("  set day to if market is open then 1 otherwise 2\n", {}, "  set day to 1\n"),
]


@pytest.mark.parametrize(("body", "chosen", "wanted"), CASES)
def test_what_an_option_settles(body, chosen, wanted):
    assert left(TRIED + body, **chosen) == TRIED + wanted


def test_a_word_that_is_no_option_is_left_alone():
    """`hay` is a member of an enum, `open` the value of an option: only the second decides anything."""
    body = "  if chosen is hay\n    end turn\n"
    assert left(TRIED + body) == TRIED + body


def test_cases_of_a_define():
    rules = "define due(p: Player)\n  1          if market is shut\n  p.coins    if market is open\n  otherwise 3\n"
    assert left(rules + "score s = due(me) + 1\n") == "score s = me.coins + 1\n"


def test_a_small_define_is_put_in_its_place():
    assert left("define here() = sacks\nscore s = count(here())\n") == "score s = count(sacks)\n"


def test_a_define_with_words_of_its_own_is_kept():
    rules = "## Who works today.\ndefine worker(p: Player) = p.coins\nscore s = worker(me)\n"
    assert left(rules).endswith("score s = worker(me)\n")


def test_an_effect_of_which_nothing_is_left_is_not_called():
    rules = 'effect looked_at()\n  require dry, "wet"\neffect tried(p: Player)\n  looked_at()\n  end turn\n'
    assert left(rules) == "effect tried(p: Player)\n  end turn\n"


def test_an_offer_and_a_trigger_that_never_come():
    rules = ('trigger never_on, when dusk(p) if market is shut\n  end turn\n'
             'offer never_open "Never" during week if market is shut\n  end turn\nscore s = me.coins\n')
    assert left(rules) == "score s = me.coins\n"
