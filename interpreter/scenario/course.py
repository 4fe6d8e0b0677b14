"""The course of one run: where the play stands, and how far it goes on between one line and the next.

In:  a Reading, a Machine on the position given, and the lines; scenario/start_at.py begins the rules.
Out: a Course: the machine moved on, the questions open now, the last refusal, the fault that stopped the play if one did.
     Raises Failed, with the line and the reason, where the play cannot come to what a line speaks of.

What a line does not say is left open (language.md, Scenarios): a shuffle leaves the order as it lies; what has a single answer
is taken. A `when` line that needs the play to go on also declines each `may` and takes no free action; a `then` line never
does (`settle`), and never goes past what a later line answers. A question or roll that a later line needs answered fails the
run.
"""

from attrs import define

from interpreter import ir
from interpreter.core.frame import activation
from interpreter.core.question import Over, Question, Refusal, Stop
from interpreter.engine import scoring
from interpreter.engine.interface import CarriesOut
from interpreter.engine.machine import Machine
from interpreter.ir.model import Always
from interpreter.scenario.terms import chance_value, Failed, failed, listed_order, Reading
from interpreter.scenario.trace import Record
from interpreter.session.answers import declines
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.diagnostic import Diagnostic, Fault, Unplayable

MOST_MOVES = 10_000                                # of those that no line speaks of, one after the other
WHEN = (ast.Answers, ast.Asks, ast.Takes, ast.Chance, ast.NothingElse, ast.ComesTo)
BY_SEAT = (ast.Answers, ast.Asks, ast.Takes)
ASKED = (ast.ThenAsked, ast.ThenPossibilities)
PASSING = (ast.Answers, ast.Takes, ast.Chance)     # the lines that go past a question of chance, or answer it


class OpenChance(Exception):
    """Nature is asked and no line answers, where every way is to be gone through."""

    def __init__(self, question: Question):
        super().__init__(question)
        self.question = question


class BeforeStep(Exception):
    """The step that the course goes on to is next."""


