"""Positions that come again; as engine/repetition.py has it.

In:  the tables of a Remember op, whose turn it is.
Out: the position's fingerprint among those of before, which stand in the order of numbers; how often it stands there.

A table is eight numbers of 32 bits: where the first of those that are alike stands for each component (4 bytes each); the marks
on each component, as a list of cells; the other cells; the zones that all may count. A cell is packed as its address, how many
lists lie inside one another in it (32 bits higher) and whether it holds components (40 bits higher); a zone as its number and
whether it has an order (32 bits higher).
"""

from interpreter.engine.compiled.runtime.lists import at_index, count_of
from interpreter.engine.compiled.runtime.wasm import (
    at,
    copy,
    i32,
    i64,
    load8,
    load32,
    load64,
    narrow,
    store32,
    store64,
    trap,
    unsigned,
    wide,
)
from interpreter.engine.compiled.runtime.zones import known, loose, raw


def mixed(mark: i64, value: i64) -> i64:
    """A mark that depends on the one before and on a number."""
    whole = (mark ^ value) * 0x9E3779B97F4A7C15
    return whole ^ (whole >> 29)


def held_in(table: i32, mark: i64, value: i64, depth: i32, things: i32) -> i64:
    """The same of a counter or state: a component by the first that is no different, a list by its members."""
    if depth != 0:
        mark = mixed(mark, unsigned(count_of(value)))
        for k in range(0, count_of(value)):
            mark = held_in(table, mark, at_index(value, k), depth - 1, things)
        return mark
    if things and value != -1:
        return mixed(mark, wide(load32(load32(table) + narrow(value) * 4)))
    return mixed(mark, value)


def cells_in(table: i32, mark: i64, cells: i64) -> i64:
    """The same of several cells."""
    for k in range(0, count_of(cells)):
        cell = at_index(cells, k)
        value = load64(narrow(cell)) if at.CELL_WIDTH == 8 else wide(load32(narrow(cell)))
        mark = held_in(table, mark, value, narrow(cell >> 32) & 255, narrow(cell >> 40) & 1)
    return mark


def thing_mark(table: i32, thing: i32) -> i64:
    """What everybody knows of a component, with what stands on it."""
    alike: i64 = -2
    if load8(load32(table + 16) + thing) != 0 or known(thing) == at.EVERYONE:
        alike = wide(load32(load32(table) + thing * 4))
    mark: i64 = 0
    return cells_in(table, mixed(mark, alike), load64(load32(table + 4) + thing * 8))


def remember_position(table: i32, me: i64) -> i32:
    """Notes the position, and says how often it stands there."""
    mark: i64 = 0
    mark = mixed(mark, me)
    zones = load64(load32(table + 12))
    for k in range(0, count_of(zones)):
        z = narrow(at_index(zones, k))
        things = raw(z, 0)
        total = count_of(things)
        unsorted = total
        if narrow(at_index(zones, k) >> 32) != 0:
            unsorted = loose(z)
        whole: i64 = 0
        for j in range(0, unsorted):
            whole = whole + thing_mark(table, narrow(at_index(things, j)))
        mark = mixed(mixed(mark, unsigned(total)), whole)
        for j in range(unsorted, total):
            mark = mixed(mark, thing_mark(table, narrow(at_index(things, j))))
    mark = cells_in(table, mark, load64(load32(table + 8)))
    return noted(mark >> 8)


def noted(mark: i64) -> i32:
    """Puts a fingerprint where it belongs among those of before; how often it stands there now."""
    count = load32(at.HISTORY_COUNT)
    if count >= at.HISTORY_ROWS:
        trap()
    k = count
    while k > 0 and load64(at.HISTORY + k * 8 - 8) > mark:
        k -= 1
    copy(at.HISTORY + k * 8 + 8, at.HISTORY + k * 8, (count - k) * 8)
    store64(at.HISTORY + k * 8, mark)
    store32(at.HISTORY_COUNT, count + 1)
    found = 1
    while k > 0 and load64(at.HISTORY + k * 8 - 8) == mark:
        found += 1
        k -= 1
    return found
