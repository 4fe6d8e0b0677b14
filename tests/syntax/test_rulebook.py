"""Clauses and rulings: what is read of both layouts, and how ids, ranges and options are named."""

import pytest

from interpreter.project.clauses import expand, option_name, OptionKey, read_rulebook, value_name
from interpreter.text.diagnostic import Report
from interpreter.text.source import Source

HEADING = "id\tsection\tkind\tclause\tnotes\n"
CLAUSES = HEADING + (
    "K-001\tTitle\tflavour\tNames the game.\t[L1]\n"
    "# a note\n"
    "\n"
    'K-002\tSetup\tsetup\tContents entry for the section "What\'s In The Box".\tL2.\n'
    'K-003\tPlay\tchoice\t"""Bet"" or pass."\t\n'
    "K-004\tPlay\tlimit\tOnly once.\n"
    "K-010\tEnd\tcredit\tThanks.\t\n"
    "K-011\tEnd\ttranscription\tA gap in the copy.\t\n"
)

BOLD = """# A game: rulings

Companion to the clauses. **Ruling** names the letter. **R-K01** is important.

## Part 1. Play

### R-K01: May one bet twice?

- **Type:** ambiguity; **Clauses:** K-003..K-004, K-002
- **Problem:** 'Once' could be a turn or a game: unclear.
- **Readings:** (a) Once a turn, which differs from (b) in length. (b) Once a game.
  Both have been seen.
- **Ruling:** (a). The limit
  stands under Play.
- **Why:** The order of printing.
- **Option:** `bet.limit` = `per_turn` | per_game, none (see (b), above); `bet.open` = `true` | false
- **Flip:** Longer games.

## Part 2. Data

No entry.

- **Ruling:** this one is nobody's.

### R-K02: How many cards
- **Type:** hole; **Clauses:** K-002
- **Problem:** Not said.
- **Readings:** (a) Three. (b) Any.
- **Ruling:** (a).
- **Why:** The picture.
- **Option:** `deck` = `[2, 1]` | [2,1]+[3,0], `any, list` (written any_list)
"""

PLAIN = """# Rulings

Kind: HOLE (the text says nothing).

### R-T98 Which card is higher
- Kind: HOLE
- Clauses: K-002 K-003
- Option: `cards.order = king_high | ace_high`
- Readings: Not printed.
- Ruling: King high; (a) sensible order.
- To flip: Ace high is common elsewhere: try it.


### R-T99 Faces
- Kind: CONFLICT
- Clauses: K-004
- Option: `faces.list (any)`
- Readings: (a) Six. (b) Eight.
- Ruling: (a).
- To flip: Dice are data.

## Index: ruling, key

| R-T98 | order |
"""


def book_and_report(folder, clauses=CLAUSES, rulings=None):
    (folder / "clauses.tsv").write_text(clauses, encoding="utf-8")
    if rulings is not None:
        (folder / "rulings.md").write_text(rulings, encoding="utf-8")
    report = Report()
    return read_rulebook(folder, "kings", report), report


def book_of(folder, **texts):
    book, report = book_and_report(folder, **texts)
    assert report.diagnostics == []
    return book


def complaints(folder, **texts):
    return [(d.code.id, d.span.line, d.message) for d in book_and_report(folder, **texts)[1].diagnostics]


# ------------------------------------------------------------------ clauses


def test_clauses_are_read_with_their_places(tmp_path):
    book = book_of(tmp_path)
    assert (book.name, len(book.clauses)) == ("kings", 6)
    clause = book.clause("K-002")
    assert (clause.section, clause.kind, clause.notes) == ("Setup", "setup", "L2.")
    assert clause.text == 'Contents entry for the section "What\'s In The Box".'
    assert clause.span.line == 5


def test_a_value_a_spreadsheet_put_between_quotes_is_read_without_them(tmp_path):
    assert book_of(tmp_path).clause("K-003").text == '"Bet" or pass.'


