"""All edits of all variants made on the declarations of a game, in the order of docs/language.md, part 3.

In:  the files of a game, and the stack of variants that are applied.
Out: the files with every edit made, and what was removed; conflicts are in the report.

Two variants that want different things of one target are refused with both places, unless a `rank` says whose edit stands.
Statements before, after and around a target never stand in each other's way. What two edits say alike is done once. A variant
never conflicts with one that it builds on: it was written for what that one leaves.
"""

import os
from collections.abc import Iterable
from pathlib import Path

from attrs import evolve

from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.diagnostic import no_case, Report
from interpreter.text.source import Span
from interpreter.variant.add import add, at_home, replace_guards
from interpreter.variant.edits import ADD, Applied, CHANGE, Edit, edits_of, GUARD, REMOVE, WRAP, Wrapper
from interpreter.variant.replace import change, missing, remove, target
from interpreter.variant.targets import alike, Found, Ground, Removed, rewritten, word_of


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
    return [edit for edit in edits if edit not in dropped]


def _ranks(stack: list[Applied], report: Report) -> dict[tuple[str, str], ast.EditRank]:
    """Who stands over whom; two opposite lines are an error."""
    ranks: dict[tuple[str, str], ast.EditRank] = {}
    for node in (node for applied in stack for node in applied.variant.edits if isinstance(node, ast.EditRank)):
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


def _outranked(earlier: Edit, later: Edit, ranks: dict[tuple[str, str], ast.EditRank], report: Report) -> Edit:
    a, b = earlier.by.name, later.by.name
    if (a, b) in ranks or (b, a) in ranks:
        return later if (a, b) in ranks else earlier
    verb = later.verb if earlier.verb == later.verb else "change"
    help_ = f"say whose edit stands, in either file: `rank {b} over {a}`, or the other way round" if a != b else \
        "one of the two is enough"
    report.add(codes.EDIT_CONFLICT, later.span, variant=b, other=a, edit=verb, name=later.name, help=help_,
               notes=(f"`{a}` does so in {earlier.span}",))
    return later


# ------------------------------------------------------------------ before, after, around


FOREVER = 2                                       # more than once, however often


Wrapping = ast.EditBefore | ast.EditAfter | ast.EditAround


def wrap(edit: Edit, node: Wrapping, ground: Ground, report: Report) -> None:
    """One edit of these sorts."""
    _once(edit, node, report)
    if isinstance(node.target, ast.TargetEffect):
        _effect(edit, node, node.target, ground, report)
        return
    place = target(edit, ground, report)
    if place is None:
        return
    if isinstance(place.node, WithBody):
        ground.exchange(place, ast.changed(place.node, body=_body(edit, node, node.body, place.node.body)))
    elif not isinstance(place.node, ast.Phase):
        raise no_case(place.node)
    elif edit.verb == "around":
        what = f"a {word_of(place.node)}, whose steps are carried out one by one"
        report.add(codes.EDIT_KIND, edit.span, name=edit.name, what=what, edit="around",
                   help="wrap the steps, or replace it")
    else:
        _phase(edit, node, place, place.node.steps, ground)


WithBody = ast.Setup | ast.Play | ast.Step | ast.Rule             # what is wrapped as a whole; effects have ways of their own
Body = tuple[ast.Node, ...]


def _body(edit: Edit, node: Wrapping, statements: Body, inner: Body) -> Body:
    """The body of the target with the statements at its start, at its end, or in its place."""
    around = inner if edit.verb == "around" else None
    wrapper = Wrapper(node.cites, statements, around, span=edit.span)
    if around is not None:
        return (wrapper,)
    return (wrapper, *inner) if edit.verb == "before" else (*inner, wrapper)


def _phase(edit: Edit, node: Wrapping, place: Found[ast.Node], steps: Body, ground: Ground) -> None:
    """A phase has steps, so the statements are one: its first, or its last."""
    when = "first" if edit.verb == "before" else "last"
    name = ast.Ident(f"{edit.by.name}_{when}", span=edit.span)
    step = ast.Step(name, None, node.cites, node.body, span=edit.span)
    whole = (*edit.docs, step, *steps) if edit.verb == "before" else (*steps, *edit.docs, step)
    ground.exchange(place, ast.changed(place.node, steps=whole))


