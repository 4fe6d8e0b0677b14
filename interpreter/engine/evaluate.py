"""An expression's value: one small function for each form, found by the expression's class.

In:  an expression, the Machine (for spec and state) and the frame that holds the locals.
Out: a small integer, or a tuple of them; a Fault where there is no value. The position is left as it was: names that an
     expression binds while it is worked out are out of the frame when it is done.

A value that depends on the order of cards that nature has not given yet raises Unsettled; the machine asks nature and
carries the whole op out again. Measured: a table from class to function costs half of `match` (see docs/develop/measure.md).
The table wants all of them in one place; so the file is as long as there are forms.
"""

from interpreter import ir
from interpreter.core.builtins import BEHAVIOUR
from interpreter.core.frame import blank, Frame, HEAD, LOCALS, ME, Value
from interpreter.core.types import NONE
from interpreter.engine.arithmetic import arithmetic, compared, in_range, negative
from interpreter.engine.faults import fault, looked_at, nothing_in, spent, through, too_large, Unsettled
from interpreter.engine.interface import Engine, Evaluates
from interpreter.text import codes
from interpreter.text.diagnostic import Fault

PILE, COLUMN, HEAP = 0, 1, 2


def evaluate(e: ir.Expr, m: Engine, f: Frame) -> Value:
    """The value of `e`."""
    return m.value_of[e.__class__](e, m, f)


# ------------------------------------------------------------------ names and what they hold


def const(e: ir.Const | ir.Option, m: Engine, f: Frame) -> Value:
    return e.value


def local(e: ir.Local, m: Engine, f: Frame) -> Value:
    return f[e.slot]


def once(e: ir.Once, m: Engine, f: Frame) -> Value:
    value = f[e.slot]
    if value is None:
        value = f[e.slot] = m.value_of[e.value.__class__](e.value, m, f)
    return value


def me(e: ir.Me, m: Engine, f: Frame) -> Value:
    seat = f[ME]
    if seat < 0:
        raise fault(codes.FAULT_NO_ME, e.span)
    return seat


def number_of(e: ir.ZoneAt | ir.Cell, m: Engine, f: Frame) -> Value:
    """base + Σ (key - low) * stride: the number of a zone or cell."""
    if e.mine and f[ME] >= 0:
        return e.base + f[ME] * e.mine
    number = e.base
    for key, low, stride in e.keys:
        number += ((f[key.slot] if key.__class__ is ir.Local else m.value_of[key.__class__](key, m, f)) - low) * stride
    return number


def cell(e: ir.Cell, m: Engine, f: Frame) -> Value:
    keys = e.keys
    if not keys:
        return m.state.cells[e.base]
    return m.state.cells[number_of(e, m, f)]


def contents(e: ir.Contents, m: Engine, f: Frame) -> Value:
    z = m.value_of[e.zone.__class__](e.zone, m, f)
    return listed(m, z)


def listed(m: Engine, z: int) -> tuple[int, ...]:
    """What lies in a zone, from the top; raises Unsettled if its order is not known yet and matters."""
    things = m.state.zones[z]
    loose = m.loose[z]
    if loose >= 0 and m.state.cells[loose] > 1 and not m.lenient:
        raise Unsettled(z)
    return tuple(things[::-1]) if m.shape[z] == PILE else tuple(things)


def size(e: ir.Size, m: Engine, f: Frame) -> Value:
    return len(m.state.zones[m.value_of[e.zone.__class__](e.zone, m, f)])


def field_of(e: ir.FieldOf, m: Engine, f: Frame) -> Value:
    of = e.of                                       # nearly always a name: here and below that is asked first, for speed
    return e.values[(f[of.slot] if of.__class__ is ir.Local else m.value_of[of.__class__](of, m, f)) - e.base]


def some(e: ir.Some, m: Engine, f: Frame) -> Value:
    value = m.value_of[e.of.__class__](e.of, m, f)
    if not e.base <= value < e.base + e.size:
        if e.number:
            raise fault(codes.FAULT_INDEX, e.span, got=value, thing=e.what, limit=f"{e.base}..{e.base + e.size - 1}")
        raise fault(codes.FAULT_NONE, e.span, name=e.what)
    return value


