"""What has been answered, positions to come back to, and what somebody has learned since one.

In:  entries and positions of a Session; a Spec.
Out: `Entry`, `Moment`, `Since`; `learned`, in words who has learned what since a Moment, empty if nobody has; `revealing`,
     the ops by which something that depends on a hidden counter, or on the face of a hidden card, comes to be seen.
"""

from collections.abc import Sequence

from attrs import define, field, frozen

from interpreter import ir
from interpreter.core.derived import derived
from interpreter.core.question import NATURE, Over, Question
from interpreter.core.state import State
from interpreter.ir.dependencies import every, read_by, reads
from interpreter.ir.model import Spec
from interpreter.observation.view import Table
from interpreter.session.answers import flat, of_things
from interpreter.session.log import secret_answers
from interpreter.text.diagnostic import does, listed


@frozen
class Entry:
    """One answer, in the order of play.

    kind    answer, takes, chance, or given: chance that was put right by hand, in place of what the seed gave
    name    the decision, free action or source
    text    the value as written
    branch  the branch of a simultaneous step it was given in, or -1
    line    how long the log was before it
    sealed  did somebody at the table not see it when it was given? Also the order of a pile
    """

    kind: str
    seat: int
    name: str
    text: str
    clauses: tuple[str, ...] = ()
    branch: int = -1
    line: int = field(default=0, eq=False)
    sealed: bool = field(default=False, eq=False)

    @property
    def of_nature(self) -> bool:
        """Did chance say it?"""
        return self.seat == NATURE


@define(eq=False)
class Moment:
    """A position to come back to: just before a person answered. `entries` and `lines` are how many there were."""

    state: State
    drawn: dict
    entries: int
    lines: int
    scripts: dict[int, int]
    chance: dict | None = None


@frozen
class Since:
    """What has happened since a Moment: the answers, those before it, whether a barrier was passed, whether a rule acted
    on something hidden."""

    entries: Sequence[Entry]
    before: Sequence[Entry]
    barrier: bool
    revealed: bool


def learned(spec: Spec, then: State, now: State, since: Since) -> str:
    """What makes taking back unfair, in words; empty if nothing does."""
    chance = next((entry for entry in since.entries if entry.of_nature), None)
    if chance is not None and chance.sealed:
        return "chance has fallen"
    if chance is not None:
        return f"chance has fallen ({chance.name})"
    gained = [name for seat, name in enumerate(spec.seats) if _has_seen_more(spec, then, now, seat)]
    if gained:
        who = listed(gained)
        return does(who, "has seen something new") if len(gained) == 1 else f"{who} have seen something new"
    return secrets_shown(since)


def secrets_shown(since: Since) -> str:
    """What has come to be known of secrets, in words: sealed answers, or what the rules have made of something hidden."""
    together = {entry.branch for entry in since.entries} - {-1}
    if since.barrier and (len(together) > 1 or _others_answered(since.before, together)):
        return "secret answers have been shown"
    if since.revealed:
        return "the rules have acted on what not everybody may see"
    return ""


def _has_seen_more(spec: Spec, then: State, now: State, seat: int) -> bool:
    """Does a seat know a face that it did not know? In a simultaneous step what others do is not seen yet."""
    before, after = Table(spec, then, seat), Table(spec, now, seat)
    return any(after.known(component.number) and not before.known(component.number) for component in spec.components)


def _others_answered(before: Sequence[Entry], together: set[int]) -> bool:
    """Had another branch of the same simultaneous step answered before?"""
    for entry in reversed(before):
        if entry.branch < 0:
            return False
        if entry.branch not in together:
            return True
    return False


def result_words(spec: Spec, over: Over) -> str:
    """How a play ended, in one line: `over finished, won by Ann; points 103 88`."""
    who = ", ".join(spec.seats[seat] for seat in over.winners)
    won = f", won by {who}" if who else ""
    scores = "".join(f"; {name} {' '.join(map(str, values))}" for name, values in over.scores.items())
    return f"over {over.how}{won}{scores}"


# ------------------------------------------------------------------ what is hidden


