"""A Dask cluster as somebody who carries pieces out.

In:  an address (`tcp://HOST:PORT` of a scheduler, or `local:N`), and the files that were read here.
Out: Cluster, a Carrier (workers.py). Raises Unusable where there is no such cluster, or its workers are not like us, and Lost
     when it is gone; both say in words what to do.

Pieces go in envelopes: as many of them as take about a second (longer with more threads than one scheduler could keep busy so),
since every envelope costs some milliseconds, whatever is in it.
Which pieces share an envelope changes nothing of what comes of them. What all envelopes need (files, and what a process makes
ready before its first piece) is sent once, as a result on which they depend: workers fetch it from one another, and Dask makes
it again where it is lost. So is whatever a worker had that is gone. Dask and its words are imported here and nowhere else.
"""

import asyncio
import logging
import os
import re
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, ExitStack, suppress
from importlib.util import find_spec
from pkgutil import resolve_name
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any, TypeVar
from uuid import uuid4

from attrs import define, field, frozen

from interpreter.cluster.hand import DONE, packed, unpacked
from interpreter.cluster.worker import ANSWER, carry, OTHER, Versions, versions
from interpreter.limits import SETTING
from interpreter.project.sent import sent
from interpreter.workers import Begin

P = TypeVar("P")
R = TypeVar("R")
NEEDS = ("dask", "distributed")
LOCAL = re.compile(r"local:([0-9]+)")
REMOTE = re.compile(r"(?:(tcp|tls)://)?(\[[0-9A-Fa-f:.]+\]|[^\s:/\[\]]+):([0-9]+)/?")
MOST_HERE, MOST_PORT = 64, 65535
SOON = 5.0                                # seconds in which a scheduler answers, if there is one
LATE = 30.0                               # seconds after which whoever has not answered is gone
PATIENCE = 60.0                           # seconds without any answer after which what is out is handed out once more
LOOK = 1.0                                # seconds between two looks at who is there
ENVELOPE, MOST_PIECES = 1.0, 1000         # seconds that an envelope is to take; pieces in it at most
HANDLING = 0.02                           # seconds that it costs here and with the scheduler: many threads want longer ones
AHEAD = 3                                 # envelopes for each thread that are handed out and not yet done
TRIES = 4                                 # processes that a piece may end before nobody tries it any more
LOUD = ("distributed", "tornado", "asyncio")
INSTALL = "install there what is installed here, and start the workers anew"
Tell = Callable[[str], None]


class Unusable(Exception):
    """There is no such cluster, or it is none for us; in words."""


class Misspelt(Unusable):
    """What was said is no address; in words."""


class Lost(Exception):
    """The cluster was there and is gone, or cannot do it; in words."""


@contextmanager
def connected(address: str, read: Mapping[str, bytes], tell: Tell = lambda words: None) -> Iterator["Cluster"]:
    """The cluster at an address. `read`: the files that are read here, before work is shared out and while it is; `tell` hears
    what somebody who waits wants to know."""
    here, there = LOCAL.fullmatch(address), REMOTE.fullmatch(address)
    if here is not None and not 1 <= int(here[1]) <= MOST_HERE:
        raise Misspelt(f"`{address}` starts no cluster here: local:2 starts one of two processes, and {MOST_HERE} is the most")
    if here is None and (there is None or not 1 <= int(there[3]) <= MOST_PORT):
        raise Misspelt(f"`{address}` is no address of a cluster: write tcp://HOST:PORT, as `dask scheduler` says, or local:2")
    if any(find_spec(name) is None for name in NEEDS):
        raise Unusable("a cluster is reached with Dask, which is not installed here: pip install 'rulewright[cluster]'")
    _quiet()
    from distributed import Client

    with ExitStack() as stack, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if here is not None:
            address = stack.enter_context(_started(int(here[1])))
        elif there is not None:
            address = f"{there[1] or 'tcp'}://{there[2]}:{there[3]}"
            asyncio.run(_is_scheduler(address))
        try:
            client = Client(address, timeout=SOON, set_as_default=False)
        except (OSError, ValueError, ImportError) as error:
            raise Unusable(f"the scheduler at {address} does not take us on: {_first_line(error)}") from None
        try:
            _have_rulewright(client, address)
            yield Cluster(client, address, read, tell)
        finally:
            with suppress(OSError):
                client.close(timeout=SOON if client.status == "running" else 0.1)


def _quiet() -> None:
    """What Dask writes into its log is for those who look after a cluster. What we have to say of it we say ourselves."""
    import distributed

    del distributed
    for name in (*LOUD, *logging.root.manager.loggerDict):
        if name.partition(".")[0] in LOUD:               # some of them have a level of their own
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


@contextmanager
def _started(count: int) -> Iterator[str]:
    """A cluster of so many processes here; its address."""
    from distributed import LocalCluster

    cluster = LocalCluster(n_workers=count, threads_per_worker=1, processes=True, memory_limit=0, dashboard_address=None,
                           host="127.0.0.1", silence_logs=logging.CRITICAL + 1)
    try:
        yield cluster.scheduler_address
    finally:
        with suppress(OSError):
            cluster.close(timeout=LATE)


