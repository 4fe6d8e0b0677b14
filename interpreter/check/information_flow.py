"""What a value looks at (counters, zones, printed faces; through defines, scores and `suppose`), and who may not see it.

In:  an expression, and what the names there stand for.
Out: Look records, each with the place in the rules where it is complained of; and `check_hidden`, which reports options that
     tell somebody what they may not see (language.md 2.14).

Looks are told apart as the limits of simultaneity and of hidden information tell them apart: how many lie in a zone, which
lie there, what is printed on them, where a thing lies, what a counter says. A look inside a define is told of the place where
the define is used.
"""

from collections.abc import Callable, Iterator
from typing import Any

from attrs import define, field, frozen

from interpreter import ir
from interpreter.check import ownership
from interpreter.check.call_graph import ELSEWHERE, Visit, Visits
from interpreter.check.control_flow import Plan
from interpreter.check.ownership import Names, one_seat, Origin, Seats, Things
from interpreter.core import types as t
from interpreter.core.frame import LOCALS
from interpreter.ir import Expr
from interpreter.ir.dependencies import every, parts, read_by, there, within
from interpreter.ir.model import CellInfo, EVERYBODY, Offer, Spec, ZoneInfo
from interpreter.ir.value_flow import decided, reaches
from interpreter.text import codes
from interpreter.text.diagnostic import InternalError, Report
from interpreter.text.source import Span


@frozen
class Look:
    """`what` is cell, count, contents, face, place, lies (in a zone), named (compared with a certain thing) or me."""

    what: str
    family: str = ""
    owner: Seats | Things | None = None
    things: Things | None = None
    name: str = field(default="", eq=False)
    at: Span = field(eq=False, kw_only=True)

    def said(self) -> str:
        """In words, for a message."""
        zone = self.family.removeprefix("player.")
        words = {
            "cell": f"`{zone}`", "count": f"how many lie in `{zone}`", "contents": f"what lies in `{zone}`",
            "lies": f"what lies in `{zone}`", "place": "where a thing lies", "me": "`me`",
        }
        return words.get(self.what) or f"`{self.name}` of what lies in {_places(self.things)}"


def _places(things: Things | None) -> str:
    names = sorted({origin.family.removeprefix("player.") for origin in things.origins}) if things else []
    return " and ".join(f"`{name}`" for name in names) or "a zone"


