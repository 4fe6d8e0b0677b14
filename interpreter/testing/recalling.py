"""What a rule has in mind: a number worked out from hidden things before a question, and let out by its options.

In:  a Spec, the position at the pause before, what was answered there, and the pause that came of it.
Out: an AssertionError if the options of a question would have been others, had hidden things been others, though its seat sees
     nothing on the table that says so.

The view law exchanges things at the pause itself, where a `let` has its value already. Here they are exchanged one pause before
and the same answers are given once more. That a rule acts on what is hidden is no leak: where the seat sees another table, or is
asked something else, nothing is said.
"""

from attrs import define

from interpreter.core.pause import Over, Pause, Question
from interpreter.core.state import State
from interpreter.play.choosers import Take
from interpreter.play.renaming import renamed
from interpreter.run.machine import Machine
from interpreter.run.view import view
from interpreter.spec.model import Spec
from interpreter.testing.playing import possible
from interpreter.testing.swapping import relabelled, unknown_things
from interpreter.text.report import Fault


@define(eq=False)
class Before:
    """The pause before: how the table lay, and what was answered."""

    state: State
    replies: list[tuple[Question, object]]


def nothing_recalled(spec: Spec, before: Before, state: State, pause: Pause, chance) -> None:
    """For one of the seats that are asked something."""
    asked = [one for one in pause.questions if not one.of_nature]
    if not asked or any(isinstance(reply, Take) for _, reply in before.replies):
        return
    question = chance.choice(asked)
    into = _exchange(spec, before.state, state, question.seat, chance)
    other = Machine(spec, relabelled(spec, before.state, into)) if into else None
    again = _asked(spec, other, before, question, into) if other is not None else None
    if again is None or view(spec, state, question.seat, []) != view(spec, other.state, question.seat, []):
        return
    mine, theirs = (view(spec, one, question.seat, [put]).asked for one, put in ((state, question), (other.state, again)))
    said = f"{spec.seats[question.seat]} can tell what it may not know from the question {question.name} ({question.span})"
    assert mine == theirs, f"{said}: had hidden things been others when it was prepared, it would be\n  {theirs}\ninstead of\n  {mine}"


def _exchange(spec: Spec, before: State, now: State, seat: int, chance) -> dict[int, int]:
    """Things that the seat knew neither then nor now, each in another's place."""
    into: dict[int, int] = {}
    then = unknown_things(spec, before, seat)
    for kind, things in unknown_things(spec, now, seat).items():
        both = [thing for thing in things if thing in then.get(kind, ())]
        if len(both) > 1:
            chosen = chance.sample(both, 2 if chance.random() < 0.5 else len(both))
            into |= dict(zip(chosen, chosen[1:] + chosen[:1], strict=True))
    return into


def _asked(spec: Spec, other: Machine, before: Before, question: Question, into: dict[int, int]) -> Question | None:
    """The same question put to the same seat after the same answers; None if it is not."""
    try:
        stop = other.advance()
        if isinstance(stop, Over) or [(one.seat, one.op) for one in stop.questions] != [(one.seat, one.op) for one, _ in before.replies]:
            return None
        for put, (_, reply) in zip(stop.questions, before.replies, strict=True):
            reply = renamed(spec, reply, put.type, into)
            if not possible(put, reply):
                return None
            other.answer(put, reply)
        stop = other.advance()
    except Fault:
        return None
    found = [] if isinstance(stop, Over) else [one for one in stop.questions if (one.seat, one.op) == (question.seat, question.op)]
    return found[0] if found else None


__all__ = ["Before", "nothing_recalled"]
