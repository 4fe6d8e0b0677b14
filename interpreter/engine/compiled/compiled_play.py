"""A play by the second engine, with the calls of a Machine: advance, answer, take, copy, state.

In:  a Spec, and if wanted a State to go on from.
Out: Pause and Over as the reference engine gives them. Where the module stops with nothing to say (a fault, a limit), the
reference
     engine carries on from the position before: it raises the Fault in its words, or plays to the next pause.
"""

from attrs import define, field

from interpreter import ir
from interpreter.core.frame import Value
from interpreter.core.question import NATURE, Over, Pause, Question, Taken
from interpreter.core.state import State
from interpreter.core.types import element, member_type, Set
from interpreter.engine.compiled import memory_layout as lay
from interpreter.engine.compiled.instance import compiled, Instance, Stopped
from interpreter.engine.compiled.question_functions import option_depth
from interpreter.engine.compiled.results import over
from interpreter.engine.compiled.routine_functions import ASKED, NATURE as ASKS_NATURE, OVER, PAUSED, RESTS
from interpreter.engine.compiled.state_transfer import bring, members, NoRoom, scratch, state_of, value_at
from interpreter.engine.machine import Machine
from interpreter.ir.model import Spec
from interpreter.ir.policy import Player
from interpreter.text.diagnostic import InternalError

ROLL, PICK, SHUFFLE = 1, 2, 3


