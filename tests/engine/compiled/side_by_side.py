"""The law of equality: both engines play the same play, and everything that can be seen of it is the same.

In:  a Spec and a seed.
Out: how many pauses were compared; Different says at which the two part, and in what.
"""

from interpreter.core.question import Over
from interpreter.engine.compiled.compiled_play import compiled_play
from interpreter.engine.compiled.instance import Stopped
from interpreter.engine.compiled.question_functions import option_depth
from interpreter.engine.compiled.state_transfer import NoRoom, scratch, value_at
from interpreter.engine.machine import Machine, start
from interpreter.ir.sources import seat_source
from interpreter.observation.masks import Eyes
from interpreter.session.bots import chooser, Take
from interpreter.session.streams import GAMMA, key_of, source_of, Streams
from interpreter.simulate.engines import players, sitting_at
from interpreter.text.diagnostic import Fault, Unplayable


class Different(AssertionError):
    """The engines part."""


def same_play(spec, seed: int, most: int = 100_000, carried: int = 0, state=None, seats=()) -> int:
    """Plays one play on both, with somebody in each seat: names of choosers, or strategies made ready; without, all are random.
    With `carried`, every so many pauses the position is carried from the module to the reference engine and back. Gives the
    number of pauses."""
    reference = Machine(spec, start(spec) if state is None else state.copy())
    seats = seats or ("random",) * len(spec.seats)
    compiled = compiled_play(spec, state, players(seats))
    streams = Streams(seed)
    bots = [chooser(who, streams, seat) for seat, who in enumerate(seats)]
    seat_down(compiled.instance, seed, seats)
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
            compiled = compiled_play(spec, compiled.state, players(seats))
            compiled.open = kept
            compiled.branch = reference.branch
        if not one.questions:
            return pause
        for mine, theirs in zip(one.questions, other.questions, strict=True):
            if mine.of_nature:
                branch = reference.branch if reference.state.strands else -1
                value = streams.nature(mine, source_of(spec, mine, branch))
            else:
                value = _same_answer(reference, compiled, mine, theirs, bots[mine.seat], streams, at)
            if isinstance(value, Take):
                reference.take(mine, value.offer)
                compiled.take(theirs, value.offer)
            else:
                reference.answer(mine, value)
                compiled.answer(theirs, value)
    return most


def seat_down(instance, seed: int, seats) -> None:
    """The module's bots sit down, each with the stream of its seat."""
    instance.call("begin_streams", seed)
    for seat, who in enumerate(sitting_at(seats)):
        instance.put(instance.module.numbers["SITTING"] + 4 * seat, who)
        instance.put(instance.module.numbers["TAKES"] + 4 * seat, 0)


def _draw_on(instance, seat: int, last: int) -> None:
    """The stream of a seat goes on from here in the module."""
    at = instance.module.numbers["STREAMS"] + 16 * seat
    instance.put(at, last, 8)
    instance.put(at + 8, 1)


def _same_answer(reference, compiled, mine, theirs, bot, streams, at: str):
    """What both bots answer: one of the options, or a free action to take. A fault of the one is a stop of the other."""
    try:
        wanted = bot.choose(mine, Eyes(reference, mine) if getattr(bot, "eyes", False) else None)
    except Fault as found:
        wanted = found
    instance = compiled.instance
    _same_state(compiled.spec, reference.state, compiled.state, f"{at}, {mine.name}")         # and it lies in memory
    room, number = scratch(instance), instance.module.asks.index(theirs.op)
    offers = tuple(offer << 32 | member & 0xFFFFFFFF for offer, member in theirs.offers)
    try:
        options = room.put(theirs.options), room.put(offers)
    except NoRoom:                                            # so many can only be compared in a whole play
        source = seat_source(mine.seat)
        _draw_on(instance, mine.seat, key_of(streams.seed, source) + streams.drawn(source) * GAMMA)
        return wanted
    try:
        took = instance.call("decided_here", number, compiled._branch_of(theirs), mine.seat, *options)
    except Stopped as stopped:
        if isinstance(wanted, Fault):
            raise wanted from None
        raise Different(f"{at}, {mine.name}: {wanted} / {stopped}") from None
    if getattr(bot, "eyes", False):
        _same_state(compiled.spec, reference.state, compiled.state, f"{at}, {mine.name}: after looking")
    if took:
        offer = instance.get("offer")
        member = offer & 0xFFFFFFFF
        got = Take((offer >> 32, member - (1 << 32) if member >> 31 else member))
    else:
        got = value_at(instance, instance.get("answer"), option_depth(compiled.spec.plan[theirs.op]))
    if wanted != got:
        raise Different(f"{at}, {mine.name} of {mine.options[:9]}: {wanted} / {got}")
    return wanted


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
