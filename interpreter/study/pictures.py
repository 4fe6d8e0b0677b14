"""Pictures for a report, drawn by matplotlib as SVG that stands inside the page and takes its colours from it.

In:  numbers, with their names.
Out: SVG as text. Ink is `currentColor`, the two sides have the page's `--one` and `--two`, so light and dark need no picture
     of their own.

matplotlib belongs to the extra `study` and is imported when the first picture is drawn.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from io import StringIO
from math import ceil, nan
from typing import Any

INK, ONE, TWO = "#010101", "#020202", "#030303"                  # replaced by the page's own
COLOURS = {INK: "currentColor", ONE: "var(--one)", TWO: "var(--two)"}
WIDTH = 4.6                               # inches: as wide as a phone shows without making the letters small
BINS = 30


def intervals(rows: Sequence[tuple[str, float, float, float]], unit: str) -> str:
    """Differences with their intervals, one below the other: (name, low, middle, high)."""

    def draw(axes: Any) -> None:
        for y, (_, low, middle, high) in enumerate(reversed(rows)):
            colour = ONE if low > 0 or high < 0 else INK
            axes.plot([low, high], [y, y], color=colour, linewidth=2, solid_capstyle="butt")
            axes.plot([middle], [y], "o", color=colour, markersize=5)
        axes.axvline(0, color=INK, linewidth=0.8, linestyle="--")
        axes.set_yticks(range(len(rows)), [name for name, *_ in reversed(rows)])
        axes.set_ylim(-0.6, len(rows) - 0.4)
        axes.set_xlabel(unit)

    return _drawn(draw, 0.9 + 0.26 * len(rows))


def shares(names: Sequence[str], one: Sequence[float], two: Sequence[float], even: float, unit: str) -> str:
    """What each of them has, side by side, and the line at which all would have alike."""

    def draw(axes: Any) -> None:
        places = range(len(names))
        axes.bar([k - 0.2 for k in places], one, 0.38, color=ONE)
        axes.bar([k + 0.2 for k in places], two, 0.38, color=TWO)
        axes.axhline(even, color=INK, linewidth=0.8, linestyle="--")
        axes.set_xticks(places, names)
        axes.set_ylabel(unit)

    return _drawn(draw, 2.6)


def spread(one: Sequence[float], two: Sequence[float], unit: str) -> str:
    """How values are spread on either side: how many in a hundred lie in each stretch."""
    low, high = min(*one, *two), max(*one, *two)
    wide = max(1, ceil((high - low + 1) / BINS))
    edges = [low + k * wide for k in range(int((high - low) // wide) + 2)]

    def draw(axes: Any) -> None:
        for values, colour in ((one, ONE), (two, TWO)):
            counts = Counter(int((value - low) // wide) for value in values)
            heights = [100 * counts[k] / len(values) for k in range(len(edges) - 1)]
            axes.stairs(heights, edges, color=colour, linewidth=1.8)
        axes.set_xlabel(unit)
        axes.set_ylabel("in a hundred")

    return _drawn(draw, 2.6)


def heat(rows: Sequence[str], columns: Sequence[str], values: Sequence[Sequence[float | None]],
         said: Sequence[Sequence[str]]) -> str:
    """A table of numbers as shades, each number written in its field; a field without a number stays empty."""

    def draw(axes: Any) -> None:
        flat = [value for row in values for value in row if value is not None]
        low, high = min(flat), max(flat)
        axes.pcolormesh([[nan if value is None else value for value in row] for row in values], cmap="viridis")
        for y, row in enumerate(values):
            for x, value in enumerate(row):
                bright = value is not None and high > low and (value - low) / (high - low) > 0.55
                colour = INK if value is None else "#111111" if bright else "#ffffff"
                axes.text(x + 0.5, y + 0.5, said[y][x], ha="center", va="center", color=colour)
        axes.set_xticks([k + 0.5 for k in range(len(columns))], columns)
        axes.set_yticks([k + 0.5 for k in range(len(rows))], rows)
        axes.invert_yaxis()

    return _drawn(draw, 0.8 + 0.4 * len(rows))


def _drawn(draw: Callable[[Any], None], height: float) -> str:
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "rulewright", "font.size": 10, "text.color": INK,
                                "axes.edgecolor": INK, "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK,
                                "axes.facecolor": "none", "figure.facecolor": "none",
                                "axes.spines.top": False, "axes.spines.right": False, "font.family": "sans-serif"}):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        canvas = FigureCanvasSVG(figure)
        draw(figure.add_subplot())
        written = StringIO()
        canvas.print_svg(written, metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    text = written.getvalue()
    text = text[text.index("<svg"):]
    for colour, own in COLOURS.items():
        text = text.replace(colour, own)
    return text
