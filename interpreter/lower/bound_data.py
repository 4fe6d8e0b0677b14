"""Bounds: what a design must keep, as plain data.

In:  the Context of a game whose scores are lowered.
Out: spec.bounds; what cannot be is in the report: a range with nothing in it, a share beyond 0 % to 100 %, a score, a seat or a
     number of players that is not there. Whether its strategies are there is seen where those are read
     (session/bound_players.py).
"""

from interpreter.ir.model import Bound
from interpreter.lower import operators
from interpreter.lower.scope import Context
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.diagnostic import listed, plural, suggestion

ORDINALS = ("the first seat", "the second seat", "the third seat", "the fourth seat", "the fifth seat", "the sixth seat")
LAST, EACH, ANY = "the last seat", "each seat", "any seat"
SHARES = (ast.WinShare, ast.Ties, ast.Skill)
TOTAL = "total"
RANDOM = "random"
SKILLED = 2                                        # people whom a stronger and a weaker player need at least


def note_bounds(ctx: Context) -> None:
    """Every bound of the game."""
    for node in ctx.world.bounds:
        people = _people(ctx, node)
        low, high = _limits(ctx, node, people)
        figure = node.figure
        scored = figure if isinstance(figure, ast.Middle | ast.Quantile) else None
        score = _score(ctx, scored.score) if scored is not None else ""
        part, whose, players = _part(ctx, figure), _whose(ctx, node, people), _players(ctx, node)
        span = node.span.with_clauses(operators.clauses_of(ctx, node.cites))
        ctx.spec.bounds.append(
            Bound(node.said, node.about is not None, _sort(figure), score, part, whose, low, high, people, players, span))


def _sort(figure: ast.Figure) -> str:
    """What is measured: `win share`, `mean`, `quantile`, `length`, `ties`, `margin`, `skill`."""
    match figure:
        case ast.WinShare():
            return "win share"
        case ast.Middle(how):
            return "mean" if how.startswith("mean") else "quantile"
    return type(figure).__name__.lower()


def _people(ctx: Context, node: ast.Bound) -> tuple[int, ...]:
    """The numbers of people it is for: all that can play, unless it says which."""
    low, high = ctx.world.game.players.low, ctx.world.game.players.high
    fewest, most = (end.value if isinstance(end, ast.Number) else 1 for end in (low, high))
    if isinstance(node.figure, ast.Skill):
        fewest = max(SKILLED, fewest)
    if node.people is None:
        return tuple(range(fewest, most + 1))
    first = node.people.low.value
    last = node.people.high.value if node.people.high is not None else first
    if not _of_the_heading(ctx):                              # a variant says how many; the bound counts as far as it fits
        return tuple(range(max(fewest, first), min(most, last) + 1))
    if not fewest <= first <= last <= most:
        said = plural(first, "player") if first == last else f"{first}..{last} players"
        can = f"{fewest}" if fewest == most else f"{fewest}..{most}"
        ctx.report.add(codes.BOUND_PEOPLE, node.people.span, got=said, can=can)
        return ()
    return tuple(range(first, last + 1))


def _of_the_heading(ctx: Context) -> bool:
    """Does the heading itself say how many can play, and no variant in its place?"""
    heading, players = ctx.world.game.span, ctx.world.game.players.span
    return players.source is heading.source and heading.start <= players.start <= heading.end


def _score(ctx: Context, name: ast.Ident) -> str:
    known = [TOTAL, *ctx.world.scores]
    if name.text not in known:
        help_ = suggestion(name.text, known) or f"it is {listed(known, 'or')}"
        ctx.report.add(codes.NO_SUCH_NAME, name.span, name=name.text, help=help_)
    return name.text


def _part(ctx: Context, figure: ast.Figure) -> float:
    """The part of all values that lie below a quantile."""
    if isinstance(figure, ast.Quantile):
        part = figure.part
        if not part.is_share or not 0 < part.value < 1:
            ctx.report.add(codes.BOUND_UNIT, part.span, what="the part of a quantile", wanted="a share between 0 % and 100 %",
                           got=part.text)
        return float(part.value)
    return 0.5


def _whose(ctx: Context, node: ast.Bound, people: tuple[int, ...]) -> str | int:
    """`each seat`, `any seat`, nothing (all together), or a seat by its number; the last one is -1."""
    whose = getattr(node.figure, "whose", None)
    if whose in (None, EACH, ANY):
        return whose or ""
    if whose == LAST:
        return -1
    seat = ORDINALS.index(whose)
    if people and seat >= people[0]:
        ctx.report.add(codes.BOUND_SEAT, node.figure.span, seat=whose, count=plural(people[0], "player"))
    return seat


def _limits(ctx: Context, node: ast.Bound, people: tuple[int, ...]) -> tuple[float | None, float | None]:
    """Between what it has to lie; None where nothing limits it."""
    limits, share = node.limits, isinstance(node.figure, SHARES)
    low = limits.low if isinstance(limits, ast.Between | ast.Above) else None
    high = limits.high if isinstance(limits, ast.Between | ast.Below) else None
    for end in (low, high):
        if end is not None and end.is_share is not share:
            wanted = "a share in per cent, such as 25%" if share else "a number, without a per cent sign"
            ctx.report.add(codes.BOUND_UNIT, end.span, what=f"`{_words(node.figure)}`", wanted=wanted, got=end.text)
            return None, None
        if end is not None and share and not 0 <= end.value <= 1:
            ctx.report.add(codes.BOUND_SHARE, end.span, got=end.text)
            return None, None
    if low is not None and high is not None and low.value > high.value:
        ctx.report.add(codes.BOUND_EMPTY, limits.span, low=low.text, high=high.text)
        return None, None
    each = isinstance(node.figure, ast.WinShare) and node.figure.whose == EACH
    if each and low is not None and any(low.value * count > 1 for count in people):
        most = max(people)
        ctx.report.add(codes.BOUND_CANNOT, limits.span, low=low.text, count=most)
    return (float(low.value) if low is not None else None), (float(high.value) if high is not None else None)


def _words(figure: ast.Figure) -> str:
    return " ".join(figure.span.text.split())


def _players(ctx: Context, node: ast.Bound) -> tuple[str, ...]:
    """Who sits at the table; of `skill` the stronger and the weaker one."""
    if isinstance(node.figure, ast.Skill):
        strong, weak = _called(node.figure.strong), _called(node.figure.weak)
        if node.by is not None:
            ctx.report.add(codes.BOUND_BY, node.by.span)
        if strong == weak:
            ctx.report.add(codes.BOUND_CANNOT_SKILL, node.figure.span, name=strong)
        return strong, weak
    return (_called(node.by) if node.by is not None else RANDOM,)


def _called(player: ast.Player) -> str:
    """As `--seat` names it: `miser(least=4)`."""
    return "".join(player.span.text.split())
