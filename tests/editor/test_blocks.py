"""A file read block by block is the file read as a whole, whatever is typed into it."""

import random
from pathlib import Path

import pytest

from interpreter.editor.blocks import Written
from interpreter.syntax import ast
from interpreter.syntax.parser import parse_part
from interpreter.text.diagnostic import Report
from interpreter.text.source import Source

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted([*ROOT.glob("rules/*/*.rules"), *ROOT.glob("rules/*/variants/*.rules"), *ROOT.glob("stdlib/*.rules")])
SMALL = [path for path in FILES if path.stat().st_size < 8000]


def flat(tree: ast.Node) -> list[tuple]:
    return [(type(one).__name__, one.span.start, one.span.end) for one in ast.walk(tree)]


@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_the_blocks_make_the_tree_of_the_whole(path):
    text = path.read_text(encoding="utf-8")
    written = Written(path.name)
    written.update(text)
    assert flat(written.tree()) == flat(parse_part(Source(path.name, text), Report()))


def test_only_the_block_that_changed_is_new():
    text = (ROOT / "rules/moths/moths.rules").read_text(encoding="utf-8")
    written = Written("moths.rules")
    assert len(written.update(text)) == len(written.places)
    at = text.index("effect ")
    at = text.index("\n", at) + 3
    new = written.update(text[:at] + "set " + text[at:])
    assert len(new) == 1 and not new[0].sound
    assert new[0].nodes, "it is as it was when it could last be read"
    assert written.update(text[:at] + "set " + text[at:]) == []


def test_edits_at_random_end_where_reading_at_once_does():
    text = (ROOT / "rules/nim/nim.rules").read_text(encoding="utf-8")
    written, chance = Written("nim.rules"), random.Random(7)
    for _ in range(40):
        at = chance.randrange(len(text))
        text = text[:at] + chance.choice(["", "\n", " ", "x", '"', "(", "  "]) + text[at + chance.randrange(4):]
        written.update(text)
        once = Written("nim.rules")
        once.update(text)
        said = [(one.code.id, one.span.start) for one in written.all_mistakes()]
        assert said == [(one.code.id, one.span.start) for one in once.all_mistakes()]
        assert "\n".join(block.text for block in written.blocks) == text
