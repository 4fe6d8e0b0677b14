"""The answers of a decision, and cards that look the same to whoever chooses; as engine/questions.py and engine/unseen.py
have it.

In:  lists of things, how many may be taken, seats.
Out: lists of options. More than MOST_OPTIONS are left to the reference engine to speak of.
"""

from interpreter.engine.compiled.runtime.lists import (
    at_index,
    binomial,
    chosen,
    count_of,
    handle,
    has,
    identity,
    less,
    next_group,
    reserve,
    same,
    sort,
)
from interpreter.engine.compiled.runtime.wasm import (
    at,
    copy,
    g,
    i32,
    i64,
    load32,
    load64,
    narrow,
    store32,
    store64,
    trap,
    unsigned,
    wide,
)
from interpreter.engine.compiled.runtime.zones import known, place, row


def most_of(things: i64, most: i64) -> i32:
    """No more can be taken than there are."""
    if most > unsigned(count_of(things)):
        return count_of(things)
    if most < 0:
        return -1
    return narrow(most)


def group_count(things: i64, least: i64, most: i64) -> i32:
    """How many groups there are; too many are a trap."""
    total = 0
    size = narrow(least)
    while size <= most_of(things, most):
        if size >= 0:
            total += binomial(count_of(things), size)
        if total > at.MOST_OPTIONS:
            trap()
        size += 1
    return total


