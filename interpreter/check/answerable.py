"""Can every question be answered: by whom, from which options; and does every condition say something?

In:  the Plan, and every activation that can be reached from set-up and play.
Out: reports; and `levels`, what each routine may do at most.

The four levels: a routine is *constant*, *reads* the table, *writes* it, or *asks* (a player or chance). What stands in an
expression can do no more than read, since the grammar has no statement in it; so the levels are told, not checked.
"""

from interpreter import ir
from interpreter.check import ownership
from interpreter.check.call_graph import Visit
from interpreter.check.control_flow import Plan
from interpreter.check.information_flow import Looker
from interpreter.core import types as t
from interpreter.ir.dependencies import every, read_by, values_of, writes
from interpreter.ir.model import EVERYBODY
from interpreter.lower.constants import ends
from interpreter.lower.operators import known_number
from interpreter.lower.scope import Context
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.diagnostic import Report
from interpreter.variant.rules import Rules

CONSTANT, READS, WRITES, ASKS = "constant", "reads", "writes", "asks"
LEVELS = (CONSTANT, READS, WRITES, ASKS)


def check_effects(plan: Plan, visits: list[Visit], report: Report) -> None:
    """Every op of every activation."""
    looker = Looker(plan)
    for visit in visits:
        for op in plan.ops(visit.routine):
            match op:
                case ir.Ask():
                    _asked(plan, visit, op, report)
                case ir.End(what=what) if what != "game":
                    _ended(plan, visit, op, report)
            if visit.names.me is None:
                _without_me(looker, visit, op, report)


def _asked(plan: Plan, visit: Visit, op: ir.Ask, report: Report) -> None:
    if isinstance(op, ir.Moment):
        return
    if op.by is None and visit.names.me is None:
        report.add(codes.DECIDER_MISSING, op.span, name=op.name, notes=_chain(visit))
        return
    whose = visit.names.me if op.by is None else ownership.seat(op.by, visit.names)
    automatic = plan.spec.automatic
    if not automatic or whose is None or not whose.may or not whose.may & automatic:
        return
    if whose.may <= automatic and not (op.by is None and _looked_at(plan, visit)):
        names = ", ".join(plan.spec.seats[k] for k in sorted(whose.may))
        report.add(codes.AUTOMATIC_ASKED, op.span, name=op.name, seat=names, notes=_chain(visit))


def _looked_at(plan: Plan, visit: Visit) -> bool:
    """Does a rule on the way ask whose branch this is? Then it may have left out the automatic seat."""
    at: Visit | None = visit
    while at is not None:
        for op in plan.ops(at.routine):
            if isinstance(op, ir.Branch) and any(isinstance(e, ir.Me) for value in values_of(op) for e in plan.every(value)):
                return True
        at = at.before if at.before is not None and at.before.names.me is at.names.me else None
    return False


def _ended(plan: Plan, visit: Visit, op: ir.End, report: Report) -> None:
    """A turn, phase or step can be ended only from inside one."""
    around = {plan.spec.routines[n].sort for n in visit.inside}
    if op.what not in around:
        report.add(codes.END_OUTSIDE, op.span, what=op.what, notes=_chain(visit))


def _without_me(looker: Looker, visit: Visit, op: ir.Op, report: Report) -> None:
    """`me` where it is nobody's turn: said at the place, with the way that leads there."""
    for value in read_by(op):
        for look in looker.looks(value, visit.names):
            if look.what == "me":
                report.add(codes.NO_ME, look.at, notes=_chain(visit))


def _chain(visit: Visit) -> tuple[str, ...]:
    chain = [name for name in visit.chain() if not name.startswith("main")]
    return (f"reached through {' > '.join(chain)}",) if len(chain) > 1 else ()


# ------------------------------------------------------------------ levels


def levels(plan: Plan) -> dict[str, str]:
    """What each effect, event, trigger, step and free action may do at most, by its name."""
    own = {r.number: max((_level(op) for op in plan.ops(r)), default=0) for r in plan.spec.routines}
    return {r.name: LEVELS[max(own[n] for n in plan.within([r.number]))] for r in plan.spec.routines}


def _level(op: ir.Op) -> int:
    if op.does.asks in (ir.Asks.SEAT, ir.Asks.CHANCE):
        return 3
    if writes(op) or op.does.shows:
        return 2
    return int(any(True for _ in values_of(op)))


# ------------------------------------------------------------------ questions that can be answered


