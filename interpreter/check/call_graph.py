"""Which activations there can be: each routine with the players and things that `me` and its parameters can stand for.

In:  a Plan and the routines to begin with.
Out: Visits, one for each different set of names, with the chain of calls that led there; and `check_circles`, which reports
     effects that come back to themselves (a note) and phases and turns that do (an error).

An activation is looked at for what depends on arguments: whose zone it is, who decides, whether there is a turn to end. `me`
is always one certain seat, the first or the last: what holds for both holds for every seat between them.
"""

from typing import Any, assert_never

from attrs import define, field

from interpreter import ir
from interpreter.check import ownership
from interpreter.check.control_flow import Plan
from interpreter.check.ownership import Names, one_seat, Origin, Seats, Things
from interpreter.core.frame import LOCALS
from interpreter.ir import Op
from interpreter.ir.dependencies import there
from interpreter.ir.kinds import Sort, Window
from interpreter.ir.model import Routine
from interpreter.text import codes
from interpreter.text.diagnostic import Report

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
        if self.before is None or self.op is None:
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
        names.slots |= {LOCALS + k: arg for k, arg in enumerate(args) if arg is not None}
        bind(self.plan, routine, names)
        if routine.sort in (Sort.TURN, Sort.PHASE, Sort.STEP, Sort.SETUP, Sort.PLAY):
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
        elif self.offers and isinstance(op, ir.Ask):
            for offer in self.plan.offered(op):
                self._offer(visit, op, offer)

    def _call(self, visit: Visit, op) -> None:
        args = tuple(ownership.value(arg, visit.names) for arg in op.args)
        self._enter(op.routine, visit.names.me, args, visit.inside, visit, op)

    def _run(self, visit: Visit, op) -> None:
        for me in [visit.names.me] if op.seat is None else self._samples(ownership.seat(op.seat, visit.names)):
            self._enter(op.routine, me, (), visit.inside, visit, op)

    def _samples(self, whose: Seats | None) -> list[Seats]:
        """One or two certain seats for a player."""
        seats_there = range(len(self.plan.spec.seats))
        may = sorted(whose.may) if whose is not None and whose.may else \
            [k for k in seats_there if k not in self.plan.spec.automatic]
        return [one_seat(k) for k in dict.fromkeys((may[0], may[-1]))] if may else []

    def _together(self, visit: Visit, op) -> None:
        last = len(self.plan.spec.seats) - 1
        for seat in sorted({0, last} | self.plan.spec.automatic):
            self._enter(op.routine, one_seat(seat), (), visit.inside, visit, op)

    def _event_args(self, visit: Visit) -> tuple:
        return tuple(visit.names.slots.get(LOCALS + k) for k in range(len(visit.routine.params)))

    def _within_event(self, visit: Visit, op) -> None:
        for target in sorted(self.plan.enters(op)):
            self._enter(target, visit.names.me, self._event_args(visit), visit.inside, visit, op)

    def _moved_each(self, visit: Visit, op) -> None:
        self._enter(op.routine, visit.names.me, (), visit.inside, visit, op)

    def _look(self, visit: Visit, op) -> None:
        """`as soon as` triggers are armed at the end of set-up, so they do not run in it."""
        if not self.soon or self.plan.spec.setup in visit.inside:
            return
        for number in op.triggers:
            trigger = self.plan.spec.triggers[number]
            args = () if trigger.each is None else (ownership.members(trigger.each, visit.names),)
            self._enter(trigger.routine, visit.names.me, args, visit.inside, visit, op)

    def _offer(self, visit: Visit, op, offer) -> None:
        routine = self.plan.spec.routines[offer.routine]
        if offer.window in (Window.DURING, Window.DURING_STEP) and not self._open(visit, offer):
            return
        args = [None] * len(routine.params)
        if offer.each is not None:
            args[-1] = ownership.members(offer.each, Names(self.plan.spec, visit.names.me))
        self._enter(offer.routine, visit.names.me, tuple(args), visit.inside, visit, op)

    def _open(self, visit: Visit, offer) -> bool:
        """Is the phase or step open, during which this may be taken?"""
        around = {(r.parent, r.name) if r.sort == Sort.STEP else (r.name,) for r in map(self._routine, visit.inside)}
        return offer.target in around

    def _routine(self, number: int) -> Routine:
        return self.plan.spec.routines[number]


FOLLOW = {
    ir.Call: Visits._call, ir.Run: Visits._run, ir.Together: Visits._together, ir.Body: Visits._within_event,
    ir.Fire: Visits._within_event, ir.Proceed: Visits._within_event, ir.EachMoved: Visits._moved_each,
    ir.Look: Visits._look, ir.Released: Visits._look,
}


# ------------------------------------------------------------------ what binds a name


def bind(plan: Plan, routine: Routine, names: Names) -> Names:
    """What every name of a routine can stand for, in the order written."""
    moved: dict[int, set] = {}
    listed: dict[int, ir.Expr] = {}
    for op in plan.ops(routine):
        for binding in op.bindings():
            _bind(binding, op, names, listed)
        _moved(op, names, moved)
    for slot, places in moved.items():
        known = names.slots.get(slot)
        if isinstance(known, Things):
            later = [Origin(o.family, o.owner, o.later | frozenset(places)) for o in known.origins]
            names.slots[slot] = Things(frozenset(later))
    return names


