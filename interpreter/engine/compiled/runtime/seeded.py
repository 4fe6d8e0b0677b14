"""Chance from a seed, as docs/decisions/0003 has it: a stream of numbers for each source.

In:  a seed, the number of a source, and how many values there are to choose among.
Out: numbers and orders, all equally likely.

For each source memory holds the last number of its stream and whether it has begun, 16 bytes from `at.STREAMS` on; its name
stands at `at.SOURCES`: address and length.
"""

from interpreter.engine.compiled.runtime.lists import at_index, count_of, handle, reserve
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
    rotr,
    store8,
    store32,
    store64,
    unsigned,
)


def begin_streams(seed: i64) -> None:
    """No source has given a number yet."""
    fill(at.STREAMS, 0, at.STREAM_COUNT * 16)
    address = at.MESSAGE + 13
    digits = 0
    left = seed
    if seed < 0:
        store8(address, 45)
        address += 1
        left = 0 - seed
    scale: i64 = 1
    while left // scale >= 10:
        scale = scale * 10
    while scale != 0:
        digits = narrow((left // scale) % 10)
        store8(address, 48 + digits)
        address += 1
        scale = scale // 10
    store8(address, 47)
    g.prefix = address + 1 - at.MESSAGE
    first = 0
    while first < at.SEATS and first + 3 < at.STREAM_COUNT:
        if short_text(first, at.FOURS) and short_text(first + 1, at.FOURS + 64):
            if short_text(first + 2, at.FOURS + 128) and short_text(first + 3, at.FOURS + 192):
                four_keys(first, first + 1, first + 2, first + 3)
        first += 4


def four_keys(one: i32, two: i32, three: i32, four: i32) -> None:
    """The keys of four sources, whose texts lie at FOURS. Written by digests.py."""


def short_text(source: i32, to: i32) -> i32:
    """Puts the text of a source where it can be hashed; 0 if it is too long for one block."""
    name = at.SOURCES + source * 8
    length = load32(name + 4)
    total = g.prefix + length
    if total > 55:
        return 0
    fill(to, 0, 64)
    copy(to, at.MESSAGE, g.prefix)
    copy(to + g.prefix, load32(name), length)
    store8(to + total, 128)
    store8(to + 63, total * 8)
    store8(to + 62, (total * 8) >> 8)
    return 1


def key(source: i32) -> i64:
    """Where a stream begins."""
    name = at.SOURCES + source * 8
    length = load32(name + 4)
    copy(at.MESSAGE + g.prefix, load32(name), length)
    total = g.prefix + length
    blocks = (total + 72) // 64
    fill(at.MESSAGE + total, 0, blocks * 64 - total)
    store8(at.MESSAGE + total, 128)
    end = at.MESSAGE + blocks * 64
    store8(end - 1, total * 8)
    store8(end - 2, (total * 8) >> 8)
    return hashed(blocks)


def word(address: i32) -> i32:
    """Four bytes, the highest first."""
    value = load32(address)
    return (rotr(value, 8) & 0xFF00FF00) | (rotr(value, 24) & 0x00FF00FF)


def hashed(blocks: i32) -> i64:
    """The first eight bytes of SHA-256 of the message, the highest first."""
    state = at.DIGEST
    copy(state, at.FIRST_DIGEST, 32)
    for block in range(0, blocks):
        for k in range(0, 16):
            store32(at.WORDS + k * 4, word(at.MESSAGE + block * 64 + k * 4))
        for k in range(16, 64):
            x = load32(at.WORDS + k * 4 - 60)
            y = load32(at.WORDS + k * 4 - 8)
            x = rotr(x, 7) ^ rotr(x, 18) ^ (x >> 3)
            y = rotr(y, 17) ^ rotr(y, 19) ^ (y >> 10)
            store32(at.WORDS + k * 4, load32(at.WORDS + k * 4 - 64) + x + load32(at.WORDS + k * 4 - 28) + y)
        a = load32(state)
        b = load32(state + 4)
        c = load32(state + 8)
        d = load32(state + 12)
        e = load32(state + 16)
        f = load32(state + 20)
        h = load32(state + 24)
        i = load32(state + 28)
        for k in range(0, 64):
            first = i + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + ((e & f) ^ (~e & h))
            first = first + load32(at.ROUNDS + k * 4) + load32(at.WORDS + k * 4)
            second = (rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
            i = h
            h = f
            f = e
            e = d + first
            d = c
            c = b
            b = a
            a = first + second
        store32(state, load32(state) + a)
        store32(state + 4, load32(state + 4) + b)
        store32(state + 8, load32(state + 8) + c)
        store32(state + 12, load32(state + 12) + d)
        store32(state + 16, load32(state + 16) + e)
        store32(state + 20, load32(state + 20) + f)
        store32(state + 24, load32(state + 24) + h)
        store32(state + 28, load32(state + 28) + i)
    return (unsigned(load32(state)) << 32) | unsigned(load32(state + 4))


def below(source: i32, n: i32) -> i32:
    """One of 0 .. n - 1."""
    stream = at.STREAMS + source * 16
    if load32(stream + 8) == 0:
        store64(stream, key(source))
        store32(stream + 8, 1)
    x = load64(stream)
    values = unsigned(n)
    while 1:
        x = x + 0x9E3779B97F4A7C15
        y = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9
        y = (y ^ (y >> 27)) * 0x94D049BB133111EB
        y = y ^ (y >> 31)
        low = y * values
        if not below_unsigned(low, values) or not below_unsigned(low, (0 - values) % values):
            store64(stream, x)
            return narrow(((y >> 32) * values + (((y & 0xFFFFFFFF) * values) >> 32)) >> 32)
    return 0


def shuffled(source: i32, things: i64) -> i64:
    """Things in an order, the top first."""
    count = count_of(things)
    address = reserve(count)
    copy(address, narrow(things), count * 8)
    for k in range(0, count - 1):
        other = address + (k + below(source, count - k)) * 8
        value = load64(address + k * 8)
        store64(address + k * 8, load64(other))
        store64(other, value)
    return handle(address, count)


def member_at(things: i64, k: i32) -> i64:
    """A member, counted from 0."""
    return at_index(things, k)


def drawn_bytes() -> i32:
    """How much memory the streams take, for who copies them."""
    return load8(at.STREAMS) * 0 + at.STREAM_COUNT * 16
