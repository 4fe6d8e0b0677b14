"""A simultaneous step through the eyes of a seat: its own things as they are, the rest as when the step began; as
observation/view.py has it.

In:  a seat, and the position in the middle of the step.
Out: the position as the seat sees it, for as long as it looks; `at.SIDE` holds the real one.
"""

from interpreter.engine.compiled.runtime.lists import at_index, count_of
from interpreter.engine.compiled.runtime.wasm import (
    at,
    copy,
    ctz,
    fill,
    g,
    i32,
    load8,
    load16,
    load32,
    load64,
    narrow,
    store8,
    store16,
    store32,
    store64,
    unsigned,
)
from interpreter.engine.compiled.runtime.zones import row


def stand_apart(seat: i32) -> None:
    """Makes the position what a seat sees. Marks: 1 lay with it when the step began, 2 lies where it has put it, then or since,
    4 lies there now."""
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
