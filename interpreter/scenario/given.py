"""The position a scenario gives: which game, for whom, with what data; and how the table lies before the rules begin.

In:  the `given` lines of one run of a scenario.
Out: `Shelf.ready`: the game lowered for them (once for the same people, options, data and new components). `lay_out`: one
     `given` line carried out on the table. Raises Failed for what the table cannot hold.

A position is an empty table: components in their stores, counters and states at their first values, and what `given` says.
No play has to lead to it, but types, ranges and the room in zones are kept to. What a zone is said to hold lies in it from
the top; what lay there before goes back to its store.
"""

import copy
from pathlib import Path

from attrs import define, evolve, field, frozen

from interpreter import cache, ir
from interpreter.core import types as t
from interpreter.engine.machine import Machine
from interpreter.engine.movement import put_in, take_out
from interpreter.ir import Const
from interpreter.lower.components import cell_text, kind_named, NEW, read_written
from interpreter.lower.scope import Context
from interpreter.lower.symbols import declared
from interpreter.pipeline import load, prepare
from interpreter.project.files import read_text, short_name
from interpreter.project.sheets import Sheet, sheet_of_rows
from interpreter.scenario.terms import Failed, failed, Known, Reading
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.diagnostic import no_case, Report, suggestion
from interpreter.text.source import Span
from interpreter.variant.rules import edited, Rules

WRITTEN = "written"                               # the column of `given rows` that holds a whole component


@define(eq=False)
class Wanted:
    """What the lines of a run say of the game before play."""

    players: tuple[ast.Ident, ...] = ()
    options: dict = field(factory=dict)           # name -> its value as text
    places: dict = field(factory=dict)            # name of an option or of data -> where it is given
    files: dict = field(factory=dict)             # data -> path
    rows: dict = field(factory=dict)              # data -> GivenRows
    new: list = field(factory=list)
    edits: list = field(factory=list)             # of a variant that is this scenario's own
    variants: list = field(factory=list)          # the names of those that the scenario applies
    span: Span = field(repr=False, default=None)

    @property
    def key(self) -> tuple:
        """Alike for runs that can share a lowered game."""
        rows = tuple((name, _said(table)) for name, table in self.rows.items())
        new = tuple((thing.name.text, thing.value.span.text) for thing in self.new)
        players, options = tuple(p.text for p in self.players), tuple(sorted(self.options.items()))
        variants = tuple(variant.text for variant in self.variants)
        return players, options, tuple(self.files.items()), rows, new, self.said_edits, variants

    @property
    def said_edits(self) -> tuple[str, ...]:
        """The edits as they are written."""
        return tuple(edit.span.text for edit in self.edits)


def _said(rows: ast.GivenRows) -> tuple:
    return tuple(c.text for c in rows.header), tuple(tuple(v.span.text for v in row.values) for row in rows.rows)


def wanted(lines, folder: Path) -> Wanted:
    """Gathers them; `folder` is where the scenario's own data files lie."""
    want = Wanted()
    for line in lines:
        match line:
            case ast.GivenPlayers(names):
                want.players, want.span = names, line.span
            case ast.GivenOption(option, value) | ast.Setting(option, value):
                want.options[option.text], want.places[option.text] = cell_text(value), line.span
            case ast.GivenNew():
                want.new.append(line)
            case ast.GivenData(name, file):
                want.files[name.text], want.places[name.text] = folder / file.text, file.span
            case ast.GivenRows(name=name):
                want.rows[name.text] = line
            case ast.GivenEdit(edits):
                want.edits += edits
            case ast.ScenarioVariant(names=names):
                want.variants += names
    return want


# ------------------------------------------------------------------ the game


@frozen(eq=False)
class Ready:
    """A game lowered for a run; `report` holds what the checks say of it."""

    rules: Rules
    ctx: Context
    report: Report


