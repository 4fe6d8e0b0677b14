"""Triggers that are held, and `as soon as` triggers that are due; as engine/triggers.py has it.

In:  numbers of triggers, whose turn it is.
Out: the position changed: `due`, `holding`, the cells that arm triggers, a frame on top.
"""

from interpreter.engine.compiled.runtime.lists import at_index, count_of, handle, reserve
from interpreter.engine.compiled.runtime.turns import enter, frame_count
from interpreter.engine.compiled.runtime.wasm import at, copy, g, i32, i64, load32, load64, narrow, store32, store64, trap, wide


def trigger_holds(number: i32, me: i64, args: i32) -> i32:
    """Is the test of a trigger true, its arguments lying at an address? Written by module.py."""
    return 0


def trigger_members(number: i32, me: i64) -> i64:
    """The values of its `for each`, in their order. Written by module.py."""
    return 0


def has_each(number: i32) -> i32:
    """Has it a `for each`?"""
    return load32(at.TRIGGERS + number * 16 + 4)


def armed_at(number: i32, value: i64) -> i32:
    """The address of the cell that arms it, for a member or for none (NIL)."""
    first = load32(at.TRIGGERS + number * 16)
    if value == at.NIL:
        return first
    return first + narrow(value - wide(load32(at.TRIGGERS + number * 16 + 8))) * at.CELL_WIDTH


def set_cell(address: i32, value: i32) -> None:
    """A cell of the machine's own."""
    if at.CELL_WIDTH == 8:
        store64(address, wide(value))
    else:
        store32(address, value)


def holds_for(number: i32, value: i64, me: i32) -> i32:
    """Is its test true for a member, or for none?"""
    store64(at.FOUND, value)
    return trigger_holds(number, wide(me), at.FOUND)


def is_resolving() -> i32:
    """Is an `as soon as` trigger being carried out?"""
    return load32(at.RESOLVING) >= 0 and load32(at.RESOLVING) < frame_count()


# ------------------------------------------------------------------ due


def note(numbers: i64, me: i32) -> None:
    """Which cases of these triggers are due, and which are no longer."""
    later = 1
    if load32(at.DUES) == 0 and not is_resolving():
        later = 0
    for k in range(0, count_of(numbers)):
        note_one(narrow(at_index(numbers, k)), me, later)
        if g.unsettled != 0:
            return
    if load32(at.DUES) > 1:
        sort_dues()


def note_one(number: i32, me: i32, later: i32) -> None:
    """The cases of one."""
    if not has_each(number):
        note_case(number, at.NIL, me, later)
        return
    members = trigger_members(number, wide(me))
    for k in range(0, count_of(members)):
        if g.unsettled != 0:
            return
        note_case(number, at_index(members, k), me, later)


def note_case(number: i32, value: i64, me: i32, later: i32) -> None:
    """One case."""
    holds = holds_for(number, value, me)
    if g.unsettled != 0:
        return
    cell = armed_at(number, value)
    if not holds:
        set_cell(cell, 1)
        remove_dues(number, value)
    elif load32(cell) != 0:
        set_cell(cell, 0)
        count = load32(at.DUES)
        if count >= at.DUE_ROWS:
            trap()
        to = at.DUE + count * at.DUE_ROW
        store32(to, later)
        store32(to + 4, number)
        store64(to + 8, value)
        store32(to + 16, me)
        store32(at.DUES, count + 1)


def remove_dues(number: i32, value: i64) -> None:
    """A case is due no longer."""
    k = 0
    while k < load32(at.DUES):
        of = at.DUE + k * at.DUE_ROW
        if load32(of + 4) == number and load64(of + 8) == value:
            remove_due(k)
        else:
            k += 1


def remove_due(k: i32) -> None:
    """One row of those that are due."""
    count = load32(at.DUES) - 1
    copy(at.DUE + k * at.DUE_ROW, at.DUE + (k + 1) * at.DUE_ROW, (count - k) * at.DUE_ROW)
    store32(at.DUES, count)


def due_after(one: i32, other: i32) -> i32:
    """Does a row come behind another?"""
    if load32(one) != load32(other):
        return load32(one) > load32(other)
    if load32(one + 4) != load32(other + 4):
        return load32(one + 4) > load32(other + 4)
    if load64(one + 8) != load64(other + 8):
        return load64(one + 8) > load64(other + 8)
    return load32(one + 16) > load32(other + 16)


