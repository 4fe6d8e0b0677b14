"""How fast the reference engine plays, as a ratio to a program of the same game written by hand.

    python -m tests.bench.speed tests/bench/round.rules --other ../shared/bench/mixtape/mixtape_clean.py

Runs both in turn, whole processes, five pairs; each prints one line of JSON with its decisions and cpu seconds. Prints
the ratio of decisions a second of each pair and the median. Ratios are what counts: machines are shared and noisy.
`--copy` measures instead what copying a state at a pause costs, in copies of a list of 300 ints.
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


def ours(game: str, players: int, games: int, seed: int) -> dict:
    words = [sys.executable, "-m", "interpreter", "simulate", game, "--games", games, "--players", players, "--seed", seed]
    return told([*words, "--json"])


def theirs(program: Path, players: int, games: int, seed: int) -> dict:
    words = [sys.executable, program, "--deck", program.with_name("deck.csv"), "--step", 3, "--games", games]
    return told([*words, "--players", players, "--seed", seed])


def told(words) -> dict:
    done = subprocess.run([str(w) for w in words], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def rate(result: dict) -> float:
    return result["decisions"] / result.get("timings", result)["cpu_seconds"]      # the other program tells them with the rest


def pairs(args) -> None:
    ratios = []
    for k in range(args.pairs):
        we, they = ours(args.game, args.players, args.games, k + 1), theirs(args.other, args.players, args.games * 10, k + 1)
        ratios.append(rate(they) / rate(we))
        print(f"pair {k + 1}: {rate(we):,.0f} against {rate(they):,.0f} decisions a cpu second: 1 : {ratios[-1]:.1f}")
    print(f"median 1 : {statistics.median(ratios):.1f}  (from 1 : {min(ratios):.1f} to 1 : {max(ratios):.1f})")


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
    parser.add_argument("--copy", action="store_true")
    args = parser.parse_args()
    copying(args) if args.copy else pairs(args)


if __name__ == "__main__":
    main()
