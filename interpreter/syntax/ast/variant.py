"""Strategies and variants.

In:  nothing.
Out: one frozen record a form, see syntax/ast/node.py.
"""

from interpreter.syntax.ast.decision import Guard
from interpreter.syntax.ast.declaration import Type
from interpreter.syntax.ast.node import Cites, Ident, Node, node, Text
from interpreter.syntax.ast.procedure import Define, DefineCases, first_then, Manner

# ------------------------------------------------------------------ strategies


@node
class Strategy(Node):
    """strategy steady "Sell late" for orchard"""

    name: Ident
    title: Text
    game: Ident | None
    cites: Cites
    lines: tuple[Node, ...]


@node
class PlanAt(Node):
    """at card, prefer P, then at random             at card in add, first"""

    where: "Guarded"
    preferences: "tuple[Preference, ...]"


@node
class PlanOtherwise(Node):
    """otherwise at random"""

    preferences: "tuple[Preference, ...]"


@node
class PreferBest(Node):
    """prefer highest E"""

    which: str
    key: Node


@node
class Prefer(Node):
    """prefer P"""

    test: Node


@node
class PreferRandom(Node):
    """at random                                     at random once in 10"""

    once: Node | None


@node
class PreferFirst(Node):
    """first"""


Preference = PreferBest | Prefer | PreferRandom | PreferFirst


# ------------------------------------------------------------------ variants


@node
class Variant(Node):
    """variant long_year "Long year" of orchard      and edits"""

    name: Ident
    title: Text
    base: Ident
    cites: Cites
    edits: tuple[Node, ...]


@node
class EditSet(Node):
    """set right_end = 14    set returned(3) = 1"""

    name: Ident
    keys: tuple[Node, ...] | None
    value: Node
    cites: Cites


@node
class EditAdd(Node):
    """add score eating = ..."""

    declaration: Node


@node
class EditAddMember(Node):
    """add stars to Suit"""

    member: Ident
    enum: Ident
    cites: Cites


@node
class EditAddField(Node):
    """add field cost: 0..9 = 0 to Crate"""

    name: Ident
    type: Type
    first: Node | None
    kind: Ident
    cites: Cites


@node
class EditAddTo(Node):
    """add counter bruises: 0..3 = 0 to Crate"""

    part: Node
    kind: Ident
    cites: Cites


@node
class EditAddRows(Node):
    """add rows to crates from "more.csv" """

    table: Ident
    file: Text
    cites: Cites


@node
class EditAddToStrategy(Node):
    """add to strategy steady                        and its lines"""

    name: Ident
    cites: Cites
    lines: tuple[Node, ...]


@node
class EditAddToRoute(Node):
    """add to route on_foot                          and its lines"""

    name: Ident
    cites: Cites
    legs: tuple[Node, ...]


@node
class Guarded(Node):
    """card in add"""

    decision: Ident
    within: Ident | None


@node
class EditAddGuard(Node):
    """add guard to card in add                      and guards"""

    where: Guarded
    cites: Cites
    guards: tuple[Guard, ...]


@node
class EditReplaceGuard(Node):
    """replace guard M-079 of card in add            and guards"""

    clause: Ident
    where: Guarded
    cites: Cites
    guards: tuple[Guard, ...]


@node
class EditRemoveGuard(Node):
    """remove guard M-079 of card in add"""

    clause: Ident
    where: Guarded
    cites: Cites


@node
class EditReplace(Node):
    """replace effect die(p: Player) ..."""

    declaration: Node


@node
class EditStep(Node):
    """replace step give_back in round, everyone at once"""

    step: Ident
    phase: Ident
    how: Manner | None
    cites: Cites
    body: tuple[Node, ...]


@node
class EditRule(Node):
    """replace rule draw_three in split"""

    rule: Ident
    within: Ident | None
    cites: Cites
    body: tuple[Node, ...]


@node
class EditBefore(Node):
    """before rule draw_three in split"""

    target: "Target"
    cites: Cites
    body: tuple[Node, ...]


@node
class EditAfter(Node):
    """after effect die(p)"""

    target: "Target"
    cites: Cites
    body: tuple[Node, ...]


@node
class EditAround(Node):
    """around effect place(p, card)"""

    target: "Target"
    cites: Cites
    body: tuple[Node, ...]


@node
class EditAroundDefine(Node):
    """around define price(suit) = proceed + 1       `proceed` is the value that it was"""

    declaration: Define | DefineCases


@node
class EditRemove(Node):
    """remove score flow"""

    what: "Removable | RemovableAlways | RemovableBound | RemovableOrder"
    cites: Cites


@node
class EditRank(Node):
    """rank a over b"""

    over: Ident
    under: Ident
    cites: Cites


@node
class StepInto(Node):
    """add step trade in round before add"""

    step: Ident
    phase: Ident
    placed: "Place | None"
    how: Manner | None
    cites: Cites
    body: tuple[Node, ...]


@node
class RuleInto(Node):
    """add rule blind in split after draw_three"""

    rule: Ident
    within: Ident
    placed: "Place | None"
    cites: Cites
    body: tuple[Node, ...]


@node
class NextBefore(Node):
    """before add"""

    name: Ident


@node
class NextAfter(Node):
    """after split"""

    name: Ident


Place = NextBefore | NextAfter                  # of what is added, among its like


@node
class TargetStep(Node):
    """step add in round"""

    step: Ident
    phase: Ident


@node
class TargetRule(Node):
    """rule draw_three in split"""

    rule: Ident
    within: Ident | None


@node
class TargetEffect(Node):
    """effect place(p, card)"""

    name: Ident
    params: tuple[Ident, ...] | None


@node
class TargetPhase(Node):
    """phase round"""

    sort: str
    name: Ident


@node
class TargetSetup(Node):
    """setup"""


@node
class TargetPlay(Node):
    """play"""


Target = TargetStep | TargetRule | TargetEffect | TargetPhase | TargetSetup | TargetPlay


@node
class Removable(Node):
    """score flow"""

    sort: str
    name: Ident
    within: Ident | None


@node
class RemovableAlways(Node):
    """always "words" """

    about: Text


@node
class RemovableBound(Node):
    """bound "words" """

    about: Text


@node
class RemovableOrder(Node):
    """order restock, then next_stop"""

    names: tuple[Ident, ...]

    @property
    def said(self) -> str:
        """The names as the line that is meant has them."""
        return first_then(self.names)
