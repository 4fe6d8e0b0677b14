"""What the course of a play shows that its end does not: what there was to choose, who led, which rules came up.

In:  a Spec, a seed for the deal and one for the choices, who decides for each seat.
Out: a Course. With the same deal and other choices the cards lie and the dice fall alike (each source of chance has its
     stream), and only those who decide draw other numbers: so the luck of the deal is told from what the choices made of it.

The reference engine plays, since only it tells what happens on the way. With both seeds the same it is the play that
`simulate` plays.
"""

from collections import Counter
from collections.abc import Sequence

from attrs import asdict, define, field

from interpreter.core.frame import blank
from interpreter.core.question import Over, part_of_win, Question
from interpreter.engine.evaluate import evaluate
from interpreter.engine.machine import Machine, start
from interpreter.ir.kinds import Rank, Sort
from interpreter.ir.model import Criterion, Spec
from interpreter.observation.masks import Eyes
from interpreter.session.bots import chooser, Decider, Take
from interpreter.session.streams import source_of, Streams
from interpreter.text.diagnostic import Fault

LARGE = (Sort.PHASE, Sort.TURN)           # at whose beginning one looks who leads
OTHER_CHOICES = 1 << 40                   # how far the seed of other choices is from that of the deal


@define
class Course:
    """One play.

    decisions   questions put to seats with two or more answers or a free action beside them
    options     how many answers and free actions these had, together
    forced      questions with one answer only, which nobody is asked
    turns       turns begun; phases, in a game without turns
    rounds      of these, the turns of the seat that had most; the phase that came most often, in a game without turns
    changes     how often the lead went over to somebody else
    settled     the part of the play, from 0 to 1, after which the winner (or one of them) was never again behind
    behind      how far the winner was behind at most, as the first line of `winner` counts it
    rules       how often each named rule came up: phases, turns, steps, effects, triggers, free actions
    totals, won what each seat scored, and its part of the win
    """

    decisions: int = 0
    options: int = 0
    forced: int = 0
    turns: int = 0
    rounds: int = 0
    changes: int = 0
    settled: float | None = None
    behind: float | None = None
    rules: dict[str, int] = field(factory=dict)
    totals: list[int] = field(factory=list)
    won: list[float] = field(factory=list)

    def to_data(self) -> dict:
        """For JSON."""
        return asdict(self)


def criterion_of(spec: Spec) -> Criterion | None:
    """What the winner is chosen by first, if it is a number that can be looked at on the way."""
    return spec.winner[0] if spec.winner and spec.winner[0].value is not None else None


@define(eq=False)
class Looking:
    """Hears what happens in one play, and looks who leads."""

    spec: Spec
    rules: Counter = field(factory=Counter)
    begun: Counter = field(factory=Counter)                  # (is it a turn?, its name, its seat) -> how often
    forced: int = 0
    fresh: bool = False                                      # has a phase or turn begun since the last look?
    looks: list[tuple[int, list[int]]] = field(factory=list)            # decisions so far, how everybody stands

    def tell(self, what: str, op, branch: int, *facts) -> None:
        """As a Machine tells it."""
        spec = self.spec
        match what:
            case "run":
                routine = spec.routines[facts[0]]
                self.rules[routine.name] += 1
                if routine.sort in LARGE:
                    self.fresh = True
                    self.begun[routine.sort == Sort.TURN, routine.name, facts[1]] += 1
            case "happens":
                if spec.routines[facts[0]].sort != Sort.EVENT:
                    self.rules[spec.routines[facts[0]].name] += 1
            case "trigger":
                self.rules[spec.triggers[facts[0]].name] += 1
            case "takes":
                self.rules[spec.offers[facts[1]].name] += 1
            case "forced":
                self.forced += 1

    def look(self, machine: Machine, decisions: int) -> None:
        """Notes how everybody stands, if it can be said at this moment."""
        criterion = criterion_of(self.spec)
        self.fresh = False
        if criterion is None or criterion.value is None:
            return
        beside = machine.beside(machine.state, lenient=True)
        try:
            stand = [evaluate(criterion.value, beside, blank(criterion.size, seat)) for seat in range(len(self.spec.seats))]
        except Fault:                                        # a value that only the end of a play has
            return
        sign = -1 if criterion.sort == Rank.LOWEST else 1
        self.looks.append((decisions, [sign * value for value in stand]))

    def turns(self) -> tuple[int, int]:
        """Turns and rounds."""
        turns = Counter({key: count for key, count in self.begun.items() if key[0]})
        if not turns:
            return sum(self.begun.values()), max(self.begun.values(), default=0)
        by_seat: Counter = Counter()
        for (_, _, seat), count in turns.items():
            by_seat[seat] += count
        return sum(turns.values()), max(by_seat.values())


def play_course(spec: Spec, deal: int, choices: int, sitting: Sequence[Decider]) -> Course:
    """One play to its end, looked at on the way. Raises the Fault that stops it."""
    looking = Looking(spec)
    machine = Machine(spec, start(spec), looking.tell)
    nature, streams, course = Streams(deal), Streams(choices), Course()
    bots = [chooser(who, streams, seat) for seat, who in enumerate(sitting)]
    while True:
        stop = machine.advance()
        if looking.fresh or isinstance(stop, Over):
            looking.look(machine, course.decisions)
        if isinstance(stop, Over):
            return _told(course, looking, stop, len(spec.seats))
        for question in stop.questions:
            if question.of_nature:
                branch = machine.branch if machine.state.strands else -1
                machine.answer(question, nature.nature(question, source_of(spec, question, branch)))
            else:
                _answered(machine, question, bots[question.seat], course)


def _answered(machine: Machine, question: Question, bot, course: Course) -> None:
    count = len(question.options) + len(question.offers)
    course.decisions += count > 1
    course.options += count if count > 1 else 0
    choice = bot.choose(question, Eyes(machine, question) if getattr(bot, "eyes", False) else None)
    if choice.__class__ is Take:
        machine.take(question, choice.offer)
    else:
        machine.answer(question, choice)


def _told(course: Course, looking: Looking, over: Over, seats: int) -> Course:
    course.forced, course.rules = looking.forced, dict(looking.rules)
    course.turns, course.rounds = looking.turns()
    course.totals, course.won = list(over.totals), [part_of_win(over.winners, seat) for seat in range(seats)]
    course.changes = _changes([stand for _, stand in looking.looks])
    if looking.looks and over.winners and course.decisions:
        course.settled, course.behind = _settled(looking.looks, over.winners, course.decisions)
    return course


def _changes(stands: list[list[int]]) -> int:
    """How often a sole leader is another than the sole leader before.

    >>> _changes([[0, 0], [3, 1], [3, 3], [3, 4], [9, 4]])
    2
    """
    leaders = [stand.index(max(stand)) for stand in stands if stand.count(max(stand)) == 1]
    return sum(a != b for a, b in zip(leaders, leaders[1:], strict=False))


def _settled(looks: list[tuple[int, list[int]]], winners: Sequence[int], decisions: int) -> tuple[float, float]:
    """When the winner was last behind (as a part of the play), and how far at most.

    >>> _settled([(0, [0, 0]), (4, [1, 3]), (8, [5, 3]), (10, [6, 4])], (0,), 10)
    (0.8, 2)
    """
    behind = [max(stand) - max(stand[seat] for seat in winners) for _, stand in looks]
    last = max((k for k, far in enumerate(behind) if far > 0), default=-1)
    at = looks[min(last + 1, len(looks) - 1)][0] if last >= 0 else 0
    return at / decisions, max(behind)
