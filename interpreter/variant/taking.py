"""remove: takes a named thing away.

In:  an edit, and the Ground.
Out: the Ground without the thing; a name that is not there is in the report, with the nearest that is.
"""

import attrs

from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.render import suggestion
from interpreter.text.report import Report
from interpreter.variant.edits import WRAP, Edit
from interpreter.variant.ground import Found, Ground, word_of


def remove(edit: Edit, ground: Ground, report: Report) -> None:
    """A declaration, a step, a rule, an `always` line."""
    found = target(edit, ground, report)
    if found is not None:
        ground.remove(found, edit.name, edit.by.name, edit.span)
        if edit.key[0] == "trigger":
            _out_of_order(edit.name, ground)


def _out_of_order(name: str, ground: Ground) -> None:
    """`order` lines say the order of those that are left."""
    for found in list(ground.named("order")):
        left = tuple(one for one in found.node.names if one.text != name)
        if len(left) < len(found.node.names):
            ground.exchange(found, *([attrs.evolve(found.node, names=left)] if len(left) > 1 else []))


def target(edit: Edit, ground: Ground, report: Report) -> Found | None:
    """What an edit names by its key; reported if there is none."""
    family, *outer, name = edit.key
    within = outer[0] if outer else ""
    if family == "rule":
        return rule(edit, within, ground, report)
    if family == "phase" and outer:
        return step(edit, within, ground, report)
    found = ground.find(family, name if family not in ("setup", "play", "winner", "limit nesting") else "", within)
    if found is None:
        missing(edit, family, name, ground.names(family, within), ground, report)
    return found


def step(edit: Edit, phase: str, ground: Ground, report: Report) -> Found | None:
    """A step of a phase or turn."""
    if phase and ground.find("phase", phase) is None:
        missing(edit, "phase", phase, ground.names("phase"), ground, report)
        return None
    phases = [phase] if phase else ground.names("phase")
    steps = [found for one in phases for found in ground.steps(one)]
    found = next((one for one in steps if one.node.name.text == edit.key[-1]), None)
    if found is None:
        missing(edit, "step", edit.key[-1], [one.node.name.text for one in steps], ground, report)
    return found


def rule(edit: Edit, within: str, ground: Ground, report: Report) -> Found | None:
    """A named piece of set-up, a step or an effect; where two have the name, the edit has to say which."""
    every = list(ground.inside(ast.Rule, within=within))
    found = [one for one in every if one.node.name.text == edit.key[-1]]
    if not found:
        help_ = suggestion(edit.key[-1], [one.node.name.text for one in every])
        if told_removed(edit, edit.key[-1], ground, report):
            return None
        report.add(codes.NO_SUCH_RULE, edit.span, name=edit.key[-1], where=within or edit.by.variant.base.text, help=help_)
        return None
    if len(found) > 1:
        places = " and ".join(str(one.node.span) for one in found)
        what = f"the name of {len(found)} rules ({places})"
        report.add(codes.EDIT_KIND, edit.span, name=edit.key[-1], what=what, edit=edit.verb,
                   help="say with `in` where it stands")
        return None
    return found[0]


def missing(edit: Edit, kind: str, name: str, names, ground: Ground, report: Report) -> None:
    """Says that there is no such target: it was removed, is something else, or has a name that is nearly it."""
    if told_removed(edit, name, ground, report):
        return
    other = ground.anything(name)
    help_ = f"`{name}` is a {word_of(other)}" if other is not None else suggestion(name, names)
    said = name if name != edit.by.variant.base.text else kind
    verb = f"put lines {edit.verb}" if edit.stage == WRAP else edit.verb
    report.add(codes.EDIT_NO_TARGET, edit.span, base=edit.by.variant.base.text, kind=kind, name=said, edit=verb, help=help_)


def told_removed(edit: Edit, name: str, ground: Ground, report: Report) -> bool:
    """Was it a variant that took the target away?"""
    if name not in ground.removed:
        return False
    by, span = ground.removed[name]
    report.add(codes.PLACED_TWICE, edit.span, name=name, variant=by, notes=(f"it is removed in {span}",))
    return True
