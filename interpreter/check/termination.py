"""Does every loop, and every play, come to an end; and is there a result?

In:  the Plan.
Out: reports; nothing else.

A loop is sure to end if on every way round something goes one way only: a zone from which things are taken and into which
nothing is put, a counter that is only lowered. A loop in which nothing can change what its condition reads, and which has no
way out, never ends. Between the two lie loops that depend on dice and decisions; there only `play` itself is asked for a
`limit`, since a loop inside a turn is stopped in play when it does not come to rest.
"""

from attrs import define, field

from interpreter import ir
from interpreter.check import ownership
from interpreter.check.amounts import size
from interpreter.check.call_graph import bind
from interpreter.check.control_flow import after, Plan
from interpreter.check.ownership import Names, one_seat
from interpreter.core import types as t
from interpreter.ir.dependencies import every, reads, there
from interpreter.ir.kinds import Rank
from interpreter.ir.model import Routine
from interpreter.lower.scope import Context
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.diagnostic import Report


def check_flow(plan: Plan, ctx: Context, report: Report) -> None:
    """Loops, then what is to come of the whole."""
    if plan.spec.play >= 0:
        played = plan.within([plan.spec.play])
        for routine in plan.spec.routines:
            for head in _heads(plan, routine):
                Loop(plan, routine, head).check(routine.number in played, report)
    _result(plan, ctx, report)


def _heads(plan: Plan, routine: Routine) -> list:
    """The conditions of `while` and `repeat until`: what some later op leads back to."""
    back = {n for op in plan.ops(routine) for n in after(op) if 0 <= n <= op.number}
    return [op for op in plan.ops(routine) if op.number in back and isinstance(op, ir.Branch)]


