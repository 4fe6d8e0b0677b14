"""Boards: how far it is from one space to another.

In:  spaces by number, and the spaces that a way may lead through.
Out: numbers of links.
"""

from interpreter.engine.compiled.runtime.lists import at_index, count_of, no_value, reserve
from interpreter.engine.compiled.runtime.wasm import (
    at,
    below_unsigned,
    fill,
    g,
    i32,
    i64,
    load16,
    load32,
    load64,
    narrow,
    store16,
    store32,
    unsigned,
    wide,
)


def distance(start: i64, goal: i64, through: i64) -> i64:
    """The fewest links from one space to another whose spaces in between all lie in `through`. Of a list that never changes the
    distances are kept from play to play: 2 bytes for two spaces, 1 more than the distance, 0 where it has not been looked
    at."""
    first = at.FIRST_SPACE
    if start < wide(first) or start >= wide(first + at.SPACES):
        no_value()
        return 0
    begin = narrow(start) - first
    board = at.BOARDS + begin * 8
    if goal < wide(load32(board)) or goal > wide(load32(board + 4)):
        no_value()
        return 0
    found = 0
    if below_unsigned(narrow(through), at.SCRATCH) and not below_unsigned(narrow(through), at.END):
        if g.through != through:
            fill(at.DISTANCES, 0, at.SPACES * at.SPACES * 2)
            g.through = through
        row = at.DISTANCES + begin * at.SPACES * 2
        found = load16(row + (narrow(goal) - first) * 2)
        if found == 0:
            steps = distances(begin, through)
            for k in range(0, at.SPACES):
                store16(row + k * 2, load32(steps + k * 8) + 1 if load32(steps + k * 8) >= 0 else 65535)
            found = load16(row + (narrow(goal) - first) * 2)
    else:
        steps = distances(begin, through)
        found = load32(steps + (narrow(goal) - first) * 8) + 1
        if found == 0:
            found = 65535
    if found == 65535:
        no_value()
        return 0
    return unsigned(found - 1)


def distances(begin: i32, through: i64) -> i32:
    """The fewest links from a space to each, -1 where no way leads; 8 bytes each."""
    first = at.FIRST_SPACE
    seen = reserve(at.SPACES)
    queue = reserve(at.SPACES)
    allowed = reserve(at.SPACES)
    fill(seen, 255, at.SPACES * 8)
    fill(allowed, 0, at.SPACES * 8)
    for k in range(0, count_of(through)):
        space = at_index(through, k)
        if space >= wide(first) and space < wide(first + at.SPACES):
            store32(allowed + (narrow(space) - first) * 8, 1)
    store32(seen + begin * 8, 0)
    store32(queue, begin)
    count = 1
    done = 0
    while done < count:
        here = load32(queue + done * 8)
        done += 1
        if here == begin or load32(allowed + here * 8) != 0:
            links = load64(at.LINKS + here * 8)
            for k in range(0, count_of(links)):
                there = narrow(at_index(links, k)) - first
                if load32(seen + there * 8) < 0:
                    store32(seen + there * 8, load32(seen + here * 8) + 1)
                    store32(queue + count * 8, there)
                    count += 1
    return seen
