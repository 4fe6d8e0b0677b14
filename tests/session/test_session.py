"""A play at a table: who answers, what is logged and for whom, taking back, saving, and what must always hold."""

import json
import os
import subprocess
import sys
from random import Random

import pytest
from hypothesis import given, strategies as st

from interpreter.core.question import Over
from interpreter.pipeline import load, play_spec
from interpreter.play import CannotResume, resume
from interpreter.session.bots import First, OutOfScript, Scripted, Take, Told
from interpreter.session.notation import Trouble
from interpreter.session.session import result_words, Session
from interpreter.session.streams import fresh_seed
from interpreter.text.diagnostic import Fault, Report
from tests.session.tables import digest_of, FAIR, finish, GAMES, questions, reply, ROOT, seen, SHORT, spec_of, TOWN

WHO = st.lists(st.sampled_from(["human", "random", "first"]), min_size=3, max_size=3)


def session_of(game, people, seed=1, seats=(), **more):
    return Session(spec_of(game, people), seed, dict(enumerate(seats[:people])), digest=digest_of(game, people), **more)


# ------------------------------------------------------------------ who answers


@SHORT
@given(st.sampled_from(GAMES), WHO, st.integers(0, 10**6), st.integers(0, 10**6))
def test_the_same_answers_give_the_same_play(game, seats, seed, choices):
    plays = []
    for _ in range(2):
        session = session_of(*game, seed, seats)
        over = finish(session, Random(choices))
        plays.append((result_words(session.spec, over), session.state.to_data(), seen(session), session.entries))
    assert plays[0] == plays[1]


def test_bots_play_alone_and_as_simulate_plays():
    session = session_of(TOWN, 3, 11, ["random"] * 3)
    over = session.play()
    assert isinstance(over, Over) and session.over is over and session.play() is not None
    assert {entry.kind for entry in session.entries} >= {"answer", "chance"}


@SHORT
@given(st.integers(0, 10**6))
def test_names_are_of_no_account(seed):
    ends = []
    for names in (True, False):
        session = Session(spec_of(TOWN, 3, names), seed, {0: "random", 1: "random", 2: "random"})
        ends.append((session.play().totals, session.state.to_data()))
    assert ends[0] == ends[1]


def test_a_script_answers_or_says_where_it_cannot():
    session = Session(spec_of("kuhn", 2), 1, {0: Scripted([1]), 1: Scripted([0])})
    assert session.play().how == "finished"
    session = Session(spec_of("kuhn", 2), 1, {0: Scripted([7]), 1: First()})
    with pytest.raises(OutOfScript) as found:
        session.play()
    assert found.value.question.name == "action" and found.value.wanted == 7


def test_a_function_may_answer():
    asked = []

    def ask(question, view):
        assert view.seat == 0 and view.asked.options == question.options
        asked.append(question.name)
        return question.options[-1]

    session = Session(spec_of("nim", 2), 1, {0: Told(ask), 1: "first"})
    assert session.play().how == "finished" and "from_row" in asked


def test_without_a_seed_nature_is_asked():
    session = Session(spec_of("pig", 2), None, {0: "first", 1: "first"})
    question = session.play().questions[0]
    assert question.of_nature and question.source == "d6"
    assert session.answer(question, (1,)) is None and session.entries[-1].kind == "chance"


def test_random_bots_take_free_actions_once_in_ten():
    taken = asked = 0
    for seed in range(30):
        session = session_of(TOWN, 3, seed, ["random"] * 3)
        session.play()
        taken += sum(entry.kind == "takes" for entry in session.entries)
    offered = sum(bool(question.offers) for seed in range(30) for _, question in questions(TOWN, 3, seed))
    asked = offered
    assert taken and 0.02 < taken / asked < 0.25


def test_a_fresh_seed_is_a_small_number():
    assert 0 < fresh_seed() < 10**9


# ------------------------------------------------------------------ refusals