@define(eq=False)
class Loop:
    """A loop: its condition, the ops of its block, and all that these may enter."""

    plan: Plan
    routine: Routine
    head: ir.Branch
    block: list = field(init=False)
    entered: set = field(init=False)
    ops: list = field(init=False)
    drains: dict = field(factory=dict)

    def __attrs_post_init__(self):
        ops = self.plan.spec.plan
        self.block = [ops[n] for n in sorted(self.plan.reached(self.head.next, stop={self.head.number}))]
        calls = [target for op, target in self.plan.calls[self.routine.number] if op in self.block]
        self.entered = self.plan.within(calls)
        self.ops = self.block + [op for n in sorted(self.entered) for op in self.plan.ops(n)]

    def check(self, played: bool, report: Report) -> None:
        """Says so if it cannot end, or if it is the play's own and nothing shows that it does."""
        if not self._way_out() and not self._changes_condition():
            report.add(codes.LOOP_UNBOUNDED, self.head.span)
        elif played and any(isinstance(op, ir.Run) for op in self.block) and not self._bounded():
            report.add(codes.NO_LIMIT, self.head.span)

    def _way_out(self) -> bool:
        own = any(op.does.goes is ir.Goes.BACK for op in self.block)
        return own or any(op.does.goes is ir.Goes.OUT or isinstance(op, ir.Tick) for op in self.ops)

    # ---------------------------------------------------------------- does it change what its condition reads?

    def _changes_condition(self) -> bool:
        wanted = reads(self.head.test)
        slots = {e.slot for e in every(self.head.test) if isinstance(e, ir.Local)}
        if slots & {binding.slot for op in self.block for binding in op.bindings()}:
            return True
        if ("cell", "*") in wanted or any(kind == "kind" and name == "*" for kind, name in wanted):
            return any(True for op in self.ops for _ in self._changed(op))
        placed = any(isinstance(e, ir.PlaceOf) for e in self.plan.every(self.head.test))
        if placed:
            wanted |= {("zone", "?")}
        zones = any(kind == "zone" for kind, _ in wanted)
        changed = {key for op in self.ops for key in self._changed(op)}
        return bool(wanted & changed) or (zones and ("zone", "?") in changed) or \
            (placed and any(kind == "zone" for kind, _ in changed))

    def _changed(self, op):
        """What an op changes: counters and zones by family, ("zone", "?") where it cannot be seen which."""
        does = op.does
        for cell in there(op, does.cells):
            yield "cell", cell.family
        if does.anywhere:
            yield "zone", "?"
            return
        for what in there(op, does.leaving + does.puts):
            yield from self._families(op, what)
        for pile in there(op, does.draws):
            yield from self._refill(pile)

    def _families(self, op, e):
        things = ownership.things(e, self._names(op))
        for origin in things.origins if things is not None else ():
            yield "zone", origin.family if origin.family != "*" and not origin.family.startswith("one ") else "?"
        if things is None:
            yield "zone", "?"

    def _refill(self, source):
        if isinstance(source, ir.ZoneAt):
            refill = self.plan.spec.zones[source.base].refill
            if refill >= 0:
                yield "zone", self.plan.spec.zones[refill].family

    def _names(self, op) -> Names:
        routine = self.plan.routine_of(op)
        if routine.number not in self.drains:
            self.drains[routine.number] = bind(self.plan, routine, Names(self.plan.spec, one_seat(0)))
        return self.drains[routine.number]

    # ---------------------------------------------------------------- is it sure to end?

    def _bounded(self) -> bool:
        """A limit on what it runs, or something that goes one way on every way round."""
        if any(isinstance(op, ir.Tick) for op in self.ops):
            return True
        grown = {key for op in self.ops for key in self._grown(op)}
        shrunk = {key for op in self.ops for key in self._shrunk(op)}
        return any(self._every_round(key) for key in sorted(shrunk - grown))

    def _shrunk(self, op):
        """What certainly becomes less by an op: a zone, a counter, or (as `raised`) a counter that becomes more; of any other
        form nothing is certain."""
        match op:
            case ir.Draw(count=count, source=source) if _at_least_one(count) and (not op.if_possible or self._filled(source)):
                yield from self._families(op, source)
            case ir.Move(things=moved, if_possible=False) if self._something(op, moved):
                yield from self._families(op, moved)
            case ir.Adjust(cell=cell, amount=amount, sign=sign, bound=bound) if _at_least_one(amount):
                if bound is None or ("cell", cell.family) in reads(self.head.test):
                    yield ("lowered" if sign < 0 else "raised"), cell.family

    def _something(self, op, moved) -> bool:
        """Is it at least one thing that is moved?"""
        if isinstance(moved.type, t.Kind) or size(self.plan, moved, op)[0] > 0:
            return True
        return isinstance(moved, ir.Contents) and self._filled(moved.zone)

    def _filled(self, zone) -> bool:
        """Does the loop go on only while there is something in this zone? Then a round takes something out of it, whichever
        op is the one that does."""
        return isinstance(zone, ir.ZoneAt) and not zone.keys and zone.base in self._not_empty(self.head.test)

    def _not_empty(self, test) -> set[int]:
        """The zones of which a condition says that they are not empty."""
        match test:
            case ir.And(left=left, right=right):
                return self._not_empty(left) | self._not_empty(right)
            case ir.Empty(of=ir.Size(zone=ir.ZoneAt(base=base, keys=())), negated=True):
                return {base}
            case ir.Not(value=ir.Empty(of=ir.Size(zone=ir.ZoneAt(base=base, keys=())), negated=False)):
                return {base}
            case ir.Not(value=ir.Or(left=left, right=right)):
                nots = [ir.Not(side, type=t.BOOL, span=side.span) for side in (left, right)]
                return self._not_empty(nots[0]) | self._not_empty(nots[1])
        return set()

    def _grown(self, op):
        """What may become more by an op (a counter that is set may do either)."""
        does = op.does
        for what in there(op, does.puts):
            yield from self._families(op, what)
        for pile in there(op, does.draws):
            yield from [("zone", pile.family)] if any(True for _ in self._refill(pile)) else ()
        for cell in there(op, does.cells):
            ways = (op.sign < 0, op.sign >= 0) if isinstance(op, ir.Adjust) else (True, True)
            yield from ((word, cell.family) for word, may in zip(("raised", "lowered"), ways, strict=True) if may)

    def _every_round(self, key) -> bool:
        """Is there no way round the loop on which `key` does not become less?"""
        if key == ("zone", "?"):
            return False
        done = {op.number for op in self.block if self._sure(op, key, frozenset())}
        return self.head.number not in self.plan.reached(self.head.next, stop=done)

    def _sure(self, op, key, open_: frozenset) -> bool:
        """Does this op, or every way through what it enters, make `key` less?"""
        if key in self._shrunk(op):
            return True
        if isinstance(op, ir.Begin):
            return self._sure_each(op, key, open_)
        targets = self.plan.surely(op) | ({op.routine} if isinstance(op, ir.Together) else set())
        return any(n not in open_ and self._through(n, key, open_ | {n}) for n in targets)

    def _sure_each(self, op, key, open_) -> bool:
        """A `for each` over what is certainly not empty."""
        head = self.plan.spec.plan[op.next]
        if not (isinstance(op.source, ir.Const) and op.source.value and isinstance(head, ir.Each)):
            return False
        return head.number not in self._unsure(head.next, key, open_, {head.number})

    def _through(self, number: int, key, open_) -> bool:
        leaves = self._unsure(self.plan.spec.routines[number].entry, key, open_, set())
        ops = self.plan.spec.plan
        return not any(ops[n].does.goes is ir.Goes.BACK or _abandons(ops[n]) for n in leaves)

    def _unsure(self, start: int, key, open_, until: set) -> set[int]:
        """The ops reached without `key` having become less."""
        seen, edge = set(), [start]
        while edge:
            number = edge.pop()
            if number in seen or number < 0:
                continue
            op = self.plan.spec.plan[number]
            if number not in until and self._sure(op, key, open_):
                continue
            seen.add(number)
            edge += [] if number in until else after(op)
        return seen


def _abandons(op) -> bool:
    return isinstance(op, ir.End) and op.what != "game"


def _at_least_one(e) -> bool:
    if isinstance(e, ir.Const):
        return isinstance(e.value, int) and e.value >= 1
    return isinstance(e.type, t.Int) and e.type.low is not None and e.type.low >= 1


# ------------------------------------------------------------------ the result


def _result(plan: Plan, ctx: Context, report: Report) -> None:
    spec, heading = plan.spec, ctx.world.game.name.span
    won = any(isinstance(op, ir.End) and op.what == "game" and op.winner is not None for op in spec.plan)
    based = any(isinstance(line, ast.BasedOn) for line in ctx.world.game.lines or ())
    if not spec.winner and not won:
        report.add(codes.BASE_MISSING if based else codes.NO_WINNER, heading, what="winner")
    if spec.winner and spec.winner[-1].sort in (Rank.HIGHEST, Rank.LOWEST) and not _settles(spec, spec.winner[-1]):
        report.add(codes.TIE_OPEN, spec.winner[-1].span)
    if ctx.world.setup is None and ctx.world.components:
        report.add(codes.BASE_MISSING if based else codes.NO_SETUP, heading, what="setup")


def _settles(spec, criterion) -> bool:
    """Does the last criterion give every player another number, whatever lies on the table?"""
    try:
        values = [ownership.known(criterion.value, Names(spec, one_seat(seat))) for seat in range(len(spec.seats))]
    except ownership.NotKnown:
        return False
    return len(set(values)) == len(values)
