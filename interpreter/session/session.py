"""One play at a table: rules, chance, and those who answer; with what was answered, a log, taking back, and saving.

In:  a Spec, a seed (None: nature is answered from outside), for each seat a chooser's name or a Chooser, and the Chance of a
     real table, if one is played at.
Out: `play()` runs to the next question for a person, or to the end; `answer` and `take` refuse or go on; `undo`;
     `log_for(seat)`; `save()`, the play as plain data (saving.py goes on from it).

Every answer, nature's and the bots' too, is handed to the journal (session/transcript.py) before it is carried out, so that
what has happened is always written down; if that fails, nothing has happened. The `always` lines of the rules are looked
at whenever the play pauses, at its end, and after every statement of `play` itself; not while things that branches have
sent are on their way.
"""

from random import SystemRandom
from typing import Protocol

from attrs import define, field, frozen

from interpreter.core.frame import ROUTINE
from interpreter.core.question import Naming, NATURE, Over, Pause, Question, Refusal
from interpreter.core.state import State
from interpreter.engine import scoring
from interpreter.engine.machine import Machine, start
from interpreter.engine.unseen import stand_in
from interpreter.ir.model import Spec
from interpreter.observation.masks import Eyes
from interpreter.observation.view import view
from interpreter.session.answers import write_offer, write_value
from interpreter.session.bots import Chooser, chooser, Take
from interpreter.session.log import Logbook, Told
from interpreter.session.notation import Trouble
from interpreter.session.physical_chance import Chance
from interpreter.session.refusals import attempt, attempt_offer
from interpreter.session.streams import seat_source, source_of, Streams
from interpreter.text import codes
from interpreter.text.diagnostic import does, Fault, listed

FORMAT = 2


@frozen
class Entry:
    """One answer, in the order of play. `kind` is answer, takes, chance, or given: chance that was put right by hand, in
    place of what the seed gave. `name` is the decision, free action or source; `text` the value as written; `branch` the
    branch of a simultaneous step it was given in, or -1; `line` how long the log was before it."""

    kind: str
    seat: int
    name: str
    text: str
    clauses: tuple[str, ...] = ()
    branch: int = -1
    line: int = field(default=0, eq=False)

    @property
    def of_nature(self) -> bool:
        """Did chance say it?"""
        return self.seat == NATURE


class Journal(Protocol):
    """Where every answer is written down. Anything it raises stops the play before the answer counts."""

    def write(self, session: "Session", entry: Entry) -> None:
        """One answer, about to be carried out."""
        ...

    def undone(self, session: "Session", count: int) -> None:
        """The last `count` answers are about to be taken back."""
        ...

    def ended(self, session: "Session", words: str) -> None:
        """The play is over, or has stopped at a fault."""
        ...

    def settle(self) -> None:
        """Somebody is about to be asked: what was written must be safe."""
        ...


@define(eq=False)
class Moment:
    """A position to come back to: just before a person answered."""

    state: State
    drawn: dict
    entries: int
    lines: int
    scripts: dict
    chance: dict | None = None


