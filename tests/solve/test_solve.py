"""Small games counted out: values that are known from elsewhere, bounds that hold, and games that are too large."""

from fractions import Fraction
from functools import cache

import pytest

from interpreter.analysis.enumeration import best_reply, TooMany, tree, value
from interpreter.pipeline import load, play_spec
from interpreter.solve.backward import circles
from interpreter.solve.positions import equal_things, graph, Position
from interpreter.solve.solution import how_many, refined, solved, TooLarge, ways_to_go
from interpreter.text.diagnostic import Report
from tests.cli.running import run
from tests.engine.scripted import spec_of as small
from tests.session.tables import spec_of


@cache
def with_options(game: str, people: int = 2, **options):
    report = Report()
    spec = play_spec(load(game, report), people, options, report)
    assert report.ok, report.errors
    return spec


def test_kuhn_is_worth_an_eighteenth_to_the_second_seat():
    solution = solved(spec_of("kuhn", 2))
    assert (solution.information_sets, solution.hidden, solution.stake.constant) == (12, True, 0)
    refined(solution, 0.0005)
    found = solution.equilibrium
    assert found is not None and found.low < -1 / 18 < found.high and found.high - found.low <= 0.0005
    assert found.exploitability == (found.high - found.low) / 2


def test_the_bounds_of_kuhn_are_those_of_exact_best_replies():
    """The average strategies, replied to by the enumeration in fractions."""
    spec = spec_of("kuhn", 2)
    solution = solved(spec)
    refined(solution, 0.01)
    found, root = solution.equilibrium, tree(spec)
    assert found is not None
    says = {information: {answer: Fraction(share) for answer, share in often.items()}
            for information, often in found.strategy().items()}
    assert float(best_reply(root, 0, {1: says})[0]) == pytest.approx(found._best_reply(0))
    assert float(-best_reply(root, 1, {0: says})[0]) == pytest.approx(-found._best_reply(1))
    assert found.low - 1e-9 <= float(value(root, 0, {0: says, 1: says})) <= found.high + 1e-9


def grundy(rows: tuple[int, ...], most: int) -> int:
    """The nimber of rows of which one may take so many at once (Sprague and Grundy)."""
    nimber = 0
    for row in rows:
        nimber ^= row % (most + 1)
    return nimber


@pytest.mark.parametrize("most", [1, 2, 3])
def test_nim_is_won_as_sprague_and_grundy_have_it(most):
    solution = solved(with_options("nim", most=str(most)))
    first = 1 if grundy((3, 4, 5), most) else 0
    assert solution.worth is not None and not solution.hidden
    assert (solution.worth.low, solution.worth.high) == ((first, 1 - first),) * 2


def test_equal_stones_are_counted_once():
    spec = spec_of("nim", 2)
    assert len(equal_things(spec)) == 12 and set(equal_things(spec).values()) == {0}
    assert len(graph(spec, 1000).positions) == 608
    assert equal_things(spec_of("kuhn", 2)) == {} == equal_things(spec_of("mixtape", 2))


def test_pig_by_hand():
    """The same by value iteration over points and pot, written out for this test."""
    goal = 10
    solution = solved(with_options("pig", goal=str(goal)))
    assert solution.worth is not None and solution.worth.settled
    assert float(solution.worth.low[0]) == pytest.approx(pig_by_hand(goal), abs=1e-6)
    assert float(solution.worth.low[0] + solution.worth.high[1]) == pytest.approx(1)


def pig_by_hand(goal: int) -> float:
    worth: dict[tuple[int, int, int], float] = {}

    def of(mine: int, theirs: int, pot: int) -> float:
        return 1.0 if mine + pot >= goal else worth.get((mine, theirs, pot), 0.5)

    for _ in range(300):
        for mine in range(goal):
            for theirs in range(goal):
                for pot in range(goal - mine):
                    again = (1 - of(theirs, mine, 0) + sum(of(mine, theirs, pot + face) for face in range(2, 7))) / 6
                    hold = 1 - of(theirs, mine + pot, 0) if pot else 0.0
                    worth[mine, theirs, pot] = max(again, hold)
    return worth[0, 0, 0]


