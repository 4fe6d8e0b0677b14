"""Tables from a spreadsheet: read as the csv module reads them, each value with its place."""

import csv
import io

import pytest
from hypothesis import given, strategies as st

from interpreter.project.sheets import (
    assumed_count,
    check_rows,
    copies,
    read_sheet,
    scan,
    separator_of,
    sheet_of_rows,
    sheet_of_text,
)  # fmt: skip
from interpreter.text.diagnostic import draw, Report
from interpreter.text.source import NOWHERE, Source


def sheet_and_report(text):
    report = Report()
    return sheet_of_text(Source("cards.csv", text), report, NOWHERE), report


def sheet_of(text):
    sheet, report = sheet_and_report(text)
    assert report.diagnostics == []
    return sheet


def values(sheet):
    return [tuple(cell.text for cell in row.cells) for row in sheet.rows]


def complaints(text, check=False):
    """Each mistake as its code, what the caret covers, and the message behind the file's name."""
    sheet, report = sheet_and_report(text)
    if check:
        check_rows(sheet, report)
    return [(d.code.id, d.span.text, d.message.removeprefix("`cards.csv` ")) for d in report.sorted()]


# ------------------------------------------------------------------ the scanner


def as_csv(text, separator):
    lines = io.StringIO(text, newline="")
    return [tuple(row) for row in csv.reader(lines, delimiter=separator, skipinitialspace=True)]


def scanned(text, separator):
    return [tuple(piece.text for piece in pieces) for pieces in scan(text, separator)]


@given(st.text('ab",; \n\r\t', max_size=30), st.sampled_from(",;"))
def test_any_text_is_divided_as_the_csv_module_divides_it(text, separator):
    assert scanned(text, separator) == as_csv(text, separator)


VALUES = st.text(st.characters(exclude_characters="#\0", exclude_categories=["Cs"]), max_size=8)


@given(st.lists(st.lists(VALUES, min_size=1, max_size=4), max_size=5), st.sampled_from(",;\t"), st.booleans())
def test_what_a_spreadsheet_writes_is_read_back(rows, separator, everything_quoted):
    written = io.StringIO(newline="")
    quoting = csv.QUOTE_ALL if everything_quoted else csv.QUOTE_MINIMAL
    csv.writer(written, delimiter=separator, quoting=quoting).writerows(rows)
    read = scan(written.getvalue(), separator)
    assert [[piece.text.lstrip(" ") for piece in pieces] for pieces in read] == [
        [value.lstrip(" ") for value in row] for row in rows
    ]


@given(st.text('ab",; \n\r\t#', max_size=30))
def test_every_piece_stands_where_it_says(text):
    last = 0
    for pieces in scan(text, ","):
        for piece in pieces:
            assert last <= piece.start <= piece.end <= len(text)
            if not text.startswith('"', piece.start):
                assert text[piece.start : piece.end] == piece.text
            last = piece.end


@pytest.mark.parametrize(
    "text, separator",
    [
        ("id,side\n", ","),
        ("id;side\n", ";"),
        ("id\tside\n", "\t"),
        ("id\n", ","),
        ("", ","),
        ('"a,b,c";d\n', ";"),
        ("# a note; with; these\n\nid,side\n", ","),
    ],
)
def test_the_heading_tells_what_divides_the_columns(text, separator):
    assert separator_of(text) == separator


# ------------------------------------------------------------------ the sheet


def test_spaces_quotes_notes_and_blank_rows_are_no_part_of_the_values():
    sheet = sheet_of('# from the box\nid , title\n\na1,  "one, and ""two"""  \n , \n"# note, quoted",\na2,b c \n')
    assert sheet.names == ("id", "title")
    assert values(sheet) == [("a1", 'one, and "two"'), ("a2", "b c")]
    assert [row.number for row in sheet.rows] == [4, 7]


def test_a_value_knows_its_place():
    sheet = sheet_of('id,title\na1, "x ""y""" ,\n')
    assert sheet.rows[0]["title"].span.text == '"x ""y"""'
    assert str(sheet.rows[0]["title"].span) == "cards.csv:2:5"
    assert sheet.rows[0].span.text == 'a1, "x ""y"""'
    assert sheet.header[1].span.text == "title"


def test_a_value_over_two_lines_counts_as_one_row():
    sheet = sheet_of('id,title\na1,"one\ntwo"\na2,three\n')
    assert values(sheet) == [("a1", "one\ntwo"), ("a2", "three")]
    assert (sheet.rows[1].number, sheet.rows[1].span.line) == (3, 4)


def test_columns_are_found_by_name():
    sheet = sheet_of("id;side\na1;A\n")
    assert (sheet.column("side"), sheet.column("size")) == (1, None)
    assert sheet.rows[0]["side"].text == "A"
    assert sheet.rows[0].get("size") is None


def test_a_heading_without_rows_is_a_table_without_rows():
    assert sheet_of("id,side\n").rows == ()


def test_empty_columns_at_the_end_are_a_spreadsheets_padding():
    assert values(sheet_of("id,side,,\na1,A,,\na2,,\n")) == [("a1", "A"), ("a2", "")]


