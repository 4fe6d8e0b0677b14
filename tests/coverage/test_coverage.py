"""Coverage: what becomes of a ledger's clauses, by form of line, and which lines no scenario would miss (the game: stall)."""

import shutil
from pathlib import Path

import pytest

from interpreter.coverage.clause_coverage import (
    citations_of,
    coverage,
    EXERCISED,
    games_of,
    repeated,
    UNCITED,
    UNENCODED,
    UNEXERCISED,
)
from interpreter.coverage.knock_out import knock_outs, targets, without
from interpreter.engine.machine import CARRY_OUT, EVALUATE, Machine, start
from interpreter.pipeline import load
from interpreter.project.clauses import Clause, Rulebook
from interpreter.scenario.trace import place, Watch, watched
from interpreter.syntax import ast
from interpreter.text.diagnostic import Report
from tests.session.tables import spec_of, TOWN

STALL = Path(__file__).parent / "stall"


@pytest.fixture
def stall(tmp_path):
    """A copy of the stall that a test may change: `stall("scenarios.rules", old, new)` gives its rules."""
    shutil.copytree(STALL, tmp_path / "stall")

    def changed(name="", old="", new=""):
        if name:
            path = tmp_path / "stall" / name
            text = path.read_text()
            assert text.count(old) == 1
            path.write_text(text.replace(old, new))
        report = Report()
        rules = load(tmp_path / "stall" / "stall.rules", report)
        assert report.ok, report.sorted()
        return rules

    return changed


def ids(found, status):
    return {one.clause.id for one in found.of(status)}


def numbered(*numbers):
    return {f"X-{number:03}" for number in numbers}


def test_every_sort_of_line_can_be_exercised(stall):
    found = coverage(stall())
    assert found.ok and not found.failed and not found.wide
    assert ids(found, UNENCODED) == {"X-033"} and not ids(found, UNCITED) and not ids(found, UNEXERCISED)
    assert len(found.entries) == 36 and "X-034" not in {one.clause.id for one in found.entries}      # flavour


LEFT_OUT = [                                       # a line of the scenarios, what stands in its place, what is then missing
    ("a card that passes shows nothing of the guard", 'when Ann asks crate with crates["a1"]', "", {16, 32, 36}),
    ("a wish", 'when Ann asks crate with "half of one"', "", {17}),
    ("the if of an alternative, though it was taken", "when Ann asks deed with sell", "", {15}),
    ("a trigger that does not fire", "when Bob answers deed with shout\n  then noise is 0", "then noise is 1", {20}),
    ("an effect and an `always` without a look at what they are about",
     "then noise is 1\n  when Bob answers deed with shout\n  then noise is 0\n", "when Bob answers deed with shout\n", {31}),
    ("a line whose condition does not hold", "with dear = yes", "with dear = no", {22}),
    ("lines of a define, and rows", 'is 6 and price(crates["p3"]) is 10', "is 6", {28}),
    ("a row", 'then price(crates["a1"]) is 1\n', "then yes\n", {26, 35, 36}),
    ("a score and the winner", "then Ann.money is 4 and winners is {Ann}", "then Ann.coins is 4", {29, 30}),
    ("the winner", " and winners is {Ann}", "", {30}),
    ("a zone", "and market is empty ", "", {6}),
    ("a counter", "  then noise is 0\n\nscenario \"a day\"", "\nscenario \"a day\"", {9}),
    ("zones; that cards were moved between them is not enough",
     'then count(cellar) is count(crates)\n  then crates["a1"] in cellar and', "then", {4, 5}),
    ("a limit", "start at play\n", "start at phase day\n", {11}),
    ("declarations that nothing looks at", "then Ann.coins is 3", "then yes", {1, 3, 8}),
    ("a scenario that fails", "then Ann.coins is 3", "then Ann.coins is 2", None),
]


@pytest.mark.parametrize("old, new, missing", [case[1:] for case in LEFT_OUT], ids=[case[0] for case in LEFT_OUT])
def test_what_is_left_out_of_the_scenarios_shows(stall, old, new, missing):
    text = (STALL / "scenarios.rules").read_text()
    if old.startswith("when Ann asks"):            # the attempt goes with the refusal that follows it
        start = text.index(old)
        old, new = text[start:text.index("\n", text.index("refused", start))], "then yes"
    found = coverage(stall("scenarios.rules", old, new))
    if missing is None:
        assert [one.title for one in found.failed] == ["a sale"] and not found.ok
        assert numbered(1, 3, 8, 16, 17, 18) <= ids(found, UNEXERCISED)
    else:
        assert ids(found, UNEXERCISED) == numbered(*missing), [str(d) for one in found.failed for d in one.found]


