"""Playing a recorded play again: every line is carried out and verified, and the first that departs is named.

In:  a Record (session/transcript.py), the Spec of the rules, and their digest.
Out: `replay`, a Replayed: the session as far as the lines agree, and whether they all did; what departs stands in the
     report.

What the seed and the bots give is worked out anew and compared with the lines; what people answered is given to the rules,
which may refuse it. Where the lines end in the middle, the session stands at that place and can be played on: that is how a
play is resumed, and a Recorder may take over from there.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

from attrs import define, field, frozen

from interpreter.core.question import Over, Pause, Question
from interpreter.core.state import State
from interpreter.engine.machine import Machine
from interpreter.ir.model import Spec
from interpreter.pipeline import load
from interpreter.project.files import find_game
from interpreter.session.answers import parse_offer, parse_value
from interpreter.session.bots import CHOOSERS, Decider
from interpreter.session.notation import Trouble
from interpreter.session.physical_chance import Chance
from interpreter.session.recorder import Recorder
from interpreter.session.session import Entry, Session
from interpreter.session.transcript import entry_line, Record, Row, SEATED
from interpreter.text import codes
from interpreter.text.diagnostic import Fault, InternalError, Report
from interpreter.text.source import NOWHERE, Span
from interpreter.variant.rules import Rules
from interpreter.variant.stack import Asked

NOT_THERE = "the rules ask or give something else there"


class _Stop(Exception):
    """The lines are at their end, or one of them departs."""


@frozen(eq=False)
class Departure:
    """The first line that does not fit: what is asked in its place, why its answer is refused, or how the play has ended."""

    row: Row
    asked: tuple[Question, ...] = ()
    refused: str = ""
    span: Span = NOWHERE
    ended: str = ""


@define(eq=False)
class Replayed:
    """How far the lines agree: `verified` of them did; `stop` is where the play stands: a Pause, its end, or None in
    between."""

    session: Session
    verifier: "Verifier"
    verified: int
    agrees: bool
    stop: Pause | Over | None = None
    fault: Fault | None = None
    left: Departure | None = None
    differs: tuple[str, ...] = ()                            # what is otherwise than when it was recorded, where that is wanted


@define(eq=False)
class Verifier:
    """A journal that compares what is written with the lines there are; then, if there is one, a Recorder goes on
    writing."""

    spec: Spec
    rows: list[Row]
    report: Report
    after: Recorder | None = None
    discreet: bool = False                                   # are no values to be said?
    at: int = 0
    given: bool = field(default=False)                       # is the line being carried out the one that is written?
    left: Departure | None = None
    lines: list[int] = field(factory=list)                   # for each answer that counts, the line of the file, or 0

    @property
    def row(self) -> Row | None:
        """The line whose turn it is."""
        return self.rows[self.at] if self.at < len(self.rows) else None

    def _here(self) -> Row:
        """The line whose turn it is, where there is one."""
        row = self.row
        if row is None:
            raise InternalError("a play departs behind its last line")
        return row

    def departs(
        self, what: str, asked: tuple[Question, ...] = (), refused: str = "", span: Span = NOWHERE, ended: str = ""
    ) -> _Stop:
        """Reports the line; to be raised."""
        row = self._here()
        self.left = Departure(row, asked, refused, span, ended)
        said = f"{NOT_THERE}: a `{row.kind}` of {row.name or 'the play'}" if self.discreet else what
        self.report.add(codes.PLAY_DEPARTS, row.span, line=row.number, what=said)
        return _Stop()

    def write(self, session: Session, entry: Entry) -> None:
        """What the session is about to carry out has to be what stands there."""
        row, wanted = self.row, entry_line(self.spec, entry)
        if row is None:
            self._beyond().write(session, entry)
            self.lines.append(0)
            return
        if not self.given and row.line != wanted and not self._same(row, entry):
            raise self.departs(f"`{wanted}` is expected, and `{row.line}` stands there")
        self.at += 1
        self.lines.append(row.number)

    def instead(self, session: Session, question: Question, drawn):
        """Chance that a line has put right by hand."""
        row = self.row
        if row is None or row.kind != "given" or row.name != question.source:
            return None
        value = parse_value(self.spec, question, row.text, session.state)
        if isinstance(value, Trouble):
            raise self.departs(str(value))
        return value

    def _same(self, row: Row, entry: Entry) -> bool:
        """The same answer, written otherwise by hand."""
        blank = " ".join(row.text.replace(",", " ").split()) == " ".join(entry.text.replace(",", " ").split())
        who = "" if entry.of_nature else self.spec.seats[entry.seat]
        return (row.kind, row.who, row.name) == (entry.kind, who, entry.name) and blank

    def _beyond(self) -> Recorder:
        if self.after is None:
            raise _Stop
        return self.after

    def undone(self, session: Session, count: int) -> None:
        """A line `undo n` that is carried out; beyond the lines a new one."""
        row = self.row
        if row is None:
            self._beyond().undone(session, count)
        elif int(row.text) != count:
            raise self.departs(f"`undo {count}` is expected: a person answered there, and not at `{row.line}`")
        else:
            self.at += 1
        if count:
            del self.lines[-count:]

    def ended(self, session: Session, words: str) -> None:
        """The end that the rules come to has to be the one that stands there."""
        row = self.row
        if row is None:
            if self.after is not None:
                self.after.ended(session, words)
            return
        if words.startswith("fault ") and row.kind == "undo":   # it was killed before it could write down the fault
            return
        if row.line != words:
            raise self.departs(f"`{words}` is expected, and `{row.line}` stands there", ended=words)
        self.at += 1

    def remark(self, words: str) -> None:
        """A line for people, behind the lines there are."""
        if self.after is not None:
            self.after.remark(words)

    def close(self) -> None:
        """The file, if the play went on, is done with."""
        if self.after is not None:
            self.after.close()

    def settle(self) -> None:
        """Only what is new has to be made safe."""
        if self.after is not None:
            self.after.settle()


def replay(
    record: Record, spec: Spec, report: Report, digest: str = "", seats: dict | None = None,
    first: Callable[[Machine], None] | None = None, begins: State | None = None,
) -> Replayed:
    """Carries the play out; the report says what departs, and whether it was recorded under other rules. `seats` are the
    strategies that its heading names, made ready. `first` is given the machine before anything is carried out. `begins` is the
    position of the scenario that it began at, if it did."""
    session, verifier = _session(record, spec, report, digest, seats or {}, begins)
    if first is not None:
        first(session.machine)
    return _run(session, verifier)


def go_on(
    record: Record, path: Path, spec: Spec, report: Report, digest: str = "", seats: dict | None = None,
    begins: State | None = None,
) -> Replayed:
    """Like `replay`, and if all lines agree the session goes on, and goes on being written to the file: also where the words
    of the rules are others than when it was recorded. What is reported shows no values."""
    session, verifier = _session(record, spec, report, digest, seats or {}, begins, anew=True)
    verifier.discreet = True
    replayed = _run(session, verifier)
    if replayed.agrees and report.ok:
        verifier.after = Recorder.go_on(path, record.kept, record.heading.key)
        if replayed.stop is None and replayed.fault is None:    # it was cut off before what the seed or a bot gives
            _to_the_question(session, replayed)
    return replayed


def _to_the_question(session: Session, found: Replayed) -> None:
    try:
        found.stop = session.play()
    except Fault as fault:
        found.fault = fault


def find_rules(record: Record, play: Path) -> Path | None:
    """Where the rules of a recorded play lie: a path in its heading is looked up from here, and from beside the play."""
    where = record.heading.where
    if not where:
        return find_game(record.heading.game)
    return find_game(where) or find_game(play.parent / where)


def load_recorded(record: Record, where: Path, report: Report, asked: Asked | None = None) -> Rules | None:
    """The rules of a recorded play, with the variants that its heading names, unless others are asked for."""
    heading = record.heading
    if asked is not None and (asked.variants or asked.without):
        return load(Asked(str(where), asked.variants, asked.without), report)
    return load(Asked(str(where), heading.variants, heading.without), report)


def _session(
    record: Record, spec: Spec, report: Report, digest: str, seats: dict, begins: State | None, anew: bool = False
) -> tuple[Session, Verifier]:
    """`anew`: whether the rules are others is seen by the lines, not by their digest."""
    heading = record.heading
    players, sitting = ", ".join(heading.players), ", ".join(spec.seats)
    compared = [("game", heading.game, spec.name), ("players", players, sitting)]
    compared += [("rules", heading.digest, digest)] if not anew else []
    options = {name: words for name, words in spec.option_words.items() if name in heading.options}
    compared += [("variant", _variants(heading), _variants(spec))] if digest else []
    compared += [("option", _options(heading.options), _options(options))]
    for what, got, wanted in compared:
        if got and wanted and got != wanted and not (what == "rules" and _variants(heading) != _variants(spec)):
            line = next((k for k, text in enumerate(record.source.lines, 1) if text.startswith(what)), 1)
            named = got if what == "variant" else f"{what} {got}"
            report.add(codes.PLAY_RULES, record.source.line_span(line), got=_short(named), wanted=_short(wanted))
    verifier = Verifier(spec, record.rows, report)
    chance = Chance(spec, frozenset(heading.asked)) if heading.asked else None
    session = Session(spec, heading.seed, _seated(record, seats, report), verifier, digest, chance, begins, heading.scenario)
    session.corrector = verifier
    return session, verifier


def _seated(record: Record, seats: Mapping[int, Decider | None], report: Report) -> dict[int, Decider]:
    """Who answers; a strategy that was not made ready is none of these rules, and leaves its seat to a person."""
    deciders: dict[int, Decider] = {**record.heading.choosers} | {seat: how for seat, how in seats.items() if how is not None}
    for seat, who in deciders.items():
        if isinstance(who, str) and who not in CHOOSERS:           # `scripted` and `told` answered from elsewhere
            if report.ok and who not in SEATED:
                line = next((k for k, text in enumerate(record.source.lines, 1) if text.startswith("seat") and who in text), 1)
                report.add(codes.NO_SUCH_STRATEGY, record.source.line_span(line), name=who)
            deciders[seat] = "human"
    return deciders


def _variants(setting) -> str:
    """The variants of a heading or a Spec in words."""
    left_out = [f"without {name}" for name in setting.without]
    return ", ".join([*(Path(name).stem for name in setting.variants), *left_out]) or "no variant"


def _options(words: dict) -> str:
    return ", ".join(f"{name} = {value}" for name, value in sorted(words.items()))


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:24] + "…"


def _run(session: Session, verifier: Verifier) -> Replayed:
    stop: Pause | Over | None = None
    fault: Fault | None = None
    try:
        while True:
            try:
                stop, fault = session.play(), None
            except Fault as met:
                stop, fault = None, met
            row = verifier.row
            if row is None or fault is not None and row.kind != "undo":
                break
            _carry_out(session, verifier, row, stop)
            stop = None
    except _Stop:
        stop = None
    agrees = verifier.row is None and not any(each.code is codes.PLAY_DEPARTS for each in verifier.report.diagnostics)
    return Replayed(session, verifier, verifier.at, agrees, stop, fault, verifier.left)


def _carry_out(session: Session, verifier: Verifier, row: Row, stop: Pause | Over | None) -> None:
    """One line that a person, or real dice, gave."""
    if row.kind == "undo":
        taken = session.take_back(int(row.text))
        if isinstance(taken, Trouble):
            raise verifier.departs(str(taken))
        return
    if not isinstance(stop, Pause):
        raise verifier.departs("the play is over before this line")
    if row.kind in ("over", "fault"):
        raise verifier.departs(f"the play is not over: {_waiting(session, stop)}", stop.questions)
    question = _asked(session, row, stop)
    if question is None:
        raise verifier.departs(f"{_waiting(session, stop)}, and `{row.line}` stands there", stop.questions)
    if row.kind == "takes":
        value = parse_offer(session.spec, question, row.name)
    else:
        value = parse_value(session.spec, question, row.text, session.state)
    if isinstance(value, Trouble):
        raise verifier.departs(str(value), (question,), str(value), question.span)
    verifier.given = True
    refusal = (session.take if row.kind == "takes" else session.answer)(question, value)
    verifier.given = False
    if refusal is not None:
        cited = f" [{', '.join(refusal.span.clauses)}]" if refusal.span.clauses else ""
        raise verifier.departs(f"{refusal.reason}{cited}", (question,), refusal.reason, refusal.span)


def _asked(session: Session, row: Row, stop: Pause) -> Question | None:
    """The open question that a line answers."""
    for question in stop.questions:
        if row.kind == "chance":
            if question.of_nature and question.source == row.name:
                return question
        elif not question.of_nature and session.spec.seats[question.seat] == row.who:
            if row.kind == "takes" or question.name == row.name:
                return question
    return None


def _waiting(session: Session, stop: Pause) -> str:
    """What the play waits for, in words."""
    seats = session.spec.seats
    asked = (f"chance {q.source}" if q.of_nature else f"{seats[q.seat]} is asked {q.name}" for q in stop.questions)
    return " and ".join(asked)
