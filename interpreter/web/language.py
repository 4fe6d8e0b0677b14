"""The language server behind a page: a process of its own, the one that `rulewright lsp` is, for each page that is open.

In:  messages of the Language Server Protocol as a page sends them, and a test of which files they may be about.
Out: what the server says, one message after the other; that it has ended, where it does. NotForPages for a message that no
     page has a need for.

The page sends by POST and hears by server-sent events, so that nothing is needed beside what `serve` is made of.
"""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from attrs import define, field
from pygls.uris import to_fs_path

MOST_WAITING = 10_000                            # messages that nobody has heard yet
PATIENCE = 2.0                                   # seconds in which the process ends when it is told to
METHODS = frozenset("""
initialize initialized shutdown $/cancelRequest
textDocument/didOpen textDocument/didChange textDocument/didSave textDocument/didClose
textDocument/completion textDocument/hover textDocument/signatureHelp textDocument/definition textDocument/references
textDocument/documentHighlight textDocument/codeAction textDocument/formatting textDocument/prepareRename textDocument/rename
textDocument/documentSymbol textDocument/foldingRange textDocument/semanticTokens/full textDocument/inlayHint
textDocument/codeLens workspace/symbol workspace/executeCommand
""".split())


class NotForPages(Exception):
    """A message that is not passed on, and why."""


@define(eq=False)
class Language:
    """One process, and the page that listens to it."""

    folder: Path
    holds: Callable[[Path], bool]
    _process: asyncio.subprocess.Process | None = None
    _said: asyncio.Queue[bytes | None] = field(factory=lambda: asyncio.Queue(MOST_WAITING))
    _reading: asyncio.Task | None = None
    _told: bool = False                          # to end

    async def start(self) -> None:
        """Begins the process."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "interpreter", "lsp", cwd=self.folder, stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL, limit=2**24)
        if self._told:                                       # while it began
            self._process.terminate()
            return
        self._reading = asyncio.create_task(self._read())

    async def heard(self, beat: float) -> AsyncIterator[bytes | None]:
        """Each message as it comes; None where nothing has come for so many seconds. It ends with the process."""
        while True:
            try:
                message = await asyncio.wait_for(self._said.get(), beat)
            except TimeoutError:
                yield None
                continue
            if message is None:
                return
            yield message

    async def send(self, messages: list[Any]) -> None:
        """Passes messages on, in their order; all or none of them."""
        sent = []
        for message in messages:
            self._allow(message)
            body = json.dumps(message, ensure_ascii=False).encode()
            sent.append(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        process = self._process
        if process is None or process.stdin is None or process.returncode is not None:
            raise NotForPages("the language server has ended")
        try:
            process.stdin.write(b"".join(sent))
            await process.stdin.drain()
        except (BrokenPipeError, ConnectionResetError):
            raise NotForPages("the language server has ended") from None

    def close(self) -> None:
        """Ends the process; it is told so once, since a signal more would take its end from whoever waits for it."""
        if self._told:
            return
        self._told = True
        if self._reading is not None:
            self._reading.cancel()
        while self._said.full():
            self._said.get_nowait()
        self._said.put_nowait(None)                          # whoever listens hears that it has ended
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.terminate()

    async def gone(self) -> None:
        """Returns when the process has ended. Whoever has its pipes from it may hold them for longer: nobody waits for that."""
        if self._process is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._process.wait(), PATIENCE)
                return
            with suppress(TimeoutError, ProcessLookupError):
                self._process.kill()
                await asyncio.wait_for(self._process.wait(), PATIENCE)

    async def _read(self) -> None:
        stream = self._process.stdout if self._process is not None else None
        with suppress(asyncio.IncompleteReadError, ConnectionResetError, ValueError):
            while stream is not None:
                head = await stream.readuntil(b"\r\n\r\n")
                size = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
                await self._said.put(await stream.readexactly(int(size.partition(b":")[2])))
        await self._said.put(None)

    def _allow(self, message: Any) -> None:
        """Only what a page needs, and only about files of the project."""
        method = message.get("method", "initialize") if isinstance(message, dict) else None
        if not isinstance(method, str) or method not in METHODS:
            raise NotForPages("the language server is not asked that from a page")
        for address in _addresses(message):
            path = _path_at(address)
            if not path or not self.holds(Path(path)):
                raise NotForPages("that is about a file that is not of this project")


def _path_at(address: str) -> str | None:
    try:
        return to_fs_path(address) if address.startswith("file:") else address
    except ValueError:                                       # no address at all
        return None


def _addresses(message: Any) -> Iterator[str]:
    """Every address of a file in a message, however deep; the first argument of a command is one, too."""
    left = [("", message)]
    while left:
        key, value = left.pop()
        if isinstance(value, dict):
            arguments = value.get("arguments")
            if isinstance(arguments, list):
                yield from (one for one in arguments[:1] if isinstance(one, str))
            left += value.items()
        elif isinstance(value, list):
            left += [(key, inner) for inner in value]
        elif isinstance(value, str) and (key.lower().endswith(("uri", "path")) or value.startswith("file:") and key != "text"):
            yield value
