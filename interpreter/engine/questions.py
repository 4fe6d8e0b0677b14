"""Decisions and chance: what can be answered, and what happens with the answer.

In:  the op, the frame on top, and the Machine; for COMPLETE also the answer.
Out: a Question, or None where there was nothing to ask: a decision with one possible answer and no free action beside it
     is taken without asking, one that may be declined and has no options is passed over.

Options are values, in the order of language.md 2.6. The guards of a decision are looked at one by one in the order written;
session/refusals.py names the first that failed.
"""

from functools import lru_cache
from itertools import combinations, permutations
from math import comb, factorial

from interpreter import ir
from interpreter.core.frame import ME, PC
from interpreter.core.question import NATURE, Pause, Question
from interpreter.core.types import element, Kind, NONE, Set
from interpreter.engine import travel as journeys, triggers
from interpreter.engine.arithmetic import divisions, fault, how_many_divisions, too_large
from interpreter.engine.evaluate import HEAP, PILE
from interpreter.text import codes
from interpreter.text.diagnostic import Fault

MOST_OPTIONS = 20_000
DECLINED = NONE


# ------------------------------------------------------------------ what can be answered


def ask(op, f, m):
    """Puts a decision, or takes it where there is nothing to choose."""
    seat = decider(op, f, m)
    options = OPTIONS[op.__class__](op, f, m)
    offers = triggers.open_offers(m, op, seat)
    if not options or (len(options) == 1 and not offers and not _put_anyway(m, seat)):
        return _unasked(op, f, m, seat, options)
    if m.supposing:
        return _supposed(op, f, m, seat, options)
    if m.spec.automatic:
        _can_decide(m, op, seat)
    return question_of(op, m, seat, tuple(options), offers)


def decider(op, f, m) -> int:
    """Who is asked."""
    seat = f[ME] if op.by is None else m.value_of[op.by.__class__](op.by, m, f)
    if seat < 0:
        raise fault(codes.FAULT_NO_ME, op.span)
    return seat


def question_of(op, m, seat, options, offers) -> Question:
    """The question as it is put."""
    return Question(seat, op.name, options, op.number, op.type, op.prompt, offers, op.span)


def _put_anyway(m, seat: int) -> bool:
    """Is a decision with a single possible answer put too? A scenario may answer or attempt it all the same."""
    return m.puts_forced and not m.supposing and seat not in m.spec.automatic


def _can_decide(m, op, seat) -> None:
    if seat in m.spec.automatic:
        raise fault(codes.FAULT_AUTOMATIC, op.span, name=op.name, seat=m.spec.seats[seat])


def _unasked(op, f, m, seat, options):
    """A forced decision, a decision passed over, or a fault."""
    if not options:
        if op.otherwise < 0:
            raise _why_none(op, f, m)
        f[PC] = op.otherwise
        return None
    if isinstance(op, ir.Choose) and op.may and options[0] == _declines(op):
        f[PC] = op.otherwise
        return None
    m.told("forced", op, seat, options[0])
    COMPLETE[op.__class__](op, f, m, options[0])
    return None


def _why_none(op, f, m) -> Fault:
    """Too few things for what is asked for, a guard that lets nothing pass, or nothing to choose from."""
    if isinstance(op, ir.Menu | ir.May):
        return fault(codes.FAULT_NO_OPTIONS, op.span, name=op.name)
    found = m.value_of[op.source.__class__](op.source, m, f)
    if isinstance(op, ir.Split) and not op.guards:
        low, high = (sum(m.value_of[part[k].__class__](part[k], m, f) for part in op.parts) for k in (2, 3))
        return fault(codes.FAULT_SPLIT, op.span, got=len(found), low=low, high=high)
    if found and op.guards:
        return fault(codes.FAULT_GUARD, op.span, name=op.name)
    if isinstance(op, ir.Choose) and op.least is not None:
        least = m.value_of[op.least.__class__](op.least, m, f)
        return fault(codes.FAULT_TOO_MANY, op.span, got=least, limit=len(found))
    return fault(codes.FAULT_NO_OPTIONS, op.span, name=op.name)


