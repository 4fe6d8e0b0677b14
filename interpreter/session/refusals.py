"""Why an answer is refused: the first guard that failed, with its clause, and what would be accepted.

In:  a machine that waits at a question, and a value (of the question's type, an option or not) or a wish: the words of a
     `never`.
Out: `attempt`, a Refusal or None; `why_not`, the same reasoning in full, also for a value that is accepted. The table is
     untouched: guards are worked out on a copy.

What is looked at, in this order (language.md 2.12): is the value in the domain; each guard as written; how many, and how
they are divided; for an alternative its `if`; for a space the leg of the route that forbids it. The first that fails is
cited.
"""

import re
from collections.abc import Sequence

from attrs import evolve, frozen

from interpreter import ir
from interpreter.core.question import Question, Refusal
from interpreter.core.types import NONE
from interpreter.engine import questions, triggers
from interpreter.engine.evaluate import evaluate
from interpreter.engine.machine import Machine
from interpreter.engine.travel import PATH, search_of
from interpreter.engine.unseen import stand_in, unseen_offer
from interpreter.session.answers import (
    answer_type,
    declines,
    flat,
    hidden_from,
    of_things,
    settled,
    unseen,
    wish_of,
    write_offer,
    write_value,
)
from interpreter.session.notation import member_type, Stranger, word_of
from interpreter.text.source import Span

MOST_SHOWN = 12


@frozen
class Check:
    """One thing that was looked at: what is wrong if it does not hold, where it stands, and what is right if it does."""

    words: str
    holds: bool
    span: Span
    good: str = ""
    about: str = ""                       # what of the answer is wrong, if not all of it

    @property
    def said(self) -> str:
        """How it came out, in words."""
        return self.good if self.holds else self.words


@frozen
class Explanation:
    """All that was looked at for one value; `refusal` is None if it is accepted."""

    words: str
    checks: tuple[Check, ...]
    refusal: Refusal | None


def attempt(machine: Machine, question: Question, value) -> Refusal | None:
    """Whether this answer would be taken: None, or why not. A text is a wish, the words of a `never`."""
    if isinstance(value, str):
        return _wish(machine, question, value)
    value = settled(question, value)
    if value in question.options:
        return None
    stranger = _stranger(machine, question, value)
    if stranger is None and stand_in(machine, question, value) in question.options:
        return None
    failed = stranger or next((check for check in _checks(machine, question, value) if not check.holds), None)
    op = machine.spec.plan[question.op]
    failed = failed or Check("is not among what can be answered", False, op.span)
    about = failed.about or _word(machine, question, value)
    return _refusal(machine, question, f"{about} {failed.words}", failed.span)


def why_not(machine: Machine, question: Question, value) -> Explanation:
    """What speaks for and against an answer."""
    refusal = attempt(machine, question, value)
    if isinstance(value, str):
        return Explanation(value, (), refusal)
    value = settled(question, value)
    stranger = None if refusal is None else _stranger(machine, question, value)
    checks = (stranger,) if stranger else tuple(_checks(machine, question, value))
    return Explanation(_word(machine, question, value), checks, refusal)


def closed(machine: Machine, question: Question) -> list:
    """The values that a person at the table could name, and that are not allowed: of a choice of one thing, of alternatives,
    and of a journey the spaces next to where it has come to; of a choice of several each thing that can be among none."""
    b = _bench(machine, question)
    named: Sequence = ()
    match b.op:
        case ir.Choose(least=None, most=None):
            named = questions.domain(b.op, b.f, b.m)
        case ir.Choose():
            strange = hidden_from(machine.spec, question, machine.state)
            things = [one for one in dict.fromkeys(questions.domain(b.op, b.f, b.m)) if one not in strange]
            return [(one,) for one in things if not all(check.holds for check in _guards(b, one, False))]
        case ir.Menu():
            named = range(len(b.op.alternatives))
        case ir.Travel():
            board = search_of(b.op, b.f, b.m).board
            named = (*board.links[b.f[b.op.left][0] - board.first], NONE)
    allowed, strange = set(question.options), hidden_from(machine.spec, question, machine.state)
    return [one for one in named if one not in allowed and one not in strange]


