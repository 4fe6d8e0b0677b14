"""The debugger: steps both ways, breakpoints of every sort, and the lines that put a thing where it is."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from interpreter.debugger.film import Film
from interpreter.debugger.talk import say
from interpreter.debugger.viewer import Misread, Viewer
from interpreter.pipeline import load
from interpreter.scenario.expansion import runs
from interpreter.scenario.given import names_of, Shelf, wanted
from interpreter.scenario.runner import carry_out_run, find_scenarios
from interpreter.scenario.trace import Watch
from interpreter.text.diagnostic import Report

ROOT = Path(__file__).resolve().parents[2]
GAME = """game lanterns "Lanterns" for 2..3 players
use seats
enum Colour = red | green
card Lantern
  colour: Colour
components lanterns: Lantern from "lanterns.csv"
zone pool: pile of Lantern, face down
each player has
  zone hand: heap of Lantern, seen by owner
  zone lit: heap of Lantern, face up
  counter points: 0..20 = 0
setup
  move lanterns to pool
  for each p in players
    draw 2 from pool to p.hand
play
  for each p in players
    run night for p
turn night
  step light
    choose picked from me.hand  "Which do you light?"
    light(me, picked)
effect light(p: Player, lantern: Lantern)
  move lantern to p.lit
  raise p.points by 2
trigger red_glows, when light(p, lantern) if lantern.colour is red
  raise p.points by 1
score glow = me.points
winner highest total, then shared
scenario "a red lantern glows"
  given players Ann, Bob
  given Ann.hand holds lanterns["r1"], lanterns["g1"]
  start at turn night for Ann
  when Ann answers picked with lanterns["r1"]
  then Ann.points is 3
"""


TRIGGER = "trigger red_glows, when light(p, lantern) if lantern.colour is red"


@pytest.fixture
def home(tmp_path):
    folder = tmp_path / "lanterns"
    folder.mkdir()
    (folder / "lanterns.rules").write_text(GAME, encoding="utf-8")
    rows = [f"{colour[0]}{k},{colour}" for colour in ("red", "green") for k in (1, 2, 3)]
    (folder / "lanterns.csv").write_text("\n".join(["id,colour", *rows]) + "\n", encoding="utf-8")
    return folder


@pytest.fixture
def viewer(home):
    """The scenario, filmed."""
    report, made = Report(), {}
    rules = load(home / "lanterns.rules", report)
    scenario, game, folder = next(find_scenarios(rules, report))
    shelf, run = Shelf(game), next(iter(runs(scenario)))

    def first(machine):
        made["film"] = Film(machine.spec)
        made["film"].attach(machine)

    assert carry_out_run(run, shelf, folder, Watch(first=first)).passed
    want = wanted(run.lines, folder)
    return Viewer(made["film"], shelf.ready(want).ctx, names_of(shelf.ready(want), want))


def line(viewer):
    return viewer.still.op.span.source.lines[viewer.still.line[1] - 1].strip()


def test_steps_lead_forwards_and_back_again(viewer):
    path = [viewer.at]
    while viewer.step():
        path.append(viewer.at)
    assert len(path) > 5
    for at in reversed(path[:-1]):
        assert viewer.step(back=True) and viewer.at == at
    assert path == sorted(path)


def test_over_leaves_out_what_is_called_and_step_goes_into_it(viewer):
    viewer.stop_at("line 22")
    assert viewer.run() and line(viewer).startswith("light(me, picked)")
    here = viewer.at
    viewer.step()
    assert viewer.still.depth > viewer.film.stills[here].depth
    assert viewer.out(back=True) and viewer.still.depth < viewer.film.stills[here + 1].depth
    viewer.at = here
    viewer.over()
    assert viewer.still.depth <= viewer.film.stills[here].depth
    assert viewer.value("Ann.points") == "3", "all that was called has been carried out"


@pytest.mark.parametrize("where, stopped", [
    ("lanterns.rules:25", "raise p.points by 2"), ("trigger red_glows", "raise p.points by 1"),
    ("light", "move lantern to p.lit"), ("zone lit", "raise p.points by 2"), ("counter points", TRIGGER),
    ("if Ann.points is 2", TRIGGER), ("if Ann.points is 3", "turn night"),
])
def test_breakpoints_of_every_sort(viewer, where, stopped):
    viewer.stop_at(where)
    while viewer.run() and line(viewer) != stopped:
        pass
    assert line(viewer) == stopped


def test_a_breakpoint_is_found_backwards_too(viewer):
    viewer.stop_at("lanterns.rules:24")
    viewer.run()
    here = viewer.at
    viewer.at = len(viewer.film.stills) - 1
    assert viewer.run(back=True) and viewer.at == here


def test_why_is_this_here(viewer):
    viewer.at = len(viewer.film.stills) - 1
    told = viewer.why("r1")
    assert "Ann.lit, by" in told[0] and "move lantern to p.lit" in told[0]
    assert told[1:] == ["    in light < light < light < night < main", "Ann.hand at the beginning"]
    points = viewer.why("Ann.points")
    assert [one.split(",")[0] for one in points if " by " in one] == ["3", "2"]


def test_values_frames_and_what_is_known(viewer):
    viewer.stop_at("trigger red_glows")
    viewer.run()
    assert viewer.frames()[0].startswith("when red_glows") and "p = Ann" in viewer.frames()[0]
    assert viewer.value("count(Ann.hand)") == "1"
    assert any("Ann.hand: g1" in one for one in viewer.knows(0))
    assert not any("Ann.hand" in one for one in viewer.knows(1))
    with pytest.raises(Misread, match="is not something a player has"):
        viewer.value("Ann.poinst")


def test_words_that_mean_nothing_are_told(viewer):
    assert "did you mean `step`" in say(viewer, "stepp")[0]
    assert "did you mean `light`" in say(viewer, "stop ligth")[0]
    assert say(viewer, "knows Zoe")[0].startswith("nobody is called")
    assert say(viewer, "why nothing_there") and say(viewer, "quit") is None


def test_at_the_terminal(home):
    typed = "stop trigger red_glows\nwatch Ann.points\nrun\nframes\nback over\nwhy r1\nquit\n"
    around = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-m", "interpreter", "debug", str(home), "--scenario", "glows"], input=typed,
                          capture_output=True, text=True, timeout=120, env=around)
    assert done.returncode == 0 and "a red lantern glows: passed" in done.stdout
    assert "Ann.points = 2" in done.stdout and "when red_glows" in done.stdout
    played = subprocess.run([sys.executable, "-m", "interpreter", "debug", str(home), "--seed", "4"], input="run\nback run\n",
                            capture_output=True, text=True, timeout=120, env=around)
    assert played.returncode == 0 and "this is the end" in played.stdout and "move lanterns to pool" in played.stdout
