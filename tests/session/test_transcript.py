"""Recorded plays: written line by line, read by anybody, verified line by line, gone on with after any end."""

import errno
import os
import signal
import subprocess
import sys
from random import Random

import pytest
from hypothesis import given, strategies as st

from interpreter.core.question import Over
from interpreter.session import recorder
from interpreter.session.recorder import CannotRecord, Recorder
from interpreter.session.replay import find_rules, go_on, replay
from interpreter.session.session import Session
from interpreter.session.transcript import heading_of, read, read_file, text_of
from interpreter.text.diagnostic import Report
from tests.session.tables import digest_of, FAIR, finish, GAMES, path_of, reply, ROOT, seen, SHORT, spec_of, TOWN

WHO = st.lists(st.sampled_from(["human", "random", "first"]), min_size=3, max_size=3)


def recorded(path, game, seed, seats=("human", "random", "human"), undo=0.0, seeded=True):
    """A whole play on disk, and its session."""
    session = Session(spec_of(*game), seed if seeded else None, dict(enumerate(seats[: game[1]])), digest=digest_of(*game))
    session.journal = Recorder.begin(path, heading_of(session))
    if seeded:
        finish(session, Random(seed), undo)
    session.journal.close()
    return session


def verified(text, game, digest=None):
    """The replay of a text, and its report."""
    report = Report()
    record = read(text, report)
    found = record and replay(record, spec_of(*game), report, digest_of(*game) if digest is None else digest)
    return found, report


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("plays")


@SHORT
@given(st.sampled_from(GAMES), WHO, st.integers(0, 10**6))
def test_a_recorded_play_is_verified_to_its_end(folder, game, seats, seed):
    path = folder / "whole.play"
    path.unlink(missing_ok=True)
    session = recorded(path, game, seed, seats, undo=0.1)
    found, report = verified(path.read_text(), game)
    assert report.ok and found.agrees and isinstance(found.stop, Over)
    assert found.session.state == session.state and seen(found.session) == seen(session)
    again = text_of(session)
    found, report = verified(again, game)
    assert report.ok and found.agrees and found.session.state == session.state


@SHORT
@given(st.sampled_from(GAMES), st.integers(0, 10**6), st.integers(0, 10**6))
def test_a_play_cut_anywhere_is_gone_on_with(folder, game, seed, cut):
    path = folder / "cut.play"
    path.unlink(missing_ok=True)
    recorded(path, game, seed, undo=0.05)
    whole = path.read_bytes()
    head = whole.index(b"\n\n") + 2
    path.write_bytes(whole[: head + cut % (len(whole) - head + 1)])
    report = Report()
    record = read_file(path, report)
    found = go_on(record, path, spec_of(*game), report, digest_of(*game))
    assert report.ok and found.agrees
    if not isinstance(found.stop, Over):
        finish(found.session, Random(seed))
    again, report = verified(path.read_text(), game)
    assert report.ok and again.agrees and isinstance(again.stop, Over)
    assert again.session.state == found.session.state


def test_it_looks_as_the_page_says(folder):
    path = folder / "looks.play"
    session = recorded(path, ("pig", 2), 4)
    lines = path.read_text().splitlines()
    assert lines[0] == "game pig" and lines[3] == "players Ann, Bo" and "seed 4" in lines and "seat Bo random" in lines
    assert lines[1].startswith("rulewright ") and lines[2] == f"rules {session.digest}" and "option goal = 100" in lines
    assert "" in lines and any(line.startswith("Ann answers go_on with ") for line in lines)
    assert lines[-1].startswith("over finished, won by ") and "; points " in lines[-1]


def test_clauses_stand_behind_the_line(folder):
    path = folder / "clauses.play"
    recorded(path, (FAIR, 3), 4)
    stakes = [line for line in path.read_text().splitlines() if " answers stake with " in line]
    assert stakes and all(line.endswith("# F-002") for line in stakes)


def test_a_play_written_by_hand_with_real_dice():
    text = """
      game pig            # at Ann's
      players Ann, Bo

      chance d6: 5        # the first roll is forced
      Ann answers go_on with Roll
      chance d6: 6
      Ann answers go_on with HOLD
      chance d6:1
      chance d6: 2
      Ann answers go_on with again
    """
    found, report = verified(text, ("pig", 2))
    assert report.ok and found.agrees and found.verified == 7
    assert found.stop.questions[0].of_nature and found.session.seed is None


@pytest.mark.parametrize("change, words", [
    (("chance d6: 4", "chance d6: 3"), "`chance d6: 4` is expected, and `chance d6: 3` stands there"),
    (("Ann answers go_on with", "Bo answers go_on with"), "Ann is asked go_on"),
    (("with again", "with fly"), "`fly` is not one of again, hold_now"),
    (("over finished, won by ", "over finished, won by Zoe, "), "is expected"),
    (("Ann answers go_on", "undo 9\nAnn answers go_on"), "no answer to take back"),
])
def test_the_first_line_that_departs_is_named(folder, change, words):
    path = folder / "departs.play"
    path.unlink(missing_ok=True)
    recorded(path, ("pig", 2), _seed_with_a_four(folder), undo=0.0)
    old, new = change
    text = path.read_text()
    assert old in text
    changed = text.replace(old, new, 1)
    at = next(k for k, (a, b) in enumerate(zip(text.split("\n"), changed.split("\n"), strict=False), 1) if a != b)
    found, report = verified(changed, ("pig", 2))
    assert not found.agrees and not report.ok
    first = report.errors[0]
    assert first.code.id == "E0802" and first.span.line == at and words in first.message


