"""The Spec: one game for one number of players and one choice of options, resolved, numbered, and never changed in play.

In:  nothing; lower/lower.py fills it.
Out: what every number in a State means, the plan, and how values are put in words and found from words.

One record for each sort of thing that has a number, all in this file because a Spec is all of them.
"""

from typing import Any

from attrs import define, field, fields, frozen, has

from interpreter.core.frame import LOCALS, Value
from interpreter.core.types import Bool, element, Enum, Kind, List, member_type, Nothing, OrNone, Place, Seat, Set, Type, Zone
from interpreter.ir import Ask, Definition, Expr, Guard, Op
from interpreter.ir.form import per_class
from interpreter.ir.kinds import Rank, Sort, Timing, Window
from interpreter.text.source import Span

EVERYBODY = -1                            # as a mask of seats: all bits


@frozen(eq=False)
class ZoneInfo:
    """One zone. `sees` and `counts` are masks of seats; `loose` is the cell that says how many cards, from the far end,
    lie in an order that nature has not given yet, or -1."""

    name: str                             # as written by an author: hand, tape
    label: str                            # as shown: Ann.row[A]
    kind: str
    shape: str                            # pile, column, heap, stack, space
    owner: int                            # a seat, or -1
    sees: int
    counts: int
    family: str                           # what the checks call it: the name, with its kind of owner
    out: bool = False
    most: int | None = None
    refill: int = -1
    loose: int = -1
    span: Span = field(repr=False, default=None)

    @property
    def ordered(self) -> bool:
        """Does the place of a thing in it mean something?"""
        return self.shape in ("pile", "column", "stack")


@frozen(eq=False)
class CellInfo:
    """One counter or state. `sees` is a mask of seats; a hidden cell of the machine has no name."""

    name: str
    label: str
    type: Type
    first: int
    owner: int
    sees: int
    family: str
    span: Span = field(repr=False, default=None)


@frozen(eq=False)
class Component:
    """A card, piece or token: its kind, the set it came with, its id for people, how it is written, whether its row is a
    stand-in; of a set of so many each the seat it came to, else -1."""

    number: int
    kind: str
    set: str
    id: str
    written: str
    assumed: bool
    owner: int = -1


@define(eq=False)
class Routine:
    """Statements with a frame of their own: set-up, play, a phase, a step, an effect, an event, a trigger, an offer.

    `slots` are the types of the slots of its frame, behind the head; `exit` is the op at which a
    turn that was ended goes on.
    """

    number: int
    name: str
    sort: Sort = field(converter=Sort)
    params: tuple[str, ...] = ()
    types: tuple[Type, ...] = ()
    gives: Type | None = None
    entry: int = -1
    exit: int = -1
    slots: tuple[Type, ...] = ()
    size: int = LOCALS                    # the length of its frame, head included
    counted: bool = False                 # may come back to itself: its activations are counted
    together: bool = False                # a step for everyone at once
    pauses: bool = True                   # somebody may be asked, or nature, before it has returned
    parent: str = ""                      # the phase of a step
    clauses: tuple[str, ...] = ()
    doc: str = ""
    span: Span = field(repr=False, default=None)


@define(eq=False)
class Trigger:
    """When it fires: `moment` is before, when, instead or soon; `test` is worked out in a frame of its event."""

    number: int
    name: str
    moment: Timing = field(converter=Timing)
    event: str
    routine: int
    test: Expr | None = None
    each: Expr | None = None
    armed: int = -1                       # soon: the first of its cells, one for each value of `each`
    low: int = 0                          # soon: the value that the first of its cells belongs to
    in_seat_order: bool = False           # soon: its members are players, and come from the current one on
    apart: bool = False                   # it stays out of `suppose`
    slot: int = -1
    size: int = 0
    span: Span = field(repr=False, default=None)


