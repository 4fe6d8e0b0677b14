"""The table through the eyes of a seat, as observation/masks.py has it; and what must always hold.

In:  a seat, and the position at one of its questions.
Out: while `g.eyes` (the seat and 1) is set, what the seat may not see stops the module, or is noted in `g.unsettled` below 0,
     and whatever comes of it is not used: -1 of a thing that it does not know, -2 where there is no value and need be none,
     -3 of what it may not see.

A `suppose` works on the position as everywhere; what was hidden before stays hidden on it.
"""

from interpreter.engine.compiled.runtime.apart import stand_apart
from interpreter.engine.compiled.runtime.lists import at_index, count_of, handle, reserve
from interpreter.engine.compiled.runtime.wasm import (
    at,
    copy,
    ctz,
    g,
    i32,
    i64,
    load8,
    load16,
    load32,
    load64,
    narrow,
    store8,
    store64,
    trap,
    unsigned,
)
from interpreter.engine.compiled.runtime.zones import known, loose, place, row, size


def eyes_on(seat: i32) -> None:
    """From here on somebody looks."""
    g.eyes = seat + 1
    g.lenient = 1
    g.apart = 0
    g.sighted = 0
    g.mild = 0
    g.shy = 0
    if at.BRANCHES == 1:
        if load32(at.STRANDS) != 0:
            if load32(at.BEFORE) != 0:
                stand_apart(seat)


def eyes_off() -> None:
    """Nobody looks any more, and the position is the real one."""
    if at.BRANCHES == 1:
        if g.apart:
            copy(at.CELLS, at.SIDE, at.BEFORE_COPY - at.CELLS)
    g.apart = 0
    g.eyes = 0
    g.lenient = 0
    g.mild = 0
    g.shy = 0


def unknown() -> None:
    """Something is asked of a thing that the seat does not know."""
    if g.unsettled == 0:
        g.unsettled = -1


def secret() -> None:
    """Something is looked at that the seat may not see: the reference engine says so."""
    if g.unsettled == 0:
        if not g.shy:
            trap()
        g.unsettled = -3


def sees_face(thing: i32) -> i32:
    """Does the seat know this thing's face and place?"""
    return narrow(known(thing) >> unsigned(g.eyes - 1)) & 1


def masked(value: i64, depth: i32) -> i64:
    """A thing, or several, as the seat may use them: what it does not know has a tag."""
    if depth == 0:
        if value < 0:
            return value
        if sees_face(narrow(value)):
            return value
        return value + at.TAG
    if value < 0:
        return value
    count = count_of(value)
    hidden = 0
    for k in range(0, count):
        if masked(at_index(value, k), depth - 1) != at_index(value, k):
            hidden = 1
    if not hidden:
        return value
    address = reserve(count)
    for k in range(0, count):
        store64(address + k * 8, masked(at_index(value, k), depth - 1))
    return handle(address, count)


def asked_of(value: i64) -> i64:
    """A thing of which something is asked."""
    if value >= at.TAG:
        unknown()
        return value - at.TAG
    return value


def has_tag(value: i64) -> i32:
    """Is it a thing that the seat does not know?"""
    return value >= at.TAG


def only_known(value: i64, depth: i32) -> i64:
    """Things with which something is supposed; of others the reference engine tells what comes of it."""
    if depth == 0:
        if value >= at.TAG:
            trap()
    elif value >= 0:
        for k in range(0, count_of(value)):
            only_known(at_index(value, k), depth - 1)
    return value


def untagged(things: i64) -> i64:
    """Things that are going to be compared."""
    for k in range(0, count_of(things)):
        if at_index(things, k) >= at.TAG:
            unknown()
    return things


def see_cell(number: i32) -> i32:
    """Looks whether the seat sees a counter; 0 of one that has no name, which holds nothing for it but where it supposes."""
    seen = load64(at.CELL_SEES + number * 8)
    if seen == 0:
        return g.supposing
    if narrow(seen >> unsigned(g.eyes - 1)) & 1 == 0:
        secret()
    return 1


def see_count(z: i32) -> None:
    """Looks whether the seat may count what lies in a zone."""
    if narrow(load64(at.COUNTED + z * 8) >> unsigned(g.eyes - 1)) & 1 == 0:
        secret()


