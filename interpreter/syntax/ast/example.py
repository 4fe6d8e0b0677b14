"""Scenarios: positions, answers, and what then holds.

In:  nothing.
Out: one frozen record a form, see syntax/ast/node.py.
"""

from interpreter.syntax.ast.node import Cites, Ident, Node, node, Text

# ------------------------------------------------------------------ scenarios


@node
class Position(Node):
    """position market_day "an ordinary market day"   and its `given` lines"""

    name: Ident
    about: Text
    lines: tuple[Node, ...]


@node
class Scenario(Node):
    """scenario "two A cards move the cube left"     and its lines"""

    title: Text
    cites: Cites
    lines: tuple[Node, ...]


@node
class ScenarioCase(Node):
    """case "q first"                                and lines, from a fresh copy"""

    title: Text
    cites: Cites
    lines: tuple[Node, ...]


@node
class ScenarioWith(Node):
    """with add_order = A_first                      and lines, from a fresh copy"""

    settings: tuple["Setting", ...]
    cites: Cites
    lines: tuple[Node, ...]


@node
class ScenarioVariant(Node):
    """with variant hasty                            and lines, from a fresh copy, with the variants applied"""

    names: tuple[Ident, ...]
    cites: Cites
    lines: tuple[Node, ...]


@node
class Setting(Node):
    """add_order = A_first"""

    option: Ident
    value: Node


@node
class ScenarioRows(Node):
    """for each row of                               a table between bars, then lines"""

    header: tuple[Ident, ...]
    rows: tuple["Cells", ...]
    lines: tuple[Node, ...]


@node
class Cells(Node):
    """| [a, r] | 0 |"""

    values: tuple[Node, ...]


@node
class GivenPosition(Node):
    """given position market_day"""

    name: Ident


@node
class GivenPlayers(Node):
    """given players Ann, Bob"""

    names: tuple[Ident, ...]


@node
class GivenOption(Node):
    """given option left_end is -5"""

    option: Ident
    value: Node


@node
class GivenNew(Node):
    """given new p is Crate("plum A3")"""

    name: Ident
    value: Node


@node
class GivenData(Node):
    """given data prices from "fixtures/dear.csv" """

    name: Ident
    file: Text


@node
class GivenRows(Node):
    """given rows of crates                          and a table between bars"""

    name: Ident
    header: tuple[Ident, ...]
    rows: tuple[Cells, ...]


@node
class GivenScore(Node):
    """given score Ann.balance is 21"""

    target: Node
    value: Node


@node
class GivenEdit(Node):
    """given edit                                    and edits of a variant"""

    edits: tuple[Node, ...]


@node
class GivenValue(Node):
    """given Ann.cube is 4"""

    target: Node
    value: Node


@node
class GivenHolds(Node):
    """given Ann.hand holds p, q"""

    zone: Node
    items: tuple[Node, ...]


@node
class GivenKnows(Node):
    """given Ann knows t1"""

    seat: Node
    items: tuple[Node, ...]


@node
class StartAt(Node):
    """start at step add in round for Ann"""

    point: Node
    seat: Node | None


@node
class AtSetup(Node):
    """setup"""


@node
class AtPlay(Node):
    """play"""


@node
class AtStep(Node):
    """step add in round"""

    step: Ident
    phase: Ident


@node
class AtPhase(Node):
    """turn gardener_turn"""

    sort: str
    name: Ident


@node
class AtCall(Node):
    """draw_scene()"""

    name: Ident
    args: tuple[Node, ...] | None


@node
class Answers(Node):
    """when Ann answers pair with [a1, a2], [a3]"""

    seat: Ident
    decision: Ident
    values: tuple[Node, ...]


@node
class Asks(Node):
    """when Ann asks card with "a crate already sold" """

    seat: Ident
    decision: Ident
    values: tuple[Node, ...]


@node
class Takes(Node):
    """when Ann takes heal with Bob                  the member of its `for each`, if it has one"""

    seat: Ident
    offer: Ident
    member: Node | None


@node
class Chance(Node):
    """when chance gives action, action, shield"""

    values: tuple[Node, ...]


@node
class NothingElse(Node):
    """when nothing else"""


@node
class ComesTo(Node):
    """when step thank in visit is next"""

    step: Ident
    phase: Ident


@node
class ThenHolds(Node):
    """then Ann.cube is -4"""

    test: Node


@node
class ThenZoneHolds(Node):
    """then Ann.hand holds p, q                      these and no others, from the top"""

    zone: Node
    items: tuple[Node, ...]


@node
class ThenRefused(Node):
    """then refused cites M-079"""

    cites: Cites


@node
class Occurs(Node):
    """turn_ended(p)"""

    name: Ident
    args: tuple[Node, ...] | None


@node
class ThenHappens(Node):
    """then happens turn_ended(p)"""

    event: Occurs


@node
class ThenBefore(Node):
    """then pay(Ann, 3) happens before turn_ended(Ann)"""

    first: Occurs
    second: Occurs


@node
class ThenNever(Node):
    """then never turn_ended(p)"""

    event: Occurs


@node
class ThenAsked(Node):
    """then asked card by Ann with {p, q}"""

    decision: Ident
    seat: Node
    options: Node | None


@node
class ThenPossibilities(Node):
    """then asked pair by Ann with 56 possibilities"""

    decision: Ident
    seat: Node
    count: Node


@node
class ThenFault(Node):
    """then fault E0901"""

    code: str
    cites: Cites


@node
class ThenCheckFails(Node):
    """then check fails with E0312"""

    code: str
    cites: Cites


@node
class ThenKnows(Node):
    """then Ann knows t1, t2"""

    seat: Node
    items: tuple[Node, ...]


@node
class ThenDoesNotKnow(Node):
    """then Ann does not know t3"""

    seat: Node
    items: tuple[Node, ...]


@node
class ThenSees(Node):
    """then Ann sees 2 cards in Bob.hand"""

    seat: Node
    count: Node
    zone: Node


@node
class ThenNoActionMakes(Node):
    """then Ann has no action that makes P"""

    seat: Node
    test: Node


@node
class ThenNoActionCauses(Node):
    """then Ann has no action that causes die(Ann)"""

    seat: Node
    event: Occurs


@node
class ThenEquallyLikely(Node):
    """then equally likely P, Q, R"""

    tests: tuple[Node, ...]


@node
class ThenWithProbability(Node):
    """then with probability 1/3, P"""

    chance: Node
    test: Node
