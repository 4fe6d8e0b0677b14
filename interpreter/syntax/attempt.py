"""One try at reading rows of text: is it rules, and if not, where does it stop being so?

In:  rows of a file, one declaration or many.
Out: None, or Trouble: the place, what stands there, and what could.
"""

from bisect import bisect_right
from functools import cached_property

from attrs import field, frozen
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from interpreter.syntax.tables import Misfit
from interpreter.syntax.terms import parser

UNREADABLE = (UnexpectedInput, Misfit)


@frozen(eq=False, slots=False)
class Trouble:
    """Where reading stopped: row and column from 0, what was found there, and Lark's own report of it."""

    row: int
    column: int
    sort: str                        # a terminal; or CHARACTER, or MISFIT
    text: str
    error: UnexpectedInput | Misfit = field(repr=False)
    brackets: int = 0                # how many are open there

    @cached_property
    def accepted(self) -> frozenset[str]:
        """The terminals that would have done instead."""
        state = getattr(self.error, "interactive_parser", None)
        return frozenset(state.accepts() if state else ())

    @property
    def place(self) -> tuple[int, int]:
        return self.row, self.column


def attempt(rows: list[str], start: str = "start") -> Trouble | None:
    try:
        parser().parse("\n".join(rows) + "\n", start=start)
    except UNREADABLE as error:
        return trouble(error, rows)
    return None


def trouble(error: UnexpectedInput | Misfit, rows: list[str]) -> Trouble:
    """What Lark raised, as Trouble."""
    match error:
        case Misfit(position=position):
            return Trouble(*_place(position, rows), "MISFIT", "", error)
        case UnexpectedCharacters(pos_in_stream=position, char=char):
            return Trouble(*_place(position, rows), "CHARACTER", char, error)
        case UnexpectedToken(token=token):
            # the layout's own tokens stand where the line before them ends
            position = token.end_pos if token.type in ("_INDENT", "_DEDENT") else token.start_pos
            depth = parser().options.postlex.paren_level
            return Trouble(*_place(position or 0, rows), str(token.type), str(token), error, depth)
    raise error


def _place(position: int, rows: list[str]) -> tuple[int, int]:
    starts = [0]
    for row in rows[:-1]:
        starts.append(starts[-1] + len(row) + 1)
    row = bisect_right(starts, position) - 1
    return row, min(position - starts[row], len(rows[row]))
