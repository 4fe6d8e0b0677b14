"""Many plays with somebody in each seat, shared out; the seats exchanged if that is wanted.

In:  Rules, their lowered Context, a Recipe that says who sits where, how many plays, a seed, who carries them out.
Out: `play_many`: a Result. `play_bouts`: Bouts: for each seating the Result of its plays, and what each player won over all of
     them. Raises the Fault that stops a play.

With `swap` everybody sits in every seat: the plays are shared out evenly over the seatings in which everybody has moved on by
one, two ..., and each seating has the same seeds. So nobody is lucky in the seat, and as far as chance does not depend on what
is answered, not in the cards either.

Stretches of plays are cut the same way whoever carries them out, and are taken in in the order of the seeds; those that come
from other machines are kept (workers.py).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from functools import partial
from time import perf_counter

from attrs import define, evolve, field, frozen

from interpreter import cache
from interpreter.engine.compiled.kept import digest_of
from interpreter.ir.model import Spec
from interpreter.lower.scope import Context
from interpreter.pipeline import load, prepare_to_play
from interpreter.project.files import ELSEWHERE, read_source, strategy_files
from interpreter.search.player import is_search
from interpreter.search.seating import seated
from interpreter.session.bots import Decider
from interpreter.simulate.engines import COMPILED, REFERENCE
from interpreter.simulate.playout import Played, Result, Share, share_of, simulate
from interpreter.text.diagnostic import Fault, Report
from interpreter.variant.rules import Rules
from interpreter.variant.stack import Asked
from interpreter.workers import carried_out, Carrier, Processes, Sort

SORT = "simulated"                        # the folder of the cache
BATCH = {COMPILED: 500, REFERENCE: 5}     # plays in a share: the same, whoever carries it out
ONE = Processes()
ALONE = 1                                 # of players who think before they choose


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
        rules = load(self.rules.here(), report, self.people)
        if rules is not None:
            data = {name: ELSEWHERE.here(path) for name, path in self.data}
            ctx = prepare_to_play(rules, self.people, dict(self.choices), report, data, self.names)
            sitting = seated(rules, ctx, dict(enumerate(self.seats)), report) if report.ok else {}
            if report.ok:
                return ctx.spec, tuple(sitting.values())
        raise RuntimeError(f"{self.rules} has changed while it was played: {report.errors[0].message}")


def digest_of_table(rules: Rules, spec: Spec, seats: Sequence[str]) -> str:
    """What names these rules, played by these: the same for the same plays, whoever asks for them. Of strategies there is no
    Spec that could be named, so the words of all files count in which they can stand."""
    sources = [read_source(path, Report()) for path in strategy_files(rules.path)]
    sources += [*rules.sources, *(file.span.source for file in rules.variant_files.values())]
    texts = sorted({source.text for source in sources if source is not None})
    return cache.digest(digest_of(spec), repr(tuple(seats)), *texts)[:40]


_ready: dict[str, tuple[Spec, tuple]] = {}            # the digest of a table -> the game and who sits there


def know(digest: str, spec: Spec, sitting: Sequence[Decider]) -> None:
    """What is made already: this process, and those that are forked from it, need not make it again."""
    _ready[digest] = spec, tuple(sitting)


def table_of(digest: str, recipe: Recipe) -> tuple[Spec, tuple]:
    """The game and who sits there, made once in a process."""
    found = _ready.get(digest)
    if found is None:
        found = _ready[digest] = recipe.table()
    return found


# ------------------------------------------------------------------ many plays


@frozen
class Stretch:
    """Some of the plays: the seeds are FIRST, FIRST + 1 ..."""

    recipe: Recipe
    digest: str
    first: int
    count: int

    @property
    def name(self) -> str:
        """What names it on disk."""
        return f"{self.digest}-{self.recipe.engine}{'-always' * self.recipe.always}-{self.first}-{self.count}"


Some = tuple[list[Played], float, int]     # some of the plays, the processor's seconds they took, the states looked at


def play_many(
    rules: Rules, spec: Spec, recipe: Recipe, games: int, seed: int, carrier: Carrier,
    tell: Callable[[int], None] = lambda done: None, sitting: Sequence[Decider] = (),
) -> Result:
    """So many plays; `tell` hears how many are done. `sitting` are those who decide, made ready: what the recipe's seats
    name."""
    result = Result(spec, seed, engine=recipe.engine)
    digest = digest_of_table(rules, spec, recipe.seats)
    know(digest, spec, sitting or recipe.seats)
    size = ALONE if any(is_search(who) for who in recipe.seats) else BATCH[recipe.engine]
    stretches = [Stretch(recipe, digest, first, min(size, seed + games - first)) for first in range(seed, seed + games, size)]
    began = perf_counter()
    with closing(carried_out(KEPT, _play, stretches, carrier, near=False)) as done:
        _gather(result, done, tell)
    result.seconds = perf_counter() - began
    return result


def _gather(result: Result, stretches: Iterable[tuple[int, Some | Fault]], tell: Callable[[int], None]) -> None:
    """Takes the stretches in, in the order of the seeds; raises the Fault of the first play that meets one."""
    waiting: dict[int, Some | Fault] = {}
    following = known = 0
    for number, some in stretches:
        waiting[number] = some
        known += 0 if isinstance(some, Fault) else len(some[0])
        while following in waiting:
            some = waiting.pop(following)
            following += 1
            if isinstance(some, Fault):
                raise some
            plays, seconds, states = some
            result.plays += plays
            result.cpu_seconds += seconds
            result.states += states
        tell(known)


def _play(stretch: Stretch) -> Some | Fault:
    """One stretch, without the Spec of its plays: that stays where it was made."""
    spec, sitting = table_of(stretch.digest, stretch.recipe)
    try:
        result = simulate(spec, stretch.count, stretch.first, sitting, stretch.recipe.always, stretch.recipe.engine)
    except Fault as fault:
        return fault
    return result.plays, result.cpu_seconds, result.states


def _as_data(some: Some | Fault) -> list | None:
    """For JSON; of a Fault none, so that it is met again."""
    if isinstance(some, Fault):
        return None
    plays, _, states = some
    return [[play.to_data() for play in plays], states]


def _from_data(data: list) -> Some:
    """The same as it was, but that it has taken no time now."""
    plays, states = data
    return [Played.from_data(one) for one in plays], 0.0, states


KEPT: Sort[Stretch, Some | Fault] = Sort(SORT, lambda stretch: stretch.name, _as_data, _from_data)


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
    rules: Rules, ctx: Context, recipe: Recipe, games: int, seed: int, swap: bool = False, carrier: Carrier = ONE,
    tell: Callable[[int], None] = lambda done: None, ready: Mapping[str, Decider] | None = None,
) -> Bouts:
    """Plays them all: in the recipe's seats, and with `swap` in every other order. `games` is a multiple of the number of
    seatings; `tell` hears how many are done; `ready` are the `makers`, if they are there already."""
    orders = seatings(recipe.seats, ctx.spec.automatic, swap)
    sitting = makers(rules, ctx, recipe.seats) if ready is None else ready
    bouts, each = Bouts(ctx.spec), games // len(orders)
    for order in orders:
        at_it = tuple(sitting[name] for name in order)
        own = evolve(recipe, seats=order)
        result = play_many(rules, ctx.spec, own, each, seed, carrier, partial(_added, tell, bouts.games), at_it)
        bouts.parts.append((order, result))
    return bouts


def _added(tell: Callable[[int], None], before: int, done: int) -> None:
    tell(before + done)


def makers(rules: Rules, ctx: Context, seats: tuple[str, ...]) -> dict[str, Decider]:
    """For each name at the table what makes its chooser; the names are known to be good."""
    deciders = seated(rules, ctx, dict(enumerate(seats)), Report())
    return {seats[seat]: decider for seat, decider in deciders.items() if decider is not None}
