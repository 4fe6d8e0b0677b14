"""The search along a route: where a journey can go on to, and whether it can be completed; as engine/travel.py has it.

In:  a route by number, who travels, a journey. While a search goes on, a journey is one number: the space, the space before
(and 1,
     0 for none), the moves left, of 16 bits each, and a bit each for: has just stepped, has to stop, has moved at all.
Out: lists of spaces or journeys. What has been found out at this moment is remembered at `at.MEMORY`, 16 bytes a journey.
"""

from interpreter.engine.compiled.runtime.lists import at_index, count_of, handle, no_value, reserve
from interpreter.engine.compiled.runtime.wasm import (
    at,
    copy,
    fill,
    g,
    i32,
    i64,
    load8,
    load32,
    load64,
    narrow,
    store8,
    store32,
    store64,
    trap,
    unsigned,
    wide,
)

STEPS = 0


def route_holds(route: i32, what: i32, who: i64, a: i32, b: i32, previous: i32) -> i32:
    """Does one of the lines of a route hold: steps (0), hops (1), must stop (2), may stop (3), may not end (4)?"""
    return 0


def begin_search(route: i32, who: i64, up_to: i32) -> None:
    """A search at this moment: nothing has been found out."""
    g.route = route
    g.who = who
    g.up_to = up_to
    g.stamp = g.stamp + 1
    g.found = 0


def packed(here: i32, previous: i32, left: i32, bits: i32) -> i64:
    """A journey."""
    if left < 0 or left > 65535:
        trap()
    return unsigned(here) | (unsigned(previous + 1) << 16) | (unsigned(left) << 32) | (unsigned(bits) << 48)


def here_of(journey: i64) -> i32:
    """The space."""
    return narrow(journey) & 65535


def left_of_it(journey: i64) -> i32:
    """The moves left."""
    return narrow(journey >> 32) & 65535


def route_lasting(route: i32, what: i32, a: i32, b: i32, previous: i32) -> i32:
    """Does a line hold, as far as spaces alone say: no (0), yes (1), it depends (2)? Written by travel.py."""
    return 0


def at_table(what: i32, a: i32, b: i32, previous: i32) -> i32:
    """Does a line hold that looks at more than spaces? Worked out once in a search."""
    g.looked = 1
    key = unsigned(a) | (unsigned(b) << 16) | (unsigned(previous + 1) << 32) | (unsigned(what + 8) << 56)
    kept = remembered(key)
    found = load32(kept + 12)
    if found < 0:
        found = route_holds(g.route, what, g.who, a, b, previous)
        store32(kept + 12, found)
        if g.noting != 0:
            if g.noting < g.memo + 16 + at.MOST_NOTED * 8:
                store64(g.noting, key | (unsigned(found) << 63))
            g.noting = g.noting + 8
    return found


def spot(what: i32, space: i32) -> i32:
    """What spaces alone say of a line about one space: no (0), yes (1), it depends (2)."""
    kept = at.SPOTS + (g.route * 5 + what) * at.SPACES + space - at.FIRST_SPACE
    found = load8(kept)
    if found == 0:
        found = route_lasting(g.route, what, space, space, -1) + 1
        store8(kept, found)
    return found - 1


def holds_at(what: i32, space: i32) -> i32:
    """Does a line about one space hold?"""
    found = spot(what, space)
    if found == 2:
        return at_table(what, space, space, -1)
    return found


