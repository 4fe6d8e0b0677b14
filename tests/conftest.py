"""What all tests share: the rules files in here are material for tests, many of them wrong on purpose, so our own plugin leaves
them alone; and what one test has found out about rules that do not change is kept for the others, in a folder of this run."""

import os
import shutil
import tempfile

from interpreter import cache

collect_ignore_glob = ["*.rules"]


def pytest_configure(config):
    """The processes of pytest-xdist have the folder from the one that starts them."""
    if not hasattr(config, "workerinput"):
        config.kept = tempfile.mkdtemp(prefix="rulewright-tests-")
        os.environ[cache.SETTING] = config.kept


def pytest_unconfigure(config):
    if hasattr(config, "kept"):
        shutil.rmtree(config.kept, ignore_errors=True)
