"""From pause to pause: the stacks of frames, the branches of a simultaneous step, what is supposed, and whole plays by bots; as
engine/machine.py has it.

In:  a position, and answers.
Out: a status (statements.py); what a question is stands before the block (layout.py). With `g.bots` every question is answered
     here: with 1 seats by the random bots of docs/decisions/0003, with 2 by runtime/thinking.py.
"""

from interpreter.engine.compiled.runtime.choosers import decided, sits
from interpreter.engine.compiled.runtime.eyes import watched
from interpreter.engine.compiled.runtime.lists import at_index, count_of, handle, keep, reserve
from interpreter.engine.compiled.runtime.reactions import drop_holds, hold, next_due
from interpreter.engine.compiled.runtime.seeded import begin_streams, below, shuffled
from interpreter.engine.compiled.runtime.thinking import is_outside, thought
from interpreter.engine.compiled.runtime.wasm import (
    at,
    below_unsigned,
    copy,
    fill,
    g,
    i32,
    i64,
    load8,
    load32,
    load64,
    narrow,
    store32,
    store64,
    trap,
    unsigned,
    wide,
)
from interpreter.engine.compiled.runtime.zones import deliver, loose, loose_things, row, settle


def dispatch(frame: i32, routine: i32) -> i32:
    """Carries the routine of a frame on. Written by module.py."""
    return 0


def complete(op: i32, frame: i32, value: i64) -> None:
    """What happens with an answer. Written by module.py."""


def frame_size(routine: i32) -> i32:
    """Bytes of a frame."""
    return load32(at.ROUTINES + routine * 32)


def stack_of(branch: i32) -> i32:
    """Where the frames of a branch begin; of -1, those of the play."""
    return at.STACK if branch < 0 else at.STRANDS_AT + branch * at.STRAND_SIZE


def ready(branch: i32) -> None:
    """What a branch is carried out with."""
    g.branch = branch
    g.top = load32(at.TOPS + branch * 4 + 4)
    g.floor = stack_of(branch)
    g.limit = stack_of(branch + 1) if branch >= 0 else at.STACK_END
    g.arena = g.scratch
    g.unsettled = 0


def afresh() -> None:
    """How much may be carried out and looked at before the next pause."""
    g.ops = at.MOST_OPS
    g.work = at.MOST_WORK


def run(branch: i32) -> i32:
    """Carries out one stack of frames until it stops or is empty."""
    ready(branch)
    afresh()
    status = go_on()
    store32(at.TOPS + branch * 4 + 4, g.top)
    if status != 0:
        clear_stack(g.top)
    return status


def go_on() -> i32:
    """The routine on top, then those below it."""
    while g.top != 0:
        if load32(at.LISTS_TOP) > g.lists_full:
            gather_lists()
        status = dispatch(g.top, load32(g.top + at.ROUTINE))
        if status > 1:
            return status
    return 0


def clear_stack(top: i32) -> None:
    """Where it stops, no frame holds what nothing will read any more: so equal positions are equal."""
    if not g.exact:
        return
    frame = top
    while frame != 0:
        of = at.ROUTINES + load32(frame + at.ROUTINE) * 32
        dead = load64(load32(of + 4) + load32(frame) * 8)
        for k in range(0, count_of(dead)):
            store64(frame + narrow(at_index(dead, k)), at.NIL)
        frame = load32(frame + at.BELOW)


def advance() -> i32:
    """Goes on until somebody has to answer, or the play is over."""
    while load32(at.ENDED) == 0:
        if load32(at.STRANDS) != 0:
            status = strands()
        else:
            status = run(-1)
            if status == 0 and load32(at.ENDED) == 0:
                store32(at.ENDED, 1)
        if status == at.UNSETTLED:
            if g.bots:
                order_by_chance(g.unsettled - 1)
                g.unsettled = 0
            else:
                return asks_order(g.unsettled - 1, 0)
        elif status > 1 and status != at.TOGETHER:
            return status
    return at.OVER


# ------------------------------------------------------------------ everyone at once


