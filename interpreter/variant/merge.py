"""All edits of all variants made on the declarations of a game, in the order of language.md, part 3.

In:  the files of the game with the names of the games they are, the stack of variants, the folder of the game.
Out: the files merged. Whatever could not be done is in the report.

Variants that build on others see what those leave; among those that build on the same: all `remove`, all `replace` and
`set`, guards, all `add`, then the wrappers from the first variant to the last.
"""

import os
from pathlib import Path

import attrs

from interpreter.syntax import ast
from interpreter.text.report import Report
from interpreter.variant.adding import add, at_home
from interpreter.variant.changing import change
from interpreter.variant.conflicts import settled
from interpreter.variant.edits import ADD, CHANGE, GUARD, REMOVE, WRAP, Applied, Edit, edits_of
from interpreter.variant.ground import Ground
from interpreter.variant.guarding import replace_guards
from interpreter.variant.taking import remove
from interpreter.variant.wrapping import wrap


def merge(files: list[ast.File], bases: list[int], stack: list[Applied], folder: Path, report: Report) -> tuple[list, dict]:
    """The files with every variant merged in, and who removed what. `bases` says for each variant which file is its base's:
    the edits are about that file and those before it, which it uses."""
    edits = settled([edit for one in stack for edit in edits_of(one)], stack, report)
    removed: dict = {}
    if not report.ok:
        return files, removed
    done = list(files)
    for base, level in sorted({(at, one.level) for at, one in zip(bases, stack, strict=True)}):
        members = {one for at, one in zip(bases, stack, strict=True) if (at, one.level) == (base, level)}
        ground = Ground([list(file.declarations) for file in done[:base + 1]], removed)
        _make([edit for edit in edits if edit.by in members], ground, folder, report)
        for at, made in enumerate(ground.files):
            done[at] = attrs.evolve(done[at], declarations=tuple(made))
    return done, removed


def _make(edits: list[Edit], ground: Ground, folder: Path, report: Report) -> None:
    """The edits of one level on one base."""
    for stage in (REMOVE, CHANGE, GUARD, ADD, WRAP):
        for edit in edits:
            if edit.stage == stage:
                _one(edit, ground, folder, report)


def _one(edit: Edit, ground: Ground, folder: Path, report: Report) -> None:
    def near(file: ast.Text) -> ast.Text:
        whole = os.path.join(os.path.abspath(edit.by.path.parent), file.text)
        return attrs.evolve(file, text=os.path.relpath(whole, os.path.abspath(folder)))

    match edit.node:
        case ast.EditRemoveGuard(clause, where):
            replace_guards(edit, where, clause.text, (), ground, report)
        case ast.EditReplaceGuard(clause, where, _, guards):
            replace_guards(edit, where, clause.text, guards, ground, report)
        case ast.EditRemove():
            remove(edit, ground, report)
        case ast.EditReplace(declaration):
            moved = attrs.evolve(edit, node=attrs.evolve(edit.node, declaration=at_home(declaration, near)))
            change(moved, ground, report)
        case ast.EditSet() | ast.EditStep() | ast.EditRule():
            change(edit, ground, report)
        case ast.EditBefore() | ast.EditAfter() | ast.EditAround():
            wrap(edit, ground, report)
        case _:
            add(edit, ground, report, near)
