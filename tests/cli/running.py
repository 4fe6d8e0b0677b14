"""Running the command in tests: inside this process, and as a process of its own with a pipe for a keyboard.

In:  the words of a command line, what is typed, a folder for whatever is kept.
Out: exit code, standard output, standard error.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner, Result

from interpreter.cli.main import rulewright

ROOT = Path(__file__).resolve().parents[2]


def run(*words: str, typed: str = "", env: dict | None = None) -> Result:
    """In this process."""
    return CliRunner().invoke(rulewright, list(words), input=typed, env=env)


def environment(folder: Path, **more: str) -> dict[str, str]:
    """An environment in which everything that is kept lies in a folder of the test."""
    left = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    return left | {"XDG_STATE_HOME": str(folder), "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"} | more


def start(folder: Path, *words: str, **more: str) -> subprocess.Popen:
    """A process that waits for what is typed."""
    return subprocess.Popen(
        [sys.executable, "-m", "interpreter", *words],
        env=environment(folder, **more),
        text=True,
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


def to_the_end(running: subprocess.Popen, seconds: float) -> tuple[str, str]:
    """What a process says that is about to end; with its group it is ended if it does not."""
    try:
        return running.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(running.pid, signal.SIGKILL)
        raise AssertionError(f"it does not end: {running.communicate(timeout=60)}") from None


def process(folder: Path, *words: str, typed: str = "", **more: str) -> subprocess.CompletedProcess:
    """A process to its end."""
    return subprocess.run(
        [sys.executable, "-m", "interpreter", *words],
        env=environment(folder, **more),
        text=True,
        cwd=ROOT,
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=240,
    )