def not_for_all(spec: Spec, state: State, question: Question) -> bool:
    """Is what is answered here not told to all: the order of a pile, a hidden answer, or cards that not everybody sees?"""
    if question.of_nature and question.name != "pick":
        return question.name == "shuffle"
    if question.op in secret_answers(spec):
        return True
    things = {thing for option in question.options for thing in flat(option)} if of_things(spec, question.type) else ()
    return any(state.known[thing] & spec.everyone != spec.everyone for thing in things if thing >= 0)


def secret(spec: Spec) -> bool:
    """Has the game anything that one seat may see and another not, or a step in which all decide in secret?"""
    everyone = spec.everyone
    sees = [*(zone.sees for zone in spec.zones), *(cell.sees for cell in spec.cells)]
    private = any(0 != seats & everyone != everyone for seats in sees)
    return private or any(routine.together for routine in spec.routines)


def looks_at_hidden(spec: Spec, op: ir.Op, seat: int) -> bool:
    """Does what an op works out depend on a counter or a zone that this seat may not see?"""
    read = {key for expr in read_by(op) for key in reads(expr)}
    cells = {("cell", cell.family) for cell in spec.cells if cell.name and not cell.sees >> seat & 1}
    zones = {("zone", zone.family) for zone in spec.zones if not zone.sees >> seat & 1}
    return bool(read & (cells | zones))


@derived
def revealing(spec: Spec) -> frozenset[int]:
    """The ops that work out a value from a counter that not everybody sees, or from the face of a card that not everybody
    sees, unless what they do is as hidden; and the first op of a trigger whose condition looks there."""
    hidden = _hidden(spec)
    routines: dict[int, list[ir.Op]] = {}
    for op in spec.plan if hidden else ():
        routines.setdefault(spec.plan_routine[op.number], []).append(op)
    numbers = {number for ops in routines.values() for number in _revealing_in(spec, ops, hidden)}
    tests = [(spec.routines[trigger.routine].entry, trigger.test) for trigger in spec.triggers if trigger.test is not None]
    return frozenset(numbers | {entry for entry, test in tests if _shows(test, hidden, set())})


def _revealing_in(spec: Spec, ops: list[ir.Op], hidden: frozenset) -> set[int]:
    """Those of one routine; a name that was given a hidden value is as hidden."""
    names: set[int] = set()
    lets = [op for op in ops if isinstance(op, ir.Let | ir.AdjustLocal)]
    while more := {op.slot for op in lets if op.slot not in names and _looks(op, hidden, names)}:
        names |= more
    return {op.number for op in ops
            if not isinstance(op, ir.Ask | ir.Let | ir.AdjustLocal) and _looks(op, hidden, names) and not _kept(spec, op)}


def _hidden(spec: Spec) -> frozenset[tuple[str, str]]:
    """The counters, states and zones, by ("cell" or "zone", family), that one seat may see and another not."""
    everyone = spec.everyone
    cells = {("cell", cell.family) for cell in spec.cells if cell.name and cell.sees & everyone != everyone}
    zones = {("zone", zone.family) for zone in spec.zones if zone.sees & everyone != everyone}
    return frozenset(cells | zones)


def _looks(op: ir.Op, hidden: frozenset, names: set[int]) -> bool:
    return any(_shows(expr, hidden, names) for expr in read_by(op))


def _shows(expr: ir.Expr, hidden: frozenset, names: set[int]) -> bool:
    """Does a value depend on a hidden counter, on what is printed on cards of a hidden zone, or on one of these names?"""
    looked_at, inside = reads(expr) & hidden, every(expr)
    faces = any(isinstance(part, ir.FieldOf) for part in inside)
    named = any(isinstance(part, ir.Local) and part.slot in names for part in inside)
    return named or any(sort == "cell" or faces for sort, _ in looked_at)


def _kept(spec: Spec, op: ir.Op) -> bool:
    """Is what the op does seen by no more than what it looks at?"""
    if not isinstance(op, ir.SetCell | ir.Adjust):
        return False
    everyone = spec.everyone
    return all(cell.sees & everyone != everyone for cell in spec.cells if cell.family == op.cell.family)
