"""A player that thinks: playouts that grow a tree of what each seat has seen, as search/tree.py has it; and their results.

In:  positions, one behind the other, each with its length before it, and where a plan of what is dealt anew lies, if one
     does; a seed.
Out: the tree in memory from `g.forest` on. A node stands for what a seat sees at a question of its own: key (64 bits), the next
     node of its bucket, how many answers there are, visits; for each answer visits, wins (in 65536ths), sum of the margins.

While `g.bots` is 2 each decision comes to `thought`. A seat that comes to a question that its tree does not know adds it,
answers that at random, and from there on as the bot that sits there: at random or by a strategy. When all have, `g.bots` is 1
and the playout goes on as fast as any.
"""

from interpreter.engine.compiled.runtime.choosers import at_random
from interpreter.engine.compiled.runtime.lists import at_index, count_of, more_room
from interpreter.engine.compiled.runtime.seeded import begin_streams, below
from interpreter.engine.compiled.runtime.turns import advance, clear_stack, store_result
from interpreter.engine.compiled.runtime.wasm import (
    at,
    below_unsigned,
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
    store16,
    store32,
    store64,
    unsigned,
    wide,
)
from interpreter.engine.compiled.runtime.zones import row

# ------------------------------------------------------------------ playouts


def clear_ground(room: i32, positions: i32, seat: i32) -> None:
    """Nothing has been thought yet by this seat; there are so many bytes for the tree, and behind it so many for positions."""
    g.forest = at.ARENA
    g.full = at.ARENA + room
    g.ground = g.full + positions
    g.scratch = g.ground
    g.arena = g.ground
    if below_unsigned(g.room, g.arena):
        more_room()
    fill(g.forest, 0, at.BUCKETS * 4)
    g.grown = g.forest + at.BUCKETS * 4
    g.root = 0
    g.thinker = seat
    g.margins = 0


def thinks(seed: i64, count: i32, positions: i32, stride: i32) -> i32:
    """Playouts from so many positions, with the seeds SEED, SEED + 1 ...; how many came to their end before one stopped."""
    for k in range(0, count):
        from_here = positions + k * stride
        copy(at.BLOCK, from_here + 8, load32(from_here))
        if load32(from_here + 4) != 0:
            deal(from_here + load32(from_here + 4), seed + unsigned(k))
        if thinks_once(seed + unsigned(k)) != at.OVER:
            return k
        g.played = k + 1
    return count


def thinks_once(seed: i64) -> i32:
    """One playout from the position in memory; its status."""
    usual = g.eager
    g.bots = 2
    g.eager = 0
    g.exact = 1
    g.supposing = 0
    g.permitted = 0
    g.lenient = 0
    g.eyes = 0
    g.apart = 0
    g.mild = 0
    g.shy = 0
    g.noting = 0
    g.watching = 0
    g.decisions = 0
    g.fresh = 0
    g.steps = 0
    g.branch = -1
    g.lists_full = at.LISTS + (at.END - at.LISTS) // 2
    g.scratch = g.ground
    g.arena = g.ground
    fill(at.OPEN, 0, at.SEATS * 4)
    fill(at.TAKES, 0, at.SEATS * 4)
    begin_streams(seed)
    status = advance()
    g.eager = usual
    g.bots = 0
    if status == at.OVER:
        store_result(at.ENDING)
        learn()
    return status


# ------------------------------------------------------------------ what the seat does not know


def deal(plan: i32, seed: i64) -> None:
    """Deals hidden things anew, as observation/deals.py does. The plan, all numbers of 32 bits: what is settled (how many
    pairs, the pairs); how many kinds, and for each its pools (how many, and each as a count and things) and its places (how
    many, and each as a count of pools and their numbers, a count and things); how many zones are touched, and they; the same
    of those that lay there when a simultaneous step began."""
    g.chance = seed * 0x9E3779B97F4A7C15
    for thing in range(0, at.THINGS):
        store16(at.INTO + thing * 2, thing)
    next_ = plan + 4
    for _pair in range(0, load32(plan)):
        store16(at.INTO + load32(next_) * 2, load32(next_ + 4))
        next_ += 8
    kinds = load32(next_)
    next_ += 4
    for _kind in range(0, kinds):
        next_ = deal_kind(next_)
    in_other_places(at.PLACES, 2)
    in_other_places(at.KNOWN, at.KNOWN_WIDTH)
    touched = load32(next_)
    for k in range(0, touched):
        lay_anew(load32(next_ + 4 + k * 4), 0)
    next_ += 4 + touched * 4
    touched = load32(next_)
    if touched != 0:
        in_other_places(at.KNOWN + at.BEFORE_COPY - at.CELLS, at.KNOWN_WIDTH)
    for k in range(0, touched):
        lay_anew(load32(next_ + 4 + k * 4), at.BEFORE_COPY - at.CELLS)


