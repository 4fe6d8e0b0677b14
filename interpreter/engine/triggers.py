"""Triggers and free actions: what listens to events, what is held, what can be taken beside a question; and `end turn`,
which leaves everything between here and the innermost frame of that sort at once (language.md 2.11).

In:  the op, the frame on top, and the Machine.
Out: None to go on; a Question where a free action is offered at a moment.

The order for one event is that of language.md 2.9: it is the order of the ops of the event's routine. A trigger resolves
completely before what caused it goes on, because its frame lies on top. `as soon as` triggers never lie on top of one another:
what falls due while one is carried out is noted in the State, see docs/decisions/0011.
"""

from collections.abc import Sequence

from interpreter import ir
from interpreter.core.frame import blank, Frame, LOCALS, ME, PC, ROUTINE, TO_EVENT, Value
from interpreter.core.question import Question, Stop, Taken
from interpreter.core.types import NONE
from interpreter.engine.evaluate import evaluate
from interpreter.engine.faults import fault
from interpreter.engine.interface import CarriesOut, Engine
from interpreter.ir.kinds import Timing, Window
from interpreter.ir.model import Offer, Routine, Trigger
from interpreter.text import codes


def _holds(m: Engine, rule: Trigger | Offer, args: Sequence[Value], me: int) -> bool:
    """Is the test of a trigger or offer true for these arguments?"""
    if rule.test is None:
        return True
    return bool(m.value_of[rule.test.__class__](rule.test, m, blank(rule.size, me, args)))


def _arguments(m: Engine, f: Frame) -> list[Value]:
    """The arguments of the event whose frame this is, as they are now."""
    return f[LOCALS:LOCALS + len(m.spec.routines[f[ROUTINE]].params)]


def _start(m: Engine, trigger: Trigger, args: Sequence[Value], me: int, into: int = -1) -> None:
    if m.tell is not None:
        m.told("trigger", m.plan[m.spec.routines[trigger.routine].entry], trigger.number, tuple(args))
    m.enter(trigger.routine, args, me, into)


# ------------------------------------------------------------------ before, when, instead of


def fire(op: ir.Fire, f: Frame, m: Engine) -> None:
    trigger, args = m.spec.triggers[op.trigger], _arguments(m, f)
    fires = _holds(m, trigger, args, f[ME])               # before going on: nature may have to be asked first
    f[PC] = op.next
    if fires and _held(m, trigger.number):
        _remember(m, trigger.number, tuple(args))
    elif fires:
        _start(m, trigger, args, f[ME], TO_EVENT if trigger.moment == Timing.BEFORE else -1)


def body(op: ir.Body, f: Frame, m: Engine) -> None:
    args = _arguments(m, f)
    inner = _inward(m, op.event, len(m.spec.triggers), args, f[ME])
    f[PC] = op.next
    if m.tell is not None:
        m.told("happens", op, f[ROUTINE], tuple(args))
    _go_inward(m, inner, op.effect, args, f[ME], op.result)


def _inward(m: Engine, event: str, below: int, args: Sequence[Value], me: int) -> Trigger | None:
    """The next `instead of` trigger that applies, later declared ones first; None: the body."""
    for trigger in reversed(m.spec.triggers[:below]):
        if trigger.moment == Timing.INSTEAD and trigger.event == event and _holds(m, trigger, args, me):
            return trigger
    return None


def _go_inward(m: Engine, trigger: Trigger | None, effect: int, args: Sequence[Value], me: int, result: int) -> None:
    if trigger is not None:
        _start(m, trigger, args, me, result)
    elif effect >= 0:
        m.enter(effect, args, me, result)


def proceed(op: ir.Proceed, f: Frame, m: Engine) -> None:
    trigger = m.spec.triggers[op.trigger]
    args = _arguments(m, f)
    inner = _inward(m, trigger.event, op.trigger, args, f[ME])
    f[PC] = op.next
    gives = m.spec.routines[trigger.routine].gives is not None
    passed = LOCALS + len(args) if gives and op.result < 0 else op.result
    _go_inward(m, inner, op.effect, args, f[ME], passed)


