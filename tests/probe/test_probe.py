"""The probe: at every pause of 50 random plays (deep: 200), saved and continued in a new process, the end is the same.

A pause in the middle of an effect inside a trigger inside a simultaneous step is a position like any other.
"""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from interpreter.core.question import Over
from interpreter.engine.machine import Machine, start
from interpreter.laws.script import answer, Cast, finish, Script
from interpreter.pipeline import load, play_spec
from interpreter.project.files import read_source, scenario_files
from interpreter.syntax.parser import parse
from interpreter.text.diagnostic import Report
from tests.probe.continue_play import saved
from tests.profile import DEEP

HERE = Path(__file__).resolve().parent
TOWN = HERE / "town.rules"
PLAYS = 200 if DEEP else 50


@cache
def spec_of(people: int):
    report = Report()
    spec = play_spec(load(TOWN, report), people, {}, report)
    assert spec is not None, [str(found) for found in report.errors]
    return spec


def people_of(number: int) -> int:
    return 2 + number % 3


def played(number: int):
    """One random play: every pause as a saved line, and how it ended."""
    people = people_of(number)
    spec = spec_of(people)
    machine, cast, lines = Machine(spec, start(spec)), Cast(spec, Script(number)), []
    while not isinstance(stop := machine.advance(), Over):
        lines.append(saved(people, number, machine.state, cast.streams))
        answer(machine, stop, cast)
    end = {"how": stop.how, "winners": stop.winners, "totals": stop.totals, "state": machine.state.to_data()}
    return lines, end


def test_every_pause_continues_in_a_new_process():
    """The last pause of a play is sent first: going on from an earlier one soon comes to a position that is known."""
    sent, expected = [], []
    for number in range(PLAYS):
        lines, end = played(number)
        sent += reversed(lines)
        expected += [json.dumps(end)] * len(lines)
    child = subprocess.run(
        [sys.executable, str(HERE / "continue_play.py"), str(TOWN)], input="\n".join(sent) + "\n", text=True,
        capture_output=True, timeout=600, check=False,
    )
    assert child.returncode == 0, child.stderr
    ends = child.stdout.splitlines()
    assert len(ends) == len(sent) > PLAYS * 50
    assert ends == expected


@pytest.mark.parametrize("number", range(0, PLAYS, 10))
def test_a_copy_at_every_pause_continues_on_its_own(number):
    spec = spec_of(people_of(number))
    machine, cast, waiting = Machine(spec, start(spec)), Cast(spec, Script(number)), []
    while not isinstance(stop := machine.advance(), Over):
        waiting.append((machine.state.copy(), cast.copy()))
        answer(machine, stop, cast)
    for state, later in waiting[:: 1 + len(waiting) // 20]:
        other = Cast(spec, Script(number + 1000))
        finish(spec, state.copy(), other)                 # another future, which must not reach this copy
        assert finish(spec, state, later).state == machine.state


def test_the_plays_meet_what_the_probe_is_there_for():
    """A half-resolved card, a fight inside a fight, a reshuffle in the middle of a draw, secret questions to several."""
    spec, met = spec_of(3), set()
    open_deed = next(k for k, zone in enumerate(spec.zones) if zone.label == "open_deed")
    fights = {r.number for r in spec.routines if r.name == "fight"}
    for number in range(60):
        machine, cast = Machine(spec, start(spec)), Cast(spec, Script(number))
        while not isinstance(stop := machine.advance(), Over):
            state = machine.state
            running = [frame[1] for frame in state.frames]
            met |= {"a card half resolved"} if state.zones[open_deed] and stop.questions[0].seat >= 0 else set()
            met |= {"a fight in a fight"} if sum(r in fights for r in running) > 1 else set()
            met |= {"secret questions"} if len(stop.questions) > 1 else set()
            met |= {"a free action"} if any(q.offers for q in stop.questions) else set()
            met |= {"a reshuffle in a branch"} if state.strands and stop.questions[0].name == "shuffle" else set()
            answer(machine, stop, cast)
    assert len(met) == 5, met


def test_the_scenarios_can_be_read():
    for path in scenario_files(TOWN):
        report = Report()
        assert parse(read_source(path, report), report) is not None and report.ok
