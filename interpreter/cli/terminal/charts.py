"""Small charts out of letters: an interval as a bar, a table of numbers as shades.

In:  numbers.
Out: lines that are as wide as is said; what they show stands beside them in figures.
"""

from collections.abc import Sequence

SHADES = "░▒▓█"
NARROWEST = 6                             # columns to which a cell is cut at most


def interval_bar(low: float, middle: float, high: float, reach: float, width: int = 15) -> str:
    """An interval on a line from -reach to reach: `┼` is zero, `●` the middle.

    >>> interval_bar(1, 2, 3, 4, 9)
    '····┼─●─·'
    >>> interval_bar(-1, 1, 3, 4, 9)
    '···─┼●──·'
    """
    half = width // 2

    def at(value: float) -> int:
        return half + max(-half, min(half, round(value / reach * half))) if reach > 0 else half

    cells = ["·"] * width
    for k in range(at(low), at(high) + 1):
        cells[k] = "─"
    cells[half] = "┼"
    cells[at(middle)] = "●"
    return "".join(cells)


def shade(value: float, low: float, high: float) -> str:
    """How far a value lies from the lowest to the highest, as a sign that is lighter or darker.

    >>> shade(1, 1, 2) + shade(2, 1, 2)
    '░█'
    """
    part = (value - low) / (high - low) if high > low else 0.0
    return SHADES[min(len(SHADES) - 1, int(part * len(SHADES)))]


def aligned(rows: Sequence[Sequence[str]], width: int, left: int = 1) -> list[str]:
    """Rows as lines: the first columns flush left, the others flush right. Where there is no room, the widest of the first
    columns are cut short; the others hold numbers, and are not.

    >>> aligned([["who", "points"], ["Ann", "7"]], 20)
    ['who points', 'Ann      7']
    >>> aligned([["a_very_long_name", "points"]], 18)
    ['a_very_lon… points']
    """
    wide = [max(len(row[k]) for row in rows) for k in range(max(map(len, rows), default=0))]
    while sum(wide) + len(wide) - 1 > width and max(wide[:left]) > NARROWEST:
        wide[wide.index(max(wide[:left]))] -= 1
    return [" ".join(_cell(cell, wide[k], k < left) for k, cell in enumerate(row)).rstrip() for row in rows]


def _cell(text: str, wide: int, left: bool) -> str:
    text = text if len(text) <= wide else text[:wide - 1] + "…"
    return text.ljust(wide) if left else text.rjust(wide)
