"""add: a new declaration, step, rule, member, field, row or line of each player.

In:  an edit, the Ground, and a function that says how a data file beside the variant is named from beside its base.
Out: the Ground with the new thing. A name that is taken is reported like any name that is declared twice.

Also: Guards of a decision: added, replaced, removed; named by the decision and a clause they cite.
"""

from collections.abc import Callable

import attrs

from interpreter.project.clauses import expand
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.diagnostic import no_case, Report, suggestion
from interpreter.variant.edits import Edit, Files
from interpreter.variant.replace import missing
from interpreter.variant.targets import alike, Found, Ground

BELOW = (ast.Choose, ast.Split, ast.Arrange)                     # decisions whose guards are a part of their own
FIRST = (ast.MayChoose, ast.Alternative)                         # those whose guards stand first in a block


def add_guards(edit: Edit, where: ast.Guarded, guards: tuple, ground: Ground, report: Report) -> None:
    """More guards, after those there are."""
    for found in _decisions(edit, where, ground, report):
        old, rest = _parts(found.node)
        ground.exchange(found, _with(found.node, (*old, *guards), rest))


def replace_guards(edit: Edit, where: ast.Guarded, clause: str, guards: tuple, ground: Ground, report: Report) -> None:
    """Others in place of the guards that cite a clause; none, if they are removed."""
    decisions = _decisions(edit, where, ground, report)
    cited = [one for one in decisions if any(_cites(guard, clause) for guard in _parts(one.node)[0])]
    if decisions and not cited:
        known = [f"`{guard.span.text.strip()}`" for one in decisions for guard in _parts(one.node)[0] if guard.cites]
        notes = (f"its guards that cite something: {', '.join(known)}",) if known else ()
        report.add(codes.NO_SUCH_GUARD, edit.span, name=where.decision.text, clause=clause, notes=notes)
    for found in cited:
        old, rest = _parts(found.node)
        at = next(k for k, one in enumerate(old) if _cites(one, clause))
        kept = [one for one in old if not _cites(one, clause)]
        if guards and alike(tuple(one for one in old if _cites(one, clause)), guards):
            report.add(codes.EDIT_NOTHING, edit.span, name=where.decision.text)
        ground.exchange(found, _with(found.node, (*kept[:at], *guards, *kept[at:]), rest))


def _decisions(edit: Edit, where: ast.Guarded, ground: Ground, report: Report) -> list[Found]:
    within = where.within.text if where.within else ""
    every = list(ground.inside(*BELOW, *FIRST, within=within))
    found = [one for one in every if _name(one.node) == where.decision.text]
    if not found:
        missing(edit, "decision", where.decision.text, [_name(one.node) for one in every], ground, report)
    return found


def _name(decision: ast.Node) -> str:
    return decision.parts[0].name.text if isinstance(decision, ast.Split) else decision.name.text


def _parts(decision: ast.Node) -> tuple[tuple, tuple]:
    """The guards, and the statements below them."""
    if isinstance(decision, BELOW):
        return decision.guards or (), ()
    body = decision.body
    at = next((k for k, one in enumerate(body) if not isinstance(one, ast.GUARDS)), len(body))
    return body[:at], body[at:]


def _with(decision: ast.Node, guards: tuple, rest: tuple) -> ast.Node:
    if isinstance(decision, BELOW):
        return attrs.evolve(decision, guards=guards or None)
    return attrs.evolve(decision, body=(*guards, *rest))


def _cites(guard: ast.Node, clause: str) -> bool:
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
        case ast.EditAddMember():
            _member(edit, ground, report)
        case ast.EditAddField(name, type_, first, kind, cites):
            _to_kind(edit, ast.Field(name, type_, first, cites, span=edit.span), kind, ground, report)
        case ast.EditAddTo(part, kind, cites):
            _to_kind(edit, attrs.evolve(part, cites=cites), kind, ground, report)
        case ast.EditAddRows():
            _rows(edit, ground, report, near)
        case ast.EditAddGuard(where, _, guards):
            add_guards(edit, where, guards, ground, report)
        case _:
            raise no_case(edit.node)


def at_home(declaration: ast.Node, near: Near) -> ast.Node:
    """The declaration with its data files named from beside the base."""
    names = [one for one in ("how", "file", "spaces", "links") if isinstance(getattr(declaration, one, None), ast.Text)]
    return attrs.evolve(declaration, **{name: near(getattr(declaration, name)) for name in names}) if names else declaration


# ------------------------------------------------------------------ steps and rules


