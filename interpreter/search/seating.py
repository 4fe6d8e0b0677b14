"""Who sits down: the choosers that every game has, its strategies, and players that think.

In:  rules made for some people, and for each seat a word: `random`, `good(risk=3)`, `search:500`.
Out: for each seat who decides, made ready; what is wrong with a word is put into the report.
"""

from collections.abc import Iterable, Mapping

from interpreter.lower.scope import Context
from interpreter.search.player import effort, is_search, Nonsense, Search
from interpreter.session import strategies
from interpreter.session.bots import Decider
from interpreter.text import codes
from interpreter.text.diagnostic import Report
from interpreter.text.source import NOWHERE
from interpreter.variant.rules import Rules


def seated(rules: Rules, ctx: Context, who: Mapping[int, Decider], report: Report) -> dict[int, Decider | None]:
    """Who decides for each seat, with strategies and players that think made ready."""
    thinking: dict[str, Search | None] = {}
    for word in who.values():
        if isinstance(word, str) and is_search(word) and word not in thinking:
            thinking[word] = thinker(rules, ctx, word, report)
    others = {seat: word for seat, word in who.items() if not isinstance(word, str) or word not in thinking}
    found = strategies.seated(rules, ctx, others, report)
    return {seat: thinking[word] if isinstance(word, str) and word in thinking else found[seat] for seat, word in who.items()}


def thinker(rules: Rules, ctx: Context, word: str, report: Report) -> Search | None:
    """A player that thinks, ready for any seat; None with the reasons in the report."""
    try:
        how = effort(word)
    except Nonsense as wrong:
        report.add(codes.NO_SUCH_STRATEGY, NOWHERE, name=word, help=str(wrong))
        return None
    strategy = strategies.prepared(rules, ctx, how.strategy, report) if how.strategy else None
    return Search(ctx.spec, word, how, strategy) if report.ok else None


def said_once(deciders: Iterable[object]) -> list[str]:
    """What is to be known of those who think before a play begins, in lines."""
    found = []
    for one in {one.name: one for one in deciders if isinstance(one, Search)}.values():
        if one.missing:
            found.append(f"{one.name} thinks on the reference engine, which takes some hundred times as long: {one.missing}")
        if one.effort.seconds:
            found.append(f"{one.name} thinks by the clock: the same seed can give another play")
    return found


def by_clock(deciders: Mapping[int, Decider | None]) -> dict[int, Search]:
    """Those who think by the clock: what they have answered is not found again."""
    return {seat: one for seat, one in deciders.items() if isinstance(one, Search) and one.effort.seconds}


def to_verify(deciders: Mapping[int, Decider | None]) -> dict[int, Decider | None]:
    """Who answers when a play is carried out again: for those who think by the clock it is what was answered that counts."""
    return {**deciders} | dict.fromkeys(by_clock(deciders), "human")


__all__ = ["by_clock", "said_once", "seated", "thinker", "to_verify"]
