"""Whatever is typed, written or handed in: no traceback, no hang, no more memory than a small machine has.

Hundreds of cases of every sort in each run; with RULEWRIGHT_PROFILE=deep it goes on with others until it is stopped, or until
RULEWRIGHT_FUZZ cases are done. A finding is seen again with `python -m tests.fuzz.runner --one NUMBER`.
"""

import os
from itertools import count
from signal import SIGKILL

import pytest

from interpreter import ir
from interpreter.cli.commands import check as commands
from interpreter.engine.machine import EVALUATE
from tests.fuzz import kills
from tests.fuzz.inputs import Case, case_of, laid, SMALL
from tests.fuzz.runner import BATCH, Finding, findings
from tests.profile import DEEP

QUICK, SHARES = 480, 4
BEYOND = 1_000_000                        # the deep profile does not repeat the quick one
WISHED = os.environ.get("RULEWRIGHT_FUZZ")


def told(found: list[Finding]) -> list[str]:
    return [f"{one.number} {one.kind}: {' '.join(one.words)[:200]}: {one.said}" for one in found]


@pytest.mark.parametrize("share", range(SHARES))
def test_hundreds_of_cases(share, tmp_path):
    each = QUICK // SHARES
    assert told(list(findings(range(share * each, (share + 1) * each), tmp_path))) == []


@pytest.mark.skipif(not DEEP, reason="without an end: RULEWRIGHT_PROFILE=deep")
def test_without_an_end(tmp_path):
    for first in count(BEYOND, BATCH):
        assert told(list(findings(range(first, first + BATCH), tmp_path))) == []
        if WISHED and first - BEYOND >= int(WISHED):
            return


# ------------------------------------------------------------------ it can fail


def nim(number: int, folder) -> Case:
    """`check nim`, whatever the number."""
    folder.mkdir(parents=True, exist_ok=True)
    laid(SMALL[0], folder)
    words = ("show", "plan", "nim.rules") if number % 2 else ("check", "nim.rules")
    return Case(number, "rules", words, "", folder)


@pytest.mark.parametrize(("planted", "kind"), [
    (lambda *_: 1 // 0, "traceback"),
    (lambda *_: bytearray(3 << 30), "memory"),
    (lambda *_: next(None for k in count() if k < 0), "hang"),
    (lambda *_: os.kill(os.getpid(), SIGKILL), "hang"),
], ids=["raises", "takes memory", "goes on for ever", "brings the process down"])
def test_a_planted_break_is_found(planted, kind, tmp_path, monkeypatch):
    monkeypatch.setattr("tests.fuzz.runner.case_of", nim)
    monkeypatch.setattr("tests.fuzz.runner.SECONDS", 1)
    monkeypatch.setattr(commands, "check_all", planted)
    found = list(findings(range(2), tmp_path))                      # 0 is `check`, 1 is not
    assert [(one.number, one.kind) for one in found] == [(0, kind)]


def test_a_break_in_the_evaluator_is_found(tmp_path, monkeypatch):
    monkeypatch.setitem(EVALUATE, ir.Compared, lambda e, m, f: [].pop())
    assert any(one.kind == "traceback" for one in findings(range(60), tmp_path))


def test_a_number_is_always_the_same_case(tmp_path):
    for number in range(40):
        one, other = (case_of(number, tmp_path / name / str(number)) for name in ("a", "b"))
        assert (one.words, one.typed) == (other.words, other.typed)
        files = [{path.name: path.read_bytes() for path in case.folder.iterdir() if path.is_file() and not path.is_symlink()}
                 for case in (one, other)]
        assert files[0] == files[1]


# ------------------------------------------------------------------ killed half-way


def test_a_play_and_a_correction_that_are_killed_lose_nothing(tmp_path):
    assert list(kills.losses(10, 8, tmp_path, first=1000)) == []


@pytest.mark.parametrize(("plays", "fixes", "broken"), [
    (8, 0, ("interpreter.session.recorder.Recorder.write", lambda *_: None)),
    (0, 8, ("interpreter.session.recorder.keep_copy", lambda path: path.with_name("nowhere.play"))),
], ids=["answers are not written", "no copy is kept"])
def test_a_program_that_loses_something_is_found(plays, fixes, broken, tmp_path, monkeypatch):
    monkeypatch.setattr(*broken)
    assert list(kills.losses(plays, fixes, tmp_path)) != []
