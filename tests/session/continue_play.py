"""A process of its own that goes on with a saved play: the state in a file, the end of the play to standard output.

In:  the game, how many play, a file with what Session.save gave, and the seed of those who answer.
Out: one line of JSON: how the play ended, its last state, its streams.
"""

import json
import sys
from pathlib import Path
from random import Random

from interpreter.play import resume
from interpreter.session.session import result_words
from tests.session.tables import digest_of, finish, spec_of

if __name__ == "__main__":
    game, people, file, seed = sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
    rows = []
    for line in Path(file).read_text().splitlines():
        session = resume(spec_of(game, people), json.loads(line), digest=digest_of(game, people))
        over = finish(session, Random(seed))
        end = result_words(session.spec, over)
        rows.append([end, session.state.to_data(), session.streams.to_data(), len(session.entries)])
    print(json.dumps(rows))
