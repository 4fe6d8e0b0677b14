"""Which engine plays many plays by bots: the reference engine, or the game compiled to WebAssembly (engine/compiled/).

In:  a Spec, how many plays, who sits where (a name, or a strategy made ready), which engine is asked for.
Out: Engine: which one it is, and why it is not the compiled one; `by_module`: how plays have ended, seed by seed.

The figures are the same to the last digit, whichever it was. What the module leaves alone (None) is for the reference engine.
"""

from collections.abc import Iterator, Sequence

from attrs import frozen

from interpreter.core.question import Over
from interpreter.ir.model import Spec
from interpreter.ir.policy import Player
from interpreter.session.bots import Decider
from interpreter.session.strategies import player_of, Prepared

COMPILED, REFERENCE = "compiled", "reference"
ENGINES = (COMPILED, REFERENCE)
FEW = 20                                  # plays that are over before a game that is not kept would be compiled,
FEW_LONG, LONG = 4, 1000                  # and how many of a game with so many ops
MOST_SEED = 1 << 62
DRAWN = ("random", "first")               # those who need no strategy
End = tuple[Over, int, tuple[int, ...]]   # how a play ended, its decisions, how much lay in each shared zone


@frozen
class Engine:
    """Which engine plays; `why` not the compiled one, if that was not asked for."""

    name: str = REFERENCE
    why: str = ""

    def __str__(self) -> str:
        return f"played by the {self.name} engine" + (f" ({self.why})" if self.why else "")


def engine_for(spec: Spec, games: int, seed: int, seats: Sequence[Decider] = (), asked: str = "") -> Engine:
    """The engine for these plays: what is asked for, and the compiled one if nothing is, where it can play them."""
    if asked == REFERENCE:
        return Engine()
    if any(who not in DRAWN and not isinstance(who, Prepared) for who in seats):
        return Engine(why="somebody plays who is no strategy of the rules")
    if not 0 <= seed <= MOST_SEED:
        return Engine(why="the seed is too large for the compiled one")
    few = FEW_LONG if len(spec.plan) >= LONG else FEW
    if not asked and games <= few and not _is_at_hand(spec, seats):
        return Engine(why="compiling takes longer than so few plays")
    missing = make_ready(spec, seats)
    return Engine(why=missing) if missing else Engine(COMPILED)


def make_ready(spec: Spec, seats: Sequence[Decider] = ()) -> str:
    """Compiles a game with the strategies at its table, so that it is at hand for every process; why not, where nothing runs a
    module here."""
    from interpreter.engine.compiled.instance import compiled, Missing
    try:
        compiled(spec, players(seats))
    except Missing as found:
        return f"wasmtime does not run here: {found}"
    return ""


def _is_at_hand(spec: Spec, seats: Sequence[Decider]) -> bool:
    from interpreter.engine.compiled.instance import Missing, runtime
    from interpreter.engine.compiled.kept import kept
    try:
        runtime()
    except Missing:
        return False
    return kept(spec, players(seats)) is not None


def players(seats: Sequence[Decider]) -> tuple[Player, ...]:
    """The strategies at a table as the compiler takes them, in an order that does not depend on who sits where."""
    return tuple(player_of(who) for who in _strategies(seats))


def _strategies(seats: Sequence[Decider]) -> list[Prepared]:
    found = {id(who): who for who in seats if isinstance(who, Prepared)}
    return sorted(found.values(), key=lambda who: who.name)


def by_module(spec: Spec, seed: int, games: int, seats: Sequence[Decider] = (), always: bool = False) -> Iterator[End | None]:
    """How plays have ended, from the seeds SEED, SEED + 1 ...; None for one that the reference engine plays. With `always`
    every state is looked at (`states_of` says how many there were), and the reference engine plays those in which a line does
    not hold."""
    from interpreter.engine.compiled.instance import compiled
    from interpreter.engine.compiled.results import plays, told
    for record in plays(compiled(spec, players(seats)), seed, games, sitting_at(seats), always):
        over = None if record is None else told(spec, record)
        yield None if record is None or over is None else (over, record.decisions, record.lying)


def sitting_at(seats: Sequence[Decider]) -> list[int]:
    """Who sits where, as a module with these `players` takes it."""
    from interpreter.engine.compiled.results import FIRST, RANDOM
    numbers = {id(who): k for k, who in enumerate(_strategies(seats))}
    return [FIRST if who == "first" else RANDOM if isinstance(who, str) else 2 + numbers[id(who)] for who in seats]


def states_of(spec: Spec, seats: Sequence[Decider] = ()) -> int:
    """How many states `by_module` has looked at."""
    from interpreter.engine.compiled.instance import compiled
    from interpreter.engine.compiled.results import watched
    return watched(compiled(spec, players(seats)))
