"""Strategies: each line read against the questions of a lowered game (language.md 2.24).

In:  the Context of a game, a strategy as written, the values given to its parameters, and a Report.
Out: a Strategy: a Policy for every question and free action of which it speaks.

A line is read once for each question of its name, with the names that can be used where that question stands; `it` is the
option, `me` the seat that is asked. The strategy's own options and defines are known while it is read, and nowhere else.
What a seat may look at is for check/strategy.py to say, and at the table for observation/masks.py.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from attrs import define, field

from interpreter import ir
from interpreter.core import types as t
from interpreter.ir import Expr
from interpreter.ir.dependencies import every
from interpreter.ir.model import Offer
from interpreter.ir.policy import Fact, HERE, MOVES_LEFT, Policy, Preference, Strategy
from interpreter.lower import link, values
from interpreter.lower.fold import folded
from interpreter.lower.scope import Bound, Context, Frame, Scope
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.diagnostic import no_case, Report, suggestion
from interpreter.text.source import Span


def lower_strategy(
    ctx: Context, node: ast.Strategy, given: dict[str, str], report: Report, lenient: bool = False
) -> Strategy:
    """The strategy with these values for its parameters; whether it makes sense is in the report. With `lenient` a line that
    does not is left out, and what is against it is in the strategy's `left`: a variant has changed what it speaks of."""
    strategy = Strategy(node.name.text, node.title.text, node.name.span)
    lines = [line for _, line in ast.documented(node.lines)]
    first = len(ctx.spec.definitions)
    with _reading(ctx, lines, report):
        _settle(ctx, strategy, lines, given)
        reading = _Reading(ctx, strategy, lenient)
        for line in sorted(_plans(lines), key=lambda line: line.where.within is None):
            reading.trying(partial(reading.at, line))
        last = next((line for line in lines if isinstance(line, ast.PlanOtherwise)), None)
        if not reading.trying(partial(reading.rest, last)):
            reading.rest(None)
    strategy.defines = ctx.spec.definitions[first:]
    del ctx.spec.definitions[first:]
    for definition in strategy.defines:
        definition.value = folded(definition.value) if definition.value is not None else None
        link.keep(definition)
    order = [reading.lines.get(number, 0) for number in strategy.by_offer]
    strategy.by_offer = {number: strategy.by_offer[number] for _, number in sorted(zip(order, strategy.by_offer, strict=True))}
    return strategy


def _plans(lines: list[ast.Node]) -> list[ast.PlanAt]:
    return [line for line in lines if isinstance(line, ast.PlanAt)]


# ------------------------------------------------------------------ what is the strategy's own


@contextmanager
def _reading(ctx: Context, lines: list[ast.Node], report: Report) -> Iterator[None]:
    """Complaints go to `report`, and the strategy's own names are known, for as long as it is read."""
    world, options = ctx.world, ctx.constants.options
    usual, ctx.report, world.report = ctx.report, report, report
    kept = dict(world.defines), dict(options), dict(ctx.definitions), set(ctx.used), set(ctx.read_options)
    for line in lines:
        if not isinstance(line, ast.Option | ast.Define | ast.DefineCases):
            continue
        name = line.name.text
        if (other := _taken(ctx, name)) is not None:
            report.add(codes.DECLARED_TWICE, line.name.span, name=name, where=other)
        elif isinstance(line, ast.Option):
            type_ = ctx.constants.type_of(line.type)
            options[name] = (ctx.constants.first(line, type_), type_)
        else:
            world.defines[name] = line
    try:
        yield
    finally:
        ctx.report, world.report = usual, usual
        world.defines, ctx.constants.options, ctx.definitions, ctx.used, ctx.read_options = kept


def _taken(ctx: Context, name: str) -> str | None:
    """Where a name is used already: a strategy's own may not hide another."""
    declared = ctx.world.shared(name) or ctx.world.defines.get(name)
    if declared is not None:
        return str(declared.name.span)
    return "this strategy" if name in ctx.constants.options else None


def _settle(ctx: Context, strategy: Strategy, lines: list[ast.Node], given: dict[str, str]) -> None:
    own = {line.name.text: line for line in lines if isinstance(line, ast.Option)}
    for name, text in given.items():
        if name not in own:
            help_ = suggestion(name, own) or ("it has none" if not own else None)
            ctx.report.add(codes.NO_SUCH_OPTION, strategy.span, name=name, help=help_)
            continue
        type_ = ctx.constants.options[name][1]
        value = ctx.constants.parse(str(text), type_)
        if value is None or not ctx.constants.within(value, type_):
            why = f"it takes {ctx.constants.allowed(type_)}"
            ctx.report.add(codes.OPTION_VALUE, own[name].name.span, value=text, name=name, why=why)
            continue
        ctx.constants.options[name] = (value, type_)
        strategy.settings[name] = ctx.spec.words(value, type_)


