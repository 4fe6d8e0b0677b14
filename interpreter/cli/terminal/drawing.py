"""What is drawn rather than listed: columns side by side whose cards join or not, a marker on its row of squares.

In:  a Table (what one seat may see), numbers of zones and of counters, a width.
Out: lines of plain text; or none, where they would not fit and are better listed.

Which columns and counters are drawn is said in the rules (lower/appearance.py). A sign stands for each thing drawn, never a
colour alone.
"""


from interpreter.display.things import APART, JOINED, signs_of, squares_of
from interpreter.engine.machine import Machine
from interpreter.observation.view import HIDDEN, Table

LEGEND = f"{JOINED} joins the one above, {APART} does not"


# ------------------------------------------------------------------ columns


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
    row = squares_of(spec.tracks[info.family], Machine(spec, table.state))
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