def _step(edit: Edit, node: ast.StepInto, ground: Ground, report: Report) -> None:
    phase = ground.find("phase", node.phase.text)
    if phase is None:
        missing(edit, "phase", node.phase.text, ground.names("phase"), ground, report)
        return
    made = ast.Step(node.step, node.how, node.cites, node.body, span=edit.span)
    steps = _placed(edit, node.placed, phase.node.steps, (*edit.docs, made), ast.Step, report)
    ground.exchange(phase, attrs.evolve(phase.node, steps=steps))


def _rule(edit: Edit, node: ast.RuleInto, ground: Ground, report: Report) -> None:
    """A rule stands among the statements of set-up, a step, an effect."""
    found = _holder(node.within.text, ground)
    if found is None:
        names = [one.node.name.text for one in ground.inside(ast.Step, ast.Effect)]
        missing(edit, "step or effect", node.within.text, names, ground, report)
        return
    made = ast.Rule(node.rule, node.cites, node.body, span=edit.span)
    body = _placed(edit, node.placed, found.node.body, (*edit.docs, made), ast.Rule, report)
    ground.exchange(found, attrs.evolve(found.node, body=body))


def _holder(name: str, ground: Ground) -> Found | None:
    if name in ("setup", "play"):
        return ground.find(name, "")
    return next((one for one in ground.inside(ast.Step, ast.Effect, ast.Trigger) if one.node.name.text == name), None)


def _placed(edit: Edit, where, row: tuple, new: tuple, sort: type, report: Report) -> tuple:
    """The row with what is new before or after one of the same sort; last if no place is said."""
    if where is None:
        return (*row, *new)
    name = where.name.text
    at = next((k for k, one in enumerate(row) if isinstance(one, sort) and one.name.text == name), None)
    if at is None:
        code = codes.NO_SUCH_STEP if sort is ast.Step else codes.NO_SUCH_RULE
        names = [one.name.text for one in row if isinstance(one, sort)]
        report.add(code, where.name.span, name=name, where=edit.key[1], help=suggestion(name, names))
        return row
    if isinstance(where, ast.NextAfter):
        return (*row[:at + 1], *new, *row[at + 1:])
    while at and isinstance(row[at - 1], ast.Doc):
        at -= 1
    return (*row[:at], *new, *row[at:])


# ------------------------------------------------------------------ members, fields, rows


def _member(edit: Edit, ground: Ground, report: Report) -> None:
    """A member of an enum, or a value of an option that has a closed list."""
    node = edit.node
    found = ground.find("enum", node.enum.text) or ground.find("option", node.enum.text)
    if found is None:
        names = [*ground.names("enum"), *ground.names("option")]
        missing(edit, "enum or option", node.enum.text, names, ground, report)
        return
    if isinstance(found.node, ast.Enum):
        ground.exchange(found, attrs.evolve(found.node, members=(*found.node.members, node.member)))
    elif isinstance(found.node.type, ast.OneOfType):
        type_ = attrs.evolve(found.node.type, values=(*found.node.type.values, node.member))
        ground.exchange(found, attrs.evolve(found.node, type=type_))
    else:
        what = "an option that is a range or yes/no"
        report.add(codes.EDIT_KIND, edit.span, name=node.enum.text, what=what, edit="add", help="use `replace option`")


def _to_kind(edit: Edit, new: ast.Node, kind: ast.Ident, ground: Ground, report: Report) -> None:
    """A field, counter, state or zone of every thing of a kind."""
    found = ground.find("kind", kind.text)
    if found is None:
        missing(edit, "kind", kind.text, ground.names("kind"), ground, report)
        return
    ground.exchange(found, attrs.evolve(found.node, lines=(*(found.node.lines or ()), *edit.docs, new)))


def _rows(edit: Edit, ground: Ground, report: Report, near: Near) -> None:
    """Rows of a file of the variant's own, after those of the base."""
    name = edit.node.table.text
    found = next((one for family in ("components", "board", "table") if (one := ground.find(family, name))), None)
    if found is None:
        names = [name for family in ("components", "board", "table") for name in ground.names(family)]
        missing(edit, "components or table", name, names, ground, report)
        return
    part = next((one for one in ("how", "file", "spaces") if hasattr(found.node, one)), None)
    old = getattr(found.node, part) if part else None
    if not isinstance(old, ast.Text | Files):
        what = "no file, but stands in the rules"
        report.add(codes.EDIT_KIND, edit.span, name=name, what=what, edit="add rows",
                   help="use `replace`, or `set` for one row")
        return
    files = old if isinstance(old, Files) else Files(old, (), (), span=old.span)
    files = attrs.evolve(files, more=(*files.more, near(edit.node.file)))
    ground.exchange(found, attrs.evolve(found.node, **{part: files}))
