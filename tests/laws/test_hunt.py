"""The leak hunt finds nothing, and finds each of these leaks when it is put into the program."""

import pytest

from interpreter.cli.terminal import correction_prompt
from interpreter.engine import questions
from interpreter.session import log, session as sessions, transcript
from tests.laws.hunt.__main__ import hunted
from tests.laws.hunt.pairs import ROWS

SHORT = 14                                         # answers of one play


@pytest.mark.parametrize("game", ["roles", "hands", "bids"])
def test_nothing_that_a_seat_is_sent_hangs_on_what_it_may_not_know(game):
    found, count = hunted(game, 1, most=SHORT, rows=(1, 2, 3, 4, 5))
    assert count > 5 and not any(found.values()), found


LEAKS = {
    "what another could answer is told by fix": (1, "hands", correction_prompt, "who_must_agree", lambda session, at, seat: []),
    "secret answers are told": (2, "roles", log, "secret_answers", lambda spec: frozenset()),
    "every unseen card is an option": (3, "hands", questions, "told_apart", lambda op, seat, m, values: values),
    "a sealed line is as long as its value": (
        4, "bids", transcript, "sealed", lambda key, line, length=0: f"~{'x' * len(line)}"),
    "log lines count what is hidden": (4, "roles", log.Logbook, "told_to", lambda self, seat, since=0: [
        log.Told(k, since + k - 1, line.what, line.depth, log.in_words(self.spec, line, seat), self.spec.plan[line.op].span)
        for k, line in enumerate(self.lines[since:], 1) if seat is None or line.sees >> seat & 1]),
    "rules that act on a secret are not noticed": (5, "roles", sessions, "revealing", lambda spec: frozenset()),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_found(leak, monkeypatch):
    row, game, room, name, instead = LEAKS[leak]
    assert row in ROWS
    monkeypatch.setattr(room, name, instead)
    assert any(any(hunted(game, 1, seed, most=30, rows=(row,))[0].values()) for seed in range(1, 6))
