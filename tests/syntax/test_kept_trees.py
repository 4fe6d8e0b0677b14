"""Trees that are kept are the same as those that are read."""

import json

import pytest

from interpreter import cache
from interpreter.syntax import ast, kept_trees, parser
from interpreter.text.diagnostic import Report
from interpreter.text.source import Source
from tests.cli.running import ROOT

FILES = sorted(path for top in ("rules", "stdlib") for path in (ROOT / top).rglob("*.rules")
               if len(path.read_text(encoding="utf-8")) >= kept_trees.WORTH_IT)
LONG = "".join(f'define number_{k} = {k}\n' for k in range(200))


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(cache.SETTING, str(tmp_path))
    return tmp_path / kept_trees.SORT


def read(source: Source) -> ast.File:
    parser._read.clear()
    report = Report()
    file = parser.parse(source, report)
    assert file is not None and not report.diagnostics
    return file


def same(one: object, other: object) -> bool:
    if isinstance(one, ast.Node) and type(one) is type(other):
        spans = [(node.span.source, node.span.start, node.span.end, node.span.clauses) for node in (one, other)]
        return spans[0] == spans[1] and all(same(getattr(one, name), getattr(other, name)) for name in ast.parts_of(one))
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        return all(map(same, one, other))
    return type(one) is type(other) and one == other


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_kept_tree_is_the_tree_that_was_read(path, folder):
    source = Source(str(path), path.read_text(encoding="utf-8"))
    written = read(source)
    assert len(list(folder.iterdir())) == 1
    kept = kept_trees.kept_tree(source)
    assert kept is not written and same(written, kept)


def test_what_differs_in_a_word_is_read_anew(folder):
    read(Source("a.rules", LONG))
    assert kept_trees.kept_tree(Source("a.rules", LONG.replace("7", "8"))) is None


def test_a_file_with_a_mistake_is_not_kept(folder):
    assert parser.parse(Source("a.rules", LONG + "define\n"), Report()) is None
    assert not folder.exists()


@pytest.mark.parametrize("data", [[["Source"], [0, 0, 4, "a", "b"]], [["Ident"], [0, 0, 4, "a"]], [["File"], [0, 0]], [[], 7],
                                  [["File"], [0, 0, 4, [-1, [9, 0, 1]]]], {"a": 1}, [["File"]], [["File"], []]])
def test_what_is_no_tree_counts_as_not_there(data, folder):
    source = Source("a.rules", LONG)
    cache.keep(kept_trees.SORT, cache.digest(LONG), data)
    assert json.loads(next(folder.iterdir()).read_bytes().partition(b"\n")[2]) == data
    assert kept_trees.kept_tree(source) is None
    assert len(read(source).declarations) == 200
