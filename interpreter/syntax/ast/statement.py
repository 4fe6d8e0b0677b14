"""Statements that change things or say where to go on.

In:  nothing.
Out: one frozen record a form, see syntax/ast/node.py.
"""

from interpreter.syntax.ast.node import Cites, Ident, Node, node, Text

# ------------------------------------------------------------------ doing


@node
class Rule(Node):
    """rule draw_three                               and statements"""

    name: Ident
    cites: Cites
    body: tuple[Node, ...]


@node
class Let(Node):
    """let there = p.cube + shift(card)"""

    name: Ident
    value: Node
    cites: Cites


@node
class Set(Node):
    """set p.cube to there"""

    target: Node
    value: Node
    cites: Cites


@node
class Raise(Node):
    """raise meter by amount, at most 4"""

    target: Node
    by: Node
    bound: Node | None
    cites: Cites


@node
class Lower(Node):
    """lower p.health by 1, at least 0"""

    target: Node
    by: Node
    bound: Node | None
    cites: Cites


@node
class IfPossible(Node):
    """, if possible"""


@node
class Move(Node):
    """move pair to bottom of left_of(me).offered[pair], face down, if possible"""

    things: Node
    end: str | None
    to: Node
    face: str | None
    if_possible: IfPossible | None
    cites: Cites


@node
class One(Node):
    """one"""


@node
class Draw(Node):
    """draw 3 from library to me.hand as drawn, if possible"""

    count: Node
    source: Node
    to: Node
    name: Ident | None
    if_possible: IfPossible | None
    cites: Cites


@node
class Shuffle(Node):
    """shuffle aside into library"""

    zone: Node
    into: Node | None
    cites: Cites


@node
class Swap(Node):
    """swap me.hand with left_of(me).hand"""

    first: Node
    second: Node
    cites: Cites


@node
class Reveal(Node):
    """reveal hidden_card to p"""

    things: Node
    to: Node | None
    cites: Cites


@node
class If(Node):
    """if P ... otherwise if Q ... otherwise ...     branches are (test, body)"""

    branches: tuple[tuple[Node, tuple[Node, ...]], ...]
    otherwise: tuple[Node, ...] | None


@node
class Depending(Node):
    """depending on card.sort                        and branches"""

    value: Node
    branches: tuple["Branch", ...]
    otherwise: tuple[Node, ...] | None


@node
class Branch(Node):
    """is harvest, prune"""

    values: tuple[Node, ...]
    cites: Cites
    body: tuple[Node, ...]


@node
class ForEach(Node):
    """for each p in players                         and statements"""

    name: Ident
    source: Node
    cites: Cites
    body: tuple[Node, ...]


@node
class RepeatTimes(Node):
    """repeat 3 times"""

    count: Node
    body: tuple[Node, ...]


@node
class RepeatUntil(Node):
    """repeat until p.hand is not empty"""

    test: Node
    body: tuple[Node, ...]


@node
class While(Node):
    """while me.hand is not empty"""

    test: Node
    body: tuple[Node, ...]


@node
class Run(Node):
    """run gardener_turn for current"""

    name: Ident
    seat: Node | None
    cites: Cites


@node
class End(Node):
    """end game, won by me"""

    what: str
    winner: Node | None
    cites: Cites


@node
class Give(Node):
    """give first(best)"""

    value: Node
    cites: Cites


@node
class Call(Node):
    """throw(enough, saving) for friend as dice      `seat` is who is `me` in it; None for who is here"""

    name: Ident
    args: tuple[Node, ...] | None
    seat: Node | None
    result: Ident | None
    cites: Cites


@node
class Announce(Node):
    """announce dusk(3)"""

    name: Ident
    args: tuple[Node, ...] | None
    cites: Cites


@node
class Hold(Node):
    """hold wolf_attacks                          and statements"""

    names: tuple[Ident, ...]
    cites: Cites
    body: tuple[Node, ...]


@node
class Proceed(Node):
    """proceed as result"""

    result: Ident | None
    cites: Cites


@node
class DoNothing(Node):
    """do nothing"""

    cites: Cites


@node
class Require(Node):
    """require P, "the deck does not come out even" """

    test: Node
    about: Text
    cites: Cites
