"""Refused answers: the table is as before, the first guard that fails is cited, and what would pass is said."""

import re
from random import Random

import pytest
from hypothesis import given, strategies as st

from interpreter.core.types import element, OrNone
from interpreter.engine.machine import Machine
from interpreter.laws.lookalike import look_alike
from interpreter.observation.view import Table
from interpreter.session.answers import flat, of_things, parse_value, wish_of, write_value
from interpreter.session.notation import names, quoted, Trouble
from interpreter.session.refusals import attempt, attempt_offer, why_not
from tests.engine.scripted import Sitting, spec_of as small
from tests.profile import DEEP
from tests.session.tables import FAIR, GAMES, questions, SHORT, spec_of, TOWN


def met(game, people, name, holds=lambda machine, question: True):
    """A machine at a question of this name."""
    for seed in range(200):
        for machine, question in questions(game, people, seed):
            if question.name == name and holds(machine, question):
                return machine, question
    raise AssertionError(f"{name} is never asked so")


@SHORT
@given(st.sampled_from(GAMES), st.integers(0, 10**6), st.data())
def test_a_refused_answer_changes_nothing(game, seed, data):
    spec = spec_of(*game)
    for machine, question in questions(*game, seed):
        if question.of_nature:
            continue
        type_ = question.type.of if isinstance(question.type, OrNone) else question.type
        pool = [*names(spec, element(type_) or type_).values, -1, 0, 1, 2, 3, 99][:40]
        values = [data.draw(st.sampled_from(pool))]
        if element(type_) is not None:
            values = [tuple(data.draw(st.lists(st.sampled_from(pool), max_size=4)))]
        before = machine.state.copy()
        for value in values:
            try:
                refusal = attempt(machine, question, value)
            except (IndexError, KeyError, TypeError):                # values that no text can name
                continue
            assert machine.state == before
            if refusal is not None:
                assert value not in question.options
                assert refusal.reason and not refusal.span.is_nowhere and refusal.accepted
        for value in question.options[:20]:
            assert attempt(machine, question, value) is None
            assert all(check.holds for check in why_not(machine, question, value).checks)
        for number in range(len(spec.offers)):
            offer = (number, -1)
            assert (attempt_offer(machine, question, offer) is None) == (offer in question.offers)
        assert machine.state == before


def frail(machine, question):
    spec = machine.spec
    return [c for c in machine.state.zones[_zone(spec, f"{spec.seats[question.seat]}.hand")]
            if spec.components[c].id in ("cup", "eel", "jug", "urn")]


def _zone(spec, label):
    return next(k for k, zone in enumerate(spec.zones) if zone.label == label)


def test_the_first_guard_that_fails_is_cited():
    machine, question = met(FAIR, 3, "goods", lambda m, q: frail(m, q))
    bad = frail(machine, question)[0]
    refusal = attempt(machine, question, (bad,))
    assert refusal.span.clauses == ("F-004",) and "must not it.frail" in refusal.reason
    assert "F-004" in str(refusal.span)


def test_a_guard_about_the_whole_answer():
    def two_and_no_bid(machine, question):
        bid = next(k for k, cell in enumerate(machine.spec.cells) if cell.label == f"{machine.spec.seats[question.seat]}.bid")
        return machine.state.cells[bid] == 0 and len(question.options) > 3

    machine, question = met(FAIR, 3, "goods", two_and_no_bid)
    pair = tuple(option[0] for option in question.options if len(option) == 1)[:2]
    assert attempt(machine, question, pair).span.clauses == ("F-005",)
    three = tuple(option[0] for option in question.options if len(option) == 1)[:3]
    if len(three) == 3:
        assert "0 to 2 are to be chosen" in attempt(machine, question, three).reason


def test_what_cannot_be_named_is_outside_the_domain():
    machine, question = met(FAIR, 3, "goods")
    zones, places = machine.spec.zones, machine.state.places
    foreign = next(c.number for c in machine.spec.components if zones[places[c.number]].name == "cellar")
    refusal = attempt(machine, question, (foreign,))
    assert "is not one of" in refusal.reason
    one = next(option for option in question.options if len(option) == 1)
    assert "is named twice" in attempt(machine, question, one * 2).reason


def test_a_wish_that_no_value_can_say():
    machine, question = met(FAIR, 3, "goods")
    for text in ("sell what is not yours", "Sell what is  not yours", "sell what"):
        assert wish_of(machine, question, text) is not None
        assert attempt(machine, question, text).span.clauses == ("F-006",)
    assert wish_of(machine, question, "fly") is None and wish_of(machine, question, "sell") is None
    assert wish_of(machine, question, "sell a bun to Bo") is not None and wish_of(machine, question, "what a bun") is None
    assert "no such answer" in attempt(machine, question, "fly").reason


