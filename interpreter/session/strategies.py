"""What a strategy answers: its preferences worked out on the options, through the eyes of the seat that is asked.

In:  a Policy, Eyes, and `below`, which gives one of 0 .. n - 1 by chance.
Out: one of the question's options; for a free action one of its members, or nothing if it is not taken.

A preference keeps the options that it holds for, if there are any, or those that are best; what is left after the last one
is chosen among by chance. About an option that the seat does not know, or about `none`, of which nothing can be asked, a
preference does not hold. Anything else that is looked at and may not be seen stops the play with a Fault.

The strategies of a game stand beside it (`strategies_of`); `prepared` makes one for its people and options, `seated` puts
them into seats (language.md 2.24).
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from attrs import define, evolve, field, frozen

from interpreter.check.call_graph import Visits
from interpreter.check.control_flow import Plan
from interpreter.check.strategy import check_strategy
from interpreter.core.derived import derived
from interpreter.core.frame import blank
from interpreter.core.question import Question
from interpreter.core.types import NONE, OrNone
from interpreter.engine.faults import fault
from interpreter.ir.model import Spec
from interpreter.ir.policy import has_faces, HERE, MOVES_LEFT, Player, Policy, Preference, Strategy
from interpreter.ir.sources import seat_source
from interpreter.lower.fold import once
from interpreter.lower.policies import lower_strategy
from interpreter.lower.scope import Context
from interpreter.observation.masks import Blind, Eyes, Secret
from interpreter.pipeline import load, prepare
from interpreter.project.files import find_library, games, read_source, strategy_files
from interpreter.session.bots import CHOOSERS, Decider, SEARCH, Take
from interpreter.session.streams import Streams
from interpreter.syntax import ast
from interpreter.syntax.parser import parse
from interpreter.text import codes
from interpreter.text.diagnostic import Diagnostic, Fault, Report, suggestion
from interpreter.text.source import NOWHERE
from interpreter.variant.rules import Rules

MOST_LOOKED_AT = 1000                     # of more options than that, so many are looked at, evenly spread
JOURNEY = {HERE: 0, MOVES_LEFT: 2}        # what stands where in a journey, see engine/travel.py


def answered(policy: Policy, eyes: Eyes, faces: bool, facts: tuple, below: Callable):
    """The option that is preferred. `faces`: can options be cards? `facts`: a Fact, and whether it can be a card."""
    options = eyes.question.options
    first = policy.preferences[0]
    if len(options) == 1 or first.how == "first":
        return options[0]
    if first.how == "random" and first.value is None:
        return options[below(len(options))]
    asked = Asked(policy, eyes, faces, _frame(policy, eyes, facts), below)
    left = asked.narrowed(_spread(options))
    return left[below(len(left))] if len(left) > 1 else left[0]


def taken(policy: Policy, eyes: Eyes, members: list, faces: bool, below: Callable):
    """The member for which a free action is taken; None if it is not taken."""
    asked = Asked(policy, eyes, faces, blank(policy.size, eyes.seat), below, must=True)
    left = asked.narrowed(members)
    return left[below(len(left)) if len(left) > 1 else 0] if left else None


def _spread(options: tuple) -> list:
    count = len(options)
    if count <= MOST_LOOKED_AT:
        return list(options)
    return [options[k * count // MOST_LOOKED_AT] for k in range(MOST_LOOKED_AT)]


def _frame(policy: Policy, eyes: Eyes, facts: tuple) -> list:
    frame = blank(policy.size, eyes.seat)
    theirs = eyes.frame if facts else []
    for fact, faces in facts:
        value = theirs[fact.theirs]
        if fact.how in JOURNEY:
            value = value[JOURNEY[fact.how]]
        frame[fact.ours] = eyes.masked(value) if faces else value
    return frame


@define(eq=False)
class Asked:
    """The options of one question while they are narrowed down. With `must` a condition that nothing meets leaves nothing."""

    policy: Policy
    eyes: Eyes
    faces: bool
    frame: list
    below: Callable
    must: bool = False

    def narrowed(self, left: list) -> list:
        """What is left after the last preference."""
        for preference in self.policy.preferences:
            if len(left) < 2 and not self.must or not left:
                break
            left = NARROW[preference.how](self, preference, left)
        return left

    def _prefer(self, preference: Preference, left: list) -> list:
        kept = [option for option in left if self._worth(preference, option)]
        return kept or ([] if self.must else left)

    def _best(self, preference: Preference, left: list) -> list:
        keyed = [(worth, option) for option in left if (worth := self._worth(preference, option)) is not None]
        if not keyed:
            return left
        best = (max if preference.how == "highest" else min)(worth for worth, _ in keyed)
        return [option for worth, option in keyed if worth == best]

    def _first(self, preference: Preference, left: list) -> list:
        return left[:1]

    def _random(self, preference: Preference, left: list) -> list:
        if preference.value is not None and self.below(max(1, self._worth(preference, None) or 1)):
            return [] if self.must else left
        return [left[self.below(len(left))]] if len(left) > 1 else left

    def _worth(self, preference: Preference, option):
        """What is asked of an option; None where it cannot be asked of this one."""
        policy, frame, value = self.policy, self.frame, preference.value
        shown = self.eyes.masked(option) if self.faces else option
        frame[policy.it] = shown
        if policy.parts and option is not None:
            for slot, part in zip(policy.parts, shown, strict=True):
                frame[slot] = part
        try:
            return None if value is None else self.eyes.sees.value(value, frame)
        except Blind:
            return None
        except Secret:
            seat = self.eyes.machine.spec.seats[self.eyes.seat]
            raise fault(codes.FAULT_NOT_SEEN, preference.span, what=preference.span.text, seat=seat) from None
        except Fault:
            if option == NONE and isinstance(policy.type, OrNone):
                return None
            raise


NARROW = {
    "prefer": Asked._prefer, "highest": Asked._best, "lowest": Asked._best, "first": Asked._first, "random": Asked._random,
}


# ------------------------------------------------------------------ the strategies of a game


CALLED = re.compile(r"(?P<name>\w+)(?:\((?P<given>[^()]*)\))?")
MOST_TAKEN = 20                           # free actions in a row beside one question; then it is answered


@frozen(eq=False)
class Written:
    """A strategy as its file says it, with the `define`s that it shares with others there, and what stands above it."""

    node: ast.Strategy
    shared: tuple[ast.Node, ...]
    doc: str = ""

    @property
    def name(self) -> str:
        return self.node.name.text

    @property
    def options(self) -> list[ast.Option]:
        """Its parameters."""
        return [line for line in self.node.lines if isinstance(line, ast.Option)]


# ------------------------------------------------------------------ finding


def strategies_of(rules: Rules, report: Report) -> dict[str, Written]:
    """The strategies for this game, by name, in the order of their files."""
    strategies: dict[str, Written] = {}
    files = [(path, _read(rules, path, report)) for path in strategy_files(rules.path)]
    for path, file in [*files, *rules.variant_files.items()]:
        shared = _shared(file, path == rules.path)
        for doc, strategy in ast.documented(file.declarations) if file is not None else ():
            if isinstance(strategy, ast.Strategy) and _for(rules, strategy, path, report):
                _keep(strategies, Written(strategy, shared, doc or ""), report)
    for line in (line for applied in rules.stack for line in applied.variant.edits if isinstance(line, ast.EditAddToStrategy)):
        _add_lines(strategies, line, report)
    return strategies


def _add_lines(strategies: dict[str, Written], edit: ast.EditAddToStrategy, report: Report) -> None:
    """What a variant adds to a strategy of its base; where both speak of one decision, it is the variant's line that counts."""
    written = strategies.get(edit.name.text)
    if written is None:
        help_ = suggestion(edit.name.text, strategies)
        report.add(codes.NO_SUCH_STRATEGY, edit.name.span, name=edit.name.text, help=help_)
        return
    spoken = {_speaks_of(line) for line in edit.lines} - {None}
    kept = [line for line in written.node.lines if _speaks_of(line) not in spoken]
    strategies[written.name] = evolve(written, node=ast.changed(written.node, lines=(*kept, *edit.lines)))


