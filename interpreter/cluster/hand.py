"""The process that carries pieces out on another machine: one for each thread of a Dask worker, `python -m` this file.

In:  on standard input frames (a length, then so many bytes): what it works with, then envelopes of pieces, each after what
     is to be made ready for it.
Out: on standard output a frame for each envelope: what came of its pieces and how long they took, or what went wrong.

What it works with is files as they lay where the work was shared out (project/sent.py), and the limits that hold there; they
are written into a folder that goes when the process ends. It ends when its input does, or nothing has come for a while. A
process of its own has its memory, its signals and its folder to itself, and if rules take all the memory there is, the worker
loses this process and not itself.
"""

import os
import pickle
import signal
import sys
import zlib
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from traceback import format_exception
from typing import Any, BinaryIO

from interpreter.limits import hold_memory, SETTING
from interpreter.project.sent import lay_out, Sent
from interpreter.text.diagnostic import InternalError
from interpreter.workers import Begin

IDLE = 60                                 # seconds without work after which it ends
LENGTH = 8                                # bytes
DONE, FAILED = "done", "failed"
Frames = Sequence[bytes]


def packed(value: Any) -> bytes:
    """Anything that can be sent to a process, as bytes."""
    return zlib.compress(pickle.dumps(value), 1)


def unpacked(data: bytes) -> Any:
    """The same again. Whoever sends it may have anything carried out here."""
    return pickle.loads(zlib.decompress(data))


def send(stream: BinaryIO, frames: Frames) -> None:
    """Writes frames, all at once."""
    for frame in frames:
        stream.write(len(frame).to_bytes(LENGTH, "big") + frame)
    stream.flush()


def receive(stream: BinaryIO, count: int = 1) -> list[bytes]:
    """So many frames; raises EOFError where they end."""
    frames = []
    for _ in range(count):
        length = int.from_bytes(_exactly(stream, LENGTH), "big")
        frames.append(_exactly(stream, length))
    return frames


def _exactly(stream: BinaryIO, count: int) -> bytes:
    data = stream.read(count)
    if len(data) < count:
        raise EOFError
    return data


def main() -> None:
    """Carries envelopes out until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)              # Ctrl-C is for the worker
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())         # what anything prints goes into the worker's log
    with TemporaryDirectory(prefix="rulewright-", ignore_cleanup_errors=True) as folder:
        try:
            _work(sys.stdin.buffer, answers, Path(folder))
        except (EOFError, BrokenPipeError):                   # nobody is there any more
            pass
        os.chdir(Path(folder).anchor)


def _work(asked: BinaryIO, answers: BinaryIO, folder: Path) -> None:
    sent: Sent
    sent, said = unpacked(_next(asked, 1)[0])
    if said:
        os.environ[SETTING] = said
    hold_memory()
    lay_out(sent, folder)
    begun = b""
    while True:
        beginning, envelope = _next(asked, 2)
        send(answers, [_answer(b"" if beginning == begun else beginning, envelope)])
        begun = beginning


def _next(asked: BinaryIO, count: int) -> list[bytes]:
    """What is asked next; whoever waits too long is not needed any more."""
    alarmed = hasattr(signal, "alarm")
    if alarmed:
        signal.signal(signal.SIGALRM, _not_needed)
        signal.alarm(IDLE)
    try:
        return receive(asked, count)
    finally:
        if alarmed:
            signal.alarm(0)


def _not_needed(*_) -> None:
    raise EOFError


def _answer(beginning: bytes, envelope: bytes) -> bytes:
    """What came of an envelope. Whatever goes wrong goes back to whoever shared the work out, as it does from any process."""
    try:
        if beginning:
            begin: Begin | None
            begin, given = unpacked(beginning)
            if begin is not None:
                begin(*given)
        work, pieces = unpacked(envelope)
        began = perf_counter()
        found = [work(piece) for piece in pieces]
        return packed((DONE, found, perf_counter() - began))
    except Exception as error:
        return _told(error)


def _told(error: Exception) -> bytes:
    """An exception as it can be sent, with where it came from."""
    where = "".join(format_exception(error))
    try:
        data = packed((FAILED, error, where))
        unpacked(data)
        return data
    except (TypeError, AttributeError, pickle.PicklingError):
        return packed((FAILED, InternalError(f"{type(error).__name__}: {error}"), where))


if __name__ == "__main__":
    main()
