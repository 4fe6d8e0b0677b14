"""Rules that are broken on purpose (tests/broken): `check` or `test` catches each, soon and in few lines; mended, it passes.

A fixture is a variant of a game of ours. What mends it is a piece of its text exchanged for another.
"""

import re
from pathlib import Path

import pytest
from attrs import frozen

from tests.cli.running import process, ROOT

BROKEN = ROOT / "tests" / "broken"
FEW, SOON = 12, 60                                 # lines of a counterexample; plays for a number of players


@frozen
class Fixture:
    """A broken variant: what catches it, what is said, with which numbers of players, and the text that mends it."""

    name: str
    caught: str                                    # the code of `check`, or words of the counterexample
    at: str                                        # what `test` says of the numbers of players
    old: str = ""
    new: str = ""


BY_CHECK = [
    Fixture("attic", "E0518", "3 to 4", "  before step reckon", "  before step deal in one_night\n    move attic to deck\n"
            "  before step reckon"),
    Fixture("peek", "E0406", "3 to 4", " if top(deck).rank > 5", ""),
    Fixture("triggers", "E0434", "2 to 6", "  add trigger whole", "  add order toll, then whole_tens\n  add trigger whole"),
]
BY_TEST = [
    Fixture("cube", "the cube stays on the Equalizer", "at 2:", "raise p.cube by 3", "raise p.cube by 3, at most right_end"),
    Fixture("loop", "without an end", "at 2:", "set last_taker to me", "set last_taker to left_of(me)"),
    Fixture("colours", "`picked`", "fine for 2 to 5 players; at 6:", "black | white", "black | white | gold"),
    Fixture("triggers", "no `order` says which of `toll` and `whole_tens` comes first", "at 2:", "  add trigger whole",
            "  add order toll, then whole_tens\n  add trigger whole"),
    Fixture("pledge", "can tell what it may not know from the question betting", "at 3:",
            " if only(left_of(p).pledge).rank > 4", ""),
]


def said(*words, folder):
    """What the command prints, and whether it was content."""
    done = process(folder, *words)
    assert "Traceback" not in done.stdout + done.stderr, done.stderr
    return done.stdout, done.returncode == 0


def mended(one: Fixture, folder: Path) -> str:
    text = (BROKEN / f"{one.name}.rules").read_text(encoding="utf-8")
    assert one.old in text
    path = folder / f"{one.name}.rules"
    path.write_text(text.replace(one.old, one.new), encoding="utf-8")
    return str(path)


def in_one_line(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("one", BY_CHECK, ids=lambda one: one.name)
def test_check_catches_it(one, tmp_path):
    text, _ = said("check", f"tests/broken/{one.name}.rules", folder=tmp_path)
    complaint = next(part for part in text.split("\n\n") if f"[{one.caught}]" in part)
    assert f"{one.name}.rules:" in complaint, "it is told in the variant's file"
    assert len(complaint.split("\n")) <= FEW, complaint
    assert f"checked for {one.at} players" in in_one_line(text)
    text, fine = said("check", mended(one, tmp_path), folder=tmp_path)
    assert fine and f"[{one.caught}]" not in text, text


@pytest.mark.parametrize("one", BY_TEST, ids=lambda one: one.name)
def test_playing_catches_it(one, tmp_path):
    people = re.search(r"at (\d)", one.at)[1]
    at = () if "fine" in one.at else ("--players", people)
    text, fine = said("test", f"tests/broken/{one.name}.rules", "--plays", "10", "--seed", "1", *at, folder=tmp_path)
    plays = re.findall(r"^  \d+(?: \(solo\))? +(\d+) .*broken: ", text, re.MULTILINE)
    assert not fine and plays and all(int(count) < SOON for count in plays), text
    examples = re.findall(r"^FAILS .*?^  scenario .*?$", text, re.MULTILINE | re.DOTALL)
    assert all(len(example.split("\n")) <= FEW for example in examples), text
    assert [one.caught in in_one_line(example) for example in examples][0], text
    assert all(re.match(r"FAILS   with \d players?( in solo)?: ", example) for example in examples), text
    assert one.at in in_one_line(text.partition("came to")[2]), text
    text, fine = said("test", mended(one, tmp_path), "--plays", "5", "--players", people, folder=tmp_path)
    assert fine and "FAILS" not in text, text