def _few_enough(op, total: int) -> None:
    """More answers than anybody can look through are a fault before they are listed."""
    if total > MOST_OPTIONS:
        raise fault(codes.FAULT_TOO_MANY_TO_ORDER, op.span, name=op.name, limit=MOST_OPTIONS, got=total)


def _supposed(op, f, m, seat, options):
    """On the copy a `may` is declined; anything else has to be settled by the rules."""
    if op.otherwise >= 0 and not isinstance(op, ir.Menu):
        COMPLETE[op.__class__](op, f, m, 0 if isinstance(op, ir.May) else _declines(op))
        return None
    return question_of(op, m, seat, tuple(options), ())


def _declines(op):
    return DECLINED if op.least is None and op.most is None else ()


def passes(op, f, m, it, whole: bool = False) -> bool:
    """Does a value pass the guards (or, with `whole`, the whole answer those that are about it)?"""
    guards = tested(op, whole)
    if not guards:
        return True
    slot = _it_slot(op)
    f[slot] = it
    if whole:
        f[op.slot] = it
    try:
        for guard in guards:
            if not m.value_of[guard.test.__class__](guard.test, m, f):
                return False
        return True
    finally:
        f[slot] = None
        if whole:
            f[op.slot] = None


@lru_cache(maxsize=1024)
def tested(op, whole: bool) -> tuple:
    """The guards that ask something of each value, or of the whole answer; a `never` asks nothing, and there are many."""
    asking = [guard for guard in op.guards if guard.test is not None and guard.whole is whole]
    return tuple(guard for guard in asking if not (isinstance(guard.test, ir.Const) and guard.test.value))


def _it_slot(op) -> int:
    return op.it if isinstance(op, (ir.Choose, ir.Split, ir.Arrange)) else op.slot


def domain(op, f, m) -> tuple:
    """Every value a person at the table could name."""
    found = m.value_of[op.source.__class__](op.source, m, f)
    if op.source.type.__class__ is Set or op.least is not None or len(set(found)) == len(found):
        return found
    return tuple(dict.fromkeys(found))


def choose_options(op, f, m):
    """One of, or some of."""
    single = op.least is None and op.most is None
    found = domain(op, f, m)
    if tested(op, False):
        found = [v for v in found if passes(op, f, m, v)]
    if single and tested(op, True):
        found = [v for v in found if passes(op, f, m, v, True)]
    if single:
        found = told_apart(op, f, m, found)
        return (*found, DECLINED) if op.may and found else found
    return _some_of(op, f, m, found)


def told_apart(op, f, m, found):
    """Cards that look the same to the decider in an unordered zone are one option, after the others (language.md 2.12)."""
    if m.plan[op.next].__class__ is not ir.Blind:
        return found
    seat, alike, kept = decider(op, f, m), {}, []
    for thing in found:
        if thing >= 0 and unseen(m, thing, seat):
            alike.setdefault(m.state.places[thing], thing)
        else:
            kept.append(thing)
    return (*kept, *[alike[z] for z in sorted(alike)]) if alike else found


def unseen(m, thing: int, seat: int) -> bool:
    """Does it lie in an unordered zone, its face unknown to the seat?"""
    z = m.state.places[thing]
    return z >= 0 and m.shape[z] == HEAP and not m.state.known[thing] >> seat & 1


def blind(op, f, m):
    """Chance says which of the cards that looked the same was meant."""
    value = f[op.slot]
    seat = f[ME] if op.by is None else m.value_of[op.by.__class__](op.by, m, f)
    f[PC] = op.next
    if value >= 0 and unseen(m, value, seat):
        found = m.value_of[op.source.__class__](op.source, m, f)
        near = [c for c in found if m.state.places[c] == m.state.places[value] and unseen(m, c, seat)]
        alike = tuple(c for c in near if passes(m.plan[op.asks], f, m, c))
        if len(alike) > 1:
            f[PC] = op.number
            type_ = element(op.source.type)
            return Question(NATURE, "pick", alike, op.number, type_, source="unseen card", count=1, span=op.span)
    return None


