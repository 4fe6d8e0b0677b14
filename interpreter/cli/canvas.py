"""A sheet of signs on which a map is drawn: cells in columns and rows, a row for links between each two.

In:  how many columns and rows, how wide a cell is; then cells, links, names.
Out: lines of text with their styled spots.
"""

from attrs import define, field


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
        made = []
        for line in range(2 * self.rows - 1):
            text = "".join(self.signs.get((line, place), " ") for place in range(self.width))
            spots = [(place, place + 1, self.styles[line, place]) for place in range(self.width)
                     if self.styles.get((line, place))]
            made.append((text.rstrip(), spots))
        return made
