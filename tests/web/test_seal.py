"""Honest chance: the seal that was shown before the first card, and what `replay --seal` says of it."""

from random import Random

from interpreter.session.transcript import seal_of
from tests.cli.running import run
from tests.web.law_of_bytes import begin, play_and_compare
from tests.web.laying import laid


def evening(folder, **words):
    """A play from its beginning to its end."""
    table = laid(folder / "evening.play", "mixtape", 2, seed=7, **words)
    shown = table.state("table")["seal"]
    begin(table)
    hidden = (folder / "evening.play").read_text(encoding="utf-8")
    play_and_compare(table, Random(1), 400, 0)
    table.session.journal.close()
    return table, shown, hidden


def test_the_seal_is_shown_first_and_seed_and_salt_at_the_end(tmp_path):
    table, shown, hidden = evening(tmp_path)
    over = table.state("table")["over"]
    assert shown == seal_of(over["seed"], over["salt"]) and f"seal {shown}" in hidden
    assert "seed 7" not in hidden and over["salt"] not in hidden
    said = run("replay", str(tmp_path / "evening.play"), "--seal")
    assert said.exit_code == 0 and "all chance was fixed before the first card" in said.output and shown in said.output


def test_choices_of_a_step_for_everyone_are_sealed_before_any_is_shown(tmp_path):
    table = laid(tmp_path / "evening.play", "mixtape", 2, seed=7)
    begin(table)
    asked = table._asked(0)
    assert table.answer("s0", {"q": asked["id"], "parts": [[0, 1], [2]]})[0] == 200
    text = (tmp_path / "evening.play").read_text(encoding="utf-8")
    assert "answers pair" not in text and text.rstrip().split("\n")[-1].startswith("~")


def test_a_seal_that_does_not_hold(tmp_path):
    table, shown, _ = evening(tmp_path)
    path = tmp_path / "evening.play"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(shown, "0" * 64), encoding="utf-8")
    said = run("replay", str(path), "--seal")
    assert said.exit_code == 1 and "the seal is not that of its seed and salt" in said.output
    path.write_text("\n".join(line for line in text.split("\n") if not line.startswith("seal ")), encoding="utf-8")
    said = run("replay", str(path), "--seal")
    assert said.exit_code == 1 and "it has no seal" in said.output
    assert run("replay", str(path)).exit_code == 0
