"""The declarations of a game by name, before any value or statement is looked at; and the order of its triggers.

In:  the declarations of all files of a game, and a Report.
Out: a World: for each family of things a table from name to declaration, and the types that are declared. `in_order`: the
     triggers as `order` lines put them, and as they stand in the files where no line says anything.

A name may be used above its declaration, because rulebooks do so too; hence this sweep comes first. A name declared twice
is reported at the second place. Neighbours: lower/layout.py gives zones and cells their numbers, lower/values.py looks up.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from attrs import define, field

from interpreter.core import types as t
from interpreter.core.builtins import WORDS
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.diagnostic import Report, suggestion
from interpreter.variant.rules import OWN, Rules

Defined = ast.Define | ast.DefineCases
Tabled = ast.Table | ast.TableFile
Held = ast.Counter | ast.State                  # what keeps a value: a counter or a state
Declared = (
    ast.Enum | ast.Kind | ast.Die | ast.Components | ast.Board | Tabled | ast.Option | ast.Zone | Held | ast.Phase | ast.Effect
    | ast.Event | Defined | ast.Trigger | ast.Offer | ast.Route | ast.Score | ast.Limit | ast.Strategy | ast.Variant
)
Named = Declared | ast.Seat | ast.Field
N = TypeVar("N", bound=Named)
Line = TypeVar("Line", bound=ast.Node)

FAMILIES = {
    ast.Enum: "enums", ast.Kind: "kinds", ast.Die: "dice", ast.Components: "components", ast.Board: "boards",
    ast.Table: "tables", ast.TableFile: "tables", ast.Option: "options", ast.Zone: "zones", ast.Counter: "cells",
    ast.State: "cells", ast.Phase: "phases", ast.Effect: "effects", ast.Event: "events", ast.Define: "defines",
    ast.DefineCases: "defines", ast.Trigger: "triggers", ast.Offer: "offers", ast.Route: "routes", ast.Score: "scores",
    ast.Limit: "limits", ast.Strategy: "strategies", ast.Variant: "variants",
}
CORE_NAMES = ("me", "it", "players", "previous", "none", "empty", "nobody", "total")
CORE_WORDS = (*WORDS, "count", "every_place", "seats_after", "keys", "reachable")
SHARED_NAMES = ("components", "boards", "options", "zones", "cells", "defines", "scores", "tables", "effects", "events")


def is_each(one: ast.Components) -> bool:
    """Does every player have as many of them?"""
    how = one.how.count if isinstance(one.how, ast.InPlace) else one.how
    return isinstance(how, ast.OneEach | ast.CopiesEach)


def documented(nodes: tuple[ast.Node, ...], sort: type[Line]) -> Iterator[tuple[str, Line]]:
    """The lines of a block whose lines are of one sort, each with the text of the comments directly above it."""
    for doc, line in ast.documented(nodes):
        if isinstance(line, sort):
            yield doc, line


@define(eq=False)
class World:
    """The declarations, by family and name."""

    report: Report
    game: ast.Game
    seat_names: list[ast.Seat] = field(factory=list)
    enums: dict[str, ast.Enum] = field(factory=dict)
    kinds: dict[str, ast.Kind] = field(factory=dict)
    dice: dict[str, ast.Die] = field(factory=dict)
    components: dict[str, ast.Components] = field(factory=dict)
    boards: dict[str, ast.Board] = field(factory=dict)
    tables: dict[str, Tabled] = field(factory=dict)
    options: dict[str, ast.Option] = field(factory=dict)
    zones: dict[str, ast.Zone] = field(factory=dict)
    cells: dict[str, Held] = field(factory=dict)
    phases: dict[str, ast.Phase] = field(factory=dict)
    effects: dict[str, ast.Effect] = field(factory=dict)
    events: dict[str, ast.Event] = field(factory=dict)
    defines: dict[str, Defined] = field(factory=dict)
    triggers: dict[str, ast.Trigger] = field(factory=dict)
    offers: dict[str, ast.Offer] = field(factory=dict)
    routes: dict[str, ast.Route] = field(factory=dict)
    scores: dict[str, ast.Score] = field(factory=dict)
    limits: dict[str, ast.Limit] = field(factory=dict)
    strategies: dict[str, ast.Strategy] = field(factory=dict)
    variants: dict[str, ast.Variant] = field(factory=dict)
    player_zones: dict[str, ast.Zone] = field(factory=dict)
    player_cells: dict[str, Held] = field(factory=dict)
    always: list[ast.Always] = field(factory=list)
    bounds: list[ast.Bound] = field(factory=list)
    required: list[ast.Require] = field(factory=list)         # `require` lines about the data
    unencoded: list[ast.Unencoded] = field(factory=list)
    orders: list[ast.Order] = field(factory=list)
    scenarios: list[ast.Scenario] = field(factory=list)
    setup: ast.Setup | None = None
    play: ast.Play | None = None
    winner: ast.Winner | None = None
    nesting: ast.LimitNesting | None = None
    docs: dict[ast.Node, str] = field(factory=dict)
    types: dict[str, t.Enum] = field(factory=dict)            # enums by name
    members: dict[str, list[t.Enum]] = field(factory=dict)          # a member's word -> the enums that have it

    # ---------------------------------------------------------------- gathering

    def declare(self, declarations: Iterable[ast.Node]) -> None:
        """Takes in the declarations of one file."""
        for doc, node in ast.documented(tuple(declarations)):
            if doc:
                self.docs[node] = doc
            self._take(node)

    def _take(self, node: ast.Node) -> None:
        if isinstance(node, Declared):
            self._named(getattr(self, FAMILIES[type(node)]), node)
        match node:
            case ast.EachPlayer(lines):
                self._each_player(lines)
            case ast.Enum(name, members):
                self._enum(name.text, members)
            case ast.Option(name, ast.OneOfType(values)):
                self._enum(name.text, values)
            case ast.Always():
                self.always.append(node)
            case ast.Bound():
                self._bound(node)
            case ast.Require():
                self.required.append(node)
            case ast.Unencoded():
                self.unencoded.append(node)
            case ast.Order():
                self.orders.append(node)
            case ast.Scenario():
                self.scenarios.append(node)
            case ast.Setup() | ast.Play() | ast.Winner():
                self._single(type(node).__name__.lower(), node)
            case ast.LimitNesting():
                self._single("nesting", node)

    def _bound(self, node: ast.Bound) -> None:
        earlier = next((other for other in self.bounds if other.said == node.said), None)
        if earlier is not None:
            self.report.add(codes.DECLARED_TWICE, node.span, name=node.said, where=str(earlier.span))
            return
        self.bounds.append(node)

    def _single(self, family: str, node: ast.Node) -> None:
        if getattr(self, family) is not None:
            self.report.add(codes.DECLARED_TWICE, node.span, name=family, where=str(getattr(self, family).span))
            return
        setattr(self, family, node)

    def _named(self, table: dict[str, N], node: N) -> None:
        earlier = table.get(node.name.text)
        if earlier is not None:
            self.report.add(codes.DECLARED_TWICE, node.name.span, name=node.name.text, where=str(earlier.name.span))
            return
        table[node.name.text] = node

    def _each_player(self, lines: tuple[ast.Node, ...]) -> None:
        for doc, node in ast.documented(lines):
            if isinstance(node, ast.Zone):
                self._named(self.player_zones, node)
            elif isinstance(node, Held):
                self._named(self.player_cells, node)
            if doc:
                self.docs[node] = doc

    def _enum(self, name: str, nodes: tuple[ast.Ident, ...]) -> None:
        members = tuple(dict.fromkeys(node.text for node in nodes))
        for k, node in enumerate(nodes):
            if any(node.text == earlier.text for earlier in nodes[:k]):
                self.report.add(codes.DECLARED_TWICE, node.span, name=node.text, where=f"`{name}`")
        enum = t.Enum(name, members)
        self.types[name] = enum
        for member in members:
            self.members.setdefault(member, []).append(enum)

    def clashes(self) -> None:
        """Reports a name that stands for two things: of the table, of a player, of a kind; and one that is a core word."""
        self._apart(node for family in SHARED_NAMES for node in getattr(self, family).values())
        each = [node for node in self.components.values() if is_each(node)]
        self._apart([*self.player_zones.values(), *self.player_cells.values(), *self.scores.values(), *each])
        self._apart([*self.enums.values(), *self.kinds.values()])
        self._apart(self.seat_names)
        for kind in self.kinds:
            self._apart(self.lines_of(kind, ast.Field, ast.Zone, ast.Counter, ast.State))
        for family in (*SHARED_NAMES, "player_zones", "player_cells"):
            for name, node in getattr(self, family).items():
                callable_ = family in ("defines", "tables", "effects", "events")
                if name in CORE_NAMES or (callable_ and name in CORE_WORDS):
                    self.report.add(codes.DECLARED_TWICE, node.name.span, name=name, where="the core words")

        for name in self.components.keys() & self.boards.keys():          # reported above; the name means the board
            del self.components[name]

    def _apart(self, nodes: Iterable[Named]) -> None:
        """Reports the second of two declarations that share a name."""
        seen: dict[str, Named] = {}
        for node in nodes:
            earlier = seen.setdefault(node.name.text, node)
            if earlier is not node:
                if earlier.span.source is node.span.source and earlier.span.start > node.span.start:
                    earlier, node = node, earlier
                self.report.add(codes.DECLARED_TWICE, node.name.span, name=node.name.text, where=str(earlier.name.span))

    def shared(self, name: str) -> Declared | None:
        """The zone, counter, option, component set, board or define without parameters that a bare name means; or None."""
        families: tuple[Mapping[str, Declared], ...] = (self.zones, self.cells, self.options, self.components, self.boards)
        for family in families:
            if name in family:
                return family[name]
        definition = self.defines.get(name)
        return definition if definition is not None and not definition.params else None

    # ---------------------------------------------------------------- types

    def type_named(self, ident: ast.Ident) -> t.Type:
        """The type a name stands for, reported if there is none."""
        name = ident.text
        if name == "Player":
            return t.SEAT
        if name in self.types:
            return self.types[name]
        if name in self.kinds:
            return t.Kind(name)
        known = [*self.types, *self.kinds, "Player"]
        self.report.add(codes.NO_SUCH_TYPE, ident.span, name=name, help=suggestion(name, known))
        return t.UNKNOWN

    def lines_of(self, kind: str, *sorts: type[Line]) -> list[Line]:
        """The lines of a kind's declaration that are of these sorts."""
        lines = self.kinds[kind].lines or () if kind in self.kinds else ()
        return [line for line in lines if isinstance(line, sorts)]

    def is_space(self, kind: str) -> bool:
        """Are the members of this kind spaces of a board?"""
        return kind in self.kinds and self.kinds[kind].sort == "space"


