"""What can be known only in play stops it at its line, also where the checks would have said so before."""

from pathlib import Path

import pytest

from interpreter.core.question import NATURE, Over
from interpreter.engine.machine import Machine, start
from interpreter.pipeline import load, prepare
from interpreter.text.diagnostic import Fault, Report
from tests.cases import complaints, read_cases
from tests.check.table import laid_out

CASES = read_cases(Path(__file__).parent / "faults.case")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_fault(case, tmp_path):
    laid_out(case.text, tmp_path)
    rules = load(tmp_path / "case.rules", Report())
    machine = _machine(prepare(rules, rules.people()[0], {}, Report()).spec)
    with pytest.raises(Fault) as found:
        _play(machine)
    one = found.value
    marked = case.marks[0][0] if one.code.id == "E0918" else one.span.line        # any line of a loop may be the last
    assert list(complaints(case, [(marked, one.code.id, one.message)])) == []


def _machine(spec) -> Machine:
    return Machine(spec, start(spec))


def _play(machine: Machine) -> None:
    """The first option of every question, and chance as it lies."""
    while not isinstance(pause := machine.advance(), Over):
        question = pause.questions[0]
        one = question.options[0]
        many = question.seat == NATURE and question.name in ("shuffle", "roll")
        machine.answer(question, tuple(question.options) if many and question.name == "shuffle" else (one,) if many else one)
