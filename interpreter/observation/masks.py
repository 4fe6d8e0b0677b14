"""The table through the eyes of one seat: expressions are worked out, but looking at what the seat may not see raises Secret
(language.md 2.14).

In:  a Machine at a pause, and one of its open questions; or a Table and a score.
Out: Eyes: a machine on which expressions are worked out like that, and the options and names of the question, in which a
     thing that the seat does not know is Unknown; or the score, None where it depends on what the seat may not see.

Nothing is copied: what is looked at is found when it is looked at, so a question that needs little costs little. In a
simultaneous step the seat sees its own things as they are and the rest as when the step began. Only a `suppose` works on a
copy, and that is as blind. Neighbours: observation/view.py says who sees what, session/strategies.py asks.
"""

from typing import cast

from interpreter.core.question import Question
from interpreter.core.state import IN_TRANSIT, State
from interpreter.engine import scoring
from interpreter.engine.machine import Machine
from interpreter.observation.view import HIDDEN, Table


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
        return scoring.points(machine.beside(_seen(machine.state, table), lenient=True), index, owner)
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
    shown_state = State(Guarded(shown, {k for k, v in enumerate(cells) if v is None} - unnamed), zones,
                 Guarded(places, unknown), state.known[:])
    shown_state.ended, shown_state.pending = state.ended, state.pending[:]
    return shown_state


# ------------------------------------------------------------------ the table through the eyes of a seat


class Blind(Secret):
    """It is the option itself that the seat does not know."""


class Unknown:
    """A thing whose face the seat does not know: it can be told from others, and nothing else can be asked of it."""

    __slots__ = ("thing",)

    def __init__(self, thing: int):
        self.thing = thing

    def __eq__(self, other):
        return isinstance(other, Unknown) and other.thing == self.thing

    def __hash__(self):
        return hash(("unknown", self.thing))

    def _asked(self, *_):
        raise Blind

    __sub__ = __rsub__ = __add__ = __lt__ = __le__ = __gt__ = __ge__ = __index__ = __int__ = __neg__ = _asked


# ------------------------------------------------------------------ parts of a State, found when looked at


class Cells:
    """Counters and states by number."""

    def __init__(self, table: Table):
        self.table, self.infos, self.bit = table, table.spec.cells, table.bit

    def __getitem__(self, number: int):
        value = self.table.cell(number)
        if value is None:
            if self.infos[number].name:
                raise Secret
            return 0
        return value

    def __len__(self) -> int:
        return len(self.infos)


class Zones:
    """What lies where; a zone of which a face or the order is not known may be counted, if that is allowed."""

    def __init__(self, table: Table):
        self.table = table
        self.found: dict[int, list[int]] = {}

    def __getitem__(self, z: int) -> list:
        zone = self.found.get(z)
        if zone is None:
            zone = self.found[z] = self._seen(z)
        return zone

    def _seen(self, z: int) -> list:
        table = self.table
        inside = table.inside(z)
        if not table.spec.zones[z].counts & table.bit:
            return Closed(inside)
        if table.unordered(z) > 1:
            return Faces(inside)
        for thing in inside:
            if not table.known(thing):
                return Faces(inside)
        return inside

    def __iter__(self):
        return (self[z] for z in range(len(self)))

    def __len__(self) -> int:
        return len(self.table.spec.zones)


class Places:
    """Where things lie, if the seat knows."""

    def __init__(self, table: Table, zones: Zones):
        self.table, self.zones = table, zones
        self.found: dict[int, int] | None = None

    def __getitem__(self, thing) -> int:
        if thing.__class__ is Unknown:
            raise Blind
        if not self.table.known(thing):
            raise Secret
        if not self.table.apart:
            return self.table.state.places[thing]
        if self.found is None:
            inside = self.table.inside
            self.found = {component: z for z in range(len(self.zones)) for component in inside(z)}
        return self.found.get(thing, IN_TRANSIT)

    def __len__(self) -> int:
        return len(self.table.state.places)


class Seen:
    """A State as a seat sees it; a copy, on which a `suppose` works, is as blind."""

    def __init__(self, table: Table):
        self.table = table
        self.cells, self.zones = Cells(table), Zones(table)
        self.places = Places(table, self.zones)
        self.known, self.ended = table.known_then if table.apart else table.state.known, table.state.ended
        self.pending, self.strands, self.frames = (), (), ()
        self.first: Supposed | None = None

    def copy(self) -> "Supposed":
        if self.first is None:
            self.first = _copied(self.table)
        return self.first.copy()


class Supposed(State):
    """A State with parts that may not be looked at."""

    def copy(self) -> "Supposed":
        copy = Supposed(_twin(self.cells), [_twin(z) for z in self.zones], _twin(self.places), self.known[:])
        copy.frames = list(map(list.copy, self.frames))
        copy.pending, copy.holding, copy.ended = self.pending[:], self.holding[:], self.ended
        return copy


def _twin(part: list) -> list:
    if part.__class__ is list:
        return part[:]
    return Guarded(list.copy(part), part.secret) if isinstance(part, Guarded) else part.__class__(list.copy(part))


def _copied(table: Table) -> Supposed:
    spec, state = table.spec, table.state
    cells = [table.cell(k) for k in range(len(state.cells))]
    then = table.cells_then
    secret = {k for k, value in enumerate(cells) if value is None and spec.cells[k].name}
    shown = [then[k] if value is None else value for k, value in enumerate(cells)]
    zones, places, seen = [], [IN_TRANSIT] * len(state.places), Zones(table)
    for z in range(len(spec.zones)):
        zone = seen[z]
        inside = list.copy(zone)
        zones.append(zone.__class__(inside) if zone.__class__ is not list else inside)
        for thing in inside:
            places[thing] = z
    unknown = {thing for thing in range(len(places)) if not table.known(thing)}
    known = state.known[:] if not table.apart else list(table.known_then)
    places = Guarded(places, unknown) if unknown else places
    copy = Supposed(Guarded(shown, secret) if secret else shown, zones, places, known)
    copy.holding = state.holding[:]
    copy.ended = state.ended
    return copy


# ------------------------------------------------------------------ the question


class Eyes:
    """One seat at one question of its own."""

    def __init__(self, machine: Machine, question: Question):
        self.machine, self.question, self.seat = machine, question, question.seat
        self.table = Table(machine.spec, machine.state, question.seat)
        self._sees: Machine | None = None

    @property
    def sees(self) -> Machine:
        """The machine on which values are worked out."""
        if self._sees is None:
            self._sees = self.machine.beside(cast(State, Seen(self.table)), lenient=True)     # it answers as a State does
        return self._sees

    @property
    def frame(self) -> list:
        """The frame of the rule that asks."""
        frames, _ = self.machine.asked(self.question)
        return frames[-1]

    def masked(self, value):
        """A component, or several, as the seat may use them: what it does not know is Unknown."""
        if isinstance(value, tuple):
            return tuple([self.masked(part) for part in value])
        if value is None or value < 0 or self.table.known(value):
            return value
        return Unknown(value)
