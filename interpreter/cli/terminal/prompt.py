"""One question to one person: what they see, what they can type, and what comes of it.

In:  a Session that waits, the question, a screen and a keyboard.
Out: `put` returns when something was answered, taken or taken back; raises Left when the person leaves.

A line is a word of the referee (`?`, `why not ...`, `state`, ...) unless it is exactly an answer; with `:` before it, it is
always a word of the referee. Letters and values are read in options.py, refusals come from session/refusals.py.
"""

from collections import Counter

from attrs import define, field

from interpreter import ir
from interpreter.cli.terminal.consent import first_against
from interpreter.cli.terminal.correction_prompt import fix_line, let_go
from interpreter.cli.terminal.log_lines import tell
from interpreter.cli.terminal.option_letters import (
    about_spaces,
    go_to,
    how_to_answer,
    option_rows,
    read_answer,
    show_maps,
    words_for,
)
from interpreter.cli.terminal.real_table import ask_table
from interpreter.cli.terminal.reasons import again, named_offer, show_clauses, show_refusal, why, why_thought
from interpreter.cli.terminal.score_sheet import show_full, show_scores
from interpreter.cli.terminal.screen import Keyboard, Paper, Screen
from interpreter.cli.terminal.table import show_table
from interpreter.core.question import Question, Refusal
from interpreter.display.options import moves_left
from interpreter.engine.unseen import unseen_offer
from interpreter.ir.model import Spec
from interpreter.project.clauses import Rulebook
from interpreter.session.answers import letter, parse_offer, wish_of, write_offer
from interpreter.session.correction import Keeper, who_must_let_go
from interpreter.session.history import secret
from interpreter.session.notation import fold, Trouble
from interpreter.session.refusals import attempt
from interpreter.session.session import Session
from interpreter.text.diagnostic import listed, plural

HELP = (
    ("a, b, ...", "answer with a letter; a value or the words of an answer will do as well"),
    ("+a, +b, ...", "take one of the free actions, where some are open"),
    ("?", "the question again, the rule that asks it, and its clause"),
    ("why not ANSWER", "what speaks against an answer"),
    ("state", "the table as you may see it"),
    ("map", "the board, with the letters of what you can choose on it"),
    ("go SPACE", "on a journey: all the steps to a space where it can end"),
    ("log", "what has happened so far, as you may know it, each line with its number"),
    ("log 10", "the last ten lines of it"),
    ("why 12", "the rule that line 12 of the log came of, and its clauses"),
    ("why, why!", "what a player that thinks (search) has considered; `why!` also where that tells something secret"),
    ("score", "the score sheet as it would be now"),
    ("score full, sheet", "the same taken apart: where each point comes from"),
    ("undo", "take back the last answer, if nobody has learned anything since"),
    ("undo!", "take it back all the same"),
    ("fix 12 = VALUE", "put an earlier answer or roll right, by its line; what comes after is kept where it still holds"),
    ("quit", "leave; the play is kept and can be gone on with"),
)


TOLD_OF_SETUP = ("answer", "forced", "roll", "pick")        # what else set-up has done lies on the table


class Left(Exception):
    """The person at the keyboard has left the table."""


