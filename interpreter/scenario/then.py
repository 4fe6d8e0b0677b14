"""Judges one `then` line where the run stands.

In:  a Course and a line.
Out: nothing, or Failed that says what was found instead.

A line is judged where the play stands once what leaves nobody a choice has been taken (`Course.settle`); it never goes past
an optional question, or past what a later line answers. `asked` also goes on from set-up into play.
"""

from collections.abc import Callable, Iterator

from attrs import evolve

from interpreter import ir
from interpreter.core import types as t
from interpreter.core.question import Question
from interpreter.engine.evaluate import HEAP, PILE
from interpreter.lower.operators import clauses_of
from interpreter.observation.view import Table
from interpreter.scenario.course import Course, MOST_MOVES, stopped_line
from interpreter.scenario.terms import Failed, failed
from interpreter.session.answers import declines, settled, write_offer, write_value
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.diagnostic import Diagnostic, Fault, Unplayable

Complaint = Callable[[Course], Failed | None]
Knowing = ast.ThenKnows | ast.ThenDoesNotKnow
NoAction = ast.ThenNoActionMakes | ast.ThenNoActionCauses


def judge(course: Course, line: ast.Node) -> None:
    """Judges one `then` line."""
    course.given = None
    stops = isinstance(line, ast.ThenFault | ast.ThenRefused | ast.ThenHappens | ast.ThenNever | ast.ThenBefore)
    if course.stopped is not None and not stops:
        raise Failed(stopped_line(line, course.stopped))
    try:
        JUDGE[type(line)](course, line)
    except Failed as no:
        raise Failed(*[_with_place(diagnostic, course) for diagnostic in no.found]) from None


def _with_place(diagnostic: Diagnostic, course: Course) -> Diagnostic:
    """What does not come out says where the play stands."""
    if diagnostic.code is not codes.SCENARIO_FAILED or course.stopped is not None:
        return diagnostic
    return evolve(diagnostic, notes=(*diagnostic.notes, course.standing()))


def wrong(line: ast.Node, what: str, *notes: str) -> Failed:
    """The expectation of a line is not met."""
    return failed(codes.SCENARIO_FAILED, line.span, what=what, notes=notes)


def _now(course: Course, complaint: Complaint) -> None:
    """A condition, judged where the play stands; `complaint` gives None when it holds."""
    course.settle()
    failure = complaint(course)
    if failure is not None:
        raise failure


# ------------------------------------------------------------------ conditions


def _holds(course: Course, line: ast.ThenHolds) -> None:
    def complaint(now: Course) -> Failed | None:
        return None if now.truth(line.test) else wrong(line, *_instead(now, line.test))

    _now(course, complaint)


def _zone_holds(course: Course, line: ast.ThenZoneHolds) -> None:
    """These and no others, from the top; in a heap the order is of no account."""
    def complaint(now: Course) -> Failed | None:
        z, things = now.reading.zone(line.zone, now.machine), now.reading.things(line.items, now.machine)
        order = sorted if now.machine.shape[z] == HEAP else list
        there = now.machine.state.zones[z]
        lying = tuple(there[::-1]) if now.machine.shape[z] == PILE else tuple(there)
        if order(lying) == order(things):
            return None
        ids = ", ".join(now.machine.spec.components[c].id for c in lying)
        return wrong(line, f"{now.machine.spec.zones[z].label} holds {ids or 'nothing'}")

    _now(course, complaint)


def _instead(course: Course, test: ast.Node) -> list[str]:
    """What was found instead of what the condition says."""
    match test:
        case ast.Bracketed(inner):
            return _instead(course, inner)
        case ast.Both(left, right):
            return _instead(course, right if course.truth(left) else left)
        case ast.Same(left, right) | ast.Compare(left, _, right) if _shows(course, left):
            return [f"`{_said(left)}` is {_words(course, left)}", *_other_side(course, right)]
        case ast.Differs(left, _) if _shows(course, left):
            return [f"`{_said(left)}` is {_words(course, left)}"]
        case ast.Member(left, _) | ast.Outside(left, _) if (place := _lies(course, left)):
            return [f"`{_said(left)}` lies in {place}"]
        case ast.Member(left, _) | ast.Outside(left, _) if _shows(course, left):
            return [f"`{_said(left)}` is {_words(course, left)}"]
    return [f"this does not hold: {_said(test)}"]


