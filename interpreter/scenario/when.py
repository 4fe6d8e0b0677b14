"""Carries out one `when` line: an answer, an attempt, a free action, or what chance gives; and how likely something is.

In:  `do`: a Course and the line. `judge_likely`: the course as it was when the rules began, the lines since, and the `then`
     line that says how likely something is.
Out: the course moved on; an attempt that is refused is kept as the course's `refusal`. Raises Failed where a line does not
     come out.

Probabilities are exact: every way chance can fall since the rules began is gone through, never a sample.
"""

from fractions import Fraction

from interpreter.analysis.enumeration import outcomes
from interpreter.core import types as t
from interpreter.core.frame import Value
from interpreter.core.question import Question, Refusal
from interpreter.engine.unseen import stand_in
from interpreter.scenario.course import Course, OpenChance, refused_line, WHEN
from interpreter.scenario.terms import chance_value, failed, listed_order, reply
from interpreter.session.answers import settled, wish_of
from interpreter.session.refusals import attempt, attempt_offer
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.diagnostic import no_case


def do(course: Course, line: ast.Node) -> None:
    """Carries out a `when` line."""
    course.refusal = None
    match line:
        case ast.Answers():
            _answers(course, line)
        case ast.Asks():
            _asks(course, line)
        case ast.Takes():
            _takes(course, line)
        case ast.Chance():
            _chance(course, line)
        case _:
            raise no_case(line)


def _answers(course: Course, line: ast.Answers) -> None:
    seat, left = course.reading.seat(line.seat), list(line.values) if course.given is None else course.given
    while left:
        course.given = left
        question = course.reach(lambda q: q.seat == seat and q.name == line.decision.text, seat)
        if question is None:
            raise course.waiting(line)
        value, used = reply(course.reading, course.machine, question, left)
        no = attempt(course.machine, question, value)
        stood_for = value if no is None else _stand_in(course, question, value)
        if stood_for is None and no is not None:
            raise refused_line(line, no)
        left = left[used:]
        course.given = left
        if no is None:
            course.take(question, value)
        else:
            _blindly(course, question, stood_for, value)
    course.given = None


def _stand_in(course: Course, question: Question, value: Value) -> Value | None:
    """The option that looks the same to the seat as cards it does not know, and stands for them; None if there is none."""
    option = stand_in(course.machine, question, value)
    return option if option in question.options else None


def _blindly(course: Course, question: Question, option: Value, value: Value) -> None:
    """The seat takes one of those it cannot tell apart, and chance says that it is this one."""
    course.take(question, option)
    for asked in course.questions:
        meant = settled(asked, value)
        if asked.of_nature and meant in asked.options:
            course.take(asked, meant)
            return


def _takes(course: Course, line: ast.Takes) -> None:
    seat, name = course.reading.seat(line.seat), line.offer.text
    number = _offer(course, line.offer)
    question = course.reach(lambda q: q.seat == seat and any(n == number for n, _ in q.offers), seat)
    if question is None:
        raise course.waiting(line)
    open_now = [one for one in question.offers if one[0] == number]
    if line.member is not None:
        each = course.machine.spec.offers[number].each
        type_ = t.element(each.type) if each is not None else None
        member = course.reading.value(line.member, course.machine, type_)
        open_now = [one for one in open_now if one[1] == member]
    if len(open_now) != 1:
        why = "it is not open for that" if not open_now else "it is open for several: say `with` which"
        raise failed(codes.SCENARIO_ANSWER, line.span, answer=line.span.text, name=name, why=why)
    course.machine.take(question, open_now[0])
    course.go()


def _offer(course: Course, ident: ast.Ident) -> int:
    for one in course.machine.spec.offers:
        if one.name == ident.text:
            return one.number
    raise failed(codes.NO_SUCH_OFFER, ident.span, name=ident.text)


# ---------------------------------------------------------------- attempts


def _asks(course: Course, line: ast.Asks) -> None:
    """All but the last value are answers; the last is judged and, if it is allowed, taken."""
    seat, name = course.reading.seat(line.seat), line.decision.text
    offer = next((o.number for o in course.machine.spec.offers if o.name == name), None)
    question = _asked_now(course, seat, name, offer)
    if question is None:
        course.refusal = _not_asked(course, line, seat)
    elif question.name != name and offer is not None:
        _asks_for_offer(course, question, offer)
    else:
        _judged(course, line, question, list(line.values))


