"""A score taken apart: it adds up, says nothing twice, and is short."""

import re
from random import Random

import pytest

from interpreter.analysis.score_breakdown import as_lines, deciding, derive
from interpreter.core.question import Over
from interpreter.engine.scoring import points, winners
from interpreter.session.session import Session
from tests.session.tables import GAMES, spec_of

BEADS = ("tests/analysis/beads/beads.rules", 2)
MIXTAPE = ("mixtape", 3)


def ended(game: str, people: int, seed: int) -> Session:
    """A play at its end."""
    made = Session(spec_of(game, people), seed, dict.fromkeys(range(people), "random"))
    assert isinstance(made.play(), Over)
    return made


def answered(*values: str) -> Session:
    """Beads, with these answers."""
    made = Session(spec_of(*BEADS), 1)
    for value in values:
        question = made.play().questions[0]
        made.answer(question, next(one for one in question.options if made.spec.words(one, question.type) == value))
    assert isinstance(made.play(), Over)
    return made


def test_a_sheet_in_full():
    machine = answered("upper", "lower").machine
    assert as_lines(derive(machine, 1)) == [
        "3  threads: chains",
        "  3  chain(thread[upper])",
        "    3  at(b3)   held: alike(b4, b3)",
        "  0  chain(thread[lower])",
        "5  square: worth(peg 3)",
    ]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("game", "people"), [*GAMES, BEADS, MIXTAPE])
def test_members_of_a_sum_add_up(game, people, seed):
    machine = ended(game, people, seed).machine
    for seat in range(people):
        told = derive(machine, seat)
        assert [int(part.value) for part in told] == [points(machine, k, seat) for k in range(len(told))]


def test_who_looks_uses_up_nothing_of_what_the_play_may_look_at():
    machine = ended(*MIXTAPE, 1).machine
    left = machine.work
    assert as_lines(derive(machine, 0)) == as_lines(derive(machine, 0)) and deciding(machine)
    assert machine.work == left and not machine.lenient


@pytest.mark.parametrize("seed", range(3))
def test_lines_are_short_and_nothing_is_said_twice(seed):
    machine = ended(*MIXTAPE, seed).machine
    for seat in range(MIXTAPE[1]):
        lines = as_lines(derive(machine, seat))
        cited = [id for line in lines for found in re.findall(r"\[([RM][-M\d, R]+)\]$", line) for id in found.split(", ")]
        assert len(cited) == len(set(cited)) and max(map(len, lines)) <= 80
        assert not any(machine.spec.seats[seat] in line for line in lines)


def test_a_place_in_a_list_is_told_by_what_lies_there():
    lines = as_lines(derive(ended(*MIXTAPE, 1).machine, 0))
    assert any(re.search(r"\d  card_flow\(t\d\d\)", line) for line in lines)
    assert any(re.search(r"column_flow\(tape\[A\]\)", line) for line in lines)


@pytest.mark.parametrize(("game", "people"), [*GAMES, BEADS, MIXTAPE])
def test_the_criteria_leave_the_winners(game, people):
    for seed in Random(1).sample(range(1000), 8):
        session = ended(game, people, seed)
        if session.machine.state.ended == ("finished",):
            assert deciding(session.machine)[-1].left == winners(session.machine)


def test_a_number_of_things_counted_names_the_things():
    lines = as_lines(derive(ended(*MIXTAPE, 1).machine, 0))
    told = [found for line in lines if (found := re.search(r"set_value\((\d+): ([^)]*)\)", line))]
    assert told and all(int(found[1]) == len(found[2].split(", ")) for found in told)
