"""The table through the eyes of a seat, and what a strategy answers; as observation/masks.py and session/strategies.py have it.

In:  a seat, and the position at one of its questions.
Out: while `g.eyes` (the seat and 1) is set, what the seat may not see stops the module, or is noted in `g.unsettled` below 0, and
     whatever comes of it is not used: UNKNOWN (-1) of a thing that it does not know, NO_VALUE (-2), UNSEEN (-3).

In a simultaneous step the position is for so long the one that the seat sees: its own things as they are, the rest as when the
step began. `at.SIDE` holds the real one. A `suppose` works on it as everywhere; what was hidden before stays hidden on it.
"""

from interpreter.engine.compiled.runtime.lists import at_index, count_of, handle, reserve
from interpreter.engine.compiled.runtime.streams import below
from interpreter.engine.compiled.runtime.wasm import (
    at,
    copy,
    ctz,
    fill,
    g,
    i32,
    i64,
    load8,
    load16,
    load32,
    load64,
    narrow,
    store8,
    store16,
    store32,
    store64,
    trap,
    unsigned,
    wide,
)
from interpreter.engine.compiled.runtime.zones import known, loose, place, row, size


def takes(strategy: i32, seat: i32, offers: i64) -> i64:
    """The free action that a strategy takes, as it stands among the offers; -1 for none. Written by policies.py."""
    return 0


def policy(strategy: i32, op: i32, seat: i32, options: i64) -> i64:
    """What a strategy answers. Written by policies.py."""
    return 0


def sits(seat: i32) -> i32:
    """Who answers for a seat: 0 random, 1 first, and from 2 on the strategies."""
    return load32(at.SITTING + seat * 4)


def decided(op: i32, seat: i32, options: i64, offers: i64) -> i32:
    """What a bot answers: 0 in g.answer one of the options, 1 in g.offer a free action."""
    who = sits(seat)
    if who == 0:
        if count_of(offers) != 0:
            if below(seat, 10) == 0:
                k = below(seat, count_of(offers)) if count_of(offers) > 1 else 0
                g.offer = at_index(offers, k)
                return 1
        g.answer = at_index(options, below(seat, count_of(options)) if count_of(options) > 1 else 0)
        return 0
    if who == 1:
        g.answer = at_index(options, 0)
        return 0
    if at.STRATEGIES == 0:
        trap()
    if count_of(offers) != 0 and load32(at.TAKES + seat * 4) < at.MOST_TAKEN:
        offer = takes(who - 2, seat, offers)
        if offer != -1:
            store32(at.TAKES + seat * 4, load32(at.TAKES + seat * 4) + 1)
            g.offer = offer
            return 1
    store32(at.TAKES + seat * 4, 0)
    g.answer = policy(who - 2, op, seat, options)
    return 0


def any_of(seat: i32, options: i64) -> i64:
    """One of the options, all equally likely."""
    if count_of(options) > 1:
        return at_index(options, below(seat, count_of(options)))
    return at_index(options, 0)


def members_for(offers: i64, number: i32) -> i64:
    """The members for which a free action is open."""
    count = count_of(offers)
    address = reserve(count)
    found = 0
    for k in range(0, count):
        if narrow(at_index(offers, k) >> 32) == number:
            store64(address + found * 8, wide(narrow(at_index(offers, k))))
            found += 1
    return handle(address, found)


