"""Mutants of which somebody has said why no play can tell them from the rules, and fates that are known from an earlier run.

In:  `equivalents.tsv` beside a game; a file of fates that an earlier run has left.
Out: the reasons by mutant; the fates by mutant, as long as rules, data and scenarios are what they were.

The table has four columns: `mutant` (its name, as `mutate` prints it), `line`, `change`, and `why`. A row whose mutant does not
exist any more, or whose line or change is another, is told: a reason goes stale with its line.
"""

import csv
import json
from collections.abc import Iterable
from pathlib import Path

from attrs import asdict, frozen

from interpreter.load import Rules
from interpreter.play.coverage import files_of, games_of
from interpreter.syntax.files import digest
from interpreter.testing.killing import Fate
from interpreter.testing.mutants import Mutant

TABLE = "equivalents.tsv"
COLUMNS = ["mutant", "line", "change", "why"]


@frozen
class Equivalents:
    """The reasons by the mutant's name, and what is wrong with the table."""

    why: dict[str, str]
    stale: tuple[str, ...] = ()


def equivalents(rules: Rules, found: list[Mutant]) -> Equivalents:
    """What the table beside the game says; nothing, if there is none."""
    path = rules.path.resolve().parent / TABLE
    if not path.is_file():
        return Equivalents({})
    by_name, why, stale = {one.name: one for one in found}, {}, []
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            one = by_name.get(row.get("mutant") or "")
            reason = (row.get("why") or "").strip()
            if one is None or not reason or (row.get("line"), row.get("change")) != (one.line, one.change):
                stale.append(f"{row.get('mutant')}: {row.get('line')}")
            else:
                why[one.name] = reason
    return Equivalents(why, tuple(stale))


# ------------------------------------------------------------------ what is known already


def state_of(rules: Rules, plays: int) -> str:
    """What names exactly what a fate depends on: rules, variants, tables and scenarios, and how many plays are tried."""
    folder = rules.path.resolve().parent
    games = games_of(rules)
    read = {path.resolve() for game in games for path in game.paths} | {Path(one).resolve() for one in files_of(rules)}
    read |= set(folder.rglob("*.csv"))
    return digest(str(plays), *rules.variants, *(text for path in sorted(read) for text in (path.name, path)))[:16]


def known_fates(path: Path, state: str) -> dict[str, Fate]:
    """The fates an earlier run has left there for the same state; a line cut off in the middle is passed over."""
    found: dict[str, Fate] = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else ():
        try:
            made = json.loads(line)
        except ValueError:
            continue
        if made.pop("state", None) == state:
            found[made["name"]] = Fate(**made)
    return found


def keep(path: Path, state: str, made: Iterable[Fate]):
    """Passes fates on, each written down first: whatever dies, what was found out is not lost."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        for fate in made:
            file.write(json.dumps({"state": state, **asdict(fate)}) + "\n")
            file.flush()
            yield fate


__all__ = ["COLUMNS", "TABLE", "Equivalents", "equivalents", "keep", "known_fates", "state_of"]
