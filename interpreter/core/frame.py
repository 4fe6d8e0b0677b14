"""A frame: one activation of a routine, or the names with which one expression is worked out. Only this file knows its shape.

In:  where it begins, whose turn it is, its arguments, how many slots it has.
Out: a list: [next op, routine, me, slot for the result, locals ...]. A slot that holds nothing is None.
"""

from collections.abc import Iterable
from typing import Any, Protocol, TypeAlias

# An int, or a tuple of values: which of them the type of the expression says, and no checker of Python can follow that.
Value: TypeAlias = Any
Frame: TypeAlias = list[Value]

PC, ROUTINE, ME, RESULT, LOCALS = 0, 1, 2, 3, 4
NOBODY = -1                               # as `me`: it is nobody's turn
NO_RESULT = -1                            # as the slot for the result: nothing is handed back
TO_EVENT = -2                             # as the slot for the result: the arguments go back to the event (`before`)
HEAD = [0, 0, NOBODY, NO_RESULT]          # of a frame in which nothing is carried out


class Entered(Protocol):
    """What a frame has to know of its routine (ir/model.py's Routine)."""

    number: int
    entry: int
    size: int


def blank(size: int, me: int = NOBODY, args: Iterable[Value] = ()) -> Frame:
    """A frame to work out an expression in; nothing is carried out in it."""
    frame = [0, 0, me, NO_RESULT, *args]
    return frame + [None] * (size - len(frame))


def activation(routine: Entered, me: int = NOBODY, args: Iterable[Value] = (), result: int = NO_RESULT, at: int = -1) -> Frame:
    """A frame in which a Routine is carried out, from its entry or from the op `at`."""
    frame = [routine.entry if at < 0 else at, routine.number, me, result, *args]
    return frame + [None] * (routine.size - len(frame))
