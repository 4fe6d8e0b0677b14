"""Does a strategy decide by what its seat may know, and does it answer everything; and can each `suppose` be carried out?

In:  the Plan, every activation that can be reached, and for a strategy the lowered Strategy.
Out: reports; nothing else.

A preference may look at what options may look at, and at nothing else (language.md 2.14, 2.24; check/information_flow.py);
here the seat that is asked is `me`. What cannot be seen before play, observation/masks.py finds at the table. A `let` of the
rule that asks can be named if what it was worked out from may be seen. What is supposed runs without asking, without chance,
and to its end (language.md 2.20).
"""

from typing import assert_never

from attrs import define

from interpreter import ir
from interpreter.check import ownership
from interpreter.check.call_graph import Visit
from interpreter.check.control_flow import after, Plan
from interpreter.check.information_flow import Look, Sight
from interpreter.check.ownership import Names, one_seat
from interpreter.ir.dependencies import every, there, values_of
from interpreter.ir.kinds import Sort
from interpreter.ir.model import EVERYBODY, Routine
from interpreter.ir.policy import Policy, Strategy
from interpreter.text import codes
from interpreter.text.diagnostic import Report


def check_supposing(plan: Plan, report: Report) -> None:
    """Every `suppose` of every value."""
    seen = set()
    for supposed in _all_supposed(plan):
        if supposed not in seen:
            seen.add(supposed)
            Supposal(plan, supposed, report).check()


def _all_supposed(plan: Plan):
    spec = plan.spec
    values = [value for op in spec.plan for value in values_of(op)]
    more: list[ir.Expr | None] = [score.value for score in spec.scores]
    more += [define.value for define in spec.definitions] + [criterion.value for criterion in spec.winner]
    more += [trigger.test for trigger in spec.triggers] + [offer.test for offer in spec.offers]
    more += [line.test for line in spec.always]
    for value in [*values, *(expr for expr in more if expr is not None)]:
        yield from plan.supposals(value)


@define(eq=False)
class Supposal:
    """One `suppose`, and what it reaches."""

    plan: Plan
    supposed: ir.Supposed
    report: Report

    def check(self) -> None:
        """Nearest first, so that the chain in the message is the shortest."""
        edge: list[tuple[int, tuple[str, ...], frozenset[str]]] = [(self.supposed.routine, (), frozenset())]
        seen = {(number, around) for number, _, around in edge}
        while edge:
            number, chain, inside = edge.pop(0)
            routine = self.plan.spec.routines[number]
            for op in self._reached(routine):
                here = (*chain, f"{routine.name} (line {op.span.line})")
                self._look(op, here, inside)
                around = inside | {routine.sort} if routine.sort in (Sort.TURN, Sort.PHASE, Sort.STEP) else inside
                for target in self.plan.enters(op):
                    if (target, around) not in seen:
                        seen.add((target, around))
                        edge.append((target, here, around))

    def _reached(self, routine: Routine) -> list:
        """The ops that may be carried out when every `may` is declined."""
        seen, edge = set(), [routine.entry]
        while edge:
            number = edge.pop()
            if number < 0 or number in seen:
                continue
            seen.add(number)
            op = self.plan.spec.plan[number]
            edge += [op.otherwise] if isinstance(op, ir.Ask) and _declined(op) else after(op)
        return [self.plan.spec.plan[n] for n in sorted(seen)]

    def _look(self, op, chain: tuple, inside: frozenset) -> None:
        at, way = self.supposed.span, " > ".join(dict.fromkeys(chain))
        match op.does.asks:
            case ir.Asks.NOBODY:
                pass
            case ir.Asks.SEAT:
                if not isinstance(op, ir.Moment) and not _declined(op):
                    self.report.add(codes.SUPPOSE_ASKS, at, name=op.name, chain=way)
            case ir.Asks.CHANCE:
                self.report.add(codes.SUPPOSE_CHANCE, at, what=op.does.chance, chain=way)
            case ir.Asks.UNSEEN:
                if any(map(self._unknown, there(op, op.does.draws))):
                    self.report.add(codes.SUPPOSE_CHANCE, at, what="card that nobody knows", chain=way)
            case _:
                assert_never(op.does.asks)
        if isinstance(op, ir.End) and op.what not in inside:
            self.report.add(codes.SUPPOSE_ENDS, at, what=op.what, chain=way)

    def _unknown(self, source) -> bool:
        """Is this a pile whose order only chance knows?"""
        if not isinstance(source, ir.ZoneAt):
            return False
        info = self.plan.spec.zones[source.base]
        return info.ordered and (info.sees != EVERYBODY or info.refill >= 0)


