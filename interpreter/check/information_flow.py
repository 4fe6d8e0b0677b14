"""What a value looks at: whose counters, whose zones, which faces; through defines, scores and what is supposed.

In:  an expression, and what the names there stand for.
Out: Look records, each with the place in the rules where it is to be complained of.

A look tells apart what the limits of simultaneity and of hidden information tell apart: how many lie in a zone, which lie
there, what is printed on them, where a thing lies, what a counter says. Inside a define it stands for the place of its use.

Also: Does a list of options tell somebody what they may not see? (language.md 2.14)
"""

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
from interpreter.ir.model import EVERYBODY, Spec
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
    at: Span | None = field(default=None, eq=False)
    name: str = field(default="", eq=False)

    def said(self) -> str:
        """In words, for a message."""
        zone = self.family.removeprefix("player.")
        words = {
            "cell": f"`{zone}`", "count": f"how many lie in `{zone}`", "contents": f"what lies in `{zone}`",
            "lies": f"what lies in `{zone}`", "place": "where a thing lies", "me": "`me`",
        }
        return words.get(self.what) or f"`{self.name}` of what lies in {_places(self.things)}"


def _places(found: Things | None) -> str:
    names = sorted({one.family.removeprefix("player.") for one in found.origins}) if found else []
    return " and ".join(f"`{name}`" for name in names) or "a zone"


