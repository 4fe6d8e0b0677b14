"""Rulewright: rules of tabletop games, written once, checked, played and explained.

In:  nothing; this file only names the package and its version.
Out: `__version__`, which the build reads too.

The way from a rules file to a game stands in interpreter/pipeline.py.
"""

__version__ = "0.1.0"
