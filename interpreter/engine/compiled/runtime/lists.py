"""Lists: made, compared, joined, ordered, and kept in a position.

In:  values, as layout.py has them; `depth` says how many lists lie inside one another: 0 for a number.
Out: values. What is made here lies where the next op makes its own lists, until `keep` copies it to where frames' lists lie.
"""

from interpreter.engine.compiled.runtime.wasm import (
    at,
    below_unsigned,
    copy,
    g,
    grow,
    i32,
    i64,
    load32,
    load64,
    narrow,
    pages,
    store32,
    store64,
    trap,
    unsigned,
)


def reserve(count: i32) -> i32:
    """Room for so many members; its address."""
    address = g.arena
    g.arena = address + count * 8
    if below_unsigned(g.room, g.arena):
        more_room()
    return address


def more_room() -> None:
    """More pages; what needs more than all of them is left to the reference engine."""
    if below_unsigned(g.arena, g.scratch):
        trap()
    wanted = ((g.arena - g.room) // 65536) + 1
    if pages() + wanted > at.MOST_PAGES or grow(wanted) < 0:
        trap()
    g.room = pages() * 65536


def handle(address: i32, count: i32) -> i64:
    """A list."""
    return (unsigned(count) << 32) | unsigned(address)


def count_of(value: i64) -> i32:
    """How many members a list has."""
    return narrow(value >> 32)


def at_index(value: i64, k: i32) -> i64:
    """A member, counted from 0; nobody looks whether it is there."""
    return load64(narrow(value) + k * 8)


def rest(value: i64) -> i64:
    """All but the first."""
    return handle(narrow(value) + 8, count_of(value) - 1)


def one(value: i64) -> i64:
    """A list of one."""
    address = reserve(1)
    store64(address, value)
    return handle(address, 1)


def same(a: i64, b: i64, depth: i32) -> i32:
    """Are two values the same?"""
    if a == b:
        return 1
    if depth == 0 or a < 0 or b < 0:
        return 0
    count = count_of(a)
    if count != count_of(b):
        return 0
    for k in range(0, count):
        if not same(at_index(a, k), at_index(b, k), depth - 1):
            return 0
    return 1


def has(things: i64, value: i64, depth: i32) -> i32:
    """Is a value of this depth a member?"""
    address = narrow(things)
    end = address + count_of(things) * 8
    if depth == 0:
        while address < end:
            if load64(address) == value:
                return 1
            address += 8
        return 0
    while address < end:
        if same(load64(address), value, depth):
            return 1
        address += 8
    return 0


def same_set(a: i64, b: i64, depth: i32) -> i32:
    """As many, and the same but for their order; `depth` is that of the members."""
    count = count_of(a)
    if a < 0 or b < 0:
        return a == b
    if count != count_of(b):
        return 0
    for k in range(0, count):
        if not has(b, at_index(a, k), depth) or not has(a, at_index(b, k), depth):
            return 0
    return 1


def distinct(things: i64, depth: i32) -> i64:
    """Each member once, where it comes first."""
    count = count_of(things)
    address = reserve(count)
    found = 0
    for k in range(0, count):
        value = at_index(things, k)
        if not has(handle(address, found), value, depth):
            store64(address + found * 8, value)
            found += 1
    return handle(address, found)


def joined(a: i64, b: i64) -> i64:
    """One behind the other."""
    first = count_of(a)
    second = count_of(b)
    address = reserve(first + second)
    copy(address, narrow(a), first * 8)
    copy(address + first * 8, narrow(b), second * 8)
    return handle(address, first + second)


def without_one(things: i64, value: i64, depth: i32) -> i64:
    """Without the first that is this value."""
    count = count_of(things)
    for k in range(0, count):
        if same(at_index(things, k), value, depth):
            address = reserve(count - 1)
            copy(address, narrow(things), k * 8)
            copy(address + k * 8, narrow(things) + k * 8 + 8, (count - 1 - k) * 8)
            return handle(address, count - 1)
    return things


def without_all(things: i64, others: i64, depth: i32) -> i64:
    """Without one for each of the others."""
    left = things
    for k in range(0, count_of(others)):
        left = without_one(left, at_index(others, k), depth)
    return left


def reversed_list(things: i64) -> i64:
    """The last first."""
    count = count_of(things)
    address = reserve(count)
    for k in range(0, count):
        store64(address + k * 8, at_index(things, count - 1 - k))
    return handle(address, count)


def less(a: i64, b: i64, depth: i32) -> i32:
    """Does a come before b? Lists are compared member by member."""
    if depth == 0 or a < 0 or b < 0:
        return a < b
    first = count_of(a)
    second = count_of(b)
    for k in range(0, first):
        if k >= second:
            return 0
        if less(at_index(a, k), at_index(b, k), depth - 1):
            return 1
        if less(at_index(b, k), at_index(a, k), depth - 1):
            return 0
    return first < second


def sorted_list(things: i64, depth: i32) -> i64:
    """The least first; `depth` is that of the members."""
    count = count_of(things)
    address = reserve(count)
    copy(address, narrow(things), count * 8)
    sort(address, count, depth)
    return handle(address, count)


def sort(address: i32, count: i32, depth: i32) -> None:
    """Puts members in order where they lie; equal ones stay as they were."""
    for k in range(1, count):
        value = load64(address + k * 8)
        j = k
        while j > 0 and less(value, load64(address + j * 8 - 8), depth):
            store64(address + j * 8, load64(address + j * 8 - 8))
            j -= 1
        store64(address + j * 8, value)


def interval(low: i64, high: i64) -> i64:
    """low .. high; more values than one list may have are left to the reference engine."""
    if high < low:
        return 0
    if high - low >= at.MOST_VALUES:
        trap()
    count = narrow(high - low) + 1
    address = reserve(count)
    for k in range(0, count):
        store64(address + k * 8, low + unsigned(k))
    return handle(address, count)


def first_of(things: i64) -> i64:
    """The first, if there is one."""
    if count_of(things) < 1:
        no_value()
        return 0
    return load64(narrow(things))


def last_of(things: i64) -> i64:
    """The last, if there is one."""
    count = count_of(things)
    if count < 1:
        no_value()
        return 0
    return at_index(things, count - 1)


def item_of(things: i64, index: i64) -> i64:
    """A member, counted from 1."""
    if index < 1 or index > unsigned(count_of(things)):
        no_value()
        return 0
    return at_index(things, narrow(index) - 1)


def no_value() -> None:
    """There is no value: the reference engine says why; unless nature has to be asked first, or there need be none."""
    if g.unsettled == 0:
        if g.mild:
            g.unsettled = -2
        else:
            trap()


# ------------------------------------------------------------------ orders and groups


def identity(count: i32) -> i32:
    """0, 1, 2 ... as numbers of 32 bits, where they can be changed."""
    address = reserve((count + 1) // 2)
    for k in range(0, count):
        store32(address + k * 4, k)
    return address


def chosen(things: i64, indices: i32, count: i32) -> i64:
    """The members at these indices."""
    address = reserve(count)
    for k in range(0, count):
        store64(address + k * 8, at_index(things, load32(indices + k * 4)))
    return handle(address, count)


def next_order(indices: i32, count: i32) -> i32:
    """The next order of the indices; 0 after the last."""
    k = count - 2
    while k >= 0 and load32(indices + k * 4) > load32(indices + k * 4 + 4):
        k -= 1
    if k < 0:
        return 0
    j = count - 1
    while load32(indices + j * 4) < load32(indices + k * 4):
        j -= 1
    exchange_numbers(indices + k * 4, indices + j * 4)
    low = k + 1
    high = count - 1
    while low < high:
        exchange_numbers(indices + low * 4, indices + high * 4)
        low += 1
        high -= 1
    return 1


def exchange_numbers(one_: i32, other: i32) -> None:
    """Two numbers of 32 bits change places."""
    value = load32(one_)
    store32(one_, load32(other))
    store32(other, value)


def next_group(indices: i32, size: i32, count: i32) -> i32:
    """The next choice of so many out of `count`; 0 after the last."""
    k = size - 1
    while k >= 0 and load32(indices + k * 4) == count - size + k:
        k -= 1
    if k < 0:
        return 0
    value = load32(indices + k * 4) + 1
    while k < size:
        store32(indices + k * 4, value)
        value += 1
        k += 1
    return 1


def factorial(count: i32) -> i32:
    """1 * 2 * ... ; more than may be listed is left to the reference engine."""
    product = 1
    for k in range(2, count + 1):
        product = product * k
        if product > at.MOST_OPTIONS:
            trap()
    return product


def orders(things: i64) -> i64:
    """All orders, the order given first."""
    count = count_of(things)
    total = factorial(count)
    address = reserve(total)
    indices = identity(count)
    for k in range(0, total):
        store64(address + k * 8, chosen(things, indices, count))
        next_order(indices, count)
    return handle(address, total)


def binomial(count: i32, size: i32) -> i32:
    """How many groups of so many there are, at most MOST_OPTIONS + 1."""
    if size < 0 or size > count:
        return 0
    found: i64 = 1
    for k in range(0, size):
        found = found * unsigned(count - k) // unsigned(k + 1)
        if found > at.MOST_OPTIONS:
            if k + 1 < count - size or k + 1 < size:
                return at.MOST_OPTIONS + 1
    return narrow(found)


def groups(things: i64, size: i64) -> i64:
    """All groups of so many."""
    count = count_of(things)
    if size < 0 or size > unsigned(count):
        return 0
    total = binomial(count, narrow(size))
    if total > at.MOST_OPTIONS:
        trap()
    address = reserve(total)
    indices = identity(count)
    for k in range(0, total):
        store64(address + k * 8, chosen(things, indices, narrow(size)))
        next_group(indices, narrow(size), count)
    return handle(address, total)


def few(things: i64) -> i64:
    """At most as many as `orders` and `groups` take."""
    if count_of(things) > at.MOST_ARRANGED:
        no_value()
        return 0
    return things


# ------------------------------------------------------------------ kept in a position


def keep(value: i64, depth: i32) -> i64:
    """A value that a frame can hold: lists are copied into the position, unless they lie there already or never change."""
    if depth == 0 or value < 0:
        return value
    count = count_of(value)
    if count == 0:
        return 0
    source = narrow(value)
    if below_unsigned(source, at.SCRATCH):
        return value
    address = load32(at.LISTS_TOP)
    if address + count * 8 > at.END:
        trap()
    store32(at.LISTS_TOP, address + count * 8)
    if depth == 1:
        if count < 8:
            for k in range(0, count):
                store64(address + k * 8, load64(source + k * 8))
        else:
            copy(address, source, count * 8)
    else:
        for k in range(0, count):
            store64(address + k * 8, keep(load64(source + k * 8), depth - 1))
    return handle(address, count)


def moved_row(thing: i32, source: i32, to: i32) -> i64:
    """What has moved, in one value: the thing, from where, and to where."""
    return unsigned(thing) | (unsigned(source) << 16) | (unsigned(to) << 32)


def reserve_behind(count: i32) -> i32:
    """Room for so many, behind one more."""
    return reserve(count + 1) + 8


def quotient(left: i64, right: i64) -> i64:
    """Rounded down."""
    found = divided(left, right)
    if found * right != left and (left < 0) != (right < 0):
        return found - 1
    return found


def divided(left: i64, right: i64) -> i64:
    """Rounded towards 0."""
    one_ = left
    other = right
    if left < 0:
        one_ = 0 - left
    if right < 0:
        other = 0 - right
    found = one_ // other
    if (left < 0) != (right < 0):
        return 0 - found
    return found


def modulo(left: i64, right: i64) -> i64:
    """What is left, with the sign of the divisor."""
    return left - quotient(left, right) * right


def seats_after(seat: i64) -> i64:
    """Everybody clockwise from a seat's left-hand neighbour round to the seat itself."""
    address = reserve(at.SEATS)
    for k in range(0, at.SEATS):
        store64(address + k * 8, (seat + unsigned(k + 1)) % at.SEATS)
    return handle(address, at.SEATS)
