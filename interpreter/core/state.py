"""State: a position. Everything that can change in a play, and nothing that cannot.

In:  nothing; a Spec knows what the numbers mean.
Out: lists of small integers (and tuples of them, where a local names a collection), copied by slicing.

A frame is one activation, see core/frame.py. `strands` holds one list of frames for each seat while a simultaneous step is
on. `pending` is what branches have sent to others and has not arrived. `before` is how the table lay when the simultaneous
step began, which is what siblings see of each other.
"""

from attrs import define, field

from interpreter.core.frame import Frame, Value

IN_TRANSIT = -1


@define
class State:
    """A position.

    cells    numbers, flags, seats, enums: one slot each, see spec.cells
    zones    components by number; in an ordered zone the last is the top of a pile and the bottom of a column
    places   for each component, the zone it lies in, or IN_TRANSIT
    known    for each component, the seats that know its face, as bits
    frames   where the rules stand; the last is next
    strands  the same for each seat, inside a simultaneous step
    pending  (seat, component, zone, end, face) sent by branches, in the order sent
    holding  for each hold that is on: trigger, depth; and what it remembers
    due      `as soon as` triggers that wait their turn: (0 or, for those that come after these, 1; trigger, arguments, me)
    resolving  where in `frames` the trigger stands that is being carried out meanwhile, or -1
    serving  the seat whose access to a shared pile is being served, or -1
    before   the table when the simultaneous step began, or None
    ended    how the play ended, or None while it goes on
    history  fingerprints of the positions in which turns began, in the order of numbers; kept where a rule asks for them
    """

    cells: list[int]
    zones: list[list[int]]
    places: list[int]
    known: list[int]
    frames: list[Frame] = field(factory=list)
    strands: list[list[Frame]] = field(factory=list)
    pending: list[tuple[int, int, int, str, str]] = field(factory=list)
    holding: list[tuple[int, int, int, tuple[Value, ...] | None]] = field(factory=list)
    due: list[tuple[int, int, tuple[Value, ...], int]] = field(factory=list)
    resolving: int = -1
    serving: int = -1
    before: tuple[tuple[int, ...], tuple[tuple[int, ...], ...], tuple[int, ...]] | None = None
    ended: tuple[Value, ...] | None = None
    history: tuple[int, ...] = ()

    def copy(self) -> "State":
        """A position with a future of its own."""
        return State(
            self.cells[:],
            list(map(list.copy, self.zones)),
            self.places[:],
            self.known[:],
            list(map(list.copy, self.frames)),
            [list(map(list.copy, s)) for s in self.strands],
            self.pending[:],
            self.holding[:],
            self.due[:],
            self.resolving,
            self.serving,
            self.before,
            self.ended,
            self.history,
        )

    def key(self) -> tuple[Value, ...]:
        """The position as one value that can be hashed: equal for positions from which the same can come, and for no others.

        That holds at a pause, where no frame holds what nothing will read, and cards without an order lie by their numbers.
        """
        lists = (self.zones, self.frames, *self.strands)
        return (
            tuple(self.cells), tuple(self.known), *[tuple(map(tuple, group)) for group in lists], tuple(self.pending),
            tuple(self.holding), tuple(self.due), self.resolving, self.serving, self.before, self.ended,
            self.history,
        )

    def to_data(self) -> dict[str, Value]:
        """The position as lists, numbers and None, ready for JSON."""
        return {name: _plain(getattr(self, name)) for name in self.__slots__ if not name.startswith("_")}

    @classmethod
    def from_data(cls, data: dict[str, Value]) -> "State":
        """The inverse of `to_data`, also after JSON has been in between."""
        return cls(**{name: _restored(value) for name, value in data.items()})


def _plain(value: Value) -> Value:
    """Tuples told apart from lists, so that they come back as they were."""
    if isinstance(value, tuple):
        return {"of": [_plain(v) for v in value]}
    if isinstance(value, list):
        return value[:] if _numbers(value) else [v[:] if v == [] else _plain(v) for v in value]
    return value


def _restored(value: Value) -> Value:
    if isinstance(value, dict):
        return tuple(_restored(v) for v in value["of"])
    if isinstance(value, list):
        return value[:] if _numbers(value) else [v[:] if v == [] else _restored(v) for v in value]
    return value


_NUMBERS = frozenset((int, bool, type(None)))


def _numbers(values: list[Value]) -> bool:
    """Do they hold nothing else, as nearly all lists of a position?"""
    return _NUMBERS.issuperset(map(type, values))
