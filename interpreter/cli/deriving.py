"""The score sheet taken apart: where each point comes from, and which criterion decided.

In:  a Machine, and who looks: a seat, or WATCHER.
Out: lines. A score that rests on what the one who looks may not see is not taken apart.
"""

from interpreter.cli.ending import score_for
from interpreter.cli.screen import Screen
from interpreter.cli.table import WATCHER
from interpreter.play.derivation import as_lines, deciding, derive
from interpreter.run.machine import Machine
from interpreter.text.render import listed


def show_full(screen: Screen, machine: Machine, seat: int = WATCHER) -> None:
    """The sheet of every seat, that of the one who looks first."""
    spec = machine.spec
    if not spec.scores:
        screen.line("this game keeps no score")
    for k in range(len(spec.seats) if spec.scores else 0):
        _one(screen, machine, (max(seat, 0) + k) % len(spec.seats), seat)


def _one(screen: Screen, machine: Machine, owner: int, seat: int) -> None:
    spec = machine.spec
    points = [score_for(machine, k, owner, seat) for k in range(len(spec.scores))]
    known = [k for k, value in enumerate(points) if value != "?"]
    total = sum(int(value) for value in points if value != "?")
    said = f"{spec.seats[owner]}: {total}" if len(known) == len(points) else spec.seats[owner]
    screen.line(said, "who")
    lines = as_lines(derive(machine, owner, known), screen.width - 2)
    for line in lines:
        screen.line(f"  {line}")
    hidden = [spec.scores[k].name.replace("_", " ") for k in range(len(points)) if k not in known]
    if hidden:
        screen.say(f"{listed(hidden)}: not to be told from what you may see", "small", first="  ", then="    ")


def has_parts(machine: Machine) -> bool:
    """Is there anything to take apart? A counter that is the score itself is not."""
    counters = {info.name for info in machine.spec.cells}
    told = [part for seat in range(len(machine.spec.seats)) for part in derive(machine, seat)]
    return any(inner.parts or inner.words not in counters for part in told for inner in part.parts)


def show_decision(screen: Screen, machine: Machine) -> None:
    """Where the first criterion left several: what all of them had of each criterion, and which one decided."""
    told = deciding(machine)
    names = machine.spec.seats
    for one in told if len(told) > 1 else ():
        had = ", ".join(f"{names[p]} {value}" for p, value in one.values.items())
        left = listed(names[p] for p in one.left)
        settled = f"{had}; {left} {'is ahead' if len(one.left) == 1 else 'are level'}" if had else left
        cited = f" [{', '.join(one.span.clauses)}]" if one.span.clauses else ""
        screen.say(f"{one.words}: {settled}{cited}", first="  ", then="    ")
