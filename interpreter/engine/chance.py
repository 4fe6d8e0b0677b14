"""Chance: what nature is asked, and what happens with its answer.

In:  the op, the frame on top, and the Machine; with the answer: the faces that fell, the option that was picked, the cards from
     the top of a pile.
Out: a Question to nature, or None where there was only one way; the state changed.
"""

from itertools import combinations
from math import comb

from interpreter import ir
from interpreter.core.frame import Frame, PC, Value
from interpreter.core.question import NATURE, Question, Stop
from interpreter.core.types import element, member_type, Set
from interpreter.engine.evaluate import PILE
from interpreter.engine.faults import fault, too_large
from interpreter.engine.interface import Engine
from interpreter.text import codes

MOST_OPTIONS = 20_000


def few_enough(op: ir.Ask | ir.Pick, total: int) -> None:
    """More answers than anybody can look through are a fault before they are listed."""
    if total > MOST_OPTIONS:
        raise fault(codes.FAULT_TOO_MANY_TO_ORDER, op.span, name=op.name, limit=MOST_OPTIONS, got=total)


def order_of(m: Engine, zone: int, frame: Frame, count: int = 0) -> Question:
    """Asks nature for the order of the cards of a zone that have none yet; some or all of them, from the top."""
    op = m.plan[frame[PC]]
    loose = m.state.cells[m.loose[zone]]
    cards = tuple(sorted(m.state.zones[zone][:loose]))
    where = m.spec.zones[zone]
    return Question(NATURE, "shuffle", cards, op.number, source=where.label, count=min(count or loose, loose), span=op.span)


def settle(m: Engine, question: Question, value: Value) -> None:
    """The cards nature names lie uppermost among those that had no order; the rest keeps none."""
    zone = next(k for k, z in enumerate(m.spec.zones) if z.label == question.source and z.loose >= 0)
    things, cell = m.state.zones[zone], m.loose[zone]
    loose, named = m.state.cells[cell], set(value)
    rest = [c for c in things[:loose] if c not in named]
    things[:loose] = rest + list(value[::-1] if m.shape[zone] == PILE else value)
    m.state.cells[cell] = len(rest) if len(rest) > 1 else 0


def roll(op: ir.Roll, f: Frame, m: Engine) -> Stop | None:
    die = m.spec.dice[op.die]
    count = 1 if op.count is None else m.value_of[op.count.__class__](op.count, m, f)
    if count > m.most_values:
        raise too_large(op, f"a roll of `{die.name}` is of", f"{count} dice", m.most_values)
    return Question(NATURE, "roll", die.faces, op.number, die.type, source=die.name, count=count, span=op.span)


def roll_done(op: ir.Roll, f: Frame, m: Engine, value: Value) -> None:
    """`value` is always a tuple of faces."""
    f[op.slot] = value[0] if op.count is None else tuple(value)
    m.told("roll", op, op.die, tuple(value), who_sees(op, f, m))
    f[PC] = op.next


def pick(op: ir.Pick, f: Frame, m: Engine) -> Stop | None:
    things = m.value_of[op.source.__class__](op.source, m, f)
    if op.least is None and op.most is None:
        options = list(things)
    else:
        least = 0 if op.least is None else m.value_of[op.least.__class__](op.least, m, f)
        most = len(things) if op.most is None else m.value_of[op.most.__class__](op.most, m, f)
        few_enough(op, sum(comb(len(things), n) for n in range(least, min(most, len(things)) + 1)))
        options = [c for n in range(least, min(most, len(things)) + 1) for c in combinations(things, n)]
    if not options:
        raise fault(codes.FAULT_NO_OPTIONS, op.span, name=op.name)
    if len(options) == 1:
        pick_done(op, f, m, options[0])
        return None
    type_ = element(op.source.type) if op.least is None and op.most is None else Set(member_type(op.source.type))
    return Question(NATURE, "pick", tuple(options), op.number, type_, source=op.name, count=1, span=op.span)


def pick_done(op: ir.Pick, f: Frame, m: Engine, value: Value) -> None:
    f[op.slot] = value
    m.told("pick", op, value, who_sees(op, f, m))
    f[PC] = op.next


def who_sees(op: ir.Roll | ir.Pick, f: Frame, m: Engine) -> int:
    """The seats, as bits, that see what chance has given."""
    if op.seen is None:
        return m.everyone
    seats = m.value_of[op.seen.__class__](op.seen, m, f)
    return sum(1 << seat for seat in seats) if seats.__class__ is tuple else 1 << seats
