"""Declarations: files, things, and the table they lie on.

In:  nothing.
Out: one frozen record a form, see syntax/ast/node.py.
"""

from interpreter.syntax.ast.example import Cells
from interpreter.syntax.ast.node import Cites, Ident, Node, node, Text
from interpreter.syntax.ast.value import SpanOf

# ------------------------------------------------------------------ files


@node
class Game(Node):
    """game orchard "The Orchard" for 2..4 players"""

    name: Ident
    title: Text
    players: SpanOf
    cites: Cites
    lines: tuple[Node, ...] | None


@node
class Rulebook(Node):
    """rulebook "orchard" """

    name: Text
    cites: Cites


@node
class BasedOn(Node):
    """based on orchard"""

    name: Ident
    cites: Cites


@node
class Seat(Node):
    """seat scarecrow, automatic"""

    name: Ident
    automatic: str | None
    cites: Cites


@node
class Errata(Node):
    """errata a, b"""

    names: tuple[Ident, ...]
    cites: Cites


@node
class Library(Node):
    """library cards"""

    name: Ident
    cites: Cites


@node
class Use(Node):
    """use cards, seats"""

    names: tuple[Ident, ...]
    cites: Cites


# ------------------------------------------------------------------ things


@node
class Enum(Node):
    """enum Side = A | B"""

    name: Ident
    members: tuple[Ident, ...]
    cites: Cites


@node
class Kind(Node):
    """card Crate                                    and its fields, `written` form, counters, states and zones"""

    sort: str
    name: Ident
    cites: Cites
    lines: tuple[Node, ...] | None


@node
class Field(Node):
    """balance: 1..9"""

    name: Ident
    type: "Type"
    first: Node | None
    cites: Cites


@node
class Written(Node):
    """written "{suit} {rank}" """

    form: Text
    cites: Cites


@node
class Die(Node):
    """die search_die: SearchFace = search, search, denied"""

    name: Ident
    type: "Type | None"
    faces: tuple[Node, ...]
    cites: Cites


@node
class Copies(Node):
    """, 42"""

    count: Node


@node
class CopiesEach(Node):
    """, 15 each"""

    count: Node


@node
class OneEach(Node):
    """, one each"""


@node
class Components(Node):
    """components crates: Crate from "crates.csv" """

    name: Ident
    kind: Ident
    how: "Text | Copies | CopiesEach | OneEach | InPlace"
    cites: Cites


@node
class InPlace(Node):
    """, 15 each                                     and below it a table of the members; no count: as many as there are"""

    count: Copies | CopiesEach | OneEach | None
    header: tuple[Ident, ...]
    rows: tuple[Cells, ...]


@node
class Board(Node):
    """board town of Space from "spaces.csv", links from "links.csv", drawn at x, y      board grid of Cell, 7 by 6"""

    name: Ident
    kind: Ident
    spaces: "Text | Grid"
    links: Text | None
    drawn: "DrawnAt | None"
    cites: Cites


@node
class Grid(Node):
    """, 7 by 6, marking start                       columns and rows of a board that no file lists"""

    columns: Node
    rows: Node
    marks: tuple[Ident, ...] | None


@node
class DrawnAt(Node):
    """, drawn at x, y, marking start, sewer            the fields that say where a space is drawn, and what is told apart"""

    x: Ident
    y: Ident
    marks: tuple[Ident, ...] | None


@node
class Param(Node):
    """p: Player"""

    name: Ident
    type: "Type | None"


@node
class TableFile(Node):
    """table prices(week: 1..9): 0..99 from "prices.csv" """

    name: Ident
    params: tuple[Param, ...]
    type: "Type"
    file: Text
    cites: Cites


@node
class Table(Node):
    """table returned(seats: 1..4): 0..20            and its rows"""

    name: Ident
    params: tuple[Param, ...]
    type: "Type"
    cites: Cites
    rows: tuple[Node, ...]


@node
class Row(Node):
    """2 -> 4; 3 -> 0 cites ..."""

    entries: tuple["Entry", ...]
    cites: Cites


@node
class Entry(Node):
    """saving, action -> double                      no keys: `otherwise -> ...`"""

    keys: tuple[Node, ...]
    value: Node


@node
class Option(Node):
    """option right_end: 0..30 = 10  "the last square on the blue side" """

    name: Ident
    type: "Type"
    first: Node
    about: Text | None
    cites: Cites


# ------------------------------------------------------------------ the table


@node
class Zone(Node):
    """zone hand: heap of Crate, seen by owner"""

    name: Ident
    index: tuple["Type", ...] | None
    shape: str
    kind: Ident
    words: tuple[Node, ...]
    cites: Cites


@node
class Face(Node):
    """, face up"""

    face: str


@node
class Seen(Node):
    """, seen by owner"""

    by: Ident | str


@node
class Counted(Node):
    """, counted by owner"""

    by: Ident | str


@node
class OutOfPlay(Node):
    """, out of play"""


@node
class Refilled(Node):
    """, refilled from discards"""

    source: Ident


@node
class Holds(Node):
    """, up to 3"""

    most: Node


@node
class JoinedBy(Node):
    """, joined by fits_on"""

    test: Ident


@node
class Counter(Node):
    """counter week: 1..9 = 1, on prices"""

    name: Ident
    index: tuple["Type", ...] | None
    range: SpanOf
    first: Node
    on: Ident | None
    seen_by: Ident | str | None
    cites: Cites


@node
class State(Node):
    """state begun: Side or none = none"""

    name: Ident
    index: tuple["Type", ...] | None
    type: "Type"
    first: Node
    seen_by: Ident | str | None
    cites: Cites


@node
class EachPlayer(Node):
    """each player has                               and zones, counters, states"""

    lines: tuple[Node, ...]


@node
class NamedType(Node):
    """Side"""

    name: Ident


@node
class OneOfType(Node):
    """free | A_first | B_first"""

    values: tuple[Ident, ...]


@node
class RangeType(Node):
    """0..30"""

    range: SpanOf


@node
class YesNoType(Node):
    """yes/no"""


@node
class SetOfType(Node):
    """set of Suit"""

    of: "Type"


@node
class ListOfType(Node):
    """list of Crate"""

    of: "Type"


@node
class OrNoneType(Node):
    """Side or none"""

    name: Ident


Type = NamedType | OneOfType | RangeType | YesNoType | SetOfType | ListOfType | OrNoneType
