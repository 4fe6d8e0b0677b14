"""Which activations there can be: each routine with whom `me` and its parameters can stand for, from where it is entered.

In:  a Plan and the routines to begin with.
Out: Visits, each once for what its names stand for, with the chain that led there.

What is looked at per activation is what depends on arguments: whose zone it is, who decides, whether there is a turn to end.
`me` is always one certain seat, the first or the last, since what holds for both holds for whoever is between.
"""

from typing import assert_never

from attrs import define, field

from interpreter.check import seats
from interpreter.check.seats import Names, Origin, Seats, Things, one_seat
from interpreter.check.ways import Plan
from interpreter.core.frame import LOCALS
from interpreter.spec import plan
from interpreter.spec.model import Routine
from interpreter.spec.plan import Op
from interpreter.spec.reads import there

MOST = 5000                                 # activations looked at in one game; the largest we know has a few hundred
ELSEWHERE = Origin("?")


@define(eq=False)
class Visit:
    """An activation: its routine, its names, the routines around it that can be ended, and the op that entered it."""

    routine: Routine
    names: Names
    inside: frozenset
    before: "Visit | None" = None
    op: Op | None = None

    def chain(self) -> list[str]:
        """The routines from the outermost to this one, each with the line that entered it."""
        if self.before is None:
            return [self.routine.name]
        return [*self.before.chain(), f"{self.routine.name} (line {self.op.span.line})"]

    def outermost(self, start: Routine) -> Op | None:
        """The op of `start` through which this activation was reached; None within `start` itself."""
        visit = self
        while visit.before is not None and visit.before.routine is not start:
            visit = visit.before
        return visit.op if visit.before is not None else None


@define(eq=False)
class Visits:
    """Walks from activation to activation."""

    plan: Plan
    offers: bool = True
    soon: bool = True
    found: list = field(factory=list)
    _seen: set = field(factory=set)
    _edge: list = field(factory=list)

    def begin(self, routine: Routine, me: Seats | None, args=(), inside=frozenset()) -> None:
        """One to begin with."""
        self._enter(routine.number, me, args, inside, None, None)

    def walk(self) -> list[Visit]:
        """Every activation that can be reached, nearest first."""
        k = 0
        while k < len(self._edge) and k < MOST:
            visit = self._edge[k]
            k += 1
            self.found.append(visit)
            for op in self.plan.ops(visit.routine):
                self._follow(visit, op)
        return self.found

    def _enter(self, number, me, args, inside, before, op) -> None:
        routine = self.plan.spec.routines[number]
        args = tuple(args[:len(routine.params)]) + (None,) * (len(routine.params) - len(args))
        key = (number, me, args, inside)
        if key in self._seen or routine.entry < 0:
            return
        self._seen.add(key)
        names = Names(self.plan.spec, me)
        names.slots |= {LOCALS + k: one for k, one in enumerate(args) if one is not None}
        bind(self.plan, routine, names)
        if routine.sort in ("turn", "phase", "step", "setup", "play"):
            inside |= {number}
        self._edge.append(Visit(routine, names, inside, before, op))

    # ---------------------------------------------------------------- calls

    def _follow(self, visit: Visit, op) -> None:
        follow = FOLLOW.get(type(op))
        if follow is not None:
            follow(self, visit, op)
        elif entered := self.plan.enters(op):
            for number in sorted(entered):           # with what arguments is not known
                self._enter(number, visit.names.me, (), visit.inside, visit, op)
        elif self.offers and isinstance(op, plan.Ask):
            for offer in self.plan.offered(op):
                self._offer(visit, op, offer)

    def _call(self, visit, op) -> None:
        args = tuple(seats.value(one, visit.names) for one in op.args)
        self._enter(op.routine, visit.names.me, args, visit.inside, visit, op)

    def _run(self, visit, op) -> None:
        for me in [visit.names.me] if op.seat is None else self._samples(seats.seat(op.seat, visit.names)):
            self._enter(op.routine, me, (), visit.inside, visit, op)

    def _samples(self, whose: Seats | None) -> list[Seats]:
        """One or two certain seats for a player."""
        seats_there = range(len(self.plan.spec.seats))
        may = sorted(whose.may) if whose is not None and whose.may else \
            [k for k in seats_there if k not in self.plan.spec.automatic]
        return [one_seat(k) for k in dict.fromkeys((may[0], may[-1]))] if may else []

    def _together(self, visit, op) -> None:
        last = len(self.plan.spec.seats) - 1
        for seat in sorted({0, last} | self.plan.spec.automatic):
            self._enter(op.routine, one_seat(seat), (), visit.inside, visit, op)

    def _event_args(self, visit) -> tuple:
        return tuple(visit.names.slots.get(LOCALS + k) for k in range(len(visit.routine.params)))

    def _within_event(self, visit, op) -> None:
        for target in sorted(self.plan.enters(op)):
            self._enter(target, visit.names.me, self._event_args(visit), visit.inside, visit, op)

    def _moved_each(self, visit, op) -> None:
        self._enter(op.routine, visit.names.me, (), visit.inside, visit, op)

    def _look(self, visit, op) -> None:
        """`as soon as` triggers are armed at the end of set-up, so they do not run in it."""
        if not self.soon or self.plan.spec.setup in visit.inside:
            return
        for number in op.triggers:
            trigger = self.plan.spec.triggers[number]
            args = ()
            if trigger.each is not None:
                args = (seats.members(trigger.each, visit.names),)
            self._enter(trigger.routine, visit.names.me, args, visit.inside, visit, op)

    def _offer(self, visit, op, offer) -> None:
        routine = self.plan.spec.routines[offer.routine]
        if offer.window in ("during", "during_step") and not self._open(visit, offer):
            return
        args = [None] * len(routine.params)
        if offer.each is not None:
            args[-1] = seats.members(offer.each, Names(self.plan.spec, visit.names.me))
        self._enter(offer.routine, visit.names.me, tuple(args), visit.inside, visit, op)

    def _open(self, visit, offer) -> bool:
        """Is the phase or step open, during which this may be taken?"""
        around = {(r.parent, r.name) if r.sort == "step" else (r.name,) for r in map(self._routine, visit.inside)}
        return offer.target in around

    def _routine(self, number: int) -> Routine:
        return self.plan.spec.routines[number]


