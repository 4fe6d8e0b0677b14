"""The language server behind the page of `edit`, over HTTP: what is typed is answered, and nothing else is reached by it."""

import json
import queue
import shutil
import signal
import threading
import time

import httpx
import pytest

from tests.cli.running import ROOT
from tests.web.browsing import Edited

LONGEST = 60.0


class Page:
    """What a page does: it hears, and it sends."""

    def __init__(self, edited: Edited):
        self.client = httpx.Client(base_url=edited.base, headers={"origin": edited.base}, timeout=LONGEST)
        assert self.client.post("/edit/enter", json={"key": edited.link.partition("#")[2]}).status_code == 200
        self.heard: queue.Queue[dict] = queue.Queue()
        self.session, self.number, self.ended = "", 0, threading.Event()
        self.began = threading.Event()
        threading.Thread(target=self._listen, daemon=True).start()
        assert self.began.wait(LONGEST)

    def _listen(self) -> None:
        event = ""
        try:
            with self.client.stream("GET", "/edit/language") as lines:
                for line in lines.iter_lines():
                    word, _, rest = line.partition(": ")
                    if word == "event":
                        event = rest
                    elif word == "data" and event == "begun":
                        self.session, event = json.loads(rest), ""
                        self.began.set()
                    elif word == "data" and not event:
                        self.heard.put(json.loads(rest))
        except httpx.HTTPError:
            pass
        self.ended.set()

    def send(self, *messages: dict) -> httpx.Response:
        return self.client.post("/edit/language/send", json={
            "session": self.session, "messages": [{"jsonrpc": "2.0", **one} for one in messages]})

    def ask(self, method: str, params: dict) -> dict:
        self.number += 1
        assert self.send({"id": self.number, "method": method, "params": params}).status_code == 200
        return self.wait(lambda one: one.get("id") == self.number and "method" not in one)

    def wait(self, fits) -> dict:
        until = time.monotonic() + LONGEST
        while True:
            one = self.heard.get(timeout=max(0.1, until - time.monotonic()))
            if fits(one):
                return one


@pytest.fixture(scope="module")
def edited(tmp_path_factory):
    home = tmp_path_factory.mktemp("edit")
    shutil.copytree(ROOT / "rules" / "nim", home / "nim")
    made = Edited(home, "nim/nim.rules")
    yield made, home
    assert made.stop() == 0


def test_what_is_typed_is_answered(edited):
    made, home = edited
    page = Page(made)
    uri = (home / "nim" / "nim.rules").as_uri()
    text = (home / "nim" / "nim.rules").read_text(encoding="utf-8")
    known = page.ask("initialize", {"processId": None, "rootUri": home.as_uri() + "/nim", "capabilities": {}})
    assert "capabilities" in known["result"]
    page.send({"method": "initialized", "params": {}}, {"method": "textDocument/didOpen", "params": {"textDocument": {
        "uri": uri, "languageId": "rulewright", "version": 1, "text": text}}})
    wrong = text.replace("set last_taker to me", "set last_takr to me")
    page.send({"method": "textDocument/didChange", "params": {"textDocument": {"uri": uri, "version": 2},
                                                              "contentChanges": [{"text": wrong}]}})
    said = page.wait(lambda one: one.get("method") == "textDocument/publishDiagnostics" and one["params"]["diagnostics"])
    assert "last_takr" in said["params"]["diagnostics"][0]["message"]
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    fixes = page.ask("textDocument/codeAction", {"textDocument": {"uri": uri}, "range": whole, "context": {"diagnostics": []}})
    assert fixes["result"][0]["title"] == "write `last_taker`"
    scenarios = home / "nim" / "scenarios.rules"
    page.ask("workspace/executeCommand", {"command": "rulewright.run", "arguments": [str(scenarios), ""]})
    came = page.wait(lambda one: one.get("method") == "$/rulewright/scenarios")["params"]
    assert came["uri"] == scenarios.as_uri() and not any(one["passed"] for one in came["scenarios"])
    assert "last_takr" in came["scenarios"][0]["why"]
    page.send({"method": "textDocument/didChange", "params": {"textDocument": {"uri": uri, "version": 3},
                                                              "contentChanges": [{"text": text}]}})
    page.ask("workspace/executeCommand", {"command": "rulewright.run", "arguments": [str(scenarios), ""]})
    came = page.wait(lambda one: one.get("method") == "$/rulewright/scenarios")["params"]
    assert len(came["scenarios"]) == 5 and all(one["passed"] for one in came["scenarios"]) and came["mistakes"] == []


