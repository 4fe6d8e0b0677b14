"""The checks: what can be known to be wrong before play is reported before play.

In:  the Rules as written and the Context of a lowered game.
Out: nothing; what is wrong is in the report.

Names and types are checked while lowering (lower/). Each pass here answers one question about the whole game:

    declarations.py      check_declarations    does each file say what it is, does each declaration fit what it names?
                         check_options         does every option, and every value of it, make a difference?
    citations.py         check_clauses         is every citation real, every clause carried out, every option in its ruling?
    answerable.py        check_effects         is there somebody to ask, a `me`, a turn or step to end?
                         check_questions       can every question be answered, does every condition say something?
    amounts.py           check_amounts         are there things enough to choose, split, draw and deal?
    strategy.py          check_supposing       can what is supposed be carried out without asking and without chance?
                         check_strategy        does a strategy decide by what its seat may know? (run by session/, not here)
    control_flow.py      check_paths           does every way through an effect give, proceed, and reach what is written?
    call_graph.py        check_circles         which effects, phases and turns come back to themselves?
    simultaneity.py      check_simultaneity    do the branches of a step for everyone keep out of each other's way?
    information_flow.py  check_hidden          do the options of a question tell somebody what they may not see?
    termination.py       check_flow            does every loop, and every play, come to an end?
    trigger_order.py     check_order           which triggers may come together with nothing to order them?
    unused.py            check_stranded        are things put where no rule finds them again?
                         check_unused          what is declared and never used, or never happens?

They share Plan (control_flow.py), Visits (call_graph.py), Looker (information_flow.py), the names that lead anywhere
(living_names.py) and what ownership.py knows of players and things. Where lowering has reported errors, the passes that
conclude from what is *not* there (those on questions, loops, order, stranded things and unused names) are left out: a line
that could not be read would be missing.
"""

from interpreter.check.amounts import check_amounts
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
    whole, plan = report.ok, Plan(ctx.spec)
    visits = _visits(plan)
    check_declarations(plan, ctx, rules, report)
    check_clauses(rules, ctx, report)
    check_options(rules, ctx, report)
    check_effects(plan, visits, report)
    check_supposing(plan, report)
    check_paths(plan, report)
    check_circles(plan, report)
    check_simultaneity(plan, report)
    check_hidden(plan, visits, report)
    if whole:
        check_questions(plan, ctx, rules, report)
        check_amounts(plan, report)
        check_flow(plan, ctx, report)
        check_order(plan, report)
        check_stranded(plan, report)
        check_unused(plan, ctx, rules, report)


def _visits(plan: Plan) -> list[Visit]:
    """Every activation that set-up and play can reach."""
    walk = Visits(plan)
    walk.begin(plan.spec.routines[0], None)
    return walk.walk()