def test_flavour_credit_and_transcription_bind_nobody(tmp_path):
    assert [clause.id for clause in book_of(tmp_path).binding()] == ["K-002", "K-003", "K-004"]


def test_ids_are_clauses_or_rulings(tmp_path):
    book = book_of(tmp_path, rulings=BOLD)
    assert book.has("K-002") and book.has("R-K01") and not book.has("K-999")
    assert book.clause("R-K01") is None and book.ruling("K-002") is None


def test_the_nearest_id_is_the_same_number_written_otherwise_or_one_that_looks_alike(tmp_path):
    book = book_of(tmp_path, rulings=BOLD)
    assert book.nearest("K-2") == "K-002"
    assert book.nearest("k-0003") == "K-003"
    assert book.nearest("R-K1") == "R-K01"
    assert book.nearest("K-012") in ("K-002", "K-010", "K-011")
    assert book.nearest("XYZ") is None


@pytest.mark.parametrize(
    "row, what",
    [
        ("K-004\tPlay\tlimit\tAgain.\t", "`K-004` stands in row 7 already"),
        ("K-020\tPlay", "it has 2 of the 5 values id, section, kind, clause, notes"),
        ("K-020\tPlay\tlimit\ta\tb\tc", "it has 6 of the 5 values id, section, kind, clause, notes"),
        ("twenty\tPlay\tlimit\ta\tb", "`twenty` is no id: capital letters, a hyphen, a number"),
        ("K-020\tPlay\t\ta\tb", "it has no kind"),
    ],
)
def test_a_row_that_cannot_be_read_is_left_out_and_said(tmp_path, row, what):
    assert complaints(tmp_path, clauses=f"{CLAUSES}{row}\n") == [("E0612", 10, f"row 10: {what}")]
    assert len(book_and_report(tmp_path, clauses=f"{CLAUSES}{row}\n")[0].clauses) == 6


@pytest.mark.parametrize("text", ["", "\n", "id,section,kind,clause,notes\n", "K-001\tTitle\tflavour\tA.\tB.\n"])
def test_the_heading_is_needed(tmp_path, text):
    [(code, _, message)] = complaints(tmp_path, clauses=text)
    assert code == "E0612" and "the heading is not id, section" in message


def test_a_game_that_names_a_rulebook_brings_its_clauses(tmp_path):
    report, rules = Report(), Source("kings.rules", 'rulebook "kings"')
    assert read_rulebook(tmp_path, "kings", report, rules.span(9, 16)) is None
    [found] = report.diagnostics
    assert (found.code.id, found.span.text) == ("E0605", '"kings"')


def test_rulings_are_not_needed(tmp_path):
    assert book_of(tmp_path).rulings == {}


# ------------------------------------------------------------------ rulings


def test_the_layout_with_bold_names(tmp_path):
    book = book_of(tmp_path, rulings=BOLD)
    assert list(book.rulings) == ["R-K01", "R-K02"]
    ruling = book.ruling("R-K01")
    assert (ruling.title, ruling.kind) == ("May one bet twice?", "ambiguity")
    assert ruling.clauses == ("K-003", "K-004", "K-002")
    assert ruling.question == "'Once' could be a turn or a game: unclear."
    assert ruling.readings == ("Once a turn, which differs from (b) in length.", "Once a game. Both have been seen.")
    assert ruling.choice == "(a). The limit stands under Play."
    assert (ruling.why, ruling.flip) == ("The order of printing.", "Longer games.")
    assert (ruling.span.line, ruling.span.text) == (7, "### R-K01: May one bet twice?")


def test_the_options_of_a_ruling(tmp_path):
    book = book_of(tmp_path, rulings=BOLD)
    limit, openly = book.ruling("R-K01").options
    assert limit == OptionKey("bet.limit", ("per_turn", "per_game", "none (see (b), above)"))
    assert (openly.name, openly.words) == ("bet_open", ("yes", "no"))
    assert (book.ruling("R-K01").option_key, book.ruling("R-K01").values) == ("bet.limit", limit.values)
    assert book.ruling("R-K02").values == ("[2, 1]", "[2,1]+[3,0]", "any, list (written any_list)")
    assert book.ruling_for("bet_open") is book.ruling("R-K01")
    assert book.ruling_for("bet") is None


