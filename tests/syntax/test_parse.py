"""Reading rules: what is accepted, what is refused and how it is said."""

from pathlib import Path

import pytest

from interpreter.syntax import ast
from interpreter.syntax.parser import keywords, parse, parse_answer
from interpreter.text.diagnostic import Report
from interpreter.text.source import Source
from tests.cases import complaints, read_cases
from tests.syntax.trees import read, refused, SAMPLE, shape

HERE = Path(__file__).parent
REFUSED = read_cases(HERE / "refused.case")
ACCEPTED = read_cases(HERE / "accepted.case")


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case.name)
def test_refused(case):
    assert list(complaints(case, refused(case.text))) == []


@pytest.mark.parametrize("case", ACCEPTED, ids=lambda case: case.name)
def test_accepted(case):
    read(case.text)


@pytest.mark.parametrize("text", ["", "\n", "   \n", "# a comment", "\ufeff", "\r\n\r\n", "\n\n   # one\n"])
def test_an_empty_file_has_no_declarations(text):
    assert read(text).declarations == ()


@pytest.mark.parametrize("change", [
    lambda text: text.replace("\n", "\r\n"),
    lambda text: "\ufeff" + text,
    lambda text: text.rstrip("\n"),
    lambda text: text.replace("\n", "   \n"),
])  # fmt: skip
def test_line_ends_and_marks_are_of_no_account(change):
    assert shape(read(change(SAMPLE))) == shape(read(SAMPLE))


def test_places_are_exact_whatever_the_line_ends():
    file = read("\ufeffzone deck: pile of Card\r\n\r\nzone dump: heap of Card   # rest\r\n# more\r\n")
    assert [one.span.text for one in file.declarations] == ["zone deck: pile of Card", "zone dump: heap of Card"]
    assert [(one.span.line, one.span.column) for one in file.declarations] == [(1, 2), (3, 1)]


def test_a_statement_ends_before_the_comments_behind_it():
    file = read('## what\neffect a()\n  require x, "a # b"   # why\n  # then\n\n  set y to 2\n  # last\n')
    about, effect = file.declarations
    assert about.span.text == "## what"
    assert [one.span.text for one in effect.body] == ['require x, "a # b"', "set y to 2"]


@pytest.mark.parametrize("text, line, code", [
    ("effect a()\n\tset x to 1\n\tset y to 2\n", 2, "E0110"),
    ("effect a()\n  \tset x to 1\n", 2, "E0110"),
    ("zone a: heap of Card\nzone b:\0 heap of Card\n", 2, "E0108"),
    ("zone a: heap of Card\rzone b: heap of Card\n", 1, "E0108"),
    ("zone a: heap\u00a0of Card\n", 1, "E0108"),
    ("zone a: heap of", 1, "E0101"),
    ("score a = (1 + 2", 1, "E0105"),
    ("score a = 1 +", 1, "E0109"),
    ("zone a: heap of Card\nuse dice,\n\n# the end\n", 2, "E0109"),
    ("effect a()", 1, "E0113"),
    ("score a = " + "(" * 300 + "1" + ")" * 300, 1, "E0101"),
    ("score a = 1" + " + 1" * 300, 1, "E0101"),
])  # fmt: skip
def test_what_a_case_file_cannot_hold(text, line, code):
    found = refused(text)
    assert (line, code) in [one[:2] for one in found]


@pytest.mark.parametrize("text", ["zone a: heap ofCard", "draw 3 fromdeck to hand", "for eachp in players", "score a = b isc"])
def test_words_are_read_whole(text):
    assert refused(f"effect a()\n  {text}\n" if text[0] in "df" else text)


def test_tabs_are_told_once_and_other_mistakes_still_are():
    assert [found[:2] for found in refused("effect a()\n\tset x to 1\n\tset y 2\n")] == [(2, "E0110"), (3, "E0101")]


def test_a_character_that_cannot_be_seen_is_named():
    assert "no-break space" in refused("zone a:\u00a0heap of Card\n")[0][2]


def test_at_most_25_mistakes_in_one_run():
    assert len(refused("zone a\n" * 40)) == 25


