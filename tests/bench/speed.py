"""How fast a game is played, as a ratio to a program of the same game written by hand, or of one engine to the other.

    python -m tests.bench.speed tests/bench/round.rules --other ../shared/bench/mixtape/mixtape_clean.py

Runs both in turn, whole processes, five pairs; each prints one line of JSON with its decisions and cpu seconds. Prints
the ratio of decisions a second of each pair and the median. Ratios are what counts: machines are shared and noisy.
`--other` is a Python file, or a program (gcc -O3 -march=native) that takes the same words; `--engine compiled` measures the
compiled game against it. Without `--other` the compiled game is measured against the reference engine, which plays a
hundredth as many games. `--copy` measures instead what copying a state at a pause costs, in copies of a list of 300 ints.
"""

import argparse
import json
import statistics
import subprocess
import sys
import timeit
from pathlib import Path

from interpreter.core.question import Over
from interpreter.engine.machine import Machine, start
from interpreter.pipeline import load, play_spec
from interpreter.session.streams import source_of, Streams
from interpreter.text.diagnostic import Report


def ours(game: str, players: int, games: int, seed: int, engine: str = "reference", seats: tuple = ()) -> dict:
    words = [sys.executable, "-m", "interpreter", "simulate", game, "--games", games, "--players", players, "--seed", seed]
    result = told([*words, "--engine", engine, "--json", *(word for seat in seats for word in ("--seat", seat))])
    assert result["engine"] == engine, result["engine"]
    return result


def theirs(program: Path, players: int, games: int, seed: int) -> dict:
    run = [sys.executable, program] if program.suffix == ".py" else [program.resolve()]
    words = [*run, "--deck", program.with_name("deck.csv"), "--step", 3, "--games", games]
    return told([*words, "--players", players, "--seed", seed])


def told(words) -> dict:
    done = subprocess.run([str(w) for w in words], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def rate(result: dict) -> float:
    return result["decisions"] / result.get("timings", result)["cpu_seconds"]      # the other program tells them with the rest


def pairs(args) -> None:
    ratios = []
    for k in range(args.pairs):
        we = ours(args.game, args.players, args.games, k + 1, args.engine, args.seat)
        they = theirs(args.other, args.players, args.games * 10, k + 1)
        ratios.append(rate(they) / rate(we))
        print(f"pair {k + 1}: {rate(we):,.0f} against {rate(they):,.0f} decisions a cpu second: 1 : {ratios[-1]:.1f}")
    print(f"median 1 : {statistics.median(ratios):.1f}  (from 1 : {min(ratios):.1f} to 1 : {max(ratios):.1f})")


def engines(args) -> None:
    """The compiled game against the reference engine."""
    ratios = []
    for k in range(args.pairs):
        compiled = ours(args.game, args.players, args.games, k + 1, "compiled", args.seat)
        reference = ours(args.game, args.players, max(3, args.games // 100), k + 1, seats=args.seat)
        ratios.append(rate(compiled) / rate(reference))
        games = [one["games"] / one["timings"]["cpu_seconds"] for one in (compiled, reference)]
        print(f"pair {k + 1}: {games[0]:,.0f} against {games[1]:,.1f} games a cpu second, {rate(compiled):,.0f} against "
              f"{rate(reference):,.0f} decisions: {ratios[-1]:.0f} times")
    print(f"median {statistics.median(ratios):.0f} times  (from {min(ratios):.0f} to {max(ratios):.0f})")


def a_pause(game: str, players: int) -> Machine:
    """A machine at a question in the middle of a play."""
    report = Report()
    spec = play_spec(load(game, report), players, {}, report)
    machine, streams = Machine(spec, start(spec)), Streams(1)
    for _ in range(12):
        copied = machine.state.copy()
        pause = machine.advance()
        if isinstance(pause, Over):
            return Machine(spec, copied)
        for question in pause.questions:
            of_nature = question.of_nature
            machine.answer(question, streams.nature(question, source_of(spec, question)) if of_nature else question.options[0])
    machine.advance()
    return machine


def copying(args) -> None:
    state, ints = a_pause(args.game, args.players).state, list(range(300))
    ratios = []
    for _ in range(args.pairs):
        plain = min(timeit.repeat(lambda: ints[:], number=20_000, repeat=5))
        ratios.append(min(timeit.repeat(state.copy, number=20_000, repeat=5)) / plain)
    print(f"copying a state with {len(state.zones)} zones: {statistics.median(ratios):.1f} copies of a list of 300 ints")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--other", type=Path)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--seat", action="append", default=[], help="as in `simulate`: NAME=STRATEGY, or all=STRATEGY")
    parser.add_argument("--copy", action="store_true")
    parser.add_argument("--engine", choices=("compiled", "reference"), default="reference")
    args = parser.parse_args()
    (copying if args.copy else pairs if args.other else engines)(args)


if __name__ == "__main__":
    main()
