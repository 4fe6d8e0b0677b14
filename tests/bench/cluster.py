"""What a cluster costs, and what becomes of the plays when workers are killed.

    python -m tests.bench.cluster speed --games 60000        # one worker against two, interleaved
    python -m tests.bench.cluster overhead --envelopes 2000  # what an envelope costs that has next to nothing in it
    python -m tests.bench.cluster killed --times 20          # a worker killed at a random moment, so many times

In:  how many plays, envelopes or times; the game.
Out: seconds and ratios; for `killed` whether the output is that of one process, every time.

Workers are started by hand (tests/cluster/by_hand.py) on this machine; a cluster has been used once before it is timed, so that
what is compiled and imported is there. `--cold` leaves that away.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter, sleep

from interpreter.cluster.connection import connected, Errand
from tests.cluster.by_hand import by_hand, ByHand, ROOT
from tests.cluster.test_cluster import untimed


def command(words: list[str], kept: Path, address: str | None) -> subprocess.Popen:
    """A command with the cluster, or alone in one process; what it keeps lies in a folder of its own."""
    where = ["--cluster", address] if address else ["--jobs", "1"]
    return subprocess.Popen([sys.executable, "-m", "interpreter", *words, "--json", *where], cwd=ROOT, text=True,
                            stdout=subprocess.PIPE, env=os.environ | {"RULEWRIGHT_CACHE": str(kept)})


def result(process: subprocess.Popen) -> dict:
    """What it has said, without what a clock says; `took` is what it says it took."""
    out, _ = process.communicate()
    found = json.loads(out)
    return {"told": untimed(found), "took": found["timings"]["seconds"]}


def speed(args: argparse.Namespace) -> None:
    """One worker and two, in turn."""
    took: dict[int, list[float]] = {1: [], 2: []}
    with tempfile.TemporaryDirectory() as folder:
        for count in (1, 2):
            (Path(folder) / str(count)).mkdir()
        with by_hand(Path(folder) / "1", 1) as one, by_hand(Path(folder) / "2", 2) as two:
            for turn in range(args.turns):
                for count, cluster in ((1, one), (2, two)):
                    if not turn:
                        warm(args, cluster, Path(folder) / f"warm-{count}")
                    seed = str(1_000_000 * (turn + 1))
                    words = ["simulate", args.game, "--games", str(args.games), "--seed", seed, *args.more]
                    took[count].append(result(command(words, Path(folder) / f"kept-{count}-{turn}", cluster.address))["took"])
                    print(f"{count} worker(s): {took[count][-1]:.2f} s, load {os.getloadavg()[0]:.1f}", flush=True)
    ratios = [a / b for a, b in zip(took[1], took[2], strict=True)]
    print(f"two workers: {median(ratios):.2f} times one worker ({min(ratios):.2f} to {max(ratios):.2f}), medians "
          f"{median(took[1]):.2f} and {median(took[2]):.2f} s")


def warm(args: argparse.Namespace, cluster: ByHand, kept: Path) -> None:
    """Some plays before anything is timed."""
    if not args.cold:
        result(command(["simulate", args.game, "--games", "2000", *args.more], kept, cluster.address))


def overhead(args: argparse.Namespace) -> None:
    """Envelopes of one piece that is none, with two workers: what the scheduler, the way and this process cost."""
    Errand._size = lambda self, left: 1  # type: ignore[method-assign]
    with tempfile.TemporaryDirectory() as folder, by_hand(Path(folder), args.workers) as cluster:
        with connected(cluster.address, {}) as carrier:
            list(carrier.shared_out(abs, range(20)))
            began = perf_counter()
            assert sorted(carrier.shared_out(abs, range(args.envelopes))) == [(k, k) for k in range(args.envelopes)]
            took = perf_counter() - began
    print(f"{args.envelopes} envelopes in {took:.2f} s: {1000 * took / args.envelopes:.2f} ms each, "
          f"{args.envelopes / took:.0f} a second, {args.workers} workers, load {os.getloadavg()[0]:.1f}")


def killed(args: argparse.Namespace) -> None:
    """Two workers, one of which is killed at a random moment, and another one started in its place."""
    chance, wrong, lost = random.Random(args.seed), 0, 0
    words = ["simulate", args.game, "--games", str(args.games), *args.more]
    with tempfile.TemporaryDirectory() as folder:
        alone = result(command(words, Path(folder) / "alone", None))["told"]
        with by_hand(Path(folder), 2) as cluster:
            began = perf_counter()
            result(command(words, Path(folder) / "kept", cluster.address))
            usual, workers = perf_counter() - began, cluster.processes[1:]
            for time in range(args.times):
                process = command(words, Path(folder) / f"kept-{time}", cluster.address)
                moment = chance.uniform(0.3, 1.0) * usual
                sleep(moment)
                early = process.poll() is None
                cluster.kill(workers.pop(chance.randrange(2)))
                found = result(process)
                lost += early
                wrong += found["told"] != alone
                workers.append(cluster.worker())
                print(f"{time + 1}: killed after {moment:.1f} s{'' if early else ' (it was through)'}, "
                      f"{'the same' if found['told'] == alone else 'DIFFERENT'}", flush=True)
    print(f"{args.times} times killed, {lost} of them before the end; {wrong} times another result than by one process")


def main() -> None:
    """By the words of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    what = parser.add_subparsers(required=True)
    for work, games in ((speed, 60_000), (killed, 20_000), (overhead, 0)):
        by = what.add_parser(work.__name__)
        by.set_defaults(work=work)
        by.add_argument("--game", default="mixtape")
        by.add_argument("--games", type=int, default=games)
        by.add_argument("--turns", type=int, default=3)
        by.add_argument("--times", type=int, default=20)
        by.add_argument("--workers", type=int, default=2)
        by.add_argument("--envelopes", type=int, default=2000)
        by.add_argument("--seed", type=int, default=1)
        by.add_argument("--cold", action="store_true")
        by.add_argument("more", nargs="*", help="more words for the command, behind --")
    args = parser.parse_args()
    args.work(args)


if __name__ == "__main__":
    main()
