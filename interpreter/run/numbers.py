"""Values that are numbers, and what compares them.

In:  an expression, the Machine and the frame that holds the locals.
Out: a small integer, or yes or no. Nothing is changed. Next door: evaluate.py, which puts these into the table.
"""

from interpreter.run.raising import fault
from interpreter.spec import plan
from interpreter.text import codes


def arithmetic(e, m, f):
    left = f[e.left.slot] if e.left.__class__ is plan.Local else m.value_of[e.left.__class__](e.left, m, f)
    right = m.value_of[e.right.__class__](e.right, m, f)
    sign = e.sign
    if sign == "+":
        return left + right
    if sign == "-":
        return left - right
    if sign == "*":
        return left * right
    return _divided(e, sign, left, right)


def _divided(e, sign, left, right):
    if right == 0:
        raise fault(codes.FAULT_DIVISION, e.span, left=left, right=right)
    if sign == "mod":
        return left % right
    if e.rounding == "up":
        return -(-left // right)
    if not e.rounding and left % right:
        raise fault(codes.FAULT_DIVISION, e.span, left=left, right=right)
    return left // right


def negative(e, m, f):
    return -m.value_of[e.value.__class__](e.value, m, f)


def compared(e, m, f):
    left = f[e.left.slot] if e.left.__class__ is plan.Local else m.value_of[e.left.__class__](e.left, m, f)
    right = m.value_of[e.right.__class__](e.right, m, f)
    sign = e.sign
    if sign == "<":
        return left < right
    if sign == "<=":
        return left <= right
    if sign == ">":
        return left > right
    return left >= right


def in_range(e, m, f):
    value = m.value_of[e.value.__class__](e.value, m, f)
    low = m.value_of[e.low.__class__](e.low, m, f)
    high = m.value_of[e.high.__class__](e.high, m, f)
    return (low <= value <= high) is not e.negated
