"""Numbers for everything on the table: spaces, zones, cells (counters and states) and components.

In:  a World, Constants, and the folder of the data files.
Out: a Layout that fills the lists of a Spec and finds, for a name, the first number and the way to count on from it.

Order: spaces of boards, the store of each component set, shared zones, zones of kinds, zones of players; cells likewise.
Components are numbered in the order of their declarations and rows, so that sorting numbers is the order of the files.
"""

from collections.abc import Sequence
from math import prod

from attrs import define, evolve, field, frozen

from interpreter.core import types as t
from interpreter.ir.model import Board, CellInfo, Component, EVERYBODY, ZoneInfo
from interpreter.lower.components import (
    filled,
    Inputs,
    kind_named,
    Link,
    NEW,
    new_rows,
    Printed,
    read_board,
    read_components,
    Row,
    Rows,
    template_of,
)
from interpreter.lower.constants import Encoded
from interpreter.lower.symbols import Held
from interpreter.project.sheets import Cell
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.diagnostic import suggestion
from interpreter.text.source import Span

Key = tuple[str, t.Type, Sequence[int]]                   # what a key is, its type, its values

KEYS = t.Int | t.Bool | t.Enum | t.Seat | t.Kind | t.Unknown      # a zone or counter may be one for each value of these


@frozen(eq=False)
class Family:
    """Zones or cells of one declaration: number = base + Σ (key - low) * stride, keys in the order owner, index."""

    base: int
    keys: tuple[tuple[str, t.Type, int, int], ...]        # what the key is, its type, its low, its stride
    type: t.Type                                          # what a cell holds, or the Zone type
    declaration: ast.Zone | Held
    name: str
    sees: str = ""                                        # public, owner, nobody: for the checks
    total: int = 1                                        # how many there are


