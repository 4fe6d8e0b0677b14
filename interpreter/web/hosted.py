"""One table on the network: its seats, its play, and what each page is shown. Knows nothing of HTTP.

In:  who comes (a role and a key), what pages send; `begin`, which makes the play for the names that were typed.
Out: for every audience its state as plain data; answers to what was sent, each with the status of its reply.

Everything is done behind one lock, so that two who answer at the same instant are taken one after the other, both. An
answer is in the file and on the disk before `answer` returns. A question has a ticket: how often the play was taken back,
and how many answers this seat has given. An answer with another ticket is an old one and does nothing.
"""

import json
from collections.abc import Callable
from pathlib import Path
from threading import RLock

from attrs import define, field

from interpreter.core.question import AT_REST, Over, Pause, Question
from interpreter.lower.scope import Context
from interpreter.observation.view import ONLOOKER
from interpreter.project.clauses import Rulebook
from interpreter.session.bots import chooser, Decider
from interpreter.session.correction import Keeper
from interpreter.session.notation import fold, no_name, Trouble
from interpreter.session.recorder import CannotRecord
from interpreter.session.session import Session
from interpreter.text.diagnostic import Fault
from interpreter.web import ending, keys, real_chance
from interpreter.web.agreement import Proposal, Taking
from interpreter.web.asked import give, meant, question_data, refusal_data, rule_data, why_data
from interpreter.web.faces import Faces
from interpreter.web.picture import Pictures
from interpreter.web.shown import seats_data, story_data

HOST, TABLE = "host", "table"
LAST_LINES = 40                                  # of the story, in a state; the rest is asked for
LOOKED_AT = 120                                  # lines of the log from which they come
NOT_BEGUN = "the play has not begun"
LATE = "that question is answered already"
TAKEN_BACK = "the rules cannot go on after the last answer, so it is taken back: answer otherwise"


class CannotBegin(Exception):
    """The play cannot be begun with these names, and why."""


@define(eq=False)
class Begun:
    """A play that has begun: its session, and what pages need of its rules."""

    session: Session
    context: Context
    faces: Faces
    bots: dict[str, Decider] = field(factory=dict)           # who can play a seat, made ready, by the word for it
    salt: str = ""


Reply = tuple[int, dict]                         # a status of HTTP, and what the page is told