def see_zone(z: i32) -> None:
    """Looks whether the seat knows what lies in a zone."""
    if g.supposing:
        if load8(at.SIGHTS + z) == 0:
            secret()
    elif not open_now(z):
        secret()


def see_all() -> None:
    """Looks whether the seat knows what lies in every zone."""
    for z in range(0, at.ZONES):
        see_zone(z)


def see_place(value: i64) -> None:
    """Looks whether the seat knows where a thing lies."""
    if value < 0 or value >= at.THINGS:
        return
    if g.supposing:
        if load8(at.FACES + narrow(value)) == 0:
            secret()
    elif not sees_face(narrow(value)):
        secret()


def see_places(value: i64, depth: i32) -> None:
    """The same of several."""
    if depth == 0:
        see_place(value)
    elif value >= 0:
        for k in range(0, count_of(value)):
            see_places(at_index(value, k), depth - 1)


def see_effect(zones: i64, cells: i64) -> None:
    """What an effect may touch lies open to the seat; else the reference engine tells what comes of it."""
    for k in range(0, count_of(zones)):
        z = narrow(at_index(zones, k))
        if g.supposing:
            if load8(at.SIGHTS + z) == 0:
                trap()
        elif not open_now(z):
            trap()
    for k in range(0, count_of(cells)):
        if narrow(load64(at.CELL_SEES + narrow(at_index(cells, k)) * 8) >> unsigned(g.eyes - 1)) & 1 == 0:
            trap()


def settle_sight() -> None:
    """Before anything is supposed: what is hidden now stays hidden."""
    if g.sighted or g.supposing:
        return
    g.sighted = 1
    for z in range(0, at.ZONES):
        store8(at.SIGHTS + z, open_now(z))
    for thing in range(0, at.THINGS):
        store8(at.FACES + thing, sees_face(thing))


def loose_seen(z: i32) -> i32:
    """How many lie in no order, as far as the seat can know."""
    if g.apart:
        of = row(z)
        cell = load32(of + 20)
        if cell != 0 and load32(of + 24) == g.eyes - 1:
            return load32(at.SIDE + cell - at.CELLS)
    return loose(z)


def open_now(z: i32) -> i32:
    """Does the seat know everything that lies in a zone, and its order?"""
    seat = unsigned(g.eyes - 1)
    if narrow(load64(at.COUNTED + z * 8) >> seat) & 1 == 0:
        return 0
    if loose_seen(z) > 1:
        return 0
    of = row(z)
    address = load32(of)
    words = load32(of + 12)
    if words == 0:
        for k in range(0, load16(address)):
            if narrow(known(load16(address + 2 + k * 2)) >> seat) & 1 == 0:
                return 0
        return 1
    low = load32(of + 4)
    for k in range(0, words):
        bits = load64(address)
        while bits != 0:
            if narrow(known(low + k * 64 + narrow(ctz(bits))) >> seat) & 1 == 0:
                return 0
            bits = bits & (bits - 1)
        address += 8
    return 1


def lying(things: i64) -> i64:
    """Those that lie somewhere, as far as the seat sees."""
    count = count_of(things)
    address = reserve(count)
    found = 0
    for k in range(0, count):
        if place(narrow(at_index(things, k))) >= 0:
            store64(address + found * 8, at_index(things, k))
            found += 1
    return handle(address, found)


# ------------------------------------------------------------------ what must always hold


def watched() -> None:
    """Looks at what must always hold, in a state in which nothing is on its way."""
    g.states = g.states + 1
    if load32(at.PENDINGS) != 0:
        return
    total = 0
    for thing in range(0, at.THINGS):
        z = place(thing)
        if z < 0:
            trap()
        of = row(z)
        address = load32(of)
        if load32(of + 12) != 0:
            bit = thing - load32(of + 4)
            if load64(address + (bit // 64) * 8) & (unsigned(1) << unsigned(bit % 64)) == 0:
                trap()
        else:
            k = 0
            while load16(address + 2 + k * 2) != thing:
                k += 1
                if k >= load16(address):
                    trap()
    for z in range(0, at.ZONES):
        total += size(z)
    lenient = g.lenient
    arena = g.arena
    if total != at.THINGS or broken() >= 0:
        trap()
    g.lenient = lenient
    g.arena = arena


def broken() -> i32:
    """The first `always` line that does not hold, or -1. Written by module.py."""
    return 0
