"""A client of the language server, as small as can be: it starts `rulewright lsp` and talks to it over stdio.

In:  files and requests.
Out: what the server says, as plain values; `Client.diagnostics` by address, with the moment at which they came.
"""

import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 60.0                                    # seconds that an answer is waited for


class Refused(Exception):
    """The server answered a request with an error."""


class Client:
    """One server process. Use it in a `with`."""

    def __init__(self, folder: Path = ROOT):
        self.process = subprocess.Popen([sys.executable, "-m", "interpreter", "lsp"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder,
                                        env={**os.environ, "PYTHONPATH": str(ROOT)})
        self.number, self.answers, self.arrived = 0, {}, threading.Condition()
        self.diagnostics: dict[str, list[tuple[float, int | None, list[dict]]]] = {}
        self.said: list[dict] = []
        self.errors: list[str] = []
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        for listen in (self._listen, self._overhear):
            threading.Thread(target=listen, daemon=True).start()

    def __enter__(self) -> "Client":
        self.capabilities = self.ask("initialize", {"processId": None, "rootUri": ROOT.as_uri(), "capabilities": {
            "textDocument": {"publishDiagnostics": {"relatedInformation": True, "versionSupport": True}}}})
        self.tell("initialized", {})
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.ask("shutdown", None)
            self.tell("exit", None)
            self.process.wait(10)
        except (Refused, TimeoutError, OSError, subprocess.TimeoutExpired):
            self.process.kill()

    # ---------------------------------------------------------------- talking

    def _send(self, message: dict) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def tell(self, method: str, params: Any) -> None:
        self._send({"method": method, "params": params})

    def ask(self, method: str, params: Any) -> Any:
        """Waits for the answer."""
        self.number += 1
        number = self.number
        self._send({"id": number, "method": method, "params": params})
        with self.arrived:
            if not self.arrived.wait_for(lambda: number in self.answers or self.process.poll() is not None, LONGEST):
                raise TimeoutError(method)
        answer = self.answers.pop(number, {"error": {"message": "the server has ended"}})
        if "error" in answer:
            raise Refused(answer["error"]["message"])
        return answer.get("result")

    def _listen(self) -> None:
        stream = self.process.stdout
        while head := stream.readline():
            length = int(head.split(b":")[1])
            while stream.readline().strip():
                pass
            self._take(json.loads(stream.read(length)))
        with self.arrived:
            self.arrived.notify_all()

    def _take(self, message: dict) -> None:
        with self.arrived:
            if "id" in message and "method" not in message:
                self.answers[message["id"]] = message
            elif "id" in message:
                self._send({"id": message["id"], "result": None})
                self.said.append(message)
            elif message["method"] == "textDocument/publishDiagnostics":
                params = message["params"]
                row = (time.perf_counter(), params.get("version"), params["diagnostics"])
                self.diagnostics.setdefault(params["uri"], []).append(row)
            else:
                self.said.append(message)
            self.arrived.notify_all()

    def _overhear(self) -> None:
        for line in self.process.stderr:
            self.errors.append(line.decode())

    # ---------------------------------------------------------------- files

    def open(self, path: Path, text: str | None = None) -> str:
        """Gives its address."""
        uri = path.resolve().as_uri()
        self.texts[uri] = path.read_text(encoding="utf-8") if text is None else text
        self.versions[uri] = 1
        document = {"uri": uri, "languageId": "rulewright", "version": 1, "text": self.texts[uri]}
        self.tell("textDocument/didOpen", {"textDocument": document})
        return uri

    def change(self, uri: str, text: str) -> int:
        """The whole file anew; gives its version."""
        self.versions[uri] += 1
        self.texts[uri] = text
        self.tell("textDocument/didChange", {"textDocument": {"uri": uri, "version": self.versions[uri]},
                                             "contentChanges": [{"text": text}]})
        return self.versions[uri]

    def at(self, uri: str, words: str, behind: int = 0, which: int = 0) -> dict:
        """The place of these words, so many characters behind their beginning, as the parameters of a request."""
        start = -1
        for _ in range(which + 1):
            start = self.texts[uri].index(words, start + 1)
        before = self.texts[uri][:start + behind]
        at = {"line": before.count("\n"), "character": len(before) - before.rfind("\n") - 1}
        return {"textDocument": {"uri": uri}, "position": at}

    def wait_for(self, method: str) -> None:
        """Until the server has said or asked this."""
        with self.arrived:
            if not self.arrived.wait_for(lambda: any(one["method"] == method for one in self.said), LONGEST):
                raise TimeoutError(method)

    def wait(self, uri: str, fits, seconds: float = LONGEST, version: int | None = None) -> list[dict]:
        """The newest diagnostics of a file for which this is true."""
        def found():
            rows = self.diagnostics.get(uri, [])
            return [row for row in rows[-1:] if (version is None or row[1] == version) and fits(row[2])]

        with self.arrived:
            if not self.arrived.wait_for(found, seconds):
                raise TimeoutError(f"diagnostics of {uri}: {self.diagnostics.get(uri, [])[-1:]}")
            return found()[0][2]
