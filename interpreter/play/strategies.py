"""The strategies of a game: found beside it, made for its people and options, and put into a seat (language.md 2.24).

In:  Rules, the Context of their lowered game, and a strategy by its name: `good`, or with parameters `careful(risk=3)`.
Out: `strategies_of`, the strategies by name; `Prepared`, which makes a chooser for any seat; for `check` what is wrong.

A file of strategies is found like one of scenarios: the game's own, `strategies.rules`, and those in `strategies/`. Its
`define`s outside of any strategy belong to all in that file. Names are resolved once, when the strategy is prepared; at the
table nothing is lowered.
"""

import re
from pathlib import Path

from attrs import define, evolve, field, frozen

from interpreter.check.strategies import check_strategy
from interpreter.check.visits import Visits
from interpreter.check.ways import Plan
from interpreter.core.pause import Question
from interpreter.load import Rules, load, prepare
from interpreter.play.choosers import CHOOSERS, Take
from interpreter.play.streams import Streams, seat_source
from interpreter.run.eyes import Eyes, has_faces
from interpreter.run.preferring import answered, taken
from interpreter.spec.model import Spec
from interpreter.spec.once import once
from interpreter.spec.policy import Strategy
from interpreter.spec.scope import Context
from interpreter.spec.strategies import lower_strategy
from interpreter.syntax import ast
from interpreter.syntax.files import find_library, games, read_source, strategy_files
from interpreter.syntax.parse import parse
from interpreter.text import codes
from interpreter.text.render import suggestion
from interpreter.text.report import Diagnostic, Fault, Report
from interpreter.text.source import NOWHERE

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
    found: dict[str, Written] = {}
    for path in strategy_files(rules.path):
        file = _read(rules, path, report)
        shared = _shared(file, path == rules.path)
        for doc, one in ast.documented(file.declarations) if file is not None else ():
            if isinstance(one, ast.Strategy) and _for(rules, one, path, report):
                _keep(found, Written(one, shared, doc or ""), report)
    return found


def _read(rules: Rules, path: Path, report: Report) -> ast.File | None:
    if path in rules.paths:
        return rules.parts[rules.paths.index(path)][0]
    source = read_source(path, report)
    return parse(source, report) if source is not None else None


def _shared(file: ast.File | None, own: bool) -> tuple[ast.Node, ...]:
    """Of the game's own file nothing: what is declared there, everybody knows."""
    if file is None or own:
        return ()
    return tuple(one for one in file.declarations if isinstance(one, ast.Define | ast.DefineCases))


def _for(rules: Rules, one: ast.Strategy, path: Path, report: Report) -> bool:
    """Is it for this game, or for one that this game is based on?"""
    if one.game is None or one.game.text == rules.name:
        return True
    based = [line.name.text for line in rules.game.lines or () if isinstance(line, ast.BasedOn)]
    if find_library(one.game.text, path) is None and not (path.parent / f"{one.game.text}.rules").exists():
        help_ = suggestion(one.game.text, [rules.name, *games()])
        report.add(codes.NO_SUCH_GAME, one.game.span, name=one.game.text, help=help_)
    return one.game.text in based


def _keep(found: dict[str, Written], one: Written, report: Report) -> None:
    name = one.node.name
    if name.text in CHOOSERS:
        report.add(codes.DECLARED_TWICE, name.span, name=name.text, where="the choosers that every game has")
    elif name.text in found:
        report.add(codes.DECLARED_TWICE, name.span, name=name.text, where=str(found[name.text].node.name.span))
    else:
        found[name.text] = one


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
    given = dict(pair.partition("=")[::2] for pair in (parts["given"] or "").split(",") if pair)
    made = lower(ctx, written[name], given, report)
    return Prepared(ctx.spec, made) if report.ok else None


def lower(ctx: Context, written: Written, given: dict[str, str], report: Report) -> Strategy:
    """The strategy with the defines of its file among its own."""
    node = evolve(written.node, lines=(*written.shared, *written.node.lines)) if written.shared else written.node
    return lower_strategy(ctx, node, given, report)


def seated(rules: Rules, ctx: Context, who: dict[int, object], report: Report) -> dict[int, object]:
    """Who decides for each seat, with strategies prepared; CHOOSERS, and what is no name, stay as they are."""
    made: dict[str, Prepared | None] = {}
    for name in who.values():
        if isinstance(name, str) and name not in CHOOSERS and name not in made:
            made[name] = prepared(rules, ctx, name, report)
    return {seat: made.get(one, one) if isinstance(one, str) else one for seat, one in who.items()}


def portfolio(rules: Rules, ctx: Context, report: Report) -> dict[str, "Prepared"]:
    """Every strategy of a game that makes sense, with its first parameters: to reach positions that chance seldom does.

    One that is written for the game as it is may look, under a variant, where its seat sees nothing: there it takes any.
    """
    found = {}
    for name, written in strategies_of(rules, report).items():
        own = Report()
        made = lower(ctx, written, {}, own)
        if own.ok:
            found[name] = Prepared(ctx.spec, made, lenient=bool(rules.stack))
    return found


# ------------------------------------------------------------------ checking


def proofread_strategies(rules: Rules, ctx: Context) -> list[Diagnostic]:
    """What is wrong in the strategies of a game, as it was lowered for some number of people; each mistake once."""
    report = Report()
    written = strategies_of(rules, report)
    if not written:
        return report.sorted()
    made = Plan(ctx.spec)
    walk = Visits(made)
    walk.begin(ctx.spec.routines[0], None)
    visits = walk.walk()
    for one in written.values():
        own = Report()
        check_strategy(made, visits, lower(ctx, one, {}, own), own)
        if own.errors and rules.stack:
            name = one.node.name
            report.add(codes.STRATEGY_LEFT, name.span, name=name.text, why=own.errors[0].message)
        else:
            report.diagnostics += own.diagnostics
    return report.sorted()


def proofread_file(path: Path) -> list[Diagnostic] | None:
    """The same for the game that a file of strategies uses; None if it has none, or uses no game."""
    source = read_source(path, Report())
    file = parse(source, Report()) if source is not None else None
    if file is None or not any(isinstance(one, ast.Strategy) for one in file.declarations):
        return None
    for name in [name for one in file.declarations if isinstance(one, ast.Use) for name in one.names]:
        found = find_library(name.text, path)
        rules = load(found, Report()) if found is not None else None
        if rules is not None:
            report = Report()
            ctx = prepare(rules, rules.people().start, {}, report)
            said = proofread_strategies(rules, ctx) if report.ok else report.errors
            return [one for one in said if one.span.source.name == source.name]
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
            number: (once(one), has_faces(spec, one.type), tuple((fact, has_faces(spec, fact.type)) for fact in one.facts))
            for number, one in self.strategy.by_op.items()
        }
        self.offers = {number: (one, has_faces(spec, one.type)) for number, one in self.strategy.by_offer.items()}

    @property
    def name(self) -> str:
        """Its name with its parameters."""
        return self.strategy.called

    def seated(self, streams: Streams, seat: int) -> "Planned":
        """The chooser of a seat, which draws from that seat's stream."""
        return Planned(self, streams, seat, self.strategy.called, seat_source(seat))


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
            members = [member for one, member in question.offers if one == number]
            if members:
                member = taken(policy, eyes, members, faces, self._below)
                if member is not None:
                    return number, member
        return None