def sort_dues() -> None:
    """In the order of State.due."""
    spare = reserve(4)
    for k in range(1, load32(at.DUES)):
        copy(spare, at.DUE + k * at.DUE_ROW, at.DUE_ROW)
        j = k
        while j > 0 and due_after(at.DUE + j * at.DUE_ROW - at.DUE_ROW, spare):
            copy(at.DUE + j * at.DUE_ROW, at.DUE + j * at.DUE_ROW - at.DUE_ROW, at.DUE_ROW)
            j -= 1
        copy(at.DUE + j * at.DUE_ROW, spare, at.DUE_ROW)


def first_due() -> i32:
    """The trigger that comes next of those that are due now; -1 if none is."""
    best = -1
    for k in range(0, load32(at.DUES)):
        of = at.DUE + k * at.DUE_ROW
        if load32(of) == 0:
            number = load32(of + 4)
            if best < 0:
                best = number
            elif load32(at.TRIGGERS + number * 16 + 12) < load32(at.TRIGGERS + best * 16 + 12):
                best = number
    return best


def due_row(number: i32, value: i64) -> i32:
    """The row of a case that is due now; -1 if it is not."""
    for k in range(0, load32(at.DUES)):
        of = at.DUE + k * at.DUE_ROW
        if load32(of) == 0 and load32(of + 4) == number and load64(of + 8) == value:
            return k
    return -1


def next_due() -> i32:
    """Starts the first trigger that is due and whose condition still holds; 0 if none is, or one is being carried out."""
    if is_resolving():
        return 0
    while load32(at.DUES) != 0:
        number = first_due()
        if number < 0:
            for k in range(0, load32(at.DUES)):
                store32(at.DUE + k * at.DUE_ROW, 0)
            number = first_due()
        k = 0
        while load32(at.DUE + k * at.DUE_ROW) != 0 or load32(at.DUE + k * at.DUE_ROW + 4) != number:
            k += 1
        me = load32(at.DUE + k * at.DUE_ROW + 16)
        if not has_each(number):
            if starts(number, at.NIL):
                return 1
        else:
            members = trigger_members(number, wide(me))
            for j in range(0, count_of(members)):
                if g.unsettled != 0:
                    return 0
                if starts(number, at_index(members, j)):
                    return 1
        if g.unsettled != 0:
            return 0
        k = 0
        while k < load32(at.DUES):
            of = at.DUE + k * at.DUE_ROW
            if load32(of) == 0 and load32(of + 4) == number:
                set_cell(armed_at(number, load64(of + 8)), 1)
                remove_due(k)
            else:
                k += 1
    store32(at.RESOLVING, -1)
    return 0


def starts(number: i32, value: i64) -> i32:
    """Starts a case that is due, if its condition still holds."""
    k = due_row(number, value)
    if k < 0:
        return 0
    me = load32(at.DUE + k * at.DUE_ROW + 16)
    holds = holds_for(number, value, me)
    if g.unsettled != 0 or not holds:
        return 0
    remove_due(k)
    store32(at.RESOLVING, frame_count())
    frame = enter(load32(at.TRIGGER_ROUTINES + number * 4), me, -1)
    if value != at.NIL:
        store64(frame + at.HEAD, value)
    return 1


def arm(number: i32, me: i32) -> None:
    """What is true at the end of set-up does not count."""
    if not has_each(number):
        set_cell(armed_at(number, at.NIL), not holds_for(number, at.NIL, me))
        return
    members = trigger_members(number, wide(me))
    for k in range(0, count_of(members)):
        holds = holds_for(number, at_index(members, k), me)
        if g.unsettled != 0:
            return
        set_cell(armed_at(number, at_index(members, k)), not holds)


# ------------------------------------------------------------------ held


def hold(trigger: i32, depth: i32) -> None:
    """A trigger waits from here on."""
    count = load32(at.HOLDINGS)
    if count >= at.HOLDS:
        trap()
    to = at.HOLDING + count * at.HOLDING_ROW
    store32(to, depth)
    store32(to + 4, g.branch)
    store32(to + 8, trigger)
    store64(to + 16, at.NIL)
    store32(at.HOLDINGS, count + 1)


def held(trigger: i32) -> i32:
    """The first hold of a trigger in this branch, counted from 1; 0 if none is on."""
    for k in range(0, load32(at.HOLDINGS)):
        of = at.HOLDING + k * at.HOLDING_ROW
        if load32(of + 8) == trigger and load32(of + 4) == g.branch:
            return k + 1
    return 0


def held_outside(k: i32, trigger: i32) -> i32:
    """Is the trigger of the k-th hold held by another one, too?"""
    for j in range(0, load32(at.HOLDINGS)):
        of = at.HOLDING + j * at.HOLDING_ROW
        if j != k and load32(of + 8) == trigger and load32(of + 4) == g.branch:
            return 1
    return 0


