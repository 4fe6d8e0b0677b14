"""Boards: how far it is from one space to another.

In:  spaces by number, and the spaces that a way may lead through.
Out: numbers of links.
"""

from interpreter.engine.compiled.runtime.lists import at_index, count_of, no_value, reserve
from interpreter.engine.compiled.runtime.wasm import at, fill, i64, load32, load64, narrow, store32, unsigned, wide


def distance(start: i64, goal: i64, through: i64) -> i64:
    """The fewest links from one space to another whose spaces in between all lie in `through`."""
    first = at.FIRST_SPACE
    if start < wide(first) or start >= wide(first + at.SPACES):
        no_value()
        return 0
    board = at.BOARDS + (narrow(start) - first) * 8
    if goal < wide(load32(board)) or goal > wide(load32(board + 4)):
        no_value()
        return 0
    seen = reserve(at.SPACES)
    queue = reserve(at.SPACES)
    allowed = reserve(at.SPACES)
    fill(seen, 255, at.SPACES * 8)
    fill(allowed, 0, at.SPACES * 8)
    for k in range(0, count_of(through)):
        space = at_index(through, k)
        if space >= wide(first) and space < wide(first + at.SPACES):
            store32(allowed + (narrow(space) - first) * 8, 1)
    begin = narrow(start) - first
    store32(seen + begin * 8, 0)
    store32(queue, begin)
    count = 1
    done = 0
    while done < count:
        here = load32(queue + done * 8)
        done += 1
        if here == narrow(goal) - first:
            return unsigned(load32(seen + here * 8))
        if here == begin or load32(allowed + here * 8) != 0:
            links = load64(at.LINKS + here * 8)
            for k in range(0, count_of(links)):
                there = narrow(at_index(links, k)) - first
                if load32(seen + there * 8) < 0:
                    store32(seen + there * 8, load32(seen + here * 8) + 1)
                    store32(queue + count * 8, there)
                    count += 1
    no_value()
    return 0
