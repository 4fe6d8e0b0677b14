"""Chance that falls on a real table: which sources are asked, and of whom; answers that stand in a file.

In:  a Spec, the names of the sources that are asked (a die, a pile's label, a pick's name, or ALL), files of answers.
Out: a Chance, which a Session asks at each question of nature; `witnesses`, the seats that can say; `read_answers`, a file.

Dice and picks are asked as they are. Cards are asked for when somebody sees them, see session/physical_cards.py; until then a
pile gives stand-ins.
"""

import re
from collections.abc import Callable
from pathlib import Path

from attrs import define, field

from interpreter import ir
from interpreter.core.question import Naming, Pause, Question
from interpreter.engine.questions import settle
from interpreter.ir.model import Spec
from interpreter.project.files import read_text
from interpreter.session.answers import flat, of_things, parse_value
from interpreter.session.notation import blanks, Trouble, without_comment
from interpreter.session.physical_cards import Faces, guarding, Untold
from interpreter.text.diagnostic import suggestion

ALL = "*"
BLIND = "unseen card"
LINE = re.compile(r"(?:chance )?\s*(?P<name>[^:]+):(?P<text>.*)")


class NoAnswer(Exception):
    """A file of answers gives none, or one that cannot be."""


def sources(spec: Spec) -> list[str]:
    """What can be asked: dice, piles, picks."""
    dice = [die.name for die in spec.dice]
    piles = [zone.label for zone in spec.zones if zone.loose >= 0]
    picks = [op.name for op in spec.plan if isinstance(op, ir.Pick)]
    blind = [BLIND] if any(isinstance(op, ir.Blind) for op in spec.plan) else []
    return list(dict.fromkeys(dice + piles + picks + blind))


# ------------------------------------------------------------------ a file of answers


@define(eq=False)
class Answers:
    """Answers in order, each source's apart: name -> (line, words). `at` says how many words of each are used."""

    name: str
    lines: dict[str, list] = field(factory=dict)
    at: dict[str, int] = field(factory=dict)
    after: tuple[str, int] | None = None                      # where the last answer ends: it counts when it has been given

    def value(self, spec: Spec, question: Question):
        """The next answer of this source."""
        words = [(number, word) for number, line in self.lines.get(question.source, ()) for word in line]
        at = self.at.get(question.source, 0)
        some = words[at:at + question.count]
        if question.name == "pick":                           # a value, which may have blanks in it: the whole line
            some = [(number, word) for number, word in words[at:] if number == words[at][0]]
        if not some or len(some) < question.count:
            raise NoAnswer(f"{self.name} is at its end: {self._missing(question, len(some))}")
        value = parse_value(spec, question, " ".join(word for _, word in some))
        if isinstance(value, Trouble):
            raise NoAnswer(f"{self.name}:{some[0][0]}: {value}")
        self.after = question.source, at + len(some)
        return value

    def _missing(self, question: Question, got: int) -> str:
        if got:
            return f"it gives {got} of `{question.source}`, and {question.count} are needed"
        return f"{f'{question.count} more' if question.count > 1 else 'one more'} of `{question.source}` is needed"

    def given(self) -> None:
        """The last answer has been given, and written down."""
        if self.after is not None:
            self.at[self.after[0]] = self.after[1]
            self.after = None


def read_answers(path: Path | str, spec: Spec) -> Answers:
    """A file with a line for each answer, `chance d6: 3 4` or `d6: 3 4`; NoAnswer says which line is none."""
    text = read_text(Path(path))
    if not isinstance(text, str):
        raise NoAnswer(f"{path} cannot be read: {text.what}")
    answers, known = Answers(str(path)), {*sources(spec), *(zone.label for zone in spec.zones)}
    for number, line in enumerate(text.splitlines(), start=1):
        line = without_comment(line).strip()
        answer = LINE.fullmatch(line)
        if line and answer is None:
            raise NoAnswer(f"{path}:{number}: `{line[:40]}` is no answer of chance; write what fell, as in `d6: 3 4`")
        if answer is not None:
            name = answer["name"].strip()
            if name not in known:
                raise NoAnswer(f"{path}:{number}: {no_source(spec, name)}")
            answers.lines.setdefault(name, []).append((number, blanks(answer["text"])))
    return answers


def no_source(spec: Spec, name: str) -> str:
    """Nothing of this name falls to chance; what does."""
    known = sources(spec)
    there = f"there are {', '.join(f'`{source}`' for source in known)}" if known else "nothing does in this game"
    return f"nothing called `{name[:40]}` falls to chance; {suggestion(name, known) or there}"


# ------------------------------------------------------------------ what a session asks


