"""The nodes: rules as they were written, one class a form, in the order of grammar.lark.

In:  nothing; syntax/build.py makes these out of Lark's trees.
Out: frozen records, compared by identity, so that tables may be keyed by node.

The docstring of a class is the form the author writes. The fields stand in the order of the rule's children. Absent parts
are None, repeated parts are tuples. `span` says where the node stands; the clauses it cites are in its `cites`.
"""

from collections.abc import Iterator

import attrs
from attrs import field, frozen

from interpreter.text.source import Span

node = frozen(eq=False)


@frozen(eq=False, kw_only=True)
class Node:
    """Something written in a rules file."""

    span: Span = field(repr=False)


# ------------------------------------------------------------------ words and citations


@node
class Ident(Node):
    """A name where it stands."""

    text: str


@node
class Text(Node):
    """ "words in quotes" """

    text: str


@node
class Cite(Node):
    """M-062, or M-050..M-052"""

    first: Ident
    last: Ident | None


Cites = tuple[Cite, ...] | None


@node
class Doc(Node):
    """## a comment for the thing below it"""

    text: str


# ------------------------------------------------------------------ files


@node
class Game(Node):
    """game mixtape "I Made You a Mixtape" for 2..4 players"""

    name: Ident
    title: Text
    players: "SpanOf"
    cites: Cites
    lines: tuple[Node, ...] | None


@node
class Rulebook(Node):
    """rulebook "mixtape" """

    name: Text
    cites: Cites


@node
class BasedOn(Node):
    """based on mixtape"""

    name: Ident
    cites: Cites


@node
class Seat(Node):
    """seat otto, automatic"""

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
    """card Track                                    and its fields, `written` form, counters, states and zones"""

    sort: str
    name: Ident
    cites: Cites
    lines: tuple[Node, ...] | None


@node
class Field(Node):
    """balance: 1..9"""

    name: Ident
    type: Node
    first: Node | None
    cites: Cites


@node
class Written(Node):
    """written "{genre} {side}{balance}" """

    form: Text
    cites: Cites


@node
class Die(Node):
    """die search_die: SearchFace = search, search, denied"""

    name: Ident
    type: Node | None
    faces: tuple[Node, ...]
    cites: Cites


@node
class Copies(Node):
    """, 42"""

    count: Node


@node
class OneEach(Node):
    """, one each"""


@node
class Components(Node):
    """components tracks: Track from "tracks.csv" """

    name: Ident
    kind: Ident
    how: Text | Copies | OneEach
    cites: Cites


@node
class Board(Node):
    """board town of Space from "spaces.csv", links from "links.csv" """

    name: Ident
    kind: Ident
    spaces: Text
    links: Text
    cites: Cites


@node
class TableFile(Node):
    """table equalizer(square: -30..30): -99..99 from "equalizer.csv" """

    name: Ident
    params: tuple["Param", ...]
    type: Node
    file: Text
    cites: Cites


@node
class Table(Node):
    """table returned(seats: 1..4): 0..20            and its rows"""

    name: Ident
    params: tuple["Param", ...]
    type: Node
    cites: Cites
    rows: tuple[Node, ...]


@node
class Row(Node):
    """2 -> 4; 3 -> 0"""

    entries: tuple["Entry", ...]


@node
class Entry(Node):
    """saving, action -> double                      no keys: `otherwise -> ...`"""

    keys: tuple[Node, ...]
    value: Node


@node
class Option(Node):
    """option right_end: 0..30 = 10  "the last square on the blue side" """

    name: Ident
    type: Node
    first: Node
    about: Text | None
    cites: Cites


# ------------------------------------------------------------------ the table


@node
class Zone(Node):
    """zone hand: heap of Track, seen by owner"""

    name: Ident
    index: Node | None
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
class Counter(Node):
    """counter cube: -30..30 = 0"""

    name: Ident
    index: Node | None
    range: "SpanOf"
    first: Node
    seen_by: Ident | str | None
    cites: Cites


@node
class State(Node):
    """state begun: Side or none = none"""

    name: Ident
    index: Node | None
    type: Node
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

    range: "SpanOf"


@node
class YesNoType(Node):
    """yes/no"""


@node
class SetOfType(Node):
    """set of Ribbon"""

    of: Node


@node
class ListOfType(Node):
    """list of Track"""

    of: Node


