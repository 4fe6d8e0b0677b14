"""Can every question be answered, and does every condition say something?

In:  the Plan, and the Context for the rulebook and what was written.
Out: reports; nothing else.

Only what holds in every position is said here: a domain that is empty, more to choose than there can be, parts that do not
add up, a condition that is always the same. What depends on the position is a fault in play.
"""

from interpreter.check.ways import Plan
from interpreter.core import types as t
from interpreter.spec import plan
from interpreter.spec.model import EVERYBODY
from interpreter.spec.reads import every
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.report import Report


def check_questions(made: Plan, ctx, rules, report: Report) -> None:
    """Every question, every condition, every `reveal`."""
    for op in made.spec.plan:
        match op:
            case plan.Choose():
                _domain(op, op.source, report)
                _amounts(made, op, report)
            case plan.Arrange(source=source):
                _domain(op, source, report)
            case plan.Split():
                _sizes(made, op, report)
            case plan.Pick(source=source, least=least) if least is not None:
                _enough(op, "the options", least, _most(made, source), report)
            case plan.Draw(count=count, source=source, if_possible=False):
                _enough(op, "things", count, _most(made, source), report)
            case plan.Branch(test=test) if op.number not in _heads(made):
                _always(made, ctx, test, report)
            case plan.Reveal(things=things):
                _reveal(made, op, things, report)
        if isinstance(op, plan.Ask) and rules.rulebook is not None and (not rules.stack or op.span.source not in rules.own):
            _cited(op, report)


def _heads(made: Plan) -> set[int]:
    return {op.next for op in made.spec.plan if 0 <= op.next <= op.number}


# ------------------------------------------------------------------ domains


def _domain(op, source, report: Report) -> None:
    empty = isinstance(source, plan.Const) and source.value == ()
    if isinstance(source, plan.Interval) and isinstance(source.low, plan.Const) and isinstance(source.high, plan.Const):
        empty = source.low.value > source.high.value
    if empty and not getattr(op, "may", False):
        report.add(codes.NO_OPTIONS_POSSIBLE, source.span, name=op.name)


def _most(made: Plan, source) -> int | None:
    """The most that can lie there or be in it, as far as it can be seen."""
    if isinstance(source, plan.Contents):
        return _most(made, source.zone)
    if isinstance(source, plan.Const):
        return len(source.value)
    if isinstance(source, plan.Those | plan.ThoseBest):
        return _most(made, source.source)
    if isinstance(source, plan.ZoneAt):
        info = made.spec.zones[source.base]
        there = sum(1 for one in made.spec.components if one.kind == info.kind)
        return there if info.most is None else min(there, info.most)
    return None


def _amounts(made: Plan, op: plan.Choose, report: Report) -> None:
    if op.least is not None:
        _enough(op, "the options", op.least, _most(made, op.source), report)
    if op.most is not None and isinstance(op.most.type, t.Int) and op.most.type.high is not None and op.most.type.high < 0:
        report.add(codes.WRONG_AMOUNT, op.most.span, got=op.most.type, thing="the options", low=0, high="all")


def _enough(op, thing: str, count, most: int | None, report: Report) -> None:
    type_ = count.type
    low = count.value if isinstance(count, plan.Const) else type_.low if isinstance(type_, t.Int) else None
    high = count.value if isinstance(count, plan.Const) else type_.high if isinstance(type_, t.Int) else None
    too_many = most is not None and low is not None and low > most
    if too_many or (high is not None and high < 0):
        report.add(codes.WRONG_AMOUNT, count.span, got=low if too_many else high, thing=thing, low=0,
                   high="all" if most is None else most)


def _sizes(made: Plan, op: plan.Split, report: Report) -> None:
    """The parts have to add up to what there is to split."""
    most, low, high = _most(made, op.source), 0, 0
    for _, _, least, greatest in op.parts:
        low = low + least.value if isinstance(least, plan.Const) else low
        high = high + greatest.value if isinstance(greatest, plan.Const) and high is not None else None
    exact = isinstance(op.source, plan.Const)
    if most is not None and (low > most or (exact and high is not None and high < most)):
        report.add(codes.SPLIT_SIZES, op.span, name=op.source.span.text, low=low, high=high, got=most)


# ------------------------------------------------------------------ conditions


def _always(made: Plan, ctx, test, report: Report) -> None:
    """A comparison of counters and numbers whose declared ranges settle it."""
    for one in every(test):
        found = None
        match one:
            case plan.Compared(sign=sign, left=left, right=right) if _plain(ctx, left) and _plain(ctx, right):
                found = _settled(sign, left.type, right.type)
            case plan.InRange() if all(_plain(ctx, e) for e in (one.value, one.low, one.high)):
                below, above = _settled("<", one.value.type, one.low.type), _settled(">", one.value.type, one.high.type)
                found = one.negated if below is True or above is True else None
        if found is not None and not (isinstance(one, plan.Compared) and _both_const(one)):
            report.add(codes.ALWAYS_THE_SAME, one.span, value="so" if found else "otherwise")


def _both_const(one) -> bool:
    return isinstance(one.left, plan.Const) and isinstance(one.right, plan.Const)


def _settled(sign: str, left: t.Type, right: t.Type) -> bool | None:
    if not (isinstance(left, t.Int) and isinstance(right, t.Int)) or None in (left.low, left.high, right.low, right.high):
        return None
    a, b, c, d = left.low, left.high, right.low, right.high
    sure = {"<": b < c, "<=": b <= c, ">": a > d, ">=": a >= d}[sign]
    never = {"<": a >= d, "<=": a > d, ">": b <= c, ">=": b < c}[sign]
    return True if sure else False if never else None


def _plain(ctx, e) -> bool:
    """A number, or a counter whose range is written in numbers: nothing that an option or the number of people changes."""
    match e:
        case plan.Const():
            return True
        case plan.Cell(family=family):
            return _range_written(ctx, family)
        case plan.Arithmetic(left=left, right=right):
            return _plain(ctx, left) and _plain(ctx, right)
    return False


def _range_written(ctx, family: str) -> bool:
    layout = ctx.layout
    owner, _, name = family.rpartition(".")
    found = layout.shared_cells.get(name) if not owner else layout.player_cells.get(name) if owner == "player" else \
        layout.kind_cells.get((owner, name))
    range_ = getattr(found.declaration, "range", None) if found is not None else None
    written = ast.SpanOf | ast.Number | ast.Negative
    return range_ is not None and all(isinstance(one, written) for one in ast.walk(range_))


# ------------------------------------------------------------------ showing and citing


def _reveal(made: Plan, op, things, report: Report) -> None:
    """Everybody sees what lies in an open zone, unless something is laid there face down."""
    if isinstance(things, plan.Contents) and isinstance(things.zone, plan.ZoneAt):
        info = made.spec.zones[things.zone.base]
        covered = any(isinstance(one, plan.Move) and one.face == "down" for one in made.spec.plan)
        if info.sees == EVERYBODY and not covered:
            report.add(codes.REVEAL_NOTHING, op.span, what=things.span.text)


def _cited(op, report: Report) -> None:
    """In a game with a rulebook a refusal cites something; what a variant asks is in no rulebook."""
    asks = isinstance(op, plan.Choose | plan.Split | plan.Arrange | plan.Menu)
    if asks and not op.span.clauses and not any(guard.span.clauses for guard in op.guards):
        report.add(codes.STEP_ONLY_REFUSAL, op.span, name=op.name)
