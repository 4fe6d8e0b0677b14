"""Where the time of random play goes.

    python -m tests.bench.profile tall_oaks --players 4

Two runs of the same plays. In the first, each word about boards is timed as a whole, with all that is worked out inside it:
the words of the core, those of the library, and the search for the next spaces of a journey; printed as shares of the whole.
The second is Python's own profile: the share of each file of the engine, and the functions that take most by themselves.
Shares only: machines are shared and noisy, and being timed costs time itself.
"""

import argparse
import cProfile
import pstats
from collections import Counter
from functools import partial
from pathlib import Path
from time import perf_counter

from interpreter import ir
from interpreter.engine.machine import EVALUATE, Machine
from interpreter.engine.travel import Search
from interpreter.pipeline import load, play_spec
from interpreter.simulate import playout as playing
from interpreter.text.diagnostic import Report

MOST = 12
ENGINE = Path(__file__).resolve().parents[2] / "interpreter"


class Shares:
    """Seconds inside each word about boards; a word inside another counts for both."""

    def __init__(self, spec):
        self.seconds: Counter = Counter()
        self.words = {d.name for d in spec.definitions if Path(d.span.source.name).stem == "board"}
        self.onward, self.ways = Search.onward, Search.ways

    def __enter__(self) -> "Shares":
        use, word, reachable = (EVALUATE[form] for form in (ir.Use, ir.BoardWord, ir.Reachable))
        playing.Machine = partial(Machine, value_of=EVALUATE | {
            ir.Use: lambda e, m, f: self.timed(e.define.name, use, e, m, f) if e.define.name in self.words else use(e, m, f),
            ir.BoardWord: lambda e, m, f: self.timed(e.name, word, e, m, f),
            ir.Reachable: lambda e, m, f: self.timed("reachable", reachable, e, m, f),
        })
        Search.onward = lambda search, journey: self.timed("travel: the next spaces", self.onward, search, journey)
        return self

    def __exit__(self, *_) -> None:
        playing.Machine = Machine
        Search.onward = self.onward

    def timed(self, name: str, run, *args):
        """Carries it out and adds up what it took."""
        began = perf_counter()
        try:
            return run(*args)
        finally:
            self.seconds[name] += perf_counter() - began


def files(stats: pstats.Stats) -> list[tuple[float, str]]:
    """The own time of each file's functions as a share of all; what is no file of the engine is Python's own."""
    own: Counter = Counter()
    for (file, _, _), (_, _, seconds, _, _) in stats.stats.items():
        path = Path(file)
        own[path.relative_to(ENGINE).as_posix() if ENGINE in path.parents else "Python itself"] += seconds
    return [(seconds / stats.total_tt, name) for name, seconds in own.most_common(MOST)]


def functions(stats: pstats.Stats) -> list[tuple[float, float, str]]:
    """Own time, and time with all that is called, of those that take most by themselves."""
    rows = [(own / stats.total_tt, whole / stats.total_tt, f"{Path(file).stem}.{name}")
            for (file, _, name), (_, _, own, whole, _) in stats.stats.items()]
    return sorted(rows, reverse=True)[:MOST]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=30)
    args = parser.parse_args()
    report = Report()
    spec = play_spec(load(args.game, report), args.players, {}, report)
    playing.simulate(spec, args.games, 1000)                  # what is worked out once is not what a play costs
    with Shares(spec) as shares:
        whole = playing.simulate(spec, args.games).seconds
    print("words about boards, with all that is worked out in them")
    for name, seconds in shares.seconds.most_common():
        print(f"  {seconds / whole:6.1%}  {name}")
    profiler = cProfile.Profile()
    profiler.runcall(playing.simulate, spec, args.games)
    stats = pstats.Stats(profiler)
    print("files, what their functions take by themselves")
    for share, name in files(stats):
        print(f"  {share:6.1%}  {name}")
    print("functions: by themselves, with what they call")
    for own, all_, name in functions(stats):
        print(f"  {own:6.1%}  {all_:6.1%}  {name}")


if __name__ == "__main__":
    main()
