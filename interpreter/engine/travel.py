"""Journeys: a piece goes along a route, space by space, and never where the journey cannot be completed (language.md 2.18).

In:  a Travel op, the frame on top, and the Machine.
Out: the spaces that can be answered next (NONE: stop here), or None when the journey is over.

The journey is kept in one slot of the frame: (space, previous, moves left, just stepped, stopped, moved at all, the spaces it
has gone to); a Search leaves out the last. The piece lies where it was until the journey ends. What depends on the table is
worked out again for each question; legs whose tests depend on the spaces alone are kept, and so are those that ask the same of
the table for every space, for each answer of it (decision 0005). `reachable(...)` asks for all ends of a journey at once.
"""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Literal

from interpreter import ir
from interpreter.core.frame import blank, Frame, ME, PC, Value
from interpreter.core.question import Question
from interpreter.core.types import NONE
from interpreter.engine.faults import fault
from interpreter.engine.interface import Engine, Evaluates, Journey, Legs
from interpreter.engine.movement import relocate
from interpreter.ir import Guard
from interpreter.ir.model import Route
from interpreter.text import codes
from interpreter.text.diagnostic import Fault

Tests = tuple[tuple[ir.Expr, ...], ...]    # for each line that may hold, the tests that are left
Leg = tuple[int, Literal[True] | Tests, bool | Tests]        # a space, what is left to be tested of going there, of stopping
Shut = frozenset[tuple[str, int]]          # lines of a route: of which list, and which of it
MOST_KEPT = 64                            # sets of lines that are shut, for which legs are kept
PATH = 6                                  # where in a journey the spaces it has gone to stand


def step(op: ir.Travel, f: Frame, m: Engine, search: "Search") -> list[int] | None:
    """What can be answered next; None when the piece has arrived, or cannot set out."""
    journey = f[op.left]
    if journey is None:
        piece = m.value_of[op.piece.__class__](op.piece, m, f)
        count = m.value_of[op.count.__class__](op.count, m, f)
        here = m.state.places[piece]
        _on_board(m, op, here, piece)
        journey = f[op.left] = (here, NONE, count, False, False, False, ())
    options = search.onward(journey[:PATH])
    if not options or options == [NONE]:
        _arrive(op, f, m, journey)
        return None
    return options


def _on_board(m: Engine, op: ir.Travel, here: int, piece: int) -> None:
    board = m.spec.boards[m.spec.routes[op.route].board]
    if not board.first <= here <= board.last:
        facts = {"thing": m.spec.components[piece].id, "route": op.name}
        raise fault(codes.FAULT_ROUTE, op.span, **facts)


def done(op: ir.Travel, f: Frame, m: Engine, value: Value) -> None:
    """The piece goes on to a space, or stops where it is, as was answered."""
    go(op, f, m, value, search_of(op, f, m))


def go(op: ir.Travel, f: Frame, m: Engine, value: Value, search: "Search") -> None:
    """The piece goes on to a space, or stops where it is."""
    journey = f[op.left]
    if value == NONE:
        _arrive(op, f, m, journey)
    else:
        after = next(after for after in search.ways(journey[:PATH]) if after[0] == value)
        f[op.left] = (*after, (*journey[PATH], value))


def _arrive(op: ir.Travel, f: Frame, m: Engine, journey: Journey) -> None:
    piece = m.value_of[op.piece.__class__](op.piece, m, f)
    start = m.state.places[piece]
    if journey[0] != start:
        relocate(m, piece, journey[0], "", "")
        if m.tell is not None:
            m.told("move", op, ((piece, start, journey[0]),), False)
    elif m.tell is not None:
        m.told("stays", op, piece)
    f[op.slot] = journey[PATH]
    f[op.left] = ((piece, start, journey[0]),) if journey[0] != start else ()
    if m.plan[op.next].__class__ is not ir.EachMoved:
        f[op.left] = None
    f[PC] = op.next


def search_of(op: ir.Travel, f: Frame, m: Engine) -> "Search":
    """The search that a Travel op makes."""
    return Search(m, m.spec.routes[op.route], f[ME], op.up_to)


def legs_of(m: Engine, route: Route, shut: Shut) -> Legs:
    """Those of a Route while these of its lines are shut, kept for all machines of its Spec."""
    legs = m.kept.legs.get((route.number, shut))
    if legs is None:
        if len(m.kept.legs) >= MOST_KEPT:
            m.kept.legs.clear()
        legs = m.kept.legs[route.number, shut] = Legs()
    return legs


