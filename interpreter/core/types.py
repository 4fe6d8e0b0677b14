"""The types of the language: few, finite, and each with an encoding as small integers.

In:  nothing.
Out: one frozen record a type, and the questions a checker asks of them: does it fit, what is it called, which values has it.

Encoding: a number is itself; yes/no is 1/0; a member of an enum is its place from 0; a seat is its place clockwise from 0; a
component is its number in the order of the component files; a space is the number of its own zone; `none` is -1. Lists and
sets are tuples of these. A zone as a place is its number.
"""

from attrs import frozen

from interpreter.text.diagnostic import InternalError

NONE = -1


@frozen
class Type:
    """What a value may be."""


@frozen
class Int(Type):
    """0..30. A missing end means that nothing is known about it."""

    low: int | None = None
    high: int | None = None

    def __str__(self) -> str:
        if self.low is not None and self.low == self.high:
            return str(self.low)
        return "a number" if self.low is None or self.high is None else f"{self.low}..{self.high}"


@frozen
class Bool(Type):
    """yes/no"""

    def __str__(self) -> str:
        return "yes/no"


@frozen
class Enum(Type):
    """One of a closed list of words."""

    name: str
    members: tuple[str, ...]

    def __str__(self) -> str:
        return self.name


@frozen
class Seat(Type):
    """A player."""

    def __str__(self) -> str:
        return "a player"


@frozen
class Kind(Type):
    """A component (card, piece, token) or a space of this kind."""

    name: str

    def __str__(self) -> str:
        return f"a {self.name}"


@frozen
class Place(Type):
    """Wherever a component can lie: a zone or a space."""

    def __str__(self) -> str:
        return "a place"


@frozen
class Zone(Type):
    """A zone that holds things of one kind; used as a value it is what lies in it."""

    kind: str
    ordered: bool

    def __str__(self) -> str:
        return f"a zone of {self.kind}"


@frozen
class List(Type):
    """Values in an order."""

    of: Type

    def __str__(self) -> str:
        return f"a list of {bare(self.of)}"


@frozen
class Set(Type):
    """Different values; the order of first appearance is kept but means nothing."""

    of: Type

    def __str__(self) -> str:
        return f"a set of {bare(self.of)}"


@frozen
class OrNone(Type):
    """A value or `none`."""

    of: Type

    def __str__(self) -> str:
        return f"{self.of} or none"


@frozen
class Nothing(Type):
    """The word `none`."""

    def __str__(self) -> str:
        return "none"


@frozen
class Text(Type):
    """Words in quotes."""

    def __str__(self) -> str:
        return "words in quotes"


@frozen
class Unknown(Type):
    """What could not be typed: fits anything, and is never reported again."""

    def __str__(self) -> str:
        return "something"


@frozen
class Moved(Type):
    """Only in a slot: what has just moved, (thing, from, to) for each."""


@frozen
class Drawing(Type):
    """Only in a slot: while a draw goes on, (how many in all, what has moved so far); then what has moved."""


@frozen
class Journey(Type):
    """Only in a slot: where a journey stands, see engine/travel.py; then what has moved."""


BOOL, SEAT, PLACE, NOTHING, TEXT, UNKNOWN = Bool(), Seat(), Place(), Nothing(), Text(), Unknown()
NUMBER = Int()
MOVED, DRAWING, JOURNEY = Moved(), Drawing(), Journey()


def bare(type_: Type) -> str:
    """The name of a type without its article, for `a list of …`."""
    return str(type_).removeprefix("a ").removeprefix("an ")


def element(type_: Type) -> Type | None:
    """What lies in a collection of this type; None if it is no collection."""
    match type_:
        case List(of) | Set(of):
            return of
        case Zone(kind=kind):
            return Kind(kind)
        case Unknown():
            return UNKNOWN
    return None


def innermost(type_: Type) -> Type:
    """What a collection holds in the end, however deep it lies, and whether or not there can be none; else the type itself."""
    while not isinstance(type_, Unknown) and (held := type_.of if isinstance(type_, OrNone) else element(type_)) is not None:
        type_ = held
    return type_


def member_type(type_: Type) -> Type:
    """What lies in a collection, where the type is known to be one; otherwise InternalError."""
    of = element(type_)
    if of is None:
        raise InternalError(f"{type_} is no collection")
    return of


def depth(type_: Type) -> int:
    """How many collections lie inside one another."""
    inner = getattr(type_, "of", None)
    return 0 if inner is None else 1 + depth(inner)


def fits(got: Type, wanted: Type) -> bool:
    """May a value of type `got` stand where `wanted` is asked for? Ranges of numbers are looked at elsewhere."""
    if isinstance(got, Unknown) or isinstance(wanted, Unknown) or got == wanted:
        return True
    match got, wanted:
        case Int(), Int():
            return True
        case (Nothing(), OrNone()) | (Zone() | Kind(), Place()) | (Place(), Kind()):
            return True
        case OrNone(of=a), OrNone(of=b):
            return fits(a, b)
        case _, OrNone(of=b):
            return fits(got, b)
        case OrNone(of=a), _:
            return fits(a, wanted)               # `none` used as if it were something is found in play
        case Zone() | List() | Set(), List() | Set() | Zone():
            return fits(member_type(got), member_type(wanted))
    return False


def comparable(left: Type, right: Type) -> bool:
    """May the two stand on both sides of `is`?"""
    return fits(left, right) or fits(right, left)


def join(left: Type, right: Type) -> Type | None:
    """The type of a value that is one or the other; None if they do not go together."""
    match left, right:
        case Unknown(), _:
            return right
        case _, Unknown():
            return left
        case Int(a, b), Int(c, d):
            return Int(_lowest(a, c), _highest(b, d))
        case Nothing(), OrNone() | Nothing():
            return right
        case Nothing(), _:
            return OrNone(right)
        case OrNone(of=a), OrNone(of=b):
            inner = join(a, b)
            return inner and OrNone(inner)
        case _, Nothing():
            return left if isinstance(left, OrNone) else OrNone(left)
        case OrNone(of=a), _:
            return join(left, OrNone(right))
        case _, OrNone():
            return join(OrNone(left), right)
    in_left, in_right = element(left), element(right)
    if in_left is not None and in_right is not None:
        inner = join(in_left, in_right)
        both_sets = not ordered(left) and not ordered(right)
        return inner and (Set(inner) if both_sets else List(inner))
    if left == right:
        return left
    return PLACE if comparable(left, right) else None


def ordered(type_: Type) -> bool:
    """Has a collection of this type an order that means something?"""
    return isinstance(type_, List) or (isinstance(type_, Zone) and type_.ordered)


def _lowest(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else min(a, b)


def _highest(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else max(a, b)


def coarse(type_: Type) -> Type:
    """The type without its ranges: what tells one use of a `define` from another."""
    match type_:
        case Int():
            return NUMBER
        case List(of):
            return List(coarse(of))
        case Set(of):
            return Set(coarse(of))
        case OrNone(of):
            return OrNone(coarse(of))
    return type_
