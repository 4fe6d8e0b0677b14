"""Work shared out: pieces that can be carried out anywhere, and who carries them.

In:  a function of a module, the pieces of the work (both can be sent), and a Carrier: so many processes of this machine
     (Processes), or a cluster (cluster/connection.py).
Out: what came of each piece, with its number, in the order in which they are done; who needs another order puts them into it.
     `carried_out` keeps on disk what came of pieces that have a name (a Sort), as soon as it is there, and takes what is kept
     already: so work that was stopped, however it was, goes on with what there is.

With one process nothing is started. Whoever stops listening, or is interrupted, ends the processes at once: Ctrl-C reaches
this process alone, which tells what it has. It waits until work is handed out: an exception in the midst of that would leave
a lock closed which the pool needs for its end. Processes end with the one that has started them, however that ends.
"""

import os
import signal
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing, contextmanager
from itertools import islice
from multiprocessing import active_children, parent_process
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from threading import current_thread, main_thread, Thread
from typing import Any, Generic, Protocol, TypeVar

from attrs import frozen

from interpreter import cache

P = TypeVar("P")
R = TypeVar("R")
Begin = Callable[..., None]
AHEAD = 4                                 # pieces for each process that are handed out and not yet done


class Carrier(Protocol):
    """Who carries pieces out. `far`: it does so on other machines, in runs so long that what comes in is worth keeping."""

    @property
    def far(self) -> bool:
        """On other machines?"""
        ...

    def shared_out(
        self, work: Callable[[P], R], pieces: Sequence[P], begin: Begin | None = None, given: tuple[object, ...] = ()
    ) -> Generator[tuple[int, R], None, None]:
        """`(number, work(piece))` for each piece; whoever works calls `begin(*given)` before the first."""
        ...


@frozen
class Processes:
    """So many processes of this machine."""

    jobs: int = 1
    far: bool = False

    def shared_out(
        self, work: Callable[[P], R], pieces: Sequence[P], begin: Begin | None = None, given: tuple[object, ...] = ()
    ) -> Generator[tuple[int, R], None, None]:
        """The same as the function."""
        return shared_out(work, pieces, self.jobs, begin, given)


@frozen
class Sort(Generic[P, R]):
    """A sort of pieces: the folder of the cache in which what came of them is kept, the name of each (a digest of all that it
    hangs on, and which part of the work it is), and what came of it as plain data and back; None as data: not to be kept."""

    folder: str
    name: Callable[[P], str]
    to_data: Callable[[R], Any]
    from_data: Callable[[Any], R]


def carried_out(
    sort: Sort[P, R], work: Callable[[P], R], pieces: Sequence[P], carrier: Carrier,
    begin: Begin | None = None, given: tuple[object, ...] = (), afresh: bool = False, near: bool = True,
) -> Generator[tuple[int, R], None, None]:
    """`(number, work(piece))` for each piece: first those that are kept (`afresh`: none), then the others as they are done, and
    these are kept. Without `near` only what other machines do is."""
    if not near and not carrier.far:
        with closing(carrier.shared_out(work, pieces, begin, given)) as done:
            yield from done
        return
    left = []
    for number, piece in enumerate(pieces):
        data = None if afresh else cache.kept(sort.folder, sort.name(piece))
        if data is None:
            left.append(number)
        else:
            yield number, sort.from_data(data)
    with closing(carrier.shared_out(work, [pieces[number] for number in left], begin, given)) as done:
        for place, found in done:
            data = sort.to_data(found)
            if data is not None:
                cache.keep(sort.folder, sort.name(pieces[left[place]]), data)
            yield left[place], found


def shared_out(
    work: Callable[[P], R], pieces: Sequence[P], jobs: int, begin: Begin | None = None, given: tuple[object, ...] = ()
) -> Generator[tuple[int, R], None, None]:
    """`(number, work(piece))` for each piece; every process calls `begin(*given)` before its first."""
    if jobs <= 1 or len(pieces) <= 1:
        if begin is not None and pieces:
            begin(*given)
        yield from ((number, work(piece)) for number, piece in enumerate(pieces))
        return
    others, done = set(active_children()), False
    pool = ProcessPoolExecutor(min(jobs, len(pieces)), initializer=_begin, initargs=(begin, given))
    try:
        left, waiting, came = enumerate(pieces), dict[Future[R], int](), SimpleQueue[Future[R]]()
        while True:
            with _undisturbed():
                for number, piece in islice(left, jobs * AHEAD - len(waiting)):
                    future = pool.submit(work, piece)
                    waiting[future] = number
                    future.add_done_callback(came.put)
            if not waiting:
                break
            future = came.get()
            yield waiting.pop(future), future.result()
        done = True
    finally:
        if not done:
            _end(pool, set(active_children()) - others)
        pool.shutdown(cancel_futures=True)


def in_order(done: Iterable[tuple[int, R]]) -> Iterator[list[tuple[int, R]]]:
    """Whatever comes in, with what is next by its number: nothing, one or several, from 0."""
    early: dict[int, R] = {}
    following = 0
    for number, found in done:
        early[number] = found
        ready = []
        while following in early:
            ready.append((following, early.pop(following)))
            following += 1
        yield ready


def _end(pool: ProcessPoolExecutor, processes: set[BaseProcess]) -> None:
    """Ends processes at once. One of them may be sending: what it has sent a part of would be waited for for ever, as long as
    somebody, and be it this process itself, could still write into the same pipe."""
    pool._result_queue._writer.close()  # type: ignore[attr-defined]
    for process in processes:
        process.terminate()


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ctrl-C comes after this."""
    usual = signal.getsignal(signal.SIGINT)
    if current_thread() is not main_thread() or not callable(usual):
        yield
        return
    came: list[int] = []
    signal.signal(signal.SIGINT, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
        if came:
            usual(signal.SIGINT, None)


def _begin(begin: Begin | None, given: tuple[object, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    if begin is not None:
        begin(*given)


def _end_with_parent() -> None:
    """A pool whose owner is killed would wait for work for ever, and hold the pipes that it writes into."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