@define(eq=False)
class Course:
    """One run as far as it has come.

    questions  those open now
    refusal    what the last attempt was answered with
    stopped    the fault, or the refusal to begin, that stopped the play
    later      the lines that follow the one being carried out
    given      what is left of a `chance gives` line
    weighing   is chance gone through, instead of left as it lies?
    to_play    has only set-up been carried out, and play is next?
    begun      has a `start at` line been carried out?
    kept       the `always` lines that held when the rules began
    until      the ops before which the play stands still: those that begin the step a line goes on to
    standing_still  does it stand there?
    """

    reading: Reading
    machine: Machine
    record: Record
    questions: tuple[Question, ...] = ()
    refusal: Refusal | None = None
    stopped: Fault | Unplayable | None = None
    later: tuple = ()
    given: list | None = None
    weighing: bool = False
    to_play: bool = False
    begun: bool = False
    kept: tuple[Always, ...] = ()
    until: frozenset[int] = frozenset()
    standing_still: bool = False

    def copy(self) -> "Course":
        """The same run with a future of its own."""
        course = fresh(self.reading, self.machine.beside(self.machine.state.copy(), puts_forced=True), self.record.copy())
        course.refusal, course.later, course.weighing, course.to_play = self.refusal, self.later, self.weighing, self.to_play
        course.given, course.kept, course.begun = self.given and list(self.given), self.kept, self.begun
        course.until = self.until
        if self.machine.state.strands:                          # which branch waits where is not in the position
            if self.stopped is None:
                course.go(told=False)
        else:
            course.questions, course.standing_still = self.questions, self.standing_still
        course.stopped = course.stopped or self.stopped
        return course

    # ---------------------------------------------------------------- going on

    def go(self, told: bool = True) -> None:
        """To the next pause, or to what stops the play. A copy goes where it was, and tells nothing."""
        tell, self.machine.tell = self.machine.tell, self.machine.tell if told else None
        carry_out = self.machine.carry_out
        self.standing_still = False
        if self.until:
            self.machine.carry_out = carry_out | {form: _before(self.until, carry_out[form]) for form in (ir.Run, ir.Together)}
        try:
            pause = self.machine.advance()
            self.questions = () if isinstance(pause, Over) else pause.questions
            if told:
                self._watch()
        except (Fault, Unplayable) as stop:
            self.questions, self.stopped = (), stop
        except BeforeStep:
            self.questions, self.standing_still = (), True
        finally:
            self.machine.tell, self.machine.carry_out = tell, carry_out

    def _watch(self) -> None:
        """An `always` that held when the rules began has to hold at every pause."""
        for line in self.kept:
            if scoring.fails(self.machine, line):
                raise Fault(codes.FAULT_ALWAYS, line.span, codes.FAULT_ALWAYS.says(what=line.about))

    def begin_play(self) -> None:
        """After set-up comes play; the first line that needs it says so."""
        self.to_play = False
        main = self.machine.spec.routines[0]
        arm = next(op.number for op in self.machine.plan if isinstance(op, ir.Arm))
        self.machine.state.frames[:] = [activation(main, at=arm)]
        self.go()

    def settle(self) -> None:
        """Goes on as far as nobody has a choice, and to no question that a later line answers: that is all a `then` may do."""
        for _ in range(MOST_MOVES):
            if not self.forced_move():
                return

    def forced_move(self) -> bool:
        """Takes one thing that leaves nobody a choice and that no later line answers; False if there is none."""
        question = next((q for q in self.questions if self._forced(q)), None)
        if question is not None:
            self.take(question, self.left_open(question))
        return question is not None

    def _forced(self, question: Question) -> bool:
        if question.of_nature:
            return self.weighing or (question.name == "shuffle" and not self.answered_later(question))
        return len(question.options) == 1 and not question.offers and not self.answered_later(question)

    def answered_later(self, question: Question) -> bool:
        """Does a later line answer or expect this question, before the rules begin anew?"""
        begins = (k for k, line in enumerate(self.later) if isinstance(line, ast.StartAt))
        lines = self.later[: next(begins, len(self.later))]
        if question.of_nature:
            given = next((line for line in lines if isinstance(line, PASSING)), None)
            return isinstance(given, ast.Chance) and self._gives(given, question)
        seat = self.machine.spec.seats[question.seat]
        others = [other for other in self.questions if other.seat == question.seat and other is not question]
        for line in lines:
            if not isinstance(line, BY_SEAT + ASKED) or not _of_seat(line, seat):
                continue
            if self._answers(line, question):
                return True
            if isinstance(line, ast.Answers | ast.Takes) and not any(self._answers(line, other) for other in others):
                return False                       # to come to what it speaks of, the play goes past this question
        return False

    def _answers(self, line: ast.Node, question: Question) -> bool:
        """Is a line of the question's seat about it, or about a free action beside it?"""
        offers = self._offers(question)
        return _about(line) in (offers if isinstance(line, ast.Takes) else {question.name, *offers})

    def _offers(self, question: Question) -> set[str]:
        """The names of the free actions open beside a question."""
        return {self.machine.spec.offers[number].name for number, _ in question.offers}

    def _gives(self, line: ast.Chance, question: Question) -> bool:
        """Would the line answer this question of chance? A shuffle is left as it lies by a line that names other things."""
        try:
            return chance_value(self.reading, self.machine, question, line.values)[0] is not None
        except Failed:
            return True

    def spoken_of(self, question: Question) -> bool:
        """Does the next `when` line of its seat, or an `asked` before it, speak of this question?"""
        name = self.machine.spec.seats[question.seat]
        line = next((later for later in self.later if _speaks(later, name, question)), None)
        return line is not None and self._answers(line, question)

    def left_open(self, question: Question):
        """The answer of a question that no line speaks of; None if some line has to."""
        if question.of_nature:
            if self.weighing:
                raise OpenChance(question)
            return listed_order(self.machine, question) if question.name == "shuffle" else None
        op = self.machine.plan[question.op]
        if len(question.options) == 1:
            return question.options[0]
        if isinstance(op, ir.May):
            return 0
        if isinstance(op, ir.Choose) and op.may:
            return next(option for option in question.options if declines(op, option))
        return None

    def take(self, question: Question, value) -> None:
        """Answers, and goes on."""
        try:
            self.machine.answer(question, value)
        except Fault as fault:
            self.questions, self.stopped = (), fault
            return
        self.go()

    def reach(self, fits, seat: int = -1) -> Question | None:
        """Goes on with what is left open until a question fits; its own seat's first, what lines speak of last."""
        for _ in range(MOST_MOVES):
            question = next((q for q in self.questions if fits(q)), None)
            if question is not None:
                return question
            if not self.one_more(seat):
                return None
        return None

    def one_more(self, seat: int = -1, past_later: bool = True) -> bool:
        """Takes one thing that is left open; False if there is none. Without `past_later` what a later line answers waits."""
        if self.stopped is not None or self.machine.state.ended is not None:
            return False
        if self.standing_still:
            self.until = frozenset()
            self.go()
            return True
        if self.to_play and not self.questions:
            self.begin_play()
            return True
        order = sorted(self.questions, key=lambda q: (self._waits(q), q.seat != seat, len(q.options) > 1))
        for question in order:
            value = None if not past_later and self.answered_later(question) else self.left_open(question)
            if value is not None:
                self.take(question, value)
                return True
        return False

    def _waits(self, question: Question) -> bool:
        return not question.of_nature and self.spoken_of(question)

    def truth(self, test: ast.Node, settled: bool = False) -> bool:
        """Does a condition hold where this run stands? A pile in no settled order is read as it lies, or with `settled` raises
        Unsettled."""
        self.reading.rolled = self.record.rolled
        return self.reading.truth(test, self.machine, settled)

    # ---------------------------------------------------------------- what is said when it does not come out

    def become(self, other: "Course") -> None:
        """Takes over the course of a copy."""
        self.machine, self.record, self.questions = other.machine, other.record, other.questions
        self.stopped, self.to_play = other.stopped, other.to_play
        self.until, self.standing_still = other.until, other.standing_still

    def waiting(self, line: ast.Node) -> Failed:
        """The play does not come to what the line speaks of."""
        what = _about(line)
        if self.stopped is not None:
            return Failed(stopped_line(line, self.stopped))
        if not self.questions:
            how = "the play is over" if self.machine.state.ended is not None else "what was started is done"
            return failed(codes.SCENARIO_FAILED, line.span, what=f"`{what}` does not come up: {how}")
        asked = self.asked_words()
        return failed(codes.SCENARIO_OPEN, line.span, name=asked[0], notes=(f"this line speaks of `{what}`", *asked))

    def standing(self) -> str:
        """Where the play stands, in words."""
        if self.machine.state.ended is not None:
            return "the play has ended"
        if self.standing_still:
            entry = self.machine.plan[min(self.until)]
            if isinstance(entry, ir.Run | ir.Together):
                return f"step {self.machine.spec.routines[entry.routine].name.split('.')[-1]} is next"
        if self.questions:
            return f"next question: {', '.join(self.asked_words())}"
        if not self.begun:
            return "the rules have not begun: no `start at` stands above this line"
        return "set-up is done, and play comes next" if self.to_play else "what was started is done; the play rests there"

    def asked_words(self) -> list[str]:
        """The questions open now, in words."""
        return [self._asked(q) for q in self.questions]

    def _asked(self, question: Question) -> str:
        spec = self.machine.spec
        if question.of_nature:
            return f"{question.name} {question.source}"
        return f"{question.name} by {spec.seats[question.seat]}"


