"""Tables that are killed: whether every answer that was acknowledged is there, and none twice.

In:  a folder, a game, how often.
Out: `killed`, how many kills and answers there were; an AssertionError where one is lost.

    python -m tests.web.killing [TIMES]

A child plays, and says through a pipe each answer that it was told is taken; at a random instant it is killed with SIGKILL.
Then the play is gone on with from its file, as `serve --resume` does; the last answer, sent again, is an old one.
"""

import json
import os
import signal
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from interpreter.cli.commands.serve import table_to_go_on
from interpreter.web.hosted import Hosted
from tests.web.law_of_bytes import begin
from tests.web.laying import laid, some_answer


def plays_on(table: Hosted, chance: Random, said: int) -> None:
    """Answers until it is killed."""
    while table._phase() == "playing":
        for role in [one for one in table.roles if one.startswith("s")]:
            question = table.question(table.seat_of(role))
            if question is not None:
                asked = table._asked(question.seat)
                sent = {"q": asked["id"], **some_answer(asked, chance)}
                if table.answer(role, sent) == (200, {"fine": "taken"}):
                    os.write(said, json.dumps([role, sent]).encode() + b"\n")
    time.sleep(60)


def one_kill(table: Hosted, chance: Random) -> tuple[Hosted, int]:
    """Plays on in a child, kills it, goes on from the file: the table as it is then, and how many answers were told."""
    before = [(one.seat, one.name, one.text) for one in table.session.entries]
    said, saying = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            plays_on(table, chance, saying)
        finally:
            os._exit(1)
    os.close(saying)
    time.sleep(chance.random() * 0.25)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(said, "rb") as pipe:
        told = [json.loads(line) for line in pipe.read().split(b"\n")[:-1]]
    table.session.journal.close()
    again = table_to_go_on(None, table.path, ())
    after = [(one.seat, one.name, one.text) for one in again.session.entries]
    assert after[:len(before)] == before, "what was there before is another"
    people = [one for one in after[len(before):] if one[0] >= 0]
    assert len(told) <= len(people) <= len(told) + 1, f"{len(told)} answers were told, and {len(people)} are there"
    assert [again.seat_of(role) for role, _ in told] == [one[0] for one in people[:len(told)]]
    for role, sent in told:
        count = len(again.session.entries)
        assert "late" in again.answer(role, sent)[1] and len(again.session.entries) == count
    return again, len(told)


def killed(folder: Path, game: str, times: int, people: int | None = None) -> tuple[int, int]:
    """So many kills: how many answers were told in all, and how many plays were begun."""
    chance, answers, plays, table = Random(times), 0, 0, None
    for _ in range(times):
        if table is None or table._phase() != "playing":
            if table is not None:
                table.session.journal.close()
            plays += 1
            table = laid(folder / f"{plays}.play", game, people, seed=plays)
            begin(table)
        table, told = one_kill(table, chance)
        answers += told
    return answers, plays


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as at:
        times = int(sys.argv[1]) if len(sys.argv) > 1 else 200
        answers, plays = killed(Path(at), "mixtape", times, 3)
        print(f"{times} kills in {plays} plays: {answers} answers were told, all are there, none twice")
