"""The forms of a game's plan under one name: `ir.Move`, `ir.Local`.

In:  nothing.
Out: every expression and op, so that a new one is known here as soon as it is written.
"""

from interpreter.ir.form import *  # noqa: F403
from interpreter.ir.expressions import *  # noqa: F403
from interpreter.ir.ops import *  # noqa: F403
from interpreter.ir.question_ops import *  # noqa: F403
