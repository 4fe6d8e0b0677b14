"""Which triggers may come at the same moment, with nothing but their place in the files to order them?

In:  the Plan.
Out: `unordered`, the pairs for which it can matter, and a note for each; `divided`, the triggers whose own members can matter
     to each other.

Two triggers come together if they wait for the same moment of the same event, if what they are looked at for may become true by
the same change, or if one `hold` lets both go. It can matter where what one does is something that the other reads, or sets as
well; and where one may end what the other stands in. Two that only add to the same counter come out the same either way. Tests
that exclude one another keep a pair apart, unless what one does is read by the other's test.

Next door: lower/symbols.py for what `order` lines say; laws/confluence.py plays both orders.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Any, assert_never

from attrs import define, field, fields, frozen

from interpreter import ir
from interpreter.check.control_flow import Plan
from interpreter.core import types as t
from interpreter.core.derived import derived
from interpreter.core.frame import LOCALS
from interpreter.ir import Expr, Reads
from interpreter.ir.dependencies import every, read_by, there, writes
from interpreter.ir.kinds import Timing
from interpreter.ir.model import Spec, Trigger
from interpreter.text import codes
from interpreter.text.diagnostic import Report

OPPOSITE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">"}


@frozen(eq=False)
class Pair:
    """Two triggers, the first of them first in the files, and when they come together, in words."""

    first: Trigger
    second: Trigger
    when: str


def check_order(plan: Plan, report: Report) -> None:
    """A note for each pair, and for each trigger whose members cannot all come because the first ends the game."""
    for pair in unordered(plan):
        report.add(codes.ORDER_UNSAID, pair.second.span, name=pair.first.name, other=pair.second.name, when=pair.when,
                   notes=(f"`{pair.first.name}` stands in {pair.first.span}, and comes first now",))
    for trigger in plan.spec.triggers:
        if trigger.each is not None and not _switched_off(trigger.test) and _ends_game(plan, trigger):
            what = "players" if t.element(trigger.each.type) == t.SEAT else "members"
            report.add(codes.SIMULTANEOUS_END, trigger.span, name=trigger.name, what=what)


def _ends_game(plan: Plan, trigger: Trigger) -> bool:
    """May the trigger end the game, itself or by what it calls?"""
    ops = (op for number in _called(plan, trigger.routine) for op in plan.ops(number))
    return any(isinstance(op, ir.End) and op.what == "game" for op in ops)


def unordered(plan: Plan) -> list[Pair]:
    """Every pair for which the order can matter and of which no line says anything."""
    spec, pairs = plan.spec, []
    deeds = {trigger.number: Deeds.of(plan, trigger) for trigger in spec.triggers}
    for first, second in combinations(spec.triggers, 2):
        when = "" if frozenset((first.number, second.number)) in spec.ordered else _together(plan, first, second)
        if when and _matters(deeds[first.number], deeds[second.number]) and not _apart(deeds, first, second):
            pairs.append(Pair(first, second, when))
    return pairs


def divided(plan: Plan) -> list[Trigger]:
    """The `as soon as` triggers with a `for each` for which the order of the members can matter."""
    triggers = []
    for trigger in plan.spec.triggers:
        if trigger.each is not None and not _switched_off(trigger.test):
            deeds = Deeds.of(plan, trigger)
            if deeds.ends or _matters(deeds, deeds):
                triggers.append(trigger)
    return triggers


# ------------------------------------------------------------------ at the same moment


def _together(plan: Plan, first: Trigger, second: Trigger) -> str:
    """When they may come at the same moment, in words; empty if never."""
    if _switched_off(first.test) or _switched_off(second.test):
        return ""
    both = {first.number, second.number}
    if first.moment == second.moment in (Timing.WHEN, Timing.BEFORE):
        if first.event and first.event == second.event:
            return f"{first.moment} `{first.event}` happens"
    elif first.moment == second.moment == Timing.SOON:
        if any(isinstance(op, ir.Look) and both <= set(op.triggers) for op in plan.spec.plan):
            return "as soon as one change makes both true"
    if any(isinstance(op, ir.Released) and both <= set(op.triggers) for op in plan.spec.plan):
        return "when the `hold` lets both go"
    return ""


def _switched_off(test: Expr | None) -> bool:
    """Does an option keep the test from ever holding?"""
    for part in _parts(test) if test is not None else ():
        match part:
            case ir.Const(value=0):
                return True
            case ir.Same(left=ir.Option(value=chosen), right=ir.Const(value=wanted), negated=negated):
                if (chosen == wanted) == negated:
                    return True
    return False


# ------------------------------------------------------------------ what a trigger does


@define(eq=False)
class Deeds:
    """What a trigger's test reads, what it reads in all, what it sets, what it only adds to, whether it may end something."""

    test: set = field(factory=set)
    read: set = field(factory=set)
    written: set = field(factory=set)
    added: set = field(factory=set)
    ends: bool = False

    @classmethod
    def of(cls, plan: Plan, trigger: Trigger) -> "Deeds":
        """With all it calls; what wakes by itself meanwhile, and what players do of their own accord, comes in any case."""
        deeds = cls()
        for value in (trigger.test, trigger.each):
            if value is not None:
                deeds.test |= _looks(plan, value)
        deeds.read |= deeds.test
        for number in _called(plan, trigger.routine):
            for op in plan.ops(number):
                deeds._takes_in(plan, op, number == trigger.routine)
        return deeds

    def _takes_in(self, plan: Plan, op: ir.Op, own: bool) -> None:
        for value in read_by(op):
            self.read |= _looks(plan, value, own)
        if not _bounded(op):
            self.added |= {("cell", cell.family) for cell in there(op, op.does.adds)}
        self.ends |= op.does.goes is ir.Goes.OUT
        if own:
            self.written |= {("argument", given.slot - LOCALS) for given in op.bindings() if given.holds is ir.Holds.VALUE}
        self.written |= _changes(plan, op)

    def changed(self) -> set:
        """All that it may change."""
        return self.written | self.added


