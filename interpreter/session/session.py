"""One play at a table: rules, chance, and those who answer; with what was answered, a log, taking back, and saving.

In:  a Spec, a seed (None: nature is answered from outside), for each seat a chooser's name or a Chooser, and the Chance of a
     real table, if one is played at.
Out: `play()` runs to the next question for a person, or to the end; `answer` and `take` refuse or go on; `undo`;
     `log_for(seat)`; `save()`, the play as plain data (`resume` in play.py goes on from it).

Every answer, nature's and the bots' too, is handed to the journal (session/transcript.py) before it is carried out, so that
what has happened is always written down; if that fails, nothing has happened. The `always` lines of the rules are looked
at whenever the play pauses, at its end, and after every statement of `play` itself; not while things that branches have
sent are on their way.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

from attrs import define, field

from interpreter.core.frame import ROUTINE
from interpreter.core.question import AT_REST, Naming, Over, Pause, Question, Refusal
from interpreter.core.state import State
from interpreter.engine import scoring
from interpreter.engine.machine import Machine, start
from interpreter.engine.unseen import stand_in
from interpreter.ir.model import Always, Spec
from interpreter.ir.sources import seat_source
from interpreter.observation.masks import Eyes
from interpreter.observation.view import ONLOOKER, view
from interpreter.session.answers import longest, write_offer, write_value
from interpreter.session.bots import Chooser, chooser, Decider, Resumable, Take
from interpreter.session.history import Entry, learned, Moment, not_for_all, result_words, revealing, secrets_shown, Since
from interpreter.session.log import Logbook, Told
from interpreter.session.notation import Trouble
from interpreter.session.physical_chance import Chance
from interpreter.session.refusals import attempt, attempt_offer
from interpreter.session.streams import source_of, Streams
from interpreter.text import codes
from interpreter.text.diagnostic import Fault

FORMAT = 2


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

    def remark(self, words: str) -> None:
        """A line for people, which changes nothing."""
        ...

    def settle(self) -> None:
        """Somebody is about to be asked: what was written must be safe."""
        ...


class Corrector(Protocol):
    """Who puts right what a seed gives."""

    def instead(self, session: "Session", question: Question, drawn) -> object:
        """The value that counts in place of the one drawn, or None."""
        ...


@define(eq=False)
class Session:
    """A play at its present position.

    seats     for each seat `human`, the name of a chooser, a prepared strategy, or a Chooser; seats left out are human
    streams   what bots draw from, and nature unless there is no seed: then nature is asked outside, like a person
    chance    what is asked of a real table although there is a seed, or None
    begins    the position at which the play begins; None for the beginning of the game
    scenario  which scenario's position that is: its title, and the file it stands in
    corrector who puts right what the seed gives, or None
    entries   every answer that counts, in the order given
    over      how the play ended, once it has
    """

    spec: Spec
    seed: int | None = None
    seats: dict[int, Decider] = field(factory=dict)
    journal: Journal | None = None
    digest: str = ""
    chance: Chance | None = None
    begins: State | None = None
    scenario: tuple[str, str] | None = None
    corrector: Corrector | None = field(init=False, default=None)
    streams: Streams = field(init=False)
    machine: Machine = field(init=False)
    log: Logbook = field(init=False)
    choosers: dict[int, Chooser] = field(init=False, factory=dict)
    entries: list[Entry] = field(init=False, factory=list)
    over: Over | None = field(init=False, default=None)
    _moments: list[Moment] = field(init=False, factory=list)
    _revealed: list[int] = field(init=False, factory=list)   # how many answers there were when a rule acted on a secret
    _beginning: Moment = field(init=False)
    _kept: tuple[Always, ...] = field(init=False)            # the `always` lines that are looked at

    def __attrs_post_init__(self):
        self.streams = Streams(0 if self.seed is None else self.seed)
        self.log = Logbook(self.spec)
        self._seat(self.seats)
        self._sit(start(self.spec) if self.begins is None else self.begins.copy())
        self._beginning = self._moment()
        self._kept = tuple(self.spec.always)
        if self.begins is not None:                          # a position that no play has led to need not keep them all
            self._kept = tuple(line for line in self.spec.always if not scoring.fails(self.machine, line))

    def _seat(self, seats: Mapping[int, Decider]) -> None:
        for seat, who in seats.items():
            bot = chooser(who, self.streams, seat)
            if bot is not None:
                self.choosers[seat] = bot

    def _sit(self, state: State) -> None:
        self.machine = Machine(self.spec, state, self.log.tell)
        if self.spec.always:
            self.machine.carry_out = {kind: self._watched(carry_out) for kind, carry_out in self.machine.carry_out.items()}
        if watched := {type(self.spec.plan[number]) for number in revealing(self.spec)}:
            usual = self.machine.carry_out
            self.machine.carry_out = usual | {kind: self._noting(usual[kind]) for kind in watched if kind in usual}
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
        except Fault as fault:
            if self.journal is not None:
                self.journal.ended(self, f"fault {fault.code.id}")
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
            if isinstance(stop, Pause) and not stop.questions:
                stop = AT_REST
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
        return next((seat for seat, asked in self.machine.open.items() if asked is question), question.seat)

    def _watched(self, carry_out):
        """Carries an op out; before each that stands in `play` itself, the statement before it is done."""
        def watched(op, f, m):
            frames = m.state.frames
            if len(frames) == 2 and frames[1][ROUTINE] == self.spec.play and not m.supposing:
                self._look_at_always()
            return carry_out(op, f, m)

        return watched

    def _noting(self, carry_out):
        """Carries an op out; of one that acts on what not everybody may see it is noted when. In a simultaneous step
        nobody sees it yet."""
        ops, noted = revealing(self.spec), self._revealed

        def noting(op, f, m):
            if op.number in ops and not m.supposing and not m.state.strands and noted[-1:] != [len(self.entries)]:
                noted.append(len(self.entries))
            return carry_out(op, f, m)

        return noting

    def _look_at_always(self) -> None:
        if self.spec.always and not self.state.pending:
            for line in scoring.broken(self.machine, self._kept):
                raise Fault(codes.FAULT_ALWAYS, line.span, codes.FAULT_ALWAYS.says(what=line.about))

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
        if isinstance(question, Naming) and self.chance is not None:
            self.chance.faces.named(self, question, value)
        else:
            self.machine.answer(question, value)

    def _take(self, question: Question, offer: tuple) -> None:
        clauses = self.spec.offers[offer[0]].span.clauses
        self._enter(self._entry("takes", question, write_offer(self.spec, offer), "", clauses))
        self.machine.take(question, offer)

    def _entry(self, kind: str, question: Question, name: str, text: str, clauses) -> Entry:
        branch = self._branch(question)
        sealed = branch >= 0 or not_for_all(self.spec, self.state, question)
        room = longest(self.spec, question, text, self.state) if sealed and kind != "takes" else 0
        return Entry(kind, question.seat, name, text, clauses, branch, len(self.log.lines), sealed, room)

    def _enter(self, entry: Entry) -> None:
        if self.journal is not None:
            self.journal.write(self, entry)
        self.entries.append(entry)

    # ---------------------------------------------------------------- taking back

    def _remember(self) -> None:
        self._moments.append(self._moment())

    def _moment(self) -> Moment:
        chance = self.chance.to_data() if self.chance is not None else None
        drawn, entries, lines = self.streams.to_data(), len(self.entries), len(self.log.lines)
        return Moment(self.state.copy(), drawn, entries, lines, self._scripts(), chance)

    def _scripts(self) -> dict[int, int]:
        """How far the choosers are that go through their answers in order."""
        return {seat: bot.at for seat, bot in self.choosers.items() if isinstance(bot, Resumable)}

    def moment_before(self, entry: int) -> Moment:
        """The last position to come back to that lies before an answer: where a person answered, or the beginning."""
        return next((moment for moment in reversed(self._moments) if moment.entries <= entry), self._beginning)

    def back_to(self, moment: Moment) -> int:
        """Takes back everything since then, whoever has learned what: how many answers."""
        count = len(self.entries) - moment.entries
        if self.journal is not None:
            self.journal.undone(self, count)
            self.journal.settle()
        self._moments = [earlier for earlier in self._moments if earlier.entries < moment.entries]
        self._go_back(moment)
        return count

    def take_back(self, count: int) -> int | Trouble:
        """Takes back exactly so many answers, if a person answered there or it is all of them; else the last one."""
        keep = len(self.entries) - count
        moment = self.moment_before(keep)
        return self.back_to(moment) if count and moment.entries == keep else self.undo(further=True)

    @property
    def last_moment(self) -> Moment | None:
        """The position before the last answer of a person."""
        return self._moments[-1] if self._moments else None

    def to_take_back(self) -> list[Entry]:
        """The answers of people that `undo` would take back; in a simultaneous step the last one need not be one's own."""
        return self.of_people(self.entries[self._moments[-1].entries:]) if self._moments else []

    def undoable(self) -> Trouble | None:
        """Why the last answer of a person cannot be taken back, or not without more ado; None if it can."""
        if not self._moments:
            return Trouble("there is no answer to take back")
        news = self.learned_since(self._moments[-1])
        return Trouble(f"since that answer {news}", "`undo!` goes back all the same") if news else None

    def undo(self, further: bool = False) -> int | Trouble:
        """Takes back a person's last answer and what came of it: how many. Without `further` only if nobody has learned by
        it."""
        trouble = self.undoable()
        if trouble is not None and not (further and self._moments):
            return trouble
        moment = self._moments[-1]
        count = len(self.entries) - moment.entries
        if self.journal is not None:
            self.journal.undone(self, count)
            self.journal.settle()
        self._go_back(self._moments.pop())
        return count

    def of_people(self, entries: Sequence[Entry]) -> list[Entry]:
        """Those of the answers that people gave: what fell to chance, and what bots said, may be a secret even in number."""
        return [entry for entry in entries if not entry.of_nature and entry.seat not in self.choosers]

    def _go_back(self, moment: Moment) -> None:
        people = len(self.of_people(self.entries[moment.entries:]))
        del self.entries[moment.entries:]
        self._revealed[:] = [count for count in self._revealed if count <= moment.entries]
        self.log.undo_from(moment.lines)
        self.log.note("undo", f"{people} answer{'s' if people != 1 else ''} taken back")
        self.streams.restore(moment.drawn)
        self._rewind_scripts(moment.scripts)
        if self.chance is not None and moment.chance is not None:
            self.chance.restore(moment.chance)
        self.over = None
        self._sit(moment.state.copy() if moment is self._beginning else moment.state)

    def _rewind_scripts(self, scripts: Mapping[int, int]) -> None:
        for seat, at in scripts.items():
            bot = self.choosers[seat]
            if isinstance(bot, Resumable):
                bot.at = at

    def learned_since(self, moment: Moment) -> str:
        """What makes taking back unfair, in words; empty if nothing does."""
        return learned(self.spec, moment.state, self.state, self._since(moment))

    def secrets_since(self, moment: Moment) -> str:
        """What has come to be known of secrets since then, in words; empty if nothing has."""
        return secrets_shown(self._since(moment))

    def _since(self, moment: Moment) -> Since:
        barrier = any(line.what == "barrier" for line in self.log.lines[moment.lines:])
        revealed = any(count > moment.entries for count in self._revealed)
        return Since(self.entries[moment.entries:], self.entries[:moment.entries], barrier, revealed)

    # ---------------------------------------------------------------- looking and keeping

    def log_for(self, seat: int | None = None, since: int = 0) -> list[Told]:
        """The log as a seat may see it, or ONLOOKER; None sees everything."""
        return self.log.told_to_all(since) if seat == ONLOOKER else self.log.told_to(seat, since)

    def save(self) -> dict:
        """The play at a pause, as data for JSON: another process goes on from it to the same end."""
        return {
            "format": FORMAT, "game": self.spec.name, "digest": self.digest, "players": list(self.spec.seats),
            "options": dict(self.spec.option_words), "seats": [self.words_of(k) for k in range(len(self.spec.seats))],
            "state": self.state.to_data(), "seed": self.seed, "streams": self.streams.to_data(),
            "scripts": {str(seat): at for seat, at in self._scripts().items()},
            "entries": [[e.kind, e.seat, e.name, e.text, e.clauses, e.branch, e.line] for e in self.entries],
            "log": self.log.to_data(), "chance": self.chance and self.chance.to_data(),
        }