@define(eq=False)
class Looker:
    """Finds the looks of values; remembers those of defines, scores and supposed effects."""

    plan: Plan
    spec: Spec = field(init=False)
    _known: dict = field(factory=dict)

    def __attrs_post_init__(self):
        self.spec = self.plan.spec

    def looks(self, e: Expr, names: Names) -> list[Look]:
        """Everything that a value looks at, in order."""
        found: list[Look] = []
        self._scan(e, names, found)
        return found

    def _scan(self, e: Expr, names: Names, found: list) -> None:
        scan = SCAN.get(type(e))
        if scan is not None:
            scan(self, e, names, found)
        elif e.reads in (ir.Reads.NOTHING, ir.Reads.NAME) and not (e.elsewhere or e.on_copy):
            for name in e.binds:
                names.slots[getattr(e, name)] = None
            for one in parts(e):
                self._scan(one, names, found)
        else:
            raise InternalError(f"nothing here says what {type(e).__name__} looks at")

    # ---------------------------------------------------------------- cells and zones

    def _me(self, e, names, found) -> None:
        found.append(Look("me", at=e.span))

    def _keys(self, e, names, found) -> None:
        for key, _, _ in e.keys:
            self._scan(key, names, found)

    def _cell(self, e, names, found) -> None:
        self._keys(e, names, found)
        found.append(Look("cell", e.family, ownership.owner_of(e, names), at=e.span))

    def _zone(self, what: str, e, names, found) -> None:
        if isinstance(e, ir.ZoneAt):
            self._keys(e, names, found)
            found.append(Look(what, e.family, ownership.owner_of(e, names), at=e.span))
        else:
            self._scan(e, names, found)

    def _contents(self, e, names, found) -> None:
        self._zone("contents", e.zone, names, found)

    def _size(self, e, names, found) -> None:
        self._zone("count", e.zone, names, found)

    def _lies_in(self, e, names, found) -> None:
        self._scan(e.thing, names, found)
        if isinstance(e.zone, ir.ZoneAt):
            self._keys(e.zone, names, found)
            owner, thing = ownership.owner_of(e.zone, names), ownership.things(e.thing, names)
            found.append(Look("lies", e.zone.family, owner, thing, at=e.span))

    # ---------------------------------------------------------------- things

    def _field(self, e, names, found) -> None:
        self._scan(e.of, names, found)
        kind = ownership.inner(e.of.type)
        if isinstance(kind, t.Kind) and kind.name not in self.spec.space_kinds():
            found.append(Look("face", things=ownership.things(e.of, names), at=e.span, name=e.name))

    def _place(self, e, names, found) -> None:
        self._scan(e.of, names, found)
        found.append(Look("place", things=ownership.things(e.of, names), at=e.span))

    def _same(self, e, names, found) -> None:
        for one, other in ((e.left, e.right), (e.right, e.left)):
            self._scan(one, names, found)
            if isinstance(ownership.inner(one.type), t.Kind) and isinstance(other, ir.Const) and other.value != t.NONE:
                found.append(Look("named", things=ownership.things(one, names), at=e.span, name="which one it is"))

    # ---------------------------------------------------------------- names bound on the way

    def _each(self, e, names, found) -> None:
        self._scan(e.source, names, found)
        names.slots[e.slot] = ownership.members(e.source, names)
        for name in ("test", "key", "value"):
            one = getattr(e, name, None)
            if one is not None:
                self._scan(one, names, found)

    def _running(self, e, names, found) -> None:
        self._scan(e.source, names, found)
        names.slots[e.item] = ownership.members(e.source, names)
        names.slots[e.slot] = ownership.value(e.first, names)
        self._scan(e.first, names, found)
        self._scan(e.becomes, names, found)

    def _cases(self, e, names, found) -> None:
        for test, one in e.lines:
            if isinstance(test, int):
                names.slots[test] = ownership.value(one, names)
            else:
                self._scan(test, names, found)
            self._scan(one, names, found)
        if e.otherwise is not None:
            self._scan(e.otherwise, names, found)

    # ---------------------------------------------------------------- elsewhere

    def _use(self, e, names, found) -> None:
        for one in e.args:
            self._scan(one, names, found)
        inside = ownership.called(e, names)
        key = (e.define, names.me, tuple(sorted(inside.slots.items(), key=lambda pair: pair[0])))
        self._elsewhere(key, e.define.value, inside, e.span, found)

    def _points(self, e, names, found) -> None:
        self._scan(e.seat, names, found)
        whose = ownership.seat(e.seat, names)
        scores = self.spec.scores if e.index < 0 else self.spec.scores[e.index:e.index + 1]
        for score in scores:
            self._elsewhere((score, whose), score.value, Names(self.spec, whose), e.span, found, "me")

    def _reachable(self, e, names, found) -> None:
        for one in (e.who, e.start, e.count):
            self._scan(one, names, found)
        whose, route = ownership.seat(e.who, names), self.spec.routes[e.route]
        for leg in (*route.steps, *route.hops, *route.must_stop, *route.may_stop, *route.may_not_end):
            self._elsewhere((leg, whose), leg.test, Names(self.spec, whose, {route.who: whose}), e.span, found, "me")

    def _elsewhere(self, key, e, names, at, found, without="") -> None:
        """The looks of a define or score, once worked out for these names, told of the place of use."""
        if key not in self._known:
            self._known[key] = ()
            made = self.looks(e, names) if e is not None else []
            self._known[key] = tuple(dict.fromkeys(made))
        for one in self._known[key]:
            if one.what != without:
                found.append(Look(one.what, one.family, one.owner, one.things, at, one.name))

    def _supposed(self, e, names, found) -> None:
        for one in e.args:
            self._scan(one, names, found)
        self._scan(e.value, names, found)
        given = tuple(ownership.value(one, names) for one in e.args)
        for one in self._by_effect(e.routine, names.me, given):
            found.append(Look(one.what, one.family, one.owner, one.things, e.span, one.name))

    def _by_effect(self, routine: int, me, args) -> tuple:
        """What a supposed effect looks at, in all that it reaches."""
        key = (routine, me, args)
        if key not in self._known:
            self._known[key] = ()
            walk = Visits(self.plan, offers=False, soon=False)
            walk.begin(self.spec.routines[routine], me, args)
            found = [look for visit in walk.walk() for op in self.plan.ops(visit.routine) for e in _decides(op)
                     for look in self.looks(e, visit.names) if look.what != "me"]
            self._known[key] = tuple(dict.fromkeys(found))
        return self._known[key]

    def _table(self, e, names, found) -> None:
        for one in e.keys:
            self._scan(one, names, found)
        if e.otherwise is not None:
            given = {LOCALS + k: ownership.value(one, names) for k, one in enumerate(e.keys)}
            found += self.looks(e.otherwise, Names(self.spec, None, given))


SCAN = {
    ir.Me: Looker._me, ir.Cell: Looker._cell, ir.Contents: Looker._contents, ir.Size: Looker._size,
    ir.ZoneAt: Looker._keys, ir.LiesIn: Looker._lies_in, ir.FieldOf: Looker._field, ir.PlaceOf: Looker._place,
    ir.Same: Looker._same, ir.In: Looker._same, ir.Those: Looker._each, ir.ThoseBest: Looker._each,
    ir.Quantified: Looker._each, ir.Aggregate: Looker._each, ir.Running: Looker._running, ir.Cases: Looker._cases,
    ir.Use: Looker._use, ir.PointsOf: Looker._points, ir.Supposed: Looker._supposed, ir.TableAt: Looker._table,
    ir.Reachable: Looker._reachable,
}


# what these are worked out for is told where it is used, or lies open on the table; they ask, which a `suppose` does not
PASSING = (ir.Ask, ir.Move, ir.Draw, ir.Shuffle, ir.Swap, ir.Reveal, ir.Call, ir.Run, ir.End, ir.Require, ir.Roll, ir.Pick)


def _decides(op):
    """The values in an op by which a supposed effect may come out one way or another."""
    if isinstance(op, PASSING):
        return
    yield from there(op, op.does.adds)
    yield from read_by(op)