async def _is_scheduler(address: str) -> None:
    """Raises Unusable in words, soon, if no scheduler answers there. Of what another program answers anything may come."""
    from distributed.core import rpc
    from distributed.security import Security

    way_out = "`dask scheduler` prints the address of one that it starts"
    if address.startswith("tls:"):
        way_out += "; by tls everybody needs certificates (docs/guide/cluster.md)"
    try:
        async with rpc(address, timeout=SOON, connection_args=Security().get_connection_args("client")) as there:
            said = await asyncio.wait_for(there.identity(), SOON)
    except TimeoutError:
        raise Unusable(f"nobody answers at {address} as a scheduler within {SOON:g} seconds; {way_out}") from None
    except OSError as error:
        raise Unusable(f"nobody answers at {address} as a scheduler ({_first_line(error)}); {way_out}") from None
    except (EOFError, RuntimeError, ValueError, TypeError, MemoryError):
        raise Unusable(f"what answers at {address} is no scheduler; {way_out}") from None
    kind = said.get("type") if isinstance(said, dict) else None
    if kind != "Scheduler":
        raise Unusable(f"at {address} there is no scheduler, but a {str(kind or 'stranger').lower()}; {way_out}")


def _have_rulewright(client: Any, address: str) -> None:
    """Raises Unusable if a worker has not. It is asked with what every Python has: of what it cannot read a worker dies."""
    try:
        found = client.run(resolve_name, f"{carry.__module__}:carry.__name__", on_error="return", callback_timeout=LATE)
    except OSError as error:
        raise Unusable(f"the scheduler at {address} does not answer: {_first_line(error)}") from None
    without = [worker for worker, said in found.items() if said != carry.__name__]
    if without:
        raise Unusable(f"of {len(found)} workers of the cluster at {address} {len(without)} have no Rulewright like this one "
                       f"({without[0]}): {INSTALL}")


def _first_line(error: BaseException) -> str:
    """The reason, as short as it can be had."""
    while error.__cause__ is not None:
        error = error.__cause__
    return (str(error) or type(error).__name__).split("\n")[0]


# ------------------------------------------------------------------ the carrier


@frozen(eq=False)
class Envelope:
    """Pieces that go together, with their numbers; how many processes have ended over them. It may be out more than once."""

    pieces: Sequence[tuple[int, Any]]
    ended: int = 0


@define(eq=False)
class Cluster:
    """A cluster that is there. `far`: what it carries out is kept."""

    client: Any
    address: str
    read: Mapping[str, bytes]
    tell: Tell
    far: bool = True
    threads: int = 0
    workers: int = 0
    looked: float = 0.0

    def shared_out(
        self, work: Callable[[P], R], pieces: Sequence[P], begin: Begin | None = None, given: tuple[object, ...] = ()
    ) -> Generator[tuple[int, R], None, None]:
        """`(number, work(piece))` for each piece, as they come in; whoever works calls `begin(*given)` before the first."""
        if not pieces:
            return
        needed = packed((sent(self.read), os.environ.get(SETTING, ""))), packed((begin, given)) if begin is not None else b""
        errand = Errand(self, work, needed)
        try:
            self.look(anyway=True)
            yield from errand.carried(deque(enumerate(pieces)))
        finally:
            if self.client.status == "running":                  # a client that is closed has given all of it back
                with suppress(OSError):                          # a scheduler that is gone cannot be told
                    self.client.cancel([*errand.waiting, *errand.there], force=True)

    def sent_once(self, data: bytes) -> Any:
        """A result on which others can depend: the same bytes."""
        return self.client.submit(bytes, data, key=f"rulewright-files-{uuid4().hex}")

    def gone(self) -> Lost:
        """What is said of a scheduler that is not there any more."""
        return Lost(f"the scheduler at {self.address} does not answer any more")

    def look(self, anyway: bool = False) -> None:
        """Who is there? Raises Lost if the scheduler is not."""
        if not anyway and monotonic() - self.looked < LOOK:
            return
        try:
            if self.client.status != "running":
                raise ConnectionError
            found = self.client.sync(self.client.scheduler.ncores, callback_timeout=LATE)
        except (OSError, asyncio.CancelledError):
            raise self.gone() from None
        self.looked, before = monotonic(), self.workers
        self.workers, self.threads = len(found), sum(found.values())
        if not self.workers and (before or anyway):
            self.tell("no worker is there; the work goes on as soon as one joins the cluster")
        elif self.workers < before:
            self.tell(f"a worker has gone, {self.workers} of {before} are there; what it had begun is done again")