class Search:
    """The legs of one route at one moment, each test worked out once."""

    def __init__(self, m: Engine, route: Route, who: int, up_to: bool = False) -> None:
        self.m, self.route, self.up_to = m, route, up_to
        self.board = m.spec.boards[route.board]
        self.frame = blank(route.size, who)
        self.frame[route.who] = who
        self.known: dict[tuple[Value, ...], bool] = {}                        # what has been found out about this moment
        self.shut_lines = self._shut_lines()
        legs = legs_of(m, route, self.shut_lines)
        self.kept = legs.known
        self.lasting = legs.ways[up_to]              # journeys that can or cannot be completed whatever lies on the table
        self.looked = False                          # at the table, since this was last set?

    def _shut_lines(self) -> Shut:
        """The lines of the route that hold nowhere now, whatever the space: all legs ask the same of the table there."""
        value_of, m, frame = self.m.value_of, self.m, self.frame
        return frozenset((what, number) for what, lines in self.route.tests.items()
                         for number, (_, moment, _) in enumerate(lines)
                         if moment and not all(value_of[test.__class__](test, m, frame) for test in moment))

    def _all_hold(self, tests: Iterable[ir.Expr], a: int, b: int, previous: int) -> bool:
        frame, route, m = self.frame, self.route, self.m
        frame[route.a], frame[route.b], frame[route.previous] = a, b, previous
        value_of = m.value_of
        for test in tests:
            if not value_of[test.__class__](test, m, frame):
                return False
        return True

    def _left(self, what: str, a: int, b: int, previous: int) -> bool | Tests:
        """The tests of these lines that are left when what depends on spaces alone is settled, line by line; yes, or no."""
        tests_left = []
        for number, (lasting, _, rest) in enumerate(self.route.tests[what]):
            if (what, number) not in self.shut_lines and self._all_hold(lasting, a, b, previous):
                if not rest:
                    return True
                tests_left.append(rest)
        return tuple(tests_left) or False

    def _holds(self, what: str, a: int, b: int, previous: int = NONE) -> bool:
        """Does one of these lines hold?"""
        key = (what, a, b, previous)
        kept = self.kept
        left = kept.get(key)
        if left is None:
            left = kept[key] = self._left(what, a, b, previous)
        return left if left is False or left is True else self._at_table(left, what, a, b, previous)

    def _at_table(self, left: Tests, what: str, a: int, b: int, previous: int = NONE) -> bool:
        """What depends on more than spaces, worked out once a question."""
        self.looked = True
        key = (what, a, b, previous)
        holds = self.known.get(key)
        if holds is None:
            holds = self.known[key] = any(self._all_hold(tests, a, b, previous) for tests in left)
        return holds

    def which(self, what: str, space: int) -> Guard | None:
        """The line of the route, of those that speak of one space, that holds there; None if none does."""
        lines: list[Guard] = getattr(self.route, what)
        for line, tests in zip(lines, self.route.tests[what], strict=True):
            if self._all_hold(chain(*tests), space, space, NONE):
                return line
        return None

    def _legs(self, what: str, here: int, previous: int, among: Iterable[int]) -> list[Leg]:
        """Where a step or hop may lead, each space with what is left to be tested of the leg, and of having to stop there."""
        spaces = [(s, self._left(what, here, s, previous)) for s in among if s != here]
        legs_there: list[Leg] = [(s, left, self._left("must_stop", s, s, NONE)) for s, left in spaces if left is not False]
        self.kept[what, here, previous] = legs_there
        return legs_there

    def ways(self, journey: Journey) -> Iterator[Journey]:
        """The journey after each step from here, and after each hop straight after a step."""
        here, previous, left, stepped, *_ = journey
        board, at_table, taken, known = self.board, self._at_table, [], self.kept
        if left > 0:
            legs: list[Leg] | None = known.get(("steps", here, previous))
            if legs is None:
                legs = self._legs("steps", here, previous, board.links[here - board.first])
            for s, leg, stop in legs:
                if leg is True or at_table(leg, "steps", here, s, previous):
                    taken.append(s)
                    stops = stop if stop is False or stop is True else at_table(stop, "must_stop", s, s)
                    yield (s, here, left - 1, True, stops, True)
        if stepped and self.route.hops:
            before = previous if self.route.hops_look_back else NONE
            legs = known.get(("hops", here, before))
            if legs is None:
                legs = self._legs("hops", here, before, range(board.first, board.last + 1))
            for s, leg, stop in legs:
                if s not in taken and (leg is True or at_table(leg, "hops", here, s, before)):
                    stops = stop if stop is False or stop is True else at_table(stop, "must_stop", s, s)
                    yield (s, NONE, left, False, stops, True)

    def may_end(self, journey: Journey) -> bool:
        """Can the journey end here and now?"""
        here, _, left, _, stopped, moved = journey
        if not moved or not (left == 0 or stopped or self.up_to or self._holds("may_stop", here, here)):
            return False
        return not self._holds("may_not_end", here, here)

    def onward(self, journey: Journey) -> list[int]:
        """The spaces from which the journey can be completed; NONE if it can also end here."""
        ways = () if journey[4] else self.ways(journey)
        options = [after[0] for after in ways if self.completable(after)]
        return [*options, NONE] if self.may_end(journey) else options

    def completable(self, journey: Journey) -> bool:
        """Is there a way on from here to an allowed end?"""
        can_end = self.lasting.get(journey)
        if can_end is not None:
            return can_end
        can_end = self.known.get(journey)
        if can_end is not None:
            self.looked = True
            return can_end
        before, self.looked = self.looked, False
        can_end = self.may_end(journey) or not journey[4] and any(map(self.completable, self.ways(journey)))
        (self.known if self.looked else self.lasting)[journey] = can_end
        self.looked |= before
        return can_end

    def shut(self, journey: Journey) -> Guard | None:
        """The first line that forbids an end to which the ways on from here lead; None if none does."""
        seen, edge = {journey}, [journey]
        while edge:
            at = edge.pop(0)
            end = self.which("may_not_end", at[0]) if at[2] == 0 or at[4] else None
            if end is not None:
                return end
            new = () if at[4] else [after for after in self.ways(at) if after not in seen]
            seen.update(new)
            edge += new
        return None

    def ends(self, journey: Journey) -> tuple[int, ...]:
        """Every space at which the journey may end, in the order of the board."""
        seen, edge, reached = {journey}, [journey], set()
        while edge:
            at = edge.pop()
            if at[0] not in reached and self.may_end(at):
                reached.add(at[0])
            if not at[4]:
                new = [after for after in self.ways(at) if after not in seen]
                seen.update(new)
                edge += new
        return tuple(sorted(reached))


