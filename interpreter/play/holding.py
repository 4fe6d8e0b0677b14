"""What must always hold, looked at in every state of many plays: only what can have changed since the last look.

In:  a Spec; the Machine at each pause and at the end of a play.
Out: nothing, or a Fault that names the `always` line that does not hold, or the thing that is lost or doubled.

The cells, the places of things and the order of piles are compared with those of the last look; what differs says which lines
are worked out anew, by what they read (spec/reads.py). While what branches have sent is on its way, nothing is looked at, as
at the table (play/session.py). Every thing must lie in one place, the one where it is said to lie: in every state those that
have moved are looked for and all are counted, at the end of a play all are looked for.
"""

from interpreter.core.state import State
from interpreter.run.machine import Machine
from interpreter.run.result import broken
from interpreter.spec.model import Spec
from interpreter.spec.reads import reads, touches
from interpreter.text import codes
from interpreter.text.report import Fault


class Watch:
    """Watches over one play after another; `states` counts what it has looked at. A set of lines is a mask of bits."""

    def __init__(self, spec: Spec):
        self.spec, self.states = spec, 0
        self.reads = [reads(one.test) for one in spec.always]
        kinds = {kind: self._readers("kind", kind) for kind in {one.kind for one in (*spec.components, *spec.zones)}}
        self.by_cell = [self._readers("cell", info.family) for info in spec.cells]
        self.by_thing = [kinds[one.kind] for one in spec.components]
        self.piles = [(z, kinds[info.kind]) for z, info in enumerate(spec.zones) if info.ordered]
        self.begin()

    def _readers(self, what: str, name: str) -> int:
        """The lines that read such cells, or where such things lie."""
        written = {(what, name), (what, "*")}
        return sum(1 << k for k, read in enumerate(self.reads) if touches(read, written))

    def begin(self) -> None:
        """A new play: nothing has been looked at."""
        self.cells, self.places, self.orders = [], [], [None] * len(self.piles)

    def look(self, m: Machine, all_of_it: bool = False) -> None:
        """Raises a Fault for the first line that does not hold in this state."""
        state = m.state
        self.states += 1
        if state.pending:
            return
        touched = self._moved(state, all_of_it) | self._changed(state) | self._ordered(state)
        lines = [line for k, line in enumerate(self.spec.always) if touched >> k & 1]
        for one in broken(m, lines) if lines else ():
            raise Fault(codes.FAULT_ALWAYS, one.span, codes.FAULT_ALWAYS.says(what=one.about))

    def _moved(self, state: State, all_of_it: bool) -> int:
        zones, places, touched = state.zones, state.places, 0
        if sum(map(len, zones)) != len(places):
            everywhere = [thing for things in zones for thing in things]
            self._lost(min(range(len(places)), key=lambda thing: everywhere.count(thing) == 1))
        if all_of_it or places != self.places:
            for thing in _differing(places, [] if all_of_it else self.places):
                if places[thing] < 0 or thing not in zones[places[thing]]:
                    self._lost(thing)
                touched |= self.by_thing[thing]
            self.places = places[:]
        return touched

    def _lost(self, thing: int) -> None:
        what = f"{self.spec.components[thing].id} lies in one place"
        raise Fault(codes.FAULT_ALWAYS, None, codes.FAULT_ALWAYS.says(what=what))

    def _changed(self, state: State) -> int:
        touched = 0
        if state.cells != self.cells:
            for k in _differing(state.cells, self.cells):
                touched |= self.by_cell[k]
            self.cells = state.cells[:]
        return touched

    def _ordered(self, state: State) -> int:
        touched = 0
        for k, (z, readers) in enumerate(self.piles):
            if state.zones[z] != self.orders[k]:
                touched |= readers
                self.orders[k] = state.zones[z][:]
        return touched


def _differing(now: list, before: list) -> list[int]:
    """Where two lists differ; everywhere if there was none before."""
    if len(before) != len(now):
        return list(range(len(now)))
    return [k for k, (a, b) in enumerate(zip(now, before, strict=True)) if a != b]
