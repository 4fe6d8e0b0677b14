"""Was the line that cites a clause carried out in a run? One rule for each form of line (docs/decisions/0006-coverage.md).

In:  a Citation (a node, and the declaration it is a line of), and the RunResult of a run that passed and that a Watch saw.
Out: `exercised`: yes or no.

A statement, or a block of statements, counts when it was carried out; a guard when it refused something; an expression when it
was worked out; a declaration when a `then` line looked at what it declares.
"""

from collections.abc import Callable, Iterable
from typing import assert_never, Protocol

from attrs import field, frozen

from interpreter.scenario.runner import RunResult
from interpreter.scenario.trace import Place, place, Seen
from interpreter.syntax import ast
from interpreter.text.source import Span

Owner = ast.Kind | ast.EachPlayer | ast.Route


@frozen(eq=False)
class Citation:
    """A node and the clauses it cites; `owner` is what it is a line of: a kind, a route, `each player has`."""

    node: ast.Node
    ids: tuple[str, ...]
    owner: Owner | None = None
    span: Span = field(repr=False, kw_only=True)

    @property
    def where(self) -> str:
        """The file and the line."""
        return f"{self.span.source.name}:{self.span.line}"

    @property
    def line(self) -> str:
        """How the node begins, in the author's words."""
        first = self.node.span.text.split("\n", 1)[0]
        return " ".join(first.split(" cites ")[0].split())

    @property
    def reason(self) -> str:
        """Why the clause is left to people, where the line says so; empty for any other line."""
        return self.node.reason.text if isinstance(self.node, ast.Unencoded) else ""


@frozen(eq=False)
class Ran:
    """What one run did, as far as a rule asks for it; `owner` is what the line in question is a line of."""

    seen: Seen
    refused: tuple[Place, ...]
    faults: tuple[Place, ...]
    owner: Owner | None

    def looked_at(self, *facts: tuple[str, ...]) -> bool:
        """Did a `then` line look at one of these, or at what a rule wrote that used it?"""
        return bool(set(facts) & (self.seen.looked | self.seen.touched))


class Named(Protocol):
    """A declaration with a name."""

    @property
    def name(self) -> ast.Ident:
        """Its name where it stands."""
        ...


Block = ast.Rule | ast.Setup | ast.Play | ast.Step | ast.Effect | ast.Trigger | ast.Offer | ast.Branch | ast.ForEach | ast.Hold
Way = ast.LegStep | ast.LegHop | ast.LegMayStop


def exercised(citation: Citation, run: RunResult) -> bool:
    """Was the node carried out in this run? Never, if nobody watched it."""
    if run.seen is None:
        return False
    node, refused, faults = citation.node, tuple(map(place, run.refused)), tuple(map(place, run.faults))
    rule = RULES.get(type(node), _block if hasattr(node, "body") else _statement)
    return rule(node, Ran(run.seen, refused, faults, citation.owner))


# ------------------------------------------------------------------ places


def _inside(here: Place, span: Span) -> bool:
    name, start, end = here
    return name == span.source.name and span.start <= start and end <= span.end


def _any_inside(places: Iterable[Place], *spans: Span) -> bool:
    return any(_inside(here, span) for span in spans for here in places)


def _spans(nodes: Iterable[ast.Node] | None) -> tuple[Span, ...]:
    return tuple(node.span for node in nodes or ())


# ------------------------------------------------------------------ carried out


def _statement(node: ast.Node, ran: Ran) -> bool:
    return place(node.span) in ran.seen.executed


def _block(node: Block | ast.Alternative, ran: Ran) -> bool:
    """One of its statements, however deep inside it."""
    return _any_inside(ran.seen.executed, *_spans(node.body))


def _phase(node: ast.Phase, ran: Ran) -> bool:
    bodies = [span for _, step in ast.documented(node.steps) if isinstance(step, ast.Step) for span in _spans(step.body)]
    return _any_inside(ran.seen.executed, *bodies)


def _event(node: ast.Event, ran: Ran) -> bool:
    return place(node.name.span) in ran.seen.executed


def _route(node: ast.Route, ran: Ran) -> bool:
    """A piece set out on it."""
    return ("route", node.name.text) in ran.seen.used


# ------------------------------------------------------------------ refused


def _guard(node: ast.Node, ran: Ran) -> bool:
    return _any_inside(ran.refused, node.span)


def _alternative(node: ast.Alternative, ran: Ran) -> bool:
    """With an `if`: its condition kept it closed. Without: somebody chose it, and something in it was carried out."""
    return _block(node, ran) if node.test is None else _any_inside(ran.refused, node.test.span)


def _way(node: Way, ran: Ran) -> bool:
    """A leg that opens a way: its condition was looked at, or refused somebody; without one, a piece set out."""
    if node.test is None:
        return isinstance(ran.owner, ast.Route) and _route(ran.owner, ran)
    return _guard(node, ran) or _any_inside(ran.seen.worked, node.test.span)


def _always(node: ast.Always, ran: Ran) -> bool:
    """A fault said that it does not hold; or it was looked at and holds, and a `then` line looked at what it speaks of."""
    if _any_inside(ran.faults, node.span):
        return True
    return _any_inside(ran.seen.worked, node.test.span) and bool(_words(node.test) & _zones_and_cells(ran.seen))


