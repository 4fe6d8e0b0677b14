"""The checks: what can be known before play is said before play.

In:  the Rules as written and the Context of a lowered game.
Out: nothing; what is wrong is in the report.
"""

from interpreter.text.report import Report


def check(rules, ctx, report: Report) -> None:
    """Every pass, each in its own file."""
