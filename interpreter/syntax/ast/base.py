"""The nodes: rules as they were written, one class a form, in the order of grammar.lark.

In:  nothing; syntax/build.py makes these out of Lark's trees.
Out: frozen records, compared by identity, so that tables may be keyed by node.

The docstring of a class is the form the author writes. The fields stand in the order of the rule's children. Absent parts
are None, repeated parts are tuples. `span` says where the node stands; the clauses it cites are in its `cites`.
"""

from collections.abc import Iterator

import attrs
from attrs import field, frozen

from interpreter.text.source import Span

node = frozen(eq=False)


@frozen(eq=False, kw_only=True)
class Node:
    """Something written in a rules file."""

    span: Span = field(repr=False)


@node
class Ident(Node):
    """A name where it stands."""

    text: str


@node
class Text(Node):
    """ "words in quotes" """

    text: str


@node
class Cite(Node):
    """M-062, or M-050..M-052"""

    first: Ident
    last: Ident | None


Cites = tuple[Cite, ...] | None


@node
class Doc(Node):
    """## a comment for the thing below it"""

    text: str


# ------------------------------------------------------------------ how to see everything


def children(parent: Node) -> Iterator[Node]:
    """The nodes directly inside `parent`, in the order written."""
    for part in attrs.fields(type(parent)):
        yield from _nodes(getattr(parent, part.name))


def walk(parent: Node) -> Iterator[Node]:
    """`parent` and every node inside it, in the order written."""
    yield parent
    for child in children(parent):
        yield from walk(child)


def documented(nodes: tuple[Node, ...]) -> Iterator[tuple[str, Node]]:
    """Each node that is not a documentation comment, with the text of the comments directly above it."""
    lines: list[str] = []
    for one in nodes:
        if isinstance(one, Doc):
            lines.append(one.text)
        else:
            yield "\n".join(lines), one
            lines = []


def _nodes(value) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _nodes(part)
