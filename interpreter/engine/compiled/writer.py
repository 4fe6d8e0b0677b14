"""What the compiler writes with: a function on its way, the names that stand where an expression is worked out, and what is
gathered for a whole module.

In:  a Spec.
Out: Compiler, which holds the parts of a module while they are written; Function; Context.

`Compiler.value` and `Compiler.truth` are given by expressions.py, which writes each form by a function of its own.
"""

from collections.abc import Callable
from typing import Any

from attrs import define, evolve, field

from interpreter import ir
from interpreter.core import types as t
from interpreter.core.frame import Value
from interpreter.engine.compiled.data import Data
from interpreter.engine.compiled.memory_layout import Layout, NIL, PC
from interpreter.engine.interface import Engine
from interpreter.ir import Definition, Expr
from interpreter.ir.model import Spec
from interpreter.ir.policy import Player
from interpreter.text.diagnostic import InternalError


@define(eq=False)
class Function:
    """One function of the module: `params` and `locals` are names with their types. `allocates`: does it make lists?
    `unsettles`: may it find that nature has to be asked for an order first?"""

    name: str
    params: list[tuple[str, str]] = field(factory=list)
    result: str = "i64"
    locals: list[tuple[str, str]] = field(factory=list)
    allocates: bool = False
    unsettles: bool = False
    about: str = ""

    def local(self, type_: str = "i64", hint: str = "v") -> str:
        """A new local; its name."""
        name = f"${hint}{len(self.locals)}"
        self.locals.append((name, type_))
        return name

    def label(self, hint: str) -> str:
        """A new label."""
        return self.local("", hint)

    def text(self, body: str) -> str:
        """The whole function around its body."""
        params = "".join(f" (param {name} {type_})" for name, type_ in self.params)
        result = f" (result {self.result})" if self.result else ""
        own = "".join(f" (local {name} {type_})" for name, type_ in self.locals if type_)
        about = f"  ;; {self.about}" if self.about else ""
        return f"(func ${self.name}{params}{result}{own}{about}\n{body})"