# ------------------------------------------------------------------ options that tell what is hidden


def check_hidden(made: Plan, visits: list[Visit], report: Report) -> None:
    """Every question of every activation, and every free action."""
    sight = Sight(made)
    if not sight.anything_hidden:
        return
    for visit in visits:
        for op in made.ops(visit.routine):
            if isinstance(op, ir.Ask):
                _question(sight, visit, op, report)
    for offer in made.spec.offers:
        _offer(sight, offer, report)


def _question(sight: "Sight", visit: Visit, op, report) -> None:
    decider = visit.names.me if op.by is None else ownership.seat(op.by, visit.names)
    for one in _options_of(op, visit.names):
        for look in sight.hidden(one, visit.names, decider):
            who = f"`{op.by.span.text}`" if op.by is not None else "who is asked"
            supposed = any(isinstance(e, ir.Supposed) and e.span is look.at for e in every(one))
            if supposed:
                report.add(codes.SUPPOSE_HIDDEN, look.at, what=look.said(), who=who)
            else:
                notes = (f"reached through {' > '.join(visit.chain())}",) if visit.before is not None else ()
                report.add(codes.HIDDEN_OPTIONS, look.at, who=who, what=look.said(), name=op.name, notes=notes)


def _offer(sight: "Sight", offer, report) -> None:
    spec = sight.spec
    me = one_seat(0)
    names = Names(spec, me)
    if offer.each is not None:
        names.slots[offer.slot] = ownership.members(offer.each, names)
    decider = me if offer.by is None else ownership.seat(offer.by, names)
    for look in sight.hidden(offer.test, names, decider) if offer.test is not None else ():
        who = "who may take it" if offer.by is None else f"`{offer.by.span.text}`"
        report.add(codes.HIDDEN_OPTIONS, look.at, who=who, what=look.said(), name=offer.name)


def _options_of(op, names: Names):
    """The values that decide what can be answered, and the `let`s they were worked out from."""
    todo = [one for value in there(op, op.does.options) for one in within(value)]
    todo += [one for alternative in getattr(op, "alternatives", ()) for one in within(alternative.guards)]
    todo += within(op.guards)
    seen: set[int] = set()
    while todo:
        one = todo.pop(0)
        yield one
        for slot in {e.slot for e in every(one) if isinstance(e, ir.Local)} - seen:
            seen.add(slot)
            todo += names.lets.get(slot, ())


class Sight:
    """Who sees what: the zones and cells of the Spec, by family."""

    def __init__(self, made: Plan):
        self.spec = made.spec
        self.zones = {one.family: one for one in reversed(made.spec.zones)}
        self.cells = {one.family: one for one in reversed(made.spec.cells) if one.name}
        self.shown = {to.family for to in _laid_open(made.spec)}
        self.looker = Looker(made)
        closed = [one for one in made.spec.zones if not one.out and (one.sees != EVERYBODY or one.counts != EVERYBODY)]
        self.anything_hidden = bool(closed) or any(one.sees != EVERYBODY for one in self.cells.values())

    def hidden(self, e, names: Names, decider: Seats | None) -> list[Look]:
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
                return look.things is None or all(self._faces(one, decider) for one in look.things.origins)
            case "lies":
                searched = look.things is not None and any(one.family == "*" for one in look.things.origins)
                return not searched or self._faces(Origin(look.family, look.owner), decider)
        return True

    def _faces(self, one: Origin, decider: Seats) -> bool:
        """Does the decider see what lies there, or may it have been moved to where they do?"""
        if one.family in ("*", "?") or one.family.startswith("one ") or ELSEWHERE in one.later or one.family in self.shown:
            return True
        if self._sees(self.zones.get(one.family), one.owner, decider, "sees"):
            return True
        return any(self._faces(later, decider) for later in one.later)

    def _sees(self, info, owner: Seats | Things | None, decider: Seats, how: str) -> bool:
        """By the mask of seats; a zone that only its owner sees is open to whoever may be its owner."""
        mask = EVERYBODY if info is None or getattr(info, "out", False) else getattr(info, how)
        if mask == EVERYBODY:
            return True
        if info.owner >= 0 and mask == 1 << info.owner:
            return not isinstance(owner, Seats) or not ownership.different(owner, decider)
        return decider.may is not None and all(mask >> seat & 1 for seat in decider.may)


def _laid_open(spec):
    """The zones to which something is moved face up, or whose things some rule reveals: who knows them depends on play."""
    for op in spec.plan:
        if isinstance(op, ir.Move) and op.face == "up" and isinstance(op.to, ir.ZoneAt):
            yield op.to
        elif isinstance(op, ir.Reveal):
            yield from (one for one in every(op.things) if isinstance(one, ir.ZoneAt))
