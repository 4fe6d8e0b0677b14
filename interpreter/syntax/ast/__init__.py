"""The nodes of the tree, all under one name: `ast.Move`, `ast.walk`.

In:  nothing.
Out: every node class, so that a new one is known here as soon as it is written; and the functions of node.py.
"""

from interpreter.syntax.ast.bound import *  # noqa: F403
from interpreter.syntax.ast.decision import *  # noqa: F403
from interpreter.syntax.ast.declaration import *  # noqa: F403
from interpreter.syntax.ast.variant import *  # noqa: F403
from interpreter.syntax.ast.example import *  # noqa: F403
from interpreter.syntax.ast.node import *  # noqa: F403
from interpreter.syntax.ast.procedure import *  # noqa: F403
from interpreter.syntax.ast.statement import *  # noqa: F403
from interpreter.syntax.ast.value import *  # noqa: F403