FOR_EVER = """game small "Small" for 2..2 players
use seats
state current: Player = first(players)
play
  repeat until 1 is 2
    run turn_of for current
    set current to left_of(current)
turn turn_of
  step only
    choose one go_on "Stop or wait?"
      to stop "Stop"
        end game, won by left_of(me)
      to wait "Wait"
        do nothing
limit turn_of to 50 "nobody stops"
winner shared
"""


def test_a_game_that_can_go_on_for_ever_has_bounds(tmp_path):
    """Who stops loses, so nobody stops: nothing is ever won, and the bounds say that they do not know."""
    solution = solved(small(tmp_path, FOR_EVER))
    assert solution.worth is not None and not solution.worth.settled
    assert (float(solution.worth.low[0]), float(solution.worth.high[0])) == (0.0, 1.0)


def test_circles_come_after_what_they_lead_to():
    ways = {0: [1, 4], 1: [2], 2: [3, 1], 3: [5], 4: [0, 5], 5: []}
    positions = [Position(0, "", [(None, None, to) for to in ways[k]]) for k in range(6)]
    found = [sorted(circle) for circle in circles(positions)]
    assert sorted(found) == [[0, 4], [1, 2], [3], [5]]
    for k, circle in enumerate(found):
        assert all(to in circle or any(to in before for before in found[:k]) for one in circle for to in ways[one])


def test_what_is_too_large_says_how_large_it_looks():
    with pytest.raises(TooLarge) as found:
        solved(spec_of("mixtape", 2))
    assert found.value.ways > 25
    with pytest.raises(TooLarge) as found:
        solved(spec_of("nim", 2), 100)
    assert found.value.most == 100 and 3 < found.value.ways < 8
    with pytest.raises(TooMany):
        graph(spec_of("nim", 2), 100)


def test_the_estimate_is_near_where_all_ways_can_be_counted():
    """In Kuhn poker there are 6 deals and 5 ways to bet."""
    assert 10 ** ways_to_go(spec_of("kuhn", 2), 400) == pytest.approx(30, rel=0.2)


def test_three_seats_and_something_hidden_have_no_value(tmp_path):
    text = """game small "Small" for 3..3 players
use seats
each player has
  counter mine: 0..2 = 0, seen by owner
play
  for each p in players
    choose bid from 1..2 by p
    set p.mine to bid
score points = me.mine
winner highest total, then shared
"""
    solution = solved(small(tmp_path, text, people=3))
    assert solution.hidden and solution.equilibrium is None and solution.worth is None and solution.information_sets


def test_the_command():
    plain = run("solve", "kuhn")
    assert plain.exit_code == 0 and "58 positions, 12 information sets" in plain.output and "-0.0556" in plain.output
    assert '"exact": "1"' in run("solve", "nim", "--json").output
    large = run("solve", "mixtape")
    assert large.exit_code == 1 and "too large to be counted out" in large.output
    assert '"too_large": true' in run("solve", "nim", "--most", "50", "--json").output
    assert run("solve", "nim", "--most", "0").exit_code == 2


def test_ctrl_c_tells_what_is_known_so_far(monkeypatch):
    import interpreter.cli.commands.solve as command

    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "refined", stop)
    found = run("solve", "kuhn", "--precise", "0.0000001")
    assert found.exit_code == 130 and "information sets" in found.output


def test_how_many_answers_a_question_has():
    from interpreter.core.question import NATURE, Question

    assert how_many(Question(NATURE, "roll", (1, 2, 3, 4, 5, 6), 0, count=2)) == 21
    assert how_many(Question(NATURE, "shuffle", (1, 2, 3), 0, count=1)) == 3
    assert how_many(Question(0, "x", (1, 2, 3), 0, offers=((0, -1),))) == 4