@define(eq=False)
class Offer:
    """A free action: `window` is the word of its window; `by` the seat it is open to (None: me)."""

    number: int
    name: str
    prompt: str
    window: Window = field(converter=Window)
    target: tuple[str, ...]
    routine: int
    by: Expr | None = None
    each: Expr | None = None
    test: Expr | None = None
    slot: int = -1
    size: int = 0
    span: Span = field(repr=False, default=None)


Parted = tuple[tuple[Expr, ...], tuple[Expr, ...], tuple[Expr, ...]]


@define(eq=False)
class Route:
    """How a piece may travel on a board: the tests of its legs, worked out in a frame with the traveller in `who`."""

    number: int
    name: str
    board: str
    size: int
    who: int
    a: int
    b: int
    previous: int
    steps: list[Guard] = field(factory=list)
    hops: list[Guard] = field(factory=list)
    must_stop: list[Guard] = field(factory=list)
    may_stop: list[Guard] = field(factory=list)
    may_not_end: list[Guard] = field(factory=list)
    span: Span = field(repr=False, default=None)
    # a list above -> for each of its lines the tests that depend on spaces alone, those that speak of no space, and the rest
    tests: dict[str, list[Parted]] = field(factory=dict)
    hops_look_back: bool = True              # does a `hop` line say `previous`?


@frozen(eq=False)
class Board:
    """A graph: its spaces are zones first..last; `links[s - first]` lists the neighbours of s. A grid has `columns`, and its
    spaces come row by row from the top; any other board has 0."""

    name: str
    kind: str
    first: int
    last: int
    ids: tuple[str, ...]
    links: tuple[tuple[int, ...], ...]
    columns: int = 0


@frozen(eq=False)
class Score:
    """score name = value, for every player."""

    name: str
    value: Expr
    size: int
    span: Span = field(repr=False)


@frozen(eq=False)
class Criterion:
    """highest or lowest value; or shared; or nobody."""

    sort: Rank = field(converter=Rank)
    value: Expr | None
    size: int
    span: Span = field(repr=False)


@frozen(eq=False)
class Always:
    """What must hold at every pause."""

    about: str
    test: Expr
    size: int
    span: Span = field(repr=False)


@frozen(eq=False)
class Bound:
    """What a design must keep, as many plays by these players show it; no engine reads it.

    name      as an edit names it; `named`: in words of its own
    figure    `win share`, `mean`, `quantile`, `length`, `ties`, `margin` or `skill`; of a mean or quantile its `score`, `part`
    whose     `each seat`, `any seat`, a seat's number (the last: -1), or nothing: all together
    low, high between what it has to lie, a share as a part of one; None where nothing limits it
    people    for how many; `players`: who sits at the table, of `skill` the stronger and the weaker one
    """

    name: str
    named: bool
    figure: str
    score: str
    part: float
    whose: str | int
    low: float | None
    high: float | None
    people: tuple[int, ...]
    players: tuple[str, ...]
    span: Span = field(repr=False)


@frozen(eq=False)
class Limit:
    """A play in which `routine` has run `count` times is stopped."""

    number: int
    routine: str
    count: int
    about: str
    cell: int
    span: Span = field(repr=False)


@frozen(eq=False)
class Die:
    """Its faces, encoded, and their type."""

    number: int
    name: str
    type: Type
    faces: tuple[int, ...]


@frozen(eq=False)
class Joining:
    """Do two neighbours in a column join? Worked out in a frame with the upper and the lower one in these slots."""

    test: Expr
    size: int
    upper: int
    lower: int


@frozen(eq=False)
class Track:
    """The row of squares a counter moves on: `worth` is worked out in a frame with the square in `slot`; where it `may_lack`,
    a square of which it says none is not there."""

    worth: Expr
    squares: tuple[int, ...]
    size: int
    slot: int
    may_lack: bool


@frozen(eq=False)
class Map:
    """How a board is drawn, space by space in its order: column and row, the names that can stand beside it, the best first
    (empty: none). `marks` are the sorts of spaces that are told apart: in words, and their numbers as zones."""

    places: tuple[tuple[int, int], ...]
    names: tuple[tuple[str, ...], ...]
    marks: tuple[tuple[str, frozenset[int]], ...]


