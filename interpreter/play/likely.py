"""How likely something is: every way chance can fall since the rules began, never a sample.

In:  a Course at the point where the rules have just begun, the `when` lines up to the expectation, and conditions.
Out: the exact probability of each condition.

What lines settle with `chance gives` is settled; the rest is gone through, an unseen pile by its next card. Positions that
are the same are gone through once.
"""

from fractions import Fraction

from interpreter.play.course import WHEN, Course, OpenChance
from interpreter.play.enumerate import outcomes
from interpreter.play.lines import do
from interpreter.play.reading import failed
from interpreter.syntax import ast
from interpreter.text import codes

MOST_WAYS = 50_000


def judge_likely(start: Course, lines: tuple, begun: bool, line: ast.Node) -> None:
    """`equally likely P, Q, R` and `with probability 1/3, P`."""
    tests = line.tests if isinstance(line, ast.ThenEquallyLikely) else (line.test,)
    found = probabilities(start, lines, begun, tests, line)
    if isinstance(line, ast.ThenEquallyLikely):
        if len(set(found)) > 1 or not found[0]:
            shown = ", ".join(f"{_said(test)}: {p}" for test, p in zip(tests, found, strict=True))
            raise failed(codes.SCENARIO_FAILED, line.span, what=f"they are not equally likely: {shown}")
        return
    wanted = _fraction(start, line.chance)
    if found[0] != wanted:
        raise failed(codes.SCENARIO_FAILED, line.span, what=f"the probability is {found[0]}, not {wanted}")


def _said(node: ast.Node) -> str:
    return " ".join(node.span.text.split())


def _fraction(course: Course, node: ast.Node) -> Fraction:
    """1/3 as it is written, which as a division of whole numbers would be none."""
    match node:
        case ast.Divided(left, right):
            return _fraction(course, left) / (_fraction(course, right) or 1)
        case ast.Bracketed(inner):
            return _fraction(course, inner)
    return Fraction(course.reading.value(node, course.machine))


def probabilities(start: Course, lines: tuple, begun: bool, tests: tuple, line: ast.Node) -> list[Fraction]:
    """The probability of each test when the lines have been carried out."""
    when = tuple(one for one in lines if isinstance(one, WHEN))
    sums = [Fraction(0)] * len(tests)
    waiting: dict[tuple, tuple[Course, int, Fraction]] = {}
    first = start.copy()
    first.weighing = True
    _wait(waiting, first, 0, Fraction(1))
    ways = 0
    while waiting:
        course, at, weight = waiting.pop(next(iter(waiting)))
        ways += 1
        if ways > MOST_WAYS:
            raise failed(codes.SCENARIO_UNKNOWABLE, line.span, limit=MOST_WAYS)
        at, chance = _onward(course, when, at, begun)
        if chance is None:
            _stopped(course, line)
            for k, test in enumerate(tests):
                sums[k] += weight * course.truth(test)
            continue
        for value, likely in outcomes(chance):
            child = course.copy()
            child.take(child.questions[0], value)
            _wait(waiting, child, at, weight * likely)
    return sums


def _wait(waiting: dict, course: Course, at: int, weight: Fraction) -> None:
    """Puts a course with those that are still to be gone through, or adds its weight to one that is the same."""
    given = len(course.given) if course.given is not None else -1
    key = (at, given, course.to_play, course.stopped, course.record.rolled, course.machine.state.key())
    if key in waiting:
        course, at, earlier = waiting[key]
        weight += earlier
    waiting[key] = (course, at, weight)


def _onward(course: Course, when: tuple, at: int, begun: bool) -> tuple[int, object]:
    """As far as no chance is open: the line that could not be finished, and the question of nature; None at the end."""
    try:
        while at < len(when):
            course.later = when[at + 1:]
            do(course, when[at])
            at += 1
        course.settle()
        if begun and course.to_play and not course.questions:
            course.begin_play()
            course.settle()
    except OpenChance as met:
        return at, met.question
    return at, None


def _stopped(course: Course, line: ast.Node) -> None:
    if course.stopped is not None:
        what = f"in one of the ways the play is stopped: {course.stopped}"
        raise failed(codes.SCENARIO_FAILED, line.span, what=what)


