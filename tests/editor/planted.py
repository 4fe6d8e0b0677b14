"""A hundred planted mistakes: `python -m tests.editor.planted [ROW...]` takes every fix and says which are marked and mended.

In:  planted.tsv: a file, what stands there, what is put in its place.
Out: for each row that is not marked at its line or has no fix what is said instead; exit code 1 if fewer than 95 are marked at
     their line, or fewer than 80 have a fix that works when taken.

A fix works if no error is left with it. A row whose game can be looked at block by block is; the others are lowered and checked
whole, for the fewest people.
"""

import sys
from pathlib import Path

from attrs import frozen

from interpreter.editor.checker import Answer, by_file
from interpreter.editor.fixes import fixes
from interpreter.editor.known_game import KnownGame
from interpreter.editor.studio import Studio
from interpreter.pipeline import load, prepare
from interpreter.text.diagnostic import Diagnostic, Report

ROOT = Path(__file__).resolve().parents[2]
TABLE = Path(__file__).with_name("planted.tsv")
MARKED, MENDED = 95, 80
GAMES: dict[str, KnownGame] = {}


@frozen
class Planted:
    """`line` is where the mistake is, from 1; a mistake over several lines may be marked at any of them."""

    number: int
    path: Path
    before: str
    after: str
    lines: range

    @property
    def about(self) -> str:
        return f"{self.number:3} {self.path.name}:{self.lines.start}"


def rows() -> list[Planted]:
    """The table, each mistake put into its file."""
    found = []
    lines = [line for line in TABLE.read_text(encoding="utf-8").split("\n") if line and not line.startswith("#")]
    for number, line in enumerate(lines[1:], 1):
        name, old, new = (part.encode().decode("unicode_escape").encode("latin-1").decode() if part.isascii() else
                          part.replace("\\n", "\n").replace("\\t", "\t") for part in line.split("\t"))
        path = ROOT / "rules" / name
        text = path.read_text(encoding="utf-8")
        at = text.index(old)
        same = next(k for k in range(len(old) + 1) if old[:k + 1] != new[:k + 1])
        first = text.count("\n", 0, at + same) + 1
        last = max(first, text.count("\n", 0, at + len(old.rstrip())) + 1)
        found.append(Planted(number, path, text, text.replace(old, new, 1), range(first, last + 1)))
    return found


def found_in(path: Path, text: str) -> tuple[Studio, list[Diagnostic]]:
    """What is wrong with a game with this text in place of one of its files."""
    studio = Studio()
    studio.put(path, path.read_text(encoding="utf-8"))
    project = studio.projects[path]
    assert project is not None
    if project.game not in GAMES:
        GAMES[project.game] = studio.making(project.game)()            # type: ignore[assignment]
    studio.made(project.game, GAMES[project.game])
    studio.stale.clear()
    studio.put(path, text)
    studio.look(path)
    if project.game in studio.stale and not studio.found(path):
        _check_whole(studio, project.game)
    return studio, studio.found(path)


def _check_whole(studio: Studio, where: str) -> None:
    for written in studio.files.values():
        written.hand_over()
    report = Report()
    rules = load(where, report)
    if rules is not None:
        prepare(rules, rules.people().start, {}, report)
    studio.take(Answer(1, "checks", by_file(report.diagnostics), False))


def tried(one: Planted) -> tuple[bool, str]:
    """Is it marked at its line, and by which fix is it mended?"""
    studio, found = found_in(one.path, one.after)
    marked = [mistake for mistake in found if mistake.span.line in one.lines]
    studio.close(one.path)
    for mistake in sorted(found, key=lambda mistake: mistake.span.line not in one.lines):
        for fix in fixes(mistake):
            mended = fix.taken(one.after)
            again, left = found_in(one.path, mended)
            again.close(one.path)
            if not [other for other in left if other.severity == "error"]:
                return bool(marked), fix.title
    return bool(marked), ""


def main(wanted: list[int]) -> int:
    marked, mended, every = 0, 0, [one for one in rows() if not wanted or one.number in wanted]
    for one in every:
        at_line, fix = tried(one)
        marked, mended = marked + at_line, mended + bool(fix)
        if not at_line or not fix or wanted:
            studio, found = found_in(one.path, one.after)
            studio.close(one.path)
            said = "; ".join(f"{other.span.line}: {other.code.id} {other.message} ({other.help})" for other in found[:2])
            print(f"{one.about} {'marked' if at_line else 'NOT MARKED'}, {fix or 'NO FIX'}: {said}", flush=True)
    print(f"of {len(every)} mistakes {marked} are marked at their line, and {mended} have a fix that works when taken")
    return 0 if wanted or marked >= MARKED and mended >= MENDED else 1


if __name__ == "__main__":
    sys.exit(main([int(word) for word in sys.argv[1:]]))
