"""Plays and corrections that are killed half-way: whatever was acknowledged is there afterwards, and can be gone on with.

In:  how many plays and how many corrections (`fix`) are killed, in processes of their own.
Out: what was lost, one line each; nothing, where nothing was.

`python -m tests.fuzz.kills 200 100` kills 200 plays and 100 corrections. Half are killed from outside at a random moment,
half from inside: in the middle of a write, or just before or after the disk is told to keep what was written.
"""

import io
import os
import random
import re
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from interpreter.cli.commands.fix_play import fix_file
from interpreter.core.question import Over
from interpreter.session import recorder
from interpreter.session.recorder import Recorder
from interpreter.session.replay import go_on, replay
from interpreter.session.session import Session
from interpreter.session.transcript import FIX_BEGINS, FIX_DONE, heading_of, read_file
from interpreter.text.diagnostic import Report
from tests.session.tables import digest_of, FAIR, GAMES, reply, spec_of

LONGEST = 0.25                           # seconds after which a process is killed from outside at the latest
ANSWER = re.compile(r"(?P<who>\w+) answers (?P<name>\w+) with (?P<value>[^#]*?)\s*(#.*)?")


def killed(work: Callable[[], None], chance: random.Random, acknowledged: list[int]) -> None:
    """Carries the work out in a process of its own and kills that; numbers that it wrote to the pipe are acknowledged."""
    reading, writing = os.pipe()
    inside = chance.random() < 0.5
    calls = chance.randrange(1, 60)
    child = os.fork()
    if child == 0:
        os.close(reading)
        os.dup2(writing, 1)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(120)                                        # ends it, whatever it waits for
        if inside:
            _kill_at_call(calls, chance)
        try:
            work()
        finally:
            os._exit(0)
    os.close(writing)
    if not inside:
        time.sleep(chance.random() * LONGEST)
        os.kill(child, signal.SIGKILL)
    with os.fdopen(reading, "rb") as told:
        acknowledged += [int(word) for word in told.read().split()[-1:]]
    os.waitpid(child, 0)


def _kill_at_call(number: int, chance: random.Random) -> None:
    """From now on this process dies at the call of that number that writes or brings something to the disk."""
    left = number
    write, sync, cut = os.write, os.fsync, os.ftruncate

    def dies() -> bool:
        nonlocal left
        left -= 1
        return left == 0

    def dying_write(file: int, data: bytes) -> int:
        if file != 1 and dies():
            write(file, data[:chance.randrange(len(data) + 1)])
            os.kill(os.getpid(), signal.SIGKILL)
        return write(file, data)

    def dying_sync(file: int) -> None:
        if dies():
            if chance.random() < 0.5:
                sync(file)
            os.kill(os.getpid(), signal.SIGKILL)
        sync(file)

    def dying_cut(file: int, size: int) -> None:
        if dies():
            os.kill(os.getpid(), signal.SIGKILL)
        cut(file, size)

    recorder.os.write, recorder.os.fsync, recorder.os.ftruncate = dying_write, dying_sync, dying_cut


# ------------------------------------------------------------------ during play


def _played(game: str, people: int, path: Path, seed: int) -> None:
    """Plays to the end, at random; tells how many answers count, each time a question is put."""
    session = Session(spec_of(game, people), seed, {1: "random"}, digest=digest_of(game, people))
    session.journal = Recorder.begin(path, heading_of(session))
    chance = random.Random(seed)
    while not isinstance(stop := session.play(), Over):
        os.write(1, b"%d\n" % len(session.entries))
        if chance.random() < 0.15:
            os.write(1, b"0\n")                                  # none of these is sure to stay
            session.undo(False)
            continue
        reply(session, stop.questions[0], chance)
        time.sleep(0.001)


def killed_in_play(number: int, folder: Path) -> str:
    """What was lost of the play of this number, in words; empty if nothing was."""
    chance = random.Random(f"play {number}")
    game, people = GAMES[number % len(GAMES)]
    path = folder / f"{number}.play"
    acknowledged: list[int] = []
    killed(lambda: _played(game, people, path, number), chance, acknowledged)
    if not path.exists() or not acknowledged and not _has_heading(path):
        return "" if not acknowledged else f"{game}: no file, although {acknowledged[0]} answers counted"
    report = Report()
    record = read_file(path, report)
    if record is None or not report.ok:
        return f"{game}: cannot be read: {[str(one) for one in report.errors]}"
    found = go_on(record, path, spec_of(game, people), report, digest_of(game, people))
    if not (report.ok and found.agrees):
        return f"{game}: does not agree: {[str(one) for one in report.errors]}"
    if len(found.session.entries) < max(acknowledged, default=0):
        return f"{game}: {acknowledged[0]} answers counted, {len(found.session.entries)} are there"
    return _to_the_end(found.session, path, game, people)


