"""Are there things enough: options to choose from, parts that add up to what is split, cards for everybody in set-up?

In:  the Plan.
Out: reports; and `size`, how few and how many things a value holds, as far as it can be seen before play.

A pile holds at most what there is of its kind. What is rolled, drawn, chosen or split off has the number of things that its
line says. Set-up is short of cards if what it surely draws from a pile is more than all that it lays there.
"""

from collections.abc import Sequence

from interpreter import ir
from interpreter.check.control_flow import after, Plan
from interpreter.core.frame import LOCALS
from interpreter.ir import Expr, Op
from interpreter.ir.dependencies import every, there
from interpreter.ir.model import Routine
from interpreter.lower.operators import known_number
from interpreter.text import codes
from interpreter.text.diagnostic import Report

Size = tuple[int, int | None]                   # at least, at most; None: no bound is known
ANY: Size = (0, None)


def check_amounts(plan: Plan, report: Report) -> None:
    """Every question, pick and draw with a number; and set-up as a whole."""
    for op in plan.spec.plan:
        match op:
            case ir.Choose():
                _amounts(plan, op, report)
            case ir.Split():
                _parts(plan, op, report)
            case ir.Pick(source=source, least=least) if least is not None:
                _enough("the options", least, size(plan, source, op)[1], report)
            case ir.Draw(count=count, source=source, if_possible=False):
                _enough("things", count, size(plan, source, op)[1], report)
    if plan.spec.setup >= 0:
        _setup(plan, plan.spec.routines[plan.spec.setup], report)


def least_of(number: Expr) -> int:
    """The least that a number, which counts things, can be."""
    known = known_number(number)
    return known if known is not None else getattr(number.type, "low", None) or 0


def most_of(number: Expr) -> int | None:
    """The greatest that a number can be, if that is known."""
    known = known_number(number)
    return known if known is not None else getattr(number.type, "high", None)


# ------------------------------------------------------------------ how many things there are


def size(plan: Plan, value: Expr, at: Op, seen: frozenset[int] = frozenset()) -> Size:
    """How few and how many things a value holds where the op `at` stands; `seen` are the names that are being worked out."""
    match value:
        case ir.Const(value=tuple(things)):
            return len(things), len(things)
        case ir.Items(items=items, as_set=as_set):
            return min(1, len(items)) if as_set else len(items), len(items)
        case ir.Local(slot=slot) if slot not in seen:
            return _named(plan, slot, at, seen | {slot})
        case ir.Contents(zone=zone):
            return 0, size(plan, zone, at, seen)[1]
        case ir.ZoneAt(base=base):
            info = plan.spec.zones[base]
            there_are = sum(1 for component in plan.spec.components if component.kind == info.kind)
            return 0, there_are if info.most is None else min(there_are, info.most)
        case ir.Those(source=source) | ir.ThoseBest(source=source):
            return 0, size(plan, source, at, seen)[1]
        case ir.FieldOf(values=tuple(values)) if values and all(isinstance(held, tuple) for held in values):
            return min(map(len, values)), max(map(len, values))
        case ir.Aggregate(how="list", source=source, test=None):
            return size(plan, source, at, seen)
    return ANY


def _named(plan: Plan, slot: int, at: Op, seen: frozenset[int]) -> Size:
    """Of a name: what any of the ops that give it something gives it."""
    routine = plan.routine_of(at)
    givers = [op for op in plan.ops(routine) if any(binding.slot == slot for binding in op.bindings())]
    if not givers or slot < LOCALS + len(routine.params):
        return ANY
    sizes = [_given(plan, op, slot, seen) for op in givers]
    most = [many for _, many in sizes if many is not None]
    return min(few for few, _ in sizes), max(most) if len(most) == len(sizes) else None


def _given(plan: Plan, op: Op, slot: int, seen: frozenset[int]) -> Size:
    match op:
        case ir.Roll(count=Expr() as count):
            return least_of(count), most_of(count)
        case ir.Draw(count=count, one=False, if_possible=if_possible):
            return 0 if if_possible else least_of(count), most_of(count)
        case ir.Choose(slot=answer, least=Expr() as least, most=most) | ir.Pick(slot=answer, least=Expr() as least, most=most) \
                if answer == slot:
            return least_of(least), size(plan, op.source, op, seen)[1] if most is None else most_of(most)
        case ir.Arrange(slot=answer, source=source) if answer == slot:
            return size(plan, source, op, seen)
        case ir.Split(parts=parts):
            few, many = next((low, high) for _, part, low, high in parts if part == slot)
            return least_of(few), most_of(many)
        case ir.Let(value=value):
            return size(plan, value, op, seen)
    return ANY


# ------------------------------------------------------------------ one question, one draw


def _amounts(plan: Plan, op: ir.Choose, report: Report) -> None:
    if op.least is not None:
        _enough("the options", op.least, size(plan, op.source, op)[1], report)
    greatest = most_of(op.most) if op.most is not None else None
    if op.most is not None and greatest is not None and greatest < 0:
        report.add(codes.WRONG_AMOUNT, op.most.span, got=op.most.type, thing="the options", low=0, high="all")


