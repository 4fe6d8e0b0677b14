"""Chance from a real table: cards are named when somebody sees them, by who sees them, and the play is the same as any."""

import json
from random import Random

import pytest
from hypothesis import given, strategies as st

from interpreter.core.question import Naming, Over
from interpreter.pipeline import load, play_spec
from interpreter.play import load_game, resume
from interpreter.session.answers import parse_offer, parse_value
from interpreter.session.notation import Trouble
from interpreter.session.physical_chance import ALL, Chance, NoAnswer, read_answers, witnesses
from interpreter.session.replay import replay
from interpreter.session.session import Session
from interpreter.session.transcript import read, text_of
from interpreter.text.diagnostic import Report
from tests.session.tables import FAIR, finish, SHORT, spec_of, TOWN

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
        later = [line for line in self.lines[len(lines):] if line.what == "move"]
        drawn = next(line for line in later if line.facts[0][0][2] == question.zone)
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


@SHORT
@given(st.sampled_from(TABLES), st.integers(0, 10**6), st.integers(0, 10**6))
def test_only_who_sees_a_card_is_asked_for_it(game, seed, choices):
    other = Session(spec_of(*game), seed)
    finish(other, Random(choices))
    session, table = at_table(spec_of(*game), other)
    assert table.asked
    for question in table.asked:
        assert question.seats or game[0] == TOWN            # a rule of the town looks at what nobody has seen
        assert question.count == len(question.things) and set(question.things) <= set(question.options)


@SHORT
@given(st.sampled_from(TABLES), st.integers(0, 10**6), st.integers(0, 10**6))
def test_a_play_from_the_table_replays_line_by_line(game, seed, choices):
    other = Session(spec_of(*game), seed)
    finish(other, Random(choices))
    session, _ = at_table(spec_of(*game), other)
    report = Report()
    found = replay(read(text_of(session), report), session.spec, report)
    assert found.agrees and report.ok and found.stop == session.over
    assert found.session.state.to_data() == session.state.to_data()


@pytest.mark.parametrize("game", TABLES)
def test_it_can_be_put_down_anywhere_and_gone_on_with(game):
    other = Session(spec_of(*game), 5)
    finish(other, Random(5))
    whole, _ = at_table(spec_of(*game), other)
    session = Session(spec_of(*game), 99, chance=Chance(spec_of(*game), frozenset((ALL,))))
    for entry in whole.entries:
        stop = session.play()
        session = resume(session.spec, json.loads(json.dumps(session.save())))
        stop = session.play()
        question = next(q for q in stop.questions if (entry.kind == "chance") == q.of_nature and entry.seat == q.seat)
        if entry.kind == "takes":
            session.take(question, parse_offer(session.spec, question, entry.name))
        else:
            session.answer(question, parse_value(session.spec, question, entry.text, session.state))
    assert session.play() == whole.over and session.state.to_data() == whole.state.to_data()


@pytest.mark.parametrize("people", [1, 2, 4])
def test_a_whole_rulebook(people):
    report = Report()
    rules = load("mixtape", report, people)
    if rules is None:
        pytest.skip("not there")
    spec = play_spec(rules, people, {}, report, names=("Ann", "Bo", "Cy", "Di")[:people])
    other = Session(spec, people)
    finish(other, Random(people))
    session, table = at_table(spec, other)
    assert session.over == other.over and table.asked and all(question.seats for question in table.asked)
    for seat in range(len(spec.seats)):
        assert [one.text for one in session.log_for(seat)] == [one.text for one in other.log_for(seat)]
    found = replay(read(text_of(session), report), spec, report)
    assert found.agrees and found.stop == session.over


def test_a_box_with_dice_and_several_decks():
    """Each card is asked for once, when it is turned up, and no pile's order ever."""
    spec = spec_of("tall_oaks", 2)
    other = Session(spec, 9)
    finish(other, Random(9))
    session, table = at_table(spec, other)
    assert session.over == other.over and {question.source for question in table.asked} >= {"scene_deck", "bonus_deck"}
    assert all(question.count == 1 for question in table.asked)
    for seat in range(len(spec.seats)):
        assert [one.text for one in session.log_for(seat)] == [one.text for one in other.log_for(seat)]


# ------------------------------------------------------------------ a small game, step by step

RULES = """game burn "Burn" for 2..2 players
use seats, cards
card Card
  rank: 1..6
components all_cards: Card from "cards.csv"
zone deck: pile of Card, face down
zone box: heap of Card, face down
die d6 = 1, 2, 3, 4, 5, 6
each player has
  zone hand: heap of Card, seen by owner
  zone shown: heap of Card, face up
  counter luck: 0..20 = 0

setup
  move all_cards to deck
  shuffle deck
  draw one from deck to box
  for each p in players
    draw 2 from deck to p.hand

play
  run day

phase day
  step start
    choose card from first(players).hand by first(players)
    move card to first(players).shown
    roll 1 d6 as fell
    set first(players).luck to first(fell)
    draw one from deck to box as burnt
    if burnt.rank >= 4
      set last(players).luck to burnt.rank
  step finish
    choose prey from last(players).hand by first(players)
    move prey to first(players).hand
    choose card from last(players).hand by last(players)
    move card to last(players).shown

score points = me.luck
winner highest total, then shared
"""
CARDS = "id,rank\n" + "".join(f"c{k},{k}\n" for k in range(1, 7))


