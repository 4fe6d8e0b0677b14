"""Codes, cases and pages are held together: each kind of mistake can be raised, is raised by some test, and has its page."""

import re
from pathlib import Path

import pytest

from interpreter.text import codes
from interpreter.text.codes import CODES
from interpreter.text.diagnostic import Code
from tests.cases import MARK
from tests.make_errors import ERRORS, examples, pages

ROOT = Path(__file__).resolve().parents[1]
NAMES = {row.id: name for name, row in vars(codes).items() if isinstance(row, Code)}

# what nothing raises yet, and why the row is kept
NOT_YET = {
}


# what is raised and has no test, and why
UNTESTED = {"E0811": "it takes fifty thousand ways in which chance can fall"}

# what no rules file alone can show: it is about what is chosen on the command line, or about a scenario
ELSEWHERE = {"E0211", "E0222", "E0226", "E0315", "E0332"}


def _raised() -> set[str]:
    """The codes that some module names."""
    said = "\n".join(path.read_text(encoding="utf-8") for path in ROOT.glob("interpreter/**/*.py")
                     if path.name != "codes.py")
    return {code for code, name in NAMES.items() if re.search(rf"\b{name}\b", said)}


def _tested() -> set[str]:
    """The codes that a case marks, or that a test speaks of."""
    found: set[str] = set()
    for path in ROOT.glob("tests/**/*"):
        if path.suffix == ".case":
            found |= {code for line in path.read_text(encoding="utf-8").split("\n") for code, _ in MARK.findall(line)}
        elif path.suffix in (".py", ".rules") and path.name != Path(__file__).name:
            text = path.read_text(encoding="utf-8")
            found |= set(re.findall(r"\bE\d{4}\b", text)) | {code for code, name in NAMES.items() if name in text}
    return found


def test_every_code_is_raised_somewhere_or_said_not_to_be():
    assert sorted(set(CODES) - _raised()) == sorted(NOT_YET)


def test_every_code_that_is_raised_has_a_test():
    assert sorted(set(CODES) - set(NOT_YET) - _tested()) == sorted(UNTESTED)


@pytest.mark.parametrize("band", ["02", "03", "04", "05", "06"])
def test_every_code_found_before_play_has_an_example(band):
    wanted = {code for code in CODES if code[1:3] == band and code not in NOT_YET}
    assert sorted(wanted - ELSEWHERE - set(examples())) == []


def test_no_code_is_named_twice():
    assert len(NAMES) == len(CODES)


def test_the_voice():
    """Small letters, no full stop, and never what a person has to do."""
    for code in CODES.values():
        first = code.message[0]
        assert not first.isupper() and not code.message.endswith("."), code.id
        assert not re.search(r"\b(invalid|you must|illegal)\b", code.message + code.about), code.id


def test_the_pages_are_fresh():
    """`python -m tests.make_errors` writes them."""
    made = pages()
    assert sorted(path.name for path in ERRORS.glob("*.md")) == sorted(made)
    assert [name for name, text in made.items() if (ERRORS / name).read_text(encoding="utf-8") != text] == []
