"""The map of a board: its spaces where the rules want them drawn, who and what stands there, where one may go.

In:  a Table (what one seat may see), a Board with a Map (lower/appearance.py), letters for the spaces that can be answered.
Out: `chart`, lines of plain text with their styled spots, and a legend; none where the width is too small.

A space is a cell of a few signs: the letter of the list if it can be answered, else the sign of its sort; then the people
there, each by a capital letter; then other things, each sort by a sign. A line between cells is a link. What cannot be drawn
(links across other spaces, cells that are too full) is told in words below. Only what the Table knows is drawn.
"""

from attrs import define, field

from interpreter.core.types import NONE
from interpreter.ir.model import Board, Map, Spec
from interpreter.observation.view import HIDDEN, Table


@define
class Canvas:
    """`signs` and `styles` by (line, place)."""

    columns: int
    rows: int
    wide: int
    signs: dict[tuple[int, int], str] = field(factory=dict)
    styles: dict[tuple[int, int], str] = field(factory=dict)

    @property
    def width(self) -> int:
        """How many places a line has."""
        return self.columns * self.wide - 1

    def middle(self, x: int) -> int:
        """The place in the middle of a column."""
        return x * self.wide + (self.wide - 2) // 2

    def put(self, line: int, place: int, text: str, style: str = "") -> None:
        """Signs from this place on, over whatever stands there."""
        for k, sign in enumerate(text):
            self.signs[line, place + k] = sign
            self.styles[line, place + k] = style

    def free(self, line: int, place: int, length: int) -> bool:
        """Is there room, with a blank on both sides?"""
        inside = 0 <= line < 2 * self.rows - 1 and place >= 0 and place + length <= self.width
        return inside and not any((line, at) in self.signs for at in range(place - 1, place + length + 1))

    # ---------------------------------------------------------------- what is drawn

    def cell(self, x: int, y: int, signs: list[tuple[str, str]]) -> None:
        """What stands in a cell, in its middle."""
        length = sum(len(text) for text, _ in signs)
        place = x * self.wide + max(0, (self.wide - 1 - length) // 2)
        for text, style in signs:
            self.put(2 * y, place, text, style)
            place += len(text)

    def name(self, x: int, y: int, text: str) -> bool:
        """A name above or below its cell, where there is room; else beside it."""
        middle, length = self.middle(x), len(text)
        for line in (2 * y - 1, 2 * y + 1):
            for place in (middle - (length - 1) // 2, middle + 2, middle - length - 1):
                if self.free(line, place, length):
                    self.put(line, place, text, "who")
                    return True
        for place in (x * self.wide + self.wide, x * self.wide - length - 1):
            if self.free(2 * y, place, length):
                self.put(2 * y, place, text, "who")
                return True
        return False

    def link(self, a: tuple[int, int], b: tuple[int, int], taken: set, both: bool) -> bool:
        """A line between two cells; no if it would run across another, or is not straight."""
        (ax, ay), (bx, by) = a, b
        if ay == by:
            between = {(x, ay) for x in range(min(ax, bx) + 1, max(ax, bx))}
            return not between & taken and self._across(ax, bx, ay, both)
        if ax == bx:
            between = {(ax, y) for y in range(min(ay, by) + 1, max(ay, by))}
            return not between & taken and self._down(ay, by, ax, both)
        return abs(ax - bx) == 1 == abs(ay - by) and self._aslant(a, b, both)

    def _across(self, ax: int, bx: int, y: int, both: bool) -> bool:
        start, end = sorted((self.middle(ax), self.middle(bx)))
        self.put(2 * y, start, "-" * (end - start), "small")
        if not both:
            self.put(2 * y, (start + end) // 2 + (end - start) % 2, ">" if bx > ax else "<", "small")
        return True

    def _down(self, ay: int, by: int, x: int, both: bool) -> bool:
        start, end = sorted((2 * ay, 2 * by))
        for line in range(start + 1, end):
            self.put(line, self.middle(x), "|", "small")
        if not both:
            self.put((start + end) // 2, self.middle(x), "v" if by > ay else "^", "small")
        return True

    def _aslant(self, a: tuple[int, int], b: tuple[int, int], both: bool) -> bool:
        place, line = (self.middle(a[0]) + self.middle(b[0])) // 2, a[1] + b[1]
        if not both or (line, place) in self.signs:
            return False
        self.put(line, place, "\\" if (b[0] > a[0]) == (b[1] > a[1]) else "/", "small")
        return True

    # ---------------------------------------------------------------- as lines

    def lines(self) -> list[tuple[str, list]]:
        """From the top, each with its styled spots."""
        lines = []
        for line in range(2 * self.rows - 1):
            text = "".join(self.signs.get((line, place), " ") for place in range(self.width))
            spots = [(place, place + 1, self.styles[line, place]) for place in range(self.width)
                     if self.styles.get((line, place))]
            lines.append((text.rstrip(), spots))
        return lines


# ------------------------------------------------------------------ the map


PLAIN, NAMED, REACHED, COME, FULL, UNSEEN = ".", "o", "°", "@", "&", "?"
SORT_SIGNS = "+=%~^:;'"
THING_SIGNS = "*!$#/<>"
WIDEST, EDGE = 8, 3


@define
class Chart:
    """A map drawn: lines with spots (start, end, style) in them, rows of sign and words, and sentences below."""

    lines: list[tuple[str, list]] = field(factory=list)
    legend: list[tuple[str, str]] = field(factory=list)
    told: list[str] = field(factory=list)


def chart(table: Table, board: Board, width: int, letters: dict[int, str] | None = None, ends: frozenset = frozenset(),
          come: int = NONE) -> Chart:
    """The map; `letters` are those of the spaces that can be answered; of a journey, `ends` is where it can come to its end,
    and `come` where it has come to."""
    plan = table.spec.maps[board.name]
    columns, rows = (sorted({place[k] for place in plan.places}) for k in (0, 1))
    wide = min(WIDEST, (width - EDGE) // len(columns)) if columns else 0
    if wide < 2:
        return Chart()
    spots = {board.first + k: (columns.index(x), rows.index(y)) for k, (x, y) in enumerate(plan.places)}
    canvas, drawing = Canvas(len(columns), len(rows), wide), Chart()
    cells = _Cells(table, board, plan, letters or {}, ends, come)
    drawing.told += _links(canvas, board, spots)
    for space, (x, y) in spots.items():
        signs, left_out = cells.of(space, wide - 1)
        canvas.cell(x, y, signs)
        if left_out:
            drawing.told.append(f"{table.spec.space_of[space]}: {left_out}")
    for space, (x, y) in spots.items():
        any(canvas.name(x, y, name) for name in plan.names[space - board.first])
    drawing.lines = _edged(canvas, columns, rows) if not all(plan.names) else canvas.lines()
    drawing.legend = cells.legend()
    return drawing


def _edged(canvas: Canvas, columns: list[int], rows: list[int]) -> list[tuple[str, list]]:
    """With the numbers of columns above and of rows beside: spaces without a name are called by them."""
    head = " " * EDGE + "".join(f"{x:^{canvas.wide - 1}} " for x in columns)
    lines = [(head.rstrip(), [(0, len(head), "small")])]
    for number, (text, spots) in enumerate(canvas.lines()):
        edge = f"{rows[number // 2]:>{EDGE - 1}} " if number % 2 == 0 else " " * EDGE
        lines.append(((edge + text).rstrip(), [(0, EDGE, "small"), *((a + EDGE, b + EDGE, style) for a, b, style in spots)]))
    return lines


def _links(canvas: Canvas, board: Board, spots: dict) -> list[str]:
    """Draws every link; those that would run across other spaces are told in words."""
    taken, across = set(spots.values()), []
    for space, near in zip(spots, board.links, strict=True):
        for other in near:
            both = space in board.links[other - board.first]
            if both and other < space:
                continue
            if not canvas.link(spots[space], spots[other], taken, both):
                ids = board.ids[space - board.first], board.ids[other - board.first]
                across.append(f"{ids[0]} - {ids[1]}" if both else f"{ids[0]} > {ids[1]}")
    return [f"also linked: {', '.join(across)}"] if across else []


# ------------------------------------------------------------------ what stands in a cell


class _Cells:
    """The signs of the spaces, handed out as they are met; `legend` says afterwards what they mean."""

    def __init__(self, table: Table, board: Board, plan: Map, letters: dict[int, str], ends: frozenset, come: int):
        self.table, self.spec, self.board, self.plan = table, table.spec, board, plan
        self.letters, self.ends, self.come = letters, ends, come
        self.people = initials(table.spec.seats)
        self.sorts = {words: SORT_SIGNS[k % len(SORT_SIGNS)] for k, (words, _) in enumerate(plan.marks)}
        self.things: dict[str, str] = {}
        self.met: dict[str, str] = {}
        self.within: dict[str, list[int]] = {}
        for z, info in enumerate(table.spec.zones):
            if "." in info.label and info.owner < 0 and table.lying(z).count:
                self.within.setdefault(info.label.rpartition(".")[0], []).append(z)

    def of(self, space: int, room: int) -> tuple[list[tuple[str, str]], str]:
        """Signs with their styles; and what is there in words, if not all of it could be drawn."""
        ground, there = self._ground(space), [(sign, words) for sign, words in self._there(space)]
        counted: dict[tuple[str, str], int] = {}
        for pair in there:
            counted[pair] = counted.get(pair, 0) + 1
        signs = [(sign, "who" if sign.isalpha() else "title") for sign, _ in counted]
        if not signs or ground[0] not in (PLAIN, NAMED):
            signs.insert(0, ground)
        self._meet(space, ground[0])
        several = any(count > 1 for count in counted.values())
        if sum(len(sign) for sign, _ in signs) <= room and not several:
            self.met |= dict(counted.keys())
            return signs, ""
        while sum(len(sign) for sign, _ in signs) > room - 1 and len(signs) > 1:
            signs.pop()
        if sum(len(sign) for sign, _ in signs) < room:
            signs.append((FULL, "title"))
        drawn = {sign for sign, _ in signs}
        self.met |= {sign: words for sign, words in counted if sign in drawn}
        said = ", ".join(words if count == 1 else f"{count} {words}" for (_, words), count in counted.items())
        return signs, said

    def _ground(self, space: int) -> tuple[str, str]:
        if space in self.letters:
            return self.letters[space], "ask"
        if space == self.come:
            return COME, "ask"
        if space in self.ends:
            return REACHED, "yes"
        for words, spaces in self.plan.marks:
            if space in spaces:
                return self.sorts[words], ""
        return NAMED if self.plan.names[space - self.board.first] else PLAIN, ""

    def _meet(self, space: int, ground: str) -> None:
        if ground in (REACHED, COME):
            self.met[ground] = "where the journey can end: `go`" if ground == REACHED else "where it has come to"
        for words, spaces in self.plan.marks:
            if space in spaces and ground == self.sorts[words]:
                self.met[ground] = words

    def _there(self, space: int):
        """Everything on a space, with what it is called in the legend: people first."""
        lying = self.table.lying(space).things
        own = [(thing, seat) for thing in lying if thing != HIDDEN and (seat := owner_of(self.spec, thing)) >= 0]
        yield from ((self.people[seat], self.spec.seats[seat]) for _, seat in own)
        others = [other for other in lying if other not in {thing for thing, _ in own}]
        others += [thing for z in self.within.get(self.spec.zones[space].label, ()) for thing in self.table.lying(z).things]
        for other in others:
            words = "face down" if other == HIDDEN else thing_name(self.spec, other)
            if other != HIDDEN and words not in self.things:
                self.things[words] = THING_SIGNS[len(self.things) % len(THING_SIGNS)]
            yield (UNSEEN if other == HIDDEN else self.things[words]), words

    def legend(self) -> list[tuple[str, str]]:
        """People, things, sorts of spaces, and the signs for themselves; only what is drawn."""
        people = [(sign, words) for sign, words in self.met.items() if sign.isalnum()]
        things = [(sign, words) for sign, words in self.met.items() if sign in THING_SIGNS or sign == UNSEEN]
        sorts = [(sign, words) for words, sign in self.sorts.items() if sign in self.met]
        rest = [(sign, self.met[sign]) for sign in (COME, REACHED) if sign in self.met]
        return [*sorted(people), *things, *sorts, *rest]


def initials(names) -> list[str]:
    """A capital letter for each, where they begin differently; else their numbers."""
    first = [name[:1].upper() for name in names]
    if len(set(first)) == len(first) and all(sign.isalpha() for sign in first):
        return first
    return [str(k + 1) for k in range(len(first))]


def owner_of(spec: Spec, thing: int) -> int:
    """The seat that a piece of `one each` belongs to, or -1."""
    owner, dot, rest = spec.components[thing].id.partition(".")
    return spec.seats.index(owner) if dot and rest == spec.components[thing].set and owner in spec.seats else -1


def thing_name(spec: Spec, thing: int) -> str:
    """What a sort of things is called: its id where it has one, else its kind."""
    component = spec.components[thing]
    single = not component.id.startswith((f"{component.set}[", *(f"{seat}." for seat in spec.seats)))
    return component.id if single else component.kind