def attempt_offer(machine: Machine, question: Question, offer: tuple) -> Refusal | None:
    """Whether this free action could be taken beside the question."""
    if tuple(offer) in question.offers:
        return None
    b = _bench(machine, question)
    m, op = b.m, b.op
    act = m.spec.offers[offer[0]]
    words, span = write_offer(m.spec, offer), act.span
    if act.number not in getattr(op, "offers", ()) and not (isinstance(op, ir.Ask) and triggers._in_window(m, op, act)):
        reason = f"{words} is not open at this question"
    elif act.test is not None:
        reason, span = f"{words} needs that `{_source(act.test.span)}`", evolve(act.test.span, clauses=act.span.clauses)
    else:
        reason = f"{words} is not open to {m.spec.seats[question.seat]} now"
    open_now = ", ".join(write_offer(m.spec, other) for other in question.offers
                         if not unseen_offer(m, question.seat, other)) or "no free action is open"
    return Refusal(question, reason, span, open_now)


def accepted(machine: Machine, question: Question) -> str:
    """What would be taken, as it is typed."""
    spec, options = machine.spec, question.options
    shown = [write_value(spec, question, option, machine.state) for option in options[:MOST_SHOWN]]
    split = isinstance(spec.plan[question.op], ir.Split)
    more = f" and {len(options) - MOST_SHOWN} more" if len(options) > MOST_SHOWN else ""
    return ("; " if split else ", ").join(shown) + more


# ------------------------------------------------------------------ how it is looked at


def _wish(machine, question, text: str) -> Refusal | None:
    guard = wish_of(machine, question, text)
    if guard is None:
        span = machine.spec.plan[question.op].span
        return _refusal(machine, question, f"the rules have no such answer as \"{text}\"", span)
    return _refusal(machine, question, f"never \"{guard.wish}\"", guard.span)


def _stranger(machine, question, value) -> Check | None:
    """What speaks against a thing whose face the decider does not know and that is not offered to them. Nothing else about
    it is looked at: where it lies, or what it is, would answer a question nobody may ask."""
    named, hidden = _named_by(question), hidden_from(machine.spec, question, machine.state)
    stranger = next((leaf for leaf in flat(value) if isinstance(leaf, Stranger) or leaf in hidden and leaf not in named), None)
    if stranger is None:
        return None
    return _elsewhere(_bench(machine, question), stranger)


def _named_by(question) -> list:
    """The single values in what can be answered."""
    single = dict.fromkeys(leaf for option in question.options for leaf in flat(option))
    return [leaf for leaf in single if leaf != NONE]


def _elsewhere(b, member) -> Check:
    """This is none of what the answers are made of; the same is said wherever it is."""
    shown = b.words(_named_by(b.question)) or "those there are: there are none"
    return Check(f"is not one of {shown}", False, b.op.span, about=b.word(member))


def _refusal(machine, question, reason: str, span: Span) -> Refusal:
    return Refusal(question, reason, span, accepted(machine, question))


def _word(machine, question, value) -> str:
    return write_value(machine.spec, question, value, machine.state)


@frozen
class Bench:
    """A copy of the table on which guards can be worked out: the op that asks, and its frame."""

    m: Machine
    f: list
    op: ir.Op
    question: Question

    def value(self, expr):
        """The value of an expression where the question stands."""
        return evaluate(expr, self.m, self.f)

    def word(self, member) -> str:
        """A member of the answer in words, as the decider may know it: by its place only if it is offered."""
        spec, types = self.m.spec, [answer_type(self.question)]
        called = unseen(spec, self.question, self.m.state) if of_things(spec, types[0]) else None
        while (inner := member_type(types[-1])) is not None:
            types.append(inner)
        return word_of(spec, member, types[max(0, len(types) - 1 - _depth(member))], called)

    def words(self, members) -> str:
        """Several, as many as a line holds."""
        shown = list(dict.fromkeys(self.word(member) for member in members[:MOST_SHOWN]))
        more = f" and {len(members) - MOST_SHOWN} more" if len(members) > MOST_SHOWN else ""
        return ", ".join(shown) + more


def _bench(machine: Machine, question: Question) -> Bench:
    state = machine.state.copy()
    m = machine.beside(state, lenient=True)
    if state.strands:
        m.branch = next((seat for seat, asked in machine.open.items() if asked is question), question.seat)
        m.frames = state.strands[m.branch]
    return Bench(m, m.frames[-1], m.spec.plan[question.op], question)


