"""Forms know themselves: a new statement is written in at most eight files, and nobody else has to hear of it.

The toy statement `ring <zone> counting <counter>` is added to a copy of the package, in the files that docs/architecture.md
names under "To add something". It has to parse, print, lower, be checked, run, wake a trigger, be shown, told and covered there
as any other; whatever place had to know of it and does not would fail.
"""

import inspect
import json
import re
import shutil
import subprocess
import sys
from enum import Enum
from pathlib import Path

import pytest
from attrs import define, fields

from interpreter import ir
from interpreter.engine.machine import CARRY_OUT, EVALUATE
from interpreter.syntax import ast
from interpreter.syntax.templates import FORMS
from interpreter.text.diagnostic import InternalError

ROOT = Path(__file__).parents[1]
MOST_FILES = 8

# file, what stands there, and what stands in its place when the statement is added
NEW = [
    ("interpreter/syntax/grammar.lark", "| proceed\n     | require | choose", "| proceed\n     | ring | require | choose"),
    ("interpreter/syntax/grammar.lark", '\nswap: "swap"', '\nring: "ring" postfix "counting" postfix _end\nswap: "swap"'),
    ("interpreter/syntax/ast/statement.py", "\n@node\nclass Swap(", '''
@node
class Ring(Node):
    """ring hall counting peals"""

    zone: Node
    counter: Node
    cites: Cites


@node
class Swap('''),
    ("interpreter/syntax/templates.py", "    ast.Swap:", '    ast.Ring: "ring {zone} counting {counter}",\n    ast.Swap:'),
    ("interpreter/lower/statements.py", "\ndef swap(", '''
def ring(w, node: ast.Ring, scope, span) -> None:
    counter = values.place_or_value(w.ctx, node.counter, scope)
    w.emit(ir.Ring(zone(w, node.zone, scope, "ring"), counter, span=span))


def swap('''),
    ("interpreter/lower/statements.py", "ast.Swap: swap,", "ast.Swap: swap, ast.Ring: ring,"),
    ("interpreter/ir/ops.py", "\n@op\nclass Swap(", '''
@op
class Ring(Op):
    """ring zone: the counter is raised by as many as lie there."""

    does = Does(adds=("counter",), shows=("zone",))

    zone: Expr
    counter: Cell


@op
class Swap('''),
    ("interpreter/engine/effects.py", "\ndef swap(", '''
def ring(op, f, m):
    z, number = m.value_of[op.zone.__class__](op.zone, m, f), _cell(op.counter, f, m)
    m.state.cells[number] += len(m.state.zones[z])
    m.told("set", op, number, m.state.cells[number])
    f[PC] = op.next


def swap('''),
    ("interpreter/engine/effects.py", "ir.Swap: swap,", "ir.Swap: swap, ir.Ring: ring,"),
    ("interpreter/prose/sentences.py", "        case ast.Swap(first, second):", '''        case ast.Ring(zone, counter):
            return f"ring {voice.value(zone)} and count it on {voice.value(counter)}"
        case ast.Swap(first, second):'''),
]

GAME = '''game belfry "The belfry" for 2..2 players

token Rope

components ropes: Rope, 3

zone hall: heap of Rope, face up

counter peals: 0..9 = 0
state heard: yes/no = no

setup
  move ropes to hall

play
  toll()
  end game, won by first(players)

effect toll()
  ring hall counting peals

trigger loud, as soon as peals >= 3
  set heard to yes

winner highest total, then shared

score result = peals
'''

