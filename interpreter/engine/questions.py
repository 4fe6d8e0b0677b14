"""Decisions: which answers a question has, and what happens with the answer. Chance is next door, in engine/chance.py.

In:  the op, the frame on top, and the Machine; for COMPLETE also the answer.
Out: a Question, or None where there was nothing to ask: a decision with one possible answer and no free action beside it
     is taken without asking, one that may be declined and has no options is passed over.

Options are values, in the order of language.md 2.6. The guards of a decision are looked at one by one in the order written;
session/refusals.py names the first that failed.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, permutations
from math import comb, factorial

from interpreter import ir
from interpreter.core.frame import Frame, ME, PC, Value
from interpreter.core.question import NATURE, Pause, Question, Stop, Taken
from interpreter.core.types import element, member_type, NONE, NOTHING, Set
from interpreter.engine import travel as journeys, triggers
from interpreter.engine.arithmetic import divisions, how_many_divisions
from interpreter.engine.chance import few_enough, order_of, pick, pick_done, roll, roll_done, settle
from interpreter.engine.evaluate import HEAP
from interpreter.engine.faults import fault
from interpreter.engine.interface import CarriesOut, Completes, Engine, ListsOptions
from interpreter.engine.unseen import any_unseen, look, told_apart, unseen_last
from interpreter.text import codes
from interpreter.text.diagnostic import Fault, InternalError

DECLINED = NONE


# ------------------------------------------------------------------ what can be answered


def ask(op: ir.Ask, f: Frame, m: Engine) -> Stop | None:
    """Puts a decision, or takes it where there is nothing to choose."""
    seat = decider(op, f, m)
    options = OPTIONS[op.__class__](op, f, m)
    offers = triggers.open_offers(m, op, seat)
    if not options or (len(options) == 1 and not offers and not _put_anyway(m, seat)):
        _unasked(op, f, m, seat, options)
        return None
    if m.supposing:
        return _supposed(op, f, m, seat, options)
    if m.spec.automatic:
        _can_decide(m, op, seat)
    return question_of(op, m, seat, tuple(options), offers)


def decider(op: ir.Ask, f: Frame, m: Engine) -> int:
    """Who is asked."""
    seat: int = f[ME] if op.by is None else m.value_of[op.by.__class__](op.by, m, f)
    if seat < 0:
        raise fault(codes.FAULT_NO_ME, op.span)
    return seat


def question_of(op: ir.Ask, m: Engine, seat: int, options: tuple[Value, ...],
                offers: tuple[Taken, ...]) -> Question:
    """The question as it is put."""
    return Question(seat, op.name, options, op.number, op.type, op.prompt, offers, op.span)


def _put_anyway(m: Engine, seat: int) -> bool:
    """Is a decision with a single possible answer put too? A scenario may answer or attempt it all the same."""
    return m.puts_forced and not m.supposing and seat not in m.spec.automatic


def _can_decide(m: Engine, op: ir.Ask, seat: int) -> None:
    if seat in m.spec.automatic:
        raise fault(codes.FAULT_AUTOMATIC, op.span, name=op.name, seat=m.spec.seats[seat])


def _unasked(op: ir.Ask, f: Frame, m: Engine, seat: int, options: Sequence[Value]) -> None:
    """A forced decision, a decision passed over, or a fault."""
    if not options:
        if op.otherwise < 0:
            raise _why_none(op, f, m)
        f[PC] = op.otherwise
    elif isinstance(op, ir.Choose) and op.may and options[0] == _declines(op):
        f[PC] = op.otherwise
    else:
        if m.tell is not None:
            m.told("forced", op, seat, options[0])
        COMPLETE[op.__class__](op, f, m, options[0])


def _why_none(op: ir.Ask, f: Frame, m: Engine) -> Fault:
    """Too few things for what is asked for, a guard that lets nothing pass, or nothing to choose from."""
    if not isinstance(op, ir.Choose | ir.Split | ir.Arrange):
        return fault(codes.FAULT_NO_OPTIONS, op.span, name=op.name)
    things = m.value_of[op.source.__class__](op.source, m, f)
    if isinstance(op, ir.Split) and not op.guards:
        ends = zip(*[(least, most) for _, _, least, most in op.parts], strict=True)
        low, high = (sum(m.value_of[end.__class__](end, m, f) for end in which) for which in ends)
        return fault(codes.FAULT_SPLIT, op.span, got=len(things), low=low, high=high)
    if things and op.guards:
        return fault(codes.FAULT_GUARD, op.span, name=op.name)
    if isinstance(op, ir.Choose) and op.least is not None:
        least = m.value_of[op.least.__class__](op.least, m, f)
        return fault(codes.FAULT_TOO_MANY, op.span, got=least, limit=len(things))
    return fault(codes.FAULT_NO_OPTIONS, op.span, name=op.name)


def _supposed(op: ir.Ask, f: Frame, m: Engine, seat: int, options: Sequence[Value]) -> Stop | None:
    """On the copy a `may` is declined; anything else has to be settled by the rules."""
    if isinstance(op, ir.May | ir.Choose) and op.otherwise >= 0:
        COMPLETE[op.__class__](op, f, m, 0 if isinstance(op, ir.May) else _declines(op))
        return None
    return question_of(op, m, seat, tuple(options), ())


def _declines(op: ir.Choose) -> Value:
    return DECLINED if op.least is None and op.most is None else ()


def passes(op: ir.Ask, f: Frame, m: Engine, it: Value, whole: bool = False) -> bool:
    """Does a value pass the guards (or, with `whole`, the whole answer those that are about it)?"""
    tests = tested(op, whole)
    if not tests:
        return True
    slot = _it_slot(op)
    f[slot] = it
    if whole:
        f[op.slot] = it
    try:
        for test in tests:
            if not m.value_of[test.__class__](test, m, f):
                return False
        return True
    finally:
        f[slot] = None
        if whole:
            f[op.slot] = None


@lru_cache(maxsize=1024)
def tested(op: ir.Ask, whole: bool) -> tuple[ir.Expr, ...]:
    """The tests that guards make of each value, or of the whole answer; a `never` tests nothing, and there are many."""
    tests = [guard.test for guard in op.guards if guard.test is not None and guard.whole is whole]
    return tuple(test for test in tests if not (isinstance(test, ir.Const) and test.value))


def _it_slot(op: ir.Ask) -> int:
    return op.it if isinstance(op, (ir.Choose, ir.Split, ir.Arrange)) else op.slot


def domain(op: ir.Choose | ir.Split | ir.Arrange, f: Frame, m: Engine) -> tuple[Value, ...]:
    """Every value a person at the table could name."""
    values: tuple[Value, ...] = m.value_of[op.source.__class__](op.source, m, f)
    several = isinstance(op, ir.Choose) and op.least is not None
    if op.source.type.__class__ is Set or several or len(set(values)) == len(values):
        return values
    return tuple(dict.fromkeys(values))


def choose_options(op: ir.Choose, f: Frame, m: Engine) -> Sequence[Value]:
    """One of, or some of."""
    values = _choices(op, f, m)
    if m.plan[op.next].__class__ is ir.Blind:
        values = told_apart(op, decider(op, f, m), m, values)
    return (*values, _declines(op)) if op.may and values else values


def _choices(op: ir.Choose, f: Frame, m: Engine) -> Sequence[Value]:
    """Everything that can be chosen, whatever looks the same included."""
    values: Sequence[Value] = domain(op, f, m)
    if tested(op, False):
        values = [v for v in values if passes(op, f, m, v)]
    if op.least is not None or op.most is not None:
        values = _groups(op, f, m, unseen_last(m, values, decider(op, f, m), member_type(op.type or NOTHING)))
    return [v for v in values if passes(op, f, m, v, True)] if tested(op, True) else values


def _groups(op: ir.Choose, f: Frame, m: Engine, things: Sequence[Value]) -> Sequence[Value]:
    """Some of the things, as many as may be chosen."""
    least = 0 if op.least is None else m.value_of[op.least.__class__](op.least, m, f)
    most = len(things) if op.most is None else m.value_of[op.most.__class__](op.most, m, f)
    if op.may:
        least = max(1, least)
    few_enough(op, sum(comb(len(things), n) for n in range(least, min(most, len(things)) + 1)))
    indices = sorted(c for n in range(least, min(most, len(things)) + 1) for c in combinations(range(len(things)), n))
    return [tuple(things[i] for i in group) for group in indices]


def menu_options(op: ir.Menu, f: Frame, m: Engine) -> Sequence[Value]:
    """The alternatives that are open: whose `if` and whose guards hold."""
    open_now = [k for k, a in enumerate(op.alternatives) if a.test is None or m.value_of[a.test.__class__](a.test, m, f)]
    return [k for k in open_now if not op.alternatives[k].guards or unguarded(op, k, f, m)]


def unguarded(op: ir.Menu, k: int, f: Frame, m: Engine) -> bool:
    """Do all guards of an alternative hold?"""
    f[op.slot] = k
    try:
        tests = [guard.test for guard in op.alternatives[k].guards if guard.test is not None]
        return all(m.value_of[test.__class__](test, m, f) for test in tests)
    finally:
        f[op.slot] = None


def may_options(op: ir.May, f: Frame, m: Engine) -> Sequence[Value]:
    """Yes, then no."""
    return (1, 0)


def split_options(op: ir.Split, f: Frame, m: Engine) -> Sequence[Value]:
    """Every way to divide the things into the parts; the first part's things in their order."""
    return told_apart(op, decider(op, f, m), m, _divisions(op, f, m))


