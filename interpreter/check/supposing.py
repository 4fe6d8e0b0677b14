"""Can what is supposed be carried out without asking, without chance, and to its end? (language.md 2.20)

In:  the Plan.
Out: reports; nothing else.

On the copy a `may` is declined, so only what follows then is looked at. Any other question, a roll, a shuffle, a card nobody
knows, and an `end` that leaves what is supposed are errors, each with the chain of effects that leads there.
"""

from typing import assert_never

from attrs import define

from interpreter.check.ways import Plan, after
from interpreter.spec import plan
from interpreter.spec.model import EVERYBODY, Routine
from interpreter.spec.reads import there, values_of
from interpreter.text import codes
from interpreter.text.report import Report


def check_supposing(made: Plan, report: Report) -> None:
    """Every `suppose` of every value."""
    seen = set()
    for one in _all_supposed(made):
        if one not in seen:
            seen.add(one)
            Supposal(made, one, report).check()


def _all_supposed(made: Plan):
    spec = made.spec
    values = [value for op in spec.plan for value in values_of(op)]
    values += [one.value for one in (*spec.scores, *spec.definitions, *spec.winner) if one.value is not None]
    values += [one.test for one in (*spec.triggers, *spec.offers, *spec.always) if one.test is not None]
    for value in values:
        yield from made.supposals(value)


@define(eq=False)
class Supposal:
    """One `suppose`, and what it reaches."""

    plan: Plan
    supposed: plan.Supposed
    report: Report

    def check(self) -> None:
        """Nearest first, so that the chain in the message is the shortest."""
        edge = [(self.supposed.routine, (), frozenset())]
        seen = {(self.supposed.routine, frozenset())}
        while edge:
            number, chain, inside = edge.pop(0)
            routine = self.plan.spec.routines[number]
            for op in self._reached(routine):
                here = (*chain, f"{routine.name} (line {op.span.line})")
                self._look(op, here, inside)
                around = inside | {routine.sort} if routine.sort in ("turn", "phase", "step") else inside
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
            edge += [op.otherwise] if _declined(op) else after(op)
        return [self.plan.spec.plan[n] for n in sorted(seen)]

    def _look(self, op, chain: tuple, inside: frozenset) -> None:
        at, way = self.supposed.span, " > ".join(dict.fromkeys(chain))
        match op.does.asks:
            case plan.Asks.NOBODY:
                pass
            case plan.Asks.SEAT:
                if not isinstance(op, plan.Moment) and not _declined(op):
                    self.report.add(codes.SUPPOSE_ASKS, at, name=op.name, chain=way)
            case plan.Asks.CHANCE:
                self.report.add(codes.SUPPOSE_CHANCE, at, what=op.does.chance, chain=way)
            case plan.Asks.UNSEEN:
                if any(map(self._unknown, there(op, op.does.draws))):
                    self.report.add(codes.SUPPOSE_CHANCE, at, what="card that nobody knows", chain=way)
            case _:
                assert_never(op.does.asks)
        if isinstance(op, plan.End) and op.what not in inside:
            self.report.add(codes.SUPPOSE_ENDS, at, what=op.what, chain=way)

    def _unknown(self, source) -> bool:
        """Is this a pile whose order only chance knows?"""
        if not isinstance(source, plan.ZoneAt):
            return False
        info = self.plan.spec.zones[source.base]
        return info.ordered and (info.sees != EVERYBODY or info.refill >= 0)


def _declined(op) -> bool:
    return isinstance(op, plan.May) or (isinstance(op, plan.Choose) and op.may)
