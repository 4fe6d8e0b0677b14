"""Two variants that want different things of one target: refused with both places, unless a `rank` says whose edit stands.

In:  the edits of a whole stack.
Out: the edits that are made; conflicts and opposed ranks are in the report.

Wrappers never stand in each other's way. What both say alike is done once. A variant never conflicts with one that it builds
on: it was written for what that one leaves.
"""

from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.report import Report
from interpreter.variant.edits import ADD, CHANGE, GUARD, REMOVE, WRAP, Applied, Edit
from interpreter.variant.ground import alike


def settled(edits: list[Edit], stack: list[Applied], report: Report) -> list[Edit]:
    """The edits without those that another one outranks or repeats."""
    ranks = _ranks(stack, report)
    dropped: set[Edit] = set()
    for k, later in enumerate(edits):
        for earlier in edits[:k]:
            if earlier in dropped or later in dropped:
                continue
            if _repeats(earlier, later):
                dropped.add(later)
            elif _against(earlier, later):
                dropped.add(_outranked(earlier, later, ranks, report))
    return [one for one in edits if one not in dropped]


def _ranks(stack: list[Applied], report: Report) -> dict[tuple[str, str], ast.EditRank]:
    """Who stands over whom; two opposite lines are an error."""
    ranks: dict[tuple[str, str], ast.EditRank] = {}
    for node in (node for one in stack for node in one.variant.edits if isinstance(node, ast.EditRank)):
        over, under = node.over.text, node.under.text
        other = ranks.get((under, over))
        if other is not None:
            where = (f"the other line is {other.span}",)
            report.add(codes.RANK_OPPOSED, node.span, variant=over, other=under, notes=where)
        ranks.setdefault((over, under), node)
    return ranks


def _repeats(earlier: Edit, later: Edit) -> bool:
    """Do both say the same, so that doing it once is enough?"""
    if later.stage == WRAP or earlier.verb != later.verb or earlier.key != later.key:
        return False
    return alike(_what(earlier), _what(later)) or later.stage == REMOVE


def _what(edit: Edit) -> ast.Node:
    return getattr(edit.node, "declaration", edit.node)


def _against(earlier: Edit, later: Edit) -> bool:
    """Can only one of them stand?"""
    if earlier.by is later.by:
        return earlier.key == later.key and earlier.stage == later.stage and later.stage in (CHANGE, GUARD, ADD)
    if earlier.by.name in later.by.below or later.by.name in earlier.by.below:
        return False
    stages = {earlier.stage, later.stage}
    if REMOVE in stages:
        return stages != {REMOVE} and _inside(earlier, later)
    if stages == {CHANGE}:
        return _inside(earlier, later) or _inside(later, earlier)
    return stages in ({ADD}, {GUARD}) and earlier.key == later.key


def _inside(earlier: Edit, later: Edit) -> bool:
    """Is the target of one the other's, or does it lie in it? The outer one is the one that is taken away."""
    outer, inner = (earlier, later) if earlier.stage == REMOVE or later.stage != REMOVE else (later, earlier)
    return _same_rule(outer.key, inner.key) or inner.key[:len(outer.key)] == outer.key


def _same_rule(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    """A rule may be named with or without what it stands in."""
    return a[0] == b[0] == "rule" and a[-1] == b[-1] and ("" in (a[1], b[1]) or a[1] == b[1])


def _outranked(earlier: Edit, later: Edit, ranks: dict, report: Report) -> Edit:
    a, b = earlier.by.name, later.by.name
    if (a, b) in ranks or (b, a) in ranks:
        return later if (a, b) in ranks else earlier
    verb = later.verb if earlier.verb == later.verb else "change"
    help_ = f"say whose edit stands, in either file: `rank {b} over {a}`, or the other way round" if a != b else \
        "one of the two is enough"
    report.add(codes.EDIT_CONFLICT, later.span, variant=b, other=a, edit=verb, name=later.name, help=help_,
               notes=(f"`{a}` does so in {earlier.span}",))
    return later
