"""The examples of docs/: every fenced block of rules becomes a game that can be checked and played.

In:  the pages below docs/ and README.md. The word behind ```rules says what a block is:
       nothing           a whole rules file
       over=fair         declarations laid over docs/examples/fair: one that has the name of a declaration there replaces it
       do=fair           statements, carried out by each player of that game in a turn of their own
       true=fair         conditions, one a line, that hold for the first of three players (Ann, Bob, Cora) after set-up
       file=NAME         a whole rules file that the commands further down the page can name
     A block ```csv name=NAME (or tsv, markdown) is a data file for the whole rules files of the same page. A block ```console
     holds commands and what they print; lines like `Ann> middle` are what is typed.
     `#! E0203` at the end of a line: this mistake is reported there, and the block is not played.
Out: Block records; `whole`, the text that is run; `lay_out`, which writes it with its data files into a folder;
     `printed`, a page with what its commands print now.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from interpreter.syntax import ast
from interpreter.syntax.parser import parse
from interpreter.text.diagnostic import Report
from interpreter.text.source import Source

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "docs" / "examples"
FENCE = re.compile(r"^```(rules|csv|tsv|markdown|console)(?: +(\w+)=(\S+))?[ ]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^game +(\w+)", re.MULTILINE)
SHARED = ("PYTHONPYCACHEPREFIX", "RULEWRIGHT_CACHE")
TURN = """
play
  for each p in players
    run example for p
turn example
  step doing
"""


@frozen
class Block:
    """One fenced block: the page and line it stands at, what it is, and its text."""

    page: str
    line: int
    sort: str
    how: str
    of: str
    text: str

    def __str__(self):
        return f"{self.page}:{self.line}"


def pages() -> list[Path]:
    """Every page a reader is sent to."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks() -> Iterator[Block]:
    """All fenced blocks of rules and data, in the order of the pages."""
    for path in pages():
        text = path.read_text(encoding="utf-8")
        for found in FENCE.finditer(text):
            line = text.count("\n", 0, found.start()) + 1
            sort, how, of, inside = found.groups()
            yield Block(path.relative_to(ROOT).as_posix(), line, sort, how or "", of or "", inside)


def whole(block: Block) -> str:
    """The rules file a block stands for."""
    if block.how in ("", "file"):
        return block.text
    base = (EXAMPLES / block.of / f"{block.of}.rules").read_text(encoding="utf-8")
    match block.how:
        case "over":
            return overlay(base, block.text)
        case "do":
            return overlay(base, TURN + _indented(block.text, 4))
        case "true":
            return overlay(_seated(base), TURN + _required(block.text))
    raise AssertionError(f"{block}: no block is {block.how}=")


def _indented(text: str, by: int) -> str:
    return "".join(" " * by + line + "\n" if line else "\n" for line in text.splitlines())


def _required(text: str) -> str:
    """Each line as a condition that the first player's turn asks for."""
    rows = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    said = [re.split(r"  +(?=#)", row, maxsplit=1) + [""] for row in rows]
    asked = [f'require me is not Ann or ({test}), "{k}"  {comment}' for k, (test, comment, *_) in enumerate(said, 1)]
    return _indented("\n".join(asked), 4)


def _seated(base: str) -> str:
    """Three players with names."""
    return re.sub(r"for \d+\.\.\d+ players\n", "for 3..3 players\n  seat Ann\n  seat Bob\n  seat Cora\n", base, count=1)


def overlay(base: str, over: str) -> str:
    """The base without the declarations that `over` states anew, then `over`."""
    taken = {key for _, key in _declared(over)}
    cut = [(node.span.start, node.span.end) for node, key in _declared(base) if key in taken]
    for start, end in reversed(cut):
        base = base[:start] + base[end:].lstrip("\n")
    return base + over


def _declared(text: str) -> Iterator[tuple[ast.Node, tuple]]:
    file = parse(Source("example", text), Report())
    for one in file.declarations if file else ():
        name = getattr(getattr(one, "name", None), "text", "")
        if name or isinstance(one, ast.Setup | ast.Play | ast.Winner):
            sort = "define" if isinstance(one, ast.DefineCases) else type(one).__name__.lower()
            yield one, (sort, name)


def lay_out(block: Block, folder: Path, others: list[Block]) -> Path:
    """Writes the block's game and its data files; gives the path of the rules file."""
    text = whole(block)
    name = HEADING.search(text).group(1)
    if block.how not in ("", "file"):
        shutil.copytree(EXAMPLES / block.of, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.rules"))
    for other in others:
        if other.how == "name" and other.page == block.page:
            (folder / other.of).write_text(other.text, encoding="utf-8")
    path = folder / f"{name}.rules"
    path.write_text(text, encoding="utf-8")
    return path


# ------------------------------------------------------------------ commands


def printed(path: Path) -> str:
    """The page with what its commands print now, each carried out in a folder with the files that stand above it."""
    text = path.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        return FENCE.sub(lambda found: _carried_out(found, Path(folder)), text)


def _carried_out(found: re.Match, folder: Path) -> str:
    sort, how, name, inside = found.groups()
    if sort == "console":
        return f"```console\n{''.join(_session(lines, folder) for lines in _commands(inside))}```"
    if how in ("file", "name"):
        (folder / name).write_text(re.sub(r" *#! E.*", "", inside), encoding="utf-8")
    return found.group()


def _commands(inside: str) -> list[list[str]]:
    """A command and the lines below it."""
    made: list[list[str]] = []
    for line in inside.splitlines():
        if line.startswith("$ "):
            made.append([])
        made[-1].append(line)
    return made


def shared() -> dict[str, str]:
    """What a process in an environment of its own still has in common with the others of a run of the tests."""
    return {name: os.environ[name] for name in SHARED if name in os.environ}


def _session(lines: list[str], folder: Path) -> str:
    typed = [line.partition("> ")[2] for line in lines[1:] if re.match(r"\w+> ", line)]
    rulewright = f'rulewright() {{ "{sys.executable}" -m interpreter "$@"; }}'
    plain = {"PATH": os.environ["PATH"], "HOME": str(folder), "PYTHONPATH": str(ROOT), "COLUMNS": "80", "NO_COLOR": "1"}
    plain |= shared()
    done = subprocess.run(
        ["bash", "-c", f"{rulewright}\n{lines[0][2:]}"], cwd=folder, env=plain, input="".join(f"{one}\n" for one in typed),
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )
    rows = "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())
    return f"{lines[0]}\n{rows}"
