"""Faults that a designer would make when editing rules, planted one by one in a copy: does `rulewright test` notice?

In:  planted.tsv beside this file: a file below rules/, a text that stands there once, what is put in its place (`\\n` is a
     line's end), what is wrong with that, and the number of players for whom it is wrong.
Out: `python -m tests.mutation.planted [--only N]` prints for each what notices it: a check, a scenario or a law of the quick
     profile, or nothing. 1 if more than a twelfth are not noticed.

A fault in a variant, or in a game based on another, is tested by the command itself, with the variants based on it; then
`rulewright check` is asked for new warnings. Of one in a game, the scenarios are played
in this process first, those that carry out its lines before the others, and then the laws with as many players as it is wrong
for; `--whole` has the command do all of it, in its own order, which comes to the same and takes a minute or two for each.
"""

import argparse
import csv
import json
import re
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from attrs import evolve, frozen

from interpreter.cli.terminal.findings import as_data, try_out
from interpreter.coverage.knock_out import Bench, NOT_LOADED
from interpreter.laws.trials import PROFILES
from interpreter.pipeline import load, prepare
from interpreter.scenario.suite import run_suite
from interpreter.syntax.parser import parse
from interpreter.text.diagnostic import Diagnostic, Report
from interpreter.text.source import Source
from interpreter.variant.rules import Rules
from interpreter.variant.stack import Asked

HERE = Path(__file__).parent
RULES = HERE.parent.parent / "rules"
TABLE = HERE / "planted.tsv"


@frozen
class Planted:
    """One fault: in which file below rules/, which text is replaced by what, what is wrong then, and for how many players."""

    file: str
    old: str
    new: str
    wrong: str
    people: int

    @property
    def folder(self) -> str:
        """The folder of the game."""
        return self.file.split("/")[0]

    @property
    def apart(self) -> bool:
        """Is it in a file that is tested by itself: a variant, or a game based on another?"""
        return Path(self.file).parent.name == "variants" or Path(self.file).stem == "solo"

    def tested(self, rules: Path) -> Path:
        """What `rulewright test` is told."""
        path = rules / self.file
        return path if self.apart else path.parent

    def based_on(self, rules: Path) -> list[Path]:
        """The variants based on the variant that it is in."""
        path = rules / self.file
        others = sorted(path.parent.glob("*.rules")) if path.parent.name == "variants" else []
        base = re.compile(rf"^variant .* of {path.stem}\b", re.MULTILINE)
        return [one for one in others if base.search(one.read_text(encoding="utf-8"))]

    def at(self, path: Path) -> int:
        """Where in the file it is planted."""
        text = path.read_text(encoding="utf-8")
        if text.count(self.old) != 1:
            raise ValueError(f"{self.file}: {self.old!r} has to stand there once, and does {text.count(self.old)} times")
        return text.index(self.old)

    def plant(self, rules: Path) -> None:
        """Writes the fault into a copy of the rules."""
        path = rules / self.file
        self.at(path)
        path.write_text(path.read_text(encoding="utf-8").replace(self.old, self.new), encoding="utf-8")