@define(eq=False)
class Layout(Inputs):
    """The numbers. `sets` are the component sets: name -> their components; `fields` the printed values."""

    shared_zones: dict[str, Family] = field(factory=dict)
    shared_cells: dict[str, Family] = field(factory=dict)
    player_zones: dict[str, Family] = field(factory=dict)
    player_cells: dict[str, Family] = field(factory=dict)
    kind_zones: dict[tuple[str, str], Family] = field(factory=dict)                # (kind, name) -> Family
    kind_cells: dict[tuple[str, str], Family] = field(factory=dict)
    sets: dict[str, tuple[int, ...]] = field(factory=dict)
    each: dict[str, tuple[Encoded, ...]] = field(factory=dict)       # a set of so many each: what every seat has of it
    members: dict[str, list[int]] = field(factory=dict)   # kind -> its components or spaces
    fields: dict[tuple[str, str], Printed] = field(factory=dict)      # (kind, field) -> (base, values, type)
    rows: dict[str, Rows] = field(factory=dict)           # set or board -> Rows

    def lay(self) -> None:
        """Numbers everything, in the order this file says."""
        for board in self.world.boards.values():
            self._board(board)
        for components in self.world.components.values():
            self._components(components)
        self._new_of_the_rest()
        self._fields()
        self._written()
        for zone in self.world.zones.values():
            self.shared_zones[zone.name.text] = self._zones(zone, None)
        self._kind_parts()
        for zone in self.world.player_zones.values():
            self.player_zones[zone.name.text] = self._zones(zone, "player")
        for cell in self.world.cells.values():
            self.shared_cells[cell.name.text] = self._cells(cell, None)
        for cell in self.world.player_cells.values():
            self.player_cells[cell.name.text] = self._cells(cell, "player")
        self._refills()

    # ---------------------------------------------------------------- boards and components

    def _board(self, board: ast.Board) -> None:
        kind, name = board.kind.text, board.name.text
        first = len(self.spec.zones)
        rows, links = read_board(self, board)
        ids = self.constants.ids.setdefault(kind, {})
        for k, row in enumerate(rows.rows):
            self.spec.zones.append(ZoneInfo(row.id, row.id, "", "space", -1, EVERYBODY, EVERYBODY, name, span=board.span))
            self.spec.space_of[first + k] = row.id
            ids[row.id] = first + k
        self.rows[name] = rows
        self.members.setdefault(kind, []).extend(range(first, first + len(rows.rows)))
        self._finish_board(board, first, rows, links)

    def _finish_board(self, board: ast.Board, first: int, rows: Rows, links: list[Link]) -> None:
        ids = tuple(row.id for row in rows.rows)
        last = first + len(ids) - 1
        by_id = {space: first + k for k, space in enumerate(ids)}
        joined: dict[int, list[int]] = {s: [] for s in range(first, last + 1)}
        for a, b, one_way in links:
            joined[by_id[a]].append(by_id[b])
            if not one_way:
                joined[by_id[b]].append(by_id[a])
        neighbours = tuple(tuple(dict.fromkeys(joined[s])) for s in range(first, last + 1))
        name = board.name.text
        self.spec.boards[name] = Board(name, board.kind.text, first, last, ids, neighbours)

    def _components(self, components: ast.Components) -> None:
        kind, name = components.kind.text, components.name.text
        rows = read_components(self, components)
        numbers = list(range(len(self.spec.components), len(self.spec.components) + len(rows.rows)))
        ids = self.constants.ids.setdefault(kind, {})
        for number, row in zip(numbers, rows.rows, strict=True):
            self.spec.components.append(Component(number, kind, name, row.id, row.id, row.assumed))
            ids[row.id] = number
        self.sets[name], self.rows[name] = tuple(numbers), rows
        self.members.setdefault(kind, []).extend(numbers)
        if isinstance(components.how, ast.OneEach):
            self.each[name] = tuple(numbers)
        elif isinstance(components.how, ast.CopiesEach):
            few = len(numbers) // max(1, len(self.spec.seats))
            self.each[name] = tuple(tuple(numbers[k * few:(k + 1) * few]) for k in range(len(self.spec.seats)))
        self.spec.zones.append(ZoneInfo(name, name, kind, "heap", -1, 0, EVERYBODY, name, out=True, span=components.span))
        if self._sources_of(kind)[-1] == name:
            self._new(kind)

    def _new(self, kind: str) -> None:
        """Components made for a scenario: in a store of their own, numbered straight after the last set of their kind."""
        rows, name = new_rows(self, kind), f"{NEW} {kind}"
        if not rows.rows:
            return
        for row in rows.rows:
            number = len(self.spec.components)
            self.spec.components.append(Component(number, kind, name, row.id, row.id, False))
            self.members.setdefault(kind, []).append(number)
        self.rows[name] = rows
        self.spec.zones.append(ZoneInfo(name, name, kind, "heap", -1, 0, EVERYBODY, name, out=True))

    def _new_of_the_rest(self) -> None:
        """The same for kinds that have no set in the game."""
        for kind in dict.fromkeys(kind_named(new.value) for new in self.new):
            if kind in self.world.kinds and f"{NEW} {kind}" not in self.rows and not self.world.is_space(kind):
                self._new(kind)

    def _written(self) -> None:
        """How each component is written, by the template of its kind."""
        for kind, numbers in self.members.items():
            template = template_of(self, kind)
            if not template or self.world.is_space(kind):
                continue
            for number in numbers:
                text = filled(self.spec, self.fields, kind, template, number)
                self.spec.components[number] = evolve(self.spec.components[number], written=text)

    def store_of(self, component: int) -> int:
        """The zone a component lies in before any rule moves it."""
        name = self.spec.components[component].set
        return next(k for k, z in enumerate(self.spec.zones) if z.name == name and z.out)

    def _fields(self) -> None:
        """Printed values, once all ids are known, since a field may name a component or space."""
        for kind in self.world.kinds:
            numbers = self.members.get(kind, [])
            rows = [row for part in self._sources_of(kind) for row in self.rows[part].rows]
            base = numbers[0] if numbers else 0
            for line in self.world.lines_of(kind, ast.Field):
                type_ = self.constants.type_of(line.type)
                said = line.first
                if said is not None and not isinstance(type_, t.Unknown) and self.constants.typed(said, type_) is None:
                    self.world.report.add(codes.NO_SUCH_VALUE, said.span, name=said.span.text, thing=line.name.text)
                values = dict(zip(numbers, (self._field_value(row, line, type_) for row in rows), strict=True))
                table = tuple(values.get(base + k, 0) for k in range((numbers[-1] - base + 1) if numbers else 0))
                self.fields[kind, line.name.text] = (base, table, type_)

    def _sources_of(self, kind: str) -> list[str]:
        boards = [b.name.text for b in self.world.boards.values() if b.kind.text == kind]
        sets = [c.name.text for c in self.world.components.values() if c.kind.text == kind]
        return boards + sets + [name for name in (f"{NEW} {kind}",) if name in self.rows]

    def _field_value(self, row: Row, line: ast.Field, type_: t.Type) -> Encoded:
        cell = row.cells.get(line.name.text)
        if cell is None:
            first = self.constants.typed(line.first, type_) if line.first is not None else None
            return self._default(type_) if first is None else first
        value = self.constants.parse(cell.text, type_)
        if value is None or not self.constants.within(value, type_):
            self._bad_cell(row, cell, line, type_)
            return self._default(type_)
        return value

    def _bad_cell(self, row: Row, cell: Cell, line: ast.Field, type_: t.Type) -> None:
        help_ = suggestion(cell.text, type_.members) if isinstance(type_, t.Enum) else None
        self.world.report.add(
            codes.DATA_VALUE, cell.span, file=cell.span.source.name, row=row.number, column=line.name.text,
            value=cell.text, wanted=self.constants.allowed(type_), help=help_,
        )

    def _default(self, type_: t.Type) -> Encoded:
        return () if t.element(type_) is not None else t.NONE if isinstance(type_, t.OrNone) else getattr(type_, "low", 0) or 0

    # ---------------------------------------------------------------- zones

    def _kind_parts(self) -> None:
        for kind in self.world.kinds:
            for zone in self.world.lines_of(kind, ast.Zone):
                self.kind_zones[kind, zone.name.text] = self._zones(zone, kind)
            for line in self.world.lines_of(kind, ast.Node):
                if isinstance(line, Held):
                    self.kind_cells[kind, line.name.text] = self._cells(line, kind)

    def _keys(self, owner: str | None, index: ast.Node | None, name: str, span: Span) -> list[Key]:
        """The keys of a family: (label, type, values)."""
        keys: list[Key] = []
        if owner == "player":
            keys.append(("owner", t.SEAT, range(len(self.spec.seats))))
        elif owner is not None:
            numbers = self.members.get(owner, [])
            keys.append(("owner", t.Kind(owner), range(numbers[0], numbers[-1] + 1) if numbers else [0]))
        if index is not None:
            type_ = self.constants.type_of(index)
            if not isinstance(type_, KEYS):
                self.world.report.add(codes.NOT_A_KEY, index.span, name=name, got=t.bare(type_))
                type_ = t.UNKNOWN
            keys.append(("index", type_, self.values_of(type_)))
        if not self.places(prod(max(1, len(values)) for _, _, values in keys), name, span):
            keys = [(label, type_, values[:1]) for label, type_, values in keys]
        return keys

    def places(self, more: int, name: str, span: Span) -> bool:
        """Is there room for so many zones or cells more?"""
        total = len(self.spec.zones) + len(self.spec.cells) + more
        return self.room("places", total, span, f"with `{name}` there are", "places")

    def values_of(self, type_: t.Type) -> Sequence[int]:
        """All values of a finite type, in order."""
        match type_:
            case t.Int(low, high) if low is not None and high is not None:
                return range(low, high + 1)
            case t.Bool():
                return [0, 1]
            case t.Enum(members=members):
                return range(len(members))
            case t.Seat():
                return range(len(self.spec.seats))
            case t.Kind(name):
                return list(self.members.get(name, []))
            case t.OrNone(of):
                return [t.NONE, *self.values_of(of)]
        return [0]

    def _strides(self, keys: list[Key]) -> tuple[tuple[str, t.Type, int, int], ...]:
        strides: list[tuple[str, t.Type, int, int]] = []
        stride = 1
        for label, type_, values in reversed(keys):
            strides.append((label, type_, values[0] if values else 0, stride))
            stride *= max(1, len(values))
        return tuple(reversed(strides))

    def _combinations(self, keys: list[Key]) -> list[tuple[int, ...]]:
        """Every combination of key values, the last key fastest."""
        combos: list[tuple[int, ...]] = [()]
        for _, _, values in keys:
            combos = [c + (v,) for c in combos for v in values]
        return combos

    def _zones(self, zone: ast.Zone, owner: str | None) -> Family:
        keys, base = self._keys(owner, zone.index, zone.name.text, zone.span), len(self.spec.zones)
        for combo in self._combinations(keys):
            self.spec.zones.append(self._zone(zone, owner, keys, combo))
        kind = self.world.type_named(zone.kind)
        type_ = t.Zone(zone.kind.text if isinstance(kind, t.Kind) else "", zone.shape != "heap")
        return Family(base, self._strides(keys), type_, zone, self._family(zone, owner), self._seen_word(zone, owner),
                      len(self.spec.zones) - base)

    def _family(self, declaration: ast.Zone | Held, owner: str | None) -> str:
        return f"{owner}.{declaration.name.text}" if owner else declaration.name.text

    def _zone(self, zone: ast.Zone, owner: str | None, keys: list[Key], combo: tuple[int, ...]) -> ZoneInfo:
        seat = combo[0] if owner == "player" else -1
        loose = self._loose(zone) if zone.shape in ("pile", "stack", "column") else -1
        most = next((self.constants.number(w.most) for w in zone.words if isinstance(w, ast.Holds)), None)
        return ZoneInfo(
            zone.name.text, self._label(zone.name.text, owner, keys, combo), zone.kind.text, zone.shape, seat,
            self._sees(zone, owner, seat), self._counts(zone, owner, seat), self._family(zone, owner),
            out=any(isinstance(w, ast.OutOfPlay) for w in zone.words), most=most, loose=loose, span=zone.span,
        )

    def _loose(self, zone: ast.Zone) -> int:
        self.spec.cells.append(CellInfo("", "", t.NUMBER, 0, -1, EVERYBODY, "loose", span=zone.span))
        return len(self.spec.cells) - 1

    def _label(self, name: str, owner: str | None, keys: list[Key], combo: tuple[int, ...]) -> str:
        words = [self.spec.words(v, type_) for (_, type_, _), v in zip(keys, combo, strict=True)]
        prefix = f"{words.pop(0)}." if owner else ""
        return f"{prefix}{name}[{words[0]}]" if words else f"{prefix}{name}"

    def _seen_word(self, zone: ast.Zone, owner: str | None) -> str:
        """Who sees the faces: public, owner, or nobody."""
        for word in zone.words:
            match word:
                case ast.Face(face):
                    return "public" if face == "face up" else "nobody"
                case ast.Seen(by):
                    return self._who(by, owner, word.span)
                case ast.OutOfPlay():
                    return "nobody"
        self.world.report.add(codes.ZONE_UNSEEN, zone.name.span, name=zone.name.text)
        return "public"

    def _who(self, by: ast.Ident | str, owner: str | None, span: Span) -> str:
        text = by if isinstance(by, str) else by.text
        if text == "everyone":
            return "public"
        if text == "nobody" or (text == "owner" and owner == "player") or text in self.spec.seats:
            return text
        at = by.span if isinstance(by, ast.Ident) else span
        self.world.report.add(codes.NO_SUCH_SEAT, at, name=text, help="say `owner`, `everyone` or `nobody`")
        return "public"

    def _mask(self, word: str, seat: int) -> int:
        if word == "owner":
            return 1 << seat
        if word in ("public", "nobody"):                    # before the players, who may be called so
            return EVERYBODY if word == "public" else 0
        return 1 << self.spec.seats.index(word) if word in self.spec.seats else 0

    def _sees(self, zone: ast.Zone, owner: str | None, seat: int) -> int:
        return self._mask(self._seen_word(zone, owner), seat)

    def _counts(self, zone: ast.Zone, owner: str | None, seat: int) -> int:
        word = next((w for w in zone.words if isinstance(w, ast.Counted)), None)
        return EVERYBODY if word is None else self._mask(self._who(word.by, owner, word.span), seat)

    def _refills(self) -> None:
        """`refilled from Z`: Z is a shared zone, or one of the same player."""
        for number, info in enumerate(self.spec.zones):
            declaration = self._declaration(info)
            word = declaration and next((w for w in declaration.words if isinstance(w, ast.Refilled)), None)
            if word:
                object.__setattr__(info, "refill", self._refill(word, info, number))

    def _declaration(self, info: ZoneInfo) -> ast.Zone | None:
        table = self.world.zones if info.owner < 0 else self.world.player_zones
        zone = table.get(info.name)
        return zone if isinstance(zone, ast.Zone) else None

    def _refill(self, word: ast.Refilled, info: ZoneInfo, number: int) -> int:
        name = word.source.text
        if name in self.shared_zones:
            return self.shared_zones[name].base
        if name in self.player_zones and info.owner >= 0:
            family = self.player_zones[name]
            return family.base + info.owner * family.keys[0][3]
        self.world.report.add(
            codes.NO_SUCH_ZONE, word.source.span, name=name, help=suggestion(name, [*self.shared_zones, *self.player_zones])
        )
        return -1

    # ---------------------------------------------------------------- cells

    def _cells(self, cell: Held, owner: str | None) -> Family:
        keys, base = self._keys(owner, cell.index, cell.name.text, cell.span), len(self.spec.cells)
        type_ = self.constants.range_of(cell.range) if isinstance(cell, ast.Counter) else self.constants.type_of(cell.type)
        word = "public" if cell.seen_by is None else self._who(cell.seen_by, owner, cell.span)
        for combo in self._combinations(keys):
            seat = combo[0] if owner == "player" else -1
            label = self._label(cell.name.text, owner, keys, combo)
            self.spec.cells.append(
                CellInfo(cell.name.text, label, type_, 0, seat, self._mask(word, seat), self._family(cell, owner), cell.span)
            )
        total = len(self.spec.cells) - base
        return Family(base, self._strides(keys), type_, cell, self._family(cell, owner), word, total)
