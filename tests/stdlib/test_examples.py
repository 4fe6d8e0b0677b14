"""Every `## example:` of the library is true, in a play of Ann, Bob and Cora; `example on town` on the probe's board."""

import re
from functools import cache
from pathlib import Path

import pytest

from interpreter.engine.machine import Machine, start
from interpreter.pipeline import load, prepare
from interpreter.project.files import read_source, shipped
from interpreter.scenario.start_at import first_values
from interpreter.scenario.terms import Reading
from interpreter.syntax import ast
from interpreter.syntax.parser import parse, parse_answer
from interpreter.text.diagnostic import Report

PROBE = Path(__file__).parents[1] / "probe" / "town.rules"
EXAMPLE = re.compile(r"example(?: on (\w+))?: (.+)")
PLAIN = """game plain "Nothing but the library" for 3..3 players
use board, cards, dice, grid, score, seats, track
space Square
board squares of Square, 3 by 3
play
  end game
"""


def examples():
    """(library, the word it stands at, game, expression)"""
    for path in sorted((shipped() / "stdlib").glob("*.rules")):
        report = Report()
        file = parse(read_source(path, report), report)
        assert report.ok, report.sorted()
        for doc, one in ast.documented(file.declarations):
            for game, text in EXAMPLE.findall(doc):
                yield pytest.param(one.name.text, game or "plain", text, id=f"{path.stem}.{one.name.text}: {text}")


def words_without_example():
    for path in sorted((shipped() / "stdlib").glob("*.rules")):
        file = parse(read_source(path, Report()), Report())
        for doc, one in ast.documented(file.declarations):
            if hasattr(one, "name") and not isinstance(one, ast.Library | ast.Use) and not EXAMPLE.search(doc):
                yield f"{path.stem}.{one.name.text}"


@cache
def table(game: str, folder: Path):
    """A play of three that has not begun, and who reads values on its table."""
    where, report = PROBE, Report()
    if game == "plain":
        where = folder / "plain.rules"
        where.write_text(PLAIN, encoding="utf-8")
    rules = load(where, report)
    ctx = prepare(rules, 3, {}, report, names=("Ann", "Bob", "Cora"))
    assert report.ok, report.sorted()
    machine = Machine(ctx.spec, start(ctx.spec))
    first_values(machine)
    return Reading(ctx), machine


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("plain")


@pytest.mark.parametrize("word, game, text", list(examples()))
def test_example(word, game, text, folder):
    reading, machine = table(game, folder)
    report = Report()
    (node,) = parse_answer(text, report) or (None,)
    assert node is not None, report.sorted()
    assert re.search(rf"\b{word}\b", text), f"the example of {word} is about something else"
    assert reading.truth(node, machine)


def test_every_word_has_an_example():
    assert list(words_without_example()) == []
