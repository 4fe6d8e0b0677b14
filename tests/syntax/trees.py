"""What the tests of this folder share: reading text, and trees as plain values.

In:  text; nodes.
Out: `read`, `shape`; SAMPLE, which uses every form of the grammar.
"""

from pathlib import Path

import attrs

from interpreter.syntax import ast
from interpreter.syntax.parser import parse
from interpreter.text.diagnostic import Report
from interpreter.text.source import Source

SAMPLE = Path(__file__).with_name("sample.rules").read_text(encoding="utf-8")


def read(text: str) -> ast.File:
    report = Report()
    file = parse(Source("test.rules", text), report)
    assert file is not None, [str(found) for found in report.sorted()]
    return file


def refused(text: str) -> list[tuple[int, str, str]]:
    """The mistakes in a text that is no rules: line, code, message."""
    report = Report()
    assert parse(Source("test.rules", text), report) is None
    return [(found.span.line, found.code.id, found.message) for found in report.sorted()]


def shape(value):
    """A tree without places, so that trees of two texts can be compared."""
    if isinstance(value, ast.Node):
        parts = [one.name for one in attrs.fields(type(value)) if one.name != "span"]
        return (type(value).__name__, *(shape(getattr(value, part)) for part in parts))
    return tuple(shape(part) for part in value) if isinstance(value, tuple) else value
