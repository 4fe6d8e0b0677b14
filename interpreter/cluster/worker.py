"""What a Dask worker does for us: it hands envelopes of pieces on to processes of its own, one for each of its threads.

In:  `carry` with the versions that are wanted, what a process works with, and an envelope; all of it bytes and plain data.
Out: what came of it, as bytes; or which versions are here instead, or how the process ended.

A worker reads nothing of what it hands on: rules are made and played in those processes alone.
"""

import os
import platform
import subprocess
import sys
from contextlib import suppress
from hashlib import sha256
from importlib import metadata
from threading import Lock
from typing import BinaryIO, cast

from attrs import define

from interpreter import __version__
from interpreter.cache import PACKAGE, sources
from interpreter.cluster.hand import receive, send

PATIENCE = 2.0                            # seconds in which a process without work has ended
LIBRARIES = ("lark", "attrs", "wasmtime")
ANSWER, OTHER, ENDED = "answer", "other", "ended"
Versions = dict[str, str]


def versions() -> Versions:
    """What has to be the same wherever plays are to come out the same."""
    found = {"Rulewright": f"{__version__} ({sources()[:8]})", "Python": platform.python_version()}
    for name in LIBRARIES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = "none"
    return found


def carry(wanted: Versions, setting: bytes, beginning: bytes, envelope: bytes) -> tuple[str, bytes | Versions | int]:
    """What came of an envelope. A process that has been idle may just be ending: then another one is asked."""
    here = versions()
    if here != wanted:
        return OTHER, here
    name = sha256(setting).hexdigest()
    hand = _taken(name)
    answer = hand.ask(beginning, envelope) if hand is not None else None
    if hand is None or answer is None:
        hand = Hand.begun(name, setting)
        answer = hand.ask(beginning, envelope)
    if answer is None:
        return ENDED, hand.end()
    _put_back(hand)
    return ANSWER, answer


@define(eq=False)
class Hand:
    """One process, and the name of what it works with."""

    name: str
    process: subprocess.Popen
    asked: BinaryIO
    answers: BinaryIO

    @classmethod
    def begun(cls, name: str, setting: bytes) -> "Hand":
        """Starts one, which finds Rulewright where this worker has found it, and nothing in the folder that this one is in."""
        paths = os.pathsep.join([str(PACKAGE.parent), *filter(None, sys.path)])
        words = [sys.executable, "-P", "-m", "interpreter.cluster.hand"]
        pipe, environment = subprocess.PIPE, os.environ | {"PYTHONPATH": paths}
        process = subprocess.Popen(words, stdin=pipe, stdout=pipe, env=environment)
        hand = cls(name, process, cast(BinaryIO, process.stdin), cast(BinaryIO, process.stdout))
        hand._send([setting])
        return hand

    def ask(self, beginning: bytes, envelope: bytes) -> bytes | None:
        """Its answer; None if it ends before it has one."""
        try:
            self._send([beginning, envelope])
            return receive(self.answers)[0]
        except (OSError, EOFError):
            return None

    def _send(self, frames: list[bytes]) -> None:
        with suppress(BrokenPipeError):           # it has ended: whoever waits for its answer hears of it
            send(self.asked, frames)

    def end(self) -> int:
        """Ends it; gives its exit code. It takes its folder away if it can."""
        with suppress(BrokenPipeError):
            self.asked.close()
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()


_lock = Lock()
_idle: list[Hand] = []


def _taken(name: str) -> Hand | None:
    """One that has nothing to do and works with the same; those that work with something else are not needed any more."""
    with _lock:
        same = [hand for hand in _idle if hand.name == name]
        others = [hand for hand in _idle if hand.name != name]
        _idle[:] = same[1:]
    for hand in others:
        hand.end()
    return same[0] if same else None


def _put_back(hand: Hand) -> None:
    with _lock:
        _idle.append(hand)