def _called(plan: Plan, start: int) -> set[int]:
    """A routine and all that it enters, directly or not."""
    seen, edge = set(), [start]
    while edge:
        number = edge.pop()
        if number not in seen:
            seen.add(number)
            edge += [target for op in plan.ops(number) if not isinstance(op, ir.Look) for target in plan.enters(op)]
    return seen


def _looks(plan: Plan, value: Expr, own: bool = True) -> set:
    """The zones and cells that a value looks at, through defines too; with `own`, arguments of the event."""
    looked: set = set()
    for expr in plan.every(value):
        if expr.reads is not Reads.NOTHING:
            looked |= _looks_itself(expr, own)
    return looked


def _looks_itself(expr: Any, own: bool) -> set:        # `reads` says which class it is, and so which fields it has
    match expr.reads:
        case Reads.NOTHING | Reads.ME:
            return set()
        case Reads.NAME:
            return {("argument", expr.slot - LOCALS)} if own else set()
        case Reads.CELL:
            return {("cell", expr.family)}
        case Reads.ZONE:
            return {("zone", expr.family)}
        case Reads.PLACE:
            return {("place", expr.of.type.name if isinstance(expr.of.type, t.Kind) else "*")}
        case Reads.KIND:
            return {("zone", "*")}
        case Reads.TABLE:
            return {("zone", "*"), ("cell", "*")}
        case _:
            assert_never(expr.reads)


def _bounded(op: ir.Op) -> bool:
    """Does what is added stop at a bound, so that two changes come out otherwise in another order?"""
    return getattr(op, "bound", None) is not None


