"""The bounds of a game tested: plays in batches, shared out among processes, until each is held or broken, or time is over.

In:  Rules, a Plan: how many plays and seconds, from which seed, how many processes, for how many people, options and data.
Out: Tested: for each bound and number of people its Trial, and the play that met a fault, if one did.

Bounds with the same people and players look at the same plays. They look after every BATCH plays in the order of the seeds,
whichever process has played them: so what comes out is the same for any number of processes, and only how far the plays have
come depends on the time.
"""

from collections.abc import Callable, Iterator, Sequence
from time import perf_counter

from attrs import define, evolve, field, frozen

from interpreter.ir.model import Spec
from interpreter.lower.scope import Context
from interpreter.pipeline import prepare
from interpreter.session.strategies import seated
from interpreter.simulate.bounds import OPEN, seatings_of, Trial, trial_of
from interpreter.simulate.engines import COMPILED, engine_for
from interpreter.simulate.playout import first_fault, Played, simulate
from interpreter.simulate.tournament import Recipe
from interpreter.text.diagnostic import Diagnostic, Fault, Report
from interpreter.variant.rules import Rules
from interpreter.variant.stack import Asked
from interpreter.workers import shared_out

BATCH = {True: 200, False: 5}             # plays between two looks: of the compiled engine, of the reference engine


@frozen
class Plan:
    """How much is played. `people`: only for these numbers, if any; `only`: only bounds with these words in their line."""

    games: int
    seconds: float
    seed: int = 1
    jobs: int = 1
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
                    found[ways] = Group(people, ctx, ways, _recipe(rules, ctx, people, ways[0], plan, report), [])
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
    pieces = [(first, min(size, plan.seed + plan.games - first)) for first in range(plan.seed, plan.seed + plan.games, size)]
    waiting: dict[int, list | Met] = {}
    following = 0
    for number, found in shared_out(_batch, pieces, plan.jobs, _sit_down, (group.recipe, group.seatings)):
        waiting[number] = found
        while following in waiting:
            batch = waiting.pop(following)
            if isinstance(batch, Met):
                tested.met.append(batch)
                return
            for trial in group.trials:
                if trial.verdict == OPEN:
                    trial.add(pieces[following][0], batch)
            following += 1
            yield len(batch)
            if group.decided:
                return
        if perf_counter() > until:
            return


# ------------------------------------------------------------------ in each process


@frozen(eq=False)
class Here:
    """What this process plays: the Spec, and for each way to sit the names and those who decide."""

    recipe: Recipe
    spec: Spec
    ways: list[tuple[tuple[str, ...], Sequence]]


_here: list[Here] = []                    # one, once the process is ready


def _sit_down(recipe: Recipe, seatings: tuple[tuple[str, ...], ...]) -> None:
    """Makes the game from its files; in the first process, too, where it is another one for each group."""
    tables = [evolve(recipe, seats=seats).table() for seats in seatings]
    _here[:] = [Here(recipe, tables[0][0], [(seats, sitting) for seats, (_, sitting) in zip(seatings, tables, strict=True)])]


def _batch(piece: tuple[int, int]) -> list[tuple[Played, ...]] | Met:
    """Some plays in the order of their seeds, each in every way to sit."""
    (first, count), here = piece, _here[0]
    ways = []
    for seats, sitting in here.ways:
        try:
            ways.append(simulate(here.spec, count, first, sitting, engine=here.recipe.engine).plays)
        except Fault as fault:
            seed, first_one = first_fault(here.spec, range(first, first + count), sitting) or (first, fault)
            return Met(seed, here.recipe.people, seats, first_one.diagnostic)
    return list(zip(*ways, strict=True))