def test_an_alternative_that_is_not_open_cites_its_if():
    machine, question = met(FAIR, 3, "deed", lambda m, q: 1 not in q.options)
    refusal = attempt(machine, question, 1)
    assert refusal.span.clauses == ("F-011",) and "is open only if `some q in others(me)" in refusal.reason
    assert refusal.accepted.startswith("peek") or refusal.accepted.startswith("gamble")


def test_the_sizes_of_the_parts_of_a_split():
    machine, question = met(FAIR, 3, "kept", lambda m, q: len(q.options) > 3)
    whole = tuple(thing for part in question.options[0] for thing in part)
    refusal = attempt(machine, question, (whole[:1], whole[1:]))
    assert refusal.span.clauses == ("F-007",) and "it takes 0 to 1" in refusal.reason
    assert "leaves out" in attempt(machine, question, (whole[:1], ())).reason


def test_an_order_is_refused_by_its_guard():
    def uneven(machine, question):
        return any(tuple(reversed(option)) not in question.options for option in question.options)

    machine, question = met(FAIR, 3, "order", uneven)
    order = next(tuple(reversed(o)) for o in question.options if tuple(reversed(o)) not in question.options)
    refusal = attempt(machine, question, order)
    assert refusal.span.clauses == ("F-008",) and "must first(it).worth >= last(it).worth" in refusal.reason


def test_a_number_outside_says_which_are_there():
    machine, question = met(FAIR, 3, "stake")
    refusal = attempt(machine, question, 7)
    assert "is not one of 0, 1, 2, 3" in refusal.reason and refusal.accepted == "0, 1, 2, 3"


def test_a_free_action_that_is_not_open():
    machine, question = met(FAIR, 3, "deed", lambda m, q: not q.offers)
    refusal = attempt_offer(machine, question, (0, machine.spec.components[0].number))
    assert refusal is not None and refusal.span.clauses == ("F-012",)


def test_declining_what_cannot_be_declined():
    machine, question = met(TOWN, 3, "spot")
    value = parse_value(machine.spec, question, "nothing")
    assert "something has to be chosen from " in attempt(machine, question, value).reason


@pytest.mark.parametrize("wanted", ["step from a to b if b is not previous", "is not linked", "may not end", "moves left"])
def test_a_space_is_refused_by_the_leg_that_forbids_it(wanted):
    spec = spec_of(TOWN, 3)
    board = next(iter(spec.boards.values()))
    for seed in range(120):
        for machine, question in questions(TOWN, 3, seed):
            if question.name != "on_foot":
                continue
            for value in [*range(board.first, board.last + 1), -1]:
                refusal = attempt(machine, question, value)
                assert (refusal is None) == (value in question.options)
                if refusal is not None and wanted in refusal.reason:
                    assert refusal.span.source.name.endswith("town.rules")
                    return
    raise AssertionError(f"no journey was refused so: {wanted}")


def test_hidden_faces_are_not_told_by_a_refusal():
    machine, question = met(FAIR, 3, "thing", lambda m, q: len(q.options) > 2)
    refusal = attempt(machine, question, machine.state.zones[0][0] if machine.state.zones[0] else 0)
    ids = {machine.spec.components[c].id for c in question.options if c >= 0}
    assert refusal is not None and not any(word in refusal.reason + refusal.accepted for word in ids)
    assert "number 1 of row" in refusal.accepted
    assert write_value(machine.spec, question, question.options[0], machine.state) in refusal.accepted


def unseen_by(machine, question):
    """Ids, as typed, of things whose faces the decider does not know, and that are not among the options."""
    offered = {one for option in question.options for one in flat(option)}
    return [quoted(c.id) for c in machine.spec.components
            if not Table(machine.spec, machine.state, question.seat).known(c.number) and c.number not in offered]


@pytest.mark.parametrize("name", ["goods", "kept", "order", "thing"])
def test_a_typed_id_is_repeated_and_nothing_is_said_of_where_it_lies(name):
    machine, question = met(FAIR, 3, name, lambda m, q: len(q.options) > 2 and len(unseen_by(m, q)) > 2)
    texts = set()
    for id in unseen_by(machine, question):
        number = next(c.number for c in machine.spec.components if quoted(c.id) == id)
        value = parse_value(machine.spec, question, id, machine.state)
        for tried in (value, number if name == "thing" else (number,) if name != "kept" else ((number,), ())):
            refusal, found = attempt(machine, question, tried), why_not(machine, question, tried)
            assert refusal.reason.startswith(f"{id} is not one of ") and found.refusal.reason == refusal.reason
            assert [check.about for check in found.checks] == [id]
            texts.add((refusal.reason.removeprefix(id), refusal.accepted, refusal.span.clauses))
    assert len(texts) == 1


