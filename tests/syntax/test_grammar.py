"""Grammar, nodes and builder held together."""

import logging
import types
from typing import Any, get_args, get_origin, get_type_hints, Union

import attrs
import lark
import pytest

from interpreter.syntax import ast, terminals
from interpreter.syntax.builder import Build, class_name, NODES, TUPLES
from interpreter.syntax.parser import parse_answer
from interpreter.syntax.parser_tables import GRAMMAR, Layout, START
from interpreter.text.diagnostic import Report
from tests.syntax.trees import read, SAMPLE

CLASSES = [cls for cls in NODES.values() if cls is not ast.Node]
RULES = {
    str(rule.alias or rule.origin.name)
    for rule in terminals.parser().rules
    if (rule.alias or not rule.options.expand1) and not rule.origin.name.startswith("_")
}


@pytest.mark.parametrize("rule", sorted(RULES))
def test_every_rule_becomes_something(rule):
    assert rule in TUPLES or hasattr(Build, rule) or class_name(rule) in NODES


def test_nothing_is_built_that_is_no_rule():
    own = {name for name, value in vars(Build).items() if callable(value) and name[0].islower()}
    assert TUPLES <= RULES
    assert own - {"if_"} <= RULES


def test_the_sample_uses_every_rule():
    seen = {str(tree.data) for tree in terminals.parser().parse(SAMPLE, start="start").iter_subtrees()}
    seen |= {str(tree.data) for tree in terminals.parser().parse("a, b", start="answer").iter_subtrees()}
    assert RULES - seen == set()


def test_every_class_is_made():
    made = {type(one) for one in ast.walk(read(SAMPLE))}
    made |= {type(one) for one in parse_answer("a", Report())}
    assert set(CLASSES) - made == set()


def fits(value: Any, hint: Any) -> bool:
    if hint is Any:
        return True
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        return any(fits(value, part) for part in get_args(hint))
    if origin is tuple:
        parts = get_args(hint)
        parts = parts[:1] * len(value) if parts[-1:] == (...,) and isinstance(value, tuple) else parts
        return isinstance(value, tuple) and len(value) == len(parts) and all(map(fits, value, parts))
    return isinstance(value, hint or type(None))


def test_every_field_holds_what_its_class_says():
    for one in ast.walk(read(SAMPLE)):
        hints = get_type_hints(type(one), vars(ast))
        for part in attrs.fields(type(one)):
            value = getattr(one, part.name)
            assert fits(value, hints[part.name]), f"{type(one).__name__}.{part.name} is {value!r}"


def test_nodes_stand_inside_one_another():
    for one in ast.walk(read(SAMPLE)):
        for child in ast.children(one):
            assert one.span.start <= child.span.start <= child.span.end <= one.span.end, (one, child)


def test_the_grammar_has_one_reading(caplog):
    """Lark settles a conflict by itself, and only its log says so."""
    lark.logger.addHandler(caplog.handler)
    level = lark.logger.level
    lark.logger.setLevel(logging.DEBUG)
    try:
        lark.Lark(GRAMMAR.read_text(encoding="utf-8"), start=START, parser="lalr", lexer="contextual", postlex=Layout(),
                  maybe_placeholders=True, debug=True)  # fmt: skip
    finally:
        lark.logger.removeHandler(caplog.handler)
        lark.logger.setLevel(level)
    assert [record.getMessage() for record in caplog.records if "onflict" in record.getMessage()] == []


def test_terminals_have_words_an_author_knows():
    for terminal in terminals.parser().terminals:
        if terminal.name in ("COMMENT", "__IGNORE_0"):
            continue
        words = terminals.spellings(terminal.name)
        assert words or terminal.name in terminals.PLAIN, terminal
        assert not any(sign in word for word in words for sign in "\\?*$" if len(word) > 1), words
