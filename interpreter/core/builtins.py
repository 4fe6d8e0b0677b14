"""The core words: pure functions that rules cannot say themselves, one row each.

In:  nothing.
Out: WORDS, a table from name to row: what it takes, what it gives, its behaviour on plain values, its documentation.

A row's `gives` is a function from the argument types to the type of the result, None where they do not fit. If a word can
be written in five lines of rules, it belongs to stdlib/, not here. The examples in the docstrings are doctests.
"""

from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache
from itertools import combinations, permutations
from typing import Protocol, TypeVar

from attrs import frozen

from interpreter.core import types as t
from interpreter.core.frame import Value
from interpreter.core.types import element, Int, List, Type
from interpreter.text import codes
from interpreter.text.diagnostic import Fault

MOST_ARRANGED = 6
Run = TypeVar("Run", bound=Callable[..., Value])
Things = tuple[Value, ...]


class Graph(Hashable, Protocol):
    """A board: the numbers of its first and last space, for each space those joined to it, and how many columns a grid has."""

    @property
    def first(self) -> int: ...

    @property
    def last(self) -> int: ...

    @property
    def links(self) -> tuple[tuple[int, ...], ...]: ...

    @property
    def columns(self) -> int: ...


@frozen(eq=False)
class Word:
    """One row: `takes` in an author's words, `gives` from argument types to the type of the result."""

    name: str
    takes: tuple[str, ...]
    gives: Callable[..., Type | None]
    run: Callable[..., Value]
    board: bool = False
    grid: bool = False

    @property
    def doc(self) -> str:
        """What it is for, with an example."""
        return self.run.__doc__ or ""


WORDS: dict[str, Word] = {}


def word(
    name: str, *takes: str, gives: Callable[..., Type | None], board: bool = False, grid: bool = False
) -> Callable[[Run], Run]:
    """Makes a row of the function below it; a word about a board, or about a grid alone, is given the boards, too."""

    def enter(run: Run) -> Run:
        WORDS[name] = Word(name, takes, gives, run, board or grid, grid)
        return run

    return enter


def _same_list(things: Type, *_: Type) -> Type | None:
    inner = element(things)
    return inner and List(inner)


def _member(things: Type) -> Type | None:
    return element(things)


def _lists(things: Type, *_: Type) -> Type | None:
    inner = element(things)
    return inner and List(List(inner))


def _sets(things: Type, *_: Type) -> Type | None:
    inner = element(things)
    return inner and List(t.Set(inner))


def _count(things: Type) -> Type | None:
    return element(things) and Int(0, None)


def _ends(numbers: tuple[Type, ...]) -> tuple[list[int | None], list[int | None]]:
    """The lowest and the highest value of each number, None where it has none; of something unknown neither is known."""
    ranges = [n if isinstance(n, Int) else Int() for n in numbers]
    return [r.low for r in ranges], [r.high for r in ranges]


def _are_numbers(numbers: tuple[Type, ...]) -> bool:
    return all(isinstance(n, Int | t.Unknown) for n in numbers)


def _lower(*numbers: Type) -> Type | None:
    if not _are_numbers(numbers):
        return None
    lows, highs = _ends(numbers)
    low = [n for n in lows if n is not None]
    return Int(min(low) if len(low) == len(lows) else None, min((n for n in highs if n is not None), default=None))


def _higher(*numbers: Type) -> Type | None:
    if not _are_numbers(numbers):
        return None
    lows, highs = _ends(numbers)
    high = [n for n in highs if n is not None]
    return Int(max((n for n in lows if n is not None), default=None), max(high) if len(high) == len(highs) else None)


def _absolute(number: Type) -> Type | None:
    if not _are_numbers((number,)):
        return None
    (low,), (high,) = _ends((number,))
    if low is None or high is None:
        return Int(0, None)
    return Int(0 if low <= 0 <= high else min(abs(low), abs(high)), max(abs(low), abs(high)))


@word("count", "things", gives=_count)
def count(things: Things) -> int:
    """How many there are.

    >>> count((4, 7, 9))
    3
    """
    return len(things)


