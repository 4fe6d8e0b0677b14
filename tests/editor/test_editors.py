"""The editors themselves, where they can be had: the extension is packed by npm, Neovim is driven without a screen."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from interpreter.editor.textmate import VSCODE, written
from tests.editor.client import ROOT


@pytest.mark.parametrize("name", written())
def test_what_is_made_from_the_tables_is_up_to_date(name):
    assert (VSCODE / name).read_text(encoding="utf-8") == written()[name], "run `python -m interpreter.editor.textmate`"


def test_the_extension_speaks_of_files_there_are():
    about = json.loads((VSCODE / "package.json").read_text(encoding="utf-8"))
    named = [about["main"], about["icon"], *(one["configuration"] for one in about["contributes"]["languages"])]
    named += [one["path"] for part in ("grammars", "snippets") for one in about["contributes"][part]]
    assert [one for one in named if not (VSCODE / one).is_file()] == []
    code = (VSCODE / "extension.js").read_text(encoding="utf-8")
    assert [one["command"] for one in about["contributes"]["commands"] if f'"{one["command"]}"' not in code] == []


@pytest.mark.skipif(shutil.which("npm") is None, reason="no node here")
def test_the_extension_is_packed(tmp_path):
    folder = tmp_path / "vscode"
    shutil.copytree(VSCODE, folder, ignore=shutil.ignore_patterns("node_modules", "*.vsix"))
    got = subprocess.run(["npm", "install", "--no-audit", "--no-fund"], cwd=folder, capture_output=True, text=True, timeout=300)
    if got.returncode and ("ENOTFOUND" in got.stderr or "ETIMEDOUT" in got.stderr or "EAI_AGAIN" in got.stderr):
        pytest.skip("no registry within reach")
    assert got.returncode == 0, got.stderr
    done = subprocess.run(["npm", "run", "package"], cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    names = zipfile.ZipFile(folder / "rulewright.vsix").namelist()
    assert {"extension/extension.js", "extension/icon.png", "extension/syntaxes/rulewright.tmLanguage.json"} <= set(names)
    assert any(one.startswith("extension/node_modules/vscode-languageclient/") for one in names)
    subprocess.run(["node", "--check", "extension.js"], cwd=folder, check=True, timeout=60)


@pytest.mark.skipif(shutil.which("nvim") is None, reason="no Neovim here")
def test_neovim_shows_what_the_server_says(tmp_path):
    shutil.copytree(ROOT / "rules/moths", tmp_path / "moths")
    script, answers = Path(__file__).with_name("nvim.lua"), tmp_path / "answers.json"
    around = os.environ | {"RULEWRIGHT": f"{sys.executable} -m interpreter lsp", "PYTHONPATH": str(ROOT),
                           "RULES": str(tmp_path / "moths/moths.rules"), "ANSWERS": str(answers)}
    subprocess.run(["nvim", "--headless", "--clean", "-c", f"luafile {script}"], env=around, timeout=170, capture_output=True)
    said = json.loads(answers.read_text(encoding="utf-8"))
    assert "state lit: yes/no = no" in said["hover"]
    assert said["definition"][0]["range"]["start"] == {"line": 24, "character": 6}
    assert [(one["line"], one["code"]) for one in said["diagnostics"]] == [(49, "E0201")]