def table(path: Path = TABLE) -> list[Planted]:
    """The faults, in the order of the file."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [Planted(row["file"], _lines(row["old"]), _lines(row["new"]), row["what is wrong"], int(row["players"]))
            for row in rows]


def _lines(text: str) -> str:
    return text.replace("\\n", "\n")


def noticed(fault: Planted, plays: int | None, whole: bool) -> str:
    """What notices it, in words; empty if nothing does. `plays`: of each law, 0 for none; `whole`: the command itself."""
    if not whole and not fault.apart:
        how = bench(fault.folder).noticed(fault)
        if how or plays == 0:
            return how
    with tempfile.TemporaryDirectory(prefix="planted-") as folder:
        rules = Path(folder) / "rules"
        shutil.copytree(RULES, rules)
        fault.plant(rules)
        if not whole and not fault.apart:
            return by_laws(str(fault.tested(rules)), fault.people, plays)
        made = (by_command(str(path), plays) for path in (fault.tested(rules), *fault.based_on(rules)))
        return next(filter(None, made), "") or warned(fault, rules)


def by_command(where: str, plays: int | None) -> str:
    """What `rulewright test` says of rules."""
    more = [] if plays is None else ["--plays", str(plays)]
    command = [sys.executable, "-m", "interpreter", "test", where, "--json", *more]
    made = subprocess.run(command, capture_output=True, text=True, cwd=RULES.parent)
    return said(made.returncode, made.stdout, made.stderr)


def warned(fault: Planted, rules: Path) -> str:
    """The first thing that the checks say of the rules with the fault and not of them as they are."""
    before, now = ({one.message for one in complaints(fault.tested(where))} for where in (RULES, rules))
    return next((f"check: {words}" for words in sorted(now - before)), "")


def complaints(where: Path) -> list[Diagnostic]:
    """Mistakes and warnings, with the fewest people that can play."""
    rules = load(Asked(str(where)), report := Report())
    if rules is not None:
        prepare(rules, rules.people().start, {}, report)
    return report.diagnostics


def by_laws(where: str, people: int, plays: int | None) -> str:
    """What the laws of `rulewright test` say, without the scenarios, with so many players."""
    profile = PROFILES["quick"] if plays is None else evolve(PROFILES["quick"], plays=plays)
    rules = load(Asked(where), report := Report())
    if rules is None or not report.ok:
        return f"check: {report.errors[0].message}"
    tried = try_out(rules, profile, (people,), profile.seed, {}, 2)
    return "" if tried.good else f"law: {json.dumps(as_data(tried))[:300]}"


class Scenarios:
    """The scenarios of a game and of those based on it, played once with the rules as they are; with a fault in, first those
    that carry out one of its lines."""

    def __init__(self, folder: str):
        rules = load(Asked(folder), Report())
        if rules is None:
            raise ValueError(f"{folder} cannot be read")
        results = run_suite(rules, Report(), 2, watch=True).results
        runs = {(one.title, run.title): run for one in results for run in one.runs if run.passed and run.seen is not None}
        self.bench = Bench(rules, frozenset(runs))
        sources = {file.span.source.name: file.span.source for game in self.bench.family for file, _ in game.parts}
        self.seconds = {key: run.seconds for key, run in runs.items()}
        self.lines = {key: {(name, sources[name].line_and_column(start)[0])
                            for name, start, _ in run.seen.executed | run.seen.worked if name in sources}
                      for key, run in runs.items()}

    def noticed(self, fault: Planted) -> str:
        """What notices it: the first that no longer passes."""
        path = RULES / fault.file
        text, at = path.read_text(encoding="utf-8"), fault.at(path)
        sources = [file.span.source for game in self.bench.family for file, _ in game.parts]
        source = next(one for one in sources if Path(one.name).name == path.name and one.text == text)
        planted = parse(Source(source.name, text[:at] + fault.new + text[at + len(fault.old):]), report := Report())
        if planted is None:
            return f"check: {report.errors[0].message}"
        lines = {(source.name, text.count("\n", 0, at) + 1 + k) for k in range(fault.old.count("\n") + 1)}

        def changed(game: Rules) -> Rules:
            files = [(planted if file.span.source.name == source.name else file, whole) for file, whole in game.parts]
            return evolve(game, parts=files)

        by = self.bench.noticed(changed, self._order(lines))
        return f"check: {by}" if by == NOT_LOADED else by and f"scenario: {by}"

    def _order(self, lines: set) -> list:
        """The runs that carry out one of the lines, the quickest first; all, if none is seen to."""
        runs = sorted(self.bench.runs, key=lambda one: self.seconds[one[0], one[1].title])
        return [one for one in runs if lines & self.lines[one[0], one[1].title]] or runs


bench = cache(Scenarios)


def said(code: int, out: str, err: str) -> str:
    """What a run of `rulewright test --json` says is wrong, the first of it."""
    if code == 0:
        return ""
    if not out.startswith("{"):
        return "check: " + next((line for line in err.splitlines() if line.strip()), f"ends with {code}")
    told = json.loads(out)
    failed = [one["title"] for one in told["scenarios"] if not one["passed"]]
    if failed:
        return f"scenario: {failed[0]}" + (f" (and {len(failed) - 1} more)" if failed[1:] else "")
    if told["diagnostics"]:
        return f"check: {told['diagnostics'][0]['message']}"
    return "law: " + json.dumps({key: value for key, value in told.items() if key not in ("scenarios", "game")})


def main() -> int:
    """The table of what is noticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation.planted", description=__doc__.splitlines()[0])
    parser.add_argument("--only", type=int, nargs="+", metavar="N", help="only these rows of the table, counted from 1")
    parser.add_argument("--table", type=Path, default=TABLE, metavar="FILE", help="another table of the same form")
    parser.add_argument("--plays", type=int, metavar="N", help="plays of each law, as of `rulewright test`; 0: scenarios only")
    parser.add_argument("--whole", action="store_true", help="`rulewright test` itself, for faults in a game, too")
    asked = parser.parse_args()
    faults = list(enumerate(table(asked.table), start=1))
    faults = [(number, fault) for number, fault in faults if not asked.only or number in asked.only]
    missed = 0
    for number, fault in faults:
        how = noticed(fault, asked.plays, asked.whole)
        missed += not how
        print(f"{number:2}  {fault.file}, {fault.people} players: {fault.wrong}\n      {how or 'NOT NOTICED'}", flush=True)
    print(f"{len(faults) - missed} of {len(faults)} noticed")
    return int(missed * 12 > len(faults))


if __name__ == "__main__":
    sys.exit(main())
