"""What happened in a run, and what was looked at in it.

In:  what a Machine tells its observer, the ops it carries out and the expressions it works out.
Out: Record: (name, arguments) of each event in order, the faces of the last roll, the numbers of the ops carried out.
     Watch: each expression with the op or the `then` line for which it was worked out; `Watch.seen` sums it up for coverage.

Effects, declared and core events, triggers, phases, turns, steps and free actions are all events under their own names.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol

from attrs import define, field, frozen

from interpreter import ir
from interpreter.core import types as t
from interpreter.core.question import Question, Stop
from interpreter.core.types import List, UNKNOWN
from interpreter.engine.evaluate import anew
from interpreter.engine.interface import CarriesOut
from interpreter.engine.machine import Machine
from interpreter.ir.dependencies import there
from interpreter.ir.model import Spec
from interpreter.syntax import ast
from interpreter.text.source import Span


@define(eq=False)
class Record:
    """`happened` holds (name, arguments, their types or ()). Ops are noted for a run and all its copies together."""

    happened: list[tuple] = field(factory=list)
    rolled: tuple = ()
    executed: set[int] = field(factory=set)

    def copy(self) -> "Record":
        """The same, to be continued elsewhere."""
        return Record(self.happened[:], self.rolled, self.executed)

    def tell(self, machine: Machine, what: str, op: ir.Op, branch: int, *facts: Any) -> None:
        """Hears what the machine tells; what the facts are depends on `what` (engine/machine.py, `told`)."""
        hear = HEARD.get(what)
        if hear is not None:
            hear(self, machine.spec, *facts)

    # ---------------------------------------------------------------- one for each thing that is told

    def happens(self, spec: Spec, routine: int, args: tuple) -> None:
        event = spec.routines[routine]
        self.happened.append((event.name, args, event.types))

    def trigger(self, spec: Spec, number: int, args: tuple) -> None:
        trigger = spec.triggers[number]
        self.happened.append((trigger.name, args, spec.routines[trigger.routine].types))

    def run(self, spec: Spec, routine: int, seat: int) -> None:
        self.happened.append((spec.routines[routine].name, (seat,), ()))

    def takes(self, spec: Spec, seat: int, offer: int) -> None:
        self.happened.append((spec.offers[offer].name, (seat,), ()))

    def move(self, spec: Spec, moved: tuple, deferred: bool) -> None:
        components = spec.components
        self.happened += [("moved", move, (t.Kind(components[move[0]].kind), t.PLACE, t.PLACE)) for move in moved]

    def roll(self, spec: Spec, die: int, faces: tuple, seats: int) -> None:
        self.rolled = faces
        self.happened.append(("rolled", (die, faces), (UNKNOWN, List(spec.dice[die].type))))


HEARD: dict[str, Callable[..., None]] = {
    "happens": Record.happens, "trigger": Record.trigger, "run": Record.run, "takes": Record.takes, "move": Record.move,
    "roll": Record.roll,
}


Evaluate = Callable[[Any, Machine, list], Any]         # an expression of that form, the machine, the frame


def traced(executed: set[int], usual: dict[type[ir.Op], CarriesOut]) -> dict[type[ir.Op], CarriesOut]:
    """A table for a Machine by which ops are carried out as usual, each noted by its number."""

    def noting(carry_out: CarriesOut) -> CarriesOut:
        def carry(op: ir.Op, f: list, m: Machine) -> Stop | None:
            executed.add(op.number)
            return carry_out(op, f, m)

        return carry

    return {kind: noting(carry_out) for kind, carry_out in usual.items()}


# ------------------------------------------------------------------ what a run looks at


Place = tuple[str, int, int]                       # a file's name, and from where to where
Fact = tuple[str, ...]                             # ("zone", family), ("field", kind, name), ("option", name) ...


def place(span: Span) -> Place:
    """A stretch of a file, so that it is the same for every reading of that file."""
    return span.source.name, span.start, span.end


@frozen
class Seen:
    """What one run did and looked at.

    executed  where the ops stand that were carried out
    worked    where the expressions and the rows of tables stand that were worked out
    used      facts: what the run used at all, ("zone", family), ("field", kind, name), ("option", name) ...
    looked    those that a `then` line looked at
    touched   those that a rule used which also wrote something that a `then` line looked at
    limits    where the `limit` lines stand that stopped the play
    """

    executed: frozenset[Place] = frozenset()
    worked: frozenset[Place] = frozenset()
    used: frozenset[Fact] = frozenset()
    looked: frozenset[Fact] = frozenset()
    touched: frozenset[Fact] = frozenset()
    limits: frozenset[Place] = frozenset()


class Judged(Protocol):
    """What a Watch has to know of a Course (scenario/course.py): where the run has come to when a line is judged."""

    machine: Machine
    questions: tuple[Question, ...]

    @property
    def reading(self) -> "Reads":
        """How the line's words are read."""
        ...


