"""Putting right an earlier answer or roll of a play: back to it, the right value, and the rest again as far as it still holds.

In:  a Session, the place of the answer among its entries, the value as typed.
Out: `fix`, a Keeper: what was kept, what no longer holds and why, and what still waits; or a Trouble, and nothing is changed.

A play only grows: everything since then is taken back (`undo n` in a file), and what comes again is written anew, so the old
lines stay where they are. People's answers are given again where the rules still ask and allow them. Chance falls as it did
where it is still asked; what the seed would now give otherwise is written as `given`. Bots decide anew. Where somebody has
to answer what nobody has been asked before, the rest waits, and goes on behind the new answer.
"""

from collections.abc import Callable

from attrs import define, evolve, field

from interpreter.core.question import NATURE, Over, Pause, Question
from interpreter.session.answers import by_letter, parse_offer, parse_value
from interpreter.session.bots import Decider
from interpreter.session.history import Entry, looks_at_hidden
from interpreter.session.log import in_words
from interpreter.session.notation import Trouble
from interpreter.session.physical_chance import from_data
from interpreter.session.refusals import attempt, attempt_offer
from interpreter.session.session import Session

FALLEN, SAID = ("roll", "pick", "shuffle"), ("answer", "takes")      # lines of the log that tell entries
TOLD = (*FALLEN, *SAID)
LOOKED_AHEAD = 6                                 # answers that may have become needless before one that still fits


@define(eq=False)
class Waiting:
    """One answer of the old play: the number it is known by, and whether it is the one put right."""

    number: int
    entry: Entry
    fixed: bool = False


