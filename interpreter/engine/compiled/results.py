"""How plays have ended.

In:  an Instance whose play is over, or what it has written of one that is; or seeds.
Out: Over, as engine/scoring.py tells it; a Record for each seed.
"""

import struct
from collections.abc import Iterator, Sequence

from attrs import frozen

from interpreter.core.question import Over
from interpreter.engine import scoring
from interpreter.engine.compiled import memory_layout as lay
from interpreter.engine.compiled.instance import Instance, Stopped
from interpreter.engine.compiled.state_transfer import state_of
from interpreter.engine.machine import Machine
from interpreter.ir.kinds import Rank
from interpreter.ir.model import Spec


@frozen
class Record:
    """How a play has ended, as the module has written it down."""

    decisions: int
    how: int
    limit: int
    won: tuple[int, ...]
    scores: tuple[tuple[int, ...], ...]
    criteria: tuple[tuple[int, ...], ...]
    lying: tuple[int, ...]


def record_of(instance: Instance, content: bytes) -> Record:
    """Reads what `store_result` has written."""
    module = instance.module
    spec, numbers = module.spec, module.numbers
    people = len(spec.seats)
    decisions, how, limit, won = struct.unpack_from("<4i", content)
    criteria = sum(1 for one in spec.winner if one.value is not None)
    rows = len(spec.scores) + criteria
    values = struct.unpack_from(f"<{rows * people}q", content, numbers["RESULT_SCORES"])
    by_row = tuple(values[k * people:(k + 1) * people] for k in range(rows))
    lying = numbers["LYING"]
    return Record(decisions, how, limit, struct.unpack_from(f"<{min(won, people)}i", content, 24),
                  by_row[:len(spec.scores)], by_row[len(spec.scores):],
                  struct.unpack_from(f"<{lying}i", content, numbers["RESULT_LYING"]))


RANDOM, FIRST = 0, 1                      # who sits at a seat; from 2 on the module's strategies, in their order


def plays(instance: Instance, seed: int, count: int, seats: Sequence[int] = (), watch: bool = False) -> Iterator[Record | None]:
    """Plays from the seeds SEED, SEED + 1 ...; None for one that has to be played by the reference engine. `seats`: who sits
    where, random if nobody is named. With `watch` the `always` lines are looked at in every state (`watched` says in how many);
    a play in which one does not hold is one for the reference engine."""
    if instance.resident is not None:
        instance.resident.saved = instance.position()
        instance.resident = None
    instance.set("watched", 0)
    at_once = max(1, 65536 // instance.module.numbers["RESULT_SIZE"])
    done = 0
    while done < count:
        wanted = min(at_once, count - done)
        found = _some_plays(instance, seed + done, wanted, seats, watch)
        yield from found
        done += len(found)
        if len(found) < wanted:
            yield None
            done += 1


def _some_plays(instance: Instance, seed: int, count: int, seats: Sequence[int], watch: bool) -> list[Record]:
    """The plays up to the first that the module leaves alone."""
    numbers, eager = instance.module.numbers, instance.get("eager")
    size, to = numbers["RESULT_SIZE"], numbers["OUTSIDE"]
    for seat in range(len(instance.module.spec.seats)):
        instance.put(numbers["SITTING"] + 4 * seat, seats[seat] if seat < len(seats) else RANDOM)
    for name, value in (("forced", 0), ("played", 0), ("watching", int(watch)), ("eager", eager and not watch)):
        instance.set(name, value)
    try:
        played = int(instance.call("playouts", seed, count, to))
    except Stopped:
        played = instance.get("played")
    if watch:
        instance.set("watching", 0)
        instance.set("eager", eager)
    content = instance.read(to, played * size)
    return [record_of(instance, content[k * size:(k + 1) * size]) for k in range(played)]


def watched(instance: Instance) -> int:
    """In how many states what must always hold has been looked at since `plays` began."""
    return instance.get("watched")


def over(instance: Instance) -> Over:
    """How the play in memory has ended."""
    numbers = instance.module.numbers
    to = numbers["OUTSIDE"]
    instance.call("store_result", to)
    made = told(instance.module.spec, record_of(instance, instance.read(to, numbers["RESULT_SIZE"])))
    if made is None or instance.number(lay.WON) > len(instance.module.spec.seats):
        return scoring.over(Machine(instance.module.spec, state_of(instance)))
    return made


def told(spec: Spec, record: Record) -> Over | None:
    """The end of a play; None where its rules do not settle a tie, which the reference engine says."""
    scores = {one.name: values for one, values in zip(spec.scores, record.scores, strict=True)}
    totals = tuple([sum(values) for values in zip(*record.scores, strict=True)]) if record.scores else (0,) * len(spec.seats)
    if record.how == 2:
        return Over("won", tuple(sorted({seat for seat in record.won if seat >= 0})), scores, totals)
    if record.how == 3:
        return Over("stopped at the limit", (), scores, totals, spec.limits[record.limit].about)
    winners = _winners(spec, record)
    if winners is None:
        return None
    everybody = tuple(range(len(spec.seats)))
    return Over("finished", winners, scores, totals, places=tuple(_ranked(spec, record, 0, everybody)) if spec.winner else ())


def _winners(spec: Spec, record: Record) -> tuple[int, ...] | None:
    left, k = tuple(range(len(spec.seats))), 0
    if not spec.winner:
        return ()
    for criterion in spec.winner:
        if criterion.sort == Rank.NOBODY and len(left) > 1:
            return ()
        if criterion.sort in (Rank.SHARED, Rank.NOBODY):
            return left
        values = record.criteria[k]
        k += 1
        best = (max if criterion.sort == Rank.HIGHEST else min)(values[p] for p in left)
        left = tuple([p for p in left if values[p] == best])
    return left if len(left) == 1 else None


def _ranked(spec: Spec, record: Record, k: int, group: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if len(group) == 1 or k >= len(spec.winner) or spec.winner[k].value is None:
        yield group
        return
    values = record.criteria[sum(1 for one in spec.winner[:k] if one.value is not None)]
    for best in sorted({values[p] for p in group}, reverse=spec.winner[k].sort == Rank.HIGHEST):
        yield from _ranked(spec, record, k + 1, tuple([p for p in group if values[p] == best]))