def _divisions(op: ir.Split, f: Frame, m: Engine) -> Sequence[Value]:
    things = m.value_of[op.source.__class__](op.source, m, f)
    things = unseen_last(m, things, decider(op, f, m), element(member_type(op.type or NOTHING)))
    sizes = [(m.value_of[a.__class__](a, m, f), m.value_of[b.__class__](b, m, f)) for _, _, a, b in op.parts]
    few_enough(op, how_many_divisions(len(things), tuple(sizes)))
    ways = [tuple(tuple([things[k] for k in part]) for part in parts) for parts in divisions(len(things), tuple(sizes))]
    if tested(op, False):
        ways = [parts for parts in ways if all(passes(op, f, m, c) for part in parts for c in part)]
    return ways


def arrange_options(op: ir.Arrange, f: Frame, m: Engine) -> Sequence[Value]:
    """All orders."""
    return told_apart(op, decider(op, f, m), m, _orders(op, f, m))


def _orders(op: ir.Arrange, f: Frame, m: Engine) -> Sequence[Value]:
    things = m.value_of[op.source.__class__](op.source, m, f)
    things = unseen_last(m, things, decider(op, f, m), member_type(op.type or NOTHING))
    few_enough(op, factorial(len(things)))
    orders = list(permutations(things))
    if op.guards:
        orders = [o for o in orders if passes(op, f, m, o) and passes(op, f, m, o, True)]
    return orders


