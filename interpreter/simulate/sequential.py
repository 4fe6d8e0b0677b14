"""The bounds of a game tested: plays in batches, shared out, until each is held or broken, or time is over.

In:  Rules, a Plan: how many plays and seconds, from which seed, who plays them, for how many people, options and data.
Out: Tested: for each bound and number of people its Trial, and the play that met a fault, if one did.

Bounds with the same people and players look at the same plays. They look after every BATCH plays in the order of the seeds,
whoever has played them: so what comes out is the same for any number of processes or machines, and only how far the plays have
come depends on the time. What other machines have played is kept (workers.py).
"""

from collections.abc import Callable, Iterator
from contextlib import closing
from time import perf_counter

from attrs import define, evolve, field, frozen

from interpreter import cache
from interpreter.lower.scope import Context
from interpreter.pipeline import prepare
from interpreter.session.strategies import seated
from interpreter.simulate.bound_trial import OPEN, seatings_of, Trial, trial_of
from interpreter.simulate.engines import COMPILED, engine_for
from interpreter.simulate.playout import first_fault, Played, simulate
from interpreter.simulate.tournament import digest_of_table, Recipe, table_of
from interpreter.text.diagnostic import Diagnostic, Fault, Report
from interpreter.variant.rules import Rules
from interpreter.variant.stack import Asked
from interpreter.workers import carried_out, Carrier, in_order, Processes, Sort

BATCH = {True: 200, False: 5}             # plays between two looks: of the compiled engine, of the reference engine


@frozen
class Plan:
    """How much is played. `people`: only for these numbers, if any; `only`: only bounds with these words in their line."""

    games: int
    seconds: float
    seed: int = 1
    carrier: Carrier = Processes()
    people: tuple[int, ...] = ()
    only: str = ""
    options: dict = field(factory=dict)
    data: dict = field(factory=dict)


@define(eq=False)
class Group:
    """Trials that look at the same plays: so many people, who sit like this (in one way or two), by which engine."""

    people: int
    ctx: Context
    seatings: tuple[tuple[str, ...], ...]
    recipe: Recipe
    digest: str
    trials: list[Trial]

    @property
    def decided(self) -> bool:
        """Is no trial open any more?"""
        return all(trial.verdict != OPEN for trial in self.trials)


@define(eq=False)
class Met:
    """A fault in a play: its seed, how many played, who sat where, and what was wrong."""

    seed: int
    people: int
    seats: tuple[str, ...]
    wrong: Diagnostic


@define(eq=False)
class Tested:
    """What was found; `stopped`: somebody had enough."""

    groups: list[Group] = field(factory=list)
    met: list[Met] = field(factory=list)
    stopped: bool = False

    @property
    def trials(self) -> Iterator[tuple[Group, Trial]]:
        """All of them, group by group."""
        return ((group, trial) for group in self.groups for trial in group.trials)


def groups_of(rules: Rules, plan: Plan, report: Report) -> list[Group]:
    """What is to be tested; what is wrong with the rules or a strategy is in the report."""
    groups: list[Group] = []
    for people in rules.people():
        if plan.people and people not in plan.people:
            continue
        ctx = prepare(rules, people, plan.options, report, plan.data)
        if not report.ok:
            return []
        found: dict[tuple, Group] = {}
        for bound in ctx.spec.bounds:
            if people in bound.people and plan.only.casefold() in " ".join(bound.span.text.split()).casefold():
                ways = seatings_of(bound, ctx.spec)
                if ways not in found:
                    recipe = _recipe(rules, ctx, people, ways[0], plan, report)
                    found[ways] = Group(people, ctx, ways, recipe, digest_of_table(rules, ctx.spec, ways[0]), [])
                found[ways].trials.append(trial_of(bound, ctx.spec))
        groups += found.values()
    return groups


