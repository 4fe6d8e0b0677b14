"""Do the branches of a step for everyone at once keep out of each other's way? (language.md 2.13)

In:  the Plan.
Out: reports; nothing else.

A branch changes its own player's zones, counters and states. It may put things into the zones of others and on the table,
and draw from shared piles, but take from nowhere else; and it may read nothing that a sibling may be changing meanwhile.
Calls are followed with their arguments: what `place(me, card)` does is one's own business, what `place(left_of(me), card)`
does is not, and the complaint is about the line of the step that leads there.
"""

from attrs import define, field

from interpreter import ir
from interpreter.check import ownership
from interpreter.check.call_graph import Visit, Visits
from interpreter.check.control_flow import Plan
from interpreter.check.information_flow import Look, Looker
from interpreter.check.ownership import Names, one_seat, Origin, Seats, Things
from interpreter.core import types as t
from interpreter.ir.dependencies import read_by, there
from interpreter.ir.model import Routine
from interpreter.text import codes
from interpreter.text.diagnostic import Code, Report

SHARED_PILES = ("pile", "stack", "column")


def check_simultaneity(plan: Plan, report: Report) -> None:
    """Every step for everyone at once, as its first and its last seat."""
    for routine in plan.spec.routines:
        if routine.together:
            for seat in dict.fromkeys((0, len(plan.spec.seats) - 1)):
                Branch(plan, routine, one_seat(seat), report).check()


