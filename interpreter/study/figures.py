"""The figures of a game: what each is called, in what it is counted, and how it is worked out from one play.

In:  a Spec, and so its seats, scores and winner; the end of a play (plays.End) or its course (course.Course).
Out: `of_ends`, `of_courses`, `of_rules`, `of_contest`: Figures, each with a function from a play to a number, or to None where
     the play says nothing of it. `deal_share`: how much of what the totals differ by comes with the deal.

docs/guide/figures.md defines each, and says where it comes from: Browne, "Automatic generation and evaluation of recombination
games" (thesis, Queensland University of Technology, 2008), and the metrics of Ludii. What those say of two players who move in
turn is said here of any number.
"""

from collections.abc import Callable, Sequence
from typing import Any

from attrs import field, frozen

from interpreter.core.question import part_of_win
from interpreter.ir.kinds import Rank, Sort
from interpreter.ir.model import Spec
from interpreter.study.courses import Course, criterion_of
from interpreter.study.plays import End

POINTS, SHARE, DECISIONS, COUNT = "points", "share", "decisions", "count"
ENDINGS = ("finished", "won", "won by nobody", "stopped at the limit")
SCORES, WINS, ENDS, LENGTH, COURSE, RULES, SKILL, LUCK = (
    "scores", "wins", "ends", "length", "course", "rules", "skill", "luck")
UNIT = (0.0, 1.0)
NAMED = (Sort.PHASE, Sort.TURN, Sort.STEP, Sort.EFFECT)


@frozen
class Figure:
    """One figure. `key` names it for programs, `words` in a table; `bounds` are its least and its largest value, where it has
    such; `plain`: it is shown without being asked for, the others where somebody wants to know more."""

    key: str
    words: str
    unit: str
    group: str
    value: Callable[[Any], float | None] = field(repr=False)
    bounds: tuple[float, float] | None = None
    seat: str = ""
    plain: bool = True

    @property
    def subject(self) -> str:
        """What a sentence about it begins with."""
        words = f"“{self.words}” comes up in plays, %" if self.group == RULES else self.words
        return words.replace(", %", " in a hundred")

    def said(self, value: float | None, sign: bool = False) -> str:
        """A value in words: a share as so many in a hundred."""
        if value is None:
            return "-"
        places = {POINTS: 2, SHARE: 1, DECISIONS: 1, COUNT: 2}[self.unit]
        value = round(value * (100 if self.unit == SHARE else 1), places) + 0.0      # no minus before a zero
        return f"{value:+.{places}f}" if sign else f"{value:.{places}f}"


@frozen
class Shape:
    """What the figures of a game have to know of it: who sits there, who of them decides, its scores, what the best is."""

    seats: tuple[str, ...]
    people: tuple[int, ...]
    scores: tuple[str, ...]
    lowest: bool = False
    led: bool = False                     # can one look on the way who leads?
    rules: tuple[str, ...] = ()           # the names of its phases, turns, steps, effects, triggers and free actions


def shape_of(spec: Spec) -> Shape:
    """The shape of a game."""
    criterion = criterion_of(spec)
    names = [routine.name for routine in spec.routines if routine.sort in NAMED and routine.name]
    names += [trigger.name for trigger in spec.triggers] + [offer.name for offer in spec.offers]
    return Shape(spec.seats, spec.people, tuple(score.name for score in spec.scores),
                 criterion is not None and criterion.sort == Rank.LOWEST, criterion is not None, tuple(dict.fromkeys(names)))


# ------------------------------------------------------------------ from how a play ended


def of_ends(shape: Shape) -> list[Figure]:
    """What the end of a play says: scores, wins, how it ended, how long it was."""
    return [*_of_scores(shape), *_of_wins(shape), *_of_endings(), *_margin(shape),
            Figure("decisions", "decisions a play", DECISIONS, LENGTH, lambda end: end.decisions)]


Value = Callable[[End], float]


def _of_scores(shape: Shape) -> list[Figure]:
    if not shape.scores:
        return []
    several = len(shape.scores) > 1
    found = [Figure("total", "total, all seats", POINTS, SCORES, _mean(shape, None))]
    for k, name in enumerate(shape.scores if several else ()):
        found.append(Figure(f"score:{name}", f"{_words(name)}, all seats", POINTS, SCORES, _mean(shape, k)))
    if len(shape.people) > 1:
        found += [Figure(f"total:{seat}", f"total of {seat}", POINTS, SCORES, _of_seat(p, None), seat=seat)
                  for p, seat in _seats(shape)]
        for k, name in enumerate(shape.scores if several else ()):
            found += [Figure(f"score:{name}:{seat}", f"{_words(name)} of {seat}", POINTS, SCORES, _of_seat(p, k), seat=seat,
                             plain=False) for p, seat in _seats(shape)]
    return found


def _seats(shape: Shape) -> list[tuple[int, str]]:
    return [(p, shape.seats[p]) for p in shape.people]


def _words(name: str) -> str:
    return name.replace("_", " ")


def _of_seat(seat: int, score: int | None) -> Value:
    """A seat's score of this number; its total."""
    return lambda end: (end.totals if score is None else end.scores[score])[seat]


def _mean(shape: Shape, score: int | None) -> Value:
    people = shape.people

    def mean(end: End) -> float:
        values = end.totals if score is None else end.scores[score]
        return sum([values[p] for p in people]) / len(people)

    return mean


def _part(seat: int) -> Value:
    return lambda end: part_of_win(end.winners, seat)


