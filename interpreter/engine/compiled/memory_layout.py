"""Where everything lies in a module's memory.

In:  a Spec.
Out: Layout: the addresses of the parts of a position, how a frame is laid out, and `numbers`, which the runtime calls
`at.NAME`.

A position is one block of memory at one place, so every counter and zone has an address that is known when a game is compiled,
and copying a position is one copy of memory. Behind the block stand what never changes (data.py), and then room for lists while
an op is carried out.

A value is 64 bits: a number, or of a list the address of its members below and how many they are above (`HANDLE`). An unordered
zone is a set of bits, one for each component of its kind; an ordered one a count and its things, as in core/state.py. A frame
is six numbers of 32 bits and one value for each slot that an op fills.
"""

from attrs import define, field

from interpreter import ir
from interpreter.core import types as t
from interpreter.core.frame import LOCALS
from interpreter.engine.evaluate import HEAP
from interpreter.ir.dependencies import every, values_of
from interpreter.ir.form import Op
from interpreter.ir.liveness import ops_of
from interpreter.ir.model import Routine, Spec

NIL = -(1 << 63)                          # a slot that holds nothing
HANDLE = 32                               # the bits of an address in a list
HEAD = 24                                 # bytes of a frame before its slots
PC, ROUTINE, ME, RESULT, BELOW = 0, 4, 8, 12, 16      # in a frame, of 32 bits: BELOW is the address of the one below, or 0
SLOT = 8
BLOCK = 4096
# before the block: what a question is, and what has been answered
Q_SEAT, Q_OP, Q_KIND, Q_BRANCH, Q_SOURCE, Q_COUNT, Q_OPTIONS, Q_OFFERS, FOUND = 16, 20, 24, 28, 32, 36, 40, 48, 56
OPEN, ANSWERS, ANSWER_SIZE = 64, 1024, 32
# at the beginning of the block, all of 32 bits
ENDED, LIMIT, WON, RESOLVING, SERVING, STRANDS, BEFORE, HOLDINGS, DUES, PENDINGS, LISTS_TOP, HISTORY_COUNT = range(
    BLOCK, BLOCK + 48, 4)
WINNERS = BLOCK + 48
ROW = 56                                  # bytes of what is known of a zone
PEOPLE = 64
PENDING_ROW, HOLDING_ROW, DUE_ROW = 8, 24, 32
HOLDS = 64
HISTORY_ROWS = 2048                       # turns whose positions are remembered; of a longer play the reference engine goes on
LIST_BYTES = 1 << 15                      # bytes for the lists that frames hold


@define(eq=False)
class Place:
    """One zone: where it lies; `low` and `size` are the first component of its kind and how many there are; `words` of 64 bits
    for a set, 0 for things in an order."""

    address: int
    low: int
    size: int
    words: int


@define(eq=False)
class Layout:
    """The addresses of one Spec."""

    spec: Spec
    zones: list[Place] = field(factory=list)
    cells: int = 0
    cell_width: int = 4
    known_width: int = 1
    known: int = 0
    places: int = 0
    before: int = 0
    pending: int = 0
    holding: int = 0
    due: int = 0
    history: int = 0
    history_rows: int = 0
    tops: int = 0
    stack: int = 0
    strands: int = 0
    strand_size: int = 0
    lists: int = 0
    end: int = 0
    slots: list[dict[int, int]] = field(factory=list)      # for each routine: slot -> its offset in a frame
    sizes: list[int] = field(factory=list)                 # for each routine: bytes of a frame
    numbers: dict[str, int] = field(factory=dict)
    loose: list[bool] = field(factory=list)                # for each zone: can it come to hold things in no order?

    @property
    def list_cells(self) -> list[int]:
        """The counters and states that hold lists."""
        return [n for n, cell in enumerate(self.spec.cells) if isinstance(cell.type, t.List | t.Set)]

    def cell(self, number: int) -> int:
        """The address of a counter or state."""
        return self.cells + number * self.cell_width