def _bind(binding: ir.Binding, op: Op, names: Names, listed: dict[int, ir.Expr]) -> None:
    """What a slot stands for once an op has given it something; `listed` are the collections of the loops so far."""
    of: Any = binding.of                                 # an expression, of NEXT a slot: as Holds says
    match binding.holds:
        case ir.Holds.VALUE:
            names.lets.setdefault(binding.slot, []).append(of)
            _let(binding.slot, of, op, names)
        case ir.Holds.MEMBER:
            names.slots[binding.slot] = ownership.members(of, names)
        case ir.Holds.ALL:
            listed[binding.slot] = of
        case ir.Holds.NEXT:
            names.slots[binding.slot] = ownership.members(listed[of], names)
        case ir.Holds.RESULT:
            pass                                     # nothing is known of it
        case _:
            assert_never(binding.holds)


def _let(slot: int, value: ir.Expr, op: Op, names: Names) -> None:
    given, earlier = ownership.value(value, names), names.slots.get(slot)
    if slot not in names.slots:
        names.slots[slot] = given
    elif isinstance(earlier, Things) and isinstance(given, Things):
        names.slots[slot] = Things(earlier.origins | given.origins)
    elif isinstance(earlier, Seats) and isinstance(given, Seats):
        may = None if earlier.may is None or given.may is None else earlier.may | given.may
        names.slots[slot] = Seats(("let", op), may)
    elif earlier != given:
        names.slots[slot] = None


def _moved(op, names: Names, moved) -> None:
    """A name whose thing is moved on, or handed to an effect that may move it."""
    match op:
        case ir.Move(things=ir.Local(slot=slot), to=ir.ZoneAt() as to):
            things = ownership.things(to, names)
            moved.setdefault(slot, set()).update(things.origins if things else {ELSEWHERE})
        case _:
            handed = op.args if isinstance(op, ir.Call) else tuple(there(op, op.does.moves))
            for value in handed:
                if isinstance(value, ir.Local):
                    moved.setdefault(value.slot, set()).add(ELSEWHERE)


# ------------------------------------------------------------------ what comes back to itself


TOLD = ("effect", "when", "before", "instead", "soon", "offer")


def check_circles(plan: Plan, report: Report) -> None:
    """Effects first, then what is run."""
    told: set[int] = set()
    for routine in plan.spec.routines:
        if routine.sort in TOLD and routine.number not in told:
            circle = _shortest(plan, routine.number)
            if circle:
                knot = {n for n in plan.within([routine.number]) if routine.number in plan.within([n])}
                told |= knot
                _tell(plan, routine, circle, knot, report)
    for routine in plan.spec.routines:
        if routine.sort in (Sort.PHASE, Sort.TURN):
            circle = _shortest(plan, routine.number)
            if circle and routine.number == min(n for _, n in circle if plan.spec.routines[n].sort in (Sort.PHASE, Sort.TURN)):
                report.add(codes.RUN_CIRCLE, routine.span, chain=_names(plan, routine, circle), notes=_links(plan, circle))


def _shortest(plan: Plan, start: int) -> list:
    """The fewest calls that lead from a routine back to itself: (op, what it enters), one a link."""
    came: dict[int, tuple] = {}
    edge = [start]
    while edge:
        number = edge.pop(0)
        for op, target in plan.calls[number]:
            if isinstance(op, ir.Look):
                continue                         # an `as soon as` trigger is never entered inside itself
            if target == start:
                return [*_back(came, number, start), (op, target)]
            if target not in came:
                came[target] = (number, op)
                edge.append(target)
    return []


def _back(came: dict, number: int, start: int) -> list:
    links: list[tuple[Op, int]] = []
    while number != start:
        earlier, op = came[number]
        links.insert(0, (op, number))
        number = earlier
    return links


def _tell(plan: Plan, routine: Routine, circle, knot: set[int], report: Report) -> None:
    told = {routine.name, *(plan.spec.routines[n].name for _, n in circle)}
    others = sorted({plan.spec.routines[n].name for n in knot} - told)
    also = (f"in longer circles with them: {', '.join(others)}",) if others else ()
    names, notes = _names(plan, routine, circle), _links(plan, circle) + also
    report.add(codes.EFFECT_CIRCLE, routine.span, chain=names, notes=notes)


def _names(plan: Plan, routine: Routine, circle) -> str:
    """The routines in turn; an event and the effect inside it are one name."""
    names = [routine.name, *(plan.spec.routines[n].name for _, n in circle)]
    return " > ".join(name for k, name in enumerate(names) if k == 0 or name != names[k - 1])


def _links(plan: Plan, circle) -> tuple[str, ...]:
    said = []
    for op, target in circle:
        start, goal = plan.routine_of(op), plan.spec.routines[target]
        if start.name != goal.name and not isinstance(op, ir.Body):
            said.append(f"line {op.span.line}: {start.name} {_how(op)} {goal.name}")
    return tuple(said)


def _how(op) -> str:
    if isinstance(op, ir.Ask):
        return f"asks {op.name}, and beside it can be taken:"
    verbs = {ir.Fire: "sets off", ir.Look: "may set off", ir.Released: "lets go", ir.Run: "runs"}
    return verbs.get(type(op), "calls")