def strands() -> i32:
    """Runs every branch to its next stop; serves shared piles; passes the barrier."""
    if load32(at.SERVING) < 0:
        status = branches()
        if status != 0:
            return status
        for seat in range(0, at.SEATS):
            if load32(at.TOPS + seat * 4 + 4) != 0:
                store32(at.SERVING, 0)
                return serve()
        return barrier()
    return serve()


def branches() -> i32:
    """Each branch that neither waits at a question nor has ended."""
    is_open = 0
    for seat in range(0, at.SEATS):
        if load32(at.TOPS + seat * 4 + 4) != 0:
            if load32(at.OPEN + seat * 4) != 0:
                is_open = 1
            else:
                status = run(seat)
                if status == at.ASKED:
                    store32(at.OPEN + seat * 4, 1)
                    is_open = 1
                    if not g.bots:
                        return status
                elif status == at.NATURE or status == at.UNSETTLED or status == at.HALTED:
                    return status
    if not is_open:
        return 0
    if not g.bots:
        return at.PAUSED
    if g.watching:
        watched()
    for seat in range(0, at.SEATS):
        if load32(at.OPEN + seat * 4) != 0:
            answer_branch(seat)
    return at.ANEW


def answer_branch(seat: i32) -> None:
    """What a bot has answered in a branch is carried out when all branches have come to a question."""
    given = at.ANSWERS + seat * at.ANSWER_SIZE
    ready(seat)
    if load32(given) == 3:
        afresh()
        if decided(load32(given + 4), load32(given + 24), load64(given + 8), load64(given + 16)):
            take(narrow(g.offer >> 32), narrow(g.offer))
        else:
            complete(load32(given + 4), g.top, g.answer)
    elif load32(given) == 1:
        complete(load32(given + 4), g.top, load64(given + 8))
    else:
        take(load32(given + 16), load32(given + 20))
    store32(at.TOPS + seat * 4 + 4, g.top)
    store32(at.OPEN + seat * 4, 0)


def ready_branch(seat: i32, frame: i32) -> None:
    """A branch is carried out from its beginning, while bots answer at once."""
    g.branch = seat
    g.top = frame
    g.floor = frame
    g.limit = frame + at.STRAND_SIZE
    afresh()


def ready_main(frame: i32) -> None:
    """The play itself goes on below a simultaneous step."""
    g.branch = -1
    g.top = frame
    g.floor = at.STACK
    g.limit = at.STACK_END


def passes_barrier() -> None:
    """All branches are done, and what was sent has arrived."""
    store32(at.STRANDS, 0)
    store32(at.BEFORE, 0)
    afresh()


def serve() -> i32:
    """Every branch that has not ended waits at a shared pile: one access each, in seat order."""
    seat = load32(at.SERVING)
    while seat < load32(at.STRANDS):
        if load32(at.TOPS + seat * 4 + 4) != 0:
            ready(seat)
            if load32(at.LISTS_TOP) > g.lists_full:
                gather_lists()
            g.permitted = 1
            status = dispatch(g.top, load32(g.top + at.ROUTINE))
            g.permitted = 0
            store32(at.TOPS + seat * 4 + 4, g.top)
            if status == at.NATURE or status == at.UNSETTLED or status == at.ASKED or status == at.HALTED:
                clear_stack(g.top)
                return status
            if status != at.SERVED and status != at.ANEW:
                trap()
            if status == at.ANEW:
                return status
        seat += 1
        store32(at.SERVING, seat)
    store32(at.SERVING, -1)
    return at.ANEW


def barrier() -> i32:
    """What was sent arrives, and the play goes on behind the step."""
    ready(-1)
    if not deliver():
        return at.UNSETTLED
    store32(at.STRANDS, 0)
    store32(at.BEFORE, 0)
    frame = load32(at.TOPS)
    store32(frame, load32(frame + 20))
    return at.ANEW


# ------------------------------------------------------------------ frames