def declared(rules: Rules, report: Report) -> World:
    """The declarations of a game, gathered anew."""
    world = World(report, game=rules.game)
    world.seat_names = [line for line in rules.game.lines or () if isinstance(line, ast.Seat)]
    for file, whole in rules.parts:
        world.declare([d for d in file.declarations if whole or not isinstance(d, OWN)])
    world.clashes()
    return world


# ------------------------------------------------------------------ which trigger comes first


HOLDABLE = (ast.When, ast.AsSoonAs)


@define(eq=False)
class Precedence:
    """What the lines say: for each trigger those directly behind it, with the line that says so."""

    world: World
    behind: dict[str, dict[str, ast.Order]] = field(factory=dict)

    def take(self, line: ast.Order) -> None:
        """One line; each of its names is before the next."""
        for first, second in zip(line.names, line.names[1:], strict=False):
            if self._known(first) and self._known(second):
                self._pair(first.text, second, line)

    def _known(self, name: ast.Ident) -> bool:
        if name.text in self.world.triggers:
            return True
        help_ = suggestion(name.text, self.world.triggers)
        self.world.report.add(codes.NO_SUCH_TRIGGER, name.span, name=name.text, help=help_)
        return False

    def _pair(self, first: str, second: ast.Ident, line: ast.Order) -> None:
        report, other = self.world.report, self._against(second.text, first)
        why = _apart(self.world, first, second.text)
        if first == second.text or other is not None:
            notes = (f"the other line is {other.span}",) if other is not None else ()
            report.add(codes.ORDER_CIRCLE, second.span, name=first, other=second.text, notes=notes)
        elif why:
            report.add(codes.ORDER_APART, second.span, name=first, other=second.text, why=why)
        else:
            self.behind.setdefault(first, {}).setdefault(second.text, line)

    def _against(self, start: str, goal: str) -> ast.Order | None:
        """The first line of a way that leads from one trigger to another."""
        for second, line in self.behind.get(start, {}).items():
            if second == goal or self._against(second, goal) is not None:
                return line
        return None

    def said(self) -> Iterator[tuple[str, str]]:
        """Every pair of which the lines say something, together too: the first, the second."""
        for first in self.behind:
            yield from ((first, other) for other in self.world.triggers if self._against(first, other) is not None)