@word("first", "things", gives=_member)
def first(things: Things) -> Value:
    """The first of a list, or of what lies in a zone from the top. Of nothing: a fault.

    >>> first((4, 7, 9))
    4
    """
    if not things:
        raise Fault(codes.FAULT_FIRST_OF_NOTHING, None, "there is no first of nothing")
    return things[0]


@word("last", "things", gives=_member)
def last(things: Things) -> Value:
    """The last of a list. Of nothing: a fault.

    >>> last((4, 7, 9))
    9
    """
    if not things:
        raise Fault(codes.FAULT_FIRST_OF_NOTHING, None, "there is no last of nothing")
    return things[-1]


@word("top", "things", gives=_member)
def top(things: Things) -> Value:
    """The thing at the top of a pile or column. Of nothing: a fault.

    >>> top((4, 7, 9))
    4
    """
    return first(things)


@word("bottom", "things", gives=_member)
def bottom(things: Things) -> Value:
    """The thing at the bottom of a pile or column. Of nothing: a fault.

    >>> bottom((4, 7, 9))
    9
    """
    return last(things)


@word("reversed", "things", gives=_same_list)
def reversed_(things: Things) -> Things:
    """The same things in the opposite order.

    >>> reversed_((4, 7, 9))
    (9, 7, 4)
    """
    return tuple(things[::-1])


@word("sorted", "things", gives=_same_list)
def sorted_(things: Things) -> Things:
    """Numbers from the smallest to the greatest; words, cards and spaces in the order in which they are declared.

    >>> sorted_((7, 4, 9, 4))
    (4, 4, 7, 9)
    """
    return tuple(sorted(things))


@word("orders", "things", gives=_lists)
def orders(things: Things) -> tuple[Things, ...]:
    """All orders of at most six things, the order given first.

    >>> orders((4, 7))
    ((4, 7), (7, 4))
    """
    _few(things, "orders")
    return tuple(permutations(things))


@word("groups", "things", "a number", gives=_sets)
def groups(things: Things, size: int) -> tuple[Things, ...]:
    """All groups of so many out of at most six things.

    >>> groups((4, 7, 9), 2)
    ((4, 7), (4, 9), (7, 9))
    """
    _few(things, "groups")
    return tuple(combinations(things, size)) if 0 <= size <= len(things) else ()


def _few(things: Things, name: str) -> None:
    if len(things) > MOST_ARRANGED:
        raise Fault(codes.FAULT_TOO_MANY, None, f"`{name}` of {len(things)} things; {MOST_ARRANGED} are the most")


@word("min", "a number", "...", gives=_lower)
def least(*numbers: int) -> int:
    """The smallest of two or more numbers.

    >>> least(3, 1, 2)
    1
    """
    return min(numbers)


@word("max", "a number", "...", gives=_higher)
def greatest(*numbers: int) -> int:
    """The greatest of two or more numbers.

    >>> greatest(3, 1, 2)
    3
    """
    return max(numbers)


@word("abs", "a number", gives=_absolute)
def absolute(number: int) -> int:
    """A number without its sign.

    >>> absolute(-4)
    4
    """
    return abs(number)


@word("links", "a space", gives=lambda space: List(space), board=True)
def links(boards: Iterable[Graph], space: int) -> tuple[int, ...]:
    """The spaces joined to a space by one link, in the order of the file."""
    board = _board_of(boards, space)
    return board.links[space - board.first]


@word("distance", "a space", "a space", "spaces between", gives=lambda *_: t.OrNone(Int(0, None)), board=True)
def distance(boards: Iterable[Graph], start: int, goal: int, through: tuple[int, ...]) -> int:
    """The fewest links from one space to another whose spaces in between all lie in `through`; none where there is no way."""
    board = _board_of(boards, start)
    return _distances(board, start, through)[goal - board.first] if board.first <= goal <= board.last else t.NONE


@word("shifted", "a space", "a number", "a number", gives=lambda space, *_: t.OrNone(space), grid=True)
def shifted(boards: Iterable[Graph], space: int, right: int, down: int) -> int:
    """The space of a grid so many columns further to the right and so many rows further down; none beyond the edge."""
    return _on_grid(_board_of(boards, space), space, right, down)


