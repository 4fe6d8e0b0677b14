"""What a question about a board costs: microseconds of each board word, asked in the positions of random plays.

    python -m tests.bench.board tall_oaks --players 4
    python -m tests.bench.board tall_oaks --through "through_streets()"

Each word is asked once in each of some hundred positions, about spaces, goals and numbers drawn at random; `first` is what it
costs where the spaces have not been asked about before, which for distances happens once a play at most. Prints medians and
the slowest tenth. Nothing is asserted: machines are shared and noisy.
"""

import argparse
import statistics
from random import Random
from time import perf_counter

from interpreter.core import types as t
from interpreter.core.builtins import WORDS
from interpreter.core.question import Over
from interpreter.core.types import NONE
from interpreter.engine.machine import Machine, start
from interpreter.engine.travel import Search
from interpreter.pipeline import load, prepare
from interpreter.scenario.terms import Known, Reading
from interpreter.session.bots import chooser
from interpreter.session.streams import source_of, Streams
from interpreter.syntax.parser import parse_answer
from interpreter.text.diagnostic import Fault, Report

GOALS = 12                                 # so many places one may be near to
MOVES = range(2, 13)
LIBRARY = {"beside": "beside(a, b)", "nearest": "nearest(a, goals, through)"}
CORE = {"links": "links(a)", "distance": "distance(a, b, through)"}


def positions(spec, seed: int, every: int):
    """Machines in the positions of a random play."""
    machine, streams = Machine(spec, start(spec)), Streams(seed)
    bots, count = [chooser("random", streams, k) for k in range(len(spec.seats))], 0
    while not isinstance(stop := machine.advance(), Over):
        for question in stop.questions:
            count += 1
            if count % every == 0:
                yield machine
            if question.of_nature:
                machine.answer(question, streams.nature(question, source_of(spec, question)))
            else:
                choice = bots[question.seat].choose(question)
                take = getattr(choice, "offer", None)
                machine.answer(question, choice) if take is None else machine.take(question, take)


class Asking:
    """Draws what is asked about, and times one asking of each word."""

    def __init__(self, ctx, through: str, random: Random):
        self.ctx, self.random = ctx, random
        self.board = next(iter(ctx.spec.boards.values()))
        self.route = next((one for one in ctx.spec.routes if one.board == self.board.name), None)
        self.spaces = range(self.board.first, self.board.last + 1)
        self.through = through or self.board.name
        self.took: dict[str, list[float]] = {}

    def ask(self, m) -> None:
        """Every word once, about the same spaces."""
        space, seat = t.Kind(self.board.kind), self.random.randrange(len(self.ctx.spec.seats))
        names = {"a": Known(space, self.random.choice(self.spaces)), "b": Known(space, self.random.choice(self.spaces)),
                 "goals": Known(t.List(space), tuple(self.random.sample(self.spaces, min(GOALS, len(self.spaces)))))}
        names["through"] = Known(t.List(space), self.value(Reading(self.ctx), self.through, m)[0])
        reading, moves = Reading(self.ctx, names), self.random.choice(MOVES)
        for name, text in {**CORE, **{k: v for k, v in LIBRARY.items() if k in self.ctx.world.defines}}.items():
            self.timed(name, reading, text, m)
        if self.route is not None:
            self.timed("reachable", reading, f"reachable({self.ctx.spec.seats[seat]}, a, {self.route.name}, {moves})", m)
            journey = (names["a"].value, NONE, moves, False, False, False)
            began = perf_counter()
            Search(m, self.route, seat).onward(journey)
            self.took.setdefault("travel: the next spaces", []).append(perf_counter() - began)

    def timed(self, name: str, reading, text: str, m) -> None:
        """Once, and once more for what has been kept."""
        for which in (f"{name}, first", name):
            value = self.value(reading, text, m)
            if value is not None:
                self.took.setdefault(which, []).append(value[1])

    def value(self, reading, text: str, m):
        """The value and the seconds it took; None where there is no way from one space to the other."""
        (node,) = parse_answer(text, Report())
        found, size = reading.expr(node)
        frame = reading.frame(m, node, size)
        began = perf_counter()
        try:
            return m.value(found, frame), perf_counter() - began
        except Fault as error:                             # two spaces that no way joins
            if "no way" in str(error):
                return None
            raise


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--through", default="", help="spaces that one may pass, as an expression of the game")
    parser.add_argument("--positions", type=int, default=300)
    args = parser.parse_args()
    report = Report()
    ctx = prepare(load(args.game, report), args.players, {}, report)
    assert report.ok and ctx.spec.boards and "links" in WORDS, report.errors or "a game without a board"
    asking, count, seed = Asking(ctx, args.through, Random(1)), 0, 0
    while count < args.positions:
        seed += 1
        for machine in positions(ctx.spec, seed, 17):
            asking.ask(machine)
            count += 1
            if count == args.positions:
                break
    for name, took in sorted(asking.took.items()):
        micro = sorted(1e6 * one for one in took)
        print(f"{name:26} {statistics.median(micro):8.1f} µs   slowest tenth from {micro[len(micro) * 9 // 10]:8.1f} µs")


if __name__ == "__main__":
    main()
