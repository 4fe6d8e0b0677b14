"""Journeys and distances against plain searches that keep nothing and look at every test anew, in plays of the probe."""

from itertools import product
from pathlib import Path

import pytest

from interpreter import ir
from interpreter.core.builtins import WORDS
from interpreter.core.frame import blank, LOCALS
from interpreter.core.types import NONE
from interpreter.engine import machine
from interpreter.engine.evaluate import evaluate
from interpreter.engine.travel import Search
from interpreter.pipeline import load, prepare
from interpreter.text.diagnostic import Fault, Report
from interpreter.variant.stack import Asked
from tests.session.tables import questions, spec_of, TOWN

TOWN_FILE = Path(__file__).parents[1] / "probe" / "town.rules"


class Plain:
    """The journeys of a route as docs/language.md has them, word by word."""

    def __init__(self, m, route, who, up_to):
        self.m, self.route, self.who, self.up_to = m, route, who, up_to
        self.board = m.spec.boards[route.board]

    def says(self, lines, a, b, previous=NONE) -> bool:
        route = self.route
        frame = blank(route.size, self.who)
        frame[route.who], frame[route.a], frame[route.b], frame[route.previous] = self.who, a, b, previous
        return any(line.test is None or bool(self.m.value(line.test, frame)) for line in lines)

    def after(self, journey):
        here, previous, left, stepped, stopped, _ = journey
        if stopped:
            return []
        near = self.board.links[here - self.board.first] if left else ()
        stepping = [s for s in near if self.says(self.route.steps, here, s, previous)]
        every = range(self.board.first, self.board.last + 1)
        others = [s for s in every if stepped and s != here and s not in stepping]
        hopping = [s for s in others if self.says(self.route.hops, here, s, previous)]
        stops = {s: self.says(self.route.must_stop, s, s) for s in (*stepping, *hopping)}
        hopped = [(s, NONE, left, False, stops[s], True) for s in hopping]
        return [(s, here, left - 1, True, stops[s], True) for s in stepping] + hopped

    def ends_here(self, journey) -> bool:
        here, _, left, _, stopped, moved = journey
        allowed = left == 0 or stopped or self.up_to or self.says(self.route.may_stop, here, here)
        return moved and allowed and not self.says(self.route.may_not_end, here, here)

    def ends(self, journey) -> set[int]:
        found = {journey[0]} if self.ends_here(journey) else set()
        return found.union(*(self.ends(one) for one in self.after(journey)))

    def onward(self, journey) -> list[int]:
        found = [one[0] for one in self.after(journey) if self.ends(one)]
        return [*found, NONE] if self.ends_here(journey) else found


@pytest.mark.parametrize("up_to", [False, True])
def test_a_journey_is_what_the_plain_search_finds(up_to):
    compared = 0
    for seed in (1, 2, 3):
        for k, (m, _) in enumerate(questions(TOWN, 3, seed)):
            if k % 23:
                continue
            route = m.spec.routes[0]
            board = m.spec.boards[route.board]
            for start in range(board.first + k % 3, board.last + 1, 3):
                for count in (0, 1, 3, 5):
                    journey, who = (start, NONE, count, False, False, False), k % 3
                    ours, plain = Search(m, route, who, up_to), Plain(m, route, who, up_to)
                    assert ours.onward(journey) == plain.onward(journey)
                    assert set(ours.ends(journey)) == plain.ends(journey)
                    for one in plain.after(journey):
                        assert ours.onward(one) == plain.onward(one)
                    compared += bool(plain.ends(journey))
    assert compared > 200


def test_what_lies_on_the_table_counts_anew_for_each_question():
    """A route keeps what depends on spaces alone; a piece that has moved is seen."""
    seen = set()
    for seed in range(1, 9):
        m = next(machine for k, (machine, _) in enumerate(questions(TOWN, 3, seed)) if k == 12)
        board, route = m.spec.boards["lanes"], m.spec.routes[0]
        others = [c.number for c in m.spec.components if c.kind in ("Runner", "Goose")]
        for where in range(board.first, board.last + 1):
            for one in others:
                m.state.places[one] = where + (one % 2) * (board.last - where)      # some here, some on the last space
            journeys = [(s, NONE, count, False, False, False) for s in range(board.first, board.last + 1) for count in (2, 4)]
            ends = tuple(Search(m, route, 0).ends(one) for one in journeys)
            assert [set(one) for one in ends] == [Plain(m, route, 0, False).ends(one) for one in journeys]
            seen.add(ends)
    assert len(seen) > 3