def _speaks_of(line: ast.Node) -> tuple[str, str] | str | None:
    """The decision that a line is about, and where it is asked; the name of an option or define; None of a comment."""
    match line:
        case ast.PlanAt(ast.Guarded(decision, within)):
            return decision.text, within.text if within is not None else ""
        case ast.PlanOtherwise():
            return "otherwise"
        case ast.Option(name) | ast.Define(name) | ast.DefineCases(name):
            return name.text
    return None


def _read(rules: Rules, path: Path, report: Report) -> ast.File | None:
    if path in rules.paths:
        return rules.parts[rules.paths.index(path)][0]
    source = read_source(path, report)
    return parse(source, report) if source is not None else None


def _shared(file: ast.File | None, own: bool) -> tuple[ast.Node, ...]:
    """Of the game's own file nothing: what is declared there, everybody knows."""
    if file is None or own:
        return ()
    return tuple(declaration for declaration in file.declarations if isinstance(declaration, ast.Define | ast.DefineCases))


def _for(rules: Rules, strategy: ast.Strategy, path: Path, report: Report) -> bool:
    """Is it for this game, or for one that this game is based on?"""
    if strategy.game is None or strategy.game.text in (rules.name, *rules.variants):
        return True
    based = [line.name.text for line in rules.game.lines or () if isinstance(line, ast.BasedOn)]
    if find_library(strategy.game.text, path) is None and not (path.parent / f"{strategy.game.text}.rules").exists():
        help_ = suggestion(strategy.game.text, [rules.name, *games()])
        report.add(codes.NO_SUCH_GAME, strategy.game.span, name=strategy.game.text, help=help_)
    return strategy.game.text in based


