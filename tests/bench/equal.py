"""Both engines side by side over many games: `python -m tests.bench.equal --plays 3 [--games mixtape:4 tall_oaks:4] [--whole]`.

In:  games with their number of players, and how many plays of each; without games all that are shipped, with all variants and
     all values of their options.
Out: how many pauses were compared and the same; the first difference, with exit status 1. With `--whole` plays are played in
     the module from end to end and only their ends compared, which is quick. `--seats good,beginner` puts strategies into the
     seats, in turn; what they answer is compared too.
"""

import argparse
import sys
from time import perf_counter

from wasmtime import WasmtimeError

from interpreter.engine.compiled.instance import compiled
from interpreter.engine.compiled.results import plays, told
from interpreter.laws.line_coverage import _others
from interpreter.pipeline import load, prepare
from interpreter.session.strategies import seated
from interpreter.simulate.engines import players, sitting_at
from interpreter.simulate.playout import play_once
from interpreter.text.diagnostic import Fault, InternalError, Report, Unplayable
from tests.engine.compiled.side_by_side import Different, same_play
from tests.make_variants import variant_files

SHIPPED = ("nim:2", "kuhn:2", "pig:2", "pig:3", "moths:3", "moths:4", "mixtape:2", "mixtape:3", "mixtape:4",
           "tall_oaks:2", "tall_oaks:4",
           "tests/probe/town.rules:3")


def spec_of(game: str, people: int, options: dict | None = None):
    """A game ready to play; None if it cannot be with these options."""
    found = table_of(game, people, options)
    return found and found[0]


def table_of(game: str, people: int, options: dict | None = None, names: tuple[str, ...] = ()):
    """The same, and who sits at its table: these names, in turn."""
    report = Report()
    rules = load(game, report)
    if rules is None or people not in rules.people():
        return None
    ctx = prepare(rules, people, options or {}, report)
    count = len(ctx.spec.seats) if report.ok and names else 0
    who = seated(rules, ctx, {seat: names[seat % len(names)] for seat in range(count)}, report)
    return (ctx.spec, tuple(who.values())) if report.ok else None


def switched(game: str) -> list[dict]:
    """Every other value of every option of a game, one at a time."""
    rules = load(game, Report())
    return [] if rules is None else _others(rules)


def cases(given) -> list[tuple[str, int, dict]]:
    """The games to compare, with their numbers of players and options."""
    found = [(name.rpartition(":")[0], int(name.rpartition(":")[2]), {}) for name in given.games]
    if given.switched:
        found = [(game, people, options) for game, people, _ in found for options in switched(game)]
    if given.variants:
        for path in variant_files():
            rules = load(path, Report())
            people = [] if rules is None else list(rules.people())
            found += [(str(path), number, {}) for number in (people[-1:] if given.one else people)]
    return found[given.first:]


def same_ends(spec, seed: int, count: int, seats: tuple = ()) -> int:
    """Compares the ends of plays; how many there were."""
    played = plays(compiled(spec, players(seats)), seed, count, sitting_at(seats))
    for one, record in zip(range(seed, seed + count), played, strict=True):
        try:
            reference = play_once(spec, one, seats)
        except (Fault, Unplayable) as found:
            reference = None
            if record is not None and told(spec, record) is not None:
                raise Different(f"seed {one}: {found} / {record}") from None
        if reference is not None:
            theirs = (reference.over, reference.decisions, reference.lying)
            mine = None if record is None else (told(spec, record), record.decisions, record.lying)
            if mine != theirs:
                raise Different(f"seed {one}: {theirs} / {mine or 'handed over'}")
    return count


def main() -> int:
    """Compares, and says what came of it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--plays", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", nargs="*", default=SHIPPED)
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--carried", type=int, default=0)
    parser.add_argument("--switched", action="store_true")
    parser.add_argument("--variants", action="store_true")
    parser.add_argument("--one", action="store_true", help="variants for the most players only")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seats", type=lambda said: tuple(said.split(",")), default=())
    given = parser.parse_args()
    failed = 0
    for game, people, options in cases(given):
        name = f"{game.removesuffix('.rules').rpartition('/')[2]}:{people} {options or ''}"
        began, found = perf_counter(), 0
        table = table_of(game, people, options, given.seats)
        if table is None:
            continue
        spec, seats = table
        try:
            if given.whole:
                found = same_ends(spec, given.seed, given.plays, seats)
            else:
                found = sum(same_play(spec, seed, carried=given.carried, seats=seats)
                            for seed in range(given.seed, given.seed + given.plays))
            print(f"{name}: {found} the same, {perf_counter() - began:.1f} s", flush=True)
        except Fault as both:                              # a strategy that is not written for a variant looks where it may not
            print(f"{name}: both stop, {both.code.id}", flush=True)
        except (Different, InternalError, WasmtimeError) as found_:
            failed += 1
            print(f"{name}: DIFFERENT {type(found_).__name__} {str(found_)[:1500]}", flush=True)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
