"""An earlier answer or roll put right: what is kept, what falls away, what waits; the record stays one that can be replayed."""

from random import Random

import pytest

from interpreter.core.question import Over
from interpreter.session.correction import entry_at, fix, numbers_of
from interpreter.session.notation import Trouble
from interpreter.session.recorder import Recorder
from interpreter.session.replay import replay
from interpreter.session.session import Session
from interpreter.session.transcript import entry_line, heading_of, read_file
from interpreter.text.diagnostic import Report
from tests.session.tables import digest_of, spec_of

HARBOUR = ("tests/cli/harbour/harbour.rules", 2)
PLAYED = [("pig", 2), ("mixtape", 2), ("tests/probe/town.rules", 3), HARBOUR]


def played(game, seed: int, answers: int, path=None, seats=None) -> Session:
    """A play of so many answers, or to its end."""
    session = Session(spec_of(*game), seed, seats or {}, digest=digest_of(*game))
    if path is not None:
        session.journal = Recorder.begin(path, heading_of(session))
    random = Random(seed)
    for _ in range(answers):
        stop = session.play()
        if isinstance(stop, Over):
            break
        question = stop.questions[0]
        session.answer(question, random.choice(question.options))
    session.play()
    return session


def lines(session: Session) -> list[str]:
    return [entry_line(session.spec, one) for one in session.entries]


def at(session: Session, line: str) -> int:
    return lines(session).index(line)


def test_the_same_value_again_changes_nothing():
    session = played(HARBOUR, 4, 9)
    before, state = lines(session), session.state.to_data()
    found = fix(session, at(session, 'Ann answers home with "1,1"') if 'Ann answers home with "1,1"' in before else 0,
                session.entries[0].text, numbers_of(session))
    session.play()
    assert not isinstance(found, Trouble) and found.gone == [] and found.waiting == []
    assert lines(session) == before and session.state.to_data() == state


def test_a_roll_put_right_keeps_what_still_holds():
    session = played(HARBOUR, 4, 9)
    before = lines(session)
    place = next(k for k, one in enumerate(before) if one.startswith("chance weather"))
    sunny = "sun, sun" if session.entries[place].text != "sun sun" else "rain, rain"
    found = fix(session, place, sunny, numbers_of(session))
    assert lines(session)[place].startswith("given weather: ") and found.kept > 0
    assert [one for one in lines(session)[:place]] == before[:place]
    rolls = [one for one in before[place + 1:] if one.startswith("chance d6")]
    again = [one.replace("given", "chance") for one in lines(session)[place + 1:] if " d6: " in one]
    assert again[:len(rolls)] == rolls[:len(again)] and again


def test_what_no_longer_fits_is_named_and_the_rest_waits():
    """Ann begins elsewhere: her first step is not linked with it; all that was answered after waits until she has taken one."""
    session = played(HARBOUR, 4, 12)
    place = next(k for k, one in enumerate(session.entries) if one.name == "home")
    other = next(word for word in ('"4,1"', '"4,3"', '"1,1"') if word != session.entries[place].text)
    old = session.entries[place + 1:]
    found = fix(session, place, other, numbers_of(session))
    assert lines(session)[place].endswith(other)
    assert [(one.entry.name, "is not linked" in why) for one, why in found.gone] == [("on_foot", True)]
    assert found.waiting and [one.entry for one in found.waiting] == old[-len(found.waiting):]
    kept = found.kept
    while found.kept == kept and not isinstance(stop := session.play(), Over):
        if found.answer(stop):
            found.go_on()
        else:                                    # somebody is asked what nobody has answered before
            session.answer(stop.questions[0], stop.questions[0].options[0])
    assert found.kept > kept


@pytest.mark.parametrize("text", ["nonsense", '"3,3"', "7", ""])
def test_a_value_that_cannot_be_changes_nothing(text, tmp_path):
    session = played(HARBOUR, 4, 9, tmp_path / "a.play")
    before, file = lines(session), (tmp_path / "a.play").read_text()
    called = []
    assert isinstance(fix(session, 0, text, numbers_of(session), lambda: called.append(1)), Trouble)
    assert lines(session) == before and (tmp_path / "a.play").read_text() == file and called == []


@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game[0].rpartition("/")[2])
@pytest.mark.parametrize("seed", range(4))
def test_a_record_with_something_put_right_can_be_replayed(game, seed, tmp_path):
    """Whatever is put right, the file replays to the same position, and nothing that was typed is lost from it."""
    path, random = tmp_path / "a.play", Random(seed)
    session = played(game, seed, 25, path)
    for _ in range(4):
        typed = path.read_text()
        place = random.randrange(len(session.entries))
        entry = session.entries[place]
        texts = [one.text for one in session.entries if one.name == entry.name and one.kind == entry.kind]
        found = fix(session, place, random.choice(texts), numbers_of(session))
        session.corrector = None
        session.play()
        assert path.read_text().startswith(typed)
        assert isinstance(found, Trouble) or len(found.gone) + len(found.waiting) + found.kept >= 0
    session.journal.close()
    report = Report()
    again = replay(read_file(path, report), spec_of(*game), report, digest_of(*game))
    assert report.ok and again.agrees and again.session.state.to_data() == session.state.to_data()
    assert lines(again.session) == lines(session)


def test_bots_decide_anew_and_cannot_be_put_right():
    session = played(HARBOUR, 4, 5, seats={1: "random"})
    place = next(k for k, one in enumerate(session.entries) if one.seat == 1)
    assert "bot" in str(fix(session, place, "1,1", numbers_of(session)))
    own = next(k for k, one in enumerate(session.entries) if one.seat == 0)
    assert not isinstance(fix(session, own, session.entries[own].text, numbers_of(session)), Trouble)


def test_a_line_of_the_log_is_an_answer_a_roll_or_nothing_to_put_right():
    session = played(HARBOUR, 4, 5)
    numbers = numbers_of(session)
    assert [entry_at(session, one) for one in numbers] == list(range(len(numbers)))
    assert "no answer and no roll" in str(entry_at(session, 1)) and "no line 9999" in str(entry_at(session, 9999))
    assert numbers == sorted(set(numbers))
