"""What merging makes and nobody writes: statements of a variant around others, and a file with what a variant adds to it.

In:  nothing.
Out: two nodes, to be read by spec/ like those of syntax/ast.
"""

from interpreter.syntax.ast.base import Cites, Node, Text, node


@node
class Wrapper(Node):
    """Statements of a variant, with names of their own; `proceed` does what they stand around, if that is anything."""

    cites: Cites
    body: tuple[Node, ...]
    inner: tuple[Node, ...] | None


@node
class Files(Node):
    """A data file, more files with the same columns, and single rows that say otherwise."""

    first: Text
    more: tuple[Text, ...]
    rows: tuple[Node, ...]