def test_a_clause_counts_only_where_a_scenario_names_it(stall):
    found = coverage(stall("scenarios.rules", "X-018, ", ""))
    entry = next(one for one in found.entries if one.clause.id == "X-018")
    assert entry.status == UNEXERCISED and entry.named == [] and entry.missed[0].citation.line.startswith("raise me.coins")


def test_uncited_wide_and_too_many_left_to_hands(stall):
    found = coverage(stall("stall.rules", "cites X-010", "cites X-001"))
    assert ids(found, UNCITED) == {"X-010"} and not found.ok
    rows = "".join(f"X-{number:03}\tAll\trule\tClause {number}.\t\n" for number in range(38, 51))
    stall("clauses.tsv", "Repeats X-034.\n", f"Repeats X-034.\n{rows}")
    found = coverage(stall("stall.rules", "cites X-033", "cites X-033, X-038..X-050"))
    assert len(ids(found, UNENCODED)) == 14 and found.too_many and not found.ok
    rules = stall("stall.rules", "cites X-012", "cites X-001..X-012")
    wide, = [one for one in citations_of([rules])[0] if len(one.ids) > 4]
    assert wide.line == "phase day" and len(wide.ids) == 12
    assert coverage(rules).wide == () or not coverage(rules).ok


def test_inner_beats_outer(stall):
    found = coverage(stall("stall.rules", "cites X-013", "cites X-013, X-014"))
    entry = next(one for one in found.entries if one.clause.id == "X-014")
    assert [one.citation.line for one in entry.cited] == ["draw 1 from cellar to p.shelf"]


@pytest.mark.parametrize(
    "text, notes, wanted",
    [
        ("Step 1.", "[L40] Repeats X-006.", ("X-006",)),
        ("Step 6.", "[L62] Repeats X-089 and X-090.", ("X-089", "X-090")),
        ("Repeats X-120: where a marker lies.", "L85.", ("X-120",)),
        ("Repeats X-127 / X-099: unarmed.", "", ("X-127", "X-099")),
        ("Repeats X-089/X-093: all begin.", "", ("X-089", "X-093")),
        ("Repeats X-190-X-192: free search.", "", ("X-190", "X-191", "X-192")),
        ("Repeats X-152 for every deck.", "Restated by X-001.", ("X-152",)),
        ("Says nothing new.", "", ()),
    ],
)
def test_which_clauses_a_repetition_repeats(text, notes, wanted):
    made = {f"X-{k:03}": None for k in range(200)}
    assert repeated(Clause("X-199", "", "repeat", text, notes), Rulebook("x", made, {})) == wanted
    assert repeated(Clause("X-199", "", "rule", text, notes), Rulebook("x", made, {})) == ()


def test_only_a_machine_that_is_watched_notes_anything():
    spec = spec_of(TOWN, 2)
    seen, other, watch = Machine(spec, start(spec)), Machine(spec, start(spec)), Watch()
    watched(seen, watch)
    other.advance()
    assert not watch.ops and (other.value_of, other.carry_out) == (EVALUATE, CARRY_OUT)
    seen.advance()
    assert watch.ops and seen.value_of != EVALUATE and seen.carry_out != CARRY_OUT


def test_each_line_left_out_is_noticed_or_told(stall):
    rules = stall()
    found = knock_outs(rules, coverage(rules), jobs=1)
    assert [one.ids[0] for one in found] == ["X-015", "X-016", "X-017", "X-020", "X-029"]
    assert not any(one.survived for one in found)
    rules = stall("scenarios.rules", "when Bob answers deed with shout\n  then noise is 0", "then noise is 1")
    before = coverage(rules)
    found = knock_outs(rules, before, jobs=1)
    assert [one.ids[0] for one in found if one.survived] == ["X-020"]
    assert knock_outs(rules, before, jobs=2) == found


def test_only_the_line_is_dropped(stall):
    rules = stall()
    file = rules.parts[-1][0]
    guard = next(one for one in targets(rules) if isinstance(one.node, ast.Must))
    made = without(file, place(guard.node.span))
    assert len(list(ast.walk(file))) - len(list(ast.walk(made))) == len(list(ast.walk(guard.node)))
    choice = next(one for one in targets(rules) if isinstance(one.node, ast.Alternative))
    kept = next(one for one in ast.walk(without(file, place(choice.node.span))) if isinstance(one, ast.Alternative))
    assert kept.test is None and kept.words.text == "Sell"


def test_a_game_and_those_based_on_it_share_a_ledger():
    both = {one.path.stem for one in games_of(load("mixtape", Report()))}
    assert both == {"mixtape", "solo"} == {one.path.stem for one in games_of(load("solo", Report()))}


def test_counts_add_up(stall):
    found = coverage(stall())
    assert sum(len(found.of(one)) for one in (EXERCISED, UNCITED, UNENCODED, UNEXERCISED)) == len(found.entries)