@pytest.fixture
def burn(tmp_path):
    (tmp_path / "burn.rules").write_text(RULES)
    (tmp_path / "cards.csv").write_text(CARDS)
    report = Report()
    spec = play_spec(load(str(tmp_path / "burn.rules"), report), 2, {}, report, names=("Ann", "Bo"))
    assert spec is not None, [str(one) for one in report.errors]
    return spec


def asked(session: Session):
    return session.play().questions[0]


def say(session: Session, text: str):
    question = asked(session)
    value = parse_value(session.spec, question, text, session.state)
    assert not isinstance(value, Trouble), value
    assert session.answer(question, value) is None
    return question


def test_from_the_first_card_to_the_last(burn):
    session = Session(burn, 1, chance=Chance(burn, frozenset((ALL,))))
    first = asked(session)
    assert isinstance(first, Naming) and (first.source, first.count, first.seats) == ("deck", 2, 0b01)
    assert isinstance(parse_value(burn, first, "c1"), Trouble) and isinstance(parse_value(burn, first, "c1 c1"), Trouble)
    say(session, "c1 c6")
    second = asked(session)
    assert second.seats == 0b10
    assert "is not one of the unseen cards of deck" in str(parse_value(burn, second, "c1 c2"))     # Bo cannot see it
    say(session, "c5 c2")
    say(session, "c6")                                     # Ann's choice
    assert say(session, "3").source == "d6"
    burnt = asked(session)                                 # nobody sees it, but the rules look at its rank
    assert isinstance(burnt, Naming) and burnt.seats == 0 and set(burnt.options) == {2, 3}
    assert str(parse_value(burn, burnt, "c6")).endswith("already lies in Ann.shown")
    say(session, "c4")
    prey = asked(session)                                  # Ann draws one of Bo's, which look the same: Bo knows which
    assert prey.name == "pick" and witnesses(burn, session.state, prey) == 0b10
    say(session, "c5")
    over = session.play()                                  # Bo has one card left: there is nothing to choose
    assert isinstance(over, Over) and over.totals == (3, 4)
    assert [entry.text for entry in session.entries if entry.kind == "chance"] == ["c1 c6", "c5 c2", "3", "c4", "c5"]


def test_the_way_in_from_python():
    session = load_game("kuhn", names=("Ann", "Bo")).session(1, asked=("deck",))
    assert isinstance(say(session, "K"), Naming) and say(session, "Q").seats == 0b10 and asked(session).name == "action"


def test_a_card_that_was_misread_is_taken_back(burn):
    session = Session(burn, 1, chance=Chance(burn, frozenset((ALL,))))
    say(session, "c1 c6")
    asked(session)
    assert isinstance(session.undo(), Trouble) and session.undo(further=True) == 1
    say(session, "c2 c6")
    say(session, "c1 c5")
    report, text = Report(), text_of(session)
    assert "table *" in text and "chance deck: c2 c6" in text
    assert replay(read(text, report), burn, report).agrees and report.ok


def test_one_source_is_asked_and_the_rest_falls(burn):
    session = Session(burn, 1, chance=Chance(burn, frozenset(("d6",))))
    assert asked(session).name == "card"
    session.answer(asked(session), asked(session).options[0])
    assert asked(session).source == "d6"
    other = Session(burn, 1, chance=Chance(burn, frozenset(("deck",))))
    say(other, "c1 c6"), say(other, "c5 c2"), say(other, "c6")
    assert asked(other).seats == 0 and other.entries[-1].name == "d6"


def test_answers_from_a_file(burn, tmp_path):
    path = tmp_path / "fell.txt"
    path.write_text("# as it lay\nchance deck: c1 c6 c5\ndeck: c2 c4\n\nd6: 3\nunseen card: c5\n")
    answers = read_answers(path, burn)
    session = Session(burn, 1, {0: "first", 1: "first"}, chance=Chance(burn, frozenset((ALL,)), {ALL: answers}))
    assert isinstance(session.play(), Over) and session.over.totals == (3, 4)
    report = Report()
    assert replay(read(text_of(session), report), burn, report).agrees and report.ok
    path.write_text("deck: c1 c6 c5\n")
    session = Session(burn, 1, chance=Chance(burn, frozenset((ALL,)), {ALL: read_answers(path, burn)}))
    with pytest.raises(NoAnswer, match="at its end: it gives 1 of `deck`, and 2 are needed"):
        session.play()


