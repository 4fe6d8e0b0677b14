"""How components are written: a kind's `written` template filled in, and read back where a scenario makes a component.

In:  a Layout, and the declaration of a kind; or `Crate("plum A3")`, `Crate("plum A3", lines: 3)`, `Crate(side: A,
     ...)`, `Crate`.
Out: the text of a component; or the Row of a new one. What does not follow the template is reported.

Members of a set stand side by side where each is one letter, else with `+` between; `0` is the empty set. What a new
component does not say is the field's own first value, else the lowest.
"""

import re

from interpreter.core import types as t
from interpreter.spec.data import Row, Rows
from interpreter.syntax import ast
from interpreter.syntax.sheets import Cell
from interpreter.text import codes
from interpreter.text.render import suggestion

PART = re.compile(r"\{(\w+)\}")
NEW = "new"                                       # the key of the data under which a scenario gives new components


def template_of(layout, kind: str) -> str | None:
    """The template of a kind, if it declares one."""
    return next((line.form.text for line in layout.world.lines_of(kind, ast.Written)), None)


def filled(layout, kind: str, template: str, component: int) -> str:
    """The template with the fields of one component."""

    def said(found) -> str:
        base, values, type_ = layout.fields.get((kind, found[1]), (0, (), t.TEXT))
        place = component - base
        return _word(layout.spec, values[place], type_) if 0 <= place < len(values) else found[0]

    return PART.sub(said, template)


def _word(spec, value, type_) -> str:
    inner = t.element(type_)
    if inner is None:
        return spec.words(value, type_)
    words = [spec.words(v, inner) for v in value]
    return ("" if all(len(w) == 1 for w in words) else "+").join(words) or "0"


# ------------------------------------------------------------------ reading


def new_rows(layout, kind: str) -> Rows:
    """The components of a kind that a scenario makes."""
    given = [one for one in layout.data.get(NEW, ()) if kind_named(one.value) == kind]
    return Rows(tuple(_row(layout, kind, one) for one in given))


def kind_named(node) -> str:
    """The kind of which `given new` makes one."""
    return node.name.text if isinstance(node, ast.Apply) else getattr(node, "text", "")


def _row(layout, kind: str, one: ast.GivenNew) -> Row:
    cells: dict[str, Cell] = {}
    for arg in getattr(one.value, "args", None) or ():
        match arg:
            case ast.Text(text):
                cells |= read_written(layout, kind, text, arg.span)
            case ast.NamedArg(name, value):
                cells[name.text] = Cell(cell_text(value), value.span)
                _known_field(layout, kind, name)
            case _:
                _misshapen(layout, kind, arg.span.text, arg.span)
    return Row(one.name.text, cells, 0, False)


def cell_text(node: ast.Node) -> str:
    """A value as a sheet would say it: sets without braces, rows by their id."""
    match node:
        case ast.Text(text) | ast.At(key=ast.Text(text)):
            return text
        case ast.SetValue(items) | ast.ListValue(items):
            return " ".join(cell_text(item) for item in items or ())
    return node.span.text


def _known_field(layout, kind: str, name: ast.Ident) -> None:
    fields = [one.name.text for one in layout.world.lines_of(kind, ast.Field)]
    if name.text not in fields:
        notes = (f"a {kind} has: {', '.join(fields)}",)
        layout.world.report.add(
            codes.NOT_A_MEMBER, name.span, name=name.text, thing=kind, help=suggestion(name.text, fields), notes=notes
        )


def read_written(layout, kind: str, text: str, span) -> dict[str, Cell]:
    """The cells that a written form stands for; none, and reported, if it does not follow the template."""
    template = template_of(layout, kind)
    found = template and re.fullmatch(_pattern(layout, kind, template), text.strip())
    if not found:
        _misshapen(layout, kind, text, span)
        return {}
    return {name: Cell(value.strip(), span) for name, value in found.groupdict().items()}


def _misshapen(layout, kind: str, text: str, span) -> None:
    template = template_of(layout, kind)
    wanted = f"it is written like `{template}`" if template else "it declares no `written` form, so name its fields"
    layout.world.report.add(codes.BAD_WRITTEN, span, text=text, thing=kind, wanted=wanted)


def _pattern(layout, kind: str, template: str) -> str:
    types = {one.name.text: layout.constants.type_of(one.type) for one in layout.world.lines_of(kind, ast.Field)}
    made, at = "", 0
    for part in PART.finditer(template):
        made += re.escape(template[at:part.start()]) + f"(?P<{part[1]}>{_shape(types.get(part[1]))})"
        at = part.end()
    return made + re.escape(template[at:])


def _shape(type_) -> str:
    """What a value of this type may look like, wrong words of an enum included: they are reported as such."""
    match type_:
        case t.Int():
            return r"[+-]?\d+"
        case t.Set() | t.List():
            return ".*?"
    return ".+?"
