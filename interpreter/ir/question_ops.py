"""Ops that ask somebody, or chance.

In:  nothing.
Out: one record a form of decision, with its guards and alternatives, and the rolls and picks of nature.
"""

from collections.abc import Callable, Iterator

from attrs import evolve, field, frozen

from interpreter.core.types import Type
from interpreter.ir.form import Asks, Binding, Does, Expr, Holds, if_there, Op, op, Ways
from interpreter.text.source import Span


@frozen(eq=False)
class Guard:
    """must P (with `it` in the ask's slot) "words", or a wish that no value can express (`test` is None)."""

    test: Expr | None
    wish: str
    span: Span
    whole: bool = False
    words: str = ""


@frozen(eq=False)
class Telling:
    """written "from", first(it) if P: texts and values, one after the other."""

    words: "tuple[str | Expr, ...]"
    test: Expr | None


@frozen(eq=False)
class Told:
    """How options are told: by the first line whose test holds, in a frame of this size with the option in `slot`."""

    lines: tuple[Telling, ...]
    size: int
    slot: int


@op
class Ask(Op):
    """A decision: its name, who decides (None: me), its prompt, the free actions beside it, the slot of its answer.

    `alike` says that everybody is put this question and the answer of one counts, so that nobody learns whose.
    `otherwise` is where a decision goes on that was declined or passed over; -1 where there is none. `facts` are the names
    that can be used where it stands: slot, type and how each came to be.
    """

    name: str = field(kw_only=True)
    by: Expr | None = field(kw_only=True)
    prompt: str = field(kw_only=True)
    slot: int = field(default=-1, kw_only=True)
    otherwise: int = field(default=-1, kw_only=True)
    alike: bool = field(default=False, kw_only=True)
    guards: tuple[Guard, ...] = field(default=(), kw_only=True)
    offers: tuple[int, ...] = field(default=(), kw_only=True)
    type: Type | None = field(default=None, kw_only=True)
    facts: dict[str, tuple[int, Type, str]] = field(factory=dict, kw_only=True)

    does = Does(asks=Asks.SEAT)

    def leads(self) -> Ways:
        return [(self.next, "yes"), (self.otherwise, "no")] if self.otherwise >= 0 else [(self.next, "")]

    def redirect(self, end: Callable[[int], int], begins: bool = True) -> None:
        self.next, self.otherwise = end(self.next), end(self.otherwise)


@op
class Choose(Ask):
    """choose x from S; `least` and `most` are None for one of; `may` when it can be declined; `told`: the options' words, which
    no rule reads."""

    does = Does(binds=(("slot", Holds.MEMBER, "source"), ("it", Holds.MEMBER, "source")), options=("source", "least", "most"),
                asks=Asks.SEAT)

    source: Expr
    it: int
    least: Expr | None = None
    most: Expr | None = None
    may: bool = False
    told: Told | None = None


@op
class Blind(Op):
    """After a decision about cards the decider cannot tell apart (an unordered zone, faces unseen): chance says which.

    `asks` is the op of the decision, whose guards say which cards may be meant. Of a free action that is taken for one of
    several cards it is this op itself, the first of what the action does, and `offer` the action's number.
    """

    does = Does(keeps=("slot",), asks=Asks.UNSEEN, authored=False)

    slot: int
    source: Expr
    by: Expr | None
    asks: int
    offer: int = -1


@op
class May(Ask):
    """may name "words": yes or no"""

    does = Does(binds=(("slot", Holds.RESULT, ""),), asks=Asks.SEAT)


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

    does = Does(binds=(("slot", Holds.RESULT, ""),), options=("alternatives",), asks=Asks.SEAT)

    alternatives: list[Alternative]

    def leads(self) -> Ways:
        return [(way.start, way.name) for way in self.alternatives] + if_there(self.otherwise, "none is open")

    def redirect(self, end: Callable[[int], int], begins: bool = True) -> None:
        super().redirect(end)
        if begins:
            self.alternatives = [evolve(way, start=end(way.start)) for way in self.alternatives]


@op
class Split(Ask):
    """split S into parts: (name, slot, least, most)"""

    does = Does(binds=(("slot", Holds.RESULT, ""),), options=("source", "parts"), asks=Asks.SEAT)

    source: Expr
    parts: tuple[tuple[str, int, Expr, Expr], ...]
    it: int

    def bindings(self) -> Iterator[Binding]:
        yield from super().bindings()
        yield from (Binding(slot, Holds.MEMBER, self.source) for _, slot, _, _ in self.parts)


@op
class Arrange(Ask):
    """arrange S as name"""

    does = Does(binds=(("slot", Holds.MEMBER, "source"), ("it", Holds.MEMBER, "source")), options=("source",), asks=Asks.SEAT)

    source: Expr
    it: int


@op
class Travel(Ask):
    """travel piece along route, exactly or up to n; `left` holds the journey, `slot` the spaces it has gone to."""

    does = Does(moves=("piece",), anywhere=True, binds=(("slot", Holds.RESULT, ""),), keeps=("left",), options=("count",),
                asks=Asks.SEAT)

    piece: Expr
    route: int
    count: Expr
    up_to: bool
    left: int


@op
class Moment(Ask):
    """A moment at which free actions may be taken: "go on" or one of `offers`."""

    does = Does(binds=(("slot", Holds.RESULT, ""),), keeps=("slot",), hands_on=True, asks=Asks.SEAT)


@op
class Roll(Op):
    """roll n dice as name; `count` None binds one face; `seen` is who sees what fell (a seat or several), None: everybody."""

    does = Does(binds=(("slot", Holds.RESULT, ""),), asks=Asks.CHANCE, chance="roll")

    die: int
    count: Expr | None
    slot: int
    seen: Expr | None = None


@op
class Pick(Op):
    """pick name at random from S; `seen` as of a Roll"""

    does = Does(binds=(("slot", Holds.MEMBER, "source"),), asks=Asks.CHANCE, chance="random pick")

    name: str
    source: Expr
    least: Expr | None
    most: Expr | None
    slot: int
    seen: Expr | None = None