def laid_out(spec: Spec, supposing: bool = False) -> Layout:
    """The layout of a Spec. `supposing`: does a strategy try effects out?"""
    made = Layout(spec, loose=may_be_loose(spec))
    for routine in spec.routines:
        kept = kept_slots(spec, routine)
        made.slots.append({slot: HEAD + k * SLOT for k, slot in enumerate(kept)})
        made.sizes.append(HEAD + len(kept) * SLOT)
    people = len(spec.seats)
    at = WINNERS + 4 * PEOPLE
    made.tops, at = at, _aligned(at + 4 * (1 + people))
    made.cell_width = 4 if all(map(_is_small, spec.cells)) else 8
    made.cells, at = at, _aligned(at + made.cell_width * len(spec.cells))
    at = _zones(made, at)
    made.known_width = next(width for width in (1, 2, 4, 8) if people <= width * 8)
    made.known, at = at, _aligned(at + made.known_width * len(spec.components))
    whole = at - made.cells
    made.places, at = at, _aligned(at + 2 * len(spec.components))
    made.before, at = at, at + whole
    made.pending, at = at, at + PENDING_ROW * len(spec.components)
    made.holding, at = at, at + (HOLDING_ROW * HOLDS if holds_triggers(spec) else 0)
    armed = sum(1 for one in spec.triggers if one.armed >= 0)
    rows = (len(spec.cells) if armed else 0) + 1
    made.due, at = at, at + DUE_ROW * rows
    remembers = any(isinstance(op, ir.Remember) for op in spec.plan)
    made.history_rows = HISTORY_ROWS if remembers else 0
    made.history, at = at, at + 8 * made.history_rows
    made.stack, at = at, at + _deepest(made, [0], supposing)
    starts = [op.routine for op in spec.plan if isinstance(op, ir.Together)]
    made.strand_size = _deepest(made, starts, supposing) if starts else 0
    made.strands, at = at, at + made.strand_size * people
    made.lists, made.end = at, at + LIST_BYTES
    made.numbers = _numbers(made, whole, rows)
    return made


def _numbers(made: Layout, whole: int, rows: int) -> dict[str, int]:
    spec = made.spec
    names = ("cells", "known", "places", "before", "pending", "holding", "due", "history", "history_rows", "tops",
             "stack", "strands", "strand_size", "lists", "end", "cell_width", "known_width")
    numbers = {name.upper(): getattr(made, name) for name in names}
    numbers |= {name: value for name, value in globals().items() if name.isupper() and isinstance(value, int)}
    numbers |= {"DUE_ROWS": rows, "TABLE_SIZE": whole, "SEATS": len(spec.seats), "EVERYONE": spec.everyone,
                "THINGS": len(spec.components),
                "NESTING": spec.nesting, "ZONES": len(spec.zones), "BEFORE_COPY": made.before, "STACK_END": made.strands,
                "STRANDS_AT": made.strands}
    return numbers


