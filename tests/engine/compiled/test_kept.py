"""Modules that are kept: only what this program has made itself is loaded, and what is damaged is made anew."""

import os
from multiprocessing import get_context

import pytest

from interpreter import cache
from interpreter.engine.compiled import instance, kept
from tests.bench.equal import same_ends, spec_of


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder for what is kept."""
    monkeypatch.setenv(cache.SETTING, str(tmp_path / "kept"))
    return tmp_path / "kept"


def files(folder):
    return sorted(folder.glob(f"{kept.SORT}/*.bin"))


def test_a_module_is_kept_and_found_again(folder, monkeypatch):
    spec = spec_of("nim", 2)
    instance.compiled(spec)
    assert len(files(folder)) == 1
    monkeypatch.setattr(instance, "write", lambda spec: pytest.fail("compiled again"))
    again = spec_of("nim", 2)
    assert same_ends(again, 1, 3) == 3


def test_other_rules_have_another_name(folder):
    for people in (2, 3):
        instance.compiled(spec_of("mixtape", people))
    assert len(files(folder)) == 2


@pytest.mark.parametrize("damage", [lambda body: body[:-100], lambda body: body[:200] + b"x" + body[201:], lambda body: b""])
def test_what_is_damaged_is_made_anew(folder, damage):
    instance.compiled(spec_of("nim", 2))
    path, = files(folder)
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    spec = spec_of("nim", 2)
    assert kept.kept(spec) is None
    instance.compiled(spec)
    assert kept.kept(spec) is not None


def test_what_others_may_write_to_is_not_believed(folder):
    spec = spec_of("nim", 2)
    instance.compiled(spec)
    path, = files(folder)
    os.chmod(path, 0o666)
    assert kept.kept(spec) is None
    os.chmod(path, 0o600)
    assert kept.kept(spec) is not None
    os.chmod(path.parent, 0o777)
    assert kept.kept(spec) is None


def test_a_folder_that_cannot_be_written_to_costs_only_the_cache(tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder", encoding="utf-8")
    monkeypatch.setenv(cache.SETTING, str(blocked))
    assert same_ends(spec_of("nim", 2), 1, 2) == 2


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_a_process_forked_from_one_that_has_compiled_compiles_too(folder):
    instance.compiled(spec_of("nim", 2))
    process = get_context("fork").Process(target=instance.compiled, args=(spec_of("pig", 2),))
    process.start()
    process.join(120)
    process.kill()
    assert process.exitcode == 0
