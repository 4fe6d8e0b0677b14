"""A strategy as it is carried out: for each question what is preferred, with every name resolved.

In:  nothing; lower/policies.py makes them.
Out: the records Preference, Policy, Strategy and Player. session/strategies.py works them out, check/strategy.py looks at them,
     engine/compiled/strategy_functions.py compiles them.
"""

from attrs import define, field, frozen

from interpreter.core.types import innermost, Kind, Type
from interpreter.ir import Definition, Expr
from interpreter.ir.model import Spec
from interpreter.text.diagnostic import Diagnostic
from interpreter.text.source import Span

HERE, MOVES_LEFT = "here", "moves_left"           # of a journey, beside the names of its rule


@frozen(eq=False)
class Preference:
    """One of the things of a line: `how` is prefer, highest, lowest, first or random; `value` what is asked of an option (of
    random: once in how many)."""

    how: str
    value: Expr | None
    span: Span = field(repr=False)


@frozen(eq=False)
class Fact:
    """A name of the rule that asks, as a line of a strategy can use it: where it is in that rule's frame and in ours."""

    name: str
    theirs: int
    ours: int
    type: Type
    how: str                                      # as in Bound; here, or moves_left: a part of the journey


@frozen(eq=False)
class Policy:
    """How one question is answered, or one free action taken.

    it     the slot of the option that is looked at, and its type
    parts  of a split: the slots of its parts, which the option holds in this order
    facts  the names that some preference uses
    size   of the frame in which preferences are worked out
    """

    name: str
    preferences: tuple[Preference, ...]
    it: int
    type: Type
    parts: tuple[int, ...]
    facts: tuple[Fact, ...]
    size: int
    span: Span = field(repr=False)


@frozen(eq=False)
class Player:
    """A strategy ready to be compiled: what it prefers, by the number of an op that asks, and by that of a free action.
    `lenient`: does it take any option where it would look at what its seat may not see?"""

    name: str
    by_op: dict[int, Policy]
    by_offer: dict[int, Policy]
    lenient: bool = False


@define(eq=False)
class Strategy:
    """One strategy with its parameters settled.

    by_op     the number of the op that asks -> its Policy
    by_offer  the number of the free action -> its Policy, in the order of the strategy's lines
    silent    the ops of which no line speaks, by the name of their decision
    defines   those that were made for it
    left      what is said against lines that are left out, since a variant has changed what they speak of
    """

    name: str
    title: str
    span: Span = field(repr=False)
    settings: dict[str, str] = field(factory=dict)        # the parameters that were given, as written
    by_op: dict[int, Policy] = field(factory=dict)
    by_offer: dict[int, Policy] = field(factory=dict)
    silent: dict[str, list[int]] = field(factory=dict)
    defines: list[Definition] = field(factory=list)
    left: list[Diagnostic] = field(factory=list, repr=False)

    @property
    def called(self) -> str:
        """Its name with the parameters that were given: `careful`, `careful(risk=3)`."""
        given = ",".join(f"{name}={value}" for name, value in self.settings.items())
        return f"{self.name}({given})" if given else self.name


def has_faces(spec: Spec, type_: Type) -> bool:
    """Can a value of this type hold a component, whose face somebody may not know?"""
    held = innermost(type_)
    return isinstance(held, Kind) and held.name not in spec.space_kinds()