def _aligned(address: int) -> int:
    return -(-address // 8) * 8


def _is_small(cell: object) -> bool:
    """Does its value fit into 32 bits?"""
    type_ = getattr(cell, "type", None)
    if isinstance(type_, t.List | t.Set | t.OrNone):
        return not isinstance(type_, t.List | t.Set) and not isinstance(type_.of, t.List | t.Set | t.OrNone)
    if not isinstance(type_, t.Int) or not getattr(cell, "name", ""):
        return True
    return type_.low is not None and type_.high is not None and -(1 << 31) <= type_.low and type_.high < 1 << 31


def _zones(made: Layout, at: int) -> int:
    spec = made.spec
    ranges: dict[str, tuple[int, int]] = {"": (0, len(spec.components))}
    for one in spec.components:
        low, high = ranges.get(one.kind, (one.number, one.number))
        ranges[one.kind] = min(low, one.number), max(high, one.number + 1)
    for number, zone in enumerate(spec.zones):
        low, high = ranges.get(zone.kind, (0, 0)) if zone.kind in ranges else (0, 0)
        if spec.zone_shape[number] == HEAP and zone.loose < 0:
            words = max(1, -(-(high - low) // 64))
            made.zones.append(Place(at, low, high - low, words))
            at += 8 * words
        else:
            made.zones.append(Place(at, low, high - low, 0))
            at = -(-(at + 2 + 2 * (high - low)) // 8) * 8
    return at


def may_be_loose(spec: Spec) -> list[bool]:
    """Which zones can come to hold things whose order nature has not given: those that are shuffled, refilled or swapped."""
    families: set[str] = set()
    everywhere = False
    for op in spec.plan:
        touched = (op.zone, op.into) if isinstance(op, ir.Shuffle) else (op.first, op.second) if isinstance(op, ir.Swap) else ()
        for zone in touched:
            if isinstance(zone, ir.ZoneAt):
                families.add(zone.family)
            elif zone is not None:
                everywhere = True
    return [zone.loose >= 0 and (everywhere or zone.family in families or zone.refill >= 0) for zone in spec.zones]


def kept_slots(spec: Spec, routine: Routine) -> list[int]:
    """The slots of a routine that ops fill; what an expression binds while it is worked out is not in memory."""
    kept = set(range(LOCALS, LOCALS + len(routine.params)))
    for number in ops_of(spec)[routine.number]:
        kept |= filled(spec.plan[number])
    return sorted(slot for slot in kept if slot >= LOCALS)


def holds_triggers(spec: Spec) -> bool:
    """Can a trigger be held: by a `hold`, or because it stays out of `suppose`?"""
    return any(isinstance(op, ir.Held) for op in spec.plan) or any(trigger.apart for trigger in spec.triggers)


def filled(op: Op) -> set[int]:
    """The slots in which an op keeps something."""
    slots = {getattr(op, name, -1) for name in ("slot", "left")}
    slots |= {getattr(op, name) for name in ("name", "result") if isinstance(getattr(op, name, None), int)}
    if isinstance(op, ir.Split):
        slots |= {slot for _, slot, _, _ in op.parts}
    return slots - {-1}


def enters(spec: Spec, op: Op) -> set[int]:
    """The routines that an op may enter, free actions beside a question too."""
    found = op.entered(spec.triggers)
    if isinstance(op, ir.Ask):
        found |= {offer.routine for offer in spec.beside.get(op.name, ())} | {spec.offers[n].routine for n in op.offers}
    return found


def _deepest(made: Layout, starts: list[int], supposing: bool) -> int:
    """Bytes that the frames of these routines and of all that they enter take at most; what comes back to itself is given room
    for some turns more."""
    spec = made.spec
    calls: list[set[int]] = [set() for _ in spec.routines]
    for op in spec.plan:
        calls[spec.plan_routine[op.number]] |= enters(spec, op)
    known: dict[int, int] = {}
    open_now: set[int] = set()
    returns = False

    def deep(routine: int) -> int:
        nonlocal returns
        if routine in open_now:
            returns = True
            return 0
        if routine not in known:
            open_now.add(routine)
            known[routine] = made.sizes[routine] + max(map(deep, sorted(calls[routine])), default=0)
            open_now.discard(routine)
        return known[routine]

    deepest = max(map(deep, starts), default=0)
    supposed = sum(made.sizes) if supposing or any(isinstance(e, ir.Supposed) for e in _supposing(spec)) else 0
    return _aligned(max(512, deepest * 2 + supposed if not returns else min(1 << 15, deepest * 8 + 4096)))


def _supposing(spec: Spec) -> list[ir.Expr]:
    found = [one for op in spec.plan for value in values_of(op) for one in every(value)]
    return found + [one for d in spec.definitions if d.value is not None for one in every(d.value)]