def test_the_layout_without_bold_names(tmp_path):
    book = book_of(tmp_path, rulings=PLAIN)
    assert list(book.rulings) == ["R-T98", "R-T99"]
    ruling = book.ruling("R-T98")
    assert (ruling.title, ruling.question, ruling.kind) == ("Which card is higher", "Which card is higher", "hole")
    assert ruling.clauses == ("K-002", "K-003")
    assert ruling.readings == ("Not printed.",)
    assert ruling.choice == "King high; (a) sensible order."
    assert (ruling.option_key, ruling.values) == ("cards.order", ("king_high", "ace_high"))
    assert (ruling.why, ruling.flip) == ("", "Ace high is common elsewhere: try it.")
    assert book.ruling("R-T99").options == (OptionKey("faces.list", ()),)
    assert book.ruling("R-T99").readings == ("Six.", "Eight.")


def test_an_entry_without_bullets_reads_the_same(tmp_path):
    bare = PLAIN.replace("\n- ", "\n")
    assert book_of(tmp_path, rulings=bare).ruling("R-T98").choice == "King high; (a) sensible order."


def test_an_entry_says_what_it_lacks(tmp_path):
    text = "# R-K01 A title\n- Readings: (a) One. (b) Two.\n# R-K02\n- Ruling: (a)\n"
    assert complaints(tmp_path, rulings=text) == [
        ("E0612", 1, "row 1: `R-K01` has no ruling"),
        ("E0612", 3, "row 3: `R-K02` has no title or problem and no readings"),
    ]


def test_of_two_entries_with_one_id_the_first_counts(tmp_path):
    text = "# R-K01 One\n- Readings: a\n- Ruling: b\n# R-K01 Two\n- Readings: a\n- Ruling: b\n"
    assert complaints(tmp_path, rulings=text) == [("E0612", 4, "row 4: `R-K01` stands in row 1 already")]
    assert book_and_report(tmp_path, rulings=text)[0].ruling("R-K01").title == "One"


def test_a_ruling_speaks_of_clauses_there_are(tmp_path):
    text = "# R-K01 One\n- Clauses: K-002 K-098\n- Readings: a\n- Ruling: b\n"
    assert complaints(tmp_path, rulings=text) == [("E0601", 1, "the rulebook has no clause `K-098`")]


# ------------------------------------------------------------------ names


@pytest.mark.parametrize(
    "first, last, ids",
    [
        ("M-050", "M-052", ("M-050", "M-051", "M-052")),
        ("R-M09", "R-M11", ("R-M09", "R-M10", "R-M11")),
        ("R-T99", "R-T101", ("R-T99", "R-T100", "R-T101")),
        ("P-9", "P-10", ("P-9", "P-10")),
        ("M-050", "M-050", ("M-050",)),
        ("M-052", "M-050", ()),
        ("M-050", "T-052", ()),
        ("M-1", "M-99999999999", ()),
        ("M-050", "fifty", ()),
    ],
)
def test_a_range_runs_upward_between_two_ids_of_one_rulebook(tmp_path, first, last, ids):
    assert expand(first, last) == ids
    assert book_of(tmp_path).expand(first, last) == ids


def test_options_and_their_values_are_named_after_the_entry():
    assert option_name("data.points.per_space") == "data_points_per_space"
    assert [value_name(word) for word in ("true", "false", "A_first", "none (written stays)")] == [
        "yes", "no", "A_first", "stays",
    ]  # fmt: skip
    assert OptionKey("deck.size", ("56", "54")).words == ()
    assert OptionKey("move", ("none (written stays)", "clamp")).words == ("stays", "clamp")