def in_order(world: World) -> tuple[list[ast.Trigger], frozenset[tuple[str, str]]]:
    """The triggers as they are numbered, and the pairs that are ordered on purpose."""
    precedence = Precedence(world)
    for line in world.orders:
        precedence.take(line)
    pairs = frozenset(precedence.said())
    ahead: dict[str, set[str]] = {}
    for first, second in pairs:
        if isinstance(world.triggers[first].moment, ast.InsteadOf):
            first, second = second, first
        ahead.setdefault(second, set()).add(first)
    placed: dict[str, ast.Trigger] = {}
    for name in world.triggers:
        _place(name, world, ahead, placed)
    return list(placed.values()), pairs


def _place(name: str, world: World, ahead: dict[str, set[str]], placed: dict[str, ast.Trigger]) -> None:
    """A trigger behind all that have to come before it; those in the order of the files."""
    if name not in placed:
        for other in world.triggers:
            if other in ahead.get(name, ()) and other not in placed:
                _place(other, world, ahead, placed)
        placed[name] = world.triggers[name]


# ------------------------------------------------------------------ may they come together?


def _apart(world: World, first: str, second: str) -> str:
    """Why two triggers never wait for each other; empty if they may."""
    moment, other = (world.triggers[name].moment for name in (first, second))
    if isinstance(moment, HOLDABLE) and isinstance(other, HOLDABLE) and _held_together(world, {first, second}):
        return ""
    if type(moment) is not type(other):
        return "they do not come at the same moment"
    if isinstance(moment, ast.AsSoonAs) or _awaited(moment) == _awaited(other):
        return ""
    return f"one waits for `{_awaited(moment)}`, the other for `{_awaited(other)}`"


def _awaited(moment: ast.Node) -> str:
    """The event that a `when`, `before` or `instead of` waits for."""
    return moment.event.name.text if isinstance(moment, ast.When | ast.Before | ast.InsteadOf) else ""


def _held_together(world: World, names: set[str]) -> bool:
    """Does one `hold` let both go? Then they come in order, whatever they wait for."""
    holders = [world.setup, world.play, *world.phases.values(), *world.effects.values(), *world.triggers.values(),
               *world.offers.values()]
    return any(isinstance(node, ast.Hold) and names <= {name.text for name in node.names}
               for holder in holders if holder is not None for node in ast.walk(holder))


__all__ = ["in_order"]
