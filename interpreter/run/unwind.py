"""Leaving by name: everything between here and the innermost frame of that sort is left at once (language.md 2.11).

In:  the Machine and an End op.
Out: the frames shortened, so that the turn, phase or step goes on at its end; held triggers of what was left are dropped.
"""

from interpreter.core.state import PC, ROUTINE
from interpreter.run.evaluate import fault
from interpreter.text import codes


def unwind(m, op) -> None:
    """end turn, end phase, end step"""
    routines = m.spec.routines
    for depth in range(len(m.frames) - 1, -1, -1):
        routine = routines[m.frames[depth][ROUTINE]]
        if routine.sort == op.what:
            del m.frames[depth + 1:]
            drop_holds(m, depth)
            m.frames[depth][PC] = routine.exit
            return
    raise fault(codes.FAULT_NOTHING_TO_END, op.span, what=op.what)


def drop_holds(m, depth: int) -> None:
    """Forgets the triggers held by frames from this depth on."""
    if m.state.holding:
        m.state.holding[:] = [h for h in m.state.holding if h[1] != m.branch or h[0] < depth]
