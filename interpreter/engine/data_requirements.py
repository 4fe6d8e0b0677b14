"""What rules require of their data, looked at before any play: file, row and column of what does not fit.

In:  a Context that is lowered and without errors, and its Report.
Out: an error for each row that a `require` line of the rules refuses; one for the line itself where no row is to blame.

`require every c in cards has P` is asked of each row; the column named is that of the last field that P reads of it. A
line of any other form is asked once. The table is as before set-up: every component in its set, every counter as declared.
"""

from collections.abc import Iterator

from interpreter import ir
from interpreter.core.frame import blank, Frame, Value
from interpreter.engine.machine import Machine, start
from interpreter.ir.dependencies import parts
from interpreter.ir.model import Always
from interpreter.lower.components import Rows
from interpreter.lower.scope import Context
from interpreter.project.sheets import SheetRow
from interpreter.text import codes
from interpreter.text.diagnostic import Fault, Report
from interpreter.text.source import Source


def look_at_data(ctx: Context, report: Report) -> None:
    """Reports what the `require` lines at the top of the rules find fault with."""
    if not ctx.spec.required:
        return
    machine = Machine(ctx.spec, start(ctx.spec))
    for requirement in ctx.spec.required:
        _look(ctx, machine, requirement, report)


def _look(ctx: Context, machine: Machine, requirement: Always, report: Report) -> None:
    frame = blank(requirement.size)
    if _holds(requirement.test, machine, frame):
        return
    rows = [_row_of(ctx, requirement.test, thing) for thing in _refused(requirement.test, machine, frame)]
    blamed = [row for row in rows if row is not None]
    for source, line in dict.fromkeys(blamed):
        column = _column(requirement.test, line)
        report.add(codes.DATA_UNMET, line[column].span, file=source.name, row=line.number, column=column,
                   what=requirement.about, notes=[f"asked by {requirement.span}"])
    if not blamed:
        report.add(codes.DATA_UNMET_ALL, requirement.span, what=requirement.about)


def _holds(test: ir.Expr, machine: Machine, frame: Frame) -> bool:
    """What cannot be worked out (there is no way from here to there) does not hold."""
    try:
        return bool(machine.value(test, frame))
    except Fault:
        return False


def _refused(test: ir.Expr, machine: Machine, frame: Frame) -> Iterator[int]:
    """The things for which an `every` or `no` line does not hold."""
    if not isinstance(test, ir.Quantified) or test.how == "some":
        return
    for thing in machine.value(test.source, frame):
        frame[test.slot] = thing
        if _holds(test.test, machine, frame) is (test.how == "no"):
            yield thing


def _row_of(ctx: Context, test: ir.Expr, thing: int) -> tuple[Source, SheetRow] | None:
    """The source and the row that a component or space was read from; None if it comes from no file."""
    source = test.source.type if isinstance(test, ir.Quantified) else None
    kind = getattr(getattr(source, "of", None), "name", None)
    for name, board in ctx.spec.boards.items():
        if board.kind == kind and board.first <= thing <= board.last:
            return _in_sheet(ctx.layout.rows[name], thing - board.first)
    if kind not in {component.kind for component in ctx.spec.components}:
        return None
    name = ctx.spec.components[thing].set
    return _in_sheet(ctx.layout.rows[name], ctx.layout.sets[name].index(thing)) if name in ctx.layout.rows else None


def _in_sheet(rows: Rows, place: int) -> tuple[Source, SheetRow] | None:
    """Copies of one row have its number."""
    if rows.sheet is None:
        return None
    number = rows.rows[place].number
    return rows.sheet.source, next(row for row in rows.sheet.rows if row.number == number)


def _column(test: ir.Expr, row: SheetRow) -> str:
    """The last field of the thing that the test reads, if it is a column of the file."""
    used = _fields_read(test.test, test.slot) if isinstance(test, ir.Quantified) else ()
    read = [name for name in used if row.get(name) is not None]
    return read[-1] if read else next(iter(row.columns))


def _fields_read(part: Value, slot: int) -> Iterator[str]:
    match part:
        case ir.FieldOf(of=ir.Local(slot=read), name=name) if read == slot:
            yield name
        case ir.Expr():
            for inside in parts(part):
                yield from _fields_read(inside, slot)
        case tuple() | list():
            for item in part:
                yield from _fields_read(item, slot)