@define(eq=False)
class Keeper:
    """Gives the answers of the old play again. `kept_lines` hold as they were; `gone` lists what no longer holds, and why."""

    session: Session
    waiting: list[Waiting]
    kept_lines: list[Waiting] = field(factory=list)
    gone: list[tuple[Waiting, str]] = field(factory=list)
    corrected: bool = False
    stuck_at: int = -1                           # how many answers there were when the next line did not fit

    @property
    def kept(self) -> int:
        """How many answers and rolls were kept."""
        return len(self.kept_lines)

    def go_on(self, until_fixed: bool = False) -> None:
        """As far as the old answers lead."""
        session = self.session
        session.corrector = self if self.waiting else None
        while self.waiting and not (until_fixed and (self.corrected or self._lost())):
            stop = session.play()
            if isinstance(stop, Over):
                self._drop(len(self.waiting), "the play is over before it")
            elif not self.answer(stop):
                break
        if not self.waiting:
            session.corrector = None

    def _lost(self) -> bool:
        return not any(waiting.fixed for waiting in self.waiting)

    # ---------------------------------------------------------------- one stop

    def answer(self, stop: Pause) -> bool:
        """Answers one of the open questions as it was answered before; no if the next line does not fit, until somebody has
        answered."""
        given = len(self.session.entries)
        if given == self.stuck_at:
            return False
        answered = any(self._chance(q) if q.of_nature else self._person(q) for q in stop.questions)
        self.stuck_at = -1 if answered else given
        return answered

    def _chance(self, question: Question) -> bool:
        """Chance that a table is asked for."""
        for k in range(self._before_person()):
            waiting = self.waiting[k]
            if waiting.entry.of_nature and waiting.entry.name == question.source:
                self._drop(k)
                value = parse_value(self.session.spec, question, waiting.entry.text, self.session.state)
                self.waiting.pop(0)
                if isinstance(value, Trouble):
                    self._lose(waiting, str(value))
                    return False
                self._count(waiting)
                self.session.answer(question, value)
                return True
        return False

    def _person(self, question: Question) -> bool:
        """The next line of a person, or the one behind some lines of one and the same person that are not needed any more."""
        passed: list[int] = []
        for k, waiting in enumerate(self.waiting):
            if waiting.entry.of_nature or not passed and waiting.entry.seat in self.session.choosers:
                continue
            if waiting.entry.seat != question.seat or waiting.entry.kind != "takes" and waiting.entry.name != question.name:
                passed.append(waiting.entry.seat)
                if len(set(passed)) > 1 or len(passed) > LOOKED_AHEAD:
                    return False
                continue
            why = self._given(question, waiting)
            if why is None:
                del self.waiting[k]
                self._drop(k)
                self._count(waiting)
                return True
            if passed and not waiting.fixed:
                return False
            self._drop(k)
            self._lose(self.waiting.pop(0), why)
            return waiting.entry.kind == "takes" and self._person(question)
        return False

    def _given(self, question: Question, waiting: Waiting) -> str | None:
        """Gives an answer; why it cannot be given, if so."""
        session, spec = self.session, self.session.spec
        if waiting.entry.kind == "takes":
            offer = parse_offer(spec, question, waiting.entry.name)
            refusal = None if isinstance(offer, Trouble) else attempt_offer(session.machine, question, offer)
            if isinstance(offer, Trouble) or refusal is not None:
                return str(offer) if refusal is None else _because(refusal)
            session.take(question, offer)
            return None
        value = parse_value(spec, question, waiting.entry.text, session.state)
        lettered = by_letter(question, waiting.entry.text) if waiting.fixed and isinstance(value, Trouble) else None
        value = value if lettered is None else lettered
        refusal = None if isinstance(value, Trouble) else attempt(session.machine, question, value)
        if isinstance(value, Trouble) or refusal is not None:
            return str(value) if refusal is None else _because(refusal)
        self.corrected |= waiting.fixed          # before it is carried out, which may need more of the lines
        session.answer(question, value)
        return None

    # ---------------------------------------------------------------- chance of a seed, and bots

    def instead(self, session: Session, question: Question, drawn):
        """What fell here before; None if that is what falls now, or nothing is known."""
        self._past_bots()
        for k in range(self._before_person()):
            waiting = self.waiting[k]
            if waiting.entry.of_nature and waiting.entry.name == question.source:
                self._drop(k)
                self.waiting.pop(0)
                return self._fell(question, waiting, drawn)
        return None

    def _fell(self, question: Question, waiting: Waiting, drawn):
        value = parse_value(self.session.spec, question, waiting.entry.text, self.session.state)
        if isinstance(value, Trouble) or not _could_be(question, value):
            self._lose(waiting, str(value) if isinstance(value, Trouble) else "it can no longer fall so")
            return None
        self._count(waiting)
        same = value == drawn or question.name == "shuffle" and value == tuple(drawn)
        return None if same and waiting.entry.kind == "chance" and not waiting.fixed else value

    def _before_person(self) -> int:
        """How many of the lines come before the next answer of a person or a bot."""
        return next((k for k, waiting in enumerate(self.waiting) if not waiting.entry.of_nature), len(self.waiting))

    def _past_bots(self) -> None:
        """Lines of bots that have decided anew meanwhile: they were followed as they came."""
        answered = self.session.choosers
        while self.waiting and self.waiting[0].entry.seat in answered and not self.waiting[0].fixed:
            self.waiting.pop(0)

    # ---------------------------------------------------------------- keeping count

    def _count(self, waiting: Waiting) -> None:
        self.corrected |= waiting.fixed
        if not waiting.fixed:
            self.kept_lines.append(waiting)

    def _drop(self, count: int, why: str = "it is not asked any more") -> None:
        """Leaves lines out that nothing asks for. What a seed gave is nobody's loss."""
        for waiting in self.waiting[:count]:
            if waiting.fixed or not waiting.entry.of_nature or self.session.seed is None or self.session.chance is not None:
                self._lose(waiting, why)
        del self.waiting[:count]

    def _lose(self, waiting: Waiting, why: str) -> None:
        if waiting.entry.seat not in self.session.choosers:
            self.gone.append((waiting, why))


def _because(refusal) -> str:
    cited = f" [{', '.join(refusal.span.clauses)}]" if refusal.span.clauses else ""
    return f"{refusal.reason}{cited}"


def _could_be(question: Question, value) -> bool:
    """Can chance give this here?"""
    if question.name == "roll":
        return len(value) == question.count and all(face in question.options for face in value)
    if question.name == "shuffle":
        return len(value) >= question.count and set(value) <= set(question.options)
    return value in question.options


# ------------------------------------------------------------------ from outside


def fix(
    session: Session, at: int, text: str, numbers: list[int], before: Callable[[], object] | None = None, called: int = 0
) -> Keeper | Trouble:
    """Puts the answer at place `at` right; `numbers` are those by which the entries are known, `called` is what whoever asks
    calls this one. `before` is called when it is settled that the value holds, and before anything is changed; what it
    raises leaves everything as it was."""
    moment = session.moment_before(at)
    old = session.entries[moment.entries:]
    lines = [Waiting(n, entry) for n, entry in zip(numbers[moment.entries:], old, strict=True)]
    target = lines[at - moment.entries]
    called = called or target.number
    if target.entry.seat in session.choosers:
        return Trouble(f"line {called} is what a bot decided, and it decides by itself")
    if target.entry.kind == "takes":
        return Trouble(f"line {called} is a free action, and has no value", "`undo` takes it back")
    target.entry, target.fixed = evolve(target.entry, text=text.strip()), True
    tried = Keeper(_trial(session, moment), [evolve(line) for line in lines])
    tried.go_on(until_fixed=True)
    if not tried.corrected:
        why = next((why for waiting, why in tried.gone if waiting.fixed), "it is not asked there any more")
        return Trouble(why)
    if before is not None:
        before()
    session.back_to(moment)
    keeper = Keeper(session, lines)
    keeper.go_on()
    return keeper