def each_moved(op: ir.EachMoved, f: Frame, m: Engine) -> None:
    """moved(thing, from, to), one after the other."""
    left = f[op.slot]
    if not left:
        f[op.slot] = None
        f[PC] = op.next
        return
    f[op.slot] = left[1:]
    m.enter(op.routine, left[0], f[ME])


# ------------------------------------------------------------------ holding


def held(op: ir.Held, f: Frame, m: Engine) -> None:
    depth = len(m.frames) - 1
    m.state.holding += [(depth, m.branch, trigger, None) for trigger in op.triggers]
    f[PC] = op.next


def _held(m: Engine, trigger: int) -> bool:
    return any(h[2] == trigger and h[1] == m.branch for h in m.state.holding) if m.state.holding else False


def _remember(m: Engine, trigger: int, args: tuple[Value, ...]) -> None:
    """The outermost hold of a trigger remembers the last event for which its test was true."""
    for k, (depth, branch, number, _) in enumerate(m.state.holding):
        if number == trigger and branch == m.branch:
            m.state.holding[k] = (depth, branch, number, args)
            return


def released(op: ir.Released, f: Frame, m: Engine) -> None:
    """One held trigger after the other; a trigger that runs comes back here for the rest."""
    if m.branch < 0 and _next_due(m):
        return
    depth = len(m.frames) - 1
    for k, (at, branch, number, args) in enumerate(m.state.holding):
        if at == depth and branch == m.branch and number in op.triggers:
            trigger, outer = m.spec.triggers[number], _held_outside(m, k, number)
            soon = trigger.moment == Timing.SOON
            if soon and not outer and m.branch < 0:
                _note(m, (number,), f)
            fires = not soon and not outer and args is not None and _holds(m, trigger, args, f[ME])
            del m.state.holding[k]
            if fires and args is not None:
                _start(m, trigger, args, f[ME])
                return
            released(op, f, m)
            return
    f[PC] = op.next


def drop_holds(m: Engine, depth: int, op: ir.Op) -> None:
    """Forgets the triggers held by frames from this depth on; tells of each that would have come at the end of its `hold`."""
    kept = [h for h in m.state.holding if h[1] != m.branch or h[0] < depth]
    for at, branch, number, args in m.state.holding if len(kept) < len(m.state.holding) else ():
        outer = any(h[2] == number and h[1] == branch for h in kept)
        if branch == m.branch and at >= depth and not outer:
            _drop(m, m.spec.triggers[number], args, op)
    m.state.holding[:] = kept


def _drop(m: Engine, trigger: Trigger, args: Sequence[Value] | None, op: ir.Op) -> None:
    me = m.frames[-1][ME]
    if trigger.moment != Timing.SOON:
        if args is not None:
            m.told("dropped", op, trigger.number, tuple(args))
        return
    for case, cell in _members(m, trigger, me) if m.branch < 0 else ():
        if m.state.cells[cell] and _holds(m, trigger, case, me):
            m.state.cells[cell] = 0                           # it would have been due, and is not made up for
            m.told("dropped", op, trigger.number, case)


def _held_outside(m: Engine, k: int, number: int) -> bool:
    """Is the trigger of the k-th hold held by another one, too?"""
    return any(h[2] == number and h[1] == m.branch for at, h in enumerate(m.state.holding) if at != k)


# ------------------------------------------------------------------ as soon as


def look(op: ir.Look, f: Frame, m: Engine) -> None:
    """Notes the triggers whose conditions have become true. They are carried out here, one by one, unless one already is."""
    if m.branch < 0:
        holding = m.state.holding
        _note(m, [number for number in op.triggers if not _held(m, number)] if holding else op.triggers, f)
        if (m.state.due or m.state.resolving >= 0) and _next_due(m):
            return
    f[PC] = op.next


def is_resolving(m: Engine) -> bool:
    """Is an `as soon as` trigger being carried out? What falls due meanwhile comes after it."""
    return 0 <= m.state.resolving < len(m.frames)


