"""A module that stands alone: the two hosts of docs/develop/wasm.md play whole games with it, as the reference engine would."""

import json
import re
import shutil
import subprocess
import sys

import pytest

from interpreter.simulate.playout import play_once
from tests.bench.equal import spec_of
from tests.cli.running import ROOT, run

HOSTS = dict(re.findall(r"^```(python|js)\n(.*?)^```", (ROOT / "docs/develop/wasm.md").read_text(encoding="utf-8"),
                        re.MULTILINE | re.DOTALL))
GAMES = [("pig", 2), ("kuhn", 2), ("mixtape", 3), ("moths", 3), ("tests/probe/town.rules", 3)]


def hosted(folder, sort: str, game: str, people: int) -> list[dict]:
    """What a host says of the plays of three seeds."""
    if sort == "js" and shutil.which("node") is None:
        pytest.skip("there is no node")
    module = folder / "game.wasm"
    built = run("build", game, "--players", str(people), "-o", str(module))
    assert built.exit_code == 0, built.output
    host = folder / f"host.{'cjs' if sort == 'js' else 'py'}"
    host.write_text(HOSTS[sort], encoding="utf-8")
    words = ["node" if sort == "js" else sys.executable, str(host), str(module)]
    return [json.loads(subprocess.run([*words, str(seed)], capture_output=True, text=True, check=True).stdout)
            for seed in (1, 2, 3)]


@pytest.mark.parametrize("sort", ["python", "js"])
@pytest.mark.parametrize(("game", "people"), GAMES)
def test_a_host_plays_whole_games(sort, game, people, tmp_path):
    spec = spec_of(game, people)
    overs = [play_once(spec, seed, ("first",) * people).over for seed in (1, 2, 3)]
    assert hosted(tmp_path, sort, game, people) == [
        {name: list(values) for name, values in over.scores.items()} for over in overs]


def test_the_json_says_what_is_in_the_module(tmp_path):
    module = tmp_path / "nim.wasm"
    assert run("build", "nim", "--set", "most=2", "-o", str(module)).exit_code == 0
    about = json.loads((tmp_path / "nim.json").read_text(encoding="utf-8"))
    assert module.read_bytes()[:4] == b"\0asm"
    assert about["game"] == "nim" and about["options"]["most"] == "2" and len(about["digest"]) > 8
    assert {one["name"] for one in about["asks"]} == {"from_row", "stones_taken"}
    assert about["asks"][0]["type"]["is"] == "word" or about["asks"][1]["type"]["is"] == "word"
    assert [zone["label"] for zone in about["zones"]] == [zone.label for zone in spec_of("nim", 2).zones]


def test_what_cannot_be_written_is_said(tmp_path):
    result = run("build", "nim", "-o", str(tmp_path / "nowhere" / "nim.wasm"))
    assert result.exit_code == 2 and "cannot be written" in result.output


def test_the_module_can_be_read():
    text = run("show", "wasm", "nim").output
    assert text.startswith(";; Nim, 2 players\n(module") and ";; turn " in text and "nim.rules:" in text
