"""Where a play waits: questions, the end, and a refused answer.

In:  nothing.
Out: the records that an engine and those who answer it have in common.

An answer is one of the question's options, as a value. Nature's questions are of three kinds: `roll` (answer: the faces),
`pick` (answer: one of the options), `shuffle` (answer: cards of `options` from the top, some or all of them).
"""

from typing import Final, Literal

from attrs import define, field, frozen

from interpreter.core.frame import Value
from interpreter.core.types import Type
from interpreter.text.source import NOWHERE, Span

NATURE = -1
Taken = tuple[int, int]                    # a free action that can be taken: its number, the member of its `for each` or -1


@define(eq=False)
class Question:
    """Somebody has to pick one of `options`; the play waits.

    seat     who decides, or NATURE
    name     the decision's name; for nature its kind: roll, pick or shuffle
    options  the values that can be answered, in the order of language.md 2.6
    offers   free actions open beside it
    op       the number of the op that asks
    source   nature: what is rolled, picked or shuffled, which names its stream
    count    nature: how many dice; a shuffle: how many cards are needed at least
    """

    seat: int
    name: str
    options: tuple[Value, ...]
    op: int
    type: Type | None = None
    prompt: str = ""
    offers: tuple[Taken, ...] = ()
    span: Span = field(repr=False, default=NOWHERE)
    source: str = ""
    count: int = 0

    @property
    def of_nature(self) -> bool:
        """Is it a roll, a pick or a shuffle?"""
        return self.seat == NATURE


@define(eq=False)
class Naming(Question):
    """Nature's `shuffle`, asked afterwards: somebody sees cards of a real table, and says which they are.

    things     the components that stand for them in the State, from the top; `options` are those that they may really be
    seats      who sees their faces, as bits; 0: nobody has looked, but the rules do
    zone       where they lie, or -1 on their way
    elsewhere  cards that cannot be meant -> why, in words
    """

    things: tuple[int, ...] = ()
    seats: int = 0
    zone: int = -1
    elsewhere: dict[int, str] = field(factory=dict)


@define(eq=False)
class Pause:
    """The questions now open: one, or in a simultaneous step one for each seat that has not finished."""

    questions: tuple[Question, ...]


@frozen
class Over:
    """The play has ended. `how`: finished, won, or stopped at the limit; winners by seat; scores by name and seat; places: who
    is first, second ... by the criteria of `winner`, those level together; none if the game has no criteria, or ended without
    them. A play that began in the middle is `at rest` when what was begun is done; nothing is scored then."""

    how: str
    winners: tuple[int, ...]
    scores: dict[str, tuple[int, ...]]
    totals: tuple[int, ...]
    about: str = ""
    places: tuple[tuple[int, ...], ...] = ()

    @property
    def ending(self) -> str:
        """`how`, in words that tell a play that nobody won from one that was won."""
        return "won by nobody" if self.how == "won" and not self.winners else self.how


AT_REST = Over("at rest", (), {}, ())


def part_of_win(winners: tuple[int, ...], seat: int) -> float:
    """A seat's part of the win: a shared one is shared evenly, one that nobody has is nobody's."""
    return 1 / len(winners) if seat in winners else 0.0


@frozen
class Refusal:
    """The referee's no: nothing has changed, and this is why."""

    question: Question
    reason: str
    span: Span
    accepted: str = ""


# ------------------------------------------------------------------ what stops a run of ops


WAIT: Final = "wait"                       # a branch has come to a shared pile, and it is not its turn there
TOGETHER: Final = "together"               # a step for everyone at once begins
Stop = Question | Pause | Literal["wait", "together"]
