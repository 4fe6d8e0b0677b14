"""Does a strategy decide by what its seat may know, and has it an answer to everything? (language.md 2.14 and 2.24)

In:  the Plan, every activation that can be reached, and a lowered Strategy.
Out: reports; nothing else.

The same looks that options may not take (check/hidden.py) a preference may not take either; here the seat that is asked is
`me`. What cannot be seen before play, run/eyes.py finds at the table. A `let` of the rule that asks can be named if what it
was worked out from may be seen.
"""

from interpreter.check import seats
from interpreter.check.hidden import Sight
from interpreter.check.looks import Look
from interpreter.check.seats import Names, one_seat
from interpreter.check.supposing import Supposal
from interpreter.check.visits import Visit
from interpreter.check.ways import Plan
from interpreter.spec import plan
from interpreter.spec.policy import Policy, Strategy
from interpreter.spec.reads import every
from interpreter.text import codes
from interpreter.text.report import Report


def check_strategy(made: Plan, visits: list[Visit], strategy: Strategy, report: Report) -> None:
    """Every line of it, for every activation in which its question is put."""
    if strategy.silent:
        names = "`, `".join(strategy.silent)
        report.add(codes.STRATEGY_OPEN, strategy.span, name=strategy.name, decision=names)
    _supposed(made, strategy, report)
    sight = Sight(made)
    if not sight.anything_hidden:
        return
    for visit in visits:
        for op in made.ops(visit.routine):
            policy = strategy.by_op.get(op.number)
            if policy is not None and any(one.value is not None for one in policy.preferences):
                _question(sight, strategy, policy, op, visit, report)
    for number, policy in strategy.by_offer.items():
        _offer(sight, strategy, policy, made.spec.offers[number], report)


def _supposed(made: Plan, strategy: Strategy, report: Report) -> None:
    seen = set()
    for policy in (*strategy.by_op.values(), *strategy.by_offer.values()):
        for value in _values(policy):
            for one in made.supposals(value):
                if one not in seen:
                    seen.add(one)
                    Supposal(made, one, report).check()


def _values(policy: Policy):
    return [one.value for one in policy.preferences if one.value is not None]


def _question(sight: Sight, strategy: Strategy, policy: Policy, op, visit: Visit, report: Report) -> None:
    theirs = visit.names
    decider = theirs.me if op.by is None else seats.seat(op.by, theirs)
    names = Names(sight.spec, decider)
    known = {policy.it: getattr(op, "it", -1)} | {fact.ours: fact.theirs for fact in policy.facts}
    if isinstance(op, plan.Split):
        known |= dict(zip(policy.parts, (slot for _, slot, _, _ in op.parts), strict=True))
    names.slots |= {ours: theirs.slots[slot] for ours, slot in known.items() if slot in theirs.slots}
    for value in _values(policy):
        _report(sight.hidden(value, names, decider), strategy, value, report)
        used = {one.slot for one in every(value) if isinstance(one, plan.Local)}
        for fact in policy.facts:
            for worked_out in theirs.lets.get(fact.theirs, ()) if fact.ours in used else ():
                for look in sight.hidden(worked_out, theirs, decider):
                    _say(look, strategy, policy, report, value.span)


def _offer(sight: Sight, strategy: Strategy, policy: Policy, offer, report: Report) -> None:
    names = Names(sight.spec, one_seat(0))
    if offer.each is not None:
        names.slots[policy.it] = seats.members(offer.each, names)
    for value in _values(policy):
        _report(sight.hidden(value, names, names.me), strategy, value, report)


def _report(looks: list[Look], strategy: Strategy, value, report: Report) -> None:
    for look in looks:
        at = value.span if look.at is None or look.at.source is not value.span.source else look.at
        _say(look, strategy, None, report, at)


def _say(look: Look, strategy: Strategy, policy: Policy | None, report: Report, at) -> None:
    through = () if policy is None else (f"`{at.text}` was worked out from it",)
    report.add(codes.STRATEGY_HIDDEN, at, name=strategy.name, what=look.said(), who="its seat", notes=through)
