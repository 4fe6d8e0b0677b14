"""A file as a whole.

In:  nothing.
Out: one frozen record a form, see syntax/ast/base.py.
"""

from interpreter.syntax.ast.base import Node, node


@node
class File(Node):
    """One rules file: its declarations, documentation comments among them, in the order written."""

    declarations: tuple[Node, ...]
