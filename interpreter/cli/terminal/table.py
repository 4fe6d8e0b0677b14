"""The table as one seat sees it, or as it is: zones with what lies in them, counters, spaces of a board.

In:  a Spec, a State, and who looks: a seat, or WATCHER, who sees everything.
Out: `seen`, the table as plain values for programs; `show_table`, the same in lines, without what is empty.

What a seat may know is decided in observation/view.py; here it gets its words. What the rules want drawn is drawn in
drawing.py.
"""

from interpreter.cli.terminal.drawing import LEGEND, side_by_side, squares
from interpreter.cli.terminal.screen import folded, KEPT, Screen
from interpreter.core.state import State
from interpreter.display.things import (
    changed,
    column_groups,
    contents,
    counters,
    laid_out,
    owner_of,
    pegs,
    short_name_of,
    signs_of,
    standing,
    table_of,
    thing_name,
    WATCHER,
)
from interpreter.ir.model import Board, Spec
from interpreter.observation.view import HIDDEN, Table

FEW = 2                                          # seats that are told in full


def seen(spec: Spec, state: State, seat: int = WATCHER) -> dict:
    """The table for programs; what the seat may not know is null."""
    table = table_of(spec, state, seat)
    lying = {info.label: table.lying(z) for z, info in enumerate(spec.zones)}
    cells = [(info, table.cell(k)) for k, info in enumerate(spec.cells)]
    return {
        "zones": {label: {"count": content.count, "things": [_id(spec, thing) for thing in content.things]}
                  for label, content in lying.items() if content.count != 0},
        "counters": {info.label: spec.words(value, info.type) for info, value in cells if value is not None},
    }


def _id(spec: Spec, thing: int) -> str | None:
    return None if thing == HIDDEN else spec.components[thing].id


# ------------------------------------------------------------------ things in words


# ------------------------------------------------------------------ the table in lines


def show_table(screen: Screen, spec: Spec, state: State, seat: int = WATCHER, runs: dict | None = None) -> None:
    """What all share, the board, then player by player, the one who looks first. `runs` counts how often phases have run."""
    table = table_of(spec, state, seat)
    where = standing(spec, state, runs or {})
    _owned(screen, table, -1, f"The table{f', {where}' if where else ''}")
    _boards(screen, table)
    _marks(screen, table)
    for k in range(len(spec.seats)):
        owner = (max(seat, 0) + k) % len(spec.seats)
        _owned(screen, table, owner, f"{spec.seats[owner]}{' (you)' if owner == seat and spec.seats[owner] != 'you' else ''}")
    if any(len(set(signs_of(table, z)) - {" "}) for z in range(len(spec.zones))):
        screen.line(f"  {LEGEND}", "small")


def _owned(screen: Screen, table: Table, owner: int, name: str) -> None:
    """What belongs to one seat, or to all: a heading with counters behind it, what is listed, and what is drawn below."""
    spec = table.spec
    pictures = _pictures(table, owner, screen.width)
    drawn = {z for zones, _ in pictures for z in zones}
    zones = [z for z, info in enumerate(spec.zones) if info.owner == owner and z not in drawn and laid_out(spec, z)]
    rows = [_zone_row(table, z) for z in zones if table.lying(z).count != 0]
    empty = [short_name_of(table, z) for z in zones if table.seat == owner and table.lying(z).count == 0]
    rows += [("empty", ", ".join(empty))] if empty else []
    cells = _cells(table, lambda info: info.owner == owner and (owner >= 0 or "." not in info.label))
    if cells:
        screen.say(f"{name}: {', '.join(cells)}", "who", then="  ")
    elif rows or pictures or "," in name:
        screen.line(name, "who")
    if owner not in (-1, table.seat) and len(spec.seats) > FEW:
        for line in folded("; ".join(" ".join(row).replace(" ", KEPT, 1) for row in rows), screen.width, "  ") if rows else ():
            screen.line(line.replace(KEPT, " "))
    else:
        screen.rows(rows)
    for _, lines in pictures:
        screen.block("\n".join(lines))


