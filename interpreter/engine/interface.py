"""What those who carry out ops and work out values may use of the Machine that they are given.

In:  nothing.
Out: Engine, which engine/machine.py's Machine is; the types of the functions in the engine's tables; Legs.

It stands apart from machine.py because that imports all of those functions.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

from attrs import define, field

from interpreter import ir
from interpreter.core.frame import Frame, Value
from interpreter.core.question import Stop
from interpreter.core.state import State
from interpreter.ir.model import Spec
from interpreter.text.source import Span

Journey: TypeAlias = tuple[Value, ...]    # where a journey stands, see engine/travel.py


@define(eq=False)
class Legs:
    """What has been found out about a route whatever lies on the table, while the same of its lines are shut.

    known  what tests of spaces alone came to
    ways   `up to`? -> for a journey, whether it can be completed
    """

    known: dict[tuple[Value, ...], Any] = field(factory=dict)
    ways: dict[bool, dict[Journey, bool]] = field(factory=lambda: {False: {}, True: {}})


class Remembers(Protocol):
    """What has been worked out and never changes, shared by all machines of a Spec."""

    legs: dict[tuple[int, frozenset[tuple[str, int]]], Legs]


class Engine(Protocol):
    """One play at its present position; Machine says what each part is."""

    spec: Spec
    state: State
    tell: Callable[..., None] | None
    branch: int
    permitted: bool
    lenient: bool
    supposing: bool
    frames: list[Frame]
    scored: dict[tuple[int, int], int]
    puts_forced: bool
    turned: int
    places: Sequence[int]
    work: int
    most_values: int
    value_of: "dict[type[ir.Expr], Evaluates]"
    plan: list[ir.Op]
    loose: list[int]
    shape: list[int]
    owner: list[int]
    sees: list[int]
    most: list[int | None]
    shared: list[bool]
    everyone: int
    results: dict[ir.Definition, dict[Value, Value]]

    @property
    def kept(self) -> Remembers: ...

    def value(self, expr: ir.Expr, frame: Frame) -> Value: ...

    def enter(self, routine: int, args: Sequence[Value] = (), me: int = -1, into: int = -1) -> Frame: ...

    def leave(self, value: Value = None) -> None: ...

    def told(self, what: str, op: ir.Op, *facts: Value) -> None: ...

    def points(self, index: int, seat: int) -> int: ...

    def suppose(self, routine: int, args: Sequence[Value], me: int, span: Span) -> "Engine": ...


# Each function takes the class of op or expression that its row in the table says, which the type of a table cannot say: Any.
CarriesOut: TypeAlias = Callable[[Any, Frame, Any], Stop | None]
Completes: TypeAlias = Callable[[Any, Frame, Any, Value], None]
ListsOptions: TypeAlias = Callable[[Any, Frame, Any], Sequence[Value]]
Evaluates: TypeAlias = Callable[[Any, Any, Frame], Value]
