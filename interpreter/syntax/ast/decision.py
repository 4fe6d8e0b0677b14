"""Statements that ask somebody, or chance.

In:  nothing.
Out: one frozen record a form, see syntax/ast/node.py.
"""

from interpreter.syntax.ast.node import Cites, Ident, Node, node, Text

# ------------------------------------------------------------------ asking, chance


@node
class By(Node):
    """by p"""

    seat: Node


@node
class ByAlike(Node):
    """by the_wolf, everyone asked"""

    seat: Node


@node
class Exactly(Node):
    """, exactly 2"""

    count: Node


@node
class UpTo(Node):
    """, up to 2"""

    count: Node


@node
class AtLeastAmount(Node):
    """, at least 2"""

    count: Node


@node
class AnyNumber(Node):
    """, any number"""


Amount = Exactly | UpTo | AtLeastAmount | AnyNumber


@node
class Choose(Node):
    """choose card from me.hand  "Which Crate goes next?"        and guards"""

    name: Ident
    source: Node
    amount: "Amount | None"
    by: By | ByAlike | None
    prompt: Text | None
    cites: Cites
    guards: "tuple[Guard, ...] | None"


@node
class MayChoose(Node):
    """may choose back from me.hand  "Put one under the deck?"   guards, then statements"""

    name: Ident
    source: Node
    amount: "Amount | None"
    by: By | None
    prompt: Text | None
    cites: Cites
    body: tuple[Node, ...]
    otherwise: tuple[Node, ...] | None


@node
class May(Node):
    """may hush "Make one less noise?" by maker"""

    name: Ident
    prompt: Text
    by: By | ByAlike | None
    cites: Cites
    body: tuple[Node, ...]
    otherwise: tuple[Node, ...] | None


@node
class Menu(Node):
    """choose one outing  "What do you do?"                      and alternatives"""

    name: Ident
    by: By | None
    prompt: Text
    cites: Cites
    alternatives: tuple[Node, ...]
    otherwise: tuple[Node, ...] | None


@node
class Alternative(Node):
    """to stay_here "Stay and act where you are" if P            guards, then statements"""

    name: Ident
    words: Text
    test: Node | None
    cites: Cites
    body: tuple[Node, ...]


@node
class Split(Node):
    """split me.hand into pair of 2, single of 1"""

    source: Node
    parts: tuple["Part", ...]
    by: By | None
    prompt: Text | None
    cites: Cites
    guards: "tuple[Guard, ...] | None"


@node
class Part(Node):
    """pair of 2"""

    name: Ident
    size: Node


@node
class Arrange(Node):
    """arrange me.hand as sequence"""

    source: Node
    name: Ident
    by: By | None
    prompt: Text | None
    cites: Cites
    guards: "tuple[Guard, ...] | None"


@node
class Must(Node):
    """must fits(me, it)  "it leaves no room"             the words are what a refusal says"""

    test: Node
    words: Text | None
    cites: Cites


@node
class MustBe(Node):
    """must be top(pile)"""

    value: Node
    words: Text | None
    cites: Cites


@node
class MustBeIn(Node):
    """must be in ripe(me)"""

    values: Node
    words: Text | None
    cites: Cites


@node
class MustNotBeIn(Node):
    """must be not in taken"""

    values: Node
    words: Text | None
    cites: Cites


@node
class Never(Node):
    """never "sell it twice" """

    wish: Text
    cites: Cites


@node
class Told(Node):
    """written "from", first(it), "to", last(it) if P           how an option is told"""

    words: tuple[Node, ...]
    test: Node | None
    cites: Cites


Guard = Must | MustBe | MustBeIn | MustNotBeIn | Never | Told
NARROWING = (Must, MustBe, MustBeIn, MustNotBeIn, Never)
GUARDS = (*NARROWING, Told)


@node
class Roll(Node):
    """roll 2 d6 as dice, seen by me"""

    count: Node | None
    die: Ident
    name: Ident
    seen_by: Node | None
    cites: Cites


@node
class Pick(Node):
    """pick luck at random from groups(open_cards, 2), seen by me"""

    name: Ident
    source: Node
    amount: "Amount | None"
    seen_by: Node | None
    cites: Cites


@node
class Travel(Node):
    """travel me.pawn along on_foot, exactly steps as way"""

    piece: Node
    route: Ident
    amount: "Amount"
    name: Ident | None
    cites: Cites


ASKING = (Choose, MayChoose, May, Menu, Split, Arrange, Travel)
