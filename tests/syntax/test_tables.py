"""The parser's tables: written, read back, and left alone when they do not fit."""

import pytest

from interpreter.syntax import parser_tables

GRAMMAR = """
start: (_NL | block)*
answer: NAME
block: NAME _NL [_INDENT block+ _DEDENT]
NAME: /[a-z]+/
LPAR: "("
RPAR: ")"
_NL: /(\\r?\\n[ ]*)+/
%declare _INDENT _DEDENT
"""


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.setattr(parser_tables, "START", ["start", "answer"])
    grammar = tmp_path / "grammar.lark"
    grammar.write_text(GRAMMAR)
    parser_tables.write_tables(tmp_path / "grammar.tables", grammar)
    return tmp_path / "grammar.tables", grammar


def worked_out(monkeypatch, files):
    """Whether reading the parser had to work the tables out; either way it has to read the same tree."""
    calls = []
    compiled = parser_tables.compile_grammar
    monkeypatch.setattr(parser_tables, "compile_grammar", lambda text: calls.append(text) or compiled(text))
    parser = parser_tables.read_parser(*files)
    tree = parser.parse("a\n  b\n  c\nd\n", start="start")
    assert [str(block.children[0]) for block in tree.iter_subtrees_topdown() if block.data == "block"] == list("abcd")
    assert tree.children[1].meta.line == 4
    assert parser.parse("a", start="answer").data == "answer"
    return bool(calls)


def test_written_tables_are_read(monkeypatch, files):
    assert not worked_out(monkeypatch, files)


@pytest.mark.parametrize("damage", [lambda old: b"", lambda old: old[:-9], lambda old: old[:99] + b"?" + old[100:]])
def test_damaged_tables_are_not(monkeypatch, files, damage):
    files[0].write_bytes(damage(files[0].read_bytes()))
    assert worked_out(monkeypatch, files)


def test_tables_of_another_grammar_are_not(monkeypatch, files):
    files[1].write_text(GRAMMAR + "// changed\n")
    assert worked_out(monkeypatch, files)


def test_no_tables_are_no_trouble(monkeypatch, files):
    files[0].unlink()
    assert worked_out(monkeypatch, files)


def test_nothing_else_is_left_behind(files):
    assert sorted(path.name for path in files[0].parent.iterdir()) == ["grammar.lark", "grammar.tables"]
