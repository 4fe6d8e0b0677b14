"""Boards: how far it is from one space to another; rows of spaces on a grid.

In:  spaces by number, and the spaces that a way may lead through.
Out: numbers of links; spaces, and lists of them.
"""

from interpreter.engine.compiled.runtime.lists import at_index, count_of, handle, no_value, reserve
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
    store64,
    unsigned,
    wide,
)


def distance(start: i64, goal: i64, through: i64) -> i64:
    """The fewest links from one space to another whose spaces in between all lie in `through`; -1 where there is no way. Of a
    list that never changes the distances are kept from play to play: 2 bytes for two spaces, 1 more than the distance, 0 where
    it has not been looked at."""
    first = at.FIRST_SPACE
    if start < wide(first) or start >= wide(first + at.SPACES):
        no_value()
        return 0
    begin = narrow(start) - first
    board = at.BOARDS + begin * 8
    if goal < wide(load32(board)) or goal > wide(load32(board + 4)):
        return -1
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
        return -1
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


# ------------------------------------------------------------------ grids


def space_index(space: i64) -> i32:
    """The place of a space among all spaces; a fault where it is none."""
    if space < wide(at.FIRST_SPACE) or space >= wide(at.FIRST_SPACE + at.SPACES):
        no_value()
        return 0
    return narrow(space) - at.FIRST_SPACE


def on_grid(index: i32, right: i64, down: i64) -> i64:
    """The space so many columns further to the right and rows further down; -1 beyond the edge."""
    columns = load32(at.COLUMNS + index * 4)
    first = load32(at.BOARDS + index * 8)
    if columns == 0:
        no_value()
        return -1
    last = load32(at.BOARDS + index * 8 + 4)
    place = index + at.FIRST_SPACE - first
    column = wide(place % columns) + right
    row = wide(place // columns) + down
    if column < 0 or column >= wide(columns) or row < 0 or row > wide((last - first) // columns):
        return -1
    there = wide(first) + row * wide(columns) + column
    if there > wide(last):
        return -1
    return there


def shifted(space: i64, right: i64, down: i64) -> i64:
    """The same of a space."""
    return on_grid(space_index(space), right, down)


def ray(space: i64, right: i64, down: i64) -> i64:
    """All spaces in one direction up to the edge, the nearest first."""
    address = reserve(at.SPACES)
    to = address
    there = space
    if right == 0 and down == 0:
        there = -1
    else:
        there = on_grid(space_index(space), right, down)
    while there >= 0:
        store64(to, there)
        to += 8
        there = on_grid(narrow(there) - at.FIRST_SPACE, right, down)
    return handle(address, (to - address) // 8)


def line_from(index: i32, way: i32, size: i64) -> i64:
    """So many spaces in a row: to the right (0), down (1), slanting down to the right (2) or left (3); nothing beyond
    the edge."""
    right: i64 = 1
    down: i64 = 1
    if way == 0:
        down = 0
    elif way == 1:
        right = 0
    elif way == 3:
        right = -1
    if size > wide(at.SPACES) or size < 1:
        return 0
    address = reserve(narrow(size))
    there = wide(index + at.FIRST_SPACE)
    for k in range(0, narrow(size)):
        if there < 0:
            return 0
        store64(address + k * 8, there)
        there = on_grid(narrow(there) - at.FIRST_SPACE, right, down)
    return handle(address, narrow(size))


def ways_of(size: i64) -> i32:
    """In how many directions lines go; a single space is a line once."""
    return 4 if size > 1 else 1


def lines_through(space: i64, size: i64) -> i64:
    """All lines of so many spaces in a row in which a space lies."""
    index = space_index(space)
    first = load32(at.BOARDS + index * 8) - at.FIRST_SPACE
    last = load32(at.BOARDS + index * 8 + 4) - at.FIRST_SPACE
    address = reserve(count_lines(first, last, size))
    to = address
    for k in range(first, last + 1):
        for way in range(0, ways_of(size)):
            line = line_from(k, way, size)
            if lies_on(line, space):
                store64(to, line)
                to += 8
    return handle(address, (to - address) // 8)


def count_lines(first: i32, last: i32, size: i64) -> i32:
    """How many lines there are at most."""
    return (last - first + 1) * ways_of(size)


def lies_on(line: i64, space: i64) -> i32:
    """Is a space one of a line?"""
    for k in range(0, count_of(line)):
        if at_index(line, k) == space:
            return 1
    return 0


def row_lines(spaces: i64, size: i64) -> i64:
    """All lines of so many spaces in a row that lie wholly among these spaces."""
    if count_of(spaces) == 0:
        return 0
    index = space_index(at_index(spaces, 0))
    first = load32(at.BOARDS + index * 8) - at.FIRST_SPACE
    last = load32(at.BOARDS + index * 8 + 4) - at.FIRST_SPACE
    here = reserve(at.SPACES)
    fill(here, 0, at.SPACES * 8)
    for k in range(0, count_of(spaces)):
        space = at_index(spaces, k)
        if space >= wide(at.FIRST_SPACE) and space < wide(at.FIRST_SPACE + at.SPACES):
            store32(here + (narrow(space) - at.FIRST_SPACE) * 8, 1)
    address = reserve(count_lines(first, last, size))
    to = address
    for k in range(first, last + 1):
        if load32(here + k * 8) != 0:
            for way in range(0, ways_of(size)):
                line = line_from(k, way, size)
                if line != 0 and wholly(line, here):
                    store64(to, line)
                    to += 8
    return handle(address, (to - address) // 8)


def wholly(line: i64, here: i32) -> i32:
    """Do all spaces of a line lie here?"""
    for k in range(0, count_of(line)):
        if load32(here + (narrow(at_index(line, k)) - at.FIRST_SPACE) * 8) == 0:
            return 0
    return 1
