"""Leaving by name: everything between here and the innermost frame of that sort is left at once (language.md 2.11).

In:  the Machine and an End op.
Out: the frames shortened, so that the turn, phase or step goes on at its end; held triggers of what was left are dropped.
"""

from interpreter.core.frame import PC, ROUTINE
from interpreter.run.evaluate import fault
from interpreter.spec import plan
from interpreter.text import codes


def unwind(m, op) -> None:
    """end turn, end phase, end step"""
    routines = m.spec.routines
    for depth in range(len(m.frames) - 1, -1, -1):
        routine = routines[m.frames[depth][ROUTINE]]
        if routine.sort == op.what:
            del m.frames[depth + 1:]
            drop_holds(m, depth)
            if not _is_ending(m, m.frames[depth], routine):
                m.frames[depth][PC] = routine.exit
            return
    raise fault(codes.FAULT_NOTHING_TO_END, op.span, what=op.what)


def _is_ending(m, frame, routine) -> bool:
    """Has its end come already (a trigger on `turn_ended` says `end turn`)? Then it does not end anew."""
    at_exit = m.plan[routine.exit]
    return at_exit.__class__ is plan.Call and frame[PC] == at_exit.next


def drop_holds(m, depth: int) -> None:
    """Forgets the triggers held by frames from this depth on."""
    if m.state.holding:
        m.state.holding[:] = [h for h in m.state.holding if h[1] != m.branch or h[0] < depth]