class Reads(Protocol):
    """What a Watch has to know of a Reading (scenario/terms.py)."""

    def things(self, nodes: Iterable[ast.Node], machine: Machine) -> tuple[int, ...]:
        """The components that the nodes mean."""
        ...

    def zone(self, node: ast.Node, machine: Machine) -> int:
        """The zone that the node means."""
        ...


@define(eq=False)
class Watch:
    """Notes one run after the other. `line` is the `then` line being judged, `now` the set that is being filled."""

    ops: dict[ir.Op, set[ir.Expr]] = field(factory=dict)       # the expressions worked out for each op
    looked: set[ir.Expr] = field(factory=set)                  # those worked out for `then` lines
    others: set[ir.Expr] = field(factory=set)                  # for anything else: refusals, `always`, scores at the end
    facts: set[Fact] = field(factory=set)                      # what `then` lines look at without an expression
    rows: set[Place] = field(factory=set)                      # rows of tables
    line: ast.Node | None = None
    now: set[ir.Expr] | None = None

    def begin(self) -> None:
        """A new run."""
        self.ops, self.looked, self.others, self.facts, self.rows, self.now = {}, set(), set(), set(), set(), None

    def root(self, expr: ir.Expr) -> set[ir.Expr]:
        """The set for an expression that is worked out for no op: a scenario's own, or one of the rules."""
        own = self.line is not None and expr.span.source.name == self.line.span.source.name
        return self.looked if own else self.others

    # ---------------------------------------------------------------- what `then` lines look at besides

    def judged(self, course: "Judged", line: ast.Node) -> None:
        """A line came out: the words it names, the zones of things somebody knows, the question it expects."""
        self.facts |= {("name", node.text) for node in ast.walk(line) if isinstance(node, ast.Name)}
        match line:
            case ast.ThenKnows(items=items) | ast.ThenDoesNotKnow(items=items):
                state, zones = course.machine.state, course.machine.spec.zones
                places = [state.places[thing] for thing in course.reading.things(items, course.machine)]
                self.facts |= {("zone", zones[z].family) for z in places if z >= 0}
            case ast.ThenZoneHolds(zone=zone):
                z = course.reading.zone(zone, course.machine)
                self.facts.add(("zone", course.machine.spec.zones[z].family))
            case ast.ThenAsked(decision=decision, options=options) if options is not None:
                ops = [course.machine.plan[q.op] for q in course.questions if q.name == decision.text]
                for op in ops:
                    self.looked |= self.ops.get(op, set())

    # ---------------------------------------------------------------- at the end of a run

    def seen(self, machine: Machine) -> Seen:
        """What there was to see in this run."""
        looked = _facts(self.looked) | self.facts
        executed = frozenset(place(op.span) for op in self.ops)
        every = self.looked.union(self.others, *self.ops.values())
        worked = frozenset(place(expr.span) for expr in every) | frozenset(self.rows)
        used = _facts(every).union(_triggers(self.ops, machine), *(_own_facts(op, machine) for op in self.ops))
        touched = self._touched(machine, looked)
        return Seen(executed, worked, frozenset(used), frozenset(looked), frozenset(touched), _limits(machine))

    def _touched(self, machine: Machine, looked: set[Fact]) -> set[Fact]:
        """What a routine read and wrote, if any of what it wrote was looked at."""
        read: dict[int, set[Fact]] = defaultdict(set)
        written: dict[int, set[Fact]] = defaultdict(set)
        for op, expressions in self.ops.items():
            routine = machine.spec.plan_routine[op.number] if machine.plan[op.number] is op else -1
            facts = _facts(expressions) | _own_facts(op, machine)
            read[routine] |= facts
            written[routine] |= _written(op, facts)
        return {fact for routine, facts in read.items() if written[routine] & looked for fact in facts | written[routine]}


