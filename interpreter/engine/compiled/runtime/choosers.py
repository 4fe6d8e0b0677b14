"""Who answers when bots play: random and first ones, and strategies, as session/bots.py and session/strategies.py have them.

In:  a question: its op, the seat, options and open free actions.
Out: an answer. Chance comes from the stream of the seat.
"""

from interpreter.engine.compiled.runtime.lists import at_index, count_of, handle, reserve
from interpreter.engine.compiled.runtime.seeded import below
from interpreter.engine.compiled.runtime.wasm import (
    at,
    copy,
    g,
    i32,
    i64,
    load32,
    narrow,
    store32,
    store64,
    trap,
    unsigned,
    wide,
)


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
        chosen = at_random(seat, count_of(options), count_of(offers))
        if chosen >= count_of(options):
            g.offer = at_index(offers, chosen - count_of(options))
            return 1
        g.answer = at_index(options, chosen)
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


def at_random(seat: i32, count: i32, offers: i32) -> i32:
    """Which of so many options a random bot takes, or, from `count` on, which free action."""
    if offers != 0:
        if below(seat, 10) == 0:
            return count + (below(seat, offers) if offers > 1 else 0)
    return below(seat, count) if count > 1 else 0


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
