"""The table in words, for the terminal and for pages: things, what lies in a zone, counters, which cards join.

In:  a Spec, a Table (what one seat may see, observation/view.py), numbers of zones, things and counters.
Out: words, and rows of squares; nothing of lines, colours or pages.

`table_of` gives the table of a seat, or of WATCHER, who sees everything.
"""

from collections.abc import Callable, Sequence
from itertools import groupby

from interpreter.core.derived import derived
from interpreter.core.frame import blank, ME, ROUTINE, Value
from interpreter.core.state import State
from interpreter.core.types import Bool, Int, NONE, OrNone, Type
from interpreter.engine.evaluate import evaluate
from interpreter.engine.machine import Machine
from interpreter.ir.kinds import Sort
from interpreter.ir.model import CellInfo, Spec, ZoneInfo
from interpreter.observation.view import HIDDEN, Lying, ONLOOKER, Public, Table
from interpreter.text.diagnostic import plural, whose

WATCHER = -2
MOST_LISTED, MOST_OF_PILE = 12, 4
PEGS = range(3, 9)                               # counters that go up to so much are drawn as pegs
FEW_CELLS = 4                                    # counters of one owner that are told in full
MOST_ROUNDS = 100                                # a higher limit is there to stop what has no end, and says nothing else
JOINED, APART = "|", "x"


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
    """The table as a seat sees it, or WATCHER, or ONLOOKER."""
    if seat == ONLOOKER:
        return Public(spec, state)
    return Open(spec, state) if seat == WATCHER else Table(spec, state, seat)


# ------------------------------------------------------------------ things in words


def thing_words(spec: Spec, thing: int) -> str:
    """A thing by its id and how it is written; `Stone` for one of many that only a number tells apart."""
    one = spec.components[thing]
    if one.written and one.written != one.id:
        return f"{one.id} ({one.written})"
    return one.kind if one.id.startswith(f"{one.set}[") else one.id


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
    for thing in sorted(things, key=lambda one: one == HIDDEN):
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


def initials(names) -> list[str]:
    """A capital letter for each, where they begin differently; else their numbers."""
    first = [name[:1].upper() for name in names]
    if len(set(first)) == len(first) and all(one.isalpha() for one in first):
        return first
    return [str(k + 1) for k in range(len(first))]


def owner_of(spec: Spec, thing: int) -> int:
    """The seat that a piece of so many each belongs to, or -1."""
    return spec.components[thing].owner


def thing_name(spec: Spec, thing: int) -> str:
    """What a sort of things is called: its id where it has one, else its kind."""
    component = spec.components[thing]
    own = component.id.removeprefix(f"{spec.seats[component.owner]}.") if component.owner >= 0 else component.id
    return component.kind if own.startswith(f"{component.set}[") or own == component.set else own


# ------------------------------------------------------------------ zones and counters in words


def standing(spec: Spec, state: State, runs: dict) -> str:
    """Where the play is: which phase or turn, the how manieth, of how many where that is limited; whose turn."""
    for frame in reversed(state.frames):
        routine = spec.routines[frame[ROUTINE]]
        if routine.sort in (Sort.PHASE, Sort.TURN):
            break
    else:
        return ""
    limit = next((one for one in spec.limits if one.routine == routine.name), None)
    count = state.cells[limit.cell] if limit else runs.get(routine.number, 0)
    said = routine.name.replace("_", " ") + (f" {count}" if count else "")
    said += f" of at most {limit.count}" if limit and limit.count <= MOST_ROUNDS else ""
    return said + (f", {whose(spec.seats[frame[ME]])} turn" if routine.sort == Sort.TURN and frame[ME] >= 0 else "")


@derived
def _cells_on(spec: Spec) -> dict[str, list[int]]:
    """By the id of a thing or space, the counters and states that stand on it."""
    found: dict[str, list[int]] = {}
    for k, info in enumerate(spec.cells):
        owner, dot, _ = info.label.rpartition(".")
        while dot and info.name and info.owner < 0:
            found.setdefault(owner, []).append(k)
            owner, dot, _ = owner.rpartition(".")
    return found


