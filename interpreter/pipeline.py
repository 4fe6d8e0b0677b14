"""The whole way on one page: rules on disk → a Spec ready to play.

In:  a game's name or path, with the variants applied to it; how many people; options; and a Report.
Out: Rules (variant/rules.py), and from them a Spec, or None with the reasons in the report.

read → parse → merge variants (`load`), then gather declarations → lower → check → fold (`prepare`).
"""

from collections.abc import Callable
from pathlib import Path

from attrs import evolve

from interpreter import cache
from interpreter.check import check
from interpreter.engine.data_requirements import look_at_data
from interpreter.ir.model import Spec
from interpreter.lower.fold import fold
from interpreter.lower.lower import lower
from interpreter.lower.scope import Context
from interpreter.lower.symbols import declared
from interpreter.project.files import digest
from interpreter.text import codes
from interpreter.text.diagnostic import Report
from interpreter.variant.rules import read_rules, Rules
from interpreter.variant.stack import Asked


def load(where: str | Path | Asked, report: Report, people: int | None = None) -> Rules | None:
    """Reads and parses a game and all it uses, and merges the variants asked for; None with the reasons in `report`.

    Where so many people cannot play it, but a game `based on` it in the same folder is for them, it is that one. In place of
    a game a variant may be named: that is its base with it.
    """
    return read_rules(where, report, people)


def prepare(
    rules: Rules, people: int, options: dict, report: Report, data: dict | None = None, names: tuple[str, ...] = (),
    checks: bool = True, key: Callable[[Context], str] | None = None,
) -> Context:
    """Lowers and checks a game for so many people; the Spec is in the context, the verdict in `report`. `names` are theirs, in
    the order they sit. Who has had the same rules, people and options checked before may leave the checks out; other
    data are looked at each time. `key` names what the checks hang on, other data apart: where it is kept that they find no
    mistake in that, they are left out, and with them what they note."""
    ctx = lower(declared(rules, report), rules.path.parent, people, options, data or {}, names)
    ctx.spec.variants, ctx.spec.without = rules.named_variants(), rules.asked.without
    too_large = any(diagnostic.code is codes.TOO_LARGE for diagnostic in report.diagnostics)  # and is not looked through
    kept = key(ctx) if key is not None else ""
    checks = checks and not (kept and cache.kept("sound", kept) is not None)
    if checks and not too_large:
        check(rules, ctx, report)
    if rules.removed and not report.ok:
        _who_removed(rules.removed, report)
    if report.ok:
        fold(ctx.spec)
        if checks or data:
            look_at_data(ctx, report)
    if kept and checks and report.ok and not data:
        cache.keep("sound", kept, True)
    return ctx


def prepare_to_play(
    rules: Rules, people: int, options: dict, report: Report, data: dict | None = None, names: tuple[str, ...] = ()
) -> Context:
    """The same for who asks only whether it can be played: notes are told by `check`. The rules are as they were read."""
    def key(ctx: Context) -> str:
        book = rules.rulebook
        cited = (book.clauses, book.rulings) if book is not None else ()
        return cache.digest(rules_digest(rules, ctx), *map(repr, (rules.asked, people, sorted(options.items()), cited)))

    return prepare(rules, people, options, report, data, names, key=key)


def play_spec(
    rules: Rules, people: int, options: dict, report: Report, data: dict | None = None, names: tuple[str, ...] = ()
) -> Spec | None:
    """A Spec ready to play, or None with the reasons in `report`."""
    ctx = prepare_to_play(rules, people, options, report, data, names)
    return ctx.spec if report.ok else None


def _who_removed(removed: dict, report: Report) -> None:
    """A name that means nothing any more is told with the edit that took it away."""
    for k, mistake in enumerate(report.diagnostics):
        for name, (by, span) in removed.items():
            unknown = mistake.code.id.startswith("E02") or mistake.code is codes.NOT_A_MEMBER
            if f"`{name}`" in mistake.message and unknown and mistake.code is not codes.DECLARED_TWICE:
                note = f"`{name}` is removed by the variant `{by}` in {span}"
                report.diagnostics[k] = evolve(mistake, notes=(*mistake.notes, note))


def rules_digest(rules: Rules, ctx: Context) -> str:
    """What names exactly these rules, variants in their order, and data."""
    variants = [text for applied in rules.stack for text in (applied.name, applied.variant.span.source.text)]
    return digest(*(s.text for s in rules.sources), *variants, *(s.text for s in ctx.layout.sources.values()))
