"""Whatever the text: no exception, places inside it, and what is read can be written."""

import re

from hypothesis import given, HealthCheck, settings, strategies as st

from interpreter.syntax import ast
from interpreter.syntax.formatter import format_text, print_tree
from interpreter.syntax.parser import parse, parse_answer
from interpreter.syntax.tokens import words
from interpreter.text.diagnostic import Report
from interpreter.text.source import Source
from tests.syntax.trees import read, SAMPLE, shape

SHORT = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
WORDS = sorted({word.text for word in words(SAMPLE)})
ODD = ["(", ")", "]", "{", '"', "#", "##", "\t", "\n", "\n  ", "\n    ", "\0", "\ufeff", "\r", "\r\n", "é", "“", ",", "=",
       "1.5", "9" * 20]
# whole declarations, each with what stands above it
DECLARATIONS = re.split(r"\n(?=[a-z#])", SAMPLE)


@st.composite
def mutated(draw):
    """Some declarations of the sample, with words and signs taken out, put in, replaced, and lines moved."""
    text = "\n".join(draw(st.lists(st.sampled_from(DECLARATIONS), min_size=1, max_size=4))) + "\n"
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(text)))
        match draw(st.integers(0, 4)):
            case 0:
                text = text[:at] + text[at + draw(st.integers(1, 20)) :]
            case 1:
                text = text[:at] + draw(st.sampled_from(ODD)) + text[at:]
            case 2:
                text = text[:at] + " " + draw(st.sampled_from(WORDS)) + " " + text[at:]
            case 3:
                rows = text.split("\n")
                row = draw(st.integers(0, len(rows) - 1))
                rows[row] = " " * draw(st.integers(0, 5)) + rows[row].lstrip()
                text = "\n".join(rows)
            case _:
                rows = text.split("\n")
                rows.insert(draw(st.integers(0, len(rows))), " " * draw(st.integers(0, 5)) + "# a comment")
                text = "\n".join(rows)
    return text


soup = st.lists(st.tuples(st.sampled_from([" ", " ", "\n", "\n  "]), st.sampled_from(WORDS + ODD)), max_size=60).map(
    lambda parts: "".join(space + word for space, word in parts)
)


def check(text: str) -> None:
    report = Report()
    tree = parse(Source("test.rules", text), report)
    assert (tree is None) == (not report.ok)
    for found in report.diagnostics:
        assert 0 <= found.span.start <= found.span.end <= len(text)
    if tree is not None:
        check_written(text, tree)


def check_written(text: str, tree: ast.File) -> None:
    for one in ast.walk(tree):
        assert 0 <= one.span.start <= one.span.end <= len(text)
    out = format_text(Source("test.rules", text), Report())
    assert shape(read(out)) == shape(tree) == shape(read(print_tree(tree)))
    assert format_text(Source("test.rules", out), Report()) == out
    assert out.count("# a comment") == text.count("# a comment")


@SHORT
@given(mutated())
def test_mutated_rules(text):
    check(text)


@SHORT
@given(soup)
def test_soup(text):
    check(text)


@SHORT
@given(st.text(max_size=60))
def test_any_text(text):
    check(text)
    parse_answer(text, Report())


@SHORT
@given(soup)
def test_answers(text):
    report = Report()
    assert (parse_answer(text, report) is None) == (not report.ok)
    assert all(0 <= found.span.start <= found.span.end <= len(text) for found in report.diagnostics)