def _keep(strategies: dict[str, Written], written: Written, report: Report) -> None:
    name = written.node.name
    if name.text in (*CHOOSERS, SEARCH):
        report.add(codes.DECLARED_TWICE, name.span, name=name.text, where="the choosers that every game has")
    elif name.text in strategies:
        report.add(codes.DECLARED_TWICE, name.span, name=name.text, where=str(strategies[name.text].node.name.span))
    else:
        strategies[name.text] = written


# ------------------------------------------------------------------ preparing


def prepared(rules: Rules, ctx: Context, called: str, report: Report) -> "Prepared | None":
    """A strategy made for the people and options of `ctx`; None with the reasons in the report."""
    written = strategies_of(rules, report)
    parts = CALLED.fullmatch(called.replace(" ", ""))
    name = parts["name"] if parts else called
    if name not in written:
        help_ = suggestion(name, [*written, *CHOOSERS]) or (f"{rules.name} has {', '.join(written)}" if written else None)
        report.add(codes.NO_SUCH_STRATEGY, NOWHERE, name=called, help=help_)
        return None
    pairs = (parts["given"] or "").split(",") if parts else ()
    given = {name: value for name, _, value in (pair.partition("=") for pair in pairs if pair)}
    strategy = lower(ctx, written[name], given, report)
    return Prepared(ctx.spec, strategy) if report.ok else None


def lower(ctx: Context, written: Written, given: dict[str, str], report: Report) -> Strategy:
    """The strategy with the defines of its file among its own."""
    node = ast.changed(written.node, lines=(*written.shared, *written.node.lines)) if written.shared else written.node
    return lower_strategy(ctx, node, given, report, lenient=bool(ctx.spec.variants or ctx.spec.without))


def seated(rules: Rules, ctx: Context, who: Mapping[int, Decider], report: Report) -> dict[int, Decider | None]:
    """Who decides for each seat, with strategies prepared; CHOOSERS, and what is no name, stay as they are."""
    ready: dict[str, Prepared | None] = {}
    for name in who.values():
        if isinstance(name, str) and name not in CHOOSERS and name not in ready:
            ready[name] = prepared(rules, ctx, name, report)
    return {seat: ready[decider] if isinstance(decider, str) and decider in ready else decider for seat, decider in who.items()}


def portfolio(rules: Rules, ctx: Context, report: Report) -> dict[str, "Prepared"]:
    """Every strategy of a game that makes sense, with its first parameters: to reach positions that chance seldom does.

    One that is written for the game as it is may look, under a variant, where its seat sees nothing: there it takes any.
    """
    strategies = {}
    for name, written in strategies_of(rules, report).items():
        own = Report()
        strategy = lower(ctx, written, {}, own)
        if own.ok:
            strategies[name] = Prepared(ctx.spec, strategy, lenient=bool(rules.stack))
    return strategies


# ------------------------------------------------------------------ checking


def proofread_strategies(rules: Rules, ctx: Context) -> list[Diagnostic]:
    """What is wrong in the strategies of a game, as it was lowered for some number of people; each mistake once."""
    report = Report()
    written = strategies_of(rules, report)
    if not written:
        return report.sorted()
    plan = Plan(ctx.spec)
    walk = Visits(plan)
    walk.begin(ctx.spec.routines[0], None)
    visits = walk.walk()
    for entry in written.values():
        own = Report()
        strategy = lower(ctx, entry, {}, own)
        check_strategy(plan, visits, strategy, own)
        against = [*strategy.left, *own.errors] if rules.stack else []
        if against and not _of_a_variant(rules, entry):
            where = rules.stack[-1].variant.name.span
            lines = tuple(f"{mistake.span}: {mistake.message}" for mistake in against)
            report.add(codes.STRATEGY_LEFT, where, name=entry.name, notes=lines)
        else:
            report.diagnostics += [*strategy.left, *own.diagnostics]
    return report.sorted()