@define(eq=False)
class Compiled:
    """One play at its present position. The instance is shared by all plays of the Spec; `saved` is this one's position while
    another's lies in its memory.

    open         the questions that branches wait at, by seat
    branch       the branch in which nature was asked last, or -1
    puts_forced  are decisions with a single possible answer put as well?
    handed_over  how often the reference engine has carried on
    reference    the reference engine at this position, where the module cannot hold it; it plays on from there
    """

    spec: Spec
    instance: Instance
    saved: bytes = b""
    open: dict[int, Question] = field(factory=dict)
    branch: int = -1
    puts_forced: bool = False
    handed_over: int = 0
    reference: Machine | None = None

    # ---------------------------------------------------------------- the position

    @property
    def state(self) -> State:
        """The position, as the reference engine has it: a copy."""
        if self.reference is not None:
            return self.reference.state.copy()
        self._enter()
        return state_of(self.instance)

    def copy(self) -> "Compiled":
        """The same play with a future of its own."""
        if self.reference is not None:
            return Compiled(self.spec, self.instance, b"", {}, self.branch, self.puts_forced, 0,
                            Machine(self.spec, self.reference.state.copy(), puts_forced=self.puts_forced))
        self._enter()
        return Compiled(self.spec, self.instance, self.instance.position(), dict(self.open), self.branch, self.puts_forced)

    def _enter(self) -> None:
        """Sees to it that the position lies in memory."""
        instance = self.instance
        if instance.resident is not self:
            if instance.resident is not None:
                instance.resident.saved = instance.position()
            instance.write(lay.BLOCK, self.saved)
            instance.resident = self

    # ---------------------------------------------------------------- to the next pause

    def advance(self) -> Pause | Over:
        """Goes on until somebody has to answer, or the play is over."""
        if self.reference is not None:
            return self._carried_back(self.reference)
        self._enter()
        instance = self.instance
        before = instance.position()
        asked = dict(self.open)
        for seat in range(len(self.spec.seats)):
            instance.put(lay.OPEN + 4 * seat, int(seat in self.open))
        try:
            for name, value in (("bots", 0), ("exact", 1), ("forced", int(self.puts_forced)), ("supposing", 0),
                                ("permitted", 0),
                                ("lenient", 0), ("eyes", 0), ("apart", 0), ("mild", 0), ("shy", 0), ("noting", 0),
                                ("scratch", instance.module.numbers["ARENA"]),
                                ("lists_full", (instance.module.layout.lists + instance.module.layout.end) // 2)):
                instance.set(name, value)
            while True:
                status = instance.call("advance")
                if status == OVER:
                    return over(instance)
                if status == RESTS:
                    return Pause(())
                if status == PAUSED:
                    return Pause(tuple([self.open[seat] for seat in sorted(self.open)]))
                if status not in (ASKED, ASKS_NATURE):
                    raise InternalError(f"a module has stopped with {status}")
                question = self._question()
                branch = instance.number(lay.Q_BRANCH)
                if question.of_nature:
                    self.branch = branch
                    return Pause((question,))
                if branch < 0:
                    return Pause((question,))
                self.open[branch] = question
        except Stopped:
            instance.write(lay.BLOCK, before)
            self.open = asked
            return self._by_reference()

    def _by_reference(self) -> Pause | Over:
        """The reference engine plays to the next pause, or says why there is none."""
        self.handed_over += 1
        machine = Machine(self.spec, state_of(self.instance), puts_forced=self.puts_forced)
        machine.open = dict(self.open)
        return self._carried_back(machine)

    def _carried_back(self, machine: Machine) -> Pause | Over:
        """Plays on by the reference engine, and brings the position back into the module if it can hold it."""
        stop = machine.advance()
        self.open, self.branch = machine.open, machine.branch
        try:
            self._enter()
            bring(self.instance, machine.state)
            self.reference = None
        except NoRoom:
            self.reference = machine
            self.instance.resident = None
        return stop

    # ---------------------------------------------------------------- questions

    def _question(self) -> Question:
        """The question that the module has put."""
        instance, spec = self.instance, self.spec
        kind, options = instance.number(lay.Q_KIND), instance.long(lay.Q_OPTIONS)
        if kind == SHUFFLE:
            where = spec.zones[instance.number(lay.Q_SOURCE)]
            op = self._next_op()
            return Question(NATURE, "shuffle", value_at(instance, options, 1), op.number, source=where.label,
                            count=instance.number(lay.Q_COUNT), span=op.span)
        op = spec.plan[instance.module.asks[instance.number(lay.Q_OP)]]
        count = instance.number(lay.Q_COUNT)
        match op:
            case ir.Roll(die=die):
                made = spec.dice[die]
                return Question(NATURE, "roll", made.faces, op.number, made.type, source=made.name, count=count, span=op.span)
            case ir.Pick():
                single = op.least is None and op.most is None
                type_ = element(op.source.type) if single else Set(member_type(op.source.type))
                values = value_at(instance, options, 1 + option_depth(op))
                return Question(NATURE, "pick", values, op.number, type_, source=op.name, count=1, span=op.span)
            case ir.Blind():
                asking = spec.plan[op.asks]
                type_ = op.source.type if op.offer >= 0 else getattr(asking, "type", None)
                values = value_at(instance, options, 1 + option_depth(asking))
                return Question(NATURE, "pick", values, op.number, type_, source="unseen card", count=1, span=op.span)
            case ir.Ask():
                values = value_at(instance, options, 1 + option_depth(op))
                offers = tuple(_taken(one) for one in members(instance, instance.long(lay.Q_OFFERS)))
                return Question(instance.number(lay.Q_SEAT), op.name, values, op.number, op.type, op.prompt, offers, op.span)
        raise InternalError(f"{type(op).__name__} asks nobody")

    def _next_op(self) -> ir.Op:
        instance = self.instance
        top = instance.get("top")
        routine = instance.number(top + lay.ROUTINE)
        return self.spec.plan[instance.module.orders[routine][instance.number(top + lay.PC)]]

    # ---------------------------------------------------------------- answers

    def answer(self, question: Question, value: Value) -> None:
        """Takes one of the question's options, or what nature gives."""
        if self.reference is not None:
            self.reference.answer(question, value)
            return
        self._enter()
        instance, branch = self.instance, self._branch_of(question)
        number = -1
        if question.of_nature and question.name == "shuffle":
            zone = next(k for k, z in enumerate(self.spec.zones) if z.label == question.source and z.loose >= 0)
            instance.put(lay.Q_SOURCE, zone)
        else:
            number = instance.module.asks.index(question.op)
        before = instance.position()
        try:
            instance.call("answer", number, branch, scratch(instance).put(value))
        except Stopped:
            instance.write(lay.BLOCK, before)
            self._answer_by_reference(question, value)
        self.open.pop(branch, None)

    def _answer_by_reference(self, question: Question, value: Value) -> None:
        self.handed_over += 1
        machine = Machine(self.spec, state_of(self.instance), puts_forced=self.puts_forced)
        machine.open, machine.branch = dict(self.open), self.branch
        machine.frames = machine.state.strands[self.branch] if self.branch >= 0 else machine.state.frames
        machine.answer(question, value)
        try:
            bring(self.instance, machine.state)
        except NoRoom:
            machine.open.pop(self._branch_of(question), None)
            self.reference = machine
            self.instance.resident = None

    def take(self, question: Question, offer: Taken) -> None:
        """Takes a free action beside a question; the same question stands again when it is done."""
        if self.reference is not None:
            self.reference.take(question, offer)
            return
        self._enter()
        branch = self._branch_of(question)
        self.instance.call("take_offer", branch, *offer)
        self.open.pop(branch, None)

    def _branch_of(self, question: Question) -> int:
        """The branch that waits at a question, or -1."""
        if not self.instance.number(lay.STRANDS):
            return -1
        if question.of_nature:
            return self.branch
        seat = question.seat
        if self.open.get(seat) is not question:
            seat = next((s for s, q in self.open.items() if q is question), seat)
        return seat


def _taken(packed: int) -> Taken:
    value = packed & 0xFFFFFFFF
    return packed >> 32, value - (1 << 32) if value >= 1 << 31 else value


def compiled_play(spec: Spec, state: State | None = None, players: tuple[Player, ...] = ()) -> Compiled:
    """A play from the beginning, or from a State at a pause; `players` are the strategies that the module knows."""
    instance = compiled(spec, players)
    play = Compiled(spec, instance)
    if instance.resident is not None:
        instance.resident.saved = instance.position()
    instance.resident = play
    if state is None:
        instance.call("new_play")
    else:
        try:
            bring(instance, state)
        except NoRoom:
            play.reference = Machine(spec, state.copy())
            instance.resident = None
    return play
