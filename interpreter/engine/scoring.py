"""How a play ends: scores, totals, winners (language.md 2.19).

In:  a Machine whose rules have come to their end.
Out: state.ended filled in, and the Over that says how; a Fault for a tie that the rules do not settle.
     Beside it: scores during play, and the `always` lines that do not hold.
"""

from collections.abc import Iterable, Sequence

from interpreter.core.frame import blank
from interpreter.core.question import Over
from interpreter.engine.evaluate import evaluate
from interpreter.engine.faults import fault
from interpreter.engine.interface import Engine
from interpreter.ir.kinds import Rank
from interpreter.ir.model import Always, Criterion
from interpreter.text import codes
from interpreter.text.diagnostic import Fault, InternalError


def points(m: Engine, index: int, seat: int) -> int:
    """One score of a seat; index -1 is the total of all. When the play is over each is worked out once."""
    if index < 0:
        return sum([points(m, k, seat) for k in range(len(m.spec.scores))])
    if (index, seat) in m.scored:
        return m.scored[index, seat]
    score = m.spec.scores[index]
    value: int = evaluate(score.value, m, blank(score.size, seat))
    return value


def finish(m: Engine) -> None:
    """The rules are at their end: unless it is settled already, the play is finished and scored."""
    if m.state.ended is None:
        m.state.ended = ("finished",)


def over(m: Engine) -> Over:
    """How the play ended."""
    if m.state.ended is None:
        raise InternalError("the play goes on")
    how, *what = m.state.ended
    lenient, m.lenient = m.lenient, True
    scores = {}
    for k, score in enumerate(m.spec.scores):
        scores[score.name] = tuple([points(m, k, p) for p in _seats(m)])
        m.scored |= {(k, p): value for p, value in enumerate(scores[score.name])}
    totals = tuple(sum(values[p] for values in scores.values()) for p in _seats(m))
    try:
        if how == "won":
            return Over("won", tuple(sorted({seat for seat in what if seat >= 0})), scores, totals)
        if how == "limit":
            return Over("stopped at the limit", (), scores, totals, m.spec.limits[what[0]].about)
        return Over("finished", winners(m), scores, totals, places=places(m))
    finally:
        m.lenient = lenient
        m.scored = {}


def _seats(m: Engine) -> range:
    return range(len(m.spec.seats))


def winners(m: Engine) -> tuple[int, ...]:
    """After each criterion only the best go on."""
    left = tuple(_seats(m))
    if not m.spec.winner:
        return ()
    for criterion in m.spec.winner:
        if criterion.sort == Rank.NOBODY and len(left) > 1:
            return ()
        if criterion.sort in (Rank.SHARED, Rank.NOBODY):
            return left
        left = _best(m, criterion, left)
    if len(left) > 1:
        who = ", ".join(m.spec.seats[p] for p in left)
        raise fault(codes.FAULT_TIE, m.spec.winner[-1].span, who=who)
    return left


def places(m: Engine) -> tuple[tuple[int, ...], ...]:
    """Who is first, second ... by the criteria of `winner` one after the other; those whom none tells apart share a place."""
    return tuple(_ranked(m, m.spec.winner, tuple(_seats(m)))) if m.spec.winner else ()


def _ranked(m: Engine, criteria: Sequence[Criterion], group: tuple[int, ...]) -> list[tuple[int, ...]]:
    """A group of seats by place, the best first."""
    if len(group) == 1 or not criteria or criteria[0].value is None:
        return [group]
    criterion, value = criteria[0], criteria[0].value
    values = {p: evaluate(value, m, blank(criterion.size, p)) for p in group}
    ordered = sorted(set(values.values()), reverse=criterion.sort == Rank.HIGHEST)
    return [place for best in ordered for place in _ranked(m, criteria[1:], tuple(p for p in group if values[p] == best))]


def _best(m: Engine, criterion: Criterion, left: Sequence[int]) -> tuple[int, ...]:
    if criterion.value is None:
        raise InternalError(f"`{criterion.sort}` compares nothing")
    values = {p: evaluate(criterion.value, m, blank(criterion.size, p)) for p in left}
    best = max(values.values()) if criterion.sort == Rank.HIGHEST else min(values.values())
    return tuple(p for p in left if values[p] == best)


def fails(m: Engine, line: Always) -> bool:
    """Does an `always` not hold now? One that cannot be worked out in this position does not."""
    lenient, m.lenient = m.lenient, True
    try:
        return not evaluate(line.test, m, blank(line.size))
    except Fault:
        return True
    finally:
        m.lenient = lenient


def broken(m: Engine, lines: Iterable[Always] | None = None) -> list[Always]:
    """The `always` lines that do not hold now: of these, or of all."""
    lenient, m.lenient = m.lenient, True
    failing = [line for line in (m.spec.always if lines is None else lines) if not evaluate(line.test, m, blank(line.size))]
    m.lenient = lenient
    return failing