def _changes(plan: Plan, op: ir.Op) -> set:
    """What an op sets, apart from what it only adds to."""
    does = op.does
    changed = {("cell", cell.family) for cell in there(op, does.cells if _bounded(op) else does.sets)}
    if does.anywhere:
        changed.add(("zone", "*"))
    else:
        for value in there(op, does.leaving + does.puts):
            changed |= _zones(plan, value)
    return changed | _places(op) if does.anywhere or any(there(op, does.puts)) else changed


def _places(op: ir.Op) -> set:
    """The kinds of which something lies elsewhere after an op."""
    return {("place", name) for sort, name in writes(op) if sort == "kind" and name != "*"} or {("place", "*")}


def _zones(plan: Plan, value: Expr) -> set:
    """The zones that something is taken from or put into; of a thing that may lie anywhere, those that take its kind."""
    named = {("zone", expr.family) for expr in every(value) if isinstance(expr, ir.ZoneAt)}
    kind = t.element(value.type) or value.type
    if named or not isinstance(kind, t.Kind):
        return named or {("zone", "*")}
    return {("zone", family) for taken, family in _families(plan.spec) if taken in ("", kind.name)}


@derived
def _families(spec: Spec) -> set[tuple[str, str]]:
    """Which zones take which kinds."""
    return {(zone.kind, zone.family) for zone in spec.zones}


def _meet(some: set, others: set) -> bool:
    """Is there anything in common? `*` is any zone or cell."""
    for sort, name in some:
        if (sort, name) in others or (sort, "*") in others or name == "*" and any(other[0] == sort for other in others):
            return True
    return False


def _matters(deeds: Deeds, other: Deeds) -> bool:
    """Can the order make a difference?"""
    if _meet(deeds.changed(), other.read) or _meet(other.changed(), deeds.read):
        return True
    if _meet(deeds.written, other.changed()) or _meet(other.written, deeds.changed()):
        return True
    return deeds.ends or other.ends


# ------------------------------------------------------------------ tests that exclude one another


def _apart(deeds: dict[int, Deeds], first: Trigger, second: Trigger) -> bool:
    """Can at most one of the two come, whichever is first?"""
    of_first, of_second = deeds[first.number], deeds[second.number]
    if first.each is not None or second.each is not None or first.test is None or second.test is None:
        return False
    if _meet(of_first.changed(), of_second.test) or _meet(of_second.changed(), of_first.test):
        return False
    return any(_excludes(a, b) for a in _parts(first.test) for b in _parts(second.test))


def _parts(test: Expr) -> Iterator[Expr]:
    """What has to hold all at once."""
    if isinstance(test, ir.And):
        yield from _parts(test.left)
        yield from _parts(test.right)
    else:
        yield test


def _excludes(this: Expr, other: Expr) -> bool:
    """Can the two not be true together, as far as can be seen from how they are written?"""
    match this, other:
        case (ir.Not(value=value), rest) | (rest, ir.Not(value=value)):
            return _alike(value, rest)
        case ir.Same(), ir.Same() if _alike(this.left, other.left):
            alike = _alike(this.right, other.right)
            if this.negated != other.negated:
                return alike
            if this.negated or not isinstance(this.right, ir.Const) or not isinstance(other.right, ir.Const):
                return False
            return this.right.value != other.right.value
        case ir.Empty(of=a, negated=m), ir.Empty(of=b, negated=n):
            return m != n and _alike(a, b)
        case ir.Compared(), ir.Compared() if _alike(this.left, other.left):
            return OPPOSITE[this.sign] == other.sign and _alike(this.right, other.right)
    return False


def _alike(this, other) -> bool:
    """Do two values say the same, wherever they stand?"""
    if isinstance(this, tuple) and isinstance(other, tuple):
        return len(this) == len(other) and all(map(_alike, this, other))
    if not isinstance(this, Expr) or not isinstance(other, Expr):
        return this == other
    form: type = type(this)
    parts = (part.name for part in fields(form) if part.name not in ("span", "type"))
    return form is type(other) and all(_alike(getattr(this, part), getattr(other, part)) for part in parts)


__all__ = ["Pair", "check_order", "unordered"]
