"""Two plays that differ only in what one seat may not know, and all that it is sent or may ask for, compared byte for byte.

In:  a Spec, a seat, a source of chance.
Out: `pair`, a Pair of plays, or None where there is nothing to exchange; `differences`, for each row of the table what is not
     the same.

The first play is drawn at random. In the second, things whose faces the seat knew at no time lie in each other's places from
the beginning on, or what others answered in secret is another answer; everything else is as it was. A play is made again for
each question that is looked at, so that `fix` and `undo` may be tried for good.
"""

import re
from collections.abc import Collection, Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from io import StringIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import click
from attrs import define, evolve, field

from interpreter.cli.commands.referee import resumed
from interpreter.cli.terminal.prompt import Left, Referee
from interpreter.cli.terminal.screen import Paper
from interpreter.cli.terminal.table import show_table
from interpreter.core import types as t
from interpreter.core.question import Over, Pause, Question
from interpreter.engine.unseen import stand_in
from interpreter.ir.model import Spec
from interpreter.ir.value_flow import secret_answers
from interpreter.laws.lookalike import unknown_things
from interpreter.laws.script import Cast, possible, Script
from interpreter.observation.relabelling import renamed
from interpreter.session import seal
from interpreter.session.answers import letter, write_value
from interpreter.session.bots import Take
from interpreter.session.session import Session
from interpreter.session.streams import Streams
from interpreter.session.transcript import text_of
from interpreter.text.diagnostic import Fault

KEY = "0123456789abcdef"
ROWS = {
    1: "fix", 2: "secret answers: screens, log, state, score", 3: "options, their order and letters, refusals",
    4: "numbers and lengths: log, .play, questions", 5: "undo", 6: "--resume of an edited play",
}


@define
class Fallen(Streams):
    """Chance as it fell in a first play, with things exchanged: each source gives what it gave when it had drawn as many."""

    spec: Spec | None = None
    into: dict = field(factory=dict)               # a thing -> the thing whose place it takes
    tape: dict = field(factory=dict)               # (source, how many it had drawn) -> what fell in the first play
    writes: bool = False
    together: dict = field(factory=dict)           # a thing -> the source of the shuffle that it was first in

    def nature(self, question: Question, source: str):
        """What fell in the first play; where that had ended, what would have fallen."""
        back = {other: thing for thing, other in self.into.items()}
        type_ = question.type or t.List(t.Kind("thing"))
        first = tuple(renamed(self.spec, one, t.element(type_) or type_ if question.name == "shuffle" else type_, back)
                      for one in question.options)
        if question.options == tuple(sorted(question.options)):
            first = tuple(sorted(first))
        at, asked = (source, self.drawn(source)), evolve_question(question, first)
        value = Streams.nature(self, asked, source)
        if self.writes:
            self.tape[at] = value
            for thing in question.options if question.name == "shuffle" else ():
                self.together.setdefault(thing, source)
        if at in self.tape and possible(question, made := renamed(self.spec, self.tape[at], type_, self.into)):
            return made
        made = renamed(self.spec, value, type_, self.into)
        return made if possible(question, made) else value


def evolve_question(question: Question, options: tuple) -> Question:
    """The question with other options."""
    return Question(question.seat, question.name, options, question.op, question.type, source=question.source,
                    count=question.count, span=question.span)


# ------------------------------------------------------------------ a play that can be made again


@define(eq=False)
class Play:
    """A recipe: the answers of people in order, as (seat, op, value or Take), with things exchanged by `into`, and of some
    questions other answers: `instead`, by place."""

    spec: Spec
    seed: int
    replies: list = field(factory=list)
    into: dict = field(factory=dict)
    tape: dict = field(factory=dict)
    instead: dict = field(factory=dict)
    together: dict = field(factory=dict)

    def session(self) -> Session:
        """A play that nobody has answered in yet."""
        made = Session(self.spec, self.seed, digest="0" * 12)
        made.streams = Fallen(self.seed, spec=self.spec, into=self.into, tape=self.tape, together=self.together)
        return made

    def until(self, count: int) -> tuple[Session, Pause | Over]:
        """The play after so many answers of people."""
        session = self.session()
        stop = session.play()
        for place in range(count):
            if isinstance(stop, Over):
                break
            seat, op, reply, type_ = self.replies[place]
            question = next((one for one in stop.questions if (one.seat, one.op) == (seat, op)), None)
            if question is None:
                raise Parted(f"answer {place + 1} is not asked for: {self.spec.seats[seat]} at {self.spec.plan[op].span}")
            reply = self.instead.get(place, reply)
            if isinstance(reply, Take):
                offer = reply.offer if reply.offer in question.offers else None
                refused = "not open" if offer is None else session.take(question, offer)
            else:
                value = renamed(self.spec, reply, type_, self.into)
                refused = session.answer(question, stand_in(session.machine, question, value))
            if refused is not None:
                raise Parted(f"answer {place + 1} is refused: {refused}")
            stop = session.play()
        return session, stop