# ------------------------------------------------------------------ line by line


@define(eq=False)
class _Reading:
    """Reads the lines of one strategy."""

    ctx: Context
    made: Strategy
    lenient: bool = False
    asks: dict[str, list[ir.Ask]] = field(init=False)
    offers: dict[str, Offer] = field(init=False)
    spoken: dict[tuple[str, str | None], Span] = field(factory=dict)            # (decision, within) -> where it was spoken of
    lines: dict[int, int] = field(factory=dict)   # number of a free action -> where its line begins

    def __attrs_post_init__(self) -> None:
        self.asks = {}
        for op in self.ctx.spec.plan:
            if isinstance(op, ir.Ask) and not isinstance(op, ir.Moment):
                self.asks.setdefault(op.name, []).append(op)
        self.offers = {offer.name: offer for offer in self.ctx.spec.offers}

    def trying(self, read: Callable[[], None]) -> bool:
        """Reads a line; if it makes no sense and that is to cost only the line, all is as if it did not stand there."""
        ctx, strategy = self.ctx, self.made
        if not self.lenient:
            read()
            return True
        usual, own = ctx.report, Report()
        by_op, by_offer, definitions = dict(strategy.by_op), dict(strategy.by_offer), dict(ctx.definitions)
        first = len(ctx.spec.definitions)
        ctx.report = ctx.world.report = own
        read()
        ctx.report = ctx.world.report = usual
        if own.ok:
            usual.diagnostics += own.diagnostics
            return True
        strategy.by_op, strategy.by_offer, ctx.definitions = by_op, by_offer, definitions
        del ctx.spec.definitions[first:]
        strategy.left.append(own.errors[0])
        return False

    def at(self, line: ast.PlanAt) -> None:
        """`at NAME, ...`: every question of this name of which nothing has been said, or a free action."""
        name, within = line.where.decision, line.where.within
        key = name.text, within.text if within is not None else None
        if key in self.spoken:
            self.ctx.report.add(codes.DECLARED_TWICE, name.span, name=name.text, where=str(self.spoken[key]))
            return
        self.spoken[key] = name.span
        ops = [op for op in self.asks.get(name.text, ()) if within is None or within.text in self._around(op)]
        offer = self.offers.get(name.text) if within is None else None
        if not ops and offer is None:
            self._unknown(name, within)
        for op in ops:
            if op.number not in self.made.by_op:
                self.made.by_op[op.number] = self._policy(op, line.preferences, line.span)
        if offer is not None:
            self.lines[offer.number] = name.span.start
            self.made.by_offer[offer.number] = self._taking(offer, line)

    def _around(self, op: ir.Ask) -> set[str]:
        """The routine that asks, and for a step its phase."""
        routine = self.ctx.spec.routine_at(op.number)
        return {routine.name, routine.parent}

    def _unknown(self, name: ast.Ident, within: ast.Ident | None) -> None:
        if within is not None and name.text in self.asks:
            places = {place for op in self.asks[name.text] for place in self._around(op)} - {""}
            help_ = suggestion(within.text, places) or f"`{name.text}` is asked in {' and '.join(sorted(places))}"
            self.ctx.report.add(codes.NO_SUCH_DECISION, within.span, name=f"{name.text} in {within.text}", help=help_)
            return
        near = suggestion(name.text, [*self.asks, *self.offers])
        self.ctx.report.add(codes.NO_SUCH_DECISION, name.span, name=name.text, help=near)

    def rest(self, line: ast.PlanOtherwise | None) -> None:
        """`otherwise ...`: every question of which no line speaks; without it they are left open."""
        for name, ops in self.asks.items():
            for op in ops:
                if op.number not in self.made.by_op and line is not None:
                    self.made.by_op[op.number] = self._policy(op, line.preferences, line.span)
                elif op.number not in self.made.by_op:
                    self.made.silent.setdefault(name, []).append(op.number)

    # ---------------------------------------------------------------- one question

    def _policy(self, op: ir.Ask, preferences: tuple[ast.Node, ...], span: Span) -> Policy:
        scope = Scope(Frame())
        type_ = _option_type(op, self.asks[op.name])
        it = scope.frame.slot(type_)
        scope.it = Bound(it, type_)
        facts = [Fact(name, slot, scope.bind(name, kind, how), kind, how) for name, (slot, kind, how) in op.facts.items()]
        facts += self._journey(op, scope) if isinstance(op, ir.Travel) else []
        parts = tuple(scope.bind(name, kind) for (name, *_), kind in zip(op.parts, _part_types(op), strict=True)) \
            if isinstance(op, ir.Split) else ()
        yes_or_no = isinstance(op, ir.May)
        lowered = tuple(self._preference(preference, scope, yes_or_no) for preference in preferences)
        return _policy(op.name, lowered, it, type_, parts, facts, scope, span)

    def _journey(self, op: ir.Travel, scope: Scope) -> list[Fact]:
        """Where a journey stands, and how many moves are left, unless the rule has names like these."""
        space = op.type.of if isinstance(op.type, t.OrNone) else op.type or t.UNKNOWN
        wanted = ((HERE, space), (MOVES_LEFT, t.NUMBER))
        return [Fact(name, op.left, scope.bind(name, type_), type_, name) for name, type_ in wanted if name not in op.facts]

    def _taking(self, offer: Offer, line: ast.PlanAt) -> Policy:
        """A free action: it is taken if there is a member of its `for each` (or simply it) that all of this holds for."""
        scope, routine = Scope(Frame()), self.ctx.spec.routines[offer.routine]
        type_ = routine.types[-1] if offer.each is not None else t.BOOL
        it = scope.frame.slot(type_)
        if offer.each is not None:
            scope.it = scope.names[routine.params[-1]] = Bound(it, type_)
        preferences = tuple(self._preference(preference, scope, False) for preference in line.preferences)
        return _policy(offer.name, preferences, it, type_, (), [], scope, line.span)

    # ---------------------------------------------------------------- one preference

    def _preference(self, node: ast.Node, scope: Scope, yes_or_no: bool) -> Preference:
        match node:
            case ast.PreferFirst():
                return Preference("first", None, node.span)
            case ast.PreferRandom(once):
                value = self.ctx.expect(t.NUMBER, values.value(self.ctx, once, scope)) if once is not None else None
                return Preference("random", value and folded(value), node.span)
            case ast.PreferBest(which, key):
                value = self.ctx.expect(t.NUMBER, values.value(self.ctx, key, scope))
                return Preference(which, folded(value), node.span)
            case ast.Prefer(test):
                return Preference("prefer", folded(self._wanted(test, scope, yes_or_no)), node.span)
        raise no_case(node)

    def _wanted(self, node: ast.Node, scope: Scope, yes_or_no: bool) -> Expr:
        """`prefer P`; or `prefer VALUE`, the option that is this value; of a yes-or-no question: yes if P, else no."""
        it = scope.it
        if it is None:
            return self.ctx.expect(t.BOOL, values.value(self.ctx, node, scope, t.BOOL))
        value = values.value(self.ctx, node, scope, it.type)
        option = ir.Local(it.slot, type=it.type, span=node.span)
        plain = not isinstance(value.type, t.Bool | t.Unknown)
        this = isinstance(value.type, t.Nothing) or (plain and t.fits(value.type, it.type))
        if this or (yes_or_no and not _speaks_of(value, it.slot)):
            as_sets = isinstance(it.type, t.Set)
            return ir.Same(option, value, False, as_sets, type=t.BOOL, span=node.span)
        return self.ctx.expect(t.BOOL, value)


