"""The command at a terminal of its own: what a person would see, and what they would type.

In:  the words of a command line, and pairs of what to wait for and what to type then.
Out: everything that appeared, and the exit code.
"""

import os
import pty
import re
import select
import signal
import sys
import time
from pathlib import Path

from tests.cli.running import environment, ROOT

CODES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
MOST_SECONDS = 120


def without_codes(text: str) -> str:
    """The words alone."""
    return CODES.sub("", text)


def at_terminal(folder: Path, *words: str, typed=(), **more: str) -> tuple[str, int]:
    """A process at a terminal, to its end."""
    pid, end = pty.fork()
    if pid == 0:
        os.chdir(ROOT)
        os.execve(
            sys.executable,
            [sys.executable, "-m", "interpreter", *words],
            environment(folder, TERM="xterm-256color", **more),
        )
    seen, ended = "", None
    try:
        for wanted, line in typed:
            seen = _wait(end, seen, wanted)
            os.write(end, line.encode())
        seen = _wait(end, seen, None)
        ended = _ended(pid)
    finally:
        os.close(end)
        if ended is None:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
    return seen, ended


def _ended(pid: int) -> int:
    """The exit code of a process that ends now."""
    latest = time.monotonic() + MOST_SECONDS
    while time.monotonic() < latest:
        found, status = os.waitpid(pid, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.02)
    raise AssertionError("it has left the terminal and goes on")


def _wait(end: int, seen: str, wanted: str | None) -> str:
    """Reads until the words appear after what was seen before, or to the end."""
    at, latest = len(seen), time.monotonic() + MOST_SECONDS
    while time.monotonic() < latest:
        if wanted is not None and wanted in without_codes(seen[at:]):
            return seen
        if select.select([end], [], [], 0.2)[0]:
            try:
                part = os.read(end, 65536)
            except OSError:  # on Linux the end of the other side is an error here
                part = b""
            if not part:
                assert wanted is None, f"{wanted!r} never came:\n{without_codes(seen)}"
                return seen
            if b"\x1b[6n" in part:  # where is the cursor?
                os.write(end, b"\x1b[1;1R")
            seen += part.decode(errors="replace")
    raise AssertionError(f"{wanted!r} never came:\n{without_codes(seen)}")