def remember(k: i32, args: i64) -> None:
    """A hold, counted from 1, remembers the last event."""
    store64(at.HOLDING + (k - 1) * at.HOLDING_ROW + 16, args)


def remove_hold(k: i32) -> None:
    """One hold is off."""
    count = load32(at.HOLDINGS) - 1
    copy(at.HOLDING + k * at.HOLDING_ROW, at.HOLDING + (k + 1) * at.HOLDING_ROW, (count - k) * at.HOLDING_ROW)
    store32(at.HOLDINGS, count)


def released(triggers: i64, me: i32) -> i32:
    """One held trigger after the other: 1 if one has started, and this comes again for the rest."""
    if g.branch < 0:
        if next_due():
            return 1
        if g.unsettled != 0:
            return 0
    depth = frame_count() - 1
    k = 0
    while k < load32(at.HOLDINGS):
        of = at.HOLDING + k * at.HOLDING_ROW
        number = load32(of + 8)
        if load32(of) == depth and load32(of + 4) == g.branch and has_number(triggers, number):
            outer = held_outside(k, number)
            soon = load32(at.TRIGGERS + number * 16) != 0
            if soon and not outer and g.branch < 0:
                note(one_number(number), me)
                if g.unsettled != 0:
                    return 0
            args = load64(of + 16)
            fires = 0
            if not soon and not outer and args != at.NIL:
                fires = trigger_holds(number, wide(me), narrow(args))
                if g.unsettled != 0:
                    return 0
            remove_hold(k)
            if fires:
                frame = enter(load32(at.TRIGGER_ROUTINES + number * 4), me, -1)
                copy(frame + at.HEAD, narrow(args), count_of(args) * 8)
                return 1
            return released(triggers, me)
        k += 1
    return 0


def has_number(numbers: i64, number: i32) -> i32:
    """Is it one of these?"""
    for k in range(0, count_of(numbers)):
        if narrow(at_index(numbers, k)) == number:
            return 1
    return 0


def one_number(number: i32) -> i64:
    """A list of one."""
    address = reserve(1)
    store64(address, wide(number))
    return handle(address, 1)


def drop_holds(depth: i32) -> None:
    """Forgets the triggers held by frames from this depth on; what would have come at its end is not made up for."""
    me = load32(g.top + at.ME)
    for k in range(0, load32(at.HOLDINGS)):
        of = at.HOLDING + k * at.HOLDING_ROW
        if load32(of + 4) == g.branch and load32(of) >= depth:
            number = load32(of + 8)
            if load32(at.TRIGGERS + number * 16) != 0 and g.branch < 0 and not kept_outside(number, depth):
                drop(number, me)
                if g.unsettled != 0:
                    return
    k = 0
    while k < load32(at.HOLDINGS):
        of = at.HOLDING + k * at.HOLDING_ROW
        if load32(of + 4) == g.branch and load32(of) >= depth:
            remove_hold(k)
        else:
            k += 1


def kept_outside(number: i32, depth: i32) -> i32:
    """Is a trigger held below this depth, too?"""
    for k in range(0, load32(at.HOLDINGS)):
        of = at.HOLDING + k * at.HOLDING_ROW
        if load32(of + 8) == number and load32(of + 4) == g.branch and load32(of) < depth:
            return 1
    return 0


def drop(number: i32, me: i32) -> None:
    """Each case that would have been due."""
    if not has_each(number):
        drop_case(number, at.NIL, me)
        return
    members = trigger_members(number, wide(me))
    for k in range(0, count_of(members)):
        if g.unsettled == 0:
            drop_case(number, at_index(members, k), me)


def drop_case(number: i32, value: i64, me: i32) -> None:
    """One case."""
    cell = armed_at(number, value)
    if load32(cell) != 0:
        if holds_for(number, value, me) and g.unsettled == 0:
            set_cell(cell, 0)


def in_seat_order(seats: i64, me: i64) -> i64:
    """Players from the current one on."""
    if me < 0:
        return seats
    count = count_of(seats)
    address = reserve(count)
    for k in range(0, count):
        value = at_index(seats, k)
        j = k
        while j > 0 and (load64(address + j * 8 - 8) - me + at.SEATS) % at.SEATS > (value - me + at.SEATS) % at.SEATS:
            store64(address + j * 8, load64(address + j * 8 - 8))
            j -= 1
        store64(address + j * 8, value)
    return handle(address, count)
