"""The reader of case files: rules with what is expected of them on the very line.

In:  a `.case` file. Chunks are parted by `---`; a chunk's first comment is its name. `#! E0203 words` at the end of a line
means that this mistake is reported there, in a message that matches the words. Below a line `=>` stands what comes out.
Out: Case records; `complaints`, every way in which what was found differs from the marks.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

MARK = re.compile(r"#! (E\d{4})(?: ([^#]*?))?\s*(?=#!|$)")


@frozen
class Case:
    """One chunk: its name, its rules with the marks still in them, and what is to come out, if that is said."""

    name: str
    text: str
    output: str | None

    @property
    def marks(self) -> list[tuple[int, str, str]]:
        rows = enumerate(self.text.split("\n"), start=1)
        return [(line, code, pattern or "") for line, row in rows for code, pattern in MARK.findall(row)]


def read_cases(path: Path) -> list[Case]:
    chunks = re.split(r"^---\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return [_case(f"{path.stem}-{number}", chunk) for number, chunk in enumerate(chunks, start=1)]


def _case(name: str, chunk: str) -> Case:
    text, arrow, output = chunk.partition("\n=>\n")
    about = re.match(r"# *(.*)", text)
    return Case(f"{name} {about.group(1) if about else ''}".strip(), text + "\n" * bool(arrow), output if arrow else None)


def complaints(case: Case, found: list[tuple[int, str, str]]) -> Iterator[str]:
    """Every way in which `found`, (line, code, message) triples, differs from the marks."""
    left = list(case.marks)
    for line, code, message in found:
        fits = [mark for mark in left if mark[:2] == (line, code) and re.search(mark[2], message)]
        if fits:
            left.remove(fits[0])
        else:
            yield f"line {line}: unexpected {code} {message}"
    for line, code, pattern in left:
        yield f"line {line}: no {code} {pattern!r}"