def _members(m: Engine, trigger: Trigger, me: int) -> list[tuple[tuple[Value, ...], int]]:
    """Its cases in their order: the values of its `for each` as arguments, each with the cell that arms it."""
    if trigger.each is None:
        return [((), trigger.armed)]
    values = evaluate(trigger.each, m, blank(trigger.size, me))
    if me >= 0 and trigger.in_seat_order:
        values = sorted(values, key=lambda seat: (seat - me) % len(m.spec.seats))
    if trigger.number == m.turned:
        values = values[::-1]
    return [((v,), trigger.armed + v - trigger.low) for v in values]


def _note(m: Engine, numbers: Sequence[int], f: Frame) -> None:
    """Which cases of these triggers are due, and which are no longer."""
    cells, due = m.state.cells, m.state.due
    later = 1 if due or is_resolving(m) else 0
    for number in numbers:
        trigger = m.spec.triggers[number]
        for args, cell in _members(m, trigger, f[ME]):
            if not _holds(m, trigger, args, f[ME]):
                cells[cell] = 1
                due[:] = [entry for entry in due if entry[1:3] != (number, args)]
            elif cells[cell]:
                cells[cell] = 0
                due.append((later, number, args, f[ME]))
    if len(due) > 1:
        due.sort()


def _next_due(m: Engine) -> bool:
    """Starts the first trigger that is due and whose condition still holds; False if none is, or one is being carried out."""
    state = m.state
    if is_resolving(m):
        return False
    while state.due:
        if all(entry[0] for entry in state.due):
            state.due = [(0, *entry[1:]) for entry in state.due]
        number = min((entry[1] for entry in state.due if not entry[0]), key=m.places.__getitem__)
        trigger, me = m.spec.triggers[number], next(entry[3] for entry in state.due if entry[:2] == (0, number))
        waiting = {entry[2]: entry for entry in state.due if entry[:2] == (0, number)}
        for args, _ in _members(m, trigger, me):
            entry = waiting.get(args)
            if entry is not None and _holds(m, trigger, args, entry[3]):
                state.due.remove(entry)
                state.resolving = len(m.frames)
                _start(m, trigger, args, entry[3])
                return True
        for entry in waiting.values():                        # true no longer, or there is no such member now
            state.due.remove(entry)
            state.cells[trigger.armed + (entry[2][0] - trigger.low if entry[2] else 0)] = 1
    state.resolving = -1
    return False


def settle_due(op: ir.End, f: Frame, m: Engine) -> bool:
    """An `end` that leaves the trigger being carried out is its last act: what else is due comes first. True: one started."""
    if m.branch >= 0 or m.state.resolving < 0:
        return False
    if is_resolving(m):
        routines = m.spec.routines
        if any(routines[frame[ROUTINE]].sort == op.what for frame in m.frames[m.state.resolving:]):
            return False                                      # it ends something that the trigger itself has begun
        drop_holds(m, m.state.resolving, op)
        m.frames[m.state.resolving:] = [f]
        m.state.resolving = -1
    return _next_due(m)


def arm(op: ir.Arm, f: Frame, m: Engine) -> None:
    """What is true at the end of set-up does not count."""
    for trigger in m.spec.triggers:
        if trigger.moment == Timing.SOON:
            for args, cell in _members(m, trigger, f[ME]):
                m.state.cells[cell] = 0 if _holds(m, trigger, args, f[ME]) else 1
    f[PC] = op.next


# ------------------------------------------------------------------ free actions


def open_offers(m: Engine, op: ir.Ask, seat: int) -> tuple[Taken, ...]:
    """The free actions open beside a question of this seat."""
    open_now = []
    for offer in m.spec.beside.get(op.name, ()) if not m.supposing else ():
        if offer.window == Window.BESIDE or _in_window(m, op, offer):
            open_now += _open_to(m, offer, (), seat)
    return tuple(open_now)


def _in_window(m: Engine, op: ir.Ask, offer: Offer) -> bool:
    if offer.window == Window.BESIDE:
        return op.name in offer.target
    if offer.window in (Window.DURING, Window.DURING_STEP):
        names = {(m.spec.routines[fr[ROUTINE]].sort, m.spec.routines[fr[ROUTINE]].name) for fr in _all_frames(m)}
        phase = {name for sort, name in names if sort in ("phase", "turn")}
        return offer.target[0] in phase and (len(offer.target) < 2 or ("step", offer.target[1]) in names)
    return False