@define(eq=False)
class Shelf:
    """Games lowered for the runs so far."""

    rules: Rules
    checks: bool = True                           # are the rules checked, too, and not only lowered?
    made: dict = field(factory=dict)
    others: dict = field(factory=dict)            # games based on this one, by path
    plain: dict = field(factory=dict)             # each game as it is, for the forms of its components
    sound: set = field(factory=set)               # people and options for which the checks have found no mistake
    basis: str = ""                               # a digest of all that this hangs on; without one nothing is kept on disk
    told: set = field(factory=set)                # mistakes of the game itself that have been reported
    data: dict = field(factory=dict)              # files in place of those of the game
    lowered: dict = field(factory=dict)           # the game as it is, by the number of people, where somebody has lowered it

    def ready(self, want: Wanted) -> Ready:
        """The game for these people, options, data and new components."""
        key = want.key
        if key not in self.made:
            self.made[key] = self._lowered(want)
        return self.made[key]

    def _lowered(self, want: Wanted) -> Ready:
        rules, report = self._for(want), Report()
        if want.variants:
            rules = self._with_variants(rules, want)
        if want.edits:
            rules = edited(rules, tuple(want.edits), report)
        allowed = rules.people()
        people = len(want.players) or allowed.start
        if people not in allowed:
            why = f"{rules.name} is for {rules.said_people()}, and {people} are named"
            report.add(codes.SCENARIO_GIVEN, want.span, why=why)
            people = allowed.start
        world = declared(rules, Report())
        check_names(world, want, report)
        names = tuple(p.text for p in want.players[:people])
        options = {name: value for name, value in want.options.items() if name in world.options}
        same = (rules.asked, rules.path, people, tuple(sorted(options.items())), want.said_edits)
        for k, player in enumerate(want.players):
            if player.text in [earlier.text for earlier in want.players[:k]]:
                report.add(codes.SCENARIO_GIVEN, player.span, why=f"{player.text} is named twice")
        data = self._data(rules, want, report)
        if people in self.lowered and rules is self.rules and not (options or data or want.edits):
            return Ready(rules, _with_names(self.lowered[people], names), report)
        kept = cache.digest(self.basis, *map(repr, same[1:])) if self.basis and not want.variants else ""
        checks = self.checks and same not in self.sound
        ctx = prepare(rules, people, options, report, data, names, checks, lambda ctx: kept)
        _at_their_lines(world, want, report)
        if report.ok:
            self.sound.add(same)
        return Ready(rules, ctx, report)

    def _with_variants(self, rules: Rules, want: Wanted) -> Rules:
        """The game read anew with these variants, besides those that are applied; Failed if there is none of a name."""
        names, report = tuple(variant.text for variant in want.variants), Report()
        asked = evolve(rules.asked, where=str(rules.path), variants=(*rules.asked.variants, *names))
        anew = load(asked, report)
        if anew is None or not report.ok:
            raise Failed(*[evolve(no, span=want.variants[0].span) if no.span.is_nowhere else no for no in report.errors])
        return anew

    def _for(self, want: Wanted) -> Rules:
        """The game itself, or one based on it for a number of people that it does not allow."""
        people = len(want.players)
        if not people or people in self.rules.people():
            return self.rules
        for path in sorted(self.rules.path.parent.glob("*.rules")):
            if path not in self.others:
                based, asked = _is_based(path, self.rules.name), evolve(self.rules.asked, where=str(path))
                self.others[path] = load(asked, Report()) if based else None
            other = self.others[path]
            if other is not None and people in other.people():
                return other
        return self.rules

    def _data(self, rules: Rules, want: Wanted, report: Report) -> dict:
        data: dict = self.data | want.files
        data |= {name: self._sheet(rules, rows, report) for name, rows in want.rows.items()}
        return data | ({NEW: tuple(want.new)} if want.new else {})

    def _sheet(self, rules: Rules, given: ast.GivenRows, report: Report) -> Sheet:
        """The table between bars; a column `written` stands for the columns of the form."""
        header = [(cell.text, cell.span) for cell in given.header]
        rows = [[(cell_text(value), value.span) for value in row.values] for row in given.rows]
        column = next((k for k, (text, _) in enumerate(header) if text == WRITTEN), None)
        if column is not None:
            if rules.path not in self.plain:
                self.plain[rules.path] = prepare(rules, rules.people().start, {}, Report())
            ctx = self.plain[rules.path]
            usual, ctx.world.report = ctx.world.report, report
            header, rows = _spread(ctx, given, header, rows, column)
            ctx.world.report = usual
        return sheet_of_rows(header, rows, report)


