"""Where ops lead: what comes after each, which routines it enters, and which values it works out.

In:  a Spec.
Out: a Plan: the ops of each routine, their successors, the routines that each may enter, and what is reached from where; and
     `check_paths`, which reports effects that on some way do not give, proceed twice, or leave others waiting.

The plan is a graph, and every other pass asks it the same few questions. What an op enters is what it may enter: a trigger
whose test may fail, a free action that may be left. Neighbours: check/ownership.py says whose things a name stands for,
check/call_graph.py follows calls with their arguments.
"""

from functools import cached_property

from attrs import define, field

from interpreter import ir
from interpreter.core.frame import LOCALS
from interpreter.ir import Expr, Op
from interpreter.ir.dependencies import every, values_of
from interpreter.ir.kinds import Sort, Timing
from interpreter.ir.model import Routine, Spec
from interpreter.text import codes
from interpreter.text.diagnostic import Report


def after(op: Op) -> list[int]:
    """The ops that may come next in the same routine."""
    return [number for number, _ in op.leads()]


@define(eq=False)
class Plan:
    """A Spec's ops as a graph."""

    spec: Spec
    _of: dict = field(init=False, repr=False)

    def __attrs_post_init__(self):
        self._of = {r.number: [] for r in self.spec.routines}
        for op, routine in zip(self.spec.plan, self.spec.plan_routine, strict=True):
            if not isinstance(op, ir.Goto):
                self._of[routine].append(op)

    def ops(self, routine: Routine | int) -> list[Op]:
        """The ops of a routine, as written."""
        return self._of[routine if isinstance(routine, int) else routine.number]

    def routine_of(self, op: Op) -> Routine:
        """The routine that an op stands in."""
        return self.spec.routines[self.spec.plan_routine[op.number]]

    def reached(self, start: int, stop=frozenset(), ended=frozenset()) -> set[int]:
        """The ops that may be carried out from `start` on, in the same routine: not beyond one of `stop`, nor beyond a call
        of a routine that is in `ended`."""
        seen, edge = set(), [start]
        while edge:
            number = edge.pop()
            if number in seen or number in stop or number < 0:
                continue
            seen.add(number)
            op = self.spec.plan[number]
            if not (ended and self._ends(op, ended)):
                edge += after(op)
        return seen

    def _ends(self, op: Op, ended) -> bool:
        return any(self.spec.routines[r].number in ended for r in self.surely(op))

    def surely(self, op: Op) -> set[int]:
        """The routines that an op enters whatever happens."""
        return op.surely(self.spec.triggers)

    # ---------------------------------------------------------------- routines that an op may enter

    def enters(self, op: Op) -> set[int]:
        """The routines that an op may enter; free actions apart."""
        entered = self._entered.get(op.number)
        if entered is None:
            entered = self._entered[op.number] = op.entered(self.spec.triggers)
        return entered

    def offered(self, op: Op) -> list:
        """The free actions that may stand beside a question."""
        if not isinstance(op, ir.Ask):
            return []
        beside = {"beside": lambda o: op.name in o.target, "during": bool, "during_step": bool}
        offers = [o for o in self.spec.offers if o.window in beside and beside[o.window](o)]
        return offers + [self.spec.offers[n] for n in op.offers]

    @cached_property
    def calls(self) -> dict[int, list[tuple[Op, int]]]:
        """For each routine the ops that may enter another, with what they enter; also what a `suppose` in it carries out."""
        calls: dict[int, list] = {r.number: [] for r in self.spec.routines}
        for op, routine in zip(self.spec.plan, self.spec.plan_routine, strict=True):
            entered = self.enters(op) | {o.routine for o in self.offered(op)} | self.supposed(op)
            calls[routine] += [(op, target) for target in sorted(entered)]
        return calls

    @cached_property
    def apart(self) -> frozenset[int]:
        """The routines of triggers that stay out of `suppose`."""
        return frozenset(one.routine for one in self.spec.triggers if one.apart)

    def supposed(self, op: Op) -> set[int]:
        """The effects that values in an op suppose."""
        return {supposed.routine for value in values_of(op) for supposed in self.supposals(value)}

    def every(self, value: Expr) -> list[Expr]:
        """A value, all inside it, and all inside the defines it uses."""
        known = self._insides.get(value)
        if known is not None:                      # several checks ask for the same
            return known
        insides, edge, seen = self._insides.setdefault(value, []), [value], set()
        while edge:
            for inner in every(edge.pop()):
                insides.append(inner)
                if isinstance(inner, ir.Use) and inner.define.value is not None and inner.define not in seen:
                    seen.add(inner.define)
                    edge.append(inner.define.value)
        return insides

    def supposals(self, value: Expr) -> list[ir.Supposed]:
        """Every `suppose` in a value and in the defines it uses."""
        if value not in self._supposals:
            self._supposals[value] = ()
            supposals = [expr for expr in self.every(value) if isinstance(expr, ir.Supposed)]
            self._supposals[value] = tuple(supposals)
        return self._supposals[value]

    _entered: dict[int, set[int]] = field(factory=dict, init=False, repr=False)
    _supposals: dict = field(factory=dict, init=False, repr=False)
    _insides: dict = field(factory=dict, init=False, repr=False)

    def within(self, starts) -> set[int]:
        """The routines that may be entered, directly or not, from these; themselves included."""
        seen, edge = set(), list(starts)
        while edge:
            number = edge.pop()
            if number not in seen:
                seen.add(number)
                edge += [target for _, target in self.calls[number]]
        return seen

    # ---------------------------------------------------------------- routines that never come back

    @cached_property
    def endless(self) -> frozenset[int]:
        """The routines that always leave by an `end`, so that nothing after a call of them is carried out."""
        leaving: frozenset[int] = frozenset()
        while True:
            happen = [r for r in self.spec.routines if r.sort in (Sort.EFFECT, Sort.EVENT)]
            more = frozenset(r.number for r in happen if self._leaves(r, leaving))
            if more == leaving:
                return leaving
            leaving = more

    def _leaves(self, routine: Routine, ended) -> bool:
        if routine.entry < 0:
            return False
        reached = self.reached(routine.entry, ended=ended)
        return not any(self.spec.plan[n].does.goes is ir.Goes.BACK for n in reached)


