"""Are the intervals of `compare` honest? `python -m tests.bench.honest [itself] [planted] [widths] [--runs N]`.

In:  itself   a game against itself, the other side with seeds of its own: how often is anything said to differ? Looked at after
              every batch, as who stops as soon as something differs would.
     planted  Mixtape with a change that is worth one point to everybody on average: how often is it found, within how many
              plays? With the same seeds, and with seeds of its own on the other side, where nothing helps.
     widths   five shipped variants: how wide the intervals are with the same seeds, in parts of those with other seeds.
Out: a line for each, and exit status 1 where more than 5 in a hundred say something or fewer than 95 are found.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from interpreter.cli.sides import Change, change_of, Setting, Table, tables
from interpreter.study import plays
from interpreter.study.comparison import Comparison, Wish
from interpreter.study.courses import Course
from interpreter.study.plays import COURSE, End, ENDS, in_order
from interpreter.variant.stack import Asked
from interpreter.workers import Processes

PLANTED = """
variant planted "One point on average" of mixtape
  add die gift_die = 0, 1, 2
  add each player has
    counter gift: 0..2 = 0
  add score gifts = me.gift
  after play
    for each p in players
      roll gift_die as face
      raise p.gift by face
"""
VARIANTS = ("open_pile", "some_hidden", "wild_is_a_genre", "keep_or_eat", "poison_gift")
FIGURES = ("total", "total:Seat1", "wins:Seat1", "decisions")


def sides(game: str, people: int, changes: Sequence[str], games: int) -> list[Table]:
    """The game as it stands and its changes, by random players."""
    setting = Setting(Asked(game), people, (), (), (), games, 1)
    return tables(setting, [Change(), *map(change_of, changes)])


def differs(found: Sequence[Table], games: int, own: Sequence[int], figure: str = "", looked_at: int = 0) -> tuple[int, str]:
    """After how many plays something (or this figure) was said to differ for the first time, and what; 0: never. The course
    of `looked_at` plays is looked at once, at the end."""
    wish, real = Wish(games, own[0], looked_at=looked_at), []
    comparison = Comparison([one.side for one in found], [one.shape for one in found], wish, tuple(own))
    for step in in_order(plays.batches(comparison.sides, ENDS, own[0], games, own), Processes()):
        comparison.take([[End.from_data(row) for row in rows] for _, rows in step])
        real = [line.figure.key for line in comparison.different() if figure in ("", line.figure.key)]
        if real:
            return comparison.plays, ", ".join(real)
    if looked_at:
        for step in in_order(plays.batches(comparison.sides, COURSE, own[0], looked_at, own), Processes()):
            comparison.look([[(Course(**row[0]), row[1], row[2]) for row in rows] for _, rows in step])
        real = [line.figure.key for line in comparison.different()]
    return (comparison.plays, ", ".join(real)) if real else (0, "")


def itself(game: str, people: int, runs: range, games: int, looked_at: int) -> bool:
    """A game against itself, with other seeds on the other side."""
    one = sides(game, people, (), games)[0]
    said = []
    for run in runs:
        first = 1 + 2 * run * games
        after, what = differs([one, one], games, (first, first + games), "", looked_at)
        if after:
            said.append(f"{what} after {after} plays")
    also = f", {looked_at} of them looked at on the way" if looked_at else ""
    what = f"{game}, {people} players, {len(runs)} comparisons of {games} plays each with other seeds{also}"
    print(f"itself: {what}, looked at after every {plays.BATCH[True]} plays: "
          f"{len(said)} say that something differs ({100 * len(said) / len(runs):.1f} %)")
    for line in said:
        print(f"  {line}")
    return len(said) <= 0.05 * len(runs)


def planted(runs: int, games: int) -> bool:
    """One point on average in Mixtape's total."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "planted.rules"
        path.write_text(PLANTED, encoding="utf-8")
        return _planted(sides("mixtape", 4, (str(path),), games), runs, games)


def _planted(found: Sequence[Table], runs: int, games: int) -> bool:
    fine = True
    for words, apart in (("the same seeds", 0), ("seeds of its own on the other side", 1)):
        after = []
        for run in range(runs):
            first = 1 + 2 * run * games
            after.append(differs(found, games, (first, first + apart * games), "total")[0])
        hits = sorted(count for count in after if count)
        print(f"planted: one point on average, {words}: found in {len(hits)} of {runs} within {games} plays"
              + (f", half of them within {hits[len(hits) // 2]}" if hits else ""))
        fine = fine and len(hits) >= 0.95 * runs
    return fine


def widths(games: int) -> bool:
    """The same seeds against other seeds."""
    for variant in VARIANTS:
        found = sides("mixtape", 4, (variant,), games)
        wide = []
        for other in (1, 1 + games):
            comparison = Comparison([one.side for one in found], [one.shape for one in found], Wish(games), (1, other))
            comparison.run(Processes())
            lines = {line.figure.key: line for line in comparison.table.lines()}
            wide.append([lines[key].high - lines[key].low for key in FIGURES])
        parts = [f"{key} {paired / apart:.2f}" if apart else f"{key} both exact" for key, paired, apart in
                 zip(FIGURES, *wide, strict=True)]
        print(f"widths: {variant}, {games} plays: {', '.join(parts)}")
    return True


def main() -> int:
    """Whatever is asked for."""
    words = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    words.add_argument("what", nargs="*", help="itself, planted, widths; all of them, if nothing is said")
    words.add_argument("--runs", type=int, default=400)
    words.add_argument("--first", type=int, default=0, help="the number of the first run, to go on from others")
    words.add_argument("--games", type=int, default=1000)
    words.add_argument("--course", type=int, default=0)
    words.add_argument("--game", default="mixtape")
    words.add_argument("--players", type=int, default=4)
    given = words.parse_args()
    what = given.what or ["itself", "planted", "widths"]
    plays.BATCH[True] = 100
    runs = range(given.first, given.first + given.runs)
    fine = [itself(given.game, given.players, runs, given.games, given.course)] if "itself" in what else []
    plays.BATCH[True] = 500
    fine += [planted(min(100, given.runs), 20_000)] if "planted" in what else []
    fine += [widths(2000)] if "widths" in what else []
    return 0 if all(fine) else 1


if __name__ == "__main__":
    sys.exit(main())