@define(eq=False)
class Errand:
    """Pieces on their way: who carries them, and what they need. Where a scheduler has lost sight of some, as it may when a
    worker dies, nothing comes in any more: then what is out is handed out once more, and the first answer counts."""

    cluster: Cluster
    work: Callable[[Any], Any]
    needed: tuple[bytes, bytes]
    there: list[Any] = field(factory=list)         # the same as results on which envelopes depend
    waiting: dict[Any, Envelope] = field(factory=dict)
    answers: SimpleQueue = field(factory=SimpleQueue)
    ours: Versions = field(factory=versions)
    name: str = field(factory=lambda: f"rulewright-pieces-{uuid4().hex}")
    count: int = 0
    seconds: float = 0.0                  # that a piece takes; 0 as long as nobody knows
    since: float = field(factory=monotonic)
    patience: float = field(factory=lambda: PATIENCE)

    def carried(self, left: deque[tuple[int, Any]]) -> Iterator[tuple[int, Any]]:
        """What came of each piece, as it comes in."""
        self._send_what_is_needed()
        while left or self.waiting:
            while left and len(self.waiting) < AHEAD * max(1, self.cluster.threads):
                size = self._size(len(left))
                self._hand_out(Envelope([left.popleft() for _ in range(size)]))
            for future in self._answered():
                envelope = self.waiting.pop(future, None)
                if envelope is not None:
                    self._forget(envelope)
                    yield from self._opened(future, envelope)
            self.cluster.look()
            self._hand_out_late()

    def _size(self, left: int) -> int:
        """How many pieces go into the next envelope: fewer at the end, so that nobody waits for the last one."""
        if not self.seconds:
            return 1
        share = -(-left // (2 * max(1, self.cluster.threads)))
        long = max(ENVELOPE, HANDLING * self.cluster.threads)
        return max(1, min(MOST_PIECES, share, int(long / self.seconds)))

    def _hand_out(self, envelope: Envelope) -> None:
        self.count += 1
        data = packed((self.work, [piece for _, piece in envelope.pieces]))
        future = self.cluster.client.submit(carry, self.ours, *self.there, data, key=(self.name, self.count), pure=False)
        self.waiting[future] = envelope
        future.add_done_callback(self.answers.put)

    def _hand_out_late(self) -> None:
        """Once more what is out, if nothing has come in for long; the next time it takes twice as long."""
        if monotonic() - self.since < self.patience or not self.cluster.workers:
            return
        self.since, self.patience = monotonic(), 2 * self.patience
        self._send_what_is_needed()
        for envelope in dict.fromkeys(self.waiting.values()):
            self._hand_out(envelope)

    def _send_what_is_needed(self) -> None:
        self.there = [self.cluster.sent_once(data) for data in self.needed]

    def _forget(self, envelope: Envelope) -> None:
        """Somebody has answered; what others may answer to the same is of no interest."""
        for future in [future for future, same in self.waiting.items() if same is envelope]:
            del self.waiting[future]

    def _answered(self) -> list[Any]:
        """The futures that are done, at least one or none; waits no longer than until the next look."""
        try:
            done = [self.answers.get(timeout=LOOK)]
        except Empty:
            return []
        self.since = monotonic()
        while not self.answers.empty():
            done.append(self.answers.get())
        return [future for future in done if future in self.waiting]

    def _opened(self, future: Any, envelope: Envelope) -> Iterator[tuple[int, Any]]:
        from distributed.client import FutureCancelledError
        from distributed.scheduler import KilledWorker

        try:
            sort, said = future.result(timeout=LATE)
        except (FutureCancelledError, asyncio.CancelledError, TimeoutError):
            self.cluster.look(anyway=True)                       # if the scheduler is there, it was taken away or lost
            self._hand_out(envelope)
            return
        except KilledWorker:
            self._again(envelope, "several workers, one after the other,")
            return
        except OSError as error:
            if future.status != "error":                         # it was on its way here
                raise self.cluster.gone() from None
            raise Lost(f"a worker of the cluster at {self.cluster.address} cannot work: {_first_line(error)}") from None
        except (ImportError, AttributeError) as error:
            raise Unusable(f"a worker of the cluster at {self.cluster.address} has no Rulewright like this one "
                           f"({_first_line(error)}): {INSTALL}") from None
        if sort == OTHER:
            raise Unusable(self._otherwise(said))
        if sort != ANSWER:
            self._again(envelope, f"a process of a worker (exit code {said})")
            return
        how, found, more = unpacked(said)
        if how != DONE:
            found.add_note(f"on a worker of the cluster:\n{more}")
            raise found
        each = more / len(envelope.pieces)
        self.seconds = min(each, 2 * self.seconds) if self.seconds else each
        yield from ((number, one) for (number, _), one in zip(envelope.pieces, found, strict=True))

    def _again(self, envelope: Envelope, who: str) -> None:
        """Piece by piece, so that one which ends every process that takes it up does not take others with it."""
        if envelope.ended + 1 >= TRIES:
            raise Lost(f"a piece of the work has ended {who} {TRIES} times; does it take more memory than there is?")
        for piece in envelope.pieces:
            self._hand_out(Envelope([piece], envelope.ended + 1))

    def _otherwise(self, theirs: Versions) -> str:
        names = [name for name in self.ours if theirs.get(name) != self.ours[name]]
        said = ", ".join(f"{name} {theirs.get(name, 'none')} instead of {self.ours[name]}" for name in names)
        return f"a worker of the cluster at {self.cluster.address} has {said}, and so might play otherwise: {INSTALL}"
