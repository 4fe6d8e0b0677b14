"""Writes docs/errors: `python -m tests.make_errors`, from the top of a checkout.

In:  the catalogue in interpreter/text/codes, and the examples in tests/check/pages: a chunk a code, `# E0203` its first
     line, the wrong rules with their marks, and below `=>` the right ones. Where there is none, the first chunk of the
     syntax's own cases that marks the code is the example.
Out: a page a code, and docs/errors/README.md, which lists them. `pages` gives them by name; tests/test_catalogue.py
     compares.
"""

import re
import tempfile
from functools import cache
from pathlib import Path

from interpreter.syntax.parser import parse
from interpreter.text.codes import CODES
from interpreter.text.diagnostic import Code, Diagnostic, draw, Report
from interpreter.text.source import Source
from tests.cases import Case, read_cases
from tests.check.table import checked

ROOT = Path(__file__).resolve().parents[1]
ERRORS = ROOT / "docs" / "errors"
EXAMPLES = ROOT / "tests" / "check" / "pages"
MADE = "<!-- Made by `python -m tests.make_errors` from interpreter/text/codes and tests/check/pages. -->\n\n"
BANDS = {
    "01": "how a file is written", "02": "names", "03": "types and ranges",
    "04": "effects, choices, simultaneity, what is hidden", "05": "flow",
    "06": "clauses and rulings", "07": "data files", "08": "scenarios and plays", "09": "faults in play",
    "10": "variants",
}
SAYS = {"error": "The rules are not played until it is mended.", "warning": "The rules can be played all the same.",
        "note": "Nothing need be done."}


@cache
def examples() -> dict[str, Case]:
    """The example of each code that has one of its own."""
    found = [case for path in sorted(EXAMPLES.glob("*.case")) for case in read_cases(path)]
    return {case.text.split("\n")[0].strip("# "): case for case in found}


@cache
def _elsewhere() -> dict[str, Case]:
    """The first chunk of the other case files that marks a code."""
    found: dict[str, Case] = {}
    for path in sorted(ROOT.glob("tests/syntax/refused.case")):
        for case in read_cases(path):
            for _, code, _ in case.marks:
                found.setdefault(code, case)
    return found


def pages() -> dict[str, str]:
    """Every page by the name of its file."""
    made = {f"{code.id}.md": _page(code) for code in CODES.values()}
    return made | {"README.md": _index()}


def _index() -> str:
    about = ("`rulewright explain E0203` prints what stands here. The examples play at the table of "
             "[table.rules](../../tests/check/table.rules).")
    lines = [MADE + "# What can be wrong", "", about]
    for band, title in BANDS.items():
        rows = [f"| [{code.id}]({code.id}.md) | {code.severity} | {_cell(code.message)} |" for code in CODES.values()
                if code.id[1:3] == band]
        if rows:
            lines += ["", f"## {band}xx {title}", "", "| | | |", "|---|---|---|", *rows]
    return "\n".join(lines) + "\n"


def _cell(message: str) -> str:
    return message.replace("|", "\\|")


def _page(code: Code) -> str:
    fault = code.id.startswith("E09")
    says = "The play stops there; nothing is skipped in silence." if fault else SAYS[code.severity]
    parts = [f"# {code.id}: {code.message}", f"A {'fault' if fault else code.severity} in {BANDS[code.id[1:3]]}. {says}"
             if not fault else f"A fault in play. {says}", code.about]
    case = examples().get(code.id)
    if case is not None:
        parts += ["## For example", _fenced(_plain(case.text)), _fenced(_drawn(code.id, case))]
        parts += ["## How it could be put right", _fenced(case.output.strip("\n"))] if case.output else []
    elif code.id in _elsewhere():
        case = _elsewhere()[code.id]
        parts += ["## For example", _fenced(_plain(case.text)), _fenced(_drawn(code.id, case, whole=False))]
    return MADE + "\n\n".join(parts).replace("A error", "An error") + "\n"


def _fenced(text: str) -> str:
    return f"```text\n{text}\n```"


def _plain(text: str) -> str:
    """The rules without the marks, and without the line that names the chunk."""
    lines = [re.sub(r"\s*#! E\d{4}.*", "", line) for line in text.strip("\n").split("\n")]
    return "\n".join(lines[1:] if lines[0].startswith("#") else lines)


def _drawn(code: str, case: Case, whole: bool = True) -> str:
    """What is said of the example, as it is said."""
    text = _plain(case.text)
    found = _said(text) if whole else _read(text)
    return "\n\n".join(dict.fromkeys(one for one in found if f"[{code}]" in one.split("\n")[0]))


def _said(text: str) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        _, found = checked(text, Path(folder))
        return [draw(one).replace(f"{folder}/", "") for one in found]


def _read(text: str) -> list[str]:
    report = Report()
    parse(Source("case.rules", text), report)
    found: list[Diagnostic] = report.sorted()
    return [draw(one) for one in found]


def write() -> None:
    """Writes the pages, and takes away those of codes that are gone."""
    made = pages()
    for path in ERRORS.glob("*.md"):
        if path.name not in made:
            path.unlink()
    for name, text in made.items():
        (ERRORS / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