def test_a_row_of_another_length_is_left_out_and_said():
    text = "id,side,top\na1,A\na2,A,L,x,y\na3,B,C\n"
    assert complaints(text) == [
        ("E0704", "a1,A", "row 2: it has 2 values, and the heading has 3 columns"),
        ("E0704", "x,y", "row 3: it has 5 values, and the heading has 3 columns"),
    ]
    assert values(sheet_and_report(text)[0]) == [("a3", "B", "C")]


def test_columns_need_names_and_different_ones():
    assert complaints("id,side,,side\na1,A,,B\n") == [
        ("E0702", "", "column `3`: it has no name"),
        ("E0702", "side", "column `side`: two columns have this name"),
    ]


@pytest.mark.parametrize("text", ["", "\n\n", "# only a note\n", ",,,\n"])
def test_an_empty_file_is_no_table(text):
    sheet, report = sheet_and_report(text)
    assert sheet is None and [d.code.id for d in report.diagnostics] == ["E0701"]


def test_a_quote_left_open_is_said_where_it_opens():
    assert complaints('id,title\na1,"one\na2,two\n') == [
        ("E0704", '"', "row 2: the quote that opens here is never closed")
    ]


def test_a_mistake_is_drawn_below_its_value():
    sheet, report = sheet_and_report("id,copies\na1,many\n")
    check_rows(sheet, report)
    assert draw(report.diagnostics[0]).splitlines()[:5] == [
        "error[E0703]: `cards.csv` row 2, column `copies`: `many` is not a whole number from 0 to 9999",
        " ┌─ cards.csv:2:4",
        " │",
        "2│ a1,many",
        " │    ^^^^",
    ]


# ------------------------------------------------------------------ from a file


def test_a_file_of_any_make_gives_the_same_table(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for data in (b"id,side\na1,A\n", b"\xef\xbb\xbfid;side\r\na1;A\r\n", b"id\tside\ra1\tA"):
        (tmp_path / "cards.csv").write_bytes(data)
        report = Report()
        sheet = read_sheet(tmp_path / "cards.csv", report, NOWHERE)
        assert (sheet.source.name, sheet.names, values(sheet)) == ("cards.csv", ("id", "side"), [("a1", "A")])
        assert report.ok


def test_a_missing_file_is_said_where_the_rules_name_it(tmp_path):
    (tmp_path / "tracks.csv").write_text("id\n")
    rules, report = Source("game.rules", 'components c: Card from "track.csv"'), Report()
    assert read_sheet(tmp_path / "track.csv", report, rules.span(24, 35)) is None
    [found] = report.diagnostics
    assert (found.code.id, found.span.text, found.help) == ("E0701", '"track.csv"', "did you mean `tracks.csv`?")


@pytest.mark.parametrize("data", [b"PK\x03\x04", b"id\n\xff\xfe"])
def test_what_is_not_text_is_no_table(tmp_path, data):
    (tmp_path / "cards.csv").write_bytes(data)
    report = Report()
    assert read_sheet(tmp_path / "cards.csv", report, NOWHERE) is None
    assert [d.code.id for d in report.diagnostics] == ["E0701"]


# ------------------------------------------------------------------ between bars


BARS = Source("scenarios.rules", "| id | side |\n| a1 | A |\n| a2 |\n")


def bar_row(*words):
    return [(word, BARS.span(at := BARS.text.index(word), at + len(word))) for word in words]


def test_a_table_between_bars_has_the_same_shape():
    report = Report()
    sheet = sheet_of_rows(bar_row("id", "side"), [bar_row("a1", "A"), bar_row("a2")], report)
    assert (sheet.source, sheet.names, values(sheet)) == (BARS, ("id", "side"), [("a1", "A")])
    assert sheet.rows[0]["side"].span.text == "A"
    [found] = report.diagnostics
    assert (found.code.id, found.span.line) == ("E0704", 3)
    assert found.message == "`scenarios.rules` row 3: it has 1 value, and the heading has 2 columns"


# ------------------------------------------------------------------ id, copies, source


def test_rows_are_copied_as_often_as_they_say():
    sheet = sheet_of("id,copies\na1,3\na2,0\na3,0012\n")
    assert [copies(row, Report()) for row in sheet.rows] == [3, 0, 12]
    assert copies(sheet_of("id\na1\n").rows[0], Report()) == 1


@pytest.mark.parametrize("value", ["-1", "two", "1.5", "10000", "²", "1_0", '""'])
def test_copies_are_a_number(value):
    [(code, covered, message)] = complaints(f"id,copies\na1,{value}\n", check=True)
    assert (code, covered) == ("E0703", value)
    assert message.endswith("is not a whole number from 0 to 9999")


def test_ids_name_one_row_each():
    assert complaints("id\na1\na2\na1\na1\n", check=True) == [
        ("E0705", "a1", "row 4: `a1` stands in row 2 already"),
        ("E0705", "a1", "row 5: `a1` stands in row 2 already"),
    ]
    [(code, _, message)] = complaints("id,side\n,A\n", check=True)
    assert (code, message) == ("E0703", "row 2, column `id`: `` is not a name for the row")


def test_the_source_of_a_row_is_one_of_three_words():
    text = "id,source\na1,printed\na2,assumed\na3,guessed\na4,inferred\na5,assumed\n"
    assert complaints(text, check=True) == [
        ("E0703", "guessed", "row 4, column `source`: `guessed` is not one of printed, inferred, assumed")
    ]
    assert assumed_count(sheet_of(text)) == 2
    assert assumed_count(sheet_of("id\na1\n")) == 0
