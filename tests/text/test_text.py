"""Spans, reports, the catalogue, and how a mistake is drawn."""

import pickle
import re

import pytest
from hypothesis import given, strategies as st

from interpreter.text import codes
from interpreter.text.diagnostic import as_json, Code, draw, Fault, listed, nearest, Report, suggestion, Unplayable
from interpreter.text.source import NOWHERE, Source, Span

RULES = "zone deck: pile\nsetup\n  let there = p.cube + card.balence\n"


def at(word, text=RULES, clauses=()):
    start = text.index(word)
    return Span(Source("a/b.rules", text), start, start + len(word), clauses)


def report_of(code, span, **rest):
    report = Report()
    report.add(code, span, **rest)
    return report.diagnostics[0]


@given(st.text(alphabet="ab\n\r", max_size=30), st.integers(0, 31))
def test_line_and_column_agree_with_the_text(text, offset):
    source = Source("x", text)
    before = text[:offset]
    line, column = source.line_and_column(offset)
    assert line == before.count("\n") + 1
    assert column == len(before) - (before.rfind("\n") + 1) + 1
    assert len(source.lines) == text.count("\n") + 1


def test_a_span_says_where_it_stands_and_what_it_carries_out():
    span = at("balence")
    assert (span.line, span.column, span.text) == (3, 29, "balence")
    assert str(span) == "a/b.rules:3:29"
    assert str(span.with_clauses(["M-062", "R-M20"])) == "a/b.rules:3:29 [M-062, R-M20]"
    assert span.clauses == () and str(NOWHERE) == "nowhere"


def test_equal_looking_spans_are_two():
    source = Source("x", "a a")
    assert Span(source, 0, 1) != Span(source, 0, 1)


def test_a_line_of_a_data_file_is_a_span():
    assert Source("x", "id,side\n  k,A \r\n").line_span(2).text == "k,A"


def test_a_mistake_is_said_once_at_one_place():
    report = Report()
    for name in ("a", "b"):
        report.add(codes.NO_SUCH_NAME, at("card"), name=name)
        report.add(codes.MISSING_FILE, NOWHERE, name=name)
    assert [found.message for found in report.diagnostics] == [
        "nothing here is called `a`", "there is no file `a`", "there is no file `b`"]


def test_warnings_leave_a_report_ok_and_sorting_is_by_place():
    report = Report()
    report.add(codes.NEVER_USED, at("there"), name="there")
    assert report.ok and report.errors == []
    report.add(codes.NO_SUCH_TYPE, at("pile"), name="pile")
    assert not report.ok and [found.code.id for found in report.sorted()] == ["E0202", "E0510"]


def test_a_long_chain_is_told_by_its_ends():
    chain = tuple(f"link {k}" for k in range(33))
    notes = Fault(codes.FAULT_NESTING, at("there"), "open 32 times", chain=chain).diagnostic.notes
    assert notes == ("reached through link 0", "reached through link 1", "reached through 29 more",
                     "reached through link 31", "reached through link 32")
    assert len(draw(Fault(codes.FAULT_NESTING, at("there"), "open 32 times", chain=chain).diagnostic).splitlines()) <= 11


def test_a_sentence_without_its_facts_has_them_in_capitals():
    assert codes.FAULT_ZONE_FULL.form == "`ZONE` holds up to LIMIT, and this would make GOT"
    assert not any("{" in row.form for row in codes.CODES.values())


def test_a_missing_fact_reads_as_a_question_mark():
    assert codes.NOT_A_MEMBER.says(name="x") == "`x` is not something a ? has"
    report = Report()
    report.add(Code("E0001", "{code} of {span}", ""), NOWHERE, code=1, span=2)  # facts may be called so
    assert report.diagnostics[0].message == "1 of 2"