def _enough(thing: str, count: Expr, most: int | None, report: Report) -> None:
    low, high = least_of(count), most_of(count)
    too_many = most is not None and low > most
    if too_many or (high is not None and high < 0):
        report.add(codes.WRONG_AMOUNT, count.span, got=low if too_many else high, thing=thing, low=0,
                   high="all" if most is None else most)


def _parts(plan: Plan, op: ir.Split, report: Report) -> None:
    """The parts have to add up to what there is to split."""
    few, many = size(plan, op.source, op)
    low, greatest = sum(least_of(least) for _, _, least, _ in op.parts), [most_of(most) for _, _, _, most in op.parts]
    high = None if None in greatest else sum(limit or 0 for limit in greatest)
    too_many, too_few = many is not None and low > many, high is not None and high < few
    if too_many or too_few:
        sizes = f"{low} or more" if high is None else str(low) if low == high else f"{low} to {high}"
        report.add(codes.SPLIT_SIZES, op.span, name=op.source.span.text, sizes=sizes, got=many if too_many else few)


# ------------------------------------------------------------------ set-up


def _setup(plan: Plan, setup: Routine, report: Report) -> None:
    """What set-up surely draws from a pile, added up, against all that it lays there."""
    laid = _laid(plan, setup)
    drawn: dict[int, int] = {}
    for op, times in _surely(plan, setup.entry, 1, frozenset(), (setup.number,)):
        zone = _certain(op.source) if isinstance(op, ir.Draw) and not op.if_possible else None
        if not isinstance(op, ir.Draw) or zone is None or laid.get(zone) is None or plan.spec.zones[zone].refill >= 0:
            continue
        before = drawn.get(zone, 0)
        drawn[zone] = before + least_of(op.count) * times
        if before <= laid[zone] < drawn[zone]:
            label = plan.spec.zones[zone].label
            report.add(codes.SETUP_SHORT, op.span, zone=label, got=drawn[zone], there=laid[zone])


def _laid(plan: Plan, setup: Routine) -> dict[int, int]:
    """For each zone that set-up fills in one certain way, from component sets as a whole, how many things it lays there."""
    laid: dict[int, int] = {}
    unsure: set[str] = set()
    looped = _in_loops(plan, setup)
    for op in [op for number in plan.within([setup.number]) for op in plan.ops(number)]:
        for to in there(op, op.does.puts):
            zone = _certain(to)
            many = _written_out(op)
            own = plan.routine_of(op) is setup and op.number not in looped
            if zone is None or not own or many is None:
                unsure |= {expr.family for expr in every(to) if isinstance(expr, ir.ZoneAt)} or {"*"}
            else:
                laid[zone] = laid.get(zone, 0) + many
        unsure |= {"*"} if op.does.anywhere else set()
    return {} if "*" in unsure else {zone: many for zone, many in laid.items() if plan.spec.zones[zone].family not in unsure}


def _written_out(op: Op) -> int | None:
    """How many things an op moves that are named in it, one by one or as a component set; None of any other."""
    value = op.things.value if isinstance(op, ir.Move) and isinstance(op.things, ir.Const) else None
    return len(value) if isinstance(value, tuple) else 1 if isinstance(value, int) else None


def _certain(place: Expr) -> int | None:
    """The number of a zone that is the same whatever happens."""
    return place.base if isinstance(place, ir.ZoneAt) and not place.keys else None


def _in_loops(plan: Plan, routine: Routine) -> set[int]:
    """The ops of a routine from which a way leads back to themselves."""
    return {op.number for op in plan.ops(routine) if any(op.number in plan.reached(number) for number in after(op))}


def _surely(plan: Plan, start: int, times: int, stop: frozenset[int], inside: tuple[int, ...]) -> list[tuple[Op, int]]:
    """The ops that are carried out from `start` on whatever happens, until one of `stop`; each with how often at least."""
    carried_out: list[tuple[Op, int]] = []
    listed: dict[int, int] = {}                  # the slot of a loop's list -> how few members it has
    number = start
    while number >= 0 and number not in stop:
        op = plan.spec.plan[number]
        carried_out.append((op, times))
        for routine in sorted(plan.surely(op) - set(inside)):
            carried_out += _surely(plan, plan.spec.routines[routine].entry, times, frozenset(), (*inside, routine))
        if isinstance(op, ir.Begin):
            listed[op.slot] = _length(plan, op.source, op)
        if isinstance(op, ir.Each):
            if few := listed.get(op.slot, 0):
                carried_out += _surely(plan, op.next, times * few, stop | {number}, inside)
            number = op.otherwise
        else:
            number = _next(plan, op, stop)
    return carried_out


def _length(plan: Plan, source: Expr, at: Op) -> int:
    """How few members a loop goes through; those of `low..high` are counted by their ends."""
    if isinstance(source, ir.Interval):
        low, high = known_number(source.low), most_of(source.high)
        exact = high is not None and high == least_of(source.high)
        return max(0, high - low + 1) if exact and low is not None and high is not None else 0
    return size(plan, source, at)[0]


def _next(plan: Plan, op: Op, stop: Sequence[int] | frozenset[int]) -> int:
    """The op that comes after this one whichever way is taken; -1 if there is none."""
    ways = after(op)
    if len(ways) == 1:
        return ways[0]
    reached = [plan.reached(way, stop=frozenset(stop)) for way in ways]
    common = set.intersection(*reached) if reached else set()
    return min((number for number in common if number > op.number), default=-1)
