"""Many plays with bots, as fast as the engine goes: what comes of them, and how long they take.

In:  a Spec, how many games, a seed, who sits where.
Out: a Result: means and deviations of the scores, how long plays were, how they ended, decisions a second.

What is timed is the whole engine at work: every rule, trigger, guard and option list, who knows which card's face
(`known`), what branches of simultaneous steps have sent (`pending`) and how the table lay when they began, the spans from
which a refusal or fault would be told, chance by the documented streams, and the bots. Not kept, because nobody listens:
the log; no position is copied and no answer is written in words. Making the Spec and working out the means are not timed.

A decision is a choice among two or more things by a seat: options, or options and free actions. Nature's questions and
forced answers are not counted. Game g of a simulation is a play of its own with the seed SEED + g, as the referee would
play it.
"""

from collections import Counter
from statistics import fmean, median
from time import perf_counter, process_time

from attrs import define, field, frozen

from interpreter.core.pause import Over
from interpreter.play.choosers import Take, chooser
from interpreter.play.holding import Watch
from interpreter.play.shares import share_of
from interpreter.play.streams import Streams, source_of
from interpreter.run.eyes import Eyes
from interpreter.run.machine import Machine, start
from interpreter.spec.model import Spec


@frozen
class Played:
    """One play: how it ended, how many decisions it took, and how many things lay in each shared zone at the end."""

    over: Over
    decisions: int
    lying: tuple[int, ...] = ()


def shared_zones(spec: Spec) -> list[int]:
    """The zones that belong to nobody and are declared by the game, spaces and stores left out."""
    return [k for k, z in enumerate(spec.zones) if z.owner < 0 and z.kind and z.name not in spec.boards]


def play_once(spec: Spec, seed: int, names: tuple[str, ...] = (), watch: Watch | None = None) -> Played:
    """One play to its end, by bots; seats without a name are random. A `watch` looks at every state."""
    machine, streams, decisions = Machine(spec, start(spec)), Streams(seed), 0
    if watch is not None:
        watch.begin()
    bots = [chooser(names[k] if k < len(names) else "random", streams, k) for k in range(len(spec.seats))]
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
            choice = choose[seat](question, Eyes(machine, question)) if looking[seat] else choose[seat](question)
            decisions += len(question.options) > 1 or bool(question.offers)
            if choice.__class__ is Take:
                machine.take(question, choice.offer)
            else:
                answer(question, choice)


@define(eq=False)
class Result:
    """What many plays came to. `to_json` has the names that programs read."""

    spec: Spec
    seed: int
    plays: list[Played] = field(factory=list)
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    states: int = 0                       # in which what must always hold was looked at

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
        return [_mean([one[seat] for one in self.totals]) for seat in range(len(self.spec.seats))]

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
                share[seat] += 1 / len(play.over.winners)
        return share

    @property
    def win_share(self) -> list[float]:
        """The same as a part of all plays."""
        return [round(one / max(1, self.games), 4) for one in self.wins]

    @property
    def endings(self) -> dict[str, int]:
        """How plays ended, most often first."""
        return dict(Counter(_ending(play.over) for play in self.plays).most_common())

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
        found = [play.decisions for play in self.plays] or [0]
        return {"least": min(found), "median": median(found), "mean": _mean(found), "most": max(found)}

    def to_json(self) -> dict:
        """Everything, in the names of the hand-written programs where they have one."""
        scores = {}
        for one in self.spec.scores:
            scores[f"mean_{one.name}"] = _mean(self.score(one.name))
            scores[f"sd_{one.name}"] = _deviation(self.score(one.name))
        return {
            "game": self.spec.name, "players": len(self.spec.seats), "options": dict(self.spec.option_words),
            "games": self.games, "decisions": self.decisions, "seconds": round(self.seconds, 4),
            "cpu_seconds": round(self.cpu_seconds, 4), "games_per_s": _rate(self.games, self.seconds),
            "decisions_per_s": _rate(self.decisions, self.seconds), "mean_scores": self.mean_scores,
            "sd_score": self.sd_score, **scores, "lengths": self.lengths, "endings": self.endings,
            "states": self.states, "mean_lying": self.mean_lying,
            "win_share": self.win_share, "seed": self.seed,
        }


def _ending(over: Over) -> str:
    return "won by nobody" if over.how == "won" and not over.winners else over.how


def _mean(values) -> float:
    return round(fmean(values), 4) if values else 0.0


def _deviation(values) -> float:
    """Of all there are, not of a sample."""
    if not values:
        return 0.0
    mean = fmean(values)
    return round(fmean([(value - mean) ** 2 for value in values]) ** 0.5, 4)


def _rate(count: int, seconds: float) -> float:
    return round(count / seconds, 1) if seconds > 0 else 0.0


def simulate(spec: Spec, games: int, seed: int = 1, seats: tuple[str, ...] = (), always: bool = False) -> Result:
    """So many plays from the seeds SEED, SEED + 1 ...; a fault in one of them goes through. With `always` the game's `always`
    lines, and where things lie, are looked at in every state."""
    result, watch = Result(spec, seed), Watch(spec) if always else None
    began, cpu = perf_counter(), process_time()
    for game in range(games):
        result.plays.append(play_once(spec, seed + game, seats, watch))
    result.seconds, result.cpu_seconds = perf_counter() - began, process_time() - cpu
    result.states = watch.states if watch is not None else 0
    return result
