"""What a player that thinks has to know of a game in a module (runtime/thinking.py).

In:  the Compiler, when all else is written.
Out: tables: where counters, zones and frames hold what a seat sees; what counts at the end. playouts.py calls what uses them.
"""

from attrs import frozen

from interpreter import ir
from interpreter.core import types as t
from interpreter.core.frame import LOCALS
from interpreter.engine.compiled.writer import Compiler, depth
from interpreter.ir.kinds import Rank
from interpreter.ir.model import Spec
from interpreter.ir.policy import has_faces

BUCKETS = 1 << 13
MOST_STEPS = 512                          # decisions in one playout from which something is learned
NODE_HEAD, NODE_ROW = 24, 24
RANKS = {Rank.HIGHEST: 1, Rank.LOWEST: 2, Rank.SHARED: 3, Rank.NOBODY: 4}


@frozen
class Stakes:
    """What counts at the end. `better` is -1 where the lowest total wins."""

    scores: bool
    winners: bool
    better: int


def stakes(spec: Spec) -> Stakes:
    """What counts at the end of a play."""
    winners = bool(spec.winner) or any(isinstance(op, ir.End) and op.what == "game" for op in spec.plan)
    lowest = bool(spec.winner) and spec.winner[0].sort == Rank.LOWEST
    return Stakes(bool(spec.scores), winners or not spec.scores, -1 if lowest else 1)


def held_in(spec: Spec, type_: t.Type | None) -> tuple[int, bool] | None:
    """How deep lists lie inside one another in a value that a frame or a counter holds, and whether it names components; None
    of what a seat learns nothing by."""
    if isinstance(type_, t.Moved | t.Drawing):
        return None
    return depth(type_), type_ is not None and has_faces(spec, type_)


def areas(k: Compiler) -> None:
    """The tables of the runtime."""
    spec, layout = k.spec, k.layout
    rows = b""
    named = [n for n, cell in enumerate(spec.cells) if cell.name]
    for n in named:
        cell = spec.cells[n]
        deep, things = held_in(spec, cell.type) or (0, False)
        for number in (layout.cell(n), cell.owner, deep, int(things)):
            rows += number.to_bytes(4, "little", signed=True)
        rows += (cell.sees & spec.everyone).to_bytes(8, "little")
    counts = b"".join((zone.counts & spec.everyone).to_bytes(8, "little") for zone in spec.zones)
    slots = b""
    for routine in spec.routines:
        held = []
        for slot, offset in layout.slots[routine.number].items():
            at = slot - LOCALS
            found = held_in(spec, routine.slots[at]) if at < len(routine.slots) else None
            if found is not None:
                held.append(offset | found[0] << 16 | int(found[1]) << 24)
        slots += k.data.plain(tuple(held)).to_bytes(8, "little")
    ranks = b"".join(RANKS[one.sort].to_bytes(4, "little") for one in spec.winner)
    people, how = len(spec.seats), stakes(spec)
    k.numbers |= {
        "SEEN_CELLS": k.data.raw(rows), "SEEN_CELLS_COUNT": len(named), "SEEN_COUNTS": k.data.raw(counts),
        "SEEN_SLOTS": k.data.raw(slots), "RANKS": k.data.raw(ranks), "CRITERIA": len(spec.winner), "SCORES": len(spec.scores),
        "HAS_SCORES": int(how.scores), "HAS_WINNERS": int(how.winners), "BETTER": how.better,
        "MARGINS": k.data.raw(bytes(16 * people)), "GAINS": k.data.raw(bytes(16 * people)),
        "STEPS": k.data.raw(bytes(8 * MOST_STEPS)), "ENDING": k.data.raw(bytes(k.numbers["RESULT_SIZE"])),
        "INTO": k.data.raw(bytes(2 * len(spec.components))), "POOLS": k.data.raw(bytes(16 * len(spec.components) + 64)),
        "BUCKETS": BUCKETS, "MOST_STEPS": MOST_STEPS, "NODE_HEAD": NODE_HEAD, "NODE_ROW": NODE_ROW,
    }
