"""Small charts out of letters: an interval as a bar, a table of numbers as shades.

In:  numbers.
Out: lines that are as wide as is said; what they show stands beside them in figures.
"""

from collections.abc import Sequence

SHADES = "░▒▓█"


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


def flush_right(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """Rows whose columns, but for the first and the last, stand flush right.

    >>> flush_right([["a", "1", "x"], ["b", "10", "y"]])
    [['a', ' 1', 'x'], ['b', '10', 'y']]
    """
    wide = [max(len(row[k]) for row in rows if k < len(row)) for k in range(max(map(len, rows), default=0))]
    return [[cell if k in (0, len(wide) - 1) else cell.rjust(wide[k]) for k, cell in enumerate(row)] for row in rows]
