"""Does a list of options tell somebody what they may not see? (language.md 2.14)

In:  the Plan, and every activation that can be reached.
Out: reports; nothing else.

A rule may act on hidden things. What somebody may choose is itself information, so options, guards and the tests of
alternatives and free actions may read only what the decider can see: the faces in zones that are open to them, counters that
they may know, zones that they may count. What a `suppose` among them looks at is looked at, too.
"""

from interpreter.check import seats
from interpreter.check.looks import Look, Looker
from interpreter.check.seats import Names, Origin, Seats, Things, one_seat
from interpreter.check.visits import ELSEWHERE, Visit
from interpreter.check.ways import Plan
from interpreter.spec import plan
from interpreter.spec.model import EVERYBODY
from interpreter.spec.reads import every, there, within
from interpreter.text import codes
from interpreter.text.report import Report


def check_hidden(made: Plan, visits: list[Visit], report: Report) -> None:
    """Every question of every activation, and every free action."""
    sight = Sight(made)
    if not sight.anything_hidden:
        return
    for visit in visits:
        for op in made.ops(visit.routine):
            if isinstance(op, plan.Ask):
                _question(sight, visit, op, report)
    for offer in made.spec.offers:
        _offer(sight, offer, report)


def _question(sight: "Sight", visit: Visit, op, report) -> None:
    decider = visit.names.me if op.by is None else seats.seat(op.by, visit.names)
    for one in _options_of(op, visit.names):
        for look in sight.hidden(one, visit.names, decider):
            who = f"`{op.by.span.text}`" if op.by is not None else "who is asked"
            supposed = any(isinstance(e, plan.Supposed) and e.span is look.at for e in every(one))
            if supposed:
                report.add(codes.SUPPOSE_HIDDEN, look.at, what=look.said(), who=who)
            else:
                notes = (f"reached through {' > '.join(visit.chain())}",) if visit.before is not None else ()
                report.add(codes.HIDDEN_OPTIONS, look.at, who=who, what=look.said(), name=op.name, notes=notes)


def _offer(sight: "Sight", offer, report) -> None:
    spec = sight.spec
    me = one_seat(0)
    names = Names(spec, me)
    if offer.each is not None:
        names.slots[offer.slot] = seats.members(offer.each, names)
    decider = me if offer.by is None else seats.seat(offer.by, names)
    for look in sight.hidden(offer.test, names, decider) if offer.test is not None else ():
        who = "who may take it" if offer.by is None else f"`{offer.by.span.text}`"
        report.add(codes.HIDDEN_OPTIONS, look.at, who=who, what=look.said(), name=offer.name)


def _options_of(op, names: Names):
    """The values that decide what can be answered, and the `let`s they were worked out from."""
    todo = [one for value in there(op, op.does.options) for one in within(value)]
    todo += [one for alternative in getattr(op, "alternatives", ()) for one in within(alternative.guards)]
    todo += within(op.guards)
    seen: set[int] = set()
    while todo:
        one = todo.pop(0)
        yield one
        for slot in {e.slot for e in every(one) if isinstance(e, plan.Local)} - seen:
            seen.add(slot)
            todo += names.lets.get(slot, ())


class Sight:
    """Who sees what: the zones and cells of the Spec, by family."""

    def __init__(self, made: Plan):
        self.spec = made.spec
        self.zones = {one.family: one for one in reversed(made.spec.zones)}
        self.cells = {one.family: one for one in reversed(made.spec.cells) if one.name}
        self.shown = {to.family for to in _laid_open(made.spec)}
        self.looker = Looker(made)
        closed = [one for one in made.spec.zones if not one.out and (one.sees != EVERYBODY or one.counts != EVERYBODY)]
        self.anything_hidden = bool(closed) or any(one.sees != EVERYBODY for one in self.cells.values())

    def hidden(self, e, names: Names, decider: Seats | None) -> list[Look]:
        """What a value looks at and the decider may not see."""
        if decider is None:
            return []
        return [look for look in self.looker.looks(e, names) if not self._may(look, decider)]

    def _may(self, look: Look, decider: Seats) -> bool:
        match look.what:
            case "cell":
                return self._sees(self.cells.get(look.family), look.owner, decider, "sees")
            case "count":
                return self._sees(self.zones.get(look.family), look.owner, decider, "counts")
            case "face" | "named":
                return look.things is None or all(self._faces(one, decider) for one in look.things.origins)
            case "lies":
                searched = look.things is not None and any(one.family == "*" for one in look.things.origins)
                return not searched or self._faces(Origin(look.family, look.owner), decider)
        return True

    def _faces(self, one: Origin, decider: Seats) -> bool:
        """Does the decider see what lies there, or may it have been moved to where they do?"""
        if one.family in ("*", "?") or one.family.startswith("one ") or ELSEWHERE in one.later or one.family in self.shown:
            return True
        if self._sees(self.zones.get(one.family), one.owner, decider, "sees"):
            return True
        return any(self._faces(later, decider) for later in one.later)

    def _sees(self, info, owner: Seats | Things | None, decider: Seats, how: str) -> bool:
        """By the mask of seats; a zone that only its owner sees is open to whoever may be its owner."""
        mask = EVERYBODY if info is None or getattr(info, "out", False) else getattr(info, how)
        if mask == EVERYBODY:
            return True
        if info.owner >= 0 and mask == 1 << info.owner:
            return not isinstance(owner, Seats) or not seats.different(owner, decider)
        return decider.may is not None and all(mask >> seat & 1 for seat in decider.may)


def _laid_open(spec):
    """The zones to which something is moved face up, or whose things some rule reveals: who knows them depends on play."""
    for op in spec.plan:
        if isinstance(op, plan.Move) and op.face == "up" and isinstance(op.to, plan.ZoneAt):
            yield op.to
        elif isinstance(op, plan.Reveal):
            yield from (one for one in every(op.things) if isinstance(one, plan.ZoneAt))