@define(eq=False)
class Looker:
    """Finds the looks of values; remembers those of defines, scores and supposed effects."""

    plan: Plan
    spec: Spec = field(init=False)
    _known: dict = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.spec = self.plan.spec

    def looks(self, e: Expr, names: Names) -> list[Look]:
        """Everything that a value looks at, in order."""
        looks: list[Look] = []
        self._scan(e, names, looks)
        return looks

    def _scan(self, e: Expr, names: Names, looks: list) -> None:
        scan = SCAN.get(type(e))
        if scan is not None:
            scan(self, e, names, looks)
        elif e.reads in (ir.Reads.NOTHING, ir.Reads.NAME) and not (e.elsewhere or e.on_copy):
            for name in e.binds:
                names.slots[getattr(e, name)] = None
            for part in parts(e):
                self._scan(part, names, looks)
        else:
            raise InternalError(f"nothing here says what {type(e).__name__} looks at")

    # ---------------------------------------------------------------- cells and zones

    def _every_place(self, e: ir.EveryPlace, names: Names, found: list[Look]) -> None:
        """All of a kind are always all of them: that tells nobody where they lie."""

    def _me(self, e: ir.Me, names: Names, looks: list[Look]) -> None:
        looks.append(Look("me", at=e.span))

    def _keys(self, e: ir.Cell | ir.ZoneAt, names: Names, looks: list[Look]) -> None:
        for key, _, _ in e.keys:
            self._scan(key, names, looks)

    def _cell(self, e: ir.Cell, names: Names, looks: list[Look]) -> None:
        self._keys(e, names, looks)
        looks.append(Look("cell", e.family, ownership.owner_of(e, names), at=e.span))

    def _zone(self, what: str, e: Expr, names: Names, looks: list[Look]) -> None:
        if isinstance(e, ir.ZoneAt):
            self._keys(e, names, looks)
            looks.append(Look(what, e.family, ownership.owner_of(e, names), at=e.span))
        else:
            self._scan(e, names, looks)

    def _contents(self, e: ir.Contents, names: Names, looks: list[Look]) -> None:
        self._zone("contents", e.zone, names, looks)

    def _size(self, e: ir.Size, names: Names, looks: list[Look]) -> None:
        self._zone("count", e.zone, names, looks)

    def _lies_in(self, e: ir.LiesIn, names: Names, looks: list[Look]) -> None:
        self._scan(e.thing, names, looks)
        if isinstance(e.zone, ir.ZoneAt):
            self._keys(e.zone, names, looks)
            owner, thing = ownership.owner_of(e.zone, names), ownership.things(e.thing, names)
            looks.append(Look("lies", e.zone.family, owner, thing, at=e.span))

    # ---------------------------------------------------------------- things

    def _field(self, e: ir.FieldOf, names: Names, looks: list[Look]) -> None:
        self._scan(e.of, names, looks)
        kind = t.innermost(e.of.type)
        if isinstance(kind, t.Kind) and kind.name not in self.spec.space_kinds():
            looks.append(Look("face", things=ownership.things(e.of, names), at=e.span, name=e.name))

    def _place(self, e: ir.PlaceOf, names: Names, looks: list[Look]) -> None:
        self._scan(e.of, names, looks)
        looks.append(Look("place", things=ownership.things(e.of, names), at=e.span))

    def _same(self, e: ir.Same | ir.In, names: Names, looks: list[Look]) -> None:
        for side, other in ((e.left, e.right), (e.right, e.left)):
            self._scan(side, names, looks)
            if isinstance(t.innermost(side.type), t.Kind) and isinstance(other, ir.Const) and other.value != t.NONE:
                looks.append(Look("named", things=ownership.things(side, names), at=e.span, name="which one it is"))

    # ---------------------------------------------------------------- names bound on the way

    def _each(self, e: ir.Those | ir.ThoseBest | ir.Quantified | ir.Aggregate, names: Names, looks: list[Look]) -> None:
        self._scan(e.source, names, looks)
        names.slots[e.slot] = ownership.members(e.source, names)
        for name in ("test", "key", "value"):
            part = getattr(e, name, None)
            if part is not None:
                self._scan(part, names, looks)

    def _running(self, e: ir.Running, names: Names, looks: list[Look]) -> None:
        self._scan(e.source, names, looks)
        names.slots[e.item] = ownership.members(e.source, names)
        names.slots[e.slot] = ownership.value(e.first, names)
        self._scan(e.first, names, looks)
        self._scan(e.becomes, names, looks)

    def _cases(self, e: ir.Cases, names: Names, looks: list[Look]) -> None:
        for test, value in e.lines:
            if isinstance(test, int):
                names.slots[test] = ownership.value(value, names)
            else:
                self._scan(test, names, looks)
            self._scan(value, names, looks)
        if e.otherwise is not None:
            self._scan(e.otherwise, names, looks)

    # ---------------------------------------------------------------- elsewhere

    def _use(self, e: ir.Use, names: Names, looks: list[Look]) -> None:
        for arg in e.args:
            self._scan(arg, names, looks)
        inside = ownership.called(e, names)
        key = (e.define, names.me, tuple(sorted(inside.slots.items(), key=lambda pair: pair[0])))
        self._elsewhere(key, e.define.value, inside, e.span, looks)

    def _points(self, e: ir.PointsOf, names: Names, looks: list[Look]) -> None:
        self._scan(e.seat, names, looks)
        whose = ownership.seat(e.seat, names)
        scores = self.spec.scores if e.index < 0 else self.spec.scores[e.index:e.index + 1]
        for score in scores:
            self._elsewhere((score, whose), score.value, Names(self.spec, whose), e.span, looks, "me")

    def _reachable(self, e: ir.Reachable, names: Names, looks: list[Look]) -> None:
        for part in (e.who, e.start, e.count):
            self._scan(part, names, looks)
        whose, route = ownership.seat(e.who, names), self.spec.routes[e.route]
        for leg in (*route.steps, *route.hops, *route.must_stop, *route.may_stop, *route.may_not_end):
            self._elsewhere((leg, whose), leg.test, Names(self.spec, whose, {route.who: whose}), e.span, looks, "me")

    def _elsewhere(self, key: object, e: Expr | None, names: Names, at: Span, looks: list[Look], without: str = "") -> None:
        """The looks of a define or score, once worked out for these names, told of the place of use."""
        if key not in self._known:
            self._known[key] = ()
            inside = self.looks(e, names) if e is not None else []
            self._known[key] = tuple(dict.fromkeys(inside))
        for look in self._known[key]:
            if look.what != without:
                looks.append(Look(look.what, look.family, look.owner, look.things, look.name, at=at))

    def _supposed(self, e: ir.Supposed, names: Names, looks: list[Look]) -> None:
        for arg in e.args:
            self._scan(arg, names, looks)
        self._scan(e.value, names, looks)
        given = tuple(ownership.value(arg, names) for arg in e.args)
        for look in self._by_effect(e.routine, names.me, given):
            looks.append(Look(look.what, look.family, look.owner, look.things, look.name, at=e.span))

    def _by_effect(self, routine: int, me: Seats | None, args: tuple[object, ...]) -> tuple:
        """What a supposed effect looks at, in all that it reaches."""
        key = (routine, me, args)
        if key not in self._known:
            self._known[key] = ()
            walk = Visits(self.plan, offers=False, soon=False, supposed=True)
            walk.begin(self.spec.routines[routine], me, args)
            looks = [look for visit in walk.walk() for op in self.plan.ops(visit.routine) for e in _decides(op)
                     for look in self.looks(e, visit.names) if look.what != "me"]
            self._known[key] = tuple(dict.fromkeys(looks))
        return self._known[key]

    def _table(self, e: ir.TableAt, names: Names, looks: list[Look]) -> None:
        for key in e.keys:
            self._scan(key, names, looks)
        if e.otherwise is not None:
            given = {LOCALS + k: ownership.value(key, names) for k, key in enumerate(e.keys)}
            looks += self.looks(e.otherwise, Names(self.spec, None, given))


