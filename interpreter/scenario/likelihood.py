"""How likely something is: `then equally likely P, Q, R` and `then with probability 1/3, P`.

In:  the course as it was when the rules began, the lines since, those that follow, and the `then` line.
Out: nothing, or Failed with the probabilities that were found. Probabilities are exact fractions: every way chance can fall
     since the rules began is gone through, never a sample; more than MOST_WAYS positions are a failure, too.

Chance that the lines before give is as they say; all other chance is weighed: dice, picks, and the order of shuffled piles,
also of one from which nobody has drawn, as far as a test looks at it (`Loose`).
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, SupportsIndex

from attrs import define, field

from interpreter import ir
from interpreter.analysis.enumeration import outcomes
from interpreter.core.question import NATURE, Question
from interpreter.engine.evaluate import listed
from interpreter.engine.faults import Unsettled
from interpreter.engine.machine import Machine
from interpreter.engine.questions import settle
from interpreter.scenario.course import Course, OpenChance, WHEN
from interpreter.scenario.terms import failed
from interpreter.scenario.when import do
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.source import Span

MOST_WAYS = 50_000
Likely = ast.ThenEquallyLikely | ast.ThenWithProbability
Lines = tuple[ast.Node, ...]


def judge_likely(start: Course, lines: Lines, after: Lines, begun: bool, line: Likely) -> None:
    """`equally likely P, Q, R` and `with probability 1/3, P`: `lines` stand before it, `after` behind it."""
    tests = line.tests if isinstance(line, ast.ThenEquallyLikely) else (line.test,)
    chances = _Weighing(lines, after, begun, line).probabilities(start, tests)
    if isinstance(line, ast.ThenEquallyLikely):
        if len(set(chances)) > 1 or not chances[0]:
            shown = ", ".join(f"{_said(test)}: {p}" for test, p in zip(tests, chances, strict=True))
            raise failed(codes.SCENARIO_FAILED, line.span, what=f"they are not equally likely: {shown}")
        return
    wanted = _fraction(start, line.chance)
    if chances[0] != wanted:
        raise failed(codes.SCENARIO_FAILED, line.span, what=f"the probability is {chances[0]}, not {wanted}")


def _said(node: ast.Node) -> str:
    return " ".join(node.span.text.split())


def _fraction(course: Course, node: ast.Node) -> Fraction:
    """1/3 as it is written, which as a division of whole numbers would be none."""
    match node:
        case ast.Divided(left, right):
            parts = _fraction(course, right)
            if not parts:
                raise failed(codes.DIVISION, node.span, by=0)
            return _fraction(course, left) / parts
        case ast.Bracketed(inner):
            return _fraction(course, inner)
    value = course.reading.value(node, course.machine)
    if not isinstance(value, int):
        raise failed(codes.NOT_A_NUMBER, node.span, got=f"`{' '.join(node.span.text.split())}`")
    return Fraction(value)


@define(eq=False)
class _Weighing:
    """Every way chance can fall. `waiting` holds the courses still to be gone through, by position: the course, the line that
    it has come to, and how likely it is; courses that are the same are gone through once."""

    lines: Lines
    after: Lines
    begun: bool                                    # has play begun where the line stands?
    line: Likely
    waiting: dict[tuple, tuple[Course, int, Fraction]] = field(factory=dict)

    def probabilities(self, start: Course, tests: tuple[ast.Node, ...]) -> list[Fraction]:
        """The probability of each test when the `when` lines have been carried out."""
        self.lines = tuple(line for line in self.lines if isinstance(line, WHEN))
        first = start.copy()
        first.weighing = True
        self._wait(first, 0, Fraction(1))
        sums, ways = [Fraction(0)] * len(tests), 0
        while self.waiting:
            course, at, weight = self.waiting.pop(next(iter(self.waiting)))
            ways += 1
            if ways > MOST_WAYS:
                raise failed(codes.SCENARIO_UNKNOWABLE, self.line.span, limit=MOST_WAYS)
            at, chance = self._onward(course, at)
            truths = self._truths(course, tests) if chance is None else []
            if isinstance(truths, Question):
                chance = truths
            elif chance is None:
                sums = [total + weight * truth for total, truth in zip(sums, truths, strict=True)]
                continue
            self._branch(course, at, chance, weight)
        return sums

    def _branch(self, course: Course, at: int, chance: Question, weight: Fraction) -> None:
        """A course for each answer of chance; the order of a pile may be given before anything asks for it."""
        asked = chance in course.questions
        for value, likely in outcomes(chance):
            child = course.copy()
            if asked:
                child.take(child.questions[course.questions.index(chance)], value)
            else:
                settle(child.machine, chance, value)
            self._wait(child, at, weight * likely)

    def _wait(self, course: Course, at: int, weight: Fraction) -> None:
        given = len(course.given) if course.given is not None else -1
        key = (at, given, course.to_play, course.stopped, course.record.rolled, course.until, course.machine.state.key())
        if key in self.waiting:
            course, at, earlier = self.waiting[key]
            weight += earlier
        self.waiting[key] = (course, at, weight)

    def _onward(self, course: Course, at: int) -> tuple[int, Question | None]:
        """As far as no chance is open: the line that could not be finished, and the question of chance; None at the end."""
        try:
            while at < len(self.lines):
                course.later = self.lines[at + 1:] + self.after
                do(course, self.lines[at])
                at += 1
            course.later = self.after
            course.settle()
            if self.begun and course.to_play and not course.questions:
                course.begin_play()
                course.settle()
        except OpenChance as met:
            return at, met.question
        return at, None

    def _truths(self, course: Course, tests: tuple[ast.Node, ...]) -> list[bool] | Question:
        """Whether each test holds; or, where one depends on the order of a pile that nobody has drawn from, the question of
        chance for it."""
        if course.stopped is not None:
            what = f"in one of the ways the play is stopped: {course.stopped}"
            raise failed(codes.SCENARIO_FAILED, self.line.span, what=what)
        usual, m = course.machine.value_of, course.machine
        m.value_of = usual | {ir.Contents: _contents}
        try:
            return [course.truth(test, settled=True) for test in tests]
        except Unsettled as needed:
            return order_asked(m, needed.zone, self.line.span)
        finally:
            m.value_of = usual


def order_asked(m: Machine, zone: int, span: Span) -> Question:
    """The question of chance for the order of a pile, asked by no rule but by a line of the scenario."""
    loose = m.state.cells[m.loose[zone]]
    cards = tuple(sorted(m.state.zones[zone][:loose]))
    return Question(NATURE, "shuffle", cards, -1, source=m.spec.zones[zone].label, count=loose, span=span)


# ------------------------------------------------------------------ piles that nobody has drawn from


class Loose(tuple):
    """What lies in a pile, from the top, when chance has settled the order of the first `known` only: whoever looks further
    raises Unsettled."""

    zone: int
    known: int

    @classmethod
    def of(cls, things: tuple[int, ...], zone: int, known: int) -> "Loose":
        """These things, as they lie."""
        loose = cls(things)
        loose.zone, loose.known = zone, known
        return loose

    def _unsettled(self) -> Unsettled:
        return Unsettled(self.zone)

    def __getitem__(self, at: SupportsIndex | slice) -> Any:
        """One that is settled."""
        if isinstance(at, slice) or not 0 <= at.__index__() < self.known:
            raise self._unsettled()
        return super().__getitem__(at)

    def __iter__(self) -> Iterator[Any]:
        """Those that are settled; then Unsettled."""
        yield from (super(Loose, self).__getitem__(k) for k in range(self.known))
        raise self._unsettled()

    def __eq__(self, other: object) -> bool:
        raise self._unsettled()

    def __hash__(self) -> int:
        raise self._unsettled()

    def __add__(self, other: object) -> Any:
        raise self._unsettled()

    __radd__ = __mul__ = __add__


def _contents(e: ir.Contents, m: Machine, f: list) -> tuple[int, ...]:
    """What lies in a zone, from the top, as far as its order is settled."""
    zone = m.value_of[e.zone.__class__](e.zone, m, f)
    loose = m.state.cells[m.loose[zone]] if m.loose[zone] >= 0 else 0
    if loose < 2:
        return listed(m, zone)
    lenient, m.lenient = m.lenient, True
    things = listed(m, zone)
    m.lenient = lenient
    return Loose.of(things, zone, len(things) - loose)
