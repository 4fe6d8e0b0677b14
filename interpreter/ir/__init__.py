"""The plan of a game under one name: `plan.Move`, `plan.Local`.

In:  nothing.
Out: every expression and op.
"""

from interpreter.ir.expressions import (  # noqa: F401
    Aggregate, And, Apply, Arithmetic, BoardWord, Cases, Cell, Choice, Compared, Const, Contents, Definition, Empty,
    EveryPlace, Expr, FieldOf, In, InRange, Interval, ItemAt, Items, Joined, LiesIn, Local, Me, Negative, Not, Once, Option,
    Or, PlaceOf, PointsOf, Quantified, Reachable, Reads, Running, Same, Size, Some, Supposed, TableAt, Those, ThoseBest, Use,
    Without, ZoneAt,
)
from interpreter.ir.ops import (  # noqa: F401
    Adjust, AdjustLocal, Arm, Asks, Begin, Binding, Body, Branch, Call, Does, Draw, Each, EachMoved, End, Fire, Give, Goes,
    Goto, Held, Holds, Let, Look, Move, Op, Proceed, Released, Require, Rest, Return, Reveal, Run, Select, SetCell, Shuffle,
    Swap, Tick, Together,
)
from interpreter.ir.question_ops import (  # noqa: F401
    Alternative, Arrange, Ask, Blind, Choose, Guard, May, Menu, Moment, Pick, Roll, Split, Travel,
)
