"""The build's one step of our own: work out the parser's tables before the wheel is packed.

In:  the checkout or the unpacked sdist, with interpreter/syntax/grammar.lark.
Out: interpreter/syntax/grammar.tables, which goes into the wheel.

interpreter/syntax/parser_tables.py runs alone, not as part of the package, so that building needs lark and
nothing else of what the package needs.
"""

import subprocess
import sys
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ParserTables(BuildHookInterface):
    PLUGIN_NAME = "custom"

    def initialize(self, version, build_data):
        script = Path(self.root, "interpreter", "syntax", "parser_tables.py")
        # -P: a neighbour of the script must not pass for a module of the standard library
        subprocess.run([sys.executable, "-P", str(script)], check=True)

    def clean(self, versions):
        Path(self.root, "interpreter", "syntax", "grammar.tables").unlink(missing_ok=True)
