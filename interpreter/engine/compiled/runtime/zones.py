"""Zones: what lies where, what moves, and who knows whose face afterwards; as engine/movement.py has it.

In:  components, zones by number; `end`: 0 as the zone has it, 1 top, 2 bottom; `face`: 0 as the zone has it, 1 up, 2 down.
Out: the position changed.
"""

from interpreter.engine.compiled.runtime.lists import at_index, count_of, handle, moved_row, reserve
from interpreter.engine.compiled.runtime.wasm import (
    at,
    copy,
    ctz,
    g,
    i32,
    i64,
    load8,
    load16,
    load16s,
    load32,
    load64,
    narrow,
    popcnt,
    store8,
    store16,
    store32,
    store64,
    trap,
    unsigned,
    wide,
)


def row(z: i32) -> i32:
    """Where it stands what never changes of a zone."""
    return at.ROWS + z * at.ROW


def sees(z: i32) -> i64:
    """Who sees its faces."""
    return load64(row(z) + 40)


def place(thing: i32) -> i32:
    """Where a component lies; -1 on its way."""
    return load16s(at.PLACES + thing * 2)


def known(thing: i32) -> i64:
    """Who knows its face."""
    if at.KNOWN_WIDTH == 1:
        return unsigned(load8(at.KNOWN + thing))
    if at.KNOWN_WIDTH == 2:
        return unsigned(load16(at.KNOWN + thing * 2))
    if at.KNOWN_WIDTH == 4:
        return unsigned(load32(at.KNOWN + thing * 4))
    return load64(at.KNOWN + thing * 8)


def set_known(thing: i32, seats: i64) -> None:
    """These know its face, and nobody else."""
    if at.KNOWN_WIDTH == 1:
        store8(at.KNOWN + thing, narrow(seats))
    elif at.KNOWN_WIDTH == 2:
        store16(at.KNOWN + thing * 2, narrow(seats))
    elif at.KNOWN_WIDTH == 4:
        store32(at.KNOWN + thing * 4, narrow(seats))
    else:
        store64(at.KNOWN + thing * 8, seats)


def loose(z: i32) -> i32:
    """How many lie in no order yet."""
    cell = load32(row(z) + 20)
    return load32(cell) if cell != 0 else 0


def set_loose(z: i32, count: i32) -> None:
    """So many lie in no order yet; one alone has its order."""
    cell = load32(row(z) + 20)
    if cell != 0:
        if count < 2:
            count = 0
        if at.CELL_WIDTH == 8:
            store64(cell, wide(count))
        else:
            store32(cell, count)


def size(z: i32) -> i32:
    """How many lie there."""
    of = row(z)
    words = load32(of + 12)
    address = load32(of)
    if words == 0:
        return load16(address)
    count = 0
    if words == 1:
        return narrow(popcnt(load64(address)))
    if words == 3:
        return narrow(popcnt(load64(address)) + popcnt(load64(address + 8)) + popcnt(load64(address + 16)))
    for k in range(0, words):
        count += narrow(popcnt(load64(address + k * 8)))
    return count


def raw(z: i32, turned: i32) -> i64:
    """What lies there, as core/state.py lists it, or turned round."""
    of = row(z)
    words = load32(of + 12)
    address = load32(of)
    count = size(z)
    made = reserve(count)
    if words == 0:
        for k in range(0, count):
            if turned:
                store64(made + k * 8, unsigned(load16(address + (count - k) * 2)))
            else:
                store64(made + k * 8, unsigned(load16(address + 2 + k * 2)))
        return handle(made, count)
    low = load32(of + 4)
    to = made
    for k in range(0, words):
        bits = load64(address + k * 8)
        while bits != 0:
            store64(to, unsigned(low + k * 64) + ctz(bits))
            bits = bits & (bits - 1)
            to += 8
    return handle(made, count)


def listed(z: i32) -> i64:
    """What lies there, from the top; nature may have to be asked for its order first."""
    if loose(z) > 1 and not g.lenient:
        unsettle(z)
        return 0
    return raw(z, load32(row(z) + 16) == 0)


def unsettle(z: i32) -> None:
    """The order of a zone is needed: what is carried out begins anew when nature has given it."""
    if g.unsettled == 0:
        g.unsettled = z + 1


def bit_of(of: i32, thing: i32) -> i32:
    """The place of a component among those of the zone's kind; others cannot lie there."""
    bit = thing - load32(of + 4)
    if bit < 0 or bit >= load32(of + 8):
        trap()
    return bit