def enter(routine: i32, me: i32, result: i32) -> i32:
    """Opens a frame on top; its address. Its arguments have still to be put into it."""
    of = at.ROUTINES + routine * 32
    frame = g.floor
    if g.top != 0:
        frame = g.top + frame_size(load32(g.top + at.ROUTINE))
    size = load32(of)
    if frame + size > g.limit:
        trap()
    store32(frame, load32(of + 8))
    store32(frame + at.ROUTINE, routine)
    store32(frame + at.ME, me)
    store32(frame + at.RESULT, result)
    store32(frame + at.BELOW, g.top)
    slot = frame + at.HEAD
    while slot < frame + size:
        store64(slot, at.NIL)
        slot += 8
    if load32(of + 12) != 0:
        nesting(routine)
    g.top = frame
    return frame


def nesting(routine: i32) -> None:
    """How often a routine may be open inside itself."""
    found = 0
    frame = g.top
    while frame != 0:
        found += load32(frame + at.ROUTINE) == routine
        frame = load32(frame + at.BELOW)
    if found >= at.NESTING:
        trap()


def frame_count() -> i32:
    """How many frames stand on this stack."""
    found = 0
    frame = g.top
    while frame != 0:
        found += 1
        frame = load32(frame + at.BELOW)
    return found


def frame_at(depth: i32) -> i32:
    """The frame at a depth, counted from 0 at the bottom."""
    frame = g.top
    left = frame_count() - 1 - depth
    while left > 0:
        frame = load32(frame + at.BELOW)
        left -= 1
    return frame


def standing(routines: i32) -> i32:
    """Is one of these routines (a byte for each) being carried out, in this branch or below the simultaneous step?"""
    if stands_on(g.top, routines) >= 0:
        return 1
    return g.branch >= 0 and stands_on(load32(at.TOPS), routines) >= 0


def stands_on(top: i32, routines: i32) -> i32:
    """How far below the top the innermost frame of one of these routines stands; -1 if none does."""
    frame = top
    found = 0
    while frame != 0:
        if load8(routines + load32(frame + at.ROUTINE)) != 0:
            return found
        found += 1
        frame = load32(frame + at.BELOW)
    return -1


def leaves(routines: i32) -> None:
    """An `end`: the triggers that are held above what is ended are dropped."""
    above = stands_on(g.top, routines)
    if above < 0:
        trap()
    if load32(at.HOLDINGS) != 0:
        drop_holds(frame_count() - 1 - above)


def unwind(routines: i32) -> None:
    """What stands above is left, and what is ended goes on at its end; unless that has come already."""
    while load8(routines + load32(g.top + at.ROUTINE)) == 0:
        g.top = load32(g.top + at.BELOW)
    of = at.ROUTINES + load32(g.top + at.ROUTINE) * 32
    if load32(of + 20) < 0 or load32(g.top) != load32(of + 20):
        store32(g.top, load32(of + 16))


def settle_due(routines: i32, frame: i32) -> i32:
    """An `end` that leaves the trigger being carried out is its last act: what else is due comes first. 1: one started."""
    if g.branch >= 0 or load32(at.RESOLVING) < 0:
        return 0
    depth = load32(at.RESOLVING)
    count = frame_count()
    if depth < count:
        above = stands_on(g.top, routines)
        if above >= 0 and count - 1 - above >= depth:
            return 0
        drop_holds(depth)
        if g.unsettled != 0:
            return 0
        to = frame_at(depth)
        below_it = load32(to + at.BELOW)
        copy(to, frame, frame_size(load32(frame + at.ROUTINE)))
        store32(to + at.BELOW, below_it)
        g.top = to
        store32(at.RESOLVING, -1)
    return next_due()


def won(seats: i64) -> None:
    """Who has won."""
    if count_of(seats) > at.PEOPLE:
        trap()
    store32(at.WON, count_of(seats))
    for k in range(0, count_of(seats)):
        store32(at.WINNERS + k * 4, narrow(at_index(seats, k)))


# ------------------------------------------------------------------ questions


def asks_order(z: i32, count: i32) -> i32:
    """Asks nature for the order of the cards of a zone that have none yet; so many are needed, or all."""
    things = loose_things(z)
    total = count_of(things)
    if load32(row(z) + 16) != 0 or count == 0 or count > total:
        count = total
    store32(at.Q_KIND, 3)
    store32(at.Q_SEAT, -1)
    store32(at.Q_SOURCE, z)
    store32(at.Q_COUNT, count)
    store32(at.Q_BRANCH, g.branch)
    store64(at.Q_OPTIONS, things)
    store64(at.Q_OFFERS, 0)
    return at.NATURE


