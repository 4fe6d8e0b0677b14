"""The rules with every option at its value: what can never apply is left out, what always applies needs no `if`.

In:  declarations with their documentation, and the value of each option as a node.
Out: the declarations that are left, made anew where something of them has gone; a `define` that only names another thing is
     put in its place.

Only what the options settle is worked out. Everything else stays as its author wrote it, but for `require`: that is a check on
the files. What holds nothing else goes with it.

Also: What of the rules is still used: from set-up, play, triggers, offers and scores on, by name.
"""

import attrs

from interpreter.prose.vocabulary import is_noun
from interpreter.syntax import ast
from interpreter.syntax.ast.node import node as form
from interpreter.syntax.formatter import expression
from interpreter.text.source import Span
from interpreter.variant.targets import rewritten

PASSES = 6                                       # what has become plain makes other things plain
SMALL = 4                                        # parts of a value that says as much as its name


@form
class Chosen(ast.Node):
    """A word that is the value of an option, where the option stood."""

    text: str


SIGNS = {"<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b}


def settled(documented, values: dict[str, ast.Node]) -> tuple[list[tuple[str, ast.Node]], dict]:
    """The declarations as they are with these values, each with its documentation; and what was put in for a name."""
    known = dict(values)
    made = [(doc, kept) for doc, one in documented if (kept := _settle(one, values)) is not None]
    for _ in range(PASSES):
        other = {one.name.text: one for doc, one in made if isinstance(one, ast.Define) and (_is_plain(one) or not doc and _is_small(one))}
        gone = {one.name.text: None for _, one in made if isinstance(one, ast.Effect) and not one.body and one.gives is None}
        if not other and not gone:
            break
        made = [(doc, kept) for doc, one in made if getattr(getattr(one, "name", None), "text", "") not in other | gone
                and (kept := _settle(one, other | gone)) is not None]
        known |= other | gone
    return [(doc, rewritten(one, _as_name)) for doc, one in made], known


def settled_one(one: ast.Node, values: dict[str, ast.Node]) -> ast.Node:
    """A single declaration or edit; as it stands if nothing of it is left."""
    made = _settle(one, values)
    return rewritten(made, _as_name) if isinstance(made, ast.Node) else one


def _as_name(one: ast.Node) -> ast.Node | None:
    return ast.Name(one.text, span=one.span) if isinstance(one, Chosen) else None


def option_values(options: dict[str, ast.Option], chosen: dict[str, str]) -> dict[str, ast.Node]:
    """The value of every option: the one that was chosen, else its first."""
    return {name: _node(chosen.get(name) or expression(one.first), one.span) for name, one in options.items()}


def _node(text: str, span: Span) -> ast.Node:
    if text in ("yes", "no"):
        return ast.Yes(span=span) if text == "yes" else ast.No(span=span)
    if text.isdigit():
        return ast.Number(int(text), span=span)
    if text[:1] == "-" and text[1:].isdigit():
        return ast.Negative(ast.Number(int(text[1:]), span=span), span=span)
    return Chosen(text, span=span)


def _is_plain(one: ast.Define) -> bool:
    return not one.params and isinstance(one.value, ast.Name | ast.Number | ast.Yes | ast.No | Chosen)


def _is_small(one: ast.Define) -> bool:
    """Is what it stands for as short as its name? A word that reads like a thing is worth keeping."""
    size = sum(not isinstance(node, ast.Ident) for node in ast.walk(one.value))
    return size <= SMALL and (bool(one.params) or not is_noun(one.name.text))


def _put_in(one: ast.Define, args: tuple) -> ast.Node:
    given = {param.name.text: value for param, value in zip(one.params or (), args, strict=False)}
    return rewritten(one.value, lambda node: given.get(node.text) if isinstance(node, ast.Name) else None)


def _settle(node, values: dict[str, ast.Node]):
    """One node; None for what goes."""
    if isinstance(node, ast.Option | ast.Variant | ast.Scenario | ast.Strategy | ast.Position):
        return node
    named = node.text if isinstance(node, ast.Name) else node.name.text if isinstance(node, ast.Apply) else ""
    if isinstance(values.get(named), ast.Define):
        return _settle(_put_in(values[named], _part(getattr(node, "args", None) or (), values)), values)
    if isinstance(node, ast.Name):
        return values.get(node.text) or node
    if isinstance(node, ast.Call) and node.name.text in values and values[node.name.text] is None:
        return None
    changes = {}
    for part in attrs.fields(type(node)):
        old = getattr(node, part.name)
        new = _part(old, values)
        if new is not old:
            changes[part.name] = new
    return _simpler(attrs.evolve(node, **changes) if changes else node)


def _part(old, values):
    if isinstance(old, ast.Node):
        return _settle(old, values)
    if not isinstance(old, tuple):
        return old
    made: list = []
    for one in old:
        new = _part(one, values)
        if isinstance(new, _Body):
            made += new.body
        elif new is not None or one is None:
            made.append(new)
        if isinstance(new, ast.End | ast.Give):
            break                                # nothing behind it is ever reached
    return old if len(made) == len(old) and all(a is b for a, b in zip(made, old, strict=True)) else tuple(made)


@attrs.frozen
class _Body:
    """Statements that stand in the place of one."""

    body: tuple


def _simpler(node):
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
            return _cases(node)
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
            return attrs.evolve(node, test=None)
    return _value(node)


# ------------------------------------------------------------------ statements


def _if(node: ast.If):
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
    return attrs.evolve(node, branches=tuple(branches), otherwise=otherwise or None)


def _depending(node: ast.Depending, value: str):
    for branch in node.branches:
        if any(isinstance(one, ast.Name) and one.text == value for one in branch.values):
            return _Body(branch.body)
    return _Body(node.otherwise or ())


def _cases(node: ast.DefineCases):
    lines: list[ast.Node] = []
    for line in node.lines:
        if isinstance(line, ast.CaseIf) and isinstance(line.test, ast.No):
            continue
        if isinstance(line, ast.CaseIf) and isinstance(line.test, ast.Yes):
            lines.append(ast.CaseOtherwise(line.value, line.cites, span=line.span))
            break
        lines.append(line)
    if len(lines) == 1 and isinstance(lines[0], ast.CaseOtherwise):
        return ast.Define(node.name, node.params, lines[0].value, node.cites, span=node.span)
    return attrs.evolve(node, lines=tuple(lines))


# ------------------------------------------------------------------ values


def _truth(answer: bool, node: ast.Node) -> ast.Node:
    return ast.Yes(span=node.span) if answer else ast.No(span=node.span)


def _value(node):
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


def _same(node):
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


# ------------------------------------------------------------------ what is still used


ROOTS = (ast.Setup, ast.Play, ast.Score, ast.Winner, ast.Offer)
NAMED = (ast.Effect, ast.Define, ast.DefineCases, ast.Phase, ast.Table, ast.TableFile, ast.Route, ast.Event)


def used_names(declarations: list[ast.Node]) -> set[str]:
    """Everything that is named from where play begins."""
    by_name = {one.name.text: one for one in declarations if isinstance(one, NAMED)}
    triggers = [one for one in declarations if isinstance(one, ast.Trigger)]
    found: set[str] = set()
    waiting = [one for one in declarations if isinstance(one, ROOTS)]
    while waiting:
        for name in _names(waiting.pop()) - found:
            found.add(name)
            if name in by_name:
                waiting.append(by_name[name])
        if not waiting:
            waiting = [one for one in triggers if set_off(one, found)]
            triggers = [one for one in triggers if one not in waiting]
    return found


def set_off(trigger: ast.Trigger, used: set[str]) -> bool:
    """Can it ever come to this trigger: does anything do what it waits for?"""
    event = getattr(trigger.moment, "event", None)
    return event is None or event.name.text in used or event.name.text in ("turn_ended", "turn_begins", "moved")


def _names(one: ast.Node) -> set[str]:
    own = one.name if isinstance(getattr(one, "name", None), ast.Ident) else None
    return {node.text for node in ast.walk(one) if isinstance(node, ast.Name | ast.Ident) and node is not own}