# ------------------------------------------------------------------ what happens with the answer


def choose_done(op: ir.Choose, f: Frame, m: Engine, value: Value) -> None:
    f[op.slot] = value
    f[PC] = op.otherwise if op.may and value == _declines(op) else op.next


def may_done(op: ir.May, f: Frame, m: Engine, value: Value) -> None:
    f[op.slot] = value
    f[PC] = op.next if value else op.otherwise


def menu_done(op: ir.Menu, f: Frame, m: Engine, value: Value) -> None:
    f[op.slot] = value
    f[PC] = op.alternatives[value].start


def split_done(op: ir.Split, f: Frame, m: Engine, value: Value) -> None:
    for (_, slot, _, _), part in zip(op.parts, value, strict=True):
        f[slot] = part
    f[PC] = op.next


def arrange_done(op: ir.Arrange, f: Frame, m: Engine, value: Value) -> None:
    f[op.slot] = value
    f[PC] = op.next


# ------------------------------------------------------------------ what was chosen unseen


EVERY: dict[type[ir.Op], ListsOptions] = {ir.Choose: _choices, ir.Split: _divisions, ir.Arrange: _orders}


def blind(op: ir.Blind, f: Frame, m: Engine) -> Stop | None:
    """Chance says which of the cards, or of the answers with several, that looked the same was meant."""
    if op.offer >= 0:
        return _meant_by_offer(op, f, m)
    asking = m.plan[op.asks]
    if not isinstance(asking, ir.Choose | ir.Split | ir.Arrange):
        raise InternalError(f"{asking.span}: nothing is chosen there")
    value = tuple([f[slot] for _, slot, _, _ in asking.parts]) if isinstance(asking, ir.Split) else f[op.slot]
    seat = decider(asking, f, m)
    f[PC] = op.next
    if not any_unseen(m, value, seat):
        return None
    type_ = asking.type or NOTHING
    seen_as = look(m, value, seat, type_)
    alike = tuple(v for v in EVERY[asking.__class__](asking, f, m) if look(m, v, seat, type_) == seen_as)
    _keep(op, asking, f, value)                                   # guards about the whole answer have tried others in its place
    if len(alike) < 2:
        return None
    f[PC] = op.number
    return Question(NATURE, "pick", alike, op.number, type_, source="unseen card", count=1, span=op.span)


