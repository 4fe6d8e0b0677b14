"""What each edit of a variant is about: its target, as a key that two variants share if they speak of the same thing.

In:  the variants of a stack.
Out: Edit records, in the order of the variants and of their lines; Wrapper, GivenAfter and Files, the nodes that merging
     makes and nobody writes.

A key goes from the outside in: ("phase", "round", "keep") lies in ("phase", "round"). What has no name of its own (set-up,
play, the winner, the number of players) is the base's, whose name is then the last part.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import assert_never

from attrs import frozen

from interpreter.syntax import ast
from interpreter.syntax.ast.node import Cites, Node, node, Text
from interpreter.syntax.formatter import expression
from interpreter.text.diagnostic import no_case
from interpreter.text.source import Span
from interpreter.variant.targets import family_of, name_of, WORDS

REMOVE, CHANGE, GUARD, ADD, WRAP = "remove", "change", "guard", "add", "wrap"      # the stages, in their order
PLACED = {"limit nesting", "setup", "play", "winner"}             # families of which a game has one


@frozen(eq=False)
class Applied:
    """A variant that is applied, its file, and the names of the variants that it builds on."""

    variant: ast.Variant
    path: Path
    below: frozenset[str] = frozenset()
    erratum: bool = False

    @property
    def name(self) -> str:
        return self.variant.name.text

    @property
    def level(self) -> int:
        """How many variants it stands upon."""
        return len(self.below)


@frozen(eq=False)
class Edit:
    """One edit: whose it is, its line, the documentation above it, what it does and to what."""

    by: Applied
    node: ast.Node
    stage: str
    verb: str
    key: tuple[str, ...]
    docs: tuple[ast.Doc, ...] = ()

    @property
    def span(self) -> Span:
        return self.node.span

    @property
    def name(self) -> str:
        """The target in words."""
        if self.key[0] == "table" and len(self.key) > 2:
            return f"{self.key[1]}({self.key[2]})"
        return self.key[-1] if self.key[0] not in PLACED else self.key[0]


def edits_of(applied: Applied) -> Iterator[Edit]:
    """The edits of a variant; one that adds several things is several."""
    docs: list[ast.Doc] = []
    for line in applied.variant.edits:
        if isinstance(line, ast.Doc):
            docs.append(line)
            continue
        if not isinstance(line, ast.Scenario | ast.EditRank | ast.EditAddToStrategy):     # these change no rule
            yield from _edits(applied, line, tuple(docs))
        docs = []


def _edits(by: Applied, node: ast.Node, docs: tuple[ast.Doc, ...]) -> Iterator[Edit]:
    base = by.variant.base.text
    match node:
        case ast.EditAdd(ast.EachPlayer(lines)):
            yield from _each_player(by, lines)
        case ast.EditAdd(declaration):
            yield Edit(by, node, ADD, "add", _added(declaration, base), docs)
        case ast.EditReplace(declaration):
            yield Edit(by, node, CHANGE, "replace", _key(declaration, base), docs)
        case ast.EditAroundDefine(declaration):
            yield Edit(by, node, WRAP, "around", ("define", declaration.name.text), docs)
        case ast.EditBefore() | ast.EditAfter() | ast.EditAround():
            yield Edit(by, node, WRAP, type(node).__name__.removeprefix("Edit").lower(), _target(node.target, base), docs)
        case _:
            stage, verb, key = _other(node, base)
            yield Edit(by, node, stage, verb, key, docs)


def _each_player(by: Applied, lines: tuple[ast.Node, ...]) -> Iterator[Edit]:
    """A line of `each player has` is an edit of its own; the node is what is put there."""
    docs: list[ast.Doc] = []
    for line in lines:
        if isinstance(line, ast.Doc):
            docs.append(line)
            continue
        added = ast.EditAdd(ast.EachPlayer((*docs, line), span=line.span), span=line.span)
        yield Edit(by, added, ADD, "add", (family_of(line), name_of(line)))
        docs = []


def _key(declaration: ast.Node, base: str) -> tuple[str, ...]:
    family = family_of(declaration)
    return family, (base if family in PLACED else name_of(declaration))


def _added(declaration: ast.Node, base: str) -> tuple[str, ...]:
    match declaration:
        case ast.StepInto(step, phase):
            return "phase", phase.text, step.text
        case ast.RuleInto(rule, within):
            return "rule", within.text, rule.text
        case ast.Unencoded():
            return "unencoded", declaration.reason.text
    return _key(declaration, base)


def _target(target: ast.Target, base: str) -> tuple[str, ...]:
    match target:
        case ast.TargetStep(step, phase):
            return "phase", phase.text, step.text
        case ast.TargetRule(rule, within):
            return "rule", within.text if within else "", rule.text
        case ast.TargetEffect(name):
            return "effect", name.text
        case ast.TargetPhase(name=name):
            return "phase", name.text
        case ast.TargetSetup():
            return "setup", base
        case ast.TargetPlay():
            return "play", base
    assert_never(target)


def _other(node: ast.Node, base: str) -> tuple[str, str, tuple[str, ...]]:
    match node:
        case ast.EditSet(name, None):
            return CHANGE, "set", ("players", base) if name.text == "players" else ("option", name.text)
        case ast.EditSet(name, keys):
            return CHANGE, "set", ("table", name.text, ", ".join(map(expression, keys or ())))
        case ast.EditStep(step, phase):
            return CHANGE, "replace", ("phase", phase.text, step.text)
        case ast.EditRule(rule, within):
            return CHANGE, "replace", ("rule", within.text if within else "", rule.text)
        case ast.EditReplaceGuard(clause, where):
            return GUARD, "replace", ("guard", where.decision.text, clause.text)
        case ast.EditRemoveGuard(clause, where):
            return GUARD, "remove", ("guard", where.decision.text, clause.text)
        case ast.EditAddGuard(where):
            return ADD, "add", ("guards", where.decision.text, str(node.span))
        case ast.EditAddToRoute(name):
            return ADD, "add", ("route", name.text, str(node.span))
        case ast.EditAddMember(member, enum):
            return ADD, "add", ("enum", enum.text, member.text)
        case ast.EditAddField(name=name, kind=kind):
            return ADD, "add", ("kind", kind.text, name.text)
        case ast.EditAddTo(part, kind):
            return ADD, "add", ("kind", kind.text, name_of(part))
        case ast.EditAddRows(table, file):
            return ADD, "add", ("rows", table.text, file.text)
        case ast.EditRemove(what):
            return REMOVE, "remove", _removed(what)
    raise no_case(node)


def _removed(what: ast.Node) -> tuple[str, ...]:
    match what:
        case ast.RemovableAlways(about):
            return "always", about.text
        case ast.RemovableBound(about):
            return "bound", about.text
        case ast.RemovableOrder():
            return "order", what.said
        case ast.Removable("step", name, within):
            return "phase", within.text if within else "", name.text
        case ast.Removable("rule", name, within):
            return "rule", within.text if within else "", name.text
        case ast.Removable(sort, name, None):
            return WORDS.get(sort, sort), name.text
        case ast.Removable(sort, name, ast.Ident(within)):
            return WORDS.get(sort, sort), within, name.text
    raise no_case(what)


# ------------------------------------------------------------------ what merging makes


@node
class Wrapper(Node):
    """Statements of a variant, with names of their own; `proceed` does what they stand around, if that is anything."""

    cites: Cites
    body: tuple[Node, ...]
    inner: tuple[Node, ...] | None


@node
class GivenAfter(Node):
    """An effect that gives something, and statements of a variant after it, before its caller has what it gave."""

    cites: Cites
    body: tuple[Node, ...]
    inner: tuple[Node, ...]


@node
class Files(Node):
    """A data file, more files with the same columns, and single rows that say otherwise."""

    first: Text
    more: tuple[Text, ...]
    rows: tuple[ast.Row, ...]


def files_of(file: Text | Files) -> Files:
    """What a declaration reads its rows from, as Files; one that no variant has changed is a plain name."""
    return file if isinstance(file, Files) else Files(file, (), (), span=file.span)