def _limits(machine: Machine) -> frozenset[Place]:
    ended = machine.state.ended
    return frozenset([place(machine.spec.limits[ended[1]].span)]) if ended and ended[0] == "limit" else frozenset()


# ------------------------------------------------------------------ facts


def _triggers(ops: Iterable[ir.Op], machine: Machine) -> set[Fact]:
    """The triggers of which something was carried out."""
    spec = machine.spec
    routines = {spec.plan_routine[op.number] for op in ops if machine.plan[op.number] is op}
    return {("trigger", trigger.name) for trigger in spec.triggers if trigger.routine in routines}


def _facts(expressions: Iterable[ir.Expr]) -> set[Fact]:
    """What the expressions read, by the names of the declarations."""
    return {fact for expr in expressions for fact in (*_fact(expr), *_of_type(expr.type))}


def _fact(expr: ir.Expr) -> Iterator[Fact]:
    match expr:
        case ir.Cell(family=family):
            yield "cell", family
        case ir.ZoneAt(family=family):
            yield "zone", family
        case ir.FieldOf(of=of, name=name):
            kinds = [fact[1] for fact in _of_type(of.type) if fact[0] == "kind"]
            yield ("field", *kinds, name) if kinds else ("name", name)
        case ir.Option(name=name):
            yield "option", name
        case ir.TableAt(name=name):
            yield "table", name
        case ir.Const() if expr.span.text.isidentifier():
            yield "name", expr.span.text


def _of_type(type_: t.Type) -> Iterator[Fact]:
    match type_:
        case t.OrNone(of=of) | t.List(of=of) | t.Set(of=of):
            yield from _of_type(of)
        case t.Enum(name=name):
            yield "enum", name
        case t.Kind(name=name) | t.Zone(kind=name):
            yield "kind", name


def _own_facts(op: ir.Op, machine: Machine) -> set[Fact]:
    """What an op uses that is no expression."""
    match op:
        case ir.Roll(die=die):
            return {("die", machine.spec.dice[die].name)}
        case ir.Travel(route=route):
            return {("route", machine.spec.routes[route].name)}
    return set()


def _written(op: ir.Op, facts: set[Fact]) -> set[Fact]:
    """The counters an op changed, or the zones it moved things between."""
    cells: set[Fact] = {("cell", cell.family) for cell in there(op, op.does.cells) if isinstance(cell, ir.Cell)}
    moves = op.does.relocates or op.does.shows
    return cells | {fact for fact in facts if fact[0] == "zone"} if moves else cells


# ------------------------------------------------------------------ the two tables


def watched(machine: Machine, watch: Watch) -> None:
    """Whatever this machine works out or carries out from now on is noted."""
    usual, ops = machine.value_of, machine.carry_out
    machine.value_of = {form: _noting(watch, run) for form, run in usual.items()}
    machine.value_of[ir.TableAt] = _noting(watch, _noting_row(watch, usual[ir.TableAt]))
    machine.value_of[ir.Use] = _noting(watch, anew(usual[ir.Use]))
    machine.carry_out = {form: _carrying(watch, run) for form, run in ops.items()}


def _noting(watch: Watch, run: Evaluate) -> Evaluate:
    def noted(expr: ir.Expr, m: Machine, f: list) -> object:
        now = watch.now
        if now is not None:
            now.add(expr)
            return run(expr, m, f)
        watch.now = now = watch.root(expr)
        now.add(expr)
        try:
            return run(expr, m, f)
        finally:
            watch.now = None

    return noted


def _noting_row(watch: Watch, run: Evaluate) -> Evaluate:
    def noted(expr: ir.TableAt, m: Machine, f: list) -> object:
        key = tuple(m.value(part, f) for part in expr.keys)
        row = m.spec.row_spans.get((expr.name, key))
        if row is not None:
            watch.rows.add(place(row))
        return run(expr, m, f)

    return noted


def _carrying(watch: Watch, run: CarriesOut) -> CarriesOut:
    def carry(op: ir.Op, f: list, m: Machine) -> Stop | None:
        outer, inner = watch.now, watch.ops.setdefault(op, set())
        watch.now = inner
        try:
            return run(op, f, m)
        finally:
            watch.now = outer
            if outer is not None:                  # inside a `suppose`
                outer |= inner

    return carry


__all__ = ["Place", "Seen", "Watch", "place", "watched"]
