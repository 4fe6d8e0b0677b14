"""A report: one page that stands alone, and the plays as Parquet beside it.

In:  a folder; a Comparison, or what a sweep has made of its own (Sections); the command that gives it again.
Out: `report.html` and `plays.parquet` in the folder.

Pictures and Parquet need the extra `study`; `ready` says so before anything is played.
"""

from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path
from typing import Any

from attrs import field, frozen

from interpreter.core.question import part_of_win
from interpreter.study import pictures
from interpreter.study.combinations import Sweep
from interpreter.study.comparison import Comparison, DIFFERENT, Line
from interpreter.study.figures import DECISIONS, Figure, POINTS, QUANTILES, Shape, SHARE
from interpreter.study.plays import End, Side
from interpreter.study.verdicts import about_errors, fairness, news, sentence, summary
from interpreter.text.diagnostic import listed, plural

HERE = Path(__file__).resolve().parent
PAGE, PLAYS = "report.html", "plays.parquet"
NEEDS = ("matplotlib", "pyarrow")


class Missing(Exception):
    """What a report needs is not installed; in words."""


def ready(folder: Path) -> None:
    """Is everything there that a report needs? Raises Missing, or OSError for a folder that cannot be made."""
    missing = [name for name in NEEDS if find_spec(name) is None]
    if missing:
        said = " and ".join(missing)
        raise Missing(f"a report is drawn with {said}, which {'is' if len(missing) == 1 else 'are'} not installed here: "
                      "pip install 'rulewright[study]'")
    folder.mkdir(parents=True, exist_ok=True)


# ------------------------------------------------------------------ what a page consists of


@frozen
class Cell:
    """Words, and the value by which a column is sorted."""

    words: str
    value: float | None = None


@frozen
class Row:
    """One row; `real`: it is what is to be seen first."""

    cells: list[Cell]
    real: bool = False


@frozen
class Grid:
    """A table that can be sorted."""

    head: list[str]
    rows: list[Row]
    words: str = ""

    @property
    def heads(self) -> list[tuple[str, bool]]:
        """What stands above each column, and does the column hold words?"""
        first = self.rows[0].cells if self.rows else []
        return [(name, k >= len(first) or first[k].value is None) for k, name in enumerate(self.head)]


@frozen
class Picture:
    """A picture with what it shows, and what the two colours stand for."""

    svg: str
    words: str
    one: str = ""
    two: str = ""


@frozen
class Section:
    """A part of the page."""

    title: str
    says: list[str] = field(factory=list)
    points: list[str] = field(factory=list)
    pictures: list[Picture] = field(factory=list)
    tables: list[Grid] = field(factory=list)
    code: str = ""


def write_page(folder: Path, title: str, under: Sequence[str], sections: Sequence[Section]) -> Path:
    """Writes the page; gives its path."""
    import jinja2

    environment = jinja2.Environment(loader=jinja2.FileSystemLoader(HERE / "templates"), autoescape=True, trim_blocks=True)
    made = environment.get_template("report.html").render(title=title, under=under, sections=sections)
    path = folder / PAGE
    path.write_text(made, encoding="utf-8")
    return path


# ------------------------------------------------------------------ plays for a spreadsheet or a notebook


def write_plays(folder: Path, sides: Sequence[Side], shapes: Sequence[Shape], ends: Sequence[Sequence[End]], seed: int) -> Path:
    """One row a play and seat, all sides below one another. A score that a side does not have is empty there."""
    import pyarrow
    from pyarrow import parquet

    names = list(dict.fromkeys(name for shape in shapes for name in shape.scores))
    rows: dict[str, list[Any]] = {name: [] for name in ("rules", "seed", "seat", "name", "who", "total",
                                                       *(f"score_{name}" for name in names), "won", "decisions", "ending")}
    for side, shape, played in zip(sides, shapes, ends, strict=True):
        for number, end in enumerate(played, start=seed):
            for seat in shape.people:
                scores = {name: values[seat] for name, values in zip(shape.scores, end.scores, strict=True)}
                row = [side.name, number, seat + 1, shape.seats[seat], side.recipe.seats[seat], end.totals[seat],
                       *(scores.get(name) for name in names), part_of_win(end.winners, seat), end.decisions, end.ending]
                for column, value in zip(rows.values(), row, strict=True):
                    column.append(value)
    path = folder / PLAYS
    parquet.write_table(pyarrow.table(rows), path)
    return path


# ------------------------------------------------------------------ a comparison