# carried out with the copy of the package: one line of JSON comes out
TRY = '''
import json, sys
from pathlib import Path
from interpreter import ir
from interpreter.check.answerable import levels
from interpreter.check.control_flow import Plan
from interpreter.cli.commands import show_plan
from interpreter.engine.machine import Machine, start
from interpreter.ir.dependencies import read_by, writes
from interpreter.laws.line_coverage import fire
from interpreter.mutation.mutants import mutants
from interpreter.pipeline import load, prepare
from interpreter.prose.page import Page
from interpreter.prose.sentences import tell, voice_of
from interpreter.prose.vocabulary import lexicon_of
from interpreter.scenario.trace import Watch, place, watched
from interpreter.syntax import ast
from interpreter.syntax.formatter import print_tree
from interpreter.text.diagnostic import Report

report = Report()
rules = load(sys.argv[1], report)
assert rules is not None, [(str(one.span), one.message) for one in report.diagnostics]
ctx = prepare(rules, 2, {}, report)
spec = ctx.spec
op = next(one for one in spec.plan if isinstance(one, ir.Ring))
made = Plan(spec)
watch = Watch()
told = []
watch.begin()
machine = Machine(spec, start(spec), lambda what, *rest: told.append(what))
watched(machine, watch)
machine.advance()
seen = watch.seen(machine)
firing = fire(rules, 2, 1)
page = Page()
node = next(one for file, _ in rules.parts for one in ast.walk(file) if isinstance(one, ast.Ring))
tell(page, voice_of(lexicon_of(rules.parts[-1][0].declarations)), (node,))
said = page.blocks[0].text
print(json.dumps({
    "mistakes": [one.message for one in report.diagnostics if one.severity == "error"],
    "printed": print_tree(rules.parts[-1][0]),
    "plan": next(one["statements"] for one in show_plan.plan_data(spec) if one["routine"] == "effect toll"),
    "wakes": [spec.triggers[n].name for n in getattr(spec.plan[op.next], "triggers", ())],
    "writes": sorted(map(str, writes(op))), "reads": [type(one).__name__ for one in read_by(op)],
    "level": levels(made)["toll"],
    "reached": sorted(made.reached(op.number)) == sorted({op.number, op.next, spec.plan[op.next].next}),
    "cells": {info.name: machine.state.cells[k] for k, info in enumerate(spec.cells) if info.name}, "told": told,
    "covered": place(op.span) in seen.executed and ["cell", "peals"] in [list(one) for one in seen.used],
    "never": [one.line for one in firing.never],
    "mutants": [one.change for one in mutants([file for file, _ in rules.parts]) if "ring" in one.line],
    "said": said,
}))
'''