@define(eq=False)
class Spec:
    """A game, ready to be played."""

    name: str
    title: str
    seats: tuple[str, ...]
    automatic: frozenset[int] = frozenset()
    options: dict[str, Value] = field(factory=dict)
    option_words: dict[str, str] = field(factory=dict)
    variants: tuple[str, ...] = ()            # those merged in, as `--with` names them, and the errata left out
    without: tuple[str, ...] = ()
    zones: list[ZoneInfo] = field(factory=list)
    cells: list[CellInfo] = field(factory=list)
    components: list[Component] = field(factory=list)
    boards: dict[str, Board] = field(factory=dict)
    dice: list[Die] = field(factory=list)
    plan: list[Op] = field(factory=list)
    routines: list[Routine] = field(factory=list)
    triggers: list[Trigger] = field(factory=list)
    places: tuple[int, ...] = ()              # for each trigger, its place among those that come at the same moment
    ordered: frozenset[frozenset[int]] = frozenset()          # pairs of triggers of whose order a line says something
    offers: list[Offer] = field(factory=list)
    routes: list[Route] = field(factory=list)
    definitions: list[Definition] = field(factory=list)
    scores: list[Score] = field(factory=list)
    winner: list[Criterion] = field(factory=list)
    always: list[Always] = field(factory=list)
    required: list[Always] = field(factory=list)     # what must hold of the data, before any play
    bounds: list[Bound] = field(factory=list)        # what many plays have to keep; no rule reads them
    limits: list[Limit] = field(factory=list)
    nesting: int = 32
    setup: int = -1
    play: int = -1
    space_of: dict[int, str] = field(factory=dict)      # a space's zone number -> its id
    assumed: dict[str, tuple[int, int]] = field(factory=dict)       # table or component set -> (assumed rows, rows)
    row_spans: dict[tuple[str, Value], Span] = field(factory=dict)     # (table, key) -> where the row stands, with its clauses
    events: dict[str, int] = field(factory=dict)
    everyone: int = 0                         # the mask of all seats
    joins: dict[str, Joining] = field(factory=dict)      # family of a column -> how its neighbours join
    tracks: dict[str, Track] = field(factory=dict)       # family of a counter -> the squares it moves on
    maps: dict[str, Map] = field(factory=dict)           # board -> how it is drawn
    printed: dict[int, str] = field(factory=dict)        # a component that no `written` form writes -> what is printed on it

    @property
    def people(self) -> tuple[int, ...]:
        """The seats in which people sit, or those who play for them; automatic seats are not among them."""
        return tuple(k for k in range(len(self.seats)) if k not in self.automatic)

    # ---------------------------------------------------------------- values in words

    def words(self, value: Value, type_: Type) -> str:
        """A value as a person would write it."""
        match type_:
            case OrNone(of):
                return "none" if value == -1 else self.words(value, of)
            case Bool():
                return "yes" if value else "no"
            case Enum(members=members):
                return str(members[value])
            case Seat():
                return str(self.seats[value])
            case Kind() | Place():
                return self.thing(value, type_)
            case List() | Set() | Zone():
                inner = ", ".join(self.words(v, member_type(type_)) for v in value)
                return f"[{inner}]" if isinstance(type_, List) else f"{{{inner}}}"
            case Nothing():
                return "none"
        return str(value)

    def thing(self, value: int, type_: Type) -> str:
        """A component, space or zone by its id."""
        if isinstance(type_, Kind) and type_.name not in self.space_kinds():
            return self.components[value].id if 0 <= value < len(self.components) else "none"
        return self.space_of.get(value) or (self.zones[value].label if 0 <= value < len(self.zones) else "none")

    def space_kinds(self) -> set[str]:
        """The kinds whose members are spaces of a board."""
        return {b.kind for b in self.boards.values()}

    def described(self, value: Value, type_: Type) -> str:
        """Like `words`, with components in their `written` form."""
        if isinstance(type_, Kind) and type_.name not in self.space_kinds():
            component = self.components[value]
            shows_more = component.written and component.written != component.id
            return f"{component.id} ({component.written})" if shows_more else component.id
        if element(type_) is not None and not isinstance(type_, Zone):
            return ", ".join(self.described(v, member_type(type_)) for v in value) or "nothing"
        return self.words(value, type_)

    # ---------------------------------------------------------------- where things are

    def routine(self, name: str, *sorts: str) -> Routine | None:
        """The routine of this name, of one of these sorts."""
        for routine in self.routines:
            if routine.name == name and routine.sort in sorts:
                return routine
        return None

    def routine_at(self, op: int) -> Routine:
        """The routine that the op belongs to."""
        return self.routines[self.plan_routine[op]]

    # ---------------------------------------------------------------- plain data

    def __eq__(self, other: object) -> bool:
        """Equal by content: lowered from the same rules, for the same people and options."""
        return isinstance(other, Spec) and (self is other or _alike(self, other, set()))

    def __hash__(self) -> int:
        return hash((self.name, self.seats, len(self.plan), len(self.cells)))

    plan_routine: list[int] = field(factory=list)

    # ---------------------------------------------------------------- what the engine looks up all the time

    beside: dict[str, tuple[Offer, ...]] = field(factory=dict)   # a question's name -> the offers that may be open beside it
    zone_loose: list[int] = field(factory=list)
    zone_shape: list[int] = field(factory=list)      # 0 pile or stack, 1 column, 2 no order
    zone_owner: list[int] = field(factory=list)
    zone_sees: list[int] = field(factory=list)
    zone_shared: list[bool] = field(factory=list)    # piles, stacks and columns that belong to nobody
    zone_most: list[int | None] = field(factory=list)            # how much a zone holds, or None
    stores: list[int] = field(factory=list)          # for each component, where it lies before set-up
    faceless: list[bool] = field(factory=list)       # pieces and tokens: everybody knows what they are

    def tabulate(self) -> None:
        """Fills the tables above, once everything has its number."""
        self.seat_offers(self.offers)
        shapes = {"pile": 0, "stack": 0, "column": 1}
        self.zone_loose = [z.loose for z in self.zones]
        self.zone_shape = [shapes.get(z.shape, 2) for z in self.zones]
        self.zone_owner = [z.owner for z in self.zones]
        self.zone_sees = [z.sees for z in self.zones]
        self.zone_shared = [z.owner < 0 and z.ordered for z in self.zones]
        self.zone_most = [z.most for z in self.zones]

    def seat_offers(self, offers: list[Offer]) -> None:
        """Fills `beside` with these offers: those that name a question, and those open during a part of play."""
        for name in {op.name for op in self.plan if isinstance(op, Ask)}:
            self.beside[name] = tuple(o for o in offers if o.window in (Window.DURING, Window.DURING_STEP) or name in o.target)


def _alike(this: Any, other: Any, met: set[tuple[int, int]]) -> bool:          # whatever a Spec consists of
    """The same content; `met` are the pairs that are being compared, or have been."""
    if this is other:
        return True
    if type(this) is not type(other):
        return False
    if isinstance(this, tuple | list):
        return len(this) == len(other) and all(_alike(a, b, met) for a, b in zip(this, other, strict=True))
    if isinstance(this, dict):
        return this.keys() == other.keys() and all(_alike(value, other[key], met) for key, value in this.items())
    if not has(type(this)):
        return bool(this == other)
    pair = id(this), id(other)
    if pair in met:
        return True
    met.add(pair)
    return all(_alike(getattr(this, name), getattr(other, name), met) for name in _names(type(this)))


@per_class
def _names(form: type) -> tuple[str, ...]:
    return tuple(part.name for part in fields(form))
