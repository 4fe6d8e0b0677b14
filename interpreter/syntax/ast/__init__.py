"""The nodes of the tree, all under one name: `ast.Move`, `ast.walk`.

In:  nothing.
Out: every node class, and the functions of base.py.
"""

from interpreter.syntax.ast.decision import (  # noqa: F401
    ASKING, Alternative, AnyNumber, Arrange, AtLeastAmount, By, Choose, Exactly, GUARDS, May, MayChoose, Menu, Must, MustBe,
    MustBeIn, MustNotBeIn, Never, Part, Pick, Roll, Split, Travel, UpTo,
)
from interpreter.syntax.ast.node import Cite, Cites, Doc, Ident, Node, Text, children, documented, walk  # noqa: F401
from interpreter.syntax.ast.edit import (  # noqa: F401
    EditAdd, EditAddField, EditAddGuard, EditAddMember, EditAddRows, EditAddTo, EditAfter, EditAround, EditBefore, EditRank,
    EditRemove, EditRemoveGuard, EditReplace, EditReplaceGuard, EditRule, EditSet, EditStep, Guarded, NextAfter, NextBefore,
    PlanAt, PlanOtherwise, Prefer, PreferBest, PreferFirst, PreferRandom, Removable, RemovableAlways, RemovableOrder,
    RuleInto, StepInto, Strategy, TargetEffect, TargetPhase, TargetPlay, TargetRule, TargetSetup, TargetStep, Variant,
)
from interpreter.syntax.ast.declaration import (  # noqa: F401
    BasedOn, Board, Components, Copies, Counted, Counter, Die, DrawnAt, EachPlayer, Entry, Enum, Errata, Face, Field, Game,
    Holds, JoinedBy, Kind, Library, ListOfType, NamedType, OneEach, OneOfType, Option, OrNoneType, OutOfPlay, RangeType,
    Refilled, Row, Rulebook, Seat, Seen, SetOfType, State, Table, TableFile, Use, Written, YesNoType, Zone,
)
from interpreter.syntax.ast.statement import (  # noqa: F401
    Announce, Branch, Call, Depending, Draw, End, ForEach, Give, Hold, If, IfPossible, Let, Lower, Move, One, Proceed, Raise,
    RepeatTimes, RepeatUntil, Require, Reveal, Rule, Run, Set, Shuffle, Swap, While,
)
from interpreter.syntax.ast.node import File  # noqa: F401
from interpreter.syntax.ast.procedure import (  # noqa: F401
    AfterRoll, Always, AsSoonAs, AtOnce, Before, BeforeRoll, Beside, Best, BetweenSteps, CaseIf, CaseLet, CaseOtherwise,
    Define, DefineCases, During, DuringStep, Effect, Event, ForEachIn, InsteadOf, LegHop, LegMayNotEnd, LegMayStop,
    LegMustStop, LegStep, Limit, LimitNesting, NobodyWins, Occurrence, Offer, OfferAfter, OfferBefore, OfferInstead, OnlyIf,
    Order, Param, Phase, Play, Route, Score, Setup, Shared, Step, Trigger, Unencoded, When, Winner,
)
from interpreter.syntax.ast.example import (  # noqa: F401
    Answers, Asks, AtCall, AtPhase, AtPlay, AtSetup, AtStep, Cells, Chance, GivenData, GivenEdit, GivenHolds, GivenKnows,
    GivenNew, GivenOption, GivenPlayers, GivenPosition, GivenRows, GivenScore, GivenValue, Occurs, Position, Scenario,
    ScenarioCase, ScenarioRows, ScenarioWith, Setting, StartAt, Takes, ThenAsked, ThenCheckFails, ThenDoesNotKnow,
    ThenEquallyLikely, ThenFault, ThenHappens, ThenHolds, ThenKnows, ThenNever, ThenNoActionCauses, ThenNoActionMakes,
    ThenRefused, ThenSees, ThenWithProbability, ThenZoneHolds,
)
from interpreter.syntax.ast.value import (  # noqa: F401
    Aggregate, Apply, At, Both, Bracketed, Compare, Conditional, Differs, Divided, Dot, Either, Every, Filtered, ListValue,
    Mapped, Member, Minus, Name, NamedArg, Negated, Negative, No, Number, Outside, Plus, Quantified, Remainder, Running, Same,
    SetValue, SpanOf, Suppose, ThoseBest, ThoseWhere, Times, Yes,
)