FOLLOW = {
    plan.Call: Visits._call, plan.Run: Visits._run, plan.Together: Visits._together, plan.Body: Visits._within_event,
    plan.Fire: Visits._within_event, plan.Proceed: Visits._within_event, plan.EachMoved: Visits._moved_each,
    plan.Look: Visits._look, plan.Released: Visits._look,
}


# ------------------------------------------------------------------ what binds a name


def bind(made: Plan, routine: Routine, names: Names) -> Names:
    """What every name of a routine can stand for, in the order written."""
    moved: dict[int, set] = {}
    listed: dict[int, plan.Expr] = {}
    for op in made.ops(routine):
        for one in op.bindings():
            _bind(one, op, names, listed)
        _moved(op, names, moved)
    for slot, places in moved.items():
        found = names.slots.get(slot)
        if isinstance(found, Things):
            later = [Origin(o.family, o.owner, o.later | frozenset(places)) for o in found.origins]
            names.slots[slot] = Things(frozenset(later))
    return names


def _bind(one: plan.Binding, op: Op, names: Names, listed: dict[int, plan.Expr]) -> None:
    """What a slot stands for once an op has given it something; `listed` are the collections of the loops so far."""
    match one.holds:
        case plan.Holds.VALUE:
            names.lets.setdefault(one.slot, []).append(one.of)
            _let(one, op, names)
        case plan.Holds.MEMBER:
            names.slots[one.slot] = seats.members(one.of, names)
        case plan.Holds.ALL:
            listed[one.slot] = one.of
        case plan.Holds.NEXT:
            names.slots[one.slot] = seats.members(listed[one.of], names)
        case plan.Holds.RESULT:
            pass                                     # nothing is known of it
        case _:
            assert_never(one.holds)


def _let(one: plan.Binding, op: Op, names: Names) -> None:
    found, earlier = seats.value(one.of, names), names.slots.get(one.slot)
    if one.slot not in names.slots:
        names.slots[one.slot] = found
    elif isinstance(earlier, Things) and isinstance(found, Things):
        names.slots[one.slot] = Things(earlier.origins | found.origins)
    elif isinstance(earlier, Seats) and isinstance(found, Seats):
        may = None if earlier.may is None or found.may is None else earlier.may | found.may
        names.slots[one.slot] = Seats(("let", op), may)
    elif earlier != found:
        names.slots[one.slot] = None


def _moved(op, names, moved) -> None:
    """A name whose thing is moved on, or handed to an effect that may move it."""
    match op:
        case plan.Move(things=plan.Local(slot=slot), to=plan.ZoneAt() as to):
            found = seats.things(to, names)
            moved.setdefault(slot, set()).update(found.origins if found else {ELSEWHERE})
        case _:
            handed = op.args if isinstance(op, plan.Call) else tuple(there(op, op.does.moves))
            for one in handed:
                if isinstance(one, plan.Local):
                    moved.setdefault(one.slot, set()).add(ELSEWHERE)