def _recipe(rules: Rules, ctx: Context, people: int, seats: tuple[str, ...], plan: Plan, report: Report) -> Recipe:
    deciders = [who or "random" for who in seated(rules, ctx, dict(enumerate(seats)), report).values()]
    engine = engine_for(ctx.spec, plan.games, plan.seed, deciders)
    where = Asked(str(rules.path), rules.named_variants(), rules.asked.without)
    return Recipe(where, people, (), tuple(plan.options.items()), tuple(plan.data.items()), seats, False, engine.name)


def try_bounds(groups: list[Group], plan: Plan, tell: Callable[[int], None] = lambda more: None) -> Tested:
    """Plays until everything is decided, the plays are over, or the time is; `tell` hears how many plays more need not be
    waited for. What the compiled engine plays comes first; each group has an even part of the time that is left when it
    begins, so that the slow ones have what the quick ones leave."""
    tested, began = Tested(groups), perf_counter()
    try:
        for k, group in enumerate(sorted(groups, key=lambda group: group.recipe.engine != COMPILED)):
            left = began + plan.seconds - perf_counter()
            until = perf_counter() + left / (len(groups) - k)
            told = 0
            for more in _played(group, plan, until, tested):
                told += more
                tell(more)
            tell(plan.games - told)
    except KeyboardInterrupt:
        tested.stopped = True
    return tested


def _played(group: Group, plan: Plan, until: float, tested: Tested) -> Iterator[int]:
    """Plays for one group: how many more there are, batch by batch."""
    size = BATCH[group.recipe.engine == COMPILED]
    pieces = [Batch(group.recipe, group.digest, group.seatings, first, min(size, plan.seed + plan.games - first))
              for first in range(plan.seed, plan.seed + plan.games, size)]
    with closing(carried_out(KEPT, _play, pieces, plan.carrier, near=False)) as batches:
        for ready in in_order(batches):
            for number, batch in ready:
                if isinstance(batch, Met):
                    tested.met.append(batch)
                    return
                for trial in group.trials:
                    if trial.verdict == OPEN:
                        trial.add(pieces[number].first, batch)
                yield len(batch)
                if group.decided:
                    return
            if perf_counter() > until:
                return


# ------------------------------------------------------------------ wherever they are played


@frozen
class Batch:
    """The plays between two looks: the seeds are FIRST, FIRST + 1 ..., each played in every way to sit."""

    recipe: Recipe
    digest: str
    seatings: tuple[tuple[str, ...], ...]
    first: int
    count: int

    @property
    def name(self) -> str:
        """What names it on disk."""
        return f"{cache.digest(self.digest, repr(self.seatings))[:40]}-{self.recipe.engine}-{self.first}-{self.count}"


def _play(batch: Batch) -> list[tuple[Played, ...]] | Met:
    """Some plays in the order of their seeds, each in every way to sit."""
    ways = []
    for seats in batch.seatings:
        spec, sitting = table_of(cache.digest(batch.digest, repr(seats)), evolve(batch.recipe, seats=seats))
        try:
            ways.append(simulate(spec, batch.count, batch.first, sitting, engine=batch.recipe.engine).plays)
        except Fault as fault:
            seeds = range(batch.first, batch.first + batch.count)
            seed, first_one = first_fault(spec, seeds, sitting) or (batch.first, fault)
            return Met(seed, batch.recipe.people, seats, first_one.diagnostic)
    return list(zip(*ways, strict=True))


def _as_data(found: list[tuple[Played, ...]] | Met) -> list | None:
    """A batch for JSON; of a fault none, so that it is met again."""
    return None if isinstance(found, Met) else [[play.to_data() for play in together] for together in found]


def _from_data(data: list) -> list[tuple[Played, ...]]:
    return [tuple([Played.from_data(one) for one in together]) for together in data]


KEPT: Sort[Batch, list[tuple[Played, ...]] | Met] = Sort("bounds", lambda batch: batch.name, _as_data, _from_data)