def _pictures(table: Table, owner: int, width: int) -> list[tuple[list[int], list[str]]]:
    """What is drawn: the squares that counters stand on, then columns side by side, each with the zones that it shows."""
    spec = table.spec
    pictures: list[tuple[list[int], list[str]]] = [([], squares(table, k, width)) for k, info in enumerate(spec.cells)
            if info.owner == owner and info.name and info.family in spec.tracks and table.cell(k) is not None
            and (owner >= 0 or "." not in info.label)]
    for zones in column_groups(table, owner):
        lines = side_by_side(table, zones, [short_name_of(table, z) for z in zones], width)
        if lines:
            pictures.append((zones, lines))
    return pictures


def _boards(screen: Screen, table: Table) -> None:
    """The spaces where something lies or a counter is not as at first; of a board that is drawn, what lies where."""
    for board in table.spec.boards.values():
        if board.name in table.spec.maps:
            _by_things(screen, table, board)
            continue
        rows = [(table.spec.zones[z].label, said) for z in range(board.first, board.last + 1) if (said := _space(table, z))]
        if rows:
            screen.line(f"The {board.name}", "who")
            screen.rows(rows)


def _space(table: Table, number: int) -> str:
    spec, space = table.spec, table.spec.zones[number].label
    said = [contents(table, number)] if table.lying(number).count else []
    said += [f"{info.name}: {contents(table, z)}" for z, info in enumerate(spec.zones)
             if info.label.startswith(f"{space}.") and table.lying(z).count]
    return "; ".join(said + changed(table, space))


def _by_things(screen: Screen, table: Table, board: Board) -> None:
    """The same for a board with a map: for each sort of thing the spaces, and what people stand where."""
    spec = table.spec
    where: dict[str, list[str]] = {}
    within: dict[str, list[int]] = {}
    for z, info in enumerate(spec.zones):
        if info.owner < 0 and "." in info.label:
            within.setdefault(info.label.partition(".")[0], []).append(z)
    for z in range(board.first, board.last + 1):
        space = spec.zones[z].label
        for thing in (*table.lying(z).things, *(thing for part in within.get(space, ()) for thing in table.lying(part).things)):
            seat = owner_of(spec, thing) if thing != HIDDEN else -1
            sort = "face down" if thing == HIDDEN else spec.components[thing].kind if seat >= 0 else thing_name(spec, thing)
            where.setdefault(sort, []).append(f"{spec.seats[seat]} {space}" if seat >= 0 else space)
        for said in changed(table, space):
            where.setdefault(said, []).append(space)
    if where:
        screen.line(f"The {board.name}", "who")
        screen.rows([(sort, "; ".join(spaces)) for sort, spaces in where.items()])


def _marks(screen: Screen, table: Table) -> None:
    """What stands on cards: counters of their own that are not as at first."""
    rows = []
    for component in table.spec.components:
        said = changed(table, component.id)
        if said and table.known(component.number) and not _listed(table, component.number):
            rows.append((component.id, ", ".join(said)))
    if rows:
        screen.line("On cards and pieces", "who")
        screen.rows(rows)


def _listed(table: Table, thing: int) -> bool:
    """Does it lie where things are told one by one, with their counters, or where those do not matter?"""
    z = table.state.places[thing]
    if z < 0 or not laid_out(table.spec, z):
        return False
    info = table.spec.zones[z]
    return not info.ordered or info.shape == "pile" and info.owner < 0          # in a pile no counter is of account


def _zone_row(table: Table, number: int) -> tuple[str, str]:
    return short_name_of(table, number), contents(table, number)


def _cells(table: Table, wanted) -> list[str]:
    """Each counter or state with its value; what is none is left out, and of many also what is 0 or no as at first."""
    return [f"{name} {_value(table.spec, info.type, value)}" for name, info, value in counters(table, wanted)]


def _value(spec: Spec, type_, value: int) -> str:
    """A value in words; a number of a few as pegs in their holes: `##.. 2`."""
    words = spec.words(value, type_)
    holes = pegs(type_, value)
    if holes:
        return f"{'#' * value}{'.' * (holes - value)} {words}"
    return words
