"""What happens on every way through an effect: does it give what it should, proceed once, and not leave others waiting?

In:  the Plan.
Out: reports; nothing else.

These are questions about the ways through one routine. A call that never comes back (it always ends the turn) ends the way.
"""

from interpreter.check.ways import Plan
from interpreter.core.frame import LOCALS
from interpreter.spec import plan
from interpreter.spec.model import Routine
from interpreter.text import codes
from interpreter.text.report import Report


def check_paths(made: Plan, report: Report) -> None:
    """Every routine."""
    for routine in made.spec.routines:
        if routine.entry < 0:
            continue
        if routine.gives is not None and routine.sort == "effect":
            _gives(made, routine, report)
        if routine.sort == "instead":
            _proceeds(made, routine, report)
        _unreachable(made, routine, report)
        _ends_in_loop(made, routine, report)
    _two_instead(made, report)


def _gives(made: Plan, routine: Routine, report: Report) -> None:
    """An effect that gives does so on every path that does not end the turn."""
    reached = made.reached(routine.entry, ended=made.endless)
    if any(isinstance(made.spec.plan[n], plan.Return) for n in reached):
        report.add(codes.GIVE_MISSING, routine.span, name=routine.name, wanted=routine.gives)


def _proceeds(made: Plan, routine: Routine, report: Report) -> None:
    """At most once on a path; and where the event gives something, once or a `give`."""
    ops = made.spec.plan
    reached = made.reached(routine.entry)
    for number in sorted(reached):
        if isinstance(ops[number], plan.Proceed):
            again = made.reached(ops[number].next)
            if any(isinstance(ops[n], plan.Proceed) for n in again):
                report.add(codes.PROCEED_TWICE, ops[number].span)
                return
    if routine.gives is not None:
        passed = {n for n in reached if isinstance(ops[n], plan.Proceed)}
        left = made.reached(routine.entry, stop=passed, ended=made.endless)
        if any(_passes_on(ops[n], routine) for n in left):
            report.add(codes.GIVE_MISSING, routine.span, name=routine.name, wanted=routine.gives)


def _passes_on(op, routine: Routine) -> bool:
    """The last op of an `instead of` trigger: it hands on what `proceed` gave."""
    return isinstance(op, plan.Give) and isinstance(op.value, plan.Local) and op.value.slot == LOCALS + len(routine.params)


# ------------------------------------------------------------------ what is never reached


def _unreachable(made: Plan, routine: Routine, report: Report) -> None:
    """The first line of each stretch that no way leads to, and the line that leaves before it."""
    reached = made.reached(routine.entry, ended=made.endless)
    cut = False
    last = None
    for op in sorted(made.ops(routine), key=lambda op: op.number):
        if op.number in reached:
            cut, last = False, op
        elif not cut and op.does.authored and last is not None and not _closing(op, routine):
            cut = True
            report.add(codes.UNREACHABLE, op.span, line=last.span.line)


def _closing(op, routine: Routine) -> bool:
    """Is it one of those that no author wrote: the end of a turn or step, what an `instead of` hands on?"""
    return (isinstance(op, plan.Call) and op.span.text == routine.span.text) or _passes_on(op, routine)


# ------------------------------------------------------------------ leaving others in the middle


def _ends_in_loop(made: Plan, routine: Routine, report: Report) -> None:
    """`end turn` or `end phase` written inside a `for each`."""
    ops = made.spec.plan
    for head in made.ops(routine):
        if not isinstance(head, plan.Each) or head.span.text.startswith("repeat"):
            continue
        for number in made.reached(head.next, stop={head.number}):
            op = ops[number]
            inside = head.span.start <= op.span.start < head.span.end and op.span.source is head.span.source
            if inside and isinstance(op, plan.End) and op.what in ("turn", "phase"):
                report.add(codes.END_IN_LOOP, op.span, what=op.what)


def _two_instead(made: Plan, report: Report) -> None:
    """Two `instead of` on one event: the later one is outermost."""
    earlier: dict = {}
    for trigger in made.spec.triggers:
        if trigger.moment == "instead" and trigger.event:
            other = earlier.get(trigger.event)
            if other is not None and frozenset((trigger.number, other.number)) not in made.spec.ordered:
                report.add(codes.TWO_INSTEAD, trigger.span, name=trigger.name, other=other.name, event=trigger.event)
            earlier[trigger.event] = trigger
