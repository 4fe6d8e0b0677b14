"""How the house looks in figures: files, functions, names, who imports whom. It judges nothing.

    python -m tests.bench.house            this checkout
    python -m tests.bench.house FOLDER     another, to lay beside it
"""

import argparse
import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
SHORT = 60                                 # lines: a file below this is called short
GERUND = re.compile(r"\w+ing(_|$)")


def sources(top: Path) -> dict[str, Path]:
    """The modules of the package by dotted name."""
    found = {}
    for path in sorted((top / "interpreter").rglob("*.py")):
        if {"rules", "stdlib"} & set(path.relative_to(top / "interpreter").parts[:1]):
            continue
        name = ".".join(path.relative_to(top).with_suffix("").parts)
        found[name.removesuffix(".__init__")] = path
    return found


def imported(tree: ast.Module, modules: dict[str, Path]) -> Iterator[str]:
    """The modules of the package that a file imports, at its top or inside a function."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield whole if whole in modules else node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def figures(top: Path) -> dict[str, object]:
    """The figures of a checkout, each with its name."""
    modules = sources(top)
    texts = {name: path.read_text(encoding="utf-8") for name, path in modules.items()}
    trees = {name: ast.parse(text) for name, text in texts.items()}
    files = [name for name, path in modules.items() if path.name != "__init__.py"]
    importers = defaultdict(set)
    for name, tree in trees.items():
        for other in imported(tree, modules):
            importers[other].add(name)
    sizes = sorted(node.end_lineno - node.lineno + 1 for tree in trees.values() for node in ast.walk(tree)
                   if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno)
    bases = [name.rpartition(".")[2] for name in files]
    lines = {name: texts[name].count("\n") for name in files}
    return {
        "files (without __init__)": len(files),
        "lines": sum(lines.values()),
        f"files under {SHORT} lines": sum(count < SHORT for count in lines.values()),
        "files over 400 lines": sum(count > 400 for count in lines.values()),
        "files imported by exactly one other": sum(len(importers[name]) == 1 for name in files),
        "base names that occur more than once": sum(bases.count(base) > 1 for base in set(bases)),
        "base names that are gerunds": sum(bool(GERUND.fullmatch(base)) for base in bases),
        "functions": len(sizes),
        "function, median lines": median(sizes),
        "function, 90th percentile": sizes[len(sizes) * 9 // 10],
        "function, longest": sizes[-1],
        "match statements": sum(isinstance(node, ast.Match) for tree in trees.values() for node in ast.walk(tree)),
        "assignments to one, found or made": sum(
            isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in ("one", "found", "made")
            for tree in trees.values() for node in ast.walk(tree)),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT)
    for name, value in figures(parser.parse_args().folder).items():
        print(f"{value:>8}  {name}")


if __name__ == "__main__":
    main()