@node
class OrNoneType(Node):
    """Side or none"""

    name: Ident


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
    """phase round  /  turn survivor_turn            and steps"""

    sort: str
    name: Ident
    cites: Cites
    steps: tuple[Node, ...]


@node
class Step(Node):
    """step split, everyone at once"""

    name: Ident
    how: "AtOnce | OnlyIf | None"
    cites: Cites
    body: tuple[Node, ...]


@node
class AtOnce(Node):
    """, everyone at once"""


@node
class OnlyIf(Node):
    """, if meter is 4"""

    test: Node


@node
class Param(Node):
    """p: Player"""

    name: Ident
    type: Node | None


@node
class Effect(Node):
    """effect place(p: Player, card: Track) gives 1..12"""

    name: Ident
    params: tuple[Param, ...] | None
    gives: Node | None
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
    """define shift(card: Track) = ...               params is None where no brackets are written"""

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
    """yes  if upper.genre is wild"""

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
    moment: Node
    cites: Cites
    body: tuple[Node, ...]


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


@node
class Offer(Node):
    """offer first_aid "Use a bandage" beside outing or act if ..."""

    name: Ident
    prompt: Text
    by: "By | None"
    window: Node
    each: ForEachIn | None
    test: Node | None
    cites: Cites
    body: tuple[Node, ...]


@node
class During(Node):
    """during survivor_turn"""

    phase: Ident


@node
class DuringStep(Node):
    """during step go in survivor_turn"""

    step: Ident
    phase: Ident


@node
class BetweenSteps(Node):
    """between steps of survivor_turn"""

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
    """score balance = equalizer(me.cube)"""

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
    """limit survivor_turn to 5000 "nobody ever gets out" """

    name: Ident
    count: "Number"
    about: Text
    cites: Cites


@node
class LimitNesting(Node):
    """limit nesting 32"""

    count: "Number"
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
    """is rescue, defend"""

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
    """run survivor_turn for current"""

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
    """throw(enough, saving) as dice"""

    name: Ident
    args: tuple[Node, ...] | None
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
    """hold slasher_attacks                          and statements"""

    names: tuple[Ident, ...]
    cites: Cites
    body: tuple[Node, ...]


@node
class Proceed(Node):
    """proceed as result"""

    result: Ident | None
    cites: Cites


@node
class Require(Node):
    """require P, "the deck does not come out even" """

    test: Node
    about: Text
    cites: Cites


# ------------------------------------------------------------------ asking, chance


@node
class By(Node):
    """by p"""

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


@node
class Choose(Node):
    """choose card from me.hand  "Which Track goes next?"        and guards"""

    name: Ident
    source: Node
    amount: Node | None
    by: By | None
    prompt: Text | None
    cites: Cites
    guards: tuple[Node, ...] | None


@node
class MayChoose(Node):
    """may choose back from me.hand  "Put one under the deck?"   guards, then statements"""

    name: Ident
    source: Node
    amount: Node | None
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
    by: By | None
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
    guards: tuple[Node, ...] | None


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
    guards: tuple[Node, ...] | None


@node
class Must(Node):
    """must leaves_room(me, it)"""

    test: Node
    cites: Cites


@node
class MustBe(Node):
    """must be top(pile)"""

    value: Node
    cites: Cites


@node
class MustBeIn(Node):
    """must be in side_by_side(me)"""

    values: Node
    cites: Cites


@node
class MustNotBeIn(Node):
    """must be not in taken"""

    values: Node
    cites: Cites


@node
class Never(Node):
    """never "insert above a placed card" """

    wish: Text
    cites: Cites


GUARDS = (Must, MustBe, MustBeIn, MustNotBeIn, Never)


@node
class Roll(Node):
    """roll 2 d6 as dice"""

    count: Node | None
    die: Ident
    name: Ident
    cites: Cites


@node
class Pick(Node):
    """pick luck at random from groups(open_cards, 2)"""

    name: Ident
    source: Node
    amount: Node | None
    cites: Cites


@node
class Travel(Node):
    """travel me.pawn along on_foot, exactly steps"""

    piece: Node
    route: Ident
    amount: Node
    cites: Cites


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
    """genre: pop"""

    name: Ident
    value: Node


@node
class Dot(Node):
    """me.hand"""

    of: Node
    name: Ident


