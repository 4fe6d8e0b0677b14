"""Plays of several sets of rules from the same seeds, batch by batch, shared out and kept on disk.

In:  Sides (a set of rules, who sits there), what is wanted of each play, a range of seeds, who carries them out.
Out: batches of rows, in the order in which they come in; `in_order` gives them in the order of the seeds. A row is what a
     figure is worked out from: of the end of a play (End), or of its course (study/courses.py) played twice from the same deal.

A batch is named by a digest of the rules, of who decides and of this program, by its seeds and by what is wanted; it is kept
in the user's cache folder as soon as it is there (workers.py). So a command that was stopped goes on where it was, and how the
batches are cut does not hang on who carries them out: neither that nor an interruption changes a digit.
"""

from collections.abc import Callable, Generator, Sequence
from typing import Any

from attrs import evolve, frozen

from interpreter import cache
from interpreter.simulate.engines import engine_for
from interpreter.simulate.playout import first_fault, simulate
from interpreter.simulate.tournament import Recipe, table_of
from interpreter.study.courses import OTHER_CHOICES, play_course
from interpreter.text.diagnostic import Fault, Unplayable
from interpreter.workers import carried_out, Carrier, Sort

ENDS, COURSE = "ends", "course"
BATCH = {True: 500, False: 50}            # plays of which only the end is wanted: by random seats, and by others
LOOKED_AT = 5                             # plays in a batch of which the course is wanted
WEIGHT = {ENDS: 1, COURSE: 200}           # how long a play takes, roughly, for the bar
MANY = 1000                               # plays for which compiling a game pays: of a contest there are many small batches
SLOWER = 8                                # the same for a play by strategies


@frozen
class Side:
    """One set of rules as it is played: what it is called, and the recipe for a process to make it. `digest` names it; `people`
    are the seats at which somebody decides."""

    name: str
    title: str
    recipe: Recipe
    digest: str
    people: tuple[int, ...]

    @property
    def random(self) -> bool:
        """Is everybody random?"""
        return set(self.recipe.seats) <= {"random"}


@frozen
class End:
    """How one play ended: in a word, who won, each score by seat, each total, how many decisions it took."""

    ending: str
    winners: tuple[int, ...]
    scores: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    decisions: int

    def to_data(self) -> list:
        """For JSON."""
        return [self.ending, self.winners, self.scores, self.totals, self.decisions]

    @classmethod
    def from_data(cls, data: list) -> "End":
        """From JSON."""
        ending, winners, scores, totals, decisions = data
        return cls(ending, tuple(winners), tuple([tuple(one) for one in scores]), tuple(totals), decisions)


@frozen
class Work:
    """A batch to be played: `side` and `step` say where it belongs; the seeds are FIRST, FIRST + 1 ..."""

    side: int
    step: int
    recipe: Recipe
    digest: str
    wanted: str
    first: int
    count: int
    weight: int = 1

    @property
    def key(self) -> str:
        """What names it on disk."""
        return f"{self.digest}-{self.wanted}-{self.first}-{self.count}"


@frozen
class Trouble:
    """A play that could not be finished, or not begun: with these options and data the rules refuse it."""

    work: Work
    seed: int
    fault: Fault | Unplayable


class Unfinished(Exception):
    """A play was stopped by a fault of the rules."""

    def __init__(self, trouble: Trouble):
        super().__init__(trouble)
        self.trouble = trouble


Rows = list[list]


# ------------------------------------------------------------------ what there is to do


def batches(sides: Sequence[Side], wanted: str, seed: int, count: int, own_seeds: Sequence[int] = ()) -> list[Work]:
    """The work for `count` plays of each side, all sides of one stretch of seeds together, the first seeds first. `own_seeds`
    gives a side seeds of its own: what would be if chance were not common to all."""
    size = LOOKED_AT if wanted == COURSE else BATCH[all(side.random for side in sides)]
    weight = WEIGHT[wanted] * (1 if all(side.random for side in sides) else SLOWER if wanted == ENDS else 10)
    seeds = [*own_seeds, *[seed] * len(sides)]
    return [Work(number, step, side.recipe, side.digest, wanted, seeds[number] + begin, min(size, count - begin), weight)
            for step, begin in enumerate(range(0, count, size)) for number, side in enumerate(sides)]


def contests(sides: Sequence[Side], stronger: str, weaker: str, seed: int, count: int) -> list[Work]:
    """The work for at least `count` plays of one stronger player among weaker ones, who takes each seat equally often: in the
    plays of step K the seat K, counted round and round. The digests are those of the sides with these strategies."""
    seats = len(sides[0].people)
    size = max(1, min(LOOKED_AT, count // seats))
    steps = -(-count // (size * seats)) * seats
    found = []
    for step in range(steps):
        for number, side in enumerate(sides):
            at = side.people[step % seats]
            who = tuple(stronger if k == at else weaker for k in range(len(side.recipe.seats)))
            recipe = evolve(side.recipe, seats=who, engine="")
            key = cache.digest(side.digest, repr(who))[:40]
            found.append(Work(number, step, recipe, key, ENDS, seed + step * size, size, SLOWER))
    return found


# ------------------------------------------------------------------ doing it


def play(work: Work) -> Rows | Trouble:
    """One batch, played."""
    spec, sitting = table_of(work.digest, work.recipe)
    rows: Rows = []
    if work.wanted == COURSE:
        for seed in range(work.first, work.first + work.count):
            try:
                course = play_course(spec, seed, seed, sitting)
                other = play_course(spec, seed, seed + OTHER_CHOICES, sitting)
            except (Fault, Unplayable) as fault:
                return Trouble(work, seed, fault)
            rows.append([course.to_data(), other.totals, other.won])
    else:
        engine = work.recipe.engine or engine_for(spec, MANY, work.first, sitting).name
        try:
            result = simulate(spec, work.count, work.first, sitting, False, engine)
        except Fault as fault:
            seed, first_one = first_fault(spec, range(work.first, work.first + work.count), sitting) or (work.first, fault)
            return Trouble(work, seed, first_one)
        except Unplayable as refused:
            return Trouble(work, work.first, refused)
        rows = [[one.over.ending, one.over.winners, list(one.over.scores.values()), one.over.totals, one.decisions]
                for one in result.plays]
    return rows


def _as_data(found: Rows | Trouble) -> Rows | None:
    """As it is; of a play that met a fault nothing, so that it is met again."""
    return None if isinstance(found, Trouble) else found


KEPT: Sort[Work, Rows | Trouble] = Sort("plays", lambda work: work.key, _as_data, lambda rows: rows)


def in_order(
    work: Sequence[Work], carrier: Carrier, tell: Callable[[Work], None] = lambda work: None
) -> Generator[list[tuple[Work, Rows]], None, None]:
    """Step by step, in the order of the seeds, each step's batches of all sides together; `tell` hears of each batch as it
    comes in. Raises Unfinished for the first play that meets a fault."""
    waiting: dict[int, Any] = {}
    steps = _steps(work)
    for number, found in carried_out(KEPT, play, work, carrier):
        tell(work[number])
        waiting[number] = found
        while steps and all(one in waiting for one in steps[0]):
            step = [(work[one], waiting.pop(one)) for one in steps.pop(0)]
            for _, rows in step:
                if isinstance(rows, Trouble):
                    raise Unfinished(rows)
            yield step


def _steps(work: Sequence[Work]) -> list[list[int]]:
    by_step: dict[int, list[int]] = {}
    for number, one in enumerate(work):
        by_step.setdefault(one.step, []).append(number)
    return [by_step[step] for step in sorted(by_step)]
