"""Was the line that cites a clause carried out in a run? One rule for each sort of line (docs/decisions/0006-coverage.md).

In:  a Citation (a node and the declaration it belongs to), and the RunResult of a run that passed and that a Watch saw.
Out: `exercised`, yes or no.

Statements and what holds statements were carried out; what forbids has refused something; what is worked out was worked out;
of a declaration a `then` line looked at what it declares.
"""

from attrs import field, frozen

from interpreter.scenario.runner import RunResult
from interpreter.scenario.trace import Place, place, Seen
from interpreter.syntax import ast
from interpreter.text.source import Span


@frozen(eq=False)
class Citation:
    """A node and the clauses it cites; `owner` is what it is a line of: a kind, a route, `each player has`."""

    node: ast.Node
    ids: tuple[str, ...]
    owner: ast.Node | None = None
    span: Span = field(repr=False, default=None)

    @property
    def where(self) -> str:
        """The file and the line."""
        return f"{self.span.source.name}:{self.span.line}"

    @property
    def line(self) -> str:
        """How the node begins, in the author's words."""
        first = self.node.span.text.split("\n", 1)[0]
        return " ".join(first.split(" cites ")[0].split())


def exercised(one: Citation, run: RunResult) -> bool:
    """Was the node carried out in this run?"""
    rule = RULES.get(type(one.node), _block if hasattr(one.node, "body") else _statement)
    return rule(one, run)


# ------------------------------------------------------------------ places


def _inside(found: Place, span: Span) -> bool:
    name, start, end = found
    return name == span.source.name and span.start <= start and end <= span.end


def _any_inside(places, *spans: Span) -> bool:
    return any(_inside(found, span) for span in spans for found in places)


def _body(nodes) -> tuple[Span, ...]:
    return tuple(one.span for one in nodes or ())


# ------------------------------------------------------------------ carried out


def _statement(one: Citation, run: RunResult) -> bool:
    return place(one.node.span) in run.seen.executed


def _block(one: Citation, run: RunResult) -> bool:
    """One of its statements, however deep inside it."""
    return _any_inside(run.seen.executed, *_body(one.node.body))


def _phase(one: Citation, run: RunResult) -> bool:
    bodies = [span for _, step in ast.documented(one.node.steps) for span in _body(step.body)]
    return _any_inside(run.seen.executed, *bodies)


def _event(one: Citation, run: RunResult) -> bool:
    return place(one.node.name.span) in run.seen.executed


def _route(one: Citation, run: RunResult) -> bool:
    """A piece set out on it."""
    return ("route", one.node.name.text) in run.seen.used


# ------------------------------------------------------------------ refused


def _guard(one: Citation, run: RunResult) -> bool:
    return _any_inside(map(place, run.refused), one.node.span)


def _alternative(one: Citation, run: RunResult) -> bool:
    """With an `if`: that kept it closed. Without: somebody took it; what it does is cited inside."""
    if one.node.test is not None:
        return _any_inside(map(place, run.refused), one.node.test.span)
    return _block(one, run)


def _way(one: Citation, run: RunResult) -> bool:
    """A leg that opens a way: its condition was looked at, or refused somebody; without one, a piece set out."""
    if one.node.test is None:
        return ("route", one.owner.name.text) in run.seen.used
    return _guard(one, run) or _any_inside(run.seen.worked, one.node.test.span)


def _always(one: Citation, run: RunResult) -> bool:
    """A fault said that it does not hold; or it was looked at and holds, and a `then` line looked at what it speaks of."""
    if _any_inside(map(place, run.faults), one.node.span):
        return True
    return _any_inside(run.seen.worked, one.node.test.span) and bool(_families(one.node.test) & _named(run.seen))


def _families(node: ast.Node) -> set[str]:
    """The last words of dotted names, and bare names: zones, counters, fields and the like among them."""
    found = {one.text for one in ast.walk(node) if isinstance(one, ast.Name)}
    return found | {one.name.text for one in ast.walk(node) if isinstance(one, ast.Dot | ast.Apply)}