def place_of(e: ir.PlaceOf, m: Engine, f: Frame) -> Value:
    return m.state.places[m.value_of[e.of.__class__](e.of, m, f)]


def table_at(e: ir.TableAt, m: Engine, f: Frame) -> Value:
    key = tuple([m.value_of[k.__class__](k, m, f) for k in e.keys])
    row = e.rows.get(key)
    if row is not None:
        return row
    if e.otherwise is None:
        shown = ", ".join(m.spec.words(v, k.type) for v, k in zip(key, e.keys, strict=True))
        raise fault(codes.FAULT_NO_ROW, e.span, table=e.name, key=shown)
    return evaluate(e.otherwise, m, blank(LOCALS + len(key), args=key))


def points_of(e: ir.PointsOf, m: Engine, f: Frame) -> Value:
    seat = m.value_of[e.seat.__class__](e.seat, m, f)
    return m.points(e.index, seat)


def every_place(e: ir.EveryPlace, m: Engine, f: Frame) -> Value:
    """Found where it lies, not taken from a list: a thing lost or doubled shows."""
    members = [c for things in m.state.zones for c in things if c in e.members]
    members += [thing for _, thing, *_ in m.state.pending if thing in e.members]
    return tuple(sorted(members))


# ------------------------------------------------------------------ same, in, empty


def same(e: ir.Same, m: Engine, f: Frame) -> Value:
    left, right = e.left, e.right
    left = m.value_of[left.__class__](left, m, f)
    right = right.value if right.__class__ is ir.Const else m.value_of[right.__class__](right, m, f)
    if e.as_sets:
        return (len(left) == len(right) and set(left) == set(right)) is not e.negated
    return (left == right) is not e.negated


def empty(e: ir.Empty, m: Engine, f: Frame) -> Value:
    value = m.value_of[e.of.__class__](e.of, m, f)
    return (not value) is not e.negated


def member(e: ir.In, m: Engine, f: Frame) -> Value:
    left = m.value_of[e.left.__class__](e.left, m, f)
    return (left in m.value_of[e.right.__class__](e.right, m, f)) is not e.negated


def lies_in(e: ir.LiesIn, m: Engine, f: Frame) -> Value:
    thing = m.value_of[e.thing.__class__](e.thing, m, f)
    if thing < 0:
        return e.negated
    return (m.state.places[thing] == m.value_of[e.zone.__class__](e.zone, m, f)) is not e.negated


# ------------------------------------------------------------------ yes and no, this or that


def not_(e: ir.Not, m: Engine, f: Frame) -> Value:
    return not m.value_of[e.value.__class__](e.value, m, f)


def and_(e: ir.And, m: Engine, f: Frame) -> Value:
    return m.value_of[e.left.__class__](e.left, m, f) and m.value_of[e.right.__class__](e.right, m, f)


def or_(e: ir.Or, m: Engine, f: Frame) -> Value:
    return m.value_of[e.left.__class__](e.left, m, f) or m.value_of[e.right.__class__](e.right, m, f)


def choice(e: ir.Choice, m: Engine, f: Frame) -> Value:
    if m.value_of[e.test.__class__](e.test, m, f):
        return m.value_of[e.then.__class__](e.then, m, f)
    return m.value_of[e.otherwise.__class__](e.otherwise, m, f)


def cases(e: ir.Cases, m: Engine, f: Frame) -> Value:
    for test, value in e.lines:
        if test.__class__ is int:                           # a let: slot, value; the frame is the define's own
            f[test] = m.value_of[value.__class__](value, m, f)
        elif m.value_of[test.__class__](test, m, f):
            return m.value_of[value.__class__](value, m, f)
    return m.value_of[e.otherwise.__class__](e.otherwise, m, f)


def use(e: ir.Use, m: Engine, f: Frame) -> Value:
    define, args = e.define, e.args
    m.work -= 1
    if m.work < 0:
        raise spent(e)
    if define.lasting:
        return _lasting(e, m, f)
    inner: Frame = HEAD[:]                          # as core/frame.py's `blank`: every fifth value is a use, so no call more
    inner[ME] = f[ME]
    for arg in args:
        inner.append(f[arg.slot] if arg.__class__ is ir.Local else m.value_of[arg.__class__](arg, m, f))
    if define.spare:
        inner += [None] * define.spare
    try:
        return m.value_of[define.value.__class__](define.value, m, inner)
    except Fault as raised:                          # costs nothing as long as nothing is raised
        through(raised, e, m, f)
        raise


