"""The declarations that edits are made on: how one of them is found by its name, and exchanged for others.

In:  the declarations of the base's files.
Out: Ground: `find` and `names` by family and name, `exchange`, `append`. Nodes never change; the lists of a Ground do.

A family is what a name is unique in: `counter` and `state` are one, so are the two ways to write a table or a define.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, TypeVar

from attrs import define, field, frozen

from interpreter.syntax import ast
from interpreter.text.source import Span

D = TypeVar("D", bound=ast.Node, covariant=True)
E = TypeVar("E", bound=ast.Node)
Removed = dict[str, tuple[str, Span]]                            # what a variant took away: which variant, and where it says so

FAMILIES: dict[type[ast.Node], str] = {
    ast.Enum: "enum", ast.Kind: "kind", ast.Die: "die", ast.Components: "components", ast.Board: "board", ast.Table: "table",
    ast.TableFile: "table", ast.Option: "option", ast.Zone: "zone", ast.Counter: "counter", ast.State: "counter",
    ast.Phase: "phase", ast.Effect: "effect", ast.Event: "event", ast.Define: "define", ast.DefineCases: "define",
    ast.Trigger: "trigger", ast.Offer: "offer", ast.Route: "route", ast.Score: "score", ast.Limit: "limit",
    ast.LimitNesting: "limit nesting", ast.Setup: "setup", ast.Play: "play", ast.Winner: "winner", ast.Always: "always",
    ast.Bound: "bound", ast.Order: "order", ast.Strategy: "strategy",
}
WORDS = {"state": "counter", "turn": "phase"}                    # words of an edit that mean another family
HOLDERS = (ast.Setup, ast.Play, ast.Phase, ast.Effect, ast.Trigger, ast.Offer)      # where rules and decisions stand


def family_of(node: ast.Node) -> str:
    """The family of a declaration; empty for what no edit names."""
    return FAMILIES.get(type(node), "")


def name_of(node: ast.Node) -> str:
    """The name an edit would use; empty for set-up, play and the like."""
    if isinstance(node, ast.Always):
        return node.about.text
    if isinstance(node, ast.Order | ast.Bound):
        return node.said
    name = getattr(node, "name", None)
    return name.text if isinstance(name, ast.Ident) else ""


def word_of(node: ast.Node) -> str:
    """What a declaration is, as its author wrote it: `turn`, `card`, `state`."""
    sort = getattr(node, "sort", None)
    return sort if isinstance(sort, str) else "state" if isinstance(node, ast.State) else family_of(node)


@frozen(eq=False)
class Found(Generic[D]):
    """A node, and the declaration of a file that it stands in (or is)."""

    file: int
    declaration: ast.Node
    node: D


@define(eq=False)
class Ground:
    """The files' declarations; new things go to the end of the last file. `removed` is what a variant took away, by name."""

    files: list[list[ast.Node]]
    removed: Removed = field(factory=dict)

    # ---------------------------------------------------------------- finding

    def named(self, family: str, within: str = "") -> Iterator[Found[ast.Node]]:
        """All declarations of a family: those at the table and of each player, or those of a kind."""
        for at, file in enumerate(self.files):
            for declaration in file:
                if not within and family_of(declaration) == family:
                    yield Found(at, declaration, declaration)
                for line in _lines(declaration, within):
                    if family_of(line) == family:
                        yield Found(at, declaration, line)

    def find(self, family: str, name: str, within: str = "") -> Found[ast.Node] | None:
        """The declaration of this family and name."""
        return next((place for place in self.named(family, within) if name_of(place.node) == name), None)

    def find_form(self, form: type[E], name: str) -> Found[E] | None:
        """The declaration of this class and name."""
        place = self.find(FAMILIES[form], name)
        return Found(place.file, place.declaration, place.node) if place and isinstance(place.node, form) else None

    def names(self, family: str, within: str = "") -> list[str]:
        """Every name of a family."""
        return [name_of(place.node) for place in self.named(family, within)]

    def anything(self, name: str) -> ast.Node | None:
        """Whatever declaration has this name."""
        return next((place.node for family in dict.fromkeys(FAMILIES.values()) if (place := self.find(family, name))), None)

    def steps(self, phase: str) -> Iterator[Found[ast.Step]]:
        """The steps of a phase."""
        place = self.find_form(ast.Phase, phase)
        if place is not None:
            yield from (Found(place.file, place.declaration, step) for step in place.node.steps if isinstance(step, ast.Step))

    def inside(self, *sorts: type[E], within: str = "") -> Iterator[Found[E]]:
        """The nodes of these sorts in set-up, play, steps, effects, triggers and offers; or only in the one named."""
        for at, file in enumerate(self.files):
            for declaration in file:
                for holder in _holders(declaration, within) if isinstance(declaration, HOLDERS) else ():
                    yield from (Found(at, declaration, node) for node in ast.walk(holder) if isinstance(node, sorts))

    def game(self) -> Found[ast.Game]:
        """The heading of the base: the last file has it."""
        heading = next(declaration for declaration in self.files[-1] if isinstance(declaration, ast.Game))
        return Found(len(self.files) - 1, heading, heading)

    # ---------------------------------------------------------------- changing

    def exchange(self, place: Found[ast.Node], *new: ast.Node) -> None:
        """Puts others in the place of a node. Its documentation goes with it, unless what comes has none of its own."""
        file = self.files[place.file]
        declarations = _row(tuple(file), place.node, new)
        if declarations is None:                                 # its declaration may have been made anew since it was found
            at = next(k for k, declaration in enumerate(file) if any(node is place.node for node in ast.walk(declaration)))
            declarations = (*file[:at], exchanged(file[at], place.node, new), *file[at + 1:])
        self.files[place.file] = list(declarations)

    def append(self, *new: ast.Node) -> None:
        """Declarations after all others."""
        self.files[-1] += new

    def remove(self, place: Found[ast.Node], name: str, by: str, span: Span) -> None:
        """Takes a node away, and remembers who did."""
        self.removed[name] = (by, span)
        self.exchange(place)


