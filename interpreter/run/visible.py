"""What a score would be now, if it rests on nothing that a seat may not see (language.md 2.14).

In:  a Machine, a Table (how one seat sees the position), a score and whose it is.
Out: the number; None if working it out looks at a face, a count, a counter or a place that the seat does not know.

The score is worked out as ever, on a table whose lists give nothing away: a hidden part that is really looked at ends it.
"""

from interpreter.core.state import IN_TRANSIT, State
from interpreter.run import result
from interpreter.run.machine import Machine
from interpreter.run.view import HIDDEN, Table


class Secret(Exception):
    """Something was looked at that the seat may not see."""


class Guarded(list):
    """A list of which some members may not be looked at; `secret` are their indices."""

    def __init__(self, values, secret):
        super().__init__(values)
        self.secret = frozenset(secret)

    def __getitem__(self, at):
        if self.secret and (isinstance(at, slice) or at in self.secret):
            raise Secret
        return super().__getitem__(at)


class Faces(list):
    """A zone's things that may be counted but not looked at; without `countable` not even that."""

    countable = True

    def __len__(self):
        return super().__len__() if self.countable else _secret()

    def __iter__(self):
        return _secret()

    def __getitem__(self, at):
        return _secret()

    def __contains__(self, thing):
        return _secret()


class Closed(Faces):
    """A zone of which not even the count is known."""

    countable = False


def _secret():
    raise Secret


def visible_points(machine: Machine, table: Table, index: int, owner: int) -> int | None:
    """One score of one seat, as another seat may know it."""
    try:
        return result.points(machine.beside(_seen(machine.state, table), lenient=True), index, owner)
    except Secret:
        return None


def _seen(state: State, table: Table) -> State:
    """The position as the seat sees it; what it does not see must not be looked at."""
    cells = [table.cell(k) for k in range(len(state.cells))]
    shown = [state.cells[k] if value is None else value for k, value in enumerate(cells)]
    unnamed = {k for k, info in enumerate(table.spec.cells) if not info.name}
    zones, places = [], [IN_TRANSIT] * len(state.places)
    for z in range(len(state.zones)):
        inside, lying = table.inside(z), table.lying(z)
        zones.append(Closed(inside) if lying.count is None else Faces(inside) if HIDDEN in lying.things else list(inside))
        for thing in inside:
            places[thing] = z
    unknown = [thing for thing in range(len(places)) if not table.known(thing)]
    made = State(Guarded(shown, {k for k, v in enumerate(cells) if v is None} - unnamed), zones,
                 Guarded(places, unknown), state.known[:])
    made.ended, made.pending = state.ended, state.pending[:]
    return made