class Parted(Exception):
    """The second play does not ask, or take, what the first did."""


def drawn(spec: Spec, seed: int, most: int) -> tuple[Play, list]:
    """A play at random of so many answers, and for each the position before it, as (state, open questions)."""
    play, seen = Play(spec, seed), []
    session, cast = play.session(), Cast(spec, Script(seed))
    session.streams.writes = True
    stop = session.play()
    while isinstance(stop, Pause) and len(play.replies) < most:
        seen.append((session.state.copy(), stop.questions, len(session.log.lines), bool(session._revealed)))
        question = stop.questions[seed * 7 % len(stop.questions)]
        reply = cast.reply(session.machine, question)
        if isinstance(reply, Take):
            session.take(question, reply.offer)
        else:
            session.answer(question, reply)
        play.replies.append((question.seat, question.op, reply, question.type))
        stop = session.play()
    seen.append((session.state.copy(), stop.questions if isinstance(stop, Pause) else (), len(session.log.lines),
                 bool(session._revealed)))
    return play, seen


# ------------------------------------------------------------------ pairs


@define(eq=False)
class Pair:
    """Two plays that the seat cannot tell apart up to and with the pauses `places`."""

    first: Play
    second: Play
    seat: int
    places: list[int]
    what: str                                      # cards or answers: what differs