def index_of(address: i32, thing: i32) -> i32:
    """Where a component stands in an ordered zone."""
    k = 0
    while load16(address + 2 + k * 2) != thing:
        k += 1
    return k


def take_out(thing: i32) -> i32:
    """Removes a component from where it lies; gives back the zone."""
    z = place(thing)
    of = row(z)
    address = load32(of)
    store16(at.PLACES + thing * 2, -1)
    if load32(of + 12) != 0:
        bit = bit_of(of, thing)
        address += (bit // 64) * 8
        store64(address, load64(address) & ~(unsigned(1) << unsigned(bit % 64)))
        return z
    count = load16(address)
    k = index_of(address, thing)
    unordered = loose(z)
    if unordered != 0 and k < unordered:
        set_loose(z, unordered - 1)
    if k + 1 < count:
        copy(address + 2 + k * 2, address + 4 + k * 2, (count - 1 - k) * 2)
    store16(address, count - 1)
    return z


def put_in(thing: i32, z: i32, end: i32, face: i32) -> None:
    """Lays a component into a zone, and shows it to those who see its face there."""
    of = row(z)
    address = load32(of)
    bit = bit_of(of, thing)
    if load32(of + 12) != 0:
        address += (bit // 64) * 8
        store64(address, load64(address) | (unsigned(1) << unsigned(bit % 64)))
    else:
        count = load16(address)
        at_end = end != 1 if load32(of + 16) == 1 else end != 2
        if at_end:
            store16(address + 2 + count * 2, thing)
        else:
            copy(address + 4, address + 2, count * 2)
            store16(address + 2, thing)
        store16(address, count + 1)
    store16(at.PLACES + thing * 2, z)
    if face != 2:
        shown = sees(z)
        if face == 1:
            shown = at.EVERYONE
        set_known(thing, known(thing) | shown)


def lose_track(z: i32, moved: i32, to: i32, face: i32) -> None:
    """Some of an unordered zone are taken: who sees neither end no longer knows which."""
    if face == 1:
        return
    there: i64 = 0
    if face == 0:
        there = sees(to)
    everyone: i64 = at.EVERYONE
    blind = everyone & ~(sees(z) | there)
    if blind != 0 and moved < size(z):
        of = row(z)
        address = load32(of)
        low = load32(of + 4)
        for k in range(0, load32(of + 12)):
            bits = load64(address + k * 8)
            while bits != 0:
                thing = low + k * 64 + narrow(ctz(bits))
                set_known(thing, known(thing) & ~blind)
                bits = bits & (bits - 1)


def forget(z: i32) -> None:
    """A shuffle: nobody knows which card is which, except in a zone whose faces they see."""
    things = raw(z, 0)
    seen = sees(z)
    for k in range(0, count_of(things)):
        set_known(narrow(at_index(things, k)), seen)


def loosen(z: i32) -> None:
    """Nature gives the order when it is needed; until then things lie by their numbers."""
    of = row(z)
    if load32(of + 20) == 0:
        return
    address = load32(of)
    count = load16(address)
    sort_things(address + 2, count)
    set_loose(z, count)


def sort_things(address: i32, count: i32) -> None:
    """Things of an ordered zone by their numbers."""
    for k in range(1, count):
        value = load16(address + k * 2)
        j = k
        while j > 0 and load16(address + j * 2 - 2) > value:
            store16(address + j * 2, load16(address + j * 2 - 2))
            j -= 1
        store16(address + j * 2, value)


def needs_order(z: i32, end: i32) -> i32:
    """Does something laid at this end come to lie beyond cards that have no order yet?"""
    return loose(z) > 1 and end == (1 if load32(row(z) + 16) == 1 else 2)


def is_shared(z: i32) -> i32:
    """An ordered zone that belongs to nobody."""
    return load32(row(z) + 28)


def relocate(thing: i32, z: i32, end: i32, face: i32) -> None:
    """From where it lies to a zone, at once or, out of a branch, when all branches are done."""
    source = place(thing)
    if source == z and load32(row(z) + 16) == 2:
        return
    take_out(thing)
    if g.branch >= 0 and g.branch != load32(row(z) + 24) and not is_shared(z):
        send(thing, z, end, face)
    else:
        put_in(thing, z, end, face)


def send(thing: i32, z: i32, end: i32, face: i32) -> None:
    """What a branch moves to others waits until all are done."""
    count = load32(at.PENDINGS)
    to = at.PENDING + count * at.PENDING_ROW
    store8(to, g.branch)
    store8(to + 1, end)
    store8(to + 2, face)
    store16(to + 4, thing)
    store16(to + 6, z)
    store32(at.PENDINGS, count + 1)


def pour(source: i32, z: i32, face: i32) -> None:
    """Everything in one unordered zone goes to another; nobody loses track of any."""
    of = row(source)
    address = load32(of)
    low = load32(of + 4)
    to = row(z)
    away = g.branch >= 0 and g.branch != load32(to + 24)
    shown: i64 = 0
    if face == 1:
        shown = at.EVERYONE
    elif face == 0:
        shown = sees(z)
    alike = load32(to + 4) == low and load32(to + 8) == load32(of + 8)
    for k in range(0, load32(of + 12)):
        bits = load64(address)
        if bits != 0:
            store64(address, 0)
            if alike and not away:
                into = load32(to) + k * 8
                store64(into, load64(into) | bits)
            while bits != 0:
                thing = low + k * 64 + narrow(ctz(bits))
                bits = bits & (bits - 1)
                if away:
                    store16(at.PLACES + thing * 2, -1)
                    send(thing, z, 0, face)
                elif alike:
                    store16(at.PLACES + thing * 2, z)
                    set_known(thing, known(thing) | shown)
                else:
                    put_in(thing, z, 0, face)
        address += 8


def move_all(moved: i64, z: i32, end: i32, face: i32) -> None:
    """Who can follow which card is settled before the first one moves."""
    count = count_of(moved)
    source = place(narrow(at_index(moved, 0)))
    if count == 1:
        if load32(row(source) + 16) == 2:
            lose_track(source, 1, z, face)
        relocate(narrow(at_index(moved, 0)), z, end, face)
        return
    several = 0
    for k in range(1, count):
        if place(narrow(at_index(moved, k))) != source:
            several = 1
    if several or count < size(source):
        for k in range(0, count):
            source = place(narrow(at_index(moved, k)))
            if load32(row(source) + 16) == 2 and first_from(moved, k, source):
                lose_track(source, how_many_from(moved, source), z, face)
    if not several and load32(row(source) + 12) != 0 and load32(row(z) + 12) != 0 and source != z:
        move_bits(moved, source, z, face)
        return
    for k in range(0, count):
        relocate(narrow(at_index(moved, k)), z, end, face)


def move_bits(moved: i64, source: i32, z: i32, face: i32) -> None:
    """Things of one unordered zone go to another."""
    of = row(source)
    to = row(z)
    away = g.branch >= 0 and g.branch != load32(to + 24)
    shown: i64 = 0
    if face == 1:
        shown = at.EVERYONE
    elif face == 0:
        shown = sees(z)
    for k in range(0, count_of(moved)):
        thing = narrow(at_index(moved, k))
        bit = thing - load32(of + 4)
        word = load32(of) + (bit // 64) * 8
        if load64(word) & (unsigned(1) << unsigned(bit % 64)) != 0:
            store64(word, load64(word) & ~(unsigned(1) << unsigned(bit % 64)))
            if away:
                store16(at.PLACES + thing * 2, -1)
                send(thing, z, 0, face)
            else:
                store16(at.PLACES + thing * 2, z)
                bit = bit_of(to, thing)
                word = load32(to) + (bit // 64) * 8
                store64(word, load64(word) | (unsigned(1) << unsigned(bit % 64)))
                set_known(thing, known(thing) | shown)


def first_from(moved: i64, before: i32, source: i32) -> i32:
    """Does none before it lie in this zone?"""
    for k in range(0, before):
        if place(narrow(at_index(moved, k))) == source:
            return 0
    return 1


def how_many_from(moved: i64, source: i32) -> i32:
    """How many of these lie in a zone."""
    found = 0
    for k in range(0, count_of(moved)):
        found += place(narrow(at_index(moved, k))) == source
    return found


def fitting(moved: i64, z: i32, if_possible: i32) -> i64:
    """What will move: all of it, unless the zone holds less and the rule says `if possible`; what lies nowhere cannot."""
    most = load32(row(z) + 32)
    room = most - size(z)
    kept = 0
    for k in range(0, count_of(moved)):
        thing = at_index(moved, k)
        if thing < 0 or thing >= at.THINGS:
            trap()
        if place(narrow(thing)) < 0:
            trap()
    if most < 0:
        return moved
    for k in range(0, count_of(moved)):
        if place(narrow(at_index(moved, k))) != z and kept >= room:
            if not if_possible:
                trap()
            return handle(narrow(moved), kept)
        kept += 1
    return moved


def must_wait(moved: i64, z: i32) -> i32:
    """Is a shared pile touched, when it is not this branch's turn there?"""
    if g.permitted:
        return 0
    if is_shared(z):
        return 1
    for k in range(0, count_of(moved)):
        thing = at_index(moved, k)
        if thing < 0:
            trap()
        source = place(narrow(thing))
        if source >= 0 and is_shared(source):
            return 1
    return 0


def came_from(moved: i64, z: i32) -> i64:
    """For each thing that is about to move: itself, from where, to where."""
    count = count_of(moved)
    address = reserve(count)
    for k in range(0, count):
        thing = narrow(at_index(moved, k))
        store64(address + k * 8, moved_row(thing, place(thing), z))
    return handle(address, count)


def room_in(z: i32) -> i32:
    """Is there room for one more?"""
    return load32(row(z) + 32) < 0 or size(z) < load32(row(z) + 32)


def refill(z: i32) -> i32:
    """An empty pile that is refilled takes all of the other zone, shuffled."""
    other = load32(row(z) + 36)
    if other < 0 or size(other) == 0:
        return 0
    shuffle_into(other, z)
    return 1


def shuffle_into(z: i32, into: i32) -> i64:
    """All of a zone goes into another, which is shuffled; what has moved."""
    things: i64 = 0
    if z != into:
        things = raw(z, 0)
        for k in range(0, count_of(things)):
            take_out(narrow(at_index(things, k)))
            put_in(narrow(at_index(things, k)), into, 0, 0)
    forget(into)
    loosen(into)
    count = count_of(things)
    address = reserve(count)
    for k in range(0, count):
        store64(address + k * 8, moved_row(narrow(at_index(things, k)), z, into))
    return handle(address, count)


def top_is_loose(z: i32) -> i32:
    """Has the next to be drawn no order yet?"""
    unordered = loose(z)
    if unordered < 2:
        return 0
    return load32(row(z) + 16) != 0 or unordered == size(z)


def draw_one(source: i32, to: i32) -> i64:
    """The next thing; what has moved."""
    of = row(source)
    address = load32(of)
    if load32(of + 12) != 0:
        thing = narrow(at_index(raw(source, 0), 0))
        lose_track(source, 1, to, 0)
        relocate(thing, to, 0, 0)
    elif load32(of + 16) == 0 and source != to:
        count = load16(address)
        thing = load16(address + count * 2)
        store16(address, count - 1)
        arrive(thing, to, 0, 0)
    else:
        thing = load16(address + 2)
        relocate(thing, to, 0, 0)
    return moved_row(thing, source, to)


def arrive(thing: i32, z: i32, end: i32, face: i32) -> None:
    """What was taken out of an ordered zone comes to another, at once or, out of a branch, when all branches are done."""
    if g.branch >= 0 and g.branch != load32(row(z) + 24) and not is_shared(z):
        store16(at.PLACES + thing * 2, -1)
        send(thing, z, end, face)
    else:
        put_in(thing, z, end, face)


def settle(z: i32, order: i64) -> None:
    """The cards nature names lie uppermost among those that had no order; the rest keeps none."""
    of = row(z)
    address = load32(of)
    unordered = loose(z)
    named = count_of(order)
    left = 0
    for k in range(0, unordered if named < unordered else 0):
        thing = load16(address + 2 + k * 2)
        if not is_named(order, thing):
            store16(address + 2 + left * 2, thing)
            left += 1
    for k in range(0, named):
        thing = narrow(at_index(order, named - 1 - k if load32(of + 16) == 0 else k))
        store16(address + 2 + (left + k) * 2, thing)
    set_loose(z, left)


def is_named(order: i64, thing: i32) -> i32:
    """Is it among these?"""
    for k in range(0, count_of(order)):
        if narrow(at_index(order, k)) == thing:
            return 1
    return 0


def loose_things(z: i32) -> i64:
    """Those that have no order yet, by their numbers."""
    address = load32(row(z)) + 2
    count = loose(z)
    made = reserve(count)
    for k in range(0, count):
        value = unsigned(load16(address + k * 2))
        j = k
        while j > 0 and load64(made + j * 8 - 8) > value:
            store64(made + j * 8, load64(made + j * 8 - 8))
            j -= 1
        store64(made + j * 8, value)
    return handle(made, count)


def deliver() -> i32:
    """What branches have sent arrives, in seat order; 0 if nature has to be asked first."""
    count = load32(at.PENDINGS)
    for k in range(0, count):
        sent = at.PENDING + k * at.PENDING_ROW
        if needs_order(load16(sent + 6), load8(sent + 1)):
            unsettle(load16(sent + 6))
            return 0
    last = 0
    sorted_ = 1
    for k in range(0, count):
        seat = load8(at.PENDING + k * at.PENDING_ROW)
        if seat < last:
            sorted_ = 0
        last = seat
    if sorted_:
        for k in range(0, count):
            put_sent(at.PENDING + k * at.PENDING_ROW)
    else:
        for seat in range(0, at.SEATS):
            for k in range(0, count):
                if load8(at.PENDING + k * at.PENDING_ROW) == seat:
                    put_sent(at.PENDING + k * at.PENDING_ROW)
    store32(at.PENDINGS, 0)
    return 1


def put_sent(sent: i32) -> None:
    """One thing that was sent arrives."""
    z = load16(sent + 6)
    if not room_in(z):
        trap()
    put_in(load16(sent + 4), z, load8(sent + 1), load8(sent + 2))


def exchange_part(z: i32, to: i32) -> i64:
    """What goes from a zone to the one that it is exchanged with, in the order in which it is laid down."""
    of = row(z)
    turned = load32(of + 16) != load32(row(to) + 16)
    if loose(z) > 1 and turned and load32(row(to) + 16) != 2:
        unsettle(z)
        return 0
    most = load32(row(to) + 32)
    if most >= 0 and size(z) > most:
        trap()
    return raw(z, turned and load32(of + 16) != 2)


def exchange(first: i32, second: i32) -> i64:
    """Each zone's things keep their order from the top; what has moved. Nothing is done if nature has to be asked first."""
    there = exchange_part(first, second)
    here = exchange_part(second, first)
    if g.unsettled != 0:
        return 0
    loose_there = loose(first)
    loose_here = loose(second)
    for k in range(0, count_of(there)):
        take_out(narrow(at_index(there, k)))
    for k in range(0, count_of(here)):
        take_out(narrow(at_index(here, k)))
    total = count_of(there) + count_of(here)
    address = reserve(total)
    to = address
    for k in range(0, count_of(there)):
        put_in(narrow(at_index(there, k)), second, 0, 0)
        store64(to, moved_row(narrow(at_index(there, k)), first, second))
        to += 8
    set_loose(second, loose_there)
    for k in range(0, count_of(here)):
        put_in(narrow(at_index(here, k)), first, 0, 0)
        store64(to, moved_row(narrow(at_index(here, k)), second, first))
        to += 8
    set_loose(first, loose_here)
    return handle(address, total)


def reveal(things: i64, seats: i64) -> None:
    """These seats know the faces of these things."""
    for k in range(0, count_of(things)):
        thing = narrow(at_index(things, k))
        if thing < 0:
            trap()
        set_known(thing, known(thing) | seats)


def move_one(thing: i64, z: i32, end: i32, face: i32) -> None:
    """One thing goes to a zone that holds any number."""
    if thing < 0 or thing >= at.THINGS:
        trap()
    one = narrow(thing)
    source = place(one)
    if source < 0:
        trap()
    of = row(source)
    words = load32(of + 12)
    if words == 0:
        relocate(one, z, end, face)
        return
    if source == z:
        lose_track(source, 1, z, face)
        return
    address = load32(of)
    bit = bit_of(of, one)
    word = address + (bit // 64) * 8
    left = load64(word) & ~(unsigned(1) << unsigned(bit % 64))
    if face == 0 or face == 2:
        lose_track(source, 1, z, face)
    store64(word, left)
    arrive(one, z, end, face)


def one_must_wait(thing: i64, z: i32) -> i32:
    """Does moving a thing touch a shared pile, in a branch whose turn it is not?"""
    if g.branch < 0 or g.permitted:
        return 0
    if is_shared(z):
        return 1
    if thing < 0:
        trap()
    source = place(narrow(thing))
    return source >= 0 and is_shared(source)


def nth_of(z: i32, k: i32) -> i64:
    """The k-th thing of an unordered zone, counted from 0."""
    of = row(z)
    address = load32(of)
    low = load32(of + 4)
    bits = load64(address)
    count = narrow(popcnt(bits))
    while k >= count:
        k -= count
        address += 8
        low += 64
        bits = load64(address)
        count = narrow(popcnt(bits))
    while k > 0:
        bits = bits & (bits - 1)
        k -= 1
    return unsigned(low) + ctz(bits)
