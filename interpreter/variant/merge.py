"""Two variants that want different things of one target: refused with both places, unless a `rank` says whose edit stands.

In:  the edits of a whole stack.
Out: the edits that are made; conflicts and opposed ranks are in the report.

Wrappers never stand in each other's way. What both say alike is done once. A variant never conflicts with one that it builds
on: it was written for what that one leaves.

Also: before, after, around: statements of a variant inside a target, or in its place with `proceed`.

Also: All edits of all variants made on the declarations of a game, in the order of language.md, part 3.
"""

import os
from pathlib import Path

import attrs

from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.diagnostic import Report
from interpreter.variant.add import add, at_home, replace_guards
from interpreter.variant.edits import ADD, Applied, CHANGE, Edit, edits_of, GUARD, REMOVE, WRAP, Wrapper
from interpreter.variant.replace import change, missing, remove, target
from interpreter.variant.targets import alike, Found, Ground, rewritten, word_of


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


# ------------------------------------------------------------------ before, after, around


ENDS = (ast.End, ast.Give)
FOREVER = 2                                       # more than once, however often


def wrap(edit: Edit, ground: Ground, report: Report) -> None:
    """One edit of these sorts."""
    _once(edit, report)
    if isinstance(edit.node.target, ast.TargetEffect):
        _effect(edit, ground, report)
        return
    found = target(edit, ground, report)
    if found is None:
        return
    if not isinstance(found.node, ast.Phase):
        ground.exchange(found, attrs.evolve(found.node, body=_body(edit, edit.node.body, found.node.body)))
    elif edit.verb == "around":
        what = f"a {word_of(found.node)}, whose steps are carried out one by one"
        report.add(codes.EDIT_KIND, edit.span, name=edit.name, what=what, edit="around",
                   help="wrap the steps, or replace it")
    else:
        _phase(edit, found, ground)


def _body(edit: Edit, statements: tuple, inner: tuple) -> tuple:
    """The body of the target with the statements at its start, at its end, or in its place."""
    around = inner if edit.verb == "around" else None
    wrapper = Wrapper(edit.node.cites, statements, around, span=edit.span)
    if around is not None:
        return (wrapper,)
    return (wrapper, *inner) if edit.verb == "before" else (*inner, wrapper)


def _phase(edit: Edit, found: Found, ground: Ground) -> None:
    """A phase has steps, so the statements are one: its first, or its last."""
    when = "first" if edit.verb == "before" else "last"
    name = ast.Ident(f"{edit.by.name}_{when}", span=edit.span)
    step, steps = ast.Step(name, None, edit.node.cites, edit.node.body, span=edit.span), found.node.steps
    made = (*edit.docs, step, *steps) if edit.verb == "before" else (*steps, *edit.docs, step)
    ground.exchange(found, attrs.evolve(found.node, steps=made))


# ------------------------------------------------------------------ effects


def _effect(edit: Edit, ground: Ground, report: Report) -> None:
    wanted = edit.node.target
    found = ground.find("effect", wanted.name.text)
    if found is None:
        _no_effect(edit, ground, report)
        return
    effect = found.node
    names, own = ([one.text for one in wanted.params or ()], [one.name.text for one in effect.params or ()])
    if len(names) != len(own):
        got, said = f"({', '.join(names)})", f"({', '.join(own)})"
        report.add(codes.EDIT_PARAMETERS, wanted.span, name=edit.name, wanted=said, got=got,
                   notes=(f"`{edit.name}` is declared in {effect.span}",))
        return
    if effect.gives is not None:
        _giving(edit, found, ground)
        return
    other = {new: old for new, old in zip(names, own, strict=True) if new != old}
    body = _renamed(edit.node.body, other) if other else edit.node.body
    ground.exchange(found, attrs.evolve(effect, body=_body(edit, body, effect.body)))


