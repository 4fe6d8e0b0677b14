"""The table as one seat sees it, or as it is: zones with what lies in them, counters, spaces of a board.

In:  a Spec, a State, and who looks: a seat, or WATCHER, who sees everything.
Out: `seen`, the table as plain values for programs; `show_table`, the same in lines, without what is empty.

What a seat may know is decided in observation/view.py; here it gets its words. What the rules want drawn is drawn in
drawing.py.
"""

from interpreter.cli.terminal.drawing import column_groups, LEGEND, side_by_side, signs_of, squares
from interpreter.cli.terminal.map import owner_of, thing_name
from interpreter.cli.terminal.screen import folded, KEPT, plural, Screen
from interpreter.core.frame import ME, ROUTINE
from interpreter.core.state import State
from interpreter.core.types import Bool, Int, NONE, OrNone
from interpreter.ir.kinds import Sort
from interpreter.ir.model import Board, Spec, ZoneInfo
from interpreter.observation.view import HIDDEN, Lying, Table
from interpreter.text.diagnostic import whose

WATCHER = -2
MOST_LISTED, MOST_OF_PILE = 12, 4
FEW, FEW_CELLS = 2, 4                            # seats, and counters of one seat, that are told in full
PEGS = range(3, 9)                               # counters that go up to so much are drawn as pegs
MOST_ROUNDS = 100                                # a higher limit is there to stop what has no end, and says nothing else


class Open(Table):
    """The table for one who sees everything."""

    def __init__(self, spec: Spec, state: State):
        super().__init__(spec, state, 0)
        self.seat, self.bit, self.apart, self.own_then = WATCHER, -1, False, frozenset()

    def known(self, thing: int) -> bool:
        """All of them."""
        return True

    def cell(self, number: int):
        """All but those of the machine."""
        return self.state.cells[number] if self.spec.cells[number].name else None


def table_of(spec: Spec, state: State, seat: int) -> Table:
    """The table as a seat sees it, or WATCHER."""
    return Open(spec, state) if seat == WATCHER else Table(spec, state, seat)


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


def thing_words(spec: Spec, thing: int) -> str:
    """A thing by its id and how it is written; `Stone` for one of many that only a number tells apart."""
    component = spec.components[thing]
    if component.written and component.written != component.id:
        return f"{component.id} ({component.written})"
    return component.kind if component.id.startswith(f"{component.set}[") else component.id


def card_words(spec: Spec, thing: int, table: Table | None = None) -> str:
    """A thing with what is printed on it, and with its counters as they are now."""
    words, said = thing_words(spec, thing), [spec.printed[thing]] if thing in spec.printed else []
    said += changed(table, spec.components[thing].id) if table is not None else []
    if not said:
        return words
    return f"{words[:-1]}, {', '.join(said)})" if words.endswith(")") else f"{words} ({', '.join(said)})"


def counted(spec: Spec, things: list[int], kind: str = "card", table: Table | None = None) -> str:
    """Several things: those that look the same are counted, those whose faces are not known come last."""
    words: dict[str, int] = {}
    for thing in sorted(things, key=lambda each: each == HIDDEN):
        word = f"{kind} (face down)" if thing == HIDDEN else card_words(spec, thing, table)
        words[word] = words.get(word, 0) + 1
    said = [_times(word, count) for word, count in words.items()]
    if len(said) > MOST_LISTED:
        said = [*said[:MOST_LISTED], f"and {len(said) - MOST_LISTED} more"]
    return ", ".join(said) or "nothing"


def _times(word: str, count: int) -> str:
    if count == 1:
        return word
    head, mark, tail = word.partition(" (")
    return plural(count, head) + mark + tail


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
    zones = [z for z, info in enumerate(spec.zones) if info.owner == owner and z not in drawn and _laid_out(spec, z)]
    rows = [_zone_row(table, z) for z in zones if table.lying(z).count != 0]
    empty = [_short(table, z) for z in zones if table.seat == owner and table.lying(z).count == 0]
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


def _laid_out(spec: Spec, number: int) -> bool:
    """Is this a zone for people: no space, nothing that stands on a card, no store of things that never came into play?"""
    info = spec.zones[number]
    if info.owner >= 0:
        return True
    return info.shape != "space" and "." not in info.label and number not in spec.stores


def _pictures(table: Table, owner: int, width: int) -> list[tuple[list[int], list[str]]]:
    """What is drawn: the squares that counters stand on, then columns side by side, each with the zones that it shows."""
    spec = table.spec
    pictures: list[tuple[list[int], list[str]]] = [([], squares(table, k, width)) for k, info in enumerate(spec.cells)
            if info.owner == owner and info.name and info.family in spec.tracks and table.cell(k) is not None
            and (owner >= 0 or "." not in info.label)]
    for zones in column_groups(table, owner):
        lines = side_by_side(table, zones, [_short(table, z) for z in zones], width)
        if lines:
            pictures.append((zones, lines))
    return pictures


