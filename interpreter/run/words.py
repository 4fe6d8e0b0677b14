"""Why a run stopped, where it was not a question.

In:  nothing.
Out: WAIT, a branch stands at a shared pile and it is not its turn; TOGETHER, a simultaneous step has begun.
"""

WAIT, TOGETHER = "wait", "together"
