"""Pure expressions: values with every name resolved to a place in the State, typed.

In:  nothing.
Out: one record a form. They are written by lower/values.py and lower/operators.py, worked out by engine/evaluate.py. Slots are
     places in a frame, see core/frame.py.

Each class says in `reads` what it reads itself. What its parts read they say themselves: parts are the fields that hold
expressions, found by ir/dependencies.py. The file is as long as there are forms; most of it is their fields.
"""

from typing import Any

from attrs import define, field

from interpreter.core.frame import Value
from interpreter.core.types import Type
from interpreter.ir.form import Expr, expression, Reads
from interpreter.text.source import Span


@expression
class Const(Expr):
    """A value known before play."""

    reads = Reads.NOTHING

    value: Value


@expression
class Local(Expr):
    """A name bound in the frame."""

    reads = Reads.NAME

    slot: int


@expression
class Me(Expr):
    """The player whose turn or branch it is."""

    reads = Reads.ME


@expression
class Cell(Expr):
    """A counter or state: cells[base + Σ (key - low) * stride]; `keys` holds (expression, low, stride).

    `mine` is the stride where `me` is the only key, the commonest case by far; else 0.
    """

    reads = Reads.CELL

    base: int
    keys: tuple[tuple[Expr, int, int], ...]
    owner: Expr | None = None
    family: str = ""
    mine: int = 0


@expression
class ZoneAt(Expr):
    """A zone's number, worked out like a cell's."""

    reads = Reads.ZONE

    base: int
    keys: tuple[tuple[Expr, int, int], ...]
    owner: Expr | None = None
    family: str = ""
    mine: int = 0


@expression
class Contents(Expr):
    """What lies in a zone, listed from the top."""

    reads = Reads.NOTHING

    zone: Expr


@expression
class Size(Expr):
    """How many lie in a zone; needs no order."""

    reads = Reads.NOTHING

    zone: Expr


@expression
class Once(Expr):
    """A value that is kept in a slot when it has been worked out; only in a strategy, see lower/fold.py."""

    reads = Reads.NOTHING
    binds = ("slot",)

    slot: int
    value: Expr


@expression
class Some(Expr):
    """A value that may be none or somewhere else where a thing is needed: base .. base + size - 1, or a fault.

    `number` says that it is the index of a zone or counter, so that the fault can speak of numbers.
    """

    reads = Reads.NOTHING

    of: Expr
    base: int
    size: int
    what: str
    number: bool = False


@expression
class FieldOf(Expr):
    """What is printed on a component or space: values[entity - base]."""

    reads = Reads.NOTHING

    of: Expr
    base: int
    values: tuple[Value, ...]
    name: str


@expression
class PlaceOf(Expr):
    """Where a component lies."""

    reads = Reads.PLACE

    of: Expr


@expression
class TableAt(Expr):
    """A row of a table."""

    reads = Reads.NOTHING
    elsewhere = ("otherwise",)

    name: str
    keys: tuple[Expr, ...]
    rows: dict[tuple[Value, ...], Value]
    otherwise: Expr | None
    slots: tuple[int, ...]


@expression
class Arithmetic(Expr):
    """left `sign` right; sign is one of + - * / mod, `rounding` up, down or empty."""

    reads = Reads.NOTHING

    sign: str
    left: Expr
    right: Expr
    rounding: str = ""


@expression
class Negative(Expr):
    """-value"""

    reads = Reads.NOTHING

    value: Expr


@expression
class Joined(Expr):
    """left + right where they are collections; `one` says that right is a single thing; `as_set` drops repeats."""

    reads = Reads.NOTHING

    left: Expr
    right: Expr
    one: bool
    as_set: bool


@expression
class Without(Expr):
    """left - right: a collection without one thing, or without all of another."""

    reads = Reads.NOTHING

    left: Expr
    right: Expr
    one: bool


@expression
class Compared(Expr):
    """left `sign` right, two numbers."""

    reads = Reads.NOTHING

    sign: str
    left: Expr
    right: Expr


@expression
class Same(Expr):
    """left is right; `as_sets` when order means nothing."""

    reads = Reads.NOTHING

    left: Expr
    right: Expr
    as_sets: bool
    negated: bool


@expression
class Empty(Expr):
    """A zone or collection is (not) empty."""

    reads = Reads.NOTHING

    of: Expr
    negated: bool


@expression
class In(Expr):
    """left in right: a collection."""

    reads = Reads.NOTHING

    left: Expr
    right: Expr
    negated: bool


@expression
class LiesIn(Expr):
    """A component lies in a zone."""

    reads = Reads.NOTHING

    thing: Expr
    zone: Expr
    negated: bool