def _unseen_last(op, f, m, found, inner):
    """Of several things those come first that the decider knows, so that the order of the rest tells nothing."""
    if not isinstance(inner, Kind) or inner.name in m.spec.space_kinds():
        return found
    seat = decider(op, f, m)
    return tuple(sorted(found, key=lambda thing: thing >= 0 and unseen(m, thing, seat)))


def _some_of(op, f, m, found):
    found = _unseen_last(op, f, m, found, element(op.type))
    least = 0 if op.least is None else m.value_of[op.least.__class__](op.least, m, f)
    most = len(found) if op.most is None else m.value_of[op.most.__class__](op.most, m, f)
    if op.may:
        least = max(1, least)
    _few_enough(op, sum(comb(len(found), n) for n in range(least, min(most, len(found)) + 1)))
    indices = sorted(c for n in range(least, min(most, len(found)) + 1) for c in combinations(range(len(found)), n))
    groups = [tuple(found[i] for i in group) for group in indices]
    if any(g.whole for g in op.guards):
        groups = [g for g in groups if passes(op, f, m, g, True)]
    return [*groups, ()] if op.may and groups else groups


def menu_options(op, f, m):
    """The alternatives that are open: whose `if` and whose guards hold."""
    found = [k for k, a in enumerate(op.alternatives) if a.test is None or m.value_of[a.test.__class__](a.test, m, f)]
    return [k for k in found if not op.alternatives[k].guards or unguarded(op, k, f, m)]


def unguarded(op, k: int, f, m) -> bool:
    """Do all guards of an alternative hold?"""
    f[op.slot] = k
    try:
        return all(m.value_of[guard.test.__class__](guard.test, m, f) for guard in op.alternatives[k].guards)
    finally:
        f[op.slot] = None


def may_options(op, f, m):
    """Yes, then no."""
    return (1, 0)


def split_options(op, f, m):
    """Every way to divide the things into the parts; the first part's things in their order."""
    found = m.value_of[op.source.__class__](op.source, m, f)
    found = _unseen_last(op, f, m, found, element(element(op.type)))
    sizes = [(m.value_of[a.__class__](a, m, f), m.value_of[b.__class__](b, m, f)) for _, _, a, b in op.parts]
    _few_enough(op, how_many_divisions(len(found), tuple(sizes)))
    made = [tuple(tuple([found[k] for k in part]) for part in parts) for parts in divisions(len(found), tuple(sizes))]
    if tested(op, False):
        made = [parts for parts in made if all(passes(op, f, m, c) for part in parts for c in part)]
    return made


def arrange_options(op, f, m):
    """All orders."""
    found = m.value_of[op.source.__class__](op.source, m, f)
    found = _unseen_last(op, f, m, found, element(op.type))
    _few_enough(op, factorial(len(found)))
    orders = list(permutations(found))
    if op.guards:
        orders = [o for o in orders if passes(op, f, m, o) and passes(op, f, m, o, True)]
    return orders


# ------------------------------------------------------------------ what happens with the answer


def choose_done(op, f, m, value):
    f[op.slot] = value
    f[PC] = op.otherwise if op.may and value == _declines(op) else op.next


def may_done(op, f, m, value):
    f[op.slot] = value
    f[PC] = op.next if value else op.otherwise


def menu_done(op, f, m, value):
    f[op.slot] = value
    f[PC] = op.alternatives[value].start


def split_done(op, f, m, value):
    for (_, slot, _, _), part in zip(op.parts, value, strict=True):
        f[slot] = part
    f[PC] = op.next


def arrange_done(op, f, m, value):
    f[op.slot] = value
    f[PC] = op.next


# ------------------------------------------------------------------ chance


def order_of(m, zone: int, frame, count: int = 0) -> Question:
    """Asks nature for the order of the cards of a zone that have none yet; some or all of them, from the top."""
    op = m.plan[frame[PC]]
    loose = m.state.cells[m.loose[zone]]
    cards = tuple(sorted(m.state.zones[zone][:loose]))
    where = m.spec.zones[zone]
    return Question(NATURE, "shuffle", cards, op.number, source=where.label, count=min(count or loose, loose), span=op.span)