@define(eq=False)
class Branch:
    """One seat's branch: `changed` is what any branch may change for its own seat, `shared` the piles it draws from;
    `told` the lines of the step that have been complained of."""

    plan: Plan
    step: Routine
    me: Seats
    report: Report
    changed: set = field(factory=set)
    shared: set = field(factory=set)
    told: set = field(factory=set)
    looker: Looker = field(init=False)
    shapes: dict = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.looker = Looker(self.plan)
        self.shapes = {zone.family: zone for zone in reversed(self.plan.spec.zones)}

    def check(self) -> None:
        """First what is changed, then what is read: a branch may read what no sibling changes."""
        walk = Visits(self.plan, soon=False)
        walk.begin(self.step, self.me)
        visits = walk.walk()
        for visit in visits:
            for op in self.plan.ops(visit.routine):
                self._changes(visit, op)
        written = set(self.told)
        for visit in visits:
            for op in self.plan.ops(visit.routine):
                if (visit.outermost(self.step) or op) not in written:
                    for e in read_by(op):
                        for look in self.looker.looks(e, visit.names):
                            self._reads(visit, op, look)

    # ---------------------------------------------------------------- changes

    def _changes(self, visit: Visit, op: ir.Op) -> None:
        does = op.does
        for cell in there(op, does.cells):
            self._cell(visit, op, cell)
        for what in there(op, does.moves + does.takes):
            self._taken(visit, op, what)
        for what in there(op, does.draws + does.mixes):
            self._taken(visit, op, what, drawn=True)
        for to in there(op, does.filled):
            self._put(to, visit.names)
        if isinstance(op, ir.End) and op.what != "step":
            self._ends(visit, op, op.what)

    def _cell(self, visit: Visit, op: ir.Op, cell: ir.Cell) -> None:
        owner = ownership.owner_of(cell, visit.names)
        mine = self._own(Origin("", owner)) if isinstance(owner, Seats) else self._all_own(owner)
        if mine:
            self.changed.add(("cell", cell.family))
        else:
            self._wrong(visit, op, f"`{cell.span.text}`")

    def _taken(self, visit: Visit, op: ir.Op, what: ir.Expr, drawn: bool = False) -> None:
        """Things leave where they lie: that has to be the player's own, or a shared pile that is drawn from."""
        things = ownership.things(what, visit.names)
        kind = t.innermost(what.type)
        if isinstance(kind, t.Kind):
            self.changed.add(("kind", kind.name))
        for origin in things.origins if things is not None else ():
            if self._own(origin):
                self.changed.add(("zone", origin.family))
            elif drawn and self._pile(origin):
                self.shared.add(origin.family)
            else:
                self._wrong(visit, op, self._where(origin, what))
        if things is None:
            self._wrong(visit, op, f"what `{what.span.text}` is may lie anywhere, so it")

    def _put(self, to: ir.Expr, names: Names) -> None:
        if isinstance(to, ir.ZoneAt):
            origin = Origin(to.family, ownership.owner_of(to, names))
            if self._own(origin):
                self.changed.add(("zone", origin.family))
            elif self._pile(origin):
                self.shared.add(origin.family)

    def _pile(self, origin: Origin) -> bool:
        info = self.shapes.get(origin.family)
        return info is not None and info.owner < 0 and info.shape in SHARED_PILES and not isinstance(origin.owner, Seats)

    def _own(self, origin: Origin) -> bool:
        return isinstance(origin.owner, Seats) and ownership.same(origin.owner, self.me)

    def _all_own(self, things: Seats | Things | None) -> bool:
        """Do all these things lie with the player whose branch it is?"""
        return isinstance(things, Things) and all(self._own(origin) for origin in things.origins)

    def _where(self, origin: Origin, what: ir.Expr) -> str:
        if origin.family == "*":
            return f"a {t.bare(t.innermost(what.type))} that may lie anywhere"
        if origin.owner is None:
            return f"`{origin.family}`, from which things are taken,"
        return f"`{what.span.text}`"

    # ---------------------------------------------------------------- reads

    def _reads(self, visit: Visit, op: ir.Op, look: Look) -> None:
        zone_read = look.what in ("count", "contents", "lies")
        if zone_read and look.family in self.shared and not isinstance(look.owner, Seats):
            code = codes.SHARED_PILE_COUNT if look.what == "count" else codes.BRANCH_READS
            self._complain(code, visit, op, look, zone=look.family, step=self.step.name, what=look.said())
        elif self._may_change(look):
            self._complain(codes.BRANCH_READS, visit, op, look, step=self.step.name, what=look.said())

    def _may_change(self, look: Look) -> bool:
        """May a sibling be changing what is looked at?"""
        if look.what == "cell" and ("cell", look.family) in self.changed:
            return not (self._own(Origin("", look.owner)) or self._all_own(look.owner))
        if look.what in ("count", "contents", "lies") and ("zone", look.family) in self.changed:
            return not self._own(Origin(look.family, look.owner))
        if look.what == "place":
            moved = look.things is None or any(self._moves(origin) for origin in look.things.origins)
            return moved and bool(self.changed)
        return False

    def _moves(self, origin: Origin) -> bool:
        """May a sibling move what was found there?"""
        if self._own(origin):
            return False
        kinds = {key[1] for key in self.changed if key[0] == "kind"}
        info = self.shapes.get(origin.family.removeprefix("one "))
        return origin.family == "*" or (info is not None and info.kind in kinds)

    # ---------------------------------------------------------------- complaints

    def _ends(self, visit: Visit, op: ir.Op, what: str) -> None:
        inside = {self.plan.spec.routines[n].sort for n in visit.inside if n != self.step.number}
        if what == "game" or what not in inside:
            self._complain(codes.BRANCH_ENDS, visit, op, None, what=what)

    def _wrong(self, visit: Visit, op: ir.Op, what: str) -> None:
        self._complain(codes.BRANCH_WRITES, visit, op, None, step=self.step.name, what=what)

    def _complain(self, code: Code, visit: Visit, op: ir.Op, look: Look | None, **facts) -> None:
        """At the line of the step itself; what is in an effect that it calls is named in a note."""
        outer = visit.outermost(self.step)
        self.told.add(outer or op)
        if outer is None:
            self.report.add(code, look.at if look is not None else op.span, **facts)
            return
        where = f"in `{visit.routine.name}`, line {op.span.line}: `{op.span.text.splitlines()[0].strip()}`"
        self.report.add(code, outer.span, notes=(where,), **facts)
