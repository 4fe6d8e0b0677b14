"""The names that a place in the rules can use (Scope), and what all of lowering shares (Context).

In:  nothing.
Out: Scope, which gives each name a slot of the frame; Context, the World, Constants, Layout, Spec and report of one game.

A slot is never used twice in one frame, so a closure over loops is not needed: an inner name simply has another slot.
"""

from collections.abc import Callable
from typing import Any

from attrs import define, field, frozen

from interpreter.core import types as t
from interpreter.core.frame import LOCALS
from interpreter.ir import Const, Definition, Expr, Some
from interpreter.ir.model import Routine, Spec
from interpreter.lower.constants import Constants, TableRows
from interpreter.lower.layout import Layout
from interpreter.lower.symbols import World
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.diagnostic import Code, Report
from interpreter.text.source import Span

MOST = 10**15                                             # more than any number that is worked out
DefinitionKey = tuple[str, tuple[t.Type, ...], bool]         # its name, the types of its arguments, whether `me` is known


@frozen(eq=False)
class TableParts:
    """A table's signature and rows: the types of its keys and of what it gives; what is given where no row fits, if that is
    anything, worked out in a frame with the keys in these slots."""

    keys: tuple[t.Type, ...]
    result: t.Type
    rows: TableRows
    otherwise: Expr | None
    slots: tuple[int, ...]


@define(eq=False)
class Frame:
    """The types of the slots that a frame has so far."""

    types: list[t.Type] = field(factory=list)
    bound: dict[str, Span] = field(factory=dict)         # where a statement of this frame gave a name, still known or not

    @property
    def size(self) -> int:
        """How long such a frame is."""
        return LOCALS + len(self.types)

    def slot(self, type_: t.Type) -> int:
        """A new one, for values of this type."""
        self.types.append(type_)
        return self.size - 1


@frozen(eq=False)
class Bound:
    """A name's slot, its type, and how it came to be: let, as, roll, each, param, may (its block is over). Where `it` is
    one of several that are chosen, `whole` is the name of all of them."""

    slot: int
    type: t.Type
    how: str = "as"
    span: Span | None = None
    whole: str = ""


@define(eq=False)
class Scope:
    """The names that can be used here, outer ones included."""

    frame: Frame
    names: dict[str, Bound] = field(factory=dict)
    me: bool = True
    it: Bound | None = None
    routine: Routine | None = None
    clauses: tuple[str, ...] = ()
    closed: set[str] = field(factory=set)           # names of a `may` whose block is over

    def inner(self, it: Bound | None = None, clauses: tuple[str, ...] | None = None) -> "Scope":
        """A scope inside this one, with another `it` or other clauses if given; what is bound there is not seen here."""
        it, clauses = it or self.it, self.clauses if clauses is None else clauses
        return Scope(self.frame, dict(self.names), self.me, it, self.routine, clauses, set(self.closed))

    def bind(self, name: str, type_: t.Type, how: str = "as", span: Span | None = None) -> int:
        """A slot for a name that can be used from here on."""
        slot = self.frame.slot(type_)
        self.names[name] = Bound(slot, type_, how, span)
        self.closed.discard(name)
        return slot


@define(eq=False)
class Context:
    """What all of lowering shares."""

    world: World
    constants: Constants
    layout: Layout
    spec: Spec
    report: Report
    definitions: dict[DefinitionKey, Definition] = field(factory=dict)      # (name, argument types, me) -> Definition
    open_defines: list[str] = field(factory=list)     # names of the defines being lowered, outermost first
    tables: dict[str, TableParts] = field(factory=dict)
    routines: dict[tuple[str, str], Routine] = field(factory=dict)         # (sort, name) -> Routine
    words_of: dict[str, t.Enum] = field(factory=dict)         # decision name -> the enum of its alternatives
    used: set[ast.Node] = field(factory=set)               # declarations that something names
    read_options: set[str] = field(factory=set)
    repeats: int = -1                                      # the cell of `repeated position`, where a rule asks for it
    watch: "Callable[[ast.Node, Expr | None, Scope], None] | None" = None     # hears of each statement, and of each value

    def wrong(self, code: Code, span: Span, /, **facts: Any) -> Expr:
        """Reports a mistake and stands in for the value, which fits anything and is never reported again."""
        self.report.add(code, span, **facts)
        return Const(0, type=t.UNKNOWN, span=span)

    def routine(self, name: str, *sorts: str) -> Routine | None:
        """The routine of this name, of one of these sorts."""
        return next((self.routines[s, name] for s in sorts if (s, name) in self.routines), None)

    def in_range(self, wanted: t.Type, value: Expr, thing: str) -> Expr:
        """Reports a number that leaves its range whatever happens; gives it back."""
        got = value.type
        if isinstance(wanted, t.Int) and isinstance(got, t.Int):
            below = wanted.low is not None and got.high is not None and got.high < wanted.low
            above = wanted.high is not None and got.low is not None and got.low > wanted.high
            if below or above:
                self.report.add(codes.OUT_OF_RANGE, value.span, thing=thing, low=wanted.low, high=wanted.high, got=got)
        return value

    def expect(self, wanted: t.Type, value: Expr, span: Span | None = None) -> Expr:
        """Reports a value that does not fit; gives it back."""
        if not t.fits(value.type, wanted):
            self.report.add(codes.WRONG_TYPE, span or value.span, wanted=wanted, got=value.type)
        return a_number(value) if isinstance(wanted, t.Int) else value


def a_number(value: Expr) -> Expr:
    """A number that may be none is looked at before it is used; any other value as it is."""
    if not isinstance(value.type, t.OrNone) or not isinstance(value.type.of, t.Int):
        return value
    inner, low = value.type.of, value.type.of.low
    what = " ".join(value.span.text.split())
    return Some(value, 0 if low is None else low, MOST, what, type=inner, span=value.span)
