"""The order of play: phases, steps, effects, triggers, offers, routes, results.

In:  nothing.
Out: one frozen record a form, see syntax/ast/node.py.
"""

from interpreter.syntax.ast.decision import By
from interpreter.syntax.ast.declaration import Param, Type
from interpreter.syntax.ast.node import Cites, Ident, Node, node, Text
from interpreter.syntax.ast.value import Number

# ------------------------------------------------------------------ order of play


@node
class Setup(Node):
    """setup                                         and statements"""

    cites: Cites
    body: tuple[Node, ...]


@node
class Play(Node):
    """play                                          and statements"""

    cites: Cites
    body: tuple[Node, ...]


@node
class Phase(Node):
    """phase round  /  turn gardener_turn            and steps"""

    sort: str
    name: Ident
    cites: Cites
    steps: tuple[Node, ...]


@node
class Step(Node):
    """step split, everyone at once"""

    name: Ident
    how: "Manner | None"
    cites: Cites
    body: tuple[Node, ...]


@node
class AtOnce(Node):
    """, everyone at once                             , everyone at once, if meter is 4"""

    test: Node | None


@node
class OnlyIf(Node):
    """, if meter is 4"""

    test: Node


Manner = AtOnce | OnlyIf                        # of a step


@node
class Effect(Node):
    """effect place(p: Player, card: Crate) gives 1..12"""

    name: Ident
    params: tuple[Param, ...] | None
    gives: Type | None
    cites: Cites
    body: tuple[Node, ...]


@node
class Event(Node):
    """event dusk(round: 1..9)"""

    name: Ident
    params: tuple[Param, ...] | None
    cites: Cites


@node
class Define(Node):
    """define shift(card: Crate) = ...               params is None where no brackets are written"""

    name: Ident
    params: tuple[Param, ...] | None
    value: Node
    cites: Cites


@node
class DefineCases(Node):
    """define on_equalizer(square)                   and lines `value if test`, read from the top"""

    name: Ident
    params: tuple[Param, ...] | None
    cites: Cites
    lines: tuple[Node, ...]


@node
class CaseLet(Node):
    """let shared = ..."""

    name: Ident
    value: Node


@node
class CaseIf(Node):
    """yes  if upper.suit is wild"""

    value: Node
    test: Node
    cites: Cites


@node
class CaseOtherwise(Node):
    """otherwise no"""

    value: Node
    cites: Cites


@node
class Trigger(Node):
    """trigger helipad, as soon as tasks_complete()"""

    name: Ident
    moment: "Moment"
    cites: Cites
    body: tuple[Node, ...]


@node
class Order(Node):
    """order restock, then next_stop                 for triggers that come at the same moment"""

    names: tuple[Ident, ...]
    cites: Cites

    @property
    def said(self) -> str:
        """The names in their order, as an author writes them."""
        return first_then(self.names)


def first_then(names: tuple[Ident, ...]) -> str:
    """`a, then b, then c`"""
    return ", then ".join(name.text for name in names)


@node
class Occurrence(Node):
    """noise(maker, amount)"""

    name: Ident
    params: tuple[Ident, ...] | None


@node
class When(Node):
    """when noise(maker, amount) if amount > 0"""

    event: Occurrence
    test: Node | None


@node
class Before(Node):
    """before noise(maker, amount) if amount > 0"""

    event: Occurrence
    test: Node | None


@node
class InsteadOf(Node):
    """instead of die(p) if p.lucky"""

    event: Occurrence
    test: Node | None


@node
class AsSoonAs(Node):
    """as soon as P, for each p in players"""

    test: Node
    each: "ForEachIn | None"


@node
class ForEachIn(Node):
    """, for each p in players"""

    name: Ident
    source: Node


Moment = When | Before | InsteadOf | AsSoonAs   # of a trigger


@node
class Offer(Node):
    """offer first_aid "Use a bandage" beside outing or act if ..."""

    name: Ident
    prompt: Text
    by: By | None
    window: "Window"
    each: ForEachIn | None
    test: Node | None
    cites: Cites
    body: tuple[Node, ...]


@node
class During(Node):
    """during gardener_turn"""

    phase: Ident


@node
class DuringStep(Node):
    """during step go in gardener_turn"""

    step: Ident
    phase: Ident


@node
class BetweenSteps(Node):
    """between steps of gardener_turn"""

    phase: Ident


@node
class Beside(Node):
    """beside outing or act"""

    decisions: tuple[Ident, ...]


@node
class BeforeRoll(Node):
    """before roll"""


@node
class AfterRoll(Node):
    """after roll"""


@node
class OfferBefore(Node):
    """before die(p)"""

    event: Occurrence


@node
class OfferAfter(Node):
    """after die(p)"""

    event: Occurrence


@node
class OfferInstead(Node):
    """instead of die(p)"""

    event: Occurrence


Window = During | DuringStep | BetweenSteps | Beside | BeforeRoll | AfterRoll | OfferBefore | OfferAfter | OfferInstead


@node
class Route(Node):
    """route on_foot for p on town                   and its legs"""

    name: Ident
    traveller: Ident
    board: Ident
    cites: Cites
    legs: tuple[Node, ...]


@node
class LegStep(Node):
    """step from a to b if b is not previous"""

    start: Ident
    end: Ident
    test: Node | None
    cites: Cites


@node
class LegHop(Node):
    """hop from a to b if b.sewer is a.sewer"""

    start: Ident
    end: Ident
    test: Node
    cites: Cites


@node
class LegMustStop(Node):
    """must stop at s if ..."""

    at: Ident
    test: Node
    cites: Cites


@node
class LegMayStop(Node):
    """may stop at s if ..."""

    at: Ident
    test: Node
    cites: Cites


@node
class LegMayNotEnd(Node):
    """may not end at s if ..."""

    at: Ident
    test: Node
    cites: Cites


@node
class Score(Node):
    """score market = prices(me.week)"""

    name: Ident
    value: Node
    cites: Cites


@node
class Winner(Node):
    """winner highest total, then highest balance, then shared"""

    criteria: tuple[Node, ...]
    cites: Cites


@node
class Best(Node):
    """highest total"""

    which: str
    value: Node


@node
class Shared(Node):
    """shared"""


@node
class NobodyWins(Node):
    """nobody"""


@node
class Limit(Node):
    """limit gardener_turn to 5000 "nobody ever gets out" """

    name: Ident
    count: Number
    about: Text
    cites: Cites


@node
class LimitNesting(Node):
    """limit nesting 32"""

    count: Number
    cites: Cites


@node
class Always(Node):
    """always "no card is lost": P"""

    about: Text
    test: Node
    cites: Cites


@node
class Unencoded(Node):
    """unencoded "only hands can do this" cites M-083"""

    reason: Text
    cites: Cites