def _meant_by_offer(op: ir.Blind, f: Frame, m: Engine) -> Stop | None:
    """The same of the card that a free action was taken for."""
    value = f[op.slot]
    seat = f[ME] if op.by is None else m.value_of[op.by.__class__](op.by, m, f)
    f[PC] = op.next
    if value == NONE or not any_unseen(m, value, seat):
        return None
    alike = triggers.meant(m, m.spec.offers[op.offer], f, seat)
    if len(alike) < 2:
        return None
    f[PC] = op.number
    return Question(NATURE, "pick", alike, op.number, op.source.type, source="unseen card", count=1, span=op.span)


def blind_done(op: ir.Blind, f: Frame, m: Engine, value: Value) -> None:
    _keep(op, m.plan[op.asks], f, value)
    m.told("pick", op, value, m.everyone)
    f[PC] = op.next


def _keep(op: ir.Blind, asking: ir.Op, f: Frame, value: Value) -> None:
    """Puts an answer where the choice has put it."""
    if isinstance(asking, ir.Split):
        for (_, slot, _, _), part in zip(asking.parts, value, strict=True):
            f[slot] = part
    else:
        f[op.slot] = value


OPTIONS: dict[type[ir.Op], ListsOptions] = {
    ir.Choose: choose_options, ir.May: may_options, ir.Menu: menu_options, ir.Split: split_options,
    ir.Arrange: arrange_options,
}
COMPLETE: dict[type[ir.Op], Completes] = {
    ir.Choose: choose_done, ir.May: may_done, ir.Menu: menu_done, ir.Split: split_done,
    ir.Arrange: arrange_done, ir.Travel: journeys.done, ir.Moment: triggers.moment_done, ir.Roll: roll_done,
    ir.Pick: pick_done, ir.Blind: blind_done,
}


def travel(op: ir.Travel, f: Frame, m: Engine) -> Stop | None:
    """A journey asks for one space after another; free actions may be open beside each. One search serves all forced steps."""
    search, offers = journeys.search_of(op, f, m), None
    while (spaces := journeys.step(op, f, m, search)) is not None:
        if offers is None:                                      # nothing lies elsewhere until the journey is over
            seat = decider(op, f, m)
            offers = triggers.open_offers(m, op, seat)
        if len(spaces) > 1 or offers or _put_anyway(m, seat):
            _can_decide(m, op, seat)
            return question_of(op, m, seat, tuple(spaces), offers)
        if m.tell is not None:
            m.told("forced", op, seat, spaces[0])
        journeys.go(op, f, m, spaces[0], search)
    return None


def rest(op: ir.Rest, f: Frame, m: Engine) -> Stop | None:
    """What was started alone is done: the play rests, and nobody is asked."""
    return Pause(())


CARRY_OUT: dict[type[ir.Op], CarriesOut] = {
    ir.Choose: ask, ir.May: ask, ir.Menu: ask, ir.Split: ask, ir.Arrange: ask, ir.Travel: travel,
    ir.Roll: roll, ir.Pick: pick, ir.Blind: blind, ir.Rest: rest,
}

__all__ = ["CARRY_OUT", "COMPLETE", "HEAP", "OPTIONS", "ask", "domain", "order_of", "settle"]