def _said(node: ast.Node) -> str:
    return " ".join(node.span.text.split())


def _shows(course: Course, node: ast.Node) -> bool:
    return not isinstance(node, ast.Name) or node.text not in ("empty", "none")


def _words(course: Course, node: ast.Node) -> str:
    expr, size = course.reading.expr(node)
    value = course.reading.run(expr, size, node, course.machine)
    return course.machine.spec.words(value, expr.type) or "nothing"


def _other_side(course: Course, node: ast.Node) -> list[str]:
    """The right side is told if it is not simply written there."""
    plain = isinstance(node, ast.Number | ast.Negative | ast.Yes | ast.No | ast.Name | ast.ListValue | ast.SetValue)
    return [] if plain else [f"`{_said(node)}` is {_words(course, node)}"]


def _lies(course: Course, node: ast.Node) -> str | None:
    """Where a component lies."""
    expr, size = course.reading.expr(node)
    spec = course.machine.spec
    if not isinstance(expr.type, t.Kind) or expr.type.name in spec.space_kinds():
        return None
    thing = course.reading.run(expr, size, node, course.machine)
    place = course.machine.state.places[thing] if thing >= 0 else -1
    sent = next((z for _, c, z, *_ in course.machine.state.pending if c == thing), -1)
    return spec.zones[place].label if place >= 0 else f"no zone yet, on its way to {spec.zones[sent].label}"


# ------------------------------------------------------------------ who knows what


def _knows(course: Course, line: ast.ThenKnows) -> None:
    _now(course, lambda now: _knowing(now, line, True))


def _does_not_know(course: Course, line: ast.ThenDoesNotKnow) -> None:
    _now(course, lambda now: _knowing(now, line, False))


def _knowing(course: Course, line: Knowing, wanted: bool) -> Failed | None:
    seat = course.reading.seat(line.seat, course.machine)
    table = Table(course.machine.spec, course.machine.state, seat)
    other = [c for c in course.reading.things(line.items, course.machine) if table.known(c) is not wanted]
    if not other:
        return None
    ids = ", ".join(course.machine.spec.components[c].id for c in other)
    return wrong(line, f"{course.machine.spec.seats[seat]} {'does not know' if wanted else 'knows'} {ids}")


def _sees(course: Course, line: ast.ThenSees) -> None:
    def complaint(now: Course) -> Failed | None:
        seat = now.reading.seat(line.seat, now.machine)
        expr, size = now.reading.expr(line.zone, place=True)
        z = now.machine.value(expr, now.reading.frame(now.machine, line.zone, size))
        count = Table(now.machine.spec, now.machine.state, seat).lying(z).count
        if count == now.reading.value(line.count, now.machine, t.NUMBER):
            return None
        who, where = now.machine.spec.seats[seat], now.machine.spec.zones[z].label
        return wrong(line, f"{who} may not count {where}" if count is None else f"{who} sees {count} cards in {where}")

    _now(course, complaint)


# ------------------------------------------------------------------ what is asked, refused, and stops the play


def _asked(course: Course, line: ast.ThenAsked) -> None:
    question = _open_question(course, line)
    if line.options is not None:
        _same_options(course, line, line.options, question)


def _possibilities(course: Course, line: ast.ThenPossibilities) -> None:
    """How many answers there are; that none is given, where one may decline, is no answer."""
    count = len(_answers(course, _open_question(course, line)))
    if count != course.reading.value(line.count, course.machine, t.NUMBER):
        raise wrong(line, f"there {'is' if count == 1 else 'are'} {count}")


