"""The reference engine: carries the plan out, op by op, to the next pause.

In:  a Spec, a State, and if wanted an observer that is told what happens.
Out: `advance` gives a Pause or the end; `answer` takes a value for an open question; the state is changed in place.

An op is carried out by one small function, found by the op's class: the tables are in engine/effects.py (changes and ways),
engine/questions.py (decisions and chance) and engine/triggers.py (triggers and free actions). A Machine is given its tables,
so whoever wants to watch one play disturbs no other. A function that returns something stops the run there: a Question, or
one of the words of core/question.py. The position is data: the next op is that of the last frame.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import repeat
from typing import Any

from attrs import define, field

from interpreter import ir
from interpreter.core.derived import derived
from interpreter.core.frame import activation, Frame, LOCALS, ME, PC, RESULT, ROUTINE, Value
from interpreter.core.question import NATURE, Over, Pause, Question, Stop, Taken, TOGETHER, WAIT
from interpreter.core.state import State
from interpreter.engine import effects, evaluate as evaluation, questions, scoring, travel, triggers
from interpreter.engine.faults import fault, Unsettled
from interpreter.engine.interface import CarriesOut, Engine, Evaluates, Legs
from interpreter.engine.movement import deliver
from interpreter.ir.liveness import dead_slots
from interpreter.ir.model import Routine, Spec
from interpreter.limits import limits
from interpreter.text import codes
from interpreter.text.diagnostic import Fault, no_case
from interpreter.text.source import Span

CARRY_OUT = effects.CARRY_OUT | questions.CARRY_OUT | triggers.CARRY_OUT
EVALUATE = evaluation.EVALUATE | travel.EVALUATE


@define(eq=False)
class Kept:
    """What has been worked out and never changes, shared by all machines of a Spec.

    results  a `lasting` Definition -> what it comes to, by arguments
    legs     the number of a route -> what has been found out about it
    dead     an op -> the slots that are of no use when it is next
    frames   for each routine, an activation of it, to be copied
    by_op    for each op of the plan, the function that usually carries it out
    """

    frames: list[Frame]
    dead: list[tuple[int, ...] | None]
    by_op: list[CarriesOut] = field(factory=list)
    results: dict[ir.Definition, dict[Value, Value]] = field(factory=lambda: defaultdict(dict))
    legs: dict[int, Legs] = field(factory=dict)


@derived
def kept_beside(spec: Spec) -> Kept:
    """What is kept for a Spec."""
    return Kept([activation(routine) for routine in spec.routines], [None] * len(spec.plan))


def not_carried_out(op: ir.Op, frame: Frame, m: Engine) -> Stop | None:
    """What stands for an op that no play comes to (a Goto is skipped once links are put in), or that a table has forgotten."""
    raise no_case(op)


@define(eq=False)
class Machine:
    """One play at its present position.

    branch     the seat whose branch of a simultaneous step is carried out, or -1
    permitted  may this branch use a shared pile now?
    lenient    take the order of a pile as it lies, for what only counts
    supposing  is this the copy on which `suppose` works?
    open       the questions that branches wait at, by seat
    kept       what never changes and has been worked out, shared by all machines of the Spec
    scored     scores already worked out, while the end of the play is told
    work       how many values may still be looked at before the next pause
    puts_forced  are decisions with a single possible answer put as well?
    turned     the trigger whose members come last to first: the law of order asks what difference that makes
    places     trigger -> its place among those that are due at the same moment
    carry_out  how ops are carried out: from an op's class to a function
    value_of   how expressions are worked out, likewise; who wants to see either gives the Machine tables of its own
    """

    spec: Spec
    state: State
    tell: Callable[..., None] | None = None
    branch: int = -1
    permitted: bool = False
    lenient: bool = False
    supposing: bool = False
    frames: list[Frame] = field(factory=list)
    open: dict[int, Question] = field(factory=dict)
    scored: dict[tuple[int, int], int] = field(factory=dict)
    puts_forced: bool = False
    turned: int = -1
    carry_out: dict[type[ir.Op], CarriesOut] = field(factory=lambda: CARRY_OUT)
    value_of: dict[type[ir.Expr], Evaluates] = field(factory=lambda: EVALUATE)
    plan: list[ir.Op] = field(init=False)
    loose: list[int] = field(init=False)
    shape: list[int] = field(init=False)
    owner: list[int] = field(init=False)
    sees: list[int] = field(init=False)
    most: list[int | None] = field(init=False)
    places: Sequence[int] = field(init=False)
    shared: list[bool] = field(init=False)
    everyone: int = field(init=False)
    work: int = field(init=False)
    most_ops: int = field(init=False)
    most_values: int = field(init=False)
    most_work: int = field(init=False)
    kept: Kept = field(init=False)
    results: dict[ir.Definition, dict[Value, Value]] = field(init=False)
    dead: list[tuple[int, ...] | None] = field(init=False)
    own_table: dict[type[ir.Op], CarriesOut] | None = field(init=False, default=None)
    own_by_op: list[CarriesOut] = field(init=False, factory=list)                           # as Kept.by_op, for own_table

    def __attrs_post_init__(self) -> None:
        spec = self.spec
        self.plan, self.everyone = spec.plan, spec.everyone
        self.loose, self.shape, self.owner, self.sees = spec.zone_loose, spec.zone_shape, spec.zone_owner, spec.zone_sees
        self.most, self.shared = spec.zone_most, spec.zone_shared
        self.places = spec.places
        most = limits()
        self.most_ops, self.most_values, self.most_work = most.ops, most.values, most.work
        self.work = self.most_work
        self.kept = kept_beside(spec)
        self.results, self.dead = self.kept.results, self.kept.dead

    # ---------------------------------------------------------------- to the next pause

    def advance(self) -> Pause | Over:
        """Goes on until somebody has to answer, or the play is over."""
        while self.state.ended is None:
            stop = self._strands() if self.state.strands else self._run(self.state.frames, -1)
            if isinstance(stop, Question):
                return Pause((stop,))
            if isinstance(stop, Pause):
                return stop
            if not self.state.frames:
                scoring.finish(self)
        return scoring.over(self)

    def _run(self, frames: list[Frame], branch: int) -> Stop | None:
        """Carries out one stack of frames until it stops or is empty."""
        self.frames, self.branch, self.work = frames, branch, self.most_work
        ops, carry_out = self.plan, self._by_op()
        try:
            for _ in repeat(None, self.most_ops):
                if not frames:
                    return None
                frame = frames[-1]
                at = frame[PC]
                stop = carry_out[at](ops[at], frame, self)
                if stop is not None:
                    self._clear(frames)
                    return stop
        except Unsettled as needed:
            stop = questions.order_of(self, needed.zone, frames[-1])
            self._clear(frames)
            return stop
        except Fault as met:
            raise self._placed(met, frames) from None
        raise fault(codes.FAULT_ENDLESS, ops[frames[-1][PC]].span, limit=self.most_ops)

    def _by_op(self) -> list[CarriesOut]:
        """For each op of the plan the function that carries it out; that of the usual table is shared by all machines."""
        if self.carry_out is CARRY_OUT:
            usual = self.kept.by_op
            if not usual:
                usual += [CARRY_OUT.get(op.__class__, not_carried_out) for op in self.plan]
            return usual
        if self.own_table is not self.carry_out:
            self.own_table = self.carry_out
            self.own_by_op = [self.carry_out.get(op.__class__, not_carried_out) for op in self.plan]
        return self.own_by_op

    def _clear(self, frames: list[Frame]) -> None:
        """Where it stops, no frame holds what nothing will read any more: so equal positions are equal."""
        dead = self.dead
        for frame in frames:
            slots = dead[frame[PC]]
            if slots:
                for slot in slots:
                    frame[slot] = None
            elif slots is None:
                for number, unread in dead_slots(self.spec, frame[ROUTINE]).items():
                    dead[number] = unread
                for slot in dead[frame[PC]] or ():
                    frame[slot] = None

    def _placed(self, met: Fault, frames: list[Frame]) -> Fault:
        """A fault with the place of the op, if it has none of its own, and the chain that led there."""
        span = met.span or (self.plan[frames[-1][PC]].span if frames else None)
        chain = tuple(self.spec.routines[f[ROUTINE]].name for f in frames)
        placed = Fault(met.code, span, met.message, met.notes, met.chain or chain)
        placed.uses = met.uses
        return placed

    # ---------------------------------------------------------------- everyone at once

    def _strands(self) -> Stop | None:
        """Runs every branch to its next stop; serves shared piles; passes the barrier."""
        state = self.state
        if state.serving < 0:
            stop = self._branches()
            if stop is not None:
                return stop
            if not any(state.strands):
                return self._barrier()
            state.serving = 0
        return self._serve()

    def _branches(self) -> Stop | None:
        for seat, frames in enumerate(self.state.strands):
            if not frames or seat in self.open:
                continue
            stop = self._run(frames, seat)
            if isinstance(stop, Question):
                if stop.seat == NATURE:
                    return stop
                self.open[seat] = stop
        return Pause(tuple([self.open[seat] for seat in sorted(self.open)])) if self.open else None

    def _serve(self) -> Stop | None:
        """Every branch that has not ended waits at a shared pile: one access each, in seat order."""
        state = self.state
        while state.serving < len(state.strands):
            frames = state.strands[state.serving]
            if frames:
                stop = self._access(frames, state.serving)
                if stop is not None:
                    return stop
            state.serving += 1
        state.serving = -1
        return None

    def _access(self, frames: list[Frame], seat: int) -> Stop | None:
        self.frames, self.branch, self.permitted = frames, seat, True
        op = self.plan[frames[-1][PC]]
        try:
            stop = self.carry_out[type(op)](op, frames[-1], self)
        except Unsettled as needed:
            stop = questions.order_of(self, needed.zone, frames[-1])
        except Fault as met:
            raise self._placed(met, frames) from None
        finally:
            self.permitted = False
        if stop is not None:
            self._clear(frames)
        return stop

    def _barrier(self) -> Stop | None:
        state = self.state
        self.frames, self.branch = state.frames, -1
        frame = state.frames[-1]
        try:
            deliver(self, self.plan[frame[PC]])
        except Unsettled as needed:
            return questions.order_of(self, needed.zone, frame)
        state.strands, state.before = [], None
        self.told("barrier", self.plan[frame[PC]])
        frame[PC] = self.plan[frame[PC]].next
        return None

    # ---------------------------------------------------------------- answers

    def answer(self, question: Question, value: Value) -> None:
        """Takes one of the question's options (or what nature gives); the play can then be advanced."""
        frames, branch = self.asked(question)
        self.frames, self.branch = frames, branch
        frame, op = frames[-1], self.plan[question.op]
        if self.tell is not None:
            self.told("answer", op, question, value)
        if question.name == "shuffle" and question.of_nature:
            questions.settle(self, question, value)
        else:
            questions.COMPLETE[type(op)](op, frame, self, value)
        self.open.pop(branch, None)

    def take(self, question: Question, offer: Taken) -> None:
        """Takes a free action beside a question; the same question stands again when it is done."""
        frames, branch = self.asked(question)
        self.frames, self.branch = frames, branch
        triggers.take(self, question, offer)
        self.open.pop(branch, None)

    def asked(self, question: Question) -> tuple[list[Frame], int]:
        """The frames that wait at a question."""
        state = self.state
        if not state.strands:
            return state.frames, -1
        if question.seat == NATURE:
            return self.frames, self.branch
        seat = question.seat
        if self.open.get(seat) is not question:               # `by p` may ask another seat than the branch's own
            seat = next((s for s, q in self.open.items() if q is question), seat)
        return state.strands[seat], seat

    def ask_again(self, seat: int) -> Question | None:
        """The question at which a seat waits, put again from the position alone; None if it need not be asked."""
        state = self.state
        if not state.strands:
            stop = self._run(state.frames, -1)
            return stop if isinstance(stop, Question) and stop.seat == seat else None
        for branch in sorted(range(len(state.strands)), key=lambda b: b != seat):
            if state.strands[branch]:
                stop = self._run(state.strands[branch], branch)
                if isinstance(stop, Question) and stop.seat == seat:
                    return stop
        return None

    # ---------------------------------------------------------------- for those who carry ops out

    def value(self, expr: ir.Expr, frame: Frame) -> Value:
        """The value of an expression in a frame."""
        return self.value_of[expr.__class__](expr, self, frame)

    def enter(self, routine: int, args: Sequence[Value] = (), me: int = -1, into: int = -1) -> Frame:
        """Opens an activation of a routine on top of the others."""
        entered = self.spec.routines[routine]
        frame = self.kept.frames[routine][:]
        frame[ME], frame[RESULT] = me, into
        if args:
            frame[LOCALS:LOCALS + len(args)] = args
        if entered.counted:
            self._nesting(entered)
        if into >= 0 and self.frames:
            self.frames[-1][into] = None                      # until there is a result, there is none from before either
        self.frames.append(frame)
        return frame

    def _nesting(self, routine: Routine) -> None:
        open_now = sum(1 for f in self.frames if f[ROUTINE] == routine.number)
        if open_now >= self.spec.nesting:
            chain = tuple(self.spec.routines[f[ROUTINE]].name for f in self.frames)
            span = self.plan[self.frames[-1][PC]].span
            raise Fault(codes.FAULT_NESTING, routine.span or span,
                        codes.FAULT_NESTING.says(name=routine.name, limit=self.spec.nesting), chain=chain)

    def leave(self, value: Value = None) -> None:
        """Closes the last activation, handing a value to the one below."""
        frame = self.frames.pop()
        if self.frames and frame[RESULT] >= 0:
            self.frames[-1][frame[RESULT]] = value

    def told(self, what: str, op: ir.Op, *facts: Value) -> None:
        """Tells the observer, if there is one."""
        if self.tell is not None:
            self.tell(what, op, self.branch, *facts)

    def points(self, index: int, seat: int) -> int:
        """A score of a seat, or the total of all."""
        return scoring.points(self, index, seat)

    def beside(self, state: State, **how: Any) -> "Machine":
        """A machine with the same tables on another position; nobody is told what it does."""
        machine = Machine(self.spec, state, carry_out=self.carry_out, value_of=self.value_of, turned=self.turned, **how)
        machine.frames = state.frames
        return machine

    def suppose(self, routine: int, args: Sequence[Value], me: int, span: Span) -> "Machine":
        """A machine on a copy of the table, on which an effect has been carried out."""
        copied = self.state.copy()
        copied.strands, copied.pending, copied.frames, copied.serving = [], [], [], -1
        copied.due, copied.resolving = [], -1                   # what waits outside waits for what is outside
        copied.holding = [(-1, -1, trigger, args) for _, _, trigger, args in copied.holding]      # outside, so never let go
        other = self.beside(copied, supposing=True)
        other.enter(routine, args, me)
        stop = other._run(copied.frames, -1)
        if stop is not None or copied.ended is not None:
            asked = f"the question `{stop.name}`" if isinstance(stop, Question) else "an end"
            what = "chance" if isinstance(stop, Question) and stop.seat == NATURE else asked
            raise fault(codes.FAULT_SUPPOSE, span, what=what)
        return other


def start(spec: Spec) -> State:
    """The position before set-up: every component in its store, every cell at its first value."""
    state = State(
        [c.first for c in spec.cells],
        [[] for _ in spec.zones],
        list(spec.stores),
        [0] * len(spec.components),
    )
    for number, z in enumerate(spec.stores):
        state.zones[z].append(number)
        if spec.faceless[number]:
            state.known[number] = spec.everyone
    main = spec.routines[0]
    state.frames.append(activation(main))
    return state


__all__ = ["CARRY_OUT", "EVALUATE", "ME", "TOGETHER", "WAIT", "Machine", "start"]