def _trial(session: Session, moment) -> Session:
    """The same play at that moment, on which a value can be tried."""
    seats: dict[int, Decider] = {seat: who for seat, who in session.seats.items() if not hasattr(who, "choose")}
    trial = Session(session.spec, session.seed, seats, None, session.digest, from_data(session.spec, moment.chance))
    trial.streams.restore(moment.drawn)
    trial.log.lines = [evolve(line) for line in session.log.lines[:moment.lines]]
    trial.entries = session.entries[:moment.entries]
    trial._sit(moment.state.copy())
    return trial


def places_of(session: Session) -> list[int]:
    """The place in the log of the line that tells each entry: what a person has said, what has fallen."""
    lines, places = session.log.lines, []
    for entry in session.entries:
        wanted = FALLEN if entry.of_nature else SAID
        near = (k for k in range(entry.line, min(entry.line + 8, len(lines))) if lines[k].what in wanted)
        places.append(next(near, entry.line))
    return places


def numbers_of(session: Session, seat: int | None = None) -> list[int]:
    """The number by which a seat knows the line of the log that tells each entry; 0 for those that it may not see."""
    known = {line.at: line.number for line in session.log_for(seat)}
    return [known.get(place, 0) for place in places_of(session)]


def entry_at(session: Session, number: int, seat: int | None = None) -> int | Trouble:
    """The place among the entries of what a line of the log, as a seat sees it, tells."""
    line = next((told for told in session.log_for(seat) if told.number == number), None)
    if line is None:
        return Trouble(f"the log has no line {number}", "`log` numbers them")
    if line.undone:
        return Trouble(f"line {number} has been taken back")
    if number in (known := numbers_of(session, seat)):
        return known.index(number)
    if line.what == "forced":
        return Trouble(f"nothing else could be answered at line {number}")
    cause = max((earlier for earlier in known if 0 < earlier < number), default=0)
    return Trouble(f"line {number} is no answer and no roll", f"it came of line {cause}" if cause else "it came of the rules")


# ------------------------------------------------------------------ in the hands of one seat


def told_in_full(session: Session, at: int, seat: int) -> bool:
    """Does a seat see the line of the log that tells an entry, and all that it says?"""
    entry, place = session.entries[at], places_of(session)[at]
    line = session.log.lines[place] if place < len(session.log.lines) else None
    if line is None or line.what not in TOLD or numbers_of(session, seat)[at] == 0:
        return False
    decider = entry.seat if entry.seat >= 0 else None
    return in_words(session.spec, line, seat) == in_words(session.spec, line, decider)


def who_must_agree(session: Session, at: int, seat: int) -> list[int] | Trouble:
    """The seats without whom this one may not put an entry right; or that it may not at all, since it does not see all that
    the entry says, or what could have come there."""
    spec, entry, number = session.spec, session.entries[at], numbers_of(session, seat)[at]
    if not told_in_full(session, at, seat):
        return Trouble(f"line {number} says more than you may know", "only who may see it can put it right")
    op = spec.plan[session.log.lines[places_of(session)[at]].op]
    hidden = looks_at_hidden(spec, op, seat)
    if entry.of_nature:
        return Trouble(f"what could have come at line {number} depends on what you may not see") if hidden else []
    agreeing = {entry.seat} if entry.seat != seat and hidden else set()
    if session.secrets_since(session.moment_before(at)):
        agreeing |= set(range(len(spec.seats))) - {seat}
    return sorted(agreeing)


def who_must_let_go(session: Session, seat: int) -> list[int]:
    """The seats without whom this one may not take the last answer back: those whose answer it is, where it may not see it;
    all, where something of a secret has come to be known since."""
    moment = session.last_moment
    if moment is None:
        return []
    entries = range(moment.entries, len(session.entries))
    sealed = {session.entries[at].seat for at in entries if not told_in_full(session, at, seat)} - {seat, NATURE}
    return sorted(set(range(len(session.spec.seats))) - {seat} if session.secrets_since(moment) else sealed)
