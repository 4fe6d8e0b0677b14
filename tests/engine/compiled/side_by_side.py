"""The law of equality: both engines play the same play, and everything that can be seen of it is the same.

In:  a Spec and a seed.
Out: how many pauses were compared; Different says at which the two part, and in what.
"""

from interpreter.core.question import Over
from interpreter.engine.compiled.play import compiled_play
from interpreter.engine.machine import Machine, start
from interpreter.session.bots import Random, Take
from interpreter.session.streams import source_of, Streams
from interpreter.text.diagnostic import Fault, Unplayable


class Different(AssertionError):
    """The engines part."""


def same_play(spec, seed: int, most: int = 100_000, carried: int = 0, state=None) -> int:
    """Plays one play on both. With `carried`, every so many pauses the position is carried from the module to the reference
    engine and back. Gives the number of pauses."""
    reference = Machine(spec, start(spec) if state is None else state.copy())
    compiled = compiled_play(spec, state)
    streams = Streams(seed)
    bots = [Random(streams, seat) for seat in range(len(spec.seats))]
    for pause in range(most):
        one, other = _outcome(reference), _outcome(compiled)
        at = f"seed {seed}, pause {pause}"
        if compiled.handed_over and not isinstance(one, str):
            raise Different(f"{at}: the module has left it to the reference engine")
        if isinstance(one, Over | str) or isinstance(other, Over | str):
            if one != other:
                raise Different(f"{at}: {one} / {other}")
            if isinstance(one, Over):
                _same_state(spec, reference.state, compiled.state, at)
            return pause
        _same_questions(one.questions, other.questions, at)
        _same_state(spec, reference.state, compiled.state, f"{at}, {[q.name for q in one.questions]}")
        if carried and pause % carried == carried - 1:
            kept = compiled.open
            compiled = compiled_play(spec, compiled.state)
            compiled.open = kept
            compiled.branch = reference.branch
        if not one.questions:
            return pause
        for mine, theirs in zip(one.questions, other.questions, strict=True):
            if mine.of_nature:
                branch = reference.branch if reference.state.strands else -1
                value = streams.nature(mine, source_of(spec, mine, branch))
            else:
                value = bots[mine.seat].choose(mine)
            if isinstance(value, Take):
                reference.take(mine, value.offer)
                compiled.take(theirs, value.offer)
            else:
                reference.answer(mine, value)
                compiled.answer(theirs, value)
    return most


def _outcome(machine):
    try:
        return machine.advance()
    except (Fault, Unplayable) as found:
        return f"{type(found).__name__} {found}"


def _same_questions(one, other, at: str) -> None:
    for name in ("seat", "name", "options", "offers", "op", "type", "prompt", "source", "count"):
        mine, theirs = [getattr(q, name) for q in one], [getattr(q, name) for q in other]
        if mine != theirs:
            raise Different(f"{at}, {[q.name for q in one]}: {name}\n {str(mine)[:600]}\n {str(theirs)[:600]}")


def _same_state(spec, one, other, at: str) -> None:
    if one.key() == other.key() and one.places == other.places:
        return
    said = []
    for name in ("cells", "zones", "places", "known", "frames", "strands", "pending", "holding", "due", "resolving",
                 "serving", "before", "ended", "history"):
        mine, theirs = getattr(one, name), getattr(other, name)
        if mine != theirs:
            if isinstance(mine, list) and isinstance(theirs, list) and len(mine) == len(theirs):
                parts = [(k, a, b) for k, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b][:4]
                if name == "cells":
                    parts = [(k, spec.cells[k].label, a, b) for k, a, b in parts]
                if name == "zones":
                    parts = [(k, spec.zones[k].label, a, b) for k, a, b in parts]
                said.append(f"{name}: {parts}")
            else:
                said.append(f"{name}: {mine} / {theirs}")
    raise Different(f"{at}: " + "\n ".join(said))