def check_questions(plan: Plan, ctx: Context, rules: Rules, report: Report) -> None:
    """Every question, every condition, every `reveal`."""
    heads = _heads(plan)
    for op in plan.spec.plan:
        match op:
            case ir.Choose(source=source) | ir.Arrange(source=source):
                _domain(op, source, report)
            case ir.Branch(test=test) if op.number not in heads:
                _always(plan, ctx, test, report)
            case ir.Reveal(things=things):
                _reveal(plan, op, things, report)
        if isinstance(op, ir.Ask) and rules.rulebook is not None and (not rules.stack or op.span.source not in rules.own):
            _cited(op, report)


def _heads(plan: Plan) -> set[int]:
    """The ops with which loops begin."""
    return {op.next for op in plan.spec.plan if 0 <= op.next <= op.number}


# ------------------------------------------------------------------ domains


def _domain(op: ir.Ask, source: ir.Expr, report: Report) -> None:
    empty = isinstance(source, ir.Const) and source.value == ()
    if isinstance(source, ir.Interval):
        low, high = known_number(source.low), known_number(source.high)
        empty = low is not None and high is not None and low > high
    if empty and not getattr(op, "may", False):
        report.add(codes.NO_OPTIONS_POSSIBLE, source.span, name=op.name)


# ------------------------------------------------------------------ conditions


def _always(plan: Plan, ctx: Context, test: ir.Expr, report: Report) -> None:
    """A comparison of counters and numbers whose declared ranges settle it."""
    for expr in every(test):
        verdict = None
        match expr:
            case ir.Compared(sign=sign, left=left, right=right) if _plain(ctx, left) and _plain(ctx, right):
                verdict = _settled(sign, left.type, right.type)
            case ir.InRange() if all(_plain(ctx, e) for e in (expr.value, expr.low, expr.high)):
                below, above = _settled("<", expr.value.type, expr.low.type), _settled(">", expr.value.type, expr.high.type)
                verdict = expr.negated if below is True or above is True else None
        if verdict is not None and not (isinstance(expr, ir.Compared) and _both_const(expr)):
            report.add(codes.ALWAYS_THE_SAME, expr.span, value="so" if verdict else "otherwise")


def _both_const(compared: ir.Compared) -> bool:
    return isinstance(compared.left, ir.Const) and isinstance(compared.right, ir.Const)


def _settled(sign: str, left: t.Type, right: t.Type) -> bool | None:
    first, other = ends(left), ends(right)
    if first is None or other is None:
        return None
    (a, b), (c, d) = first, other
    sure = {"<": b < c, "<=": b <= c, ">": a > d, ">=": a >= d}[sign]
    never = {"<": a >= d, "<=": a > d, ">": b <= c, ">=": b < c}[sign]
    return True if sure else False if never else None


def _plain(ctx: Context, e: ir.Expr) -> bool:
    """A number, or a counter whose range is written in numbers: nothing that an option or the number of people changes."""
    match e:
        case ir.Const():
            return True
        case ir.Cell(family=family):
            return _range_written(ctx, family)
        case ir.Arithmetic(left=left, right=right):
            return _plain(ctx, left) and _plain(ctx, right)
    return False


def _range_written(ctx: Context, family: str) -> bool:
    layout = ctx.layout
    owner, _, name = family.rpartition(".")
    cell = layout.shared_cells.get(name) if not owner else layout.player_cells.get(name) if owner == "player" else \
        layout.kind_cells.get((owner, name))
    range_ = getattr(cell.declaration, "range", None) if cell is not None else None
    written = ast.SpanOf | ast.Number | ast.Negative
    return range_ is not None and all(isinstance(node, written) for node in ast.walk(range_))


# ------------------------------------------------------------------ showing and citing


def _reveal(plan: Plan, op: ir.Op, things: ir.Expr, report: Report) -> None:
    """Everybody sees what lies in an open zone, unless something is laid there face down."""
    if isinstance(things, ir.Contents) and isinstance(things.zone, ir.ZoneAt):
        info = plan.spec.zones[things.zone.base]
        covered = any(isinstance(move, ir.Move) and move.face == "down" for move in plan.spec.plan)
        if info.sees == EVERYBODY and not covered:
            report.add(codes.REVEAL_NOTHING, op.span, what=things.span.text)


def _cited(op: ir.Ask, report: Report) -> None:
    """In a game with a rulebook a refusal cites something; what a variant asks is in no rulebook."""
    asks = isinstance(op, ir.Choose | ir.Split | ir.Arrange | ir.Menu)
    if asks and not op.span.clauses and not any(guard.span.clauses for guard in op.guards):
        report.add(codes.STEP_ONLY_REFUSAL, op.span, name=op.name)
