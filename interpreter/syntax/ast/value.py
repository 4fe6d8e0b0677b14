"""Expressions.

In:  nothing.
Out: one frozen record a form, see syntax/ast/node.py.
"""

from interpreter.syntax.ast.node import Ident, Node, node

# ------------------------------------------------------------------ values


@node
class Name(Node):
    """hand"""

    text: str


@node
class Number(Node):
    """42"""

    value: int


@node
class Yes(Node):
    """yes"""


@node
class No(Node):
    """no"""


@node
class Repeated(Node):
    """repeated position   repeated position 3 times"""

    times: Number | None


@node
class Bracketed(Node):
    """(E)"""

    value: Node


@node
class ListValue(Node):
    """[a, b]"""

    items: tuple[Node, ...] | None


@node
class SetValue(Node):
    """{a, b}"""

    items: tuple[Node, ...] | None


@node
class Apply(Node):
    """left_of(me)"""

    name: Ident
    args: tuple[Node, ...] | None


@node
class NamedArg(Node):
    """suit: hearts"""

    name: Ident
    value: Node


@node
class Dot(Node):
    """me.hand"""

    of: Node
    name: Ident


@node
class At(Node):
    """me.row[A]   crates["C-07"]   column[i]   grid[3, 4]"""

    of: Node
    keys: tuple[Node, ...]


@node
class SpanOf(Node):
    """left_end..right_end"""

    low: Node
    high: Node


@node
class Negative(Node):
    """-card.balance"""

    value: Node


@node
class Plus(Node):
    """a + b"""

    left: Node
    right: Node


@node
class Minus(Node):
    """a - b"""

    left: Node
    right: Node


@node
class Times(Node):
    """a * b"""

    left: Node
    right: Node


@node
class Divided(Node):
    """a / b rounded down"""

    left: Node
    right: Node
    rounded: str | None


@node
class Remainder(Node):
    """a mod b"""

    left: Node
    right: Node


@node
class Compare(Node):
    """a <= b"""

    left: Node
    sign: str
    right: Node


@node
class Same(Node):
    """a is b    a is empty    a is none"""

    left: Node
    right: Node


@node
class Differs(Node):
    """a is not b"""

    left: Node
    right: Node


@node
class Member(Node):
    """a in b"""

    left: Node
    right: Node


@node
class Outside(Node):
    """a not in b"""

    left: Node
    right: Node


@node
class Negated(Node):
    """not P"""

    value: Node


@node
class Both(Node):
    """P and Q"""

    left: Node
    right: Node


@node
class Either(Node):
    """P or Q"""

    left: Node
    right: Node


@node
class Conditional(Node):
    """if P then a otherwise b"""

    test: Node
    then: Node
    otherwise: Node


@node
class Filtered(Node):
    """me.hand where it.side is A"""

    source: Node
    test: Node


@node
class Quantified(Node):
    """some c in S where P    no c in S where P"""

    how: str
    name: Ident
    source: Node
    test: Node


@node
class Every(Node):
    """every c in S has P"""

    name: Ident
    source: Node
    test: Node


@node
class Aggregate(Node):
    """sum of E for x in S where P"""

    how: str
    value: Node
    name: Ident
    source: Node
    test: Node | None


@node
class ThoseWhere(Node):
    """those c in S where P"""

    name: Ident
    source: Node
    test: Node


@node
class ThoseBest(Node):
    """those c in S where P with lowest c.balance"""

    name: Ident
    source: Node
    test: Node | None
    which: str
    key: Node


@node
class Mapped(Node):
    """list of E for x in S where P"""

    how: str
    value: Node
    name: Ident
    source: Node
    test: Node | None


@node
class Running(Node):
    """running down = [] over c in order becomes E"""

    name: Ident
    first: Node
    item: Ident
    source: Node
    becomes: Node


@node
class Suppose(Node):
    """suppose place(me, c): me.flow"""

    effect: Ident
    args: tuple[Node, ...] | None
    value: Node