SCAN: dict[type, Callable[[Looker, Any, Names, list[Look]], None]] = {      # the expression is of the class it stands under
    ir.Me: Looker._me, ir.Cell: Looker._cell, ir.Contents: Looker._contents, ir.Size: Looker._size,
    ir.ZoneAt: Looker._keys, ir.LiesIn: Looker._lies_in, ir.FieldOf: Looker._field, ir.PlaceOf: Looker._place,
    ir.Same: Looker._same, ir.In: Looker._same, ir.Those: Looker._each, ir.ThoseBest: Looker._each,
    ir.Quantified: Looker._each, ir.Aggregate: Looker._each, ir.Running: Looker._running, ir.Cases: Looker._cases,
    ir.Use: Looker._use, ir.PointsOf: Looker._points, ir.Supposed: Looker._supposed, ir.TableAt: Looker._table,
    ir.Reachable: Looker._reachable, ir.EveryPlace: Looker._every_place,
}


# what these are worked out for is told where it is used, or lies open on the table; they ask, which a `suppose` does not
PASSING = (ir.Ask, ir.Move, ir.Draw, ir.Shuffle, ir.Swap, ir.Reveal, ir.Call, ir.Run, ir.End, ir.Require, ir.Roll, ir.Pick)


def _decides(op: ir.Op) -> Iterator[Expr]:
    """The values in an op by which a supposed effect may come out one way or another."""
    if isinstance(op, PASSING):
        return
    yield from there(op, op.does.adds)
    yield from read_by(op)


# ------------------------------------------------------------------ options that tell what is hidden


