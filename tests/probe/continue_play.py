"""A process of its own that goes on with saved plays: one JSON object a line in, one a line out.

In:  {"people": n, "position": state, "seed": n, "drawn": streams} lines, rules file as the only argument.
Out: {"how", "winners", "totals", "state"} of each play's end.
"""

import json
import sys
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from interpreter.core.question import Over
from interpreter.core.state import State
from interpreter.engine.machine import Machine
from interpreter.laws.script import answer, Cast, Script
from interpreter.pipeline import load, play_spec
from interpreter.session.streams import Streams
from interpreter.text.diagnostic import Report


@cache
def spec_of(game: str, people: int):
    """The game for so many."""
    report = Report()
    return play_spec(load(game, report), people, {}, report)


def end_of(text: str, game: str, ends: dict) -> dict:
    """How a saved play ends. What comes to a position that has been continued before ends like that one."""
    line, passed = json.loads(text), [text]
    spec = spec_of(game, line["people"])
    cast = Cast(spec, Script(line["seed"]))
    cast.streams = Streams.from_data(line["drawn"])
    machine = Machine(spec, State.from_data(line["position"]))
    while not isinstance(stop := machine.advance(), Over):
        here = saved(line["people"], line["seed"], machine.state, cast.streams)
        if here in ends:
            stop = None
            break
        passed.append(here)
        answer(machine, stop, cast)
    end = ends[here] if stop is None else {
        "how": stop.how, "winners": stop.winners, "totals": stop.totals, "state": machine.state.to_data(),
    }
    ends |= dict.fromkeys(passed, end)
    return end


def saved(people: int, seed: int, state: State, streams: Streams) -> str:
    """A position and all that its future depends on, as a line."""
    return json.dumps({"people": people, "position": state.to_data(), "seed": seed, "drawn": streams.to_data()})


if __name__ == "__main__":
    known: dict = {}
    for row in sys.stdin:
        print(json.dumps(end_of(row.strip(), sys.argv[1], known)), flush=True)
