"""A Dask cluster for tests and measurements, started by hand: a scheduler and workers as processes of their own.

In:  a folder for their logs; where a worker is to find Python modules first.
Out: By_hand: its address; `worker`, `kill`, and everything ended when it is left.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

from attrs import define, field

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 60.0                            # seconds until a process is there
ADDRESS = {"scheduler": re.compile(r"Scheduler at: +(tcp://\S+)"), "worker": re.compile(r"Start worker at: +(tcp://\S+)")}


@define
class ByHand:
    """The processes by what they are; `address` is the scheduler's."""

    folder: Path
    address: str = ""
    processes: list[subprocess.Popen] = field(factory=list)

    def scheduler(self, first: Path = ROOT) -> subprocess.Popen:
        """Starts a scheduler, which finds modules in this folder before all others."""
        process, self.address = self._started("scheduler", first, "--host", "127.0.0.1", "--port", "0")
        return process

    def worker(self, first: Path = ROOT, threads: int = 1) -> subprocess.Popen:
        """Starts a worker and waits until it is there."""
        words = (self.address, "--nthreads", str(threads), "--no-nanny", "--host", "127.0.0.1")
        return self._started("worker", first, *words)[0]

    def _started(self, what: str, first: Path, *words: str) -> tuple[subprocess.Popen, str]:
        log = self.folder / f"{what}-{len(self.processes)}.log"
        with log.open("w") as file:
            process = subprocess.Popen(
                [sys.executable, "-P", "-m", "dask", what, *words, "--no-dashboard"], stdout=file, stderr=file, cwd=self.folder,
                env=os.environ | {"PYTHONPATH": str(first), "DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__GIL__ENABLED": "0"})
        self.processes.append(process)
        until = monotonic() + LONGEST
        while (found := ADDRESS[what].search(log.read_text())) is None:
            assert process.poll() is None and monotonic() < until, log.read_text()
            sleep(0.05)
        return process, found[1]

    def kill(self, process: subprocess.Popen) -> None:
        """At once, as if the machine was switched off."""
        process.kill()
        process.wait()


@contextmanager
def by_hand(folder: Path, workers: int = 0) -> Iterator[ByHand]:
    """A scheduler and so many workers."""
    cluster = ByHand(folder)
    try:
        cluster.scheduler()
        for _ in range(workers):
            cluster.worker()
        yield cluster
    finally:
        for process in cluster.processes:
            cluster.kill(process)