def _of_a_variant(rules: Rules, written: Written) -> bool:
    """Does a variant bring it, in a file of its own or as an edit? Then it is written for the changed rules."""
    apart = {file.span.source for file in rules.variant_files.values()}
    added = {line.declaration.name.span.start for variant in rules.stack for line in variant.variant.edits
             if isinstance(line, ast.EditAdd) and isinstance(line.declaration, ast.Strategy)}
    return written.node.span.source in apart or written.node.name.span.start in added


def proofread_file(path: Path) -> list[Diagnostic] | None:
    """The same for the game that a file of strategies uses; None if it has none, or uses no game."""
    source = read_source(path, Report())
    file = parse(source, Report()) if source is not None else None
    if source is None or file is None or not any(isinstance(declaration, ast.Strategy) for declaration in file.declarations):
        return None
    for name in [name for declaration in file.declarations if isinstance(declaration, ast.Use) for name in declaration.names]:
        library = find_library(name.text, path)
        rules = load(library, Report()) if library is not None else None
        if rules is not None:
            report = Report()
            ctx = prepare(rules, rules.people().start, {}, report)
            said = proofread_strategies(rules, ctx) if report.ok else report.errors
            return [diagnostic for diagnostic in said if diagnostic.span.source.name == source.name]
    return None


# ------------------------------------------------------------------ at the table


@define(eq=False)
class Prepared:
    """A strategy ready to sit down, at any number of tables. What has to be known of types is worked out here, once."""

    spec: Spec
    strategy: Strategy
    lenient: bool = False                         # is any option taken where it looks at what its seat may not see?
    ready: dict = field(init=False)               # op -> its Policy, can options be cards, the names used and can they be
    offers: dict = field(init=False)              # free action -> its Policy, can its members be cards

    def __attrs_post_init__(self):
        spec = self.spec
        self.ready = {
            number: (once(plan), has_faces(spec, plan.type), tuple((fact, has_faces(spec, fact.type)) for fact in plan.facts))
            for number, plan in self.strategy.by_op.items()
        }
        self.offers = {number: (policy, has_faces(spec, policy.type)) for number, policy in self.strategy.by_offer.items()}

    @property
    def name(self) -> str:
        """Its name with its parameters."""
        return self.strategy.called

    def seated(self, streams: Streams, seat: int) -> "Planned":
        """The chooser of a seat, which draws from that seat's stream."""
        return Planned(self, streams, seat, self.strategy.called, seat_source(seat))


@derived
def player_of(who: Prepared) -> Player:
    """A strategy as the compiler takes it."""
    by_op = {number: policy for number, (policy, *_) in who.ready.items()}
    return Player(who.name, by_op, {number: policy for number, (policy, _) in who.offers.items()}, who.lenient)


@define(eq=False)
class Planned:
    """Answers as a strategy says. `at` counts the free actions taken in a row, so that a play goes on."""

    plan: Prepared
    streams: Streams
    seat: int
    name: str
    source: str
    at: int = 0
    eyes: bool = True                             # it wants Eyes for what its seat sees, not a View

    def choose(self, question: Question, eyes: Eyes):
        """A free action that the strategy takes now, else what it prefers; of what it says nothing, any option."""
        if question.offers and self.at < MOST_TAKEN:
            offer = self._taken(question, eyes)
            if offer is not None:
                self.at += 1
                return Take(offer)
        self.at = 0
        ready = self.plan.ready.get(question.op)
        if ready is None:
            options = question.options
            return options[self._below(len(options))] if len(options) > 1 else options[0]
        policy, faces, facts = ready
        try:
            return answered(policy, eyes, faces, facts, self._below)
        except Fault as wall:
            if not self.plan.lenient or wall.code is not codes.FAULT_NOT_SEEN:
                raise
            return question.options[self._below(len(question.options))]

    def _below(self, count: int) -> int:
        return self.streams.below(self.source, count)

    def _taken(self, question: Question, eyes: Eyes) -> tuple | None:
        for number, (policy, faces) in self.plan.offers.items():
            members = [member for offered, member in question.offers if offered == number]
            if members:
                member = taken(policy, eyes, members, faces, self._below)
                if member is not None:
                    return number, member
        return None
