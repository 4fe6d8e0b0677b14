"""Guards of a decision: added, replaced, removed; named by the decision and a clause they cite.

In:  an edit, and the Ground.
Out: the Ground with other guards below the decision, everywhere it is asked.
"""

import attrs

from interpreter.syntax import ast
from interpreter.syntax.rulebook import expand
from interpreter.text import codes
from interpreter.text.report import Report
from interpreter.variant.edits import Edit
from interpreter.variant.ground import Found, Ground, alike
from interpreter.variant.taking import missing

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
