"""Which of the applied variants never came up: a test in which a variant's own lines are not carried out says nothing of it.

In:  Rules with variants, the results of their scenarios as a Watch saw them, and how many people play.
Out: `silent`: the names of the variants of whose own statements none was carried out, neither in a scenario nor in plays by
     random seats: up to MOST_PLAYS of them, or about MOST_DECISIONS decisions. A variant without statements of its own, which
     only sets options or data, is not among them.
"""

from collections.abc import Iterable, Iterator

from interpreter.ir.model import Spec
from interpreter.pipeline import prepare
from interpreter.scenario.runner import ScenarioResult
from interpreter.scenario.trace import Place, place
from interpreter.simulate.playout import play_once
from interpreter.text.diagnostic import Fault, Report, Unplayable
from interpreter.text.source import Span
from interpreter.variant.rules import Rules

MOST_PLAYS, MOST_DECISIONS = 40, 20_000


def silent(rules: Rules, results: Iterable[ScenarioResult], people: int, options: dict[str, str], seed: int) -> list[str]:
    """The names of the variants that nothing showed, in the order in which they are applied."""
    ctx = prepare(rules, people, options, report := Report(), checks=False)
    if not report.ok:
        return []
    statements = {place(op.span) for op in ctx.spec.plan}
    own = {applied.name: {here for here in statements if _inside(here, applied.variant.span)} for applied in rules.stack}
    carried_out = {here for result in results for run in result.runs if run.seen is not None for here in run.seen.executed}
    waiting = {name: places for name, places in own.items() if places and not places & carried_out}
    for carried_out in _plays(ctx.spec, seed) if waiting else ():
        waiting = {name: places for name, places in waiting.items() if not places & carried_out}
        if not waiting:
            break
    return list(waiting)


def _plays(spec: Spec, seed: int) -> Iterator[set[Place]]:
    """What each play carries out, as far as it goes."""
    decisions = 0
    for play in range(MOST_PLAYS):
        executed: set[int] = set()
        try:
            decisions += play_once(spec, seed + play, executed=executed).decisions
        except (Fault, Unplayable):
            pass                                   # what came up before counts all the same
        yield {place(spec.plan[number].span) for number in executed}
        if decisions > MOST_DECISIONS:
            return


def _inside(here: Place, span: Span) -> bool:
    name, start, end = here
    return name == span.source.name and span.start <= start and end <= span.end