def _seed_with_a_four(folder):
    for seed in range(50):
        path = folder / f"seek{seed}.play"
        path.unlink(missing_ok=True)
        recorded(path, ("pig", 2), seed)
        if "\nchance d6: 4" in path.read_text():
            return seed
    raise AssertionError("no four")


def test_a_refused_answer_departs_with_its_clause():
    text = "game fair\nplayers Ann, Bo, Cy\nseed 1\n\n"
    session = Session(spec_of(FAIR, 3), 1)
    session.play()
    text += "".join(f"chance {e.name}: {e.text}\n" for e in session.entries)
    text += "Ann answers guise with calm\nAnn answers stake with 9\n"
    found, report = verified(text, (FAIR, 3))
    assert not found.agrees and "is not one of 0, 1, 2, 3" in report.errors[0].message and "F-002" in report.errors[0].message


def test_lines_after_the_end_and_lines_that_are_missing(folder):
    path = folder / "after.play"
    recorded(path, ("kuhn", 2), 3)
    text = path.read_text()
    found, report = verified(text + "Ann answers action with bet\n", ("kuhn", 2))
    assert not found.agrees and "is over before this line" in report.errors[0].message
    lines = text.splitlines(keepends=True)
    early = next(k for k, line in enumerate(lines) if line.startswith("Ann answers"))
    found, report = verified("".join(lines[:early]) + "over finished; chips 0 0\n", ("kuhn", 2))
    assert not found.agrees and "not over" in report.errors[0].message
    found, report = verified("".join(lines[:early]), ("kuhn", 2))
    assert found.agrees and report.ok and found.stop.questions[0].name == "action"


def test_other_rules_are_said_to_be_other_rules(folder):
    path = folder / "digest.play"
    recorded(path, ("kuhn", 2), 3)
    found, report = verified(path.read_text(), ("kuhn", 2), digest="1234")
    assert [one.code.id for one in report.errors] == ["E0804"] and found.agrees
    found, report = verified(path.read_text(), ("nim", 2))
    assert report.errors[0].code.id == "E0804" and not found.agrees


def test_other_options_are_said_to_be_other_options():
    found, report = verified("game pig\nplayers Ann, Bo\noption goal = 40\n\n", ("pig", 2))
    assert [one.code.id for one in report.errors] == ["E0804"] and "goal = 40" in report.errors[0].message
    assert report.errors[0].span.line == 3


def test_the_rules_are_found_from_the_heading(folder):
    report = Report()
    record = read(f"game town from {path_of(TOWN)}\nplayers Ann\n", report)
    assert str(find_rules(record, folder / "x.play")) == path_of(TOWN)
    record = read("game pig\nplayers Ann\n", report)
    assert find_rules(record, folder / "x.play").name == "pig.rules"
    record = read("game town from town.rules\nplayers Ann\n", report)
    assert find_rules(record, ROOT / "tests/probe/x.play").name == "town.rules"


# ------------------------------------------------------------------ what cannot be read


@SHORT
@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=200))
def test_garbage_is_reported_with_its_line(text):
    report = Report()
    record = read(text, report)
    assert (record is None) == (not report.ok)
    for found in report.errors:
        assert found.code.id == "E0803" and found.span.line >= 1 and found.message


@SHORT
@given(st.integers(0, 10**6), st.integers(0, 10**6), st.sampled_from(
    ["", "#", "\n", "Ann", "[", "undo 99\n", "\x00", '"', "seat Ann x\n"]))
def test_a_spoiled_play_is_no_traceback(folder, at, length, put):
    path = folder / "spoiled.play"
    if not path.exists():
        recorded(path, (FAIR, 3), 8, undo=0.1)
    text = path.read_text()
    at %= len(text)
    found, report = verified(text[:at] + put + text[at + length % 30:], (FAIR, 3))
    assert found is not None or not report.ok
    if found is not None and not found.agrees:
        assert report.errors and report.errors[0].span.line >= 1


@SHORT
@given(st.binary(max_size=60))
def test_bytes_that_are_no_text(folder, data):
    path = folder / "bytes.play"
    path.write_bytes(data)
    report = Report()
    assert read_file(path, report) is None and not report.ok


def test_files_that_are_not_there(folder):
    for name in ("nowhere/x.play", "no.play", ".", "a\0b"):
        report = Report()
        assert read_file(str(folder / name), report) is None and len(report.errors) == 1