@expression
class InRange(Expr):
    """A number between two others, ends included."""

    reads = Reads.NOTHING

    value: Expr
    low: Expr
    high: Expr
    negated: bool


@expression
class Not(Expr):
    """not value"""

    reads = Reads.NOTHING

    value: Expr


@expression
class And(Expr):
    """left and right; right is looked at only if left holds."""

    reads = Reads.NOTHING

    left: Expr
    right: Expr


@expression
class Or(Expr):
    """left or right; right is looked at only if left does not hold."""

    reads = Reads.NOTHING

    left: Expr
    right: Expr


@expression
class Choice(Expr):
    """if test then one otherwise the other"""

    reads = Reads.NOTHING

    test: Expr
    then: Expr
    otherwise: Expr


@expression
class Cases(Expr):
    """Lines of a `define` read from the top: (slot, value) of a let, or (test, value); then `otherwise`."""

    reads = Reads.NOTHING

    lines: tuple[tuple[Any, Expr], ...]         # Any: a slot or an Expr, told apart in the hottest loop by class
    otherwise: Expr


@expression
class Those(Expr):
    """The members of `source`, one after the other in `slot`, for which `test` holds."""

    reads = Reads.NOTHING
    binds = ("slot",)

    source: Expr
    slot: int
    test: Expr


@expression
class ThoseBest(Expr):
    """The members for which `key` is highest (or lowest), all that are equal."""

    reads = Reads.NOTHING
    binds = ("slot",)

    source: Expr
    slot: int
    test: Expr | None
    key: Expr
    highest: bool


@expression
class Quantified(Expr):
    """`how` is some, no or every."""

    reads = Reads.NOTHING
    binds = ("slot",)

    how: str
    source: Expr
    slot: int
    test: Expr


@expression
class Aggregate(Expr):
    """`how` is sum, highest, lowest, list or set."""

    reads = Reads.NOTHING
    binds = ("slot",)

    how: str
    value: Expr
    slot: int
    source: Expr
    test: Expr | None


@expression
class Running(Expr):
    """A walk along a list with a running value in `slot`, the member in `item`."""

    reads = Reads.NOTHING
    binds = ("slot", "item")

    slot: int
    first: Expr
    item: int
    source: Expr
    becomes: Expr


@expression
class Items(Expr):
    """[a, b] or, with `as_set`, {a, b}"""

    reads = Reads.NOTHING

    items: tuple[Expr, ...]
    as_set: bool


@expression
class Interval(Expr):
    """low..high as a list, upward; empty if high is below low."""

    reads = Reads.NOTHING

    low: Expr
    high: Expr


@expression
class Apply(Expr):
    """A core word applied to plain values."""

    reads = Reads.NOTHING

    name: str
    args: tuple[Expr, ...]


@expression
class Use(Expr):
    """A `define` worked out in a frame of its own."""

    reads = Reads.NOTHING

    define: "Definition"
    args: tuple[Expr, ...]


@expression
class PointsOf(Expr):
    """A score of a seat; index -1 is the total of all."""

    reads = Reads.TABLE

    seat: Expr
    index: int


@expression
class ItemAt(Expr):
    """column[i], counted from 1."""

    reads = Reads.NOTHING

    of: Expr
    index: Expr


@expression
class BoardWord(Expr):
    """links(s), distance(a, b, through) and the like: a core word that also gets the board."""

    reads = Reads.NOTHING

    name: str
    args: tuple[Expr, ...]


@expression
class Reachable(Expr):
    """reachable(p, start, route, n): where a journey of `who` along a route may end."""

    reads = Reads.TABLE

    who: Expr
    start: Expr
    route: int
    count: Expr


@expression
class EveryPlace(Expr):
    """All components of a kind, wherever they are: looked for in every zone and among what is on its way."""

    reads = Reads.KIND

    members: frozenset[int]


@expression
class Supposed(Expr):
    """suppose effect(args): value, on a copy of the table."""

    reads = Reads.TABLE
    on_copy = ("value",)

    routine: int
    args: tuple[Expr, ...]
    value: Expr


@expression
class Option(Expr):
    """An option's value: known before play, but remembered by name."""

    reads = Reads.NOTHING

    name: str
    value: Value


@define(eq=False)
class Definition:
    """A `define` for one set of argument types: `size` is the length of its frame.

    `lasting` says that nothing on the table can change what it comes to, so that results can be kept.
    """

    name: str
    span: Span
    size: int = 0
    value: Expr = field(default=None)      # put in once all defines have their number
    types: tuple[Type, ...] = ()
    spare: int = 0                         # how many slots of its frame stand behind the arguments
    lasting: bool = False
    clauses: tuple[str, ...] = ()