def _lasting(e: ir.Use, m: Engine, f: Frame) -> Value:
    """A define that reads nothing that can change is worked out once for each choice of arguments."""
    define, args = e.define, e.args
    known = m.results[define]
    if len(args) == 1:
        arg = args[0]
        key = f[arg.slot] if arg.__class__ is ir.Local else m.value_of[arg.__class__](arg, m, f)
    else:
        key = tuple([m.value_of[arg.__class__](arg, m, f) for arg in args])
    value = known.get(key)
    if value is None:
        given = (key,) if len(args) == 1 else key
        inner = blank(define.size, args=given)
        try:
            value = known[key] = m.value_of[define.value.__class__](define.value, m, inner)
        except Fault as raised:
            through(raised, e, m, f)
            raise
    return value


def anew(usual: Evaluates) -> Evaluates:
    """How a use of a define is worked out where every look counts: a result that was kept is forgotten first."""
    def worked_out(e: ir.Use, m: Engine, f: Frame) -> Value:
        m.results.pop(e.define, None)
        return usual(e, m, f)

    return worked_out


# ------------------------------------------------------------------ collections


def joined(e: ir.Joined, m: Engine, f: Frame) -> Value:
    left = m.value_of[e.left.__class__](e.left, m, f)
    right = m.value_of[e.right.__class__](e.right, m, f)
    both = left + ((right,) if e.one else right)
    looked_at(e, m, both)
    return tuple(dict.fromkeys(both)) if e.as_set else both


def without(e: ir.Without, m: Engine, f: Frame) -> Value:
    left = list(m.value_of[e.left.__class__](e.left, m, f))
    right = m.value_of[e.right.__class__](e.right, m, f)
    for thing in (right,) if e.one else right:
        if thing in left:
            left.remove(thing)
    return tuple(left)


def items(e: ir.Items, m: Engine, f: Frame) -> Value:
    members = tuple([m.value_of[i.__class__](i, m, f) for i in e.items])
    return tuple(dict.fromkeys(members)) if e.as_set else members


def interval(e: ir.Interval, m: Engine, f: Frame) -> Value:
    low = m.value_of[e.low.__class__](e.low, m, f)
    high = m.value_of[e.high.__class__](e.high, m, f)
    if high - low >= m.most_values:
        raise too_large(e, f"`{' '.join(e.span.text.split())}` has", f"{high - low + 1} values", m.most_values)
    return tuple(range(low, high + 1))


def item_at(e: ir.ItemAt, m: Engine, f: Frame) -> Value:
    things = f[e.of.slot] if e.of.__class__ is ir.Local else m.value_of[e.of.__class__](e.of, m, f)
    index = m.value_of[e.index.__class__](e.index, m, f)
    if not 1 <= index <= len(things):
        raise fault(codes.FAULT_INDEX, e.span, got=index, thing=e.of.span.text, limit=len(things))
    return things[index - 1]


def those(e: ir.Those, m: Engine, f: Frame) -> Value:
    slot, test, kept = e.slot, e.test, []
    run = m.value_of[test.__class__]
    try:
        for member in looked_at(e, m, m.value_of[e.source.__class__](e.source, m, f)):
            f[slot] = member
            if run(test, m, f):
                kept.append(member)
    finally:
        f[slot] = None
    return tuple(kept)


def those_best(e: ir.ThoseBest, m: Engine, f: Frame) -> Value:
    best, kept = None, []
    try:
        for member in looked_at(e, m, m.value_of[e.source.__class__](e.source, m, f)):
            f[e.slot] = member
            if e.test is not None and not evaluate(e.test, m, f):
                continue
            key = evaluate(e.key, m, f)
            if best is None or (key > best if e.highest else key < best):
                best, kept = key, [member]
            elif key == best:
                kept.append(member)
    finally:
        f[e.slot] = None
    return tuple(kept)