def test_a_letter_cut_in_the_middle(folder):
    path = folder / "letter.play"
    path.write_bytes("game pig\nplayers Ann, Bö\n\nchance d6: 4\nBö".encode()[:-1])
    report = Report()
    record = read_file(path, report)
    assert report.ok and record.heading.players == ("Ann", "Bö") and len(record.rows) == 1 and record.cut
    assert path.read_bytes()[: record.kept].endswith(b"d6: 4\n")


# ------------------------------------------------------------------ what cannot be written


def test_a_full_disk_loses_nothing(folder, monkeypatch):
    path = folder / "full.play"
    session = Session(spec_of("nim", 2), 1, digest=digest_of("nim", 2))
    session.journal = Recorder.begin(path, heading_of(session))
    session.answer(session.play().questions[0], 2)
    whole, real, room = path.read_bytes(), os.write, [7]

    def write(file, data):
        if not room[0]:
            raise OSError(errno.ENOSPC, "No space left on device")
        taken = real(file, data[: room[0]])
        room[0] -= taken
        return taken

    question = session.play().questions[0]
    before = session.state.copy()
    monkeypatch.setattr(recorder.os, "write", write)
    with pytest.raises(CannotRecord, match="the disk is full"):
        session.answer(question, 2)
    assert session.state == before and len(session.entries) == 1 and path.read_bytes() == whole
    monkeypatch.undo()
    assert session.answer(question, 2) is None
    finish(session, Random(1))
    found, report = verified(path.read_text(), ("nim", 2))
    assert report.ok and found.agrees and isinstance(found.stop, Over)


def test_chance_that_could_not_be_written_falls_again(folder, monkeypatch):
    path = folder / "again.play"
    session = Session(spec_of("pig", 2), 6, {0: "random", 1: "random"}, digest=digest_of("pig", 2))
    session.journal = Recorder.begin(path, heading_of(session))
    real, left = os.write, [20]

    def write(file, data):
        left[0] -= 1
        if left[0] % 5 == 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(file, data)

    monkeypatch.setattr(recorder.os, "write", write)
    for _ in range(2000):
        try:
            session.play()
            break
        except CannotRecord:
            continue
    monkeypatch.undo()
    straight = Session(spec_of("pig", 2), 6, {0: "random", 1: "random"})
    straight.play()
    assert session.entries == straight.entries
    found, report = verified(path.read_text(), ("pig", 2))
    assert report.ok and found.agrees


def test_places_where_nothing_can_be_written(folder):
    session = Session(spec_of("nim", 2), 1)
    for name, words in (("nowhere/x.play", "no such folder"), (".", "cannot be written|there already"),
                        ("a\0b", "cannot be written")):
        with pytest.raises(CannotRecord, match=words):
            Recorder.begin(str(folder / name), heading_of(session))
    path = folder / "twice.play"
    Recorder.begin(path, heading_of(session)).close()
    with pytest.raises(CannotRecord, match="is there already"):
        Recorder.begin(path, heading_of(session))


# ------------------------------------------------------------------ killed in the middle


@pytest.mark.parametrize("game, after", [(("pig", 3), 12), ((FAIR, 3), 9), ((TOWN, 3), 20)])
def test_killed_in_the_middle_nothing_is_lost(folder, game, after):
    path = folder / f"killed{after}.play"
    command = [sys.executable, str(ROOT / "tests/session/record_play.py"), game[0], str(game[1]), str(path), "3"]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)})
    counted = 0
    for _ in range(after):
        counted = int(child.stdout.readline() or counted)
    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stdout.close()
    report = Report()
    record = read_file(path, report)
    assert report.ok and len([row for row in record.rows if row.kind != "over"]) >= counted
    found = go_on(record, path, spec_of(*game), report, digest_of(*game))
    assert report.ok and found.agrees and len(found.session.entries) >= counted
    random = Random(1)
    while not isinstance(stop := found.session.play(), Over):
        reply(found.session, stop.questions[0], random)
    again, report = verified(path.read_text(), game)
    assert report.ok and again.agrees and again.session.state == found.session.state


@pytest.mark.parametrize("game", GAMES)
def test_each_answer_is_on_the_disk_before_the_next_question(tmp_path, monkeypatch, game):
    """Not only written: the system was told to bring the file to the disk, with all that had been written until then."""
    safe, sync = [], os.fsync

    def noted(file):
        sync(file)
        safe.append(os.fstat(file).st_size)

    monkeypatch.setattr(recorder.os, "fsync", noted)
    path = tmp_path / "safe.play"
    session = Session(spec_of(*game), 1, dict.fromkeys(range(game[1]), "human"), digest=digest_of(*game))
    session.journal = Recorder.begin(path, heading_of(session))
    chance, asked = Random(1), 0
    while not isinstance(stop := session.play(), Over) and asked < 12:
        assert safe[-1] == path.stat().st_size, "a question is put, and what was written before it may be lost"
        question = chance.choice(stop.questions)
        session.answer(question, chance.choice(question.options))
        asked += 1
    assert asked and len(set(safe)) > asked
    assert not isinstance(stop, Over) or safe[-1] == path.stat().st_size
    session.journal.close()