def order_by_chance(z: i32) -> None:
    """The order that the stream of the zone gives."""
    if g.watching:
        watched()
    settle(z, shuffled(load32(row(z) + 48), loose_things(z)))


def asked(op: i32, seat: i32, options: i64, offers: i64, several: i32) -> i32:
    """A decision: 0 if it is answered at once, in g.answer; else how it has stopped. `several`: the depth of an option."""
    if g.bots:
        if count_of(options) > 1 or count_of(offers) != 0:
            g.decisions = g.decisions + 1
        if g.bots == 2 and (sits(seat) == 0 or not is_outside(seat)):
            return answered_by_search(op, seat, options, offers, several)
        if not answers_now(seat):
            if g.eager:
                return at.HALTED
            answer_later(op, seat, options, offers, several)
            return at.ASKED
        if g.watching:
            watched()
        afresh()
        took = decided(op, seat, options, offers)
        afresh()
        if took:
            take(narrow(g.offer >> 32), narrow(g.offer))
            return at.ANEW
        return 0
    store32(at.Q_KIND, 0)
    store32(at.Q_SEAT, seat)
    store32(at.Q_OP, op)
    store32(at.Q_BRANCH, g.branch)
    store64(at.Q_OPTIONS, options)
    store64(at.Q_OFFERS, offers)
    return at.ASKED


def answered_by_search(op: i32, seat: i32, options: i64, offers: i64, several: i32) -> i32:
    """What runtime/thinking.py answers: 0 in g.answer, anew after a free action, or put down for the other branches."""
    count = count_of(options)
    chosen = thought(op, seat, count, count_of(offers))
    given = at.ANSWERS + g.branch * at.ANSWER_SIZE
    if chosen >= count:
        offer = at_index(offers, chosen - count)
        if answers_now(seat):
            take(narrow(offer >> 32), narrow(offer))
            afresh()
            return at.ANEW
        store32(given, 2)
        store32(given + 16, narrow(offer >> 32))
        store32(given + 20, narrow(offer))
        return at.ASKED
    g.answer = at_index(options, chosen)
    if answers_now(seat):
        afresh()
        return 0
    store32(given, 1)
    store32(given + 4, op)
    store64(given + 8, keep(g.answer, several))
    return at.ASKED


def decided_here(op: i32, branch: i32, seat: i32, options: i64, offers: i64) -> i32:
    """What the bot of a seat answers to a question that a host has open: 0 in g.answer one of the options, 1 in g.offer a free
    action. The streams are those that were begun last."""
    ready(branch)
    afresh()
    return decided(op, seat, options, offers)


def answer_later(op: i32, seat: i32, options: i64, offers: i64, several: i32) -> None:
    """Puts down what is asked in a branch until all branches have come to a question. What is drawn is drawn at once; a
    strategy looks at the table when all have come, as somebody who sits there would."""
    given = at.ANSWERS + g.branch * at.ANSWER_SIZE
    store32(given + 4, op)
    if sits(seat) > 1:
        store32(given, 3)
        store64(given + 8, keep(options, several + 1))
        store64(given + 16, keep(offers, 1))
        store32(given + 24, seat)
    elif decided(op, seat, options, offers):
        store32(given, 2)
        store32(given + 16, narrow(g.offer >> 32))
        store32(given + 20, narrow(g.offer))
    else:
        store32(given, 1)
        store64(given + 8, keep(g.answer, several))


def draws_now(seat: i32, how: i32) -> i32:
    """Does a bot answer at once by drawing one of the options? `how`: a bit for each who may sit there, random the lowest."""
    return g.bots == 1 and not g.watching and answers_now(seat) and (how >> sits(seat)) & 1


def answers_now(seat: i32) -> i32:
    """Is a bot's answer carried out at once? In a branch too, where the checks have seen that none reads what another
    changes, as long as everybody decides in their own branch only; else all branches come to a question first."""
    return g.branch < 0 or (g.eager and g.branch == seat)