@define(eq=False)
class Referee:
    """Who speaks with the people at one screen.

    people   the seats that people sit on
    heard    for each of them how much of the log they have been told
    shown    the lines of the table each of them saw last
    heading  what stood above all: shown to each of them once
    at       the seat that sits at the keyboard, or -1
    keeper   what `fix` has left of the play before, to go on with
    """

    session: Session
    screen: Screen
    keyboard: Keyboard
    rulebook: Rulebook | None
    people: tuple[int, ...]
    heard: dict[int, int] = field(factory=dict)
    shown: dict[int, list] = field(factory=dict)
    heading: list[tuple[str, str]] = field(factory=list)
    greeted: set[int] = field(factory=set)
    at: int = -1
    keeper: Keeper | None = None

    @property
    def spec(self) -> Spec:
        """The game."""
        return self.session.spec

    # ---------------------------------------------------------------- one question

    def put(self, question: Question) -> None:
        """Asks until something comes of it."""
        if question.of_nature:
            ask_table(self, question)
            return
        self.screen.measure()
        self._seat(question.seat)
        self.news(question.seat)
        on_map = about_spaces(self.spec, question)
        self.table(question.seat, grids=not on_map)
        if on_map:
            show_maps(self.screen, self.session, question.seat, question)
        self.ask(question)
        name = self.spec.seats[question.seat]
        while not self._line(question, self.keyboard.ask(f"{name}>", self._words(question))):
            pass

    def sit(self, seat: int) -> None:
        """This person is at the keyboard now."""
        self._seat(seat)

    def leave(self) -> None:
        """The person at the keyboard leaves."""
        raise Left

    def asker(self) -> int | None:
        """Who speaks: whoever sits at the keyboard; where nothing is secret, anybody. None, and it is said, if nobody."""
        if self.at >= 0:
            return self.at
        if self.people and not secret(self.spec):
            return self.people[0]
        self.screen.line("nobody sits at the keyboard who may see it; wait for the next question to a person", "small")
        return None

    def look(self, word: str) -> None:
        """`log`, `state` or `map` while a real table is asked: as whoever sits at the keyboard may see it."""
        seat = self.asker()
        if seat is None:
            return
        if word == "log":
            tell(self.screen, self.session, self.session.log_for(seat), whole=True)
        elif word == "map":
            show_maps(self.screen, self.session, seat)
        else:
            show_table(self.screen, self.spec, self.session.state, seat, self._runs())

    def fix(self, text: str) -> bool:
        """`fix 12 = VALUE`."""
        return fix_line(self, text)

    def take_back(self, question: Question, further: bool) -> bool:
        """`undo`, or `undo!`."""
        return self._undo(question, further)

    def again(self) -> None:
        """The play stands elsewhere: everybody has heard what there was, and is shown the table anew."""
        self.shown.clear()
        self.heard = {seat: len(self.session.log.lines) for seat in self.heard}

    def wipe(self) -> None:
        """Whoever leaves leaves no hand behind on the screen."""
        if len(self.people) > 1 and secret(self.spec):
            self.screen.clear()

    def _seat(self, seat: int) -> None:
        """Another person may see what the one before may not: then the keyboard is handed over."""
        if seat != self.at and len(self.people) > 1 and secret(self.spec):
            self.keyboard.hand_over(self.spec.seats[seat])
            if self.keyboard.terminal:
                self.shown.pop(seat, None)
                self._greet(seat)
        self.at = seat

    def _greet(self, seat: int) -> None:
        """The heading was on the screen that was cleared when this person sat down for the first time."""
        for text, style in self.heading if seat not in self.greeted else ():
            self.screen.say(text, style)
        self.greeted.add(seat)

    def _words(self, question: Question) -> list[str]:
        machine, seat = self.session.machine, question.seat
        offers = [write_offer(self.spec, offer) for offer in question.offers if not unseen_offer(machine, seat, offer)]
        return [*words_for(self.spec, question, self.session.state), *offers, *COMMANDS, "why not "]

    def news(self, seat: int) -> None:
        """What has happened since this seat was last told."""
        ears = seat if secret(self.spec) else self.people[0]      # what all may see is read by all on the one screen
        since = self.heard.get(ears, 0)
        told = self.session.log_for(seat, since)
        self.heard[ears] = len(self.session.log.lines)
        if since == 0:
            begins = next((k for k, line in enumerate(told) if (line.what, line.text) == ("run", "play")), len(told))
            told = [line for line in told[:begins] if line.what in TOLD_OF_SETUP] + told[begins:]
        tell(self.screen, self.session, told)

    def table(self, seat: int, grids: bool = True) -> None:
        """The table as a seat sees it, if it is not as they saw it last; without its grids if these are shown below."""
        paper = Paper(self.screen.width)
        show_table(paper, self.spec, self.session.state, seat, self._runs(), grids)
        if paper.lines != self.shown.get(seat):
            self.shown[seat] = paper.lines
            self.screen.line()
            for (text, style), spots in zip(paper.lines, paper.spots, strict=True):
                self.screen.line(text, style, spots)

    def _runs(self) -> Counter:
        """How often each phase has begun."""
        return Counter(line.facts[0] for line in self.session.log.lines if line.what == "run" and not line.undone)

    def ask(self, question: Question) -> None:
        """The prompt, its clauses, what can be answered and how."""
        self.screen.line()
        name = self.spec.seats[question.seat]
        prompt = question.prompt or question.name.replace("_", " ")
        self.screen.say(f"{name}: {prompt}", "ask")
        show_clauses(self, question.span)
        show_options(self.screen, option_rows(self.spec, self.session.state, question))
        offers = [(f"+{letter(k)}", self._offer(question.seat, offer)) for k, offer in enumerate(question.offers)]
        if offers:
            self.screen.line("  besides, as often as you like:", "small")
            self.screen.rows(offers)
        left = moves_left(self.session, question)
        if left is not None:
            self.screen.line(f"  {plural(left, 'move')} left", "small")
        how = how_to_answer(self.spec, question)
        if how:
            self.screen.say(how, "small", first="  ")

    def _offer(self, seat: int, offer: tuple) -> str:
        action, words = self.spec.offers[offer[0]], write_offer(self.spec, offer)
        if unseen_offer(self.session.machine, seat, offer):
            place = self.spec.zones[self.session.state.places[offer[1]]].label
            words = f"{action.name}, one of {place}"
        return f"{action.prompt} ({words})" if action.prompt else words

    # ---------------------------------------------------------------- one line

    def _line(self, question: Question, text: str) -> bool:
        """What a line does; yes if the question is done with."""
        word, colon = text.removeprefix(":").strip(), text.startswith(":")
        first, _, rest = word.partition(" ")
        spoken = fold(word) if fold(word) in COMMANDS else first.lower() if first.lower() in WITH_MORE else ""
        if spoken == "go" and not self._travels(question):
            spoken = ""
        if spoken and not colon and fold(word) in self._answers(question):
            self.screen.say(f'`{word}` is an answer here, and a word of the referee: `:{word}` is the word of the referee, '
                            f'`"{word}"` the answer', "no")
            return False
        if spoken in COMMANDS and fold(word) in COMMANDS:
            return COMMANDS[spoken](self, question)
        if spoken:
            return self._with_more(question, spoken, word, rest.strip())
        if not text:
            self.screen.line("type a letter, or ? for help", "small")
            return False
        return self._answer(question, text)

    def _answers(self, question: Question) -> set[str]:
        return {fold(word) for word in words_for(self.spec, question, self.session.state)}

    def _with_more(self, question: Question, spoken: str, word: str, rest: str) -> bool:
        """A word of the referee that wants something behind it; without it, what it wants is said."""
        if not rest and spoken == "why" and why_thought(self):
            return False
        if not rest:
            self.screen.line(f"{spoken} what? {WITH_MORE[spoken]}", "small")
        elif spoken == "fix":
            return fix_line(self, rest)
        elif spoken == "go":
            return go_to(self.screen, self.session, question, rest)
        elif spoken == "log":
            self._last_lines(question, rest)
        else:
            why(self, question, word)
        return False

    def _last_lines(self, question: Question, rest: str) -> None:
        if rest.isdecimal() and len(rest) < 7:
            told = self.session.log_for(question.seat)
            tell(self.screen, self.session, told[max(0, len(told) - int(rest)):], whole=True)
        else:
            self.screen.line(f"log what? {WITH_MORE['log']}", "small")

    def _travels(self, question: Question) -> bool:
        return isinstance(self.spec.plan[question.op], ir.Travel)

    def _answer(self, question: Question, text: str) -> bool:
        offer = named_offer(self.spec, question, text)
        if isinstance(offer, tuple):
            return self._done(self.session.take(question, offer))
        value = read_answer(self.spec, question, text, self.session.state)
        if not isinstance(value, Trouble):
            return self._done(self.session.answer(question, value))
        if wish_of(self.session.machine, question, text) is not None:
            return self._done(attempt(self.session.machine, question, text))
        other = parse_offer(self.spec, question, text)
        if not isinstance(other, Trouble):
            return self._done(self.session.take(question, other))
        self.screen.say(f"not understood: {offer if isinstance(offer, Trouble) else value}", "no")
        return False

    def _done(self, refusal: Refusal | None) -> bool:
        if refusal is not None:
            show_refusal(self, refusal)
        return refusal is None

    # ---------------------------------------------------------------- the words of the referee

    def _help(self, question: Question) -> bool:
        self.screen.rows(HELP)
        return False

    def _state(self, question: Question) -> bool:
        show_table(self.screen, self.spec, self.session.state, question.seat, self._runs())
        return False

    def _map(self, question: Question) -> bool:
        show_maps(self.screen, self.session, question.seat, question)
        return False

    def _log(self, question: Question) -> bool:
        tell(self.screen, self.session, self.session.log_for(question.seat), whole=True)
        return False

    def _score(self, question: Question) -> bool:
        show_scores(self.screen, self.session.machine, question.seat)
        return False

    def _score_full(self, question: Question) -> bool:
        show_full(self.screen, self.session.machine, question.seat)
        return False

    def _drop(self, question: Question) -> bool:
        waits = self.keeper is not None and bool(self.keeper.waiting)
        let_go(self)
        self.screen.line("what waited is left out" if waits else "nothing waits")
        return False

    def _undo(self, question: Question, further: bool = False) -> bool:
        let_go(self)
        asker = self.asker()
        if asker is None:
            return False
        given, news = self.session.to_take_back(), self.session.undoable()
        if news is not None and not further:
            self.screen.say(f"not taken back: {news}", "no")
            return False
        whose = list(dict.fromkeys(self.spec.seats[entry.seat] for entry in given))
        asked = f"{self.spec.seats[asker]} wants to take back what {listed(whose)} answered last. Is that right?"
        against = first_against(self, who_must_let_go(self.session, asker), asked)
        if against is not None:
            self.screen.say(f"not taken back: {against} does not agree", "no")
            return False
        count = self.session.undo(further)
        if isinstance(count, Trouble):
            self.screen.say(f"not taken back: {count}", "no")
            return False
        others = f", of {listed(whose)}" if whose != [self.spec.seats[asker]] else ""
        self.screen.line(f"{len(given)} answer{'s' if len(given) != 1 else ''} taken back{others}")
        self.again()
        return True

    def _undo_all_the_same(self, question: Question) -> bool:
        return self._undo(question, True)

    def _why_all_the_same(self, question: Question) -> bool:
        if not why_thought(self, all_the_same=True):
            self.screen.line("nobody here has thought about an answer yet", "small")
        return False

    def _quit(self, question: Question) -> bool:
        raise Left


