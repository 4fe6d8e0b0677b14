"""add: a new declaration, step, rule, member, field, row or line of each player; and guards, which may also be replaced.

In:  an edit, the Ground, and a function that says how a data file beside the variant is named from beside its base.
Out: the Ground with the new thing. A name that is taken is reported like any name that is declared twice.

A guard has no name: an edit names its decision, and one that replaces or removes guards a clause that they cite.
"""

from collections.abc import Callable

from interpreter.project.clauses import expand
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.diagnostic import no_case, Report, suggestion
from interpreter.variant.edits import Edit, Files, files_of
from interpreter.variant.replace import missing
from interpreter.variant.targets import alike, Found, Ground, name_of

Below = ast.Choose | ast.Split | ast.Arrange                     # decisions whose guards are a part of their own
First = ast.MayChoose | ast.Alternative                          # those whose guards stand first in a block
Decision = Below | First
Guards = tuple[ast.Guard, ...]


def add_guards(edit: Edit, where: ast.Guarded, guards: Guards, ground: Ground, report: Report) -> None:
    """More guards, after those there are."""
    for place in _decisions(edit, where, ground, report):
        old, rest = _parts(place.node)
        ground.exchange(place, _with(place.node, (*old, *guards), rest))


def replace_guards(edit: Edit, where: ast.Guarded, clause: str, guards: Guards, ground: Ground, report: Report) -> None:
    """Others in place of the guards that cite a clause; none, if they are removed."""
    decisions = _decisions(edit, where, ground, report)
    cited = [place for place in decisions if any(_cites(guard, clause) for guard in _parts(place.node)[0])]
    if decisions and not cited:
        known = [f"`{guard.span.text.strip()}`" for place in decisions for guard in _parts(place.node)[0] if guard.cites]
        notes = (f"its guards that cite something: {', '.join(known)}",) if known else ()
        report.add(codes.NO_SUCH_GUARD, edit.span, name=where.decision.text, clause=clause, notes=notes)
    for place in cited:
        old, rest = _parts(place.node)
        at = next(k for k, guard in enumerate(old) if _cites(guard, clause))
        kept = [guard for guard in old if not _cites(guard, clause)]
        if guards and alike(tuple(guard for guard in old if _cites(guard, clause)), guards):
            report.add(codes.EDIT_NOTHING, edit.span, name=where.decision.text)
        ground.exchange(place, _with(place.node, (*kept[:at], *guards, *kept[at:]), rest))


def _decisions(edit: Edit, where: ast.Guarded, ground: Ground, report: Report) -> list[Found[Decision]]:
    within = where.within.text if where.within else ""
    every = [Found(place.file, place.declaration, place.node) for place in ground.inside(ast.Node, within=within)
             if isinstance(place.node, Decision)]
    named = [place for place in every if _name(place.node) == where.decision.text]
    if not named:
        missing(edit, "decision", where.decision.text, [_name(place.node) for place in every], ground, report)
    return named


def _name(decision: Decision) -> str:
    return decision.parts[0].name.text if isinstance(decision, ast.Split) else decision.name.text


def _parts(decision: Decision) -> tuple[Guards, tuple[ast.Node, ...]]:
    """The guards, and the statements below them."""
    if isinstance(decision, Below):
        return decision.guards or (), ()
    guards: list[ast.Guard] = []
    for statement in decision.body:
        if not isinstance(statement, ast.Guard):
            break
        guards.append(statement)
    return tuple(guards), decision.body[len(guards):]


def _with(decision: Decision, guards: Guards, rest: tuple[ast.Node, ...]) -> Decision:
    if isinstance(decision, Below):
        return ast.changed(decision, guards=guards or None)
    return ast.changed(decision, body=(*guards, *rest))


def _cites(guard: ast.Guard, clause: str) -> bool:
    ids = (id for cite in guard.cites or () for id in
           ([cite.first.text] if cite.last is None else expand(cite.first.text, cite.last.text)))
    return clause in ids


# ------------------------------------------------------------------ add


Near = Callable[[ast.Text], ast.Text]


def add(edit: Edit, ground: Ground, report: Report, near: Near) -> None:
    """One edit of this sort."""
    match edit.node:
        case ast.EditAdd(ast.StepInto() as node):
            _step(edit, node, ground, report)
        case ast.EditAdd(ast.RuleInto() as node):
            _rule(edit, node, ground, report)
        case ast.EditAdd(declaration):
            ground.append(*edit.docs, at_home(declaration, near))
        case ast.EditAddMember() as node:
            _member(edit, node, ground, report)
        case ast.EditAddField(name, type_, first, kind, cites):
            _to_kind(edit, ast.Field(name, type_, first, cites, span=edit.span), kind, ground, report)
        case ast.EditAddTo(part, kind, cites):
            _to_kind(edit, ast.changed(part, cites=cites), kind, ground, report)
        case ast.EditAddToRoute(name, _, legs):
            _legs(edit, name.text, legs, ground, report)
        case ast.EditAddRows() as node:
            _rows(edit, node, ground, report, near)
        case ast.EditAddGuard(where, _, guards):
            add_guards(edit, where, guards, ground, report)
        case _:
            raise no_case(edit.node)


def at_home(declaration: ast.Node, near: Near) -> ast.Node:
    """The declaration with its data files named from beside the base."""
    values = {name: getattr(declaration, name, None) for name in ("how", "file", "spaces", "links")}
    files = {name: near(value) for name, value in values.items() if isinstance(value, ast.Text)}
    return ast.changed(declaration, **files) if files else declaration