def write_comparison(folder: Path, comparison: Comparison, about: str, command: str) -> Path:
    """Writes both files; gives the path of the page."""
    sides, wish = comparison.sides, comparison.wish
    write_plays(folder, sides, comparison.shapes, comparison.ends, wish.seed)
    sections: list[Section] = []
    for k, side in enumerate(sides[1:]):
        sections += _against(comparison, k, side.name)
    sections += [_seats(comparison), _spread(comparison), repeat(command, wish.seed, about_errors(len(sides)))]
    changes = " and ".join(side.name for side in sides[1:])
    seeds = f"seeds {wish.seed} to {wish.seed + comparison.plays - 1}, the same for all"
    plays = f"{plural(comparison.plays, 'play')} of each by {about}; {seeds}"
    return write_page(folder, f"{sides[0].title}: as it stands, against {changes}", [plays], sections)


def repeat(command: str, seed: int, errors: str) -> Section:
    """How to have it again, and what the intervals mean."""
    says = [f"The same command gives the same figures, to the last digit; the first seed is {seed}. {PLAYS} beside this page "
            "has one row a play and seat.", errors]
    return Section("Repeat it", says, code=command)


def _against(comparison: Comparison, k: int, name: str) -> list[Section]:
    if not comparison.plays:
        return [Section(f"With {name}", ["no play was finished"])]
    ends, course, rules = comparison.table.lines(k), comparison.course_lines(k), comparison.rule_lines(k)
    points = [sentence(line, name) for line in news([*ends, *course])]
    first = Section(f"With {name}", [summary([*ends, *course, *rules], comparison.plays)], points,
                    _pictures(comparison, k, name), [lines_grid(ends, name)])
    found = [first]
    if course:
        found.append(Section(f"On the way, with {name}",
                             [f"Seen in {plural(comparison.course.plays, 'play')} of each by the reference engine, which alone "
                              "tells what happens on the way."], tables=[lines_grid(course, name)]))
    if rules:
        found.append(Section(f"Rules that come up, with {name}", ["In how many plays of a hundred each comes up."],
                             tables=[lines_grid(rules, name)]))
    return found


def lines_grid(lines: Iterable[Line], name: str) -> Grid:
    """Lines as a table."""
    rows = []
    for line in lines:
        said, figure = line.figure.said, line.figure
        cells = [Cell(figure.words), Cell(said(line.base), line.base or 0), Cell(said(line.other), line.other or 0)]
        if line.low is None or line.high is None or line.difference is None:
            change = "" if line.difference is None else said(line.difference, True)
            cells += [Cell(change, line.difference or 0), Cell("", 0), Cell("too few plays" if change else "")]
        else:
            cells += [Cell(said(line.difference, True), line.difference),
                      Cell(f"{said(line.low, True)} to {said(line.high, True)}", line.low), Cell(VERDICTS[line.verdict])]
        rows.append(Row(cells, line.verdict == DIFFERENT))
    return Grid(["", "now", name, "change", "95 % interval", "verdict"], rows)


VERDICTS = {"different": "a real difference", "same": "the same in every play", "open": "no difference shown"}


def _pictures(comparison: Comparison, k: int, name: str) -> list[Picture]:
    found = []
    lines = comparison.table.lines(k)
    for unit, words in ((POINTS, "points"), (SHARE, "plays in a hundred")):
        scale = 100 if unit == SHARE else 1
        rows = [(line.figure.words, scale * line.low, scale * line.difference, scale * line.high) for line in lines
                if line.figure.unit == unit and line.figure.plain and line.low is not None and line.high is not None
                and line.difference is not None]
        if rows:
            found.append(Picture(pictures.intervals(rows, f"change in {words}"),
                                 f"What {name} changes, in {words}, with 95 % intervals"))
    base, other = comparison.seats(0), comparison.seats(k + 1)
    if base and [seat.name for seat in base] == [seat.name for seat in other]:
        drawn = pictures.shares([seat.name for seat in base], [100 * seat.share for seat in base],
                                [100 * seat.share for seat in other], 100 / len(base), "wins in a hundred")
        found.append(Picture(drawn, "Who wins, by seat", "as it stands", name))
    for key, words in (("total", "totals of a seat"), ("decisions", "decisions a play")):
        one, two = (_values(comparison, side, key) for side in (0, k + 1))
        if one and two and len(set(one) | set(two)) > 1:
            found.append(Picture(pictures.spread(one, two, words), words[0].upper() + words[1:], "as it stands", name))
    return found


def _values(comparison: Comparison, side: int, key: str) -> list[float]:
    shape, ends = comparison.shapes[side], comparison.ends[side]
    if key == DECISIONS:
        return [end.decisions for end in ends]
    return [end.totals[p] for end in ends for p in shape.people] if shape.scores else []