def deal_kind(plan: i32) -> i32:
    """The things of one kind; where the plan goes on. At POOLS stand for each pool its things' address and how many are
    left."""
    pools = load32(plan)
    next_ = plan + 4
    free = at.POOLS + pools * 8
    for k in range(0, pools):
        count = load32(next_)
        copy(free, next_ + 4, count * 4)
        store32(at.POOLS + k * 8, free)
        store32(at.POOLS + k * 8 + 4, count)
        free += count * 4
        next_ += 4 + count * 4
    places = load32(next_)
    next_ += 4
    for _place in range(0, places):
        sorts = load32(next_)
        first = next_ + 4
        things = first + sorts * 4
        for k in range(0, load32(things)):
            other = drawn(first, sorts)
            if other < 0:
                other = drawn(0, pools)
            store16(at.INTO + load32(things + 4 + k * 4) * 2, other)
        next_ = things + 4 + load32(things) * 4
    return next_


def drawn(sorts: i32, count: i32) -> i32:
    """Takes one thing out of these pools, or of all (0); -1 if there is none."""
    total = 0
    for k in range(0, count):
        total += load32(at.POOLS + (load32(sorts + k * 4) if sorts != 0 else k) * 8 + 4)
    if total == 0:
        return -1
    left = drawn_below(total) if total > 1 else 0
    for k in range(0, count):
        pool = at.POOLS + (load32(sorts + k * 4) if sorts != 0 else k) * 8
        size = load32(pool + 4)
        if left < size:
            address = load32(pool)
            thing = load32(address + left * 4)
            store32(address + left * 4, load32(address + size * 4 - 4))
            store32(pool + 4, size - 1)
            return thing
        left -= size
    return -1


def drawn_below(n: i32) -> i32:
    """One of 0 .. n - 1."""
    g.chance = g.chance + 0x9E3779B97F4A7C15
    x = g.chance
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB
    x = x ^ (x >> 31)
    values = unsigned(n)
    return narrow(((x >> 32) * values + (((x & 0xFFFFFFFF) * values) >> 32)) >> 32)


def in_other_places(address: i32, width: i32) -> None:
    """Numbers of so many bytes, one for each component: those of exchanged things in each other's places."""
    copy(at.POOLS, address, at.THINGS * width)
    for thing in range(0, at.THINGS):
        other = load16(at.INTO + thing * 2)
        if other != thing:
            copy(address + other * width, at.POOLS + thing * width, width)


