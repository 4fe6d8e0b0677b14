"""Chance from a real table: cards are named when somebody sees them, by who sees them, and the play is the same as any."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.core.pause import Naming, Over
from interpreter.play.answers import parse_offer, parse_value
from interpreter.play.chance import ALL, Answers, Chance
from interpreter.play.notation import Trouble
from interpreter.play.replay import replay
from interpreter.play.session import Session, resume
from interpreter.play.transcript import read, text_of
from interpreter.text.report import Report
from tests.play.tables import FAIR, SHORT, TOWN, finish, spec_of

TABLES = (("kuhn", 2), (FAIR, 3), (TOWN, 3))


def told(session) -> list:
    """The log without what only says in which order a pile lies."""
    return [line for line in session.log.lines if not (line.what == "answer" and line.facts[0] < 0)]


class RealTable:
    """A table on which the cards lie as they did in another play, and somebody to say what is asked."""

    def __init__(self, other: Session):
        self.lines = told(other)
        self.chance = [entry for entry in other.entries if entry.kind == "chance"]
        self.asked = []

    def says(self, session: Session, question):
        if isinstance(question, Naming):
            self.asked.append(question)
            found = []
            for thing in question.things:
                found.append(self.card(session, thing, question, found))
            return tuple(found)
        entry = next(one for one in self.chance if one.name == question.source)
        self.chance.remove(entry)
        return parse_value(session.spec, question, entry.text)

    def card(self, session: Session, thing: int, question: Naming, before: list) -> int:
        """What lay where the stand-in was last seen to go, or in the middle of a draw what is drawn next."""
        lines, since = told(session), session.chance.faces.groups[thing].since
        recent = {id(line) for line in session.log.lines[since:]}
        for k, line in reversed(list(enumerate(lines))):
            if id(line) in recent and thing in things_in(line):
                return things_in(self.lines[k])[things_in(line).index(thing)]
        drawn = next(line for line in self.lines[len(lines):] if line.what == "move" and line.facts[0][0][2] == question.zone)
        return next(c for c in things_in(drawn) if c in question.options and c not in before)


def things_in(line) -> list:
    """What moved, or was shown."""
    return [c for c, *_ in line.facts[0]] if line.what == "move" else list(line.facts[0]) if line.what == "reveal" else []


def at_table(spec, other: Session, start: Session | None = None) -> tuple[Session, RealTable]:
    """The play of another session, people giving the same answers, chance falling as it did there."""
    session, table = start or Session(spec, 99, chance=Chance(spec, frozenset((ALL,)))), RealTable(other)
    answers = [entry for entry in other.entries if entry.kind != "chance"]
    while not isinstance(stop := session.play(), Over):
        question = stop.questions[0]
        if question.of_nature:
            session.answer(question, table.says(session, question))
            continue
        entry = next(one for one in answers if one.seat in {q.seat for q in stop.questions})
        question = next(q for q in stop.questions if q.seat == entry.seat)
        answers.remove(entry)
        if entry.kind == "takes":
            assert session.take(question, parse_offer(spec, question, entry.name)) is None
        else:
            assert session.answer(question, parse_value(spec, question, entry.text, session.state)) is None
    return session, table


@SHORT
@given(st.sampled_from(TABLES), st.integers(0, 10**6), st.integers(0, 10**6))
def test_the_play_is_the_one_that_lies_on_the_table(game, seed, choices):
    spec = spec_of(*game)
    other = Session(spec, seed)
    finish(other, Random(choices))
    session, _ = at_table(spec, other)
    for seat in range(len(spec.seats)):
        assert [one.text for one in session.log_for(seat)] == [one.text for one in other.log_for(seat)]
    assert session.over == other.over
    for k, info in enumerate(spec.cells):
        assert not info.name or session.state.cells[k] == other.state.cells[k]
    for things, others in zip(session.state.zones, other.state.zones, strict=True):
        assert len(things) == len(others) and {c for c in things if c not in session.chance.faces.groups} <= set(others)
