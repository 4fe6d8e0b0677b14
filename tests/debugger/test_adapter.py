"""The debugger as an editor meets it: the Debug Adapter Protocol over stdio."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "rules/moths/moths.rules"


class Editor:
    """One process, one request after the other."""

    def __init__(self, folder: Path):
        self.process = subprocess.Popen([sys.executable, "-m", "interpreter", "debug", "--dap"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, cwd=folder, env=os.environ | {"PYTHONPATH": str(ROOT)})
        self.number, self.events = 0, []

    def ask(self, command: str, **given):
        self.number += 1
        body = json.dumps({"seq": self.number, "type": "request", "command": command, "arguments": given}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()
        while True:
            message = self._read()
            if message["type"] == "event":
                self.events.append(message)
            elif message["request_seq"] == self.number:
                return message

    def _read(self):
        length = int(self.process.stdout.readline().split(b":")[1])
        self.process.stdout.readline()
        return json.loads(self.process.stdout.read(length))


@pytest.fixture
def editor():
    one = Editor(ROOT)
    yield one
    one.process.kill()


def top(editor):
    return editor.ask("stackTrace", threadId=1)["body"]["stackFrames"][0]


def test_an_editor_steps_through_a_game_both_ways(editor):
    assert editor.ask("initialize", adapterID="rulewright")["body"]["supportsStepBack"]
    assert editor.ask("launch", program=str(RULES), seed=3)["success"]
    row = RULES.read_text(encoding="utf-8").split("\n").index("  raise p.won by 1") + 1
    set_ = editor.ask("setBreakpoints", source={"path": str(RULES)}, breakpoints=[{"line": row}])
    assert set_["body"]["breakpoints"] == [{"verified": True, "message": ""}]
    editor.ask("configurationDone")
    editor.ask("continue", threadId=1)
    frames = editor.ask("stackTrace", threadId=1)["body"]["stackFrames"]
    assert frames[0]["line"] == row and frames[0]["source"]["path"] == str(RULES)
    assert [one["name"].split(" for ")[0] for one in frames] == ["collect", "tricks", "one_night", "play", "main"]
    scopes = {one["name"]: one["variablesReference"] for one in editor.ask("scopes", frameId=1)["body"]["scopes"]}
    given = editor.ask("variables", variablesReference=scopes["Given to it"])["body"]["variables"]
    assert given[0]["name"] == "p" and given[0]["value"].startswith("Seat")
    counters = editor.ask("variables", variablesReference=scopes["Counters and zones"])["body"]["variables"]
    won = {one["name"]: one["value"] for one in counters}[f"{given[0]['value']}.won"]
    editor.ask("next", threadId=1)
    assert editor.ask("evaluate", expression=f"{given[0]['value']}.won", context="watch")["body"]["result"] == str(int(won) + 1)
    editor.ask("stepBack", threadId=1)
    assert top(editor)["line"] == row
    why = editor.ask("evaluate", expression="why lamp", context="repl")["body"]["result"]
    assert "draw 1 from deck to lamp" in why
    editor.ask("stepOut", threadId=1)
    assert top(editor)["name"] != "collect"
    editor.ask("reverseContinue", threadId=1)
    assert top(editor)["line"] == row
    assert editor.ask("disconnect")["success"]
    assert {one["event"] for one in editor.events} >= {"initialized", "stopped"}


def test_words_that_mean_nothing_are_an_answer(editor):
    editor.ask("initialize", adapterID="rulewright")
    assert not editor.ask("launch", program=str(ROOT / "nothing.rules"))["success"]
