"""Names bound inside a routine or expression, and the context that lowering carries along.

In:  nothing.
Out: Scope, which gives each name a slot of the frame, and Context, the tables that all of spec/ shares.

A slot is never used twice in one frame, so a closure over loops is not needed: an inner name simply has another slot.
"""

from attrs import define, field, frozen

from interpreter.core import types as t
from interpreter.core.frame import LOCALS
from interpreter.ir import Const, Expr
from interpreter.ir.model import Routine, Spec
from interpreter.lower.constants import Constants
from interpreter.lower.layout import Layout
from interpreter.lower.symbols import World
from interpreter.text import codes
from interpreter.text.diagnostic import Code, Report
from interpreter.text.source import Span


@define(eq=False)
class Frame:
    """The types of the slots that a frame has so far."""

    types: list = field(factory=list)
    bound: dict = field(factory=dict)            # where a statement of this frame gave a name, whether or not it is still known

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
    """A name's slot, its type, and how it came to be: let, as, each, param, may (its block is over)."""

    slot: int
    type: t.Type
    how: str = "as"
    span: Span | None = None


@define(eq=False)
class Scope:
    """The names that can be used here, outer ones included."""

    frame: Frame
    names: dict = field(factory=dict)
    me: bool = True
    it: Bound | None = None
    routine: Routine | None = None
    clauses: tuple[str, ...] = ()
    closed: dict = field(factory=dict)           # names of a `may` whose block is over

    def inner(self, **changes) -> "Scope":
        """A scope inside this one: what is bound there is not seen here."""
        made = Scope(self.frame, dict(self.names), self.me, self.it, self.routine, self.clauses, dict(self.closed))
        for name, value in changes.items():
            setattr(made, name, value)
        return made

    def bind(self, name: str, type_: t.Type, how: str = "as", span: Span | None = None) -> int:
        """A slot for a name that can be used from here on."""
        slot = self.frame.slot(type_)
        self.names[name] = Bound(slot, type_, how, span)
        self.closed.pop(name, None)
        return slot


@define(eq=False)
class Context:
    """What all of lowering shares."""

    world: World
    constants: Constants
    layout: Layout
    spec: Spec
    report: Report
    definitions: dict = field(factory=dict)      # (name, argument types, me) -> Definition
    open_defines: list = field(factory=list)     # names of the defines being lowered, outermost first
    tables: dict = field(factory=dict)           # name -> TableAt's parts
    routines: dict = field(factory=dict)         # (sort, name) -> Routine
    words_of: dict = field(factory=dict)         # decision name -> the enum of its alternatives
    used: set = field(factory=set)               # declarations that something names
    read_options: set = field(factory=set)

    def wrong(self, code: Code, span: Span, /, **facts) -> Expr:
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
            below = None not in (wanted.low, got.high) and got.high < wanted.low
            above = None not in (wanted.high, got.low) and got.low > wanted.high
            if below or above:
                self.report.add(codes.OUT_OF_RANGE, value.span, thing=thing, low=wanted.low, high=wanted.high, got=got)
        return value

    def expect(self, wanted: t.Type, value: Expr, span: Span | None = None) -> Expr:
        """Reports a value that does not fit; gives it back."""
        if not t.fits(value.type, wanted):
            self.report.add(codes.WRONG_TYPE, span or value.span, wanted=wanted, got=value.type)
        return value
