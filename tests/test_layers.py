"""The order of the layers: a folder imports from those before it in the row, and from nowhere above."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1] / "interpreter"
LAYERS = [
    "cache", "limits", "workers", "text", "syntax", "project", "cluster", "variant", "core", "ir", "lower", "check", "engine",
    "observation", "prose", "pipeline", "session", "analysis", "solve", "search", "display", "scenario", "verdict", "simulate",
    "study",
    "coverage", "laws", "mutation", "play", "testing", "debugger", "editor", "web", "cli",
]
ALONE = {"__init__", "__main__"}                # the package's version, and the way in: `python -m interpreter`


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Where a file imports, and from which layer."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.ImportFrom(level=dots) if dots > 0:
                yield node.lineno, "a relative import"
            case ast.ImportFrom(module="interpreter", names=names):
                yield from ((node.lineno, one.name) for one in names)
            case ast.ImportFrom(module=str(name)) if name.startswith("interpreter."):
                yield node.lineno, name.split(".")[1]
            case ast.Import(names=names):
                yield from ((node.lineno, one.name.split(".")[1]) for one in names if one.name.startswith("interpreter."))


def pointing_up(root: Path) -> Iterator[str]:
    """Every import that goes up or round, as `file:line: who → whom`."""
    for path in sorted(root.rglob("*.py")):
        here = path.relative_to(root).with_suffix("").parts[0]
        if here in ALONE:
            continue
        allowed = LAYERS[: LAYERS.index(here) + 1]
        for line, there in imports(path):
            if there not in allowed and not there.startswith("__version__"):
                yield f"{path.relative_to(root)}:{line}: {here} → {there}"


def test_every_folder_is_a_layer():
    found = {path.relative_to(ROOT).with_suffix("").parts[0] for path in ROOT.rglob("*.py")}
    assert found - set(LAYERS) - ALONE == set()


def test_layers_point_down():
    assert list(pointing_up(ROOT)) == []


def test_nothing_is_imported_for_types_only():
    """An import that only a type checker sees hides a circle."""
    hiding = "TYPE_" + "CHECKING"
    assert [str(path) for path in ROOT.rglob("*.py") if hiding in path.read_text(encoding="utf-8")] == []


def test_a_planted_fault_is_found(tmp_path):
    folder = tmp_path / "core"
    folder.mkdir()
    (folder / "up.py").write_text("from interpreter.cli.main import main\nfrom . import other\n", encoding="utf-8")
    assert list(pointing_up(tmp_path)) == ["core/up.py:1: core → cli", "core/up.py:2: core → a relative import"]
