"""What a value looks at: whose counters, whose zones, which faces; through defines, scores and what is supposed.

In:  an expression, and what the names there stand for.
Out: Look records, each with the place in the rules where it is to be complained of.

A look tells apart what the limits of simultaneity and of hidden information tell apart: how many lie in a zone, which lie
there, what is printed on them, where a thing lies, what a counter says. Inside a define it stands for the place of its use.
"""

from attrs import define, field, frozen

from interpreter.check import seats
from interpreter.check.seats import Names, Seats, Things
from interpreter.check.visits import Visits
from interpreter.check.ways import Plan
from interpreter.core import types as t
from interpreter.core.frame import LOCALS
from interpreter.spec import plan
from interpreter.spec.model import Spec
from interpreter.spec.plan import Expr
from interpreter.spec.reads import parts, read_by, there
from interpreter.text.report import InternalError
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
        elif e.reads in (plan.Reads.NOTHING, plan.Reads.NAME) and not (e.elsewhere or e.on_copy):
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
        found.append(Look("cell", e.family, seats.owner_of(e, names), at=e.span))

    def _zone(self, what: str, e, names, found) -> None:
        if isinstance(e, plan.ZoneAt):
            self._keys(e, names, found)
            found.append(Look(what, e.family, seats.owner_of(e, names), at=e.span))
        else:
            self._scan(e, names, found)

    def _contents(self, e, names, found) -> None:
        self._zone("contents", e.zone, names, found)

    def _size(self, e, names, found) -> None:
        self._zone("count", e.zone, names, found)

    def _lies_in(self, e, names, found) -> None:
        self._scan(e.thing, names, found)
        if isinstance(e.zone, plan.ZoneAt):
            self._keys(e.zone, names, found)
            owner, thing = seats.owner_of(e.zone, names), seats.things(e.thing, names)
            found.append(Look("lies", e.zone.family, owner, thing, at=e.span))

    # ---------------------------------------------------------------- things

    def _field(self, e, names, found) -> None:
        self._scan(e.of, names, found)
        kind = seats.inner(e.of.type)
        if isinstance(kind, t.Kind) and kind.name not in self.spec.space_kinds():
            found.append(Look("face", things=seats.things(e.of, names), at=e.span, name=e.name))

    def _place(self, e, names, found) -> None:
        self._scan(e.of, names, found)
        found.append(Look("place", things=seats.things(e.of, names), at=e.span))

    def _same(self, e, names, found) -> None:
        for one, other in ((e.left, e.right), (e.right, e.left)):
            self._scan(one, names, found)
            if isinstance(seats.inner(one.type), t.Kind) and isinstance(other, plan.Const) and other.value != t.NONE:
                found.append(Look("named", things=seats.things(one, names), at=e.span, name="which one it is"))

    # ---------------------------------------------------------------- names bound on the way

    def _each(self, e, names, found) -> None:
        self._scan(e.source, names, found)
        names.slots[e.slot] = seats.members(e.source, names)
        for name in ("test", "key", "value"):
            one = getattr(e, name, None)
            if one is not None:
                self._scan(one, names, found)

    def _running(self, e, names, found) -> None:
        self._scan(e.source, names, found)
        names.slots[e.item] = seats.members(e.source, names)
        names.slots[e.slot] = seats.value(e.first, names)
        self._scan(e.first, names, found)
        self._scan(e.becomes, names, found)

    def _cases(self, e, names, found) -> None:
        for test, one in e.lines:
            if isinstance(test, int):
                names.slots[test] = seats.value(one, names)
            else:
                self._scan(test, names, found)
            self._scan(one, names, found)
        if e.otherwise is not None:
            self._scan(e.otherwise, names, found)

    # ---------------------------------------------------------------- elsewhere

    def _use(self, e, names, found) -> None:
        for one in e.args:
            self._scan(one, names, found)
        inside = seats.called(e, names)
        key = (e.define, names.me, tuple(sorted(inside.slots.items(), key=lambda pair: pair[0])))
        self._elsewhere(key, e.define.value, inside, e.span, found)

    def _points(self, e, names, found) -> None:
        self._scan(e.seat, names, found)
        whose = seats.seat(e.seat, names)
        scores = self.spec.scores if e.index < 0 else self.spec.scores[e.index:e.index + 1]
        for score in scores:
            self._elsewhere((score, whose), score.value, Names(self.spec, whose), e.span, found, "me")

    def _reachable(self, e, names, found) -> None:
        for one in (e.who, e.start, e.count):
            self._scan(one, names, found)
        whose, route = seats.seat(e.who, names), e.route
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
        given = tuple(seats.value(one, names) for one in e.args)
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
            given = {LOCALS + k: seats.value(one, names) for k, one in enumerate(e.keys)}
            found += self.looks(e.otherwise, Names(self.spec, None, given))


SCAN = {
    plan.Me: Looker._me, plan.Cell: Looker._cell, plan.Contents: Looker._contents, plan.Size: Looker._size,
    plan.ZoneAt: Looker._keys, plan.LiesIn: Looker._lies_in, plan.FieldOf: Looker._field, plan.PlaceOf: Looker._place,
    plan.Same: Looker._same, plan.In: Looker._same, plan.Those: Looker._each, plan.ThoseBest: Looker._each,
    plan.Quantified: Looker._each, plan.Aggregate: Looker._each, plan.Running: Looker._running, plan.Cases: Looker._cases,
    plan.Use: Looker._use, plan.PointsOf: Looker._points, plan.Supposed: Looker._supposed, plan.TableAt: Looker._table,
    plan.Reachable: Looker._reachable,
}


# what these are worked out for is told where it is used, or lies open on the table; they ask, which a `suppose` does not
PASSING = (plan.Ask, plan.Move, plan.Draw, plan.Shuffle, plan.Swap, plan.Reveal, plan.Call, plan.Run, plan.End, plan.Require, plan.Roll, plan.Pick)


def _decides(op):
    """The values in an op by which a supposed effect may come out one way or another."""
    if isinstance(op, PASSING):
        return
    yield from there(op, op.does.adds)
    yield from read_by(op)