def _open_question(course: Course, line: ast.ThenAsked | ast.ThenPossibilities) -> Question:
    """The question that the line speaks of; on the way to it nobody has a choice."""
    seat = course.reading.seat(line.seat, course.machine)
    for _ in range(MOST_MOVES):
        question = next((q for q in course.questions if q.seat == seat and q.name == line.decision.text), None)
        if question is not None:
            return question
        if course.stopped is not None:
            raise Failed(stopped_line(line, course.stopped))
        if course.to_play and not course.questions:
            course.begin_play()
        elif not course.forced_move():
            break
    open_now = ", ".join(course.asked_words()) or "nobody is asked anything"
    raise wrong(line, f"`{line.decision.text}` is not asked: {open_now}")


def _answers(course: Course, question: Question) -> list:
    op = course.machine.plan[question.op]
    return [option for option in question.options if not (isinstance(op, ir.Choose) and declines(op, option))]


def _same_options(course: Course, line: ast.ThenAsked, options: ast.Node, question: Question) -> None:
    wanted = course.reading.value(options, course.machine, t.Set(question.type or t.UNKNOWN))
    got = _answers(course, question)
    wanted = [settled(question, value) for value in wanted]
    if set(wanted) != set(got):
        shown = ", ".join(write_value(course.machine.spec, question, option) for option in got)
        raise wrong(line, f"the options are {shown}")


def _refused(course: Course, line: ast.ThenRefused) -> None:
    cited = clauses_of(course.reading.ctx, line.cites)
    if course.refusal is None and course.stopped is None:
        course.settle()                                        # set-up may be refused once the cards lie in an order
    if isinstance(course.stopped, Unplayable):
        span, reason = course.stopped.span, course.stopped.message
    elif course.stopped is not None:
        raise Failed(stopped_line(line, course.stopped))
    elif course.refusal is not None:
        span, reason = course.refusal.span, course.refusal.reason
    else:
        raise wrong(line, "it is not refused")
    course.refusal = None
    missing = [clause for clause in cited if clause not in span.clauses]
    if missing:
        carried = ", ".join(span.clauses) or "no clause"
        raise wrong(line, f"it is refused, and cites {carried}, not {', '.join(missing)}", reason, f"at {span}")


def _fault(course: Course, line: ast.ThenFault) -> None:
    course.settle()
    stop = course.stopped
    if not isinstance(stop, Fault):
        raise Failed(stopped_line(line, stop)) if stop is not None else wrong(line, "no fault stops the play")
    if stop.code.id != line.code:
        raise Failed(stopped_line(line, stop))
    missing = [c for c in clauses_of(course.reading.ctx, line.cites) if c not in (stop.span.clauses if stop.span else ())]
    if missing:
        raise wrong(line, f"the fault cites {', '.join(stop.span.clauses) or 'no clause'}, not {', '.join(missing)}")


# ------------------------------------------------------------------ what has happened


def _happens(course: Course, line: ast.ThenHappens) -> None:
    course.settle()
    if not _occurred(course, line.event):
        raise wrong(line, f"{_said(line.event)} has not happened", *_others(course, line.event))


def _happens_before(course: Course, line: ast.ThenBefore) -> None:
    """Both have happened since the rules began, and the first of these was before the first of those."""
    course.settle()
    first, second = (_when(course, event) for event in (line.first, line.second))
    for at, event in ((first, line.first), (second, line.second)):
        if at is None:
            raise wrong(line, f"{_said(event)} has not happened", *_others(course, event))
    if first is not None and second is not None and first >= second:
        raise wrong(line, f"{_said(line.second)} happened before" if first > second else "they are the same")


def _never(course: Course, line: ast.ThenNever) -> None:
    course.settle()
    if _occurred(course, line.event):
        raise wrong(line, f"{_said(line.event)} has happened", *_others(course, line.event))


def _others(course: Course, event: ast.Occurs) -> list[str]:
    """How the event did happen."""
    spec = course.machine.spec
    happened = [args for name, args, _ in course.record.happened if name == event.name.text]
    types = next((types for name, _, types in course.record.happened if name == event.name.text), ())
    shown = [", ".join(spec.words(v, k) for v, k in zip(args, types, strict=False)) for args in happened[:5]]
    return [f"it happened as {event.name.text}({words})" for words in dict.fromkeys(shown)]