def test_an_unseen_thing_that_is_offered_is_no_other_when_it_is_typed():
    machine, question = met(FAIR, 3, "thing", lambda m, q: len(q.options) > 2 and unseen_by(m, q))
    shown = quoted(machine.spec.components[question.options[0]].id)
    texts = {attempt(machine, question, parse_value(machine.spec, question, id, machine.state)).reason.replace(id, "?", 1)
             for id in (shown, unseen_by(machine, question)[0])}
    assert texts == {f"? is not one of {', '.join(f'number {k} of row' for k in range(1, len(question.options)))}"}


def test_candidates_are_only_what_the_decider_knows():
    spec = spec_of("mixtape", 3)
    for machine, question in questions("mixtape", 3, 4):
        if not question.of_nature and of_things(spec, question.type):
            seen = Table(spec, machine.state, question.seat)
            hidden = {c.id for c in spec.components if not seen.known(c.number)}
            for text in (*{c.written for c in spec.components}, "t", "t0", "number", "one"):
                found = parse_value(spec, question, text, machine.state)
                said = str(found) if isinstance(found, Trouble) else ""
                assert not hidden & set(re.findall(r"\w+", said.partition("can be")[2])), said


def test_what_guards_exclude_is_not_shown_among_what_can_be_named():
    machine, question = met(FAIR, 3, "goods", lambda m, q: frail(m, q) and len(q.options) > 2 and unseen_by(m, q))
    refusal = attempt(machine, question, parse_value(machine.spec, question, unseen_by(machine, question)[0], machine.state))
    shown = re.findall(r"\w+", refusal.reason.partition("is not one of")[2])
    assert shown and not {machine.spec.components[c].id for c in frail(machine, question)} & set(shown)


# ------------------------------------------------------------------ the same to two positions that look the same


def said(machine, question, text: str) -> tuple:
    """All that somebody is told who types this, or asks why not."""
    value = parse_value(machine.spec, question, text, machine.state)
    if isinstance(value, Trouble):
        return ("not understood", str(value), str(wish_of(machine, question, text)))
    refusal, found = attempt(machine, question, value), why_not(machine, question, value)
    told = refusal and (refusal.reason, refusal.accepted, refusal.span.clauses)
    return told, found.words, tuple(check.said for check in found.checks)


def typed(spec) -> list[str]:
    """A fixed list: ids, written forms, beginnings, several, and what is none."""
    some = spec.components[:: max(1, len(spec.components) // 12)]
    ids = [c.id for c in some]
    odd = ["t", "number", "one", "none", "nothing", "[]", "fly", f"[{ids[0]}], [{ids[1]}]", f"{ids[0]} {ids[-1]}",
           f'"{ids[1]}"']
    return [*ids, *dict.fromkeys(c.written for c in some if c.written), *odd]


@SHORT
@given(st.sampled_from((("kuhn", 2), ("mixtape", 3), (FAIR, 3))), st.integers(0, 10**6))
def test_refusals_tell_apart_no_two_positions_that_look_the_same(game, seed):
    spec, chance = spec_of(*game), Random(seed)
    for machine, question in questions(*game, seed):
        if question.of_nature or chance.random() < (0.6 if DEEP else 0.9):
            continue
        other = look_alike(spec, machine.state, question.seat, chance)
        again = Machine(spec, other)
        asked = again.ask_again(question.seat)
        for text in typed(spec):
            assert said(machine, question, text) == said(again, asked, text), (question.name, text)


def test_a_guard_may_bring_its_own_words(tmp_path):
    sitting = Sitting(small(tmp_path, """game small "Small" for 2..2 players
card Card
  rank: 1..8
components cards: Card from "cards.csv"
zone heap: heap of Card, face up
setup
  move cards to heap
play
  choose card from heap by first(players)
    must it.rank > 2  "the two lowest stay"
    must be in (heap where it.rank < 6)  "the dear ones are kept"
    must be not in (heap where it.rank is 4)
winner shared
""")).play()
    question = sitting.question()
    reasons = [attempt(sitting.machine, question, card).reason for card in (0, 6, 3)]
    assert reasons[:2] == ["a is not allowed: the two lowest stay", "g is not allowed: the dear ones are kept"]
    assert reasons[2] == "d does not pass `must be not in (heap where it.rank is 4)`"