@define(eq=False)
class Chance:
    """Where answers of nature come from that no seed gives.

    asked  the sources that are asked; ALL for every one
    files  source, or ALL, -> the file that answers in place of people
    faces  the cards that nobody has named yet
    """

    spec: Spec
    asked: frozenset[str]
    files: dict[str, Answers] = field(factory=dict)
    faces: Faces = field(init=False)
    span: object = field(init=False, default=None)            # of the rule by which somebody last came to see a card

    def __attrs_post_init__(self):
        self.faces = Faces(self.spec)
        self.span = self.spec.plan[self.spec.routines[0].entry].span

    def asks(self, source: str) -> bool:
        """Is this source asked, rather than drawn from the seed?"""
        return ALL in self.asked or source in self.asked

    def takes(self, question: Question) -> bool:
        """Is this question for the table? With real cards also which of several it was that look the same."""
        blind = question.source == BLIND and any(zone.loose >= 0 and zone.label in self.asked for zone in self.spec.zones)
        return blind or isinstance(question, Naming) or self.asks(question.source)

    # ---------------------------------------------------------------- the machine

    def sit(self, machine, log) -> None:
        """Listens to a machine, and stops it before it does anything with a card that is seen and has no name."""
        def hear(what: str, op, branch: int, *facts) -> None:
            self._heard(machine, log, what, op, facts)
            log.tell(what, op, branch, *facts)

        machine.tell = hear
        machine.carry_out = {kind: self._named_first(run) for kind, run in machine.carry_out.items()}

    def _heard(self, machine, log, what: str, op, facts) -> None:
        if what == "shuffle":
            zone = self.spec.zones[facts[0]]
            if self.asks(zone.label):
                self.faces.mixed(machine.state.zones[facts[0]], zone.label, len(log.lines))
        elif what in ("move", "reveal", "swap"):
            self.span = op.span

    def _named_first(self, run: Callable) -> Callable:
        def carry_out(op, f, m):
            if self.faces.groups and not m.supposing:
                seen = self.faces.seen(m.state)
                if seen:
                    raise Untold(seen)
            return run(op, f, m)

        return carry_out

    def advance(self, machine):
        """Goes on; where a card has to be named first, that is what is asked."""
        usual, machine.value_of = machine.value_of, guarding(self.faces, machine.value_of)
        try:
            return machine.advance()
        except Untold as untold:
            machine.lenient, machine.scored = False, {}       # it may have been in the middle of the scores
            return Pause((self.faces.question(machine.state, untold, self.span),))
        finally:
            machine.value_of = usual

    # ---------------------------------------------------------------- answers

    def settled(self, session, question: Question, give: Callable) -> bool:
        """Need nobody be asked: because nobody sees the cards yet, or since a file says it, which is then given?"""
        if not isinstance(question, Naming) and self._unseen(session.machine, session.log, question):
            return True
        file = self.files.get(question.source) or self.files.get(ALL)
        if file is None:
            return False
        give(question, file.value(self.spec, question))
        file.given()
        return True

    def _unseen(self, machine, log, question: Question) -> bool:
        """Cards that nobody sees stand for each other: any of them will do until somebody does."""
        if question.name == "shuffle":
            settle(machine, question, question.options[:question.count])
            return True
        of_cards = question.name == "pick" and of_things(self.spec, question.type)
        cards = dict.fromkeys(flat(question.options)) if of_cards else ()
        if not cards or any(machine.state.known[c] for c in cards):
            return False
        self.faces.mixed(cards, self._from(machine, cards), len(log.lines))
        machine.answer(question, question.options[0])
        return True

    def _from(self, machine, cards) -> str:
        z = machine.state.places[next(iter(cards))]
        return self.spec.zones[z].label if z >= 0 else BLIND

    # ---------------------------------------------------------------- keeping

    def to_data(self) -> dict:
        """What is asked, what has no name, how far the files are used; ready for JSON."""
        return {"asked": sorted(self.asked), "faces": self.faces.to_data(), "at": [dict(file.at) for file in self._files()]}

    def restore(self, data: dict) -> None:
        """Goes back to where `to_data` was called."""
        self.faces.restore(data["faces"])
        for answers, at in zip(self._files(), data["at"], strict=False):
            answers.at = dict(at)

    def _files(self) -> list[Answers]:
        return list({id(answers): answers for answers in self.files.values()}.values())


def witnesses(spec: Spec, state, question: Question) -> int:
    """The seats, as bits, who can say what came of it; 0 where whoever sits at the table can."""
    if isinstance(question, Naming):
        return question.seats
    if question.name != "pick" or not of_things(spec, question.type):
        return 0
    seats = spec.everyone
    for card in flat(question.options):
        seats &= state.known[card]
    return seats


def from_data(spec: Spec, data: dict | None) -> Chance | None:
    """The chance of a saved play; what stood in files is asked from there on."""
    if data is None:
        return None
    chance = Chance(spec, frozenset(data["asked"]))
    chance.restore(data)
    return chance