def spread(options: i64, most: i32) -> i64:
    """The options in a list that may be changed; of more than so many, that many evenly spread."""
    count = count_of(options)
    if count <= most:
        address = reserve(count)
        copy(address, narrow(options), count * 8)
        return handle(address, count)
    address = reserve(most)
    for k in range(0, most):
        store64(address + k * 8, at_index(options, narrow(unsigned(k) * unsigned(count) // unsigned(most))))
    return handle(address, most)


def once_in(seat: i32, times: i64) -> i32:
    """Is it not this time, of so many? Less than once means always."""
    if times < 1:
        times = 1
    if times > 2147483647:
        trap()
    return below(seat, narrow(times)) != 0


# ------------------------------------------------------------------ eyes


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
    """Looks whether the seat sees a counter; one that has no name holds nothing for it, except where something is supposed: 0."""
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


# ------------------------------------------------------------------ in a simultaneous step


def stand_apart(seat: i32) -> None:
    """The position as a seat sees it in a simultaneous step: its own things as they are, the rest as when it began. Marks: 1 lay
    with it when the step began, 2 lies where it has put it, then or since, 4 lies there now."""
    g.apart = 1
    copy(at.SIDE, at.CELLS, at.BEFORE_COPY - at.CELLS)
    copy(at.CELLS, at.BEFORE_COPY, at.TABLE_SIZE)
    fill(at.MARKS, 0, at.THINGS)
    live = at.SIDE - at.CELLS
    own = load64(at.OWN_CELLS + seat * 8)
    for k in range(0, count_of(own)):
        cell = narrow(at_index(own, k))
        if at.CELL_WIDTH == 4:
            store32(cell, load32(live + cell))
        else:
            store64(cell, load64(live + cell))
    zones = load64(at.OWN_ZONES + seat * 8)
    for k in range(0, count_of(zones)):
        of = row(narrow(at_index(zones, k)))
        address = load32(of)
        mark(of, live + address, 6)
        mark(of, address, 3)
        length = load32(of + 12) * 8
        if length == 0:
            length = 2 + 2 * load16(live + address)
        copy(address, live + address, length)
    for k in range(0, load32(at.PENDINGS)):
        sent = at.PENDING + k * at.PENDING_ROW
        if load8(sent) == seat:
            mark_one(load16(sent + 4), 6)
    if changed_hands():
        share(live)
    for z in range(0, at.ZONES):
        if differs(z, live):
            lay_out(z)


def changed_hands() -> i32:
    """Does something no longer lie with the seat that did, or lies there now and did not?"""
    for k in range(0, (at.THINGS + 7) // 8):
        marks = load64(at.MARKS + k * 8)
        if (marks & 0x0101010101010101) != ((marks >> 2) & 0x0101010101010101):
            return 1
    return 0


def mark(of: i32, address: i32, bits: i32) -> None:
    """Marks what lies in a zone, as it is at an address."""
    words = load32(of + 12)
    if words == 0:
        for k in range(0, load16(address)):
            mark_one(load16(address + 2 + k * 2), bits)
        return
    low = load32(of + 4)
    for k in range(0, words):
        left = load64(address + k * 8)
        while left != 0:
            mark_one(low + k * 64 + narrow(ctz(left)), bits)
            left = left & (left - 1)


def mark_one(thing: i32, bits: i32) -> None:
    """Marks a thing, whose face is known as it is now."""
    store8(at.MARKS + thing, load8(at.MARKS + thing) | bits)
    face = at.KNOWN + thing * at.KNOWN_WIDTH
    if at.KNOWN_WIDTH == 1:
        store8(face, load8(face + at.SIDE - at.CELLS))
    else:
        copy(face, face + at.SIDE - at.CELLS, at.KNOWN_WIDTH)


def differs(z: i32, live: i32) -> i32:
    """Does a zone hold other things for the seat than it really does?"""
    of = row(z)
    address = load32(of)
    words = load32(of + 12)
    if words == 0:
        if load16(address) != load16(live + address):
            return 1
        words = (load16(address) + 4) // 4
    for k in range(0, words):
        if load64(address + k * 8) != load64(live + address + k * 8):
            return 1
    return 0


def share(live: i32) -> None:
    """Of what belongs to nobody the seat knows what it has taken away or laid there itself."""
    for thing in range(0, at.THINGS):
        if load8(at.MARKS + thing) == 3:
            store16(at.PLACES + thing * 2, -1)
    for z in range(0, at.ZONES):
        of = row(z)
        if load32(of + 24) < 0:
            share_one(of, live)


def share_one(of: i32, live: i32) -> None:
    """The same of one zone. What is laid into one without an order arrives when the step is over."""
    address = load32(of)
    words = load32(of + 12)
    low = load32(of + 4)
    if words == 0:
        left = 0
        count = load16(address)
        for k in range(0, count):
            thing = load16(address + 2 + k * 2)
            if load8(at.MARKS + thing) & 2 == 0:
                store16(address + 2 + left * 2, thing)
                left += 1
        for k in range(0, load16(live + address)):
            thing = load16(live + address + 2 + k * 2)
            if load8(at.MARKS + thing) & 1 != 0:
                store16(address + 2 + left * 2, thing)
                left += 1
        store16(address, left)
        return
    for k in range(0, words):
        kept = load64(address + k * 8)
        bits = kept
        while bits != 0:
            if load8(at.MARKS + low + k * 64 + narrow(ctz(bits))) & 2 != 0:
                kept = kept & ~(unsigned(1) << ctz(bits))
            bits = bits & (bits - 1)
        store64(address + k * 8, kept)


def lay_out(z: i32) -> None:
    """Each thing lies where the seat sees it; what it sees nowhere is on its way."""
    of = row(z)
    address = load32(of)
    words = load32(of + 12)
    if words == 0:
        for k in range(0, load16(address)):
            store16(at.PLACES + load16(address + 2 + k * 2) * 2, z)
        return
    low = load32(of + 4)
    for k in range(0, words):
        bits = load64(address + k * 8)
        while bits != 0:
            store16(at.PLACES + (low + k * 64 + narrow(ctz(bits))) * 2, z)
            bits = bits & (bits - 1)


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
