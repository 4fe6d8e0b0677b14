"""The law of bytes: what is sent to a seat is the same in two plays that differ only in what that seat may not know.

In:  a table whose play has begun, a seat or the big screen, a source of chance.
Out: `compared` raises an AssertionError where a byte differs. `python -m tests.web.law_of_bytes GAME [PLAYS] [SECONDS] [FIRST]`
     plays at random and compares at random pauses.

The other play has the same answers, with things that the seat does not know, and never knew, in each other's places:
everywhere in the position, and in every line of the log; and hidden counters have other values. Compared are the state as
JSON, the page, what is said to every option, allowed or not, and the messages while others answer, in their order.
"""

import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from attrs import evolve

from interpreter.core.question import Pause
from interpreter.laws.lookalike import _hidden_changed, exchanged, relabelled, unknown_things
from interpreter.observation.relabelling import renamed
from interpreter.observation.view import ONLOOKER, view
from interpreter.session.answers import settled
from interpreter.session.log import Line
from interpreter.session.physical_cards import _facts
from interpreter.web.asked import closed_values
from interpreter.web.hosted import Hosted, TABLE
from tests.web.laying import app_of, laid, Person, some_answer


class World:
    """One of the two plays: a table put to a position and a log; everything that is sent to the seat is kept in `sent`."""

    def __init__(self, table: Hosted, role: str, state, lines: list[Line]):
        self.table, self.role, self.sent, self.answered = table, role, [], False
        self.state, self.lines = state, lines

    def enter(self) -> None:
        """Puts the table there."""
        session = self.table.session
        session.log.lines = self.lines
        session._sit(self.state)
        self.table.stop = session.play()
        self.table.version += 1

    def hear(self) -> None:
        """What the seat's page is told now, if it is told anything."""
        self.table.version += 1
        told = self.table.state_bytes(self.role)
        if not self.sent or self.sent[-1] != told:
            self.sent.append(told)

    def ask(self) -> None:
        """Everything that the page can ask about its question."""
        table, role = self.table, self.role
        if role == TABLE or table.question(table.seat_of(role)) is None:
            return
        question = table.question(table.seat_of(role))
        ticket = table.ticket(question.seat)
        count = len(table._asked(question.seat)["items"])
        tries = [{"option": k} for k in range(min(count, 12))] + [{"items": [0]}, {"parts": [[0], []]}, {"offer": 0}]
        tries += [{"closed": k} for k in range(min(len(closed_values(table.session, question)), 12))] + [{"closed_offer": 0}]
        for one in tries:
            self.sent.append(json.dumps(table.why(role, {"q": ticket, **one})).encode())
        self.sent.append(json.dumps(table.rule(role, {"q": ticket})).encode())

    async def page(self, app) -> None:
        """The page itself, with its headers."""
        one = Person(app, self.table, self.role)
        await one.sit()
        for path in ("", "state"):
            reply = await one.client.get(one.path + path)
            assert reply.status_code == 200
            self.sent.append(str(sorted(reply.headers.items())).encode() + reply.content)


def never_known(spec, state, lines: list[Line], seat: int, into: dict) -> dict:
    """Of an exchange those of things that no line has ever shown to the seat."""
    bits = spec.everyone if seat == ONLOOKER else 1 << seat
    shown = {thing for line in lines for thing, mask in line.faces.items() if mask & bits}
    return into if shown.isdisjoint(into) else {}


def _renamed_line(spec, line: Line, into: dict) -> Line:
    faces = {into.get(thing, thing): mask for thing, mask in line.faces.items()}
    return evolve(line, facts=_facts(spec, line, into) if into else line.facts, faces=faces)


def other_world(table: Hosted, role: str, chance: Random) -> tuple[dict, World] | None:
    """A play that this seat cannot tell from the one on the table; None where there is nothing to exchange."""
    session = table.session
    spec, state, seat = session.spec, session.state, table.seat_of(role)
    looker = chance.randrange(len(spec.seats)) if seat == ONLOOKER else seat
    into = never_known(spec, state, session.log.lines, seat, exchanged(spec, state, looker, chance))
    if seat == ONLOOKER:                         # what no seat knows is not known to the big screen
        hidden = [set().union(*map(set, unknown_things(spec, state, one).values())) for one in range(len(spec.seats))]
        into = into if set.intersection(*hidden).issuperset(into) else {}
    other = relabelled(spec, state.copy(), into)
    if seat != ONLOOKER:
        other.cells = _hidden_changed(spec, other.cells, seat, chance)
        if other.before is not None and state.before is not None:
            other.before = (tuple(_hidden_changed(spec, other.before[0], seat, chance)), *other.before[1:])
    lines = [_renamed_line(spec, line, into) for line in session.log.lines]
    return into, World(table, role, other, lines)


