"""Journeys: a piece goes along a route, space by space, and never where the journey cannot be completed (language.md 2.18).

In:  a Travel op, the frame on top, and the Machine.
Out: the spaces that can be answered next (NONE: stop here), or None when the journey is over.

The journey is kept in one slot of the frame: (space, previous, moves left, just stepped, stopped, moved at all). The piece
lies where it was until the journey ends. What depends on the table is worked out anew for each question.
"""

from interpreter.core.state import ME, PC
from interpreter.core.types import NONE
from interpreter.run.evaluate import EVALUATE, fault
from interpreter.run.knowledge import relocate
from interpreter.spec import plan
from interpreter.text import codes


def step(op, f, m):
    """What can be answered next; None when the piece has arrived, or cannot set out."""
    journey = f[op.left]
    if journey is None:
        piece = EVALUATE[op.piece.__class__](op.piece, m, f)
        count = EVALUATE[op.count.__class__](op.count, m, f)
        here = m.state.places[piece]
        _on_board(m, op, here, piece)
        journey = f[op.left] = (here, NONE, count, False, False, False)
    options = Search(op, f, m).onward(journey)
    if not options or options == [NONE]:
        _arrive(op, f, m, journey)
        return None
    return options


def _on_board(m, op, here, piece) -> None:
    board = m.spec.boards[m.spec.routes[op.route].board]
    if not board.first <= here <= board.last:
        facts = {"thing": m.spec.components[piece].id, "route": op.name}
        raise fault(codes.FAULT_ROUTE, op.span, **facts)


def done(op, f, m, value) -> None:
    """The piece goes on to a space, or stops where it is."""
    journey = f[op.left]
    if value == NONE:
        _arrive(op, f, m, journey)
        return
    f[op.left] = Search(op, f, m).moved(journey, value)


def _arrive(op, f, m, journey) -> None:
    piece = EVALUATE[op.piece.__class__](op.piece, m, f)
    start = m.state.places[piece]
    if journey[0] != start:
        relocate(m, piece, journey[0], "", "")
        m.told("move", op, ((piece, start, journey[0]),), False)
    else:
        m.told("stays", op, piece)
    f[op.left] = ((piece, start, journey[0]),) if journey[0] != start else ()
    if m.plan[op.next].__class__ is not plan.EachMoved:
        f[op.left] = None
    f[PC] = op.next


class Search:
    """The legs of one route at one moment, each test worked out once."""

    def __init__(self, op, f, m):
        self.op, self.m = op, m
        self.route = m.spec.routes[op.route]
        self.board = m.spec.boards[self.route.board]
        self.frame = [0, 0, f[ME], -1] + [None] * (self.route.size - 4)
        self.frame[self.route.who] = f[ME]
        self.known: dict = {}

    def _holds(self, guards, a, b, previous) -> bool:
        frame, route = self.frame, self.route
        frame[route.a], frame[route.b], frame[route.previous] = a, b, previous
        m = self.m
        return any(g.test is None or EVALUATE[g.test.__class__](g.test, m, frame) for g in guards)

    def _at(self, what: str, space: int) -> bool:
        key = (what, space)
        if key not in self.known:
            self.known[key] = self._holds(getattr(self.route, what), space, space, NONE)
        return self.known[key]

    def steps(self, journey):
        """Spaces one move away."""
        here, previous, left, *_ = journey
        if left <= 0:
            return []
        near = self.board.links[here - self.board.first]
        return [s for s in near if self._holds(self.route.steps, here, s, previous)]

    def hops(self, journey):
        """Spaces that a hop leads to, straight after a step."""
        here, previous, _, stepped, *_ = journey
        if not stepped or not self.route.hops:
            return []
        everywhere = range(self.board.first, self.board.last + 1)
        return [s for s in everywhere if s != here and self._holds(self.route.hops, here, s, previous)]

    def moved(self, journey, space):
        """The journey after going to a space, by a step if one leads there."""
        here, _, left, *_ = journey
        if space in self.steps(journey):
            return (space, here, left - 1, True, self._at("must_stop", space), True)
        return (space, NONE, left, False, self._at("must_stop", space), True)

    def may_end(self, journey) -> bool:
        """Can the journey end here and now?"""
        here, _, left, _, stopped, moved = journey
        if not moved or self._at("may_not_end", here):
            return False
        return left == 0 or stopped or self.op.up_to or self._at("may_stop", here)

    def onward(self, journey) -> list[int]:
        """The spaces from which the journey can be completed; NONE if it can also end here."""
        stopped = journey[4]
        near = [] if stopped else [*self.steps(journey), *self.hops(journey)]
        options = [s for s in dict.fromkeys(near) if self.completable(self.moved(journey, s))]
        return [*options, NONE] if options and self.may_end(journey) else options or ([NONE] if self.may_end(journey) else [])

    def completable(self, journey) -> bool:
        """Is there a way on from here to an allowed end?"""
        key = ("way", journey)
        if key not in self.known:
            self.known[key] = False                          # a way that only comes back here is none
            near = [] if journey[4] else [*self.steps(journey), *self.hops(journey)]
            self.known[key] = self.may_end(journey) or any(self.completable(self.moved(journey, s)) for s in near)
        return self.known[key]
