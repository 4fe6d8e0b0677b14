"""The server: on which address, for whom it can be reached, its links with their codes in the terminal.

In:  tables, an address or none, a port or none, names under which a web server in front of it is reached.
Out: runs until it is interrupted. CannotServe where the address or port cannot be had.

A terminal that is closed ends it as Ctrl-C does. Whoever sends only the beginning of a request is sent away after some
seconds, so that slow ones keep nobody out.
"""

import asyncio
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

import h11
import segno
import uvicorn
from starlette.routing import Route
from uvicorn.protocols.http.h11_impl import H11Protocol

from interpreter.web.app import application, Guard
from interpreter.web.hosted import HOST, Hosted, TABLE
from interpreter.web.tables import Tables

PORT = 8737
PATIENCE = 10.0                                  # seconds in which a request has to be whole
NOT_WHOLE = (h11.IDLE, h11.SEND_BODY)            # what h11 says of who has not sent all of a request
ENDS = [one for name in ("SIGINT", "SIGTERM", "SIGHUP") if (one := getattr(signal, name, None)) is not None]
LOOPBACK = ("127.0.0.1", "localhost", "::1")


class CannotServe(Exception):
    """The address or port cannot be had, and why."""


class Impatient(H11Protocol):
    """Sends away whoever does not send a request that is whole: its head, or its body, of this request or of a later one."""

    waits: asyncio.TimerHandle | None = None

    def connection_made(self, transport) -> None:
        """The clock begins when somebody comes."""
        super().connection_made(transport)
        self._count()

    def data_received(self, data: bytes) -> None:
        """It stops when a request is whole, and begins again with the next."""
        if self.waits is None:
            self._count()
        super().data_received(data)
        if self.conn.their_state not in NOT_WHOLE:
            self._stop()

    def on_response_complete(self) -> None:
        """What has come already of the next request is counted, too."""
        super().on_response_complete()
        if self.waits is None and self.conn.trailing_data[0] and self.conn.their_state in NOT_WHOLE:
            self._count()

    def _count(self) -> None:
        self.waits = asyncio.get_running_loop().call_later(PATIENCE, self._too_slow)

    def _stop(self) -> None:
        if self.waits is not None:
            self.waits.cancel()
            self.waits = None

    def _too_slow(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()

    def connection_lost(self, exc) -> None:
        """Nobody is there any more."""
        self._stop()
        super().connection_lost(exc)


class Orderly(uvicorn.Server):
    """Ends what does not end by itself, streams and processes, before it waits for the rest; who began it goes on after that,
    whatever signal has ended it."""

    def __init__(self, config: uvicorn.Config, app: Guard, end: Callable[[], Awaitable[None]] | None):
        super().__init__(config)
        self.guard, self.end = app, end

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Nobody waits for more."""
        self.guard.server.end()
        if self.end is not None:
            await self.end()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Each of them ends it, but for SIGHUP where it was to be ignored, as `nohup` says."""
        taken = [one for one in ENDS if one in ENDS[:2] or signal.getsignal(one) is not signal.SIG_IGN]
        before = [(one, signal.signal(one, self.handle_exit)) for one in taken]
        try:
            yield
        finally:
            for one, was in before:
                signal.signal(one, was)


def local_address() -> str:
    """This machine's address in the local network, or that of the machine for itself where it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))                     # nothing is sent: which way it would go is all
            return str(asking.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def listening(host: str, port: int | None) -> socket.socket:
    """A socket on the address; on the usual port, or the next that is free, unless one is asked for."""
    for at in (port,) if port is not None else range(PORT, PORT + 20):
        made = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind((host, at))
            made.listen(2048)                                    # whoever comes before all is ready waits
        except (OSError, OverflowError) as error:
            made.close()
            last = getattr(error, "strerror", None) or str(error)
            continue
        return made
    raise CannotServe(f"{host} cannot be served at{f' port {port}' if port is not None else ''}: {last}")


def names_of(host: str, port: int, others: Sequence[str]) -> list[str]:
    """What this server may be called in a request."""
    shown = f"[{host}]" if ":" in host else host
    own = [f"{shown}:{port}", *(f"{one}:{port}" for one in LOOPBACK[:2] if host in (*LOOPBACK, "0.0.0.0", "::"))]
    if host in ("0.0.0.0", "::"):
        own.append(f"{local_address()}:{port}")
    return [*own, *others]


def who_can_reach(host: str) -> str:
    """Who can open the pages, told plainly."""
    if host in LOOPBACK:
        return "Only this machine can reach it (leave out --host for your phones)."
    return ("Everybody in your local network can reach it, and nobody outside unless your router lets them; a seat opens to "
            "whoever has its link. What is sent is not encrypted: on a network of strangers read docs/guide/phones.md first.")


def show_links(tables: dict[int, Hosted], base: str, out=None, codes: bool = True) -> None:
    """The links of each table, a code below each seat's."""
    out = out or sys.stdout
    for number, table in tables.items():
        print(f"\n{table.title}, table {number}" if len(tables) > 1 else f"\n{table.title}", file=out)
        where = f"{base}/t/{number}"
        print(f"  host    {where}/{HOST}/#{table.roles[HOST].link}", file=out)
        print(f"  table   {where}/{TABLE}/#{table.roles[TABLE].link}   (for the screen that everybody sees)", file=out)
        for k, name in enumerate(table.names):
            one = table.roles[f"s{k}"]
            if one.bot:
                print(f"  {name}: played by {one.bot}", file=out)
                continue
            url = f"{where}/s{k}/#{one.link}"
            print(f"  {name}    {url}", file=out)
            if codes:
                segno.make(url, error="l").terminal(out=out, border=2, compact=True)
    out.flush()


def run(
    tables: Tables, sock: socket.socket, hosts: Sequence[str], more: Sequence[Route] = (),
    end: Callable[[], Awaitable[None]] | None = None,
) -> None:
    """Serves until it is interrupted; `end` is done then, before connections are closed."""
    _many_files()
    app = application(tables, hosts, more)
    config = uvicorn.Config(
        app, http=Impatient, ws="none", lifespan="off", access_log=False, log_level="error",
        server_header=False, timeout_keep_alive=30, timeout_graceful_shutdown=1, proxy_headers=False, backlog=2048,
    )
    with suppress(KeyboardInterrupt):                            # before it has begun
        Orderly(config, app, end).run([sock])


def _many_files() -> None:
    """As many connections at once as the machine allows."""
    try:
        import resource
    except ImportError:                                          # no such limits here
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65536 if hard == resource.RLIM_INFINITY else hard
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(wanted, 65536)), hard))