def some_of(things: i64, least: i64, most: i64) -> i64:
    """Some of the things, from so many to so many: groups by their indices, a shorter one before what begins so."""
    total = group_count(things, least, most)
    high = most_of(things, most)
    count = count_of(things)
    address = reserve(total)
    to = address
    indices = identity(count + 1)
    used = 0
    if least <= 0 and high >= 0:
        store64(to, 0)
        to += 8
    if high < 1 or count < 1:
        return handle(address, (to - address) // 8)
    store32(indices, 0)
    used = 1
    while used > 0:
        if unsigned(used) >= least:
            store64(to, chosen(things, indices, used))
            to += 8
        last = load32(indices + used * 4 - 4)
        if used < high and last + 1 < count:
            store32(indices + used * 4, last + 1)
            used += 1
        else:
            while used > 0 and load32(indices + used * 4 - 4) + 1 >= count:
                used -= 1
            if used > 0:
                store32(indices + used * 4 - 4, load32(indices + used * 4 - 4) + 1)
    return handle(address, (to - address) // 8)


def sized_groups(things: i64, least: i64, most: i64) -> i64:
    """The same, smaller groups first."""
    total = group_count(things, least, most)
    address = reserve(total)
    to = address
    size = narrow(least)
    while size <= most_of(things, most):
        left = binomial(count_of(things), size)
        indices = identity(count_of(things))
        while left > 0:
            store64(to, chosen(things, indices, size))
            next_group(indices, size, count_of(things))
            to += 8
            left -= 1
        size += 1
    return handle(address, (to - address) // 8)


# ------------------------------------------------------------------ parts


def how_many_divisions(count: i32, sizes: i32, parts: i32) -> i32:
    """In how many ways things can be divided; `sizes` holds the fewest and the most of each part."""
    if parts == 0:
        return count == 0
    total = 0
    size = load32(sizes)
    if size < 0:
        size = 0
    most = load32(sizes + 4)
    while size <= most and size <= count:
        ways = how_many_divisions(count - size, sizes + 8, parts - 1)
        if ways > 0:
            found = wide(ways) * wide(binomial(count, size)) + wide(total)
            if found > at.MOST_OPTIONS:
                trap()
            total = narrow(found)
        size += 1
    return total


def divisions(things: i64, sizes: i32, parts: i32) -> i64:
    """Every way to divide things into parts."""
    total = how_many_divisions(count_of(things), sizes, parts)
    address = reserve(total)
    taken = reserve(parts)
    g.filling = address
    divide(things, sizes, parts, taken, taken)
    return handle(address, total)


def divide(things: i64, sizes: i32, parts: i32, first: i32, to: i32) -> None:
    """Takes the next part in every way; `first` is where the parts stand, `to` where the next one comes to stand."""
    count = count_of(things)
    if parts == 0:
        if count == 0:
            length = to - first
            made = reserve(length // 8)
            copy(made, first, length)
            store64(g.filling, handle(made, length // 8))
            g.filling = g.filling + 8
        return
    size = load32(sizes)
    most = load32(sizes + 4)
    if size < 0:
        trap()
    while size <= most and size <= count:
        left = binomial(count, size)
        indices = identity(count)
        while left > 0:
            store64(to, chosen(things, indices, size))
            divide(others(things, indices, size), sizes + 8, parts - 1, first, to + 8)
            next_group(indices, size, count)
            left -= 1
        size += 1


def others(things: i64, indices: i32, size: i32) -> i64:
    """The things whose indices are not among these, which are in order."""
    count = count_of(things)
    address = reserve(count - size)
    to = address
    k = 0
    for j in range(0, count):
        if k < size and load32(indices + k * 4) == j:
            k += 1
        else:
            store64(to, at_index(things, j))
            to += 8
    return handle(address, count - size)


# ------------------------------------------------------------------ what looks the same


def unseen(thing: i64, seat: i32) -> i32:
    """Does it lie in an unordered zone, its face unknown to the seat?"""
    if thing < 0:
        return 0
    z = place(narrow(thing))
    if z < 0:
        return 0
    if load32(row(z) + 16) != 2:
        return 0
    return narrow(known(narrow(thing)) >> unsigned(seat)) & 1 == 0


def any_unseen(value: i64, seat: i32, depth: i32) -> i32:
    """The same of a thing, or of any of several."""
    if depth == 0:
        return unseen(value, seat)
    for k in range(0, count_of(value)):
        if any_unseen(at_index(value, k), seat, depth - 1):
            return 1
    return 0


def unseen_last(things: i64, seat: i32) -> i64:
    """Those first that the seat knows, the others zone by zone."""
    count = count_of(things)
    if not any_unseen(things, seat, 1):
        return things
    keys = reserve(count)
    address = reserve(count)
    for k in range(0, count):
        thing = at_index(things, k)
        key: i64 = 0
        if unseen(thing, seat):
            key = wide(place(narrow(thing)) + 1)
        j = k
        while j > 0 and load64(keys + j * 8 - 8) > key:
            store64(keys + j * 8, load64(keys + j * 8 - 8))
            store64(address + j * 8, load64(address + j * 8 - 8))
            j -= 1
        store64(keys + j * 8, key)
        store64(address + j * 8, thing)
    return handle(address, count)


def looks(value: i64, seat: i32, depth: i32, unordered: i32) -> i64:
    """How a value looks to a seat: of a thing that it cannot see, only the zone. `unordered`: a bit for each depth whose
    order means nothing, that of the value itself first."""
    if depth == 0:
        if unseen(value, seat):
            return (unsigned(1) << 40) + wide(place(narrow(value)))
        return value
    count = count_of(value)
    address = reserve(count)
    for k in range(0, count):
        store64(address + k * 8, looks(at_index(value, k), seat, depth - 1, unordered >> 1))
    if unordered & 1:
        sort(address, count, depth - 1)
    return handle(address, count)


def told_apart(values: i64, seat: i32, depth: i32, unordered: i32, ordered: i32) -> i64:
    """One of those that look the same to the seat; `ordered`: by how they look, and not as they come."""
    if not any_unseen(values, seat, depth + 1):
        return values
    count = count_of(values)
    if depth == 0:
        return told_apart_things(values, seat)
    seen = reserve(count)
    kept = reserve(count)
    found = 0
    for k in range(0, count):
        look = looks(at_index(values, k), seat, depth, unordered)
        if not has(handle(seen, found), look, depth):
            j = found
            while ordered and j > 0 and less(look, load64(seen + j * 8 - 8), depth):
                store64(seen + j * 8, load64(seen + j * 8 - 8))
                store64(kept + j * 8, load64(kept + j * 8 - 8))
                j -= 1
            store64(seen + j * 8, look)
            store64(kept + j * 8, at_index(values, k))
            found += 1
    return handle(kept, found)


def told_apart_things(values: i64, seat: i32) -> i64:
    """Single things: those that the seat knows, then one of each zone, zone by zone."""
    count = count_of(values)
    address = reserve(count)
    found = 0
    for k in range(0, count):
        if not unseen(at_index(values, k), seat):
            store64(address + found * 8, at_index(values, k))
            found += 1
    apart = found
    for k in range(0, count):
        thing = at_index(values, k)
        if unseen(thing, seat):
            z = place(narrow(thing))
            j = found
            while j > apart and place(narrow(load64(address + j * 8 - 8))) > z:
                j -= 1
            if j == apart or place(narrow(load64(address + j * 8 - 8))) != z:
                copy(address + j * 8 + 8, address + j * 8, (found - j) * 8)
                store64(address + j * 8, thing)
                found += 1
    return handle(address, found)


def members_of(offers: i64) -> i64:
    """The members for which free actions are open."""
    count = count_of(offers)
    address = reserve(count)
    for k in range(0, count):
        store64(address + k * 8, wide(narrow(at_index(offers, k))))
    return handle(address, count)


def offers_apart(before: i64, found: i64, seat: i32) -> i64:
    """The open offers of one free action behind others, for cards that look the same once."""
    if count_of(found) == 0:
        return before
    number = (at_index(found, 0) >> 32) << 32
    apart = told_apart_things(members_of(found), seat)
    for k in range(0, count_of(apart)):
        before = with_last(before, number | unsigned(narrow(at_index(apart, k))))
    return before


def looking_like(values: i64, value: i64, seat: i32, depth: i32, unordered: i32) -> i64:
    """The values that look the same as one."""
    count = count_of(values)
    address = reserve(count)
    found = 0
    look = looks(value, seat, depth, unordered)
    for k in range(0, count):
        if same(looks(at_index(values, k), seat, depth, unordered), look, depth):
            store64(address + found * 8, at_index(values, k))
            found += 1
    return handle(address, found)


def with_last(values: i64, value: i64) -> i64:
    """One more at the end."""
    count = count_of(values)
    address = reserve(count + 1)
    copy(address, narrow(values), count * 8)
    store64(address + count * 8, value)
    return handle(address, count + 1)


def things_of(moved: i64) -> i64:
    """The things of what has moved."""
    count = count_of(moved)
    address = reserve(count)
    for k in range(0, count):
        store64(address + k * 8, at_index(moved, k) & 65535)
    return handle(address, count)


def put_here(values: i64, to: i32) -> None:
    """Members, from an address on."""
    copy(to, narrow(values), count_of(values) * 8)


def parts_by(things: i64, ways: i64) -> i64:
    """Things divided as the indices in each part say."""
    count = count_of(ways)
    address = reserve(count)
    for k in range(0, count):
        part = at_index(ways, k)
        size = count_of(part)
        made = reserve(size)
        for j in range(0, size):
            store64(made + j * 8, at_index(things, narrow(at_index(part, j))))
        store64(address + k * 8, handle(made, size))
    return handle(address, count)
