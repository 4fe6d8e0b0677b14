"""Writing rules: the canonical form, and everything kept that the tree does not know."""

from pathlib import Path

import pytest

from interpreter.syntax import ast
from interpreter.syntax.formatter import expression, fields_of, format_text, print_tree
from interpreter.syntax.templates import FORMS
from interpreter.text.diagnostic import Report
from interpreter.text.source import Source
from tests.cases import read_cases
from tests.syntax.test_grammar import CLASSES
from tests.syntax.trees import read, SAMPLE, shape

CASES = read_cases(Path(__file__).with_name("format.case"))
RULES = sorted(Path(__file__).parents[2].glob("rules/**/*.rules")) + sorted(Path(__file__).parents[2].glob("stdlib/*.rules"))


def formatted(text: str) -> str:
    report = Report()
    out = format_text(Source("test.rules", text), report)
    assert out is not None, [str(found) for found in report.sorted()]
    return out


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_format(case):
    out = formatted(case.text)
    assert out == case.output
    assert formatted(out) == out


def test_the_sample_is_in_canonical_form():
    assert formatted(SAMPLE) == SAMPLE


def test_a_printed_tree_reads_as_the_same_tree():
    tree = read(SAMPLE)
    printed = print_tree(tree)
    assert shape(read(printed)) == shape(tree)
    assert print_tree(read(printed)) == printed


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_rules_that_come_with_rulewright(path):
    text = path.read_text(encoding="utf-8")
    tree, out = read(text), formatted(text)
    assert shape(read(out)) == shape(tree) == shape(read(print_tree(tree)))
    assert formatted(out) == out


def test_a_text_that_is_no_rules_is_not_formatted():
    report = Report()
    assert format_text(Source("x", "zone a\n"), report) is None
    assert not report.ok


@pytest.mark.parametrize("text", ["", "\n\n", "\ufeff", "\r\n"])
def test_nothing_stays_nothing(text):
    assert formatted(text) == ""


def test_windows_line_ends_become_plain_ones():
    assert formatted(SAMPLE.replace("\n", "\r\n")) == SAMPLE


@pytest.mark.parametrize("text", [
    "a + b * (c - 1)", "me.tape[A]", "count(those c in me.hand where c.genre is wild)", "[a, b] + {}", "-card.balance",
    "if a then b otherwise if c then d otherwise e", "list of c.side for c in hand where c.dry", "not (a or b) and c",
    "(suppose place(me, c): me.flow) - 1", "a / b rounded down", "left_end + 1..right_end - 1", 'town["farm"].marker',
])  # fmt: skip
def test_expressions(text):
    score = read(f"score x = {text}\n").declarations[0]
    assert expression(score.value) == text
    assert expression(score) == f"score x = {text}"


def test_each_class_has_a_form_and_each_form_speaks_of_fields():
    assert set(FORMS) == set(CLASSES)
    for cls in CLASSES:
        assert set(fields_of(cls)) <= set(cls.__attrs_attrs__[at].name for at in range(len(cls.__attrs_attrs__)))


def test_blank_lines_of_a_printed_tree():
    tree = read("zone a: heap of C\nzone b: heap of C\ncounter c: 0..1 = 0\n## d\neffect d()\n  proceed\nzone e: heap of C\n")
    assert print_tree(tree).split("\n\n") == [
        "zone a: heap of C\nzone b: heap of C", "counter c: 0..1 = 0", "## d\neffect d()\n  proceed", "zone e: heap of C\n",
    ]  # fmt: skip
    assert isinstance(tree.declarations[3], ast.Doc)
