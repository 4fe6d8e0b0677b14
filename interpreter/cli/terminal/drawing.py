"""What is drawn rather than listed: columns side by side whose cards join or not, a marker on its row of squares.

In:  a Table (what one seat may see), numbers of zones and of counters, a width.
Out: lines of plain text; or none, where they would not fit and are better listed.

Which columns and counters are drawn is said in the rules (lower/appearance.py). A sign stands for each thing drawn, never a
colour alone.
"""

from itertools import groupby

from interpreter.core.frame import blank
from interpreter.core.types import NONE
from interpreter.engine.evaluate import evaluate
from interpreter.engine.machine import Machine
from interpreter.observation.view import HIDDEN, Table

JOINED, APART = "|", "x"
LEGEND = f"{JOINED} joins the one above, {APART} does not"


# ------------------------------------------------------------------ columns


def column_groups(table: Table, owner: int) -> list[list[int]]:
    """The columns of one owner that belong together: one for each word of an index."""
    spec = table.spec
    owned = [(z, info) for z, info in enumerate(spec.zones) if info.owner == owner and info.shape == "column"]
    mine = [z for z, info in owned if _indexed(info, owner)]
    groups = [list(group) for _, group in groupby(mine, key=lambda z: spec.zones[z].family)]
    return [group for group in groups if len(group) > 1 and any(table.lying(z).count for z in group)]


def _indexed(info, owner: int) -> bool:
    return info.label.endswith("]") and (owner >= 0 or "." not in info.label)


def side_by_side(table: Table, zones: list[int], names: list[str], width: int, indent: str = "  ") -> list[str]:
    """Columns beside one another, their names above them; empty if they are too wide or have no order yet."""
    if any(table.lying(z).count is None or table.lying(z).loose for z in zones):
        return []
    drawn = [[name, *one_column(table, z)] for z, name in zip(zones, names, strict=True)]
    wide = [max(map(len, rows)) + 3 for rows in drawn]
    if len(indent) + sum(wide) - 3 > width:
        return []
    even = (width - len(indent)) // len(zones)
    wide = [even] * len(zones) if max(wide) <= even else wide
    deep = max(map(len, drawn))
    rows = [[rows[k] if k < len(rows) else "" for rows in drawn] for k in range(deep)]
    return [(indent + "".join(f"{cell:<{w}}" for cell, w in zip(row, wide, strict=True))).rstrip() for row in rows]


def one_column(table: Table, zone: int) -> list[str]:
    """The things of a column from its top, each with the sign that says whether it joins the one above."""
    things = table.lying(zone).things
    signs = signs_of(table, zone) or [" "] * len(things)
    return [f"{sign} {brief(table.spec, thing)}" for sign, thing in zip(signs, things, strict=True)] or ["  empty"]


def signs_of(table: Table, zone: int) -> list[str]:
    """A sign for each thing of a zone whose neighbours join or not; nothing for a zone of another sort."""
    spec = table.spec
    how, things = spec.joins.get(spec.zones[zone].family), table.lying(zone).things
    if how is None or table.lying(zone).loose:
        return []
    machine = Machine(spec, table.state)
    signs = [" "]
    for upper, lower in zip(things, things[1:], strict=False):
        signs.append("?" if HIDDEN in (upper, lower) else JOINED if _join(how, machine, upper, lower) else APART)
    return signs[: len(things)]


def _join(how, machine: Machine, upper: int, lower: int) -> bool:
    frame = blank(how.size)
    frame[how.upper], frame[how.lower] = upper, lower
    return bool(evaluate(how.test, machine, frame))


def brief(spec, thing: int) -> str:
    """A thing by its id and how it is written, without brackets."""
    if thing == HIDDEN:
        return "face down"
    component = spec.components[thing]
    return f"{component.id} {component.written}" if component.written and component.written != component.id else component.id


# ------------------------------------------------------------------ a marker on its squares


def squares(table: Table, cell: int, width: int, indent: str = "  ") -> list[str]:
    """What every square is worth, and below it the marker with the number of its square, and those of the ends."""
    spec = table.spec
    info, at = spec.cells[cell], table.cell(cell)
    row = _row(spec.tracks[info.family], Machine(spec, table.state))
    name = info.label.rpartition(".")[2]
    numbers, worth = [square for square, _ in row], [str(value) for _, value in row]
    if at not in numbers:
        return [f"{indent}{name} {at}, off the squares"]
    wide, head = max(map(len, worth)) + 1, f"{indent}{name} "
    room = (width - len(head)) // wide
    first = max(0, min(numbers.index(at) - room // 2, len(row) - room))
    last = min(len(row), first + room)
    values = head + "".join(f"{value:>{wide}}" for value in worth[first:last])
    ends = [len(head) + wide, len(head) + (last - first) * wide]             # where the numbers of the end squares end
    place = len(head) + (numbers.index(at) - first + 1) * wide - 1
    return [values, _marked(place, at, [(ends[0], str(numbers[first])), (ends[1], str(numbers[last - 1]))])]


def _row(track, machine: Machine) -> list[tuple[int, int]]:
    """Each square with what it is worth."""
    row = []
    for square in track.squares:
        frame = blank(track.size)
        frame[track.slot] = square
        worth = evaluate(track.worth, machine, frame)
        if not (track.may_lack and worth == NONE):
            row.append((square, worth))
    return row


def _marked(place: int, at: int, ends: list[tuple[int, str]]) -> str:
    """The line below the squares: the marker, and the numbers of the ends where it leaves room."""
    words = f"^ {at}" if place + 3 + len(str(at)) <= ends[-1][0] else f"{at} ^"
    start = place if words[0] == "^" else place - len(words) + 1
    line = " " * start + words
    for end, number in ends:
        begin = end - len(number)
        if not line[max(0, begin - 1):end + 1].strip():
            line = line[:begin].ljust(begin) + number + line[end:]
    return line