def reachable(e: ir.Reachable, m: Engine, f: Frame) -> tuple[int, ...]:
    """The value of reachable(p, start, route, count)."""
    who, start, count = [m.value_of[part.__class__](part, m, f) for part in (e.who, e.start, e.count)]
    route = m.spec.routes[e.route]
    board = m.spec.boards[route.board]
    if not board.first <= start <= board.last:
        raise Fault(codes.FAULT_NOT_THERE, e.span, f"this is no space of {board.name}")
    return Search(m, route, who).ends((start, NONE, count, False, False, False))


# here and not in evaluate.py, because a search is more than a value's own parts
EVALUATE: dict[type[ir.Expr], Evaluates] = {ir.Reachable: reachable}


def under_way(m: Engine, question: Question) -> tuple[int, tuple[int, ...]]:
    """Of the question for the next space: where the journey has come to, and where it can end. Not in a simultaneous step."""
    op = m.spec.plan[question.op]
    f = m.state.frames[-1] if m.state.frames and not m.state.strands else None
    if not isinstance(op, ir.Travel) or f is None or not isinstance(f[op.left], tuple):
        return NONE, ()
    return f[op.left][0], search_of(op, f, m).ends(f[op.left][:PATH])


def way_to(m: Engine, question: Question, goal: int) -> list[int] | None:
    """The spaces from where the journey has come to, to an end at the goal, by the fewest steps; None if there is none."""
    op = m.spec.plan[question.op]
    if not isinstance(op, ir.Travel) or goal not in under_way(m, question)[1]:
        return None
    f = m.state.frames[-1]
    search, first = search_of(op, f, m), f[op.left][:PATH]
    came: dict[Journey, Journey | None] = {first: None}
    edge = [first]
    for at in edge:
        if at[0] == goal and search.may_end(at):
            way, back = [], came[at]
            way.append(at[0])
            while back is not None:
                way.append(back[0])
                back = came[back]
            return way[::-1]
        for after in () if at[4] else search.ways(at):
            if after not in came:
                came[after] = at
                edge.append(after)
    return None