def _with_names(ctx: Context, names: tuple[str, ...]) -> Context:
    """The same game with other people: what is read with it only has to know their names."""
    renamed, spec, layout = copy.copy(ctx), copy.copy(ctx.spec), copy.copy(ctx.layout)
    own = {seat.name.text for seat in ctx.world.seat_names}
    free = sum(name not in own for name in spec.seats)
    spec.seats = (*names[:free], *spec.seats[len(names[:free]):])
    renamed.spec = layout.spec = spec
    renamed.layout = layout
    return renamed


def _is_based(path: Path, name: str) -> bool:
    text = read_text(path)
    return isinstance(text, str) and f"based on {name}" in text


def check_names(world, want: Wanted, report: Report) -> None:
    """Options, data and kinds that the game has not."""
    for name in [name for name in want.options if name not in world.options]:
        report.add(codes.NO_SUCH_OPTION, want.places[name], name=name, help=suggestion(name, world.options))
    tables = {*world.components, *world.boards, *world.tables, *(f"{name}_links" for name in world.boards)}
    for name, given in want.rows.items():
        if name not in tables:
            report.add(codes.NO_SUCH_BOARD, given.name.span, name=name, help=suggestion(name, tables))
    for new in want.new:
        kind = kind_named(new.value)
        if kind not in world.kinds or world.is_space(kind):
            help_ = suggestion(kind, world.kinds)
            report.add(codes.NO_SUCH_TYPE, new.value.span, name=kind or new.value.span.text, help=help_)


def _at_their_lines(world, want: Wanted, report: Report) -> None:
    """A value that an option cannot have, and a file that cannot be read, are told where the scenario gives them."""
    declared = {world.options[name].name.span.start: want.places[name] for name in want.options if name in world.options}
    files = {f"`{short_name(path)}`": want.places[name] for name, path in want.files.items()}
    for k, diagnostic in enumerate(report.diagnostics):
        given = next((place for file, place in files.items() if file in diagnostic.message), None)
        if diagnostic.code is codes.OPTION_VALUE and diagnostic.span.start in declared:
            report.diagnostics[k] = evolve(diagnostic, span=declared[diagnostic.span.start])
        elif diagnostic.code is codes.DATA_FILE and given is not None:
            report.diagnostics[k] = evolve(diagnostic, span=given)


def _spread(ctx: Context, given, header, rows, column) -> tuple[list, list]:
    """Each written form in its cells. What it cannot say is left to the field's first value."""
    kind = ctx.world.components[given.name.text].kind.text if given.name.text in ctx.world.components else ""
    read = [read_written(ctx.layout, kind, row[column][0], row[column][1]) for row in rows]
    names = list(read[0]) if read else []
    lead = [cell for k, cell in enumerate(header) if k != column]
    filled = []
    for cells, row in zip(read, rows, strict=True):
        rest = [cell for k, cell in enumerate(row) if k != column]
        filled.append(rest + [(cells[n].text, cells[n].span) if n in cells else ("", row[column][1]) for n in names])
    return lead + [(name, header[column][1]) for name in names], filled


def names_of(ready: Ready, want: Wanted) -> dict[str, Known]:
    """The names that the scenario gives to components: new ones, and the ids of rows."""
    ids, known = {c.id: c for c in ready.ctx.spec.components}, {}
    own = {new.name.text for new in want.new}
    for name, given in want.rows.items():
        rows = ready.ctx.layout.rows.get(name)
        if rows is not None and "id" in {cell.text for cell in given.header}:
            own |= {row.id for row in rows.rows if row.id.isidentifier()}
    for name in own:
        if name in ids:
            known[name] = Known(t.Kind(ids[name].kind), ids[name].number)
    return known


# ------------------------------------------------------------------ the table


def lay_out(line: ast.Node, reading: Reading, m: Machine) -> None:
    """Carries out one `given` line on the table."""
    match line:
        case ast.GivenValue(target, value):
            _value(target, value, line, reading, m)
        case ast.GivenHolds(zone, items):
            _holds(reading.zone(zone, m), items, line, reading, m)
        case ast.GivenKnows(seat, items):
            for thing in reading.things(items, m):
                m.state.known[thing] |= 1 << reading.seat(seat, m)
        case ast.GivenScore(target, value):
            _score(target, value, reading, m)
        case _:
            raise no_case(line)