def by_chance(kind: i32, op: i32, source: i32, options: i64, count: i32) -> i32:
    """A roll (1) or pick (2): 0 if the stream has answered, in g.answer; else how it has stopped."""
    if g.bots:
        if g.watching:
            watched()
        total = count_of(options)
        stream = source
        if g.branch >= 0:
            stream = source + 1 + g.branch
        if kind == 2:
            g.answer = at_index(options, below(stream, total))
        else:
            address = reserve(count)
            for k in range(0, count):
                store64(address + k * 8, at_index(options, below(stream, total)))
            g.answer = handle(address, count)
        afresh()
        return 0
    store32(at.Q_KIND, kind)
    store32(at.Q_SEAT, -1)
    store32(at.Q_OP, op)
    store32(at.Q_COUNT, count)
    store32(at.Q_BRANCH, g.branch)
    store64(at.Q_OPTIONS, options)
    store64(at.Q_OFFERS, 0)
    return at.NATURE


def take(number: i32, value: i32) -> None:
    """A free action: its routine is opened above the question, which stands again when it is done."""
    of = at.OFFERS + number * 16
    frame = g.top
    routine = at.ROUTINES + load32(frame + at.ROUTINE) * 32
    count = 0
    if load32(of + 8) != 0:
        count = load32(routine + 24)
    if load32(of + 8) == 2:
        store32(frame, load32(routine + 16))
    made = enter(load32(of), load32(frame + at.ME), -1)
    for k in range(0, count):
        store64(made + at.HEAD + k * 8, load64(frame + at.HEAD + k * 8))
    if load32(of + 4) != 0:
        store64(made + at.HEAD + count * 8, wide(value))


def answer(op: i32, branch: i32, value: i64) -> None:
    """Takes an answer from outside: a value for the op that asks; op -1: the order of the zone in Q_SOURCE."""
    ready(branch)
    if op < 0:
        settle(load32(at.Q_SOURCE), value)
    else:
        complete(op, g.top, value)
    if branch >= 0:
        store32(at.OPEN + branch * 4, 0)
    store32(at.TOPS + branch * 4 + 4, g.top)


def take_offer(branch: i32, number: i32, value: i32) -> None:
    """Takes a free action from outside."""
    ready(branch)
    take(number, value)
    if branch >= 0:
        store32(at.OPEN + branch * 4, 0)
    store32(at.TOPS + branch * 4 + 4, g.top)


# ------------------------------------------------------------------ supposing


