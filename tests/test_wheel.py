"""The wheel, installed in an empty environment, plays, checks and tests from another, read-only folder.

The games and the library lie in it under `interpreter/` as data and nowhere else, and so do the parser's tables. Beside it
there is `rulewright`, which gives the public names; so it is in an editable install.
"""

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


PUBLIC = """
import rulewright, rulewright.play
from rulewright import load_game
from rulewright.testing import laws, scripts
assert load_game("nim").seats and rulewright.play is __import__("interpreter.play").play
assert rulewright.__version__ and not set(rulewright.play.__all__) - set(dir(rulewright))
print(load_game.__module__, laws.__name__)
"""


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
    page = {f"interpreter/web/{name}" for name in ("codemirror/codemirror.js", "static/edit.js", "templates/edit.html")}
    assert page <= set(names) and not any("node_modules" in n for n in names)
    info = next(n.split("/")[0] for n in names if ".dist-info/" in n)
    assert {n.split("/")[0] for n in names} == {"interpreter", "rulewright", info}
    assert [n for n in names if n.startswith("rulewright/")] == ["rulewright/__init__.py"]


def test_it_plays_checks_and_tests_from_a_read_only_folder(installed):
    command, elsewhere = installed
    calm = {**os.environ, "HOME": str(elsewhere), "XDG_STATE_HOME": str(elsewhere)}
    play = run(command, "referee", "kuhn", "--seat", "Ann=random", "--seat", "Bo=random", "--names", "Ann,Bo", "--seed", "1",
               cwd=elsewhere, env=calm)
    assert "The play is over" in play
    assert run(command.with_name("python"), "-c", PUBLIC, cwd=elsewhere, env=calm) == "interpreter.play interpreter.laws.laws\n"
    assert "nothing is wrong" in run(command, "check", "pig", cwd=elsewhere, env=calm)
    run(command, "test", "nim", cwd=elsewhere, env=calm)


def test_an_editable_install_has_the_public_names_too(tmp_path):
    """The editable wheel, put together by the build but not installed: what it adds to a path, added to one."""
    build = f"import os; os.chdir({str(ROOT)!r}); from hatchling.build import build_editable; build_editable({str(tmp_path)!r})"
    run(sys.executable, "-c", build)
    names = zipfile.ZipFile(wheel := next(tmp_path.glob("*.whl"))).namelist()
    assert [n for n in names if ".dist-info/" not in n] == ["_editable_impl_rulewright.pth", "rulewright/__init__.py"]
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    path = os.pathsep.join([str(tmp_path / "site"), (tmp_path / "site" / names[0]).read_text(encoding="utf-8").strip()])
    assert run(sys.executable, "-c", PUBLIC, cwd=tmp_path, env=os.environ | {"PYTHONPATH": path}).startswith("interpreter.play")


@pytest.mark.parametrize("others", [[], ["other-interpreter"]])
def test_another_distribution_that_installs_a_package_of_this_name_is_told_of(tmp_path, others):
    for name in others:
        info = tmp_path / f"{name.replace('-', '_')}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
        (info / "top_level.txt").write_text("interpreter\n", encoding="utf-8")
    words = [sys.executable, "-m", "interpreter", "--version"]
    path = os.pathsep.join([str(tmp_path), str(ROOT)])
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, env=os.environ | {"PYTHONPATH": path})
    assert done.stdout.startswith("rulewright, version ") and done.returncode == len(others)
    assert [name in done.stderr for name in others] == [True] * len(others) and bool(done.stderr) == bool(others)
