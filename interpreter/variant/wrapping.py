"""before, after, around: statements of a variant inside a target, or in its place with `proceed`.

In:  an edit, and the Ground in which everything else is done.
Out: the Ground with the target wrapped once more. The last variant is outermost.

What a variant puts in has names of its own, so that two variants never meet in a `let`. Only an effect that gives something
has to be carried out as a whole: it is kept under another name, which nobody can write, and `proceed` calls it.
"""

import attrs

from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.report import Report
from interpreter.variant.edits import Edit
from interpreter.variant.ground import Found, Ground, rewritten, word_of
from interpreter.variant.made import Wrapper
from interpreter.variant.taking import missing, target

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
