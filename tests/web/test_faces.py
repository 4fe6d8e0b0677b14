"""What a card shows: hints beside the rules, and what is wrong with a hint."""

import shutil
from pathlib import Path

import pytest

from interpreter.cli.arguments import lowered, opened
from interpreter.text.diagnostic import Report
from interpreter.web.faces import faces_of

RULES = Path(__file__).resolve().parents[2] / "rules" / "mixtape"


def faces(folder: Path, hints: str | None):
    """The faces of a game, with these hints beside its rules."""
    there = folder / "mixtape"
    shutil.copytree(RULES, there)
    if hints is None:
        (there / "faces.csv").unlink()
    else:
        (there / "faces.csv").write_text(f"kind,part,field\n{hints}\n", encoding="utf-8")
    rules = opened(str(there / "mixtape.rules"))
    ctx, report = lowered(rules, ("Ann", "Bo"), {}), Report()
    return faces_of(ctx, report, there), report


def test_hints_say_what_stands_where(tmp_path):
    hints = "Track,title,title\nTrack,corner,side\nTrack,corner,balance\nTrack,colour,genre\nTrack,line,top"
    made, report = faces(tmp_path, hints)
    one = made.of(0)
    assert report.ok and (one.title, one.corner, one.lines) == ("Savage Letters", "A 1", ("pop", "top L")) and one.colour >= 0


def test_without_hints_a_card_shows_its_title_and_what_is_written_on_it(tmp_path):
    made, report = faces(tmp_path, None)
    one = made.of(0)
    assert report.ok and (one.title, one.lines, one.colour) == ("Savage Letters", ("pop A1 L>L",), -1)


@pytest.mark.parametrize(("hint", "said"), [
    ("Trak,title,title", "kind"), ("Track,titel,title", "part"), ("Track,title,tittle", "field"),
])
def test_a_hint_that_names_nothing_is_told_with_its_place(tmp_path, hint, said):
    _, report = faces(tmp_path, hint)
    assert len(report.errors) == 1 and "faces.csv" in str(report.errors[0].span) and said in report.errors[0].message
