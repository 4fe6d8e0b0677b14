"""Tables: functions given by rows, from the rules or from a file.

In:  a Context whose components and boards have their numbers.
Out: ctx.tables: name -> (types of the keys, type of the value, rows, otherwise, slots of the keys).
"""

from interpreter.core import types as t
from interpreter.core.frame import LOCALS
from interpreter.spec import operators, plan, values
from interpreter.spec.data import read_table
from interpreter.spec.entering import untyped
from interpreter.spec.scope import Context, Frame, Scope
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.variant.made import Files


def tables(ctx: Context) -> None:
    """Every table has its signature before any row is worked out, since a row may name a table."""
    for name, node in ctx.world.tables.items():
        keys = tuple(ctx.constants.type_of(p.type) if p.type is not None else untyped(ctx, p) for p in node.params)
        slots = tuple(range(LOCALS, LOCALS + len(keys)))
        ctx.tables[name] = (keys, ctx.constants.type_of(node.type), {}, None, slots)
    for name, node in ctx.world.tables.items():
        keys, result, rows, _, slots = ctx.tables[name]
        otherwise = None
        if isinstance(node, ast.TableFile) or name in ctx.layout.data:
            rows.update(read_table(ctx.layout, node, keys, result))
            _set_rows(ctx, node, keys, result, rows)
        else:
            otherwise = _rows(ctx, node, keys, result, rows)
        ctx.tables[name] = (keys, result, rows, otherwise, slots)


def _rows(ctx, node: ast.Table, keys, result, rows):
    otherwise = None
    for _, row in ast.documented(node.rows):
        for entry in row.entries:
            if not entry.keys:
                otherwise = _otherwise(ctx, node, keys, result, entry)
                continue
            _row(ctx, node, keys, result, rows, entry, operators.clauses_of(ctx, row.cites or node.cites))
    if otherwise is None:
        _complete(ctx, node, keys, rows)
    return otherwise


def _set_rows(ctx, node, keys, result, rows) -> None:
    """The cells of a file that a variant sets."""
    for row in node.file.rows if isinstance(getattr(node, "file", None), Files) else ():
        own: dict = {}
        for entry in row.entries:
            _row(ctx, node, keys, result, own, entry, operators.clauses_of(ctx, row.cites or node.cites))
        rows.update(own)


def _row(ctx, node, keys, result, rows, entry, clauses) -> None:
    if len(entry.keys) != len(keys):
        help_ = "each key has a row of its own" if len(keys) == 1 else None
        ctx.report.add(codes.TABLE_KEYS, entry.span, name=node.name.text, wanted=len(keys), got=len(entry.keys), help=help_)
        return
    key = tuple(ctx.constants.value(k, type_) for k, type_ in zip(entry.keys, keys, strict=True))
    value = ctx.constants.value(entry.value, result)
    if None in key or value is None:
        node_ = entry.value if value is None else entry.keys[key.index(None)]
        ctx.report.add(codes.NO_SUCH_VALUE, node_.span, name=node_.span.text, thing=result if value is None else node.name.text)
        return
    for written, found, type_ in (*zip(entry.keys, key, keys, strict=True), (entry.value, value, result)):
        _within(ctx, written, found, type_, node.name.text)
    if key in rows:
        ctx.report.add(codes.TABLE_ROW_TWICE, entry.span, name=node.name.text, key=entry.span.text)
    rows[key] = value
    ctx.spec.row_spans[node.name.text, key] = entry.span.with_clauses(clauses)


def _within(ctx, written, value, type_, name: str) -> None:
    """A key or value outside its range."""
    if isinstance(type_, t.Int) and type_.low is not None and type_.high is not None and not type_.low <= value <= type_.high:
        ctx.report.add(codes.OUT_OF_RANGE, written.span, thing=name, low=type_.low, high=type_.high, got=value)


def _otherwise(ctx, node, keys, result, entry):
    scope = Scope(Frame(), me=False)
    for param, type_ in zip(node.params, keys, strict=True):
        scope.bind(param.name.text, type_, "param", param.span)
    found = ctx.expect(result, values.value(ctx, entry.value, scope, result))
    ctx.in_range(result, found, node.name.text)
    return found if scope.frame.size == LOCALS + len(keys) else plan.Choice(
        plan.Const(1, type=t.BOOL, span=found.span), found, found, type=found.type, span=found.span
    )


def _complete(ctx, node, keys, rows) -> None:
    combos = [()]
    for type_ in keys:
        combos = [c + (v,) for c in combos for v in ctx.layout.values_of(type_)]
    missing = [c for c in combos if c not in rows]
    if missing:
        shown = ", ".join(ctx.spec.words(v, k) for v, k in zip(missing[0], keys, strict=True))
        rows_here = isinstance(node, ast.Table)
        help_ = f"add a row `{shown} -> ...`, or `otherwise -> ...` for all that are left" if rows_here else None
        ctx.report.add(codes.TABLE_NOT_COVERED, node.name.span, name=node.name.text, missing=shown, help=help_)