def changed(table: Table, owner: str) -> list[str]:
    """The counters and states of a thing or space that are not as at first."""
    found = []
    for k in _cells_on(table.spec).get(owner, ()):
        info, value = table.spec.cells[k], table.cell(k)
        if value is not None and value != info.first:
            found.append(f"{info.name.replace('_', ' ')} {table.spec.words(value, info.type)}")
    return found


def laid_out(spec: Spec, number: int) -> bool:
    """Is this a zone for people: no space, nothing that stands on a card, no store of things that never came into play?"""
    info = spec.zones[number]
    if info.owner >= 0:
        return True
    return info.shape != "space" and "." not in info.label and number not in spec.stores


def short_name_of(table: Table, number: int) -> str:
    """A zone's name, without its owner's."""
    info = table.spec.zones[number]
    owner = f"{table.spec.seats[info.owner]}." if info.owner >= 0 else ""
    return info.label.removeprefix(owner)


def counters(
    table: Table, wanted: Callable[[CellInfo], bool], among: Sequence[int] | None = None
) -> list[tuple[str, CellInfo, Value]]:
    """Each counter or state that is wanted, by name, with its value; what is none is left out, and of many also what is 0 or
    no as at first. `among` are the numbers of those that can be wanted, where that is known."""
    found, plain = [], []
    for k in range(len(table.spec.cells)) if among is None else among:
        info = table.spec.cells[k]
        value = table.cell(k) if info.name and info.family not in table.spec.tracks and wanted(info) else None
        if value is not None and not (isinstance(info.type, OrNone) and value == NONE):
            name = info.label.split(".", 1)[1] if "." in info.label else info.label
            found.append((name.replace("_", " "), info, value))
            plain.append(value == info.first and (isinstance(info.type, Bool) or value == 0 and isinstance(info.type, Int)))
    if len(found) > FEW_CELLS:
        found = [one for one, as_first in zip(found, plain, strict=True) if not as_first]
    return found


def pegs(type_: Type, value: Value) -> int:
    """How many holes a number of a few is shown with; 0 for one that is just a number."""
    if not isinstance(type_, Int) or type_.low != 0 or type_.high is None or type_.high not in PEGS:
        return 0
    return type_.high if 0 <= value <= type_.high else 0


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
        words = said[0] + "".join(f" {sign} {one}" for sign, one in zip(signs[1:], said[1:], strict=True))
    if rest:
        words += f"{', ' if said else ''}{plural(rest, info.kind)}{' more' if said else ''}"
        words += f" in no order yet, {counted(spec, list(lying.loose))}" if lying.loose else ""
    return words if lying.count == 1 or len(set(said)) == 1 else f"from the top: {words}"


# ------------------------------------------------------------------ what is drawn


def column_groups(table: Table, owner: int) -> list[list[int]]:
    """The columns of one owner that belong together: one for each word of an index."""
    spec = table.spec
    owned = [(z, info) for z, info in enumerate(spec.zones) if info.owner == owner and info.shape == "column"]
    mine = [z for z, info in owned if _indexed(info, owner)]
    groups = [list(group) for _, group in groupby(mine, key=lambda z: spec.zones[z].family)]
    return [group for group in groups if len(group) > 1 and any(table.lying(z).count for z in group)]


def _indexed(info, owner: int) -> bool:
    return info.label.endswith("]") and (owner >= 0 or "." not in info.label)


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


def squares_of(track, machine: Machine) -> list[tuple[int, int]]:
    """Each square with what it is worth."""
    made = []
    for square in track.squares:
        frame = blank(track.size)
        frame[track.slot] = square
        worth = evaluate(track.worth, machine, frame)
        if not (track.may_lack and worth == NONE):
            made.append((square, worth))
    return made