def test_reachable_is_pure_and_counts_from_any_space():
    m, _ = next(one for k, one in enumerate(questions(TOWN, 3, 1)) if k == 60)
    board, before = m.spec.boards["lanes"], m.state.copy()
    span = m.spec.routes[0].span
    seat, space = (ir.Const(1, type=None, span=span), ir.Const(board.first, type=None, span=span))
    expr = ir.Reachable(seat, space, 0, ir.Const(2, type=None, span=span), type=None, span=span)
    journey = (board.first, NONE, 2, False, False, False)
    assert set(evaluate(expr, m, blank(LOCALS, 0))) == Plain(m, m.spec.routes[0], 1, False).ends(journey)
    assert (m.state.zones, m.state.cells, m.state.places) == (before.zones, before.cells, before.places)
    outside = ir.Reachable(seat, ir.Const(board.last + 1, type=None, span=span), 0,
                             ir.Const(2, type=None, span=span), type=None, span=span)
    with pytest.raises(Fault):
        evaluate(outside, m, blank(LOCALS, 0))


def test_distances():
    boards = spec_of(TOWN, 3).boards
    board = boards["lanes"]
    every = tuple(range(board.first, board.last + 1))

    def plain(start, goal, through):
        edge, seen, steps = {start}, {start}, 0
        while edge and goal not in edge:
            edge = {n for s in edge if s == start or s in through for n in board.links[s - board.first]} - seen
            seen |= edge
            steps += 1
        return steps if edge else None

    for through in (every, every[::2], every[:5], ()):
        for start in every:
            for goal in every:
                wanted = plain(start, goal, through)
                assert WORDS["distance"].run(boards.values(), start, goal, through) == (NONE if wanted is None else wanted)
    assert WORDS["distance"].run(boards.values(), every[0], board.last + 1, every) == NONE
    with pytest.raises(Fault):
        WORDS["distance"].run(boards.values(), board.last + 1, every[0], every)


STATES = """variant weather "Weather" of town
  add state iced: yes/no = no
  add counter wings: 0..3 = 0
  add each player has
    state winged: yes/no = no
  add to route on_foot
    hop from a to b if iced and a.haven and b.ferry
    hop from a to b if p.winged and wings > 1 and b.sort is a.sort
    step from a to b if iced and previous is none and a.narrow
    may stop at s if not iced and p.winged
    may not end at s if s.ferry and wings is 3 and s.shelf is empty
    must stop at s if wings > 0 and 6 / (if s.narrow then wings otherwise 1) rounded down > 4
"""


def _weather(folder):
    (folder / "weather.rules").write_text(STATES, encoding="utf-8")
    report = Report()
    rules = load(Asked(str(TOWN_FILE), (str(folder / "weather.rules"),)), report)
    spec = prepare(rules, 3, {}, report).spec
    assert report.ok, [str(one) for one in report.errors]
    m = machine.Machine(spec, machine.start(spec))
    for one in (one for one in spec.components if one.kind in ("Runner", "Goose")):
        m.state.places[one.number] = spec.boards["lanes"].first + one.number % 5
    return m, {one.name: k for k, one in enumerate(spec.cells)}, [k for k, one in enumerate(spec.cells) if one.name == "winged"]


@pytest.mark.parametrize("up_to", [False, True])
def test_what_a_leg_reads_of_the_table_is_kept_for_each_answer_of_it(up_to, tmp_path):
    """In every position of the states, whichever comes first, and again: what the plain search finds."""
    m, cells, winged = _weather(tmp_path)
    board, route, seen = m.spec.boards["lanes"], m.spec.routes[0], set()
    starts = range(board.first, board.last + 1, 2)
    for _ in range(2):
        for iced, wings, flies in product((0, 1), range(4), (0, 1)):
            m.state.cells[cells["iced"]], m.state.cells[cells["wings"]], m.state.cells[winged[1]] = iced, wings, flies
            for who in (0, 1):
                journeys = [(s, NONE, count, False, False, False) for s in starts for count in (1, 3)]
                ends = tuple(Search(m, route, who, up_to).ends(one) for one in journeys)
                assert [set(one) for one in ends] == [Plain(m, route, who, up_to).ends(one) for one in journeys]
                seen.add(ends)
    assert len(seen) > 6


def test_a_state_in_front_of_a_hop_is_looked_at_once(tmp_path):
    """Of a line that reads a state no space is tested while the state is not so."""
    m, cells, _ = _weather(tmp_path)
    board, route, read = m.spec.boards["lanes"], m.spec.routes[0], []
    usual = m.value_of[ir.Cell]
    m.value_of = {**m.value_of, ir.Cell: lambda e, m, f: read.append(e.base) or usual(e, m, f)}
    journey = (board.first, NONE, 4, False, False, False)
    Search(m, route, 0).ends(journey)
    assert 0 < read.count(cells["iced"]) <= 3
    kept = len(m.kept.legs)
    read.clear()
    Search(m, route, 0).ends(journey)
    assert 0 < read.count(cells["iced"]) <= 3 and len(m.kept.legs) == kept
