"""`python -m tests.laws.hunt [--plays N] [--game NAME]`: is anything sent to a seat that hangs on what it may not know?"""

import argparse
import sys
from collections.abc import Collection
from pathlib import Path
from random import Random

from interpreter.pipeline import load, prepare
from interpreter.text.diagnostic import Report
from tests.laws.hunt.pairs import differences, pair, ROWS

HERE = Path(__file__).parent
GAMES = {"mixtape": ("mixtape", 2), "tall_oaks": ("tall_oaks", 2), "roles": (HERE / "roles.rules", 3),
         "hands": (HERE / "hands.rules", 3), "bids": (HERE / "bids.rules", 3)}


def hunted(game: str, plays: int, seed: int = 1, most: int = 40, rows: Collection[int] = tuple(ROWS)) -> tuple[dict, int]:
    """By row what leaks, each with the pair in which it does; and how many comparisons were made."""
    where, people = GAMES[game]
    rules = load(where, report := Report())
    spec = prepare(rules, people, {}, report).spec
    place = str(where) if isinstance(where, Path) else ""
    found: dict[int, list[str]] = {row: [] for row in ROWS}
    count = 0
    for number in range(plays):
        for seat in range(len(spec.seats)):
            for what in ("cards", "answers"):
                key = (seed * 1000 + number) * 10 + seat
                made = pair(spec, seat, key, most, what)
                for row, differs in differences(made, Random(key), place, rows) if made is not None else ():
                    count += 1
                    if differs:
                        found[row].append(f"{spec.seats[seat]}, {what}, play {key}: {differs}")
    return found, count


def main() -> int:
    """The table: a row for each sort of leak, a column for each game."""
    parser = argparse.ArgumentParser(prog="python -m tests.laws.hunt", description=__doc__)
    parser.add_argument("--plays", type=int, default=10, metavar="N", help="pairs of plays for each seat and game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=GAMES, nargs="+", default=list(GAMES))
    asked = parser.parse_args()
    table = {}
    for game in asked.game:
        table[game], count = hunted(game, asked.plays, asked.seed)
        print(f"{game}: {count} comparisons", flush=True)
        for row, leaks in table[game].items():
            for one in leaks[:3]:
                print(f"  ({row}) {one}", flush=True)
    print("".join(f"{name:>12}" for name in ("", *table)))
    for row, name in ROWS.items():
        print(f"({row})".rjust(12) + "".join(f"{len(table[game][row]) or 'clean':>12}" for game in table) + f"  {name}")
    return int(any(leaks for rows in table.values() for leaks in rows.values()))


if __name__ == "__main__":
    sys.exit(main())
