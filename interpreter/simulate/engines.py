"""Which engine plays many plays by bots: the reference engine, or the game compiled to WebAssembly (engine/compiled/).

In:  a Spec, how many plays, who sits where, which engine is asked for.
Out: Engine: which one it is, and why it is not the compiled one; `by_module`: how plays have ended, seed by seed.

The figures are the same to the last digit, whichever it was. What the module leaves alone (None) is for the reference engine.
"""

from collections.abc import Iterator, Sequence

from attrs import frozen

from interpreter.core.question import Over
from interpreter.ir.model import Spec

COMPILED, REFERENCE = "compiled", "reference"
ENGINES = (COMPILED, REFERENCE)
FEW = 20                                  # plays that are over before a game that is not kept would be compiled
MOST_SEED = 1 << 62
End = tuple[Over, int, tuple[int, ...]]   # how a play ended, its decisions, how much lay in each shared zone


@frozen
class Engine:
    """Which engine plays; `why` not the compiled one, if that was not asked for."""

    name: str = REFERENCE
    why: str = ""

    def __str__(self) -> str:
        return f"played by the {self.name} engine" + (f" ({self.why})" if self.why else "")


def engine_for(spec: Spec, games: int, seed: int, seats: Sequence[object], always: bool = False, asked: str = "") -> Engine:
    """The engine for these plays: what is asked for, and the compiled one if nothing is, where it can play them."""
    if asked == REFERENCE:
        return Engine()
    if any(who != "random" for who in seats):
        return Engine(why="only random seats are compiled")
    if always:
        return Engine(why="it looks at every state")
    if not 0 <= seed <= MOST_SEED:
        return Engine(why="the seed is too large for the compiled one")
    if not asked and games <= FEW and not _is_at_hand(spec):
        return Engine(why="compiling takes longer than so few plays")
    missing = make_ready(spec)
    return Engine(why=missing) if missing else Engine(COMPILED)


def make_ready(spec: Spec) -> str:
    """Compiles a game, so that it is at hand for every process; why not, where nothing runs a module here."""
    from interpreter.engine.compiled.instance import compiled, Missing
    try:
        compiled(spec)
    except Missing as found:
        return f"wasmtime does not run here: {found}"
    return ""


def _is_at_hand(spec: Spec) -> bool:
    from interpreter.engine.compiled.instance import Missing, runtime
    from interpreter.engine.compiled.kept import kept
    try:
        runtime()
    except Missing:
        return False
    return kept(spec) is not None


def by_module(spec: Spec, seed: int, games: int) -> Iterator[End | None]:
    """How plays by random bots have ended, from the seeds SEED, SEED + 1 ...; None for one that the reference engine plays."""
    from interpreter.engine.compiled.instance import compiled
    from interpreter.engine.compiled.results import plays, told
    for record in plays(compiled(spec), seed, games):
        over = None if record is None else told(spec, record)
        yield None if record is None or over is None else (over, record.decisions, record.lying)