def _seats(comparison: Comparison) -> Section:
    says, rows = [], []
    for k, side in enumerate(comparison.sides):
        says.append(f"{side.name}: {fairness(comparison.seats(k))}")
        for seat in comparison.seats(k):
            off = seat.share - seat.even
            rows.append(Row([Cell(side.name), Cell(seat.name), Cell(f"{100 * seat.share:.1f}", seat.share),
                             Cell(f"{100 * seat.even:.1f}", seat.even), Cell(f"{100 * off:+.1f}", off),
                             Cell(f"{100 * seat.low:+.1f} to {100 * seat.high:+.1f}", seat.low)], bool(seat.verdict)))
    grid = Grid(["rules", "seat", "wins in 100", "even part", "more than that", "95 % interval"], rows)
    return Section("Is anybody better off by the seat?", says, tables=[grid])


def _spread(comparison: Comparison) -> Section:
    heads = [f"{100 * part:.0f} %" for part in QUANTILES]
    rows = []
    for k, side in enumerate(comparison.sides):
        for one in comparison.spread(k):
            numbers = [one["mean"], one["deviation"], *one["quantiles"]]
            rows.append(Row([Cell(one["words"]), Cell(side.name), *(Cell(f"{number:.2f}", number) for number in numbers)]))
    grid = Grid(["", "rules", "mean", "deviation", *heads], rows,
                "Below the last five numbers lie 5, 25, 50, 75 and 95 of a hundred plays.")
    return Section("How far the figures are spread", tables=[grid])


# ------------------------------------------------------------------ a sweep


MOST_MAPS = 6


def write_sweep(folder: Path, sweep: Sweep, about: str, command: str) -> Path:
    """Writes both files; gives the path of the page."""
    wish, plan = sweep.wish, sweep.design
    write_plays(folder, sweep.sides, sweep.shapes, sweep.ends, wish.seed)
    names = [factor.option for factor in plan.factors]
    rows = [Row([*(Cell(value, _number(value)) for value in values),
                 *(Cell(figure.said(sweep.mean(figure, k)), sweep.mean(figure, k)) for figure in sweep.figures)])
            for k, values in enumerate(plan.combinations)]
    grid = Grid([*names, *(figure.words for figure in sweep.figures)], rows)
    sections = [_effects(sweep, figure) for figure in sweep.figures]
    sections.append(Section("Every combination" if plan.whole else f"{len(rows)} of {plan.of} combinations", tables=[grid]))
    sections.append(repeat(command, wish.seed, about_errors(0)))
    seeds = f"seeds {wish.seed} to {wish.seed + sweep.plays - 1}, the same for all"
    plays = f"{plural(sweep.plays, 'play')} of each of {plural(len(rows), 'combination')} by {about}; {seeds}"
    return write_page(folder, f"{sweep.sides[0].title}: {listed(names)}", [plays], sections)


def _number(value: str) -> float | None:
    return float(value) if value.lstrip("-").isdigit() else None


def _effects(sweep: Sweep, figure: Figure) -> Section:
    rows = []
    for effect in sweep.main_effects(figure):
        line, said = effect.line, figure.said
        if line.low is not None and line.high is not None and line.difference is not None:
            between = Cell(f"{said(line.low, True)} to {said(line.high, True)}", line.low)
            cells = [Cell(f"{effect.option} = {effect.value}"), Cell(effect.first, _number(effect.first)),
                     Cell(said(line.other), line.other), Cell(said(line.difference, True), line.difference), between]
            rows.append(Row([*cells, Cell(VERDICTS[line.verdict])], line.verdict == DIFFERENT))
    grid = Grid(["", "against", figure.words, "change", "95 % interval", "verdict"], rows)
    return Section(f"What each value changes: {figure.words}", pictures=_maps(sweep, figure), tables=[grid])


def _maps(sweep: Sweep, figure: Figure) -> list[Picture]:
    factors = sweep.design.factors
    found = []
    for down, across in list(combinations(range(len(factors)), 2))[:MOST_MAPS] or [(0, 0)]:
        cells = sweep.heat(figure, down, across)
        if down == across:                                   # one option: a single row
            cells = [[cells[k][k] for k in range(len(cells))]]
        said = [["-" if one is None else figure.said(one) for one in row] for row in cells]
        names = [""] if down == across else list(factors[down].values)
        also = f", {factors[down].option} down" if down != across else ""
        words = f"{figure.words}: {factors[across].option} across{also}"
        found.append(Picture(pictures.heat(names, factors[across].values, cells, said), words))
    return found
