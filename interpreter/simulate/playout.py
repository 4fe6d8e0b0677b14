"""Many plays by bots, as fast as the engine goes: what came of them, and how long they took.

In:  a Spec, how many games, a seed, who sits where. `Watch`: the game's `always` lines. `share_of`: a count and a total.
Out: a Result: means and deviations of the scores, how long plays were (in decisions), how they ended, decisions a second. A
     Watch raises a Fault for the first state in which an `always` does not hold or a component does not lie in one place; it
     looks only at what can have changed since its last look. `share_of`: a share and its 95 % interval (Wilson's).

Timed is the whole engine at work: every rule, trigger, guard and option list, who knows which card's face (`known`), what
branches of simultaneous steps have sent (`pending`) and how the table lay when they began, the spans from which a refusal or
fault would be told, chance by the documented streams, and the bots. Nobody listens, so no log is kept, no position is copied
and no answer is put in words. Making the Spec and working out the means are not timed.

A decision is a choice among two or more things by a seat: options, or options and free actions. Questions of chance and forced
answers are not counted. Game g of a simulation is a play of its own with the seed SEED + g, as the referee would play it.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import fmean, median, NormalDist
from time import perf_counter, process_time

from attrs import define, field, frozen

from interpreter.core.question import Over, part_of_win
from interpreter.core.state import State
from interpreter.engine.machine import CARRY_OUT, Machine, start
from interpreter.engine.scoring import broken
from interpreter.ir.dependencies import reads, touches
from interpreter.ir.model import Always, Spec
from interpreter.observation.masks import Eyes
from interpreter.scenario.trace import traced
from interpreter.session.bots import chooser, Decider, Take
from interpreter.session.streams import source_of, Streams
from interpreter.simulate.engines import by_module, COMPILED, REFERENCE, states_of
from interpreter.text import codes
from interpreter.text.diagnostic import Fault
from interpreter.text.source import NOWHERE


class Watch:
    """Watches over one play after another; `states` counts what it has looked at. A set of lines is a mask of bits."""

    def __init__(self, spec: Spec):
        self.spec, self.states = spec, 0
        self.reads = [reads(line.test) for line in spec.always]
        names = {component.kind for component in spec.components} | {zone.kind for zone in spec.zones}
        kinds = {kind: self._readers("kind", kind) for kind in names}
        self.by_cell = [self._readers("cell", info.family) for info in spec.cells]
        self.by_thing = [kinds[component.kind] for component in spec.components]
        self.piles = [(z, kinds[info.kind]) for z, info in enumerate(spec.zones) if info.ordered]
        self.begin()

    def _readers(self, what: str, name: str) -> int:
        """The lines that read such cells, or where such things lie."""
        written = {(what, name), (what, "*")}
        return sum(1 << k for k, read in enumerate(self.reads) if touches(read, written))

    def begin(self) -> None:
        """A new play: nothing has been looked at."""
        self.cells: list = []
        self.places: list[int] = []
        self.orders: list[list[int] | None] = [None] * len(self.piles)

    def look(self, m: Machine, all_of_it: bool = False) -> None:
        """Raises a Fault for the first line that does not hold in this state."""
        self.states += 1
        lines = self.touched(m.state, all_of_it)
        for line in broken(m, lines) if lines else ():
            raise Fault(codes.FAULT_ALWAYS, line.span, codes.FAULT_ALWAYS.says(what=line.about))

    def touched(self, state: State, all_of_it: bool = False) -> list[Always]:
        """The lines that read something that is not as it was when this was asked last. None while things are on their way."""
        if state.pending:
            return []
        touched = self._moved(state, all_of_it) | self._changed(state) | self._ordered(state)
        return [line for k, line in enumerate(self.spec.always) if touched >> k & 1]

    def _moved(self, state: State, all_of_it: bool) -> int:
        zones, places, touched = state.zones, state.places, 0
        if sum(map(len, zones)) != len(places):
            everywhere = [thing for things in zones for thing in things]
            self._lost(min(range(len(places)), key=lambda thing: everywhere.count(thing) == 1))
        if all_of_it or places != self.places:
            for thing in _differing(places, [] if all_of_it else self.places):
                if places[thing] < 0 or thing not in zones[places[thing]]:
                    self._lost(thing)
                touched |= self.by_thing[thing]
            self.places = places[:]
        return touched

    def _lost(self, thing: int) -> None:
        what = f"{self.spec.components[thing].id} lies in one place"
        raise Fault(codes.FAULT_ALWAYS, NOWHERE, codes.FAULT_ALWAYS.says(what=what))

    def _changed(self, state: State) -> int:
        touched = 0
        if state.cells != self.cells:
            for k in _differing(state.cells, self.cells):
                touched |= self.by_cell[k]
            self.cells = state.cells[:]
        return touched

    def _ordered(self, state: State) -> int:
        touched = 0
        for k, (z, readers) in enumerate(self.piles):
            if state.zones[z] != self.orders[k]:
                touched |= readers
                self.orders[k] = state.zones[z][:]
        return touched


def _differing(now: list, before: list) -> list[int]:
    """Where two lists differ; everywhere if there was none before."""
    if len(before) != len(now):
        return list(range(len(now)))
    return [k for k, (a, b) in enumerate(zip(now, before, strict=True)) if a != b]


# ------------------------------------------------------------------ shares and their intervals


SURE = 0.95
Z = NormalDist().inv_cdf(0.5 + SURE / 2)


@frozen
class Share:
    """`count` of `total`, as a share from 0 to 1, and where it lies with 95 %."""

    count: float
    total: int
    share: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.share:.1%} (95 %: {self.low * 100:.1f} to {self.high * 100:.1f})"

    def to_json(self) -> dict:
        """For programs."""
        return {name: round(getattr(self, name), 4) for name in ("count", "share", "low", "high")}


def share_of(count: float, total: int) -> Share:
    """The share and its interval; of no plays nothing is known.

    >>> share_of(560, 1000)
    Share(count=560, total=1000, share=0.56, low=0.529, high=0.5905)
    """
    if total == 0:
        return Share(count, 0, 0.0, 0.0, 1.0)
    p, spread = count / total, Z * Z / total
    middle = (p + spread / 2) / (1 + spread)
    half = Z * sqrt(p * (1 - p) / total + spread / (4 * total)) / (1 + spread)
    return Share(count, total, p, round(max(0.0, middle - half), 4), round(min(1.0, middle + half), 4))


# ------------------------------------------------------------------ many plays


@frozen
class Played:
    """One play: how it ended, how many decisions it took, and how many things lay in each shared zone at the end."""

    over: Over
    decisions: int
    lying: tuple[int, ...] = ()

    def to_data(self) -> list:
        """For JSON."""
        over = self.over
        scores = [[name, values] for name, values in over.scores.items()]
        return [over.how, over.winners, scores, over.totals, over.about, over.places, self.decisions, self.lying]

    @classmethod
    def from_data(cls, data: list) -> "Played":
        """From JSON."""
        how, winners, scores, totals, about, places, decisions, lying = data
        ends = {name: tuple(values) for name, values in scores}
        over = Over(how, tuple(winners), ends, tuple(totals), about, tuple([tuple(place) for place in places]))
        return cls(over, decisions, tuple(lying))


def shared_zones(spec: Spec) -> list[int]:
    """The zones that belong to nobody and are declared by the game, spaces and stores left out."""
    return [k for k, z in enumerate(spec.zones) if z.owner < 0 and z.kind and z.name not in spec.boards]


def play_once(
    spec: Spec, seed: int, names: Sequence[Decider] = (), watch: Watch | None = None, executed: set[int] | None = None
) -> Played:
    """One play to its end, by bots: `names` are those of CHOOSERS, or strategies made ready; seats without one are random. A
    `watch` looks at every state; the numbers of the ops carried out are put into `executed`. Raises the Fault that stops the
    play."""
    machine, streams, decisions = Machine(spec, start(spec)), Streams(seed), 0
    if executed is not None:
        machine.carry_out = traced(executed, CARRY_OUT)
    if watch is not None:
        watch.begin()
    sitting = [chooser(names[k] if k < len(names) else "random", streams, k) for k in range(len(spec.seats))]
    bots = [bot for bot in sitting if bot is not None]
    if len(bots) < len(sitting):
        raise ValueError("a person cannot sit in a play without a table")
    choose, answer, nature = [bot.choose for bot in bots], machine.answer, streams.nature
    looking = [getattr(bot, "eyes", False) for bot in bots]
    while True:
        stop = machine.advance()
        if watch is not None:
            watch.look(machine, isinstance(stop, Over))
        if isinstance(stop, Over):
            return Played(stop, decisions, tuple([len(machine.state.zones[z]) for z in shared_zones(spec)]))
        for question in stop.questions:
            seat = question.seat
            if seat < 0:
                branch = machine.branch if machine.state.strands else -1
                answer(question, nature(question, source_of(spec, question, branch)))
                continue
            choice = choose[seat](question, Eyes(machine, question)) if looking[seat] else choose[seat](question, None)
            decisions += len(question.options) > 1 or bool(question.offers)
            if choice.__class__ is Take:
                machine.take(question, choice.offer)
            else:
                answer(question, choice)


def first_fault(
    spec: Spec, seeds: Iterable[int], seats: Sequence[Decider] = (), always: bool = False
) -> tuple[int, Fault] | None:
    """The first of these plays that a fault stops, by its seed; None if none does."""
    for seed in seeds:
        try:
            play_once(spec, seed, seats, Watch(spec) if always else None)
        except Fault as fault:
            return seed, fault
    return None


@define(eq=False)
class Result:
    """What many plays came to. `to_json` has the names that programs read."""

    spec: Spec
    seed: int
    plays: list[Played] = field(factory=list)
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    states: int = 0                       # in which what must always hold was looked at
    engine: str = REFERENCE

    @property
    def games(self) -> int:
        """How many plays."""
        return len(self.plays)

    @property
    def decisions(self) -> int:
        """How many decisions in all of them."""
        return sum(play.decisions for play in self.plays)

    @property
    def totals(self) -> list[tuple[int, ...]]:
        """The totals by seat, play by play."""
        return [play.over.totals for play in self.plays]

    @property
    def mean_scores(self) -> list[float]:
        """The mean total of each seat."""
        return [_mean([totals[seat] for totals in self.totals]) for seat in range(len(self.spec.seats))]

    @property
    def sd_score(self) -> float:
        """The standard deviation of the totals of all seats together."""
        return _deviation([total for totals in self.totals for total in totals])

    @property
    def wins(self) -> list[float]:
        """How many plays each seat won; a shared win counts for each who shares it by its part."""
        share = [0.0] * len(self.spec.seats)
        for play in self.plays:
            for seat in play.over.winners:
                share[seat] += part_of_win(play.over.winners, seat)
        return share

    @property
    def win_share(self) -> list[float]:
        """The same as a part of all plays."""
        return [round(count / max(1, self.games), 4) for count in self.wins]

    @property
    def endings(self) -> dict[str, int]:
        """How plays ended, most often first."""
        return dict(Counter(play.over.ending for play in self.plays).most_common())

    @property
    def mean_lying(self) -> dict[str, float]:
        """How many things lay in each shared zone when plays ended, on average."""
        labels = [self.spec.zones[z].label for z in shared_zones(self.spec)]
        return {label: _mean([play.lying[k] for play in self.plays]) for k, label in enumerate(labels)}

    def score(self, name: str) -> list[int]:
        """All values of one declared score."""
        return [value for play in self.plays for value in play.over.scores[name]]

    @property
    def lengths(self) -> dict[str, float]:
        """Decisions a play: fewest, median, mean, most."""
        counts = [play.decisions for play in self.plays] or [0]
        return {"least": min(counts), "median": median(counts), "mean": _mean(counts), "most": max(counts)}

    def to_json(self) -> dict:
        """Everything, in the names of the hand-written programs where they have one. `timings` and `engine` stand apart: the
        rest is the same for the same seed, on every machine and whichever engine played."""
        scores = {}
        for score in self.spec.scores:
            scores[f"mean_{score.name}"] = _mean(self.score(score.name))
            scores[f"sd_{score.name}"] = _deviation(self.score(score.name))
        return {
            "game": self.spec.name, "players": len(self.spec.seats), "options": dict(self.spec.option_words),
            "games": self.games, "decisions": self.decisions, "mean_scores": self.mean_scores,
            "sd_score": self.sd_score, **scores, "lengths": self.lengths, "endings": self.endings,
            "states": self.states, "mean_lying": self.mean_lying,
            "win_share": self.win_share, "seed": self.seed, "engine": self.engine,
            "timings": {
                "seconds": round(self.seconds, 4), "cpu_seconds": round(self.cpu_seconds, 4),
                "games_per_s": _rate(self.games, self.seconds), "decisions_per_s": _rate(self.decisions, self.seconds),
            },
        }


def _mean(values: Sequence[float]) -> float:
    return round(fmean(values), 4) if values else 0.0


def _deviation(values: Sequence[float]) -> float:
    """Of all there are, not of a sample."""
    if not values:
        return 0.0
    mean = fmean(values)
    return round(fmean([(value - mean) ** 2 for value in values]) ** 0.5, 4)


def _rate(count: int, seconds: float) -> float:
    return round(count / seconds, 1) if seconds > 0 else 0.0


def simulate(
    spec: Spec, games: int, seed: int = 1, seats: Sequence[Decider] = (), always: bool = False, engine: str = REFERENCE
) -> Result:
    """So many plays from the seeds SEED, SEED + 1 ...; a fault in one of them goes through. With `always` the game's `always`
    lines, and where things lie, are looked at in every state. `engine`: as `engine_for` has chosen it."""
    result, watch = Result(spec, seed, engine=engine), Watch(spec) if always else None
    began, cpu = perf_counter(), process_time()
    ends = by_module(spec, seed, games, seats, always) if engine == COMPILED else (None for _ in range(games))
    for number, end in enumerate(ends, start=seed):
        result.plays.append(play_once(spec, number, seats, watch) if end is None else Played(*end))
    result.seconds, result.cpu_seconds = perf_counter() - began, process_time() - cpu
    result.states = watch.states if watch is not None else 0
    if always and engine == COMPILED:
        result.states += states_of(spec, seats)
    return result
