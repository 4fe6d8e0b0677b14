"""Where a value goes: which hidden counters and states an answer, a roll or a pick comes to stand in, and by which way.

In:  a Spec.
Out: for each op that asks somebody, rolls or picks, a Reach: the ops that write what came of it into a counter or state that
     not everybody sees; the arguments of calls that hold it.

A value goes on by `let`, loops, `raise` and `lower`, arguments and what effects give, and as an index of what is written. It
goes on, too, where it decides which of several statements come next, provided that these do nothing that everybody sees: `may
betray` with a hidden state set on either side. Which seat's counter is written (`p.secret`) does not count, nor do things that
move: their faces have rules of their own. Flows are followed through the whole plan, whatever the order of calls in a play.
"""

from collections.abc import Iterable, Iterator

from attrs import define, field

from interpreter import ir
from interpreter.core.derived import derived
from interpreter.core.frame import LOCALS
from interpreter.ir.dependencies import read_by, there
from interpreter.ir.form import Asks, Expr, Goes, Op
from interpreter.ir.liveness import names_in, ops_of
from interpreter.ir.model import EVERYBODY, Spec

Slot = tuple[int, int]                     # a routine and a slot of its frame


@define(eq=False)
class Reach:
    """Where what came of one op goes.

    hidden  the numbers of the ops that write it into a counter or state that not everybody sees
    passed  (op, argument) of calls, from 0
    slots   the slots that hold it
    """

    hidden: set[int] = field(factory=set)
    passed: set[tuple[int, int]] = field(factory=set)
    slots: set[Slot] = field(factory=set)


@derived
def reaches(spec: Spec) -> dict[int, Reach]:
    """For each op that asks, rolls or picks. Empty where nothing is hidden."""
    if all(cell.sees == EVERYBODY for cell in spec.cells if cell.name) and not any(map(_is_alike, spec.plan)):
        return {}
    flow = _Flow(spec)
    return {op.number: flow.reach(op) for op in spec.plan if isinstance(op, ir.Ask | ir.Roll | ir.Pick)}


@derived
def secret_answers(spec: Spec) -> frozenset[int]:
    """The ops of decisions whose answer comes to stand in a counter or state that not everybody sees, or that are put to
    everybody so that nobody learns whose answer counts."""
    asks = {n: reach for n, reach in reaches(spec).items() if isinstance(spec.plan[n], ir.Ask)}
    return frozenset(n for n, reach in asks.items() if reach.hidden or _is_alike(spec.plan[n]))


def _is_alike(op: Op) -> bool:
    return isinstance(op, ir.Ask) and op.alike


@derived
def secret_arguments(spec: Spec) -> frozenset[tuple[int, int]]:
    """Arguments, as (op of the call, number from 0), that hold such an answer."""
    return frozenset(argument for n in secret_answers(spec) for argument in reaches(spec)[n].passed)


@derived
def secret_parameters(spec: Spec) -> frozenset[Slot]:
    """Parameters, as (routine, number from 0), that hold such an answer in some play."""
    slots = {slot for n in secret_answers(spec) for slot in reaches(spec)[n].slots}
    return frozenset((routine, slot - LOCALS) for routine, slot in slots
                     if LOCALS <= slot < LOCALS + len(spec.routines[routine].params))


