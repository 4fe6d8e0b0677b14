"""Rulewright from Python, under the name by which it is installed.

In:  nothing; the build puts this folder beside the package `interpreter`, where the program is.
Out: the public names: those of `interpreter.play`, the version; `rulewright.play` and `rulewright.testing` are the same modules
     as in `interpreter`.

    from rulewright import load_game
    from rulewright.testing import laws, scripts
"""

import sys

from interpreter import __version__, play, testing
from interpreter.play import *  # noqa: F403
from interpreter.play import __all__ as _names

# the same modules, not copies of them: what one has made ready the other knows
sys.modules[f"{__name__}.play"], sys.modules[f"{__name__}.testing"] = play, testing

__all__ = ["__version__", "play", "testing", *_names]  # noqa: PLE0604
