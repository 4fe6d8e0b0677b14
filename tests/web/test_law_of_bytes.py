"""What a seat is sent tells it nothing that it may not know: in the rulebooks, and a planted leak is found."""

from random import Random

import pytest

from interpreter.core.question import Pause
from interpreter.session.recorder import Recorder
from interpreter.session.session import Session
from interpreter.session.transcript import heading_of
from interpreter.web.faces import Faces
from interpreter.web.hosted import Begun, Hosted
from interpreter.web.picture import Pictures
from tests.engine.scripted import spec_of
from tests.laws.test_view_law import BROKEN, PASSING
from tests.web.law_of_bytes import begin, play_and_compare
from tests.web.laying import app_of, laid


@pytest.mark.parametrize(("game", "people", "plays", "answers"), [("mixtape", 3, 3, 40), ("tall_oaks", 3, 1, 25)])
def test_a_rulebook_keeps_the_law(tmp_path, game, people, plays, answers):
    made = 0
    for number in range(plays):
        table = laid(tmp_path / f"{number}.play", game, people, seed=number)
        begin(table)
        made += play_and_compare(table, Random(number), answers, 0.3)
    assert made >= 3 * plays


def test_pages_and_headers_keep_it(tmp_path):
    table = laid(tmp_path / "one.play", "mixtape", 2, seed=3)
    begin(table)
    assert play_and_compare(table, Random(5), 6, 0.8, app_of(table)) >= 2


def passing(folder, text: str) -> Hosted:
    """A table of a small game of hidden cards, whose rules are not checked."""
    spec = spec_of(folder, text, 2, checked=False)
    path = folder / "small.play"

    def made(names) -> Begun:
        session = Session(spec, 1)
        path.unlink(missing_ok=True)
        session.journal = Recorder.begin(path, heading_of(session))
        return Begun(session, None, Faces(spec))  # type: ignore[arg-type]  # nothing of the context is looked at

    return Hosted(1, "Passing", list(spec.seats), made, path, fixed=2)


def caught(folder, text: str = PASSING, plays: int = 12) -> str:
    """What the law says within so many plays."""
    for number in range(plays):
        table = passing(folder, text)
        begin(table)
        try:
            play_and_compare(table, Random(number), 20, 0.5)
        except AssertionError as found:
            return str(found)
    return ""


def test_a_small_game_keeps_the_law(tmp_path):
    assert caught(tmp_path, plays=6) == ""


@pytest.mark.parametrize("about", ["another's purse"])
def test_a_leak_planted_in_the_rules_is_found(tmp_path, about):
    right, wrong = BROKEN[about]
    assert "can tell what it may not know" in caught(tmp_path, PASSING.replace(right, wrong))


def test_a_leak_planted_in_what_is_drawn_is_found(tmp_path, monkeypatch):
    """A face that lies down is told by its number after all."""
    def told(pictures, table, owner):
        made = usual(pictures, table, owner)
        if made is not None and owner >= 0:
            made["sum"] = sum(thing for z, info in enumerate(pictures.spec.zones) if info.owner == owner
                              for thing in table.state.zones[z])
        return made

    usual = Pictures._area
    monkeypatch.setattr(Pictures, "_area", told)
    assert "can tell what it may not know" in caught(tmp_path)


def test_a_leak_planted_in_the_messages_is_found(tmp_path, monkeypatch):
    """A page that is told while others choose in secret what lies where."""
    def told(hosted, role):
        made = usual(hosted, role)
        if isinstance(hosted.stop, Pause) and hosted.session.state.strands:
            made["pending"] = repr(hosted.session.state.pending)
        return made

    usual = Hosted.state
    monkeypatch.setattr(Hosted, "state", told)
    assert "can tell what it may not know" in caught(tmp_path, plays=30)
