"""What all tests share: the rules files in here are material for tests, many of them wrong on purpose, so our own plugin leaves
them alone; what one test has found out about rules that do not change is kept for the others, in a folder of this run, with the
bytecode of our modules, which each process would compile anew where the environment forbids to write it beside them; garbage is
looked for seldom, among the many rules that are kept; Ctrl-C is heard by what the tests start, where a shell that started them
in the background has it ignored; a test that does not end fails, and says where it is and which processes it has started; and
the deep profile draws other plays each time, from a seed that is told at the end."""

import faulthandler
import gc
import os
import shutil
import signal
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from random import SystemRandom

import pytest

from interpreter import cache
from tests.profile import DEEP

collect_ignore_glob = ["*.rules"]
BYTECODE = "PYTHONPYCACHEPREFIX"
LONGEST, AGAIN = 600, 60                  # seconds of a test; after that, of whatever it still does to end


def pytest_configure(config):
    """The processes of pytest-xdist have the folder from the one that starts them."""
    if not hasattr(config, "workerinput"):
        config.kept = tempfile.mkdtemp(prefix="rulewright-tests-")
        os.environ[cache.SETTING] = config.kept
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ[BYTECODE] = os.path.join(config.kept, "bytecode")
        if DEEP:
            os.environ.setdefault("RULEWRIGHT_SEED", str(SystemRandom().randrange(1, 1 << 30)))
    gc.set_threshold(100_000, 20, 20)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.dont_write_bytecode, sys.pycache_prefix = False, os.environ[BYTECODE]


def pytest_terminal_summary(terminalreporter):
    """What to say to draw the same plays again."""
    if DEEP:
        terminalreporter.write_line(f"plays and texts were drawn with RULEWRIGHT_SEED={os.environ['RULEWRIGHT_SEED']}")


def pytest_unconfigure(config):
    if hasattr(config, "kept"):
        shutil.rmtree(config.kept, ignore_errors=True)


# ------------------------------------------------------------------ what does not end


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    """So many seconds for a test with all that it sets up and takes down; the deep profile has none."""
    if DEEP or not hasattr(signal, "setitimer"):
        return (yield)

    def over(number, frame):
        pytest.fail(f"{item.nodeid} has not ended after {LONGEST} seconds; of it there are\n{below(os.getpid())}")

    usual = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, LONGEST, AGAIN)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, usual)


def pytest_runtest_setup():
    if DEEP:
        faulthandler.cancel_dump_traceback_later()


def below(process, depth=1):
    """The processes that a process has started, with their words, one a line; nothing where nobody can say."""
    lines = []
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):                              # it has just ended
            state, parent = (place / "stat").read_text().rpartition(")")[2].split()[:2]
            if int(parent) == process:
                words = (place / "cmdline").read_bytes().decode(errors="replace").replace("\0", " ")
                lines.append(f"{'  ' * depth}{place.name} {state} {words[:300]}\n{below(int(place.name), depth + 1)}")
    return "".join(lines)