# ------------------------------------------------------------------ effects


def _effect(edit: Edit, node: Wrapping, wanted: ast.TargetEffect, ground: Ground, report: Report) -> None:
    place = ground.find_form(ast.Effect, wanted.name.text)
    if place is None:
        _no_effect(edit, ground, report)
        return
    effect = place.node
    names, own = ([name.text for name in wanted.params or ()], [param.name.text for param in effect.params or ()])
    if len(names) != len(own):
        got, said = f"({', '.join(names)})", f"({', '.join(own)})"
        report.add(codes.EDIT_PARAMETERS, wanted.span, name=edit.name, wanted=said, got=got,
                   notes=(f"`{edit.name}` is declared in {effect.span}",))
        return
    if effect.gives is not None:
        _giving(edit, node, wanted, place, ground)
        return
    other = {new: old for new, old in zip(names, own, strict=True) if new != old}
    body = _renamed(node.body, other) if other else node.body
    ground.exchange(place, ast.changed(effect, body=_body(edit, node, body, effect.body)))


def _no_effect(edit: Edit, ground: Ground, report: Report) -> None:
    if ground.find("event", edit.name) is None:
        missing(edit, "effect", edit.name, ground.names("effect"), ground, report)
        return
    help_ = f"write `add trigger NAME, when {edit.name}(...)`"
    report.add(codes.EDIT_KIND, edit.span, name=edit.name, what="an event", edit=edit.verb, help=help_)


def _renamed(body: Body, other: dict[str, str]) -> Body:
    """The variant's names of the parameters become the effect's own."""
    def change(node: ast.Node) -> ast.Name | None:
        return ast.changed(node, text=other[node.text]) if isinstance(node, ast.Name) and node.text in other else None

    return rewritten(body, change)


def _giving(edit: Edit, node: Wrapping, wanted: ast.TargetEffect, place: Found[ast.Effect], ground: Ground) -> None:
    """The effect as it was under a name of its own, and in its place one that calls it and gives what it gave."""
    effect, span = place.node, edit.span
    kept = ast.changed(effect, name=ast.Ident(_kept_name(edit, ground), span=effect.name.span))
    params = tuple(ast.changed(old, name=new)
                   for old, new in zip(effect.params or (), wanted.params or (), strict=True))
    args = tuple(ast.Name(param.name.text, span=param.name.span) for param in params) or None

    def call(result: ast.Ident | None, place: Span) -> ast.Call:
        return ast.Call(ast.Ident(kept.name.text, span=place), args, result, None, span=place)

    if edit.verb == "around":
        body: Body = rewritten(node.body, lambda line: call(line.result, line.span) if isinstance(line, ast.Proceed) else None)
    else:
        given = ast.Ident(f"what {effect.name.text} gave", span=span)
        inner = (call(given, span), ast.Give(ast.Name(given.text, span=span), None, span=span))
        wrapper = Wrapper(node.cites, node.body, None, span=span)
        body = (wrapper, *inner) if edit.verb == "before" else (inner[0], wrapper, inner[1])
    outer = ast.changed(effect, params=params or None, cites=node.cites, body=body, span=span)
    ground.exchange(place, kept, outer)


def _kept_name(edit: Edit, ground: Ground) -> str:
    """A name that nobody can write, and that says what it is where a fault tells how it came about."""
    name = f"{edit.name} without {edit.by.name}"
    often = sum(known.startswith(name) for known in ground.names("effect"))
    return f"{name}, {often + 1}" if often else name


# ------------------------------------------------------------------ proceed, at most once on a path