def _all_frames(m: Engine) -> list[Frame]:
    """The frames of this branch, and those below the simultaneous step."""
    return m.frames if m.branch < 0 else [*m.state.frames, *m.frames]


def _open_to(m: Engine, offer: Offer, args: Sequence[Value], seat: int) -> list[Taken]:
    me = m.frames[-1][ME]
    if offer.each is None and offer.by is None:                # nearly all
        return [(offer.number, NONE)] if me == seat and _holds(m, offer, args, me) else []
    values = [NONE]
    if offer.each is not None:
        values = evaluate(offer.each, m, blank(offer.size, me, args))
    open_now = []
    for value in values:
        given = (*args, value) if offer.each is not None else args
        frame = blank(offer.size, me, given)
        by = me if offer.by is None else evaluate(offer.by, m, frame)
        if by == seat and _holds(m, offer, given, me):
            open_now.append((offer.number, value))
    return open_now


def take(m: Engine, question: Question, offer: Taken) -> None:
    """Opens the offer's routine; the question below stands again when it has returned."""
    number, value = offer
    action = m.spec.offers[number]
    frame = m.frames[-1]
    args = _event_args(m, action, frame)
    if action.window == Window.INSTEAD:
        frame[PC] = m.spec.routines[frame[ROUTINE]].exit
    m.told("takes", m.plan[m.spec.routines[action.routine].entry], question.seat, number)
    m.enter(action.routine, (*args, value) if action.each is not None else args, frame[ME])


def _event_args(m: Engine, offer: Offer, frame: Frame) -> tuple[Value, ...]:
    return tuple(_arguments(m, frame)) if offer.window in (Window.BEFORE, Window.AFTER, Window.INSTEAD) else ()


def moment(op: ir.Moment, f: Frame, m: Engine) -> Stop | None:
    """Asks each seat to whom something is open, once, for "go on" or one of the free actions; until it goes on."""
    for seat in range(f[op.slot] or 0, len(m.spec.seats)):
        if seat in m.spec.automatic or (m.branch >= 0 and seat != m.branch):
            continue
        f[op.slot] = seat
        window = m.spec.offers[op.offers[0]].window
        args = tuple(_arguments(m, f)) if window in (Window.BEFORE, Window.AFTER, Window.INSTEAD) else ()
        offers = tuple(taken for n in op.offers for taken in _open_to(m, m.spec.offers[n], args, seat))
        if offers and not m.supposing:
            return Question(seat, op.name, (0,), op.number, op.type, op.prompt, offers, op.span)
    f[op.slot] = None
    f[PC] = op.next
    return None


def moment_done(op: ir.Moment, f: Frame, m: Engine, value: Value) -> None:
    """This seat goes on; the next is asked."""
    f[op.slot] = (f[op.slot] or 0) + 1


CARRY_OUT: dict[type[ir.Op], CarriesOut] = {
    ir.Fire: fire, ir.Body: body, ir.Proceed: proceed, ir.EachMoved: each_moved, ir.Held: held,
    ir.Released: released, ir.Look: look, ir.Arm: arm, ir.Moment: moment,
}


# ------------------------------------------------------------------ leaving by name


def left_by(m: Engine, op: ir.End) -> int:
    """Where in the frames the turn, phase or step stands that an End op ends."""
    for depth in range(len(m.frames) - 1, -1, -1):
        if m.spec.routines[m.frames[depth][ROUTINE]].sort == op.what:
            return depth
    raise fault(codes.FAULT_NOTHING_TO_END, op.span, what=op.what)


def unwind(m: Engine, depth: int) -> None:
    """end turn, end phase, end step: what stands above is left, and that one goes on at its end."""
    frame = m.frames[depth]
    routine = m.spec.routines[frame[ROUTINE]]
    del m.frames[depth + 1:]
    if not _is_ending(m, frame, routine):
        frame[PC] = routine.exit


def _is_ending(m: Engine, frame: Frame, routine: Routine) -> bool:
    """Has its end come already (a trigger on `turn_ended` says `end turn`)? Then it does not end a second time."""
    at_exit = m.plan[routine.exit]
    return at_exit.__class__ is ir.Call and frame[PC] == at_exit.next
