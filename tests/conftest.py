"""What all tests share: the rules files in here are material for tests, many of them wrong on purpose, so our own plugin leaves
them alone; what one test has found out about rules that do not change is kept for the others, in a folder of this run, with the
bytecode of our modules, which each process would compile anew where the environment forbids to write it beside them; garbage is
looked for seldom, among the many rules that are kept; Ctrl-C is heard by what the tests start, where a shell that started them
in the background has it ignored; and the deep profile draws other plays each time, from a seed that is told at the end."""

import gc
import os
import shutil
import signal
import sys
import tempfile
from random import SystemRandom

from interpreter import cache

collect_ignore_glob = ["*.rules"]
BYTECODE = "PYTHONPYCACHEPREFIX"


def pytest_configure(config):
    """The processes of pytest-xdist have the folder from the one that starts them."""
    if not hasattr(config, "workerinput"):
        config.kept = tempfile.mkdtemp(prefix="rulewright-tests-")
        os.environ[cache.SETTING] = config.kept
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ[BYTECODE] = os.path.join(config.kept, "bytecode")
        if os.environ.get("RULEWRIGHT_PROFILE") == "deep":
            os.environ.setdefault("RULEWRIGHT_SEED", str(SystemRandom().randrange(1, 1 << 30)))
    gc.set_threshold(100_000, 20, 20)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.dont_write_bytecode, sys.pycache_prefix = False, os.environ[BYTECODE]


def pytest_terminal_summary(terminalreporter):
    """What to say to draw the same plays again."""
    if os.environ.get("RULEWRIGHT_PROFILE") == "deep":
        terminalreporter.write_line(f"plays and texts were drawn with RULEWRIGHT_SEED={os.environ['RULEWRIGHT_SEED']}")


def pytest_unconfigure(config):
    if hasattr(config, "kept"):
        shutil.rmtree(config.kept, ignore_errors=True)