def _occurred(course: Course, event: ast.Occurs, start: int = 0) -> bool:
    """Has it happened with these arguments? A name that means nothing here stands for any value."""
    return _when(course, event, start) is not None


def _when(course: Course, event: ast.Occurs, start: int = 0) -> int | None:
    """The place, among all that has happened, of the first such event from `start` on; None if there is none."""
    name = event.name.text
    _known_event(course, event)
    happened = enumerate(course.record.happened[start:], start)
    return next((at for at, (n, args, types) in happened if n == name and _matches(course, event, args, types)), None)


def _known_event(course: Course, event: ast.Occurs) -> None:
    spec = course.machine.spec
    known = {r.name for r in spec.routines} | {g.name for g in spec.triggers} | {o.name for o in spec.offers}
    if event.name.text not in known | {"moved", "rolled"}:
        raise failed(codes.NO_SUCH_EFFECT, event.name.span, name=event.name.text)


def _matches(course: Course, event: ast.Occurs, args: tuple, types: tuple) -> bool:
    nodes = event.args or ()
    if nodes and len(nodes) != len(args):
        raise failed(codes.EVENT_PARAMETERS, event.span, name=event.name.text, wanted=len(args), got=len(nodes))
    for k, (node, value) in enumerate(zip(nodes, args, strict=False)):
        wanted = course.reading.maybe(node, course.machine, types[k] if k < len(types) else t.UNKNOWN)
        if wanted is not None and wanted != value:
            return False
    return True


def is_so(course: Course, line: ast.ThenHolds | ast.ThenHappens) -> bool:
    """Is it as the line says, where the course stands and with what it has told? Nothing is played on."""
    return course.truth(line.test) if isinstance(line, ast.ThenHolds) else _occurred(course, line.event)


# ------------------------------------------------------------------ what somebody could do


def _no_action_makes(course: Course, line: ast.ThenNoActionMakes) -> None:
    course.settle()
    for what, trial in _actions(course, line):
        if trial.stopped is None and trial.truth(line.test):
            raise wrong(line, f"{what} makes it so")


def _no_action_causes(course: Course, line: ast.ThenNoActionCauses) -> None:
    course.settle()
    before = len(course.record.happened)
    for what, trial in _actions(course, line):
        if _occurred(trial, line.event, before):
            raise wrong(line, f"{what} causes it")


def _actions(course: Course, line: NoAction) -> Iterator[tuple[str, Course]]:
    """Each option and free action of the seat, in words, with the run as it would go on."""
    seat, spec = course.reading.seat(line.seat, course.machine), course.machine.spec
    for question in [q for q in course.questions if q.seat == seat]:
        for value in question.options:
            trial = course.copy()
            trial.later = ()
            trial.take(_same(trial, question), value)
            trial.settle()
            yield f"{question.name} with {write_value(spec, question, value)}", trial
        for offer in question.offers:
            trial = course.copy()
            trial.later = ()
            trial.machine.take(_same(trial, question), offer)
            trial.go()
            yield write_offer(spec, offer), trial


def _same(course: Course, question: Question) -> Question:
    return next(q for q in course.questions if (q.seat, q.op) == (question.seat, question.op))


def _checked(course: Course, line: ast.ThenCheckFails) -> None:
    raise wrong(line, "the checks find nothing")


JUDGE: dict[type, Callable[..., None]] = {
    ast.ThenHolds: _holds, ast.ThenZoneHolds: _zone_holds, ast.ThenRefused: _refused, ast.ThenHappens: _happens,
    ast.ThenNever: _never, ast.ThenBefore: _happens_before, ast.ThenPossibilities: _possibilities,
    ast.ThenAsked: _asked, ast.ThenFault: _fault, ast.ThenKnows: _knows, ast.ThenDoesNotKnow: _does_not_know,
    ast.ThenSees: _sees, ast.ThenNoActionMakes: _no_action_makes, ast.ThenNoActionCauses: _no_action_causes,
    ast.ThenCheckFails: _checked,
}
