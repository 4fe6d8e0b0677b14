"""Which of the applied variants never came up: a test in which a variant's own lines are not carried out says nothing of it.

In:  Rules with variants, the results of their scenarios as a Watch saw them, and how many people play.
Out: `silent`: the names of the variants of whose own statements none was carried out, neither in a scenario nor in PLAYS
     plays by random seats. A variant without statements of its own, which only sets options or data, is not among them.
"""

from collections.abc import Iterable

from interpreter.ir.model import Spec
from interpreter.pipeline import prepare
from interpreter.scenario.runner import ScenarioResult
from interpreter.scenario.trace import Place, place
from interpreter.simulate.playout import play_once
from interpreter.text.diagnostic import Fault, Report, Unplayable
from interpreter.text.source import Span
from interpreter.variant.rules import Rules

PLAYS = 3


def silent(rules: Rules, results: Iterable[ScenarioResult], people: int, options: dict[str, str], seed: int) -> list[str]:
    """The names of the variants that nothing showed, in the order in which they are applied."""
    ctx = prepare(rules, people, options, report := Report(), checks=False)
    if not report.ok:
        return []
    carried_out = {here for one in results for run in one.runs if run.seen is not None for here in run.seen.executed}
    carried_out |= _in_plays(ctx.spec, seed)
    statements = {place(op.span) for op in ctx.spec.plan}
    made = []
    for applied in rules.stack:
        own = {here for here in statements if _inside(here, applied.variant.span)}
        if own and not own & carried_out:
            made.append(applied.name)
    return made


def _in_plays(spec: Spec, seed: int) -> set[Place]:
    """What a few plays carry out, each as far as it goes."""
    executed: set[int] = set()
    for play in range(PLAYS):
        try:
            play_once(spec, seed + play, executed=executed)
        except (Fault, Unplayable):
            continue                               # what came up before counts all the same
    return {place(spec.plan[number].span) for number in executed}


def _inside(here: Place, span: Span) -> bool:
    name, start, end = here
    return name == span.source.name and span.start <= start and end <= span.end
