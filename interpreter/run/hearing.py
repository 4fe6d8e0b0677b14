"""What one seat hears of what happens: an event as told to the Machine's observer, without what the seat may not know.

In:  a Spec, the State at the moment of telling, a seat, and what the observer was told.
Out: a tuple of plain values that can be compared and printed, or None where the seat hears nothing.

A seat hears all of its own decisions; of others' that they decided, and then what can be seen of it on the table. What is
done in another's branch of a simultaneous step is not heard: its result is seen when all branches are done. Arguments of
effects and triggers are not told, since rules may work them out from what is hidden.
"""

from interpreter.core.state import State
from interpreter.core.types import UNKNOWN, Kind, List, Type
from interpreter.run.view import Table, Unseen
from interpreter.spec import plan
from interpreter.spec.model import Spec

THING, THINGS = Kind("thing"), List(Kind("thing"))


def heard(spec: Spec, state: State, seat: int, what: str, op, branch: int, facts: tuple) -> tuple | None:
    """The event as this seat hears it."""
    if branch >= 0 and branch != seat:
        return None
    return HEAR.get(what, _nothing)(Table(spec, state, seat), op, *facts)


def _nothing(table, op, *facts):
    return None


def _answer(table, op, question, value):
    if question.of_nature:
        return None                                       # what nature gave is told as the roll or pick, or seen on the table
    if question.seat != table.seat:
        return "decides", question.seat, question.name
    return "answers", question.seat, question.name, table.seen(value, question.type)


def _forced(table, op, seat, value):
    return ("answers", seat, op.name, table.seen(value, op.type)) if seat == table.seat else None


def _set(table, op, number, value):
    info = table.spec.cells[number]
    return ("set", number, value) if info.name and info.sees & table.bit else None


def _move(table, op, moved, deferred):
    """Things the seat does not know are told by where they went, in no order of their own."""
    rows = [(_face(table, thing), source, to) for thing, source, to in moved]
    return "move", tuple(sorted(rows))


def _face(table, thing: int) -> int:
    return table.face(thing)


def _shuffle(table, op, zone):
    return "shuffle", zone


def _swap(table, op, first, second):
    return "swap", first, second


def _reveal(table, op, things, seats):
    return "reveal", tuple(sorted(_face(table, thing) for thing in things)), seats


def _roll(table, op, die, faces):
    return "roll", die, faces


def _pick(table, op, value):
    type_ = picked(op)
    hidden = Unseen(-1, None)
    seen = table.seen(value, type_)
    return "pick", op.name, tuple(hidden if isinstance(v, Unseen) else v for v in (seen if isinstance(seen, tuple) else (seen,)))


def picked(op: plan.Pick) -> Type:
    """The type of what was picked."""
    inner = getattr(op.source.type, "of", None) or (Kind(op.source.type.kind) if hasattr(op.source.type, "kind") else UNKNOWN)
    return inner if op.least is None and op.most is None else List(inner)


def _run(table, op, routine, seat):
    return "run", routine, seat


def _takes(table, op, seat, offer):
    return "takes", seat, offer


def _end(table, op, what):
    return "end", what


def _barrier(table, op):
    return ("barrier",)


def _stays(table, op, piece):
    return "stays", _face(table, piece)


HEAR = {
    "answer": _answer, "forced": _forced, "set": _set, "move": _move, "shuffle": _shuffle, "swap": _swap, "reveal": _reveal,
    "roll": _roll, "pick": _pick, "run": _run, "takes": _takes, "end": _end, "barrier": _barrier, "stays": _stays,
}
