"""A finished table that somebody has written down: zones with what lies in them, counters with their values.

In:  the text of the file, in lines or as CSV; then the Spec of the game for the people it names.
Out: `read_table`, its Lines; `people_named`, who plays; `lay_table`, a Machine whose play is over, ready to be scored. What
     is wrong stands in the report, with its line.

    Ann.row[A]: t05, t07              # from the top, as in a scenario
    Ann.cube: -3
    players: Ann, Bo                   # only needed for the order they sit in, or for who has nothing

As CSV: columns seat, zone, card (a row for each card, from the top) or seat, counter, value; or all five. Commas, semicolons
and tabs are read.
"""

import csv
from collections.abc import Iterator

from attrs import frozen

from interpreter.core import types as t
from interpreter.engine.evaluate import PILE
from interpreter.engine.machine import Machine, start
from interpreter.engine.movement import put_in, take_out
from interpreter.ir.dependencies import reads
from interpreter.ir.model import Spec
from interpreter.scenario.start_at import first_values
from interpreter.session.notation import blanks, fold, names, split_commas, Trouble, value_of, without_comment
from interpreter.text import codes
from interpreter.text.diagnostic import listed, Report, suggestion
from interpreter.text.source import Source, Span

PLAYERS = "players"
CARDS, VALUES = ("zone", "card"), ("counter", "value")
NOTHING = ("nothing", "empty", "none", "")


@frozen
class Line:
    """What is said of one zone or counter: its label, the words behind it, each with its place."""

    label: str
    words: tuple[tuple[str, Span], ...]
    span: Span


def wrong(report: Report, span: Span, why: str, help_: str | None = None) -> None:
    """One thing that is wrong with the table as it is written."""
    report.add(codes.SCENARIO_GIVEN, span, why=why, help=help_)


# ------------------------------------------------------------------ reading


def read_table(source: Source, report: Report) -> list[Line]:
    """The lines of a text, or the rows of a file whose name ends in .csv."""
    return _of_rows(source, report) if source.name.casefold().endswith(".csv") else _of_lines(source, report)


def _of_lines(source: Source, report: Report) -> list[Line]:
    lines = []
    at = 0
    for number, text in enumerate(source.lines, start=1):
        line, span = without_comment(text).strip(), source.line_span(number)
        label, colon, rest = line.partition(":")
        if line and not colon:
            wrong(report, span, f"`{line[:40]}` says nothing: write a zone or counter, a colon, and what is there")
        elif line:
            words = split_commas(rest)
            words = blanks(rest) if len(words) == 1 and '"' not in rest else words
            lines.append(Line(label.strip(), tuple(_placed(source, words, at + text.index(":") + 1)), span))
        at += len(text) + 1
    return lines


def _placed(source: Source, words: list[str], at: int) -> Iterator[tuple[str, Span]]:
    """Each word with where it stands; `at` is where they begin."""
    for word in words:
        start = source.text.index(word, at)
        at = start + len(word)
        yield word, source.span(start, at)


def _of_rows(source: Source, report: Report) -> list[Line]:
    first = source.lines[0]
    rows = csv.reader(source.lines, delimiter=max(",;\t", key=first.count))
    header = [cell.strip().casefold() for cell in next(rows, [])]
    if not any(all(name in header for name in some) for some in (CARDS, VALUES)):
        wrong(report, source.line_span(1), "its first row names no columns seat, zone, card or seat, counter, value")
        return []
    lines: dict[str, Line] = {}
    for row in rows:
        if not any(cell.strip() for cell in row):
            continue
        span = source.line_span(rows.line_num)
        cells = dict(zip(header, (cell.strip() for cell in row), strict=False))
        line = _of_row(cells, span, report)
        if line is not None:
            before = lines.get(line.label)
            card = bool(cells.get("zone"))
            if before is not None and not card:
                wrong(report, span, f"`{line.label}` has a value already, in line {before.span.line}")
            words = (before.words if before and card else ()) + line.words
            lines[line.label] = Line(line.label, words, (before or line).span)
    return list(lines.values())


def _of_row(cells: dict, span: Span, report: Report) -> Line | None:
    named = [(place, what) for place, what in (CARDS, VALUES) if cells.get(place)]
    if len(named) != 1:
        wrong(report, span, "a row names a zone or a counter" if not named else "a row names a zone or a counter, not both")
        return None
    place, what = named[0]
    seat, word = cells.get("seat", ""), cells.get(what, "")
    if not word and place == "counter":
        wrong(report, span, f"the counter `{cells[place]}` has no value in this row")
        return None
    label = f"{seat}.{cells[place]}" if seat else cells[place]
    return Line(label, ((word, span),) if word else (), span)


