"""Ops that ask somebody, or chance.

In:  nothing.
Out: one record a form of decision, with its guards and alternatives, and the rolls and picks of nature.
"""

from attrs import define, field, frozen

from interpreter.core.types import Type
from interpreter.spec.plan.expressions import Expr
from interpreter.spec.plan.ops import Op, op
from interpreter.text.source import Span


@frozen(eq=False)
class Guard:
    """must P (with `it` in the ask's slot) "words", or a wish that no value can express (`test` is None)."""

    test: Expr | None
    wish: str
    span: Span
    whole: bool = False
    words: str = ""


@define(eq=False, kw_only=True)
class Ask(Op):
    """A decision: its name, who decides (None: me), its prompt, the free actions beside it, the slot of its answer.

    `otherwise` is where a decision goes on that was declined or passed over; -1 where there is none. `facts` are the names
    that can be used where it stands: slot, type and how each came to be.
    """

    name: str
    by: Expr | None
    prompt: str
    slot: int = -1
    otherwise: int = -1
    guards: tuple[Guard, ...] = ()
    offers: tuple[int, ...] = ()
    type: Type | None = None
    facts: dict = field(factory=dict)


@op
class Choose(Ask):
    """choose x from S; `least` and `most` are None for one of; `may` when it can be declined."""

    source: Expr
    it: int
    least: Expr | None = None
    most: Expr | None = None
    may: bool = False


@op
class Blind(Op):
    """After a choice among cards the decider cannot tell apart (an unordered zone, faces unseen): chance says which.

    `asks` is the op of the choice, whose guards say which cards may be meant.
    """

    slot: int
    source: Expr
    by: Expr | None
    asks: int


@op
class May(Ask):
    """may name "words": yes or no"""


@frozen(eq=False)
class Alternative:
    """to name "words" if test, where it goes on, and its guards: it is open if all of them hold."""

    name: str
    words: str
    test: Expr | None
    span: Span
    start: int
    guards: tuple[Guard, ...] = ()


@op
class Menu(Ask):
    """choose one name: alternatives"""

    alternatives: list


@op
class Split(Ask):
    """split S into parts: (name, slot, least, most)"""

    source: Expr
    parts: tuple
    it: int


@op
class Arrange(Ask):
    """arrange S as name"""

    source: Expr
    it: int


@op
class Travel(Ask):
    """travel piece along route, exactly or up to n; `left` holds the journey, `slot` the spaces it has gone to."""

    piece: Expr
    route: int
    count: Expr
    up_to: bool
    left: int


@op
class Moment(Ask):
    """A moment at which free actions may be taken: "go on" or one of `offers`."""


@op
class Roll(Op):
    """roll n dice as name; `count` None binds one face."""

    die: int
    count: Expr | None
    slot: int


@op
class Pick(Op):
    """pick name at random from S"""

    name: str
    source: Expr
    least: Expr | None
    most: Expr | None
    slot: int