@SHORT
@given(st.sampled_from([(FAIR, 3), (TOWN, 3)]), st.integers(0, 10**6))
def test_a_refused_answer_leaves_the_session_as_it_was(game, seed):
    session, random = session_of(*game, seed), Random(seed)
    for _ in range(40):
        stop = session.play()
        if isinstance(stop, Over):
            return
        before = json.dumps(session.save())
        question = random.choice(stop.questions)
        refusal = session.answer(question, "fly to the moon") or session.take(question, (0, 10**6))
        assert refusal is not None and json.dumps(session.save()) == before
        reply(session, session.play().questions[0] if question not in session.play().questions else question, random)


# ------------------------------------------------------------------ taking back


def test_taking_back_what_nobody_learned_from():
    session = Session(spec_of("nim", 2), 1)
    before = json.dumps(session.state.to_data())
    question = session.play().questions[0]
    before = json.dumps(session.state.to_data())
    session.answer(question, question.options[0])
    session.answer(session.play().questions[0], 2)
    session.play()
    assert session.undo() == 1 and session.undo() == 1
    session.play()
    assert json.dumps(session.state.to_data()) == before and session.entries == []
    assert isinstance(session.undo(), Trouble)
    told = session.log_for(None)
    assert [line.text for line in told if line.what == "undo"] == ["1 answer taken back"] * 2
    assert any(line.undone and "answers from_row" in line.text for line in told)


def test_chance_that_has_fallen_is_not_taken_back_lightly():
    session = Session(spec_of("pig", 2), 3)
    question = session.play().questions[0]
    session.answer(question, 0)
    session.play()
    trouble = session.undo()
    assert isinstance(trouble, Trouble) and "chance has fallen (d6)" in trouble.what
    assert session.undo(True) == 2
    question = session.play().questions[0]
    session.answer(question, 0)
    session.play()
    assert session.entries[-1].kind == "chance"


def test_the_same_chance_falls_again():
    session = Session(spec_of("pig", 2), 3)
    rolls = []
    for _ in range(2):
        session.answer(session.play().questions[0], 0)
        session.play()
        rolls.append([entry.text for entry in session.entries if entry.kind == "chance"])
        session.undo(True)
    assert rolls[0] == rolls[1]


def test_what_somebody_has_seen_is_not_taken_back_lightly():
    def at_peek(session):
        while True:
            question = session.play().questions[0]
            if question.name == "deed" and 0 in question.options:
                return question
            session.answer(question, question.options[0])

    session = session_of(FAIR, 3, 2)
    question = at_peek(session)
    session.answer(question, 0)
    session.play()
    trouble = session.undo()
    assert isinstance(trouble, Trouble) and "has seen something new" in trouble.what


def test_secret_answers_are_not_taken_back_once_they_are_shown():
    session = session_of(FAIR, 3, 2)
    for seat in (0, 1):
        for _ in range(2):
            question = next(q for q in session.play().questions if q.seat == seat)
            session.answer(question, question.options[0])
    assert isinstance(session.play().questions[0].seat, int) and session.undo() == 1      # still secret
    question = next(q for q in session.play().questions if q.seat == 1)
    session.answer(question, question.options[0])
    for _ in range(2):
        question = next(q for q in session.play().questions if q.seat == 2)
        session.answer(question, question.options[0])
    session.play()
    trouble = session.undo()
    assert isinstance(trouble, Trouble) and "secret answers" in trouble.what


@SHORT
@given(st.sampled_from(GAMES), WHO, st.integers(0, 10**6))
def test_going_back_and_on_again_gives_the_same_play(game, seats, seed):
    session = session_of(*game, seed, seats)
    states, random = [], Random(seed)
    for _ in range(12):
        stop = session.play()
        if isinstance(stop, Over):
            break
        states.append(json.dumps([session.state.to_data(), session.streams.to_data()]))
        reply(session, stop.questions[0], random)
    for state in reversed(states):
        assert isinstance(session.undo(True), int)
        session.play()
        assert json.dumps([session.state.to_data(), session.streams.to_data()]) == state


