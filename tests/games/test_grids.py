"""Games on a grid, written in the rules language, against what is known of them: tic-tac-toe and connect four.

Of tic-tac-toe the number of plays and positions is known by enumeration (255 168 plays: 131 184 won by the first, 77 904 by the
second, 46 080 by nobody; 5 478 positions; a draw if both play well), and so are the positions of connect four.
"""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from interpreter.core.builtins import lines, lines_through
from interpreter.core.question import Over
from interpreter.engine.machine import Machine, start
from interpreter.pipeline import load, prepare
from interpreter.text.diagnostic import Report

HERE = Path(__file__).parent


@cache
def spec_of(game: str):
    report = Report()
    ctx = prepare(load(HERE / f"{game}.rules", report), 2, {}, report)
    assert not report.diagnostics, report.sorted()
    return ctx.spec


def begun(spec):
    machine = Machine(spec, start(spec), puts_forced=True)
    return machine.state, machine.advance()


def after(spec, state, answer):
    """The position after an answer to the question that is open there, and where the play stands."""
    machine = Machine(spec, state.copy(), puts_forced=True)
    machine.answer(machine.advance().questions[0], answer)
    stop = machine.advance()
    return machine.state, stop


def owners(spec, state):
    """Whose piece lies on each space: which of the pieces of a player it is makes no difference."""
    (board,) = spec.boards.values()
    return tuple(spec.components[things[0]].owner if (things := state.zones[s]) else -1
                 for s in range(board.first, board.last + 1))


@pytest.fixture(scope="module")
def tic_tac_toe():
    """For every position: how often each result comes about from it, and the best that the first player can get."""
    spec = spec_of("tic_tac_toe")
    known: dict[tuple[int, ...], tuple[Counter, int]] = {}

    def worked_out(state, stop):
        key = owners(spec, state)
        if key not in known:
            if isinstance(stop, Over):
                value = {(0,): 1, (1,): -1}.get(tuple(stop.winners), 0)
                known[key] = Counter([value]), value
            else:
                (question,) = stop.questions
                below = [worked_out(*after(spec, state, one)) for one in question.options]
                best = max if question.seat == 0 else min
                known[key] = sum((plays for plays, _ in below), Counter()), best(value for _, value in below)
        return known[key]

    first = worked_out(*begun(spec))
    return first, known


def test_plays_of_tic_tac_toe(tic_tac_toe):
    (plays, value), known = tic_tac_toe
    assert plays == {1: 131_184, -1: 77_904, 0: 46_080}
    assert plays.total() == 255_168
    assert len(known) == 5_478
    assert value == 0


def test_positions_of_connect_four():
    spec = spec_of("connect_four")
    layer = {owners(spec, state): (state, stop) for state, stop in [begun(spec)]}
    sizes = [len(layer)]
    for _ in range(4):
        layer = {owners(spec, made[0]): made for state, stop in layer.values() for one in stop.questions[0].options
                 for made in [after(spec, state, one)]}
        sizes.append(len(layer))
    assert sizes == [1, 7, 49, 238, 1120]


def test_a_column_is_won_and_the_lower_man_stays_below():
    spec = spec_of("connect_four")
    state, stop = begun(spec)
    for column in (3, 4, 3, 4, 3, 4):
        state, stop = after(spec, state, column)
    state, stop = after(spec, state, 3)
    assert isinstance(stop, Over) and list(stop.winners) == [0]
    at = {spec.zones[s].label: owner for s, owner in zip(range(42), owners(spec, state), strict=True) if owner >= 0}
    assert at == {**{f"grid[3, {row}]": 0 for row in (3, 4, 5, 6)}, **{f"grid[4, {row}]": 1 for row in (4, 5, 6)}}


def test_lines():
    """69 lines of four on 7 by 6, 8 of three on 3 by 3; through the middle of the latter go four."""
    four, three = spec_of("connect_four").boards["grid"], spec_of("tic_tac_toe").boards["grid"]
    assert len(lines([four], tuple(range(four.first, four.last + 1)), 4)) == 69
    assert len(lines([three], tuple(range(three.first, three.last + 1)), 3)) == 8
    assert len(lines_through([three], three.first + 4, 3)) == 4
    assert lines([three], (three.first, three.first + 1), 3) == ()
    assert len(lines([three], (three.first, three.first + 4), 1)) == 2