def _checks(machine, question, value):
    """What a value has to pass, one after the other, up to the first it does not: a rule need make no sense of what is no
    answer at all, as the first of an empty order."""
    b = _bench(machine, question)
    for kind, look in LOOK.items():
        if isinstance(b.op, kind):
            for check in look(b, value):
                yield check
                if not check.holds:
                    break
            return
    if value not in question.options:
        yield Check("is not something that can be answered here", False, b.op.span)


def _source(span: Span) -> str:
    """The rule's own words in one line, without its citation."""
    return re.sub(r"\s+cites .*$", "", " ".join(span.text.split()))


def _depth(value) -> int:
    """How many lists a value lies in."""
    return 1 + max(map(_depth, value), default=0) if isinstance(value, tuple) else 0


def _in_domain(b, value, domain) -> Check:
    """It is there; what guards exclude is not shown among what is."""
    good = "is one of those that can be named"
    single = {leaf for member in domain for leaf in flat(member)}
    foreign = next((leaf for leaf in flat(value) if leaf not in single), None)
    if foreign is not None:
        return _elsewhere(b, foreign)
    shown = [member for member in domain if member in b.question.options] or _named_by(b.question)
    return Check(f"is not one of {b.words(shown)}", value in domain, b.op.span, good)


def _guards(b, value, whole: bool, guards=None):
    """Each guard of one sort; what comes after one that fails is not looked at."""
    for guard in b.op.guards if guards is None else guards:
        if guard.test is None or guard.whole is not whole:
            continue
        b.f[getattr(b.op, "it", b.op.slot)] = value
        if whole:
            b.f[b.op.slot] = value
        holds = bool(b.value(guard.test))
        rule = f"`{_source(guard.span)}`"
        words = f"is not allowed: {guard.words}" if guard.words else f"does not pass {rule}"
        yield Check(words, holds, guard.span, f"passes {rule}")
        if not holds:
            return


def _named(check: Check, b, member) -> Check:
    """The check of one member of an answer that has several."""
    if check.about:
        return check
    return evolve(check, words=f"cannot be: {b.word(member)} {check.words}", good=f"{b.word(member)} {check.good}")


def _members(b, things, domain):
    """Each member on its own: it is there, once, and passes the guards."""
    for k, member in enumerate(things):
        yield _named(_in_domain(b, member, domain), b, member)
        yield _named(Check("is named twice", member not in things[:k], b.op.span, "is named once"), b, member)
        if member in domain:
            yield from (_named(check, b, member) for check in _guards(b, member, False))


# ------------------------------------------------------------------ one function for each form of decision


def _choose(b, value):
    single = b.op.least is None and b.op.most is None
    if declines(b.op, value) or (value == NONE if single else value == () and () not in b.question.options):
        shown = b.words(b.question.options if single else _named_by(b.question))
        yield Check(f"is no answer: something has to be chosen from {shown}", b.op.may, b.op.span, "declines", "nothing")
        return
    domain = questions.domain(b.op, b.f, b.m)
    if single:
        yield _in_domain(b, value, domain)
        if value in domain:
            yield from _guards(b, value, False)
            yield from _guards(b, value, True)
        return
    things = value if isinstance(value, tuple) else (value,)
    yield from _members(b, things, domain)
    yield _amount(b, len(things), len(domain))
    yield from _guards(b, things, True)


def _amount(b, got: int, there: int) -> Check:
    least = 0 if b.op.least is None else b.value(b.op.least)
    most = there if b.op.most is None else b.value(b.op.most)
    least = max(least, 1) if b.op.may else least
    return Check(f"are {got}: {_between(least, most)} are to be chosen", least <= got <= most, b.op.span,
                 f"are as many as are to be chosen: {_between(least, most)}")


