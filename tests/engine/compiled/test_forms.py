"""Both engines know the same forms: who adds a statement or an expression sees the two places."""

import ast as python
from pathlib import Path

from interpreter import ir
from interpreter.core.builtins import BEHAVIOUR
from interpreter.engine.compiled import expression_functions, module, strategy_functions
from interpreter.engine.machine import CARRY_OUT, EVALUATE
from interpreter.session import strategies

ROOM = Path(__file__).parents[3] / "interpreter/engine/compiled"


def test_every_op_that_is_carried_out_is_compiled():
    assert set(module.OPS) == set(CARRY_OUT)


def test_every_expression_that_is_worked_out_is_compiled():
    assert set(expression_functions.VALUE) == set(EVALUATE)


def test_every_core_word_is_compiled():
    """The words stand in `apply` and `board_word` as literals."""
    tree = python.parse((ROOM / "expression_functions.py").read_text(encoding="utf-8"))
    said = {node.value for node in python.walk(tree) if isinstance(node, python.Constant) and isinstance(node.value, str)}
    assert set(BEHAVIOUR) - said == set()


def test_every_answer_is_carried_out():
    asking = {form for form in vars(ir).values() if isinstance(form, type) and issubclass(form, ir.Ask) and form is not ir.Ask}
    source = (ROOM / "question_functions.py").read_text(encoding="utf-8")
    assert [form.__name__ for form in asking if f"ir.{form.__name__}: " not in source] == []


def test_everything_that_a_strategy_may_prefer_is_compiled():
    assert set(strategy_functions.NARROW) == set(strategies.NARROW)
    assert (strategy_functions.MOST_LOOKED_AT, strategy_functions.MOST_TAKEN, strategy_functions.JOURNEY) == (
        strategies.MOST_LOOKED_AT, strategies.MOST_TAKEN, strategies.JOURNEY)