def quantified(e: ir.Quantified, m: Engine, f: Frame) -> Value:
    """some: one is enough; no: none may be; every: none may fail."""
    wanted = e.how != "every"
    slot, test = e.slot, e.test
    run = m.value_of[test.__class__]
    try:
        for member in looked_at(e, m, m.value_of[e.source.__class__](e.source, m, f)):
            f[slot] = member
            if bool(run(test, m, f)) is wanted:
                return e.how == "some"
    finally:
        f[slot] = None
    return e.how != "some"


def aggregate(e: ir.Aggregate, m: Engine, f: Frame) -> Value:
    values, slot, value, test = [], e.slot, e.value, e.test
    run = m.value_of[value.__class__]
    try:
        for member in looked_at(e, m, m.value_of[e.source.__class__](e.source, m, f)):
            f[slot] = member
            if test is None or m.value_of[test.__class__](test, m, f):
                values.append(run(value, m, f))
    finally:
        f[slot] = None
    how = e.how
    if how == "sum":
        return sum(values)
    if how == "list":
        return tuple(values)
    if how == "set":
        return tuple(dict.fromkeys(values))
    if not values:
        raise nothing_in(fault(codes.FAULT_FIRST_OF_NOTHING, e.span, word=how), e.source, m, f)
    return max(values) if how == "highest" else min(values)


def running(e: ir.Running, m: Engine, f: Frame) -> Value:
    value = evaluate(e.first, m, f)
    try:
        for member in looked_at(e, m, evaluate(e.source, m, f)):
            f[e.slot], f[e.item] = value, member
            value = evaluate(e.becomes, m, f)
    finally:
        f[e.slot] = f[e.item] = None
    return value


# ------------------------------------------------------------------ words of the core, and supposing


def apply(e: ir.Apply, m: Engine, f: Frame) -> Value:
    args = e.args
    try:
        if len(args) == 1:
            return BEHAVIOUR[e.name](m.value_of[args[0].__class__](args[0], m, f))
        return BEHAVIOUR[e.name](*[m.value_of[a.__class__](a, m, f) for a in args])
    except Fault as raised:
        if raised.span is not None:
            raise
        raised.span = e.span
        if raised.code is codes.FAULT_FIRST_OF_NOTHING:
            nothing_in(raised, args[0], m, f)
        raise


def board_word(e: ir.BoardWord, m: Engine, f: Frame) -> Value:
    args = tuple(evaluate(a, m, f) for a in e.args)
    try:
        return BEHAVIOUR[e.name](m.spec.boards.values(), *args)
    except Fault as raised:
        raise Fault(raised.code, raised.span or e.span, raised.message) from None


def supposed(e: ir.Supposed, m: Engine, f: Frame) -> Value:
    args = [evaluate(a, m, f) for a in e.args]
    copy = m.suppose(e.routine, args, f[ME], e.span)
    try:
        return evaluate(e.value, copy, f)
    except Unsettled:
        raise fault(codes.FAULT_SUPPOSE, e.span, what="chance") from None


EVALUATE: dict[type[ir.Expr], Evaluates] = {
    ir.Const: const, ir.Option: const, ir.Local: local, ir.Once: once, ir.Me: me, ir.Cell: cell, ir.ZoneAt: number_of,
    ir.Contents: contents, ir.Some: some, ir.Size: size, ir.FieldOf: field_of, ir.PlaceOf: place_of, ir.TableAt: table_at,
    ir.PointsOf: points_of, ir.EveryPlace: every_place, ir.Arithmetic: arithmetic, ir.Negative: negative,
    ir.Compared: compared, ir.InRange: in_range, ir.Same: same, ir.Empty: empty, ir.In: member,
    ir.LiesIn: lies_in, ir.Not: not_, ir.And: and_, ir.Or: or_, ir.Choice: choice, ir.Cases: cases,
    ir.Use: use, ir.Joined: joined, ir.Without: without, ir.Items: items, ir.Interval: interval,
    ir.ItemAt: item_at, ir.Those: those, ir.ThoseBest: those_best, ir.Quantified: quantified,
    ir.Aggregate: aggregate, ir.Running: running, ir.Apply: apply, ir.BoardWord: board_word,
    ir.Supposed: supposed,
}

__all__ = ["COLUMN", "EVALUATE", "HEAP", "LOCALS", "NONE", "PILE", "Unsettled", "evaluate", "fault", "listed"]