# ------------------------------------------------------------------ the log


def test_the_log_tells_a_seat_only_what_it_may_see():
    session = session_of("kuhn", 2, 1, ["random", "random"])
    session.play()
    whole, ann, bo = ([line.text for line in session.log_for(seat)] for seat in (None, 0, 1))
    dealt = [text for text in whole if text.endswith("from deck to Ann.hand")]
    assert dealt[0] in ann and "a Card from deck to Ann.hand" in bo and "a Card from deck to Bo.hand" in ann
    assert any(text.startswith("deck lies") for text in whole) and not any(text.startswith("deck lies") for text in ann + bo)


def test_what_is_done_in_secret_is_told_when_all_are_done():
    session = session_of(FAIR, 3, 2)
    question = next(q for q in session.play().questions if q.seat == 0)
    session.answer(question, 1)
    session.play()
    assert any("Ann answers guise with cross" in line.text for line in session.log_for(0))
    assert not any("Ann" in line.text and line.what == "answer" for line in session.log_for(1))
    for seat in (0, 1, 1, 2, 2):
        question = next(q for q in session.play().questions if q.seat == seat)
        session.answer(question, question.options[0])
    session.play()
    told = [line.text for line in session.log_for(1)]
    assert "Ann answers guise" in told                        # that she did, not which: it went into a state only she sees
    assert "Ann answers stake with 0" in told and not any("Ann.mask" in text for text in told)


@SHORT
@given(st.sampled_from(GAMES), st.integers(0, 10**6))
def test_no_line_names_a_face_its_seat_did_not_know(game, seed):
    session = session_of(*game, seed, ["random"] * 3)
    session.play()
    for seat in range(len(session.spec.seats)):
        for line in session.log_for(seat):
            own = session.log.lines[line.at]
            assert 0 < line.number <= len(session.log.lines) and line.text
            for thing, known in own.faces.items():
                words = session.spec.components[thing].id
                if not known >> seat & 1 and len(words) > 4 and "[" not in words:
                    assert words not in line.text


def test_lines_are_told_in_the_words_of_the_rules():
    session = session_of(TOWN, 3, 4, ["random"] * 3)
    session.play()
    told = session.log_for(None)
    starts = {line.text.split(" ")[0] for line in told}
    assert {"setup", "play", "phase", "step", "turn", "trigger", "effect"} <= starts
    assert all(not line.span.is_nowhere for line in told)
    depths = {line.what: line.depth for line in told}
    assert depths["trigger"] > depths["run"] or max(line.depth for line in told) > 5


# ------------------------------------------------------------------ what must always hold

BROKEN = """
game broken "Broken" for 1..2 players
counter points: 0..9 = 0
play
  run round
  run mend
phase round
  step up
    raise points by 1
    choose more from 0..1 by first(players)
    raise points by 5
phase mend
  step down
    lower points by 5
always "points stay small": points < 5
"""


@pytest.mark.parametrize("between", [True, False])
def test_an_always_that_fails_stops_the_play(tmp_path, between):
    file = tmp_path / "broken.rules"
    pause = "    raise points by 5\n    choose more from 0..1 by first(players)\n"
    file.write_text(BROKEN if between else BROKEN.replace("    raise points by 5\n", pause.replace("more", "still")))
    report = Report()
    spec = play_spec(load(str(file), report), 1, {}, report)
    session = Session(spec, 1)
    session.answer(session.play().questions[0], 0)
    with pytest.raises(Fault) as found:
        session.play()
    assert found.value.code.id == "E0911" and "points stay small" in found.value.message


# ------------------------------------------------------------------ saving


