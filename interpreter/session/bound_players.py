"""Who plays in a bound: the strategies that it names have to be there.

In:  Rules, and the Context of the game.
Out: what is wrong with the players of its bounds, in a report.
"""

from interpreter.ir.model import Bound
from interpreter.lower.scope import Context
from interpreter.session.bots import CHOOSERS
from interpreter.session.strategies import CALLED, prepared, strategies_of
from interpreter.text import codes
from interpreter.text.diagnostic import Diagnostic, listed, Report, suggestion
from interpreter.variant.rules import Rules

PERSON = "human"


def proofread_bounds(rules: Rules, ctx: Context) -> list[Diagnostic]:
    """A strategy that is not there, or that its parameters do not fit; at the line of the bound."""
    report = Report()
    for bound in ctx.spec.bounds:
        for name in bound.players:
            _player(rules, ctx, bound, name, report)
    return report.sorted()


def _player(rules: Rules, ctx: Context, bound: Bound, name: str, report: Report) -> None:
    bots = [one for one in CHOOSERS if one != PERSON]
    known = [*bots, *strategies_of(rules, Report())]
    called = CALLED.fullmatch(name)
    if called is None or called["name"] not in known:
        help_ = suggestion(called["name"] if called else name, known) or f"it is {listed(known, 'or')}"
        report.add(codes.NO_SUCH_STRATEGY, bound.span, name=name, help=help_)
    elif name not in bots:
        own = Report()
        prepared(rules, ctx, name, own)
        for wrong in own.errors:
            report.add(codes.NO_SUCH_STRATEGY, bound.span, name=name, help=wrong.message)