@node
class At(Node):
    """me.tape[A]   scenes["KS-07"]   column[i]"""

    of: Node
    key: Node


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


# ------------------------------------------------------------------ scenarios


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
    """given new p is Track("punk A3 L>C")"""

    name: Ident
    value: Node


@node
class GivenData(Node):
    """given data equalizer from "fixtures/eq-n.csv" """

    name: Ident
    file: Text


@node
class GivenRows(Node):
    """given rows of tracks                          and a table between bars"""

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
class AtStep(Node):
    """step add in round"""

    step: Ident
    phase: Ident


@node
class AtPhase(Node):
    """turn survivor_turn"""

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
    """when Ann asks card with "above a placed card" """

    seat: Ident
    decision: Ident
    values: tuple[Node, ...]


@node
class Takes(Node):
    """when Ann takes first_aid"""

    seat: Ident
    offer: Ident


@node
class Chance(Node):
    """when chance gives action, action, shield"""

    values: tuple[Node, ...]


@node
class ThenHolds(Node):
    """then Ann.cube is -4"""

    test: Node


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


# ------------------------------------------------------------------ strategies


@node
class Strategy(Node):
    """strategy steady "Keep the cube in the middle" for mixtape"""

    name: Ident
    title: Text
    game: Ident | None
    cites: Cites
    lines: tuple[Node, ...]


@node
class PlanAt(Node):
    """at card, prefer P, then at random"""

    decision: Ident
    preferences: tuple[Node, ...]


@node
class PlanOtherwise(Node):
    """otherwise at random"""

    preferences: tuple[Node, ...]


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
    """at random"""


@node
class PreferFirst(Node):
    """first"""


# ------------------------------------------------------------------ variants


@node
class Variant(Node):
    """variant long_tape "Long tape" of mixtape      and edits"""

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
    """add jazz to Genre"""

    member: Ident
    enum: Ident
    cites: Cites


@node
class EditAddField(Node):
    """add field cost: 0..9 = 0 to Track"""

    name: Ident
    type: Node
    first: Node | None
    kind: Ident
    cites: Cites


@node
class EditAddRows(Node):
    """add rows to tracks from "more.csv" """

    table: Ident
    file: Text
    cites: Cites


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
    guards: tuple[Node, ...]


@node
class EditReplaceGuard(Node):
    """replace guard M-079 of card in add            and guards"""

    clause: Ident
    where: Guarded
    cites: Cites
    guards: tuple[Node, ...]


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
    how: AtOnce | OnlyIf | None
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

    target: Node
    cites: Cites
    body: tuple[Node, ...]


@node
class EditAfter(Node):
    """after effect die(p)"""

    target: Node
    cites: Cites
    body: tuple[Node, ...]


@node
class EditAround(Node):
    """around effect place(p, card)"""

    target: Node
    cites: Cites
    body: tuple[Node, ...]


@node
class EditRemove(Node):
    """remove score flow"""

    what: "Removable | RemovableAlways"
    cites: Cites


@node
class EditRank(Node):
    """rank a over b"""

    over: Ident
    under: Ident
    cites: Cites


@node
class StepInto(Node):
    """add step trade in round"""

    step: Ident
    phase: Ident
    how: AtOnce | OnlyIf | None
    cites: Cites
    body: tuple[Node, ...]


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


# ------------------------------------------------------------------ a file, and how to see everything in it


@node
class File(Node):
    """One rules file: its declarations, documentation comments among them, in the order written."""

    declarations: tuple[Node, ...]


def children(parent: Node) -> Iterator[Node]:
    """The nodes directly inside `parent`, in the order written."""
    for part in attrs.fields(type(parent)):
        yield from _nodes(getattr(parent, part.name))


def walk(parent: Node) -> Iterator[Node]:
    """`parent` and every node inside it, in the order written."""
    yield parent
    for child in children(parent):
        yield from walk(child)


def documented(nodes: tuple[Node, ...]) -> Iterator[tuple[str, Node]]:
    """Each node that is not a documentation comment, with the text of the comments directly above it."""
    lines: list[str] = []
    for one in nodes:
        if isinstance(one, Doc):
            lines.append(one.text)
        else:
            yield "\n".join(lines), one
            lines = []


def _nodes(value) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _nodes(part)
