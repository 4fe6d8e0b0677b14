"""Chance from a seed is what docs/decisions/0003-chance.md says, value by value."""

from collections import Counter

from hypothesis import given, strategies as st

from interpreter.ir.sources import seat_source
from interpreter.session.streams import key_of, source_of, Streams
from tests.session.tables import FAIR, questions, SHORT, spec_of, TOWN

SOURCES = st.sampled_from(["die d6", "pile library", "seat 1", "pick lucky at seat 2", "pile Ann's ünïcode"])


def test_the_values_of_the_decision_page():
    assert key_of(7, "die d6") == 0x95C211689FECF474
    streams = Streams(7)
    assert [streams.below("die d6", 6) for _ in range(10)] == [4, 5, 3, 4, 4, 0, 3, 2, 5, 0]
    assert [Streams(7).below("seat 1", n) for n in (2, 3, 10, 1000)] == [0, 0, 1, 160]
    assert "".join(Streams(7).shuffled("pile library", "abcdefgh")) == "cbaghedf"
    assert Streams(0).shuffled("pile deck", range(3)) == (0, 2, 1)


@SHORT
@given(st.integers(0, 2**70), SOURCES, st.integers(1, 2**32))
def test_a_value_is_below_its_bound(seed, source, n):
    assert 0 <= Streams(seed).below(source, n) < n


@SHORT
@given(st.integers(0, 10**6), SOURCES, st.lists(st.integers(), max_size=30))
def test_a_shuffle_loses_nothing(seed, source, things):
    assert Counter(Streams(seed).shuffled(source, things)) == Counter(things)


@SHORT
@given(st.integers(0, 10**6), st.integers(0, 5))
def test_an_extra_roll_does_not_disturb_a_shuffle(seed, extra):
    plain, disturbed = Streams(seed), Streams(seed)
    for _ in range(extra):
        disturbed.below("die d6", 6)
    assert plain.shuffled("pile deck", range(20)) == disturbed.shuffled("pile deck", range(20))


@SHORT
@given(st.integers(0, 10**6), st.lists(st.tuples(SOURCES, st.integers(1, 50)), max_size=20))
def test_counts_bring_it_back(seed, draws):
    streams = Streams(seed)
    for source, n in draws:
        streams.below(source, n)
    copies = [Streams.from_data(streams.to_data()), streams.copy(), streams]
    further = [[one.below(source, 1000) for source, _ in draws] for one in copies]
    assert further[0] == further[1] == further[2]


@SHORT
@given(st.integers(0, 10**6), SOURCES)
def test_rewinding_gives_the_same_again(seed, source):
    streams = Streams(seed)
    streams.below(source, 6)
    mark = streams.drawn(source)
    first = [streams.below(source, 6) for _ in range(5)]
    streams.rewind(source, mark)
    assert [streams.below(source, 6) for _ in range(5)] == first


def test_all_values_are_equally_likely():
    streams = Streams(1)
    found = Counter(streams.below("die d6", 6) for _ in range(60_000))
    assert sum((count - 10_000) ** 2 / 10_000 for count in found.values()) < 25          # chi square, 5 degrees: 1 in 7,000
    orders = Counter(streams.shuffled("pile deck", "abc") for _ in range(12_000))
    assert len(orders) == 6 and sum((count - 2_000) ** 2 / 2_000 for count in orders.values()) < 25



def test_names_of_players_name_no_source():
    named, plain = set(), set()
    for names, found in ((True, named), (False, plain)):
        spec = spec_of(FAIR, 3, names)
        for machine, question in questions(FAIR, 3, 5):
            if question.of_nature:
                found.add(source_of(spec, question, machine.branch if machine.state.strands else -1))
    assert named == plain and "die toss" in named and "pile cellar" in named
    assert seat_source(0) == "seat 1"


def test_a_pile_of_a_seat_is_named_by_its_number():
    question = next(question for _, question in questions(TOWN, 3, 1) if question.of_nature and question.name == "shuffle")
    question.source = "Bo.bag"
    assert source_of(spec_of(TOWN, 3), question) == "pile seat 2.bag"
