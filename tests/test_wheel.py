"""The wheel, installed in an empty environment, plays, checks and tests from another, read-only folder.

The games and the library lie in it under `interpreter/` as data and nowhere else, and so do the parser's tables.
"""

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def run(*words, cwd=None, **more):
    done = subprocess.run([str(w) for w in words], cwd=cwd, capture_output=True, text=True, timeout=600, **more)
    assert done.returncode == 0, f"{words}:\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT)
    return next(folder.glob("rulewright-*.whl"))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The command of an environment that holds the wheel and what it needs, and a folder nobody can write to."""
    folder = tmp_path_factory.mktemp("empty")
    venv.create(folder / "env", with_pip=True)
    run(folder / "env" / "bin" / "python", "-m", "pip", "install", "--quiet", wheel)
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    elsewhere.chmod(0o555)
    return folder / "env" / "bin" / "rulewright", elsewhere


def test_rules_lie_under_the_package_and_nowhere_else(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    rules = [n for n in names if n.endswith(".rules")]
    assert "interpreter/rules/kuhn/kuhn.rules" in rules and "interpreter/stdlib/seats.rules" in rules
    assert all(n.startswith("interpreter/") for n in rules)
    assert "interpreter/syntax/grammar.tables" in names
    assert {n.split("/")[0] for n in names} == {"interpreter", next(n.split("/")[0] for n in names if ".dist-info/" in n)}


def test_it_plays_checks_and_tests_from_a_read_only_folder(installed):
    command, elsewhere = installed
    calm = {**os.environ, "HOME": str(elsewhere), "XDG_STATE_HOME": str(elsewhere)}
    play = run(command, "referee", "kuhn", "--seat", "Ann=random", "--seat", "Bo=random", "--names", "Ann,Bo", "--seed", "1",
               cwd=elsewhere, env=calm)
    assert "The play is over" in play
    assert "nothing is wrong" in run(command, "check", "pig", cwd=elsewhere, env=calm)
    run(command, "test", "nim", cwd=elsewhere, env=calm)
