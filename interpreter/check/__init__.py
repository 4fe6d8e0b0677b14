"""The checks: what can be known before play is said before play.

In:  the Rules as written and the Context of a lowered game.
Out: nothing; what is wrong is in the report.

Names and types are looked at while lowering (spec/). Each pass here answers one question about the whole game:

    declarations.py   does each file say what it is, does each declaration fit what it names?
    clauses.py        is every citation real, every clause carried out, every option named as its ruling says?
    options.py        does every option, and every value of it, make a difference?
    effects.py        who is asked, is there somebody to ask, is there something to end?
    supposing.py      can what is supposed be carried out without asking and without chance?
    paths.py          does every way through an effect give, proceed, and reach what is written?
    circles.py        what comes back to itself?
    simultaneity.py   do branches of a step for everyone keep out of each other's way?
    hidden.py         do options tell somebody what they may not see?
    questions.py      can every question be answered, does every condition say something?
    flow.py           does every loop, and every play, come to an end?
    order.py          do triggers come together with nothing to order them?
    stranded.py       are things put where no rule finds them again?
    unused.py         what is declared and never used, or never happens?

ways.py, seats.py, visits.py and looks.py are what they share. Where lowering has found errors, the passes that conclude from
what is *not* there (flow, unused) are left out: a line that could not be read would be missing.
"""

from interpreter.check.answerable import check_effects, check_questions
from interpreter.check.call_graph import check_circles, Visit, Visits
from interpreter.check.citations import check_clauses
from interpreter.check.control_flow import check_paths, Plan
from interpreter.check.declarations import check_declarations, check_options
from interpreter.check.information_flow import check_hidden
from interpreter.check.simultaneity import check_simultaneity
from interpreter.check.strategy import check_supposing
from interpreter.check.termination import check_flow
from interpreter.check.trigger_order import check_order
from interpreter.check.unused import check_stranded, check_unused
from interpreter.lower.scope import Context
from interpreter.text.diagnostic import Report
from interpreter.variant.rules import Rules


def check(rules: Rules, ctx: Context, report: Report) -> None:
    """Every pass, each in its own file."""
    whole, made = report.ok, Plan(ctx.spec)
    visits = _visits(made)
    check_declarations(made, ctx, rules, report)
    check_clauses(rules, ctx, report)
    check_options(rules, ctx, report)
    check_effects(made, visits, report)
    check_supposing(made, report)
    check_paths(made, report)
    check_circles(made, report)
    check_simultaneity(made, report)
    check_hidden(made, visits, report)
    if whole:
        check_questions(made, ctx, rules, report)
        check_flow(made, ctx, report)
        check_order(made, report)
        check_stranded(made, report)
        check_unused(made, ctx, rules, report)


def _visits(made: Plan) -> list[Visit]:
    """Every activation that set-up and play can reach."""
    walk = Visits(made)
    walk.begin(made.spec.routines[0], None)
    return walk.walk()