# ------------------------------------------------------------------ steps and rules


def _step(edit: Edit, node: ast.StepInto, ground: Ground, report: Report) -> None:
    phase = ground.find_form(ast.Phase, node.phase.text)
    if phase is None:
        missing(edit, "phase", node.phase.text, ground.names("phase"), ground, report)
        return
    new = ast.Step(node.step, node.how, node.cites, node.body, span=edit.span)
    steps = _placed(edit, node.placed, phase.node.steps, (*edit.docs, new), ast.Step, report)
    ground.exchange(phase, ast.changed(phase.node, steps=steps))


def _rule(edit: Edit, node: ast.RuleInto, ground: Ground, report: Report) -> None:
    """A rule stands among the statements of set-up, a step, an effect."""
    place = _holder(node.within.text, ground)
    if place is None:
        names = [name_of(holder.node) for holder in ground.inside(ast.Step, ast.Effect)]
        missing(edit, "step or effect", node.within.text, names, ground, report)
        return
    new = ast.Rule(node.rule, node.cites, node.body, span=edit.span)
    body = _placed(edit, node.placed, place.node.body, (*edit.docs, new), ast.Rule, report)
    ground.exchange(place, ast.changed(place.node, body=body))


Holder = ast.Setup | ast.Play | ast.Step | ast.Effect | ast.Trigger


def _holder(name: str, ground: Ground) -> Found[Holder] | None:
    if name in ("setup", "play"):
        return ground.find_form(ast.Setup, "") if name == "setup" else ground.find_form(ast.Play, "")
    holders: list[Found[Holder]] = [*ground.inside(ast.Step), *ground.inside(ast.Effect), *ground.inside(ast.Trigger)]
    return next((place for place in holders if name_of(place.node) == name), None)


Row = tuple[ast.Node, ...]


def _placed(edit: Edit, where: ast.Place | None, row: Row, new: Row, sort: type[ast.Step | ast.Rule], report: Report) -> Row:
    """The row with what is new before or after one of the same sort; last if no place is said."""
    if where is None:
        return (*row, *new)
    name = where.name.text
    at = next((k for k, other in enumerate(row) if isinstance(other, sort) and name_of(other) == name), None)
    if at is None:
        code = codes.NO_SUCH_STEP if sort is ast.Step else codes.NO_SUCH_RULE
        names = [name_of(other) for other in row if isinstance(other, sort)]
        report.add(code, where.name.span, name=name, where=edit.key[1], help=suggestion(name, names))
        return row
    if isinstance(where, ast.NextAfter):
        return (*row[:at + 1], *new, *row[at + 1:])
    while at and isinstance(row[at - 1], ast.Doc):
        at -= 1
    return (*row[:at], *new, *row[at:])


def _legs(edit: Edit, name: str, legs: Row, ground: Ground, report: Report) -> None:
    """More lines of a route, after those there are."""
    place = ground.find_form(ast.Route, name)
    if place is None:
        missing(edit, "route", name, ground.names("route"), ground, report)
        return
    ground.exchange(place, ast.changed(place.node, legs=(*place.node.legs, *edit.docs, *legs)))


# ------------------------------------------------------------------ members, fields, rows


def _member(edit: Edit, node: ast.EditAddMember, ground: Ground, report: Report) -> None:
    """A member of an enum, or a value of an option that has a closed list."""
    name = node.enum.text
    enum, option = ground.find_form(ast.Enum, name), ground.find_form(ast.Option, name)
    if enum is not None:
        ground.exchange(enum, ast.changed(enum.node, members=(*enum.node.members, node.member)))
    elif option is None:
        missing(edit, "enum or option", name, [*ground.names("enum"), *ground.names("option")], ground, report)
    elif isinstance(option.node.type, ast.OneOfType):
        type_ = ast.changed(option.node.type, values=(*option.node.type.values, node.member))
        ground.exchange(option, ast.changed(option.node, type=type_))
    else:
        what = "an option that is a range or yes/no"
        report.add(codes.EDIT_KIND, edit.span, name=name, what=what, edit="add", help="use `replace option`")


def _to_kind(edit: Edit, new: ast.Node, kind: ast.Ident, ground: Ground, report: Report) -> None:
    """A field, counter, state or zone of every thing of a kind."""
    place = ground.find_form(ast.Kind, kind.text)
    if place is None:
        missing(edit, "kind", kind.text, ground.names("kind"), ground, report)
        return
    ground.exchange(place, ast.changed(place.node, lines=(*(place.node.lines or ()), *edit.docs, new)))


def _rows(edit: Edit, node: ast.EditAddRows, ground: Ground, report: Report, near: Near) -> None:
    """Rows of a file of the variant's own, after those of the base."""
    name = node.table.text
    place = ground.find("components", name) or ground.find("board", name) or ground.find("table", name)
    if place is None:
        names = [known for family in ("components", "board", "table") for known in ground.names(family)]
        missing(edit, "components or table", name, names, ground, report)
        return
    part = next((field for field in ("how", "file", "spaces") if hasattr(place.node, field)), "")
    old = getattr(place.node, part, None)
    if not isinstance(old, ast.Text | Files):
        what = "no file, but stands in the rules"
        report.add(codes.EDIT_KIND, edit.span, name=name, what=what, edit="add rows",
                   help="use `replace`, or `set` for one row")
        return
    files = files_of(old)
    files = ast.changed(files, more=(*files.more, near(node.file)))
    ground.exchange(place, ast.changed(place.node, **{part: files}))
