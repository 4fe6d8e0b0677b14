"""S-96 of I Made You a Mixtape: the same seed and the same decisions give the same game (R-M19, R-M88).

It is about two plays and their logs, which a scenario cannot lay side by side: hence Python.
"""

import pytest

from interpreter.core.question import Over
from interpreter.engine.machine import Machine, start
from interpreter.play import load_game
from interpreter.session.streams import source_of, Streams


def by_rule(spec, question):
    """Always the first card alone, always keep the pile of two, add in order; a hand has no draw order, so it is the
    order of the card file."""
    match question.name:
        case "pair":
            singles = {parts: min(parts[1]) for parts in question.options}
            return min(question.options, key=lambda parts: singles[parts])
        case "kept":
            return question.options[0]
    return question.options[0]


def played(name: str, players: int, seed: int):
    """The log and the final position of one play."""
    spec, log, streams = load_game(name, players, {"data_tracks": "generated"}).spec, [], Streams(seed)      # DECK-78

    def told(what, op, branch, *facts):
        log.append((what, op.number, branch, *map(repr_of, facts)))

    machine = Machine(spec, start(spec), told)
    while not isinstance(pause := machine.advance(), Over):
        for question in pause.questions:
            source = source_of(spec, question, machine.branch) if question.of_nature else ""
            machine.answer(question, streams.nature(question, source) if source else by_rule(spec, question))
    return spec, log, machine.state, pause


def repr_of(fact):
    return getattr(fact, "name", None) or repr(fact)


def test_s96_two_games_from_seed_7_are_one_and_the_same():
    _, log, state, over = played("mixtape", 2, 7)
    _, again, same, over_again = played("mixtape", 2, 7)
    assert log == again and state == same and over == over_again


@pytest.mark.parametrize("seed", [7, 8])
def test_s96_every_card_is_on_a_mixtape_or_in_the_box_when_the_deck_is_empty(seed):
    spec, _, state, _ = played("mixtape", 2, seed)

    def count(*names):
        return sum(len(cards) for zone, cards in zip(spec.zones, state.zones, strict=True) if zone.name in names)

    assert count("library") == 0 and count("hand", "half", "offered", "aside") == 0
    assert count("tape") + count("box", "discards") == 78


def test_s96_the_play_has_six_rounds():
    spec, log, _, _ = played("mixtape", 2, 7)
    rounds = spec.routine("round", "phase").number
    assert sum(1 for what, _, _, *facts in log if what == "run" and facts[0] == repr(rounds)) == 6


def test_s96_another_seed_is_another_game():
    assert played("mixtape", 2, 7)[2] != played("mixtape", 2, 8)[2]


def test_s96_two_solo_games_agree_with_what_otto_picks_at_random():
    seed = next(s for s in range(1, 60) if any(entry[0] == "pick" for entry in played("mixtape", 1, s)[1]))
    assert played("mixtape", 1, seed)[1:] == played("mixtape", 1, seed)[1:]
