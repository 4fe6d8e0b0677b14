"""A play, filmed: the position before each op that was carried out, so that one can go forwards and backwards in it.

In:  a Machine, before it begins.
Out: a Film of Stills. What has not changed from one still to the next is kept once, so that a still costs little.
"""

from typing import Any

from attrs import define, evolve, field, frozen

from interpreter import ir
from interpreter.core.frame import ROUTINE
from interpreter.core.state import State
from interpreter.engine.interface import CarriesOut
from interpreter.engine.machine import Machine
from interpreter.ir.kinds import Sort
from interpreter.ir.model import Spec
from interpreter.text.source import Span

MOST_STILLS = 60_000
NO_LINE = (ir.Goto, ir.Return, ir.Rest, ir.Arm)    # what an author has written no line for
Table = tuple[tuple[int, ...], tuple[tuple[int, ...], ...], tuple[int, ...], tuple[int, ...]]


@frozen(eq=False)
class Still:
    """The position before an op. `branch` is the seat whose branch it is of, or -1; `stack` holds the frames that are open,
    with those around a simultaneous step."""

    op: ir.Op
    branch: int
    stack: tuple[tuple[Any, ...], ...]
    cells: tuple[int, ...]
    zones: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]
    known: tuple[int, ...]

    @property
    def depth(self) -> int:
        """How many routines are open."""
        return len(self.stack)

    @property
    def line(self) -> tuple[str, int]:
        """The file and the line of it that comes next."""
        return self.op.span.source.name, self.op.span.line

    def state(self) -> State:
        """The position, for whoever works something out on it."""
        lists = [list(one) for one in self.zones]
        return State(list(self.cells), lists, list(self.places), list(self.known), [list(one) for one in self.stack])


@define(eq=False)
class Film:
    """Everything that was carried out; `stopped`: there was more than a film can hold."""

    spec: Spec
    stills: list[Still] = field(factory=list)
    after: list[tuple[tuple[int, ...], tuple[int, ...]]] = field(factory=list)      # cells and places behind each op
    stopped: bool = False
    _machine: Machine | None = None

    def attach(self, machine: Machine) -> None:
        """From now on each op of this machine is filmed; not what it only supposes."""
        self._machine = machine
        machine.carry_out = {form: self._filmed(run) for form, run in machine.carry_out.items()}

    def _filmed(self, run: CarriesOut) -> CarriesOut:
        def carry(op: Any, frame: Any, m: Any) -> Any:
            if self._machine is not None and m is self._machine:
                taken = self._take(op, self._machine)
                try:
                    return run(op, frame, m)
                finally:
                    if taken:
                        self._done(self._machine.state)
            return run(op, frame, m)

        return carry

    def _take(self, op: ir.Op, m: Machine) -> bool:
        """A still, unless no line was written for the op, or the film is full."""
        heading = self.spec.routines[0].span                            # of the game: what begins and ends by itself
        written = op.span.source is not heading.source or op.span.start != heading.start
        if isinstance(op, NO_LINE) or not written or op.span.is_nowhere:
            return False
        if len(self.stills) >= MOST_STILLS:
            self.stopped = True
            return False
        state, last = m.state, self.stills[-1] if self.stills else None
        stack = tuple(tuple(frame) for frame in state.frames)
        if m.branch >= 0 and m.branch < len(state.strands):
            stack += tuple(tuple(frame) for frame in state.strands[m.branch])
        zones = tuple(map(tuple, state.zones))
        if last is not None:
            zones = last.zones if zones == last.zones else tuple(
                old if old == new else new for old, new in zip(last.zones, zones, strict=True))
        rows = [tuple(row) for row in (state.cells, state.places, state.known)]
        before = (last.cells, last.places, last.known) if last is not None else (None, None, None)
        cells, places, known = [old if old == new else new for old, new in zip(before, rows, strict=True)]
        self.stills.append(Still(op, m.branch, stack, cells, zones, places, known))
        return True

    def _done(self, state: State) -> None:
        """What an op has changed: whatever is otherwise at the next still was changed by something else."""
        if self.stills and not self.stopped:
            last = self.stills[-1]
            cells, places = tuple(state.cells), tuple(state.places)
            now = last.cells if cells == last.cells else cells, last.places if places == last.places else places
            self.after[len(self.stills) - 1:] = [now]

    def close(self, machine: Machine) -> None:
        """The position at the end, as a last still at the last op."""
        if self.stills and not self.stopped:
            last = self.stills[-1]
            self._take(last.op, machine)
            self.stills[-1] = evolve(self.stills[-1], stack=last.stack, branch=last.branch)

    @property
    def begins(self) -> int:
        """The first still of a line that is carried out, behind the first values of counters and states."""
        inside = (k for k, one in enumerate(self.stills) if one.stack and
                  self.spec.routines[one.stack[-1][ROUTINE]].sort != Sort.MAIN)
        return next(inside, 0)


def clauses(span: Span) -> str:
    """The clauses of a place, for the end of a line."""
    return f"  [{', '.join(span.clauses)}]" if span.clauses else ""