def standing(spec: Spec, state: State, runs: dict) -> str:
    """Where the play is: which phase or turn, the how manieth, of how many where that is limited; whose turn."""
    for frame in reversed(state.frames):
        routine = spec.routines[frame[ROUTINE]]
        if routine.sort in (Sort.PHASE, Sort.TURN):
            break
    else:
        return ""
    limit = next((each for each in spec.limits if each.routine == routine.name), None)
    count = state.cells[limit.cell] if limit else runs.get(routine.number, 0)
    said = routine.name.replace("_", " ") + (f" {count}" if count else "")
    said += f" of at most {limit.count}" if limit and limit.count <= MOST_ROUNDS else ""
    return said + (f", {whose(spec.seats[frame[ME]])} turn" if routine.sort == Sort.TURN and frame[ME] >= 0 else "")


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
    if z < 0 or not _laid_out(table.spec, z):
        return False
    info = table.spec.zones[z]
    return not info.ordered or info.shape == "pile" and info.owner < 0          # in a pile no counter is of account


def changed(table: Table, owner: str) -> list[str]:
    """The counters and states of a thing or space that are not as at first."""
    counters = []
    for k, info in enumerate(table.spec.cells):
        if info.name and info.label.startswith(f"{owner}.") and info.owner < 0:
            value = table.cell(k)
            if value is not None and value != info.first:
                counters.append(f"{info.name.replace('_', ' ')} {table.spec.words(value, info.type)}")
    return counters


def _zone_row(table: Table, number: int) -> tuple[str, str]:
    return _short(table, number), contents(table, number)


def _short(table: Table, number: int) -> str:
    """A zone's name, without its owner's."""
    info = table.spec.zones[number]
    owner = f"{table.spec.seats[info.owner]}." if info.owner >= 0 else ""
    return info.label.removeprefix(owner)


def contents(table: Table, number: int) -> str:
    """What lies in a zone, in words."""
    info, lying = table.spec.zones[number], table.lying(number)
    if lying.count == 0:
        return "empty"
    known = [thing for thing in (*lying.things, *lying.loose) if thing != HIDDEN]
    if lying.count is None:
        return f"not to be counted{', among them ' + counted(table.spec, known) if known else ''}"
    if not known:
        return f"{plural(lying.count, info.kind or 'piece')}, face down"
    if not info.ordered:
        return counted(table.spec, [*known, *[HIDDEN] * (lying.count - len(known))], info.kind, table)
    return _in_order(table, number, info, lying)


def _in_order(table: Table, number: int, info: ZoneInfo, lying: Lying) -> str:
    """An ordered zone from the top: what is known of the places, and what lies among the rest."""
    spec = table.spec
    last = max((k for k, thing in enumerate(lying.things) if thing != HIDDEN), default=-1)
    said = ["face down" if thing == HIDDEN else thing_words(spec, thing) for thing in lying.things[: last + 1]]
    rest = len(lying.things) - last - 1
    most = MOST_OF_PILE if info.shape == "pile" and info.owner < 0 else MOST_LISTED
    if len(said) > most and len(set(said)) > 1:
        rest, said = rest + len(said) - most, said[:most]
    if len(said) > 1 and len(set(said)) == 1:
        said = [_times(said[0], len(said))]
    words = ", ".join(said)
    signs = signs_of(table, number)
    if len(signs) == len(said) > 1 and not rest:
        words = said[0] + "".join(f" {sign} {word}" for sign, word in zip(signs[1:], said[1:], strict=True))
    if rest:
        words += f"{', ' if said else ''}{plural(rest, info.kind)}{' more' if said else ''}"
        words += f" in no order yet, {counted(spec, list(lying.loose))}" if lying.loose else ""
    return words if lying.count == 1 or len(set(said)) == 1 else f"from the top: {words}"


def _cells(table: Table, wanted) -> list[str]:
    """Each counter or state with its value; what is none is left out, and of many also what is 0 or no as at first."""
    said, plain = [], []
    for k, info in enumerate(table.spec.cells):
        value = table.cell(k) if info.name and info.family not in table.spec.tracks and wanted(info) else None
        if value is not None and not (isinstance(info.type, OrNone) and value == NONE):
            name = info.label.split(".", 1)[1] if "." in info.label else info.label
            said.append(f"{name.replace('_', ' ')} {_value(table.spec, info.type, value)}")
            plain.append(value == info.first and (isinstance(info.type, Bool) or value == 0 and isinstance(info.type, Int)))
    if len(said) > FEW_CELLS:
        said = [word for word, as_first in zip(said, plain, strict=True) if not as_first]
    return said


def _value(spec: Spec, type_, value: int) -> str:
    """A value in words; a number of a few as pegs in their holes: `##.. 2`."""
    words = spec.words(value, type_)
    if isinstance(type_, Int) and type_.low == 0 and type_.high is not None and type_.high in PEGS and 0 <= value <= type_.high:
        return f"{'#' * value}{'.' * (type_.high - value)} {words}"
    return words
