"""Who has answered in a step for everyone at once: when that may be told to the others.

In:  a Spec, a question that is open in such a step.
Out: whether the step asks everybody exactly once, whatever they hold.

How many questions somebody is put can depend on cards that the others may not know: who is not asked has nothing that could
be chosen. That may be told only of steps that go straight on, with one question, where neither the way to it nor its options
depend on faces, or on counters that not everybody sees; how many cards somebody has lies open.
"""

from collections.abc import Iterator

from interpreter import ir
from interpreter.core.derived import derived
from interpreter.core.question import Question
from interpreter.ir.dependencies import every, reads
from interpreter.ir.model import Routine, Spec


def asks_once(spec: Spec, question: Question) -> bool:
    """Is this the one question of a step, put to everybody who takes part in it?"""
    return question.op in _asked_once(spec)


@derived
def _asked_once(spec: Spec) -> frozenset[int]:
    """The questions of which that can be said."""
    found = set()
    for routine in spec.routines:
        ops = list(_carried_out(spec, routine)) if routine.together else []
        asking = [op for op in ops if isinstance(op, ir.Ask)]
        straight = all(len(op.leads()) < 2 or isinstance(op, ir.Ask) or _open_way(spec, op) for op in ops)
        quiet = not any(isinstance(op, ir.Call) and spec.routines[op.routine].pauses for op in ops)
        if len(asking) == 1 and straight and quiet and _always_asked(spec, asking[0]):
            found.add(asking[0].number)
    return frozenset(found)


def _carried_out(spec: Spec, routine: Routine) -> Iterator[ir.Op]:
    """The ops of a routine that can be come to: of a test that an option has settled one way only."""
    met, left = set(), [routine.entry]
    while left:
        number = left.pop()
        if number < 0 or number in met or spec.plan_routine[number] != routine.number:
            continue
        met.add(number)
        op = spec.plan[number]
        yield op
        ways = [way for way, _ in op.leads()]
        if isinstance(op, ir.Branch) and isinstance(op.test, ir.Const):
            ways = ways[:1] if op.test.value else ways[1:]
        left += ways


def _open_way(spec: Spec, op: ir.Op) -> bool:
    """A test whose outcome everybody knows; a loop may ask more than once."""
    return isinstance(op, ir.Branch) and _open(spec, op.test)


def _open(spec: Spec, expr: ir.Expr) -> bool:
    """Does everybody know a value: nothing that is printed on cards, no counter that not everybody sees?"""
    cells = {("cell", one.family) for one in spec.cells if one.name and one.sees & spec.everyone != spec.everyone}
    zones = {("zone", one.family) for one in spec.zones if one.counts & spec.everyone != spec.everyone}
    return not reads(expr) & (cells | zones) and not _looks_at_faces(expr, set())


def _looks_at_faces(expr: ir.Expr, met: set[str]) -> bool:
    """Does a value depend on what is printed on cards, through defines too?"""
    for one in every(expr):
        if isinstance(one, ir.FieldOf):
            return True
        if isinstance(one, ir.Use) and one.define.name not in met:
            met.add(one.define.name)
            if _looks_at_faces(one.define.value, met):
                return True
    return False


def _always_asked(spec: Spec, op: ir.Ask) -> bool:
    """Is how many options there are known to everybody?"""
    if any(guard.test is not None for guard in op.guards):
        return False
    match op:
        case ir.May() | ir.Moment():
            return True
        case ir.Split(source=source) | ir.Choose(source=source):
            return _open(spec, source)
        case ir.Menu(alternatives=alternatives):
            return all((one.test is None or _open(spec, one.test)) and not one.guards for one in alternatives)
    return False
