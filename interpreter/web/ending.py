"""The score sheet as plain data for a page: how a play ended, and where each point comes from.

In:  a session or a Machine, an Over, who looks.
Out: rows of names and points, and for each seat its scores taken apart.
"""

from interpreter.analysis.score_breakdown import deciding, derive, Part
from interpreter.core.question import Over
from interpreter.display.sheet import numbered, ordinal, result_sentence, score_for
from interpreter.display.things import WATCHER
from interpreter.engine.machine import Machine
from interpreter.session.session import Session
from interpreter.text.diagnostic import listed


def over_data(session: Session, over: Over) -> dict:
    """The end of a play, without where the points come from: that is long, and asked for."""
    spec, machine = session.spec, session.machine
    rows = []
    for seat, name in enumerate(spec.seats):
        place = ordinal(numbered(over.places)[seat]) if over.places and len(spec.seats) > 2 else ""
        last = "wins" if seat in over.winners else place
        rows.append({"name": name, "points": [values[seat] for values in over.scores.values()],
                     "total": over.totals[seat] if over.totals else "", "place": last})
    return {"words": result_sentence(spec, over), "heads": _heads(machine), "rows": rows,
            "decided": _decided(machine) if over.how == "finished" else []}


def sheet_data(machine: Machine, seat: int) -> dict:
    """The sheet as it would be if the play ended now, as far as a seat may know it."""
    spec = machine.spec
    rows = []
    for owner, name in enumerate(spec.seats):
        points = [score_for(machine, k, owner, seat) for k in range(len(spec.scores))]
        total = "?" if "?" in points else str(sum(map(int, points)))
        rows.append({"name": name, "points": points, "total": total, "place": ""})
    return {"heads": _heads(machine), "rows": rows, "parts": _parts(machine, seat)}


def parts_data(machine: Machine) -> dict:
    """Where the points come from, once the play is over and everybody may see everything."""
    return {"parts": _parts(machine, WATCHER)}


def _heads(machine: Machine) -> list[str]:
    return [one.name.replace("_", " ") for one in machine.spec.scores]


def _parts(machine: Machine, seat: int) -> list[dict]:
    """For every seat its scores taken apart, those that the one who looks may know."""
    made = []
    for owner, name in enumerate(machine.spec.seats):
        known = [k for k in range(len(machine.spec.scores)) if score_for(machine, k, owner, seat) != "?"]
        made.append({"name": name, "parts": [_part(one) for one in derive(machine, owner, known)]})
    return made


def _part(part: Part) -> dict:
    made: dict = {"words": part.words.replace("_", " "), "value": part.value}
    if part.span.clauses:
        made["by"] = list(part.span.clauses)
    if part.parts:
        made["parts"] = [_part(one) for one in part.parts]
    return made


def _decided(machine: Machine) -> list[str]:
    """Which criterion decided, where the first left several."""
    told, names, said = deciding(machine), machine.spec.seats, []
    for one in told if len(told) > 1 else ():
        had = ", ".join(f"{names[p]} {value}" for p, value in one.values.items())
        left = listed(names[p] for p in one.left)
        settled = f"{had}; {left} {'is ahead' if len(one.left) == 1 else 'are level'}" if had else left
        said.append(f"{one.words}: {settled}")
    return said