WITH_MORE = {                                    # what is to stand behind a word of the referee
    "why": "write `why not` and an answer, or `why` and the number of a line of the log, as in `why not a` or `why 12`",
    "fix": "write the number of a line of the log and what it should say, as in `fix 12 = 3 4`",
    "go": "write `go` and the space where the journey is to end; `map` shows where it can",
    "log": "write `log` for all of it, or how many of its last lines you want, as in `log 10`",
}
COMMANDS = {
    "?": again, "help": Referee._help, "state": Referee._state, "map": Referee._map, "log": Referee._log,
    "score": Referee._score, "score full": Referee._score_full, "sheet": Referee._score_full,
    "why!": Referee._why_all_the_same,
    "drop": Referee._drop, "undo": Referee._undo, "undo!": Referee._undo_all_the_same, "quit": Referee._quit,
}


# ------------------------------------------------------------------ in lines


def show_options(screen: Screen, rows: list[tuple[str, str]]) -> None:
    """Letters and words: one below the other, or side by side where many are short."""
    longest = max((len(words) for _, words in rows), default=0)
    if len(rows) <= 6 or longest > 14:
        screen.rows(rows)
        return
    wide = longest + 6
    per = max(1, (screen.width - 2) // wide)
    for start in range(0, len(rows), per):
        screen.line("  " + "".join(f"{mark:<2}  {words}".ljust(wide) for mark, words in rows[start:start + per]).rstrip())
