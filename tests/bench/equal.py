"""Both engines side by side over many games: `python -m tests.bench.equal --plays 3 [--games mixtape:4 tall_oaks:4] [--whole]`.

In:  games with their number of players, and how many plays of each; without games all that are shipped, with all variants and
     all values of their options.
Out: how many pauses were compared and the same; the first difference, with exit status 1. With `--whole` plays are played in the
     module from end to end and only their ends compared, which is quick.
"""

import argparse
import sys
from time import perf_counter

from interpreter.engine.compiled.instance import compiled
from interpreter.engine.compiled.results import record_of, told
from interpreter.pipeline import load, prepare
from interpreter.simulate.playout import play_once
from interpreter.text.diagnostic import Fault, Report, Unplayable
from tests.engine.compiled.side_by_side import Different, same_play

SHIPPED = ("nim:2", "kuhn:2", "pig:2", "pig:3", "moths:2", "moths:4", "mixtape:2", "mixtape:3", "mixtape:4", "tall_oaks:2", "tall_oaks:4",
           "tests/probe/town.rules:3")


def spec_of(game: str, people: int, options: dict | None = None):
    """A game ready to play; None if it cannot be with these options."""
    report = Report()
    rules = load(game, report)
    return prepare(rules, people, options or {}, report).spec if rules is not None and report.ok else None


def same_ends(spec, seed: int, plays: int) -> int:
    """Compares the ends of plays; how many there were."""
    instance = compiled(spec)
    to = instance.module.numbers["PAGES"] * 65536 - 65536
    for one in range(seed, seed + plays):
        instance.resident = None
        done = instance.call("playouts", one, 1, to)
        try:
            reference = play_once(spec, one)
        except (Fault, Unplayable):
            continue
        record = record_of(instance, instance.read(to, instance.module.numbers["RESULT_SIZE"]))
        mine = (told(spec, record), record.decisions, record.lying)
        theirs = (reference.over, reference.decisions, reference.lying)
        if not done or mine != theirs:
            raise Different(f"seed {one}: {theirs} / {mine if done else 'handed over'}")
    return plays


def main() -> int:
    """Compares, and says what came of it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--plays", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", nargs="*", default=SHIPPED)
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--carried", type=int, default=0)
    given = parser.parse_args()
    failed = 0
    for name in given.games:
        game, _, people = name.rpartition(":")
        began, found = perf_counter(), 0
        spec = spec_of(game, int(people))
        try:
            if given.whole:
                found = same_ends(spec, given.seed, given.plays)
            else:
                found = sum(same_play(spec, seed, carried=given.carried) for seed in range(given.seed, given.seed + given.plays))
            print(f"{name}: {found} the same, {perf_counter() - began:.1f} s", flush=True)
        except Different as found_:
            failed += 1
            print(f"{name}: {str(found_)[:1500]}", flush=True)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