# ------------------------------------------------------------------ every way through an effect


def check_paths(plan: Plan, report: Report) -> None:
    """Every routine."""
    for routine in plan.spec.routines:
        if routine.entry < 0:
            continue
        if routine.gives is not None and routine.sort == Sort.EFFECT:
            _gives(plan, routine, report)
        if routine.sort == Sort.INSTEAD:
            _proceeds(plan, routine, report)
        _unreachable(plan, routine, report)
        _ends_in_loop(plan, routine, report)
    _two_instead(plan, report)


def _gives(plan: Plan, routine: Routine, report: Report) -> None:
    """An effect that gives does so on every path that does not end the turn."""
    reached = plan.reached(routine.entry, ended=plan.endless)
    if any(isinstance(plan.spec.plan[n], ir.Return) for n in reached):
        report.add(codes.GIVE_MISSING, routine.span, name=routine.name, wanted=routine.gives)


def _proceeds(plan: Plan, routine: Routine, report: Report) -> None:
    """At most once on a path; and where the event gives something, once or a `give`."""
    ops = plan.spec.plan
    reached = plan.reached(routine.entry)
    for number in sorted(reached):
        if isinstance(ops[number], ir.Proceed):
            again = plan.reached(ops[number].next)
            if any(isinstance(ops[n], ir.Proceed) for n in again):
                report.add(codes.PROCEED_TWICE, ops[number].span)
                return
    if routine.gives is not None:
        passed = {n for n in reached if isinstance(ops[n], ir.Proceed)}
        left = plan.reached(routine.entry, stop=passed, ended=plan.endless)
        if any(_passes_on(ops[n], routine) for n in left):
            report.add(codes.GIVE_MISSING, routine.span, name=routine.name, wanted=routine.gives)


def _passes_on(op, routine: Routine) -> bool:
    """The last op of an `instead of` trigger: it hands on what `proceed` gave."""
    return isinstance(op, ir.Give) and isinstance(op.value, ir.Local) and op.value.slot == LOCALS + len(routine.params)


# ------------------------------------------------------------------ what is never reached


def _unreachable(plan: Plan, routine: Routine, report: Report) -> None:
    """The first line of each stretch that no way leads to, and the line that leaves before it."""
    reached = plan.reached(routine.entry, ended=plan.endless)
    cut = False
    last = None
    for op in sorted(plan.ops(routine), key=lambda op: op.number):
        if op.number in reached:
            cut, last = False, op
        elif not cut and op.does.authored and last is not None and not _closing(op, routine):
            cut = True
            report.add(codes.UNREACHABLE, op.span, line=last.span.line)


def _closing(op, routine: Routine) -> bool:
    """Is it one of those that no author wrote: the end of a turn or step, what an `instead of` hands on?"""
    return (isinstance(op, ir.Call) and op.span.text == routine.span.text) or _passes_on(op, routine)


# ------------------------------------------------------------------ leaving others in the middle


def _ends_in_loop(plan: Plan, routine: Routine, report: Report) -> None:
    """`end turn` or `end phase` written inside a `for each`."""
    ops = plan.spec.plan
    for head in plan.ops(routine):
        if not isinstance(head, ir.Each) or head.span.text.startswith("repeat"):
            continue
        for number in plan.reached(head.next, stop={head.number}):
            op = ops[number]
            inside = head.span.start <= op.span.start < head.span.end and op.span.source is head.span.source
            if inside and isinstance(op, ir.End) and op.what in ("turn", "phase"):
                report.add(codes.END_IN_LOOP, op.span, what=op.what)


def _two_instead(plan: Plan, report: Report) -> None:
    """Two `instead of` on one event: the later one is outermost."""
    earlier: dict = {}
    for trigger in plan.spec.triggers:
        if trigger.moment == Timing.INSTEAD and trigger.event:
            other = earlier.get(trigger.event)
            if other is not None and frozenset((trigger.number, other.number)) not in plan.spec.ordered:
                report.add(codes.TWO_INSTEAD, trigger.span, name=trigger.name, other=other.name, event=trigger.event)
            earlier[trigger.event] = trigger
