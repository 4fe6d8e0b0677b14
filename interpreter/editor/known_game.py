"""A game as it was when it could last be lowered: what its names are, and what a block that has changed since says wrong.

In:  the Rules of a game; blocks of its files as they are now.
Out: KnownGame: its Context; `look` at one declaration anew, with the names and types of the game as it is known; what each
     value in it is, and which names can be used at each line.

Only bodies are looked at: where a heading is another, everything that uses it may be another too, and the whole game has to be
lowered again.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property

from attrs import define, field, frozen

from interpreter.core import types as t
from interpreter.ir import Expr
from interpreter.lower import calls, operators, values
from interpreter.lower.bound_data import note_bounds
from interpreter.lower.lower import lower, write_body, write_offer, write_route, write_step, write_trigger, write_trigger_test
from interpreter.lower.scope import Bound, Context, Frame, Scope
from interpreter.lower.symbols import declared, documented
from interpreter.prose.vocabulary import Lexicon, lexicon_of
from interpreter.syntax import ast
from interpreter.syntax.tokens import words
from interpreter.text.diagnostic import Diagnostic, Report
from interpreter.variant.rules import Rules

Body = ast.Setup | ast.Play | ast.Phase | ast.Effect | ast.Trigger | ast.Offer | ast.Define | ast.DefineCases | ast.Score
Rest = ast.Route | ast.Always | ast.Bound | ast.Require | ast.Winner


@frozen(eq=False)
class Heard:
    """What lowering says of a part of a file: a value's type, or None for a statement; the names that can be used there."""

    node: ast.Node
    type: t.Type | None
    names: dict[str, Bound]
    me: bool
    it: Bound | None


@define(eq=False, slots=False)
class KnownGame:
    """One game, made for the fewest people."""

    rules: Rules
    ctx: Context
    headings: dict[tuple[str, str], str] = field(factory=dict)

    @cached_property
    def lexicon(self) -> Lexicon:
        """What sentences have to know of its names."""
        return lexicon_of(one for file, _ in self.rules.parts for one in file.declarations)

    # ---------------------------------------------------------------- one declaration anew

    def can_look(self, node: ast.Node) -> bool:
        """Is it a declaration whose body alone has changed?"""
        return isinstance(node, Body | Rest) and self.headings.get(_key(node)) == heading(node)

    def look(self, node: ast.Node) -> tuple[list[Diagnostic], list[Heard]]:
        """What is wrong with the names and types of a declaration, and what lowering heard of its parts."""
        with self._listening() as (report, heard):
            _lower(self.ctx, node)
            return report.diagnostics, heard

    @contextmanager
    def _listening(self) -> "Iterator[tuple[Report, list[Heard]]]":
        """The game with a report of its own, to which nothing is added for good."""
        ctx, spec, kept = self.ctx, self.ctx.spec, Report()
        report, heard = ctx.report, list[Heard]()
        sizes = [(row, len(row)) for row in (spec.plan, spec.plan_routine, spec.definitions)]
        ctx.report = ctx.world.report = kept
        ctx.watch = _listener(heard)
        try:
            yield kept, heard
        finally:
            ctx.report = ctx.world.report = report
            ctx.watch = None
            for row, size in sizes:
                del row[size:]

    def type_of(self, node: ast.Node, names: dict[str, Bound], me: bool = True, it: Bound | None = None) -> t.Type:
        """The type of a value, at a place where these names can be used."""
        with self._listening():
            scope = Scope(Frame([t.UNKNOWN] * 64), dict(names), me=me, it=it)
            return values.place_or_value(self.ctx, node, scope).type


def known_game(rules: Rules) -> KnownGame:
    """Lowers a game; whatever is wrong with it, what can be known is."""
    report = Report()
    ctx = lower(declared(rules, report), rules.path.parent, rules.people().start, {}, {}, ())
    game = KnownGame(rules, ctx)
    for file, _ in rules.parts:
        for one in file.declarations:
            if isinstance(one, Body | Rest):
                game.headings[_key(one)] = heading(one)
    return game