def suppose_begins() -> i32:
    """Keeps the position, and makes it one on which an effect can be tried; where it is kept."""
    if g.unsettled != 0:
        trap()
    table = at.BEFORE_COPY - at.BLOCK
    kept = reserve((table + waiting_bytes()) // 8 + 9)
    saved = kept
    copy(saved + 64, at.BLOCK, table)
    if waiting_bytes() != 0:
        copy_waiting(saved + 64 + table, 0)
    store32(kept, g.top)
    store32(kept + 4, g.branch)
    store32(kept + 8, g.floor)
    store32(kept + 12, g.scratch)
    store32(kept + 16, g.supposing)
    store32(kept + 20, g.bots)
    store32(kept + 24, g.lenient)
    store32(kept + 28, g.lists_full)
    store32(kept + 32, g.ops)
    store32(kept + 36, g.work)
    store32(kept + 40, g.permitted)
    store32(kept + 44, g.exact)
    if g.top != 0:
        g.floor = g.top + frame_size(load32(g.top + at.ROUTINE))
    g.top = 0
    g.branch = -1
    g.scratch = g.arena
    g.supposing = 1
    g.bots = 0
    g.lenient = 0
    g.permitted = 0
    g.exact = 0
    g.lists_full = at.END
    store32(at.STRANDS, 0)
    store32(at.PENDINGS, 0)
    store32(at.SERVING, -1)
    store32(at.DUES, 0)
    store32(at.RESOLVING, -1)
    for k in range(0, load32(at.HOLDINGS)):
        store32(at.HOLDING + k * at.HOLDING_ROW, -1)
        store32(at.HOLDING + k * at.HOLDING_ROW + 4, -1)
    apart = load64(at.APART)
    for k in range(0, count_of(apart)):
        hold(narrow(at_index(apart, k)), -1)
    return saved


def waiting_bytes() -> i32:
    """How long is what waits: what is on its way, triggers that are held or due, positions that are remembered."""
    size = load32(at.PENDINGS) * at.PENDING_ROW + load32(at.HOLDINGS) * at.HOLDING_ROW
    return size + load32(at.DUES) * at.DUE_ROW + load32(at.HISTORY_COUNT) * 8


def copy_waiting(there: i32, back: i32) -> None:
    """Copies what waits there, or back from there."""
    there = copied(at.PENDING, there, load32(at.PENDINGS) * at.PENDING_ROW, back)
    there = copied(at.HOLDING, there, load32(at.HOLDINGS) * at.HOLDING_ROW, back)
    there = copied(at.DUE, there, load32(at.DUES) * at.DUE_ROW, back)
    copied(at.HISTORY, there, load32(at.HISTORY_COUNT) * 8, back)


def copied(here: i32, there: i32, length: i32, back: i32) -> i32:
    """Copies so many bytes there, or back from there; where the next ones go."""
    if back:
        copy(here, there, length)
    else:
        copy(there, here, length)
    return there + length


def suppose_runs() -> None:
    """Carries the effect out; a question, chance or an end is left to the reference engine to speak of."""
    ops = g.ops
    work = g.work
    afresh()
    if go_on() != 0 or load32(at.ENDED) != 0 or g.unsettled != 0:
        if g.unsettled >= 0:
            trap()
    g.ops = ops
    g.work = work
    g.arena = g.scratch


def suppose_ends(saved: i32, value: i64, depth: i32) -> i64:
    """Puts the position back; the value that was worked out on the other one."""
    if g.unsettled > 0:
        trap()
    table = at.BEFORE_COPY - at.BLOCK
    found = value
    if depth != 0:
        found = fresh(value, depth)
    copy(at.BLOCK, saved + 64, table)
    if waiting_bytes() != 0:
        copy_waiting(saved + 64 + table, 1)
    kept = saved
    g.top = load32(kept)
    g.branch = load32(kept + 4)
    g.floor = load32(kept + 8)
    g.scratch = load32(kept + 12)
    g.supposing = load32(kept + 16)
    g.bots = load32(kept + 20)
    g.lenient = load32(kept + 24)
    g.lists_full = load32(kept + 28)
    g.ops = load32(kept + 32)
    g.permitted = load32(kept + 40)
    g.exact = load32(kept + 44)
    if depth == 0:
        g.arena = saved
    return found


def fresh(value: i64, depth: i32) -> i64:
    """A copy of a list that lies among those that are made while an op is carried out."""
    if depth == 0 or value < 0 or count_of(value) == 0:
        return value
    count = count_of(value)
    address = reserve(count)
    for k in range(0, count):
        store64(address + k * 8, fresh(at_index(value, k), depth - 1))
    return handle(address, count)


# ------------------------------------------------------------------ the lists that frames hold


def gather_lists() -> None:
    """Moves the lists that frames hold together; those that nothing holds any more are gone."""
    if g.supposing:
        trap()
    g.arena = g.scratch
    room = g.arena
    g.arena = g.arena + (at.END - at.LISTS) + 8
    if below_unsigned(g.room, g.arena):
        trap()
    g.moved = 0
    g.staging = room
    gather_stack(g.top)
    if g.branch >= 0:
        gather_stack(load32(at.TOPS))
    if load32(at.STRANDS) != 0:
        for seat in range(0, at.SEATS):
            if seat != g.branch:
                gather_stack(load32(at.TOPS + seat * 4 + 4))
            given = at.ANSWERS + seat * at.ANSWER_SIZE
            if load32(at.OPEN + seat * 4) != 0 and g.bots:
                deep = load32(at.DEPTHS + load32(given + 4) * 4)
                if load32(given) == 1:
                    store64(given + 8, gathered(load64(given + 8), deep))
                elif load32(given) == 3:
                    store64(given + 8, gathered(load64(given + 8), deep + 1))
                    store64(given + 16, gathered(load64(given + 16), 1))
    cells = load64(at.LIST_CELLS)
    for k in range(0, count_of(cells)):
        cell = narrow(at_index(cells, k))
        deep = narrow(at_index(cells, k) >> 32)
        store64(cell, gathered(load64(cell), deep))
        if load32(at.BEFORE) != 0:
            cell += at.BEFORE_COPY - at.CELLS
            store64(cell, gathered(load64(cell), deep))
    for k in range(0, load32(at.HOLDINGS)):
        held = at.HOLDING + k * at.HOLDING_ROW
        store64(held + 16, gathered(load64(held + 16), 3))
    copy(at.LISTS, room, g.moved)
    store32(at.LISTS_TOP, at.LISTS + g.moved)
    g.lists_full = at.LISTS + g.moved + (at.END - at.LISTS - g.moved) // 2
    if g.moved * 4 > (at.END - at.LISTS) * 3:
        trap()
    g.arena = g.scratch


def gather_stack(top: i32) -> None:
    """Those of one stack."""
    frame = top
    while frame != 0:
        held = load64(load32(at.ROUTINES + load32(frame + at.ROUTINE) * 32 + 28))
        for k in range(0, count_of(held)):
            slot = frame + (narrow(at_index(held, k)) & 65535)
            store64(slot, gathered(load64(slot), narrow(at_index(held, k)) >> 16))
        frame = load32(frame + at.BELOW)


def gathered(value: i64, depth: i32) -> i64:
    """A list in its new place; what lies elsewhere stays there."""
    source = narrow(value)
    if depth == 0 or value < 0 or count_of(value) == 0 or below_unsigned(source, at.LISTS) or not below_unsigned(source,
                                            at.END):
        return value
    count = count_of(value)
    here = g.moved
    g.moved = here + count * 8
    for k in range(0, count):
        store64(g.staging + here + k * 8, gathered(at_index(value, k), depth - 1))
    return handle(at.LISTS + here, count)


# ------------------------------------------------------------------ whole plays


def new_play() -> None:
    """The position before set-up."""
    copy(at.BLOCK, at.FIRST_BLOCK, at.BEFORE_COPY - at.BLOCK)
    store32(at.LISTS_TOP, at.LISTS)
    fill(at.OPEN, 0, at.SEATS * 4)
    g.lists_full = at.LISTS + (at.END - at.LISTS) // 2
    g.supposing = 0
    g.permitted = 0
    g.lenient = 0
    g.eyes = 0
    g.apart = 0
    g.mild = 0
    g.shy = 0
    g.noting = 0
    g.branch = -1
    g.top = 0
    g.floor = at.STACK
    g.limit = at.STACK_END
    g.scratch = at.ARENA
    g.arena = at.ARENA
    enter(0, -1, -1)
    store32(at.TOPS, g.top)


def playout(seed: i64) -> i32:
    """A whole play by bots; its status."""
    g.bots = 1
    g.exact = 0
    status = from_seed(seed)
    if status == at.HALTED:
        g.eager = 0
        status = from_seed(seed)
    if g.watching:
        if status == at.OVER:
            watched()
    return status


def from_seed(seed: i64) -> i32:
    """The same, from the beginning; `at.HALTED` if it has to be played branch by branch."""
    g.decisions = 0
    g.states = 0
    fill(at.TAKES, 0, at.SEATS * 4)
    begin_streams(seed)
    new_play()
    return advance()


def playouts(seed: i64, count: i32, to: i32) -> i32:
    """So many plays, one record of each; how many were played to their end."""
    for k in range(0, count):
        if playout(seed + unsigned(k)) != at.OVER:
            return k
        store_result(to)
        g.watched = g.watched + unsigned(g.states)
        to += at.RESULT_SIZE
        g.played = k + 1
    return count


def store_result(to: i32) -> None:
    """How a play has ended: decisions, how, the limit, how many won, who; scores; criteria; how much lies in shared zones.
    Written by module.py."""


def is_loose(z: i32) -> i32:
    """Has a zone things in no order?"""
    return loose(z) > 1
