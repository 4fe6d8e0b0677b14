"""Answers as text: what is written is read back, what is typed is forgiven, and nothing typed is ever a traceback."""

from functools import cache

import pytest
from hypothesis import given, strategies as st

from interpreter import ir
from interpreter.session.answers import by_letter, letter, parse_offer, parse_value, write_offer, write_value
from interpreter.session.notation import bracketed, quoted, split_commas, Stranger, Trouble, unquoted, without_comment
from tests.session.tables import FAIR, GAMES, questions, SHORT, spec_of, TOWN


@cache
def asked(game: str, people: int, name: str, wanted: int = 1):
    """A question of this name with at least so many options, and the State it was asked in."""
    for seed in range(40):
        for machine, question in questions(game, people, seed):
            if question.name == name and len(question.options) >= wanted:
                return question, machine.state.copy()
    raise AssertionError(f"{name} is never asked")


@SHORT
@given(st.sampled_from(GAMES), st.integers(0, 10**6))
def test_everything_written_is_read_back(game, seed):
    spec = spec_of(*game)
    for machine, question in questions(*game, seed):
        values = question.options
        if question.of_nature and question.name != "pick":
            order = question.options[: question.count]
            values = [order] if question.name == "shuffle" else [question.options[:1] * question.count]
        for value in values[:60]:
            assert parse_value(spec, question, write_value(spec, question, value)) == value
            assert parse_value(spec, question, write_value(spec, question, value, machine.state), machine.state) == value
        for offer in question.offers:
            assert parse_offer(spec, question, write_offer(spec, offer)) == offer


@SHORT
@given(st.text(max_size=40), st.sampled_from(
    ["goods", "kept", "order", "deed", "stake", "guise", "thing", "boast", "roll", "shuffle", "pick"]))
def test_garbage_is_a_trouble_or_a_value(text, name):
    question, state = asked(FAIR, 3, name)
    for found in (parse_value(spec_of(FAIR, 3), question, text), parse_value(spec_of(FAIR, 3), question, text, state)):
        assert isinstance(found, Trouble | Stranger | int | tuple)
        assert not isinstance(found, Trouble) or found.what
    assert isinstance(parse_offer(spec_of(FAIR, 3), question, text), Trouble | tuple)


@SHORT
@given(st.text(max_size=20))
def test_quotes_keep_any_word(word):
    written = quoted(word)
    assert written == word or unquoted(written) == word
    assert split_commas(f"{written}, {written}") == [written, written] and bracketed(f"[{written}]") == written
    assert without_comment(f"{written}   # {word}").strip() == written


@pytest.mark.parametrize("text", [
    "set", "[" * 400, '"', '"\\', "[a", "a]", ",,,", "[[],[]]", "1" * 400, "-" * 50, "\x00", "{", "()"])
def test_odd_texts(text):
    for name in ("goods", "kept", "stake"):
        question, state = asked(FAIR, 3, name)
        assert isinstance(parse_value(spec_of(FAIR, 3), question, text, state), Trouble | tuple)


def test_a_start_of_a_word_will_do():
    spec, (question, _) = spec_of("kuhn", 2), asked("kuhn", 2, "action")
    assert parse_value(spec, question, "B") == parse_value(spec, question, " bet ") == 1
    assert str(parse_value(spec, question, "raise")) == "`raise` is not one of pass, bet"


def test_the_words_of_an_alternative_will_do():
    spec, (question, _) = spec_of("pig", 3), asked("pig", 3, "go_on", 2)
    said = ("again", "Roll", "roll", "hold", "HOLD-NOW", "hold_now")
    assert [parse_value(spec, question, text) for text in said] == [0, 0, 0, 1, 1, 1]


def test_what_fits_several_asks_back():
    spec, (question, _) = spec_of(TOWN, 3), asked(TOWN, 3, "spot", 3)
    trouble = parse_value(spec, question, "")
    assert isinstance(trouble, Trouble)
    first = write_value(spec, question, question.options[0])
    assert parse_value(spec, question, first.upper()) == question.options[0]


def test_lists_without_brackets_and_in_any_order():
    spec, (question, _) = spec_of(FAIR, 3), asked(FAIR, 3, "goods", 8)
    pair = next(value for value in question.options if len(value) == 2)
    one, two = (write_value(spec, question, (thing,))[1:-1] for thing in pair)
    for text in (f"[{two}, {one}]", f"{one}, {two}", f"{{{one},{two}}}"):
        assert parse_value(spec, question, text) == pair
    assert parse_value(spec, question, "[]") == parse_value(spec, question, "nothing") == ()


def test_the_last_part_of_a_split_is_what_is_left():
    spec, (question, _) = spec_of(FAIR, 3), asked(FAIR, 3, "kept", 3)
    value = next(value for value in question.options if value[1])
    whole = write_value(spec, question, value)
    first = whole.rpartition(", [")[0]
    assert parse_value(spec, question, first) == parse_value(spec, question, f"[{whole}]") == value
    assert isinstance(parse_value(spec, question, f"{whole}, []"), Trouble)


def test_what_the_decider_cannot_see_is_called_by_where_it_lies():
    spec, (question, state) = spec_of(FAIR, 3), asked(FAIR, 3, "thing", 3)
    assert isinstance(spec.plan[question.op], ir.Choose) and not state.known[question.options[0]] >> question.seat & 1
    assert write_value(spec, question, question.options[0], state) == "number 1 of row"
    assert parse_value(spec, question, "number 2 of row", state) == question.options[1]
    name = write_value(spec, question, question.options[0])
    assert parse_value(spec, question, name, state) == Stranger(name)                    # nobody has shown them
    assert write_value(spec, question, -1, state) == "nothing"


def test_hidden_things_without_an_order_are_one_of_them():
    spec, (question, _) = spec_of(FAIR, 3), asked(FAIR, 3, "prey", 1)
    for seed in range(60):
        for machine, question in questions(FAIR, 3, seed):
            if question.name == "prey" and not machine.state.known[question.options[0]] >> question.seat & 1:
                words = write_value(spec, question, question.options[0], machine.state)
                assert words.startswith("one of ") and words.endswith(".hidden")
                assert parse_value(spec, question, words, machine.state) == question.options[0]
                return


def test_letters_and_numbers_of_a_list():
    question, _ = asked(TOWN, 3, "spot", 3)
    assert [letter(k) for k in (0, 25, 26, 27, 701, 702)] == ["a", "z", "aa", "ab", "zz", "aaa"]
    assert by_letter(question, "b") == by_letter(question, "2") == question.options[1]
    assert by_letter(question, "zz") is by_letter(question, "0") is by_letter(question, "?") is by_letter(question, "") is None