class _Flow:
    """The plan, indexed by who reads which slot."""

    def __init__(self, spec: Spec):
        self.spec = spec
        self.readers: dict[Slot, list[Op]] = {}
        self.calls: dict[int, list[Op]] = {}
        self.gives: dict[int, list[Op]] = {}
        self._loud: dict[int, bool] = {}
        for op in spec.plan:
            routine = spec.plan_routine[op.number]
            for slot in _slots_read(op):
                self.readers.setdefault((routine, slot), []).append(op)
            for entered in op.entered(spec.triggers):
                self.calls.setdefault(entered, []).append(op)

    def reach(self, source: Op) -> Reach:
        """Follows what comes of one op."""
        reach, todo = Reach(), []
        routine = self.spec.plan_routine[source.number]
        todo += [(routine, binding.slot) for binding in source.bindings()]
        todo += self._decided_by(source, reach) if len(source.leads()) > 1 else []
        while todo:
            slot = todo.pop()
            if slot in reach.slots:
                continue
            reach.slots.add(slot)
            for op in self.readers.get(slot, ()):
                todo += self._onward(op, slot, reach)
            if slot[1] < LOCALS + len(self.spec.routines[slot[0]].params):
                todo += self._handed_on(slot)
        return reach

    def _onward(self, op: Op, slot: Slot, reach: Reach) -> Iterator[Slot]:
        """The slots that an op fills from one that it reads; writes into what is hidden are noted."""
        routine = slot[0]
        if isinstance(op, ir.Branch | ir.Select | ir.Each):
            yield from self._decided_by(op, reach)
        if isinstance(op, ir.SetCell | ir.Adjust):
            if self._hidden(op) and _reads(_written(op), slot[1]):
                reach.hidden.add(op.number)
        elif isinstance(op, ir.Call):
            for k, arg in enumerate(op.args):
                if _reads((arg,), slot[1]):
                    reach.passed.add((op.number, k))
                    yield op.routine, LOCALS + k
        elif isinstance(op, ir.Give):
            yield from self._results(routine)
        elif isinstance(op, ir.AdjustLocal):
            yield routine, op.slot
        elif not isinstance(op, ir.Ask):                   # what a question offers is looked at by the checks
            for binding in op.bindings():
                source = binding.of
                if source == slot[1] or isinstance(source, Expr) and _reads((source,), slot[1]):
                    yield routine, binding.slot

    def _results(self, routine: int) -> Iterator[Slot]:
        """Where calls of a routine put what it gives; what an event's body gives, the event gives."""
        for op in self.calls.get(routine, ()):
            at = self.spec.plan_routine[op.number]
            if isinstance(op, ir.Call | ir.Body | ir.Proceed) and op.result >= 0:
                yield at, op.result

    def _handed_on(self, slot: Slot) -> Iterator[Slot]:
        """An event's arguments go to its body and its triggers."""
        for op in self._ops(slot[0]):
            if isinstance(op, ir.Fire | ir.Body | ir.Proceed):
                for routine in op.entered(self.spec.triggers):
                    yield routine, slot[1]

    def _hidden(self, op: ir.SetCell | ir.Adjust) -> bool:
        return self.spec.cells[op.cell.base].sees != EVERYBODY

    # ---------------------------------------------------------------- what a value decides

    def _decided_by(self, op: Op, reach: Reach) -> list[Slot]:
        """If only hidden things are done otherwise: those are noted, and the names given there go on."""
        inside = [self.spec.plan[k] for k in sorted(decided(self.spec, op.number))]
        if any(self._is_loud(inner) for inner in inside):
            return []
        slots: list[Slot] = []
        for inner in inside:
            routine = self.spec.plan_routine[inner.number]
            if isinstance(inner, ir.SetCell | ir.Adjust):
                reach.hidden.add(inner.number)
            elif isinstance(inner, ir.Let | ir.AdjustLocal):
                slots.append((routine, inner.slot))
            elif isinstance(inner, ir.Give):
                slots += self._results(routine)
            elif isinstance(inner, ir.Call):
                called = [self.spec.plan[k] for k in self._inside_of(inner.routine)]
                reach.hidden |= {op.number for op in called if isinstance(op, ir.SetCell | ir.Adjust)}
        return slots

    def _is_loud(self, op: Op) -> bool:
        """Does it do, or lead to, something that everybody sees?"""
        does = op.does
        if does.relocates or does.shows or does.asks is not Asks.NOBODY or does.goes is Goes.OUT:
            return True
        if isinstance(op, ir.Run | ir.Together) or isinstance(op, ir.SetCell | ir.Adjust) and not self._hidden(op):
            return True
        return any(self._loud_routine(routine) for routine in op.entered(self.spec.triggers))

    def _loud_routine(self, routine: int) -> bool:
        if routine not in self._loud:
            self._loud[routine] = False                    # one that comes back to itself is as loud as the rest of it
            self._loud[routine] = any(self._is_loud(op) for op in self._ops(routine))
        return self._loud[routine]

    def _inside_of(self, routine: int, met: frozenset[int] = frozenset()) -> set[int]:
        """The ops of a routine and of those that it enters."""
        if routine in met:
            return set()
        ops = self._ops(routine)
        entered = {n for op in ops for n in op.entered(self.spec.triggers)}
        return {op.number for op in ops}.union(*[self._inside_of(n, met | {routine}) for n in entered])

    def _ops(self, routine: int) -> list[Op]:
        return [self.spec.plan[k] for k in ops_of(self.spec)[routine]]


@derived
def decided(spec: Spec, number: int) -> frozenset[int]:
    """The ops of a routine that are carried out or not, as this op decides: those on its ways, up to where all of them meet."""
    after = _after(spec, spec.plan_routine[number])
    starts = [start for start, _ in spec.plan[number].leads()]
    meet = set.intersection(*[after[start] for start in starts])
    region, todo = set(), starts
    while todo:
        start = todo.pop()
        if start not in region and start not in meet:
            region.add(start)
            todo += [way for way, _ in spec.plan[start].leads()]
    return frozenset(region)


@derived
def _after(spec: Spec, routine: int) -> dict[int, set[int]]:
    """For each op of a routine, the ops that are met on every way from it to the end, itself included."""
    ops = [spec.plan[k] for k in ops_of(spec)[routine]]
    numbers = {op.number for op in ops}
    after = {op.number: set(numbers) if op.leads() else {op.number} for op in ops}
    changed = True
    while changed:
        changed = False
        for op in reversed(ops):
            ways = [after[way] for way, _ in op.leads() if way in after]
            met = {op.number} | set.intersection(*ways) if ways else {op.number}
            if met != after[op.number]:
                after[op.number], changed = met, True
    return after


def _written(op: ir.SetCell | ir.Adjust) -> list[Expr]:
    """What says what is written, and where: not whose counter it is."""
    values = [op.value] if isinstance(op, ir.SetCell) else [op.amount, *there(op, ("bound",))]
    return values + [key for key, _, _ in op.cell.keys if key is not op.cell.owner]


def _reads(exprs: Iterable[Expr], slot: int) -> bool:
    return any(name.slot == slot for expr in exprs for name in names_in(expr))


def _slots_read(op: Op) -> set[int]:
    slots = {name.slot for expr in read_by(op) for name in names_in(expr)}
    return slots | {op.slot} if isinstance(op, ir.Each) else slots