def test_a_message_never_speaks_of_the_parser():
    report = Report()
    for case in REFUSED:
        parse(Source("x", case.text), report)
    said = "\n".join(f"{one.message} {one.help} {one.notes}" for one in report.diagnostics)
    for word in ("_NL", "LPAR", "NAME", "Unexpected", "token", "lark", "DEDENT"):
        assert word not in said.replace("`token", "")


def test_what_was_meant_is_offered():
    report = Report()
    parse(Source("x", "zoen deck: pile of Card\n"), report)
    assert report.diagnostics[0].help == "did you mean `zone`?"


@pytest.mark.parametrize("line, help", [
    ("if x = 1", "write `is`"), ("if x == 1", "write `is`"), ("if x != 1", "write `is not`"), ("if x <> 1", "write `is not`"),
    ("if x =< 1", "write `<=`"), ("if x and !y", "write `not`"), ("if x && y", "write `and`"), ("if x | y", "write `or`"),
    ("x = 2", "did you mean `set x to 2`?"), ("me.x += 2", "did you mean `raise me.x by 2`?"),
    ("x -= y + 1", "did you mean `lower x by y + 1`?"), ("x++", "did you mean `raise x by 1`?"),
    ("nothing", "leave it out; in a block in which nothing is done write `do nothing`"),
    ("+ 2", "end the line above with `+`, and it goes on here"),
    ("- 2", "put the whole value in brackets: within them lines go on"),
    ("set größe to 2", "a name has letters from a to z, digits and `_`"),
])  # fmt: skip
def test_the_way_out_is_said(line, help):
    report = Report()
    block = f"{line}\n    proceed" if line.startswith("if ") else line
    parse(Source("x", f"effect a()\n  set y to 1\n  {block}\n  set z to 3\n"), report)
    assert [found.help for found in report.diagnostics] == [help]


def test_an_idle_block_holds_a_comment():
    report = Report()
    assert parse(Source("x", "effect a()\n  if x is 1\n    ## nothing\n  set y to 1\n"), report) is not None and report.ok


@pytest.mark.parametrize("spaces", ["  ", "    "])
def test_however_wide_a_tab_is_it_is_one_mistake(spaces):
    text = "phase p\n  step s\n    set x to 1\n    if x is 1\n      set y to 2\n"
    assert [found[1] for found in refused(text.replace(spaces, "\t"))] == ["E0110"]


def test_a_misspelt_line_is_shown_as_it_should_look():
    report = Report()
    parse(Source("x", "zone deck pile of Card\n"), report)
    assert report.diagnostics[0].notes == ("such a line reads `zone hand: heap of Crate, seen by owner`",)


@pytest.mark.parametrize("text, names", [
    ("w1", [ast.Name]),
    ("[a1, a2], [a3]", [ast.ListValue, ast.ListValue]),
    ('"above a placed card"', [ast.Text]),
    ("3, yes, -2", [ast.Number, ast.Yes, ast.Negative]),
    ('town["farm"]\n', [ast.At]),
])  # fmt: skip
def test_answers(text, names):
    assert [type(one) for one in parse_answer(text, Report())] == names


@pytest.mark.parametrize("text", ["", "a b", "(", "1..", "a,", ")", "set x to 3", "“", "\0", "9" * 30, "a\nb", "(" * 200])
def test_answers_that_are_none(text):
    report = Report()
    assert parse_answer(text, report) is None
    assert not report.ok
    assert all(0 <= one.span.start <= one.span.end <= len(text) for one in report.diagnostics)


@pytest.mark.parametrize("word", [word for word in keywords() if " " not in word])
def test_a_field_may_have_any_name_in_any_place(word):
    lines = ["written \"{x}\"", "size: 1..3", "counter used: 0..3 = 0", "state idle: yes/no = yes", "## about"]
    text = f"card Crate\n  {word}: 1..9\n" + "".join(f"  {line}\n  {word}: yes/no = no\n" for line in lines)
    fields = [one for one in read(text).declarations[0].lines if isinstance(one, ast.Field) and one.name.text == word]
    assert len(fields) == 1 + len(lines)


def test_keywords_are_the_words_that_begin_a_line():
    words = keywords()
    assert words == sorted(set(words))
    assert {"move", "zone", "step", "card", "for each", "may choose", "let", "given", "add", "turn"} <= set(words)
    assert not {"me", "cites", "and", "yes", "sum of", "owner", "face up"} & set(words)