def _declined(op) -> bool:
    return isinstance(op, ir.May) or (isinstance(op, ir.Choose) and op.may)


# ------------------------------------------------------------------ strategies


def check_strategy(plan: Plan, visits: list[Visit], strategy: Strategy, report: Report) -> None:
    """Every line of it, for every activation in which its question is put."""
    if strategy.silent:
        names = "`, `".join(strategy.silent)
        report.add(codes.STRATEGY_OPEN, strategy.span, name=strategy.name, decision=names)
    _supposed(plan, strategy, report)
    sight = Sight(plan)
    if not sight.anything_hidden:
        return
    for visit in visits:
        for op in plan.ops(visit.routine):
            policy = strategy.by_op.get(op.number)
            if policy is not None and any(preference.value is not None for preference in policy.preferences):
                _question(sight, strategy, policy, op, visit, report)
    for number, policy in strategy.by_offer.items():
        _offer(sight, strategy, policy, plan.spec.offers[number], report)


def _supposed(plan: Plan, strategy: Strategy, report: Report) -> None:
    seen = set()
    for policy in (*strategy.by_op.values(), *strategy.by_offer.values()):
        for value in _values(policy):
            for supposed in plan.supposals(value):
                if supposed not in seen:
                    seen.add(supposed)
                    Supposal(plan, supposed, report).check()


def _values(policy: Policy):
    return [preference.value for preference in policy.preferences if preference.value is not None]


def _question(sight: Sight, strategy: Strategy, policy: Policy, op, visit: Visit, report: Report) -> None:
    theirs = visit.names
    decider = theirs.me if op.by is None else ownership.seat(op.by, theirs)
    names = Names(sight.spec, decider)
    known = {policy.it: getattr(op, "it", -1)} | {fact.ours: fact.theirs for fact in policy.facts}
    if isinstance(op, ir.Split):
        known |= dict(zip(policy.parts, (slot for _, slot, _, _ in op.parts), strict=True))
    names.slots |= {ours: theirs.slots[slot] for ours, slot in known.items() if slot in theirs.slots}
    for value in _values(policy):
        _report(sight.hidden(value, names, decider), strategy, value, report)
        used = {expr.slot for expr in every(value) if isinstance(expr, ir.Local)}
        for fact in policy.facts:
            for worked_out in theirs.lets.get(fact.theirs, ()) if fact.ours in used else ():
                for look in sight.hidden(worked_out, theirs, decider):
                    _say(look, strategy, policy, report, value.span)


def _offer(sight: Sight, strategy: Strategy, policy: Policy, offer, report: Report) -> None:
    names = Names(sight.spec, one_seat(0))
    if offer.each is not None:
        names.slots[policy.it] = ownership.members(offer.each, names)
    for value in _values(policy):
        _report(sight.hidden(value, names, names.me), strategy, value, report)


def _report(looks: list[Look], strategy: Strategy, value, report: Report) -> None:
    for look in looks:
        at = value.span if look.at is None or look.at.source is not value.span.source else look.at
        _say(look, strategy, None, report, at)


def _say(look: Look, strategy: Strategy, policy: Policy | None, report: Report, at) -> None:
    through = () if policy is None else (f"`{at.text}` was worked out from it",)
    report.add(codes.STRATEGY_HIDDEN, at, name=strategy.name, what=look.said(), who="its seat", notes=through)