def _listener(heard: list[Heard]) -> Callable[[ast.Node, Expr | None, Scope], None]:
    def listen(node: ast.Node, found: Expr | None, scope: Scope) -> None:
        heard.append(Heard(node, found.type if found is not None else None, dict(scope.names), scope.me, scope.it))

    return listen


def _key(node: ast.Node) -> tuple[str, str]:
    name = getattr(node, "name", None)
    sort = "define" if isinstance(node, ast.Define | ast.DefineCases) else type(node).__name__.lower()
    return sort, name.text if isinstance(name, ast.Ident) else ""


def heading(node: ast.Node) -> str:
    """What a declaration is for those who use it; its body does not count, nor what it cites."""
    match node:
        case ast.Effect(params=params, gives=gives):
            return _text(*(params or ()), gives)
        case ast.Define(params=params) | ast.DefineCases(params=params):
            return _text(*(params or ()))
        case ast.Trigger(moment=ast.AsSoonAs(each=each)):
            return _text(each)
        case ast.Trigger(moment=moment):
            return type(moment).__name__ + _text(getattr(moment, "event", None))
        case ast.Offer(window=window, each=each):
            return _text(window, each)
        case ast.Phase(steps=steps):
            heads = (type(step.how).__name__ + step.name.text for _, step in documented(steps, ast.Step))
            return " ".join(heads)
        case ast.Route(traveller=traveller, board=board):
            return _text(traveller, board)
    return ""


def _text(*nodes: ast.Node | None) -> str:
    return " ".join(word.text for one in nodes if one is not None for word in words(one.span.text))


def _lower(ctx: Context, node: ast.Node) -> None:
    match node:
        case ast.Setup(cites, body) | ast.Play(cites, body):
            sort = type(node).__name__.lower()
            write_body(ctx, ctx.routines[sort, sort], body, cites, me=False)
        case ast.Effect():
            write_body(ctx, ctx.routines["effect", node.name.text], node.body, node.cites)
        case ast.Phase():
            _phase(ctx, node)
        case ast.Trigger():
            trigger = next(one for one in ctx.spec.triggers if one.name == node.name.text)
            write_trigger_test(ctx, trigger, node)
            write_trigger(ctx, trigger, node)
        case ast.Offer():
            write_offer(ctx, next(one for one in ctx.spec.offers if one.name == node.name.text), node)
        case ast.Route():
            write_route(ctx, next(one for one in ctx.spec.routes if one.name == node.name.text), node)
        case ast.Define() | ast.DefineCases():
            _define(ctx, node)
        case ast.Score():
            ctx.expect(t.NUMBER, values.value(ctx, node.value, _scope(ctx, node)))
        case ast.Bound():
            ctx.spec.bounds, ctx.world.bounds = [], [node]
            note_bounds(ctx)
        case ast.Always() | ast.Require():
            operators.condition(ctx, node.test, Scope(Frame(), me=False))
        case ast.Winner(criteria=criteria):
            for one in criteria:
                if isinstance(one, ast.Best):
                    ctx.expect(t.NUMBER, values.value(ctx, one.value, Scope(Frame())))


def _scope(ctx: Context, node: ast.Score) -> Scope:
    return Scope(Frame(), clauses=operators.clauses_of(ctx, node.cites))


def _phase(ctx: Context, node: ast.Phase) -> None:
    for _, step in documented(node.steps, ast.Step):
        routine = ctx.routines["step", f"{node.name.text}.{step.name.text}"]
        if step.how is not None and step.how.test is not None:
            operators.condition(ctx, step.how.test, Scope(Frame()))
        write_step(ctx, routine, step, True)


def _define(ctx: Context, node: ast.Define | ast.DefineCases) -> None:
    """With the types its parameters have where it is used, or those that are written."""
    name, before = node.name.text, ctx.world.defines.get(node.name.text)
    types = {types: me for known, types, me in list(ctx.definitions) if known == name}
    for key in [key for key in ctx.definitions if key[0] == name]:
        del ctx.definitions[key]
    ctx.world.defines[name] = node
    if before is not None and before in ctx.used:
        ctx.used.add(node)
    written = tuple(ctx.constants.type_of(p.type) if p.type is not None else t.UNKNOWN for p in node.params or ())
    for one, me in (types or {written: True}).items():
        calls.definition(ctx, node, one, me, node.span)