def added(folder: Path) -> Path:
    """A copy of the package in which the statement is written."""
    shutil.copytree(ROOT / "interpreter", folder / "interpreter", ignore=shutil.ignore_patterns("__pycache__"))
    for name, old, new in NEW:
        path = folder / name
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{name}: {old!r}"
        path.write_text(text.replace(old, new), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def tried(tmp_path_factory) -> dict:
    """What the copy of the package makes of a game with the statement."""
    folder = added(tmp_path_factory.mktemp("toy"))
    (folder / "belfry.rules").write_text(GAME, encoding="utf-8")
    done = subprocess.run([sys.executable, "-c", TRY, str(folder / "belfry.rules")], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_statement_is_written_in_few_files():
    assert len({name for name, _, _ in NEW} | {"docs/language.md"}) <= MOST_FILES


def test_the_page_on_architecture_names_these_files():
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    row = next(line for line in page.split("\n") if line.startswith("| a statement |"))
    assert [name for name in {name for name, _, _ in NEW} if f"`{name.removeprefix('interpreter/')}`" not in row] == []


def test_it_parses_is_in_order_and_prints(tried):
    assert tried["mistakes"] == []
    assert "  ring hall counting peals\n" in tried["printed"]


def test_it_says_what_it_reads_and_writes(tried):
    assert tried["reads"] == ["ZoneAt"] and "('cell', 'peals')" in tried["writes"]
    assert tried["level"] == "writes" and tried["reached"]


def test_it_runs_and_wakes_a_trigger_on_what_it_writes(tried):
    assert tried["wakes"] == ["loud"]
    assert tried["cells"]["peals"] == 3 and tried["cells"]["heard"] == 1
    assert tried["told"].index("set") < tried["told"].index("trigger")


def test_it_is_shown_told_covered_and_mutated(tried):
    assert [one["words"] for one in tried["plan"]][:2] == ["ring hall counting peals", "as soon as: loud"]
    assert tried["plan"][0]["leads_to"] == [{"number": tried["plan"][1]["number"], "if": ""}]
    assert tried["said"] == "Ring the hall and count it on the peals."
    assert tried["covered"] and tried["never"] == []
    assert tried["mutants"] == ["ring hall counting peals is not there"]


# ------------------------------------------------------------------ every form of ours


def _forms(base: type) -> list[type]:
    """The forms of the plan: the classes below `base` that stand for something written, without those that are only a base."""
    found = {one for one in vars(ir).values() if inspect.isclass(one) and issubclass(one, base)}
    return sorted(found - {base, ir.Ask}, key=lambda one: one.__name__)


@pytest.mark.parametrize("form", _forms(ir.Op), ids=lambda form: form.__name__)
def test_an_op_says_what_it_does_of_fields_that_it_has(form):
    assert "does" in vars(form)
    own = {one.name for one in fields(form)}
    said = {name for one in fields(ir.Does) for name in _named(getattr(form.does, one.name), one.name)}
    assert said - own == set()
    assert form.does.asks is not ir.Asks.CHANCE or form.does.chance


def _named(value, fact: str) -> set[str]:
    """The names of fields in one fact."""
    if fact == "binds":
        return {name for slot, _, source in value for name in (slot, source) if name}
    if fact == "moved":
        return {value} - {""}
    return set(value) if isinstance(value, tuple) else set()


@pytest.mark.parametrize("form", _forms(ir.Op), ids=lambda form: form.__name__)
def test_an_op_is_carried_out(form):
    assert form in CARRY_OUT or form is ir.Goto                    # a Goto is led around and never carried out


@pytest.mark.parametrize("form", _forms(ir.Expr), ids=lambda form: form.__name__)
def test_an_expression_says_what_it_reads_and_is_worked_out(form):
    own = {one.name for one in fields(form)}
    assert "reads" in vars(form) and form in EVALUATE
    assert {*form.binds, *form.elsewhere, *form.on_copy} <= own
    wanted = {ir.Reads.CELL: {"family"}, ir.Reads.ZONE: {"family"}, ir.Reads.PLACE: {"of"}, ir.Reads.NAME: {"slot"}}
    assert wanted.get(form.reads, set()) <= own


def test_a_class_that_does_not_say_so_is_refused():
    with pytest.raises(InternalError, match="Silent does not say what it does"):
        @define(eq=False)
        class Silent(ir.Op):
            """It says nothing."""

    with pytest.raises(InternalError, match="Quiet does not say what it does"):
        @define(eq=False)
        class Quiet(ir.Choose):
            """Another form may do otherwise."""

    with pytest.raises(InternalError, match="Blank does not say what it reads"):
        @define(eq=False)
        class Blank(ir.Expr):
            """It says nothing either."""


def test_every_fact_is_asked_for():
    """A fact of Does or Expr that nobody asks for is none."""
    texts = "".join(path.read_text(encoding="utf-8") for path in ROOT.glob("interpreter/**/*.py"))
    names = [one.name for one in fields(ir.Does)] + ["cells", "leaving", "filled", "places", "relocates"]
    assert [name for name in names if not re.search(rf"(does|self)\.{name}\b", texts)] == []


def test_every_node_has_a_row_in_print():
    nodes = {one for one in vars(ast).values() if inspect.isclass(one) and issubclass(one, ast.Node)}
    assert {one for one in nodes if one is not ast.Node} == set(FORMS)


def test_enumerations_are_told_apart_to_the_last():
    """Each `match` over an enumeration of the plan names every member, so that a new one is noticed at once."""
    for kind in (ir.Reads, ir.Asks, ir.Holds):
        assert issubclass(kind, Enum)
    texts = {path: path.read_text(encoding="utf-8") for path in ROOT.glob("interpreter/**/*.py")}
    over = [(path, found) for path, text in texts.items()
            for found in re.finditer(r"match \S+\.(reads|does\.asks|holds):\n((?: {8,}.*\n)+)", text)]
    assert len(over) >= 4
    assert [str(path) for path, found in over if "assert_never" not in found.group(2)] == []