def _lines(declaration: ast.Node, within: str) -> Iterable[ast.Node]:
    if isinstance(declaration, ast.EachPlayer) and not within:
        return declaration.lines
    return (declaration.lines or ()) if isinstance(declaration, ast.Kind) and declaration.name.text == within else ()


def _holders(declaration: ast.Node, within: str) -> list[ast.Node]:
    """The declaration, or the step, rule or declaration in it that has the name."""
    if not within or within in (name_of(declaration), family_of(declaration)):
        return [declaration]
    return [node for node in ast.walk(declaration) if isinstance(node, ast.Step | ast.Rule) and node.name.text == within]


# ------------------------------------------------------------------ trees made anew


def exchanged(tree: E, old: ast.Node, new: tuple[ast.Node, ...]) -> E:
    """A tree in which other nodes stand in the place of one below its top; the same object if it is not in there."""
    return _remade(tree, lambda part: _put(part, old, new))


def exchanged_in(row: tuple[ast.Node, ...], old: ast.Node, new: tuple[ast.Node, ...]) -> tuple[ast.Node, ...]:
    """The same of a row of trees, each of which may be the node itself."""
    put = _row(row, old, new)
    return put if put is not None else _each(row, lambda part: _put(part, old, new))


def _put(part: object, old: ast.Node, new: tuple[ast.Node, ...]) -> object:
    if isinstance(part, tuple):
        return exchanged_in(part, old, new)
    if part is old:
        return new[0] if new else None
    return exchanged(part, old, new) if isinstance(part, ast.Node) else part


Change = Callable[[ast.Node], ast.Node | None]


def rewritten(row: tuple[ast.Node, ...], change: Change) -> tuple[ast.Node, ...]:
    """Each node for which `change` gives another exchanged for that, from the outside in; the same object if there is none."""
    return _each(row, lambda part: _rewritten(part, change))


def rewritten_one(tree: ast.Node, change: Change) -> ast.Node:
    """The same of one tree."""
    other = change(tree)
    return other if other is not None else _remade(tree, lambda part: _rewritten(part, change))


def _rewritten(part: object, change: Change) -> object:
    if isinstance(part, tuple):
        return rewritten(part, change)
    return rewritten_one(part, change) if isinstance(part, ast.Node) else part


def members_of(name: ast.Ident, source: ast.Node) -> ast.Node:
    """The collection of `for each p in players where p.coins > 2`: there the name stands for the member that is looked at, as
    `it` does, and nothing else has it yet."""
    if not isinstance(source, ast.Filtered):
        return source
    member = ast.Ident(f"each {name.text}", span=name.span)
    test = rewritten_one(source.test, lambda node: ast.Name(member.text, span=node.span)
                         if isinstance(node, ast.Name) and node.text == name.text else None)
    return ast.ThoseWhere(member, source.source, test, span=source.span) if test is not source.test else source


def _each(row: tuple[Any, ...], change: Callable[[object], object]) -> tuple[Any, ...]:
    """The row with each of its parts changed; the same object if none is. A part may be a node, a row, or plain data."""
    parts = tuple(map(change, row))
    return parts if any(a is not b for a, b in zip(parts, row, strict=True)) else row


def _remade(node: E, change: Callable[[object], object]) -> E:
    changes = {}
    for name in ast.parts_of(node):
        old = getattr(node, name)
        new = change(old) if isinstance(old, ast.Node | tuple) else old
        if new is not old:
            changes[name] = new
    return ast.changed(node, **changes) if changes else node


def _row(nodes: tuple[ast.Node, ...], old: ast.Node, new: tuple[ast.Node, ...]) -> tuple[ast.Node, ...] | None:
    """A row of nodes with others in the place of one; None if it is not in the row."""
    at = next((k for k, node in enumerate(nodes) if node is old), None)
    if at is None:
        return None
    first = at
    if not new or isinstance(new[0], ast.Doc):
        while first and isinstance(nodes[first - 1], ast.Doc):
            first -= 1
    return (*nodes[:first], *new, *nodes[at + 1:])


def alike(a: object, b: object) -> bool:
    """Do two trees say the same, wherever they stand?"""
    if isinstance(a, tuple) and isinstance(b, tuple):
        a, b = _said(a), _said(b)
        return len(a) == len(b) and all(map(alike, a, b))
    if not isinstance(a, ast.Node) or not isinstance(b, ast.Node):
        return a == b
    return type(a) is type(b) and all(alike(getattr(a, part), getattr(b, part)) for part in ast.parts_of(a))


def _said(nodes: tuple[object, ...]) -> list[object]:
    return [part for part in nodes if not isinstance(part, ast.Doc)]