def _no_effect(edit: Edit, ground: Ground, report: Report) -> None:
    if ground.find("event", edit.name) is None:
        missing(edit, "effect", edit.name, ground.names("effect"), ground, report)
        return
    help_ = f"write `add trigger NAME, when {edit.name}(...)`"
    report.add(codes.EDIT_KIND, edit.span, name=edit.name, what="an event", edit=edit.verb, help=help_)


def _renamed(body: tuple, other: dict[str, str]) -> tuple:
    """The variant's names of the parameters become the effect's own."""
    def change(node):
        return attrs.evolve(node, text=other[node.text]) if isinstance(node, ast.Name) and node.text in other else None

    return rewritten(body, change)


def _giving(edit: Edit, found: Found, ground: Ground) -> None:
    """The effect as it was under a name of its own, and in its place one that calls it and gives what it gave."""
    effect, span = found.node, edit.span
    kept = attrs.evolve(effect, name=ast.Ident(_kept_name(edit, ground), span=effect.name.span))
    params = tuple(attrs.evolve(old, name=new)
                   for old, new in zip(effect.params or (), edit.node.target.params or (), strict=True))
    args = tuple(ast.Name(one.name.text, span=one.name.span) for one in params) or None

    def call(result, place):
        return ast.Call(ast.Ident(kept.name.text, span=place), args, result, None, span=place)

    if edit.verb == "around":
        body = rewritten(edit.node.body, lambda one: call(one.result, one.span) if isinstance(one, ast.Proceed) else None)
    else:
        given = ast.Ident(f"what {effect.name.text} gave", span=span)
        inner = (call(given, span), ast.Give(ast.Name(given.text, span=span), None, span=span))
        wrapper = Wrapper(edit.node.cites, edit.node.body, None, span=span)
        body = (wrapper, *inner) if edit.verb == "before" else (inner[0], wrapper, inner[1])
    made = attrs.evolve(effect, params=params or None, cites=edit.node.cites, body=body, span=span)
    ground.exchange(found, kept, made)


def _kept_name(edit: Edit, ground: Ground) -> str:
    """A name that nobody can write, and that says what it is where a fault tells how it came about."""
    name = f"{edit.name} without {edit.by.name}"
    often = sum(one.startswith(name) for one in ground.names("effect"))
    return f"{name}, {often + 1}" if often else name


# ------------------------------------------------------------------ proceed, at most once on a path


def _once(edit: Edit, report: Report) -> None:
    """Only `around` has something to proceed with, and no way through it may do so twice."""
    proceeds = [one for part in edit.node.body for one in ast.walk(part) if isinstance(one, ast.Proceed)]
    if edit.verb != "around":
        for one in proceeds:
            report.add(codes.PROCEED_HERE, one.span, help=f"what you wrap is carried out anyway: this is `{edit.verb}`")
    elif max(_ways(edit.node.body)[1], default=0) > 1:
        report.add(codes.PROCEED_TWICE, proceeds[-1].span)


def _ways(nodes) -> tuple[set[int], set[int]]:
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
            return _one_of([one.body for one in branches] + ([otherwise] if otherwise is not None else []))
        case ast.May() | ast.MayChoose():
            return _one_of([node.body, node.otherwise or ()])
        case ast.Menu(alternatives=alternatives, otherwise=otherwise):
            return _one_of([one.body for one in alternatives if isinstance(one, ast.Alternative)] + [otherwise or ()])
        case ast.ForEach() | ast.RepeatTimes() | ast.RepeatUntil() | ast.While():
            often = {min(FOREVER, 2 * count) for count in _ways(node.body)[1]} | {0}
            return often, often
        case ast.Rule() | ast.Hold():
            return _ways(node.body)
    return {0}, {0}


def _one_of(bodies) -> tuple[set[int], set[int]]:
    found = [_ways(body) for body in bodies]
    return set().union(*(on for on, _ in found)), set().union(*(every for _, every in found))


# ------------------------------------------------------------------ all edits of all variants


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
