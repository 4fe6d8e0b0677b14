"""The law of resets: what a rule switches on, some rule switches off again; what grows, some rule brings down.

In:  a Spec.
Out: `for_good`, the flags and counters of which that is not so, each with the line that changes it first.

It may be meant: who has left the board does not come back. But a flag that was to be cleared at the end of each turn, and of
which the line that clears it is missing, looks the same, and no play faults by it. So `test` names them, and goes on. Only what
some rule looks at is named: a yes/no state all of whose changes give the same value and not the first one; a counter of a
player or a thing that is raised and never lowered or set. What a score looks at may grow.
"""

from attrs import field, frozen

from interpreter import ir
from interpreter.core import types as t
from interpreter.ir.dependencies import read_by, reads, there
from interpreter.ir.model import CellInfo, Spec
from interpreter.text.source import Span


@frozen
class ForGood:
    """A flag or counter that no rule sets back: its name with its owner, what is done to it, and where first."""

    name: str
    done: str
    span: Span = field(repr=False)

    @property
    def words(self) -> str:
        """In a sentence."""
        back = "sets it back" if self.done != "raised" else "lowers it"
        return f"`{self.name}` is {self.done} ({self.span}), and no rule {back}"


def for_good(spec: Spec) -> list[ForGood]:
    """The flags and counters that rules look at and that none sets back, in the order in which they are declared."""
    changes: dict[str, list[ir.Op]] = {}
    looked_at: set = set()
    for op in spec.plan:
        for cell in there(op, op.does.cells):
            if isinstance(cell, ir.Cell):
                changes.setdefault(cell.family, []).append(op)
        for expr in read_by(op):
            looked_at |= reads(expr)
    conditions = [expr for trigger in spec.triggers for expr in (trigger.test, trigger.each)]
    conditions += [expr for offer in spec.offers for expr in (offer.test, offer.each)]
    for condition in conditions:
        looked_at |= reads(condition) if condition is not None else set()
    scored = {key for score in spec.scores for key in reads(score.value)}
    families = {info.family: info for info in reversed(spec.cells) if info.name}
    never_reset = []
    for family, info in reversed(families.items()):
        ops = changes.get(family, [])
        done = _done(spec, info, ops) if ops and looked_at & {("cell", family), ("cell", "*")} else ""
        if done and not (done == "raised" and ("cell", family) in scored):
            never_reset.append(ForGood(family, done, ops[0].span))
    return never_reset


def _done(spec: Spec, info: CellInfo, ops: list[ir.Op]) -> str:
    """What is done to it and never undone; nothing, if some change may undo another."""
    if isinstance(info.type, t.Bool):
        values = {op.value.value for op in ops if isinstance(op, ir.SetCell) and isinstance(op.value, ir.Const)}
        constant = all(isinstance(op, ir.SetCell) and isinstance(op.value, ir.Const) for op in ops)
        if constant and len(values) == 1 and info.first not in values:
            return f"set to {spec.words(values.pop(), info.type)}"
    elif info.owner >= 0 and all(isinstance(op, ir.Adjust) and op.sign > 0 for op in ops):
        return "raised"
    return ""


__all__ = ["ForGood", "for_good"]
