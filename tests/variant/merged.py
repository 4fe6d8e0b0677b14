"""What the tests of this folder share: a variant written over tests/variant/quay, merged and carried out.

In:  the text of variants, in the order in which they are applied; what else is asked for.
Out: the Rules, and everything that is wrong; what comes of their scenarios.
"""

import re
import shutil
from pathlib import Path

from interpreter.pipeline import load, prepare
from interpreter.scenario.runner import run_scenarios
from interpreter.text.diagnostic import Report
from interpreter.variant.rules import Rules
from interpreter.variant.stack import Asked

HERE = Path(__file__).parent
NAME = re.compile(r"^variant (\w+)", re.MULTILINE)


def laid_out(text: str, folder: Path) -> Path:
    """A copy of the quay with these variants in one file beside it; gives the game's path."""
    shutil.copytree(HERE / "quay", folder / "quay", dirs_exist_ok=True)
    (folder / "quay" / "variants").mkdir(exist_ok=True)
    shutil.copy(HERE / "quay" / "more.csv", folder / "quay" / "variants")
    (folder / "quay" / "variants" / "tried.rules").write_text(text, encoding="utf-8")
    return folder / "quay" / "quay.rules"


def merged(text: str, folder: Path, **asked) -> tuple[Rules | None, Report]:
    """The quay with all these variants, checked for every number of players."""
    report = Report()
    path = laid_out(text, folder)
    rules = load(Asked(str(path), tuple(NAME.findall(text)), **asked), report)
    for people in rules.people() if rules is not None and report.ok else ():
        prepare(rules, people, {}, report)
    return rules, report


def failed(rules: Rules) -> list[str]:
    """The scenarios of the variants that come out otherwise, and why."""
    report = Report()
    found = [str(one) for result in run_scenarios(rules, report) for one in result.found]
    return found + [str(one) for one in report.diagnostics]
