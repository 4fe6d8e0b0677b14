"""The table at which the cases of this folder play: what a chunk leaves out is added below it, so lines keep their numbers.

In:  a chunk of a case file: rules, and after lines `=== name` further files.
Out: what load and prepare say of it, as (line of the chunk, code, message); and the text that was checked.

The variants of a chunk are applied in their order. A chunk with a `game` line of its own is a whole game and stays as it is.
To any other, every part of table.rules is added that it does not have itself, and a `play` that runs each of its phases and
turns once.
"""

import re
from pathlib import Path

from interpreter.pipeline import load, prepare
from interpreter.session.strategies import proofread_strategies
from interpreter.text.diagnostic import Diagnostic, Report
from interpreter.variant.stack import Asked

HERE = Path(__file__).parent
PARTS = (HERE / "table.rules").read_text(encoding="utf-8").split("\n\n")
CARDS = "id,suit,value\nr1,red,1\nr2,red,2\nr3,red,3\nb1,blue,1\nb2,blue,2\nb3,blue,3\nw9,wild,9\nw8,wild,8\n"
MARKED = re.compile(r"\s*#! E\d{4}.*")               # a sheet has no comments, so the marks are taken out of it
ONE_OF = ("setup", "play", "winner")
VARIANT = re.compile(r"^variant (\w+)", re.MULTILINE)
HEADING = re.compile(r"^(\w+(?: \w+)?)", re.MULTILINE)


def complete(text: str) -> str:
    """The chunk with the rest of the table below it."""
    if re.search(r"^(game|library) ", text, re.MULTILINE):
        return text
    own = {word for found in HEADING.findall(text) for word in (found, found.split(" ")[0])}
    added = [part for part in PARTS if not _has(own, part)]
    if "play" not in own:
        added.append(_play(text))
    return text.rstrip("\n") + "\n" + "\n".join(added) + "\n"


def _has(own: set[str], part: str) -> bool:
    """Does the chunk have this part itself? What each player has is added to."""
    found = HEADING.match(part)[1]
    word = found.split(" ")[0]
    return not part.startswith("each player") and (found in own or (word in ONE_OF and word in own))


def _play(text: str) -> str:
    runs = [f"  run {name}" + " for first(players)" * (sort == "turn") for sort, name in
            re.findall(r"^(phase|turn) (\w+)", text, re.MULTILINE)]
    return "\n".join(["play", *(runs or ["  set tide to 0"])])


def laid_out(text: str, folder: Path) -> dict[str, int]:
    """Writes the files of a chunk; for each, how many lines of the chunk stand above it."""
    rules, *others = re.split(r"^=== (\S+)\n", text, flags=re.MULTILINE)
    first = {"case.rules": 0}
    (folder / "case.rules").write_text(complete(rules), encoding="utf-8")
    (folder / "cards.csv").write_text(CARDS, encoding="utf-8")
    lines = rules.count("\n")
    for name, part in zip(others[::2], others[1::2], strict=True):
        (folder / name).write_text(MARKED.sub("", part), encoding="utf-8")
        first[name] = lines + 1
        lines += 1 + part.count("\n")
    return first


def checked(text: str, folder: Path, people: int = 0) -> tuple[list[tuple[int, str, str]], list[Diagnostic]]:
    """What is said of a chunk: by line of the chunk, and as it is."""
    first = laid_out(text, folder)
    report = Report()
    rules = load(Asked(str(folder / "case.rules"), tuple(VARIANT.findall(text))), report)
    if rules is not None:
        ctx = prepare(rules, people or rules.people()[0], {}, report)
        for one in proofread_strategies(rules, ctx) if ctx.world.strategies and report.ok else ():
            report.diagnostics.append(one)
    found = report.sorted()
    above = [first.get(Path(one.span.source.name).name, 0) for one in found]
    return [(one.span.line + k, one.code.id, one.message) for one, k in zip(found, above, strict=True)], found