def _named(seen: Seen) -> set[str]:
    """The zones and counters that `then` lines looked at, without their owners."""
    return {fact[1].split(".")[-1] for fact in seen.looked if fact[0] in ("zone", "cell")}


def _limit(one: Citation, run: RunResult) -> bool:
    return place(one.node.span) in run.seen.limits


# ------------------------------------------------------------------ worked out


def _worked(one: Citation, run: RunResult) -> bool:
    return _any_inside(run.seen.worked, one.node.span)


def _line(one: Citation, run: RunResult) -> bool:
    """Its value was taken: that its condition was looked at is not enough."""
    return _any_inside(run.seen.worked, one.node.value.span)


def _table(one: Citation, run: RunResult) -> bool:
    return ("table", one.node.name.text) in run.seen.used


# ------------------------------------------------------------------ declared


def _fact(one: Citation, run: RunResult, *facts: tuple) -> bool:
    """A `then` line looked at it, or at what a rule wrote that used it."""
    return bool(set(facts) & (run.seen.looked | run.seen.touched))


def _enum(one: Citation, run: RunResult) -> bool:
    words = {member.text for member in one.node.members} | {one.node.name.text}
    return _fact(one, run, ("enum", one.node.name.text), *(("name", word) for word in words))


def _kind(one: Citation, run: RunResult) -> bool:
    return ("kind", one.node.name.text) in run.seen.looked


def _written(one: Citation, run: RunResult) -> bool:
    return ("kind", one.owner.name.text) in run.seen.looked


def _field(one: Citation, run: RunResult) -> bool:
    return _fact(one, run, ("field", one.owner.name.text, one.node.name.text))


def _family(one: Citation) -> str:
    """The name under which the engine knows a zone or counter."""
    name, owner = one.node.name.text, one.owner
    if owner is None:
        return name
    return f"player.{name}" if isinstance(owner, ast.EachPlayer) else f"{owner.name.text}.{name}"


def _zone(one: Citation, run: RunResult) -> bool:
    """Something that lies there was looked at; that a rule used it is not enough."""
    return ("zone", _family(one)) in run.seen.looked


def _cell(one: Citation, run: RunResult) -> bool:
    return ("cell", _family(one)) in run.seen.looked


def _set(one: Citation, run: RunResult) -> bool:
    return _fact(one, run, ("name", one.node.name.text))


def _option(one: Citation, run: RunResult) -> bool:
    return _fact(one, run, ("option", one.node.name.text))


def _die(one: Citation, run: RunResult) -> bool:
    die = ("die", one.node.name.text)
    return die in run.seen.touched or (die in run.seen.used and ("name", "rolled") in run.seen.looked)


def _winner(one: Citation, run: RunResult) -> bool:
    return ("name", "winners") in run.seen.looked


def _seat(one: Citation, run: RunResult) -> bool:
    return ("name", one.node.name.text) in run.seen.looked


def _heading(one: Citation, run: RunResult) -> bool:
    """The game was played, if only a little."""
    return bool(run.seen.executed)


def _order(one: Citation, run: RunResult) -> bool:
    """All of its triggers came."""
    return all(("trigger", name.text) in run.seen.used for name in one.node.names)


def _never(one: Citation, run: RunResult) -> bool:
    return False


RULES = {
    **dict.fromkeys((ast.Rule, ast.Setup, ast.Play, ast.Step, ast.Effect, ast.Trigger, ast.Offer, ast.Branch, ast.ForEach,
                     ast.Hold), _block),
    **dict.fromkeys((*ast.GUARDS, ast.Require, ast.LegMustStop, ast.LegMayNotEnd), _guard),
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
    ast.Order: _order,
}

__all__ = ["Citation", "exercised"]
