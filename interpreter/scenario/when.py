"""Carries out one `when` line: an answer, an attempt, a free action, what chance gives, or going on.

In:  a Course and the line.
Out: the course moved on; an attempt that is refused is kept as the course's `refusal`. Raises Failed where the line cannot be
     carried out.
"""

from interpreter.core import types as t
from interpreter.core.frame import Value
from interpreter.core.question import Question, Refusal
from interpreter.engine.unseen import stand_in, stands_for
from interpreter.scenario.course import Course, MOST_MOVES, OpenChance, refused_line
from interpreter.scenario.start_at import go_on_to
from interpreter.scenario.terms import chance_value, failed, listed_order, reply
from interpreter.session.answers import settled, told_so, wish_of
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
        case ast.NothingElse():
            _nothing_else(course)
        case ast.ComesTo():
            go_on_to(course, line)
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
    open_now, meant = [taken for taken in question.offers if taken[0] == number], None
    if line.member is not None:
        each = course.machine.spec.offers[number].each
        type_ = t.element(each.type) if each is not None else None
        member = course.reading.value(line.member, course.machine, type_)
        meant = member
        named = [taken for taken in open_now if taken[1] == member]
        open_now = named or [taken for taken in open_now if stands_for(course.machine, seat, taken[1], member)]
    if len(open_now) != 1:
        why = "it is not open for that" if not open_now else "it is open for several: say `with` which"
        raise failed(codes.SCENARIO_ANSWER, line.span, answer=line.span.text, name=name, why=why)
    course.machine.take(question, open_now[0])
    course.go()
    for asked in course.questions:
        if meant is not None and meant != open_now[0][1] and asked.of_nature and meant in asked.options:
            course.take(asked, meant)
            return


def _nothing_else(course: Course) -> None:
    """Nobody does anything that they need not, until somebody has to decide, chance has to fall, or a later line answers."""
    for _ in range(MOST_MOVES):
        if not course.one_more(past_later=False):
            return


def _offer(course: Course, ident: ast.Ident) -> int:
    for offer in course.machine.spec.offers:
        if offer.name == ident.text:
            return offer.number
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

    question = next((q for q in course.questions if fits(q)), None)
    if question is None and offer is not None:
        question = next((q for q in course.questions if q.seat == seat), None)
    if question is None:
        trial = course.copy()
        if trial.reach(fits, seat) is not None:
            course.become(trial)
            question = next(q for q in course.questions if fits(q))
    return question


def _not_asked(course: Course, line: ast.Asks, seat: int) -> Refusal:
    """The refusal of what nobody has asked; where nothing is asked, it is about a question that stands for none."""
    who, name = course.machine.spec.seats[seat], line.decision.text
    question = course.questions[0] if course.questions else Question(seat, name, (), -1)
    return Refusal(question, f"{who} is not asked `{name}` now", line.decision.span)


def _asks_for_offer(course: Course, question: Question, number: int) -> None:
    offers = [taken for taken in question.offers if taken[0] == number] or [(number, t.NONE)]
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
    if not isinstance(node, ast.Text) or told_so(course.machine.spec, question, node.text):
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
        value, used = chance_value(course.reading, course.machine, question, course.given, whole=not course.weighing)
        if value is None:
            if course.weighing:
                raise OpenChance(question)
            value = listed_order(course.machine, question)
        course.given = course.given[used:]
        course.take(question, value)
    course.given = None