@pytest.mark.parametrize(("line", "said"), [
    ("dekc: c1", "fell.txt:1: nothing called `dekc` falls to chance; did you mean `deck`?"),
    ("c1 c2", "fell.txt:1: `c1 c2` is no answer of chance"),
])
def test_a_line_of_the_file_that_is_none(burn, tmp_path, line, said):
    path = tmp_path / "fell.txt"
    path.write_text(f"{line}\n")
    with pytest.raises(NoAnswer) as found:
        read_answers(path, burn)
    assert said in str(found.value)


def test_a_card_of_the_file_that_cannot_lie_there(burn, tmp_path):
    path = tmp_path / "fell.txt"
    path.write_text("deck: c1 c6\ndeck: c1 c2\n")
    session = Session(burn, 1, chance=Chance(burn, frozenset((ALL,)), {ALL: read_answers(path, burn)}))
    with pytest.raises(NoAnswer, match="fell.txt:2: c1 is not one of the unseen cards of deck"):
        session.play()


# ------------------------------------------------------------------ what need not be asked


def game_of(folder, play: str, besides: str = "", asked: str = ALL):
    """The small game with another play."""
    text = RULES[:RULES.index("phase day")] + play + RULES[RULES.index("score points"):]
    (folder / "burn.rules").write_text(text.replace("= me.luck\n", f"= me.luck{besides}\n"))
    (folder / "cards.csv").write_text(CARDS)
    report = Report()
    spec = play_spec(load(str(folder / "burn.rules"), report), 2, {}, report, names=("Ann", "Bo"))
    assert spec is not None, [str(one) for one in report.errors]
    session = Session(spec, 1, chance=Chance(spec, frozenset((asked,))))
    say(session, "c1 c6"), say(session, "c5 c2")
    return session


@pytest.mark.parametrize("source", [ALL, "deck"])
def test_one_of_several_unseen_cards_is_named_when_it_is_seen(tmp_path, source):
    session = game_of(tmp_path, """phase day
  step start
    draw one from deck to box
    choose prey from box by first(players)
    move prey to first(players).shown
    set first(players).luck to prey.rank

""", asked=source)
    question = asked(session)
    assert isinstance(question, Naming) and question.seats == 0b11 and set(question.options) == {2, 3}
    assert say(session, "c3").source == "box" and session.play().totals == (3, 0)


def test_what_is_alike_on_all_of_them_is_not_asked(tmp_path):
    session = game_of(tmp_path, """phase day
  step start
    draw one from deck to box as burnt
    if burnt is all_cards["c6"]
      set first(players).luck to 1
    if burnt is all_cards["c4"]
      set last(players).luck to 2

""")
    assert asked(session).seats == 0 and session.log.lines[-1].what != "set"      # it may be c4, and never c6
    say(session, "c4")
    assert isinstance(session.play(), Over) and session.over.totals == (0, 2)


def test_the_sums_look_at_what_nobody_has_seen(tmp_path):
    session = game_of(tmp_path, """phase day
  step start
    set first(players).luck to 1

""", " + (sum of c.rank for c in box)")
    question = asked(session)
    assert isinstance(question, Naming) and question.seats == 0 and session.over is None
    say(session, "c4")
    assert isinstance(session.play(), Over) and session.over.totals == (5, 4)


def test_of_copies_any_will_do_and_there_are_only_so_many(tmp_path):
    """Who holds a `plum` cannot know which of the copies in the file it is."""
    (tmp_path / "plums.rules").write_text("""game plums "Plums" for 2..2 players
card Fruit
  worth: 0..9
components fruits: Fruit from "fruits.csv"
zone deck: pile of Fruit, face down
each player has
  zone hand: heap of Fruit, face up
setup
  move fruits to deck
  shuffle deck
play
  repeat 2 times
    for each p in players
      draw 1 from deck to p.hand
winner shared
""")
    (tmp_path / "fruits.csv").write_text("id,worth,copies\nplum,2,2\npear,1,2\nfig_2,5,1\n")
    report = Report()
    spec = play_spec(load(tmp_path / "plums.rules", report), 2, {}, report)
    session, said = Session(spec, 1, chance=Chance(spec, frozenset((ALL,)))), []
    for word in ("plum", "plum", "fig_2"):
        question = session.play().questions[0]
        said.append(parse_value(spec, question, word))
        session.answer(question, said[-1])
    question = session.play().questions[0]
    assert [spec.components[one].id for one, in said] == ["plum", "plum_2", "fig_2"]
    assert isinstance(parse_value(spec, question, "plum"), Trouble)
    assert isinstance(parse_value(spec, question, "fig_2"), Trouble)
    assert not isinstance(parse_value(spec, question, "pear"), Trouble)
