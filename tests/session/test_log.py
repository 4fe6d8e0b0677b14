"""The log told bit by bit is the log told at once: what has settled is not gone through again, and is as it would be."""

from random import Random

import pytest

from interpreter.core.question import Over
from interpreter.session.log import Logbook
from interpreter.session.session import Session
from tests.profile import one_in
from tests.session.tables import FAIR, reply, spec_of, TOWN

PLAYS = [(TOWN, 3), (FAIR, 3), ("mixtape", 3), ("moths", 4), ("tall_oaks", 4)]
MOST = 150


@pytest.mark.parametrize(("game", "people"), PLAYS)
@pytest.mark.parametrize("seed", one_in(3, range(3)))
def test_at_every_pause_it_is_told_as_if_nothing_had_been_told_before(game, people, seed):
    session, chance, settled = Session(spec_of(game, people), seed), Random(seed), 0
    for _ in range(MOST):
        stop = session.play()
        if isinstance(stop, Over):
            break
        if chance.random() < 0.1:
            session.undo(chance.random() < 0.3)
            continue
        reply(session, chance.choice(stop.questions), chance)
        log, seat = session.log, chance.choice((None, *range(people)))
        since = chance.choice((0, max(0, len(log.lines) - 40)))
        anew = [Logbook(log.spec, log.machine, log.lines) for _ in range(2)]
        assert log.told_to(seat, since) == [one for one in anew[0].told_to(seat) if one.at >= since]
        assert log.told_to_all(since) == [one for one in anew[1].told_to_all() if one.at >= since]
        settled = max(settled, log.settled)
    assert settled > 0
