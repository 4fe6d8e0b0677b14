"""The rules with every option at its value: what can never apply is left out, what always applies needs no `if`.

In:  declarations with their documentation, and the value of each option as a node.
Out: the declarations that are left, made anew where something of them has gone; a `define` that only names another thing is
     put in its place.

Only what the options settle is worked out. Everything else stays as its author wrote it, but for `require`: that is a check on
the files. What holds nothing else goes with it.
"""

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from interpreter.prose.vocabulary import Documented, is_noun
from interpreter.syntax import ast
from interpreter.syntax.ast.node import node as form
from interpreter.syntax.formatter import expression
from interpreter.text.source import Span
from interpreter.variant.targets import name_of, rewritten_one

PASSES = 6                                       # what has become plain makes other things plain
SMALL = 4                                        # parts of a value that says as much as its name


@form
class Chosen(ast.Node):
    """A word that is the value of an option, where the option stood."""

    text: str


SIGNS = {"<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b}


Values = Mapping[str, ast.Node | None]            # what stands for a name: a value, a define to put in, None for what goes


def settled(documented: Documented, values: Values) -> tuple[list[tuple[str, ast.Node]], Values]:
    """The declarations as they are with these values, each with its documentation; and what was put in for a name."""
    known = dict(values)
    left = _all_settled(documented, values)
    for _ in range(PASSES):
        now: dict[str, ast.Node | None] = {
            rule.name.text: rule for doc, rule in left
            if isinstance(rule, ast.Define) and (_is_plain(rule) or not doc and _is_small(rule))}
        effects = (rule for _, rule in left if isinstance(rule, ast.Effect))
        now |= {rule.name.text: None for rule in effects if not rule.body and rule.gives is None}
        if not now:
            break
        left = _all_settled(((doc, rule) for doc, rule in left if _plain_name(rule) not in now), now)
        known |= now
    return [(doc, rewritten_one(rule, _as_name)) for doc, rule in left], known


def _all_settled(documented: Documented, values: Values) -> list[tuple[str, ast.Node]]:
    pairs = ((doc, _settle(rule, values)) for doc, rule in documented)
    return [(doc, kept) for doc, kept in pairs if isinstance(kept, ast.Node)]


def _plain_name(rule: ast.Node) -> str:
    return name_of(rule) if not isinstance(rule, ast.Always | ast.Bound | ast.Order) else ""


def settled_one(node: ast.Node, values: Values) -> ast.Node:
    """A single declaration or edit; as it stands if nothing of it is left."""
    left = _settle(node, values)
    return rewritten_one(left, _as_name) if isinstance(left, ast.Node) else node


def _as_name(node: ast.Node) -> ast.Node | None:
    return ast.Name(node.text, span=node.span) if isinstance(node, Chosen) else None


def option_values(options: dict[str, ast.Option], chosen: dict[str, str]) -> dict[str, ast.Node]:
    """The value of every option: the one that was chosen, else its first."""
    return {name: _node(chosen.get(name) or expression(option.first), option.span) for name, option in options.items()}


def _node(text: str, span: Span) -> ast.Node:
    if text in ("yes", "no"):
        return ast.Yes(span=span) if text == "yes" else ast.No(span=span)
    if text.isdigit():
        return ast.Number(int(text), span=span)
    if text[:1] == "-" and text[1:].isdigit():
        return ast.Negative(ast.Number(int(text[1:]), span=span), span=span)
    return Chosen(text, span=span)


def _is_plain(define: ast.Define) -> bool:
    return not define.params and isinstance(define.value, ast.Name | ast.Number | ast.Yes | ast.No | Chosen)


def _is_small(define: ast.Define) -> bool:
    """Is what it stands for as short as its name? A word that reads like a thing is worth keeping."""
    size = sum(not isinstance(node, ast.Ident) for node in ast.walk(define.value))
    return size <= SMALL and (bool(define.params) or not is_noun(define.name.text))


def _put_in(define: ast.Define, args: tuple[ast.Node, ...]) -> ast.Node:
    given = {param.name.text: value for param, value in zip(define.params or (), args, strict=False)}
    return rewritten_one(define.value, lambda node: given.get(node.text) if isinstance(node, ast.Name) else None)


@frozen
class _Body:
    """Statements that stand in the place of one."""

    body: tuple[ast.Node, ...]


Left = ast.Node | _Body | None                    # what is left of a node: itself or another, several statements, nothing


def _settle(node: ast.Node, values: Values) -> Left:
    """One node as it is with these values."""
    if isinstance(node, ast.Option | ast.Variant | ast.Scenario | ast.Strategy | ast.Position):
        return node
    named = node.text if isinstance(node, ast.Name) else node.name.text if isinstance(node, ast.Apply) else ""
    meant = values.get(named)
    if isinstance(meant, ast.Define):
        args = node.args or () if isinstance(node, ast.Apply) else ()
        return _settle(_put_in(meant, _row(args, values)), values)
    if isinstance(node, ast.Name):
        return meant or node
    if isinstance(node, ast.Call) and node.name.text in values and values[node.name.text] is None:
        return None
    changes = {}
    for name in ast.parts_of(node):
        old = getattr(node, name)
        new = _part(old, values)
        if new is not old:
            changes[name] = new
    return _simpler(ast.changed(node, **changes) if changes else node)


def _part(old: object, values: Values) -> object:
    if isinstance(old, ast.Node):
        return _settle(old, values)
    return _row(old, values) if isinstance(old, tuple) else old


def _row(old: tuple[Any, ...], values: Values) -> tuple[Any, ...]:
    """A row of nodes, or of the rows of a branch, as it is with these values; the same object if nothing of it changes."""
    left: list[object] = []
    for part in old:
        new = _part(part, values)
        if isinstance(new, _Body):
            left += new.body
        elif new is not None or part is None:
            left.append(new)
        if isinstance(new, ast.End | ast.Give):
            break                                # nothing behind it is ever reached
    return old if len(left) == len(old) and all(a is b for a, b in zip(left, old, strict=True)) else tuple(left)


def _simpler(node: ast.Node) -> Left:
    match node:
        case ast.Require() | ast.Rule(body=()) | ast.ForEach(body=()) | ast.RepeatTimes(body=()) | ast.While(body=()):
            return None
        case ast.Move(things=ast.ListValue(None)):
            return None
        case ast.If():
            return _if(node)
        case ast.Depending(value=Chosen(text)):
            return _depending(node, text)
        case ast.DefineCases():
            left = _cases(node.lines)
            if len(left) == 1 and isinstance(left[0], ast.CaseOtherwise):
                return ast.Define(node.name, node.params, left[0].value, node.cites, span=node.span)
            return ast.changed(node, lines=left)
        case ast.Score(value=ast.CaseLines(lines=lines) as value):
            rest = _cases(lines)
            match rest:
                case (ast.CaseOtherwise(alone),):
                    return ast.changed(node, value=alone)
            return ast.changed(node, value=ast.changed(value, lines=rest))
        case ast.Must(test=ast.Yes()) | ast.Alternative(test=ast.No()):
            return None
        case ast.Offer(test=ast.No()) | ast.Trigger(moment=ast.When(test=ast.No()) | ast.Before(test=ast.No())):
            return None
        case ast.Trigger(moment=ast.InsteadOf(test=ast.No()) | ast.AsSoonAs(test=ast.No())):
            return None
        case ast.LegStep(test=ast.No()) | ast.LegHop(test=ast.No()) | ast.LegMustStop(test=ast.No()):
            return None
        case ast.LegMayStop(test=ast.No()) | ast.LegMayNotEnd(test=ast.No()):
            return None
        case ast.Step(how=ast.OnlyIf(ast.No()) | ast.AtOnce(ast.No())):
            return None
        case ast.Alternative(test=ast.Yes()) | ast.Offer(test=ast.Yes()) | ast.AtOnce(test=ast.Yes()):
            return ast.changed(node, test=None)
    return _value(node)


# ------------------------------------------------------------------ statements


def _if(node: ast.If) -> Left:
    branches, otherwise = [], node.otherwise
    for test, body in node.branches:
        if isinstance(test, ast.No):
            continue
        if isinstance(test, ast.Yes):
            otherwise = body
            break
        branches.append((test, body))
    if not branches or not (otherwise or any(body for _, body in branches)):
        return _Body(otherwise or ())
    return ast.changed(node, branches=tuple(branches), otherwise=otherwise or None)


def _depending(node: ast.Depending, value: str) -> Left:
    for branch in node.branches:
        if any(isinstance(name, ast.Name) and name.text == value for name in branch.values):
            return _Body(branch.body)
    return _Body(node.otherwise or ())


def _cases(written: tuple[ast.Node, ...]) -> tuple[ast.Node, ...]:
    """The lines that are left of those of a define or score."""
    lines: list[ast.Node] = []
    for line in written:
        if isinstance(line, ast.CaseIf) and isinstance(line.test, ast.No):
            continue
        if isinstance(line, ast.CaseIf) and isinstance(line.test, ast.Yes):
            lines.append(ast.CaseOtherwise(line.value, line.cites, span=line.span))
            break
        lines.append(line)
    return tuple(lines)


# ------------------------------------------------------------------ values


def _truth(answer: bool, node: ast.Node) -> ast.Node:
    return ast.Yes(span=node.span) if answer else ast.No(span=node.span)


def _value(node: ast.Node) -> ast.Node:
    match node:
        case ast.Bracketed(ast.Yes() | ast.No() | ast.Name() | ast.Number() as inner):
            return inner
        case ast.Negated(ast.Yes() | ast.No() as inner):
            return _truth(isinstance(inner, ast.No), node)
        case ast.Same() | ast.Differs():
            return _same(node)
        case ast.Compare(ast.Number(a), sign, ast.Number(b)):
            return _truth(SIGNS[sign](a, b), node)
        case ast.Both(ast.Yes(), other) | ast.Both(other, ast.Yes()):
            return other
        case ast.Either(ast.No(), other) | ast.Either(other, ast.No()):
            return other
        case ast.Both(ast.No(), _) | ast.Both(_, ast.No()):
            return _truth(False, node)
        case ast.Either(ast.Yes(), _) | ast.Either(_, ast.Yes()):
            return _truth(True, node)
        case ast.Conditional(ast.Yes(), then, _):
            return then
        case ast.Conditional(ast.No(), _, otherwise):
            return otherwise
        case ast.Filtered(source, ast.Yes()) | ast.ThoseWhere(source=source, test=ast.Yes()):
            return source
        case ast.Filtered(test=ast.No()) | ast.ThoseWhere(test=ast.No()) | ast.Mapped(test=ast.No()):
            return ast.ListValue(None, span=node.span)
        case ast.Quantified(how, test=ast.No()):
            return _truth(how == "no", node)
        case ast.Every(test=ast.Yes()):
            return _truth(True, node)
        case ast.Plus(left, ast.Number(0)) | ast.Minus(left, ast.Number(0)):
            return left
        case ast.Plus(ast.Number(0), right):
            return right
    return node


def _same(node: ast.Same | ast.Differs) -> ast.Node:
    """Only where one side is the value of an option, or both are numbers, does the outcome stand fast."""
    match node.left, node.right:
        case Chosen(a), ast.Name(b):
            answer = a == b
        case ast.Name(a), Chosen(b):
            answer = a == b
        case ast.Number(a), ast.Number(b):
            answer = a == b
        case (ast.Yes() | ast.No()) as left, (ast.Yes() | ast.No()) as right:
            answer = type(left) is type(right)
        case _:
            return node
    return _truth(answer == isinstance(node, ast.Same), node)
