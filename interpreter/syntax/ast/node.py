"""The nodes: rules as they were written, one class a form, in the order of grammar.lark.

In:  nothing; syntax/builder.py makes these out of Lark's trees.
Out: frozen records, compared by identity, so that tables may be keyed by node; `walk` and `children` to see what is in a
     node, `changed` for a node like another, `parts_of` for the names of its fields.

The docstring of a class is the form the author writes. The fields stand in the order of the rule's children. Absent parts
are None, repeated parts are tuples. `span` says where the node stands; the clauses it cites are in its `cites`. This file has
the parts that every other one uses and the file as a whole.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, ClassVar, dataclass_transform, TypeVar

import attrs
from attrs import field, frozen

from interpreter.text.source import record_text, Span

N = TypeVar("N")


@dataclass_transform(eq_default=False, frozen_default=True, field_specifiers=(field,))
def node(form: type[N]) -> type[N]:
    """A class of nodes: a frozen record, compared by identity."""
    return frozen(eq=False, repr=False)(form)


@node
class Node:
    """Something written in a rules file."""

    __attrs_attrs__: ClassVar["tuple[attrs.Attribute, ...]"]     # its fields, as attrs puts them there

    span: Span = field(repr=False, kw_only=True)

    __repr__ = record_text


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
P = TypeVar("P", bound=Node)


@node
class Doc(Node):
    """## a comment for the thing below it"""

    text: str


# ------------------------------------------------------------------ how to see everything


def children(parent: Node) -> Iterator[Node]:
    """The nodes directly inside `parent`, in the order written."""
    form: type = parent.__class__
    for name in _parts(form):
        value = getattr(parent, name)
        if isinstance(value, Node):
            yield value
        elif value.__class__ is tuple:
            yield from _nodes(value)


def parts_of(this: Node) -> tuple[str, ...]:
    """The names of a node's fields, in the order of the form; `span`, which says only where it stands, is none of them."""
    form: type = this.__class__
    return _parts(form)


@cache
def _parts(form: type) -> tuple[str, ...]:
    return tuple(part.name for part in attrs.fields(form) if part.name != "span")


def changed(old: P, /, **parts: Any) -> P:
    """The same node with other values for some of its fields, at the same place."""
    return attrs.evolve(old, **parts)  # type: ignore[misc]  # attrs' plugin knows only classes that it decorated itself


def walk(parent: Node) -> Iterator[Node]:
    """`parent` and every node inside it, in the order written."""
    ahead = [parent]
    while ahead:
        here = ahead.pop()
        yield here
        ahead += [*children(here)][::-1]


def documented(nodes: Iterable[Node]) -> Iterator[tuple[str, Node]]:
    """Each node that is not a documentation comment, with the text of the comments directly above it."""
    lines: list[str] = []
    for line in nodes:
        if isinstance(line, Doc):
            lines.append(line.text)
        else:
            yield "\n".join(lines), line
            lines = []


def _nodes(values: tuple) -> Iterator[Node]:
    for value in values:
        if isinstance(value, Node):
            yield value
        elif value.__class__ is tuple:
            yield from _nodes(value)


# ------------------------------------------------------------------ a file as a whole


@node
class File(Node):
    """One rules file: its declarations, documentation comments among them, in the order written."""

    declarations: tuple[Node, ...]