def _speaks_of(value: Expr, slot: int) -> bool:
    return any(isinstance(inner, ir.Local) and inner.slot == slot for inner in every(value))


def _option_type(op: ir.Ask, alike: list[ir.Ask]) -> t.Type:
    """The type of an option; where a question of this name may be declined, of the option or none."""
    if isinstance(op, ir.Choose) and _one_of(op) and any(isinstance(ask, ir.Choose) and ask.may for ask in alike):
        return t.OrNone(op.type or t.UNKNOWN)
    return op.type or t.UNKNOWN


def _one_of(op: ir.Choose) -> bool:
    return op.least is None and op.most is None


def _part_types(op: ir.Split) -> list[t.Type]:
    inner = t.element(op.type or t.UNKNOWN) or t.UNKNOWN
    return [inner] * len(op.parts)


def _policy(
    name: str, preferences: tuple[Preference, ...], it: int, type_: t.Type, parts: tuple[int, ...], facts: list[Fact],
    scope: Scope, span: Span,
) -> Policy:
    """With only the names that some preference uses."""
    used = {expr.slot for each in preferences if each.value is not None for expr in every(each.value)
            if isinstance(expr, ir.Local)}
    named = tuple(fact for fact in facts if fact.ours in used)
    return Policy(name, preferences, it, type_, parts, named, scope.frame.size, span)