def _asked_now(course: Course, seat: int, name: str, offer: int | None) -> Question | None:
    """The open question, also after what is left open, if that leads to it."""

    def fits(q: Question) -> bool:
        return q.seat == seat and (q.name == name or any(n == offer for n, _ in q.offers))

    found = next((q for q in course.questions if fits(q)), None)
    if found is None and offer is not None:
        found = next((q for q in course.questions if q.seat == seat), None)
    if found is None:
        trial = course.copy()
        if trial.reach(fits, seat) is not None:
            course.become(trial)
            found = next(q for q in course.questions if fits(q))
    return found


def _not_asked(course: Course, line: ast.Asks, seat: int) -> Refusal:
    """The refusal of what nobody has asked; where nothing is asked, it is about a question that stands for none."""
    who, name = course.machine.spec.seats[seat], line.decision.text
    question = course.questions[0] if course.questions else Question(seat, name, (), -1)
    return Refusal(question, f"{who} is not asked `{name}` now", line.decision.span)


def _asks_for_offer(course: Course, question: Question, number: int) -> None:
    offers = [one for one in question.offers if one[0] == number] or [(number, t.NONE)]
    course.refusal = attempt_offer(course.machine, question, offers[0])
    if course.refusal is None:
        course.machine.take(question, offers[0])
        course.go()


def _judged(course: Course, line: ast.Asks, question: Question, left: list[ast.Node]) -> None:
    while True:
        value, used = _wish(course, question, left[0]) or reply(course.reading, course.machine, question, left)
        course.refusal = attempt(course.machine, question, value)
        left = left[used:]
        if course.refusal is not None:
            return
        course.take(question, value)
        if not left:
            return
        following = next((q for q in course.questions if (q.seat, q.name) == (question.seat, question.name)), None)
        if following is None:
            course.refusal = _not_asked(course, line, course.reading.seat(line.seat))
            return
        question = following


def _wish(course: Course, question: Question, node: ast.Node) -> tuple[str, int] | None:
    """The words of a `never`; words that no `never` of the question has are a slip of the scenario."""
    if not isinstance(node, ast.Text):
        return None
    if wish_of(course.machine, question, node.text) is None:
        why = f"no `never` of `{question.name}` has these words"
        raise failed(codes.SCENARIO_ANSWER, node.span, answer=node.span.text, name=question.name, why=why)
    return node.text, 1


# ---------------------------------------------------------------- chance


def _chance(course: Course, line: ast.Chance) -> None:
    course.given = list(line.values) if course.given is None else course.given
    while course.given:
        question = course.reach(lambda q: q.of_nature)
        if question is None:
            raise course.waiting(line)
        value, used = chance_value(course.reading, course.machine, question, course.given)
        if value is None:
            if course.weighing:
                raise OpenChance(question)
            value = listed_order(course.machine, question)
        course.given = course.given[used:]
        course.take(question, value)
    course.given = None


# ------------------------------------------------------------------ how likely something is


MOST_WAYS = 50_000
Likely = ast.ThenEquallyLikely | ast.ThenWithProbability
When = ast.Answers | ast.Asks | ast.Takes | ast.Chance


def judge_likely(start: Course, lines: tuple[ast.Node, ...], begun: bool, line: Likely) -> None:
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
            if not (parts := _fraction(course, right)):
                raise failed(codes.DIVISION, node.span, by=0)
            return _fraction(course, left) / parts
        case ast.Bracketed(inner):
            return _fraction(course, inner)
    found = course.reading.value(node, course.machine)
    if not isinstance(found, int):
        raise failed(codes.NOT_A_NUMBER, node.span, got=f"`{_said(node)}`")
    return Fraction(found)


def probabilities(
    start: Course, lines: tuple[ast.Node, ...], begun: bool, tests: tuple[ast.Node, ...], line: Likely
) -> list[Fraction]:
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


def _wait(waiting: dict[tuple, tuple[Course, int, Fraction]], course: Course, at: int, weight: Fraction) -> None:
    """Puts a course with those that are still to be gone through, or adds its weight to one that is the same."""
    given = len(course.given) if course.given is not None else -1
    key = (at, given, course.to_play, course.stopped, course.record.rolled, course.machine.state.key())
    if key in waiting:
        course, at, earlier = waiting[key]
        weight += earlier
    waiting[key] = (course, at, weight)


def _onward(course: Course, when: tuple[ast.Node, ...], at: int, begun: bool) -> tuple[int, Question | None]:
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


def _stopped(course: Course, line: Likely) -> None:
    if course.stopped is not None:
        what = f"in one of the ways the play is stopped: {course.stopped}"
        raise failed(codes.SCENARIO_FAILED, line.span, what=what)