@SHORT
@given(st.sampled_from(GAMES), WHO, st.integers(0, 10**6), st.integers(0, 30))
def test_a_saved_play_goes_on_to_the_same_end(game, seats, seed, at):
    session, random = session_of(*game, seed, seats), Random(seed)
    for _ in range(at):
        if isinstance(stop := session.play(), Over):
            break
        reply(session, stop.questions[0], random)
    session.play()
    copy = resume(session.spec, json.loads(json.dumps(session.save())), digest=session.digest)
    ends = [(finish(one, Random(seed)).totals, one.state.to_data(), seen(one), one.entries) for one in (session, copy)]
    assert ends[0] == ends[1]


@pytest.mark.parametrize("game", GAMES, ids=[game for game, _ in GAMES])
def test_another_process_goes_on_from_every_pause(game, tmp_path):
    session, random, saved, ends = session_of(*game, 5, ["human", "random", "human"]), Random(5), [], []
    while not isinstance(stop := session.play(), Over) and len(saved) < 60:
        saved.append(json.dumps(session.save()))
        reply(session, stop.questions[0], random)
    for line in saved:
        one = resume(session.spec, json.loads(line), digest=session.digest)
        over = finish(one, Random(9))
        ends.append([result_words(one.spec, over), one.state.to_data(), one.streams.to_data(), len(one.entries)])
    file = tmp_path / "saved.json"
    file.write_text("\n".join(saved) + "\n")
    command = [sys.executable, str(ROOT / "tests/session/continue_play.py"), game[0], str(game[1]), str(file), "9"]
    found = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert found.returncode == 0, found.stderr
    assert json.loads(found.stdout) == json.loads(json.dumps(ends))


def test_saved_data_of_another_game_is_refused():
    data = session_of("nim", 2).save()
    with pytest.raises(CannotResume, match="other game"):
        resume(spec_of("kuhn", 2), data)
    with pytest.raises(CannotResume, match="other rules"):
        resume(spec_of("nim", 2), data, digest="something else")
    with pytest.raises(CannotResume, match="other players"):
        resume(spec_of("nim", 2, False), data)


ODD = st.recursive(st.none() | st.integers() | st.text(max_size=3), lambda inner: st.lists(inner, max_size=3))


@SHORT
@given(ODD, st.sampled_from(
    ["format", "game", "state", "streams", "seats", "entries", "log", "scripts", "seed", "players"]))
def test_garbage_in_saved_data_is_no_traceback(garbage, where):
    data = json.loads(json.dumps(session_of("nim", 2).save())) | {where: garbage}
    try:
        resume(spec_of("nim", 2), data)
    except CannotResume as trouble:
        assert str(trouble)


def test_take_is_told_apart_from_answers():
    assert Take((0, -1)) == Take((0, -1)) != (0, -1)


SECRET = """game small "Small" for 3..3 players
card Card
  rank: 1..4 = 1
components cards: Card, 4
zone deck: pile of Card, face down
setup
  move cards to deck
play
  move first(players).hand to deck
  move cards to deck
  reveal top(deck)
  choose a from 1..2 by first(players)
  reveal bottom(deck)
  choose b from 1..2 by first(players)
each player has
  zone hand: heap of Card, seen by owner
winner shared
"""


def small(folder) -> Session:
    (folder / "small.rules").write_text(SECRET)
    report = Report()
    spec = play_spec(load(folder / "small.rules", report), 3, {}, report)
    assert spec is not None, report.sorted()
    return Session(spec, 1)


def test_what_moves_within_its_zone_is_told_so_and_who_has_seen_is_listed(tmp_path):
    session = small(tmp_path)
    session.answer(session.play().questions[0], 1)
    assert session.play().questions[0].name == "b" and [one.seat for one in session.to_take_back()] == [0]
    assert session.undo().what == "since that answer Seat1, Seat2 and Seat3 have seen something new"
    told = [line.text for line in session.log_for(None)]
    assert any(line.endswith("within deck") for line in told) and not any("from deck to deck" in line for line in told)
