"""Who may ask, and who is there to be asked: deciders, automatic seats, `me`, and what there is to end.

In:  the Plan, and every activation that can be reached from set-up and play.
Out: reports; and `levels`, what each routine may do at most, for those who show it.

The four levels: a routine is *constant*, *reads* the table, *writes* it, or *asks* (a player or chance). What stands in an
expression can do no more than read, since the grammar has no statement in it; so the levels are told, not checked.
"""

from interpreter.check import seats
from interpreter.check.looks import Looker
from interpreter.check.visits import Visit
from interpreter.check.ways import Plan
from interpreter.spec import plan
from interpreter.spec.reads import read_by, values_of, writes
from interpreter.text import codes
from interpreter.text.report import Report

CONSTANT, READS, WRITES, ASKS = "constant", "reads", "writes", "asks"
LEVELS = (CONSTANT, READS, WRITES, ASKS)


def check_effects(made: Plan, visits: list[Visit], report: Report) -> None:
    """Every op of every activation."""
    looker = Looker(made)
    for visit in visits:
        for op in made.ops(visit.routine):
            match op:
                case plan.Ask():
                    _asked(made, visit, op, report)
                case plan.End(what=what) if what != "game":
                    _ended(made, visit, op, report)
            if visit.names.me is None:
                _without_me(looker, visit, op, report)


def _asked(made: Plan, visit: Visit, op, report: Report) -> None:
    if isinstance(op, plan.Moment):
        return
    if op.by is None and visit.names.me is None:
        report.add(codes.DECIDER_MISSING, op.span, name=op.name, notes=_chain(visit))
        return
    whose = visit.names.me if op.by is None else seats.seat(op.by, visit.names)
    automatic = made.spec.automatic
    if not automatic or whose is None or not whose.may or not whose.may & automatic:
        return
    if whose.may <= automatic and not (op.by is None and _looked_at(made, visit)):
        names = ", ".join(made.spec.seats[k] for k in sorted(whose.may))
        report.add(codes.AUTOMATIC_ASKED, op.span, name=op.name, seat=names, notes=_chain(visit))


def _looked_at(made: Plan, visit: Visit) -> bool:
    """Does a rule on the way ask whose branch this is? Then it may have left out the automatic seat."""
    while visit is not None:
        for op in made.ops(visit.routine):
            if isinstance(op, plan.Branch) and any(isinstance(e, plan.Me) for one in values_of(op) for e in made.every(one)):
                return True
        visit = visit.before if visit.before is not None and visit.before.names.me is visit.names.me else None
    return False


def _ended(made: Plan, visit: Visit, op, report: Report) -> None:
    """A turn, phase or step can be ended only from inside one."""
    around = {made.spec.routines[n].sort for n in visit.inside}
    if op.what not in around:
        report.add(codes.END_OUTSIDE, op.span, what=op.what, notes=_chain(visit))


def _without_me(looker: Looker, visit: Visit, op, report: Report) -> None:
    """`me` where it is nobody's turn: said at the place, with the way that leads there."""
    for value in read_by(op):
        for look in looker.looks(value, visit.names):
            if look.what == "me":
                report.add(codes.NO_ME, look.at, notes=_chain(visit))


def _chain(visit: Visit) -> tuple[str, ...]:
    chain = [one for one in visit.chain() if not one.startswith("main")]
    return (f"reached through {' > '.join(chain)}",) if len(chain) > 1 else ()


# ------------------------------------------------------------------ levels


def levels(made: Plan) -> dict[str, str]:
    """What each effect, event, trigger, step and free action may do at most, by its name."""
    own = {r.number: max((_level(op) for op in made.ops(r)), default=0) for r in made.spec.routines}
    return {r.name: LEVELS[max(own[n] for n in made.within([r.number]))] for r in made.spec.routines}


def _level(op) -> int:
    if op.does.asks in (plan.Asks.SEAT, plan.Asks.CHANCE):
        return 3
    if writes(op) or op.does.shows:
        return 2
    return int(any(True for _ in values_of(op)))