def people_named(lines: list[Line], spec: Spec) -> tuple[str, ...]:
    """The players in the order they come up; a label with a dot begins with one, unless the game has such a space."""
    own = {label.partition(".")[0] for label, (_, owner) in _labels(spec).items() if owner < 0 and "." in label}
    people = [word for line in lines if line.label.casefold() == PLAYERS for word, _ in line.words]
    people += [line.label.partition(".")[0] for line in lines if "." in line.label]
    return tuple(dict.fromkeys(name for name in people if name not in own))


# ------------------------------------------------------------------ the table


def lay_table(lines: list[Line], spec: Spec, report: Report) -> Machine:
    """Everything where it is said to lie; what is not mentioned is where it is before set-up."""
    machine = Machine(spec, start(spec))
    first_values(machine)
    machine.state.frames.clear()
    labels = _labels(spec)
    lies: dict[int, tuple[str, int]] = {}         # thing -> the zone that it is said to lie in, and the line that says so
    given: dict[str, Span] = {}
    spelled = {fold(label): label for label in labels}
    for line in lines:
        if line.label.casefold() == PLAYERS:
            continue
        label = spelled.get(fold(line.label))
        if label is None:
            wrong(report, line.span, f"there is no zone or counter `{line.label[:40]}`", suggestion(line.label, labels))
        elif label in given:
            wrong(report, line.span, f"`{label}` has been told already, in line {given[label].line}")
        else:
            given[label] = line.span
            number, _ = labels[label]
            if label in _zones(spec):
                _lay(machine, number, line, lies, report)
            else:
                _set(machine, number, line, report)
    machine.state.ended = ("finished",)
    return machine


def untold(lines: list[Line], spec: Spec) -> list[str]:
    """Counters and states of players that the score looks at and nobody has said anything of: they are as at first."""
    told = {fold(line.label) for line in lines}
    values = [score.value for score in spec.scores] + [c.value for c in spec.winner if c.value is not None]
    looked = set().union(*map(reads, values)) if values else set()
    mine = [info for info in spec.cells if info.name and info.owner >= 0 and ("cell", info.family) in looked]
    return [info.label for info in mine if fold(info.label) not in told]


def _zones(spec: Spec) -> dict[str, int]:
    return {info.label: z for z, info in enumerate(spec.zones)}


def _labels(spec: Spec) -> dict[str, tuple[int, int]]:
    """What can stand before a colon: number and owner."""
    cells = {info.label: (k, info.owner) for k, info in enumerate(spec.cells) if info.name}
    return cells | {info.label: (z, info.owner) for z, info in enumerate(spec.zones)}


def _lay(m: Machine, z: int, line: Line, lies: dict[int, tuple[str, int]], report: Report) -> None:
    spec, info = m.spec, m.spec.zones[z]
    things: list[int] = []
    for word, span in line.words:
        if word.casefold() in NOTHING:
            continue
        thing = _thing(spec, word, info.kind, lies)
        if isinstance(thing, Trouble):
            wrong(report, span, thing.what, thing.help)
        elif thing in lies:
            at = lies[thing]
            wrong(report, span, f"{spec.components[thing].id} lies in `{at[0]}` already, in line {at[1]}")
        elif info.most is not None and len(things) >= info.most:
            wrong(report, span, f"`{info.label}` holds up to {info.most}")
        else:
            lies[thing] = info.label, span.line
            things.append(thing)
    for thing in reversed(things) if m.shape[z] == PILE else things:
        take_out(m, thing)
        put_in(m, thing, z)


def _thing(spec: Spec, word: str, kind: str, lies: dict[int, tuple[str, int]]) -> int | Trouble:
    """The component of this name; of several that look the same one that lies nowhere yet."""
    type_ = t.Kind(kind or "thing")
    thing = value_of(spec, word, type_)
    if not isinstance(thing, Trouble):
        return thing
    alike = names(spec, type_).folded.get(fold(word), ())
    if alike and len({spec.components[c].written for c in alike}) == 1:
        return next((c for c in alike if c not in lies), alike[0])
    return thing


def _set(m: Machine, number: int, line: Line, report: Report) -> None:
    info = m.spec.cells[number]
    text = ", ".join(word for word, _ in line.words)
    value = value_of(m.spec, text, info.type)
    if isinstance(value, Trouble):
        wrong(report, line.span, f"`{info.label}`: {value.what}", value.help)
        return
    low, high = getattr(info.type, "low", None), getattr(info.type, "high", None)
    if (low is not None and value < low) or (high is not None and value > high):
        wrong(report, line.span, f"`{info.label}` goes from {low} to {high}, and this is {value}")
        return
    m.state.cells[number] = value


def how_many(allowed: range, named: tuple[str, ...]) -> str | None:
    """Why so many cannot have played; None if they can."""
    if len(named) in allowed:
        return None
    span = f"{allowed.start} to {allowed.stop - 1}" if len(allowed) > 1 else str(allowed.start)
    who = listed(named) if named else "nobody"
    return f"{span} play, and {who} {'are' if len(named) > 1 else 'is'} named"