@word("ray", "a space", "a number", "a number", gives=lambda space, *_: List(space), grid=True)
def ray(boards: Iterable[Graph], space: int, right: int, down: int) -> tuple[int, ...]:
    """All spaces of a grid in one direction up to the edge, the nearest first: one step is so many columns to the right and so
    many rows down. The space itself is none of them."""
    return _ray(_board_of(boards, space), space, right, down)


@word("lines", "spaces", "a number", gives=_lists, grid=True)
def lines(boards: Iterable[Graph], spaces: tuple[int, ...], size: int) -> tuple[tuple[int, ...], ...]:
    """All lines of so many spaces of a grid in a row, across, down and slanting, that lie wholly among these spaces."""
    if not spaces:
        return ()
    here = set(spaces)
    return tuple([line for line in _lines(_board_of(boards, spaces[0]), size) if here.issuperset(line)])


@word("lines_through", "a space", "a number", gives=lambda space, *_: List(List(space)), grid=True)
def lines_through(boards: Iterable[Graph], space: int, size: int) -> tuple[tuple[int, ...], ...]:
    """All lines of so many spaces of a grid in a row, across, down and slanting, in which this space lies."""
    return _lines_by_space(_board_of(boards, space), size).get(space, ())


def _on_grid(board: Graph, space: int, right: int, down: int) -> int:
    row, column = divmod(space - board.first, board.columns)
    there = board.first + (row + down) * board.columns + column + right
    return there if 0 <= column + right < board.columns and board.first <= there <= board.last else t.NONE


@lru_cache(maxsize=4096)
def _ray(board: Graph, space: int, right: int, down: int) -> tuple[int, ...]:
    found: list[int] = []
    there = _on_grid(board, space, right, down) if right or down else t.NONE
    while there != t.NONE:
        found.append(there)
        there = _on_grid(board, there, right, down)
    return tuple(found)


@lru_cache(maxsize=64)
def _lines(board: Graph, size: int) -> tuple[tuple[int, ...], ...]:
    """From each space to the right, down, and slanting down to both sides; a single space is a line once."""
    ways = ((1, 0), (0, 1), (1, 1), (-1, 1))[: 4 if size > 1 else 1]
    found = [(space, *_ray(board, space, *way)[: size - 1]) for space in range(board.first, board.last + 1) for way in ways]
    return tuple([line for line in found if len(line) == size])


@lru_cache(maxsize=64)
def _lines_by_space(board: Graph, size: int) -> dict[int, tuple[tuple[int, ...], ...]]:
    found: dict[int, tuple[tuple[int, ...], ...]] = {}
    for line in _lines(board, size):
        for space in line:
            found[space] = (*found.get(space, ()), line)
    return found


@lru_cache(maxsize=4096)
def _distances(board: Graph, start: int, through: tuple[int, ...]) -> tuple[int, ...]:
    """The fewest links from a space to each of its board, -1 where no way leads. Kept: links and arguments never change."""
    allowed, edge, steps = set(through), [start], 0
    steps_to = {start: 0}
    while edge:
        steps += 1
        onward = [n for s in edge if s == start or s in allowed for n in board.links[s - board.first]]
        edge = [n for n in dict.fromkeys(onward) if n not in steps_to]
        steps_to |= dict.fromkeys(edge, steps)
    return tuple([steps_to.get(s, -1) for s in range(board.first, board.last + 1)])


def _board_of(boards: Iterable[Graph], space: int) -> Graph:
    for board in boards:
        if board.first <= space <= board.last:
            return board
    raise Fault(codes.FAULT_NOT_THERE, None, "this is no space of a board")


@lru_cache(maxsize=256)
def seats_after(seat: int, total: int) -> tuple[int, ...]:
    """Everybody clockwise from a seat's left-hand neighbour round to the seat itself.

    >>> seats_after(1, 3)
    (2, 0, 1)
    """
    return tuple([(seat + k) % total for k in range(1, total + 1)])


def _itself(place: int) -> int:
    return place


# how an Apply and a BoardWord are worked out, by name; the first three are no rows, since their types need the game
BEHAVIOUR: dict[str, Callable[..., Value]] = {"seats_after": seats_after, "count": len, "space": _itself}
BEHAVIOUR |= {row.name: row.run for row in WORDS.values()}