def _of_wins(shape: Shape) -> list[Figure]:
    found = [Figure(f"wins:{seat}", f"wins of {seat}, %", SHARE, WINS, _part(p), UNIT, seat)
             for p, seat in _seats(shape)]
    if len(shape.people) > 1:
        found.append(Figure("ties", "shared wins, %", SHARE, WINS, lambda end: float(len(end.winners) > 1), UNIT))
    found.append(Figure("nobody", "won by nobody, %", SHARE, WINS, lambda end: float(not end.winners), UNIT))
    return found


def _of_endings() -> list[Figure]:
    return [Figure(f"ending:{how}", f"ended “{how}”, %", SHARE, ENDS, _ended(how), UNIT, plain=False)
            for how in ENDINGS]


def _ended(how: str) -> Value:
    return lambda end: float(end.ending == how)


def _margin(shape: Shape) -> list[Figure]:
    if not shape.scores or len(shape.people) < 2:
        return []

    def margin(end: End) -> float:
        ordered = sorted([end.totals[p] for p in shape.people], reverse=not shape.lowest)
        return abs(ordered[0] - ordered[1])

    return [Figure("margin", "first over second", POINTS, SCORES, margin)]


def advantages(shape: Shape) -> list[Figure]:
    """How much more of the wins each seat has than if all had alike."""
    if len(shape.people) < 2:
        return []
    even = 1 / len(shape.people)
    return [Figure(f"advantage:{seat}", f"advantage of {seat}", SHARE, WINS, _advantage(shape, p), (-even, 1 - even), seat)
            for p, seat in _seats(shape)]


def _advantage(shape: Shape, seat: int) -> Value:
    people = shape.people
    return lambda end: part_of_win(end.winners, seat) - sum([part_of_win(end.winners, p) for p in people]) / len(people)


# ------------------------------------------------------------------ from the course of a play


def of_courses(shape: Shape) -> list[Figure]:
    """What only the course of a play says."""
    found = [
        Figure("options", "options at a decision", COUNT, COURSE,
               lambda course: course.options / course.decisions if course.decisions else None),
        Figure("forced", "forced questions, %", SHARE, COURSE, _forced),
        Figure("turns", "turns a play", COUNT, LENGTH, lambda course: course.turns),
        Figure("rounds", "rounds a play", COUNT, LENGTH, lambda course: course.rounds),
    ]
    if shape.led and len(shape.people) > 1:
        found += [
            Figure("lead_changes", "changes of the lead", COUNT, COURSE, lambda course: course.changes),
            Figure("settled", "led for good after, %", SHARE, COURSE, lambda course: course.settled),
            Figure("behind", "winner behind, at most", POINTS, COURSE, lambda course: course.behind),
        ]
    return found


def _forced(course: Course) -> float | None:
    questions = course.decisions + course.forced
    return course.forced / questions if questions else None


def of_rules(shape: Shape) -> list[Figure]:
    """In how many plays each named rule comes up."""
    return [Figure(f"rule:{name}", _words(name), SHARE, RULES, _came_up(name), UNIT) for name in shape.rules]


def _came_up(name: str) -> Callable[[Course], float]:
    return lambda course: float(course.rules.get(name, 0) > 0)


def of_contest() -> list[Figure]:
    """How often the one stronger player wins: rows are (End, the seat of the stronger)."""
    return [Figure("skill", "wins of stronger, %", SHARE, SKILL, lambda row: part_of_win(row[0].winners, row[1]), UNIT)]


# ------------------------------------------------------------------ luck


@frozen
class DealShare:
    """How much of what the results differ by comes with the deal, from 0 to 1; `parts`, what each deal adds to that estimate,
    so that two of them can be compared deal by deal."""

    share: float
    parts: tuple[float, ...] = field(repr=False)


def deal_share(pairs: Sequence[tuple[Sequence[float], Sequence[float]]]) -> DealShare | None:
    """Of each deal the results by seat, once and again with other choices. None where nothing ever differs.

    With the same deal the one result says of the other as much as the deal decides: the share is the correlation within deals
    (an analysis of variance with one random effect), all seats together; `parts` by the delta method.

    >>> deal_share([([3, 1], [3, 1]), ([0, 2], [0, 2])]).share
    1.0
    >>> deal_share([([1, 1], [1, 1])])
    """
    seats, plays = range(len(pairs[0][0]) if pairs else 0), max(1, 2 * len(pairs))
    means = [sum(one[p] + other[p] for one, other in pairs) / plays for p in seats]
    alike = [sum((one[p] - means[p]) * (other[p] - means[p]) for p in seats) for one, other in pairs]
    apart = [sum((one[p] - means[p]) ** 2 + (other[p] - means[p]) ** 2 for p in seats) / 2 for one, other in pairs]
    if not sum(apart):
        return None
    share, scale = sum(alike) / sum(apart), len(pairs) / sum(apart)
    return DealShare(share, tuple([share + (a - share * v) * scale for a, v in zip(alike, apart, strict=True)]))


def results_of(course: Course, scored: bool) -> list[float]:
    """What a play came to, seat by seat: totals; parts of the win in a game without scores."""
    return list(course.totals) if scored else list(course.won)


# ------------------------------------------------------------------ how values are spread


QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def quantiles(values: Sequence[float]) -> list[float]:
    """Below which 5, 25, 50, 75 and 95 of a hundred values lie (the value that stands there in their order).

    >>> quantiles(range(101))
    [5, 25, 50, 75, 95]
    """
    ordered = sorted(values)
    return [ordered[min(len(ordered) - 1, round(part * (len(ordered) - 1)))] for part in QUANTILES] if ordered else []