def test_a_fault_cites_line_and_clause_and_survives_pickling():
    fault = Fault(codes.FAULT_NO_OPTIONS, at("card", clauses=("M-062",)), "`h` has no options", chain=["a", "b"])
    assert str(fault) == "fault[E0903]: `h` has no options (a/b.rules:3:24 [M-062])"
    assert "= reached through b" in draw(fault.diagnostic)
    assert str(pickle.loads(pickle.dumps(fault))) == str(fault)
    assert str(Unplayable("too few", NOWHERE)) == "too few"


def test_drawing_has_the_form_of_the_language_document():
    found = report_of(codes.NOT_A_MEMBER, at("balence"), name="balence", thing="Track",
                      help="did you mean `balance`?", notes=["a Track has: side, balance"])
    assert draw(found).split("\n") == [
        "error[E0312]: `balence` is not something a Track has",
        " ┌─ a/b.rules:3:29",
        " │",
        "3│   let there = p.cube + card.balence",
        " │                             ^^^^^^^ did you mean `balance`?",
        " │",
        " = a Track has: side, balance",
    ]


def test_clauses_of_the_place_are_cited_unless_a_note_does():
    span = at("card", clauses=("M-1", "M-2"))
    assert draw(report_of(codes.NO_ME, span)).endswith(" = rulebook M-1, M-2")
    assert draw(report_of(codes.NO_ME, span, notes=["M-1, M-2: both"])).endswith(" = M-1, M-2: both")


@given(st.text(alphabet="ab\t ", max_size=200), st.integers(0, 200), st.integers(0, 200), st.integers(20, 100))
def test_drawing_keeps_to_the_width_and_marks_what_it_covers(text, start, length, width):
    start = min(start, len(text))
    span = Span(Source("x", text + "\nnext"), start, start + length)
    found = report_of(codes.NO_ME, span, help="name the player")
    for line in draw(found, width).split("\n")[3:5]:
        assert len(line) <= width
    if text[start:] and text[start] != " " and text[start] != "\t":
        code, carets = draw(found, width).split("\n")[3:5]
        assert code[carets.index("^")] in (text[start], "…")


def test_drawing_what_stands_nowhere_or_in_an_empty_file():
    assert draw(report_of(codes.MISSING_FILE, NOWHERE, name="x", help="y")) == (
        "error[E0111]: there is no file `x`\n  = y")
    empty = Span(Source("e.rules", ""), 0, 0)
    assert draw(report_of(codes.HEADING_MISSING, empty)).endswith("\n ┌─ e.rules:1:1")


def test_json_is_plain():
    found = as_json(report_of(codes.NO_SUCH_NAME, at("balence", clauses=("M-1",)), name="balence"))
    assert found["line"] == 3 and found["end_column"] == 36 and found["clauses"] == ["M-1"]
    assert as_json(report_of(codes.MISSING_FILE, NOWHERE, name="x"))["file"] is None


def test_nearest_and_listed():
    assert nearest("balence", {"balance", "side"}) == "balance"
    assert nearest("PLACE", ["place"]) == "place"
    assert nearest("xyz", ["balance"]) is None and nearest("a", []) is None
    assert nearest("hands", ["hand", "ands", "zone"], 2) == "hand or ands"
    assert suggestion("offred", ["offered"]) == "did you mean `offered`?"
    assert [listed(words) for words in ([], ["a"], "ab", "abc")] == ["", "a", "a and b", "a, b and c"]


def test_numbers_are_used_once():
    named = [row for row in vars(codes).values() if isinstance(row, Code)]
    assert len({row.id for row in named}) == len(named) == len(codes.CODES)


@pytest.mark.parametrize("row", codes.CODES.values(), ids=codes.CODES)
def test_the_voice_of_the_catalogue(row):
    assert re.fullmatch(r"E\d{4}", row.id) and row.severity in ("error", "warning", "note")
    assert row.says() and not row.message.endswith(".") and not row.message[0].isupper()
    assert row.about[-1] == "." and "{" not in row.about
    assert not re.search(r"\binvalid\b|you must", row.message + row.about, re.IGNORECASE)
