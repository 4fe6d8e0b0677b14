"""Many plays with somebody in each seat, shared out among processes; the seats exchanged if that is wanted.

In:  Rules, their lowered Context, a Recipe that says who sits where, how many plays, a seed, how many processes.
Out: `play_many`: a Result. `play_bouts`: Bouts: for each seating the Result of its plays, and what each player won over all of
     them. Raises the Fault that stops a play.

With `swap` everybody sits in every seat: the plays are shared out evenly over the seatings in which everybody has moved on by
one, two ..., and each seating has the same seeds. So nobody is lucky in the seat, and as far as chance does not depend on what
is answered, not in the cards either.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from time import perf_counter

from attrs import define, evolve, field, frozen

from interpreter.ir.model import Spec
from interpreter.lower.scope import Context
from interpreter.pipeline import load, prepare_to_play
from interpreter.search.seating import seated
from interpreter.session.bots import Decider
from interpreter.simulate.engines import REFERENCE
from interpreter.simulate.playout import Played, Result, Share, share_of, simulate
from interpreter.text.diagnostic import Fault, Report
from interpreter.variant.rules import Rules
from interpreter.variant.stack import Asked

SHARES = 16                               # for each process
LEAST = 5                                 # plays in a share


@frozen
class Recipe:
    """What a process needs to make the Spec, and how it is to play: the rules by their path, with the variants that are
    applied; `choices` and `data` are pairs, so that they can be sent; `engine` as `engine_for` has chosen it."""

    rules: Asked
    people: int
    names: tuple[str, ...]
    choices: tuple = ()
    data: tuple = ()
    seats: tuple[str, ...] = ()
    always: bool = False
    engine: str = REFERENCE

    def table(self) -> tuple[Spec, tuple]:
        """The game and who sits at it, made anew from the files: they were sound a moment ago."""
        report = Report()
        rules = load(self.rules, report, self.people)
        if rules is not None:
            ctx = prepare_to_play(rules, self.people, dict(self.choices), report, dict(self.data), self.names)
            sitting = seated(rules, ctx, dict(enumerate(self.seats)), report) if report.ok else {}
            if report.ok:
                return ctx.spec, tuple(sitting.values())
        raise RuntimeError(f"{self.rules} has changed while it was played: {report.errors[0].message}")


def play_many(
    spec: Spec, recipe: Recipe, games: int, seed: int, jobs: int, tell: Callable[[int], None] = lambda done: None,
    sitting: Sequence[Decider] = (),
) -> Result:
    """So many plays, by so many processes; `tell` hears how many are done. `sitting` are those who decide, made ready: what
    the recipe's seats name."""
    result = Result(spec, seed, engine=recipe.engine)
    began = perf_counter()
    size = max(LEAST, -(-games // (jobs * SHARES)))
    shares = [(first, min(size, seed + games - first)) for first in range(seed, seed + games, size)]
    if jobs == 1 or len(shares) == 1:
        _gather(result, (_share(spec, count, first, sitting or recipe.seats, recipe) for first, count in shares), tell)
    else:
        with ProcessPoolExecutor(jobs, initializer=_sit_down, initargs=(recipe,)) as pool:
            _gather(result, pool.map(_play, *zip(*shares, strict=True)), tell)
    result.seconds = perf_counter() - began
    return result


ShareOf = tuple[list[Played], float, int]  # some of the plays, the processor's seconds they took, the states looked at


def _gather(result: Result, shares: Iterable[ShareOf | Fault], tell: Callable[[int], None]) -> None:
    for share in shares:
        if isinstance(share, Fault):
            raise share
        plays, seconds, states = share
        result.plays += plays
        result.cpu_seconds += seconds
        result.states += states
        tell(len(result.plays))


def _share(spec: Spec, count: int, first: int, seats: Sequence[Decider], recipe: Recipe) -> ShareOf:
    """Some of the plays, without their Spec: that stays where it was made."""
    result = simulate(spec, count, first, seats, recipe.always, recipe.engine)
    return result.plays, result.cpu_seconds, result.states


@frozen(eq=False)
class Here:
    """What this process plays, and who sits at the table."""

    recipe: Recipe
    spec: Spec
    sitting: tuple


_here: list[Here] = []                    # one, once the process is ready


def _sit_down(recipe: Recipe) -> None:
    _here.append(Here(recipe, *recipe.table()))


def _play(first: int, count: int) -> ShareOf | Fault:
    """One share, in a process of its own."""
    here = _here[0]
    try:
        return _share(here.spec, count, first, here.sitting, here.recipe)
    except Fault as fault:
        return fault


# ------------------------------------------------------------------ seats and their bots


@define(eq=False)
class Bouts:
    """All plays of a tournament: (who sat where by name, the Result), one for each seating."""

    spec: Spec
    parts: list[tuple[tuple[str, ...], Result]] = field(factory=list)

    @property
    def games(self) -> int:
        """How many plays in all."""
        return sum(result.games for _, result in self.parts)

    @property
    def players(self) -> list[str]:
        """Who sat at the table, each name once, in the order of the first seating."""
        return list(dict.fromkeys(self.parts[0][0]))

    def won(self, name: str) -> Share:
        """How many plays somebody of this name won; a shared win counts by its part."""
        count = 0.0
        for seating, result in self.parts:
            for play in result.plays:
                winners = play.over.winners
                count += sum(seating[seat] == name for seat in winners) / len(winners) if winners else 0
        return share_of(count, self.games)

    @property
    def shared(self) -> int:
        """Plays with more than one winner."""
        return sum(len(play.over.winners) > 1 for _, result in self.parts for play in result.plays)

    @property
    def unwon(self) -> int:
        """Plays without a winner."""
        return sum(not play.over.winners for _, result in self.parts for play in result.plays)

    @property
    def endings(self) -> list[tuple[str, int]]:
        """How plays ended, most often first."""
        counts: Counter[str] = Counter()
        for _, result in self.parts:
            counts.update(result.endings)
        return counts.most_common()

    def mean(self, name: str) -> float:
        """The mean total of whoever played under this name."""
        totals = [play.over.totals[seat] for seating, result in self.parts for play in result.plays
                  for seat, who in enumerate(seating) if who == name]
        return round(sum(totals) / max(1, len(totals)), 4)

    def to_json(self) -> dict:
        """For programs."""
        players = [{"name": name, "won": self.won(name).to_json(), "mean_total": self.mean(name)} for name in self.players]
        return {"games": self.games, "seatings": [list(seating) for seating, _ in self.parts], "players": players,
                "shared": self.shared, "unwon": self.unwon}


def seatings(seating: tuple[str, ...], automatic: frozenset[int], swap: bool) -> list[tuple[str, ...]]:
    """The seating, and with `swap` those in which everybody has moved on by one, two ...; automatic seats stay."""
    people = [seat for seat in range(len(seating)) if seat not in automatic]
    orders = []
    for by in range(len(people) if swap else 1):
        moved = list(seating)
        for k, seat in enumerate(people):
            moved[people[(k + by) % len(people)]] = seating[seat]
        orders.append(tuple(moved))
    return orders


def play_bouts(
    rules: Rules, ctx: Context, recipe: Recipe, games: int, seed: int, swap: bool = False, jobs: int = 1,
    tell: Callable[[int], None] = lambda done: None, ready: Mapping[str, Decider] | None = None,
) -> Bouts:
    """Plays them all: in the recipe's seats, and with `swap` in every other order. `games` is a multiple of the number of
    seatings; `tell` hears how many are done; `ready` are the `makers`, if they are there already."""
    orders = seatings(recipe.seats, ctx.spec.automatic, swap)
    sitting = makers(rules, ctx, recipe.seats) if ready is None else ready
    bouts, each = Bouts(ctx.spec), games // len(orders)
    for order in orders:
        at_it = tuple(sitting[name] for name in order)
        result = play_many(ctx.spec, evolve(recipe, seats=order), each, seed, jobs, partial(_added, tell, bouts.games), at_it)
        bouts.parts.append((order, result))
    return bouts


def _added(tell: Callable[[int], None], before: int, done: int) -> None:
    tell(before + done)


def makers(rules: Rules, ctx: Context, seats: tuple[str, ...]) -> dict[str, Decider]:
    """For each name at the table what makes its chooser; the names are known to be good."""
    deciders = seated(rules, ctx, dict(enumerate(seats)), Report())
    return {seats[seat]: decider for seat, decider in deciders.items() if decider is not None}