def _once(edit: Edit, node: Wrapping, report: Report) -> None:
    """Only `around` has something to proceed with, and no way through it may do so twice."""
    proceeds = [inner for part in node.body for inner in ast.walk(part) if isinstance(inner, ast.Proceed)]
    if edit.verb != "around":
        for proceed in proceeds:
            report.add(codes.PROCEED_HERE, proceed.span, help=f"what you wrap is carried out anyway: this is `{edit.verb}`")
    elif max(_ways(node.body)[1], default=0) > 1:
        report.add(codes.PROCEED_TWICE, proceeds[-1].span)


def _ways(nodes: Body | None) -> tuple[set[int], set[int]]:
    """How often `proceed` can have been met on the ways that go on, and on any way."""
    on, every = {0}, {0}
    for node in nodes or ():
        through, met = _through(node)
        every |= {a + b for a in on for b in met}
        on = {min(FOREVER, a + b) for a in on for b in through}
        if not on:
            break
    return on, every


def _through(node: ast.Node) -> tuple[set[int], set[int]]:
    match node:
        case ast.Proceed():
            return {1}, {1}
        case ast.End() | ast.Give():
            return set(), {0}
        case ast.If(branches, otherwise):
            return _one_of([body for _, body in branches] + [otherwise or ()])
        case ast.Depending(branches=branches, otherwise=otherwise):
            return _one_of([branch.body for branch in branches] + ([otherwise] if otherwise is not None else []))
        case ast.May() | ast.MayChoose():
            return _one_of([node.body, node.otherwise or ()])
        case ast.Menu(alternatives=alternatives, otherwise=otherwise):
            return _one_of([branch.body for branch in alternatives if isinstance(branch, ast.Alternative)] + [otherwise or ()])
        case ast.ForEach() | ast.RepeatTimes() | ast.RepeatUntil() | ast.While():
            often = {min(FOREVER, 2 * count) for count in _ways(node.body)[1]} | {0}
            return often, often
        case ast.Rule() | ast.Hold():
            return _ways(node.body)
    return {0}, {0}


def _one_of(bodies: Iterable[Body]) -> tuple[set[int], set[int]]:
    ways = [_ways(body) for body in bodies]
    return set().union(*(on for on, _ in ways)), set().union(*(every for _, every in ways))


# ------------------------------------------------------------------ all edits of all variants


def merge(
    files: list[ast.File], bases: list[int], stack: list[Applied], folder: Path, report: Report
) -> tuple[list[ast.File], Removed]:
    """The files with every variant merged in, and who removed what. `bases` says for each variant which file is its base's:
    the edits are about that file and those before it, which it uses."""
    edits = settled([edit for variant in stack for edit in edits_of(variant)], stack, report)
    removed: Removed = {}
    if not report.ok:
        return files, removed
    done = list(files)
    for base, level in sorted({(at, variant.level) for at, variant in zip(bases, stack, strict=True)}):
        members = {variant for at, variant in zip(bases, stack, strict=True) if (at, variant.level) == (base, level)}
        ground = Ground([list(file.declarations) for file in done[:base + 1]], removed)
        _make([edit for edit in edits if edit.by in members], ground, folder, report)
        for at, declarations in enumerate(ground.files):
            done[at] = ast.changed(done[at], declarations=tuple(declarations))
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
        return ast.changed(file, text=os.path.relpath(whole, os.path.abspath(folder)))

    match edit.node:
        case ast.EditRemoveGuard(clause, where):
            replace_guards(edit, where, clause.text, (), ground, report)
        case ast.EditReplaceGuard(clause, where, _, guards):
            replace_guards(edit, where, clause.text, guards, ground, report)
        case ast.EditRemove():
            remove(edit, ground, report)
        case ast.EditReplace(declaration):
            moved = evolve(edit, node=ast.EditReplace(at_home(declaration, near), span=edit.span))
            change(moved, ground, report)
        case ast.EditSet() | ast.EditStep() | ast.EditRule():
            change(edit, ground, report)
        case ast.EditBefore() | ast.EditAfter() | ast.EditAround() as node:
            wrap(edit, node, ground, report)
        case _:
            add(edit, ground, report, near)