@define(eq=False)
class Hosted:
    """A table. `names` are those of the people's seats, `fixed` how many of the last the game names itself."""

    number: int
    title: str
    names: list[str]
    begin: Callable[[tuple[str, ...]], Begun]
    path: Path
    rulebook: Rulebook | None = None
    fixed: int = 0
    roles: dict[str, keys.Role] = field(factory=dict)
    bot_words: tuple[str, ...] = ("random", "first")
    seal: str = ""
    begun: Begun | None = None
    pictures: Pictures | None = None
    stop: Pause | Over | None = None
    proposal: Proposal | None = None
    keeper: Keeper | None = None
    notice: str = ""
    stopped: str = ""                            # why the play cannot go on
    here: dict[str, int] = field(factory=dict)   # how many pages of a role are open
    changed: Callable[[], None] = lambda: None
    evening: str = ""                            # what the tables of one evening have in common in their files of keys
    for_another: tuple[int, ...] = ()            # for how many people one more table can be set
    lock: RLock = field(factory=RLock)
    version: int = 0
    _states: dict[str, tuple[int, bytes]] = field(factory=dict)
    _views: dict[int, tuple[int, tuple[dict, list[dict]]]] = field(factory=dict)

    def __attrs_post_init__(self):
        for role in (HOST, TABLE, *(f"s{k}" for k in range(len(self.names)))):
            self.roles.setdefault(role, keys.Role(several=role == TABLE))

    # ---------------------------------------------------------------- who is there

    @property
    def session(self) -> Session:
        """The play; only once it has begun."""
        if self.begun is None:
            raise CannotBegin(NOT_BEGUN)
        return self.begun.session

    def seat_of(self, role: str) -> int:
        """The seat of a role, ONLOOKER for the others."""
        if not role.startswith("s"):
            return ONLOOKER
        name = self.names[int(role[1:])]
        return self.session.spec.seats.index(name) if self.begun is not None else int(role[1:])

    def role_of(self, seat: int) -> str:
        """The role that sits on a seat; empty for an automatic one."""
        name = self.session.spec.seats[seat]
        return f"s{self.names.index(name)}" if name in self.names else ""

    def sit(self, role: str, key: str, name: str) -> tuple[int, dict, str]:
        """Somebody shows the key of a link: a status, what they are told, and the cookie."""
        with self.lock:
            one = self.roles.get(role)
            if one is None or not one.fits(key):
                return 403, {"error": "this link opens nothing here; ask whoever began the table for another"}, ""
            if role.startswith("s") and name.strip() and self.begun is None:
                trouble = self._call(int(role[1:]), name.strip())
                if trouble:
                    return 422, {"error": trouble}, ""
            cookie = one.open()
            if one.bot and self.begun is not None and role.startswith("s"):
                self._seat_bot(role, "")
            one.bot = ""
            self.store()
            self._news()
            return 200, {"fine": "you sit"}, cookie

    def _call(self, k: int, name: str) -> str:
        """Gives a seat the name that was typed; why not, if so."""
        if k >= len(self.names) - self.fixed:
            return ""
        if any(fold(name) == fold(other) for j, other in enumerate(self.names) if j != k):
            return f"somebody is called {name} already"
        trouble = no_name(name)
        if trouble:
            return f"a name has {trouble}"
        self.names[k] = name
        return ""

    def may(self, role: str, cookie: str) -> bool:
        """Does this cookie open the pages of this role?"""
        with self.lock:
            one = self.roles.get(role)
            return one is not None and one.knows(cookie)

    def came(self, role: str, by: int) -> None:
        """A page of a role was opened (1) or has gone (-1)."""
        with self.lock:
            self.here[role] = max(0, self.here.get(role, 0) + by)
            self._news()

    def store(self) -> None:
        """Writes the keys of the table beside its play; where they cannot be written, the play goes on, and it is told."""
        try:
            keys.keep(self.path, keys.Kept(self.roles, self.names, self.number, self.evening))
        except OSError as error:
            self.notice = f"the links cannot be kept ({error.strerror}): if this server stops, phones need new ones"

    def _news(self) -> None:
        self.version += 1
        self.changed()

    # ---------------------------------------------------------------- the host

    def start(self) -> Reply:
        """Begins the play with whoever sits there; a seat on which nobody sits is left to a bot, if one is named for it."""
        with self.lock:
            if self.begun is not None:
                return 200, {"fine": "the play has begun"}
            try:
                self.open(self.begin(tuple(self.names)))
            except CannotBegin as error:
                return 422, {"error": str(error)}
            self.store()
            return 200, {"fine": "the play has begun"}

    def open(self, begun: Begun) -> None:
        """The play is on the table: as it begins, or as it was left."""
        with self.lock:
            self.begun, self.pictures = begun, Pictures(begun.session.spec, begun.faces)
            for role, one in self.roles.items():
                if one.bot:
                    self._put_bot(role, one.bot)
            self._onward()
            self._news()

    def seat_bot(self, role: str, word: str) -> Reply:
        """Gives a seat to a bot, or takes it from one with no word."""
        with self.lock:
            if role not in self.roles or not role.startswith("s") or word and word not in self.bot_words:
                return 422, {"error": "there is no such seat, or no such bot"}
            self._seat_bot(role, word)
            self.store()
            self._news()
            return 200, {"fine": f"{self.names[int(role[1:])]} is played by {word or 'a person'}"}

    def _seat_bot(self, role: str, word: str) -> None:
        self.roles[role].bot = word
        if self.begun is None:
            return
        self._put_bot(role, word)
        if isinstance(self.stop, Pause):
            self._onward()

    def _put_bot(self, role: str, word: str) -> None:
        session, seat = self.session, self.seat_of(role)
        session.seats.pop(seat, None)
        session.choosers.pop(seat, None)
        if word:
            decider = self.begun.bots.get(word, word) if self.begun is not None else word
            made = chooser(decider, session.streams, seat)
            if made is not None:
                session.seats[seat], session.choosers[seat] = decider, made

    def renew(self, role: str) -> Reply:
        """Another link for a role; whoever had it is sent away."""
        with self.lock:
            if role not in self.roles:
                return 422, {"error": "there is no such seat"}
            self.roles[role].renew()
            self.store()
            self._news()
            return 200, {"fine": "it has another link"}

    def finish(self) -> Reply:
        """The host ends the evening: the play stays in its file, and nobody can answer any more."""
        with self.lock:
            self.stopped = f"the table is closed; the play is kept in {self.path.name}"
            if self.begun is not None and self.session.journal is not None:
                self.session.journal.settle()
            self._news()
            return 200, {"fine": self.stopped}

    # ---------------------------------------------------------------- answers

    def question(self, seat: int) -> Question | None:
        """What a seat is asked now."""
        asked = self.stop.questions if isinstance(self.stop, Pause) else ()
        return next((one for one in asked if one.seat == seat and not one.of_nature), None)

    def ticket(self, seat: int) -> str:
        """What tells a question of a seat from all its others."""
        given = sum(1 for one in self.session.entries if one.seat == seat)
        return f"{self.back}.{given}"

    @property
    def back(self) -> int:
        """How often the play was taken back."""
        return sum(1 for line in self.session.log.lines if line.what == "undo")

    def _own(self, role: str, sent: dict) -> Question | Reply:
        """The question that is meant, if it is that of this seat and still open."""
        if self.begun is None or self.stopped:
            return 409, {"error": self.stopped or NOT_BEGUN}
        question = self.question(self.seat_of(role))
        if question is None or sent.get("q") != self.ticket(question.seat):
            return 200, {"late": LATE}
        return question

    def answer(self, role: str, sent: dict) -> Reply:
        """An answer or a free action of a seat."""
        with self.lock:
            question = self._own(role, sent)
            if not isinstance(question, Question):
                return question
            value = meant(self.session, question, sent)
            if isinstance(value, Trouble):
                return 422, {"error": str(value)}
            self.notice = ""
            try:
                refusal = give(self.session, question, value)
                if refusal is not None:
                    return 422, refusal_data(refusal, self.rulebook)
                self._dropped()
                self._onward()
            except CannotRecord as error:
                return self._unwritten(error)
            self._news()
            return 200, {"fine": "taken"}

    def _unwritten(self, error: CannotRecord) -> Reply:
        """What cannot be written down does not count, and nothing goes on until somebody has seen to it."""
        self.stopped = f"the play cannot go on: {error}"
        self._news()
        return 507, {"error": self.stopped}

    def name_chance(self, role: str, sent: dict) -> Reply:
        """What fell on a real table, or which cards somebody has drawn."""
        with self.lock:
            if self.begun is None or self.stopped:
                return 409, {"error": self.stopped or NOT_BEGUN}
            question = real_chance.open_question(self.session, self.stop)
            mine = question is not None and real_chance.asked_of(self, question) == role
            if question is None or not mine or sent.get("q") != real_chance.ticket(self, question):
                return 200, {"late": LATE}
            trouble = real_chance.given(self.session, question, sent.get("text"))
            if trouble:
                return 422, {"error": trouble}
            try:
                self._onward()
            except CannotRecord as error:
                return self._unwritten(error)
            self._news()
            return 200, {"fine": "taken"}

    def _onward(self) -> None:
        """To the next question for a person, with what `fix` has left of the old play."""
        while True:
            try:
                self.stop = self.session.play()
            except Fault as fault:
                if self.session.last_moment is None:
                    self.stopped = f"the rules cannot go on: {fault.diagnostic.message}"
                    return
                self.keeper = self.session.corrector = None
                self.session.undo(further=True)
                self.notice = TAKEN_BACK
                continue
            keeper = self.keeper
            if isinstance(self.stop, Over) or keeper is None or not keeper.waiting or not keeper.answer(self.stop):
                return
            keeper.go_on()

    def _dropped(self) -> None:
        """A proposal is about the play as it was."""
        self.proposal = None

    # ---------------------------------------------------------------- looking

    def why(self, role: str, sent: dict) -> Reply:
        """Why an answer is allowed, or not."""
        with self.lock:
            question = self._own(role, sent)
            if not isinstance(question, Question):
                return question
            value = meant(self.session, question, sent)
            if isinstance(value, Trouble):
                return 422, {"error": str(value)}
            return 200, why_data(self.session, question, value, self.rulebook)

    def rule(self, role: str, sent: dict) -> Reply:
        """The rule that asks."""
        with self.lock:
            question = self._own(role, sent)
            if not isinstance(question, Question):
                return question
            return 200, rule_data(self.session, question, self.rulebook)

    def whole_story(self, role: str) -> Reply:
        """The log with all its lines, numbered as this audience sees them."""
        with self.lock:
            if self.begun is None:
                return 200, {"lines": []}
            return 200, {"lines": story_data(self.session, self.seat_of(role), True)}

    def score(self, role: str) -> Reply:
        """The score sheet as it would be now, and where the points come from, as far as they may be known; at the end all."""
        with self.lock:
            if self.begun is None:
                return 409, {"error": NOT_BEGUN}
            machine = self.session.machine
            whole = ending.parts_data(machine) if isinstance(self.stop, Over) and self.stop is not AT_REST else {}
            return 200, ending.sheet_data(machine, self.seat_of(role)) | whole

    def play_text(self) -> bytes | None:
        """The `.play`, to be taken home; not before the play is over, since the seed stands in it."""
        with self.lock:
            return self.path.read_bytes() if isinstance(self.stop, Over) and self.path.exists() else None

    # ---------------------------------------------------------------- states

    def state_bytes(self, role: str) -> bytes:
        """The state for a role as JSON, worked out once for each change."""
        with self.lock:
            known = self._states.get(role)
            if known is None or known[0] != self.version:
                text = json.dumps(self.state(role), ensure_ascii=False, separators=(",", ":"))
                known = self._states[role] = self.version, text.encode()
            return known[1]

    def state(self, role: str) -> dict:
        """All that a page of this role shows now."""
        with self.lock:
            seat = self.seat_of(role)
            made: dict = {"role": role, "phase": self._phase(), "title": self.title, "you": seat if seat != ONLOOKER else None,
                          "seats": seats_data(self), "notice": self.notice or self.stopped, "seal": self.seal}
            if role == HOST:
                made |= {"bots": list(self.bot_words), "number": self.number, "another": list(self.for_another)}
            if self.begun is None or self.pictures is None:
                return made
            picture, story_lines = self._seen(seat, self.pictures)
            made |= {
                "table": picture, "asked": self._asked(seat), "chance": self._chance(role),
                "story": story_lines, "older": bool(story_lines and story_lines[0]["n"] > 1),
                "proposal": self.proposal.data(role, self) if self.proposal is not None else None,
            }
            if isinstance(self.stop, Over):
                made["over"] = ending.over_data(self.session, self.stop) | {"salt": self.begun.salt, "seed": self.session.seed}
            return made

    def _seen(self, seat: int, pictures: Pictures) -> tuple[dict, list[dict]]:
        """The table and the end of the story, worked out once for all onlookers."""
        known = self._views.get(seat)
        if known is None or known[0] != self.version:
            since = max(0, len(self.session.log.lines) - LOOKED_AT)
            lines = story_data(self.session, seat, since=since)[-LAST_LINES:]
            known = self._views[seat] = self.version, (pictures.table(self.session, seat), lines)
        return known[1]

    def scene(self) -> dict:
        """What never changes in a play."""
        with self.lock:
            return self.pictures.scene() if self.pictures is not None else {}

    def _phase(self) -> str:
        if self.begun is None:
            return "closed" if self.stopped else "lobby"
        if isinstance(self.stop, Over):
            return "over"
        return "closed" if self.stopped else "playing"

    def _asked(self, seat: int) -> dict | None:
        question = self.question(seat)
        if question is None or self.pictures is None or self.stopped:
            return None
        return question_data(self.session, question, self.pictures, self.rulebook, self.ticket(seat))

    def _chance(self, role: str) -> dict | None:
        question = real_chance.open_question(self.session, self.stop)
        if question is None:
            return None
        return real_chance.chance_data(self, question, role)

    # ---------------------------------------------------------------- taking back

    def undo(self, role: str, further: bool) -> Reply:
        """Asks for the last answer to be taken back; `further` also where somebody has learned something since."""
        with self.lock:
            return self._closed() or Taking(self).undo(role, further)

    def fix(self, role: str, line, value) -> Reply:
        """Asks for a line of the log to say something else."""
        with self.lock:
            return self._closed() or Taking(self).fix(role, line, value)

    def agree(self, role: str, yes: bool) -> Reply:
        """A yes or no to what somebody has asked for."""
        with self.lock:
            return self._closed() or Taking(self).agree(role, yes)

    def _closed(self) -> Reply | None:
        """Why nothing can be taken back now."""
        if self.begun is None or self.stopped:
            return 409, {"error": self.stopped or NOT_BEGUN}
        return None