def check_hidden(plan: Plan, visits: list[Visit], report: Report) -> None:
    """Every question of every activation, and every free action."""
    sight = Sight(plan)
    if not sight.anything_hidden:
        return
    _chance_in_secret(plan.spec, report)
    for visit in visits:
        for op in plan.ops(visit.routine):
            if isinstance(op, ir.Ask):
                _question(sight, visit, op, report)
        _askers(sight, visit, plan.ops(visit.routine), report)
    for offer in plan.spec.offers:
        _offer(sight, offer, report)


def _chance_in_secret(spec: Spec, report: Report) -> None:
    """A roll or pick of which no rule says who sees it, and that comes to stand in a hidden counter or state."""
    for number, reach in reaches(spec).items():
        op = spec.plan[number]
        if isinstance(op, ir.Roll | ir.Pick) and op.seen is None and reach.hidden:
            writes = spec.plan[min(reach.hidden)]
            what = f"the pick `{op.name}`" if isinstance(op, ir.Pick) else "this roll"
            cell = " and ".join(sorted({target.family.removeprefix("player.") for target in there(writes, writes.does.cells)}))
            report.add(codes.SECRET_CHANCE, op.span, what=what, cell=cell)


def _question(sight: "Sight", visit: Visit, op: ir.Ask, report: Report) -> None:
    decider = visit.names.me if op.by is None else ownership.seat(op.by, visit.names)
    for value in _options_of(op, visit.names):
        for look in sight.hidden(value, visit.names, decider):
            who = f"`{op.by.span.text}`" if op.by is not None else "who is asked"
            supposed = any(isinstance(e, ir.Supposed) and e.span is look.at for e in every(value))
            if supposed:
                report.add(codes.SUPPOSE_HIDDEN, look.at, what=look.said(), who=who)
            else:
                notes = (f"reached through {' > '.join(visit.chain())}",) if visit.before is not None else ()
                report.add(codes.HIDDEN_OPTIONS, look.at, who=who, what=look.said(), name=op.name, notes=notes)


def _askers(sight: "Sight", visit: Visit, ops: list[ir.Op], report: Report) -> None:
    """Questions whose asker is worked out from a hidden counter or state, or that are put or not as one decides."""
    told: dict[ir.Ask, Look] = {}
    for op in ops:
        if isinstance(op, ir.Ask) and op.by is not None:
            asked, values = [op], list(_with_lets([op.by], visit.names))
        elif isinstance(op, ir.Branch | ir.Select | ir.Each):
            inside = [sight.spec.plan[number] for number in sorted(decided(sight.spec, op.number))]
            asked = [inner for inner in inside if isinstance(inner, ir.Ask)]
            values = list(_deciding(op, ops)) if asked else []
        else:
            continue
        looks = [look for value in values for look in sight.looker.looks(value, visit.names) if sight.is_secret(look)]
        for ask in asked if looks else ():
            told.setdefault(ask, looks[0])
    for ask, look in told.items():
        report.add(codes.SECRET_ASKER, ask.span, name=ask.name, what=look.said())


def _deciding(op: ir.Branch | ir.Select | ir.Each, ops: list[ir.Op]) -> list[Expr]:
    """The values by which an op goes one way or another; of a loop what it goes through."""
    if isinstance(op, ir.Each):
        return [begin.source for begin in ops if isinstance(begin, ir.Begin) and begin.slot == op.slot]
    return [op.test] if isinstance(op, ir.Branch) else [op.value]


def _offer(sight: "Sight", offer: Offer, report: Report) -> None:
    spec = sight.spec
    me = one_seat(0)
    names = Names(spec, me)
    if offer.each is not None:
        names.slots[offer.slot] = ownership.members(offer.each, names)
    decider = me if offer.by is None else ownership.seat(offer.by, names)
    for look in sight.hidden(offer.test, names, decider) if offer.test is not None else ():
        who = "who may take it" if offer.by is None else f"`{offer.by.span.text}`"
        report.add(codes.HIDDEN_OPTIONS, look.at, who=who, what=look.said(), name=offer.name)