def compared(table: Hosted, role: str, chance: Random, app=None) -> bool:
    """Compares the two plays at a pause, and while somebody else answers; no where there is nothing to compare."""
    session = table.session
    spec, seat = session.spec, table.seat_of(role)
    if not isinstance(table.stop, Pause):
        return False
    kept, lines, stop = session.state.copy(), session.log.lines, table.stop
    found = other_world(table, role, chance)
    if found is None:
        return False
    into, other = found
    real = World(table, role, kept.copy(), [evolve(line) for line in lines])
    entries, streams = list(session.entries), session.streams.to_data()
    journal, session.journal = session.journal, None
    watched = [seat] if seat != ONLOOKER else []
    table.roles[role].taken = True
    try:
        same = all(view(spec, real.state, one, ()) == view(spec, other.state, one, ()) for one in watched)
        given = None
        for world in (real, other):
            world.enter()
            world.hear()
            world.ask()
            if app is not None:
                asyncio.run(world.page(app))
            given = _others_answer(world, seat, into if world is other else {}, given, chance)
            del session.entries[len(entries):]
            session.streams.restore(streams)
        if same and real.answered == other.answered:
            _alike(spec.seats, role, real.sent, other.sent)
    finally:
        session.journal = journal
        session.log.lines = lines
        session._sit(kept)
        session.entries[:] = entries
        session.streams.restore(streams)
        table.stop = session.play() if isinstance(stop, Pause) else stop
        table.version += 1
    return same and real.answered == other.answered


def _others_answer(world: World, seat: int, into: dict, given, chance: Random):
    """In a simultaneous step one of the others answers, in both plays the same, and the page is told what it is told."""
    table, session = world.table, world.table.session
    asked = [one for one in table.stop.questions if one.seat != seat and not one.of_nature and one.seat not in session.choosers]
    if len(table.stop.questions) < 2 or not asked or not session.state.strands:
        return None
    question = asked[0]
    value = chance.choice(question.options) if given is None else given
    mapped = settled(question, renamed(session.spec, value, question.type, into))
    moment = len(session._moments)
    world.answered = mapped in question.options
    if world.answered and session.answer(question, mapped) is None:
        table.stop = session.play()
        if session.state.strands:                # nobody has been shown anything yet
            world.hear()
    del session._moments[moment:]
    return value


def _alike(seats, role: str, mine: list[bytes], theirs: list[bytes]) -> None:
    for k, (one, other) in enumerate(zip(mine, theirs, strict=False)):
        if one != other:
            at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
            raise AssertionError(f"{role} can tell what it may not know, by message {k} at byte {at}:\n  "
                                 f"{one[max(0, at - 80):at + 80]!r}\n  {other[max(0, at - 80):at + 80]!r}")
    assert len(mine) == len(theirs), f"{role} is sent {len(mine)} messages, and {len(theirs)} in the other play"


def begin(table: Hosted, names=("Ann", "Bo", "Cy", "Di", "Ed", "Fay")) -> None:
    """Everybody sits down, and the play begins."""
    for k in range(len(table.names) - table.fixed):
        table.names[k] = names[k]
    status, said = table.start()
    assert status == 200, said


def play_and_compare(table: Hosted, chance: Random, answers: int, rate: float = 0.15, app=None) -> int:
    """A random play, compared at some of its pauses: how many comparisons were made."""
    made = 0
    roles = [role for role in table.roles if role not in ("host",)]
    for _ in range(answers):
        if table._phase() != "playing":
            break
        if chance.random() < rate:
            made += compared(table, chance.choice(roles), chance, app)
        for role in roles:
            question = table.question(table.seat_of(role)) if role != TABLE else None
            if question is not None:
                asked = table._asked(question.seat)
                table.answer(role, {"q": asked["id"], **some_answer(asked, chance)})
    return made


def hunt(game: str, plays: int, seconds: float, first: int = 0) -> None:
    """Many plays, on the command line; `first` is the number of the first, for a long hunt in parts."""
    began, made, done = time.monotonic(), 0, 0
    for number in range(first, first + plays):
        if time.monotonic() - began > seconds:
            break
        with tempfile.TemporaryDirectory() as folder:
            table = laid(Path(folder) / "x.play", game, seed=number)
            begin(table)
            made += play_and_compare(table, Random(number), 40)
            done += 1
    print(f"{game}: {done} plays, {made} comparisons, no difference, {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    plays, seconds, first = (float(sys.argv[k]) if len(sys.argv) > k else usual for k, usual in ((2, 20), (3, 120), (4, 0)))
    hunt(sys.argv[1], int(plays), seconds, int(first))

__all__ = ["app_of", "begin", "compared", "play_and_compare"]