def _value(target, value, line, reading, m) -> None:
    expr, size = reading.expr(target, place=True)
    frame = reading.frame(m, target, size)
    match expr:
        case ir.Cell():
            _cell(expr, m.value(_number(expr), frame), value, reading, m)
        case ir.PlaceOf(of=thing):
            _put(m, m.value(thing, frame), reading.zone(value, m), line.span)
        case ir.ZoneAt():
            items = value.items or () if isinstance(value, ast.ListValue | ast.SetValue) else (value,)
            empty = isinstance(value, ast.Name) and value.text == "empty"
            _holds(m.value(expr, frame), () if empty else items, line, reading, m)
        case _:
            why = f"`{target.span.text}` is no counter, state, zone or place"
            raise failed(codes.SCENARIO_GIVEN, target.span, why=why)


def _number(cell: ir.Cell) -> ir.Expr:
    """The number of a cell, rather than what it holds."""
    return ir.ZoneAt(cell.base, cell.keys, cell.owner, cell.family, type=cell.type, span=cell.span)


def _cell(expr, number: int, node, reading, m) -> None:
    value = reading.value(node, m, expr.type)
    low, high = getattr(expr.type, "low", None), getattr(expr.type, "high", None)
    if (low is not None and value < low) or (high is not None and value > high):
        thing = m.spec.cells[number].label
        raise failed(codes.SCENARIO_GIVEN, node.span, why=f"`{thing}` goes from {low} to {high}, and this is {value}")
    m.state.cells[number] = value


def _holds(z: int, items, line, reading, m) -> None:
    things = reading.things(items, m)
    named: set[int] = set()
    for thing in things:
        if thing in named:
            raise failed(codes.SCENARIO_GIVEN, line.span, why=f"{m.spec.components[thing].id} is named twice")
        named.add(thing)
    for thing in list(m.state.zones[z]):
        if thing not in named:
            _put(m, thing, m.spec.stores[thing], line.span)
    pile = m.shape[z] == 0
    for thing in reversed(things) if pile else things:
        _put(m, thing, z, line.span)


def _put(m, thing: int, z: int, span) -> None:
    """Lays a thing where it is said to lie; who sees it there knows it."""
    info, laid = m.spec.zones[z], m.spec.components[thing]
    if info.kind and info.kind != laid.kind and z != m.spec.stores[thing]:
        raise failed(codes.SCENARIO_GIVEN, span, why=f"{laid.id} is a {laid.kind}, and `{info.label}` holds each {info.kind}")
    take_out(m, thing)
    if info.most is not None and len(m.state.zones[z]) >= info.most:
        raise failed(codes.SCENARIO_GIVEN, span, why=f"`{info.label}` holds up to {info.most}")
    m.state.known[thing] = m.everyone if m.spec.faceless[thing] else 0
    put_in(m, thing, z)


def _score(target, value, reading, m) -> None:
    """The score of one seat says this, whatever the table says; the Spec of this run is a copy."""
    expr, size = reading.expr(target)
    if not isinstance(expr, ir.PointsOf) or expr.index < 0:
        total = isinstance(expr, ir.PointsOf)
        why = "`total` is the sum of the scores: give each of them" if total else "it is no score"
        raise failed(codes.SCENARIO_GIVEN, target.span, why=why)
    seat, points = m.value(expr.seat, reading.frame(m, target, size)), reading.value(value, m, t.NUMBER)
    score, span = m.spec.scores[expr.index], value.span
    me, who = ir.Me(type=t.SEAT, span=span), Const(seat, type=t.SEAT, span=span)
    test = ir.Same(me, who, False, False, type=t.BOOL, span=span)
    said = ir.Choice(test, Const(points, type=t.NUMBER, span=span), score.value, type=t.NUMBER, span=span)
    m.spec.scores[expr.index] = evolve(score, value=said)


def own_spec(ready: Ready, lines):
    """The Spec, or a copy of it for a run that gives scores."""
    spec = ready.ctx.spec
    if any(isinstance(line, ast.GivenScore) for line in lines):
        spec = copy.copy(spec)
        spec.scores = list(spec.scores)
    return spec


__all__ = ["Failed", "Ready", "Shelf", "Wanted", "check_names", "lay_out", "names_of", "own_spec", "wanted"]
