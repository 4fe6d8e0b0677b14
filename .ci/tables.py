"""The build's two steps of our own: the parser's tables, and the name `rulewright` in an editable install.

In:  the checkout or the unpacked sdist, with interpreter/syntax/grammar.lark.
Out: interpreter/syntax/grammar.tables, which goes into the wheel; an editable install with the package `rulewright`, which lies
     in .ci/rulewright, so that no folder at the top of a checkout is an import package but `interpreter`. (A wheel has it from
     pyproject.toml.)

interpreter/syntax/parser_tables.py runs alone, not as part of the package, so that building needs lark and
nothing else of what the package needs.
"""

import subprocess
import sys
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ALIAS = Path(".ci", "rulewright")


class ParserTables(BuildHookInterface):
    PLUGIN_NAME = "custom"

    def initialize(self, version, build_data):
        script = Path(self.root, "interpreter", "syntax", "parser_tables.py")
        # -P: a neighbour of the script must not pass for a module of the standard library
        subprocess.run([sys.executable, "-P", str(script)], check=True)
        if version == "editable":
            build_data["force_include_editable"][str(ALIAS)] = ALIAS.name

    def clean(self, versions):
        Path(self.root, "interpreter", "syntax", "grammar.tables").unlink(missing_ok=True)
