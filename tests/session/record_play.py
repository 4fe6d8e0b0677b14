"""A process of its own that records a play and may be killed at any moment: each answer is told on standard output once it
counts.

In:  the game, how many play, the file to record to, the seed.
Out: the file; a line of standard output at every question.
"""

import sys
from random import Random

from interpreter.core.question import Over
from interpreter.session.recorder import Recorder
from interpreter.session.session import Session
from interpreter.session.transcript import heading_of
from tests.session.tables import digest_of, reply, spec_of

if __name__ == "__main__":
    game, people, file, seed = sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
    session = Session(spec_of(game, people), seed, {1: "random"}, digest=digest_of(game, people))
    session.journal = Recorder.begin(file, heading_of(session))
    random = Random(seed)
    while not isinstance(stop := session.play(), Over):
        print(len(session.entries), flush=True)
        reply(session, stop.questions[0], random)