def lay_anew(z: i32, shift: i32) -> None:
    """What lies in a zone, exchanged; what has no order lies in the order of its numbers."""
    of = row(z)
    address = load32(of) + shift
    words = load32(of + 12)
    low = load32(of + 4)
    if words != 0:
        copy(at.POOLS, address, words * 8)
        fill(address, 0, words * 8)
        for k in range(0, words):
            bits = load64(at.POOLS + k * 8)
            while bits != 0:
                thing = low + k * 64 + narrow(ctz(bits))
                bits = bits & (bits - 1)
                place = load16(at.INTO + thing * 2) - low
                one: i64 = 1
                store64(address + (place // 64) * 8, load64(address + (place // 64) * 8) | (one << unsigned(place % 64)))
        return
    count = load16(address)
    unordered = 0
    if load32(of + 16) == 2:
        unordered = count
    elif load32(of + 20) != 0:
        unordered = load32(load32(of + 20) + shift)
    for k in range(0, count):
        thing = load16(at.INTO + load16(address + 2 + k * 2) * 2)
        to = k
        if k < unordered:
            while to > 0 and load16(address + to * 2) > thing:
                store16(address + 2 + to * 2, load16(address + to * 2))
                to -= 1
        store16(address + 2 + to * 2, thing)


# ------------------------------------------------------------------ decisions


def thought(op: i32, seat: i32, count: i32, offers: i32) -> i32:
    """Which option is taken, or, from `count` on, which free action."""
    if count + offers < 2:
        return 0
    if is_outside(seat):
        return at_random(seat, count, offers)
    clear_stack(g.top)
    if g.branch >= 0:
        clear_stack(load32(at.TOPS))
    key = seen_by(seat, op, count, offers)
    node = known_node(key)
    chosen = 0
    if node == 0:
        chosen = at_random(seat, count, offers)
        node = new_node(key, seat, count + offers)
        is_out(seat)
    else:
        chosen = best_answer(node, seat)
    if node != 0:
        store32(at.STEPS + g.steps * 8, node)
        store32(at.STEPS + g.steps * 8 + 4, chosen)
        g.steps = g.steps + 1
    return chosen


def is_outside(seat: i32) -> i32:
    """Has a seat left its tree in this playout, or is the way through the trees long enough?"""
    return (g.fresh >> seat) & 1 or g.steps >= at.MOST_STEPS


def is_out(seat: i32) -> None:
    """A seat has left its tree; when all have, the playout goes on as any play by bots."""
    g.fresh = g.fresh | (1 << seat)
    if g.fresh == (1 << at.SEATS) - 1:
        g.bots = 1
        g.exact = 0


def known_node(key: i64) -> i32:
    """The node of this key, or 0."""
    node = load32(g.forest + (narrow(key) & (at.BUCKETS - 1)) * 4)
    while node != 0:
        if load64(node) == key:
            return node
        node = load32(node + 8)
    return 0


def new_node(key: i64, seat: i32, count: i32) -> i32:
    """A node for a question with so many answers; 0 where there is no room any more."""
    node = g.grown
    end = node + at.NODE_HEAD + count * at.NODE_ROW
    if below_unsigned(g.full, end):
        return 0
    g.grown = end
    bucket = g.forest + (narrow(key) & (at.BUCKETS - 1)) * 4
    fill(node, 0, end - node)
    store64(node, key)
    store32(node + 8, load32(bucket))
    store32(node + 12, count)
    store32(node + 20, seat)
    store32(bucket, node)
    if seat == g.thinker and g.root == 0:
        g.root = node
    return node


def best_answer(node: i32, seat: i32) -> i32:
    """The answer that promises most, those that have been tried seldom with a bonus (UCB1); among equals by chance."""
    log = logarithm(load32(node + 16))
    count = load32(node + 12)
    wins: i64 = 0
    margins: i64 = 0
    for k in range(0, count):
        wins = wins + load64(node + at.NODE_HEAD + k * at.NODE_ROW + 8)
        margins = margins + load64(node + at.NODE_HEAD + k * at.NODE_ROW + 16)
    untried = worth(wins, margins, load32(node + 16), seat) + root_of((log >> 1) << 16)
    best: i64 = -1
    chosen = 0
    equals = 0
    for k in range(0, count):
        answer = node + at.NODE_HEAD + k * at.NODE_ROW
        visits = load32(answer)
        promise = untried
        if visits != 0:
            promise = worth(load64(answer + 8), load64(answer + 16), visits, seat)
            promise = promise + root_of((log // (unsigned(visits) * 2)) << 16)
        if promise > best:
            best = promise
            chosen = k
            equals = 1
        elif promise == best:
            equals += 1
            if below(seat, equals) == 0:
                chosen = k
    return chosen


def worth(wins: i64, margins: i64, visits: i32, seat: i32) -> i64:
    """What so many visits have come to on average, from 0 to 65536."""
    won = wins // unsigned(visits)
    if at.HAS_SCORES == 0:
        return won
    low = load64(at.MARGINS + seat * 16)
    spread = load64(at.MARGINS + seat * 16 + 8) - low
    ahead: i64 = 32768
    if spread > 0:
        ahead = ((margins - low * unsigned(visits)) << 16) // (spread * unsigned(visits))
    if at.HAS_WINNERS == 0:
        return ahead
    return (won + ahead) >> 1


def logarithm(number: i32) -> i64:
    """The natural logarithm, in 65536ths."""
    x = unsigned(number)
    whole: i64 = 0
    while x >> whole > 1:
        whole = whole + 1
    x = (x << 16) >> whole
    part: i64 = 0
    for _bit in range(0, 16):
        x = (x * x) >> 16
        part = part << 1
        if x >= 131072:
            x = x >> 1
            part = part + 1
    return (((whole << 16) + part) * 45426) >> 16


def root_of(number: i64) -> i64:
    """The whole part of the square root."""
    bit: i64 = 1
    left = number
    found: i64 = 0
    bit = bit << 46
    while bit > left:
        bit = bit >> 2
    while bit != 0:
        if left >= found + bit:
            left = left - (found + bit)
            found = (found >> 1) + bit
        else:
            found = found >> 1
        bit = bit >> 2
    return found


# ------------------------------------------------------------------ what a playout has come to


def learn() -> None:
    """What the playout has come to is added to the answers that were given on its way."""
    for seat in range(0, at.SEATS):
        margin = margin_of(seat)
        store64(at.GAINS + seat * 16, won_by(seat))
        store64(at.GAINS + seat * 16 + 8, margin)
        bounds = at.MARGINS + seat * 16
        if g.margins == 0 or margin < load64(bounds):
            store64(bounds, margin)
        if g.margins == 0 or margin > load64(bounds + 8):
            store64(bounds + 8, margin)
    g.margins = 1
    for k in range(0, g.steps):
        node = load32(at.STEPS + k * 8)
        answer = node + at.NODE_HEAD + load32(at.STEPS + k * 8 + 4) * at.NODE_ROW
        gains = at.GAINS + load32(node + 20) * 16
        store32(node + 16, load32(node + 16) + 1)
        store32(answer, load32(answer) + 1)
        store64(answer + 8, load64(answer + 8) + load64(gains))
        store64(answer + 16, load64(answer + 16) + load64(gains + 8))


def total_of(seat: i32) -> i64:
    """All scores of a seat together."""
    total: i64 = 0
    for k in range(0, at.SCORES):
        total = total + load64(at.ENDING + at.RESULT_SCORES + (k * at.SEATS + seat) * 8)
    return total


def margin_of(seat: i32) -> i64:
    """How far a seat is ahead of the best of the others; alone, its total."""
    if at.HAS_SCORES == 0:
        return 0
    ahead = total_of(seat) * at.BETTER
    best: i64 = 0
    met = 0
    for other in range(0, at.SEATS):
        if other != seat:
            its = total_of(other) * at.BETTER
            if met == 0 or its > best:
                best = its
            met = 1
    return ahead - best


def won_by(seat: i32) -> i64:
    """The seat's win, in 65536ths: a win with others by the rules is a whole one, a tie is shared."""
    how = load32(at.ENDED)
    if how == 2:
        for k in range(0, load32(at.WON)):
            if load32(at.WINNERS + k * 4) == seat:
                return 65536
        return 0
    if how != 1 or at.CRITERIA == 0:
        return 0
    better = 0
    level = 0
    for other in range(0, at.SEATS):
        order = compared(other, seat)
        if order > 0:
            better = 1
        if order == 0:
            level += 1
    if better or (level > 1 and load32(at.RANKS + (at.CRITERIA - 1) * 4) == 4):
        return 0
    return unsigned(65536 // level)


def compared(one: i32, other: i32) -> i32:
    """1 if one is placed before the other by the criteria of `winner`, -1 after it, 0 level."""
    found = 0
    value = at.ENDING + at.RESULT_SCORES + at.SCORES * at.SEATS * 8
    for k in range(0, at.CRITERIA):
        rank = load32(at.RANKS + k * 4)
        if rank > 2:
            return 0
        a = load64(value + one * 8)
        b = load64(value + other * 8)
        if a != b:
            found = 1 if (a > b) == (rank == 1) else -1
            return found
        value += at.SEATS * 8
    return 0


# ------------------------------------------------------------------ what a seat sees


def with_value(key: i64, value: i64) -> i64:
    """A key with one more value in it."""
    x = (key ^ value) * 0xBF58476D1CE4E5B9 + 0x9E3779B97F4A7C15
    x = (x ^ (x >> 31)) * 0x94D049BB133111EB
    return x ^ (x >> 29)


def seen_by(seat: i32, op: i32, count: i32, offers: i32) -> i64:
    """A key of all that the seat sees at its question: its own part of a simultaneous step as it is, and the rest as when that
    began."""
    key = with_value(unsigned(seat), unsigned(op))
    key = with_value(key, (unsigned(count) << 32) | unsigned(offers))
    then = 0
    if load32(at.STRANDS) != 0 and load32(at.BEFORE) != 0:
        then = at.BEFORE_COPY - at.CELLS
    key = seen_cells(key, seat, then)
    key = seen_zones(key, seat, then)
    for k in range(0, load32(at.PENDINGS)):
        sent = at.PENDING + k * at.PENDING_ROW
        if load8(sent) == seat:
            key = with_value(key, unsigned(load16(sent + 4)) << 16 | unsigned(load16(sent + 6)))
    key = seen_frames(key, seat, g.top)
    if g.branch >= 0:
        key = seen_frames(key, seat, load32(at.TOPS))
    return key


def seen_cells(key: i64, seat: i32, then: i32) -> i64:
    """Counters and states."""
    for k in range(0, at.SEEN_CELLS_COUNT):
        of = at.SEEN_CELLS + k * 24
        if narrow(load64(of + 16) >> unsigned(seat)) & 1:
            address = load32(of)
            if load32(of + 4) != seat:
                address += then
            value: i64 = 0
            if at.CELL_WIDTH == 8:
                value = load64(address)
            else:
                value = wide(load32(address))
            key = seen_value(key, value, load32(of + 8), load32(of + 12), seat)
    return key


def knows(seat: i32, thing: i32, then: i32) -> i32:
    """Does the seat know its face, or did it when the step began?"""
    address = at.KNOWN + then + thing * at.KNOWN_WIDTH
    bit: i64 = 0
    if at.KNOWN_WIDTH == 1:
        bit = unsigned(load8(address))
    elif at.KNOWN_WIDTH == 2:
        bit = unsigned(load16(address))
    elif at.KNOWN_WIDTH == 4:
        bit = unsigned(load32(address))
    else:
        bit = load64(address)
    return narrow(bit >> unsigned(seat)) & 1


def seen_zones(key: i64, seat: i32, then: i32) -> i64:
    """What lies where."""
    for z in range(0, at.ZONES):
        of = row(z)
        shift = then
        if load32(of + 24) == seat:
            shift = 0
        address = load32(of) + shift
        words = load32(of + 12)
        met: i64 = 0
        if words == 0:
            count = load16(address)
            if count != 0:
                met = seen_row(seat, z, address, count, shift)
        else:
            low = load32(of + 4)
            for k in range(0, words):
                bits = load64(address + k * 8)
                while bits != 0:
                    thing = low + k * 64 + narrow(ctz(bits))
                    bits = bits & (bits - 1)
                    if knows(seat, thing, shift):
                        met = met + with_value(1, unsigned(thing))
                    elif narrow(load64(at.SEEN_COUNTS + z * 8) >> unsigned(seat)) & 1:
                        met = met + with_value(2, 2)
        if met != 0:
            key = with_value(with_value(key, unsigned(z)), met)
    return key


def seen_row(seat: i32, z: i32, address: i32, count: i32, shift: i32) -> i64:
    """What lies in a zone whose things lie in an order, as far as nature has given it."""
    met: i64 = 0
    counted = narrow(load64(at.SEEN_COUNTS + z * 8) >> unsigned(seat)) & 1
    ordered = count
    cell = load32(row(z) + 20)
    if load32(row(z) + 16) == 2 or not counted:
        ordered = 0
    elif cell != 0:
        ordered = count - load32(cell + shift)
    for k in range(0, count):
        thing = load16(address + 2 + k * 2)
        place: i64 = 0
        if k >= count - ordered:
            place = unsigned(k + 1) << 32
        if knows(seat, thing, shift):
            met = met + with_value(1, unsigned(thing) | place)
        elif counted:
            met = met + with_value(2, 2)
    return met


def seen_frames(key: i64, seat: i32, top: i32) -> i64:
    """Where the rules stand, and what they hold; of things that the seat does not know nothing."""
    frame = top
    while frame != 0:
        routine = load32(frame + at.ROUTINE)
        key = with_value(key, unsigned(routine) << 32 | unsigned(load32(frame)))
        key = with_value(key, wide(load32(frame + at.ME)))
        slots = load64(at.SEEN_SLOTS + routine * 8)
        for k in range(0, count_of(slots)):
            slot = at_index(slots, k)
            value = load64(frame + (narrow(slot) & 65535))
            key = seen_value(key, value, narrow(slot >> 16) & 255, narrow(slot >> 24) & 255, seat)
        frame = load32(frame + at.BELOW)
    return key


def seen_value(key: i64, value: i64, depth: i32, things: i32, seat: i32) -> i64:
    """A value; `things`: is it a component, or are its members?"""
    if value < 0:
        return with_value(key, value)
    if depth == 0:
        if things and not knows(seat, narrow(value), 0):
            return with_value(key, -5)
        return with_value(key, value)
    met: i64 = 0
    for k in range(0, count_of(value)):
        one = seen_value(unsigned(3 if things else k), at_index(value, k), depth - 1, things, seat)
        met = met + one
    return with_value(with_value(key, unsigned(count_of(value))), met)