@define(eq=False)
class Session:
    """A play at its present position.

    seats     for each seat `human`, the name of a chooser, a prepared strategy, or a Chooser; seats left out are human
    streams   what bots draw from, and nature unless there is no seed: then nature is asked outside, like a person
    chance    what is asked of a real table although there is a seed, or None
    corrector who puts right what the seed gives: `instead(session, question, drawn)` is the value that counts, or None
    entries   every answer that counts, in the order given
    over      how the play ended, once it has
    """

    spec: Spec
    seed: int | None = None
    seats: dict = field(factory=dict)
    journal: Journal | None = None
    digest: str = ""
    chance: Chance | None = None
    corrector: object = field(init=False, default=None)
    streams: Streams = field(init=False)
    machine: Machine = field(init=False)
    log: Logbook = field(init=False)
    choosers: dict[int, Chooser] = field(init=False, factory=dict)
    entries: list[Entry] = field(init=False, factory=list)
    over: Over | None = field(init=False, default=None)
    _moments: list[Moment] = field(init=False, factory=list)
    _beginning: Moment = field(init=False)

    def __attrs_post_init__(self):
        self.streams = Streams(0 if self.seed is None else self.seed)
        self.log = Logbook(self.spec)
        self._seat(self.seats)
        self._sit(start(self.spec))
        self._beginning = self._moment()

    def _seat(self, seats: dict) -> None:
        for seat, who in seats.items():
            made = chooser(who, self.streams, seat)
            if made is not None:
                self.choosers[seat] = made

    def _sit(self, state: State) -> None:
        self.machine = Machine(self.spec, state, self.log.tell)
        if self.spec.always:
            self.machine.carry_out = {kind: self._watched(carry_out) for kind, carry_out in self.machine.carry_out.items()}
        if self.chance is not None:
            self.chance.sit(self.machine, self.log)
        self.log.machine = self.machine

    @property
    def state(self) -> State:
        """The position."""
        return self.machine.state

    def words_of(self, seat: int) -> str:
        """Who answers for a seat: `human`, or the name of its chooser."""
        return self.choosers[seat].name if seat in self.choosers else "human"

    # ---------------------------------------------------------------- to the next question

    def play(self) -> Pause | Over:
        """Goes on until a person (or nature, where there is no seed) has to answer; gives the questions open, or the end."""
        try:
            stop = self._onward()
        except Fault as found:
            if self.journal is not None:
                self.journal.ended(self, f"fault {found.code.id}")
                self.journal.settle()
            raise
        if isinstance(stop, Over) and self.over is None:
            if self.journal is not None:
                self.journal.ended(self, result_words(self.spec, stop))
            self.over = stop
        if self.journal is not None:
            self.journal.settle()
        return stop

    def _onward(self) -> Pause | Over:
        while True:
            stop = self.machine.advance() if self.chance is None else self.chance.advance(self.machine)
            if isinstance(stop, Over) or not isinstance(stop.questions[0], Naming):
                self._look_at_always()
            if isinstance(stop, Over):
                return stop
            answered = [self._answered_here(question) for question in stop.questions]
            if not any(answered):
                return stop

    def _answered_here(self, question: Question) -> bool:
        """Nature from the seed or a file, and the bots."""
        if self.chance is not None and question.of_nature and self.chance.takes(question):
            return self.chance.settled(self, question, self._give)
        if question.of_nature:
            if self.seed is not None:
                source = source_of(self.spec, question, self._branch(question))
                self._drawing(question, source, lambda: self.streams.nature(question, source), nature=True)
            return self.seed is not None
        who = self.choosers.get(question.seat)
        if who is not None:
            self._drawing(question, seat_source(question.seat), lambda: self._chosen(question, who), who)
        return who is not None

    def _chosen(self, question: Question, who: Chooser):
        """What a chooser says; one that looks at the table gets what its seat may see."""
        if getattr(who, "eyes", False):
            return who.choose(question, Eyes(self.machine, question))
        seen = view(self.spec, self.state, question.seat, (question,)) if getattr(who, "looks", False) else None
        return who.choose(question, seen)

    def _drawing(self, question: Question, source: str, draw, who=None, nature: bool = False) -> None:
        """Draws an answer and gives it; what cannot be written down has not been drawn."""
        drawn, at, given = self.streams.drawn(source), getattr(who, "at", None), False
        try:
            choice = draw()
            right = self.corrector.instead(self, question, choice) if nature and self.corrector is not None else None
            if isinstance(choice, Take):
                self._take(question, choice.offer)
            else:
                self._give(question, choice if right is None else right, corrected=right is not None)
            given = True
        finally:
            if not given:
                self.streams.rewind(source, drawn)
            if not given and at is not None:
                who.at = at

    def _branch(self, question: Question) -> int:
        """The branch of a simultaneous step that asks, or -1."""
        if not self.state.strands:
            return -1
        if question.of_nature:
            return self.machine.branch
        return next((seat for seat, one in self.machine.open.items() if one is question), question.seat)

    def _watched(self, carry_out):
        """Carries an op out; before each that stands in `play` itself, the statement before it is done."""
        def watched(op, f, m):
            frames = m.state.frames
            if len(frames) == 2 and frames[1][ROUTINE] == self.spec.play and not m.supposing:
                self._look_at_always()
            return carry_out(op, f, m)

        return watched

    def _look_at_always(self) -> None:
        if self.spec.always and not self.state.pending:
            for one in scoring.broken(self.machine):
                raise Fault(codes.FAULT_ALWAYS, one.span, codes.FAULT_ALWAYS.says(what=one.about))

    # ---------------------------------------------------------------- answers

    def answer(self, question: Question, value) -> Refusal | None:
        """Takes a person's answer (or nature's, from outside): None, or why it is refused and nothing has changed."""
        refusal = None if question.of_nature else attempt(self.machine, question, value)
        if refusal is None:
            value = stand_in(self.machine, question, value)
            self._remember()
            self._give(question, value)
        return refusal

    def take(self, question: Question, offer: tuple) -> Refusal | None:
        """Takes a free action beside a question; the question stands again when it is done."""
        refusal = attempt_offer(self.machine, question, offer)
        if refusal is None:
            self._remember()
            self._take(question, tuple(offer))
        return refusal

    def _give(self, question: Question, value, corrected: bool = False) -> None:
        text = write_value(self.spec, question, value, self.state)
        kind = "answer" if not question.of_nature else "given" if corrected else "chance"
        name = question.source if question.of_nature else question.name
        self._enter(self._entry(kind, question, name, text, question.span.clauses))
        if isinstance(question, Naming):
            self.chance.faces.named(self, question, value)
        else:
            self.machine.answer(question, value)

    def _take(self, question: Question, offer: tuple) -> None:
        clauses = self.spec.offers[offer[0]].span.clauses
        self._enter(self._entry("takes", question, write_offer(self.spec, offer), "", clauses))
        self.machine.take(question, offer)

    def _entry(self, kind: str, question: Question, name: str, text: str, clauses) -> Entry:
        return Entry(kind, question.seat, name, text, clauses, self._branch(question), len(self.log.lines))

    def _enter(self, entry: Entry) -> None:
        if self.journal is not None:
            self.journal.write(self, entry)
        self.entries.append(entry)

    # ---------------------------------------------------------------- taking back

    def _remember(self) -> None:
        self._moments.append(self._moment())

    def _moment(self) -> Moment:
        scripts = {seat: one.at for seat, one in self.choosers.items() if hasattr(one, "at")}
        chance = self.chance and self.chance.to_data()
        return Moment(self.state.copy(), self.streams.to_data(), len(self.entries), len(self.log.lines), scripts, chance)

    def moment_before(self, entry: int) -> Moment:
        """The last position to come back to that lies before an answer: where a person answered, or the beginning."""
        return next((one for one in reversed(self._moments) if one.entries <= entry), self._beginning)

    def back_to(self, moment: Moment) -> int:
        """Takes back everything since then, whoever has learned what: how many answers."""
        count = len(self.entries) - moment.entries
        if self.journal is not None:
            self.journal.undone(self, count)
            self.journal.settle()
        self._moments = [one for one in self._moments if one.entries < moment.entries]
        self._go_back(moment, count)
        return count

    def take_back(self, count: int) -> int | Trouble:
        """Takes back exactly so many answers, if a person answered there or it is all of them; else the last one."""
        keep = len(self.entries) - count
        moment = self.moment_before(keep)
        return self.back_to(moment) if count and moment.entries == keep else self.undo(further=True)

    def taken_back(self) -> list[str]:
        """Whose answers `undo` would take back; in a simultaneous step the last one need not be one's own."""
        since = self.entries[self._moments[-1].entries:] if self._moments else ()
        return [name for seat, name in enumerate(self.spec.seats) if any(entry.seat == seat for entry in since)]

    def undo(self, further: bool = False) -> int | Trouble:
        """Takes back a person's last answer and what came of it: how many. Without `further` only if nobody has learned by it."""
        if not self._moments:
            return Trouble("there is no answer to take back")
        moment = self._moments[-1]
        if not further and (learned := self._learned_since(moment)):
            return Trouble(f"since that answer {learned}", "`undo!` goes back all the same")
        count = len(self.entries) - moment.entries
        if self.journal is not None:
            self.journal.undone(self, count)
            self.journal.settle()
        self._go_back(self._moments.pop(), count)
        return count

    def _go_back(self, moment: Moment, count: int) -> None:
        del self.entries[moment.entries:]
        self.log.undo_from(moment.lines)
        self.log.note("undo", f"{count} answer{'s' if count != 1 else ''} taken back")
        self.streams.restore(moment.drawn)
        for seat, at in moment.scripts.items():
            self.choosers[seat].at = at
        if self.chance is not None:
            self.chance.restore(moment.chance)
        self.over = None
        self._sit(moment.state.copy() if moment is self._beginning else moment.state)

    def _learned_since(self, moment: Moment) -> str:
        """What makes taking back unfair, in words; empty if nothing does."""
        since = self.entries[moment.entries:]
        chance = next((entry for entry in since if entry.of_nature), None)
        if chance is not None:
            return f"chance has fallen ({chance.name})"
        gained = 0
        for now, then in zip(self.state.known, moment.state.known, strict=True):
            gained |= now & ~then
        if gained:
            who = listed(name for seat, name in enumerate(self.spec.seats) if gained >> seat & 1)
            return f"{who} have seen something new" if gained & gained - 1 else does(who, "has seen something new")
        together = {entry.branch for entry in since} - {-1}
        passed = any(line.what == "barrier" for line in self.log.lines[moment.lines:])
        if passed and (len(together) > 1 or self._others_answered(moment, together)):
            return "secret answers have been shown"
        return ""

    def _others_answered(self, moment: Moment, together: set[int]) -> bool:
        """Had another branch of the same simultaneous step answered before?"""
        for entry in reversed(self.entries[:moment.entries]):
            if entry.branch < 0:
                return False
            if entry.branch not in together:
                return True
        return False

    # ---------------------------------------------------------------- looking and keeping

    def log_for(self, seat: int | None = None, since: int = 0) -> list[Told]:
        """The log as a seat may see it; None sees everything."""
        return self.log.told_to(seat, since)

    def save(self) -> dict:
        """The play at a pause, as data for JSON: another process goes on from it to the same end."""
        return {
            "format": FORMAT, "game": self.spec.name, "digest": self.digest, "players": list(self.spec.seats),
            "options": dict(self.spec.option_words), "seats": [self.words_of(k) for k in range(len(self.spec.seats))],
            "state": self.state.to_data(), "seed": self.seed, "streams": self.streams.to_data(),
            "scripts": {str(seat): one.at for seat, one in self.choosers.items() if hasattr(one, "at")},
            "entries": [[e.kind, e.seat, e.name, e.text, e.clauses, e.branch, e.line] for e in self.entries],
            "log": self.log.to_data(), "chance": self.chance and self.chance.to_data(),
        }


def result_words(spec: Spec, over: Over) -> str:
    """How a play ended, in one line: `over finished, won by Ann; points 103 88`."""
    who = ", ".join(spec.seats[seat] for seat in over.winners)
    won = f", won by {who}" if who else ""
    scores = "".join(f"; {name} {' '.join(map(str, values))}" for name, values in over.scores.items())
    return f"over {over.how}{won}{scores}"


def fresh_seed() -> int:
    """A seed nobody chose, short enough to be written down."""
    return SystemRandom().randrange(1, 10**9)
