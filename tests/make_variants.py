"""The tables of variants in rules/README.md: those that are written, and those that are not.

In:  rules/GAME/variants/, and rules/unwritten.tsv: ideas that no file carries out yet, with what is missing.
Out: `written`, a Row for each variant; `variant_pages`, the lines of the tables.

The documentation comment of a variant begins with the number of the idea (`V14.`) or the ruling (`R-M31.`) it carries out.
Its lines are those between its heading and its first scenario; blank lines and comments do not count.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from attrs import frozen

from interpreter.syntax import ast
from interpreter.syntax.parser import parse
from interpreter.text.diagnostic import Report
from interpreter.text.source import Source
from tests.blocks import ROOT

UNWRITTEN = ROOT / "rules/unwritten.tsv"
IDEA = re.compile(r"^(V\d+|R-\w+)\.\s+")


@frozen
class Row:
    """A variant: its file, what it carries out, its title, its base, how many lines it takes, and what changes."""

    path: Path
    idea: str
    title: str
    base: str
    lines: int
    about: str


@frozen
class Missing:
    """An idea that no file carries out: the game, what would change, and what is missing."""

    idea: str
    game: str
    change: str
    missing: str


def variant_files() -> list[Path]:
    """The files of all variants of our games."""
    return sorted(ROOT.glob("rules/*/variants/**/*.rules"))


def written() -> list[Row]:
    """Every variant there is, by its idea."""
    found = [row for path in variant_files() for row in _rows(path)]
    return sorted(found, key=lambda row: (row.path.relative_to(ROOT).parts[1], _order(row.idea), row.path.stem))


def _order(idea: str) -> tuple[bool, str, int]:
    letters, digits = re.fullmatch(r"(\D*)(\d*)", idea).groups()
    return not idea.startswith("V"), letters, int(digits or 0)


def _rows(path: Path) -> Iterator[Row]:
    file = parse(Source(path.name, path.read_text(encoding="utf-8")), Report())
    for doc, one in ast.documented(file.declarations):
        if isinstance(one, ast.Variant):
            about = " ".join((doc or "").split())
            idea = IDEA.match(about)
            yield Row(path, idea[1] if idea else "", one.title.text, one.base.text, _lines(one), IDEA.sub("", about))


def _lines(one: ast.Variant) -> int:
    """How many lines of edits it has."""
    own = [line.strip() for line in one.span.text.split("\n")[1:]]
    first = next((k for k, line in enumerate(own) if line.startswith("scenario ")), len(own))
    return sum(1 for line in own[:first] if line and not line.startswith("#"))


def unwritten() -> list[Missing]:
    """The rows of unwritten.tsv."""
    rows = UNWRITTEN.read_text(encoding="utf-8").rstrip("\n").split("\n")
    return [Missing(*row.split("\t")) for row in rows[1:]]


def variant_pages() -> list[str]:
    """The tables, as lines of a page; readings of a ruling stand in the table of rulings."""
    rows = [row for row in written() if not row.idea.startswith("R-")]
    page = [
        "",
        "## Variants",
        "",
        "House rules that people play, each a file that changes its game and leaves the game's own files as they are. Each",
        "is played by its name, `rulewright referee NAME`, or beside its game with `--with NAME`. `lines` are its edits.",
        "",
    ]
    for game in dict.fromkeys(row.path.relative_to(ROOT).parts[1] for row in rows):
        mine = [row for row in rows if row.path.relative_to(ROOT).parts[1] == game]
        ideas = [row for row in mine if row.path.parent.name == "variants"]
        page += _table(f"House rules for {game}", "idea", ideas)
        page += _table(f"Other readings of the rulebook of {game}", "ruling", [row for row in mine if row not in ideas])
    counts = [row.lines for row in rows if row.idea.startswith("V")]
    page += [f"{len(counts)} house rules are written; half of them take {median(counts):g} lines or fewer.", ""]
    return page + _missing()


def _table(title: str, idea: str, rows: list[Row]) -> list[str]:
    if not rows:
        return []
    head = [f"### {title}", "", f"| variant | of | {idea} | lines | what changes |", "|---|---|---|---|---|"]
    return [*head, *(_row(row) for row in rows), ""]


def _row(row: Row) -> str:
    link = f"[{row.title}]({row.path.relative_to(ROOT / 'rules').as_posix()})"
    return f"| {link} | {row.base} | {row.idea} | {row.lines} | {row.about} |"


def _missing() -> list[str]:
    rows = unwritten()
    if not rows:
        return []
    head = ["### Not written", "", "Ideas that no file carries out yet.", ""]
    return [*head, "| idea | game | what would change | what is missing |", "|---|---|---|---|",
            *(f"| {row.idea} | {row.game} | {row.change} | {row.missing} |" for row in rows), ""]