def _between(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def _menu(b, value):
    known = isinstance(value, int) and 0 <= value < len(b.op.alternatives)
    yield Check("is no alternative here", known, b.op.span, "is an alternative here")
    if known and b.op.alternatives[value].test is not None:
        alternative = b.op.alternatives[value]
        span, test = evolve(alternative.test.span, clauses=alternative.span.clauses), _source(alternative.test.span)
        yield Check(f"is open only if `{test}`", bool(b.value(alternative.test)), span, f"is open, since `{test}`")
        if not b.value(alternative.test):
            return
    if known:
        for whole in (False, True):
            yield from _guards(b, value, whole, b.op.alternatives[value].guards)


def _may(b, value):
    yield Check("is neither yes nor no", value in (0, 1), b.op.span, "is yes or no")


def _split(b, value):
    domain = b.value(b.op.source)
    parts = value if isinstance(value, tuple) and len(value) == len(b.op.parts) else ()
    yield Check(f"has not the {len(b.op.parts)} parts", bool(parts), b.op.span, "has all parts")
    given = [member for part in parts for member in part]
    yield from _members(b, tuple(given), domain)
    for (name, _, low, high), part in zip(b.op.parts, parts, strict=False):
        least, most = b.value(low), b.value(high)
        words = f"gives {name} {len(part)}, and it takes {_between(least, most)}"
        yield Check(words, least <= len(part) <= most, b.op.span, f"gives {name} {len(part)}, as it takes")
    left = [member for member in domain if member not in given]
    yield Check(f"leaves out {b.words(left)}", not left, b.op.span, "leaves nothing out")


def _arrange(b, value):
    domain = b.value(b.op.source)
    things = value if isinstance(value, tuple) else (value,)
    for k, item in enumerate(things):
        yield _named(_in_domain(b, item, domain), b, item)
        yield _named(Check("is named twice", things[:k].count(item) < domain.count(item), b.op.span, "is named once"), b, item)
    left = [item for item in domain if item not in things]
    yield Check(f"leaves out {b.words(left)}", not left, b.op.span, "leaves nothing out")
    yield from _guards(b, things, False)
    yield from _guards(b, things, True)


# ------------------------------------------------------------------ journeys


def _travel(b, value):
    search, journey = search_of(b.op, b.f, b.m), b.f[b.op.left][:PATH]
    if value == NONE:
        yield from _stopping(search, journey, b.op)
        return
    board = search.board
    yield Check(f"is no space of {board.name}", isinstance(value, int) and board.first <= value <= board.last, b.op.span,
                f"is a space of {board.name}")
    stop = search.which("must_stop", journey[0]) if journey[4] else None
    if stop is not None:
        yield Check(f"is not possible: `{_source(stop.span)}`", False, stop.span)
    yield from _leg(search, journey, value, b.op)


def _stopping(search, journey, op):
    here, _, left, *_, moved = journey
    end = search.which("may_not_end", here)
    yield Check("is not possible before the first move", moved, op.span, "comes after the first move")
    if end is not None:
        yield Check(f"is not possible here: `{_source(end.span)}`", False, end.span)
    yield Check(f"is not possible: moves left: {left}", search.may_end(journey), op.span, "is allowed here")


def _leg(search, journey, space: int, op):
    """The way from here to a space, and on from there."""
    here, previous, left, stepped, *_ = journey
    route, near = search.route, search.board.links[journey[0] - search.board.first]
    ways = {after[0]: after for after in search.ways(journey)}
    if space not in ways:
        yield _no_leg(route, near, space, left, stepped)
        return
    after = ways[space]
    end = search.which("may_not_end", space)
    final = after[2] == 0 or after[4]
    if end is not None and final:
        yield Check(f"cannot be the end: `{_source(end.span)}`", search.completable(after), end.span, "can be left again")
    fine = search.completable(after)
    shut = None if fine else search.shut(after)
    why, span = ("", op.span) if shut is None else (f": `{_source(shut.span)}`", shut.span)
    yield Check(f"leads to where the journey cannot be completed{why}", fine, span, "is on a way that can be completed")


def _no_leg(route, near, space: int, left: int, stepped: bool) -> Check:
    if space in near and left <= 0:
        return Check("is too far: no moves are left", False, route.span)
    if space in near and route.steps:
        return Check(f"is not open: `{_source(route.steps[0].span)}`", False, route.steps[0].span)
    if route.hops and stepped:
        return Check(f"is neither linked with this space nor open to a hop: `{_source(route.hops[0].span)}`", False,
                     route.hops[0].span)
    return Check("is not linked with this space", False, (route.steps or [route])[0].span)


LOOK = {
    ir.Choose: _choose, ir.Menu: _menu, ir.May: _may, ir.Split: _split, ir.Arrange: _arrange, ir.Travel: _travel,
}


__all__ = ["Check", "Explanation", "attempt", "attempt_offer", "why_not", "wish_of"]