@define(eq=False)
class Compiler:
    """A module on its way.

    functions  name -> text, in the order in which they were begun
    defines    a Definition, and how it is looked at -> its function
    sources    the name of a stream of chance -> its number
    reference  the other engine, before any play, which works out what never changes
    players    the strategies that may sit at the table
    """

    spec: Spec
    layout: Layout
    data: Data
    reference: Engine
    players: tuple[Player, ...]
    value_of: dict[type[Expr], Callable[["Context", Any], str]]
    truth_of: dict[type[Expr], Callable[["Context", Any], str]]
    functions: dict[str, str] = field(factory=dict)
    defines: dict[Any, Function] = field(factory=dict)
    constants: dict[int, Value] = field(factory=dict)
    sources: dict[str, int] = field(factory=dict)
    numbers: dict[str, int] = field(factory=dict)
    notes: dict[Any, Any] = field(factory=dict)          # what single rooms of the compiler remember, by keys of their own

    def memo(self, size: int) -> str:
        """Room for what is remembered from play to play, empty at first: text that becomes its address in the end."""
        at = self.notes.setdefault("memos", 0)
        self.notes["memos"] = at + -(-size // 16) * 16
        return f"@{at}@"

    def source(self, name: str) -> int:
        """The number of a stream of chance."""
        return self.sources.setdefault(name, len(self.sources))

    def context(self, fn: Function, args: int, first_slot: int, me: str) -> "Context":
        """Where an expression is worked out in a function whose parameters are `$a0 ...`, in the slots from `first_slot` on."""
        slots = {first_slot + k: f"$a{k}" for k in range(args)}
        return Context(self, fn, slots, {}, me)


@define(eq=False)
class Context:
    """Where an expression is worked out: `slots` that are locals of the function, `frame` the offsets of those in memory, and
    the text of `me`. In a strategy `eyes` says that what is looked at is looked at through the eyes of a seat (sight.py): 1
    where `me` is that seat, 2 where it may be another; `tags` that some things may be unknown to it."""

    k: Compiler
    fn: Function
    slots: dict[int, str]
    frame: dict[int, int]
    me: str
    eyes: int = 0
    tags: bool = False

    def value(self, e: Expr) -> str:
        """Text that leaves the value of `e`, of 64 bits."""
        write = self.k.value_of.get(type(e))
        if write is None:
            raise InternalError(f"{type(e).__name__} is not compiled")
        return write(self, e)

    def truth(self, e: Expr) -> str:
        """Text that leaves 1 or 0, of 32 bits: whether `e` holds."""
        write = self.k.truth_of.get(type(e))
        return write(self, e) if write is not None else f"(i64.ne {self.value(e)} (i64.const 0))"

    def small(self, e: Expr) -> str:
        """Text that leaves the value of `e`, of 32 bits."""
        number = self.number(e)
        return f"(i32.const {number})" if number is not None else narrow(self.value(e))

    def number(self, e: Expr) -> int | None:
        """Its value if it is a number known before play."""
        value = self.constant(e)
        return int(value) if isinstance(value, int) else None

    def constant(self, e: Expr) -> Value:
        """Its value if that is known before play; else None."""
        return known_value(self.k, e)

    def with_slots(self, **bound: str) -> "Context":
        """The same with more names in locals; keys are slots written as `s7`."""
        return evolve(self, slots=self.slots | {int(name[1:]): local for name, local in bound.items()})

    def bind(self, slot: int, local: str) -> "Context":
        """The same with a slot in a local."""
        return evolve(self, slots=self.slots | {slot: local})

    def local(self, type_: str = "i64", hint: str = "v") -> str:
        """A new local of the function."""
        return self.fn.local(type_, hint)

    def call(self, name: str, *args: str, allocates: bool = True, unsettles: bool = False) -> str:
        """A call of a runtime function."""
        self.fn.allocates |= allocates
        self.fn.unsettles |= unsettles
        return f"(call ${name} {' '.join(args)})" if args else f"(call ${name})"


# ------------------------------------------------------------------ small texts


def narrow(text: str) -> str:
    """64 bits to 32."""
    if text.startswith("(i64.extend_i32"):
        return text[text.index(" ") + 1:-1]
    if text.startswith("(i64.const "):
        return f"(i32.const {_signed32(int(text[11:-1]))})"
    return f"(i32.wrap_i64 {text})"


def _signed32(number: int) -> int:
    return (number + (1 << 31)) % (1 << 32) - (1 << 31)


def wide(text: str) -> str:
    """A condition of 32 bits to 64."""
    if text.startswith("(i32.wrap_i64"):
        return text[14:-1]
    if text.startswith("(i32.const "):
        return f"(i64.const {text[11:-1]})"
    return f"(i64.extend_i32_u {text})"


def const(number: int) -> str:
    """A number of 64 bits."""
    return f"(i64.const {number})"


def get(local: str) -> str:
    """What a local holds."""
    return f"(local.get {local})"


def put(local: str, text: str) -> str:
    """Gives a local a value."""
    return f"(local.set {local} {text})"


def when(test: str, then: str, otherwise: str = "") -> str:
    """Statements that are carried out if a test holds."""
    other = f" (else {otherwise})" if otherwise else ""
    return f"(if {test} (then {then}){other})"


def either(test: str, then: str, otherwise: str, type_: str = "i64") -> str:
    """One value or the other."""
    return f"(if (result {type_}) {test} (then {then}) (else {otherwise}))"


def worth(statements: str, value: str, type_: str = "i64") -> str:
    """Statements, then a value."""
    return f"(block (result {type_}) {statements} {value})"


def no_value(type_: str = "i64") -> str:
    """Where there is no value."""
    return f"(block (result {type_}) (call $no_value) ({type_}.const 0))"


def all_of(tests: list[str]) -> str:
    """Do all of these conditions hold, looked at one after the other?"""
    text = tests[-1] if tests else "(i32.const 1)"
    for test in reversed(tests[:-1]):
        text = either(test, text, "(i32.const 0)", "i32")
    return text


def any_of(tests: list[str]) -> str:
    """Does one of these conditions hold?"""
    text = tests[-1] if tests else "(i32.const 0)"
    for test in reversed(tests[:-1]):
        text = either(test, "(i32.const 1)", text, "i32")
    return text


def depth(type_: t.Type | None) -> int:
    """How many lists lie inside one another."""
    match type_:
        case t.List(of) | t.Set(of):
            return 1 + depth(of)
        case t.OrNone(of):
            return depth(of)
        case t.Zone() | t.Moved() | t.Drawing() | t.Journey():
            return 1
    return 0


def known_value(k: Compiler, e: Expr) -> Value:
    """The value of an expression that is known before play; None if it is not."""
    match e:
        case ir.Const(value=value) | ir.Option(value=value):
            return value
        case ir.Use(define=Definition(lasting=True) as define, args=()):
            return define_value(k, define, ())
        case ir.EveryPlace(members=members):
            return tuple(sorted(members))
        case ir.Negative(value=inside):
            value = known_value(k, inside)
            return -value if isinstance(value, int) else None
        case ir.Use(define=Definition(lasting=True) as define, args=args):
            given = tuple(known_value(k, arg) for arg in args)
            return define_value(k, define, given) if all(isinstance(one, int) for one in given) else None
    return None


def define_value(k: Compiler, define: Definition, args: tuple[Value, ...]) -> Value:
    """What a lasting define comes to, by the reference engine; None where that is a fault."""
    from interpreter.core.frame import blank
    from interpreter.engine.faults import Unsettled
    from interpreter.text.diagnostic import Fault
    key = (id(define), args)
    if key not in k.notes:
        k.reference.work = 1 << 30
        try:
            k.notes[key] = k.reference.value(define.value, blank(define.size, args=args))
        except (Fault, Unsettled, TypeError, IndexError):
            k.notes[key] = None
    return k.notes[key]


__all__ = ["NIL", "PC", "Compiler", "Context", "Function"]