def _words(node: ast.Node) -> set[str]:
    """The last words of dotted names, and bare names: zones, counters, fields and the like among them."""
    names = {inner.text for inner in ast.walk(node) if isinstance(inner, ast.Name)}
    return names | {inner.name.text for inner in ast.walk(node) if isinstance(inner, ast.Dot | ast.Apply)}


def _zones_and_cells(seen: Seen) -> set[str]:
    """The zones and counters that `then` lines looked at, without their owners."""
    return {fact[1].split(".")[-1] for fact in seen.looked if fact[0] in ("zone", "cell")}


def _limit(node: ast.Limit, ran: Ran) -> bool:
    return place(node.span) in ran.seen.limits


# ------------------------------------------------------------------ worked out


def _worked(node: ast.Node, ran: Ran) -> bool:
    return _any_inside(ran.seen.worked, node.span)


def _line(node: ast.CaseIf | ast.CaseOtherwise, ran: Ran) -> bool:
    """Its value was taken: that its condition was looked at is not enough."""
    return _any_inside(ran.seen.worked, node.value.span)


def _table(node: Named, ran: Ran) -> bool:
    return ("table", node.name.text) in ran.seen.used


# ------------------------------------------------------------------ declared


def _enum(node: ast.Enum, ran: Ran) -> bool:
    words = {member.text for member in node.members} | {node.name.text}
    return ran.looked_at(("enum", node.name.text), *(("name", word) for word in words))


def _kind(node: ast.Kind, ran: Ran) -> bool:
    return ("kind", node.name.text) in ran.seen.looked


def _written(node: ast.Written, ran: Ran) -> bool:
    return isinstance(ran.owner, ast.Kind) and _kind(ran.owner, ran)


def _field(node: ast.Field, ran: Ran) -> bool:
    return isinstance(ran.owner, ast.Kind) and ran.looked_at(("field", ran.owner.name.text, node.name.text))


def _family(node: Named, owner: Owner | None) -> str:
    """The name under which the engine knows a zone or counter."""
    match owner:
        case None:
            return node.name.text
        case ast.EachPlayer():
            return f"player.{node.name.text}"
        case ast.Kind() | ast.Route():
            return f"{owner.name.text}.{node.name.text}"
        case _:
            assert_never(owner)


def _zone(node: ast.Zone, ran: Ran) -> bool:
    """Something that lies there was looked at; that a rule used it is not enough."""
    return ("zone", _family(node, ran.owner)) in ran.seen.looked


def _cell(node: ast.Counter | ast.State, ran: Ran) -> bool:
    return ("cell", _family(node, ran.owner)) in ran.seen.looked


def _set(node: Named, ran: Ran) -> bool:
    return ran.looked_at(("name", node.name.text))


def _option(node: ast.Option, ran: Ran) -> bool:
    return ran.looked_at(("option", node.name.text))


def _die(node: ast.Die, ran: Ran) -> bool:
    die = ("die", node.name.text)
    return die in ran.seen.touched or (die in ran.seen.used and ("name", "rolled") in ran.seen.looked)


def _winner(node: ast.Winner, ran: Ran) -> bool:
    return ("name", "winners") in ran.seen.looked


def _seat(node: ast.Seat, ran: Ran) -> bool:
    return ("name", node.name.text) in ran.seen.looked


def _heading(node: ast.Node, ran: Ran) -> bool:
    """The game was played, if only a little."""
    return bool(ran.seen.executed)


def _order(node: ast.Order, ran: Ran) -> bool:
    """All of its triggers were carried out."""
    return all(("trigger", name.text) in ran.seen.used for name in node.names)


def _never(node: ast.Node, ran: Ran) -> bool:
    return False


RULES: dict[type, Callable[..., bool]] = {
    **dict.fromkeys((ast.Rule, ast.Setup, ast.Play, ast.Step, ast.Effect, ast.Trigger, ast.Offer, ast.Branch, ast.ForEach,
                     ast.Hold), _block),
    **dict.fromkeys((*ast.NARROWING, ast.Require, ast.LegMustStop, ast.LegMayNotEnd), _guard),
    **dict.fromkeys((ast.LegStep, ast.LegHop, ast.LegMayStop), _way),
    **dict.fromkeys((ast.Define, ast.DefineCases, ast.Score), _worked),
    **dict.fromkeys((ast.CaseIf, ast.CaseOtherwise), _line),
    **dict.fromkeys((ast.Components, ast.Board), _set),
    **dict.fromkeys((ast.Counter, ast.State), _cell),
    **dict.fromkeys((ast.Table, ast.TableFile), _table),
    **dict.fromkeys((ast.Game, ast.BasedOn, ast.Rulebook, ast.Errata, ast.Library, ast.Use), _heading),
    ast.Phase: _phase, ast.Event: _event, ast.Route: _route, ast.Alternative: _alternative, ast.Always: _always,
    ast.Limit: _limit, ast.LimitNesting: _never, ast.Row: _worked, ast.Enum: _enum, ast.Kind: _kind, ast.Written: _written,
    ast.Field: _field, ast.Zone: _zone, ast.Option: _option, ast.Die: _die, ast.Winner: _winner, ast.Seat: _seat,
    ast.Order: _order, ast.Told: _never,
}
