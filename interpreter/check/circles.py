"""What comes back to itself: effects (which they may), phases and turns (which they may not).

In:  the Plan.
Out: for each circle of effects a note with every link and its line; errors for phases that run one another.

One note a knot: of all circles through the same effects the shortest is told.
"""

from interpreter.check.ways import Plan
from interpreter.spec import plan
from interpreter.spec.model import Routine
from interpreter.text import codes
from interpreter.text.report import Report

TOLD = ("effect", "when", "before", "instead", "soon", "offer")


def check_circles(made: Plan, report: Report) -> None:
    """Effects first, then what is run."""
    told: set[int] = set()
    for routine in made.spec.routines:
        if routine.sort in TOLD and routine.number not in told:
            circle = _shortest(made, routine.number)
            if circle:
                knot = {n for n in made.within([routine.number]) if routine.number in made.within([n])}
                told |= knot
                _tell(made, routine, circle, knot, report)
    for routine in made.spec.routines:
        if routine.sort in ("phase", "turn"):
            circle = _shortest(made, routine.number)
            if circle and routine.number == min(n for _, n in circle if made.spec.routines[n].sort in ("phase", "turn")):
                report.add(codes.RUN_CIRCLE, routine.span, chain=_names(made, routine, circle), notes=_links(made, circle))


def _shortest(made: Plan, start: int) -> list:
    """The fewest calls that lead from a routine back to itself: (op, what it enters), one a link."""
    came: dict[int, tuple] = {}
    edge = [start]
    while edge:
        number = edge.pop(0)
        for op, target in made.calls[number]:
            if isinstance(op, plan.Look):
                continue                         # an `as soon as` trigger is never entered inside itself
            if target == start:
                return [*_back(came, number, start), (op, target)]
            if target not in came:
                came[target] = (number, op)
                edge.append(target)
    return []


def _back(came: dict, number: int, start: int) -> list:
    links = []
    while number != start:
        earlier, op = came[number]
        links.insert(0, (op, number))
        number = earlier
    return links


def _tell(made: Plan, routine: Routine, circle, knot: set[int], report: Report) -> None:
    told = {routine.name, *(made.spec.routines[n].name for _, n in circle)}
    others = sorted({made.spec.routines[n].name for n in knot} - told)
    also = (f"in longer circles with them: {', '.join(others)}",) if others else ()
    names, notes = _names(made, routine, circle), _links(made, circle) + also
    report.add(codes.EFFECT_CIRCLE, routine.span, chain=names, notes=notes)


def _names(made: Plan, routine: Routine, circle) -> str:
    """The routines in turn; an event and the effect inside it are one name."""
    names = [routine.name, *(made.spec.routines[n].name for _, n in circle)]
    return " > ".join(name for k, name in enumerate(names) if k == 0 or name != names[k - 1])


def _links(made: Plan, circle) -> tuple[str, ...]:
    said = []
    for op, target in circle:
        start, goal = made.routine_of(op), made.spec.routines[target]
        if start.name != goal.name and not isinstance(op, plan.Body):
            said.append(f"line {op.span.line}: {start.name} {_how(op)} {goal.name}")
    return tuple(said)


def _how(op) -> str:
    if isinstance(op, plan.Ask):
        return f"asks {op.name}, and beside it can be taken:"
    verbs = {plan.Fire: "sets off", plan.Look: "may set off", plan.Released: "lets go", plan.Run: "runs"}
    return verbs.get(type(op), "calls")