def settle(m, question: Question, value) -> None:
    """The cards nature names lie uppermost among those that had no order; the rest keeps none."""
    zone = next(k for k, z in enumerate(m.spec.zones) if z.label == question.source and z.loose >= 0)
    things, cell = m.state.zones[zone], m.loose[zone]
    loose, named = m.state.cells[cell], set(value)
    rest = [c for c in things[:loose] if c not in named]
    things[:loose] = rest + list(value[::-1] if m.shape[zone] == PILE else value)
    m.state.cells[cell] = len(rest) if len(rest) > 1 else 0


def roll(op, f, m):
    die = m.spec.dice[op.die]
    count = 1 if op.count is None else m.value_of[op.count.__class__](op.count, m, f)
    if count > m.most_values:
        raise too_large(op, f"a roll of `{die.name}` is of", f"{count} dice", m.most_values)
    return Question(NATURE, "roll", die.faces, op.number, die.type, source=die.name, count=count, span=op.span)


def roll_done(op, f, m, value):
    """`value` is always a tuple of faces."""
    f[op.slot] = value[0] if op.count is None else tuple(value)
    m.told("roll", op, op.die, tuple(value))
    f[PC] = op.next


def pick(op, f, m):
    found = m.value_of[op.source.__class__](op.source, m, f)
    if op.least is None and op.most is None:
        options = list(found)
    else:
        least = 0 if op.least is None else m.value_of[op.least.__class__](op.least, m, f)
        most = len(found) if op.most is None else m.value_of[op.most.__class__](op.most, m, f)
        _few_enough(op, sum(comb(len(found), n) for n in range(least, min(most, len(found)) + 1)))
        options = [c for n in range(least, min(most, len(found)) + 1) for c in combinations(found, n)]
    if not options:
        raise fault(codes.FAULT_NO_OPTIONS, op.span, name=op.name)
    if len(options) == 1:
        pick_done(op, f, m, options[0])
        return None
    type_ = element(op.source.type) if op.least is None and op.most is None else Set(element(op.source.type))
    return Question(NATURE, "pick", tuple(options), op.number, type_, source=op.name, count=1, span=op.span)


def pick_done(op, f, m, value):
    """Also for a blind choice."""
    f[op.slot] = value
    m.told("pick", op, value)
    f[PC] = op.next


OPTIONS = {
    ir.Choose: choose_options, ir.May: may_options, ir.Menu: menu_options, ir.Split: split_options,
    ir.Arrange: arrange_options,
}
COMPLETE = {
    ir.Choose: choose_done, ir.May: may_done, ir.Menu: menu_done, ir.Split: split_done,
    ir.Arrange: arrange_done, ir.Travel: journeys.done, ir.Moment: triggers.moment_done, ir.Roll: roll_done,
    ir.Pick: pick_done, ir.Blind: pick_done,
}


def travel(op, f, m):
    """A journey asks for one space after another; free actions may be open beside each. One search serves all forced steps."""
    search, offers = journeys.search_of(op, f, m), None
    while (found := journeys.step(op, f, m, search)) is not None:
        if offers is None:                                      # nothing lies elsewhere until the journey is over
            seat = decider(op, f, m)
            offers = triggers.open_offers(m, op, seat)
        if len(found) > 1 or offers or _put_anyway(m, seat):
            _can_decide(m, op, seat)
            return question_of(op, m, seat, tuple(found), offers)
        if m.tell is not None:
            m.told("forced", op, seat, found[0])
        journeys.go(op, f, m, found[0], search)
    return None


def rest(op, f, m):
    """What was started alone is done: the play rests, and nobody is asked."""
    return Pause(())


CARRY_OUT = {
    ir.Choose: ask, ir.May: ask, ir.Menu: ask, ir.Split: ask, ir.Arrange: ask, ir.Travel: travel,
    ir.Roll: roll, ir.Pick: pick, ir.Blind: blind, ir.Rest: rest,
}

__all__ = ["CARRY_OUT", "COMPLETE", "HEAP", "OPTIONS", "ask", "domain", "order_of", "settle"]