def _before(until: frozenset[int], carry_out: CarriesOut) -> CarriesOut:
    """Carries an op out as ever, but for those before which the play stands still."""
    def carry(op: ir.Op, f: list, m: Machine) -> Stop | None:
        if op.number in until:
            raise BeforeStep
        return carry_out(op, f, m)

    return carry


def _about(line: ast.Node) -> str:
    """What a line speaks of: a decision, a free action, a step, or chance."""
    match line:
        case ast.Takes(offer=ident) | ast.ComesTo(step=ident):
            return ident.text
        case ast.Answers(decision=ident) | ast.Asks(decision=ident):
            return ident.text
        case ast.ThenAsked(decision=ident) | ast.ThenPossibilities(decision=ident):
            return ident.text
    return "chance"


def _speaks(line: ast.Node, seat: str, question: Question) -> bool:
    """Is the line one of this seat's, or does it expect the question?"""
    if isinstance(line, ASKED):
        return line.decision.text == question.name and _of_seat(line, seat)
    return isinstance(line, BY_SEAT) and _of_seat(line, seat)


def _of_seat(line: ast.Node, seat: str) -> bool:
    """Does the line speak of this player? One that does not name somebody may."""
    match line:
        case ast.Answers(seat=who) | ast.Asks(seat=who) | ast.Takes(seat=who) | ast.ThenAsked(seat=who):
            return not isinstance(who, ast.Ident | ast.Name) or who.text == seat
        case ast.ThenPossibilities(seat=who):
            return not isinstance(who, ast.Name) or who.text == seat
    return False


def fresh(reading: Reading, machine: Machine, record: Record) -> Course:
    """A course on a position that has not begun."""
    course = Course(reading, machine, record)
    machine.tell = lambda *told: record.tell(machine, *told)
    return course


def stopped_line(line: ast.Node, stopped) -> Diagnostic:
    """A fault, or a refusal to begin, that the line did not speak of."""
    if isinstance(stopped, Unplayable):
        what, notes = f"the game is refused before play: {stopped.message}", (f"at {stopped.span}",)
    else:
        reason = stopped.diagnostic
        what, notes = f"a fault stopped the play: {reason.code.id}, {reason.message}", (f"at {reason.span}", *reason.notes)
    return Diagnostic(codes.SCENARIO_FAILED, line.span, what, None, tuple(notes), "error")


def refused_line(line: ast.Node, no: Refusal) -> Failed:
    """An answer that the scenario takes to be allowed, and that is not."""
    notes = (f"at {no.span}", *([f"accepted: {no.accepted}"] if no.accepted else []))
    return failed(codes.SCENARIO_FAILED, line.span, what=f"this is refused: {no.reason}", notes=notes)
