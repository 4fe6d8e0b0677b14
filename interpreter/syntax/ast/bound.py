"""Bounds: what a design must keep, whoever plays it.

In:  nothing.
Out: one frozen record a form, see syntax/ast/node.py.
"""

from fractions import Fraction

from interpreter.syntax.ast.example import Setting
from interpreter.syntax.ast.node import Cites, Ident, Node, node, Text
from interpreter.syntax.ast.value import Number


@node
class Measure(Node):
    """20%, -3, 2.5"""

    text: str

    @property
    def is_share(self) -> bool:
        """Is it in per cent?"""
        return self.text.endswith("%")

    @property
    def value(self) -> Fraction:
        """The number; a per cent as a part of one."""
        return Fraction(self.text.rstrip("%")) / (100 if self.is_share else 1)


@node
class Between(Node):
    """in 20%..30%"""

    low: Measure
    high: Measure


@node
class Above(Node):
    """above 65%"""

    low: Measure


@node
class Below(Node):
    """below 5%"""

    high: Measure


@node
class Player(Node):
    """good, miser(least=4)                               a strategy, or `random`"""

    name: Ident
    settings: tuple[Setting, ...] | None


@node
class WinShare(Node):
    """win share of each seat"""

    whose: str


@node
class Middle(Node):
    """mean of flow, median of total of the first seat"""

    how: str
    score: Ident
    whose: str | None


@node
class Quantile(Node):
    """quantile 90% of total"""

    part: Measure
    score: Ident
    whose: str | None


@node
class Length(Node):
    """length"""


@node
class Ties(Node):
    """ties"""


@node
class Margin(Node):
    """margin"""


@node
class Skill(Node):
    """skill of good over beginner"""

    strong: Player
    weak: Player


@node
class ForPeople(Node):
    """for 4 players, for 3..5 players"""

    low: Number
    high: Number | None


Figure = WinShare | Middle | Quantile | Length | Ties | Margin | Skill
Limits = Between | Above | Below


@node
class Bound(Node):
    """bound "nobody is worse off by the seat" win share of each seat in 20%..30% for 4 players by good"""

    about: Text | None
    figure: Figure
    limits: Limits
    people: ForPeople | None
    by: Player | None
    cites: Cites

    @property
    def said(self) -> str:
        """The words by which an edit names it: its own, or else the figure as it is written, `mean of flow`."""
        return self.about.text if self.about is not None else " ".join(self.figure.span.text.split())
