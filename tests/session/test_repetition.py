"""What has been is part of the play: how often a position was there is the same after undo, fix, resume, replay and at a table
that is served; and the play ends, by the position that comes the third time, at the same answer."""

import asyncio
import json

import pytest

from interpreter.cli.commands.serve import table_to_go_on
from interpreter.core.question import Over
from interpreter.core.state import State
from interpreter.engine.compiled.compiled_play import compiled_play
from interpreter.play import resume
from interpreter.session.correction import fix, numbers_of
from interpreter.session.notation import Trouble
from interpreter.session.recorder import Recorder
from interpreter.session.replay import go_on, replay
from interpreter.session.session import Session
from interpreter.session.transcript import heading_of, read, read_file, text_of
from interpreter.text.diagnostic import Report
from tests.engine.scripted import spec_of
from tests.web.laying import app_of, laid, Person

SHUTTLE = """game shuttle "Shuttle" for 2..2 players
use grid
space Cell
board walk of Cell, 3 by 1
piece Man
components men: Man, one each
counter moves: 0..99 = 0, seen by nobody
die wind: Wind = calm, storm
enum Wind = calm | storm
setup
  move first(players).men to walk[1, 1]
  move last(players).men to walk[1, 1]
turn go
  step one_on
    roll wind as blowing
    choose goal from those s in walk where s is not me.men.place
    move me.men to goal
    raise moves by 1
play
  repeat 20 times
    for each p in players
      run go for p
trigger draw, as soon as repeated position 3 times
  end game
winner highest moves, then shared
"""


@pytest.fixture
def spec(tmp_path):
    return spec_of(tmp_path, SHUTTLE)


def forth_and_back(session: Session, answers: int) -> Session:
    """Each goes one space on and back again: of two spaces always the first, so that positions come again."""
    for _ in range(answers):
        stop = session.play()
        if not isinstance(stop, Over):
            session.answer(stop.questions[0], stop.questions[0].options[0])
    session.play()
    return session


def counted(state: State) -> tuple:
    """All that is remembered, and how often the position of this turn has been there."""
    return state.history, state.to_data()


def at_the_end(session: Session) -> int:
    """How many answers it takes until the play ends."""
    given = 0
    while not isinstance(stop := session.play(), Over):
        session.answer(stop.questions[0], stop.questions[0].options[0])
        given += 1
    return given


@pytest.mark.parametrize("answers", [0, 3, 5, 7])
def test_taken_back_it_is_as_before(spec, answers):
    session = forth_and_back(Session(spec, 1), answers)
    before = counted(session.state)
    for back in (1, 2):
        forth_and_back(session, back)
        for _ in range(min(back, len(session.of_people(session.entries)) - answers)):
            assert not isinstance(session.undo(further=True), Trouble)
        session.play()
        assert counted(session.state) == before
    assert answers + at_the_end(session) == 8


@pytest.mark.parametrize("answers", [1, 4, 7])
def test_an_answer_or_a_roll_put_right_counts_anew(spec, answers):
    """The same value again changes nothing; another roll neither, since it comes to stand nowhere; another way does."""
    session = forth_and_back(Session(spec, 1), answers)
    before = counted(session.state)
    for place in range(len(session.entries)):
        assert not isinstance(fix(session, place, session.entries[place].text, numbers_of(session)), Trouble)
        session.play()
        assert counted(session.state) == before
    roll = next(k for k, one in enumerate(session.entries) if one.of_nature)
    other = "calm" if session.entries[roll].text == "storm" else "storm"
    assert not isinstance(fix(session, roll, other, numbers_of(session)), Trouble)
    session.corrector = None
    session.play()
    assert session.state.history == before[0]
    assert answers + at_the_end(session) == 8


def test_another_way_put_right_leaves_no_position_of_the_old_one(spec):
    """Ann's second move goes on instead of back: what is remembered is that of a play in which she went there at once."""
    session = forth_and_back(Session(spec, 1), 3)
    second = [k for k, one in enumerate(session.entries) if not one.of_nature][2]
    assert not isinstance(fix(session, second, "walk[3, 1]", numbers_of(session)), Trouble)
    session.play()
    fresh = forth_and_back(Session(spec, 1), 2)
    question = fresh.play().questions[0]
    fresh.answer(question, question.options[-1])
    fresh.play()
    assert counted(session.state) == counted(fresh.state)
    assert len(session.state.history) == 4


@pytest.mark.parametrize("answers", [2, 6, 8])
def test_recorded_replayed_and_gone_on_with(spec, tmp_path, answers):
    path = tmp_path / "a.play"
    session = Session(spec, 1)
    session.journal = Recorder.begin(path, heading_of(session))
    forth_and_back(session, answers)
    session.journal.close()
    for text in (path.read_text(), text_of(session)):
        report = Report()
        found = replay(read(text, report), spec, report, "")
        assert report.ok and found.agrees and counted(found.session.state) == counted(session.state)
    report = Report()
    again = go_on(read_file(path, report), path, spec, report, "").session
    again.play()
    assert report.ok and counted(again.state) == counted(session.state)
    assert answers + at_the_end(again) == 8


@pytest.mark.parametrize("answers", [1, 5, 7])
def test_saved_as_data_and_in_the_second_engine(spec, answers):
    session = forth_and_back(Session(spec, 1), answers)
    again = resume(spec, json.loads(json.dumps(session.save())))
    again.play()
    assert counted(again.state) == counted(session.state)
    second = compiled_play(spec, State.from_data(json.loads(json.dumps(session.state.to_data()))))
    assert answers + at_the_end(again) == 8
    given = answers
    while not isinstance(stop := second.advance(), Over):
        question = stop.questions[0]
        given += not question.of_nature
        second.answer(question, (0,) if question.of_nature else question.options[0])
    assert given == 8


def test_a_table_that_is_served_and_comes_back(spec, tmp_path):
    """The server is gone after five answers, one of which was taken back before: the next server's table counts the same."""
    async def evening():
        table = laid(tmp_path / "evening.play", str(tmp_path / "small.rules"), 2)
        app = app_of(table)
        host, people = Person(app, table, "host"), [Person(app, table, f"s{k}") for k in range(2)]
        for one, name in zip([host, *people], ["", "Ann", "Bo"], strict=True):
            assert (await one.sit(name)).status_code == 200
        assert (await host.say("start")).status_code == 200

        async def answered(count: int) -> None:
            for _ in range(count):
                for one in people:
                    asked = (await one.state())["asked"]
                    if asked is not None:
                        await one.say("answer", q=asked["id"], option=0)
                        break

        await answered(5)
        before = counted(table.session.state)
        await answered(1)
        assert not isinstance(table.session.undo(further=True), Trouble)
        table.session.play()
        assert counted(table.session.state) == before
        return table, before

    table, before = asyncio.run(asyncio.wait_for(evening(), 60))
    table.session.journal.close()
    again = table_to_go_on(None, tmp_path / "evening.play", {}).session
    again.play()
    assert counted(again.state) == before
    assert 5 + at_the_end(again) == 8
