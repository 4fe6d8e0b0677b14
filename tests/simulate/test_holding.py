"""What is looked at in every state of many plays: nothing that a look at everything would find is missed."""

import pytest

from interpreter.core.question import Over
from interpreter.engine.machine import Machine, start
from interpreter.engine.scoring import broken
from interpreter.pipeline import load, play_spec
from interpreter.session.streams import Streams
from interpreter.simulate.playout import simulate, Watch
from interpreter.text import codes
from interpreter.text.diagnostic import Fault, Report
from tests.session.tables import GAMES, ROOT, spec_of, TOWN

# lines about counters, states, places, what lies where, and the order of a pile: each holds now and then
LINES = """
always "uproar": uproar < 3
always "nobody has two coins": every p in players has p.coins < 2
always "the goose is at home": goose() in coop
always "nobody is in the hall": no p in players where p.runner.place is lanes["hall"]
always "bags are light": every p in players has count(p.bag) < 2
always "nobody has finds": every p in players has p.finds is empty
always "a low tool on top": count(tool_deck) < 4
always "one new": some t in tools where t in tool_deck and t.uses_left is 2
"""


def town(folder, lines: str):
    """The probe with other `always` lines."""
    for path in (ROOT / "tests/probe").iterdir():
        if path.suffix in (".rules", ".csv") and path.name != "scenarios.rules":
            text = path.read_text(encoding="utf-8")
            kept = [line for line in text.split("\n") if not line.startswith("always")] if path.suffix == ".rules" else [text]
            (folder / path.name).write_text("\n".join(kept) + (lines if path.name == "town.rules" else ""), encoding="utf-8")
    report = Report()
    spec = play_spec(load(folder / "town.rules", report), 3, {}, report)
    assert spec is not None, [str(one) for one in report.errors]
    return spec


@pytest.mark.parametrize("game", GAMES, ids=[game for game, _ in GAMES])
def test_plays_are_the_same_with_and_without(game):
    spec = spec_of(*game)
    plain, watched = simulate(spec, 6, 3), simulate(spec, 6, 3, always=True)
    assert watched.plays == plain.plays and 3 * watched.states > watched.decisions and plain.states == 0


def test_what_is_left_out_has_not_changed(tmp_path, monkeypatch):
    """A line that the watch does not work out anew says what it said at the last look."""
    spec = town(tmp_path, LINES)
    said = {one.about: True for one in spec.always}
    looked_at, changes = [], 0
    monkeypatch.setattr("interpreter.simulate.playout.broken", lambda m, lines: looked_at.extend(lines) or [])
    watch = Watch(spec)
    machine, streams = Machine(spec, start(spec)), Streams(4)
    for _ in range(3000):
        stop = machine.advance()
        looked_at.clear()
        watch.look(machine, isinstance(stop, Over))
        if isinstance(stop, Over):
            break
        if not machine.state.pending:
            wrong = {one.about for one in broken(machine)}
            now = {one.about: one.about not in wrong for one in spec.always}
            different = {about for about in now if now[about] != said[about]}
            assert different <= {one.about for one in looked_at}, different
            changes, said = changes + len(different), now
        for question in stop.questions:
            if question.of_nature:
                machine.answer(question, streams.nature(question, "n"))
            else:
                machine.answer(question, question.options[streams.below("seat", len(question.options))])
    assert changes > 40 and len({about for about, holds in said.items() if not holds}) < len(said)


def test_a_line_that_breaks_is_a_fault(tmp_path):
    spec = town(tmp_path, '\nalways "nobody is rich": every p in players has p.coins < 1\n')
    with pytest.raises(Fault) as found:
        simulate(spec, 20, always=True)
    assert found.value.code is codes.FAULT_ALWAYS and "nobody is rich" in found.value.message
    assert simulate(spec, 20).games == 20


@pytest.mark.parametrize("spoil", ["lose", "double", "misplace", "elsewhere"])
def test_a_thing_lost_doubled_or_misplaced_is_a_fault(spoil):
    spec = spec_of(TOWN, 3)
    watch, machine = Watch(spec), Machine(spec, start(spec))
    machine.advance()
    watch.look(machine)
    state = machine.state
    source = next(z for z, things in enumerate(state.zones) if len(things) > 1)
    thing, other = state.zones[source][0], next(z for z in range(len(state.zones)) if z != source)
    if spoil in ("lose", "elsewhere"):
        state.zones[source].remove(thing)
    if spoil in ("double", "elsewhere"):
        state.zones[other].append(thing)
    if spoil == "misplace":
        state.places[thing] = other
    with pytest.raises(Fault, match=spec.components[thing].id):
        watch.look(machine, all_of_it=spoil == "elsewhere")