def legs(what: i32, here: i32, previous: i32) -> i64:
    """Where a step (0) or hop (1) may lead: for each space what is known of going there (16 bits higher) and of having to
    stop there
    (18 bits higher), as far as spaces alone say. Kept from play to play."""
    before = 0
    if previous >= 0:
        before = previous - at.FIRST_SPACE + 1
    cell = at.LEGS + (((g.route * 2 + what) * at.SPACES + here - at.FIRST_SPACE) * (at.SPACES + 1) + before) * 8
    found = load64(cell)
    if found != 0:
        return found
    links = load64(at.LINKS + (here - at.FIRST_SPACE) * 8)
    board = at.BOARDS + (here - at.FIRST_SPACE) * 8
    first = load32(board)
    count = count_of(links)
    if what == 1:
        count = load32(board + 4) - first + 1
    address = reserve(count)
    to = address
    for k in range(0, count):
        space = first + k
        if what == 0:
            space = narrow(at_index(links, k))
        if space != here:
            leg = route_lasting(g.route, what, here, space, previous)
            if leg != 0:
                store64(to, unsigned(space) | (unsigned(leg) << 16) | (unsigned(spot(2, space)) << 18))
                to += 8
    length = to - address
    if g.kept == 0:
        g.kept = at.KEPT_LEGS
    if g.kept + length + 8 > at.KEPT_END:
        return handle(address, length // 8)
    copy(g.kept, address, length)
    found = handle(g.kept, length // 8)
    g.kept = g.kept + length + 8
    store64(cell, found)
    return found


def ways(journey: i64) -> i64:
    """The journey after each step from here, and after each hop straight after a step."""
    here = here_of(journey)
    previous = (narrow(journey >> 16) & 65535) - 1
    left = left_of_it(journey)
    steps: i64 = 0
    hops: i64 = 0
    before = previous
    if left > 0:
        steps = legs(0, here, previous)
    if load32(at.ROUTES + g.route * 8) != 0 and narrow(journey >> 48) & 1 != 0:
        if load32(at.ROUTES + g.route * 8 + 4) == 0:
            before = -1
        hops = legs(1, here, before)
    address = reserve(count_of(steps) + count_of(hops))
    to = address
    for k in range(0, count_of(steps)):
        leg = narrow(at_index(steps, k))
        space = leg & 65535
        if (leg >> 16) & 3 == 1 or at_table(0, here, space, previous):
            store64(to, packed(space, here, left - 1, 5 | stops_at(leg)))
            to += 8
    stepped = to
    for k in range(0, count_of(hops)):
        leg = narrow(at_index(hops, k))
        space = leg & 65535
        if not came_to(address, stepped, space):
            if (leg >> 16) & 3 == 1 or at_table(1, here, space, before):
                store64(to, packed(space, -1, left, 4 | stops_at(leg)))
                to += 8
    return handle(address, (to - address) // 8)


def came_to(address: i32, end: i32, space: i32) -> i32:
    """Does one of these journeys stand there?"""
    while address < end:
        if here_of(load64(address)) == space:
            return 1
        address += 8
    return 0


def may_end(journey: i64) -> i32:
    """Can the journey end here and now?"""
    bits = narrow(journey >> 48)
    here = here_of(journey)
    if bits & 4 == 0:
        return 0
    if left_of_it(journey) != 0 and bits & 2 == 0 and not g.up_to:
        if not holds_at(3, here):
            return 0
    return not holds_at(4, here)


def remembered(journey: i64) -> i32:
    """Where it stands what is known of a journey; a new place if nothing is."""
    k = narrow((journey * 0x9E3779B97F4A7C15) >> 51)
    while load32(at.MEMORY + k * 16 + 8) == g.stamp:
        if load64(at.MEMORY + k * 16) == journey:
            return at.MEMORY + k * 16
        k = (k + 1) & 8191
    if g.found > 6000:
        trap()
    g.found = g.found + 1
    store64(at.MEMORY + k * 16, journey)
    store32(at.MEMORY + k * 16 + 8, g.stamp)
    store32(at.MEMORY + k * 16 + 12, -1)
    return at.MEMORY + k * 16


def lasting(key: i64) -> i32:
    """Where it stands what is known of a journey whatever lies on the table; an empty place if nothing is."""
    k = narrow((key * 0x9E3779B97F4A7C15) >> 48)
    while load64(at.LASTING + k * 16) != 0 and load64(at.LASTING + k * 16) != key:
        k = (k + 1) & 65535
    return at.LASTING + k * 16


def some_way(journey: i64) -> i32:
    """Can the journey be completed by one of the ways on from here? They are looked at in order, no more than needed."""
    here = here_of(journey)
    previous = (narrow(journey >> 16) & 65535) - 1
    left = left_of_it(journey)
    if left > 0:
        steps = legs(0, here, previous)
        for k in range(0, count_of(steps)):
            leg = narrow(at_index(steps, k))
            space = leg & 65535
            if (leg >> 16) & 3 == 1 or at_table(0, here, space, previous):
                if completable(packed(space, here, left - 1, 5 | stops_at(leg))):
                    return 1
    if load32(at.ROUTES + g.route * 8) == 0 or narrow(journey >> 48) & 1 == 0:
        return 0
    before = previous
    if load32(at.ROUTES + g.route * 8 + 4) == 0:
        before = -1
    hops = legs(1, here, before)
    for k in range(0, count_of(hops)):
        leg = narrow(at_index(hops, k))
        space = leg & 65535
        if (leg >> 16) & 3 == 1 or at_table(1, here, space, before):
            if left == 0 or not steps_to(here, previous, space):
                if completable(packed(space, -1, left, 4 | stops_at(leg))):
                    return 1
    return 0


def stops_at(leg: i32) -> i32:
    """The bit of a journey that has to stop, for the space to which a leg leads."""
    if leg >> 18 == 2:
        return at_table(2, leg & 65535, leg & 65535, -1) << 1
    return (leg >> 18) << 1


def steps_to(here: i32, previous: i32, space: i32) -> i32:
    """Does a step lead to a space?"""
    steps = legs(0, here, previous)
    for k in range(0, count_of(steps)):
        leg = narrow(at_index(steps, k))
        if leg & 65535 == space:
            if (leg >> 16) & 3 == 1 or at_table(0, here, space, previous):
                return 1
    return 0


def completable(journey: i64) -> i32:
    """Is there a way on from here to an allowed end?"""
    key = journey | (unsigned(g.route * 2 + g.up_to + 1) << 52)
    known = lasting(key)
    if load64(known) != 0:
        return load32(known + 8)
    kept = remembered(journey)
    if load32(kept + 12) >= 0:
        g.looked = 1
        return load32(kept + 12)
    looked = g.looked
    g.looked = 0
    can_end = may_end(journey)
    if not can_end and narrow(journey >> 48) & 2 == 0:
        can_end = some_way(journey)
    if g.looked != 0 or g.lasted > 40000:
        store32(kept + 12, can_end)
    else:
        known = lasting(key)
        if load64(known) == 0:
            g.lasted = g.lasted + 1
            store64(known, key)
            store32(known + 8, can_end)
    g.looked = g.looked | looked
    return can_end


def of_slot(kept: i64) -> i64:
    """The journey that a slot holds: space, space before, moves left, three times yes or no, the spaces it has gone to."""
    bits = narrow(at_index(kept, 3)) | (narrow(at_index(kept, 4)) << 1) | (narrow(at_index(kept, 5)) << 2)
    return packed(narrow(at_index(kept, 0)), narrow(at_index(kept, 1)), narrow(at_index(kept, 2)), bits)


def onward(kept: i64) -> i64:
    """The spaces from which the journey can be completed; -1 if it can also end here."""
    journey = of_slot(kept)
    after: i64 = 0
    if narrow(journey >> 48) & 2 == 0:
        after = ways(journey)
    count = count_of(after)
    address = reserve(count + 1)
    to = address
    for k in range(0, count):
        if completable(at_index(after, k)):
            store64(to, unsigned(here_of(at_index(after, k))))
            to += 8
    if may_end(journey):
        store64(to, -1)
        to += 8
    return handle(address, (to - address) // 8)


def sets_out(here: i32, count: i64) -> i64:
    """A journey at its beginning, as a slot holds it."""
    board = at.BOARDS + (here - at.FIRST_SPACE) * 8
    if here < at.FIRST_SPACE or here >= at.FIRST_SPACE + at.SPACES:
        trap()
    if load32(board) != load32(at.ROUTE_BOARDS + g.route * 4):
        trap()
    address = reserve(6)
    store64(address, unsigned(here))
    store64(address + 8, -1)
    store64(address + 16, count)
    store64(address + 24, 0)
    store64(address + 32, 0)
    store64(address + 40, 0)
    if count < 0 or count > 65535:
        trap()
    return handle(address, 6)


def gone(kept: i64, space: i64) -> i64:
    """The journey one space further, as a slot holds it."""
    after = ways(of_slot(kept))
    count = count_of(kept)
    address = reserve(count + 1)
    for k in range(0, count_of(after)):
        journey = at_index(after, k)
        if here_of(journey) == narrow(space):
            bits = narrow(journey >> 48)
            copy(address, narrow(kept), count * 8)
            store64(address, space)
            store64(address + 8, wide((narrow(journey >> 16) & 65535) - 1))
            store64(address + 16, unsigned(left_of_it(journey)))
            store64(address + 24, unsigned(bits & 1))
            store64(address + 32, unsigned((bits >> 1) & 1))
            store64(address + 40, unsigned((bits >> 2) & 1))
            store64(address + count * 8, space)
            return handle(address, count + 1)
    trap()
    return 0


def path_of(kept: i64) -> i64:
    """The spaces that a journey has gone to."""
    return handle(narrow(kept) + 48, count_of(kept) - 6)


# ------------------------------------------------------------------ all ends of a journey


def ends(route: i32, who: i64, start: i64, count: i64) -> i64:
    """Every space at which a journey may end, in the order of the board. What came of a search is kept with all that it has
    asked of the table: where the answers are the same, so is what comes of it."""
    board = at.BOARDS
    if start >= at.FIRST_SPACE and start < at.FIRST_SPACE + at.SPACES:
        board = at.BOARDS + (narrow(start) - at.FIRST_SPACE) * 8
    if start < wide(load32(board)) or start > wide(load32(board + 4)) or load32(board) != load32(at.ROUTE_BOARDS + route * 4):
        no_value()
    if g.unsettled != 0:
        return 0
    if count < 0 or count > 65535:
        trap()
    if count >= at.COUNTS:
        begin_search(route, who, 0)
        return searched(board, start, count)
    cell = at.FOUND_ENDS + ((route * at.SPACES + narrow(start) - at.FIRST_SPACE) * at.COUNTS + narrow(count)) * 4
    entry = load32(cell)
    while entry != 0:
        begin_search(route, who, 0)
        if still_so(entry):
            length = load32(entry + 8) * 8
            address = reserve(length // 8)
            copy(address, entry + 16 + load32(entry + 4) * 8, length)
            return handle(address, length // 8)
        entry = load32(entry)
    begin_search(route, who, 0)
    if g.memo == 0 or g.memo + at.MOST_ENTRY > at.FOUND_ENDS_END:
        fill(at.FOUND_ENDS, 0, at.KEPT_ENDS - at.FOUND_ENDS)
        g.memo = at.KEPT_ENDS
    entry = g.memo
    g.noting = entry + 16
    found = searched(board, start, count)
    if g.noting <= entry + 16 + at.MOST_NOTED * 8:
        store32(entry, load32(cell))
        store32(entry + 4, (g.noting - entry - 16) // 8)
        store32(entry + 8, count_of(found))
        copy(g.noting, narrow(found), count_of(found) * 8)
        store32(cell, entry)
        g.memo = g.noting + count_of(found) * 8
    g.noting = 0
    return found


def still_so(entry: i32) -> i32:
    """Does the table give the same answers as when this was found out?"""
    for k in range(0, load32(entry + 4)):
        key = load64(entry + 16 + k * 8)
        a = narrow(key) & 65535
        b = narrow(key >> 16) & 65535
        if at_table((narrow(key >> 56) & 127) - 8, a, b, (narrow(key >> 32) & 65535) - 1) != narrow(key >> 63):
            return 0
    return 1


def searched(board: i32, start: i64, count: i64) -> i64:
    """The same by looking at every way; for `board` see `legs`."""
    first = load32(board)
    spaces = load32(board + 4) - first + 1
    reached = reserve(spaces)
    fill(reached, 0, spaces * 8)
    edge = reserve(8192)
    store64(edge, packed(narrow(start), -1, narrow(count), 0))
    remembered(load64(edge))
    waiting = 1
    while waiting > 0:
        waiting -= 1
        journey = load64(edge + waiting * 8)
        if may_end(journey):
            store64(reached + (here_of(journey) - first) * 8, 1)
        if narrow(journey >> 48) & 2 == 0:
            arena = g.arena
            after = ways(journey)
            for k in range(0, count_of(after)):
                met = g.found
                remembered(at_index(after, k))
                if g.found != met:
                    store64(edge + waiting * 8, at_index(after, k))
                    waiting += 1
            g.arena = arena
    to = reached
    for k in range(0, spaces):
        if load64(reached + k * 8) != 0:
            store64(to, unsigned(first + k))
            to += 8
    g.arena = to
    return handle(reached, (to - reached) // 8)