def test_no_other_file_and_no_other_method_is_reached(edited):
    made, home = edited
    page = Page(made)
    (home / "secret.rules").write_text("library secret\n", encoding="utf-8")
    hover = {"position": {"line": 0, "character": 0}}
    outside = ["file:///etc/passwd", (home / "secret.rules").as_uri(), (home / "nim").as_uri() + "/../secret.rules",
               (home / "nim").as_uri() + "/%2e%2e/secret.rules", "http://evil.test/nim.rules", ""]
    for uri in outside:
        reply = page.send({"id": 1, "method": "textDocument/hover", "params": {"textDocument": {"uri": uri}, **hover}})
        assert reply.status_code == 422 and "not of this project" in reply.json()["error"], uri
    run = {"command": "rulewright.run", "arguments": [str(home / "secret.rules"), ""]}
    assert page.send({"id": 1, "method": "workspace/executeCommand", "params": run}).status_code == 422
    for method in ("exit", "workspace/didChangeConfiguration", "x", ""):
        assert page.send({"method": method, "params": {}}).status_code == 422
    for body in ({"session": "x", "messages": []}, {"session": page.session, "messages": "x"}, {"session": page.session}):
        assert page.client.post("/edit/language/send", json=body).status_code in (410, 422)
    for broken in ([1], ["x"], [None]):
        assert page.client.post("/edit/language/send", json={"session": page.session, "messages": broken}).status_code == 422
    assert page.client.get("/edit/language", headers={"host": "evil.test"}).status_code == 421


def test_a_page_too_many_ends_the_oldest_and_the_server_ends_with_its_pages(tmp_path):
    shutil.copytree(ROOT / "rules" / "nim", tmp_path / "nim")
    made = Edited(tmp_path, "nim")
    pages = [Page(made) for _ in range(5)]
    assert pages[0].ended.wait(LONGEST) and not pages[4].ended.is_set()
    assert pages[0].send({"method": "initialized", "params": {}}).status_code == 410
    assert made.stop(signal.SIGINT) == 0
    assert all(page.ended.wait(LONGEST) for page in pages)


def test_messages_that_are_none_are_answered_in_words(edited):
    made, home = edited
    page = Page(made)
    hover = {"position": {"line": 0, "character": 0}}
    for method in ([], {}, None, 5):
        assert page.send({"method": method}).status_code == 422
    for uri in ("file://[bad", (home / "nim" / "nim.rules").as_uri() + "%00", "file:", "file:///" + "x" * 300):
        reply = page.send({"id": 1, "method": "textDocument/hover", "params": {"textDocument": {"uri": uri}, **hover}})
        assert reply.status_code == 422, (uri, reply.text)


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no such signal here")
@pytest.mark.parametrize("how", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_it_ends_quietly_and_leaves_nothing(tmp_path, how):
    if signal.getsignal(getattr(signal, how)) is signal.SIG_IGN:
        pytest.skip("it is ignored here, and so it is by what is begun here")
    shutil.copytree(ROOT / "rules" / "nim", tmp_path / "nim")
    kept = tmp_path / "kept"
    kept.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TMPDIR", str(kept))
        made = Edited(tmp_path, "nim")
    page = Page(made)
    assert list(kept.iterdir())
    made.process.send_signal(getattr(signal, how))
    said, _ = made.process.communicate(timeout=LONGEST)
    assert made.process.returncode == 0 and "Traceback" not in said and "rror" not in said, said
    assert page.ended.wait(LONGEST) and not list(kept.iterdir())
