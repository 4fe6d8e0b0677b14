"""The plan of a game under one name: `plan.Move`, `plan.Local`.

In:  nothing.
Out: every expression and op.
"""

from interpreter.spec.plan.expressions import (  # noqa: F401
    Aggregate, And, Apply, Arithmetic, BoardWord, Cases, Cell, Choice, Compared, Const, Contents, Definition,
    Empty, EveryPlace, Expr, FieldOf, In, InRange, Interval, ItemAt, Items, Joined, LiesIn, Local, Me,
    Negative, Not, Option, Or, PlaceOf, PointsOf, Quantified, Running, Same, Size, Some, Supposed, TableAt,
    Those, ThoseBest, Use, Without, ZoneAt,
)
from interpreter.spec.plan.ops import (  # noqa: F401
    Adjust, AdjustLocal, Alternative, Arm, Arrange, Ask, Begin, Blind, Body, Branch, Call, Choose, Draw, Each,
    EachMoved, End, Fire, Give, Goto, Guard, Held, Let, Look, May, Menu, Moment, Move, Op, Pick, Proceed,
    Released, Require, Rest, Return, Reveal, Roll, Run, Select, SetCell, Shuffle, Split, Swap, Tick, Together,
    Travel,
)
