"""Many plays shared out among processes.

In:  a Recipe, from which every process makes the same Spec, how many plays from which seed, how many processes.
Out: a Result like that of play/simulate.py: the plays in the order of their seeds, whoever played them.

A process is told the first and the last seed of a share and sends back what its plays came to. Shares are small, so that all
processes finish at about the same time and progress can be told. With one process nothing is started.
"""

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from time import perf_counter

from attrs import evolve, frozen

from interpreter.load import load, prepare
from interpreter.play.simulate import Result, simulate
from interpreter.play.strategies import seated
from interpreter.spec.model import Spec
from interpreter.text.report import Fault, Report
from interpreter.variant.stack import Asked

SHARES = 16                               # for each process
LEAST = 5                                 # plays in a share


@frozen
class Recipe:
    """What a process needs to make the Spec, and how it is to play: the rules by their path, with the variants that are applied;
    `choices` and `data` are pairs, so that they can be sent."""

    rules: Asked
    people: int
    names: tuple[str, ...]
    choices: tuple = ()
    data: tuple = ()
    seats: tuple[str, ...] = ()
    always: bool = False

    def table(self) -> tuple[Spec, tuple]:
        """The game and who sits at it, made anew from the files: they were sound a moment ago."""
        report = Report()
        rules = load(self.rules, report, self.people)
        ctx = rules and prepare(rules, self.people, dict(self.choices), report, dict(self.data), self.names)
        sitting = seated(rules, ctx, dict(enumerate(self.seats)), report) if ctx and report.ok else {}
        if not report.ok:
            raise RuntimeError(f"{self.rules} has changed while it was played: {report.errors[0].message}")
        return ctx.spec, tuple(sitting.values())


def play_many(
    spec: Spec, recipe: Recipe, games: int, seed: int, jobs: int, tell: Callable[[int], None] = lambda done: None,
    sitting: tuple = (),
) -> Result:
    """So many plays, by so many processes; `tell` hears how many are done. `sitting` are those who decide, made ready: what
    the recipe's seats name."""
    made = Result(spec, seed)
    began = perf_counter()
    size = max(LEAST, -(-games // (jobs * SHARES)))
    shares = [(first, min(size, seed + games - first)) for first in range(seed, seed + games, size)]
    if jobs == 1 or len(shares) == 1:
        _gather(made, (simulate(spec, count, first, sitting or recipe.seats, recipe.always) for first, count in shares), tell)
    else:
        with ProcessPoolExecutor(jobs, initializer=_sit_down, initargs=(recipe,)) as pool:
            _gather(made, pool.map(_play, *zip(*shares, strict=True)), tell)
    made.seconds = perf_counter() - began
    return made


def _gather(made: Result, shares, tell) -> None:
    for one in shares:
        if isinstance(one, Fault):
            raise one
        made.plays += one.plays
        made.cpu_seconds += one.cpu_seconds
        made.states += one.states
        tell(len(made.plays))


HERE: dict[str, object] = {}              # what this process plays


def _sit_down(recipe: Recipe) -> None:
    HERE["recipe"], (HERE["spec"], HERE["sitting"]) = recipe, recipe.table()


def _play(first: int, count: int):
    """A share, without its Spec: that stays where it was made."""
    recipe = HERE["recipe"]
    try:
        return evolve(simulate(HERE["spec"], count, first, HERE["sitting"], recipe.always), spec=None)
    except Fault as fault:
        return fault