def _options_of(op: ir.Ask, names: Names) -> Iterator[Expr]:
    """The values that decide what can be answered, and the `let`s they were worked out from."""
    todo = [expr for value in there(op, op.does.options) for expr in within(value)]
    todo += [expr for alternative in getattr(op, "alternatives", ()) for expr in within(alternative.guards)]
    todo += within(op.guards)
    yield from _with_lets(todo, names)


def _with_lets(todo: list, names: Names):
    """Values, and those that the `let`s in them were worked out from."""
    seen: set[int] = set()
    while todo:
        value = todo.pop(0)
        yield value
        for slot in {e.slot for e in every(value) if isinstance(e, ir.Local)} - seen:
            seen.add(slot)
            todo += names.lets.get(slot, ())


class Sight:
    """Who sees what: the zones and cells of the Spec, by family."""

    def __init__(self, plan: Plan) -> None:
        self.spec = plan.spec
        self.zones = {zone.family: zone for zone in reversed(plan.spec.zones)}
        self.cells = {cell.family: cell for cell in reversed(plan.spec.cells) if cell.name}
        self.shown = {to.family for to in _laid_open(plan.spec)}
        self.looker = Looker(plan)
        closed = [zone for zone in plan.spec.zones if not zone.out and (zone.sees != EVERYBODY or zone.counts != EVERYBODY)]
        self.anything_hidden = bool(closed) or any(cell.sees != EVERYBODY for cell in self.cells.values())

    def is_secret(self, look: Look) -> bool:
        """Is it a counter or state that not everybody sees?"""
        return look.what == "cell" and look.family in self.cells and self.cells[look.family].sees != EVERYBODY

    def hidden(self, e: Expr, names: Names, decider: Seats | None) -> list[Look]:
        """What a value looks at and the decider may not see."""
        if decider is None:
            return []
        return [look for look in self.looker.looks(e, names) if not self._may(look, decider)]

    def _may(self, look: Look, decider: Seats) -> bool:
        match look.what:
            case "cell":
                return self._sees(self.cells.get(look.family), look.owner, decider, "sees")
            case "count":
                return self._sees(self.zones.get(look.family), look.owner, decider, "counts")
            case "face" | "named":
                return look.things is None or all(self._faces(origin, decider) for origin in look.things.origins)
            case "lies":
                searched = look.things is not None and any(origin.family == "*" for origin in look.things.origins)
                return not searched or self._faces(Origin(look.family, look.owner), decider)
            case "contents" | "place" | "me":
                return True
        raise InternalError(f"nothing here says who may look at {look.what}")

    def _faces(self, spot: Origin, decider: Seats) -> bool:
        """Does the decider see what lies there, or may it have been moved to where they do?"""
        if spot.family in ("*", "?") or spot.family.startswith("one ") or ELSEWHERE in spot.later or spot.family in self.shown:
            return True
        if self._sees(self.zones.get(spot.family), spot.owner, decider, "sees"):
            return True
        return any(self._faces(later, decider) for later in spot.later)

    def _sees(self, info: ZoneInfo | CellInfo | None, owner: Seats | Things | None, decider: Seats, how: str) -> bool:
        """By the mask of seats; a zone that only its owner sees is open to whoever may be its owner."""
        mask = EVERYBODY if info is None or getattr(info, "out", False) else getattr(info, how)
        if info is None or mask == EVERYBODY:
            return True
        if info.owner >= 0 and mask == 1 << info.owner:
            return not isinstance(owner, Seats) or not ownership.different(owner, decider)
        return decider.may is not None and all(mask >> seat & 1 for seat in decider.may)


def _laid_open(spec: Spec) -> Iterator[ir.ZoneAt]:
    """The zones to which something is moved face up, or whose things some rule reveals: who knows them depends on play."""
    for op in spec.plan:
        if isinstance(op, ir.Move) and op.face == "up" and isinstance(op.to, ir.ZoneAt):
            yield op.to
        elif isinstance(op, ir.Reveal):
            yield from (zone for zone in every(op.things) if isinstance(zone, ir.ZoneAt))