def _has_heading(path: Path) -> bool:
    """Was its heading written, to the empty line below it?"""
    return b"\n\n" in path.read_bytes()


def _to_the_end(session: Session, path: Path, game: str, people: int) -> str:
    """Goes on at random, and reads the whole file once more."""
    chance = random.Random(1)
    while not isinstance(stop := session.play(), Over):
        reply(session, stop.questions[0], chance)
    state = session.state
    session.journal = None
    report = Report()
    record = read_file(path, report)
    again = replay(record, spec_of(game, people), report, digest_of(game, people)) if record is not None else None
    if again is None or not again.agrees or not report.ok or again.session.state != state:
        return f"{game}: after it was gone on with, the file tells another play"
    return ""


# ------------------------------------------------------------------ during `fix`


def killed_in_fix(number: int, folder: Path) -> str:
    """What was lost by a correction that was cut off, in words; empty if nothing was."""
    chance = random.Random(f"fix {number}")
    game, people = [one for one in GAMES if one[0] != FAIR][number % (len(GAMES) - 1)]
    path = folder / f"{number}.play"
    _record(game, people, path, number)
    before = path.read_bytes()
    wanted = _another_answer(before.decode(), chance)
    if wanted is None:
        return ""
    killed(lambda: _fixed(path, wanted), chance, [])
    after = path.read_bytes()
    if not after.startswith(before):
        return f"{game}: lines of the play are gone"
    text = after.decode(errors="replace")
    began, done = FIX_BEGINS in text, FIX_DONE in text
    copies = [one for one in folder.glob(f"{number}.before*.play") if one.read_bytes() == before]
    if began and not done and text.endswith("\n") and not copies:
        return f"{game}: cut off, and no copy of the play as it was"
    report = Report()
    record = read_file(path, report)
    if record is None or not report.ok:
        return f"{game}: cannot be read: {[str(one) for one in report.errors]}"
    if began and not done and FIX_BEGINS in after.decode(errors="replace").rsplit("\n", 1)[0] and not record.before:
        return f"{game}: cut off, and nothing says so"
    found = go_on(record, path, spec_of(game, people), report, digest_of(game, people))
    if not (report.ok and found.agrees):
        return f"{game}: does not agree: {[str(one) for one in report.errors]}"
    return _to_the_end(found.session, path, game, people)


def _record(game: str, people: int, path: Path, seed: int) -> None:
    """A play of some answers that is not over, or only just."""
    session = Session(spec_of(game, people), seed, digest=digest_of(game, people))
    session.journal = Recorder.begin(path, heading_of(session))
    chance = random.Random(seed)
    for _ in range(chance.randrange(3, 25)):
        stop = session.play()
        if isinstance(stop, Over):
            break
        reply(session, stop.questions[0], chance)
    session.journal.close()


def _another_answer(text: str, chance: random.Random) -> str | None:
    """`LINE = VALUE`, with a value that somebody gave to another question of that name."""
    rows = [(number, found["name"], found["value"]) for number, line in enumerate(text.split("\n"), 1)
            if (found := ANSWER.fullmatch(line))]
    pairs = [(number, other) for number, name, value in rows for _, same, other in rows if same == name and other != value]
    if not pairs:
        return None
    number, value = chance.choice(pairs)
    return f"{number} = {value}"


def _fixed(path: Path, wanted: str) -> None:
    """The command, with nothing told."""
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        fix_file(str(path), wanted, None, ())


# ------------------------------------------------------------------ from the command line


def losses(plays: int, fixes: int, folder: Path, first: int = 0) -> Iterator[str]:
    """Kills so many plays and so many corrections, and tells what was lost."""
    for game, people in GAMES:
        spec_of(game, people), digest_of(game, people)          # once, before the processes fork
    for name in ("play", "fix"):
        (folder / name).mkdir(exist_ok=True)
    for name, count, attempt in (("play", plays, killed_in_play), ("fix", fixes, killed_in_fix)):
        for number in range(first, first + count):
            lost = attempt(number, folder / name)
            if lost:
                yield f"{name} {number}: {lost}"


def main(words: list[str]) -> int:
    """Kills as many as are asked for; 1 if anything was lost."""
    plays, fixes = int(words[0]), int(words[1])
    folder = Path(tempfile.mkdtemp(prefix="rulewright-kills-"))
    lost = 0
    try:
        for line in losses(plays, fixes, folder):
            lost += 1
            print(line, flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{plays} plays and {fixes} corrections killed, {lost} lost something")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
