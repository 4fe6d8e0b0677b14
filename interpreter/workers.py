"""Work shared out among processes.

In:  a function of a module, the pieces of the work (both can be sent), how many processes.
Out: what came of each piece, with its number, in the order in which they are done.

With one process nothing is started. Whoever stops listening, or is interrupted, ends the processes at once: Ctrl-C reaches
this process alone, which tells what it has.
"""

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import active_children
from multiprocessing.process import BaseProcess
from typing import TypeVar

P = TypeVar("P")
R = TypeVar("R")
Begin = Callable[..., None]
AHEAD = 4                                 # pieces for each process that are handed out and not yet done


def shared_out(
    work: Callable[[P], R], pieces: Sequence[P], jobs: int, begin: Begin | None = None, given: tuple[object, ...] = ()
) -> Iterator[tuple[int, R]]:
    """`(number, work(piece))` for each piece; every process calls `begin(*given)` before its first."""
    if jobs <= 1 or len(pieces) <= 1:
        if begin is not None:
            begin(*given)
        yield from ((number, work(piece)) for number, piece in enumerate(pieces))
        return
    others, done = set(active_children()), False
    pool = ProcessPoolExecutor(min(jobs, len(pieces)), initializer=_begin, initargs=(begin, given))
    try:
        left, waiting = enumerate(pieces), dict[Future[R], int]()
        while True:
            for number, piece in islice(left, jobs * AHEAD - len(waiting)):
                waiting[pool.submit(work, piece)] = number
            if not waiting:
                break
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                yield waiting.pop(future), future.result()
        done = True
    finally:
        if not done:
            _end(pool, set(active_children()) - others)
        pool.shutdown(cancel_futures=True)


def _end(pool: ProcessPoolExecutor, processes: set[BaseProcess]) -> None:
    """Ends processes at once. One of them may be sending: what it has sent a part of would be waited for for ever, as long as
    somebody, and be it this process itself, could still write into the same pipe."""
    pool._result_queue._writer.close()  # type: ignore[attr-defined]
    for process in processes:
        process.terminate()


def _begin(begin: Begin | None, given: tuple[object, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if begin is not None:
        begin(*given)