def pair(spec: Spec, seat: int, seed: int, most: int, what: str) -> Pair | None:
    """A pair of plays of at most so many answers; None where there is nothing that the seat does not know."""
    chance = Random(seed)
    try:
        play, seen = drawn(spec, seed, most)
    except Fault:
        return None
    until = chance.randrange(max(1, len(seen) // 3), len(seen))
    if what == "cards":
        made = _cards(play, seen[:until + 1], seat, chance)
    else:
        made, until = _answers(play, seen[:until + 1], seat, chance)
    if made is None:
        return None
    places = [k for k in range(until + 1) if any(one.seat == seat for one in seen[k][1])]
    return Pair(play, made, seat, places, what) if places else None


def _cards(play: Play, seen: list, seat: int, chance: Random) -> Play | None:
    spec, session = play.spec, play.until(len(seen) - 1)[0]
    known = {thing for line in session.log.lines for thing, seats in line.faces.items() if seats >> seat & 1}
    unknown: dict[tuple, list[int]] = {}
    for kind, things in unknown_things(spec, seen[-1][0], seat).items():
        for thing in things:
            always = all(thing in unknown_things(spec, state, seat).get(kind, ()) for state, *_ in seen)
            if always and thing not in known and thing in play.together:
                unknown.setdefault((kind, play.together[thing]), []).append(thing)
    into: dict[int, int] = {}
    for things in unknown.values():
        if len(things) > 1:
            some = chance.sample(things, 2 if chance.random() < 0.5 else len(things))
            into |= dict(zip(some, some[1:] + some[:1], strict=True))
    return Play(spec, play.seed, play.replies, into, play.tape) if into else None


def _answers(play: Play, seen: list, seat: int, chance: Random) -> tuple[Play | None, int]:
    """Secret answers of others changed, up to where the rules act on them for all to see."""
    spec, secret = play.spec, secret_answers(play.spec)
    instead, acted = {}, len(seen) - 1
    for place in range(len(seen) - 1):
        who, op, reply, _ = play.replies[place]
        question = next(one for one in seen[place][1] if (one.seat, one.op) == (who, op))
        apart = len(seen[place][1]) > 1 or op in secret
        if instead and seen[place + 1][3]:
            acted = place
            break
        if who != seat and apart and not isinstance(reply, Take) and len(question.options) > 1 and chance.random() < 0.7:
            instead[place] = chance.choice([one for one in question.options if one != reply])
    return (Play(spec, play.seed, play.replies, {}, play.tape, instead), acted) if instead else (None, acted)


# ------------------------------------------------------------------ what a seat is sent


@define
class Typed:
    """A keyboard at which lines are typed that stand ready; whoever is asked for consent says yes."""

    screen: Paper
    lines: list[str] = field(factory=list)
    terminal: bool = False

    def ask(self, prompt: str, words=()) -> str:
        """The next line; the words that could be completed are seen, too."""
        self.screen.line(f"{prompt} [{' | '.join(words)}]")
        if prompt.endswith("yes or no>"):
            return "yes"
        if not self.lines:
            raise Left
        return self.lines.pop(0)

    def hand_over(self, name: str) -> None:
        """The next sits down."""
        self.screen.line(f"(the keyboard goes to {name})")


def sent(play: Play, place: int, seat: int, lines: list[str]) -> list[str]:
    """All that stands on the screen of this seat at its question after so many answers, when it types these lines."""
    session, stop = play.until(place)
    if isinstance(stop, Over):
        return ["over"]
    question = next((one for one in stop.questions if one.seat == seat), None)
    if question is None:
        return ["not asked"]
    paper = Paper()
    people = tuple(range(len(play.spec.seats)))
    referee = Referee(session, paper, Typed(paper, list(lines)), None, people, dict.fromkeys(people, 0), at=seat)
    try:
        referee.put(question)
    except Left:
        pass
    except Fault as fault:
        paper.line(f"fault {fault.code.id}")
    paper.line(f"then {_stands(session, seat)}")
    return [text for text, _ in paper.lines]


def _stands(session: Session, seat: int) -> str:
    """Where the play stands, as far as the seat knows."""
    try:
        stop = session.play()
    except Fault as fault:
        return f"fault {fault.code.id}"
    if isinstance(stop, Over):
        return "over"
    return ", ".join(f"{session.spec.seats[one.seat]} is asked {one.name}" for one in stop.questions)


def written(play: Play, place: int) -> list[str]:
    """The lines of the sealed `.play`, those that are open as they are, of those that are sealed the length."""
    session, _ = play.until(place)
    return [f"~ of {len(line)}" if line.startswith(seal.MARK) else line for line in text_of(session, "", KEY).split("\n")]


def differences(made: Pair, chance: Random, where: str = "", rows: Collection[int] = tuple(ROWS)) -> Iterator[tuple[int, str]]:
    """For each of these rows of the table what differs first, at one of the pauses."""
    place = chance.choice(made.places)
    for row, lines in wishes(made, place, chance):
        if row in rows:
            yield row, parted(partial(sent, place=place, seat=made.seat, lines=lines), made)
    if 3 in rows:
        yield 3, same_words(made.first, place, made.seat)
    if 4 in rows:
        yield from ((4, differs) for differs in _counted(made, place))
    if 5 in rows and made.what == "answers":
        yield 5, free_guess(made)
    if 6 in rows:
        yield from ((6, differs) for differs in _gone_on(made, place, where, chance))


def same_words(play: Play, place: int, seat: int) -> str:
    """Two options that the seat cannot tell apart: their order would tell it something."""
    session, stop = play.until(place)
    question = next(one for one in stop.questions if one.seat == seat)
    words = [write_value(play.spec, question, value, session.state) for value in question.options]
    return next((f"{question.name} offers `{one}` twice" for one in words if words.count(one) > 1), "")


def _counted(made: Pair, place: int) -> Iterator[str]:
    """The bytes of the file, and how many are asked at each pause."""
    yield parted(lambda play: written(play, place), made)
    yield parted(lambda play: [f"{len(one.questions)} open" if isinstance(one := play.until(k)[1], Pause) else "over"
                               for k in range(place + 1)], made)


def _gone_on(made: Pair, place: int, where: str, chance: Random) -> Iterator[str]:
    """What is said of an edited play."""
    spec = made.first.spec
    for what, edit in edits(made, place, chance):
        if what in ("nonsense", "strange", "damaged"):
            differs = parted(partial(resumed_again, place=place, where=where, edit=edit), made)
        else:
            differs = found_in(resumed_again(made.second, place, where, edit), spec, made.second.into)
        yield differs and f"{what}: {differs}"


def free_guess(made: Pair) -> str:
    """An answer of the seat after which it knows in which of the two plays it is, and that it may take back all the same."""
    seat = made.seat
    for place, (who, *_) in enumerate(made.first.replies):
        try:
            before, after = ([play.until(k)[0] for play in (made.first, made.second)] for k in (place, place + 1))
        except Parted:
            return ""
        if _heard(before[0], seat) != _heard(before[1], seat):
            return ""
        if who == seat and _heard(after[0], seat) != _heard(after[1], seat) and any(one.undoable() is None for one in after):
            return f"answer {place + 1} shows what was hidden, and `undo` takes it back"
    return ""


def _heard(session: Session, seat: int) -> list[str]:
    """What the seat sees on the table and in the log."""
    show_table(paper := Paper(), session.spec, session.state, seat)
    return [text for text, _ in paper.lines] + [one.text for one in session.log_for(seat)]


def resumed_again(play: Play, place: int, where: str, edit) -> list[str]:
    """What is said when the play, edited, is to be gone on with: whole and sealed, then as it is without a seal."""
    session, _ = play.until(place)
    session.entries[:] = [evolve(one, kind="given") if one.kind == "chance" else one for one in session.entries]
    told: list[str] = []
    for key in (KEY, ""):
        with TemporaryDirectory() as folder, redirect_stdout(out := StringIO()), redirect_stderr(out):
            path = Path(folder) / "evening.play"
            path.write_text("\n".join(edit(text_of(session, where, key).split("\n"))), encoding="utf-8")
            try:
                resumed(None, path, ()).session.journal.close()
                print("goes on")
            except click.exceptions.Exit as left:
                print(f"ends with {left.exit_code}")
        told += re.sub(r"~[\w-]+", "~", out.getvalue().replace(folder, "FOLDER")).split("\n")      # a seal begins with salt
    return told


def edits(made: Pair, place: int, chance: Random) -> Iterator[tuple[str, object]]:
    """Ways in which a curious seat may edit a play. What is said of the first three hangs on that line alone."""
    name = made.first.spec.seats[made.seat]

    def own(lines: list[str]) -> int:
        return next((k for k in range(len(lines) - 1, -1, -1) if lines[k].startswith(f"{name} answers")), len(lines) - 1)

    at = chance.random()
    yield "nonsense", lambda lines: [re.sub(" with .*", " with zzz", one) if k == own(lines) else one
                                     for k, one in enumerate(lines)]
    yield "strange", lambda lines: [*lines[:-1], f"{name} answers nobody_asks_this with 1", ""]
    yield "damaged", lambda lines: [f"{one[:-3]}AAA" if one.startswith(seal.MARK) else one for one in lines]
    yield "left out", lambda lines: [one for k, one in enumerate(lines) if k != int(10 + at * (len(lines) - 11))]
    yield "twice", lambda lines: [*lines[:-2], *lines[-2:-1], *lines[-2:]]


def found_in(words: list[str], spec: Spec, things) -> str:
    """The first line that names one of these things."""
    names = [re.compile(rf"(?<![\w-]){re.escape(spec.components[thing].id)}(?![\w-])") for thing in things]
    return next((line for line in words for name in names if name.search(line)), "")


def wishes(made: Pair, place: int, chance: Random) -> Iterator[tuple[int, list[str]]]:
    """What a curious seat types, and in which row of the table it belongs."""
    spec, seat = made.first.spec, made.seat
    session, stop = made.first.until(place)
    question = next(one for one in stop.questions if one.seat == seat)
    letters = [letter(k) for k in range(min(len(question.options) + 1, 12))]
    things = chance.sample([one.id for one in spec.components], min(6, len(spec.components))) + [
        spec.components[thing].id for thing in list(made.second.into)[:4]]
    yield 2, ["state", "log", "score", "score full", "map", "?"]
    yield 3, [*(f"why not {one}" for one in letters), *(f"why not {one}" for one in things),
              *(f"why not {a} {b}" for a, b in zip(letters, letters[1:], strict=False)),
              *(f"why not {a} {b}" for a, b in zip(things, things[1:], strict=False))]
    told = [one for one in session.log_for(seat) if not one.undone]
    yield 4, [f"why {one.number}" for one in told[-12:]] + [f"log {k}" for k in (1, 3)]
    yield 5, ["undo"]
    yield 5, ["undo!"]
    answers = [one for one in told if one.what in ("answer", "forced", "roll", "pick", "shuffle", "takes")]
    values = [*things, "yes", "no", "1", "2", "3", "a", "b", *things[:2]]
    others = [one for one in answers if not one.text.startswith(f"{spec.seats[seat]} ")]
    for some in (answers, others):
        for one in chance.sample(some, min(2, len(some))):
            yield 1, [f"fix {one.number} = {value}" for value in chance.sample(values, 6)]
    yield 1, [f"fix {chance.randrange(1, len(told) + 3)} = {chance.choice(values)}"]


def parted(what, made: Pair) -> str:
    """The first line that is not the same in both plays; empty if there is none."""
    first = what(made.first)
    try:
        other = what(made.second)
    except Parted as why:
        return f"the plays part: {why}"
    if first == other:
        return ""
    k = next((k for k, (a, b) in enumerate(zip(first, other, strict=False)) if a != b), min(len(first), len(other)))
    return f"{' / '.join(first[k:k + 1])!s}  |  {' / '.join(other[k:k + 1])!s}"
